/* SPDX-License-Identifier: MIT */
/*
 * --follow: from the pages of a batch on to those that their links lead to.
 *
 *   worker threads:   a page ──> its links (cmd_follow_find_links)
 *   the main thread:  links ──> the frontier (cmd_follow_take) ──> more places, when all that there are have
 * been through (cmd_follow_grow)
 */
#pragma once

#include "bin/cmd-extract-parts.h"
#include "bin/cmd-fetch.h"
#include "cli/render.h"
#include "follow/frontier.h"

typedef struct {
  FollowClasses classes; /* FOLLOW_NONE: --follow was not given */
  guint64 max_pages, max_depth;
  gboolean limited;              /* --max-pages or --depth was given */
  gboolean obeys;                /* rel="nofollow" */
  FollowFrontier *frontier;      /* (nullable): owned; with the lock */
  ElementClassifier *classifier; /* (nullable): owned */
  GMutex lock;                   /* of the frontier */
  GMutex growing;                /* of the places, while they grow; before the other */
  char *path;                    /* (nullable): the file of the frontier; owned */
} CmdFollow;

/* cmd_follow_init: its options. */
GOptionGroup *cmd_follow_init (CmdFollow *follow);
void cmd_follow_clear (CmdFollow *follow);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CmdFollow, cmd_follow_clear)

/* cmd_follow_begin: if links are to be followed: tells @render and @fetch, and gives @places to the frontier.
 * The fetcher's items are the places from number 0 on. */
void cmd_follow_begin (CmdFollow *follow, CliRender *render, CmdFetch *fetch, const CliPlaces *places);

/* cmd_follow_open: the file of the frontier: of a run that can be continued. What earlier runs found is added
 * to
 * @places. @rendering: of cli_render_describe (). The error names its file itself. */
gboolean cmd_follow_open (CmdFollow *follow, const CmdOutputOptions *output, const char *rendering,
                          CliPlaces *places, GError **error);
/* cmd_follow_guard: says what is going to be written, see cli_guard_output (). */
gboolean cmd_follow_guard (const CmdFollow *follow, const CmdOutputOptions *output, GError **error);
/* cmd_follow_resume: earlier runs are through with the first @n places, and no more. */
gboolean cmd_follow_resume (CmdFollow *follow, gsize n, CliPlaces *places, GError **error);
/* cmd_follow_end: the work is whole. */
void cmd_follow_end (CmdFollow *follow, const CmdOutputOptions *output);

/* cmd_follow_is_known: whether an earlier run has found the links of page @i. From any thread. */
gboolean cmd_follow_is_known (CmdFollow *follow, gsize i);
/* cmd_follow_may_come_from: whether page @i may come from @address in the end. From any thread. */
gboolean cmd_follow_may_come_from (CmdFollow *follow, gsize i, const char *address);
/* cmd_follow_is_given: whether the user named page @i. From any thread. */
gboolean cmd_follow_is_given (CmdFollow *follow, gsize i);

/* cmd_follow_find_links: from any thread. Returns: (transfer full) (nullable) (element-type FollowLink): NULL
 * with an error */
GPtrArray *cmd_follow_find_links (const CmdFollow *follow, const CliPageOptions *page,
                                  const ExtractRecord *record, GError **error);

/* cmd_follow_get: in the main thread. Returns: (transfer none): how page @i was found */
const FollowPage *cmd_follow_get (CmdFollow *follow, gsize i);

/* cmd_follow_is_new: whether page @i is another than those before. @address: (nullable): of it in the end */
gboolean cmd_follow_is_new (CmdFollow *follow, gsize i, const char *address);
/* cmd_follow_take: page @i is through. @address, @links: (nullable). The error names its file itself. */
gboolean
cmd_follow_take (CmdFollow *follow, gsize i, const char *address, const GPtrArray *links, GError **error);
/* cmd_follow_grow: adds to @places what was found. Returns: whether there is more */
gboolean cmd_follow_grow (CmdFollow *follow, CliPlaces *places);

/* cmd_follow_describe: Returns: (transfer full): all that the output depends on; "" if nothing is followed */
char *cmd_follow_describe (const CmdFollow *follow);
