/* SPDX-License-Identifier: MIT */
/*
 * Tags and texts of XML or HTML, one after the other, as they stand there: nothing is checked, nothing is
 * closed, and no text can make it fail. One pass, without recursion. Comments, declarations and instructions
 * are passed over.
 */
#pragma once

#include <glib.h>

typedef enum {
  EXTRACT_TAGS_END, /* of the text */
  EXTRACT_TAGS_OPEN,
  EXTRACT_TAGS_CLOSE,
  EXTRACT_TAGS_TEXT,
} ExtractTagsEvent;

typedef struct {
  const char *at;
  const char *end;
  gboolean html;      /* scripts and styles are texts */
  const char *prefix; /* of OPEN and CLOSE: "dc" of "dc:date"; not owned */
  gsize n_prefix;
  const char *name; /* "date" */
  gsize n_name;
  const char *attributes; /* of OPEN */
  gsize n_attributes;
  gboolean empty;   /* it ends in "/>" */
  const char *text; /* of TEXT */
  gsize n_text;
  gboolean literal; /* it is CDATA */
} ExtractTags;

void extract_tags_init (ExtractTags *tags, const char *text, gsize n);
ExtractTagsEvent extract_tags_next (ExtractTags *tags);

/* extract_tags_is: whether the name of OPEN or CLOSE is @name, in any case of letters. */
gboolean extract_tags_is (const ExtractTags *tags, const char *name);

/* extract_tags_dup_attribute: Returns: (transfer full) (nullable): its value, by its whole name */
char *extract_tags_dup_attribute (const ExtractTags *tags, const char *name);

/* extract_tags_append_text: appends the TEXT, with what its references stand for. */
void extract_tags_append_text (const ExtractTags *tags, GString *out);
