/* SPDX-License-Identifier: MIT */
/*
 * Threads that wait for work: for loops that are run thousands of times, each for a fraction of a
 * millisecond, where threads of their own (cli_parallel) would cost more than the work.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TrainPool TrainPool;

/* In any of the threads. What it computes for @item must not depend on the other items of the loop. */
typedef void (*TrainWork) (guint item, gpointer data);

/* train_pool_new: @threads: 1 or more; the one that calls is one of them. Fewer if no more can be had. */
TrainPool *train_pool_new (guint threads);
void train_pool_free (TrainPool *pool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainPool, train_pool_free)

/* train_pool_run: @work for the items 0 .. @n - 1, in any order; returns when all are done. */
void train_pool_run (TrainPool *pool, guint n, TrainWork work, gpointer data);

G_END_DECLS
