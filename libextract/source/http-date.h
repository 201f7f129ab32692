/* SPDX-License-Identifier: MIT */
/* Dates as HTTP, e-mail and RSS have them: "Mon, 23 Nov 2026 21:05:00 GMT". */
#pragma once

#include <glib.h>

/* extract_http_date_parse: Returns: (transfer full) (nullable): in UTC; NULL if @text is no such date */
GDateTime *extract_http_date_parse (const char *text);
