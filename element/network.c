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
  ElementClass likes[EXTRACT_MAX_ELEMENT_CLASSES];
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

guint
element_network_tell (const ElementNetwork *network, const Element *element, float *probabilities)
{
  const ExtractElementParts *parts = network->parts;

  element_network_run (network, element, probabilities);
  element_probabilities_compute (probabilities, parts->n_classes, parts->temperature);
  return element_probabilities_choose (probabilities, parts->classes, parts->n_classes);
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
element_network_classify (const ElementNetwork *network, const Element *element, float *probabilities)
{
  const guint n = network->parts->n_classes;
  g_autofree float *of_classes = g_new (float, n);
  const guint class = element_network_tell (network, element, of_classes);

  memset (probabilities, 0, ELEMENT_N_CLASSES * sizeof *probabilities);
  for (guint c = 0; c < n; c++)
    probabilities[network->likes[c]] += of_classes[c];
  return network->likes[class];
}
