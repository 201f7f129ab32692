/* SPDX-License-Identifier: MIT */
/*
 * Pages that nobody writes by mistake. Each ends inside its limits: by the one error that it must
 * give, or as a document that can be labelled and written in every format.
 *
 * The pages are made here, from
 *
 *   head, then the unit n times (an @ in it is the number of the turn), then the middle, then
 *   the closing n times, then the tail
 *
 * The clock is only held against the limit where neither a sanitizer nor valgrind slows all down.
 */
#include <libextract/extract.h>

#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* What a call may take beyond its time limit: a busy machine, and what lies between two looks at the clock. */
#define SLACK_MILLISECONDS 2000
/* Limit of the cases that are about time. */
#define SHORT_MILLISECONDS 300

/* How a page may end. */
typedef enum {
  ENDS_WELL = 1 << 0,
  TOO_LARGE = 1 << 1,
  TOO_DEEP = 1 << 2,
  TOO_MANY_BLOCKS = 1 << 3,
  OUT_OF_TIME = 1 << 4,
  OUT_OF_MEMORY = 1 << 5,
  NOT_HTML = 1 << 6,
} Ends;

static Ends
ends_from_error (const GError *error)
{
  static const struct {
    ExtractError code;
    Ends ends;
  } codes[] = {
    { EXTRACT_ERROR_TOO_LARGE, TOO_LARGE },         { EXTRACT_ERROR_TOO_DEEP, TOO_DEEP },
    { EXTRACT_ERROR_TOO_MANY_BLOCKS, TOO_MANY_BLOCKS }, { EXTRACT_ERROR_OUT_OF_TIME, OUT_OF_TIME },
    { EXTRACT_ERROR_OUT_OF_MEMORY, OUT_OF_MEMORY }, { EXTRACT_ERROR_NOT_HTML, NOT_HTML },
  };

  for (guint i = 0; error && i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, EXTRACT_ERROR, codes[i].code))
      return codes[i].ends;
  return ENDS_WELL;
}

typedef struct {
  const char *name;
  guint n;
  const char *head, *unit, *middle, *closing, *tail;
  Ends ends;            /* any of these */
  guint milliseconds;   /* time limit; 0: the default */
  guint least, most;    /* blocks, if it ends well */
  const char *text;     /* (nullable): stands in one of them */
} Case;

/* ---- What every document must stand --------------------------------------------------------- */

static gboolean
is_slowed_down (void)
{
  const char *preload = g_getenv ("LD_PRELOAD");

  return SANITIZED || (preload && strstr (preload, "vgpreload"));
}

static double
milliseconds_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1000;
}

static void
assert_blocks_sane (ExtractDocument *document)
{
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    const char *text = extract_block_get_text (block);
    gsize n;
    const float *values = extract_block_get_features (block, &n);

    g_assert_cmpstr (text, !=, "");
    g_assert_true (g_utf8_validate (text, -1, NULL));
    for (gsize j = 0; j < n; j++)
      g_assert_true (values[j] >= 0 && values[j] <= 1);
    g_assert_cmpfloat (extract_block_get_score (block), >=, 0);
    g_assert_cmpfloat (extract_block_get_score (block), <=, 1);
    g_assert_cmpint (extract_block_get_label (block), !=, EXTRACT_LABEL_NONE);
  }
}

static void
assert_written (ExtractDocument *document)
{
  for (guint format = 0; format < EXTRACT_N_FORMATS; format++)
    for (guint all = 0; all < 2; all++) {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (GError) error = NULL;
      g_autofree char *string =
          extract_document_to_string (document, format, all ? EXTRACT_WRITE_ALL : EXTRACT_WRITE_DEFAULT, &error);
      double milliseconds = milliseconds_since (start);

      g_assert_no_error (error);
      g_assert_true (g_utf8_validate (string, -1, NULL));
      if (milliseconds > 100)
        g_test_message ("%s%s: %.0f ms, %" G_GSIZE_FORMAT " bytes", extract_format_get_info (format)->name,
                        all ? ", all" : "", milliseconds, strlen (string));
    }
}

static void
assert_usable (ExtractDocument *document)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_get_default (&error);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  gsize n_rules;
  const ExtractRule *rules = extract_rule_get_all (&n_rules);

  g_assert_no_error (error);
  for (gsize i = 0; i < n_rules; i++)
    g_assert_true (extract_classifier_set_rule (classifier, rules[i].name, TRUE));
  g_assert_true (g_utf8_validate (extract_document_get_title (document), -1, NULL));
  g_assert_true (extract_classifier_label (classifier, document, &error));
  g_assert_no_error (error);
  assert_blocks_sane (document);
  assert_written (document);
}

static gboolean
document_contains (ExtractDocument *document, const char *text)
{
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++)
    if (strstr (extract_block_get_text (extract_document_get_block (document, i)), text))
      return TRUE;
  return FALSE;
}

/* Parses @bytes, and holds time, outcome and document against what @c says. */
static void
assert_case (const Case *c, GBytes *bytes, const char *content_type)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  gint64 start;
  double milliseconds;

  if (c->milliseconds)
    extract_parser_set_limit (parser, EXTRACT_LIMIT_MILLISECONDS, c->milliseconds);
  start = g_get_monotonic_time ();
  document = extract_parser_parse_bytes (parser, bytes, content_type, "http://example.org/", &error);
  milliseconds = milliseconds_since (start);
  g_test_message ("%" G_GSIZE_FORMAT " bytes, %.0f ms: %s", g_bytes_get_size (bytes), milliseconds,
                  error ? error->message : "parsed");
  if (!is_slowed_down ())
    g_assert_cmpfloat (milliseconds, <=,
                       (double) extract_parser_get_limit (parser, EXTRACT_LIMIT_MILLISECONDS) + SLACK_MILLISECONDS);
  g_assert_true ((document == NULL) == (error != NULL));
  /* A slowed down program may be out of time anywhere. */
  if (!(is_slowed_down () && g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_TIME)))
    g_assert_cmpuint (ends_from_error (error) & c->ends, !=, 0);
  if (!document)
    return;
  g_test_message ("%u blocks", extract_document_get_n_blocks (document));
  g_assert_cmpuint (extract_document_get_n_blocks (document), >=, c->least);
  g_assert_cmpuint (extract_document_get_n_blocks (document), <=, c->most);
  g_assert_true (!c->text || document_contains (document, c->text));
  assert_usable (document);
}

/* ---- Markup --------------------------------------------------------------------------------- */

#define MANY 100000
#define MILLION 1000000
#define MEGABYTES(n) ((n) *1000000)

/* clang-format off */
static const Case markup[] = {
  { "nested-div", MILLION, "", "<div>", "x", "", "", TOO_DEEP },
  { "nested-div-closed", MILLION, "", "<div>", "x", "</div>", "", TOO_DEEP },
  { "nested-unknown", MILLION, "", "<x>", "x", "", "", TOO_DEEP | OUT_OF_TIME, SHORT_MILLISECONDS },
  { "nested-b", MILLION, "", "<b>", "x", "", "", TOO_DEEP | OUT_OF_TIME | OUT_OF_MEMORY, SHORT_MILLISECONDS },
  { "nested-a", MANY, "", "<a href=@>", "x", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 1, 1, "x" },
  { "nested-p-font", 4000, "", "<p><font size=@>x", "", "", "", OUT_OF_TIME | OUT_OF_MEMORY, SHORT_MILLISECONDS },
  { "nested-lists", MANY, "", "<ul><li>", "x", "", "", TOO_DEEP },
  { "nested-items", MANY, "", "<li>x", "", "", "", ENDS_WELL, 0, MANY, MANY, "x" },
  { "nested-tables", 1000, "", "<table><tr><td>", "x", "</td></tr></table>", "", TOO_DEEP },
  { "nested-tables-200", 200, "", "<table><tr><td>", "x", "</td></tr></table>", "", ENDS_WELL, 0, 1, 1, "x" },
  { "nested-tables-in-cells", MANY, "", "<table><td>x", "", "", "", TOO_DEEP },
  { "nested-noscript", 10000, "<body>", "<noscript>", "x", "", "", TOO_DEEP | OUT_OF_TIME, SHORT_MILLISECONDS },
  { "nested-noscript-in-head", 10000, "<head>", "<noscript>", "x", "", "", ENDS_WELL, 0, 0, 1 },
  { "nested-template", 10000, "", "<template>", "x", "", "", TOO_DEEP | OUT_OF_TIME, SHORT_MILLISECONDS },
  { "nested-svg", MANY, "", "<svg><g>", "x", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 0, 0 },
  { "nested-math", MANY, "", "<math><mi>", "x", "", "", TOO_DEEP | OUT_OF_TIME, SHORT_MILLISECONDS },
  { "nested-buttons", MANY, "", "<button>x", "", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 1, 1, "x" },
  { "nested-forms", MANY, "", "<form>x", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "nested-headings", MANY, "", "<h1>x", "", "", "", ENDS_WELL, 0, MANY, MANY, "x" },
  { "nested-select", MANY, "", "<select><option>x", "", "", "", ENDS_WELL, 0, 1, MANY, "x" },
  { "end-tags", MILLION, "x", "</div>", "", "</p>", "", ENDS_WELL | TOO_MANY_BLOCKS | OUT_OF_MEMORY, 0, 1, 1, "x" },
  { "end-tags-unknown", MILLION, "<p>x", "</x>", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "end-tags-against-depth", MANY, "<div><span><div><span><div><span><div><span>", "</b>", "x", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "attributes", MANY, "<p ", "a@=1 ", ">x", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 1, 1, "x" },
  { "attributes-same", MANY, "<p ", "a=1 ", ">x", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "attributes-body", MANY, "", "<body a@=1>", "x", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 1, 1, "x" },
  { "attribute-long", MEGABYTES (10), "<p class='", "a", "'>x", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "attribute-long-href", MEGABYTES (10), "<p><a href='", "/", "'>x</a>", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "attribute-unclosed", MEGABYTES (10), "<p>x<a href='", "a", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "tag-name-long", MEGABYTES (10), "<p>x<", "y", ">z", "", "", ENDS_WELL, 0, 1, 1, "xz" },
  { "base-long", MANY, "<base href='http://example.org/", "a/", "'><p>", "<a href=b>c</a> ", "", ENDS_WELL, 0, 1, 1, "c c" },
  { "title-long", MEGABYTES (5), "<title>", "a ", "</title><h1>a</h1>x", "", "", ENDS_WELL, 0, 2, 2, "x" },
  { "titles", MANY, "<p>x", "<title>t</title>", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "blocks-tiny", MILLION, "", "<p>a", "", "", "", TOO_MANY_BLOCKS | OUT_OF_MEMORY },
  { "blocks-text", 200000, "", "<hr>a", "", "", "", ENDS_WELL, 0, 200000, 200000, "a" },
  { "blocks-siblings-of-all-tags", 20000, "", "<p>a<div>b</div><h1>c</h1><ul></ul><ol></ol><hr>", "", "", "", ENDS_WELL, 0, 60000, 60000, "a" },
  { "blocks-empty", MANY, "<p>x", "<div></div>", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "text-node", MEGABYTES (10), "", "a", "", "", "", ENDS_WELL, 0, 1, 1, "aaaaaaaa" },
  { "text-spaces", MEGABYTES (10), "x", " ", "y", "", "", ENDS_WELL, 0, 1, 1, "x y" },
  { "text-lines-pre", MEGABYTES (5), "<pre>x", "\n", "y", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "text-combining-marks", MEGABYTES (2), "a", "\xcc\x81", "", "", "", ENDS_WELL, 0, 1, 1, "a" },
  { "text-brackets", MEGABYTES (1), "", "<", "x", "", "", ENDS_WELL, 0, 1, 1, "<<<" },
  { "text-pipes", MEGABYTES (1), "<table><tr><td>", "|`*_[\\", "</table>", "", "", ENDS_WELL, 0, 1, 1, "|`*" },
  { "text-backquotes", MANY, "<p>", "<code>`</code>", "", "", "", ENDS_WELL, 0, 1, 1, "``" },
  { "text-title-words", 300000, "<title>a b</title><h1>", "w@ ", "</h1>", "", "", ENDS_WELL, 0, 1, 1, "w1 w2" },
  { "br", MANY, "a", "<br>", "b", "", "", ENDS_WELL, 0, 2, 2, "b" },
  { "br-and-text", MANY, "", "<br>a", "", "", "", ENDS_WELL, 0, 1, 1, "a a a" },
  { "br-br-and-text", MANY, "", "<br><br>a", "", "", "", ENDS_WELL, 0, MANY, MANY, "a" },
  { "links", MANY, "", "<a href=/@>x</a> ", "", "", "", ENDS_WELL, 0, 1, 1, "x x" },
  { "links-around-blocks", MANY, "<a href=/x>", "<div>x</div>", "</a>", "", "", ENDS_WELL, 0, MANY, MANY, "x" },
  { "inline", MANY, "", "<b>x</b><i>y</i>", "", "", "", ENDS_WELL, 0, 1, 1, "xyxy" },
  { "inline-around-blocks", MANY, "<b><i><code>", "<div>x</div>", "", "", "", ENDS_WELL, 0, MANY, MANY, "x" },
  { "inline-misnested", MANY, "", "<b><i>x</b>y</i>", "", "", "", ENDS_WELL, 0, 1, 1, "xyxy" },
  { "formatting-explosion", 2000, "", "<a><b><i><u><s><tt><big><font color=@><p>", "x", "", "", TOO_DEEP | OUT_OF_TIME | OUT_OF_MEMORY, SHORT_MILLISECONDS },
  { "formatting-adoption", 10000, "", "<b><p></b>", "x", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 1, 1, "x" },
  { "formatting-adoption-deep", 20000, "", "<a><div>", "x", "</a>", "", TOO_DEEP | OUT_OF_TIME, SHORT_MILLISECONDS },
  { "foster-text", MANY, "<table>", "x<tr>", "", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 1, 1, "xxx" },
  { "foster-blocks", MANY, "<table>", "<p>x", "", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, MANY, MANY, "x" },
  { "foster-tables", 10000, "<table>", "<b><table>x", "", "", "", TOO_DEEP | OUT_OF_TIME | OUT_OF_MEMORY | ENDS_WELL, SHORT_MILLISECONDS, 1, 20000, "x" },
  { "table-cells", MANY, "<table><tr>", "<td>x", "", "", "", ENDS_WELL, 0, MANY, MANY, "x" },
  { "table-rows-growing", 50000, "<table>", "<tr><td>x", "<tr>", "<td>y", "", ENDS_WELL, 0, MANY, MANY, "x" },
  { "definition-list", MANY, "<dl>", "<dt>t<dd>d", "", "", "", ENDS_WELL, 0, 2 * MANY, 2 * MANY, "d" },
  { "entities", MANY, "", "&lt;&amp;&nbsp;&#65;&CounterClockwiseContourIntegral;", "", "", "", ENDS_WELL, 0, 1, 1, "<& A\xe2\x88\xb3" },
  { "entities-broken", MANY, "x", "&#;&#x;&#99999999999;&am&;&#xd800;", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "entity-digits", MEGABYTES (1), "x&#", "9", "; y", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "entities-beyond-int", MANY, "x", "&#4294967293;&#xFFFFFFFD;&#xFFFFFFED;&#xFFFFFFA0;&#xFFFFFF80; ", "y", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "entities-beyond-int-everywhere", 1, "<html lang='&#xFFFFFFFD;'><title>t&#xFFFFFFFD;</title><base href='b&#xFFFFFFC3;'><p>", "<a href='&#xFFFFFFED;&#xFFFFFFA0;&#xFFFFFF80;'>x</a>y&#xFFFFFFFC;", "", "", "", ENDS_WELL, 0, 1, 1, "xy" },
  { "ampersands", MEGABYTES (5), "", "&", "", "", "", ENDS_WELL, 0, 1, 1, "&&&" },
  { "comments", MANY, "x", "<!-- - -- >-->", "y", "", "", ENDS_WELL, 0, 1, 1, "xy" },
  { "comment-unclosed", MANY, "<p>x<!--", "<p>y--", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "comment-dashes", MEGABYTES (5), "x<!--", "-", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "script-unclosed", MANY, "<p>x<script>", "if (a<b) '<!--<script>'", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "style-unclosed", MANY, "<p>x<style>", "p { } </styl", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "title-unclosed", MANY, "<title>", "<p>y", "", "", "", ENDS_WELL, 0, 0, 0 },
  { "textarea-unclosed", MANY, "<p>x<textarea>", "<p>y", "", "", "", ENDS_WELL, 0, 1, 1, "x <p>y" },
  { "plaintext", MANY, "<p>x<plaintext>", "</plaintext><p>", "", "", "", ENDS_WELL, 0, 2, 2, "</plaintext>" },
  { "cdata-unclosed", MANY, "<p>x<svg><![CDATA[", "]]", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "doctype-long", MEGABYTES (5), "<!DOCTYPE ", "h", "><p>x", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "doctypes", MANY, "<p>x", "<!DOCTYPE html>", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "html-again", MANY, "<p>x", "<html><head><body>", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "frameset", MANY, "", "<frameset><frame>", "", "", "", TOO_DEEP | OUT_OF_TIME | ENDS_WELL, SHORT_MILLISECONDS, 0, 0 },
  { "page-100-mb", MEGABYTES (100), "", "x", "", "", "", TOO_LARGE },
};
/* clang-format on */

static void
append_times (GString *page, guint n, const char *unit)
{
  const char *number = strchr (unit, '@');

  for (guint i = 0; i < n && *unit; i++)
    if (!number)
      g_string_append (page, unit);
    else
      g_string_append_printf (page, "%.*s%u%s", (int) (number - unit), unit, i, number + 1);
}

static GBytes *
make_page (const Case *c)
{
  GString *page = g_string_new (c->head);

  append_times (page, c->n, c->unit);
  g_string_append (page, c->middle);
  append_times (page, c->n, c->closing);
  g_string_append (page, c->tail);
  return g_string_free_to_bytes (page);
}

static void
test_markup (gconstpointer data)
{
  g_autoptr (GBytes) bytes = make_page (data);

  assert_case (data, bytes, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (markup); i++) {
    g_autofree char *path = g_strdup_printf ("/hostile/markup/%s", markup[i].name);

    g_test_add_data_func (path, &markup[i], test_markup);
  }
  return g_test_run ();
}
