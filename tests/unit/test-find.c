/* SPDX-License-Identifier: MIT */
/*
 * Where models are found: user before installed before built-in, by the name of the file. Made with MODELDIR
 * as "installed", a folder in a fresh one, where the user's is "data".
 */
#include <glib/gstdio.h>

#include "cli/cli.h"
#include "libextract/model/model.h"

#define USER "data/texttractor/models"
#define INSTALLED "installed"

/* A copy of the built-in model that calls itself @inner. */
static void
put_model (const char *folder, const char *file, const char *inner)
{
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  const char *const card[] = { "name", inner, NULL };
  g_autoptr (ExtractModel) named = extract_model_new (
      card,
      &(ExtractModelParts){
          .stages[EXTRACT_STAGE_FIRST] = { .set = extract_model_get_feature_set (model),
                                           .network = extract_model_get_stage (model, EXTRACT_STAGE_FIRST)
                                                          ->network },
          .good = 0.5,
          .near_good = 0.2,
          .no_text = 1,
          .rules = extract_model_get_rules (model) },
      NULL);
  g_autoptr (GBytes) bytes = extract_model_to_bytes (named);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
}

static void
clear_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *base;

  while (dir != NULL && (base = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, base, NULL);
    g_assert_cmpint (g_remove (path), ==, 0);
  }
}

static void
clear_folders (void)
{
  clear_folder (USER);
  clear_folder (INSTALLED);
}

/* @place: (nullable): where @name is found; NULL if it is not. */
static void
assert_found (const char *name, const char *place, const char *inner)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CliModelPlace) found = cli_find_model (name, &error);

  if (place == NULL) {
    g_assert_null (found);
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_UNKNOWN);
    return;
  }
  g_assert_no_error (error);
  g_assert_cmpstr (found->place, ==, place);
  g_autoptr (ExtractModel) model = cli_load_model_place (found, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (extract_model_get_name (model), ==, inner);
}

static void
test_order (void)
{
  assert_found ("classic", "built-in", "classic");
  assert_found ("other", NULL, NULL);
  put_model (INSTALLED, "classic.model", "installed-one");
  put_model (INSTALLED, "other.model", "other-installed");
  assert_found ("classic", "installed", "installed-one");
  assert_found ("other", "installed", "other-installed");
  put_model (USER, "classic.model", "own-one");
  put_model (USER, "third.model", "classic");
  assert_found ("classic", "user", "own-one");
  assert_found ("other", "installed", "other-installed");
  assert_found ("third", "user", "classic");
  assert_found ("own-one", NULL, NULL);
  clear_folders ();
  assert_found ("classic", "built-in", "classic");
}

static void
test_list (void)
{
  static const struct {
    const char *name, *place, *path;
    gboolean shadowed;
  } expected[] = {
    { "Bad Name", "installed", INSTALLED "/Bad Name.model", FALSE },
    { "classic", "user", NULL, FALSE },
    { "classic", "installed", INSTALLED "/classic.model", TRUE },
    { "classic", "built-in", NULL, TRUE },
    { "elements", "built-in", NULL, FALSE },
    { "rich", "built-in", NULL, FALSE },
    { "zebra", "installed", INSTALLED "/zebra.model", FALSE },
  };

  put_model (INSTALLED, "zebra.model", "a");
  put_model (INSTALLED, "classic.model", "b");
  put_model (INSTALLED, "Bad Name.model", "c");
  put_model (INSTALLED, "zebra.md", "d");
  put_model (USER, "classic.model", "e");
  g_assert_cmpint (g_mkdir (INSTALLED "/folder.model", 0700), ==, 0);

  g_autoptr (GPtrArray) places = cli_find_models ();
  g_assert_cmpuint (places->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < places->len; i++) {
    const CliModelPlace *place = g_ptr_array_index (places, i);
    g_assert_cmpstr (place->name, ==, expected[i].name);
    g_assert_cmpstr (place->place, ==, expected[i].place);
    g_assert_cmpint (place->shadowed, ==, expected[i].shadowed);
    if (i == 1)
      g_assert_true (g_str_has_suffix (place->path, USER "/classic.model"));
    else
      g_assert_cmpstr (place->path, ==, expected[i].path);
  }
  clear_folders ();
}

/* What is no name finds nothing, even if there is such a file; a file is one by its looks. */
static void
test_words (void)
{
  static const char *const no_names[] = { "", ".", "..", "Own", "own ", "\xff", "own\n", "*" };

  put_model (USER, "Own.model", "own");
  put_model (USER, "own .model", "own");
  put_model (USER, "...model", "own");
  for (guint i = 0; i < G_N_ELEMENTS (no_names); i++) {
    assert_found (no_names[i], NULL, NULL);
    g_assert_false (cli_is_model_name (no_names[i]));
  }
  assert_found (USER "/Own.model", "file", "own");
  g_autoptr (CliModelPlace) file = cli_find_model ("a/b", NULL);
  g_assert_cmpstr (file->place, ==, "file");
  g_assert_cmpstr (file->name, ==, "b");
  g_assert_cmpstr (file->path, ==, "a/b");
  g_autoptr (CliModelPlace) suffix = cli_find_model ("x.model", NULL);
  g_assert_cmpstr (suffix->place, ==, "file");
  g_assert_cmpstr (suffix->name, ==, "x");
  clear_folders ();
}

/* The sentence says what there is and where it was looked for. */
static void
test_unknown (void)
{
  g_autoptr (GError) error = NULL;

  put_model (USER, "mine.model", "mine");
  put_model (USER, "classic.model", "mine");
  put_model (USER, "Bad.model", "mine");
  g_assert_null (cli_find_model ("nonsense", &error));
  g_assert_true (g_str_has_prefix (error->message, "no model \"nonsense\" in "));
  g_assert_true (g_str_has_suffix (error->message,
                                   "/" USER ", in installed or built in (available: classic, mine, rich)"));
  clear_folders ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_autofree char *folder = g_dir_make_tmp ("test-find.XXXXXX", NULL);
  g_assert_cmpint (g_chdir (folder), ==, 0);
  g_autofree char *data = g_build_filename (folder, "data", NULL);
  g_setenv ("XDG_DATA_HOME", data, TRUE);
  g_test_add_func ("/find/order", test_order);
  g_test_add_func ("/find/list", test_list);
  g_test_add_func ("/find/words", test_words);
  g_test_add_func ("/find/unknown", test_unknown);
  int status = g_test_run ();
  clear_folders ();
  static const char *const folders[] = { USER, "data/texttractor", "data", INSTALLED };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    g_rmdir (folders[i]);
  g_assert_cmpint (g_chdir ("/"), ==, 0);
  g_rmdir (folder);
  return status;
}
