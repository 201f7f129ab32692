/* SPDX-License-Identifier: MIT */
/*
 * JSON on one line, appended to a text: "{" and "[" and their ends are appended by the caller, commas come by
 * themselves. Numbers do not depend on the locale.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* cli_json_append_quoted: @value (nullable) alone, with its quotes. */
void cli_json_append_quoted (GString *json, const char *value);
/* cli_json_append_key: a comma unless an object begins here or a blank is the last character, and the key. */
void cli_json_append_key (GString *json, const char *key);
/* cli_json_append_item: a comma unless an array begins here. */
void cli_json_append_item (GString *json);
void cli_json_append_string (GString *json, const char *key, const char *value);
void cli_json_append_count (GString *json, const char *key, guint value);
/* cli_json_append_number: five decimals, without the zeros at the end but for the first. */
void cli_json_append_number (GString *json, const char *key, double value);

G_END_DECLS
