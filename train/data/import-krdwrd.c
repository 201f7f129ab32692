/* SPDX-License-Identifier: MIT */
/*
 * KrdWrd: pages as a browser wrote them out, with a tag for each text node: 3 main text, 2 uncertain, 1
 * boilerplate.
 *
 *   <p><kw class="krdwrd-tag-3">Text</kw></p>      the merged pages of CANOLA: an element of its own, or
 *   <p class="lead krdwrd-tag-3">Text</p>          a class of an element, which holds for what is in it
 *
 * Out of it come the page without either, the text nodes of tag 3 (a line for each block of them), and all
 * text nodes that have a tag.
 *
 * Sources: krdwrd/src_app (traverse () and filterkw () in common code of the add-on), krdwrd/data
 * (canola/merged.20100908.combined); J. Steger, E. Stemle, "KrdWrd - The Architecture for Unified Processing
 * of Web Content", WAC5 2009.
 *
 * Such pages close every element but the empty ones, so an element that bears a tag ends where as many
 * elements of its name have ended as have begun. That takes a stack of those elements only, and the same time
 * for each markup.
 */
#include "train/data/import.h"

#include "train/data/words.h"

#include <string.h>

#define CLASS_PREFIX "krdwrd"
#define TAG_PREFIX "krdwrd-tag-"

/* An open element that bears a tag. */
typedef struct {
  char *name;
  char *tag;
  gsize depth; /* elements of this name that are open in it, itself too */
} Bearer;

static void
bearer_clear (gpointer data)
{
  Bearer *bearer = data;
  g_free (bearer->name);
  g_free (bearer->tag);
}

typedef struct {
  GString *html;   /* the page without annotation */
  GString *truth;  /* text nodes of tag 3 */
  GString *line;   /* the part of it that stands in one block */
  GString *labels; /* "tag TAB text" */
  GArray *bearers; /* of Bearer */
  char *base;      /* (nullable): of <base href> */
  gboolean any;    /* there was a tag */
} Scan;

static void
scan_clear (Scan *scan)
{
  g_string_free (scan->truth, TRUE);
  g_string_free (scan->line, TRUE);
  g_string_free (scan->html, TRUE);
  g_string_free (scan->labels, TRUE);
  g_array_unref (scan->bearers);
  g_free (scan->base);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scan, scan_clear)

/* ---- Text ------------------------------------------------------------------------------------- */

static gboolean
is_one_of (const char *name, const char *const *names)
{
  return g_strv_contains (names, name);
}

/* Appends @text with its white space collapsed. */
static void
append_collapsed (GString *string, const char *text)
{
  gboolean space = FALSE;
  for (const char *p = text; *p; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);
    if (g_unichar_isspace (c)) {
      space = TRUE;
      continue;
    }
    if (space && string->len > 0 && !g_ascii_isspace (string->str[string->len - 1]))
      g_string_append_c (string, ' ');
    space = FALSE;
    g_string_append_unichar (string, c);
  }
  if (space && string->len > 0 && !g_ascii_isspace (string->str[string->len - 1]))
    g_string_append_c (string, ' ');
}

static void
end_line (Scan *scan)
{
  g_strchomp (scan->line->str);
  if (*scan->line->str) {
    g_string_append (scan->truth, scan->line->str);
    g_string_append_c (scan->truth, '\n');
  }
  g_string_truncate (scan->line, 0);
}

static void
add_text (Scan *scan, const char *bytes, gsize length)
{
  g_string_append_len (scan->html, bytes, (gssize) length);
  const char *tag =
      scan->bearers->len > 0 ? g_array_index (scan->bearers, Bearer, scan->bearers->len - 1).tag : NULL;
  g_autofree char *decoded = train_text_decode (bytes, length);
  g_autofree char *text = train_import_unescape (decoded);
  if (!tag || strcmp (tag, "3") != 0)
    append_collapsed (scan->line, " ");
  else
    append_collapsed (scan->line, text);
  if (!tag || train_text_is_blank (text))
    return;

  g_string_append (scan->labels, tag);
  g_string_append_c (scan->labels, '\t');
  g_autoptr (GString) node = g_string_new (NULL);
  append_collapsed (node, text);
  g_string_append (scan->labels, g_strchomp (node->str));
  g_string_append_c (scan->labels, '\n');
}

/* ---- Markup ----------------------------------------------------------------------------------- */

/* An attribute in a start tag. */
typedef struct {
  const char *start; /* the white space before it */
  const char *name;
  gsize name_length;
  const char *value; /* within the quotes */
  gsize value_length;
  const char *end;
} Attribute;

/* The attribute at or behind @p in a tag whose > is at @end. FALSE if there are no more. */
static gboolean
next_attribute (const char *p, const char *end, Attribute *attribute)
{
  *attribute = (Attribute){ .start = p };
  while (p < end && (g_ascii_isspace (*p) || *p == '/'))
    p++;
  attribute->name = p;
  while (p < end && !g_ascii_isspace (*p) && *p != '=' && *p != '/')
    p++;
  attribute->name_length = (gsize) (p - attribute->name);
  if (p < end && *p == '=' && attribute->name_length == 0)
    p++; /* a stray one, so that the next call is further on */
  else if (attribute->name_length == 0)
    return FALSE;
  attribute->value = attribute->end = p;
  if (p == end || *p != '=')
    return TRUE;

  p++;
  char quote = p < end && (*p == '"' || *p == '\'') ? *p++ : '\0';
  attribute->value = p;
  while (p < end && (quote ? *p != quote : !g_ascii_isspace (*p)))
    p++;
  attribute->value_length = (gsize) (p - attribute->value);
  attribute->end = quote && p < end ? p + 1 : p;
  return TRUE;
}

static gboolean
attribute_is (const Attribute *attribute, const char *name)
{
  return attribute->name_length == strlen (name) &&
         g_ascii_strncasecmp (attribute->name, name, attribute->name_length) == 0;
}

/* Where the tag at @p ends: its >, outside of quotes; @end if it has none. */
static const char *
find_tag_end (const char *p, const char *end)
{
  char quote = '\0';
  for (; p < end; p++) {
    if (quote)
      quote = *p == quote ? '\0' : quote;
    else if (*p == '>')
      return p;
    else if ((*p == '"' || *p == '\'') && p[-1] == '=')
      quote = *p;
  }
  return end;
}

/* Writes the class attribute without the classes of KrdWrd, or none if that leaves nothing. */
static void
add_class (Scan *scan, const Attribute *attribute, char **tag)
{
  g_autofree char *value = g_strndup (attribute->value, attribute->value_length);
  g_auto (GStrv) words = g_strsplit_set (value, " \t\r\n\f", -1);
  g_autoptr (GString) left = g_string_new (NULL);
  gboolean changed = FALSE;
  for (char **word = words; *word; word++) {
    if (g_str_has_prefix (*word, CLASS_PREFIX)) {
      changed = TRUE;
      if (g_str_has_prefix (*word, TAG_PREFIX)) {
        g_free (*tag);
        *tag = g_strdup (*word + strlen (TAG_PREFIX));
      }
    } else if (**word) {
      g_string_append_printf (left, "%s%s", left->len > 0 ? " " : "", *word);
    }
  }
  if (!changed)
    g_string_append_len (scan->html, attribute->start, attribute->end - attribute->start);
  else if (left->len > 0)
    g_string_append_printf (scan->html, " class=\"%s\"", left->str);
}

/* A tag is a word; what a hostile page has in its place may not break the lines of labels. */
static gboolean
is_tag (const char *tag)
{
  for (const char *p = tag; *p; p++)
    if (!g_ascii_isalnum (*p))
      return FALSE;
  return *tag != '\0';
}

/* A start tag, from its < at @start to its > at @end. */
static void
add_start_tag (Scan *scan, const char *start, const char *end, const char *name)
{
  static const char *const empty[] = { "area",  "base",   "basefont", "br",    "col",  "embed",
                                       "frame", "hr",     "img",      "input", "link", "meta",
                                       "param", "source", "track",    "wbr",   NULL };
  gsize html_length = scan->html->len;
  const char *p = start + 1 + strlen (name);
  g_autofree char *tag = NULL;
  Attribute attribute;
  g_string_append_len (scan->html, start, p - start);
  for (; next_attribute (p, end, &attribute); p = attribute.end) {
    if (attribute_is (&attribute, "class"))
      add_class (scan, &attribute, &tag);
    else
      g_string_append_len (scan->html, attribute.start, attribute.end - attribute.start);
    if (!scan->base && strcmp (name, "base") == 0 && attribute_is (&attribute, "href"))
      scan->base = train_text_decode (attribute.value, attribute.value_length);
  }
  g_string_append_len (scan->html, p, end + 1 - p);
  if (strcmp (name, "kw") == 0)
    g_string_truncate (scan->html, html_length);

  if (is_one_of (name, empty))
    return;
  Bearer *top =
      scan->bearers->len > 0 ? &g_array_index (scan->bearers, Bearer, scan->bearers->len - 1) : NULL;
  if (tag && is_tag (tag)) {
    const Bearer bearer = { .name = g_strdup (name), .tag = g_steal_pointer (&tag), .depth = 1 };
    g_array_append_val (scan->bearers, bearer);
    scan->any = TRUE;
  } else if (top && strcmp (top->name, name) == 0) {
    top->depth++;
  }
}

static void
add_end_tag (Scan *scan, const char *start, const char *end, const char *name)
{
  if (strcmp (name, "kw") != 0)
    g_string_append_len (scan->html, start, end + 1 - start);
  if (scan->bearers->len == 0)
    return;
  Bearer *top = &g_array_index (scan->bearers, Bearer, scan->bearers->len - 1);
  if (strcmp (top->name, name) == 0 && --top->depth == 0)
    g_array_set_size (scan->bearers, scan->bearers->len - 1);
}

/* The end of a comment, declaration or instruction at @p. */
static const char *
skip_other (const char *p, const char *end)
{
  if (end - p >= 4 && memcmp (p, "<!--", 4) == 0) {
    for (p += 4; end - p >= 3; p++)
      if (memcmp (p, "-->", 3) == 0)
        return p + 3;
    return end;
  }
  p = memchr (p, '>', (gsize) (end - p));
  return p ? p + 1 : end;
}

/* Where the text of an element ends that has no markup in it, as <script>: at its end tag. */
static const char *
skip_raw (const char *p, const char *end, const char *name)
{
  gsize n = strlen (name);
  for (; p < end && (p = memchr (p, '<', (gsize) (end - p))); p++)
    if ((gsize) (end - p) > n + 1 && p[1] == '/' && g_ascii_strncasecmp (p + 2, name, n) == 0)
      return p;
  return end;
}

/* Whether there is markup at @p, which is a <. @is_end: (out): of an end tag. @name: (out): "" if it has none
 */
static gboolean
is_markup (const char *p, const char *end, gboolean *is_end, char **name)
{
  const char *word = p + 1;
  *is_end = word < end && *word == '/';
  word += *is_end;
  const char *word_end = word;
  while (word_end < end && (g_ascii_isalnum (*word_end) || *word_end == ':' || *word_end == '-'))
    word_end++;
  gboolean is_tag = word < end && g_ascii_isalpha (*word);
  *name = is_tag ? g_ascii_strdown (word, word_end - word) : g_strdup ("");
  return is_tag || (word < end && (*word == '!' || *word == '?' || *is_end));
}

static void
scan_page (Scan *scan, const char *p, const char *end)
{
  static const char *const inline_names[] = { "a",     "abbr", "acronym", "b",      "bdo",  "big", "cite",
                                              "code",  "del",  "dfn",     "em",     "font", "i",   "img",
                                              "ins",   "kbd",  "kw",      "label",  "q",    "s",   "samp",
                                              "small", "span", "strike",  "strong", "sub",  "sup", "tt",
                                              "u",     "var",  NULL };
  static const char *const raw_names[] = { "script", "style", "noscript", "iframe", "noframes", "xmp", NULL };

  for (const char *text = p; p < end;) {
    g_autofree char *name = NULL;
    gboolean is_end = FALSE;
    p = memchr (p, '<', (gsize) (end - p));
    if (!p || !is_markup (p, end, &is_end, &name)) {
      p = p ? p + 1 : end;
      if (p == end && text < end)
        add_text (scan, text, (gsize) (end - text));
      continue;
    }
    if (p > text)
      add_text (scan, text, (gsize) (p - text));

    const char *next;
    if (*name == '\0') {
      next = skip_other (p, end);
      g_string_append_len (scan->html, p, next - p);
    } else {
      const char *tag_end = find_tag_end (p, end);
      if (!is_one_of (name, inline_names))
        end_line (scan);
      if (tag_end == end) {
        g_string_append_len (scan->html, p, end - p); /* a tag that is cut off */
        return;
      }
      next = tag_end + 1;
      if (is_end)
        add_end_tag (scan, p, tag_end, name);
      else
        add_start_tag (scan, p, tag_end, name);
      if (!is_end && is_one_of (name, raw_names)) {
        const char *raw = next;
        next = skip_raw (raw, end, name);
        g_string_append_len (scan->html, raw, next - raw);
      }
    }
    text = p = next;
  }
}

/* ---- The format ------------------------------------------------------------------------------- */

static gboolean
is_number (const char *name)
{
  return *name && strspn (name, "0123456789") == strlen (name);
}

gboolean
train_import_list_krdwrd (char **sources, TrainImportList *list, GError **error)
{
  for (char **source = sources; *source; source++) {
    g_autoptr (GPtrArray) names = train_import_list_names (*source, error);
    if (!names)
      return FALSE;
    for (guint i = 0; i < names->len; i++) {
      const char *name = names->pdata[i];
      g_autofree char *stem = is_number (name) ? g_strdup (name) : train_import_dup_stem (name);
      g_autofree char *path = g_build_filename (*source, name, NULL);
      if (stem)
        g_ptr_array_add (list->pages, train_set_page_new (stem, path));
    }
  }
  return TRUE;
}

gboolean
train_import_finish_krdwrd (TrainSetPage *page, GBytes *text, GError **error)
{
  g_auto (Scan) scan = { .html = g_string_new (NULL),
                         .truth = g_string_new (NULL),
                         .line = g_string_new (NULL),
                         .labels = g_string_new (NULL),
                         .bearers = g_array_new (FALSE, FALSE, sizeof (Bearer)) };
  g_array_set_clear_func (scan.bearers, bearer_clear);
  gsize length;
  const char *data = g_bytes_get_data (page->bytes, &length);
  scan_page (&scan, data, data + length);
  end_line (&scan);
  if (!scan.any) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         "has no annotation, no element of a class \"" TAG_PREFIX "…\"");
    return FALSE;
  }

  g_autoptr (GUri) base = scan.base ? g_uri_parse (scan.base, G_URI_FLAGS_PARSE_RELAXED, NULL) : NULL;
  page->site = base ? g_strdup (g_uri_get_host (base)) : NULL;
  page->truth = g_strdup (scan.truth->str);
  page->labels = g_strdup (scan.labels->str);
  g_bytes_unref (page->bytes);
  page->bytes = g_bytes_new (scan.html->str, scan.html->len);
  return TRUE;
}
