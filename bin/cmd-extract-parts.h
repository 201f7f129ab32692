/* SPDX-License-Identifier: MIT */
/*
 * What becomes of the pages of a batch, and what is kept of it so that the batch can be resumed.
 *
 *   texts of pages ──> CmdOutput ──> a file for each page, or
 *                      CmdStream ──> stdout, or FILE.part, which is FILE or a shard of it in the end
 *                          └───────> CmdJournal, FILE.journal: a line for each page in FILE.part
 *   errors         ──> CmdFailures: a line for each
 *
 * A page is done when it is in the journal, or its own file has its name. What was written of a page that is
 * not, the next run cuts off again.
 */
#pragma once

#include "cli/cli.h"
#include "cli/pack.h"

/* What a page came to. */
typedef enum {
  CMD_PAGE_WRITTEN,
  CMD_PAGE_EMPTY,    /* written, but without main text */
  CMD_PAGE_LEFT_OUT, /* read, but not wanted */
  CMD_PAGE_FAILED,
  CMD_ARCHIVE_READ, /* no page: all those of an archive are through */
  CMD_N_VERDICTS
} CmdVerdict;

/* cmd_verdict_get_name: "left-out" */
const char *cmd_verdict_get_name (CmdVerdict verdict);

/* Which page. */
typedef struct {
  gsize place;        /* its number in the batch; all pages of an archive have one */
  const char *name;   /* as in messages: "a.html", "crawl.warc.gz#1234" */
  const char *inside; /* (nullable): its place in an archive: "1234" */
} CmdPage;

/* ---- Failures ------------------------------------------------------------------------------- */

/* Lines of JSON: {"page":"a.html","code":"too-deep","message":"…"}. Each is written at once. */
typedef struct _CmdFailures CmdFailures;

/* @length: what it has from an earlier run is cut back to this */
CmdFailures *cmd_failures_new (const char *path, guint64 length, GError **error);
gboolean cmd_failures_add (CmdFailures *failures, const char *place, const GError *failure, GError **error);
guint64 cmd_failures_get_length (const CmdFailures *failures);
void cmd_failures_free (CmdFailures *failures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CmdFailures, cmd_failures_free)

/* ---- Journal -------------------------------------------------------------------------------- */

typedef struct _CmdJournal CmdJournal;

/* What a journal says of the pages that are done. */
typedef struct {
  gsize length;   /* bytes of its lines that count; 0: there was none, so this is the first run */
  gsize n_places; /* the first ones of the batch */
  gsize n_inside; /* of the next one, which is an archive, the first pages */
  gsize counts[CMD_N_VERDICTS];
  guint64 failures; /* bytes of the list of failures */
  guint64 output;   /* bytes of the output with them, before it is packed */
  guint64 sealed;   /* of these, the bytes that are packed, or in shards that are whole */
  guint64 before;   /* of these, the bytes of shards that are whole */
  guint64 packed;   /* bytes of the file at work that are whole members */
  guint n_shards;   /* that are whole */
  guint64 n_whole;  /* bytes of the last one of them */
} CmdJournalState;

/* What is there of the output: lines that say more do not count. */
typedef struct {
  guint64 packed; /* bytes of the file at work, if it is packed */
  guint64 open;   /* bytes that have not been packed yet, or are not going to be */
} CmdJournalLimits;

/*
 * cmd_journal_open: reads @path, or begins it.
 * @settings: one line: all that the output depends on but the pages
 * Fails with G_IO_ERROR_INVALID_DATA if it is no journal, or that of another batch.
 */
CmdJournal *cmd_journal_open (const char *path, const char *settings, const CliPlaces *places,
                              const CmdJournalLimits *limits, CmdJournalState *state, GError **error);
/* cmd_journal_add: one more page or archive is done: @output and @failures are the bytes that there are now.
 */
gboolean cmd_journal_add (CmdJournal *journal, const char *name, CmdVerdict verdict, guint64 output,
                          guint64 failures, GError **error);
/*
 * cmd_journal_add_step: all of the output is packed now, and if @whole, its shard is whole.
 * @bytes: what the shard has
 */
gboolean cmd_journal_add_step (CmdJournal *journal, gboolean whole, guint64 bytes, guint64 output,
                               guint64 failures, GError **error);
void cmd_journal_free (CmdJournal *journal);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CmdJournal, cmd_journal_free)

/* ---- What is written ------------------------------------------------------------------------- */

typedef struct {
  ExtractFormat format;
  ExtractWriteFlags flags;
  const char *file;     /* (nullable): --output */
  const char *folder;   /* (nullable): --output-dir */
  gboolean resume;      /* with `file`: work on it is to be resumed */
  gboolean done;        /* with `file`: FILE.done says when it is whole */
  const char *settings; /* (nullable): with one of these: as for the journal */
  CliPacking packing;   /* without `folder` */
  guint64 shard_size;   /* with `file`: a new shard begins behind so many bytes, before packing; 0: none */
  gboolean tagged;      /* of vertical text: positions have tag and lemma */
  const char *prologue; /* (nullable): instead of what the format has, and so are the next two */
  const char *separator, *epilogue;
} CmdOutputOptions;

/* ---- The output of all pages ------------------------------------------------------------------ */

typedef struct _CmdStream CmdStream;

/* cmd_stream_guard: see cmd_output_guard (). */
gboolean cmd_stream_guard (const CmdOutputOptions *options, GError **error);

/* @options, @places: lent. The errors of these functions name the place themselves. */
CmdStream *cmd_stream_new (const CmdOutputOptions *options, CliPlaces *places, GError **error);
const CmdJournalState *cmd_stream_get_state (const CmdStream *stream);
/* cmd_stream_set_frame: what stands at the beginning of each file, between pages, and at its end: lent.
 * Before the first page. */
void
cmd_stream_set_frame (CmdStream *stream, const char *prologue, const char *separator, const char *epilogue);
gboolean cmd_stream_write (CmdStream *stream, const char *text, GError **error);
/* The next two are as those of the output. */
gboolean cmd_stream_page_done (CmdStream *stream, const char *name, CmdVerdict verdict, guint64 failures,
                               GError **error);
gboolean cmd_stream_end (CmdStream *stream, gboolean whole, gboolean any, GError **error);
void cmd_stream_free (CmdStream *stream);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CmdStream, cmd_stream_free)

/* cmd_stream_get_n_files: that have their names: shards, or the one file. */
guint cmd_stream_get_n_files (const CmdStream *stream);

/* cmd_fail_at: the error about @place. Takes @failure. Returns: FALSE */
gboolean cmd_fail_at (const char *place, GError *failure, GError **error);

/* cmd_name_beside: Returns: (transfer full): what stands beside @file, or beside the one that it is a link
 * to.
 */
char *cmd_name_beside (const char *file, const char *suffix);

/* ---- Shards --------------------------------------------------------------------------------- */

/* cmd_shard_name: Returns: (transfer full): of the @n-th file, from 1 on; without shards, of the only one. */
char *cmd_shard_name (const CmdOutputOptions *options, guint n);

/* cmd_shards_describe_reading: Returns: (transfer full) (nullable): the command of a shell that prints all of
 * them; NULL if there is one file that is not packed */
char *cmd_shards_describe_reading (const CmdOutputOptions *options);

/* cmd_shards_check: fails if one of these is written beside the output, or read. @places: (nullable) */
gboolean cmd_shards_check (const CmdOutputOptions *options, CliPlaces *places, GError **error);

/* cmd_shards_remove: what an earlier run left. The error names the place. */
gboolean cmd_shards_remove (const CmdOutputOptions *options, GError **error);

/* ---- Tasks ---------------------------------------------------------------------------------- */

/* cmd_done_name: Returns: (transfer full): "FILE.done" */
char *cmd_done_name (const char *file);

/* cmd_done_describe: @settings: as for the journal. Returns: (transfer full): what tells a task from others
 */
char *cmd_done_describe (const char *settings, const CliPlaces *places);

/* cmd_done_is_there: whether @path says that this task made the file, or shards, of @output, and they are as
 * long as they were then.
 * @n_failed: (out): pages that failed */
gboolean
cmd_done_is_there (const char *path, const char *task, const CmdOutputOptions *output, gsize *n_failed);

/* cmd_done_write: @n_files: shards, or 1; @counts: of pages */
gboolean cmd_done_write (const char *path, const char *task, const CmdOutputOptions *output, guint n_files,
                         const gsize counts[CMD_N_VERDICTS], GError **error);

/* ---- Pages, one by one ------------------------------------------------------------------------ */

typedef struct _CmdOutput CmdOutput;

/* cmd_output_guard: says what is going to be written, see cli_guard_output (). */
gboolean cmd_output_guard (const CmdOutputOptions *options, GError **error);

/* @options, @places: lent. The error names the place itself. */
CmdOutput *cmd_output_new (const CmdOutputOptions *options, CliPlaces *places, GError **error);

/* cmd_output_get_state: what earlier runs have done; nothing, unless work is resumed. */
const CmdJournalState *cmd_output_get_state (const CmdOutput *output);

/*
 * cmd_output_begin: what stands before the first page. Once, before the first of the functions below.
 * @archive: whether the first place is an archive: its pages are several, though the place may be one
 */
void cmd_output_begin (CmdOutput *output, gboolean archive);

/* cmd_output_dup_path: Returns: (transfer full) (nullable): of the page's own file. From any thread. */
char *cmd_output_dup_path (const CmdOutput *output, const CmdPage *page);

/* cmd_output_claim: the page is to have its own file. Fails if that is another page's, or anything that is
 * read or written beside it. In the order of the pages; without effect if pages have no files of their own.
 */
gboolean cmd_output_claim (CmdOutput *output, const CmdPage *page, GError **error);

/* cmd_output_write: @broken: (out): whether nothing more can be written to the output of all pages */
gboolean
cmd_output_write (CmdOutput *output, const CmdPage *page, const char *text, gboolean *broken, GError **error);

/* cmd_output_page_done: the page or archive is through, written or not. */
gboolean cmd_output_page_done (CmdOutput *output, const char *name, CmdVerdict verdict, guint64 failures,
                               GError **error);

/*
 * cmd_output_end: what stands behind the last page.
 * @whole: FALSE if the work was interrupted: a file does not get its name
 * @any: whether a page was written; if none was, an older file stays
 */
gboolean cmd_output_end (CmdOutput *output, gboolean whole, gboolean any, GError **error);

/* cmd_output_get_n_files: those without a folder, once they are whole. */
guint cmd_output_get_n_files (const CmdOutput *output);

void cmd_output_free (CmdOutput *output);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CmdOutput, cmd_output_free)

/* ---- Registry ------------------------------------------------------------------------------- */

/* cmd_registry_guard: @path: (nullable): says what is going to be written, see cli_guard_output (). */
gboolean cmd_registry_guard (const char *path, GError **error);

/* cmd_registry_write: describes the vertical file of @output to corpus managers. */
gboolean cmd_registry_write (const char *path, const CmdOutputOptions *output, GError **error);
