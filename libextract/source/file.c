/* SPDX-License-Identifier: MIT */
/*
 * A file or stdin: the bytes for an archive, or a page, unpacked if they are gzip, xz or zstd, whatever the
 * name. Reading never asks for a size, so that pipes and devices work like files. These may never send
 * anything, so all waiting is in one place, where it can be cancelled and has a time limit. Damaged gzip is
 * an error: half a page must not pass for a whole one.
 */
#include "libextract/source/source-private.h"
#include "libextract/source/unpack.h"

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
  gboolean standard; /* it is stdin */
  ExtractInput input;
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
file_allow_time (ExtractSource *source)
{
  FileState *state = source->state;
  guint64 most = source->limits.max_milliseconds;

  state->deadline = -1;
  if (!state->standard && most > 0) /* who writes to stdin started us, and may take his time */
    state->deadline = g_get_monotonic_time () + (gint64) MIN (most, G_MAXINT) * 1000;
}

static void
set_up_waiting (ExtractSource *source)
{
  const ExtractSourceLimits *limits = &source->limits;
  FileState *state = source->state;
  struct stat status;
  gboolean known = fstat (state->fd, &status) == 0;

  state->waits = !known || !(S_ISREG (status.st_mode) || S_ISDIR (status.st_mode));
  if (known && S_ISREG (status.st_mode))
    source->progress.size = (guint64) status.st_size;
  file_allow_time (source);
  state->polled[state->n_polled++] = (GPollFD){ .fd = state->fd, .events = G_IO_IN };
  if (state->waits && limits->cancellable &&
      g_cancellable_make_pollfd (limits->cancellable, &state->polled[1]))
    state->n_polled++;
}

static gssize read_file (gpointer data, guint8 *bytes, gsize room, GError **error);

static gboolean
file_open (ExtractSource *source, GError **error)
{
  FileState *state = NULL;
  gboolean standard = g_str_equal (source->place, "-");
  int fd = standard ? STDIN_FILENO : open_place (source->place, error);

  if (fd == -1)
    return FALSE;
  state = g_new0 (FileState, 1);
  state->fd = fd;
  state->standard = standard;
  extract_input_init (&state->input, read_file, source);
  source->state = state;
  set_up_waiting (source);
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
  extract_input_clear (&state->input);
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

/* Pipes give few bytes at a time: only zero bytes are the end. */
static gssize
read_file (gpointer data, guint8 *bytes, gsize room, GError **error)
{
  ExtractSource *source = data;
  FileState *state = source->state;

  for (;;) {
    gssize n = 0;

    if (state->waits && !wait_for_bytes (state, error))
      return -1;
    n = read (state->fd, bytes, room);
    if (n >= 0) {
      source->progress.n_read += (guint64) n;
      return n;
    }
    if (errno != EINTR && errno != EAGAIN) {
      set_error_from_errno (errno, error);
      return -1;
    }
  }
}

static gboolean
is_gzip (const ExtractInput *input)
{
  return input->end >= 2 && input->bytes[0] == 0x1f && input->bytes[1] == 0x8b;
}

static gboolean
read_plain (ExtractSource *source, ExtractInput *input, ExtractSourceBytes *bytes, GError **error)
{
  while (input->pos < input->end || !input->ended) {
    if (!extract_source_append (source, bytes, input->bytes + input->pos, input->end - input->pos, error))
      return FALSE;
    input->pos = input->end;
    if (!extract_input_more (input, error))
      return FALSE;
  }
  return TRUE;
}

/* Skips the zeros that tapes and some archivers put after a member. */
static void
skip_padding (ExtractInput *input)
{
  while (input->pos < input->end && input->bytes[input->pos] == 0)
    input->pos++;
}

static gboolean
read_gzip (ExtractSource *source, ExtractInput *input, ExtractSourceBytes *bytes, GError **error)
{
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
      skip_padding (input);
    if (input->pos == input->end && !input->ended) {
      /* Empty members and padding could go on for ever. Compression makes no page longer than this. */
      if (extract_input_tell (input) > source->limits.max_bytes + CHUNK) {
        extract_source_set_too_large (source, error);
        return FALSE;
      }
      if (!extract_input_more (input, error))
        return FALSE;
      continue;
    }
    if (!inside && input->pos == input->end)
      return TRUE;

    inside = TRUE;
    if (input->ended)
      flags = G_CONVERTER_INPUT_AT_END;
    result = g_converter_convert (G_CONVERTER (gunzip), input->bytes + input->pos, input->end - input->pos,
                                  out, CHUNK, flags, &n_used, &n_out, &local);
    if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "the gzip data ends too early");
      return FALSE;
    }
    if (result == G_CONVERTER_ERROR) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the gzip data is damaged");
      return FALSE;
    }
    input->pos += n_used;
    if (!extract_source_append (source, bytes, out, n_out, error))
      return FALSE;
    if (result == G_CONVERTER_FINISHED) {
      g_converter_reset (G_CONVERTER (gunzip));
      inside = FALSE;
    }
  }
}

/* What is packed in another way. Returns: FALSE with @error */
static gboolean
read_packed (ExtractSource *source, ExtractInput *input, ExtractSourceBytes *bytes, GError **error)
{
  g_autoptr (ExtractUnpacker) unpacker = extract_unpacker_new (input, error);
  g_autofree guint8 *piece = unpacker ? g_malloc (CHUNK) : NULL;

  while (unpacker) {
    gsize n = 0;
    ExtractUnpacked what = extract_unpacker_read (unpacker, piece, CHUNK, &n, error);

    if (what == EXTRACT_UNPACK_DAMAGED || what == EXTRACT_UNPACK_CUT)
      extract_unpacker_set_error (unpacker, what, error);
    if (what != EXTRACT_UNPACK_MORE && what != EXTRACT_UNPACK_MEMBER_END && what != EXTRACT_UNPACK_END)
      return FALSE;
    if (!extract_source_append (source, bytes, piece, n, error))
      return FALSE;
    if (what == EXTRACT_UNPACK_END)
      return TRUE;
    if (extract_input_tell (input) > source->limits.max_bytes + EXTRACT_INPUT_ROOM) {
      extract_source_set_too_large (source, error);
      return FALSE;
    }
  }
  return FALSE;
}

static ExtractInput *
file_begin (ExtractSource *source, GError **error)
{
  FileState *state = source->state;
  ExtractInput *input = &state->input;

  return extract_archive_await (input, error) ? input : NULL;
}

static ExtractRecord *
file_next (ExtractSource *source, GError **error)
{
  FileState *state = source->state;
  ExtractInput *input = &state->input;
  g_auto (ExtractSourceBytes) bytes = { 0 };
  gboolean ok = FALSE;

  if (state->fd == -1)
    return NULL;
  if (is_gzip (input))
    ok = read_gzip (source, input, &bytes, error);
  else if (extract_unpack_find_codec (input->bytes, input->end))
    ok = read_packed (source, input, &bytes, error);
  else
    ok = read_plain (source, input, &bytes, error);
  close_fd (state);
  extract_input_clear (&state->input); /* the page needs its memory */
  return ok ? extract_source_make_record (source, &bytes) : NULL;
}

const ExtractSourceBackend extract_source_file_backend = {
  .name = "file",
  .matches = file_matches,
  .open = file_open,
  .begin = file_begin,
  .next = file_next,
  .close = file_close,
  .allow_time = file_allow_time,
};
