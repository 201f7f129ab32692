/* SPDX-License-Identifier: MIT */
/*
 * Gives every file of some folders to a fuzz target, and prints TAP: the corpus as a test, without
 * libFuzzer. Made into a program with one fuzz target; CORPUS is the folder of its seeds.
 *
 *   replay-TARGET [FOLDER|FILE…]     no argument: CORPUS below $G_TEST_SRCDIR/../fuzz/corpus
 */
#include <glib.h>

#include <stdio.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
add_files (GPtrArray *files, const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  if (!folder) {
    g_ptr_array_add (files, g_strdup (path));
    return;
  }
  while ((name = g_dir_read_name (folder)))
    g_ptr_array_add (files, g_build_filename (path, name, NULL));
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
replay (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *data = NULL;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, &error)) {
    printf ("# %s\n", error->message);
    return FALSE;
  }
  LLVMFuzzerTestOneInput ((const guint8 *) data, size);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  guint failed = 0;

  for (int i = 1; i < argc; i++)
    add_files (files, argv[i]);
  if (argc == 1) {
    const char *source = g_getenv ("G_TEST_SRCDIR");
    g_autofree char *path = g_build_filename (source ? source : ".", "..", "fuzz", "corpus", CORPUS, NULL);

    add_files (files, path);
  }
  g_ptr_array_sort (files, compare_names);
  printf ("1..%u\n", files->len);
  for (guint i = 0; i < files->len; i++) {
    const char *path = g_ptr_array_index (files, i);
    g_autofree char *name = g_path_get_basename (path);
    gboolean good = replay (path);

    failed += !good;
    printf ("%s %u - %s\n", good ? "ok" : "not ok", i + 1, name);
    fflush (stdout);
  }
  return failed > 0 || files->len == 0;
}
