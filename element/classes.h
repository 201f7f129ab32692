/* SPDX-License-Identifier: MIT */
/*
 * The classes of elements: those that a browser knows (ElementClass) are always there; a set may add others
 * in SET/classes.tsv, a line each, with tabs between:
 *
 *   key  name  sentence  [like]
 *
 * To a browser, such a class is what the class "like" is: None where the line does not say.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a click does, after RTExtractor (Komporday 2017); Pager, Consent and None are ours. */
typedef enum {
  ELEMENT_REVEALER,
  ELEMENT_INNER,
  ELEMENT_OUTER,
  ELEMENT_CLOSER,
  ELEMENT_LANGUAGE,
  ELEMENT_PAGER,
  ELEMENT_CONSENT,
  ELEMENT_NONE,
  ELEMENT_N_CLASSES
} ElementClass;

/* A row of the table of classes. */
typedef struct {
  const char *name;     /* "Revealer" */
  const char *key;      /* "r": gives it in annotate, and in the extension of a browser */
  const char *sentence; /* "shows more of this page" */
} ElementClassInfo;

const ElementClassInfo *element_class_get_info (ElementClass class);
/* element_class_find: small and capital letters are alike. Returns: -1 if there is no such class */
int element_class_find (const char *name);

/* A row. Its number does not change; those of ElementClass come first, in their order. */
typedef struct {
  char *name;     /* "Revealer", "vote" */
  char *key;      /* that gives it: one character of ASCII */
  char *sentence; /* what it does */
  ElementClass like;
} ElementClassRow;

typedef struct _ElementClasses ElementClasses;

/* element_classes_new: Returns: (transfer full): those of ElementClass */
ElementClasses *element_classes_new (void);
void element_classes_free (ElementClasses *classes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ElementClasses, element_classes_free)

/* element_classes_read: adds those of @folder/classes.tsv, if there is one. A class that is there already has
 * to be like the same. Returns: FALSE with an error: "FOLDER/classes.tsv: line 2: sentence" */
gboolean element_classes_read (ElementClasses *classes, const char *folder, GError **error);

guint element_classes_get_n (const ElementClasses *classes);
const ElementClassRow *element_classes_get (const ElementClasses *classes, guint i);
/* element_classes_find: small and capital letters are alike. Returns: its number, -1 if there is none */
int element_classes_find (const ElementClasses *classes, const char *name);

G_END_DECLS
