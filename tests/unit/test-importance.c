/* SPDX-License-Identifier: MIT */
/*
 * Importance of features for networks of one neuron, of which is known what they look at: the pages are those
 * of datasets/toy.
 */
#include <math.h>
#include <string.h>

#include "train/learn/importance.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#define LOOKED_AT "is-paragraph"

typedef struct {
  TrainDataset *dataset;
  TrainCorpus *corpus;
} Fixture;

static void
fixture_set_up (Fixture *fixture, gconstpointer data)
{
  const char *top = g_getenv ("top_srcdir");
  g_autofree char *path = top ? g_build_filename (top, "datasets", "toy", NULL)
                              : g_test_build_filename (G_TEST_DIST, "..", "..", "datasets", "toy", NULL);
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GError) error = NULL;

  fixture->dataset = train_dataset_open (path, &error);
  g_assert_no_error (error);
  fixture->corpus = train_corpus_load (fixture->dataset->entries, parser,
                                       extract_feature_set_find ("classic"), TRAIN_MINIMUM_RECALL, 1);
}

static void
fixture_tear_down (Fixture *fixture, gconstpointer data)
{
  train_corpus_free (fixture->corpus);
  train_dataset_free (fixture->dataset);
}

static guint
find_feature (const char *name)
{
  const ExtractFeatureSet *set = extract_feature_set_find ("classic");

  for (guint f = 0; f < extract_feature_set_get_n_features (set); f++)
    if (g_str_equal (extract_feature_set_get_feature (set, f)->name, name))
      return f;
  g_assert_not_reached ();
}

/* Blocks are good from s = bias + weight x value of the feature in block i + shift = 0 on. */
static ExtractModel *
make_model (const char *feature, int shift, float weight, float bias, ExtractActivation activation)
{
  static const char *const card[] = { "name", "one", NULL };
  static const char *const rules[] = { "block-neighbours", NULL };
  const ExtractFeatureSet *set = extract_feature_set_find ("classic");
  guint n = extract_feature_set_get_n_inputs (set);
  g_autofree float *weights = g_new0 (float, n + 1);
  const ExtractLayer layer = { 1, activation, 1 };
  g_autoptr (GError) error = NULL;
  int slot = (int) extract_feature_set_get_window (set) + shift;

  weights[(guint) slot * extract_feature_set_get_n_features (set) + find_feature (feature)] = weight;
  weights[n] = bias;
  g_autoptr (ExtractNetwork) network = extract_network_new (n, &layer, 1, weights, n + 1, &error);
  g_assert_no_error (error);
  ExtractModel *model = extract_model_new (
      card,
      &(ExtractModelParts){ .stages[EXTRACT_STAGE_FIRST] = { .set = set, .network = network },
                            .good = 0.5,
                            .near_good = 0.1,
                            .no_text = 1,
                            .rules = rules },
      &error);
  g_assert_no_error (error);
  return model;
}

static const TrainImportance *
get (GArray *importances, guint f)
{
  return &g_array_index (importances, TrainImportance, f);
}

/* The only feature that is looked at counts, the others count exactly nothing: be it of the block or of a
 * neighbour. */
static void
test_only_one (Fixture *fixture, gconstpointer data)
{
  int shift = GPOINTER_TO_INT (data);
  g_autoptr (ExtractModel) model = make_model (LOOKED_AT, shift, 20, -1, EXTRACT_ACTIVATION_SIGMOID);
  g_autoptr (GArray) importances = train_importance_compute (fixture->corpus, model, 1, 1);
  const ExtractFeatureSet *set = extract_feature_set_find ("classic");

  g_assert_cmpuint (importances->len, ==, extract_feature_set_get_n_features (set));
  for (guint f = 0; f < importances->len; f++) {
    const TrainImportance *one = get (importances, f);

    g_assert_true (one->feature == extract_feature_set_get_feature (set, f));
    g_test_message ("%s %g +- %g", one->feature->name, one->loss, one->error);
    if (f == find_feature (LOOKED_AT)) {
      g_assert_cmpfloat (one->error, >, 0); /* pages have changed */
      if (shift == 0)
        g_assert_cmpfloat (one->loss, >, 0.1 + 3 * one->error); /* paragraphs are what is looked for */
    } else {
      g_assert_cmpfloat (one->loss, ==, 0);
      g_assert_cmpfloat (one->error, ==, 0);
    }
  }
}

/* (tanh s + 1) / 2 = 1 / (1 + exp (-2 s)) */
static void
test_symmetric (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ExtractModel) plain = make_model (LOOKED_AT, 0, 20, -1, EXTRACT_ACTIVATION_SIGMOID);
  g_autoptr (ExtractModel) symmetric =
      make_model (LOOKED_AT, 0, 20, -1, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC);
  g_autoptr (GArray) a = train_importance_compute (fixture->corpus, plain, 1, 1);
  g_autoptr (GArray) b = train_importance_compute (fixture->corpus, symmetric, 1, 1);

  for (guint f = 0; f < a->len; f++)
    g_assert_cmpfloat (get (a, f)->loss, ==, get (b, f)->loss);
}

static void
test_same (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_get_default (&error);
  g_assert_no_error (error);
  g_autoptr (GArray) one = train_importance_compute (fixture->corpus, model, 5, 1);
  g_autoptr (GArray) three = train_importance_compute (fixture->corpus, model, 5, 3);
  g_autoptr (GArray) other = train_importance_compute (fixture->corpus, model, 6, 1);

  g_assert_cmpmem (one->data, one->len * sizeof (TrainImportance), three->data,
                   three->len * sizeof (TrainImportance));
  g_assert_cmpint (memcmp (one->data, other->data, one->len * sizeof (TrainImportance)), !=, 0);
}

/* What is exchanged comes from the pages at hand, be they part of a larger corpus. */
static void
test_part (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ExtractModel) model = make_model (LOOKED_AT, 0, 20, -1, EXTRACT_ACTIVATION_SIGMOID);
  TrainCorpus part = *fixture->corpus;

  part.pages = g_ptr_array_new ();
  for (guint p = 12; p < fixture->corpus->pages->len; p++)
    g_ptr_array_add (part.pages, fixture->corpus->pages->pdata[p]);
  g_autoptr (GArray) some = train_importance_compute (&part, model, 1, 1);
  part.n_blocks = 0;
  for (guint p = 0; p < part.pages->len; p++) {
    TrainPage *page = part.pages->pdata[p];

    page->first_block = part.n_blocks;
    part.n_blocks += extract_document_get_n_blocks (page->document);
  }
  g_autoptr (GArray) alone = train_importance_compute (&part, model, 1, 1);
  g_assert_cmpmem (some->data, some->len * sizeof (TrainImportance), alone->data,
                   alone->len * sizeof (TrainImportance));
  g_assert_cmpfloat (get (some, find_feature (LOOKED_AT))->loss, >, 0.1);
  g_ptr_array_unref (part.pages);
}

/* A second stage: one that hands scores through changes nothing, one that looks at nothing makes all features
 * worthless. */
static void
test_second_pass (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ExtractModel) first = make_model (LOOKED_AT, 0, 20, -1, EXTRACT_ACTIVATION_SIGMOID);
  const ExtractFeatureSet *set = extract_feature_set_get_context ();
  guint n = extract_feature_set_get_n_features (set);
  g_autofree float *weights = g_new0 (float, n + 1);
  g_autofree ExtractScale *scale = g_new (ExtractScale, n);
  const ExtractLayer layer = { 1, EXTRACT_ACTIVATION_LINEAR_PIECE, 1 };
  guint score = 0;

  while (!g_str_equal (extract_feature_set_get_feature (set, score)->name, "score"))
    score++;
  for (guint i = 0; i < n; i++)
    scale[i] = (ExtractScale){ 0, 1 };
  for (weights[score] = 1; weights[score] >= 0; weights[score]--) {
    static const char *const card[] = { "name", "two", NULL };
    ExtractModelParts parts = *extract_model_get_parts (first);
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractNetwork) context = extract_network_new (n, &layer, 1, weights, n + 1, &error);

    g_assert_no_error (error);
    parts.stages[EXTRACT_STAGE_CONTEXT] = (ExtractStage){ .scale = scale, .network = context };
    g_autoptr (ExtractModel) both = extract_model_new (card, &parts, &error);
    g_assert_no_error (error);
    g_autoptr (GArray) one = train_importance_compute (fixture->corpus, first, 1, 1);
    g_autoptr (GArray) two = train_importance_compute (fixture->corpus, both, 1, 2);
    for (guint f = 0; f < one->len; f++)
      g_assert_cmpfloat (get (two, f)->loss, ==, weights[score] * get (one, f)->loss);
  }
}

/* A feature that is as it is in all blocks can be exchanged without loss, whatever its weight; and no page,
 * no loss. */
static void
test_nothing (Fixture *fixture, gconstpointer data)
{
  TrainCorpus none = { .pages = g_ptr_array_new () };
  g_autoptr (ExtractModel) model = make_model (LOOKED_AT, 0, 20, -1, EXTRACT_ACTIVATION_SIGMOID);
  g_autoptr (GArray) importances = train_importance_compute (&none, model, 1, 2);

  for (guint f = 0; f < importances->len; f++)
    g_assert_cmpfloat (get (importances, f)->loss, ==, 0);
  g_ptr_array_unref (none.pages);

  for (guint p = 0; p < fixture->corpus->pages->len; p++) {
    const TrainPage *page = g_ptr_array_index (fixture->corpus->pages, p);

    for (guint i = 0; i < extract_document_get_n_blocks (page->document); i++) {
      gsize n;
      const float *features = extract_block_get_features (extract_document_get_block (page->document, i), &n);

      ((float *) features)[find_feature (LOOKED_AT)] = 0.25F;
    }
  }
  g_autoptr (GArray) constant = train_importance_compute (fixture->corpus, model, 1, 1);
  g_assert_cmpfloat (get (constant, find_feature (LOOKED_AT))->loss, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, data, function) \
  g_test_add ("/importance/" name, Fixture, data, fixture_set_up, function, fixture_tear_down)
  ADD ("only-one/block", GINT_TO_POINTER (0), test_only_one);
  ADD ("only-one/before", GINT_TO_POINTER (-1), test_only_one);
  ADD ("only-one/after", GINT_TO_POINTER (1), test_only_one);
  ADD ("symmetric", NULL, test_symmetric);
  ADD ("same", NULL, test_same);
  ADD ("part", NULL, test_part);
  ADD ("second-pass", NULL, test_second_pass);
  ADD ("nothing", NULL, test_nothing);
  return g_test_run ();
}
