/* SPDX-License-Identifier: MIT */
/* What moved a score: the moves sum up to it, and agree with gradients measured by differences. */
#include <math.h>
#include <string.h>

#include "libextract/model/model.h"
#include "libextract/model/network.h"

#include "tests/unit/parse.h"

/* ---- Networks ------------------------------------------------------------------------------- */

static void
draw (GRand *random, double scale, gsize n, float *values)
{
  for (gsize i = 0; i < n; i++)
    values[i] = (float) (scale * g_rand_double_range (random, -1, 1));
}

#define N_INPUTS 7
#define N_WEIGHTS ((N_INPUTS + 1) * 6 + 7 * 4 + 5 * 2)

static ExtractNetwork *
make_network (GRand *random, ExtractActivation hidden, ExtractActivation last)
{
  const ExtractLayer layers[] = { { 6, hidden, 0.5F }, { 4, hidden, 0.75F }, { 2, last, 0.5F } };
  float weights[N_WEIGHTS];
  g_autoptr (GError) error = NULL;

  draw (random, 1.5, N_WEIGHTS, weights);
  ExtractNetwork *network =
      extract_network_new (N_INPUTS, layers, G_N_ELEMENTS (layers), weights, N_WEIGHTS, &error);
  g_assert_no_error (error);
  return network;
}

static double
score (const ExtractNetwork *network, const float *inputs)
{
  float result;

  extract_network_score (network, 1, inputs, &result);
  return result;
}

/* Whatever the activations, whether they jump or not. */
static void
test_completeness (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (18);

  for (ExtractActivation hidden = 0; hidden < EXTRACT_N_ACTIVATIONS; hidden++)
    for (ExtractActivation last = 0; last < EXTRACT_N_ACTIVATIONS; last++)
      for (guint round = 0; round < 10; round++) {
        g_autoptr (ExtractNetwork) network = make_network (random, hidden, last);
        float from[N_INPUTS], to[N_INPUTS];
        double moves[N_INPUTS], sum = 0;

        draw (random, 3, N_INPUTS, from);
        draw (random, 3, N_INPUTS, to);
        to[2] = from[2];
        if (round == 0)
          memcpy (to, from, sizeof to);
        extract_network_explain (network, from, to, moves);
        for (guint i = 0; i < N_INPUTS; i++)
          sum += moves[i];
        g_test_message ("%s, %s: %g", extract_activation_get_info (hidden)->name,
                        extract_activation_get_info (last)->name, sum);
        g_assert_cmpfloat_with_epsilon (sum, score (network, to) - score (network, from), 1e-5);
        g_assert_cmpfloat (moves[2], ==, 0);
      }
}

/* The integral of the gradient over the way, where there is one everywhere. */
static void
test_differences (void)
{
  static const ExtractActivation smooth[] = {
    EXTRACT_ACTIVATION_SIGMOID, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, EXTRACT_ACTIVATION_GAUSSIAN,
    EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC, EXTRACT_ACTIVATION_ELLIOT
  };
  const guint n_steps = 400;
  const float h = 0.02F;
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint a = 0; a < G_N_ELEMENTS (smooth); a++) {
    g_autoptr (ExtractNetwork) network = make_network (random, smooth[a], EXTRACT_ACTIVATION_SIGMOID);
    float from[N_INPUTS], to[N_INPUTS];
    double moves[N_INPUTS];

    draw (random, 1, N_INPUTS, from);
    draw (random, 1, N_INPUTS, to);
    extract_network_explain (network, from, to, moves);
    for (guint i = 0; i < N_INPUTS; i++) {
      double mean = 0;

      for (guint step = 0; step < n_steps; step++) {
        float at[N_INPUTS], beside[N_INPUTS];

        for (guint k = 0; k < N_INPUTS; k++)
          at[k] = beside[k] = from[k] + ((float) step + 0.5F) / (float) n_steps * (to[k] - from[k]);
        at[i] -= h;
        beside[i] += h;
        mean += (score (network, beside) - score (network, at)) / (beside[i] - at[i]) / n_steps;
      }
      g_test_message ("%s, input %u: %g", extract_activation_get_info (smooth[a])->name, i, moves[i]);
      g_assert_cmpfloat_with_epsilon (moves[i], mean * (to[i] - from[i]), 1e-3);
    }
  }
}

/* Without hidden layers the shares are those of the products. */
static void
test_by_hand (void)
{
  const ExtractLayer layer = { 1, EXTRACT_ACTIVATION_LINEAR, 0.5F };
  const float weights[] = { 0.5F, -0.25F, 0.125F, 0.25F }, from[] = { 0, 1, 1 }, to[] = { 2, 0.5F, 1 };
  g_autoptr (ExtractNetwork) network = extract_network_new (3, &layer, 1, weights, 4, NULL);
  double moves[3];

  extract_network_explain (network, from, to, moves);
  /* The score of symmetric outputs is half of it, and one half. */
  g_assert_cmpfloat_with_epsilon (moves[0], 0.5 * 0.5 * 0.5 * 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (moves[1], 0.5 * 0.5 * -0.25 * -0.5, 1e-9);
  g_assert_cmpfloat (moves[2], ==, 0);
}

static void
test_activations (void)
{
  const float weights[] = { 1, 0 };

  for (ExtractActivation activation = 0; activation < EXTRACT_N_ACTIVATIONS; activation++) {
    const ExtractLayer layer = { 1, activation, 1 };
    g_autoptr (ExtractNetwork) network = extract_network_new (1, &layer, 1, weights, 2, NULL);

    for (float s = -4; s <= 4; s += 0.0625F) {
      float y;

      extract_network_run (network, 1, &s, &y);
      g_assert_cmpfloat_with_epsilon (extract_activation_apply (activation, s), y, 1e-6);
      g_assert_cmpfloat_with_epsilon (extract_network_get_score (network, y), score (network, &s), 1e-6);
    }
  }
}

/* ---- Documents ------------------------------------------------------------------------------ */

static void
check_explanation (const ExtractExplanation *explanation, ExtractDocument *document, guint i)
{
  gsize n;
  const float *values = extract_block_get_features (extract_document_get_block (document, i), &n);
  double sum = explanation->typical;

  for (guint k = 0; k < explanation->n_causes; k++) {
    const ExtractCause *cause = &explanation->causes[k];

    sum += extract_cause_sum (cause);
    g_assert_true (isfinite (extract_cause_sum (cause)));
    if (explanation->stage != EXTRACT_STAGE_FIRST)
      continue;
    g_assert_cmpuint (explanation->n_causes, ==, n);
    g_assert_true (cause->value == values[k] || (isnan (cause->value) && isnan (values[k])));
    if (isnan (cause->value))
      g_assert_cmpfloat (cause->own, ==, 0);
  }
  g_assert_cmpfloat_with_epsilon (sum, explanation->score, 1e-4);
}

static void
test_documents (void)
{
  static const char *const pages[] = {
    "",
    "<p>One block, and no other around it.",
    "<title>Tides</title><ul><li><a href=/>Home</a><li><a href=/b>Boats</a></ul><h1>Tides</h1><p>The moon "
    "draws the "
    "water twice a day, a little later each time, and so the whole pattern slips.<p>A tide table is a "
    "promise, and "
    "like all promises it is kept within limits: wind can hold the water back.<p>See also<footer>Contact us",
  };
  static const char *const models[] = { "classic", "rich" };

  for (guint m = 0; m < G_N_ELEMENTS (models); m++)
    for (guint p = 0; p < G_N_ELEMENTS (pages); p++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExtractModel) model = extract_model_get_builtin (models[m], &error);
      g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
      g_autoptr (ExtractDocument) document = parse (pages[p]);
      g_assert_true (extract_document_compute_features (document, model, &error));
      g_assert_true (extract_classifier_label (classifier, document, &error));
      g_autoptr (ExtractExplainer) explainer = extract_explainer_new (classifier, document, &error);
      const guint n_stages = extract_explainer_get_n_stages (explainer);

      g_assert_no_error (error);
      g_assert_cmpuint (n_stages, ==, m + 1);
      for (guint i = 0; i < extract_document_get_n_blocks (document); i++)
        for (ExtractStageKind stage = 0; stage < n_stages; stage++) {
          g_autoptr (ExtractExplanation) explanation = extract_explainer_explain (explainer, stage, i);

          check_explanation (explanation, document, i);
          /* The last stage has given the score of the block. */
          if (stage + 1 == n_stages)
            g_assert_cmpfloat (explanation->score, ==,
                               extract_block_get_score (extract_document_get_block (document, i)));
        }
    }
}

/* Of neighbours beyond the ends of the page nothing moves a score of a model with a scale. */
static void
test_ends (void)
{
  g_autoptr (ExtractModel) model = extract_model_get_builtin ("rich", NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractDocument) document = parse ("<p>One block, and no other around it.");
  g_autoptr (ExtractExplainer) explainer = extract_explainer_new (classifier, document, NULL);
  g_autoptr (ExtractExplanation) explanation = extract_explainer_explain (explainer, EXTRACT_STAGE_FIRST, 0);

  for (guint k = 0; k < explanation->n_causes; k++) {
    g_assert_cmpfloat (explanation->causes[k].before, ==, 0);
    g_assert_cmpfloat (explanation->causes[k].after, ==, 0);
  }
}

static void
test_method (void)
{
  g_autoptr (ExtractClassifier) classifier =
      extract_classifier_new_for_method (extract_method_find ("justext"));
  g_autoptr (ExtractDocument) document = parse ("<p>One block, and no other around it.");
  g_autoptr (ExtractExplainer) explainer = extract_explainer_new (classifier, document, NULL);

  g_assert_cmpuint (extract_explainer_get_n_stages (explainer), ==, 0);
}

static void
test_limits (void)
{
  g_autoptr (ExtractModel) model = extract_model_get_builtin ("rich", NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (GString) page = g_string_new (NULL);
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2000; i++)
    g_string_append (page, "<p>Block");
  g_autoptr (GBytes) bytes = g_bytes_new_static (page->str, page->len);
  /* Room for the page, but not for four hundred values of each block. */
  extract_parser_set_limit (parser, EXTRACT_LIMIT_MEMORY, 3000000);
  g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (extract_explainer_new (classifier, document, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explain/completeness", test_completeness);
  g_test_add_func ("/explain/differences", test_differences);
  g_test_add_func ("/explain/by-hand", test_by_hand);
  g_test_add_func ("/explain/activations", test_activations);
  g_test_add_func ("/explain/documents", test_documents);
  g_test_add_func ("/explain/ends", test_ends);
  g_test_add_func ("/explain/method", test_method);
  g_test_add_func ("/explain/limits", test_limits);
  return g_test_run ();
}
