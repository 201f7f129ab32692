/* SPDX-License-Identifier: MIT */
/*
 * Lists of addresses: feeds (RSS, RDF, Atom, JSON Feed), sitemaps and their indexes, robots.txt, plain lists,
 * and web pages with their links. What a list is, its bytes tell. They are read leniently, for many are not
 * well-formed: names, attributes and texts count, and no grammar; entities are those of HTML, and none that a
 * document declares.
 */
#pragma once

#include <gio/gio.h>

typedef enum {
  EXTRACT_LINK_ENTRY,   /* of a feed */
  EXTRACT_LINK_PAGE,    /* of a sitemap or a plain list */
  EXTRACT_LINK_LINK,    /* of a page */
  EXTRACT_LINK_FEED,    /* that a page names */
  EXTRACT_LINK_SITEMAP, /* another list, which an index or robots.txt names */
  EXTRACT_N_LINKS
} ExtractLinkKind;

typedef struct {
  ExtractLinkKind kind;
  char *url;   /* absolute, without a fragment; owned */
  char *title; /* (nullable): owned */
  char *date;  /* (nullable): ISO 8601; owned */
} ExtractLink;

/* extract_link_kind_get_name: "entry" */
const char *extract_link_kind_get_name (ExtractLinkKind kind);

typedef enum {
  EXTRACT_LIST_FEED,
  EXTRACT_LIST_SITEMAP, /* or an index of them */
  EXTRACT_LIST_ROBOTS,
  EXTRACT_LIST_TEXT,
  EXTRACT_LIST_PAGE,
} ExtractListKind;

/* What is read of a list. */
typedef struct {
  guint64 max_bytes; /* unpacked */
  guint max_links;   /* the others are left out */
} ExtractLinksLimits;

/*
 * extract_links_read: @bytes: also packed by gzip
 * @content_type, @uri: (nullable): where the bytes came from; without @uri, relative addresses are left out
 * @kind: (out): what they are
 * Returns: (transfer full) (nullable) (element-type ExtractLink): in the order of the list, each as often as
 * it is there
 */
GPtrArray *extract_links_read (GBytes *bytes, const char *content_type, const char *uri,
                               const ExtractLinksLimits *limits, ExtractListKind *kind, GError **error);
