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
 * What a site says never takes more than half of the main text of a page: then the page is of another kind
 * than those that the template is of, or the pages are copies of it. Its scores stay.
 */
#include "libextract/site/table.h"

#include <math.h>

#include "libextract/model/model.h"

/* The part of the words of the main text that a page may lose. */
#define MOST_LOST 0.5

typedef struct {
  const ExtractSites *sites;
  guint64 site;
  ExtractDocument *document;
  float *scores;    /* [n_blocks]: (out) */
  gboolean changed; /* (out) */
} Moving;

/* Whether the site has the block on so many of its @n_pages pages that it is part of the template. */
static gboolean
is_repeated (const Moving *moving, guint i, guint64 path, guint32 n_pages)
{
  const guint64 key = site_hash_block (path, extract_document_text (moving->document, i));
  const ExtractSiteRepeat *repeat = site_find_repeat (moving->sites, moving->site, key);
  return repeat && extract_site_is_repeated (repeat->pages, n_pages);
}

/* Returns: the score of block @i */
static float
move_score (const Moving *moving, guint i, guint64 path, guint32 n_pages)
{
  const ExtractBlock *block = &moving->document->blocks[i];
  const SiteElement *element = site_find_element (moving->sites, moving->site, path);
  const guint32 n = element ? element->shown.own : 0;
  if (n < SITE_LEAST_PAGES)
    return block->score;
  const double mean = (double) element->shown.logit / SITE_LOGIT_UNIT / n;
  const double logit =
      extract_site_move (site_logit (block->score), mean, n, is_repeated (moving, i, path, n_pages));
  return (float) (1 / (1 + exp (-logit)));
}

static gboolean
loses_too_much (const Moving *moving)
{
  ExtractDocument *document = moving->document;
  guint64 good = 0, lost = 0;
  for (guint i = 0; i < document->n_blocks; i++) {
    if (document->blocks[i].label != EXTRACT_LABEL_GOOD)
      continue;
    const guint32 words = extract_document_piece (document, i)->stats.words;
    good += words;
    lost += moving->scores[i] < document->threshold ? words : 0;
  }
  return lost > MOST_LOST * good;
}

static void
move (gpointer data)
{
  Moving *moving = data;
  ExtractDocument *document = moving->document;
  const SitePages *pages = g_hash_table_lookup (moving->sites->pages, &moving->site);
  if (!pages || pages->pages < SITE_LEAST_PAGES)
    return;
  EXTRACT_AUTOFREE guint64 *paths = site_hash_paths (document->page);
  moving->scores = EXTRACT_NEW (float, document->n_blocks);
  for (guint i = 0; i < document->n_blocks; i++) {
    const guint64 path = paths[extract_document_piece (document, i)->element];
    moving->scores[i] = move_score (moving, i, path, pages->pages);
    moving->changed |= moving->scores[i] != document->blocks[i].score;
  }
  moving->changed &= !loses_too_much (moving);
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
