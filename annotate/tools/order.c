/* SPDX-License-Identifier: MIT */
/*
 * Orders of pages.
 *
 *   given         open, open, open ...                              as in the index, all pages where they are
 *   random        by the SHA-256 of seed and id
 *   uncertain     U U U U r U U U U r ...  U: the model is least sure; r: next of the random order
 *   disagreement  C C D D D D r D D D D r ...  C: people contradict each other about most blocks;
 *                 D: models differ most
 *
 * Such pages alone are no representative sample: figures measured on them, and frequencies learnt from
 * them, would be those of hard pages. So random pages are mixed in.
 */
#include "annotate/tools/order.h"

#include <math.h>
#include <string.h>

static const OrderInfo orders[] = {
  [ORDER_GIVEN] = { "given", "in the order of the set" },
  [ORDER_RANDOM] = { "random", "drawn at random" },
  [ORDER_UNCERTAIN] = { "uncertain", "in the order of uncertainty of the model, most uncertain first; every "
                                     "fifth drawn at random" },
  [ORDER_DISAGREEMENT] = { "disagreement",
                           "in the order of disagreement, most first: that of people, then that "
                           "of models, in which every fifth is drawn at random" },
};

const OrderInfo *
order_get_info (OrderKind kind)
{
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (orders), NULL);
  return &orders[kind];
}

int
order_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    if (strcmp (orders[i].name, name) == 0)
      return (int) i;
  return -1;
}

/* A page with what it is sorted by: smaller keys come first, then smaller draws. */
typedef struct {
  guint page;
  double key;
  guint64 draw;
} Place;

static guint64
draw (const char *id, guint32 seed)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *text = g_strdup_printf ("%u\n%s", seed, id);
  guint8 digest[32];
  gsize n = sizeof digest;
  guint64 number = 0;

  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_get_digest (checksum, digest, &n);
  for (guint i = 0; i < sizeof number; i++)
    number = number << 8 | digest[i];
  return number;
}

/* One draw for both: the share, and whether all have the page. */
gboolean
order_share_has (const OrderShare *share, const char *id)
{
  const guint64 number = share->of > 0 ? draw (id, G_MAXUINT32) : 0;

  return share->of == 0 || (number >> 32) % 100 < share->overlap ||
         (number & G_MAXUINT32) % share->of == share->number - 1;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (x->draw != y->draw)
    return x->draw < y->draw ? -1 : 1;
  return (x->page > y->page) - (x->page < y->page);
}

static gboolean
is_in (OrderKind kind, const OrderPage *page)
{
  if (page->elsewhere)
    return FALSE;
  switch (kind) {
  case ORDER_UNCERTAIN:
    return page->open && !isnan (page->uncertainty);
  case ORDER_DISAGREEMENT:
    return page->n_conflicts > 0 || (page->open && page->disagreement > 0);
  default:
    return page->open;
  }
}

/* What @page is sorted by, so that the most of it comes first. */
static double
get_key (OrderKind kind, const OrderPage *page)
{
  switch (kind) {
  case ORDER_UNCERTAIN:
    return -page->uncertainty;
  case ORDER_DISAGREEMENT:
    return page->n_conflicts > 0 ? -(double) page->n_conflicts - 1 : -page->disagreement;
  default:
    return 0;
  }
}

/* Returns: (transfer full): of Place: the pages that are in the order, sorted by its key, then at random. */
static GArray *
sort_pages (OrderKind kind, const OrderPage *pages, guint n_pages, guint32 seed)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));
  for (guint i = 0; i < n_pages; i++)
    if (is_in (kind, &pages[i])) {
      const Place place = { i, get_key (kind, &pages[i]), draw (pages[i].id, seed) };
      g_array_append_val (places, place);
    }
  g_array_sort (places, compare_places);
  return places;
}

/* Appends the next page of @places from @next on that is not taken yet. FALSE if there is none. */
static gboolean
take_next (GArray *order, const GArray *places, guint *next, gboolean *taken)
{
  for (; *next < places->len; ++*next) {
    guint page = g_array_index (places, Place, *next).page;
    if (taken[page])
      continue;
    taken[page] = TRUE;
    g_array_append_val (order, page);
    return TRUE;
  }
  return FALSE;
}

/* Appends what is left, as given: first what is open, or else what is not. */
static void
append_rest (GArray *order, const OrderPage *pages, guint n_pages, const gboolean *taken, gboolean open)
{
  for (guint i = 0; i < n_pages; i++)
    if (!taken[i] && !pages[i].open == !open && !pages[i].elsewhere)
      g_array_append_val (order, i);
}

/* Pages about which people contradict each other, but for those that are elsewhere. */
static guint
count_conflicts (const OrderPage *pages, guint n_pages)
{
  guint n = 0;
  for (guint i = 0; i < n_pages; i++)
    n += pages[i].n_conflicts > 0 && !pages[i].elsewhere;
  return n;
}

GArray *
order_make (OrderKind kind, const OrderPage *pages, guint n_pages, guint32 seed)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));
  if (kind == ORDER_GIVEN) {
    for (guint i = 0; i < n_pages; i++)
      if (!pages[i].elsewhere)
        g_array_append_val (order, i);
    return order;
  }

  g_autofree gboolean *taken = g_new0 (gboolean, n_pages + 1);
  g_autoptr (GArray) sorted = sort_pages (kind, pages, n_pages, seed);
  g_autoptr (GArray) drawn = sort_pages (ORDER_RANDOM, pages, n_pages, seed);
  const guint n_of_people = kind == ORDER_DISAGREEMENT ? count_conflicts (pages, n_pages) : 0;
  const gboolean mixed = kind != ORDER_RANDOM && sorted->len > n_of_people;
  guint next = 0, next_drawn = 0;
  do {
    if (mixed && order->len >= n_of_people &&
        (order->len - n_of_people) % ORDER_RANDOM_EVERY == ORDER_RANDOM_EVERY - 1)
      take_next (order, drawn, &next_drawn, taken);
  } while (take_next (order, sorted, &next, taken));
  append_rest (order, pages, n_pages, taken, TRUE);
  append_rest (order, pages, n_pages, taken, FALSE);
  return order;
}

guint
order_count (OrderKind kind, const OrderPage *pages, guint n_pages)
{
  guint n = 0;
  for (guint i = 0; i < n_pages; i++)
    n += is_in (kind, &pages[i]);
  return n;
}

char *
order_dup_reason (OrderKind kind, const OrderPage *page)
{
  if (!is_in (kind, page))
    return NULL;
  switch (kind) {
  case ORDER_UNCERTAIN:
    return g_strdup_printf ("uncertainty %.2f", page->uncertainty);
  case ORDER_DISAGREEMENT:
    return page->n_conflicts > 0 ? g_strdup_printf ("people disagree: %u block%s", page->n_conflicts,
                                                    page->n_conflicts == 1 ? "" : "s")
                                 : g_strdup_printf ("models disagree: %.2f", page->disagreement);
  default:
    return NULL;
  }
}
