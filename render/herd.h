/* SPDX-License-Identifier: MIT */
/*
 * The processes of a browser: a dozen, of which some detach themselves. We adopt every one whose parent ends,
 * so that none gets away.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* render_herd_adopt: from now on. Returns: FALSE if this system cannot do it */
gboolean render_herd_adopt (void);

/* render_herd_kill: ends all processes below this one, and waits until they have gone. */
void render_herd_kill (void);

/* render_herd_get_memory: bytes that all processes below this one have for themselves. */
guint64 render_herd_get_memory (void);

G_END_DECLS
