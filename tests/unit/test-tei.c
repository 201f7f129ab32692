/* SPDX-License-Identifier: MIT */
/* TEI, of documents that are put together by hand. */
#include "tests/unit/made-document.h"

static void
test_tei_header (void)
{
  g_autoptr (ExtractDocument) document = described_document_new (full_head);
  g_autofree char *tei = write_document (document, EXTRACT_FORMAT_TEI, EXTRACT_WRITE_DEFAULT);
  static const char title[] = "<titleStmt>\n<title type=\"main\">T &lt;1&gt;</title>\n<author>Ann "
                              "Lee</author>\n<author>Bo Ek</author>\n</titleStmt>\n";
  static const char publisher[] = "<publicationStmt>\n<publisher>The \"S\"</publisher>\n";
  g_autofree char *expected = g_strconcat (
      TEI_START, title, publisher,
      "<availability>\n<licence>CC BY 4.0</licence>\n</availability>\n</publicationStmt>\n<sourceDesc>\n"
      "<biblFull>\n",
      title, publisher,
      "<date type=\"published\" when=\"2020-03-04\">2020-03-04T05:06+01:00</date>\n"
      "<ptr type=\"URL\" target=\"https://e.org/c?a=1&amp;b=é\"/>\n"
      "<ptr type=\"image\" target=\"https://e.org/i.png\"/>\n<idno type=\"source\">x.html</idno>\n"
      "</publicationStmt>\n" TEI_END_OF_SOURCE TEI_PROGRAM
      "<profileDesc>\n<abstract><p>=a, b</p>\n</abstract>\n"
      "<langUsage><language ident=\"en\">en</language></langUsage>\n<textClass>\n<keywords>\n"
      "<term type=\"tags\">one</term>\n<term type=\"tags\">two</term>\n<term type=\"kind\">article</term>\n"
      "</keywords>\n</textClass>\n</profileDesc>\n</teiHeader>\n<text xml:lang=\"en\">\n<body>\n"
      "<div type=\"entry\">\n<head type=\"main\">T &lt;1&gt;</head>\n<p>Text</p>\n</div>\n"
      "</body>\n</text>\n</TEI>\n",
      NULL);

  g_assert_cmpstr (tei, ==, expected);
}

typedef struct {
  const char *name, *lines, *tei;
} TeiCase;

static const TeiCase tei_cases[] = {
  { "sections",
    "p Before\n"
    "h2 One\n"
    "p A\n"
    "h4 Deep\n"
    "p B\n"
    "h3 Less\n"
    "h2 Two\n",
    "<p>Before</p>\n<div type=\"section\">\n<head rend=\"h2\">One</head>\n<p>A</p>\n"
    "<div type=\"section\">\n<head rend=\"h4\">Deep</head>\n<p>B</p>\n</div>\n"
    "<div type=\"section\">\n<head rend=\"h3\">Less</head>\n</div>\n</div>\n"
    "<div type=\"section\">\n<head rend=\"h2\">Two</head>\n</div>\n" },
  { "heading-first",
    "h2 One\n"
    "p A\n"
    "h1 Two\n",
    "<head rend=\"h2\">One</head>\n<p>A</p>\n<div type=\"section\">\n<head rend=\"h1\">Two</head>\n"
    "</div>\n" },
  { "lists",
    "ul\n"
    " li One\n"
    " li\n"
    "  p Two\n"
    "  h3 Head\n"
    "  ol\n"
    "   li A\n",
    "<list rend=\"bulleted\">\n<item>One</item>\n<item>\n<p>Two</p>\n<ab type=\"head\">Head</ab>\n"
    "<list rend=\"numbered\">\n<item>A</item>\n</list>\n</item>\n</list>\n" },
  { "terms",
    "dl\n"
    " dt A\n"
    " dt B\n"
    " dd b\n"
    " dd bb\n"
    " dt\n"
    "  p C\n"
    "  p CC\n"
    "  ul\n"
    "   li c\n",
    "<list type=\"gloss\">\n<label>A</label>\n<item/>\n<label>B</label>\n<item>b</item>\n<label/>\n"
    "<item>bb</item>\n<label>C<lb/>CC<lb/>c</label>\n<item/>\n</list>\n" },
  { "quote",
    "blockquote\n"
    " p One\n"
    " pre  x{n}{c y{b z}}{/}w\n",
    "<quote>\n<p>One</p>\n<ab type=\"pre\" xml:space=\"preserve\"> x\n<code>yz</code><lb/>w</ab>\n"
    "</quote>\n" },
  { "table",
    "table\n"
    " caption About\n"
    " tr\n"
    "  th A\n"
    "  th B\n"
    " tr\n"
    "  !td 1\n"
    "  td 2\n",
    "<table>\n<head>About</head>\n<row><cell role=\"label\">A</cell><cell role=\"label\">B</cell></row>\n"
    "<row><cell/><cell>2</cell></row>\n</table>\n" },
  { "table-wide",
    "table\n"
    " tr\n"
    "  th A\n"
    "  th B\n"
    " tr\n"
    "  td 1\n",
    "<table>\n<row><cell role=\"label\">A</cell><cell role=\"label\">B</cell></row>\n"
    "<row><cell>1</cell><cell/></row>\n</table>\n" },
  { "figure",
    "figure\n"
    " p In\n"
    " figcaption\n"
    "  p One\n"
    "  blockquote Two\n",
    "<figure>\n<p>In</p>\n<head>One<lb/>Two</head>\n</figure>\n" },
  { "marks",
    "p {b b{i i{b b}}} {c c{i i}{/} c}{_ 1}{^ 2}{/} {a http://x/?a&b|l{a http://y/|m}}{a javascript:x|n}\n",
    "<p><hi rend=\"bold\">b<hi rend=\"italic\">ib</hi></hi> <code>ci\nc</code>"
    "<hi rend=\"subscript\">1</hi><hi rend=\"superscript\">2</hi><lb/>"
    "<ref target=\"http://x/?a&amp;b\">lm</ref>n</p>\n" },
};

static void
test_tei_case (gconstpointer data)
{
  const TeiCase *c = data;
  g_autoptr (ExtractDocument) document = document_new (c->lines);
  g_autofree char *tei = write_document (document, EXTRACT_FORMAT_TEI, EXTRACT_WRITE_DEFAULT);
  const char *start = strstr (tei, "<div type=\"entry\">\n") + strlen ("<div type=\"entry\">\n");
  char *end = g_strrstr (tei, "</div>\n</body>");

  /* A headline can be the title, which is tested elsewhere. */
  if (g_str_has_prefix (start, "<head type=\"main\">"))
    start = strchr (start, '\n') + 1;
  *end = '\0';
  g_assert_cmpstr (start, ==, c->tei);
}

/* Addresses as a schema takes them; NULL if it would take none. */
static void
test_tei_addresses (void)
{
  static const struct {
    const char *href, *target;
  } links[] = {
    { "http://a.b/c d|e\"<>\\^`{}[]", "http://a.b/c%20d%7Ce%22%3C%3E%5C%5E%60%7B%7D%5B%5D" },
    { "/%zz%2f%", "/%25zz%2f%25" },
    { "#a#b#c", "#a%23b%23c" },
    { "1a:b:c/d:e", "1a%3Ab%3Ac/d:e" },
    { "a b:c", "a%20b%3Ac" },
    { "http://[::1]:80/[x]", "http://[::1]:80/%5Bx%5D" },
    { "http://me@h:80?q", "http://me@h:80?q" },
    { "/é漢\xef\xbf\xbe&amp;", "/é漢\xef\xbf\xbd&amp;amp;" },
    { "http://[x]/", NULL },
    { "http://a:b/", NULL },
    { "http://a:999999/", NULL },
    { "http://http://a/", NULL },
    { "http://a]@h/", NULL },
    { "http://", NULL },
    { "//", NULL },
    { "mailto:", NULL },
    { "mailto:#x", NULL },
    { "javascript:x", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (links); i++) {
    g_autofree char *lines = g_strdup_printf ("p {a %s|x}\n", links[i].href);
    guint32 body;
    ExtractPage *page = page_with_body (&body);
    ExtractMark mark = { .end = 1, .href = page->strings->len, .kind = EXTRACT_MARK_LINK };
    g_autoptr (ExtractDocument) document = NULL;
    g_autofree char *tei = NULL, *expected = NULL;

    extract_string_append (page->strings, links[i].href, strlen (links[i].href) + 1);
    add_block (page, body, "x", "x" + 1);
    *ROWS_ADD (page->marks, ExtractMark) = mark;
    ROWS_INDEX (page->pieces, ExtractPiece, 0)->n_marks = 1;
    document = finish (page, NULL);
    tei = write_document (document, EXTRACT_FORMAT_TEI, EXTRACT_WRITE_DEFAULT);
    expected = links[i].target ? g_strdup_printf ("<p><ref target=\"%s\">x</ref></p>", links[i].target)
                               : g_strdup ("<p>x</p>");
    g_assert_nonnull (strstr (tei, expected));
  }
}

/* The title stands before the text, unless the page's own headline does. */
static void
test_tei_title (void)
{
  static const struct {
    const char *lines;
    gboolean added;
  } texts[] = {
    { "p Text\n", TRUE },
    { "h1 how to read: tides!\np Text\n", FALSE },
    { "p Sea\nh1 How to Read Tides\n", FALSE },
    { "!h1 How to Read Tides\np Text\n", TRUE },
    { "p How to Read Tides\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (ExtractDocument) document = document_new (texts[i].lines);
    g_autofree char *tei = NULL;

    g_free (document->page->title);
    document->page->title = g_strdup ("How to Read Tides");
    tei = write_document (document, EXTRACT_FORMAT_TEI, EXTRACT_WRITE_DEFAULT);
    g_assert_nonnull (strstr (tei, "<title type=\"main\">How to Read Tides</title>"));
    g_assert_true (!strstr (tei, "<head type=\"main\">How to Read Tides</head>") == !texts[i].added);
  }
}

static void
test_tei_all (void)
{
  g_autoptr (ExtractDocument) document = document_new ("!p Menu\n"
                                                       "dl\n"
                                                       " +dt A\n"
                                                       " dd a\n");
  g_autofree char *tei = write_document (document, EXTRACT_FORMAT_TEI, EXTRACT_WRITE_ALL);
  gsize n;
  g_autofree char *expected =
      g_strdup_printf ("<p n=\"bad 0.1250\">Menu</p>\n<list type=\"gloss\">\n<label><seg n=\"good 0.3750 "
                       "%s\">A</seg></label>\n"
                       "<item>\n<p n=\"good 0.8750\">a</p>\n</item>\n</list>\n",
                       extract_rule_get_all (&n)[0].name);

  g_assert_nonnull (strstr (tei, expected));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tei_cases); i++) {
    g_autofree char *path = g_strconcat ("/tei/", tei_cases[i].name, NULL);

    g_test_add_data_func (path, &tei_cases[i], test_tei_case);
  }
  g_test_add_func ("/tei/header", test_tei_header);
  g_test_add_func ("/tei/addresses", test_tei_addresses);
  g_test_add_func ("/tei/title", test_tei_title);
  g_test_add_func ("/tei/all", test_tei_all);
  return g_test_run ();
}
