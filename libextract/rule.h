/* SPDX-License-Identifier: MIT */
#pragma once

#include "document-private.h"

/* Index of a rule in the table, or -1. */
int extract_rule_find (const char *name);

/* Runs one rule over the labels of a document that is not sealed yet. */
void extract_rule_apply (guint rule, ExtractDocument *document);
