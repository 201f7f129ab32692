/* SPDX-License-Identifier: MIT */
/*
 * THE table of feature sets, and the values of a set. The features themselves are rows of the tables in
 * feature-….c, one file for each family; the library, the programs, the manual page and the tests read these
 * rows.
 *
 * The features of a set come in this order: those of the core, which the neighbours in the window give as
 * well, then the others; within both by family and row.
 */
#include "feature-private.h"

#include <string.h>

#include "scratch.h"

#define MAX_FAMILIES 8

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
  const ExtractFeatureFamily *families[MAX_FAMILIES + 1]; /* NULL-terminated */
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
  return set->name;
}

guint
extract_feature_set_get_version (const ExtractFeatureSet *set)
{
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

static gboolean
has_family (const ExtractFeatureSet *set, const ExtractFeatureFamily *family)
{
  guint f = 0;

  while (set->families[f] && set->families[f] != family)
    f++;
  return set->families[f] != NULL;
}

guint
extract_feature_set_get_n_features (const ExtractFeatureSet *set)
{
  return get_shape (set)->n_features;
}

guint
extract_feature_set_get_n_core (const ExtractFeatureSet *set)
{
  return get_shape (set)->n_core;
}

guint
extract_feature_set_get_window (const ExtractFeatureSet *set)
{
  return set->window;
}

guint
extract_feature_set_get_n_inputs (const ExtractFeatureSet *set)
{
  const Shape *shape = get_shape (set);

  return shape->n_features + 2 * set->window * shape->n_core;
}

const ExtractFeature *
extract_feature_set_get_feature (const ExtractFeatureSet *set, guint i)
{
  const Shape *shape = get_shape (set);

  g_return_val_if_fail (i < shape->n_features, NULL);
  return shape->features[i];
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Floats that stand side by side in the facts and among the values. */
typedef struct {
  guint from; /* place in the facts */
  guint column;
  guint n;
} Run;

/* How the values of a family get to their columns. */
typedef struct {
  Run *runs;
  guint n_runs;
  guint *bits;    /* [64 x n_words]: columns */
  guint64 *known; /* [n_words]: bits that are rows */
  guint n_words;
  guint *calls; /* rows with a function */
  guint n_calls;
} Moves;

static void
add_float (Moves *moves, guint from, guint column)
{
  Run *last = moves->n_runs > 0 ? &moves->runs[moves->n_runs - 1] : NULL;

  if (last && from == last->from + last->n && column == last->column + last->n)
    last->n++;
  else
    moves->runs[moves->n_runs++] = (Run){ from, column, 1 };
}

static Moves
plan_moves (const ExtractFeatureFamily *family, const guint *columns, ExtractScratch *scratch)
{
  Moves moves = {
    .runs = extract_scratch_take (scratch, family->n_rows, sizeof (Run)),
    .bits = extract_scratch_take (scratch, 8 * family->facts_size, sizeof (guint)),
    .known = extract_scratch_take0 (scratch, 1, family->facts_size),
    .calls = extract_scratch_take (scratch, family->n_rows, sizeof (guint)),
  };

  for (guint r = 0; r < family->n_rows; r++) {
    const ExtractFeatureRow *row = &family->rows[r];

    if (row->value)
      moves.calls[moves.n_calls++] = r;
    else if (row->flags & EXTRACT_FEATURE_BIT) {
      moves.bits[row->argument] = columns[r];
      moves.known[row->argument / 64] |= G_GUINT64_CONSTANT (1) << row->argument % 64;
      moves.n_words = MAX (moves.n_words, (guint) row->argument / 64 + 1);
    } else
      add_float (&moves, (guint) row->argument, columns[r]);
  }
  return moves;
}

static void
move_facts (const Moves *moves, gconstpointer facts, float *values)
{
  const float *floats = facts;
  const guint64 *words = facts;

  for (guint k = 0; k < moves->n_runs; k++)
    memcpy (values + moves->runs[k].column, floats + moves->runs[k].from, moves->runs[k].n * sizeof (float));
  for (guint w = 0; w < moves->n_words; w++)
    for (guint64 left = words[w] & moves->known[w]; left != 0; left &= left - 1)
      values[moves->bits[64 * w + (guint) __builtin_ctzll (left)]] = 1;
}

/* A family at work. */
typedef struct {
  const ExtractFeatureFamily *family;
  const guint8 *facts;  /* of the blocks one after another */
  const guint *columns; /* [family->n_rows] */
  Moves moves;
} Source;

static void
source_init (Source *source, const ExtractFeatureFamily *family, const ExtractRich *rich, guint n,
             const guint *columns, ExtractScratch *scratch)
{
  guint8 *facts = extract_scratch_take0 (scratch, n, family->facts_size);

  family->compute (rich, facts);
  *source = (Source){ family, facts, columns, plan_moves (family, columns, scratch) };
}

/* Row r of the facts of block i goes to values[i x stride + columns[r]], for blocks first .. end - 1. */
static void
source_fill (const Source *source, guint first, guint end, float *values, gsize stride)
{
  const gsize size = source->family->facts_size;

  for (guint i = first; i < end; i++)
    move_facts (&source->moves, source->facts + i * size, values + i * stride);
  for (guint k = 0; k < source->moves.n_calls; k++) {
    const guint r = source->moves.calls[k];
    const ExtractFeatureRow *row = &source->family->rows[r];

    for (guint i = first; i < end; i++)
      values[i * stride + source->columns[r]] = row->value (source->facts + i * size, row->argument);
  }
}

/* Columns that are divided by their largest value. */
typedef struct {
  guint *columns;
  float *largest;
  guint n;
} Maxima;

static void
maxima_init (Maxima *maxima, const Source *sources, guint n_sources, guint n_features,
             ExtractScratch *scratch)
{
  *maxima = (Maxima){ extract_scratch_take (scratch, n_features, sizeof (guint)),
                      extract_scratch_take0 (scratch, n_features, sizeof (float)), 0 };
  for (guint s = 0; s < n_sources; s++)
    for (guint r = 0; r < sources[s].family->n_rows; r++)
      if (sources[s].family->rows[r].flags & EXTRACT_FEATURE_PER_MAXIMUM)
        maxima->columns[maxima->n++] = sources[s].columns[r];
}

static void
maxima_look (Maxima *maxima, const float *values)
{
  for (guint k = 0; k < maxima->n; k++)
    maxima->largest[k] = MAX (maxima->largest[k], values[maxima->columns[k]]);
}

static void
maxima_divide (const Maxima *maxima, float *values)
{
  for (guint k = 0; k < maxima->n; k++)
    if (maxima->largest[k] > 0)
      values[maxima->columns[k]] /= maxima->largest[k];
}

/* Blocks whose values are filled in together: they stay in the cache until all families have been. */
#define TILE 16

/* @n_facts: facts that a family has: one for each block, or one for the page
 * @only: (nullable): leave out the other families */
static void
fill_set (const ExtractFeatureSet *set, const ExtractRich *rich, guint n_facts,
          const ExtractFeatureFamily *only, float *values)
{
  const gsize n = extract_feature_set_get_n_features (set);
  guint core = 0, other = extract_feature_set_get_n_core (set), n_sources = 0;
  ExtractScratch *scratch = extract_scratch_begin ();
  guint *columns = extract_scratch_take (scratch, n, sizeof *columns);
  Source sources[MAX_FAMILIES];
  Maxima maxima;

  for (guint f = 0; set->families[f]; f++) {
    const ExtractFeatureFamily *family = set->families[f];

    for (guint r = 0; r < family->n_rows; r++)
      columns[r] = family->rows[r].flags & EXTRACT_FEATURE_CORE ? core++ : other++;
    if (!only || family == only)
      source_init (&sources[n_sources++], family, rich, n_facts, columns, scratch);
    columns += family->n_rows;
  }
  maxima_init (&maxima, sources, n_sources, n, scratch);
  for (guint first = 0; first < n_facts; first += TILE) {
    const guint end = MIN (first + TILE, n_facts);

    /* Of bits, only those that are set are written. */
    if (!only)
      memset (values + first * n, 0, (end - first) * n * sizeof *values);
    for (guint s = 0; s < n_sources; s++)
      source_fill (&sources[s], first, end, values, n);
    for (guint i = first; i < end; i++)
      maxima_look (&maxima, values + i * n);
  }
  for (guint i = 0; i < n_facts && maxima.n > 0; i++)
    maxima_divide (&maxima, values + i * n);
  extract_scratch_end (scratch);
}

/* What lies in memory at the same time: the page, the values and the facts of all families. */
static gboolean
check_memory (const ExtractDocument *document, const ExtractFeatureSet *set, GError **error)
{
  gsize of_block = extract_feature_set_get_n_features (set) * sizeof (float);

  for (guint f = 0; set->families[f]; f++)
    of_block += set->families[f]->facts_size;
  if (extract_page_get_memory (document->page) + document->n_blocks * (guint64) of_block <=
      document->max_memory)
    return TRUE;
  g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY, "needs more than the memory limit");
  return FALSE;
}

gboolean
extract_document_compute_features (ExtractDocument *document, const ExtractFeatureSet *set,
                                   ExtractTokenTables *tables, GError **error)
{
  gsize size = (gsize) document->n_blocks * extract_feature_set_get_n_features (set) * sizeof (float);
  const ExtractFeatureFamily *only = NULL;
  g_autoptr (ExtractRich) rich = NULL;
  float *values;

  if (document->set == set && document->tables == tables)
    return TRUE;
  if (document->sealed) {
    g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_SEALED, "the document has been labelled before");
    return FALSE;
  }
  if (!check_memory (document, set, error))
    return FALSE;
  values = g_malloc (MAX (size, 1));
  rich = extract_rich_new (document, tables, NULL, 0);
  if (document->set == set) {
    /* Nothing but the tables is new. */
    memcpy (values, g_bytes_get_data (document->features, NULL), size);
    only = &extract_feature_token;
  } else if (has_family (set, &extract_feature_text))
    extract_rich_read_texts (rich);
  fill_set (set, rich, rich->n, only, values);
  g_clear_pointer (&document->features, g_bytes_unref);
  document->features = g_bytes_new_take (values, size);
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
  g_autoptr (ExtractRich) rich = extract_rich_new (document, NULL, scores, 0);

  fill_set (&context, rich, rich->n, NULL, values);
}

void
extract_document_compute_outcome (ExtractDocument *document, const float *scores, double threshold,
                                  float *values)
{
  g_autoptr (ExtractRich) rich = extract_rich_new (document, NULL, scores, threshold);

  fill_set (&outcome, rich, 1, NULL, values);
}
