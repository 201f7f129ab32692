/* SPDX-License-Identifier: MIT */
#include "annotate/tools/trial.h"
#include "libextract/page/page.h"

#include <math.h>

/* @document: labelled by the model */
static double
measure (ExtractDocument *document, ExtractAnnotation *annotation)
{
  double n_label = 0, n_model = 0, n_both = 0;
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    const ExtractBlockLabel *label = extract_annotation_get (annotation, document, i);
    if (!label || label->annotator == EXTRACT_ANNOTATOR_MODEL)
      continue;
    guint n_words = extract_block_get_n_words (block);
    gboolean by_label = extract_class_name_is_content (label->class_name);
    gboolean by_model = extract_block_get_label (block) == EXTRACT_LABEL_GOOD;
    n_label += by_label ? n_words : 0;
    n_model += by_model ? n_words : 0;
    n_both += by_label && by_model ? n_words : 0;
  }
  return n_label + n_model > 0 ? 2 * n_both / (n_label + n_model) : 1;
}

/* Adds the page to the sums. Returns: FALSE if there is nothing to hold the models against. */
static gboolean
add_page (const TrainEntry *entry, ExtractParser *parser, ExtractClassifier *const classifiers[TRIAL_N],
          double sums[TRIAL_N])
{
  g_autoptr (ExtractAnnotation) annotation = NULL;
  double f1[TRIAL_N] = { 0 };
  if (!train_entry_load_labels (entry, &annotation, NULL) || !annotation)
    return FALSE;
  g_autoptr (ExtractDocument) document = train_entry_load_page (entry, parser, NULL);
  if (!document)
    return FALSE;
  for (guint c = 0; c < TRIAL_N; c++) {
    g_autoptr (ExtractDocument) copy = extract_document_copy (document);
    if (classifiers[c] && !extract_classifier_label (classifiers[c], copy, NULL))
      return FALSE;
    f1[c] = classifiers[c] ? measure (copy, annotation) : NAN;
  }
  for (guint c = 0; c < TRIAL_N; c++)
    sums[c] += f1[c];
  return TRUE;
}

TrialFigures
trial_run (const GPtrArray *pages, ExtractParser *parser, ExtractClassifier *const classifiers[TRIAL_N],
           const gint *stop)
{
  TrialFigures figures = { .n_pages = 0 };
  double sums[TRIAL_N] = { 0 };
  for (guint p = 0; p < pages->len && !(stop && g_atomic_int_get (stop)); p++)
    figures.n_pages += add_page (pages->pdata[p], parser, classifiers, sums);
  for (guint c = 0; c < TRIAL_N; c++)
    figures.f1[c] = figures.n_pages > 0 ? sums[c] / figures.n_pages : NAN;
  return figures;
}
