/* SPDX-License-Identifier: MIT */
/*
 * Pages in, sums of their sites out.
 *
 * Repeated blocks (Gibson, Punera and Tomkins 2005: the volume and evolution of web page templates): a block,
 * by its text and its path, that is on n of the N pages of a site repeats if
 *
 *   n >= 3 and n / N >= 0.5
 *
 * Importance (Yi, Liu and Li 2003: eliminating noisy information in web pages for data mining, the Site Style
 * Tree): a feature a of an element E that m pages have is on these pages with probabilities p (a, 1) .. p (a,
 * m); of its entropy
 *
 *   H (a) = - sum of p (a, j) log_m p (a, j);  importance (E) = 1 - sum of H (a) / l over its l features
 *
 * Our features of an element are its own blocks, and a block is on n pages or not: so H = log_m n. An element
 * whose blocks are new on each page has the importance 1, one that is the same everywhere 0. If m = 1, it
 * is 1.
 *
 * The holder (after GoldMiner: Endrédy and Novák 2013, More effective boilerplate removal): the element that
 * fits the main text of the site best. With w, the words in the element, g, those of them in main text, and
 * G, those of all main text, each over all pages:
 *
 *   fit = 2 g / (w + G),   the F1 of taking the whole element and nothing else
 *
 * Sums are whole numbers, so they are the same in any order. If memory ends, hashes above half of the limit
 * are forgotten, until what is left fits: a hash that is below the last limit was never forgotten, and its
 * sums are complete.
 */
#include "libextract/site/table.h"

#include <math.h>
#include <string.h>

/* Bytes of an entry with its share of the table, roughly. */
#define ELEMENT_BYTES 128
#define REPEAT_BYTES 80
#define SITE_BYTES 80
#define NAME_BYTES 256
#define MAX_TEXT 60

#define REPEATED_SHARE 0.5
/* See label.c. */
#define MOVE_WEIGHT 0.5
#define MOVE_PAGES 1
#define MOVE_REPEATED 1

/* ---- Formulas ----------------------------------------------------------------------------------- */

gboolean
extract_site_is_repeated (guint32 n, guint32 pages)
{
  return n >= SITE_LEAST_PAGES && n >= REPEATED_SHARE * pages;
}

double
extract_site_importance_of_block (guint32 n, guint32 pages)
{
  return pages > 1 && n > 0 ? 1 - log (n) / log (pages) : 1;
}

double
extract_site_move (double logit, double mean, guint32 n, gboolean repeated)
{
  if (n < SITE_LEAST_PAGES)
    return logit;
  return logit + MOVE_WEIGHT * n / (n + MOVE_PAGES) * (mean - logit) - (repeated ? MOVE_REPEATED : 0);
}

double
extract_site_fit (guint64 words, guint64 good, guint64 all)
{
  return words + all > 0 ? 2.0 * good / (words + all) : 0;
}

/* ---- Tables ------------------------------------------------------------------------------------- */

void
site_element_free (gpointer data)
{
  SiteElement *element = data;
  g_free (element->shown.path);
  g_free (element);
}

void
site_repeat_free (gpointer data)
{
  ExtractSiteRepeat *repeat = data;
  g_free (repeat->text);
  g_free (repeat);
}

ExtractSites *
extract_sites_new (guint64 memory, gboolean named)
{
  ExtractSites *sites = g_new0 (ExtractSites, 1);
  pthread_mutex_init (&sites->lock, NULL);
  sites->memory = memory;
  sites->limit = G_MAXUINT64;
  sites->named = named;
  sites->pages = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  sites->elements = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, site_element_free);
  sites->repeats = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, site_repeat_free);
  return sites;
}

void
extract_sites_free (ExtractSites *sites)
{
  g_return_if_fail (sites != NULL);
  g_hash_table_unref (sites->pages);
  g_hash_table_unref (sites->elements);
  g_hash_table_unref (sites->repeats);
  g_free (sites->name);
  pthread_mutex_destroy (&sites->lock);
  g_free (sites);
}

guint
extract_sites_get_n_forgotten (const ExtractSites *sites)
{
  g_return_val_if_fail (sites != NULL, 0);
  return sites->n_forgotten;
}

/* Addresses of pages may be anything: "https://a%0Ab/" has a line break in its host. */
static gboolean
is_name (const char *site)
{
  for (const char *p = site; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isgraph (g_utf8_get_char (p)))
      return FALSE;
  return *site != '\0' && strcmp (site, "-") != 0;
}

void
extract_sites_set_name (ExtractSites *sites, const char *site)
{
  g_return_if_fail (sites != NULL);
  g_free (sites->name);
  sites->name = site && g_utf8_validate (site, -1, NULL) && is_name (site) ? g_strdup (site) : NULL;
}

const char *
extract_sites_get_name (const ExtractSites *sites)
{
  g_return_val_if_fail (sites != NULL, NULL);
  return sites->name;
}

static gboolean
is_above (gpointer key, gpointer value, gpointer data)
{
  const ExtractSites *sites = data;
  return *(guint64 *) key > sites->limit;
}

static guint64
count_bytes (const ExtractSites *sites)
{
  const guint64 name = sites->named ? NAME_BYTES : 0;
  return g_hash_table_size (sites->pages) * (guint64) SITE_BYTES +
         g_hash_table_size (sites->elements) * (ELEMENT_BYTES + name) +
         g_hash_table_size (sites->repeats) * (REPEAT_BYTES + name);
}

/* Until the rest fits. */
static void
forget (ExtractSites *sites)
{
  while (count_bytes (sites) > sites->memory && sites->limit > 0) {
    sites->limit /= 2;
    sites->n_forgotten++;
    g_hash_table_foreach_remove (sites->pages, is_above, sites);
    g_hash_table_foreach_remove (sites->elements, is_above, sites);
    g_hash_table_foreach_remove (sites->repeats, is_above, sites);
  }
}

/* ---- A page ------------------------------------------------------------------------------------- */

static void
add_site (ExtractSites *sites, guint64 site, guint64 good)
{
  SitePages *pages = g_hash_table_lookup (sites->pages, &site);
  if (site > sites->limit)
    return;
  if (!pages) {
    pages = g_new0 (SitePages, 1);
    pages->key = site;
    g_hash_table_insert (sites->pages, &pages->key, pages);
  }
  pages->pages++;
  pages->good += good;
}

static void
add_element (ExtractSites *sites, guint64 site, const SiteDigestElement *row, ExtractPage *page)
{
  const guint64 mixed = site_mix (site, row->key);
  SiteElement *element = site_find_element (sites, site, row->key);
  if (mixed > sites->limit)
    return;
  if (!element) {
    element = g_new0 (SiteElement, 1);
    element->shown.key = row->key;
    element->shown.path = sites->named ? site_dup_path (page, row->element) : NULL;
    element->depth = extract_page_element (page, row->element)->depth;
    g_hash_table_insert (sites->elements, g_memdup2 (&mixed, sizeof mixed), element);
  }
  ExtractSiteElement *shown = &element->shown;
  shown->pages++;
  shown->own += row->own > 0;
  shown->words += row->words;
  shown->good += row->good;
  shown->logit += row->own > 0 ? (gint64) llround (SITE_LOGIT_UNIT * row->logit / row->own) : 0;
}

/* The text of pages differs in case and numbers: the smallest is taken, whichever page comes first. */
static void
name_repeat (ExtractSiteRepeat *repeat, ExtractDocument *document, guint block)
{
  char *text = extract_label_dup_line (extract_document_text (document, block), MAX_TEXT);
  if (repeat->text && g_strcmp0 (repeat->text, text) <= 0) {
    g_free (text);
    return;
  }
  g_free (repeat->text);
  repeat->text = text;
}

static void
add_block (ExtractSites *sites, guint64 site, const SiteDigestBlock *row, ExtractDocument *document)
{
  const guint64 mixed = site_mix (site, row->key);
  ExtractSiteRepeat *repeat = site_find_repeat (sites, site, row->key);
  if (mixed > sites->limit)
    return;
  if (!repeat) {
    repeat = g_new0 (ExtractSiteRepeat, 1);
    repeat->key = row->key;
    repeat->element = row->element;
    g_hash_table_insert (sites->repeats, g_memdup2 (&mixed, sizeof mixed), repeat);
  }
  repeat->pages++;
  if (sites->named)
    name_repeat (repeat, document, row->block);
}

typedef struct {
  ExtractDocument *document;
  SiteDigest *digest;
} Digesting;

static void
digest (gpointer data)
{
  Digesting *digesting = data;
  digesting->digest = site_digest_new (digesting->document);
}

gboolean
extract_sites_add (ExtractSites *sites, const char *site, ExtractDocument *document, GError **error)
{
  g_return_val_if_fail (sites != NULL, FALSE);
  g_return_val_if_fail (document != NULL && document->sealed, FALSE);

  Digesting digesting = { document, NULL };
  const guint64 name = site_hash_name (site);
  if (!extract_document_run (document, digest, &digesting, error))
    return FALSE;
  g_autoptr (SiteDigest) d = digesting.digest;
  pthread_mutex_lock (&sites->lock);
  add_site (sites, name, d->good);
  for (guint i = 0; i < d->n_elements; i++)
    add_element (sites, name, &d->elements[i], document->page);
  for (guint i = 0; i < d->n_blocks; i++)
    add_block (sites, name, &d->blocks[i], document);
  forget (sites);
  pthread_mutex_unlock (&sites->lock);
  return TRUE;
}

/* ---- All pages ---------------------------------------------------------------------------------- */

/* Each entropy is a whole number of these, so that the order of the blocks does not matter. */
#define ENTROPY_UNIT 1e6

static void
weigh_elements (ExtractSites *sites)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, sites->repeats);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    const ExtractSiteRepeat *repeat = value;
    const guint64 site = *(guint64 *) key ^ repeat->key;
    SiteElement *element = site_find_element (sites, site, repeat->element);
    if (!element)
      continue;
    const double importance = extract_site_importance_of_block (repeat->pages, element->shown.own);
    element->n_blocks++;
    element->entropy += (guint64) llround (ENTROPY_UNIT * (1 - MAX (importance, 0)));
  }
  g_hash_table_iter_init (&iter, sites->elements);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    SiteElement *element = value;
    const double entropy = element->n_blocks > 0 ? element->entropy / ENTROPY_UNIT / element->n_blocks : 0;
    element->shown.importance = (guint32) lround (SITE_IMPORTANCE_UNIT * (1 - MIN (entropy, 1)));
  }
}

/* Of elements that fit alike, such as one and its only child, the inner one. */
static gboolean
fits_better (const SiteElement *a, const SiteElement *b, guint64 all)
{
  const double x = extract_site_fit (a->shown.words, a->shown.good, all);
  const double y = extract_site_fit (b->shown.words, b->shown.good, all);
  if (x != y)
    return x > y;
  return a->depth != b->depth ? a->depth > b->depth : a->shown.key < b->shown.key;
}

static void
find_holders (ExtractSites *sites)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, sites->elements);
  while (g_hash_table_iter_next (&iter, &key, &value)) {
    const SiteElement *element = value;
    const guint64 site = *(guint64 *) key ^ element->shown.key;
    SitePages *pages = g_hash_table_lookup (sites->pages, &site);
    if (!pages || element->shown.good == 0)
      continue;
    const SiteElement *best = pages->holder ? site_find_element (sites, site, pages->holder) : NULL;
    if (!best || fits_better (element, best, pages->good))
      pages->holder = element->shown.key;
  }
}

static gboolean
is_rare_element (gpointer key, gpointer value, gpointer data)
{
  return ((const SiteElement *) value)->shown.pages < SITE_LEAST_PAGES;
}

static gboolean
is_rare_repeat (gpointer key, gpointer value, gpointer data)
{
  return ((const ExtractSiteRepeat *) value)->pages < SITE_LEAST_PAGES;
}

void
extract_sites_end (ExtractSites *sites)
{
  g_return_if_fail (sites != NULL);
  weigh_elements (sites);
  g_hash_table_foreach_remove (sites->repeats, is_rare_repeat, NULL);
  g_hash_table_foreach_remove (sites->elements, is_rare_element, NULL);
  find_holders (sites);
}
