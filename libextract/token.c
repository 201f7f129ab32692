/* SPDX-License-Identifier: MIT */
/*
 * Tokens of a page.
 *
 *   elements -> shapes: tag and attributes ─┐
 *                                           ├> tokens -> hashes -> sorted, each once
 *   blocks -> words, as text-stats.c cuts ──┘
 *
 * Hashes are sorted digit by digit, all of the page at once: whatever a page holds, the time is linear.
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

/* Returns: the length of @text without a character that was cut at its end. */
static gsize
without_broken_end (const char *text, gsize length)
{
  gsize last = length;

  while (last > 0 && ((guchar) text[last - 1] & 0xc0) == 0x80)
    last--;
  if (last > 0 && last - 1 + (gsize) g_utf8_skip[(guchar) text[last - 1]] > length)
    return last - 1;
  return length;
}

/* ---- Elements -------------------------------------------------------------------------------- */

/* What a byte of a name is; 0: it parts words. */
enum { NAME_SMALL = 1, NAME_CAPITAL, NAME_OTHER };
static const guint8 name_kinds[256] = {
  ['a' ... 'z'] = NAME_SMALL,
  ['A' ... 'Z'] = NAME_CAPITAL,
  ['0' ... '9'] = NAME_OTHER,
  [0x80 ... 0xff] = NAME_OTHER,
};

gsize
extract_token_next_name (const char **position, char name[EXTRACT_MAX_NAME])
{
  const char *p = *position;
  gsize length = 0;

  /* Until a name is long enough. */
  while (*p && length < 2) {
    guint last = 0, kind;

    length = 0;
    while (*p && !name_kinds[(guchar) *p])
      p++;
    for (; (kind = name_kinds[(guchar) *p]); p++) {
      if (kind == NAME_CAPITAL && last == NAME_SMALL)
        break;
      last = kind;
      if (length < EXTRACT_MAX_NAME - 1)
        name[length++] = kind == NAME_CAPITAL ? *p | 0x20 : *p;
    }
  }
  *position = p;
  length = length < 2 ? 0 : without_broken_end (name, length);
  name[length] = '\0';
  return length;
}

/* One after another: the words of class and id. */
static void
foreach_name (const ExtractPage *page, const ExtractElement *element, ExtractTokenFunc func, gpointer data)
{
  char token[EXTRACT_MAX_NAME + 1] = ".";
  guint n = 0;

  for (ExtractAttribute a = EXTRACT_ATTRIBUTE_CLASS; a <= EXTRACT_ATTRIBUTE_ID; a++) {
    const char *position = extract_page_get_attribute (page, element, a);
    gsize length;

    while (n < EXTRACT_MAX_NAMES && (length = extract_token_next_name (&position, token + 1)) > 0) {
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
      length = without_broken_end (token, length);
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

void
extract_token_foreach_of_element (const ExtractPage *page, const ExtractElement *element,
                                  ExtractTokenFunc func, gpointer data)
{
  char tag[MAX_ELEMENT_TOKEN];

  func (tag, (gsize) g_snprintf (tag, sizeof tag, "<%s>", extract_tag_get_name (element->tag)), data);
  if (element->attributes == 0)
    return;
  foreach_name (page, element, func, data);
  foreach_piece ("role=", extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_ROLE), FALSE, func,
                 data);
  foreach_piece ("itemprop=", extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_ITEMPROP), FALSE,
                 func, data);
  foreach_piece ("itemtype=", extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_ITEMTYPE), TRUE,
                 func, data);
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

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Bytes of all attributes of an element, with their NULs; 0 if it has none. */
static gsize
attributes_length (const ExtractPage *page, const ExtractElement *element)
{
  const char *last;

  if (element->attributes == 0)
    return 0;
  last = extract_page_get_attribute (page, element, EXTRACT_N_ATTRIBUTES - 1);
  return (gsize) (last + strlen (last) + 1 - (page->strings->str + element->attributes));
}

static guint32
shape_hash (const ExtractPage *page, const ExtractElement *element, gsize length)
{
  const char *attributes = page->strings->str + element->attributes;
  guint64 hash = element->tag, part = 0;
  gsize i = 0;

  /* Eight bytes at once: this reads all names of a page. */
  for (; i + sizeof part <= length; i += sizeof part) {
    memcpy (&part, attributes + i, sizeof part);
    hash = (hash ^ part) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  part = 0;
  memcpy (&part, attributes + i, length - i);
  hash = (hash ^ part) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint32) (hash >> 32);
}

/* @length: of the attributes of @a. As these end with their last NUL, equal bytes are equal attributes. */
static gboolean
same_shape (const ExtractPage *page, const ExtractElement *a, gsize length, const ExtractElement *b)
{
  return a->tag == b->tag && (a->attributes == 0) == (b->attributes == 0) &&
         b->attributes + length <= page->strings->len &&
         memcmp (page->strings->str + a->attributes, page->strings->str + b->attributes, length) == 0;
}

/*
 * Finds the shape of each element. The table of shapes is a cache: one that is not found in PROBES places
 * gets a number of its own, even if there is another such shape, so that names which were made to collide
 * cost nothing.
 */
#define PROBES 8
static void
find_shapes (const ExtractPage *page, ExtractTokens *tokens)
{
  guint n = page->elements->len, bits = 4;

  while (bits < 31 && (1u << bits) < 2 * (gsize) n)
    bits++;
  g_autofree guint32 *slots = g_new0 (guint32, (1u << bits) + PROBES); /* shape + 1 */

  tokens->element_shapes = g_new (guint32, n);
  tokens->shape_elements = g_new (guint32, n);
  for (guint32 e = 0; e < n; e++) {
    const ExtractElement *element = extract_page_element (page, e);
    gsize length = attributes_length (page, element);
    guint32 *slot = slots + (shape_hash (page, element, length) >> (32 - bits)), *end = slot + PROBES;

    while (
        slot<end && * slot> 0 &&
        !same_shape (page, element, length, extract_page_element (page, tokens->shape_elements[*slot - 1])))
      slot++;
    if (slot<end && * slot> 0) {
      tokens->element_shapes[e] = *slot - 1;
      continue;
    }
    tokens->shape_elements[tokens->n_shapes] = e;
    tokens->element_shapes[e] = tokens->n_shapes++;
    if (slot < end)
      *slot = tokens->n_shapes;
  }
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

/* Hashes of many groups (shapes, blocks), one group after another. */
typedef struct {
  guint64 *items; /* [room]: number of the group << 32 | hash; owned */
  gsize n;
  gsize room;
  guint64 group; /* the one being read, << 32 */
} Hashes;

static void
add_hash (const char *token, gsize length, gpointer data)
{
  Hashes *hashes = data;

  if (hashes->n == hashes->room) {
    hashes->room *= 2;
    hashes->items = g_renew (guint64, hashes->items, hashes->room);
  }
  hashes->items[hashes->n++] = hashes->group | extract_token_hash (token, length);
}

/* One pass of a sort by the digits of the hashes: @from -> @to */
static void
sort_by_digit (const guint64 *from, guint64 *to, gsize n, guint shift)
{
  gsize places[256] = { 0 }, place = 0;

  for (gsize i = 0; i < n; i++)
    places[from[i] >> shift & 0xff]++;
  for (guint d = 0; d < G_N_ELEMENTS (places); d++) {
    gsize count = places[d];

    places[d] = place;
    place += count;
  }
  for (gsize i = 0; i < n; i++)
    to[places[from[i] >> shift & 0xff]++] = from[i];
}

/*
 * Sorts the hashes of each group, and leaves out those that it has twice.
 * @starts: (out): [n_groups + 1]
 * Returns: (transfer full)
 */
static guint32 *
distinct_hashes (const Hashes *found, guint n_groups, guint32 **starts)
{
  gsize n = found->n;
  guint64 *a = found->items;
  ExtractScratch *scratch = extract_scratch_begin ();
  guint64 *b = extract_scratch_take (scratch, n, sizeof (guint64));
  guint32 *ends = extract_scratch_take0 (scratch, (gsize) n_groups + 1, sizeof (guint32));
  guint32 *hashes = g_new (guint32, n + 1), *out = hashes;

  for (gsize i = 0; i < n; i++)
    ends[(a[i] >> 32) + 1]++;
  for (guint g = 0; g < n_groups; g++)
    ends[g + 1] += ends[g];
  for (guint shift = 0; shift < 32; shift += 16) {
    sort_by_digit (a, b, n, shift);
    sort_by_digit (b, a, n, shift + 8);
  }
  /* Back into their groups: the order of the hashes stays. */
  for (gsize i = 0; i < n; i++)
    b[ends[a[i] >> 32]++] = a[i];

  *starts = g_new (guint32, (gsize) n_groups + 1);
  for (guint32 g = 0, i = 0; g < n_groups; g++) {
    (*starts)[g] = (guint32) (out - hashes);
    for (; i < ends[g]; i++)
      if (out == hashes + (*starts)[g] || out[-1] != (guint32) b[i])
        *out++ = (guint32) b[i];
  }
  (*starts)[n_groups] = (guint32) (out - hashes);
  extract_scratch_end (scratch);
  return hashes;
}

static ExtractTokens *
make_tokens (ExtractDocument *document)
{
  const ExtractPage *page = document->page;
  ExtractTokens *tokens = g_new0 (ExtractTokens, 1);
  Hashes hashes = { .items = g_new (guint64, FIRST_HASHES), .room = FIRST_HASHES };

  find_shapes (page, tokens);
  for (guint32 s = 0; s < tokens->n_shapes; s++) {
    hashes.group = (guint64) s << 32;
    extract_token_foreach_of_element (page, extract_page_element (page, tokens->shape_elements[s]), add_hash,
                                      &hashes);
  }
  tokens->shape_tokens = distinct_hashes (&hashes, tokens->n_shapes, &tokens->shape_starts);

  hashes.n = 0;
  for (guint i = 0; i < document->n_blocks; i++) {
    hashes.group = (guint64) i << 32;
    extract_token_foreach_of_text (extract_document_text (document, i),
                                   extract_document_piece (document, i)->length, add_hash, &hashes);
  }
  tokens->words = distinct_hashes (&hashes, document->n_blocks, &tokens->word_starts);
  g_free (hashes.items);
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
  g_free (tokens->element_shapes);
  g_free (tokens->shape_elements);
  g_free (tokens->shape_starts);
  g_free (tokens->shape_tokens);
  g_free (tokens->word_starts);
  g_free (tokens->words);
  g_free (tokens);
}
