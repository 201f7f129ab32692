/* SPDX-License-Identifier: MIT */
#include "element/classes.h"
#include "cli/cli.h"
#include "libextract/model/model.h"

#include <gio/gio.h>
#include <string.h>

#define MAX_BYTES (1024 * 1024)

static const ElementClassInfo infos[ELEMENT_N_CLASSES] = {
  [ELEMENT_REVEALER] = { "Revealer", "r", "shows more of this page" },
  [ELEMENT_INNER] = { "Inner", "i", "leads to another page of this site" },
  [ELEMENT_OUTER] = { "Outer", "o", "leads to another site" },
  [ELEMENT_CLOSER] = { "Closer", "c", "closes what lies over the page" },
  [ELEMENT_LANGUAGE] = { "Language", "l", "leads to this page in another language" },
  [ELEMENT_PAGER] = { "Pager", "p", "leads to another part of this text or list" },
  [ELEMENT_CONSENT] = { "Consent", "k", "answers a question about cookies" },
  [ELEMENT_NONE] = { "None", "n", "does something else" },
};

const ElementClassInfo *
element_class_get_info (ElementClass class)
{
  return &infos[class];
}

int
element_class_find (const char *name)
{
  for (int i = 0; i < ELEMENT_N_CLASSES; i++)
    if (g_ascii_strcasecmp (infos[i].name, name) == 0)
      return i;
  return -1;
}

/* ---- Those of a set ------------------------------------------------------------------------------------ */

struct _ElementClasses {
  GPtrArray *rows; /* of ElementClassRow */
};

static void
free_row (gpointer data)
{
  ElementClassRow *row = data;

  g_free (row->name);
  g_free (row->key);
  g_free (row->sentence);
  g_free (row);
}

/* Takes @sentence. */
static void
add_row (ElementClasses *classes, const char *name, const char *key, char *sentence, ElementClass like)
{
  ElementClassRow *row = g_new (ElementClassRow, 1);

  *row = (ElementClassRow){ g_strdup (name), g_strdup (key), sentence, like };
  g_ptr_array_add (classes->rows, row);
}

ElementClasses *
element_classes_new (void)
{
  ElementClasses *classes = g_new (ElementClasses, 1);

  classes->rows = g_ptr_array_new_with_free_func (free_row);
  for (guint c = 0; c < ELEMENT_N_CLASSES; c++) {
    const ElementClassInfo *info = element_class_get_info ((ElementClass) c);
    add_row (classes, info->name, info->key, g_strdup (info->sentence), (ElementClass) c);
  }
  return classes;
}

void
element_classes_free (ElementClasses *classes)
{
  if (!classes)
    return;
  g_ptr_array_unref (classes->rows);
  g_free (classes);
}

guint
element_classes_get_n (const ElementClasses *classes)
{
  return classes->rows->len;
}

const ElementClassRow *
element_classes_get (const ElementClasses *classes, guint i)
{
  g_return_val_if_fail (i < classes->rows->len, NULL);
  return classes->rows->pdata[i];
}

int
element_classes_find (const ElementClasses *classes, const char *name)
{
  for (guint i = 0; i < classes->rows->len; i++)
    if (g_ascii_strcasecmp (element_classes_get (classes, i)->name, name) == 0)
      return (int) i;
  return -1;
}

/* ---- SET/classes.tsv ---------------------------------------------------------------------------------- */

static gboolean
refuse (GError **error, const char *format, const char *what)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, format, what);
  return FALSE;
}

static const ElementClassRow *
find_key (const ElementClasses *classes, const char *key)
{
  for (guint i = 0; i < classes->rows->len; i++)
    if (strcmp (element_classes_get (classes, i)->key, key) == 0)
      return element_classes_get (classes, i);
  return NULL;
}

/* "y<TAB>vote<TAB>votes on a message<TAB>none" */
static gboolean
read_line (ElementClasses *classes, const char *line, GError **error)
{
  enum { KEY, NAME, SENTENCE, LIKE, N_COLUMNS };
  g_auto (GStrv) columns = g_strsplit (line, "\t", -1);
  const guint n = g_strv_length (columns);
  int like = ELEMENT_NONE, there;

  if (n != LIKE && n != N_COLUMNS)
    return refuse (error,
                   "a class is a key, a name and a sentence, parted by tabs; and what it is like, if that is "
                   "not None%s",
                   "");
  if (!g_ascii_islower (*columns[NAME]) ||
      strspn (columns[NAME], "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen (columns[NAME]))
    return refuse (error, "\"%s\" is no name of a class: a-z, then a-z, 0-9 and -", columns[NAME]);
  if (strlen (columns[KEY]) != 1 || !g_ascii_isgraph (*columns[KEY]))
    return refuse (error, "\"%s\" is no key for a class: one character of ASCII", columns[KEY]);
  if (n == N_COLUMNS && (like = element_class_find (columns[LIKE])) < 0)
    return refuse (error, "\"%s\" is not one of the classes that a browser knows, so no class can be like it",
                   columns[LIKE]);
  there = element_classes_find (classes, columns[NAME]);
  if (there >= 0)
    return (there >= ELEMENT_N_CLASSES && (int) element_classes_get (classes, (guint) there)->like == like &&
            strcmp (element_classes_get (classes, (guint) there)->key, columns[KEY]) == 0) ||
           refuse (error, "the class \"%s\" is there already", columns[NAME]);
  if (find_key (classes, columns[KEY]))
    return refuse (error, "the key \"%s\" gives two classes", columns[KEY]);
  if (classes->rows->len >= EXTRACT_MAX_CLASSES)
    return refuse (error, "there are too many classes%s", "");
  add_row (classes, columns[NAME], columns[KEY], cli_escape (columns[SENTENCE]), (ElementClass) like);
  return TRUE;
}

gboolean
element_classes_read (ElementClasses *classes, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "classes.tsv", NULL);
  g_autofree char *contents = NULL;
  g_auto (GStrv) lines = NULL;
  gsize length;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (!cli_read_file (path, MAX_BYTES, &contents, &length, error)) {
    g_prefix_error (error, "%s: ", path);
    return FALSE;
  }
  if (!g_utf8_validate (contents, (gssize) length, NULL)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: is not UTF-8", path);
    return FALSE;
  }
  lines = g_strsplit (contents, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    g_strchomp (lines[i]);
    if (*lines[i] != '\0' && *lines[i] != '#' && !read_line (classes, lines[i], error)) {
      g_prefix_error (error, "%s: line %u: ", path, i + 1);
      return FALSE;
    }
  }
  return TRUE;
}
