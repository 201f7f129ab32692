/* SPDX-License-Identifier: MIT */
/* The inputs of a block: its own features between those of its neighbours. */
#include "document-private.h"

#include <string.h>

void
extract_document_get_inputs (ExtractDocument *document, guint i, float *inputs)
{
  const float *features;
  int n, window, blocks;

  g_return_if_fail (document->features != NULL && i < document->n_blocks);
  features = g_bytes_get_data (document->features, NULL);
  n = extract_feature_set_get_n_features (document->set);
  window = extract_feature_set_get_window (document->set);
  blocks = document->n_blocks;
  for (int j = (int) i - window; j <= (int) i + window; j++, inputs += n)
    if (j >= 0 && j < blocks)
      memcpy (inputs, features + (gsize) j * n, n * sizeof *inputs);
    else
      memset (inputs, 0, n * sizeof *inputs);
}
