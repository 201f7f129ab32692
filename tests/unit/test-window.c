/* SPDX-License-Identifier: MIT */
/* Scores of blocks by columns, on each kind of registers, against the steps one after the other; scratch
 * memory. */
#include <math.h>
#include <string.h>

#include "libextract/model/network.h"
#include "libextract/base/scratch.h"
#include "libextract/model/window.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

static float
draw (GRand *random)
{
  return (float) g_rand_double_range (random, -2, 2);
}

static float *
draw_all (GRand *random, gsize n)
{
  float *values = g_new (float, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    values[i] = draw (random);
  return values;
}

/* Layers of 1, 5 and 18 neurons of the activation, which leave some over at every width. */
static ExtractNetwork *
make_network (GRand *random, guint n_inputs, ExtractActivation activation)
{
  const ExtractLayer layers[] = { { 18, activation, 0.25F },
                                  { 5, activation, 0.5F },
                                  { 1, activation, 0.75F } };
  gsize n = (n_inputs + 1) * 18 + 19 * 5 + 6;
  g_autofree float *weights = draw_all (random, n);
  ExtractNetwork *network = extract_network_new (n_inputs, layers, G_N_ELEMENTS (layers), weights, n, NULL);

  g_assert_nonnull (network);
  return network;
}

static void
test_kernels (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  guint n_kernels;
  const ExtractKernel *kernels = extract_kernel_get_all (&n_kernels);

  for (ExtractActivation activation = 0; activation < EXTRACT_N_ACTIVATIONS; activation++)
    for (guint n_inputs = 1; n_inputs < 9; n_inputs++) {
      g_autoptr (ExtractNetwork) network = make_network (random, n_inputs, activation);
      const gsize n_samples = 2 * EXTRACT_LANES + 3;
      g_autofree float *inputs = draw_all (random, n_samples * n_inputs);
      g_autofree float *plain = g_new (float, n_samples), *others = g_new (float, n_samples);

      inputs[3] = NAN;
      inputs[n_samples - 1] = INFINITY;
      extract_network_run_on (network, &kernels[n_kernels - 1], n_samples, inputs, plain);
      for (guint k = 0; k + 1 < n_kernels; k++) {
        extract_network_run_on (network, &kernels[k], n_samples, inputs, others);
        /* NaN has many bits. */
        for (gsize i = 0; i < n_samples; i++)
          if (!isnan (plain[i]) || !isnan (others[i]))
            g_assert_cmpmem (&plain[i], sizeof *plain, &others[i], sizeof *others);
      }
    }
}

typedef struct {
  guint n_features, n_core, width;
  const ExtractScale *scale;
} Shape;

/* One step after the other, as training takes them. */
static float *
score_slowly (const Shape *window, const ExtractNetwork *network, gsize n, const float *values)
{
  const guint n_inputs = extract_network_get_n_inputs (network);
  g_autofree float *rows = g_memdup2 (values, n * window->n_features * sizeof *values);
  g_autofree float *inputs = g_new0 (float, n *n_inputs);
  float *scores = g_new (float, n);

  if (window->scale)
    extract_scale_apply (window->scale, window->n_features, n, rows);
  for (gsize k = 0; k < n * window->n_features; k++)
    rows[k] = isnan (rows[k]) ? 0 : rows[k];
  for (gssize i = 0; i < (gssize) n; i++) {
    float *input = inputs + i * n_inputs;

    for (gssize j = i - window->width; j <= i + (gssize) window->width; j++) {
      guint width = j == i ? window->n_features : window->n_core;

      if (j >= 0 && j < (gssize) n)
        memcpy (input, rows + j * window->n_features, width * sizeof *input);
      input += width;
    }
  }
  extract_network_score (network, n, inputs, scores);
  return scores;
}

/* Rows of features, of which the last two are those of the page. */
#define N_FEATURES 9
#define N_OF_PAGE 2

static void
fill_from_rows (gconstpointer source, ExtractValuesParts parts, gsize first, gsize end, float *x,
                gsize stride)
{
  const float *rows = source;

  for (guint k = 0; k < N_FEATURES; k++)
    for (gsize i = first; i < end; i++)
      if (parts & (k < N_FEATURES - N_OF_PAGE ? EXTRACT_VALUES_OF_BLOCKS : EXTRACT_VALUES_OF_PAGE))
        x[i - first + k * stride] = rows[i * N_FEATURES + k];
}

static void
test_window (void)
{
  static const gsize sizes[] = { 1, 2, 5, 15, 16, 17, 63, 64, 65, 128, 200 };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint n_kernels;
  const ExtractKernel *kernels = extract_kernel_get_all (&n_kernels);

  for (guint width = 0; width < 4; width++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      for (guint scaled = 0; scaled < 2; scaled++) {
        ExtractScale scale[N_FEATURES];
        const Shape shape = { N_FEATURES, 4, width, scaled ? scale : NULL };
        g_autoptr (ExtractWindow) window = NULL;
        g_autoptr (ExtractNetwork) network =
            make_network (random, N_FEATURES + 2 * width * 4, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC);
        const gsize n = sizes[s];
        g_autofree float *values = draw_all (random, n * N_FEATURES), *expected = NULL;
        g_autofree float *scores = g_new (float, n);

        for (guint k = 0; k < G_N_ELEMENTS (scale); k++)
          scale[k] = (ExtractScale){ draw (random), k == 0 ? 0 : fabsf (draw (random)) };
        for (gsize i = 0; i < n; i += 3)
          values[i * N_FEATURES + i % N_FEATURES] = NAN;
        for (gsize i = 0; i < n; i++) {
          float *row = values + i * N_FEATURES;

          /* Zeros for many blocks in a row, and for single ones. */
          row[2] = 0;
          row[5] = i % 50 > 20 ? 0 : row[5];
          row[i % 7] = i % 3 == 0 ? 0 : row[i % 7];
          row[7] = width == 1 ? 0 : values[7];
          row[8] = width == 2 ? NAN : values[8];
        }
        window = extract_window_new (shape.n_features, shape.n_core, N_OF_PAGE, width, shape.scale, network);
        expected = score_slowly (&shape, network, n, values);
        extract_window_score_on (window, &kernels[n_kernels - 1], n, fill_from_rows, values, scores);
        for (gsize i = 0; i < n; i++)
          g_assert_cmpfloat_with_epsilon (scores[i], expected[i], 2e-6);
        for (guint k = 0; k + 1 < n_kernels; k++) {
          g_autofree float *others = g_new (float, n);

          extract_window_score_on (window, &kernels[k], n, fill_from_rows, values, others);
          g_assert_cmpmem (others, n * sizeof *others, scores, n * sizeof *scores);
        }
      }
}

static void
test_scratch (void)
{
  for (guint round = 0; round < 3; round++) {
    ExtractScratch *scratch = extract_scratch_begin ();
    char *outer = extract_scratch_take (scratch, 100, 1);

    memset (outer, 'o', 100);
    for (gsize size = 1; size < (gsize) 20 << 20; size *= 7) {
      ExtractScratch *inner = extract_scratch_begin ();
      char *a = extract_scratch_take (inner, size, 1), *b = extract_scratch_take0 (inner, 1, size);

      g_assert_cmpuint ((gsize) a % 64, ==, 0);
      memset (a, 'a', size);
      g_assert_cmpint (b[0] | b[size - 1], ==, 0);
      memset (b, 'b', size);
      g_assert_true (a[0] == 'a' && a[size - 1] == 'a');
      extract_scratch_end (inner);
    }
    g_assert_true (outer[0] == 'o' && outer[99] == 'o');
    g_assert_nonnull (extract_scratch_take (scratch, (gsize) 9 << 20, 1));
    extract_scratch_end (scratch);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/window/kernels", test_kernels);
  g_test_add_func ("/window/scores", test_window);
  g_test_add_func ("/window/scratch", test_scratch);
  return g_test_run ();
}
