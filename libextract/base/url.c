/* SPDX-License-Identifier: MIT */
/*
 * Addresses without their secrets.
 *
 *   https://jan:secret@site.example/@a?b@c   an authority ends at / ? # or, in a sentence, a space or quote;
 *           ^^^^^^^^^^^                       user name and password come before its last @
 *
 * A port is a number. If it is not, it belongs to a password with an invalid character (a slash, a space),
 * which extends to the last @ of the following address.
 */
#include "libextract/base/url.h"
#include <libextract/extract.h>

#include <gio/gio.h>
#include <string.h>

/* How far a password goes on that has characters which it should not have. */
#define MAX_PASSWORD 4096

/* Schemes that are known for addresses with hosts even without their slashes. */
static const char *const schemes[] = { "http", "https", "ftp" };

/* Where the authority of the address begins whose colon is at @colon, if there is one; @text is where all
 * begins. */
static const char *
find_authority (const char *text, const char *colon)
{
  const char *scheme = colon;
  while (scheme > text && (g_ascii_isalnum (scheme[-1]) || strchr ("+-.", scheme[-1])))
    scheme--;
  gsize length = (gsize) (colon - scheme);
  gboolean known = strncmp (colon, "://", 3) == 0 && length > 0;
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    known |= length == strlen (schemes[i]) && g_ascii_strncasecmp (scheme, schemes[i], length) == 0;
  return known ? colon + 1 + strspn (colon + 1, "/\\") : NULL;
}

/* Whether the authority of @length bytes has a port that is no number. */
static gboolean
has_bad_port (const char *authority, gsize length)
{
  const char *colon = *authority == '[' ? NULL : memchr (authority, ':', length);
  if (!colon)
    return FALSE;
  gsize n = length - (gsize) (colon + 1 - authority);
  return n > strspn (colon + 1, "0123456789");
}

/* How long the authority is: it ends before the next address, too. */
static gsize
measure_authority (const char *authority)
{
  gsize length = strcspn (authority, "/?# \t\n\"<>");
  gboolean is_next = length > 0 && strncmp (authority + length - 1, "://", 3) == 0;
  return is_next ? length - 1 : length;
}

/* Returns: (nullable): the last @ in @length bytes */
static const char *
find_last_at (const char *text, gsize length)
{
  while (length > 0 && text[length - 1] != '@')
    length--;
  return length > 0 ? text + length - 1 : NULL;
}

/* Returns: (nullable): the last @ of the password that begins in @authority, and has a character that it
 * should not. */
static const char *
find_far_at (const char *authority)
{
  gsize length = strnlen (authority, MAX_PASSWORD);
  const char *next = g_strstr_len (authority, (gssize) length, "://");
  return find_last_at (authority, next ? (gsize) (next - authority) : length);
}

char *
extract_url_dup_without_user (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  GString *result = g_string_new (NULL);
  const char *p = text; /* what is behind it is in the result */
  const char *authority = strncmp (text, "//", 2) == 0 ? text + 2 : NULL;
  for (const char *colon = text; authority || (colon = strchr (colon, ':')); authority = NULL) {
    if (!authority && !(authority = find_authority (text, colon))) {
      colon++;
      continue;
    }
    gsize length = measure_authority (authority);
    const char *at = find_last_at (authority, length);
    if (!at && has_bad_port (authority, length))
      at = find_far_at (authority);
    colon = at ? at + 1 : authority + length;
    if (at) {
      g_string_append_len (result, p, authority - p);
      p = at + 1;
    }
  }
  g_string_append (result, p);
  return g_string_free (result, FALSE);
}

/* Returns: (transfer full) (nullable): the last two labels of @host in lower case, three if the
 * second of them is a generic one ("co.uk"); an address as it is. */
static char *
dup_domain (const char *host)
{
  static const char *const generic[] = { "ac",  "co", "com", "edu", "go",  "gov",
                                         "mil", "ne", "net", "or",  "org", NULL };

  if (g_hostname_is_ip_address (host))
    return g_ascii_strdown (host, -1);

  g_auto (GStrv) parts = g_strsplit (host, ".", -1);
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  for (guint i = 0; parts[i]; i++)
    if (parts[i][0] != '\0')
      g_ptr_array_add (labels, parts[i]);
  if (labels->len == 0)
    return NULL;

  guint n = MIN (labels->len, 2);
  if (labels->len > 2) {
    g_autofree char *second = g_ascii_strdown (labels->pdata[labels->len - 2], -1);
    if (g_strv_contains (generic, second))
      n = 3;
  }
  g_ptr_array_add (labels, NULL);
  g_autofree char *domain = g_strjoinv (".", (char **) labels->pdata + labels->len - 1 - n);
  return g_ascii_strdown (domain, -1);
}

char *
extract_url_dup_site (const char *url)
{
  g_return_val_if_fail (url != NULL, NULL);

  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *host = uri ? g_uri_get_host (uri) : NULL;
  return host ? dup_domain (host) : NULL;
}
