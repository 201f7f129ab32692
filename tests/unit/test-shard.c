/* SPDX-License-Identifier: MIT */
/* Shards: JSON as it is scanned, documents and their paragraphs in both formats, damage, packing. */
#include "corpus/json-scan.h"
#include "corpus/shard.h"

#include <glib/gstdio.h>
#include <string.h>

/* ---- JSON ------------------------------------------------------------------------------------- */

/* A text, and its events by letter: { [ / key string other . or ! for a fault. */
static const struct {
  const char *text, *events;
} scans[] = {
  { "{}", "{/." },
  { "[ ]", "[/." },
  { " {\"a\" : [1, -2.5e+3, \"b\"], \"c\":{}}\r\n", "{k[oos/k{//." },
  { "\"x\"", "s." },
  { "true", "o." },
  { "[true,false,null]", "[ooo/." },
  { "{\"a\":\"\\\"\\\\\"}", "{ks/." },
  { "", "!" },
  { "{", "{!" },
  { "{]", "{!" },
  { "[}", "[!" },
  { "[1,]", "[o!" },
  { "[,1]", "[!" },
  { "{\"a\":1,}", "{ko!" },
  { "{\"a\"}", "{!" },
  { "{\"a\" 1}", "{!" },
  { "{a:1}", "{!" },
  { "{\"a\":}", "{k!" },
  { "[1 2]", "[o!" },
  { "[nul]", "[!" },
  { "[-]", "[!" },
  { "[\"a]", "[!" },
  { "[\"a\\", "[!" },
  { "[\"a\nb\"]", "[!" },
  { "{}{}", "{/!" },
  { "1]", "o!" },
};

static void
test_scan (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (scans); i++) {
    g_autoptr (GString) events = g_string_new (NULL);
    CorpusJsonScan scan;
    CorpusJsonEvent event;
    corpus_json_scan_begin (&scan, scans[i].text, strlen (scans[i].text));
    do {
      event = corpus_json_scan_next (&scan);
      g_string_append_c (events, "{[/kso.!"[event]);
    } while (event != CORPUS_JSON_END && event != CORPUS_JSON_BAD);
    g_test_message ("%s", scans[i].text);
    g_assert_cmpstr (events->str, ==, scans[i].events);
  }
}

static void
test_scan_deep (void)
{
  g_autofree char *open = g_strnfill (64, '[');
  CorpusJsonScan scan;
  corpus_json_scan_begin (&scan, open, 64);
  for (guint i = 0; i < 63; i++)
    g_assert_cmpint (corpus_json_scan_next (&scan), ==, CORPUS_JSON_ARRAY);
  g_assert_cmpint (corpus_json_scan_next (&scan), ==, CORPUS_JSON_BAD);
}

static const struct {
  const char *written, *text;
} strings[] = {
  { "plain", "plain" },
  { "a\\nb\\tc", "a b c" },
  { "\\\"\\\\\\/", "\"\\/" },
  { "\\u00e9", "é" },
  { "\\ud83d\\ude00", "😀" },
  { "\\ud83d", " " },
  { "\\ude00x", " x" },
  { "\\u0000", " " },
  { "\\ud83d\\u0041", " A" },
  { "\\u12", " 12" },
  { "\\", " " },
};

static void
test_strings (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    corpus_json_unescape (text, strings[i].written, strlen (strings[i].written));
    g_assert_cmpstr (text->str, ==, strings[i].text);
  }
}

/* ---- Shards ----------------------------------------------------------------------------------- */

static char *folder;

static char *
write_file (const char *name, const char *data, gsize length)
{
  char *path = g_build_filename (folder, name, NULL);
  g_assert_true (g_file_set_contents (path, data, (gssize) length, NULL));
  return path;
}

/* A shard, and what it is: "(words:paragraphs)" of each document, "-" between two; what is wrong behind "!".
 */
typedef struct {
  const char *name, *shard, *content;
} Case;

#define BLOCK(text, label) "{\"text\":\"" text "\",\"tag\":\"p\",\"label\":\"" label "\"}"

static const Case cases[] = {
  { "empty", "", "" },
  { "vertical", "<doc url=\"x\">\n<p tag=\"p\">\none\ntwo\n<g/>\n.\n</p>\n<p>\nthree\n</p>\n</doc>\n",
    "(3:2)" },
  { "two", "<doc>\n<p>\na\n</p>\n</doc>\n<doc>\n</doc>\n", "(1:1)(0:0)" },
  { "columns", "<doc>\n<p>\na\tb c d\te\nf\t<length=1>\n</p>\n</doc>\n", "(2:1)" },
  { "sentences", "<doc>\n<p>\n<s>\na\n</s>\n<s>\nb\n<g/>\n</s>\n</p>\n</doc>\n", "(2:1)" },
  { "title", "<doc>\n<head>\na\nb\n</head>\n<p>\nc\n</p>\n</doc>\n", "(1:1)" },
  { "pictures", "<doc>\n<p>\na\n__IMG__\t<link=\"x\">\t<length=1>\n__IMG__\n__IMG__x\n</p>\n</doc>\n",
    "(3:1)" },
  { "entities", "<doc>\n<p>\nAT&amp;T\n&lt;\n&amp;x\n</p>\n</doc>\n", "(3:1)" },
  { "smaller", "<doc>\n<p>\n<\n<3\n<-\n</p>\n</doc>\n", "(1:1)" },
  { "windows", "<doc>\r\n<p>\r\na\r\n</p>\r\n</doc>\r\n", "(1:1)" },
  { "comments", "<doc>\n<comment author=\"A\">\n<p>\na b\n</p>\n</comment>\n</doc>\n", "(2:1)" },
  { "corpus", "<corpus>\n<doc>\n</doc>\n\n</corpus>\n", "-(0:0)--" },
  { "no-line-end", "<doc>\n</doc>", "(0:0)" },
  { "jsonl", "{\"blocks\":[" BLOCK ("a b", "good") "]}\n{\"blocks\":[]}\n", "(2:1)(0:0)" },
  { "labels", "{\"blocks\":[" BLOCK ("a b", "bad") "," BLOCK ("c", "good") "]}\n", "(1:2)" },
  { "json-nested",
    "{\"metadata\":{\"blocks\":[{\"text\":\"x y z\"}]},\"blocks\":[" BLOCK ("a",
                                                                            "good") "],\"text\":\"b\"}\n",
    "(1:1)" },
  { "json-posts", "{\"blocks\":[],\"posts\":[" BLOCK ("a", "good") "]}\n", "(0:0)" },
  { "json-empty-lines", "{\"blocks\":[]}\n\n \r\n{\"blocks\":[]}", "(0:0)--(0:0)" },
  { "neither", "The tide\n", "! line 1: is neither vertical text nor JSON Lines" },
  { "clipped", "<doc>\n<p>\na\n", "! line 3: the file ends within a document" },
  { "doc-in-doc", "<doc>\n<doc>\n</doc>\n", "! line 2: a document within a document" },
  { "p-in-p", "<doc>\n<p>\n<p>\n</doc>\n", "! line 3: a paragraph within a paragraph" },
  { "p-ends", "<doc>\n</p>\n</doc>\n", "! line 2: the end of a paragraph that did not begin" },
  { "doc-ends-in-p", "<doc>\n<p>\n</doc>\n", "! line 3: the document ends within a paragraph" },
  { "doc-ends", "<doc>\n</doc>\n</doc>\n", "(0:0)! line 3: </doc> without <doc>" },
  { "outside", "<doc>\n</doc>\nword\n", "(0:0)! line 3: text outside of documents" },
  { "json-clipped", "{\"blocks\":[]}\n{\"blocks\":[",
    "(0:0)! line 2: is not an object of JSON with an array "
    "\"blocks\", or is damaged" },
  { "json-other", "{\"text\":\"a\"}\n",
    "! line 1: is not an object of JSON with an array \"blocks\", or is damaged" },
};

/* Returns: (transfer full): the content, as in the table */
static char *
dup_content (const char *path)
{
  g_autoptr (GError) error = NULL;
  GString *content = g_string_new (NULL);
  g_autoptr (CorpusShard) shard = corpus_shard_new (path, &error);
  g_autoptr (CorpusDocument) document = corpus_document_new (TRUE, TRUE);
  while (shard && corpus_shard_next (shard, document, &error)) {
    if (!document->is_document) {
      g_string_append_c (content, '-');
      continue;
    }
    gsize n_paragraphs;
    corpus_text_get_paragraphs (document->text, &n_paragraphs);
    g_assert_cmpuint (n_paragraphs, ==, document->pieces->len);
    g_string_append_printf (content, "(%" G_GUINT64_FORMAT ":%" G_GSIZE_FORMAT ")",
                            corpus_text_get_sketch (document->text)->n_words, n_paragraphs);
  }
  if (error)
    g_string_append_printf (content, "! %s", error->message);
  return g_string_free (content, FALSE);
}

static void
test_content (gconstpointer data)
{
  const Case *test = data;
  g_autofree char *path = write_file ("shard", test->shard, strlen (test->shard));
  g_autofree char *content = dup_content (path);
  g_assert_cmpstr (content, ==, test->content);
}

/* ---- Writing ---------------------------------------------------------------------------------- */

#define DOC "<doc>\n<p>\na\n</p>\n<c>\n<p>\nb\n</p>\n</c>\n<p>\nc\n</p>\n</doc>\n"

/* A document, which paragraphs are dropped (x), and what is left. */
static const struct {
  const char *document, *dropped, *left;
} written[] = {
  { DOC, "---", DOC },
  { DOC, "x--", "<doc>\n<c>\n<p>\nb\n</p>\n</c>\n<p>\nc\n</p>\n</doc>\n" },
  { DOC, "-x-", "<doc>\n<p>\na\n</p>\n<c>\n</c>\n<p>\nc\n</p>\n</doc>\n" },
  { DOC, "--x", "<doc>\n<p>\na\n</p>\n<c>\n<p>\nb\n</p>\n</c>\n</doc>\n" },
  { DOC, "xxx", "<doc>\n<c>\n</c>\n</doc>\n" },
  { "{\"blocks\":[{},{\"a\":1},{\"b\":[]}],\"c\":2}\n", "---",
    "{\"blocks\":[{},{\"a\":1},{\"b\":[]}],\"c\":2}\n" },
  { "{\"blocks\":[{},{\"a\":1},{\"b\":[]}],\"c\":2}\n", "x--",
    "{\"blocks\":[{\"a\":1},{\"b\":[]}],\"c\":2}\n" },
  { "{\"blocks\":[{},{\"a\":1},{\"b\":[]}],\"c\":2}\n", "-x-", "{\"blocks\":[{},{\"b\":[]}],\"c\":2}\n" },
  { "{\"blocks\":[{},{\"a\":1},{\"b\":[]}],\"c\":2}\n", "-xx", "{\"blocks\":[{}],\"c\":2}\n" },
  { "{\"blocks\":[{},{\"a\":1},{\"b\":[]}],\"c\":2}\n", "xx-", "{\"blocks\":[{\"b\":[]}],\"c\":2}\n" },
  { "{\"blocks\":[{},{\"a\":1},{\"b\":[]}],\"c\":2}\n", "xxx", "{\"blocks\":[],\"c\":2}\n" },
};

static void
test_write (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (written); i++) {
    g_autofree char *path = write_file ("shard", written[i].document, strlen (written[i].document));
    g_autofree char *copy = g_build_filename (folder, "copy", NULL), *left = NULL;
    g_autoptr (CorpusShard) shard = corpus_shard_new (path, NULL);
    g_autoptr (CorpusDocument) document = corpus_document_new (TRUE, TRUE);
    g_autoptr (CorpusWriter) writer = corpus_writer_new (copy, CORPUS_PLAIN, NULL);
    gsize n;
    g_assert_true (corpus_shard_next (shard, document, NULL));
    CorpusParagraph *paragraphs = corpus_text_get_paragraphs (document->text, &n);
    g_assert_cmpuint (n, ==, 3);
    for (guint k = 0; k < 3; k++)
      paragraphs[k].dropped = written[i].dropped[k] == 'x';
    g_assert_true (corpus_document_write (document, writer, NULL));
    g_assert_true (corpus_writer_commit (writer, NULL));
    g_assert_true (g_file_get_contents (copy, &left, NULL, NULL));
    g_assert_cmpstr (left, ==, written[i].left);
  }
}

/* ---- Packing ---------------------------------------------------------------------------------- */

static char *
dup_long_text (gsize *length)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < 40000; i++)
    g_string_append_printf (text, "line %u: the tide rises twice a day\n", i * 7919 % 40009);
  g_string_append (text, "the end without a line end");
  *length = text->len;
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): all lines, or what is wrong behind them */
static char *
dup_lines (const char *path, gsize max_line, CorpusPacking packing)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  g_autoptr (CorpusReader) reader = corpus_reader_new (path, max_line, &error);
  const char *line;
  gsize length;
  if (reader)
    g_assert_cmpint (corpus_reader_get_packing (reader), ==, packing);
  while (reader && corpus_reader_get_line (reader, &line, &length, &error)) {
    g_assert_true (length > 0 && !memchr (line, '\n', length - 1));
    g_string_append_len (text, line, (gssize) length);
  }
  if (error)
    g_string_assign (text, error->message);
  return g_string_free (text, FALSE);
}

static void
test_packing (void)
{
  static const char *const names[] = { "x", "x.gz", "x.zst" };
  static const char *const early[] = { NULL, "the gzip data ends too early", "the zstd data ends too early" };
  static const char *const damaged[] = { NULL, "the gzip data is damaged", "the zstd data is damaged" };
  gsize length, n_packed;
  g_autofree char *text = dup_long_text (&length);
  for (CorpusPacking packing = CORPUS_PLAIN; packing <= CORPUS_ZSTD; packing++) {
    g_autofree char *path = g_build_filename (folder, names[packing], NULL), *packed = NULL;
    g_assert_cmpint (corpus_packing_of_name (names[packing]), ==, packing);
    g_autoptr (CorpusWriter) writer = corpus_writer_new (path, packing, NULL);
    g_assert_true (corpus_writer_write (writer, text, 10, NULL));
    g_assert_true (corpus_writer_write (writer, text + 10, length - 10, NULL));
    g_assert_true (corpus_writer_commit (writer, NULL));
    g_autofree char *back = dup_lines (path, 1 << 20, packing);
    g_assert_cmpstr (back, ==, text);
    if (packing == CORPUS_PLAIN)
      continue;
    /* Two behind each other; one that is clipped; one with other bytes behind it. */
    g_assert_true (g_file_get_contents (path, &packed, &n_packed, NULL));
    g_autoptr (GString) twice = g_string_new_len (packed, (gssize) n_packed);
    g_string_append_len (twice, packed, (gssize) n_packed);
    g_autofree char *two = write_file ("two", twice->str, twice->len),
                    *both = dup_lines (two, 1 << 20, packing);
    g_assert_cmpuint (strlen (both), ==, 2 * length);
    g_autofree char *clipped = write_file ("clipped", packed, n_packed - 3);
    g_autofree char *message = dup_lines (clipped, 1 << 20, packing);
    g_assert_cmpstr (message, ==, early[packing]);
    g_string_truncate (twice, n_packed);
    g_string_append (twice, "no packed data");
    g_autofree char *other = write_file ("other", twice->str, twice->len),
                    *wrong = dup_lines (other, 1 << 20, packing);
    g_assert_cmpstr (wrong, ==, damaged[packing]);
    /* The first line cannot be read. */
    g_autoptr (GError) error = NULL;
    g_autofree char *begin = write_file ("begin", packed, 20);
    g_assert_null (corpus_shard_new (begin, &error));
    g_assert_cmpstr (error->message, ==, early[packing]);
  }
}

static void
test_long_line (void)
{
  g_autofree char *line = g_strnfill (3 << 20, 'x');
  g_autofree char *path = write_file ("long", line, 3 << 20);
  g_autofree char *back = dup_lines (path, 4 << 20, CORPUS_PLAIN);
  g_autofree char *message = dup_lines (path, 1 << 20, CORPUS_PLAIN);
  g_autofree char *none = dup_lines (folder, 1 << 20, CORPUS_PLAIN);
  g_assert_cmpstr (back, ==, line);
  g_assert_cmpstr (message, ==, "a line is longer than the limit of 1048576 bytes");
  g_assert_cmpstr (none, ==, "is not a regular file, and shards are read twice");
}

static void
remove_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name (dir));) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_remove (path);
  }
  g_rmdir (folder);
  g_free (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("test-shard-XXXXXX", NULL);
  g_test_add_func ("/shard/json/scan", test_scan);
  g_test_add_func ("/shard/json/deep", test_scan_deep);
  g_test_add_func ("/shard/json/strings", test_strings);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/shard/content/", cases[i].name, NULL);
    g_test_add_data_func (path, &cases[i], test_content);
  }
  g_test_add_func ("/shard/write", test_write);
  g_test_add_func ("/shard/packing", test_packing);
  g_test_add_func ("/shard/long-line", test_long_line);
  const int status = g_test_run ();
  remove_folder ();
  return status;
}
