/* SPDX-License-Identifier: MIT */
/* A window of a browser without a screen, and our script in the page that it shows: page.js. */
#pragma once

#include "render/wire.h"

G_BEGIN_DECLS

typedef struct _RenderSession RenderSession;

/*
 * render_session_new: @wire: not owned; @folder: (nullable): for the profile; @block: of CliRenderBlock: what
 * is not loaded Times are in microseconds of g_get_monotonic_time () here and below; errors are
 * RENDER_ERRORs. Returns: (transfer full) (nullable)
 */
RenderSession *
render_session_new (RenderWire *wire, const char *folder, guint block, gint64 until, GError **error);
/* render_session_free: closes the window; does not wait long. */
void render_session_free (RenderSession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RenderSession, render_session_free)

/* render_session_open: loads a page. RENDER_ERROR_TIMEOUT: it is still being loaded */
gboolean render_session_open (RenderSession *session, const char *address, gint64 until, GError **error);

/* render_session_leave: forgets the page, and all that it has stored. */
gboolean render_session_leave (RenderSession *session, gint64 until, GError **error);

/*
 * render_session_ask: calls a function of page.js: "state ()".
 * Returns: (transfer full) (nullable): what it returned
 */
JsonNode *render_session_ask (RenderSession *session, const char *call, gint64 until, GError **error);

/* render_session_ask_text: the same of one whose result is kept as JSON: "elements (500)". */
char *render_session_ask_text (RenderSession *session, const char *call, gint64 until, GError **error);

/* render_session_shoot: Returns: (transfer full) (nullable): what is seen now, JPEG or PNG in base64 */
char *render_session_shoot (RenderSession *session, gint64 until, GError **error);

G_END_DECLS
