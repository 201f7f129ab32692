/* SPDX-License-Identifier: MIT */
/*
 * What the built-in models make of pages, to the last bit: the output of two machines is the same, or shows
 * the page where they part, and whether in the features or only in the networks.
 *
 *   bits FILE…            a line for each page and model: blocks, sums of the bits of features and scores,
 * confidence bits --blocks FILE…   a line for each block, too: its score, and its features
 */
#include "libextract/source/source.h"

#include <libextract/extract.h>

#include <stdio.h>
#include <string.h>

/* NaN is a value that is not known; its sign is not said by any standard. */
static guint32
bits_of (float value)
{
  guint32 bits = 0;

  if (value != value)
    return 0x7fc00000U;
  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static void
add (GChecksum *sum, float value)
{
  const guint32 bits = GUINT32_TO_LE (bits_of (value));

  g_checksum_update (sum, (const guchar *) &bits, sizeof bits);
}

static void
print_block (ExtractBlock *block)
{
  gsize n = 0;
  const float *features = extract_block_get_features (block, &n);

  printf ("  %08x", bits_of ((float) extract_block_get_score (block)));
  for (gsize i = 0; i < n; i++)
    printf (" %08x", bits_of (features[i]));
  putchar ('\n');
}

static gboolean
print_page (const char *name, ExtractParser *parser, ExtractModel *model, GBytes *bytes, gboolean blocks,
            GError **error)
{
  g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, error);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (GChecksum) features = g_checksum_new (G_CHECKSUM_MD5);
  g_autoptr (GChecksum) scores = g_checksum_new (G_CHECKSUM_MD5);

  if (!document || !extract_document_compute_features (document, model, error) ||
      !extract_classifier_label (classifier, document, error))
    return FALSE;
  for (guint b = 0; b < extract_document_get_n_blocks (document); b++) {
    ExtractBlock *block = extract_document_get_block (document, b);
    gsize n = 0;
    const float *values = extract_block_get_features (block, &n);

    for (gsize i = 0; i < n; i++)
      add (features, values[i]);
    add (scores, (float) extract_block_get_score (block));
  }
  printf ("%s %s %u %s %s %08x\n", name, extract_model_get_name (model),
          extract_document_get_n_blocks (document), g_checksum_get_string (features),
          g_checksum_get_string (scores), bits_of ((float) extract_document_get_confidence (document)));
  for (guint b = 0; blocks && b < extract_document_get_n_blocks (document); b++)
    print_block (extract_document_get_block (document, b));
  return TRUE;
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "classic", "rich" };
  const ExtractSourceLimits limits = { .max_bytes = G_MAXINT64 };
  const gboolean blocks = argc > 1 && strcmp (argv[1], "--blocks") == 0;
  g_autoptr (ExtractParser) parser = extract_parser_new ();

  /* A page must not fail on a slow machine, or where pointers are long. */
  extract_parser_set_limit (parser, EXTRACT_LIMIT_MILLISECONDS,
                            extract_limit_get_info (EXTRACT_LIMIT_MILLISECONDS)->maximum);
  extract_parser_set_limit (parser, EXTRACT_LIMIT_MEMORY,
                            extract_limit_get_info (EXTRACT_LIMIT_MEMORY)->maximum);
  extract_parser_set_today (parser, "2026-01-01");
  for (int i = 1 + blocks; i < argc; i++) {
    g_autoptr (ExtractSource) source = extract_source_new (argv[i], &limits);
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractRecord) record = extract_source_next (source, &error);
    g_autofree char *name = g_path_get_basename (argv[i]);

    for (guint m = 0; record && !error && m < G_N_ELEMENTS (names); m++) {
      g_autoptr (ExtractModel) model = extract_model_get_builtin (names[m], &error);

      if (model)
        print_page (name, parser, model, record->bytes, blocks, &error);
    }
    if (error)
      printf ("%s: %s\n", name, error->message);
  }
  return 0;
}
