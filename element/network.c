/* SPDX-License-Identifier: MIT */
#include "element/network.h"
#include "element/feature.h"

#include <gio/gio.h>
#include <libextract/extract.h>
#include <math.h>
#include <string.h>

#define BUILTIN "elements"
#define LEAST_OUTPUT 1e-6F

struct _ElementNetwork {
  ExtractModel *model;              /* owned */
  const ExtractElementParts *parts; /* of the model */
  ExtractClassDecoding decoding;    /* that of the model, or as it was set; lends its numbers from it */
  ElementClass likes[EXTRACT_MAX_CLASSES];
};

ElementNetwork *
element_network_new (ExtractModel *model, GError **error)
{
  ElementNetwork *network;

  if (!extract_model_check_kind (model, EXTRACT_MODEL_ELEMENTS, error))
    return NULL;
  network = g_new0 (ElementNetwork, 1);
  network->model = extract_model_ref (model);
  network->parts = extract_model_get_element_parts (model);
  network->decoding = network->parts->decoding;
  for (guint c = 0; c < network->parts->n_classes; c++)
    network->likes[c] = (ElementClass) element_class_find (network->parts->classes[c].like);
  return network;
}

void
element_network_free (ElementNetwork *network)
{
  if (!network)
    return;
  extract_model_unref (network->model);
  g_free (network);
}

ExtractModel *
element_network_get_model (const ElementNetwork *network)
{
  return network->model;
}

guint
element_network_get_n_classes (const ElementNetwork *network)
{
  return network->parts->n_classes;
}

const char *
element_network_get_class_name (const ElementNetwork *network, guint c)
{
  g_return_val_if_fail (c < network->parts->n_classes, NULL);
  return network->parts->classes[c].name;
}

ElementClass
element_network_get_like (const ElementNetwork *network, guint c)
{
  g_return_val_if_fail (c < network->parts->n_classes, ELEMENT_NONE);
  return network->likes[c];
}

ExtractDecodingKind
element_network_get_decoding (const ElementNetwork *network)
{
  return network->decoding.kind;
}

gboolean
element_network_set_decoding (ElementNetwork *network, ExtractDecodingKind kind)
{
  const gboolean has = network->parts->decoding.kind != EXTRACT_DECODING_THRESHOLD;

  if (!has && kind != EXTRACT_DECODING_THRESHOLD)
    return FALSE;
  network->decoding.kind = kind;
  return TRUE;
}

void
element_network_run (const ElementNetwork *network, const Element *element, float *outputs)
{
  g_autofree float *values = g_new (float, element_features_get_n ());

  element_features_compute (element, values);
  extract_network_run (network->parts->network, 1, values, outputs);
}

void
element_probabilities_compute (float *values, guint n, double temperature)
{
  double sum = 0;

  for (guint c = 0; c < n; c++)
    sum += values[c] = (float) pow (CLAMP (values[c], LEAST_OUTPUT, 1), 1 / temperature);
  for (guint c = 0; c < n; c++)
    values[c] = (float) (values[c] / sum);
}

guint
element_probabilities_choose (const float *probabilities, const ExtractElementClass *classes, guint n)
{
  guint best = 0;
  int reached = -1;

  for (guint c = 0; c < n; c++) {
    if (probabilities[c] > probabilities[best])
      best = c;
    if (classes[c].threshold < 1 && probabilities[c] >= classes[c].threshold &&
        (reached < 0 ||
         probabilities[c] - classes[c].threshold > probabilities[reached] - classes[reached].threshold))
      reached = (int) c;
  }
  return reached >= 0 ? (guint) reached : best;
}

void
element_network_tell (const ElementNetwork *network, const GPtrArray *elements, float *probabilities,
                      guint *found)
{
  const ExtractElementParts *parts = network->parts;
  const guint n = parts->n_classes;

  for (guint i = 0; i < elements->len; i++) {
    float *own = probabilities + (gsize) i * n;

    element_network_run (network, elements->pdata[i], own);
    element_probabilities_compute (own, n, parts->temperature);
  }
  extract_class_decoding_apply (&network->decoding, elements->len, n, probabilities);
  for (guint i = 0; i < elements->len; i++)
    found[i] = element_probabilities_choose (probabilities + (gsize) i * n, parts->classes, n);
}

/* ---- In a browser ---------------------------------------------------------------------------------------
 */

static const ElementNetwork *chosen;

void
element_network_choose (ElementNetwork *network)
{
  chosen = network;
}

const ElementNetwork *
element_network_get (void)
{
  static ElementNetwork *builtin;

  if (chosen)
    return chosen;
  if (g_once_init_enter (&builtin)) {
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractModel) model = extract_model_get_any_builtin (BUILTIN, &error);
    ElementNetwork *made = model ? element_network_new (model, &error) : NULL;

    g_assert_no_error (error);
    g_once_init_leave (&builtin, made);
  }
  return builtin;
}

ElementClass
element_network_fold (const ElementNetwork *network, const float *probabilities, guint found, float *folded)
{
  memset (folded, 0, ELEMENT_N_CLASSES * sizeof *folded);
  for (guint c = 0; c < network->parts->n_classes; c++)
    folded[network->likes[c]] += probabilities[c];
  return network->likes[found];
}
