/* SPDX-License-Identifier: MIT */
/*
 * "How to Read a Tide Table | Boats - The Harbour Post" is cut at the signs, from both ends, as long as what
 * is outside is the name of the site: one that it declares, or the name of its host.
 */
#include "libextract/meta/headline.h"

#include <string.h>

#include "libextract/meta/fold.h"

/* Folded, without spaces. Returns: its length */
static gsize
squeeze (const char *text, gsize length, char *squeezed, gsize room)
{
  gsize n = extract_fold (text, length, squeezed, room), m = 0;

  for (gsize i = 0; i < n; i++)
    if (squeezed[i] != ' ')
      squeezed[m++] = squeezed[i];
  squeezed[m] = '\0';
  return m;
}

/* Of "www.theguardian.com" "theguardian", of "news.bbc.co.uk" "bbc": the label before the ones that everybody
 * has. */
static void
read_host (SiteNames *site, const char *uri)
{
  const char *host = strstr (uri, "://"), *end, *label_end, *label;

  if (!host)
    return;
  host += 3;
  end = host + strcspn (host, "/?#:");
  label_end = end;
  for (guint dots = 0;; dots++) {
    while (label_end > host && *label_end != '.')
      label_end--;
    if (label_end == host)
      return;
    label = label_end;
    while (label > host && label[-1] != '.')
      label--;
    /* "co", "com", "org" before a country. */
    if (label_end - label > 3 || dots > 0 || label == host)
      break;
    if (!(label_end - label == 2 || strncmp (label, "com", 3) == 0 || strncmp (label, "org", 3) == 0 ||
          strncmp (label, "net", 3) == 0 || strncmp (label, "gov", 3) == 0 || strncmp (label, "edu", 3) == 0))
      break;
    label_end--;
  }
  squeeze (label, (gsize) (label_end - label), site->host, sizeof site->host);
}

void
site_names_init (SiteNames *site, const Candidates *all)
{
  *site = (SiteNames){ .names = extract_string_new () };
  for (guint i = 0; i < candidates_length (all); i++) {
    const Candidate *candidate = candidate_get (all, i);
    const char *text = candidate_text (all, candidate);
    char name[128];

    if (candidate->field == EXTRACT_FIELD_SITE_NAME && squeeze (text, strlen (text), name, sizeof name) > 1)
      extract_string_append (site->names, name, strlen (name) + 1);
  }
  if (all->page->uri)
    read_host (site, all->page->uri);
}

void
site_names_clear (SiteNames *site)
{
  extract_string_free (site->names);
}

gboolean
site_names_has (const SiteNames *site, const char *text, gsize length)
{
  char name[160];
  const gsize n = squeeze (text, length, name, sizeof name);

  if (n < 2 || n >= sizeof name - 8)
    return FALSE;
  for (const char *p = site->names->str; p < site->names->str + site->names->len; p += strlen (p) + 1) {
    const gsize m = strlen (p);

    if (strcmp (p, name) == 0 || (m >= 4 && n <= m + 14 && strstr (name, p)) ||
        (n >= 4 && m <= n + 14 && strstr (p, name)))
      return TRUE;
  }
  if (*site->host) {
    const gsize m = strlen (site->host);

    if (strcmp (site->host, name) == 0 || (m >= 4 && n <= m + 10 && strstr (name, site->host)) ||
        (n >= 4 && strstr (site->host, name)))
      return TRUE;
  }
  return FALSE;
}

/* Signs between a title and the name of a site. @length: (out): of the sign, with the spaces around it */
static gboolean
is_sign (const char *p, const char *start, gsize *length)
{
  static const char *const spaced[] = { "|", "-", "–", "—", "·", "•", "::", "»", "«", "/", "›", "<",
                                        ">", "~", ":", "*", "⋆", "★", "‹",  "―", "➔", "→", "@" };

  if (*p == '|' || strncmp (p, "｜", strlen ("｜")) == 0) {
    *length = *p == '|' ? 1 : strlen ("｜");
    *length += p[*length] == ' ';
    return TRUE;
  }
  if (*p == ':' && p[1] == ' ') {
    *length = 2;
    return TRUE;
  }
  if (*p != ' ' || p == start || g_ascii_isalnum (p[1]))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (spaced); i++)
    if (p[1] == spaced[i][0] && g_str_has_prefix (p + 1, spaced[i]) && p[1 + strlen (spaced[i])] == ' ') {
      *length = strlen (spaced[i]) + 2;
      return TRUE;
    }
  return FALSE;
}

gsize
headline_strip_site (const SiteNames *site, const char *text, const char **start)
{
  const char *end = text + strlen (text);

  *start = text;
  for (guint round = 0; round < 4; round++) {
    const char *last = NULL, *first = NULL;
    gsize last_length = 0, first_length = 0, n;
    gboolean cut = FALSE;

    for (const char *p = *start; p < end; p++)
      if (is_sign (p, *start, &n) && p + n <= end) {
        if (!first) {
          first = p;
          first_length = n;
        }
        last = p;
        last_length = n;
        p += n - 1;
      }
    if (last && last > *start &&
        site_names_has (site, last + last_length, (gsize) (end - last - last_length))) {
      end = last;
      cut = TRUE;
    }
    if (first && first < end && site_names_has (site, *start, (gsize) (first - *start)) &&
        first + first_length < end) {
      *start = first + first_length;
      cut = TRUE;
    }
    if (!cut)
      break;
  }
  while (end > *start && strchr (" |-", end[-1]))
    end--;
  return (gsize) (end - *start);
}
