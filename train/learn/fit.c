/* SPDX-License-Identifier: MIT */
/*
 * The validation F1 is that of the best threshold. The words of a page are counted in N_BINS bins by the
 * score of their block: n (t) are the words of blocks with a score of at least t, m (t) those of them in the
 * reference, and R the words of the reference.
 *
 *   F1 (t) = 2 m (t) / (n (t) + R)    mean over the pages, largest over t = 1/N_BINS, 2/N_BINS ... 1
 *
 * It uses aligned words and no rules: close to the F1 of the report, and cheap enough for every epoch.
 */
#include "train/learn/fit.h"
#include "libextract/model/model.h"

#include "train/learn/sample.h"

#include <math.h>
#include <string.h>

#define N_BINS 20

/* A restart that goes on is put into the checkpoint so often. */
#define SAVE_INTERVAL (10 * G_USEC_PER_SEC)

/* A restart in the checkpoint: over or not, state of the engine, epochs (epoch, error, F1), best epoch and
 * F1, weights of the best network. */
#define RECORD "(baya(udd)uday)"

/* One restart. */
typedef struct {
  const TrainFitter *fitter;
  TrainEngine *engine;
  const TrainSamples *samples;
  GArray *held;     /* of guint: pages whose F1 is watched; may be empty */
  char *key;        /* in the checkpoint */
  const char *name; /* of the network */
  guint n_epochs;
  ExtractNetwork *best; /* (nullable) */
  double best_f1;
  TrainHistory *history;
  gboolean over;
} Restart;

/* ---- Held-back pages ------------------------------------------------------------------------ */

/* Adds the F1 of @page for each threshold to @sums. */
static void
add_page_f1 (const TrainPage *page, const float *scores, double *sums)
{
  const TrainAlignment *alignment = page->alignment;
  double words[N_BINS + 1] = { 0 }, matched[N_BINS + 1] = { 0 };
  double n = 0, m = 0, reference = alignment->n_reference;

  for (guint i = 0; i < alignment->n_blocks; i++) {
    guint bin = floor (scores[i] * N_BINS);

    words[bin] += alignment->n_words[i];
    matched[bin] += alignment->n_matched[i];
  }
  for (guint t = N_BINS; t > 0; t--) {
    n += words[t];
    m += matched[t];
    sums[t] += n + reference > 0 ? 2 * m / (n + reference) : 1;
  }
}

static double
held_f1 (const TrainFitter *fitter, GArray *held, const ExtractNetwork *network)
{
  g_autoptr (GArray) scores = g_array_new (FALSE, FALSE, sizeof (float));
  double sums[N_BINS + 1] = { 0 }, best = 0;

  for (guint p = 0; p < held->len; p++) {
    guint place = g_array_index (held, guint, p);
    const TrainPage *page = train_corpus_get_page (fitter->corpus, place);

    g_array_set_size (scores, extract_document_get_n_blocks (page->document));
    train_inputs_score_page (fitter->rows, fitter->corpus, place, network, (gpointer) scores->data);
    add_page_f1 (page, (gconstpointer) scores->data, sums);
  }
  for (guint t = 1; t <= N_BINS; t++)
    best = MAX (best, sums[t]);
  return held->len > 0 ? best / held->len : NAN;
}

static void
shuffle (GArray *values, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint *v = (gpointer) values->data;

  for (guint i = values->len; i > 1; i--) {
    guint j = g_rand_int_range (rand, 0, i), swapped = v[i - 1];

    v[i - 1] = v[j];
    v[j] = swapped;
  }
}

/* Numbers the sites of @pages from 0, in the order in which they come.
 * Returns: (transfer full): the site of each page; @n_pages: how many pages each site has */
static GArray *
number_sites (const TrainCorpus *corpus, GArray *pages, GArray *n_pages)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GArray *sites = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint p = 0; p < pages->len; p++) {
    char *name =
        train_entry_dup_site (train_corpus_get_page (corpus, g_array_index (pages, guint, p))->entry);
    gpointer found;
    guint number;

    if (g_hash_table_lookup_extended (numbers, name, NULL, &found)) {
      number = GPOINTER_TO_UINT (found);
      g_free (name);
    } else {
      guint none = 0;

      number = n_pages->len;
      g_array_append_val (n_pages, none);
      g_hash_table_insert (numbers, name, GUINT_TO_POINTER (number));
    }
    g_array_index (n_pages, guint, number)++;
    g_array_append_val (sites, number);
  }
  return sites;
}

/* Which sites are held back: about @share of the pages, none of the sites that would make it much more.
 * Returns: (transfer full): a flag for each site */
static guint8 *
choose_sites (GArray *n_pages, guint total, double share, guint32 seed)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  guint8 *chosen = g_new0 (guint8, n_pages->len);
  double wanted = MAX (1, round (share * total)), n = 0;

  for (guint s = 0; s < n_pages->len; s++)
    g_array_append_val (order, s);
  shuffle (order, seed);
  for (guint i = 0; i < order->len && n < wanted; i++) {
    guint site = g_array_index (order, guint, i), size = g_array_index (n_pages, guint, site);

    if (n + size > 1.5 * wanted + 1 || n + size >= total)
      continue;
    chosen[site] = 1;
    n += size;
  }
  return chosen;
}

void
train_fit_hold_back (const TrainCorpus *corpus, const TrainPlan *plan, GArray *pages, GArray *held)
{
  g_autoptr (GArray) n_pages = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) sites = number_sites (corpus, pages, n_pages);
  g_autofree guint8 *chosen = choose_sites (n_pages, pages->len, plan->held, plan->seed);
  guint kept = 0;

  for (guint p = 0; p < pages->len; p++) {
    guint page = g_array_index (pages, guint, p);

    if (chosen[g_array_index (sites, guint, p)])
      g_array_append_val (held, page);
    else
      g_array_index (pages, guint, kept++) = page;
  }
  g_array_set_size (pages, kept);
}

/* ---- The checkpoint ------------------------------------------------------------------------- */

static GVariant *
bytes_to_variant (gconstpointer bytes, gsize length)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, bytes, length, 1);
}

/* Keeps the state in the checkpoint. If that cannot be, training is worth going on with all the same. */
static void
restart_save (Restart *restart)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) state = restart->over ? g_bytes_new (NULL, 0) : train_engine_save (restart->engine);
  GVariantBuilder epochs;
  gsize n, n_weights;
  gconstpointer bytes = g_bytes_get_data (state, &n);
  const float *weights = extract_network_get_weights (restart->best, &n_weights);

  g_variant_builder_init (&epochs, G_VARIANT_TYPE ("a(udd)"));
  for (guint e = 0; e < restart->history->epochs->len; e++) {
    const TrainEpoch *epoch = &g_array_index (restart->history->epochs, TrainEpoch, e);

    g_variant_builder_add (&epochs, "(udd)", epoch->epoch, epoch->error, epoch->held_f1);
  }
  if (!train_checkpoint_put (restart->fitter->checkpoint, restart->key,
                             g_variant_new ("(b@aya(udd)ud@ay)", restart->over, bytes_to_variant (bytes, n),
                                            &epochs, restart->history->best, restart->best_f1,
                                            bytes_to_variant (weights, n_weights * sizeof *weights)),
                             &error))
    cli_error (NULL, "the checkpoint %s; training continues without it", error->message);
}

/* Resumes this restart if the checkpoint has it. */
static gboolean
restart_load (Restart *restart, GError **error)
{
  const TrainPlan *plan = restart->fitter->plan;
  g_autoptr (GVariant) record = NULL, state = NULL, epochs = NULL, weights = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize n_weights;
  gconstpointer values;
  GVariantIter iter;
  TrainEpoch epoch;

  if (restart->fitter->checkpoint)
    record = train_checkpoint_get (restart->fitter->checkpoint, restart->key, G_VARIANT_TYPE (RECORD));
  if (!record)
    return TRUE;
  g_variant_get (record, "(b@ay@a(udd)ud@ay)", &restart->over, &state, &epochs, &restart->history->best,
                 &restart->best_f1, &weights);
  if (restart->history->best < 1 || restart->history->best > g_variant_n_children (epochs) ||
      g_variant_n_children (epochs) > restart->n_epochs) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "has impossible epochs");
    return FALSE;
  }
  bytes = g_variant_get_data_as_bytes (state);
  values = g_variant_get_fixed_array (weights, &n_weights, 1);
  restart->best = extract_network_new (restart->samples->n_inputs, plan->layers, plan->n_layers, values,
                                       n_weights / sizeof (float), error);
  if (!restart->best || (!restart->over && !train_engine_restore (restart->engine, bytes, error)))
    return FALSE;
  g_variant_iter_init (&iter, epochs);
  while (g_variant_iter_next (&iter, "(udd)", &epoch.epoch, &epoch.error, &epoch.held_f1))
    g_array_append_val (restart->history->epochs, epoch);
  cli_progress_skip (restart->fitter->progress, restart->history->epochs->len);
  return TRUE;
}

/* ---- A restart ------------------------------------------------------------------------------ */

static void
show_progress (const Restart *restart, const TrainEpoch *epoch)
{
  char error[G_ASCII_DTOSTR_BUF_SIZE], f1[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *note = NULL;

  g_ascii_formatd (error, sizeof error, "%.5f", epoch->error);
  g_ascii_formatd (f1, sizeof f1, "%.4f", epoch->held_f1);
  note = g_strdup_printf ("%s: epoch %u, error %s%s%s", restart->name, epoch->epoch, error,
                          isnan (epoch->held_f1) ? "" : ", F1 ", isnan (epoch->held_f1) ? "" : f1);
  cli_progress_set_note (restart->fitter->progress, note);
  cli_progress_step (restart->fitter->progress, TRUE);
}

static gboolean
run_epoch (Restart *restart, GError **error)
{
  TrainEpoch epoch = { .epoch = restart->history->epochs->len + 1 };
  g_autoptr (ExtractNetwork) network = NULL;

  if (!train_engine_run_epoch (restart->engine, &epoch.error, error) ||
      !(network = train_engine_dup_network (restart->engine, error)))
    return FALSE;
  epoch.held_f1 = held_f1 (restart->fitter, restart->held, network);
  g_array_append_val (restart->history->epochs, epoch);
  if (!restart->best || isnan (epoch.held_f1) || epoch.held_f1 > restart->best_f1) {
    g_clear_pointer (&restart->best, extract_network_unref);
    restart->best = g_steal_pointer (&network);
    restart->best_f1 = epoch.held_f1;
    restart->history->best = epoch.epoch;
  }
  restart->over = epoch.epoch >= restart->n_epochs ||
                  epoch.epoch - restart->history->best >= restart->fitter->plan->patience;
  show_progress (restart, &epoch);
  return TRUE;
}

static gboolean
run_restart (Restart *restart, GError **error)
{
  TrainCheckpoint *checkpoint = restart->fitter->checkpoint;
  gboolean changed = FALSE;
  gint64 saved = g_get_monotonic_time ();

  if (!restart_load (restart, error)) {
    g_prefix_error (error, "the checkpoint: ");
    return FALSE;
  }
  while (!restart->over && !cli_interrupted ()) {
    if (!run_epoch (restart, error))
      return FALSE;
    changed = TRUE;
    if (checkpoint && !restart->over && g_get_monotonic_time () - saved >= SAVE_INTERVAL) {
      restart_save (restart);
      saved = g_get_monotonic_time ();
      changed = FALSE;
    }
  }
  cli_progress_skip (restart->fitter->progress, restart->n_epochs - restart->history->epochs->len);
  if (checkpoint && changed)
    restart_save (restart);
  return TRUE;
}

/* ---- All restarts --------------------------------------------------------------------------- */

/* Whether @restart is better than what there is: by its F1, or by its error if nothing is held back. */
static gboolean
is_better (const Restart *restart, const TrainFit *fit)
{
  const GArray *epochs = restart->history->epochs;

  if (!restart->best || !fit->network)
    return restart->best != NULL;
  if (!isnan (restart->best_f1))
    return restart->best_f1 > fit->held_f1;
  return g_array_index (epochs, TrainEpoch, epochs->len - 1).error <
         g_array_index (fit->history->epochs, TrainEpoch, fit->history->epochs->len - 1).error;
}

static void
take_restart (TrainFit *fit, Restart *restart)
{
  g_clear_pointer (&fit->network, extract_network_unref);
  g_clear_pointer (&fit->history, train_history_free);
  fit->network = g_steal_pointer (&restart->best);
  fit->history = g_steal_pointer (&restart->history);
  fit->held_f1 = restart->best_f1;
}

static gboolean
fit_restart (TrainFit *fit, Restart *restart, guint number, GError **error)
{
  guint32 seed = restart->fitter->plan->seed + 1000003u * number;
  TrainPlan plan = *restart->fitter->plan;
  gboolean good;

  restart->key = g_strdup_printf ("%s/%u", restart->name, number);
  restart->history = train_history_new (restart->name);
  plan.epochs = restart->n_epochs; /* what the learning rate of adam follows */
  restart->engine = train_engine_new (&plan, restart->samples, restart->fitter->start, seed,
                                      restart->fitter->threads, error);
  good = restart->engine && run_restart (restart, error);
  if (good) {
    fit->interrupted |= !restart->over;
    if (is_better (restart, fit))
      take_restart (fit, restart);
  }
  g_clear_pointer (&restart->engine, train_engine_free);
  g_clear_pointer (&restart->best, extract_network_unref);
  g_clear_pointer (&restart->history, train_history_free);
  g_free (restart->key);
  return good;
}

GArray *
train_fit_draw_pages (const TrainPlan *plan, GArray *pages)
{
  GArray *drawn = g_array_copy (pages);

  if (plan->pages > 0 && plan->pages < drawn->len) {
    shuffle (drawn, plan->seed);
    g_array_set_size (drawn, plan->pages);
  }
  return drawn;
}

TrainFit *
train_fit_pages (const TrainFitter *fitter, const char *name, GArray *pages, guint epochs, GError **error)
{
  const TrainPlan *plan = fitter->plan;
  g_autoptr (GArray) learnt = train_fit_draw_pages (plan, pages);
  g_autoptr (GArray) held = g_array_new (FALSE, FALSE, sizeof (guint));
  const TrainMaterial material = { fitter->corpus, fitter->rows, fitter->targets, fitter->page_weights,
                                   fitter->n_classes };
  g_autoptr (TrainSamples) samples = NULL;
  g_autoptr (TrainFit) fit = g_new0 (TrainFit, 1);

  if (epochs == 0 && plan->held > 0)
    train_fit_hold_back (fitter->corpus, plan, learnt, held);
  samples = train_samples_from_pages (&material, learnt, plan, plan->seed);
  fit->held_f1 = NAN;
  for (guint r = 0; r < plan->restarts; r++) {
    Restart restart = {
      .fitter = fitter,
      .samples = samples,
      .held = held,
      .name = name,
      .n_epochs = epochs ? epochs : plan->epochs,
    };

    if (!fit_restart (fit, &restart, r, error))
      return NULL;
  }
  return fit->network ? g_steal_pointer (&fit) : NULL;
}

void
train_fit_free (TrainFit *fit)
{
  g_clear_pointer (&fit->network, extract_network_unref);
  g_clear_pointer (&fit->history, train_history_free);
  g_free (fit);
}
