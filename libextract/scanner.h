/* SPDX-License-Identifier: MIT */
/*
 * A short page for gumbo, the skeleton, and the way back from it to the page; scanner.c says why both give
 * the same tree, skeleton.c goes back. Places in the skeleton are bytes from its start.
 */
#pragma once

#include "dom.h"

typedef struct _ExtractSkeleton ExtractSkeleton;

/* @text: valid UTF-8; must outlive the skeleton
 * Returns: (transfer full) (nullable): NULL where it cannot be sure: gumbo has to read the page itself. */
ExtractSkeleton *extract_skeleton_new (const char *text, gsize length);
void extract_skeleton_free (ExtractSkeleton *skeleton);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractSkeleton, extract_skeleton_free)

/* What gumbo gets. */
const char *extract_skeleton_get_bytes (const ExtractSkeleton *skeleton, gsize *length);
/* All that it holds, in bytes. */
guint64 extract_skeleton_get_memory (const ExtractSkeleton *skeleton);

/* ---- Proof: what was guessed, held against the tree ----------------------------------------- */

/* Whether there is anything to be proven; else the next three need not be called. */
gboolean extract_skeleton_has_guesses (const ExtractSkeleton *skeleton);
/* The tree has an element whose content may be raw text (script, title ...), or a comment. */
void extract_skeleton_see_element (ExtractSkeleton *skeleton, gsize place, gboolean is_html);
void extract_skeleton_see_comment (ExtractSkeleton *skeleton, gsize place);
/* After all of them. Returns: whether the tree is that of the page */
gboolean extract_skeleton_is_proven (const ExtractSkeleton *skeleton);

/* ---- The way back --------------------------------------------------------------------------- */

/* @text: of the tree
 * Returns: what the page has there: @length bytes, without a NUL behind them, until the next call */
const char *extract_skeleton_get_text (ExtractSkeleton *skeleton, const char *text, gsize *length);

/* Goes to the start tag at @place. Returns: FALSE if it is in the skeleton as it is in the page. */
gboolean extract_skeleton_go_to_tag (ExtractSkeleton *skeleton, gsize place);
/* Of the tag gone to. Returns: a bit (1 << ExtractDomAttribute) for each attribute that it has */
guint32 extract_skeleton_get_attributes (ExtractSkeleton *skeleton, gboolean is_foreign);
/* Of the tag gone to. @is_foreign: its element is in svg or math, where xlink:href counts as href
 * Returns: (nullable): the value, as long as no other tag is gone to. */
const char *extract_skeleton_get_attribute (ExtractSkeleton *skeleton, ExtractDomAttribute attribute,
                                            gboolean is_foreign);
