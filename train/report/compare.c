/* SPDX-License-Identifier: MIT */
#include "train/report/compare.h"

#include <math.h>

#include "train/measure/bootstrap.h"
#include "cli/json.h"
#include "train/report/print.h"

gboolean
train_compare_compute (GPtrArray *a, GPtrArray *b, guint32 seed, TrainComparison *comparison)
{
  g_autofree double *differences = g_new (double, (gsize) a->len + 1);

  *comparison = (TrainComparison){ 0 };
  for (guint i = 0; i < a->len; i++) {
    const TrainResult *x = a->pdata[i], *y = b->pdata[i];
    if (!x->scored || !y->scored)
      continue;
    double difference = y->scores.f1 - x->scores.f1;
    differences[comparison->n_pages++] = difference;
    comparison->a += x->scores.f1;
    comparison->b += y->scores.f1;
    *(difference > 0 ? &comparison->wins : difference < 0 ? &comparison->losses : &comparison->ties) += 1;
  }

  guint n = comparison->n_pages;
  if (n == 0)
    return FALSE;
  comparison->a /= n;
  comparison->b /= n;
  comparison->difference = comparison->b - comparison->a;
  train_bootstrap_mean (differences, n, seed, &comparison->low, &comparison->high);
  comparison->p = train_permutation_test (differences, n, seed);
  return TRUE;
}

/* ---- Groups ------------------------------------------------------------------------------- */

/* The results of B for the pages of a group of results of A. */
static GPtrArray *
find_partners (GPtrArray *group, GHashTable *partner_of)
{
  GPtrArray *partners = g_ptr_array_new ();
  for (guint i = 0; i < group->len; i++)
    g_ptr_array_add (partners, g_hash_table_lookup (partner_of, group->pdata[i]));
  return partners;
}

typedef void (*GroupFunc) (const TrainGroup *group, const TrainComparison *comparison, TrainBy by,
                           GString *text);

static void
for_each_group (GPtrArray *a, GPtrArray *b, TrainBy by, guint n_sites, guint32 seed, GroupFunc function,
                GString *text)
{
  g_autoptr (GHashTable) partner_of = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) groups = train_groups_new (a, by, n_sites);

  for (guint i = 0; i < a->len; i++)
    g_hash_table_insert (partner_of, a->pdata[i], b->pdata[i]);
  for (guint i = 0; i < groups->len; i++) {
    const TrainGroup *group = groups->pdata[i];
    g_autoptr (GPtrArray) partners = find_partners (group->results, partner_of);
    TrainComparison comparison;
    if (train_compare_compute (group->results, partners, seed, &comparison))
      function (group, &comparison, by, text);
  }
}

/* ---- For people --------------------------------------------------------------------------- */

/* "0.0012" */
static const char *
format (char *buffer, double value)
{
  return g_ascii_formatd (buffer, G_ASCII_DTOSTR_BUF_SIZE, "%.4f", value);
}

static void
append_verdict (GString *text, const TrainComparison *c, const TrainCompareOptions *options)
{
  char difference[G_ASCII_DTOSTR_BUF_SIZE], low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE],
      p[G_ASCII_DTOSTR_BUF_SIZE];
  gboolean b_better = c->difference > 0;
  double sign = b_better ? 1 : -1;

  format (difference, fabs (c->difference));
  format (low, b_better ? c->low : sign * c->high);
  format (high, b_better ? c->high : sign * c->low);
  format (p, c->p);
  if (c->wins + c->losses == 0)
    g_string_append (text, "Both have the same F1 on every page.\n");
  else if (c->p < TRAIN_CHANCE)
    g_string_append_printf (text, "%s is better by %s (%s to %s); this is beyond chance (p = %s).\n",
                            b_better ? "B" : "A", difference, low, high, p);
  else
    g_string_append_printf (text, "%s is ahead by %s (%s to %s); this may be chance (p = %s).\n",
                            b_better ? "B" : "A", difference, low, high, p);
}

static void
append_cells (GString *text, const TrainComparison *c)
{
  g_string_append_printf (text, " %6u", c->n_pages);
  train_print_cell (text, TRUE, c->a);
  train_print_cell (text, TRUE, c->b);
  train_print_cell (text, TRUE, c->difference);
  train_print_cell (text, TRUE, c->low);
  train_print_cell (text, TRUE, c->high);
  train_print_cell (text, TRUE, c->p);
  g_string_append_printf (text, " %6u %6u %6u\n", c->wins, c->ties, c->losses);
}

static void
append_group_row (const TrainGroup *group, const TrainComparison *c, TrainBy by, GString *text)
{
  train_print_group (text, by, group);
  append_cells (text, c);
}

void
train_compare_append_table (GString *text, const char *name, GPtrArray *a, GPtrArray *b,
                            const TrainCompareOptions *options)
{
  TrainComparison all;

  g_string_append_printf (text, "%s: %u pages, A is %s, B is %s\n", name, a->len, options->name_a,
                          options->name_b);
  if (!train_compare_compute (a, b, options->seed, &all)) {
    g_string_append (text, "No page has a reference.\n");
    return;
  }
  append_verdict (text, &all, options);
  g_string_append_printf (text, "%-24s %6s %9s %9s %9s %9s %9s %9s %6s %6s %6s\n", "", "pages", "F1 of A",
                          "F1 of B", "B - A", "low", "high", "p", "wins", "ties", "losses");
  train_print_name (text, "all", "");
  append_cells (text, &all);
  for (TrainBy by = 0; by < TRAIN_N_BY; by++)
    if (options->by & 1u << by)
      for_each_group (a, b, by, options->n_sites, options->seed, append_group_row, text);
}

/* ---- For programs ------------------------------------------------------------------------- */

static void
append_fields (GString *json, const TrainComparison *c)
{
  cli_json_append_count (json, "n", c->n_pages);
  cli_json_append_number (json, "f1_a", c->a);
  cli_json_append_number (json, "f1_b", c->b);
  cli_json_append_number (json, "difference", c->difference);
  cli_json_append_number (json, "low", c->low);
  cli_json_append_number (json, "high", c->high);
  cli_json_append_number (json, "p", c->p);
  cli_json_append_count (json, "wins", c->wins);
  cli_json_append_count (json, "ties", c->ties);
  cli_json_append_count (json, "losses", c->losses);
}

static void
append_group_object (const TrainGroup *group, const TrainComparison *c, TrainBy by, GString *json)
{
  cli_json_append_key (json, group->name);
  g_string_append_c (json, '{');
  append_fields (json, c);
  g_string_append_c (json, '}');
}

void
train_compare_append_json (GString *json, const char *name, GPtrArray *a, GPtrArray *b,
                           const TrainCompareOptions *options)
{
  TrainComparison all;

  g_string_append_c (json, '{');
  cli_json_append_string (json, "set", name);
  cli_json_append_string (json, "a", options->name_a);
  cli_json_append_string (json, "b", options->name_b);
  cli_json_append_count (json, "pages", a->len);
  if (!train_compare_compute (a, b, options->seed, &all))
    return;
  append_fields (json, &all);
  for (TrainBy by = 0; by < TRAIN_N_BY; by++) {
    if (!(options->by & 1u << by))
      continue;
    gsize before = json->len;
    cli_json_append_key (json, train_by_get_info (by)->json_key);
    g_string_append_c (json, '{');
    gsize empty = json->len;
    for_each_group (a, b, by, 0, options->seed, append_group_object, json);
    if (json->len == empty)
      g_string_truncate (json, before);
    else
      g_string_append_c (json, '}');
  }
}

/* ---- Pages that changed ------------------------------------------------------------------- */

typedef struct {
  guint index;
  double size;
} Change;

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const Change *x = a, *y = b;
  if (x->size != y->size)
    return (x->size < y->size) - (x->size > y->size);
  return (x->index > y->index) - (x->index < y->index);
}

GArray *
train_compare_find_changes (GPtrArray *a, GPtrArray *b, guint n_pages)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (Change));
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < a->len; i++) {
    const TrainResult *x = a->pdata[i], *y = b->pdata[i];
    Change change = { i, fabs (y->scores.f1 - x->scores.f1) };
    if (x->scored && y->scored && change.size > 0)
      g_array_append_val (changes, change);
  }
  g_array_sort (changes, compare_changes);
  for (guint i = 0; i < MIN (changes->len, n_pages); i++)
    g_array_append_val (found, g_array_index (changes, Change, i).index);
  return found;
}
