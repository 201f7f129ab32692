/* SPDX-License-Identifier: MIT */
/* Lines, words and numbers of the file of a model. */
#pragma once

#include "libextract/model/model-private.h"

/*
 * The lines of a file, cut in place. Errors are set without the number of the line; whoever called
 * puts the number of the current line before them.
 */
typedef struct {
  char *text;      /* (nullable): owned; NULL once the tables of tokens have it */
  char *next;      /* start of the next line */
  char *end;       /* of the text; *end is '\0' */
  char *word;      /* next word of the current line, NULL if there is none; words may be empty */
  guint line;      /* number of the current line, from 1 */
  gboolean summed; /* see extract_model_read () */
} ExtractReader;

/* ---- Lines -------------------------------------------------------------------------------- */

/* The next line becomes the current one. */
gboolean extract_reader_line (ExtractReader *reader, GError **error);
/* Passes "KEY:" at the start of the current line, and the space behind it. */
gboolean extract_reader_enter (ExtractReader *reader, const char *key, GError **error);
/* Both: "KEY: WORDS" or "KEY:". */
gboolean extract_reader_key (ExtractReader *reader, const char *key, GError **error);
/* Whether the next line is "KEY:...". */
gboolean extract_reader_line_is_next (const ExtractReader *reader, const char *key);
/* Whether all words of the current line were taken. */
gboolean extract_reader_end (ExtractReader *reader, GError **error);

/* ---- Words -------------------------------------------------------------------------------- */

/* Returns: (transfer none) (nullable): NULL at the end of the line */
const char *extract_reader_take (ExtractReader *reader);
/* Takes the word @expected. */
gboolean extract_reader_word (ExtractReader *reader, const char *expected, GError **error);
gboolean extract_reader_word_is_next (const ExtractReader *reader, const char *word);
/* @what is for the sentence: "the steepness of a layer". */
gboolean extract_reader_number (ExtractReader *reader, const char *what, ModelDigits digits, double *value,
                                GError **error);
/* A whole number. */
gboolean extract_reader_count (ExtractReader *reader, const char *what, guint *value, GError **error);
