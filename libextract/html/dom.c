/* SPDX-License-Identifier: MIT */
/*
 * gumbo within limits.
 *
 * gumbo itself knows no limits: it recurses when it frees a tree, its time grows with the square
 * of the depth, and it asks for memory without end. So it gets all its memory from an arena, which
 * counts bytes and looks at the clock now and then; so does the function that gumbo reads characters by. On a
 * breach the arena leaves gumbo by longjmp; all that gumbo held is in the arena and goes with it.
 * gumbo_destroy_output () is never called.
 *
 * gumbo has asserts, and pages that break them: "<table><svg><desc><![CDATA[a]]>b". gumbo is linked so that
 * they call a function of ours in place of the C library's (--wrap, see configure.ac). It leaves gumbo in the
 * same way. Nobody else's asserts are touched.
 *
 * A page that is nested too deep is refused before it is parsed, by counting tags, and once more by
 * its real depth during the walk.
 *
 *   page --scanner--> skeleton --gumbo--> tree <--texts, attributes-- page
 *   page --gumbo--> tree            asked for, or where the scanner cannot be sure
 */
#include <config.h>

#include "libextract/html/dom.h"
#include "libextract/html/arena.h"
#include "libextract/html/proof.h"
#include "libextract/base/growing-string.h"
#include "libextract/html/markup.h"
#include "libextract/html/skeleton.h"

#include <setjmp.h>
#include <string.h>
#include <time.h>

/* ---- Asserts --------------------------------------------------------------------------------- */

/* What gumbo is working with in this thread; NULL outside of it. */
static _Thread_local ExtractArena *gumbo_arena;

/* What gumbo calls when an assert of it is broken. */
G_NORETURN void
__wrap___assert_fail (const char *assertion, const char *file, unsigned line, const char *function);

G_NORETURN void
__wrap___assert_fail (const char *assertion, const char *file, unsigned line, const char *function)
{
  g_assert (gumbo_arena);
  extract_arena_leave (gumbo_arena, EXTRACT_ERROR_MARKUP);
}

#ifdef GUMBO_FENCED
/* gumbo reads each character of its text by this function; for long stretches of them it asks for no memory.
 */
void __real_utf8iterator_next (gpointer characters);
void __wrap_utf8iterator_next (gpointer characters);

#define CHARACTERS_PER_CLOCK 65536

void
__wrap_utf8iterator_next (gpointer characters)
{
  if (++gumbo_arena->characters % CHARACTERS_PER_CLOCK == 0)
    extract_arena_look (gumbo_arena);
  __real_utf8iterator_next (characters);
}
#endif

/* ---- Depth before parsing ------------------------------------------------------------------- */

/* A page may hold this many times more unclosed tags than the limit of the depth: end tags that were
 * left out, and markup inside scripts, are not nesting. gumbo is still quick with such depths. */
#define UNCLOSED_PER_DEPTH 10

/* Elements that pile up when they are not closed. */
static gboolean
is_container (const char *name, gsize length)
{
  static const char *const containers[] = {
    "div", "span", "center", "section", "article", "blockquote", "table", "ul", "ol", "dl",
  };

  for (guint i = 0; i < G_N_ELEMENTS (containers); i++)
    if (strlen (containers[i]) == length && g_ascii_strncasecmp (containers[i], name, length) == 0)
      return TRUE;
  return FALSE;
}

/* So many bytes are compared at once; the compiler makes registers of them. */
typedef gint8 Bytes __attribute__ ((vector_size (16)));
/* And so many times in a row. */
#define COMPARED 4

/* Returns: whether there are more than @limit < in @text */
static gboolean
has_more_tags (const char *text, gsize length, guint64 limit)
{
  Bytes bytes[COMPARED];
  guint64 found = 0;
  gsize i = 0;

  while (length - i >= sizeof bytes) {
    Bytes sums = { 0 };

    for (guint n = 0; n < G_MAXINT8 / COMPARED && length - i >= sizeof bytes; n++, i += sizeof bytes) {
      memcpy (bytes, text + i, sizeof bytes);
#pragma GCC unroll 4
      for (guint b = 0; b < COMPARED; b++)
        sums -= (Bytes) (bytes[b] == '<');
    }
    for (guint b = 0; b < sizeof sums; b++)
      found += sums[b];
    if (found > limit)
      return TRUE;
  }
  for (; i < length; i++)
    found += text[i] == '<';
  return found > limit;
}

static gboolean
is_nested_too_deep (const char *text, gsize length, guint64 limit)
{
  const char *end = text + length;
  guint64 depth = 0;
  guint steps = 0;

  /* Hardly any page has so many tags at all. */
  if (!has_more_tags (text, length, limit))
    return FALSE;

  for (const char *p = text; (p = memchr (p, '<', end - p));) {
    gboolean closes = ++p < end && *p == '/';
    const char *name = closes ? p + 1 : p;

    EXTRACT_BUDGET_LOOK_EVERY (++steps, EXTRACT_STEPS_PER_CLOCK);
    for (p = name; p < end && g_ascii_isalpha (*p) && p - name < 12;)
      p++;
    if (!is_container (name, p - name))
      continue;
    if (!closes && ++depth > limit)
      return TRUE;
    if (closes && depth > 0)
      depth--;
  }
  return FALSE;
}

/* ---- The tree ------------------------------------------------------------------------------- */

struct _ExtractDom {
  ExtractArena arena;
  jmp_buf exit;
  ExtractSkeleton *skeleton; /* (nullable): what gumbo read; NULL if that was the page */
  const char *bytes;         /* of the skeleton */
  gboolean at_tag;           /* the skeleton has moved to the tag of the current element */
  gboolean has_tag;          /* and has it without its attributes */
  GumboOutput *output;
  const GumboNode *node;        /* the current one; NULL before the first event */
  gboolean closing;             /* its children are done */
  gboolean in_text;             /* the current node is a text, and the skeleton is splitting it */
  ExtractRows repaired;         /* char *: what was not valid UTF-8, valid now */
  const GumboNode *repaired_of; /* it was the current one then */
};

static ExtractTag
tag_from_gumbo (const GumboElement *element)
{
  static guint8 by_gumbo[GUMBO_TAG_LAST];
  static gsize once;
  const char *name;

  if (g_once_init_enter (&once)) {
    for (guint tag = 0; tag < GUMBO_TAG_UNKNOWN; tag++) {
      const char *known = gumbo_normalized_tagname (tag);
      by_gumbo[tag] = extract_tag_from_name (known, strlen (known));
    }
    g_once_init_leave (&once, 1);
  }
  if (element->tag != GUMBO_TAG_UNKNOWN)
    return by_gumbo[element->tag];
  /* Elements younger than gumbo. gumbo_tag_from_original_text () would end names where the locale sees a
   * space, and find a pre in <pre\v>. */
  if (element->original_tag.length == 0)
    return EXTRACT_TAG_OTHER;
  name = element->original_tag.data + 1;
  return extract_tag_from_name (name, skip_name (name, name + element->original_tag.length - 1) - name);
}

static gboolean
parse_by_gumbo (ExtractDom *dom, const char *text, gsize length)
{
  GumboOptions options = kGumboDefaultOptions;

  options.allocator = extract_arena_alloc;
  options.deallocator = extract_arena_free;
  options.userdata = &dom->arena;
  options.max_errors = 0; /* else it keeps them all */
  dom->arena.exit = &dom->exit;
  gumbo_arena = &dom->arena;
  if (setjmp (dom->exit) == 0)
    dom->output = gumbo_parse_with_options (&options, text, length);
  gumbo_arena = NULL;
  return dom->output != NULL;
}

/* For a run that is left: the tree is not from there. */
static void
drop_tree (gpointer dom)
{
  extract_arena_drop (&((ExtractDom *) dom)->arena);
}

/* Returns: (transfer full) (nullable): NULL with the error EXTRACT_ERROR_MARKUP, or without one where the
 * scanner is not sure */
static ExtractDom *
dom_parse (const char *text, gsize length, gboolean scan, GError **error)
{
  g_autoptr (ExtractDom) dom = EXTRACT_NEW0 (ExtractDom, 1);
  ExtractError breach;

  extract_budget_set_undo (drop_tree, dom);
  if (scan) {
    dom->skeleton = extract_skeleton_new (text, length);
    if (!dom->skeleton)
      return NULL;
    text = dom->bytes = extract_skeleton_get_bytes (dom->skeleton, &length);
  }
  if (!parse_by_gumbo (dom, text, length)) {
    breach = dom->arena.breach;
    if (breach != EXTRACT_ERROR_MARKUP)
      extract_budget_breach (breach);
    /* Perhaps for a wrong guess. */
    if (!scan)
      g_set_error_literal (error, EXTRACT_ERROR, breach, "has markup that the HTML parser cannot read");
    return NULL;
  }
  if (scan && extract_skeleton_has_guesses (dom->skeleton) &&
      !extract_dom_proof_holds (dom->skeleton, dom->output->document))
    return NULL;
  return g_steal_pointer (&dom);
}

ExtractDom *
extract_dom_parse (const char *text, gsize length, ExtractMarkupParser parser, guint max_depth,
                   GError **error)
{
  ExtractDom *dom = NULL;
  GError *breach = NULL;

  if (is_nested_too_deep (text, length, (guint64) max_depth * UNCLOSED_PER_DEPTH)) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_TOO_DEEP,
                 "elements are nested deeper than the limit of %u", max_depth);
    return NULL;
  }
  if (parser == EXTRACT_MARKUP_PARSER_SCANNER)
    dom = dom_parse (text, length, TRUE, &breach);
  if (!dom && !breach)
    dom = dom_parse (text, length, FALSE, &breach);
  if (breach)
    g_propagate_error (error, breach);
  return dom;
}

static void
forget_repaired (ExtractDom *dom)
{
  while (dom->repaired.len > 0)
    extract_memory_free (*ROWS_INDEX (dom->repaired, char *, --dom->repaired.len));
}

void
extract_dom_free (ExtractDom *dom)
{
  extract_budget_set_undo (NULL, NULL);
  extract_arena_drop (&dom->arena);
  g_clear_pointer (&dom->skeleton, extract_skeleton_free);
  forget_repaired (dom);
  extract_memory_free (dom->repaired.data);
  extract_memory_free (dom);
}

gboolean
extract_dom_is_plain (ExtractDom *dom)
{
  return !dom->skeleton;
}

const char *
extract_dom_get_doctype (ExtractDom *dom)
{
  const GumboDocument *document = &dom->output->document->v.document;

  return document->has_doctype ? document->public_identifier : NULL;
}

ExtractDomEvent
extract_dom_next (ExtractDom *dom)
{
  const GumboNode *root = dom->output->document;
  const GumboNode *node = dom->node;

  dom->at_tag = FALSE;
  if (dom->in_text) {
    ExtractDomEvent event = extract_skeleton_next (dom->skeleton);

    if (event != EXTRACT_DOM_END_OF_TREE)
      return event;
    dom->in_text = FALSE;
  }
  /* One step in document order, without recursion: down, else along, else up. */
  for (;;) {
    const GumboVector *children = node ? node_children (node) : NULL;
    const GumboNode *next;

    if (!node)
      next = root;
    else if (children && !dom->closing && children->length > 0)
      next = children->data[0];
    else if (children && !dom->closing) {
      dom->closing = TRUE;
      if (node == root)
        return EXTRACT_DOM_END_OF_TREE;
      return EXTRACT_DOM_END;
    } else if (node == root)
      return EXTRACT_DOM_END_OF_TREE;
    else
      next = node_sibling (node);

    if (!next) {
      dom->node = node = node->parent;
      dom->closing = TRUE;
      return node == root ? EXTRACT_DOM_END_OF_TREE : EXTRACT_DOM_END;
    }
    dom->node = node = next;
    dom->closing = FALSE;
    switch (node->type) {
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE:
      return EXTRACT_DOM_START;
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_CDATA:
    case GUMBO_NODE_WHITESPACE:
      if (!dom->skeleton)
        return EXTRACT_DOM_TEXT;
      extract_skeleton_go_to_text (dom->skeleton, node->v.text.text);
      dom->in_text = TRUE;
      return extract_skeleton_next (dom->skeleton);
    case GUMBO_NODE_DOCUMENT:
    case GUMBO_NODE_COMMENT:
      break;
    }
  }
}

void
extract_dom_skip (ExtractDom *dom)
{
  if (dom->in_text)
    extract_skeleton_skip (dom->skeleton);
  else
    dom->closing = TRUE;
}

ExtractTag
extract_dom_get_tag (ExtractDom *dom)
{
  return dom->in_text ? extract_skeleton_get_tag (dom->skeleton) : tag_from_gumbo (&dom->node->v.element);
}

gboolean
extract_dom_has_start_tag (ExtractDom *dom)
{
  return dom->in_text || !(dom->node->parse_flags & GUMBO_INSERTION_BY_PARSER);
}

gboolean
extract_dom_has_end_tag (ExtractDom *dom)
{
  const GumboElement *element = &dom->node->v.element;

  if (dom->in_text)
    return extract_skeleton_has_end_tag (dom->skeleton);
  /* gumbo takes all end tags for implied but those of HTML. */
  return element->tag_namespace == GUMBO_NAMESPACE_HTML
             ? !(dom->node->parse_flags & GUMBO_INSERTION_IMPLICIT_END_TAG)
             : element->original_end_tag.length > 0;
}

/* gumbo turns references that overflow an int, as &#xFFFFFFFD;, into bytes that are not UTF-8. */
static const char *
make_valid (ExtractDom *dom, const char *text)
{
  if (g_utf8_validate (text, -1, NULL))
    return text;
  if (dom->repaired_of != dom->node)
    forget_repaired (dom);
  dom->repaired_of = dom->node;
  return *ROWS_ADD (dom->repaired, char *) = extract_string_make_valid (text);
}

/* Whether the tag of the current element stands in the skeleton without its attributes. */
static gboolean
has_bare_tag (ExtractDom *dom)
{
  const GumboElement *element = &dom->node->v.element;

  if (!dom->skeleton || element->original_tag.length == 0)
    return FALSE;
  if (!dom->at_tag) {
    dom->has_tag = extract_skeleton_go_to_tag (dom->skeleton, element->original_tag.data - dom->bytes);
    dom->at_tag = TRUE;
  }
  return dom->has_tag;
}

guint64
extract_dom_get_attributes (ExtractDom *dom)
{
  const GumboElement *element = &dom->node->v.element;

  if (dom->in_text)
    return extract_skeleton_get_attributes (dom->skeleton, extract_skeleton_is_foreign (dom->skeleton));
  if (has_bare_tag (dom))
    return extract_skeleton_get_attributes (dom->skeleton, element->tag_namespace != GUMBO_NAMESPACE_HTML);
  return element->attributes.length > 0 ? G_MAXUINT64 : 0;
}

const char *
extract_dom_get_attribute (ExtractDom *dom, ExtractDomAttribute attribute)
{
  const GumboElement *element = &dom->node->v.element;
  const GumboAttribute *found;

  if (dom->in_text)
    return extract_skeleton_get_attribute (dom->skeleton, attribute,
                                           extract_skeleton_is_foreign (dom->skeleton));
  if (has_bare_tag (dom))
    return extract_skeleton_get_attribute (dom->skeleton, attribute,
                                           element->tag_namespace != GUMBO_NAMESPACE_HTML);
  if (element->attributes.length == 0)
    return NULL;
  found = gumbo_get_attribute (&element->attributes, extract_dom_attribute_get_name (attribute));
  return found ? make_valid (dom, found->value) : NULL;
}

const char *
extract_dom_find_attribute (ExtractDom *dom, const char *name)
{
  const GumboAttribute *found = gumbo_get_attribute (&dom->node->v.element.attributes, name);

  return found ? make_valid (dom, found->value) : NULL;
}

const char *
extract_dom_get_name (ExtractDom *dom, gsize *length)
{
  const GumboElement *element = &dom->node->v.element;
  const char *name = gumbo_normalized_tagname (element->tag);

  *length = strlen (name);
  if (element->tag == GUMBO_TAG_UNKNOWN && element->original_tag.length > 0) {
    name = element->original_tag.data + 1;
    *length = skip_name (name, name + element->original_tag.length - 1) - name;
  }
  return name;
}

const char *
extract_dom_get_text (ExtractDom *dom, gsize *length)
{
  const char *text;

  if (dom->skeleton)
    return extract_skeleton_get_text (dom->skeleton, length);
  text = make_valid (dom, dom->node->v.text.text);
  *length = strlen (text);
  return text;
}

/* ---- Which gumbo it is ---------------------------------------------------------------------- */

#ifdef GUMBO_KNOWN
/*
 * What 0.10.1 and 0.13.0 do differently, and in part those between them: dialog and search have a meaning; hr
 * ends an option in a select; menuitem is an element as others are; </p> leaves svg; isindex means nothing;
 * more types of documents are read with quirks, in which a table is in p.
 */
static const char telling_page[] =
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\"><p>a<table></table>"
    "<p>b<dialog>c<search>d</search></dialog><form><div>e</form>f</div>g<select><option>h<hr>i</select>"
    "<menuitem>j</menuitem><svg><g></p>k</svg><isindex prompt=l>";
static const char telling_tree[] =
#if GUMBO_KNOWN == 10
    "<html><head></head><body><p>a</p><table></table><p>b<dialog>c<search>d</search></dialog></p>"
    "<form><div>ef</div></form>g<select><option>hi</option></select><*></*>j<svg><*><p></p>k</*></svg>"
    "<form><hr></hr><label>l<input></input></label><hr></hr></form></body></html>";
#else
    "<html><head></head><body><p>a<table></table></p><p>b</p><dialog>c<search>d</search></dialog>"
    "<form><div>ef</div></form>g<select><option>h</option><hr></hr>i</select><*>j</*><svg><*></*></svg>"
    "<p></p>k<*></*></body></html>";
#endif

/* A shared library may be another one than the program was built with. */
static gboolean
has_telling_tree (void)
{
  g_autoptr (ExtractDom) dom = dom_parse (telling_page, strlen (telling_page), FALSE, NULL);
  g_autoptr (GString) tree = g_string_new (NULL);
  ExtractDomEvent event = EXTRACT_DOM_END_OF_TREE;

  if (dom)
    event = extract_dom_next (dom);
  for (; event != EXTRACT_DOM_END_OF_TREE; event = extract_dom_next (dom))
    if (event == EXTRACT_DOM_TEXT) {
      gsize length;
      const char *text = extract_dom_get_text (dom, &length);

      g_string_append_len (tree, text, length);
    } else
      g_string_append_printf (tree, event == EXTRACT_DOM_START ? "<%s>" : "</%s>",
                              extract_tag_get_name (extract_dom_get_tag (dom)));
  return strcmp (tree->str, telling_tree) == 0;
}
#endif

ExtractMarkupParser
extract_dom_get_default_parser (void)
{
#ifdef GUMBO_KNOWN
  static gsize known; /* 1: no; 2: yes */

  if (g_once_init_enter (&known))
    g_once_init_leave (&known, has_telling_tree () ? 2 : 1);
  return known == 2 ? EXTRACT_MARKUP_PARSER_SCANNER : EXTRACT_MARKUP_PARSER_PLAIN;
#else
  return EXTRACT_MARKUP_PARSER_PLAIN;
#endif
}
