/* SPDX-License-Identifier: MIT */
#include "train/learn/sweep.h"

#include "cli/cli.h"

#include <string.h>

/* More than anybody waits for. */
#define MAX_VARIANTS 10000
#define MAX_BYTES (64 << 20)
#define HEAD "variant\tf1\tf1_low\tf1_high\tprecision\trecall\tthreshold\tepochs\terror\n"

/* ---- The file of plans ---------------------------------------------------------------------- */

static void
variant_free (gpointer data)
{
  TrainVariant *variant = data;

  g_free (variant->name);
  g_free (variant);
}

static TrainVariant *
variant_new (const TrainPlan *plan, const char *name)
{
  TrainVariant *variant = g_new0 (TrainVariant, 1);

  variant->plan = *plan;
  variant->name = g_strdup (name);
  return variant;
}

static gboolean
fail_many (GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "more than %d variants", MAX_VARIANTS);
  return FALSE;
}

/* Each variant of @grid with each of @values. Returns: (transfer full) (nullable) */
static GPtrArray *
multiply (GPtrArray *grid, const char *key, char **values, GError **error)
{
  g_autoptr (GPtrArray) product = g_ptr_array_new_with_free_func (variant_free);

  for (guint g = 0; g < grid->len; g++)
    for (char **value = values; *value; value++) {
      const TrainVariant *before = grid->pdata[g];
      g_autofree char *name =
          g_strdup_printf ("%s%s%s=%s", before->name, *before->name ? " " : "", key, *value);
      TrainVariant *variant = variant_new (&before->plan, name);

      g_ptr_array_add (product, variant);
      if (!train_plan_set (&variant->plan, key, key, *value, error))
        return NULL;
      if (product->len > MAX_VARIANTS) {
        fail_many (error);
        return NULL;
      }
    }
  return g_steal_pointer (&product);
}

/* Whether the variants of @grid say something of @key: "network=26,1 seed=1" of network and seed. */
static gboolean
grid_has (GPtrArray *grid, const char *key)
{
  g_auto (GStrv) said = g_strsplit (((TrainVariant *) grid->pdata[0])->name, " ", -1);
  gsize n = strlen (key);

  for (char **word = said; *word; word++)
    if (strncmp (*word, key, n) == 0 && (*word)[n] == '=')
      return TRUE;
  return FALSE;
}

/* Reads "key: value value" and multiplies @grid by it. */
static gboolean
add_line (GPtrArray **grid, const char *line, GError **error)
{
  const char *colon = strchr (line, ':');
  g_autofree char *key = colon ? g_strndup (line, colon - line) : NULL;
  g_auto (GStrv) words = g_strsplit_set (colon ? colon + 1 : "", " \t", -1);
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  GPtrArray *product;

  for (char **word = words; *word; word++)
    if (**word)
      g_ptr_array_add (values, *word);
  if (!colon || values->len == 0) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "is not \"key: value value …\"");
    return FALSE;
  }
  g_strstrip (key);
  if (grid_has (*grid, key)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "has \"%s\" twice: write all values in one line, or a blank line between two plans", key);
    return FALSE;
  }
  g_ptr_array_add (values, NULL);
  product = multiply (*grid, key, (char **) values->pdata, error);
  if (!product)
    return FALSE;
  g_ptr_array_unref (*grid);
  *grid = product;
  return TRUE;
}

static GPtrArray *
grid_new (const TrainPlan *base)
{
  GPtrArray *grid = g_ptr_array_new_with_free_func (variant_free);

  g_ptr_array_add (grid, variant_new (base, ""));
  return grid;
}

/* Moves the variants of @grid to @variants, those whose name is new. The empty grid has none. */
static gboolean
close_grid (GPtrArray *grid, GPtrArray *variants, GHashTable *names, GError **error)
{
  for (guint g = 0; g < grid->len; g++) {
    TrainVariant *variant = grid->pdata[g];

    if (!*variant->name || g_hash_table_contains (names, variant->name))
      continue;
    if (variants->len == MAX_VARIANTS)
      return fail_many (error);
    if (!train_plan_check (&variant->plan, error)) {
      g_prefix_error (error, "%s: ", variant->name);
      return FALSE;
    }
    variant = variant_new (&variant->plan, variant->name);
    g_hash_table_add (names, variant->name);
    g_ptr_array_add (variants, variant);
  }
  return TRUE;
}

GPtrArray *
train_sweep_load (const char *path, const TrainPlan *base, GError **error)
{
  g_autoptr (GPtrArray) variants = g_ptr_array_new_with_free_func (variant_free);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) grid = grid_new (base);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gsize length;

  if (!cli_read_file (path, MAX_BYTES, &text, &length, error)) {
    g_prefix_error (error, "%s: ", path);
    return NULL;
  }
  if (strlen (text) < length) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: has a zero byte, so it is not text", path);
    return NULL;
  }
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    gboolean good = TRUE;

    g_strstrip (lines[i]);
    if (*lines[i] && *lines[i] != '#') {
      good = add_line (&grid, lines[i], error);
    } else if (!*lines[i]) {
      good = close_grid (grid, variants, names, error);
      g_ptr_array_unref (grid);
      grid = grid_new (base);
    }
    if (!good) {
      g_prefix_error (error, "%s: line %u: ", path, i + 1);
      return NULL;
    }
  }
  if (!close_grid (grid, variants, names, error)) {
    g_prefix_error (error, "%s: ", path);
    return NULL;
  }
  if (variants->len == 0) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: has no line \"key: value value …\"", path);
    return NULL;
  }
  return g_steal_pointer (&variants);
}

/* ---- The table of results ------------------------------------------------------------------- */

/* A line, as text: numbers are only compared. */
typedef struct {
  char *name;
  char *line;
  double f1;
} Row;

struct _TrainSweepTable {
  char *path;
  GString *text;   /* the whole file */
  GPtrArray *rows; /* of Row, in the order of the file */
};

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->name);
  g_free (row->line);
  g_free (row);
}

/* Name, six shares, epochs. */
static gboolean
take_line (TrainSweepTable *table, const char *line)
{
  g_auto (GStrv) columns = g_strsplit (line, "\t", -1);
  double share, error;
  guint64 epochs;
  Row *row;

  if (g_strv_length (columns) != 9 || !*columns[0] ||
      !cli_parse_count ("", columns[7], 1, G_MAXUINT, &epochs, NULL) ||
      !cli_parse_number ("", columns[8], 0, G_MAXDOUBLE, &error, NULL))
    return FALSE;
  for (guint c = 1; c < 7; c++)
    if (!cli_parse_number ("", columns[c], 0, 1, &share, NULL))
      return FALSE;
  row = g_new0 (Row, 1);
  row->name = g_strdup (columns[0]);
  row->line = g_strdup (line);
  row->f1 = g_ascii_strtod (columns[1], NULL);
  g_ptr_array_add (table->rows, row);
  return TRUE;
}

static gboolean
read_table (TrainSweepTable *table, const char *text, const char *head, GError **error)
{
  g_auto (GStrv) lines = NULL;
  gsize n = strlen (head);

  if (strncmp (text, head, n) != 0) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         "belongs to another sweep: other pages, labels or parameters");
    return FALSE;
  }
  lines = g_strsplit (text + n, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (*lines[i] && !take_line (table, lines[i])) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "line %u is not a result of a sweep", i + 3);
      return FALSE;
    }
  return TRUE;
}

TrainSweepTable *
train_sweep_table_open (const char *path, const char *run, GError **error)
{
  g_autoptr (TrainSweepTable) table = g_new0 (TrainSweepTable, 1);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, run, -1);
  g_autofree char *head = g_strconcat ("# sweep ", digest, "\n", HEAD, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) failure = NULL;
  gsize length;

  table->path = g_strdup (path);
  table->rows = g_ptr_array_new_with_free_func (row_free);
  if (!cli_read_file (path, MAX_BYTES, &text, &length, &failure)) {
    table->text = g_string_new (head);
    if (!g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND)) {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
    return cli_write_file (path, head, -1, error) ? g_steal_pointer (&table) : NULL;
  }
  table->text = g_string_new (text);
  if (!g_str_has_suffix (text, "\n")) /* an editor may have taken it away */
    g_string_append_c (table->text, '\n');
  return read_table (table, text, head, error) ? g_steal_pointer (&table) : NULL;
}

gboolean
train_sweep_table_has (const TrainSweepTable *table, const char *name)
{
  for (guint i = 0; i < table->rows->len; i++)
    if (strcmp (((Row *) table->rows->pdata[i])->name, name) == 0)
      return TRUE;
  return FALSE;
}

gboolean
train_sweep_table_add (TrainSweepTable *table, const char *name, const TrainSweepResult *result,
                       GError **error)
{
  const double numbers[] = { result->f1,        result->f1_low, result->f1_high,
                             result->precision, result->recall, result->good };
  g_autoptr (GString) line = g_string_new (name);
  char error_text[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append_printf (line, "\t%s", g_ascii_formatd (buffer, sizeof buffer, "%.4f", numbers[i]));
  }
  g_string_append_printf (line, "\t%u", result->epochs);
  g_string_append_printf (line, "\t%s",
                          g_ascii_formatd (error_text, sizeof error_text, "%.5f", result->error));
  take_line (table, line->str);
  g_string_append_printf (table->text, "%s\n", line->str);
  return cli_write_file (table->path, table->text->str, (gssize) table->text->len, error);
}

static int
by_f1 (gconstpointer a, gconstpointer b)
{
  const Row *x = *(Row *const *) a, *y = *(Row *const *) b;

  return (x->f1 < y->f1) - (x->f1 > y->f1);
}

char *
train_sweep_table_rank (const TrainSweepTable *table)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  GString *text = g_string_new ("     F1    from      to   error  epochs  variant\n");

  for (guint i = 0; i < table->rows->len; i++)
    g_ptr_array_add (rows, table->rows->pdata[i]);
  g_ptr_array_sort (rows, by_f1); /* the sort is stable: equal rows stay in the order of the file */
  for (guint i = 0; i < rows->len; i++) {
    const Row *row = rows->pdata[i];
    g_auto (GStrv) columns = g_strsplit (row->line, "\t", -1);

    g_string_append_printf (text, "%7s %7s %7s %7s %7s  %s\n", columns[1], columns[2], columns[3], columns[8],
                            columns[7], row->name);
  }
  return g_string_free (text, FALSE);
}

void
train_sweep_table_free (TrainSweepTable *table)
{
  g_free (table->path);
  g_string_free (table->text, TRUE);
  g_ptr_array_unref (table->rows);
  g_free (table);
}
