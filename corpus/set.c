/* SPDX-License-Identifier: MIT */
#include "corpus/set.h"

#include <string.h>

#define FIRST_BITS 20 /* of a home: 2^20 slots are there at first */
#define MOST_BITS 38
#define SKIPPED 9 /* bits of a hash that only its home tells */
/* No hash is so far from its home. The bits of the home that are in the tag tell more homes apart. */
#define REACH 1024
G_STATIC_ASSERT (REACH < 1 << (FIRST_BITS - SKIPPED));

struct _CorpusSet {
  guint32 *slots; /* [2^bits + REACH]; owned */
  guint bits;
  gsize n;
};

static gsize
count_slots (guint bits)
{
  return ((gsize) 1 << bits) + REACH;
}

CorpusSet *
corpus_set_new (void)
{
  CorpusSet *set = g_new0 (CorpusSet, 1);
  set->bits = FIRST_BITS;
  set->slots = g_new0 (guint32, count_slots (set->bits));
  return set;
}

void
corpus_set_free (CorpusSet *set)
{
  g_free (set->slots);
  g_free (set);
}

static guint32
get_tag (guint64 hash)
{
  const guint32 tag = (guint32) (hash >> (64 - SKIPPED - 32));
  return tag ? tag : 1;
}

/* The slot of a hash, or the empty one where it would be. Returns: G_MAXSIZE if neither is in reach */
static gsize
find_slot (const CorpusSet *set, gsize home, guint32 tag)
{
  for (gsize i = home; i < home + REACH; i++)
    if (set->slots[i] == 0 || set->slots[i] == tag)
      return i;
  return G_MAXSIZE;
}

void
corpus_set_expect (const CorpusSet *set, guint64 hash)
{
  __builtin_prefetch (&set->slots[hash >> (64 - set->bits)]);
}

gboolean
corpus_set_has (const CorpusSet *set, guint64 hash)
{
  const gsize slot = find_slot (set, hash >> (64 - set->bits), get_tag (hash));
  return slot != G_MAXSIZE && set->slots[slot] != 0;
}

/* ---- Growing ---------------------------------------------------------------------------------- */

/* The home, with a bit more than it had, of the tag in slot @i: its last bits are in the tag, and it is at
 * most REACH before the slot. */
static gsize
find_new_home (guint bits, gsize i, guint32 tag)
{
  const guint n_known = bits + 1 - SKIPPED;
  const gsize known = tag >> (32 - n_known);
  const gsize old_known = known >> 1, mask = ((gsize) 1 << (n_known - 1)) - 1;
  const gsize home = i - ((i - old_known) & mask);
  return home << 1 | (known & 1);
}

static void
place (CorpusSet *set, gsize home, guint32 tag)
{
  const gsize slot = find_slot (set, home, tag);
  if (slot == G_MAXSIZE)
    return; /* 1024 neighbours: only texts made for it get there */
  set->n += set->slots[slot] == 0;
  set->slots[slot] = tag;
}

/* From the last slot to the first: a hash goes to a slot behind those that are still to be moved. Near the
 * begin that is not so, and these slots are moved by way of a copy. */
static gboolean
double_slots (CorpusSet *set)
{
  const gsize n_old = count_slots (set->bits), n_new = count_slots (set->bits + 1);
  guint32 *slots = g_try_renew (guint32, set->slots, n_new);
  if (!slots)
    return FALSE;
  set->slots = slots;
  g_autofree guint32 *first = g_memdup2 (slots, 2 * REACH * sizeof (guint32));
  const guint bits = set->bits++;
  memset (set->slots + n_old, 0, (n_new - n_old) * sizeof (guint32));
  memset (set->slots, 0, 2 * REACH * sizeof (guint32));
  set->n = 0;
  for (gsize i = n_old; i-- > 0;) {
    guint32 *slot = i < 2 * REACH ? &first[i] : &set->slots[i];
    const guint32 tag = *slot;
    *slot = 0;
    if (tag != 0)
      place (set, find_new_home (bits, i, tag), tag);
  }
  return TRUE;
}

static gboolean
grow (CorpusSet *set, guint64 room)
{
  return set->bits < MOST_BITS && count_slots (set->bits + 1) * sizeof (guint32) <= room &&
         double_slots (set);
}

gboolean
corpus_set_add (CorpusSet *set, guint64 hash, guint64 room)
{
  const guint32 tag = get_tag (hash);
  gsize slot = find_slot (set, hash >> (64 - set->bits), tag);
  if (slot != G_MAXSIZE && set->slots[slot] == tag)
    return TRUE;
  if (set->n >= ((gsize) 3 << set->bits) / 4) {
    if (!grow (set, room))
      return FALSE;
    slot = find_slot (set, hash >> (64 - set->bits), tag);
  }
  if (slot == G_MAXSIZE)
    return FALSE;
  set->n += set->slots[slot] == 0;
  set->slots[slot] = tag;
  return TRUE;
}

gsize
corpus_set_get_n (const CorpusSet *set)
{
  return set->n;
}

guint64
corpus_set_get_memory (const CorpusSet *set)
{
  return sizeof *set + count_slots (set->bits) * sizeof (guint32);
}
