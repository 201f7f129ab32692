/* SPDX-License-Identifier: MIT */
/*
 * What texts are compared by, to find copies and near copies of them.
 *
 *   text -> words -> a hash of each run of 5 words -> sketch: one hash of all words, 128 minima
 *
 * The words are runs of letters and digits in lower case; a Han or kana character is a word, and so is a
 * letter of Thai and other scripts that have no spaces. Punctuation, white space and markup do not count, so
 * a text has the same sketch in every format.
 *
 * The minima are MinHash (Broder 1997), all from one hash of each run (Li, Owen and Zhang 2012; Shrivastava
 * 2017): two texts that share a part J of their runs agree in about a part J of the minima. Four minima make
 * a band: texts that share a band are compared. Of pairs with J, that are 1 - (1 - J^4)^32.
 *
 * A sketcher takes no memory beside itself, so sketches are made in the budget of a page and outside of it.
 */
#pragma once

#include <glib.h>

#define EXTRACT_SKETCH_WORDS 5 /* of a run */
#define EXTRACT_SKETCH_MINIMA 128
#define EXTRACT_SKETCH_ROWS 4 /* minima of a band */
#define EXTRACT_SKETCH_BANDS (EXTRACT_SKETCH_MINIMA / EXTRACT_SKETCH_ROWS)

typedef struct {
  guint64 exact; /* of all words in their order */
  guint64 n_words;
  guint32 minima[EXTRACT_SKETCH_MINIMA]; /* all G_MAXUINT32 if there are no words */
} ExtractSketch;

/* Takes the hash of a run of words that lies in one paragraph. */
typedef void (*ExtractSketchFunc) (guint64 run, gpointer data);

/* A sketch on its way. */
typedef struct {
  ExtractSketch sketch;
  guint64 words[EXTRACT_SKETCH_WORDS]; /* the last ones, word i at i % EXTRACT_SKETCH_WORDS */
  guint64 n_of_paragraph;              /* words since it began */
  ExtractSketchFunc func;              /* (nullable) */
  gpointer data;
} ExtractSketcher;

/* extract_sketcher_begin: @func: (nullable) */
void extract_sketcher_begin (ExtractSketcher *sketcher, ExtractSketchFunc func, gpointer data);
void extract_sketcher_begin_paragraph (ExtractSketcher *sketcher);
/* extract_sketcher_add: a piece of a paragraph; no word goes on in the next piece. Bytes that are not UTF-8
 * part words. */
void extract_sketcher_add (ExtractSketcher *sketcher, const char *text, gsize length);
/* extract_sketcher_end: Returns: (transfer none): what the sketcher holds */
const ExtractSketch *extract_sketcher_end (ExtractSketcher *sketcher);

/* extract_sketch_get_band: a hash of the four minima of band @i, different in each band. */
guint64 extract_sketch_get_band (const ExtractSketch *sketch, guint i);
/* extract_sketch_get_byte: eight bits of minimum @i: they compare as well as all 32 (Li and König 2010). */
static inline guint8
extract_sketch_get_byte (const ExtractSketch *sketch, guint i)
{
  return (guint8) sketch->minima[i];
}
