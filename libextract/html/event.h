/* SPDX-License-Identifier: MIT */
/* What a walk over a tree meets, and the attributes that anything reads. */
#pragma once

#include <glib.h>

typedef enum {
  EXTRACT_DOM_END_OF_TREE,
  EXTRACT_DOM_START, /* an element begins; a void element ends at once */
  EXTRACT_DOM_END,   /* it ends */
  EXTRACT_DOM_TEXT,
} ExtractDomEvent;

/* THE table of the attributes that anything reads. */
/* clang-format off */
#define EXTRACT_DOM_ATTRIBUTES(X)                                                          \
  X (CLASS, "class")             X (ID, "id")                 X (ROLE, "role")             \
  X (ITEMPROP, "itemprop")       X (ITEMTYPE, "itemtype")     X (STYLE, "style")           \
  X (HIDDEN, "hidden")           X (ARIA_HIDDEN, "aria-hidden")                            \
  X (HREF, "href")               X (LANG, "lang")             X (XML_LANG, "xml:lang")     \
  X (TYPE, "type")               X (NAME, "name")             X (PROPERTY, "property")     \
  X (CONTENT, "content")         X (HTTP_EQUIV, "http-equiv")                              \
  X (SHADOWROOTMODE, "shadowrootmode")                                                     \
  X (REL, "rel")                 X (DATETIME, "datetime")     X (TYPEOF, "typeof")         \
  X (TITLE, "title")             X (ALT, "alt")               X (SRC, "src")               \
  X (SRCSET, "srcset")           X (DATA_SRC, "data-src")     X (DATA_SRCSET, "data-srcset") \
  X (DATA_LAZY_SRC, "data-lazy-src")                          X (DATA_ORIGINAL, "data-original") \
  X (WIDTH, "width")             X (HEIGHT, "height")         X (COLSPAN, "colspan")       \
  X (ROWSPAN, "rowspan")         X (FIRST, "start")           X (REVERSED, "reversed")     \
  X (VALUE, "value")             X (DATA_LANG, "data-lang")   X (DATA_LANGUAGE, "data-language") \
  X (ALTTEXT, "alttext")         X (DISPLAY, "display")                                   \
  X (DATA_STEP, "data-texttractor-step")
/* clang-format on */

typedef enum {
#define X(id, name) EXTRACT_DOM_##id,
  EXTRACT_DOM_ATTRIBUTES (X)
#undef X
      EXTRACT_DOM_N_ATTRIBUTES
} ExtractDomAttribute;

/* In a set of them. */
#define EXTRACT_DOM_BIT(attribute) (G_GUINT64_CONSTANT (1) << (attribute))
G_STATIC_ASSERT (EXTRACT_DOM_N_ATTRIBUTES <= 64);

const char *extract_dom_attribute_get_name (ExtractDomAttribute attribute);
