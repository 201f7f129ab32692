/* SPDX-License-Identifier: MIT */
/*
 * Reads what extract_document_to_original () wrote, strictly: nothing but the elements and attributes of the
 * lists here, every one closed, all text escaped. So no reader can take any of it for something else.
 */
#pragma once

#include <libextract/page/page.h>

#include <string.h>

static const char *const harmless_names[] = {
  "address", "article", "aside",  "blockquote", "dd",    "div",    "dl",    "dt",      "figcaption",
  "figure",  "footer",  "header", "h1",         "h2",    "h3",     "h4",    "h5",      "h6",
  "li",      "main",    "nav",    "ol",         "ul",    "p",      "pre",   "section", "table",
  "tr",      "td",      "th",     "caption",    "thead", "tbody",  "tfoot", "cite",    "code",
  "em",      "q",       "dfn",    "kbd",        "samp",  "strong", "var",   "sub",     "sup",
  "b",       "i",       "del",    "s",          "span",  NULL
};
static const char *const harmless_voids[] = { "br", "wbr", "hr", NULL };
static const char *const harmless_classes[] = { "good",   "near-good", "bad",    "link", "box",
                                                "button", "field",     "hidden", "note", NULL };
static const char *const harmless_references[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&#39;", NULL };

typedef struct {
  const char *name;
  const char *label; /* (nullable): of it or one around it */
  gboolean box;
} HarmlessOpen;

/* What it found. */
typedef struct {
  GString *texts[2]; /* letters and digits in near-good and good things */
  guint n_marked;
  guint n_notes;
} Harmless;

static inline const char *
harmless_find (const char *const *list, const char *word, gsize length)
{
  for (; *list; list++)
    if (strlen (*list) == length && strncmp (*list, word, length) == 0)
      return *list;
  return NULL;
}

/* Returns: (nullable): the end of the reference or character at @p; NULL if it may not be there */
static inline const char *
harmless_step (const char *p)
{
  if (*p == '&') {
    for (const char *const *r = harmless_references; *r; r++)
      if (g_str_has_prefix (p, *r))
        return p + strlen (*r);
    return NULL;
  }
  if (strchr ("<>\"'\177", *p) || (*p > 0 && *p < ' ' && !strchr ("\t\n\f\r", *p)))
    return NULL;
  return g_utf8_next_char (p);
}

static inline void
harmless_collect (GString *out, const char *start, const char *end)
{
  for (const char *p = start; p < end; p = g_utf8_next_char (p))
    if (*p == '&')
      p = strchr (p, ';');
    else if (g_unichar_isalnum (g_utf8_get_char (p)))
      g_string_append_unichar (out, g_utf8_get_char (p));
}

/* @p: behind "<". Returns: (nullable): behind ">" */
static inline const char *
harmless_read_tag (const char *p, GArray *stack, Harmless *found)
{
  const HarmlessOpen *top = stack->len > 0 ? &g_array_index (stack, HarmlessOpen, stack->len - 1) : NULL;
  const gboolean ends = *p == '/';
  const gsize length = strspn (p + ends, "abcdefghijklmnopqrstuvwxyz0123456789");
  const char *name = harmless_find (harmless_names, p + ends, length);
  const char *void_name = harmless_find (harmless_voids, p + ends, length);
  HarmlessOpen open = { name, top ? top->label : NULL, top && top->box };

  p += ends + length;
  if (ends) {
    if (!name || !top || top->name != name || *p != '>')
      return NULL;
    g_array_set_size (stack, stack->len - 1);
    return p + 1;
  }
  if (!name && !void_name)
    return NULL;
  while (*p == ' ') {
    const gsize n = strspn (++p, "abcdefghijklmnopqrstuvwxyz");
    const gboolean is_class = n == 5 && strncmp (p, "class", n) == 0;
    const gboolean is_title = n == 5 && strncmp (p, "title", n) == 0;
    const gboolean is_span = n == 7 && (strncmp (p, "colspan", n) == 0 || strncmp (p, "rowspan", n) == 0);

    if (!name || (!is_class && !is_title && !is_span) || p[n] != '=' || p[n + 1] != '"')
      return NULL;
    for (p += n + 2; *p && *p != '"';) {
      if (is_class) {
        const gsize word = strcspn (p, " \"");
        const char *class_name = harmless_find (harmless_classes, p, word);

        if (!class_name)
          return NULL;
        if (strstr (class_name, "good") || strcmp (class_name, "bad") == 0) {
          open.label = class_name;
          found->n_marked++;
        }
        open.box |= strcmp (class_name, "box") == 0;
        found->n_notes += strcmp (class_name, "note") == 0;
        p += word;
        p += *p == ' ';
      } else {
        if (is_span && !g_ascii_isdigit (*p))
          return NULL;
        if (!(p = harmless_step (p)))
          return NULL;
      }
    }
    if (*p++ != '"')
      return NULL;
  }
  if (*p != '>')
    return NULL;
  if (name)
    g_array_append_val (stack, open);
  return p + 1;
}

/* Returns: (nullable): from where on it is wrong */
static inline const char *
harmless_read (const char *html, Harmless *found)
{
  static const char end[] = "</body>\n</html>\n";
  g_autoptr (GRegex) head =
      g_regex_new ("^<!DOCTYPE html>\n<html( lang=\"[A-Za-z0-9-]+\")?>\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                   "'sha256-[A-Za-z0-9+/=]+'; "
                   "base-uri 'none'; form-action 'none'\">\n"
                   "<meta name=\"referrer\" content=\"no-referrer\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width\">\n"
                   "<title>[^<>\"']*+</title>\n<style>[^<]*+</style>\n</head>\n<body>\n",
                   G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, NULL);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (HarmlessOpen));
  g_autoptr (GMatchInfo) match = NULL;
  int body;

  g_assert_nonnull (head);
  if (!g_utf8_validate (html, -1, NULL) || !g_regex_match (head, html, 0, &match) ||
      !g_match_info_fetch_pos (match, 0, NULL, &body))
    return html;
  for (const char *p = html + body; *p;) {
    const char *start = p;

    if (strcmp (p, end) == 0)
      return stack->len > 0 ? p : NULL;
    if (*p == '<') {
      if (!(p = harmless_read_tag (p + 1, stack, found)))
        return start;
      continue;
    }
    while (*p && *p != '<')
      if (!(p = harmless_step (p)))
        return start;
    if (stack->len > 0) {
      const HarmlessOpen *top = &g_array_index (stack, HarmlessOpen, stack->len - 1);

      if (top->label && strcmp (top->label, "bad") != 0 && !top->box)
        harmless_collect (found->texts[strcmp (top->label, "good") == 0], start, p);
    }
  }
  return html + strlen (html);
}

static inline void
harmless_init (Harmless *found)
{
  *found = (Harmless){ .texts = { g_string_new (NULL), g_string_new (NULL) } };
}

static inline void
harmless_clear (Harmless *found)
{
  g_string_free (found->texts[0], TRUE);
  g_string_free (found->texts[1], TRUE);
}

/* Letters and digits of the blocks with @label. Returns: (transfer full) */
static inline GString *
harmless_expect (ExtractDocument *document, ExtractLabel label)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);

    if (extract_block_get_label (block) == label)
      for (const char *p = extract_block_get_text (block); *p; p = g_utf8_next_char (p))
        if (g_unichar_isalnum (g_utf8_get_char (p)))
          g_string_append_unichar (out, g_utf8_get_char (p));
  }
  return out;
}
