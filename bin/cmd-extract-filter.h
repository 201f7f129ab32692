/* SPDX-License-Identifier: MIT */
#pragma once

#include "cli/cli.h"
#include "corpus/dedup.h"

typedef struct {
  guint64 min_words; /* of the main text */
  guint64 max_words;
  char **languages;         /* (nullable): primary subtags in lower case: those that may be declared */
  char **detected;          /* (nullable): codes: those that the main text may be in */
  CorpusDedupOptions dedup; /* of no kinds: duplicates are not left out */
  /* Of pages in archives. */
  char **statuses;    /* (nullable): "404", "2xx" or "any"; NULL: 2xx */
  char **types;       /* (nullable): "text/html", "text/" or "any"; NULL: HTML */
  GRegex *url;        /* (nullable): that their addresses match */
  GRegex *except_url; /* (nullable): that they do not match */
} CmdFilter;

/* cmd_filter_init: its options. */
GOptionGroup *cmd_filter_init (CmdFilter *filter);
void cmd_filter_clear (CmdFilter *filter);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CmdFilter, cmd_filter_clear)

/* cmd_filter_wants: whether a page of an archive is to be read. @data: a CmdFilter. From any thread. */
gboolean cmd_filter_wants (const ExtractRecordHead *head, gpointer data);

/* cmd_filter_keeps: @document: labelled. From any thread. Returns: FALSE, also with an error */
gboolean cmd_filter_keeps (const CmdFilter *filter, ExtractDocument *document, GError **error);

/* cmd_filter_dup_text: what duplicates of @document, which is labelled, are found by. From any thread.
 * Returns: (transfer full) (nullable): NULL if none are to be found, or it has no main text */
CorpusText *cmd_filter_dup_text (const CmdFilter *filter, ExtractDocument *document);

/* cmd_filter_drop_paragraphs: those of @text that are duplicates are no more main text of @document.
 * Returns: whether there are any */
gboolean cmd_filter_drop_paragraphs (CorpusText *text, ExtractDocument *document);

/* cmd_filter_describe: for the journal. Returns: (transfer full) */
char *cmd_filter_describe (const CmdFilter *filter);
