/* SPDX-License-Identifier: MIT */
/*
 * Counting tokens on pages whose main text is known, and tables from the counts.
 *
 *   share of each block that is main text -> words and main words of each token of the page -> counts
 *
 * For a token of a page, with the words that go with it and the share f of them that is main text:
 *
 *   q = min (1, words / 5) x weight of the page      main += q f      other += q (1 - f)
 *
 * The counts are whole numbers, in units of 2^-24: in whatever order pages are added, or counts merged, the
 * sums are the same. With P the share of the whole pages, counted like a token that all pages have:
 *
 *   value = ln ((main + 4 P) / (other + 4 (1 - P))) - ln (P / (1 - P))
 */
#include <math.h>
#include <string.h>

#include "libextract/feature/rich.h"
#include "libextract/feature/token-table.h"
#include "libextract/feature/tokens.h"

#define UNIT 16777216.0
#define WORDS_OF_FULL_WEIGHT 5
#define PRIOR 4
#define MAX_WEIGHT 1e6

/* What a token has to be on, to be in a table. */
static const guint minimum_pages[EXTRACT_N_TOKEN_TABLES] = { 5, 5, 7 };

/* Words, and how many of them are main text. */
typedef struct {
  double words;
  double main;
} Share;

typedef struct {
  char *token;
  guint32 length;
  guint32 hash;
  guint32 pages;
  guint32 stamp; /* of the shape or block that had it last */
  guint64 main;  /* in units */
  guint64 other;
  Share page; /* on the page that is being counted */
} Count;

typedef struct {
  GHashTable *counts; /* a set of Count: by its token */
  GPtrArray *touched; /* of Count, lent: the tokens of the page being counted */
} Map;

struct _ExtractTokenCounts {
  Map maps[EXTRACT_N_TOKEN_TABLES];
  Count whole; /* the pages themselves */
  guint32 stamp;
};

/* ---- Maps ------------------------------------------------------------------------------------ */

static guint
count_hash (gconstpointer count)
{
  return ((const Count *) count)->hash;
}

static gboolean
count_equal (gconstpointer a, gconstpointer b)
{
  const Count *x = a, *y = b;

  return x->hash == y->hash && x->length == y->length && memcmp (x->token, y->token, x->length) == 0;
}

static void
count_free (gpointer data)
{
  Count *count = data;

  g_free (count->token);
  g_free (count);
}

/* Returns: (transfer none): the count of a token, which is made if need be. */
static Count *
map_get (Map *map, const char *token, gsize length, guint32 hash)
{
  const Count key = { .token = (char *) token, .length = (guint32) length, .hash = hash };
  Count *count = g_hash_table_lookup (map->counts, &key);

  if (!count) {
    count = g_memdup2 (&key, sizeof key);
    count->token = g_strndup (token, length);
    g_hash_table_add (map->counts, count);
  }
  return count;
}

/* ---- A page ---------------------------------------------------------------------------------- */

/* The page ends: what it has of a token becomes part of the counts. */
static void
count_finish (Count *count, double weight)
{
  double f, q;

  if (count->page.words > 0) {
    f = CLAMP (count->page.main / count->page.words, 0, 1);
    q = MIN (1, count->page.words / WORDS_OF_FULL_WEIGHT) * weight;
    count->pages++;
    count->main += (guint64) rint (q * f * UNIT);
    count->other += (guint64) rint (q * (1 - f) * UNIT);
  }
  count->page = (Share){ 0, 0 };
}

static void
map_finish_page (Map *map, double weight)
{
  for (guint i = 0; i < map->touched->len; i++)
    count_finish (g_ptr_array_index (map->touched, i), weight);
  g_ptr_array_set_size (map->touched, 0);
}

/* What goes with each token of a shape or block. */
typedef struct {
  Map *map;
  guint32 stamp;
  Share share;
} Adding;

static void
add_token (const char *token, gsize length, gpointer data)
{
  Adding *adding = data;
  Count *count = map_get (adding->map, token, length, extract_token_hash (token, length));

  if (count->stamp == adding->stamp)
    return;
  if (count->page.words == 0)
    g_ptr_array_add (adding->map->touched, count);
  count->stamp = adding->stamp;
  count->page.words += adding->share.words;
  count->page.main += adding->share.main;
}

static void
share_add (Share *sum, Share share)
{
  sum->words += share.words;
  sum->main += share.main;
}

/* The words of all elements of each shape: in their subtrees, and close to them. */
static void
add_up_shapes (const ExtractRich *rich, const ExtractNames *names, const Share *before, Share *subtree,
               Share *close)
{
  for (guint32 e = 0; e < rich->n_elements; e++) {
    const Share *first = &before[rich->spans[e].first], *end = &before[rich->spans[e].end];

    share_add (&subtree[names->element_shapes[e]],
               (Share){ end->words - first->words, end->main - first->main });
  }
  for (guint i = 0; i < rich->n; i++) {
    Share share = { before[i + 1].words - before[i].words, before[i + 1].main - before[i].main };
    guint32 parent = extract_rich_owner (rich, i)->parent;

    share_add (&close[names->element_shapes[extract_document_piece (rich->document, i)->element]], share);
    if (parent != EXTRACT_NO_ELEMENT)
      share_add (&close[names->element_shapes[parent]], share);
  }
}

static void
add_shapes (ExtractTokenCounts *counts, const ExtractRich *rich, const Share *before)
{
  const ExtractNames *names = extract_page_get_names (rich->document->page);
  g_autofree Share *subtree = g_new0 (Share, names->n_shapes), *close = g_new0 (Share, names->n_shapes);

  add_up_shapes (rich, names, before, subtree, close);
  for (guint32 s = 0; s < names->n_shapes; s++) {
    const ExtractElement *element = extract_page_element (rich->page, names->shapes[s].element);
    Adding of_subtree = { &counts->maps[EXTRACT_TOKEN_SUBTREE], ++counts->stamp, subtree[s] };
    Adding of_element = { &counts->maps[EXTRACT_TOKEN_ELEMENT], counts->stamp, close[s] };

    if (subtree[s].words > 0)
      extract_token_foreach_of_element (rich->page, element, add_token, &of_subtree);
    if (close[s].words > 0)
      extract_token_foreach_of_element (rich->page, element, add_token, &of_element);
  }
}

static void
add_texts (ExtractTokenCounts *counts, ExtractDocument *document, const Share *before)
{
  for (guint i = 0; i < document->n_blocks; i++) {
    Share share = { before[i + 1].words - before[i].words, before[i + 1].main - before[i].main };
    Adding adding = { &counts->maps[EXTRACT_TOKEN_TEXT], ++counts->stamp, share };

    if (share.words > 0)
      extract_token_foreach_of_text (extract_document_text (document, i),
                                     extract_document_piece (document, i)->length, add_token, &adding);
  }
}

void
extract_token_counts_add (ExtractTokenCounts *counts, ExtractDocument *document, const float *shares,
                          double weight)
{
  g_return_if_fail (counts != NULL);
  g_return_if_fail (document != NULL);
  g_return_if_fail (shares != NULL || document->n_blocks == 0);
  g_return_if_fail (weight > 0 && weight <= MAX_WEIGHT);

  g_autoptr (ExtractRich) rich = extract_rich_new (document, NULL, NULL, 0);
  g_autofree Share *before = g_new0 (Share, rich->n + 1); /* of the blocks before each */

  for (guint i = 0; i < rich->n; i++) {
    double words = isnan (shares[i]) ? 0 : extract_document_piece (document, i)->stats.words;

    before[i + 1] = before[i];
    share_add (&before[i + 1], (Share){ words, words > 0 ? words * CLAMP (shares[i], 0, 1) : 0 });
  }
  counts->whole.page = before[rich->n];
  count_finish (&counts->whole, weight);
  add_shapes (counts, rich, before);
  add_texts (counts, document, before);
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++)
    map_finish_page (&counts->maps[t], weight);
}

/* ---- All pages ------------------------------------------------------------------------------- */

ExtractTokenCounts *
extract_token_counts_new (void)
{
  ExtractTokenCounts *counts = g_new0 (ExtractTokenCounts, 1);

  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++)
    counts->maps[t] =
        (Map){ g_hash_table_new_full (count_hash, count_equal, count_free, NULL), g_ptr_array_new () };
  return counts;
}

void
extract_token_counts_free (ExtractTokenCounts *counts)
{
  g_return_if_fail (counts != NULL);
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++) {
    g_hash_table_unref (counts->maps[t].counts);
    g_ptr_array_unref (counts->maps[t].touched);
  }
  g_free (counts);
}

static void
count_merge (Count *count, const Count *other)
{
  count->pages += other->pages;
  count->main += other->main;
  count->other += other->other;
}

void
extract_token_counts_merge (ExtractTokenCounts *counts, const ExtractTokenCounts *other)
{
  g_return_if_fail (counts != NULL);
  g_return_if_fail (other != NULL && other != counts);
  count_merge (&counts->whole, &other->whole);
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++) {
    GHashTableIter iter;
    gpointer key;

    g_hash_table_iter_init (&iter, other->maps[t].counts);
    while (g_hash_table_iter_next (&iter, &key, NULL)) {
      const Count *count = key;

      count_merge (map_get (&counts->maps[t], count->token, count->length, count->hash), count);
    }
  }
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static float
log_odds (const Count *count, double p)
{
  double main = count->main / UNIT, other = count->other / UNIT;
  double value = log ((main + PRIOR * p) / (other + PRIOR * (1 - p))) - log (p / (1 - p));

  value = CLAMP (value, -EXTRACT_MAX_TOKEN_VALUE, EXTRACT_MAX_TOKEN_VALUE);
  return (float) (rint (value * 100) / 100 + 0.0);
}

static int
compare_hashes (gconstpointer a, gconstpointer b)
{
  const Count *x = *(const Count *const *) a, *y = *(const Count *const *) b;

  return x->hash != y->hash ? (x->hash > y->hash) - (x->hash < y->hash) : strcmp (x->token, y->token);
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  return strcmp (((const ExtractTokenEntry *) a)->token, ((const ExtractTokenEntry *) b)->token);
}

/* Of tokens of the same hash, which one could not tell apart on a page, the first by its bytes stays. */
static GArray *
make_entries (const Map *map, guint minimum, double p)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (ExtractTokenEntry));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, map->counts);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    Count *count = key;

    if (count->pages >= minimum && extract_token_is_valid (count->token))
      g_ptr_array_add (kept, count);
  }
  g_ptr_array_sort (kept, compare_hashes);
  for (guint i = 0; i < kept->len; i++) {
    const Count *count = g_ptr_array_index (kept, i);
    const Count *last = i > 0 ? g_ptr_array_index (kept, i - 1) : NULL;
    ExtractTokenEntry entry = { count->token, log_odds (count, p) };

    if (!last || last->hash != count->hash)
      g_array_append_val (entries, entry);
  }
  g_array_sort (entries, compare_entries);
  return entries;
}

ExtractTokenTables *
extract_token_tables_new (const ExtractTokenCounts *counts)
{
  g_return_val_if_fail (counts != NULL, NULL);

  double main = counts->whole.main, other = counts->whole.other;
  double p = main + other > 0 ? CLAMP (main / (main + other), 0.001, 0.999) : 0.5;
  GArray *made[EXTRACT_N_TOKEN_TABLES];
  const ExtractTokenEntry *entries[EXTRACT_N_TOKEN_TABLES];
  guint n[EXTRACT_N_TOKEN_TABLES];
  ExtractTokenTables *tables;
  g_autoptr (GError) error = NULL;

  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++) {
    made[t] = make_entries (&counts->maps[t], minimum_pages[t], p);
    entries[t] = (const ExtractTokenEntry *) (gpointer) made[t]->data;
    n[t] = made[t]->len;
  }
  tables = extract_token_tables_new_from_entries (entries, n, &error);
  g_assert_no_error (error);
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++)
    g_array_unref (made[t]);
  return tables;
}
