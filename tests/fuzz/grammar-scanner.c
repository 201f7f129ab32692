/* SPDX-License-Identifier: MIT */
/*
 * Pages of a grammar (made-page.c), each read by gumbo alone and with the scanner in front of it: the same
 * tree, the same document. Prints TAP; of each page that differs its seed, and the shortest page that was
 * found to differ.
 */
#include <config.h>

#include "../unit/same-page.h"
#include "made-page.h"

#include <stdio.h>
#include <stdlib.h>

/* A few seconds. */
#define DEFAULT_COUNT 10000
/* Enough to see what they have in common. */
#define MAX_DIFFERENCES 20

static gboolean
differs (const GString *page)
{
  gboolean is_plain;
  /* In memory of its own, so that a read beyond its end is seen. */
  g_autofree char *text = g_memdup2 (page->str, page->len);
  g_autofree char *difference = find_difference (text ? text : "", page->len, &is_plain);

  return difference != NULL;
}

/* Leaves out what can be left out of a page that differs: halves, quarters ... bytes, until nothing can. */
static void
reduce (GString *page)
{
  for (gboolean again = TRUE; again;) {
    again = FALSE;
    for (gsize n = MAX (page->len / 2, 1); n > 0; n /= 2)
      for (gsize at = 0; at < page->len;) {
        gsize length = MIN (n, page->len - at);
        g_autofree char *part = g_memdup2 (page->str + at, length);

        g_string_erase (page, at, length);
        if (differs (page))
          again = TRUE;
        else {
          g_string_insert_len (page, at, part, length);
          at += length;
        }
      }
  }
}

/* As in C, so that it can be a case of test-scanner.c. */
static void
print_page (const GString *page)
{
  printf ("# \"");
  for (gsize i = 0; i < page->len; i++) {
    guchar c = page->str[i];

    if (c == '"' || c == '\\')
      printf ("\\%c", c);
    else if (c >= ' ' && c < 0x7f)
      putchar (c);
    else
      printf ("\\%03o", c);
  }
  printf ("\"\n");
}

static void
print_difference (guint64 seed, GString *page)
{
  gboolean is_plain;
  g_autofree char *difference = NULL;

  reduce (page);
  difference = find_difference (page->str, page->len, &is_plain);
  g_strdelimit (difference, "\n", '|');
  printf ("# --seed=%" G_GUINT64_FORMAT " --count=1 differs; so does, in short,\n", seed);
  print_page (page);
  printf ("# %s\n", difference);
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  gint64 first = 1, count = 0, end = G_MAXINT64;
  int seconds = 0;
  guint64 n = 0, n_plain = 0, bytes = 0;
  guint differences = 0;
  const GOptionEntry entries[] = {
    { "seed", 0, 0, G_OPTION_ARG_INT64, &first, "Number of the first page (default 1); the next ones follow",
      "N" },
    { "count", 0, 0, G_OPTION_ARG_INT64, &count,
      "Pages (default " G_STRINGIFY (DEFAULT_COUNT) "; with --seconds: no end)", "N" },
    { "seconds", 0, 0, G_OPTION_ARG_INT, &seconds, "Stop after so many", "N" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error)) {
    g_printerr ("%s\n", error->message);
    return 2;
  }
#ifndef GUMBO_KNOWN
  printf ("1..0 # SKIP the scanner does not know this gumbo\n");
  return 0;
#endif
#ifndef GUMBO_FENCED
  printf ("1..0 # SKIP gumbo is linked shared: its asserts would end this program\n");
  return 0;
#endif
  if (count == 0)
    count = seconds > 0 ? G_MAXINT64 : DEFAULT_COUNT;
  if (seconds > 0)
    end = g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC;

  printf ("1..1\n");
  for (; n < (guint64) count && g_get_monotonic_time () < end && differences < MAX_DIFFERENCES; n++) {
    g_autoptr (GString) page = made_page_new (first + n);
    g_autofree char *text = g_memdup2 (page->str, page->len);
    gboolean is_plain = FALSE;
    g_autofree char *difference = find_difference (text ? text : "", page->len, &is_plain);

    n_plain += is_plain;
    bytes += page->len;
    if (!difference)
      continue;
    differences++;
    print_difference (first + n, page);
  }
  printf ("%s 1 - %" G_GUINT64_FORMAT " pages from --seed=%" G_GINT64_FORMAT " on, %" G_GUINT64_FORMAT
          " bytes, %" G_GUINT64_FORMAT " left to gumbo\n",
          differences || n == 0 ? "not ok" : "ok", n, first, bytes, n_plain);
  return differences > 0 || n == 0;
}
