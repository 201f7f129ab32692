/* SPDX-License-Identifier: MIT */
/* The pages to label, in their order, and the number that remain in each order. */
#pragma once

#include "annotate/record/ledger.h"
#include "annotate/tools/committee.h"
#include "annotate/tools/order.h"
#include "annotate/desk/work.h"

G_BEGIN_DECLS

typedef struct _Queue Queue;

/*
 * queue_new:
 * @setup: outlives the queue
 * @committee: (nullable): for the order "disagreement"; NULL to ask no models; outlives the queue
 * @jobs: so many pages at a time are read before an order that needs it is made; 0: one by one, beside the
 *   work
 * Returns: (transfer full)
 */
Queue *queue_new (const WorkSetup *setup, const Committee *committee, guint jobs, guint32 seed,
                  const OrderShare *share);
void queue_free (Queue *queue);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Queue, queue_free)

/*
 * queue_make: Returns: (transfer full): numbers of pages, for desk_set_order (). For the orders "uncertain"
 * and "disagreement" models read all pages; until they are through, those that they have not read come last.
 * Of a judge, only pages on which people contradict each other.
 * @reasons: (out) (transfer full): for each page of the ledger why it is where it is, (nullable)
 */
GArray *queue_make (Queue *queue, OrderKind kind, const Ledger *ledger, GPtrArray **reasons);

/* queue_is_outdated: whether models have read all pages since the order @kind was made. */
gboolean queue_is_outdated (Queue *queue, OrderKind kind);

/* queue_describe: Returns: (transfer full): "given 40, random 40, uncertain 38 (2 not read yet), disagreement
 * 3": how many pages remain. */
char *queue_describe (Queue *queue, const Ledger *ledger);

/* queue_forget: the model has changed; the committee has not. */
void queue_forget (Queue *queue);

G_END_DECLS
