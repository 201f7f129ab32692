/* SPDX-License-Identifier: MIT */
/*
 * The links of a page that may be followed, by their classes:
 *
 *   a browser's report, or bytes ──> elements ──> classes ──> links, without what is never followed
 */
#pragma once

#include "element/classifier.h"

G_BEGIN_DECLS

typedef struct {
  char *address; /* of follow_address_dup (); owned */
  char *text;    /* what it says; owned */
  ElementClass class;
  double probability;
  gboolean nofollow; /* rel="nofollow": robots are asked not to follow it */
} FollowLink;

FollowLink *follow_link_new (const char *address, const char *text, ElementClass class, double probability);
void follow_link_free (FollowLink *link);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FollowLink, follow_link_free)

/*
 * follow_link_from_element: @here: address of the page
 * Where it leads limits what it may be: a link to another site is Outer or Language, one to this site Inner,
 * Pager or Language; and rel="next" is Pager, hreflang Language, for certain.
 * Returns: (transfer full) (nullable): NULL if it leads to no other page, or is never followed: it may log
 * out, buy, delete, download; or it is likelier None
 */
FollowLink *
follow_link_from_element (const Element *element, const ElementVerdict *verdict, const char *here);

/* follow_link_from_door: the same of where an element without an address led when it was clicked. Returns:
 * (transfer full) (nullable) */
FollowLink *follow_link_from_door (const char *to, const char *text, ElementClass class, double probability,
                                   const char *here);

/*
 * follow_links_merge: @links: (element-type FollowLink): of steps before, in the order of the page; @now:
 * (transfer none): those of the page as it is now. What is new comes behind what stands before it there; what
 * is known gets the class that it has now.
 */
void follow_links_merge (GPtrArray *links, const GPtrArray *now);

/* follow_links_append_json, follow_links_from_json: an array of objects. @node: (nullable): hostile. Returns:
 * (transfer full) (element-type FollowLink) */
void follow_links_append_json (GString *json, const GPtrArray *links);
GPtrArray *follow_links_from_json (const char *report, gsize n, GError **error);

G_END_DECLS
