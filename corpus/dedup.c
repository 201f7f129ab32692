/* SPDX-License-Identifier: MIT */
#include "corpus/dedup.h"

#include <string.h>

#include "corpus/index.h"
#include "corpus/set.h"

/* Runs of the document at hand. 0 is an empty slot. */
typedef struct {
  guint64 *slots; /* (nullable): [room], a power of two; owned */
  gsize room;
} Own;

struct _CorpusDedup {
  CorpusDedupOptions options;
  CorpusIndex *index; /* (nullable): of documents; owned */
  CorpusSet *set;     /* (nullable): of runs; owned */
  Own own;
  CorpusDedupFigures figures;
};

gboolean
corpus_dedup_parse_kinds (const char *names, CorpusKinds *kinds)
{
  static const struct {
    const char *name;
    CorpusKinds kinds;
  } table[] = {
    { "exact", CORPUS_EXACT },
    { "near", CORPUS_EXACT | CORPUS_NEAR },
    { "paragraphs", CORPUS_PARAGRAPHS },
  };
  g_auto (GStrv) parts = g_strsplit (names, ",", -1);
  *kinds = 0;
  for (char **part = parts; *part; part++) {
    guint i = 0;
    while (i < G_N_ELEMENTS (table) && strcmp (table[i].name, *part) != 0)
      i++;
    if (i == G_N_ELEMENTS (table))
      return FALSE;
    *kinds |= table[i].kinds;
  }
  return *kinds != 0;
}

CorpusDedup *
corpus_dedup_new (const CorpusDedupOptions *options)
{
  CorpusDedup *dedup = g_new0 (CorpusDedup, 1);
  dedup->options = *options;
  if (options->kinds & (CORPUS_EXACT | CORPUS_NEAR))
    dedup->index = corpus_index_new ((options->kinds & CORPUS_NEAR) != 0);
  if (options->kinds & CORPUS_PARAGRAPHS)
    dedup->set = corpus_set_new ();
  return dedup;
}

void
corpus_dedup_free (CorpusDedup *dedup)
{
  g_clear_pointer (&dedup->index, corpus_index_free);
  g_clear_pointer (&dedup->set, corpus_set_free);
  g_free (dedup->own.slots);
  g_free (dedup);
}

/* ---- Runs of the document itself -------------------------------------------------------------- */

static void
own_begin (Own *own, gsize n_runs)
{
  gsize room = 256;
  while (room < 2 * n_runs)
    room *= 2;
  if (room > own->room || room < own->room / 64) {
    g_free (own->slots);
    own->slots = g_new (guint64, room);
    own->room = room;
  }
  memset (own->slots, 0, own->room * sizeof *own->slots);
}

static gsize
own_find (const Own *own, guint64 run)
{
  gsize i = run & (own->room - 1);
  while (own->slots[i] != 0 && own->slots[i] != run)
    i = (i + 1) & (own->room - 1);
  return i;
}

/* How far ahead the slots of runs are asked for: memory takes as long as so many look-ups. */
#define AHEAD 16

static void
expect (const CorpusDedup *dedup, const guint64 *runs, gsize i, gsize n)
{
  if (i + AHEAD < n)
    corpus_set_expect (dedup->set, runs[i + AHEAD]);
}

/* ---- Judging ---------------------------------------------------------------------------------- */

static gboolean
paragraph_is_seen (CorpusDedup *dedup, const guint64 *runs, gsize n)
{
  gsize n_seen = 0;
  for (gsize i = 0; i < MIN (n, AHEAD); i++)
    corpus_set_expect (dedup->set, runs[i]);
  for (gsize i = 0; i < n; i++) {
    expect (dedup, runs, i, n);
    n_seen += corpus_set_has (dedup->set, runs[i]) || dedup->own.slots[own_find (&dedup->own, runs[i])] != 0;
  }
  return n > 0 && (double) n_seen >= dedup->options.overlap * (double) n;
}

/* Returns: whether nothing is left of what can be compared */
static gboolean
judge_paragraphs (CorpusDedup *dedup, CorpusText *text)
{
  gsize n, n_runs, n_judged = 0, n_dropped = 0;
  CorpusParagraph *paragraphs = corpus_text_get_paragraphs (text, &n);
  own_begin (&dedup->own, n > 0 ? paragraphs[n - 1].end : 0);
  for (gsize i = 0; i < n; i++) {
    const guint64 *runs = corpus_text_get_runs (text, i, &n_runs);
    paragraphs[i].dropped = paragraph_is_seen (dedup, runs, n_runs);
    for (gsize k = 0; k < n_runs && !paragraphs[i].dropped; k++)
      dedup->own.slots[own_find (&dedup->own, runs[k])] = runs[k];
    n_judged += n_runs > 0;
    n_dropped += paragraphs[i].dropped;
  }
  dedup->figures.n_paragraphs += n;
  dedup->figures.n_dropped_paragraphs += n_judged > 0 && n_dropped == n_judged ? n : n_dropped;
  return n_judged > 0 && n_dropped == n_judged;
}

CorpusVerdict
corpus_dedup_judge (CorpusDedup *dedup, CorpusText *text)
{
  const ExtractSketch *sketch = corpus_text_get_sketch (text);
  CorpusDedupFigures *figures = &dedup->figures;
  figures->n_documents++;
  if (sketch->n_words == 0)
    return CORPUS_KEPT;
  if (dedup->index && corpus_index_has_exact (dedup->index, sketch)) {
    figures->n_exact++;
    return CORPUS_DROPPED_EXACT;
  }
  if (dedup->index && (dedup->options.kinds & CORPUS_NEAR) &&
      corpus_index_has_near (dedup->index, sketch, dedup->options.similarity)) {
    figures->n_near++;
    return CORPUS_DROPPED_NEAR;
  }
  if (dedup->set && judge_paragraphs (dedup, text)) {
    figures->n_empty++;
    return CORPUS_DROPPED_EMPTY;
  }
  return CORPUS_KEPT;
}

/* ---- Remembering ------------------------------------------------------------------------------ */

static guint64
get_memory_of_index (const CorpusDedup *dedup)
{
  return dedup->index ? corpus_index_get_memory (dedup->index) : 0;
}

static guint64
get_memory_of_set (const CorpusDedup *dedup)
{
  return dedup->set ? corpus_set_get_memory (dedup->set) : 0;
}

/* What one of the two may take beside the other. */
static guint64
get_room (const CorpusDedup *dedup, guint64 other)
{
  return dedup->options.memory - MIN (dedup->options.memory, other);
}

static void
keep_runs (CorpusDedup *dedup, CorpusText *text)
{
  const guint64 room = get_room (dedup, get_memory_of_index (dedup));
  gsize n, n_runs;
  const CorpusParagraph *paragraphs = corpus_text_get_paragraphs (text, &n);
  for (gsize i = 0; i < n; i++) {
    const guint64 *runs = corpus_text_get_runs (text, i, &n_runs);
    for (gsize k = 0; k < n_runs && !paragraphs[i].dropped; k++)
      dedup->figures.n_forgotten_runs += !corpus_set_add (dedup->set, runs[k], room);
  }
}

void
corpus_dedup_keep (CorpusDedup *dedup, CorpusText *text)
{
  const ExtractSketch *sketch = corpus_text_get_sketch (text);
  if (sketch->n_words == 0)
    return;
  if (dedup->index && !corpus_index_add (dedup->index, sketch, get_room (dedup, get_memory_of_set (dedup))))
    dedup->figures.n_forgotten_documents++;
  if (dedup->set)
    keep_runs (dedup, text);
}

/* ---- Figures ---------------------------------------------------------------------------------- */

CorpusDedupFigures
corpus_dedup_get_figures (const CorpusDedup *dedup)
{
  CorpusDedupFigures figures = dedup->figures;
  figures.memory = get_memory_of_index (dedup) + get_memory_of_set (dedup);
  return figures;
}

#define U "%" G_GUINT64_FORMAT

char *
corpus_dedup_dup_sentence (const CorpusDedup *dedup)
{
  const CorpusDedupFigures figures = corpus_dedup_get_figures (dedup);
  const CorpusKinds kinds = dedup->options.kinds;
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "duplicates among " U " documents:", figures.n_documents);
  if (kinds & CORPUS_EXACT)
    g_string_append_printf (text, " " U " exact", figures.n_exact);
  if (kinds & CORPUS_NEAR)
    g_string_append_printf (text, ", " U " near", figures.n_near);
  if (kinds & CORPUS_PARAGRAPHS)
    g_string_append_printf (text, "%s " U " of " U " paragraphs, " U " documents with no other paragraphs",
                            kinds & CORPUS_EXACT ? "," : "", figures.n_dropped_paragraphs,
                            figures.n_paragraphs, figures.n_empty);
  g_string_append_printf (text, "; %.0f MB of memory", (double) figures.memory / 1e6);
  return g_string_free (text, FALSE);
}

char *
corpus_dedup_dup_warning (const CorpusDedup *dedup, const char *option)
{
  const CorpusDedupFigures *figures = &dedup->figures;
  if (figures->n_forgotten_documents + figures->n_forgotten_runs == 0)
    return NULL;
  return g_strdup_printf ("the memory for duplicates was used up: " U " documents and " U
                          " runs of words were not remembered, so duplicates of them are left; "
                          "%s gives more",
                          figures->n_forgotten_documents, figures->n_forgotten_runs, option);
}
