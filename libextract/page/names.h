/* SPDX-License-Identifier: MIT */
/*
 * What the elements of a page are called, read once for all that ask: tokens, markup, groups, tree, roles.
 *
 *   elements --same tag and attributes--> shapes --words of class and id--> names
 *
 * A page has a thousand elements, three hundred shapes, and two hundred names. Who wants to know something
 * of names (a hash, a pattern, a role) finds it out for each of them once, puts it together for each shape,
 * and looks it up by the shape of an element.
 */
#pragma once

#include "libextract/page/document.h"

/* The longest word of a class or an id that is read; the rest of it is cut off. */
#define EXTRACT_MAX_NAME 64

/*
 * extract_names_next: the next word of a class or id: cut at everything but letters and digits, and
 * between a small letter and a capital; in lower case; of two characters or more. "mainNav-item_2x" has
 * "main", "nav", "item", "2x".
 * @position: (inout): where to go on
 * @name: (out caller-allocates): NUL-terminated
 * Returns: its length; 0 at the end
 */
gsize extract_names_next (const char **position, char name[EXTRACT_MAX_NAME]);

/* Two names may be the same word, if a page wanted their hashes to collide; that costs only time. */
typedef struct {
  guint32 letters; /* offset into ExtractNames.letters; NUL-terminated there */
  guint32 length;
  guint32 hash; /* of the token ".name" */
} ExtractName;

/* A word of a class or an id: a name, and whether it is the first one behind white space. */
typedef struct {
  guint32 name : 31; /* index into ExtractNames.names */
  guint32 first : 1;
} ExtractNameWord;

typedef struct {
  guint32 element;                          /* one of that shape */
  guint32 attributes[EXTRACT_N_ATTRIBUTES]; /* offsets into ExtractPage.strings */
  /* The words of class, then those of id: indices into ExtractNames.words, up to those of the next shape. A
   * shape whose elements have no blocks in them, as most links and spans, has no words: nobody asks. */
  guint32 class_words;
  guint32 id_words;
  gboolean has_blocks;
} ExtractShape;

typedef struct ExtractNames {
  guint32 *element_shapes; /* [n_elements] */
  ExtractShape *shapes;    /* [n_shapes + 1]: of the last one only class_words means something */
  guint n_shapes;
  ExtractNameWord *words;
  ExtractName *names; /* [n_names] */
  guint n_names;
  char *letters;
} ExtractNames;

/* Made when first asked for; documents that share a page may ask at the same time. */
const ExtractNames *extract_page_get_names (ExtractPage *page);

/* The words of class and id: words[0 .. n - 1] */
static inline const ExtractNameWord *
extract_names_get_words (const ExtractNames *names, guint32 shape, guint *n)
{
  *n = names->shapes[shape + 1].class_words - names->shapes[shape].class_words;
  return names->words + names->shapes[shape].class_words;
}

/* Returns: (transfer none): the value of @attribute, "" if elements of that shape do not have it. */
static inline const char *
extract_names_get_attribute (const ExtractNames *names, const ExtractPage *page, guint32 shape,
                             ExtractAttribute attribute)
{
  return page->strings->str + names->shapes[shape].attributes[attribute];
}
