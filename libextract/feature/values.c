/* SPDX-License-Identifier: MIT */
#include "libextract/feature/values.h"

#include <string.h>

/* Floats that stand side by side in the facts and among the features. */
typedef struct {
  guint from; /* place in the facts */
  guint feature;
  guint n;
} Run;

/* A row with a function. */
typedef struct {
  const ExtractFeatureRow *row;
  guint feature;
} Call;

/* Blocks whose facts are there at a time: as many as are scored at once, with their neighbours (window.c). */
#define TILE 80

/* A family at work. */
typedef struct {
  const ExtractFeatureFamily *family;
  gpointer prepared;
  gpointer tile; /* (nullable): [TILE]: facts; NULL if what is prepared are the facts themselves */
  gsize size;    /* from the facts of a block to those of the next; 0 if they share them */
  Run *runs;
  guint n_runs;
  guint *bits;    /* [64 x n_words]: features */
  guint64 *known; /* [n_words]: bits that are rows */
  guint n_words;
  Call *calls;
  guint n_calls;
} Source;

/* A feature that is divided by its largest value. */
typedef struct {
  const Call *call;
  float largest;
} Maximum;

struct _ExtractValues {
  ExtractScratch *scratch;
  ExtractRich *rich; /* owned */
  Source sources[EXTRACT_MAX_FAMILIES];
  guint n_sources;
  Maximum *maxima;
  guint n_maxima;
};

/* ---- From tables to moves -------------------------------------------------------------------------- */

static void
add_float (Source *source, guint from, guint feature)
{
  Run *last = source->n_runs > 0 ? &source->runs[source->n_runs - 1] : NULL;

  if (last && from == last->from + last->n && feature == last->feature + last->n)
    last->n++;
  else
    source->runs[source->n_runs++] = (Run){ from, feature, 1 };
}

static void
add_bit (Source *source, guint bit, guint feature)
{
  source->bits[bit] = feature;
  source->known[bit / 64] |= G_GUINT64_CONSTANT (1) << bit % 64;
  source->n_words = MAX (source->n_words, bit / 64 + 1);
}

/* @features: [family->n_rows]: which of the set its rows are */
static void
source_init (Source *source, const ExtractFeatureFamily *family, const ExtractRich *rich,
             const guint *features, ExtractScratch *scratch)
{
  extract_budget_look ();
  *source = (Source){
    .family = family,
    .prepared = family->prepare ? family->prepare (rich, scratch) : NULL,
    .tile = family->compute ? extract_scratch_take (scratch, TILE, family->facts_size) : NULL,
    .size = family->of_page ? 0 : family->facts_size,
    .runs = extract_scratch_take (scratch, family->n_rows, sizeof (Run)),
    .bits = extract_scratch_take (scratch, 8 * family->facts_size, sizeof (guint)),
    .known = extract_scratch_take0 (scratch, 1, family->facts_size),
    .calls = extract_scratch_take (scratch, family->n_rows, sizeof (Call)),
  };
  for (guint r = 0; r < family->n_rows; r++) {
    const ExtractFeatureRow *row = &family->rows[r];

    if (row->value)
      source->calls[source->n_calls++] = (Call){ row, features[r] };
    else if (row->flags & EXTRACT_FEATURE_BIT)
      add_bit (source, (guint) row->argument, features[r]);
    else
      add_float (source, (guint) row->argument, features[r]);
  }
}

/* Returns: those of @n blocks from @first on, at most TILE, one after another; until it is asked again */
static const guint8 *
get_facts (const Source *source, const ExtractRich *rich, gsize first, gsize n)
{
  if (!source->tile)
    return (const guint8 *) source->prepared + first * source->size;
  memset (source->tile, 0, n * source->size);
  source->family->compute (rich, source->prepared, first, first + n, source->tile);
  return source->tile;
}

/* All rows that want a maximum have a function. */
static void
add_maxima (ExtractValues *values, const Source *source)
{
  const guint first_maximum = values->n_maxima;

  for (guint c = 0; c < source->n_calls; c++)
    if (source->calls[c].row->flags & EXTRACT_FEATURE_PER_MAXIMUM)
      values->maxima[values->n_maxima++] = (Maximum){ &source->calls[c], 0 };
  if (values->n_maxima == first_maximum)
    return;
  for (gsize first = 0; first < values->rich->n; first += TILE) {
    const gsize n = MIN (TILE, values->rich->n - first);
    const guint8 *facts = get_facts (source, values->rich, first, n);

    for (guint m = first_maximum; m < values->n_maxima; m++) {
      Maximum *maximum = &values->maxima[m];
      const ExtractFeatureRow *row = maximum->call->row;

      for (gsize i = 0; i < n; i++)
        maximum->largest =
            MAX (maximum->largest, (float) row->value (facts + i * source->size, row->argument));
    }
  }
}

ExtractValues *
extract_values_new (const ExtractFeatureSet *set, ExtractRich *rich, const ExtractFeatureFamily *only)
{
  const ExtractFeatureFamily *const *families = extract_feature_set_get_families (set);
  const guint n = extract_feature_set_get_n_features (set);
  guint core = 0, other = extract_feature_set_get_n_core (set);
  ExtractScratch *scratch = extract_scratch_begin ();
  ExtractValues *values = extract_scratch_take0 (scratch, 1, sizeof *values);
  guint *features = extract_scratch_take (scratch, n, sizeof *features);

  values->scratch = scratch;
  values->rich = rich;
  values->maxima = extract_scratch_take (scratch, n, sizeof (Maximum));
  for (; *families; features += (*families)->n_rows, families++) {
    Source *source = &values->sources[values->n_sources];

    for (guint r = 0; r < (*families)->n_rows; r++)
      features[r] = (*families)->rows[r].flags & EXTRACT_FEATURE_CORE ? core++ : other++;
    if (only && *families != only)
      continue;
    source_init (source, *families, rich, features, scratch);
    add_maxima (values, source);
    values->n_sources++;
  }
  return values;
}

void
extract_values_free (ExtractValues *values)
{
  ExtractRich *rich = values->rich;

  extract_scratch_end (values->scratch);
  extract_rich_free (rich);
}

ExtractValues *
extract_values_new_for_document (ExtractDocument *document, const ExtractFeatureSet *set,
                                 ExtractTokenTables *tables)
{
  ExtractRich *rich = extract_rich_new (document, tables, NULL, 0);

  for (const ExtractFeatureFamily *const *family = extract_feature_set_get_families (set); *family; family++)
    if (*family == &extract_feature_text || *family == &extract_feature_web2text ||
        *family == &extract_feature_edges)
      extract_rich_read_texts (rich);
  return extract_values_new (set, rich, NULL);
}

/* ---- Filling in ------------------------------------------------------------------------------------ */

/* @facts: of the blocks, one after another, @n of them */
static inline void
move_floats (const Source *source, const guint8 *facts, gsize n, float *x, gsize block_step,
             gsize feature_step)
{
  for (guint k = 0; k < source->n_runs; k++) {
    const Run run = source->runs[k];

    for (guint f = 0; f < run.n; f++) {
      const guint8 *fact = facts + (run.from + f) * sizeof (float);
      float *place = x + (run.feature + f) * feature_step;

      for (gsize i = 0; i < n; i++, fact += source->size)
        place[i * block_step] = *(const float *) (gconstpointer) fact;
    }
  }
}

/* What is not set is 0 already. */
static inline void
move_bits (const Source *source, gconstpointer facts, float *x, gsize step)
{
  const guint64 *words = facts;

  for (guint w = 0; w < source->n_words; w++)
    for (guint64 left = words[w] & source->known[w]; left != 0; left &= left - 1)
      x[source->bits[64 * w + (guint) __builtin_ctzll (left)] * step] = 1;
}

/* @x: of the block @first */
static void
fill_tile (const ExtractValues *values, const Source *source, gsize first, gsize n, float *x,
           gsize block_step, gsize feature_step)
{
  const guint8 *facts = get_facts (source, values->rich, first, n);

  /* The compiler puts four blocks into a register where they lie side by side. */
  if (block_step == 1)
    move_floats (source, facts, n, x, 1, feature_step);
  else
    move_floats (source, facts, n, x, block_step, feature_step);
  for (gsize i = 0; i < n && source->n_words > 0; i++)
    move_bits (source, facts + i * source->size, x + i * block_step, feature_step);
  for (guint c = 0; c < source->n_calls; c++) {
    const Call call = source->calls[c];
    float *place = x + call.feature * feature_step;

    for (gsize i = 0; i < n; i++, place += block_step)
      *place = call.row->value (facts + i * source->size, call.row->argument);
  }
}

void
extract_values_fill (const ExtractValues *values, ExtractValuesParts parts, gsize first, gsize end, float *x,
                     gsize block_step, gsize feature_step)
{
  extract_budget_look ();
  for (gsize tile = first; tile < end; tile += TILE)
    for (guint s = 0; s < values->n_sources; s++) {
      const Source *source = &values->sources[s];

      if (parts & (source->size > 0 ? EXTRACT_VALUES_OF_BLOCKS : EXTRACT_VALUES_OF_PAGE))
        fill_tile (values, source, tile, MIN (TILE, end - tile), x + (tile - first) * block_step, block_step,
                   feature_step);
    }
  for (guint m = 0; m < values->n_maxima && (parts & EXTRACT_VALUES_OF_BLOCKS); m++) {
    const Maximum maximum = values->maxima[m];
    float *place = x + maximum.call->feature * feature_step;

    for (gsize i = first; i < end && maximum.largest > 0; i++, place += block_step)
      *place /= maximum.largest;
  }
}

/* ---- Of documents ------------------------------------------------------------------------------ */

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
    /* If only the tables differ, only the values that use them are new. */
    memcpy (computing->x, g_bytes_get_data (document->features, NULL), g_bytes_get_size (document->features));
    values = extract_values_new (set, extract_rich_new (document, computing->tables, NULL, 0),
                                 &extract_feature_token);
  } else
    values = extract_values_new_for_document (document, set, computing->tables);
  extract_values_fill (values, EXTRACT_VALUES_ALL, 0, document->n_blocks, computing->x, n, 1);
}

/* The features of a document, and the tables that some come from, which live as long. */
typedef struct {
  float *x;                   /* owned */
  ExtractTokenTables *tables; /* (nullable): a reference */
} Computed;

static void
computed_free (gpointer data)
{
  Computed *computed = data;

  g_free (computed->x);
  if (computed->tables)
    extract_token_tables_unref (computed->tables);
  g_free (computed);
}

static gboolean
is_of_blocks (const ExtractFeatureSet *set)
{
  return set != extract_feature_set_get_context () && set != extract_feature_set_get_edges () &&
         set != extract_feature_set_get_outcome ();
}

gboolean
extract_features_compute (ExtractDocument *document, const ExtractFeatureSet *set, ExtractTokenTables *tables,
                          GError **error)
{
  g_return_val_if_fail (document != NULL, FALSE);
  g_return_val_if_fail (set != NULL && is_of_blocks (set), FALSE);

  Computing computing = { .document = document, .set = set, .tables = tables };
  const guint n_features = extract_feature_set_get_n_features (set);
  Computed *computed;

  if (document->set == set && document->tables == tables)
    return TRUE;
  if (document->sealed) {
    g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_SEALED, "the document is already labelled");
    return FALSE;
  }
  if (!extract_document_run (document, compute, &computing, error))
    return FALSE;
  computed = g_new (Computed, 1);
  *computed = (Computed){ computing.x, tables ? extract_token_tables_ref (tables) : NULL };
  g_clear_pointer (&document->features, g_bytes_unref);
  document->features = g_bytes_new_with_free_func (
      computing.x, document->n_blocks * (gsize) n_features * sizeof (float), computed_free, computed);
  document->n_features = n_features;
  document->set = set;
  document->tables = tables;
  return TRUE;
}

void
extract_document_compute_context (ExtractDocument *document, const float *scores, float *values)
{
  g_return_if_fail (document != NULL);
  g_return_if_fail (document->n_blocks == 0 || (scores != NULL && values != NULL));

  const gsize n = extract_feature_set_get_n_features (extract_feature_set_get_context ());
  g_autoptr (ExtractValues) all = extract_values_new (extract_feature_set_get_context (),
                                                      extract_rich_new (document, NULL, scores, 0), NULL);

  extract_values_fill (all, EXTRACT_VALUES_ALL, 0, document->n_blocks, values, n, 1);
}

void
extract_document_compute_edges (ExtractDocument *document, float *values)
{
  g_return_if_fail (document != NULL);
  g_return_if_fail (document->n_blocks == 0 || values != NULL);

  const gsize n = extract_feature_set_get_n_features (extract_feature_set_get_edges ());
  g_autoptr (ExtractValues) all =
      extract_values_new_for_document (document, extract_feature_set_get_edges (), NULL);

  memset (values, 0, document->n_blocks * n * sizeof *values);
  extract_values_fill (all, EXTRACT_VALUES_ALL, 0, document->n_blocks, values, n, 1);
}

void
extract_document_compute_outcome (ExtractDocument *document, const float *scores, double threshold,
                                  float *values)
{
  g_return_if_fail (document != NULL);
  g_return_if_fail (values != NULL);
  g_return_if_fail (scores != NULL || document->n_blocks == 0);

  g_autoptr (ExtractValues) all = extract_values_new (
      extract_feature_set_get_outcome (), extract_rich_new (document, NULL, scores, threshold), NULL);

  extract_values_fill (all, EXTRACT_VALUES_ALL, 0, 1, values, 0, 1);
}
