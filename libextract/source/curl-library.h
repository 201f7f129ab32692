/* SPDX-License-Identifier: MIT */
/*
 * libcurl, loaded when the first address is fetched: it brings some forty libraries along, for every protocol
 * and every way to log in, and loading them takes twice as long as all else that a program does before it
 * reads a page.
 */
#pragma once

#include <curl/curl.h>

#include "libextract/source/source-private.h"

/* clang-format off */
#define EXTRACT_CURL_FUNCTIONS(X)                                                               \
  X (easy_cleanup) X (easy_getinfo) X (easy_header) X (easy_init)                               \
  X (easy_pause) X (easy_setopt) X (easy_strerror) X (free) X (global_init)                     \
  X (multi_add_handle) X (multi_cleanup) X (multi_info_read) X (multi_init)                     \
  X (multi_perform) X (multi_poll) X (multi_remove_handle) X (slist_append)                     \
  X (slist_free_all) X (url)                                                                    \
  X (url_cleanup) X (url_get) X (url_set) X (version_info)
/* clang-format on */

#undef curl_easy_setopt
#undef curl_easy_getinfo

typedef struct {
#define X(name) __typeof__ (curl_##name) *name;
  EXTRACT_CURL_FUNCTIONS (X)
#undef X
} ExtractCurl;

extern ExtractCurl extract_curl;

/* extract_curl_load: fills that once. Returns: FALSE with an error where libcurl is not to be had */
gboolean extract_curl_load (GError **error);

/* Where a request may not go: the fence of the limits, asked before each connection. */
typedef struct {
  const ExtractSourceLimits *limits;
  CURL *easy;      /* not owned */
  GError *refusal; /* (nullable): why the last address was refused; owned */
} ExtractCurlFence;

/* extract_curl_fence_set: options of its request, if there is a fence. @fence stays until the request has
 * ended. */
gboolean extract_curl_fence_set (ExtractCurlFence *fence);
