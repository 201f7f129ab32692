/* SPDX-License-Identifier: MIT */
#include "libextract/source/curl-library.h"

#include <dlfcn.h>

#include "libextract/base/libraries.h"
#include "libextract/source/address.h"

ExtractCurl extract_curl;

static const ExtractCurl *const curl = &extract_curl;

/* Returns: (nullable): why there is none; static */
static gpointer
load (gpointer unused)
{
  gpointer library = extract_library_open (EXTRACT_LIBRARY_CURL);

  if (!library)
    return g_strdup (dlerror ());
#define X(name)                                                             \
  if (!(*(gpointer *) &extract_curl.name = dlsym (library, "curl_" #name))) \
    return g_strdup (dlerror ());
  EXTRACT_CURL_FUNCTIONS (X)
#undef X
  return curl->global_init (CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL : g_strdup ("libcurl cannot be set up");
}

gboolean
extract_curl_load (GError **error)
{
  static GOnce once = G_ONCE_INIT;
  const char *failure = g_once (&once, load, NULL);

  if (failure)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "cannot be fetched: %s", failure);
  return !failure;
}

/* ---- The fence --------------------------------------------------------------------------------- */

/* Called before each connection, also that of a redirect: with an address, which libcurl then uses. If one of
 * several is refused, libcurl goes on to the next one. */
static curl_socket_t
on_socket (void *user_data, curlsocktype purpose, struct curl_sockaddr *address)
{
  ExtractCurlFence *fence = user_data;
  long n_redirects = 0;

  g_clear_error (&fence->refusal);
  int fd = extract_fence_open_socket (fence->limits->fence, address->socktype, address->protocol,
                                      &address->addr, &fence->refusal);
  curl->easy_getinfo (fence->easy, CURLINFO_REDIRECT_COUNT, &n_redirects);
  if (n_redirects > 0)
    g_prefix_error (&fence->refusal, "redirects to what ");
  return fd < 0 ? CURL_SOCKET_BAD : fd;
}

/* A proxy would connect to whatever it is told. Neither connections nor what servers say of other addresses
 * (Alt-Svc, HSTS) outlive a fetch. */
gboolean
extract_curl_fence_set (ExtractCurlFence *fence)
{
  CURL *easy = fence->easy;

  return !fence->limits->fence ||
         (curl->easy_setopt (easy, CURLOPT_OPENSOCKETFUNCTION, on_socket) == CURLE_OK &&
          curl->easy_setopt (easy, CURLOPT_OPENSOCKETDATA, fence) == CURLE_OK &&
          curl->easy_setopt (easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L) == CURLE_OK &&
          curl->easy_setopt (easy, CURLOPT_PROXY, "") == CURLE_OK &&
          curl->easy_setopt (easy, CURLOPT_NOPROXY, "*") == CURLE_OK);
}
