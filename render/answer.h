/* SPDX-License-Identifier: MIT */
/*
 * What a driver answers: the JSON of W3C WebDriver, https://www.w3.org/TR/webdriver2/#protocol. Neither the
 * driver nor the page, whose words are in it, is trusted.
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What went wrong, by what is to be done about it. */
typedef enum {
  RENDER_ERROR_LOST,    /* driver or browser is gone, or talks nonsense: both are to be replaced */
  RENDER_ERROR_TIMEOUT, /* something took too long; what there is may still be read */
  RENDER_ERROR_SCRIPT,  /* the script in the page failed */
  RENDER_ERROR_ADDRESS, /* the page cannot be loaded */
} RenderError;

#define RENDER_ERROR (render_error_quark ())
GQuark render_error_quark (void);

/*
 * render_answer_parse: @text: the body of an answer with @status (of HTTP)
 * Returns: (transfer full) (nullable): its value; NULL with a RENDER_ERROR
 */
JsonNode *render_answer_parse (const char *text, gsize n, guint status, GError **error);

/* Members of what a script returned; what is missing or of another kind is 0, "" or FALSE.
 * @value: (nullable) */
double render_answer_get_number (JsonNode *value, const char *key);
gboolean render_answer_get_flag (JsonNode *value, const char *key);
/* Returns: (transfer none): lives as long as @value */
const char *render_answer_get_string (JsonNode *value, const char *key);

G_END_DECLS
