/* SPDX-License-Identifier: MIT */
/*
 * Sources: files of all kinds in a folder of our own, and URLs of a server of our own on 127.0.0.1
 * that behaves well or badly by path. Nothing leaves the machine; each bad behaviour has the one
 * error that it must give.
 */
#include <fcntl.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libextract/extract.h>
#include <libextract/base/url.h>
#include "libextract/source/fetcher.h"
#include "libextract/source/source.h"

#include "tests/unit/slow.h"

#define PAGE "<!DOCTYPE html><p>\xc5\xbdlu\xc5\xa5ou\xc4\x8dk\xc3\xbd k\xc5\xaf\xc5\x88"
#define MAX_BYTES 100000
/* A test that takes longer than this hangs; unless the machine is slow (slow.h). */
#define MAX_SECONDS 5

static const ExtractSourceLimits test_limits = {
  .max_bytes = MAX_BYTES,
  .max_redirects = 4,
  .max_milliseconds = 20000,
};

/* The only record of @place; asks once more to see the end. */
static ExtractRecord *
read_one (const char *place, const ExtractSourceLimits *limits, GError **error)
{
  g_autoptr (ExtractSource) source = extract_source_new (place, limits);
  g_autoptr (ExtractRecord) record = extract_source_next (source, error);
  g_autoptr (ExtractRecord) second = NULL;
  g_autoptr (GError) local = NULL;

  second = extract_source_next (source, &local);
  g_assert_no_error (local);
  g_assert_null (second);
  if (record) {
    g_autofree char *name = extract_url_dup_without_user (place);
    g_assert_cmpstr (record->name, ==, name);
    g_assert_nonnull (record->bytes);
  }
  return g_steal_pointer (&record);
}

static void
assert_content (ExtractRecord *record, const void *expected, gsize n)
{
  gsize size = 0;
  const void *data = g_bytes_get_data (record->bytes, &size);

  g_assert_cmpmem (data, size, expected, n);
}

static GByteArray *
gzip (const void *data, gsize n)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (compressor));
  g_autoptr (GBytes) bytes = NULL;

  g_assert_true (g_output_stream_write_all (stream, data, n, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
  return g_bytes_unref_to_array (g_steal_pointer (&bytes));
}

/* 20 million bytes in some 20 thousand. */
static GByteArray *
gzip_bomb (void)
{
  gsize n = 20 * 1000 * 1000;
  g_autofree char *zeros = g_malloc0 (n);

  return gzip (zeros, n);
}

/* ---- Files --------------------------------------------------------------------------------- */

typedef struct {
  char *dir;
  char *path; /* of the file of this test */
} Folder;

static void
folder_set_up (Folder *folder, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  folder->dir = g_dir_make_tmp ("test-source-XXXXXX", &error);
  g_assert_no_error (error);
  folder->path = g_build_filename (folder->dir, "page", NULL);
}

static void
folder_tear_down (Folder *folder, gconstpointer data)
{
  g_remove (folder->path);
  g_assert_cmpint (g_rmdir (folder->dir), ==, 0);
  g_free (folder->path);
  g_free (folder->dir);
}

static void
write_file (Folder *folder, const void *data, gsize n)
{
  g_autoptr (GError) error = NULL;

  /* Anew each time, and without waiting for the disk: there are hundreds. */
  g_remove (folder->path);
  g_file_set_contents_full (folder->path, data, (gssize) n, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
}

static void
assert_file_holds (Folder *folder, const void *expected, gsize n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractRecord) record = read_one (folder->path, &test_limits, &error);

  g_assert_no_error (error);
  assert_content (record, expected, n);
  g_assert_null (record->content_type);
  g_assert_null (record->uri);
}

static void
assert_place_fails (const char *place, GQuark domain, int code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractRecord) record = read_one (place, &test_limits, &error);

  g_assert_null (record);
  g_assert_error (error, domain, code);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_file_plain (Folder *folder, gconstpointer data)
{
  g_autofree char *large = g_malloc (MAX_BYTES + 1);

  memset (large, 'x', MAX_BYTES + 1);
  write_file (folder, PAGE, strlen (PAGE));
  assert_file_holds (folder, PAGE, strlen (PAGE));
  write_file (folder, "", 0);
  assert_file_holds (folder, "", 0);
  /* The beginning of gzip, but no more. */
  write_file (folder, "\x1f", 1);
  assert_file_holds (folder, "\x1f", 1);
  write_file (folder, "a\0b", 3);
  assert_file_holds (folder, "a\0b", 3);

  write_file (folder, large, MAX_BYTES);
  assert_file_holds (folder, large, MAX_BYTES);
  write_file (folder, large, MAX_BYTES + 1);
  assert_place_fails (folder->path, EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE,
                      "longer than the limit of 100000 bytes");
}

static void
test_file_gzip (Folder *folder, gconstpointer data)
{
  g_autofree char *large = g_malloc (MAX_BYTES);
  g_autoptr (GByteArray) packed = gzip (PAGE, strlen (PAGE));
  g_autoptr (GByteArray) nothing = gzip ("", 0);
  g_autoptr (GByteArray) packed_large = NULL;

  write_file (folder, packed->data, packed->len);
  assert_file_holds (folder, PAGE, strlen (PAGE));
  write_file (folder, nothing->data, nothing->len);
  assert_file_holds (folder, "", 0);

  /* Noise: about as long packed as plain, so that members cross the ends of what is read at once. */
  for (gsize i = 0; i < MAX_BYTES; i++)
    large[i] = (char) g_test_rand_int ();
  packed_large = gzip (large, MAX_BYTES);
  write_file (folder, packed_large->data, packed_large->len);
  assert_file_holds (folder, large, MAX_BYTES);
}

/* What begins as an archive does is one page if only pages are wanted, packed or not. */
static void
test_file_only_pages (Folder *folder, gconstpointer data)
{
  static const char *const texts[] = { "WARC/1.0\r\n\r\n<p>a", "<mediawiki><p>a" };
  ExtractSourceLimits limits = test_limits;

  for (guint i = 0; i < 2 * G_N_ELEMENTS (texts); i++) {
    const char *text = texts[i / 2];
    g_autoptr (GByteArray) packed = gzip (text, strlen (text));
    g_autoptr (GError) error = NULL;

    write_file (folder, i % 2 ? (const char *) packed->data : text, i % 2 ? packed->len : strlen (text));
    limits.only_pages = FALSE;
    g_autoptr (ExtractRecord) none = read_one (folder->path, &limits, &error);
    g_assert_null (none);
    g_assert_nonnull (error);
    limits.only_pages = TRUE;
    g_autoptr (ExtractRecord) page = read_one (folder->path, &limits, NULL);
    g_assert_nonnull (page);
    assert_content (page, text, strlen (text));
  }
}

static void
test_file_gzip_members (Folder *folder, gconstpointer data)
{
  g_autoptr (GByteArray) packed = gzip (PAGE, strlen (PAGE));
  g_autoptr (GByteArray) nothing = gzip ("", 0);
  g_autoptr (GByteArray) all = g_byte_array_new ();
  g_autoptr (GByteArray) many = g_byte_array_new ();
  guint8 zeros[600] = { 0 };

  g_byte_array_append (all, packed->data, packed->len);
  g_byte_array_append (all, nothing->data, nothing->len);
  g_byte_array_append (all, packed->data, packed->len);
  write_file (folder, all->data, all->len);
  assert_file_holds (folder, PAGE PAGE, strlen (PAGE PAGE));
  g_byte_array_append (all, zeros, sizeof zeros);
  write_file (folder, all->data, all->len);
  assert_file_holds (folder, PAGE PAGE, strlen (PAGE PAGE));

  g_byte_array_append (all, (const guint8 *) "and what is this?", 17);
  write_file (folder, all->data, all->len);
  assert_place_fails (folder->path, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the gzip data is damaged");

  /* No content, but without an end. */
  while (many->len < 3 * MAX_BYTES)
    g_byte_array_append (many, nothing->data, nothing->len);
  write_file (folder, many->data, many->len);
  assert_place_fails (folder->path, EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE,
                      "longer than the limit of 100000 bytes");
}

/* Whatever is missing at the end, and whichever byte is wrong: an error, never a part of the page. */
static void
test_file_gzip_damaged (Folder *folder, gconstpointer data)
{
  g_autoptr (GByteArray) packed = gzip (PAGE, strlen (PAGE));

  for (gsize n = 2; n < packed->len; n++) {
    write_file (folder, packed->data, n);
    assert_place_fails (folder->path, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "the gzip data ends too early");
  }
  /* From the deflated data on; the header holds a time and other things that may well change. */
  for (gsize i = 10; i < packed->len; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractRecord) record = NULL;

    packed->data[i] ^= 0xff;
    write_file (folder, packed->data, packed->len);
    packed->data[i] ^= 0xff;
    record = read_one (folder->path, &test_limits, &error);
    g_assert_null (record);
    g_assert_true (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA) ||
                   g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT));
  }
}

static void
test_file_gzip_bomb (Folder *folder, gconstpointer data)
{
  g_autoptr (GByteArray) bomb = gzip_bomb ();

  write_file (folder, bomb->data, bomb->len);
  assert_place_fails (folder->path, EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE,
                      "longer than the limit of 100000 bytes");
}

static void
test_file_none (Folder *folder, gconstpointer data)
{
  g_autofree char *below = g_build_filename (folder->path, "below", NULL);
  g_autofree char *too_long = g_strnfill (100000, 'x');
  g_autoptr (GError) error = NULL;

  assert_place_fails (folder->path, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no such file");
  assert_place_fails ("", G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no such file");
  assert_place_fails (folder->dir, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, "is a directory");
  write_file (folder, PAGE, strlen (PAGE));
  assert_place_fails (below, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no such file");
  g_assert_null (read_one (too_long, &test_limits, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FILENAME_TOO_LONG);
  g_assert_true (g_str_has_prefix (error->message, "cannot be read: "));
}

static void
test_file_forbidden (Folder *folder, gconstpointer data)
{
  write_file (folder, PAGE, strlen (PAGE));
  g_assert_cmpint (g_chmod (folder->path, 0), ==, 0);
  if (g_access (folder->path, R_OK) == 0) {
    g_test_skip ("this user may read everything");
    return;
  }
  assert_place_fails (folder->path, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "permission denied");
}

static void
test_file_endless (Folder *folder, gconstpointer data)
{
  if (g_access ("/dev/zero", R_OK) != 0) {
    g_test_skip ("there is no /dev/zero");
    return;
  }
  assert_place_fails ("/dev/zero", EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE,
                      "longer than the limit of 100000 bytes");
}

static void
write_all (int fd, const guint8 *data, gsize n)
{
  g_assert_cmpint (write (fd, data, n), ==, (gssize) n);
}

/* Writes a packed page into a pipe in two pieces, the first of them one byte. */
static gpointer
write_pipe_in_pieces (gpointer data)
{
  g_autoptr (GByteArray) packed = gzip (PAGE, strlen (PAGE));
  int fd = GPOINTER_TO_INT (data);

  write_all (fd, packed->data, 1);
  g_usleep (20 * 1000);
  write_all (fd, packed->data + 1, packed->len - 1);
  close (fd);
  return NULL;
}

static gpointer
write_fifo_in_pieces (gpointer data)
{
  return write_pipe_in_pieces (GINT_TO_POINTER (g_open (data, O_WRONLY, 0)));
}

static void
test_file_fifo (Folder *folder, gconstpointer data)
{
  GThread *thread = NULL;

  g_assert_cmpint (mkfifo (folder->path, 0600), ==, 0);
  thread = g_thread_new ("fifo", write_fifo_in_pieces, folder->path);
  assert_file_holds (folder, PAGE, strlen (PAGE));
  g_thread_join (thread);
}

/* A pipe that has no writer, or one who says nothing: @opened. */
static void
test_file_silent (Folder *folder, gconstpointer data)
{
  g_assert_cmpint (mkfifo (folder->path, 0600), ==, 0);
  for (gboolean opened = FALSE; opened <= TRUE; opened++) {
    ExtractSourceLimits limits = test_limits;
    int writer = opened ? g_open (folder->path, O_RDWR, 0) : -1;
    gint64 start = g_get_monotonic_time ();
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractRecord) record = NULL;

    limits.max_milliseconds = 100;
    record = read_one (folder->path, &limits, &error);
    g_assert_null (record);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
    g_assert_cmpstr (error->message, ==, "the page did not arrive in time");
    g_assert_cmpint (g_get_monotonic_time () - start, >=, 100 * 1000);
    assert_seconds_since (start, MAX_SECONDS);
    if (opened)
      close (writer);
  }
}

static void
test_file_socket (Folder *folder, gconstpointer data)
{
  g_autoptr (GSocket) bound = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, 0, NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (folder->path);

  g_assert_true (g_socket_bind (bound, address, FALSE, NULL));
  assert_place_fails (folder->path, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                      "is a socket, or a missing device");
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (50 * 1000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* However long @place would be waited for. */
static void
assert_cancelled (const char *place)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  ExtractSourceLimits limits = test_limits;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractRecord) record = NULL;
  gint64 start = g_get_monotonic_time ();
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);

  limits.cancellable = cancellable;
  record = read_one (place, &limits, &error);
  g_thread_join (thread);
  g_assert_null (record);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_seconds_since (start, MAX_SECONDS);
}

static void
test_file_cancelled (Folder *folder, gconstpointer data)
{
  int saved = dup (STDIN_FILENO);
  int ends[2];

  g_assert_cmpint (mkfifo (folder->path, 0600), ==, 0);
  assert_cancelled (folder->path);
  g_assert_cmpint (pipe (ends), ==, 0);
  g_assert_cmpint (dup2 (ends[0], STDIN_FILENO), ==, STDIN_FILENO);
  assert_cancelled ("-");
  g_assert_cmpint (dup2 (saved, STDIN_FILENO), ==, STDIN_FILENO);
  close (saved);
  close (ends[0]);
  close (ends[1]);
}

/* stdin is a pipe that somebody made non-blocking: the hardest case. */
static void
test_stdin (void)
{
  static const char *const places[] = { "-", "/dev/stdin" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractRecord) record = NULL;
    int saved = dup (STDIN_FILENO);
    GThread *thread = NULL;
    int ends[2];

    g_assert_cmpint (pipe (ends), ==, 0);
    g_assert_cmpint (dup2 (ends[0], STDIN_FILENO), ==, STDIN_FILENO);
    g_assert_cmpint (fcntl (STDIN_FILENO, F_SETFL, O_NONBLOCK), ==, 0);
    thread = g_thread_new ("stdin", write_pipe_in_pieces, GINT_TO_POINTER (ends[1]));
    record = read_one (places[i], &test_limits, &error);
    g_thread_join (thread);
    close (ends[0]);
    /* Still open: it is not ours to close. */
    g_assert_cmpint (fcntl (STDIN_FILENO, F_GETFD), !=, -1);
    g_assert_cmpint (dup2 (saved, STDIN_FILENO), ==, STDIN_FILENO);
    close (saved);

    g_assert_no_error (error);
    assert_content (record, PAGE, strlen (PAGE));
  }
}

static void
test_is_url (void)
{
  g_assert_true (extract_source_is_url ("http://example.org/"));
  g_assert_true (extract_source_is_url ("HTTPS://example.org/"));
  g_assert_false (extract_source_is_url ("http:/example.org/"));
  g_assert_false (extract_source_is_url ("httpx://example.org/"));
  g_assert_false (extract_source_is_url ("ftp://example.org/"));
  g_assert_false (extract_source_is_url ("file:///etc/passwd"));
  g_assert_false (extract_source_is_url ("www.example.org"));
  g_assert_false (extract_source_is_url ("-"));
  g_assert_false (extract_source_is_url (""));
}

static void
test_other_schemes (void)
{
  static const char *const places[] = { "ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://127.0.0.1" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    assert_place_fails (places[i], G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                        "only http and https URLs are fetched");
}

/* Sources that are never asked, and one that is not asked until the end: nothing leaks. */
static void
test_unused (void)
{
  g_autoptr (ExtractSource) file = extract_source_new ("/nonexistent", &test_limits);
  g_autoptr (ExtractSource) url = extract_source_new ("http://127.0.0.1:1/", &test_limits);
  g_autoptr (ExtractSource) begun = extract_source_new ("/dev/null", &test_limits);
  g_autoptr (ExtractRecord) record = extract_source_next (begun, NULL);

  g_assert_nonnull (file);
  g_assert_nonnull (url);
  g_assert_nonnull (record);
}

/* ---- The server ---------------------------------------------------------------------------- */

typedef struct {
  GMainContext *context;
  GMainLoop *loop;
  GThread *thread;
  GSocketService *service;
  guint16 port;
  guint16 other_port; /* for curl another host */
} Server;

static Server server;

#define OK "HTTP/1.1 200 OK\r\nConnection: close\r\n"
#define HTML "Content-Type: text/html; charset=windows-1250\r\n"
#define MOVED "HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\n"

/* Paths whose answer is always the same. The connection is closed after it. */
static const struct {
  const char *path;
  const char *answer;
} answers[] = {
  { "/ok", OK HTML "Content-Length: 4\r\n\r\npage" },
  { "/ok-old", "HTTP/1.0 200 OK\r\n\r\npage" },
  { "/ok-chunked", OK HTML "Transfer-Encoding: chunked\r\n\r\n2\r\npa\r\n2\r\nge\r\n0\r\n\r\n" },
  { "/ok-xhtml", OK "Content-Type: application/xhtml+xml\r\nContent-Length: 4\r\n\r\npage" },
  { "/ok-wap", OK "Content-Type: application/vnd.wap.xhtml+xml\r\nContent-Length: 4\r\n\r\npage" },
  { "/ok-interim", "HTTP/1.1 103 Early Hints\r\nContent-Type: image/png\r\n\r\n" OK HTML "\r\npage" },
  { "/ok%20%c5%be", OK HTML "\r\npage" },
  { "/empty", OK HTML "Content-Length: 0\r\n\r\n" },
  { "/no-content", "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n" },
  { "/redirect-type", "HTTP/1.1 301 Moved\r\nConnection: close\r\nContent-Type: image/png\r\n"
                      "Content-Length: 2\r\nLocation: /ok-old\r\n\r\nxx" },
  { "/redirect-loop", MOVED "Location: /redirect-loop\r\n\r\n" },
  { "/redirect-file", MOVED "Location: file:///etc/passwd\r\n\r\n" },
  { "/redirect-ftp", MOVED "Location: ftp://127.0.0.1/x\r\n\r\n" },
  { "/redirect-nowhere", MOVED "\r\n" },
  { "/redirect-nonsense", MOVED "Location: http://[/\r\n\r\n" },
  { "/redirect-404", MOVED "Location: /404\r\n\r\n" },
  { "/cookie", MOVED "Set-Cookie: a=b\r\nLocation: /echo\r\n\r\n" },
  { "/404", "HTTP/1.1 404 Not Found\r\nConnection: close\r\n" HTML "Content-Length: 4\r\n\r\nnone" },
  { "/403", "HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n" },
  { "/503", "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n" },
  { "/early", OK HTML "Content-Length: 1000\r\n\r\npage" },
  { "/early-chunked", OK HTML "Transfer-Encoding: chunked\r\n\r\n100\r\npa" },
  { "/early-header", OK "Content-Ty" },
  { "/nothing", "" },
  { "/nonsense", "ceci n'est pas une page\r\n\r\n" },
  { "/length-nonsense", OK HTML "Content-Length: many\r\n\r\npage" },
  { "/encoding-damaged", OK HTML "Content-Encoding: gzip\r\n\r\nthis is not gzip at all, believe me" },
  { "/encoding-unknown", OK HTML "Content-Encoding: rot13\r\n\r\ncntr" },
};

/* Paths that send a header, then nothing, and keep the connection: the header must be enough. */
static const struct {
  const char *path;
  const char *header;
} silent[] = {
  { "/silent", OK HTML "Content-Length: 4\r\n\r\n" },
  { "/image", OK "Content-Type: image/png\r\nContent-Length: 4\r\n\r\n" },
  { "/image-unsafe", OK "Content-Type: IMAGE/x-\033[2J;charset=utf-8\r\nContent-Length: 4\r\n\r\n" },
  { "/pdf", OK "Content-Type: application/pdf\r\nContent-Length: 4\r\n\r\n" },
  { "/word", OK "Content-Type: application/vnd.ms-word\r\nContent-Length: 4\r\n\r\n" },
  { "/404-silent", "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\n" },
};

static gboolean
send_bytes (GOutputStream *out, const void *data, gsize n)
{
  return g_output_stream_write_all (out, data, n, NULL, NULL, NULL);
}

static gboolean
send_text (GOutputStream *out, const char *text)
{
  return send_bytes (out, text, strlen (text));
}

static void
send_packed (GOutputStream *out, const char *header, GByteArray *packed)
{
  g_autofree char *head =
      g_strdup_printf ("%sContent-Encoding: gzip\r\nContent-Length: %u\r\n\r\n", header, packed->len);

  send_text (out, head);
  send_bytes (out, packed->data, packed->len);
}

/* /redirect/3 goes to /redirect/2, and so on to /ok. */
static void
send_redirect (GOutputStream *out, guint64 n)
{
  g_autofree char *answer = n == 0 ? g_strdup (MOVED "Location: /ok\r\n\r\n")
                                   : g_strdup_printf (MOVED "Location: %" G_GUINT64_FORMAT "\r\n\r\n", n - 1);

  send_text (out, answer);
}

/* ---- Archives, by connections that break ----------------------------------------------------- */

#define N_PAGES 60

/* How often the server breaks off, and how the archive is read then. */
static const struct ArchiveCase {
  const char *path;
  gboolean ranges;     /* the server knows them */
  guint first_whole;   /* the request that is answered to the end, from 1; 0: none */
  guint other_file;    /* from this request on the file is another one; 0: never */
  const char *header;  /* others of the answer */
  const char *message; /* (nullable): of the error at the end */
} archives[] = {
  { "/archive/whole", TRUE, 1, 0, "Content-Type: application/gzip\r\n", NULL },
  { "/archive/coded", TRUE, 1, 0, "Content-Encoding: gzip\r\n", NULL },
  { "/archive/breaks", TRUE, 0, 0, "ETag: \"a\"\r\n", NULL },
  { "/archive/breaks-without-ranges", FALSE, 4, 0, "Content-Type: text/html\r\n", NULL },
  { "/archive/changes", TRUE, 0, 3, "", "the file on the server changed while it was read" },
};

static guint n_requests; /* of the case at hand */

/* Pages that cannot be packed well. */
static GByteArray *
make_archive (void)
{
  GByteArray *all = g_byte_array_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < N_PAGES; i++) {
    g_autoptr (GString) page = g_string_new ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
    g_autoptr (GByteArray) packed = NULL;

    while (page->len < 4000)
      g_string_append_printf (page, "%08x ", g_rand_int (random));
    g_string_prepend (page, "\r\n\r\n");
    g_string_prepend (
        page, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\nContent-Length: 4006");
    g_string_truncate (page, strstr (page->str, "\r\n\r\n") - page->str + 4 + 4006);
    while (page->len < 4 + 4006)
      g_string_append_c (page, 'x');
    g_string_append (page, "\r\n\r\n");
    packed = gzip (page->str, page->len);
    g_byte_array_append (all, packed->data, packed->len);
  }
  return all;
}

static void
send_archive (const struct ArchiveCase *test, const char *request, GOutputStream *out)
{
  g_autoptr (GByteArray) all = make_archive ();
  const char *range = strstr (request, "Range: bytes=");
  gsize from = test->ranges && range ? g_ascii_strtoull (range + strlen ("Range: bytes="), NULL, 10) : 0;
  guint number = (guint) g_atomic_int_add ((int *) &n_requests, 1);
  /* The first request is only to see what it is. */
  gsize n = test->first_whole && number >= test->first_whole ? G_MAXSIZE
                                                             : 40000 + 10000 * (test->ranges ? 0 : number);
  g_autofree char *head =
      g_strdup_printf ("HTTP/1.1 %s\r\nConnection: close\r\n%sContent-Length: %zu\r\n%s\r\n",
                       from > 0 ? "206 Partial" : "200 OK", test->header, all->len - from,
                       test->other_file && number >= test->other_file ? "ETag: \"b\"\r\n" : "");

  send_text (out, head);
  send_bytes (out, all->data + from, MIN (n, all->len - from));
}

static void
answer_request (const char *path, const char *request, GOutputStream *out, GInputStream *in)
{
  g_autoptr (GByteArray) packed = NULL;
  g_autofree char *filler = g_strnfill (8192, 'x');
  char end;

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++) {
    /* Versions of libcurl differ in %c5 and %C5. */
    if (g_ascii_strcasecmp (path, answers[i].path) == 0) {
      send_text (out, answers[i].answer);
      return;
    }
  }
  for (guint i = 0; i < G_N_ELEMENTS (silent); i++) {
    if (g_str_equal (path, silent[i].path)) {
      send_text (out, silent[i].header);
      /* Until the client has gone. */
      g_input_stream_read (in, &end, 1, NULL, NULL);
      return;
    }
  }

  for (guint i = 0; i < G_N_ELEMENTS (archives); i++) {
    if (g_str_equal (path, archives[i].path)) {
      send_archive (&archives[i], request, out);
      return;
    }
  }

  if (g_str_equal (path, "/gzip")) {
    packed = gzip (PAGE, strlen (PAGE));
    send_packed (out, OK HTML, packed);
  } else if (g_str_equal (path, "/gzip-and-more")) {
    packed = gzip (PAGE, strlen (PAGE));
    g_byte_array_append (packed, (const guint8 *) "and what is this?", 17);
    send_packed (out, OK HTML, packed);
  } else if (g_str_equal (path, "/gzip-bomb")) {
    packed = gzip_bomb ();
    send_packed (out, OK HTML, packed);
  } else if (g_str_equal (path, "/echo")) {
    send_text (out, OK "Content-Type: text/plain\r\n\r\n");
    send_text (out, request);
  } else if (g_str_has_prefix (path, "/redirect/")) {
    send_redirect (out, g_ascii_strtoull (path + strlen ("/redirect/"), NULL, 10));
  } else if (g_str_equal (path, "/redirect-host")) {
    g_autofree char *answer =
        g_strdup_printf (MOVED "Location: http://127.0.0.1:%u/echo\r\n\r\n", server.other_port);
    send_text (out, answer);
  } else if (g_str_equal (path, "/drip")) {
    for (gboolean ok = send_text (out, OK HTML "\r\n"); ok; ok = send_bytes (out, "x", 1))
      g_usleep (10 * 1000);
  } else if (g_str_equal (path, "/drip-header")) {
    for (gboolean ok = send_text (out, OK); ok; ok = send_text (out, "X: y\r\n"))
      g_usleep (10 * 1000);
  } else if (g_str_equal (path, "/endless")) {
    for (gboolean ok = send_text (out, OK HTML "\r\n"); ok;)
      ok = send_bytes (out, filler, 8192);
  } else if (g_str_equal (path, "/announced")) {
    for (gboolean ok = send_text (out, OK HTML "Content-Length: 1000000000000\r\n\r\n"); ok;)
      ok = send_bytes (out, filler, 8192);
  } else if (g_str_equal (path, "/header-line")) {
    for (gboolean ok = send_text (out, OK "X: "); ok;)
      ok = send_bytes (out, filler, 8192);
  } else if (g_str_equal (path, "/header-lines")) {
    for (gboolean ok = send_text (out, OK); ok;)
      ok = send_text (out, "X: ") && send_bytes (out, filler, 8192) && send_text (out, "\r\n");
  } else {
    g_autofree char *answer =
        g_strdup_printf ("HTTP/1.1 418 No Such Test\r\nContent-Length: 0\r\nX-Path: %s\r\n\r\n", path);
    send_text (out, answer);
  }
}

/* One request of one connection, in a thread of its own. */
static gboolean
on_run (GThreadedSocketService *service, GSocketConnection *connection, GObject *source_object, gpointer data)
{
  GInputStream *in = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  g_autoptr (GString) request = g_string_new (NULL);
  g_auto (GStrv) words = NULL;
  char byte;

  while (!g_str_has_suffix (request->str, "\r\n\r\n")) {
    if (g_input_stream_read (in, &byte, 1, NULL, NULL) != 1)
      return TRUE;
    g_string_append_c (request, byte);
  }
  words = g_strsplit (request->str, " ", 3);
  answer_request (words[1], request->str, out, in);
  return TRUE;
}

static guint16
listen_on_loopback (void)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autoptr (GError) error = NULL;

  g_socket_listener_add_address (G_SOCKET_LISTENER (server.service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &effective, &error);
  g_assert_no_error (error);
  return g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective));
}

static gpointer
run_server (gpointer data)
{
  g_main_context_push_thread_default (server.context);
  g_socket_service_start (server.service);
  g_main_loop_run (server.loop);
  g_socket_service_stop (server.service);
  g_main_context_pop_thread_default (server.context);
  return NULL;
}

static void
start_server (void)
{
  server.context = g_main_context_new ();
  server.loop = g_main_loop_new (server.context, FALSE);
  server.service = g_threaded_socket_service_new (16);
  g_socket_service_stop (server.service);
  g_signal_connect (server.service, "run", G_CALLBACK (on_run), NULL);
  server.port = listen_on_loopback ();
  server.other_port = listen_on_loopback ();
  server.thread = g_thread_new ("server", run_server, NULL);
}

static gboolean
quit_server (gpointer data)
{
  g_main_loop_quit (server.loop);
  return G_SOURCE_REMOVE;
}

static void
stop_server (void)
{
  g_autoptr (GSource) idle = g_idle_source_new ();

  /* From inside: the loop may not have begun yet. */
  g_source_set_callback (idle, quit_server, NULL, NULL);
  g_source_attach (idle, server.context);
  g_thread_join (server.thread);
  g_socket_listener_close (G_SOCKET_LISTENER (server.service));
  g_clear_object (&server.service);
  g_main_loop_unref (server.loop);
  g_main_context_unref (server.context);
}

/* ---- URLs ---------------------------------------------------------------------------------- */

static char *
make_url (const char *path)
{
  return g_strdup_printf ("http://127.0.0.1:%u%s", server.port, path);
}

static const struct {
  const char *path;
  const char *content;
  const char *content_type;
  const char *final_path;
} good_urls[] = {
  { "/ok", "page", "text/html; charset=windows-1250", "/ok" },
  { "/ok-old", "page", NULL, "/ok-old" },
  { "/ok-chunked", "page", "text/html; charset=windows-1250", "/ok-chunked" },
  { "/ok-xhtml", "page", "application/xhtml+xml", "/ok-xhtml" },
  { "/ok-wap", "page", "application/vnd.wap.xhtml+xml", "/ok-wap" },
  { "/ok-interim", "page", "text/html; charset=windows-1250", "/ok-interim" },
  { "/ok \xc5\xbe", "page", "text/html; charset=windows-1250", "/ok%20%c5%be" },
  { "/ok%20%c5%be", "page", "text/html; charset=windows-1250", "/ok%20%c5%be" },
  { "/ok#\xc5\xbe ?", "page", "text/html; charset=windows-1250", "/ok" },
  { "/empty", "", "text/html; charset=windows-1250", "/empty" },
  { "/no-content", "", NULL, "/no-content" },
  { "/gzip", PAGE, "text/html; charset=windows-1250", "/gzip" },
  { "/redirect/3", "page", "text/html; charset=windows-1250", "/ok" },
  /* The type of the redirect is not that of the page. */
  { "/redirect-type", "page", NULL, "/ok-old" },
};

static void
test_url_good (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good_urls); i++) {
    g_autofree char *url = make_url (good_urls[i].path);
    g_autofree char *final_url = make_url (good_urls[i].final_path);
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractRecord) record = NULL;

    g_test_message ("%s", url);
    record = read_one (url, &test_limits, &error);
    g_assert_no_error (error);
    assert_content (record, good_urls[i].content, strlen (good_urls[i].content));
    g_assert_cmpstr (record->content_type, ==, good_urls[i].content_type);
    g_assert_cmpint (g_ascii_strcasecmp (record->uri, final_url), ==, 0);
  }
}

typedef struct {
  const char *path;
  gboolean ours; /* EXTRACT_ERROR rather than G_IO_ERROR */
  int code;
  const char *message;
  guint milliseconds; /* 0: as long as it takes */
} BadUrl;

static const BadUrl bad_urls[] = {
  { "/404", FALSE, G_IO_ERROR_NOT_FOUND, "the server answered 404" },
  { "/404-silent", FALSE, G_IO_ERROR_NOT_FOUND, "the server answered 404" },
  { "/403", FALSE, G_IO_ERROR_PERMISSION_DENIED, "the server answered 403" },
  { "/503", FALSE, G_IO_ERROR_FAILED, "the server answered 503" },
  { "/redirect-404", FALSE, G_IO_ERROR_NOT_FOUND, "the server answered 404" },
  { "/redirect-nowhere", FALSE, G_IO_ERROR_FAILED, "the server answered 302" },
  { "/redirect-nonsense", FALSE, G_IO_ERROR_INVALID_DATA, "redirects to something that is not a URL" },
  { "/redirect/4", FALSE, G_IO_ERROR_TOO_MANY_LINKS, "redirects more often than the limit of 4" },
  { "/redirect-loop", FALSE, G_IO_ERROR_TOO_MANY_LINKS, "redirects more often than the limit of 4" },
  { "/redirect-file", FALSE, G_IO_ERROR_NOT_SUPPORTED,
    "redirects to another scheme, but only http and https URLs are fetched" },
  { "/redirect-ftp", FALSE, G_IO_ERROR_NOT_SUPPORTED,
    "redirects to another scheme, but only http and https URLs are fetched" },
  { "/image", TRUE, EXTRACT_ERROR_NOT_HTML, "is image/png, not a web page" },
  { "/image-unsafe", TRUE, EXTRACT_ERROR_NOT_HTML, "is image/x-, not a web page" },
  { "/pdf", TRUE, EXTRACT_ERROR_NOT_HTML, "is application/pdf, not a web page" },
  { "/word", TRUE, EXTRACT_ERROR_NOT_HTML, "is application/vnd.ms-word, not a web page" },
  { "/early", FALSE, G_IO_ERROR_PARTIAL_INPUT, "the connection ended before the page was complete" },
  { "/early-chunked", FALSE, G_IO_ERROR_PARTIAL_INPUT, "the connection ended before the page was complete" },
  { "/early-header", FALSE, G_IO_ERROR_PARTIAL_INPUT, "the connection ended before the page was complete" },
  { "/nothing", FALSE, G_IO_ERROR_CONNECTION_CLOSED, "the server closed the connection without an answer" },
  { "/nonsense", FALSE, G_IO_ERROR_INVALID_DATA, "the answer is not valid HTTP" },
  { "/length-nonsense", FALSE, G_IO_ERROR_INVALID_DATA, "the answer is not valid HTTP" },
  { "/encoding-damaged", FALSE, G_IO_ERROR_INVALID_DATA,
    "the compressed data is damaged or of an unknown kind" },
  { "/encoding-unknown", FALSE, G_IO_ERROR_INVALID_DATA,
    "the compressed data is damaged or of an unknown kind" },
  { "/gzip-and-more", FALSE, G_IO_ERROR_INVALID_DATA,
    "the compressed data is damaged or of an unknown kind" },
  { "/gzip-bomb", TRUE, EXTRACT_ERROR_TOO_LARGE, "longer than the limit of 100000 bytes" },
  { "/endless", TRUE, EXTRACT_ERROR_TOO_LARGE, "longer than the limit of 100000 bytes" },
  { "/announced", TRUE, EXTRACT_ERROR_TOO_LARGE, "longer than the limit of 100000 bytes" },
  { "/header-line", TRUE, EXTRACT_ERROR_TOO_LARGE, "the header of the answer is too long" },
  { "/header-lines", TRUE, EXTRACT_ERROR_TOO_LARGE, "the header of the answer is too long" },
  { "/silent", FALSE, G_IO_ERROR_TIMED_OUT, "the page did not arrive in time", 200 },
  { "/drip", FALSE, G_IO_ERROR_TIMED_OUT, "the page did not arrive in time", 300 },
  { "/drip-header", FALSE, G_IO_ERROR_TIMED_OUT, "the page did not arrive in time", 300 },
};

static void
test_url_bad (gconstpointer data)
{
  const BadUrl *bad = data;
  ExtractSourceLimits limits = test_limits;
  g_autofree char *url = make_url (bad->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractRecord) record = NULL;
  GQuark domain = bad->ours ? EXTRACT_ERROR : G_IO_ERROR;
  gint64 start = g_get_monotonic_time ();

  if (bad->milliseconds > 0)
    limits.max_milliseconds = bad->milliseconds;
  record = read_one (url, &limits, &error);
  g_assert_null (record);
  g_assert_error (error, domain, bad->code);
  g_assert_cmpstr (error->message, ==, bad->message);
  assert_seconds_since (start, MAX_SECONDS);
}

#define N_LISTED 40

static const char *
get_listed (gsize i, gpointer urls)
{
  return ((char **) urls)[i];
}

/* Pages of a list come by their number, whatever comes first from the net. */
static void
test_url_list (void)
{
  static const ExtractFetcherOptions options = { .connections = 4, .connections_per_host = 4 };
  char *urls[N_LISTED];

  for (guint i = 0; i < N_LISTED; i++)
    urls[i] = make_url (i % 2 ? "/ok" : "/404");
  {
    g_autoptr (ExtractFetcher) fetcher =
        extract_fetcher_new (&options, &test_limits, N_LISTED, get_listed, urls);

    for (guint i = 0; i < N_LISTED; i++) {
      g_autoptr (ExtractSource) source = extract_fetcher_open (fetcher, i, urls[i], &test_limits);
      g_autoptr (GError) error = NULL;
      g_autoptr (ExtractRecord) record = extract_source_next (source, &error);

      if (i % 2)
        assert_content (record, "page", 4);
      else
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
    }
  }
  for (guint i = 0; i < N_LISTED; i++)
    g_free (urls[i]);
}

static void
test_url_cancelled (void)
{
  static const char *const paths[] = { "/silent", "/drip", "/drip-header" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *url = make_url (paths[i]);
    assert_cancelled (url);
  }
}

static void
test_url_invalid (void)
{
  static const char *const urls[] = { "http://", "http://[", "http://127.0.0.1:99999/",
                                      "http://127.0.0.1/\n" };

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    assert_place_fails (urls[i], G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "is not a valid URL");
}

/* A port that was free a moment ago: nobody listens there. */
static void
test_url_refused (void)
{
  g_autoptr (GSocket) gone =
      g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autofree char *url = NULL;

  /* Bound, so that nobody else takes it; but it does not listen. */
  g_assert_true (g_socket_bind (gone, address, FALSE, NULL));
  bound = g_socket_get_local_address (gone, NULL);
  url = g_strdup_printf ("http://127.0.0.1:%u/",
                         g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound)));
  assert_place_fails (url, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED, "the connection was refused");
}

static void
test_url_proxy (void)
{
  g_autofree char *proxy = make_url ("");

  g_setenv ("https_proxy", proxy, TRUE);
  assert_place_fails ("https://127.0.0.1:1/", G_IO_ERROR, G_IO_ERROR_PROXY_FAILED, "the proxy answered 418");
  g_unsetenv ("https_proxy");
}

/* The server speaks no TLS. */
static void
test_url_no_tls (void)
{
  g_autofree char *url = g_strdup_printf ("https://127.0.0.1:%u/ok", server.port);
  ExtractSourceLimits limits = test_limits;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractRecord) record = NULL;

  /* It waits for the end of a request that it cannot read. */
  limits.max_milliseconds = 200;
  record = read_one (url, &limits, &error);
  g_assert_null (record);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
}

static char *
fetch_echo (const char *url)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractRecord) record = read_one (url, &test_limits, &error);
  gsize n = 0;
  const char *data = NULL;

  g_assert_no_error (error);
  g_assert_null (strstr (record->uri, "secret"));
  data = g_bytes_get_data (record->bytes, &n);
  return g_strndup (data, n);
}

/* What the server gets to know: who asks, its own cookies and passwords, and nothing of others. */
static void
test_url_request (void)
{
  g_autofree char *cookie_url = make_url ("/cookie");
  g_autofree char *echo_url = make_url ("/echo");
  g_autofree char *own_url = g_strdup_printf ("http://me:secret@127.0.0.1:%u/echo", server.port);
  g_autofree char *other_url = g_strdup_printf ("http://me:secret@127.0.0.1:%u/redirect-host", server.port);
  g_autofree char *with_cookie = fetch_echo (cookie_url);
  g_autofree char *without_cookie = fetch_echo (echo_url);
  g_autofree char *own = fetch_echo (own_url);
  g_autofree char *other = fetch_echo (other_url);
  g_autofree char *agent =
      g_strdup_printf ("\r\nUser-Agent: texttractor/%s libcurl/", extract_get_version ());

  g_assert_nonnull (strstr (with_cookie, agent));
  g_assert_nonnull (strstr (with_cookie, "\r\nCookie: a=b\r\n"));
  g_assert_null (strstr (without_cookie, "Cookie:"));
  g_assert_nonnull (strstr (own, "\r\nAuthorization: Basic "));
  g_assert_null (strstr (other, "Authorization:"));
}

static gpointer
fetch_some (gpointer data)
{
  for (guint i = 0; i < 5; i++)
    test_url_good ();
  return NULL;
}

static void
test_url_threads (void)
{
  GThread *threads[8];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("fetch", fetch_some, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

/* However often the connection breaks, each page comes once. */
static void
test_url_archive (gconstpointer data)
{
  const struct ArchiveCase *test = data;
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u%s", server.port, test->path);
  g_autoptr (ExtractSource) source = extract_source_new (url, &test_limits);
  guint n_pages = 0, n_errors = 0;

  n_requests = 0;
  g_assert_true (extract_source_is_archive (source, NULL));
  for (;;) {
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractRecord) record = extract_source_next (source, &error);

    if (!record && !error)
      break;
    if (error) {
      g_assert_cmpstr (error->message, ==, test->message);
      n_errors++;
    } else {
      g_assert_true (g_str_has_prefix (record->name, url));
      g_assert_cmpstr (record->uri, ==, "http://a/");
      n_pages++;
    }
  }
  g_assert_cmpuint (n_errors, ==, test->message != NULL);
  if (test->message)
    g_assert_cmpuint (n_pages, <, N_PAGES);
  else
    g_assert_cmpuint (n_pages, ==, N_PAGES);
}

static void
add_file_test (const char *name, void (*test) (Folder *, gconstpointer))
{
  g_test_add (name, Folder, NULL, folder_set_up, test, folder_tear_down);
}

int
main (int argc, char **argv)
{
  static const char *const proxies[] = { "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
                                         "ALL_PROXY",  "no_proxy",    "NO_PROXY" };
  int result = 0;

  for (guint i = 0; i < G_N_ELEMENTS (proxies); i++)
    g_unsetenv (proxies[i]);
  g_test_init (&argc, &argv, NULL);
  start_server ();

  g_test_add_func ("/source/is-url", test_is_url);
  g_test_add_func ("/source/other-schemes", test_other_schemes);
  g_test_add_func ("/source/unused", test_unused);
  add_file_test ("/source/file/plain", test_file_plain);
  add_file_test ("/source/file/gzip", test_file_gzip);
  add_file_test ("/source/file/only-pages", test_file_only_pages);
  add_file_test ("/source/file/gzip-members", test_file_gzip_members);
  add_file_test ("/source/file/gzip-damaged", test_file_gzip_damaged);
  add_file_test ("/source/file/gzip-bomb", test_file_gzip_bomb);
  add_file_test ("/source/file/none", test_file_none);
  add_file_test ("/source/file/forbidden", test_file_forbidden);
  add_file_test ("/source/file/endless", test_file_endless);
  add_file_test ("/source/file/fifo", test_file_fifo);
  add_file_test ("/source/file/silent", test_file_silent);
  add_file_test ("/source/file/socket", test_file_socket);
  add_file_test ("/source/file/cancelled", test_file_cancelled);
  g_test_add_func ("/source/stdin", test_stdin);
  g_test_add_func ("/source/url/good", test_url_good);
  for (guint i = 0; i < G_N_ELEMENTS (bad_urls); i++) {
    g_autofree char *name = g_strconcat ("/source/url/bad", bad_urls[i].path, NULL);
    g_test_add_data_func (name, &bad_urls[i], test_url_bad);
  }
  for (guint i = 0; i < G_N_ELEMENTS (archives); i++) {
    g_autofree char *name = g_strconcat ("/source/url", archives[i].path, NULL);
    g_test_add_data_func (name, &archives[i], test_url_archive);
  }
  g_test_add_func ("/source/url/list", test_url_list);
  g_test_add_func ("/source/url/cancelled", test_url_cancelled);
  g_test_add_func ("/source/url/invalid", test_url_invalid);
  g_test_add_func ("/source/url/refused", test_url_refused);
  g_test_add_func ("/source/url/proxy", test_url_proxy);
  g_test_add_func ("/source/url/no-tls", test_url_no_tls);
  g_test_add_func ("/source/url/request", test_url_request);
  g_test_add_func ("/source/url/threads", test_url_threads);

  result = g_test_run ();
  stop_server ();
  return result;
}
