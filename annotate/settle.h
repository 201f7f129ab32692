/* SPDX-License-Identifier: MIT */
/* After an interruption: brings the decisions in journals into the labels files. */
#pragma once

#include "annotate/desk/work.h"

G_BEGIN_DECLS

/*
 * settle_journal: writes the labels files that are behind the journal of @setup.
 * @warnings: (element-type utf8): gets a sentence for each page that could not be done
 * Returns: how many pages there were to be done
 */
guint settle_journal (const WorkSetup *setup, GPtrArray *warnings);

/* settle_all: the same for the journals of everybody who is not at work just now. */
guint settle_all (const TrainDataset *set, ExtractParser *parser, GPtrArray *warnings);

G_END_DECLS
