/* SPDX-License-Identifier: MIT */
/*
 * What can be clicked on a page, as a browser shows it: the facts that render/page.js gives. Pages write
 * them, so all have limits.
 */
#pragma once

#include "element/classes.h"

G_BEGIN_DECLS

typedef struct {
  guint id;             /* in page.js */
  int class;            /* its number among ElementClasses; -1: not labelled */
  char *tag;            /* strings are owned, never NULL */
  char *text;           /* that is seen, or stands for it */
  char *href;           /* absolute */
  char *label;          /* aria-label and title */
  char *names;          /* class, id, name and data- attributes: words that programmers gave it */
  char *parent;         /* the same of the two elements around it */
  char *before, *after; /* text around it */
  char *input;          /* type of an input or button */
  char *role, *target, *rel, *hreflang, *lang_of_link;
  char *expanded;    /* aria-expanded */
  char *host, *lang; /* of the page */
  char *address;     /* of the page; "" if it is not known */
  guint inside;      /* bits of element_places */
  gboolean controls, popup, toggles, download, handler, cursor, fixed;
  gboolean labels, chosen, choosable; /* it is the label of a field; it is one of several, chosen or not */
  double box[4], view[2], page[2];    /* pixels: x, y, width, height; width, height */
  double cover;                       /* 0..1: share of the window that what it lies in covers */
  double z, depth, siblings, index, images;
} Element;

/* Kinds of elements around one: bit i is element_places[i]. */
extern const char *const element_places[];
extern const guint element_n_places;

void element_free (Element *element);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Element, element_free)

/*
 * elements_parse: @json: an array of elements, as page.js gives it; @address: (nullable): of the page
 * Returns: (transfer full) (element-type Element) (nullable): NULL with G_IO_ERROR_INVALID_DATA or
 * JSON_PARSER_ERROR
 */
GPtrArray *elements_parse (const char *json, gsize n, const char *address, GError **error);

/* A line of elements.jsonl: a page of a set. */
typedef struct {
  char *page, *site, *address; /* owned; "" where it is not known */
  char *style;                 /* owned; what kind of site it is, "forum"; else as site */
  GPtrArray *elements;         /* owned; Element */
} ElementPage;

void element_page_free (ElementPage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ElementPage, element_page_free)

/* element_page_parse: @line: an object: page, site, style, address, elements; @classes: those that elements
 * may have. Returns: (transfer full) (nullable) */
ElementPage *element_page_parse (const char *line, gsize n, const ElementClasses *classes, GError **error);

G_END_DECLS
