/* SPDX-License-Identifier: MIT */
/*
 * The labels of each annotator for the blocks of a page: the rows of its labels file, matched with the
 * blocks.
 */
#pragma once

#include "train/data/dataset.h"

G_BEGIN_DECLS

typedef struct {
  ExtractDocument *document;
  ExtractAnnotation *annotation;
  guint n_blocks;
  guint n_people;
  char **people;                    /* [n_people], sorted: who labelled a block as a person */
  const ExtractBlockLabel **labels; /* [n_people, n_blocks] (nullable): NULL if not labelled */
} Opinions;

/*
 * opinions_load:
 * @opinions: (out) (nullable): NULL if the page has no labels file
 *
 * Labels of judges and models are not among the labels, nor are those of blocks that the page no longer has.
 * Returns: FALSE with an error if page or labels cannot be read.
 */
gboolean opinions_load (const TrainEntry *entry, ExtractParser *parser, Opinions **opinions, GError **error);
void opinions_free (Opinions *opinions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opinions, opinions_free)

/* opinions_get: Returns: (nullable) */
const ExtractBlockLabel *opinions_get (const Opinions *opinions, guint person, guint block);

G_END_DECLS
