/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as what tells where pages are: a feed, sitemap, list or page, packed or not; robots.txt; a date;
 * a file of --if-changed. The first byte names the reader.
 */
#include <libextract/extract.h>
#include <string.h>

#include "libextract/source/changes.h"
#include "libextract/source/http-date.h"
#include "libextract/source/links.h"
#include "libextract/source/robots.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

#define MAX_LINKS 100

static void
check_text (const char *text)
{
  g_assert_true (!text || (*text && g_utf8_validate (text, -1, NULL) && !strpbrk (text, "\r\n")));
}

static void
read_links (const guint8 *data, gsize size)
{
  static const ExtractLinksLimits limits = { .max_bytes = 100000, .max_links = MAX_LINKS };
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  ExtractListKind kind;
  g_autoptr (GPtrArray) links =
      extract_links_read (bytes, NULL, "https://site.example/a/b", &limits, &kind, &error);

  g_assert_true (links != NULL || error != NULL);
  g_assert_true (!links || links->len <= MAX_LINKS);
  for (guint i = 0; links && i < links->len; i++) {
    const ExtractLink *link = g_ptr_array_index (links, i);

    check_text (link->url);
    check_text (link->title);
    check_text (link->date);
    g_assert_true (g_str_has_prefix (link->url, "http") && !strpbrk (link->url, "# \"<>"));
  }
}

/* A rule that forbids all, put behind, forbids no more than all. */
static void
read_robots (const char *text, gsize size)
{
  g_autoptr (ExtractRobots) robots = extract_robots_new (text, size);
  const char *line = memchr (text, '\n', size);
  g_autofree char *path = line ? g_strndup (text, (gsize) (line - text)) : g_strdup ("/a");
  g_autofree char *url = g_strconcat ("http://a.example/", path, NULL);

  extract_robots_allow (robots, url);
  g_assert_true (extract_robots_allow (robots, "http://a.example/robots.txt"));
  g_assert_true (extract_robots_get_delay (robots) >= 0);
}

/* What is read comes back as it was written. */
static void
read_changes (const char *text)
{
  g_autofree char *whole = g_strconcat ("texttractor-changes 1\n", text, NULL);
  g_autoptr (ExtractChanges) changes = extract_changes_load (whole, NULL);
  g_autoptr (GString) first = extract_changes_to_text (changes);
  g_autoptr (ExtractChanges) again = extract_changes_load (first->str, NULL);
  g_autoptr (GString) second = extract_changes_to_text (again);

  g_assert_cmpstr (first->str, ==, second->str);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = size > 0 ? g_strndup ((const char *) data + 1, size - 1) : NULL;
  g_autoptr (GDateTime) date = NULL;

  if (size == 0)
    return 0;
  switch (data[0]) {
  case 'r':
    read_robots ((const char *) data + 1, size - 1);
    break;
  case 'd':
    date = extract_http_date_parse (text);
    break;
  case 'c':
    read_changes (text);
    break;
  default:
    read_links (data + 1, size - 1);
  }
  return 0;
}
