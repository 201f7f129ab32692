/* SPDX-License-Identifier: MIT */
#pragma once

#include "libextract/page/document.h"

/* Index of a rule in the table, or -1. */
int extract_rule_find (const char *name);

/* The rules that are on with every model: bit r stands for rule r. */
guint32 extract_rule_get_repairs (void);

/* Runs one rule over the labels of a document that is not sealed yet. */
void extract_rule_apply (guint rule, ExtractDocument *document);
