/* SPDX-License-Identifier: MIT */
#include "train/learn/class-stage.h"

#include "libextract/page/page.h"
#include "train/learn/crossval.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

/* Of all random numbers. */
#define CLASS_SEED 32452843u

/* ---- Classes ---------------------------------------------------------------------------------- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static guint
n_blocks_of (const TrainPage *page)
{
  return extract_document_get_n_blocks (page->document);
}

static gboolean
check_names (GPtrArray *names, guint n_folds, GError **error)
{
  guint n[2] = { 0, 0 }, n_others = 0;

  for (guint c = 0; c < names->len; c++) {
    const char *name = names->pdata[c];

    n[extract_class_name_is_content (name)]++;
    n_others += strcmp (name, "content") != 0 && strcmp (name, "boilerplate") != 0;
  }
  if (n_others == 0) {
    g_set_error (
        error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
        "classes=on needs labels of people with other classes than content and boilerplate; the pages "
        "have %s",
        names->len > 0 ? "only these" : "no labels of people");
    return FALSE;
  }
  if (n[0] == 0 || n[1] == 0 || names->len > EXTRACT_MAX_CLASSES) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 n[0] > 0 && n[1] > 0
                     ? "people gave more than %d classes, which is too many for a model"
                     : "people gave no class of main text, or none of anything else, among %d "
                       "classes",
                 n[0] > 0 && n[1] > 0 ? EXTRACT_MAX_CLASSES : (int) names->len);
    return FALSE;
  }
  if (n_folds < 2) {
    g_set_error_literal (
        error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
        "classes=on needs labels of people on pages of more sites: those there are, are all in "
        "one fold, so that there is none to measure by");
    return FALSE;
  }
  return TRUE;
}

char **
train_class_names (const TrainCorpus *corpus, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL); /* they are interned */
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint64 folds = 0; /* bit f: people gave classes on a page of fold f */

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (corpus, p);

    for (guint i = 0; page->trusted && page->labels->classes && i < n_blocks_of (page); i++) {
      const char *class = page->labels->classes[i];

      if (class && g_hash_table_add (seen, (gpointer) class))
        g_ptr_array_add (names, g_strdup (class));
      if (class)
        folds |= G_GUINT64_CONSTANT (1) << page->entry->fold;
    }
  }
  g_ptr_array_sort (names, compare_names);
  if (!check_names (names, (folds != 0) + ((folds & (folds - 1)) != 0), error))
    return NULL;
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
}

/* Returns: (transfer full): [n_blocks]: the number of the class of each block, -1 where people gave none */
static int *
number_blocks (const TrainCorpus *corpus, char **names)
{
  int *numbers = g_new (int, corpus->n_blocks + 1);

  for (guint p = 0; p < corpus->pages->len; p++) {
    const TrainPage *page = train_corpus_get_page (corpus, p);

    for (guint i = 0; i < n_blocks_of (page); i++) {
      const char *class = page->labels->classes ? page->labels->classes[i] : NULL;
      int number = -1;

      for (int c = 0; class && names[c]; c++)
        if (strcmp (names[c], class) == 0)
          number = c;
      numbers[page->first_block + i] = number;
    }
  }
  return numbers;
}

/* ---- Networks --------------------------------------------------------------------------------- */

void
train_class_stage_plan (const TrainPlan *plan, guint n_classes, TrainPlan *of_classes)
{
  const TrainLayers *hidden = &plan->class_network;

  *of_classes = *plan;
  memcpy (of_classes->layers, hidden->layers, sizeof of_classes->layers);
  of_classes->layers[hidden->n_layers] = (ExtractLayer){ n_classes, EXTRACT_ACTIVATION_LINEAR, 1, 0 };
  of_classes->n_layers = hidden->n_layers + 1;
  of_classes->engine = TRAIN_ENGINE_MATRIX;
  of_classes->algorithm = TRAIN_ALGORITHM_ADAM;
  of_classes->loss = TRAIN_LOSS_CROSS_ENTROPY;
  of_classes->length = TRAIN_LENGTH_BLOCK;
  of_classes->good_weight = 1;
  of_classes->samples = 0;
  of_classes->epochs = plan->class_epochs;
  of_classes->held = 0;
  of_classes->restarts = 1;
  of_classes->seed = plan->seed + CLASS_SEED;
  /* It counts snippets. */
  if (!train_layers_are_sequence (plan->layers, plan->n_layers))
    of_classes->batch = MAX (plan->batch / plan->snippet, 1);
}

typedef struct {
  const TrainClassTask *task;
  TrainPlan plan;
  const int *numbers; /* [n_blocks] */
  float *targets;     /* [n_blocks]: the same, NAN for -1; owned */
  float *scores;
  TrainClassStage *stage;
} Work;

static char *
dup_name (const Work *work, guint fold)
{
  return fold < work->task->plan->folds ? g_strdup_printf ("fold %u, classes", fold + 1)
                                        : g_strdup ("all pages, classes");
}

static guint32
get_mask (const Work *work, guint fold)
{
  return fold < work->task->plan->folds ? 1u << fold : 0;
}

static gboolean
fit_network (Work *work, guint fold, GError **error)
{
  const TrainClassTask *task = work->task;
  const TrainFitter fitter = { .corpus = task->corpus,
                               .rows = train_view_get_rows (task->view),
                               .targets = work->targets,
                               .page_weights = task->page_weights,
                               .n_classes = work->stage->n_classes,
                               .plan = &work->plan,
                               .checkpoint = task->checkpoint,
                               .progress = task->progress,
                               .threads = task->jobs };
  g_autoptr (GArray) pages =
      train_crossval_list_pages (task->corpus, task->page_weights, get_mask (work, fold));
  g_autofree char *name = dup_name (work, fold);
  GError *failure = NULL;
  TrainFit *fit = train_fit_pages (&fitter, name, pages, work->plan.epochs, &failure);

  work->stage->fits[fold].fit = fit;
  work->stage->interrupted |= !fit || fit->interrupted;
  if (failure)
    g_propagate_error (error, failure);
  return failure == NULL;
}

/* The probabilities of the pages of @fold. */
static void
tell_fold (Work *work, guint fold)
{
  const TrainClassTask *task = work->task;
  const TrainInputs *rows = train_view_get_rows (task->view);
  const ExtractNetwork *network = work->stage->fits[fold].fit->network;

  for (guint s = 0; s < task->scored->len; s++) {
    const TrainPage *page = train_corpus_get_page (task->corpus, g_array_index (task->scored, guint, s));
    float *probabilities = work->stage->probabilities + page->first_block * work->stage->n_classes;

    if (page->entry->fold != fold)
      continue;
    extract_network_run_sequence (network, n_blocks_of (page),
                                  rows->values + page->first_block * rows->n_features, probabilities);
    extract_classes_join ((const char *const *) work->stage->names, n_blocks_of (page),
                          work->scores + page->first_block, probabilities);
  }
}

/* ---- Decoding --------------------------------------------------------------------------------- */

/* Returns: (transfer full): TrainClassChain: the scored pages that are not of @fold; each page weighs the
 * same
 */
static GArray *
list_chains (const Work *work, guint fold)
{
  GArray *chains = g_array_new (FALSE, FALSE, sizeof (TrainClassChain));

  for (guint s = 0; s < work->task->scored->len; s++) {
    const guint p = g_array_index (work->task->scored, guint, s);
    const TrainPage *page = train_corpus_get_page (work->task->corpus, p);
    const double weight = work->task->page_weights ? work->task->page_weights[p] : 1;
    const TrainClassChain chain = { page->first_block, n_blocks_of (page),
                                    weight / MAX (n_blocks_of (page), 1) };

    if (page->entry->fold != fold && chain.n > 0 && page->trusted && weight > 0)
      g_array_append_val (chains, chain);
  }
  for (guint k = 0; k < chains->len; k++)
    g_array_index (chains, TrainClassChain, k).weight /= chains->len;
  return chains;
}

static void
decode_fold (Work *work, guint fold, const TrainClassDecoder *decoder, float *probabilities)
{
  for (guint s = 0; s < work->task->scored->len; s++) {
    const TrainPage *page =
        train_corpus_get_page (work->task->corpus, g_array_index (work->task->scored, guint, s));

    if (page->entry->fold == fold)
      extract_classes_decode ((const char *const *) work->stage->names, &decoder->decoding,
                              n_blocks_of (page), probabilities + page->first_block * work->stage->n_classes,
                              work->scores + page->first_block);
  }
}

/* Decoders learn from probabilities that are not decoded. */
static void
run_decoders (Work *work)
{
  const TrainClassTask *task = work->task;
  const TrainClassDecoding decoding = { task->plan->class_decode, task->plan->decode_weight };
  const gsize n = task->corpus->n_blocks * work->stage->n_classes;
  g_autofree float *decoded = g_memdup2 (work->stage->probabilities, (n + 1) * sizeof *decoded);

  for (guint fold = 0; fold <= task->plan->folds; fold++) {
    g_autoptr (GArray) chains = list_chains (work, fold);
    const TrainClassLesson lesson = { work->stage->n_classes, chains, work->numbers,
                                      work->stage->probabilities };

    if (!task->wanted[fold])
      continue;
    work->stage->fits[fold].decoder = train_class_decoder_new (&lesson, &decoding, task->jobs);
    decode_fold (work, fold, work->stage->fits[fold].decoder, decoded);
  }
  memcpy (work->stage->probabilities, decoded, n * sizeof *decoded);
}

/* ---- The whole -------------------------------------------------------------------------------- */

TrainClassStage *
train_class_stage_run (const TrainClassTask *task, float *scores, GError **error)
{
  g_autoptr (TrainClassStage) stage = NULL;
  g_auto (GStrv) names = train_class_names (task->corpus, error);
  g_autofree int *numbers = names ? number_blocks (task->corpus, names) : NULL;
  g_autofree float *targets = names ? g_new (float, task->corpus->n_blocks + 1) : NULL;
  Work work = { .task = task, .numbers = numbers, .targets = targets, .scores = scores };

  if (!names)
    return NULL;
  for (gsize b = 0; b < task->corpus->n_blocks; b++)
    targets[b] = numbers[b] >= 0 ? (float) numbers[b] : NAN;
  work.stage = stage = g_new0 (TrainClassStage, 1);
  stage->n_classes = g_strv_length (names);
  stage->names = g_steal_pointer (&names);
  stage->n_fits = task->plan->folds + 1;
  stage->fits = g_new0 (TrainClassFit, stage->n_fits);
  stage->probabilities = g_new0 (float, task->corpus->n_blocks * stage->n_classes + 1);
  train_class_stage_plan (task->plan, stage->n_classes, &work.plan);
  for (guint fold = 0; fold <= task->plan->folds && !stage->interrupted; fold++) {
    if (!task->wanted[fold])
      continue;
    train_view_leave_out (task->view, get_mask (&work, fold));
    if (!fit_network (&work, fold, error))
      return NULL;
    if (!stage->interrupted)
      tell_fold (&work, fold);
  }
  if (!stage->interrupted)
    run_decoders (&work);
  return g_steal_pointer (&stage);
}

ExtractModelClasses
train_class_stage_get (const TrainClassStage *stage, guint fold)
{
  const TrainClassFit *fit = &stage->fits[fold];

  if (stage->interrupted || !fit->fit)
    return (ExtractModelClasses){ NULL };
  return (ExtractModelClasses){ (const char *const *) stage->names, fit->fit->network,
                                fit->decoder->decoding };
}

void
train_class_stage_free (TrainClassStage *stage)
{
  if (!stage)
    return;
  for (guint k = 0; k < stage->n_fits; k++) {
    g_clear_pointer (&stage->fits[k].fit, train_fit_free);
    train_class_decoder_free (stage->fits[k].decoder);
  }
  g_free (stage->fits);
  g_strfreev (stage->names);
  g_free (stage->probabilities);
  g_free (stage);
}
