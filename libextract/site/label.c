/* SPDX-License-Identifier: MIT */
/*
 * What is known of the site of a page, put into the scores of its blocks. With l = ln (p / (1 - p)) of a
 * score p, a block in an element that n pages have text in, 3 or more:
 *
 *   l' = l + 1/2 n / (n + 1) (m - l),   less 1 if the block repeats (table.c)
 *
 * where m is the mean of l in that element: on each page over its blocks, then over the pages. The more
 * pages, the more the element counts, as in an empirical Bayes estimate. A repeat is evidence and no proof:
 * the labels of a product are on all pages of a shop, and main text.
 *
 * If repeats have more than half of the main text of a page, they are copies of the page, and no template:
 * its scores stay.
 */
#include "libextract/site/table.h"

#include <math.h>

#include "libextract/model/model.h"

/* Repeats may take this part of the words of the main text. */
#define MOST_REPEATED 0.5

typedef struct {
  const ExtractSites *sites;
  guint64 site;
  ExtractDocument *document;
  float *scores;    /* [n_blocks]: (out) */
  gboolean changed; /* (out) */
} Moving;

static void
move_score (Moving *moving, guint i, double logit)
{
  const float score = (float) (1 / (1 + exp (-logit)));
  moving->changed |= score != moving->scores[i];
  moving->scores[i] = score;
}

static void
move_blocks (Moving *moving, const guint64 *paths, const guint8 *repeated)
{
  ExtractDocument *document = moving->document;
  for (guint i = 0; i < document->n_blocks; i++) {
    const guint64 path = paths[extract_document_piece (document, i)->element];
    const SiteElement *element = site_find_element (moving->sites, moving->site, path);
    const guint32 n = element ? element->shown.own : 0;
    const double mean = n > 0 ? (double) element->shown.logit / SITE_LOGIT_UNIT / n : 0;
    moving->scores[i] = document->blocks[i].score;
    if (n >= SITE_LEAST_PAGES)
      move_score (moving, i,
                  extract_site_move (site_logit (document->blocks[i].score), mean, n, repeated[i]));
  }
}

/* Returns: whether there are any that may go */
static gboolean
find_repeats (const Moving *moving, const guint64 *paths, guint32 n_pages, guint8 *repeated)
{
  ExtractDocument *document = moving->document;
  guint64 good = 0, lost = 0;
  for (guint i = 0; i < document->n_blocks; i++) {
    const ExtractPiece *piece = extract_document_piece (document, i);
    const guint64 key = site_hash_block (paths[piece->element], extract_document_text (document, i));
    const ExtractSiteRepeat *repeat = site_find_repeat (moving->sites, moving->site, key);
    const guint64 words = document->blocks[i].label == EXTRACT_LABEL_GOOD ? piece->stats.words : 0;
    repeated[i] = repeat && extract_site_is_repeated (repeat->pages, n_pages);
    good += words;
    lost += repeated[i] ? words : 0;
  }
  return lost <= MOST_REPEATED * good;
}

static void
move (gpointer data)
{
  Moving *moving = data;
  const SitePages *pages = g_hash_table_lookup (moving->sites->pages, &moving->site);
  if (!pages || pages->pages < SITE_LEAST_PAGES)
    return;
  EXTRACT_AUTOFREE guint64 *paths = site_hash_paths (moving->document->page);
  EXTRACT_AUTOFREE guint8 *repeated = EXTRACT_NEW (guint8, moving->document->n_blocks);
  moving->scores = EXTRACT_NEW (float, moving->document->n_blocks);
  if (find_repeats (moving, paths, pages->pages, repeated))
    move_blocks (moving, paths, repeated);
}

gboolean
extract_sites_label (ExtractSites *sites, const char *site, ExtractClassifier *classifier,
                     ExtractDocument **document, GError **error)
{
  g_return_val_if_fail (sites != NULL, FALSE);
  g_return_val_if_fail (classifier != NULL, FALSE);
  g_return_val_if_fail (document != NULL && *document != NULL && (*document)->sealed, FALSE);

  Moving moving = { .sites = sites, .site = site_hash_name (site), .document = *document };
  if (!extract_document_run (*document, move, &moving, error))
    return FALSE;
  g_autofree float *scores = moving.scores;
  if (!moving.changed)
    return TRUE;
  ExtractDocument *anew = extract_document_copy (*document);
  extract_document_unref (*document);
  *document = anew;
  return extract_classifier_label_scored (classifier, anew, scores, error);
}
