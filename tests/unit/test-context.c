/* SPDX-License-Identifier: MIT */
/*
 * What comes after the first scores of a page: the values of the families context and outcome, worked by hand
 * on small pages; and a classifier with all parts that a model may have, against its formulas.
 */
#include <libextract/page/document.h>
#include <libextract/extract.h>
#include <libextract/feature/feature.h>
#include <libextract/model/model.h>
#include <libextract/feature/token-table.h>

#include <math.h>
#include <string.h>

#include "tests/unit/parse.h"
#include "tests/unit/slow.h"

#define MAX_BLOCKS 6

static guint
find_feature (const ExtractFeatureSet *set, const char *name)
{
  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++)
    if (g_str_equal (extract_feature_set_get_feature (set, i)->name, name))
      return i;
  g_error ("there is no feature %s", name);
}

typedef struct {
  const char *feature, *page;
  float scores[MAX_BLOCKS];
  guint n_blocks;
  double values[MAX_BLOCKS]; /* of each block; the first one of the page */
} Case;

/* ---- Context -------------------------------------------------------------------------------- */

#define FOUR "<p>a<p>b c<p>d e f g<p>h i"
#define LIST "<h1>a</h1><ul><li>b c<li>d</ul><ul class=xx><li>e f g<li>h</ul>"
#define NESTED "<div><div><p>a a</p></div><section><p>b<p>c c c</section></div><p>d d"

/* clang-format off */
static const Case cases[] = {
  { "score-before-5", "<p>a<p>b<p>c<p>d<p>e<p>f", { .1F, .2F, .3F, .4F, .5F, .6F }, 6, { 0, 0, 0, 0, 0, .1 } },
  { "score-before-4", "<p>a<p>b<p>c<p>d<p>e<p>f", { .1F, .2F, .3F, .4F, .5F, .6F }, 6, { 0, 0, 0, 0, .1, .2 } },
  { "score-before-3", FOUR, { .1F, .2F, .3F, .4F }, 4, { 0, 0, 0, .1 } },
  { "score-before-2", FOUR, { .1F, .2F, .3F, .4F }, 4, { 0, 0, .1, .2 } },
  { "score-before-1", FOUR, { .1F, .2F, .3F, .4F }, 4, { 0, .1, .2, .3 } },
  { "score", FOUR, { .1F, .2F, .3F, .4F }, 4, { .1, .2, .3, .4 } },
  { "score-after-1", FOUR, { .1F, .2F, .3F, .4F }, 4, { .2, .3, .4, 0 } },
  { "score-after-2", FOUR, { .1F, .2F, .3F, .4F }, 4, { .3, .4, 0, 0 } },
  { "score-after-3", FOUR, { .1F, .2F, .3F, .4F }, 4, { .4, 0, 0, 0 } },
  { "score-after-4", "<p>a<p>b<p>c<p>d<p>e<p>f", { .1F, .2F, .3F, .4F, .5F, .6F }, 6, { .5, .6, 0, 0, 0, 0 } },
  { "score-after-5", "<p>a<p>b<p>c<p>d<p>e<p>f", { .1F, .2F, .3F, .4F, .5F, .6F }, 6, { .6, 0, 0, 0, 0, 0 } },
  /* Weights of 1, 2, 2 and 1. */
  { "scores-within-2", "<p>a<p>b c d e<p>f g h i<p>j", { 1, .5F, 0, .25F }, 4, { 2.0 / 5, 2.25 / 6, 2.25 / 6, 1.25 / 5 } },
  { "scores-within-2", "<p>-<p>-", { 1, .5F }, 2, { 0, 0 } },
  { "scores-within-5", "<p>a<p>b c d e<p>f g h i<p>j", { 1, .5F, 0, .25F }, 4, { .375, .375, .375, .375 } },
  { "scores-within-15", "<p>a<p>b c d e<p>f g h i<p>j", { 1, .5F, 0, .25F }, 4, { .375, .375, .375, .375 } },
  { "scores-within-40", "<p>a<p>b c d e<p>-", { 1, .5F, 1 }, 3, { 2.0 / 3, 2.0 / 3, 2.0 / 3 } },
  { "page-score", FOUR, { 1, .5F, .25F, 0 }, 4, { 3.0 / 9, 3.0 / 9, 3.0 / 9, 3.0 / 9 } },
  { "page-expected-words", FOUR, { 1, .5F, .25F, 0 }, 4, { .1 * 1.3862944, .1 * 1.3862944, .1 * 1.3862944, .1 * 1.3862944 } },
  { "page-top-score", FOUR, { .1F, .5F, .25F, 0 }, 4, { .5, .5, .5, .5 } },
  /* Groups: h1; b, d, e and h. Words of the classes part the lists. */
  { "path-score", LIST, { 1, 0, 1, 0, .5F }, 5, { 1, 1.5 / (2 + M_SQRT2 + 1.7320508), 1.5 / (2 + M_SQRT2 + 1.7320508), 1.5 / (2 + M_SQRT2 + 1.7320508), 1.5 / (2 + M_SQRT2 + 1.7320508) } },
  { "class-path-score", LIST, { 1, 0, 1, 0, .5F }, 5, { 1, 1 / (1 + M_SQRT2), 1 / (1 + M_SQRT2), .5 / (1 + 1.7320508), .5 / (1 + 1.7320508) } },
  { "class-path-score", "<p class='aa bb cc dd'>a<p class='aa bb cc ee'>b<p class='aa bb dd'>c<p id=aa>d", { 1, 0, .25F, .5F }, 4, { .5, .5, .25, .5 } },
  /* P = 2.75; F(1) = 2/3.75, F(.75) = 5/5.75 = .870, F(.25) = 5.5/6.75 = .815 */
  { "cut", "<p>a<p>b c<p>d", { 1, .75F, .25F }, 3, { .75, .75, .75 } },
  { "cut", "<p>a<p>b c<p>d", { 0, 0, 0 }, 3, { 1, 1, 1 } },
  { "cut", "<p>-", { .5F }, 1, { 1 } },
  { "cut", "<p>a<p>-", { 1, .5F }, 2, { 1, 1 } },
  { "cut", "<p>a<p>b", { .5F, .5F }, 2, { .5, .5 } },
  { "above-cut", "<p>a<p>b c<p>d", { 1, .75F, .25F }, 3, { .25, 0, -.5 } },
  { "higher-words", "<p>a<p>b c<p>d<p>e", { .5F, 1, .5F, 0 }, 4, { .4, 0, .4, .8 } },
  /* The owner; what holds more blocks than it: section or div, then body. */
  { "subtree-score-0", NESTED, { 1, .5F, 0, .25F }, 4, { 1, .5, 0, .25 } },
  { "subtree-score-1", NESTED, { 1, .5F, 0, .25F }, 4, { 2.5 / 6, .5 / 4, .5 / 4, 3.0 / 8 } },
  { "subtree-score-2", NESTED, { 1, .5F, 0, .25F }, 4, { 3.0 / 8, 2.5 / 6, 2.5 / 6, 3.0 / 8 } },
  { "subtree-score-3", NESTED, { 1, .5F, 0, .25F }, 4, { 3.0 / 8, 3.0 / 8, 3.0 / 8, 3.0 / 8 } },
  { "subtree-score-4", NESTED, { 1, .5F, 0, .25F }, 4, { 3.0 / 8, 3.0 / 8, 3.0 / 8, 3.0 / 8 } },
  { "subtree-score-5", NESTED, { 1, .5F, 0, .25F }, 4, { 3.0 / 8, 3.0 / 8, 3.0 / 8, 3.0 / 8 } },
  { "subtree-score-0", "<p>-", { 1 }, 1, { 0 } },
  { "subtree-score-most", NESTED, { 1, .5F, 0, .25F }, 4, { 1, .5, 2.5 / 6, 3.0 / 8 } },
  { "subtree-score-least", NESTED, { 1, .5F, 0, .25F }, 4, { 3.0 / 8, .5 / 4, 0, .25 } },
  { "likely-block-before", FOUR, { .6F, .5F, .7F, 0 }, 4, { 1, .2 * 0.6931472, .2 * 1.0986123, .2 * 0.6931472 } },
  { "likely-block-after", FOUR, { .6F, .5F, .7F, 0 }, 4, { .2 * 1.0986123, .2 * 0.6931472, 1, 1 } },
  { "likely-blocks-before", FOUR, { .6F, .5F, .7F, 0 }, 4, { 0, .5, .5, 1 } },
  { "likely-blocks-before", FOUR, { .1F, .5F, 0, 0 }, 4, { 0, 0, 0, 0 } },
  { "is-likely", FOUR, { .6F, .5F, .7F, 0 }, 4, { 1, 0, 1, 0 } },
};

/* ---- Outcome: the threshold is 0.5 ------------------------------------------------------------ */

/* Words 1, 2, 4, 2; W = 9. With scores 1, .5, .25, 0: S = 2, G = 3, P = 3. */
#define SCORES { 1, .5F, .25F, 0 }, 4

static const Case outcomes[] = {
  { "expected-f1", FOUR, SCORES, { 4.0 / 6 } },
  { "expected-f1", FOUR, { .1F, .2F, .1F, 0 }, 4, { 0 } },
  { "best-expected-f1", FOUR, SCORES, { 4.0 / 6 } },
  { "best-expected-f1", "<p>a<p>b", { .4F, 0 }, 2, { .8 / 1.4 } },
  { "best-cut", FOUR, SCORES, { .5 } },
  { "expected-words", FOUR, SCORES, { .1 * 1.3862944 } },
  { "good-words", FOUR, SCORES, { .1 * 1.3862944 } },
  { "words-of-page", FOUR, SCORES, { .1 * 2.3025851 } },
  { "good-word-share", FOUR, SCORES, { 3.0 / 9 } },
  /* H (.5) = 1, H (.25) = .811278 */
  { "entropy", FOUR, SCORES, { (2 + 4 * .8112781) / 9 } },
  { "sureness", FOUR, SCORES, { (.5 + 4 * .25 + 2 * .5) / 9 } },
  { "doubt", FOUR, { 1, .59F, .41F, .3F }, 4, { 6.0 / 9 } },
  { "top-score", FOUR, SCORES, { 1 } },
  { "good-score", FOUR, SCORES, { 2.0 / 3 } },
  { "bad-score", FOUR, SCORES, { 1.0 / 6 } },
  { "blocks", FOUR, SCORES, { .1 * 1.6094379 } },
  { "good-blocks", FOUR, SCORES, { .1 * 1.0986123 } },
  { "good-runs", "<p>a<p>b<p>c<p>d<p>e", { 1, 0, 1, 1, 0 }, 5, { .1 * 1.0986123 } },
  { "fragmentation", "<p>a<p>b<p>c<p>d<p>e", { 1, 0, 1, 1, 0 }, 5, { 2.0 / 3 } },
  { "fragmentation", "<p>a", { 0 }, 1, { 0 } },
  { "largest-run", "<p>a<p>b<p>c<p>d e<p>f g", { 1, 0, 1, 1, 0 }, 5, { 3.0 / 4 } },
  { "largest-run", "<p>a b c d<p>b<p>c<p>d e<p>f g", { 1, 0, 1, 1, 0 }, 5, { 4.0 / 7 } },
  { "compactness", "<p>a<p>b<p>c<p>d<p>e", { 0, 1, 0, 1, 0 }, 5, { 2.0 / 3 } },
  { "good-block-words", FOUR, { 1, 0, 1, 1 }, 4, { .1 * 1.2039728 } },
  { "good-paragraphs", "<div>a</div><p>b c<p>d", { 1, 1, 0 }, 3, { 2.0 / 3 } },
  { "good-link-density", "<p><a href=x>ab</a> cd<p><a href=x>ab</a>", { 1, 0 }, 2, { .5 } },
  { "page-link-density", "<p><a href=x>ab</a> cd<p><a href=x>ab</a>", { 1, 0 }, 2, { 2.0 / 3 } },
};
/* clang-format on */

static void
test_context (gconstpointer data)
{
  const Case *c = data;
  const ExtractFeatureSet *set = extract_feature_set_get_context ();
  const guint n_features = extract_feature_set_get_n_features (set), feature = find_feature (set, c->feature);
  g_autoptr (ExtractDocument) document = parse (c->page);
  g_autofree float *values = g_new (float, c->n_blocks *n_features);

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, c->n_blocks);
  extract_document_compute_context (document, c->scores, values);
  for (guint i = 0; i < c->n_blocks; i++)
    g_assert_cmpfloat_with_epsilon (values[i * n_features + feature], c->values[i], 1e-6);
}

static void
test_outcome (gconstpointer data)
{
  const Case *c = data;
  const ExtractFeatureSet *set = extract_feature_set_get_outcome ();
  g_autoptr (ExtractDocument) document = parse (c->page);
  g_autofree float *values = g_new (float, extract_feature_set_get_n_features (set));

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, c->n_blocks);
  extract_document_compute_outcome (document, c->scores, 0.5, values);
  g_assert_cmpfloat_with_epsilon (values[find_feature (set, c->feature)], c->values[0], 1e-6);
}

static void
assert_all_have_cases (const ExtractFeatureSet *set, const Case *table, guint n_cases)
{
  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++) {
    const char *name = extract_feature_set_get_feature (set, i)->name;
    guint n = 0;

    for (guint k = 0; k < n_cases; k++)
      n += g_str_equal (table[k].feature, name);
    if (n == 0)
      g_error ("there is no case for %s", name);
  }
}

/* Random scores, ties among them, on pages of all shapes: every value is in its range. */
static void
test_ranges (void)
{
  static const char *const pages[] = {
    "", FOUR, LIST, NESTED, "<p>-<p>-", "<p>a<p>-<p>b", "<div><div><div><div>a<div>b<div>c<div>d<p>e"
  };
  const ExtractFeatureSet *sets[] = { extract_feature_set_get_context (),
                                      extract_feature_set_get_outcome () };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  float scores[MAX_BLOCKS], values[MAX_BLOCKS * 64];

  for (guint round = 0; round < 1000; round++) {
    g_autoptr (ExtractDocument) document = parse (pages[round % G_N_ELEMENTS (pages)]);
    const guint n = extract_document_get_n_blocks (document);

    for (guint i = 0; i < n; i++)
      scores[i] = round % 2 ? g_rand_int_range (rand, 0, 3) / 2.0F : (float) g_rand_double (rand);
    for (guint s = 0; s < G_N_ELEMENTS (sets); s++) {
      const guint n_features = extract_feature_set_get_n_features (sets[s]), n_rows = s == 0 ? n : 1;

      if (s == 0)
        extract_document_compute_context (document, scores, values);
      else
        extract_document_compute_outcome (document, scores, 0.4, values);
      for (guint k = 0; k < n_rows * n_features; k++) {
        const ExtractFeature *feature = extract_feature_set_get_feature (sets[s], k % n_features);

        if (!(values[k] >= feature->minimum && values[k] <= feature->maximum))
          g_error ("%s is %g", feature->name, values[k]);
        if (n == 0)
          g_assert_true (values[k] == 0);
      }
    }
  }
}

/* A page whose blocks all stand below one long chain of elements: nothing goes up the chain block by block.
 */
static void
test_deep (void)
{
  enum { DEPTH = 400, N_BLOCKS = 20000 };
  g_autoptr (GString) page = g_string_new (NULL);
  const guint n_features = extract_feature_set_get_n_features (extract_feature_set_get_context ());

  for (guint i = 0; i < DEPTH; i++)
    g_string_append (page, "<div>");
  for (guint i = 0; i < N_BLOCKS; i++)
    g_string_append (page, "<p>a");
  g_autoptr (ExtractDocument) document = parse (page->str);
  const guint n = extract_document_get_n_blocks (document);
  g_autofree float *scores = g_new0 (float, n);
  g_autofree float *values = g_new (float, (gsize) n *n_features);

  g_assert_cmpuint (n, ==, N_BLOCKS);
  gint64 start = g_get_monotonic_time ();
  extract_document_compute_context (document, scores, values);
  assert_seconds_since (start, 2);
}

/* ---- The classifier ------------------------------------------------------------------------------ */

static const char page[] =
    "<title>On bread</title><nav class=nav><a href=1>Home</a><p><a href=2>News</a></nav>"
    "<article class=post><h1>On bread</h1><p>It takes flour, water, salt and much time.</p>"
    "<p>Knead it, and let it rest.</p><table><tr><td>12<td>-</table></article><footer>© The baker</footer>";

static ExtractNetwork *
make_network (guint n_inputs, guint n_outputs, guint32 seed)
{
  const ExtractLayer layers[] = { { 3, EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC, 1 },
                                  { n_outputs, EXTRACT_ACTIVATION_SIGMOID, 0.5F } };
  const guint n_weights = (n_inputs + 1) * 3 + 4 * n_outputs;
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree float *weights = g_new (float, n_weights);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_weights; i++)
    weights[i] = (float) (g_rand_double (rand) - 0.5);
  ExtractNetwork *network = extract_network_new (n_inputs, layers, 2, weights, n_weights, &error);
  g_assert_no_error (error);
  return network;
}

static ExtractScale *
make_scale (const ExtractFeatureSet *set)
{
  const guint n = extract_feature_set_get_n_features (set);
  ExtractScale *scale = g_new (ExtractScale, n);

  for (guint k = 0; k < n; k++)
    scale[k] = (ExtractScale){ 0.1F * (float) (k % 5), k % 7 == 0 ? 0 : 0.2F * (float) (k % 4) };
  return scale;
}

/* @no_text: threshold of the verdict */
static ExtractModel *
make_model (double no_text)
{
  static const char *const card[] = { "name", "toy", NULL };
  static const char *const rules[] = { NULL };
  static const ExtractTokenEntry elements[] = { { ".nav", -1.5F }, { ".post", 2 }, { "<article>", 1 } };
  static const ExtractTokenEntry words[] = { { "flour", 2.5F }, { "home", -2 } };
  const ExtractTokenEntry *const entries[] = { elements, elements, words };
  const guint n[] = { G_N_ELEMENTS (elements), G_N_ELEMENTS (elements), G_N_ELEMENTS (words) };
  const ExtractFeatureSet *set = extract_feature_set_find ("rich");
  const ExtractFeatureSet *context = extract_feature_set_get_context ();
  const ExtractFeatureSet *outcome = extract_feature_set_get_outcome ();
  g_autoptr (GError) error = NULL;
  ExtractTokenTables *tables = extract_token_tables_new_from_entries (entries, n, &error);
  g_assert_no_error (error);
  g_autoptr (ExtractNetwork) first = make_network (extract_feature_set_get_n_inputs (set), 1, 1);
  g_autoptr (ExtractNetwork) second = make_network (extract_feature_set_get_n_inputs (context), 1, 2);
  g_autoptr (ExtractNetwork) third = make_network (extract_feature_set_get_n_inputs (outcome), 2, 3);
  g_autofree ExtractScale *scale = make_scale (set);
  g_autofree ExtractScale *context_scale = make_scale (context);
  g_autofree ExtractScale *outcome_scale = make_scale (outcome);
  ExtractModel *model = extract_model_new (
      card,
      &(ExtractModelParts){ .stages = { [EXTRACT_STAGE_FIRST] = { set, scale, first },
                                        [EXTRACT_STAGE_CONTEXT] = { context, context_scale, second },
                                        [EXTRACT_STAGE_OUTCOME] = { outcome, outcome_scale, third } },
                            .tables = tables,
                            .good = 0.45,
                            .near_good = 0.2,
                            .no_text = no_text,
                            .rules = rules },
      &error);

  g_assert_no_error (error);
  extract_token_tables_unref (tables);
  return model;
}

/* x' = (x - mean) / max (deviation, 0.03), cut to -6..6; 0 for NAN */
static float
standardise (const ExtractScale *scale, float value)
{
  if (isnan (value))
    return 0;
  float x = (value - scale->mean) / (scale->deviation > 0.03F ? scale->deviation : 0.03F);
  return x < -6 ? -6 : x > 6 ? 6 : x;
}

/* One block after the other, without batches. */
static void
score_simply (const ExtractModelParts *parts, ExtractDocument *document, float *scores)
{
  const ExtractStage *one = &parts->stages[EXTRACT_STAGE_FIRST];
  const ExtractStage *two = &parts->stages[EXTRACT_STAGE_CONTEXT];
  const int n = (int) extract_document_get_n_blocks (document);
  const int window = (int) extract_feature_set_get_window (one->set);
  const guint n_context = extract_feature_set_get_n_features (two->set);
  g_autofree float *inputs = g_new (float, extract_feature_set_get_n_inputs (one->set));
  g_autofree float *first = g_new (float, n);
  g_autofree float *values = g_new (float, (guint) n *n_context);
  gsize n_features;

  for (int i = 0; i < n; i++) {
    float *input = inputs;
    for (int j = i - window; j <= i + window; j++) {
      const float *row =
          j >= 0 && j < n
              ? extract_block_get_features (extract_document_get_block (document, (guint) j), &n_features)
              : NULL;
      guint width =
          j == i ? extract_feature_set_get_n_features (one->set) : extract_feature_set_get_n_core (one->set);
      for (guint k = 0; k < width; k++)
        *input++ = row ? standardise (&one->scale[k], row[k]) : 0;
    }
    extract_network_run (one->network, 1, inputs, &first[i]);
  }
  extract_document_compute_context (document, first, values);
  for (int i = 0; i < n; i++) {
    for (guint k = 0; k < n_context; k++)
      inputs[k] = standardise (&two->scale[k], values[(guint) i * n_context + k]);
    extract_network_run (two->network, 1, inputs, &scores[i]);
  }
}

static void
judge_simply (const ExtractModelParts *parts, ExtractDocument *document, const float *scores, float *outputs)
{
  const ExtractStage *stage = &parts->stages[EXTRACT_STAGE_OUTCOME];
  const guint n = extract_feature_set_get_n_features (stage->set);
  g_autofree float *values = g_new (float, n);

  extract_document_compute_outcome (document, scores, parts->good, values);
  for (guint k = 0; k < n; k++)
    values[k] = standardise (&stage->scale[k], values[k]);
  extract_network_run (stage->network, 1, values, outputs);
}

static void
test_classifier (gconstpointer copies)
{
  g_autoptr (GString) pages = g_string_new (NULL);
  g_autoptr (ExtractModel) model = make_model (1);
  const ExtractModelParts *parts = extract_model_get_parts (model);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (GError) error = NULL;
  float outputs[2];
  guint n_good = 0;

  for (guint i = 0; i < GPOINTER_TO_UINT (copies); i++)
    g_string_append (pages, page);
  g_autoptr (ExtractDocument) document = parse (pages->str);
  const guint n = extract_document_get_n_blocks (document);
  g_autofree float *scores = g_new (float, n);

  g_assert_true (
      extract_features_compute (document, extract_model_get_feature_set (model), parts->tables, NULL));
  g_assert_true (extract_classifier_label (classifier, document, &error));
  g_assert_no_error (error);
  score_simply (parts, document, scores);
  for (guint i = 0; i < n; i++) {
    ExtractBlock *block = extract_document_get_block (document, i);

    /* Sums of another order. */
    g_assert_cmpfloat_with_epsilon (extract_block_get_score (block), scores[i], 2e-6);
    g_assert_cmpint (extract_block_get_label (block) == EXTRACT_LABEL_GOOD, ==, scores[i] >= 0.45);
    n_good += scores[i] >= 0.45;
  }
  g_assert_cmpuint (n_good, >, 0);
  judge_simply (parts, document, scores, outputs);
  g_assert_true (extract_document_has_main_text (document));
  g_assert_cmpfloat_with_epsilon (extract_document_get_confidence (document), outputs[0], 1e-5);
}

/* From the threshold on the page has no main text, whatever its scores. */
static void
test_verdict (void)
{
  g_autoptr (ExtractModel) model = make_model (1);
  g_autoptr (ExtractDocument) document = parse (page);
  const guint n = extract_document_get_n_blocks (document);
  g_autofree float *scores = g_new (float, n);
  float outputs[2];

  for (guint i = 0; i < n; i++)
    scores[i] = i % 2 ? 0.9F : 0.1F;
  judge_simply (extract_model_get_parts (model), document, scores, outputs);
  for (guint k = 0; k < 2; k++) {
    g_autoptr (ExtractModel) judge = make_model (k == 0 ? outputs[1] : nextafter (outputs[1], 1));
    g_autoptr (ExtractClassifier) classifier = extract_classifier_new (judge);
    g_autoptr (ExtractDocument) copy = extract_document_copy (document);

    g_assert_false (extract_document_has_main_text (copy));
    g_assert_true (extract_classifier_label_scored (classifier, copy, scores, NULL));
    g_assert_cmpint (extract_document_has_main_text (copy), ==, k == 1);
    g_assert_true (extract_document_get_confidence (copy) == outputs[k == 0 ? 1 : 0]);
    for (guint i = 0; i < n; i++) {
      ExtractBlock *block = extract_document_get_block (copy, i);

      g_assert_true (extract_block_get_score (block) == scores[i]);
      g_assert_cmpint (extract_block_get_label (block) == EXTRACT_LABEL_GOOD, ==, k == 1 && i % 2);
    }
  }
}

/* A page without blocks has a confidence, too. */
static void
test_empty (void)
{
  g_autoptr (ExtractModel) model = make_model (1);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractDocument) document = parse ("");
  float outputs[2];

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 0);
  judge_simply (extract_model_get_parts (model), document, NULL, outputs);
  g_assert_true (extract_classifier_label (classifier, document, NULL));
  g_assert_true (extract_document_get_confidence (document) == outputs[0]);
}

static gpointer
label_page (gpointer classifier)
{
  ExtractDocument *document = NULL;

  for (guint i = 0; i < 20; i++) {
    g_clear_pointer (&document, extract_document_unref);
    document = parse (page);
    g_assert_true (extract_classifier_label (classifier, document, NULL));
  }
  return document;
}

/* Threads share a model and give the same to the last bit. */
static void
test_threads (void)
{
  g_autoptr (ExtractModel) model = make_model (1);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  GThread *threads[4];

  for (guint t = 0; t < G_N_ELEMENTS (threads); t++)
    threads[t] = g_thread_new ("label", label_page, classifier);
  g_autoptr (ExtractDocument) expected = label_page (classifier);
  for (guint t = 0; t < G_N_ELEMENTS (threads); t++) {
    g_autoptr (ExtractDocument) document = g_thread_join (threads[t]);

    for (guint i = 0; i < extract_document_get_n_blocks (expected); i++)
      g_assert_true (document->blocks[i].score == expected->blocks[i].score &&
                     document->blocks[i].label == expected->blocks[i].label);
    g_assert_true (extract_document_get_confidence (document) == extract_document_get_confidence (expected));
  }
}

static void
test_all_have_cases (void)
{
  assert_all_have_cases (extract_feature_set_get_context (), cases, G_N_ELEMENTS (cases));
  assert_all_have_cases (extract_feature_set_get_outcome (), outcomes, G_N_ELEMENTS (outcomes));
}

static void
add_cases (const char *family, const Case *table, guint n, GTestDataFunc test)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = g_strdup_printf ("/%s/%s/%u", family, table[i].feature, i);
    g_test_add_data_func (path, &table[i], test);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_cases ("context", cases, G_N_ELEMENTS (cases), test_context);
  add_cases ("outcome", outcomes, G_N_ELEMENTS (outcomes), test_outcome);
  g_test_add_func ("/context/all-have-cases", test_all_have_cases);
  g_test_add_func ("/context/ranges", test_ranges);
  g_test_add_func ("/context/deep", test_deep);
  g_test_add_data_func ("/classifier/all-parts", GUINT_TO_POINTER (1), test_classifier);
  /* More blocks than are scored at once. */
  g_test_add_data_func ("/classifier/many-blocks", GUINT_TO_POINTER (40), test_classifier);
  g_test_add_func ("/classifier/verdict", test_verdict);
  g_test_add_func ("/classifier/empty", test_empty);
  g_test_add_func ("/classifier/threads", test_threads);
  return g_test_run ();
}
