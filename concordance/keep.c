/* SPDX-License-Identifier: MIT */
#include "concordance/keep.h"

#include "concordance/bloom.h"

#include <string.h>

struct _ConcSeen {
  GHashTable *table; /* of pointers into `ring`, by what they point to */
  guint64 *ring;     /* [size] */
  guint size, n, next;
  gboolean near;
  gsize n_older;    /* 0: they are forgotten */
  ConcBloom *older; /* (nullable): once there are any */
};

ConcSeen *
conc_seen_new (guint size, gboolean near)
{
  ConcSeen *seen = g_new0 (ConcSeen, 1);
  seen->table = g_hash_table_new (g_int64_hash, g_int64_equal);
  seen->ring = g_new (guint64, size);
  seen->size = size;
  seen->near = near;
  return seen;
}

void
conc_seen_free (ConcSeen *seen)
{
  g_hash_table_unref (seen->table);
  g_clear_pointer (&seen->older, conc_bloom_free);
  g_free (seen->ring);
  g_free (seen);
}

/* FNV-1a, and a last step that spreads it. */
#define FNV_OFFSET G_GUINT64_CONSTANT (0xcbf29ce484222325)
#define FNV_PRIME G_GUINT64_CONSTANT (0x100000001b3)

static guint64
hash_add (guint64 hash, guint32 value)
{
  return (hash ^ value) * FNV_PRIME;
}

guint64
conc_seen_hash (const char *sentence, gsize length, gboolean near)
{
  guint64 hash = FNV_OFFSET;
  for (const char *p = sentence, *end = p + length; p < end; p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);
    if (!near)
      hash = hash_add (hash, c);
    else if (g_unichar_isalpha (c))
      hash = hash_add (hash, g_unichar_tolower (c));
  }
  return hash ^ (hash >> 29);
}

void
conc_seen_keep_older (ConcSeen *seen, gsize n)
{
  seen->n_older = n;
}

static void
forget (ConcSeen *seen, guint64 *place)
{
  g_hash_table_remove (seen->table, place);
  if (seen->n_older == 0)
    return;
  if (!seen->older)
    seen->older = conc_bloom_new (seen->n_older);
  conc_bloom_add (seen->older, *place);
}

gboolean
conc_seen_is_near (const ConcSeen *seen)
{
  return seen->near;
}

gboolean
conc_seen_add (ConcSeen *seen, const char *sentence, gsize length)
{
  return conc_seen_add_hash (seen, conc_seen_hash (sentence, length, seen->near));
}

gboolean
conc_seen_add_hash (ConcSeen *seen, guint64 hash)
{
  if (g_hash_table_contains (seen->table, &hash) || (seen->older && conc_bloom_has (seen->older, hash)))
    return FALSE;
  guint64 *place = &seen->ring[seen->next];
  if (seen->n == seen->size)
    forget (seen, place);
  else
    seen->n++;
  *place = hash;
  g_hash_table_add (seen->table, place);
  seen->next = (seen->next + 1) % seen->size;
  return TRUE;
}

/* ---- Samples ----------------------------------------------------------------------------------- */

void
conc_sample_init (ConcSample *sample, guint64 n, guint64 seed)
{
  *sample = (ConcSample){ .n = n, .state = seed };
  sample->hits = g_ptr_array_new_with_free_func ((GDestroyNotify) conc_hit_free);
}

void
conc_sample_clear (ConcSample *sample)
{
  g_clear_pointer (&sample->hits, g_ptr_array_unref);
}

/* SplitMix64 */
static guint64
draw (ConcSample *sample)
{
  guint64 z = sample->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* The i-th takes the place of one of the N with probability N / i. */
gboolean
conc_sample_draw (ConcSample *sample, guint64 *place)
{
  sample->n_offered++;
  *place = sample->hits->len < sample->n ? sample->hits->len : draw (sample) % sample->n_offered;
  return *place < sample->n;
}

void
conc_sample_put (ConcSample *sample, guint64 place, ConcHit *hit)
{
  if (place == sample->hits->len) {
    g_ptr_array_add (sample->hits, hit);
    return;
  }
  conc_hit_free (sample->hits->pdata[place]);
  sample->hits->pdata[place] = hit;
}

void
conc_sample_offer (ConcSample *sample, ConcHit *hit)
{
  guint64 place;
  if (conc_sample_draw (sample, &place))
    conc_sample_put (sample, place, hit);
  else
    conc_hit_free (hit);
}

void
conc_sample_drop_pending (ConcSample *sample)
{
  for (guint i = sample->hits->len; i > 0; i--)
    if (!((const ConcHit *) sample->hits->pdata[i - 1])->sentence)
      g_ptr_array_remove_index (sample->hits, i - 1);
}
