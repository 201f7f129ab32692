/* SPDX-License-Identifier: MIT */
/* Tables of bytes, names and attributes; one pass over a tag. */
#include <config.h>

#include "libextract/html/markup.h"
#include "libextract/base/budget.h"

#include <string.h>

/* ---- Bytes ---------------------------------------------------------------------------------- */

#define WHITE (BYTE_WHITE | BYTE_NAME_END | BYTE_KEY_END)

const guint8 extract_markup_bytes[256] = {
  [0x01 ... 0x08] = BYTE_ODD,
  [0x0b] = BYTE_ODD,
  [0x0e ... 0x1f] = BYTE_ODD,
  ['\t'] = WHITE,
  ['\n'] = WHITE,
  ['\f'] = WHITE,
  ['\r'] = WHITE,
  [' '] = WHITE,
  ['/'] = BYTE_NAME_END | BYTE_KEY_END,
  ['='] = BYTE_KEY_END,
  ['>'] = BYTE_NAME_END | BYTE_KEY_END,
  ['A' ... 'Z'] = BYTE_LETTER,
  ['a' ... 'z'] = BYTE_LETTER,
  [0x7f ... 0xff] = BYTE_ODD,
};

const char *
extract_markup_find (const char *p, const char *end)
{
  for (guint steps = 1; (p = memchr (p, '<', end - p)); p++, steps++) {
    EXTRACT_BUDGET_LOOK_EVERY (steps, EXTRACT_STEPS_PER_CLOCK);
    if (p + 1 == end)
      break;
    if (is_letter (p[1]) || p[1] == '!' || p[1] == '?' || (p[1] == '/' && p + 2 < end))
      return p;
  }
  return end;
}

/* ---- Names of elements ---------------------------------------------------------------------- */

/* Elements that phrases are made of. */
#define PHRASE NAME_PHRASE
#define HTML_PHRASE (NAME_HTML | NAME_PHRASE)
#define FORMATTING (NAME_HTML | NAME_PHRASE | NAME_FORMAT)
#define BLOCK (NAME_PHRASE | NAME_BLOCK | NAME_QUIET)
#define HTML_BLOCK (NAME_HTML | BLOCK)
#define RAW_PHRASE (NAME_PHRASE | NAME_QUIET)
#define HEAD_VOID (NAME_VOID | NAME_QUIET | NAME_HEAD)

/* Sorted by the first letter; then those first that are most often looked for. */
/* clang-format off */
const MarkupName extract_markup_names[] = {
  { "", 0, 0 },
  { "a", PHRASE | NAME_ANCHOR, EXTRACT_FORMATTING_A }, { "abbr", PHRASE, 0 }, { "address", BLOCK, 0 },
  { "annotation-xml", NAME_VERBATIM | NAME_SCOPE, 0 }, { "applet", NAME_SCOPE, 0 },
  { "area", NAME_VOID, 0 }, { "article", BLOCK, 0 },
  { "aside", BLOCK, 0 }, { "audio", PHRASE, 0 },
  { "br", NAME_HTML | NAME_VOID, 0 }, { "b", FORMATTING, EXTRACT_FORMATTING_B },
  { "button", PHRASE | NAME_BUTTON, 0 }, { "base", HEAD_VOID, 0 },
  { "bdi", PHRASE, 0 }, { "bdo", PHRASE, 0 }, { "big", FORMATTING, EXTRACT_FORMATTING_BIG },
  { "blockquote", HTML_BLOCK, 0 }, { "body", NAME_VERBATIM, 0 },
  { "canvas", PHRASE, 0 }, { "caption", NAME_CELL, 0 }, { "center", HTML_BLOCK, 0 },
  { "cite", PHRASE, 0 }, { "code", FORMATTING, EXTRACT_FORMATTING_CODE },
  { "col", NAME_COLUMNS | NAME_ROWS, 0 }, { "colgroup", NAME_COLUMNS | NAME_ROWS, 0 },
  { "div", HTML_BLOCK, 0 }, { "data", PHRASE, 0 }, { "dd", HTML_BLOCK, 0 }, { "del", PHRASE, 0 },
  { "desc", NAME_ISLAND, 0 }, { "details", BLOCK, 0 }, { "dfn", PHRASE, 0 }, { "dialog", BLOCK, 0 },
  { "dir", BLOCK, 0 }, { "dl", HTML_BLOCK, 0 }, { "dt", HTML_BLOCK, 0 },
  { "em", FORMATTING, EXTRACT_FORMATTING_EM }, { "embed", NAME_HTML | NAME_VOID, 0 },
  { "footer", BLOCK, 0 }, { "figure", BLOCK, 0 }, { "figcaption", BLOCK, 0 }, { "fieldset", BLOCK, 0 },
  { "font", NAME_PHRASE | NAME_FORMAT | NAME_FONT, EXTRACT_FORMATTING_FONT }, { "form", NAME_FORM, 0 },
  { "foreignobject", NAME_ISLAND, 0 }, { "frameset", NAME_GIVE_UP, 0 },
  { "h1", HTML_BLOCK, 0 }, { "h2", HTML_BLOCK, 0 }, { "h3", HTML_BLOCK, 0 }, { "h4", HTML_BLOCK, 0 },
  { "h5", HTML_BLOCK, 0 }, { "h6", HTML_BLOCK, 0 }, { "header", BLOCK, 0 }, { "hgroup", BLOCK, 0 },
  { "hr", NAME_HTML | NAME_VOID | NAME_BLOCK | NAME_QUIET, 0 }, { "html", NAME_VERBATIM, 0 },
  { "i", FORMATTING, EXTRACT_FORMATTING_I }, { "img", NAME_HTML | NAME_VOID, 0 },
  { "input", NAME_INPUT | NAME_VOID, 0 }, { "iframe", RAW_PHRASE | NAME_RAWTEXT, 0 }, { "ins", PHRASE, 0 },
  { "isindex", NAME_GIVE_UP, 0 },
  { "kbd", PHRASE, 0 },
  { "li", HTML_BLOCK, 0 }, { "link", HEAD_VOID, 0 }, { "label", PHRASE, 0 }, { "legend", PHRASE, 0 },
  { "listing", NAME_HTML | NAME_SPACED, 0 },
  { "meta", HEAD_VOID, 0 }, { "main", BLOCK, 0 }, { "map", PHRASE, 0 }, { "mark", PHRASE, 0 },
  { "marquee", NAME_SCOPE, 0 }, { "mi", NAME_SCOPE, 0 }, { "mn", NAME_SCOPE, 0 }, { "mo", NAME_SCOPE, 0 },
  { "ms", NAME_SCOPE, 0 }, { "mtext", NAME_SCOPE, 0 },
  { "math", NAME_FOREIGN | NAME_DOUBT, 0 }, { "menu", HTML_BLOCK, 0 },
  { "nav", BLOCK, 0 }, { "nobr", NAME_HTML | NAME_FORMAT, EXTRACT_N_FORMATTINGS },
  { "noembed", NAME_RAWTEXT, 0 }, { "noframes", NAME_RAWTEXT, 0 }, { "noscript", PHRASE | NAME_HEAD, 0 },
  { "ol", HTML_BLOCK, 0 }, { "object", NAME_SCOPE, 0 },
  { "p", HTML_BLOCK, 0 }, { "param", NAME_VOID | NAME_QUIET, 0 }, { "picture", PHRASE, 0 },
  { "plaintext", NAME_PLAINTEXT | NAME_SPACED, 0 }, { "pre", NAME_HTML | NAME_SPACED, 0 },
  { "q", PHRASE, 0 },
  { "ruby", NAME_HTML, 0 },
  { "span", HTML_PHRASE, 0 }, { "script", RAW_PHRASE | NAME_SCRIPT | NAME_HEAD, 0 },
  { "section", BLOCK, 0 }, { "strong", FORMATTING, EXTRACT_FORMATTING_STRONG },
  { "svg", PHRASE | NAME_FOREIGN | NAME_DOUBT, 0 }, { "style", RAW_PHRASE | NAME_RAWTEXT | NAME_HEAD, 0 },
  { "s", FORMATTING, EXTRACT_FORMATTING_S }, { "samp", PHRASE, 0 }, { "search", BLOCK, 0 },
  { "select", NAME_DOUBT | NAME_SELECT, 0 }, { "small", FORMATTING, EXTRACT_FORMATTING_SMALL },
  { "source", NAME_VOID | NAME_QUIET, 0 }, { "strike", FORMATTING, EXTRACT_FORMATTING_STRIKE },
  { "sub", HTML_PHRASE, 0 }, { "summary", BLOCK, 0 }, { "sup", HTML_PHRASE, 0 },
  { "td", NAME_CELL, 0 }, { "tr", NAME_ROWS, 0 }, { "table", NAME_HTML | NAME_TABLE, 0 },
  { "tbody", NAME_ROWS, 0 }, { "template", NAME_DOUBT | NAME_TEMPLATE, 0 },
  { "textarea", RAW_PHRASE | NAME_RCDATA | NAME_LINE, 0 }, { "tfoot", NAME_ROWS, 0 },
  { "th", NAME_CELL, 0 }, { "thead", NAME_ROWS, 0 }, { "time", PHRASE, 0 },
  { "title", RAW_PHRASE | NAME_RCDATA | NAME_ISLAND | NAME_HEAD, 0 },
  { "track", NAME_VOID | NAME_QUIET, 0 }, { "tt", FORMATTING, EXTRACT_FORMATTING_TT },
  { "ul", HTML_BLOCK, 0 }, { "u", FORMATTING, EXTRACT_FORMATTING_U },
  { "var", HTML_PHRASE, 0 }, { "video", PHRASE, 0 },
  { "wbr", NAME_VOID, 0 },
  { "xmp", NAME_RAWTEXT | NAME_SPACED, 0 },
};
/* clang-format on */

guint
extract_markup_find_name (const char *name, gsize length)
{
  static guint8 first[26 + 1]; /* of each letter its first row */
  static gsize once;
  guint letter = (*name | 0x20) - 'a';

  if (g_once_init_enter (&once)) {
    for (guint l = 0, i = 0; l <= 26; l++) {
      while (i < G_N_ELEMENTS (extract_markup_names) && extract_markup_names[i].name[0] < (char) ('a' + l))
        i++;
      first[l] = i;
    }
    g_once_init_leave (&once, 1);
  }
  for (guint i = first[letter]; i < first[letter + 1]; i++)
    if (is_same (extract_markup_names[i].name, name, length) && extract_markup_names[i].name[length] == '\0')
      return i;
  return 0;
}

gboolean
extract_markup_is_glued (const char *name_end, const char *end)
{
#if defined GUMBO_KNOWN && GUMBO_KNOWN == 10
  return FALSE;
#else
  return name_end < end && *name_end == '\r';
#endif
}

ExtractTag
extract_markup_get_tag (guint row)
{
  static guint8 tags[G_N_ELEMENTS (extract_markup_names)];
  static gsize once;

  if (g_once_init_enter (&once)) {
    for (guint i = 0; i < G_N_ELEMENTS (extract_markup_names); i++)
      tags[i] = extract_tag_from_name (extract_markup_names[i].name, strlen (extract_markup_names[i].name));
    g_once_init_leave (&once, 1);
  }
  return tags[row];
}

/* ---- Tags ----------------------------------------------------------------------------------- */

TagPart
extract_markup_read (const char **place, const char *end, Attribute *attribute)
{
  const char *p = *place, *q;
  guint8 bytes;

  for (;;) {
    p = skip_white (p, end);
    if (p == end)
      return TAG_CUT;
    if (*p == '>') {
      *place = p;
      return TAG_END;
    }
    if (*p != '/')
      break;
    if (++p < end && *p == '>') {
      *place = p;
      return TAG_SELF_CLOSING;
    }
  }
  /* The first character belongs to the name, even a =. */
  bytes = extract_markup_bytes[(guchar) *p];
  for (q = p + 1; q < end && !(extract_markup_bytes[(guchar) *q] & BYTE_KEY_END); q++)
    bytes |= extract_markup_bytes[(guchar) *q];
  *attribute = (Attribute){ .name = p, .name_length = q - p, .is_odd = (bytes & BYTE_ODD) != 0 };
  p = skip_white (q, end);
  if (p < end && *p == '=') {
    p = skip_white (p + 1, end);
    if (p == end)
      return TAG_CUT;
    if (*p == '"' || *p == '\'') {
      attribute->value = p + 1;
      p = memchr (p + 1, *p, end - p - 1);
      if (!p)
        return TAG_CUT;
      attribute->value_length = p++ - attribute->value;
    } else {
      attribute->value = p;
      while (p < end && !is_white (*p) && *p != '>')
        p++;
      attribute->value_length = p - attribute->value;
    }
  }
  *place = p;
  return TAG_ATTRIBUTE;
}

/* Where to look for a name; most names that nothing reads are alone. */
static inline guint
attribute_hash (const char *name, gsize length)
{
  return (length * 7 + (*name | 0x20)) % 64;
}

ExtractDomAttribute
extract_markup_find_attribute (const char *name, gsize length)
{
  static guint8 rows[64]
                    [EXTRACT_DOM_N_ATTRIBUTES + 1]; /* of each hash its attributes, ended by N_ATTRIBUTES */
  static gsize once;
  const guint8 *row;

  if (g_once_init_enter (&once)) {
    guint n[G_N_ELEMENTS (rows)] = { 0 };

    memset (rows, EXTRACT_DOM_N_ATTRIBUTES, sizeof rows);
    for (guint i = 0; i < EXTRACT_DOM_N_ATTRIBUTES; i++) {
      const char *known = extract_dom_attribute_get_name (i);
      guint hash = attribute_hash (known, strlen (known));

      rows[hash][n[hash]++] = i;
    }
    g_once_init_leave (&once, 1);
  }
  for (row = rows[attribute_hash (name, length)]; *row < EXTRACT_DOM_N_ATTRIBUTES; row++) {
    const char *known = extract_dom_attribute_get_name (*row);

    if (is_same (known, name, length) && known[length] == '\0')
      break;
  }
  return *row;
}

ExtractDomAttribute
extract_markup_find_foreign_attribute (const char *name, gsize length, ExtractDomAttribute in_html)
{
  static const char *const prefixed[] = {
    "xlink:actuate", "xlink:href", "xlink:role", "xlink:show", "xlink:title",
    "xlink:type",    "xml:base",   "xml:lang",   "xml:space",  "xmlns:xlink",
  };

  if ((*name | 0x20) != 'x')
    return in_html;
  for (guint i = 0; i < G_N_ELEMENTS (prefixed); i++)
    if (strlen (prefixed[i]) == length && is_same (prefixed[i], name, length)) {
      const char *local = strchr (prefixed[i], ':') + 1;

      return extract_markup_find_attribute (local, strlen (local));
    }
  return in_html;
}
