/* SPDX-License-Identifier: MIT */
/*
 * What a page says of itself as a whole: title, language, base, descriptions, linked data, and the notes of
 * its head.
 */
#include "libextract/page/about.h"

#include <string.h>

#include "libextract/base/url.h"
#include "libextract/page/note.h"
#include "libextract/text/kind.h"

static void
title_append (ExtractString *title, const char *text, gsize length)
{
  for (const char *p = text; p < text + length; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);

    if (g_unichar_isspace (c)) {
      if (title->len > 0 && title->str[title->len - 1] != ' ')
        extract_string_append_c (title, ' ');
    } else if (c >= ' ' && !extract_text_is_dropped (c))
      extract_string_append_unichar (title, c);
  }
}

/* The text of an element up to its end, white space collapsed. In svg, a title may hold elements. */
static char *
read_title (ExtractDom *dom)
{
  g_autoptr (ExtractString) title = extract_string_new ();
  const char *text;
  gsize length;
  guint events = 0;

  for (guint depth = 1; depth > 0;) {
    EXTRACT_BUDGET_LOOK_EVERY (++events, EXTRACT_DOM_EVENTS_PER_LOOK);
    switch (extract_dom_next (dom)) {
    case EXTRACT_DOM_START:
      depth++;
      break;
    case EXTRACT_DOM_END:
      depth--;
      break;
    case EXTRACT_DOM_TEXT:
      text = extract_dom_get_text (dom, &length);
      title_append (title, text, length);
      break;
    case EXTRACT_DOM_END_OF_TREE:
      depth = 0;
      break;
    }
  }
  return g_strchomp (extract_string_free_to_str (g_steal_pointer (&title)));
}

/* What a meta element says of the page. */
static void
read_meta (ExtractPage *page, ExtractDom *dom)
{
  const struct {
    const char *name;
    char **value;
  } wanted[] = {
    { "description", &page->description },
    { "og:title", &page->og_title },
    { "og:description", &page->og_description },
    { "og:type", &page->og_type },
  };
  const char *name = extract_dom_get_attribute (dom, EXTRACT_DOM_PROPERTY);
  const char *content = extract_dom_get_attribute (dom, EXTRACT_DOM_CONTENT);

  if (!name)
    name = extract_dom_get_attribute (dom, EXTRACT_DOM_NAME);
  for (guint i = 0; name && content && i < G_N_ELEMENTS (wanted); i++)
    if (!*wanted[i].value && g_ascii_strcasecmp (name, wanted[i].name) == 0)
      *wanted[i].value = extract_memory_strdup (content);
}

/* Appends all that is in the element at hand, up to its end. */
static void
read_raw (ExtractDom *dom, ExtractString *out)
{
  const char *text;
  gsize length;

  for (;;)
    switch (extract_dom_next (dom)) {
    case EXTRACT_DOM_TEXT:
      text = extract_dom_get_text (dom, &length);
      extract_string_append (out, text, length);
      break;
    case EXTRACT_DOM_START:
      extract_dom_skip (dom);
      break;
    case EXTRACT_DOM_END:
    case EXTRACT_DOM_END_OF_TREE:
      extract_string_append_c (out, '\0');
      return;
    }
}

static gboolean
begins_with (const char *text, const char *start)
{
  return g_ascii_strncasecmp (text, start, strlen (start)) == 0;
}

/* Keeps a script of JSON-LD, and formulas. Returns: TRUE if it has been read to its end. */
static gboolean
read_script (ExtractPage *page, ExtractDom *dom, guint32 element)
{
  const char *type = extract_dom_get_attribute (dom, EXTRACT_DOM_TYPE);

  if (!type)
    return FALSE;
  if (begins_with (type, "application/ld+json")) {
    read_raw (dom, page->linked_data);
    return TRUE;
  }
  if (begins_with (type, "math/tex")) {
    g_autoptr (ExtractString) tex = extract_string_new ();
    const gboolean display = strstr (type, "mode=display") != NULL;

    read_raw (dom, tex);
    extract_note_add (page, element, EXTRACT_NOTE_TEX, display ? "display" : NULL, tex->str);
    return TRUE;
  }
  return FALSE;
}

/* A longer base is none. */
#define MAX_BASE 65536

/* Returns: (transfer full) (nullable) */
static char *
resolve_base (const ExtractPage *page, const char *value)
{
  if (strlen (value) > MAX_BASE)
    return NULL;
  EXTRACT_AUTOFREE char *base = extract_memory_adopt (extract_url_dup_without_user (value));
  return page->uri ? extract_memory_adopt (extract_page_resolve (page->uri, base, G_URI_FLAGS_PARSE_RELAXED))
                   : g_steal_pointer (&base);
}

gboolean
extract_about_read (ExtractPage *page, ExtractDom *dom, guint32 element, ExtractTag tag)
{
  const char *value = NULL;

  switch (tag) {
  case EXTRACT_TAG_TITLE:
    if (*page->title)
      return FALSE;
    extract_memory_free (page->title);
    page->title = read_title (dom);
    return TRUE;
  case EXTRACT_TAG_HTML:
    value = extract_dom_get_attribute (dom, EXTRACT_DOM_LANG);
    if (!value)
      value = extract_dom_get_attribute (dom, EXTRACT_DOM_XML_LANG);
    break;
  case EXTRACT_TAG_SCRIPT:
    return read_script (page, dom, element);
  case EXTRACT_TAG_LINK:
    extract_note_head (page, dom, element, tag);
    return FALSE;
  case EXTRACT_TAG_META:
    read_meta (page, dom);
    extract_note_head (page, dom, element, tag);
    value = extract_dom_get_attribute (dom, EXTRACT_DOM_HTTP_EQUIV);
    value = value && g_ascii_strcasecmp (value, "content-language") == 0
                ? extract_dom_get_attribute (dom, EXTRACT_DOM_CONTENT)
                : NULL;
    break;
  case EXTRACT_TAG_BASE:
    value = extract_dom_get_attribute (dom, EXTRACT_DOM_HREF);
    if (value && !page->base)
      page->base = resolve_base (page, value);
    return FALSE;
  default:
    return FALSE;
  }
  if (value && *value && !page->language && g_utf8_strlen (value, 64) < 64)
    page->language = g_strstrip (extract_memory_strdup (value));
  return FALSE;
}

ExtractDoctype
extract_about_read_doctype (ExtractDom *dom)
{
  const char *public_identifier = extract_dom_get_doctype (dom);

  if (!public_identifier)
    return EXTRACT_DOCTYPE_NONE;
  if (*public_identifier == '\0')
    return EXTRACT_DOCTYPE_HTML5;
  for (const char *p = public_identifier; *p; p++)
    if (g_ascii_strncasecmp (p, "xhtml", strlen ("xhtml")) == 0)
      return EXTRACT_DOCTYPE_XHTML;
  return EXTRACT_DOCTYPE_OLD;
}
