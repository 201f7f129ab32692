/* SPDX-License-Identifier: MIT */
/*
 * The role of a block on its page, apart from being main text or not, by the elements around it.
 *
 *   heading   its owner is h1 .. h6
 *   zones     an element whose class, id, itemprop or itemtype has one of the words below, and all that is in
 *             it: comment, caption, related; the innermost zone counts, and a zone counts more than a heading
 *
 * Only block-level elements below body make zones. A name such as "comments-open" or "no-comments" describes
 * the page, not the content of the element.
 */
#include <string.h>

#include "libextract/page/document.h"
#include "libextract/page/names.h"
#include "libextract/base/scratch.h"

static const ExtractRoleInfo roles[EXTRACT_N_ROLES] = {
  [EXTRACT_ROLE_TEXT] = { "text", "none of the others" },
  [EXTRACT_ROLE_HEADING] = { "heading", "a heading, h1 to h6" },
  [EXTRACT_ROLE_CAPTION] = { "caption", "the caption of a picture or a table" },
  [EXTRACT_ROLE_COMMENT] = { "comment", "lies in the comments of readers" },
  [EXTRACT_ROLE_RELATED] = { "related", "lies in a list of other things to read or to buy" },
  [EXTRACT_ROLE_HEADLINE] = { "headline", "the headline of the text, with metadata" },
  [EXTRACT_ROLE_BYLINE] = { "byline", "the line that names the author, with metadata" },
  [EXTRACT_ROLE_DATE] = { "date", "the line with the date, with metadata" },
};

/* Words of classes and ids, in order of the alphabet. */
static const struct {
  const char *name;
  ExtractRole role;
} names[] = {
  { "caption", EXTRACT_ROLE_CAPTION },         { "captions", EXTRACT_ROLE_CAPTION },
  { "comment", EXTRACT_ROLE_COMMENT },         { "commentarea", EXTRACT_ROLE_COMMENT },
  { "commentbody", EXTRACT_ROLE_COMMENT },     { "commentlist", EXTRACT_ROLE_COMMENT },
  { "comments", EXTRACT_ROLE_COMMENT },        { "commenttext", EXTRACT_ROLE_COMMENT },
  { "crosssell", EXTRACT_ROLE_RELATED },       { "disqus", EXTRACT_ROLE_COMMENT },
  { "mostpopular", EXTRACT_ROLE_RELATED },     { "mostread", EXTRACT_ROLE_RELATED },
  { "outbrain", EXTRACT_ROLE_RELATED },        { "recirc", EXTRACT_ROLE_RELATED },
  { "recirculation", EXTRACT_ROLE_RELATED },   { "recommendation", EXTRACT_ROLE_RELATED },
  { "recommendations", EXTRACT_ROLE_RELATED }, { "recommended", EXTRACT_ROLE_RELATED },
  { "related", EXTRACT_ROLE_RELATED },         { "relatedposts", EXTRACT_ROLE_RELATED },
  { "taboola", EXTRACT_ROLE_RELATED },         { "teaser", EXTRACT_ROLE_RELATED },
  { "teasers", EXTRACT_ROLE_RELATED },         { "trending", EXTRACT_ROLE_RELATED },
  { "upsell", EXTRACT_ROLE_RELATED },
};

/* Beside one of them, in the same name, the words above say nothing, in order of the alphabet. */
static const char *const modifiers[] = {
  "allowed", "closed", "count",   "counter", "disabled", "enabled", "has",    "icon", "link",
  "no",      "number", "numbers", "off",     "on",       "open",    "toggle", "with",
};

const ExtractRoleInfo *
extract_role_get_info (ExtractRole role)
{
  g_return_val_if_fail ((guint) role < EXTRACT_N_ROLES, NULL);
  return &roles[role];
}

/* Both tables are arrays of things that begin with a string. */
static gssize
find (const char *word, gconstpointer table, gsize n, gsize size)
{
  gsize low = 0;

  while (low < n) {
    gsize middle = (low + n) / 2;
    const char *row = *(const char *const *) (gconstpointer) ((const char *) table + middle * size);
    /* Most rows differ in the first letter. */
    int order = (guchar) word[0] - (guchar) row[0];

    if (order == 0)
      order = strcmp (word, row);
    if (order == 0)
      return (gssize) middle;
    if (order > 0)
      low = middle + 1;
    else
      n = middle;
  }
  return -1;
}

/* What a word says: a role; MODIFIER; or nothing, EXTRACT_ROLE_TEXT. */
#define MODIFIER EXTRACT_N_ROLES

static guint8
role_of_word (const char *word)
{
  gssize found = find (word, names, G_N_ELEMENTS (names), sizeof names[0]);

  if (found >= 0)
    return (guint8) names[found].role;
  return find (word, modifiers, G_N_ELEMENTS (modifiers), sizeof modifiers[0]) >= 0 ? MODIFIER
                                                                                    : EXTRACT_ROLE_TEXT;
}

/* The role of the first single name that has one; of a name, "comment-list", that of its first word that has
 * one. */
static ExtractRole
role_of_words (const ExtractNameWord *words, guint n, const guint8 *of_names)
{
  for (guint first = 0, end; first < n; first = end) {
    guint8 role = EXTRACT_ROLE_TEXT;

    for (end = first; end == first || (end < n && !words[end].first); end++)
      if (role == EXTRACT_ROLE_TEXT || of_names[words[end].name] == MODIFIER)
        role = of_names[words[end].name];
    if (role != EXTRACT_ROLE_TEXT && role != MODIFIER)
      return role;
  }
  return EXTRACT_ROLE_TEXT;
}

/* The zone that elements of a shape open; TEXT if none. */
static ExtractRole
zone_of_shape (const ExtractPage *page, const ExtractNames *all, guint32 shape, const guint8 *of_names)
{
  const ExtractShape *s = &all->shapes[shape];
  const ExtractElement *element = extract_page_element (page, s->element);
  ExtractRole role;

  if (element->tag == EXTRACT_TAG_FIGCAPTION || element->tag == EXTRACT_TAG_CAPTION)
    return EXTRACT_ROLE_CAPTION;
  if (element->attributes == 0 || !(extract_tag_get_flags (element->tag) & TAG_BLOCK) ||
      element->tag == EXTRACT_TAG_HTML || element->tag == EXTRACT_TAG_BODY)
    return EXTRACT_ROLE_TEXT;
  if (strstr (extract_names_get_attribute (all, page, shape, EXTRACT_ATTRIBUTE_ITEMTYPE),
              "schema.org/Comment") ||
      strcmp (extract_names_get_attribute (all, page, shape, EXTRACT_ATTRIBUTE_ITEMPROP), "comment") == 0)
    return EXTRACT_ROLE_COMMENT;
  role = role_of_words (all->words + s->class_words, s->id_words - s->class_words, of_names);
  if (role == EXTRACT_ROLE_TEXT)
    role = role_of_words (all->words + s->id_words, s[1].class_words - s->id_words, of_names);
  return role;
}

/* Returns: of each shape, the zone that its elements open */
static const guint8 *
find_zones (const ExtractPage *page, const ExtractNames *all, ExtractScratch *scratch)
{
  guint8 *of_names = extract_scratch_take (scratch, all->n_names, sizeof *of_names);
  guint8 *zones = extract_scratch_take (scratch, all->n_shapes, sizeof *zones);

  for (guint32 k = 0; k < all->n_names; k++)
    of_names[k] = role_of_word (all->letters + all->names[k].letters);
  for (guint32 s = 0; s < all->n_shapes; s++)
    zones[s] = (guint8) zone_of_shape (page, all, s, of_names);
  return zones;
}

static gpointer
make_roles (gpointer data)
{
  ExtractDocument *document = data;
  const ExtractPage *page = document->page;
  const ExtractNames *all = extract_page_get_names (document->page);
  ExtractScratch *scratch = extract_scratch_begin ();
  const guint8 *of_shapes = find_zones (page, all, scratch);
  guint8 *zones = extract_scratch_take (scratch, page->elements.len, sizeof *zones);
  guint8 *found = EXTRACT_NEW (guint8, (gsize) document->n_blocks + 1);

  for (guint32 e = 0; e < page->elements.len; e++) {
    const ExtractElement *element = extract_page_element (page, e);
    guint8 own = of_shapes[all->element_shapes[e]];

    zones[e] = own != EXTRACT_ROLE_TEXT                ? own
               : element->parent == EXTRACT_NO_ELEMENT ? EXTRACT_ROLE_TEXT
                                                       : zones[element->parent];
  }
  for (guint i = 0; i < document->n_blocks; i++) {
    guint32 owner = extract_document_piece (document, i)->element;
    gboolean heading = extract_tag_get_flags (extract_page_element (page, owner)->tag) & TAG_HEADING;

    found[i] = zones[owner] == EXTRACT_ROLE_TEXT && heading ? EXTRACT_ROLE_HEADING : zones[owner];
  }
  extract_scratch_end (scratch);
  return found;
}

const guint8 *
extract_document_get_roles (ExtractDocument *document)
{
  return extract_page_keep (document->page, EXTRACT_SLOT_ROLES, make_roles, document, extract_memory_free);
}

ExtractRole
extract_block_get_role (ExtractBlock *block)
{
  g_return_val_if_fail (block != NULL, EXTRACT_ROLE_TEXT);
  return extract_document_get_roles (block->document)[block - block->document->blocks];
}
