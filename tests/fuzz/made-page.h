/* SPDX-License-Identifier: MIT */
/* Pages made up by a grammar of HTML, of numbers. */
#pragma once

#include <glib.h>

/* Returns: (transfer full): the page of @seed, the same on any machine; may hold NUL, and bytes that are not
 * UTF-8 */
GString *made_page_new (guint64 seed);
