/* SPDX-License-Identifier: MIT */
/* What the parts of a batch share: a run over all places, and what becomes of a page. The parts stand in the
 * order in which a page goes through them. */
#pragma once

#include "bin/cmd-extract-work.h"

/* One run over all places. Workers only read it. */
typedef struct {
  const CmdBatch *batch;
  CmdOutput *output;
  CmdFailures *failures;            /* (nullable) */
  CliProgress *progress;            /* (nullable): owned */
  CorpusDedup *dedup;               /* (nullable): what was written, with --dedup */
  gsize first;                      /* place that the run begins with: an earlier one did those before */
  gsize level;                      /* place that the work at hand begins with: others were found later */
  gsize n_before;                   /* pages that an earlier run did */
  gsize n_inside;                   /* of these, the pages in the archive that the run begins with */
  gsize n_places;                   /* that this run is through with */
  gsize n_done;                     /* pages, too */
  gsize n_skipped;                  /* of these, the ones whose file is there */
  guint64 n_passed;                 /* records of archives that are no pages, or not wanted */
  gsize counts[CMD_N_VERDICTS];     /* of pages, of earlier runs too if their journal says so */
  gsize reasons[EXTRACT_N_REASONS]; /* of pages with no main text or hardly any, of this run */
  guint64 bytes;                    /* read */
  gboolean begun;                   /* the output is */
  gboolean committed;               /* the output has its name */
  gboolean cut_short;               /* an interruption ended the waiting for a page */
  gboolean enough;                  /* no more pages are needed */
} CmdRun;

/* What became of a page, or the archive that a place is. */
typedef struct {
  ExtractSource *source; /* (nullable): the archive; nothing else is set */
  char *name;            /* (nullable): of a page in an archive */
  char *text;            /* (nullable): NULL with an error, or if it is there */
  GError *error;         /* (nullable) */
  guint64 bytes;         /* of the page */
  gboolean found;
  gboolean there;            /* its file exists */
  gboolean left_out;         /* it lacks a field of --only-with, or the filter refuses it */
  gboolean ended;            /* the archive has no more pages */
  char *address;             /* (nullable): where the page came from in the end */
  GPtrArray *links;          /* (nullable): FollowLink: where it leads, if links are followed */
  char *section;             /* (nullable): of the trace */
  GError *trace_error;       /* (nullable): of the trace, which cannot be written */
  ExtractReason reason;      /* why there is no main text, or hardly any */
  CorpusText *words;         /* (nullable): what duplicates are found by, with --dedup */
  ExtractDocument *document; /* (nullable): with it, if paragraphs may be dropped */
} CmdResult;
void cmd_result_free (gpointer result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CmdResult, cmd_result_free)

/* cmd_result_size: Returns: roughly what it holds, in bytes */
gsize cmd_result_size (gpointer result);

/* ---- cmd-extract-page.c: in a worker --------------------------------------------------------- */

/* cmd_page_is_there: whether its file exists, of a run with a folder. */
gboolean cmd_page_is_there (const CmdRun *run, const CmdPage *page);

/* cmd_page_is_done: whether an earlier run has written the page, and knows where it leads. */
gboolean cmd_page_is_done (const CmdRun *run, const CmdPage *page);

/* cmd_page_extract: from the bytes of a page to its text in the format. */
void cmd_page_extract (const CmdRun *run, const ExtractRecord *given, const CmdPage *page, CmdResult *result);

/* cmd_page_extract_place: the place @number of the level. Returns: (transfer full): CmdResult: its page, or
 * the archive that it is */
gpointer cmd_page_extract_place (gsize number, gpointer run);

/* cmd_page_write: Returns: (transfer full) (nullable): the text of a document that is labelled */
char *cmd_page_write (const CmdBatch *batch, ExtractDocument *document, GError **error);

/* ---- cmd-extract-deliver.c: in the main thread ----------------------------------------------- */

/* cmd_page_do_work: writes what the work of the batch makes of @made. Returns: FALSE, after a message, if
 * nothing more can be written. */
gboolean cmd_page_do_work (CmdRun *run, const CmdPage *page, const char *made, gboolean *more);

/* cmd_page_deliver: Returns: FALSE if the batch is to end here. */
gboolean cmd_page_deliver (CmdRun *run, const CmdPage *page, CmdResult *result);

/* cmd_page_take_links: @result: (nullable): of a page. Returns: FALSE, after a message, if they cannot be
 * kept */
gboolean cmd_page_take_links (const CmdRun *run, gsize place, const CmdResult *result);

/* cmd_page_keep: writes the verdict into the journal. Returns: FALSE, after a message, if it cannot be
 * written */
gboolean cmd_page_keep (CmdRun *run, const char *name, CmdVerdict verdict);

/* ---- cmd-extract-archive.c ------------------------------------------------------------------- */

/* cmd_archive_run: all pages of the archive at the place @i. Returns: FALSE if the batch is to end here. */
gboolean cmd_archive_run (CmdRun *run, gsize i, ExtractSource *source);
