/* SPDX-License-Identifier: MIT */
/* Classes of blocks: from outputs to one class, decoded or not; models that tell them, and their files. */
#include <math.h>
#include <string.h>

#include <libextract/extract.h>
#include <libextract/model/model.h>
#include <libextract/page/page.h>

#define N_FEATURES 26

static const char *const names[] = { "boilerplate", "comment", "content", "heading", NULL };
static const double offsets[] = { 0, -0.5, 0.25, 0 };
static const double transitions[] = { 0.25, -1, 1.5, 0, 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, -2, 0.5 };
static const ExtractClassDecoding no_decoding = { 0 },
                                  viterbi = { EXTRACT_DECODING_VITERBI, 1, 0.5, offsets, transitions },
                                  crf = { EXTRACT_DECODING_CRF, 1.25, 1, offsets, transitions };

/* ---- From outputs to classes -------------------------------------------------------------------- */

/* With the score 0.8, content and heading share 0.8 as e^1 to e^0, the others 0.2 as 1 to 3. */
static void
test_join (void)
{
  const float scores[] = { 0.8F, 0 };
  float outputs[] = { 5, 5 + logf (3), 1, 0, 0, -INFINITY, 1000, -1000 };
  const double e = exp (1);

  extract_classes_join (names, 2, scores, outputs);
  g_assert_cmpfloat (fabs (outputs[0] - 0.05), <, 1e-6);
  g_assert_cmpfloat (fabs (outputs[1] - 0.15), <, 1e-6);
  g_assert_cmpfloat (fabs (outputs[2] - 0.8 * e / (e + 1)), <, 1e-6);
  g_assert_cmpfloat (fabs (outputs[3] - 0.8 / (e + 1)), <, 1e-6);
  /* What is no number counts 0; and however large the others are, the sum is 1. */
  g_assert_cmpfloat (outputs[4], ==, 0.5F);
  g_assert_cmpfloat (outputs[5], ==, 0.5F);
  g_assert_cmpfloat (outputs[6], ==, 0);
  g_assert_cmpfloat (outputs[7], ==, 0);
}

static void
test_choose (void)
{
  const float probabilities[] = { 0.3F, 0.3F, 0.1F, 0.2F };

  g_assert_cmpuint (extract_classes_choose (names, probabilities, TRUE), ==, 3);
  g_assert_cmpuint (extract_classes_choose (names, probabilities, FALSE), ==,
                    0); /* the first of equal ones */
}

/* Without a decoding, scores stay to the last bit. With transitions that forbid nothing but content after
 * content, the second of two likely blocks of content becomes a heading; the score is the sum of both. */
static void
test_decode (void)
{
  const double none[4] = { 0 };
  double apart[16] = { 0 };
  const ExtractClassDecoding decoding = { EXTRACT_DECODING_CRF, 1, 1, none, apart };
  float scores[] = { 0.9F, 0.7F }, probabilities[8] = { 0.05F, 0.05F, 0.89F, 0.01F, 0.1F, 0.2F, 0.4F, 0.3F };
  float before[8];

  memcpy (before, probabilities, sizeof before);
  extract_classes_decode (names, &no_decoding, 2, probabilities, scores);
  g_assert_cmpmem (before, sizeof before, probabilities, sizeof probabilities);
  g_assert_cmpfloat (scores[1], ==, 0.7F);

  apart[2 * 4 + 2] = -100;
  extract_classes_decode (names, &decoding, 2, probabilities, scores);
  /* Of the second block: each class as often as before, but content only after 1 - 0.89 of the first one. */
  const double all = 0.1 + 0.2 + 0.3 + 0.4 * 0.11;
  g_assert_cmpfloat (fabs (probabilities[4] - 0.1 / all), <, 1e-5);
  g_assert_cmpfloat (fabs (probabilities[6] - 0.4 * 0.11 / all), <, 1e-5);
  g_assert_cmpfloat (fabs (scores[1] - (0.3 + 0.4 * 0.11) / all), <, 1e-5);
  g_assert_cmpuint (extract_classes_choose (names, probabilities + 4, TRUE), ==, 3);
}

/* ---- Models ------------------------------------------------------------------------------------- */

static ExtractNetwork *
make_network (guint n_inputs, guint n_outputs, ExtractActivation activation, float step)
{
  const ExtractLayer layers[] = { { n_outputs, activation, 1, 0 } };
  const gsize n = (gsize) (n_inputs + 1) * n_outputs;
  g_autofree float *weights = g_new (float, n);
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < n; i++)
    weights[i] = step * (float) (i % 17);
  ExtractNetwork *network = extract_network_new (n_inputs, layers, 1, weights, n, &error);
  g_assert_no_error (error);
  return network;
}

/* What a test changes. */
typedef struct {
  const char *const *names;
  guint n_inputs, n_outputs;
  ExtractActivation activation;
  ExtractClassDecoding decoding;
} Wanted;

static const Wanted usual = { names, N_FEATURES, 4, EXTRACT_ACTIVATION_LINEAR, { 0 } };

static ExtractModel *
make_model (const Wanted *wanted, GError **error)
{
  static const char *const card[] = { "name", "toy", NULL }, *const no_rules[] = { NULL };
  const ExtractFeatureSet *set = extract_feature_set_find ("classic");
  g_autoptr (ExtractNetwork) first =
      make_network (extract_feature_set_get_n_inputs (set), 1, EXTRACT_ACTIVATION_SIGMOID, 0.001F);
  g_autoptr (ExtractNetwork) classes =
      make_network (wanted->n_inputs, wanted->n_outputs, wanted->activation, 0.125F);
  const ExtractModelParts parts = { .stages[EXTRACT_STAGE_FIRST] = { .set = set, .network = first },
                                    .classes = { wanted->names, classes, wanted->decoding },
                                    .good = 0.5,
                                    .near_good = 0.25,
                                    .no_text = 1,
                                    .rules = no_rules };

  return extract_model_new (card, &parts, error);
}

static char *
dup_text (const ExtractClassDecoding *decoding)
{
  Wanted wanted = usual;

  wanted.decoding = *decoding;
  g_autoptr (ExtractModel) model = make_model (&wanted, NULL);
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

  return extract_model_load_bytes (bytes, error);
}

static void
test_round_trip (gconstpointer decoding)
{
  g_autofree char *text = dup_text (decoding);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = load (text, &error);

  g_assert_no_error (error);
  g_autoptr (GBytes) again = extract_model_to_bytes (model);
  const ExtractModelClasses *classes = &extract_model_get_parts (model)->classes;
  g_assert_cmpmem (g_bytes_get_data (again, NULL), g_bytes_get_size (again), text, strlen (text));
  g_assert_true (g_strv_equal (classes->names, names));
  g_assert_cmpint (classes->decoding.kind, ==, ((const ExtractClassDecoding *) decoding)->kind);
  if (classes->decoding.kind != EXTRACT_DECODING_THRESHOLD)
    g_assert_cmpmem (classes->decoding.transitions, sizeof transitions, transitions, sizeof transitions);
}

/* The class agrees with the label, and is the one that the formulas give; scores without a decoding are those
 * of a model that tells no classes. */
static void
test_labels (gconstpointer decoding)
{
  static const char page[] =
      "<h1>The old weir</h1><p>The weir holds the water of the brook for the mill and its "
      "wheel, which turns no more.</p><ul><li><a href=x>Home</a><li><a href=y>Map</a></ul>"
      "<p>Nobody knows who built it, or when that was.</p>";
  Wanted wanted = usual;
  wanted.decoding = *(const ExtractClassDecoding *) decoding;
  g_autoptr (ExtractModel) model = make_model (&wanted, NULL);
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (page, sizeof page - 1);
  g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, NULL);
  g_autoptr (ExtractDocument) copy = extract_document_copy (document);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractClassifier) apart = extract_classifier_new (model);
  g_autoptr (GError) error = NULL;
  guint n_good = 0;

  extract_classifier_set_threshold (classifier, 0.52);
  extract_classifier_set_decoding (apart, EXTRACT_DECODING_THRESHOLD);
  g_assert_null (extract_block_get_class (extract_document_get_block (document, 0)));
  g_assert_true (extract_classifier_label (classifier, document, &error));
  g_assert_true (extract_classifier_label (apart, copy, &error));
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    const char *class = extract_block_get_class (block);
    const gboolean good = extract_block_get_label (block) == EXTRACT_LABEL_GOOD;

    g_assert_nonnull (class);
    g_assert_true (good == (g_str_equal (class, "content") || g_str_equal (class, "heading")));
    n_good += good;
    if (wanted.decoding.kind == EXTRACT_DECODING_THRESHOLD)
      g_assert_cmpfloat (extract_block_get_score (block), ==,
                         extract_block_get_score (extract_document_get_block (copy, i)));
  }
  g_assert_cmpuint (n_good, >, 0);
  /* A label of somebody else has no class. */
  ExtractBlock *first = extract_document_get_block (document, 0);
  extract_block_set_label (first, extract_block_get_label (first));
  g_assert_nonnull (extract_block_get_class (first));
  extract_block_set_label (first, extract_block_get_label (first) == EXTRACT_LABEL_GOOD ? EXTRACT_LABEL_BAD
                                                                                        : EXTRACT_LABEL_GOOD);
  g_assert_null (extract_block_get_class (first));
}

/* ---- Hostile files ------------------------------------------------------------------------------ */

typedef struct {
  const char *name, *old, *new;
  const char *error; /* what the sentence has */
} EditCase;

static const EditCase edit_cases[] = {
  { "one-side", "classes: boilerplate comment content heading", "classes: content heading",
    "the classes are all main text, or none is" },
  { "twice", "content heading", "content content", "the class \"content\" is there twice" },
  { "name", "classes: boilerplate", "classes: Boilerplate", "the name of a class is not a-z" },
  { "no-name", "classes: boilerplate", "classes:  boilerplate", "the name of a class is not a-z" },
  { "three", "comment content heading", "content heading", "the line has extra text at its end" },
  { "inputs", "network: inputs 26", "network: inputs 25", "weights" },
  { "sigmoid", "layer: 4 linear", "layer: 4 sigmoid",
    "the outputs of the network for classes are not linear" },
  { "weight", "weight 1\n", "weight -1\n", "the weight of the decoding is below 0" },
  { "first-offset", "offset 0 to 0.25", "offset 1 to 0.25", "the offset of the first class is not 0" },
  { "nan", "offset -0.5", "offset nan", "a number of the decoding is not a number" },
  { "short", " 0 0 -2 0.5\n", " 0 0 -2\n", "a number of the decoding is missing" },
};

static void
test_edit (gconstpointer data)
{
  const EditCase *one = data;
  g_autofree char *text = dup_text (&crf);
  g_autoptr (GString) edited = g_string_new (text);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (g_string_replace (edited, one->old, one->new, 1), ==, 1);
  g_assert_null (load (edited->str, &error));
  g_test_message ("%s", error->message);
  g_assert_true (error->domain == EXTRACT_ERROR && g_str_has_prefix (error->message, "line "));
  g_assert_nonnull (strstr (error->message, one->error));
}

/* Any other byte from the classes on, any byte left out, with the checksum put right; and the file cut
 * there: refused by a sentence with a line, or taken for what it is, which gives the same bytes again. */
static void
test_bytes (gconstpointer decoding)
{
  static const char others[] = { ' ', '\n', '0', '9', '-', '.', 'e', 'x', ':', '\x7f', '\xff' };
  g_autofree char *text = dup_text (decoding);
  const gsize n = (gsize) (strstr (text, "checksum: ") - text);
  guint n_taken = 0;

  for (gsize i = (gsize) (strstr (text, "\nclasses: ") - text); i < n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (others) + 2; k++) {
      g_autoptr (GString) changed = g_string_new (text);
      g_autoptr (GError) error = NULL;

      if (k < G_N_ELEMENTS (others))
        changed->str[i] = others[k];
      else if (k == G_N_ELEMENTS (others))
        g_string_erase (changed, (gssize) i, 1);
      else
        g_string_erase (changed, (gssize) i, (gssize) (n - i));
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
  static const char *const one_side[] = { "content", "heading", NULL };
  static const Wanted cases[] = {
    { one_side, N_FEATURES, 2, EXTRACT_ACTIVATION_LINEAR, { 0 } },
    { names, N_FEATURES, 3, EXTRACT_ACTIVATION_LINEAR, { 0 } },
    { names, 78, 4, EXTRACT_ACTIVATION_LINEAR, { 0 } },
    { names, N_FEATURES, 4, EXTRACT_ACTIVATION_SIGMOID, { 0 } },
    { names,
      N_FEATURES,
      4,
      EXTRACT_ACTIVATION_LINEAR,
      { EXTRACT_DECODING_CRF, 1, -1, offsets, transitions } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (make_model (&cases[i], &error));
    g_assert_true (error->domain == EXTRACT_ERROR);
  }
}

int
main (int argc, char *argv[])
{
  static const struct {
    const char *name;
    const ExtractClassDecoding *decoding;
  } decodings[] = { { "alone", &no_decoding }, { "viterbi", &viterbi }, { "crf", &crf } };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/classes/join", test_join);
  g_test_add_func ("/classes/choose", test_choose);
  g_test_add_func ("/classes/decode", test_decode);
  for (guint d = 0; d < G_N_ELEMENTS (decodings); d++) {
    g_autofree char *trip = g_strconcat ("/classes/round-trip/", decodings[d].name, NULL);
    g_autofree char *labels = g_strconcat ("/classes/labels/", decodings[d].name, NULL);
    g_autofree char *bytes = g_strconcat ("/classes/bytes/", decodings[d].name, NULL);

    g_test_add_data_func (trip, decodings[d].decoding, test_round_trip);
    g_test_add_data_func (labels, decodings[d].decoding, test_labels);
    g_test_add_data_func (bytes, decodings[d].decoding, test_bytes);
  }
  for (guint i = 0; i < G_N_ELEMENTS (edit_cases); i++) {
    g_autofree char *name = g_strconcat ("/classes/edit/", edit_cases[i].name, NULL);

    g_test_add_data_func (name, &edit_cases[i], test_edit);
  }
  g_test_add_func ("/classes/new-refuses", test_new_refuses);
  return g_test_run ();
}
