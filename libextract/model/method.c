/* SPDX-License-Identifier: MIT */
/*
 * THE table of published methods, for comparison with the network. Each applies the published rule to our
 * blocks, so that the choice of blocks is compared, not the parser. Time and memory are linear in the size of
 * the page.
 */
#include "libextract/model/method.h"

/* ---- everything -------------------------------------------------------------------------------- */

static void
everything (ExtractDocument *document, float *scores)
{
  for (guint i = 0; i < document->n_blocks; i++)
    scores[i] = 1;
}

/* ---- Text below an element --------------------------------------------------------------------- */

/* Characters of text that are no spaces. */
typedef struct {
  guint32 all;
  guint32 linked;
} Amount;

static void
amount_add (Amount *to, const Amount *amount)
{
  to->all += amount->all;
  to->linked += amount->linked;
}

static Amount
piece_amount (const ExtractPiece *piece)
{
  return (Amount){ .all = piece->stats.chars - piece->stats.spaces, .linked = piece->link_chars };
}

/* Returns: (transfer full) (array): for each element, the text that it owns itself. */
static Amount *
amounts_owned (ExtractDocument *document)
{
  Amount *amounts = EXTRACT_NEW0 (Amount, document->page->elements.len);

  for (guint i = 0; i < document->n_blocks; i++) {
    const ExtractPiece *piece = extract_document_piece (document, i);
    Amount amount = piece_amount (piece);

    amount_add (&amounts[piece->element], &amount);
  }
  return amounts;
}

/* Good are the blocks of which @chosen says so of the element that owns them. */
static void
score_by_owner (ExtractDocument *document, const guint8 *chosen, float *scores)
{
  for (guint i = 0; i < document->n_blocks; i++)
    scores[i] = chosen[extract_document_piece (document, i)->element];
}

/* ---- link-quota -------------------------------------------------------------------------------- */

/*
 * An element whose text is mainly the text of links is a menu or a list of links, and goes with all
 * that is below it (Gottron 2008, after Mantratzis et al. 2005). Mainly: linked / all > 1/2. The
 * whole page, html and body, stays: there would be nothing left.
 */
static void
link_quota (ExtractDocument *document, float *scores)
{
  const ExtractPage *page = document->page;
  EXTRACT_AUTOFREE Amount *amounts = amounts_owned (document);
  EXTRACT_AUTOFREE guint8 *kept = EXTRACT_NEW (guint8, page->elements.len);

  /* Parents come before their children. */
  for (guint32 e = page->elements.len; e-- > 0;) {
    guint32 parent = extract_page_element (page, e)->parent;

    if (parent != EXTRACT_NO_ELEMENT)
      amount_add (&amounts[parent], &amounts[e]);
  }
  for (guint32 e = 0; e < page->elements.len; e++) {
    const ExtractElement *element = extract_page_element (page, e);

    kept[e] = element->tag == EXTRACT_TAG_HTML || element->tag == EXTRACT_TAG_BODY ||
              ((element->parent == EXTRACT_NO_ELEMENT || kept[element->parent]) &&
               amounts[e].linked <= amounts[e].all - amounts[e].linked);
  }
  score_by_owner (document, kept, scores);
}

/* ---- largest-block ----------------------------------------------------------------------------- */

/*
 * The one part of the page that has most text (the FeatureExtractor of Debnath et al. 2005, with
 * text as the feature). A part is an element with the text that it owns and that its children own:
 * paragraphs are the children of their article. The first one of equals; good is all that is below
 * it, lists and quotes among the paragraphs too.
 */
static void
largest_block (ExtractDocument *document, float *scores)
{
  const ExtractPage *page = document->page;
  EXTRACT_AUTOFREE Amount *owned = amounts_owned (document);
  EXTRACT_AUTOFREE guint32 *parts = EXTRACT_NEW0 (guint32, page->elements.len);
  EXTRACT_AUTOFREE guint8 *below = EXTRACT_NEW0 (guint8, page->elements.len);
  guint32 largest = 0;

  for (guint32 e = 0; e < page->elements.len; e++) {
    guint32 parent = extract_page_element (page, e)->parent;

    parts[e] += owned[e].all;
    if (parent != EXTRACT_NO_ELEMENT)
      parts[parent] += owned[e].all;
  }
  for (guint32 e = 0; e < page->elements.len; e++)
    if (parts[e] > parts[largest])
      largest = e;
  for (guint32 e = largest; e < page->elements.len; e++) {
    guint32 parent = extract_page_element (page, e)->parent;

    below[e] = e == largest || (parent != EXTRACT_NO_ELEMENT && below[parent]);
  }
  score_by_owner (document, below, scores);
}

/* ---- The table --------------------------------------------------------------------------------- */

/* clang-format off */
#define METHODS(X)                                                                                  \
  X (extract_method_justext, "justext",                                                             \
     "classes by length, links and frequent words, then by the classes around",                     \
     "Pomikálek 2011")                                                                              \
  X (extract_method_boilerpipe, "boilerpipe",                                                       \
     "a decision tree over words and link density of a block and its two neighbours",               \
     "Kohlschütter, Fankhauser, Nejdl 2010")                                                        \
  X (extract_method_bte, "bte",                                                                     \
     "the one stretch with most words inside and most tags outside",                    \
     "Finn, Kushmerick, Smyth 2001")                                                                \
  X (extract_method_readability, "readability",                                                     \
     "points of paragraphs for the elements around them; the best one, and siblings like it",          \
     "Arc90 2009, Mozilla")                                                                         \
  X (extract_method_content_code_blurring, "content-code-blurring",                                 \
     "where words are dense, once words and tags are blurred",                                      \
     "Gottron 2008")                                                                                \
  X (extract_method_document_slope_curve, "document-slope-curve",                                   \
     "where tags are less than half as dense as in the whole page",                                 \
     "Pinto and others 2002")                                                                       \
  X (extract_method_feature_extractor, "feature-extractor",                                         \
     "the one block with most words, among those with more words than links and images",            \
     "Debnath, Mitra, Giles 2005")                                                                  \
  X (extract_method_k_feature_extractor, "k-feature-extractor",                                     \
     "the cluster of blocks with most words, among those with more words than links and images",    \
     "Debnath, Mitra, Pal, Giles 2005")                                                             \
  X (link_quota, "link-quota",                                                                      \
     "everything but elements whose text is mainly links",                                             \
     "Mantratzis, Orgun, Cassidy 2005")                                                             \
  X (largest_block, "largest-block",                                                                \
     "the one element with most text of its own and of its children",                               \
     "Debnath, Mitra, Giles 2005")                                                                  \
  X (everything, "everything",                                                                      \
     "all blocks: the baseline without any method",                                                \
     "no paper")
/* clang-format on */

static const ExtractMethod methods[] = {
#define X(function, name, sentence, source) { name, sentence, source },
  METHODS (X)
#undef X
};

static void (*const functions[]) (ExtractDocument *document, float *scores) = {
#define X(function, name, sentence, source) function,
  METHODS (X)
#undef X
};

const ExtractMethod *
extract_method_get_all (gsize *n)
{
  g_return_val_if_fail (n != NULL, NULL);
  *n = G_N_ELEMENTS (methods);
  return methods;
}

const ExtractMethod *
extract_method_find (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_str_equal (methods[i].name, name))
      return &methods[i];
  return NULL;
}

void
extract_method_score (const ExtractMethod *method, ExtractDocument *document, float *scores)
{
  functions[method - methods](document, scores);
}
