/* SPDX-License-Identifier: MIT */
/*
 * Ends of sentences against people: paragraphs of tests/sentences/sentences.tsv, which has where sentences
 * end in them, but not their text. Where the pages are not there, nothing is tested. The end of a paragraph
 * does not count: it is found without effort.
 *
 *   TEXTTRACTOR_SENTENCES=unseen  of the paragraphs that were not looked at while rules were made
 *   TEXTTRACTOR_SENTENCES=errors  says each wrong end
 */
#include <config.h>

#include "libextract/page/document.h"
#include "libextract/source/source.h"
#include "libextract/text/breaks.h"
#include "libextract/text/segmenter.h"

#include <string.h>

typedef struct {
  guint found, wrong, missed;
} Counts;

typedef struct {
  const char *language;
  double goal; /* 0: counted with the others */
  Counts counts;
} Language;

static double
f1 (const Counts *counts)
{
  return 2.0 * counts->found / MAX (1, 2 * counts->found + counts->wrong + counts->missed);
}

static ExtractDocument *
read_page (const char *folder, const char *page)
{
  g_auto (GStrv) names = g_strsplit (page, "/", 2);
  g_autofree char *path = g_strdup_printf ("%s/%s/html/%s.html.gz", folder, names[0], names[1]);
  const ExtractSourceLimits limits = { .max_bytes = 64 << 20 };
  g_autoptr (ExtractSource) source = extract_source_new (path, &limits);
  g_autoptr (ExtractRecord) record = source ? extract_source_next (source, NULL) : NULL;
  g_autoptr (ExtractParser) parser = extract_parser_new ();

  return record ? extract_parser_parse_bytes (parser, record->bytes, NULL, NULL, NULL) : NULL;
}

static ExtractBlock *
find_block (ExtractDocument *document, const char *fingerprint, guint occurrence)
{
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    g_autofree char *its = extract_block_dup_fingerprint (block);

    if (strcmp (its, fingerprint) == 0 && extract_block_get_occurrence (block) == occurrence)
      return block;
  }
  return NULL;
}

static void
say (const char *what, const char *page, const char *text, guint at)
{
  const char *errors = g_getenv ("TEXTTRACTOR_SENTENCES");

  if (g_strcmp0 (errors, "errors") == 0)
    g_printerr ("%s %s ...%.*s|%.30s\n", what, page, (int) MIN (at, 60), text + at - MIN (at, 60), text + at);
}

/* @ends: offsets, sorted */
static void
compare (const char *page, const char *text, const char *language, char **ends, Counts *counts)
{
  g_autoptr (ExtractSegmenter) segmenter = extract_segmenter_new (language);
  guint32 n;
  const ExtractPosition *positions = extract_segmenter_run (segmenter, text, strlen (text), &n);
  guint end = 0;

  for (guint32 i = 0; i + 1 < n; i++) {
    if (!positions[i].last)
      continue;
    for (; ends[end] && g_ascii_strtoull (ends[end], NULL, 10) < positions[i].end; end++) {
      counts->missed++;
      say ("missed", page, text, (guint) g_ascii_strtoull (ends[end], NULL, 10));
    }
    if (ends[end] && g_ascii_strtoull (ends[end], NULL, 10) == positions[i].end) {
      counts->found++;
      end++;
    } else {
      counts->wrong++;
      say ("wrong", page, text, positions[i].end);
    }
  }
  for (; ends[end]; end++) {
    counts->missed++;
    say ("missed", page, text, (guint) g_ascii_strtoull (ends[end], NULL, 10));
  }
}

static void
count_line (const char *folder, char **columns, Language *languages, guint n)
{
  g_autoptr (ExtractDocument) document = read_page (folder, columns[0]);
  ExtractBlock *block;
  g_auto (GStrv) ends = g_strsplit (columns[5], ",", -1);

  g_assert_nonnull (document);
  block = find_block (document, columns[3], (guint) g_ascii_strtoull (columns[4], NULL, 10));
  g_assert_nonnull (block);
  for (guint i = 0; i < n; i++)
    if (strcmp (languages[i].language, columns[1]) == 0)
      compare (columns[0], extract_block_get_text (block), columns[1], ends, &languages[i].counts);
}

static void
add (Counts *to, const Counts *counts)
{
  to->found += counts->found;
  to->wrong += counts->wrong;
  to->missed += counts->missed;
}

static void
test_sentences (void)
{
  static Language languages[] = {
    { "en", .97, { 0 } }, { "el", 0, { 0 } }, { "pl", 0, { 0 } }, { "ru", 0, { 0 } }, { "zh", 0, { 0 } }
  };
  const char *part = g_getenv ("TEXTTRACTOR_SENTENCES");
  g_autofree char *beside = g_test_build_filename (G_TEST_DIST, "..", "..", "..", "shared", "data", NULL);
  const char *folder = g_getenv ("TEXTTRACTOR_DATA") ? g_getenv ("TEXTTRACTOR_DATA") : beside;
  g_autofree char *list = g_test_build_filename (G_TEST_DIST, "..", "sentences", "sentences.tsv", NULL);
  g_autofree char *table = NULL;
  g_auto (GStrv) lines = NULL;
  Counts others = { 0 };

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR)) {
    g_test_skip ("the pages are not there");
    return;
  }
#ifdef HAVE_ICU
  g_assert_true (extract_breaks_load (NULL));
#else
  g_test_skip ("ICU is not there");
  return;
#endif
  g_assert_true (g_file_get_contents (list, &table, NULL, NULL));
  lines = g_strsplit (table, "\n", -1);
  for (char **line = lines; *line; line++) {
    g_auto (GStrv) columns = g_strsplit (*line, "\t", -1);

    if (**line && **line != '#' &&
        (!part || strcmp (part, "unseen") != 0 || strcmp (columns[2], part) == 0) &&
        (g_strcmp0 (part, "errors") != 0 || strcmp (columns[2], "tuned") == 0))
      count_line (folder, columns, languages, G_N_ELEMENTS (languages));
  }
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++) {
    const Counts *counts = &languages[i].counts;

    g_test_message ("%s: F1 %.4f; %u found, %u wrong, %u missed", languages[i].language, f1 (counts),
                    counts->found, counts->wrong, counts->missed);
    if (languages[i].goal > 0)
      g_assert_cmpfloat (f1 (counts), >=, languages[i].goal);
    else
      add (&others, counts);
  }
  g_test_message ("others: F1 %.4f", f1 (&others));
  g_assert_cmpfloat (f1 (&others), >=, .95);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sentences/marked", test_sentences);
  return g_test_run ();
}
