/* SPDX-License-Identifier: MIT */
/*
 * One walk over the tree, with what is open around each node. Texts and elements are shown to the skeleton,
 * which knows what was guessed of them.
 */
#include "libextract/html/proof.h"
#include "libextract/base/rows.h"

/* Elements whose content is no markup, in HTML. */
static gboolean
is_raw (GumboTag tag)
{
  switch (tag) {
  case GUMBO_TAG_TITLE:
  case GUMBO_TAG_TEXTAREA:
  case GUMBO_TAG_STYLE:
  case GUMBO_TAG_SCRIPT:
  case GUMBO_TAG_XMP:
  case GUMBO_TAG_IFRAME:
  case GUMBO_TAG_NOEMBED:
  case GUMBO_TAG_NOFRAMES:
  case GUMBO_TAG_PLAINTEXT:
    return TRUE;
  default:
    return FALSE;
  }
}

/* What an element means for the phrases inside it. */
typedef enum {
  ROLE_NONE,
  ROLE_TABLE,
  ROLE_CELL,   /* formatting elements outside of it mean nothing inside; texts inside belong to it */
  ROLE_OBJECT, /* formatting elements outside of it mean nothing inside */
  ROLE_BUTTON, /* a p outside of it means nothing inside */
  ROLE_APART,
  ROLE_COUNTED /* + ExtractFormatting, or EXTRACT_BEGINNING_BLOCK for a p, which blocks end */
} Role;

#define N_COUNTED (EXTRACT_BEGINNING_BLOCK + 1)

/* What is open around a node of the tree. */
typedef struct {
  guint n[N_COUNTED];
  guint32 forbidden; /* a bit for each that may not begin */
  gsize last;        /* the last place of a phrase, since the cell began */
} Around;

typedef struct {
  ExtractSkeleton *skeleton;
  const char *bytes; /* of the skeleton */
  Around around;
  ExtractRows outer; /* Around: of each open cell and object what was around it */
  guint apart;       /* open elements of that role */
  gboolean in_order; /* no table comes behind a phrase that is behind its start */
  gboolean misled;   /* gumbo may have been in another mode than the tree shows */
} Proof;

static Role
role_from_gumbo (const GumboElement *element)
{
  static const GumboTag counted[N_COUNTED] = {
    [EXTRACT_FORMATTING_A] = GUMBO_TAG_A,           [EXTRACT_FORMATTING_B] = GUMBO_TAG_B,
    [EXTRACT_FORMATTING_BIG] = GUMBO_TAG_BIG,       [EXTRACT_FORMATTING_CODE] = GUMBO_TAG_CODE,
    [EXTRACT_FORMATTING_EM] = GUMBO_TAG_EM,         [EXTRACT_FORMATTING_FONT] = GUMBO_TAG_FONT,
    [EXTRACT_FORMATTING_I] = GUMBO_TAG_I,           [EXTRACT_FORMATTING_S] = GUMBO_TAG_S,
    [EXTRACT_FORMATTING_SMALL] = GUMBO_TAG_SMALL,   [EXTRACT_FORMATTING_STRIKE] = GUMBO_TAG_STRIKE,
    [EXTRACT_FORMATTING_STRONG] = GUMBO_TAG_STRONG, [EXTRACT_FORMATTING_TT] = GUMBO_TAG_TT,
    [EXTRACT_FORMATTING_U] = GUMBO_TAG_U,           [EXTRACT_BEGINNING_BLOCK] = GUMBO_TAG_P,
  };
  static guint8 roles[GUMBO_TAG_LAST + 1] = {
    [GUMBO_TAG_TABLE] = ROLE_TABLE,    [GUMBO_TAG_TD] = ROLE_CELL,       [GUMBO_TAG_TH] = ROLE_CELL,
    [GUMBO_TAG_CAPTION] = ROLE_CELL,   [GUMBO_TAG_APPLET] = ROLE_OBJECT, [GUMBO_TAG_OBJECT] = ROLE_OBJECT,
    [GUMBO_TAG_MARQUEE] = ROLE_OBJECT, [GUMBO_TAG_BUTTON] = ROLE_BUTTON, [GUMBO_TAG_TEMPLATE] = ROLE_APART,
    [GUMBO_TAG_SELECT] = ROLE_APART,
  };
  static gsize once;

  if (g_once_init_enter (&once)) {
    for (guint i = 0; i < N_COUNTED; i++)
      roles[counted[i]] = ROLE_COUNTED + i;
    g_once_init_leave (&once, 1);
  }
  return element->tag_namespace == GUMBO_NAMESPACE_HTML ? roles[element->tag] : ROLE_APART;
}

/* Whether gumbo takes an open element for what shapes the mode when a table, a select or a template ends,
 * though it is in svg or math. The mode stays when svg and math are over. */
static gboolean
is_misleading (const GumboElement *element)
{
  if (element->tag_namespace == GUMBO_NAMESPACE_HTML)
    return FALSE;
  switch (element->tag) {
  case GUMBO_TAG_SELECT:
  case GUMBO_TAG_TD:
  case GUMBO_TAG_TH:
  case GUMBO_TAG_TR:
  case GUMBO_TAG_TBODY:
  case GUMBO_TAG_THEAD:
  case GUMBO_TAG_TFOOT:
  case GUMBO_TAG_CAPTION:
  case GUMBO_TAG_COLGROUP:
  case GUMBO_TAG_TABLE:
  case GUMBO_TAG_TEMPLATE:
  case GUMBO_TAG_HEAD:
  case GUMBO_TAG_BODY:
  case GUMBO_TAG_FRAMESET:
  case GUMBO_TAG_HTML:
    return TRUE;
  default:
    return FALSE;
  }
}

/* Of most a second one must not begin; of formatting elements but <a> a fourth. */
static void
count_element (Around *around, guint counted, int by)
{
  gboolean is_single = counted == EXTRACT_FORMATTING_A || counted >= EXTRACT_N_FORMATTINGS;

  around->n[counted] += by;
  if (around->n[counted] > (is_single ? 0 : 2))
    around->forbidden |= 1u << counted;
  else
    around->forbidden &= ~(1u << counted);
}

static gboolean
is_heading (GumboTag tag)
{
  return tag == GUMBO_TAG_H1 || tag == GUMBO_TAG_H2 || tag == GUMBO_TAG_H3 || tag == GUMBO_TAG_H4 ||
         tag == GUMBO_TAG_H5 || tag == GUMBO_TAG_H6;
}

/* Where a formatting element ends, and a block in it does not, what was in the block goes into a copy of the
 * element in the block. Returns: the first element around @text that is no copy */
static const GumboNode *
find_parent (const GumboNode *text)
{
  const GumboNode *parent = text->parent;

  while (parent->parse_flags & GUMBO_INSERTION_ADOPTION_AGENCY_CLONED)
    parent = parent->parent;
  return parent;
}

/* Returns: what @text may not begin with, for its parent and its place in it */
static guint32
forbid_here (const GumboNode *text)
{
  guint32 forbidden = 1u << EXTRACT_BEGINNING_ITEM | 1u << EXTRACT_BEGINNING_TERM;
  const GumboElement *element = &text->parent->v.element;

  if (text->parent->type == GUMBO_NODE_DOCUMENT)
    return forbidden;
  if (element->tag == GUMBO_TAG_UL || element->tag == GUMBO_TAG_OL)
    forbidden &= ~(1u << EXTRACT_BEGINNING_ITEM);
  if (element->tag == GUMBO_TAG_DL)
    forbidden &= ~(1u << EXTRACT_BEGINNING_TERM);
  if (is_heading (find_parent (text)->v.element.tag))
    forbidden |= 1u << EXTRACT_BEGINNING_HEADING;
  if (text->index_within_parent > 0)
    return forbidden;
  if (text->parent->parse_flags & GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT)
    forbidden |= 1u << EXTRACT_BEGINNING_QUIET;
  if (element->tag == GUMBO_TAG_BODY && (text->parent->parse_flags & GUMBO_INSERTION_BY_PARSER))
    forbidden |= 1u << EXTRACT_BEGINNING_HEAD;
  return forbidden;
}

static void
proof_enter (Proof *proof, const GumboNode *node)
{
  const GumboElement *element = &node->v.element;
  gsize place = element->original_tag.data ? element->original_tag.data - proof->bytes : 0;
  Role role = role_from_gumbo (element);

  if (is_raw (element->tag))
    extract_skeleton_see_element (proof->skeleton, place, element->tag_namespace == GUMBO_NAMESPACE_HTML);
  proof->misled = proof->misled || is_misleading (element);
  if (role == ROLE_CELL || role == ROLE_OBJECT || role == ROLE_BUTTON)
    *ROWS_ADD (proof->outer, Around) = proof->around;
  switch (role) {
  case ROLE_NONE:
    break;
  case ROLE_TABLE:
    proof->in_order = proof->in_order && place >= proof->around.last;
    break;
  case ROLE_CELL:
    proof->around = (Around){ .last = 0 };
    break;
  case ROLE_OBJECT:
    proof->around = (Around){ .last = proof->around.last };
    break;
  case ROLE_BUTTON:
    count_element (&proof->around, EXTRACT_BEGINNING_BLOCK, -(int) proof->around.n[EXTRACT_BEGINNING_BLOCK]);
    proof->around.forbidden |= 1u << EXTRACT_BEGINNING_BUTTON;
    break;
  case ROLE_APART:
    proof->apart++;
    break;
  default:
    count_element (&proof->around, role - ROLE_COUNTED, 1);
    break;
  }
}

static void
proof_leave (Proof *proof, const GumboNode *node)
{
  Role role = role_from_gumbo (&node->v.element);
  gsize last = proof->around.last;

  switch (role) {
  case ROLE_NONE:
  case ROLE_TABLE:
    break;
  case ROLE_CELL:
  case ROLE_OBJECT:
  case ROLE_BUTTON:
    proof->around = *ROWS_INDEX (proof->outer, Around, --proof->outer.len);
    if (role != ROLE_CELL)
      proof->around.last = last;
    break;
  case ROLE_APART:
    proof->apart--;
    break;
  default:
    count_element (&proof->around, role - ROLE_COUNTED, -1);
    break;
  }
}

static void
proof_see_text (Proof *proof, const GumboNode *node)
{
  const GumboText *text = &node->v.text;
  ExtractSkeletonText where = {
    .place = text->original_text.data - proof->bytes,
    .length = text->original_text.length,
    .is_apart = proof->apart > 0,
    .forbidden = proof->around.forbidden | forbid_here (node),
  };

  if (extract_skeleton_see_text (proof->skeleton, text->text, &where))
    proof->around.last = MAX (proof->around.last, where.place);
}

/* Nodes between two looks at the clock. */
#define NODES_PER_CLOCK 4096

gboolean
extract_dom_proof_holds (ExtractSkeleton *skeleton, const GumboNode *root)
{
  Proof proof = { .skeleton = skeleton, .in_order = TRUE };
  const GumboNode *node = root;
  gsize length;

  proof.bytes = extract_skeleton_get_bytes (skeleton, &length);
  for (guint n = 1;; n++) {
    const GumboVector *children = node_children (node);

    EXTRACT_BUDGET_LOOK_EVERY (n, NODES_PER_CLOCK);
    if (node->type == GUMBO_NODE_COMMENT)
      extract_skeleton_see_comment (skeleton, node->v.text.original_text.data - proof.bytes);
    else if (!children)
      proof_see_text (&proof, node);
    else if (node != root)
      proof_enter (&proof, node);
    if (children && children->length > 0) {
      node = children->data[0];
      continue;
    }
    for (const GumboNode *next = NULL; !next; node = next ? next : node->parent) {
      if (node == root) {
        extract_memory_free (proof.outer.data);
        return proof.in_order && !proof.misled && extract_skeleton_is_proven (skeleton);
      }
      if (node_children (node))
        proof_leave (&proof, node);
      next = node_sibling (node);
    }
  }
}
