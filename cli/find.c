/* SPDX-License-Identifier: MIT */
/*
 * Finds models by name. The first folder that has NAME.model wins; built-in models come last. The name of the
 * file decides, not the card in it, so that files need not be opened. The library knows nothing of this; only
 * this file reads the environment.
 */
#include "cli/cli.h"
#include "libextract/model/model.h"

#include <string.h>

#define SUFFIX ".model"

typedef struct {
  const char *place; /* static */
  char *path;        /* owned */
} Folder;

enum { N_FOLDERS = 2 };

char *
cli_get_model_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "texttractor", "models", NULL);
}

/* A program in the build tree has what that would install. */
static char *
get_installed_folder (void)
{
  g_autofree char *build = cli_build_folder ();
  return build ? g_build_filename (build, "share", "texttractor", "models", NULL) : g_strdup (MODELDIR);
}

static void
get_folders (Folder folders[N_FOLDERS])
{
  folders[0] = (Folder){ "user", cli_get_model_folder () };
  folders[1] = (Folder){ "installed", get_installed_folder () };
}

static void
clear_folders (Folder folders[N_FOLDERS])
{
  for (guint i = 0; i < N_FOLDERS; i++)
    g_free (folders[i].path);
}

gboolean
cli_is_model_name (const char *name)
{
  return *name && strspn (name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen (name);
}

void
cli_model_place_free (CliModelPlace *place)
{
  g_free (place->name);
  g_free (place->path);
  g_free (place);
}

/* Takes @name and @path. */
static CliModelPlace *
model_place_new (char *name, const char *place, char *path)
{
  CliModelPlace *model = g_new0 (CliModelPlace, 1);
  model->name = name;
  model->place = place;
  model->path = path;
  return model;
}

/* The name of a file without folder and suffix. */
static char *
name_of_file (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  gsize length = strlen (base);
  return g_strndup (base, g_str_has_suffix (base, SUFFIX) ? length - strlen (SUFFIX) : length);
}

static void
add_folder (GPtrArray *places, const Folder *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder->path, 0, NULL);
  const char *base;
  while (dir && (base = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (folder->path, base, NULL);
    if (g_str_has_suffix (base, SUFFIX) && g_file_test (path, G_FILE_TEST_IS_REGULAR))
      g_ptr_array_add (places, model_place_new (name_of_file (base), folder->place, g_steal_pointer (&path)));
  }
}

/* g_ptr_array_sort () is stable: models of one name stay in the order of their folders. */
static int
compare_places (gconstpointer a, gconstpointer b)
{
  const CliModelPlace *one = *(const CliModelPlace *const *) a;
  const CliModelPlace *other = *(const CliModelPlace *const *) b;
  return strcmp (one->name, other->name);
}

GPtrArray *
cli_find_models (void)
{
  GPtrArray *places = g_ptr_array_new_with_free_func ((GDestroyNotify) cli_model_place_free);
  g_auto (GStrv) builtin = extract_model_get_builtin_names ();
  Folder folders[N_FOLDERS];
  get_folders (folders);
  for (guint i = 0; i < N_FOLDERS; i++)
    add_folder (places, &folders[i]);
  clear_folders (folders);
  for (guint i = 0; builtin[i]; i++)
    g_ptr_array_add (places, model_place_new (g_strdup (builtin[i]), "built-in", NULL));

  g_ptr_array_sort (places, compare_places);
  for (guint i = 1; i < places->len; i++) {
    const CliModelPlace *before = g_ptr_array_index (places, i - 1);
    CliModelPlace *model = g_ptr_array_index (places, i);
    model->shadowed = strcmp (before->name, model->name) == 0;
  }
  return places;
}

ExtractModel *
cli_load_any_model_place (const CliModelPlace *place, GError **error)
{
  if (!place->path)
    return extract_model_get_any_builtin (place->name, error);
  return cli_guard_input (place->path, error) ? extract_model_load_any (place->path, error) : NULL;
}

ExtractModel *
cli_load_any_model (const char *name, GError **error)
{
  g_autoptr (CliModelPlace) place = cli_find_model (name, error);
  return place ? cli_load_any_model_place (place, error) : NULL;
}

ExtractModel *
cli_load_model_place (const CliModelPlace *place, GError **error)
{
  if (!place->path)
    return extract_model_get_builtin (place->name, error);
  return cli_guard_input (place->path, error) ? extract_model_load (place->path, error) : NULL;
}

/* Whether a place where main text is asked for can take it, as far as that is known without opening files. */
static gboolean
may_be_of_main_text (const CliModelPlace *place)
{
  g_autoptr (ExtractModel) model = place->path ? NULL : extract_model_get_any_builtin (place->name, NULL);
  return !model || extract_model_get_kind (model) == EXTRACT_MODEL_MAIN_TEXT;
}

static void
fail_unknown (const char *name, GPtrArray *places, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);
  Folder folders[N_FOLDERS];
  for (guint i = 0; i < places->len; i++) {
    const CliModelPlace *model = g_ptr_array_index (places, i);
    if (!model->shadowed && cli_is_model_name (model->name) && may_be_of_main_text (model))
      g_string_append_printf (known, "%s%s", known->len ? ", " : "", model->name);
  }
  get_folders (folders);
  g_autofree char *user = g_filename_display_name (folders[0].path);
  g_autofree char *installed = g_filename_display_name (folders[1].path);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *hint = cli_dup_hint (name, known->str);
  clear_folders (folders);
  g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_UNKNOWN,
               "no model \"%s\" in %s, in %s or built in (available: %s)%s", shown, user, installed,
               known->str, hint);
}

CliModelPlace *
cli_find_model (const char *name, GError **error)
{
  if (strchr (name, '/') || g_str_has_suffix (name, SUFFIX))
    return model_place_new (name_of_file (name), "file", g_strdup (name));

  g_autoptr (GPtrArray) places = cli_find_models ();
  for (guint i = 0; cli_is_model_name (name) && i < places->len; i++) {
    const CliModelPlace *model = g_ptr_array_index (places, i);
    if (strcmp (model->name, name) == 0)
      return model_place_new (g_strdup (name), model->place, g_strdup (model->path));
  }
  fail_unknown (name, places, error);
  return NULL;
}
