/* SPDX-License-Identifier: MIT */
/*
 * Counted without a tree, in one walk over the bytes:
 *
 *   scripted = has scripts and ( letters < BARE                   hardly a sentence
 *                              or letters < THIN and a mark )     an element to be filled, or words that ask
 * for JavaScript
 *
 * Letters are those outside of tags, scripts, styles and comments.
 */
#include "libextract/source/scripted.h"

#include <string.h>

#define BARE 250
#define THIN 1200
/* Longer pages are not looked at to their end: they have text. */
#define MAX_LOOK ((gsize) 4 << 20)

/* In lower case; whatever the quotes. */
static const char *const marks[] = {
  "id=\"root\"",
  "id=\"app\"",
  "id=\"__next\"",
  "id=\"__nuxt\"",
  "id='root'",
  "id='app'",
  "<app-root",
  "data-reactroot",
  "ng-app",
  "enable javascript",
  "requires javascript",
  "need javascript",
  "without javascript",
  "turn on javascript",
  "javascript is disabled",
  "javascript aktivieren",
  "activer javascript",
};

/* What has no text in it. The text of some pages stands in noscript. */
static const char *const silent[] = { "script", "style", "template", "svg", "title" };

typedef struct {
  const char *at, *end;
} Walk;

/* Goes behind the next "</NAME". */
static void
skip_element (Walk *walk, const char *name)
{
  const gsize n = strlen (name);

  for (const char *p = walk->at; (p = memchr (p, '<', (gsize) (walk->end - p))); p++)
    if ((gsize) (walk->end - p) > n + 2 && p[1] == '/' && g_ascii_strncasecmp (p + 2, name, n) == 0) {
      walk->at = p;
      return;
    }
  walk->at = walk->end;
}

static void
skip_to (Walk *walk, const char *sign)
{
  const char *found = g_strstr_len (walk->at, walk->end - walk->at, sign);

  walk->at = found ? found + strlen (sign) : walk->end;
}

static gboolean
is_tag (const Walk *walk, const char *name)
{
  const gsize n = strlen (name);

  return (gsize) (walk->end - walk->at) > n + 1 && g_ascii_strncasecmp (walk->at + 1, name, n) == 0 &&
         !g_ascii_isalnum (walk->at[n + 1]);
}

/* @walk: stands at a "<" */
static void
skip_tag (Walk *walk, gboolean *has_scripts)
{
  if ((gsize) (walk->end - walk->at) > 4 && memcmp (walk->at, "<!--", 4) == 0) {
    skip_to (walk, "-->");
    return;
  }
  if (is_tag (walk, "script"))
    *has_scripts = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (silent); i++)
    if (is_tag (walk, silent[i])) {
      skip_to (walk, ">");
      skip_element (walk, silent[i]);
      return;
    }
  skip_to (walk, ">");
}

/* Letters and digits; of other alphabets, whose letters have several bytes, the first byte. */
static gboolean
is_letter (guchar c)
{
  return g_ascii_isalnum (c) || c >= 0xc0;
}

static gboolean
has_mark (const char *text, gsize n)
{
  g_autofree char *lower = g_ascii_strdown (text, (gssize) n);

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (g_strstr_len (lower, (gssize) n, marks[i]))
      return TRUE;
  return FALSE;
}

gboolean
extract_scripted_looks_so (GBytes *page)
{
  gsize n = 0, letters = 0;
  const char *text = g_bytes_get_data (page, &n);
  Walk walk = { text, text + MIN (n, MAX_LOOK) };
  gboolean has_scripts = FALSE;

  if (!text)
    return FALSE;
  while (walk.at < walk.end && letters < THIN)
    if (*walk.at == '<')
      skip_tag (&walk, &has_scripts);
    else
      letters += is_letter ((guchar) *walk.at++);
  if (letters >= THIN || !has_scripts)
    return FALSE;
  return letters < BARE || has_mark (text, MIN (n, MAX_LOOK));
}
