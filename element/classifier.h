/* SPDX-License-Identifier: MIT */
/* Who says what elements do: the network, or a command of the user's. */
#pragma once

#include "element/element.h"

G_BEGIN_DECLS

typedef struct {
  ElementClass class;
  float probabilities[ELEMENT_N_CLASSES]; /* their sum is 1 */
} ElementVerdict;

typedef struct _ElementClassifier ElementClassifier;

/* For the elements of a page, from a command. */
#define ELEMENT_CLASSIFIER_MILLISECONDS 10000

/*
 * element_classifier_new: @command: (nullable): for sh -c. It gets the elements of a page, each as JSON on a
 * line, and an empty line; it answers with a line for each, CLASS or CLASS TAB PROBABILITY, and an empty
 * line. One process is asked about all pages, and started anew if it dies.
 */
ElementClassifier *element_classifier_new (const char *command);
void element_classifier_free (ElementClassifier *classifier);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ElementClassifier, element_classifier_free)

/*
 * element_classifier_run: from any thread.
 * @json: the array that @elements were parsed from
 * Returns: (transfer full) (nullable) (element-type ElementVerdict): one for each; NULL with an error of
 * G_IO_ERROR
 */
GArray *element_classifier_run (ElementClassifier *classifier, const char *json, const GPtrArray *elements,
                                GError **error);

/* element_verdicts_read: the answer of a command about @n elements. Returns: (transfer full) (nullable): NULL
 * with G_IO_ERROR_INVALID_DATA */
GArray *element_verdicts_read (const char *answer, guint n, GError **error);

G_END_DECLS
