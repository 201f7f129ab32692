/* SPDX-License-Identifier: MIT */
/*
 * The file of a model, which is read here and written in model-write.c, a text:
 *
 *   texttractor-model 1                      the version of this format
 *   name: classic                            the card: keys of the table in model.c, in its order;
 *   language: cs                             some may be missing
 *   features: classic 1                      feature set and its version
 *   thresholds: good 0.35 near-good 0.2      and no-text 0.6 where there is a network for the outcome; may
 *                                              go on with precision 0.7 share 0.75 and recall 0.1 share 0.1
 *   rules: main-text-start common-path       on by default; any number, even none
 *   decoding: viterbi slope 1 offset 0       may be missing: how scores become labels. Goes on with weight
 * 0.1 and, without a network for edges, transitions a b c d table: subtree 11000                     tables
 * of tokens: all three of them, or none 0.35 .article                                value and token, sorted
 * by the bytes of the token
 *   ...
 *   networks: 1                              up to 4
 *   network: inputs 78 layers 4
 *   layer: 39 sigmoid-stepwise 0.65          [L] neurons, activation, steepness; a convolution goes on with
 *                                              kernel 3
 *   ...
 *   scale: 26                                may be missing: mean and deviation of each feature
 *   0.31 0.125
 *   ...
 *   weights: 4031                            [W] in the order of extract_network_new (),
 *   -0.0416035466 0.107163839 ...                eight a line, the last line has the rest
 *   network: context 1 inputs 35 layers 3    the second stage: name and version of its feature set; its
 *   ...                                          layers, its scale, its weights
 *   network: edges 1 inputs 25 layers 5      how likely the labels of neighbours are, for the decoding
 *   ...
 *   network: outcome 1 inputs 23 layers 2    confidence and verdict; comes last
 *   ...
 *   classes: content heading boilerplate     may be missing: classes of blocks; one for each output of
 *   decoding: viterbi slope 1 weight 0.1       a network that reads the features of the first one by its
 *   transitions: offset 0 to 0.5 -1 ...        scale; the decoding as that of a model of elements, below
 *   ...
 *   network: inputs 26 layers 2
 *   ...
 *   checksum: sha256 <64 hexadecimal digits> of all bytes before this line
 *
 * A model of elements has other parts behind its card:
 *
 *   features: element 1
 *   classes: 8 temperature 1.25              one for each output of the network
 *   class: revealer revealer 0.3             its name, what it is like, the probability from which it is
 *   ...                                        chosen at once
 *   decoding: crf slope 1 weight 1           may be missing; then, for each class, its offset and what
 *   transitions: offset 0 to 0.5 -1 ...        joins it with each class that may follow
 *   ...
 *   network: inputs 116 layers 2             its layers, its weights; no scale
 *   ...
 *
 * There is exactly one way to write a model, and the reader takes no other: one space between
 * words, LF at the end of lines, each number as the writer would write it. So reading a file and
 * writing it again gives the same bytes.
 *
 * A file is foreign ground. Nothing is allocated by a number in it that the size of the file does
 * not bear out, and every refusal is one sentence with the number of the line.
 * What a model may hold is checked by the functions of model.c, which extract_model_new () calls too.
 */
#include <errno.h>
#include <float.h>
#include <math.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "libextract/model/model-reader.h"
#include "libextract/feature/token-table.h"

/* Reads the lines of the card and stops in the first line behind it. */
static gboolean
read_card (ExtractReader *reader, char *card[N_CARD_KEYS], GError **error)
{
  gsize n_keys;
  const ExtractCardKey *keys = extract_model_get_card_keys (&n_keys);
  int last = -1;

  for (;;) {
    if (!extract_reader_line (reader, error))
      return FALSE;
    g_autofree char *key = g_strndup (reader->word, strcspn (reader->word, ":"));
    int i = extract_model_find_card_key (key);
    if (i < 0)
      return extract_model_check_card (card, error);
    if (!extract_reader_enter (reader, key, error) ||
        !extract_model_add_to_card (card, key, reader->word != NULL ? reader->word : "", error))
      return FALSE;
    if (i < last)
      return extract_model_refuse (error, "the key \"%s\" comes before \"%s\"", keys[i].key, keys[last].key);
    last = i;
  }
}

static gboolean
check_set (const ExtractFeatureSet *set, guint version, GError **error)
{
  if (extract_feature_set_get_version (set) == version)
    return TRUE;
  g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH,
               "the model was made for version %u of the feature set \"%s\", which is now at version %u",
               version, extract_feature_set_get_name (set), extract_feature_set_get_version (set));
  return FALSE;
}

static gboolean
read_features (ExtractReader *reader, const ExtractFeatureSet **set, GError **error)
{
  guint version;

  if (!extract_reader_enter (reader, "features", error))
    return FALSE;
  const char *name = extract_reader_take (reader);
  if (name == NULL || !extract_model_is_name (name))
    return extract_model_refuse (error, "the name of the feature set is not one word of a-z, 0-9 and -");
  if (!extract_reader_count (reader, "the version of the feature set", &version, error) ||
      !extract_reader_end (reader, error))
    return FALSE;
  *set = extract_feature_set_find (name);
  if (*set == NULL) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH,
                 "the feature set \"%.64s\" is not known to this version", name);
    return FALSE;
  }
  return check_set (*set, version, error);
}

/* They may be missing. */
static gboolean
read_favour (ExtractReader *reader, const char *name, ExtractFavour *favour, GError **error)
{
  if (!extract_reader_word_is_next (reader, name))
    return TRUE;
  if (!extract_reader_word (reader, name, error) ||
      !extract_reader_number (reader, "the threshold", model_short_double, &favour->threshold, error) ||
      !extract_reader_word (reader, "share", error) ||
      !extract_reader_number (reader, "its share", model_short_double, &favour->share, error))
    return FALSE;
  return favour->threshold != 0 ||
         extract_model_refuse (error, "the threshold for %s is not a number above 0 and up to 1", name);
}

/* @has_no_text: (out): whether there is the one for pages without main text; without it, it is 1 */
static gboolean
read_thresholds (ExtractReader *reader, ExtractModelParts *parts, gboolean *has_no_text, GError **error)
{
  if (!extract_reader_key (reader, "thresholds", error) || !extract_reader_word (reader, "good", error) ||
      !extract_reader_number (reader, "the threshold for good blocks", model_short_double, &parts->good,
                              error) ||
      !extract_reader_word (reader, "near-good", error) ||
      !extract_reader_number (reader, "the threshold for near-good blocks", model_short_double,
                              &parts->near_good, error))
    return FALSE;
  parts->no_text = 1;
  *has_no_text = reader->word != NULL && g_str_has_prefix (reader->word, "no-text");
  if (*has_no_text && (!extract_reader_word (reader, "no-text", error) ||
                       !extract_reader_number (reader, "the threshold for pages without main text",
                                               model_short_double, &parts->no_text, error)))
    return FALSE;
  return read_favour (reader, "precision", &parts->precision, error) &&
         read_favour (reader, "recall", &parts->recall, error) && extract_reader_end (reader, error) &&
         extract_model_check_thresholds (parts, error);
}

static gboolean
read_rules (ExtractReader *reader, const char *const **rules, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (!extract_reader_key (reader, "rules", error))
    return FALSE;
  while ((name = extract_reader_take (reader)) != NULL)
    if (!extract_model_add_rule (names, name, error))
      return FALSE;
  *rules = (const char *const *) extract_model_steal_names (names);
  return TRUE;
}

/* @name: of the number, which stands before it; or NULL */
static gboolean
read_potential (ExtractReader *reader, const char *name, double *value, GError **error)
{
  return (name == NULL || extract_reader_word (reader, name, error)) &&
         extract_reader_number (reader, "a number of the decoding", model_short_double, value, error);
}

static gboolean
read_decoding_kind (ExtractReader *reader, ExtractDecodingKind *kind, GError **error)
{
  const char *name = extract_reader_take (reader);

  for (guint k = EXTRACT_DECODING_THRESHOLD + 1; k < EXTRACT_N_DECODINGS; k++)
    if (g_strcmp0 (name, extract_decoding_get_info ((ExtractDecodingKind) k)->name) == 0) {
      *kind = (ExtractDecodingKind) k;
      return TRUE;
    }
  return extract_model_refuse (error, "the decoding is not known");
}

/* May be missing: then each block is labelled by itself. @line: (out): where it is */
static gboolean
read_decoding (ExtractReader *reader, ExtractDecoding *decoding, guint *line, GError **error)
{
  if (!extract_reader_line_is_next (reader, "decoding"))
    return TRUE;
  if (!extract_reader_key (reader, "decoding", error))
    return FALSE;
  *line = reader->line;
  if (!read_decoding_kind (reader, &decoding->kind, error) ||
      !read_potential (reader, "slope", &decoding->slope, error) ||
      !read_potential (reader, "offset", &decoding->offset, error) ||
      !read_potential (reader, "weight", &decoding->weight, error))
    return FALSE;
  decoding->has_transitions = extract_reader_word_is_next (reader, "transitions");
  for (guint k = 0; decoding->has_transitions && k < EXTRACT_N_PAIRS; k++)
    if (!read_potential (reader, k == 0 ? "transitions" : NULL, &decoding->transitions[k], error))
      return FALSE;
  return extract_reader_end (reader, error);
}

/* 12 hexadecimal digits. */
static gboolean
read_page (ExtractReader *reader, guint64 *page, GError **error)
{
  const char *word = extract_reader_take (reader);

  if (word == NULL || strlen (word) != PAGE_DIGITS || strspn (word, "0123456789abcdef") != PAGE_DIGITS)
    return extract_model_refuse (error, "a page is not %d hexadecimal digits", PAGE_DIGITS);
  *page = g_ascii_strtoull (word, NULL, 16);
  return TRUE;
}

/* May be missing. */
static gboolean
read_pages (ExtractReader *reader, ExtractModelParts *parts, GError **error)
{
  guint n;
  guint64 *pages;

  if (!extract_reader_line_is_next (reader, "pages"))
    return TRUE;
  if (!extract_reader_key (reader, "pages", error) ||
      !extract_reader_count (reader, "the number of pages", &n, error) || !extract_reader_end (reader, error))
    return FALSE;
  if (n == 0)
    return extract_model_refuse (error, "there is no page");
  if (n > (gsize) (reader->end - reader->next) / (PAGE_DIGITS + 1))
    return extract_model_refuse (error, "the file is too short for %u pages", n);
  parts->pages = pages = g_new (guint64, n);
  parts->n_pages = n;
  for (guint i = 0; i < n; i++) {
    if (i % MODEL_PAGES_PER_LINE == 0 && !extract_reader_line (reader, error))
      return FALSE;
    if (!read_page (reader, &pages[i], error))
      return FALSE;
    if ((i % MODEL_PAGES_PER_LINE == MODEL_PAGES_PER_LINE - 1 || i == n - 1) &&
        !extract_reader_end (reader, error))
      return FALSE;
  }
  return extract_model_check_pages (pages, n, error);
}

/* One line a token: its value, and the token, which may have spaces. The tokens stay in the text, which the
 * tables take. */
static gboolean
read_table (ExtractReader *reader, ExtractTokenTable table, ExtractTokenEntry **entries, guint *n,
            GError **error)
{
  if (!extract_reader_key (reader, "table", error) ||
      !extract_reader_word (reader, extract_token_table_get_name (table), error) ||
      !extract_reader_count (reader, "the number of tokens", n, error) || !extract_reader_end (reader, error))
    return FALSE;
  if (*n > EXTRACT_MAX_TOKENS)
    return extract_model_refuse (error, "the table has more than %d tokens", EXTRACT_MAX_TOKENS);
  /* Each takes a digit, a space, a character and the end of the line. */
  if (*n > (gsize) (reader->end - reader->next) / 4)
    return extract_model_refuse (error, "the file is too short for %u tokens", *n);

  *entries = g_new (ExtractTokenEntry, MAX (*n, 1));
  for (guint i = 0; i < *n; i++) {
    double value;
    if (!extract_reader_line (reader, error) ||
        !extract_reader_number (reader, "the value of a token", model_short_float, &value, error))
      return FALSE;
    if (reader->word == NULL)
      return extract_model_refuse (error, "a token is missing");
    (*entries)[i] = (ExtractTokenEntry){ reader->word, (float) value };
  }
  return TRUE;
}

static gboolean
read_tables (ExtractReader *reader, ExtractTokenTables **tables, GError **error)
{
  ExtractTokenEntry *entries[EXTRACT_N_TOKEN_TABLES] = { NULL };
  guint n[EXTRACT_N_TOKEN_TABLES], t = 0;
  const guint first_line = reader->line + 1;

  if (!extract_reader_line_is_next (reader, "table"))
    return TRUE;
  while (t < EXTRACT_N_TOKEN_TABLES && read_table (reader, (ExtractTokenTable) t, &entries[t], &n[t], error))
    t++;
  if (t == EXTRACT_N_TOKEN_TABLES) {
    const guint last_line = reader->line;
    reader->line = first_line;
    *tables =
        extract_token_tables_new_take (entries, n, g_steal_pointer (&reader->text), reader->summed, error);
    if (*tables != NULL)
      reader->line = last_line;
    return *tables != NULL;
  }
  for (t = 0; t < EXTRACT_N_TOKEN_TABLES; t++)
    g_free (entries[t]);
  return FALSE;
}

/* Of a convolution; that of other layers is 1. */
static gboolean
read_kernel (ExtractReader *reader, ExtractLayer *layer, GError **error)
{
  guint kernel;

  layer->reach = 0;
  if (!extract_reader_word_is_next (reader, "kernel"))
    return TRUE;
  if (!extract_reader_word (reader, "kernel", error) ||
      !extract_reader_count (reader, "the kernel of a layer", &kernel, error))
    return FALSE;
  if (kernel < 3 || kernel % 2 == 0)
    return extract_model_refuse (error, "the kernel of a layer is not an odd number from 3 on");
  layer->reach = kernel / 2;
  return TRUE;
}

static gboolean
read_layer (ExtractReader *reader, ExtractLayer *layer, GError **error)
{
  double steepness;

  if (!extract_reader_key (reader, "layer", error) ||
      !extract_reader_count (reader, "the size of a layer", &layer->size, error))
    return FALSE;
  const char *name = extract_reader_take (reader);
  guint a = 0;
  while (a < EXTRACT_N_ACTIVATIONS &&
         g_strcmp0 (name, extract_activation_get_info ((ExtractActivation) a)->name) != 0)
    a++;
  if (a == EXTRACT_N_ACTIVATIONS)
    return extract_model_refuse (error, "the activation of a layer is not known");
  layer->activation = (ExtractActivation) a;
  if (!extract_reader_number (reader, "the steepness of a layer", model_short_float, &steepness, error))
    return FALSE;
  layer->steepness = (float) steepness;
  return read_kernel (reader, layer, error) && extract_reader_end (reader, error);
}

/* [W] weights, eight a line. */
static gboolean
read_weights (ExtractReader *reader, float **weights, gsize *n_weights, GError **error)
{
  guint n;

  if (!extract_reader_key (reader, "weights", error) ||
      !extract_reader_count (reader, "the number of weights", &n, error) ||
      !extract_reader_end (reader, error) || !extract_model_check_n_weights (n, error))
    return FALSE;
  /* Each takes a digit at least, and a space or the end of a line. */
  if (n > (gsize) (reader->end - reader->next) / 2)
    return extract_model_refuse (error, "the file is too short for %u weights", n);

  *weights = g_new (float, n);
  *n_weights = n;
  for (guint i = 0; i < n; i++) {
    double weight;
    if (i % MODEL_WEIGHTS_PER_LINE == 0 &&
        (!extract_reader_end (reader, error) || !extract_reader_line (reader, error)))
      return FALSE;
    if (!extract_reader_number (reader, "a weight", model_exact_float, &weight, error))
      return FALSE;
    (*weights)[i] = (float) weight;
  }
  return extract_reader_end (reader, error);
}

/* One line a feature. */
static gboolean
read_scale (ExtractReader *reader, ExtractStage *stage, GError **error)
{
  const guint n_features = extract_feature_set_get_n_features (stage->set);
  guint n;

  if (!extract_reader_key (reader, "scale", error) ||
      !extract_reader_count (reader, "the number of features", &n, error) ||
      !extract_reader_end (reader, error))
    return FALSE;
  if (n != n_features)
    return extract_model_refuse (error, "the scale has %u features, the feature set \"%s\" has %u", n,
                                 extract_feature_set_get_name (stage->set), n_features);

  const guint scale_line = reader->line;
  ExtractScale *rows = g_new (ExtractScale, MAX (n, 1));
  stage->scale = rows;
  for (guint k = 0; k < n; k++) {
    double mean, deviation;
    if (!extract_reader_line (reader, error) ||
        !extract_reader_number (reader, "a mean", model_short_float, &mean, error) ||
        !extract_reader_number (reader, "a deviation", model_short_float, &deviation, error) ||
        !extract_reader_end (reader, error))
      return FALSE;
    rows[k] = (ExtractScale){ (float) mean, (float) deviation };
  }

  const guint last_line = reader->line;
  reader->line = scale_line;
  if (!extract_model_check_scale (stage, error))
    return FALSE;
  reader->line = last_line;
  return TRUE;
}

/* What follows "network:" and the name of the feature set. Only the first stage may have no scale; without a
 * set, that of a model of elements, it has none. */
static gboolean
read_network (ExtractReader *reader, ExtractStageKind kind, ExtractStage *stage, GError **error)
{
  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (ExtractLayer));
  g_autofree float *weights = NULL;
  guint n_inputs, n_layers;
  gsize n_weights = 0;

  if (!extract_reader_word (reader, "inputs", error) ||
      !extract_reader_count (reader, "the number of inputs", &n_inputs, error) ||
      !extract_reader_word (reader, "layers", error) ||
      !extract_reader_count (reader, "the number of layers", &n_layers, error) ||
      !extract_reader_end (reader, error))
    return FALSE;
  const guint network_line = reader->line;
  for (guint l = 0; l < n_layers; l++) {
    ExtractLayer layer;
    if (!read_layer (reader, &layer, error))
      return FALSE;
    g_array_append_val (layers, layer);
  }
  if ((kind != EXTRACT_STAGE_FIRST ||
       (stage->set != NULL && extract_reader_line_is_next (reader, "scale"))) &&
      !read_scale (reader, stage, error))
    return FALSE;
  if (!read_weights (reader, &weights, &n_weights, error))
    return FALSE;

  /* What follows is about the network as a whole. */
  const guint last_line = reader->line;
  reader->line = network_line;
  stage->network = extract_network_new (n_inputs, (const ExtractLayer *) (gpointer) layers->data, n_layers,
                                        weights, n_weights, error);
  if (stage->network == NULL || (stage->set != NULL && !extract_model_check_fit (kind, stage, error)))
    return FALSE;
  reader->line = last_line;
  return TRUE;
}

/* "network: NAME VERSION ..." of a stage that names its feature set. */
static gboolean
read_stage (ExtractReader *reader, ExtractStageKind kind, ExtractStage *stage, GError **error)
{
  guint version;

  stage->set = extract_stage_get_info (kind)->get_set ();
  return extract_reader_word (reader, extract_feature_set_get_name (stage->set), error) &&
         extract_reader_count (reader, "the version of the feature set", &version, error) &&
         check_set (stage->set, version, error) && read_network (reader, kind, stage, error);
}

/* Which stage comes next, after @last: the name of its feature set is the next word. If none has that name,
 * the first one that could come. */
static ExtractStageKind
find_stage (const ExtractReader *reader, ExtractStageKind last)
{
  for (guint kind = last + 1; kind < EXTRACT_N_STAGES; kind++)
    if (extract_reader_word_is_next (
            reader, extract_feature_set_get_name (extract_stage_get_info (kind)->get_set ())))
      return (ExtractStageKind) kind;
  return (ExtractStageKind) (last + 1);
}

/* The first stage; then, of the others, as many as there are. */
static gboolean
read_stages (ExtractReader *reader, ExtractStage *stages, GError **error)
{
  guint n;

  if (!extract_reader_key (reader, "networks", error) ||
      !extract_reader_count (reader, "the number of networks", &n, error) ||
      !extract_reader_end (reader, error))
    return FALSE;
  if (n < 1 || n > EXTRACT_N_STAGES)
    return extract_model_refuse (error, "the model has %u networks, not 1 to %d", n, EXTRACT_N_STAGES);
  if (!extract_reader_key (reader, "network", error) ||
      !read_network (reader, EXTRACT_STAGE_FIRST, &stages[EXTRACT_STAGE_FIRST], error))
    return FALSE;
  ExtractStageKind kind = EXTRACT_STAGE_FIRST;
  for (guint i = 1; i < n; i++) {
    if (!extract_reader_key (reader, "network", error))
      return FALSE;
    if (kind + 1 == EXTRACT_N_STAGES)
      return extract_model_refuse (error, "no network comes after the one for the outcome");
    kind = find_stage (reader, kind);
    if (!read_stage (reader, kind, &stages[kind], error))
      return FALSE;
  }
  return TRUE;
}

/* ---- Classes of blocks ---------------------------------------------------------------------- */

/* May be missing: then each block, or element, is told by itself. @n: classes */
static gboolean
read_class_decoding (ExtractReader *reader, ExtractClassDecoding *decoding, guint n, GError **error)
{
  double *offsets, *transitions;

  if (!extract_reader_line_is_next (reader, "decoding"))
    return TRUE;
  if (!extract_reader_key (reader, "decoding", error) ||
      !read_decoding_kind (reader, &decoding->kind, error) ||
      !read_potential (reader, "slope", &decoding->slope, error) ||
      !read_potential (reader, "weight", &decoding->weight, error) || !extract_reader_end (reader, error))
    return FALSE;
  decoding->offsets = offsets = g_new0 (double, n);
  decoding->transitions = transitions = g_new0 (double, (gsize) n *n);
  for (guint c = 0; c < n; c++) {
    if (!extract_reader_key (reader, "transitions", error) ||
        !read_potential (reader, "offset", &offsets[c], error))
      return FALSE;
    for (guint d = 0; d < n; d++)
      if (!read_potential (reader, d == 0 ? "to" : NULL, &transitions[c * n + d], error))
        return FALSE;
    if (!extract_reader_end (reader, error) || !extract_model_check_class_decoding (decoding, n, error))
      return FALSE;
  }
  return TRUE;
}

/* "classes: content heading boilerplate" */
static gboolean
read_class_names (ExtractReader *reader, const char *const **names, GError **error)
{
  g_autoptr (GPtrArray) read = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while ((name = extract_reader_take (reader)) != NULL) {
    if (read->len == EXTRACT_MAX_CLASSES)
      return extract_model_refuse (error, "the model has more than %d classes", EXTRACT_MAX_CLASSES);
    g_ptr_array_add (read, g_strdup (name));
  }
  *names = (const char *const *) extract_model_steal_names (read);
  return extract_model_check_class_names (*names, error);
}

/* May be missing. @set: of the first stage */
static gboolean
read_classes (ExtractReader *reader, const ExtractFeatureSet *set, ExtractModelClasses *classes,
              GError **error)
{
  ExtractStage stage = { NULL };

  if (!extract_reader_line_is_next (reader, "classes"))
    return TRUE;
  if (!extract_reader_key (reader, "classes", error) || !read_class_names (reader, &classes->names, error) ||
      !read_class_decoding (reader, &classes->decoding, g_strv_length ((char **) classes->names), error) ||
      !extract_reader_key (reader, "network", error) ||
      !read_network (reader, EXTRACT_STAGE_FIRST, &stage, error)) {
    g_clear_pointer (&stage.network, extract_network_unref);
    return FALSE;
  }
  classes->network = stage.network;
  return extract_model_check_classes (classes, set, error);
}

/* ---- A model of elements ------------------------------------------------------------------- */

static gboolean
has_element_features (const ExtractReader *reader)
{
  return g_str_has_prefix (reader->word, "features: " EXTRACT_ELEMENT_FEATURES " ");
}

static gboolean
read_element_features (ExtractReader *reader, GError **error)
{
  guint version;

  if (!extract_reader_enter (reader, "features", error) ||
      !extract_reader_word (reader, EXTRACT_ELEMENT_FEATURES, error) ||
      !extract_reader_count (reader, "the version of the features of elements", &version, error) ||
      !extract_reader_end (reader, error))
    return FALSE;
  if (version == EXTRACT_ELEMENT_FEATURES_VERSION)
    return TRUE;
  g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH,
               "the model was made for version %u of the features of elements, which are now at version %d",
               version, EXTRACT_ELEMENT_FEATURES_VERSION);
  return FALSE;
}

/* "class: vote none 1" */
static gboolean
read_element_class (ExtractReader *reader, ExtractElementClass *class, GError **error)
{
  if (!extract_reader_key (reader, "class", error))
    return FALSE;
  class->name = g_strdup (extract_reader_take (reader));
  class->like = g_strdup (extract_reader_take (reader));
  if (class->name == NULL || class->like == NULL)
    return extract_model_refuse (error, "the class has no name, or is not like any other");
  return extract_reader_number (reader, "the threshold of the class", model_short_double, &class->threshold,
                                error) &&
         extract_reader_end (reader, error);
}

static gboolean
read_element_classes (ExtractReader *reader, ExtractElementParts *parts, GError **error)
{
  guint n;

  if (!extract_reader_key (reader, "classes", error) ||
      !extract_reader_count (reader, "the number of classes", &n, error) ||
      !extract_reader_word (reader, "temperature", error) ||
      !extract_reader_number (reader, "the temperature", model_short_double, &parts->temperature, error) ||
      !extract_reader_end (reader, error))
    return FALSE;
  if (n < 2 || n > EXTRACT_MAX_CLASSES)
    return extract_model_refuse (error, "the model has %u classes, not 2 to %d", n, EXTRACT_MAX_CLASSES);
  ExtractElementClass *classes = g_new0 (ExtractElementClass, n);
  parts->classes = classes;
  for (guint c = 0; c < n; c++) {
    parts->n_classes = c + 1;
    if (!read_element_class (reader, &classes[c], error) ||
        !extract_model_check_element_class (classes, c, error))
      return FALSE;
  }
  return TRUE;
}

/* The card is read. */
static gboolean
read_elements (ExtractReader *reader, ExtractElementParts *parts, GError **error)
{
  ExtractStage stage = { NULL };
  gboolean good = read_element_features (reader, error) && read_element_classes (reader, parts, error) &&
                  read_class_decoding (reader, &parts->decoding, parts->n_classes, error) &&
                  extract_reader_key (reader, "network", error) &&
                  read_network (reader, EXTRACT_STAGE_FIRST, &stage, error);

  parts->network = stage.network;
  return good && extract_model_check_elements (parts, error);
}

/* ---- A model -------------------------------------------------------------------------------- */

static gboolean
read_file_end (ExtractReader *reader, GError **error)
{
  if (reader->next == reader->end)
    return TRUE;
  reader->line++;
  return extract_model_refuse (error, "the file has extra text at its end");
}

static ExtractModel *
read_model (ExtractReader *reader, GError **error)
{
  g_autoptr (ExtractModel) model = extract_model_alloc ();
  ExtractModelParts *parts = &model->parts;
  gboolean has_no_text;

  if (!read_card (reader, model->card, error))
    return NULL;
  if (has_element_features (reader)) {
    model->kind = EXTRACT_MODEL_ELEMENTS;
    return read_elements (reader, &model->elements, error) && read_file_end (reader, error)
               ? g_steal_pointer (&model)
               : NULL;
  }
  if (!read_features (reader, &parts->stages[EXTRACT_STAGE_FIRST].set, error) ||
      !read_thresholds (reader, parts, &has_no_text, error))
    return NULL;
  const guint thresholds_line = reader->line;
  guint decoding_line = thresholds_line;
  if (!read_rules (reader, &parts->rules, error) ||
      !read_decoding (reader, &parts->decoding, &decoding_line, error) ||
      !read_pages (reader, parts, error) || !read_tables (reader, &parts->tables, error) ||
      !read_stages (reader, parts->stages, error) ||
      !read_classes (reader, parts->stages[EXTRACT_STAGE_FIRST].set, &parts->classes, error))
    return NULL;
  if (!read_file_end (reader, error))
    return NULL;
  reader->line = decoding_line;
  if (!extract_model_check_decoding (&parts->decoding, parts->stages[EXTRACT_STAGE_EDGES].network != NULL,
                                     error))
    return NULL;
  reader->line = thresholds_line;
  if (has_no_text != (parts->stages[EXTRACT_STAGE_OUTCOME].network != NULL)) {
    extract_model_refuse (error, has_no_text ? "there is no network for the threshold \"no-text\""
                                             : "the threshold \"no-text\" is missing");
    return NULL;
  }
  if (!extract_model_check_size (parts, error))
    return NULL;
  return g_steal_pointer (&model);
}

static guint
line_of (const char *data, gsize offset)
{
  guint line = 1;

  for (gsize i = 0; i < offset; i++)
    line += data[i] == '\n';
  return line;
}

static gboolean
check_version (const char *data, gsize size, GError **error)
{
  const gsize start = strlen (MODEL_MAGIC);
  gsize digits = 0;

  if (size < start || memcmp (data, MODEL_MAGIC, start) != 0)
    return extract_model_refuse (error, "this is not a model file");
  while (start + digits < size && g_ascii_isdigit (data[start + digits]))
    digits++;
  if (digits == 0 || digits > 9 || start + digits == size || data[start + digits] != '\n')
    return extract_model_refuse (error, "the version of the format is not a number");
  if (digits != strlen (MODEL_VERSION) || memcmp (data + start, MODEL_VERSION, digits) != 0)
    return extract_model_refuse (error, "the file has version %.*s of the format, this version reads %s",
                                 (int) digits, data + start, MODEL_VERSION);
  return TRUE;
}

/* The first and the last line, and that the bytes between them came whole. @summed: whether they are known to
 * be. On failure, @line is where. */
static gboolean
check_frame (const char *data, gsize size, gboolean summed, gsize *body_size, guint *line, GError **error)
{
  const gsize tail = strlen (MODEL_CHECKSUM) + MODEL_CHECKSUM_DIGITS + 1;

  *line = 1;
  if (size > MAX_BYTES)
    return extract_model_refuse (error, "the file has more than %d bytes", MAX_BYTES);
  if (!check_version (data, size, error))
    return FALSE;

  if (size < tail || memcmp (data + size - tail, MODEL_CHECKSUM, strlen (MODEL_CHECKSUM)) != 0 ||
      data[size - tail - 1] != '\n' || data[size - 1] != '\n') {
    *line = line_of (data, size - 1);
    return extract_model_refuse (error, "the last line is not a checksum: the file is damaged or cut short");
  }
  const gsize body = size - tail;
  g_autofree char *sum =
      summed ? NULL : g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) data, body);
  if (sum != NULL && memcmp (data + body + strlen (MODEL_CHECKSUM), sum, MODEL_CHECKSUM_DIGITS) != 0) {
    *line = line_of (data, size - 1);
    return extract_model_refuse (
        error, "the checksum does not match the lines above: the file is damaged or was changed");
  }

  const char *zero = memchr (data, '\0', body);
  if (zero != NULL) {
    *line = line_of (data, (gsize) (zero - data));
    return extract_model_refuse (error, "there is a zero byte");
  }
  *body_size = body;
  return TRUE;
}

ExtractModel *
extract_model_read (GBytes *bytes, gboolean summed, GError **error)
{
  gsize size, body_size = 0;
  guint line;
  const char *data = g_bytes_get_data (bytes, &size);
  if (!check_frame (data, size, summed, &body_size, &line, error)) {
    g_prefix_error (error, "line %u: ", line);
    return NULL;
  }

  char *text = g_strndup (data, body_size);
  ExtractReader reader = { text, strchr (text, '\n') + 1, text + body_size, .line = 1, .summed = summed };
  ExtractModel *model = read_model (&reader, error);
  g_free (reader.text);
  if (model == NULL)
    g_prefix_error (error, "line %u: ", reader.line);
  return model;
}

ExtractModel *
extract_model_load_any_bytes (GBytes *bytes, GError **error)
{
  g_return_val_if_fail (bytes != NULL, NULL);
  return extract_model_read (bytes, FALSE, error);
}

/* Swallows @model, which may be NULL. */
static ExtractModel *
take_main_text (ExtractModel *model, GError **error)
{
  if (model == NULL || extract_model_check_kind (model, EXTRACT_MODEL_MAIN_TEXT, error))
    return model;
  extract_model_unref (model);
  return NULL;
}

ExtractModel *
extract_model_load_bytes (GBytes *bytes, GError **error)
{
  g_return_val_if_fail (bytes != NULL, NULL);
  return take_main_text (extract_model_load_any_bytes (bytes, error), error);
}

/* Stops soon after MAX_BYTES: extract_model_load_bytes () will say what is wrong. */
static GBytes *
read_file (const char *path, GError **error)
{
  g_autoptr (GByteArray) content = g_byte_array_new ();
  guint8 chunk[65536];
  gsize n;

  FILE *file = g_fopen (path, "rbe");
  if (file == NULL) {
    int code = errno;
    g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
    return NULL;
  }
  while (content->len <= MAX_BYTES && (n = fread (chunk, 1, sizeof chunk, file)) > 0)
    g_byte_array_append (content, chunk, (guint) n);
  int code = ferror (file) ? errno : 0;
  fclose (file);
  if (code != 0) {
    g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
    return NULL;
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&content));
}

/* @load: extract_model_load_bytes () or extract_model_load_any_bytes () */
static ExtractModel *
load_file (const char *path, ExtractModel *(*load) (GBytes *, GError **), GError **error)
{
  g_autoptr (GBytes) bytes = read_file (path, error);
  ExtractModel *model = bytes != NULL ? load (bytes, error) : NULL;
  if (model == NULL) {
    g_autofree char *shown = g_filename_display_name (path);
    g_prefix_error (error, "%s: ", shown);
  }
  return model;
}

ExtractModel *
extract_model_load (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);
  return load_file (path, extract_model_load_bytes, error);
}

ExtractModel *
extract_model_load_any (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);
  return load_file (path, extract_model_load_any_bytes, error);
}
