/* SPDX-License-Identifier: MIT */
/* The page of the server: hostile texts stay texts, nothing is loaded, and the policy has the hashes of what
 * is inline. */
#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "serve/page.h"

/* Whatever ends a text, an attribute, a comment, a script or a placeholder. */
#define EVIL                               \
  "\"'><script>evil()</script><img src=x " \
  "onerror=evil()></textarea></title></style></iframe>-->{{html}}{{script}}%s&amp;"
#define ESCAPED "&quot;&#39;&gt;&lt;script&gt;evil()&lt;/script&gt;"

static const ServePagePair evil_pairs[] = {
  { "threshold", EVIL }, { "select", EVIL }, { "prune", EVIL },    { "model", EVIL },
  { "comments", EVIL },  { "rule", EVIL },   { "no-rules", EVIL }, { EVIL, EVIL },
};
static const ServePagePair evil_facts[] = {
  { "authors", EVIL }, { "date", EVIL }, { "site_name", EVIL }, { EVIL, EVIL }
};
static const ServePageChoice evil_choices[] = { { EVIL, EVIL, TRUE, 0.5 }, { EVIL, NULL, FALSE, NAN } };
static const ServePageBlock evil_blocks[] = {
  { 0, EVIL, EVIL, EVIL, EVIL, EVIL, EVIL, 0.5 },
  { 1, EVIL, EVIL, NULL, NULL, "good", NULL, NAN },
};
static const ServePageResult evil_result = {
  .title = EVIL,
  .language = EVIL,
  .reason = EVIL,
  .reader = "<html><head><title>x</title></head>" EVIL "</html>",
  .original = EVIL,
  .model = EVIL,
  .threshold = 0.33,
  .facts = evil_facts,
  .n_facts = G_N_ELEMENTS (evil_facts),
  .blocks = evil_blocks,
  .n_blocks = G_N_ELEMENTS (evil_blocks),
};
static const ServePageView evil_view = {
  .url = EVIL,
  .html = EVIL,
  .options = evil_pairs,
  .n_options = G_N_ELEMENTS (evil_pairs),
  .models = evil_choices,
  .n_models = G_N_ELEMENTS (evil_choices),
  .rules = evil_choices,
  .n_rules = G_N_ELEMENTS (evil_choices),
  .formats = evil_choices,
  .n_formats = G_N_ELEMENTS (evil_choices),
  .result = &evil_result,
  .error = EVIL,
  .retry_after = 3,
};
static const ServePageView empty_view = { 0 };

static char *
render (const ServePageView *view)
{
  return g_string_free (serve_page_render (view), FALSE);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;
  for (; (text = strstr (text, part)); text += strlen (part))
    n++;
  return n;
}

/* The page without what is between the two tags. */
static char *
cut (const char *page, const char *begin, const char *end)
{
  const char *from = strstr (page, begin), *to = from ? strstr (from, end) : NULL;
  g_assert_nonnull (to);
  g_autofree char *before = g_strndup (page, (gsize) (from - page));
  return g_strconcat (before, to + strlen (end), NULL);
}

static char *
render_markup (const ServePageView *view)
{
  g_autofree char *page = render (view), *half = cut (page, "<style>", "</style>");
  return cut (half, "<script>", "</script>");
}

static void
test_hostile (void)
{
  g_autofree char *page = render_markup (&evil_view), *empty = render_markup (&empty_view);

  g_assert_null (strstr (page, "<script"));
  g_assert_null (strstr (page, "<img"));
  g_assert_null (strstr (page, "\"'>"));
  g_assert_null (strstr (page, "-->"));
  /* Each text is there, as text: what looks like a placeholder, too. */
  g_assert_cmpuint (count (page, ESCAPED), >=, 40);
  g_assert_cmpuint (count (page, "{{html}}{{script}}%s&amp;amp;"), ==, count (page, ESCAPED));
  for (guint i = 0; i < 2; i++) {
    const char *name = i == 0 ? "</textarea>" : "</title>";
    g_assert_cmpuint (count (page, name), ==, 1);
    g_assert_cmpuint (count (empty, name), ==, 1);
  }
  g_assert_null (strstr (empty, "{{"));
  g_assert_nonnull (strstr (page, " Try again in 3 seconds."));
  /* An empty page has the form and no result. */
  g_assert_nonnull (strstr (empty, "<form "));
  g_assert_nonnull (strstr (empty, "<section id=\"result\" aria-labelledby=\"title\" hidden>"));
}

static void
test_bytes (void)
{
  ServePageView view = { .html = "a\xff\x01\r\n\xed\xa0\x80z\xe2\x82" };
  g_autofree char *page = render (&view);

  g_assert_true (g_utf8_validate (page, -1, NULL));
  g_assert_nonnull (strstr (page, "\na\xef\xbf\xbd\xef\xbf\xbd&#13;\n\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz"
                                  "\xef\xbf\xbd\xef\xbf\xbd</textarea>"));
}

static void
test_nothing_loaded (void)
{
  static const char *const patterns[] = {
    "https?://[a-z]",         "\\sstyle *=", "\\son[a-z]+ *=", "javascript:",
    "<link [^>]*href=\"[^d]", "\\ssrc *=",   "<object",        "<embed",
  };
  static const ServePageChoice choices[] = { { "rich", "words", TRUE, 0.33 } };
  static const ServePageBlock blocks[] = { { 0, "text", "p", "/html/body/p[1]", "text", "good", NULL, 0.9 } };
  static const ServePageResult result = {
    .title = "Title",
    .reader = "<head></head>",
    .original = "<p>",
    .model = "rich",
    .threshold = 0.33,
    .blocks = blocks,
    .n_blocks = 1,
  };
  static const ServePageView view = {
    .models = choices,
    .n_models = 1,
    .rules = choices,
    .n_rules = 1,
    .formats = choices,
    .n_formats = 1,
    .result = &result,
  };
  g_autofree char *markup = render_markup (&view), *page = render (&view);
  const char *style = strstr (page, "<style>");

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++) {
    g_autoptr (GRegex) regex = g_regex_new (patterns[i], G_REGEX_CASELESS, 0, NULL);
    g_assert_nonnull (regex);
    if (g_regex_match (regex, markup, 0, NULL))
      g_error ("the page has %s", patterns[i]);
  }
  g_assert_null (strstr (style, "url("));
  g_assert_null (strstr (style, "@import"));
  g_assert_null (strstr (page, "innerHTML"));
  g_assert_null (strstr (page, "http://"));
  g_assert_null (strstr (page, "localStorage"));
  g_assert_null (strstr (page, "sessionStorage"));
  g_assert_null (strstr (page, "cookie"));
}

/* The hash of what stands between the tags, as browsers compute it. */
static void
assert_hash (const char *policy, const char *directive, const char *page, const char *begin, const char *end)
{
  const char *from = strstr (page, begin);
  g_assert_nonnull (from);
  from += strlen (begin);
  const char *to = strstr (from, end);
  g_assert_nonnull (to);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;

  g_checksum_update (checksum, (const guchar *) from, to - from);
  g_checksum_get_digest (checksum, digest, &length);
  g_autofree char *hash = g_base64_encode (digest, length), *quoted = g_strdup_printf ("'sha256-%s'", hash);
  const char *found = strstr (policy, directive);
  g_assert_nonnull (found);
  const char *place = strstr (found, quoted), *stop = strchr (found, ';');
  g_assert_true (place && place < stop);
  /* A comment would change how a script ends. */
  g_autofree char *text = g_strndup (from, (gsize) (to - from));
  g_assert_null (strstr (text, "<!--"));
}

static void
test_policy (void)
{
  g_autofree char *policy = serve_page_dup_policy ("'sha256-of-original'"), *page = render (&evil_view);

  assert_hash (policy, "script-src ", page, "<script>", "</script>");
  assert_hash (policy, "style-src ", page, "<style>", "</style>");
  /* That of the reader stands in an attribute. */
  const char *from = strstr (page, "&lt;style&gt;"), *to = strstr (from, "&lt;/style&gt;");
  g_autofree char *escaped = g_strndup (from, (gsize) (to - from) + strlen ("&lt;/style&gt;"));
  g_autoptr (GString) reader = g_string_new (escaped);
  g_string_replace (reader, "&lt;", "<", 0);
  g_string_replace (reader, "&gt;", ">", 0);
  g_string_replace (reader, "&quot;", "\"", 0);
  g_string_replace (reader, "&#39;", "'", 0);
  g_string_replace (reader, "&amp;", "&", 0);
  assert_hash (policy, "style-src ", reader->str, "<style>", "</style>");
  g_assert_true (g_str_has_prefix (policy, "default-src 'none'; "));
  g_assert_nonnull (strstr (policy, " 'sha256-of-original'; img-src data:;"));
  g_assert_null (strstr (policy, "unsafe"));
  g_assert_null (strchr (policy, '\n'));
}

static void
test_frames (void)
{
  g_autofree char *page = render (&evil_view);

  g_assert_cmpuint (count (page, "<iframe "), ==, 2);
  g_assert_nonnull (strstr (page, "<iframe title=\"Page\" sandbox=\"\" srcdoc=\""));
  g_assert_nonnull (
      strstr (page, "<iframe title=\"Main text\" sandbox=\"allow-popups allow-popups-to-escape-sandbox\" "
                    "srcdoc=\"&lt;html&gt;&lt;head&gt;&lt;base target="));
}

/* What was chosen is chosen again. */
static void
test_form (void)
{
  static const ServePageChoice models[] = { { "rich", "new", TRUE, 0.33 }, { "classic", "old", FALSE, 0.5 } };
  static const ServePageChoice rules[] = { { "a", "one", TRUE, NAN }, { "b", "two", FALSE, NAN } };
  static const ServePagePair options[] = {
    { "model", "classic" },  { "rule", "b" },        { "no-rules", "yes" },
    { "threshold", "0.25" }, { "comments", "drop" },
  };
  ServePageView view = { .url = "http://e.org/?a=1&b=2",
                         .models = models,
                         .n_models = 2,
                         .rules = rules,
                         .n_rules = 2,
                         .options = options,
                         .n_options = G_N_ELEMENTS (options) };
  g_autofree char *page = render (&view);

  g_assert_nonnull (strstr (page, "value=\"http://e.org/?a=1&amp;b=2\""));
  g_assert_nonnull (
      strstr (page, "<option value=\"classic\" title=\"old\" data-threshold=\"0.5\" selected>"));
  g_assert_nonnull (strstr (page, "<option value=\"rich\" title=\"new\" data-threshold=\"0.33\">"));
  g_assert_nonnull (strstr (page, "value=\"a\" data-default=\"yes\">"));
  g_assert_nonnull (strstr (page, "value=\"b\" checked>"));
  g_assert_nonnull (strstr (page, "value=\"yes\" checked>"));
  g_assert_nonnull (strstr (page, "value=\"0.25\""));
  g_assert_nonnull (strstr (page, "<option value=\"drop\" selected>"));
  g_assert_nonnull (strstr (page, "<details id=\"options\" open>"));
  g_assert_nonnull (strstr (page, "<details id=\"paste\">"));

  view.options = NULL;
  view.n_options = 0;
  view.no_fetch = TRUE;
  g_autofree char *plain = render (&view);
  g_assert_nonnull (strstr (plain, "data-threshold=\"0.33\" selected>rich"));
  g_assert_nonnull (strstr (plain, "<details id=\"paste\" open>"));
  g_assert_nonnull (strstr (plain, "Where the page is from"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/hostile", test_hostile);
  g_test_add_func ("/page/bytes", test_bytes);
  g_test_add_func ("/page/nothing-loaded", test_nothing_loaded);
  g_test_add_func ("/page/policy", test_policy);
  g_test_add_func ("/page/frames", test_frames);
  g_test_add_func ("/page/form", test_form);
  return g_test_run ();
}
