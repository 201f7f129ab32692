/* SPDX-License-Identifier: MIT */
/*
 * The frontier: which pages come next. Breadth first, in the order of the pages and of the links on each,
 * each page once.
 *
 *   pages that are given:  0 1 2
 *   found on 0:            3 4        once all of 0 1 2 are through
 *   found on 1:            5
 *   found on 3:            6          ...
 *
 * What was found on a page is a record of a file, so that a run can be continued, however it ended:
 *
 *   texttractor frontier 1: SETTINGS
 *   page NUMBER LINKS ADDRESS      its address in the end, and how many lines follow
 *   CLASS PROBABILITY TEXT ADDRESS parted by tabs: each link that is followed
 *
 * A record counts if all its lines are there.
 */
#pragma once

#include "follow/link.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Which links are followed. */
typedef enum {
  FOLLOW_NONE = 0,
  FOLLOW_INNER = 1 << 0,    /* to pages of the site: Inner, Pager and Language */
  FOLLOW_OUTER = 1 << 1,    /* to other sites */
  FOLLOW_LANGUAGE = 1 << 2, /* to the page in other languages, wherever they are */
  FOLLOW_PAGER = 1 << 3,    /* to other parts of the text */
} FollowClasses;

/* What --follow takes. */
#define FOLLOW_NAMES "inner, all, language, pager, or some of them with commas between them"

/* follow_classes_parse: @text: "inner", "pager,language". Returns: FALSE if it is none of these */
gboolean follow_classes_parse (const char *text, FollowClasses *classes);

typedef struct {
  FollowClasses classes;
  guint max_pages; /* with those that are given, which are never left out */
  guint max_depth; /* links from one that is given; 0: none at all */
} FollowOptions;

/* How a page was found. */
typedef struct {
  char *address; /* owned; NULL: it is given, and no address */
  char *text;    /* (nullable): of the link; owned */
  gsize parent;  /* number of the page with the link; G_MAXSIZE: it is given */
  guint depth;
  ElementClass class; /* of the link */
  double probability;
  char *site;     /* (nullable): where the course began; owned */
  gboolean stays; /* redirects to other sites are not followed */
} FollowPage;

typedef struct _FollowFrontier FollowFrontier;

FollowFrontier *follow_frontier_new (const FollowOptions *options);
void follow_frontier_free (FollowFrontier *frontier);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FollowFrontier, follow_frontier_free)

/* follow_frontier_give: the next page that is given. @place: an address, or anything else. Before all others.
 */
void follow_frontier_give (FollowFrontier *frontier, const char *place);

gsize follow_frontier_get_n (const FollowFrontier *frontier);
/* follow_frontier_get: Returns: (transfer none): lives as long as the frontier */
const FollowPage *follow_frontier_get (const FollowFrontier *frontier, gsize i);

/*
 * follow_frontier_is_new: page @i came from @address in the end. Pages in their order, each once.
 * Returns: FALSE if an earlier page did, too: it has been visited
 */
gboolean follow_frontier_is_new (FollowFrontier *frontier, gsize i, const char *address);

/* follow_frontier_may_come_from: whether a server may redirect page @i to @address: not to another site, if
 * it is followed as a page of one; nor to what may change something. */
gboolean follow_frontier_may_come_from (const FollowFrontier *frontier, gsize i, const char *address);

/*
 * follow_frontier_take: what was found on page @i; in the order of the pages. New pages are behind all
 * others.
 * @address: (nullable): of the page in the end; @links: (nullable) (element-type FollowLink)
 * Returns: FALSE with an error if the file cannot be written
 */
gboolean follow_frontier_take (FollowFrontier *frontier, gsize i, const char *address, const GPtrArray *links,
                               GError **error);

/*
 * follow_frontier_open: from now on each record is written into the file @path at once. What an earlier run
 * wrote there is taken first. After those that are given.
 * @settings: on one line: all that the course depends on
 * Fails with G_IO_ERROR_INVALID_DATA if it is no such file, or that of another run.
 */
gboolean
follow_frontier_open (FollowFrontier *frontier, const char *path, const char *settings, GError **error);

/* follow_frontier_get_n_taken: pages whose records there are: the first ones. */
gsize follow_frontier_get_n_taken (const FollowFrontier *frontier);

/* follow_frontier_cut: of the file, only the records of the first @n pages count. Returns: FALSE with an
 * error
 */
gboolean follow_frontier_cut (FollowFrontier *frontier, gsize n, GError **error);

G_END_DECLS
