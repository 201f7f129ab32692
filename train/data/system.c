/* SPDX-License-Identifier: MIT */
#include "train/data/system.h"

gboolean
train_system_open_model (TrainSystem *system, const CliModelOptions *options, const char *name,
                         GError **error)
{
  *system = (TrainSystem){ .classifier = cli_load_classifier (options, name, error) };
  if (!system->classifier)
    return FALSE;

  name = name ? name : options->name;
  system->model = cli_load_model (name, NULL);
  system->name = cli_escape (name ? name : extract_model_get_name (system->model));
  return TRUE;
}

void
train_system_open_folder (TrainSystem *system, const char *folder)
{
  *system = (TrainSystem){ .name = cli_escape (folder), .folder = g_strdup (folder) };
}

void
train_system_clear (TrainSystem *system)
{
  g_clear_pointer (&system->name, g_free);
  g_clear_pointer (&system->classifier, extract_classifier_unref);
  g_clear_pointer (&system->model, extract_model_unref);
  g_clear_pointer (&system->folder, g_free);
}

static char *
dup_text_path (const TrainSystem *system, const TrainEntry *entry)
{
  g_autofree char *name = g_strconcat (entry->id, ".txt", NULL);
  return g_build_filename (system->folder, name, NULL);
}

gboolean
train_system_has_texts (const TrainSystem *system, GPtrArray *entries)
{
  for (guint i = 0; i < entries->len; i++) {
    g_autofree char *path = dup_text_path (system, entries->pdata[i]);
    if (g_file_test (path, G_FILE_TEST_EXISTS))
      return TRUE;
  }
  return FALSE;
}

gboolean
train_system_run (const TrainSystem *system, const TrainEntry *entry, ExtractDocument *document, char **text,
                  GError **error)
{
  if (system->folder) {
    g_autofree char *path = dup_text_path (system, entry);
    return train_text_load (path, text, error);
  }
  if (!extract_classifier_label (system->classifier, document, error))
    return FALSE;
  *text = extract_document_to_string (document, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, error);
  return *text != NULL;
}
