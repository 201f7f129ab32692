/* SPDX-License-Identifier: MIT */
/*
 * Tokens of texts. facts.c, which reads the texts for other things, too, gives the hashes of the strings that
 * extract_token_foreach_of_text () gives.
 *
 * Where there are many, hashes are sorted digit by digit: whatever a page holds, the time is linear.
 */
#include "libextract/text/token.h"

#include <string.h>

#include "libextract/base/scratch.h"
#include "libextract/text/kind.h"

guint32
extract_token_hash (const char *token, gsize length)
{
  guint32 hash = EXTRACT_HASH_START;

  for (gsize i = 0; i < length; i++)
    hash = extract_hash_add (hash, (guchar) token[i]);
  return extract_hash_finish (hash);
}

gsize
extract_token_whole_length (const char *text, gsize length)
{
  gsize last = length;

  while (last > 0 && ((guchar) text[last - 1] & 0xc0) == 0x80)
    last--;
  if (last > 0 && last - 1 + (gsize) g_utf8_skip[(guchar) text[last - 1]] > length)
    return last - 1;
  return length;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* A text on its way. */
typedef struct {
  ExtractTokenFunc func;
  gpointer data;
  char word[EXTRACT_MAX_WORD];
  gsize length;
  guint chars;         /* of the word, also those that were cut off, without apostrophes; 0 between words */
  gboolean apostrophe; /* behind one that followed a letter */
  char pair[2 * 4];    /* the Han or kana character just before, 0 bytes if there is none */
  gsize pair_length;
  char whole[1 + EXTRACT_MAX_TEXT_WORDS * (EXTRACT_MAX_WORD + 1)];
  gsize whole_length;
  guint words;
} Cutter;

static void
end_word (Cutter *cutter)
{
  if (cutter->chars == 0)
    return;
  cutter->func (cutter->word, cutter->length, cutter->data);
  if (cutter->words < EXTRACT_MAX_TEXT_WORDS) {
    cutter->whole[cutter->whole_length++] = cutter->words == 0 ? '=' : ' ';
    memcpy (cutter->whole + cutter->whole_length, cutter->word, cutter->length);
    cutter->whole_length += cutter->length;
  }
  cutter->words++;
  cutter->chars = 0;
  cutter->length = 0;
}

static void
append_char (Cutter *cutter, gunichar c)
{
  char bytes[6];
  gsize n = 1;

  if (c < 0x80)
    bytes[0] = g_ascii_tolower ((char) c);
  else
    /* A final sigma is a sigma. */
    n = (gsize) g_unichar_to_utf8 (c == 0x3c2 ? 0x3c3 : g_unichar_tolower (c), bytes);
  cutter->chars += c != '\'';
  if (cutter->length + n > EXTRACT_MAX_WORD)
    return;
  memcpy (cutter->word + cutter->length, bytes, n);
  cutter->length += n;
}

/* A character that is a word. Alone it says little, so each two neighbours are a token, too. */
static void
add_han (Cutter *cutter, gunichar c)
{
  append_char (cutter, c);
  if (cutter->pair_length > 0) {
    memcpy (cutter->pair + cutter->pair_length, cutter->word, cutter->length);
    cutter->func (cutter->pair, cutter->pair_length + cutter->length, cutter->data);
  }
  memcpy (cutter->pair, cutter->word, cutter->length);
  cutter->pair_length = cutter->length;
  end_word (cutter);
}

/* A character that may be part of a word. */
static void
add_char (Cutter *cutter, gunichar c, ExtractKind kind)
{
  gboolean is_letter = kind != EXTRACT_KIND_DIGIT && kind != EXTRACT_KIND_MARK;

  if (kind == EXTRACT_KIND_HAN || (cutter->apostrophe && !is_letter) ||
      (kind == EXTRACT_KIND_UNSPACED && cutter->chars >= EXTRACT_LETTERS_OF_AN_UNSPACED_WORD))
    end_word (cutter);
  if (kind == EXTRACT_KIND_HAN)
    add_han (cutter, c);
  else {
    cutter->pair_length = 0;
    if (cutter->apostrophe && cutter->chars > 0)
      append_char (cutter, '\'');
    if (kind != EXTRACT_KIND_MARK || cutter->chars > 0)
      append_char (cutter, c);
  }
  cutter->apostrophe = FALSE;
}

/* The way of most characters: letters of ASCII, behind anything but an apostrophe. Returns: their end */
static const char *
add_plain_letters (Cutter *cutter, const char *p, const char *end)
{
  for (; p < end && g_ascii_isalpha (*p); p++) {
    if (cutter->length < EXTRACT_MAX_WORD)
      cutter->word[cutter->length++] = *p | 0x20;
    cutter->chars++;
  }
  return p;
}

void
extract_token_foreach_of_text (const char *text, gsize length, ExtractTokenFunc func, gpointer data)
{
  const char *end = text + length;
  Cutter cutter = { .func = func, .data = data };

  for (const char *p = text; p < end; p = g_utf8_next_char (p)) {
    if (g_ascii_isalpha (*p) && !cutter.apostrophe) {
      cutter.pair_length = 0;
      p = add_plain_letters (&cutter, p, end);
      if (p == end)
        break;
      if (*p == ' ') {
        end_word (&cutter);
        continue;
      }
    }
    gunichar c = g_utf8_get_char (p);
    ExtractKind kind = extract_text_get_kind (c);

    if (kind >= EXTRACT_KIND_SMALL && kind <= EXTRACT_KIND_UNSPACED)
      add_char (&cutter, c, kind);
    else if (kind == EXTRACT_KIND_APOSTROPHE && cutter.chars > 0 && !cutter.apostrophe)
      cutter.apostrophe = TRUE;
    else {
      end_word (&cutter);
      cutter.apostrophe = FALSE;
      cutter.pair_length = 0;
    }
  }
  end_word (&cutter);
  if (cutter.words > 0 && cutter.words <= EXTRACT_MAX_TEXT_WORDS)
    func (cutter.whole, cutter.whole_length, data);
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

void
extract_hashes_grow (ExtractHashes *hashes)
{
  hashes->items = rows_grow (hashes->items, &hashes->room, sizeof (guint32));
}

/* The hashes in the order of @bits of their bits: @from -> @to; those with the same bits stay in order. */
static inline void
sort_by_bits (const guint32 *from, guint32 *to, guint32 n, guint shift, guint bits)
{
  const guint32 mask = (1u << bits) - 1;
  guint32 places[256] = { 0 }, place = 0;

  for (guint32 i = 0; i < n; i++)
    places[from[i] >> shift & mask]++;
  for (guint32 d = 0; d <= mask; d++) {
    guint32 count = places[d];

    places[d] = place;
    place += count;
  }
  for (guint32 i = 0; i < n; i++)
    to[places[from[i] >> shift & mask]++] = from[i];
}

/* Each moves down by a few places, if they are few or nearly in order. */
static void
sort_in_place (guint32 *items, guint32 n)
{
  for (guint32 i = 1; i < n; i++) {
    guint32 hash = items[i], k = i;

    for (; k > 0 && items[k - 1] > hash; k--)
      items[k] = items[k - 1];
    items[k] = hash;
  }
}

#define FEW 16
/* Up to so many, the first six bits leave a few in each place; so many are sorted quickly enough, too, whose
 * bits were made to be the same. */
#define SOME 512

static void
sort_hashes (guint32 *items, guint32 n)
{
  ExtractScratch *scratch;
  guint32 *spare;

  if (n <= FEW) {
    sort_in_place (items, n);
    return;
  }
  scratch = extract_scratch_begin ();
  spare = extract_scratch_take (scratch, n, sizeof *spare);
  if (n <= SOME) {
    memcpy (spare, items, n * sizeof *spare);
    sort_by_bits (spare, items, n, 26, 6);
    sort_in_place (items, n);
  } else
    for (guint shift = 0; shift < 32; shift += 16) {
      sort_by_bits (items, spare, n, shift, 8);
      sort_by_bits (spare, items, n, shift + 8, 8);
    }
  extract_scratch_end (scratch);
}

void
extract_hashes_sort (ExtractHashes *hashes, guint32 start)
{
  guint32 *items = hashes->items, n = start, last;

  if (hashes->n == start)
    return;
  sort_hashes (items + start, hashes->n - start);
  last = ~items[start];
  for (guint32 i = start; i < hashes->n; i++) {
    const guint32 hash = items[i];

    items[n] = hash;
    n += hash != last;
    last = hash;
  }
  hashes->n = n;
}
