/* SPDX-License-Identifier: MIT */
/*
 * A path is known by a hash of 64 bits, which each element makes out of that of its parent:
 *
 *   path (e) = mix (path (parent of e), tag of e)
 *
 * Two paths that share a hash by chance would be one group, which does no harm.
 */
#include "libextract/feature/groups.h"
#include "libextract/page/names.h"

/* Words of class and id of an element that count. */
#define N_NAMES 3

/* Returns: (transfer full): of each shape, a hash of the first words of class, then of id */
static guint64 *
hash_names (const ExtractNames *names)
{
  guint64 *hashes = EXTRACT_NEW (guint64, names->n_shapes);

  for (guint32 s = 0; s < names->n_shapes; s++) {
    guint n;
    const ExtractNameWord *words = extract_names_get_words (names, s, &n);

    hashes[s] = 0;
    for (guint k = 0; k < MIN (n, N_NAMES); k++)
      hashes[s] = extract_groups_mix (hashes[s], names->names[words[k].name].hash);
  }
  return hashes;
}

static guint64 *
hash_paths (const ExtractPage *page)
{
  guint64 *paths = EXTRACT_NEW (guint64, page->elements.len);

  for (guint32 e = 0; e < page->elements.len; e++) {
    const ExtractElement *element = extract_page_element (page, e);

    paths[e] =
        extract_groups_mix (element->parent == EXTRACT_NO_ELEMENT ? 0 : paths[element->parent], element->tag);
  }
  return paths;
}

/* A hash is looked for in no more slots than these: pages that are made to collide get more groups, and take
 * no more time. */
#define MAX_PROBES 64

guint
extract_groups_number (const guint64 *hashes, guint n, guint32 *numbers)
{
  gsize n_slots = 1;
  guint n_groups = 0;

  while (n_slots < 2 * (gsize) n)
    n_slots *= 2;

  EXTRACT_AUTOFREE guint32 *slots =
      EXTRACT_NEW0 (guint32, n_slots); /* first block of a group + 1; 0 for none */

  for (guint i = 0; i < n; i++) {
    gsize slot = hashes[i] & (n_slots - 1);

    for (guint k = 0; k < MAX_PROBES && slots[slot] > 0 && hashes[slots[slot] - 1] != hashes[i]; k++)
      slot = (slot + 1) & (n_slots - 1);
    if (slots[slot] > 0 && hashes[slots[slot] - 1] == hashes[i])
      numbers[i] = numbers[slots[slot] - 1];
    else {
      slots[slot] = i + 1;
      numbers[i] = n_groups++;
    }
  }
  return n_groups;
}

static gpointer
make_groups (gpointer data)
{
  ExtractDocument *document = data;
  const ExtractPage *page = document->page;
  const guint n = document->n_blocks;
  const ExtractNames *names = extract_page_get_names (document->page);
  ExtractGroups *groups = EXTRACT_NEW0 (ExtractGroups, 1);
  EXTRACT_AUTOFREE guint64 *of_names = hash_names (names);
  EXTRACT_AUTOFREE guint64 *paths = hash_paths (page);
  EXTRACT_AUTOFREE guint64 *hashes = EXTRACT_NEW (guint64, n);

  groups->path = EXTRACT_NEW (guint32, n);
  groups->class_path = EXTRACT_NEW (guint32, n);
  for (guint i = 0; i < n; i++)
    hashes[i] = paths[extract_document_piece (document, i)->element];
  groups->n_paths = extract_groups_number (hashes, n, groups->path);
  for (guint i = 0; i < n; i++) {
    guint32 owner = extract_document_piece (document, i)->element;
    guint32 parent = extract_page_element (page, owner)->parent;

    hashes[i] = extract_groups_mix (hashes[i], of_names[names->element_shapes[owner]]);
    if (parent != EXTRACT_NO_ELEMENT)
      hashes[i] = extract_groups_mix (hashes[i], of_names[names->element_shapes[parent]]);
  }
  groups->n_class_paths = extract_groups_number (hashes, n, groups->class_path);
  return groups;
}

static void
groups_free (gpointer data)
{
  ExtractGroups *groups = data;

  extract_memory_free (groups->path);
  extract_memory_free (groups->class_path);
  extract_memory_free (groups);
}

const ExtractGroups *
extract_document_get_groups (ExtractDocument *document)
{
  return extract_page_keep (document->page, EXTRACT_SLOT_GROUPS, make_groups, document, groups_free);
}
