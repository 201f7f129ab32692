/* SPDX-License-Identifier: MIT */
/*
 * The body of an answer of HTTP, piece by piece: chunks and codings are undone on the way.
 *
 *   pieces --chunks--> codings, the last one first --> page
 *
 * Many archives keep the head as it was, but the body as it was after this: so a body that does not begin
 * like what the head says is taken as it is.
 */
#pragma once

#include "libextract/source/http-message.h"

typedef struct _ExtractHttpBody ExtractHttpBody;

/*
 * extract_http_body_new: @out: not owned, where the page goes
 * Returns: (transfer full) (nullable): NULL with @error if the head names a coding that is not known
 */
ExtractHttpBody *extract_http_body_new (const ExtractHttpHead *http, const ExtractSource *source,
                                        ExtractSourceBytes *out, GError **error);
void extract_http_body_free (ExtractHttpBody *body);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractHttpBody, extract_http_body_free)

gboolean extract_http_body_add (ExtractHttpBody *body, const guint8 *bytes, gsize n, GError **error);

/* extract_http_body_end: Returns: FALSE with @error if more would have to come. */
gboolean extract_http_body_end (ExtractHttpBody *body, GError **error);
