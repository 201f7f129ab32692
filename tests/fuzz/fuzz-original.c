/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a page, made harmless for a frame: nothing but the elements and attributes of harmless.h comes
 * out, all closed, all text escaped; what is marked is what the blocks have; and gumbo alone gives the same.
 *
 * The first byte chooses labels and room.
 */
#include <libextract/extract.h>
#include <libextract/html/html.h>
#include <libextract/model/model.h>
#include <libextract/page/page.h>
#include <libextract/write/write.h>

#include "tests/unit/harmless.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static ExtractClassifier *
get_classifier (void)
{
  static ExtractClassifier *classifier;

  if (!classifier)
    classifier = extract_classifier_new_for_method (extract_method_find ("bte"));
  return classifier;
}

static void
fail (const char *what, const char *html)
{
  g_printerr ("%s\n%s\n", what, html);
  abort ();
}

/* Returns: (transfer full) (nullable) */
static char *
render (ExtractMarkupParser markup_parser, GBytes *bytes, guint choice)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GError) error = NULL;
  const gsize room = choice & 0x80 ? EXTRACT_ORIGINAL_LEAST : 64 << 20;
  g_autofree char *html = NULL;
  Harmless found;

  extract_parser_set_limit (parser, EXTRACT_LIMIT_MILLISECONDS, 60000);
  extract_parser_set_markup_parser (parser, markup_parser);
  g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, NULL);
  if (!document || !extract_classifier_label (get_classifier (), document, NULL))
    return NULL;
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++)
    extract_block_set_label (extract_document_get_block (document, i),
                             EXTRACT_LABEL_BAD + (i * (choice % 8) + choice / 8 % 3) % 3);
  html = extract_document_to_original (document, parser, bytes, NULL, room, &error);
  g_assert_no_error (error);
  harmless_init (&found);
  const char *wrong = harmless_read (html, &found);
  if (wrong || strlen (html) > room)
    fail (wrong ? wrong : "too long", html);
  for (guint k = 0; k < 2 && found.n_notes == 0; k++) {
    g_autoptr (GString) expected =
        harmless_expect (document, k == 0 ? EXTRACT_LABEL_NEAR_GOOD : EXTRACT_LABEL_GOOD);

    if (!g_string_equal (expected, found.texts[k])) {
      g_printerr ("expected: %s\nfound: %s\n", expected->str, found.texts[k]->str);
      fail ("other marks", html);
    }
  }
  harmless_clear (&found);
  return g_steal_pointer (&html);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  if (size < 1)
    return 0;
  g_autoptr (GBytes) bytes = g_bytes_new (data + 1, size - 1);
  g_autofree char *html = render (EXTRACT_MARKUP_PARSER_SCANNER, bytes, data[0]);
  g_autofree char *plain = render (EXTRACT_MARKUP_PARSER_PLAIN, bytes, data[0]);

  if (html && plain && strcmp (html, plain) != 0) {
    g_printerr ("%s\n", plain);
    fail ("otherwise by gumbo alone:", html);
  }
  return 0;
}
