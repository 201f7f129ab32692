/* SPDX-License-Identifier: MIT */
/* Names of authors, out of what stands where an author is named. */
#pragma once

#include <glib.h>

/* Bytes of a name, with its NUL; what is longer is none. */
#define PERSON_LENGTH 128

/* How strict a reader is: people fill in meta elements, and any class name may be about something else. */
typedef enum {
  PERSON_DECLARED, /* the page says that it is an author: user names will do */
  PERSON_SEEN,     /* it looks like one: it has to look like a name, too */
  PERSON_USER,     /* a place for user names, which may be anything */
  PERSON_REVERSED, /* declared, and maybe "Lind, Marta" */
} PersonTrust;

/* Over a word for "by" that @text begins with, and white space. Returns: bytes; 0 if there is none */
gsize person_skip_by (const char *text, gsize length);

/*
 * person_next: the next name in a list of them.
 * @place: (inout): where to go on; NULL at the end
 * @name: (out caller-allocates): without "by", roles, degrees, addresses and dates
 *
 * Returns: whether there was one
 */
gboolean person_next (const char **place, PersonTrust trust, char name[PERSON_LENGTH]);
