/* SPDX-License-Identifier: MIT */
/* The elements of sets that have a class, in memory, with their features: for training and measuring. */
#pragma once

#include "cli/cli.h"
#include "train/data/element-set.h"

G_BEGIN_DECLS

/* What elements are grouped by, to be held back together. */
typedef enum { ELEMENT_BY_SITE, ELEMENT_BY_STYLE, ELEMENT_N_BY } ElementBy;

/* element_by_get_name: "sites" */
const char *element_by_get_name (ElementBy by);

/* Elements that follow each other on a page, each with a class. */
typedef struct {
  guint first, n; /* places among all */
} ElementChain;

/* All elements that have a class. */
typedef struct {
  GPtrArray *sets;                /* owned; TrainElementSet */
  ElementClasses *classes;        /* owned */
  GPtrArray *elements;            /* Element; lent by the sets */
  GArray *chains;                 /* ElementChain: all of them */
  GArray *groups[ELEMENT_N_BY];   /* guint: of each element */
  GPtrArray *names[ELEMENT_N_BY]; /* of the groups; lent by the sets */
  GArray *learnt;                 /* guint: the classes that are learnt, and outputs of networks: those that a
                                     browser knows, and those that have an element */
  float *values;                  /* [elements][features] */
  guint n_unlabelled;             /* elements without a class, which are left out */
} ElementCorpus;

/* element_corpus_is: whether @sets are sets of elements. @status: (out): CLI_EXIT_USAGE, after saying why, if
 * others are among them, else CLI_EXIT_DONE */
gboolean element_corpus_is (char **sets, CliExit *status);

/* element_corpus_open: @folders: NULL-terminated. Returns: (transfer full) (nullable): NULL after saying why
 */
ElementCorpus *element_corpus_open (char **folders);
/* element_corpus_get_output: the place of the class of element @i among the learnt ones. */
guint element_corpus_get_output (const ElementCorpus *corpus, guint i);
void element_corpus_free (ElementCorpus *corpus);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ElementCorpus, element_corpus_free)

G_END_DECLS
