/* SPDX-License-Identifier: MIT */
/*
 * The methods of others, each on pages for which its paper says what comes out.
 *
 * In the cases a letter stands for the score of each block: G 1, n 0.5, and a dot 0.
 */
#include <libextract/model/model.h>
#include <libextract/page/page.h>
#include <libextract/page/document.h>

#include <string.h>

#include "tests/unit/parse.h"

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

#define GOOD_TEXT                                                                                           \
  "the of and to in a is that for it as was with be by on not he i this are or his from at which but have " \
  "an "                                                                                                     \
  "had they you were their one all we can her has there been if more when will would who so no she other "  \
  "its"

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

  g_assert_cmpuint (n, ==, 6);
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
    g_assert_cmpint (g_get_monotonic_time () - start, <, 30 * G_USEC_PER_SEC);
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
  g_test_add_func ("/methods/table", test_table);
  g_test_add_func ("/methods/classifier", test_classifier);
  g_test_add_func ("/methods/threshold", test_threshold);
  g_test_add_func ("/methods/hostile", test_hostile);
  return g_test_run ();
}
