/* SPDX-License-Identifier: MIT */
/*
 * Archives of crawls: records one after the other, each with a head that says how long its block is. All that
 * WARC and ARC share, which is nearly all but the head.
 */
#pragma once

#include "libextract/source/archive.h"
#include "libextract/source/block.h"
#include "libextract/source/head.h"

/* What the head of a record says. */
typedef struct {
  guint64 length;      /* of the block */
  gboolean page;       /* it may be one; the others are passed over */
  gboolean http;       /* the block is an answer of HTTP */
  gboolean maybe_http; /* or not */
  gboolean truncated;  /* on purpose, by the crawler */
  gboolean converted;  /* to something else: if to text, all of it is main text */
  ExtractHeadText uri;
  ExtractHeadText date;         /* "2006-12-13T23:23:45Z", or "20061213232345" */
  ExtractHeadText content_type; /* of the block */
} ExtractCrawlHead;

typedef struct {
  ExtractBlockStart start;
  ExtractUnpackAccepts accepts;
  /* Returns: the length of the head; 0 if it does not end in these bytes. @from: where to begin to look */
  gsize (*find_head_end) (const guint8 *bytes, gsize n, gsize from);
  /* Returns: (nullable): what is wrong; static */
  const char *(*parse) (ExtractHeadText text, ExtractCrawlHead *head);
} ExtractCrawlFormat;

/* extract_crawl_next: the contract of extract_source_next () */
ExtractRecord *extract_crawl_next (ExtractArchive *archive, const ExtractCrawlFormat *format, GError **error);
