/* SPDX-License-Identifier: MIT */
/*
 * Labels of people override those of the alignment, block by block.
 *
 *   annotators disagree whether a block is main text     the page is not trained on
 *   a person has labelled the block                      that label
 *   enough of the reference is on the page               the label by alignment
 *   else                                                 none
 */
#include "train/data/labels.h"
#include "libextract/page/page.h"

#include <string.h>

const char *
train_label_source_get_nick (TrainLabelSource source)
{
  static const char *const nicks[] = {
    [TRAIN_LABELS_NONE] = "none",
    [TRAIN_LABELS_ALIGNMENT] = "alignment",
    [TRAIN_LABELS_PEOPLE] = "people",
  };
  g_return_val_if_fail ((guint) source < G_N_ELEMENTS (nicks), NULL);
  return nicks[source];
}

/* What people say of the blocks: [n_blocks] ExtractLabel, NONE where they say nothing; and classes. */
static guint8 *
read_given (ExtractAnnotation *annotation, ExtractDocument *document, TrainLabels *labels)
{
  guint n_blocks = extract_document_get_n_blocks (document);
  guint8 *given = g_new0 (guint8, (gsize) n_blocks + 1);

  labels->classes = g_new0 (const char *, (gsize) n_blocks + 1);

  for (guint i = 0; i < n_blocks; i++) {
    const ExtractBlockLabel *label = extract_annotation_get (annotation, document, i);
    if (!label || label->annotator == EXTRACT_ANNOTATOR_MODEL)
      continue;
    given[i] = extract_class_name_is_content (label->class_name) ? EXTRACT_LABEL_GOOD : EXTRACT_LABEL_BAD;
    labels->classes[i] = g_intern_string (label->class_name);
    labels->n_given++;
  }
  return given;
}

/* Returns: (transfer full) (nullable): a sentence, if people say of a block of the page both that it is main
 * text and that it is not. */
static char *
describe_contradiction (ExtractAnnotation *annotation, ExtractDocument *document)
{
  gsize n_conflicts;
  g_autofree ExtractConflict *conflicts = extract_annotation_dup_conflicts (annotation, &n_conflicts);
  g_autoptr (GHashTable) by_label = g_hash_table_new (NULL, NULL);
  const ExtractConflict *first = NULL;
  guint n = 0, place = 0;

  for (gsize i = 0; i < n_conflicts; i++)
    if (extract_class_name_is_content (conflicts[i].a->class_name) !=
        extract_class_name_is_content (conflicts[i].b->class_name))
      g_hash_table_insert (by_label, (gpointer) conflicts[i].a, &conflicts[i]);
  if (g_hash_table_size (by_label) == 0)
    return NULL;

  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    const ExtractConflict *conflict =
        g_hash_table_lookup (by_label, extract_annotation_get (annotation, document, i));
    if (!conflict)
      continue;
    if (n++ == 0) {
      first = conflict;
      place = i + 1;
    }
  }
  if (!first)
    return NULL;
  return g_strdup_printf (
      "people contradict each other about %u of its blocks, first about block %u (%s): %s "
      "says %s, %s says %s",
      n, place, first->a->excerpt, first->a->who, first->a->class_name, first->b->who, first->b->class_name);
}

/* The texts of the good blocks of @given, a line each. */
static char *
join_good_blocks (ExtractDocument *document, const guint8 *given)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++)
    if (given[i] == EXTRACT_LABEL_GOOD) {
      g_string_append (text, extract_block_get_text (extract_document_get_block (document, i)));
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* Puts what people say into the alignment, and takes the labels of other blocks from its shares. */
static void
apply_given (TrainAlignment *alignment, guint8 *given, gboolean use_shares)
{
  for (guint i = 0; i < alignment->n_blocks; i++)
    if (given[i] == EXTRACT_LABEL_NONE && use_shares)
      given[i] = (guint8) train_alignment_get_label (alignment, i);
  alignment->labels = given;
}

/* Of a page without a reference: the good blocks are on the page, word by word. */
static void
match_good_blocks (TrainAlignment *alignment, const guint8 *given)
{
  alignment->n_found = 0;
  for (guint i = 0; i < alignment->n_blocks; i++) {
    alignment->n_matched[i] = given[i] == EXTRACT_LABEL_GOOD ? alignment->n_words[i] : 0;
    alignment->n_found += alignment->n_matched[i];
  }
  alignment->n_reference = alignment->n_found;
}

static void
distrust (TrainLabels *labels, char *reason)
{
  labels->trusted = FALSE;
  labels->reason = reason;
}

TrainLabels *
train_labels_new_for_document (const TrainEntry *entry, ExtractDocument *document, const char *reference,
                               double minimum_recall, GError **error)
{
  g_autoptr (TrainLabels) labels = g_new0 (TrainLabels, 1);
  g_autoptr (ExtractAnnotation) annotation = NULL;
  g_autofree guint8 *given = NULL;

  if (!train_entry_load_labels (entry, &annotation, error))
    return NULL;
  labels->trusted = TRUE;
  if (annotation)
    given = read_given (annotation, document, labels);
  if (!reference && labels->n_given == 0) {
    distrust (labels, g_strdup (annotation ? "none of its labels is of a person and fits a block of the page"
                                           : "has neither a reference text nor labels"));
    return g_steal_pointer (&labels);
  }

  char *contradiction = labels->n_given > 0 ? describe_contradiction (annotation, document) : NULL;
  if (contradiction) {
    distrust (labels, contradiction);
    if (!reference)
      return g_steal_pointer (&labels);
  }

  labels->source = labels->n_given > 0 ? TRAIN_LABELS_PEOPLE : TRAIN_LABELS_ALIGNMENT;
  labels->reference = reference ? g_strdup (reference) : join_good_blocks (document, given);
  labels->alignment =
      train_alignment_new_for_document (document, reference ? reference : "", TRAIN_SCRIPT_LETTERS);
  if (!reference)
    match_good_blocks (labels->alignment, given);

  double recall = train_alignment_get_recall (labels->alignment);
  if (labels->n_given == 0 && recall < minimum_recall)
    distrust (labels, g_strdup_printf ("only %d %% of the words of its reference are on the page",
                                       (int) (recall * 100)));
  if (labels->n_given > 0)
    apply_given (labels->alignment, g_steal_pointer (&given), reference && recall >= minimum_recall);
  return g_steal_pointer (&labels);
}

void
train_labels_free (TrainLabels *labels)
{
  if (!labels)
    return;
  train_alignment_free (labels->alignment);
  g_free (labels->classes);
  g_free (labels->reference);
  g_free (labels->reason);
  g_free (labels);
}

double
train_labels_get_recall (const TrainLabels *labels)
{
  return labels->alignment ? train_alignment_get_recall (labels->alignment) : 1;
}
