/* SPDX-License-Identifier: MIT */
/*
 * What a page says about its site: its elements and its blocks by hashes that pages share.
 *
 *   path (e) = mix (path (parent of e), tag of e, the first words of its class and id that have no digit)
 *   block (b) = mix (path (owner of b), text of b)
 *
 * Of a text, letter case, white space and the value of numbers do not count: "Comments (12)" is "comments
 * (0)".
 */
#pragma once

#include "libextract/page/document.h"

typedef struct {
  guint64 key;
  guint32 element; /* one of the page with that key */
  guint32 own;     /* blocks of its own */
  guint64 words;   /* in it */
  guint64 good;
  double logit; /* sum of its own blocks */
} SiteDigestElement;

typedef struct {
  guint64 key;
  guint64 element; /* key of the owner */
  guint32 block;
} SiteDigestBlock;

typedef struct {
  SiteDigestElement *elements; /* by key, none twice: those with words in them */
  guint n_elements;
  SiteDigestBlock *blocks; /* by key, none twice */
  guint n_blocks;
  guint64 good; /* words of main text */
} SiteDigest;

/* site_digest_new: Returns: (transfer full): of a labelled document; within a run, see budget.h */
SiteDigest *site_digest_new (ExtractDocument *document);
void site_digest_free (SiteDigest *digest);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SiteDigest, site_digest_free)

/* site_hash_paths: Returns: (transfer full): of each element of the page, within a run */
guint64 *site_hash_paths (ExtractPage *page);
guint64 site_hash_block (guint64 path, const char *text);
guint64 site_hash_name (const char *site);
/* site_dup_path: Returns: (transfer full): what site_hash_paths () hashes, as people read it; the beginning
 * of long paths is cut off */
char *site_dup_path (ExtractPage *page, guint32 element);

/* site_logit: ln (p / (1 - p)), p cut to 0.0001 .. 0.9999 */
double site_logit (double score);
