/* SPDX-License-Identifier: MIT */
/*
 * A model: all that a classifier needs to label blocks, and a card that says where it comes from. It never
 * changes. model-file.c reads and writes it; extract_model_new () refuses what a file may not have, by the
 * same functions.
 */
#include <math.h>
#include <pthread.h>

#include <gio/gio.h>

#include "libextract/model/model-private.h"
#include "libextract/feature/token-table.h"

#define RESOURCE_FOLDER "/texttractor/models"
#define RESOURCE_SUFFIX ".model"
#define DEFAULT_NAME "rich"

static const ExtractCardKey card_keys[] = {
  { "name", TRUE, "name of the model: a-z, 0-9 and -" },
  { "language", FALSE, "language tags of the training pages" },
  { "data", FALSE, "the training sets" },
  { "split", FALSE, "which pages were trained on, and which held out" },
  { "seed", FALSE, "seed of all random numbers in training" },
  { "date", FALSE, "date of training" },
  { "trainer", FALSE, "program and settings of the training" },
  { "scores", FALSE, "figures measured on held-out pages" },
  { "licence", FALSE, "terms of use" },
  { "attribution", FALSE, "credits for the data" },
  { "note", FALSE, "anything else" },
};

G_STATIC_ASSERT (G_N_ELEMENTS (card_keys) == N_CARD_KEYS);

G_DEFINE_BOXED_TYPE (ExtractModel, extract_model, extract_model_ref, extract_model_unref)

/* In the file that glib-compile-resources makes of models.gresource.xml. */
G_GNUC_INTERNAL GResource *extract_models_get_resource (void);

static const ExtractStageInfo stage_infos[EXTRACT_N_STAGES] = {
  [EXTRACT_STAGE_FIRST] = { "first", "the network", 1, NULL },
  [EXTRACT_STAGE_CONTEXT] = { "context", "the network of the second stage", 1,
                              extract_feature_set_get_context },
  [EXTRACT_STAGE_EDGES] = { "edges", "the network for edges", EXTRACT_N_PAIRS,
                            extract_feature_set_get_edges },
  [EXTRACT_STAGE_OUTCOME] = { "outcome", "the network for the outcome", 2, extract_feature_set_get_outcome },
};

const ExtractStageInfo *
extract_stage_get_info (ExtractStageKind kind)
{
  g_return_val_if_fail (kind < EXTRACT_N_STAGES, NULL);
  return &stage_infos[kind];
}

/* ---- What a model may hold ---------------------------------------------------------------- */

gboolean
extract_model_refuse (GError **error, const char *sentence, ...)
{
  va_list args;

  va_start (args, sentence);
  if (error != NULL)
    *error = g_error_new_valist (EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT, sentence, args);
  va_end (args);
  return FALSE;
}

gboolean
extract_model_is_name (const char *text)
{
  return text[0] != '\0' && strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen (text);
}

/* One line, and nothing that could play with a terminal. */
static gboolean
is_plain (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p)) {
    switch (g_unichar_type (g_utf8_get_char (p))) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
      return FALSE;
    default:
      break;
    }
  }
  return TRUE;
}

int
extract_model_find_card_key (const char *key)
{
  for (guint i = 0; i < N_CARD_KEYS; i++)
    if (strcmp (card_keys[i].key, key) == 0)
      return (int) i;
  return -1;
}

gboolean
extract_model_add_to_card (char *card[N_CARD_KEYS], const char *key, const char *value, GError **error)
{
  int i = extract_model_find_card_key (key);

  if (i < 0)
    return extract_model_refuse (error, "the card has a key that is not known");
  if (card[i] != NULL)
    return extract_model_refuse (error, "the card has the key \"%s\" twice", card_keys[i].key);
  if (value[0] == '\0' || strlen (value) > MAX_VALUE)
    return extract_model_refuse (error, "the value of \"%s\" does not have 1 to %d bytes", card_keys[i].key,
                                 MAX_VALUE);
  if (!g_utf8_validate (value, -1, NULL))
    return extract_model_refuse (error, "the value of \"%s\" is not UTF-8", card_keys[i].key);
  if (!is_plain (value))
    return extract_model_refuse (error, "the value of \"%s\" has a control character", card_keys[i].key);
  if (i == 0 && !extract_model_is_name (value))
    return extract_model_refuse (error, "the name of the model has other characters than a-z, 0-9 and -");
  card[i] = g_strdup (value);
  return TRUE;
}

gboolean
extract_model_check_card (char *const card[N_CARD_KEYS], GError **error)
{
  for (guint i = 0; i < N_CARD_KEYS; i++)
    if (card_keys[i].required && card[i] == NULL)
      return extract_model_refuse (error, "the card does not have the key \"%s\"", card_keys[i].key);
  return TRUE;
}

/* Both numbers, or none. */
static gboolean
check_favour (const ExtractFavour *favour, const char *name, GError **error)
{
  if (favour->threshold == 0 && favour->share == 0)
    return TRUE;
  if (!(favour->threshold > 0 && favour->threshold <= 1))
    return extract_model_refuse (error, "the threshold for %s is not a number above 0 and up to 1", name);
  if (!(favour->share > 0 && favour->share <= 1))
    return extract_model_refuse (error, "the share for %s is not a number above 0 and up to 1", name);
  return TRUE;
}

/* Written so that NaN fails. */
gboolean
extract_model_check_thresholds (const ExtractModelParts *parts, GError **error)
{
  if (!(parts->good > 0 && parts->good <= 1))
    return extract_model_refuse (error, "the threshold for good blocks is not a number above 0 and up to 1");
  if (!(parts->near_good >= 0 && parts->near_good <= parts->good))
    return extract_model_refuse (
        error, "the threshold for near-good blocks is not a number from 0 to the one for good blocks");
  if (!(parts->no_text > 0 && parts->no_text <= 1))
    return extract_model_refuse (
        error, "the threshold for pages without main text is not a number above 0 and up to 1");
  return check_favour (&parts->precision, "precision", error) &&
         check_favour (&parts->recall, "recall", error);
}

/* A name that is well formed but not in the table belongs to another version of the library. */
gboolean
extract_model_add_rule (GPtrArray *rules, const char *name, GError **error)
{
  gsize n_known;
  const ExtractRule *known = extract_rule_get_all (&n_known);

  for (gsize i = 0; i < n_known; i++) {
    if (strcmp (known[i].name, name) != 0)
      continue;
    if (g_ptr_array_find_with_equal_func (rules, name, g_str_equal, NULL))
      return extract_model_refuse (error, "the rule \"%s\" is given twice", known[i].name);
    g_ptr_array_add (rules, g_strdup (name));
    return TRUE;
  }
  if (!extract_model_is_name (name) || strlen (name) > MAX_VALUE)
    return extract_model_refuse (error, "the name of a rule is not one word of a-z, 0-9 and -");
  g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH,
               "the rule \"%.64s\" is not known to this version", name);
  return FALSE;
}

gboolean
extract_model_check_n_weights (gsize n_weights, GError **error)
{
  if (n_weights > MAX_WEIGHTS)
    return extract_model_refuse (error, "the network has more than %d weights", MAX_WEIGHTS);
  return TRUE;
}

static gboolean mismatch (GError **error, const char *sentence, ...) G_GNUC_PRINTF (2, 3);

static gboolean
mismatch (GError **error, const char *sentence, ...)
{
  va_list args;

  va_start (args, sentence);
  if (error != NULL)
    *error = g_error_new_valist (EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH, sentence, args);
  va_end (args);
  return FALSE;
}

/* The network of the first stage may have an output for each label, whose softmax is the score. */
static gboolean
has_labels (ExtractStageKind kind, const ExtractStage *stage, const ExtractLayer *last)
{
  return kind == EXTRACT_STAGE_FIRST && last->size == EXTRACT_N_LABELS &&
         last->activation == EXTRACT_ACTIVATION_LINEAR && extract_feature_set_get_window (stage->set) == 0;
}

/* Where the blocks of a page come one after another, convolutions may read them. */
static gboolean
check_reach (ExtractStageKind kind, const ExtractStage *stage, GError **error)
{
  if (extract_network_get_reach (stage->network) == 0)
    return TRUE;
  if (kind == EXTRACT_STAGE_OUTCOME)
    return extract_model_refuse (error, "the network for the outcome reads a page, and has no convolutions");
  if (extract_feature_set_get_window (stage->set) > 0)
    return extract_model_refuse (error, "the feature set \"%s\" has a window, and goes into no convolutions",
                                 extract_feature_set_get_name (stage->set));
  return TRUE;
}

gboolean
extract_model_check_fit (ExtractStageKind kind, const ExtractStage *stage, GError **error)
{
  const guint n_wanted = extract_feature_set_get_n_inputs (stage->set);
  const guint n_inputs = extract_network_get_n_inputs (stage->network);
  const guint n_outputs = extract_network_get_n_outputs (stage->network);
  const guint n_layers = extract_network_get_n_layers (stage->network);
  const ExtractLayer *layer = extract_network_get_layer (stage->network, n_layers - 1);
  const ExtractActivationInfo *last = extract_activation_get_info (layer->activation);

  if (n_inputs != n_wanted)
    return mismatch (error, "the network takes %u inputs, the feature set \"%s\" gives %u", n_inputs,
                     extract_feature_set_get_name (stage->set), n_wanted);
  if (n_outputs != stage_infos[kind].n_outputs && !has_labels (kind, stage, layer))
    return mismatch (error, "the network has %u outputs, not %u", n_outputs, stage_infos[kind].n_outputs);
  if (kind == EXTRACT_STAGE_OUTCOME && !(last->minimum >= 0 && last->maximum <= 1))
    return mismatch (error, "the outputs of the network for the outcome are not in 0..1");
  return check_reach (kind, stage, error);
}

/* More would drown any score. */
#define MAX_POTENTIAL 1e6

gboolean
extract_model_check_potentials (const double *values, gsize n, GError **error)
{
  for (gsize k = 0; k < n; k++)
    if (!(values[k] >= -MAX_POTENTIAL && values[k] <= MAX_POTENTIAL)) /* so that NaN fails */
      return extract_model_refuse (error, "the decoding has a number that is not from -%g to %g",
                                   MAX_POTENTIAL, MAX_POTENTIAL);
  return TRUE;
}

gboolean
extract_model_check_decoding (const ExtractDecoding *decoding, gboolean has_edges, GError **error)
{
  const double numbers[] = { decoding->slope, decoding->offset, decoding->weight };

  if (decoding->kind == EXTRACT_DECODING_THRESHOLD)
    return !has_edges || extract_model_refuse (error, "there is a network for edges, but no decoding");
  if (has_edges == (decoding->has_transitions != FALSE))
    return extract_model_refuse (error, has_edges
                                            ? "the decoding has transitions and a network for edges"
                                            : "the decoding has no transitions and no network for edges");
  if (decoding->weight < 0)
    return extract_model_refuse (error, "the weight of the decoding is below 0");
  return extract_model_check_potentials (numbers, G_N_ELEMENTS (numbers), error) &&
         extract_model_check_potentials (decoding->transitions, EXTRACT_N_PAIRS, error);
}

gboolean
extract_model_check_class_decoding (const ExtractClassDecoding *decoding, gsize n, GError **error)
{
  if (decoding->kind == EXTRACT_DECODING_THRESHOLD)
    return TRUE;
  if (decoding->weight < 0)
    return extract_model_refuse (error, "the weight of the decoding is below 0");
  if (decoding->offsets[0] != 0)
    return extract_model_refuse (error, "the offset of the first class is not 0");
  return extract_model_check_potentials (&decoding->slope, 1, error) &&
         extract_model_check_potentials (&decoding->weight, 1, error) &&
         extract_model_check_potentials (decoding->offsets, n, error) &&
         extract_model_check_potentials (decoding->transitions, n * n, error);
}

gboolean
extract_model_check_scale (const ExtractStage *stage, GError **error)
{
  const ExtractScale *scale = stage->scale;

  for (guint k = 0; scale && k < extract_feature_set_get_n_features (stage->set); k++)
    if (!isfinite (scale[k].mean) || !isfinite (scale[k].deviation) || scale[k].deviation < 0)
      return extract_model_refuse (error, "the scale of feature %u is not a mean and a deviation from 0",
                                   k + 1);
  return TRUE;
}

gboolean
extract_model_check_pages (const guint64 *pages, guint n, GError **error)
{
  if (n > MAX_PAGES)
    return extract_model_refuse (error, "the model names more than %d pages", MAX_PAGES);
  for (guint i = 0; i < n; i++)
    if (pages[i] >> (4 * PAGE_DIGITS) || (i > 0 && pages[i] <= pages[i - 1]))
      return extract_model_refuse (error, "the pages are not in ascending order");
  return TRUE;
}

/* At most so many bytes of a file are one weight ("-1.23456789e-38 "), and go with a token ("-9.99 \n"). */
#define WEIGHT_BYTES 16
#define TOKEN_BYTES 7

gboolean
extract_model_check_size (const ExtractModelParts *parts, GError **error)
{
  gsize size = parts->n_pages * (gsize) (PAGE_DIGITS + 1), n_weights;
  guint n;

  for (guint i = 0; i < EXTRACT_N_STAGES; i++)
    if (parts->stages[i].network != NULL) {
      extract_network_get_weights (parts->stages[i].network, &n_weights);
      size += n_weights * WEIGHT_BYTES;
    }
  if (parts->classes.network != NULL) {
    extract_network_get_weights (parts->classes.network, &n_weights);
    size += n_weights * WEIGHT_BYTES;
  }
  for (guint t = 0; parts->tables != NULL && t < EXTRACT_N_TOKEN_TABLES; t++) {
    const ExtractTokenEntry *entries =
        extract_token_tables_get_entries (parts->tables, (ExtractTokenTable) t, &n);

    for (guint i = 0; i < n; i++)
      size += strlen (entries[i].token) + TOKEN_BYTES;
  }
  if (size > MAX_PARTS_BYTES)
    return extract_model_refuse (error, "networks and tables of tokens are too large for a file of %d bytes",
                                 MAX_BYTES);
  return TRUE;
}

/* ---- Making one --------------------------------------------------------------------------- */

ExtractModel *
extract_model_alloc (void)
{
  ExtractModel *model = g_new0 (ExtractModel, 1);

  g_atomic_ref_count_init (&model->ref_count);
  return model;
}

char **
extract_model_steal_names (GPtrArray *names)
{
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
}

static gboolean
check_stage (ExtractStageKind kind, const ExtractStage *stage, GError **error)
{
  gsize n_weights;

  if (stage->network == NULL)
    return TRUE;
  extract_network_get_weights (stage->network, &n_weights);
  return extract_model_check_n_weights (n_weights, error) && extract_model_check_fit (kind, stage, error) &&
         extract_model_check_scale (stage, error);
}

static gboolean
check_parts (const ExtractModelParts *parts, GError **error)
{
  if (parts->stages[EXTRACT_STAGE_OUTCOME].network == NULL && parts->no_text != 1)
    return extract_model_refuse (
        error, "there is a threshold for pages without main text, but no network for the outcome");
  if (!extract_model_check_thresholds (parts, error) ||
      !extract_model_check_pages (parts->pages, parts->n_pages, error))
    return FALSE;
  if ((guint) parts->decoding.kind >= EXTRACT_N_DECODINGS)
    return extract_model_refuse (error, "the decoding is not known");
  if (!extract_model_check_decoding (&parts->decoding, parts->stages[EXTRACT_STAGE_EDGES].network != NULL,
                                     error))
    return FALSE;
  for (guint i = 0; i < EXTRACT_N_STAGES; i++)
    if (!check_stage ((ExtractStageKind) i, &parts->stages[i], error))
      return FALSE;
  if (parts->classes.network != NULL &&
      !extract_model_check_classes (&parts->classes, parts->stages[EXTRACT_STAGE_FIRST].set, error))
    return FALSE;
  return extract_model_check_size (parts, error);
}

/* Makes what was lent one's own. @rules: (transfer full) */
static void
parts_own (ExtractModelParts *parts, char **rules)
{
  for (guint i = 0; i < EXTRACT_N_STAGES; i++) {
    ExtractStage *stage = &parts->stages[i];

    if (stage->network == NULL)
      continue;
    extract_network_ref (stage->network);
    if (stage->scale != NULL)
      stage->scale =
          g_memdup2 (stage->scale, extract_feature_set_get_n_features (stage->set) * sizeof *stage->scale);
  }
  if (parts->tables != NULL)
    extract_token_tables_ref (parts->tables);
  extract_model_own_classes (&parts->classes);
  parts->rules = (const char *const *) rules;
  parts->pages = g_memdup2 (parts->pages, parts->n_pages * sizeof *parts->pages);
}

static void
parts_clear (ExtractModelParts *parts)
{
  for (guint i = 0; i < EXTRACT_N_STAGES; i++) {
    g_free ((gpointer) parts->stages[i].scale);
    g_clear_pointer (&parts->stages[i].network, extract_network_unref);
  }
  g_clear_pointer (&parts->tables, extract_token_tables_unref);
  extract_model_clear_classes (&parts->classes);
  g_strfreev ((char **) parts->rules);
  g_free ((gpointer) parts->pages);
}

ExtractModel *
extract_model_new (const char *const *card, const ExtractModelParts *lent, GError **error)
{
  g_return_val_if_fail (card != NULL, NULL);
  g_return_val_if_fail (lent != NULL && lent->stages[EXTRACT_STAGE_FIRST].network != NULL, NULL);
  g_return_val_if_fail (lent->stages[EXTRACT_STAGE_FIRST].set != NULL, NULL);

  ExtractModelParts own = *lent;
  ExtractModelParts *parts = &own;

  for (guint i = EXTRACT_STAGE_FIRST + 1; i < EXTRACT_N_STAGES; i++) {
    ExtractStage *stage = &parts->stages[i];

    g_return_val_if_fail ((stage->network != NULL) == (stage->scale != NULL), NULL);
    stage->set = stage_infos[i].get_set ();
    g_return_val_if_fail (parts->stages[EXTRACT_STAGE_FIRST].set != stage->set, NULL);
  }
  g_return_val_if_fail (parts->rules != NULL, NULL);
  g_return_val_if_fail ((parts->classes.network != NULL) == (parts->classes.names != NULL), NULL);
  g_return_val_if_fail (
      parts->classes.decoding.kind == EXTRACT_DECODING_THRESHOLD ||
          (parts->classes.decoding.offsets != NULL && parts->classes.decoding.transitions != NULL),
      NULL);
  g_return_val_if_fail (parts->pages != NULL || parts->n_pages == 0, NULL);

  g_autoptr (ExtractModel) model = extract_model_alloc ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; card[i] != NULL; i += 2) {
    g_return_val_if_fail (card[i + 1] != NULL, NULL);
    if (!extract_model_add_to_card (model->card, card[i], card[i + 1], error))
      return NULL;
  }
  for (guint i = 0; parts->rules[i] != NULL; i++)
    if (!extract_model_add_rule (names, parts->rules[i], error))
      return NULL;
  if (!extract_model_check_card (model->card, error) || !check_parts (parts, error))
    return NULL;

  model->parts = own;
  parts_own (&model->parts, extract_model_steal_names (names));
  return g_steal_pointer (&model);
}

ExtractModel *
extract_model_ref (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);
  g_atomic_ref_count_inc (&model->ref_count);
  return model;
}

void
extract_model_unref (ExtractModel *model)
{
  g_return_if_fail (model != NULL);
  if (!g_atomic_ref_count_dec (&model->ref_count))
    return;
  for (guint i = 0; i < N_CARD_KEYS; i++)
    g_free (model->card[i]);
  parts_clear (&model->parts);
  extract_model_clear_elements (&model->elements);
  g_free (model);
}

/* ---- Built-in models ---------------------------------------------------------------------- */

/* Not a lock of GLib, which ThreadSanitizer does not see. */
static pthread_mutex_t builtin_lock = PTHREAD_MUTEX_INITIALIZER;
static GHashTable *builtin; /* name -> ExtractModel: those that were asked for, kept for good */

static ExtractModel *
load_builtin (const char *name, GError **error)
{
  g_autofree char *path = g_strconcat (RESOURCE_FOLDER "/", name, RESOURCE_SUFFIX, NULL);
  g_autoptr (GBytes) bytes = NULL;

  if (extract_model_is_name (name))
    bytes = g_resource_lookup_data (extract_models_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  if (bytes == NULL) {
    g_autofree char *shown = g_utf8_make_valid (name, -1);
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_UNKNOWN, "no model \"%s\" is built in", shown);
    return NULL;
  }
  ExtractModel *model = extract_model_read (bytes, TRUE, error);
  if (model == NULL)
    g_prefix_error (error, "built-in model \"%s\": ", name);
  return model;
}

ExtractModel *
extract_model_get_any_builtin (const char *name, GError **error)
{
  g_return_val_if_fail (name != NULL, NULL);

  pthread_mutex_lock (&builtin_lock);
  if (builtin == NULL)
    builtin = g_hash_table_new (g_str_hash, g_str_equal);
  ExtractModel *model = g_hash_table_lookup (builtin, name);
  if (model == NULL) {
    model = load_builtin (name, error);
    if (model != NULL)
      g_hash_table_insert (builtin, g_strdup (name), model);
  }
  if (model != NULL)
    extract_model_ref (model);
  pthread_mutex_unlock (&builtin_lock);
  return model;
}

ExtractModel *
extract_model_get_builtin (const char *name, GError **error)
{
  g_return_val_if_fail (name != NULL, NULL);

  g_autoptr (ExtractModel) model = extract_model_get_any_builtin (name, error);
  return model && extract_model_check_kind (model, EXTRACT_MODEL_MAIN_TEXT, error) ? g_steal_pointer (&model)
                                                                                   : NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
extract_model_get_builtin_names (void)
{
  g_auto (GStrv) files = g_resource_enumerate_children (extract_models_get_resource (), RESOURCE_FOLDER,
                                                        G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    if (g_str_has_suffix (files[i], RESOURCE_SUFFIX))
      g_ptr_array_add (names, g_strndup (files[i], strlen (files[i]) - strlen (RESOURCE_SUFFIX)));
  g_ptr_array_sort (names, compare_names);
  return extract_model_steal_names (names);
}

ExtractModel *
extract_model_get_default (GError **error)
{
  return extract_model_get_builtin (DEFAULT_NAME, error);
}

/* ---- Looking into one --------------------------------------------------------------------- */

const ExtractCardKey *
extract_model_get_card_keys (gsize *n)
{
  g_return_val_if_fail (n != NULL, NULL);
  *n = N_CARD_KEYS;
  return card_keys;
}

const char *
extract_model_get_name (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);
  return extract_model_get_card (model, "name");
}

const char *
extract_model_get_card (ExtractModel *model, const char *key)
{
  g_return_val_if_fail (model != NULL, NULL);
  g_return_val_if_fail (key != NULL, NULL);

  int i = extract_model_find_card_key (key);
  return i >= 0 ? model->card[i] : NULL;
}

const ExtractFeatureSet *
extract_model_get_feature_set (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);
  return model->parts.stages[EXTRACT_STAGE_FIRST].set;
}

const ExtractModelParts *
extract_model_get_parts (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);
  return &model->parts;
}

const ExtractStage *
extract_model_get_stage (ExtractModel *model, ExtractStageKind kind)
{
  g_return_val_if_fail (model != NULL, NULL);
  g_return_val_if_fail (kind < EXTRACT_N_STAGES, NULL);
  return model->parts.stages[kind].network != NULL ? &model->parts.stages[kind] : NULL;
}

double
extract_model_get_good_threshold (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, 0);
  return model->parts.good;
}

double
extract_model_get_near_good_threshold (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, 0);
  return model->parts.near_good;
}

const char *const *
extract_model_get_rules (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);
  return model->parts.rules;
}

gboolean
extract_document_compute_features (ExtractDocument *document, ExtractModel *model, GError **error)
{
  g_return_val_if_fail (document != NULL, FALSE);
  g_return_val_if_fail (model != NULL, FALSE);
  return extract_features_compute (document, extract_model_get_feature_set (model), model->parts.tables,
                                   error);
}
