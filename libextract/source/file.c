/* SPDX-License-Identifier: MIT */
/*
 * One record from a file or from stdin, unpacked if its bytes are gzip, whatever its name. Reading never asks
 * for a size, so that pipes and devices work like files. These may never send anything, so all waiting is in
 * one place, where it can be cancelled and has a time limit. Damaged gzip is an error: half a page must not
 * pass for a whole one.
 */
#include "libextract/source/source-private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK (64 * 1024)

typedef struct {
  int fd;            /* -1 once the record has been read */
  gboolean waits;    /* a pipe or device, whose bytes may come late */
  gint64 deadline;   /* of that waiting, monotonic time; -1: none */
  GPollFD polled[2]; /* for it: the file, and what cancels it */
  guint n_polled;
  guint8 chunk[CHUNK]; /* bytes of the file */
  gsize pos;           /* the first of them that was not used yet */
  gsize end;
  gboolean ended; /* no more bytes will come after these */
  guint64 n_read; /* bytes read so far */
} FileState;

static gboolean
file_matches (const char *place)
{
  return TRUE;
}

static void
set_error_from_errno (int saved_errno, GError **error)
{
  GIOErrorEnum code = g_io_error_from_errno (saved_errno);

  switch (saved_errno) {
  case ENOENT:
  case ENOTDIR:
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no such file");
    break;
  case EISDIR:
    g_set_error_literal (error, G_IO_ERROR, code, "is a directory");
    break;
  case EACCES:
    g_set_error_literal (error, G_IO_ERROR, code, "permission denied");
    break;
  default:
    g_set_error (error, G_IO_ERROR, code, "cannot be read: %s", g_strerror (saved_errno));
  }
}

/* Opening waits for nothing: a pipe may never have a writer. */
static int
open_place (const char *place, GError **error)
{
  int fd = open (place, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  int saved_errno = errno;

  if (fd != -1)
    return fd;
  if (saved_errno == ENOENT && g_ascii_strncasecmp (place, "www.", 4) == 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no such file; did you mean \"https://%s\"?",
                 place);
  else if (saved_errno == ENOENT && g_uri_peek_scheme (place) && strstr (place, "://"))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "only http and https URLs are fetched");
  else if (saved_errno == ENXIO)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "is a socket, or a missing device");
  else
    set_error_from_errno (saved_errno, error);
  return -1;
}

static void
set_up_waiting (FileState *state, const ExtractSource *source, gboolean standard)
{
  const ExtractSourceLimits *limits = &source->limits;
  struct stat status;

  state->waits = fstat (state->fd, &status) != 0 || !(S_ISREG (status.st_mode) || S_ISDIR (status.st_mode));
  state->deadline = -1;
  if (!standard && limits->max_milliseconds > 0) /* who writes to stdin started us, and may take his time */
    state->deadline = g_get_monotonic_time () + (gint64) MIN (limits->max_milliseconds, G_MAXINT) * 1000;
  state->polled[state->n_polled++] = (GPollFD){ .fd = state->fd, .events = G_IO_IN };
  if (state->waits && limits->cancellable &&
      g_cancellable_make_pollfd (limits->cancellable, &state->polled[1]))
    state->n_polled++;
}

static gboolean
file_open (ExtractSource *source, GError **error)
{
  FileState *state = NULL;
  gboolean standard = g_str_equal (source->place, "-");
  int fd = standard ? STDIN_FILENO : open_place (source->place, error);

  if (fd == -1)
    return FALSE;
  state = g_new (FileState, 1);
  state->fd = fd;
  state->pos = state->end = state->n_polled = 0;
  state->ended = FALSE;
  state->n_read = 0;
  set_up_waiting (state, source, standard);
  source->state = state;
  return TRUE;
}

static void
close_fd (FileState *state)
{
  if (state->fd > STDIN_FILENO)
    close (state->fd);
  state->fd = -1;
}

static void
file_close (ExtractSource *source)
{
  FileState *state = source->state;

  close_fd (state);
  if (state->n_polled > 1)
    g_cancellable_release_fd (source->limits.cancellable);
  g_clear_pointer (&source->state, g_free);
}

/* Waits until there is something to read, if only the end. */
static gboolean
wait_for_bytes (FileState *state, GError **error)
{
  for (;;) {
    gint64 left = state->deadline < 0 ? -1 : MAX (0, state->deadline - g_get_monotonic_time ());
    int n = g_poll (state->polled, state->n_polled, left < 0 ? -1 : (int) ((left + 999) / 1000));

    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0) {
      set_error_from_errno (errno, error);
      return FALSE;
    }
    if (state->n_polled > 1 && state->polled[1].revents) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "interrupted");
      return FALSE;
    }
    if (n == 0 || left == 0) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "the page did not arrive in time");
      return FALSE;
    }
    return TRUE;
  }
}

/* Fills the chunk anew. Pipes give few bytes at a time: only zero bytes are the end. */
static gboolean
fill (FileState *state, GError **error)
{
  state->pos = state->end = 0;
  while (!state->ended && state->end < CHUNK) {
    gssize n = 0;

    if (state->waits && !wait_for_bytes (state, error))
      return FALSE;
    n = read (state->fd, state->chunk + state->end, CHUNK - state->end);
    if (n == 0) {
      state->ended = TRUE;
    } else if (n > 0) {
      state->end += (gsize) n;
    } else if (errno != EINTR && errno != EAGAIN) {
      set_error_from_errno (errno, error);
      return FALSE;
    }
  }
  state->n_read += state->end;
  return TRUE;
}

static gboolean
is_gzip (const FileState *state)
{
  return state->end >= 2 && state->chunk[0] == 0x1f && state->chunk[1] == 0x8b;
}

static gboolean
read_plain (ExtractSource *source, ExtractSourceBytes *bytes, GError **error)
{
  FileState *state = source->state;

  while (state->end > 0) {
    if (!extract_source_append (source, bytes, state->chunk, state->end, error) || !fill (state, error))
      return FALSE;
  }
  return TRUE;
}

/* Skips the zeros that tapes and some archivers put after a member. */
static void
skip_padding (FileState *state)
{
  while (state->pos < state->end && state->chunk[state->pos] == 0)
    state->pos++;
}

static gboolean
read_gzip (ExtractSource *source, ExtractSourceBytes *bytes, GError **error)
{
  FileState *state = source->state;
  g_autoptr (GZlibDecompressor) gunzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autofree guint8 *out = g_malloc (CHUNK);
  gboolean inside = TRUE; /* of a member */

  for (;;) {
    g_autoptr (GError) local = NULL;
    GConverterFlags flags = G_CONVERTER_NO_FLAGS;
    GConverterResult result = G_CONVERTER_ERROR;
    gsize n_used = 0;
    gsize n_out = 0;

    if (!inside)
      skip_padding (state);
    if (state->pos == state->end && !state->ended) {
      /* Empty members and padding could go on for ever. Compression makes no page longer than this. */
      if (state->n_read > source->limits.max_bytes + CHUNK) {
        extract_source_set_too_large (source, error);
        return FALSE;
      }
      if (!fill (state, error))
        return FALSE;
      continue;
    }
    if (!inside && state->pos == state->end)
      return TRUE;

    inside = TRUE;
    if (state->ended)
      flags = G_CONVERTER_INPUT_AT_END;
    result = g_converter_convert (G_CONVERTER (gunzip), state->chunk + state->pos, state->end - state->pos,
                                  out, CHUNK, flags, &n_used, &n_out, &local);
    if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "the gzip data ends too early");
      return FALSE;
    }
    if (result == G_CONVERTER_ERROR) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the gzip data is damaged");
      return FALSE;
    }
    state->pos += n_used;
    if (!extract_source_append (source, bytes, out, n_out, error))
      return FALSE;
    if (result == G_CONVERTER_FINISHED) {
      g_converter_reset (G_CONVERTER (gunzip));
      inside = FALSE;
    }
  }
}

static ExtractRecord *
file_next (ExtractSource *source, GError **error)
{
  FileState *state = source->state;
  g_auto (ExtractSourceBytes) bytes = { 0 };
  gboolean ok = FALSE;

  if (state->fd == -1)
    return NULL;
  if (fill (state, error))
    ok = is_gzip (state) ? read_gzip (source, &bytes, error) : read_plain (source, &bytes, error);
  close_fd (state);
  return ok ? extract_source_make_record (source, &bytes) : NULL;
}

const ExtractSourceBackend extract_source_file_backend = {
  .name = "file",
  .matches = file_matches,
  .open = file_open,
  .next = file_next,
  .close = file_close,
};
