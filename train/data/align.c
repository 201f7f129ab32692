/* SPDX-License-Identifier: MIT */
/*
 * Aligns the words of a page with the words of its reference text.
 *
 *   page words      ─┐  the best chain      pieces slide to     accepted: taken off both sides,
 *   reference words ─┴> of matched words ─> better copies    ─> the rest goes round again (moved text)
 *
 * A chain goes forward in both texts. A match scores 1, a match that goes on from the match of the
 * words just before it scores 2, leaving out words costs nothing (Smith-Waterman without gap cost).
 * With h (r, p) the best score of the first r reference words and the first p page words, and
 * m (r, p) that of the chains that end by matching the last two of them,
 *
 *   m (r, p) = max (h (r-1, p-1) + 1, m (r-1, p-1) + 2)   if the words are equal
 *   h (r, p) = max (h (r-1, p), h (r, p-1), m (r, p))
 *
 * Round 1 accepts matches in runs of RUN_ACCEPTED words, and all matches of blocks of which half is
 * matched; later rounds all matches of blocks of which SHARE_LATER is matched. A shorter run that
 * is all that is matched of its block is not accepted if none of its NEIGHBOURS on either side in the
 * reference is matched: where a part of the text is missing on the page, some of its words are always found
 * in a menu.
 *
 * The table of h has (reference words) x (page words) cells. Beyond MAX_CELLS the texts are first
 * parted at their longest common run of words, which is taken as matched; then either side goes
 * on by itself. A part that is still too large, but has no common run of RUN_PARTING words, is left
 * unmatched. That is the greedy part: a run that long nearly always belongs to the best chain.
 */
#include "train/data/align.h"

#include <string.h>

#define MAX_CELLS ((gsize) 1 << 20) /* a byte each; larger tables give the same labels, more slowly */
#define MAX_PARTINGS 4096           /* most in a round; only texts made to be hostile would need more */
#define RUN_PARTING 3
#define RUN_ACCEPTED 5
#define NEIGHBOURS 2
#define SHARE_LATER 0.8
#define N_ROUNDS 4

#define NO_MATCH (-1)
#define IMPOSSIBLE (-(1 << 28)) /* a score that no sum can compensate, and that cannot overflow */

/* How a cell got its score. */
enum {
  CELL_SKIP_REFERENCE = 0,
  CELL_SKIP_PAGE = 1,
  CELL_MATCH = 2,
  CELL_CONTINUES = 4, /* beside: the match in this cell, taken or not, goes on from the one before */
};

/* The words of one side that take part in a round. */
typedef struct {
  guint32 *ids;
  guint32 *places; /* where they are in the whole text */
  gint32 *follows; /* 0 if the word before takes part too, IMPOSSIBLE if not */
  gsize n;
} Side;

/* A part of both sides: [p, p + n_p) of the page and [r, r + n_r) of the reference. */
typedef struct {
  gsize p;
  gsize n_p;
  gsize r;
  gsize n_r;
} Part;

/* A run of matched words: neighbours in both texts. */
typedef struct {
  gsize p; /* place in the page */
  gsize r; /* place in the reference */
  gsize n;
} Piece;

typedef struct {
  const TrainWords *page;
  const TrainWords *reference;
  guint32 *block_of; /* of each page word */
  gint32 *matched;   /* of each page word: the reference word of this round or an earlier one */
  guint8 *accepted;  /* of each page word: matched is settled */
  guint8 *found;     /* of each reference word: settled */
  guint n_ids;       /* all ids are smaller */

  Side left_page; /* what takes part in this round */
  Side left_reference;
  GArray *parts; /* of Part: still to do */

  guint8 *cells; /* CELL_... of one part */
  gsize n_cells;
} Aligner;

/* ---- Sides -------------------------------------------------------------------------------- */

static void
side_init (Side *side, gsize n)
{
  side->ids = g_new (guint32, n + 1);
  side->places = g_new (guint32, n + 1);
  side->follows = g_new (gint32, n + 1);
  side->n = 0;
}

static void
side_clear (Side *side)
{
  g_free (side->ids);
  g_free (side->places);
  g_free (side->follows);
}

/* Collects the words of @tokens that are not settled and that the other side has as well. */
static void
side_fill (Side *side, const TrainWords *tokens, const guint8 *settled, const guint8 *other_has)
{
  side->n = 0;
  for (gsize i = 0; i < tokens->n; i++) {
    if (settled[i] || !other_has[tokens->ids[i]])
      continue;
    gboolean follows = side->n > 0 && side->places[side->n - 1] + 1 == i;
    side->ids[side->n] = tokens->ids[i];
    side->places[side->n] = (guint32) i;
    side->follows[side->n] = follows ? 0 : IMPOSSIBLE;
    side->n++;
  }
}

static guint8 *
mark_ids (const TrainWords *tokens, const guint8 *settled, guint n_ids)
{
  guint8 *has = g_new0 (guint8, (gsize) n_ids + 1);
  for (gsize i = 0; i < tokens->n; i++)
    if (!settled[i])
      has[tokens->ids[i]] = TRUE;
  return has;
}

static void
aligner_fill_sides (Aligner *aligner)
{
  g_autofree guint8 *in_page = mark_ids (aligner->page, aligner->accepted, aligner->n_ids);
  g_autofree guint8 *in_reference = mark_ids (aligner->reference, aligner->found, aligner->n_ids);
  side_fill (&aligner->left_page, aligner->page, aligner->accepted, in_reference);
  side_fill (&aligner->left_reference, aligner->reference, aligner->found, in_page);
}

static void
aligner_match (Aligner *aligner, gsize p, gsize r)
{
  aligner->matched[aligner->left_page.places[p]] = (gint32) aligner->left_reference.places[r];
}

/* ---- The best chain of a part that fits --------------------------------------------------- */

/* Reads the chain off the cells, from the end. Where a match is as good as leaving words out, it
 * is taken: of several copies in the page the chain goes to the last, the one before what follows. */
static void
aligner_trace (Aligner *aligner, const Part *part)
{
  gsize p = part->n_p, r = part->n_r;
  gboolean in_run = FALSE;

  while (p > 0 && r > 0) {
    guint8 cell = aligner->cells[(r - 1) * part->n_p + (p - 1)];
    if (in_run || (cell & CELL_MATCH)) {
      aligner_match (aligner, part->p + p - 1, part->r + r - 1);
      in_run = (cell & CELL_CONTINUES) != 0;
      p--;
      r--;
    } else if (cell & CELL_SKIP_PAGE) {
      p--;
    } else {
      r--;
    }
  }
}

static void
aligner_solve (Aligner *aligner, const Part *part)
{
  const gsize n = part->n_p;
  const guint32 *page_ids = aligner->left_page.ids + part->p;
  const gint32 *page_follows = aligner->left_page.follows + part->p;

  if (n * part->n_r > aligner->n_cells) {
    aligner->n_cells = n * part->n_r;
    g_free (aligner->cells);
    aligner->cells = g_malloc (aligner->n_cells);
  }

  /* Rows of h and m: of the reference word before and of this one. Column 0 is the empty page. */
  g_autofree gint32 *rows = g_new (gint32, 4 * (n + 1));
  gint32 *h_before = rows, *h = rows + (n + 1), *m_before = rows + 2 * (n + 1), *m = rows + 3 * (n + 1);
  for (gsize p = 0; p <= n; p++) {
    h_before[p] = h[p] = 0;
    m_before[p] = m[p] = IMPOSSIBLE;
  }

  for (gsize r = 0; r < part->n_r; r++) {
    const guint32 id = aligner->left_reference.ids[part->r + r];
    const gint32 follows = aligner->left_reference.follows[part->r + r];
    guint8 *cells = aligner->cells + r * n;

    for (gsize p = 0; p < n; p++) {
      gint32 fresh = h_before[p] + 1;
      gint32 continued = m_before[p] + 2 + page_follows[p] + follows;
      gint32 score = MAX (fresh, continued);
      m[p + 1] = page_ids[p] == id ? score : IMPOSSIBLE;
      cells[p] = continued >= fresh ? CELL_CONTINUES : 0;
    }
    for (gsize p = 0; p < n; p++) {
      gint32 best = MAX (h_before[p + 1], m[p + 1]);
      h[p + 1] = MAX (best, h[p]);
    }
    for (gsize p = 0; p < n; p++) {
      guint8 skip = h[p + 1] == h_before[p + 1] ? CELL_SKIP_REFERENCE : CELL_SKIP_PAGE;
      cells[p] |= h[p + 1] == m[p + 1] ? CELL_MATCH : skip;
    }

    gint32 *swap = h_before;
    h_before = h;
    h = swap;
    swap = m_before;
    m_before = m;
    m = swap;
  }
  aligner_trace (aligner, part);
}

/* ---- Parting at the longest common run ---------------------------------------------------- */

/*
 * A run of n words is looked up by H (i) = sum over k < n of id (i + k) B^(n-1-k) mod 2^64, out of
 * the sums over the whole part: H (i) = S (i + n) - S (i) B^n.
 */
#define HASH_BASE G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static guint64 *
sum_ids (const guint32 *ids, gsize n)
{
  guint64 *sums = g_new (guint64, n + 1);
  sums[0] = 0;
  for (gsize i = 0; i < n; i++)
    sums[i + 1] = sums[i] * HASH_BASE + ids[i] + 1;
  return sums;
}

static guint64
hash_run (const guint64 *sums, gsize i, gsize n, guint64 power)
{
  guint64 hash = sums[i + n] - sums[i] * power;
  return hash ^ (hash >> 29);
}

typedef struct {
  const guint32 *page;
  const guint32 *reference;
  const guint64 *page_sums;
  const guint64 *reference_sums;
  guint32 *slots; /* 1 + where a run starts in the page; 0 free */
  gsize mask;     /* number of slots - 1 */
} RunSearch;

/* Whether there is a common run of @n words, and where: the first one of the reference, and of
 * its copies the first one of the page. */
static gboolean
find_run (const RunSearch *search, const Part *part, gsize n, gsize *p, gsize *r)
{
  guint64 power = 1;
  for (gsize i = 0; i < n; i++)
    power *= HASH_BASE;

  memset (search->slots, 0, (search->mask + 1) * sizeof (guint32));
  for (gsize i = 0; i + n <= part->n_p; i++) {
    guint64 hash = hash_run (search->page_sums, i, n, power);
    gsize slot = (gsize) hash & search->mask;
    while (search->slots[slot] != 0 &&
           hash_run (search->page_sums, search->slots[slot] - 1, n, power) != hash)
      slot = (slot + 1) & search->mask;
    if (search->slots[slot] == 0)
      search->slots[slot] = (guint32) i + 1;
  }
  for (gsize i = 0; i + n <= part->n_r; i++) {
    guint64 hash = hash_run (search->reference_sums, i, n, power);
    gsize slot = (gsize) hash & search->mask;
    while (search->slots[slot] != 0 &&
           hash_run (search->page_sums, search->slots[slot] - 1, n, power) != hash)
      slot = (slot + 1) & search->mask;
    if (search->slots[slot] == 0)
      continue;
    *p = search->slots[slot] - 1;
    *r = i;
    /* Two runs with one hash are nearly impossible; such a run is not used. */
    return memcmp (search->page + *p, search->reference + i, n * sizeof (guint32)) == 0;
  }
  return FALSE;
}

/* The length of the longest common run, at @p and @r of the part; 0 if it is below RUN_PARTING. */
static gsize
find_longest_run (Aligner *aligner, const Part *part, gsize *p, gsize *r)
{
  const guint32 *page = aligner->left_page.ids + part->p;
  const guint32 *reference = aligner->left_reference.ids + part->r;
  g_autofree guint64 *page_sums = sum_ids (page, part->n_p);
  g_autofree guint64 *reference_sums = sum_ids (reference, part->n_r);
  gsize n_slots = 64;
  while (n_slots < 2 * part->n_p)
    n_slots *= 2;
  g_autofree guint32 *slots = g_new (guint32, n_slots);
  RunSearch search = { page, reference, page_sums, reference_sums, slots, n_slots - 1 };

  /* A common run of n words holds one of n - 1: halve between the longest found and the shortest
   * that is not there. */
  gsize found = RUN_PARTING - 1, missing = MIN (part->n_p, part->n_r) + 1;
  while (missing - found > 1) {
    gsize middle = found + (missing - found) / 2;
    gsize start_p, start_r;
    if (find_run (&search, part, middle, &start_p, &start_r)) {
      found = middle;
      *p = start_p;
      *r = start_r;
    } else {
      missing = middle;
    }
  }
  return found >= RUN_PARTING ? found : 0;
}

/* The best chain of both sides, part by part. */
static void
aligner_chain (Aligner *aligner)
{
  Part whole = { 0, aligner->left_page.n, 0, aligner->left_reference.n };
  guint n_partings = 0;

  g_array_append_val (aligner->parts, whole);
  while (aligner->parts->len > 0) {
    Part part = g_array_index (aligner->parts, Part, aligner->parts->len - 1);
    g_array_set_size (aligner->parts, aligner->parts->len - 1);

    if (part.n_p == 0 || part.n_r == 0)
      continue;
    if (part.n_p <= MAX_CELLS / part.n_r) {
      aligner_solve (aligner, &part);
      continue;
    }
    gsize p = 0, r = 0;
    gsize n = n_partings++ < MAX_PARTINGS ? find_longest_run (aligner, &part, &p, &r) : 0;
    if (n == 0)
      continue;
    for (gsize i = 0; i < n; i++)
      aligner_match (aligner, part.p + p + i, part.r + r + i);
    Part before = { part.p, p, part.r, r };
    Part after = { part.p + p + n, part.n_p - p - n, part.r + r + n, part.n_r - r - n };
    g_array_append_val (aligner->parts, before);
    g_array_append_val (aligner->parts, after);
  }
}

/* ---- Sliding to better copies ------------------------------------------------------------- */

/*
 * A short text may be in the page several times ("Share", the title), and all copies between the
 * piece before and the piece after score the same. The best copy is the one beside other matched
 * text: the nearest to a longer piece or to a match of an earlier round.
 */

static GArray *
aligner_collect_pieces (const Aligner *aligner)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  for (gsize p = 0; p < aligner->page->n; p++) {
    if (aligner->matched[p] == NO_MATCH || aligner->accepted[p])
      continue;
    gsize r = (gsize) aligner->matched[p];
    Piece *last = pieces->len > 0 ? &g_array_index (pieces, Piece, pieces->len - 1) : NULL;
    if (last && last->p + last->n == p && last->r + last->n == r) {
      last->n++;
    } else {
      Piece piece = { p, r, 1 };
      g_array_append_val (pieces, piece);
    }
  }
  return pieces;
}

/* For each page word the distance to the nearest settled one, at most the length of the page. */
static guint32 *
aligner_measure_distances (const Aligner *aligner)
{
  gsize n = aligner->page->n;
  guint32 *distances = g_new (guint32, n + 1);
  guint32 distance = (guint32) n;

  for (gsize p = 0; p < n; p++) {
    distance = aligner->accepted[p] ? 0 : MIN (distance + 1, (guint32) n);
    distances[p] = distance;
  }
  distance = (guint32) n;
  for (gsize p = n; p-- > 0;) {
    distance = aligner->accepted[p] ? 0 : MIN (distance + 1, (guint32) n);
    distances[p] = MIN (distances[p], distance);
  }
  return distances;
}

/* Whether the words of @piece are at place @p of the page too, none of them settled. */
static gboolean
aligner_has_copy (const Aligner *aligner, const Piece *piece, gsize p)
{
  const guint32 *copy = aligner->page->ids + p, *words = aligner->reference->ids + piece->r;
  for (gsize i = 0; i < piece->n; i++)
    if (copy[i] != words[i] || aligner->accepted[p + i])
      return FALSE;
  return TRUE;
}

static void
aligner_move_piece (Aligner *aligner, Piece *piece, gsize p)
{
  for (gsize i = 0; i < piece->n; i++)
    aligner->matched[piece->p + i] = NO_MATCH;
  piece->p = p;
  for (gsize i = 0; i < piece->n; i++)
    aligner->matched[p + i] = (gint32) (piece->r + i);
}

/* For each piece the next longer one before it and after it: its index, or @n_pieces for none. */
static void
find_longer_pieces (const Piece *pieces, guint n_pieces, guint *before, guint *after)
{
  g_autofree guint *open = g_new (guint, (gsize) n_pieces + 1); /* not yet passed by a longer one */
  guint n_open = 0;

  for (guint i = 0; i < n_pieces; i++) {
    after[i] = n_pieces;
    while (n_open > 0 && pieces[open[n_open - 1]].n < pieces[i].n)
      after[open[--n_open]] = i;
    guint last = n_open > 0 ? open[n_open - 1] : n_pieces;
    before[i] = last < n_pieces && pieces[last].n == pieces[i].n ? before[last] : last;
    open[n_open++] = i;
  }
}

static void
aligner_slide (Aligner *aligner)
{
  g_autoptr (GArray) array = aligner_collect_pieces (aligner);
  g_autofree guint32 *distances = aligner_measure_distances (aligner);
  Piece *pieces = (Piece *) (void *) array->data;
  guint n_pieces = array->len;
  g_autofree guint *before = g_new (guint, (gsize) n_pieces + 1);
  g_autofree guint *after = g_new (guint, (gsize) n_pieces + 1);
  find_longer_pieces (pieces, n_pieces, before, after);

  for (guint i = 0; i < n_pieces; i++) {
    Piece *piece = &pieces[i];
    gsize first = i > 0 ? pieces[i - 1].p + pieces[i - 1].n : 0;
    gsize end = i + 1 < n_pieces ? pieces[i + 1].p : aligner->page->n;
    gsize best = piece->p, best_distance = G_MAXSIZE;

    for (gsize p = first; p + piece->n <= end; p++) {
      gsize distance = MIN (distances[p], distances[p + piece->n - 1]);
      if (before[i] < n_pieces)
        distance = MIN (distance, p + 1 - (pieces[before[i]].p + pieces[before[i]].n));
      if (after[i] < n_pieces)
        distance = MIN (distance, pieces[after[i]].p + 1 - (p + piece->n));
      gboolean better = distance < best_distance || (distance == best_distance && p == piece->p);
      if (better && aligner_has_copy (aligner, piece, p)) {
        best = p;
        best_distance = distance;
      }
    }
    if (best != piece->p)
      aligner_move_piece (aligner, piece, best);
  }
}

/* ---- Rounds ------------------------------------------------------------------------------- */

/* Of each reference word, with NEIGHBOURS more at either end that count as matched: matched by now. */
static guint8 *
aligner_mark_reference (const Aligner *aligner, const GArray *pieces)
{
  gsize n = aligner->reference->n;
  guint8 *marks = g_new (guint8, n + 2 * NEIGHBOURS);

  memset (marks, TRUE, n + 2 * NEIGHBOURS);
  memcpy (marks + NEIGHBOURS, aligner->found, n);
  for (guint i = 0; i < pieces->len; i++) {
    const Piece *piece = &g_array_index (pieces, Piece, i);
    memset (marks + NEIGHBOURS + piece->r, TRUE, piece->n);
  }
  return marks;
}

/* Whether @piece is short, and stands in the reference between words that are not matched. */
static gboolean
is_lone_piece (const Piece *piece, const guint8 *marks)
{
  const guint8 *before = marks + piece->r, *after = before + NEIGHBOURS + piece->n;

  if (piece->n >= RUN_ACCEPTED)
    return FALSE;
  for (gsize i = 0; i < NEIGHBOURS; i++)
    if (before[i] || after[i])
      return FALSE;
  return TRUE;
}

/* Settles what this round found well enough, forgets the rest. Returns: whether there was any. */
static gboolean
aligner_accept (Aligner *aligner, TrainAlignment *alignment, guint round)
{
  g_autoptr (GArray) array = aligner_collect_pieces (aligner);
  const Piece *pieces = (const Piece *) (const void *) array->data;
  g_autofree guint32 *now =
      g_new (guint32, (gsize) alignment->n_blocks + 1); /* matched words with this round */
  g_autofree guint8 *marks = aligner_mark_reference (aligner, array);
  gboolean any = FALSE;

  memcpy (now, alignment->n_matched, alignment->n_blocks * sizeof (guint32));
  for (guint i = 0; i < array->len; i++)
    for (gsize k = 0; k < pieces[i].n; k++)
      now[aligner->block_of[pieces[i].p + k]]++;

  for (guint i = 0; i < array->len; i++) {
    gboolean is_run = round == 0 && pieces[i].n >= RUN_ACCEPTED;
    gboolean is_lone = is_lone_piece (&pieces[i], marks);
    for (gsize k = 0; k < pieces[i].n; k++) {
      gsize p = pieces[i].p + k;
      guint32 block = aligner->block_of[p];
      double share = (double) now[block] / alignment->n_words[block];
      if ((is_lone && now[block] <= pieces[i].n) || (!is_run && share < (round == 0 ? 0.5 : SHARE_LATER))) {
        aligner->matched[p] = NO_MATCH;
        continue;
      }
      aligner->accepted[p] = TRUE;
      aligner->found[pieces[i].r + k] = TRUE;
      alignment->n_matched[block]++;
      alignment->n_found++;
      any = TRUE;
    }
  }
  return any;
}

static void
aligner_clear (Aligner *aligner)
{
  g_free (aligner->block_of);
  g_free (aligner->matched);
  g_free (aligner->accepted);
  g_free (aligner->found);
  side_clear (&aligner->left_page);
  side_clear (&aligner->left_reference);
  g_array_unref (aligner->parts);
  g_free (aligner->cells);
}

static void
aligner_init (Aligner *aligner, const TrainWords *page, const gsize *ends, guint n_blocks,
              const TrainWords *reference)
{
  *aligner = (Aligner){ .page = page, .reference = reference };
  aligner->block_of = g_new (guint32, page->n + 1);
  aligner->matched = g_new (gint32, page->n + 1);
  aligner->accepted = g_new0 (guint8, page->n + 1);
  aligner->found = g_new0 (guint8, reference->n + 1);
  side_init (&aligner->left_page, page->n);
  side_init (&aligner->left_reference, reference->n);
  aligner->parts = g_array_new (FALSE, FALSE, sizeof (Part));

  gsize p = 0;
  for (guint b = 0; b < n_blocks; b++)
    for (; p < ends[b]; p++)
      aligner->block_of[p] = b;
  for (p = 0; p < page->n; p++) {
    aligner->matched[p] = NO_MATCH;
    aligner->n_ids = MAX (aligner->n_ids, page->ids[p] + 1);
  }
  for (gsize r = 0; r < reference->n; r++)
    aligner->n_ids = MAX (aligner->n_ids, reference->ids[r] + 1);
}

TrainAlignment *
train_alignment_new (const TrainWords *page, const gsize *ends, guint n_blocks, const TrainWords *reference)
{
  g_return_val_if_fail (page->n == (n_blocks > 0 ? ends[n_blocks - 1] : 0), NULL);
  g_return_val_if_fail (page->n < G_MAXINT32 && reference->n < G_MAXINT32, NULL);

  TrainAlignment *alignment = g_new0 (TrainAlignment, 1);
  alignment->n_blocks = n_blocks;
  alignment->n_words = g_new0 (guint32, (gsize) n_blocks + 1);
  alignment->n_matched = g_new0 (guint32, (gsize) n_blocks + 1);
  alignment->n_reference = reference->n;
  for (guint b = 0; b < n_blocks; b++)
    alignment->n_words[b] = (guint32) (ends[b] - (b > 0 ? ends[b - 1] : 0));

  Aligner aligner;
  aligner_init (&aligner, page, ends, n_blocks, reference);
  for (guint round = 0; round < N_ROUNDS; round++) {
    aligner_fill_sides (&aligner);
    if (aligner.left_page.n == 0)
      break;
    aligner_chain (&aligner);
    aligner_slide (&aligner);
    if (!aligner_accept (&aligner, alignment, round))
      break;
  }
  aligner_clear (&aligner);
  return alignment;
}

TrainAlignment *
train_alignment_new_for_document (ExtractDocument *document, const char *reference, TrainScript script)
{
  g_autoptr (TrainVocabulary) vocabulary = train_vocabulary_new ();
  g_autoptr (TrainWords) page = train_words_new ();
  g_autoptr (TrainWords) words = train_words_new ();
  guint n_blocks = extract_document_get_n_blocks (document);
  g_autofree gsize *ends = g_new (gsize, (gsize) n_blocks + 1);

  for (guint b = 0; b < n_blocks; b++) {
    const char *text = extract_block_get_text (extract_document_get_block (document, b));
    train_words_append (page, vocabulary, script, text);
    ends[b] = page->n;
  }
  train_words_append (words, vocabulary, script, reference);
  return train_alignment_new (page, ends, n_blocks, words);
}

void
train_alignment_free (TrainAlignment *alignment)
{
  if (!alignment)
    return;
  g_free (alignment->n_words);
  g_free (alignment->n_matched);
  g_free (alignment->labels);
  g_free (alignment);
}

double
train_alignment_get_share (const TrainAlignment *alignment, guint block)
{
  g_return_val_if_fail (block < alignment->n_blocks, 0);
  if (alignment->n_words[block] == 0)
    return 0;
  return (double) alignment->n_matched[block] / alignment->n_words[block];
}

ExtractLabel
train_alignment_get_label (const TrainAlignment *alignment, guint block)
{
  g_return_val_if_fail (block < alignment->n_blocks, EXTRACT_LABEL_NONE);
  if (alignment->n_words[block] == 0)
    return EXTRACT_LABEL_NONE;
  if (alignment->labels)
    return alignment->labels[block];
  return train_alignment_get_share (alignment, block) >= 0.5 ? EXTRACT_LABEL_GOOD : EXTRACT_LABEL_BAD;
}

double
train_alignment_get_recall (const TrainAlignment *alignment)
{
  if (alignment->n_reference == 0)
    return 1;
  return (double) alignment->n_found / alignment->n_reference;
}
