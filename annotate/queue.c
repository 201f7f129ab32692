/* SPDX-License-Identifier: MIT */
#include "annotate/queue.h"
#include "libextract/page/page.h"

#include "annotate/tools/survey.h"

#include <math.h>
#include <string.h>

struct _Queue {
  const WorkSetup *setup; /* lent */
  guint jobs;
  guint32 seed;
  OrderShare share;
  const Committee *committee;     /* (nullable); lent */
  Survey *surveys[ORDER_N_KINDS]; /* (nullable): made when an order needs it */
  gboolean partial;               /* the last order was made before all pages had been read */
};

Queue *
queue_new (const WorkSetup *setup, const Committee *committee, guint jobs, guint32 seed,
           const OrderShare *share)
{
  Queue *queue = g_new0 (Queue, 1);
  queue->setup = setup;
  queue->committee = committee;
  queue->jobs = jobs;
  queue->seed = seed;
  queue->share = *share;
  return queue;
}

void
queue_forget (Queue *queue)
{
  g_clear_pointer (&queue->surveys[ORDER_UNCERTAIN], survey_free);
}

void
queue_free (Queue *queue)
{
  if (!queue)
    return;
  for (OrderKind kind = 0; kind < ORDER_N_KINDS; kind++)
    g_clear_pointer (&queue->surveys[kind], survey_free);
  g_free (queue);
}

/* Blocks of the page about which people say different things, whatever a judge says. */
static guint
count_conflicts (const TrainEntry *entry)
{
  g_autoptr (ExtractAnnotation) annotation = NULL;
  if (!train_entry_load_labels (entry, &annotation, NULL) || !annotation)
    return 0; /* opening the page reports files that cannot be read */

  gsize n;
  g_autofree const ExtractBlockLabel **labels = extract_annotation_dup_labels (annotation, &n);
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) conflicts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (gsize i = 0; i < n; i++) {
    if (labels[i]->annotator != EXTRACT_ANNOTATOR_PERSON)
      continue;
    char *block = g_strdup_printf ("%s:%u", labels[i]->fingerprint, labels[i]->occurrence);
    const char *before = g_hash_table_lookup (said, block);
    if (before && strcmp (before, labels[i]->class_name) != 0)
      g_hash_table_add (conflicts, block);
    else
      g_hash_table_insert (said, block, (gpointer) labels[i]->class_name);
  }
  return g_hash_table_size (conflicts);
}

/* NAN if no model has read the page for the order @kind. */
static double
get_measure (const Queue *queue, OrderKind kind, guint page)
{
  return queue->surveys[kind] ? survey_get (queue->surveys[kind], page) : NAN;
}

static OrderPage *
describe_pages (const Queue *queue, const Ledger *ledger)
{
  guint n = ledger_get_n (ledger);
  OrderPage *pages = g_new0 (OrderPage, (gsize) n + 1);

  for (guint i = 0; i < n; i++) {
    const LedgerRow *row = ledger_get (ledger, i);
    LedgerState state = ledger_row_get_state (row);
    pages[i] = (OrderPage){ .id = row->entry->id,
                            .open = state == LEDGER_NEW || state == LEDGER_BEGUN,
                            .uncertainty = get_measure (queue, ORDER_UNCERTAIN, i),
                            .n_conflicts = count_conflicts (row->entry),
                            .disagreement = get_measure (queue, ORDER_DISAGREEMENT, i),
                            .elsewhere = !order_share_has (&queue->share, row->entry->id) };
  }
  return pages;
}

static void
keep_conflicts (GArray *order, const OrderPage *pages)
{
  for (guint i = order->len; i-- > 0;)
    if (pages[g_array_index (order, guint, i)].n_conflicts == 0)
      g_array_remove_index (order, i);
}

/* Returns: (transfer full) (nullable): NULL if no model has anything to say for the order */
static Survey *
make_survey (const Queue *queue, OrderKind kind)
{
  const WorkSetup *setup = queue->setup;

  if (kind == ORDER_DISAGREEMENT && queue->committee)
    return survey_new (setup->set, setup->parser, queue->committee->classifier, committee_get_disagreement,
                       queue->committee->key);
  if (kind == ORDER_UNCERTAIN && setup->network)
    return survey_new_for_elements (setup->set, setup->network);
  if (kind == ORDER_UNCERTAIN && setup->classifier)
    return survey_new (setup->set, setup->parser, setup->classifier, survey_measure_uncertainty,
                       setup->model);
  return NULL;
}

/* Whether a survey for the order @kind is under way. */
static gboolean
is_partial (const Queue *queue, OrderKind kind)
{
  return queue->surveys[kind] && survey_get_n_done (queue->surveys[kind]) < queue->setup->set->entries->len;
}

gboolean
queue_is_outdated (Queue *queue, OrderKind kind)
{
  return queue->partial && queue->surveys[kind] && !is_partial (queue, kind);
}

GArray *
queue_make (Queue *queue, OrderKind kind, const Ledger *ledger, GPtrArray **reasons)
{
  if (!queue->surveys[kind])
    queue->surveys[kind] = make_survey (queue, kind);
  Survey *survey = queue->surveys[kind];
  if (survey && queue->jobs > 0)
    survey_run (survey, queue->jobs);
  else if (survey)
    survey_start (survey);
  queue->partial = is_partial (queue, kind);
  g_autofree OrderPage *pages = describe_pages (queue, ledger);
  GArray *order = order_make (kind, pages, ledger_get_n (ledger), queue->seed);
  if (journal_get_annotator (queue->setup->journal) == EXTRACT_ANNOTATOR_JUDGE)
    keep_conflicts (order, pages);
  *reasons = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < ledger_get_n (ledger); i++)
    g_ptr_array_add (*reasons, order_dup_reason (kind, &pages[i]));
  return order;
}

char *
queue_describe (Queue *queue, const Ledger *ledger)
{
  g_autofree OrderPage *pages = describe_pages (queue, ledger);
  guint n = ledger_get_n (ledger);
  GString *text = g_string_new (NULL);

  for (OrderKind kind = 0; kind < ORDER_N_KINDS; kind++) {
    g_string_append_printf (text, "%s%s %u", kind > 0 ? ", " : "", order_get_info (kind)->name,
                            order_count (kind, pages, n));
    guint n_done = queue->surveys[kind] ? survey_get_n_done (queue->surveys[kind]) : n;
    if (n_done < n)
      g_string_append_printf (text, " (%u not read yet)", n - n_done);
  }
  return g_string_free (text, FALSE);
}
