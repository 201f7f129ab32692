/* SPDX-License-Identifier: MIT */
/*
 * Pages that occur twice. If they are from two sites, they may be in two folds, and the cross-validated
 * figures are too good.
 *
 *   the same bytes, or the same words in the main text: by checksum
 *   nearly the same text: by min-hashing (A. Broder, On the resemblance and containment of documents, 1997)
 *
 * A text is the set S of its runs of SHINGLE words. With K hash functions, the sketch of a text is
 *
 *   m_k = min over s in S of h_k (s)         and P (m_k (A) = m_k (B)) = |A and B| / |A or B|
 *
 * so the share of equal m_k tells how much two texts have in common. Sketches are cut into bands of ROWS
 * values; only texts that share a whole band are compared, and only with the first text that had it: the time
 * is linear in the number of pages. Two texts that are equal in 8 of 10 runs share one of 16 bands of 4 with
 * a chance of 1 - (1 - 0.8^4)^16 = 0.9998.
 */
#include "train/data/check.h"

#include <string.h>

#define SHINGLE 5
#define ROWS 4
#define N_BANDS (TRAIN_MINHASHES / ROWS)
#define NEAR 0.8
/* Shorter texts are alike by chance: "page not found". */
#define MINIMUM_WORDS 20

/* The finaliser of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014): each bit of @x changes half of the others.
 */
static guint64
mix (guint64 x)
{
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

static guint64
hash_word (const char *word)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325); /* FNV-1a */
  for (; *word != '\0'; word++)
    hash = (hash ^ (guint8) *word) * G_GUINT64_CONSTANT (0x100000001b3);
  return mix (hash);
}

void
train_check_sketch (const char *const *words, gsize n, guint32 minhashes[TRAIN_MINHASHES])
{
  guint64 last[SHINGLE] = { 0 }; /* hashes of the last words, in a ring */

  memset (minhashes, 0xff, TRAIN_MINHASHES * sizeof *minhashes);
  for (gsize i = 0; i < n; i++) {
    last[i % SHINGLE] = hash_word (words[i]);
    if (i + 1 < SHINGLE)
      continue;
    guint64 shingle = 0;
    for (gsize k = 1; k <= SHINGLE; k++)
      shingle = mix (shingle + last[(i + k) % SHINGLE]);
    for (guint64 k = 0; k < TRAIN_MINHASHES; k++) {
      guint32 hash = (guint32) mix (shingle + k * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
      minhashes[k] = MIN (minhashes[k], hash);
    }
  }
}

static double
compare_sketches (const TrainCheckPage *a, const TrainCheckPage *b)
{
  guint n_equal = 0;
  for (guint k = 0; k < TRAIN_MINHASHES; k++)
    n_equal += a->minhashes[k] == b->minhashes[k];
  return (double) n_equal / TRAIN_MINHASHES;
}

typedef struct {
  GHashTable *pages; /* checksum -> the first page that has it */
  GHashTable *texts;
  GHashTable *bands; /* "BAND:values" as bytes -> the first page that has them */
} Seen;

/* The first page with the same key; @page itself becomes it if there is none. */
static const TrainCheckPage *
find_or_add (GHashTable *table, gpointer key, const TrainCheckPage *page)
{
  const TrainCheckPage *first = g_hash_table_lookup (table, key);
  if (!first)
    g_hash_table_insert (table, key, (gpointer) page);
  return first;
}

/* The most similar of the pages of other sites that share a band. */
static const TrainCheckPage *
find_near (Seen *seen, const TrainCheckPage *page, double *similarity)
{
  const TrainCheckPage *best = NULL;

  *similarity = 0;
  for (guint32 b = 0; b < N_BANDS; b++) {
    guint32 key[1 + ROWS] = { b };
    memcpy (key + 1, page->minhashes + (gsize) b * ROWS, ROWS * sizeof *key);
    GBytes *bytes = g_bytes_new (key, sizeof key);
    const TrainCheckPage *other = g_hash_table_lookup (seen->bands, bytes);
    if (!other) {
      g_hash_table_insert (seen->bands, bytes, (gpointer) page);
      continue;
    }
    g_bytes_unref (bytes);
    double s = compare_sketches (page, other);
    if (s > *similarity && strcmp (page->site, other->site) != 0) {
      best = other;
      *similarity = s;
    }
  }
  return *similarity >= NEAR ? best : NULL;
}

static void
add_finding (GPtrArray *findings, TrainFindingKind kind, const TrainCheckPage *page,
             const TrainCheckPage *twin, double similarity)
{
  gboolean leaks = strcmp (page->site, twin->site) != 0;
  g_autofree char *site = train_entry_dup_known_site (page->entry);
  g_autofree char *twin_site = train_entry_dup_known_site (twin->entry);
  const char *where = !leaks              ? "of the same site"
                      : site && twin_site ? "of another site"
                                          : "perhaps of another site";
  g_autofree char *how =
      kind == TRAIN_FINDING_SAME_PAGE ? g_strdup ("is")
      : kind == TRAIN_FINDING_SAME_TEXT
          ? g_strdup ("has the text of")
          : g_strdup_printf ("has %d %% of the text of", MIN ((int) (similarity * 100), 99));
  char *reason = g_strdup_printf ("%s %s/%s, %s", how, twin->entry->dataset->name, twin->entry->id, where);
  g_ptr_array_add (findings, train_finding_new (kind, page, twin, similarity + leaks, reason));
}

void
train_check_find_twins (GPtrArray *pages, GPtrArray *findings)
{
  g_autoptr (GHashTable) same_pages = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) same_texts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) bands =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  Seen seen = { same_pages, same_texts, bands };

  for (guint i = 0; i < pages->len; i++) {
    const TrainCheckPage *page = pages->pdata[i], *twin;
    double similarity;

    if (page->error)
      continue;
    if ((twin = find_or_add (seen.pages, page->page_sum, page))) {
      add_finding (findings, TRAIN_FINDING_SAME_PAGE, page, twin, 1);
      continue;
    }
    if (page->n_text < MINIMUM_WORDS)
      continue;
    if ((twin = find_or_add (seen.texts, page->text_sum, page)))
      add_finding (findings, TRAIN_FINDING_SAME_TEXT, page, twin, 1);
    else if ((twin = find_near (&seen, page, &similarity)))
      add_finding (findings, TRAIN_FINDING_NEAR_TEXT, page, twin, similarity);
  }
}
