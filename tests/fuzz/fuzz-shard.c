/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a shard. What is read of it is all of its bytes, in their order; pieces lie in their document,
 * one after the other; and what is written without some of its paragraphs can be read again.
 */
#include "corpus/shard.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static char *input, *output;

static void
set_up (void)
{
  const char *memory = g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir ();
  input = g_strdup_printf ("%s/fuzz-shard-%d", memory, getpid ());
  output = g_strconcat (input, ".out", NULL);
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
}

static void
check_document (const CorpusDocument *document)
{
  gsize n, end = 0;
  CorpusParagraph *paragraphs = corpus_text_get_paragraphs (document->text, &n);
  g_assert_cmpuint (n, ==, document->pieces->len);
  for (gsize i = 0; i < n; i++) {
    const CorpusPiece *piece = &g_array_index (document->pieces, CorpusPiece, i);
    g_assert_true (piece->start >= end && piece->end > piece->start && piece->end <= document->bytes->len);
    end = piece->end;
    paragraphs[i].dropped = i % 3 == 1;
  }
}

/* Returns: whether all of it could be read */
static gboolean
read_all (const char *path, GString *bytes, CorpusWriter *writer)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CorpusShard) shard = corpus_shard_new (path, &error);
  g_autoptr (CorpusDocument) document = corpus_document_new (TRUE, TRUE);
  while (shard && corpus_shard_next (shard, document, &error)) {
    g_string_append_len (bytes, document->bytes->str, (gssize) document->bytes->len);
    if (document->is_document)
      check_document (document);
    if (writer)
      g_assert_true (corpus_document_write (document, writer, NULL));
  }
  if (error)
    g_assert_true (*error->message != '\0');
  return !error;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  if (!input)
    set_up ();
  g_assert_true (g_file_set_contents_full (input, (const char *) data, (gssize) size,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  g_autoptr (CorpusWriter) writer = corpus_writer_new (output, CORPUS_PLAIN, NULL);
  const gboolean good = read_all (input, bytes, writer);
  const gboolean packed = size >= 2 && (data[0] == 0x1f || data[0] == 0x28);
  if (!packed)
    g_assert_true (bytes->len <= size && (bytes->len == 0 || memcmp (bytes->str, data, bytes->len) == 0));
  if (good) {
    g_assert_true (packed || bytes->len == size);
    g_assert_true (corpus_writer_commit (writer, NULL));
    g_assert_true (read_all (output, bytes, NULL));
  }
  g_remove (input);
  g_remove (output);
  return 0;
}
