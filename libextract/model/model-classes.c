/* SPDX-License-Identifier: MIT */
/*
 * The classes of blocks: what a model may hold of them, and from the outputs of its network to one class for
 * each block. With s[i] the score of block i, and q[i] the softmax of the outputs for it,
 *
 *   p[i][c] = s[i] q[i][c] / sum of q[i] over the classes of main text        c is main text
 *             (1 - s[i]) q[i][c] / sum of q[i] over the other classes         else
 *
 * so that whether a block is main text is said by its score alone, and the network only says which main text,
 * or which boilerplate. Decoding joins the classes of neighbours, and makes scores anew:
 *
 *   s[i] = sum of p[i] over the classes of main text
 */
#include "libextract/model/model-private.h"
#include "libextract/page/page.h"

#include <math.h>
#include <string.h>

/* ---- What a model may hold ---------------------------------------------------------------- */

gboolean
extract_model_check_class_name (const char *const *names, guint i, GError **error)
{
  if (!extract_class_name_is_valid (names[i]))
    return extract_model_refuse (error, "the name of a class is not a-z, then a-z, 0-9 and -");
  for (guint k = 0; k < i; k++)
    if (strcmp (names[k], names[i]) == 0)
      return extract_model_refuse (error, "the class \"%s\" is there twice", names[k]);
  return TRUE;
}

gboolean
extract_model_check_class_names (const char *const *names, GError **error)
{
  guint n[2] = { 0, 0 };

  for (guint i = 0; names[i] != NULL; i++) {
    if (!extract_model_check_class_name (names, i, error))
      return FALSE;
    n[extract_class_name_is_content (names[i])]++;
  }
  if (n[0] + n[1] > EXTRACT_MAX_CLASSES)
    return extract_model_refuse (error, "the model has more than %d classes", EXTRACT_MAX_CLASSES);
  if (n[0] == 0 || n[1] == 0)
    return extract_model_refuse (error, "the classes are all main text, or none is");
  return TRUE;
}

gboolean
extract_model_check_classes (const ExtractModelClasses *classes, const ExtractFeatureSet *set, GError **error)
{
  const guint n_classes = g_strv_length ((char **) classes->names);
  const guint n_features = extract_feature_set_get_n_features (set);
  const guint n_layers = extract_network_get_n_layers (classes->network);
  const ExtractLayer *last = extract_network_get_layer (classes->network, n_layers - 1);
  gsize n_weights;

  extract_network_get_weights (classes->network, &n_weights);
  if (!extract_model_check_class_names (classes->names, error) ||
      !extract_model_check_class_decoding (&classes->decoding, n_classes, error) ||
      !extract_model_check_n_weights (n_weights, error))
    return FALSE;
  if (extract_network_get_n_inputs (classes->network) != n_features || last->size != n_classes) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH,
                 "the network for classes has %u inputs and %u outputs, but the feature set \"%s\" has %u "
                 "features, and there are %u classes",
                 extract_network_get_n_inputs (classes->network), last->size,
                 extract_feature_set_get_name (set), n_features, n_classes);
    return FALSE;
  }
  if (last->activation != EXTRACT_ACTIVATION_LINEAR)
    return extract_model_refuse (error, "the outputs of the network for classes are not linear");
  return TRUE;
}

void
extract_model_own_classes (ExtractModelClasses *classes)
{
  const gsize n = classes->network != NULL ? extract_network_get_n_outputs (classes->network) : 0;

  if (n == 0)
    return;
  extract_network_ref (classes->network);
  classes->names = (const char *const *) g_strdupv ((char **) classes->names);
  classes->decoding.offsets = g_memdup2 (classes->decoding.offsets, n * sizeof (double));
  classes->decoding.transitions = g_memdup2 (classes->decoding.transitions, n * n * sizeof (double));
}

void
extract_model_clear_classes (ExtractModelClasses *classes)
{
  g_strfreev ((char **) classes->names);
  g_free ((gpointer) classes->decoding.offsets);
  g_free ((gpointer) classes->decoding.transitions);
  g_clear_pointer (&classes->network, extract_network_unref);
}

/* ---- From outputs to classes -------------------------------------------------------------- */

/* @is_content: (out): [classes]: 1 for those that are main text. Returns: how many classes there are */
static guint
list_sides (const char *const *names, guint8 is_content[EXTRACT_MAX_CLASSES])
{
  guint n = 0;

  for (; names[n] != NULL && n < EXTRACT_MAX_CLASSES; n++)
    is_content[n] = extract_class_name_is_content (names[n]);
  return n;
}

void
extract_classes_join (const char *const *names, guint n, const float *scores, float *outputs)
{
  g_return_if_fail (names != NULL && (n == 0 || (scores != NULL && outputs != NULL)));

  guint8 is_content[EXTRACT_MAX_CLASSES];
  const guint n_classes = list_sides (names, is_content);

  for (gsize i = 0; i < n; i++, outputs += n_classes) {
    const double shares[2] = { 1 - (double) scores[i], scores[i] };
    double most[2] = { -INFINITY, -INFINITY }, sums[2] = { 0, 0 };

    for (guint c = 0; c < n_classes; c++) {
      outputs[c] = isfinite (outputs[c]) ? outputs[c] : 0;
      most[is_content[c]] = MAX (most[is_content[c]], (double) outputs[c]);
    }
    /* By the largest one of its side, so that no sum is 0. */
    for (guint c = 0; c < n_classes; c++)
      sums[is_content[c]] += exp ((double) outputs[c] - most[is_content[c]]);
    for (guint c = 0; c < n_classes; c++)
      outputs[c] = (float) (shares[is_content[c]] * exp ((double) outputs[c] - most[is_content[c]]) /
                            sums[is_content[c]]);
  }
}

void
extract_classes_decode (const char *const *names, const ExtractClassDecoding *decoding, guint n,
                        float *probabilities, float *scores)
{
  g_return_if_fail (names != NULL && decoding != NULL);
  g_return_if_fail (n == 0 || (scores != NULL && probabilities != NULL));

  guint8 is_content[EXTRACT_MAX_CLASSES];
  const guint n_classes = list_sides (names, is_content);

  if (decoding->kind == EXTRACT_DECODING_THRESHOLD)
    return;
  extract_class_decoding_apply (decoding, n, n_classes, probabilities);
  for (gsize i = 0; i < n; i++, probabilities += n_classes) {
    double sum = 0;

    for (guint c = 0; c < n_classes; c++)
      sum += is_content[c] ? probabilities[c] : 0;
    scores[i] = (float) MIN (sum, 1);
  }
}

guint
extract_classes_choose (const char *const *names, const float *probabilities, gboolean is_content)
{
  g_return_val_if_fail (names != NULL && probabilities != NULL, 0);

  guint best = 0;
  float most = -1;

  for (guint c = 0; names[c] != NULL; c++)
    if (extract_class_name_is_content (names[c]) == is_content && probabilities[c] > most) {
      best = c;
      most = probabilities[c];
    }
  return best;
}
