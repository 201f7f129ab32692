/* SPDX-License-Identifier: MIT */
/*
 * What is read of a JSON-LD script, event by event (json.h): a string belongs to the last key of the
 * innermost { }, or to that of the [ ]; a comma ends what a key holds for, but in [ ]. Containers deeper than
 * MAX_DEPTH are counted, and what is in them is not read.
 *
 *   script --string--> escapes resolved --references, tags--> text of bodies, descriptions or names
 */
#include "libextract/page/structured.h"

#include <stdlib.h>
#include <string.h>

#include "libextract/page/json.h"
#include "libextract/page/names.h"
#include "libextract/page/plain-text.h"

#define MAX_DEPTH 64

typedef enum { KEY_OTHER, KEY_TYPE, KEY_BODY, KEY_DESCRIPTION, KEY_NAME, KEY_VALUE } Key;

/* ---- Tables --------------------------------------------------------------------------------- */

typedef struct {
  const char *name;
  guint value;
} Entry;

static int
entry_compare (const void *name, const void *entry)
{
  return strcmp (name, ((const Entry *) entry)->name);
}

/* Returns: the value of @name in @entries, which are sorted; 0 if it is in none. */
static guint
entry_find (const char *name, const Entry *entries, gsize n)
{
  const Entry *entry = bsearch (name, entries, n, sizeof (Entry), entry_compare);

  return entry ? entry->value : 0;
}

static const Entry keys[] = {
  { "@type", KEY_TYPE },       { "@value", KEY_VALUE },
  { "articleBody", KEY_BODY }, { "description", KEY_DESCRIPTION },
  { "headline", KEY_NAME },    { "name", KEY_NAME },
  { "reviewBody", KEY_BODY },  { "text", KEY_BODY },
};

/* In small letters. */
/* clang-format off */
static const Entry types[] = {
  { "aboutpage", EXTRACT_STRUCTURED_PAGE },
  { "advertisercontentarticle", EXTRACT_STRUCTURED_ARTICLE },
  { "analysisnewsarticle", EXTRACT_STRUCTURED_ARTICLE },
  { "answer", EXTRACT_STRUCTURED_DISCUSSION },
  { "apireference", EXTRACT_STRUCTURED_ARTICLE },
  { "article", EXTRACT_STRUCTURED_ARTICLE },
  { "backgroundnewsarticle", EXTRACT_STRUCTURED_ARTICLE },
  { "blogposting", EXTRACT_STRUCTURED_ARTICLE },
  { "breadcrumblist", EXTRACT_STRUCTURED_BREADCRUMB },
  { "collectionpage", EXTRACT_STRUCTURED_LIST },
  { "comment", EXTRACT_STRUCTURED_DISCUSSION },
  { "contactpage", EXTRACT_STRUCTURED_PAGE },
  { "corporation", EXTRACT_STRUCTURED_ORGANIZATION },
  { "discussionforumposting", EXTRACT_STRUCTURED_DISCUSSION },
  { "educationalorganization", EXTRACT_STRUCTURED_ORGANIZATION },
  { "faqpage", EXTRACT_STRUCTURED_FAQ },
  { "financialproduct", EXTRACT_STRUCTURED_SERVICE },
  { "financialservice", EXTRACT_STRUCTURED_SERVICE },
  { "foodservice", EXTRACT_STRUCTURED_SERVICE },
  { "governmentorganization", EXTRACT_STRUCTURED_ORGANIZATION },
  { "governmentservice", EXTRACT_STRUCTURED_SERVICE },
  { "individualproduct", EXTRACT_STRUCTURED_PRODUCT },
  { "itemlist", EXTRACT_STRUCTURED_LIST },
  { "itempage", EXTRACT_STRUCTURED_PAGE },
  { "legalservice", EXTRACT_STRUCTURED_SERVICE },
  { "liveblogposting", EXTRACT_STRUCTURED_ARTICLE },
  { "localbusiness", EXTRACT_STRUCTURED_SERVICE },
  { "medicalwebpage", EXTRACT_STRUCTURED_PAGE },
  { "newsarticle", EXTRACT_STRUCTURED_ARTICLE },
  { "newsmediaorganization", EXTRACT_STRUCTURED_ORGANIZATION },
  { "ngo", EXTRACT_STRUCTURED_ORGANIZATION },
  { "opinionnewsarticle", EXTRACT_STRUCTURED_ARTICLE },
  { "organization", EXTRACT_STRUCTURED_ORGANIZATION },
  { "product", EXTRACT_STRUCTURED_PRODUCT },
  { "productgroup", EXTRACT_STRUCTURED_PRODUCT },
  { "productmodel", EXTRACT_STRUCTURED_PRODUCT },
  { "professionalservice", EXTRACT_STRUCTURED_SERVICE },
  { "qapage", EXTRACT_STRUCTURED_DISCUSSION },
  { "question", EXTRACT_STRUCTURED_DISCUSSION },
  { "report", EXTRACT_STRUCTURED_ARTICLE },
  { "reportagenewsarticle", EXTRACT_STRUCTURED_ARTICLE },
  { "reviewnewsarticle", EXTRACT_STRUCTURED_ARTICLE },
  { "satiricalarticle", EXTRACT_STRUCTURED_ARTICLE },
  { "scholarlyarticle", EXTRACT_STRUCTURED_ARTICLE },
  { "searchresultspage", EXTRACT_STRUCTURED_LIST },
  { "service", EXTRACT_STRUCTURED_SERVICE },
  { "socialmediaposting", EXTRACT_STRUCTURED_ARTICLE },
  { "techarticle", EXTRACT_STRUCTURED_ARTICLE },
  { "usercomments", EXTRACT_STRUCTURED_DISCUSSION },
  { "webpage", EXTRACT_STRUCTURED_PAGE },
};

/* clang-format on */

/* @name: the last part of it counts: "https://schema.org/Article", "schema:Article" */
static guint
type_find (const char *name, gsize length)
{
  char small[32];
  gsize start = length;

  while (start > 0 && !strchr ("/#:", name[start - 1]))
    start--;
  if (length - start >= sizeof (small))
    return 0;
  for (gsize i = start; i < length; i++)
    small[i - start] = g_ascii_tolower (name[i]);
  small[length - start] = '\0';
  return entry_find (small, types, G_N_ELEMENTS (types));
}

/* ---- Scripts -------------------------------------------------------------------------------- */

typedef struct {
  gboolean array;
  Key key;   /* of the values to come */
  Key outer; /* of the container itself */
} Container;

typedef struct {
  ExtractStructured *structured;
  Container stack[MAX_DEPTH];
  guint depth; /* open containers; only those below MAX_DEPTH are in the stack */
  ExtractJson json;
  ExtractString *spare;
} Reader;

static void
take_value (Reader *r, Key key)
{
  ExtractStructured *structured = r->structured;
  ExtractString *texts = key == KEY_BODY          ? structured->bodies
                         : key == KEY_DESCRIPTION ? structured->descriptions
                                                  : structured->names;

  if (key == KEY_TYPE)
    structured->types |= type_find (r->json.value->str, r->json.value->len);
  if (key == KEY_OTHER || key == KEY_TYPE)
    return;
  extract_plain_resolve (r->json.value, r->spare);
  extract_plain_append_text (texts, r->json.value->str);
}

static void
take_string (Reader *r, gboolean is_key)
{
  Container *container;

  if (r->depth == 0 || r->depth > MAX_DEPTH)
    return;
  container = &r->stack[r->depth - 1];
  if (!is_key)
    take_value (r, container->key == KEY_VALUE ? container->outer : container->key);
  else
    container->key = entry_find (r->json.value->str, keys, G_N_ELEMENTS (keys));
}

static void
container_open (Reader *r, gboolean array)
{
  Key key = r->depth > 0 && r->depth <= MAX_DEPTH ? r->stack[r->depth - 1].key : KEY_OTHER;

  if (r->depth++ < MAX_DEPTH)
    r->stack[r->depth - 1] = (Container){ .array = array, .key = array ? key : KEY_OTHER, .outer = key };
}

static void
read_script (Reader *r, const char *script)
{
  extract_json_begin (&r->json, script);
  r->depth = 0;
  for (;;) {
    const ExtractJsonEvent event = extract_json_next (&r->json);

    switch (event) {
    case EXTRACT_JSON_KEY:
    case EXTRACT_JSON_STRING:
      take_string (r, event == EXTRACT_JSON_KEY);
      break;
    case EXTRACT_JSON_OBJECT:
    case EXTRACT_JSON_ARRAY:
      container_open (r, event == EXTRACT_JSON_ARRAY);
      break;
    case EXTRACT_JSON_COMMA:
      if (r->depth > 0 && r->depth <= MAX_DEPTH && !r->stack[r->depth - 1].array)
        r->stack[r->depth - 1].key = KEY_OTHER;
      break;
    case EXTRACT_JSON_CLOSE:
      r->depth -= r->depth > 0;
      break;
    case EXTRACT_JSON_END:
      return;
    }
  }
}

/* ---- The page ------------------------------------------------------------------------------- */

static void
take_meta (Reader *r, const char *content)
{
  if (content) {
    extract_string_assign (r->json.value, content);
    take_value (r, KEY_DESCRIPTION);
  }
}

/* An itemtype may name several types. */
static guint
read_item_types (ExtractPage *page)
{
  const ExtractNames *names = extract_page_get_names (page);
  guint found = 0;

  for (guint32 s = 0; s < names->n_shapes; s++) {
    const char *p = extract_names_get_attribute (names, page, s, EXTRACT_ATTRIBUTE_ITEMTYPE);

    for (gsize n; *p && *(p += strspn (p, " \t\r\n\f")); p += n) {
      n = strcspn (p, " \t\r\n\f");
      found |= type_find (p, n);
    }
  }
  return found;
}

ExtractStructured *
extract_structured_new (ExtractPage *page)
{
  ExtractStructured *structured = EXTRACT_NEW0 (ExtractStructured, 1);
  const ExtractString *scripts = page->linked_data;
  Reader r = { .structured = structured, .spare = extract_string_new () };

  extract_json_init (&r.json);
  structured->bodies = extract_string_new ();
  structured->descriptions = extract_string_new ();
  structured->names = extract_string_new ();
  structured->types = read_item_types (page);
  take_meta (&r, page->description);
  take_meta (&r, page->og_description);
  for (const char *script = scripts->str; script < scripts->str + scripts->len; script += strlen (script) + 1)
    read_script (&r, script);
  extract_json_clear (&r.json);
  extract_string_free (r.spare);
  return structured;
}

void
extract_structured_free (ExtractStructured *structured)
{
  extract_string_free (structured->bodies);
  extract_string_free (structured->descriptions);
  extract_string_free (structured->names);
  extract_memory_free (structured);
}
