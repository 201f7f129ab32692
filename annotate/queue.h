/* SPDX-License-Identifier: MIT */
/* The pages to label, in their order, and the number that remain in each order. */
#pragma once

#include "annotate/record/ledger.h"
#include "annotate/tools/order.h"
#include "annotate/desk/work.h"

G_BEGIN_DECLS

typedef struct _Queue Queue;

/* queue_new: @setup: outlives the queue. Returns: (transfer full) */
Queue *queue_new (const WorkSetup *setup, guint32 seed, const OrderShare *share);
void queue_free (Queue *queue);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Queue, queue_free)

/*
 * queue_make: Returns: (transfer full): numbers of pages, for desk_set_order (). For the order "uncertain"
 * the model begins to read all pages beside the work; until it is through, those that it has not read come
 * last. Of a judge, only pages on which people contradict each other.
 */
GArray *queue_make (Queue *queue, OrderKind kind, const Ledger *ledger);

/* queue_describe: Returns: (transfer full): "given 40, random 40, uncertain 38 (2 not read yet), disagreement
 * 3": how many pages remain. */
char *queue_describe (Queue *queue, const Ledger *ledger);

/* queue_forget: the model has changed. */
void queue_forget (Queue *queue);

G_END_DECLS
