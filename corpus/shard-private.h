/* SPDX-License-Identifier: MIT */
#pragma once

#include "corpus/shard.h"

struct _CorpusShard {
  CorpusReader *reader; /* owned */
  CorpusShardFormat format;
  const char *line; /* read ahead: NULL if there is none; of the reader */
  gsize length;
  guint64 number;   /* of that line */
  GString *scratch; /* owned */
};

/* corpus_shard_look: the next line, which is not used up yet. Returns: FALSE at the end, and with @error */
gboolean corpus_shard_look (CorpusShard *shard, GError **error);
/* corpus_shard_take: uses the line up: it goes behind the bytes of @document. Fails if these become too many.
 */
gboolean corpus_shard_take (CorpusShard *shard, CorpusDocument *document, GError **error);
/* corpus_shard_fail: "line 12: @sentence". Returns: FALSE */
gboolean corpus_shard_fail (const CorpusShard *shard, const char *sentence, GError **error);

/* The formats: as corpus_shard_next (), and there is a line. */
gboolean corpus_vertical_next (CorpusShard *shard, CorpusDocument *document, GError **error);
gboolean corpus_jsonl_next (CorpusShard *shard, CorpusDocument *document, GError **error);
