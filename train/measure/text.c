/* SPDX-License-Identifier: MIT */
/*
 * Shingles are the runs of four words of a text, as a multiset, each with its first word at another place; a
 * text of fewer words is one shingle. What both texts have is counted by sorting.
 *
 * The longest common subsequence of a and b is found in bits (H. Hyyro, Bit-Parallel LCS-length Computation
 * Revisited, 2004). V has a bit for each word of a, at first all are 1; M (w) has those that are the word w:
 *
 *   for each word w of b:   U = V & M (w)     V = (V + U) | (V - U)
 *
 * At the end the zeros of V are as many as the subsequence has words. M is kept as a list of (place, bits)
 * for each word, where a place is that of 64 bits. Places without bits of M change only by the carry of the
 * sum, and a carry goes through places that are all 1 without changing them.
 */
#include "train/measure/text.h"

#include <stdlib.h>
#include <string.h>

#define N_SHINGLE 4
#define NO_WORD G_MAXUINT32
#define MAX_STEPS ((guint64) 1 << 33)

/* ---- Shingles ----------------------------------------------------------------------------- */

typedef struct {
  guint32 ids[N_SHINGLE];
} Shingle;

static int
compare_shingles (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Shingle));
}

/* Returns: (transfer full): of Shingle, sorted */
static GArray *
make_shingles (const TrainWords *tokens)
{
  GArray *shingles = g_array_new (FALSE, FALSE, sizeof (Shingle));
  gsize n = tokens->n == 0 ? 0 : MAX (tokens->n, N_SHINGLE) - N_SHINGLE + 1;

  for (gsize i = 0; i < n; i++) {
    Shingle shingle;
    for (gsize k = 0; k < N_SHINGLE; k++)
      shingle.ids[k] = i + k < tokens->n ? tokens->ids[i + k] : NO_WORD;
    g_array_append_val (shingles, shingle);
  }
  g_array_sort (shingles, compare_shingles);
  return shingles;
}

static gsize
count_common (GArray *a, GArray *b)
{
  gsize common = 0;
  for (guint i = 0, j = 0; i < a->len && j < b->len;) {
    int order = compare_shingles (&g_array_index (a, Shingle, i), &g_array_index (b, Shingle, j));
    common += order == 0 ? 1 : 0;
    i += order <= 0 ? 1 : 0;
    j += order >= 0 ? 1 : 0;
  }
  return common;
}

/* The words of both texts, of one vocabulary. */
typedef struct {
  TrainWords *output;
  TrainWords *reference;
} Pair;

static void
pair_init (Pair *pair, const TrainEntry *entry, TrainWordKind words, const char *output,
           const char *reference)
{
  g_autoptr (TrainVocabulary) vocabulary = train_vocabulary_new ();
  TrainScript script = train_script_from_language (entry->lang);
  pair->output = train_words_new ();
  pair->reference = train_words_new ();
  train_words_append_as (pair->reference, vocabulary, script, words, reference);
  train_words_append_as (pair->output, vocabulary, script, words, output ? output : "");
}

static void
pair_clear (Pair *pair)
{
  train_words_free (pair->output);
  train_words_free (pair->reference);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

static gboolean
tokens_equal (const TrainWords *a, const TrainWords *b)
{
  return a->n == b->n && (a->n == 0 || memcmp (a->ids, b->ids, a->n * sizeof *a->ids) == 0);
}

void
train_result_measure_shingles (TrainResult *result, const char *output, const char *reference)
{
  g_auto (Pair) pair = { 0 };
  pair_init (&pair, result->entry, TRAIN_WORDS_CASED, output, reference);
  g_autoptr (GArray) a = make_shingles (pair.output);
  g_autoptr (GArray) b = make_shingles (pair.reference);

  /* A page counts 1: its shingles are divided by those that either text has. */
  double common = count_common (a, b), all = a->len + b->len - common;
  TrainCounts counts = { .right = tokens_equal (pair.output, pair.reference) ? 1 : 0, .all = 1 };
  if (all > 0) {
    counts.common = common / all;
    counts.output = a->len / all;
    counts.reference = b->len / all;
  }
  train_result_count (result, TRAIN_COUNTED_SHINGLES, counts);
}

/* ---- Words in their order ----------------------------------------------------------------- */

/* 64 words of a text, and which of them are a certain word. */
typedef struct {
  gsize place;
  guint64 bits;
} Match;

/* The matches of the word i are those from starts[i] to starts[i + 1]. */
typedef struct {
  Match *matches;
  gsize *starts;
} Matches;

static void
matches_init (Matches *matches, const TrainWords *tokens, gsize n_ids)
{
  g_autofree gsize *ends = g_new (gsize, n_ids + 1);
  matches->starts = g_new0 (gsize, n_ids + 2);
  matches->matches = g_new (Match, tokens->n + 1);

  /* Room for each word of the text; words that share a slot leave some room free, up to ends[]. */
  for (gsize i = 0; i < tokens->n; i++)
    matches->starts[tokens->ids[i] + 1]++;
  for (gsize id = 0; id < n_ids; id++) {
    matches->starts[id + 1] += matches->starts[id];
    ends[id] = matches->starts[id];
  }
  for (gsize i = 0; i < tokens->n; i++) {
    guint32 id = tokens->ids[i];
    guint64 bit = (guint64) 1 << (i % 64);
    if (ends[id] > matches->starts[id] && matches->matches[ends[id] - 1].place == i / 64)
      matches->matches[ends[id] - 1].bits |= bit;
    else
      matches->matches[ends[id]++] = (Match){ i / 64, bit };
  }

  /* An empty match ends what is shorter than its room. */
  for (gsize id = 0; id < n_ids; id++)
    if (ends[id] < matches->starts[id + 1])
      matches->matches[ends[id]].bits = 0;
}

static void
matches_clear (Matches *matches)
{
  g_free (matches->matches);
  g_free (matches->starts);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Matches, matches_clear)

/* Takes a carry from @place on, up to @end. Returns: whether there still is one */
static gboolean
row_carry (guint64 *row, gsize place, gsize end, gboolean carry)
{
  for (; carry && place < end; place++) {
    carry = row[place] == G_MAXUINT64;
    row[place] |= row[place] + 1;
  }
  return carry;
}

/* V for one more word, whose matches are those from @match to @end. */
static void
row_step (guint64 *row, gsize n_places, const Match *match, const Match *end)
{
  gboolean carry = FALSE;
  gsize place = 0;

  for (; match < end && match->bits != 0; match++) {
    carry = row_carry (row, place, match->place, carry);
    guint64 v = row[match->place], u = v & match->bits;
    guint64 sum = v + u, with_carry = sum + (carry ? 1 : 0);
    row[match->place] = with_carry | (v - u);
    carry = sum < v || with_carry < sum;
    place = match->place + 1;
  }
  row_carry (row, place, n_places, carry);
}

gboolean
train_words_common (const TrainWords *a, const TrainWords *b, gsize *length)
{
  gsize n_places = a->n / 64 + 1, n_ids = 0;
  *length = 0;
  if (b->n > MAX_STEPS / n_places)
    return FALSE;
  for (gsize i = 0; i < a->n; i++)
    n_ids = MAX (n_ids, (gsize) a->ids[i] + 1);

  g_auto (Matches) matches = { 0 };
  matches_init (&matches, a, n_ids);
  g_autofree guint64 *row = g_malloc (n_places * sizeof *row);
  memset (row, 0xff, n_places * sizeof *row);
  for (gsize i = 0; i < b->n; i++) {
    guint32 id = b->ids[i];
    if (id < n_ids)
      row_step (row, n_places, matches.matches + matches.starts[id],
                matches.matches + matches.starts[id + 1]);
  }

  /* Bits beyond the words of a stay 1: nothing matches there. */
  for (gsize i = 0; i < a->n; i++)
    *length += row[i / 64] >> (i % 64) & 1 ? 0 : 1;
  return TRUE;
}

void
train_result_measure_sequence (TrainResult *result, const char *output, const char *reference)
{
  g_auto (Pair) pair = { 0 };
  gsize common;
  pair_init (&pair, result->entry, TRAIN_WORDS_PARTS, output, reference);
  if (train_words_common (pair.reference, pair.output, &common))
    train_result_count (
        result, TRAIN_COUNTED_SEQUENCE,
        (TrainCounts){ .common = common, .output = pair.output->n, .reference = pair.reference->n });
}
