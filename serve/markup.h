/* SPDX-License-Identifier: MIT */
/* Markup with texts of others in it: the one place where anything is escaped. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* serve_markup_append_text: @text: (nullable): for text, and for attributes in double quotes */
void serve_markup_append_text (GString *page, const char *text);

/* serve_markup_append: @format is markup; its %s are escaped. There is no other conversion. */
void serve_markup_append (GString *page, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* serve_markup_get_source: Returns: (transfer none): a file of serve/page/, which is compiled in */
const char *serve_markup_get_source (const char *name);
/* serve_markup_dup_hash: Returns: (transfer full): what browsers compute of it between its tags */
char *serve_markup_dup_hash (const char *name);

G_END_DECLS
