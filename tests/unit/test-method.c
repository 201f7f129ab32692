/* SPDX-License-Identifier: MIT */
/*
 * The methods of others, each on pages for which its paper says what comes out.
 *
 * In the cases a letter stands for the score of each block: G 1, n 0.5, and a dot 0.
 */
#include <libextract/model/model.h>
#include <libextract/page/page.h>
#include <libextract/page/document.h>

#include <math.h>
#include <string.h>

#include "tests/unit/parse.h"
#include "tests/unit/slow.h"

/* Frequent words of English: good for jusText. */
#define GOOD_TEXT                                                                                           \
  "the of and to in a is that for it as was with be by on not he i this are or his from at which but have " \
  "an "                                                                                                     \
  "had they you were their one all we can her has there been if more when will would who so no she other "  \
  "its"

/* Returns: (transfer full): a letter for each block. */
static char *
run (const char *method, const char *page)
{
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new_for_method (extract_method_find (method));
  g_autoptr (ExtractDocument) document = parse (page);
  g_autoptr (GError) error = NULL;
  GString *letters = g_string_new (NULL);

  g_assert_true (extract_classifier_label (classifier, document, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    double score = extract_block_get_score (block);
    char letter = score >= 1 ? 'G' : score > 0 ? 'n' : '.';

    g_assert_true (score == 0 || score == 0.5 || score == 1);
    g_assert_cmpint (extract_block_get_label (block), ==,
                     letter == 'G'   ? EXTRACT_LABEL_GOOD
                     : letter == 'n' ? EXTRACT_LABEL_NEAR_GOOD
                                     : EXTRACT_LABEL_BAD);
    g_string_append_c (letters, letter);
  }
  return g_string_free (letters, FALSE);
}

/* ---- Pages written out --------------------------------------------------------------------------- */

typedef struct {
  const char *method, *name, *page, *scores;
} Case;

/* clang-format off */
static const Case cases[] = {
  { "everything", "all", "<nav><a href=x>a</a></nav><p>b<p>c", "GGG" },
  { "everything", "nothing", "", "" },

  /*
   * Sums of the stretches: words less tags. "Home" to "one": </a> </div> <p> are 3 tags for 1 word more;
   * "four" to "five": </p> <p> are 2 for 2; "six" to "End": </p> <div> <a> are 3 for 1.
   */
  { "bte", "menu-text-menu", "<div><a href=1>Home</a></div><p>one two three four</p><p>five six</p>"
                             "<div><a href=2>End</a></div>", ".G.." },
  { "bte", "bridge-that-pays", "<p>one two three four</p><p>five six seven</p>", "GG" },
  { "bte", "bridge-too-long", "<p>one two three four</p><hr><hr><p>five six seven</p>", "G." },
  { "bte", "largest-of-two", "<p>one</p><hr><hr><p>two three</p>", ".G" },
  { "bte", "first-of-equals", "<p>one two</p><hr><hr><p>three four</p>", "G." },
  /* 2 - 2 + 3 = 3 from the first, 3 from the second: the one that begins first. */
  { "bte", "longest-start-of-equals", "<p>one two</p><p>three four five</p>", "GG" },
  { "bte", "shortest-end-of-equals", "<p>one two</p><p>three four</p>", "G." },
  /* In the middle of a long text a poor block costs less than it parts: 6 - 2 + 1 - 2 + 6 = 9. */
  { "bte", "poor-block-inside", "<p>1 2 3 4 5 6</p><p>x</p><p>1 2 3 4 5 6</p>", "GGG" },
  { "bte", "no-end-tags", "<p>one two<p>three four", "GG" },
  /* <b> </b> <i> are between its first and its last word: 3 - 3 = 0, and <p> before it. */
  { "bte", "tags-inside", "<p>one two<p>a <b>b</b> <i>c</i>", "G." },
  { "bte", "tags-around", "<p>1 2 3 4<p><b><i>a b c d</i></b>", "GG" },
  { "bte", "script-is-two-tags", "<p>one two<script>a b c d e f</script><p>three four", "G." },
  { "bte", "comment-is-none", "<p>one two<!-- <b> --><p>three four", "GG" },
  { "bte", "no-words", "<p>-</p><p>!</p>", ".." },
  { "bte", "script-without-spaces", "<meta charset=utf-8><p>我们走了</p><p><a href=x>a</a></p>", "G." },

  { "link-quota", "half-is-not-mainly", "<p>aa <a href=x>bb</a>", "G" },
  { "link-quota", "mainly", "<p>aa <a href=x>bbb</a>", "." },
  { "link-quota", "menu", "<ul><li><a href=x>a</a><li>b<li><a href=y>c</a></ul><p>d", "...G" },
  { "link-quota", "link-in-long-text", "<div><p><a href=x>aaa</a></p><p>a long text without any</p></div>", ".G" },
  { "link-quota", "page-of-links", "<p><a href=x>aaaaaaaa</a><p>b", ".G" },
  { "link-quota", "spaces-do-not-count", "<p>a a <a href=x>b    b</a>", "G" },
  { "link-quota", "no-text", "<ul><li></ul>", "" },

  { "largest-block", "article", "<ul><li>a<li>b</ul><div><p>some text<p>more text</div><p>end", "..GG." },
  { "largest-block", "own-text", "<div>a text of its own<p>a child</div><p>end", "GG." },
  { "largest-block", "below-too", "<div><p>some text<ul><li>item</ul><p>more text</div><p>end", "GGG." },
  { "largest-block", "not-grandchildren", "<div><p>aaaa<section><p>bbb<p>cc</section></div>", ".GG" },
  { "largest-block", "first-of-equals", "<div><p>aa</div><div><p>bb</div>", "G." },
  { "largest-block", "spaces-do-not-count", "<div><p>a a a a a</div><div><p>bbbbbb</div>", ".G" },

  /* Words 10 5 1, links 0 0 1, images 0 0 0: shares 1 0, .5 0, .1 1; the last one is not in the basket. */
  { "feature-extractor", "most-words", "<p>1 2 3 4 5<p>1 2 3 4 5 6 7 8 9 10<p><a href=x>y</a>", ".G." },
  { "feature-extractor", "first-of-equals", "<p>1 2<p>3 4", "G." },
  /* Links 1 of 1: as much as the most words are; a basket needs more. */
  { "feature-extractor", "as-many-links", "<p>1 2 3 <a href=x>4</a><p>1", ".G" },
  /* Of two links, one is a half: 1 > .5. */
  { "feature-extractor", "half-as-many-links", "<p>1 2 3 <a href=x>4</a><p><a href=x>1</a> <a href=y>2</a>", "G." },
  { "feature-extractor", "images-count", "<p>1 2 3 4 <img src=x><p>1 2", ".G" },
  { "feature-extractor", "links-and-images", "<p>1 2 3 4 <a href=x>5</a> <img src=x>"
                                             "<p><a href=x>1</a> <a href=x>2</a> <img src=x> <img src=x><p>1", "..G" },
  { "feature-extractor", "nothing", "", "" },
  { "feature-extractor", "no-words", "<p>-<p>!", ".." },

  /* 10 9 2 6 of 10, centres 0 .5 1: 1 and .9 | .6 | .2, and it rests there: centres .2 .6 .95. */
  { "k-feature-extractor", "cluster", "<p>1 2 3 4 5 6 7 8 9 10<p>1 2 3 4 5 6 7 8 9<p>1 2<p>1 2 3 4 5 6", "GG.." },
  /* 10 8 8 8 5 5: 1 and three .8 | .5 .5: the centre .85 takes what is nearer than .5. */
  { "k-feature-extractor", "centres-move",
    "<p>1 2 3 4 5 6 7 8 9 10<p>1 2 3 4 5 6 7 8<p>1 2 3 4 5 6 7 8<p>1 2 3 4 5 6 7 8<p>1 2 3 4 5<p>1 2 3 4 5", "GGGG.." },
  /* .75 is as far from .5 as from 1. */
  { "k-feature-extractor", "halfway", "<p>1 2 3 4<p>1 2 3<p>1", "GG." },
  { "k-feature-extractor", "outside-of-the-basket", "<p>1 2 3 4<p>1 2 <a href=x>3</a> 4", "G." },
  { "k-feature-extractor", "no-words", "<p>-<p>!", ".." },

  /*
   * Content code blurring. In the middle of many words all that is around is words; a word between many tags has a
   * ratio near 0.
   */
  { "content-code-blurring", "text", "<p>1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30",
    "G" },
  { "content-code-blurring", "menu", "<ul><li><a href=1>a</a></li><li><a href=2>b</a></li><li><a href=3>c</a></li></ul>",
    "..." },
  { "content-code-blurring", "no-words", "<p>-", "." },
  { "content-code-blurring", "nothing", "", "" },

  /* 3 tags, 4 words; the page has no room for a window with less than half of its share of tags. */
  { "document-slope-curve", "all-alike", "<p>1<p>2<p>3<p>4", "...." },
  { "document-slope-curve", "no-words", "<p>-", "." },
  { "document-slope-curve", "nothing", "", "" },
};
/* clang-format on */

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *scores = run (c->method, c->page);

  g_test_message ("%s", c->page);
  g_assert_cmpstr (scores, ==, c->scores);
}

/* Tags of the page before the first and the last character of each block. */
static void
test_tags (void)
{
  static const struct {
    const char *page;
    guint32 tags[6];
  } pages[] = {
    { "a", { 0, 0 } },
    { "<html><head><title>t</title></head><body>a</body>", { 6, 6 } },
    { "<p>a<p>b</p>c", { 1, 1, 2, 2, 3, 3 } },
    { "<p><b>a</b> <i>b</i></p><p>c", { 2, 4, 7, 7 } },
    { "<table><tr><td>a<td>b</table>", { 3, 3, 4, 4 } },
    { "a<br>b<br><br>c", { 0, 1, 3, 3 } },
    { "a<object><b>x</b></object>b<svg><path/></svg>c<img>", { 0, 4 } },
    { "<math><mi>a</mi><mo>+</mo></math><p>b", { 2, 4, 7, 7 } },
    { "<pre>  a<b> </b>\n</pre>b", { 1, 1, 4, 4 } },
    /* The i that the parser closes and opens again stands there once. */
    { "<p><i>a<p>b</i>", { 2, 2, 3, 3 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    g_autoptr (ExtractDocument) document = parse (pages[i].page);

    g_test_message ("%s", pages[i].page);
    for (guint j = 0; j < extract_document_get_n_blocks (document); j++) {
      g_assert_cmpuint (extract_document_piece (document, j)->first_tag, ==, pages[i].tags[2 * j]);
      g_assert_cmpuint (extract_document_piece (document, j)->last_tag, ==, pages[i].tags[2 * j + 1]);
    }
  }
}

/* ---- Rows of tokens ---------------------------------------------------------------------------- */

static void
append_tokens (GString *page, guint words, guint tags)
{
  for (guint i = 0; i < words; i++)
    g_string_append (page, "w ");
  for (guint i = 0; i < tags; i++)
    g_string_append (page, "<hr>");
}

static char
score_last (const char *method, GString *page)
{
  g_autofree char *scores = run (method, page->str);

  return scores[strlen (scores) - 1];
}

/*
 * The last block of the page has n words, and t tags and one word before them. By hand, with the weights
 * w (k) = exp (- 2 k^2 / 625) of the 25 tokens on each side: with 25 words behind t tags, word j has
 * sum of w (k) over words / sum of w (k) over all, and the mean over j is .749 for t = 16, .751 for t = 15.
 */
static double
blur_by_hand (guint n, guint tags)
{
  double mean = 0;

  for (guint j = 0; j < n; j++) {
    double words = 0, all = 0;

    for (int k = -25; k <= 25; k++) {
      const int at = (int) (j + tags) + 1 + k; /* a word, the tags, and the words */
      const double w = exp (-2.0 * k * k / 625);

      if (at < 0 || at >= (int) (n + tags) + 1)
        continue;
      all += w;
      words += at == 0 || at > (int) tags ? w : 0;
    }
    mean += words / all / n;
  }
  return mean;
}

static void
test_blurring (void)
{
  guint good = 0, bad = 0;

  for (guint n = 5; n <= 60; n += 5)
    for (guint tags = 1; tags <= 60; tags += 4) {
      g_autoptr (GString) page = g_string_new (NULL);
      const double mean = blur_by_hand (n, tags);

      append_tokens (page, 1, tags);
      append_tokens (page, n, 0);
      g_test_message ("%u words behind %u tags: %f", n, tags, mean);
      g_assert_cmpint (score_last ("content-code-blurring", page), ==, mean >= 0.75 ? 'G' : '.');
      good += mean >= 0.75;
      bad += mean < 0.75;
    }
  g_assert_cmpuint (good, >=, 10);
  g_assert_cmpuint (bad, >=, 10);
}

/*
 * 100 tags behind a word, then n words: n + 101 tokens. The window around word j of the last block begins 25
 * tokens before it and has max (25 - j, 0) tags of 50 tokens, or fewer at the end.
 */
static void
test_slope (void)
{
  guint good = 0, bad = 0;

  for (guint n = 1; n <= 120; n++) {
    g_autoptr (GString) page = g_string_new (NULL);
    const double share = 100.0 / (n + 101);
    guint low = 0;

    append_tokens (page, 1, 100);
    append_tokens (page, n, 0);
    for (guint j = 0; j < n; j++) {
      const guint tags = j < 25 ? 25 - j : 0, first = 101 + j - 25, end = MIN (first + 50, n + 101);

      low += (double) tags / (end - first) < share / 2;
    }
    g_test_message ("%u words: %u low", n, low);
    g_assert_cmpint (score_last ("document-slope-curve", page), ==, 2 * low >= n ? 'G' : '.');
    good += 2 * low >= n;
    bad += 2 * low < n;
  }
  g_assert_cmpuint (good, >=, 20);
  g_assert_cmpuint (bad, >=, 5);
}

/* ---- Readability -------------------------------------------------------------------------------- */

/* 100 characters, with one comma: 2 + 1 + 1 = 4 points. */
#define HUNDRED \
  "It was one of those days, when all that she had to do was to wait for him and to look at the sea too."
/* 202 characters: 2 + 2 + 2 = 6 points. */
#define LONG HUNDRED HUNDRED
/* More than 500 characters. */
#define TEXT "<p>" LONG "<p>" LONG "<p>" LONG

static void
test_readability (void)
{
  static const struct {
    const char *name, *page, *scores;
  } pages[] = {
    /* The div has 5 + 3 x 6 = 23 points; texts of less than 25 characters give none. */
    { "article", "<div><p>Home<p>News</div><div>" TEXT "</div><div><p>End</div>", "..GGG." },
    /* Class and id are worth 25 each, up or down: 73 points, of which 11 are less than a fifth. */
    { "class", "<div class=content id=main>" TEXT "</div><div><p>" LONG "<p>x</div>", "GGG.." },
    { "class-down", "<div class=widget>" TEXT "<p>" LONG "</div><div>" TEXT "</div>", "....GGG" },
    { "id-down", "<div id=widget>" TEXT "<p>" LONG "</div><div>" TEXT "</div>", "....GGG" },
    /* Unlikely ones go, but not if something likely is in the name, or in a table. */
    { "unlikely", "<div class=sidebar>" TEXT "<p>" LONG "</div><div>" TEXT "</div>", "....GGG" },
    { "likely", "<div class='sidebar article'>" TEXT "</div><div>x</div>", "GGG." },
    { "role", "<div role=navigation>" TEXT "<p>" LONG "</div><div>" TEXT "</div>", "....GGG" },
    { "hidden", "<div style='display:none'>" TEXT "<p>" LONG "</div><div>" TEXT "</div>", "....GGG" },
    /* All is unlikely: less than 500 characters, so again with them. */
    { "again", "<div class=menu>" TEXT "</div><div>x</div>", "GGG." },
    /* Links take their share: 23 x (1 - 2/3) is less than 17; half of that for links to a place of the page.
     */
    { "links", "<div><p><a href=x>" LONG "</a><p><a href=x>" LONG "</a><p>" LONG "</div><div>" TEXT "</div>",
      "...GGG" },
    { "links-drop", "<div>" TEXT "</div><div><p><a href=x>" LONG "</a><p><a href=x>" LONG "</a></div>",
      "GGG.." },
    { "anchors-stay", "<div>" TEXT "</div><div><p><a href=#x>" LONG "</a><p><a href=#x>" LONG "</a></div>",
      "GGGGG" },
    /* Beside the best one: a fifth of its points and 10; a long p with few links; a short sentence without
       links. */
    { "sibling-points", "<div>" TEXT "</div><div><p>" LONG "<p>x</div>", "GGGGG" },
    { "sibling-few-points", "<div>" TEXT "</div><div><p>" HUNDRED "<p>x</div>", "GGG.." },
    { "sibling-class", "<div class=a>" TEXT "</div><div class=a><p>" HUNDRED "<p>x</div>", "GGGGG" },
    { "sibling-shell", "<div>" TEXT "</div><div><p>" HUNDRED "</div>", "GGGG" },
    { "sibling-long", "<section><div>" TEXT "</div><p>" HUNDRED "</section><div>x</div>", "GGGG." },
    { "sibling-sentence", "<section><div>" TEXT "</div><p>It is so.<p>no sentence</section><div>x</div>",
      "GGGG.." },
    /* No paragraph of 25 characters: the page. */
    { "page", "<p>a<p>b", "GG" },
    /* The text of a div is a paragraph. */
    { "div", "<div><div>" LONG "</div><div>" LONG "</div><div>" LONG "</div></div><div><p>x</div>", "GGG." },
    { "nothing", "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    g_autofree char *scores = run ("readability", pages[i].page);

    g_test_message ("%s", pages[i].name);
    g_assert_cmpstr (scores, ==, pages[i].scores);
  }
}

/* ---- Combinations ------------------------------------------------------------------------------ */

static ExtractClassifier *
combine (ExtractCombination combination, const char *const *methods)
{
  ExtractClassifier *members[8] = { NULL };
  ExtractClassifier *combined;
  guint n = 0;

  for (; methods[n]; n++)
    members[n] = extract_classifier_new_for_method (extract_method_find (methods[n]));
  combined = extract_classifier_new_combined (combination, members, n, "all of them");
  for (guint m = 0; m < n; m++)
    extract_classifier_unref (members[m]);
  return combined;
}

/* Returns: (transfer full): G for good and a dot for the others */
static char *
label_letters (ExtractClassifier *classifier, const char *page)
{
  g_autoptr (ExtractDocument) document = parse (page);
  g_autoptr (GError) error = NULL;
  GString *letters = g_string_new (NULL);

  g_assert_true (extract_classifier_label (classifier, document, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (extract_document_get_model (document), ==, "all of them");
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++)
    g_string_append_c (
        letters,
        extract_block_get_label (extract_document_get_block (document, i)) == EXTRACT_LABEL_GOOD ? 'G' : '.');
  return g_string_free (letters, FALSE);
}

/*
 * Blocks:             a menu   17 words   a word behind hr   3 words
 *   everything        G        G          G                  G
 *   link-quota        .        G          G                  G
 *   bte               .        G          .                  .
 *   feature-extractor .        G          .                  .
 */
static void
test_votes (void)
{
  static const char *const page = "<ul><li><a href=x>menu</a></ul><p>1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 "
                                  "17<hr><hr><hr><p>x<hr><hr><hr><p>1 2 3";
  static const char *const all[] = { "everything", "link-quota", "bte", NULL };
  static const char *const four[] = { "everything", "link-quota", "bte", "feature-extractor", NULL };
  static const char *const twice[] = { "bte", "everything", "everything", NULL };
  static const struct {
    ExtractCombination combination;
    const char *const *methods;
    const char *letters;
    double threshold;
  } votes[] = {
    { EXTRACT_COMBINATION_UNION, all, "GGGG", 0.5 / 3 },
    { EXTRACT_COMBINATION_INTERSECTION, all, ".G..", 2.5 / 3 },
    { EXTRACT_COMBINATION_MAJORITY, all, ".GGG", 1.5 / 3 },
    /* Two of four are no majority. */
    { EXTRACT_COMBINATION_MAJORITY, four, ".G..", 2.5 / 4 },
    { EXTRACT_COMBINATION_MAJORITY, twice, "GGGG", 1.5 / 3 },
    { EXTRACT_COMBINATION_SERIAL, all, ".G..", 2.5 / 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (votes); i++) {
    g_autoptr (ExtractClassifier) combined = combine (votes[i].combination, votes[i].methods);
    g_autofree char *letters = label_letters (combined, page);
    g_autofree char *nothing = label_letters (combined, "");

    g_test_message ("case %u", i);
    g_assert_cmpstr (letters, ==, votes[i].letters);
    g_assert_cmpstr (nothing, ==, "");
    g_assert_cmpfloat_with_epsilon (extract_classifier_get_threshold (combined), votes[i].threshold, 1e-9);
  }

  /* Scores are shares of votes, and the threshold says how many it must be. */
  g_autoptr (ExtractClassifier) combined = combine (EXTRACT_COMBINATION_MAJORITY, four);
  g_autoptr (ExtractDocument) document = parse (page);
  g_autofree char *half = NULL;

  g_assert_true (extract_classifier_label (combined, document, NULL));
  g_assert_cmpfloat (extract_block_get_score (extract_document_get_block (document, 0)), ==, 0.25);
  g_assert_cmpfloat (extract_block_get_score (extract_document_get_block (document, 1)), ==, 1);
  extract_classifier_set_threshold (combined, 0.5);
  half = label_letters (combined, page);
  g_assert_cmpstr (half, ==, ".GGG");
}

/*
 * What each gets is what the one before left. The menu between two texts keeps bte from joining them: 4
 * words, then 4 tags and 1 word, then 4 words; once link-quota has taken it, only the p is between them. In
 * the other order, bte has gone before.
 */
static void
test_serial (void)
{
  static const char *const page = "<p>1 2 3 4</p><p><a href=1>a</a></p><p><a href=2>b</a></p><p>1 2 3 4</p>";
  static const char *const links_first[] = { "link-quota", "bte", NULL };
  static const char *const links_last[] = { "bte", "link-quota", NULL };
  static const char *const thrice[] = { "link-quota", "link-quota", "bte", NULL };
  g_autoptr (ExtractClassifier) first = combine (EXTRACT_COMBINATION_SERIAL, links_first);
  g_autoptr (ExtractClassifier) last = combine (EXTRACT_COMBINATION_SERIAL, links_last);
  g_autoptr (ExtractClassifier) three = combine (EXTRACT_COMBINATION_SERIAL, thrice);
  g_autofree char *a = label_letters (first, page);
  g_autofree char *b = label_letters (last, page);
  g_autofree char *c = label_letters (three, page);

  g_assert_cmpstr (a, ==, "G..G");
  g_assert_cmpstr (b, ==, "G...");
  g_assert_cmpstr (c, ==, a);
}

/* Models vote by their own rules and thresholds, and the document of the combination is labelled as any
 * other. */
static void
test_models_vote (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_get_default (&error);
  g_autoptr (ExtractClassifier) rich = extract_classifier_new (model);
  ExtractClassifier *members[2] = { rich, NULL };
  static const char *const page =
      "<html lang=en><title>Boats</title><nav><a href=/>Home</a></nav><h1>Boats</h1><p>" GOOD_TEXT
      "<p>" GOOD_TEXT "<footer>&copy; nobody</footer>";
  g_autoptr (ExtractDocument) alone = parse (page);

  members[1] = extract_classifier_new_for_method (extract_method_find ("everything"));
  for (ExtractCombination c = 0; c < EXTRACT_N_COMBINATIONS; c++) {
    g_autoptr (ExtractClassifier) combined = extract_classifier_new_combined (c, members, 2, "both");
    g_autoptr (ExtractDocument) document = parse (page);
    gsize n;

    if (!extract_document_is_sealed (alone))
      g_assert_true (extract_classifier_label (rich, alone, &error));
    g_assert_true (extract_classifier_label (combined, document, &error));
    g_assert_cmpstr (extract_combination_get_info (c)->name, !=, "");
    g_assert_cmpuint (strlen (extract_combination_get_info (c)->sentence), >=, 10);
    for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
      const ExtractLabel label = extract_block_get_label (extract_document_get_block (document, i));
      const gboolean good =
          extract_block_get_label (extract_document_get_block (alone, i)) == EXTRACT_LABEL_GOOD;

      g_assert_cmpint (label == EXTRACT_LABEL_GOOD, ==, c == EXTRACT_COMBINATION_UNION || good);
    }
    g_assert_null (extract_block_get_features (extract_document_get_block (document, 0), &n));
  }
  extract_classifier_unref (members[1]);
}

/* A page that runs out of time or memory within a reduced page leaves nothing behind, and may be tried again.
 */
static void
test_serial_limits (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_get_default (&error);
  g_autoptr (ExtractClassifier) rich = extract_classifier_new (model);
  ExtractClassifier *members[2] = { NULL, rich };
  g_autoptr (ExtractClassifier) combined = NULL;
  g_autoptr (GString) page = g_string_new ("<html lang=en>");
  g_autoptr (GBytes) bytes = NULL;
  guint breached = 0, labelled = 0;

  members[0] = extract_classifier_new_for_method (extract_method_find ("everything"));
  combined = extract_classifier_new_combined (EXTRACT_COMBINATION_SERIAL, members, 2, "both");
  extract_classifier_unref (members[0]);
  for (guint i = 0; i < 300; i++)
    g_string_append_printf (page, "<div class=a%u><p>" GOOD_TEXT "<p><a href=%u>x</a></div>", i, i);
  bytes = g_bytes_new (page->str, page->len);
  for (guint64 kilobytes = 512; labelled == 0 && kilobytes < 1 << 20; kilobytes += kilobytes / 8) {
    g_autoptr (ExtractParser) parser = extract_parser_new ();
    g_autoptr (ExtractDocument) document = NULL;
    g_autoptr (GError) limit = NULL;

    extract_parser_set_limit (parser, EXTRACT_LIMIT_MEMORY, kilobytes << 10);
    document = extract_parser_parse_bytes (parser, bytes, "text/html; charset=utf-8", NULL, NULL);
    if (!document)
      continue;
    if (extract_classifier_label (combined, document, &limit))
      labelled++;
    else {
      g_assert_error (limit, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY);
      breached++;
    }
  }
  g_assert_cmpuint (labelled, ==, 1);
  g_assert_cmpuint (breached, >=, 3);
}

/* ---- boilerpipe: each leaf of the tree, from both sides ------------------------------------------- */

typedef struct {
  guint words, linked; /* the first ones are links */
} Words;

static void
append_words (GString *page, Words block)
{
  g_string_append (page, "<p>");
  for (guint i = 0; i < block.words; i++)
    g_string_append (page, i < block.linked ? "<a href=x>w</a> " : "w ");
  g_string_append (page, block.words > 0 ? "</p>" : "-</p>");
}

static void
test_boilerpipe_tree (void)
{
  static const struct {
    Words before, block, after;
    char score;
  } leaves[] = {
    /* Link density of the block: a third is more than 0.333333. */
    { { 100, 0 }, { 300, 100 }, { 100, 0 }, '.' },
    { { 100, 0 }, { 301, 100 }, { 100, 0 }, 'G' },
    /* Not many links before. */
    { { 4, 0 }, { 16, 0 }, { 15, 0 }, '.' },
    { { 4, 0 }, { 17, 0 }, { 15, 0 }, 'G' },
    { { 4, 0 }, { 16, 0 }, { 16, 0 }, 'G' },
    { { 5, 0 }, { 16, 0 }, { 15, 0 }, 'G' },
    { { 0, 0 }, { 1, 0 }, { 16, 16 }, 'G' },
    { { 5, 0 }, { 0, 0 }, { 0, 0 }, 'G' },
    /* 5/9 are not many, 6/10 are. */
    { { 9, 5 }, { 16, 0 }, { 15, 0 }, 'G' },
    { { 10, 6 }, { 16, 0 }, { 15, 0 }, '.' },
    { { 10, 6 }, { 40, 0 }, { 17, 0 }, '.' },
    { { 10, 6 }, { 41, 0 }, { 17, 0 }, 'G' },
    { { 10, 6 }, { 40, 0 }, { 18, 0 }, 'G' },
    { { 10, 10 }, { 41, 13 }, { 0, 0 }, 'G' },
    { { 10, 10 }, { 41, 14 }, { 0, 0 }, '.' },
  };

  for (guint i = 0; i < G_N_ELEMENTS (leaves); i++) {
    g_autoptr (GString) page = g_string_new (NULL);
    g_autofree char *scores = NULL;

    append_words (page, leaves[i].before);
    append_words (page, leaves[i].block);
    append_words (page, leaves[i].after);
    scores = run ("boilerpipe", page->str);
    g_test_message ("leaf %u: %s", i, page->str);
    g_assert_cmpint (scores[1], ==, leaves[i].score);
  }
}

/* At the ends are blocks without words and links. */
static void
test_boilerpipe_ends (void)
{
  for (guint words = 16; words <= 17; words++) {
    g_autoptr (GString) page = g_string_new (NULL);
    g_autofree char *scores = NULL;

    append_words (page, (Words){ words, 0 });
    scores = run ("boilerpipe", page->str);
    g_assert_cmpstr (scores, ==, words == 17 ? "G" : ".");
  }
}

/* 17 words are good and 16 are not: 15 and what stands there. */
static void
test_boilerpipe_words (void)
{
  static const struct {
    const char *text;
    guint words;
  } texts[] = {
    { "a", 1 },
    { "a b", 2 },
    { "well-known", 1 },
    { "it's", 1 },
    { "http://x.org/y?z", 1 },
    { "a+b", 2 },
    { "a|b", 2 },
    { "a – b", 2 },
    { "a &amp;", 1 },
    { "a ...", 1 },
    { "1,000.5", 1 },
    { "a–b", 2 },
    { "žluťoučký", 1 },
    { "c<b>a</b>t", 1 },
    { "c<a href=x>a</a>t", 3 },
    { "我们走了", 1 },
    { "我们，走了", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *page = g_strdup_printf ("<p>1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 %s", texts[i].text);
    g_autofree char *scores = run ("boilerpipe", page);

    g_test_message ("%s", texts[i].text);
    g_assert_cmpstr (scores, ==, texts[i].words >= 2 ? "G" : ".");
  }
}

/* ---- jusText: each paragraph by itself ------------------------------------------------------------- */

/* English words of @n characters in all, every one frequent. */
static char *
frequent (guint n)
{
  static const char *const last[] = { "the", "that", "their", "should" };
  GString *text = g_string_new (NULL);

  g_assert_cmpuint (n, >=, 3);
  for (; n >= 7; n -= 4)
    g_string_append (text, "the ");
  g_string_append (text, last[n - 3]);
  return g_string_free (text, FALSE);
}

/* @words words, @stopwords of them frequent, @n characters in all. */
static char *
mixed (guint words, guint stopwords, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < words - 1; i++)
    g_string_append (text, i < stopwords ? "the " : "qq ");
  g_assert_cmpuint (n, >, text->len);
  while (text->len < n)
    g_string_append_c (text, 'q');
  return g_string_free (text, FALSE);
}

/* The class of a block by itself: what becomes of it alone, and between good ones. */
static void
assert_alone (const char *block, const char *class)
{
  g_autofree char *alone_page = g_strdup_printf ("<html lang=en>%s", block);
  g_autofree char *among_page =
      g_strdup_printf ("<html lang=en><p>" GOOD_TEXT "</p>%s<p>" GOOD_TEXT "</p>", block);
  g_autofree char *alone = run ("justext", alone_page);
  g_autofree char *among = run ("justext", among_page);

  g_test_message ("%s: %s", class, block);
  g_assert_cmpint (among[0], ==, 'G');
  g_assert_cmpint (among[2], ==, 'G');
  g_assert_cmpint (among[1], ==, g_str_equal (class, "bad") ? '.' : 'G');
  g_assert_cmpstr (alone, ==,
                   g_str_equal (class, "good")        ? "G"
                   : g_str_equal (class, "near-good") ? "n"
                                                      : ".");
}

static void
assert_alone_take (char *text, const char *class)
{
  g_autofree char *block = g_strdup_printf ("<p>%s</p>", text);

  assert_alone (block, class);
  g_free (text);
}

static void
test_justext_length (void)
{
  assert_alone_take (frequent (69), "short");
  assert_alone_take (frequent (70), "near-good");
  assert_alone_take (frequent (200), "near-good");
  assert_alone_take (frequent (201), "good");
  /* Characters, not bytes. */
  assert_alone ("<p>žžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžž</p>", "bad");
  assert_alone ("<p>žžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžž</p>", "short");
}

static void
test_justext_stopwords (void)
{
  assert_alone_take (mixed (100, 29, 400), "bad");
  assert_alone_take (mixed (10, 3, 201), "near-good");
  assert_alone_take (mixed (100, 31, 400), "near-good");
  assert_alone_take (mixed (25, 8, 200), "near-good");
  assert_alone_take (mixed (25, 8, 201), "good");
  assert_alone_take (mixed (20, 0, 100), "bad");
  /* Letter case does not matter; what a comma hangs on is another word. */
  assert_alone ("<p>THE Of aNd To in A IS that For IT as WAS with BE by On not HE i This ARE or his from</p>",
                "near-good");
  assert_alone ("<p>the, of, and, to, in, a, is, that, for, it, as, was, with, be, by, on, not, he, i,</p>",
                "bad");
}

static void
test_justext_links (void)
{
  static const struct {
    guint linked;
    const char *class;
  } links[] = { { 20, "near-good" }, { 21, "bad" } };

  for (guint i = 0; i < G_N_ELEMENTS (links); i++) {
    g_autofree char *link = g_strnfill (links[i].linked, 'q');
    g_autofree char *rest = frequent (99 - links[i].linked);
    g_autofree char *block = g_strdup_printf ("<p><a href=x>%s</a> %s</p>", link, rest);

    assert_alone (block, links[i].class);
  }
  /* A short one may have none at all. */
  assert_alone ("<p>fifteen letters and a <a href=x>q</a></p>", "bad");
  assert_alone ("<p>fifteen letters and a q</p>", "short");
  assert_alone ("<p>q <a name=x>anchors are not links</a></p>", "short");
}

static void
test_justext_bad_places (void)
{
  assert_alone ("<p>" GOOD_TEXT "</p>", "good");
  assert_alone ("<p>&copy; " GOOD_TEXT "</p>", "bad");
  assert_alone ("<select><option>" GOOD_TEXT "</option></select>", "bad");
  assert_alone ("<p>short &copy;</p>", "bad");
}

/* ---- jusText: by the others around ----------------------------------------------------------------- */

/*
 * A letter for each paragraph of the page:
 *
 *   g good   n near-good   s short   b bad, 100 characters   B bad, 101
 *   h short heading   N near-good heading   H bad heading
 */
static void
append_paragraph (GString *page, char letter)
{
  g_autofree char *hundred = g_strnfill (letter == 'B' ? 101 : 100, 'q');

  switch (letter) {
  case 'g':
    g_string_append (page, "<p>" GOOD_TEXT "</p>");
    break;
  case 'n':
    g_string_append_printf (page, "<p>%.*s</p>", 99, GOOD_TEXT);
    break;
  case 's':
    g_string_append (page, "<p>a few words</p>");
    break;
  case 'h':
    g_string_append (page, "<h2>a few words</h2>");
    break;
  case 'N':
    g_string_append_printf (page, "<h2>%.*s</h2>", 99, GOOD_TEXT);
    break;
  case 'H':
    g_string_append (page, "<h2><a href=x>a few words</a></h2>");
    break;
  default:
    g_string_append_printf (page, "<p>%s</p>", hundred);
  }
}

static void
test_justext_context (void)
{
  static const struct {
    const char *page, *scores;
  } pages[] = {
    { "g", "G" },
    { "s", "." },
    { "n", "n" },
    { "b", "." },
    /* Short ones: both sides agree. */
    { "gsg", "GGG" },
    { "bsb", "..." },
    { "gssssg", "GGGGGG" },
    { "gbg", "G.G" },
    /* Between good and bad: good only with a near-good one towards the bad. */
    { "gsb", "G.." },
    { "bsg", "..G" },
    { "gsnb", "GGG." },
    { "bnsg", ".GGG" },
    { "gssnsb", "GGGG.." },
    { "gnsb", "GG.." },
    /* Beyond the ends the page is bad. */
    { "sg", ".G" },
    { "gs", "G." },
    { "nsg", "GGG" },
    { "gsn", "GGG" },
    { "ns", "n." },
    { "ss", ".." },
    /* Near-good ones: bad only between bad and bad. */
    { "bnb", ".n." },
    { "gnb", "GG." },
    { "bng", ".GG" },
    { "gnnng", "GGGGG" },
    { "bnnsnnb", ".nn.nn." },
    { "bnsnsng", ".GGGGGG" },
    /* Headings follow what comes within 200 characters. */
    { "hg", "GG" },
    { "shg", ".GG" },
    { "hbg", "G.G" },
    { "hbbg", "G..G" },
    { "hBBg", "...G" },
    { "sbg", "..G" },
    { "Nbg", "G.G" },
    { "NBBg", "n..G" },
    { "Hg", ".G" },
    { "hh", ".." },
    { "gh", "G." },
    { "hhhg", "GGGG" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    g_autoptr (GString) page = g_string_new ("<html lang=en>");
    g_autofree char *scores = NULL;

    for (const char *p = pages[i].page; *p; p++)
      append_paragraph (page, *p);
    scores = run ("justext", page->str);
    g_test_message ("%s", pages[i].page);
    g_assert_cmpstr (scores, ==, pages[i].scores);
  }
}

/* All in a heading is one, and what is in a paragraph in a heading. */
static void
test_justext_headings (void)
{
  static const char *const headings[] = { "<h1>a b</h1>", "<h6>a b</h6>", "<h3><div>a b</div></h3>",
                                          "<div><h2><span>a b</span></h2></div>" };

  for (guint i = 0; i < G_N_ELEMENTS (headings); i++) {
    g_autofree char *page = g_strdup_printf ("<html lang=en>%s<p>" GOOD_TEXT, headings[i]);
    g_autofree char *scores = run ("justext", page);

    g_assert_cmpstr (scores, ==, "GG");
  }
}

/* ---- jusText: languages ------------------------------------------------------------------------------ */

#define CZECH_TEXT                                                                                                   \
  "když jsme se na to podívali z druhé strany, bylo už jasné, že by to bez nich nešlo a že jim za to "       \
  "všichni "                                                                                                        \
  "musí být vděční, protože jinak by tam nikdo nebyl a my bychom o tom ani nevěděli, jak to pak bylo dál, " \
  "ale to"
#define FINNISH_TEXT                                                                                              \
  "talvella järvi jäätyy niin paksusti kiinni kylän väki kulkee suoraan yli vastarannalle kauppaan "         \
  "kirkkoon "                                                                                                     \
  "naapureiden luokse keväällä jää sulaa hitaasti ensin rannoilta sitten keskeltä kunnes aallot liikkuvat " \
  "taas"
#define CHINESE_TEXT \
  "冬天湖水结冰很厚村民可以直接走到对岸去商店和教堂春天冰慢慢融化先从岸边开始然后是湖心直到波浪再次涌动"

static void
test_justext_languages (void)
{
  static const struct {
    const char *page, *scores;
  } pages[] = {
    { "<html lang=cs><p>" CZECH_TEXT, "G" },
    { "<html lang=cs-CZ><p>" CZECH_TEXT, "G" },
    { "<html lang=CS_cz><p>" CZECH_TEXT, "G" },
    { "<p>" CZECH_TEXT, "G" },
    { "<p>" GOOD_TEXT, "G" },
    /* The page is believed. */
    { "<html lang=en><p>" CZECH_TEXT, "." },
    { "<html lang=cs><p>" GOOD_TEXT, "." },
    /* Without a list all that counts is length and links. */
    { "<html lang=fi><p>" FINNISH_TEXT, "G" },
    { "<p>" FINNISH_TEXT, "G" },
    { "<html lang=en><p>" FINNISH_TEXT, "." },
    { "<html lang=csb><p>" FINNISH_TEXT, "G" },
    { "<html lang=c><p>" FINNISH_TEXT, "G" },
    { "<p>" CHINESE_TEXT CHINESE_TEXT CHINESE_TEXT CHINESE_TEXT CHINESE_TEXT, "G" },
    { "<p>" CHINESE_TEXT CHINESE_TEXT, "n" },
    { "<html lang=zh><p>" CHINESE_TEXT CHINESE_TEXT CHINESE_TEXT CHINESE_TEXT CHINESE_TEXT, "G" },
    { "<html lang=zh><p>短", "." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    g_autofree char *scores = run ("justext", pages[i].page);

    g_test_message ("%s", pages[i].page);
    g_assert_cmpstr (scores, ==, pages[i].scores);
  }
}

/* Each list knows a plain sentence of its language; that of another family does not. */
static void
test_justext_lists (void)
{
  static const char *const sentences[][2] = {
    { "en",
      "it was one of those days when all that she had to do was to wait for him and to look at the sea" },
    { "de", "es war einer der Tage an denen sie nur auf ihn warten und dabei auf das Meer sehen konnte" },
    { "fr",
      "ce sont des jours où elle ne fait que le voir et lui dire tout ce que nous avons vu dans la mer" },
    { "es", "era uno de los días en que ella no tenía más que hacer que estar con él y ver cómo es el mar" },
    { "it",
      "questo è uno di quei giorni in cui non ha altro da fare che stare con lui e vedere come è il mare" },
    { "pt",
      "este foi um dos dias em que ela não tem mais que fazer do que estar com ele e ver como é o mar" },
    { "nl", "het was een van die dagen dat zij niets anders kon doen dan op hem te wachten en naar de zee te "
            "zien" },
    { "pl",
      "to był jeden z tych dni kiedy nie było nic innego do roboty i tylko z nim można było być nad tym" },
    { "cs",
      "byl to jeden z těch dnů kdy už nebylo co jiného dělat než na něj a na ni být a o tom si něco říci" },
    { "ru",
      "это был один из тех дней когда она не могла ничего другого и только с ним можно было быть у моря" },
    { "el",
      "ήταν μία από τις μέρες που δεν είχε τίποτα άλλο να κάνει από το να είναι με αυτόν και να δει την" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++) {
    g_autofree char *declared = g_strdup_printf ("<html lang=%s><p>%s %s %s", sentences[i][0],
                                                 sentences[i][1], sentences[i][1], sentences[i][1]);
    g_autofree char *guessed = run ("justext", strchr (declared, '>') + 1);
    g_autofree char *scores = run ("justext", declared);
    g_autofree char *wrong =
        g_strdup_printf ("<html lang=%s>%s", i == 0 ? "ru" : "en", strchr (declared, '>') + 1);
    g_autofree char *other = run ("justext", wrong);

    g_test_message ("%s", declared);
    g_assert_cmpstr (scores, ==, "G");
    g_assert_cmpstr (guessed, ==, "G");
    g_assert_cmpstr (other, ==, ".");
  }
}

/* ---- The table and the classifier ------------------------------------------------------------------- */

static void
test_table (void)
{
  gsize n;
  const ExtractMethod *methods = extract_method_get_all (&n);

  g_assert_cmpuint (n, ==, 11);
  for (gsize i = 0; i < n; i++) {
    g_autofree char *scores = run (methods[i].name, "<title>no block</title>");

    g_assert_true (extract_method_find (methods[i].name) == &methods[i]);
    g_assert_cmpuint (strlen (methods[i].sentence), >=, 10);
    g_assert_cmpuint (strlen (methods[i].source), >, 0);
    g_assert_cmpstr (scores, ==, "");
  }
  g_assert_null (extract_method_find ("classic"));
  g_assert_null (extract_method_find (""));
}

/* All that works with a model works with a method. */
static void
test_classifier (void)
{
  const ExtractMethod *method = extract_method_find ("justext");
  const char *const page =
      "<html lang=en><p>q<div><p>" GOOD_TEXT "<p>" GOOD_TEXT "<p>" GOOD_TEXT
      "<p>&copy; q</div><p>qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq"
      "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq";
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new_for_method (method);
  g_autoptr (ExtractClassifier) with_rule = extract_classifier_new_for_method (method);
  g_autoptr (ExtractDocument) document = parse (page);
  g_autoptr (ExtractDocument) again = extract_document_copy (document);
  g_autoptr (ExtractDocument) given = extract_document_copy (document);
  static const float scores[] = { 1, 0, 0.74F, 0.75F, 0.49F, 0.5F };
  static const char labels[] = "G.nG.n";
  g_autoptr (GError) error = NULL;
  gsize n;

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 6);
  g_assert_true (extract_classifier_label (classifier, document, &error));
  g_assert_cmpstr (extract_document_get_model (document), ==, "justext");
  g_assert_cmpfloat (extract_document_get_confidence (document), ==, 1);
  g_assert_null (extract_block_get_features (extract_document_get_block (document, 0), &n));
  g_assert_cmpint (extract_block_get_label (extract_document_get_block (document, 4)), ==, EXTRACT_LABEL_BAD);
  for (guint i = 0; i < 6; i++)
    g_assert_null (extract_block_get_rule (extract_document_get_block (document, i)));
  g_assert_false (extract_classifier_label (classifier, document, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_SEALED);
  g_clear_error (&error);

  /* Three good ones below an element take the fourth along. */
  g_assert_true (extract_classifier_set_rule (with_rule, "common-path", TRUE));
  g_assert_true (extract_classifier_label (with_rule, again, &error));
  g_assert_cmpint (extract_block_get_label (extract_document_get_block (again, 4)), ==, EXTRACT_LABEL_GOOD);
  g_assert_cmpstr (extract_block_get_rule (extract_document_get_block (again, 4)), ==, "common-path");

  g_assert_true (extract_classifier_label_scored (classifier, given, scores, &error));
  for (guint i = 0; i < 6; i++)
    g_assert_cmpint (" .nG"[extract_block_get_label (extract_document_get_block (given, i))], ==, labels[i]);
}

/* With the threshold at the score of near-good blocks they are good. */
static void
test_threshold (void)
{
  g_autoptr (ExtractClassifier) classifier =
      extract_classifier_new_for_method (extract_method_find ("justext"));
  g_autofree char *text = frequent (100);
  g_autofree char *page = g_strdup_printf ("<html lang=en><p>%s", text);
  g_autoptr (ExtractDocument) document = parse (page);

  extract_classifier_set_threshold (classifier, 0.5);
  g_assert_true (extract_classifier_label (classifier, document, NULL));
  g_assert_cmpint (extract_block_get_label (extract_document_get_block (document, 0)), ==,
                   EXTRACT_LABEL_GOOD);
}

/* ---- Hostile pages ------------------------------------------------------------------------------------ */

/* @n times @unit, then @end. */
static void
assert_survives (const char *unit, guint n, const char *end)
{
  gsize n_methods;
  const ExtractMethod *methods = extract_method_get_all (&n_methods);
  g_autoptr (GString) page = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (page, unit);
  g_string_append (page, end);
  for (gsize m = 0; m < n_methods; m++) {
    gint64 start = g_get_monotonic_time ();
    g_autofree char *scores = run (methods[m].name, page->str);

    g_test_message ("%s: %s ...", methods[m].name, unit);
    g_assert_cmpuint (strlen (scores), >, 0);
    /* What is quadratic takes minutes. */
    assert_seconds_since (start, 30);
  }
}

static void
test_hostile (void)
{
  assert_survives ("<div>", 900, "x");
  assert_survives ("<p>x", 50000, "");
  assert_survives ("<h2>x</h2>", 50000, "<p>" GOOD_TEXT);
  assert_survives ("<a href=x>y ", 20000, "");
  assert_survives ("<b>x</b> <a href=y>z</a> ", 50000, "");
  assert_survives ("\xcc\x81", 50000, "");
  assert_survives ("abcdefghij", 100000, "");
  assert_survives ("\xf0\x90\x80\x80", 50000, " \xff\xfe");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/method/%s/%s", cases[i].method, cases[i].name);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  g_test_add_func ("/method/bte/tags", test_tags);
  g_test_add_func ("/method/boilerpipe/tree", test_boilerpipe_tree);
  g_test_add_func ("/method/boilerpipe/ends", test_boilerpipe_ends);
  g_test_add_func ("/method/boilerpipe/words", test_boilerpipe_words);
  g_test_add_func ("/method/justext/length", test_justext_length);
  g_test_add_func ("/method/justext/stopwords", test_justext_stopwords);
  g_test_add_func ("/method/justext/links", test_justext_links);
  g_test_add_func ("/method/justext/bad-places", test_justext_bad_places);
  g_test_add_func ("/method/justext/context", test_justext_context);
  g_test_add_func ("/method/justext/headings", test_justext_headings);
  g_test_add_func ("/method/justext/languages", test_justext_languages);
  g_test_add_func ("/method/justext/lists", test_justext_lists);
  g_test_add_func ("/method/content-code-blurring/by-hand", test_blurring);
  g_test_add_func ("/method/document-slope-curve/by-hand", test_slope);
  g_test_add_func ("/method/readability/pages", test_readability);
  g_test_add_func ("/methods/votes", test_votes);
  g_test_add_func ("/methods/serial", test_serial);
  g_test_add_func ("/methods/models-vote", test_models_vote);
  g_test_add_func ("/methods/serial-limits", test_serial_limits);
  g_test_add_func ("/methods/table", test_table);
  g_test_add_func ("/methods/classifier", test_classifier);
  g_test_add_func ("/methods/threshold", test_threshold);
  g_test_add_func ("/methods/hostile", test_hostile);
  return g_test_run ();
}
