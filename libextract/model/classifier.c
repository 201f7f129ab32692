/* SPDX-License-Identifier: MIT */
/*
 * features -> inputs -> scores -> labels -> rules -> verdict. Immutable once it is shared, as its model is.
 * In place of a model there may be a method, which gives the scores by itself, or a combination of both.
 */
#include <math.h>

#include "libextract/model/classifier.h"
#include "libextract/model/method.h"
#include "libextract/model/rule.h"
#include "libextract/base/scratch.h"
#include "libextract/model/sequence.h"
#include "libextract/model/window.h"
#include "libextract/page/reduce.h"

G_DEFINE_BOXED_TYPE (ExtractClassifier, extract_classifier, extract_classifier_ref, extract_classifier_unref)

/* A stage at work: without a network, as a window, or as a sequence of blocks. */
typedef struct {
  ExtractWindow *window;         /* (nullable); owned */
  const ExtractNetwork *network; /* (nullable): of a sequence; lent by the model */
  ExtractColumn *columns;        /* (nullable): of a sequence: how it reads its inputs; owned */
} Scorer;

struct _ExtractClassifier {
  gint ref_count;              /* atomic */
  ExtractModel *model;         /* (nullable) */
  Scorer first;                /* of the model: the first stage, from features to scores */
  Scorer second;               /* from scores to better scores */
  Scorer edges;                /* from features of neighbours to what joins their labels */
  ExtractColumn *columns;      /* (nullable): how the network for classes reads features; owned */
  const ExtractMethod *method; /* (nullable): in place of a model */
  ExtractClassifier *members[EXTRACT_MAX_MEMBERS]; /* [n_members]: in place of both; owned */
  guint n_members;
  ExtractCombination combination; /* of members */
  char *name;                     /* (nullable): of the combination */
  double good;
  double near_good;
  double default_near_good;
  double share;  /* as in ExtractFavour; 0: the same threshold for all pages */
  double least;  /* with `share`: no threshold is lower */
  guint32 rules; /* bit r: rule r of the table is on */
  ExtractDecoding decoding;
  ExtractDecodingKind class_decoding; /* how classes are decoded; with what the model has for it */
};

static void
scorer_init (Scorer *scorer, const ExtractStage *stage)
{
  const guint n_features = stage ? extract_feature_set_get_n_features (stage->set) : 0;

  *scorer = (Scorer){ 0 };
  if (!stage)
    return;
  if (extract_network_is_sequence (stage->network) && extract_feature_set_get_window (stage->set) == 0) {
    scorer->network = stage->network;
    scorer->columns = extract_columns_new (n_features, stage->scale);
  } else
    scorer->window =
        extract_window_new (n_features, extract_feature_set_get_n_core (stage->set),
                            extract_feature_set_get_n_of_page (stage->set),
                            extract_feature_set_get_window (stage->set), stage->scale, stage->network);
}

static void
scorer_clear (Scorer *scorer)
{
  g_clear_pointer (&scorer->window, extract_window_free);
  g_free (scorer->columns);
}

static ExtractClassifier *
classifier_alloc (double good, double near_good)
{
  ExtractClassifier *classifier = g_new0 (ExtractClassifier, 1);

  classifier->ref_count = 1;
  classifier->good = good;
  classifier->near_good = classifier->default_near_good = near_good;
  return classifier;
}

ExtractClassifier *
extract_classifier_new (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  ExtractClassifier *classifier = classifier_alloc (extract_model_get_good_threshold (model),
                                                    extract_model_get_near_good_threshold (model));

  classifier->model = extract_model_ref (model);
  classifier->rules = extract_rule_get_repairs ();
  classifier->decoding = extract_model_get_parts (model)->decoding;
  scorer_init (&classifier->first, extract_model_get_stage (model, EXTRACT_STAGE_FIRST));
  scorer_init (&classifier->second, extract_model_get_stage (model, EXTRACT_STAGE_CONTEXT));
  scorer_init (&classifier->edges, extract_model_get_stage (model, EXTRACT_STAGE_EDGES));
  if (extract_model_get_parts (model)->classes.network) {
    const ExtractStage *first = extract_model_get_stage (model, EXTRACT_STAGE_FIRST);

    classifier->columns = extract_columns_new (extract_feature_set_get_n_features (first->set), first->scale);
    classifier->class_decoding = extract_model_get_parts (model)->classes.decoding.kind;
  }
  for (const char *const *name = extract_model_get_rules (model); *name; name++)
    extract_classifier_set_rule (classifier, *name, TRUE);
  return classifier;
}

ExtractClassifier *
extract_classifier_new_for_method (const ExtractMethod *method)
{
  g_return_val_if_fail (method != NULL, NULL);

  ExtractClassifier *classifier = classifier_alloc (EXTRACT_METHOD_GOOD, EXTRACT_METHOD_NEAR_GOOD);

  classifier->method = method;
  return classifier;
}

const ExtractCombinationInfo *
extract_combination_get_info (ExtractCombination combination)
{
  static const ExtractCombinationInfo infos[EXTRACT_N_COMBINATIONS] = {
    [EXTRACT_COMBINATION_SERIAL] = { "serial", "what each finds in that which the one before found" },
    [EXTRACT_COMBINATION_UNION] = { "union", "what at least one finds" },
    [EXTRACT_COMBINATION_INTERSECTION] = { "intersection", "what all find" },
    [EXTRACT_COMBINATION_MAJORITY] = { "majority", "what more than half of them find" },
  };

  g_return_val_if_fail (combination < EXTRACT_N_COMBINATIONS, NULL);
  return &infos[combination];
}

/* How many of @n members have to find a block. */
static guint
votes_needed (ExtractCombination combination, guint n)
{
  switch (combination) {
  case EXTRACT_COMBINATION_UNION:
    return 1;
  case EXTRACT_COMBINATION_MAJORITY:
    return n / 2 + 1;
  default:
    return n;
  }
}

ExtractClassifier *
extract_classifier_new_combined (ExtractCombination combination, ExtractClassifier *const *members, guint n,
                                 const char *name)
{
  ExtractClassifier *classifier;
  double good;

  g_return_val_if_fail (combination < EXTRACT_N_COMBINATIONS, NULL);
  g_return_val_if_fail (members != NULL && name != NULL, NULL);
  g_return_val_if_fail (n >= 2 && n <= EXTRACT_MAX_MEMBERS, NULL);
  for (guint m = 0; m < n; m++)
    g_return_val_if_fail (members[m] != NULL && members[m]->n_members == 0, NULL);

  /* Halfway between so many votes and one fewer. */
  good = (votes_needed (combination, n) - 0.5) / n;
  classifier = classifier_alloc (good, good);
  classifier->combination = combination;
  classifier->name = g_strdup (name);
  classifier->n_members = n;
  for (guint m = 0; m < n; m++)
    classifier->members[m] = extract_classifier_ref (members[m]);
  return classifier;
}

ExtractClassifier *
extract_classifier_ref (ExtractClassifier *classifier)
{
  g_return_val_if_fail (classifier != NULL, NULL);
  g_atomic_int_inc (&classifier->ref_count);
  return classifier;
}

void
extract_classifier_unref (ExtractClassifier *classifier)
{
  g_return_if_fail (classifier != NULL);
  if (!g_atomic_int_dec_and_test (&classifier->ref_count))
    return;
  scorer_clear (&classifier->first);
  scorer_clear (&classifier->second);
  scorer_clear (&classifier->edges);
  g_free (classifier->columns);
  g_clear_pointer (&classifier->model, extract_model_unref);
  for (guint m = 0; m < classifier->n_members; m++)
    extract_classifier_unref (classifier->members[m]);
  g_free (classifier->name);
  g_free (classifier);
}

void
extract_classifier_set_threshold (ExtractClassifier *classifier, double good)
{
  g_return_if_fail (classifier != NULL);
  g_return_if_fail (good > 0 && good <= 1);
  classifier->good = good;
  classifier->near_good = MIN (classifier->default_near_good, good);
  classifier->share = 0;
}

void
extract_classifier_favour (ExtractClassifier *classifier, gboolean precision)
{
  g_return_if_fail (classifier != NULL);

  static const ExtractFavour none = { 0 };
  const ExtractModelParts *parts = classifier->model ? extract_model_get_parts (classifier->model) : NULL;
  const ExtractFavour *favour = !parts ? &none : precision ? &parts->precision : &parts->recall;
  const double good = parts                       ? parts->good
                      : classifier->n_members > 0 ? classifier->good
                                                  : EXTRACT_METHOD_GOOD;

  if (favour->threshold > 0)
    extract_classifier_set_threshold (classifier, favour->threshold);
  else
    extract_classifier_set_threshold (classifier, precision ? (1 + good) / 2 : good / 2);
  classifier->share = favour->share;
  classifier->least = precision ? good : 0;
}

double
extract_classifier_get_threshold (ExtractClassifier *classifier)
{
  g_return_val_if_fail (classifier != NULL, 0);
  return classifier->good;
}

gboolean
extract_classifier_set_rule (ExtractClassifier *classifier, const char *name, gboolean on)
{
  g_return_val_if_fail (classifier != NULL, FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  int rule = extract_rule_find (name);

  if (rule < 0)
    return FALSE;
  if (on)
    classifier->rules |= 1u << rule;
  else
    classifier->rules &= ~(1u << rule);
  return TRUE;
}

gboolean
extract_classifier_get_rule (ExtractClassifier *classifier, const char *name)
{
  int rule;

  g_return_val_if_fail (classifier != NULL && name != NULL, FALSE);
  rule = extract_rule_find (name);
  return rule >= 0 && (classifier->rules & (1u << rule)) != 0;
}

gboolean
extract_classifier_set_decoding (ExtractClassifier *classifier, ExtractDecodingKind kind)
{
  g_return_val_if_fail (classifier != NULL, FALSE);
  g_return_val_if_fail ((guint) kind < EXTRACT_N_DECODINGS, FALSE);

  const ExtractModelParts *parts = classifier->model ? extract_model_get_parts (classifier->model) : NULL;
  const gboolean decodes = parts && parts->decoding.kind != EXTRACT_DECODING_THRESHOLD;
  const gboolean decodes_classes = parts && parts->classes.decoding.kind != EXTRACT_DECODING_THRESHOLD;

  if (kind != EXTRACT_DECODING_THRESHOLD && !decodes && !decodes_classes)
    return FALSE;
  if (decodes)
    classifier->decoding.kind = kind;
  if (decodes_classes)
    classifier->class_decoding = kind;
  return TRUE;
}

void
extract_classifier_clear_rules (ExtractClassifier *classifier)
{
  g_return_if_fail (classifier != NULL);
  classifier->rules = 0;
}

static void
fill_values (gconstpointer source, ExtractValuesParts parts, gsize first, gsize end, float *x, gsize stride)
{
  extract_values_fill (source, parts, first, end, x, 1, stride);
}

/* @outputs: (out caller-allocates): [blocks][outputs] */
static void
run_sequence (const Scorer *scorer, guint n, const ExtractValues *values, float *outputs)
{
  extract_sequence_run (scorer->network, scorer->columns, n, fill_values, values, outputs);
}

/* @scores: (out caller-allocates): [blocks] */
static void
run_scorer (const Scorer *scorer, guint n, const ExtractValues *values, float *scores)
{
  EXTRACT_AUTOFREE float *outputs = NULL;

  if (scorer->window) {
    extract_window_score (scorer->window, n, fill_values, values, scores);
    return;
  }
  outputs = EXTRACT_NEW (float, (gsize) n *extract_network_get_n_outputs (scorer->network));
  run_sequence (scorer, n, values, outputs);
  extract_sequence_score (scorer->network, n, outputs, scores);
}

/* The second stage, in place. */
static void
score_again (const ExtractClassifier *classifier, ExtractDocument *document, float *scores)
{
  /* The values of a block come from the scores around it, some of which have been given anew by then. */
  EXTRACT_AUTOFREE float *before = extract_memory_dup (scores, document->n_blocks, sizeof *scores);
  g_autoptr (ExtractValues) values = extract_values_new (extract_feature_set_get_context (),
                                                         extract_rich_new (document, NULL, before, 0), NULL);

  run_scorer (&classifier->second, document->n_blocks, values, scores);
}

void
extract_classifier_decode (ExtractClassifier *classifier, ExtractDocument *document, float *scores)
{
  g_return_if_fail (classifier != NULL && document != NULL);
  g_return_if_fail (document->n_blocks == 0 || scores != NULL);

  const guint n = document->n_blocks;
  EXTRACT_AUTOFREE float *edges = NULL;

  if (classifier->decoding.kind == EXTRACT_DECODING_THRESHOLD)
    return;
  if (classifier->edges.network) {
    g_autoptr (ExtractValues) values =
        extract_values_new_for_document (document, extract_feature_set_get_edges (), NULL);

    edges = EXTRACT_NEW (float, (gsize) n *EXTRACT_N_PAIRS);
    run_sequence (&classifier->edges, n, values, edges);
  }
  extract_decoding_apply (&classifier->decoding, n, edges, scores);
}

/* The classes of a model, decoded as the classifier wants it. Returns: (nullable): NULL if it tells none */
static const ExtractModelClasses *
get_classes (const ExtractClassifier *classifier)
{
  return classifier->columns ? &extract_model_get_parts (classifier->model)->classes : NULL;
}

/* @values: of the first stage; @scores: (inout); @classes: (out caller-allocates): [blocks][classes]:
 * probabilities */
static void
tell_classes (const ExtractClassifier *classifier, guint n, const ExtractValues *values, float *scores,
              float *classes)
{
  const ExtractModelClasses *own = get_classes (classifier);
  ExtractClassDecoding decoding = own->decoding;

  decoding.kind = classifier->class_decoding;
  extract_sequence_run (own->network, classifier->columns, n, fill_values, values, classes);
  extract_classes_join (own->names, n, scores, classes);
  extract_classes_decode (own->names, &decoding, n, classes, scores);
}

ExtractValues *
extract_classifier_gather (ExtractClassifier *classifier, ExtractDocument *document)
{
  return extract_values_new_for_document (document, extract_model_get_feature_set (classifier->model),
                                          extract_model_get_parts (classifier->model)->tables);
}

ExtractModel *
extract_classifier_get_model (ExtractClassifier *classifier)
{
  return classifier->model;
}

void
extract_classifier_score_first (ExtractClassifier *classifier, ExtractDocument *document,
                                const ExtractValues *values, float *scores)
{
  run_scorer (&classifier->first, document->n_blocks, values, scores);
}

void
extract_classifier_score (ExtractClassifier *classifier, ExtractDocument *document,
                          const ExtractValues *values, float *scores)
{
  extract_classifier_score_first (classifier, document, values, scores);
  if (classifier->second.window || classifier->second.network)
    score_again (classifier, document, scores);
}

/* What to think of the page as a whole. If it has no main text, no block is good, whatever its score. */
static void
judge_page (const ExtractModelParts *parts, double threshold, const float *scores, ExtractDocument *document)
{
  const ExtractStage *stage = &parts->stages[EXTRACT_STAGE_OUTCOME];
  const guint n_features = extract_network_get_n_inputs (stage->network);
  EXTRACT_AUTOFREE float *values = EXTRACT_NEW (float, n_features);
  float outputs[2];

  extract_document_compute_outcome (document, scores, threshold, values);
  extract_scale_apply (stage->scale, n_features, 1, values);
  extract_network_run (stage->network, 1, values, outputs);
  document->judged = TRUE;
  document->expected_f1 = isfinite (outputs[0]) ? outputs[0] : 0;
  document->no_text = isfinite (outputs[1]) ? outputs[1] : 0;
  document->found_none = document->no_text >= parts->no_text && parts->no_text < 1; /* 1: never */
  for (guint i = 0; i < document->n_blocks && document->found_none; i++) {
    document->blocks[i].label = EXTRACT_LABEL_BAD;
    document->blocks[i].rule = -1;
  }
}

static gboolean
check_unsealed (const ExtractDocument *document, GError **error)
{
  if (!document->sealed)
    return TRUE;
  g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_SEALED, "the document is already labelled");
  return FALSE;
}

typedef struct {
  ExtractClassifier *classifier;
  ExtractDocument *document;
  const float *scores; /* (nullable): [blocks]: those of the classifier in their place */
} Labelling;

/* See extract_classifier_favour (). */
static double
find_threshold (const ExtractClassifier *classifier, const float *scores, guint n)
{
  double best = 0;

  for (guint i = 0; i < n && classifier->share > 0; i++)
    best = MAX (best, scores[i]);
  if (best == 0)
    return classifier->good;
  return MIN (classifier->good, MAX (classifier->least, classifier->share * best));
}

/* Where elements were selected, nothing else is main text. */
static void
label_unselected (ExtractDocument *document)
{
  for (guint i = 0; i < document->n_blocks; i++)
    if (!extract_block_is_selected (&document->blocks[i])) {
      document->blocks[i].label = EXTRACT_LABEL_BAD;
      document->blocks[i].rule = -1;
    }
}

static void
label_blocks (const ExtractClassifier *classifier, ExtractDocument *document, const float *scores)
{
  const ExtractModelParts *parts = classifier->model ? extract_model_get_parts (classifier->model) : NULL;
  const double good = find_threshold (classifier, scores, document->n_blocks);
  const double near_good = MIN (classifier->near_good, good);
  gsize n_rules;

  document->threshold = good;
  for (guint i = 0; i < document->n_blocks; i++) {
    ExtractBlock *block = &document->blocks[i];

    block->score = scores[i];
    block->label = scores[i] >= good        ? EXTRACT_LABEL_GOOD
                   : scores[i] >= near_good ? EXTRACT_LABEL_NEAR_GOOD
                                            : EXTRACT_LABEL_BAD;
  }
  extract_rule_get_all (&n_rules);
  for (guint rule = 0; rule < n_rules; rule++)
    if (classifier->rules & (1u << rule)) {
      extract_budget_look ();
      extract_rule_apply (rule, document);
    }
  if (parts && parts->stages[EXTRACT_STAGE_OUTCOME].network)
    judge_page (parts, good, scores, document);
  label_unselected (document);
}

/* Of a model or a method. Returns: (nullable): [blocks][classes]: probabilities of the classes, if the model
 * tells some; memory of the run */
static float *
score_alone (ExtractClassifier *classifier, ExtractDocument *document, float *scores)
{
  float *classes = NULL;

  if (classifier->model) {
    g_autoptr (ExtractValues) values = extract_classifier_gather (classifier, document);

    extract_classifier_score (classifier, document, values, scores);
    extract_classifier_decode (classifier, document, scores);
    if (get_classes (classifier)) {
      classes = EXTRACT_NEW (float, (gsize) document->n_blocks *extract_network_get_n_outputs (
                                        get_classes (classifier)->network));
      tell_classes (classifier, document->n_blocks, values, scores, classes);
    }
  } else
    extract_method_score (classifier->method, document, scores);
  return classes;
}

/* The likeliest class of those that agree with the label of the block. */
static void
name_blocks (const ExtractClassifier *classifier, ExtractDocument *document, const float *classes)
{
  const ExtractModelClasses *own = get_classes (classifier);
  const guint n_classes = extract_network_get_n_outputs (own->network);

  document->classes = g_strdupv ((char **) own->names);
  for (gsize i = 0; i < document->n_blocks; i++)
    document->blocks[i].class_number =
        (guint8) (1 + extract_classes_choose (own->names, classes + i * n_classes,
                                              document->blocks[i].label == EXTRACT_LABEL_GOOD));
}

/* What @member finds is in @good then, and @document as it was. @good: (out caller-allocates): [blocks] */
static void
ask_member (ExtractClassifier *member, ExtractDocument *document, guint8 *good)
{
  EXTRACT_AUTOFREE float *scores = EXTRACT_NEW (float, document->n_blocks);
  EXTRACT_AUTOFREE float *classes = score_alone (member, document, scores);

  label_blocks (member, document, scores);
  for (guint i = 0; i < document->n_blocks; i++)
    good[i] = document->blocks[i].label == EXTRACT_LABEL_GOOD;
  extract_document_clear_labels (document);
}

static void
score_by_votes (ExtractClassifier *classifier, ExtractDocument *document, float *scores)
{
  EXTRACT_AUTOFREE guint8 *good = EXTRACT_NEW (guint8, document->n_blocks);
  EXTRACT_AUTOFREE guint8 *votes = EXTRACT_NEW0 (guint8, document->n_blocks);

  for (guint m = 0; m < classifier->n_members; m++) {
    ask_member (classifier->members[m], document, good);
    for (guint i = 0; i < document->n_blocks; i++)
      votes[i] += good[i];
  }
  for (guint i = 0; i < document->n_blocks; i++)
    scores[i] = (float) votes[i] / (float) classifier->n_members;
}

/* All else of a reduced page is memory of the run. */
static void
drop_kept (gpointer data)
{
  extract_page_drop_kept (data);
}

/* `good` is what is left of the page; the k-th block of the reduced page is the k-th one of it. */
static void
score_in_turn (ExtractClassifier *classifier, ExtractDocument *document, float *scores)
{
  EXTRACT_AUTOFREE guint8 *good = EXTRACT_NEW (guint8, document->n_blocks);
  EXTRACT_AUTOFREE guint8 *again = EXTRACT_NEW (guint8, document->n_blocks);

  ask_member (classifier->members[0], document, good);
  for (guint m = 1; m < classifier->n_members; m++) {
    ExtractDocument *reduced = extract_document_reduce (document, good);

    extract_budget_set_undo (drop_kept, reduced->page);
    ask_member (classifier->members[m], reduced, again);
    extract_budget_set_undo (NULL, NULL);
    extract_document_unref (reduced);
    for (guint i = 0, k = 0; i < document->n_blocks; i++)
      if (good[i])
        good[i] = again[k++];
  }
  for (guint i = 0; i < document->n_blocks; i++)
    scores[i] = good[i];
}

static void
label (gpointer data)
{
  const Labelling *labelling = data;
  ExtractClassifier *classifier = labelling->classifier;
  ExtractDocument *document = labelling->document;
  EXTRACT_AUTOFREE float *scores = NULL, *classes = NULL;

  if (labelling->scores) {
    label_blocks (classifier, document, labelling->scores);
    return;
  }
  scores = EXTRACT_NEW (float, document->n_blocks);
  if (classifier->n_members == 0)
    classes = score_alone (classifier, document, scores);
  else if (classifier->combination == EXTRACT_COMBINATION_SERIAL)
    score_in_turn (classifier, document, scores);
  else
    score_by_votes (classifier, document, scores);
  label_blocks (classifier, document, scores);
  if (classes)
    name_blocks (classifier, document, classes);
}

/* Where it fails, the document is as if nothing had been tried. */
static gboolean
label_document (Labelling *labelling, GError **error)
{
  const gint64 start = extract_budget_get_time ();
  ExtractClassifier *classifier = labelling->classifier;
  ExtractDocument *document = labelling->document;

  if (!check_unsealed (document, error))
    return FALSE;
  if (!extract_document_run (document, label, labelling, error)) {
    extract_document_clear_labels (document);
    return FALSE;
  }
  if (document->microseconds != G_MAXINT64)
    document->microseconds -= extract_budget_get_time () - start;
  document->model = g_strdup (classifier->model    ? extract_model_get_name (classifier->model)
                              : classifier->method ? classifier->method->name
                                                   : classifier->name);
  document->sealed = TRUE;
  return TRUE;
}

gboolean
extract_classifier_label_scored (ExtractClassifier *classifier, ExtractDocument *document,
                                 const float *scores, GError **error)
{
  g_return_val_if_fail (classifier != NULL, FALSE);
  g_return_val_if_fail (document != NULL, FALSE);
  g_return_val_if_fail (scores != NULL || document->n_blocks == 0, FALSE);
  return label_document (&(Labelling){ classifier, document, scores }, error);
}

gboolean
extract_classifier_label (ExtractClassifier *classifier, ExtractDocument *document, GError **error)
{
  g_return_val_if_fail (classifier != NULL, FALSE);
  g_return_val_if_fail (document != NULL, FALSE);
  return label_document (&(Labelling){ classifier, document, NULL }, error);
}
