/* SPDX-License-Identifier: MIT */
/*
 * The position of a block on the page: by blocks, by words, from the first h1, from the heading that repeats
 * the title, and between the headings around it.
 *
 *   i index of the block, from 0   n blocks   W words of the page   log x  ln (1 + x)
 */
#include "libextract/feature/family.h"
#include "libextract/feature/logarithm.h"
#include "libextract/text/kind.h"

#include <math.h>

/* What a block has; a row of the table is one of these numbers. */
enum {
  INDEX,
  BLOCKS_BEFORE,
  BLOCKS_AFTER,
  WORD_INDEX,
  WORDS_BEFORE,
  WORDS_AFTER,
  HAS_H1,
  FROM_H1,
  BEHIND_H1,
  HAS_TITLE,
  FROM_TITLE,
  BEHIND_TITLE,
  HEADING_LEVEL,
  HEADING_BLOCKS,
  HEADING_WORDS,
  NEXT_HEADING,
  N_VALUES
};

typedef struct {
  float values[N_VALUES];
} Facts;

#define NO_BLOCK G_MAXUINT

/* Level of the heading that a block is, 1..6; 0 for other blocks. */
static guint
heading_level (const ExtractRich *rich, guint i)
{
  ExtractTag tag = extract_rich_owner (rich, i)->tag;

  return extract_tag_get_flags (tag) & TAG_HEADING ? tag - EXTRACT_TAG_H1 + 1 : 0;
}

/* ---- The heading that is like the title ------------------------------------------------------ */

/* A title has no more different words than these; what follows is not read. */
#define MAX_WORDS 64

#define LEAST_JACCARD 0.4
#define LEAST_SHARE 0.8
#define LEAST_WORDS 2

typedef struct {
  guint32 hashes[MAX_WORDS];
  guint n;
} WordSet;

static gboolean
word_set_has (const WordSet *set, guint32 hash)
{
  for (guint k = 0; k < set->n; k++)
    if (set->hashes[k] == hash)
      return TRUE;
  return FALSE;
}

/* The different words of a text: runs of letters, digits and marks, in lower case. */
static void
word_set_read (WordSet *set, const char *text)
{
  set->n = 0;
  for (const char *p = text; *p && set->n < MAX_WORDS;) {
    guint32 hash = 5381;
    gboolean any = FALSE;

    for (; *p; p = g_utf8_next_char (p)) {
      gunichar c = g_utf8_get_char (p);
      ExtractKind kind = extract_text_get_kind (c);

      if (kind < EXTRACT_KIND_SMALL || kind > EXTRACT_KIND_UNSPACED)
        break;
      hash = hash * 33 + g_unichar_tolower (c);
      any = TRUE;
    }
    if (any && !word_set_has (set, hash))
      set->hashes[set->n++] = hash;
    while (*p) {
      ExtractKind kind = extract_text_get_kind (g_utf8_get_char (p));

      if (kind >= EXTRACT_KIND_SMALL && kind <= EXTRACT_KIND_UNSPACED)
        break;
      p = g_utf8_next_char (p);
    }
  }
}

/* Jaccard index = common words / words of either; share = common words / words of the heading */
static gboolean
is_like_title (const WordSet *title, const char *heading)
{
  WordSet words;
  guint common = 0;

  word_set_read (&words, heading);
  for (guint k = 0; k < words.n; k++)
    common += word_set_has (title, words.hashes[k]);
  return common > LEAST_JACCARD * (title->n + words.n - common) ||
         (words.n >= LEAST_WORDS && common > LEAST_SHARE * words.n);
}

static guint
find_title (const ExtractRich *rich)
{
  WordSet title;

  word_set_read (&title, rich->page->title);
  for (guint i = 0; i < rich->n; i++)
    if (heading_level (rich, i) > 0 && is_like_title (&title, extract_document_text (rich->document, i)))
      return i;
  return NO_BLOCK;
}

static guint
find_h1 (const ExtractRich *rich)
{
  for (guint i = 0; i < rich->n; i++)
    if (heading_level (rich, i) == 1)
      return i;
  return NO_BLOCK;
}

/* ---- Facts ----------------------------------------------------------------------------------- */

/* Three values: whether there is such a block, how far this one is from it, whether it is behind it. */
static void
measure_from (guint i, guint first, float values[3])
{
  const guint distance = i >= first ? i - first : first - i;
  float tanh;

  if (first == NO_BLOCK)
    return;
  tanh = extract_tanh_of_twentieths (distance);
  values[0] = 1;
  values[1] = i >= first ? tanh : -tanh;
  values[2] = i >= first;
}

static void
measure_place (const ExtractRich *rich, guint i, float *values)
{
  guint32 all = rich->totals[rich->n].words, before = rich->totals[i].words;

  values[INDEX] = (double) i / rich->n;
  values[BLOCKS_BEFORE] = extract_logs_float (rich->logs, i) / 8;
  values[BLOCKS_AFTER] = extract_logs_float (rich->logs, rich->n - 1 - i) / 8;
  values[WORD_INDEX] = all > 0 ? (double) before / all : 0;
  values[WORDS_BEFORE] = extract_logs_float (rich->logs, before) / 10;
  values[WORDS_AFTER] = extract_logs_float (rich->logs, all - before) / 10;
}

/* @last: the heading that block @i is, or the last one before it; @next: the first one behind it */
static void
measure_headings (const ExtractRich *rich, guint i, guint last, guint next, float *values)
{
  const guint32 words_before = last == NO_BLOCK ? 0 : rich->totals[last].words;

  values[HEADING_LEVEL] = last == NO_BLOCK ? 0 : heading_level (rich, last) / 6.0;
  values[HEADING_BLOCKS] = last == NO_BLOCK ? 1 : extract_logs_float (rich->logs, i - last) / 6;
  values[HEADING_WORDS] = extract_logs_float (rich->logs, rich->totals[i].words - words_before) / 8;
  values[NEXT_HEADING] = extract_logs_float (rich->logs, next - i) / 6;
}

/* The headings of a page; NO_BLOCK where there is none. */
typedef struct {
  guint h1;    /* the first one */
  guint title; /* the first one that is like the title */
  guint *last; /* [blocks]: the block itself if it is one, or the last one before it */
  guint *next; /* [blocks]: the first one after it; the number of blocks if there is none */
} Headings;

static gpointer
prepare (const ExtractRich *rich, ExtractScratch *scratch)
{
  Headings *headings = extract_scratch_take (scratch, 1, sizeof *headings);
  guint last = NO_BLOCK, next = rich->n;

  *headings = (Headings){ .h1 = find_h1 (rich),
                          .title = find_title (rich),
                          .last = extract_scratch_take (scratch, rich->n, sizeof (guint)),
                          .next = extract_scratch_take (scratch, rich->n, sizeof (guint)) };
  for (guint i = 0; i < rich->n; i++) {
    if (heading_level (rich, i) > 0)
      last = i;
    headings->last[i] = last;
  }
  for (guint i = rich->n; i-- > 0;) {
    headings->next[i] = next;
    if (headings->last[i] == i)
      next = i;
  }
  return headings;
}

static void
compute (const ExtractRich *rich, gpointer prepared, guint first, guint end, gpointer facts)
{
  const Headings *headings = prepared;

  for (guint i = first; i < end; i++) {
    float *values = ((Facts *) facts)[i - first].values;

    measure_place (rich, i, values);
    measure_from (i, headings->h1, &values[HAS_H1]);
    measure_from (i, headings->title, &values[HAS_TITLE]);
    measure_headings (rich, i, headings->last[i], headings->next[i], values);
  }
}

/* ---- The table ------------------------------------------------------------------------------- */

#define LOG "logarithm"
#define ROW(value, name, unit, minimum, maximum, formula, sentence)                 \
  {                                                                                 \
    { name, "position", unit, minimum, maximum, formula, sentence }, NULL, value, 0 \
  }

/* clang-format off */
static const ExtractFeatureRow rows[] = {
  ROW (INDEX, "place", "share", 0, 1, "i / n", "Place among the blocks"),
  ROW (BLOCKS_BEFORE, "blocks-before", LOG, 0, 3, "log i / 8", "Blocks before this one"),
  ROW (BLOCKS_AFTER, "blocks-after", LOG, 0, 3, "log (n - 1 - i) / 8", "Blocks after this one"),
  ROW (WORD_INDEX, "word-place", "share", 0, 1, "words before / W", "Place among the words"),
  ROW (WORDS_BEFORE, "words-before", LOG, 0, 3, "log words before / 10", "Words before this block"),
  ROW (WORDS_AFTER, "words-after", LOG, 0, 3, "log (W - words before) / 10", "Words from this block on"),
  ROW (HAS_H1, "page-has-h1", "flag", 0, 1, "1 if the owner of a block is h1", "Page has a heading h1"),
  ROW (FROM_H1, "h1-distance", "signed distance", -1, 1, "tanh ((i - first h1) / 20); 0 without h1", "Blocks from the first h1"),
  ROW (BEHIND_H1, "behind-h1", "flag", 0, 1, "1 if i >= first h1", "Comes with or after the first h1"),
  ROW (HAS_TITLE, "page-has-title-heading", "flag", 0, 1, "1 if a heading is like the title", "Page has a heading that is like its title"),
  ROW (FROM_TITLE, "title-heading-distance", "signed distance", -1, 1, "tanh ((i - first such heading) / 20); 0 without one", "Blocks from the first heading that is like the title"),
  ROW (BEHIND_TITLE, "behind-title-heading", "flag", 0, 1, "1 if i >= first such heading", "Comes with or after the first heading that is like the title"),
  ROW (HEADING_LEVEL, "heading-level", "level", 0, 1, "level of the last heading / 6; 0 without one", "Level of the heading above the block"),
  ROW (HEADING_BLOCKS, "heading-blocks", LOG, 0, 4, "log (i - last heading) / 6; 1 without one", "Blocks since the last heading"),
  ROW (HEADING_WORDS, "heading-words", LOG, 0, 3, "log words since the last heading began / 8", "Words since the last heading or the start of the page"),
  ROW (NEXT_HEADING, "next-heading", LOG, 0, 4, "log (next heading - i) / 6", "Blocks to the next heading or the end of the page"),
};
/* clang-format on */

const ExtractFeatureFamily extract_feature_position = {
  .name = "position",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Facts),
  .prepare = prepare,
  .compute = compute,
};
