/* SPDX-License-Identifier: MIT */
/*
 * Reads JSON-LD as it stands in pages, which is not always JSON. There is no grammar that a script could
 * fail:
 *
 *   key     a string with a colon behind it
 *   string  any other one
 *   { [     begin an object, an array; } and ] end whichever of them is the innermost
 *   ,
 *
 * and all else (numbers, comments, CDATA) is passed over. So scripts with trailing commas, raw line breaks,
 * quotes that are not escaped, or a missing end give what they have. One pass, without recursion: who reads
 * keeps what containers are open, as deep as it wants to know of them.
 */
#pragma once

#include "libextract/base/growing-string.h"

typedef enum {
  EXTRACT_JSON_END, /* of the script */
  EXTRACT_JSON_KEY,
  EXTRACT_JSON_STRING,
  EXTRACT_JSON_OBJECT,
  EXTRACT_JSON_ARRAY,
  EXTRACT_JSON_CLOSE,
  EXTRACT_JSON_COMMA,
} ExtractJsonEvent;

typedef struct {
  ExtractString *value; /* of the KEY or STRING at hand, escapes resolved, without NULs; owned */
  const char *place;
  guint events;
} ExtractJson;

/* In the run at hand (budget.h). */
void extract_json_init (ExtractJson *json);
void extract_json_clear (ExtractJson *json);
/* @script: there until its end is read */
void extract_json_begin (ExtractJson *json, const char *script);
ExtractJsonEvent extract_json_next (ExtractJson *json);
