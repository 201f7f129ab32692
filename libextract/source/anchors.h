/* SPDX-License-Identifier: MIT */
/*
 * The links of a page and what stands around them, where no browser tells: the facts that render/page.js
 * gives of what can be clicked, as far as tags say them. Where an element is on the screen, and what listens
 * to it, is not known.
 */
#pragma once

#include <gio/gio.h>

typedef enum {
  EXTRACT_ANCHORS_ALL,  /* <a>, <area>, and what <link> names: the next page, the page in other languages */
  EXTRACT_ANCHORS_HEAD, /* only those of <link> */
} ExtractAnchorsKind;

/*
 * extract_anchors_to_json: @uri: (nullable): where the bytes came from; without it, relative addresses are
 * left out. @max_bytes: of the text. @max: links
 * Returns: (transfer full) (nullable): an array, in the order of the page; NULL with @error
 */
char *extract_anchors_to_json (GBytes *bytes, const char *content_type, const char *uri,
                               ExtractAnchorsKind kind, guint64 max_bytes, guint max, GError **error);

/* extract_anchors_decode: Returns: (transfer full) (nullable): the text of a page in UTF-8 */
GString *extract_anchors_decode (GBytes *bytes, const char *content_type, guint64 max_bytes, GError **error);

/*
 * extract_anchors_are_free: Returns: whether robots may follow the links of the page: none of its
 * <meta name="robots"> says "nofollow" or "none" (https://www.robotstxt.org/meta.html)
 */
gboolean extract_anchors_are_free (GBytes *bytes, const char *content_type, guint64 max_bytes);
