/* SPDX-License-Identifier: MIT */
/* Pages of tests as documents: read as UTF-8, on a fixed day, with time for slow builds. */
#pragma once

#include <libextract/extract.h>

#include <string.h>

/* The day on which pages are read. */
#define TODAY "2026-05-01"

/* @length: of @page, -1 up to its NUL. @uri: (nullable). Returns: (transfer full) */
static inline ExtractDocument *
parse_with (ExtractParser *parser, const char *page, gssize length, const char *uri)
{
  g_autoptr (GBytes) bytes = g_bytes_new (page, length < 0 ? strlen (page) : (gsize) length);
  g_autoptr (GError) error = NULL;
  ExtractDocument *document =
      extract_parser_parse_bytes (parser, bytes, "text/html; charset=utf-8", uri, &error);

  g_assert_no_error (error);
  return document;
}

static inline ExtractDocument *
parse_sized (const char *page, gssize length, const char *uri)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();

  g_assert_true (extract_parser_set_today (parser, TODAY));
  extract_parser_set_limit (parser, EXTRACT_LIMIT_MILLISECONDS, 60000);
  extract_parser_set_limit (parser, EXTRACT_LIMIT_DEPTH, 100000);
  return parse_with (parser, page, length, uri);
}

static inline ExtractDocument *
parse (const char *page)
{
  return parse_sized (page, -1, NULL);
}
