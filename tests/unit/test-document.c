/* SPDX-License-Identifier: MIT */
/* Parser, document, block and classifier as a program sees them: what they promise in the header. */
#include <string.h>

#include "libextract/extract.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"

#include "tests/unit/parse.h"

static ExtractClassifier *
classic_classifier (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_get_builtin ("classic", &error);

  g_assert_no_error (error);
  return extract_classifier_new (model);
}

static void
test_about_page (void)
{
  static const struct {
    const char *html, *uri, *title, *language, *base;
  } cases[] = {
    { "<title> A \n b </title><p>x", NULL, "A b", NULL, NULL },
    { "<p>x", "http://a.example/b/c.html", "", NULL, "http://a.example/b/c.html" },
    { "<html lang=cs><base href='/d/'><title>T</title>", "http://a.example/b/", "T", "cs",
      "http://a.example/d/" },
    { "<base href=http://e.example/><p>x", NULL, "", NULL, "http://e.example/" },
    { "<meta http-equiv=Content-Language content=el>", NULL, "", "el", NULL },
    { "<html lang=''><meta http-equiv=content-language content=pl>", NULL, "", "pl", NULL },
    { "<title>one</title><title>two</title>", NULL, "one", NULL, NULL },
    { "<svg><title>no</title></svg><p>x", NULL, "", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractDocument) document = parse_sized (cases[i].html, -1, cases[i].uri);

    g_test_message ("%s", cases[i].html);
    g_assert_cmpstr (extract_document_get_title (document), ==, cases[i].title);
    g_assert_cmpstr (extract_document_get_language (document), ==, cases[i].language);
    g_assert_cmpstr (extract_document_get_base (document), ==, cases[i].base);
    g_assert_cmpstr (extract_document_get_uri (document), ==, cases[i].uri);
    g_assert_cmpstr (extract_document_get_charset (document), !=, NULL);
  }
}

static void
test_path (void)
{
  static const struct {
    const char *html, *path;
  } cases[] = {
    { "x", "/html/body" },
    { "<p>x", "/html/body/p[1]" },
    { "<p></p><div></div><p>x", "/html/body/p[2]" },
    { "<em></em><script></script><x-y><div>x</div></x-y>", "/html/body/*[3]/div[1]" },
    { "<ul><li></li><li><ul><li>x</li></ul></li></ul>", "/html/body/ul[1]/li[2]/ul[1]/li[1]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractDocument) document = parse (cases[i].html);
    g_autofree char *path = NULL;

    g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 1);
    path = extract_block_dup_path (extract_document_get_block (document, 0));
    g_assert_cmpstr (path, ==, cases[i].path);
  }
}

/* Elements written in a path, and whether its middle is left out, for a page of nested div. */
static void
test_path_of_depth (void)
{
  static const struct {
    guint divs, steps;
    gboolean cut;
  } cases[] = { { 10, 12, FALSE }, { 62, 64, FALSE }, { 63, 64, TRUE }, { 200, 64, TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GString) html = g_string_new (NULL);
    g_autoptr (ExtractDocument) document = NULL;
    g_autofree char *path = NULL;
    guint steps = 0;

    for (guint d = 0; d < cases[i].divs; d++)
      g_string_append (html, "<div>");
    g_string_append (html, "x");
    document = parse (html->str);
    path = extract_block_dup_path (extract_document_get_block (document, 0));
    for (const char *p = path; *p; p++)
      steps += *p == '/';
    g_test_message ("%s", path);
    g_assert_cmpint (strstr (path, "/…/") != NULL, ==, cases[i].cut);
    g_assert_cmpuint (steps - cases[i].cut, ==, cases[i].steps);
    g_assert_true (g_str_has_prefix (path, "/html/body/div[1]/"));
    g_assert_true (g_str_has_suffix (path, "/div[1]"));
  }
}

static void
test_limits (void)
{
  static const struct {
    const char *html;
    ExtractLimit limit;
    guint64 value;
    int code; /* ExtractError */
  } cases[] = {
    { "<p>one two three", EXTRACT_LIMIT_BYTES, 10, EXTRACT_ERROR_TOO_LARGE },
    { "<div><div><div><div>x", EXTRACT_LIMIT_DEPTH, 4, EXTRACT_ERROR_TOO_DEEP },
    { "<p>a<p>b<p>c", EXTRACT_LIMIT_BLOCKS, 2, EXTRACT_ERROR_TOO_MANY_BLOCKS },
    { "<p>x", EXTRACT_LIMIT_MEMORY, 1000, EXTRACT_ERROR_OUT_OF_MEMORY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractParser) parser = extract_parser_new ();
    g_autoptr (GBytes) bytes = g_bytes_new_static (cases[i].html, strlen (cases[i].html));
    g_autoptr (GError) error = NULL;

    extract_parser_set_limit (parser, cases[i].limit, cases[i].value);
    g_assert_cmpuint (extract_parser_get_limit (parser, cases[i].limit), ==, cases[i].value);
    g_assert_null (extract_parser_parse_bytes (parser, bytes, NULL, NULL, &error));
    g_assert_error (error, EXTRACT_ERROR, cases[i].code);
  }
  for (guint limit = 0; limit < EXTRACT_N_LIMITS; limit++) {
    g_autoptr (ExtractParser) parser = extract_parser_new ();
    const ExtractLimitInfo *info = extract_limit_get_info (limit);

    g_assert_cmpuint (extract_parser_get_limit (parser, limit), ==, info->default_value);
    extract_parser_set_limit (parser, limit, 0);
    g_assert_cmpuint (extract_parser_get_limit (parser, limit), ==, 1);
    extract_parser_set_limit (parser, limit, G_MAXUINT64);
    g_assert_cmpuint (extract_parser_get_limit (parser, limit), ==, info->maximum);
  }
}

static void
test_encoding (void)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static ("<p>\xe8", 4);
  g_autoptr (ExtractDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (extract_parser_set_encoding (parser, "klingon", &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_ENCODING);
  g_assert_true (extract_parser_set_encoding (parser, "Latin2", NULL));
  document = extract_parser_parse_bytes (parser, bytes, "text/html; charset=utf-8", NULL, NULL);
  g_assert_cmpstr (extract_document_get_charset (document), ==, "ISO-8859-2");
  g_assert_cmpstr (extract_block_get_text (extract_document_get_block (document, 0)), ==, "č");
}

static void
test_not_html (void)
{
  static const struct {
    const char *bytes;
    gsize length;
    const char *word; /* of the message; NULL: it is a page */
  } cases[] = {
    { "%PDF-1.7 ...", 12, "PDF" },
    { "\xff\xd8\xff\xe0JFIF", 8, "JPEG" },
    { "\x89PNG\r\n\x1a\n", 8, "PNG" },
    { "PK\003\004....", 8, "ZIP" },
    { "\x1f\x8b\b....", 7, "gzip" },
    { "\1\2\3\4\5\6\7\b<p>", 11, "binary" },
    { "GIF89a\1\0\1\0\x80\0\0\xff\xff\xff", 16, "GIF" },
    { "GIF87a\1\0\1\0\x80\0\0,", 14, "GIF" },
    { "RIFF\x24\x08\0\0WAVEfmt ", 16, "RIFF" },
    { "RIFF\x24\x08\0\0AVI LIST", 16, "RIFF" },
    { "RIFF\x24\x08\0\0WEBPVP8 ", 16, "RIFF" },
    { "OggS\0\2\0\0", 8, "Ogg" },
    { "ID3\2\0\0\0\0", 8, "MP3" },
    { "ID3\3\0\0\0\0", 8, "MP3" },
    { "ID3\4\0\0\0\0", 8, "MP3" },
    { "BZh91AY&SY\x94$|", 13, "bzip2" },
    { "BZh9\x17rE8P\x90\0\0\0\0", 14, "bzip2" }, /* of nothing */
    { "wOFF\0\1\0\0", 8, "font" },
    { "wOF2OTTO", 8, "font" },
    { "II*\0\x08\0\0\0", 8, "TIFF" },
    { "MM\0*\0\0\0\x08", 8, "TIFF" },
    /* Texts about them. */
    { "GIF is a format", 15, NULL },
    { "GIF89a is a format", 18, NULL },
    { "GIF89a", 6, NULL },
    { "RIFF files hold WAVE sound", 26, NULL },
    { "RIFF", 4, NULL },
    { "OggS begins each page of Ogg", 28, NULL },
    { "ID3 tags hold titles", 20, NULL },
    { "ID3\n<p>tags", 11, NULL },
    { "ID3", 3, NULL },
    { "BZh is how bzip2 begins", 23, NULL },
    { "BZh9", 4, NULL },
    { "wOFF and wOF2", 13, NULL },
    { "wOF2", 4, NULL },
    { "II*", 3, NULL },
    { "MM*", 3, NULL },
    { "<p>a\0b", 6, NULL },
    { "<p>\1a\2b", 7, NULL },
    { "", 0, NULL },
    { "x", 1, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractParser) parser = extract_parser_new ();
    g_autoptr (GBytes) bytes = g_bytes_new_static (cases[i].bytes, cases[i].length);
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, &error);

    if (!cases[i].word) {
      g_assert_no_error (error);
      continue;
    }
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_HTML);
    g_assert_nonnull (strstr (error->message, cases[i].word));
  }
}

/* What compressed or encrypted data look like: all bytes are as frequent. */
static void
test_noise (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);

  for (guint round = 0; round < 50; round++) {
    g_autoptr (ExtractParser) parser = extract_parser_new ();
    guint8 noise[3000];
    g_autoptr (GBytes) bytes = NULL;
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractDocument) document = NULL;

    for (guint i = 0; i < sizeof noise; i++)
      noise[i] = (guint8) g_rand_int_range (random, 0, 256);
    bytes = g_bytes_new_static (noise, sizeof noise);
    document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, &error);
    g_assert_null (document);
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_HTML);
  }
}

static void
test_seal (void)
{
  g_autoptr (ExtractDocument) document = parse ("<p>one<p>two");
  g_autoptr (ExtractDocument) copy = NULL;
  g_autoptr (ExtractClassifier) classifier = classic_classifier ();
  g_autoptr (GError) error = NULL;
  const float scores[] = { 1, 0 };

  g_assert_null (extract_document_to_string (document, EXTRACT_FORMAT_TEXT, 0, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_LABELLED);
  g_clear_error (&error);
  g_assert_false (extract_document_is_sealed (document));
  g_assert_true (extract_classifier_label (classifier, document, &error));
  g_assert_true (extract_document_is_sealed (document));
  g_assert_false (extract_classifier_label (classifier, document, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_SEALED);
  g_clear_error (&error);

  /* A copy has the features, but neither labels nor the seal. */
  copy = extract_document_copy (document);
  g_assert_false (extract_document_is_sealed (copy));
  g_assert_cmpint (extract_block_get_label (extract_document_get_block (copy, 0)), ==, EXTRACT_LABEL_NONE);
  extract_classifier_clear_rules (classifier);
  extract_classifier_set_threshold (classifier, 0.5);
  g_assert_true (extract_classifier_label_scored (classifier, copy, scores, &error));
  g_assert_cmpint (extract_block_get_label (extract_document_get_block (copy, 0)), ==, EXTRACT_LABEL_GOOD);
  g_assert_cmpint (extract_block_get_label (extract_document_get_block (copy, 1)), ==, EXTRACT_LABEL_BAD);
  g_assert_cmpfloat_with_epsilon (extract_document_get_confidence (copy), 1, 1e-9);
  g_assert_cmpstr (extract_document_get_model (copy), ==, "classic");
}

static void
test_confidence (void)
{
  static const struct {
    float scores[2];
    double expected;
  } cases[] = {
    { { 0.5, 0.5 }, 0 },
    { { 1, 0 }, 1 },
    { { 0.75, 0.5 }, 0.25 },
    { { 0.25, 0.25 }, 0.5 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractDocument) document = parse ("<p>one two<p>three four");
    g_autoptr (ExtractClassifier) classifier = classic_classifier ();

    extract_classifier_set_threshold (classifier, 0.5);
    g_assert_true (extract_classifier_label_scored (classifier, document, cases[i].scores, NULL));
    g_assert_cmpfloat_with_epsilon (extract_document_get_confidence (document), cases[i].expected, 1e-6);
  }
}

static void
test_block_outlives (void)
{
  ExtractDocument *document = parse ("<p>text");
  ExtractBlock *block = extract_block_ref (extract_document_get_block (document, 0));
  gsize n;

  extract_document_unref (document);
  g_assert_cmpstr (extract_block_get_text (block), ==, "text");
  g_assert_cmpstr (extract_block_get_tag (block), ==, "p");
  g_assert_cmpuint (extract_block_get_n_words (block), ==, 1);
  g_assert_null (extract_block_get_features (block, &n));
  g_assert_cmpuint (n, ==, 0);
  extract_block_unref (block);
}

/* The whole way on a page that is easy: running text is good, menu and footer are bad. */
static void
test_main_job (void)
{
  static const char html[] =
      "<title>Lamps</title><nav><ul><li><a href=/>Home</a><li><a "
      "href=/b>Shop</a></ul></nav><main><h1>Lamps</h1>"
      "<p>A lamp is a thing that gives light, and people have had it for longer than they have had letters. "
      "The first ones burnt fat, the later ones oil, and those of today burn nothing at all.</p>"
      "<p>Whoever wants to read at night needs one. It should stand to the left of a person who writes with "
      "the right hand, and never shine into the eyes of the one who sits across the table.</p>"
      "<p>Lamps last long when they are kept dry, and when nobody moves them while they are hot. "
      "That is all there is to know about them, and it is more than most people ever need.</p>"
      "</main><footer><div><a href=/c>Contact</a> | <a href=/d>Imprint</a> | © 2020</div></footer>";
  g_autoptr (ExtractDocument) document = parse (html);
  g_autoptr (ExtractClassifier) classifier = classic_classifier ();
  g_autofree char *text = NULL;

  g_assert_true (extract_classifier_label (classifier, document, NULL));
  text = extract_document_to_string (document, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, NULL);
  g_assert_nonnull (strstr (text, "A lamp is a thing"));
  g_assert_nonnull (strstr (text, "Whoever wants to read"));
  g_assert_null (strstr (text, "Shop"));
  g_assert_null (strstr (text, "Imprint"));
}

/* What programs say of a page is kept for it, but for secrets and bytes that are no text. */
static void
test_source (void)
{
  static const struct {
    const char *given, *kept;
  } sources[] = {
    { "a.html", "a.html" },
    { "-", "-" },
    { "https://jan:secret@e.org/a", "https://e.org/a" },
    { "a\xff\nb", "a\xef\xbf\xbd\nb" },
    { "", "" },
    { NULL, NULL },
  };
  g_autoptr (ExtractDocument) document = parse ("<p>a");

  g_assert_null (extract_document_get_source (document));
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++) {
    g_autoptr (ExtractDocument) copy = NULL;

    extract_document_set_source (document, sources[i].given);
    copy = extract_document_copy (document);
    g_assert_cmpstr (extract_document_get_source (document), ==, sources[i].kept);
    g_assert_cmpstr (extract_document_get_source (copy), ==, sources[i].kept);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/about-page", test_about_page);
  g_test_add_func ("/document/path", test_path);
  g_test_add_func ("/document/path-of-depth", test_path_of_depth);
  g_test_add_func ("/document/limits", test_limits);
  g_test_add_func ("/document/source", test_source);
  g_test_add_func ("/document/encoding", test_encoding);
  g_test_add_func ("/document/not-html", test_not_html);
  g_test_add_func ("/document/noise", test_noise);
  g_test_add_func ("/document/seal", test_seal);
  g_test_add_func ("/document/confidence", test_confidence);
  g_test_add_func ("/document/block-outlives", test_block_outlives);
  g_test_add_func ("/document/main-job", test_main_job);
  return g_test_run ();
}
