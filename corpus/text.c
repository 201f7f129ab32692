/* SPDX-License-Identifier: MIT */
#include "corpus/text.h"

struct _CorpusText {
  ExtractSketcher sketcher;
  GArray *runs;       /* (nullable): of guint64, of all paragraphs */
  GArray *paragraphs; /* (nullable): of CorpusParagraph */
  gboolean inside;    /* of a paragraph */
};

CorpusText *
corpus_text_new (gboolean paragraphs)
{
  CorpusText *text = g_new0 (CorpusText, 1);
  if (paragraphs) {
    text->runs = g_array_new (FALSE, FALSE, sizeof (guint64));
    text->paragraphs = g_array_new (FALSE, FALSE, sizeof (CorpusParagraph));
  }
  corpus_text_begin (text);
  return text;
}

void
corpus_text_free (CorpusText *text)
{
  g_clear_pointer (&text->runs, g_array_unref);
  g_clear_pointer (&text->paragraphs, g_array_unref);
  g_free (text);
}

static void
add_run (guint64 run, gpointer data)
{
  CorpusText *text = data;
  if (text->inside)
    g_array_append_val (text->runs, run);
}

void
corpus_text_begin (CorpusText *text)
{
  extract_sketcher_begin (&text->sketcher, text->runs ? add_run : NULL, text);
  text->inside = FALSE;
  if (text->runs) {
    g_array_set_size (text->runs, 0);
    g_array_set_size (text->paragraphs, 0);
  }
}

void
corpus_text_begin_paragraph (CorpusText *text)
{
  extract_sketcher_begin_paragraph (&text->sketcher);
  text->inside = TRUE;
}

void
corpus_text_add (CorpusText *text, const char *words, gsize length)
{
  extract_sketcher_add (&text->sketcher, words, length);
}

void
corpus_text_end_paragraph (CorpusText *text)
{
  text->inside = FALSE;
  if (text->paragraphs) {
    const CorpusParagraph paragraph = { .end = text->runs->len };
    g_array_append_val (text->paragraphs, paragraph);
  }
}

void
corpus_text_end (CorpusText *text)
{
  extract_sketcher_end (&text->sketcher);
}

const ExtractSketch *
corpus_text_get_sketch (const CorpusText *text)
{
  return &text->sketcher.sketch;
}

CorpusParagraph *
corpus_text_get_paragraphs (CorpusText *text, gsize *n)
{
  *n = text->paragraphs ? text->paragraphs->len : 0;
  return *n > 0 ? (CorpusParagraph *) (gpointer) text->paragraphs->data : NULL;
}

const guint64 *
corpus_text_get_runs (const CorpusText *text, gsize i, gsize *n)
{
  const CorpusParagraph *paragraphs = (const CorpusParagraph *) (gconstpointer) text->paragraphs->data;
  const gsize start = i > 0 ? paragraphs[i - 1].end : 0;
  *n = paragraphs[i].end - start;
  return *n > 0 ? &g_array_index (text->runs, guint64, start) : NULL;
}

gsize
corpus_text_get_memory (const CorpusText *text)
{
  return sizeof *text +
         (text->runs ? text->runs->len * sizeof (guint64) + text->paragraphs->len * sizeof (CorpusParagraph)
                     : 0);
}
