/* SPDX-License-Identifier: MIT */
/* Models of elements: their file can be written in one way, and hostile ones are refused with a sentence. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include <libextract/model/model.h>

#define N EXTRACT_N_ELEMENT_FEATURES

static const char *const card[] = { "name", "toy", "note", "of two classes", NULL };
static const ExtractElementClass classes[] = { { "revealer", "revealer", 0.35 }, { "vote", "none", 1 } };

/* A network of one layer with @n_outputs. Returns: (transfer full) */
static ExtractNetwork *
make_network (guint n_inputs, guint n_outputs, ExtractActivation activation)
{
  const ExtractLayer layers[] = { { n_outputs, activation, 0.5F } };
  const gsize n = (gsize) (n_inputs + 1) * n_outputs;
  g_autofree float *weights = g_new (float, n);
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < n; i++)
    weights[i] = (float) i / 128;
  ExtractNetwork *network = extract_network_new (n_inputs, layers, 1, weights, n, &error);
  g_assert_no_error (error);
  return network;
}

static const double offsets[] = { 0, -0.5 }, transitions[] = { 0.25, -1, 1.5, 0 };
static const ExtractClassDecoding no_decoding = { 0 },
                                  crf = { EXTRACT_DECODING_CRF, 1.25, 1, offsets, transitions };

static ExtractModel *
make_model (const ExtractClassDecoding *decoding)
{
  g_autoptr (ExtractNetwork) network = make_network (N, 2, EXTRACT_ACTIVATION_SIGMOID);
  const ExtractElementParts parts = { network, classes, 2, 1.25, *decoding };
  g_autoptr (GError) error = NULL;
  ExtractModel *model = extract_model_new_for_elements (card, &parts, &error);

  g_assert_no_error (error);
  return model;
}

static char *
dup_text (const ExtractClassDecoding *decoding)
{
  g_autoptr (ExtractModel) model = make_model (decoding);
  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* @text, with the checksum that it needs */
static ExtractModel *
load (const char *text, GError **error)
{
  const char *old = strstr (text, "checksum: ");
  g_autofree char *body = g_strndup (text, (gsize) (old - text));
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, body, -1);
  g_autofree char *file = g_strdup_printf ("%schecksum: sha256 %s\n", body, sum);
  g_autoptr (GBytes) bytes = g_bytes_new (file, strlen (file));

  return extract_model_load_any_bytes (bytes, error);
}

static void
test_round_trip (void)
{
  g_autofree char *text = dup_text (&no_decoding);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = load (text, &error);

  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (text, "texttractor-model 1\nname: toy\nnote: of two classes\n"
                                         "features: element 1\nclasses: 2 temperature 1.25\n"
                                         "class: revealer revealer 0.35\nclass: vote none 1\n"));
  g_autoptr (GBytes) again = extract_model_to_bytes (model);
  g_assert_cmpmem (text, strlen (text), g_bytes_get_data (again, NULL), g_bytes_get_size (again));
  const ExtractElementParts *parts = extract_model_get_element_parts (model);
  g_assert_cmpuint (parts->n_classes, ==, 2);
  g_assert_cmpfloat (parts->temperature, ==, 1.25);
  g_assert_cmpstr (parts->classes[1].like, ==, "none");
  g_assert_cmpint (extract_model_get_kind (model), ==, EXTRACT_MODEL_ELEMENTS);
  g_assert_cmpint (parts->decoding.kind, ==, EXTRACT_DECODING_THRESHOLD);
}

static void
test_decoding (void)
{
  g_autofree char *text = dup_text (&crf);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = load (text, &error);

  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, "\nclass: vote none 1\ndecoding: crf slope 1.25 weight 1\n"
                                  "transitions: offset 0 to 0.25 -1\ntransitions: offset -0.5 to 1.5 0\n"
                                  "network: inputs "));
  g_autoptr (GBytes) again = extract_model_to_bytes (model);
  g_assert_cmpmem (text, strlen (text), g_bytes_get_data (again, NULL), g_bytes_get_size (again));
  const ExtractClassDecoding *decoding = &extract_model_get_element_parts (model)->decoding;
  g_assert_cmpint (decoding->kind, ==, EXTRACT_DECODING_CRF);
  g_assert_cmpfloat (decoding->slope, ==, 1.25);
  g_assert_cmpmem (decoding->offsets, sizeof offsets, offsets, sizeof offsets);
  g_assert_cmpmem (decoding->transitions, sizeof transitions, transitions, sizeof transitions);
}

typedef struct {
  const char *name, *old, *new;
  const char *error; /* what the sentence has */
} EditCase;

static const EditCase edit_cases[] = {
  { "version", "element 1", "element 2",
    "for version 2 of the features of elements, which are now at version 1" },
  { "no-version", "element 1", "element ",
    "line 4: the version of the features of elements is not a number" },
  { "one-class", "classes: 2", "classes: 1", "line 5: the model has 1 classes, not 2 to 200" },
  { "many-classes", "classes: 2", "classes: 4000000000",
    "line 5: the model has 4000000000 classes, not 2 to 200" },
  { "three-classes", "classes: 2", "classes: 3", "line 8: \"class:\" is expected here" },
  { "temperature", "temperature 1.25", "temperature 0", "the temperature is not a number from 0.05 to 20" },
  { "temperature-nan", "temperature 1.25", "temperature nan", "line 5: the temperature is not a number" },
  { "temperature-twice-written", "temperature 1.25", "temperature 1.250",
    "line 5: the temperature is not a number" },
  { "threshold", "revealer 0.35", "revealer 0", "line 6: the threshold of a class is not a number above 0" },
  { "threshold-above", "revealer 0.35", "revealer 1.5",
    "line 6: the threshold of a class is not a number above 0" },
  { "no-threshold", "revealer revealer 0.35", "revealer revealer",
    "line 6: the threshold of the class is missing" },
  { "no-like", "revealer revealer 0.35", "revealer",
    "line 6: the class has no name, or is not like any other" },
  { "unknown-like", "vote none", "vote opener",
    "line 7: the class \"vote\" is like none that a browser knows" },
  { "capital", "vote none", "Vote none", "line 7: the name of a class is not a-z" },
  { "digit", "vote none", "1vote none", "line 7: the name of a class is not a-z" },
  { "twice", "class: vote", "class: revealer", "line 7: the class \"revealer\" is there twice" },
  { "extra", "vote none 1", "vote none 1 ", "line 7: the line has extra text at its end" },
  { "outputs", "layer: 2 sigmoid", "layer: 2 linear", "the outputs of the network are not in 0..1" },
  { "layers", "layers 1", "layers 2", "\"layer:\" is expected here" },
  { "scale", "weights: ", "scale: 2\n", "\"weights:\" is expected here" },
  { "thresholds", "classes: 2", "thresholds: good 0.5 near-good 0.2\nclasses: 2",
    "\"classes:\" is expected here" },
  { "behind", "checksum: ", "rules:\nchecksum: ", "the file has extra text at its end" },
};

static const EditCase decoding_cases[] = {
  { "kind", "decoding: crf", "decoding: beam", "line 8: the decoding is not known" },
  { "no-kind", "decoding: crf", "decoding: threshold", "line 8: the decoding is not known" },
  { "no-slope", "crf slope 1.25 weight", "crf weight", "line 8: the word \"slope\" is expected here" },
  { "slope", "slope 1.25", "slope nan", "line 8: a number of the decoding is not a number" },
  { "slope-large", "slope 1.25", "slope 1000001", "the decoding has a number that is not from -1e+06 to" },
  { "weight", "weight 1\n", "weight -1\n", "the weight of the decoding is below 0" },
  { "weight-large", "weight 1\n", "weight 10000000\n", "the decoding has a number that is not from" },
  { "extra", "weight 1\n", "weight 1 transitions\n", "line 8: the line has extra text at its end" },
  { "first-offset", "offset 0 to", "offset 1 to", "line 9: the offset of the first class is not 0" },
  { "offset", "offset -0.5", "offset -1000001", "line 10: the decoding has a number that is not from" },
  { "no-offset", "offset -0.5 to", "to", "line 10: the word \"offset\" is expected here" },
  { "transition", "0.25 -1\n", "0.25 2000000\n", "line 9: the decoding has a number that is not from" },
  { "infinite", "0.25 -1\n", "0.25 inf\n", "line 9: a number of the decoding is not a number" },
  { "few", "to 0.25 -1\n", "to 0.25\n", "line 9: a number of the decoding is missing" },
  { "many", "to 0.25 -1\n", "to 0.25 -1 0\n", "line 9: the line has extra text at its end" },
  { "line", "transitions: offset -0.5 to 1.5 0\n", "", "line 10: \"transitions:\" is expected here" },
  { "no-decoding", "decoding: crf slope 1.25 weight 1\n", "", "line 8: \"network:\" is expected here" },
};

static void
check_edit (const EditCase *one, const ExtractClassDecoding *decoding)
{
  g_autofree char *text = dup_text (decoding);
  g_autoptr (GString) edited = g_string_new (text);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (g_string_replace (edited, one->old, one->new, 1), ==, 1);
  g_assert_null (load (edited->str, &error));
  g_test_message ("%s", error->message);
  g_assert_true (error->domain == EXTRACT_ERROR);
  g_assert_true (g_str_has_prefix (error->message, "line "));
  g_assert_nonnull (strstr (error->message, one->error));
}

static void
test_edit (gconstpointer data)
{
  check_edit (data, &no_decoding);
}

static void
test_edit_decoding (gconstpointer data)
{
  check_edit (data, &crf);
}

/* Cut anywhere, it is refused. */
static void
test_truncated (gconstpointer decoding)
{
  g_autofree char *text = dup_text (decoding);

  for (gsize n = 0; n < strlen (text); n++) {
    g_autoptr (GBytes) bytes = g_bytes_new (text, n);
    g_autoptr (GError) error = NULL;
    g_assert_null (extract_model_load_any_bytes (bytes, &error));
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT);
  }
}

/* Any other byte at any place, any byte left out or given twice, with the checksum put right: refused by a
 * sentence with a line, or taken for what it is, which gives the same bytes again. */
static void
test_bytes (gconstpointer decoding)
{
  static const char others[] = { ' ', '\n', '0', '9', '-', '.', 'e', 'x', ':', '\x7f', '\xff' };
  g_autofree char *text = dup_text (decoding);
  const gsize n = (gsize) (strstr (text, "checksum: ") - text);
  guint n_taken = 0;

  for (gsize i = 0; i < n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (others) + 2; k++) {
      g_autoptr (GString) changed = g_string_new (text);
      g_autoptr (GError) error = NULL;

      if (k < G_N_ELEMENTS (others))
        changed->str[i] = others[k];
      else if (k == G_N_ELEMENTS (others))
        g_string_erase (changed, (gssize) i, 1);
      else
        g_string_insert_c (changed, (gssize) i, text[i]);
      g_autoptr (ExtractModel) model = load (changed->str, &error);
      if (!model) {
        g_assert_true (error->domain == EXTRACT_ERROR && g_str_has_prefix (error->message, "line "));
        continue;
      }
      g_autoptr (GBytes) again = extract_model_to_bytes (model);
      const gsize body = (gsize) (strstr (changed->str, "checksum: ") - changed->str);
      g_assert_cmpuint (g_bytes_get_size (again), >, body);
      g_assert_true (memcmp (g_bytes_get_data (again, NULL), changed->str, body) == 0);
      n_taken++;
    }
  g_assert_cmpuint (n_taken, >, 0);
}

static void
test_new_refuses (void)
{
  static const ExtractElementClass twice[] = { { "a", "none", 1 }, { "a", "none", 1 } };
  g_autoptr (ExtractNetwork) two = make_network (N, 2, EXTRACT_ACTIVATION_SIGMOID);
  g_autoptr (ExtractNetwork) three = make_network (N, 3, EXTRACT_ACTIVATION_SIGMOID);
  g_autoptr (ExtractNetwork) narrow = make_network (3, 2, EXTRACT_ACTIVATION_SIGMOID);
  g_autoptr (ExtractNetwork) symmetric = make_network (N, 2, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC);
  const ExtractClassDecoding lifted = { EXTRACT_DECODING_CRF, 1, 1, offsets + 1, transitions };
  const ExtractElementParts cases[] = {
    { three, classes, 2, 1 }, { narrow, classes, 2, 1 },      { symmetric, classes, 2, 1 },
    { two, classes, 1, 1 },   { two, classes, 2, 0 / 1.0 },   { two, classes, 2, 21 },
    { two, twice, 2, 1 },     { two, classes, 2, 1, lifted },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (extract_model_new_for_elements (card, &cases[i], &error));
    g_assert_true (error && error->domain == EXTRACT_ERROR);
  }
}

/* Each of both is taken only where it is asked for. */
static void
test_kinds (void)
{
  g_autoptr (ExtractModel) model = make_model (&no_decoding);
  g_autoptr (ExtractModel) builtin = extract_model_get_any_builtin ("elements", NULL);
  g_autoptr (ExtractModel) rich = extract_model_get_any_builtin ("rich", NULL);
  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
  g_autoptr (GError) error = NULL;

  g_assert_null (extract_model_load_bytes (bytes, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH);
  g_clear_error (&error);
  g_assert_null (extract_model_get_builtin ("elements", &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH);
  g_assert_cmpint (extract_model_get_kind (builtin), ==, EXTRACT_MODEL_ELEMENTS);
  g_assert_cmpint (extract_model_get_kind (rich), ==, EXTRACT_MODEL_MAIN_TEXT);
  g_assert_null (extract_model_get_element_parts (rich));
  g_assert_true (extract_model_check_kind (builtin, EXTRACT_MODEL_ELEMENTS, NULL));
  g_assert_false (extract_model_check_kind (rich, EXTRACT_MODEL_ELEMENTS, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/round-trip", test_round_trip);
  g_test_add_func ("/decoding", test_decoding);
  for (guint i = 0; i < G_N_ELEMENTS (edit_cases); i++) {
    g_autofree char *name = g_strconcat ("/edit/", edit_cases[i].name, NULL);
    g_test_add_data_func (name, &edit_cases[i], test_edit);
  }
  for (guint i = 0; i < G_N_ELEMENTS (decoding_cases); i++) {
    g_autofree char *name = g_strconcat ("/edit-decoding/", decoding_cases[i].name, NULL);
    g_test_add_data_func (name, &decoding_cases[i], test_edit_decoding);
  }
  g_test_add_data_func ("/truncated/alone", &no_decoding, test_truncated);
  g_test_add_data_func ("/truncated/decoding", &crf, test_truncated);
  g_test_add_data_func ("/bytes/alone", &no_decoding, test_bytes);
  g_test_add_data_func ("/bytes/decoding", &crf, test_bytes);
  g_test_add_func ("/new-refuses", test_new_refuses);
  g_test_add_func ("/kinds", test_kinds);
  return g_test_run ();
}
