/* SPDX-License-Identifier: MIT */
/* The program that drives the browser: chromedriver or geckodriver. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * render_driver_start: @folder: for all that driver and browser write
 * @until: in microseconds of g_get_monotonic_time ()
 * Returns: (transfer full) (nullable): its address; NULL with an error of G_SPAWN_ERROR or RENDER_ERROR. It
 * ends when we do; render_herd_kill () ends it before.
 */
char *render_driver_start (const char *folder, gint64 until, GError **error);

G_END_DECLS
