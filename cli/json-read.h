/* SPDX-License-Identifier: MIT */
/* Untrusted JSON: objects, whose depth is checked before they are parsed, and their strings. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/*
 * cli_json_parse: Returns: (transfer full) (nullable): the object that @text is. Fails with
 * G_IO_ERROR_INVALID_DATA or JSON_PARSER_ERROR.
 */
JsonObject *cli_json_parse (const char *text, gsize length, GError **error);

/*
 * cli_json_get_string, cli_json_get_strings, cli_json_get_object: the member @key of @object.
 * @value: (out) (nullable): not touched if there is no such member, or if it is null
 *
 * Returns: FALSE with G_IO_ERROR_INVALID_DATA if it is of another kind.
 */
gboolean cli_json_get_string (JsonObject *object, const char *key, char **value, GError **error);
/* cli_json_get_url: the same of an address, without its user: extract_url_dup_without_user (). */
gboolean cli_json_get_url (JsonObject *object, const char *key, char **value, GError **error);
gboolean cli_json_get_strings (JsonObject *object, const char *key, char ***values, GError **error);
/* @value: (transfer none) */
gboolean cli_json_get_object (JsonObject *object, const char *key, JsonObject **value, GError **error);

G_END_DECLS
