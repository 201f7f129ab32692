/* SPDX-License-Identifier: MIT */
/*
 * What a model makes of every page of a set, for the order of pages: all at once, or in a thread
 * while people work. Results are kept in the cache of the user while model and pages are the same.
 */
#pragma once

#include "cli/cli.h"
#include "element/network.h"
#include "train/data/dataset.h"

G_BEGIN_DECLS

typedef struct _Survey Survey;

/* What is measured on a page that has been labelled: between 0 and 1. */
typedef double (*SurveyMeasure) (ExtractDocument *document);

/* survey_measure_uncertainty: 1 - the confidence of the model (extract_document_get_confidence ()). */
double survey_measure_uncertainty (ExtractDocument *document);

/*
 * survey_new: takes what the cache has, reads no page.
 * @set, @parser, @classifier: outlive the survey
 * @key: what the cache knows classifier and measure by, such as the checksum of the model
 * Returns: (transfer full)
 */
Survey *survey_new (const TrainDataset *set, ExtractParser *parser, ExtractClassifier *classifier,
                    SurveyMeasure measure, const char *key);
/* survey_new_for_elements: the uncertainty on a set of elements; there is no cache, because nothing is read.
 */
Survey *survey_new_for_elements (const TrainDataset *set, const ElementNetwork *network);
/* survey_dup_key: Returns: (transfer full): what the cache knows the classifier of @options by: the checksum
 * of its model, or the name of its method. */
char *survey_dup_key (const CliModelOptions *options);
/* survey_free: stops the thread, and writes the cache. */
void survey_free (Survey *survey);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Survey, survey_free)

/* survey_run: reads all pages that are left, @jobs at a time, with progress on stderr. */
void survey_run (Survey *survey, guint jobs);
/* survey_start: begins to read them one after the other, beside whatever the program does. */
void survey_start (Survey *survey);

/* survey_get_n_done: pages that have been looked at, of all pages of the set. From any thread, as below. */
guint survey_get_n_done (Survey *survey);
/* survey_get: what was measured, 0 for a page without blocks; of a page of elements the mean of 1 - the
 * probability of what each is taken for; NAN if the page has not been looked at yet or cannot be read. */
double survey_get (Survey *survey, guint page);

G_END_DECLS
