/* SPDX-License-Identifier: MIT */
#include "libextract/source/warc-writer.h"
#include "libextract/source/warc-tail.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

struct _ExtractWarcWriter {
  char *path; /* owned */
  int fd;
  gboolean packed;
  char *info_id; /* of the warcinfo record; owned */
  pthread_mutex_t lock;
  off_t length; /* of the file: whole records */
  gboolean broken;
};

/* ---- Records -------------------------------------------------------------------------------- */

/* Returns: (transfer full): "sha1:" and 32 letters, as archives have it */
static char *
digest (const GString *head, const void *body, gsize n)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA1);
  guint8 bytes[20];
  gsize length = sizeof bytes;
  GString *text = g_string_new ("sha1:");

  if (head)
    g_checksum_update (checksum, (const guchar *) head->str, (gssize) head->len);
  if (n > 0)
    g_checksum_update (checksum, body, (gssize) n);
  g_checksum_get_digest (checksum, bytes, &length);
  for (guint i = 0; i < sizeof bytes; i += 5) {
    guint64 five = 0;

    for (guint k = 0; k < 5; k++)
      five = five << 8 | bytes[i + k];
    for (int shift = 35; shift >= 0; shift -= 5)
      g_string_append_c (text, letters[five >> shift & 31]);
  }
  return g_string_free (text, FALSE);
}

static char *
make_id (void)
{
  g_autofree char *uuid = g_uuid_string_random ();
  return g_strdup_printf ("<urn:uuid:%s>", uuid);
}

static char *
make_date (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  return g_date_time_format (now, "%Y-%m-%dT%H:%M:%SZ");
}

/* A record: its fields, a head of HTTP or nothing, and a body. */
typedef struct {
  const char *type;
  const char *id;
  const char *date;
  const char *content_type;
  const char *uri;        /* (nullable) */
  const char *address;    /* (nullable) */
  const char *concurrent; /* (nullable) */
  const char *filename;   /* (nullable) */
  const char *info;       /* (nullable): the id of the warcinfo record */
  const GString *head;    /* (nullable) */
  const void *body;
  gsize n_body;
  gboolean payload; /* the body is one, and has its own digest */
} Record;

/* @value: (nullable) */
static void
append_field (GString *out, const char *name, const char *value)
{
  if (value)
    g_string_append_printf (out, "%s: %s\r\n", name, value);
}

static void
append_record (GString *out, const Record *record)
{
  g_autofree char *block = digest (record->head, record->body, record->n_body);
  g_autofree char *payload = record->payload ? digest (NULL, record->body, record->n_body) : NULL;

  g_string_append (out, "WARC/1.1\r\n");
  append_field (out, "WARC-Type", record->type);
  append_field (out, "WARC-Record-ID", record->id);
  append_field (out, "WARC-Date", record->date);
  append_field (out, "WARC-Filename", record->filename);
  append_field (out, "WARC-Target-URI", record->uri);
  append_field (out, "WARC-IP-Address", record->address);
  append_field (out, "WARC-Concurrent-To", record->concurrent);
  append_field (out, "WARC-Warcinfo-ID", record->info);
  append_field (out, "WARC-Block-Digest", block);
  append_field (out, "WARC-Payload-Digest", payload);
  append_field (out, "Content-Type", record->content_type);
  g_string_append_printf (out, "Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n",
                          (record->head ? record->head->len : 0) + record->n_body);
  if (record->head)
    g_string_append_len (out, record->head->str, (gssize) record->head->len);
  if (record->n_body > 0)
    g_string_append_len (out, record->body, (gssize) record->n_body);
  g_string_append (out, "\r\n\r\n");
}

/* ---- Heads ---------------------------------------------------------------------------------- */

static gboolean
is_field (const char *line, const char *const *names)
{
  for (; *names; names++)
    if (g_ascii_strncasecmp (line, *names, strlen (*names)) == 0 && line[strlen (*names)] == ':')
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full): @head without its secrets */
static GString *
make_request_head (const GString *head)
{
  static const char *const secrets[] = { "Authorization", "Proxy-Authorization", "Cookie", NULL };
  GString *out = g_string_new (NULL);
  g_auto (GStrv) lines = g_strsplit (head ? head->str : "", "\r\n", -1);

  for (char **line = lines; *line && **line; line++)
    if (!is_field (*line, secrets))
      g_string_append_printf (out, "%s\r\n", *line);
  return g_string_append (out, "\r\n");
}

/* What is said of the chunks does not hold for the body, in which there are none any more. */
static GString *
make_response_head (const GString *head, gsize n_body)
{
  static const char *const transfer[] = { "Transfer-Encoding", NULL };
  static const char *const length[] = { "Content-Length", NULL };
  GString *out = g_string_new (NULL);
  g_auto (GStrv) lines = g_strsplit (head ? head->str : "", "\n", -1);
  gboolean chunked = FALSE;

  for (char **line = lines; *line && **line && **line != '\r'; line++) {
    g_strchomp (*line);
    chunked = chunked || is_field (*line, transfer);
    if (is_field (*line, length))
      continue;
    g_string_append_printf (out, "%s%s\r\n", is_field (*line, transfer) ? "X-Crawl-" : "", *line);
  }
  g_string_append_printf (out, "Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n", n_body);
  return out;
}

/* ---- The file ------------------------------------------------------------------------------- */

/* Returns: (transfer full) */
static GBytes *
pack (const GString *text)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  GConverterResult result = G_CONVERTER_CONVERTED;
  gsize at = 0;

  while (result != G_CONVERTER_FINISHED) {
    guint8 buffer[16 * 1024];
    gsize n_used = 0, n_out = 0;

    result = g_converter_convert (G_CONVERTER (compressor), text->str + at, text->len - at, buffer,
                                  sizeof buffer, G_CONVERTER_INPUT_AT_END, &n_used, &n_out, NULL);
    g_assert (result != G_CONVERTER_ERROR);
    g_byte_array_append (out, buffer, (guint) n_out);
    at += n_used;
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&out));
}

static gboolean
write_all (int fd, const guint8 *bytes, gsize n)
{
  while (n > 0) {
    gssize written = write (fd, bytes, n);

    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return FALSE;
    bytes += written;
    n -= (gsize) written;
  }
  return TRUE;
}

/* All of them or none, at the end of the file. */
static gboolean
write_records (ExtractWarcWriter *writer, GBytes *bytes, GError **error)
{
  gsize n = 0;
  const guint8 *data = g_bytes_get_data (bytes, &n);
  int saved_errno = EIO;
  gboolean good = FALSE;

  pthread_mutex_lock (&writer->lock);
  if (!writer->broken) {
    good = write_all (writer->fd, data, n);
    saved_errno = errno;
  }
  if (good)
    writer->length += (off_t) n;
  else if (!writer->broken)
    writer->broken = ftruncate (writer->fd, writer->length) != 0;
  pthread_mutex_unlock (&writer->lock);
  if (!good)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved_errno),
                 "was fetched, but cannot be kept in %s: %s", writer->path, g_strerror (saved_errno));
  return good;
}

/* Each record on its own, if the file is packed. Returns: (transfer full) */
static GBytes *
pack_records (const ExtractWarcWriter *writer, const Record *records, guint n)
{
  g_autoptr (GByteArray) all = g_byte_array_new ();

  for (guint i = 0; i < n; i++) {
    g_autoptr (GString) text = g_string_new (NULL);

    append_record (text, &records[i]);
    g_autoptr (GBytes) bytes = writer->packed ? pack (text) : g_bytes_new (text->str, text->len);
    g_byte_array_append (all, g_bytes_get_data (bytes, NULL), (guint) g_bytes_get_size (bytes));
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&all));
}

gboolean
extract_warc_writer_add (ExtractWarcWriter *writer, const ExtractExchange *exchange, GError **error)
{
  gsize n_body = 0;
  const void *body = g_bytes_get_data (exchange->body, &n_body);
  g_autoptr (GString) request = make_request_head (exchange->request);
  g_autoptr (GString) response = make_response_head (exchange->response, n_body);
  g_autofree char *date = make_date ();
  g_autofree char *id = make_id ();
  g_autofree char *request_id = make_id ();
  const Record records[] = {
    { .type = "response",
      .id = id,
      .date = date,
      .content_type = "application/http; msgtype=response",
      .uri = exchange->uri,
      .address = exchange->address,
      .info = writer->info_id,
      .head = response,
      .body = body,
      .n_body = n_body,
      .payload = TRUE },
    { .type = "request",
      .id = request_id,
      .date = date,
      .content_type = "application/http; msgtype=request",
      .uri = exchange->uri,
      .concurrent = id,
      .info = writer->info_id,
      .head = request },
  };
  g_autoptr (GBytes) bytes = pack_records (writer, records, G_N_ELEMENTS (records));

  return write_records (writer, bytes, error);
}

/* What made the records that follow. */
static gboolean
write_info (ExtractWarcWriter *writer, const char *software, const char *robots, GError **error)
{
  g_autofree char *date = make_date ();
  g_autofree char *filename = g_path_get_basename (writer->path);
  g_autofree char *fields = g_strdup_printf (
      "software: %s\r\nformat: WARC File Format 1.1\r\n"
      "conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n"
      "robots: %s\r\n",
      software, robots);
  const Record record = {
    .type = "warcinfo",
    .id = writer->info_id,
    .date = date,
    .content_type = "application/warc-fields",
    .filename = filename,
    .body = fields,
    .n_body = strlen (fields),
  };
  g_autoptr (GBytes) bytes = pack_records (writer, &record, 1);

  return write_records (writer, bytes, error);
}

ExtractWarcWriter *
extract_warc_writer_open (const char *path, const char *software, const char *robots, GError **error)
{
  g_autoptr (ExtractWarcWriter) writer = g_new0 (ExtractWarcWriter, 1);

  pthread_mutex_init (&writer->lock, NULL);
  writer->path = g_strdup (path);
  writer->packed = g_str_has_suffix (path, ".gz");
  writer->info_id = make_id ();
  writer->fd = open (path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  if (writer->fd < 0) {
    int saved_errno = errno;
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved_errno), "cannot be opened: %s",
                 g_strerror (saved_errno));
    return NULL;
  }
  if (!extract_warc_tail_cut (writer->fd, writer->packed, &writer->length, error) ||
      !write_info (writer, software, robots, error))
    return NULL;
  return g_steal_pointer (&writer);
}

void
extract_warc_writer_free (ExtractWarcWriter *writer)
{
  if (writer->fd >= 0)
    close (writer->fd);
  pthread_mutex_destroy (&writer->lock);
  g_free (writer->info_id);
  g_free (writer->path);
  g_free (writer);
}
