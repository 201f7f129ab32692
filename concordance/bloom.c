/* SPDX-License-Identifier: MIT */
#include "concordance/bloom.h"

#include <string.h>

#define BITS 16
#define N_SET 11

typedef struct {
  guint64 *words; /* [n_words] */
  gsize n;        /* hashes in it */
} Generation;

struct _ConcBloom {
  Generation older, younger;
  gsize n; /* that fill a generation */
  gsize n_words;
};

ConcBloom *
conc_bloom_new (gsize n)
{
  ConcBloom *bloom = g_new0 (ConcBloom, 1);
  bloom->n = n;
  bloom->n_words = (n * BITS + 63) / 64;
  bloom->older.words = g_new0 (guint64, bloom->n_words);
  bloom->younger.words = g_new0 (guint64, bloom->n_words);
  return bloom;
}

void
conc_bloom_free (ConcBloom *bloom)
{
  g_free (bloom->older.words);
  g_free (bloom->younger.words);
  g_free (bloom);
}

/* Bit i of a hash: (h + i s) mod the number of bits; s is odd, and of other bits than h. */
static gsize
get_bit (const ConcBloom *bloom, guint64 hash, guint i)
{
  const guint64 step = ((hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 17) | 1;
  return (gsize) ((hash + i * step) % (bloom->n_words * 64));
}

static gboolean
is_in (const ConcBloom *bloom, const Generation *generation, guint64 hash)
{
  for (guint i = 0; i < N_SET; i++) {
    const gsize bit = get_bit (bloom, hash, i);
    if (!(generation->words[bit / 64] >> (bit % 64) & 1))
      return FALSE;
  }
  return TRUE;
}

gboolean
conc_bloom_has (const ConcBloom *bloom, guint64 hash)
{
  return is_in (bloom, &bloom->younger, hash) || is_in (bloom, &bloom->older, hash);
}

void
conc_bloom_add (ConcBloom *bloom, guint64 hash)
{
  if (bloom->younger.n == bloom->n) {
    Generation oldest = bloom->older;
    bloom->older = bloom->younger;
    memset (oldest.words, 0, bloom->n_words * sizeof *oldest.words);
    oldest.n = 0;
    bloom->younger = oldest;
  }
  for (guint i = 0; i < N_SET; i++) {
    const gsize bit = get_bit (bloom, hash, i);
    bloom->younger.words[bit / 64] |= G_GUINT64_CONSTANT (1) << (bit % 64);
  }
  bloom->younger.n++;
}
