/* SPDX-License-Identifier: MIT */
/*
 * Tokens of a page.
 *
 *   shapes of elements: tag and attributes ─┐
 *                                           ├> tokens -> hashes -> sorted, each once
 *   blocks -> words, as text-stats.c cuts ──┘
 *
 * Where there are many, hashes are sorted digit by digit: whatever a page holds, the time is linear.
 */
#include "token.h"

#include <string.h>

#include "scratch.h"
#include "text-stats.h"

/* Hashes that there is room for at first. */
#define FIRST_HASHES 4096

/* Bytes of a word, or of a value of role, itemprop or itemtype; the rest is cut off. */
#define MAX_WORD 64
/* The whole text of a block of so many words is a token. */
#define MAX_TEXT_WORDS 6

/* Bytes of the longest token of an element: a name, a word of an attribute with its prefix. */
#define MAX_ELEMENT_TOKEN (MAX_WORD + 16)

guint32
extract_token_hash (const char *token, gsize length)
{
  guint32 hash = 0x811c9dc5;

  /* FNV-1a, then the end of MurmurHash3: each bit depends on each byte. */
  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guchar) token[i]) * 0x01000193;
  hash = (hash ^ hash >> 16) * 0x85ebca6b;
  hash = (hash ^ hash >> 13) * 0xc2b2ae35;
  return hash ^ hash >> 16;
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

/* ---- Elements -------------------------------------------------------------------------------- */

/* One after another: the words of class and id. */
static void
foreach_name (const ExtractPage *page, const ExtractElement *element, ExtractTokenFunc func, gpointer data)
{
  char token[EXTRACT_MAX_NAME + 1] = ".";
  guint n = 0;

  for (ExtractAttribute a = EXTRACT_ATTRIBUTE_CLASS; a <= EXTRACT_ATTRIBUTE_ID; a++) {
    const char *position = extract_page_get_attribute (page, element, a);
    gsize length;

    while (n < EXTRACT_MAX_NAMES && (length = extract_names_next (&position, token + 1)) > 0) {
      func (token, length + 1, data);
      n++;
    }
  }
}

/* The pieces between white space. @is_address: what stands behind their last / or # */
static void
foreach_piece (const char *prefix, const char *value, gboolean is_address, ExtractTokenFunc func,
               gpointer data)
{
  char token[MAX_ELEMENT_TOKEN];
  gsize start = strlen (prefix), length = start;

  memcpy (token, prefix, start);
  for (const char *p = value;; p++) {
    if (*p == '\0' || g_ascii_isspace (*p)) {
      length = extract_token_whole_length (token, length);
      if (length > start)
        func (token, length, data);
      length = start;
    } else if (is_address && (*p == '/' || *p == '#'))
      length = start;
    else if (length < start + MAX_WORD)
      token[length++] = g_ascii_tolower (*p);
    if (*p == '\0')
      return;
  }
}

static void
foreach_tag (ExtractTag tag, ExtractTokenFunc func, gpointer data)
{
  char token[MAX_ELEMENT_TOKEN] = "<";
  char *end = g_stpcpy (g_stpcpy (token + 1, extract_tag_get_name (tag)), ">");

  func (token, (gsize) (end - token), data);
}

static void
foreach_value (const char *role, const char *itemprop, const char *itemtype, ExtractTokenFunc func,
               gpointer data)
{
  if (*role)
    foreach_piece ("role=", role, FALSE, func, data);
  if (*itemprop)
    foreach_piece ("itemprop=", itemprop, FALSE, func, data);
  if (*itemtype)
    foreach_piece ("itemtype=", itemtype, TRUE, func, data);
}

void
extract_token_foreach_of_element (const ExtractPage *page, const ExtractElement *element,
                                  ExtractTokenFunc func, gpointer data)
{
  foreach_tag (element->tag, func, data);
  if (element->attributes == 0)
    return;
  foreach_name (page, element, func, data);
  foreach_value (extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_ROLE),
                 extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_ITEMPROP),
                 extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_ITEMTYPE), func, data);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* A text on its way. */
typedef struct {
  ExtractTokenFunc func;
  gpointer data;
  char word[MAX_WORD];
  gsize length;
  guint chars;         /* of the word, also those that were cut off; 0 between words */
  gboolean apostrophe; /* behind one that followed a letter */
  char pair[2 * 4];    /* the Han or kana character just before, 0 bytes if there is none */
  gsize pair_length;
  char whole[1 + MAX_TEXT_WORDS * (MAX_WORD + 1)];
  gsize whole_length;
  guint words;
} Cutter;

static void
end_word (Cutter *cutter)
{
  if (cutter->chars == 0)
    return;
  cutter->func (cutter->word, cutter->length, cutter->data);
  if (cutter->words < MAX_TEXT_WORDS) {
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
  cutter->chars++;
  if (cutter->length + n > MAX_WORD)
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
    if (cutter->length < MAX_WORD)
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
  if (cutter.words > 0 && cutter.words <= MAX_TEXT_WORDS)
    func (cutter.whole, cutter.whole_length, data);
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

/* Hashes of many groups (shapes, blocks), one group after another. */
typedef struct {
  guint32 *items; /* [room]; owned */
  guint32 n;
  guint32 room;
} Hashes;

static inline void
hashes_append (Hashes *hashes, guint32 hash)
{
  if (hashes->n == hashes->room) {
    hashes->room *= 2;
    hashes->items = g_renew (guint32, hashes->items, hashes->room);
  }
  hashes->items[hashes->n++] = hash;
}

static void
add_hash (const char *token, gsize length, gpointer data)
{
  hashes_append (data, extract_token_hash (token, length));
}

/* One pass of a sort by the digits of the hashes: @from -> @to */
static void
sort_by_digit (const guint32 *from, guint32 *to, guint32 n, guint shift)
{
  guint32 places[256] = { 0 }, place = 0;

  for (guint32 i = 0; i < n; i++)
    places[from[i] >> shift & 0xff]++;
  for (guint d = 0; d < G_N_ELEMENTS (places); d++) {
    guint32 count = places[d];

    places[d] = place;
    place += count;
  }
  for (guint32 i = 0; i < n; i++)
    to[places[from[i] >> shift & 0xff]++] = from[i];
}

/* Most groups have some ten hashes: those are put into their places one by one. */
#define FEW 64

static void
sort_hashes (guint32 *items, guint32 n)
{
  if (n <= FEW) {
    for (guint32 i = 1; i < n; i++) {
      guint32 hash = items[i], k = i;

      for (; k > 0 && items[k - 1] > hash; k--)
        items[k] = items[k - 1];
      items[k] = hash;
    }
    return;
  }
  ExtractScratch *scratch = extract_scratch_begin ();
  guint32 *spare = extract_scratch_take (scratch, n, sizeof *spare);

  for (guint shift = 0; shift < 32; shift += 16) {
    sort_by_digit (items, spare, n, shift);
    sort_by_digit (spare, items, n, shift + 8);
  }
  extract_scratch_end (scratch);
}

/* The group that begins at @start is complete: sorts it, and leaves out what it has twice. */
static void
hashes_end_group (Hashes *hashes, guint32 start)
{
  guint32 n = start;

  sort_hashes (hashes->items + start, hashes->n - start);
  for (guint32 i = start; i < hashes->n; i++)
    if (n == start || hashes->items[n - 1] != hashes->items[i])
      hashes->items[n++] = hashes->items[i];
  hashes->n = n;
}

/* As extract_token_foreach_of_element () has them, with names that have been cut already. */
static void
add_shape (const ExtractPage *page, const ExtractNames *names, guint32 shape, Hashes *hashes)
{
  guint n;
  const ExtractNameWord *words = extract_names_get_words (names, shape, &n);

  foreach_tag (extract_page_element (page, names->shapes[shape].element)->tag, add_hash, hashes);
  for (guint k = 0; k < MIN (n, EXTRACT_MAX_NAMES); k++)
    hashes_append (hashes, names->names[words[k].name].hash);
  foreach_value (extract_names_get_attribute (names, page, shape, EXTRACT_ATTRIBUTE_ROLE),
                 extract_names_get_attribute (names, page, shape, EXTRACT_ATTRIBUTE_ITEMPROP),
                 extract_names_get_attribute (names, page, shape, EXTRACT_ATTRIBUTE_ITEMTYPE), add_hash,
                 hashes);
}

static ExtractTokens *
make_tokens (ExtractDocument *document)
{
  const ExtractNames *names = extract_page_get_names (document->page);
  ExtractTokens *tokens = g_new0 (ExtractTokens, 1);
  Hashes of_shapes = { .items = g_new (guint32, FIRST_HASHES), .room = FIRST_HASHES }, of_blocks = of_shapes;

  tokens->names = names;
  tokens->shape_starts = g_new0 (guint32, (gsize) names->n_shapes + 1);
  for (guint32 s = 0; s < names->n_shapes; s++) {
    if (names->shapes[s].has_blocks)
      add_shape (document->page, names, s, &of_shapes);
    hashes_end_group (&of_shapes, tokens->shape_starts[s]);
    tokens->shape_starts[s + 1] = of_shapes.n;
  }
  tokens->shape_tokens = of_shapes.items;

  of_blocks.items = g_new (guint32, FIRST_HASHES);
  tokens->word_starts = g_new0 (guint32, (gsize) document->n_blocks + 1);
  for (guint i = 0; i < document->n_blocks; i++) {
    extract_token_foreach_of_text (extract_document_text (document, i),
                                   extract_document_piece (document, i)->length, add_hash, &of_blocks);
    hashes_end_group (&of_blocks, tokens->word_starts[i]);
    tokens->word_starts[i + 1] = of_blocks.n;
  }
  tokens->words = of_blocks.items;
  return tokens;
}

const ExtractTokens *
extract_document_get_tokens (ExtractDocument *document)
{
  ExtractTokens **place = &document->page->tokens;
  ExtractTokens *tokens = g_atomic_pointer_get (place);

  if (tokens)
    return tokens;
  tokens = make_tokens (document);
  if (g_atomic_pointer_compare_and_exchange (place, NULL, tokens))
    return tokens;
  extract_tokens_free (tokens);
  return g_atomic_pointer_get (place);
}

void
extract_tokens_free (ExtractTokens *tokens)
{
  g_free (tokens->shape_starts);
  g_free (tokens->shape_tokens);
  g_free (tokens->word_starts);
  g_free (tokens->words);
  g_free (tokens);
}
