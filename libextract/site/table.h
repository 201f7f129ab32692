/* SPDX-License-Identifier: MIT */
/* What is known of sites: elements and blocks of all of them, by the hash of the site and their own. */
#pragma once

#include <pthread.h>

#include "libextract/site/digest.h"
#include "libextract/site/site.h"

/* Log-odds are summed as whole numbers, so that the order of the pages does not matter. */
#define SITE_LOGIT_UNIT 1024
#define SITE_IMPORTANCE_UNIT 1000
/* What fewer pages have says nothing. */
#define SITE_LEAST_PAGES 3

typedef struct {
  guint64 key; /* hash of its name */
  guint32 pages;
  guint64 good;   /* words of main text, of all of them */
  guint64 holder; /* 0: none */
} SitePages;

typedef struct {
  ExtractSiteElement shown;
  guint depth;
  guint64 n_blocks; /* its own that are new to the site, while pages are added */
  guint64 entropy;  /* of these */
} SiteElement;

struct _ExtractSites {
  pthread_mutex_t lock; /* of all below, until it is ended */
  guint64 memory;
  guint64 used;
  guint64 limit; /* hashes above are forgotten */
  guint n_forgotten;
  gboolean named;
  char *name;           /* (nullable): of a template */
  GHashTable *pages;    /* SitePages by key */
  GHashTable *elements; /* SiteElement by key, mixed with that of the site: site_mix () */
  GHashTable *repeats;  /* ExtractSiteRepeat in the same way */
};

/* The hash of something of a site; of the site NULL, it is the hash itself. */
static inline guint64
site_mix (guint64 site, guint64 key)
{
  return site ^ key;
}

/* Returns: (transfer none) (nullable) */
static inline SiteElement *
site_find_element (const ExtractSites *sites, guint64 site, guint64 key)
{
  const guint64 mixed = site_mix (site, key);
  return g_hash_table_lookup (sites->elements, &mixed);
}

static inline ExtractSiteRepeat *
site_find_repeat (const ExtractSites *sites, guint64 site, guint64 key)
{
  const guint64 mixed = site_mix (site, key);
  return g_hash_table_lookup (sites->repeats, &mixed);
}

void site_element_free (gpointer data);
void site_repeat_free (gpointer data);
