/* SPDX-License-Identifier: MIT */
/*
 * The inputs of a block: its own features between those of its neighbours.
 *
 * To score blocks, their inputs are not put together. The values of some blocks are put into columns, with
 * those of the neighbours before and after them; input k of block i is a value of block i + shift (k), and
 * lies shift (k) floats behind that of the block itself:
 *
 *             block -2 -1  0  1  2 ... 65
 *   feature 0        .  .  .  .  .      .      inputs 0 ... from -2 on: row 0 ...
 *   feature 1        .  .  .  .  .      .      inputs of the block itself from 0 on
 *   ...
 *
 * Most features are 0 for most blocks. So what 0 becomes is taken off, and the first layer passes over what
 * is then 0 for sixteen blocks: six of ten features of the set rich. What all blocks of a page share is added
 * up once.
 */
#include <math.h>
#include <string.h>

#include "libextract/model/window.h"
#include "libextract/base/scratch.h"

#define LEAST_DEVIATION 0.03f
#define FARTHEST 6

void
extract_scale_apply (const ExtractScale *scale, guint n_columns, gsize n_rows, float *values)
{
  g_return_if_fail (n_rows == 0 || n_columns == 0 || (scale != NULL && values != NULL));
  for (gsize i = 0; i < n_rows; i++, values += n_columns)
    for (guint k = 0; k < n_columns; k++) {
      float x = (values[k] - scale[k].mean) / MAX (scale[k].deviation, LEAST_DEVIATION);

      values[k] = isnan (x) ? 0 : CLAMP (x, -FARTHEST, FARTHEST);
    }
}

void
extract_inputs_gather (const ExtractFeatureSet *set, const float *rows, guint n, guint i, float *inputs)
{
  g_return_if_fail (set != NULL);
  g_return_if_fail (rows != NULL);
  g_return_if_fail (inputs != NULL);
  g_return_if_fail (i < n);

  gsize n_features = extract_feature_set_get_n_features (set);
  gsize n_core = extract_feature_set_get_n_core (set);
  gint64 window = extract_feature_set_get_window (set);

  for (gint64 j = (gint64) i - window; j <= (gint64) i + window; j++) {
    gsize width = j == i ? n_features : n_core;

    if (j >= 0 && j < n)
      memcpy (inputs, rows + j * n_features, width * sizeof *inputs);
    else
      memset (inputs, 0, width * sizeof *inputs);
    inputs += width;
  }
}

void
extract_document_get_inputs (ExtractDocument *document, guint i, float *inputs)
{
  g_return_if_fail (document != NULL && inputs != NULL);
  g_return_if_fail (document->features != NULL && i < document->n_blocks);

  guint n = extract_feature_set_get_n_inputs (document->set);

  extract_inputs_gather (document->set, g_bytes_get_data (document->features, NULL), document->n_blocks, i,
                         inputs);
  for (guint k = 0; k < n; k++)
    if (isnan (inputs[k]))
      inputs[k] = 0;
}

struct _ExtractWindow {
  guint n_features;
  guint n_core;
  guint n_of_page;
  guint width;
  ExtractNetwork *network; /* owned */
  ExtractColumn *columns;  /* [n_features]; owned */
  float *weights;          /* of `first`; owned */
  float *base;             /* of `first`; owned */
  ExtractInputLayer first;
};

/* ---- Making one --------------------------------------------------------------------------------- */

/* What a value becomes, before what 0 becomes is taken off. */
static float
column_scale (const ExtractColumn *column, float value)
{
  const float scaled = (value - column->mean) * column->factor;

  return isnan (scaled) ? 0 : CLAMP (scaled, -column->limit, column->limit);
}

ExtractColumn *
extract_columns_new (guint n, const ExtractScale *scale)
{
  ExtractColumn *columns = g_new (ExtractColumn, n);

  for (guint k = 0; k < n; k++) {
    ExtractColumn *column = &columns[k];

    *column = (ExtractColumn){ .factor = 1, .limit = INFINITY };
    if (!scale)
      continue;
    column->mean = scale[k].mean;
    column->factor = 1 / MAX (scale[k].deviation, LEAST_DEVIATION);
    column->limit = FARTHEST;
    column->zero = column_scale (column, 0);
  }
  return columns;
}

/* Which feature each input is, as extract_inputs_gather () has them. @features: (out): [inputs] */
static void
list_features (const ExtractWindow *window, guint32 *features)
{
  for (guint shift = 0; shift <= 2 * window->width; shift++) {
    guint n = shift == window->width ? window->n_features : window->n_core;

    for (guint k = 0; k < n; k++)
      *features++ = k;
  }
}

/* The first layer, by inputs. */
static void
order_weights (ExtractWindow *window)
{
  const guint n_inputs = extract_network_get_n_inputs (window->network);
  const guint n_neurons = extract_network_get_layer (window->network, 0)->size;
  const guint size = (n_neurons + EXTRACT_NEURONS - 1) / EXTRACT_NEURONS * EXTRACT_NEURONS;
  const gsize stride = (gsize) n_inputs * EXTRACT_NEURONS;
  g_autofree guint32 *features = g_new (guint32, n_inputs);
  gsize n;
  const float *w = extract_network_get_weights (window->network, &n);

  window->weights = g_new0 (float, (gsize) n_inputs *size);
  window->base = g_new0 (float, size);
  list_features (window, features);
  for (guint j = 0; j < n_neurons; j++, w += n_inputs + 1) {
    double base = w[n_inputs];

    for (guint i = 0; i < n_inputs; i++) {
      window->weights[j / EXTRACT_NEURONS * stride + (gsize) i * EXTRACT_NEURONS + j % EXTRACT_NEURONS] =
          w[i];
      base += (double) w[i] * window->columns[features[i]].zero;
    }
    window->base[j] = (float) base;
  }
  window->first = (ExtractInputLayer){ size, stride, window->weights };
}

ExtractWindow *
extract_window_new (guint n_features, guint n_core, guint n_of_page, guint width, const ExtractScale *scale,
                    ExtractNetwork *network)
{
  ExtractWindow *window = g_new0 (ExtractWindow, 1);

  window->n_features = n_features;
  window->n_core = n_core;
  window->n_of_page = n_of_page;
  window->width = width;
  window->network = extract_network_ref (network);
  window->columns = extract_columns_new (n_features, scale);
  order_weights (window);
  return window;
}

void
extract_window_free (ExtractWindow *window)
{
  extract_network_unref (window->network);
  g_free (window->columns);
  g_free (window->weights);
  g_free (window->base);
  g_free (window);
}

/* ---- Scoring ------------------------------------------------------------------------------------ */

/* Blocks that are scored at once. */
#define CHUNK 64
G_STATIC_ASSERT (CHUNK % EXTRACT_LANES == 0);

/* What a page needs. */
typedef struct {
  const ExtractWindow *window;
  const ExtractKernel *kernel;
  gsize n;            /* blocks */
  guint n_own;        /* features that are not those of the page */
  gsize stride;       /* of a row, a multiple of EXTRACT_LANES */
  gsize used;         /* of it: what is read for the blocks at hand, as well */
  float *x;           /* [n_features][stride]: rows, of the blocks from first - width on */
  float *base;        /* [window->first.size]: what all blocks have in common */
  guint *features;    /* [n_features]: those whose rows are not all 0 */
  guint n_features;   /* none before the first chunk */
  ExtractTerm *terms; /* [inputs]: of these features */
} Scoring;

/* Floats of a row that are read for @n blocks: as many as run side by side, and their neighbours. */
static gsize
count_used (gsize n, guint width)
{
  const gsize lanes = (n + EXTRACT_LANES - 1) / EXTRACT_LANES,
              sides = (2 * width + EXTRACT_LANES - 1) / EXTRACT_LANES;

  return (lanes + sides) * EXTRACT_LANES;
}

static void
scoring_init (Scoring *scoring, const ExtractWindow *window, const ExtractKernel *kernel, gsize n,
              ExtractScratch *scratch)
{
  const gsize stride = count_used (MIN (CHUNK, n), window->width);

  *scoring = (Scoring){
    .window = window,
    .kernel = kernel,
    .n = n,
    .n_own = window->n_features - window->n_of_page,
    .stride = stride,
    .x = extract_scratch_take0 (scratch, window->n_features * stride, sizeof (float)),
    .base = extract_scratch_take (scratch, window->first.size, sizeof (float)),
    .features = extract_scratch_take (scratch, window->n_features, sizeof (guint)),
    .terms =
        extract_scratch_take (scratch, extract_network_get_n_inputs (window->network), sizeof (ExtractTerm)),
  };
}

/* The weights of feature k of the block itself are at this place. */
static gsize
weights_of_own (const ExtractWindow *window, guint k)
{
  return ((gsize) window->width * window->n_core + k) * EXTRACT_NEURONS;
}

/* Adds the features of the page to what all blocks have in common. */
static void
add_page (const Scoring *scoring, ExtractWindowFill fill, gconstpointer source)
{
  const ExtractWindow *window = scoring->window;
  const ExtractInputLayer *layer = &window->first;

  memcpy (scoring->base, window->base, layer->size * sizeof (float));
  fill (source, EXTRACT_VALUES_OF_PAGE, 0, 1, scoring->x, 1);
  for (guint k = scoring->n_own; k < window->n_features; k++) {
    const float *weights = layer->weights + weights_of_own (window, k);
    const float value = column_scale (&window->columns[k], scoring->x[k]) - window->columns[k].zero;

    for (guint j = 0; j < layer->size; j++)
      scoring->base[j] += weights[j / EXTRACT_NEURONS * layer->stride + j % EXTRACT_NEURONS] * value;
  }
  memset (scoring->x, 0, window->n_features * sizeof (float));
}

/* Scales a row. Returns: whether any of it is not 0 */
static gboolean
scale_row (const Scoring *scoring, guint k, gsize first)
{
  const ExtractWindow *window = scoring->window;
  const ExtractColumn *column = &window->columns[k];
  const gsize used = scoring->used, width = window->width;
  const gsize start = first < width ? width - first : 0, end = MIN (used, scoring->n - first + width);
  float *row = scoring->x + k * scoring->stride;
  const gboolean any = scoring->kernel->is_any (used, row);

  if (any)
    scoring->kernel->standardise (column, used, row);
  /* What is beyond the page is 0 after it has been scaled, too. */
  for (gsize i = 0; i < start; i++)
    row[i] = 0 - column->zero;
  for (gsize i = end; i < used; i++)
    row[i] = 0 - column->zero;
  return any || start > 0 || end < used;
}

/* Fills the rows for the blocks from @first on, scales them, and lists the inputs that are not 0 for all of
 * these. Returns: how many */
static guint
prepare_chunk (Scoring *scoring, ExtractWindowFill fill, gconstpointer source, gsize first)
{
  const ExtractWindow *window = scoring->window;
  const gsize before = MIN (first, window->width), end = MIN (first + CHUNK + window->width, scoring->n);
  guint n_terms = 0, input = 0;

  for (guint f = 0; f < scoring->n_features; f++)
    memset (scoring->x + scoring->features[f] * scoring->stride, 0, scoring->stride * sizeof (float));
  scoring->n_features = 0;
  scoring->used = count_used (MIN (CHUNK, scoring->n - first), window->width);
  fill (source, EXTRACT_VALUES_OF_BLOCKS, first - before, end, scoring->x + window->width - before,
        scoring->stride);
  for (guint k = 0; k < scoring->n_own; k++)
    if (scale_row (scoring, k, first))
      scoring->features[scoring->n_features++] = k;
  for (guint shift = 0; shift <= 2 * window->width; shift++) {
    const guint n = shift == window->width ? window->n_features : window->n_core;

    for (guint f = 0; f < scoring->n_features && scoring->features[f] < n; f++) {
      const guint k = scoring->features[f];

      scoring->terms[n_terms++] =
          (ExtractTerm){ (guint32) (k * scoring->stride + shift), (input + k) * EXTRACT_NEURONS };
    }
    input += n;
  }
  return n_terms;
}

void
extract_window_score_on (const ExtractWindow *window, const ExtractKernel *kernel, gsize n,
                         ExtractWindowFill fill, gconstpointer source, float *scores)
{
  ExtractScratch *scratch = extract_scratch_begin ();
  Scoring scoring;

  scoring_init (&scoring, window, kernel, n, scratch);
  if (n > 0)
    add_page (&scoring, fill, source);
  for (gsize first = 0; first < n; first += CHUNK) {
    const guint n_terms = prepare_chunk (&scoring, fill, source, first);

    extract_network_score_columns (window->network, &window->first, kernel, MIN (CHUNK, n - first),
                                   scoring.base, n_terms, scoring.terms, scoring.x, scores + first);
  }
  extract_scratch_end (scratch);
}

void
extract_window_score (const ExtractWindow *window, gsize n, ExtractWindowFill fill, gconstpointer source,
                      float *scores)
{
  guint n_kernels;

  extract_window_score_on (window, extract_kernel_get_all (&n_kernels), n, fill, source, scores);
}
