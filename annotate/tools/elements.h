/* SPDX-License-Identifier: MIT */
/* Sets that can be labelled: of pages of text, or of elements; and elements of pages that come into a set. */
#pragma once

#include "annotate/record/classes.h"
#include "cli/cli.h"
#include "element/network.h"
#include "train/data/element-set.h"

G_BEGIN_DECLS

/* What is labelled. */
typedef struct {
  TrainDataset *pages;       /* owned, but for those of elements */
  TrainElementSet *elements; /* (nullable): owned; NULL if it is a set of pages of text */
  ElementClasses *classes;   /* (nullable): owned; of elements */
  ElementNetwork *network;   /* (nullable): owned */
} LabelSet;

/* label_set_is: whether there is a set in the folder @path. */
gboolean label_set_is (const char *path, gboolean of_elements);
gboolean label_set_open (LabelSet *set, const char *path, gboolean of_elements, GError **error);
void label_set_clear (LabelSet *set);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabelSet, label_set_clear)

/* label_set_load_classes: Returns: (transfer full) (nullable): those that its labels have */
Classes *label_set_load_classes (const LabelSet *set, GError **error);
/* label_set_load_network: of the model of elements that @options name, else of the built-in one. Returns:
 * (transfer none) (nullable) */
const ElementNetwork *label_set_load_network (LabelSet *set, const CliModelOptions *options, GError **error);

/* elements_collect: adds the elements of pages to the set @path, as collect_pages () adds pages. */
CliExit
elements_collect (const char *path, char **places, const char *files_from, const CliPageOptions *page);

G_END_DECLS
