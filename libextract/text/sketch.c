/* SPDX-License-Identifier: MIT */
#include "libextract/text/sketch.h"

#include <string.h>

#include "libextract/text/kind.h"

#define HASH_START G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
#define HASH_FACTOR G_GUINT64_CONSTANT (0xff51afd7ed558ccd)
#define HASH_OTHER G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53)

static inline guint64
hash_add (guint64 hash, guint64 next)
{
  hash = (hash ^ next) * HASH_FACTOR;
  return hash ^ hash >> 32;
}

/* The end of MurmurHash3: each bit depends on each bit. */
static inline guint64
hash_finish (guint64 hash)
{
  hash = (hash ^ hash >> 33) * HASH_FACTOR;
  hash = (hash ^ hash >> 33) * HASH_OTHER;
  return hash ^ hash >> 33;
}

/* ---- Runs ------------------------------------------------------------------------------------- */

/* The hash of the last @n words. */
static guint64
hash_run (const ExtractSketcher *sketcher, guint n)
{
  guint64 hash = HASH_START;

  for (guint64 i = sketcher->sketch.n_words - n; i < sketcher->sketch.n_words; i++)
    hash = hash_add (hash, sketcher->words[i % EXTRACT_SKETCH_WORDS]);
  return hash_finish (hash);
}

/* The first bits say which minimum a run is for; the last ones are its value. */
static void
add_run (ExtractSketcher *sketcher, guint64 run)
{
  guint32 *minimum = &sketcher->sketch.minima[run >> 57];

  G_STATIC_ASSERT (EXTRACT_SKETCH_MINIMA == 1 << (64 - 57));
  *minimum = MIN (*minimum, MIN ((guint32) run, G_MAXUINT32 - 1));
}

/* Of a text of few words, all of them are the run. */
static void
add_word (ExtractSketcher *sketcher, guint64 word)
{
  sketcher->words[sketcher->sketch.n_words++ % EXTRACT_SKETCH_WORDS] = word;
  sketcher->sketch.exact = hash_add (sketcher->sketch.exact, word);
  sketcher->n_of_paragraph++;
  if (sketcher->sketch.n_words < EXTRACT_SKETCH_WORDS)
    return;
  const guint64 run = hash_run (sketcher, EXTRACT_SKETCH_WORDS);

  add_run (sketcher, run);
  if (sketcher->func && sketcher->n_of_paragraph >= EXTRACT_SKETCH_WORDS)
    sketcher->func (run, sketcher->data);
}

/* ---- Words ------------------------------------------------------------------------------------ */

void
extract_sketcher_begin (ExtractSketcher *sketcher, ExtractSketchFunc func, gpointer data)
{
  *sketcher = (ExtractSketcher){ .sketch.exact = HASH_START, .func = func, .data = data };
  memset (sketcher->sketch.minima, 0xff, sizeof sketcher->sketch.minima);
}

void
extract_sketcher_begin_paragraph (ExtractSketcher *sketcher)
{
  sketcher->n_of_paragraph = 0;
}

/* Joiners and soft hyphens are in some words, and nobody sees them. */
static gboolean
is_seen (gunichar c)
{
  return c != 0xad && c != 0x200c && c != 0x200d;
}

/* Returns: the character at @p, a space if it is none, with its end */
static gunichar
read_char (const char *p, const char *end, const char **next)
{
  const gunichar c = g_utf8_get_char_validated (p, end - p);

  *next = c & 0x80000000 ? p + 1 : p + g_utf8_skip[(guchar) *p];
  return c & 0x80000000 ? ' ' : c;
}

/* The word at hand, which may be none. Returns: the hash of none */
static guint64
end_word (ExtractSketcher *sketcher, guint64 word)
{
  if (word != HASH_START)
    add_word (sketcher, hash_finish (word));
  return HASH_START;
}

static guint64
add_char (ExtractSketcher *sketcher, guint64 word, gunichar c)
{
  switch (extract_text_get_kind (c)) {
  case EXTRACT_KIND_SMALL:
  case EXTRACT_KIND_DIGIT:
    return hash_add (word, c);
  case EXTRACT_KIND_CAPITAL:
    return hash_add (word, g_unichar_tolower (c));
  case EXTRACT_KIND_MARK:
    if (c == '_')
      return end_word (sketcher, word);
    return word != HASH_START && is_seen (c) ? hash_add (word, c) : word;
  case EXTRACT_KIND_HAN:
  case EXTRACT_KIND_UNSPACED:
    end_word (sketcher, word);
    return end_word (sketcher, hash_add (HASH_START, c));
  default:
    return is_seen (c) ? end_word (sketcher, word) : word;
  }
}

void
extract_sketcher_add (ExtractSketcher *sketcher, const char *text, gsize length)
{
  const char *end = text + length;
  guint64 word = HASH_START;

  for (const char *p = text; p < end;) {
    if (g_ascii_isalpha (*p)) {
      word = hash_add (word, (guchar) *p++ | 0x20);
      continue;
    }
    if (*p == ' ') {
      word = end_word (sketcher, word);
      p++;
      continue;
    }
    const gunichar c = read_char (p, end, &p);

    word = add_char (sketcher, word, c);
  }
  end_word (sketcher, word);
}

/* ---- The sketch ------------------------------------------------------------------------------- */

/* Where there is no run for a minimum, it has the value of another one; of which, is drawn by its number, so
 * texts with the same runs draw the same one. */
static void
fill_minima (ExtractSketch *sketch)
{
  gboolean has[EXTRACT_SKETCH_MINIMA];

  for (guint i = 0; i < EXTRACT_SKETCH_MINIMA; i++)
    has[i] = sketch->minima[i] != G_MAXUINT32;
  for (guint i = 0; i < EXTRACT_SKETCH_MINIMA; i++)
    for (guint64 draw = 0; !has[i]; draw++) {
      const guint other = hash_finish (draw << 8 | i) >> 57;

      if (has[other]) {
        sketch->minima[i] = sketch->minima[other];
        break;
      }
    }
}

const ExtractSketch *
extract_sketcher_end (ExtractSketcher *sketcher)
{
  ExtractSketch *sketch = &sketcher->sketch;

  if (sketch->n_words == 0)
    return sketch;
  if (sketch->n_words < EXTRACT_SKETCH_WORDS)
    add_run (sketcher, hash_run (sketcher, (guint) sketch->n_words));
  sketch->exact = hash_finish (sketch->exact ^ sketch->n_words);
  fill_minima (sketch);
  return sketch;
}

guint64
extract_sketch_get_band (const ExtractSketch *sketch, guint i)
{
  guint64 hash = HASH_START ^ (i + 1);

  for (guint row = 0; row < EXTRACT_SKETCH_ROWS; row++)
    hash = hash_add (hash, sketch->minima[i * EXTRACT_SKETCH_ROWS + row]);
  return hash_finish (hash);
}
