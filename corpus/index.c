/* SPDX-License-Identifier: MIT */
#include "corpus/index.h"

#include <string.h>

#define FIRST_ROOM 1024 /* documents */
#define MOST_LOOKED_AT 16
#define NO_DOCUMENT G_MAXUINT32

/* Numbers of documents, found by a hash of something that the documents themselves have. */
typedef struct {
  guint32 *slots; /* [2^bits]: NO_DOCUMENT if it is empty; owned */
  guint bits;
  gsize n;
} Table;

struct _CorpusIndex {
  guint64 *exact; /* [room]; owned */
  guint8 *minima; /* (nullable): [room][EXTRACT_SKETCH_MINIMA], 8 bits of each; owned */
  gsize n;
  gsize room;
  Table by_exact;
  Table by_band; /* empty if there are no minima */
};

/* ---- Tables ----------------------------------------------------------------------------------- */

static gboolean
table_set_up (Table *table, guint bits)
{
  guint32 *slots = g_try_new (guint32, (gsize) 1 << bits);
  if (!slots)
    return FALSE;
  memset (slots, 0xff, sizeof (guint32) << bits);
  g_free (table->slots);
  *table = (Table){ .slots = slots, .bits = bits };
  return TRUE;
}

static void
table_add (Table *table, guint64 hash, guint32 document)
{
  const gsize mask = ((gsize) 1 << table->bits) - 1;
  gsize i = hash & mask;
  while (table->slots[i] != NO_DOCUMENT)
    i = (i + 1) & mask;
  table->slots[i] = document;
  table->n++;
}

/* The bits that a table of @n documents needs. */
static guint
count_bits (gsize n)
{
  guint bits = 10;
  while (((gsize) 3 << bits) / 4 < n)
    bits++;
  return bits;
}

/* ---- Documents -------------------------------------------------------------------------------- */

static const guint8 *
get_minima (const CorpusIndex *index, guint32 document)
{
  return index->minima + (gsize) document * EXTRACT_SKETCH_MINIMA;
}

static guint32
read_band (const guint8 *minima, guint band)
{
  guint32 bytes;
  G_STATIC_ASSERT (EXTRACT_SKETCH_ROWS == sizeof bytes);
  memcpy (&bytes, minima + band * EXTRACT_SKETCH_ROWS, sizeof bytes);
  return bytes;
}

/* The table is made anew when it grows, so all that a hash is made of is in the minima. */
static guint64
hash_band (guint32 bytes, guint band)
{
  guint64 hash = ((guint64) (band + 1) << 32 | bytes) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return hash ^ hash >> 33;
}

static void
copy_minima (const ExtractSketch *sketch, guint8 *minima)
{
  for (guint i = 0; i < EXTRACT_SKETCH_MINIMA; i++)
    minima[i] = extract_sketch_get_byte (sketch, i);
}

/* The documents that share band @band, MOST_LOOKED_AT of them at most. Returns: how many */
static guint
find_by_band (const CorpusIndex *index, const guint8 *minima, guint band, guint32 *documents)
{
  const Table *table = &index->by_band;
  const gsize mask = ((gsize) 1 << table->bits) - 1;
  const guint32 bytes = read_band (minima, band);
  guint n = 0;
  for (gsize i = hash_band (bytes, band) & mask; n < MOST_LOOKED_AT && table->slots[i] != NO_DOCUMENT;
       i = (i + 1) & mask)
    if (read_band (get_minima (index, table->slots[i]), band) == bytes)
      documents[n++] = table->slots[i];
  return n;
}

static void
add_bands (CorpusIndex *index, guint32 document)
{
  const guint8 *minima = get_minima (index, document);
  guint32 others[MOST_LOOKED_AT];
  for (guint band = 0; band < EXTRACT_SKETCH_BANDS; band++)
    if (find_by_band (index, minima, band, others) < MOST_LOOKED_AT)
      table_add (&index->by_band, hash_band (read_band (minima, band), band), document);
}

/* ---- The index -------------------------------------------------------------------------------- */

CorpusIndex *
corpus_index_new (gboolean near)
{
  CorpusIndex *index = g_new0 (CorpusIndex, 1);
  index->room = FIRST_ROOM;
  index->exact = g_new (guint64, index->room);
  index->minima = near ? g_new (guint8, index->room * EXTRACT_SKETCH_MINIMA) : NULL;
  table_set_up (&index->by_exact, count_bits (index->room));
  if (near)
    table_set_up (&index->by_band, count_bits (index->room * EXTRACT_SKETCH_BANDS));
  return index;
}

void
corpus_index_free (CorpusIndex *index)
{
  g_free (index->exact);
  g_free (index->minima);
  g_free (index->by_exact.slots);
  g_free (index->by_band.slots);
  g_free (index);
}

gboolean
corpus_index_has_exact (const CorpusIndex *index, const ExtractSketch *sketch)
{
  const Table *table = &index->by_exact;
  const gsize mask = ((gsize) 1 << table->bits) - 1;
  for (gsize i = sketch->exact & mask; table->slots[i] != NO_DOCUMENT; i = (i + 1) & mask)
    if (index->exact[table->slots[i]] == sketch->exact)
      return TRUE;
  return FALSE;
}

/* How many minima have to agree. Of those that do not, one in 256 agrees in the bits that are kept. */
static guint
count_needed (double similarity)
{
  const double part = 1.0 / 256 + similarity * 255 / 256;
  guint n = 1;
  while (n < EXTRACT_SKETCH_MINIMA && n < part * EXTRACT_SKETCH_MINIMA)
    n++;
  return n;
}

static guint
count_equal (const guint8 *a, const guint8 *b)
{
  guint n = 0;
  for (guint i = 0; i < EXTRACT_SKETCH_MINIMA; i++)
    n += a[i] == b[i];
  return n;
}

gboolean
corpus_index_has_near (const CorpusIndex *index, const ExtractSketch *sketch, double similarity)
{
  const guint needed = count_needed (similarity);
  guint8 minima[EXTRACT_SKETCH_MINIMA];
  guint32 documents[MOST_LOOKED_AT];
  copy_minima (sketch, minima);
  for (guint band = 0; band < EXTRACT_SKETCH_BANDS; band++) {
    const guint n = find_by_band (index, minima, band, documents);
    for (guint i = 0; i < n; i++)
      if (count_equal (minima, get_minima (index, documents[i])) >= needed)
        return TRUE;
  }
  return FALSE;
}

static guint64
compute_memory (gsize room, gboolean near)
{
  guint64 bytes = room * sizeof (guint64) + (sizeof (guint32) << count_bits (room));
  if (near)
    bytes += room * EXTRACT_SKETCH_MINIMA + (sizeof (guint32) << count_bits (room * EXTRACT_SKETCH_BANDS));
  return sizeof (CorpusIndex) + bytes;
}

/* Rows grow by a third, so that tables, which double, are as full as they may be every other time. */
static gboolean
grow (CorpusIndex *index, guint64 memory)
{
  const gsize room = index->room + index->room / 3;
  if (room >= NO_DOCUMENT || compute_memory (room, index->minima != NULL) > memory)
    return FALSE;
  guint64 *exact = g_try_renew (guint64, index->exact, room);
  if (exact)
    index->exact = exact;
  guint8 *minima =
      exact && index->minima ? g_try_renew (guint8, index->minima, room * EXTRACT_SKETCH_MINIMA) : NULL;
  if (minima)
    index->minima = minima;
  if (!exact || (index->minima && !minima))
    return FALSE;
  const guint bits = count_bits (room), band_bits = count_bits (room * EXTRACT_SKETCH_BANDS);
  if (bits != index->by_exact.bits) {
    if (!table_set_up (&index->by_exact, bits))
      return FALSE;
    for (guint32 i = 0; i < index->n; i++)
      table_add (&index->by_exact, index->exact[i], i);
  }
  if (minima && band_bits != index->by_band.bits) {
    if (!table_set_up (&index->by_band, band_bits))
      return FALSE;
    for (guint32 i = 0; i < index->n; i++)
      add_bands (index, i);
  }
  index->room = room;
  return TRUE;
}

gboolean
corpus_index_add (CorpusIndex *index, const ExtractSketch *sketch, guint64 room)
{
  if (index->n == index->room && !grow (index, room))
    return FALSE;
  const guint32 document = (guint32) index->n++;
  index->exact[document] = sketch->exact;
  table_add (&index->by_exact, sketch->exact, document);
  if (index->minima) {
    copy_minima (sketch, index->minima + (gsize) document * EXTRACT_SKETCH_MINIMA);
    add_bands (index, document);
  }
  return TRUE;
}

gsize
corpus_index_get_n (const CorpusIndex *index)
{
  return index->n;
}

guint64
corpus_index_get_memory (const CorpusIndex *index)
{
  return compute_memory (index->room, index->minima != NULL);
}
