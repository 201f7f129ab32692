/* SPDX-License-Identifier: MIT */
/* Where the other programs of Texttractor are. */
#include "cli/cli.h"

#include <string.h>

/* The folders of the build tree that have programs. */
static const char *const folders[] = { "train", "annotate", "serve", "render" };

char *
cli_build_folder (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  if (!program)
    return NULL;
  g_autofree char *folder = g_path_get_dirname (program);
  if (g_str_has_suffix (folder, "/.libs"))
    *strrchr (folder, '/') = '\0';
  g_autofree char *build = g_path_get_dirname (folder);
  g_autofree char *library = g_build_filename (build, "libextract.la", NULL);
  return g_file_test (library, G_FILE_TEST_EXISTS) ? g_steal_pointer (&build) : NULL;
}

/* Takes @path. Returns: (nullable): @path, if it is a program. */
static char *
take_program (char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) && !g_file_test (path, G_FILE_TEST_IS_DIR))
    return path;
  g_free (path);
  return NULL;
}

/* Takes @path. Returns: (nullable): @path, if it is a file. */
static char *
take_file (char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return path;
  g_free (path);
  return NULL;
}

char *
cli_find_module (const char *folder, const char *name)
{
  g_autofree char *build = cli_build_folder ();
  const char *chosen = g_getenv ("TEXTTRACTOR_EXEC_PATH");
  char *path = NULL;
  if (chosen && *chosen)
    path = take_file (g_build_filename (chosen, name, NULL));
  if (!path && build)
    path = take_file (g_build_filename (build, folder, ".libs", name, NULL));
  return path ? path : take_file (g_build_filename (PROGRAMDIR, name, NULL));
}

char *
cli_find_program (const char *word)
{
  if (*word == '\0' || strchr (word, '/'))
    return NULL;
  g_autofree char *name = g_strconcat ("texttractor-", word, NULL);
  g_autofree char *build = cli_build_folder ();
  const char *chosen = g_getenv ("TEXTTRACTOR_EXEC_PATH");
  char *path = NULL;
  if (chosen && *chosen)
    path = take_program (g_build_filename (chosen, name, NULL));
  for (guint i = 0; !path && build && i < G_N_ELEMENTS (folders); i++)
    path = take_program (g_build_filename (build, folders[i], name, NULL));
  if (!path)
    path = take_program (g_build_filename (PROGRAMDIR, name, NULL));
  return path ? path : g_find_program_in_path (name);
}
