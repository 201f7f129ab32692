/* SPDX-License-Identifier: MIT */
/* Orders of pages: every page once, the right ones first, and a random order that stays as it is. */
#include <math.h>
#include <string.h>

#include "annotate/tools/order.h"

#define N_PAGES 40

/* Pages whose number is their uncertainty in hundredths; every third is done, every seventh has conflicts. */
static void
make_pages (OrderPage *pages, char **ids)
{
  for (guint i = 0; i < N_PAGES; i++) {
    ids[i] = g_strdup_printf ("page-%u", i);
    pages[i] = (OrderPage){ ids[i], i % 3 != 0, i / 100.0, i % 7 == 0 ? i : 0 };
  }
  ids[N_PAGES] = NULL;
}

static void
test_all_there (gconstpointer data)
{
  OrderKind kind = (OrderKind) GPOINTER_TO_UINT (data);
  OrderPage pages[N_PAGES];
  g_auto (GStrv) ids = g_new (char *, N_PAGES + 1);
  gboolean seen[N_PAGES] = { FALSE };

  make_pages (pages, ids);
  g_autoptr (GArray) order = order_make (kind, pages, N_PAGES, 1);
  g_autoptr (GArray) again = order_make (kind, pages, N_PAGES, 1);
  g_assert_cmpuint (order->len, ==, N_PAGES);
  g_assert_cmpmem (order->data, N_PAGES * sizeof (guint), again->data, N_PAGES * sizeof (guint));
  for (guint i = 0; i < N_PAGES; i++) {
    guint page = g_array_index (order, guint, i);
    g_assert_false (seen[page]);
    seen[page] = TRUE;
  }
  g_autoptr (GArray) none = order_make (kind, pages, 0, 1);
  g_assert_cmpuint (none->len, ==, 0);
}

/* What is open comes before what is not; in the order "given" everything is where it was. */
static void
test_open_first (void)
{
  OrderPage pages[N_PAGES];
  g_auto (GStrv) ids = g_new (char *, N_PAGES + 1);

  make_pages (pages, ids);
  for (OrderKind kind = ORDER_RANDOM; kind <= ORDER_UNCERTAIN; kind++) {
    g_autoptr (GArray) order = order_make (kind, pages, N_PAGES, 1);
    for (guint i = 0; i < N_PAGES; i++)
      g_assert_cmpint (pages[g_array_index (order, guint, i)].open, ==, i < 26);
  }
  g_autoptr (GArray) given = order_make (ORDER_GIVEN, pages, N_PAGES, 1);
  for (guint i = 0; i < N_PAGES; i++)
    g_assert_cmpuint (g_array_index (given, guint, i), ==, i);
}

/* A page that is finished leaves the others in their order, and so does a page that is added. */
static void
test_random_is_stable (void)
{
  OrderPage pages[N_PAGES];
  g_auto (GStrv) ids = g_new (char *, N_PAGES + 1);

  make_pages (pages, ids);
  g_autoptr (GArray) before = order_make (ORDER_RANDOM, pages, N_PAGES - 5, 1);
  guint finished = g_array_index (before, guint, 3);
  pages[finished].open = FALSE;
  g_autoptr (GArray) after = order_make (ORDER_RANDOM, pages, N_PAGES, 1);
  guint next = 0;
  for (guint i = 0; i < after->len && pages[g_array_index (after, guint, i)].open; i++) {
    guint page = g_array_index (after, guint, i);
    if (page >= N_PAGES - 5)
      continue;
    if (g_array_index (before, guint, next) == finished)
      next++;
    g_assert_cmpuint (g_array_index (before, guint, next++), ==, page);
  }
  g_autoptr (GArray) other = order_make (ORDER_RANDOM, pages, N_PAGES, 2);
  g_assert_true (memcmp (other->data, after->data, N_PAGES * sizeof (guint)) != 0);
}

/* The least sure first, but every fifth is the next one of the random order. */
static void
test_uncertain (void)
{
  OrderPage pages[N_PAGES];
  g_auto (GStrv) ids = g_new (char *, N_PAGES + 1);
  gboolean taken[N_PAGES] = { FALSE };
  guint next_drawn = 0;

  make_pages (pages, ids);
  pages[38].uncertainty = NAN;
  g_autoptr (GArray) drawn = order_make (ORDER_RANDOM, pages, N_PAGES, 7);
  g_autoptr (GArray) order = order_make (ORDER_UNCERTAIN, pages, N_PAGES, 7);
  g_assert_cmpuint (g_array_index (order, guint, 0), ==, 37);
  for (guint i = 0; i < 25; i++) {
    guint page = g_array_index (order, guint, i);
    if (i % ORDER_RANDOM_EVERY == ORDER_RANDOM_EVERY - 1) {
      while (taken[g_array_index (drawn, guint, next_drawn)])
        next_drawn++;
      g_assert_cmpuint (page, ==, g_array_index (drawn, guint, next_drawn));
    } else {
      for (guint p = page + 1; p < N_PAGES; p++)
        g_assert_true (taken[p] || !pages[p].open || p == 38);
    }
    taken[page] = TRUE;
  }
  g_assert_cmpuint (order_count (ORDER_UNCERTAIN, pages, N_PAGES), ==, 25);
}

static void
test_disagreement (void)
{
  OrderPage pages[N_PAGES];
  g_auto (GStrv) ids = g_new (char *, N_PAGES + 1);
  static const guint first[] = { 35, 28, 21, 14, 7, 1, 2, 4 };

  make_pages (pages, ids);
  g_autoptr (GArray) order = order_make (ORDER_DISAGREEMENT, pages, N_PAGES, 1);
  g_assert_cmpmem (order->data, sizeof first, first, sizeof first);
  g_assert_cmpuint (order_count (ORDER_DISAGREEMENT, pages, N_PAGES), ==, 5);
  g_assert_cmpuint (order_count (ORDER_RANDOM, pages, N_PAGES), ==, 26);
}

/* What people disagree about comes first; then that on which models differ, most first, but every fifth is
 * the next one of the random order; pages on which they do not, or which they have not read, come as given.
 */
static void
test_disagreement_of_models (void)
{
  OrderPage pages[N_PAGES];
  g_auto (GStrv) ids = g_new (char *, N_PAGES + 1);
  static const guint people[] = { 35, 28, 21, 14, 7 };
  gboolean taken[N_PAGES] = { FALSE };
  guint n_in = 0;

  make_pages (pages, ids);
  for (guint i = 0; i < N_PAGES; i++)
    pages[i].disagreement = i < 10 ? 0 : i == 38 ? NAN : i / 40.0;
  g_autoptr (GArray) drawn = order_make (ORDER_RANDOM, pages, N_PAGES, 3);
  g_autoptr (GArray) order = order_make (ORDER_DISAGREEMENT, pages, N_PAGES, 3);
  g_assert_cmpmem (order->data, sizeof people, people, sizeof people);
  for (guint i = 0; i < G_N_ELEMENTS (people); i++)
    taken[people[i]] = TRUE;
  for (guint i = 0; i < N_PAGES; i++)
    n_in += pages[i].open && pages[i].disagreement > 0 && !taken[i];
  g_assert_cmpuint (order_count (ORDER_DISAGREEMENT, pages, N_PAGES), ==, 5 + n_in);

  for (guint i = 0, next_drawn = 0, left = n_in; left > 0; i++) {
    guint page = g_array_index (order, guint, G_N_ELEMENTS (people) + i);
    if (i % ORDER_RANDOM_EVERY == ORDER_RANDOM_EVERY - 1) {
      while (taken[g_array_index (drawn, guint, next_drawn)])
        next_drawn++;
      g_assert_cmpuint (page, ==, g_array_index (drawn, guint, next_drawn));
    } else {
      g_assert_true (pages[page].open && pages[page].disagreement > 0);
      for (guint p = page + 1; p < N_PAGES; p++)
        g_assert_true (taken[p] || !pages[p].open || p == 38);
    }
    g_assert_false (taken[page]);
    taken[page] = TRUE;
    left -= pages[page].disagreement > 0;
  }
}

static void
test_reasons (void)
{
  const OrderPage both = { "a", TRUE, 0.375, 1, 0.25, FALSE }, neither = { "b", TRUE, NAN, 0, NAN, FALSE },
                  finished = { "c", FALSE, 0.5, 2, 0.5, FALSE }, models = { "d", TRUE, 0, 0, 0.506, FALSE };
  const struct {
    OrderKind kind;
    const OrderPage *page;
    const char *expected;
  } rows[] = {
    { ORDER_GIVEN, &both, NULL },
    { ORDER_RANDOM, &both, NULL },
    { ORDER_UNCERTAIN, &both, "uncertainty 0.38" },
    { ORDER_UNCERTAIN, &neither, NULL },
    { ORDER_UNCERTAIN, &finished, NULL },
    { ORDER_DISAGREEMENT, &both, "people disagree: 1 block" },
    { ORDER_DISAGREEMENT, &finished, "people disagree: 2 blocks" },
    { ORDER_DISAGREEMENT, &models, "models disagree: 0.51" },
    { ORDER_DISAGREEMENT, &neither, NULL },
  };

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++) {
    g_autofree char *reason = order_dup_reason (rows[r].kind, rows[r].page);
    g_assert_cmpstr (reason, ==, rows[r].expected);
  }
}

/* Shares have every page once; with an overlap, some pages are in all of them, and the others in one. */
static void
test_shares (void)
{
  static const guint overlaps[] = { 0, 20, 100 };
  const OrderShare all = { 0 };

  for (guint o = 0; o < G_N_ELEMENTS (overlaps); o++) {
    guint sizes[3] = { 0 }, n_shared = 0;

    for (guint page = 0; page < 3000; page++) {
      g_autofree char *id = g_strdup_printf ("page-%u", page);
      guint n = 0;

      for (guint number = 1; number <= 3; number++) {
        const OrderShare share = { number, 3, overlaps[o] };
        const gboolean has = order_share_has (&share, id);

        sizes[number - 1] += has;
        n += has;
      }
      g_assert_true (n == 1 || n == 3);
      g_assert_true (n == 1 || overlaps[o] > 0);
      n_shared += n == 3;
      g_assert_true (order_share_has (&all, id));
    }
    /* 3,000 draws: four standard deviations are 103 for a third, and 88 for a fifth. */
    g_assert_cmpint (ABS ((int) n_shared - (int) (30 * overlaps[o])), <=, 88);
    for (guint i = 0; i < 3; i++)
      g_assert_cmpint (ABS ((int) (sizes[i] - n_shared) - (int) (3000 - n_shared) / 3), <=, 103);
  }
}

/* What is elsewhere is in no order, and counts in none. */
static void
test_elsewhere (void)
{
  OrderPage pages[N_PAGES];
  g_auto (GStrv) ids = g_new (char *, N_PAGES + 1);

  make_pages (pages, ids);
  for (guint i = 0; i < N_PAGES; i += 2)
    pages[i].elsewhere = TRUE;
  for (OrderKind kind = 0; kind <= ORDER_DISAGREEMENT; kind++) {
    g_autoptr (GArray) order = order_make (kind, pages, N_PAGES, 1);

    g_assert_cmpuint (order->len, ==, N_PAGES / 2);
    for (guint i = 0; i < order->len; i++)
      g_assert_cmpuint (g_array_index (order, guint, i) % 2, ==, 1);
    g_assert_cmpuint (order_count (kind, pages, N_PAGES), <=, N_PAGES / 2);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint kind = 0; kind < ORDER_N_KINDS; kind++) {
    const OrderInfo *info = order_get_info ((OrderKind) kind);
    g_autofree char *path = g_strconcat ("/order/all-there/", info->name, NULL);
    g_assert_cmpint (order_find (info->name), ==, kind);
    g_test_add_data_func (path, GUINT_TO_POINTER (kind), test_all_there);
  }
  g_test_add_func ("/order/open-first", test_open_first);
  g_test_add_func ("/order/random-is-stable", test_random_is_stable);
  g_test_add_func ("/order/uncertain", test_uncertain);
  g_test_add_func ("/order/disagreement", test_disagreement);
  g_test_add_func ("/order/disagreement-of-models", test_disagreement_of_models);
  g_test_add_func ("/order/reasons", test_reasons);
  g_test_add_func ("/order/shares", test_shares);
  g_test_add_func ("/order/elsewhere", test_elsewhere);
  return g_test_run ();
}
