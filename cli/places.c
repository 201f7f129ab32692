/* SPDX-License-Identifier: MIT */
/*
 * The pages of a batch: operands, lists of them, and folders, which stand for the pages in them.
 *
 *   folder/          a.html  b/  c.htm.gz  d.warc.gz  notes.txt
 *   folder/b/        1.html
 *
 *   comes to         folder/a.html  folder/b/1.html  folder/c.htm.gz  folder/d.warc.gz
 *
 * All names are in one buffer: a batch may have millions of pages.
 */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a line of a list: no URL is longer, and a device may have no end. */
#define MAX_LINE (1 << 20)

typedef struct {
  const char *name; /* in the store */
  gsize folder;     /* length of the folder in it that the user named; 0 if the user named the file */
} Place;

/* Which file a place is. */
typedef struct {
  dev_t device;
  ino_t inode;
  gsize place;
} Identity;

struct _CliPlaces {
  GStringChunk *store;
  GArray *all;   /* Place */
  GArray *files; /* (nullable): of Identity, sorted: those that are files; made on demand */
};

CliPlaces *
cli_places_new (void)
{
  CliPlaces *places = g_new0 (CliPlaces, 1);
  places->store = g_string_chunk_new (64 * 1024);
  places->all = g_array_new (FALSE, FALSE, sizeof (Place));
  return places;
}

void
cli_places_free (CliPlaces *places)
{
  g_string_chunk_free (places->store);
  g_array_unref (places->all);
  g_clear_pointer (&places->files, g_array_unref);
  g_free (places);
}

static void
append (CliPlaces *places, const char *name, gsize folder)
{
  Place place = { g_string_chunk_insert (places->store, name), folder };
  g_array_append_val (places->all, place);
}

/* Whether the first @length bytes of @name are more than @suffix, and end in it. */
static gboolean
has_end (const char *name, gsize length, const char *suffix)
{
  gsize n = strlen (suffix);
  return length > n && g_ascii_strncasecmp (name + length - n, suffix, n) == 0;
}

/* What is a page or an archive in a folder: the name tells, for there may be pictures and scripts beside it.
 */
static gboolean
has_name_of_page (const char *name)
{
  static const char *const suffixes[] = { ".html", ".htm", ".xhtml", ".warc", ".arc", ".jsonl" };
  static const char *const packings[] = { ".gz", ".xz", ".zst" };
  gsize length = strlen (name);
  for (guint i = 0; i < G_N_ELEMENTS (packings); i++)
    if (has_end (name, length, packings[i])) {
      length -= strlen (packings[i]);
      break;
    }
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (has_end (name, length, suffixes[i]))
      return TRUE;
  return FALSE;
}

/* What @path is: a folder, a file; and whether only a link leads there. */
static void
look_at (const char *path, struct stat *status, gboolean *linked)
{
  gboolean there = lstat (path, status) == 0;
  *linked = there && S_ISLNK (status->st_mode);
  if (!there || (*linked && stat (path, status) != 0))
    *status = (struct stat){ 0 };
}

/* Returns: (nullable): what else it may be than a file or folder */
static const char *
name_kind (const struct stat *status)
{
  switch (status->st_mode & S_IFMT) {
  case S_IFIFO:
    return "pipe";
  case S_IFSOCK:
    return "socket";
  case S_IFCHR:
  case S_IFBLK:
    return "device";
  default:
    return NULL;
  }
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

/* A page that is in a folder. Pipes and devices may keep one waiting for ever, and are named on purpose or
 * not at all. One that is not there is a page that fails. */
static gboolean
add_found (CliPlaces *places, const char *path, gsize folder, const struct stat *status, GError **error)
{
  const char *kind = name_kind (status);
  if (kind)
    cli_error (path, "is a %s, not a file: skipped", kind);
  else if (!cli_guard_input_status (path, status, error))
    return FALSE;
  else
    append (places, path, folder);
  return TRUE;
}

/* A folder that cannot be read, and one without a page, is a page that fails: nothing is left out in
 * silence. */
static gboolean
walk (CliPlaces *places, const char *top, GError **error)
{
  gsize folder = strlen (top), n_before = places->all->len;
  g_autoptr (GPtrArray) open = g_ptr_array_new_with_free_func (g_free); /* a stack */

  while (folder > 0 && top[folder - 1] == '/')
    folder--;
  folder++; /* with the slash after it */
  if (!open_folder (top, open)) {
    append (places, top, 0);
    return TRUE;
  }
  while (open->len > 0) {
    g_autofree char *path = g_ptr_array_steal_index (open, open->len - 1);
    struct stat status;
    gboolean linked;
    look_at (path, &status, &linked);
    if (!S_ISDIR (status.st_mode)) {
      if (has_name_of_page (path) && !add_found (places, path, folder, &status, error))
        return FALSE;
    } else if (!linked && !open_folder (path, open)) { /* links may lead in a circle */
      append (places, path, folder);
    }
  }
  if (places->all->len == n_before)
    append (places, top, 0);
  return TRUE;
}

gboolean
cli_places_add (CliPlaces *places, const char *place, GError **error)
{
  struct stat status;
  if (g_str_equal (place, "-")) {
    if (!cli_guard_input (place, error))
      return FALSE;
  } else if (!extract_source_is_url (place) && stat (place, &status) == 0) {
    if (S_ISDIR (status.st_mode))
      return walk (places, place, error);
    if (!cli_guard_input_status (place, &status, error))
      return FALSE;
  }
  append (places, place, 0);
  return TRUE;
}

/* The next line of a list, less its end, be it that of Unix or of Windows. @good: (out): FALSE with @error
 * Returns: FALSE if there is none */
static gboolean
read_line (FILE *stream, GString *line, gboolean *good, GError **error)
{
  int c;
  g_string_truncate (line, 0);
  while ((c = getc_unlocked (stream)) != EOF && c != '\n') {
    if (c == '\0' || line->len == MAX_LINE) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           "is not a list of pages: it contains a zero byte");
      *good = FALSE;
      return FALSE;
    }
    g_string_append_c (line, (char) c);
  }
  *good = !ferror (stream) || cli_fail_errno (error, "cannot be read");
  if (!*good || (c == EOF && line->len == 0))
    return FALSE;
  if (line->len > 0 && line->str[line->len - 1] == '\r')
    g_string_truncate (line, line->len - 1);
  return TRUE;
}

gboolean
cli_places_add_list (CliPlaces *places, const char *path, GError **error)
{
  gboolean standard = strcmp (path, "-") == 0, good = TRUE;
  if (!cli_guard_input (path, error))
    return FALSE;
  FILE *stream = standard ? stdin : fopen (path, "re");
  if (!stream)
    return cli_fail_errno (error, "cannot be opened");
  g_autoptr (GString) line = g_string_new (NULL);
  while (good && read_line (stream, line, &good, error))
    if (line->len > 0)
      good = cli_places_add (places, line->str, error);
  if (!standard)
    fclose (stream);
  return good;
}

void
cli_places_keep_share (CliPlaces *places, gsize i, gsize n)
{
  gsize kept = 0;
  for (; i < places->all->len; i += n)
    g_array_index (places->all, Place, kept++) = g_array_index (places->all, Place, i);
  g_array_set_size (places->all, kept);
}

void
cli_places_add_address (CliPlaces *places, const char *address)
{
  append (places, address, 0);
}

void
cli_places_truncate (CliPlaces *places, gsize n)
{
  g_array_set_size (places->all, n);
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

static int
compare_identities (gconstpointer a, gconstpointer b)
{
  const Identity *x = a, *y = b;
  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  if (x->inode != y->inode)
    return x->inode < y->inode ? -1 : 1;
  return 0;
}

/* All files among the places. */
static GArray *
collect_files (const CliPlaces *places)
{
  GArray *files = g_array_new (FALSE, FALSE, sizeof (Identity));
  for (gsize i = 0; i < places->all->len; i++) {
    const char *name = cli_places_get (places, i);
    struct stat status;
    int failed = g_str_equal (name, "-")        ? fstat (0, &status)
                 : extract_source_is_url (name) ? -1
                                                : stat (name, &status);
    if (failed == 0 && S_ISREG (status.st_mode)) {
      Identity file = { status.st_dev, status.st_ino, i };
      g_array_append_val (files, file);
    }
  }
  g_array_sort (files, compare_identities); /* stable: the first place of a file comes first */
  return files;
}

const char *
cli_places_find (CliPlaces *places, const struct stat *status)
{
  const Identity wanted = { status->st_dev, status->st_ino, 0 };
  gsize low = 0, high;
  if (!places->files)
    places->files = collect_files (places);
  for (high = places->files->len; low < high;) {
    gsize middle = low + (high - low) / 2;
    if (compare_identities (&g_array_index (places->files, Identity, middle), &wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  const Identity *file = low < places->files->len ? &g_array_index (places->files, Identity, low) : NULL;
  return file && compare_identities (file, &wanted) == 0 ? cli_places_get (places, file->place) : NULL;
}

gboolean
cli_places_add_all (CliPlaces *places, char **operands, gboolean or_stdin, const char *list, int *status)
{
  g_autoptr (GError) error = NULL;

  for (char **operand = operands; *operand && !error; operand++)
    cli_places_add (places, *operand, &error);
  if (!error && or_stdin)
    cli_places_add (places, "-", &error);
  if (!error && list && !cli_places_add_list (places, list, &error)) {
    *status = cli_fail (error->domain == G_OPTION_ERROR ? NULL : list, error);
    return FALSE;
  }
  if (error)
    *status = cli_fail (NULL, error);
  return !error;
}
