/* SPDX-License-Identifier: MIT */
/*
 * JSON on one line, appended to a text: "{" and "[" and their ends are appended by the caller, commas come by
 * themselves. Numbers do not depend on the locale.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* train_json_append_quoted: @value alone, with its quotes. */
void train_json_append_quoted (GString *json, const char *value);
/* train_json_append_key: a comma unless an object begins here, and the key. */
void train_json_append_key (GString *json, const char *key);
/* train_json_append_item: a comma unless an array begins here. */
void train_json_append_item (GString *json);
void train_json_append_string (GString *json, const char *key, const char *value);
void train_json_append_count (GString *json, const char *key, guint value);
/* train_json_append_number: five decimals, without the zeros at the end but for the first. */
void train_json_append_number (GString *json, const char *key, double value);

G_END_DECLS
