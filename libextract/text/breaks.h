/* SPDX-License-Identifier: MIT */
/*
 * Where words and sentences of a text break, by the rules and dictionaries of ICU (Unicode Standard Annex
 * 29). ICU is loaded when it is first needed: with its data it would cost each start of a program more than a
 * page does. Each thread has iterators of its own, and keeps them.
 */
#pragma once

#include "libextract/base/rows.h"

/* What stands before a break. */
typedef enum {
  EXTRACT_BREAK_OTHER, /* white space, a sign; of sentences always */
  EXTRACT_BREAK_NUMBER,
  EXTRACT_BREAK_WORD,
  EXTRACT_BREAK_IDEOGRAPHS, /* Han or kana: no white space between words */
} ExtractBreakKind;

typedef struct {
  guint32 end;  /* in bytes */
  guint32 kind; /* ExtractBreakKind */
} ExtractBreak;

typedef enum { EXTRACT_BREAKS_OF_WORDS, EXTRACT_BREAKS_OF_SENTENCES, EXTRACT_N_BREAKS } ExtractBreaks;

/* Loads ICU. Returns: FALSE with G_IO_ERROR_NOT_SUPPORTED if it is not there */
gboolean extract_breaks_load (GError **error);

/* Adds the ExtractBreak of @text, valid UTF-8 of less than 2 GB, to @breaks; the last one is at its end. In
 * the run at hand, which it leaves if there is no ICU. */
void extract_breaks_find (ExtractBreaks which, const char *text, gsize length, ExtractRows *breaks);
