/* SPDX-License-Identifier: MIT */
/* A batch of places, and what is to be done with their pages. */
#pragma once

#include "bin/cmd-extract-filter.h"
#include "bin/cmd-extract-keep.h"
#include "bin/cmd-extract-parts.h"
#include "bin/cmd-extractor.h"
#include "bin/cmd-follow.h"
#include "bin/cmd-reading.h"
#include "bin/cmd-sites.h"
#include "bin/cmd-trace.h"
#include "concordance/tagger.h"

/* What a verb does with pages instead of writing each in a format. */
typedef struct {
  /* In a worker: what is to be known of a page that is labelled. Returns: (transfer full) (nullable): NULL
   * with an error */
  char *(*make) (ExtractDocument *document, gpointer data, GError **error);
  /* In the main thread, in the order of the pages: what is written of that, or "". An error ends the batch.
   * @enough: (out): TRUE if no more pages are needed. @made: (nullable): NULL before the first page, and then
   * until the answer is NULL without an error */
  char *(*settle) (const char *made, gpointer data, gboolean *enough, GError **error);
  /* (nullable): earlier runs wrote the file @path, which is open, as far as it goes: all that was settled
   * before the first page, and then of some pages. Before the two below. */
  gboolean (*resume) (const char *path, gpointer data, GError **error);
  /* What is written behind the last page. Returns: (transfer full) */
  char *(*finish) (gpointer data);
  /* (nullable): instead of that, before a signal ends the program: nothing unfinished is to stay. */
  void (*abandon) (gpointer data);
  gpointer data;
} CmdPageWork;

typedef struct {
  const CmdPageWork *work; /* (nullable) */
  ConcTagger *tagger;      /* (nullable): of vertical text */
  CmdSites *sites;         /* (nullable): what is known of their sites */
  CliPlaces *places;       /* grow, if links are followed */
  CmdReading *reading;     /* begun */
  const CmdFilter *filter;
  const CmdKeep *keep;
  CliAsk *extractor; /* (nullable): finds the text, in place of the classifiers */
  CmdTrace *trace;   /* (nullable) */
  CmdFollow *follow; /* (nullable): links are followed; not with unordered */
  CmdOutputOptions output;
  ExtractWriteFlags only_with; /* EXTRACT_WRITE_FIELD () of those that a page needs */
  const char *failures;        /* (nullable): the file of their list */
  gboolean skip_existing;      /* with a folder: pages whose file is there */
  gboolean resume;             /* --resume was given */
  gboolean unordered;          /* pages are written as they are ready */
  gboolean exit_status;        /* CLI_EXIT_NOTHING if no page has main text */
  gboolean summary;
  gboolean quiet;
  gboolean silent; /* another run over the same pages says what is wrong with them */
} CmdBatch;
