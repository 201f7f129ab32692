/* SPDX-License-Identifier: MIT */
/* What can be measured: a model, or the texts that any other program wrote into a folder. */
#pragma once

#include "cli/cli.h"
#include "libextract/site/site.h"
#include "train/data/dataset.h"

G_BEGIN_DECLS

typedef struct {
  char *name;                    /* for reports: on one line of valid UTF-8 */
  ExtractClassifier *classifier; /* (nullable) either this */
  ExtractModel *model;           /* (nullable) of it; NULL if it is a method */
  char *folder;                  /* (nullable) or this: texts are folder/<id>.txt */
  ExtractSites *sites;           /* (nullable): with the first: what is known of the sites of pages */
} TrainSystem;

/* train_system_open_model: @name: (nullable): NULL is the model of @options. The error names the model. */
gboolean train_system_open_model (TrainSystem *system, const CliModelOptions *options, const char *name,
                                  GError **error);
void train_system_open_folder (TrainSystem *system, const char *folder);
void train_system_clear (TrainSystem *system);

/* train_system_has_texts: whether the folder has a text for one of @entries (of TrainEntry). */
gboolean train_system_has_texts (const TrainSystem *system, GPtrArray *entries);

/* train_system_learn_sites: what the pages of each site share, by the labels of the model; no label of people
 * and no reference is read. Pages that cannot be read are left out. @entries: of TrainEntry */
void train_system_learn_sites (TrainSystem *system, GPtrArray *entries, ExtractParser *parser, guint jobs);

/*
 * train_system_run: the main text of a page.
 * @document: (inout) (nullable): its blocks, which are labelled, and maybe copied; not needed by a folder
 * @text: (out) (nullable): NULL if there is none, which is no error
 *
 * Returns: FALSE with @error
 */
gboolean train_system_run (const TrainSystem *system, const TrainEntry *entry, ExtractDocument **document,
                           char **text, GError **error);

G_END_DECLS
