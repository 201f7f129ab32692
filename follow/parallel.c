/* SPDX-License-Identifier: MIT */
/*
 * The cheapest way through both pages, from block to block:
 *
 *   D(i, j) = min over the kinds of matches (a, b) of  D(i - a, j - b) + cost (a blocks up to i, b blocks up
 * to j)
 *
 *   (a, b)       (1, 1)  (1, 0) (0, 1)  (2, 1) (1, 2)  (2, 2)
 *   P(match)      0.89      0.0099         0.089        0.011
 *
 *   cost = - log P(match)                             what is missing costs nothing else: pages leave out
 * blocks
 *          - log P(|delta|)                           lengths: delta = (l - l') / sqrt (s2 (l + l') / 2)
 *          - log P(structure | the same text) / P(structure | any text)
 *
 * l and l' are the lengths of both sides in letters, and s2 = 6.8 as Gale and Church have it; so is that one
 * letter comes to one in the other language (c = 1). Chinese and Japanese characters and Korean syllables are
 * more than a letter: each counts for as many as it takes to write it in an alphabet, 3, 2 and 2. (A quotient
 * of both pages would be wrong wherever one of them leaves something out.) P(|delta|) is that of a normal
 * distribution, 2 (1 - Phi (|delta|)). Structure is whether both are of one kind (heading, item of a list,
 * cell, other), and whether they have the same place in the tree: sites make all versions from one template.
 */
#include "follow/parallel.h"

#include <math.h>
#include <string.h>

#define VARIANCE 6.8
#define LEAST_PROBABILITY 1e-300

static const struct {
  guint n, n_other;
  double probability;
} kinds[] = {
  { 1, 1, 0.89 }, { 1, 0, 0.0099 }, { 0, 1, 0.0099 }, { 2, 1, 0.089 }, { 1, 2, 0.089 }, { 2, 2, 0.011 },
};

/* P(it is so | the same text), and P(it is so | any text). */
#define SAME_KIND 0.95, 0.5
#define OTHER_KIND 0.05, 0.5
#define SAME_PATH 0.7, 0.05
#define OTHER_PATH 0.3, 0.95

typedef struct {
  const FollowBlock *blocks; /* [n]; not owned */
  guint n;
  glong *lengths; /* [n] letters; owned */
  char *groups;   /* [n] kinds of blocks, each a letter; owned */
} Side;

typedef struct {
  Side one, other;
} Pair;

/* ---- Costs ------------------------------------------------------------------------------------------------
 */

static char
find_group (const char *kind)
{
  static const char *const items[] = { "li", "dt", "dd" };
  static const char *const cells[] = { "td", "th", "caption", "figcaption" };

  if (kind[0] == 'h' && g_ascii_isdigit (kind[1]))
    return 'h';
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (strcmp (kind, items[i]) == 0)
      return 'l';
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    if (strcmp (kind, cells[i]) == 0)
      return 'c';
  return 'p';
}

/* In letters. */
static glong
measure (const char *text)
{
  glong length = 0;

  for (const char *p = text; *p; p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);

    if (c < 0x3040)
      length++;
    else if (c <= 0x30ff || (c >= 0xac00 && c <= 0xd7af))
      length += 2;
    else
      length += (c >= 0x3400 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) || (c >= 0x20000 && c <= 0x3ffff)
                    ? 3
                    : 1;
  }
  return length;
}

static void
side_init (Side *side, const FollowBlock *blocks, guint n)
{
  *side = (Side){ .blocks = blocks, .n = n, .lengths = g_new (glong, n + 1), .groups = g_new (char, n + 1) };
  for (guint i = 0; i < n; i++) {
    side->lengths[i] = measure (blocks[i].text);
    side->groups[i] = find_group (blocks[i].kind);
  }
}

static void
side_clear (Side *side)
{
  g_free (side->lengths);
  g_free (side->groups);
}

static double
cost_of (double probability)
{
  return -log (MAX (probability, LEAST_PROBABILITY));
}

static double
weigh (double same, double any)
{
  return -log (same / any);
}

static double
cost_of_lengths (double l, double l_other)
{
  const double delta = (l - l_other) / sqrt (VARIANCE * MAX ((l + l_other) / 2, 1));

  return cost_of (erfc (fabs (delta) / G_SQRT2));
}

static double
cost_of_structure (const Pair *pair, guint i, guint j)
{
  const gboolean kind = pair->one.groups[i] == pair->other.groups[j];
  const gboolean path = strcmp (pair->one.blocks[i].path, pair->other.blocks[j].path) == 0;

  return (kind ? weigh (SAME_KIND) : weigh (OTHER_KIND)) + (path ? weigh (SAME_PATH) : weigh (OTHER_PATH));
}

/* Two blocks are one text only if they are of one kind, and no headings. */
static gboolean
may_join (const Side *side, guint first, guint n)
{
  return n < 2 || (side->groups[first] == side->groups[first + 1] && side->groups[first] != 'h');
}

/* @i, @j: behind the blocks. Returns: INFINITY if there is no such match */
static double
cost_of_match (const Pair *pair, guint kind, guint i, guint j)
{
  const guint n = kinds[kind].n, n_other = kinds[kind].n_other;
  double cost = cost_of (kinds[kind].probability), l = 0, l_other = 0;

  if (n > i || n_other > j || !may_join (&pair->one, i - n, n) ||
      !may_join (&pair->other, j - n_other, n_other))
    return INFINITY;
  if (n == 0 || n_other == 0)
    return cost;
  for (guint k = 1; k <= n; k++)
    l += (double) pair->one.lengths[i - k];
  for (guint k = 1; k <= n_other; k++)
    l_other += (double) pair->other.lengths[j - k];
  return cost + cost_of_lengths (l, l_other) + cost_of_structure (pair, i - n, j - n_other);
}

/* ---- The way ----------------------------------------------------------------------------------------------
 */

/* Returns: (transfer full): [(n + 1) * (n_other + 1)]: the kind of the match that ends there */
static guint8 *
find_kinds (const Pair *pair)
{
  const gsize width = (gsize) pair->other.n + 1;
  guint8 *found = g_new0 (guint8, ((gsize) pair->one.n + 1) * width);
  double *rows[3]; /* of D: i, i - 1, i - 2 */

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    rows[k] = g_new (double, width);
  for (guint i = 0; i <= pair->one.n; i++) {
    double *last = rows[2];
    rows[2] = rows[1];
    rows[1] = rows[0];
    rows[0] = last;
    for (guint j = 0; j < width; j++) {
      rows[0][j] = i == 0 && j == 0 ? 0 : INFINITY;
      for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++) {
        const double cost = cost_of_match (pair, kind, i, j);
        if (isinf (cost))
          continue;
        const double whole = cost + rows[kinds[kind].n][j - kinds[kind].n_other];
        if (whole < rows[0][j]) {
          rows[0][j] = whole;
          found[i * width + j] = (guint8) kind;
        }
      }
    }
  }
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    g_free (rows[k]);
  return found;
}

GArray *
follow_parallel_align (const FollowBlock *blocks, guint n, const FollowBlock *other, guint n_other)
{
  g_return_val_if_fail ((gsize) n * n_other <= FOLLOW_MAX_PAIRS, NULL);
  GArray *matches = g_array_new (FALSE, FALSE, sizeof (FollowMatch));
  Pair pair;
  side_init (&pair.one, blocks, n);
  side_init (&pair.other, other, n_other);
  g_autofree guint8 *found = NULL;
  guint i = n, j = n_other;

  found = find_kinds (&pair);
  while (i > 0 || j > 0) {
    const guint kind = found[i * ((gsize) n_other + 1) + j];
    const FollowMatch match = { .first = i - kinds[kind].n,
                                .n = kinds[kind].n,
                                .other_first = j - kinds[kind].n_other,
                                .n_other = kinds[kind].n_other };
    g_array_append_val (matches, match);
    i = match.first;
    j = match.other_first;
  }
  for (guint k = 0; k < matches->len / 2; k++) {
    FollowMatch *a = &g_array_index (matches, FollowMatch, k);
    FollowMatch *b = &g_array_index (matches, FollowMatch, matches->len - 1 - k);
    const FollowMatch kept = *a;
    *a = *b;
    *b = kept;
  }
  side_clear (&pair.one);
  side_clear (&pair.other);
  return matches;
}
