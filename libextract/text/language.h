/* SPDX-License-Identifier: MIT */
/*
 * The language of a text, as CLD2 finds it. A door: programs ask whether there is a CLD2, and which codes
 * there are.
 *
 *   text ──> a sample of it ──> CLD2 ──> a guess ──> good enough? ──> code and share
 *                                                         └── or, if a hint says the same
 *
 * Codes are those of BCP 47, of two letters where ISO 639-1 has one: "en", "zh-Hant". Chinese is "zh" in
 * simplified characters, and "zh-Hant" in traditional ones.
 */
#pragma once

#include <glib.h>

/* What is said of a text that is too short, or in no language that can be told. */
#define EXTRACT_LANGUAGE_UNKNOWN "unknown"

typedef struct {
  const char *code; /* static; never NULL */
  double share;     /* of the letters (in bytes) that are in this language; 0 if it is unknown */
} ExtractLanguage;

/* extract_language_load: loads CLD2, which everything else here needs. From any thread, and as often as one
 * likes. Returns: FALSE with G_IO_ERROR_NOT_SUPPORTED if there is none */
gboolean extract_language_load (GError **error);

/*
 * extract_language_detect: of a text of any length, of which a sample is read.
 * @text: what is no valid UTF-8, or has NULs, is in no known language
 * @hint: (nullable): a language tag that somebody gave it, of whatever form. It cannot choose a language: it
 *   confirms what CLD2 itself would guess, but is not sure of.
 */
ExtractLanguage extract_language_detect (const char *text, gsize length, const char *hint);

/* extract_language_dup_code: Returns: (transfer full) (nullable): the code that is given for what people
 * write as @text: "he" for "IW", "zh-Hant" for "zh-hant"; NULL if CLD2 has no such language */
char *extract_language_dup_code (const char *text);

/* extract_language_is: whether @code is @wanted, or a kind of it, as "zh-Hant" is of "zh". */
gboolean extract_language_is (const char *code, const char *wanted);
