/* SPDX-License-Identifier: MIT */
/*
 * JSON Lines: a line is a document, an object of its array "blocks" with the label good, or none, a
 * paragraph. Line breaks alone stand between two documents.
 */
#include "corpus/json-scan.h"
#include "corpus/shard-private.h"

#include <string.h>

/* Where in a document the members are that say something. */
enum {
  IN_DOCUMENT = 1,
  IN_BLOCKS = 2,
  IN_BLOCK = 3,
};

/* A block on its way. Texts are as they are written. */
typedef struct {
  const char *start;
  const char *text; /* (nullable) */
  gsize length;
  gboolean is_good;
} Block;

static void
add_block (CorpusShard *shard, CorpusDocument *document, const Block *block, const char *end)
{
  const CorpusPiece piece = { (gsize) (block->start - document->bytes->str),
                              (gsize) (end - document->bytes->str) };
  if (!document->text)
    return;
  corpus_text_begin_paragraph (document->text);
  if (block->text && block->is_good) {
    g_string_truncate (shard->scratch, 0);
    corpus_json_unescape (shard->scratch, block->text, block->length);
    corpus_text_add (document->text, shard->scratch->str, shard->scratch->len);
  }
  corpus_text_end_paragraph (document->text);
  g_array_append_val (document->pieces, piece);
}

/* Returns: whether it is an object with blocks */
static gboolean
read_document (CorpusShard *shard, CorpusDocument *document)
{
  CorpusJsonScan scan;
  CorpusJsonEvent event;
  gboolean has_blocks = FALSE, inside = FALSE; /* of the blocks */
  const char *key = "";                        /* the last one that says something */
  Block block = { NULL };
  corpus_json_scan_begin (&scan, document->bytes->str, document->bytes->len);
  while ((event = corpus_json_scan_next (&scan)) != CORPUS_JSON_END) {
    if (event == CORPUS_JSON_BAD)
      return FALSE;
    if (event == CORPUS_JSON_KEY)
      key = corpus_json_scan_is (&scan, "blocks")  ? "blocks"
            : corpus_json_scan_is (&scan, "text")  ? "text"
            : corpus_json_scan_is (&scan, "label") ? "label"
                                                   : "";
    else if (event == CORPUS_JSON_ARRAY && scan.depth == IN_BLOCKS && *key == 'b' && !has_blocks)
      has_blocks = inside = TRUE;
    else if (event == CORPUS_JSON_CLOSE && scan.depth == IN_DOCUMENT)
      inside = FALSE;
    else if (event == CORPUS_JSON_OBJECT && inside && scan.depth == IN_BLOCK)
      block = (Block){ .start = scan.place - 1, .is_good = TRUE };
    else if (event == CORPUS_JSON_CLOSE && inside && scan.depth == IN_BLOCKS)
      add_block (shard, document, &block, scan.place);
    else if (event == CORPUS_JSON_STRING && inside && scan.depth == IN_BLOCK && *key == 't') {
      block.text = scan.value;
      block.length = scan.length;
    } else if (event == CORPUS_JSON_STRING && inside && scan.depth == IN_BLOCK && *key == 'l')
      block.is_good = corpus_json_scan_is (&scan, "good");
  }
  return has_blocks;
}

static gboolean
is_empty (const CorpusShard *shard)
{
  for (gsize i = 0; i < shard->length; i++)
    if (!strchr (" \t\r\n", shard->line[i]) || shard->line[i] == '\0')
      return FALSE;
  return TRUE;
}

gboolean
corpus_jsonl_next (CorpusShard *shard, CorpusDocument *document, GError **error)
{
  document->is_document = !is_empty (shard);
  if (!corpus_shard_take (shard, document, error))
    return FALSE;
  if (!document->is_document || read_document (shard, document))
    return TRUE;
  return corpus_shard_fail (shard, "is not an object of JSON with an array \"blocks\", or is damaged", error);
}
