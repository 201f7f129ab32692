/* SPDX-License-Identifier: MIT */
#include "libextract/source/changes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "texttractor-changes 1"
/* What is longer is not kept: a server may send anything. */
#define MAX_FIELD 1024

struct _ExtractChanges {
  pthread_mutex_t lock;
  GHashTable *lines; /* address -> "ETAG\tLAST-MODIFIED"; owned */
};

static gboolean
is_line (const char *line)
{
  const char *tab = strchr (line, '\t');
  return tab && tab > line && strchr (tab + 1, '\t');
}

ExtractChanges *
extract_changes_load (const char *text, GError **error)
{
  ExtractChanges *changes = NULL;
  g_auto (GStrv) lines = g_strsplit (text ? text : FIRST_LINE, "\n", -1);

  if (!lines[0] || strcmp (lines[0], FIRST_LINE) != 0) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         "is not a file that --if-changed wrote; choose another name");
    return NULL;
  }
  changes = g_new0 (ExtractChanges, 1);
  pthread_mutex_init (&changes->lock, NULL);
  changes->lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (char **line = lines + 1; *line; line++)
    if (is_line (*line)) {
      const char *tab = strchr (*line, '\t');
      g_hash_table_replace (changes->lines, g_strndup (*line, (gsize) (tab - *line)), g_strdup (tab + 1));
    }
  return changes;
}

void
extract_changes_free (ExtractChanges *changes)
{
  pthread_mutex_destroy (&changes->lock);
  g_hash_table_unref (changes->lines);
  g_free (changes);
}

static char *
dup_field (const char *text)
{
  return *text ? g_strdup (text) : NULL;
}

void
extract_changes_look_up (ExtractChanges *changes, const char *url, char **etag, char **modified)
{
  g_autofree char *line = NULL;
  char *tab = NULL;

  *etag = *modified = NULL;
  pthread_mutex_lock (&changes->lock);
  line = g_strdup (g_hash_table_lookup (changes->lines, url));
  pthread_mutex_unlock (&changes->lock);
  if (!line)
    return;
  tab = strchr (line, '\t');
  *tab = '\0';
  *etag = dup_field (line);
  *modified = dup_field (tab + 1);
}

/* Returns: @text, if it fits into a line and a head */
static const char *
check_field (const char *text)
{
  if (!text || strlen (text) > MAX_FIELD)
    return "";
  for (const char *p = text; *p; p++)
    if (g_ascii_iscntrl (*p))
      return "";
  return text;
}

void
extract_changes_set (ExtractChanges *changes, const char *url, const char *etag, const char *modified)
{
  g_autofree char *line = g_strdup_printf ("%s\t%s", check_field (etag), check_field (modified));

  if (strpbrk (url, "\t\r\n"))
    return;
  pthread_mutex_lock (&changes->lock);
  if (strlen (line) > 1)
    g_hash_table_replace (changes->lines, g_strdup (url), g_steal_pointer (&line));
  else
    g_hash_table_remove (changes->lines, url);
  pthread_mutex_unlock (&changes->lock);
}

static int
compare_addresses (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

GString *
extract_changes_to_text (ExtractChanges *changes)
{
  GString *text = g_string_new (FIRST_LINE "\n");
  g_autofree gpointer *addresses = NULL;
  guint n = 0;

  pthread_mutex_lock (&changes->lock);
  addresses = g_hash_table_get_keys_as_array (changes->lines, &n);
  qsort (addresses, n, sizeof *addresses, compare_addresses);
  for (guint i = 0; i < n; i++) {
    const char *url = addresses[i];
    g_string_append_printf (text, "%s\t%s\n", url, (const char *) g_hash_table_lookup (changes->lines, url));
  }
  pthread_mutex_unlock (&changes->lock);
  return text;
}
