/* SPDX-License-Identifier: MIT */
/*
 * What the page keeps of the attributes of an element.
 *
 *   class, id            --> positively rated?
 *   style, hidden, aria  --> hidden?
 *   class, id, role ...  --> copies, for features
 */
#include "libextract/page/attribute.h"

#include <string.h>

#include "libextract/text/token.h"

/* Words in a class or id that speak for content. */
static const char *const positive_names[] = {
  "article", "blog", "body", "content", "entry", "hentry", "main", "post", "story", "text",
};

static gboolean
is_positive_name (const char *value)
{
  /* Bit w: word w begins with that letter, or goes on with it. Few pairs of letters do both, so that hardly a
   * branch is guessed wrong. */
  static const guint16 firsts[32] = { [1] = 0x001,  [2] = 0x006,  [3] = 0x008,  [5] = 0x010, [8] = 0x020,
                                      [13] = 0x040, [16] = 0x080, [19] = 0x100, [20] = 0x200 };
  static const guint16 seconds[32] = {
    [18] = 0x001, [12] = 0x002, [15] = 0x08c, [14] = 0x010, [5] = 0x220, [1] = 0x040, [20] = 0x100
  };

  for (const char *p = value; *p; p++) {
    guint words = firsts[*p & 31] & seconds[p[1] & 31];

    for (; words != 0; words &= words - 1) {
      const char *word = positive_names[__builtin_ctz (words)];
      guint n = 0;

      /* Letters alone are made equal to small ones by this bit. */
      while (word[n] && (p[n] | 0x20) == word[n])
        n++;
      if (!word[n])
        return TRUE;
    }
  }
  return FALSE;
}

static gboolean
is_positive (ExtractDom *dom, guint64 attributes, ExtractTag tag)
{
  const char *value;

  if (tag == EXTRACT_TAG_HTML || tag == EXTRACT_TAG_BODY)
    return FALSE;
  value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_CLASS);
  if (value && is_positive_name (value))
    return TRUE;
  value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_ID);
  return value && is_positive_name (value);
}

/* Of a style attribute; white space and letter case do not matter. */
static gboolean
style_hides (const char *style)
{
  static const char *const hiding[] = { "display:none", "visibility:hidden" };

  for (const char *p = style; *p; p++)
    for (guint h = 0; h < G_N_ELEMENTS (hiding); h++) {
      const char *q = p, *wanted = hiding[h];

      /* Letters alone are made equal to small ones by this bit. */
      if ((*q | 0x20) != *wanted)
        continue;
      while (*q && *wanted)
        if (g_ascii_isspace (*q) && q > p)
          q++;
        else if (g_ascii_tolower (*q) == *wanted)
          q++, wanted++;
        else
          break;
      if (!*wanted)
        return TRUE;
    }
  return FALSE;
}

static guint8
read_hidden (ExtractDom *dom, guint64 attributes)
{
  const char *style = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_STYLE);
  const char *aria = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_ARIA_HIDDEN);
  guint8 hidden = EXTRACT_HIDDEN_SHOWN;

  if (extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_HIDDEN) || (style && style_hides (style)))
    hidden |= EXTRACT_HIDDEN_STYLE;
  if (aria && g_ascii_strcasecmp (aria, "true") == 0)
    hidden |= EXTRACT_HIDDEN_ARIA;
  return hidden;
}

/* Returns: as ExtractElement.attributes */
static guint32
copy_attributes (ExtractString *strings, ExtractDom *dom, guint64 attributes)
{
  static const ExtractDomAttribute kept[EXTRACT_N_ATTRIBUTES] = {
    [EXTRACT_ATTRIBUTE_CLASS] = EXTRACT_DOM_CLASS,       [EXTRACT_ATTRIBUTE_ID] = EXTRACT_DOM_ID,
    [EXTRACT_ATTRIBUTE_ROLE] = EXTRACT_DOM_ROLE,         [EXTRACT_ATTRIBUTE_ITEMPROP] = EXTRACT_DOM_ITEMPROP,
    [EXTRACT_ATTRIBUTE_ITEMTYPE] = EXTRACT_DOM_ITEMTYPE,
  };
  const guint32 offset = strings->len;
  gboolean any = FALSE;

  for (guint a = 0; a < EXTRACT_N_ATTRIBUTES; a++) {
    const char *value = extract_dom_pick_attribute (dom, attributes, kept[a]);
    gsize length = value ? strnlen (value, EXTRACT_MAX_ATTRIBUTE) : 0;

    if (length == EXTRACT_MAX_ATTRIBUTE)
      length = extract_token_whole_length (value, length);
    any = any || length > 0;
    if (length > 0)
      extract_string_append (strings, value, length);
    extract_string_append_c (strings, '\0');
  }
  if (!any)
    extract_string_truncate (strings, offset);
  return any ? offset : 0;
}

void
extract_attributes_read (ExtractPage *page, ExtractDom *dom, guint64 attributes, ExtractElement *element)
{
  element->positive = element->positive || is_positive (dom, attributes, element->tag);
  element->hidden = read_hidden (dom, attributes);
  element->attributes = copy_attributes (page->strings, dom, attributes);
}
