/* SPDX-License-Identifier: MIT */
/*
 * Tags, ancestors, and the words of class and id.
 *
 *   text, inline elements up to the owner   wrappers, known of the piece
 *   owner, parent, grandparent              kind of each; words of class and id of all three together
 *   all elements from the owner up          bits "around": tags, roles, itemprops, ways of being hidden
 *   all elements above the grandparent      words of class and id, body and html left out
 *
 * What an element adds is a set of bits in a word. Parents come before their children, so one pass gives the
 * sets of all ancestors:
 *
 *   all (e) = own (e) | all (parent of e)
 *
 * The words are looked through by an automaton (Aho and Corasick 1975), for all patterns at once.
 */
#include "libextract/feature/family.h"
#include "libextract/feature/tokens.h"

#include <stddef.h>
#include <string.h>

/* ---- Kinds of elements ----------------------------------------------------------------------- */

/* clang-format off */
/* Only owners: what the parser leaves inside of them is inline. */
#define LEAF_KINDS(X) X (P, "p", CORE) X (OPTION, "option", 0)
#define KINDS(X)                                                                            \
  X (LI, "li", CORE)               X (H1, "h1", CORE)              X (H2, "h2", CORE)       \
  X (H3, "h3", CORE)               X (H4_6, "h4-6", CORE)          X (DIV, "div", CORE)     \
  X (TD, "td", CORE)               X (TH, "th", 0)                 X (DT, "dt", 0)          \
  X (DD, "dd", 0)                  X (QUOTE, "blockquote", 0)      X (PRE, "pre", 0)        \
  X (FIGCAPTION, "figcaption", 0)  X (SECTION, "section", 0)       X (ARTICLE, "article", 0) \
  X (LIST, "list", 0)              X (FORM, "form", 0)             X (BODY, "body", 0)      \
  X (HEADER, "header", 0)          X (FOOTER, "footer", 0)         X (NAV, "nav", 0)        \
  X (MAIN, "main", 0)              X (ASIDE, "aside", 0)           X (OTHER, "other", 0)
/* No owners: controls are inline, and the parser moves text out of tables that stands beside their cells. */
#define INNER_KINDS(X)                                                                      \
  X (TABLE, "table", 0) X (ROW, "row", 0) X (BUTTON, "button", 0) X (LABEL, "label", 0)
/* clang-format on */

typedef enum {
  KIND_NONE, /* there is no such element */
#define X(id, name, flags) KIND_##id,
  LEAF_KINDS (X) KINDS (X) INNER_KINDS (X)
#undef X
} Kind;

/* KIND_OTHER for all other tags. */
static const guint8 kinds[EXTRACT_N_TAGS] = {
  [EXTRACT_TAG_P] = KIND_P,
  [EXTRACT_TAG_LI] = KIND_LI,
  [EXTRACT_TAG_H1] = KIND_H1,
  [EXTRACT_TAG_H2] = KIND_H2,
  [EXTRACT_TAG_H3] = KIND_H3,
  [EXTRACT_TAG_H4] = KIND_H4_6,
  [EXTRACT_TAG_H5] = KIND_H4_6,
  [EXTRACT_TAG_H6] = KIND_H4_6,
  [EXTRACT_TAG_DIV] = KIND_DIV,
  [EXTRACT_TAG_TD] = KIND_TD,
  [EXTRACT_TAG_TH] = KIND_TH,
  [EXTRACT_TAG_DT] = KIND_DT,
  [EXTRACT_TAG_DD] = KIND_DD,
  [EXTRACT_TAG_BLOCKQUOTE] = KIND_QUOTE,
  [EXTRACT_TAG_PRE] = KIND_PRE,
  [EXTRACT_TAG_LISTING] = KIND_PRE,
  [EXTRACT_TAG_XMP] = KIND_PRE,
  [EXTRACT_TAG_PLAINTEXT] = KIND_PRE,
  [EXTRACT_TAG_FIGCAPTION] = KIND_FIGCAPTION,
  [EXTRACT_TAG_SECTION] = KIND_SECTION,
  [EXTRACT_TAG_ARTICLE] = KIND_ARTICLE,
  [EXTRACT_TAG_UL] = KIND_LIST,
  [EXTRACT_TAG_OL] = KIND_LIST,
  [EXTRACT_TAG_DL] = KIND_LIST,
  [EXTRACT_TAG_MENU] = KIND_LIST,
  [EXTRACT_TAG_DIR] = KIND_LIST,
  [EXTRACT_TAG_TABLE] = KIND_TABLE,
  [EXTRACT_TAG_TR] = KIND_ROW,
  [EXTRACT_TAG_TBODY] = KIND_ROW,
  [EXTRACT_TAG_THEAD] = KIND_ROW,
  [EXTRACT_TAG_TFOOT] = KIND_ROW,
  [EXTRACT_TAG_FORM] = KIND_FORM,
  [EXTRACT_TAG_OPTION] = KIND_OPTION,
  [EXTRACT_TAG_BODY] = KIND_BODY,
  [EXTRACT_TAG_HEADER] = KIND_HEADER,
  [EXTRACT_TAG_FOOTER] = KIND_FOOTER,
  [EXTRACT_TAG_NAV] = KIND_NAV,
  [EXTRACT_TAG_MAIN] = KIND_MAIN,
  [EXTRACT_TAG_ASIDE] = KIND_ASIDE,
  [EXTRACT_TAG_BUTTON] = KIND_BUTTON,
  [EXTRACT_TAG_LABEL] = KIND_LABEL,
};

static Kind
element_kind (const ExtractElement *element)
{
  Kind kind = kinds[element->tag];

  return kind == KIND_NONE ? KIND_OTHER : kind;
}

/* ---- What is around -------------------------------------------------------------------------- */

/* clang-format off */
#define AROUND_TAGS(X)                                                                       \
  X (MAIN, "main", CORE)        X (ARTICLE, "article", CORE)       X (SECTION, "section", 0) \
  X (NAV, "nav", CORE)          X (HEADER, "header", 0)            X (FOOTER, "footer", CORE) \
  X (ASIDE, "aside", 0)         X (FORM, "form", 0)                X (TABLE, "table", 0)     \
  X (UL, "ul", 0)               X (OL, "ol", 0)                    X (A, "a", CORE)          \
  X (PRE, "pre", 0)             X (LI, "li", 0)                    X (DL, "dl", 0)           \
  X (FIGURE, "figure", 0)       X (BLOCKQUOTE, "blockquote", 0)    X (DETAILS, "details", 0) \
  X (BUTTON, "button", 0)       X (LABEL, "label", 0)              X (SELECT, "select", 0)   \
  X (H1, "h1", 0)               X (H2, "h2", 0)                    X (H3, "h3", 0)           \
  X (DIALOG, "dialog", 0)       X (FIELDSET, "fieldset", 0)        X (TD, "td", 0)           \
  X (DD, "dd", 0)               X (P, "p", 0)                      X (SPAN, "span", 0)
#define ROLES(X)                                                                             \
  X (BANNER, "banner")          X (NAVIGATION, "navigation")       X (MAIN, "main")          \
  X (CONTENTINFO, "contentinfo") X (COMPLEMENTARY, "complementary") X (SEARCH, "search")     \
  X (DIALOG, "dialog")          X (ALERT, "alert")                 X (MENU, "menu")          \
  X (TAB, "tab")                X (TABPANEL, "tabpanel")           X (BUTTON, "button")      \
  X (LIST, "list")              X (REGION, "region")
#define PROPERTIES(X)                                                                        \
  X (BODY, "articlebody")       X (TEXT, "text")                   X (DESCRIPTION, "description") \
  X (NAME, "name")              X (HEADLINE, "headline")           X (AUTHOR, "author")      \
  X (COMMENT, "comment")        X (REVIEW, "review")               X (ITEM, "itemlistelement")
/* clang-format on */

typedef enum {
#define X(id, name, flags) AROUND_TAG_##id,
  AROUND_TAGS (X)
#undef X
#define X(id, name) AROUND_ROLE_##id,
      ROLES (X)
#undef X
#define X(id, name) AROUND_PROPERTY_##id,
          PROPERTIES (X)
#undef X
              AROUND_TYPE,
  AROUND_HIDDEN,
  AROUND_ARIA_HIDDEN,
  N_AROUND
} Around;

G_STATIC_ASSERT (N_AROUND <= 64);

#define BIT(n) (G_GUINT64_CONSTANT (1) << (n))

static const guint64 tag_bits[EXTRACT_N_TAGS] = {
#define X(id, name, flags) [EXTRACT_TAG_##id] = BIT (AROUND_TAG_##id),
  AROUND_TAGS (X)
#undef X
};

typedef struct {
  const char *value;
  Around around;
} Value;

static const Value roles[] = {
#define X(id, name) { name, AROUND_ROLE_##id },
  ROLES (X)
#undef X
      { "menubar", AROUND_ROLE_MENU },
  { "menuitem", AROUND_ROLE_MENU },
  { "tablist", AROUND_ROLE_TAB },
  { "listitem", AROUND_ROLE_LIST },
};

static const Value properties[] = {
#define X(id, name) { name, AROUND_PROPERTY_##id },
  PROPERTIES (X)
#undef X
      { "reviewbody", AROUND_PROPERTY_REVIEW },
  { "acceptedanswer", AROUND_PROPERTY_COMMENT },
  { "suggestedanswer", AROUND_PROPERTY_COMMENT },
};

/* Bits of the values in a list that is parted by white space; letter case does not matter. */
static guint64
find_values (const char *list, const Value *values, guint n)
{
  guint64 bits = 0;

  for (const char *p = list; *p;) {
    gsize length = strcspn (p, " \t\n\f\r");

    for (guint i = 0; length > 0 && i < n; i++)
      if (g_ascii_strncasecmp (p, values[i].value, length) == 0 && values[i].value[length] == '\0')
        bits |= BIT (values[i].around);
    p += length;
    p += strspn (p, " \t\n\f\r");
  }
  return bits;
}

/* What elements of a shape say of themselves; without what hides them. */
static guint64
shape_bits (const ExtractPage *page, const ExtractNames *names, guint32 shape)
{
  const ExtractElement *element = extract_page_element (page, names->shapes[shape].element);
  guint64 bits = tag_bits[element->tag];

  if (element->attributes == 0)
    return bits;
  bits |= find_values (extract_names_get_attribute (names, page, shape, EXTRACT_ATTRIBUTE_ROLE), roles,
                       G_N_ELEMENTS (roles));
  bits |= find_values (extract_names_get_attribute (names, page, shape, EXTRACT_ATTRIBUTE_ITEMPROP),
                       properties, G_N_ELEMENTS (properties));
  if (*extract_names_get_attribute (names, page, shape, EXTRACT_ATTRIBUTE_ITEMTYPE))
    bits |= BIT (AROUND_TYPE);
  return bits;
}

static guint64
hidden_bits (guint8 hidden)
{
  return (hidden & EXTRACT_HIDDEN_STYLE ? BIT (AROUND_HIDDEN) : 0) |
         (hidden & EXTRACT_HIDDEN_ARIA ? BIT (AROUND_ARIA_HIDDEN) : 0);
}

/* Tags that count as ancestors where they stand between the owner and its text, too. */
static guint64
wrapper_bits (guint8 wrappers)
{
  return (wrappers & EXTRACT_WRAPPER_A ? BIT (AROUND_TAG_A) : 0) |
         (wrappers & EXTRACT_WRAPPER_BUTTON ? BIT (AROUND_TAG_BUTTON) : 0) |
         (wrappers & EXTRACT_WRAPPER_LABEL ? BIT (AROUND_TAG_LABEL) : 0) |
         (wrappers & EXTRACT_WRAPPER_SPAN ? BIT (AROUND_TAG_SPAN) : 0);
}

/* ---- Words of class and id ------------------------------------------------------------------- */

/* A pattern is found inside of a word; ^ and $ are the ends of the word. */
/* clang-format off */
#define PATTERNS(X)                                                                 \
  X (CONTENT, "content", "content")                                                 \
  X (ARTICLE, "article", "article")                                                 \
  X (MAIN, "main", "main")                                                          \
  X (POST, "post", "post")                                                          \
  X (ENTRY, "entry", "entry")                                                       \
  X (TEXT, "text", "text")                                                          \
  X (BODY, "body", "body")                                                          \
  X (COMMENT, "comment", "comment")                                                 \
  X (SIDEBAR, "sidebar", "sidebar")                                                 \
  X (SIDE, "side", "side")                                                          \
  X (RELATED, "related", "related")                                                 \
  X (SHARE, "share", "share|social")                                                \
  X (MENU, "menu", "menu")                                                          \
  X (NAV, "nav", "nav")                                                             \
  X (FOOT, "foot", "foot")                                                          \
  X (HEAD, "head", "head")                                                          \
  X (COOKIE, "cookie", "cookie|consent|gdpr")                                       \
  X (BANNER, "banner", "banner")                                                    \
  X (WIDGET, "widget", "widget")                                                    \
  X (PROMO, "promo", "promo|advert|sponsor|^ad$|^ads$")                             \
  X (CRUMB, "crumb", "crumb")                                                       \
  X (MODAL, "modal", "modal|popup|dialog|overlay")                                  \
  X (META, "meta", "meta|byline|author|date|time")                                  \
  X (TAG, "tag", "tag|categor")                                                     \
  X (PRODUCT, "product", "product")                                                 \
  X (DETAIL, "detail", "detail|descri|spec")                                        \
  X (REVIEW, "review", "review|rating")                                             \
  X (PRICE, "price", "price|cart|buy|shop|basket")                                  \
  X (TITLE, "title", "title|headline")                                              \
  X (NEWSLETTER, "newsletter", "newsletter|subscri|signup")                         \
  X (SIMILAR, "similar", "similar|recommend|also|upsell|cross")                     \
  X (CARD, "card", "card|item|tile|grid|result")                                    \
  X (LIST, "list", "list")                                                          \
  X (PAGE, "page", "page|wrap|container")                                           \
  X (INTRO, "intro", "intro|hero|lead|summary")                                     \
  X (QUESTION, "question", "question|answer|faq|accordion")                         \
  X (LOGIN, "login", "login|account|user")                                          \
  X (SEARCH, "search", "search|filter|sort|facet")                                  \
  X (LEGAL, "legal", "legal|copyright|privacy|terms")                               \
  X (HIDDEN, "hidden", "hidden|hide|collapse|visually|^sr$|^screen$")               \
  X (BUTTON, "button", "button|btn|cta")                                            \
  X (FIGURE, "figure", "figure|caption|image|img|gallery|carousel|slide")           \
  X (THREAD, "thread", "thread|message|reply|topic|forum")                          \
  X (PROSE, "prose", "prose|markdown|rich|doc")
/* clang-format on */

typedef enum {
#define X(id, name, alternatives) PATTERN_##id,
  PATTERNS (X)
#undef X
      N_PATTERNS
} Pattern;

G_STATIC_ASSERT (N_PATTERNS <= 64);

static const char *const patterns[N_PATTERNS] = {
#define X(id, name, alternatives) alternatives,
  PATTERNS (X)
#undef X
};

/* What the automaton reads: letters, the ends of words, and anything else. */
#define SYMBOL_OTHER 26
#define SYMBOL_END 27
#define N_SYMBOLS 28

typedef struct {
  guint16 next[N_SYMBOLS];
  guint16 failure; /* state of the longest suffix of the input that is also a prefix of a pattern */
  guint64 found;   /* bits of Pattern */
} State;

static guint
symbol_of (char c)
{
  if (c >= 'a' && c <= 'z')
    return c - 'a';
  return c == '^' || c == '$' ? SYMBOL_END : SYMBOL_OTHER;
}

/* Adds the alternatives of a pattern to the tree of prefixes whose root is state 0. */
static void
automaton_add (GArray *states, Pattern pattern)
{
  guint state = 0;

  for (const char *p = patterns[pattern];; p++) {
    if (*p == '|' || *p == '\0') {
      g_array_index (states, State, state).found |= BIT (pattern);
      state = 0;
      if (*p == '\0')
        return;
    } else {
      guint symbol = symbol_of (*p), next = g_array_index (states, State, state).next[symbol];

      if (next == 0) {
        next = states->len;
        g_array_set_size (states, next + 1);
        g_array_index (states, State, state).next[symbol] = next;
      }
      state = next;
    }
  }
}

/* Level by level: where the tree ends, go on as from the failure state, whose level is above. */
static void
automaton_link (State *states, guint n)
{
  g_autofree guint16 *queue = g_new (guint16, n);
  guint head = 0, tail = 0;

  for (guint symbol = 0; symbol < N_SYMBOLS; symbol++)
    if (states[0].next[symbol] != 0)
      queue[tail++] = states[0].next[symbol];
  while (head < tail) {
    State *state = &states[queue[head++]];
    const State *failure = &states[state->failure];

    state->found |= failure->found;
    for (guint symbol = 0; symbol < N_SYMBOLS; symbol++)
      if (state->next[symbol] == 0)
        state->next[symbol] = failure->next[symbol];
      else {
        states[state->next[symbol]].failure = failure->next[symbol];
        queue[tail++] = state->next[symbol];
      }
  }
}

/* Made once, never freed. */
static const State *
get_automaton (void)
{
  static const State *automaton;

  if (g_once_init_enter (&automaton)) {
    GArray *states = g_array_new (FALSE, TRUE, sizeof (State));

    g_array_set_size (states, 1);
    for (Pattern pattern = 0; pattern < N_PATTERNS; pattern++)
      automaton_add (states, pattern);
    automaton_link ((State *) (gpointer) states->data, states->len);
    g_once_init_leave (&automaton, (const State *) (gpointer) g_array_free (states, FALSE));
  }
  return automaton;
}

static guint64
find_patterns (const State *automaton, const char *name, gsize length)
{
  guint state = automaton[0].next[SYMBOL_END];
  guint64 found = 0;

  for (gsize k = 0; k < length; k++) {
    state = automaton[state].next[symbol_of (name[k])];
    found |= automaton[state].found;
  }
  state = automaton[state].next[SYMBOL_END];
  return found | automaton[state].found;
}

/* @of_names: what each name has. Returns: what elements of a shape have */
static guint64
shape_patterns (const ExtractPage *page, const ExtractNames *names, guint32 shape, const guint64 *of_names)
{
  const ExtractElement *element = extract_page_element (page, names->shapes[shape].element);
  guint64 found = 0;
  guint n;
  const ExtractNameWord *words = extract_names_get_words (names, shape, &n);

  if (element->tag == EXTRACT_TAG_HTML || element->tag == EXTRACT_TAG_BODY)
    return 0;
  for (guint k = 0; k < MIN (n, EXTRACT_MAX_NAMES); k++)
    found |= of_names[words[k].name];
  return found;
}

/* ---- Facts ----------------------------------------------------------------------------------- */

/* Bits of a block, 64 of each sort. */
typedef enum {
  OWNER,       /* Kind */
  PARENT,      /* Kind */
  GRANDPARENT, /* Kind */
  WRAPPERS,    /* EXTRACT_WRAPPER_… */
  AROUND,      /* Around */
  NEAR,        /* Pattern: in owner, parent, grandparent */
  ABOVE,       /* Pattern: in the elements above these */
  N_SORTS
} Sort;

typedef struct {
  guint64 bits[N_SORTS];
  float depth;
} Facts;

#define FULL_DEPTH 30
#define MOST_DEPTH 4

/* What an element adds, and its ancestors with it. */
typedef struct {
  guint64 around;       /* of the element and its ancestors */
  guint64 patterns;     /* of the element */
  guint64 all_patterns; /* of the element and its ancestors */
} Sets;

/* Returns: of each shape, what its elements add */
static const Sets *
compute_shapes (const ExtractRich *rich, const ExtractNames *names, ExtractScratch *scratch)
{
  const State *automaton = get_automaton ();
  guint64 *of_names = extract_scratch_take (scratch, names->n_names, sizeof *of_names);
  Sets *sets = extract_scratch_take (scratch, names->n_shapes, sizeof *sets);

  for (guint32 k = 0; k < names->n_names; k++)
    of_names[k] = find_patterns (automaton, names->letters + names->names[k].letters, names->names[k].length);
  for (guint32 s = 0; s < names->n_shapes; s++) {
    sets[s].around = shape_bits (rich->page, names, s);
    sets[s].patterns = sets[s].all_patterns = shape_patterns (rich->page, names, s, of_names);
  }
  return sets;
}

/* Returns: of each element */
static gpointer
prepare (const ExtractRich *rich, ExtractScratch *scratch)
{
  const ExtractNames *names = extract_page_get_names (rich->document->page);
  const Sets *shapes = compute_shapes (rich, names, scratch);
  Sets *sets = extract_scratch_take (scratch, rich->n_elements, sizeof *sets);

  for (guint32 e = 0; e < rich->n_elements; e++) {
    const ExtractElement *element = extract_page_element (rich->page, e);

    sets[e] = shapes[names->element_shapes[e]];
    sets[e].around |= hidden_bits (element->hidden);
    if (element->parent != EXTRACT_NO_ELEMENT) {
      sets[e].around |= sets[element->parent].around;
      sets[e].all_patterns |= sets[element->parent].all_patterns;
    }
  }
  return sets;
}

static void
compute (const ExtractRich *rich, gpointer prepared, guint first, guint end, gpointer facts)
{
  const Sets *sets = prepared;
  Facts *block = facts;

  for (guint i = first; i < end; i++, block++) {
    const ExtractPiece *piece = extract_document_piece (rich->document, i);
    guint32 e = piece->element;

    block->bits[AROUND] = sets[e].around | wrapper_bits (piece->wrappers);
    block->bits[WRAPPERS] = piece->wrappers;
    block->depth = MIN ((double) extract_page_element (rich->page, e)->depth / FULL_DEPTH, MOST_DEPTH);
    for (guint sort = OWNER; sort <= GRANDPARENT && e != EXTRACT_NO_ELEMENT; sort++) {
      block->bits[sort] = BIT (element_kind (extract_page_element (rich->page, e)));
      block->bits[NEAR] |= sets[e].patterns;
      e = extract_page_element (rich->page, e)->parent;
    }
    block->bits[ABOVE] = e == EXTRACT_NO_ELEMENT ? 0 : sets[e].all_patterns;
  }
}

/* ---- The table ------------------------------------------------------------------------------- */

#define CORE EXTRACT_FEATURE_CORE

/* @bit: number of a bit of that sort */
#define FLAG(name, family, formula, sentence, sort, bit, flags) \
  { { name, family, "flag", 0, 1, "1 if " formula, sentence },  \
    NULL,                                                       \
    64 * (sort) + (bit),                                        \
    EXTRACT_FEATURE_BIT | (flags) },

/* clang-format off */
static const ExtractFeatureRow rows[] = {
#define X(id, name, flags) \
  FLAG ("owner-" name, "tag", "the owner is " name, "Owner is " name, OWNER, KIND_##id, flags)
  LEAF_KINDS (X) KINDS (X)
#undef X
#define X(id, name, flags) \
  FLAG ("parent-" name, "tag", "the parent of the owner is " name, "Parent of the owner is " name, PARENT, KIND_##id, 0)
  KINDS (X) INNER_KINDS (X)
#undef X
#define X(id, name, flags) \
  FLAG ("grandparent-" name, "tag", "the parent of the parent of the owner is " name, "Grandparent is " name, GRANDPARENT, KIND_##id, 0)
  KINDS (X) INNER_KINDS (X)
#undef X
#define WRAPPER(id, name) \
  FLAG ("wrapper-" name, "tag", "text lies in " name " inside the owner", "Has text in " name, WRAPPERS, __builtin_ctz (EXTRACT_WRAPPER_##id), 0)
  WRAPPER (A, "a") WRAPPER (BUTTON, "button") WRAPPER (LABEL, "label")
  WRAPPER (SPAN, "span") WRAPPER (STRONG, "strong") WRAPPER (EM, "em")
#undef WRAPPER

#define X(id, name, flags) \
  FLAG ("in-" name, "ancestor", "an element around the text is " name, "Lies inside " name, AROUND, AROUND_TAG_##id, flags)
  AROUND_TAGS (X)
#undef X
#define X(id, name) \
  FLAG ("in-role-" name, "ancestor", "an element around the text has role=" name, "Lies inside role " name, AROUND, AROUND_ROLE_##id, 0)
  ROLES (X)
#undef X
#define X(id, name) \
  FLAG ("in-property-" name, "ancestor", "an element around the text has itemprop=" name, "Lies inside property " name, AROUND, AROUND_PROPERTY_##id, 0)
  PROPERTIES (X)
#undef X
  FLAG ("in-type", "ancestor", "an element around the text has an itemtype", "Lies inside an item with a type", AROUND, AROUND_TYPE, 0)
  FLAG ("hidden", "ancestor", "an element around the text has hidden, display: none or visibility: hidden", "Is not shown at first", AROUND, AROUND_HIDDEN, CORE)
  FLAG ("aria-hidden", "ancestor", "an element around the text has aria-hidden=true", "Is not read aloud", AROUND, AROUND_ARIA_HIDDEN, 0)
  { { "depth", "ancestor", "count", 0, MOST_DEPTH, "min (4, depth of the owner / 30)", "Elements around the owner" }, NULL, offsetof (Facts, depth) / sizeof (float), 0 },

#define X(id, name, alternatives) \
  FLAG ("named-" name, "name", "a word of class or id of owner, parent or grandparent contains " name " or its like", "Named like " name, NEAR, PATTERN_##id, 0)
  PATTERNS (X)
#undef X
#define X(id, name, alternatives) \
  FLAG ("named-above-" name, "name", "a word of class or id above the grandparent contains " name " or its like", "Lies inside something named like " name, ABOVE, PATTERN_##id, 0)
  PATTERNS (X)
#undef X
};
/* clang-format on */

const ExtractFeatureFamily extract_feature_markup = {
  .name = "markup",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Facts),
  .prepare = prepare,
  .compute = compute,
};
