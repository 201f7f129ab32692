/* SPDX-License-Identifier: MIT */
/*
 * Only this file splits names into words. Each shape is split once, and each word is looked up among the
 * names of the page so far. Both tables are caches: what is not found in PROBES places gets a new number,
 * even if the name has one already, so that names made to collide cost nothing.
 */
#include "libextract/page/names.h"

#include <string.h>

#include "libextract/base/scratch.h"
#include "libextract/text/token.h"

#define PROBES 8

/* ---- Words ----------------------------------------------------------------------------------- */

/* What a byte of a name is; 0: it parts words. */
enum { NAME_SMALL = 1, NAME_CAPITAL, NAME_OTHER };
static const guint8 name_kinds[256] = {
  ['a' ... 'z'] = NAME_SMALL,
  ['A' ... 'Z'] = NAME_CAPITAL,
  ['0' ... '9'] = NAME_OTHER,
  [0x80 ... 0xff] = NAME_OTHER,
};

static const guint8 is_space[256] = { [' '] = 1, ['\t'] = 1, ['\n'] = 1, ['\r'] = 1, ['\f'] = 1 };

/* @spaces: (inout): grows if there is white space before the word
 * @hash: (out): that of its token, which has a full stop in front of it */
static inline gsize
next_name (const char **position, char name[EXTRACT_MAX_NAME], guint *spaces, guint32 *hash)
{
  const guint32 start = extract_hash_add (EXTRACT_HASH_START, '.');
  const char *p = *position;
  guint32 letters = start;
  gsize length = 0;

  /* Until a name is long enough. */
  while (*p && length < 2) {
    guint last = 0, kind;

    length = 0;
    letters = start;
    for (; *p && !name_kinds[(guchar) *p]; p++)
      *spaces += is_space[(guchar) *p];
    for (; (kind = name_kinds[(guchar) *p]); p++) {
      if (kind == NAME_CAPITAL && last == NAME_SMALL)
        break;
      last = kind;
      if (length < EXTRACT_MAX_NAME - 1) {
        name[length] = kind == NAME_CAPITAL ? *p | 0x20 : *p;
        letters = extract_hash_add (letters, (guchar) name[length++]);
      }
    }
  }
  *position = p;
  if (length < 2)
    length = 0;
  else if ((guchar) name[length - 1] >= 0x80) {
    length = extract_token_whole_length (name, length);
    letters = start;
    for (gsize i = 0; i < length; i++)
      letters = extract_hash_add (letters, (guchar) name[i]);
  }
  name[length] = '\0';
  *hash = extract_hash_finish (letters);
  return length;
}

gsize
extract_names_next (const char **position, char name[EXTRACT_MAX_NAME])
{
  guint spaces = 0;
  guint32 hash;

  return next_name (position, name, &spaces, &hash);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Where its attributes begin, if it has any: offsets into ExtractPage.strings. Returns: bytes of all of them,
 * with their NULs */
static inline gsize
find_attributes (const ExtractPage *page, const ExtractElement *element,
                 guint32 attributes[EXTRACT_N_ATTRIBUTES])
{
  const char *start = page->strings->str, *p = start + element->attributes;

  for (guint a = 0; a < EXTRACT_N_ATTRIBUTES; a++) {
    attributes[a] = (guint32) (p - start);
    /* Most elements have one or two of them. */
    p += *p ? strlen (p) + 1 : 1;
  }
  return (gsize) (p - start) - element->attributes;
}

static guint32
hash_shape (const ExtractPage *page, const ExtractElement *element, gsize length)
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
  return a->tag == b->tag && b->attributes + length <= page->strings->len &&
         memcmp (page->strings->str + a->attributes, page->strings->str + b->attributes, length) == 0;
}

/* A power of two, at least twice @n; its bits. */
static guint
count_bits (gsize n)
{
  guint bits = 4;

  while (bits < 31 && (1u << bits) < 2 * n)
    bits++;
  return bits;
}

/* The shapes of a page, as they are found. */
typedef struct {
  ExtractShape *shapes;          /* [n_elements + 1] */
  guint32 plain[EXTRACT_N_TAGS]; /* shape + 1 of elements without attributes, by tag */
  guint32 *slots;                /* [1 << bits + PROBES]: shape + 1 of the others */
  guint bits;
} Shapes;

/* @shape: where a new one would go; gets its attributes
 * Returns: (nullable): the slot of the shape of @element, or the free one for it */
static inline guint32 *
find_slot (const ExtractPage *page, const ExtractElement *element, Shapes *all, ExtractShape *shape)
{
  gsize length;
  guint32 *slot, *end;

  if (element->attributes == 0) {
    memset (shape->attributes, 0, sizeof shape->attributes);
    return &all->plain[element->tag];
  }
  length = find_attributes (page, element, shape->attributes);
  slot = all->slots + (hash_shape (page, element, length) >> (32 - all->bits));
  end = slot + PROBES;
  while (slot<end && * slot> 0 &&
         !same_shape (page, element, length, extract_page_element (page, all->shapes[*slot - 1].element)))
    slot++;
  return slot < end ? slot : NULL;
}

static void
find_shapes (const ExtractPage *page, ExtractNames *names)
{
  const guint n = page->elements.len;
  ExtractScratch *scratch = extract_scratch_begin ();
  Shapes all = { .bits = count_bits (n) };

  all.slots = extract_scratch_take0 (scratch, (1u << all.bits) + PROBES, sizeof (guint32));
  all.shapes = extract_scratch_take (scratch, (gsize) n + 1, sizeof (ExtractShape));
  names->element_shapes = EXTRACT_NEW (guint32, n);
  for (guint32 e = 0; e < n; e++) {
    ExtractShape *shape = &all.shapes[names->n_shapes];
    guint32 *slot = find_slot (page, extract_page_element (page, e), &all, shape);

    if (slot && *slot > 0) {
      names->element_shapes[e] = *slot - 1;
      continue;
    }
    shape->element = e;
    shape->has_blocks = FALSE;
    names->element_shapes[e] = names->n_shapes++;
    if (slot)
      *slot = names->n_shapes;
  }
  names->shapes = extract_memory_dup (all.shapes, names->n_shapes + 1, sizeof (ExtractShape));
  extract_scratch_end (scratch);
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* Room at first. */
#define FIRST_NAMES 256

/* The names of a page, as they are found. */
typedef struct {
  ExtractNameWord *words; /* [room] */
  guint n_words;
  guint room;
  ExtractRows names;      /* ExtractName */
  ExtractString *letters; /* of the names, each before a NUL */
  guint32 *slots;         /* [1 << bits + PROBES]: name + 1; owned */
  guint bits;
} Cutter;

static gboolean
same_name (const Cutter *cutter, const ExtractName *name, guint32 hash, const char *letters, gsize length)
{
  return name->hash == hash && name->length == length &&
         memcmp (cutter->letters->str + name->letters, letters, length) == 0;
}

/* Returns: the first free slot from that of @hash on, or that of the name; NULL if there is none nearby. */
static guint32 *
seek_slot (const Cutter *cutter, guint32 hash, const char *letters, gsize length)
{
  guint32 *slot = cutter->slots + (hash >> (32 - cutter->bits)), *end = slot + PROBES;

  while (slot<end && * slot> 0 &&
         !same_name (cutter, ROWS_INDEX (cutter->names, ExtractName, *slot - 1), hash, letters, length))
    slot++;
  return slot < end ? slot : NULL;
}

/* Twice as many slots. */
static void
grow_slots (Cutter *cutter)
{
  extract_memory_free (cutter->slots);
  cutter->bits++;
  cutter->slots = EXTRACT_NEW0 (guint32, (1u << cutter->bits) + PROBES);
  for (guint32 k = 0; k < cutter->names.len; k++) {
    const ExtractName *name = ROWS_INDEX (cutter->names, ExtractName, k);
    guint32 *slot = seek_slot (cutter, name->hash, cutter->letters->str + name->letters, name->length);

    if (slot)
      *slot = k + 1;
  }
}

/* Returns: the number of the name */
static guint32
find_name (Cutter *cutter, const char *letters, gsize length, guint32 hash)
{
  guint32 *slot = seek_slot (cutter, hash, letters, length);
  ExtractName name = { cutter->letters->len, (guint32) length, hash };

  if (slot && *slot > 0)
    return *slot - 1;
  extract_string_append (cutter->letters, letters, (gssize) length + 1);
  *ROWS_ADD (cutter->names, ExtractName) = name;
  if (slot)
    *slot = cutter->names.len;
  if (2 * cutter->names.len > 1u << cutter->bits)
    grow_slots (cutter);
  return cutter->names.len - 1;
}

static void
cut_words (Cutter *cutter, const char *value)
{
  char name[EXTRACT_MAX_NAME];
  guint32 hash;
  guint spaces = 1;

  for (gsize length; (length = next_name (&value, name, &spaces, &hash)) > 0; spaces = 0) {
    if (cutter->n_words == cutter->room)
      cutter->words = rows_grow (cutter->words, &cutter->room, sizeof (ExtractNameWord));
    cutter->words[cutter->n_words++] =
        (ExtractNameWord){ find_name (cutter, name, length, hash), spaces > 0 };
  }
}

/* Elements come after their parents. */
static void
find_blocks (const ExtractPage *page, ExtractNames *names)
{
  ExtractScratch *scratch = extract_scratch_begin ();
  guint8 *has_blocks = extract_scratch_take0 (scratch, page->elements.len, sizeof *has_blocks);

  for (guint i = 0; i < page->pieces.len; i++)
    has_blocks[ROWS_INDEX (page->pieces, ExtractPiece, i)->element] = TRUE;
  for (guint32 e = page->elements.len; e-- > 0;) {
    guint32 parent = extract_page_element (page, e)->parent;

    if (!has_blocks[e])
      continue;
    names->shapes[names->element_shapes[e]].has_blocks = TRUE;
    if (parent != EXTRACT_NO_ELEMENT)
      has_blocks[parent] = TRUE;
  }
  extract_scratch_end (scratch);
}

static void
cut_names (const ExtractPage *page, ExtractNames *names)
{
  Cutter cutter = {
    .words = EXTRACT_NEW (ExtractNameWord, FIRST_NAMES),
    .room = FIRST_NAMES,
    .letters = extract_string_new (),
    .slots = EXTRACT_NEW0 (guint32, 2 * FIRST_NAMES + PROBES),
    .bits = count_bits (FIRST_NAMES),
  };

  for (guint32 s = 0; s < names->n_shapes; s++) {
    names->shapes[s].class_words = names->shapes[s].id_words = cutter.n_words;
    if (!names->shapes[s].has_blocks)
      continue;
    cut_words (&cutter, extract_names_get_attribute (names, page, s, EXTRACT_ATTRIBUTE_CLASS));
    names->shapes[s].id_words = cutter.n_words;
    cut_words (&cutter, extract_names_get_attribute (names, page, s, EXTRACT_ATTRIBUTE_ID));
  }
  names->shapes[names->n_shapes].class_words = cutter.n_words;
  names->words = cutter.words;
  names->n_names = cutter.names.len;
  names->names = cutter.names.data;
  names->letters = extract_string_free_to_str (cutter.letters);
  extract_memory_free (cutter.slots);
}

static gpointer
make_names (gpointer data)
{
  ExtractPage *page = data;
  ExtractNames *names = EXTRACT_NEW0 (ExtractNames, 1);

  find_shapes (page, names);
  find_blocks (page, names);
  cut_names (page, names);
  return names;
}

static void
names_free (gpointer data)
{
  ExtractNames *names = data;

  extract_memory_free (names->element_shapes);
  extract_memory_free (names->shapes);
  extract_memory_free (names->words);
  extract_memory_free (names->names);
  extract_memory_free (names->letters);
  extract_memory_free (names);
}

const ExtractNames *
extract_page_get_names (ExtractPage *page)
{
  return extract_page_keep (page, EXTRACT_SLOT_NAMES, make_names, page, names_free);
}
