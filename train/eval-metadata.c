/* SPDX-License-Identifier: MIT */
/*
 * texttractor eval --metadata.
 *
 *   index -> title, author, date ──> wanted ─┐
 *   page -> metadata of the page ──> given  ─┴> right -> sums of each set and field -> table or JSON
 *
 * Wanted and given are sets of folded values, and right is what both have. A page that fails gives nothing,
 * but that is never right.
 */
#include "train/eval-metadata.h"

#include "cli/json.h"
#include "train/report/print.h"

#include <string.h>

/* ---- Values ------------------------------------------------------------------------------- */

#define SMALL_SIGMA 0x03c3
#define FINAL_SIGMA 0x03c2

char *
eval_metadata_fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *normal = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL_COMPOSE);
  GString *folded = g_string_new (NULL);
  gboolean gap = FALSE;

  /* Not g_utf8_strdown (), which depends on the locale. */
  for (const char *p = normal; *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar c = g_unichar_tolower (g_utf8_get_char (p));
    if (g_unichar_isspace (c)) {
      gap = folded->len > 0;
      continue;
    }
    if (gap)
      g_string_append_c (folded, ' ');
    gap = FALSE;
    g_string_append_unichar (folded, c == FINAL_SIGMA ? SMALL_SIGMA : c);
  }
  return g_string_free (folded, FALSE);
}

char **
eval_metadata_split_names (const char *text)
{
  g_autofree char *folded = eval_metadata_fold (text);
  g_auto (GStrv) parts = g_regex_split_simple ("[,;]| and | & ", folded, 0, 0);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (char **part = parts; *part; part++)
    if (*g_strstrip (*part) != '\0')
      g_ptr_array_add (names, g_strdup (*part));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
}

char *
eval_metadata_dup_day (const char *text)
{
  static const char form[] = "0000-00-00";

  for (gsize i = 0; form[i] != '\0'; i++)
    if (form[i] == '0' ? !g_ascii_isdigit (text[i]) : text[i] != form[i])
      return g_strdup ("");
  return g_strndup (text, strlen (form));
}

/* ---- Fields ------------------------------------------------------------------------------- */

typedef enum {
  SHOW_EXACT = 1 << 0,   /* the share of pages whose value is right */
  SHOW_SHARES = 1 << 1,  /* precision, recall, F1 */
  SHOW_UNDATED = 1 << 2, /* of the pages without a value in the index, the share that gave none */
} Show;

/* With @split, the value of the index is a list, and all values of the page count, not only the first. */
typedef struct {
  ExtractField field;
  gsize offset;                   /* of the value of the index, in TrainEntry */
  char *(*fold) (const char *);   /* one value */
  char **(*split) (const char *); /* (nullable): a list */
  guint show;                     /* of Show */
} Field;

static const Field fields[] = {
  { EXTRACT_FIELD_TITLE, G_STRUCT_OFFSET (TrainEntry, title), eval_metadata_fold, NULL, SHOW_EXACT },
  { EXTRACT_FIELD_AUTHOR, G_STRUCT_OFFSET (TrainEntry, author), eval_metadata_fold, eval_metadata_split_names,
    SHOW_SHARES },
  { EXTRACT_FIELD_PUBLISHED, G_STRUCT_OFFSET (TrainEntry, date), eval_metadata_dup_day, NULL,
    SHOW_SHARES | SHOW_UNDATED },
};
#define N_FIELDS G_N_ELEMENTS (fields)

/* Of a field, of a page or a set. */
typedef struct {
  guint pages;   /* the index has a value */
  guint wanted;  /* values of the index */
  guint given;   /* values that these pages gave */
  guint right;   /* values that are both */
  guint undated; /* pages whose index entry has other values but not this one */
  guint none;    /* of which so many gave none */
} Counts;

typedef struct {
  guint pages;
  guint failed;
  Counts counts[N_FIELDS];
} Sums;

/* Returns: (transfer none) (nullable): what the index says; NULL if nothing */
static const char *
get_wanted (const TrainEntry *entry, const Field *field)
{
  const char *value = G_STRUCT_MEMBER (char *, entry, field->offset);
  return value && *value != '\0' ? value : NULL;
}

static gboolean
has_wanted (const TrainEntry *entry)
{
  gboolean found = FALSE;
  for (gsize f = 0; f < N_FIELDS; f++)
    found |= get_wanted (entry, &fields[f]) != NULL;
  return found;
}

static GHashTable *
make_wanted (const Field *field, const char *value)
{
  GHashTable *wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (field->split) {
    g_autofree char **names = field->split (value);
    for (char **name = names; *name; name++)
      g_hash_table_add (wanted, *name);
  } else {
    g_hash_table_add (wanted, field->fold (value));
  }
  return wanted;
}

static GHashTable *
make_given (const Field *field, ExtractMetadata *metadata)
{
  GHashTable *given = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = metadata ? extract_metadata_get_n_values (metadata, field->field) : 0;
  for (guint i = 0; i < (field->split ? n : MIN (n, 1)); i++)
    g_hash_table_add (given, field->fold (extract_metadata_get_value (metadata, field->field, i)));
  return given;
}

/* @metadata: (nullable): NULL if the page failed */
static void
count_field (const Field *field, const TrainEntry *entry, ExtractMetadata *metadata, Counts *counts)
{
  const char *value = get_wanted (entry, field);
  g_autoptr (GHashTable) given = make_given (field, metadata);
  GHashTableIter iter;
  gpointer key;

  if (!value) {
    counts->undated = 1;
    counts->none = metadata && g_hash_table_size (given) == 0;
    return;
  }
  g_autoptr (GHashTable) wanted = make_wanted (field, value);
  counts->pages = 1;
  counts->wanted = g_hash_table_size (wanted);
  counts->given = g_hash_table_size (given);
  g_hash_table_iter_init (&iter, given);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    counts->right += *(char *) key != '\0' && g_hash_table_contains (wanted, key);
}

/* ---- Pages -------------------------------------------------------------------------------- */

typedef struct {
  const TrainSelected *selected;
  ExtractParser *parser;
  CliProgress *progress;
  Sums *sums; /* one for each of the sets */
  gboolean failed;
} Run;

typedef struct {
  Counts counts[N_FIELDS];
  GError *error; /* (nullable): why the page failed */
} Outcome;

static gpointer
eval_page (gsize i, gpointer data)
{
  const Run *run = data;
  const TrainEntry *entry = run->selected->entries->pdata[i];
  Outcome *outcome = g_new0 (Outcome, 1);
  g_autoptr (ExtractDocument) document = NULL;
  ExtractMetadata *metadata = NULL;

  if (!has_wanted (entry))
    return outcome;
  document = train_entry_load_page (entry, run->parser, &outcome->error);
  if (document)
    metadata = extract_document_get_metadata (document, &outcome->error);
  for (gsize f = 0; f < N_FIELDS; f++)
    count_field (&fields[f], entry, metadata, &outcome->counts[f]);
  return outcome;
}

static void
add_counts (Counts *sum, const Counts *page)
{
  sum->pages += page->pages;
  sum->wanted += page->wanted;
  sum->given += page->given;
  sum->right += page->right;
  sum->undated += page->undated;
  sum->none += page->none;
}

static gboolean
collect_page (gsize i, gpointer data, gpointer user_data)
{
  Run *run = user_data;
  Outcome *outcome = data;
  const TrainEntry *entry = run->selected->entries->pdata[i];
  guint set = 0;

  g_ptr_array_find (run->selected->datasets, entry->dataset, &set);
  Sums *sums = &run->sums[set];
  if (outcome->error) {
    g_autofree char *place = g_build_filename (entry->dataset->path, entry->id, NULL);
    cli_fail (place, outcome->error);
    sums->failed++;
    run->failed = TRUE;
  }
  cli_progress_step (run->progress, outcome->error == NULL);
  sums->pages++;
  for (gsize f = 0; f < N_FIELDS; f++)
    add_counts (&sums->counts[f], &outcome->counts[f]);
  g_clear_error (&outcome->error);
  g_free (outcome);
  return TRUE;
}

/* ---- Figures ------------------------------------------------------------------------------ */

/* A share that is not known is -1. */
typedef struct {
  double exact, precision, recall, f1, none;
} Figures;

static double
share (guint n, guint of)
{
  return of > 0 ? (double) n / of : -1;
}

/* An index that has no date at all does not say that its pages are undated. */
static gboolean
is_named (const TrainDataset *dataset, const Field *field)
{
  for (guint i = 0; i < dataset->entries->len; i++)
    if (get_wanted (dataset->entries->pdata[i], field))
      return TRUE;
  return FALSE;
}

static Figures
compute_figures (const TrainDataset *dataset, const Field *field, const Counts *counts)
{
  Figures figures = { -1, -1, -1, -1, -1 };

  if (field->show & SHOW_EXACT)
    figures.exact = share (counts->right, counts->wanted);
  if (field->show & SHOW_SHARES) {
    /* 2 P R / (P + R) of P = right / given, R = right / wanted */
    figures.precision = share (counts->right, counts->given);
    figures.recall = share (counts->right, counts->wanted);
    figures.f1 = counts->wanted > 0 ? share (2 * counts->right, counts->given + counts->wanted) : -1;
  }
  if (field->show & SHOW_UNDATED && is_named (dataset, field))
    figures.none = share (counts->none, counts->undated);
  return figures;
}

static void
append_table (GString *text, const TrainDataset *dataset, const Sums *sums)
{
  for (gsize f = 0; f < N_FIELDS; f++) {
    const Figures figures = compute_figures (dataset, &fields[f], &sums->counts[f]);
    const double cells[] = { figures.exact, figures.precision, figures.recall, figures.f1, figures.none };

    train_print_name (text, dataset->name, "");
    g_string_append_printf (text, " %-8s %6u", extract_field_get_info (fields[f].field)->name,
                            sums->counts[f].pages);
    for (gsize i = 0; i < G_N_ELEMENTS (cells); i++)
      train_print_cell (text, cells[i] >= 0, cells[i]);
    g_string_append_c (text, '\n');
  }
}

static void
append_share (GString *text, const char *key, double value)
{
  if (value >= 0)
    cli_json_append_number (text, key, value);
}

static void
append_json (GString *text, const TrainDataset *dataset, const Sums *sums)
{
  g_string_append_c (text, '{');
  cli_json_append_string (text, "set", dataset->name);
  cli_json_append_string (text, "metric", "metadata");
  cli_json_append_count (text, "pages", sums->pages);
  cli_json_append_count (text, "failed", sums->failed);
  for (gsize f = 0; f < N_FIELDS; f++) {
    const Figures figures = compute_figures (dataset, &fields[f], &sums->counts[f]);

    cli_json_append_key (text, extract_field_get_info (fields[f].field)->name);
    g_string_append_c (text, '{');
    cli_json_append_count (text, "pages", sums->counts[f].pages);
    append_share (text, "exact", figures.exact);
    append_share (text, "precision", figures.precision);
    append_share (text, "recall", figures.recall);
    append_share (text, "f1", figures.f1);
    if (figures.none >= 0)
      cli_json_append_count (text, "undated", sums->counts[f].undated);
    append_share (text, "none_on_undated", figures.none);
    g_string_append_c (text, '}');
  }
  g_string_append (text, "}\n");
}

static void
check_measured (Run *run)
{
  for (guint d = 0; d < run->selected->datasets->len; d++) {
    const TrainDataset *dataset = run->selected->datasets->pdata[d];
    guint pages = 0;
    for (gsize f = 0; f < N_FIELDS; f++)
      pages += run->sums[d].counts[f].pages;
    if (pages > 0)
      continue;
    cli_error (dataset->path, "has no title, author or date in its index, so there is nothing to measure");
    run->failed = TRUE;
  }
}

CliExit
eval_metadata (const TrainSelected *selected, ExtractParser *parser, guint jobs, gboolean json)
{
  g_autofree Sums *sums = g_new0 (Sums, selected->datasets->len);
  g_autoptr (GString) text = g_string_new (NULL);
  Run run = { .selected = selected, .parser = parser, .sums = sums, .failed = selected->incomplete };

  run.progress = cli_progress_new ("pages", selected->entries->len);
  cli_parallel (selected->entries->len, jobs, eval_page, collect_page, NULL, &run);
  cli_progress_free (run.progress);

  if (!json)
    g_string_append_printf (text, "%-24s %-8s %6s %9s %9s %9s %9s %9s\n", "set", "field", "pages", "exact",
                            "precision", "recall", "F1", "undated");
  for (guint d = 0; d < selected->datasets->len; d++)
    (json ? append_json : append_table) (text, selected->datasets->pdata[d], &sums[d]);
  if (cli_print (text->str) != CLI_EXIT_DONE)
    run.failed = TRUE;
  check_measured (&run);
  return run.failed ? CLI_EXIT_FAILED : CLI_EXIT_DONE;
}
