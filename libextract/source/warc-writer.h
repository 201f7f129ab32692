/* SPDX-License-Identifier: MIT */
/*
 * What is fetched, as WARC 1.1: a record for the request and one for its answer. Heads and bodies are as they
 * came, but for what is secret (Authorization, Cookie) and for Transfer-Encoding, which is undone and called
 * X-Crawl-Transfer-Encoding.
 *
 * A pair of records is written at once, at the end of the file. What a program that was killed left there of
 * the last one is cut off by the next that opens the file.
 */
#pragma once

#include "libextract/source/exchange.h"

typedef struct _ExtractWarcWriter ExtractWarcWriter;

/*
 * extract_warc_writer_open: @path: if it ends in ".gz", each record is packed on its own. Records are added
 * to those that the file has.
 * @software, @robots: of the warcinfo record: "texttractor/2.0", "obey"
 * Fails with G_IO_ERROR_INVALID_DATA if the file is no such archive.
 */
ExtractWarcWriter *
extract_warc_writer_open (const char *path, const char *software, const char *robots, GError **error);
/* extract_warc_writer_free: all is written already. */
void extract_warc_writer_free (ExtractWarcWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractWarcWriter, extract_warc_writer_free)

/* extract_warc_writer_add: @exchange: an exact one, which is whole. From any thread. The error names the
 * file.
 */
gboolean extract_warc_writer_add (ExtractWarcWriter *writer, const ExtractExchange *exchange, GError **error);
