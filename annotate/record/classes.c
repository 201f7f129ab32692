/* SPDX-License-Identifier: MIT */
#include "annotate/record/classes.h"
#include "libextract/page/page.h"
#include "train/data/element-set.h"

#include "cli/cli.h"

#include <string.h>

#define MAX_BYTES (1024 * 1024)

struct _Classes {
  GPtrArray *rows; /* of LabelClass */
  gboolean of_elements;
};

gboolean
classes_is_character (const char *key)
{
  if (*key == '\0' || !g_utf8_validate (key, -1, NULL) || *g_utf8_next_char (key) != '\0')
    return FALSE;
  gunichar c = g_utf8_get_char (key);
  return g_unichar_isgraph (c) && !g_unichar_iszerowidth (c);
}

static void
free_row (gpointer data)
{
  LabelClass *row = data;
  g_free (row->name);
  g_free (row->key);
  g_free (row->sign);
  g_free (row->sentence);
  g_free (row);
}

static void
add_row (Classes *classes, const char *name, const char *key, const char *sign, const char *sentence)
{
  LabelClass *row = g_new (LabelClass, 1);
  *row = (LabelClass){ .name = g_strdup (name),
                       .key = g_strdup (key),
                       .sign = g_strdup (sign),
                       .sentence = g_strdup (sentence),
                       .is_content = extract_class_name_is_content (name) };
  g_ptr_array_add (classes->rows, row);
}

static int
find_name (const Classes *classes, const char *name)
{
  for (guint i = 0; i < classes->rows->len; i++)
    if (strcmp (classes_get (classes, i)->name, name) == 0)
      return (int) i;
  return -1;
}

static gboolean
refuse (GError **error, const char *format, const char *what)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, format, what);
  return FALSE;
}

/* "h\theading\tTitles within the text" */
static gboolean
read_line (Classes *classes, const char *line, GError **error)
{
  enum { KEY, NAME, SENTENCE, N_COLUMNS };
  g_auto (GStrv) columns = g_strsplit (line, "\t", N_COLUMNS);

  if (g_strv_length (columns) != N_COLUMNS)
    return refuse (error, "a class is a key, a name and a sentence, parted by tabs%s", "");
  if (!extract_class_name_is_valid (columns[NAME]))
    return refuse (error, "\"%s\" is no name of a class: a-z, then a-z, 0-9 and -", columns[NAME]);
  if (!classes_is_character (columns[KEY]) || strlen (columns[KEY]) != 1)
    return refuse (error, "\"%s\" is no key for a class: one character of ASCII", columns[KEY]);
  if (find_name (classes, columns[NAME]) >= 0)
    return refuse (error, "the class \"%s\" is there twice", columns[NAME]);
  if (classes_find_key (classes, columns[KEY]) >= 0)
    return refuse (error, "the key \"%s\" gives two classes", columns[KEY]);
  if (classes->rows->len >= CLASSES_MAXIMUM)
    return refuse (error, "there are too many classes%s", "");
  g_autofree char *sentence = cli_escape (columns[SENTENCE]);
  add_row (classes, columns[NAME], columns[KEY], columns[KEY], sentence);
  return TRUE;
}

Classes *
classes_load (const char *path, GError **error)
{
  g_autoptr (Classes) classes = g_new0 (Classes, 1);
  g_autofree char *file = path ? g_build_filename (path, "classes.tsv", NULL) : NULL;
  g_autofree char *contents = NULL;
  gsize length;

  classes->rows = g_ptr_array_new_with_free_func (free_row);
  add_row (classes, "content", "c", "+", "Main text: what a reader came for");
  add_row (classes, "boilerplate", "b", "-", "Everything else: navigation, notices, advertising");
  if (!file || !g_file_test (file, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&classes);
  if (!cli_read_file (file, MAX_BYTES, &contents, &length, error)) {
    g_prefix_error (error, "%s: ", file);
    return NULL;
  }

  g_auto (GStrv) lines = g_strsplit (contents, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    g_strchomp (lines[i]);
    if (*lines[i] != '\0' && *lines[i] != '#' && !read_line (classes, lines[i], error)) {
      g_prefix_error (error, "%s: line %u: ", file, i + 1);
      return NULL;
    }
  }
  return g_steal_pointer (&classes);
}

Classes *
classes_new_for_elements (const ElementClasses *elements)
{
  Classes *classes = g_new0 (Classes, 1);

  classes->of_elements = TRUE;
  classes->rows = g_ptr_array_new_with_free_func (free_row);
  for (guint c = 0; c < element_classes_get_n (elements); c++) {
    const ElementClassRow *row = element_classes_get (elements, c);
    g_autofree char *name = train_element_class_dup_label (row);

    add_row (classes, name, row->key, row->key, row->sentence);
    ((LabelClass *) classes->rows->pdata[c])->is_content = row->like != ELEMENT_NONE;
  }
  return classes;
}

void
classes_free (Classes *classes)
{
  if (!classes)
    return;
  g_ptr_array_unref (classes->rows);
  g_free (classes);
}

gboolean
classes_are_of_elements (const Classes *classes)
{
  return classes->of_elements;
}

guint
classes_get_n (const Classes *classes)
{
  return classes->rows->len;
}

const LabelClass *
classes_get (const Classes *classes, guint i)
{
  g_return_val_if_fail (i < classes->rows->len, NULL);
  return classes->rows->pdata[i];
}

int
classes_find_key (const Classes *classes, const char *key)
{
  for (guint i = 0; i < classes->rows->len; i++)
    if (*key != '\0' && strcmp (classes_get (classes, i)->key, key) == 0)
      return (int) i;
  return -1;
}

int
classes_find (Classes *classes, const char *name)
{
  int found = find_name (classes, name);
  if (found >= 0 || !extract_class_name_is_valid (name) || classes->rows->len >= CLASSES_MAXIMUM)
    return found;
  add_row (classes, name, "", "*", "");
  return (int) classes->rows->len - 1;
}
