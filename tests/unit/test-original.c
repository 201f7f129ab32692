/* SPDX-License-Identifier: MIT */
/* Pages made harmless: whatever is in them, only what tests/unit/harmless.h lets pass comes out, with the
 * right marks. */
#include <config.h>

#include <libextract/extract.h>
#include <libextract/html/html.h>
#include <libextract/model/model.h>
#include <libextract/page/page.h>
#include <libextract/write/write.h>

#include "tests/fuzz/made-page.h"
#include "tests/unit/harmless.h"
#include "tests/unit/parse.h"

#define ROOM (8 << 20)
#define LONG_TEXT \
  "Anyone who has ever walked back along a beach that was there an hour ago knows what the table is for. "

static ExtractClassifier *classifier, *by_method;

/* Labels that do not depend on a model: all kinds of them, next to each other. */
static void
label (ExtractDocument *document)
{
  const guint n = extract_document_get_n_blocks (document);
  g_autofree float *scores = g_new (float, n + 1);

  for (guint i = 0; i < n; i++)
    scores[i] = (float) (i * 7 % 3) / 2;
  g_assert_true (extract_classifier_label_scored (classifier, document, scores, NULL));
  for (guint i = 0; i < n; i++)
    extract_block_set_label (extract_document_get_block (document, i), EXTRACT_LABEL_BAD + i * 7 % 3);
}

static void
assert_marks (ExtractDocument *document, const Harmless *found, const char *html)
{
  static const ExtractLabel labels[] = { EXTRACT_LABEL_NEAR_GOOD, EXTRACT_LABEL_GOOD };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++) {
    g_autoptr (GString) expected = harmless_expect (document, labels[i]);

    if (!g_string_equal (expected, found->texts[i]))
      g_test_message ("%s", html);
    g_assert_cmpstr (found->texts[i]->str, ==, expected->str);
  }
}

/* Returns: (transfer full) */
static char *
render_with (ExtractParser *parser, const char *page, gsize length, gsize room)
{
  g_autoptr (GBytes) bytes = g_bytes_new (page, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractDocument) document =
      extract_parser_parse_bytes (parser, bytes, "text/html; charset=utf-8", NULL, &error);
  char *html;
  const char *wrong;
  Harmless found;

  g_assert_no_error (error);
  label (document);
  html = extract_document_to_original (document, parser, bytes, "text/html; charset=utf-8", room, &error);
  g_assert_no_error (error);
  harmless_init (&found);
  wrong = harmless_read (html, &found);
  if (wrong)
    g_error ("wrong from here on: %.200s\nin %s", wrong, html);
  if (found.n_notes == 0)
    assert_marks (document, &found, html);
  g_assert_cmpuint (strlen (html), <=, room);
  harmless_clear (&found);
  return html;
}

static char *
render (const char *page, gsize length)
{
  char *pages[EXTRACT_N_MARKUP_PARSERS];

  for (guint i = 0; i < EXTRACT_N_MARKUP_PARSERS; i++) {
    g_autoptr (ExtractParser) parser = extract_parser_new ();

    extract_parser_set_limit (parser, EXTRACT_LIMIT_MILLISECONDS, 60000);
    extract_parser_set_limit (parser, EXTRACT_LIMIT_DEPTH, 60000);
    extract_parser_set_markup_parser (parser, i);
    pages[i] = render_with (parser, page, length, ROOM);
  }
#ifdef GUMBO_KNOWN /* another one has other trees than the scanner */
  if (strcmp (pages[0], pages[1]) != 0) {
    guint at = 0;

    while (pages[0][at] == pages[1][at])
      at++;
    g_error ("of %.*s:\n%.200s\nis otherwise:\n%.200s", (int) length, page, pages[0] + at - MIN (at, 80),
             pages[1] + at - MIN (at, 80));
  }
#endif
  g_free (pages[1]);
  return pages[0];
}

/* ---- Hostile pages ---------------------------------------------------------------------------- */

/* The word x8 is code in all of them: it may be there as text only, which harmless_read () has checked; and
 * not at all where @gone. */
static const struct {
  const char *page;
  gboolean gone;
} hostile[] = {
  { "<script>x8()</script>", TRUE },
  { "<SCRIPT SRC=//x8.example/></SCRIPT>", TRUE },
  { "<script/x>x8()</script>", TRUE },
  { "<scr<script>ipt>x8()</scr</script>ipt>" },
  { "<<script>x8()//<</script>" },
  { "<script\n>x8()</script\n>", TRUE },
  { "<script>x8('</scr'+'ipt>')", TRUE },
  { "<!--><script>x8()</script>-->", FALSE },
  { "<!-- --!><img src=x onerror=x8()> -->" },
  { "<![CDATA[<img src=x onerror=x8()>]]>" },
  { "<?xml <img src=x onerror=x8()> ?>" },
  { "<img src=x onerror=x8()>", TRUE },
  { "<img/src=x/onerror=x8()>", TRUE },
  { "<img src=\"x\"onerror=\"x8()\">", TRUE },
  { "<img alt='\"><script>x8()</script>' src=x>" },
  { "<img alt=\"&quot; onerror=x8()\">" },
  { "<img alt='&lt;/span>&lt;script>x8()&lt;/script>'>" },
  { "<body onload=x8()>one", TRUE },
  { "<p onclick=x8() style='background:url(javascript:x8())' class='x8' id=x8>one</p>", TRUE },
  { "<a href='javascript:x8()'>one</a>" },
  { "<a href='data:text/html,<script>x8()</script>'>one</a>" },
  { "<a href='https://jan:x8@site.example/'>one</a>", TRUE },
  { "<a href='x' title='x8' target=x8 ping=x8>one</a>", TRUE },
  { "<a href=\"&quot;><script>x8()</script>\">one</a>" },
  { "<svg onload=x8()><script>x8()</script><text>x8</text></svg>", TRUE },
  { "<svg><style><img src=x onerror=x8()></style></svg>", TRUE },
  { "<svg></p><style><a id=\"</style><img src=1 onerror=x8()>\">" },
  { "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=x8()&gt;\">" },
  { "<math><annotation-xml encoding='text/html'><script>x8()</script><p>one</annotation-xml></math>", TRUE },
  { "<math href='javascript:x8()'>one</math>", TRUE },
  { "<form><math><mtext></form><form><mglyph><style></math><img src onerror=x8()>" },
  { "<template><script>x8()</script><p>x8</template>", TRUE },
  { "<div><template shadowrootmode=open><script>x8()</script><p onclick=x8()>one</template></div>", TRUE },
  { "<noscript><p title=\"</noscript><img src=x onerror=x8()>\"></noscript>", TRUE },
  { "<noscript><style></noscript><img src=x onerror=x8()></style></noscript>" },
  { "<title>&lt;/title>&lt;script>x8()&lt;/script></title>" },
  { "<title></title><script>x8()</script></title>", TRUE },
  { "<textarea></textarea><script>x8()</script></textarea>", TRUE },
  { "<textarea><script>x8()</script></textarea>" },
  { "<xmp><script>x8()</script></xmp>" },
  { "<plaintext><script>x8()</script>" },
  { "<listing>\n\n&lt;img onerror=x8()></listing>" },
  { "<style>@import 'http://x8.example/'; p { background: url(x8) }</style>", TRUE },
  { "<style><!--</style><script>x8()//--></script>", TRUE },
  { "<link rel=stylesheet href=//x8.example/><link rel=prefetch href=x8>", TRUE },
  { "<meta http-equiv=refresh content='0;url=javascript:x8()'>", TRUE },
  { "<meta http-equiv=Content-Security-Policy content=x8>", TRUE },
  { "<base href='javascript:x8()//'>", TRUE },
  { "<iframe srcdoc='<script>x8()</script>' src=x8>x8</iframe>", TRUE },
  { "<object data=x8><param name=src value=x8>x8</object>", TRUE },
  { "<embed src=x8><applet code=x8>x8</applet>", TRUE },
  { "<frameset onload=x8()><frame src=x8></frameset>", TRUE },
  { "<video src=x8 onerror=x8()><source onerror=x8()>x8</video><audio src=x8>x8</audio>", TRUE },
  { "<picture><source srcset=x8 onerror=x8()><img srcset=x8 src=x8></picture>", TRUE },
  { "<input onfocus=x8() autofocus value=x8 type=password>", TRUE },
  { "<input type=submit formaction='javascript:x8()' value='\"><script>x8()</script>'>" },
  { "<input type=hidden value=x8>", TRUE },
  { "<form action='javascript:x8()'><button formaction=x8>one</button><isindex action=x8 prompt=one></form>",
    TRUE },
  { "<select onchange=x8()><option value=x8>one<optgroup label=x8><option>two</select>", TRUE },
  { "<keygen autofocus onfocus=x8()><details ontoggle=x8() open>one</details>", TRUE },
  { "<marquee onstart=x8()>one</marquee><blink onclick=x8()>two</blink>", TRUE },
  { "<x-y onclick=x8() is=x8>one</x-y><x8>one</x8>", TRUE },
  { "<table background=x8><tr><td background=x8 colspan=2 rowspan='3\"><script>x8()</script>'>one</table>",
    TRUE },
  { "<td colspan='1 onclick=x8()'>one<tr><td colspan=99999999999999999999>two", TRUE },
  { "<table><td colspan=-1>one<td colspan=' 2'>two<td colspan=2x8>three<td colspan=65536>x</table>", TRUE },
  { "<table><p onclick=x8()>one<tr><form action=x8><td>two</form></table>", TRUE },
  { "<table><template><tr><td onclick=x8()>" LONG_TEXT LONG_TEXT LONG_TEXT LONG_TEXT "</template></table>",
    TRUE },
  { "<html lang='x8\"><script>x8()</script>'>one", TRUE },
  { "<html lang='de-AT-x-1996-abcdefghijklmnopqrstuvwxyz-0123456789-abcdef'>one" },
  { "<html lang=' '>one" },
  { "&lt;script&gt;x8()&lt;/script&gt;" },
  { "&amp;lt;script&amp;gt; &#60;script&#62;x8() &#x3c;img&#0;onerror&#1;x8&#xfffe;&#x1ffff; &#xd800; "
    "&#xFFFFFFFD;" },
  { "<p>a<br><br onclick=x8()>b<wbr>c<hr onclick=x8()>d", TRUE },
  { "<p>one<b>two<p>three</b>four<i><div>five</i>six</div></p></b>", FALSE },
  { "<a href=/1>one<a href=/2>two<div>three</a>four</div></a>" },
  { "<button><p>one<button><p>two</button></button>" },
  { "<ul><li>one<li>two<div>three<li>four</ul><dl><dt>a<dd>b<dd><div>c<dd>d</dl>" },
  { "<h1>one<h2>two<div><h3>three<h4>four</div></h1>" },
  { "<ruby>one<rp>(<rt>two<rp>)</ruby><q>three</q><font color=x8>four</font>", TRUE },
  { "<div>one<isindex prompt=two>three<p>four</div>" },
  { "</p></br></div><p></p>" },
  { "<div hidden>one</div><p style='display:none'>two</p><p aria-hidden=true>three</p>" },
  { "" },
  { "<" },
  { "&" },
  { "<!DOCTYPE html SYSTEM 'x8'>", TRUE },
};

static void
test_hostile (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++) {
    /* Alone, between others, and in the middle of everything that could be open. */
    static const char *const around[][2] = {
      { "", "" },
      { "<!DOCTYPE html><p>" LONG_TEXT "<p>two", "<p>three</p>" LONG_TEXT },
      { "<table><tr><td><ul><li><p><b><i><a href=/>one", "</a></b>two</table>three" },
      { "<div>one<br><br>two<div>", "</div>three<br><br>four</div>" },
    };

    for (guint k = 0; k < G_N_ELEMENTS (around); k++) {
      g_autofree char *page = g_strconcat (around[k][0], hostile[i].page, around[k][1], NULL);
      g_autofree char *html = render (page, strlen (page));
      const char *style = strstr (html, "</style>");

      if (hostile[i].gone && strstr (style, "x8"))
        g_error ("x8 of %s is in %s", page, style);
      g_assert_null (strstr (html, "<script"));
      g_assert_null (strstr (html, "<img"));
    }
  }
}

/* Bytes that are in no text. */
static void
test_bytes (void)
{
  static const char page[] =
      "<p>one\0two\1\2\3\177<scr\0ipt>x8()</scr\0ipt><p on\0click=x8() \0>three\xff\xfe\xc0\x80"
      "<img alt='\0\1\"'>\xef\xbf\xbe\xf4\x90\x80\x80";
  g_autofree char *html = render (page, sizeof page - 1);

  g_assert_cmpuint (strlen (html), >, 0);
}

/* ---- Pages as they are ------------------------------------------------------------------------ */

static void
assert_has (const char *html, const char *part)
{
  if (!strstr (html, part))
    g_error ("no %s in %s", part, html);
}

static void
test_elements (void)
{
  static const struct {
    const char *page, *html;
  } cases[] = {
    { "<p>one &amp; two</p>", "<p class=\"bad\" title=\"Block 0: bad, 0.0000\">one &amp; two</p>" },
    { "<p>one<p>two", ">one</p>\n<p class=\"near-good\" title=\"Block 1: " },
    { "<p>one<p>two<p>three</p>four", "<span class=\"bad\" title=\"Block 3: bad, 0.0000\">four</span>" },
    { "<div>one<p>two</p>three</div>",
      "<div><span class=\"bad\" title=\"Block 0: bad, 0.0000\">one</span><p " },
    { "<p>a<br><br>b<br><br>c",
      "<p><span class=\"bad\" title=\"Block 0: bad, 0.0000\">a</span><br><br><span class=" },
    { "<a href=/x?a&b>one</a>", "<span class=\"link\" title=\"/x?a&amp;b\">" },
    { "<img alt=boat>", "<span class=\"box\">boat</span>" },
    { "<img>", "<span class=\"box\">picture</span>" },
    { "<iframe src=x></iframe>", "<span class=\"box\">frame</span>" },
    { "<pre>\n\n  a\n b</pre>", ">\n\n  a\n b</pre>" },
    { "<table><tr><td colspan=2 rowspan=3>one", " colspan=\"2\" rowspan=\"3\">one</td>" },
    { "<form><fieldset>one", "<div><div class=\"bad\"" },
    { "<html lang=de-AT><p>one", "<html lang=\"de-AT\">" },
    { "<title>a</title>b", "<title>a</title>" },
    { "<p hidden>one", "<p class=\"bad hidden\"" },
    { "<p>  one \n\t two  </p>", ">one two </p>" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *html = render (cases[i].page, strlen (cases[i].page));

    assert_has (html, cases[i].html);
  }
}

/* noscript and template are shown if they are what the page has. */
static void
test_reserve (void)
{
  g_autofree char *little = render ("<p>one<noscript>two</noscript>", 30);
  const char page[] = "<p>one<noscript><p>" LONG_TEXT LONG_TEXT LONG_TEXT LONG_TEXT "</noscript>";
  g_autofree char *much = render (page, strlen (page));

  g_assert_null (strstr (little, "two"));
  assert_has (much, "Anyone");
}

static void
test_selectors (void)
{
  static const char page[] = "<p>one<div class=x><p>two</div><p>three<ul class=x><li>four</ul><p>five";
  g_autoptr (ExtractParser) parser = extract_parser_new ();

  g_assert_true (extract_parser_add_selector (parser, EXTRACT_SELECTION_PRUNE, ".x", NULL));
  g_autofree char *html = render_with (parser, page, strlen (page), ROOM);
  g_assert_null (strstr (html, "two"));
  g_assert_null (strstr (html, "four"));
  assert_has (html, "five");
}

static void
check_file (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "pages", name, NULL);
  g_autofree char *page = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &page, &length, NULL));
  g_autofree char *html = render (page, length);
  g_assert_cmpuint (strlen (html), >, 0);
}

static void
check_folder (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "pages", name, NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *file;

  g_assert_nonnull (folder);
  while ((file = g_dir_read_name (folder)))
    if (g_str_has_suffix (file, ".html")) {
      g_autofree char *place = g_build_filename (name, file, NULL);

      check_file (place);
    }
}

static void
test_pages (void)
{
  check_folder ("");
  check_folder ("segment");
  check_folder ("items");
}

/* With the labels of the default model. */
static void
test_article (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "pages", "article.html", NULL);
  g_autofree char *page = NULL;
  gsize length;
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  g_autoptr (ExtractClassifier) by_model = extract_classifier_new (model);
  Harmless found;

  g_assert_true (g_file_get_contents (path, &page, &length, NULL));
  g_autoptr (GBytes) bytes = g_bytes_new (page, length);
  g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, NULL);
  g_assert_true (extract_classifier_label (by_model, document, NULL));
  g_autofree char *html = extract_document_to_original (document, parser, bytes, NULL, ROOM, NULL);
  harmless_init (&found);
  g_assert_null (harmless_read (html, &found));
  assert_marks (document, &found, html);
  g_assert_cmpuint (found.texts[1]->len, >, 1000);
  harmless_clear (&found);
}

static void
test_made (void)
{
  for (guint64 seed = 0; seed < 3000; seed++) {
    g_autoptr (GString) page = made_page_new (seed);
    g_autoptr (ExtractParser) parser = extract_parser_new ();

    extract_parser_set_limit (parser, EXTRACT_LIMIT_MILLISECONDS, 60000);
    extract_parser_set_limit (parser, EXTRACT_LIMIT_DEPTH, 60000);
    g_autoptr (GBytes) bytes = g_bytes_new (page->str, page->len);
    g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, NULL);
    if (document)
      g_free (render (page->str, page->len));
  }
}

/* ---- Limits ----------------------------------------------------------------------------------- */

static void
test_long (void)
{
  static const char *const units[] = { "<p>" LONG_TEXT,    "<b>",           "<div>one",
                                       "&&&&<<<<'''' ",    "<img alt=one>", "<table><tr><td>",
                                       "<p>one<br><br>two" };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++) {
    g_autoptr (GString) page = g_string_new (NULL);
    g_autoptr (ExtractParser) parser = extract_parser_new ();

    extract_parser_set_limit (parser, EXTRACT_LIMIT_MILLISECONDS, 60000);
    extract_parser_set_limit (parser, EXTRACT_LIMIT_DEPTH, 60000);
    for (guint k = 0; k < 4000; k++)
      g_string_append (page, units[i]);
    for (gsize room = EXTRACT_ORIGINAL_LEAST; room < EXTRACT_ORIGINAL_LEAST + 40; room++) {
      g_autofree char *html = render_with (parser, page->str, page->len, room);

      if (i != 1)
        assert_has (html, "<div class=\"note\">");
    }
  }
}

static void
test_failures (void)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static ("<p>one", 6);
  g_autoptr (GBytes) other = g_bytes_new_static ("<p>one<p>two<p>three", 20);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, NULL);

  label (document);
  g_assert_null (extract_document_to_original (document, parser, other, NULL, ROOM, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MARKUP);
}

/* Wherever memory ends, the work is left with nothing behind. */
static void
test_memory (void)
{
  g_autoptr (GString) page = g_string_new ("<title>one</title>");
  guint failed = 0, made = 0;

  for (guint i = 0; i < 500; i++)
    g_string_append_printf (page, "<p>%u &lt; <a href=https://jan:secret@site.example/>one</a><br><br>two",
                            i);
  g_autoptr (GBytes) bytes = g_bytes_new (page->str, page->len);
  for (guint64 limit = 200000; made == 0; limit += 5000) {
    g_autoptr (ExtractParser) parser = extract_parser_new ();
    g_autoptr (GError) error = NULL;

    extract_parser_set_limit (parser, EXTRACT_LIMIT_MEMORY, limit);
    g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, NULL);
    if (!document || !extract_classifier_label (by_method, document, NULL))
      continue;
    g_autofree char *html = extract_document_to_original (document, parser, bytes, NULL, ROOM, &error);
    g_assert_true ((html == NULL) == (error != NULL));
    if (error)
      g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY);
    *(error ? &failed : &made) += 1;
  }
  g_assert_cmpuint (failed, >, 10);
}

/* Each page holds all that loads or runs; and what it is allowed to is what the page around it has to allow.
 */
static void
test_policy (void)
{
  g_autofree char *html = render ("one", 3), *source = extract_original_dup_style_source ();
  const char *start = strstr (html, "<style>") + strlen ("<style>");
  g_autofree char *style = g_strndup (start, (gsize) (strstr (start, "</style>") - start));
  g_autofree char *hex = g_compute_checksum_for_string (G_CHECKSUM_SHA256, style, -1);
  guint8 digest[32];

  for (guint i = 0; i < sizeof digest; i++)
    digest[i] = (guint8) (g_ascii_xdigit_value (hex[2 * i]) * 16 + g_ascii_xdigit_value (hex[2 * i + 1]));
  g_autofree char *base64 = g_base64_encode (digest, sizeof digest);
  g_autofree char *expected = g_strdup_printf ("'sha256-%s'", base64);
  g_assert_cmpstr (source, ==, expected);
  assert_has (html, source);
  g_assert_null (strstr (style, "url("));
  g_assert_null (strstr (style, "@import"));
}

int
main (int argc, char **argv)
{
  g_autoptr (ExtractModel) model = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  model = extract_model_get_default (NULL);
  classifier = extract_classifier_new (model);
  by_method = extract_classifier_new_for_method (extract_method_find ("bte"));
  g_test_add_func ("/original/hostile", test_hostile);
  g_test_add_func ("/original/bytes", test_bytes);
  g_test_add_func ("/original/elements", test_elements);
  g_test_add_func ("/original/reserve", test_reserve);
  g_test_add_func ("/original/selectors", test_selectors);
  g_test_add_func ("/original/pages", test_pages);
  g_test_add_func ("/original/article", test_article);
  g_test_add_func ("/original/made", test_made);
  g_test_add_func ("/original/long", test_long);
  g_test_add_func ("/original/failures", test_failures);
  g_test_add_func ("/original/memory", test_memory);
  g_test_add_func ("/original/policy", test_policy);
  status = g_test_run ();
  extract_classifier_unref (classifier);
  extract_classifier_unref (by_method);
  return status;
}
