/* SPDX-License-Identifier: MIT */
/*
 * Groups of blocks in similar places of the tree: rows of a list, cells of a column, posts of a thread.
 */
#pragma once

#include "libextract/page/document.h"

/* The group of each block is a number; groups are numbered in the order in which they first appear. */
typedef struct ExtractGroups {
  guint32 *path;       /* [n_blocks]: the tags from the root to the owner are the same */
  guint32 *class_path; /* [n_blocks]: so are these, and the first words of class and id of owner and parent */
  guint n_paths;
  guint n_class_paths;
} ExtractGroups;

/* Made when first asked for; documents that share a page may ask at the same time. */
const ExtractGroups *extract_document_get_groups (ExtractDocument *document);

/* From hashes to numbers of groups, in the order in which they first appear. Returns: how many there are */
guint extract_groups_number (const guint64 *hashes, guint n, guint32 *numbers);

/* The finaliser of MurmurHash3 over the sum of both: a step of a hash. */
static inline guint64
extract_groups_mix (guint64 hash, guint64 value)
{
  hash += value + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return hash ^ hash >> 33;
}
