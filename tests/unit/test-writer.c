/* SPDX-License-Identifier: MIT */
/* The writers, on documents that are put together by hand; but for TEI: test-tei.c. */
#include <json-glib/json-glib.h>

#include "tests/unit/made-document.h"

/* ---- Exact outputs -------------------------------------------------------------------------- */

#define HTML_START \
  "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title></title>\n</head>\n<body>\n<article>\n"
#define HTML_END "</article>\n</body>\n</html>\n"

/* The article of the HTML output. */
static char *
write_article (ExtractDocument *document, ExtractWriteFlags flags)
{
  g_autofree char *html = write_document (document, EXTRACT_FORMAT_HTML, flags);

  g_assert_true (g_str_has_prefix (html, HTML_START));
  g_assert_true (g_str_has_suffix (html, HTML_END));
  html[strlen (html) - strlen (HTML_END)] = '\0';
  return g_strdup (html + strlen (HTML_START));
}

typedef struct {
  const char *name;
  const char *lines;
  const char *html;
  const char *markdown;
} Case;

static const Case cases[] = {
  { "headings",
    "h1 Title\n"
    "p One.\n"
    "!p Advertisement\n"
    "h2\n"
    " div In a div # 2 #\n"
    "div Two.\n",
    "<h1>Title</h1>\n<p>One.</p>\n<h2>In a div # 2 #</h2>\n<p>Two.</p>\n",
    "# Title\n\nOne.\n\n## In a div # 2 \\#\n\nTwo.\n" },

  { "list",
    "ul\n"
    " li One\n"
    " !li Two\n"
    " li Three\n"
    "p After\n",
    "<ul>\n<li>One</li>\n<li>Three</li>\n</ul>\n<p>After</p>\n", "- One\n- Three\n\nAfter\n" },

  { "lists-nested",
    "ol\n"
    " li One\n"
    "  ul\n"
    "   li A\n"
    "   li B\n"
    "    ol\n"
    "     li Deep\n"
    " li Two\n",
    "<ol>\n<li>One\n<ul>\n<li>A</li>\n<li>B\n<ol>\n<li>Deep</li>\n</ol>\n</li>\n</ul>\n</li>\n"
    "<li>Two</li>\n</ol>\n",
    "1. One\n   - A\n   - B\n     1. Deep\n2. Two\n" },

  { "list-in-list",
    "ul\n"
    " li One\n"
    " ul\n"
    "  li Sub\n"
    " li Two\n",
    "<ul>\n<li>One\n<ul>\n<li>Sub</li>\n</ul>\n</li>\n<li>Two</li>\n</ul>\n", "- One\n  - Sub\n- Two\n" },

  { "list-loose",
    "ul\n"
    " li\n"
    "  p One\n"
    "  p More\n"
    " li\n"
    "  p Two\n",
    "<ul>\n<li>\n<p>One</p>\n<p>More</p>\n</li>\n<li>Two</li>\n</ul>\n", "- One\n\n  More\n\n- Two\n" },

  { "list-then-text",
    "ul\n"
    " li\n"
    "  ol\n"
    "   li Sub\n"
    "  . Text\n",
    "<ul>\n<li>\n<ol>\n<li>Sub</li>\n</ol>\nText</li>\n</ul>\n", "- 1. Sub\n\n  Text\n" },

  { "list-stray-text",
    "ul\n"
    " . Before\n"
    " li One\n"
    " . Between\n"
    " li Two\n",
    "<p>Before</p>\n<ul>\n<li>One\n<p>Between</p>\n</li>\n<li>Two</li>\n</ul>\n",
    "Before\n\n- One\n\n  Between\n\n- Two\n" },

  { "lists-side-by-side",
    "ul\n"
    " li A\n"
    "ul\n"
    " li B\n"
    "ul\n"
    " li C\n"
    "ol\n"
    " li D\n"
    "ol\n"
    " li E\n",
    "<ul>\n<li>A</li>\n</ul>\n<ul>\n<li>B</li>\n</ul>\n<ul>\n<li>C</li>\n</ul>\n"
    "<ol>\n<li>D</li>\n</ol>\n<ol>\n<li>E</li>\n</ol>\n",
    "- A\n\n* B\n\n- C\n\n1. D\n\n1) E\n" },

  { "item-alone", "li Stray\n", "<p>Stray</p>\n", "Stray\n" },

  { "quote",
    "blockquote\n"
    " p One\n"
    " p Two\n"
    " ul\n"
    "  li A\n"
    "  li\n"
    "   pre x{n}{n}y\n"
    "blockquote Three\n",
    "<blockquote>\n<p>One</p>\n<p>Two</p>\n<ul>\n<li>A</li>\n<li>\n<pre>x\n\ny</pre>\n</li>\n</ul>\n"
    "</blockquote>\n<blockquote>\n<p>Three</p>\n</blockquote>\n",
    "> One\n>\n> Two\n>\n> - A\n> - ```\n>   x\n>\n>   y\n>   ```\n\n> Three\n" },

  { "table",
    "table\n"
    " caption About\n"
    " thead\n"
    "  tr\n"
    "   th A\n"
    "   th B\n"
    "   th C\n"
    " tbody\n"
    "  tr\n"
    "   th 1 | 2\n"
    "   td\n"
    "   td {c a|b}{/} {b x}\n"
    "  tr\n"
    "   td 3\n"
    "   !td 4\n",
    "<table>\n<caption>About</caption>\n<tr><th>A</th><th>B</th><th>C</th></tr>\n"
    "<tr><th>1 | 2</th><td></td><td><code>a|b</code><br><strong>x</strong></td></tr>\n"
    "<tr><td>3</td><td></td><td></td></tr>\n</table>\n",
    "About\n\n| A | B | C |\n| --- | --- | --- |\n| 1 \\| 2 |  | `a\\|b`<br>**x** |\n| 3 |  |  |\n" },

  { "table-header-shorter",
    "ul\n"
    " li\n"
    "  table\n"
    "   tr\n"
    "    th A\n"
    "   tr\n"
    "    td 1\n"
    "    td 2\n",
    "<ul>\n<li>\n<table>\n<tr><th>A</th><td></td></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>\n</li>\n</"
    "ul>\n",
    "- | A |  |\n  | --- | --- |\n  | 1 | 2 |\n" },

  { "table-layout-heading",
    "table\n"
    " tr\n"
    "  td\n"
    "   h2 Head\n"
    "  td Side\n"
    " tr\n"
    "  td A\n"
    "  td B\n",
    "<h2>Head</h2>\n<p>Side</p>\n<p>A</p>\n<p>B</p>\n", "## Head\n\nSide\n\nA\n\nB\n" },

  { "table-layout-blocks",
    "table\n"
    " tr\n"
    "  td\n"
    "   p One\n"
    "   p Two\n"
    "  td Side\n"
    " tr\n"
    "  td A\n"
    "  td B\n",
    "<p>One</p>\n<p>Two</p>\n<p>Side</p>\n<p>A</p>\n<p>B</p>\n", "One\n\nTwo\n\nSide\n\nA\n\nB\n" },

  { "table-crowded-cell",
    "table\n"
    " caption\n"
    "  p About\n"
    "  p This\n"
    " tr\n"
    "  td A\n"
    "  td\n"
    "   p One | 1\n"
    "   p {b Two}\n"
    "   p # 3\n"
    " tr\n"
    "  td B\n"
    "  td C\n"
    " tr\n"
    "  td D\n"
    "p End\n",
    "<table>\n<caption>\n<p>About</p>\n<p>This</p>\n</caption>\n"
    "<tr><td>A</td><td>\n<p>One | 1</p>\n<p><strong>Two</strong></p>\n<p># 3</p>\n</td></tr>\n"
    "<tr><td>B</td><td>C</td></tr>\n<tr><td>D</td><td></td></tr>\n</table>\n<p>End</p>\n",
    "About\n\nThis\n\n|  |  |\n| --- | --- |\n| A | One \\| 1<br>**Two**<br># 3 |\n| B | C |\n| D |  "
    "|\n\nEnd\n" },

  { "table-layout-nested",
    "table\n"
    " tr\n"
    "  td Outer\n"
    "  td B\n"
    " tr\n"
    "  td\n"
    "   table\n"
    "    tr\n"
    "     td 1\n"
    "     td 2\n"
    "    tr\n"
    "     td 3\n"
    "     td 4\n"
    "  td D\n",
    "<p>Outer</p>\n<p>B</p>\n<table>\n<tr><td>1</td><td>2</td></tr>\n<tr><td>3</td><td>4</td></tr>\n</"
    "table>\n"
    "<p>D</p>\n",
    "Outer\n\nB\n\n|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n\nD\n" },

  { "table-layout-column",
    "table\n"
    " tr\n"
    "  !td 1\n"
    "  td One\n"
    " tr\n"
    "  !td 2\n"
    "  td Two\n",
    "<p>One</p>\n<p>Two</p>\n", "One\n\nTwo\n" },

  { "table-layout-row",
    "table\n"
    " tr\n"
    "  td One\n"
    "  td Two\n",
    "<p>One</p>\n<p>Two</p>\n", "One\n\nTwo\n" },

  { "terms",
    "dl\n"
    " dt One {b two}\n"
    " dd Detail\n"
    " dt\n"
    "  h3 Head\n"
    " dd\n"
    "  p First\n"
    "  ul\n"
    "   li Item\n",
    "<dl>\n<dt>One "
    "<strong>two</strong></dt>\n<dd>Detail</dd>\n<dt>Head</dt>\n<dd>First\n<ul>\n<li>Item</li>\n</ul>\n"
    "</dd>\n</dl>\n",
    "**One two**\n\nDetail\n\n**Head**\n\nFirst\n\n- Item\n" },

  { "figure",
    "figure\n"
    " pre code\n"
    " figcaption Caption\n"
    "figcaption Stray\n",
    "<figure>\n<pre>code</pre>\n<figcaption>Caption</figcaption>\n</figure>\n<p>Stray</p>\n",
    "```\ncode\n```\n\nCaption\n\nStray\n" },

  { "code",
    "pre {n}a ``` b{n} c{n}\n"
    "p {c x} {c a`b} {c `} {c a``}{c b}\n",
    "<pre>\n\na ``` b\n c\n</pre>\n"
    "<p><code>x</code> <code>a`b</code> <code>`</code> <code>a``</code><code>b</code></p>\n",
    "````\n\na ``` b\n c\n````\n\n`x` ``a`b`` `` ` `` ```a``b```\n" },

  { "code-with-marks", "p {c f({a x|y}, {i z})}\n",
    "<p><code>f(<a href=\"x\">y</a>, <em>z</em>)</code></p>\n", "`f(`[`y`](x)`,` *`z`*`)`\n" },

  { "emphasis",
    "p {b bold} {i it} {b {i both}} {i a {b b} c} x{_ 1}y{^ 2}\n"
    "p {b a}{b b} {b a}{i b} {b Note: }this {b Note:}this w{b o}rd\n"
    "p 中{b 文}字 中{b 「文」}字\n"
    "p {b a {b b} c}{/} {i  }d\n",
    "<p><strong>bold</strong> <em>it</em> <strong><em>both</em></strong> <em>a <strong>b</strong> c</em> "
    "x<sub>1</sub>y<sup>2</sup></p>\n"
    "<p><strong>a</strong><strong>b</strong> <strong>a</strong><em>b</em> <strong>Note: </strong>this "
    "<strong>Note:</strong>this w<strong>o</strong>rd</p>\n"
    "<p>中<strong>文</strong>字 中<strong>「文」</strong>字</p>\n"
    "<p><strong>a b c</strong><br><em> </em>d</p>\n",
    "**bold** *it* ***both*** *a **b** c* x<sub>1</sub>y<sup>2</sup>\n\n"
    "**ab** **a**<em>b</em> **Note:** this <strong>Note:</strong>this w**o**rd\n\n"
    "中**文**字 中<strong>「文」</strong>字\n\n"
    "**a b c**\\\nd\n" },

  { "breaks",
    "p One{/} - two{/} {/} 3. three {b {/} four}\n"
    "h2 Five{/} six\n"
    "ul\n"
    " li Seven{/} # eight\n",
    "<p>One<br>- two<br><br>3. three <strong><br>four</strong></p>\n<h2>Five six</h2>\n"
    "<ul>\n<li>Seven<br># eight</li>\n</ul>\n",
    "One\\\n\\- two\\\n\\\n3\\. three\\\n**four**\n\n## Five six\n\n- Seven\\\n  \\# eight\n" },

  { "escapes",
    "p * a * b *c* _d_ snake_case __init__ 2*3\n"
    "p # no\n"
    "p #yes\n"
    "p - no\n"
    "p -yes\n"
    "p + no\n"
    "p 1. no\n"
    "p 1986) no\n"
    "p 1.5 yes\n"
    "p > no\n"
    "p a > b & c &amp; &copy &#35; <b> a < b `x` \\ \\* [1] [a](b) ![c] ~~d~~ a|b\n"
    "p --- and ===\n"
    "p [a]: b\n"
    "p !{a x|link}\n"
    "ul\n"
    " li [x] done\n",
    NULL,
    "\\* a * b \\*c\\* \\_d\\_ snake_case \\_\\_init\\_\\_ 2\\*3\n\n"
    "\\# no\n\n#yes\n\n\\- no\n\n-yes\n\n\\+ no\n\n1\\. no\n\n1986\\) no\n\n1.5 yes\n\n\\> no\n\n"
    "a > b & c \\&amp; &copy \\&#35; \\<b> a < b \\`x\\` \\ \\\\\\* [1] [a\\](b) ![c] \\~\\~d\\~\\~ a|b\n\n"
    "\\--- and ===\n\n[a\\]: b\n\n\\![link](x)\n\n- \\[x] done\n" },

  { "characters", "p a & b < c > d \"e\" 😀 \xef\xbf\xbf\n",
    "<p>a &amp; b &lt; c &gt; d \"e\" 😀 \xef\xbf\xbd</p>\n", "a & b < c > d \"e\" 😀 \xef\xbf\xbf\n" },

  { "links-without-base",
    "p {a x y(z).html|one} {a q(1|two} {a #f|three} {a |none} {a ?a&b=\"1\"|four [5]}\n"
    "p {a javascript:x|a} {a JavaScript:x|b} {a unknown:x|c} {a data:,x|d} {a vbscript:x|e}\n"
    "p {a MAILTO:a@b.c|f} {a tel:1|g} {a ftp://h/|h} {a //i/|i} {b {a j|j}{a javascript:|k}}\n",
    "<p><a href=\"x y(z).html\">one</a> <a href=\"q(1\">two</a> <a href=\"#f\">three</a> none "
    "<a href=\"?a&amp;b=&quot;1&quot;\">four [5]</a></p>\n<p>a b c d e</p>\n"
    "<p><a href=\"MAILTO:a@b.c\">f</a> <a href=\"tel:1\">g</a> <a href=\"ftp://h/\">h</a> <a "
    "href=\"//i/\">i</a> "
    "<strong><a href=\"j\">j</a>k</strong></p>\n",
    "[one](<x y(z).html>) [two](<q(1>) [three](#f) none [four \\[5\\]](?a&b=\"1\")\n\na b c d e\n\n"
    "[f](MAILTO:a@b.c) [g](tel:1) [h](ftp://h/) [i](//i/) **[j](j)k**\n" },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ExtractDocument) document = document_new (c->lines);
  g_autofree char *html = write_article (document, EXTRACT_WRITE_DEFAULT);
  g_autofree char *markdown = write_document (document, EXTRACT_FORMAT_MARKDOWN, EXTRACT_WRITE_DEFAULT);

  if (c->html)
    g_assert_cmpstr (html, ==, c->html);
  g_assert_cmpstr (markdown, ==, c->markdown);
}

static void
test_links_base (void)
{
  static const struct {
    const char *base, *href, *link;
  } links[] = {
    { "http://e.org/a/b.html", "c d.html", "http://e.org/a/c%20d.html" },
    { "http://e.org/a/b.html", "../%2F?q=1", "http://e.org/%2F?q=1" },
    { "http://e.org/a/b.html", "#f", "http://e.org/a/b.html#f" },
    { "http://e.org/a/b.html", " //h/x\n", "http://h/x" },
    { "http://e.org/a/b.html", "https://[bad", "https://[bad" },
    { "http://e.org/a/b.html", "javascript:x", NULL },
    { "http://e.org/a/b.html", " \001java\n\tscript:x", NULL },
    { "javascript:x", "y", NULL },
    { "not a base", "y", "y" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (links); i++) {
    g_autoptr (ExtractDocument) document = document_new ("p {a |x}\n");
    ExtractPage *page = document->page;
    g_autofree char *html = NULL, *expected = NULL;

    page->base = g_strdup (links[i].base);
    ROWS_INDEX (page->marks, ExtractMark, 0)->href = page->strings->len;
    extract_string_append (page->strings, links[i].href, strlen (links[i].href) + 1);
    html = write_article (document, EXTRACT_WRITE_DEFAULT);
    expected = links[i].link ? g_strdup_printf ("<p><a href=\"%s\">x</a></p>\n", links[i].link)
                             : g_strdup ("<p>x</p>\n");
    g_assert_cmpstr (html, ==, expected);
  }
}

/* ---- All formats ---------------------------------------------------------------------------- */

static const char page_lines[] = "h1 A & \"B\"\n"
                                 "!p Menu\n"
                                 "+p Well-known: don't, 3.14 \xe2\x80\xa8漢字ー<x>\n"
                                 "~pre a{n} b\n"
                                 "ul\n"
                                 " li One\n";

static ExtractDocument *
full_document_new (void)
{
  ExtractDocument *document = document_new (page_lines);
  ExtractPage *page = document->page;

  g_free (page->title);
  page->uri = g_strdup ("http://e.org/?a&\xff");
  page->title = g_strdup ("T \"<1>\"");
  page->language = g_strdup ("en");
  document->model = g_strdup ("classic");
  extract_document_set_source (document, "http://me:secret@e.org/a&\xfe");
  return document;
}

/* Puts the name of the first rule where @expected says RULE. */
static void
check_format (ExtractFormat format, ExtractWriteFlags flags, const char *expected)
{
  g_autoptr (ExtractDocument) document = full_document_new ();
  g_autofree char *string = write_document (document, format, flags);
  gsize n;
  g_auto (GStrv) parts = g_strsplit (expected, "RULE", -1);
  g_autofree char *with_rule = g_strjoinv (extract_rule_get_all (&n)[0].name, parts);

  g_assert_cmpstr (string, ==, with_rule);
}

static void
test_text (void)
{
  check_format (EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT,
                "A & \"B\"\n\nWell-known: don't, 3.14 \xe2\x80\xa8漢字ー<x>\n\nOne\n");
  check_format (EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_ALL,
                "[good 0.88 h1] A & \"B\"\n\n[bad 0.12 p] Menu\n\n"
                "[good 0.38 p RULE] Well-known: don't, 3.14 \xe2\x80\xa8漢字ー<x>\n\n"
                "[near-good 0.38 pre] a\n b\n\n[good 0.88 li] One\n");
}

static void
test_json (void)
{
  check_format (
      EXTRACT_FORMAT_JSON, EXTRACT_WRITE_DEFAULT,
      "{\n  \"version\": 1,\n  \"source\": \"http://e.org/a&\xef\xbf\xbd\",\n"
      "  \"url\": \"http://e.org/?a&\xef\xbf\xbd\",\n  \"title\": \"T \\\"<1>\\\"\",\n"
      "  \"language\": \"en\",\n  \"charset\": \"UTF-8\",\n  \"model\": \"classic\",\n"
      "  \"confidence\": 0.5500,\n  \"main_text\": true,\n  \"reason\": null,\n  \"blocks\": [\n"
      "    {\n      \"text\": \"A & \\\"B\\\"\",\n      \"tag\": \"h1\",\n"
      "      \"path\": \"/html/body/h1[1]\",\n      \"role\": \"heading\",\n      \"score\": 0.8750,\n      "
      "\"label\": \"good\",\n"
      "      \"rule\": null\n    },\n"
      "    {\n      \"text\": \"Well-known: don't, 3.14 \\u2028漢字ー<x>\",\n      \"tag\": \"p\",\n"
      "      \"path\": \"/html/body/p[2]\",\n      \"role\": \"text\",\n      \"score\": 0.3750,\n      "
      "\"label\": \"good\",\n"
      "      \"rule\": \"RULE\"\n    },\n"
      "    {\n      \"text\": \"One\",\n      \"tag\": \"li\",\n"
      "      \"path\": \"/html/body/ul[1]/li[1]\",\n      \"role\": \"text\",\n      \"score\": 0.8750,\n    "
      "  \"label\": \"good\",\n"
      "      \"rule\": null\n    }\n  ]\n}\n");
  check_format (
      EXTRACT_FORMAT_JSONL, EXTRACT_WRITE_ALL,
      "{\"version\":1,\"source\":\"http://e.org/a&\xef\xbf\xbd\",\"url\":\"http://e.org/"
      "?a&\xef\xbf\xbd\",\"title\":\"T \\\"<1>\\\"\","
      "\"language\":\"en\",\"charset\":\"UTF-8\",\"model\":\"classic\",\"confidence\":0.5500,\"main_text\":"
      "true,\"reason\":null,\"blocks\":["
      "{\"text\":\"A & "
      "\\\"B\\\"\",\"tag\":\"h1\",\"path\":\"/html/body/h1[1]\",\"role\":\"heading\",\"score\":0.8750,"
      "\"label\":\"good\",\"rule\":null},"
      "{\"text\":\"Menu\",\"tag\":\"p\",\"path\":\"/html/body/p[1]\",\"role\":\"text\",\"score\":0.1250,"
      "\"label\":\"bad\",\"rule\":null},"
      "{\"text\":\"Well-known: don't, 3.14 \\u2028漢字ー<x>\",\"tag\":\"p\","
      "\"path\":\"/html/body/p[2]\",\"role\":\"text\",\"score\":0.3750,\"label\":\"good\",\"rule\":\"RULE\"},"
      "{\"text\":\"a\\n "
      "b\",\"tag\":\"pre\",\"path\":\"/html/body/pre[1]\",\"role\":\"text\",\"score\":0.3750,"
      "\"label\":\"near-good\",\"rule\":null},"
      "{\"text\":\"One\",\"tag\":\"li\",\"path\":\"/html/body/ul[1]/"
      "li[1]\",\"role\":\"text\",\"score\":0.8750,"
      "\"label\":\"good\",\"rule\":null}]}\n");
}

/* What a parser reads is what was in the page. */
static void
test_json_parses (void)
{
  static const char text[] = "\001\t\b\f\r\x1f\x7f \"\\/ \xe2\x80\xa8\xe2\x80\xa9 ž 😀";
  guint32 body;
  ExtractPage *page = page_with_body (&body);
  g_autoptr (ExtractDocument) document = NULL;

  add_block (page, body, text, text + strlen (text));
  document = finish (page, NULL);
  document->blocks[0].score = (float) (0.0 / 0.0);
  for (guint i = 0; i < 2; i++) {
    g_autofree char *json =
        write_document (document, i ? EXTRACT_FORMAT_JSON : EXTRACT_FORMAT_JSONL, EXTRACT_WRITE_ALL);
    g_autoptr (JsonParser) parser = json_parser_new ();
    g_autoptr (GError) error = NULL;
    JsonObject *root, *block;

    json_parser_load_from_data (parser, json, -1, &error);
    g_assert_no_error (error);
    root = json_node_get_object (json_parser_get_root (parser));
    g_assert_cmpint (json_object_get_int_member (root, "version"), ==, EXTRACT_JSON_VERSION);
    g_assert_true (json_object_get_null_member (root, "url"));
    g_assert_true (json_object_get_null_member (root, "language"));
    g_assert_true (json_object_get_null_member (root, "model"));
    block = json_array_get_object_element (json_object_get_array_member (root, "blocks"), 0);
    g_assert_cmpstr (json_object_get_string_member (block, "text"), ==, text);
    g_assert_cmpfloat (json_object_get_double_member (block, "score"), ==, 0);
  }
}

static void
test_html (void)
{
  check_format (EXTRACT_FORMAT_HTML, EXTRACT_WRITE_DEFAULT,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<title>T \"&lt;1&gt;\"</title>\n</head>\n<body>\n<article>\n"
                "<h1>T \"&lt;1&gt;\"</h1>\n<h1>A &amp; \"B\"</h1>\n<p>Well-known: don't, 3.14 "
                "\xe2\x80\xa8漢字ー&lt;x&gt;</p>\n"
                "<ul>\n<li>One</li>\n</ul>\n" HTML_END);
  check_format (EXTRACT_FORMAT_HTML, EXTRACT_WRITE_ALL,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<title>T \"&lt;1&gt;\"</title>\n</head>\n<body>\n<article>\n"
                "<h1 class=\"good\" data-score=\"0.8750\" data-label=\"good\">A &amp; \"B\"</h1>\n"
                "<p class=\"bad\" data-score=\"0.1250\" data-label=\"bad\">Menu</p>\n"
                "<p class=\"good\" data-score=\"0.3750\" data-label=\"good\" data-rule=\"RULE\">"
                "Well-known: don't, 3.14 \xe2\x80\xa8漢字ー&lt;x&gt;</p>\n"
                "<pre class=\"near-good\" data-score=\"0.3750\" data-label=\"near-good\">a\n b</pre>\n"
                "<ul>\n<li>\n<p class=\"good\" data-score=\"0.8750\" "
                "data-label=\"good\">One</p>\n</li>\n</ul>\n" HTML_END);
}

static void
test_markdown_all (void)
{
  g_autoptr (ExtractDocument) document = document_new ("table\n"
                                                       " tr\n"
                                                       "  td A\n"
                                                       "  !td B\n"
                                                       " tr\n"
                                                       "  td C\n"
                                                       "  td D\n");
  g_autofree char *table = write_document (document, EXTRACT_FORMAT_MARKDOWN, EXTRACT_WRITE_ALL);

  g_assert_cmpstr (
      table, ==,
      "|  |  |\n| --- | --- |\n| <!-- label=good score=0.8750 --> A | <!-- label=bad score=0.1250 --> B |\n"
      "| <!-- label=good score=0.8750 --> C | <!-- label=good score=0.8750 --> D |\n");
  check_format (
      EXTRACT_FORMAT_MARKDOWN, EXTRACT_WRITE_ALL,
      "<!-- label=good score=0.8750 -->\n# A & \"B\"\n\n<!-- label=bad score=0.1250 -->\nMenu\n\n"
      "<!-- label=good score=0.3750 rule=RULE -->\nWell-known: don't, 3.14 \xe2\x80\xa8漢字ー\\<x>\n\n"
      "<!-- label=near-good score=0.3750 -->\n```\na\n b\n```\n\n"
      "- <!-- label=good score=0.8750 -->\n  One\n");
}

static void
test_xml (void)
{
  check_format (
      EXTRACT_FORMAT_XML, EXTRACT_WRITE_DEFAULT,
      "<page source=\"http://e.org/a&amp;\xef\xbf\xbd\" url=\"http://e.org/?a&amp;\xef\xbf\xbd\" title=\"T "
      "&quot;&lt;1&gt;&quot;\" language=\"en\" "
      "charset=\"UTF-8\" model=\"classic\" confidence=\"0.5500\" main_text=\"true\">\n"
      "<block tag=\"h1\" path=\"/html/body/h1[1]\" role=\"heading\" score=\"0.8750\" label=\"good\">A &amp; "
      "\"B\"</block>\n"
      "<block tag=\"p\" path=\"/html/body/p[2]\" role=\"text\" score=\"0.3750\" label=\"good\" rule=\"RULE\">"
      "Well-known: don't, 3.14 \xe2\x80\xa8漢字ー&lt;x&gt;</block>\n"
      "<block tag=\"li\" path=\"/html/body/ul[1]/li[1]\" role=\"text\" score=\"0.8750\" "
      "label=\"good\">One</block>\n"
      "</page>\n");
}

/* Of a page that a browser made, each block says which step brought it. */
static void
test_step (void)
{
  static const char html[] =
      "<body><p>First</p><p data-texttractor-step=\"3\">Third <b data-texttractor-step=\"4\">"
      "bold</b></p><div data-texttractor-step=\"2\"><p>Of no step</p></div>"
      "<p data-texttractor-step=\"x\">No number</p>";
  static const guint steps[] = { 0, 3, 0, 0 };
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (html, strlen (html));
  g_autoptr (ExtractDocument) document =
      extract_parser_parse_bytes (parser, bytes, "text/html; charset=utf-8", NULL, NULL);
  g_autoptr (ExtractClassifier) everything =
      extract_classifier_new_for_method (extract_method_find ("everything"));
  g_autofree char *json = NULL;
  g_autofree char *xml = NULL;

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, G_N_ELEMENTS (steps));
  g_assert_true (extract_classifier_label (everything, document, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    g_assert_cmpuint (extract_writer_get_step (document, i), ==, steps[i]);
  json = write_document (document, EXTRACT_FORMAT_JSONL, EXTRACT_WRITE_ALL);
  xml = write_document (document, EXTRACT_FORMAT_XML, EXTRACT_WRITE_ALL);
  g_assert_nonnull (strstr (json, "\"rule\":null,\"step\":3}"));
  g_assert_nonnull (strstr (xml, " step=\"3\">Third"));
  g_assert_null (strstr (json, "\"step\":2"));
  g_assert_null (strstr (xml, "step=\"x"));
}

/* Two pages of any characters, between prologue and epilogue, are one well-formed document. */
static void
test_xml_parses (void)
{
  static const GMarkupParser handlers = { 0 };
  const ExtractFormatInfo *info = extract_format_get_info (EXTRACT_FORMAT_XML);
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&handlers, 0, NULL, NULL);
  g_autoptr (GString) stream = g_string_new (info->prologue);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2; i++) {
    static const char text[] = "\001\x1f ]]> <!-- & \xef\xbf\xbe \r x";
    guint32 body;
    ExtractPage *page = page_with_body (&body);
    g_autoptr (ExtractDocument) document = NULL;
    g_autofree char *xml = NULL;

    page->uri = g_strdup ("a\nb\t\"<&\002");
    add_block (page, body, text, text + strlen (text));
    document = finish (page, NULL);
    xml = write_document (document, EXTRACT_FORMAT_XML, EXTRACT_WRITE_ALL);
    g_assert_nonnull (strstr (xml, "url=\"a&#10;b&#9;&quot;&lt;&amp;\xef\xbf\xbd\""));
    g_assert_nonnull (strstr (xml, ">\xef\xbf\xbd\xef\xbf\xbd ]]&gt; &lt;!-- &amp; \xef\xbf\xbd &#13; x<"));
    g_string_append (stream, xml);
  }
  g_string_append (stream, info->epilogue);
  g_markup_parse_context_parse (context, stream->str, stream->len, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
}

/* The start of a page that has nothing but blocks. */
#define NO_DOC "<doc source=\"\" url=\"\" title=\"\" lang=\"\" date=\"\" site=\"\">\n"

static void
test_vertical (void)
{
  check_format (EXTRACT_FORMAT_VERTICAL, EXTRACT_WRITE_DEFAULT,
                "<doc source=\"http://e.org/a&amp;\xef\xbf\xbd\" url=\"http://e.org/?a&amp;\xef\xbf\xbd\" "
                "title=\"T &quot;&lt;1&gt;&quot;\" lang=\"en\" date=\"\" site=\"e.org\">\n"
                "<head>\nT\n\"\n<g/>\n&lt;\n<g/>\n1\n<g/>\n&gt;\n<g/>\n\"\n</head>\n"
                "<p tag=\"h1\">\n<s>\nA\n&amp;\n\"\n<g/>\nB\n<g/>\n\"\n</s>\n</p>\n"
                "<p tag=\"p\">\n<s>\nWell-known\n<g/>\n:\ndon't\n<g/>\n,\n3.14\n"
                "漢字\n<g/>\nー\n<g/>\n&lt;\n<g/>\nx\n<g/>\n&gt;\n</s>\n</p>\n"
                "<p tag=\"li\">\n<s>\nOne\n</s>\n</p>\n</doc>\n");
}

/* The words of a text as they are written: bars, controls, entities. */
static void
test_vertical_words (void)
{
  static const struct {
    const char *text, *words;
  } texts[] = {
    { "a|b \001c\x7f d\xc2\x85 e&f<g>", "a \302\246 b|c|d|e &amp; f &lt; g &gt;" },
    { "One. Two", "One .</s><s>Two" },
    { "\xe2\x80\x8b", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    guint32 body;
    ExtractPage *page = page_with_body (&body);
    g_autoptr (ExtractDocument) document = NULL;
    g_autofree char *vertical = NULL, *expected = NULL;
    g_autoptr (GString) words = NULL;

    add_block (page, body, texts[i].text, texts[i].text + strlen (texts[i].text));
    document = finish (page, NULL);
    vertical = write_document (document, EXTRACT_FORMAT_VERTICAL, EXTRACT_WRITE_DEFAULT);
    words = g_string_new (vertical);
    g_string_replace (words, "\n<g/>\n", " ", 0);
    g_string_replace (words, "\n</s>\n<s>\n", "</s><s>", 0);
    expected = texts[i].words ? g_strdup_printf (NO_DOC "<p tag=\"body\">\n<s>\n%s\n</s>\n</p>\n</doc>\n",
                                                 texts[i].words)
                              : g_strdup (NO_DOC "</doc>\n");
    for (char *p = strstr (expected, "<s>"); p && (p = strchr (p, '|'));)
      *p = '\n';
    g_assert_cmpstr (words->str, ==, expected);
  }
}

static void
test_vertical_all (void)
{
  g_autoptr (ExtractDocument) document = document_new ("!p Menu\n");
  g_autofree char *vertical = write_document (document, EXTRACT_FORMAT_VERTICAL, EXTRACT_WRITE_ALL);

  g_assert_cmpstr (vertical, ==,
                   NO_DOC
                   "<p tag=\"p\" score=\"0.1250\" label=\"bad\" rule=\"\">\n<s>\nMenu\n</s>\n</p>\n</doc>\n");
}

/* Links by their last positions, pictures by theirs; what leads nowhere has no columns. */
static void
test_vertical_links (void)
{
  static const char html[] =
      "<base href='http://e.org/d/'><p>A <a href='b c|d?\xc3\xbc'>well-known table, it</a>s <a "
      "href='x'>one</a>"
      "<a href='y'>!</a> <a href='javascript:1'>none</a><p>B <a href='z'><img src=i.png></a> c"
      "<img src='data:x'><img src=j.png><img src=j.png> d<img src=k.png>";
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (html, strlen (html));
  g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, "text/html", NULL, NULL);
  g_autoptr (ExtractClassifier) classifier =
      extract_classifier_new_for_method (extract_method_find ("everything"));
  g_autofree char *vertical = NULL, *without = NULL;

  g_assert_true (extract_classifier_label (classifier, document, NULL));
  vertical = write_document (document, EXTRACT_FORMAT_VERTICAL, EXTRACT_WRITE_IMAGES);
  g_assert_cmpstr (
      vertical, ==,
      NO_DOC "<p tag=\"p\">\n<s>\nA\nwell-known\ntable\n<g/>\n,\n"
             "its\t<link=\"http://e.org/d/b%20c%7Cd?%C3%BC\">\t<length=4>\n"
             "one\t<link=\"http://e.org/d/x\">\t<length=1>\n!\t<link=\"http://e.org/d/y\">\t<length=1>\n"
             "none\n</s>\n</p>\n<p tag=\"p\">\n<s>\nB\n"
             "__IMG__\t<link=\"http://e.org/d/i.png\">\t<length=1>\nc\n"
             "__IMG__\t<link=\"http://e.org/d/j.png\">\t<length=1>\nd\n"
             "__IMG__\t<link=\"http://e.org/d/k.png\">\t<length=1>\n</s>\n</p>\n</doc>\n");
  without = write_document (document, EXTRACT_FORMAT_VERTICAL, EXTRACT_WRITE_NO_LINKS);
  g_assert_null (strchr (without, '\t'));
}

static void
test_vertical_structure (void)
{
  static const char html[] =
      "<h1>Title</h1><p>Text<ul><li>Item</ul><blockquote><p>Quote</blockquote><pre>code</pre>"
      "<table><tr><th>A<th>B<tr><td>1<td>2</table>";
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (html, strlen (html));
  g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, "text/html", NULL, NULL);
  g_autoptr (ExtractClassifier) classifier =
      extract_classifier_new_for_method (extract_method_find ("everything"));
  g_autofree char *vertical = NULL;
  g_autoptr (GString) types = g_string_new (NULL);

  g_assert_true (extract_classifier_label (classifier, document, NULL));
  vertical = write_document (document, EXTRACT_FORMAT_VERTICAL, EXTRACT_WRITE_STRUCTURE);
  for (const char *p = strstr (vertical, " type=\""); p; p = strstr (p + 7, " type=\""))
    g_string_append_printf (types, "%.*s ", (int) strcspn (p + 7, "\""), p + 7);
  g_assert_cmpstr (types->str, ==, "heading text list quote code table table table table ");
}

/* What the registries name is what is written. */
static void
test_vertical_registry (void)
{
  static const ExtractCorpus corpus = { "My corpus", "/data/my corpus", "/x/\"a\".vert" };
  const ExtractWriteFlags flags = EXTRACT_WRITE_METADATA | EXTRACT_WRITE_FIELD (EXTRACT_FIELD_TAG) |
                                  EXTRACT_WRITE_STRUCTURE | EXTRACT_WRITE_NO_LINKS;
  g_autofree char *manatee = extract_registry_to_string (EXTRACT_REGISTRY_MANATEE, &corpus, flags);
  g_autofree char *cwb = extract_registry_to_string (EXTRACT_REGISTRY_CWB, &corpus, flags);

  g_assert_true (g_str_has_prefix (
      manatee,
      "NAME \"My corpus\"\nPATH \"/data/my corpus\"\nVERTICAL \"/x/_a_.vert\"\nENCODING \"UTF-8\"\n"));
  g_assert_nonnull (strstr (manatee, "  ATTRIBUTE tags {\n    MULTIVALUE yes\n    MULTISEP \"|\"\n  }\n}\n"));
  g_assert_nonnull (strstr (manatee, "STRUCTURE p {\n  ATTRIBUTE tag\n  ATTRIBUTE type\n}\n"));
  g_assert_null (strstr (manatee, "ATTRIBUTE link\n"));
  g_assert_null (strstr (manatee, "comment"));
  g_assert_nonnull (
      strstr (cwb, "cwb-encode -d '/data/my corpus' -f '/x/\"a\".vert' -R \"$CORPUS_REGISTRY\"/my_corpus "
                   "-c utf8 -xsB -S doc:0+source+url+title+lang+date+site+tags -S head:0 "
                   "-S p:0+tag+type -S s:0 -0 g\n"));
  g_assert_nonnull (strstr (cwb, "\nID my_corpus\nHOME \"/data/my corpus\"\n"));
  g_assert_nonnull (strstr (cwb, "\nSTRUCTURE p\nSTRUCTURE p_tag\nSTRUCTURE p_type\n"));
}

/* ---- Metadata in the formats ---------------------------------------------------------------- */

static void
test_html_head (void)
{
  g_autoptr (ExtractDocument) document = described_document_new (full_head);
  g_autofree char *html = write_document (document, EXTRACT_FORMAT_HTML, EXTRACT_WRITE_METADATA);
  g_autofree char *some = write_document (document, EXTRACT_FORMAT_HTML,
                                          EXTRACT_WRITE_METADATA | EXTRACT_WRITE_FIELD (EXTRACT_FIELD_KIND));
  g_autofree char *none = write_document (document, EXTRACT_FORMAT_HTML, EXTRACT_WRITE_DEFAULT);

  *strstr (html, "<body>") = '\0';
  g_assert_cmpstr (html, ==,
                   "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<title>T &lt;1&gt;</title>\n<meta name=\"dcterms.source\" content=\"x.html\">\n"
                   "<meta name=\"author\" content=\"Ann Lee\">\n<meta name=\"author\" content=\"Bo Ek\">\n"
                   "<meta property=\"article:published_time\" content=\"2020-03-04T05:06+01:00\">\n"
                   "<meta property=\"og:site_name\" content=\"The &quot;S&quot;\">\n"
                   "<link rel=\"canonical\" href=\"https://e.org/c?a=1&amp;b=é\">\n"
                   "<meta name=\"description\" content=\"=a, b\">\n"
                   "<meta property=\"og:image\" content=\"https://e.org/i.png\">\n"
                   "<meta property=\"article:tag\" content=\"one\">\n"
                   "<meta property=\"article:tag\" content=\"two\">\n"
                   "<meta name=\"dcterms.license\" content=\"CC BY 4.0\">\n"
                   "<meta property=\"og:type\" content=\"article\">\n</head>\n");
  g_assert_nonnull (strstr (some, "dcterms.source\" content=\"x.html\">\n<meta property=\"og:type\""));
  g_assert_nonnull (strstr (none, "<title>T &lt;1&gt;</title>\n</head>"));
}

static void
test_vertical_metadata (void)
{
  g_autoptr (ExtractDocument) document = described_document_new (full_head);
  g_autofree char *vertical =
      write_document (document, EXTRACT_FORMAT_VERTICAL,
                      EXTRACT_WRITE_METADATA | EXTRACT_WRITE_FIELD (EXTRACT_FIELD_TAG) |
                          EXTRACT_WRITE_FIELD (EXTRACT_FIELD_CATEGORY));

  g_assert_true (g_str_has_prefix (
      vertical,
      "<doc source=\"x.html\" url=\"https://e.org/x\" title=\"T &lt;1&gt;\" "
      "lang=\"en\" date=\"2020-03-04T05:06+01:00\" site=\"e.org\" categories=\"\" tags=\"one|two\">\n"));
}

typedef struct {
  const char *value, *csv, *tsv;
} Cell;

/* The site's name, as it stands in a row. */
static const Cell cells[] = {
  { "plain", "plain", "plain" },
  { "a, b", "\"a, b\"", "a, b" },
  { "a \"b\"", "\"a \"\"b\"\"\"", "a \"b\"" },
  { "a\\n", "a\\n", "a\\\\n" },
  { "=1+1", "\"'=1+1\"", "'=1+1" },
  { "+1", "\"'+1\"", "'+1" },
  { "-1", "\"'-1\"", "'-1" },
  { "@a", "\"'@a\"", "'@a" },
  { "'=1", "\"''=1\"", "''=1" },
  { "'tis", "'tis", "'tis" },
  { "-", "-", "-" },
  { "a=b", "a=b", "a=b" },
  { "é漢", "é漢", "é漢" },
};

static void
test_table_cells (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++) {
    const ExtractWriteFlags flags = EXTRACT_WRITE_FIELD (EXTRACT_FIELD_SITE_NAME);
    g_autofree char *escaped = g_markup_escape_text (cells[i].value, -1);
    g_autofree char *head = g_strdup_printf ("<meta property=og:site_name content=\"%s\">", escaped);
    g_autoptr (ExtractDocument) document = described_document_new (head);
    g_autofree char *csv = write_document (document, EXTRACT_FORMAT_CSV, flags);
    g_autofree char *tsv = write_document (document, EXTRACT_FORMAT_TSV, flags);
    g_autofree char *csv_row = g_strdup_printf ("x.html,%s,Text\n", cells[i].csv);
    g_autofree char *tsv_row = g_strdup_printf ("x.html\t%s\tText\n", cells[i].tsv);

    g_assert_cmpstr (csv, ==, csv_row);
    g_assert_cmpstr (tsv, ==, tsv_row);
  }
}

/* Line breaks, tabs and control characters, in texts and sources. */
static void
test_table_texts (void)
{
  const ExtractWriteFlags flags = EXTRACT_WRITE_FIELD (EXTRACT_FIELD_KIND);
  g_autoptr (ExtractDocument) document = document_new ("pre a\tb{n}\"c\",\rd\r{n}e\\\001{n}\n"
                                                       "p Two\n"
                                                       "!p Bad\n");

  extract_document_set_source (document, "a\r\nb\tc\001.html");
  {
    g_autofree char *csv = write_document (document, EXTRACT_FORMAT_CSV, flags);
    g_autofree char *tsv = write_document (document, EXTRACT_FORMAT_TSV, flags);

    g_assert_cmpstr (csv, ==,
                     "\"a\nb\tc\xef\xbf\xbd.html\",,"
                     "\"a\tb\n\"\"c\"\",\nd\ne\\\xef\xbf\xbd\n\n\nTwo\"\n");
    g_assert_cmpstr (tsv, ==,
                     "a\\r\\nb\\tc\xef\xbf\xbd.html\t\t"
                     "a\\tb\\n\"c\",\\rd\\r\\ne\\\\\xef\xbf\xbd\\n\\n\\nTwo\n");
  }
  {
    g_autofree char *all = write_document (document, EXTRACT_FORMAT_TSV, flags | EXTRACT_WRITE_ALL);

    g_assert_nonnull (strstr (all, "\t[good 0.88 pre] a\\tb"));
    g_assert_nonnull (strstr (all, "\\n\\n[bad 0.12 p] Bad\n"));
  }
}

/* An address that is no UTF-8 becomes none in any output. */
static void
test_metadata_valid (void)
{
  for (guint format = 0; format < EXTRACT_N_FORMATS; format++) {
    g_autoptr (ExtractDocument) document = full_document_new ();
    g_autofree char *string = write_document (document, format, EXTRACT_WRITE_ALL | EXTRACT_WRITE_METADATA);

    g_assert_cmpuint (strlen (string), >, 0);
  }
}

/* A page without main text, with and without blocks. */
static void
test_empty (void)
{
  for (guint i = 0; i < 2; i++) {
    static const char *const expected[EXTRACT_N_FORMATS] = {
      [EXTRACT_FORMAT_TEXT] = "",
      [EXTRACT_FORMAT_JSON] =
          "{\n  \"version\": 1,\n  \"source\": null,\n  \"url\": null,\n  \"title\": \"\",\n  \"language\": "
          "null,\n"
          "  \"charset\": \"UTF-8\",\n  \"model\": null,\n  \"confidence\": 0.0000,\n  \"main_text\": "
          "false,\n  \"reason\": \"empty\",\n"
          "  \"blocks\": []\n}\n",
      [EXTRACT_FORMAT_JSONL] =
          "{\"version\":1,\"source\":null,\"url\":null,\"title\":\"\",\"language\":null,"
          "\"charset\":\"UTF-8\","
          "\"model\":null,\"confidence\":0.0000,\"main_text\":false,\"reason\":\"empty\",\"blocks\":[]}\n",
      [EXTRACT_FORMAT_HTML] = HTML_START HTML_END,
      [EXTRACT_FORMAT_MARKDOWN] = "",
      [EXTRACT_FORMAT_XML] = "<page title=\"\" charset=\"UTF-8\" confidence=\"0.0000\" main_text=\"false\" "
                             "reason=\"empty\">\n</page>\n",
      [EXTRACT_FORMAT_VERTICAL] = "",
      [EXTRACT_FORMAT_TEI] = TEI_START TEI_TITLE TEI_PUBLISHER
      "<sourceDesc>\n<biblFull>\n" TEI_TITLE TEI_PUBLISHER TEI_END_OF_SOURCE TEI_PROGRAM
      "<profileDesc>\n</profileDesc>\n</teiHeader>\n<text>\n<body>\n" TEI_END,
      [EXTRACT_FORMAT_CSV] = ",,,,,,,,,,,,,,\n",
      [EXTRACT_FORMAT_TSV] = "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\n",
    };
    g_autoptr (ExtractDocument) document = document_new (i == 0 ? "" : "!p Menu\n");

    document->threshold = i == 0 ? 0.5 : 0.125;
    for (guint format = 0; format < EXTRACT_N_FORMATS; format++) {
      g_autofree char *string = write_document (document, format, EXTRACT_WRITE_DEFAULT);

      g_assert_cmpstr (string, ==, expected[format]);
    }
  }
}

static void
test_not_labelled (void)
{
  g_autoptr (ExtractDocument) document = document_new ("p Text\n");
  g_autoptr (GError) error = NULL;

  document->sealed = FALSE;
  g_assert_null (extract_document_to_string (document, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_LABELLED);
}

static void
test_table_of_formats (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint format = 0; format < EXTRACT_N_FORMATS; format++) {
    const ExtractFormatInfo *info = extract_format_get_info (format);

    g_assert_true (g_hash_table_add (seen, (gpointer) info->name));
    g_assert_true (g_hash_table_add (seen, (gpointer) info->suffix));
    g_assert_true (info->suffix[0] == '.' && *info->sentence && info->prologue && info->epilogue);
    for (guint field = 0; field <= EXTRACT_N_FIELDS; field++) {
      const ExtractWriteFlags flags = field < EXTRACT_N_FIELDS ? EXTRACT_WRITE_FIELD (field) : 0;
      g_autofree char *prologue = extract_format_dup_prologue (format, flags);
      const char *separator = format == EXTRACT_FORMAT_CSV ? "," : "\t";
      g_autofree char *columns = flags ? g_strdup_printf ("source%s%s%stext\n", separator,
                                                          extract_field_get_info (field)->name, separator)
                                       : NULL;
      const gboolean is_table = format == EXTRACT_FORMAT_CSV || format == EXTRACT_FORMAT_TSV;

      g_assert_cmpstr (prologue, ==, is_table && columns ? columns : info->prologue);
    }
  }
}

/* ---- Sizes ---------------------------------------------------------------------------------- */

static guint
count (const char *string, const char *part)
{
  guint n = 0;

  for (const char *p = strstr (string, part); p; p = strstr (p + 1, part))
    n++;
  return n;
}

/* Frames nest as deep as they may; all texts are there. */
static void
test_deep (void)
{
  static const struct {
    ExtractTag tags[3];
    guint frames; /* in HTML; a list without items of its own is none */
  } chains[] = {
    { { EXTRACT_TAG_UL, EXTRACT_TAG_LI, EXTRACT_TAG_DIV }, 16 },
    { { EXTRACT_TAG_OL, EXTRACT_TAG_OL, EXTRACT_TAG_LI }, 8 },
    { { EXTRACT_TAG_BLOCKQUOTE, EXTRACT_TAG_DIV, EXTRACT_TAG_P }, 16 },
    { { EXTRACT_TAG_TABLE, EXTRACT_TAG_TR, EXTRACT_TAG_TD }, 0 },
    { { EXTRACT_TAG_DL, EXTRACT_TAG_DD, EXTRACT_TAG_FIGURE }, 16 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (chains); i++) {
    guint32 element;
    ExtractPage *page = page_with_body (&element);
    g_autoptr (ExtractDocument) document = NULL;

    for (guint depth = 0; depth < 3000; depth++) {
      element = add_element (page, element, chains[i].tags[depth % 3]);
      if (depth % 3 == 2)
        add_block (page, element, "text", "text" + 4);
    }
    document = finish (page, NULL);
    for (guint format = 0; format < EXTRACT_N_FORMATS; format++) {
      g_autofree char *string = write_document (document, format, EXTRACT_WRITE_DEFAULT);

      g_assert_cmpuint (count (string, "text"), >=, 1000);
      if (format == EXTRACT_FORMAT_HTML)
        g_assert_cmpuint (count (string, "<ul>") + count (string, "<ol>") + count (string, "<blockquote>") +
                              count (string, "<dl>") + count (string, "<figure>") + count (string, "<table>"),
                          ==, chains[i].frames);
    }
  }
}

/* Inputs on which a careless writer takes the square of their length. */
static void
test_long (void)
{
  static const struct {
    const char *before, *repeated, *after;
    ExtractTag tag;
  } texts[] = {
    { "", "_", "", EXTRACT_TAG_P },
    { "", "`", "", EXTRACT_TAG_P },
    { "", " #", "", EXTRACT_TAG_H1 },
    { "", "&a", ";", EXTRACT_TAG_P },
    { "", "a{n}", "", EXTRACT_TAG_PRE },
    { "", "{b \u00a0}{i x}", "", EXTRACT_TAG_P },
    { "{i x", "{b x{_ 。}}", "}y", EXTRACT_TAG_P },
    { "x", "{/} ", "x", EXTRACT_TAG_P },
    { "", "{a javascript:|x}", "", EXTRACT_TAG_P },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    guint32 body;
    ExtractPage *page = page_with_body (&body);
    g_autoptr (ExtractDocument) document = NULL;
    g_autoptr (GString) text = g_string_new (texts[i].before);

    for (guint n = 0; n < 100000; n++)
      g_string_append (text, texts[i].repeated);
    g_string_append (text, texts[i].after);
    add_block (page, add_element (page, body, texts[i].tag), text->str, text->str + text->len);
    document = finish (page, NULL);
    for (guint format = 0; format < EXTRACT_N_FORMATS; format++) {
      g_autofree char *string = write_document (document, format, EXTRACT_WRITE_ALL);

      g_assert_cmpuint (strlen (string), >, 0);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/writer/structure/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  g_test_add_func ("/writer/links/base", test_links_base);
  g_test_add_func ("/writer/text", test_text);
  g_test_add_func ("/writer/json", test_json);
  g_test_add_func ("/writer/json/parses", test_json_parses);
  g_test_add_func ("/writer/html", test_html);
  g_test_add_func ("/writer/markdown/all", test_markdown_all);
  g_test_add_func ("/writer/xml", test_xml);
  g_test_add_func ("/writer/xml/parses", test_xml_parses);
  g_test_add_func ("/writer/step", test_step);
  g_test_add_func ("/writer/vertical", test_vertical);
  g_test_add_func ("/writer/vertical/words", test_vertical_words);
  g_test_add_func ("/writer/vertical/links", test_vertical_links);
  g_test_add_func ("/writer/vertical/structure", test_vertical_structure);
  g_test_add_func ("/writer/vertical/registry", test_vertical_registry);
  g_test_add_func ("/writer/vertical/all", test_vertical_all);
  g_test_add_func ("/writer/html/head", test_html_head);
  g_test_add_func ("/writer/vertical/metadata", test_vertical_metadata);
  g_test_add_func ("/writer/table/cells", test_table_cells);
  g_test_add_func ("/writer/table/texts", test_table_texts);
  g_test_add_func ("/writer/metadata/valid", test_metadata_valid);
  g_test_add_func ("/writer/empty", test_empty);
  g_test_add_func ("/writer/not-labelled", test_not_labelled);
  g_test_add_func ("/writer/formats", test_table_of_formats);
  g_test_add_func ("/writer/deep", test_deep);
  g_test_add_func ("/writer/long", test_long);
  return g_test_run ();
}
