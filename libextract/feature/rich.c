/* SPDX-License-Identifier: MIT */
#include "libextract/feature/rich.h"

/* Elements come after their parents: from the last to the first, each widens the span of its parent. */
/* Returns: (transfer full): [elements] */
static gpointer
make_spans (gpointer data)
{
  ExtractDocument *document = data;
  const ExtractPage *page = document->page;
  const guint32 n = page->elements.len;
  ExtractSpan *spans = EXTRACT_NEW (ExtractSpan, n);

  for (guint32 e = 0; e < n; e++)
    spans[e] = (ExtractSpan){ G_MAXUINT32, 0 };
  for (guint i = 0; i < document->n_blocks; i++) {
    ExtractSpan *span = &spans[extract_document_piece (document, i)->element];

    span->first = MIN (span->first, i);
    span->end = i + 1;
  }
  for (guint32 e = n; e-- > 0;) {
    guint32 parent = extract_page_element (page, e)->parent;

    if (spans[e].end == 0)
      spans[e].first = 0;
    else if (parent != EXTRACT_NO_ELEMENT) {
      spans[parent].first = MIN (spans[parent].first, spans[e].first);
      spans[parent].end = MAX (spans[parent].end, spans[e].end);
    }
  }
  return spans;
}

static const ExtractSpan *
get_spans (ExtractDocument *document)
{
  return extract_page_keep (document->page, EXTRACT_SLOT_SPANS, make_spans, document, extract_memory_free);
}

static void
compute_totals (ExtractRich *rich)
{
  for (guint i = 0; i < rich->n; i++) {
    const ExtractPiece *piece = extract_document_piece (rich->document, i);
    const ExtractTotals *before = &rich->totals[i];

    rich->totals[i + 1] = (ExtractTotals){
      .words = before->words + piece->stats.words,
      .chars = before->chars + piece->stats.chars,
      .ink = before->ink + piece->stats.chars - piece->stats.spaces,
      .link_chars = before->link_chars + piece->link_chars,
      .p_words =
          before->p_words + (extract_rich_owner (rich, i)->tag == EXTRACT_TAG_P ? piece->stats.words : 0),
    };
  }
}

/* ---- Texts and language -------------------------------------------------------------------------- */

/* The text of a page is in a language if so large a share of its words are frequent ones. */
#define SHARE_OF_A_LANGUAGE 0.15
/* It is enough, in pages of menus and tables, if the page declares the language, or no other has half as
 * many. */
#define SHARE_OF_A_CLEAR_ONE 0.06
/* The language that the page declares needs only so much of the best share. */
#define SHARE_OF_DECLARED 0.8

/* Returns: the language of which @frequent has most; -1 if it has nothing. */
static int
find_most (const guint64 frequent[EXTRACT_N_FREQUENT_LANGUAGES], int but)
{
  int best = -1;

  for (int l = 0; l < EXTRACT_N_FREQUENT_LANGUAGES; l++)
    if (l != but && frequent[l] > (best < 0 ? 0 : frequent[best]))
      best = l;
  return best;
}

/* The language that has most of the words of the page, or nearly as many if the page declares it. */
static int
choose_language (const ExtractRich *rich, const guint64 frequent[EXTRACT_N_FREQUENT_LANGUAGES])
{
  int declared = rich->page->language ? extract_stopwords_find (rich->page->language) : -1;
  int best = find_most (frequent, -1), next = find_most (frequent, best);
  guint32 words = rich->totals[rich->n].words;
  gboolean clear;

  if (best < 0)
    return -1;
  if (declared >= 0 && frequent[declared] >= SHARE_OF_DECLARED * frequent[best])
    best = declared;
  clear = best == declared || next < 0 || frequent[best] >= 2 * frequent[next];
  return frequent[best] >= (clear ? SHARE_OF_A_CLEAR_ONE : SHARE_OF_A_LANGUAGE) * words ? best : -1;
}

/* @frequent: (out): frequent words of the page by language. 15 words are counted at once: bit l of counts[b]
 * is bit b of how many of them language l has. */
static void
count_frequent (const ExtractRich *rich, guint64 frequent[EXTRACT_N_FREQUENT_LANGUAGES])
{
  const guint32 n = rich->totals[rich->n].words;

  for (guint32 w = 0; w < n;) {
    guint32 counts[4] = { 0 };

    for (const guint32 end = MIN (n, w + 15); w < end; w++) {
      guint32 carry = rich->words[w].languages;

      for (guint b = 0; b < G_N_ELEMENTS (counts); b++) {
        const guint32 sum = counts[b] ^ carry;

        carry &= counts[b];
        counts[b] = sum;
      }
    }
    for (guint b = 0; b < G_N_ELEMENTS (counts); b++)
      for (guint32 left = counts[b]; left != 0; left &= left - 1)
        frequent[__builtin_ctz (left)] += 1u << b;
  }
}

void
extract_rich_read_texts (ExtractRich *rich)
{
  guint64 frequent[EXTRACT_N_FREQUENT_LANGUAGES] = { 0 };

  rich->structured = extract_structured_new (rich->document->page);
  count_frequent (rich, frequent);
  rich->language = choose_language (rich, frequent);
  rich->knows_frequent = rich->language >= 0;
  for (guint i = 0; rich->knows_frequent && i < rich->n; i++) {
    guint32 n = rich->totals[i].frequent;

    for (guint32 w = rich->totals[i].words; w < rich->totals[i + 1].words; w++)
      n += rich->words[w].languages >> rich->language & 1;
    rich->totals[i + 1].frequent = n;
  }
}

/* ---- Logarithms ---------------------------------------------------------------------------------- */

/* Made once, never freed. */
static const ExtractLogs *
get_logs (void)
{
  static const ExtractLogs *made;

  if (g_once_init_enter (&made)) {
    ExtractLogs *logs = g_new (ExtractLogs, 1);

    for (guint n = 0; n < EXTRACT_N_LOGS; n++) {
      logs->of_float[n] = extract_log1p (n);
      logs->of_double[n] = log1p (n);
    }
    g_once_init_leave (&made, logs);
  }
  return made;
}

/* ---- All ----------------------------------------------------------------------------------------- */

/* A place to begin at where there are none. */
static const ExtractWord no_word;

ExtractRich *
extract_rich_new (ExtractDocument *document, const ExtractTokenTables *tables, const float *scores,
                  double threshold)
{
  ExtractRich *rich = EXTRACT_NEW0 (ExtractRich, 1);

  rich->document = document;
  rich->page = document->page;
  rich->logs = get_logs ();
  rich->n = document->n_blocks;
  rich->words = document->page->words.n > 0 ? document->page->words.items : &no_word;
  rich->n_elements = document->page->elements.len;
  rich->spans = get_spans (document);
  rich->totals = EXTRACT_NEW (ExtractTotals, (gsize) rich->n + 1);
  rich->totals[0] = (ExtractTotals){ 0 };
  rich->tables = tables;
  rich->scores = scores;
  rich->threshold = threshold;
  rich->language = -1;
  compute_totals (rich);
  return rich;
}

void
extract_rich_free (ExtractRich *rich)
{
  extract_memory_free (rich->totals);
  g_clear_pointer (&rich->structured, extract_structured_free);
  extract_memory_free (rich);
}
