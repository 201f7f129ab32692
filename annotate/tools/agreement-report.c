/* SPDX-License-Identifier: MIT */
/*
 * labels of a page -> the label of each annotator for each block -> sums: of all pages, of each pair, of the
 * page
 *
 * Labels are read twice: first to find all annotators and classes, which gives the size of the sums; then the
 * pages with two annotators, with their blocks, to count words.
 */
#include "annotate/tools/agreement-report.h"
#include "libextract/page/page.h"

#include "cli/cli.h"
#include "annotate/tools/opinions.h"
#include "cli/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The sums of a row. */
typedef struct {
  AgreementRow *row;
  Agreement *blocks;
  Agreement *words;
} Sums;

typedef struct {
  AgreementReport *report;
  GHashTable *classes; /* name -> number + 1 */
  guint n_people;
  gboolean only_chosen;
  gboolean taken_over; /* some labels were not chosen for their block */
  GArray *all;         /* of Sums: of all people, then of each pair */
  GArray *chosen;      /* (nullable): the same of chosen labels only, if there are others */
} Making;

static void
row_free (gpointer data)
{
  AgreementRow *row = data;
  g_free (row->page);
  g_strfreev (row->people);
  g_free (row);
}

static void
sums_clear (gpointer data)
{
  Sums *sums = data;
  agreement_free (sums->blocks);
  agreement_free (sums->words);
}

static GArray *
sums_new_array (void)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (Sums));
  g_array_set_clear_func (array, sums_clear);
  return array;
}

/* Adds a row to the report, and its sums to @array. */
static void
add_sums (Making *making, GArray *array, const char *page, gboolean chosen, char **people)
{
  AgreementRow *row = g_new0 (AgreementRow, 1);
  row->page = g_strdup (page);
  row->chosen = chosen;
  row->people = g_strdupv (people);
  g_ptr_array_add (making->report->rows, row);
  guint n_classes = g_hash_table_size (making->classes), n = g_strv_length (people);
  const Sums sums = { row, agreement_new (n, n_classes), agreement_new (n, n_classes) };
  g_array_append_val (array, sums);
}

/* Rows for all of @people together, and for each pair if there are more than two. */
static GArray *
begin_rows (Making *making, const char *page, gboolean chosen, char **people)
{
  GArray *array = sums_new_array ();
  guint n = g_strv_length (people);
  add_sums (making, array, page, chosen, people);
  for (guint a = 0; n > 2 && a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      char *pair[] = { people[a], people[b], NULL };
      add_sums (making, array, page, chosen, pair);
    }
  return array;
}

/* Adds a block to the rows that begin_rows () began for as many people. */
static void
add_block (GArray *array, const int *classes, guint n_people, guint n_words)
{
  Sums *sums = (Sums *) (void *) array->data;
  agreement_add (sums->blocks, classes, 1);
  agreement_add (sums->words, classes, n_words);
  for (guint a = 0; n_people > 2 && a < n_people; a++)
    for (guint b = a + 1; b < n_people; b++) {
      const int pair[] = { classes[a], classes[b] };
      sums++;
      agreement_add (sums->blocks, pair, 1);
      agreement_add (sums->words, pair, n_words);
    }
}

static void
end_rows (GArray *array)
{
  for (guint i = 0; i < array->len; i++) {
    Sums *sums = &g_array_index (array, Sums, i);
    sums->row->blocks = agreement_get (sums->blocks);
    sums->row->words = agreement_get (sums->words);
  }
  g_array_unref (array);
}

/* ---- Who, and which classes -------------------------------------------------------------------- */

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
complain (Making *making, const TrainEntry *entry, const GError *error)
{
  cli_error (entry->dataset->path, "%s: %s", entry->id, error->message);
  making->report->incomplete = TRUE;
}

/* Whether it accepts what a model proposed, or comes from memory: people agree with themselves, and with the
 * same model, more than with each other. */
static gboolean
is_taken_over (const ExtractBlockLabel *label)
{
  return label->how == EXTRACT_HOW_ACCEPTED || label->how == EXTRACT_HOW_REMEMBERED;
}

/* Adds what the labels of @entry know to the people and classes. Returns: whether two people labelled it. */
static gboolean
look_at (Making *making, const TrainEntry *entry, GHashTable *people)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractAnnotation) annotation = NULL;
  if (!train_entry_load_labels (entry, &annotation, &error)) {
    complain (making, entry, error);
    return FALSE;
  }
  if (!annotation)
    return FALSE;

  gsize n;
  g_autofree const ExtractBlockLabel **rows = extract_annotation_dup_labels (annotation, &n);
  g_autoptr (GHashTable) here = g_hash_table_new (g_str_hash, g_str_equal);
  for (gsize r = 0; r < n; r++)
    if (rows[r]->annotator == EXTRACT_ANNOTATOR_PERSON)
      g_hash_table_add (here, (gpointer) rows[r]->who);
  if (g_hash_table_size (here) < 2)
    return FALSE;
  for (gsize r = 0; r < n; r++) {
    if (rows[r]->annotator != EXTRACT_ANNOTATOR_PERSON)
      continue;
    making->taken_over |= is_taken_over (rows[r]);
    if (!g_hash_table_contains (making->classes, rows[r]->class_name))
      g_hash_table_insert (making->classes, g_strdup (rows[r]->class_name),
                           GUINT_TO_POINTER (g_hash_table_size (making->classes) + 1));
    if (!g_hash_table_contains (people, rows[r]->who))
      g_hash_table_add (people, g_strdup (rows[r]->who));
  }
  return TRUE;
}

/* ---- The report -------------------------------------------------------------------------------- */

static int
get_class (const Making *making, const ExtractBlockLabel *label, gboolean chosen)
{
  if (!label || (chosen && is_taken_over (label)))
    return AGREEMENT_MISSING;
  return (int) GPOINTER_TO_UINT (g_hash_table_lookup (making->classes, label->class_name)) - 1;
}

/* Adds block @i to the sums over all pages. @place: of the people of the page, among everyone */
static void
add_to_all (Making *making, GArray *sums, gboolean chosen, const Opinions *opinions, const guint *place,
            guint i)
{
  g_autofree int *everyone = g_new (int, making->n_people);
  guint n_words = extract_block_get_n_words (extract_document_get_block (opinions->document, i));
  for (guint p = 0; p < making->n_people; p++)
    everyone[p] = AGREEMENT_MISSING;
  for (guint p = 0; p < opinions->n_people; p++)
    everyone[place[p]] = get_class (making, opinions_get (opinions, p, i), chosen);
  add_block (sums, everyone, making->n_people, n_words);
}

/* Adds a page to the sums over all pages, and rows of its own. */
static void
add_page (Making *making, const TrainEntry *entry, ExtractParser *parser)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Opinions) opinions = NULL;
  if (!opinions_load (entry, parser, &opinions, &error)) {
    complain (making, entry, error);
    return;
  }
  guint n_here = opinions->n_people;
  GArray *rows = begin_rows (making, entry->id, making->only_chosen, opinions->people);
  g_autofree int *here = g_new (int, n_here);
  g_autofree guint *place = g_new (guint, n_here); /* of those here, among everyone */
  for (guint p = 0, all = 0; p < n_here; p++) {
    while (strcmp (making->report->people[all], opinions->people[p]) != 0)
      all++;
    place[p] = all;
  }
  for (guint i = 0; i < opinions->n_blocks; i++) {
    guint n_words = extract_block_get_n_words (extract_document_get_block (opinions->document, i));
    for (guint p = 0; p < n_here; p++)
      here[p] = get_class (making, opinions_get (opinions, p, i), making->only_chosen);
    add_block (rows, here, n_here, n_words);
    add_to_all (making, making->all, making->only_chosen, opinions, place, i);
    if (making->chosen)
      add_to_all (making, making->chosen, TRUE, opinions, place, i);
  }
  end_rows (rows);
  making->report->n_pages++;
}

AgreementReport *
agreement_report_new (const TrainDataset *set, ExtractParser *parser, gboolean chosen)
{
  AgreementReport *report = g_new0 (AgreementReport, 1);
  report->set = g_strdup (set->name);
  report->rows = g_ptr_array_new_with_free_func (row_free);

  g_autoptr (GHashTable) people = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();
  Making making = { .report = report, .classes = classes, .only_chosen = chosen };
  for (guint e = 0; e < set->entries->len; e++)
    if (look_at (&making, set->entries->pdata[e], people))
      g_ptr_array_add (entries, set->entries->pdata[e]);

  g_autofree char **names = (char **) g_hash_table_get_keys_as_array (people, &making.n_people);
  qsort (names, making.n_people, sizeof *names, compare_strings);
  report->people = g_strdupv (names);
  if (entries->len == 0)
    return report;

  making.all = begin_rows (&making, NULL, chosen, report->people);
  if (making.taken_over && !chosen)
    making.chosen = begin_rows (&making, NULL, TRUE, report->people);
  for (guint e = 0; e < entries->len; e++)
    add_page (&making, entries->pdata[e], parser);
  end_rows (making.all);
  if (making.chosen)
    end_rows (making.chosen);
  return report;
}

void
agreement_report_free (AgreementReport *report)
{
  if (!report)
    return;
  g_free (report->set);
  g_strfreev (report->people);
  g_ptr_array_unref (report->rows);
  g_free (report);
}

/* ---- For people, and for programs ---------------------------------------------------------------- */

static void
append_figure (GString *text, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf (text, " %7s",
                          isnan (value) ? "-" : g_ascii_formatd (number, sizeof number, "%.3f", value));
}

static void
append_figures (GString *text, const AgreementFigures *figures)
{
  g_string_append_printf (text, " %8.0f", figures->n_units);
  append_figure (text, figures->observed);
  append_figure (text, figures->kappa);
  append_figure (text, figures->alpha);
}

/* Appends @label, and spaces up to @width characters. */
static void
append_label (GString *text, const char *label, glong width)
{
  g_string_append (text, label);
  for (glong n = g_utf8_strlen (label, -1); n < width; n++)
    g_string_append_c (text, ' ');
}

/* Returns: (transfer full): "eva, jan" */
static char *
dup_people (const AgreementRow *row)
{
  guint n = g_strv_length (row->people);
  return n == 2 ? g_strjoinv (", ", row->people) : g_strdup_printf ("all %u", n);
}

char *
agreement_report_to_text (const AgreementReport *report)
{
  GString *text = g_string_new (NULL);
  glong page_width = 6, people_width = 6;
  for (guint i = 0; i < report->rows->len; i++) {
    const AgreementRow *row = report->rows->pdata[i];
    g_autofree char *people = dup_people (row);
    page_width = MAX (page_width, row->page ? (glong) strlen (row->page) : 0);
    people_width = MAX (people_width, g_utf8_strlen (people, -1));
  }

  append_label (text, "page", page_width + 2);
  append_label (text, "people", people_width);
  g_string_append (text, "   blocks   equal   kappa   alpha    words   equal   kappa   alpha\n");
  for (guint i = 0; i < report->rows->len; i++) {
    const AgreementRow *row = report->rows->pdata[i];
    g_autofree char *people = dup_people (row);
    append_label (text, row->page ? row->page : row->chosen ? "chosen" : "all", page_width + 2);
    append_label (text, people, people_width);
    append_figures (text, &row->blocks);
    append_figures (text, &row->words);
    g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}

static void
append_number (GString *json, const char *key, double value)
{
  if (isnan (value)) {
    cli_json_append_key (json, key);
    g_string_append (json, "null");
  } else {
    cli_json_append_number (json, key, value);
  }
}

static void
append_object (GString *json, const char *key, const AgreementFigures *figures)
{
  cli_json_append_key (json, key);
  g_string_append_c (json, '{');
  cli_json_append_count (json, "units", (guint) figures->n_units);
  append_number (json, "equal", figures->observed);
  append_number (json, "kappa", figures->kappa);
  append_number (json, "alpha", figures->alpha);
  g_string_append_c (json, '}');
}

static void
append_names (GString *json, const char *key, const char *const *names)
{
  cli_json_append_key (json, key);
  g_string_append_c (json, '[');
  for (; *names; names++) {
    cli_json_append_item (json);
    cli_json_append_quoted (json, *names);
  }
  g_string_append_c (json, ']');
}

char *
agreement_report_to_json (const AgreementReport *report)
{
  GString *json = g_string_new ("{");
  cli_json_append_string (json, "set", report->set);
  append_names (json, "people", (const char *const *) report->people);
  cli_json_append_count (json, "pages", report->n_pages);
  cli_json_append_key (json, "rows");
  g_string_append_c (json, '[');
  for (guint i = 0; i < report->rows->len; i++) {
    const AgreementRow *row = report->rows->pdata[i];
    cli_json_append_item (json);
    g_string_append_c (json, '{');
    if (row->page)
      cli_json_append_string (json, "page", row->page);
    append_names (json, "people", (const char *const *) row->people);
    if (row->chosen) {
      cli_json_append_key (json, "chosen");
      g_string_append (json, "true");
    }
    append_object (json, "blocks", &row->blocks);
    append_object (json, "words", &row->words);
    g_string_append_c (json, '}');
  }
  g_string_append (json, "]}\n");
  return g_string_free (json, FALSE);
}
