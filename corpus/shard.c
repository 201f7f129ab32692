/* SPDX-License-Identifier: MIT */
#include "corpus/shard-private.h"

#include <string.h>

#define MOST_BYTES ((gsize) 256 << 20) /* of a document */

CorpusDocument *
corpus_document_new (gboolean text, gboolean paragraphs)
{
  CorpusDocument *document = g_new0 (CorpusDocument, 1);
  document->bytes = g_string_new (NULL);
  document->pieces = g_array_new (FALSE, FALSE, sizeof (CorpusPiece));
  document->text = text ? corpus_text_new (paragraphs) : NULL;
  return document;
}

void
corpus_document_free (CorpusDocument *document)
{
  g_string_free (document->bytes, TRUE);
  g_array_unref (document->pieces);
  g_clear_pointer (&document->text, corpus_text_free);
  g_free (document);
}

/* ---- Lines ------------------------------------------------------------------------------------ */

gboolean
corpus_shard_look (CorpusShard *shard, GError **error)
{
  if (!shard->line) {
    if (!corpus_reader_get_line (shard->reader, &shard->line, &shard->length, error)) {
      shard->line = NULL;
      return FALSE;
    }
    shard->number++;
  }
  return TRUE;
}

gboolean
corpus_shard_take (CorpusShard *shard, CorpusDocument *document, GError **error)
{
  if (shard->length > MOST_BYTES - document->bytes->len)
    return corpus_shard_fail (shard, "a document is longer than the limit of 256 MB", error);
  g_string_append_len (document->bytes, shard->line, (gssize) shard->length);
  shard->line = NULL;
  return TRUE;
}

gboolean
corpus_shard_fail (const CorpusShard *shard, const char *sentence, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "line %" G_GUINT64_FORMAT ": %s", shard->number,
               sentence);
  return FALSE;
}

/* ---- Shards ----------------------------------------------------------------------------------- */

/* By the first line that is not empty. */
static gboolean
find_format (CorpusShard *shard, GError **error)
{
  g_autoptr (GError) failure = NULL;
  if (!corpus_shard_look (shard, &failure)) {
    const gboolean is_empty = !failure;
    if (failure)
      g_propagate_error (error, g_steal_pointer (&failure));
    return is_empty;
  }
  if (shard->line[0] == '<')
    shard->format = CORPUS_SHARD_VERTICAL;
  else if (shard->line[0] == '{')
    shard->format = CORPUS_SHARD_JSONL;
  else
    return corpus_shard_fail (shard, "is neither vertical text nor JSON Lines", error);
  return TRUE;
}

CorpusShard *
corpus_shard_new (const char *path, GError **error)
{
  g_autoptr (CorpusShard) shard = g_new0 (CorpusShard, 1);
  shard->reader = corpus_reader_new (path, MOST_BYTES, error);
  shard->scratch = g_string_new (NULL);
  if (!shard->reader || !find_format (shard, error))
    return NULL;
  return g_steal_pointer (&shard);
}

void
corpus_shard_free (CorpusShard *shard)
{
  g_clear_pointer (&shard->reader, corpus_reader_free);
  g_string_free (shard->scratch, TRUE);
  g_free (shard);
}

CorpusShardFormat
corpus_shard_get_format (const CorpusShard *shard)
{
  return shard->format;
}

CorpusPacking
corpus_shard_get_packing (const CorpusShard *shard)
{
  return corpus_reader_get_packing (shard->reader);
}

guint64
corpus_shard_get_n_read (const CorpusShard *shard)
{
  return corpus_reader_get_n_read (shard->reader);
}

gboolean
corpus_shard_next (CorpusShard *shard, CorpusDocument *document, GError **error)
{
  document->is_document = TRUE;
  document->is_list = shard->format == CORPUS_SHARD_JSONL;
  g_string_truncate (document->bytes, 0);
  g_array_set_size (document->pieces, 0);
  if (document->text)
    corpus_text_begin (document->text);
  if (!corpus_shard_look (shard, error) ||
      !(shard->format == CORPUS_SHARD_JSONL ? corpus_jsonl_next (shard, document, error)
                                            : corpus_vertical_next (shard, document, error)))
    return FALSE;
  if (document->text)
    corpus_text_end (document->text);
  return TRUE;
}

/* ---- Writing ---------------------------------------------------------------------------------- */

/* Of a list, what stands between two pieces is written only if both sides of it are. */
gboolean
corpus_document_write (const CorpusDocument *document, CorpusWriter *writer, GError **error)
{
  const char *bytes = document->bytes->str;
  gsize n = 0, done = 0; /* bytes */
  gboolean begun = FALSE;
  const CorpusParagraph *paragraphs =
      document->text && document->is_document ? corpus_text_get_paragraphs (document->text, &n) : NULL;
  for (gsize i = 0; i < n; i++) {
    const CorpusPiece *piece = &g_array_index (document->pieces, CorpusPiece, i);
    const gboolean is_separator = document->is_list && i > 0;
    if ((!is_separator || (begun && !paragraphs[i].dropped)) &&
        !corpus_writer_write (writer, bytes + done, piece->start - done, error))
      return FALSE;
    if (!paragraphs[i].dropped &&
        !corpus_writer_write (writer, bytes + piece->start, piece->end - piece->start, error))
      return FALSE;
    begun |= !paragraphs[i].dropped;
    done = piece->end;
  }
  return corpus_writer_write (writer, bytes + done, document->bytes->len - done, error);
}
