/* SPDX-License-Identifier: MIT */
/* From a model to its file; model-file.c explains the format. */
#include "libextract/model/model-private.h"
#include "libextract/feature/token-table.h"

static void
append_card (GString *file, char *const card[N_CARD_KEYS])
{
  gsize n_keys;
  const ExtractCardKey *keys = extract_model_get_card_keys (&n_keys);

  for (gsize i = 0; i < n_keys; i++)
    if (card[i] != NULL)
      g_string_append_printf (file, "%s: %s\n", keys[i].key, card[i]);
}

static void
append_favour (GString *file, const char *name, const ExtractFavour *favour)
{
  char text[MODEL_NUMBER_SIZE];

  if (favour->threshold == 0)
    return;
  g_string_append_printf (file, " %s %s", name,
                          extract_model_number_to_text (text, model_short_double, favour->threshold));
  g_string_append_printf (file, " share %s",
                          extract_model_number_to_text (text, model_short_double, favour->share));
}

static void
append_thresholds (GString *file, const ExtractModelParts *parts)
{
  char text[MODEL_NUMBER_SIZE];

  g_string_append_printf (file, "thresholds: good %s",
                          extract_model_number_to_text (text, model_short_double, parts->good));
  g_string_append_printf (file, " near-good %s",
                          extract_model_number_to_text (text, model_short_double, parts->near_good));
  if (parts->stages[EXTRACT_STAGE_OUTCOME].network != NULL)
    g_string_append_printf (file, " no-text %s",
                            extract_model_number_to_text (text, model_short_double, parts->no_text));
  append_favour (file, "precision", &parts->precision);
  append_favour (file, "recall", &parts->recall);
  g_string_append_c (file, '\n');
}

static void
append_potential (GString *file, const char *name, double value)
{
  char text[MODEL_NUMBER_SIZE];

  g_string_append_printf (file, " %s%s%s", name, *name ? " " : "",
                          extract_model_number_to_text (text, model_short_double, value));
}

static void
append_decoding (GString *file, const ExtractDecoding *decoding)
{
  if (decoding->kind == EXTRACT_DECODING_THRESHOLD)
    return;
  g_string_append_printf (file, "decoding: %s", extract_decoding_get_info (decoding->kind)->name);
  append_potential (file, "slope", decoding->slope);
  append_potential (file, "offset", decoding->offset);
  append_potential (file, "weight", decoding->weight);
  for (guint k = 0; decoding->has_transitions && k < EXTRACT_N_PAIRS; k++)
    append_potential (file, k == 0 ? "transitions" : "", decoding->transitions[k]);
  g_string_append_c (file, '\n');
}

static void
append_table (GString *file, const ExtractTokenTables *tables, ExtractTokenTable table)
{
  guint n;
  const ExtractTokenEntry *entries = extract_token_tables_get_entries (tables, table, &n);
  char text[MODEL_NUMBER_SIZE];

  g_string_append_printf (file, "table: %s %u\n", extract_token_table_get_name (table), n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (file, "%s %s\n",
                            extract_model_number_to_text (text, model_short_float, entries[i].value),
                            entries[i].token);
}

static void
append_scale (GString *file, const ExtractStage *stage)
{
  const ExtractScale *scale = stage->scale;
  const guint n = extract_feature_set_get_n_features (stage->set);
  char mean[MODEL_NUMBER_SIZE], deviation[MODEL_NUMBER_SIZE];

  g_string_append_printf (file, "scale: %u\n", n);
  for (guint k = 0; k < n; k++)
    g_string_append_printf (file, "%s %s\n",
                            extract_model_number_to_text (mean, model_short_float, scale[k].mean),
                            extract_model_number_to_text (deviation, model_short_float, scale[k].deviation));
}

static void
append_weights (GString *file, const ExtractNetwork *network)
{
  gsize n;
  const float *weights = extract_network_get_weights (network, &n);
  char text[MODEL_NUMBER_SIZE];

  g_string_append_printf (file, "weights: %" G_GSIZE_FORMAT "\n", n);
  for (gsize i = 0; i < n; i++) {
    gboolean ends_line = i % MODEL_WEIGHTS_PER_LINE == MODEL_WEIGHTS_PER_LINE - 1 || i == n - 1;
    g_string_append (file, extract_model_number_to_text (text, model_exact_float, weights[i]));
    g_string_append_c (file, ends_line ? '\n' : ' ');
  }
}

static void
append_pages (GString *file, const guint64 *pages, guint n)
{
  g_string_append_printf (file, "pages: %u\n", n);
  for (guint i = 0; i < n; i++) {
    gboolean ends_line = i % MODEL_PAGES_PER_LINE == MODEL_PAGES_PER_LINE - 1 || i == n - 1;
    g_string_append_printf (file, "%0*" G_GINT64_MODIFIER "x%c", PAGE_DIGITS, pages[i],
                            ends_line ? '\n' : ' ');
  }
}

static void
append_features (GString *file, const ExtractFeatureSet *set)
{
  g_string_append_printf (file, " %s %u", extract_feature_set_get_name (set),
                          extract_feature_set_get_version (set));
}

/* The feature set of the first stage stands further above. */
static void
append_stage (GString *file, ExtractStageKind kind, const ExtractStage *stage)
{
  const ExtractNetwork *network = stage->network;
  const guint n_layers = extract_network_get_n_layers (network);
  char text[MODEL_NUMBER_SIZE];

  g_string_append (file, "network:");
  if (kind != EXTRACT_STAGE_FIRST)
    append_features (file, stage->set);
  g_string_append_printf (file, " inputs %u layers %u\n", extract_network_get_n_inputs (network), n_layers);
  for (guint l = 0; l < n_layers; l++) {
    const ExtractLayer *layer = extract_network_get_layer (network, l);
    g_string_append_printf (file, "layer: %u %s %s", layer->size,
                            extract_activation_get_info (layer->activation)->name,
                            extract_model_number_to_text (text, model_short_float, layer->steepness));
    if (layer->reach > 0)
      g_string_append_printf (file, " kernel %u", 2 * layer->reach + 1);
    g_string_append_c (file, '\n');
  }
  if (stage->scale != NULL)
    append_scale (file, stage);
  append_weights (file, network);
}

static void
append_class_decoding (GString *file, const ExtractClassDecoding *decoding, guint n_classes)
{
  if (decoding->kind == EXTRACT_DECODING_THRESHOLD)
    return;
  g_string_append_printf (file, "decoding: %s", extract_decoding_get_info (decoding->kind)->name);
  append_potential (file, "slope", decoding->slope);
  append_potential (file, "weight", decoding->weight);
  g_string_append_c (file, '\n');
  for (guint c = 0; c < n_classes; c++) {
    g_string_append (file, "transitions:");
    append_potential (file, "offset", decoding->offsets[c]);
    for (guint d = 0; d < n_classes; d++)
      append_potential (file, d == 0 ? "to" : "", decoding->transitions[c * n_classes + d]);
    g_string_append_c (file, '\n');
  }
}

static void
append_classes (GString *file, const ExtractModelClasses *classes)
{
  const ExtractStage stage = { .network = classes->network };

  g_string_append (file, "classes:");
  for (guint c = 0; classes->names[c] != NULL; c++)
    g_string_append_printf (file, " %s", classes->names[c]);
  g_string_append_c (file, '\n');
  append_class_decoding (file, &classes->decoding, extract_network_get_n_outputs (classes->network));
  append_stage (file, EXTRACT_STAGE_FIRST, &stage);
}

/* What follows the card. */
static void
append_parts (GString *file, const ExtractModelParts *parts)
{
  guint n_stages = 0;

  g_string_append (file, "features:");
  append_features (file, parts->stages[EXTRACT_STAGE_FIRST].set);
  g_string_append_c (file, '\n');
  append_thresholds (file, parts);
  g_string_append (file, "rules:");
  for (guint i = 0; parts->rules[i] != NULL; i++)
    g_string_append_printf (file, " %s", parts->rules[i]);
  g_string_append_c (file, '\n');
  append_decoding (file, &parts->decoding);
  if (parts->n_pages > 0)
    append_pages (file, parts->pages, parts->n_pages);
  for (guint t = 0; parts->tables != NULL && t < EXTRACT_N_TOKEN_TABLES; t++)
    append_table (file, parts->tables, (ExtractTokenTable) t);
  for (guint i = 0; i < EXTRACT_N_STAGES; i++)
    n_stages += parts->stages[i].network != NULL;
  g_string_append_printf (file, "networks: %u\n", n_stages);
  for (guint i = 0; i < EXTRACT_N_STAGES; i++)
    if (parts->stages[i].network != NULL)
      append_stage (file, (ExtractStageKind) i, &parts->stages[i]);
  if (parts->classes.network != NULL)
    append_classes (file, &parts->classes);
}

static void
append_elements (GString *file, const ExtractElementParts *parts)
{
  const ExtractStage stage = { .network = parts->network };
  char text[MODEL_NUMBER_SIZE];

  g_string_append_printf (file, "features: %s %d\nclasses: %u temperature %s\n", EXTRACT_ELEMENT_FEATURES,
                          EXTRACT_ELEMENT_FEATURES_VERSION, parts->n_classes,
                          extract_model_number_to_text (text, model_short_double, parts->temperature));
  for (guint c = 0; c < parts->n_classes; c++)
    g_string_append_printf (
        file, "class: %s %s %s\n", parts->classes[c].name, parts->classes[c].like,
        extract_model_number_to_text (text, model_short_double, parts->classes[c].threshold));
  append_class_decoding (file, &parts->decoding, parts->n_classes);
  append_stage (file, EXTRACT_STAGE_FIRST, &stage);
}

GBytes *
extract_model_to_bytes (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  GString *file = g_string_new (MODEL_MAGIC MODEL_VERSION "\n");

  append_card (file, model->card);
  if (model->kind == EXTRACT_MODEL_ELEMENTS)
    append_elements (file, &model->elements);
  else
    append_parts (file, &model->parts);
  g_autofree char *sum =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) file->str, file->len);
  g_string_append_printf (file, MODEL_CHECKSUM "%s\n", sum);
  return g_string_free_to_bytes (file);
}
