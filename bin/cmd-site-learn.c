/* SPDX-License-Identifier: MIT */
#include "bin/cmd-site-learn.h"

#include "libextract/model/model.h"
#include "libextract/page/page.h"

#include <pthread.h>
#include <string.h>

typedef struct {
  CmdSiteLearning *learning;
  const ExtractMethod *everything;
  pthread_mutex_t lock; /* of the names */
} Work;

static void
note_name (Work *work, const char *site)
{
  GHashTable *names = work->learning->names;
  if (!names || !site)
    return;
  pthread_mutex_lock (&work->lock);
  if (g_hash_table_size (names) < CMD_MOST_SITE_NAMES)
    g_hash_table_add (names, g_strdup (site));
  pthread_mutex_unlock (&work->lock);
}

/* In a worker. Pages that are text already have no elements. */
static char *
make (ExtractDocument *document, gpointer data, GError **error)
{
  Work *work = data;
  const CmdSiteLearning *learning = work->learning;
  g_autofree char *site = extract_document_dup_site (document);
  const char *model = extract_document_get_model (document);
  note_name (work, site);
  if (strcmp (model, work->everything->name) == 0 || (learning->by_site && !site))
    return g_strdup ("");
  if (!extract_sites_add (learning->sites, learning->by_site ? site : NULL, document, error))
    return NULL;
  return g_strdup ("");
}

static char *
settle (const char *made, gpointer data, gboolean *enough, GError **error)
{
  return NULL;
}

static char *
finish (gpointer data)
{
  return NULL;
}

int
cmd_site_learn (const CmdBatch *batch, CmdSiteLearning *learning)
{
  g_auto (CmdFilter) filter = { .max_words = G_MAXUINT64, .dedup = CORPUS_DEDUP_DEFAULTS };
  g_auto (CmdKeep) keep = { .patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_regex_unref) };
  Work work = { .learning = learning, .everything = extract_method_find ("everything") };
  const CmdPageWork page_work = { .make = make, .settle = settle, .finish = finish, .data = &work };
  CmdBatch reading = *batch;

  filter.dedup.kinds = 0;
  reading.work = &page_work;
  reading.tagger = NULL;
  reading.sites = NULL;
  reading.filter = &filter;
  reading.keep = &keep;
  reading.output =
      (CmdOutputOptions){ .format = EXTRACT_FORMAT_TEXT, .prologue = "", .separator = "", .epilogue = "" };
  reading.only_with = 0;
  reading.failures = NULL;
  reading.skip_existing = reading.resume = reading.exit_status = reading.summary = FALSE;
  reading.unordered = TRUE;
  pthread_mutex_init (&work.lock, NULL);
  int status = cmd_batch_run (&reading);
  pthread_mutex_destroy (&work.lock);
  extract_sites_end (learning->sites);
  return status;
}
