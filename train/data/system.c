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
  g_clear_pointer (&system->sites, extract_sites_free);
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

/* ---- Sites -------------------------------------------------------------------------------- */

/* Returns: (transfer full) (nullable) */
static char *
dup_site (const TrainEntry *entry, ExtractDocument *document)
{
  char *site = train_entry_dup_known_site (entry);
  return site ? site : extract_document_dup_site (document);
}

typedef struct {
  TrainSystem *system;
  GPtrArray *entries;
  ExtractParser *parser;
  CliProgress *progress;
} Learning;

static gpointer
learn_page (gsize i, gpointer data)
{
  const Learning *learning = data;
  const TrainEntry *entry = learning->entries->pdata[i];
  g_autoptr (ExtractDocument) document = train_entry_load_page (entry, learning->parser, NULL);
  if (document && extract_classifier_label (learning->system->classifier, document, NULL)) {
    g_autofree char *site = dup_site (entry, document);
    if (site)
      extract_sites_add (learning->system->sites, site, document, NULL);
  }
  return NULL;
}

static gboolean
count_page (gsize i, gpointer result, gpointer data)
{
  const Learning *learning = data;
  cli_progress_step (learning->progress, TRUE);
  return TRUE;
}

void
train_system_learn_sites (TrainSystem *system, GPtrArray *entries, ExtractParser *parser, guint jobs)
{
  Learning learning = { system, entries, parser, cli_progress_new ("pages of sites", entries->len) };
  system->sites = extract_sites_new (EXTRACT_SITES_MEMORY, FALSE);
  cli_parallel (entries->len, jobs, learn_page, count_page, NULL, &learning);
  cli_progress_free (learning.progress);
  extract_sites_end (system->sites);
}

/* ---- A page ------------------------------------------------------------------------------- */

/* Returns: (transfer full) (nullable): @document with labels */
static ExtractDocument *
label (const TrainSystem *system, const TrainEntry *entry, ExtractDocument *document, GError **error)
{
  g_autoptr (ExtractDocument) labelled = extract_document_ref (document);
  if (!extract_classifier_label (system->classifier, labelled, error))
    return NULL;
  g_autofree char *site = system->sites ? dup_site (entry, labelled) : NULL;
  if (site && !extract_sites_label (system->sites, site, system->classifier, &labelled, error))
    return NULL;
  return g_steal_pointer (&labelled);
}

gboolean
train_system_run (const TrainSystem *system, const TrainEntry *entry, ExtractDocument **document, char **text,
                  GError **error)
{
  if (system->folder) {
    g_autofree char *path = dup_text_path (system, entry);
    return train_text_load (path, text, error);
  }
  ExtractDocument *labelled = label (system, entry, *document, error);
  if (!labelled)
    return FALSE;
  extract_document_unref (*document);
  *document = labelled;
  *text = extract_document_to_string (labelled, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, error);
  return *text != NULL;
}
