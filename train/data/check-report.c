/* SPDX-License-Identifier: MIT */
/*
 * What a check found, for people (a table for each set, findings, the verdict) and for programs (one line of
 * JSON).
 */
#include "train/data/check.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* Of languages, types and splits, so many are named. */
#define NAMED 8

/* ---- Sums over the pages of a set --------------------------------------------------------------- */

typedef struct {
  char *name;
  guint n;
} Count;

typedef struct {
  const char *name; /* of the set */
  guint n_pages;
  guint n_failed;
  guint n_with_reference;
  guint n_with_labels;
  guint n_with_neither;
  guint n_learns;
  gsize n_blocks; /* of the pages to learn from, as what follows */
  gsize n_good_blocks;
  gsize n_words;
  gsize n_good_words;
  guint n_of_no_site; /* pages of unknown site */
  GArray *sites;      /* of Count, the greatest first, as the others */
  GArray *languages;
  GArray *types;
  GArray *splits;
} Summary;

static void
count_clear (gpointer data)
{
  g_free (((Count *) data)->name);
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const Count *x = a, *y = b;
  return x->n != y->n ? (x->n < y->n ? 1 : -1) : strcmp (x->name, y->name);
}

/* Takes the table name -> number. */
static GArray *
sort_counts (GHashTable *table)
{
  GArray *counts = g_array_new (FALSE, FALSE, sizeof (Count));
  GHashTableIter iter;
  gpointer name, n;

  g_array_set_clear_func (counts, count_clear);
  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &name, &n)) {
    Count count = { g_strdup (name), GPOINTER_TO_UINT (n) };
    g_array_append_val (counts, count);
  }
  g_hash_table_unref (table);
  g_array_sort (counts, compare_counts);
  return counts;
}

static void
count_name (GHashTable *table, const char *name)
{
  if (name && *name != '\0')
    g_hash_table_insert (table, (gpointer) name,
                         GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (table, name)) + 1));
}

static void
summary_init (Summary *summary, const TrainCheck *check, const TrainDataset *dataset)
{
  GHashTable *sites = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTable *languages = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTable *types = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTable *splits = g_hash_table_new (g_str_hash, g_str_equal);

  *summary = (Summary){ .name = dataset->name };
  for (guint i = 0; i < check->pages->len; i++) {
    const TrainCheckPage *page = check->pages->pdata[i];
    if (page->entry->dataset != dataset)
      continue;
    summary->n_pages++;
    summary->n_failed += page->error != NULL;
    count_name (languages, page->entry->lang);
    count_name (types, page->entry->type);
    count_name (splits, page->entry->split);
    g_autofree char *site = train_entry_dup_known_site (page->entry);
    if (site)
      count_name (sites, page->site);
    else
      summary->n_of_no_site++;
    if (page->error)
      continue;
    summary->n_with_reference += page->has_reference;
    summary->n_with_labels += page->n_given > 0;
    summary->n_with_neither += !page->has_reference && page->n_given == 0;
    if (!train_check_page_learns (page))
      continue;
    summary->n_learns++;
    summary->n_blocks += page->n_good_blocks + page->n_bad_blocks;
    summary->n_good_blocks += page->n_good_blocks;
    summary->n_words += page->n_good_words + page->n_bad_words;
    summary->n_good_words += page->n_good_words;
  }
  summary->sites = sort_counts (sites);
  summary->languages = sort_counts (languages);
  summary->types = sort_counts (types);
  summary->splits = sort_counts (splits);
}

static void
summary_clear (Summary *summary)
{
  g_array_unref (summary->sites);
  g_array_unref (summary->languages);
  g_array_unref (summary->types);
  g_array_unref (summary->splits);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Summary, summary_clear)

static double
share (double part, double whole)
{
  return whole > 0 ? part / whole : 0;
}

/* ---- For people --------------------------------------------------------------------------------- */

static void
append_row (GString *text, const char *label, gsize n, const char *more)
{
  g_string_append_printf (text, "  %-28s %9" G_GSIZE_FORMAT "%s%s\n", label, n, *more ? "   " : "", more);
}

static char *
dup_percent (double value, const char *what)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (number, sizeof number, "%.1f", value * 100);
  return g_strdup_printf ("%s %% %s", number, what);
}

/* "en 20, cs 1, and 3 more"; "" if there are none. */
static char *
dup_names (GArray *counts)
{
  GString *names = g_string_new (NULL);
  for (guint i = 0; i < MIN (counts->len, NAMED); i++) {
    const Count *count = &g_array_index (counts, Count, i);
    g_autofree char *name = cli_escape (count->name);
    g_string_append_printf (names, "%s%s %u", i > 0 ? ", " : "", name, count->n);
  }
  if (counts->len > NAMED)
    g_string_append_printf (names, ", and %u more", counts->len - NAMED);
  return g_string_free (names, FALSE);
}

static char *
dup_largest_site (const Summary *summary)
{
  if (summary->sites->len == 0)
    return g_strdup ("");
  const Count *largest = &g_array_index (summary->sites, Count, 0);
  g_autofree char *name = cli_escape (largest->name);
  g_autofree char *percent = dup_percent (share (largest->n, summary->n_pages), "of the pages");
  return g_strdup_printf ("the largest is %s: %u pages, %s", name, largest->n, percent);
}

static void
append_summary (GString *text, const Summary *summary)
{
  if (summary->n_pages == 0)
    return;
  g_autofree char *good_blocks = dup_percent (share (summary->n_good_blocks, summary->n_blocks), "main text");
  g_autofree char *good_words = dup_percent (share (summary->n_good_words, summary->n_words), "main text");
  g_autofree char *site = dup_largest_site (summary);
  g_autofree char *languages = dup_names (summary->languages);
  g_autofree char *types = dup_names (summary->types);
  g_autofree char *splits = dup_names (summary->splits);

  g_string_append_printf (text, "%s: %u pages\n", summary->name, summary->n_pages);
  append_row (text, "with a reference text", summary->n_with_reference, "");
  append_row (text, "with labels of people", summary->n_with_labels, "");
  append_row (text, "with neither", summary->n_with_neither, "");
  append_row (text, "that cannot be read", summary->n_failed, "");
  append_row (text, "to learn from", summary->n_learns, "");
  append_row (text, "blocks to learn from", summary->n_blocks, good_blocks);
  append_row (text, "their words", summary->n_words, good_words);
  append_row (text, "sites", summary->sites->len, site);
  if (summary->n_of_no_site > 0)
    append_row (text, "pages of unknown site", summary->n_of_no_site, "treated as unrelated");
  append_row (text, "languages", summary->languages->len, languages);
  append_row (text, "types", summary->types->len, types);
  append_row (text, "splits", summary->splits->len, splits);
  g_string_append_c (text, '\n');
}

static void
append_findings (GString *text, const TrainCheck *check, guint at_most)
{
  GPtrArray *findings = check->findings;

  for (guint start = 0, end; start < findings->len; start = end) {
    const TrainFinding *first = findings->pdata[start];
    const TrainFindingInfo *info = train_finding_get_info (first->kind);

    for (end = start + 1; end < findings->len; end++)
      if (((const TrainFinding *) findings->pdata[end])->kind != first->kind)
        break;
    g_string_append_printf (text, "%s: %u pages: %s\n", info->nick, end - start, info->sentence);
    for (guint i = start; i < MIN (end, start + at_most); i++) {
      const TrainFinding *finding = findings->pdata[i];
      g_autofree char *reason = cli_escape (finding->reason);
      g_string_append_printf (text, "  %s/%s: %s\n", finding->page->entry->dataset->name,
                              finding->page->entry->id, reason);
    }
    if (end - start > at_most)
      g_string_append_printf (text, "  and %u more\n", end - start - at_most);
    g_string_append_c (text, '\n');
  }
}

void
train_check_append_table (GString *text, const TrainCheck *check, guint at_most)
{
  for (guint i = 0; i < check->selected->datasets->len; i++) {
    g_auto (Summary) summary = { 0 };
    summary_init (&summary, check, check->selected->datasets->pdata[i]);
    append_summary (text, &summary);
  }
  append_findings (text, check, at_most);
  g_string_append_printf (text, "%s\n", check->verdict);
}

/* ---- For programs ------------------------------------------------------------------------------- */

static void
append_string (GString *json, const char *string)
{
  g_autoptr (JsonNode) node = json_node_alloc ();
  json_node_init_string (node, string);
  g_autofree char *quoted = json_to_string (node, FALSE);
  g_string_append (json, quoted);
}

static void
append_key (GString *json, const char *key)
{
  char last = json->str[json->len - 1];
  g_string_append_printf (json, "%s\"%s\": ", last == '{' ? "" : ", ", key);
}

static void
append_text (GString *json, const char *key, const char *value)
{
  append_key (json, key);
  append_string (json, value);
}

static void
append_number (GString *json, const char *key, gsize value)
{
  append_key (json, key);
  g_string_append_printf (json, "%" G_GSIZE_FORMAT, value);
}

static void
append_counts (GString *json, const char *key, GArray *counts)
{
  append_key (json, key);
  g_string_append_c (json, '{');
  for (guint i = 0; i < counts->len; i++) {
    const Count *count = &g_array_index (counts, Count, i);
    g_string_append (json, i > 0 ? ", " : "");
    append_string (json, count->name);
    g_string_append_printf (json, ": %u", count->n);
  }
  g_string_append_c (json, '}');
}

static void
append_json_summary (GString *json, const Summary *summary)
{
  g_string_append_c (json, '{');
  append_text (json, "set", summary->name);
  append_number (json, "pages", summary->n_pages);
  append_number (json, "with_reference", summary->n_with_reference);
  append_number (json, "with_labels", summary->n_with_labels);
  append_number (json, "with_neither", summary->n_with_neither);
  append_number (json, "failed", summary->n_failed);
  append_number (json, "to_learn_from", summary->n_learns);
  append_number (json, "blocks", summary->n_blocks);
  append_number (json, "main_text_blocks", summary->n_good_blocks);
  append_number (json, "words", summary->n_words);
  append_number (json, "main_text_words", summary->n_good_words);
  append_counts (json, "sites", summary->sites);
  append_counts (json, "languages", summary->languages);
  append_counts (json, "types", summary->types);
  append_counts (json, "splits", summary->splits);
  g_string_append_c (json, '}');
}

static void
append_json_finding (GString *json, const TrainFinding *finding)
{
  g_string_append_c (json, '{');
  append_text (json, "kind", train_finding_get_info (finding->kind)->nick);
  append_text (json, "set", finding->page->entry->dataset->name);
  append_text (json, "id", finding->page->entry->id);
  if (finding->twin) {
    append_text (json, "twin_set", finding->twin->entry->dataset->name);
    append_text (json, "twin_id", finding->twin->entry->id);
  }
  append_text (json, "reason", finding->reason);
  g_string_append_c (json, '}');
}

void
train_check_append_json (GString *text, const TrainCheck *check)
{
  g_string_append_c (text, '{');
  append_key (text, "sets");
  for (guint i = 0; i < check->selected->datasets->len; i++) {
    g_auto (Summary) summary = { 0 };
    summary_init (&summary, check, check->selected->datasets->pdata[i]);
    g_string_append (text, i > 0 ? ", " : "[");
    append_json_summary (text, &summary);
  }
  g_string_append (text, "]");
  append_key (text, "findings");
  g_string_append_c (text, '[');
  for (guint i = 0; i < check->findings->len; i++) {
    g_string_append (text, i > 0 ? ", " : "");
    append_json_finding (text, check->findings->pdata[i]);
  }
  g_string_append (text, "]");
  append_key (text, "usable");
  g_string_append (text, check->usable ? "true" : "false");
  append_text (text, "verdict", check->verdict);
  g_string_append (text, "}\n");
}
