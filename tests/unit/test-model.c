/* SPDX-License-Identifier: MIT */
/*
 * Model files: what is written comes back to the last bit, and whatever else a file may hold is
 * refused by one sentence with the number of a line. Most cases here have a right checksum, since a
 * wrong one would hide the checks behind it.
 */
#include <float.h>
#include <locale.h>
#include <math.h>

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <libextract/extract.h>
#include <libextract/feature/feature.h>
#include <libextract/model/model.h>
#include <libextract/feature/token-table.h>
#include "parse.h"

#define CHECKSUM "checksum: sha256 "

static const char *const card[] = { "note",     "Poznámka: příliš žluťoučký kůň",
                                    "name",     "toy-1",
                                    "language", "cs, en",
                                    "data",     "toy",
                                    "split",    "80 of 100 pages",
                                    "seed",     "42",
                                    "date",     "2024-05-06",
                                    NULL };
static const char *const no_rules[] = { NULL };

static const ExtractLayer layers[] = { { 2, EXTRACT_ACTIVATION_SIGMOID_STEPWISE, 0.65F },
                                       { 1, EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC, 0.8F } };
enum { N_INPUTS = 78, N_WEIGHTS = 79 * 2 + 3, N_CONTEXT = 35, N_OUTCOME = 23, N_EDGES = 25 };

static const ExtractFeatureSet *
get_set (void)
{
  const ExtractFeatureSet *set = extract_feature_set_find ("classic");

  g_assert_nonnull (set);
  g_assert_cmpuint (extract_feature_set_get_n_inputs (set), ==, N_INPUTS);
  return set;
}

/* Any finite float may come, numbers of all sizes alike. */
static float
random_float (GRand *rand)
{
  union {
    guint32 bits;
    float value;
  } u;

  do
    u.bits = g_rand_int (rand);
  while (!isfinite (u.value));
  return u.value;
}

static ExtractNetwork *
make_network (guint32 seed)
{
  static const float special[] = { 0,        -0.0F,   1,      -1,      0.1F,     FLT_MAX,
                                   -FLT_MAX, FLT_MIN, 1e-45F, -1e-45F, 16777216, 1e9F };
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GError) error = NULL;
  float weights[N_WEIGHTS];

  for (guint i = 0; i < N_WEIGHTS; i++)
    weights[i] = i < G_N_ELEMENTS (special) ? special[i] : random_float (rand);
  ExtractNetwork *network =
      extract_network_new (N_INPUTS, layers, G_N_ELEMENTS (layers), weights, N_WEIGHTS, &error);
  g_assert_no_error (error);
  return network;
}

static ExtractModel *
make_model (void)
{
  gsize n_known;
  const ExtractRule *known = extract_rule_get_all (&n_known);
  g_assert_cmpuint (n_known, >=, 2);
  const char *const rules[] = { known[1].name, known[0].name, NULL };
  g_autoptr (ExtractNetwork) network = make_network (1);
  g_autoptr (GError) error = NULL;
  ExtractModel *model = extract_model_new (
      card,
      &(ExtractModelParts){ .stages[EXTRACT_STAGE_FIRST] = { .set = get_set (), .network = network },
                            .good = 0.35,
                            .near_good = 0.2,
                            .no_text = 1,
                            .rules = rules },
      &error);

  g_assert_no_error (error);
  g_assert_nonnull (model);
  return model;
}

/* A network of two layers, [2, @n_outputs], with weights of all sizes. */
static ExtractNetwork *
make_sigmoids (guint32 seed, guint n_inputs, guint n_outputs)
{
  const ExtractLayer both[] = { { 2, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 1 },
                                { n_outputs, EXTRACT_ACTIVATION_SIGMOID, 0.5F } };
  const guint n_weights = (n_inputs + 1) * 2 + 3 * n_outputs;
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree float *weights = g_new (float, n_weights);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_weights; i++)
    weights[i] = random_float (rand);
  ExtractNetwork *network = extract_network_new (n_inputs, both, 2, weights, n_weights, &error);
  g_assert_no_error (error);
  return network;
}

/* A network of convolutions, with an output for each pair of labels. */
static ExtractNetwork *
make_convolutions (guint32 seed, guint n_inputs)
{
  const ExtractLayer both[] = { { 2, EXTRACT_ACTIVATION_RELU, 1, 1 },
                                { EXTRACT_N_PAIRS, EXTRACT_ACTIVATION_LINEAR, 1, 2 } };
  const guint n_weights = (3 * n_inputs + 1) * 2 + 11 * EXTRACT_N_PAIRS;
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree float *weights = g_new (float, n_weights);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_weights; i++)
    weights[i] = random_float (rand);
  ExtractNetwork *network = extract_network_new (n_inputs, both, 2, weights, n_weights, &error);
  g_assert_no_error (error);
  return network;
}

static ExtractScale *
make_scale (guint32 seed, const ExtractFeatureSet *set)
{
  const guint n = extract_feature_set_get_n_features (set);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  ExtractScale *scale = g_new (ExtractScale, n);

  for (guint k = 0; k < n; k++)
    scale[k] = (ExtractScale){ random_float (rand), fabsf (random_float (rand)) };
  scale[0] = (ExtractScale){ -0.0F, 0 };
  scale[1] = (ExtractScale){ 0.25F, FLT_MAX };
  return scale;
}

static ExtractTokenTables *
make_tables (void)
{
  static const ExtractTokenEntry subtree[] = { { ".nav", -1.25F }, { "<article>", 2 }, { "role=main", 0 } };
  static const ExtractTokenEntry text[] = { { "=lire la suite", -9.99F }, { "žluťoučký", 0.5F } };
  const ExtractTokenEntry *const entries[] = { subtree, NULL, text };
  const guint n[] = { G_N_ELEMENTS (subtree), 0, G_N_ELEMENTS (text) };
  g_autoptr (GError) error = NULL;
  ExtractTokenTables *tables = extract_token_tables_new_from_entries (entries, n, &error);

  g_assert_no_error (error);
  return tables;
}

static ExtractNetwork *
get_first_network (ExtractModel *model)
{
  return extract_model_get_stage (model, EXTRACT_STAGE_FIRST)->network;
}

/* Which of the parts that a model may have are there. */
enum { TABLES = 1, SCALE = 2, CONTEXT = 4, OUTCOME = 8, EDGES = 16, ALL_PARTS = 31, ALONE = 15 };

/* A model with the parts @which, all of them different by @seed. */
static ExtractModel *
make_model_of (guint which, guint32 seed)
{
  const ExtractFeatureSet *context = extract_feature_set_get_context ();
  const ExtractFeatureSet *outcome = extract_feature_set_get_outcome ();
  g_autoptr (ExtractNetwork) first = make_network (seed);
  g_autoptr (ExtractNetwork) second = make_sigmoids (seed + 1, extract_feature_set_get_n_inputs (context), 1);
  g_autoptr (ExtractNetwork) third = make_sigmoids (seed + 2, extract_feature_set_get_n_inputs (outcome), 2);
  g_autofree ExtractScale *scale = make_scale (seed + 3, get_set ());
  g_autofree ExtractScale *context_scale = make_scale (seed + 4, context);
  g_autofree ExtractScale *outcome_scale = make_scale (seed + 5, outcome);
  const ExtractStage none = { 0 }, second_stage = { context, context_scale, second };
  const ExtractStage third_stage = { outcome, outcome_scale, third };
  const ExtractFeatureSet *edges = extract_feature_set_get_edges ();
  g_autoptr (ExtractNetwork) joining = make_convolutions (seed + 6, extract_feature_set_get_n_inputs (edges));
  g_autofree ExtractScale *edges_scale = make_scale (seed + 7, edges);
  const ExtractStage edges_stage = { edges, edges_scale, joining };
  const ExtractDecoding decoding = {
    .kind = EXTRACT_DECODING_VITERBI, .slope = 1.5, .offset = -0.1, .weight = 0.1
  };
  ExtractTokenTables *tables = make_tables ();
  g_autoptr (GError) error = NULL;
  ExtractModel *model = extract_model_new (
      card,
      &(ExtractModelParts){ .stages = { { get_set (), which & SCALE ? scale : NULL, first },
                                        which & CONTEXT ? second_stage : none,
                                        which & EDGES ? edges_stage : none,
                                        which & OUTCOME ? third_stage : none },
                            .decoding = which & EDGES ? decoding : (ExtractDecoding){ 0 },
                            .tables = which & TABLES ? tables : NULL,
                            .good = 0.35,
                            .near_good = 0.2,
                            .no_text = which & OUTCOME ? 0.625 : 1,
                            .rules = no_rules },
      &error);

  g_assert_no_error (error);
  extract_token_tables_unref (tables);
  return model;
}

/* The lines of a good file before that of the checksum. @which: parts, for an address of test data; 0: those
 * that each model has */
static char *
make_body_of (guint which)
{
  g_autoptr (ExtractModel) model = which ? make_model_of (which, 7) : make_model ();
  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *file = g_strndup (data, size);

  return g_strndup (file, (gsize) (strstr (file, CHECKSUM) - file));
}

static GBytes *
with_checksum (const char *body, gsize size)
{
  g_autofree char *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) body, size);
  GString *file = g_string_new_len (body, (gssize) size);

  g_string_append_printf (file, CHECKSUM "%s\n", sum);
  return g_string_free_to_bytes (file);
}

static char *
make_body (void)
{
  return make_body_of (0);
}

/* @body with its first @from made into @to. */
static char *
replace (const char *body, const char *from, const char *to)
{
  const char *at = strstr (body, from);

  g_assert_nonnull (at);
  return g_strdup_printf ("%.*s%s%s", (int) (at - body), body, to, at + strlen (from));
}

static void
assert_refused (GBytes *bytes, int code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_load_bytes (bytes, &error);

  if (error != NULL)
    g_test_message ("%s", error->message);
  g_assert_null (model);
  g_assert_error (error, EXTRACT_ERROR, code);
  g_assert_true (g_str_has_prefix (error->message, "line "));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strchr (error->message, '\n'));
  if (strstr (error->message, message) == NULL)
    g_error ("\"%s\" does not say \"%s\"", error->message, message);
}

/* Either refused by a sentence, or taken and written again as it was. Returns: whether it was taken. */
static gboolean
assert_sound (GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_load_any_bytes (bytes, &error);

  if (model == NULL) {
    g_assert_true (g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT) ||
                   g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH));
    g_assert_true (g_str_has_prefix (error->message, "line "));
    return FALSE;
  }
  g_assert_no_error (error);
  g_autoptr (GBytes) again = extract_model_to_bytes (model);
  g_assert_true (g_bytes_equal (bytes, again));
  return TRUE;
}

static void
test_round_trip (void)
{
  for (guint32 seed = 0; seed < 50; seed++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractNetwork) network = make_network (seed);
    double good = 1 - g_rand_double (rand);
    double near_good = good * g_rand_double (rand);
    g_autoptr (ExtractModel) model = extract_model_new (
        card,
        &(ExtractModelParts){ .stages[EXTRACT_STAGE_FIRST] = { .set = get_set (), .network = network },
                              .good = good,
                              .near_good = near_good,
                              .no_text = 1,
                              .rules = no_rules },
        &error);
    g_assert_no_error (error);
    g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
    g_autoptr (GBytes) twice = extract_model_to_bytes (model);
    g_assert_true (g_bytes_equal (bytes, twice));

    g_autoptr (ExtractModel) read = extract_model_load_bytes (bytes, &error);
    g_assert_no_error (error);
    g_autoptr (GBytes) again = extract_model_to_bytes (read);
    g_assert_true (g_bytes_equal (bytes, again));

    gsize n, n_read;
    const float *weights = extract_network_get_weights (network, &n);
    const float *read_weights = extract_network_get_weights (get_first_network (read), &n_read);
    g_assert_cmpmem (weights, n * sizeof (float), read_weights, n_read * sizeof (float));
    for (guint l = 0; l < G_N_ELEMENTS (layers); l++) {
      const ExtractLayer *layer = extract_network_get_layer (get_first_network (read), l);
      g_assert_cmpuint (layer->size, ==, layers[l].size);
      g_assert_cmpint (layer->activation, ==, layers[l].activation);
      g_assert_true (layer->steepness == layers[l].steepness);
    }
    g_assert_true (extract_model_get_good_threshold (read) == good);
    g_assert_true (extract_model_get_near_good_threshold (read) == near_good);
  }
}

static void
test_accessors (void)
{
  g_autoptr (ExtractModel) made = make_model ();
  g_autoptr (GBytes) bytes = extract_model_to_bytes (made);
  g_autoptr (ExtractModel) model = extract_model_load_bytes (bytes, NULL);
  g_autoptr (ExtractModel) copy = g_boxed_copy (EXTRACT_TYPE_MODEL, model);
  gsize n_rules, n_keys;
  const ExtractRule *known = extract_rule_get_all (&n_rules);

  g_assert_true (copy == model);
  g_assert_cmpstr (extract_model_get_name (model), ==, "toy-1");
  for (guint i = 0; card[i] != NULL; i += 2)
    g_assert_cmpstr (extract_model_get_card (model, card[i]), ==, card[i + 1]);
  g_assert_null (extract_model_get_card (model, "scores"));
  g_assert_null (extract_model_get_card (model, "no-such-key"));
  g_assert_true (extract_model_get_feature_set (model) == get_set ());
  g_assert_cmpfloat (extract_model_get_good_threshold (model), ==, 0.35);
  g_assert_cmpfloat (extract_model_get_near_good_threshold (model), ==, 0.2);
  const char *const *rules = extract_model_get_rules (model);
  g_assert_cmpstr (rules[0], ==, known[1].name);
  g_assert_cmpstr (rules[1], ==, known[0].name);
  g_assert_null (rules[2]);

  const ExtractCardKey *keys = extract_model_get_card_keys (&n_keys);
  g_assert_cmpstr (keys[0].key, ==, "name");
  g_assert_true (keys[0].required);
  for (gsize i = 0; i < n_keys; i++) {
    g_assert_cmpstr (keys[i].sentence, !=, "");
    g_assert_cmpstr (keys[i].key, !=, "features");
    for (gsize j = 0; j < i; j++)
      g_assert_cmpstr (keys[i].key, !=, keys[j].key);
  }
}

/* Numbers look as people write them, and the head stays as it is documented. */
static void
test_head (void)
{
  g_autofree char *body = make_body ();
  gsize n_rules;
  const ExtractRule *known = extract_rule_get_all (&n_rules);
  g_autofree char *head =
      g_strdup_printf ("texttractor-model 1\n"
                       "name: toy-1\n"
                       "language: cs, en\n"
                       "data: toy\n"
                       "split: 80 of 100 pages\n"
                       "seed: 42\n"
                       "date: 2024-05-06\n"
                       "note: Poznámka: příliš žluťoučký kůň\n"
                       "features: classic %u\n"
                       "thresholds: good 0.35 near-good 0.2\n"
                       "rules: %s %s\n"
                       "networks: 1\n"
                       "network: inputs 78 layers 2\n"
                       "layer: 2 sigmoid-stepwise 0.65\n"
                       "layer: 1 linear-piece-symmetric 0.8\n"
                       "weights: 161\n"
                       "0 -0 1 -1 0.100000001 3.40282347e+38 -3.40282347e+38 1.17549435e-38\n"
                       "1.40129846e-45 -1.40129846e-45 16777216 1e+09 ",
                       extract_feature_set_get_version (get_set ()), known[1].name, known[0].name);

  g_assert_true (g_str_has_prefix (body, head));
}

static void
test_no_rules (void)
{
  g_autoptr (ExtractNetwork) network = make_network (1);
  g_autoptr (ExtractModel) model = extract_model_new (
      card,
      &(ExtractModelParts){ .stages[EXTRACT_STAGE_FIRST] = { .set = get_set (), .network = network },
                            .good = 1,
                            .near_good = 0,
                            .no_text = 1,
                            .rules = no_rules },
      NULL);
  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
  g_autoptr (ExtractModel) read = extract_model_load_bytes (bytes, NULL);

  g_assert_true (assert_sound (bytes));
  g_assert_null (extract_model_get_rules (read)[0]);
}

static void
test_truncated (gconstpointer which)
{
  g_autofree char *body = make_body_of (GPOINTER_TO_UINT (which));
  g_autoptr (GBytes) bytes = with_checksum (body, strlen (body));

  for (gsize size = 0; size < g_bytes_get_size (bytes); size++) {
    g_autoptr (GBytes) cut = g_bytes_new_from_bytes (bytes, 0, size);
    assert_refused (cut, EXTRACT_ERROR_MODEL_FORMAT, "");
  }
  for (gsize size = 0; size < strlen (body); size++) {
    g_autoptr (GBytes) cut = with_checksum (body, size);
    assert_refused (cut, EXTRACT_ERROR_MODEL_FORMAT, "");
  }
}

/* Each number behind the card, with the checksum put right. */
static void
test_numbers (gconstpointer which)
{
  static const char *const bad[] = {
    "99999999999999999999",
    "1e999",
    "1e39",
    "-1e39",
    "1e-999",
    "nan",
    "-nan",
    "NaN",
    "inf",
    "-inf",
    "+inf",
    "INF",
    "",
    "infinity",
    "0x10",
    "0x1p3",
    "+1",
    "1.",
    ".5",
    "01",
    "1.0",
    "1e5",
    "1E-10",
    "--1",
    "- 1",
    "1 ",
    " 1",
    "1,5",
    "\t1",
    "1\r",
    "1_000",
    "1e",
    "1e+",
    "x",
    "1x",
    "-",
    "0.1000000000000000000",
    "1e-1",
    "\xd9\xa3",
    "18446744073709551616",
    "4294967296",
  };
  g_autofree char *body = make_body_of (GPOINTER_TO_UINT (which));
  const char *weights = strstr (body, "\nweights: ");
  const char *p = strstr (body, "features: ");
  guint n_numbers = 0;

  for (p = strpbrk (p, " \n"); p != NULL && p[1] != '\0'; p = strpbrk (p + 1, " \n")) {
    const char *word = p + 1;
    int length = (int) strcspn (word, " \n");
    if (!g_ascii_isdigit (word[0]) && word[0] != '-')
      continue;
    n_numbers++;
    for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
      g_autofree char *changed =
          g_strdup_printf ("%.*s%s%s", (int) (word - body), body, bad[i], word + length);
      g_autoptr (GBytes) bytes = with_checksum (changed, strlen (changed));
      assert_refused (bytes, EXTRACT_ERROR_MODEL_FORMAT, "");
    }
    g_autofree char *missing = g_strdup_printf ("%.*s%s", (int) (p - body), body, word + length);
    g_autoptr (GBytes) without = with_checksum (missing, strlen (missing));
    assert_refused (without, EXTRACT_ERROR_MODEL_FORMAT, "");

    if (which)
      continue;
    g_autofree char *negative = g_strdup_printf ("%.*s-0.5%s", (int) (word - body), body, word + length);
    g_autoptr (GBytes) below = with_checksum (negative, strlen (negative));
    if (word > strchr (weights + 1, '\n'))
      g_assert_true (assert_sound (below));
    else
      assert_refused (below, EXTRACT_ERROR_MODEL_FORMAT, "");
  }
  const guint n_scales = 26 + N_CONTEXT + N_OUTCOME;
  const guint n_plain = 1 + 2 + 1 + 2 + 2 * 2 + 1 + N_WEIGHTS;
  const guint n_context = 1 + 2 + 2 * 2 + 1 + (N_CONTEXT + 1) * 2 + 3;
  const guint n_outcome = 1 + 2 + 2 * 2 + 1 + (N_OUTCOME + 1) * 2 + 6;
  /* The decoding, the network and its scale. */
  const guint n_edges = 3 + 1 + 2 + 2 * 3 + 1 + (3 * N_EDGES + 1) * 2 + 11 * 4 + 1 + 2 * N_EDGES;
  guint n_expected = n_plain;
  if (which)
    n_expected += 1 + 3 + 5 + n_context + n_outcome + 3 + 2 * n_scales;
  if (GPOINTER_TO_UINT (which) & EDGES)
    n_expected += n_edges;
  g_assert_cmpuint (n_numbers, ==, n_expected);
}

static void
test_lines (gconstpointer which)
{
  g_autofree char *body = make_body_of (GPOINTER_TO_UINT (which));
  g_auto (GStrv) lines = g_strsplit (body, "\n", -1);
  guint n = g_strv_length (lines) - 1;

  /* Any line left out, given twice, or put before the one above it. */
  for (guint i = 0; i < n; i++) {
    for (guint kind = 0; kind < 3; kind++) {
      g_autoptr (GString) changed = g_string_new (NULL);
      gboolean optional = i >= 2 && g_str_has_prefix (lines[i], "features:") == FALSE && i < 8;
      if (kind == 2 && (i == 0 || lines[i][0] == lines[i - 1][0] || !g_ascii_isalpha (lines[i][0])))
        continue;
      for (guint j = 0; j < n; j++) {
        if (kind == 0 && j == i)
          continue;
        const char *line = lines[j];
        if (kind == 2)
          line = lines[j == i ? i - 1 : j == i - 1 ? i : j];
        g_string_append_printf (changed, "%s\n", line);
        if (kind == 1 && j == i)
          g_string_append_printf (changed, "%s\n", line);
      }
      g_autoptr (GBytes) bytes = with_checksum (changed->str, changed->len);
      if (kind == 0 && optional)
        g_assert_true (assert_sound (bytes));
      else
        assert_refused (bytes, EXTRACT_ERROR_MODEL_FORMAT, "");
    }
  }
}

static void
test_edits (void)
{
  g_autofree char *long_value = g_strnfill (4097, 'x');
  g_autofree char *long_card = g_strdup_printf ("data: %s\n", long_value);
  const struct {
    const char *from;
    const char *to;
    int code;
    const char *message;
  } cases[] = {
    { "texttractor-model 1", "texttractor-model 2", EXTRACT_ERROR_MODEL_FORMAT,
      "line 1: the file has version 2" },
    { "texttractor-model 1", "texttractor-model 01", EXTRACT_ERROR_MODEL_FORMAT, "line 1: " },
    { "texttractor-model 1", "texttractor-model -1", EXTRACT_ERROR_MODEL_FORMAT, "line 1: " },
    { "texttractor-model 1", "texttractor-model ", EXTRACT_ERROR_MODEL_FORMAT, "line 1: " },
    { "texttractor-model 1", "Texttractor-model 1", EXTRACT_ERROR_MODEL_FORMAT,
      "line 1: this is not a model file" },
    { "texttractor-model 1", "\xef\xbb\xbftexttractor-model 1", EXTRACT_ERROR_MODEL_FORMAT,
      "line 1: this is not" },
    { "texttractor-model 1", "texttractor-model 1\r", EXTRACT_ERROR_MODEL_FORMAT, "line 1: " },
    { "name: toy-1\n", "", EXTRACT_ERROR_MODEL_FORMAT, "\"name\"" },
    { "name: toy-1", "name: Toy", EXTRACT_ERROR_MODEL_FORMAT, "line 2: the name of the model" },
    { "name: toy-1", "name: ../toy", EXTRACT_ERROR_MODEL_FORMAT, "line 2: the name of the model" },
    { "name: toy-1", "name: ", EXTRACT_ERROR_MODEL_FORMAT, "line 2: the value of \"name\"" },
    { "name: toy-1", "name:", EXTRACT_ERROR_MODEL_FORMAT, "line 2: the value of \"name\"" },
    { "name: toy-1", "name:toy-1", EXTRACT_ERROR_MODEL_FORMAT, "line 2: there is no space" },
    { "name: toy-1", "name : toy-1", EXTRACT_ERROR_MODEL_FORMAT, "line 2: " },
    { "name: toy-1", "name", EXTRACT_ERROR_MODEL_FORMAT, "line 2: " },
    { "data: toy\n", "data: toy\ndata: toy\n", EXTRACT_ERROR_MODEL_FORMAT,
      "line 5: the card has the key \"data\" twice" },
    { "data: toy\n", "data: toy\r\n", EXTRACT_ERROR_MODEL_FORMAT,
      "line 4: the value of \"data\" has a control" },
    { "data: toy\n", "data: t\033[2Joy\n", EXTRACT_ERROR_MODEL_FORMAT,
      "line 4: the value of \"data\" has a control" },
    { "data: toy\n", "data: t\xc2\x9boy\n", EXTRACT_ERROR_MODEL_FORMAT,
      "line 4: the value of \"data\" has a control" },
    { "data: toy\n", "data: t\xe2\x80\xa8oy\n", EXTRACT_ERROR_MODEL_FORMAT,
      "line 4: the value of \"data\" has a control" },
    { "data: toy\n", "data: t\xffoy\n", EXTRACT_ERROR_MODEL_FORMAT,
      "line 4: the value of \"data\" is not UTF-8" },
    { "data: toy\n", "data: t\xc3\n", EXTRACT_ERROR_MODEL_FORMAT,
      "line 4: the value of \"data\" is not UTF-8" },
    { "data: toy\n", long_card, EXTRACT_ERROR_MODEL_FORMAT, "line 4: the value of \"data\"" },
    { "data: toy\n", "data: toy\nlanguage: cs\n", EXTRACT_ERROR_MODEL_FORMAT, "line 5: " },
    { "language: cs, en\ndata: toy", "data: toy\nlanguage: cs", EXTRACT_ERROR_MODEL_FORMAT,
      "line 4: the key \"language\" comes before \"data\"" },
    { "data: toy\n", "colour: red\n", EXTRACT_ERROR_MODEL_FORMAT, "line 4: " },
    { "data: toy\n", "\n", EXTRACT_ERROR_MODEL_FORMAT, "line 4: " },
    { "features: classic", "features: modern", EXTRACT_ERROR_MODEL_MISMATCH, "the feature set \"modern\"" },
    { "features: classic", "features: Classic", EXTRACT_ERROR_MODEL_FORMAT,
      "line 9: the name of the feature set" },
    { "features: classic ", "features: classic 7", EXTRACT_ERROR_MODEL_MISMATCH,
      "line 9: the model was made for version 7" },
    { "features: classic ", "features: ", EXTRACT_ERROR_MODEL_FORMAT,
      "line 9: the version of the feature set" },
    { "good 0.35", "good 1.5", EXTRACT_ERROR_MODEL_FORMAT, "line 10: the threshold for good blocks" },
    { "good 0.35", "good 0", EXTRACT_ERROR_MODEL_FORMAT, "line 10: the threshold for good blocks" },
    { "good 0.35", "good 0.35000000000000000000", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: the threshold for good blocks" },
    { "good 0.35", "good 0,35", EXTRACT_ERROR_MODEL_FORMAT, "line 10: the threshold for good blocks" },
    { "near-good 0.2", "near-good 0.4", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: the threshold for near-good blocks" },
    { "near-good 0.2", "near-good -0.1", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: the threshold for near-good blocks" },
    { "near-good 0.2", "near-good 0.2 ", EXTRACT_ERROR_MODEL_FORMAT, "line 10: the line has extra text" },
    { "near-good 0.2", "near-good 0.2 bad 0.1", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: the line has extra text" },
    { "near-good 0.2", "almost 0.2", EXTRACT_ERROR_MODEL_FORMAT, "line 10: the word \"near-good\"" },
    { "near-good 0.2", "near-good 0.2 precision", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: the threshold is missing" },
    { "near-good 0.2", "near-good 0.2 precision 0.9", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: the word \"share\"" },
    { "near-good 0.2", "near-good 0.2 precision 0.9 share", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: its share is missing" },
    { "near-good 0.2", "near-good 0.2 precision 0 share 0", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: the threshold for precision" },
    { "near-good 0.2", "near-good 0.2 precision 1.5 share 0.5", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: the threshold for precision" },
    { "near-good 0.2", "near-good 0.2 precision 0.9 share 0", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: the share for precision" },
    { "near-good 0.2", "near-good 0.2 recall 0.1 share 2", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: the share for recall" },
    { "near-good 0.2", "near-good 0.2 recall 0.1 share 0.1 precision 0.9 share 0.9",
      EXTRACT_ERROR_MODEL_FORMAT, "line 10: the line has extra text" },
    { "\nrules:", "\nrules: no-such-rule", EXTRACT_ERROR_MODEL_MISMATCH,
      "line 11: the rule \"no-such-rule\"" },
    { "\nrules:", "\nrules: ", EXTRACT_ERROR_MODEL_FORMAT, "line 11: the name of a rule" },
    { "\nrules:", "\nrules: Rule", EXTRACT_ERROR_MODEL_FORMAT, "line 11: the name of a rule" },
    { "\nnetworks: 1", " \nnetworks: 1", EXTRACT_ERROR_MODEL_FORMAT, "line 11: the name of a rule" },
    { "networks: 1", "networks: 0", EXTRACT_ERROR_MODEL_FORMAT, "line 12: the model has 0 networks" },
    { "networks: 1", "networks: 5", EXTRACT_ERROR_MODEL_FORMAT, "line 12: the model has 5 networks" },
    { "networks: 1", "networks: 2", EXTRACT_ERROR_MODEL_FORMAT, "line 38: the file ends in the middle" },
    { "near-good 0.2", "near-good 0.2 no-text 0.5", EXTRACT_ERROR_MODEL_FORMAT,
      "line 10: there is no network for the threshold \"no-text\"" },
    { "\nnetworks: 1", "\nscale: 26\nnetworks: 1", EXTRACT_ERROR_MODEL_FORMAT,
      "line 12: \"networks:\" is expected here" },
    { "inputs 78", "inputs 77", EXTRACT_ERROR_MODEL_FORMAT,
      "line 13: the layers of the network need 159 weights" },
    { "inputs 78", "inputs 0", EXTRACT_ERROR_MODEL_FORMAT, "line 13: the network has 0 inputs" },
    { "inputs 78", "inputs 4294967295", EXTRACT_ERROR_MODEL_FORMAT,
      "line 13: the network has 4294967295 inputs" },
    { "layers 2", "layers 1", EXTRACT_ERROR_MODEL_FORMAT, "line 15: \"weights:\" is expected" },
    { "layers 2", "layers 3", EXTRACT_ERROR_MODEL_FORMAT, "line 16: \"layer:\" is expected" },
    { "layers 2", "layers 4294967295", EXTRACT_ERROR_MODEL_FORMAT, "line 16: \"layer:\" is expected" },
    { "layer: 2 ", "layer: 0 ", EXTRACT_ERROR_MODEL_FORMAT, "line 13: layer 1 of the network has 0 neurons" },
    { "layer: 2 ", "layer: 3 ", EXTRACT_ERROR_MODEL_FORMAT,
      "line 13: the layers of the network need 241 weights" },
    { "layer: 2 ", "layer: 2.5 ", EXTRACT_ERROR_MODEL_FORMAT, "line 14: the size of a layer" },
    { "layer: 2 ", "layer: 4294967295 ", EXTRACT_ERROR_MODEL_FORMAT, "line 13: layer 1 of the network has" },
    { "layer: 2 ", "layer: 65536 ", EXTRACT_ERROR_MODEL_FORMAT,
      "line 13: the layers of the network need 5242881 weights" },
    { "layer: 2 ", "layer: sigmoid ", EXTRACT_ERROR_MODEL_FORMAT, "line 14: the size of a layer" },
    { "sigmoid-stepwise", "sine", EXTRACT_ERROR_MODEL_FORMAT, "line 14: the activation" },
    { " sigmoid-stepwise 0.65", "", EXTRACT_ERROR_MODEL_FORMAT, "line 14: the activation" },
    { " 0.65", "", EXTRACT_ERROR_MODEL_FORMAT, "line 14: the steepness of a layer is missing" },
    { " 0.65", " 0", EXTRACT_ERROR_MODEL_FORMAT, "line 13: the steepness of layer 1" },
    { " 0.65", " 0.649999976", EXTRACT_ERROR_MODEL_FORMAT, "line 14: the steepness of a layer is not" },
    { "layer: 1 ", "layer: 2 ", EXTRACT_ERROR_MODEL_FORMAT, "need 164 weights, not 161" },
    { "weights: 161", "weights: 160", EXTRACT_ERROR_MODEL_FORMAT,
      "line 13: the layers of the network need 161 weights, not 160" },
    { "weights: 161", "weights: 162", EXTRACT_ERROR_MODEL_FORMAT, "line 37: a weight is missing" },
    { "weights: 161", "weights: 0", EXTRACT_ERROR_MODEL_FORMAT, "line 13: the layers of the network need" },
    { "weights: 161", "weights: 4000000", EXTRACT_ERROR_MODEL_FORMAT, "line 16: the file is too short" },
    { "weights: 161", "weights: 4000001", EXTRACT_ERROR_MODEL_FORMAT, "line 16: the network has more than" },
    { "weights: 161", "weights: 4294967295", EXTRACT_ERROR_MODEL_FORMAT,
      "line 16: the network has more than" },
    { "0 -0 1 ", "0 -0 1\n", EXTRACT_ERROR_MODEL_FORMAT, "line 17: a weight is missing" },
    { "0 -0 1 ", "0 -0  1", EXTRACT_ERROR_MODEL_FORMAT, "line 17: a weight is not" },
    { "1.17549435e-38\n", "1.17549435e-38 ", EXTRACT_ERROR_MODEL_FORMAT, "line 17: the line has extra text" },
    { "0.100000001", "0.1", EXTRACT_ERROR_MODEL_FORMAT, "line 17: a weight is not" },
    { "0.100000001", "0.100000002", EXTRACT_ERROR_MODEL_FORMAT, "line 17: a weight is not" },
    { "3.40282347e+38", "3.40282357e+38", EXTRACT_ERROR_MODEL_FORMAT, "line 17: a weight is not" },
    { "3.40282347e+38", "9.99999999e+99", EXTRACT_ERROR_MODEL_FORMAT, "line 17: a weight is not" },
  };
  g_autofree char *body = make_body ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *changed = replace (body, cases[i].from, cases[i].to);
    g_autoptr (GBytes) bytes = with_checksum (changed, strlen (changed));
    assert_refused (bytes, cases[i].code, cases[i].message);
  }
}

/* What a file with all parts may not have. */
static void
test_edits_of_parts (void)
{
  static const struct {
    const char *from;
    const char *to;
    int code;
    const char *message;
  } cases[] = {
    { " no-text 0.625", "", EXTRACT_ERROR_MODEL_FORMAT, "line 10: the threshold \"no-text\" is missing" },
    { "no-text 0.625", "no-text 0", EXTRACT_ERROR_MODEL_FORMAT, "line 10: the threshold for pages" },
    { "no-text 0.625", "no-text 1.5", EXTRACT_ERROR_MODEL_FORMAT, "line 10: the threshold for pages" },
    { "no-text 0.625", "no-text", EXTRACT_ERROR_MODEL_FORMAT, "line 10: the threshold for pages" },
    { "no-text 0.625", "no-text 0.6 x", EXTRACT_ERROR_MODEL_FORMAT, "line 10: the line has extra text" },
    { "no-text 0.625", "no-texts 0.6", EXTRACT_ERROR_MODEL_FORMAT, "line 10: the word \"no-text\"" },
    { "table: subtree", "table: text", EXTRACT_ERROR_MODEL_FORMAT, "line 12: the word \"subtree\"" },
    { "table: subtree 3", "table: subtree 2", EXTRACT_ERROR_MODEL_FORMAT, "line 15: \"table:\" is expected" },
    { "table: subtree 3", "table: subtree 4", EXTRACT_ERROR_MODEL_FORMAT, "line 16: the value of a token" },
    { "table: subtree 3", "table: subtree 1000001", EXTRACT_ERROR_MODEL_FORMAT,
      "line 12: the table has more than 1000000" },
    { "table: subtree 3", "table: subtree 1000000", EXTRACT_ERROR_MODEL_FORMAT,
      "line 12: the file is too short for 1000000 tokens" },
    { "table: subtree 3", "table: subtree -3", EXTRACT_ERROR_MODEL_FORMAT, "line 12: the number of tokens" },
    { "table: subtree 3\n", "table: subtree 0\n", EXTRACT_ERROR_MODEL_FORMAT,
      "line 13: \"table:\" is expected" },
    { "table: element 0\n", "", EXTRACT_ERROR_MODEL_FORMAT, "line 16: the word \"element\"" },
    { "table: element 0\n", "table: element 0\ntable: element 0\n", EXTRACT_ERROR_MODEL_FORMAT,
      "line 17: the word \"text\"" },
    { "-1.25 .nav", "-1.25", EXTRACT_ERROR_MODEL_FORMAT, "line 13: a token is missing" },
    { "-1.25 .nav", "-1.25 ", EXTRACT_ERROR_MODEL_FORMAT, "line 12: token 1 of subtree" },
    { "-1.25 .nav", "-1.255 .nav", EXTRACT_ERROR_MODEL_FORMAT, "line 12: token 1 of subtree" },
    { "-1.25 .nav", "-1.250 .nav", EXTRACT_ERROR_MODEL_FORMAT, "line 13: the value of a token is not" },
    { "-1.25 .nav", "10 .nav", EXTRACT_ERROR_MODEL_FORMAT, "line 12: token 1 of subtree" },
    { "-1.25 .nav", "-1.25  .nav", EXTRACT_ERROR_MODEL_FORMAT, "line 12: token 1 of subtree" },
    { "-1.25 .nav", "-1.25 .nav ", EXTRACT_ERROR_MODEL_FORMAT, "line 12: token 1 of subtree" },
    { "-1.25 .nav",
      "-1.25 .n\x9b"
      "av",
      EXTRACT_ERROR_MODEL_FORMAT, "line 12: token 1 of subtree" },
    { "-1.25 .nav", "-1.25 =nav", EXTRACT_ERROR_MODEL_FORMAT, "line 12: token 2 of subtree" },
    { "role=main", "<article>", EXTRACT_ERROR_MODEL_FORMAT, "line 12: token 3 of subtree" },
    { "la suite", "la\tsuite", EXTRACT_ERROR_MODEL_FORMAT, "line 12: token 1 of text" },
    { "networks: 3", "networks: 1", EXTRACT_ERROR_MODEL_FORMAT, "line 73: the file has extra text" },
    { "networks: 3", "networks: 2", EXTRACT_ERROR_MODEL_FORMAT, "line 123: the file has extra text" },
    { "networks: 3", "networks: 5", EXTRACT_ERROR_MODEL_FORMAT, "line 20: the model has 5 networks" },
    { "scale: 26", "scale: 25", EXTRACT_ERROR_MODEL_FORMAT,
      "line 24: the scale has 25 features, the feature set \"classic\" has 26" },
    { "scale: 26", "scale: 4294967295", EXTRACT_ERROR_MODEL_FORMAT, "line 24: the scale has 4294967295" },
    { "scale: 26", "scale:", EXTRACT_ERROR_MODEL_FORMAT, "line 24: the number of features is missing" },
    { "\n-0 0\n", "\n-0 -0.5\n", EXTRACT_ERROR_MODEL_FORMAT, "line 24: the scale of feature 1 is not" },
    { "\n-0 0\n", "\n-0\n", EXTRACT_ERROR_MODEL_FORMAT, "line 25: a deviation is missing" },
    { "\n-0 0\n", "\n-0 0 0\n", EXTRACT_ERROR_MODEL_FORMAT, "line 25: the line has extra text" },
    { "\n-0 0\n", "\n-0 0.0\n", EXTRACT_ERROR_MODEL_FORMAT, "line 25: a deviation is not" },
    { "\n-0 0\n", "\n-0 1e+39\n", EXTRACT_ERROR_MODEL_FORMAT, "line 25: a deviation is not" },
    { "network: context 1", "network: context 2", EXTRACT_ERROR_MODEL_MISMATCH,
      "line 73: the model was made for version 2 of the feature set \"context\"" },
    { "network: context 1", "network: context", EXTRACT_ERROR_MODEL_FORMAT,
      "line 73: the version of the feature set" },
    { "network: context 1 ", "network: ", EXTRACT_ERROR_MODEL_FORMAT, "line 73: the word \"context\"" },
    { "network: context", "network: outcome", EXTRACT_ERROR_MODEL_FORMAT,
      "line 76: the scale has 35 features" },
    { "network: outcome", "network: context", EXTRACT_ERROR_MODEL_FORMAT, "line 123: the word \"edges\"" },
    { "scale: 35\n", "", EXTRACT_ERROR_MODEL_FORMAT, "line 76: \"scale:\" is expected" },
    { "inputs 35", "inputs 34", EXTRACT_ERROR_MODEL_FORMAT, "line 73: the layers of the network need" },
    { "layer: 2 sigmoid 0.5", "layer: 2 linear 0.5", EXTRACT_ERROR_MODEL_MISMATCH,
      "line 123: the outputs of the network for the outcome" },
    { "layer: 2 sigmoid 0.5", "layer: 2 sigmoid-symmetric 0.5", EXTRACT_ERROR_MODEL_MISMATCH,
      "line 123: the outputs of the network for the outcome" },
  };
  g_autofree char *body = make_body_of (ALONE);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *changed = replace (body, cases[i].from, cases[i].to);
    g_autoptr (GBytes) bytes = with_checksum (changed, strlen (changed));
    assert_refused (bytes, cases[i].code, cases[i].message);
  }
}

/* A network for edges, and a decoding. */
static void
test_edges (void)
{
  static const struct {
    const char *from, *to, *message;
  } cases[] = {
    { "decoding: viterbi", "decoding: threshold", "line 12: the decoding is not known" },
    { "decoding: viterbi", "decoding: beam", "line 12: the decoding is not known" },
    { "decoding: viterbi", "decoding:", "line 12: the decoding is not known" },
    { "slope 1.5", "slope", "line 12: a number of the decoding" },
    { "slope 1.5", "1.5", "line 12: the word \"slope\"" },
    { "slope 1.5", "slope nan", "line 12: a number of the decoding" },
    { "slope 1.5", "slope 1000001", "line 12: the decoding has a number" },
    { "weight 0.1\n", "weight -0.1\n", "line 12: the weight of the decoding is below 0" },
    { "weight 0.1\n", "weight 0.1 \n", "line 12: the line has extra text" },
    { "weight 0.1\n", "weight 0.1 transitions 0 0 0\n", "line 12: a number of the decoding is missing" },
    { "weight 0.1\n", "weight 0.1 transitions 0 0 0 0\n", "line 12: the decoding has transitions and" },
    { "decoding: viterbi slope 1.5 offset -0.1 weight 0.1\n", "", "a network for edges, but no decoding" },
    { "layer: 2 relu 1 kernel 3", "layer: 2 relu 1 kernel 4", "odd number" },
    { "layer: 2 relu 1 kernel 3", "layer: 2 relu 1 kernel 1", "odd number" },
    { "layer: 2 relu 1 kernel 3", "layer: 2 relu 1 kernel", "the kernel of a layer is missing" },
    { "layer: 2 relu 1 kernel 3", "layer: 2 relu 1", "weights, not" },
    { "layer: 2 relu 1 kernel 3", "layer: 2 relu 1 kernel 19", "the kernel of layer 1" },
    { "layer: 2 sigmoid 0.5", "layer: 2 sigmoid 0.5 kernel 3", "weights, not" },
    { "network: edges 1", "network: edges 2", "version 2 of the feature set \"edges\"" },
    { "network: outcome 1", "network: edges 1", "the word \"outcome\"" },
    { "network: context 1", "network: edges 1", "the scale has 35 features" },
  };
  g_autofree char *body = make_body_of (ALL_PARTS);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *changed = replace (body, cases[i].from, cases[i].to);
    g_autoptr (GBytes) bytes = with_checksum (changed, strlen (changed));
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractModel) model = extract_model_load_bytes (bytes, &error);

    g_test_message ("%s: %s", cases[i].to, error ? error->message : "taken");
    g_assert_null (model);
    if (!strstr (error->message, cases[i].message))
      g_error ("\"%s\" does not say \"%s\"", error->message, cases[i].message);
  }
}

/* The lines of the optional parts, as they are documented. */
static void
test_lines_of_parts (void)
{
  static const char *const lines[] = {
    "\nthresholds: good 0.35 near-good 0.2 no-text 0.625\nrules:\n"
    "table: subtree 3\n-1.25 .nav\n2 <article>\n0 role=main\ntable: element 0\n"
    "table: text 2\n-9.99 =lire la suite\n0.5 žluťoučký\n"
    "networks: 3\nnetwork: inputs 78 layers 2\nlayer: 2 sigmoid-stepwise 0.65\n"
    "layer: 1 linear-piece-symmetric 0.8\nscale: 26\n-0 0\n0.25 3.4028235e+38\n",
    "\nnetwork: context 1 inputs 35 layers 2\nlayer: 2 sigmoid-symmetric 1\nlayer: 1 sigmoid 0.5\n"
    "scale: 35\n-0 0\n",
    "\nnetwork: outcome 1 inputs 23 layers 2\nlayer: 2 sigmoid-symmetric 1\nlayer: 2 sigmoid 0.5\n"
    "scale: 23\n-0 0\n",
  };
  static const char *const of_edges[] = {
    "\nrules:\ndecoding: viterbi slope 1.5 offset -0.1 weight 0.1\ntable: ",
    "\nnetwork: edges 1 inputs 25 layers 2\nlayer: 2 relu 1 kernel 3\nlayer: 4 linear 1 kernel 5\nscale: "
    "25\n",
  };
  g_autofree char *body = make_body_of (ALONE), *edges = make_body_of (ALL_PARTS);

  for (guint i = 0; i < G_N_ELEMENTS (of_edges); i++)
    if (strstr (edges, of_edges[i]) == NULL)
      g_error ("the file lacks %s", of_edges[i]);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    if (strstr (body, lines[i]) == NULL)
      g_error ("the file lacks %s", lines[i]);
}

static void
assert_same_network (const ExtractNetwork *a, const ExtractNetwork *b)
{
  gsize n_a, n_b;

  g_assert_true ((a == NULL) == (b == NULL));
  if (a == NULL)
    return;
  const float *weights_a = extract_network_get_weights (a, &n_a);
  const float *weights_b = extract_network_get_weights (b, &n_b);
  g_assert_cmpmem (weights_a, n_a * sizeof (float), weights_b, n_b * sizeof (float));
}

static void
assert_same_scale (const ExtractFeatureSet *set, const ExtractScale *a, const ExtractScale *b)
{
  const gsize size = extract_feature_set_get_n_features (set) * sizeof *a;

  g_assert_true ((a == NULL) == (b == NULL));
  if (a != NULL)
    g_assert_cmpmem (a, size, b, size);
}

/* Each part may be there or not, and comes back to the last bit; the model keeps copies of its own. */
static void
test_parts (void)
{
  for (guint which = 0; which <= ALL_PARTS; which++)
    for (guint32 seed = 0; seed < 10; seed++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExtractModel) model = make_model_of (which, seed);
      g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
      g_assert_true (assert_sound (bytes));
      g_autoptr (ExtractModel) read = extract_model_load_bytes (bytes, &error);
      g_assert_no_error (error);
      const ExtractModelParts *a = extract_model_get_parts (model), *b = extract_model_get_parts (read);

      g_assert_true ((a->tables != NULL) == ((which & TABLES) != 0));
      g_assert_true ((b->tables != NULL) == (a->tables != NULL));
      g_assert_true ((a->stages[EXTRACT_STAGE_FIRST].scale != NULL) == ((which & SCALE) != 0));
      g_assert_true ((extract_model_get_stage (model, EXTRACT_STAGE_CONTEXT) != NULL) ==
                     ((which & CONTEXT) != 0));
      g_assert_true ((extract_model_get_stage (model, EXTRACT_STAGE_EDGES) != NULL) ==
                     ((which & EDGES) != 0));
      g_assert_true ((extract_model_get_stage (model, EXTRACT_STAGE_OUTCOME) != NULL) ==
                     ((which & OUTCOME) != 0));
      g_assert_cmpmem (&a->decoding, sizeof a->decoding, &b->decoding, sizeof b->decoding);
      for (guint i = 0; i < EXTRACT_N_STAGES; i++) {
        const ExtractStage *one = &a->stages[i], *other = &b->stages[i];

        assert_same_network (one->network, other->network);
        if (one->network != NULL) {
          g_assert_true (one->set == other->set);
          assert_same_scale (one->set, one->scale, other->scale);
        }
      }
      g_assert_true (a->no_text == b->no_text);
      if (a->tables != NULL)
        g_assert_cmpuint (extract_token_tables_get_n (b->tables), ==, 5);
    }
}

/* The pages that a model was trained on: eight a line, ascending, back to the last bit. */
static void
test_pages (void)
{
  static const guint64 pages[] = { 0,
                                   1,
                                   0xabc,
                                   0xfffff,
                                   0x100000,
                                   0x123456789abc,
                                   0xbadcafe00000,
                                   0xfffffffffffe,
                                   G_GUINT64_CONSTANT (0xffffffffffff) };
  static const char lines[] =
      "\npages: 9\n000000000000 000000000001 000000000abc 0000000fffff 000000100000 123456789abc "
      "badcafe00000 fffffffffffe\nffffffffffff\nnetworks: 1\n";
  static const struct {
    const char *from;
    const char *to;
    const char *message;
  } cases[] = {
    { "pages: 9", "pages: 0", "line 12: there is no page" },
    { "pages: 9", "pages: 8", "line 14: \"networks:\" is expected" },
    { "pages: 9", "pages: 10", "line 14: a page is not 12 hexadecimal digits" },
    { "pages: 9", "pages: 1000001", "line 12: the file is too short for 1000001 pages" },
    { "pages: 9", "pages: 9 ", "line 12: the line has extra text" },
    { "pages: 9", "pages:", "line 12: the number of pages is missing" },
    { "000000000abc", "000000000ABC", "line 13: a page is not 12" },
    { "000000000abc", "00000000abc", "line 13: a page is not 12" },
    { "000000000abc", "000000000abc ", "line 13: a page is not 12" },
    { "000000000abc", "000000000001", "line 14: the pages are not in ascending order" },
    { "000000000abc", "111111111111", "line 14: the pages are not in ascending order" },
    { "fffffffffffe\nffffffffffff", "fffffffffffe ffffffffffff", "line 13: the line has extra text" },
  };
  g_autoptr (ExtractModel) plain = make_model ();
  ExtractModelParts parts = *extract_model_get_parts (plain);
  g_autoptr (GError) error = NULL;

  parts.pages = pages;
  parts.n_pages = G_N_ELEMENTS (pages);
  g_autoptr (ExtractModel) model = extract_model_new (card, &parts, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
  g_assert_true (assert_sound (bytes));
  g_autoptr (ExtractModel) read = extract_model_load_bytes (bytes, NULL);
  const ExtractModelParts *again = extract_model_get_parts (read);
  g_assert_cmpmem (again->pages, again->n_pages * sizeof *pages, pages, sizeof pages);

  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *file = g_strndup (data, size);
  g_autofree char *body = g_strndup (file, (gsize) (strstr (file, CHECKSUM) - file));
  g_assert_nonnull (strstr (body, lines));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *changed = replace (body, cases[i].from, cases[i].to);
    g_autoptr (GBytes) wrong = with_checksum (changed, strlen (changed));
    assert_refused (wrong, EXTRACT_ERROR_MODEL_FORMAT, cases[i].message);
  }

  const guint64 twice[] = { 1, 1 }, large[] = { G_GUINT64_CONSTANT (1) << 48 };
  parts.pages = twice;
  parts.n_pages = 2;
  g_assert_null (extract_model_new (card, &parts, NULL));
  parts.pages = large;
  parts.n_pages = 1;
  g_assert_null (extract_model_new (card, &parts, NULL));
}

/* Numbers as strtod () and printf () would read and write them, near all borders of a plain number. */
static void
test_plain_numbers (void)
{
  static const char body[] = "texttractor-model 1\nname: x\nfeatures: classic-alone %u\n"
                             "thresholds: good 0.5 near-good 0\nrules:\nnetworks: 1\n"
                             "network: inputs 26 layers 1\nlayer: 1 linear 1\nweights: 27\n"
                             "%s 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n0 0 0\n";
  static const char *const formats[] = { "%.8g", "%.9g", "%.10g", "%.6g", "%.4f", "%.9f", "%.0f" };
  const guint version = extract_feature_set_get_version (extract_feature_set_find ("classic-alone"));
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < 20000; i++) {
    double value = (g_rand_double (rand) - 0.5) * pow (10, g_rand_int_range (rand, -6, 11));
    char word[64], again[64];

    g_ascii_formatd (word, sizeof word, formats[i % G_N_ELEMENTS (formats)], value);
    g_ascii_formatd (again, sizeof again, "%.9g", (float) g_ascii_strtod (word, NULL));
    g_autofree char *text = g_strdup_printf (body, version, word);
    g_autoptr (GBytes) bytes = with_checksum (text, strlen (text));
    g_autoptr (ExtractModel) model = extract_model_load_bytes (bytes, NULL);
    if ((model != NULL) != (strcmp (word, again) == 0))
      g_error ("%s is %s, %s is right", word, model != NULL ? "taken" : "refused", again);
    if (model == NULL)
      continue;
    gsize n;
    float weight = extract_network_get_weights (get_first_network (model), &n)[0];
    g_assert_true (weight == (float) g_ascii_strtod (word, NULL) &&
                   (signbit (weight) != 0) == (word[0] == '-'));
  }
}

/* A network that is well formed, but not for this feature set. */
static void
test_mismatch (void)
{
  static const char file[] = "texttractor-model 1\nname: x\nfeatures: classic %u\n"
                             "thresholds: good 0.5 near-good 0\nrules:\nnetworks: 1\n"
                             "network: inputs %d layers 1\nlayer: %d linear 1\nweights: %d\n";

  for (int n_outputs = 1; n_outputs <= 2; n_outputs++) {
    int n_inputs = n_outputs == 1 ? 7 : N_INPUTS;
    int n_weights = (n_inputs + 1) * n_outputs;
    g_autoptr (GString) body = g_string_new (NULL);
    g_string_printf (body, file, extract_feature_set_get_version (get_set ()), n_inputs, n_outputs,
                     n_weights);
    for (int i = 0; i < n_weights; i++)
      g_string_append (body, i % 8 == 7 || i == n_weights - 1 ? "1\n" : "1 ");
    g_autoptr (GBytes) bytes = with_checksum (body->str, body->len);
    assert_refused (bytes, EXTRACT_ERROR_MODEL_MISMATCH,
                    n_outputs == 1 ? "line 7: the network takes 7 inputs"
                                   : "line 7: the network has 2 outputs");
  }
}

static void
test_duplicate_rule (void)
{
  g_autofree char *body = make_body ();
  gsize n;
  g_autofree char *twice = g_strdup_printf ("\nrules: %s", extract_rule_get_all (&n)[0].name);
  g_autofree char *changed = replace (body, "\nrules:", twice);
  g_autoptr (GBytes) bytes = with_checksum (changed, strlen (changed));

  assert_refused (bytes, EXTRACT_ERROR_MODEL_FORMAT, "twice");
}

static void
test_crlf (gconstpointer which)
{
  g_autofree char *body = make_body_of (GPOINTER_TO_UINT (which));
  g_auto (GStrv) lines = g_strsplit (body, "\n", -1);
  g_autofree char *crlf = g_strjoinv ("\r\n", lines);
  g_autoptr (GBytes) bytes = with_checksum (crlf, strlen (crlf));

  assert_refused (bytes, EXTRACT_ERROR_MODEL_FORMAT, "line 1: ");
  for (guint i = 0; lines[i + 1] != NULL; i++) {
    g_autofree char *line = g_strconcat (lines[i], "\n", NULL);
    g_autofree char *with_cr = g_strconcat (lines[i], "\r\n", NULL);
    g_autofree char *changed = replace (body, line, with_cr);
    g_autoptr (GBytes) one = with_checksum (changed, strlen (changed));
    assert_refused (one, EXTRACT_ERROR_MODEL_FORMAT, "");
  }
}

static void
test_zero_bytes (gconstpointer which)
{
  g_autofree char *body = make_body_of (GPOINTER_TO_UINT (which));
  gsize size = strlen (body);

  for (gsize i = 0; i < size; i += 7) {
    g_autofree char *changed = g_strndup (body, size);
    changed[i] = '\0';
    g_autoptr (GBytes) bytes = with_checksum (changed, size);
    assert_refused (bytes, EXTRACT_ERROR_MODEL_FORMAT, "");
  }
}

static void
test_checksum (void)
{
  g_autofree char *body = make_body ();
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, body, -1);
  g_autofree char *upper = g_ascii_strup (sum, -1);
  g_autofree char *other = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "", -1);
  const struct {
    const char *before, *sum, *after, *message;
  } cases[] = {
    { CHECKSUM, upper, "\n", "line 38: the checksum does not match" },
    { CHECKSUM, other, "\n", "line 38: the checksum does not match" },
    { CHECKSUM, sum, "", "the last line is not a checksum" },
    { CHECKSUM, sum, " \n", "the last line is not a checksum" },
    { CHECKSUM, sum, "\r\n", "the last line is not" },
    { CHECKSUM, sum, "\n\n", "the last line is not a checksum" },
    { CHECKSUM, sum, "\nx\n", "the last line is not" },
    { "checksum: md5 ", sum, "\n", "the last line is not" },
    { "", "", "", "the last line is not a checksum" },
    { "checksum:  sha256 ", sum, "\n", "the last line is not" },
    { " " CHECKSUM, sum, "\n", "the last line is not" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *file = g_strconcat (body, cases[i].before, cases[i].sum, cases[i].after, NULL);
    g_autoptr (GBytes) bytes = g_bytes_new (file, strlen (file));
    assert_refused (bytes, EXTRACT_ERROR_MODEL_FORMAT, cases[i].message);
  }

  /* A good file within a good file, or before one. */
  g_autoptr (GBytes) good = with_checksum (body, strlen (body));
  g_autofree char *file = g_strndup (g_bytes_get_data (good, NULL), g_bytes_get_size (good));
  g_autofree char *more = g_strconcat (file, "note: more\n", NULL);
  g_autofree char *double_file = g_strconcat (file, file, NULL);
  g_autoptr (GBytes) first = with_checksum (more, strlen (more));
  g_autoptr (GBytes) second = g_bytes_new (double_file, strlen (double_file));
  assert_refused (first, EXTRACT_ERROR_MODEL_FORMAT, "line 38: the file has extra text");
  assert_refused (second, EXTRACT_ERROR_MODEL_FORMAT, "the checksum does not match");
}

static void
test_not_a_model (void)
{
  static const char *const files[] = { "",
                                       "\n",
                                       "x",
                                       "\x89PNG\r\n\x1a\n",
                                       "FANN_FLO_2.1\nnum_layers=5\n",
                                       "<!DOCTYPE html>",
                                       "texttractor-model",
                                       "texttractor-model ",
                                       "texttractor-model 1",
                                       "texttractor-model 1\n" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (GBytes) bytes = g_bytes_new (files[i], strlen (files[i]));
    g_autoptr (GBytes) summed = with_checksum (files[i], strlen (files[i]));
    assert_refused (bytes, EXTRACT_ERROR_MODEL_FORMAT, "line 1: ");
    assert_refused (summed, EXTRACT_ERROR_MODEL_FORMAT, "line ");
  }
  gsize large = 64 * 1024 * 1024 + 1;
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_malloc0 (large), large);
  assert_refused (bytes, EXTRACT_ERROR_MODEL_FORMAT, "line 1: the file has more than");
}

static void
test_random_flips (gconstpointer which)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_autofree char *body = make_body_of (GPOINTER_TO_UINT (which));
  gsize size = strlen (body);
  guint n_taken = 0;

  for (guint i = 0; i < 5000; i++) {
    g_autofree char *changed = g_strndup (body, size);
    for (int n = g_rand_int_range (rand, 1, 4); n > 0; n--) {
      gsize at = (gsize) g_rand_int_range (rand, 0, (gint32) (i % 2 ? size : MIN (size, 500)));
      changed[at] ^= (char) (1 << g_rand_int_range (rand, 0, 8));
    }
    g_autoptr (GBytes) bytes = with_checksum (changed, size);
    n_taken += assert_sound (bytes);

    g_autoptr (GString) file =
        g_string_new_len (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
    file->str[g_rand_int_range (rand, 0, (gint32) file->len)] ^= (char) (1 << g_rand_int_range (rand, 0, 8));
    g_autoptr (GBytes) damaged = g_bytes_new (file->str, file->len);
    assert_refused (damaged, EXTRACT_ERROR_MODEL_FORMAT, "");
  }
  g_test_message ("%u of 5000 changed files were good models", n_taken);
}

static void
test_new_refuses (void)
{
  static const char *const no_name[] = { "data", "toy", NULL };
  static const char *const bad_name[] = { "name", "Toy", NULL };
  static const char *const twice[] = { "name", "a", "name", "b", NULL };
  static const char *const unknown[] = { "name", "a", "colour", "red", NULL };
  static const char *const two_lines[] = { "name", "a", "note", "one\nnetworks: 7", NULL };
  static const char *const empty[] = { "name", "a", "note", "", NULL };
  static const char *const latin1[] = { "name", "a", "note", "caf\xe9", NULL };
  static const char *const no_rule[] = { "no-such-rule", NULL };
  static const char *const bad_rule[] = { "no such rule", NULL };
  const struct {
    const char *const *card;
    double good, near_good;
    const char *const *rules;
    int code;
    const char *message;
  } cases[] = {
    { no_name, 0.5, 0.2, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "the card does not have the key \"name\"" },
    { bad_name, 0.5, 0.2, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "the name of the model" },
    { twice, 0.5, 0.2, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "twice" },
    { unknown, 0.5, 0.2, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "not known" },
    { two_lines, 0.5, 0.2, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "control character" },
    { empty, 0.5, 0.2, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "bytes" },
    { latin1, 0.5, 0.2, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "UTF-8" },
    { card, 0, 0, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "the threshold for good" },
    { card, 1.01, 0, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "the threshold for good" },
    { card, NAN, 0, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "the threshold for good" },
    { card, INFINITY, 0, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "the threshold for good" },
    { card, 0.5, 0.6, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "the threshold for near-good" },
    { card, 0.5, -0.1, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "the threshold for near-good" },
    { card, 0.5, NAN, no_rules, EXTRACT_ERROR_MODEL_FORMAT, "the threshold for near-good" },
    { card, 0.5, 0.2, no_rule, EXTRACT_ERROR_MODEL_MISMATCH, "no-such-rule" },
    { card, 0.5, 0.2, bad_rule, EXTRACT_ERROR_MODEL_FORMAT, "the name of a rule" },
  };
  g_autoptr (ExtractNetwork) network = make_network (1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("%s", cases[i].message);
    g_assert_null (extract_model_new (
        cases[i].card,
        &(ExtractModelParts){ .stages[EXTRACT_STAGE_FIRST] = { .set = get_set (), .network = network },
                              .good = cases[i].good,
                              .near_good = cases[i].near_good,
                              .no_text = 1,
                              .rules = cases[i].rules },
        &error));
    g_assert_error (error, EXTRACT_ERROR, cases[i].code);
    g_assert_nonnull (strstr (error->message, cases[i].message));
  }

  const ExtractLayer other = { 2, EXTRACT_ACTIVATION_LINEAR, 1 };
  g_autofree float *weights = g_new0 (float, 79 * 2);
  g_autoptr (ExtractNetwork) narrow = extract_network_new (3, &other, 1, weights, 8, NULL);
  g_autoptr (ExtractNetwork) forked = extract_network_new (N_INPUTS, &other, 1, weights, 79 * 2, NULL);
  ExtractNetwork *const unfit[] = { narrow, forked };
  for (guint i = 0; i < G_N_ELEMENTS (unfit); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (extract_model_new (
        card,
        &(ExtractModelParts){ .stages[EXTRACT_STAGE_FIRST] = { .set = get_set (), .network = unfit[i] },
                              .good = 0.5,
                              .near_good = 0.2,
                              .no_text = 1,
                              .rules = no_rules },
        &error));
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH);
  }

  const ExtractLayer huge[] = { { 51000, EXTRACT_ACTIVATION_LINEAR, 1 },
                                { 1, EXTRACT_ACTIVATION_LINEAR, 1 } };
  gsize n_huge = 79 * 51000 + 51001;
  g_autofree float *zeros = g_new0 (float, n_huge);
  g_autoptr (ExtractNetwork) heavy = extract_network_new (N_INPUTS, huge, 2, zeros, n_huge, NULL);
  g_autoptr (GError) error = NULL;
  g_assert_nonnull (heavy);
  g_assert_null (extract_model_new (
      card,
      &(ExtractModelParts){ .stages[EXTRACT_STAGE_FIRST] = { .set = get_set (), .network = heavy },
                            .good = 0.5,
                            .near_good = 0.2,
                            .no_text = 1,
                            .rules = no_rules },
      &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT);
}

/* Parts that extract_model_new () does not take. */
static void
test_new_refuses_parts (void)
{
  g_autoptr (ExtractModel) model = make_model_of (ALL_PARTS, 1);
  const ExtractModelParts *good = extract_model_get_parts (model);
  const guint n_outcome = extract_feature_set_get_n_inputs (extract_feature_set_get_outcome ());
  g_autoptr (ExtractNetwork) linear = NULL;
  g_autofree float *weights = g_new0 (float, (n_outcome + 1) * 2);
  const ExtractLayer layer = { 2, EXTRACT_ACTIVATION_LINEAR, 1 };
  ExtractScale wrong[26] = { { 0, 1 } };
  const ExtractLayer wide = { 1, EXTRACT_ACTIVATION_LINEAR, 1, 1 };
  g_autoptr (ExtractNetwork) convolution = NULL;
  g_autofree float *wide_weights = g_new0 (float, 3 * N_INPUTS + 1);
  ExtractModelParts parts[14];
  const struct {
    int code;
    const char *message;
  } expected[] = {
    { EXTRACT_ERROR_MODEL_FORMAT, "the scale of feature 3" },
    { EXTRACT_ERROR_MODEL_FORMAT, "the threshold for pages" },
    { EXTRACT_ERROR_MODEL_FORMAT, "the threshold for pages" },
    { EXTRACT_ERROR_MODEL_FORMAT, "the threshold for pages" },
    { EXTRACT_ERROR_MODEL_FORMAT, "no network for the outcome" },
    { EXTRACT_ERROR_MODEL_MISMATCH, "the network takes 78 inputs, the feature set \"context\" gives 35" },
    { EXTRACT_ERROR_MODEL_MISMATCH, "the feature set \"outcome\" gives" },
    { EXTRACT_ERROR_MODEL_MISMATCH, "not in 0..1" },
    { EXTRACT_ERROR_MODEL_FORMAT, "a network for edges, but no decoding" },
    { EXTRACT_ERROR_MODEL_FORMAT, "no transitions and no network" },
    { EXTRACT_ERROR_MODEL_FORMAT, "transitions and a network" },
    { EXTRACT_ERROR_MODEL_FORMAT, "a number that is not" },
    { EXTRACT_ERROR_MODEL_FORMAT, "weight of the decoding is below 0" },
    { EXTRACT_ERROR_MODEL_FORMAT, "has a window" },
  };

  linear = extract_network_new (n_outcome, &layer, 1, weights, (n_outcome + 1) * 2, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    parts[i] = *good;
  wrong[2].deviation = -1;
  parts[0].stages[EXTRACT_STAGE_FIRST].scale = wrong;
  parts[1].no_text = 0;
  parts[2].no_text = NAN;
  parts[3].no_text = 1.5;
  parts[4].stages[EXTRACT_STAGE_OUTCOME] = (ExtractStage){ 0 };
  parts[5].stages[EXTRACT_STAGE_CONTEXT].network = good->stages[EXTRACT_STAGE_FIRST].network;
  parts[6].stages[EXTRACT_STAGE_OUTCOME].network = good->stages[EXTRACT_STAGE_CONTEXT].network;
  parts[7].stages[EXTRACT_STAGE_OUTCOME].network = linear;
  parts[8].decoding = (ExtractDecoding){ 0 };
  parts[9].stages[EXTRACT_STAGE_EDGES] = (ExtractStage){ 0 };
  parts[10].decoding.has_transitions = TRUE;
  parts[11].decoding.slope = NAN;
  parts[12].decoding.weight = -1;
  convolution = extract_network_new (N_INPUTS, &wide, 1, wide_weights, 3 * N_INPUTS + 1, NULL);
  parts[13].stages[EXTRACT_STAGE_FIRST].network = convolution;
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("%s", expected[i].message);
    g_assert_null (extract_model_new (card, &parts[i], &error));
    g_assert_error (error, EXTRACT_ERROR, expected[i].code);
    g_assert_nonnull (strstr (error->message, expected[i].message));
  }
  for (guint k = 0; k < 2; k++) {
    g_autoptr (GError) error = NULL;
    wrong[2].deviation = k == 0 ? NAN : 1;
    wrong[2].mean = k == 1 ? INFINITY : 0;
    g_assert_null (extract_model_new (card, &parts[0], &error));
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT);
  }
}

static void
test_files (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("texttractor-model-XXXXXX", &error);
  g_assert_no_error (error);
  g_autofree char *path = g_build_filename (folder, "toy.model", NULL);
  g_autofree char *absent = g_build_filename (folder, "absent.model", NULL);
  g_autoptr (ExtractModel) model = make_model ();
  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);

  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  g_autoptr (ExtractModel) read = extract_model_load (path, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) again = extract_model_to_bytes (read);
  g_assert_true (g_bytes_equal (bytes, again));

  g_assert_null (extract_model_load (absent, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_true (g_str_has_prefix (error->message, absent));
  g_clear_error (&error);
  g_assert_null (extract_model_load (folder, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  g_clear_error (&error);
  g_assert_null (extract_model_load ("/dev/zero", &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT);
  g_clear_error (&error);

  g_file_set_contents (path, "nothing", -1, &error);
  g_assert_no_error (error);
  g_assert_null (extract_model_load (path, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT);
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_true (g_str_has_suffix (error->message, ": line 1: this is not a model file"));
  g_clear_error (&error);

  g_assert_null (extract_model_load (absent, NULL));
  g_assert_null (extract_model_load (path, NULL));
  g_remove (path);
  g_rmdir (folder);
}

static gpointer
get_builtin (gpointer name)
{
  return extract_model_get_any_builtin (name, NULL);
}

static void
test_builtin (void)
{
  static const char *const absent[] = {
    "no-such-model", "", "../classic", "classic.model", "Classic", "\xff"
  };
  g_auto (GStrv) names = extract_model_get_builtin_names ();
  g_autoptr (GError) error = NULL;

  g_assert_true (g_strv_contains ((const char *const *) names, "classic"));
  for (guint i = 0; names[i] != NULL; i++) {
    GThread *threads[4];
    g_test_message ("%s", names[i]);
    g_assert_true (i == 0 || strcmp (names[i - 1], names[i]) < 0);
    for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
      threads[t] = g_thread_new ("builtin", get_builtin, names[i]);
    g_autoptr (ExtractModel) model = extract_model_get_any_builtin (names[i], &error);
    g_assert_no_error (error);
    g_assert_cmpstr (extract_model_get_name (model), ==, names[i]);
    for (guint t = 0; t < G_N_ELEMENTS (threads); t++) {
      g_autoptr (ExtractModel) same = g_thread_join (threads[t]);
      g_assert_true (same == model);
    }
    /* It was read without a look at its checksum and tokens. */
    g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
    g_assert_true (assert_sound (bytes));
    g_autofree char *file = g_strconcat (names[i], ".model", NULL);
    g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "models", file, NULL);
    g_autofree char *contents = NULL;
    gsize length;
    g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
    g_assert_cmpmem (contents, length, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  }
  g_autoptr (ExtractModel) model = extract_model_get_default (&error);
  g_assert_no_error (error);
  g_assert_cmpstr (extract_model_get_name (model), ==, "rich");

  for (guint i = 0; i < G_N_ELEMENTS (absent); i++) {
    g_assert_null (extract_model_get_builtin (absent[i], &error));
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_UNKNOWN);
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
    g_clear_error (&error);
  }
}

/* The label of the first block that has @words. */
static ExtractLabel
get_label_of (ExtractDocument *document, const char *words)
{
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    if (strstr (extract_block_get_text (block), words) != NULL)
      return extract_block_get_label (block);
  }
  g_error ("no block has \"%s\"", words);
}

/* A model that is installed and not built in: its file is whole, it reads each feature of its sets, and it
 * finds the text of a page. */
static void
test_installed (void)
{
  static const char *const good[] = { "How to read a tide table", "Anyone who has ever", "The first figure",
                                      "They trust the figure" };
  static const char *const bad[] = { "Weather", "03:42", "You may also like", "Privacy" };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "models", "web2text.model", NULL);
  g_autofree char *page_path = g_test_build_filename (G_TEST_DIST, "..", "pages", "article.html", NULL);
  g_autofree char *page = NULL, *file = NULL;
  gsize page_length, length;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (page_path, &page, &page_length, NULL));
  g_assert_true (g_file_get_contents (path, &file, &length, NULL));
  g_autoptr (GBytes) bytes = g_bytes_new (file, length);
  g_assert_true (assert_sound (bytes));
  g_autoptr (ExtractModel) model = extract_model_load (path, &error);
  g_assert_no_error (error);

  const ExtractStage *first = extract_model_get_stage (model, EXTRACT_STAGE_FIRST),
                     *edges = extract_model_get_stage (model, EXTRACT_STAGE_EDGES);
  g_assert_true (first->set == extract_feature_set_find ("web2text"));
  g_assert_cmpuint (extract_network_get_n_inputs (first->network), ==, 128);
  g_assert_cmpuint (extract_feature_set_get_n_features (first->set), ==, 128);
  g_assert_cmpuint (extract_network_get_n_inputs (edges->network), ==, 25);
  g_assert_cmpuint (extract_feature_set_get_n_features (edges->set), ==, 25);
  g_assert_cmpint (extract_model_get_parts (model)->decoding.kind, ==, EXTRACT_DECODING_VITERBI);

  g_autoptr (ExtractDocument) document = parse_sized (page, (gssize) page_length, "http://example.com/");
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_assert_true (extract_classifier_label (classifier, document, &error));
  g_assert_cmpint (get_label_of (document, "By Marta Lind"), ==, EXTRACT_LABEL_BAD);
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_cmpint (get_label_of (document, good[i]), ==, EXTRACT_LABEL_GOOD);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_cmpint (get_label_of (document, bad[i]), ==, EXTRACT_LABEL_BAD);
}

/* All of it where a number has a comma. */
static void
test_comma_locale (void)
{
  static const char *const locales[] = { "cs_CZ.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8", "cs_CZ", "de_DE" };
  g_autofree char *before = g_strdup (setlocale (LC_ALL, NULL));
  guint i = 0;

  while (i < G_N_ELEMENTS (locales) && setlocale (LC_ALL, locales[i]) == NULL)
    i++;
  if (i == G_N_ELEMENTS (locales)) {
    g_test_skip ("no locale with a decimal comma is installed");
    return;
  }
  g_autofree char *comma = g_strdup_printf ("%.1f", 0.5);
  g_assert_cmpstr (comma, ==, "0,5");
  test_head ();
  test_round_trip ();
  test_edits ();
  setlocale (LC_ALL, before);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/round-trip", test_round_trip);
  g_test_add_func ("/model/accessors", test_accessors);
  g_test_add_func ("/model/head", test_head);
  g_test_add_func ("/model/no-rules", test_no_rules);
  g_test_add_data_func ("/model/truncated", GUINT_TO_POINTER (0), test_truncated);
  g_test_add_data_func ("/model/truncated/all-parts", GUINT_TO_POINTER (ALONE), test_truncated);
  g_test_add_data_func ("/model/truncated/edges", GUINT_TO_POINTER (ALL_PARTS), test_truncated);
  g_test_add_data_func ("/model/numbers", GUINT_TO_POINTER (0), test_numbers);
  g_test_add_data_func ("/model/numbers/all-parts", GUINT_TO_POINTER (ALONE), test_numbers);
  g_test_add_data_func ("/model/numbers/edges", GUINT_TO_POINTER (ALL_PARTS), test_numbers);
  g_test_add_data_func ("/model/lines", GUINT_TO_POINTER (0), test_lines);
  g_test_add_data_func ("/model/lines/all-parts", GUINT_TO_POINTER (ALONE), test_lines);
  g_test_add_data_func ("/model/lines/edges", GUINT_TO_POINTER (ALL_PARTS), test_lines);
  g_test_add_func ("/model/edits", test_edits);
  g_test_add_func ("/model/edits/all-parts", test_edits_of_parts);
  g_test_add_func ("/model/parts", test_parts);
  g_test_add_func ("/model/pages", test_pages);
  g_test_add_func ("/model/parts/lines", test_lines_of_parts);
  g_test_add_func ("/model/plain-numbers", test_plain_numbers);
  g_test_add_func ("/model/mismatch", test_mismatch);
  g_test_add_func ("/model/duplicate-rule", test_duplicate_rule);
  g_test_add_func ("/model/edges", test_edges);
  g_test_add_data_func ("/model/crlf", GUINT_TO_POINTER (0), test_crlf);
  g_test_add_data_func ("/model/crlf/all-parts", GUINT_TO_POINTER (ALONE), test_crlf);
  g_test_add_data_func ("/model/crlf/edges", GUINT_TO_POINTER (ALL_PARTS), test_crlf);
  g_test_add_data_func ("/model/zero-bytes", GUINT_TO_POINTER (0), test_zero_bytes);
  g_test_add_data_func ("/model/zero-bytes/all-parts", GUINT_TO_POINTER (ALONE), test_zero_bytes);
  g_test_add_data_func ("/model/zero-bytes/edges", GUINT_TO_POINTER (ALL_PARTS), test_zero_bytes);
  g_test_add_func ("/model/checksum", test_checksum);
  g_test_add_func ("/model/not-a-model", test_not_a_model);
  g_test_add_data_func ("/model/random-flips", GUINT_TO_POINTER (0), test_random_flips);
  g_test_add_data_func ("/model/random-flips/all-parts", GUINT_TO_POINTER (ALONE), test_random_flips);
  g_test_add_data_func ("/model/random-flips/edges", GUINT_TO_POINTER (ALL_PARTS), test_random_flips);
  g_test_add_func ("/model/new-refuses", test_new_refuses);
  g_test_add_func ("/model/new-refuses/parts", test_new_refuses_parts);
  g_test_add_func ("/model/files", test_files);
  g_test_add_func ("/model/builtin", test_builtin);
  g_test_add_func ("/model/installed", test_installed);
  g_test_add_func ("/model/comma-locale", test_comma_locale);
  return g_test_run ();
}
