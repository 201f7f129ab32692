/* SPDX-License-Identifier: MIT */
/*
 * One pass over the tags. Of the elements that are open a stack is kept; of the text, what stands before the
 * next link in its block, and to which of the links before it belongs.
 */
#include "libextract/source/anchors.h"
#include "libextract/base/json.h"
#include "libextract/html/charset.h"
#include "libextract/source/links-private.h"
#include "libextract/source/tags.h"

#include <string.h>

/* The limits of render/page.js. */
#define MAX_TEXT 200
#define MAX_BESIDE 100
#define MAX_PARENTS 200
#define MAX_INSIDE 8
/* Elements in each other, and how far up an end tag is looked for. */
#define MAX_DEPTH 400

/* What is written as it is. */
static const char *const attributes[] = {
  "class",         "id",       "name",   "rel",  "role",       "target",        "hreflang",
  "lang",          "title",    "alt",    "type", "aria-label", "aria-expanded", "aria-controls",
  "aria-haspopup", "download", "onclick"
};

typedef struct {
  char *tag, *href;                        /* owned, as all below */
  char *values[G_N_ELEMENTS (attributes)]; /* (nullable) each */
  char *parents;
  char *inside; /* JSON */
  GString *text, *before, *after;
  guint depth, images;
  gsize parent; /* number of the element that it is in */
  guint index;
} Anchor;

/* An element that is open. */
typedef struct {
  char *name;  /* owned, as all below */
  char *names; /* class and id */
  char *kind;  /* (nullable): role or tag that tells what is in it */
  gsize number;
  gboolean unseen;
} Frame;

typedef struct {
  ExtractTags tags;
  ExtractAnchorsKind kind;
  char *base;         /* (nullable): owned */
  char *language;     /* owned */
  GPtrArray *anchors; /* Anchor; owned */
  GArray *stack;      /* Frame */
  GArray *n_links;    /* guint: by number of the element, those right in it */
  GString *recent;    /* text of the block so far */
  guint first_near;   /* the first anchor of this block */
  Anchor *open;       /* (nullable): whose text comes; not owned */
  guint max;
} Reader;

static void
anchor_free (gpointer data)
{
  Anchor *anchor = data;

  g_free (anchor->tag);
  g_free (anchor->href);
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    g_free (anchor->values[i]);
  g_free (anchor->parents);
  g_free (anchor->inside);
  g_string_free (anchor->text, TRUE);
  g_string_free (anchor->before, TRUE);
  g_string_free (anchor->after, TRUE);
  g_free (anchor);
}

static void
frame_clear (gpointer data)
{
  Frame *frame = data;

  g_free (frame->name);
  g_free (frame->names);
  g_free (frame->kind);
}

/* ---- Words ------------------------------------------------------------------------------------------ */

static gboolean
is_one_of (const ExtractTags *tags, const char *const *names)
{
  for (; *names; names++)
    if (extract_tags_is (tags, *names))
      return TRUE;
  return FALSE;
}

static const char *const voids[] = { "area", "base", "br",    "col",    "embed", "hr",  "img", "input",
                                     "link", "meta", "param", "source", "track", "wbr", NULL };
static const char *const unseen[] = { "script", "style", "template", "noscript", "title", NULL };
static const char *const blocks[] = { "p",       "li",         "td",    "th",     "div",    "section",
                                      "article", "main",       "aside", "header", "footer", "nav",
                                      "ul",      "ol",         "dl",    "dt",     "dd",     "table",
                                      "tr",      "blockquote", "form",  "figure", "body",   "html",
                                      "details", "summary",    "h1",    "h2",     "h3",     "h4",
                                      "h5",      "h6",         "pre",   NULL };
static const char *const kinds[] = { "dialog",  "nav",     "footer", "header",  "main",
                                     "article", "aside",   "form",   "li",      "ul",
                                     "table",   "ol",      "dl",     "section", "figure",
                                     "details", "summary", "label",  "menu",    "blockquote",
                                     "h1",      "h2",      "h3",     "h4",      NULL };

/* Appends the words of @text with one blank between them, up to @most bytes. */
static void
append_words (GString *out, const char *text, gsize most)
{
  for (const char *p = text; *p && out->len < most;) {
    const gsize space = strspn (p, " \t\r\n\f"), word = strcspn (p + space, " \t\r\n\f");

    if (space > 0 && out->len > 0 && out->str[out->len - 1] != ' ')
      g_string_append_c (out, ' ');
    g_string_append_len (out, p + space, (gssize) word);
    p += space + word;
  }
  if (out->len > most) {
    const char *end = g_utf8_find_prev_char (out->str, out->str + most);
    g_string_truncate (out, end ? (gsize) (end - out->str) : most);
  }
}

/* The last @most bytes, from the beginning of a character on. */
static const char *
find_tail (const GString *text, gsize most)
{
  const char *p = text->str + (text->len > most ? text->len - most : 0);

  while ((*p & 0xc0) == 0x80)
    p++;
  return p;
}

/* ---- Elements ------------------------------------------------------------------------------------------ */

static Frame *
get_top (const Reader *reader)
{
  return reader->stack->len > 0 ? &g_array_index (reader->stack, Frame, reader->stack->len - 1) : NULL;
}

static void
end_block (Reader *reader)
{
  g_string_truncate (reader->recent, 0);
  reader->first_near = reader->anchors->len;
}

static void
push (Reader *reader)
{
  const ExtractTags *tags = &reader->tags;
  g_autofree char *class = extract_tags_dup_attribute (tags, "class");
  g_autofree char *id = extract_tags_dup_attribute (tags, "id");
  g_autofree char *role = extract_tags_dup_attribute (tags, "role");
  g_autoptr (GString) names = g_string_new (NULL);
  const guint none = 0;
  Frame frame = { .number = reader->n_links->len, .unseen = is_one_of (tags, unseen) };

  append_words (names, class ? class : "", MAX_PARENTS);
  if (id && names->len > 0)
    g_string_append_c (names, ' ');
  append_words (names, id ? id : "", MAX_PARENTS);
  frame.name = g_ascii_strdown (tags->name, (gssize) tags->n_name);
  frame.names = g_string_free (g_steal_pointer (&names), FALSE);
  frame.kind = role && *role             ? g_steal_pointer (&role)
               : is_one_of (tags, kinds) ? g_strdup (frame.name)
                                         : NULL;
  g_array_append_val (reader->stack, frame);
  g_array_append_val (reader->n_links, none);
}

static void
pop_to (Reader *reader, const char *name)
{
  for (guint i = reader->stack->len; i > 0; i--)
    if (strcmp (g_array_index (reader->stack, Frame, i - 1).name, name) == 0) {
      g_array_set_size (reader->stack, i - 1);
      return;
    }
}

/* ---- Links --------------------------------------------------------------------------------------------- */

/* What it lies in: the two next ones by name, the kinds of all. */
static void
describe_place (const Reader *reader, Anchor *anchor)
{
  g_autoptr (ExtractString) inside = extract_string_new ();
  g_autoptr (GString) parents = g_string_new (NULL);
  guint n = 0;

  for (guint i = reader->stack->len; i > 0; i--) {
    const Frame *frame = &g_array_index (reader->stack, Frame, i - 1);

    if (i + 2 > reader->stack->len && *frame->names) {
      if (parents->len > 0)
        g_string_append_c (parents, ' ');
      append_words (parents, frame->names, MAX_PARENTS);
    }
    if (!frame->kind || n == MAX_INSIDE)
      continue;
    extract_string_append_c (inside, n++ > 0 ? ',' : '[');
    extract_string_append_json (inside, frame->kind);
  }
  extract_string_append_c (inside, n > 0 ? ']' : '[');
  if (n == 0)
    extract_string_append_c (inside, ']');
  anchor->inside = g_strdup (inside->str);
  anchor->parents = g_string_free (g_steal_pointer (&parents), FALSE);
}

static Anchor *
add_anchor (Reader *reader, char *href)
{
  Anchor *anchor = g_new0 (Anchor, 1);
  const Frame *top = get_top (reader);

  anchor->tag = g_ascii_strdown (reader->tags.name, (gssize) reader->tags.n_name);
  anchor->href = href;
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    anchor->values[i] = extract_tags_dup_attribute (&reader->tags, attributes[i]);
  anchor->text = g_string_new (NULL);
  anchor->before = g_string_new (find_tail (reader->recent, MAX_BESIDE));
  anchor->after = g_string_new (NULL);
  anchor->depth = reader->stack->len + 1;
  anchor->parent = top ? top->number : 0;
  if (top)
    anchor->index = g_array_index (reader->n_links, guint, top->number)++;
  describe_place (reader, anchor);
  g_ptr_array_add (reader->anchors, anchor);
  return anchor;
}

static gboolean
has_word (const char *words, const char *word)
{
  g_auto (GStrv) all = g_strsplit_set (words ? words : "", " \t\r\n", -1);

  for (char **one = all; *one; one++)
    if (g_ascii_strcasecmp (*one, word) == 0)
      return TRUE;
  return FALSE;
}

/* <link rel="next" href="…">, <link rel="alternate" hreflang="de" href="…"> */
static gboolean
is_link_of_head (const Reader *reader)
{
  g_autofree char *rel = extract_tags_dup_attribute (&reader->tags, "rel");
  g_autofree char *language = extract_tags_dup_attribute (&reader->tags, "hreflang");

  return has_word (rel, "next") || has_word (rel, "prev") || (language && has_word (rel, "alternate"));
}

static void
open_link (Reader *reader)
{
  const ExtractTags *tags = &reader->tags;
  const gboolean is_a = extract_tags_is (tags, "a");
  g_autofree char *href = NULL;
  char *address;

  if (extract_tags_is (tags, "link")
          ? !is_link_of_head (reader)
          : reader->kind == EXTRACT_ANCHORS_HEAD || (!is_a && !extract_tags_is (tags, "area")))
    return;
  if (is_a)
    reader->open = NULL; /* they are not in each other */
  href = extract_tags_dup_attribute (tags, "href");
  address = href ? extract_links_resolve (reader->base, href) : NULL;
  if (!address)
    return;
  Anchor *anchor = add_anchor (reader, address);
  if (is_a)
    reader->open = anchor;
}

static void
set_base (Reader *reader)
{
  g_autofree char *href = extract_tags_dup_attribute (&reader->tags, "href");
  char *base = href ? extract_links_resolve (reader->base, href) : NULL;

  if (base) {
    g_free (reader->base);
    reader->base = base;
  }
}

static void
take_picture (Reader *reader)
{
  if (!reader->open)
    return;
  reader->open->images++;
  g_autofree char *alt = extract_tags_dup_attribute (&reader->tags, "alt");
  if (alt && reader->open->text->len == 0)
    append_words (reader->open->text, alt, MAX_TEXT);
}

static void
open_tag (Reader *reader)
{
  const ExtractTags *tags = &reader->tags;

  if (is_one_of (tags, blocks))
    end_block (reader);
  if (extract_tags_is (tags, "html")) {
    char *language = extract_tags_dup_attribute (tags, "lang");
    g_free (reader->language);
    reader->language = language ? language : g_strdup ("");
  } else if (extract_tags_is (tags, "base"))
    set_base (reader);
  else if (extract_tags_is (tags, "img") || extract_tags_is (tags, "svg"))
    take_picture (reader);
  open_link (reader);
  if (!tags->empty && reader->stack->len < MAX_DEPTH && !is_one_of (tags, voids))
    push (reader);
}

static void
close_tag (Reader *reader)
{
  g_autofree char *name = g_ascii_strdown (reader->tags.name, (gssize) reader->tags.n_name);

  if (is_one_of (&reader->tags, blocks))
    end_block (reader);
  if (strcmp (name, "a") == 0)
    reader->open = NULL;
  pop_to (reader, name);
}

static void
take_text (Reader *reader)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const Frame *top = get_top (reader);

  if (top && top->unseen)
    return;
  extract_tags_append_text (&reader->tags, text);
  for (guint i = reader->first_near; i < reader->anchors->len; i++) {
    Anchor *near = g_ptr_array_index (reader->anchors, i);
    if (near != reader->open && near->after->len < MAX_BESIDE)
      append_words (near->after, text->str, MAX_BESIDE);
  }
  if (reader->open)
    append_words (reader->open->text, text->str, MAX_TEXT);
  append_words (reader->recent, text->str, G_MAXSIZE / 2);
  if (reader->recent->len > 16 * MAX_BESIDE)
    g_string_erase (reader->recent, 0, find_tail (reader->recent, 2 * MAX_BESIDE) - reader->recent->str);
  /* Only the last ones can still be near. */
  if (reader->anchors->len - reader->first_near > 10)
    reader->first_near = reader->anchors->len - 10;
}

/* ---- JSON ------------------------------------------------------------------------------------------------
 */

static void
append_member (ExtractString *json, const char *key, const char *value)
{
  g_autofree char *head = g_strdup_printf (",\"%s\":", key);

  extract_string_append (json, head, strlen (head));
  extract_string_append_json (json, value);
}

static void
append_attributes (ExtractString *json, const Anchor *anchor)
{
  const char *before = "";

  extract_string_append (json, ",\"attributes\":{", strlen (",\"attributes\":{"));
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++) {
    if (!anchor->values[i])
      continue;
    g_autofree char *key = g_strdup_printf ("%s\"%s\":", before, attributes[i]);
    extract_string_append (json, key, strlen (key));
    extract_string_append_json (json, anchor->values[i]);
    before = ",";
  }
  extract_string_append_c (json, '}');
}

/* Returns: what it says, to those who see it or not */
static const char *
get_text (const Anchor *anchor)
{
  g_strchomp (anchor->text->str);
  if (*anchor->text->str)
    return anchor->text->str;
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    if (anchor->values[i] &&
        (strcmp (attributes[i], "title") == 0 || strcmp (attributes[i], "aria-label") == 0))
      return anchor->values[i];
  return "";
}

static const char *
get_value (const Anchor *anchor, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    if (strcmp (attributes[i], name) == 0)
      return anchor->values[i] ? anchor->values[i] : "";
  return "";
}

static void
append_anchor (ExtractString *json, const Reader *reader, const Anchor *anchor, const char *host, guint id)
{
  const guint siblings =
      anchor->parent < reader->n_links->len ? g_array_index (reader->n_links, guint, anchor->parent) : 1;
  g_autofree char *head = g_strdup_printf (
      "%s{\"id\":%u,\"depth\":%u,\"siblings\":%u,\"index\":%u,\"images\":%u,\"handler\":%s,\"inside\":%s",
      id > 1 ? "," : "", id, anchor->depth, siblings, anchor->index, anchor->images,
      *get_value (anchor, "onclick") ? "true" : "false", anchor->inside);

  extract_string_append (json, head, strlen (head));
  append_member (json, "tag", anchor->tag);
  append_member (json, "text", get_text (anchor));
  append_member (json, "href", anchor->href);
  append_member (json, "parent", anchor->parents);
  append_member (json, "before", g_strchomp (anchor->before->str));
  append_member (json, "after", g_strchomp (anchor->after->str));
  append_member (json, "host", host);
  append_member (json, "lang", reader->language);
  append_member (json, "expanded", get_value (anchor, "aria-expanded"));
  append_attributes (json, anchor);
  extract_string_append_c (json, '}');
}

static char *
to_json (const Reader *reader, const char *uri)
{
  g_autoptr (ExtractString) json = extract_string_new ();
  const char *start = uri ? strstr (uri, "://") : NULL;
  g_autofree char *host = start ? g_strndup (start + 3, strcspn (start + 3, "/?#")) : g_strdup ("");

  extract_string_append_c (json, '[');
  for (guint i = 0; i < reader->anchors->len; i++)
    append_anchor (json, reader, g_ptr_array_index (reader->anchors, i), host, i + 1);
  extract_string_append_c (json, ']');
  return g_strdup (json->str);
}

static char *
read_text (const char *text, gsize n, const char *uri, ExtractAnchorsKind kind, guint max)
{
  Reader reader = { .kind = kind, .base = g_strdup (uri), .language = g_strdup (""), .max = max };
  ExtractTagsEvent event;
  char *json = NULL;

  reader.anchors = g_ptr_array_new_with_free_func (anchor_free);
  reader.stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_array_set_clear_func (reader.stack, frame_clear);
  reader.n_links = g_array_new (FALSE, FALSE, sizeof (guint));
  reader.recent = g_string_new (NULL);
  extract_tags_init (&reader.tags, text, n);
  reader.tags.html = TRUE;
  while ((event = extract_tags_next (&reader.tags)) != EXTRACT_TAGS_END && reader.anchors->len < reader.max)
    if (event == EXTRACT_TAGS_OPEN)
      open_tag (&reader);
    else if (event == EXTRACT_TAGS_CLOSE)
      close_tag (&reader);
    else
      take_text (&reader);
  json = to_json (&reader, uri);
  g_string_free (reader.recent, TRUE);
  g_array_unref (reader.n_links);
  g_array_unref (reader.stack);
  g_ptr_array_unref (reader.anchors);
  g_free (reader.language);
  g_free (reader.base);
  return json;
}

GString *
extract_anchors_decode (GBytes *bytes, const char *content_type, guint64 max_bytes, GError **error)
{
  gsize n = 0, bom = 0;
  const guint8 *data = g_bytes_get_data (bytes, &n);
  const char *name = extract_charset_detect (data, n, NULL, content_type, &bom);
  g_autoptr (GBytes) text =
      extract_charset_decode (bytes, bom, name, (gsize) MIN (max_bytes * 3, G_MAXSIZE / 2), error);

  return text ? g_string_new_len (g_bytes_get_data (text, NULL), (gssize) g_bytes_get_size (text)) : NULL;
}

char *
extract_anchors_to_json (GBytes *bytes, const char *content_type, const char *uri, ExtractAnchorsKind kind,
                         guint64 max_bytes, guint max, GError **error)
{
  g_autoptr (GString) text = extract_anchors_decode (bytes, content_type, max_bytes, error);

  return text ? read_text (text->str, text->len, uri, kind, max) : NULL;
}

/* <meta name="robots" content="noindex, nofollow"> */
static gboolean
is_forbidding (const ExtractTags *tags)
{
  if (!extract_tags_is (tags, "meta"))
    return FALSE;
  g_autofree char *name = extract_tags_dup_attribute (tags, "name");
  g_autofree char *content = extract_tags_dup_attribute (tags, "content");

  if (!name || !content || g_ascii_strcasecmp (g_strstrip (name), "robots") != 0)
    return FALSE;
  g_strdelimit (content, ",", ' ');
  return has_word (content, "nofollow") || has_word (content, "none");
}

gboolean
extract_anchors_are_free (GBytes *bytes, const char *content_type, guint64 max_bytes)
{
  g_autoptr (GString) text = extract_anchors_decode (bytes, content_type, max_bytes, NULL);
  ExtractTags tags;
  ExtractTagsEvent event;

  if (!text)
    return TRUE;
  extract_tags_init (&tags, text->str, text->len);
  tags.html = TRUE;
  while ((event = extract_tags_next (&tags)) != EXTRACT_TAGS_END)
    if (event == EXTRACT_TAGS_OPEN && is_forbidding (&tags))
      return FALSE;
  return TRUE;
}
