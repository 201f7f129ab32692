/* SPDX-License-Identifier: MIT */
/*
 * How much each feature moved the score of a block: integrated gradients (M. Sundararajan, A. Taly, Q. Yan,
 * Axiomatic Attribution for Deep Networks, 2017), by differences instead of gradients.
 *
 * On the straight way from the inputs b of a typical block to those of the block, x, in N steps, each step
 * changes the sum s[j] of a neuron by d s[j] and its value y[j] by d y[j]. With the slopes d y[j] / d s[j],
 * the chain rule gives exactly by how much the step changes the score,
 *
 *   d score = sum over j of m[j] d s[j],   m[j] = d y[j] / d s[j] sum over k of w[k][j] m[k]
 *
 * where k are the neurons of the next layer; so the moves of the inputs
 *
 *   move[i] = (x[i] - b[i]) sum over j of w[j][i] M[j],   M[j] = mean of m[j] over the steps, j in layer 1
 *
 * sum up to score (x) - score (b), whatever N is, and also where an activation jumps.
 */
#include <math.h>
#include <string.h>

#include "libextract/model/classifier.h"
#include "libextract/model/network.h"
#include "libextract/base/budget.h"
#include "libextract/base/scratch.h"
#include "libextract/page/document.h"

#define N_STEPS 128
/* A smaller change of a sum gives no slope, but for rounding; it is measured over twice this. */
#define LEAST_CHANGE 1e-9
#define SHORT_WAY 1e-4
#define MAX_LAYERS 16

/* ---- A network ------------------------------------------------------------------------------ */

typedef struct {
  const ExtractLayer *layer;
  const float *weights; /* [size][n_before + 1] */
  guint n_before;
  double *sums, *old_sums;     /* [size] */
  double *values, *old_values; /* [size] */
  double *slopes;              /* [size]: m */
} Layer;

typedef struct {
  const ExtractNetwork *network;
  guint n_layers;
  Layer layers[MAX_LAYERS];
  double *from, *to; /* [size of layer 1]: its sums at both ends */
  double *means;     /* [size of layer 1]: M */
} Way;

static void
way_init (Way *way, const ExtractNetwork *network, ExtractScratch *scratch)
{
  guint n_before = extract_network_get_n_inputs (network);
  gsize n_weights;
  const float *weights = extract_network_get_weights (network, &n_weights);

  way->network = network;
  way->n_layers = extract_network_get_n_layers (network);
  for (guint l = 0; l < way->n_layers; l++) {
    const ExtractLayer *layer = extract_network_get_layer (network, l);
    double *room = extract_scratch_take0 (scratch, (gsize) layer->size * 5, sizeof *room);

    way->layers[l] = (Layer){ .layer = layer,
                              .weights = weights,
                              .n_before = n_before,
                              .sums = room,
                              .old_sums = room + layer->size,
                              .values = room + 2 * layer->size,
                              .old_values = room + 3 * layer->size,
                              .slopes = room + 4 * layer->size };
    weights += ((gsize) n_before + 1) * layer->size;
    n_before = layer->size;
  }
  way->from = extract_scratch_take (scratch, (gsize) way->layers[0].layer->size * 3, sizeof (double));
  way->to = way->from + way->layers[0].layer->size;
  way->means = way->to + way->layers[0].layer->size;
}

static double
activate (const ExtractLayer *layer, double sum)
{
  const double limit = 150 / (double) layer->steepness;

  return extract_activation_apply (layer->activation, CLAMP (layer->steepness * sum, -limit, limit));
}

static void
weigh_inputs (const Layer *layer, const float *inputs, double *sums)
{
  const float *w = layer->weights;

  for (guint j = 0; j < layer->layer->size; j++, w += layer->n_before + 1) {
    sums[j] = w[layer->n_before];
    for (guint i = 0; i < layer->n_before; i++)
      sums[j] += (double) w[i] * inputs[i];
  }
}

static void
weigh_values (const Layer *layer, const double *values)
{
  const float *w = layer->weights;

  for (guint j = 0; j < layer->layer->size; j++, w += layer->n_before + 1) {
    layer->sums[j] = w[layer->n_before];
    for (guint i = 0; i < layer->n_before; i++)
      layer->sums[j] += w[i] * values[i];
  }
}

/* Goes to the point t of the way, from 0 to 1. Returns: the score there */
static double
way_go (Way *way, double t)
{
  for (guint l = 0; l < way->n_layers; l++) {
    Layer *layer = &way->layers[l];

    for (guint j = 0; j < layer->layer->size; j++) {
      layer->old_sums[j] = layer->sums[j];
      layer->old_values[j] = layer->values[j];
    }
    if (l > 0)
      weigh_values (layer, way->layers[l - 1].values);
    for (guint j = 0; j < layer->layer->size; j++) {
      if (l == 0)
        layer->sums[j] = way->from[j] + t * (way->to[j] - way->from[j]);
      layer->values[j] = activate (layer->layer, layer->sums[j]);
    }
  }
  return extract_network_get_score (way->network, way->layers[way->n_layers - 1].values[0]);
}

static double
get_slope (const Layer *layer, guint j)
{
  const double s = layer->sums[j], change = s - layer->old_sums[j];

  return fabs (change) > LEAST_CHANGE
             ? (layer->values[j] - layer->old_values[j]) / change
             : (activate (layer->layer, s + SHORT_WAY) - activate (layer->layer, s - SHORT_WAY)) /
                   (2 * SHORT_WAY);
}

/* The slopes of the last step, from the score back to layer 1. */
static void
way_look_back (Way *way, double change_of_score)
{
  const Layer *last = &way->layers[way->n_layers - 1];
  const double change = last->values[0] - last->old_values[0];

  memset (last->slopes, 0, last->layer->size * sizeof *last->slopes);
  last->slopes[0] = change != 0 ? change_of_score / change * get_slope (last, 0) : 0;
  for (guint l = way->n_layers - 1; l-- > 0;) {
    const Layer *layer = &way->layers[l], *next = layer + 1;

    for (guint j = 0; j < layer->layer->size; j++) {
      double m = 0;

      for (guint k = 0; k < next->layer->size; k++)
        m += next->weights[(gsize) k * (next->n_before + 1) + j] * next->slopes[k];
      layer->slopes[j] = m * get_slope (layer, j);
    }
  }
}

void
extract_network_explain (const ExtractNetwork *network, const float *from, const float *to, double *moves)
{
  g_return_if_fail (network != NULL && from != NULL && to != NULL && moves != NULL);

  ExtractScratch *scratch = extract_scratch_begin ();
  Way way;

  way_init (&way, network, scratch);

  const Layer *first = &way.layers[0];
  const guint n_inputs = first->n_before, n_neurons = first->layer->size;
  double score;

  weigh_inputs (first, from, way.from);
  weigh_inputs (first, to, way.to);
  memset (way.means, 0, n_neurons * sizeof *way.means);
  score = way_go (&way, 0);
  for (guint step = 1; step <= N_STEPS; step++) {
    const double before = score;

    score = way_go (&way, (double) step / N_STEPS);
    way_look_back (&way, score - before);
    for (guint j = 0; j < n_neurons; j++)
      way.means[j] += first->slopes[j] / N_STEPS;
  }
  for (guint i = 0; i < n_inputs; i++) {
    double move = 0;

    for (guint j = 0; j < n_neurons; j++)
      move += first->weights[(gsize) j * (n_inputs + 1) + i] * way.means[j];
    moves[i] = move * ((double) to[i] - from[i]);
  }
  extract_scratch_end (scratch);
}

/* ---- A document ----------------------------------------------------------------------------- */

/* Networks of convolutions are not explained. */
typedef struct {
  const ExtractStage *stage;
  const ExtractFeatureSet *set;
  float *values;  /* [blocks][features]: not standardised; owned */
  float *typical; /* [features]; owned */
  float *scores;  /* [blocks]: owned */
} Scored;

struct _ExtractExplainer {
  guint n_blocks;
  guint n_stages;
  Scored stages[2]; /* the first and EXTRACT_STAGE_CONTEXT */
};

static void
find_typical (Scored *scored, guint n_blocks)
{
  const guint n = extract_feature_set_get_n_features (scored->set);

  scored->typical = EXTRACT_NEW (float, n);
  for (guint k = 0; k < n; k++) {
    double sum = 0;
    guint n_known = 0;

    for (gsize i = 0; i < n_blocks && !scored->stage->scale; i++)
      if (!isnan (scored->values[i * n + k])) {
        sum += scored->values[i * n + k];
        n_known++;
      }
    scored->typical[k] = scored->stage->scale ? scored->stage->scale[k].mean
                         : n_known > 0        ? (float) (sum / n_known)
                                              : 0;
  }
}

typedef struct {
  ExtractExplainer *explainer;
  ExtractClassifier *classifier;
  ExtractDocument *document;
} Explaining;

static void
score_stages (gpointer data)
{
  const Explaining *explaining = data;
  ExtractDocument *document = explaining->document;
  ExtractModel *model = extract_classifier_get_model (explaining->classifier);
  Scored *first = &explaining->explainer->stages[0], *second = first + 1;
  const guint n = document->n_blocks;
  g_autoptr (ExtractValues) values = NULL;

  first->stage = extract_model_get_stage (model, EXTRACT_STAGE_FIRST);
  /* What a block moves there depends on which blocks are around it. */
  if (extract_network_is_sequence (first->stage->network))
    return;
  first->set = first->stage->set;
  first->values = EXTRACT_NEW0 (float, (gsize) n *extract_feature_set_get_n_features (first->set));
  first->scores = EXTRACT_NEW (float, n);
  values = extract_classifier_gather (explaining->classifier, document);
  extract_values_fill (values, EXTRACT_VALUES_ALL, 0, n, first->values,
                       extract_feature_set_get_n_features (first->set), 1);
  extract_classifier_score_first (explaining->classifier, document, values, first->scores);
  find_typical (first, n);
  explaining->explainer->n_stages = 1;
  second->stage = extract_model_get_stage (model, EXTRACT_STAGE_CONTEXT);
  if (!second->stage || extract_network_is_sequence (second->stage->network))
    return;
  second->set = extract_feature_set_get_context ();
  second->values = EXTRACT_NEW0 (float, (gsize) n *extract_feature_set_get_n_features (second->set));
  second->scores = EXTRACT_NEW (float, n);
  extract_document_compute_context (document, first->scores, second->values);
  extract_classifier_score (explaining->classifier, document, values, second->scores);
  find_typical (second, n);
  explaining->explainer->n_stages = 2;
}

ExtractExplainer *
extract_explainer_new (ExtractClassifier *classifier, ExtractDocument *document, GError **error)
{
  g_return_val_if_fail (classifier != NULL && document != NULL, NULL);

  ExtractExplainer *explainer = g_new0 (ExtractExplainer, 1);
  Explaining explaining = { explainer, classifier, document };

  explainer->n_blocks = document->n_blocks;
  if (!extract_classifier_get_model (classifier) ||
      extract_document_run (document, score_stages, &explaining, error))
    return explainer;
  g_free (explainer); /* what it had has been given back */
  return NULL;
}

void
extract_explainer_free (ExtractExplainer *explainer)
{
  g_return_if_fail (explainer != NULL);
  for (guint s = 0; s < explainer->n_stages; s++) {
    g_free (explainer->stages[s].values);
    g_free (explainer->stages[s].typical);
    g_free (explainer->stages[s].scores);
  }
  g_free (explainer);
}

guint
extract_explainer_get_n_stages (const ExtractExplainer *explainer)
{
  g_return_val_if_fail (explainer != NULL, 0);
  return explainer->n_stages;
}

/* The inputs of block @i, or of a typical one among typical ones; as the network sees them. */
static float *
gather (const Scored *scored, guint n_blocks, guint i, gboolean typical)
{
  const guint n = extract_feature_set_get_n_features (scored->set),
              n_inputs = extract_feature_set_get_n_inputs (scored->set),
              window = extract_feature_set_get_window (scored->set);
  const guint first = typical ? 0 : i - MIN (i, window),
              end = typical ? 2 * window + 1 : MIN (i + window + 1, n_blocks);
  g_autofree float *rows = g_new (float, (gsize) (end - first) * n);
  float *inputs = g_new (float, n_inputs);

  for (guint j = first; j < end; j++)
    memcpy (rows + (gsize) (j - first) * n, typical ? scored->typical : scored->values + (gsize) j * n,
            n * sizeof *rows);
  if (scored->stage->scale)
    extract_scale_apply (scored->stage->scale, n, end - first, rows);
  extract_inputs_gather (scored->set, rows, end - first, typical ? window : i - first, inputs);
  for (guint k = 0; k < n_inputs; k++)
    inputs[k] = isnan (inputs[k]) ? 0 : inputs[k];
  return inputs;
}

ExtractExplanation *
extract_explainer_explain (const ExtractExplainer *explainer, ExtractStageKind stage, guint block)
{
  g_return_val_if_fail (explainer != NULL, NULL);
  g_return_val_if_fail ((guint) stage < explainer->n_stages && block < explainer->n_blocks, NULL);

  const Scored *scored = &explainer->stages[stage];
  const guint n = extract_feature_set_get_n_features (scored->set),
              n_core = extract_feature_set_get_n_core (scored->set),
              window = extract_feature_set_get_window (scored->set);
  g_autofree float *from = gather (scored, explainer->n_blocks, block, TRUE),
                   *to = gather (scored, explainer->n_blocks, block, FALSE);
  g_autofree double *moves = g_new (double, extract_feature_set_get_n_inputs (scored->set));
  const double *move = moves;
  ExtractExplanation *explanation = g_new (ExtractExplanation, 1);
  float typical;

  extract_network_explain (scored->stage->network, from, to, moves);
  extract_network_score (scored->stage->network, 1, from, &typical);
  *explanation = (ExtractExplanation){ .stage = stage,
                                       .score = scored->scores[block],
                                       .typical = typical,
                                       .causes = g_new0 (ExtractCause, n),
                                       .n_causes = n };
  for (guint k = 0; k < n; k++) {
    explanation->causes[k].feature = extract_feature_set_get_feature (scored->set, k);
    explanation->causes[k].value = scored->values[(gsize) block * n + k];
    explanation->causes[k].typical = scored->typical[k];
  }
  for (guint shift = 0; shift <= 2 * window; shift++)
    for (guint k = 0; k < (shift == window ? n : n_core); k++) {
      ExtractCause *cause = &explanation->causes[k];

      *(shift < window ? &cause->before : shift == window ? &cause->own : &cause->after) += *move++;
    }
  return explanation;
}

void
extract_explanation_free (ExtractExplanation *explanation)
{
  g_return_if_fail (explanation != NULL);
  g_free (explanation->causes);
  g_free (explanation);
}

double
extract_cause_sum (const ExtractCause *cause)
{
  g_return_val_if_fail (cause != NULL, 0);
  return cause->before + cause->own + cause->after;
}
