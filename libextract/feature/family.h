/* SPDX-License-Identifier: MIT */
/*
 * A feature is a row of the table of its family, which is a file of its own.
 *
 *   page, once           ExtractRich: sums and spans that several families need
 *   family, once         prepare (): what it has to know of the whole page
 *   family, some blocks  compute (): their facts, a struct for each
 *   row, each block      one number out of its facts: a float or a bit that stands there, or what value ()
 *                        makes of them
 *
 * The facts of all blocks would fill the caches. So they exist together only if one may depend on any other
 * (similarity): then prepare () gives them, and there is no compute ().
 *
 * Most facts are floats or bits: moving them costs a fraction of calling a function for each of four hundred
 * rows, and of bits only those that are set cost anything.
 *
 * A family takes time linear in the page, and allocates nothing for a single feature. A value that cannot be
 * known of a page (share of frequent words in a language that we have no list of) is NAN: networks see the
 * mean of the training pages in its place.
 */
#pragma once

#include "libextract/feature/rich.h"
#include "libextract/base/scratch.h"

typedef enum {
  EXTRACT_FEATURE_CORE = 1 << 0,        /* the neighbours in the window give it, too */
  EXTRACT_FEATURE_PER_MAXIMUM = 1 << 1, /* is divided by its maximum on the page */
  EXTRACT_FEATURE_BIT = 1 << 2, /* the value is a bit of the facts, which begin with words of 64 bits */
} ExtractFeatureFlags;

typedef struct {
  ExtractFeature info;
  double (*value) (gconstpointer facts, int argument); /* (nullable) */
  int argument; /* for rows that share a function; without one: which float, or bit, of the facts it is */
  guint flags;  /* ExtractFeatureFlags */
} ExtractFeatureRow;

typedef struct {
  const char *name;
  const ExtractFeatureRow *rows;
  guint n_rows;
  gsize facts_size;
  /* (nullable). @scratch: where what it returns is, and stays.
   * Returns: (transfer none) (nullable): what compute () is given; the facts themselves if there is none */
  gpointer (*prepare) (const ExtractRich *rich, ExtractScratch *scratch);
  /* (nullable). For the blocks @first .. @end - 1.
   * @facts: (out caller-allocates): structs of facts_size bytes, all zero */
  void (*compute) (const ExtractRich *rich, gpointer prepared, guint first, guint end, gpointer facts);
  gboolean of_page; /* prepare () gives one of the facts, for all blocks of the page; no row is of the core */
} ExtractFeatureFamily;

#define EXTRACT_MAX_FAMILIES 8

/* Returns: (transfer none): NULL-terminated */
const ExtractFeatureFamily *const *extract_feature_set_get_families (const ExtractFeatureSet *set);
/* Returns: how many of the features, the last ones, are the same for all blocks of a page */
guint extract_feature_set_get_n_of_page (const ExtractFeatureSet *set);

extern const ExtractFeatureFamily extract_feature_classic;    /* Mrózek 2014 */
extern const ExtractFeatureFamily extract_feature_text;       /* the text of the block */
extern const ExtractFeatureFamily extract_feature_similarity; /* to the title and to structured data */
extern const ExtractFeatureFamily extract_feature_markup;     /* tags, ancestors, words of class and id */
extern const ExtractFeatureFamily extract_feature_tree;       /* subtrees, candidate, groups, neighbours */
extern const ExtractFeatureFamily extract_feature_position;   /* where on the page */
extern const ExtractFeatureFamily extract_feature_page;       /* what the page is like */
extern const ExtractFeatureFamily extract_feature_token;      /* log-odds of tokens, from tables */
extern const ExtractFeatureFamily extract_feature_web2text;   /* Vogels and others 2018: of a block */
extern const ExtractFeatureFamily extract_feature_edges;      /* and of a block and the next one */
extern const ExtractFeatureFamily extract_feature_context;    /* scores around the block: second stage */
extern const ExtractFeatureFamily extract_feature_outcome; /* scores of the page; one row of values a page */
