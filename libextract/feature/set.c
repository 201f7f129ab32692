/* SPDX-License-Identifier: MIT */
/*
 * THE table of feature sets. The features themselves are rows of tables, one file for each family; the
 * library, the programs, the manual page and the tests read these rows.
 *
 * The features of a set come in this order: first the core features, which are also read of the neighbours,
 * then the others; each part by family and row.
 */
#include "libextract/feature/family.h"

#include <string.h>

/* The features of a set in their order, gathered when first asked for. */
typedef struct {
  gsize gathered; /* of g_once_init_enter () */
  guint n_features;
  guint n_core;
  const ExtractFeature **features; /* [n_features] */
} Shape;

struct _ExtractFeatureSet {
  const char *name;
  guint version;
  guint window;
  const ExtractFeatureFamily *families[EXTRACT_MAX_FAMILIES + 1]; /* NULL-terminated */
  Shape *shape;
};

#define FAMILY(name) &extract_feature_##name

static Shape shapes[7];

static const ExtractFeatureSet sets[] = {
  { "classic", 1, 1, { FAMILY (classic) }, &shapes[0] },
  { "classic-alone", 1, 0, { FAMILY (classic) }, &shapes[1] },
  { "rich",
    2,
    2,
    { FAMILY (text), FAMILY (similarity), FAMILY (markup), FAMILY (tree), FAMILY (token), FAMILY (position),
      FAMILY (page) },
    &shapes[2] },
  { "web2text", 1, 0, { FAMILY (web2text) }, &shapes[5] },
};

static const char *const set_names[] = { "classic", "classic-alone", "rich", "web2text", NULL };

static const ExtractFeatureSet context = { "context", 1, 0, { FAMILY (context) }, &shapes[3] };
static const ExtractFeatureSet edges = { "edges", 1, 0, { FAMILY (edges) }, &shapes[6] };
static const ExtractFeatureSet outcome = { "outcome", 1, 0, { FAMILY (outcome) }, &shapes[4] };

/* ---- Sets ------------------------------------------------------------------------------------ */

const ExtractFeatureSet *
extract_feature_set_find (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (g_str_equal (sets[i].name, name))
      return &sets[i];
  return NULL;
}

const char *const *
extract_feature_set_get_names (void)
{
  return set_names;
}

const ExtractFeatureSet *
extract_feature_set_get_context (void)
{
  return &context;
}

const ExtractFeatureSet *
extract_feature_set_get_edges (void)
{
  return &edges;
}

const ExtractFeatureSet *
extract_feature_set_get_outcome (void)
{
  return &outcome;
}

const char *
extract_feature_set_get_name (const ExtractFeatureSet *set)
{
  g_return_val_if_fail (set != NULL, NULL);
  return set->name;
}

guint
extract_feature_set_get_version (const ExtractFeatureSet *set)
{
  g_return_val_if_fail (set != NULL, 0);
  return set->version;
}

static void
shape_add (Shape *shape, const ExtractFeatureSet *set, gboolean core)
{
  for (guint f = 0; set->families[f]; f++)
    for (guint r = 0; r < set->families[f]->n_rows; r++) {
      const ExtractFeatureRow *row = &set->families[f]->rows[r];

      if (((row->flags & EXTRACT_FEATURE_CORE) != 0) == core)
        shape->features[shape->n_features++] = &row->info;
    }
}

static const Shape *
get_shape (const ExtractFeatureSet *set)
{
  Shape *shape = set->shape;

  if (g_once_init_enter (&shape->gathered)) {
    guint n = 0;

    for (guint f = 0; set->families[f]; f++)
      n += set->families[f]->n_rows;
    shape->features = g_new (const ExtractFeature *, n);
    shape_add (shape, set, TRUE);
    shape->n_core = shape->n_features;
    shape_add (shape, set, FALSE);
    g_once_init_leave (&shape->gathered, 1);
  }
  return shape;
}

const ExtractFeatureFamily *const *
extract_feature_set_get_families (const ExtractFeatureSet *set)
{
  return set->families;
}

guint
extract_feature_set_get_n_features (const ExtractFeatureSet *set)
{
  g_return_val_if_fail (set != NULL, 0);
  return get_shape (set)->n_features;
}

guint
extract_feature_set_get_n_core (const ExtractFeatureSet *set)
{
  g_return_val_if_fail (set != NULL, 0);
  return get_shape (set)->n_core;
}

guint
extract_feature_set_get_n_of_page (const ExtractFeatureSet *set)
{
  guint n = 0;

  for (guint f = 0; set->families[f]; f++)
    n = set->families[f]->of_page ? n + set->families[f]->n_rows : 0;
  return n;
}

guint
extract_feature_set_get_window (const ExtractFeatureSet *set)
{
  g_return_val_if_fail (set != NULL, 0);
  return set->window;
}

guint
extract_feature_set_get_n_inputs (const ExtractFeatureSet *set)
{
  g_return_val_if_fail (set != NULL, 0);

  const Shape *shape = get_shape (set);

  return shape->n_features + 2 * set->window * shape->n_core;
}

const ExtractFeature *
extract_feature_set_get_feature (const ExtractFeatureSet *set, guint i)
{
  g_return_val_if_fail (set != NULL, NULL);

  const Shape *shape = get_shape (set);

  g_return_val_if_fail (i < shape->n_features, NULL);
  return shape->features[i];
}
