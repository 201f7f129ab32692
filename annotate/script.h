/* SPDX-License-Identifier: MIT */
/*
 * Keys from a file, for tests and demonstrations: one command per line, # begins a comment.
 *
 *   size 80 24          columns and rows of the screen, to begin with or later
 *   keys c c b down     keys, by their names (keys.h), a class key too
 *   type some words     every character of the rest of the line is a key
 *   paste some words    as if pasted into the terminal
 *   wait 60             waits for news of a training (--retrain), at most this many seconds
 *   screen FILE         saves the screen as text; - is standard output
 *   styles FILE         saves the style of the screen, as a letter for each cell
 */
#pragma once

#include "annotate/view/canvas.h"
#include "annotate/desk/desk.h"

G_BEGIN_DECLS

typedef struct _Script Script;

/* script_load: @path: - for standard input. Fails with "line 3: sentence". Returns: (transfer full)
 * (nullable) */
Script *script_load (const char *path, GError **error);
void script_free (Script *script);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Script, script_free)

/* After every key. Fulfils the wish of the desk. Returns: FALSE to end the script. */
typedef gboolean (*ScriptFulfil) (gpointer data);

/* script_run: FALSE with an error, "line 3: sentence", if a screen cannot be saved. */
gboolean script_run (const Script *script, Desk *desk, Canvas *canvas, ScriptFulfil fulfil, gpointer data,
                     GError **error);

G_END_DECLS
