/* SPDX-License-Identifier: MIT */
/* Committees: who is in one, and how much its members differ on pages counted by hand. */
#include "annotate/tools/committee.h"

#include "libextract/model/model.h"
#include "parse.h"

/* Pages whose blocks have 1, 2, 3 ... words, and the share of the members that find each. */
typedef struct {
  const char *name;
  guint n_members;
  guint n_blocks;
  float scores[4];
  double expected;
} Case;

static const Case cases[] = {
  { "no-block", 2, 0, { 0 }, 0 },
  { "all-agree", 3, 3, { 1, 0, 1 }, 0 },
  /* Two of them differ about the block of three words, of six: 3/6 */
  { "two-members", 2, 3, { 0, 1, 0.5F }, 0.5 },
  { "two-members-never-agree", 2, 2, { 0.5F, 0.5F }, 1 },
  /* H (1/3) = 1/3 log2 3 + 2/3 log2 1.5 = 0.528321 + 0.389975 = 0.918296; 2/3 of the words */
  { "one-of-three", 3, 2, { 1, 1 / 3.0F }, 0.612197 },
  { "two-of-three", 3, 2, { 1, 2 / 3.0F }, 0.612197 },
  /* H (1/4) = 0.5 + 0.75 log2 (4/3) = 0.811278 of one word, 1 of two, 0 of three: 2.811278 / 6 */
  { "four-members", 4, 3, { 0.25F, 0.5F, 1 }, 0.468546 },
};

static ExtractDocument *
make_page (guint n_blocks)
{
  g_autoptr (GString) page = g_string_new ("<title>Words</title>");
  for (guint i = 0; i < n_blocks; i++) {
    g_string_append (page, "<p>");
    for (guint w = 0; w <= i; w++)
      g_string_append (page, "word ");
  }
  return parse (page->str);
}

/* Methods vote in place of models: it is their scores that are given. */
static Committee *
make_committee (guint n_members)
{
  static const char *const names[] = { "bte", "justext", "boilerpipe", "readability" };
  g_autoptr (GString) name = g_string_new ("majority:");
  g_autoptr (GError) error = NULL;
  for (guint i = 0; i < n_members; i++)
    g_string_append_printf (name, "%s%s", i > 0 ? "," : "", names[i]);
  const CliModelOptions options = { .name = name->str };
  Committee *committee = committee_new (&options, &error);
  g_assert_no_error (error);
  return committee;
}

static void
test_disagreement (gconstpointer data)
{
  const Case *example = data;
  g_autoptr (Committee) committee = make_committee (example->n_members);
  g_autoptr (ExtractDocument) document = make_page (example->n_blocks);

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, example->n_blocks);
  g_assert_true (extract_classifier_label_scored (committee->classifier, document, example->scores, NULL));
  g_assert_cmpfloat_with_epsilon (committee_get_disagreement (document), example->expected, 1e-6);
}

/* What has no words has no weight. */
static void
test_no_words (void)
{
  static const float scores[] = { 0.5F, 1 };
  g_autoptr (Committee) committee = make_committee (2);
  g_autoptr (ExtractDocument) signs = parse ("<p>* * *<p>one word");
  g_autoptr (ExtractDocument) none = parse ("<p>* * *");

  g_assert_true (extract_classifier_label_scored (committee->classifier, signs, scores, NULL));
  g_assert_cmpfloat (committee_get_disagreement (signs), ==, 0);
  g_assert_true (extract_classifier_label_scored (committee->classifier, none, scores, NULL));
  g_assert_cmpfloat (committee_get_disagreement (none), ==, 0);
}

/* The votes are those of the members, one by one, whatever combines them. */
static void
test_votes (void)
{
  static const char *const names[] = { "serial:bte,justext", "union:bte,justext",
                                       "intersection:bte,justext" };
  static const char *const members[] = { "bte", "justext" };
  static const char page[] = "<ul><li><a href=/>Home</a><li><a href=/a>News</a></ul><h1>Tides</h1>"
                             "<p>The water rises twice a day in most harbours, and falls again.<p>Short.";
  guint votes[5] = { 0 };

  for (guint m = 0; m < G_N_ELEMENTS (members); m++) {
    const CliModelOptions options = { .name = (char *) members[m] };
    g_autoptr (ExtractClassifier) classifier = cli_load_classifier (&options, NULL, NULL);
    g_autoptr (ExtractDocument) document = parse (page);
    g_assert_cmpuint (extract_document_get_n_blocks (document), ==, G_N_ELEMENTS (votes));
    g_assert_true (extract_classifier_label (classifier, document, NULL));
    for (guint i = 0; i < G_N_ELEMENTS (votes); i++)
      votes[i] += extract_block_get_label (extract_document_get_block (document, i)) == EXTRACT_LABEL_GOOD;
  }
  for (guint n = 0; n < G_N_ELEMENTS (names); n++) {
    const CliModelOptions options = { .name = (char *) names[n] };
    g_autoptr (Committee) committee = committee_new (&options, NULL);
    g_autoptr (ExtractDocument) document = parse (page);
    g_assert_true (extract_classifier_label (committee->classifier, document, NULL));
    for (guint i = 0; i < G_N_ELEMENTS (votes); i++)
      g_assert_cmpfloat (extract_block_get_score (extract_document_get_block (document, i)), ==,
                         votes[i] / 2.0);
  }
}

/* Without a combination the built-in models are in it, each once, and what is named beside them. */
static void
test_built_in (void)
{
  static const struct {
    const char *name;
    guint n;
  } rows[] = { { NULL, 2 }, { "rich", 2 }, { "classic", 2 }, { "bte", 3 } };

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++) {
    const CliModelOptions options = { .name = (char *) rows[r].name };
    g_autoptr (GError) error = NULL;
    g_autoptr (Committee) committee = committee_new (&options, &error);
    g_assert_no_error (error);
    g_auto (GStrv) lines = g_strsplit (committee->key, "\n", -1);
    g_assert_cmpuint (g_strv_length (lines), ==, 1 + rows[r].n + 1); /* "disagreement", members, the end */
    for (guint i = 1; i < rows[r].n; i++)
      g_assert_cmpstr (lines[i], !=, lines[i + 1]);
  }
}

static void
test_errors (void)
{
  static const char *const rows[][2] = {
    { "nosuch", "*no model \"nosuch\"*" },
    { "union:rich,nosuch", "*no model \"nosuch\"*" },
    { "serial:rich", "--model=serial:rich: a combination takes 2 to 32 *; this one has 1" },
    { "union:rich,,classic", "*a name is missing between commas*" },
    { "en:rich,classic", "*by language*" },
  };

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++) {
    const CliModelOptions options = { .name = (char *) rows[r][0] };
    g_autoptr (GError) error = NULL;
    g_assert_null (committee_new (&options, &error));
    g_assert_nonnull (error);
    g_test_message ("%s", error->message);
    g_assert_true (g_pattern_match_simple (rows[r][1], error->message));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/committee/disagreement/", cases[i].name, NULL);
    g_test_add_data_func (path, &cases[i], test_disagreement);
  }
  g_test_add_func ("/committee/no-words", test_no_words);
  g_test_add_func ("/committee/votes", test_votes);
  g_test_add_func ("/committee/built-in", test_built_in);
  g_test_add_func ("/committee/errors", test_errors);
  return g_test_run ();
}
