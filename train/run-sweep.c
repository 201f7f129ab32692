/* SPDX-License-Identifier: MIT */
#include "train/run.h"

#include "train/learn/sweep.h"
#include "train/verdict.h"

/* What the folds came to: the median of their epochs, and the mean of their errors. */
static void
summarise_fits (const TrainStack *stack, TrainSweepResult *result)
{
  g_autoptr (GPtrArray) fits = g_ptr_array_new ();

  for (guint c = 0; c < stack->chains->len; c++) {
    const TrainChain *chain = stack->chains->pdata[c];

    if (!chain)
      continue;
    g_ptr_array_add (fits, chain->first);
    result->error +=
        g_array_index (chain->first->history->epochs, TrainEpoch, chain->first->history->best - 1).error;
  }
  result->epochs = train_crossval_get_epochs (fits);
  result->error /= fits->len;
}

/* Returns: FALSE with @error, or without if the work was interrupted. */
static gboolean
measure_variant (const TrainRun *run, const TrainVariant *variant, CliProgress *progress,
                 TrainSweepResult *result, GError **error)
{
  g_autoptr (TrainStack) stack = train_run_stack (run, &variant->plan, FALSE, NULL, progress, error);
  g_autoptr (TrainVerdict) verdict = NULL;
  const TrainSummary *summary;

  if (!stack || stack->interrupted)
    return FALSE;
  verdict = train_verdict_new (run, stack);
  if (!verdict) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "no page that decides was scored");
    return FALSE;
  }
  summary = &verdict->summary;
  *result = (TrainSweepResult){ .f1 = summary->scores.f1,
                                .f1_low = summary->f1_low,
                                .f1_high = summary->f1_high,
                                .precision = summary->scores.precision,
                                .recall = summary->scores.recall,
                                .good = stack->decision.good };
  summarise_fits (stack, result);
  return TRUE;
}

static CliExit
sweep_variants (const TrainRun *run, GPtrArray *variants, TrainSweepTable *table)
{
  CliExit status = CLI_EXIT_DONE;

  for (guint v = 0; v < variants->len; v++) {
    const TrainVariant *variant = variants->pdata[v];
    g_autofree char *noun = g_strdup_printf ("epochs of variant %u of %u", v + 1, variants->len);
    g_autoptr (CliProgress) progress = NULL;
    g_autoptr (GError) error = NULL;
    TrainSweepResult result;

    if (train_sweep_table_has (table, variant->name))
      continue;
    train_dataset_assign_folds (run->entries, variant->plan.folds, variant->plan.seed);
    progress = cli_progress_new (noun, train_stack_count_steps (&variant->plan, FALSE));
    if (!measure_variant (run, variant, progress, &result, &error)) {
      status = CLI_EXIT_FAILED;
      if (!error) {
        cli_error (NULL, "interrupted: run the same command again for the remaining variants");
        break;
      }
      cli_error (variant->name, "%s", error->message); /* the others may do better */
      continue;
    }
    if (!train_sweep_table_add (table, variant->name, &result, &error))
      return cli_fail (run->options->output, error);
  }
  return status;
}

CliExit
train_run_sweep (const TrainRun *run, GPtrArray *variants)
{
  g_autofree char *depends = train_run_describe (run);
  g_autoptr (CliLock) lock = NULL;
  g_autoptr (TrainSweepTable) table = NULL;
  g_autofree char *ranking = NULL;
  g_autoptr (GError) error = NULL;
  CliExit status;

  if (!(lock = cli_lock_new (run->options->output, &error)) ||
      !(table = train_sweep_table_open (run->options->output, depends, &error)) ||
      !cli_interrupt_catch (-1, &error))
    return cli_fail (run->options->output, error);
  status = sweep_variants (run, variants, table);
  ranking = train_sweep_table_rank (table);
  return cli_print (ranking) == CLI_EXIT_DONE ? status : CLI_EXIT_FAILED;
}
