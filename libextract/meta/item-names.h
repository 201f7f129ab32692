/* SPDX-License-Identifier: MIT */
/* What class, id and itemtype say of elements that hold posts or comments of people. */
#pragma once

#include "libextract/page/document.h"
#include "libextract/page/names.h"

/* What an element may be a whole of. */
typedef enum {
  ITEM_NONE,
  ITEM_COMMENT,
  ITEM_POST, /* of a forum: also a question, an answer */
} ItemNoun;

/* What is in an element of an item. */
typedef enum {
  PART_NONE,
  PART_BODY,
  PART_AUTHOR,
  PART_DATE,
  PART_OTHER, /* neither: buttons, avatars, counts, signatures */
  PART_LIST,  /* the items themselves */
  PART_ASIDE, /* items of other pages: "recent comments" */
} ItemPart;

typedef struct {
  guint32 signature; /* the same for elements that may be items of one kind; 0 with ITEM_NONE */
  guint8 noun;       /* ItemNoun */
  guint8 part;       /* ItemPart */
  guint8 quote;      /* 1 if what is in it is quoted, or another part of a text */
  guint8 named;      /* 1 if class or id say so */
  guint8 declared;   /* 1 if schema.org says what it is */
  guint8 thread;     /* 1 if that is a DiscussionForumPosting, which may hold the whole thread */
} ItemNames;

/* @names: (array length=names->n_shapes) (out caller-allocates): for each shape of the page */
void extract_item_names_read (const ExtractPage *page, const ExtractNames *all, ItemNames *names);

/* Of RDFa: "schema:Comment", "sioc:Post". */
ItemNoun extract_item_noun_of_type (const char *types);
