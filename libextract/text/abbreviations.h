/* SPDX-License-Identifier: MIT */
/*
 * Abbreviations of languages, by what a full stop behind them means; and which words begin sentences, which
 * decides where nothing else does.
 */
#pragma once

#include <glib.h>

typedef enum {
  EXTRACT_ABBREVIATION_NONE,
  EXTRACT_ABBREVIATION_INSIDE, /* its full stop ends no sentence: "Dr." */
  EXTRACT_ABBREVIATION_NUMBER, /* it is one only before a number: "No. 5" */
  EXTRACT_ABBREVIATION_LAST,   /* may end a sentence: "etc." */
} ExtractAbbreviation;

typedef struct _ExtractAbbreviations ExtractAbbreviations;

/*
 * extract_abbreviations_get: Returns: (transfer none): of @language, a tag as in HTML; of the most frequent
 *   language of its script if that is not known, or not written in the script of the text.
 * @language: (nullable)
 * @letter: a letter of the text
 */
const ExtractAbbreviations *extract_abbreviations_get (const char *language, gunichar letter);

/* @word: without its full stop, but with those inside: "e.g" */
ExtractAbbreviation
extract_abbreviations_find (const ExtractAbbreviations *abbreviations, const char *word, gsize length);

/* Whether @word, with a capital, often begins a sentence, and hardly ever a name. */
gboolean
extract_abbreviations_begins (const ExtractAbbreviations *abbreviations, const char *word, gsize length);

/* Whether ordinal numbers are written "3." */
gboolean extract_abbreviations_have_ordinals (const ExtractAbbreviations *abbreviations);
