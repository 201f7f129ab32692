/* SPDX-License-Identifier: MIT */
/*
 * The log-odds of tokens in a model. They never change, so threads may share them.
 *
 *   hash -> its first bits: where to look -> its slot, or a few slots behind
 *
 * At least half of the slots are free, so the first look mostly succeeds. Tokens that find no slot nearby
 * (hashes made to collide) are kept sorted, and found by binary search.
 */
#include "libextract/feature/token-table.h"

#include <math.h>
#include <string.h>

#include "libextract/text/token.h"

/* How many slots are looked at. */
#define PROBES 16

typedef struct {
  guint32 hash;
  float value; /* NAN: the slot is free */
} Slot;

typedef struct {
  guint n;
  ExtractTokenEntry *entries; /* [n] sorted by token */
  guint bits;                 /* of a hash, that say which slot; 1..31 */
  Slot *slots;                /* [2^bits + PROBES] */
  Slot *others;               /* [n_others]: tokens that found no slot, sorted by hash */
  guint32 n_others;
} Table;

struct _ExtractTokenTables {
  gatomicrefcount ref_count;
  char *text; /* holds the tokens */
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
  g_return_val_if_fail (tables != NULL, NULL);
  g_atomic_ref_count_inc (&tables->ref_count);
  return tables;
}

void
extract_token_tables_unref (ExtractTokenTables *tables)
{
  g_return_if_fail (tables != NULL);
  if (!g_atomic_ref_count_dec (&tables->ref_count))
    return;
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++) {
    g_free (tables->tables[t].entries);
    g_free (tables->tables[t].slots);
    g_free (tables->tables[t].others);
  }
  g_free (tables->text);
  g_free (tables);
}

guint
extract_token_tables_get_n (const ExtractTokenTables *tables)
{
  g_return_val_if_fail (tables != NULL, 0);

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

static float
find_other (const Table *t, guint32 hash)
{
  guint32 first = 0, end = t->n_others;

  while (first < end) {
    guint32 middle = first + (end - first) / 2;

    if (t->others[middle].hash == hash)
      return t->others[middle].value;
    if (t->others[middle].hash < hash)
      first = middle + 1;
    else
      end = middle;
  }
  return NAN;
}

static inline const Slot *
get_slot (const Table *t, guint32 hash)
{
  return t->slots + (hash >> (32 - t->bits));
}

/* Whether the search ends there. */
static inline gboolean
slot_ends (const Slot *slot, guint32 hash)
{
  return (slot->hash == hash) | isnan (slot->value);
}

static inline float
table_find (const Table *t, guint32 hash)
{
  const Slot *slot = get_slot (t, hash), *end = slot + PROBES;

  /* Most searches end at the first or the second slot. No branch depends on which, as the processor could not
   * predict it. */
  slot += !slot_ends (slot, hash);
  for (; slot < end; slot++)
    if (slot_ends (slot, hash))
      return slot->value;
  return find_other (t, hash);
}

#define AHEAD 32

void
extract_token_tables_find_all (const ExtractTokenTables *tables, ExtractTokenTable table,
                               const guint32 *hashes, guint n, float *values)
{
  const Table *t = &tables->tables[table];

  /* Some slots are always being fetched from memory. */
  for (guint i = 0; i < MIN (n, AHEAD); i++)
    __builtin_prefetch (get_slot (t, hashes[i]));
  for (guint i = 0; i < n; i++) {
    if (i + AHEAD < n)
      __builtin_prefetch (get_slot (t, hashes[i + AHEAD]));
    values[i] = table_find (t, hashes[i]);
  }
}

/* ---- Making tables --------------------------------------------------------------------------- */

static gboolean
refuse (GError **error, ExtractTokenTable table, guint i, const char *sentence)
{
  g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT, "token %u of %s: %s", i + 1, names[table],
               sentence);
  return FALSE;
}

/* Where all is ASCII, as in most tokens; the same as below, in a tenth of the time. */
static gboolean
is_plain_token (const char *token, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (token[i] < ' ' || token[i] >= 0x7f || (token[i] == ' ' && (i == 0 || token[i - 1] == ' ')))
      return FALSE;
  return token[length - 1] != ' ';
}

gboolean
extract_token_is_valid (const char *token)
{
  gsize length = strnlen (token, EXTRACT_MAX_TOKEN + 1);
  gunichar last = ' ';

  if (length == 0 || length > EXTRACT_MAX_TOKEN)
    return FALSE;
  if (is_plain_token (token, length))
    return TRUE;
  if (!g_utf8_validate_len (token, length, NULL))
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

static int
compare_slots (gconstpointer a, gconstpointer b)
{
  guint32 x = ((const Slot *) a)->hash, y = ((const Slot *) b)->hash;

  return (x > y) - (x < y);
}

static guint32
hash_of (const Table *t, guint i)
{
  return extract_token_hash (t->entries[i].token, strlen (t->entries[i].token));
}

/* Puts a token where it is found. Returns: FALSE if one of the same hash is there */
static gboolean
table_put (Table *t, guint32 hash, float value)
{
  Slot *slot = t->slots + (hash >> (32 - t->bits)), *end = slot + PROBES;

  for (; slot < end && !isnan (slot->value); slot++)
    if (slot->hash == hash)
      return FALSE;
  *(slot < end ? slot : &t->others[t->n_others++]) = (Slot){ hash, value };
  return TRUE;
}

/* Fills in @t, whose entries are there. */
static gboolean
table_index (Table *t, ExtractTokenTable table, GError **error)
{
  gsize n_slots;

  t->bits = 1;
  while ((1u << t->bits) < 2 * t->n)
    t->bits++;
  n_slots = (1u << t->bits) + PROBES;
  t->slots = g_new (Slot, n_slots);
  t->others = g_new (Slot, t->n);
  for (gsize s = 0; s < n_slots; s++)
    t->slots[s] = (Slot){ 0, NAN };
  for (guint i = 0; i < t->n; i++)
    if (!table_put (t, hash_of (t, i), t->entries[i].value))
      return refuse (error, table, i, "has the hash of another");
  t->others = g_renew (Slot, t->others, t->n_others);
  if (t->n_others > 0)
    qsort (t->others, t->n_others, sizeof (Slot), compare_slots);
  /* Two tokens of the same hash are both here or both not: they try the same slots. */
  for (guint32 k = 1; k < t->n_others; k++)
    if (t->others[k].hash == t->others[k - 1].hash) {
      guint i = t->n - 1;

      while (hash_of (t, i) != t->others[k].hash)
        i--;
      return refuse (error, table, i, "has the hash of another");
    }
  return TRUE;
}

ExtractTokenTables *
extract_token_tables_new_take (ExtractTokenEntry *const entries[EXTRACT_N_TOKEN_TABLES],
                               const guint n[EXTRACT_N_TOKEN_TABLES], char *text, gboolean checked,
                               GError **error)
{
  ExtractTokenTables *tables = g_new0 (ExtractTokenTables, 1);

  g_atomic_ref_count_init (&tables->ref_count);
  tables->text = text;
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++) {
    tables->tables[t].n = n[t];
    tables->tables[t].entries = entries[t];
  }
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++)
    if (!(checked || table_check (t, entries[t], n[t], error)) ||
        !table_index (&tables->tables[t], t, error)) {
      extract_token_tables_unref (tables);
      return NULL;
    }
  return tables;
}

ExtractTokenTables *
extract_token_tables_new_from_entries (const ExtractTokenEntry *const entries[EXTRACT_N_TOKEN_TABLES],
                                       const guint n[EXTRACT_N_TOKEN_TABLES], GError **error)
{
  ExtractTokenEntry *copies[EXTRACT_N_TOKEN_TABLES];
  gsize size = 0;
  char *text, *end;

  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++) {
    if (!table_check (t, entries[t], n[t], error))
      return NULL;
    for (guint i = 0; i < n[t]; i++)
      size += strlen (entries[t][i].token) + 1;
  }
  text = end = g_malloc (size);
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++) {
    copies[t] = g_new (ExtractTokenEntry, n[t]);
    for (guint i = 0; i < n[t]; i++) {
      copies[t][i] = (ExtractTokenEntry){ end, entries[t][i].value };
      end = g_stpcpy (end, entries[t][i].token) + 1;
    }
  }
  return extract_token_tables_new_take (copies, n, text, TRUE, error);
}
