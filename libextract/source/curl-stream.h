/* SPDX-License-Identifier: MIT */
/*
 * An answer as a stream, for archives: it is never held, and when the connection breaks, it goes on from
 * where it was, by a request for the rest.
 */
#pragma once

#include "libextract/source/source-private.h"

typedef struct _ExtractCurlStream ExtractCurlStream;

/* @source: not owned. Returns: (transfer full) (nullable): libcurl is there and set up */
ExtractCurlStream *extract_curl_stream_new (ExtractSource *source, GError **error);
void extract_curl_stream_free (ExtractCurlStream *stream);

/* Returns: (transfer none) */
ExtractInput *extract_curl_stream_get_input (ExtractCurlStream *stream);
