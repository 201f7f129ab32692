/* SPDX-License-Identifier: MIT */
/* Requests to a driver, by HTTP. The only file of this room that uses libcurl. */
#pragma once

#include "render/answer.h"

G_BEGIN_DECLS

typedef struct _RenderWire RenderWire;

/* render_wire_new: @base: address of the driver. Returns: (transfer full) (nullable) */
RenderWire *render_wire_new (const char *base, GError **error);
void render_wire_free (RenderWire *wire);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RenderWire, render_wire_free)

/*
 * render_wire_call: one request. @path: behind the base; @body: (nullable): JSON, for a POST; @method: else
 * "GET" or "DELETE"; @until: in microseconds of g_get_monotonic_time ()
 * Returns: (transfer full) (nullable): the value of the answer; NULL with a RENDER_ERROR. A driver that does
 * not answer at all is lost.
 */
JsonNode *render_wire_call (RenderWire *wire, const char *method, const char *path, const char *body,
                            gint64 until, GError **error);

G_END_DECLS
