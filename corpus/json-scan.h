/* SPDX-License-Identifier: MIT */
/*
 * Reads one JSON text (RFC 8259) event by event, where it stands: strings are given as they are written,
 * without their quotes. No memory, no recursion; a text that nests deeper than 63 levels is as bad as one
 * that is no JSON.
 */
#pragma once

#include <glib.h>

typedef enum {
  CORPUS_JSON_OBJECT, /* begins; so does ARRAY */
  CORPUS_JSON_ARRAY,
  CORPUS_JSON_CLOSE, /* of either */
  CORPUS_JSON_KEY,
  CORPUS_JSON_STRING,
  CORPUS_JSON_OTHER, /* a number, true, false or null */
  CORPUS_JSON_END,
  CORPUS_JSON_BAD,
} CorpusJsonEvent;

typedef struct {
  const char *place; /* behind the last event */
  const char *end;
  const char *value; /* of the KEY or STRING at hand */
  gsize length;
  guint depth;    /* containers that are open */
  guint64 arrays; /* bit d: the container at depth d is an array */
  guint expected;
} CorpusJsonScan;

void corpus_json_scan_begin (CorpusJsonScan *scan, const char *text, gsize length);
CorpusJsonEvent corpus_json_scan_next (CorpusJsonScan *scan);

/* corpus_json_scan_is: whether the KEY or STRING at hand is @word, which needs no escapes. */
gboolean corpus_json_scan_is (const CorpusJsonScan *scan, const char *word);

/* corpus_json_unescape: appends the string that is written as @value. What is no character becomes a space.
 */
void corpus_json_unescape (GString *text, const char *value, gsize length);
