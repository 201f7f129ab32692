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
 * Time is what the processor spent, which a busy machine does not change. It is held against the limit
 * where neither a sanitizer nor valgrind slows all down; on a slow machine (slow.h) both are longer.
 */
#include <config.h>

#include <libextract/extract.h>
#include <libextract/feature/feature.h>
#include <libextract/html/html.h>
#include <libextract/model/model.h>
#include <libextract/page/page.h>
#include <libextract/write/write.h>

#include "tests/unit/harmless.h"
#include "tests/unit/slow.h"

#include <math.h>
#include <string.h>
#include <time.h>

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

/* What a call may take beyond its time limit: what lies between two looks at the clock. This and the limits
 * are times of a machine that is not slow. */
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
  MARKUP = 1 << 7,
} Ends;

static Ends
ends_from_error (const GError *error)
{
  static const struct {
    ExtractError code;
    Ends ends;
  } codes[] = {
    { EXTRACT_ERROR_TOO_LARGE, TOO_LARGE },
    { EXTRACT_ERROR_TOO_DEEP, TOO_DEEP },
    { EXTRACT_ERROR_TOO_MANY_BLOCKS, TOO_MANY_BLOCKS },
    { EXTRACT_ERROR_OUT_OF_TIME, OUT_OF_TIME },
    { EXTRACT_ERROR_OUT_OF_MEMORY, OUT_OF_MEMORY },
    { EXTRACT_ERROR_NOT_HTML, NOT_HTML },
    { EXTRACT_ERROR_MARKUP, MARKUP },
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
  Ends ends;          /* any of these */
  guint milliseconds; /* time limit; 0: the default */
  guint least, most;  /* blocks, if it ends well */
  const char *text;   /* (nullable): stands in one of them */
} Case;

/* ---- What every document must stand --------------------------------------------------------- */

static gboolean
is_slowed_down (void)
{
  const char *preload = g_getenv ("LD_PRELOAD");

  return SANITIZED || (preload && strstr (preload, "vgpreload"));
}

static double
milliseconds_since (clock_t start)
{
  return (double) (clock () - start) * 1000 / CLOCKS_PER_SEC;
}

static void
assert_blocks_sane (ExtractDocument *document, const ExtractFeatureSet *set)
{
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    const char *text = extract_block_get_text (block);
    gsize n;
    const float *values = extract_block_get_features (block, &n);

    g_assert_cmpstr (text, !=, "");
    g_assert_true (g_utf8_validate (text, -1, NULL));
    g_assert_cmpuint (n, ==, extract_feature_set_get_n_features (set));
    for (gsize j = 0; j < n; j++) {
      const ExtractFeature *feature = extract_feature_set_get_feature (set, j);

      g_assert_true (isnan (values[j]) || (values[j] >= feature->minimum && values[j] <= feature->maximum));
    }
    g_assert_cmpfloat (extract_block_get_score (block), >=, 0);
    g_assert_cmpfloat (extract_block_get_score (block), <=, 1);
    g_assert_cmpint (extract_block_get_label (block), !=, EXTRACT_LABEL_NONE);
  }
}

/* A document takes what parsing has left of its time: that may be little, and with sanitizers it is short. */
static gboolean
ran_out_of_time (const Case *c, const GError *error)
{
  return (c->milliseconds > 0 || is_slowed_down ()) &&
         g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_TIME);
}

static void
assert_written (const Case *c, ExtractDocument *document)
{
  for (guint format = 0; format < EXTRACT_N_FORMATS; format++) {
    clock_t start = clock ();
    g_autoptr (GError) error = NULL;
    g_autofree char *string = extract_document_to_string (document, format, EXTRACT_WRITE_ALL, &error);
    double milliseconds = milliseconds_since (start);

    if (ran_out_of_time (c, error))
      continue;
    g_assert_no_error (error);
    g_assert_true (g_utf8_validate (string, -1, NULL));
    if (milliseconds > 100)
      g_test_message ("%s: %.0f ms, %" G_GSIZE_FORMAT " bytes", extract_format_get_info (format)->name,
                      milliseconds, strlen (string));
  }
}

/* The page itself, for a frame. */
static void
assert_made_harmless (const Case *c, ExtractDocument *document, ExtractParser *parser, GBytes *bytes,
                      const char *content_type)
{
  const clock_t start = clock ();
  g_autoptr (GError) error = NULL;
  g_autofree char *html =
      extract_document_to_original (document, parser, bytes, content_type, 16 << 20, &error);
  const double milliseconds = milliseconds_since (start);
  Harmless found;

  if (milliseconds > 100)
    g_test_message ("original: %.0f ms", milliseconds);
  if (ran_out_of_time (c, error))
    return;
  g_assert_no_error (error);
  harmless_init (&found);
  g_assert_null (harmless_read (html, &found));
  g_assert_cmpuint (strlen (html), <=, 16 << 20);
  harmless_clear (&found);
}

static void
assert_usable (const Case *c, ExtractDocument *document, ExtractParser *parser, GBytes *bytes,
               const char *content_type)
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
  if (!extract_document_compute_features (document, model, &error) ||
      !extract_classifier_label (classifier, document, &error)) {
    if (!ran_out_of_time (c, error))
      g_assert_no_error (error);
    return;
  }
  assert_blocks_sane (document, extract_model_get_feature_set (model));
  assert_written (c, document);
  assert_made_harmless (c, document, parser, bytes, content_type);
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
  clock_t start;
  double milliseconds;
  guint64 milliseconds_allowed;

  if (c->milliseconds)
    extract_parser_set_limit (parser, EXTRACT_LIMIT_MILLISECONDS, c->milliseconds);
  milliseconds_allowed = slowness () * extract_parser_get_limit (parser, EXTRACT_LIMIT_MILLISECONDS);
  extract_parser_set_limit (parser, EXTRACT_LIMIT_MILLISECONDS, milliseconds_allowed);
  start = clock ();
  document = extract_parser_parse_bytes (parser, bytes, content_type, "http://example.org/", &error);
  milliseconds = milliseconds_since (start);
  g_test_message ("%" G_GSIZE_FORMAT " bytes, %.0f ms: %s", g_bytes_get_size (bytes), milliseconds,
                  error ? error->message : "parsed");
  g_assert_true ((document == NULL) == (error != NULL));
  if (!is_slowed_down ())
    g_assert_cmpfloat (milliseconds, <=, (double) milliseconds_allowed + SLACK_MILLISECONDS * slowness ());
  if (ends_from_error (error) == OUT_OF_TIME && !(c->ends & OUT_OF_TIME) && is_slowed_down ()) {
    g_test_skip ("slowed down by sanitizers or valgrind");
    return;
  }
  g_assert_cmpuint (ends_from_error (error) & c->ends, !=, 0);
  if (!document)
    return;
  g_test_message ("%u blocks", extract_document_get_n_blocks (document));
  g_assert_cmpuint (extract_document_get_n_blocks (document), >=, c->least);
  g_assert_cmpuint (extract_document_get_n_blocks (document), <=, c->most);
  g_assert_true (!c->text || document_contains (document, c->text));
  assert_usable (c, document, parser, bytes, content_type);
}

/* ---- Markup --------------------------------------------------------------------------------- */

#define SOME 20000
#define MANY 100000
#define MILLION 1000000

/* clang-format off */
static const Case markup[] = {
  { "nested-div", MILLION, "", "<div>", "x", "", "", TOO_DEEP },
  { "nested-div-closed", MILLION, "", "<div>", "x", "</div>", "", TOO_DEEP },
  { "nested-unknown", MILLION, "", "<x>", "x", "", "", TOO_DEEP | OUT_OF_TIME, SHORT_MILLISECONDS },
  { "nested-b", MILLION, "", "<b>", "x", "", "", TOO_DEEP | OUT_OF_TIME | OUT_OF_MEMORY, SHORT_MILLISECONDS },
  { "nested-a", MANY, "", "<a href=@>", "x", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 1, 1, "x" },
  { "nested-p-font", 4000, "", "<p><font size=@>x", "", "", "", OUT_OF_TIME | OUT_OF_MEMORY, SHORT_MILLISECONDS },
  { "nested-lists", MANY, "", "<ul><li>", "x", "", "", TOO_DEEP },
  { "nested-items", SOME, "", "<li>x", "", "", "", ENDS_WELL, 0, SOME, SOME, "x" },
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
  { "nested-headings", SOME, "", "<h1>x", "", "", "", ENDS_WELL, 0, SOME, SOME, "x" },
  { "nested-select", SOME, "", "<select><option>x", "", "", "", ENDS_WELL, 0, 1, SOME, "x" },
  { "end-tags", MANY, "x", "</div>", "", "</p>", "", ENDS_WELL | TOO_MANY_BLOCKS | OUT_OF_MEMORY, 0, 1, 1, "x" },
  { "end-tags-unknown", MANY, "<p>x", "</x>", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "end-tags-against-depth", MANY, "<div><span><div><span><div><span><div><span>", "</b>", "x", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "attributes", MANY, "<p ", "a@=1 ", ">x", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 1, 1, "x" },
  { "attributes-same", MANY, "<p ", "a=1 ", ">x", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "attributes-body", MANY, "", "<body a@=1>", "x", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 1, 1, "x" },
  { "attribute-long", MILLION, "<p class='", "aaaaaaaaaa", "'>x", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "attribute-long-href", MILLION, "<p><a href='", "//////////", "'>x</a>", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "attribute-unclosed", MILLION, "<p>x<a href='", "aaaaaaaaaa", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "tag-name-long", MILLION, "<p>x<", "yyyyyyyyyy", ">z", "", "", ENDS_WELL, 0, 1, 1, "xz" },
  { "base-long", SOME, "<base href='http://example.org/", "a/", "'><p>", "<a href=b>c</a> ", "", ENDS_WELL, 0, 1, 1, "c c" },
  { "title-long", MILLION / 2, "<title>", "a ", "</title><h1>a</h1>x", "", "", ENDS_WELL, 0, 2, 2, "x" },
  { "titles", SOME, "<p>x", "<title>t</title>", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "blocks-tiny", MILLION, "", "<p>a", "", "", "", TOO_MANY_BLOCKS | OUT_OF_MEMORY },
  { "blocks-text", MANY, "", "<hr>a", "", "", "", ENDS_WELL, 0, MANY, MANY, "a" },
  { "blocks-siblings-of-all-tags", 5000, "", "<p>a<div>b</div><h1>c</h1><ul></ul><ol></ol><hr>", "", "", "", ENDS_WELL, 0, 15000, 15000, "a" },
  { "blocks-empty", MANY, "<p>x", "<div></div>", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "text-node", MILLION, "", "aaaaaaaaaa", "", "", "", ENDS_WELL, 0, 1, 1, "aaaaaaaa" },
  { "text-spaces", MILLION, "x", " ", "y", "", "", ENDS_WELL, 0, 1, 1, "x y" },
  { "text-lines-pre", MILLION, "<pre>x", "\n", "y", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "text-combining-marks", MILLION, "a", "\xcc\x81", "", "", "", ENDS_WELL, 0, 1, 1, "a" },
  { "text-brackets", MILLION, "", "<", "x", "", "", ENDS_WELL, 0, 1, 1, "<<<" },
  { "text-pipes", MANY, "<table><tr><td>", "|`*_[\\", "</table>", "", "", ENDS_WELL, 0, 1, 1, "|`*" },
  { "text-backquotes", SOME, "<p>", "<code>`</code>", "", "", "", ENDS_WELL, 0, 1, 1, "``" },
  { "text-title-words", MANY, "<title>a b</title><h1>", "w@ ", "</h1>", "", "", ENDS_WELL, 0, 1, 1, "w1 w2" },
  { "br", MANY, "a", "<br>", "b", "", "", ENDS_WELL, 0, 2, 2, "b" },
  { "br-and-text", MANY, "", "<br>a", "", "", "", ENDS_WELL, 0, 1, 1, "a a a" },
  { "br-br-and-text", SOME, "", "<br><br>a", "", "", "", ENDS_WELL, 0, SOME, SOME, "a" },
  { "links", MANY, "", "<a href=/@>x</a> ", "", "", "", ENDS_WELL, 0, 1, 1, "x x" },
  { "links-around-blocks", SOME, "<a href=/x>", "<div>x</div>", "</a>", "", "", ENDS_WELL, 0, SOME, SOME, "x" },
  { "inline", MANY, "", "<b>x</b><i>y</i>", "", "", "", ENDS_WELL, 0, 1, 1, "xyxy" },
  { "inline-around-blocks", SOME, "<b><i><code>", "<div>x</div>", "", "", "", ENDS_WELL, 0, SOME, SOME, "x" },
  { "inline-misnested", SOME, "", "<b><i>x</b>y</i>", "", "", "", ENDS_WELL, 0, 1, 1, "xyxy" },
  { "formatting-explosion", 2000, "", "<a><b><i><u><s><tt><big><font color=@><p>", "x", "", "", TOO_DEEP | OUT_OF_TIME | OUT_OF_MEMORY, SHORT_MILLISECONDS },
  { "formatting-adoption", 10000, "", "<b><p></b>", "x", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 1, 1, "x" },
  { "formatting-adoption-deep", 20000, "", "<a><div>", "x", "</a>", "", TOO_DEEP | OUT_OF_TIME, SHORT_MILLISECONDS },
  { "foster-text", MANY, "<table>", "x<tr>", "", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, 1, 1, "xxx" },
  { "foster-blocks", MANY, "<table>", "<p>x", "", "", "", ENDS_WELL | OUT_OF_TIME, SHORT_MILLISECONDS, MANY, MANY, "x" },
  { "foster-tables", 10000, "<table>", "<b><table>x", "", "", "", TOO_DEEP | OUT_OF_TIME | OUT_OF_MEMORY | ENDS_WELL, SHORT_MILLISECONDS, 1, 20000, "x" },
  { "table-cells", SOME, "<table><tr>", "<td>x", "", "", "", ENDS_WELL, 0, SOME, SOME, "x" },
  { "table-rows-growing", 10000, "<table>", "<tr><td>x", "<tr>", "<td>y", "", ENDS_WELL, 0, SOME, SOME, "x" },
  { "definition-list", SOME, "<dl>", "<dt>t<dd>d", "", "", "", ENDS_WELL, 0, 2 * SOME, 2 * SOME, "d" },
  { "entities", MANY, "", "&lt;&amp;&nbsp;&#65;&CounterClockwiseContourIntegral;", "", "", "", ENDS_WELL, 0, 1, 1, "<& A\xe2\x88\xb3" },
  { "entities-broken", MANY, "x", "&#;&#x;&#99999999999;&am&;&#xd800;", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "entity-digits", MILLION, "x&#", "9", "; y", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "entities-beyond-int", MANY, "x", "&#4294967293;&#xFFFFFFFD;&#xFFFFFFED;&#xFFFFFFA0;&#xFFFFFF80; ", "y", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "entities-beyond-int-everywhere", 1, "<html lang='&#xFFFFFFFD;'><title>t&#xFFFFFFFD;</title><base href='b&#xFFFFFFC3;'><p>", "<a href='&#xFFFFFFED;&#xFFFFFFA0;&#xFFFFFF80;'>x</a>y&#xFFFFFFFC;", "", "", "", ENDS_WELL, 0, 1, 1, "xy" },
  { "ampersands", MILLION, "", "&", "", "", "", ENDS_WELL, 0, 1, 1, "&&&" },
  { "comments", SOME, "x", "<!-- - -- >-->", "y", "", "", ENDS_WELL, 0, 1, 1, "xy" },
  { "comment-unclosed", MANY, "<p>x<!--", "<p>y--", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "comment-dashes", MILLION, "x<!--", "-", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "script-unclosed", MANY, "<p>x<script>", "if (a<b) '<!--<script>'", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "style-unclosed", MANY, "<p>x<style>", "p { } </styl", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "title-unclosed", MANY, "<title>", "<p>y", "", "", "", ENDS_WELL, 0, 0, 0 },
  { "textarea-unclosed", MANY, "<p>x<textarea>", "<p>y", "", "", "", ENDS_WELL, 0, 1, 1, "x <p>y" },
  { "plaintext", MANY, "<p>x<plaintext>", "</plaintext><p>", "", "", "", ENDS_WELL, 0, 2, 2, "</plaintext>" },
  { "cdata-unclosed", MANY, "<p>x<svg><![CDATA[", "]]", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "doctype-long", MILLION, "<!DOCTYPE ", "h", "><p>x", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "doctypes", MANY, "<p>x", "<!DOCTYPE html>", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "html-again", MANY, "<p>x", "<html><head><body>", "", "", "", ENDS_WELL, 0, 1, 1, "x" },
  { "frameset", MANY, "", "<frameset><frame>", "", "", "", TOO_DEEP | OUT_OF_TIME | ENDS_WELL, SHORT_MILLISECONDS, 0, 0 },
  { "page-100-mb", MILLION, "", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "", "", "", TOO_LARGE },
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

/* ---- Bytes ---------------------------------------------------------------------------------- */

/* A page, byte by byte; `check` says how it ends. */
typedef struct {
  const char *bytes;
  gsize length;
  const char *content_type; /* (nullable) */
  Case check;
} Bytes;

#define BYTES(string) string, sizeof string - 1

/* clang-format off */
static const Bytes bytes_cases[] = {
  { BYTES (""), NULL, { "empty", .ends = ENDS_WELL } },
  { BYTES ("x"), NULL, { "one-letter", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "x" } },
  { BYTES ("<"), NULL, { "one-bracket", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "<" } },
  { BYTES ("&"), NULL, { "one-ampersand", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "&" } },
  { BYTES ("\0"), NULL, { "one-nul", .ends = ENDS_WELL, .most = 1 } },
  { BYTES ("\xff"), NULL, { "one-high-byte", .ends = ENDS_WELL, .most = 1 } },
  { BYTES ("\xef\xbb\xbf"), NULL, { "only-utf-8-bom", .ends = ENDS_WELL } },
  { BYTES ("\xff\xfe"), NULL, { "only-utf-16-bom", .ends = ENDS_WELL } },
  { BYTES ("\xfe\xff<"), NULL, { "utf-16-bom-and-half", .ends = ENDS_WELL, .most = 1 } },
  { BYTES ("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog>>"), "text/html", { "pdf", .ends = NOT_HTML } },
  { BYTES ("\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0"), "text/html", { "jpeg", .ends = NOT_HTML } },
  { BYTES ("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), NULL, { "png", .ends = NOT_HTML } },
  { BYTES ("\x1f\x8b\x08\0\0\0\0\0\0\3"), NULL, { "gzip", .ends = NOT_HTML } },
  { BYTES ("PK\3\4\x14\0\6\0"), NULL, { "zip", .ends = NOT_HTML } },
  { BYTES ("\1\2\3\4\5\6\7\x10\x11\x12<p>x"), NULL, { "controls", .ends = NOT_HTML } },
  { BYTES ("<p>a\0b<\0p>\0c\0"), NULL, { "nul-inside", .ends = ENDS_WELL, .least = 1, .most = 2, .text = "a" } },
  { BYTES ("<p>good \xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xf8\x88\x80\x80\x80 text</p>"), "text/html; charset=utf-8",
    { "utf-8-overlong", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "text" } },
  { BYTES ("<p>\xc4\x8d\xc5\x99\xc3\xbd \xe2\x82</p>\xf0\x9f"), "text/html; charset=utf-8",
    { "utf-8-cut-off", .ends = ENDS_WELL, .least = 1, .most = 2, .text = "\xc4\x8d\xc5\x99\xc3\xbd" } },
  { BYTES ("<p>\xc5\xbdlu\xc5\xa5ou\xc4\x8dk\xc3\xbd k\xc5\xaf\xc5\x88</p>"), "text/html; charset=iso-8859-1",
    { "utf-8-said-to-be-latin-1", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "\xc5\xbdlu\xc5\xa5ou\xc4\x8dk\xc3\xbd" } },
  { BYTES ("<p>caf\xe9 cr\xe8me br\xfbl\xe9" "e d\xe9j\xe0 vu</p>"), "text/html; charset=utf-8",
    { "latin-1-said-to-be-utf-8", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "caf\xc3\xa9" } },
  { BYTES ("\xff\xfe<\0p\0>\0h\0i\0"), NULL, { "utf-16le-bom", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "hi" } },
  { BYTES ("\xfe\xff\0<\0p\0>\0h\0i"), NULL, { "utf-16be-bom", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "hi" } },
  { BYTES ("<\0p\0>\0h\0i\0 \0t\0h\0e\0r\0e\0"), NULL, { "utf-16le", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "hi there" } },
  { BYTES ("\0<\0p\0>\0h\0i\0 \0t\0h\0e\0r\0e"), NULL, { "utf-16be", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "hi there" } },
  { BYTES ("\xff\xfe<\0p\0>\0\x3d\xd8x\0\x00\xdc"), NULL, { "utf-16-lone-surrogates", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "x" } },
  { BYTES ("\xff\xfe<\0p\0>\0\x1f\4\x40\4\x38\4\x32\4\x35\4\x42\4"), NULL,
    { "utf-16-cyrillic", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "Привет" } },
  { BYTES ("<meta charset=utf-16><p>plain"), NULL, { "ascii-said-to-be-utf-16", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "plain" } },
  { BYTES ("<p>x"), "text/html; charset=\"no such encoding", { "unknown-charset", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "x" } },
  { BYTES ("<p>x\x1b$B\x1b(J\x1b$"), "text/html; charset=iso-2022-jp", { "iso-2022-jp-cut-off", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "x" } },
  { BYTES ("<p>x</p"), NULL, { "tag-cut-off", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "x" } },
  { BYTES ("<p>x<a href='y"), NULL, { "attribute-cut-off", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "x" } },
  { BYTES ("<base href='x:'><p><a href='.//'>a</a> <a href='..//x'>b</a> <a href='//h:999999/'>c</a>"), NULL,
    { "links-that-lead-nowhere", .ends = ENDS_WELL, .least = 1, .most = 1, .text = "a b c" } },
};
/* clang-format on */

static void
test_bytes (gconstpointer data)
{
  const Bytes *c = data;
  g_autoptr (GBytes) bytes = g_bytes_new (c->bytes, c->length);

  assert_case (&c->check, bytes, c->content_type);
}

static GBytes *
random_bytes (guint32 seed, gsize length, const char *alphabet)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint8 *bytes = g_malloc (length);

  for (gsize i = 0; i < length; i++)
    bytes[i] = alphabet ? (guint8) alphabet[g_rand_int_range (rand, 0, (gint32) strlen (alphabet))]
                        : (guint8) g_rand_int_range (rand, 0, 256);
  return g_bytes_new_take (bytes, length);
}

/* Noise is either no page, or one that can be used; noise in the letters of markup always is one. */
static void
test_noise (void)
{
  static const Case noise = { "noise", .ends = ENDS_WELL | NOT_HTML, .most = G_MAXUINT };
  static const Case markup_noise = { "markup noise", .ends = ENDS_WELL, .most = G_MAXUINT };

  for (guint32 seed = 0; seed < 50; seed++) {
    g_autoptr (GBytes) bytes = random_bytes (seed, 1 + seed * 100, NULL);
    g_autoptr (GBytes) letters = random_bytes (seed, 1 + seed * 100, "<<<>>/ !-=\"'&;#x9apbi\xc5\xbd\xe2");

    assert_case (&noise, bytes, NULL);
    assert_case (&markup_noise, letters, NULL);
  }
}

/* A page of NULs of each length around the first look at the bytes. */
static void
test_nuls (void)
{
  static const Case nuls = { "nuls", .ends = ENDS_WELL | NOT_HTML, .most = 1 };

  for (gsize n = 1; n <= 1 << 20; n *= 4) {
    g_autoptr (GBytes) bytes = g_bytes_new_take (g_malloc0 (n), n);

    assert_case (&nuls, bytes, NULL);
  }
}

/* ---- Limits --------------------------------------------------------------------------------- */

/* gumbo has asserts that pages break. They end the page, with nothing left behind, and the next one is read.
 */
static void
test_asserts (void)
{
  static const struct {
    const char *html;
    gboolean breaks;
  } pages[] = {
    { "<table><svg><desc><![CDATA[a]]>b", TRUE },
    { "<p>before</p><table><tr><math><mi><![CDATA[a]]>b</table>", TRUE },
    { "<svg><desc><![CDATA[a]]>b", FALSE },
    { "<table><tr><td><svg><desc><![CDATA[a]]>b", FALSE },
    { "<table><svg><desc><p><![CDATA[a]]>b", FALSE },
  };

#ifndef GUMBO_FENCED
  g_test_skip ("gumbo is linked shared: its asserts would end this program");
  return;
#endif
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    for (guint turn = 0; turn < 4; turn++) {
      g_autoptr (ExtractParser) parser = extract_parser_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (ExtractDocument) document = NULL;
      g_autoptr (GBytes) bytes = g_bytes_new_static (pages[i].html, strlen (pages[i].html));

      extract_parser_set_markup_parser (parser, turn % 2 ? EXTRACT_MARKUP_PARSER_PLAIN
                                                         : EXTRACT_MARKUP_PARSER_SCANNER);
      document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, &error);
      if (!pages[i].breaks) {
        g_assert_no_error (error);
        continue;
      }
      g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MARKUP);
      g_assert_cmpstr (error->message, ==, "has markup that the HTML parser cannot read");
      g_assert_null (document);
    }
}

/* However tight a limit is, a page meets it or is refused by the error of this limit. */
static void
test_limits (void)
{
  static const struct {
    ExtractLimit limit;
    int error;
    guint64 least, most;
  } limits[] = {
    { EXTRACT_LIMIT_BYTES, EXTRACT_ERROR_TOO_LARGE, 1, 1 << 20 },
    { EXTRACT_LIMIT_DEPTH, EXTRACT_ERROR_TOO_DEEP, 1, 1000 },
    { EXTRACT_LIMIT_BLOCKS, EXTRACT_ERROR_TOO_MANY_BLOCKS, 1, 10000 },
    { EXTRACT_LIMIT_MEMORY, EXTRACT_ERROR_OUT_OF_MEMORY, 1, 64 << 20 },
  };
  GString *page = g_string_new ("<title>x</title>");
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (page, "<div><ul><li class=a>%u <a href=/>b</a></ul></div>", i);
  bytes = g_string_free_to_bytes (page);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++) {
    gboolean parsed = FALSE;

    for (guint64 value = limits[i].least; value <= limits[i].most; value *= 2) {
      g_autoptr (ExtractParser) parser = extract_parser_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (ExtractDocument) document = NULL;

      extract_parser_set_limit (parser, limits[i].limit, value);
      document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, &error);
      g_test_message ("%s %" G_GUINT64_FORMAT ": %s", extract_limit_get_info (limits[i].limit)->name, value,
                      error ? error->message : "parsed");
      if (error)
        g_assert_error (error, EXTRACT_ERROR, limits[i].error);
      /* What a small limit let through, a larger one does as well. */
      g_assert_true (document || !parsed);
      parsed = document != NULL;
    }
    g_assert_true (parsed);
  }
}

/* ---- Threads -------------------------------------------------------------------------------- */

#define N_THREADS 4

typedef struct {
  ExtractParser *parser;
  ExtractClassifier *classifier;
  GPtrArray *pages; /* GBytes */
} Shared;

/* Returns: (transfer full): all pages in every format, one behind the other. */
static gpointer
work (gpointer data)
{
  const Shared *shared = data;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < shared->pages->len; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (
        shared->parser, g_ptr_array_index (shared->pages, i), NULL, "http://example.org/", &error);

    g_assert_no_error (error);
    g_assert_true (extract_classifier_label (shared->classifier, document, &error));
    for (guint format = 0; format < EXTRACT_N_FORMATS; format++) {
      g_autofree char *string = extract_document_to_string (document, format, EXTRACT_WRITE_ALL, &error);

      g_assert_no_error (error);
      g_string_append (out, string);
    }
  }
  return g_string_free (out, FALSE);
}

static void
add_pages (GPtrArray *pages, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    char *page;
    gsize length;

    if (!g_str_has_suffix (name, ".html"))
      continue;
    g_file_get_contents (path, &page, &length, &error);
    g_assert_no_error (error);
    g_ptr_array_add (pages, g_bytes_new_take (page, length));
  }
}

/* Threads that share a parser and a classifier get what one thread gets. */
static void
test_threads (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_get_default (&error);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "pages", NULL);
  g_autofree char *segment = g_build_filename (folder, "segment", NULL);
  Shared shared = { parser, classifier, pages };
  GThread *threads[N_THREADS];
  g_autofree char *alone = NULL;

  add_pages (pages, folder);
  add_pages (pages, segment);
  g_assert_cmpuint (pages->len, >, 10);
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("work", work, &shared);
  alone = work (&shared);
  for (guint i = 0; i < N_THREADS; i++) {
    g_autofree char *result = g_thread_join (threads[i]);

    g_assert_true (g_str_equal (result, alone));
  }
}

/* A labelled document does not change any more: threads may read and write it out at once. */
static gpointer
write_out (gpointer document)
{
  GString *out = g_string_new (NULL);

  for (guint format = 0; format < EXTRACT_N_FORMATS; format++) {
    g_autofree char *string = extract_document_to_string (document, format, EXTRACT_WRITE_ALL, NULL);

    g_string_append (out, string);
  }
  return g_string_free (out, FALSE);
}

static void
test_shared_document (void)
{
  static const char page[] =
      "<title>a</title><h1>a</h1><ul><li>b <b>c</b><li><a href=/d>d</a></ul><pre>e\nf</pre>";
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_get_default (&error);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (page, strlen (page));
  g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, &error);
  g_autofree char *alone = NULL;
  GThread *threads[N_THREADS];

  g_assert_true (extract_classifier_label (classifier, document, &error));
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("write", write_out, document);
  alone = write_out (document);
  for (guint i = 0; i < N_THREADS; i++) {
    g_autofree char *result = g_thread_join (threads[i]);

    g_assert_cmpstr (result, ==, alone);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (markup); i++) {
    g_autofree char *path = g_strdup_printf ("/hostile/markup/%s", markup[i].name);

    g_test_add_data_func (path, &markup[i], test_markup);
  }
  for (guint i = 0; i < G_N_ELEMENTS (bytes_cases); i++) {
    g_autofree char *path = g_strdup_printf ("/hostile/bytes/%s", bytes_cases[i].check.name);

    g_test_add_data_func (path, &bytes_cases[i], test_bytes);
  }
  g_test_add_func ("/hostile/noise", test_noise);
  g_test_add_func ("/hostile/nuls", test_nuls);
  g_test_add_func ("/hostile/asserts", test_asserts);
  g_test_add_func ("/hostile/limits", test_limits);
  g_test_add_func ("/threads/parser-and-classifier", test_threads);
  g_test_add_func ("/threads/document", test_shared_document);
  return g_test_run ();
}
