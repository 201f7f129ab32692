/* SPDX-License-Identifier: MIT */
#include "render/wire.h"

#include <curl/curl.h>
#include <string.h>

/* An answer holds a page twice as long as it is, at worst: each quote becomes two characters; a screenshot is
 * smaller. */
#define MAX_ANSWER ((gsize) 256 << 20)

struct _RenderWire {
  char *base;                 /* owned; without a slash at its end */
  CURL *easy;                 /* owned; the connection stays open */
  struct curl_slist *headers; /* owned */
  GByteArray *answer;         /* owned */
};

static size_t
keep (char *data, size_t size, size_t n, void *user)
{
  RenderWire *wire = user;

  if (n > MAX_ANSWER - wire->answer->len)
    return 0;
  g_byte_array_append (wire->answer, (const guint8 *) data, (guint) n);
  return n;
}

RenderWire *
render_wire_new (const char *base, GError **error)
{
  static gsize once;
  RenderWire *wire = g_new0 (RenderWire, 1);

  if (g_once_init_enter (&once)) {
    curl_global_init (CURL_GLOBAL_DEFAULT);
    g_once_init_leave (&once, 1);
  }
  wire->base = g_strdup (base);
  if (g_str_has_suffix (base, "/"))
    wire->base[strlen (base) - 1] = '\0';
  wire->answer = g_byte_array_new ();
  wire->headers = curl_slist_append (NULL, "Content-Type: application/json; charset=utf-8");
  wire->headers = curl_slist_append (wire->headers, "Expect:");
  wire->easy = curl_easy_init ();
  if (wire->easy && wire->headers)
    return wire;
  g_set_error_literal (error, RENDER_ERROR, RENDER_ERROR_LOST, "libcurl cannot be set up");
  render_wire_free (wire);
  return NULL;
}

void
render_wire_free (RenderWire *wire)
{
  curl_easy_cleanup (wire->easy);
  curl_slist_free_all (wire->headers);
  g_byte_array_unref (wire->answer);
  g_free (wire->base);
  g_free (wire);
}

static void
prepare (RenderWire *wire, const char *method, const char *url, const char *body, long milliseconds)
{
  CURL *easy = wire->easy;

  curl_easy_reset (easy);
  curl_easy_setopt (easy, CURLOPT_URL, url);
  curl_easy_setopt (easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt (easy, CURLOPT_NOPROXY, "*");
  curl_easy_setopt (easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt (easy, CURLOPT_TIMEOUT_MS, milliseconds);
  curl_easy_setopt (easy, CURLOPT_WRITEFUNCTION, keep);
  curl_easy_setopt (easy, CURLOPT_WRITEDATA, wire);
  if (body) {
    curl_easy_setopt (easy, CURLOPT_HTTPHEADER, wire->headers);
    curl_easy_setopt (easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t) strlen (body));
    curl_easy_setopt (easy, CURLOPT_POSTFIELDS, body);
  } else {
    curl_easy_setopt (easy, CURLOPT_CUSTOMREQUEST, method);
  }
}

JsonNode *
render_wire_call (RenderWire *wire, const char *method, const char *path, const char *body, gint64 until,
                  GError **error)
{
  g_autofree char *url = g_strconcat (wire->base, path, NULL);
  const gint64 left = (until - g_get_monotonic_time ()) / 1000;
  JsonNode *value = NULL;
  CURLcode code;
  long status = 0;

  if (left <= 0) {
    g_set_error_literal (error, RENDER_ERROR, RENDER_ERROR_TIMEOUT, "the time is over");
    return NULL;
  }
  prepare (wire, method, url, body, (long) left);
  g_byte_array_set_size (wire->answer, 0);
  code = curl_easy_perform (wire->easy);
  if (code != CURLE_OK) {
    g_set_error (error, RENDER_ERROR, RENDER_ERROR_LOST, "the driver does not answer: %s",
                 curl_easy_strerror (code));
    return NULL;
  }
  curl_easy_getinfo (wire->easy, CURLINFO_RESPONSE_CODE, &status);
  value = render_answer_parse ((const char *) wire->answer->data, wire->answer->len, (guint) status, error);
  /* A page is not kept until the next one comes. */
  g_byte_array_unref (wire->answer);
  wire->answer = g_byte_array_new ();
  return value;
}
