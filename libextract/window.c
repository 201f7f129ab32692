/* SPDX-License-Identifier: MIT */
/* The inputs of a block: its own features between those of its neighbours. */
#include <math.h>
#include <string.h>

#include "document-private.h"

#define LEAST_DEVIATION 0.03f
#define FARTHEST 6

void
extract_scale_apply (const ExtractScale *scale, guint n_columns, gsize n_rows, float *values)
{
  for (gsize i = 0; i < n_rows; i++, values += n_columns)
    for (guint k = 0; k < n_columns; k++) {
      float x = (values[k] - scale[k].mean) / MAX (scale[k].deviation, LEAST_DEVIATION);

      values[k] = isnan (x) ? 0 : CLAMP (x, -FARTHEST, FARTHEST);
    }
}

void
extract_inputs_gather (const ExtractFeatureSet *set, const float *rows, guint n, guint i, float *inputs)
{
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
  guint n = extract_feature_set_get_n_inputs (document->set);

  g_return_if_fail (document->features != NULL && i < document->n_blocks);
  extract_inputs_gather (document->set, g_bytes_get_data (document->features, NULL), document->n_blocks, i,
                         inputs);
  for (guint k = 0; k < n; k++)
    if (isnan (inputs[k]))
      inputs[k] = 0;
}
