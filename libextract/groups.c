/* SPDX-License-Identifier: MIT */
/*
 * A path is known by a hash of 64 bits, which each element makes out of that of its parent:
 *
 *   path (e) = mix (path (parent of e), tag of e)
 *
 * Two paths that share a hash by chance would be one group, which does no harm.
 */
#include "groups.h"
#include "token.h"

/* Words of class and id of an element that count. */
#define N_NAMES 3

/* The first words of class, then of id. */
static guint64
hash_names (const ExtractPage *page, guint32 element, guint64 hash)
{
  guint n = 0;

  for (guint a = EXTRACT_ATTRIBUTE_CLASS; a <= EXTRACT_ATTRIBUTE_ID; a++) {
    const char *position =
        extract_page_get_attribute (page, extract_page_element (page, element), (ExtractAttribute) a);
    char name[EXTRACT_MAX_NAME];

    while (n < N_NAMES && extract_token_next_name (&position, name) > 0) {
      hash = extract_groups_mix (hash, g_str_hash (name));
      n++;
    }
  }
  return extract_groups_mix (hash, n);
}

static guint64 *
hash_paths (const ExtractPage *page)
{
  guint64 *paths = g_new (guint64, MAX (page->elements->len, 1));

  for (guint32 e = 0; e < page->elements->len; e++) {
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

  g_autofree guint32 *slots = g_new0 (guint32, n_slots); /* first block of a group + 1; 0 for none */

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

static ExtractGroups *
groups_new (ExtractDocument *document)
{
  const ExtractPage *page = document->page;
  const guint n = document->n_blocks;
  ExtractGroups *groups = g_new0 (ExtractGroups, 1);
  g_autofree guint64 *paths = hash_paths (page);
  g_autofree guint64 *hashes = g_new (guint64, MAX (n, 1));

  groups->path = g_new (guint32, MAX (n, 1));
  groups->class_path = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    hashes[i] = paths[extract_document_piece (document, i)->element];
  groups->n_paths = extract_groups_number (hashes, n, groups->path);
  for (guint i = 0; i < n; i++) {
    guint32 owner = extract_document_piece (document, i)->element;
    guint32 parent = extract_page_element (page, owner)->parent;

    hashes[i] = hash_names (page, owner, hashes[i]);
    if (parent != EXTRACT_NO_ELEMENT)
      hashes[i] = hash_names (page, parent, hashes[i]);
  }
  groups->n_class_paths = extract_groups_number (hashes, n, groups->class_path);
  return groups;
}

const ExtractGroups *
extract_document_get_groups (ExtractDocument *document)
{
  ExtractGroups **place = &document->page->groups;
  ExtractGroups *groups = g_atomic_pointer_get (place);

  if (groups)
    return groups;
  groups = groups_new (document);
  if (g_atomic_pointer_compare_and_exchange (place, NULL, groups))
    return groups;
  extract_groups_free (groups);
  return g_atomic_pointer_get (place);
}

void
extract_groups_free (ExtractGroups *groups)
{
  g_free (groups->path);
  g_free (groups->class_path);
  g_free (groups);
}
