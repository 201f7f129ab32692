/* SPDX-License-Identifier: MIT */
/* Character references ("&amp;") as gumbo reads them, as far as that can be told without gumbo. */
#pragma once

#include <glib.h>

typedef enum {
  EXTRACT_REFERENCE_NONE,    /* the & stands for itself */
  EXTRACT_REFERENCE_CODE,    /* a character */
  EXTRACT_REFERENCE_UNKNOWN, /* may be a name of the standard that is not in the table */
  EXTRACT_REFERENCE_HUGE,    /* a number that does not fit; gumbo makes bytes of it that are no character */
} ExtractReference;

/*
 * @p: at the &
 * @end: of the text or value; what stands there does not go on with a name
 * @code: (out): the character of EXTRACT_REFERENCE_CODE
 * @next: (out): behind the reference; behind the & of one that is none
 */
ExtractReference extract_reference_read (const char *p, const char *end, gboolean in_attribute, guint32 *code,
                                         const char **next);

/* The names of the table. */
guint extract_reference_get_n_names (void);
const char *extract_reference_get_name (guint i);
