/* SPDX-License-Identifier: MIT */
#include "train/learn/effect.h"
#include "libextract/model/model.h"

#include <math.h>

#include "train/learn/corpus.h"

guint
train_effect_get_n_variants (void)
{
  gsize n;
  extract_rule_get_all (&n);
  return (guint) n + 3;
}

const char *
train_effect_get_name (guint variant)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);

  if (variant == 0)
    return "no rule";
  if (variant <= n)
    return rules[variant - 1].name;
  return variant == n + 1 ? "all rules" : "rules in use";
}

TrainEffects *
train_effects_new (const CliModelOptions *options, GError **error)
{
  g_autoptr (TrainEffects) effects = g_new0 (TrainEffects, 1);
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  guint n_variants = train_effect_get_n_variants ();

  effects->classifiers = g_ptr_array_new_with_free_func ((GDestroyNotify) extract_classifier_unref);
  for (guint v = 0; v < n_variants; v++) {
    ExtractClassifier *classifier = cli_load_classifier (options, NULL, error);
    if (!classifier)
      return NULL;
    g_ptr_array_add (effects->classifiers, classifier);
    if (v < n_variants - 1)
      extract_classifier_clear_rules (classifier);
    for (guint r = 0; r < n; r++)
      if (v == r + 1 || v == n + 1)
        extract_classifier_set_rule (classifier, rules[r].name, TRUE);
  }
  return g_steal_pointer (&effects);
}

void
train_effects_free (TrainEffects *effects)
{
  g_clear_pointer (&effects->classifiers, g_ptr_array_unref);
  g_free (effects);
}

void
train_effects_measure (const TrainEffects *effects, TrainResult *result, ExtractDocument *labelled,
                       const char *reference)
{
  guint n_blocks = extract_document_get_n_blocks (labelled);
  g_autoptr (TrainVocabulary) vocabulary = train_vocabulary_new ();
  g_autoptr (TrainWords) words = train_words_new ();
  g_autoptr (TrainWords) reference_words = train_words_new ();
  g_autofree gsize *ends = g_new (gsize, n_blocks + 1);
  g_autofree float *scores = g_new (float, n_blocks + 1);
  TrainScript script = train_script_from_language (result->entry->lang);

  for (guint i = 0; i < n_blocks; i++) {
    ExtractBlock *block = extract_document_get_block (labelled, i);
    train_words_append (words, vocabulary, script, extract_block_get_text (block));
    ends[i] = words->n;
    scores[i] = (float) extract_block_get_score (block);
  }
  train_words_append (reference_words, vocabulary, script, reference);

  TrainPage page = { .words = words, .ends = ends, .reference = reference_words };
  result->rule_f1 = g_new (double, effects->classifiers->len);
  for (guint v = 0; v < effects->classifiers->len; v++) {
    g_autoptr (ExtractDocument) copy = extract_document_copy (labelled);
    TrainScores of_page;
    extract_classifier_label_scored (effects->classifiers->pdata[v], copy, scores, NULL);
    train_page_score (&page, copy, &of_page);
    result->rule_f1[v] = of_page.f1;
  }
}

gboolean
train_effect_compute (GPtrArray *results, guint variant, TrainEffect *effect)
{
  double squares = 0;

  *effect = (TrainEffect){ 0 };
  for (guint i = 0; i < results->len; i++) {
    const TrainResult *result = results->pdata[i];
    if (!result->rule_f1)
      continue;
    double difference = result->rule_f1[variant] - result->rule_f1[0];
    effect->n_pages++;
    effect->without += result->rule_f1[0];
    effect->with += result->rule_f1[variant];
    squares += difference * difference;
  }
  if (effect->n_pages == 0)
    return FALSE;

  guint n = effect->n_pages;
  effect->without /= n;
  effect->with /= n;
  effect->gain = effect->with - effect->without;
  effect->error = sqrt (MAX (squares / n - effect->gain * effect->gain, 0) / n);
  return TRUE;
}
