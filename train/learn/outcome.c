/* SPDX-License-Identifier: MIT */
/*
 * Two networks of one output each are trained, and put side by side:
 *
 *   x ─┬─> h neurons ──> expected F1          weights of the whole network: those of the two, and 0
 *      └─> h neurons ──> no main text         from one half to the other
 */
#include "train/learn/outcome.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#include "train/learn/engine.h"

#include <math.h>
#include <string.h>

/* Pages are few, and so are weights and epochs. */
#define NETWORK "6,1"
#define EPOCHS "60"
/* What is won by printing nothing has to be more than this many of its standard errors. */
#define SURE 2

/* ---- What is known of pages ------------------------------------------------------------------- */

TrainOutcomes *
train_outcomes_new (const TrainCorpus *corpus)
{
  TrainOutcomes *outcomes = g_new0 (TrainOutcomes, 1);
  guint n = corpus->pages->len;

  outcomes->n_pages = n;
  outcomes->n_values = extract_feature_set_get_n_features (extract_feature_set_get_outcome ());
  outcomes->values = g_new0 (float, (gsize) n * outcomes->n_values + 1);
  outcomes->f1 = g_new0 (float, n + 1);
  outcomes->empty = g_new0 (guint8, n + 1);
  for (guint p = 0; p < n; p++)
    outcomes->empty[p] = ((const TrainPage *) g_ptr_array_index (corpus->pages, p))->reference->n == 0;
  return outcomes;
}

void
train_outcomes_free (TrainOutcomes *outcomes)
{
  g_free (outcomes->values);
  g_free (outcomes->f1);
  g_free (outcomes->empty);
  g_free (outcomes);
}

/* mean and deviation of the known values of each column, over @pages */
static ExtractScale *
find_scale (const TrainOutcomes *outcomes, GArray *pages)
{
  ExtractScale *scale = g_new0 (ExtractScale, outcomes->n_values + 1);

  for (guint k = 0; k < outcomes->n_values; k++) {
    double sum = 0, squares = 0, n = 0;

    for (guint i = 0; i < pages->len; i++) {
      double x = outcomes->values[(gsize) g_array_index (pages, guint, i) * outcomes->n_values + k];

      if (isnan (x))
        continue;
      sum += x;
      squares += x * x;
      n++;
    }
    if (n > 0)
      scale[k] = (ExtractScale){ sum / n, sqrt (MAX (squares / n - sum / n * (sum / n), 0)) };
  }
  return scale;
}

/* ---- Training ------------------------------------------------------------------------------------ */

/* Returns: (transfer full) (nullable): a network of one output */
static ExtractNetwork *
train_half (const TrainSamples *samples, guint32 seed, GError **error)
{
  static const char *const settings[][2] = { { "network", NETWORK },
                                             { "algorithm", "rprop" },
                                             { "dropout", "0" } };
  g_autoptr (TrainEngine) engine = NULL;
  TrainPlan plan;
  guint64 epochs = g_ascii_strtoull (EPOCHS, NULL, 10);

  train_plan_init (&plan);
  for (guint s = 0; s < G_N_ELEMENTS (settings); s++)
    train_plan_set (&plan, "", settings[s][0], settings[s][1], NULL);
  engine = train_engine_new (&plan, samples, NULL, seed, 1, error);
  for (guint64 e = 0; engine && e < epochs; e++)
    if (!train_engine_run_epoch (engine, NULL, error))
      return NULL;
  return engine ? train_engine_dup_network (engine, error) : NULL;
}

/* The weights of layer @l of @half, and how many inputs that layer has. */
static const float *
layer_weights (const ExtractNetwork *half, guint l, guint *n_inputs)
{
  gsize n;
  const float *weights = extract_network_get_weights (half, &n);

  *n_inputs = extract_network_get_n_inputs (half);
  for (guint before = 0; before < l; before++) {
    guint size = extract_network_get_layer (half, before)->size;

    weights += (gsize) (*n_inputs + 1) * size;
    *n_inputs = size;
  }
  return weights;
}

/* Adds the neurons of layer @l of one half to @all; the first layer reads all inputs, the others those of
 * their half: @before zeros come first, @after zeros behind. */
static void
append_layer (GArray *all, const ExtractNetwork *half, guint l, guint before, guint after)
{
  guint n_inputs;
  const float *weights = layer_weights (half, l, &n_inputs);
  static const float zero = 0;

  for (guint neuron = 0; neuron < extract_network_get_layer (half, l)->size; neuron++) {
    for (guint i = 0; i < before; i++)
      g_array_append_val (all, zero);
    g_array_append_vals (all, weights, n_inputs);
    for (guint i = 0; i < after; i++)
      g_array_append_val (all, zero);
    g_array_append_vals (all, weights + n_inputs, 1); /* the bias */
    weights += n_inputs + 1;
  }
}

/* Both have the same layers. */
static ExtractNetwork *
put_side_by_side (const ExtractNetwork *a, const ExtractNetwork *b, GError **error)
{
  g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (float));
  ExtractLayer layers[TRAIN_MAX_LAYERS];
  guint n = extract_network_get_n_layers (a), other = 0;

  for (guint l = 0; l < n; l++) {
    append_layer (weights, a, l, 0, other);
    append_layer (weights, b, l, other, 0);
    layers[l] = *extract_network_get_layer (a, l);
    other = layers[l].size;
    layers[l].size *= 2;
  }
  return extract_network_new (extract_network_get_n_inputs (a), layers, n, (gconstpointer) weights->data,
                              weights->len, error);
}

TrainOutcomeNet *
train_outcome_net_new (const TrainOutcomes *outcomes, GArray *pages, const double *weights, guint32 seed,
                       GError **error)
{
  g_autoptr (TrainOutcomeNet) net = g_new0 (TrainOutcomeNet, 1);
  g_autofree float *values =
      g_memdup2 (outcomes->values, ((gsize) outcomes->n_pages * outcomes->n_values + 1) * sizeof *values);
  g_autoptr (TrainSamples) f1 = train_samples_new (outcomes->n_values, 0, 0);
  g_autoptr (TrainSamples) empty = train_samples_new (outcomes->n_values, 0, 0);
  g_autoptr (ExtractNetwork) a = NULL, b = NULL;

  net->scale = find_scale (outcomes, pages);
  extract_scale_apply (net->scale, outcomes->n_values, outcomes->n_pages, values);
  for (guint i = 0; i < pages->len; i++) {
    guint p = g_array_index (pages, guint, i);
    const float *row = values + (gsize) p * outcomes->n_values;
    float weight = weights ? weights[p] : 1;

    train_samples_add (f1, row, 1, 0, outcomes->f1[p], weight);
    train_samples_add (empty, row, 1, 0, outcomes->empty[p], weight);
  }
  if (!(a = train_half (f1, seed, error)) || !(b = train_half (empty, seed + 1, error)) ||
      !(net->network = put_side_by_side (a, b, error)))
    return NULL;
  return g_steal_pointer (&net);
}

void
train_outcome_net_free (TrainOutcomeNet *net)
{
  g_clear_pointer (&net->network, extract_network_unref);
  g_free (net->scale);
  g_free (net);
}

void
train_outcome_net_run (const TrainOutcomeNet *net, const TrainOutcomes *outcomes, guint p, float outputs[2])
{
  g_autofree float *row =
      g_memdup2 (outcomes->values + (gsize) p * outcomes->n_values, outcomes->n_values * sizeof *row);

  extract_scale_apply (net->scale, outcomes->n_values, 1, row);
  extract_network_run (net->network, 1, row, outputs);
}

/* ---- The threshold ------------------------------------------------------------------------------ */

double
train_outcome_choose (const TrainOutcomes *outcomes, const float (*outputs)[2], GArray *pages)
{
  double best = 0, chosen = 1;

  /* Gain of printing nothing, against always printing: d of each page; in total sum d ± sqrt (sum d^2). */
  for (int t = 99; t > 0; t--) {
    double gain = 0, squares = 0;

    for (guint i = 0; i < pages->len; i++) {
      guint p = g_array_index (pages, guint, i);

      if (outputs[p][1] < t / 100.0)
        continue;
      double d = outcomes->empty[p] - outcomes->f1[p];
      gain += d;
      squares += d * d;
    }
    if (gain > best && gain > SURE * sqrt (squares)) {
      best = gain;
      chosen = t / 100.0;
    }
  }
  return chosen;
}
