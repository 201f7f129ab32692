/* SPDX-License-Identifier: MIT */
/*
 * The classes of labels: content and boilerplate are always there, a set may add others in SET/classes.tsv,
 * a line each: key, name, sentence, separated by tabs. Classes that occur only in labels of others get
 * a row without a key, so that they can be shown.
 */
#pragma once

#include "element/classes.h"

#include <libextract/extract.h>

G_BEGIN_DECLS

/* A row. Its number (classes_get ()) does not change while the program runs; content is 0, boilerplate 1. */
typedef struct {
  char *name;          /* "content": see extract_class_name_is_valid () */
  char *key;           /* "c"; "" if no key gives this class */
  char *sign;          /* the sign before a block, one column, never a space: "+", "-", else the key or "*" */
  char *sentence;      /* what belongs to it */
  gboolean is_content; /* main text */
} LabelClass;

#define CLASSES_CONTENT 0
#define CLASSES_BOILERPLATE 1
#define CLASSES_MAXIMUM 200

typedef struct _Classes Classes;

/* classes_load: the built-in ones and those of the set at @path; fails with "SET/classes.tsv: line 2:
 * sentence".
 * @path: (nullable): only the built-in ones. Returns: (transfer full) (nullable) */
Classes *classes_load (const char *path, GError **error);
/* classes_new_for_elements: @elements: what elements do, in place of content and boilerplate. A class has the
 * number that it has there; all but None are content. Returns: (transfer full) */
Classes *classes_new_for_elements (const ElementClasses *elements);
void classes_free (Classes *classes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Classes, classes_free)

/* classes_are_of_elements: whether they say what elements do. */
gboolean classes_are_of_elements (const Classes *classes);
guint classes_get_n (const Classes *classes);
const LabelClass *classes_get (const Classes *classes, guint i);
/* classes_is_character: whether @key is one character that is typed and seen: the name of its key. */
gboolean classes_is_character (const char *key);
/* classes_find_key: Returns: the number of the class that @key gives, -1 if none does. */
int classes_find_key (const Classes *classes, const char *key);
/* classes_find: Returns: the number of the class @name; one more row if need be. -1 if @name is no name of a
 * class, or there are too many. */
int classes_find (Classes *classes, const char *name);

G_END_DECLS
