/* SPDX-License-Identifier: MIT */
/*
 * Pages of the web as a source of `texttractor concordance`: result pages of search engines, lists, crawls.
 *
 *   engines, bait words ──> result pages ──> links ──> pages ──> sentences
 *   lists (feeds, sitemaps ...) ───────────────^  ^──────┘ links of the same site, in a crawl
 *
 * cmd-concordance-web.c has the options; cmd-concordance-task.c does the work.
 */
#pragma once

#include "bin/cmd-extract-batch.h"
#include "concordance/bait.h"
#include "concordance/engine.h"

typedef struct {
  /* Of options: owned. */
  char **engine_names; /* (nullable) */
  char **lists;        /* (nullable) */
  char **crawls;       /* (nullable) */
  char *engines_file;  /* (nullable) */
  char *key_file;      /* (nullable) */
  char *bait_file;     /* (nullable) */
  ConcBaitKind bait_kind;
  guint64 results_per_query; /* 0: as many as there are; and so for the next one */
  guint64 pages_per_query;
  double engine_delay; /* -1: as its row says */
  guint64 depth;
  guint64 max_visits; /* 0: no limit */
  guint64 log;        /* seconds; 0: never */
  gboolean verbose;

  /* Ready: owned. */
  guint64 seed;
  GPtrArray *engines; /* of ConcEngine: that are asked */
  ConcBait *bait;     /* (nullable): if there are any */

  /* Of the run: lent. */
  char **words;
  const char *language; /* (nullable) */
  guint64 n;            /* sentences wanted */
  guint memory;
  gboolean summary; /* what was counted is printed in the end */
} CmdWeb;

GOptionGroup *cmd_web_init (CmdWeb *web);
void cmd_web_clear (CmdWeb *web);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CmdWeb, cmd_web_clear)

/* cmd_web_is_wanted: whether any option names a source. */
gboolean cmd_web_is_wanted (const CmdWeb *web);

/* cmd_web_prepare: reads rows, keys and bait words. @seed: of the latter */
gboolean cmd_web_prepare (CmdWeb *web, guint64 seed, GError **error);

/* cmd_web_describe: all of it that the output depends on, for the settings of a journal; without keys.
 * Returns: (transfer full) */
char *cmd_web_describe (const CmdWeb *web);

/* cmd_web_describe_tables: for the end of --help. Returns: (transfer full) */
char *cmd_web_describe_tables (void);

typedef struct _CmdConcordance CmdConcordance; /* cmd-concordance.h */

/* cmd_web_run: @batch: how pages are read and what is written. Returns: what to exit with, after saying why;
 * or it ends the program by the signal that interrupted it. */
int cmd_web_run (const CmdWeb *web, const CmdBatch *batch, CmdConcordance *concordance);
