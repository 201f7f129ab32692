/* SPDX-License-Identifier: MIT */
/* Holds gumbo's tree of a skeleton against what the scanner has guessed: see scanner.c and phrase.c. */
#pragma once

#include <gumbo.h>

#include "libextract/html/skeleton.h"

/* Returns: (nullable): NULL if the node can have none */
static inline const GumboVector *
node_children (const GumboNode *node)
{
  switch (node->type) {
  case GUMBO_NODE_DOCUMENT:
    return &node->v.document.children;
  case GUMBO_NODE_ELEMENT:
  case GUMBO_NODE_TEMPLATE:
    return &node->v.element.children;
  default:
    return NULL;
  }
}

/* Returns: (nullable) */
static inline const GumboNode *
node_sibling (const GumboNode *node)
{
  const GumboVector *siblings = node_children (node->parent);
  gsize i = node->index_within_parent + 1;

  return i < siblings->length ? siblings->data[i] : NULL;
}

/* @root: of the tree. Returns: whether it is that of the page */
gboolean extract_dom_proof_holds (ExtractSkeleton *skeleton, const GumboNode *root);
