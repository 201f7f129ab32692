/* SPDX-License-Identifier: MIT */
/*
 * The rules of post-analysis, one by one and together, on pages with given scores.
 *
 * In the cases a letter stands for each block of the page:
 *
 *   given, labels   G good   n near-good   . bad
 *   changed         first letter of the rule that changed the block last, - for none
 */
#include <libextract/extract.h>
#include <libextract/feature/feature.h>
#include <libextract/model/model.h>
#include <libextract/page/page.h>

#include <string.h>

#include "tests/unit/parse.h"

#define GOOD 0.5
#define NEAR_GOOD 0.3

static const char *const no_rules[] = { NULL };

/* A network that nobody asks: the scores are given. */
static ExtractModel *
make_model (const char *const *rules)
{
  static const char *const card[] = { "name", "toy", NULL };
  static const ExtractLayer layer = { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F };
  static const float weights[79];
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractNetwork) network =
      extract_network_new (78, &layer, 1, weights, G_N_ELEMENTS (weights), &error);
  ExtractModel *model = extract_model_new (
      card,
      &(ExtractModelParts){
          .stages[EXTRACT_STAGE_FIRST] = { .set = extract_feature_set_find ("classic"), .network = network },
          .good = GOOD,
          .near_good = NEAR_GOOD,
          .no_text = 1,
          .rules = rules },
      &error);

  g_assert_no_error (error);
  return model;
}

static void
label (ExtractClassifier *classifier, ExtractDocument *document, const char *given)
{
  gsize n = strlen (given);
  g_autofree float *scores = g_new (float, n + 1);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, n);
  for (gsize i = 0; i < n; i++)
    scores[i] = given[i] == 'G' ? 0.5F : given[i] == 'n' ? 0.3F : 0.2F;
  g_assert_true (extract_classifier_label_scored (classifier, document, scores, &error));
  g_assert_no_error (error);
}

static void
assert_labels (ExtractDocument *document, const char *given, const char *labels, const char *changed)
{
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (GString) by = g_string_new (NULL);

  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    const char *rule = extract_block_get_rule (block);

    g_string_append_c (found, " .nG"[extract_block_get_label (block)]);
    g_string_append_c (by, rule ? *rule : '-');
    /* Rules never touch a score. */
    g_assert_cmpfloat_with_epsilon (extract_block_get_score (block),
                                    given[i] == 'G'   ? 0.5
                                    : given[i] == 'n' ? 0.3
                                                      : 0.2,
                                    1e-6);
  }
  g_assert_cmpstr (found->str, ==, labels);
  g_assert_cmpstr (by->str, ==, changed);
}

/* ---- One rule alone -------------------------------------------------------------------------- */

typedef struct {
  const char *rule, *name, *page, *given, *labels, *changed;
} Case;

#define P5 "<p>1<p>2<p>3<p>4<p>5"
#define C(text) "<td>" text
#define H(text) "<th>" text
#define TABLE(caption, row1, row2, row3) "<table>" caption "<tr>" row1 "<tr>" row2 "<tr>" row3 "</table>"
#define GRID TABLE ("", C ("1") C ("2"), C ("3") C ("4"), C ("5") C ("6"))

#define FORUM "<script type='application/ld+json'>{\"@type\":\"DiscussionForumPosting\"}</script>"

/* clang-format off */
static const Case cases[] = {
  /* The heading and the two blocks before it stay; what is earlier goes. */
  { "main-text-start", "heading-like-title", "<title>Red boats</title><p>1<p>2<p>3<p>4<h1>Red boats</h1><p>6", "GGGn..", "..GnG.", "mm--m-" },
  { "main-text-start", "heading-is-good-already", "<title>Red boats</title><h1>Red boats</h1><p>2", "G.", "G.", "--" },
  { "main-text-start", "less-than-three-before", "<title>Red boats</title><p>1<p>2<h2>Red boats</h2>", "GG.", "GGG", "--m" },
  { "main-text-start", "letter-case", "<title>ŽLUTÝ Kůň</title><h1>žlutý KŮŇ</h1>", ".", "G", "m" },
  { "main-text-start", "heading-in-longer-title", "<title>Red boats in the bay of nowhere: Harbour Notes</title><h1>Red boats</h1>", ".", "G", "m" },
  { "main-text-start", "one-word-in-longer-title", "<title>Red boats in the bay</title><h1>Red</h1>", ".", ".", "-" },
  { "main-text-start", "title-in-longer-heading", "<title>Red boats</title><h1>Red boats of the bay</h1>", ".", ".", "-" },
  { "main-text-start", "half-the-words", "<title>Red boats</title><h1>Red boats bay</h1>", ".", "G", "m" },
  { "main-text-start", "no-word-in-common", "<title>Red boats</title><p>1<p>2<p>3<h1>Green hills</h1>", "GGG.", "GGG.", "----" },
  { "main-text-start", "no-title", "<p>1<p>2<p>3<h1>Red boats</h1>", "GGG.", "GGG.", "----" },
  { "main-text-start", "h3-does-not-count", "<title>Red boats</title><h3>Red boats</h3>", ".", ".", "-" },
  { "main-text-start", "best-of-two", "<title>Red boats</title><h2>Red boats bay</h2><p>2<p>3<p>4<h1>Red boats</h1>", "GGGG.", "..GGG", "mm--m" },
  { "main-text-start", "first-of-equals", "<title>Red boats</title><h1>Red boats</h1><p>2<p>3<p>4<h1>Red boats</h1>", ".GGG.", "GGGG.", "m----" },
  { "main-text-start", "chinese", "<meta charset=utf-8><title>红船 海港</title><h1>红船 海港</h1>", ".", "G", "m" },

  { "common-path", "three-good-siblings", P5, "G.GnG", "GGGGG", "-c-c-" },
  { "common-path", "two-good-siblings", P5, "G.Gn.", "G.Gn.", "-----" },
  { "common-path", "other-tags-right-below", "<div><p>1<p>2<p>3<ul><li>4</ul><h2>5</h2></div><p>6", "GGG...", "GGG.G.", "----c-" },
  { "common-path", "not-below-cousins", "<div><p>1<p>2</div><div><p>3<p>4</div>", "GGG.", "GGG.", "----" },
  { "common-path", "counts-before-it-lifts", "<div><p>1<p>2<p>3<p>4</div>", "GGG.", "GGGG", "---c" },
  { "common-path", "text-of-one-element", "<div>1<br><br>2<br><br>3</div><p>4", "GGG.", "GGGG", "---c" },
  { "common-path", "list-items", "<ul><li>1<li>2<li>3<li>4</ul>", "G.GG", "GGGG", "-c--" },

  { "alone-blocks", "last-one-alone", P5 "<p>6<p>7", "G.....G", "G......", "------a" },
  { "alone-blocks", "company-within-five", P5 "<p>6", "G....G", "G....G", "------" },
  { "alone-blocks", "stops-at-first-that-stays", P5 "<p>6<p>7<p>8<p>9", "G......GG", "G......GG", "---------" },
  { "alone-blocks", "one-after-another", P5 P5 P5, "G......G......G", "G..............", "-------a------a" },
  { "alone-blocks", "only-good-block", "<p>1", "G", "G", "-" },
  { "alone-blocks", "near-good-is-no-company", P5 "<p>6<p>7", "GnnnnnG", "Gnnnnn.", "------a" },
  { "alone-blocks", "near-good-stays", P5 "<p>6<p>7", "G....nG", "G....n.", "------a" },
  { "alone-blocks", "no-good-block", "<p>1<p>2", ".n", ".n", "--" },

  { "block-neighbours", "heading-before-good", "<h2>1</h2><p>2<p>3<p>4<p>5", "n..G.", "G..G.", "b----" },
  { "block-neighbours", "heading-too-far-before", "<h2>1</h2>" P5, "n...G.", "n...G.", "------" },
  { "block-neighbours", "heading-after-good-only", "<p>1<h2>2</h2><p>3", "Gn.", "Gn.", "---" },
  { "block-neighbours", "heading-among-near-good", "<div>1</div><h2>2</h2><div>3</div>", "nnn", "nGn", "-b-" },
  { "block-neighbours", "list-item-beside-good", "<ul><li>1<li>2<li>3</ul>", ".nG", ".GG", "-b-" },
  { "block-neighbours", "list-item-two-away", "<ul><li>1<li>2<li>3</ul>", "n.G", "n.G", "---" },
  { "block-neighbours", "list-items-in-a-row", "<ul><li>1<li>2<li>3<li>4</ul>", "Gnnn", "GGGG", "-bbb" },
  { "block-neighbours", "paragraph-within-two", P5, "Gn.nG", "GG.GG", "-b-b-" },
  { "block-neighbours", "paragraph-two-after", "<p>1<p>2<p>3", "G.n", "G.G", "--b" },
  { "block-neighbours", "paragraph-three-after", "<p>1<p>2<p>3<p>4", "G..n", "G..n", "----" },
  { "block-neighbours", "other-between-good", "<div>1</div><div>2</div><div>3</div>", "GnG", "GGG", "-b-" },
  { "block-neighbours", "other-beside-good", "<div>1</div><div>2</div><div>3</div>", "Gn.", "Gn.", "---" },
  { "block-neighbours", "at-the-edges", "<div>1</div><div>2</div>", "nn", "nn", "--" },
  { "block-neighbours", "bad-stays-bad", "<p>1<p>2<p>3", "G.G", "G.G", "---" },

  { "headline", "before-the-text", "<h1>1</h1><p>2<p>3<p>4", "..GG", "G.GG", "h---" },
  { "headline", "nearest-of-two", "<h1>1</h1><h1>2</h1><p>3<p>4", "..GG", ".GGG", "-h--" },
  { "headline", "text-begins-with-one", "<h1>1</h1><h1>2</h1><p>3", ".GG", ".GG", "---" },
  { "headline", "too-far-before", "<h1>0</h1>" P5 P5 P5 "<p>16", "................G", "................G", "-----------------" },
  { "headline", "fifteen-before", "<h1>0</h1>" P5 P5 "<p>1<p>2<p>3<p>4<p>15", "...............G", "G..............G", "h---------------" },
  { "headline", "h2-does-not-count", "<h2>1</h2><p>2", ".G", ".G", "--" },
  { "headline", "no-text", "<h1>1</h1><p>2", "..", "..", "--" },

  { "whole-tables", "most-words-are-good", TABLE ("", C ("1") C ("2"), C ("3") C ("4") C ("5 5 5"), C ("6")), "G..GG.", "GGGGGG", "-ww--w" },
  { "whole-tables", "half-is-enough", GRID, "GGG...", "GGGGGG", "---www" },
  { "whole-tables", "less-than-half", GRID, "GG.n..", "...n..", "ww----" },
  { "whole-tables", "words-count-not-cells", TABLE ("", C ("1 1 1 1 1 1") C ("2"), C ("3") C ("4"), C ("5") C ("6")), "G.....", "GGGGGG", "-wwwww" },
  { "whole-tables", "a-sign-counts-as-a-word", TABLE ("", C ("*") C ("*"), C ("*") C ("4"), C ("5") C ("6")), "GGG...", "GGGGGG", "---www" },
  { "whole-tables", "nothing-is-good", GRID, "..n...", "..n...", "------" },
  { "whole-tables", "all-is-good", GRID, "GGGGGG", "GGGGGG", "------" },
  { "whole-tables", "the-text-around-stays", "<p>1" GRID "<p>8", ".GGGGG.G", ".GGGGGGG", "------w-" },
  { "whole-tables", "caption", TABLE ("<caption>1</caption>", H ("2") H ("3"), C ("4") C ("5"), C ("6") C ("7")), ".GGGGGG", "GGGGGGG", "w------" },
  { "whole-tables", "header-in-thead", "<table><thead><tr>" H ("1") H ("2") "<tbody><tr>" C ("3") C ("4") "<tr>" C ("5") C ("6") "</table>", ".nGGGG", "GGGGGG", "ww----" },
  { "whole-tables", "each-table-by-itself", GRID GRID, "GGGGG..G....", "GGGGGG......", "-----w-w----" },
  { "whole-tables", "cell-that-comes-out-in-part", TABLE ("", C ("1") C ("<p>2<p>3"), C ("4") C ("5"), C ("6") C ("7")), "GG.G.GG", "GG.GGGG", "----w--" },
  { "whole-tables", "cell-of-two-blocks-that-is-lost", TABLE ("", C ("1") C ("<p>2<p>3"), C ("4") C ("5"), C ("6") C ("7")), "G..GGGG", "GGGGGGG", "-ww----" },
  { "whole-tables", "two-cells-of-two-blocks", TABLE ("", C ("1") C ("<p>2<p>3"), C ("4") C ("<p>5<p>6"), C ("7") C ("8")), "G..GGGGG", "G..GGGGG", "--------" },
  { "whole-tables", "half-of-the-cells-below-headers", TABLE ("", H ("1") H ("2"), C ("<p>3<p>4") C ("<p>5<p>6"), C ("<p>7<p>8") C ("9")), "GG..GGGGG", "GGGGGGGGG", "--ww-----" },
  { "whole-tables", "most-cells-below-headers", TABLE ("", H ("1") H ("<p>2<p>3"), C ("<p>4<p>5") C ("<p>6<p>7"), C ("8") C ("<p>9<p>0")), ".GGGGGGGGG", ".GGGGGGGGG", "----------" },
  { "whole-tables", "list-in-a-cell", TABLE ("", C ("1") C ("<ul><li>2</ul>"), C ("3") C ("4"), C ("5") C ("6")), "GGGGG.", "GGGGG.", "------" },
  { "whole-tables", "heading-in-a-cell", TABLE ("", C ("<h2>1</h2>") C ("2"), C ("3") C ("4"), C ("5") C ("6")), "GGGGG.", "GGGGG.", "------" },
  { "whole-tables", "list-below-headers", TABLE ("", H ("1") H ("2"), C ("3") C ("<ul><li>4</ul>"), C ("5") C ("6")), "GGGGG.", "GGGGGG", "-----w" },
  { "whole-tables", "five-blocks", TABLE ("", C ("1") C ("2"), C ("3") C ("4"), C ("5")), "GGGG.", "GGGG.", "-----" },
  { "whole-tables", "one-row-of-several-cells", TABLE ("", C ("1") C ("2") C ("3"), C ("4"), C ("5") "<tr>" C ("6")), "GGGGG.", "GGGGG.", "------" },
  { "whole-tables", "half-of-the-rows", TABLE ("", C ("1") C ("2"), C ("3") C ("4"), C ("5") "<tr>" C ("6")), "GGGGG.", "GGGGGG", "-----w" },
  { "whole-tables", "most-rows-of-one-cell", TABLE ("", C ("1") C ("2"), C ("3") C ("4"), C ("5") "<tr>" C ("6") "<tr>" C ("7")), "GGGGGG.", "GGGGGG.", "-------" },
  { "whole-tables", "empty-rows-and-cells-do-not-count", TABLE ("", C ("1") C ("") C ("2"), "<td><tr><td>" "<tr>" C ("3") C ("4"), C ("5") C ("6")), "GGGGG.", "GGGGGG", "-----w" },
  { "whole-tables", "one-column", TABLE ("", C ("1") "<tr>" C ("2") "<tr>" C ("3"), C ("4"), C ("5") "<tr>" C ("6")), "GGGGG.", "GGGGG.", "------" },
  { "whole-tables", "table-in-a-cell", TABLE ("", C ("1") C (GRID), C ("8") C ("9"), C ("0")), ".GGGGG.GG.", ".GGGGGGGG.", "------w---" },
  { "whole-tables", "table-without-text-in-a-cell", TABLE ("", C ("1") C ("<table><tr><td></table>2"), C ("3") C ("4"), C ("5") C ("6")), "GGGGG.", "GGGGGG", "-----w" },
  { "whole-tables", "table-without-text-of-its-own", "<table><tr>" C (GRID) C ("<table><tr>" C (GRID) "</table>") "</table>", "GGGGG.G.....", "GGGGGG......", "-----ww-----" },

  { "omit-tables", "data", "<p>1" GRID, "GGGGGGG", "G......", "-oooooo" },
  { "omit-tables", "layout", "<table><tr><td><h2>1</h2><p>2</table>", "GG", "GG", "--" },

  { "keep-comments", "text-of-comments", "<p>1<div class=comments><p>one two three four five<p>two</div>", "G..", "GG.", "-k-" },
  { "keep-comments", "links-of-comments", "<div id=comments><p><a href=x>one two three four five six</a></div>", ".", ".", "-" },
  { "keep-comments", "heading-of-comments", "<div id=comments><h2>one two three four five six</h2></div>", ".", ".", "-" },
  { "keep-comments", "elsewhere", "<p>one two three four five", ".", ".", "-" },

  { "drop-comments", "all-of-them", "<p>1<div class=comment-list><p>2<p>3</div>", "GGn", "G..", "-dd" },
  { "drop-comments", "page-that-has-comments", "<article class=has-comments><p>1<p>2</article>", "GG", "GG", "--" },

  { "only-comments", "comments-and-text", "<p>1<ol class=comment-list><li class=comment><b class=author>Al</b><p>two</ol>", "GGG", "..G", "oo-" },
  { "only-comments", "comments-without-items", "<p>1<div class=comments><p>one two three four five<p>two</div>", "G..", ".G.", "oo-" },
  { "only-comments", "posts", FORUM "<p>1<div class=post><b class=author>Al</b><time>2020-03-04</time><p>two</div>", "G..", "..G", "o-o" },
  { "only-comments", "page-without-comments", "<p>1<p>2", "..", "..", "--" },

  { "separate-comments", "comments-and-text", "<p>1<ol class=comment-list><li class=comment><b class=author>Al</b><p>two</ol>", "GGG", "G..", "-ss" },
  { "separate-comments", "posts", FORUM "<p>1<div class=post><b class=author>Al</b><time>2020-03-04</time><p>two</div>", "GGG", "GGG", "---" },
};
/* clang-format on */

static void
test_rule (gconstpointer data)
{
  const Case *c = data;
  const char *const rules[] = { c->rule, NULL };
  g_autoptr (ExtractModel) model = make_model (no_rules);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractDocument) document = parse (c->page);
  g_autoptr (ExtractDocument) again = extract_document_copy (document);
  g_autoptr (ExtractModel) model_with_rule = make_model (rules);
  g_autoptr (ExtractClassifier) other = extract_classifier_new (model_with_rule);

  g_test_message ("%s: %s", c->rule, c->page);
  g_assert_true (extract_classifier_set_rule (classifier, c->rule, TRUE));
  label (classifier, document, c->given);
  assert_labels (document, c->given, c->labels, c->changed);
  /* The same, if the model asks for the rule. */
  label (other, again, c->given);
  assert_labels (again, c->given, c->labels, c->changed);
}

/* ---- The table, and rules together ------------------------------------------------------------ */

static void
test_table (void)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);

  g_assert_cmpuint (n, ==, 11);
  for (gsize i = 0; i < n; i++) {
    guint changes = 0, stays = 0;

    g_test_message ("%s", rules[i].name);
    g_assert_cmpuint (strlen (rules[i].sentence), >=, 10);
    for (gsize j = 0; j < i; j++)
      g_assert_cmpstr (rules[i].name, !=, rules[j].name);
    for (gsize j = 0; j < G_N_ELEMENTS (cases); j++)
      if (g_str_equal (cases[j].rule, rules[i].name)) {
        changes += !g_str_equal (cases[j].given, cases[j].labels);
        stays += g_str_equal (cases[j].given, cases[j].labels);
      }
    g_assert_cmpuint (changes, >, 0);
    g_assert_cmpuint (stays, >, 0);
  }
}

/* Names of the first @n. Returns: (transfer container) */
static const char **
name_rules (const ExtractRule *rules, gsize n)
{
  const char **names = g_new0 (const char *, n + 1);

  for (gsize i = 0; i < n; i++)
    names[i] = rules[i].name;
  return names;
}

static void
test_off (void)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  g_autofree const char **all = name_rules (rules, n);
  g_autoptr (ExtractModel) model = make_model (all);
  g_autoptr (ExtractClassifier) cleared = extract_classifier_new (model);
  g_autoptr (ExtractClassifier) switched = extract_classifier_new (model);

  extract_classifier_clear_rules (cleared);
  for (gsize i = 0; i < n; i++)
    g_assert_true (extract_classifier_set_rule (switched, rules[i].name, FALSE));
  g_assert_false (extract_classifier_set_rule (switched, "no-such-rule", TRUE));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractDocument) document = parse (cases[i].page);
    g_autoptr (ExtractDocument) copy = extract_document_copy (document);
    g_autofree char *none = g_strnfill (strlen (cases[i].given), '-');

    label (cleared, document, cases[i].given);
    assert_labels (document, cases[i].given, cases[i].given, none);
    label (switched, copy, cases[i].given);
    assert_labels (copy, cases[i].given, cases[i].given, none);
  }
}

/* Rules that mend the output are on with every model, and with no method. */
static void
test_always (void)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  g_autoptr (ExtractModel) model = make_model (no_rules);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractClassifier) method = extract_classifier_new_for_method (extract_method_find ("justext"));
  g_autoptr (ExtractDocument) document = parse (GRID);
  g_autoptr (ExtractDocument) copy = extract_document_copy (document);

  for (gsize i = 0; i < n; i++) {
    g_test_message ("%s", rules[i].name);
    g_assert_cmpint (extract_classifier_get_rule (classifier, rules[i].name), ==,
                     g_str_equal (rules[i].name, "whole-tables"));
    g_assert_false (extract_classifier_get_rule (method, rules[i].name));
    g_assert_true (extract_classifier_set_rule (method, rules[i].name, TRUE));
    g_assert_true (extract_classifier_get_rule (method, rules[i].name));
  }
  g_assert_false (extract_classifier_get_rule (classifier, "no-such-rule"));
  label (classifier, document, "GGG...");
  assert_labels (document, "GGG...", "GGGGGG", "---www");
  extract_classifier_clear_rules (classifier);
  g_assert_false (extract_classifier_get_rule (classifier, "whole-tables"));
  label (classifier, copy, "GGG...");
  assert_labels (copy, "GGG...", "GGG...", "------");
}

/* They run in the order of the table, and the last one that changed a block leaves its name. */
static void
test_together (void)
{
  static const struct {
    const char *page, *given, *labels, *changed;
  } pages[] = {
    /* common-path counts what main-text-start left and made good. */
    { "<title>Red boats</title><div><p>1<p>2<p>3<p>4<p>5</div><article><h1>Red "
      "boats</h1><p>7<p>8<p>9</article>",
      "GG....GG.", ".....GGGG", "mm---m--c" },
    /* What main-text-start left alone stays: it is the first good block of the page. */
    { "<title>Red boats</title><h1>Red boats</h1><p>2", "..", "G.", "m-" },
    /* block-neighbours has the last word. */
    { "<title>Red boats</title><h1>Red boats</h1><ul><li>2<li>3</ul>", ".Gn", "GGG", "m-b" },
  };
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  g_autofree const char **thesis = name_rules (rules, 4);
  g_autoptr (ExtractModel) model = make_model (thesis);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    g_autoptr (ExtractDocument) document = parse (pages[i].page);

    g_test_message ("%s", pages[i].page);
    label (classifier, document, pages[i].given);
    assert_labels (document, pages[i].given, pages[i].labels, pages[i].changed);
  }
}

/* ---- Thresholds and seal ---------------------------------------------------------------------- */

static void
test_thresholds (void)
{
  static const float scores[] = { 0, 0.2999F, 0.3F, 0.4999F, 0.5F, 1 };
  g_autoptr (ExtractModel) model = make_model (no_rules);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractDocument) document = parse (P5 "<p>6");
  g_autoptr (ExtractDocument) copy = extract_document_copy (document);
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) labels = g_string_new (NULL);

  g_assert_true (extract_classifier_label_scored (classifier, document, scores, &error));
  extract_classifier_set_threshold (classifier, 0.25);
  g_assert_true (extract_classifier_label_scored (classifier, copy, scores, &error));
  for (guint i = 0; i < G_N_ELEMENTS (scores); i++)
    g_string_append_printf (labels, "%c%c",
                            " .nG"[extract_block_get_label (extract_document_get_block (document, i))],
                            " .nG"[extract_block_get_label (extract_document_get_block (copy, i))]);
  g_assert_cmpstr (labels->str, ==, "...GnGnGGGGG");
}

/* The threshold of a page by its best score. */
static void
test_favours (void)
{
  static const struct {
    const char *wanted; /* P precision, R recall, or neither */
    ExtractFavour favour;
    float scores[5];
    const char *labels;
  } favoured[] = {
    { "P", { 0.9, 0.8 }, { 1, 0.9F, 0.79F, 0.5F, 0.1F }, "GGnn." },
    { "P", { 0.9, 0.5 }, { 0.8F, 0.6F, 0.5F, 0.45F, 0.4F }, "GGGnn" },  /* not below the one of the model */
    { "P", { 0.9, 0.8 }, { 0.75F, 0.6F, 0.59F, 0.5F, 0.1F }, "GGnn." }, /* the best stay */
    { "P", { 0.9, 0.8 }, { 0.49F, 0.48F, 0.3F, 0.2F, 0.1F }, "nnn.." }, /* no text is no text */
    { "P", { 0, 0 }, { 0.8F, 0.75F, 0.74F, 0.5F, 0.1F }, "GGnn." },     /* the model has none */
    { "R", { 0.2, 0.5 }, { 1, 0.5F, 0.2F, 0.19F, 0.1F }, "GGG.." },
    { "R", { 0.2, 0.5 }, { 0.2F, 0.11F, 0.1F, 0.09F, 0 }, "GGG.." },
    { "R", { 0, 0 }, { 0.5F, 0.25F, 0.24F, 0.19F, 0.1F }, "GG..." },
    { "-", { 0.2, 0.5 }, { 0.5F, 0.25F, 0.24F, 0.19F, 0.1F }, "G...." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (favoured); i++) {
    g_autoptr (ExtractModel) plain = make_model (no_rules);
    ExtractModelParts parts = *extract_model_get_parts (plain);
    static const char *const card[] = { "name", "toy", NULL };
    parts.precision = parts.recall = favoured[i].favour;
    g_autoptr (ExtractModel) model = extract_model_new (card, &parts, NULL);
    g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
    g_autoptr (ExtractDocument) document = parse (P5);
    g_autoptr (GString) labels = g_string_new (NULL);

    g_test_message ("%u", i);
    if (*favoured[i].wanted != '-')
      extract_classifier_favour (classifier, *favoured[i].wanted == 'P');
    g_assert_true (extract_classifier_label_scored (classifier, document, favoured[i].scores, NULL));
    for (guint b = 0; b < 5; b++)
      g_string_append_c (labels, " .nG"[extract_block_get_label (extract_document_get_block (document, b))]);
    g_assert_cmpstr (labels->str, ==, favoured[i].labels);
  }
}

static void
test_seal (void)
{
  g_autoptr (ExtractModel) model = make_model (no_rules);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractDocument) document = parse ("<p>1");
  g_autoptr (ExtractDocument) copy = NULL;
  g_autoptr (GError) error = NULL;
  float score = 1;

  g_assert_false (extract_document_is_sealed (document));
  label (classifier, document, "G");
  g_assert_true (extract_document_is_sealed (document));
  g_assert_cmpstr (extract_document_get_model (document), ==, "toy");
  g_assert_false (extract_classifier_label_scored (classifier, document, &score, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_SEALED);
  g_clear_error (&error);
  g_assert_false (extract_classifier_label (classifier, document, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_SEALED);
  copy = extract_document_copy (document);
  g_assert_false (extract_document_is_sealed (copy));
  label (classifier, copy, ".");
  g_assert_cmpint (extract_block_get_label (extract_document_get_block (document, 0)), ==,
                   EXTRACT_LABEL_GOOD);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/rule/%s/%s", cases[i].rule, cases[i].name);

    g_test_add_data_func (path, &cases[i], test_rule);
  }
  g_test_add_func ("/rules/table", test_table);
  g_test_add_func ("/rules/off", test_off);
  g_test_add_func ("/rules/always", test_always);
  g_test_add_func ("/rules/together", test_together);
  g_test_add_func ("/rules/thresholds", test_thresholds);
  g_test_add_func ("/rules/favours", test_favours);
  g_test_add_func ("/rules/seal", test_seal);
  return g_test_run ();
}
