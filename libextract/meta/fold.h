/* SPDX-License-Identifier: MIT */
/* Letters as they are compared: small, and without their accents. */
#pragma once

#include <glib.h>

/* The character at @p; most text is ASCII. */
static inline gunichar
extract_fold_get_char (const char *p)
{
  return (guchar) *p < 0x80 ? (guchar) *p : g_utf8_get_char (p);
}

/* A letter of a word, or a mark on one. */
static inline gboolean
extract_fold_is_letter (gunichar c)
{
  return c < 0x80 ? g_ascii_isalpha ((gchar) c) : g_unichar_isalpha (c) || g_unichar_ismark (c);
}

/* Returns: @c small and without accents; 0 for an accent, or another mark, by itself. */
gunichar extract_fold_char (gunichar c);

/*
 * extract_fold: what is left of @text, letters and digits only, words parted by one space; cut to what @room
 * has place for, with its NUL. Returns: its length in bytes
 */
gsize extract_fold (const char *text, gsize length, char *folded, gsize room);

/* Whether the two are the same when folded, at most 1023 bytes of it. Neither is when nothing is left. */
gboolean extract_fold_is_same (const char *a, const char *b);

/*
 * How some words begin: of most texts, their first two letters tell that none of the words is there, before
 * anything is folded. In the bits of seconds[first letter], the second letters; of both the low five bits.
 */
typedef struct {
  guint32 seconds[32];
} ExtractStarts;

/* @word: folded */
static inline void
extract_starts_add (ExtractStarts *starts, const char *word)
{
  starts->seconds[word[0] & 31] |= 1u << (word[1] & 31);
}

/* Whether a word of ASCII letters may be at @text, which ends in a NUL. */
static inline gboolean
extract_starts_has (const ExtractStarts *starts, const char *text)
{
  return (starts->seconds[text[0] & 31] >> (text[1] & 31)) & 1;
}

/* Whether @text, once folded, may begin with one of the words. */
gboolean extract_starts_may_begin (const ExtractStarts *starts, const char *text, gsize length);
