/* SPDX-License-Identifier: MIT */
/*
 * A model that tells what elements of pages do: what it may hold, and making one. The library carries it as
 * it carries other models; who computes the features of elements, and runs the network, is element/.
 */
#include "libextract/model/model-private.h"

#include <string.h>

#define MIN_TEMPERATURE 0.05
#define MAX_TEMPERATURE 20

const char *const extract_element_deeds[] = { "revealer", "inner",   "outer", "closer", "language",
                                              "pager",    "consent", "none",  NULL };

const char *
extract_model_kind_get_name (ExtractModelKind kind)
{
  static const char *const names[EXTRACT_MODEL_N_KINDS] = {
    [EXTRACT_MODEL_MAIN_TEXT] = "main text",
    [EXTRACT_MODEL_ELEMENTS] = "elements",
  };

  g_return_val_if_fail (kind < EXTRACT_MODEL_N_KINDS, NULL);
  return names[kind];
}

/* ---- What it may hold --------------------------------------------------------------------- */

gboolean
extract_model_check_element_class (const ExtractElementClass *classes, guint i, GError **error)
{
  const ExtractElementClass *class = &classes[i];

  if (strlen (class->name) > MAX_VALUE || !g_ascii_islower (class->name[0]) ||
      !extract_model_is_name (class->name))
    return extract_model_refuse (error, "the name of a class is not a-z, then a-z, 0-9 and -");
  for (guint k = 0; k < i; k++)
    if (strcmp (classes[k].name, class->name) == 0)
      return extract_model_refuse (error, "the class \"%.64s\" is there twice", class->name);
  if (!g_strv_contains (extract_element_deeds, class->like))
    return extract_model_refuse (error, "the class \"%.64s\" is like none that a browser knows", class->name);
  if (!(class->threshold > 0 && class->threshold <= 1))
    return extract_model_refuse (error, "the threshold of a class is not a number above 0 and up to 1");
  return TRUE;
}

gboolean
extract_model_check_elements (const ExtractElementParts *parts, GError **error)
{
  const guint n_layers = extract_network_get_n_layers (parts->network);
  const ExtractActivationInfo *last =
      extract_activation_get_info (extract_network_get_layer (parts->network, n_layers - 1)->activation);
  gsize n_weights;

  if (parts->n_classes < 2 || parts->n_classes > EXTRACT_MAX_CLASSES)
    return extract_model_refuse (error, "the model has %u classes, not 2 to %d", parts->n_classes,
                                 EXTRACT_MAX_CLASSES);
  for (guint c = 0; c < parts->n_classes; c++)
    if (!extract_model_check_element_class (parts->classes, c, error))
      return FALSE;
  if (!(parts->temperature >= MIN_TEMPERATURE && parts->temperature <= MAX_TEMPERATURE))
    return extract_model_refuse (error, "the temperature is not a number from 0.05 to 20");
  if (!extract_model_check_class_decoding (&parts->decoding, parts->n_classes, error))
    return FALSE;
  if (extract_network_get_n_inputs (parts->network) != EXTRACT_N_ELEMENT_FEATURES ||
      extract_network_get_n_outputs (parts->network) != parts->n_classes) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH,
                 "the network has %u inputs and %u outputs, but there are %d features of elements and %u "
                 "classes",
                 extract_network_get_n_inputs (parts->network),
                 extract_network_get_n_outputs (parts->network), EXTRACT_N_ELEMENT_FEATURES,
                 parts->n_classes);
    return FALSE;
  }
  if (!(last->minimum >= 0 && last->maximum <= 1))
    return extract_model_refuse (error, "the outputs of the network are not in 0..1");
  extract_network_get_weights (parts->network, &n_weights);
  return extract_model_check_n_weights (n_weights, error);
}

void
extract_model_clear_elements (ExtractElementParts *parts)
{
  for (guint c = 0; c < parts->n_classes; c++) {
    g_free ((char *) parts->classes[c].name);
    g_free ((char *) parts->classes[c].like);
  }
  g_free ((gpointer) parts->classes);
  g_free ((gpointer) parts->decoding.offsets);
  g_free ((gpointer) parts->decoding.transitions);
  g_clear_pointer (&parts->network, extract_network_unref);
}

/* ---- Making one --------------------------------------------------------------------------- */

/* Makes what was lent one's own. */
static void
elements_own (ExtractElementParts *own, const ExtractElementParts *lent)
{
  ExtractElementClass *classes = g_memdup2 (lent->classes, lent->n_classes * sizeof *classes);

  for (guint c = 0; c < lent->n_classes; c++) {
    classes[c].name = g_strdup (classes[c].name);
    classes[c].like = g_strdup (classes[c].like);
  }
  const gsize n = lent->n_classes;

  *own = *lent;
  own->classes = classes;
  own->decoding.offsets = g_memdup2 (lent->decoding.offsets, n * sizeof (double));
  own->decoding.transitions = g_memdup2 (lent->decoding.transitions, n * n * sizeof (double));
  extract_network_ref (own->network);
}

ExtractModel *
extract_model_new_for_elements (const char *const *card, const ExtractElementParts *parts, GError **error)
{
  g_return_val_if_fail (card != NULL, NULL);
  g_return_val_if_fail (parts != NULL && parts->network != NULL && parts->classes != NULL, NULL);
  g_return_val_if_fail (parts->decoding.kind == EXTRACT_DECODING_THRESHOLD ||
                            (parts->decoding.offsets != NULL && parts->decoding.transitions != NULL),
                        NULL);

  g_autoptr (ExtractModel) model = extract_model_alloc ();

  for (guint i = 0; card[i] != NULL; i += 2) {
    g_return_val_if_fail (card[i + 1] != NULL, NULL);
    if (!extract_model_add_to_card (model->card, card[i], card[i + 1], error))
      return NULL;
  }
  if (!extract_model_check_card (model->card, error) || !extract_model_check_elements (parts, error))
    return NULL;
  model->kind = EXTRACT_MODEL_ELEMENTS;
  elements_own (&model->elements, parts);
  return g_steal_pointer (&model);
}

/* ---- Looking into one --------------------------------------------------------------------- */

ExtractModelKind
extract_model_get_kind (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, EXTRACT_MODEL_MAIN_TEXT);
  return model->kind;
}

gboolean
extract_model_check_kind (ExtractModel *model, ExtractModelKind kind, GError **error)
{
  g_return_val_if_fail (model != NULL, FALSE);
  g_return_val_if_fail (kind < EXTRACT_MODEL_N_KINDS, FALSE);

  if (model->kind == kind)
    return TRUE;
  g_set_error (
      error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH,
      kind == EXTRACT_MODEL_MAIN_TEXT
          ? "the model \"%s\" tells elements of pages apart, not main text: it is for --elements-model"
          : "the model \"%s\" tells main text apart, not elements of pages",
      extract_model_get_card (model, "name"));
  return FALSE;
}

const ExtractElementParts *
extract_model_get_element_parts (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);
  return model->kind == EXTRACT_MODEL_ELEMENTS ? &model->elements : NULL;
}
