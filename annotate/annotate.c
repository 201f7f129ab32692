/* SPDX-License-Identifier: MIT */
/*
 * texttractor annotate: people label the blocks of pages.
 *
 *   terminal (screen.c) ──> keys ──> desk ──> views ──> canvas ──> terminal
 *   --script (script.c) ──> keys ──┘                    └──> files
 *
 * What works without a terminal, such as --list and --agreement, is in batch.c.
 */
#include "cli/cli.h"
#include "cli/render.h"
#include "libextract/model/model.h"

#include "annotate/batch.h"
#include "annotate/browse.h"
#include "annotate/tools/elements.h"
#include "annotate/tools/collect.h"
#include "annotate/desk/desk.h"
#include "annotate/queue.h"
#include "annotate/tools/retrain.h"
#include "annotate/screen.h"
#include "annotate/script.h"
#include "annotate/settle.h"
#include "annotate/tools/survey.h"
#include "annotate/view/view.h"

#include <signal.h>
#include <string.h>

#define GUIDE "GUIDELINES.md"
#define GUIDE_BYTES (1024 * 1024)
#define SCRIPT_COLUMNS 80
#define SCRIPT_ROWS 24
#define TICK 1000 /* milliseconds between two updates of the screen */

static char *opt_who, *opt_keys, *opt_palette, *opt_script, *opt_order, *opt_page, *opt_output,
    *opt_files_from;
static gboolean opt_elements, opt_mouse, opt_merge, opt_no_model, opt_no_memory;
static guint64 opt_seed, opt_retrain, opt_overlap;
static OrderShare opt_share;

static gboolean
parse_seed (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_count (option, text, 0, G_MAXUINT32, &opt_seed, error);
}

/* "2/3" */
static gboolean
parse_share (const char *option, const char *text, gpointer data, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "/", 2);
  guint64 number, of;

  if (g_strv_length (parts) != 2 || !g_ascii_string_to_unsigned (parts[1], 10, 1, 10000, &of, NULL) ||
      !g_ascii_string_to_unsigned (parts[0], 10, 1, of, &number, NULL))
    return cli_fail_value (error, option, "which of how many shares, such as 2/3", text);
  opt_share.number = (guint) number;
  opt_share.of = (guint) of;
  return TRUE;
}

static gboolean
parse_overlap (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_count (option, text, 0, 100, &opt_overlap, error);
}

static gboolean
parse_retrain (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_count (option, text, 1, G_MAXINT32, &opt_retrain, error);
}

static const GOptionEntry entries[] = {
  { "who", 'w', 0, G_OPTION_ARG_STRING, &opt_who, "Name of the annotator (default: the user name)", "NAME" },
  { "order", 0, 0, G_OPTION_ARG_STRING, &opt_order,
    "Order of pages: given, random, uncertain (of the model) or disagreement (of people, then of models; "
    "default: given)",
    "ORDER" },
  { "seed", 0, 0, G_OPTION_ARG_CALLBACK, parse_seed, "Seed of random orders (default: 0)", "N" },
  { "share", 0, 0, G_OPTION_ARG_CALLBACK, parse_share,
    "Only the i-th of n shares of the pages, which are the same whoever asks", "I/N" },
  { "overlap", 0, 0, G_OPTION_ARG_CALLBACK, parse_overlap,
    "With --share: so many percent of the pages are in all shares (default: 0)", "PERCENT" },
  { "page", 'p', 0, G_OPTION_ARG_STRING, &opt_page, "Begin with the page of this id", "ID" },
  { "elements", 'e', 0, G_OPTION_ARG_NONE, &opt_elements,
    "Label what can be clicked on pages: SET is a folder with elements.jsonl; of pages, their links and "
    "buttons",
    NULL },
  { "merge", 0, 0, G_OPTION_ARG_NONE, &opt_merge,
    "Judge the blocks on which annotators disagree, and only those", NULL },
  { "no-model", 0, 0, G_OPTION_ARG_NONE, &opt_no_model, "Propose nothing", NULL },
  { "no-memory", 0, 0, G_OPTION_ARG_NONE, &opt_no_memory,
    "Do not reuse decisions about the same text on other pages", NULL },
  { "keys", 0, 0, G_OPTION_ARG_FILENAME, &opt_keys, "Change keys by this file: lines of ACTION KEY…",
    "FILE" },
  { "palette", 0, 0, G_OPTION_ARG_STRING, &opt_palette,
    "Colours: dark, light or mono (default: by NO_COLOR and COLORFGBG)", "NAME" },
  { "mouse", 0, 0, G_OPTION_ARG_NONE, &opt_mouse, "Move by the mouse wheel", NULL },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output,
    "Keep pages in this set (default: " COLLECT_DEFAULT_SET ")", "SET" },
  { "files-from", 0, 0, G_OPTION_ARG_FILENAME, &opt_files_from, "Add more pages, one a line, from this file",
    "FILE" },
  { "retrain", 0, 0, G_OPTION_ARG_CALLBACK, parse_retrain,
    "Train in the background after every N finished pages; use the new model if it is better", "N" },
  { "script", 0, 0, G_OPTION_ARG_FILENAME, &opt_script, "Read keys from FILE, without a terminal", "FILE" },
  { NULL },
};

/* Everything that lives as long as the program sits at one set. */
typedef struct {
  LabelSet set;
  WorkSetup setup; /* owns its parts, except the parser and the set */
  Keys *keys;
  char *guide;          /* (nullable) */
  char *model;          /* (nullable): checksum */
  Committee *committee; /* (nullable): NULL if no models are asked */
  Queue *queue;
  OrderKind order;
  Desk *desk;
  Retrain *retrain; /* (nullable): NULL without --retrain */
  gboolean waiting; /* the annotator has been told that there are too few pages to train */
  Screen *screen;   /* (nullable): NULL with --script */
} Session;

static void
session_clear (Session *session)
{
  g_clear_pointer (&session->screen, screen_free);
  g_clear_pointer (&session->retrain, retrain_free);
  g_clear_pointer (&session->desk, desk_free);
  g_clear_pointer (&session->queue, queue_free);
  g_clear_pointer (&session->committee, committee_free);
  g_clear_pointer (&session->keys, keys_free);
  g_clear_pointer (&session->setup.memory, memory_free);
  g_clear_pointer (&session->setup.journal, journal_free);
  g_clear_pointer (&session->setup.classes, classes_free);
  g_clear_pointer (&session->setup.classifier, extract_classifier_unref);
  g_clear_pointer (&session->setup.described, extract_model_unref);
  label_set_clear (&session->set);
  g_free (session->guide);
  g_free (session->model);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Session, session_clear)

/* ---- Opening ------------------------------------------------------------------------------------- */

/* What is worth knowing, and keeps nobody from working. */
static void
print_warnings (GPtrArray *warnings)
{
  for (guint i = 0; i < warnings->len; i++)
    cli_error (warnings->pdata[i], "left as it is");
}

static gboolean
read_guide (Session *session, GError **error)
{
  g_autofree char *path = g_build_filename (session->set.pages->path, GUIDE, NULL);
  g_autofree char *contents = NULL;
  gsize length;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (!cli_read_file (path, GUIDE_BYTES, &contents, &length, error)) {
    g_prefix_error (error, "%s: ", path);
    return FALSE;
  }
  session->guide = g_utf8_make_valid (contents, (gssize) length);
  return TRUE;
}

/* The file that --keys names, else that of the user, if there is one. */
static gboolean
read_keys (Session *session, GError **error)
{
  g_autofree char *own = g_build_filename (g_get_user_config_dir (), "texttractor", "annotate.keys", NULL);
  const char *path = opt_keys ? opt_keys : g_file_test (own, G_FILE_TEST_EXISTS) ? own : NULL;

  session->keys = keys_load (path, session->setup.classes, error);
  if (!session->keys && path)
    g_prefix_error (error, "%s: ", path);
  return session->keys != NULL;
}

static gboolean
load_classifier (Session *session, const CliModelOptions *options, GError **error)
{
  if (opt_no_model)
    return TRUE;
  if (opt_elements)
    return (session->setup.network = label_set_load_network (&session->set, options, error)) != NULL;
  session->setup.classifier = cli_load_classifier (options, NULL, error);
  session->setup.model = session->model = survey_dup_key (options);
  session->setup.described = cli_load_model (options->name, NULL);
  if (session->setup.classifier && !opt_merge)
    session->committee = committee_new (options, error);
  return session->setup.classifier && (session->committee || opt_merge);
}

static gboolean
session_open (Session *session, const char *path, const CliPageOptions *page, const CliModelOptions *model,
              GError **error)
{
  const char *who = opt_who ? opt_who : g_get_user_name ();
  ExtractAnnotator annotator = opt_merge ? EXTRACT_ANNOTATOR_JUDGE : EXTRACT_ANNOTATOR_PERSON;
  WorkSetup *setup = &session->setup;
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);

  if (!label_set_open (&session->set, path, opt_elements, error) || !read_guide (session, error) ||
      !(setup->classes = label_set_load_classes (&session->set, error)) || !read_keys (session, error) ||
      !load_classifier (session, model, error))
    return FALSE;
  setup->set = session->set.pages;
  setup->parser = page->parser;
  if (opt_merge)
    settle_all (setup->set, page->parser, warnings);
  if (!(setup->journal = journal_open (path, annotator, who, error)))
    return FALSE;
  settle_journal (setup, warnings);
  /* The same text, "More", does one thing here and another one there. */
  if (!opt_no_memory && !opt_merge && !opt_elements)
    setup->memory = memory_load (path, who, warnings);
  print_warnings (setup->set->warnings);
  print_warnings (warnings);
  /* A script gives the same screens however fast the machine is. */
  session->queue =
      queue_new (setup, session->committee, opt_script ? page->jobs : 0, (guint32) opt_seed, &opt_share);
  return TRUE;
}

/* Finished pages whose labels are written: that of the page that is open are not yet. */
static guint
count_trainable (const Session *session)
{
  const Desk *desk = session->desk;
  guint n = ledger_count (desk->ledger, LEDGER_FINISHED);
  if (!desk->work)
    return n;
  int page = ledger_find (desk->ledger, work_get_entry (desk->work)->id);
  return n - (ledger_row_get_state (ledger_get (desk->ledger, (guint) page)) == LEDGER_FINISHED);
}

static Retrain *
prepare_training (const Session *session, const CliModelOptions *options)
{
  g_autoptr (ExtractModel) standard = extract_model_get_default (NULL);
  ExtractModel *model = session->setup.described ? session->setup.described : standard;
  return retrain_new (session->set.pages->path, (guint) opt_retrain, count_trainable (session),
                      session->setup.parser, options, extract_model_get_feature_set (model));
}

static void
sit_down (Session *session, const CliModelOptions *options)
{
  g_autoptr (Ledger) ledger = ledger_new (session->set.pages, session->setup.journal);
  GPtrArray *reasons;
  GArray *order = queue_make (session->queue, session->order, ledger, &reasons);
  session->desk = desk_new (&session->setup, session->keys, session->guide, order, reasons,
                            order_get_info (session->order)->name);
  if (opt_page)
    desk_go_to (session->desk, opt_page);
  if (opt_retrain > 0)
    session->retrain = prepare_training (session, options);
}

/* ---- Working ------------------------------------------------------------------------------------- */

static void
set_order (Session *session)
{
  GPtrArray *reasons;
  GArray *order = queue_make (session->queue, session->order, session->desk->ledger, &reasons);
  desk_set_order (session->desk, order, reasons, order_get_info (session->order)->name);
}

/* Models have read all pages: those that came last because they had not been read go to their places. */
static void
renew_order (Session *session)
{
  set_order (session);
  desk_tell_news (session->desk, FALSE, "All pages have been read for the order %s; %s shows them",
                  order_get_info (session->order)->name, keys_get (session->keys, ACTION_PAGES)[0]);
}

static void
change_order (Session *session)
{
  Desk *desk = session->desk;
  session->order = (OrderKind) ((session->order + 1) % ORDER_N_KINDS);
  const OrderInfo *info = order_get_info (session->order);
  set_order (session);
  g_autofree char *remain = queue_describe (session->queue, desk->ledger);
  desk_tell (desk, FALSE, "Order %s: pages %s. Remaining: %s", info->name, info->sentence, remain);
}

/* Takes the new model for the proposals from now on. */
static void
take_model (Session *session, RetrainResult *result)
{
  WorkSetup *setup = &session->setup;
  ExtractClassifier *old = setup->classifier;
  ExtractModel *old_described = setup->described;
  g_autoptr (GBytes) bytes = extract_model_to_bytes (result->model);
  queue_forget (session->queue); /* its survey is one of the old model */
  setup->classifier = g_steal_pointer (&result->classifier);
  setup->described = g_steal_pointer (&result->model);
  desk_set_classifier (session->desk, setup->classifier, setup->described);
  g_clear_pointer (&old, extract_classifier_unref);
  g_clear_pointer (&old_described, extract_model_unref);
  g_free (session->model);
  setup->model = session->model = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

static void
begin_training (Session *session, guint n_finished)
{
  Desk *desk = session->desk;
  g_autoptr (GPtrArray) rows = ledger_list_held (desk->ledger);
  g_autoptr (GPtrArray) held = g_ptr_array_new (), measured = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < rows->len; i++) {
    const LedgerRow *row = rows->pdata[i];
    gboolean open = desk->work && work_get_entry (desk->work) == row->entry;
    g_ptr_array_add (held, (gpointer) row->entry);
    if (!open && ledger_row_get_state (row) == LEDGER_FINISHED)
      g_ptr_array_add (measured, (gpointer) row->entry);
  }
  if (measured->len >= RETRAIN_MINIMUM_HELD) {
    if (retrain_start (session->retrain, n_finished, held, measured, session->setup.classifier, &error))
      desk_tell_news (desk, FALSE, "Training on %u finished pages; %u are held back to measure the result",
                      n_finished - measured->len, measured->len);
    else
      desk_tell_news (desk, TRUE, "Training: %s", error->message);
  } else if (!session->waiting) {
    session->waiting = TRUE;
    desk_tell_news (desk, FALSE,
                    "Training waits for %u finished pages, as some are held back to measure the result",
                    (RETRAIN_MINIMUM_HELD - 1) * LEDGER_HELD_EVERY + 2);
  }
}

static void
look_at_training (Session *session)
{
  g_auto (RetrainResult) result = { 0 };
  g_autoptr (GError) error = NULL;
  guint n = count_trainable (session);

  switch (retrain_look (session->retrain, &result, &error)) {
  case RETRAIN_NO_NEWS:
    break;
  case RETRAIN_BETTER:
    take_model (session, &result);
    desk_tell_news (session->desk, FALSE, "%s", result.sentence);
    return;
  case RETRAIN_NO_BETTER:
    desk_tell_news (session->desk, FALSE, "%s", result.sentence);
    return;
  case RETRAIN_FAILED:
    desk_tell_news (session->desk, TRUE, "Training: %s", error->message);
    return;
  }
  if (retrain_is_due (session->retrain, n))
    begin_training (session, n);
}

static void
browse (Session *session)
{
  Desk *desk = session->desk;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = browse_write (desk->work, session->setup.parser, &error);
  g_autofree char *sentence = NULL;

  if (!path) {
    desk_tell (desk, TRUE, "The page cannot be shown: %s",
               error ? error->message : "its file cannot be kept private");
    return;
  }
  gboolean started = browse_open (path, &sentence);
  desk_tell (desk, !started, "%s", sentence);
}

/* What the desk wants besides painting. Returns: FALSE to end. */
static gboolean
fulfil (gpointer data)
{
  Session *session = data;
  DeskWish wish = session->desk->wish;

  if (session->retrain)
    look_at_training (session);
  if (queue_is_outdated (session->queue, session->order))
    renew_order (session);
  session->desk->wish = DESK_GO_ON;
  switch (wish) {
  case DESK_ORDER:
    change_order (session);
    return TRUE;
  case DESK_BROWSE:
    browse (session);
    return TRUE;
  case DESK_REDRAW:
    if (session->screen)
      screen_redraw (session->screen);
    return TRUE;
  case DESK_SUSPEND:
    if (session->screen)
      screen_suspend (session->screen);
    return TRUE;
  default:
    return wish != DESK_LEAVE;
  }
}

static void
work_at_terminal (Session *session)
{
  g_autoptr (Canvas) canvas = canvas_new (SCRIPT_COLUMNS, SCRIPT_ROWS);
  gboolean going = TRUE;

  while (going) {
    int columns, rows;
    screen_get_size (session->screen, &columns, &rows);
    if (columns != canvas_get_columns (canvas) || rows != canvas_get_rows (canvas))
      canvas_resize (canvas, columns, rows);
    view_paint (session->desk, canvas);
    screen_paint (session->screen, canvas);
    ScreenEvent event = screen_read (session->screen, TICK);
    if (event.kind == SCREEN_KEY)
      desk_key (session->desk, event.text);
    else if (event.kind == SCREEN_PASTE)
      desk_paste (session->desk, event.text);
    going = event.kind != SCREEN_END && fulfil (session);
  }
}

static int
run_script (Session *session)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Canvas) canvas = canvas_new (SCRIPT_COLUMNS, SCRIPT_ROWS);
  g_autoptr (Script) script = script_load (opt_script, &error);

  if (!script || !script_run (script, session->desk, canvas, fulfil, session, &error)) {
    cli_error (opt_script, "%s", error->message);
    return CLI_EXIT_FAILED;
  }
  return CLI_EXIT_DONE;
}

static int
work (Session *session, const CliModelOptions *model)
{
  g_autoptr (GError) error = NULL;
  int status = CLI_EXIT_DONE;

  if (opt_script) {
    sit_down (session, model);
    status = run_script (session);
  } else {
    PaletteKind palette = palette_choose ();
    if (opt_palette)
      palette_find (opt_palette, &palette);
    session->screen = screen_new (palette, opt_mouse, &error);
    if (!session->screen)
      return cli_fail (NULL, error);
    sit_down (session, model);
    work_at_terminal (session);
  }
  gboolean closed = desk_close (session->desk, &error);
  g_autofree char *summary = desk_dup_summary (session->desk);
  g_clear_pointer (&session->screen, screen_free);
  if (!closed)
    return (int) cli_fail (NULL, error);
  if (!opt_script) {
    g_autofree char *line = g_strconcat (session->set.pages->path, ": ", summary, "\n", NULL);
    cli_print (line);
  }
  return status;
}

/* ---- Options ------------------------------------------------------------------------------------- */

static int
check_options (OrderKind *order)
{
  PaletteKind palette;
  int found = order_find (opt_order ? opt_order : "given");

  if (found < 0)
    return cli_usage_value ("--order", "given, random, uncertain or disagreement", opt_order);
  if (opt_palette && !palette_find (opt_palette, &palette))
    return cli_usage_value ("--palette", "dark, light or mono", opt_palette);
  if (opt_retrain > 0 && opt_merge)
    return cli_usage ("--merge and --retrain cannot be used together");
  if (opt_overlap > 0 && opt_share.of == 0)
    return cli_usage ("--overlap needs --share");
  opt_share.overlap = (guint) opt_overlap;
  if (opt_retrain > 0 && opt_elements)
    return cli_usage (
        "--elements and --retrain cannot be used together: texttractor train learns from the set");
  *order = (OrderKind) found;
  return CLI_EXIT_DONE;
}

/* Brings what other programs left in journals into the labels files, and does what needs no terminal. */
static CliExit
run_batch (const BatchOptions *options, const char *path, OrderKind order, const CliPageOptions *page,
           const CliModelOptions *model)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_auto (LabelSet) set = { NULL };
  const ElementNetwork *network = NULL;
  if (!label_set_open (&set, path, opt_elements, &error) ||
      (opt_elements && !opt_no_model && order == ORDER_UNCERTAIN &&
       !(network = label_set_load_network (&set, model, &error))))
    return cli_fail (NULL, error);
  settle_all (set.pages, page->parser, warnings);
  print_warnings (set.pages->warnings);
  print_warnings (warnings);
  const BatchSetup setup = {
    .set = set.pages,
    .page = page,
    .model = opt_no_model ? NULL : model,
    .network = network,
    .of_elements = opt_elements,
    .who = opt_who ? opt_who : g_get_user_name (),
    .order = order,
    .share = opt_share,
    .seed = (guint32) opt_seed,
  };
  return batch_run (options, &setup);
}

int
main (int argc, char **argv)
{
  cli_init ("texttractor annotate");
  g_autoptr (GOptionContext) context = cli_context_new (
      "SET|PAGE…", "Labels the blocks of pages, or what can be clicked on them. SET is a folder with "
                   "index.jsonl; pages after it are added to it.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (BatchOptions) batch = { 0 };
  g_option_context_add_group (context, batch_options_init (&batch));
  g_auto (CliPageOptions) page = { 0 };
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_JOBS));
  g_auto (CliModelOptions) model = { 0 };
  g_option_context_add_group (context, cli_model_options_init (&model));
  g_auto (CliRender) render = { 0 };
  g_option_context_add_group (context, cli_render_init (&render));
  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse (context, argv, &operands, &status))
    return status;

  g_auto (Session) session = { 0 };
  if ((status = check_options (&session.order)) != CLI_EXIT_DONE ||
      (status = batch_check (&batch)) != CLI_EXIT_DONE)
    return status;
  if (!operands[0] && !opt_files_from)
    return cli_usage ("no set or page given");

  /* A full disk is a failed write. */
  signal (SIGXFSZ, SIG_IGN);
  gboolean is_set = operands[0] && !opt_output && label_set_is (operands[0], opt_elements);
  const char *path = is_set ? operands[0] : opt_output ? opt_output : COLLECT_DEFAULT_SET;
  g_autoptr (GError) error = NULL;
  gboolean collects = operands[is_set] || opt_files_from;
  if ((batch_is_wanted (&batch) && !cli_guard_stdout (&error)) ||
      (!collects && !opt_elements && !train_dataset_guard (path, &error)))
    return cli_fail (NULL, error);
  if (!cli_render_begin (&render, &page.source, &error))
    return cli_fail (NULL, error);
  CliExit collected = opt_elements ? elements_collect (path, operands + is_set, opt_files_from, &page)
                                   : collect_pages (path, operands + is_set, opt_files_from, &page);
  if (collected == CLI_EXIT_USAGE || (collected != CLI_EXIT_DONE && !label_set_is (path, opt_elements)))
    return collected;
  if (batch_is_wanted (&batch)) {
    CliExit done = run_batch (&batch, path, session.order, &page, &model);
    return MAX (done, collected);
  }

  if (!session_open (&session, path, &page, &model, &error))
    return cli_fail (NULL, error);
  return work (&session, &model);
}
