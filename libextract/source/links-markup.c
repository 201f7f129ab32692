/* SPDX-License-Identifier: MIT */
/* Feeds, sitemaps and pages: what stands between which tags. */
#include "libextract/source/links-private.h"
#include "libextract/source/tags.h"

#include <string.h>

/* How much of a text is kept. */
#define MAX_TEXT 8192

typedef enum { ROOT_NONE, ROOT_FEED, ROOT_SITEMAP, ROOT_PAGE } Root;

/* A thing that has an address: the item of a feed, the url of a sitemap, the link of a page. */
typedef struct {
  ExtractLinkList *list;
  Root root;
  ExtractTags tags;
  gboolean inside;
  ExtractLinkKind kind;
  char *base;      /* (nullable): xml:base of it; owned, as all below */
  char *address;   /* (nullable) */
  char *permalink; /* (nullable): a guid that is an address */
  char *title;     /* (nullable) */
  char *published; /* (nullable) */
  char *updated;   /* (nullable) */
  char **target;   /* (nullable): where the text at hand belongs; not owned */
  GString *text;
} Reader;

static void
forget (Reader *reader)
{
  g_clear_pointer (&reader->base, g_free);
  g_clear_pointer (&reader->address, g_free);
  g_clear_pointer (&reader->permalink, g_free);
  g_clear_pointer (&reader->title, g_free);
  g_clear_pointer (&reader->published, g_free);
  g_clear_pointer (&reader->updated, g_free);
  reader->inside = FALSE;
  reader->target = NULL;
}

static void
emit (Reader *reader)
{
  if (reader->inside)
    extract_links_add (reader->list, reader->kind, reader->base,
                       reader->address ? reader->address : reader->permalink, reader->title,
                       reader->published ? reader->published : reader->updated);
  forget (reader);
}

static void
start_thing (Reader *reader, ExtractLinkKind kind)
{
  emit (reader); /* where the end tag of the one before is missing */
  reader->inside = TRUE;
  reader->kind = kind;
}

/* The text from here to the next tag is *@target, unless that has one already. */
static void
start_text (Reader *reader, char **target)
{
  reader->target = *target ? NULL : target;
  g_string_truncate (reader->text, 0);
}

static void
end_text (Reader *reader)
{
  if (reader->target && reader->text->len > 0)
    *reader->target = g_strstrip (g_strdup (reader->text->str));
  reader->target = NULL;
}

static gboolean
is_prefix (const ExtractTags *tags, const char *prefix)
{
  return tags->n_prefix == strlen (prefix) && memcmp (tags->prefix, prefix, tags->n_prefix) == 0;
}

/* ---- Feeds ---------------------------------------------------------------------------------- */

/* Elements of other vocabularies have the same names, but mean pictures, sounds and comments. */
static gboolean
is_foreign (const ExtractTags *tags)
{
  static const char *const prefixes[] = { "media",   "itunes",     "content",    "image", "video",   "news",
                                          "thr",     "slash",      "wfw",        "xhtml", "podcast", "georss",
                                          "creator", "googleplay", "feedburner", "g",     "foaf",    "cc" };
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (is_prefix (tags, prefixes[i]))
      return TRUE;
  return FALSE;
}

/* <link rel="alternate" href="…"/> of Atom; without href it is that of RSS: its text. */
static void
start_feed_link (Reader *reader)
{
  g_autofree char *href = extract_tags_dup_attribute (&reader->tags, "href");
  g_autofree char *rel = extract_tags_dup_attribute (&reader->tags, "rel");
  g_autofree char *base = extract_tags_dup_attribute (&reader->tags, "xml:base");

  if (!href) {
    start_text (reader, &reader->address);
    return;
  }
  if (reader->address || (rel && g_ascii_strcasecmp (rel, "alternate") != 0))
    return;
  reader->address =
      base ? extract_links_resolve (reader->base ? reader->base : reader->list->base, base) : NULL;
  if (reader->address) {
    g_autofree char *whole = extract_links_resolve (reader->address, href);
    g_free (reader->address);
    reader->address = g_steal_pointer (&whole);
  } else
    reader->address = g_steal_pointer (&href);
}

static void
start_guid (Reader *reader)
{
  g_autofree char *permalink = extract_tags_dup_attribute (&reader->tags, "isPermaLink");

  if (!permalink || g_ascii_strcasecmp (permalink, "false") != 0)
    start_text (reader, &reader->permalink);
}

static void
set_base (Reader *reader, char **base)
{
  g_autofree char *value = extract_tags_dup_attribute (&reader->tags, "xml:base");
  char *resolved = value ? extract_links_resolve (reader->list->base, value) : NULL;

  if (resolved) {
    g_free (*base);
    *base = resolved;
  }
}

static void
open_in_feed (Reader *reader)
{
  const ExtractTags *tags = &reader->tags;

  if (is_foreign (tags))
    return;
  if (extract_tags_is (tags, "item") || extract_tags_is (tags, "entry")) {
    start_thing (reader, EXTRACT_LINK_ENTRY);
    set_base (reader, &reader->base);
  } else if (extract_tags_is (tags, "feed"))
    set_base (reader, &reader->list->base);
  else if (!reader->inside)
    return;
  else if (extract_tags_is (tags, "link"))
    start_feed_link (reader);
  else if (extract_tags_is (tags, "guid"))
    start_guid (reader);
  else if (extract_tags_is (tags, "title"))
    start_text (reader, &reader->title);
  else if (extract_tags_is (tags, "pubDate") || extract_tags_is (tags, "published") ||
           extract_tags_is (tags, "issued") || extract_tags_is (tags, "date"))
    start_text (reader, &reader->published);
  else if (extract_tags_is (tags, "updated") || extract_tags_is (tags, "modified"))
    start_text (reader, &reader->updated);
}

static void
close_in_feed (Reader *reader)
{
  if (extract_tags_is (&reader->tags, "item") || extract_tags_is (&reader->tags, "entry"))
    emit (reader);
}

/* ---- Sitemaps ------------------------------------------------------------------------------- */

static void
open_in_sitemap (Reader *reader)
{
  const ExtractTags *tags = &reader->tags;

  if (is_foreign (tags))
    return;
  if (extract_tags_is (tags, "url"))
    start_thing (reader, EXTRACT_LINK_PAGE);
  else if (extract_tags_is (tags, "sitemap"))
    start_thing (reader, EXTRACT_LINK_SITEMAP);
  else if (reader->inside && extract_tags_is (tags, "loc"))
    start_text (reader, &reader->address);
  else if (reader->inside && extract_tags_is (tags, "lastmod"))
    start_text (reader, &reader->updated);
}

static void
close_in_sitemap (Reader *reader)
{
  if (extract_tags_is (&reader->tags, "url") || extract_tags_is (&reader->tags, "sitemap"))
    emit (reader);
}

/* ---- Pages ---------------------------------------------------------------------------------- */

/* <link rel="alternate" type="application/rss+xml" href="…" title="…"> */
static void
add_feed (Reader *reader)
{
  static const char *const types[] = { "application/rss+xml", "application/atom+xml", "application/feed+json",
                                       "application/rdf+xml" };
  g_autofree char *rel = extract_tags_dup_attribute (&reader->tags, "rel");
  g_autofree char *type = extract_tags_dup_attribute (&reader->tags, "type");
  g_autofree char *href = extract_tags_dup_attribute (&reader->tags, "href");
  g_autofree char *title = extract_tags_dup_attribute (&reader->tags, "title");
  g_auto (GStrv) words = g_strsplit_set (rel ? rel : "", " \t\r\n", -1);
  gboolean alternate = FALSE;

  for (char **word = words; *word; word++)
    alternate = alternate || g_ascii_strcasecmp (*word, "alternate") == 0;
  for (guint i = 0; alternate && type && i < G_N_ELEMENTS (types); i++)
    if (g_ascii_strncasecmp (type, types[i], strlen (types[i])) == 0)
      extract_links_add (reader->list, EXTRACT_LINK_FEED, NULL, href, title, NULL);
}

static void
open_in_page (Reader *reader)
{
  const ExtractTags *tags = &reader->tags;
  g_autofree char *href = NULL;

  if (extract_tags_is (tags, "link"))
    add_feed (reader);
  else if (extract_tags_is (tags, "base")) {
    href = extract_tags_dup_attribute (tags, "href");
    char *base = href ? extract_links_resolve (reader->list->base, href) : NULL;
    if (base) {
      g_free (reader->list->base);
      reader->list->base = base;
    }
  } else if (extract_tags_is (tags, "a") || extract_tags_is (tags, "area")) {
    href = extract_tags_dup_attribute (tags, "href");
    start_thing (reader, EXTRACT_LINK_LINK);
    reader->address = g_steal_pointer (&href);
    start_text (reader, &reader->title);
    if (!extract_tags_is (tags, "a"))
      emit (reader);
  }
}

static void
close_in_page (Reader *reader)
{
  if (extract_tags_is (&reader->tags, "a")) {
    end_text (reader);
    emit (reader);
  }
}

/* ---- All ------------------------------------------------------------------------------------ */

static Root
find_root (const ExtractTags *tags)
{
  if (extract_tags_is (tags, "rss") || extract_tags_is (tags, "feed") || extract_tags_is (tags, "rdf") ||
      extract_tags_is (tags, "channel"))
    return ROOT_FEED;
  if (extract_tags_is (tags, "urlset") || extract_tags_is (tags, "sitemapindex"))
    return ROOT_SITEMAP;
  return ROOT_PAGE;
}

static void
open_tag (Reader *reader)
{
  if (reader->root == ROOT_NONE) {
    reader->root = find_root (&reader->tags);
    reader->tags.html = reader->root == ROOT_PAGE;
  }
  if (reader->root != ROOT_PAGE)
    end_text (reader);
  if (reader->root == ROOT_FEED)
    open_in_feed (reader);
  else if (reader->root == ROOT_SITEMAP)
    open_in_sitemap (reader);
  else
    open_in_page (reader);
}

static void
close_tag (Reader *reader)
{
  if (reader->root != ROOT_PAGE)
    end_text (reader);
  if (reader->root == ROOT_FEED)
    close_in_feed (reader);
  else if (reader->root == ROOT_SITEMAP)
    close_in_sitemap (reader);
  else
    close_in_page (reader);
}

ExtractListKind
extract_links_read_markup (ExtractLinkList *list, const char *text, gsize n)
{
  Reader reader = { .list = list, .text = g_string_new (NULL) };
  ExtractTagsEvent event;

  extract_tags_init (&reader.tags, text, n);
  while ((event = extract_tags_next (&reader.tags)) != EXTRACT_TAGS_END && list->links->len < list->max)
    if (event == EXTRACT_TAGS_OPEN)
      open_tag (&reader);
    else if (event == EXTRACT_TAGS_CLOSE)
      close_tag (&reader);
    else if (reader.target && reader.text->len < MAX_TEXT)
      extract_tags_append_text (&reader.tags, reader.text);
  end_text (&reader);
  emit (&reader);
  g_string_free (reader.text, TRUE);
  return reader.root == ROOT_FEED      ? EXTRACT_LIST_FEED
         : reader.root == ROOT_SITEMAP ? EXTRACT_LIST_SITEMAP
                                       : EXTRACT_LIST_PAGE;
}
