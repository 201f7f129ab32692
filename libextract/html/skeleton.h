/* SPDX-License-Identifier: MIT */
/*
 * A short page for gumbo, the skeleton, and the way back from it to the page; scanner.c says why both give
 * the same tree, skeleton.c goes back. Places in the skeleton are bytes from its start.
 */
#pragma once

#include "libextract/html/markup.h"

typedef struct _ExtractSkeleton ExtractSkeleton;

/* @text: valid UTF-8; must outlive the skeleton
 * Returns: (transfer full) (nullable): NULL where it cannot be sure: gumbo has to read the page itself. */
ExtractSkeleton *extract_skeleton_new (const char *text, gsize length);
void extract_skeleton_free (ExtractSkeleton *skeleton);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractSkeleton, extract_skeleton_free)

/* What gumbo gets. */
const char *extract_skeleton_get_bytes (const ExtractSkeleton *skeleton, gsize *length);

/* ---- Proof: what was guessed, held against the tree ----------------------------------------- */

/* What else does not begin everywhere as it stands there. The numbers go on. */
typedef enum {
  EXTRACT_BEGINNING_BLOCK = EXTRACT_N_FORMATTINGS, /* ends a p that it is in */
  EXTRACT_BEGINNING_BUTTON,                        /* ends a button that it is in */
  EXTRACT_BEGINNING_QUIET,   /* the first thing: no formatting element opens anew for it */
  EXTRACT_BEGINNING_HEAD,    /* the first thing: goes into head as long as body has not begun */
  EXTRACT_BEGINNING_HEADING, /* ends a heading around it */
  EXTRACT_BEGINNING_ITEM,    /* an li: its place is a list */
  EXTRACT_BEGINNING_TERM,    /* a dt or dd: its place is a dl */
} ExtractBeginning;

/* Where a text of the tree stands. */
typedef struct {
  gsize place;
  gsize length;      /* up to the tag that ended it, with tags between that meant nothing */
  gboolean is_apart; /* in select, template, svg or math */
  guint32 forbidden; /* a bit for each ExtractFormatting and ExtractBeginning that may not begin here */
} ExtractSkeletonText;

/* Whether there is anything to be proven; else the next four need not be called. */
gboolean extract_skeleton_has_guesses (const ExtractSkeleton *skeleton);
/* The tree has a text. Returns: whether there is a phrase in it */
gboolean
extract_skeleton_see_text (ExtractSkeleton *skeleton, const char *text, const ExtractSkeletonText *where);
/* The tree has an element whose content may be raw text (script, title ...), or a comment. */
void extract_skeleton_see_element (ExtractSkeleton *skeleton, gsize place, gboolean is_html);
void extract_skeleton_see_comment (ExtractSkeleton *skeleton, gsize place);
/* After all of them. Returns: whether the tree is that of the page */
gboolean extract_skeleton_is_proven (const ExtractSkeleton *skeleton);

/* ---- The way back --------------------------------------------------------------------------- */

/* Begins to take a text of the tree apart, into texts and elements of the page. */
void extract_skeleton_go_to_text (ExtractSkeleton *skeleton, const char *text);
/* Goes on to the next event. Returns: EXTRACT_DOM_END_OF_TREE where the text ends. Of an element, it has gone
 * to the tag. */
ExtractDomEvent extract_skeleton_next (ExtractSkeleton *skeleton);
/* After EXTRACT_DOM_START: leaves out what is inside the element, and its EXTRACT_DOM_END. */
void extract_skeleton_skip (ExtractSkeleton *skeleton);
/* Of the element of the last event. */
ExtractTag extract_skeleton_get_tag (const ExtractSkeleton *skeleton);
gboolean extract_skeleton_is_foreign (const ExtractSkeleton *skeleton);
gboolean extract_skeleton_has_end_tag (const ExtractSkeleton *skeleton);
/* Returns: the text of the last event: @length bytes, without a NUL behind them, until the next call */
const char *extract_skeleton_get_text (ExtractSkeleton *skeleton, gsize *length);

/* Goes to the start tag at @place. Returns: FALSE if it is in the skeleton as it is in the page. */
gboolean extract_skeleton_go_to_tag (ExtractSkeleton *skeleton, gsize place);
/* Of the tag gone to. Returns: EXTRACT_DOM_BIT () of each attribute that it has */
guint64 extract_skeleton_get_attributes (ExtractSkeleton *skeleton, gboolean is_foreign);
/* Of the tag gone to. @is_foreign: its element is in svg or math, where xlink:href counts as href
 * Returns: (nullable): the value, as long as no other tag is gone to. */
const char *extract_skeleton_get_attribute (ExtractSkeleton *skeleton, ExtractDomAttribute attribute,
                                            gboolean is_foreign);
