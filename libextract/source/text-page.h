/* SPDX-License-Identifier: MIT */
/* Text as a page: what reads pages reads HTML. */
#pragma once

#include "libextract/source/source-private.h"

#define EXTRACT_TEXT_PAGE_TYPE "text/html; charset=utf-8"

/* extract_text_page_set_title: before the first paragraph. @title: plain text */
gboolean extract_text_page_set_title (const ExtractSource *source, ExtractSourceBytes *page,
                                      const GString *title, GError **error);

/*
 * extract_text_page_append: adds a paragraph of the text of a line. Blanks around it do not count, and a line
 * without text adds nothing. @markup: the line has character references, and some elements; all others, and
 * all of them without it, are text
 */
gboolean extract_text_page_append (const ExtractSource *source, ExtractSourceBytes *page, const guint8 *line,
                                   gsize n, gboolean markup, GError **error);
