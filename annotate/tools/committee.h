/* SPDX-License-Identifier: MIT */
/*
 * Models that read the same page, and how much they differ on it: where they do, one of them is wrong, so a
 * label teaches something. That is query by committee (Seung, Opper and Sompolinsky 1992).
 */
#pragma once

#include "cli/cli.h"

G_BEGIN_DECLS

typedef struct {
  ExtractClassifier *classifier; /* its scores are the shares of members that find a block */
  char *key;                     /* what a cache knows it by: the checksums of its members */
} Committee;

/*
 * committee_new: the models and methods of the combination that @options name, whatever combines them; else
 * the model that they name, which may be the default one, and the built-in models. Thresholds and rules are
 * those of each.
 * Returns: (transfer full) (nullable): errors as in cli_load_classifier ()
 */
Committee *committee_new (const CliModelOptions *options, GError **error);
void committee_free (Committee *committee);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Committee, committee_free)

/*
 * committee_get_disagreement: the mean vote entropy of the words of @document, which the classifier of a
 * committee has labelled: 0 if all agree on all words, or there is none; 1 if half of them find each word. Of
 * two members it is the share of words about which they differ.
 */
double committee_get_disagreement (ExtractDocument *document);

G_END_DECLS
