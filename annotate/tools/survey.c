/* SPDX-License-Identifier: MIT */
/*
 * The cache: ~/.cache/texttractor/survey/<checksum of set and model>, a line for each page:
 *
 *   id TAB bytes of its file TAB measure
 *
 * It only saves time: if anything is wrong with it, the pages are read.
 */
#include "annotate/tools/survey.h"
#include "libextract/model/model.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define MAX_CACHE ((gsize) 1 << 30)

typedef struct {
  gint64 size;    /* of its file; -1 if there is none */
  double measure; /* NAN if not known */
  gboolean done;
} Sight;

struct _Survey {
  const TrainDataset *set;
  ExtractParser *parser;
  ExtractClassifier *classifier; /* (nullable): NULL for elements */
  SurveyMeasure measure;         /* of pages that it has labelled */
  const ElementNetwork *network; /* (nullable): of elements */
  char *path;                    /* of the cache; (nullable): NULL for none */

  GMutex lock;   /* for what follows */
  Sight *sights; /* [pages] */
  guint n_done;
  gboolean changed; /* since the cache was read */

  GThread *thread; /* (nullable) */
  gint stop;       /* atomic */
};

/* ---- The cache --------------------------------------------------------------------------------- */

static char *
dup_cache_path (const TrainDataset *set, const char *key)
{
  g_autofree char *absolute = g_canonicalize_filename (set->path, NULL);
  g_autofree char *both = g_strconcat (absolute, "\n", key, NULL);
  g_autofree char *name = g_compute_checksum_for_string (G_CHECKSUM_SHA256, both, -1);
  return g_build_filename (g_get_user_cache_dir (), "texttractor", "survey", name, NULL);
}

char *
survey_dup_key (const CliModelOptions *options)
{
  g_autoptr (ExtractModel) model = cli_load_model (options->name, NULL);
  if (!model)
    return g_strdup (options->name);
  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

static gint64
get_size (const TrainEntry *entry)
{
  static const char *const suffixes[] = { ".html.gz", ".html" };
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    g_autofree char *name = g_strconcat (entry->id, suffixes[i], NULL);
    g_autofree char *path = g_build_filename (entry->dataset->path, "html", name, NULL);
    GStatBuf status;
    if (g_stat (path, &status) == 0)
      return status.st_size;
  }
  return -1;
}

static void
read_line (Survey *survey, GHashTable *numbers, const char *line)
{
  g_auto (GStrv) columns = g_strsplit (line, "\t", -1);
  gpointer number;
  if (g_strv_length (columns) != 3 || !g_hash_table_lookup_extended (numbers, columns[0], NULL, &number))
    return;
  Sight *sight = &survey->sights[GPOINTER_TO_UINT (number)];
  double measure = g_ascii_strtod (columns[2], NULL);
  if (sight->done || sight->size < 0 || g_ascii_strtoll (columns[1], NULL, 10) != sight->size ||
      !(measure >= 0 && measure <= 1))
    return;
  sight->measure = measure;
  sight->done = TRUE;
  survey->n_done++;
}

static void
read_cache (Survey *survey)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!cli_read_file (survey->path, MAX_CACHE, &text, &length, NULL))
    return;
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < survey->set->entries->len; i++)
    g_hash_table_insert (numbers, ((const TrainEntry *) survey->set->entries->pdata[i])->id,
                         GUINT_TO_POINTER (i));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line; line++)
    read_line (survey, numbers, *line);
}

static void
write_cache (const Survey *survey)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < survey->set->entries->len; i++) {
    const Sight *sight = &survey->sights[i];
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    if (!isnan (sight->measure))
      g_string_append_printf (text, "%s\t%" G_GINT64_FORMAT "\t%s\n",
                              ((const TrainEntry *) survey->set->entries->pdata[i])->id, sight->size,
                              g_ascii_dtostr (number, sizeof number, sight->measure));
  }
  g_autofree char *folder = g_path_get_dirname (survey->path);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    cli_write_file (survey->path, text->str, (gssize) text->len, NULL);
}

/* ---- Looking at pages -------------------------------------------------------------------------- */

static double
look_at_elements (const Survey *survey, const ElementPage *page)
{
  const gsize n = element_network_get_n_classes (survey->network);
  g_autofree float *probabilities = g_new (float, page->elements->len *n + 1);
  g_autofree guint *found = g_new (guint, page->elements->len + 1);
  double sum = 0;

  element_network_tell (survey->network, page->elements, probabilities, found);
  for (guint i = 0; i < page->elements->len; i++)
    sum += 1 - probabilities[i * n + found[i]];
  return page->elements->len > 0 ? sum / page->elements->len : 0;
}

double
survey_measure_uncertainty (ExtractDocument *document)
{
  return CLAMP (1 - extract_document_get_confidence (document), 0, 1);
}

/* Returns: NAN if the page cannot be read. */
static double
look_at (const Survey *survey, guint page)
{
  const TrainEntry *entry = survey->set->entries->pdata[page];
  if (survey->network)
    return look_at_elements (survey, entry->elements);
  g_autoptr (ExtractDocument) document =
      train_entry_load_page (survey->set->entries->pdata[page], survey->parser, NULL);
  if (!document)
    return NAN;
  if (extract_document_get_n_blocks (document) == 0)
    return 0;
  if (!extract_classifier_label (survey->classifier, document, NULL))
    return NAN;
  return survey->measure (document);
}

static gboolean
is_done (Survey *survey, guint page)
{
  g_mutex_lock (&survey->lock);
  gboolean done = survey->sights[page].done;
  g_mutex_unlock (&survey->lock);
  return done;
}

static void
note (Survey *survey, guint page, double measure)
{
  g_mutex_lock (&survey->lock);
  survey->sights[page].measure = measure;
  survey->sights[page].done = TRUE;
  survey->n_done++;
  survey->changed = TRUE;
  g_mutex_unlock (&survey->lock);
}

static gpointer
read_in_background (gpointer data)
{
  Survey *survey = data;
  for (guint i = 0; i < survey->set->entries->len && !g_atomic_int_get (&survey->stop); i++)
    if (!is_done (survey, i))
      note (survey, i, look_at (survey, i));
  return NULL;
}

/* A run over the pages that are left. */
typedef struct {
  Survey *survey;
  GArray *left; /* of guint */
  CliProgress *progress;
} Run;

static gpointer
run_page (gsize i, gpointer data)
{
  const Run *run = data;
  guint page = g_array_index (run->left, guint, i);
  note (run->survey, page, look_at (run->survey, page));
  return NULL;
}

static gboolean
run_done (gsize i, gpointer result, gpointer data)
{
  Run *run = data;
  cli_progress_step (run->progress, !isnan (survey_get (run->survey, g_array_index (run->left, guint, i))));
  return TRUE;
}

void
survey_run (Survey *survey, guint jobs)
{
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < survey->set->entries->len; i++)
    if (!survey->sights[i].done)
      g_array_append_val (left, i);
  Run run = { survey, left, cli_progress_new ("pages", left->len) };
  cli_parallel (left->len, jobs, run_page, run_done, NULL, &run);
  cli_progress_free (run.progress);
}

void
survey_start (Survey *survey)
{
  if (!survey->thread)
    survey->thread = g_thread_new ("survey", read_in_background, survey);
}

/* It knows of no page yet. */
static Survey *
survey_alloc (const TrainDataset *set)
{
  Survey *survey = g_new0 (Survey, 1);
  survey->set = set;
  g_mutex_init (&survey->lock);
  survey->sights = g_new0 (Sight, (gsize) set->entries->len + 1);
  for (guint i = 0; i < set->entries->len; i++) {
    survey->sights[i].size = get_size (set->entries->pdata[i]);
    survey->sights[i].measure = NAN;
  }
  return survey;
}

Survey *
survey_new (const TrainDataset *set, ExtractParser *parser, ExtractClassifier *classifier,
            SurveyMeasure measure, const char *key)
{
  Survey *survey = survey_alloc (set);
  survey->parser = parser;
  survey->classifier = classifier;
  survey->measure = measure;
  survey->path = dup_cache_path (set, key);
  read_cache (survey);
  return survey;
}

Survey *
survey_new_for_elements (const TrainDataset *set, const ElementNetwork *network)
{
  Survey *survey = survey_alloc (set);
  survey->network = network;
  return survey;
}

void
survey_free (Survey *survey)
{
  if (!survey)
    return;
  g_atomic_int_set (&survey->stop, TRUE);
  g_clear_pointer (&survey->thread, g_thread_join);
  if (survey->changed && survey->path)
    write_cache (survey);
  g_mutex_clear (&survey->lock);
  g_free (survey->sights);
  g_free (survey->path);
  g_free (survey);
}

guint
survey_get_n_done (Survey *survey)
{
  g_mutex_lock (&survey->lock);
  guint n = survey->n_done;
  g_mutex_unlock (&survey->lock);
  return n;
}

double
survey_get (Survey *survey, guint page)
{
  g_mutex_lock (&survey->lock);
  double measure = survey->sights[page].measure;
  g_mutex_unlock (&survey->lock);
  return measure;
}
