/* SPDX-License-Identifier: MIT */
/*
 * What reading an archive costs, beside gzip -dc of the same file, and FastWARC where python3 has it.
 *
 *   bench-archive [--megabytes=N] [--archive=FILE] [--fastwarc=SCRIPT] FOLDER…
 *
 * The archive is made of the pages of the folders (.html, .html.gz), again and again with other addresses, a
 * member of gzip for each record, until it has so many megabytes (200); --archive=FILE keeps it, or takes
 * what is there. Times are of the processor, the least of three rounds in which all take turns.
 */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <gio/gio.h>

#include "libextract/source/source.h"

#define ROUNDS 3

typedef struct {
  double passed;   /* all records passed over */
  double given;    /* all pages given */
  double gzip;     /* gzip -dc */
  double fastwarc; /* 0 where there is none */
} Seconds;

/* ---- The archive ------------------------------------------------------------------------------------ */

static GPtrArray *
read_pages (int n, char **folders)
{
  GPtrArray *pages = g_ptr_array_new_with_free_func ((GDestroyNotify) extract_record_free);

  for (int i = 0; i < n; i++) {
    g_autoptr (GDir) dir = g_dir_open (folders[i], 0, NULL);
    const char *name;

    while (dir && (name = g_dir_read_name (dir))) {
      g_autofree char *path = g_build_filename (folders[i], name, NULL);
      ExtractSourceLimits limits = { .max_bytes = G_MAXINT64 };
      g_autoptr (ExtractSource) source = extract_source_new (path, &limits);
      ExtractRecord *page = strstr (name, ".html") ? extract_source_next (source, NULL) : NULL;

      if (page)
        g_ptr_array_add (pages, page);
    }
  }
  return pages;
}

static gboolean
write_record (GOutputStream *file, const ExtractRecord *page, guint64 number)
{
  g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6);
  g_autoptr (GOutputStream) out = g_converter_output_stream_new (file, G_CONVERTER (gzip));
  static const char http[] = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  gsize n;
  const void *data = g_bytes_get_data (page->bytes, &n);

  g_filter_output_stream_set_close_base_stream (G_FILTER_OUTPUT_STREAM (out), FALSE);
  return g_output_stream_printf (out, NULL, NULL, NULL,
                                 "WARC/1.1\r\nWARC-Type: response\r\n"
                                 "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012" G_GUINT64_FORMAT
                                 ">\r\n"
                                 "WARC-Target-URI: https://site-%" G_GUINT64_FORMAT ".example/%s\r\n"
                                 "WARC-Date: 2026-11-23T21:05:00Z\r\n"
                                 "Content-Type: application/http; msgtype=response\r\n"
                                 "Content-Length: %zu\r\n\r\n%s",
                                 number, number, page->name, n + strlen (http), http) &&
         g_output_stream_write_all (out, data, n, NULL, NULL, NULL) &&
         g_output_stream_write_all (out, "\r\n\r\n", 4, NULL, NULL, NULL) &&
         g_output_stream_close (out, NULL, NULL);
}

static gboolean
make_archive (const char *path, GPtrArray *pages, guint64 size)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileOutputStream) out = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL);

  for (guint64 i = 0; out && (guint64) g_seekable_tell (G_SEEKABLE (out)) < size; i++)
    if (!write_record (G_OUTPUT_STREAM (out), pages->pdata[i % pages->len], i))
      return FALSE;
  return out && g_output_stream_close (G_OUTPUT_STREAM (out), NULL, NULL);
}

/* ---- Measuring ------------------------------------------------------------------------------------ */

static double
get_seconds (int who)
{
  struct rusage usage;

  getrusage (who, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static gboolean
wants_none (const ExtractRecordHead *head, gpointer data)
{
  return FALSE;
}

static double
measure_reading (const char *path, gboolean passes, guint64 *n_records)
{
  ExtractSourceLimits limits = { .max_bytes = G_MAXINT64, .wants = passes ? wants_none : NULL };
  g_autoptr (ExtractSource) source = extract_source_new (path, &limits);
  double start = get_seconds (RUSAGE_SELF);
  g_autoptr (GError) error = NULL;
  ExtractRecord *record;
  guint64 n = 0;

  for (; (record = extract_source_next (source, &error)) != NULL; n++)
    extract_record_free (record);
  g_assert_no_error (error);
  *n_records = n + extract_source_get_state (source).n_passed;
  return get_seconds (RUSAGE_SELF) - start;
}

static double
measure_gzip (const char *path)
{
  const char *argv[] = { "gzip", "-dc", path, NULL };
  double start = get_seconds (RUSAGE_CHILDREN);

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                     NULL, NULL, NULL, NULL))
    g_error ("gzip cannot be run");
  return get_seconds (RUSAGE_CHILDREN) - start;
}

static double
measure_fastwarc (const char *script, const char *path)
{
  const char *argv[] = { "python3", script, path, NULL };
  g_autofree char *out = NULL;
  int status = 0;

  if (!script ||
      !g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, &status,
                     NULL) ||
      !g_spawn_check_wait_status (status, NULL))
    return 0;
  return g_ascii_strtod (out, NULL);
}

static double
least (double best, double seconds)
{
  return best == 0 ? seconds : MIN (best, seconds);
}

static void
print_row (const char *what, double seconds, double megabytes, double gzip)
{
  g_print ("%-24s %8.2f s %10.1f MB/s %10.2f\n", what, seconds, megabytes / seconds, gzip / seconds);
}

int
main (int argc, char **argv)
{
  int megabytes = 200;
  g_autofree char *archive = NULL, *fastwarc = NULL;
  gboolean keeps = TRUE;
  const GOptionEntry entries[] = {
    { "megabytes", 0, 0, G_OPTION_ARG_INT, &megabytes, "Size of the archive", "N" },
    { "archive", 0, 0, G_OPTION_ARG_FILENAME, &archive, "Where it is kept", "FILE" },
    { "fastwarc", 0, 0, G_OPTION_ARG_FILENAME, &fastwarc, "To compare", "SCRIPT" },
    { NULL }
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("FOLDER…");
  Seconds best = { 0 };
  guint64 n = 0;
  GStatBuf status;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, NULL) || argc < 2)
    g_error ("bench-archive [--megabytes=N] [--archive=FILE] [--fastwarc=SCRIPT] FOLDER…");
  keeps = archive != NULL;
  if (!archive)
    archive = g_strdup_printf ("%s/bench-%d.warc.gz", g_get_tmp_dir (), (int) getpid ());
  if (!g_file_test (archive, G_FILE_TEST_EXISTS)) {
    g_autoptr (GPtrArray) pages = read_pages (argc - 1, argv + 1);

    if (pages->len == 0 || !make_archive (archive, pages, (guint64) megabytes << 20))
      g_error ("no archive could be made");
  }
  for (guint round = 0; round < ROUNDS; round++) {
    best.gzip = least (best.gzip, measure_gzip (archive));
    best.passed = least (best.passed, measure_reading (archive, TRUE, &n));
    best.given = least (best.given, measure_reading (archive, FALSE, &n));
    best.fastwarc = least (best.fastwarc, measure_fastwarc (fastwarc, archive));
  }
  g_stat (archive, &status);
  g_print ("%" G_GUINT64_FORMAT " records, %.1f MB packed                       times as fast as gzip -dc\n",
           n, (double) status.st_size / 1e6);
  print_row ("gzip -dc", best.gzip, (double) status.st_size / 1e6, best.gzip);
  print_row ("records passed over", best.passed, (double) status.st_size / 1e6, best.gzip);
  print_row ("pages given", best.given, (double) status.st_size / 1e6, best.gzip);
  if (best.fastwarc > 0)
    print_row ("FastWARC, passed over", best.fastwarc, (double) status.st_size / 1e6, best.gzip);
  if (!keeps)
    g_unlink (archive);
  return 0;
}
