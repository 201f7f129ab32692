/* SPDX-License-Identifier: MIT */
#include "train/learn/element-fit.h"

#include "cli/cli.h"
#include "element/feature.h"
#include "element/network.h"
#include "train/learn/engine.h"

#include <math.h>
#include <string.h>

/* Of one network, and how many with other first weights vote for a class. */
#define HIDDEN 8
#define VOTES 3
#define EPOCHS 40
#define BATCH 32
#define DROPOUT 0.1

/* Text that stays hidden is lost, and a click too many costs little: an element is a Revealer from the lowest
 * probability on at which so many are. */
#define REVEALER_PRECISION 0.87
#define N_THRESHOLDS 19 /* .05, .1, ... .95 */

#define N_TEMPERATURES 61 /* from a quarter to four, each 4.7 % more than the last */

/* ---- Networks ----------------------------------------------------------------------------------- */

static TrainPlan
make_plan (void)
{
  TrainPlan plan;

  train_plan_init (&plan);
  plan.engine = TRAIN_ENGINE_MATRIX;
  plan.algorithm = TRAIN_ALGORITHM_ADAM;
  plan.loss = TRAIN_LOSS_CROSS_ENTROPY;
  plan.layers[0] = (ExtractLayer){ HIDDEN, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F };
  plan.layers[1] = (ExtractLayer){ 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F };
  plan.n_layers = 2;
  plan.batch = BATCH;
  plan.epochs = EPOCHS;
  plan.dropout = DROPOUT;
  return plan;
}

char *
element_fit_describe (const TrainClassDecoding *decoding)
{
  GString *text = g_string_new (NULL);
  char weight[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text,
                          "for each class %d networks of %d hidden neurons, joined; adam, batch %d, dropout "
                          "0.1, epochs %d; temperature and threshold by cross-validation",
                          VOTES, HIDDEN, BATCH, EPOCHS);
  if (decoding->kind != EXTRACT_DECODING_THRESHOLD)
    g_string_append_printf (text, "; decode %s", extract_decoding_get_info (decoding->kind)->name);
  if (decoding->kind == EXTRACT_DECODING_VITERBI)
    g_string_append_printf (text, ", weight %s",
                            g_ascii_formatd (weight, sizeof weight, "%g", decoding->weight));
  return g_string_free (text, FALSE);
}

/* Which elements a network does not learn from. */
typedef struct {
  const GArray *groups; /* (nullable) */
  guint group;
} Without;

/* Returns: (transfer full) (nullable) */
static ExtractNetwork *
train_class (const ElementCorpus *corpus, guint output, guint vote, const Without *without, guint32 seed,
             GError **error)
{
  const guint n_features = element_features_get_n ();
  const TrainPlan plan = make_plan ();
  g_autoptr (TrainSamples) samples = train_samples_new (n_features, 0, 0);
  g_autoptr (TrainEngine) engine = NULL;

  for (guint i = 0; i < corpus->elements->len; i++)
    if (!without->groups || g_array_index (without->groups, guint, i) != without->group) {
      const Element *element = corpus->elements->pdata[i];
      const gboolean is_it = element->class == (int) g_array_index (corpus->learnt, guint, output);
      train_samples_add (samples, corpus->values + (gsize) i * n_features, 1, 0, is_it, 1);
    }
  engine = train_engine_new (&plan, samples, NULL, seed + output * VOTES + vote, 1, error);
  for (guint epoch = 0; engine && epoch < plan.epochs; epoch++)
    if (!train_engine_run_epoch (engine, NULL, error))
      return NULL;
  return engine ? train_engine_dup_network (engine, error) : NULL;
}

/* Side by side: the inputs are shared, and each output reads the hidden neurons of its class alone. It is the
 * sigmoid of the mean of what the voters have before theirs. @networks: [n_outputs * VOTES] */
static ExtractNetwork *
join (ExtractNetwork **networks, guint n_outputs, GError **error)
{
  const guint n_inputs = element_features_get_n (), n_networks = n_outputs * VOTES;
  const TrainPlan plan = make_plan ();
  ExtractLayer layers[] = { plan.layers[0], plan.layers[1] };
  g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (float));
  gsize n = 0;

  layers[0].size = HIDDEN * n_networks;
  layers[1].size = n_outputs;
  for (guint k = 0; k < n_networks; k++)
    g_array_append_vals (weights, extract_network_get_weights (networks[k], &n), HIDDEN * (n_inputs + 1));
  for (guint c = 0; c < n_outputs; c++) {
    float bias = 0;

    for (guint k = 0; k < n_networks; k++) {
      const float *last = extract_network_get_weights (networks[k], &n) + HIDDEN * (n_inputs + 1);

      for (guint h = 0; h < HIDDEN; h++) {
        const float weight = k / VOTES == c ? last[h] / VOTES : 0;
        g_array_append_val (weights, weight);
      }
      bias += k / VOTES == c ? last[HIDDEN] / VOTES : 0;
    }
    g_array_append_val (weights, bias);
  }
  return extract_network_new (n_inputs, layers, G_N_ELEMENTS (layers), (gconstpointer) weights->data,
                              weights->len, error);
}

/* Returns: (transfer full) (nullable) */
static ExtractNetwork *
train (const ElementCorpus *corpus, const Without *without, guint32 seed, GError **error)
{
  const guint n_outputs = corpus->learnt->len, n_networks = n_outputs * VOTES;
  g_autofree ExtractNetwork **networks = g_new0 (ExtractNetwork *, n_networks);
  ExtractNetwork *joined = NULL;
  guint n = 0;

  while (n < n_networks &&
         (networks[n] = train_class (corpus, n / VOTES, n % VOTES, without, seed, error)) != NULL)
    n++;
  if (n == n_networks)
    joined = join (networks, n_outputs, error);
  for (guint k = 0; k < n; k++)
    extract_network_unref (networks[k]);
  return joined;
}

/* ---- Temperature, decoder and threshold
 * -------------------------------------------------------------------- */

/* Elements by which they are chosen: all, or those of other groups. */
typedef struct {
  const ElementCorpus *corpus;
  const float *outputs;
  const double *losses; /* [N_TEMPERATURES][groups] */
  ElementBy by;
  int without; /* the group that does not count; -1: none */
} Evidence;

static gboolean
counts (const Evidence *evidence, guint i)
{
  return (int) g_array_index (evidence->corpus->groups[evidence->by], guint, i) != evidence->without;
}

/* @probabilities: (out caller-allocates) */
static void
get_probabilities (const Evidence *evidence, guint i, double temperature, float *probabilities)
{
  const guint n = evidence->corpus->learnt->len;

  memcpy (probabilities, evidence->outputs + (gsize) i * n, n * sizeof *probabilities);
  element_probabilities_compute (probabilities, n, temperature);
}

/* A few digits are enough, and look like what they are in the file of a model. */
static double
get_temperature (int t)
{
  return round (100 * pow (2, (t - N_TEMPERATURES / 2) / 15.0)) / 100;
}

/* Returns: (transfer full): [N_TEMPERATURES][groups]: the sum of -ln p of the elements of each group */
static double *
compute_losses (const ElementCorpus *corpus, const float *outputs, ElementBy by)
{
  const guint n_groups = corpus->names[by]->len;
  const Evidence evidence = { corpus, outputs, NULL, by, -1 };
  g_autofree float *probabilities = g_new (float, corpus->learnt->len);
  double *losses = g_new0 (double, (gsize) N_TEMPERATURES *n_groups);

  for (int t = 0; t < N_TEMPERATURES; t++)
    for (guint i = 0; i < corpus->elements->len; i++) {
      get_probabilities (&evidence, i, get_temperature (t), probabilities);
      losses[(guint) t * n_groups + g_array_index (corpus->groups[by], guint, i)] -=
          log (MAX (probabilities[element_corpus_get_output (corpus, i)], 1e-6F));
    }
  return losses;
}

/* The one with the smallest log loss (C. Guo and others, On Calibration of Modern Neural Networks, 2017). */
static double
choose_temperature (const Evidence *evidence)
{
  const guint n_groups = evidence->corpus->names[evidence->by]->len;
  double best = 1, least = INFINITY;

  for (int t = 0; t < N_TEMPERATURES; t++) {
    double loss = 0;

    for (guint g = 0; g < n_groups; g++)
      loss += (int) g == evidence->without ? 0 : evidence->losses[(guint) t * n_groups + g];
    if (loss < least) {
      least = loss;
      best = get_temperature (t);
    }
  }
  return best;
}

/* Of Revealers, at each threshold: those that are found, and those that are some. */
typedef struct {
  guint found, hits, all;
} Reached;

/* @probabilities: of all elements */
static double
choose_threshold (const Evidence *evidence, const float *probabilities)
{
  const guint n = evidence->corpus->learnt->len;
  Reached reached[N_THRESHOLDS] = { { 0 } };
  double best = 1, most = 0;

  for (guint i = 0; i < evidence->corpus->elements->len; i++) {
    const float *own = probabilities + (gsize) i * n;
    guint likeliest = 0;
    gboolean is_it;

    if (!counts (evidence, i))
      continue;
    is_it = element_corpus_get_output (evidence->corpus, i) == ELEMENT_REVEALER;
    for (guint c = 0; c < n; c++)
      likeliest = own[c] > own[likeliest] ? c : likeliest;
    for (guint t = 0; t < N_THRESHOLDS; t++) {
      const gboolean found = likeliest == ELEMENT_REVEALER || own[ELEMENT_REVEALER] >= (t + 1) * 0.05F;
      reached[t].all += is_it;
      reached[t].found += found;
      reached[t].hits += found && is_it;
    }
  }
  for (guint t = 0; t < N_THRESHOLDS; t++) {
    const Reached *at = &reached[t];
    const double f1 = at->hits > 0 ? 2.0 * at->hits / (at->all + at->found) : 0;

    if (at->hits > 0 && at->hits >= REVEALER_PRECISION * at->found)
      return (t + 1) * 5 / 100.0;
    if (f1 > most) {
      most = f1;
      best = (t + 1) * 5 / 100.0;
    }
  }
  return best;
}

/* @probabilities: (out caller-allocates): [elements][learnt]: of all elements, by the choice */
static ElementChoice
choose (const Evidence *evidence, const TrainClassDecoding *decoding, guint jobs, float *probabilities)
{
  const ElementCorpus *corpus = evidence->corpus;
  ElementChoice choice = { .temperature = choose_temperature (evidence) };

  for (guint i = 0; i < corpus->elements->len; i++)
    get_probabilities (evidence, i, choice.temperature, probabilities + (gsize) i * corpus->learnt->len);
  choice.decoder =
      element_decoder_new (corpus, decoding, evidence->by, evidence->without, probabilities, jobs);
  element_decoder_run (choice.decoder, corpus, probabilities);
  choice.threshold = choose_threshold (evidence, probabilities);
  return choice;
}

/* Returns: (transfer full): for each output: its class, and how it is chosen */
static ExtractElementClass *
make_classes (const ElementCorpus *corpus, const ElementChoice *choice, GPtrArray *names)
{
  ExtractElementClass *classes = g_new (ExtractElementClass, corpus->learnt->len);

  for (guint c = 0; c < corpus->learnt->len; c++) {
    const ElementClassRow *row =
        element_classes_get (corpus->classes, g_array_index (corpus->learnt, guint, c));
    char *name = train_element_class_dup_label (row);

    g_ptr_array_add (names, name);
    classes[c] = (ExtractElementClass){ name, extract_element_deeds[row->like],
                                        c == ELEMENT_REVEALER ? choice->threshold : 1 };
  }
  return classes;
}

/* ---- Cross-validation ------------------------------------------------------------------------------- */

void
element_crossval_free (ElementCrossval *crossval)
{
  if (!crossval)
    return;
  g_free (crossval->outputs);
  g_free (crossval->found);
  g_free (crossval->probabilities);
  g_clear_pointer (&crossval->figures, class_figures_free);
  g_clear_pointer (&crossval->alone, class_figures_free);
  g_clear_pointer (&crossval->choice.decoder, train_class_decoder_free);
  g_free (crossval);
}

/* A fold after the other, in threads. */
typedef struct {
  const ElementCorpus *corpus;
  ElementCrossval *crossval;
  guint32 seed;
  GError *error; /* (nullable): the first one */
} Folds;

/* What a fold gives. */
typedef struct {
  ExtractNetwork *network; /* (nullable) */
  GError *error;           /* (nullable) */
} Fold;

static void
fold_free (gpointer data)
{
  Fold *fold = data;

  g_clear_pointer (&fold->network, extract_network_unref);
  g_clear_error (&fold->error);
  g_free (fold);
}

static gpointer
train_fold (gsize group, gpointer data)
{
  const Folds *folds = data;
  const Without without = { folds->corpus->groups[folds->crossval->by], (guint) group };
  Fold *fold = g_new0 (Fold, 1);

  fold->network = train (folds->corpus, &without, folds->seed, &fold->error);
  return fold;
}

static gboolean
take_fold (gsize group, gpointer result, gpointer data)
{
  Folds *folds = data;
  Fold *fold = result;
  const ElementCorpus *corpus = folds->corpus;
  const gsize n_features = element_features_get_n (), n = corpus->learnt->len;
  const gboolean good = fold->network != NULL;

  for (guint i = 0; good && i < corpus->elements->len; i++)
    if (g_array_index (corpus->groups[folds->crossval->by], guint, i) == group)
      extract_network_run (fold->network, 1, corpus->values + i * n_features,
                           folds->crossval->outputs + i * n);
  if (!good)
    folds->error = g_steal_pointer (&fold->error);
  fold_free (fold);
  return good;
}

/* A way to choose classes of the elements of @crossval, and what comes of it. */
typedef struct {
  const ElementCorpus *corpus;
  const ElementCrossval *crossval;
  const TrainClassDecoding *decoding;
  const double *losses;
  guint jobs;
  float *probabilities;  /* [elements][learnt] */
  guint *found;          /* [elements] */
  ClassFigures *figures; /* gets the elements */
} Trial;

static void
tell_group (const Trial *trial, guint group, const float *probabilities, const ElementChoice *choice)
{
  const ElementCorpus *corpus = trial->corpus;
  const gsize n = corpus->learnt->len;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree ExtractElementClass *classes = make_classes (corpus, choice, names);

  for (guint i = 0; i < corpus->elements->len; i++) {
    const Element *element = corpus->elements->pdata[i];
    float *own = trial->probabilities + i * n;
    guint found;

    if (g_array_index (corpus->groups[trial->crossval->by], guint, i) != group)
      continue;
    memcpy (own, probabilities + i * n, n * sizeof *own);
    trial->found[i] = found = element_probabilities_choose (own, classes, (guint) n);
    class_figures_add (trial->figures,
                       &(ClassTold){ (guint) element->class, g_array_index (corpus->learnt, guint, found),
                                     group, own[element_corpus_get_output (corpus, i)], own[found],
                                     element_is_forbidden (element) });
  }
}

/* Each group by what is best for the others. */
static void
judge (const Trial *trial)
{
  const ElementCorpus *corpus = trial->corpus;
  const ElementCrossval *crossval = trial->crossval;
  g_autofree float *probabilities = g_new (float, (gsize) corpus->elements->len * corpus->learnt->len);

  for (guint group = 0; group < corpus->names[crossval->by]->len; group++) {
    const Evidence evidence = { corpus, crossval->outputs, trial->losses, crossval->by, (int) group };
    ElementChoice choice = choose (&evidence, trial->decoding, trial->jobs, probabilities);

    tell_group (trial, group, probabilities, &choice);
    train_class_decoder_free (choice.decoder);
  }
}

/* The same networks, each element by itself. */
static ClassFigures *
judge_alone (const ElementCorpus *corpus, const ElementCrossval *crossval, const double *losses)
{
  const TrainClassDecoding decoding = { EXTRACT_DECODING_THRESHOLD, 0 };
  const gsize n_elements = corpus->elements->len;
  g_autofree float *probabilities = g_new (float, n_elements * corpus->learnt->len);
  g_autofree guint *found = g_new (guint, n_elements);
  ClassFigures *figures = class_figures_new_for_elements (corpus->classes, corpus->names[crossval->by]->len);

  judge (&(Trial){ corpus, crossval, &decoding, losses, 1, probabilities, found, figures });
  return figures;
}

ElementCrossval *
element_crossval_run (const ElementCorpus *corpus, ElementBy by, const TrainClassDecoding *decoding,
                      guint32 seed, guint jobs, GError **error)
{
  g_autoptr (ElementCrossval) crossval = g_new0 (ElementCrossval, 1);
  const guint n_groups = corpus->names[by]->len;
  const gsize n_elements = corpus->elements->len;
  Folds folds = { corpus, crossval, seed, NULL };
  g_autofree double *losses = NULL;

  if (n_groups < 2) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 "training needs elements of at least two %s, so that one can be held back",
                 element_by_get_name (by));
    return NULL;
  }
  crossval->by = by;
  crossval->outputs = g_new0 (float, n_elements * corpus->learnt->len);
  crossval->probabilities = g_new0 (float, n_elements * corpus->learnt->len);
  crossval->found = g_new0 (guint, n_elements);
  crossval->figures = class_figures_new_for_elements (corpus->classes, n_groups);
  if (!cli_parallel (n_groups, jobs, train_fold, take_fold, fold_free, &folds)) {
    g_propagate_error (error, folds.error);
    return NULL;
  }
  losses = compute_losses (corpus, crossval->outputs, by);
  crossval->choice = choose (&(Evidence){ corpus, crossval->outputs, losses, by, -1 }, decoding, jobs,
                             crossval->probabilities);
  judge (&(Trial){ corpus, crossval, decoding, losses, jobs, crossval->probabilities, crossval->found,
                   crossval->figures });
  if (decoding->kind != EXTRACT_DECODING_THRESHOLD)
    crossval->alone = judge_alone (corpus, crossval, losses);
  return g_steal_pointer (&crossval);
}

/* ---- The model ------------------------------------------------------------------------------------- */

ExtractModel *
element_fit_model (const ElementCorpus *corpus, const ElementChoice *choice, guint32 seed,
                   const char *const *card, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree ExtractElementClass *classes = make_classes (corpus, choice, names);
  const Without nothing = { NULL, 0 };
  g_autoptr (ExtractNetwork) network = train (corpus, &nothing, seed, error);
  const ExtractElementParts parts = { network, classes, corpus->learnt->len, choice->temperature,
                                      choice->decoder->decoding };

  return network ? extract_model_new_for_elements (card, &parts, error) : NULL;
}
