/* SPDX-License-Identifier: MIT */
/*
 * Archives of pages: which kind it is, by its first bytes, and what all kinds share.
 *
 * Where a page is, is its name: "FILE#PLACE". PLACE is a number:
 *   WARC, ARC     where the record begins: in the file if each record is packed on its own, as indexes of
 *                 archives have it; otherwise in what the file unpacks to. "1200+340": 340 bytes into
 *                 what the member at 1200 unpacks to, where only some members have one record
 *   Wikipedia     where the page begins, in the unpacked text
 *   JSON Lines    the line, from 1
 */
#pragma once

#include "libextract/source/lookahead.h"
#include "libextract/source/source-private.h"

typedef struct {
  const char *name; /* "WARC" */
  /* Whether the first @n bytes are those of such an archive. */
  gboolean (*matches) (const guint8 *bytes, gsize n);
  /* The contract of extract_source_next (). Not called again after the end. */
  ExtractRecord *(*next) (ExtractArchive *archive, GError **error);
  const char *refusal; /* (nullable): why such files are not read; then there is no next () */
} ExtractArchiveReader;

struct _ExtractArchive {
  const ExtractSource *source; /* not owned: for its limits and its place */
  const ExtractArchiveReader *reader;
  ExtractLookahead ahead;
  GString *name; /* of the last record; owned */
  guint64 n_passed;
  guint64 n_records; /* begun so far; of JSON Lines: lines */
  gboolean members;  /* each record has its own */
  /* Of the record at hand: room that is used again; owned. */
  GString *uri;
  GString *content_type;
  GString *date;
  GString *title;
};

extern const ExtractArchiveReader extract_archive_warc;
extern const ExtractArchiveReader extract_archive_arc;
extern const ExtractArchiveReader extract_archive_wikipedia;
extern const ExtractArchiveReader extract_archive_dump;
extern const ExtractArchiveReader extract_archive_json_lines;

/* What of the beginning is looked at. */
#define EXTRACT_ARCHIVE_LOOKS_AT ((gsize) 4096)

/* ---- For readers ------------------------------------------------------------------------------ */

void extract_archive_set_place (ExtractArchive *archive, guint64 place);

/* extract_archive_make_record: Returns: (transfer full): with name, uri and date of the record at hand */
ExtractRecord *extract_archive_make_record (ExtractArchive *archive, ExtractSourceBytes *bytes);

/* extract_archive_make_text: the same for a page of text-page.h, all of which is main text. */
ExtractRecord *extract_archive_make_text (ExtractArchive *archive, ExtractSourceBytes *bytes);

/* extract_archive_wants: whether a record with this head is to be read. */
gboolean extract_archive_wants (const ExtractArchive *archive, const ExtractRecordHead *head);

/* extract_archive_set_stop: the error of data that stops too early. If they cannot be read, the archive has
 * come to its end. Returns: FALSE at a good end */
gboolean extract_archive_set_stop (ExtractArchive *archive, GError **error);
