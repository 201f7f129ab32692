/* SPDX-License-Identifier: MIT */
/*
 * Log-odds of tokens, as a model has them. They never change: threads may share them.
 *
 *   hash -> its first bits: which bucket -> binary search among the hashes of the bucket
 *
 * There are as many buckets as tokens, so most have one or none; and tokens that were made to fall into one
 * bucket take no more than a binary search.
 */
#include "token-table.h"

#include <math.h>
#include <string.h>

#include "token.h"

typedef struct {
  guint n;
  ExtractTokenEntry *entries; /* [n] sorted by token */
  guint32 *hashes;            /* [n] sorted */
  float *values;              /* [n] those of `hashes` */
  guint bits;                 /* of a hash, that say which bucket; 1..31 */
  guint32 *buckets;           /* [2^bits + 1]: where each begins in `hashes` */
} Table;

struct _ExtractTokenTables {
  gatomicrefcount ref_count;
  GStringChunk *tokens;
  Table tables[EXTRACT_N_TOKEN_TABLES];
};

static const char *const names[EXTRACT_N_TOKEN_TABLES] = { "subtree", "element", "text" };

const char *
extract_token_table_get_name (ExtractTokenTable table)
{
  return names[table];
}

ExtractTokenTables *
extract_token_tables_ref (ExtractTokenTables *tables)
{
  g_atomic_ref_count_inc (&tables->ref_count);
  return tables;
}

void
extract_token_tables_unref (ExtractTokenTables *tables)
{
  if (!g_atomic_ref_count_dec (&tables->ref_count))
    return;
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++) {
    g_free (tables->tables[t].entries);
    g_free (tables->tables[t].hashes);
    g_free (tables->tables[t].values);
    g_free (tables->tables[t].buckets);
  }
  g_string_chunk_free (tables->tokens);
  g_free (tables);
}

guint
extract_token_tables_get_n (const ExtractTokenTables *tables)
{
  guint n = 0;

  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++)
    n += tables->tables[t].n;
  return n;
}

const ExtractTokenEntry *
extract_token_tables_get_entries (const ExtractTokenTables *tables, ExtractTokenTable table, guint *n)
{
  *n = tables->tables[table].n;
  return tables->tables[table].entries;
}

float
extract_token_tables_find (const ExtractTokenTables *tables, ExtractTokenTable table, guint32 hash)
{
  const Table *t = &tables->tables[table];
  const guint32 *bucket = t->buckets + (hash >> (32 - t->bits));
  guint32 first = bucket[0], end = bucket[1];

  while (first < end) {
    guint32 middle = first + (end - first) / 2;

    if (t->hashes[middle] == hash)
      return t->values[middle];
    if (t->hashes[middle] < hash)
      first = middle + 1;
    else
      end = middle;
  }
  return NAN;
}

/* ---- Making tables --------------------------------------------------------------------------- */

static gboolean
refuse (GError **error, ExtractTokenTable table, guint i, const char *sentence)
{
  g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT, "token %u of %s: %s", i + 1, names[table],
               sentence);
  return FALSE;
}

gboolean
extract_token_is_valid (const char *token)
{
  gsize length = strnlen (token, EXTRACT_MAX_TOKEN + 1);
  gunichar last = ' ';

  if (length == 0 || length > EXTRACT_MAX_TOKEN || !g_utf8_validate_len (token, length, NULL))
    return FALSE;
  for (const char *p = token; *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);

    if (g_unichar_iscntrl (c) || (g_unichar_isspace (c) && (c != ' ' || last == ' ')))
      return FALSE;
    last = c;
  }
  return last != ' ';
}

static gboolean
is_valid_value (float value)
{
  return fabs (value) <= EXTRACT_MAX_TOKEN_VALUE + 1e-6 && value == (float) (rint (value * 100.0) / 100) &&
         !(value == 0 && signbit (value));
}

static gboolean
table_check (ExtractTokenTable table, const ExtractTokenEntry *entries, guint n, GError **error)
{
  if (n > EXTRACT_MAX_TOKENS) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT, "table %s: more than %u tokens",
                 names[table], EXTRACT_MAX_TOKENS);
    return FALSE;
  }
  for (guint i = 0; i < n; i++) {
    if (!extract_token_is_valid (entries[i].token))
      return refuse (error, table, i, "not a token");
    if (!is_valid_value (entries[i].value))
      return refuse (error, table, i, "not a value in hundredths");
    if (i > 0 && strcmp (entries[i - 1].token, entries[i].token) >= 0)
      return refuse (error, table, i, "out of order");
  }
  return TRUE;
}

/* An entry to be sorted by its hash. */
typedef struct {
  guint32 hash;
  guint32 entry;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  guint32 x = ((const Place *) a)->hash, y = ((const Place *) b)->hash;

  return (x > y) - (x < y);
}

static void
table_fill_buckets (Table *t)
{
  guint32 i = 0, n_buckets;

  t->bits = 1;
  while ((1u << t->bits) < t->n)
    t->bits++;
  n_buckets = 1u << t->bits;
  t->buckets = g_new (guint32, n_buckets + 1);
  for (guint32 b = 0; b < n_buckets; b++) {
    t->buckets[b] = i;
    while (i < t->n && t->hashes[i] >> (32 - t->bits) == b)
      i++;
  }
  t->buckets[n_buckets] = i;
}

/* Fills in @t, whose entries are there. */
static gboolean
table_index (Table *t, ExtractTokenTable table, GError **error)
{
  g_autofree Place *places = g_new (Place, (gsize) t->n + 1);

  for (guint i = 0; i < t->n; i++)
    places[i] = (Place){ extract_token_hash (t->entries[i].token, strlen (t->entries[i].token)), i };
  qsort (places, t->n, sizeof (Place), compare_places);
  t->hashes = g_new (guint32, t->n);
  t->values = g_new (float, t->n);
  for (guint i = 0; i < t->n; i++) {
    if (i > 0 && places[i].hash == places[i - 1].hash)
      return refuse (error, table, MAX (places[i].entry, places[i - 1].entry), "has the hash of another");
    t->hashes[i] = places[i].hash;
    t->values[i] = t->entries[places[i].entry].value;
  }
  table_fill_buckets (t);
  return TRUE;
}

ExtractTokenTables *
extract_token_tables_new_from_entries (const ExtractTokenEntry *const entries[EXTRACT_N_TOKEN_TABLES],
                                       const guint n[EXTRACT_N_TOKEN_TABLES], GError **error)
{
  ExtractTokenTables *tables;

  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++)
    if (!table_check (t, entries[t], n[t], error))
      return NULL;

  tables = g_new0 (ExtractTokenTables, 1);
  g_atomic_ref_count_init (&tables->ref_count);
  tables->tokens = g_string_chunk_new (4096);
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++) {
    Table *table = &tables->tables[t];

    table->n = n[t];
    table->entries = g_new (ExtractTokenEntry, n[t]);
    for (guint i = 0; i < n[t]; i++)
      table->entries[i] = (ExtractTokenEntry){ g_string_chunk_insert (tables->tokens, entries[t][i].token),
                                               entries[t][i].value };
    if (!table_index (table, t, error)) {
      extract_token_tables_unref (tables);
      return NULL;
    }
  }
  return tables;
}
