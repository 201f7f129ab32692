/* SPDX-License-Identifier: MIT */
/*
 * What a fetcher goes by: robots.txt, dates, which host is next, what changed since the last run, and the end
 * of WARC files. The fetcher itself: tests/cli/fetch.test.
 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "libextract/source/changes.h"
#include "libextract/source/fetch-queue.h"
#include "libextract/source/http-date.h"
#include "libextract/source/robots.h"
#include "libextract/source/warc-tail.h"
#include "libextract/source/warc-writer.h"

/* ---- robots.txt ----------------------------------------------------------------------------- */

static void
test_robots (void)
{
  static const struct {
    const char *rules;
    const char *path;
    gboolean allowed;
  } cases[] = {
    { "", "/a", TRUE },
    { "User-agent: *\nDisallow: /", "/a", FALSE },
    { "User-agent: *\nDisallow:", "/a", TRUE },
    { "User-agent: *\nDisallow: /", "/robots.txt", TRUE },
    { "user-AGENT : * # all\r\n disallow : /a # no\r\n", "/a/b", FALSE },
    { "User-agent: *\rDisallow: /a\rDisallow: /b", "/b", FALSE },
    { "\xef\xbb\xbfUser-agent: *\nDisallow: /", "/a", FALSE },
    { "Disallow: /", "/a", TRUE },
    /* The group that names us counts, and no other; wherever it stands, and in several parts. */
    { "User-agent: *\nDisallow: /\nUser-agent: Texttractor\nDisallow: /b", "/a", TRUE },
    { "User-agent: texttractor\nDisallow: /b\nUser-agent: *\nAllow: /", "/b", FALSE },
    { "User-agent: texttractor/2.0\nDisallow: /", "/", FALSE },
    { "User-agent: texttractors\nDisallow: /", "/", TRUE },
    { "User-agent: text\nDisallow: /", "/", TRUE },
    { "User-agent: other\nUser-agent: texttractor\nDisallow: /", "/", FALSE },
    { "User-agent: texttractor\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: texttractor\nDisallow: "
      "/b",
      "/b", FALSE },
    { "User-agent: texttractor\nSitemap: http://a/\nDisallow: /", "/", FALSE },
    { "User-agent: x\n\n\nUser-agent: texttractor\nDisallow: /", "/", FALSE },
    { "User-agent: *\nDisallow: /\nUser-agent: texttractor", "/", TRUE },
    /* The longest rule; of two as long, the one that allows. */
    { "User-agent: *\nAllow: /a/b\nDisallow: /a", "/a/b/c", TRUE },
    { "User-agent: *\nDisallow: /a/b\nAllow: /a", "/a/b/c", FALSE },
    { "User-agent: *\nDisallow: /a\nAllow: /a", "/a", TRUE },
    { "User-agent: *\nDisallow: /*.gif$\nAllow: /x", "/x.gif", FALSE },
    /* Patterns. */
    { "User-agent: *\nDisallow: /*.gif$", "/a.gif?x", TRUE },
    { "User-agent: *\nDisallow: /*.gif", "/a.gif?x", FALSE },
    { "User-agent: *\nDisallow: /a*b*c$", "/abbcbc", FALSE },
    { "User-agent: *\nDisallow: /a*b*c$", "/abbcbcd", TRUE },
    { "User-agent: *\nDisallow: /$", "/", FALSE },
    { "User-agent: *\nDisallow: /$", "/a", TRUE },
    { "User-agent: *\nDisallow: *", "/a", FALSE },
    { "User-agent: *\nDisallow: /a?b=c", "/a?b=c&d", FALSE },
    { "User-agent: *\nDisallow: /?", "?a", FALSE },
    { "User-agent: *\nDisallow: /a", "/A", TRUE },
    /* The same octets in other ways of writing. */
    { "User-agent: *\nDisallow: /\xc3\xa9", "/%c3%A9", FALSE },
    { "User-agent: *\nDisallow: /%61", "/abc", FALSE },
    { "User-agent: *\nDisallow: /a%2Fb", "/a/b", TRUE },
    { "User-agent: *\nDisallow: /a b", "/a%20b", FALSE },
    { "User-agent: *\nDisallow: /a", "#/a", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractRobots) robots = extract_robots_new (cases[i].rules, strlen (cases[i].rules));
    g_autofree char *url = g_strconcat ("https://site.example:8080", cases[i].path, NULL);

    if (extract_robots_allow (robots, url) != cases[i].allowed)
      g_error ("%s: %s", cases[i].rules, cases[i].path);
  }
}

static void
test_robots_delay (void)
{
  static const char text[] = "User-agent: *\nCrawl-delay: 2.5\nDisallow: /\nUser-agent: a\nCrawl-delay: 9\n";
  g_autoptr (ExtractRobots) robots = extract_robots_new (text, strlen (text));

  g_assert_cmpfloat (extract_robots_get_delay (robots), ==, 2.5);
}

/* What is beyond the limit is not read. */
static void
test_robots_limit (void)
{
  g_autoptr (GString) text = g_string_new ("User-agent: *\n");

  while (text->len < EXTRACT_ROBOTS_MAX_BYTES)
    g_string_append (text, "# and so on\n");
  g_string_append (text, "Disallow: /\n");
  g_autoptr (ExtractRobots) robots = extract_robots_new (text->str, text->len);
  g_assert_true (extract_robots_allow (robots, "http://a.example/"));
}

/* ---- Dates ---------------------------------------------------------------------------------- */

static void
test_dates (void)
{
  static const struct {
    const char *text;
    const char *date; /* NULL: it is none */
  } cases[] = {
    { "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z" },
    { "Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z" },
    { "6 November 1994 08:49 +0130", "1994-11-06T07:19:00Z" },
    { "Sun, 06 Nov 1994 23:00:00 -05:00", "1994-11-07T04:00:00Z" },
    { "06 Nov 2026 00:00:60 EST", "2026-11-06T05:00:59Z" },
    { "06 Nov 2026", "2026-11-06T00:00:00Z" },
    { "31 Feb 2026", NULL },
    { "", NULL },
    { "yesterday", NULL },
    { "06 Foo 2026", NULL },
    { "2026-11-06", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GDateTime) date = extract_http_date_parse (cases[i].text);
    g_autofree char *text = date ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ") : NULL;
    g_assert_cmpstr (text, ==, cases[i].date);
  }
}

/* ---- The queue ------------------------------------------------------------------------------ */

static void
assert_next (ExtractFetchQueue *queue, gboolean wanted, gint64 now, const ExtractFetchItem *expected,
             gint64 expected_due)
{
  gint64 due = 0;

  g_assert_true (extract_fetch_queue_choose (queue, wanted, now, &due) == expected);
  if (!expected)
    g_assert_cmpint (due, ==, expected_due);
}

static void
test_queue (void)
{
  ExtractFetchQueue queue;
  g_autoptr (ExtractFetchItem) a = extract_fetch_item_new (0, "http://a.example/0");
  g_autoptr (ExtractFetchItem) b = extract_fetch_item_new (1, "https://u:p@A.example:443?1");
  g_autoptr (ExtractFetchItem) c = extract_fetch_item_new (2, "http://a.example:8080/2");

  extract_fetch_queue_init (&queue, 1, 1000);
  extract_fetch_queue_add (&queue, a, FALSE);
  extract_fetch_queue_add (&queue, b, FALSE);
  extract_fetch_queue_add (&queue, c, FALSE);
  g_assert_true (a->host == b->host);
  g_assert_true (a->host != c->host);
  assert_next (&queue, FALSE, 1, a, 0);
  extract_fetch_queue_begin (&queue, a);
  /* One at a time from a host, then a pause. */
  assert_next (&queue, FALSE, 2, c, 0);
  extract_fetch_queue_begin (&queue, c);
  assert_next (&queue, FALSE, 2, NULL, G_MAXINT64);
  extract_fetch_queue_end (&queue, a->host, 5, 0);
  assert_next (&queue, FALSE, 6, NULL, 1005);
  assert_next (&queue, FALSE, 1005, b, 0);
  /* Nobody waits for it. */
  assert_next (&queue, TRUE, 1005, NULL, G_MAXINT64);
  /* What is to be tried again lets the others pass. */
  a->not_before = 9000;
  extract_fetch_queue_add (&queue, a, TRUE);
  assert_next (&queue, FALSE, 1005, b, 0);
  extract_fetch_queue_begin (&queue, b);
  extract_fetch_queue_end (&queue, b->host, 2000, 3000);
  assert_next (&queue, FALSE, 2001, NULL, 9000);
  assert_next (&queue, FALSE, 9000, a, 0);
  extract_fetch_queue_begin (&queue, a);
  extract_fetch_queue_clear (&queue);
}

/* ---- Changes -------------------------------------------------------------------------------- */

static void
test_changes (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractChanges) changes = extract_changes_load (NULL, &error);
  g_autofree char *etag = NULL, *modified = NULL;

  g_assert_no_error (error);
  extract_changes_set (changes, "http://b/", "\"1\"", NULL);
  extract_changes_set (changes, "http://a/", "\"2\"", "Sun, 06 Nov 1994 08:49:37 GMT");
  extract_changes_set (changes, "http://c/", "\"3\"", NULL);
  extract_changes_set (changes, "http://c/", NULL, NULL);
  extract_changes_set (changes, "http://d/", "a\r\nX: y", NULL);
  g_autoptr (GString) text = extract_changes_to_text (changes);
  g_assert_cmpstr (
      text->str, ==,
      "texttractor-changes 1\nhttp://a/\t\"2\"\tSun, 06 Nov 1994 08:49:37 GMT\nhttp://b/\t\"1\"\t\n");
  g_autoptr (ExtractChanges) again = extract_changes_load (text->str, &error);
  g_assert_no_error (error);
  extract_changes_look_up (again, "http://b/", &etag, &modified);
  g_assert_cmpstr (etag, ==, "\"1\"");
  g_assert_null (modified);
  g_assert_null (extract_changes_load ("something else\n", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

/* ---- WARC ----------------------------------------------------------------------------------- */

static void
write_page (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractWarcWriter) writer = extract_warc_writer_open (path, "test", "obey", &error);
  g_auto (ExtractExchange) exchange = { .exact = TRUE };

  g_assert_no_error (error);
  exchange.uri = g_strdup ("http://a.example/");
  exchange.request = g_string_new ("GET / HTTP/1.1\r\nAuthorization: secret\r\ncookie: secret\r\n\r\n");
  exchange.response = g_string_new ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
  exchange.body = g_bytes_new (text, strlen (text));
  g_assert_true (extract_warc_writer_add (writer, &exchange, &error));
  g_assert_no_error (error);
}

/* A file of which the end is missing, wherever it ends, is cut back to whole records, and goes on from there.
 */
static void
test_warc (gconstpointer suffix)
{
  g_autofree char *folder = g_dir_make_tmp ("test-fetch-XXXXXX", NULL);
  g_autofree char *name = g_strconcat ("x", suffix, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *part = NULL, *whole = NULL;
  g_autoptr (GError) error = NULL;
  gsize n = 0, first = 0;

  write_page (path, "one");
  g_assert_true (g_file_get_contents (path, &part, &first, &error));
  write_page (path, "two");
  g_assert_true (g_file_get_contents (path, &whole, &n, &error));
  if (strcmp (suffix, ".warc") == 0) {
    g_assert_null (strstr (whole, "secret"));
    g_assert_nonnull (
        strstr (whole, "\r\nX-Crawl-Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\none"));
  }
  for (gsize length = first; length <= n; length += 1 + (n - first) / 100) {
    off_t kept = 0;
    int fd = g_open (path, O_RDWR, 0);

    g_assert_true (g_file_set_contents (path, whole, (gssize) length, &error));
    close (fd);
    fd = g_open (path, O_RDWR, 0);
    g_assert_true (extract_warc_tail_cut (fd, strcmp (suffix, ".warc") != 0, &kept, &error));
    g_assert_no_error (error);
    g_assert_cmpint (kept, >=, (gint64) first);
    g_assert_cmpint (kept, <=, (gint64) length);
    g_assert_cmpint (lseek (fd, 0, SEEK_END), ==, kept);
    close (fd);
  }
  /* What is no such file stays as it is. */
  g_assert_true (g_file_set_contents (path, "my diary", -1, &error));
  g_assert_null (extract_warc_writer_open (path, "test", "obey", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_autofree char *diary = NULL;
  g_assert_true (g_file_get_contents (path, &diary, NULL, NULL));
  g_assert_cmpstr (diary, ==, "my diary");
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fetch/robots", test_robots);
  g_test_add_func ("/fetch/robots-delay", test_robots_delay);
  g_test_add_func ("/fetch/robots-limit", test_robots_limit);
  g_test_add_func ("/fetch/dates", test_dates);
  g_test_add_func ("/fetch/queue", test_queue);
  g_test_add_func ("/fetch/changes", test_changes);
  g_test_add_data_func ("/fetch/warc", ".warc", test_warc);
  g_test_add_data_func ("/fetch/warc-gz", ".warc.gz", test_warc);
  return g_test_run ();
}
