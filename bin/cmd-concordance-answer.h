/* SPDX-License-Identifier: MIT */
/* What worker threads of a long task make of what was fetched: links, vertical text. */
#pragma once

#include "bin/cmd-concordance-web.h"
#include "concordance/task.h"

typedef enum { CMD_OF_PAGE, CMD_OF_CRAWL, CMD_OF_LIST, CMD_OF_ENGINE } CmdOrigin;

typedef struct {
  CmdOrigin origin;
  guint64 number;      /* of the link, or of the engine */
  ConcVisit visit;     /* of a link */
  GError *error;       /* (nullable) */
  gboolean refused;    /* by an engine, for good */
  char *made;          /* (nullable): of a page: its vertical text, or "" */
  GPtrArray *links;    /* (nullable): of addresses */
  GPtrArray *sitemaps; /* (nullable): of addresses */
} CmdAnswer;

void cmd_answer_free (CmdAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CmdAnswer, cmd_answer_free)

/* What they need: lent. */
typedef struct {
  const CmdWeb *web;
  const CmdBatch *batch;
  CmdConcordance *concordance;
} CmdAnswerNeeds;

/* cmd_answer_read: @record: (nullable): NULL with @failure, which it takes. @status: of HTTP; 0: none.
 * Returns: (transfer full) */
CmdAnswer *cmd_answer_read (const CmdAnswerNeeds *needs, CmdOrigin origin, guint64 number,
                            const ExtractRecord *record, guint status, GError *failure);
