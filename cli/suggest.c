/* SPDX-License-Identifier: MIT */
/* "Did you mean": the name that is nearest to a word. */
#include "cli/cli.h"

#include <string.h>

#define LONGEST 40 /* longest word, and longest name that is compared with it */
#define NAME_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

/*
 * Letters to put in, take out, replace, or exchange with the next one (Damerau 1964, without changing a place
 * twice):
 *
 *   d[i][j] = min (d[i-1][j] + 1, d[i][j-1] + 1, d[i-1][j-1] + (a[i] != b[j]),
 *                  d[i-2][j-2] + 1 if a[i-1] a[i] = b[j] b[j-1])
 */
static guint
get_distance (const char *a, gsize n, const char *b, gsize m)
{
  guint d[LONGEST + 1][LONGEST + 1];

  for (gsize i = 0; i <= n; i++)
    for (gsize j = 0; j <= m; j++) {
      if (i == 0 || j == 0) {
        d[i][j] = (guint) MAX (i, j);
        continue;
      }
      d[i][j] = MIN (MIN (d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = MIN (d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[n][m];
}

char *
cli_dup_hint (const char *word, const char *names)
{
  const gsize length = strlen (word);
  /* A third of the word may be wrong, but never the dashes of an option. */
  guint best = (guint) (length - strspn (word, "-")) / 3 + 1;
  const char *nearest = NULL;
  gsize nearest_length = 0;

  for (const char *name = names; *name != '\0' && length <= LONGEST;) {
    gsize n = strspn (name, NAME_CHARS);
    guint distance = n > 1 && n <= LONGEST ? get_distance (word, length, name, n) : best;

    if (distance < best && (*word == '-') == (*name == '-')) {
      best = distance;
      nearest = name;
      nearest_length = n;
    }
    name += MAX (n, 1);
  }
  /* If the name itself is in the list, the mistake is elsewhere. */
  return nearest && best > 0 ? g_strdup_printf ("; did you mean \"%.*s\"?", (int) nearest_length, nearest)
                             : g_strdup ("");
}
