/* SPDX-License-Identifier: MIT */
/*
 * What `texttractor concordance` does with pages.
 *
 *   worker threads:   page ──> vertical text, if a word may be in it
 *   the main thread:  vertical text ──> tags ──> sentences with the word ──> new ones ──> the first N, a line
 *                     each as they come; or a sample, or sorted, when all pages are through
 */
#pragma once

#include "bin/cmd-extract-batch.h"
#include "concordance/keep.h"
#include "concordance/tagger.h"
#include "concordance/write.h"

typedef struct {
  ConcWanted wanted;
  ConcLook look;
  ConcSort sort;
  guint64 n;
  gboolean sample;
  guint64 seed;
  guint memory; /* sentences that are remembered */
  gboolean near;
  char **languages;        /* (nullable): codes; NULL: all */
  const char *charset;     /* (nullable): of the pages */
  ExtractWriteFlags flags; /* of vertical text */
  ConcTagSet tag_set;
  ConcTagger *tagger; /* (nullable) */
  GError *no_tagger;  /* (nullable): why there is none for text without tags */
  guint older;        /* sentences that are remembered beyond `memory`: conc_seen_keep_older () */
  GPtrArray *shards;  /* (nullable): vertical files, that are read before the pages: lent */
} CmdConcordanceOptions;

typedef struct _CmdConcordance CmdConcordance;

CmdConcordance *cmd_concordance_new (const CmdConcordanceOptions *options);
void cmd_concordance_free (CmdConcordance *concordance);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CmdConcordance, cmd_concordance_free)

/* cmd_concordance_get_work: lent */
const CmdPageWork *cmd_concordance_get_work (CmdConcordance *concordance);
/* cmd_concordance_print_summary: what became of the sentences. */
void cmd_concordance_print_summary (const CmdConcordance *concordance);
gboolean cmd_concordance_has_failed (const CmdConcordance *concordance);
guint64 cmd_concordance_get_n (const CmdConcordance *concordance);

/* What a page is, before sentences are looked for. */
typedef enum { CMD_CONC_WANTED, CMD_CONC_OTHER_ENCODING, CMD_CONC_OTHER_LANGUAGE } CmdConcVerdict;

/* cmd_concordance_make: what get_work ()->make does. @verdict: (out) */
char *cmd_concordance_make (CmdConcordance *concordance, ExtractDocument *document, CmdConcVerdict *verdict,
                            GError **error);
guint64 cmd_concordance_get_n_repeats (const CmdConcordance *concordance);

/* cmd_concordance_is_vertical: whether @place is a file of vertical text. */
gboolean cmd_concordance_is_vertical (const char *place);
