/* SPDX-License-Identifier: MIT */
/*
 * Comments and posts, one by one: a small page for each way in which pages write them, for every trap, and
 * pages made to hurt.
 */
#include <libextract/extract.h>
#include <libextract/meta/item-author.h>

#include <string.h>

#include "tests/unit/parse.h"
#include "tests/unit/slow.h"

/* Returns: (transfer full): a line for each: "1c Marta 2020-03-04 >2: text", "-" for what is not known */
static char *
describe (ExtractDocument *document)
{
  g_autoptr (GError) error = NULL;
  ExtractItems *items = extract_document_get_items (document, &error);
  GString *all = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < extract_items_get_n_items (items); i++) {
    const char *author = extract_items_get_author (items, i), *date = extract_items_get_date (items, i);
    g_auto (GStrv) blocks = g_strsplit (extract_items_get_text (items, i), "\n\n", -1);
    g_autofree char *text = g_strjoinv (" / ", blocks);
    const int reply_to = extract_items_get_reply_to (items, i);

    g_assert_cmpint (reply_to, <, (int) i);
    g_string_append_printf (all, "%c %s %s", "cp"[extract_items_get_kind (items, i)], author ? author : "-",
                            date ? date : "-");
    if (reply_to >= 0)
      g_string_append_printf (all, " >%d", reply_to + 1);
    g_string_append_printf (all, ": %s\n", text);
  }
  return g_string_free (all, FALSE);
}

typedef struct {
  const char *name;
  const char *uri; /* (nullable) */
  const char *page;
  const char *items; /* as describe () gives it */
} Case;

#define ARTICLE "<article><h1>Tides</h1><p>The tide comes in twice a day, and goes out as often.</article>"
#define FORUM \
  "<script "  \
  "type='application/ld+json'>{\"@type\":\"DiscussionForumPosting\",\"headline\":\"Knots\"}</script>"

/* clang-format off */
static const Case cases[] = {
  { "none", NULL, ARTICLE, "" },
  /* Comments of articles. */
  { "wordpress", NULL,
    ARTICLE "<ol class=commentlist><li class='comment even' id=comment-1><div id=div-comment-1 class=comment-body>"
    "<div class='comment-author vcard'><cite class=fn>Ole</cite> <span class=says>says:</span></div>"
    "<div class='comment-meta commentmetadata'><a href='#comment-1'>March 4, 2020 at 9:15 am</a></div>"
    "<p>Twice, but not at the same hour.</p><div class=reply><a href='?r=1'>Reply</a></div></div>"
    "<ul class=children><li class='comment odd' id=comment-2><div id=div-comment-2 class=comment-body>"
    "<div class='comment-author vcard'><cite class=fn>Marta Lind</cite> <span class=says>says:</span></div>"
    "<div class='comment-meta commentmetadata'><a href='#comment-2'>March 5, 2020 at 11:02 pm</a></div>"
    "<p>Fifty minutes later.</p><div class=reply><a href='?r=2'>Reply</a></div></div></ul></ol>",
    "c Ole 2020-03-04: Twice, but not at the same hour.\n"
    "c Marta Lind 2020-03-05 >1: Fifty minutes later.\n" },
  { "without-author-and-date", NULL,
    ARTICLE "<div class=comments><div class=comment><p>One.</div><div class=comment><p>Two.</div></div>",
    "c - -: One.\nc - -: Two.\n" },
  { "wrappers-in-wrappers", NULL,
    ARTICLE "<div class=comment-wrapper><article class='js-comment'><div class=comment-box>"
    "<span class=author>ann</span><time datetime=2020-03-04>4/3</time><div class=content>One.</div></div></article></div>"
    "<div class=comment-wrapper><article class='js-comment'><div class=comment-box>"
    "<span class=author>bob</span><time datetime=2020-03-05>5/3</time><div class=content>Two.</div></div></article></div>",
    "c ann 2020-03-04: One.\nc bob 2020-03-05: Two.\n" },
  { "microdata", NULL,
    ARTICLE "<div itemprop=comment itemscope itemtype='https://schema.org/Comment'>"
    "<span itemprop=author itemscope itemtype='https://schema.org/Person'><span itemprop=name>Ole</span></span>"
    "<meta itemprop=dateCreated content='2020-03-04T05:06:07Z'><p itemprop=text>One.</p><a href='/flag'>Report</a></div>",
    "c Ole 2020-03-04T05:06:07Z: One.\n" },
  { "author-behind-the-text", NULL,
    ARTICLE "<div class=comment><p>One, and many more words.<p>Posted by: Ole | March 4, 2020</div>"
    "<div class=comment><p>Two, and many more words.<p>Posted by: Ann | March 5, 2020</div>",
    "c Ole 2020-03-04: One, and many more words.\nc Ann 2020-03-05: Two, and many more words.\n" },
  { "german", NULL,
    "<html lang=de>" ARTICLE "<li class=kommentar><b>Jörg</b> schrieb am 4. März 2020:<div class=text>Eins.</div></li>",
    "c Jörg 2020-03-04: Eins.\n" },
  { "french", NULL,
    "<html lang=fr>" ARTICLE "<li class=commentaire><span class=auteur>Par Zoé</span> "
    "<span class=date>le 4 mars 2020</span><div class=texte>Un.</div></li>",
    "c Zoé 2020-03-04: Un.\n" },
  { "japanese", NULL,
    "<html lang=ja>" ARTICLE "<li class=comment><span class=name>はな</span><span class=date>2020年3月4日</span>"
    "<div class=comment-text>潮は一日に二度。</div></li>",
    "c はな 2020-03-04: 潮は一日に二度。\n" },
  /* What is none. */
  { "recent-comments", NULL, ARTICLE "<ul class=recent-comments><li class=comment><a href=/x>Ole on Tides</a></ul>", "" },
  { "comment-form", NULL, ARTICLE "<div class=comment-form><p>Leave a comment</div><p class=no-comments>None yet.", "" },
  { "comment-count", NULL, ARTICLE "<div class=comment-count>12 comments</div><div class=comments-link><a href=/x>12</a></div>", "" },
  { "has-comments", NULL, "<article class='post has-comments'><h1>Tides</h1><p>The tide comes in.</article>", "" },
  { "blog-index", NULL,
    "<article class=post><h2><a href=/a>Tides</a></h2><span class=author>Ole</span><time>2020-03-04</time><p>They come in.</article>"
    "<article class=post><h2><a href=/b>Knots</a></h2><span class=author>Ann</span><time>2020-03-05</time><p>They hold.</article>", "" },
  { "one-post-of-a-blog", NULL,
    "<article class=post><h1>Tides</h1><span class=author>Ole</span><time>2020-03-04</time><p>They come in.</article>", "" },
  { "posts-without-a-forum", NULL,
    "<div class=post><b class=author>Ole</b><time>2020-03-04</time><p>They come in.</div>"
    "<div class=post><b class=author>Ann</b><time>2020-03-05</time><p>They hold.</div>", "" },
  { "article-called-comment", NULL,
    "<title>Tides</title><div class=comment><h1>Tides</h1><span class=author>Ole</span><p>They come in twice a day.</div>", "" },
  { "one-comment-of-nobody", NULL, ARTICLE "<div class=comment>Comments are closed for now.</div>", "" },
  /* Posts of forums. */
  { "quoted-posts", "https://x.example/showthread.php?t=1",
    "<li class=postcontainer><b class=username>Ole</b><time>2020-03-04</time><div class=postbody>"
    "<div class=bbcode_quote><div class=message>Which knot?</div></div>A bowline.</div></li>",
    "p Ole 2020-03-04: Which knot? / A bowline.\n" },
  { "accounts-tell-a-forum", NULL,
    "<div class=post><a href='member.php?u=1'>Ole</a> <time>2020-03-04</time><div class=content>Which knot?</div></div>"
    "<div class=post><a href='member.php?u=2'>Ann</a> <time>2020-03-05</time><div class=content>A bowline.</div></div>",
    "p Ole 2020-03-04: Which knot?\np Ann 2020-03-05: A bowline.\n" },
  { "phpbb", "https://x.example/viewtopic.php?t=1",
    "<div id=p12 class='post bg1'><dl class=postprofile><dt><a href='./memberlist.php?mode=viewprofile&u=2' class=username>Ole</a></dt>"
    "<dd>Joined: Sat Oct 27, 2007 9:13 pm</dd></dl><div class=postbody><h3><a href='#p12'>Knots</a></h3>"
    "<p class=author>by <a href=x>Ole</a> » Wed Mar 04, 2020 5:06 pm</p><div class=content>Which knot holds in wet rope?</div></div></div>"
    "<div id=p13 class='post bg2'><dl class=postprofile><dt><a href='./memberlist.php?mode=viewprofile&u=3' class=username>ann_b</a></dt>"
    "<dd>Joined: Sun Oct 28, 2007 9:13 pm</dd></dl><div class=postbody><h3><a href='#p13'>Re: Knots</a></h3>"
    "<p class=author>by <a href=x>ann_b</a> » Thu Mar 05, 2020 7:08 am</p><div class=content>A bowline.</div></div></div>",
    "p Ole 2020-03-04: Which knot holds in wet rope?\np ann_b 2020-03-05: A bowline.\n" },
  { "vbulletin-by-ids", "https://x.example/showthread.php?t=1",
    "<table id=post123><tr><td class=thead>4th March 2020, 10:03</td></tr><tr><td><a class=bigusername href='member.php?u=5'>Ole</a>"
    "<div class=smallfont>Join Date: Mar 2004</div></td><td id=td_post_123><div id=post_message_123>Which knot?</div></td></tr></table>"
    "<table id=post124><tr><td class=thead>5th March 2020, 11:04</td></tr><tr><td><a class=bigusername href='member.php?u=6'>Ann</a>"
    "<div class=smallfont>Join Date: Mar 2005</div></td><td id=td_post_124><div id=post_message_124>A bowline.</div></td></tr></table>",
    "p Ole 2020-03-04: Which knot?\np Ann 2020-03-05: A bowline.\n" },
  { "xenforo", NULL,
    FORUM "<div class='p-body-main p-body-main--withSidebar'>"
    "<article class='message message--post js-post' id=js-post-1><div class=message-cell><h4 class=message-name>"
    "<a href='/members/ole.1/' class=username>Ole</a></h4><h5 class=message-userTitle>Member</h5></div>"
    "<div class=message-main><header class=message-attribution><time datetime='2020-03-04T05:06:07+0100'>Mar 4</time></header>"
    "<div class=message-body><div class=bbWrapper>Which knot?</div></div></div></article>"
    "<article class='message message--post js-post' id=js-post-2 itemscope itemtype='https://schema.org/Comment'>"
    "<div class=message-cell><h4 class=message-name><a href='/members/ann.2/' class=username>Ann</a></h4></div>"
    "<div class=message-main><header class=message-attribution><time datetime='2020-03-05T05:06:07+0100'>Mar 5</time></header>"
    "<div class=message-body><blockquote class=bbCodeBlock-content><div class=bbCodeBlock-title><a>Ole said:</a></div>Which knot?</blockquote>"
    "<div class=bbWrapper>A bowline.</div></div></div></article></div>",
    "p Ole 2020-03-04T05:06:07+01:00: Which knot?\n"
    "p Ann 2020-03-05T05:06:07+01:00: Ole said: / Which knot? / A bowline.\n" },
  { "questions-and-answers", "https://x.example/questions/1",
    "<div itemscope itemtype='https://schema.org/Question'><div class=question id=question><div class=post-text>Which knot?</div>"
    "<div class=post-signature><div class=user-action-time>edited <span title='2021-03-04 05:06:07Z'>4 Mar</span></div></div>"
    "<div class='post-signature owner'><div class=user-action-time>asked <span title='2020-03-04 05:06:07Z'>4 Mar</span></div>"
    "<div class=user-details><a href='/users/1/ole'>Ole</a></div></div></div>"
    "<div class=answer id=answer-2><div class=post-text>A bowline holds, whatever the rope is made of, and it opens again.</div>"
    "<div class=user-action-time>answered <span title='2020-03-05 05:06:07Z'>5 Mar</span></div>"
    "<div class=user-details><a href='/users/2/ann'>Ann</a></div>"
    "<ul class=comments-list><li class=comment id=comment-3><span class=comment-copy>And it jams?</span>"
    "<a class=comment-user href='/users/3/bo'>Bo</a> <span title='2020-03-06 05:06:07Z'>6 Mar</span></ul></div></div>",
    "p Ole 2020-03-04T05:06:07Z: Which knot?\n"
    "p Ann 2020-03-05T05:06:07Z: A bowline holds, whatever the rope is made of, and it opens again.\n"
    "c Bo 2020-03-06T05:06:07Z >2: And it jams?\n" },
  { "threads-in-table-rows", NULL,
    "<table><tr class='athing comtr' id=1><td><a href='user?id=ole' class=hnuser>ole</a> <span class=age title='2020-03-04T05:06:07'>2h</span>"
    "<div class=comment><div class=commtext>One.</div><div class=reply><a href=x>reply</a></div></div></tr>"
    "<tr class='athing comtr' id=2><td><a href='user?id=ann' class=hnuser>ann</a> <span class=age title='2020-03-05T05:06:07'>1h</span>"
    "<div class=comment><div class=commtext>Two.</div><div class=reply><a href=x>reply</a></div></div></tr></table>",
    "c ole 2020-03-04T05:06:07: One.\nc ann 2020-03-05T05:06:07: Two.\n" },
};
/* clang-format on */

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ExtractDocument) document = parse_sized (c->page, -1, c->uri);
  g_autofree char *items = describe (document);

  g_test_message ("%s", c->page);
  g_assert_cmpstr (items, ==, c->items);
}

/* ---- Names ---------------------------------------------------------------------------------- */

static const struct {
  const char *text;
  const char *author; /* (nullable) */
} authors[] = {
  { "Marta Lind", "Marta Lind" },
  { "by Marta Lind", "Marta Lind" },
  { "Posted by: Herr_Rein", "Herr_Rein" },
  { "Ole says:", "Ole" },
  { "Ole wrote on 4 March 2020", "Ole" },
  { "david.e ( 127135 )", "david.e" },
  { "mxa 1 year ago", "mxa" },
  { "user12 months ago", "user12 months ago" },
  { "Ole » 4 March 2020, 10:00", "Ole" },
  { "Zoé, le 4 mars 2020", "Zoé" },
  { "<span>Ole</span>", "Ole" },
  { "小鳳", "小鳳" },
  { "J Offline", NULL },
  { "Reply", NULL },
  { "#12", NULL },
  { "4 March 2020", NULL },
  { "https://x.example/", NULL },
  { "", NULL },
  { "...", NULL },
};

static void
test_authors (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (authors); i++) {
    char author[ITEM_AUTHOR_LENGTH];
    const gboolean found = extract_item_read_author (authors[i].text, strlen (authors[i].text), author);

    g_test_message ("%s", authors[i].text);
    g_assert_cmpstr (found ? author : NULL, ==, authors[i].author);
  }
}

/* ---- Pages made to hurt --------------------------------------------------------------------- */

/* Returns: how many items there are. @copies: of @begin, then as many of @end */
static guint
count (const char *begin, guint copies, const char *end)
{
  g_autoptr (GString) page = g_string_new ("<body>");
  g_autoptr (ExtractDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  ExtractItems *items;
  gint64 start;

  for (guint i = 0; i < copies; i++)
    g_string_append (page, begin);
  for (guint i = 0; i < copies; i++)
    g_string_append (page, end);
  document = parse_sized (page->str, page->len, NULL);
  start = g_get_monotonic_time ();
  items = extract_document_get_items (document, &error);
  g_assert_no_error (error);
  assert_seconds_since (start, 20);
  return extract_items_get_n_items (items);
}

static void
test_many (void)
{
  g_assert_cmpuint (
      count ("<div class=comment><b class=author>Ole</b><time>2020-03-04</time><p>One.</div>", 50000, ""), ==,
      50000);
}

static void
test_deep (void)
{
  g_assert_cmpuint (count ("<div class=comment><b class=author>Ole</b><p>One.", 10000, "</div>"), ==, 10000);
}

/* Authors in authors, text in text, in one item. */
static void
test_parts_in_parts (void)
{
  g_assert_cmpuint (count ("<div class=author><div class=comment-text>x", 5000, "</div></div>"), ==, 0);
  g_assert_cmpuint (count ("<div class=comment><span class=author>", 5000, "x</span></div>"), <=, 5000);
}

static void
test_many_kinds (void)
{
  g_autoptr (GString) page = g_string_new ("<body>");
  g_autoptr (ExtractDocument) document = NULL;
  g_autofree char *items = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (page, "<div class=k%c%c%c-comment><p>One.</div>", 'a' + i % 26, 'a' + i / 26 % 26,
                            'a' + i / 676 % 26);
  document = parse_sized (page->str, page->len, NULL);
  items = describe (document);
  g_assert_true (g_str_has_prefix (items, "c - -: One."));
}

/* Answers to answers: what is written nests only so deep. */
static void
test_written (void)
{
  static const ExtractFormat formats[] = { EXTRACT_FORMAT_MARKDOWN, EXTRACT_FORMAT_HTML, EXTRACT_FORMAT_XML,
                                           EXTRACT_FORMAT_JSON, EXTRACT_FORMAT_TEXT };
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (GString) page = g_string_new (ARTICLE);
  g_autoptr (ExtractDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (page, "<div class=comment><b class=author>O*le*&amp;%u</b><p>Answer %u.", i, i);
  document = parse_sized (page->str, page->len, NULL);
  g_assert_true (extract_classifier_set_rule (classifier, "separate-comments", TRUE));
  g_assert_true (extract_classifier_label (classifier, document, &error));
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree char *text = extract_document_to_string (document, formats[i], EXTRACT_WRITE_ITEMS, &error);

    g_assert_no_error (error);
    g_assert_nonnull (strstr (text, "Answer 0."));
    g_assert_nonnull (strstr (text, "Answer 1999."));
    g_assert_cmpuint (strlen (text), <, 2000 * 400);
    if (formats[i] == EXTRACT_FORMAT_MARKDOWN)
      g_assert_nonnull (strstr (text, "\n- **O\\*le\\*&0**\n\n  Answer 0."));
    if (formats[i] == EXTRACT_FORMAT_HTML || formats[i] == EXTRACT_FORMAT_XML)
      g_assert_nonnull (strstr (text, "O*le*&amp;1999"));
  }
}

/* Returns: how many elements that begin with @start are open where @wanted stands */
static int
count_open (const char *text, const char *start, const char *end, const char *wanted)
{
  const char *stop = strstr (text, wanted);
  int open = 0;

  g_assert_nonnull (stop);
  for (const char *p = text; p < stop; p++)
    open += g_str_has_prefix (p, start) - g_str_has_prefix (p, end);
  return open;
}

/* At the deepest level that a format writes, deeper answers follow one another. */
static void
check_depth (const char *text, ExtractFormat format, const char *wanted, int depth)
{
  g_test_message ("%s at depth %d of %s", wanted, depth, extract_format_get_info (format)->name);
  if (format == EXTRACT_FORMAT_MARKDOWN) {
    g_autofree char *line = g_strdup_printf ("\n%*s%s", 2 * MIN (depth, 15) + 2, "", wanted);

    g_assert_nonnull (strstr (text, line));
  } else if (format == EXTRACT_FORMAT_HTML)
    g_assert_cmpint (count_open (strstr (text, "<section"), "<article", "</article", wanted), ==,
                     MIN (depth, 63) + 1);
  else
    g_assert_cmpint (
        count_open (strstr (text, "<div type=\"comments"), "<div type=\"comment\"", "</div", wanted), ==,
        MIN (depth, 63) + 1);
}

static void
test_depth (void)
{
  static const ExtractFormat formats[] = { EXTRACT_FORMAT_MARKDOWN, EXTRACT_FORMAT_HTML, EXTRACT_FORMAT_TEI };
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (GString) page = g_string_new (ARTICLE);
  g_autoptr (ExtractDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 100; i++)
    g_string_append_printf (page, "<div class=comment><b class=author>Ole</b><p>Answer %d.</p>", i);
  /* Back to answer 9, which gets another answer; then one that answers nothing. */
  for (int i = 0; i < 90; i++)
    g_string_append (page, "</div>");
  g_string_append (page, "<div class=comment><b class=author>Ole</b><p>Late.</p></div>");
  for (int i = 0; i < 10; i++)
    g_string_append (page, "</div>");
  g_string_append (page, "<div class=comment><b class=author>Ole</b><p>Alone.</p></div>");
  document = parse_sized (page->str, page->len, NULL);
  g_assert_true (extract_classifier_set_rule (classifier, "separate-comments", TRUE));
  g_assert_true (extract_classifier_label (classifier, document, &error));
  for (guint f = 0; f < G_N_ELEMENTS (formats); f++) {
    g_autofree char *text = extract_document_to_string (document, formats[f], EXTRACT_WRITE_ITEMS, &error);

    g_assert_no_error (error);
    for (int i = 0; i < 100; i++) {
      g_autofree char *wanted = g_strdup_printf ("Answer %d.", i);

      check_depth (text, formats[f], wanted, i);
    }
    check_depth (text, formats[f], "Late.", 10);
    check_depth (text, formats[f], "Alone.", 0);
  }
}

static void
test_of_copies (void)
{
  g_autoptr (ExtractDocument) document = parse (cases[1].page);
  g_autoptr (ExtractDocument) copy = extract_document_copy (document);
  ExtractItems *items = extract_document_get_items (document, NULL);
  g_autoptr (ExtractItems) held = extract_items_ref (items);

  g_assert_true (extract_document_get_items (copy, NULL) == items);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/items/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  g_test_add_func ("/items/authors", test_authors);
  g_test_add_func ("/items/many", test_many);
  g_test_add_func ("/items/deep", test_deep);
  g_test_add_func ("/items/parts-in-parts", test_parts_in_parts);
  g_test_add_func ("/items/many-kinds", test_many_kinds);
  g_test_add_func ("/items/written", test_written);
  g_test_add_func ("/items/depth", test_depth);
  g_test_add_func ("/items/copies", test_of_copies);
  return g_test_run ();
}
