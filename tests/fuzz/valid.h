/* SPDX-License-Identifier: MIT */
/* Strict readers of what we write: they know no more than the standards, and forgive nothing. */
#pragma once

#include <glib.h>

/* Each of them: (nullable): what is wrong; NULL if nothing is. */

/* One value of JSON, with white space around it. */
const char *valid_json (const char *text);
/* A document of XML without DTD. */
const char *valid_xml (const char *text);
/* Our HTML: tags closed in their order, values quoted; no script, handler or address that runs one. */
const char *valid_html (const char *text);
/* What is between two lines of --- is YAML of one level: keys, and values as in JSON. */
const char *valid_front_matter (const char *text);
/* RFC 4180, or values parted by tabs: rows of the same length. */
const char *valid_table (const char *text, char separator);
/* Vertical text: structures that nest as they should, and positions of one or three columns. */
const char *valid_vertical (const char *text);
