/* SPDX-License-Identifier: MIT */
/*
 * One record from an http: or https: URL. The server is not trusted: time, size, header and redirects have
 * limits, and an answer that cannot be a web page is refused by its header, before its body is read. The only
 * file that uses libcurl.
 */
#include "libextract/source/address.h"
#include "libextract/source/curl-library.h"
#include "libextract/source/curl-stream.h"
#include "libextract/source/exchange.h"
#include "libextract/source/source-private.h"

#include <errno.h>
#include <libextract/extract.h>
#include <signal.h>
#include <time.h>

#define SCHEMES "http,https"
/* People write spaces and letters of all alphabets into URLs. */
#define URL_FLAGS (CURLU_URLENCODE | CURLU_ALLOW_SPACE)
#define CONNECT_MILLISECONDS 10000
/* Of all answers on the way together. libcurl itself limits only the length of one line. */
#define MAX_HEADER_BYTES (256 * 1024)
/* How much of a media type is worth saying. */
#define MAX_TYPE_LENGTH 80

/* ---- The server's answer --------------------------------------------------------------------- */

static const ExtractCurl *const curl = &extract_curl;

static void
free_url (CURLU *url)
{
  curl->url_cleanup (url);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CURLU, free_url)

typedef struct {
  ExtractSource *source;    /* not owned */
  CURLU *url;               /* owned; libcurl reads it during the fetch */
  CURL *easy;               /* owned; NULL once the record was fetched */
  ExtractSourceBytes bytes; /* the body, decoded */
  gsize n_header_bytes;
  gboolean has_header;       /* the header of the last answer has come to its end */
  ExtractExchange *exchange; /* (nullable): not owned */
  struct curl_slist *fields; /* (nullable): of the request; owned */
  GError *error;             /* owned; why we stopped the fetch ourselves, or NULL */
  GByteArray *first;         /* (nullable): the first bytes, until they are known to be no archive; owned */
  ExtractCurlFence fence;    /* of the request */
  GError *refusal;           /* (nullable): of a type that only archives may have; owned */
  gboolean is_archive;       /* so the fetch was stopped */
  ExtractCurlStream *stream; /* (nullable): of an archive; owned */
  ExtractRecord *record;     /* (nullable): the page, until it is asked for; owned */
} CurlState;

/* ---- What the server sends ----------------------------------------------------------------- */

/* Media types that are no web page. A lie that is worth reading ("application/x-php", "text/plain")
   is more frequent than one would wish: whatever is not listed gets its chance. */
static const char *const refused_prefixes[] = {
  "application/vnd.", "audio/", "font/", "image/", "model/", "video/",
};
static const char *const refused_types[] = {
  "application/epub+zip",
  "application/gzip",
  "application/java-archive",
  "application/javascript",
  "application/json",
  "application/ld+json",
  "application/msword",
  "application/ogg",
  "application/pdf",
  "application/postscript",
  "application/rtf",
  "application/wasm",
  "application/x-7z-compressed",
  "application/x-bzip2",
  "application/x-gzip",
  "application/x-javascript",
  "application/x-rar-compressed",
  "application/x-shockwave-flash",
  "application/x-tar",
  "application/x-xz",
  "application/zip",
  "application/zstd",
};

static gboolean
is_refused_type (const char *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused_types); i++)
    if (g_str_equal (type, refused_types[i]))
      return TRUE;
  /* "application/vnd.wap.xhtml+xml" is a page too. */
  if (g_str_has_prefix (type, "application/") && g_str_has_suffix (type, "+xml"))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (refused_prefixes); i++)
    if (g_str_has_prefix (type, refused_prefixes[i]))
      return TRUE;
  return FALSE;
}

/* What archives are called, unless they are packed in a way that has no name: their first bytes decide. */
static gboolean
may_be_archive (const char *type)
{
  static const char *const types[] = { "application/gzip", "application/json", "application/x-gzip",
                                       "application/x-xz", "application/zstd" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (type, types[i]))
      return TRUE;
  return FALSE;
}

/* "image/png" of "Image/PNG; x=y": safe to print whatever the server sent. */
static char *
media_type (const char *content_type)
{
  gsize n = 0;

  while (n < MAX_TYPE_LENGTH && g_ascii_isgraph (content_type[n]) && content_type[n] != ';')
    n++;
  return g_ascii_strdown (content_type, (gssize) n);
}

/* Of the last answer. */
static const char *
get_field (CURL *easy, const char *name)
{
  struct curl_header *header = NULL;

  if (curl->easy_header (easy, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK)
    return NULL;
  return header->value;
}

/* The Content-Type of the last answer. (CURLINFO_CONTENT_TYPE may be that of a redirect before it.) */
static const char *
get_content_type (CURL *easy)
{
  return get_field (easy, "Content-Type");
}

static long
get_status (CURL *easy)
{
  long status = 0;

  curl->easy_getinfo (easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

static gboolean
is_good_status (long status)
{
  return status >= 200 && status < 300;
}

static void
set_status_error (long status, GError **error)
{
  GIOErrorEnum code = G_IO_ERROR_FAILED;

  if (status == 404 || status == 410)
    code = G_IO_ERROR_NOT_FOUND;
  else if (status == 401 || status == 403)
    code = G_IO_ERROR_PERMISSION_DENIED;
  g_set_error (error, G_IO_ERROR, code, "the server answered %ld", status);
}

/* Judges an answer by its header. Redirects are libcurl's, and interim answers nobody's. */
static gboolean
check_header (CurlState *state)
{
  g_autofree char *type = NULL;
  const char *content_type = get_content_type (state->easy);
  long status = get_status (state->easy);

  if (status >= 400) {
    set_status_error (status, &state->error);
    return FALSE;
  }
  if (status < 200 || status >= 300 || !content_type)
    return TRUE;
  type = media_type (content_type);
  if (is_refused_type (type) && !(state->exchange && state->exchange->any_type)) {
    g_clear_error (&state->refusal);
    g_set_error (state->first && may_be_archive (type) ? &state->refusal : &state->error, EXTRACT_ERROR,
                 EXTRACT_ERROR_NOT_HTML, "is %s, not a web page", type);
    return !state->error;
  }
  return TRUE;
}

static void
set_header_too_large (GError **error)
{
  g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE, "the header of the answer is too long");
}

/* Heads of interim answers make room for the last one. */
static void
keep_response (ExtractExchange *exchange, const char *data, gsize n)
{
  if (!exchange->response)
    exchange->response = g_string_new (NULL);
  if (g_str_has_suffix (exchange->response->str, "\r\n\r\n"))
    g_string_truncate (exchange->response, 0);
  g_string_append_len (exchange->response, data, (gssize) n);
}

/* The same of requests, which a proxy may get one of, too. */
static int
on_debug (CURL *easy, curl_infotype type, char *data, size_t n, void *user_data)
{
  ExtractExchange *exchange = user_data;

  if (type != CURLINFO_HEADER_OUT)
    return 0;
  if (!exchange->request)
    exchange->request = g_string_new (NULL);
  if (g_str_has_suffix (exchange->request->str, "\r\n\r\n"))
    g_string_truncate (exchange->request, 0);
  g_string_append_len (exchange->request, data, (gssize) n);
  return 0;
}

/* Called for each line of a header, the empty one at its end too. */
static size_t
on_header (char *data, size_t size, size_t n, void *user_data)
{
  CurlState *state = user_data;

  state->n_header_bytes += n;
  if (state->exchange && state->exchange->exact)
    keep_response (state->exchange, data, n);
  if (state->n_header_bytes > MAX_HEADER_BYTES) {
    set_header_too_large (&state->error);
    return 0;
  }
  if (n >= strlen ("HTTP/") && memcmp (data, "HTTP/", strlen ("HTTP/")) == 0)
    state->has_header = FALSE;
  if (data[0] != '\r' && data[0] != '\n')
    return n;
  state->has_header = TRUE;
  return check_header (state) ? n : 0;
}

/* Looks at the first bytes. Returns: FALSE if the fetch is to stop */
static gboolean
look_for_archive (CurlState *state, const char *data, gsize n)
{
  g_byte_array_append (state->first, (const guint8 *) data, (guint) n);
  state->is_archive = extract_archive_matches (state->first->data, state->first->len);
  if (state->is_archive)
    return FALSE;
  if (!extract_archive_may_match (state->first->data, state->first->len))
    g_clear_pointer (&state->first, g_byte_array_unref);
  if (state->first || !state->refusal)
    return TRUE;
  state->error = g_steal_pointer (&state->refusal);
  return FALSE;
}

/* Called for each piece of the body, after libcurl unpacked it. */
static size_t
on_body (char *data, size_t size, size_t n, void *user_data)
{
  CurlState *state = user_data;
  curl_off_t announced = -1;

  if (state->first && is_good_status (get_status (state->easy)) && !look_for_archive (state, data, n))
    return 0;
  if (state->exchange && state->exchange->clips) {
    gsize left = state->source->limits.max_bytes - state->bytes.length;

    state->exchange->clipped = n > left;
    return extract_source_append (state->source, &state->bytes, data, MIN (n, left), &state->error) &&
                   !state->exchange->clipped
               ? n
               : 0;
  }
  curl->easy_getinfo (state->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
  if (!state->first && announced > 0 && (guint64) announced > state->source->limits.max_bytes) {
    extract_source_set_too_large (state->source, &state->error);
    return 0;
  }
  return extract_source_append (state->source, &state->bytes, data, n, &state->error) ? n : 0;
}

/* ---- Errors -------------------------------------------------------------------------------- */

/* What libcurl's codes mean to our user. Those that need a closer look are in set_fetch_error (). */
static const struct {
  CURLcode curl;
  GIOErrorEnum code;
  const char *sentence;
} fetch_errors[] = {
  { CURLE_COULDNT_RESOLVE_PROXY, G_IO_ERROR_PROXY_FAILED, "the host of the proxy is unknown" },
  { CURLE_COULDNT_RESOLVE_HOST, G_IO_ERROR_HOST_NOT_FOUND, "the host is unknown" },
  { CURLE_OPERATION_TIMEDOUT, G_IO_ERROR_TIMED_OUT, "the page did not arrive in time" },
  { CURLE_PARTIAL_FILE, G_IO_ERROR_PARTIAL_INPUT, "the connection ended before the page was complete" },
  { CURLE_GOT_NOTHING, G_IO_ERROR_CONNECTION_CLOSED, "the server closed the connection without an answer" },
  { CURLE_SEND_ERROR, G_IO_ERROR_CONNECTION_CLOSED, "the connection was lost" },
  { CURLE_RECV_ERROR, G_IO_ERROR_CONNECTION_CLOSED, "the connection was lost" },
  { CURLE_WEIRD_SERVER_REPLY, G_IO_ERROR_INVALID_DATA, "the answer is not valid HTTP" },
  { CURLE_HTTP2, G_IO_ERROR_INVALID_DATA, "the answer is not valid HTTP" },
  { CURLE_HTTP2_STREAM, G_IO_ERROR_INVALID_DATA, "the answer is not valid HTTP" },
  { CURLE_BAD_CONTENT_ENCODING, G_IO_ERROR_INVALID_DATA,
    "the compressed data is damaged or of an unknown kind" },
  /* Our own callbacks set their own errors, so this error means data after the compressed data. */
  { CURLE_WRITE_ERROR, G_IO_ERROR_INVALID_DATA, "the compressed data is damaged or of an unknown kind" },
  { CURLE_URL_MALFORMAT, G_IO_ERROR_INVALID_DATA, "redirects to something that is not a URL" },
  { CURLE_SSL_CONNECT_ERROR, G_IO_ERROR_FAILED, "no secure connection could be made" },
  { CURLE_PEER_FAILED_VERIFICATION, G_IO_ERROR_FAILED, "the certificate of the server cannot be trusted" },
  { CURLE_SSL_CACERT_BADFILE, G_IO_ERROR_FAILED, "the certificates of this system cannot be read" },
  { CURLE_PROXY, G_IO_ERROR_PROXY_FAILED, "the proxy failed" },
};

static void
set_connect_error (CURL *easy, GError **error)
{
  long saved_errno = 0;

  curl->easy_getinfo (easy, CURLINFO_OS_ERRNO, &saved_errno);
  if (saved_errno == ECONNREFUSED)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED, "the connection was refused");
  else
    g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno ((int) saved_errno),
                         "the server cannot be reached");
}

/* libcurl has one code for a redirect to another scheme and for an answer older than HTTP/1.0. */
static void
set_protocol_error (const CurlState *state, GError **error)
{
  const char *url = NULL;

  curl->easy_getinfo (state->easy, CURLINFO_EFFECTIVE_URL, &url);
  if (url && extract_source_is_url (url))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the answer is not valid HTTP");
  else if (state->source->limits.fence)
    extract_source_refuse (state->source,
                           "redirects to another scheme, but only http and https URLs are fetched", error);
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         "redirects to another scheme, but only http and https URLs are fetched");
}

/* CURLE_TOO_LARGE: what runs may be newer than the headers that it was built with. */
#define TOO_LARGE 100

static void
set_fetch_error (const CurlState *state, CURLcode code, GError **error)
{
  long proxy_status = 0;

  curl->easy_getinfo (state->easy, CURLINFO_HTTP_CONNECTCODE, &proxy_status);
  if (proxy_status >= 300) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PROXY_FAILED, "the proxy answered %ld", proxy_status);
    return;
  }
  switch ((int) code) {
  case CURLE_COULDNT_CONNECT:
    if (state->fence.refusal)
      extract_source_refuse (state->source, state->fence.refusal->message, error);
    else
      set_connect_error (state->easy, error);
    return;
  case CURLE_UNSUPPORTED_PROTOCOL:
    set_protocol_error (state, error);
    return;
  case CURLE_LOGIN_DENIED: /* said only of what a fence forbids */
    extract_source_refuse (state->source, "redirects to an address with a user name, which is not fetched",
                           error);
    return;
  case CURLE_TOO_MANY_REDIRECTS:
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_LINKS, "redirects more often than the limit of %u",
                 state->source->limits.max_redirects);
    return;
  case CURLE_OUT_OF_MEMORY:
  case TOO_LARGE:
    /* Which is what libcurl says of a line that outgrows its own limit: the first one before 8.6. Without
       memory GLib would have ended the process. */
    set_header_too_large (error);
    return;
  default:
    break;
  }
  for (guint i = 0; i < G_N_ELEMENTS (fetch_errors); i++) {
    if (fetch_errors[i].curl == code) {
      g_set_error_literal (error, G_IO_ERROR, fetch_errors[i].code, fetch_errors[i].sentence);
      return;
    }
  }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot be fetched: %s", curl->easy_strerror (code));
}

/* ---- The fetch ----------------------------------------------------------------------------- */

/* @line: (nullable): "Name: value" */
static gboolean
add_line (CurlState *state, const char *line)
{
  struct curl_slist *fields = line ? curl->slist_append (state->fields, line) : state->fields;

  if (line && !fields)
    return FALSE;
  state->fields = fields;
  return TRUE;
}

static gboolean
add_field (CurlState *state, const char *name, const char *value)
{
  g_autofree char *line = value ? g_strdup_printf ("%s: %s", name, value) : NULL;
  return add_line (state, line);
}

/* What an exchange asks for beyond a fetch. */
static gboolean
set_exchange_options (CurlState *state)
{
  ExtractExchange *exchange = state->exchange;
  CURL *easy = state->easy;

  for (char **cookie = exchange->cookies; cookie && *cookie; cookie++)
    if (curl->easy_setopt (easy, CURLOPT_COOKIELIST, *cookie) != CURLE_OK)
      return FALSE;
  if (!add_field (state, "If-None-Match", exchange->etag) ||
      !add_field (state, "If-Modified-Since", exchange->modified) || !add_line (state, exchange->field))
    return FALSE;
  return curl->easy_setopt (easy, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_HTTPHEADER, state->fields) == CURLE_OK &&
         (!exchange->exact ||
          (curl->easy_setopt (easy, CURLOPT_HTTP_VERSION, (long) CURL_HTTP_VERSION_1_1) == CURLE_OK &&
           curl->easy_setopt (easy, CURLOPT_HTTP_CONTENT_DECODING, 0L) == CURLE_OK &&
           curl->easy_setopt (easy, CURLOPT_ACCEPT_ENCODING, "gzip") == CURLE_OK &&
           curl->easy_setopt (easy, CURLOPT_DEBUGFUNCTION, on_debug) == CURLE_OK &&
           curl->easy_setopt (easy, CURLOPT_DEBUGDATA, exchange) == CURLE_OK &&
           curl->easy_setopt (easy, CURLOPT_VERBOSE, 1L) == CURLE_OK));
}

static gboolean
set_options (CurlState *state)
{
  const ExtractSourceLimits *limits = &state->source->limits;
  CURL *easy = NULL;
  g_autofree char *agent = NULL;
  long milliseconds = (long) CLAMP (limits->max_milliseconds, 1, G_MAXINT);
  long redirects = (long) MIN (limits->max_redirects, G_MAXINT);

  state->easy = easy = curl->easy_init ();
  state->fence = (ExtractCurlFence){ .limits = limits, .easy = easy };
  if (!easy)
    return FALSE;
  agent = g_strdup_printf ("texttractor/%s libcurl/%s", extract_get_version (),
                           curl->version_info (CURLVERSION_NOW)->version);

  /* All are needed, and the schemes above all: an option that libcurl refuses ends the fetch. */
  return curl->easy_setopt (easy, CURLOPT_CURLU, state->url) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_PROTOCOLS_STR, SCHEMES) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_REDIR_PROTOCOLS_STR, SCHEMES) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_FOLLOWLOCATION, 1L) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_MAXREDIRS, redirects) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_TIMEOUT_MS, milliseconds) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_CONNECTTIMEOUT_MS, (long) CONNECT_MILLISECONDS) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
#if LIBCURL_VERSION_NUM >= 0x075700
         curl->easy_setopt (easy, CURLOPT_QUICK_EXIT, 1L) ==
             CURLE_OK && /* who cancels does not wait for names */
#endif
         curl->easy_setopt (easy, CURLOPT_NETRC, (long) CURL_NETRC_IGNORED) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_COOKIEFILE, "") == CURLE_OK && /* kept in memory, for this fetch */
         curl->easy_setopt (easy, CURLOPT_ACCEPT_ENCODING, "") == CURLE_OK && /* all that libcurl unpacks */
         curl->easy_setopt (easy, CURLOPT_USERAGENT, agent) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_HEADERFUNCTION, on_header) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_HEADERDATA, state) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_WRITEFUNCTION, on_body) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_WRITEDATA, state) == CURLE_OK &&
         extract_curl_fence_set (&state->fence) && (!state->exchange || set_exchange_options (state));
}

static void
curl_state_free (CurlState *state)
{
  g_clear_pointer (&state->easy, curl->easy_cleanup);
  g_clear_pointer (&state->fields, curl->slist_free_all);
  curl->url_cleanup (state->url);
  extract_source_bytes_clear (&state->bytes);
  g_clear_error (&state->error);
  g_clear_error (&state->fence.refusal);
  g_clear_error (&state->refusal);
  g_clear_pointer (&state->first, g_byte_array_unref);
  g_clear_pointer (&state->stream, extract_curl_stream_free);
  g_clear_pointer (&state->record, extract_record_free);
  g_free (state);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CurlState, curl_state_free)

static gboolean
curl_open (ExtractSource *source, GError **error)
{
  g_autoptr (CurlState) state = NULL;
  CURLUcode code = CURLUE_OK;

  if (!extract_curl_load (error))
    return FALSE;
  state = g_new0 (CurlState, 1);
  state->source = source;
  state->exchange = source->exchange;
  if (state->exchange && !state->exchange->any_type && !source->limits.only_pages)
    state->first = g_byte_array_new ();
  state->url = curl->url ();
  code = curl->url_set (state->url, CURLUPART_URL, source->place,
                        URL_FLAGS | (source->limits.fence ? CURLU_DISALLOW_USER : 0));
  if (code == CURLUE_USER_NOT_ALLOWED) {
    extract_source_refuse (source, "has a user name, which is not allowed", error);
    return FALSE;
  }
  if (code != CURLUE_OK) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "is not a valid URL");
    return FALSE;
  }
  if (!set_options (state)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         "libcurl on this system cannot fetch URLs");
    return FALSE;
  }
  source->state = g_steal_pointer (&state);
  return TRUE;
}

/* Where the page came from in the end; without a password, because the output will show it, and
   without a fragment, which no server has seen. */
static char *
dup_final_uri (CURL *easy)
{
  g_autoptr (CURLU) url = curl->url ();
  const char *effective = NULL;
  char *text = NULL;
  char *uri = NULL;

  curl->easy_getinfo (easy, CURLINFO_EFFECTIVE_URL, &effective);
  if (curl->url_set (url, CURLUPART_URL, effective, URL_FLAGS) != CURLUE_OK)
    return NULL;
  curl->url_set (url, CURLUPART_USER, NULL, 0);
  curl->url_set (url, CURLUPART_PASSWORD, NULL, 0);
  curl->url_set (url, CURLUPART_FRAGMENT, NULL, 0);
  if (curl->url_get (url, CURLUPART_URL, &text, 0) != CURLUE_OK)
    return NULL;
  uri = g_strdup (text);
  curl->free (text);
  return uri;
}

/* Where a redirect leads to. User and password go there, too, if it is the same server. */
static char *
dup_redirect (const CurlState *state)
{
  static const CURLUPart server[] = { CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT };
  static const CURLUPart secrets[] = { CURLUPART_USER, CURLUPART_PASSWORD };
  g_autoptr (CURLU) url = curl->url ();
  const char *location = NULL;
  char *text = NULL, *result = NULL;
  gboolean same = TRUE;

  curl->easy_getinfo (state->easy, CURLINFO_REDIRECT_URL, &location);
  if (!location || curl->url_set (url, CURLUPART_URL, location, URL_FLAGS) != CURLUE_OK)
    return g_strdup (location);
  for (guint i = 0; i < G_N_ELEMENTS (server); i++) {
    char *here = NULL, *there = NULL;

    curl->url_get (state->url, server[i], &here, CURLU_DEFAULT_PORT);
    curl->url_get (url, server[i], &there, CURLU_DEFAULT_PORT);
    same = same && g_strcmp0 (here, there) == 0;
    curl->free (here);
    curl->free (there);
  }
  for (guint i = 0; i < G_N_ELEMENTS (secrets) && same; i++) {
    char *own = NULL, *given = NULL;

    if (curl->url_get (url, secrets[i], &given, 0) != CURLUE_OK &&
        curl->url_get (state->url, secrets[i], &own, 0) == CURLUE_OK)
      curl->url_set (url, secrets[i], own, 0);
    curl->free (own);
    curl->free (given);
  }
  if (curl->url_get (url, CURLUPART_URL, &text, 0) == CURLUE_OK)
    result = g_strdup (text);
  curl->free (text);
  return result;
}

/* Returns: (transfer full) */
static char **
dup_cookies (CURL *easy)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  struct curl_slist *cookies = NULL;

  curl->easy_getinfo (easy, CURLINFO_COOKIELIST, &cookies);
  for (struct curl_slist *cookie = cookies; cookie; cookie = cookie->next)
    g_strv_builder_add (builder, cookie->data);
  curl->slist_free_all (cookies);
  return g_strv_builder_end (builder);
}

static void
describe_answer (const CurlState *state)
{
  ExtractExchange *exchange = state->exchange;
  CURL *easy = state->easy;
  const char *address = NULL;

  exchange->status = (guint) get_status (easy);
  exchange->uri = dup_final_uri (easy);
  exchange->redirect = dup_redirect (state);
  exchange->retry_after = g_strdup (get_field (easy, "Retry-After"));
  exchange->new_etag = g_strdup (get_field (easy, "ETag"));
  exchange->new_modified = g_strdup (get_field (easy, "Last-Modified"));
  exchange->coding = g_strdup (get_field (easy, "Content-Encoding"));
  curl->easy_getinfo (easy, CURLINFO_PRIMARY_IP, &address);
  exchange->address = address && *address ? g_strdup (address) : NULL;
  g_strfreev (exchange->cookies);
  exchange->cookies = dup_cookies (easy);
}

/* Whether this answer is one that has no page, but is no failure. */
static gboolean
is_interim (const CurlState *state, long status)
{
  return state->exchange && (status == 304 || (status >= 300 && status < 400 && state->exchange->redirect));
}

/* What curl_easy_perform () does, but that it can be cancelled. Returns: CURLE_ABORTED_BY_CALLBACK then */
static CURLcode
perform (CurlState *state, CURLM *multi)
{
  GCancellable *cancellable = state->source->limits.cancellable;
  GPollFD stop = { .fd = -1 };
  gboolean stops = cancellable && g_cancellable_make_pollfd (cancellable, &stop);
  struct curl_waitfd wait = { .fd = stop.fd, .events = CURL_WAIT_POLLIN };
  int running = 1, n_messages = 0;
  CURLMcode code = CURLM_OK;
  CURLMsg *message = NULL;

  while (code == CURLM_OK && running && !g_cancellable_is_cancelled (cancellable)) {
    code = curl->multi_perform (multi, &running);
    if (code == CURLM_OK && running)
      code = curl->multi_poll (multi, &wait, stops, 1000, NULL);
  }
  if (stops)
    g_cancellable_release_fd (cancellable);
  if (running)
    return code == CURLM_OK ? CURLE_ABORTED_BY_CALLBACK : CURLE_FAILED_INIT;
  message = curl->multi_info_read (multi, &n_messages);
  return message ? message->data.result : CURLE_FAILED_INIT;
}

static CURLcode
run (CurlState *state)
{
  CURLM *multi = curl->multi_init ();
  CURLcode code = CURLE_FAILED_INIT;

  if (multi && curl->multi_add_handle (multi, state->easy) == CURLM_OK) {
    code = perform (state, multi);
    curl->multi_remove_handle (multi, state->easy);
  }
  curl->multi_cleanup (multi);
  return code;
}

static ExtractRecord *
fetch (CurlState *state, GError **error)
{
  ExtractRecord *record = NULL;
  CURLcode code = run (state);
  long status = get_status (state->easy);

  if (state->exchange)
    describe_answer (state);
  if (state->exchange && state->exchange->clipped)
    code = CURLE_OK;
  if (state->error) {
    g_propagate_error (error, g_steal_pointer (&state->error));
    return NULL;
  }
  if (state->is_archive && state->exchange)
    state->exchange->archive = TRUE;
  if (state->is_archive)
    return NULL;
  if (code == CURLE_ABORTED_BY_CALLBACK) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "interrupted");
    return NULL;
  }
  if (code != CURLE_OK) {
    set_fetch_error (state, code, error);
    return NULL;
  }
  /* libcurl takes the end of the connection for the end of the header. */
  if (!state->has_header) {
    set_fetch_error (state, CURLE_PARTIAL_FILE, error);
    return NULL;
  }
  if (is_interim (state, status)) {
    if (state->exchange->exact) {
      g_autoptr (ExtractRecord) body = extract_source_make_record (state->source, &state->bytes);
      state->exchange->body = g_bytes_ref (body->bytes);
    }
    return NULL;
  }
  /* A redirect that does not say where to. */
  if (!is_good_status (status)) {
    set_status_error (status, error);
    return NULL;
  }
  if (state->refusal) {
    g_propagate_error (error, g_steal_pointer (&state->refusal));
    return NULL;
  }
  record = extract_source_make_record (state->source, &state->bytes);
  record->content_type = g_strdup (get_content_type (state->easy));
  record->uri = dup_final_uri (state->easy);
  return record;
}

/*
 * With CURLOPT_NOSIGNAL, which threads need, libcurl leaves SIGPIPE to us, and the TLS library may
 * raise it when it writes to a server that has gone. It comes to the thread that wrote: hold it
 * back there, and drop it, without touching what the program does about its own pipes.
 */
static ExtractRecord *
curl_fetch (ExtractSource *source, GError **error)
{
  CurlState *state = source->state;
  const struct timespec at_once = { 0 };
  ExtractRecord *record = NULL;
  sigset_t pipe_only, before, pending;
  gboolean was_pending = FALSE;

  sigemptyset (&pipe_only);
  sigaddset (&pipe_only, SIGPIPE);
  sigpending (&pending);
  was_pending = sigismember (&pending, SIGPIPE) == 1;
  pthread_sigmask (SIG_BLOCK, &pipe_only, &before);

  record = fetch (state, error);
  g_clear_pointer (&state->easy, curl->easy_cleanup);

  while (!was_pending && sigtimedwait (&pipe_only, NULL, &at_once) == SIGPIPE)
    continue;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return record;
}

/* Fetches what may be a page; if it is an archive, that was stopped early, and it is fetched again as a
 * stream. */
static ExtractInput *
curl_begin (ExtractSource *source, GError **error)
{
  CurlState *state = source->state;
  ExtractInput *input = NULL;

  if (!source->limits.only_pages)
    state->first = g_byte_array_new ();
  if (!source->streams)
    state->record = curl_fetch (source, error);
  if (!(source->streams || state->is_archive) || !(state->stream = extract_curl_stream_new (source, error)))
    return NULL;
  input = extract_curl_stream_get_input (state->stream);
  return extract_archive_await (input, error) ? input : NULL;
}

static ExtractRecord *
curl_next (ExtractSource *source, GError **error)
{
  CurlState *state = source->state;

  return state->easy ? curl_fetch (source, error) : g_steal_pointer (&state->record);
}

static void
curl_close (ExtractSource *source)
{
  curl_state_free (g_steal_pointer (&source->state));
}

const ExtractSourceBackend extract_source_curl_backend = {
  .name = "curl",
  .matches = extract_source_is_url,
  .open = curl_open,
  .begin = curl_begin,
  .next = curl_next,
  .close = curl_close,
};
