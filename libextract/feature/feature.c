/* SPDX-License-Identifier: MIT */
/*
 * THE table of feature sets, and the values of a set. The features themselves are rows of the tables in
 * feature-….c, one file for each family; the library, the programs, the manual page and the tests read these
 * rows.
 *
 * The features of a set come in this order: those of the core, which the neighbours in the window give as
 * well, then the others; within both by family and row.
 */
#include "libextract/feature/values.h"

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

static Shape shapes[5];

static const ExtractFeatureSet sets[] = {
  { "classic", 1, 1, { FAMILY (classic) }, &shapes[0] },
  { "classic-alone", 1, 0, { FAMILY (classic) }, &shapes[1] },
  { "rich",
    2,
    2,
    { FAMILY (text), FAMILY (similarity), FAMILY (markup), FAMILY (tree), FAMILY (token), FAMILY (position),
      FAMILY (page) },
    &shapes[2] },
};

static const char *const set_names[] = { "classic", "classic-alone", "rich", NULL };

static const ExtractFeatureSet context = { "context", 1, 0, { FAMILY (context) }, &shapes[3] };
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

/* ---- Values ---------------------------------------------------------------------------------- */

/* A document and the features that it is to get. */
typedef struct {
  ExtractDocument *document;
  const ExtractFeatureSet *set;
  ExtractTokenTables *tables; /* (nullable) */
  float *x;                   /* (out) (transfer full): [blocks][features] */
} Computing;

static void
compute (gpointer data)
{
  Computing *computing = data;
  ExtractDocument *document = computing->document;
  const ExtractFeatureSet *set = computing->set;
  const gsize n = extract_feature_set_get_n_features (set);
  g_autoptr (ExtractValues) values = NULL;

  computing->x = EXTRACT_NEW0 (float, document->n_blocks *n);
  if (document->set == set) {
    /* With nothing but other tables, only what comes from them is new. */
    memcpy (computing->x, g_bytes_get_data (document->features, NULL), g_bytes_get_size (document->features));
    values = extract_values_new (set, extract_rich_new (document, computing->tables, NULL, 0),
                                 &extract_feature_token);
  } else
    values = extract_values_new_for_document (document, set, computing->tables);
  extract_values_fill (values, EXTRACT_VALUES_ALL, 0, document->n_blocks, computing->x, n, 1);
}

gboolean
extract_document_compute_features (ExtractDocument *document, const ExtractFeatureSet *set,
                                   ExtractTokenTables *tables, GError **error)
{
  g_return_val_if_fail (document != NULL, FALSE);
  g_return_val_if_fail (set != NULL && set != &context && set != &outcome, FALSE); /* these come of scores */

  Computing computing = { .document = document, .set = set, .tables = tables };

  if (document->set == set && document->tables == tables)
    return TRUE;
  if (document->sealed) {
    g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_SEALED, "the document has been labelled before");
    return FALSE;
  }
  if (!extract_document_run (document, compute, &computing, error))
    return FALSE;
  g_clear_pointer (&document->features, g_bytes_unref);
  document->features = g_bytes_new_take (
      computing.x, document->n_blocks * (gsize) extract_feature_set_get_n_features (set) * sizeof (float));
  document->set = set;
  if (tables)
    extract_token_tables_ref (tables);
  g_clear_pointer (&document->tables, extract_token_tables_unref);
  document->tables = tables;
  return TRUE;
}

void
extract_document_compute_context (ExtractDocument *document, const float *scores, float *values)
{
  g_return_if_fail (document != NULL);
  g_return_if_fail (document->n_blocks == 0 || (scores != NULL && values != NULL));

  const gsize n = extract_feature_set_get_n_features (&context);
  g_autoptr (ExtractValues) all =
      extract_values_new (&context, extract_rich_new (document, NULL, scores, 0), NULL);

  extract_values_fill (all, EXTRACT_VALUES_ALL, 0, document->n_blocks, values, n, 1);
}

void
extract_document_compute_outcome (ExtractDocument *document, const float *scores, double threshold,
                                  float *values)
{
  g_return_if_fail (document != NULL);
  g_return_if_fail (values != NULL);
  g_return_if_fail (scores != NULL || document->n_blocks == 0);

  g_autoptr (ExtractValues) all =
      extract_values_new (&outcome, extract_rich_new (document, NULL, scores, threshold), NULL);

  extract_values_fill (all, EXTRACT_VALUES_ALL, 0, 1, values, 0, 1);
}
