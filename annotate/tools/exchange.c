/* SPDX-License-Identifier: MIT */
/*
 * Rows and what they mean.
 *
 *   fingerprint                 the block with it, even if the page is now cut into blocks differently
 *   text, no fingerprint        the block with this text; if it occurs again, the second such block, and so
 * on place only                  the block of this number
 */
#include "annotate/tools/exchange.h"
#include "libextract/base/url.h"
#include "libextract/page/page.h"

#include "cli/cli.h"
#include "cli/json-read.h"
#include "cli/json.h"
#include "train/data/table.h"

#include <math.h>
#include <string.h>

#define MAX_FILE ((gsize) 1024 * 1024 * 1024)

/* The columns of a row, in the order in which they are written. */
typedef enum {
  COLUMN_PAGE,
  COLUMN_PLACE,
  COLUMN_FINGERPRINT,
  COLUMN_OCCURRENCE,
  COLUMN_CLASS,
  COLUMN_SOURCE,
  COLUMN_WHO,
  COLUMN_WHEN,
  COLUMN_SCORE,
  COLUMN_TEXT,
  COLUMN_HOW,
  N_COLUMNS
} Column;

static const struct {
  const char *name;
  gboolean is_number; /* in JSON */
} columns[N_COLUMNS] = {
  [COLUMN_PAGE] = { "page", FALSE },
  [COLUMN_PLACE] = { "place", TRUE },
  [COLUMN_FINGERPRINT] = { "fingerprint", FALSE },
  [COLUMN_OCCURRENCE] = { "occurrence", TRUE },
  [COLUMN_CLASS] = { "class", FALSE },
  [COLUMN_SOURCE] = { "source", FALSE },
  [COLUMN_WHO] = { "who", FALSE },
  [COLUMN_WHEN] = { "when", FALSE },
  [COLUMN_SCORE] = { "score", TRUE },
  [COLUMN_TEXT] = { "text", FALSE },
  [COLUMN_HOW] = { "how", FALSE },
};

static const char *const format_names[] = {
  [EXCHANGE_TSV] = "tsv", [EXCHANGE_JSONL] = "jsonl", [EXCHANGE_CSV] = "csv"
};

int
exchange_find_format (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (format_names); i++)
    if (strcmp (format_names[i], name) == 0)
      return (int) i;
  return -1;
}

/* ---- Export ------------------------------------------------------------------------------------ */

/* Returns: (transfer full): the texts of the blocks by "fingerprint occurrence" */
static GHashTable *
collect_texts (ExtractDocument *document)
{
  GHashTable *texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    g_autofree char *fingerprint = extract_block_dup_fingerprint (block);
    g_hash_table_insert (texts, g_strdup_printf ("%s %u", fingerprint, extract_block_get_occurrence (block)),
                         extract_label_dup_line (extract_block_get_text (block), G_MAXUINT));
  }
  return texts;
}

static void
append_tsv (GString *text, const char *const *row)
{
  for (guint c = 0; c < N_COLUMNS; c++)
    g_string_append_printf (text, "%s%s", c > 0 ? "\t" : "", row[c]);
  g_string_append_c (text, '\n');
}

/* RFC 4180, but for line ends, which are those of texts here. */
static void
append_csv_cell (GString *text, const char *value)
{
  if (!strpbrk (value, ",\"\r\n")) {
    g_string_append (text, value);
    return;
  }
  g_string_append_c (text, '"');
  for (const char *c = value; *c; c++)
    g_string_append_printf (text, *c == '"' ? "\"%c" : "%c", *c);
  g_string_append_c (text, '"');
}

static void
append_csv (GString *text, const char *const *row)
{
  for (guint c = 0; c < N_COLUMNS; c++) {
    if (c > 0)
      g_string_append_c (text, ',');
    append_csv_cell (text, row[c]);
  }
  g_string_append_c (text, '\n');
}

static void
append_jsonl (GString *text, const char *const *row)
{
  g_autoptr (GString) json = g_string_new ("{");
  for (guint c = 0; c < N_COLUMNS; c++) {
    cli_json_append_key (json, columns[c].name);
    if (columns[c].is_number)
      g_string_append (json, strcmp (row[c], "-") == 0 ? "null" : row[c]);
    else
      cli_json_append_quoted (json, row[c]);
  }
  g_string_append (json, "}\n");
  g_string_append_len (text, json->str, (gssize) json->len);
}

static void (*const append_row[]) (GString *text, const char *const *row) = {
  [EXCHANGE_TSV] = append_tsv,
  [EXCHANGE_JSONL] = append_jsonl,
  [EXCHANGE_CSV] = append_csv,
};

static void
append_label (GString *text, ExchangeFormat format, const TrainEntry *entry, const ExtractBlockLabel *label,
              GHashTable *texts)
{
  char score[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *place = g_strdup_printf ("%u", label->place);
  g_autofree char *occurrence = g_strdup_printf ("%u", label->occurrence);
  g_autofree char *key = g_strdup_printf ("%s %u", label->fingerprint, label->occurrence);
  const char *block_text = g_hash_table_lookup (texts, key);
  const char *row[N_COLUMNS] = {
    [COLUMN_PAGE] = entry->id,
    [COLUMN_PLACE] = place,
    [COLUMN_FINGERPRINT] = label->fingerprint,
    [COLUMN_OCCURRENCE] = occurrence,
    [COLUMN_CLASS] = label->class_name,
    [COLUMN_SOURCE] = extract_annotator_get_nick (label->annotator),
    [COLUMN_WHO] = label->who,
    [COLUMN_WHEN] = label->when,
    [COLUMN_SCORE] = isnan (label->score) ? "-" : g_ascii_formatd (score, sizeof score, "%.4f", label->score),
    [COLUMN_TEXT] = block_text ? block_text : label->excerpt,
    [COLUMN_HOW] = extract_how_get_nick (label->how),
  };
  append_row[format](text, row);
}

static gboolean
export_page (GString *text, const TrainEntry *entry, ExtractParser *parser, ExchangeFormat format,
             GError **error)
{
  g_autoptr (ExtractAnnotation) annotation = NULL;
  if (!train_entry_load_labels (entry, &annotation, error))
    return FALSE;
  if (!annotation)
    return TRUE;
  g_autoptr (ExtractDocument) document = train_entry_load_page (entry, parser, error);
  if (!document)
    return FALSE;
  g_autoptr (GHashTable) texts = collect_texts (document);
  gsize n;
  g_autofree const ExtractBlockLabel **labels = extract_annotation_dup_labels (annotation, &n);
  for (gsize i = 0; i < n; i++)
    append_label (text, format, entry, labels[i], texts);
  return TRUE;
}

char *
exchange_export (const TrainDataset *set, ExtractParser *parser, ExchangeFormat format, gboolean *incomplete)
{
  GString *text = g_string_new (NULL);
  *incomplete = FALSE;
  if (format != EXCHANGE_JSONL) {
    const char *names[N_COLUMNS];
    for (guint c = 0; c < N_COLUMNS; c++)
      names[c] = columns[c].name;
    append_row[format](text, names);
  }
  for (guint e = 0; e < set->entries->len; e++) {
    const TrainEntry *entry = set->entries->pdata[e];
    g_autoptr (GError) error = NULL;
    if (!export_page (text, entry, parser, format, &error)) {
      cli_error (set->path, "%s: %s", entry->id, error->message);
      *incomplete = TRUE;
    }
  }
  return g_string_free (text, FALSE);
}

/* ---- Files of rows ------------------------------------------------------------------------------- */

/* A row as it was read. */
typedef struct {
  guint line;
  char *fields[N_COLUMNS]; /* (nullable) */
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;
  for (guint c = 0; c < N_COLUMNS; c++)
    g_free (row->fields[c]);
  g_free (row);
}

/* Which field of a line is which column; -1 for those that are not there. */
static gboolean
read_head (const GPtrArray *fields, int *numbers, GError **error)
{
  for (guint c = 0; c < N_COLUMNS; c++) {
    numbers[c] = -1;
    for (guint f = 0; f < fields->len; f++) {
      g_autofree char *name = g_ascii_strdown (fields->pdata[f], -1);
      if (numbers[c] < 0 && strcmp (g_strstrip (name), columns[c].name) == 0)
        numbers[c] = (int) f;
    }
  }
  if (numbers[COLUMN_PAGE] >= 0 && numbers[COLUMN_CLASS] >= 0 &&
      (numbers[COLUMN_FINGERPRINT] >= 0 || numbers[COLUMN_TEXT] >= 0 || numbers[COLUMN_PLACE] >= 0))
    return TRUE;
  g_set_error_literal (
      error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
      "the first line has to name the columns, among them page, class, and one of fingerprint, "
      "text and place");
  return FALSE;
}

static Row *
row_new (guint line, const GPtrArray *fields, const int *numbers)
{
  Row *row = g_new0 (Row, 1);
  row->line = line;
  for (guint c = 0; c < N_COLUMNS; c++) {
    const char *field = numbers[c] >= 0 && (guint) numbers[c] < fields->len ? fields->pdata[numbers[c]] : "";
    row->fields[c] = *field ? g_strdup (field) : NULL;
  }
  return row;
}

static gboolean
read_csv (const ExchangeImport *import, const char *text, gsize length, GPtrArray *rows, GError **error)
{
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_free);
  TrainTable table = { .p = text, .end = text + length, .line = 1, .fields = fields };
  int numbers[N_COLUMNS];
  for (gboolean head = TRUE; train_table_read_row (&table); head = FALSE) {
    if (head && !read_head (fields, numbers, error))
      return FALSE;
    if (table.damage)
      exchange_complain (import, "skipped the row of line %u: %s", table.row_line, table.damage);
    else if (!head && (fields->len > 1 || *(char *) fields->pdata[0]))
      g_ptr_array_add (rows, row_new (table.row_line, fields, numbers));
  }
  return TRUE;
}

static gboolean
read_tsv (const ExchangeImport *import, const char *text, gsize length, GPtrArray *rows, GError **error)
{
  g_auto (GStrv) lines = cli_split_lines (text);
  int numbers[N_COLUMNS];
  for (guint l = 0; lines[l]; l++) {
    g_auto (GStrv) parts = g_strsplit (lines[l], "\t", -1);
    g_autoptr (GPtrArray) fields = g_ptr_array_new ();
    for (char **part = parts; *part; part++)
      g_ptr_array_add (fields, *part);
    if (l == 0 && !read_head (fields, numbers, error))
      return FALSE;
    if (l > 0 && *lines[l])
      g_ptr_array_add (rows, row_new (l + 1, fields, numbers));
  }
  return TRUE;
}

/* The value of a member as a row has it. @value: (out) (nullable) */
static gboolean
get_member (JsonObject *object, guint column, char **value, GError **error)
{
  JsonNode *node = json_object_get_member (object, columns[column].name);
  if (!columns[column].is_number || !node || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) == G_TYPE_STRING)
    return cli_json_get_string (object, columns[column].name, value, error);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  if (column == COLUMN_SCORE)
    *value = g_strdup (g_ascii_formatd (number, sizeof number, "%.4f", json_node_get_double (node)));
  else
    *value = g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
  return TRUE;
}

static gboolean
read_jsonl (const ExchangeImport *import, const char *text, gsize length, GPtrArray *rows, GError **error)
{
  g_auto (GStrv) lines = cli_split_lines (text);
  for (guint l = 0; lines[l]; l++) {
    if (*lines[l] == '\0')
      continue;
    g_autoptr (GError) local_error = NULL;
    g_autoptr (JsonObject) object = cli_json_parse (lines[l], strlen (lines[l]), &local_error);
    Row *row = g_new0 (Row, 1);
    row->line = l + 1;
    for (guint c = 0; object && c < N_COLUMNS; c++)
      if (!get_member (object, c, &row->fields[c], &local_error))
        g_clear_pointer (&object, json_object_unref);
    if (object) {
      g_ptr_array_add (rows, row);
    } else {
      exchange_complain (import, "skipped line %u: %s", l + 1, local_error->message);
      row_free (row);
    }
  }
  return TRUE;
}

/* ---- Rows and blocks ------------------------------------------------------------------------------- */

/* Rows of one page. */
typedef struct {
  const TrainEntry *entry;
  GPtrArray *rows;           /* of Row, lent */
  ExtractDocument *document; /* (nullable): read when it is needed */
  GHashTable *blocks;        /* (nullable): normalised text -> GArray of guint */
  GHashTable *counts;        /* who TAB normalised text -> how often it was there */
} PageRows;

static void
page_rows_free (gpointer data)
{
  PageRows *page = data;
  g_ptr_array_unref (page->rows);
  g_clear_pointer (&page->document, extract_document_unref);
  g_clear_pointer (&page->blocks, g_hash_table_unref);
  g_hash_table_unref (page->counts);
  g_free (page);
}

static void
free_numbers (gpointer numbers)
{
  g_array_unref (numbers);
}

/* Returns: (transfer full): case and white space do not matter. */
static char *
dup_normalised (const char *text)
{
  g_autofree char *line = extract_label_dup_line (text, G_MAXUINT);
  return g_utf8_casefold (line, -1);
}

static gboolean
load_blocks (const ExchangeImport *import, PageRows *page, GError **error)
{
  if (page->document)
    return TRUE;
  if (!(page->document = train_entry_load_page (page->entry, import->parser, error)))
    return FALSE;
  page->blocks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_numbers);
  for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++) {
    char *text = dup_normalised (extract_block_get_text (extract_document_get_block (page->document, i)));
    GArray *numbers = g_hash_table_lookup (page->blocks, text);
    if (!numbers) {
      numbers = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (page->blocks, text, numbers);
    } else {
      g_free (text);
    }
    g_array_append_val (numbers, i);
  }
  return TRUE;
}

/* The block that a row without a fingerprint means. */
static gboolean
find_block (PageRows *page, const Row *row, guint *block, GError **error)
{
  const char *text = row->fields[COLUMN_TEXT];
  if (!text) {
    guint64 place;
    if (row->fields[COLUMN_PLACE] &&
        g_ascii_string_to_unsigned (row->fields[COLUMN_PLACE], 10, 1,
                                    extract_document_get_n_blocks (page->document), &place, NULL)) {
      *block = (guint) place - 1;
      return TRUE;
    }
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the page has no block of this number");
    return FALSE;
  }

  g_autofree char *normalised = dup_normalised (text);
  const GArray *numbers = g_hash_table_lookup (page->blocks, normalised);
  char *key = g_strjoin ("\t", row->fields[COLUMN_WHO] ? row->fields[COLUMN_WHO] : "", normalised, NULL);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (page->counts, key));
  g_hash_table_insert (page->counts, key, GUINT_TO_POINTER (n + 1));
  if (numbers && n < numbers->len) {
    *block = g_array_index (numbers, guint, n);
    return TRUE;
  }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                       numbers ? "the page has this text fewer times" : "the page has no such text");
  return FALSE;
}

static gboolean
add_row (const ExchangeImport *import, PageRows *page, const Row *row, ExchangeSheet *sheet, GError **error)
{
  const ExchangeLabel label = {
    .place = row->fields[COLUMN_PLACE],
    .fingerprint = row->fields[COLUMN_FINGERPRINT],
    .occurrence = row->fields[COLUMN_OCCURRENCE],
    .class_name = row->fields[COLUMN_CLASS],
    .source = row->fields[COLUMN_SOURCE],
    .who = row->fields[COLUMN_WHO],
    .when = row->fields[COLUMN_WHEN],
    .score = row->fields[COLUMN_SCORE],
    .text = row->fields[COLUMN_TEXT],
    .how = row->fields[COLUMN_HOW],
  };
  guint block;
  if (!label.class_name) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "it has no class");
    return FALSE;
  }
  if (label.fingerprint)
    return exchange_sheet_add (import, sheet, &label, error);
  return load_blocks (import, page, error) && find_block (page, row, &block, error) &&
         exchange_sheet_add_block (import, sheet, page->document, block, &label, error);
}

static gboolean
import_page (const ExchangeImport *import, PageRows *page, GError **error)
{
  g_autoptr (ExchangeSheet) sheet = exchange_sheet_new (page->entry);
  for (guint r = 0; r < page->rows->len; r++) {
    g_autoptr (GError) local_error = NULL;
    if (!add_row (import, page, page->rows->pdata[r], sheet, &local_error))
      exchange_complain (import, "skipped line %u: %s: %s", ((const Row *) page->rows->pdata[r])->line,
                         page->entry->id, local_error->message);
  }
  return exchange_sheet_store (import, sheet, error);
}

/* The page of a row, which names it by id or URL. Returns: (nullable)
 * @names: name -> TrainEntry, what was found before */
static const TrainEntry *
find_page_of_row (const ExchangeImport *import, const Row *row, GHashTable *names)
{
  const char *name = row->fields[COLUMN_PAGE] ? row->fields[COLUMN_PAGE] : "";
  const TrainEntry *entry = g_hash_table_lookup (names, name);
  if (entry)
    return entry;
  if ((entry = exchange_find_page (import->set, name)))
    g_hash_table_insert (names, (gpointer) name, (gpointer) entry);
  else
    exchange_complain (import, "skipped line %u: the set has no page \"%s\"", row->line, name);
  return entry;
}

/* Returns: (transfer full): of PageRows, in the order in which the pages are there first */
static GPtrArray *
group_rows (const ExchangeImport *import, const GPtrArray *rows)
{
  GPtrArray *pages = g_ptr_array_new_with_free_func (page_rows_free);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) by_entry = g_hash_table_new (NULL, NULL); /* -> PageRows, lent */
  for (guint r = 0; r < rows->len; r++) {
    const TrainEntry *entry = find_page_of_row (import, rows->pdata[r], names);
    if (!entry)
      continue;
    PageRows *page = g_hash_table_lookup (by_entry, entry);
    if (!page) {
      page = g_new0 (PageRows, 1);
      page->entry = entry;
      page->rows = g_ptr_array_new ();
      page->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_ptr_array_add (pages, page);
      g_hash_table_insert (by_entry, (gpointer) entry, page);
    }
    g_ptr_array_add (page->rows, rows->pdata[r]);
  }
  return pages;
}

/* ---- Import ---------------------------------------------------------------------------------------- */

/* What is in a file is told by its ending. */
static const struct {
  const char *suffix;
  gboolean (*read) (const ExchangeImport *import, const char *text, gsize length, GPtrArray *rows,
                    GError **error);
} readers[] = {
  { ".tsv", read_tsv },
  { ".jsonl", read_jsonl },
  { ".csv", read_csv },
};

static gboolean
import_file (const ExchangeImport *import, GError **error)
{
  guint reader = 0;
  while (reader < G_N_ELEMENTS (readers) && !g_str_has_suffix (import->place, readers[reader].suffix))
    reader++;
  if (reader == G_N_ELEMENTS (readers)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 "%s: is neither .tsv, .jsonl or .csv nor a folder", import->place);
    return FALSE;
  }
  g_autofree char *text = NULL;
  gsize length;
  if (!cli_read_file (import->place, MAX_FILE, &text, &length, error)) {
    g_prefix_error (error, "%s: ", import->place);
    return FALSE;
  }
  if (!g_utf8_validate_len (text, length, NULL)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: is not UTF-8", import->place);
    return FALSE;
  }
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (row_free);
  if (!readers[reader].read (import, text, length, rows, error)) {
    g_prefix_error (error, "%s: ", import->place);
    return FALSE;
  }
  g_autoptr (GPtrArray) pages = group_rows (import, rows);
  for (guint p = 0; p < pages->len; p++) {
    if (!import_page (import, pages->pdata[p], error))
      return FALSE;
  }
  return TRUE;
}

/* Another copy of the set: what was said there is said here, too. */
static gboolean
import_set (const ExchangeImport *import, GError **error)
{
  g_autoptr (TrainDataset) other = train_dataset_open (import->place, error);
  if (!other)
    return FALSE;
  for (guint e = 0; e < other->entries->len; e++) {
    const TrainEntry *theirs = other->entries->pdata[e];
    g_autoptr (ExtractAnnotation) annotation = NULL;
    g_autoptr (GError) local_error = NULL;
    if (!train_entry_load_labels (theirs, &annotation, &local_error)) {
      exchange_complain (import, "%s", local_error->message);
      continue;
    }
    if (!annotation)
      continue;
    const TrainEntry *ours = exchange_find_page (import->set, theirs->id);
    if (!ours)
      exchange_complain (import, "skipped labels/%s.labels: the set has no page \"%s\"", theirs->id,
                         theirs->id);
    else if (!exchange_store (import, ours, annotation, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
exchange_import (const TrainDataset *set, ExtractParser *parser, const char *place, const char *who,
                 ExchangeCounts *counts, GError **error)
{
  g_autoptr (GDateTime) time = g_date_time_new_now_utc ();
  g_autofree char *now = g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ");
  const ExchangeImport import = { set, parser, place, who, now, counts };
  *counts = (ExchangeCounts){ 0 };
  if (!g_file_test (place, G_FILE_TEST_IS_DIR))
    return import_file (&import, error);
  g_autofree char *index = g_build_filename (place, "index.jsonl", NULL);
  return g_file_test (index, G_FILE_TEST_EXISTS) ? import_set (&import, error)
                                                 : exchange_import_krdwrd (&import, error);
}
