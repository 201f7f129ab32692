/* SPDX-License-Identifier: MIT */
/* Selectors: which elements they mean, and what of a text that is none. */
#include <libextract/extract.h>
#include <libextract/model/model.h>
#include <libextract/page/page.h>

#include <gio/gio.h>
#include <string.h>

#include "tests/unit/parse.h"

/* Each letter is a block of the page. */
static const char page[] =
    "<!DOCTYPE html><html lang=en-GB><body id=top>"
    "<div class='note  big'><p>a<p class=x>b<div><p>c</div></div>"
    "<section class=Note data-x='yes-1' title='two words'><p>d</p><my-box A:b=1><p "
    "id='é'>e</my-box></section>"
    "<ul><li>f<ul><li>g</ul></ul><p hidden>h<p class='md:flex'>i<p data-x=''>j<p lang=en>k";

static void
test_meant (void)
{
  static const struct {
    const char *selector;
    const char *left; /* blocks that are not in such an element */
  } cases[] = {
    { "div", "defghijk" },
    { "DIV", "defghijk" },
    { "*", "" },
    { "#top", "" },
    { ".note", "defghijk" },
    { ".Note", "abcfghijk" },
    { ".note.big", "defghijk" },
    { ".big.note > p", "cdefghijk" },
    { ".note p", "defghijk" },
    { ".note>p.x", "acdefghijk" },
    { "div div", "abdefghijk" },
    { "div > div > p", "abdefghijk" },
    { "div > div > div", "abcdefghijk" },
    { "body > p", "abcdefg" },
    { "ul ul", "abcdefhijk" },
    { "ul > li > ul > li , section", "abcfhijk" },
    { "my-box", "abcdfghijk" },
    { "[a\\:b]", "abcdfghijk" },
    { "#é", "abcdfghijk" },
    { "[hidden]", "abcdefgijk" },
    { ".md\\:flex", "abcdefghjk" },
    { "[data-x]", "abcfghik" },
    { "[ data-x = 'yes-1' ]", "abcfghijk" },
    { "[data-x=\"\"]", "abcdefghik" },
    { "[data-x^=yes]", "abcfghijk" },
    { "[data-x^='']", "abcdefghijk" },
    { "[data-x$='-1']", "abcfghijk" },
    { "[data-x*='s-']", "abcfghijk" },
    { "[title~=words]", "abcfghijk" },
    { "[title~='two words']", "abcdefghijk" },
    { "p[lang|=en]", "abcdefghij" },
    { "html[lang|=en]", "" },
    { "html[lang|=e]", "abcdefghijk" },
    { "//div", "defghijk" },
    { "//div[@class='note  big']", "defghijk" },
    { "//div[@class='note']", "abcdefghijk" },
    { ".//*[@id=\"top\"]/p", "abcdefg" },
    { "//section[contains(@title, 'o w') and @data-x]", "abcfghijk" },
    { "//section[starts-with(@data-x,'yes')][@id]", "abcdefghijk" },
    { "/html/body/ul//li | //my-box", "abcdhijk" },
    { "/body", "abcdefghijk" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractParser) parser = extract_parser_new ();
    g_autoptr (GError) error = NULL;
    g_autoptr (GString) left = g_string_new (NULL);

    g_test_message ("%s", cases[i].selector);
    extract_parser_add_selector (parser, EXTRACT_SELECTION_PRUNE, cases[i].selector, &error);
    g_assert_no_error (error);
    g_autoptr (ExtractDocument) document = parse_with (parser, page, -1, NULL);
    for (guint b = 0; b < extract_document_get_n_blocks (document); b++)
      g_string_append (left, extract_block_get_text (extract_document_get_block (document, b)));
    g_assert_cmpstr (left->str, ==, cases[i].left);
  }
}

static void
test_refused (void)
{
  g_autofree char *longest = g_strnfill (2001, 'a');
  g_autoptr (GString) parts = g_string_new ("a");
  for (guint i = 1; i < 65; i++)
    g_string_append (parts, " a");
  const struct {
    const char *selector;
    const char *message;
  } cases[] = {
    { "", "is expected at character 1" },
    { " ", "is expected at character 2" },
    { "div:hover", "is expected at character 4" },
    { "a >", "is expected at character 4" },
    { "> a", "is expected at character 1" },
    { "a,,b", "is expected at character 3" },
    { "a + b", "is expected at character 3" },
    { "é.", "a name is expected at character 3" },
    { ".1", "a name is expected at character 2" },
    { "[", "the name of an attribute is expected at character 2" },
    { "[x", "or ] is expected at character 3" },
    { "[x=1]", "a value, in quotes unless it is a name, is expected at character 4" },
    { "[x='a]", "is expected at character 4" },
    { "[x=a i]", "] is expected at character 6" },
    { "\\", "is expected at character 1" },
    { "//", "is expected at character 3" },
    { "//p[1]", "@, contains(@ or starts-with(@ is expected at character 5" },
    { "//p[@x=y]", "a value in quotes is expected at character 8" },
    { "//p[contains(@x)]", "a comma is expected at character 16" },
    { "//p[@x or @y]", "\"and\" or ] is expected at character 8" },
    { "//p/text()", "is expected at character 9" },
    { "//p | b", "is expected at character 7" },
    { "\xff", "is not UTF-8" },
    { longest, "longer than 2000 bytes" },
    { parts->str, "more than 64 parts" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractParser) parser = extract_parser_new ();
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", cases[i].message);
    g_assert_false (extract_parser_add_selector (parser, EXTRACT_SELECTION_KEEP, cases[i].selector, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    g_assert_nonnull (strstr (error->message, cases[i].message));
  }
}

/* Only blocks with something of a selected element may be good, also of one inside a block. */
static void
test_selected (void)
{
  static const char marked[] = "<p>a<p class=x>b<p>c<b class=x>c</b><div class=x><p>d<p class=y>e</div>";
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) labels = g_string_new (NULL);
  const float scores[] = { 1, 1, 1, 1 };

  g_assert_true (extract_parser_add_selector (parser, EXTRACT_SELECTION_KEEP, ".x", &error));
  g_assert_true (extract_parser_add_selector (parser, EXTRACT_SELECTION_PRUNE, ".y", &error));
  g_autoptr (ExtractDocument) document = parse_with (parser, marked, -1, NULL);
  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 4);
  g_assert_true (extract_classifier_label_scored (classifier, document, scores, &error));
  for (guint i = 0; i < 4; i++)
    g_string_append_c (labels, " .nG"[extract_block_get_label (extract_document_get_block (document, i))]);
  g_assert_cmpstr (labels->str, ==, ".GGG");
}

/* As many elements and attributes as there may be, and all selectors: no more than linear time. */
static void
test_large (void)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GString) text = g_string_new ("<div class='");
  g_autoptr (GString) selector = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 200000; i++)
    g_string_append (text, "a ");
  g_string_append (text, "'>");
  for (guint i = 0; i < 500; i++)
    g_string_append (text, "<div class=x>");
  for (guint i = 0; i < 20000; i++)
    g_string_append (text, "<p class=y>z</p>");
  for (guint i = 0; i < 64; i++)
    g_string_append (selector, i % 2 ? " .x" : i ? " *" : ".b");
  extract_parser_add_selector (parser, EXTRACT_SELECTION_PRUNE, selector->str, &error);
  g_assert_no_error (error);
  g_autoptr (ExtractDocument) document = parse_with (parser, text->str, -1, NULL);
  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 20000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selector/meant", test_meant);
  g_test_add_func ("/selector/refused", test_refused);
  g_test_add_func ("/selector/selected", test_selected);
  g_test_add_func ("/selector/large", test_large);
  return g_test_run ();
}
