/* SPDX-License-Identifier: MIT */
#include "libextract/source/curl-stream.h"

#include <libextract/extract.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "libextract/source/address.h"
#include "libextract/source/codec.h"
#include "libextract/source/curl-library.h"

#define SCHEMES "http,https"
#define URL_FLAGS (CURLU_URLENCODE | CURLU_ALLOW_SPACE)
#define CONNECT_MILLISECONDS 10000
/* What waits for the reader before the server has to. */
#define MAX_WAITING (512 * 1024)
/* In a row, without a byte: at once, after a second, two, four, eight. */
#define MAX_TRIES 5

static const ExtractCurl *const curl = &extract_curl;

struct _ExtractCurlStream {
  ExtractSource *source; /* not owned */
  ExtractInput input;
  CURLM *multi;        /* owned */
  CURL *easy;          /* (nullable): the request that is under way; owned */
  CURLU *url;          /* owned */
  GByteArray *waiting; /* for the reader; owned */
  gsize n_taken;       /* of these */
  gboolean paused;
  gboolean ended;
  guint64 n_got;  /* bytes of the file so far */
  guint64 n_skip; /* of an answer that begins anew: what is known already */
  guint n_tries;  /* since the last byte */
  char *version;  /* (nullable): ETag or date of the first answer; owned */
  gboolean changed;
  ExtractCurlFence fence; /* of the request */
};

/* ---- What the server sends ---------------------------------------------------------------------- */

/* Returns: (transfer full) (nullable) */
static char *
dup_version (CURL *easy)
{
  struct curl_header *header = NULL;

  if (curl->easy_header (easy, "ETag", 0, CURLH_HEADER, -1, &header) != CURLHE_OK &&
      curl->easy_header (easy, "Last-Modified", 0, CURLH_HEADER, -1, &header) != CURLHE_OK)
    return NULL;
  return g_strdup (header->value);
}

/* At the first byte of an answer: whether it is the same file, and where it begins. */
static gboolean
check_answer (ExtractCurlStream *stream)
{
  g_autofree char *version = dup_version (stream->easy);
  curl_off_t length = -1;
  long status = 0;

  curl->easy_getinfo (stream->easy, CURLINFO_RESPONSE_CODE, &status);
  curl->easy_getinfo (stream->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  if (stream->n_got == 0) {
    g_free (stream->version);
    stream->version = g_steal_pointer (&version);
    stream->source->progress.size = length > 0 ? (guint64) length : 0;
    return TRUE;
  }
  stream->changed = g_strcmp0 (version, stream->version) != 0;
  stream->n_skip = status == 206 ? 0 : stream->n_got;
  return !stream->changed;
}

static size_t
on_body (char *data, size_t size, size_t n, void *user_data)
{
  ExtractCurlStream *stream = user_data;
  gsize skipped = 0;

  if (stream->waiting->len - stream->n_taken > MAX_WAITING) {
    stream->paused = TRUE;
    return CURL_WRITEFUNC_PAUSE;
  }
  if (stream->n_skip == G_MAXUINT64) {
    stream->n_skip = 0;
    if (!check_answer (stream))
      return 0;
  }
  skipped = (gsize) MIN (n, stream->n_skip);
  stream->n_skip -= skipped;
  g_byte_array_append (stream->waiting, (const guint8 *) data + skipped, (guint) (n - skipped));
  stream->n_got += n - skipped;
  if (n > skipped)
    stream->n_tries = 0;
  return n;
}

/* ---- Requests ------------------------------------------------------------------------------------- */

static gboolean
set_options (ExtractCurlStream *stream)
{
  const ExtractSourceLimits *limits = &stream->source->limits;
  CURL *easy = stream->easy;
  g_autofree char *agent = g_strdup_printf ("texttractor/%s libcurl/%s", extract_get_version (),
                                            curl->version_info (CURLVERSION_NOW)->version);
  /* No byte for so long: the connection is as good as broken. */
  long seconds = (long) CLAMP (limits->max_milliseconds / 1000, 1, G_MAXINT);

  return curl->easy_setopt (easy, CURLOPT_CURLU, stream->url) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_PROTOCOLS_STR, SCHEMES) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_REDIR_PROTOCOLS_STR, SCHEMES) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_FOLLOWLOCATION, 1L) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_MAXREDIRS, (long) MIN (limits->max_redirects, G_MAXINT)) ==
             CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_CONNECTTIMEOUT_MS, (long) CONNECT_MILLISECONDS) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_LOW_SPEED_LIMIT, 1L) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_LOW_SPEED_TIME, seconds) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_NETRC, (long) CURL_NETRC_IGNORED) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_USERAGENT, agent) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_FAILONERROR, 1L) == CURLE_OK &&
         /* The bytes of the file, whatever the server calls its packing: offsets are those of these. */
         curl->easy_setopt (easy, CURLOPT_HTTP_CONTENT_DECODING, 0L) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_WRITEFUNCTION, on_body) == CURLE_OK &&
         curl->easy_setopt (easy, CURLOPT_WRITEDATA, stream) == CURLE_OK &&
         extract_curl_fence_set (&stream->fence);
}

static gboolean
begin_request (ExtractCurlStream *stream)
{
  g_autofree char *rest = g_strdup_printf ("%" G_GUINT64_FORMAT "-", stream->n_got);

  stream->easy = curl->easy_init ();
  stream->fence.limits = &stream->source->limits;
  stream->fence.easy = stream->easy;
  stream->n_skip = G_MAXUINT64; /* not known yet */
  stream->paused = FALSE;
  return stream->easy && set_options (stream) &&
         (stream->n_got == 0 || curl->easy_setopt (stream->easy, CURLOPT_RANGE, rest) == CURLE_OK) &&
         curl->multi_add_handle (stream->multi, stream->easy) == CURLM_OK;
}

static void
end_request (ExtractCurlStream *stream)
{
  if (stream->easy)
    curl->multi_remove_handle (stream->multi, stream->easy);
  g_clear_pointer (&stream->easy, curl->easy_cleanup);
}

/* Waits for the network, or for @milliseconds. Returns: FALSE with an error if it was cancelled */
static gboolean
wait (ExtractCurlStream *stream, int milliseconds, GError **error)
{
  GCancellable *cancellable = stream->source->limits.cancellable;
  GPollFD stop = { .fd = -1 };
  gboolean stops = cancellable && g_cancellable_make_pollfd (cancellable, &stop);
  struct curl_waitfd also = { .fd = stop.fd, .events = CURL_WAIT_POLLIN };

  curl->multi_poll (stream->multi, &also, stops, milliseconds, NULL);
  if (stops)
    g_cancellable_release_fd (cancellable);
  if (!g_cancellable_is_cancelled (cancellable))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "interrupted");
  return FALSE;
}

/* Returns: FALSE with an error if the fence ended the request: it would do so again */
static gboolean
check_fence (ExtractCurlStream *stream, CURLcode code, GError **error)
{
  const char *sentence = NULL, *url = NULL;

  curl->easy_getinfo (stream->easy, CURLINFO_EFFECTIVE_URL, &url);
  if (!stream->source->limits.fence)
    return TRUE;
  if (code == CURLE_COULDNT_CONNECT && stream->fence.refusal)
    sentence = stream->fence.refusal->message;
  else if (code == CURLE_UNSUPPORTED_PROTOCOL && url && !extract_source_is_url (url))
    sentence = "redirects to another scheme, but only http and https URLs are fetched";
  else if (code == CURLE_LOGIN_DENIED)
    sentence = "redirects to an address with a user name, which is not fetched";
  if (sentence)
    extract_source_refuse (stream->source, sentence, error);
  return !sentence;
}

/* The request has failed. Returns: FALSE with an error if there will be no other one */
static gboolean
try_again (ExtractCurlStream *stream, CURLcode code, GError **error)
{
  guint seconds = stream->n_tries == 0 ? 0 : 1u << (stream->n_tries - 1);
  gint64 until = g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC;
  long status = 0;
  gboolean fenced = FALSE;

  curl->easy_getinfo (stream->easy, CURLINFO_RESPONSE_CODE, &status);
  fenced = !check_fence (stream, code, error);
  end_request (stream);
  if (fenced)
    return FALSE;
  if (stream->changed) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                         "the file on the server changed while it was read");
    return FALSE;
  }
  if (code == CURLE_HTTP_RETURNED_ERROR && status < 500 && status != 429) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the server answered %ld", status);
    return FALSE;
  }
  if (stream->n_tries++ == MAX_TRIES) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED,
                 "the connection was lost after %" G_GUINT64_FORMAT " bytes, and again %d times: %s",
                 stream->n_got, MAX_TRIES, curl->easy_strerror (code));
    return FALSE;
  }
  for (gint64 left; (left = until - g_get_monotonic_time ()) > 0;)
    if (!wait (stream, (int) MIN (1000, left / 1000 + 1), error))
      return FALSE;
  return TRUE;
}

/* Goes on a little. Returns: FALSE with an error */
static gboolean
move_on (ExtractCurlStream *stream, GError **error)
{
  int running = 0, n_messages = 0;
  CURLMsg *message = NULL;

  if (!stream->easy && !begin_request (stream)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         "libcurl on this system cannot fetch URLs");
    return FALSE;
  }
  if (stream->paused) {
    stream->paused = FALSE;
    curl->easy_pause (stream->easy, CURLPAUSE_CONT);
  }
  curl->multi_perform (stream->multi, &running);
  message = curl->multi_info_read (stream->multi, &n_messages);
  if (!message)
    return stream->waiting->len > 0 || wait (stream, 1000, error);
  if (message->data.result != CURLE_OK)
    return try_again (stream, message->data.result, error);
  stream->ended = TRUE;
  end_request (stream);
  return TRUE;
}

static gssize
read_waiting (ExtractCurlStream *stream, guint8 *bytes, gsize room)
{
  gsize n = MIN (room, stream->waiting->len - stream->n_taken);

  if (n > 0)
    memcpy (bytes, stream->waiting->data + stream->n_taken, n);
  stream->n_taken += n;
  if (stream->n_taken == stream->waiting->len) {
    g_byte_array_set_size (stream->waiting, 0);
    stream->n_taken = 0;
  }
  stream->source->progress.n_read += n;
  return (gssize) n;
}

/* SIGPIPE of a TLS library is held back, and dropped: see curl.c. */
static gssize
stream_read (gpointer data, guint8 *bytes, gsize room, GError **error)
{
  ExtractCurlStream *stream = data;
  const struct timespec at_once = { 0 };
  sigset_t pipe_only, before, pending;
  gboolean was_pending = FALSE, ok = TRUE;

  sigemptyset (&pipe_only);
  sigaddset (&pipe_only, SIGPIPE);
  sigpending (&pending);
  was_pending = sigismember (&pending, SIGPIPE) == 1;
  pthread_sigmask (SIG_BLOCK, &pipe_only, &before);
  while (ok && stream->waiting->len == 0 && !stream->ended)
    ok = move_on (stream, error);
  while (!was_pending && sigtimedwait (&pipe_only, NULL, &at_once) == SIGPIPE)
    continue;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return ok ? read_waiting (stream, bytes, room) : -1;
}

ExtractCurlStream *
extract_curl_stream_new (ExtractSource *source, GError **error)
{
  ExtractCurlStream *stream = NULL;

  if (!extract_curl_load (error))
    return NULL;
  stream = g_new0 (ExtractCurlStream, 1);
  stream->source = source;
  stream->waiting = g_byte_array_new ();
  stream->multi = curl->multi_init ();
  stream->url = curl->url ();
  curl->url_set (stream->url, CURLUPART_URL, source->place, URL_FLAGS);
  extract_input_init (&stream->input, stream_read, stream);
  return stream;
}

void
extract_curl_stream_free (ExtractCurlStream *stream)
{
  end_request (stream);
  curl->multi_cleanup (stream->multi);
  curl->url_cleanup (stream->url);
  g_byte_array_unref (stream->waiting);
  g_free (stream->version);
  g_clear_error (&stream->fence.refusal);
  extract_input_clear (&stream->input);
  g_free (stream);
}

ExtractInput *
extract_curl_stream_get_input (ExtractCurlStream *stream)
{
  return &stream->input;
}
