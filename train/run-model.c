/* SPDX-License-Identifier: MIT */
/*
 * From networks to a model and the files beside it. Files are opened before the work, so that none is in
 * vain, and appear complete when it is done. The report is printed last, because its reader may have gone.
 */
#include "train/run.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#include <string.h>

#include "train/learn/card.h"
#include "train/learn/crossval.h"
#include "train/learn/trained.h"
#include "train/verdict.h"

/* ---- Files ------------------------------------------------------------------------------------ */

/* Where the results go: opened before the work, which would be in vain if they cannot be written. */
typedef struct {
  char *name; /* of the model */
  CliLock *lock;
  CliFile *model;
  CliFile *card;   /* (nullable) */
  CliFile *scores; /* (nullable) */
} Outputs;

static void
outputs_clear (Outputs *outputs)
{
  g_free (outputs->name);
  g_clear_pointer (&outputs->model, cli_file_free);
  g_clear_pointer (&outputs->card, cli_file_free);
  g_clear_pointer (&outputs->scores, cli_file_free);
  g_clear_pointer (&outputs->lock, cli_lock_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outputs, outputs_clear)

static char *
model_name (const TrainOptions *options)
{
  char *name = options->name ? g_strdup (options->name) : g_path_get_basename (options->output);

  if (!options->name && g_str_has_suffix (name, ".model"))
    name[strlen (name) - strlen (".model")] = '\0';
  return name;
}

static CliExit
outputs_open (Outputs *outputs, const TrainOptions *options)
{
  g_autoptr (GError) error = NULL;

  outputs->name = model_name (options);
  if (!*outputs->name || outputs->name[strspn (outputs->name, "abcdefghijklmnopqrstuvwxyz0123456789-")])
    return cli_usage ("a model's name has only a-z, 0-9 and -, not \"%s\": choose one with --name",
                      outputs->name);
  if (!(outputs->lock = cli_lock_new (options->output, &error)) ||
      !(outputs->model = cli_file_open (options->output, &error)))
    return cli_fail (options->output, error);
  if (options->card && !(outputs->card = cli_file_open (options->card, &error)))
    return cli_fail (options->card, error);
  if (options->scores && !(outputs->scores = cli_file_open (options->scores, &error)))
    return cli_fail (options->scores, error);
  return CLI_EXIT_DONE;
}

static gboolean
write_whole (CliFile *file, const char *path, const char *contents, gsize length)
{
  g_autoptr (GError) error = NULL;

  if (cli_file_write (file, contents, length, &error) && cli_file_commit (file, &error))
    return TRUE;
  cli_fail (path, error);
  return FALSE;
}

/* Returns: (transfer full): as train_card_new () */
static char **
make_card (const Outputs *outputs, const TrainRun *run, const char *scores)
{
  g_autofree char *split =
      g_strdup_printf ("all pages; figures by %u-fold cross-validation grouped by site", run->plan->folds);
  g_autofree char *plan = train_plan_describe (run->plan);
  g_autofree char *start = run->options->start ? g_path_get_basename (run->options->start) : NULL;
  g_autofree char *trainer = g_strconcat (plan, start ? "; start " : NULL, start, NULL);
  TrainCardFacts facts = {
    .name = outputs->name,
    .date = run->options->date,
    .licence = run->options->licence,
    .attribution = run->options->attribution,
    .note = run->options->note,
    .split = split,
    .trainer = trainer,
    .scores = scores,
    .seed = run->plan->seed,
    .page_weights = run->page_weights,
  };

  return train_card_new (&facts, run->corpus, run->sets);
}

/* More than models can have; how many that is, they say themselves. */
#define MAX_WEIGHTS (1 << 24)

/* A network of these layers, whose weights are 0. @option: which one, for the error. Returns: (nullable) */
static ExtractNetwork *
make_network (const char *option, guint n_inputs, const ExtractLayer *layers, guint n_layers, GError **error)
{
  guint64 n_weights = 0;
  guint before = n_inputs;
  g_autofree float *weights = NULL;
  ExtractNetwork *network;

  for (guint l = 0; l < n_layers; before = layers[l++].size)
    n_weights += ((2 * (guint64) layers[l].reach + 1) * before + 1) * layers[l].size;
  if (n_weights > MAX_WEIGHTS) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s: the network has more than %d weights",
                 option, MAX_WEIGHTS);
    return NULL;
  }
  weights = g_new0 (float, n_weights);
  network = extract_network_new (n_inputs, layers, n_layers, weights, n_weights, error);
  if (!network)
    g_prefix_error (error, "%s: ", option);
  return network;
}

/* Whether there can be a model with this card and these layers: to be known before the work, not after it. */
static gboolean
check_model (const Outputs *outputs, const TrainRun *run, GError **error)
{
  static const TrainDecision any = { 0.5, 0.5, 0, 1 };
  const TrainPlan *plan = run->plan;
  const guint n_inputs = extract_feature_set_get_n_inputs (run->set);
  const guint n_context = extract_feature_set_get_n_inputs (extract_feature_set_get_context ());
  const TrainLayers *taught = &plan->teacher_network;
  const gboolean has_teacher = plan->teacher == TRAIN_TEACHER_NETWORKS;
  const guint n_edges = extract_feature_set_get_n_inputs (extract_feature_set_get_edges ());
  const gboolean has_edges = plan->decode != EXTRACT_DECODING_THRESHOLD && plan->edges == TRAIN_EDGES_NETWORK;
  g_autoptr (ExtractNetwork) network = NULL, context = NULL, teacher = NULL, edges = NULL, classes = NULL;
  g_auto (GStrv) names = NULL;
  g_autofree ExtractScale *scale = g_new0 (ExtractScale, MAX (n_context, n_edges));
  g_autoptr (ExtractModel) model = NULL;
  g_auto (GStrv) card = make_card (outputs, run, "word F1");
  ExtractModelParts parts = { .no_text = 1 };

  network = make_network ("network", n_inputs, plan->layers, plan->n_layers, error);
  if (!network)
    return FALSE;
  if (plan->passes > 1 && !(context = make_network ("context-network", n_context, plan->context.layers,
                                                    plan->context.n_layers, error)))
    return FALSE;
  if (has_teacher &&
      !(teacher = make_network ("teacher-network", n_inputs, taught->layers, taught->n_layers, error)))
    return FALSE;
  if (has_edges && !(edges = make_network ("edge-network", n_edges, plan->edge_network.layers,
                                           plan->edge_network.n_layers, error)))
    return FALSE;
  if (plan->classes) {
    TrainPlan of_classes;

    if (!(names = train_class_names (run->corpus, error)))
      return FALSE;
    train_class_stage_plan (plan, g_strv_length (names), &of_classes);
    classes = make_network ("class-network", extract_feature_set_get_n_features (run->set), of_classes.layers,
                            of_classes.n_layers, error);
    if (!classes)
      return FALSE;
    parts.classes = (ExtractModelClasses){ .names = (const char *const *) names, .network = classes };
  }
  if (edges)
    parts.stages[EXTRACT_STAGE_EDGES] = (ExtractStage){ .scale = scale, .network = edges };
  parts.decoding = (ExtractDecoding){ .kind = plan->decode, .has_transitions = !edges };
  parts.stages[EXTRACT_STAGE_FIRST] = (ExtractStage){ .set = run->set, .network = network };
  if (context)
    parts.stages[EXTRACT_STAGE_CONTEXT] = (ExtractStage){ .scale = scale, .network = context };
  model = train_decision_to_model (&any, (const char *const *) card, &parts, error);
  return model != NULL;
}

static CliExit
write_model (Outputs *outputs, const TrainRun *run, const TrainStack *stack, char **card, const char *report)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *markdown = NULL;
  g_autoptr (GArray) learnt = NULL, trained = NULL;
  ExtractModelParts parts;
  gsize length;
  const char *contents;

  train_chain_get_parts (stack->best, run->set, &parts);
  learnt = train_crossval_list_pages (run->corpus, run->page_weights, 0);
  trained = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint i = 0; i < learnt->len; i++) {
    const TrainPage *page = train_corpus_get_page (run->corpus, g_array_index (learnt, guint, i));
    g_array_append_val (trained, page->checksum);
  }
  train_trained_merge (trained, run->start_model);
  parts.pages = (const guint64 *) (gconstpointer) trained->data;
  parts.n_pages = trained->len;
  model = train_decision_to_model (&stack->decision, (const char *const *) card, &parts, &error);
  if (!model)
    return cli_fail (NULL, error);
  bytes = extract_model_to_bytes (model);
  contents = g_bytes_get_data (bytes, &length);
  if (!write_whole (outputs->model, run->options->output, contents, length))
    return CLI_EXIT_FAILED;
  markdown = train_card_to_markdown (card, bytes, report);
  if (outputs->card && !write_whole (outputs->card, run->options->card, markdown, strlen (markdown)))
    return CLI_EXIT_FAILED;
  return CLI_EXIT_DONE;
}

/* A line for each block. */
static void
append_scores (GString *text, const TrainPage *page, const TrainStack *stack)
{
  for (guint i = 0; i < page->alignment->n_blocks; i++) {
    char share[G_ASCII_DTOSTR_BUF_SIZE], first[G_ASCII_DTOSTR_BUF_SIZE], score[G_ASCII_DTOSTR_BUF_SIZE];

    g_ascii_formatd (share, sizeof share, "%.4f", train_alignment_get_share (page->alignment, i));
    g_ascii_formatd (first, sizeof first, "%.6f", stack->first[page->first_block + i]);
    g_ascii_formatd (score, sizeof score, "%.6f", stack->scores[page->first_block + i]);
    g_string_append_printf (text, "%s\t%s\t%u\t%u\t%u\t%s\t%s\t%s\t%s\n", page->entry->dataset->name,
                            page->entry->id, i, page->entry->fold + 1, page->alignment->n_words[i], share,
                            extract_label_get_nick (train_page_get_label (page, i)), first, score);
  }
}

/* Scores by networks that had not seen the page. */
static CliExit
write_scores (Outputs *outputs, const TrainRun *run, const TrainStack *stack)
{
  g_autoptr (GString) text = g_string_new ("set\tid\tblock\tfold\twords\tshare\tlabel\tfirst\tscore\n");

  for (guint s = 0; s < stack->scored->len; s++)
    append_scores (text, g_ptr_array_index (run->corpus->pages, g_array_index (stack->scored, guint, s)),
                   stack);
  return write_whole (outputs->scores, run->options->scores, text->str, text->len) ? CLI_EXIT_DONE
                                                                                   : CLI_EXIT_FAILED;
}

/* ---- The work --------------------------------------------------------------------------------- */

/* All files. @report: what is printed */
static CliExit
write_files (const TrainRun *run, const TrainStack *stack, const TrainVerdict *verdict, const char *report,
             Outputs *outputs)
{
  const TrainOptions *options = run->options;
  g_autofree char *scores = train_verdict_dup_scores (verdict, run, stack);
  g_auto (GStrv) card = make_card (outputs, run, scores);
  g_autoptr (GError) error = NULL;

  if (outputs->scores && write_scores (outputs, run, stack) != CLI_EXIT_DONE)
    return CLI_EXIT_FAILED;
  if (write_model (outputs, run, stack, card, report) != CLI_EXIT_DONE)
    return CLI_EXIT_FAILED;
  if (options->outputs && !train_verdict_write_texts (verdict, options->outputs, &error))
    return cli_fail (options->outputs, error);
  if (options->report &&
      !train_verdict_write_report (verdict, run, stack, (const char *const *) card, options->report, &error))
    return cli_fail (options->report, error);
  return CLI_EXIT_DONE;
}

/* The model is worth having without its learning curve. */
static CliExit
add_learning (const TrainRun *run, TrainCheckpoint *checkpoint, const TrainStack *stack,
              TrainVerdict *verdict)
{
  g_autoptr (GError) error = NULL;

  if (!run->options->learning_curve || stack->interrupted)
    return CLI_EXIT_DONE;
  verdict->learning = train_run_learn (run, checkpoint, verdict, &error);
  if (verdict->learning)
    return CLI_EXIT_DONE;
  cli_error (NULL, "no learning curve: %s%s", error ? error->message : "interrupted",
             !error && checkpoint ? "; run the same command again to resume" : "");
  return CLI_EXIT_FAILED;
}

static CliExit
report_and_write (const TrainRun *run, TrainCheckpoint *checkpoint, const TrainStack *stack, Outputs *outputs)
{
  g_autoptr (TrainVerdict) verdict = train_verdict_new (run, stack);
  g_autoptr (GString) report = g_string_new (NULL);
  CliExit learnt, status, printed;

  if (!verdict) {
    cli_error (run->options->tune, "none of its pages was scored");
    return CLI_EXIT_FAILED;
  }
  learnt = add_learning (run, checkpoint, stack, verdict);
  train_verdict_append_report (report, verdict, run, stack);
  status = write_files (run, stack, verdict, report->str, outputs);
  printed = cli_print (report->str);
  return MAX (MAX (learnt, status), printed);
}

TrainStack *
train_run_stack (const TrainRun *run, const TrainPlan *plan, gboolean with_final, TrainCheckpoint *checkpoint,
                 CliProgress *progress, GError **error)
{
  const TrainStackTask task = { .corpus = run->corpus,
                                .set = run->set,
                                .plan = plan,
                                .page_weights = run->page_weights,
                                .part = run->part,
                                .tune = run->options->tune,
                                .start = run->start,
                                .checkpoint = checkpoint,
                                .progress = progress,
                                .jobs = run->page->jobs };

  return train_stack_run (&task, with_final, error);
}

/* All networks. Returns: (transfer full) (nullable): NULL after saying why */
static TrainStack *
train_networks (const TrainRun *run, TrainCheckpoint *checkpoint)
{
  g_autoptr (CliProgress) progress = cli_progress_new ("epochs", train_stack_count_steps (run->plan, TRUE));
  g_autoptr (GError) error = NULL;
  TrainStack *stack = train_run_stack (run, run->plan, TRUE, checkpoint, progress, &error);

  if (error)
    cli_fail (NULL, error);
  else if (!stack)
    cli_error (NULL, "interrupted before the first network was ready");
  return stack;
}

CliExit
train_run_make_model (const TrainRun *run)
{
  g_auto (Outputs) outputs = { NULL };
  g_autoptr (CliLock) lock = NULL; /* of the checkpoint */
  g_autoptr (TrainCheckpoint) checkpoint = NULL;
  g_autoptr (TrainStack) stack = NULL;
  g_autofree char *depends = run->options->checkpoint ? train_run_describe (run) : NULL;
  g_autoptr (GError) error = NULL;
  CliExit status = outputs_open (&outputs, run->options);

  if (status != CLI_EXIT_DONE)
    return status;
  if (run->options->checkpoint &&
      (!(lock = cli_lock_new (run->options->checkpoint, &error)) ||
       !(checkpoint = train_checkpoint_open (run->options->checkpoint, depends, &error))))
    return cli_fail (run->options->checkpoint, error);
  if (!check_model (&outputs, run, &error) || !cli_interrupt_catch (-1, &error))
    return cli_fail (NULL, error);
  stack = train_networks (run, checkpoint);
  if (!stack)
    return CLI_EXIT_FAILED;
  if (stack->interrupted)
    cli_error (NULL, "interrupted: the model is the best network so far%s",
               checkpoint ? "; run the same command again to resume" : "");
  status = report_and_write (run, checkpoint, stack, &outputs);
  if (status == CLI_EXIT_DONE && checkpoint && !stack->interrupted)
    train_checkpoint_remove (checkpoint);
  return stack->interrupted ? CLI_EXIT_FAILED : status;
}
