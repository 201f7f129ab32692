/* SPDX-License-Identifier: MIT */
/*
 * A table of things to do, each with its option; each prints a text or, with --json, a line of JSON.
 */
#include "annotate/batch.h"
#include "libextract/page/page.h"

#include "annotate/tools/agreement-report.h"
#include "annotate/tools/committee.h"
#include "annotate/tools/exchange.h"
#include "annotate/record/labels-file.h"
#include "annotate/record/ledger.h"
#include "annotate/tools/survey.h"

#include "cli/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Options ------------------------------------------------------------------------------------- */

GOptionGroup *
batch_options_init (BatchOptions *options)
{
  const GOptionEntry entries[] = {
    { "list", 0, 0, G_OPTION_ARG_NONE, &options->list, "Print a line for each page, with its progress",
      NULL },
    { "stats", 0, 0, G_OPTION_ARG_NONE, &options->stats,
      "Print the progress of the set, and the labels of each annotator", NULL },
    { "agreement", 0, 0, G_OPTION_ARG_NONE, &options->agreement,
      "Print the agreement of annotators: Cohen's kappa, Krippendorff's alpha", NULL },
    { "chosen", 0, 0, G_OPTION_ARG_NONE, &options->chosen,
      "With --agreement: without accepted proposals and labels from memory", NULL },
    { "conflicts", 0, 0, G_OPTION_ARG_NONE, &options->conflicts,
      "Print the blocks on which annotators disagree", NULL },
    { "export", 0, 0, G_OPTION_ARG_STRING, &options->export, "Print all labels: tsv, jsonl or csv",
      "FORMAT" },
    { "import", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->imports,
      "Import labels from FILE.tsv, .jsonl or .csv, a copy of the set, or a folder of KrdWrd", "PLACE" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options->json,
      "JSON for --list (a line for each page), --stats, --agreement and --conflicts", NULL },
    { NULL },
  };
  GOptionGroup *group =
      g_option_group_new ("batch", "Without a terminal:", "What works without a terminal", NULL, NULL);
  g_option_group_add_entries (group, entries);
  return group;
}

void
batch_options_clear (BatchOptions *options)
{
  g_clear_pointer (&options->export, g_free);
  g_clear_pointer (&options->imports, g_strfreev);
}

/* How many of the things to do print something. */
static guint
count_printing (const BatchOptions *options)
{
  return (guint) (options->list + options->stats + options->agreement + options->conflicts +
                  (options->export != NULL));
}

gboolean
batch_is_wanted (const BatchOptions *options)
{
  return count_printing (options) > 0 || options->imports;
}

CliExit
batch_check (const BatchOptions *options)
{
  if (count_printing (options) > 1)
    return cli_usage ("only one of --list, --stats, --agreement, --conflicts and --export can be used");
  if (options->export && exchange_find_format (options->export) < 0)
    return cli_usage_value ("--export", "tsv, jsonl or csv", options->export);
  if (options->chosen && !options->agreement)
    return cli_usage ("--chosen needs --agreement");
  if (options->json && (options->export || count_printing (options) == 0))
    return cli_usage ("--json needs --list, --stats, --agreement or --conflicts");
  return CLI_EXIT_DONE;
}

/* ---- What is known of the pages ------------------------------------------------------------------- */

/* Who gave which class how often. */
typedef struct {
  char *who;
  ExtractAnnotator annotator;
  char *class_name;
  guint n_pages;
  guint n_labels;
  guint n_accepted;   /* of them: a model proposed it */
  guint n_remembered; /* of them: from memory */
} Share;

static void
share_free (gpointer data)
{
  Share *share = data;
  g_free (share->who);
  g_free (share->class_name);
  g_free (share);
}

static int
compare_shares (gconstpointer a, gconstpointer b)
{
  const Share *x = *(Share *const *) a, *y = *(Share *const *) b;
  if (x->annotator != y->annotator)
    return x->annotator > y->annotator ? -1 : 1;
  int order = strcmp (x->who, y->who);
  return order != 0 ? order : strcmp (x->class_name, y->class_name);
}

/* A page, as the labels file has it. */
typedef struct {
  char *people; /* "eva, jan" */
  guint n_conflicts;
} PageFacts;

typedef struct {
  const BatchSetup *setup;
  Journal *journal;
  Ledger *ledger;
  PageFacts *facts;    /* [pages] */
  OrderPage *pages;    /* [pages] */
  GHashTable *shares;  /* "annotator who class" -> Share */
  gboolean chosen;     /* of the options */
  gboolean incomplete; /* something could not be read, and was named */
} Batch;

static void
batch_clear (Batch *batch)
{
  for (guint i = 0; batch->facts && i < batch->setup->set->entries->len; i++)
    g_free (batch->facts[i].people);
  g_free (batch->facts);
  g_free (batch->pages);
  g_clear_pointer (&batch->shares, g_hash_table_unref);
  g_clear_pointer (&batch->ledger, ledger_free);
  g_clear_pointer (&batch->journal, journal_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Batch, batch_clear)

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Adds a label to the shares. @here: shares that the page has added to already */
static void
add_label (Batch *batch, const ExtractBlockLabel *label, GHashTable *here)
{
  char *key = g_strdup_printf ("%d\t%s\t%s", (int) label->annotator, label->who, label->class_name);
  Share *share = g_hash_table_lookup (batch->shares, key);
  if (!share) {
    share = g_new0 (Share, 1);
    share->who = g_strdup (label->who);
    share->annotator = label->annotator;
    share->class_name = g_strdup (label->class_name);
    g_hash_table_insert (batch->shares, key, share);
  } else {
    g_free (key);
  }
  share->n_labels++;
  share->n_accepted += label->how == EXTRACT_HOW_ACCEPTED;
  share->n_remembered += label->how == EXTRACT_HOW_REMEMBERED;
  share->n_pages += g_hash_table_add (here, share);
}

static void
look_at_labels (Batch *batch, guint page)
{
  const TrainEntry *entry = batch->setup->set->entries->pdata[page];
  PageFacts *facts = &batch->facts[page];
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractAnnotation) annotation = NULL;
  g_autoptr (GPtrArray) people = g_ptr_array_new ();
  if (!train_entry_load_labels (entry, &annotation, &error)) {
    cli_error (batch->setup->set->path, "%s", error->message);
    batch->incomplete = TRUE;
  }
  if (annotation) {
    gsize n, n_conflicts;
    g_autofree const ExtractBlockLabel **labels = extract_annotation_dup_labels (annotation, &n);
    g_autoptr (GHashTable) here = g_hash_table_new (NULL, NULL);
    g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
    for (gsize i = 0; i < n; i++) {
      add_label (batch, labels[i], here);
      if (labels[i]->annotator != EXTRACT_ANNOTATOR_MODEL &&
          g_hash_table_add (names, (gpointer) labels[i]->who))
        g_ptr_array_add (people, (gpointer) labels[i]->who);
    }
    g_free (extract_annotation_dup_conflicts (annotation, &n_conflicts));
    facts->n_conflicts = (guint) n_conflicts;
  }
  g_ptr_array_sort (people, compare_strings);
  g_ptr_array_add (people, NULL);
  facts->people = g_strjoinv (", ", (char **) people->pdata);
}

static gboolean
ask_model (Batch *batch, GError **error)
{
  const BatchSetup *setup = batch->setup;
  g_autoptr (ExtractClassifier) classifier =
      setup->network ? NULL : cli_load_classifier (setup->model, NULL, error);
  if (!classifier && !setup->network)
    return FALSE;
  g_autofree char *key = setup->network ? NULL : survey_dup_key (setup->model);
  g_autoptr (Survey) survey = setup->network ? survey_new_for_elements (setup->set, setup->network)
                                             : survey_new (setup->set, setup->page->parser, classifier,
                                                           survey_measure_uncertainty, key);
  survey_run (survey, setup->page->jobs);
  for (guint i = 0; i < setup->set->entries->len; i++)
    batch->pages[i].uncertainty = survey_get (survey, i);
  return TRUE;
}

static gboolean
ask_committee (Batch *batch, GError **error)
{
  const BatchSetup *setup = batch->setup;
  g_autoptr (Committee) committee = committee_new (setup->model, error);
  if (!committee)
    return FALSE;
  g_autoptr (Survey) survey = survey_new (setup->set, setup->page->parser, committee->classifier,
                                          committee_get_disagreement, committee->key);
  survey_run (survey, setup->page->jobs);
  for (guint i = 0; i < setup->set->entries->len; i++)
    batch->pages[i].disagreement = survey_get (survey, i);
  return TRUE;
}

/* Lets models read the pages, if the order asks for it. */
static gboolean
ask_models (Batch *batch, GError **error)
{
  const BatchSetup *setup = batch->setup;
  if (!setup->model)
    return TRUE;
  if (setup->order == ORDER_UNCERTAIN)
    return ask_model (batch, error);
  return setup->order != ORDER_DISAGREEMENT || setup->of_elements || ask_committee (batch, error);
}

static gboolean
batch_look (Batch *batch, GError **error)
{
  const TrainDataset *set = batch->setup->set;
  if (!(batch->journal = journal_read (set->path, EXTRACT_ANNOTATOR_PERSON, batch->setup->who, error)))
    return FALSE;
  batch->ledger = ledger_new (set, batch->journal);
  batch->facts = g_new0 (PageFacts, (gsize) set->entries->len + 1);
  batch->pages = g_new0 (OrderPage, (gsize) set->entries->len + 1);
  batch->shares = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, share_free);
  for (guint i = 0; i < set->entries->len; i++) {
    look_at_labels (batch, i);
    LedgerState state = ledger_row_get_state (ledger_get (batch->ledger, i));
    batch->pages[i] = (OrderPage){ .id = ((const TrainEntry *) set->entries->pdata[i])->id,
                                   .open = state == LEDGER_NEW || state == LEDGER_BEGUN,
                                   .uncertainty = NAN,
                                   .n_conflicts = batch->facts[i].n_conflicts,
                                   .disagreement = NAN };
    batch->pages[i].elsewhere = !order_share_has (&batch->setup->share, batch->pages[i].id);
  }
  return ask_models (batch, error);
}

/* ---- --list ---------------------------------------------------------------------------------------- */

static void
list_page (const Batch *batch, guint page, GString *text)
{
  const LedgerRow *row = ledger_get (batch->ledger, page);
  const PageFacts *facts = &batch->facts[page];
  g_autofree char *url = cli_escape (row->entry->url && *row->entry->url ? row->entry->url : "-");
  g_autofree char *n_all = row->n_all > 0 ? g_strdup_printf ("%u", row->n_all) : g_strdup ("-");
  g_string_append_printf (text, "%s\t%s\t%u\t%s\t%u\t%u\t%s\t%s\t%s\n", row->entry->id,
                          ledger_state_get_name (ledger_row_get_state (row)), row->n_done, n_all,
                          row->n_notes, facts->n_conflicts, row->when ? row->when : "-",
                          *facts->people ? facts->people : "-", url);
}

static void
list_page_json (const Batch *batch, guint page, GString *text)
{
  const LedgerRow *row = ledger_get (batch->ledger, page);
  const PageFacts *facts = &batch->facts[page];
  g_autoptr (GString) json = g_string_new ("{");
  cli_json_append_string (json, "page", row->entry->id);
  cli_json_append_string (json, "state", ledger_state_get_name (ledger_row_get_state (row)));
  cli_json_append_count (json, "done", row->n_done);
  if (row->n_all > 0)
    cli_json_append_count (json, "blocks", row->n_all);
  cli_json_append_count (json, "notes", row->n_notes);
  cli_json_append_count (json, "conflicts", facts->n_conflicts);
  if (row->when)
    cli_json_append_string (json, "when", row->when);
  cli_json_append_string (json, "people", facts->people);
  if (!isnan (batch->pages[page].uncertainty))
    cli_json_append_number (json, "uncertainty", batch->pages[page].uncertainty);
  if (!isnan (batch->pages[page].disagreement))
    cli_json_append_number (json, "disagreement", batch->pages[page].disagreement);
  if (row->entry->url)
    cli_json_append_string (json, "url", row->entry->url);
  g_string_append_printf (text, "%s}\n", json->str);
}

static char *
make_list (Batch *batch, gboolean json)
{
  GString *text =
      g_string_new (json ? "" : "page\tstate\tdone\tblocks\tnotes\tconflicts\twhen\tpeople\turl\n");
  g_autoptr (GArray) order =
      order_make (batch->setup->order, batch->pages, batch->setup->set->entries->len, batch->setup->seed);
  for (guint i = 0; i < order->len; i++)
    (json ? list_page_json : list_page) (batch, g_array_index (order, guint, i), text);
  return g_string_free (text, FALSE);
}

/* ---- --stats --------------------------------------------------------------------------------------- */

/* Returns: (transfer container): of Share, judges first */
static GPtrArray *
sort_shares (const Batch *batch)
{
  GPtrArray *shares = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer share;
  g_hash_table_iter_init (&iter, batch->shares);
  while (g_hash_table_iter_next (&iter, NULL, &share))
    g_ptr_array_add (shares, share);
  g_ptr_array_sort (shares, compare_shares);
  return shares;
}

static void
count_conflicts (const Batch *batch, guint *n_pages, guint *n_blocks)
{
  *n_pages = *n_blocks = 0;
  for (guint i = 0; i < batch->setup->set->entries->len; i++) {
    *n_pages += batch->facts[i].n_conflicts > 0;
    *n_blocks += batch->facts[i].n_conflicts;
  }
}

static char *
make_stats_text (const Batch *batch)
{
  GString *text = g_string_new (NULL);
  const TrainDataset *set = batch->setup->set;
  guint n_pages, n_blocks;
  g_string_append_printf (text, "%s: %u pages, for %s:", set->name, set->entries->len, batch->setup->who);
  for (LedgerState state = 0; state < LEDGER_N_STATES; state++)
    g_string_append_printf (text, "%s %u %s", state > 0 ? "," : "", ledger_count (batch->ledger, state),
                            ledger_state_get_name (state));
  g_string_append (text, "\nremaining:");
  for (OrderKind kind = 0; kind < ORDER_N_KINDS; kind++)
    if (kind != ORDER_UNCERTAIN || batch->setup->order == ORDER_UNCERTAIN)
      g_string_append_printf (text, "%s %s %u", kind > 0 ? "," : "", order_get_info (kind)->name,
                              order_count (kind, batch->pages, set->entries->len));
  count_conflicts (batch, &n_pages, &n_blocks);
  g_string_append_printf (text, "\nconflicts: %u blocks on %u pages\n", n_blocks, n_pages);

  g_autoptr (GPtrArray) shares = sort_shares (batch);
  if (shares->len > 0)
    g_string_append (text, "who\tsource\tclass\tpages\tlabels\taccepted\tremembered\n");
  for (guint i = 0; i < shares->len; i++) {
    const Share *share = shares->pdata[i];
    g_string_append_printf (text, "%s\t%s\t%s\t%u\t%u\t%u\t%u\n", share->who,
                            extract_annotator_get_nick (share->annotator), share->class_name, share->n_pages,
                            share->n_labels, share->n_accepted, share->n_remembered);
  }
  return g_string_free (text, FALSE);
}

static char *
make_stats_json (const Batch *batch)
{
  GString *json = g_string_new ("{");
  const TrainDataset *set = batch->setup->set;
  guint n_pages, n_blocks;
  cli_json_append_string (json, "set", set->name);
  cli_json_append_string (json, "who", batch->setup->who);
  cli_json_append_key (json, "pages");
  g_string_append_c (json, '{');
  for (LedgerState state = 0; state < LEDGER_N_STATES; state++)
    cli_json_append_count (json, ledger_state_get_name (state), ledger_count (batch->ledger, state));
  g_string_append_c (json, '}');
  cli_json_append_key (json, "remaining");
  g_string_append_c (json, '{');
  for (OrderKind kind = 0; kind < ORDER_N_KINDS; kind++)
    if (kind != ORDER_UNCERTAIN || batch->setup->order == ORDER_UNCERTAIN)
      cli_json_append_count (json, order_get_info (kind)->name,
                             order_count (kind, batch->pages, set->entries->len));
  g_string_append_c (json, '}');
  count_conflicts (batch, &n_pages, &n_blocks);
  cli_json_append_key (json, "conflicts");
  g_string_append_c (json, '{');
  cli_json_append_count (json, "pages", n_pages);
  cli_json_append_count (json, "blocks", n_blocks);
  g_string_append_c (json, '}');
  cli_json_append_key (json, "labels");
  g_string_append_c (json, '[');
  g_autoptr (GPtrArray) shares = sort_shares (batch);
  for (guint i = 0; i < shares->len; i++) {
    const Share *share = shares->pdata[i];
    cli_json_append_item (json);
    g_string_append_c (json, '{');
    cli_json_append_string (json, "who", share->who);
    cli_json_append_string (json, "source", extract_annotator_get_nick (share->annotator));
    cli_json_append_string (json, "class", share->class_name);
    cli_json_append_count (json, "pages", share->n_pages);
    cli_json_append_count (json, "labels", share->n_labels);
    cli_json_append_count (json, "accepted", share->n_accepted);
    cli_json_append_count (json, "remembered", share->n_remembered);
    g_string_append_c (json, '}');
  }
  g_string_append (json, "]}\n");
  return g_string_free (json, FALSE);
}

static char *
make_stats (Batch *batch, gboolean json)
{
  return (json ? make_stats_json : make_stats_text) (batch);
}

/* ---- --agreement ------------------------------------------------------------------------------------ */

static char *
make_agreement (Batch *batch, gboolean json)
{
  g_autoptr (AgreementReport) report =
      agreement_report_new (batch->setup->set, batch->setup->page->parser, batch->chosen);
  batch->incomplete |= report->incomplete;
  if (report->n_pages == 0) {
    cli_error (batch->setup->set->path, "no page has labels of two people");
    batch->incomplete = TRUE;
    return g_strdup ("");
  }
  return (json ? agreement_report_to_json : agreement_report_to_text) (report);
}

/* ---- --conflicts ------------------------------------------------------------------------------------ */

static void
append_conflict (GString *text, const char *page, const ExtractConflict *conflict, gboolean json)
{
  const ExtractBlockLabel *a = conflict->a, *b = conflict->b;
  if (!json) {
    g_string_append_printf (text, "%s\t%u\t%s\t%s\t%s\t%s\t%s\n", page, a->place, a->who, a->class_name,
                            b->who, b->class_name, a->excerpt);
    return;
  }
  g_autoptr (GString) object = g_string_new ("{");
  cli_json_append_string (object, "page", page);
  cli_json_append_count (object, "place", a->place);
  cli_json_append_string (object, "fingerprint", a->fingerprint);
  cli_json_append_count (object, "occurrence", a->occurrence);
  cli_json_append_key (object, "labels");
  g_string_append_c (object, '{');
  cli_json_append_string (object, a->who, a->class_name);
  cli_json_append_string (object, b->who, b->class_name);
  g_string_append_c (object, '}');
  cli_json_append_string (object, "text", a->excerpt);
  g_string_append_printf (text, "%s}\n", object->str);
}

static char *
make_conflicts (Batch *batch, gboolean json)
{
  GString *text = g_string_new (json ? "" : "page\tplace\twho\tclass\twho\tclass\ttext\n");
  const TrainDataset *set = batch->setup->set;
  for (guint i = 0; i < set->entries->len; i++) {
    const TrainEntry *entry = set->entries->pdata[i];
    g_autoptr (ExtractAnnotation) annotation = NULL;
    if (batch->facts[i].n_conflicts == 0 || !train_entry_load_labels (entry, &annotation, NULL))
      continue;
    gsize n;
    g_autofree ExtractConflict *conflicts = extract_annotation_dup_conflicts (annotation, &n);
    for (gsize c = 0; c < n; c++)
      append_conflict (text, entry->id, &conflicts[c], json);
  }
  return g_string_free (text, FALSE);
}

/* ---- --export and --import ---------------------------------------------------------------------------- */

static CliExit
run_export (const BatchOptions *options, const BatchSetup *setup)
{
  gboolean incomplete;
  g_autofree char *text = exchange_export (
      setup->set, setup->page->parser, (ExchangeFormat) exchange_find_format (options->export), &incomplete);
  CliExit status = cli_print (text);
  return status == CLI_EXIT_DONE && incomplete ? CLI_EXIT_FAILED : status;
}

static CliExit
run_imports (const BatchOptions *options, const BatchSetup *setup)
{
  CliExit status = CLI_EXIT_DONE;
  for (char **place = options->imports; place && *place; place++) {
    ExchangeCounts counts;
    g_autoptr (GError) error = NULL;
    if (!cli_guard_input (*place, &error) ||
        !exchange_import (setup->set, setup->page->parser, *place, setup->who, &counts, &error))
      return cli_fail (NULL, error);
    cli_error (*place, "%u labels added, on %u pages; %u already there, %u skipped", counts.n_labels,
               counts.n_pages, counts.n_known, counts.n_failed);
    if (counts.n_failed > 0)
      status = CLI_EXIT_FAILED;
  }
  return status;
}

/* ---- The table ---------------------------------------------------------------------------------------- */

CliExit
batch_run (const BatchOptions *options, const BatchSetup *setup)
{
  const struct {
    gboolean wanted;
    char *(*make) (Batch *batch, gboolean json);
  } things[] = {
    { options->list, make_list },
    { options->stats, make_stats },
    { options->agreement, make_agreement },
    { options->conflicts, make_conflicts },
  };
  CliExit status = run_imports (options, setup);
  if (options->export) {
    CliExit exported = run_export (options, setup);
    return MAX (exported, status);
  }
  if (count_printing (options) == 0)
    return status;

  g_autoptr (GError) error = NULL;
  g_auto (Batch) batch = { .setup = setup, .chosen = options->chosen };
  if (!batch_look (&batch, &error))
    return cli_fail (NULL, error);
  guint t = 0;
  while (!things[t].wanted)
    t++;
  g_autofree char *text = things[t].make (&batch, options->json);
  if (cli_print (text) != CLI_EXIT_DONE || batch.incomplete)
    return CLI_EXIT_FAILED;
  return status;
}
