/* SPDX-License-Identifier: MIT */
#include "libextract/source/warc-tail.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK ((gsize) 64 << 10)
/* Of the head of a record. */
#define MAX_HEAD ((gsize) 64 << 10)

#define MAGIC "WARC/1."

/* How a record ends. */
typedef enum {
  TAIL_WHOLE,
  TAIL_CUT,   /* the file ends in it */
  TAIL_WRONG, /* it is none */
  TAIL_FAILED /* to read; with an error */
} Tail;

static gssize
read_at (int fd, void *bytes, gsize n, off_t at, GError **error)
{
  for (;;) {
    gssize n_read = pread (fd, bytes, n, at);

    if (n_read < 0 && errno == EINTR)
      continue;
    if (n_read < 0) {
      int saved_errno = errno;
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved_errno), "cannot be read: %s",
                   g_strerror (saved_errno));
    }
    return n_read;
  }
}

/* ---- Plain ---------------------------------------------------------------------------------- */

/* Returns: whether there is one in @head, which ends in a NUL */
static gboolean
find_length (const char *head, guint64 *length)
{
  const char *line = head;

  while ((line = strstr (line, "\r\n"))) {
    line += 2;
    if (g_ascii_strncasecmp (line, "Content-Length:", strlen ("Content-Length:")) == 0) {
      g_autofree char *value =
          g_strndup (line + strlen ("Content-Length:"), strcspn (line + strlen ("Content-Length:"), "\r"));
      return g_ascii_string_to_unsigned (g_strstrip (value), 10, 0, G_MAXINT64 / 2, length, NULL);
    }
  }
  return FALSE;
}

static Tail
skip_plain (int fd, off_t size, off_t *at, GError **error)
{
  g_autofree char *head = g_malloc0 (MAX_HEAD + 1);
  gssize n = read_at (fd, head, MAX_HEAD, *at, error);
  char *end = NULL;
  guint64 length = 0;

  if (n < 0)
    return TAIL_FAILED;
  if (memcmp (head, MAGIC, MIN ((gsize) n, strlen (MAGIC))) != 0)
    return TAIL_WRONG;
  end = strstr (head, "\r\n\r\n");
  if (!end)
    return (gsize) n < MAX_HEAD ? TAIL_CUT : TAIL_WRONG;
  end[2] = '\0';
  if (!find_length (head, &length))
    return TAIL_WRONG;
  length += (guint64) (end - head) + 2 * strlen ("\r\n\r\n");
  if (length > (guint64) (size - *at))
    return TAIL_CUT;
  *at += (off_t) length;
  return TAIL_WHOLE;
}

/* ---- gzip ----------------------------------------------------------------------------------- */

typedef struct {
  GConverter *gunzip;
  guint8 in[CHUNK];
  guint8 out[CHUNK];
} Member;

static Tail
skip_member (int fd, off_t *at, Member *member, GError **error)
{
  off_t from = *at;
  gsize n_unpacked = 0;

  g_converter_reset (member->gunzip);
  for (;;) {
    gssize n = read_at (fd, member->in, CHUNK, from, error);
    gsize used = 0;

    if (n < 0)
      return TAIL_FAILED;
    if (n == 0)
      return TAIL_CUT;
    while (used < (gsize) n) {
      gsize n_used = 0, n_out = 0;
      g_autoptr (GError) local = NULL;
      GConverterResult result =
          g_converter_convert (member->gunzip, member->in + used, (gsize) n - used, member->out, CHUNK,
                               G_CONVERTER_NO_FLAGS, &n_used, &n_out, &local);

      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
        n_used = (gsize) n - used;
      else if (result == G_CONVERTER_ERROR)
        return TAIL_WRONG;
      if (n_unpacked == 0 && n_out > 0 && memcmp (member->out, MAGIC, MIN (n_out, strlen (MAGIC))) != 0)
        return TAIL_WRONG;
      n_unpacked += n_out;
      used += n_used;
      if (result == G_CONVERTER_FINISHED) {
        *at = from + (off_t) used;
        return n_unpacked > 0 ? TAIL_WHOLE : TAIL_WRONG;
      }
    }
    from += n;
  }
}

/* ---- The file ------------------------------------------------------------------------------- */

static gboolean
is_regular (int fd, off_t *size, GError **error)
{
  struct stat status;

  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode)) {
    *size = status.st_size;
    return TRUE;
  }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "is not a file");
  return FALSE;
}

static gboolean
cut (int fd, off_t length, GError **error)
{
  int failed = ftruncate (fd, length), saved_errno = errno;

  if (failed)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved_errno), "cannot be cut back: %s",
                 g_strerror (saved_errno));
  return !failed;
}

gboolean
extract_warc_tail_cut (int fd, gboolean packed, off_t *length, GError **error)
{
  g_autofree Member *member = packed ? g_new0 (Member, 1) : NULL;
  g_autoptr (GZlibDecompressor) gunzip = NULL;
  Tail tail = TAIL_WHOLE;
  off_t size = 0;

  *length = 0;
  if (!is_regular (fd, &size, error))
    return FALSE;
  if (packed) {
    gunzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
    member->gunzip = G_CONVERTER (gunzip);
  }
  while (tail == TAIL_WHOLE && *length < size)
    tail = packed ? skip_member (fd, length, member, error) : skip_plain (fd, size, length, error);
  if (tail == TAIL_FAILED)
    return FALSE;
  if (tail == TAIL_WRONG) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "is not %s, or is damaged at byte %" G_GINT64_FORMAT "; choose another name for --warc",
                 packed ? "a WARC file whose records are packed by gzip one by one" : "a WARC file",
                 (gint64) *length);
    return FALSE;
  }
  return tail == TAIL_WHOLE || cut (fd, *length, error);
}
