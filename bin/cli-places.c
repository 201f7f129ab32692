/* SPDX-License-Identifier: MIT */
/*
 * The pages of a batch: operands, lists of them, and folders, which stand for the pages in them.
 *
 *   folder/          a.html  b/  c.htm.gz  notes.txt
 *   folder/b/        1.html
 *
 *   comes to         folder/a.html  folder/b/1.html  folder/c.htm.gz
 *
 * All names lie in one store: a batch may have millions of pages.
 */
#include "bin/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  const char *name; /* in the store */
  gsize folder;     /* bytes of it that are the folder it was found by; 0 if it was named itself */
} Place;

struct _CliPlaces {
  GStringChunk *store;
  GArray *all; /* Place */
};

CliPlaces *
cli_places_new (void)
{
  CliPlaces *places = g_new (CliPlaces, 1);
  places->store = g_string_chunk_new (64 * 1024);
  places->all = g_array_new (FALSE, FALSE, sizeof (Place));
  return places;
}

void
cli_places_free (CliPlaces *places)
{
  g_string_chunk_free (places->store);
  g_array_unref (places->all);
  g_free (places);
}

static void
append (CliPlaces *places, const char *name, gsize folder)
{
  Place place = { g_string_chunk_insert (places->store, name), folder };
  g_array_append_val (places->all, place);
}

/* What is a page in a folder: the name tells, for there may be pictures and scripts beside it. */
static gboolean
has_name_of_page (const char *name)
{
  static const char *const suffixes[] = { ".html", ".htm", ".xhtml" };
  gsize length = strlen (name);
  if (length > strlen (".gz") && g_ascii_strcasecmp (name + length - strlen (".gz"), ".gz") == 0)
    length -= strlen (".gz");
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    gsize n = strlen (suffixes[i]);
    if (length > n && g_ascii_strncasecmp (name + length - n, suffixes[i], n) == 0)
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_folder (const char *path)
{
  struct stat status;
  return stat (path, &status) == 0 && S_ISDIR (status.st_mode);
}

/* Links to folders may lead in a circle, links to files do not. */
static gboolean
is_linked_folder (const char *path)
{
  struct stat status;
  return lstat (path, &status) == 0 && S_ISLNK (status.st_mode) && is_folder (path);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) b, *(char *const *) a);
}

/* Puts what is in the folder @path on top of @open, the first name uppermost. Returns: FALSE if it cannot be
 * read. */
static gboolean
open_folder (const char *path, GPtrArray *open)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  if (!dir)
    return FALSE;
  for (const char *name; (name = g_dir_read_name (dir));)
    if (*name != '.')
      g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_extend_and_steal (open, g_steal_pointer (&names));
  return TRUE;
}

/* A folder that cannot be read, and one without a page, is a page that fails: nothing is left out in
 * silence. */
static void
walk (CliPlaces *places, const char *top)
{
  gsize folder = strlen (top), n_before = places->all->len;
  g_autoptr (GPtrArray) open = g_ptr_array_new_with_free_func (g_free); /* a stack */

  while (folder > 0 && top[folder - 1] == '/')
    folder--;
  folder++; /* with the slash after it */
  if (!open_folder (top, open)) {
    append (places, top, 0);
    return;
  }
  while (open->len > 0) {
    g_autofree char *path = g_ptr_array_steal_index (open, open->len - 1);
    if (!is_folder (path)) {
      if (has_name_of_page (path))
        append (places, path, folder);
    } else if (!is_linked_folder (path) && !open_folder (path, open)) {
      append (places, path, folder);
    }
  }
  if (places->all->len == n_before)
    append (places, top, 0);
}

void
cli_places_add (CliPlaces *places, const char *place)
{
  if (!extract_source_is_url (place) && is_folder (place))
    walk (places, place);
  else
    append (places, place, 0);
}

gboolean
cli_places_add_list (CliPlaces *places, const char *path, GError **error)
{
  gboolean standard = strcmp (path, "-") == 0;
  FILE *stream = standard ? stdin : fopen (path, "re");
  if (!stream)
    return cli_fail_errno (error, "cannot be opened");
  char *line = NULL;
  size_t size = 0;
  gssize length;
  while ((length = getline (&line, &size, stream)) >= 0) {
    if (length > 0 && line[length - 1] == '\n')
      line[--length] = '\0';
    if (length > 0)
      cli_places_add (places, line);
  }
  free (line);
  gboolean good = !ferror (stream) || cli_fail_errno (error, "cannot be read");
  if (!standard)
    fclose (stream);
  return good;
}

gsize
cli_places_get_n (const CliPlaces *places)
{
  return places->all->len;
}

const char *
cli_places_get (const CliPlaces *places, gsize i)
{
  return g_array_index (places->all, Place, i).name;
}

const char *
cli_places_get_inside (const CliPlaces *places, gsize i)
{
  const Place *place = &g_array_index (places->all, Place, i);
  return place->folder > 0 ? place->name + place->folder : NULL;
}
