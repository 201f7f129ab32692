/* SPDX-License-Identifier: MIT */
/*
 * Networks of convolutions over the blocks of a page: sums by hand, against plain loops for pages of all
 * lengths around a chunk, and the same bits on each kind of registers.
 */
#include <math.h>

#include "libextract/feature/feature.h"
#include "libextract/model/model.h"
#include "libextract/model/sequence.h"
#include "parse.h"

/* ---- By hand ------------------------------------------------------------------------------------ */

/*
 * One neuron of kernel 3, weights 1 2 3, bias -1, over 1 0 2 -1:
 *
 *   0 x 1 + 1 x 2 + 0 x 3 - 1 = 1      0 1 0
 *   1 x 1 + 0 x 2 + 2 x 3 - 1 = 6      1 0 2
 *   0 x 1 + 2 x 2 - 1 x 3 - 1 = 0      0 2 -1
 *   2 x 1 - 1 x 2 + 0 x 3 - 1 = -1     2 -1 0
 */
static void
test_by_hand (void)
{
  static const float weights[] = { 1, 2, 3, -1 }, inputs[] = { 1, 0, 2, -1 };
  static const float linear[] = { 1, 6, 0, -1 }, relu[] = { 1, 6, 0, 0 };
  const ExtractActivation activations[] = { EXTRACT_ACTIVATION_LINEAR, EXTRACT_ACTIVATION_RELU };

  for (guint a = 0; a < 2; a++) {
    const ExtractLayer layer = { 1, activations[a], 1, 1 };
    g_autoptr (ExtractNetwork) network = extract_network_new (1, &layer, 1, weights, 4, NULL);
    float outputs[4];

    g_assert_true (extract_network_is_sequence (network));
    extract_network_run_sequence (network, 4, inputs, outputs);
    for (guint i = 0; i < 4; i++)
      g_assert_cmpfloat (outputs[i], ==, a == 0 ? linear[i] : relu[i]);
  }
}

/* Two channels, kernel 3: all of the block before come first, then those of the block, then those behind. */
static void
test_order_of_weights (void)
{
  static const float weights[] = { 1, 2, 3, 4, 5, 1, 7 }, inputs[] = { 1, 2, 3, 4, 5, 6 };
  const ExtractLayer layer = { 1, EXTRACT_ACTIVATION_LINEAR, 1, 1 };
  g_autoptr (ExtractNetwork) network = extract_network_new (2, &layer, 1, weights, 7, NULL);
  float outputs[3];

  extract_network_run_sequence (network, 3, inputs, outputs);
  g_assert_cmpfloat (outputs[0], ==, 37);
  g_assert_cmpfloat (outputs[1], ==, 68);
  g_assert_cmpfloat (outputs[2], ==, 57);
}

/* Two outputs are labels: the score is the share of the second one, 1 / (1 + exp (a - b)). */
static void
test_scores (void)
{
  static const float weights[] = { 0, 1, 1, 0 }, inputs[] = { 1, 0, 100, -100, NAN };
  const ExtractLayer layer = { 2, EXTRACT_ACTIVATION_LINEAR, 1, 0 };
  g_autoptr (ExtractNetwork) network = extract_network_new (1, &layer, 1, weights, 4, NULL);
  float scores[5];

  g_assert_true (extract_network_is_sequence (network));
  extract_network_score_sequence (network, 5, inputs, scores);
  g_assert_cmpfloat (scores[0], ==, 0.5F);
  g_assert_cmpfloat (fabs (scores[1] - 1 / (1 + exp (1))), <, 1e-6);
  g_assert_cmpfloat (scores[2], ==, 1);
  g_assert_cmpfloat (scores[3], <, 1e-20);
  g_assert_cmpfloat (scores[4], >=, 0);
  g_assert_cmpfloat (scores[4], <=, 1);
}

/* ---- Against plain loops ------------------------------------------------------------------------ */

static const ExtractLayer layers[] = { { 18, EXTRACT_ACTIVATION_RELU, 1, 0 },
                                       { 5, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 0.5F, 2 },
                                       { 7, EXTRACT_ACTIVATION_RELU, 1, 1 },
                                       { 4, EXTRACT_ACTIVATION_LINEAR, 1, EXTRACT_MAX_REACH } };
#define N_INPUTS 3

static ExtractNetwork *
make_network (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  gsize n = 0, before = N_INPUTS;
  g_autofree float *weights = NULL;
  ExtractNetwork *network;

  for (guint l = 0; l < G_N_ELEMENTS (layers); before = layers[l++].size)
    n += ((2 * layers[l].reach + 1) * before + 1) * layers[l].size;
  weights = g_new (float, n);
  for (gsize i = 0; i < n; i++)
    weights[i] = (float) g_rand_double_range (random, -1, 1);
  network = extract_network_new (N_INPUTS, layers, G_N_ELEMENTS (layers), weights, n, NULL);
  g_assert_nonnull (network);
  g_assert_null (extract_network_new (N_INPUTS, layers, G_N_ELEMENTS (layers), weights, n - 1, NULL));
  return network;
}

/* Block by block, in doubles. */
static double *
run_plainly (const ExtractNetwork *network, gint64 n, const float *inputs)
{
  gsize n_weights, before = N_INPUTS;
  const float *w = extract_network_get_weights (network, &n_weights);
  double *x = g_new (double, n *before);

  for (gsize i = 0; i < n * before; i++)
    x[i] = inputs[i];
  for (guint l = 0; l < G_N_ELEMENTS (layers); l++) {
    const gint64 reach = layers[l].reach;
    double *y = g_new0 (double, n *layers[l].size);

    for (guint j = 0; j < layers[l].size; j++) {
      const float *own = w + j * ((2 * reach + 1) * before + 1);

      for (gint64 i = 0; i < n; i++) {
        double sum = own[(2 * reach + 1) * before];

        for (gint64 s = -reach; s <= reach; s++)
          for (gsize k = 0; k < before && i + s >= 0 && i + s < n; k++)
            sum += own[(s + reach) * before + k] * x[(i + s) * before + k];
        y[i * layers[l].size + j] =
            extract_activation_apply (layers[l].activation, layers[l].steepness * sum);
      }
    }
    w += ((2 * reach + 1) * before + 1) * layers[l].size;
    before = layers[l].size;
    g_free (x);
    x = y;
  }
  return x;
}

static void
fill_ones (gconstpointer source, ExtractValuesParts parts, gsize first, gsize end, float *x, gsize stride)
{
  const float *inputs = source;

  for (gsize i = first; i < end; i++)
    for (guint k = 0; k < N_INPUTS; k++)
      x[(i - first) + k * stride] = inputs[i * N_INPUTS + k];
}

static void
test_lengths (void)
{
  static const gsize lengths[] = { 1, 2, 3, 15, 16, 17, 63, 64, 65, 75, 128, 129, 200 };
  g_autoptr (ExtractNetwork) network = make_network ();
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  g_autofree ExtractColumn *columns = extract_columns_new (N_INPUTS, NULL);
  guint n_kernels;
  const ExtractKernel *kernels = extract_kernel_get_all (&n_kernels);

  for (guint t = 0; t < G_N_ELEMENTS (lengths); t++) {
    const gsize n = lengths[t], n_outputs = n * EXTRACT_N_PAIRS;
    g_autofree float *inputs = g_new (float, n *N_INPUTS), *outputs = g_new (float, n_outputs);
    g_autofree double *expected = NULL;

    for (gsize i = 0; i < n * N_INPUTS; i++)
      inputs[i] = (float) g_rand_double_range (random, -1, 1);
    expected = run_plainly (network, (gint64) n, inputs);
    extract_network_run_sequence (network, n, inputs, outputs);
    for (gsize i = 0; i < n_outputs; i++)
      g_assert_cmpfloat (fabs (outputs[i] - expected[i]), <, 1e-4);
    for (guint k = 0; k < n_kernels; k++) {
      g_autofree float *others = g_new (float, n_outputs);

      extract_sequence_run_on (network, &kernels[k], columns, n, fill_ones, inputs, others);
      g_assert_cmpmem (others, n_outputs * sizeof *others, outputs, n_outputs * sizeof *outputs);
    }
  }
}

/* Blocks farther away than the layers reach change nothing, nearer ones do. */
static void
test_reach (void)
{
  enum { N = 100, BLOCK = 50, REACH = 2 + 1 + EXTRACT_MAX_REACH };
  g_autoptr (ExtractNetwork) network = make_network ();
  float inputs[N * N_INPUTS] = { 0 }, before[N * EXTRACT_N_PAIRS], after[N * EXTRACT_N_PAIRS];

  g_assert_cmpuint (extract_network_get_reach (network), ==, REACH);
  extract_network_run_sequence (network, N, inputs, before);
  inputs[BLOCK * N_INPUTS] = 1;
  extract_network_run_sequence (network, N, inputs, after);
  for (int i = 0; i < N; i++)
    g_assert_true ((memcmp (before + i * EXTRACT_N_PAIRS, after + i * EXTRACT_N_PAIRS,
                            EXTRACT_N_PAIRS * sizeof (float)) != 0) == (ABS (i - BLOCK) <= REACH));
}

/* ---- In a model --------------------------------------------------------------------------------- */

static const char page[] =
    "<html lang=en><body><ul><li>Home</li><li>Boats</li><li>Map</li></ul><h1>The lock</h1>"
    "<p>In winter the gates are lifted out of the water.</p><p>Boats come in April.</p>"
    "<p>Two more lines,<br><br>parted by breaks.</p><p>Imprint</p>";

static ExtractNetwork *
make_random (guint n_inputs, guint n_outputs, guint32 seed)
{
  const ExtractLayer both[] = { { 6, EXTRACT_ACTIVATION_RELU, 1, 1 },
                                { n_outputs, EXTRACT_ACTIVATION_LINEAR, 1, 1 } };
  const gsize n = (3 * n_inputs + 1) * 6 + 19 * n_outputs;
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree float *weights = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    weights[i] = (float) g_rand_double_range (random, -0.2, 0.2);
  return extract_network_new (n_inputs, both, 2, weights, n, NULL);
}

static ExtractScale *
make_scale (guint n, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  ExtractScale *scale = g_new (ExtractScale, n);

  for (guint k = 0; k < n; k++)
    scale[k] = (ExtractScale){ (float) g_rand_double (random), (float) g_rand_double (random) };
  return scale;
}

typedef struct {
  ExtractModel *model;
  ExtractNetwork *first, *edges;
  ExtractScale *scale, *edges_scale;
  ExtractDecoding decoding;
} World;

static void
world_init (World *world)
{
  static const char *const card[] = { "name", "sequence", NULL };
  static const char *const rules[] = { NULL };
  g_autoptr (GError) error = NULL;

  world->first = make_random (128, 2, 1);
  world->edges = make_random (25, EXTRACT_N_PAIRS, 2);
  world->scale = make_scale (128, 3);
  world->edges_scale = make_scale (25, 4);
  world->decoding =
      (ExtractDecoding){ .kind = EXTRACT_DECODING_VITERBI, .slope = 1.25, .offset = -0.1, .weight = 0.5 };
  const ExtractModelParts parts = {
    .stages = { [EXTRACT_STAGE_FIRST] = { extract_feature_set_find ("web2text"), world->scale, world->first },
                [EXTRACT_STAGE_EDGES] = { NULL, world->edges_scale, world->edges } },
    .decoding = world->decoding,
    .good = 0.5,
    .no_text = 1,
    .rules = rules,
  };
  world->model = extract_model_new (card, &parts, &error);
  g_assert_no_error (error);
}

static void
world_clear (World *world)
{
  extract_model_unref (world->model);
  extract_network_unref (world->first);
  extract_network_unref (world->edges);
  g_free (world->scale);
  g_free (world->edges_scale);
}

/* One step after the other. */
static void
score_plainly (const World *world, ExtractDocument *document, ExtractDecodingKind kind, float *scores)
{
  const guint n = extract_document_get_n_blocks (document);
  g_autofree float *rows = g_new (float, n * 128), *edges = g_new (float, n * 25);
  g_autofree float *pairs = g_new (float, n *EXTRACT_N_PAIRS);
  ExtractDecoding decoding = world->decoding;
  gsize n_features;

  g_assert_true (extract_features_compute (document, extract_feature_set_find ("web2text"), NULL, NULL));
  for (guint i = 0; i < n; i++)
    memcpy (rows + i * 128,
            extract_block_get_features (extract_document_get_block (document, i), &n_features),
            128 * sizeof *rows);
  extract_scale_apply (world->scale, 128, n, rows);
  extract_network_score_sequence (world->first, n, rows, scores);
  extract_document_compute_edges (document, edges);
  extract_scale_apply (world->edges_scale, 25, n, edges);
  extract_network_run_sequence (world->edges, n, edges, pairs);
  decoding.kind = kind;
  extract_decoding_apply (&decoding, n, pairs, scores);
}

static void
test_model (void)
{
  World world;
  float scores[EXTRACT_N_DECODINGS][20];

  world_init (&world);
  for (guint kind = 0; kind < EXTRACT_N_DECODINGS; kind++) {
    g_autoptr (ExtractClassifier) classifier = extract_classifier_new (world.model);
    g_autoptr (ExtractDocument) document = parse (page), other = parse (page);
    const guint n = extract_document_get_n_blocks (document);

    g_assert_cmpuint (n, ==, 9);
    extract_classifier_clear_rules (classifier);
    if (kind != EXTRACT_DECODING_VITERBI) /* which is that of the model */
      g_assert_true (extract_classifier_set_decoding (classifier, kind));
    g_assert_true (extract_classifier_label (classifier, document, NULL));
    score_plainly (&world, other, kind, scores[kind]);
    for (guint i = 0; i < n; i++) {
      ExtractBlock *block = extract_document_get_block (document, i);

      g_assert_cmpfloat (fabs (extract_block_get_score (block) - scores[kind][i]), <, 1e-5);
      g_assert_true ((extract_block_get_label (block) == EXTRACT_LABEL_GOOD) == (scores[kind][i] >= 0.5F));
    }
    if (kind > 0)
      g_assert_cmpfloat (fabs (scores[kind][4] - scores[0][4]), >, 1e-3);
  }
  world_clear (&world);
}

/* Without a decoding there is nothing to choose, nor with a method. */
static void
test_no_decoding (void)
{
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  g_autoptr (ExtractClassifier) of_model = extract_classifier_new (model);
  g_autoptr (ExtractClassifier) of_method =
      extract_classifier_new_for_method (extract_method_find ("justext"));

  g_assert_true (extract_classifier_set_decoding (of_model, EXTRACT_DECODING_THRESHOLD));
  g_assert_false (extract_classifier_set_decoding (of_model, EXTRACT_DECODING_VITERBI));
  g_assert_false (extract_classifier_set_decoding (of_method, EXTRACT_DECODING_CRF));
}

/* ---- Refusals ----------------------------------------------------------------------------------- */

static void
test_refusals (void)
{
  static const float weights[100] = { 0 };
  const ExtractLayer wide = { 1, EXTRACT_ACTIVATION_LINEAR, 1, EXTRACT_MAX_REACH + 1 };
  const ExtractLayer relu = { 1, EXTRACT_ACTIVATION_RELU, 1, 0 },
                     convolution = { 1, EXTRACT_ACTIVATION_LINEAR, 1, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractNetwork) a = extract_network_new (1, &relu, 1, weights, 2, NULL);
  g_autoptr (ExtractNetwork) b = extract_network_new (1, &convolution, 1, weights, 4, NULL);

  g_assert_null (extract_network_new (1, &wide, 1, weights, 20, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT);
  g_assert_nonnull (strstr (error->message, "kernel"));
  g_assert_false (extract_network_is_sequence (a));
  g_assert_null (extract_network_to_fann (a));
  g_assert_null (extract_network_to_fann (b));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sequence/by-hand", test_by_hand);
  g_test_add_func ("/sequence/order-of-weights", test_order_of_weights);
  g_test_add_func ("/sequence/scores", test_scores);
  g_test_add_func ("/sequence/lengths", test_lengths);
  g_test_add_func ("/sequence/reach", test_reach);
  g_test_add_func ("/sequence/model", test_model);
  g_test_add_func ("/sequence/no-decoding", test_no_decoding);
  g_test_add_func ("/sequence/refusals", test_refusals);
  return g_test_run ();
}
