/* SPDX-License-Identifier: MIT */
/*
 * Reads the JSON-LD of pages, which is not always valid JSON. So there is no grammar that could fail:
 *
 *   key     a string with a colon behind it
 *   value   any other string; it belongs to the last key of the innermost { }, or to that of the [ ]
 *   { [     a container: its key is the one that it is the value of
 *   ,       ends what a key holds for, but in [ ]
 *
 * and all else (numbers, comments, CDATA) is passed over. So scripts with trailing commas, raw line breaks,
 * quotes that are not escaped, or a missing end give what they have. One pass, without recursion: containers
 * deeper than MAX_DEPTH are counted, and what is in them is not read.
 *
 *   script --string--> escapes resolved --references, tags--> text of bodies, descriptions or names
 */
#include "libextract/page/structured.h"

#include "libextract/html/reference.h"

#include <stdlib.h>
#include <string.h>

#include "libextract/page/names.h"

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

/* ---- Texts ---------------------------------------------------------------------------------- */

/* NUL parts the texts, and whatever is no character is none of a text. */
static void
append_char (ExtractString *text, guint c)
{
  if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
    c = ' ';
  extract_string_append_unichar (text, c);
}

/* Replaces the character references of @text. Texts in scripts are often escaped twice, so this is done
 * twice.
 */
static void
resolve_references (ExtractString *text, ExtractString *spare)
{
  const char *p = text->str, *end = p + text->len, *at;

  extract_string_truncate (spare, 0);
  while ((at = strchr (p, '&')) != NULL) {
    guint32 code;
    const char *next;
    gboolean known = extract_reference_read (at, end, FALSE, &code, &next) == EXTRACT_REFERENCE_CODE &&
                     (at[1] == '#' || next[-1] == ';');

    extract_string_append (spare, p, at - p + !known);
    if (known)
      append_char (spare, code == 0xa0 || code == 0xfffd ? ' ' : code);
    p = known ? next : at + 1;
  }
  if (p == text->str)
    return;
  extract_string_append_str (spare, p);
  extract_string_assign (text, spare->str);
}

/* @p: behind the <. Returns: whether it begins a tag; "1 < 2" has none. */
static gboolean
is_tag (const char *p)
{
  return g_ascii_isalpha (*p) || *p == '!' || (*p == '/' && g_ascii_isalpha (p[1]));
}

/* As in the page, inline elements are not seen, and others part words. */
static gboolean
tag_parts (const char *p)
{
  gsize length = 0;

  p += *p == '/';
  while (g_ascii_isalnum (p[length]))
    length++;
  ExtractTag tag = extract_tag_from_name (p, length);
  return tag == EXTRACT_TAG_BR || (extract_tag_get_flags (tag) & (TAG_BLOCK | TAG_APART)) != 0;
}

/* Appends @text without its tags, and a NUL. A tag without an end is text. */
static void
append_text (ExtractString *texts, const char *text)
{
  gsize start = texts->len;

  for (const char *p = text; *p;) {
    gsize n = strcspn (p, "<");
    const char *end = p[n] && is_tag (p + n + 1) ? strchr (p + n, '>') : NULL;

    extract_string_append (texts, p, n);
    p += n;
    if (end) {
      if (tag_parts (p + 1))
        extract_string_append_c (texts, ' ');
      p = end + 1;
    } else if (*p && is_tag (p + 1)) {
      /* There is no > any more. */
      extract_string_append_str (texts, p);
      break;
    } else if (*p)
      extract_string_append_c (texts, *p++);
  }
  if (texts->len > start)
    extract_string_append_c (texts, '\0');
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
  guint depth;          /* open containers; only those below MAX_DEPTH are in the stack */
  ExtractString *value; /* the string being read */
  ExtractString *spare;
} Reader;

/* Returns: the value of four hexadecimal digits, -1 if they are none */
static gint
read_hex (const char *p)
{
  gint c = 0;

  for (guint i = 0; i < 4; i++)
    if (!g_ascii_isxdigit (p[i]))
      return -1;
    else
      c = c * 16 + g_ascii_xdigit_value (p[i]);
  return c;
}

/* @p: at the backslash. Returns: behind the escape */
static const char *
read_escape (Reader *r, const char *p)
{
  gint c, low;

  switch (p[1]) {
  case '\0':
    return p + 1;
  case 'b':
  case 'f':
  case 'n':
  case 'r':
  case 't':
    extract_string_append_c (r->value, ' ');
    return p + 2;
  case 'u':
    c = read_hex (p + 2);
    if (c < 0) {
      extract_string_append_c (r->value, ' ');
      return p + 2;
    }
    low = c >= 0xd800 && c <= 0xdbff && p[6] == '\\' && p[7] == 'u' ? read_hex (p + 8) : 0;
    if (low >= 0xdc00 && low <= 0xdfff) {
      append_char (r->value, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
      return p + 12;
    }
    append_char (r->value, c);
    return p + 6;
  default:
    /* Of a character of several bytes, the others follow as they are. */
    extract_string_append_c (r->value, p[1]);
    return p + 2;
  }
}

static const char *
skip_space (const char *p)
{
  return p + strspn (p, " \t\r\n\f");
}

/* @p: behind a quote in a string. Returns: whether it ends the string. One that nobody escaped has text
 * behind it; where a comma was forgotten, the next string is on the next line. */
static gboolean
quote_ends (const char *p)
{
  const char *next = skip_space (p);

  return *next == '\0' || strchr (",:}]/", *next) || (*next == '"' && memchr (p, '\n', next - p));
}

/* @p: behind the opening quote. Returns: behind the closing one, or the end of the script */
static const char *
read_string (Reader *r, const char *p)
{
  extract_string_truncate (r->value, 0);
  for (;;) {
    gsize n = strcspn (p, "\\\"");

    extract_string_append (r->value, p, n);
    p += n;
    if (*p == '\0')
      return p;
    if (*p == '\\')
      p = read_escape (r, p);
    else if (quote_ends (++p))
      return p;
    else
      extract_string_append_c (r->value, '"');
  }
}

static void
take_value (Reader *r, Key key)
{
  ExtractStructured *structured = r->structured;
  ExtractString *texts = key == KEY_BODY          ? structured->bodies
                         : key == KEY_DESCRIPTION ? structured->descriptions
                                                  : structured->names;

  if (key == KEY_TYPE)
    structured->types |= type_find (r->value->str, r->value->len);
  if (key == KEY_OTHER || key == KEY_TYPE)
    return;
  resolve_references (r->value, r->spare);
  resolve_references (r->value, r->spare);
  append_text (texts, r->value->str);
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
    container->key = entry_find (r->value->str, keys, G_N_ELEMENTS (keys));
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
  r->depth = 0;
  for (const char *p = script; *(p += strcspn (p, "\"{}[],"));) {
    char c = *p++;

    switch (c) {
    case '"':
      p = read_string (r, p);
      take_string (r, *skip_space (p) == ':');
      break;
    case '{':
    case '[':
      container_open (r, c == '[');
      break;
    case ',':
      if (r->depth > 0 && r->depth <= MAX_DEPTH && !r->stack[r->depth - 1].array)
        r->stack[r->depth - 1].key = KEY_OTHER;
      break;
    default:
      r->depth -= r->depth > 0;
    }
  }
}

/* ---- The page ------------------------------------------------------------------------------- */

static void
take_meta (Reader *r, const char *content)
{
  if (content) {
    extract_string_assign (r->value, content);
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

    for (gsize n; *p && *(p = skip_space (p)); p += n) {
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
  Reader r = { .structured = structured, .value = extract_string_new (), .spare = extract_string_new () };

  structured->bodies = extract_string_new ();
  structured->descriptions = extract_string_new ();
  structured->names = extract_string_new ();
  structured->types = read_item_types (page);
  take_meta (&r, page->description);
  take_meta (&r, page->og_description);
  for (const char *script = scripts->str; script < scripts->str + scripts->len; script += strlen (script) + 1)
    read_script (&r, script);
  extract_string_free (r.value);
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
