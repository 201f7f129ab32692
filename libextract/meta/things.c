/* SPDX-License-Identifier: MIT */
/*
 * What a page declares to machines in the words of schema.org, in three notations:
 *
 *   JSON-LD     { "@type": "Article", "author": { "@type": "Person", "name": "..." } }
 *   microdata   <div itemscope itemtype=".../Article"> ... <span itemprop=author itemscope ...>
 *   RDFa        <div typeof=Article> ... <span property=author typeof=Person>
 *
 * All of them make things that have properties, which are texts or things. One thing is what the page is
 * about; what it says of itself are candidates. Things that name each other in a circle do no harm: a name is
 * looked up once, from the main thing.
 */
#include "libextract/meta/candidate.h"

#include <stdlib.h>
#include <string.h>

#include "libextract/base/scratch.h"
#include "libextract/page/json.h"
#include "libextract/page/names.h"

#define MAX_DEPTH 64
#define NO_THING G_MAXUINT32
#define MAX_TYPE 48

/* ---- Tables --------------------------------------------------------------------------------- */

/* What a thing is, as far as it matters here. */
typedef enum {
  TYPE_OTHER,
  TYPE_ARTICLE,
  TYPE_POSTING, /* what a person wrote to others: a post of a forum, of social media, a question */
  TYPE_WORK,    /* a recipe, a video, an event, a book: a thing of its own */
  TYPE_PRODUCT,
  TYPE_PAGE,
  TYPE_LISTING, /* a page of many things */
  TYPE_SITE,
  TYPE_PERSON,
  TYPE_ORGANIZATION,
} Type;

/* In small letters, in order of the alphabet. The kind is what the page is if this is its main thing. */
/* clang-format off */
static const struct {
  const char *name;
  Type type;
  const char *kind; /* (nullable) */
} types[] = {
  { "aboutpage", TYPE_PAGE, "page" },
  { "advertisercontentarticle", TYPE_ARTICLE, "article" },
  { "analysisnewsarticle", TYPE_ARTICLE, "article" },
  { "apireference", TYPE_ARTICLE, "article" },
  { "article", TYPE_ARTICLE, "article" },
  { "askpublicnewsarticle", TYPE_ARTICLE, "article" },
  { "backgroundnewsarticle", TYPE_ARTICLE, "article" },
  { "blog", TYPE_LISTING, "listing" },
  { "blogposting", TYPE_ARTICLE, "article" },
  { "book", TYPE_WORK, "book" },
  { "checkoutpage", TYPE_PAGE, "page" },
  { "collectionpage", TYPE_LISTING, "listing" },
  { "contactpage", TYPE_PAGE, "page" },
  { "corporation", TYPE_ORGANIZATION, NULL },
  { "course", TYPE_WORK, "course" },
  { "creativework", TYPE_WORK, "article" },
  { "dataset", TYPE_WORK, "dataset" },
  { "discussionforumposting", TYPE_POSTING, "forum" },
  { "educationalorganization", TYPE_ORGANIZATION, NULL },
  { "event", TYPE_WORK, "event" },
  { "faqpage", TYPE_PAGE, "page" },
  { "governmentorganization", TYPE_ORGANIZATION, NULL },
  { "howto", TYPE_WORK, "article" },
  { "individualproduct", TYPE_PRODUCT, "product" },
  { "itemlist", TYPE_OTHER, NULL },
  { "itempage", TYPE_PAGE, "product" },
  { "jobposting", TYPE_WORK, "job" },
  { "liveblogposting", TYPE_ARTICLE, "article" },
  { "localbusiness", TYPE_ORGANIZATION, NULL },
  { "medicalscholarlyarticle", TYPE_ARTICLE, "article" },
  { "medicalwebpage", TYPE_PAGE, "article" },
  { "mobileapplication", TYPE_WORK, "software" },
  { "movie", TYPE_WORK, "video" },
  { "newsarticle", TYPE_ARTICLE, "article" },
  { "newsmediaorganization", TYPE_ORGANIZATION, NULL },
  { "ngo", TYPE_ORGANIZATION, NULL },
  { "onlinebusiness", TYPE_ORGANIZATION, NULL },
  { "onlinestore", TYPE_ORGANIZATION, NULL },
  { "opinionnewsarticle", TYPE_ARTICLE, "article" },
  { "organization", TYPE_ORGANIZATION, NULL },
  { "person", TYPE_PERSON, NULL },
  { "podcastepisode", TYPE_WORK, "article" },
  { "product", TYPE_PRODUCT, "product" },
  { "productgroup", TYPE_PRODUCT, "product" },
  { "productmodel", TYPE_PRODUCT, "product" },
  { "profilepage", TYPE_PAGE, "profile" },
  { "qapage", TYPE_PAGE, "question" },
  { "question", TYPE_POSTING, "question" },
  { "realestatelisting", TYPE_PAGE, "product" },
  { "recipe", TYPE_WORK, "recipe" },
  { "report", TYPE_ARTICLE, "article" },
  { "reportagenewsarticle", TYPE_ARTICLE, "article" },
  { "review", TYPE_WORK, "article" },
  { "reviewnewsarticle", TYPE_ARTICLE, "article" },
  { "satiricalarticle", TYPE_ARTICLE, "article" },
  { "scholarlyarticle", TYPE_ARTICLE, "article" },
  { "searchresultspage", TYPE_LISTING, "listing" },
  { "socialmediaposting", TYPE_POSTING, "forum" },
  { "softwareapplication", TYPE_WORK, "software" },
  { "softwaresourcecode", TYPE_WORK, "software" },
  { "techarticle", TYPE_ARTICLE, "article" },
  { "thesis", TYPE_ARTICLE, "article" },
  { "tvepisode", TYPE_WORK, "video" },
  { "vehicle", TYPE_PRODUCT, "product" },
  { "videogame", TYPE_WORK, "software" },
  { "videoobject", TYPE_WORK, "video" },
  { "webapplication", TYPE_WORK, "software" },
  { "webpage", TYPE_PAGE, "page" },
  { "website", TYPE_SITE, "website" },
};
/* clang-format on */

typedef enum {
  KEY_OTHER,
  KEY_TYPE,
  KEY_ID,
  KEY_VALUE,
  KEY_LANGUAGE_TAG,
  KEY_GRAPH,
  KEY_MAIN,
  KEY_HEADLINE,
  KEY_NAME,
  KEY_AUTHOR,
  KEY_CREATOR,
  KEY_PUBLISHED,
  KEY_CREATED,
  KEY_UPLOADED,
  KEY_MODIFIED,
  KEY_PUBLISHER,
  KEY_URL,
  KEY_IMAGE,
  KEY_DESCRIPTION,
  KEY_KEYWORDS,
  KEY_SECTION,
  KEY_LANGUAGE,
  KEY_LICENCE,
  KEY_GIVEN_NAME,
  KEY_FAMILY_NAME,
} Key;

/* Without "schema:" and the like, in order of the bytes. */
static const struct {
  const char *name;
  Key key;
} keys[] = {
  { "@graph", KEY_GRAPH },
  { "@id", KEY_ID },
  { "@language", KEY_LANGUAGE_TAG },
  { "@type", KEY_TYPE },
  { "@value", KEY_VALUE },
  { "alternativeHeadline", KEY_OTHER },
  { "articleSection", KEY_SECTION },
  { "author", KEY_AUTHOR },
  { "contentUrl", KEY_URL },
  { "creator", KEY_CREATOR },
  { "dateCreated", KEY_CREATED },
  { "dateModified", KEY_MODIFIED },
  { "datePosted", KEY_PUBLISHED },
  { "datePublished", KEY_PUBLISHED },
  { "description", KEY_DESCRIPTION },
  { "familyName", KEY_FAMILY_NAME },
  { "givenName", KEY_GIVEN_NAME },
  { "headline", KEY_HEADLINE },
  { "image", KEY_IMAGE },
  { "inLanguage", KEY_LANGUAGE },
  { "keywords", KEY_KEYWORDS },
  { "license", KEY_LICENCE },
  { "mainEntity", KEY_MAIN },
  { "mainEntityOfPage", KEY_MAIN },
  { "name", KEY_NAME },
  { "primaryImageOfPage", KEY_IMAGE },
  { "publisher", KEY_PUBLISHER },
  { "text", KEY_OTHER },
  { "thumbnailUrl", KEY_OTHER },
  { "title", KEY_NAME },
  { "uploadDate", KEY_UPLOADED },
  { "url", KEY_URL },
};

/* What the properties of the main thing are candidates for. */
static const struct {
  Key key;
  ExtractField field;
  guint trust;
} wanted[] = {
  { KEY_HEADLINE, EXTRACT_FIELD_TITLE, 90 },
  { KEY_NAME, EXTRACT_FIELD_TITLE, 80 },
  { KEY_AUTHOR, EXTRACT_FIELD_AUTHOR, 95 },
  { KEY_CREATOR, EXTRACT_FIELD_AUTHOR, 90 },
  { KEY_PUBLISHED, EXTRACT_FIELD_PUBLISHED, 95 },
  { KEY_UPLOADED, EXTRACT_FIELD_PUBLISHED, 70 },
  { KEY_CREATED, EXTRACT_FIELD_PUBLISHED, 65 },
  { KEY_MODIFIED, EXTRACT_FIELD_MODIFIED, 95 },
  { KEY_PUBLISHER, EXTRACT_FIELD_SITE_NAME, 60 },
  { KEY_URL, EXTRACT_FIELD_URL, 50 },
  { KEY_MAIN, EXTRACT_FIELD_URL, 55 },
  { KEY_IMAGE, EXTRACT_FIELD_IMAGE, 80 },
  { KEY_DESCRIPTION, EXTRACT_FIELD_DESCRIPTION, 60 },
  { KEY_KEYWORDS, EXTRACT_FIELD_TAG, 80 },
  { KEY_SECTION, EXTRACT_FIELD_CATEGORY, 80 },
  { KEY_LANGUAGE, EXTRACT_FIELD_LANGUAGE, 50 },
  { KEY_LICENCE, EXTRACT_FIELD_LICENCE, 80 },
};

/* ---- Things --------------------------------------------------------------------------------- */

typedef struct {
  guint32 parent;  /* the thing that it is a property of, or NO_THING */
  guint32 element; /* EXTRACT_NO_ELEMENT for JSON-LD */
  guint32 id;      /* offset into Things.texts; 0 if it has none */
  guint32 first;   /* of its properties, as a list through Property.next; 0 at the end */
  guint32 last;
  guint8 key;    /* of the parent */
  guint8 type;   /* Type */
  guint8 source; /* Source */
  guint8 kind;   /* index into types, plus 1; 0 */
} Thing;

typedef struct {
  guint32 next;    /* of the same thing; 0 at the end */
  guint32 text;    /* offset into Things.texts; 0 for a thing */
  guint32 thing;   /* where it is one */
  guint32 element; /* where it stands; EXTRACT_NO_ELEMENT */
  guint8 key;
} Property;

typedef struct {
  Candidates *all;
  ExtractRows things;
  ExtractRows properties; /* the first one is none */
  ExtractString *texts;   /* offset 0 is the empty string */
} Things;

static Thing *
thing_get (const Things *t, guint32 i)
{
  return ROWS_INDEX (t->things, Thing, i);
}

static int
name_compare (const void *name, const void *row)
{
  return strcmp (name, *(const char *const *) row);
}

/* Behind the last of / # : */
static const char *
local_name (const char *name)
{
  for (const char *p = name; *p; p++)
    if ((*p == '/' || *p == '#' || *p == ':') && p[1])
      name = p + 1;
  return name;
}

static Key
key_find (const char *name)
{
  const char *const *row = bsearch (*name == '@' ? name : local_name (name), keys, G_N_ELEMENTS (keys),
                                    sizeof keys[0], name_compare);

  return row ? keys[((const char *) row - (const char *) keys) / sizeof keys[0]].key : KEY_OTHER;
}

static void
thing_set_type (Thing *thing, const char *name)
{
  char small[MAX_TYPE];
  const char *const *row;

  name = local_name (name);
  if (strlen (name) >= sizeof small)
    return;
  for (guint i = 0; i == 0 || name[i - 1]; i++)
    small[i] = g_ascii_tolower (name[i]);
  row = bsearch (small, types, G_N_ELEMENTS (types), sizeof types[0], name_compare);
  /* Of several types the first one that says something counts: ["Article", "BlogPosting"]. */
  if (row && thing->type == TYPE_OTHER) {
    const gsize i = (gsize) ((const char *) row - (const char *) types) / sizeof types[0];

    thing->type = (guint8) types[i].type;
    thing->kind = (guint8) (i + 1);
  }
}

/* Of microdata and RDFa: names parted by white space. */
static void
thing_set_types (Thing *thing, const char *names)
{
  char name[EXTRACT_MAX_ATTRIBUTE + 1];

  for (gsize n; *(names += strspn (names, " \t\r\n\f")); names += n) {
    n = strcspn (names, " \t\r\n\f");
    g_strlcpy (name, names, MIN (n + 1, sizeof name));
    thing_set_type (thing, name);
  }
}

static guint32
text_add (Things *t, const char *text, gsize length)
{
  const guint32 offset = (guint32) t->texts->len;

  extract_string_append (t->texts, text, length);
  extract_string_append_c (t->texts, '\0');
  return offset;
}

static Property *
property_add (Things *t, guint32 of, Key key)
{
  const guint32 index = t->properties.len;
  Thing *thing = thing_get (t, of);
  Property *property = ROWS_ADD (t->properties, Property);

  *property = (Property){ .key = (guint8) key, .thing = NO_THING, .element = EXTRACT_NO_ELEMENT };
  if (thing->first == 0)
    thing->first = index;
  else
    ROWS_INDEX (t->properties, Property, thing->last)->next = index;
  thing->last = index;
  return property;
}

static guint32
thing_add (Things *t, guint32 parent, Key key, Source source, guint32 element)
{
  const guint32 index = t->things.len;

  *ROWS_ADD (t->things, Thing) =
      (Thing){ .parent = parent, .element = element, .key = (guint8) key, .source = (guint8) source };
  if (parent != NO_THING)
    property_add (t, parent, key)->thing = index;
  return index;
}

/* ---- JSON-LD -------------------------------------------------------------------------------- */

typedef struct {
  gboolean array;
  Key key;       /* of the values to come */
  guint32 thing; /* that they are of */
} Container;

static void
json_open (Things *t, Container *stack, guint depth, gboolean array)
{
  Container *container = &stack[depth];
  const Container *outer = depth > 0 ? container - 1 : NULL;
  const Key key = outer ? outer->key : KEY_GRAPH;
  const guint32 parent = outer ? outer->thing : NO_THING;

  *container = (Container){ .array = array, .key = array ? key : KEY_OTHER, .thing = parent };
  if (!array)
    container->thing = thing_add (t, parent, key, SOURCE_JSON_LD, EXTRACT_NO_ELEMENT);
}

static void
json_string (Things *t, const Container *container, const ExtractString *value)
{
  if (container->thing == NO_THING)
    return;
  switch (container->key) {
  case KEY_TYPE:
    thing_set_type (thing_get (t, container->thing), value->str);
    return;
  case KEY_ID:
    thing_get (t, container->thing)->id = text_add (t, value->str, value->len);
    return;
  case KEY_OTHER:
    return;
  default: {
    const guint32 text = text_add (t, value->str, MIN (value->len, EXTRACT_MAX_NOTE + 8));

    property_add (t, container->thing, container->key)->text = text;
  }
  }
}

static void
read_script (Things *t, ExtractJson *json, const char *script)
{
  Container stack[MAX_DEPTH];
  guint depth = 0; /* open containers; those beyond MAX_DEPTH are only counted */

  extract_json_begin (json, script);
  for (;;) {
    const ExtractJsonEvent event = extract_json_next (json);
    Container *innermost = depth > 0 && depth <= MAX_DEPTH ? &stack[depth - 1] : NULL;

    switch (event) {
    case EXTRACT_JSON_KEY:
      if (innermost && !innermost->array)
        innermost->key = key_find (json->value->str);
      break;
    case EXTRACT_JSON_STRING:
      if (innermost)
        json_string (t, innermost, json->value);
      break;
    case EXTRACT_JSON_OBJECT:
    case EXTRACT_JSON_ARRAY:
      if (depth < MAX_DEPTH)
        json_open (t, stack, depth, event == EXTRACT_JSON_ARRAY);
      depth++;
      break;
    case EXTRACT_JSON_COMMA:
      if (innermost && !innermost->array)
        innermost->key = KEY_OTHER;
      break;
    case EXTRACT_JSON_CLOSE:
      depth -= depth > 0;
      break;
    case EXTRACT_JSON_END:
      return;
    }
  }
}

/* ---- Microdata and RDFa --------------------------------------------------------------------- */

static void
property_add_text (Things *t, guint32 thing, Key key, guint32 element, const char *text, gsize length)
{
  const guint32 offset = text_add (t, text, MIN (length, EXTRACT_MAX_NOTE + 8));
  Property *property = property_add (t, thing, key);

  /* Between blocks. */
  for (char *p = t->texts->str + offset; p < t->texts->str + t->texts->len - 1; p++)
    *p = *p ? *p : ' ';

  property->text = offset;
  property->element = element;
}

/* An attribute of names parted by white space. Returns: the first key that means something */
static Key
key_of_names (const char *names)
{
  char name[64];
  Key key = KEY_OTHER;

  for (gsize n; key == KEY_OTHER && *(names += strspn (names, " \t\r\n\f")); names += n) {
    n = strcspn (names, " \t\r\n\f");
    g_strlcpy (name, names, MIN (n + 1, sizeof name));
    key = key_find (name);
  }
  return key;
}

/* What attributes said of each element. */
typedef struct {
  guint32 content; /* offsets into ExtractPage.strings; 0 */
  guint32 property;
  guint32 type;
} Said;

/* Whether an element is a thing: most pages have none. */
static gboolean
has_things (const ExtractPage *page, const ExtractNames *names)
{
  for (guint s = 0; s < names->n_shapes; s++)
    if (*extract_names_get_attribute (names, page, s, EXTRACT_ATTRIBUTE_ITEMTYPE))
      return TRUE;
  for (guint32 i = 0; i < page->notes.len; i++)
    if (ROWS_INDEX (page->notes, ExtractNote, i)->kind == EXTRACT_NOTE_TYPEOF)
      return TRUE;
  return FALSE;
}

static void
read_elements (Things *t)
{
  const ExtractPage *page = t->all->page;
  const ExtractNames *names_of = extract_page_get_names (t->all->document->page);
  ExtractScratch *scratch;
  guint32 *inner;
  Said *said;

  if (!has_things (page, names_of))
    return;
  scratch = extract_scratch_begin ();
  inner = extract_scratch_take (scratch, (gsize) page->elements.len + 1, sizeof *inner);
  said = extract_scratch_take0 (scratch, (gsize) page->elements.len + 1, sizeof *said);
  for (guint32 i = 0; i < page->notes.len; i++) {
    const ExtractNote *note = ROWS_INDEX (page->notes, ExtractNote, i);

    if (note->element == EXTRACT_NO_ELEMENT)
      continue;
    if (note->kind == EXTRACT_NOTE_CONTENT || note->kind == EXTRACT_NOTE_DATETIME)
      said[note->element].content = note->value;
    else if (note->kind == EXTRACT_NOTE_PROPERTY)
      said[note->element].property = note->name;
    else if (note->kind == EXTRACT_NOTE_TYPEOF)
      said[note->element].type = note->value;
  }
  for (guint32 e = 0; e < page->elements.len; e++) {
    const ExtractElement *element = extract_page_element (page, e);
    const guint32 outer = element->parent == EXTRACT_NO_ELEMENT ? NO_THING : inner[element->parent];
    const guint32 shape = names_of->element_shapes[e];

    EXTRACT_BUDGET_LOOK_EVERY (e + 1, 4096);
    inner[e] = outer;
    if (element->attributes == 0 && said[e].property == 0 && said[e].type == 0)
      continue;

    const char *itemprop = extract_names_get_attribute (names_of, page, shape, EXTRACT_ATTRIBUTE_ITEMPROP);
    const char *itemtype = extract_names_get_attribute (names_of, page, shape, EXTRACT_ATTRIBUTE_ITEMTYPE);
    const gboolean rdfa = said[e].property > 0 || said[e].type > 0;
    const char *types_of = *itemtype ? itemtype : page->strings->str + said[e].type;
    const char *names = *itemprop ? itemprop : page->strings->str + said[e].property;
    const Key key = *names ? key_of_names (names) : KEY_OTHER;

    if (*types_of) {
      /* Without a name it is no property of what is around it, but may still be the page's. */
      inner[e] = thing_add (t, *names ? outer : NO_THING, key,
                            rdfa && !*itemtype ? SOURCE_RDFA : SOURCE_MICRODATA, e);
      thing_set_types (thing_get (t, inner[e]), types_of);
      if (key == KEY_AUTHOR || key == KEY_CREATOR || key == KEY_PUBLISHER)
        thing_get (t, inner[e])->element = e;
    } else if (key != KEY_OTHER && outer != NO_THING) {
      const char *content = page->strings->str + said[e].content;

      if (*content)
        property_add_text (t, outer, key, e, content, strlen (content));
      else
        property_add_text (t, outer, key, e, page->text->str + element->text_start,
                           element->text_end - element->text_start);
    }
  }
  /* Those of meta and link. */
  for (guint32 i = 0; i < page->notes.len; i++) {
    const ExtractNote *note = ROWS_INDEX (page->notes, ExtractNote, i);
    const char *value = page->strings->str + note->value;
    Key key;

    if (note->kind == EXTRACT_NOTE_ITEMPROP && note->element != EXTRACT_NO_ELEMENT &&
        inner[note->element] != NO_THING &&
        (key = key_of_names (page->strings->str + note->name)) != KEY_OTHER)
      property_add_text (t, inner[note->element], key, note->element, value, strlen (value));
  }
  extract_scratch_end (scratch);
}

/* ---- The main thing ------------------------------------------------------------------------- */

/* The values of its properties: of these the first; "" */
static const char *
thing_get_text (const Things *t, guint32 thing, Key key)
{
  for (guint32 p = thing_get (t, thing)->first; p > 0;) {
    const Property *property = ROWS_INDEX (t->properties, Property, p);

    if (property->key == key && property->text > 0)
      return t->texts->str + property->text;
    p = property->next;
  }
  return "";
}

/* Without scheme, "www.", query and a slash at the end. */
static gboolean
is_same_address (const char *a, const char *b)
{
  gsize n, m;

  for (guint i = 0; i < 2; i++) {
    const char **p = i == 0 ? &a : &b;

    if (strstr (*p, "://"))
      *p = strstr (*p, "://") + 3;
    if (g_str_has_prefix (*p, "www."))
      *p += 4;
  }
  n = strcspn (a, "?#");
  m = strcspn (b, "?#");
  while (n > 0 && a[n - 1] == '/')
    n--;
  while (m > 0 && b[m - 1] == '/')
    m--;
  return n == m && n > 0 && strncmp (a, b, n) == 0;
}

/* How much speaks for a thing being what the page is about; 0: it is not. */
static guint
rate (const Things *t, guint32 i)
{
  static const guint8 rates[] = {
    [TYPE_ARTICLE] = 60, [TYPE_POSTING] = 55, [TYPE_PRODUCT] = 54,     [TYPE_WORK] = 50,
    [TYPE_PAGE] = 20,    [TYPE_LISTING] = 30, [TYPE_ORGANIZATION] = 0,
  };
  const Thing *thing = thing_get (t, i), *parent;
  const ExtractPage *page = t->all->page;
  guint rated = thing->type < G_N_ELEMENTS (rates) ? rates[thing->type] : 0;

  if (rated == 0)
    return 0;
  if (thing->parent != NO_THING) {
    if (thing->key != KEY_MAIN && thing->key != KEY_GRAPH)
      return 0;
    parent = thing_get (t, thing->parent);
    /* The questions of a page of them. */
    if (parent->kind > 0 && strcmp (types[parent->kind - 1].name, "faqpage") == 0)
      return 0;
    if (parent->type == TYPE_ARTICLE || parent->type == TYPE_PRODUCT || parent->type == TYPE_LISTING ||
        parent->type == TYPE_PERSON || parent->type == TYPE_ORGANIZATION)
      return 0;
  }
  if (page->uri && (is_same_address (thing_get_text (t, i, KEY_URL), page->uri) ||
                    is_same_address (thing_get_text (t, i, KEY_MAIN), page->uri) ||
                    is_same_address (t->texts->str + thing->id, page->uri)))
    rated += 6;
  if (thing->source == SOURCE_JSON_LD)
    rated += 3;
  if (*thing_get_text (t, i, KEY_HEADLINE))
    rated += 1;
  return rated;
}

/* The things that are called @id. Ten thousand of them are looked through once for each name that the main
 * thing has, of which there are few. */
static guint32
find_by_id (const Things *t, guint32 id, guint32 but)
{
  const char *wanted_id = t->texts->str + id;

  for (guint32 i = 0; id > 0 && i < t->things.len; i++) {
    const Thing *thing = thing_get (t, i);

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 4096);
    if (i != but && thing->id > 0 && thing->first > 0 && strcmp (t->texts->str + thing->id, wanted_id) == 0)
      return i;
  }
  return NO_THING;
}

/* Things have a name, an address, or only that of another thing. */
static void
add_of_thing (Things *t, guint32 i, ExtractField field, guint trust, gboolean look_up)
{
  const Thing *thing = thing_get (t, i);
  const char *text = "";
  Candidate *candidate;

  if (field == EXTRACT_FIELD_URL)
    text = *thing_get_text (t, i, KEY_URL) ? thing_get_text (t, i, KEY_URL) : t->texts->str + thing->id;
  else if (field == EXTRACT_FIELD_IMAGE || field == EXTRACT_FIELD_LICENCE)
    text = *thing_get_text (t, i, KEY_URL) ? thing_get_text (t, i, KEY_URL) : thing_get_text (t, i, KEY_NAME);
  else
    text =
        *thing_get_text (t, i, KEY_NAME) ? thing_get_text (t, i, KEY_NAME) : thing_get_text (t, i, KEY_VALUE);
  if (!*text && look_up && thing->id > 0) {
    const guint32 other = find_by_id (t, thing->id, i);

    if (other != NO_THING)
      add_of_thing (t, other, field, trust, FALSE);
    return;
  }
  if (!*text && field == EXTRACT_FIELD_AUTHOR && thing->element != EXTRACT_NO_ELEMENT) {
    const ExtractElement *element = extract_page_element (t->all->page, thing->element);

    candidate = candidate_add_plain (t->all, field, thing->source, trust,
                                     t->all->page->text->str + element->text_start,
                                     element->text_end - element->text_start);
  } else
    candidate = *text ? candidate_add (t->all, field, thing->source, trust, text) : NULL;
  if (candidate) {
    candidate->element = thing->element;
    candidate->flags |= thing->type == TYPE_PERSON ? CANDIDATE_PERSON : 0;
  }
}

/* @less: trust that it has less than the main thing. @flags: of candidates */
static void
add_properties (Things *t, guint32 i, guint less, guint flags)
{
  const Source source = thing_get (t, i)->source;
  guint left = 4 * MAX_CANDIDATES;

  for (guint32 p = thing_get (t, i)->first; p > 0 && left > 0; left--) {
    const Property *property = ROWS_INDEX (t->properties, Property, p);

    p = property->next;
    for (guint w = 0; w < G_N_ELEMENTS (wanted); w++) {
      const guint from = candidates_length (t->all);

      if (wanted[w].key != property->key)
        continue;
      if (property->thing != NO_THING)
        add_of_thing (t, property->thing, wanted[w].field, wanted[w].trust - less, TRUE);
      else {
        Candidate *candidate = candidate_add (t->all, wanted[w].field, source, wanted[w].trust - less,
                                              t->texts->str + property->text);

        if (candidate)
          candidate->element = property->element;
      }
      for (guint c = from; c < candidates_length (t->all); c++)
        candidate_get (t->all, c)->flags |= (guint8) flags;
    }
  }
}

static void
add_kind (Things *t, guint32 i)
{
  const Thing *thing = thing_get (t, i);

  if (thing->kind > 0 && types[thing->kind - 1].kind)
    candidate_add (t->all, EXTRACT_FIELD_KIND, thing->source, thing->type == TYPE_PAGE ? 40 : 80,
                   types[thing->kind - 1].kind);
}

static void
choose (Things *t)
{
  guint32 best = NO_THING;
  guint best_rate = 0, as_good = 0;

  for (guint32 i = 0; i < t->things.len; i++) {
    const Thing *thing = thing_get (t, i);
    const guint rated = rate (t, i);

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
    if (rated > best_rate) {
      best = i;
      best_rate = rated;
      as_good = 1;
    } else if (rated > 0 && rated == best_rate)
      as_good++;
    if (thing->type == TYPE_SITE && thing->parent == NO_THING)
      add_of_thing (t, i, EXTRACT_FIELD_SITE_NAME, 70, FALSE);
    if (thing->type == TYPE_SITE && thing->key == KEY_GRAPH && thing->parent != NO_THING)
      add_of_thing (t, i, EXTRACT_FIELD_SITE_NAME, 70, FALSE);
    if (thing->type == TYPE_ORGANIZATION && (thing->parent == NO_THING || thing->key == KEY_GRAPH))
      add_of_thing (t, i, EXTRACT_FIELD_SITE_NAME, 30, FALSE);
  }
  if (best == NO_THING)
    return;
  /* A list of them, of which none is the page. */
  if (as_good > 2 && thing_get (t, best)->type != TYPE_PAGE && thing_get (t, best)->source != SOURCE_JSON_LD)
    return;
  add_kind (t, best);
  add_properties (t, best, thing_get (t, best)->type == TYPE_PAGE ? 30 : 0, 0);
  /* What the page is beside it, and the same thing in another notation. */
  for (guint32 i = 0; i < t->things.len; i++) {
    const Thing *thing = thing_get (t, i);

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
    if (i == best || rate (t, i) == 0)
      continue;
    if (thing->type == TYPE_PAGE && thing_get (t, best)->type != TYPE_PAGE)
      add_properties (t, i, 40, 0);
    else if (thing->type == thing_get (t, best)->type && (thing->source != thing_get (t, best)->source))
      add_properties (t, i, 30, CANDIDATE_OTHER);
  }
}

void
candidates_find_things (Candidates *all)
{
  const ExtractString *scripts = all->page->linked_data;
  Things t = { .all = all, .texts = extract_string_new () };
  ExtractJson json;

  extract_string_append_c (t.texts, '\0');
  *ROWS_ADD (t.properties, Property) = (Property){ .thing = NO_THING };
  extract_json_init (&json);
  for (const char *script = scripts->str; script < scripts->str + scripts->len; script += strlen (script) + 1)
    read_script (&t, &json, script);
  extract_json_clear (&json);
  read_elements (&t);
  choose (&t);
  extract_string_free (t.texts);
  extract_memory_free (t.things.data);
  extract_memory_free (t.properties.data);
}
