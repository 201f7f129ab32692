/* SPDX-License-Identifier: MIT */
/*
 * The order of pages. Each row of the table is an order; unfinished pages come first, finished ones after
 * them.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { ORDER_GIVEN, ORDER_RANDOM, ORDER_UNCERTAIN, ORDER_DISAGREEMENT, ORDER_N_KINDS } OrderKind;

/* A row of the table of orders. */
typedef struct {
  const char *name; /* "uncertain" */
  const char *sentence;
} OrderInfo;

const OrderInfo *order_get_info (OrderKind kind);
/* order_find: Returns: the order of that name, -1 if there is none. */
int order_find (const char *name);

/* Every so many pages that are sorted by what models say one is drawn at random. */
#define ORDER_RANDOM_EVERY 5

/* What an order looks at. */
typedef struct {
  const char *id;
  gboolean open;       /* still to be labelled: neither finished nor skipped */
  double uncertainty;  /* confidence of the model, 0..1; NAN if it has not read the page */
  guint n_conflicts;   /* blocks about which people contradict each other */
  double disagreement; /* of models, 0..1 (committee.h); NAN if they have not read the page */
  gboolean elsewhere;  /* of somebody else's share: in no order */
} OrderPage;

/* A share of the pages, so that several people label each page once. */
typedef struct {
  guint number;  /* 1 .. of */
  guint of;      /* 0: all pages */
  guint overlap; /* percent of the pages that all shares have, to see whether people agree */
} OrderShare;

/* order_share_has: whether the page @id is in the share. Pages that are added move no other page to another
 * share. */
gboolean order_share_has (const OrderShare *share, const char *id);

/*
 * order_make: Returns: (transfer full): a GArray of guint, numbers of @pages. The same pages and @seed give
 * the same order, whoever asks; in a random order a page that is added or finished does not move the others.
 */
GArray *order_make (OrderKind kind, const OrderPage *pages, guint n_pages, guint32 seed);

/* order_count: how many pages remain that the order has something to say of: all that are open; of
 * "uncertain" those that the model has read; of "disagreement" those with conflicts, open or not, and those
 * on which models differ. */
guint order_count (OrderKind kind, const OrderPage *pages, guint n_pages);

/* order_dup_reason: Returns: (transfer full) (nullable): what puts the page where it is, "models disagree
 * 0.41"; NULL if nothing of it does */
char *order_dup_reason (OrderKind kind, const OrderPage *page);

G_END_DECLS
