/* SPDX-License-Identifier: MIT */
#include "tests/fuzz/valid.h"

#include <string.h>

#define MAX_DEPTH 4096

/* ---- JSON ----------------------------------------------------------------------------------- */

static const char *
skip_space (const char *p)
{
  return p + strspn (p, " \t\r\n");
}

/* Returns: (nullable): behind the string that begins at @p */
static const char *
skip_string (const char *p)
{
  if (*p++ != '"')
    return NULL;
  for (; *p != '"'; p++) {
    if ((guchar) *p < 0x20)
      return NULL;
    if (*p != '\\')
      continue;
    p++;
    if (*p == 'u') {
      for (guint i = 0; i < 4; i++)
        if (!g_ascii_isxdigit (*++p))
          return NULL;
    } else if (!*p || !strchr ("\"\\/bfnrt", *p))
      return NULL;
  }
  return p + 1;
}

static const char *
skip_digits (const char *p)
{
  if (!g_ascii_isdigit (*p))
    return NULL;
  while (g_ascii_isdigit (*p))
    p++;
  return p;
}

static const char *
skip_number (const char *p)
{
  p += *p == '-';
  p = *p == '0' ? p + 1 : skip_digits (p);
  if (p && *p == '.')
    p = skip_digits (p + 1);
  if (p && (*p == 'e' || *p == 'E'))
    p = skip_digits (p + 1 + (p[1] == '+' || p[1] == '-'));
  return p;
}

static const char *
skip_scalar (const char *p)
{
  static const char *const words[] = { "true", "false", "null" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (p, words[i]))
      return p + strlen (words[i]);
  return *p == '"' ? skip_string (p) : skip_number (p);
}

/* Returns: (nullable): behind the value that begins at @p */
static const char *
skip_value (const char *p)
{
  char stack[MAX_DEPTH];
  guint depth = 0;

  for (;;) {
    /* A value begins here. */
    p = skip_space (p);
    if ((*p == '{' || *p == '[') && depth < MAX_DEPTH) {
      stack[depth++] = *p == '{' ? '}' : ']';
      p = skip_space (p + 1);
      if (*p != stack[depth - 1]) {
        if (stack[depth - 1] == '}' && (!(p = skip_string (p)) || *(p = skip_space (p)) != ':'))
          return NULL;
        p += stack[depth - 1] == '}';
        continue;
      }
    } else if (!(p = skip_scalar (p)))
      return NULL;
    /* Behind one. */
    for (;;) {
      if (depth == 0)
        return p;
      p = skip_space (p);
      if (*p != stack[depth - 1])
        break;
      p++;
      depth--;
    }
    if (*p++ != ',')
      return NULL;
    if (stack[depth - 1] == '}') {
      p = skip_space (p);
      if (!(p = skip_string (p)) || *(p = skip_space (p)) != ':')
        return NULL;
      p++;
    }
  }
}

const char *
valid_json (const char *text)
{
  const char *p = g_utf8_validate (text, -1, NULL) ? skip_value (text) : NULL;

  return !p ? "no value of JSON" : *skip_space (p) ? "something stands behind the value" : NULL;
}

/* ---- XML and HTML --------------------------------------------------------------------------- */

static gboolean
is_xml_char (gunichar c)
{
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd) ||
         c >= 0x10000;
}

static gboolean
is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '-' || c == '_' || c == ':' || c == '.';
}

/* Of "&amp;" and the like. Returns: (nullable): behind it. @c: (out): what it stands for */
static const char *
skip_reference (const char *p, gunichar *c)
{
  static const struct {
    const char *name;
    char c;
  } names[] = { { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' }, { "&apos;", '\'' } };
  char *end;
  guint64 value;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (p, names[i].name)) {
      *c = (gunichar) names[i].c;
      return p + strlen (names[i].name);
    }
  if (p[1] != '#')
    return NULL;
  value = p[2] == 'x' ? g_ascii_strtoull (p + 3, &end, 16) : g_ascii_strtoull (p + 2, &end, 10);
  *c = (gunichar) value;
  return *end == ';' && value <= 0x10ffff && is_xml_char (*c) ? end + 1 : NULL;
}

/* A value of an attribute, decoded, without controls and white space: what a browser sees as a scheme. */
static gboolean
runs_script (const char *value, const char *end)
{
  g_autoptr (GString) seen = g_string_new (NULL);

  for (const char *p = value; p && p < end && seen->len < 32;) {
    gunichar c = (guchar) *p;

    p = *p == '&' ? skip_reference (p, &c) : p + 1;
    if (c > 0x20 && c < 0x7f)
      g_string_append_c (seen, g_ascii_tolower ((char) c));
  }
  return g_str_has_prefix (seen->str, "javascript:") || g_str_has_prefix (seen->str, "vbscript:") ||
         g_str_has_prefix (seen->str, "data:text/html");
}

static gboolean
is_one_of (const char *name, gsize length, const char *const *names)
{
  for (; *names; names++)
    if (strlen (*names) == length && g_ascii_strncasecmp (name, *names, length) == 0)
      return TRUE;
  return FALSE;
}

/* Returns: (nullable): behind the attribute at @p, or NULL and what is wrong */
static const char *
skip_attribute (const char *p, gboolean html, const char **wrong)
{
  static const char *const addresses[] = {
    "href", "src", "srcset", "cite", "poster", "data", "action", NULL
  };
  const char *name = p, *value;
  gsize length;

  while (is_name_char (*p))
    p++;
  length = (gsize) (p - name);
  *wrong = "an attribute without a name or value";
  if (p == name)
    return NULL;
  if (html && *p != '=')
    return p;
  if (p[0] != '=' || p[1] != '"')
    return NULL;
  if (html && (g_ascii_strncasecmp (name, "on", 2) == 0 || g_str_has_prefix (name, "style="))) {
    *wrong = "a handler or style";
    return NULL;
  }
  value = p += 2;
  while (*p != '"') {
    gunichar c;

    *wrong = "a sign in a value that has to be a reference";
    if (*p == '\0' || *p == '<')
      return NULL;
    p = *p == '&' ? skip_reference (p, &c) : p + 1;
    if (!p)
      return NULL;
  }
  *wrong = "an address that runs a script";
  return html && is_one_of (name, length, addresses) && runs_script (value, p) ? NULL : p + 1;
}

static const char *
check_markup (const char *text, gboolean html)
{
  static const char *const voids[] = { "meta", "br", "img", "hr", "link", "wbr", "col", "base", NULL };
  static const char *const active[] = { "script", "style",  "iframe", "object", "embed", "form",
                                        "input",  "button", "svg",    "base",   NULL };
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  gboolean had_root = FALSE;

  if (!g_utf8_validate (text, -1, NULL))
    return "not UTF-8";
  for (const char *p = text; *p;) {
    const char *name, *wrong = NULL;
    gunichar c = g_utf8_get_char (p);
    gboolean closes;
    gsize length;

    if (!is_xml_char (c))
      return "a character that XML does not have";
    if (*p == '&') {
      if (!(p = skip_reference (p, &c)))
        return "an unknown reference";
      continue;
    }
    if (*p != '<') {
      if (!html && open->len == 0 && !g_ascii_isspace (*p))
        return "text outside of the root";
      if (g_str_has_prefix (p, "]]>"))
        return "]]> in a text";
      p = g_utf8_next_char (p);
      continue;
    }
    if (p == text && (g_str_has_prefix (p, "<?xml ") || g_str_has_prefix (p, "<!DOCTYPE html>"))) {
      p = strchr (p, '>') + 1;
      continue;
    }
    if (g_str_has_prefix (p, "<!--")) {
      const char *end = strstr (p + 4, "--");

      if (!end || end[2] != '>')
        return "a comment with -- in it";
      p = end + 3;
      continue;
    }
    closes = p[1] == '/';
    name = p += 1 + closes;
    while (is_name_char (*p))
      p++;
    length = (gsize) (p - name);
    if (length == 0 || !g_ascii_isalpha (*name))
      return "a < that begins no tag";
    if (html && is_one_of (name, length, active))
      return "an element that does something";
    if (closes) {
      const char *last = open->len > 0 ? g_ptr_array_index (open, open->len - 1) : "";

      if (*p++ != '>' || strncmp (last, name, length) != 0 || is_name_char (last[length]))
        return "an end tag of another element";
      g_ptr_array_set_size (open, (gint) open->len - 1);
      continue;
    }
    if (open->len == 0 && had_root && !html)
      return "a second root";
    had_root = TRUE;
    while (*p == ' ' || *p == '\n') {
      p = skip_space (p);
      if (*p != '/' && *p != '>' && !(p = skip_attribute (p, html, &wrong)))
        return wrong;
    }
    if (g_str_has_prefix (p, "/>"))
      p += 2;
    else if (*p++ != '>')
      return "a tag without an end";
    else if (!html || !is_one_of (name, length, voids))
      g_ptr_array_add (open, (gpointer) name);
  }
  return open->len > 0 ? "an element without an end" : !had_root && !html ? "no root" : NULL;
}

const char *
valid_xml (const char *text)
{
  return check_markup (text, FALSE);
}

const char *
valid_html (const char *text)
{
  return check_markup (text, TRUE);
}

/* ---- Front matter --------------------------------------------------------------------------- */

const char *
valid_front_matter (const char *text)
{
  const char *p = text;

  if (!g_str_has_prefix (p, "---\n"))
    return "no front matter";
  for (p += 4; !g_str_has_prefix (p, "---\n"); p++) {
    const char *key = p, *value;

    while (g_ascii_isalnum (*p) || *p == '_')
      p++;
    if (p == key || p[0] != ':' || p[1] != ' ')
      return "a line of front matter without a key";
    value = p + 2;
    if (!(p = skip_value (value)) || *p != '\n')
      return "a value of front matter that is none of JSON";
    for (const char *q = value; q < p; q = g_utf8_next_char (q)) {
      const gunichar c = g_utf8_get_char (q);

      /* What YAML has no place for, even in quotes. */
      if (c == 0x7f || (c >= 0x80 && c < 0xa0 && c != 0x85) || c == 0xfeff || !is_xml_char (c))
        return "a character that YAML does not have";
    }
  }
  return NULL;
}

/* ---- Tables --------------------------------------------------------------------------------- */

const char *
valid_table (const char *text, char separator)
{
  gsize columns = 0, n = 1;

  for (const char *p = text; *p;) {
    if (separator == ',' && *p == '"') {
      while ((p = strchr (p + 1, '"')) && p[1] == '"')
        p++;
      if (!p++)
        return "a quote without an end";
    } else
      while (*p && *p != separator && *p != '\n' && *p != '\r') {
        if (separator == ',' && *p == '"')
          return "a quote within a value";
        p++;
      }
    if (*p == separator) {
      n++;
      p++;
      continue;
    }
    p += *p == '\r';
    if (*p++ != '\n')
      return "a row without an end";
    if (columns > 0 && n != columns)
      return "rows of different lengths";
    columns = n;
    n = 1;
  }
  return NULL;
}

/* ---- Vertical text -------------------------------------------------------------------------- */

/* What may stand in what: the names of the structures above it. */
static const struct {
  const char *name, *in;
} nesting[] = {
  { "doc", "" }, { "head", "doc" }, { "comment", "doc" }, { "p", "doc comment" }, { "s", "p" },
};

#define MAX_NESTING 4

typedef struct {
  const char *open[MAX_NESTING];
  guint n_open;
  guint positions; /* of the paragraph or head at hand */
  gboolean glue;   /* a position has to come */
} VerticalReader;

static gboolean
is_name (const char *line, gsize n, const char *name)
{
  return n == strlen (name) && strncmp (line, name, n) == 0;
}

static const char *
read_structure (VerticalReader *reader, const char *line, gsize length)
{
  const gboolean ends = line[1] == '/';
  const char *name = line + 1 + ends, *in = reader->n_open > 0 ? reader->open[reader->n_open - 1] : "";
  const gsize n = strcspn (name, " />");

  if (line[length - 1] != '>')
    return "a structure without an end";
  if (reader->glue)
    return "glue without a position";
  if (length == 4 && strncmp (line, "<g/>", 4) == 0) {
    reader->glue = TRUE;
    return reader->positions > 0 && (strcmp (in, "s") == 0 || strcmp (in, "head") == 0) ? NULL
                                                                                        : "glue of nothing";
  }
  if (ends) {
    if (reader->n_open == 0 || !is_name (name, n, in))
      return "an end without a start";
    reader->n_open--;
    return (strcmp (in, "s") == 0 || strcmp (in, "head") == 0) && reader->positions == 0 ? "nothing in it"
                                                                                         : NULL;
  }
  for (guint i = 0; i < G_N_ELEMENTS (nesting); i++)
    if (is_name (name, n, nesting[i].name) && (*in ? strstr (nesting[i].in, in) != NULL : !*nesting[i].in)) {
      reader->open[reader->n_open++] = nesting[i].name;
      if (strcmp (nesting[i].name, "s") != 0)
        reader->positions = 0;
      return NULL;
    }
  return "a structure that does not belong there";
}

static const char *
read_position (VerticalReader *reader, const char *line, gsize length)
{
  const char *end = line + length, *tab = memchr (line, '\t', length), *p;
  guint64 n;

  reader->positions++;
  reader->glue = FALSE;
  for (p = line; p < (tab ? tab : end); p++)
    if ((guchar) *p <= ' ' || strchr ("<>|\177", *p))
      return "a word with a sign that breaks lines or columns";
  if (p == line)
    return "no word";
  if (!tab)
    return NULL;
  if (!g_str_has_prefix (tab, "\t<link=\"http"))
    return "a column that is no link";
  for (p = tab + 8; p < end && *p != '"'; p++)
    if ((guchar) *p <= ' ' || (guchar) *p >= 0x7f || strchr ("<>|", *p))
      return "an address that is not escaped";
  if (!g_str_has_prefix (p, "\">\t<length="))
    return "a link without a length";
  n = g_ascii_strtoull (p + 11, (char **) &p, 10);
  return n == 0 || n > reader->positions || p + 1 != end || *p != '>' ? "a wrong length" : NULL;
}

const char *
valid_vertical (const char *text)
{
  VerticalReader reader = { .n_open = 0 };

  while (*text) {
    const gsize length = strcspn (text, "\n");
    const char *wrong;

    if (text[length] != '\n' || length == 0)
      return "an empty line, or one without an end";
    if (*text == '<')
      wrong = read_structure (&reader, text, length);
    else if (reader.n_open > 0 && (strcmp (reader.open[reader.n_open - 1], "s") == 0 ||
                                   strcmp (reader.open[reader.n_open - 1], "head") == 0))
      wrong = read_position (&reader, text, length);
    else
      wrong = "a position outside of sentences";
    if (wrong)
      return wrong;
    text += length + 1;
  }
  return reader.n_open > 0 ? "a structure without an end" : NULL;
}
