/* SPDX-License-Identifier: MIT */
#include "libextract/source/tags.h"
#include "libextract/html/reference.h"

#include <string.h>

/* Names are short: what is longer is text. */
#define MAX_NAME 128

void
extract_tags_init (ExtractTags *tags, const char *text, gsize n)
{
  *tags = (ExtractTags){ .at = text, .end = text + n };
}

static gboolean
begins (const char *at, const char *end, const char *word)
{
  gsize n = strlen (word);
  return (gsize) (end - at) >= n && memcmp (at, word, n) == 0;
}

/* Returns: behind @word; the end of the text if it is not there */
static const char *
find_behind (const char *at, const char *end, const char *word)
{
  const char *found = g_strstr_len (at, end - at, word);
  return found ? found + strlen (word) : end;
}

static ExtractTagsEvent
give_text (ExtractTags *tags, const char *start, const char *end, gboolean literal)
{
  tags->text = start;
  tags->n_text = (gsize) (end - start);
  tags->literal = literal;
  return EXTRACT_TAGS_TEXT;
}

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '-' || c == '_' || c == '.' || c == ':' || (c & 0x80);
}

/* Behind the > of a tag: a > in quotes is none. Where a quote is never closed, the first > is. */
static const char *
find_tag_end (const char *at, const char *end)
{
  const char *p = at;

  while (p < end && *p != '>') {
    const char *quote = *p == '"' || *p == '\'' ? p : NULL;
    const char *close = quote && quote[-1] == '=' ? memchr (p + 1, *p, (gsize) (end - p - 1)) : NULL;

    if (quote && quote[-1] == '=' && !close) {
      p = memchr (at, '>', (gsize) (end - at));
      return p ? p : end;
    }
    p = close ? close + 1 : p + 1;
  }
  return p;
}

static void
split_name (ExtractTags *tags, const char *name, gsize n)
{
  const char *colon = memchr (name, ':', n);

  tags->prefix = name;
  tags->n_prefix = colon ? (gsize) (colon - name) : 0;
  tags->name = colon ? colon + 1 : name;
  tags->n_name = n - (gsize) (tags->name - name);
}

/* At a < that a name follows, or a slash and a name. */
static ExtractTagsEvent
read_tag (ExtractTags *tags)
{
  const char *start = tags->at + 1;
  gboolean close = *start == '/';
  const char *name = start + close;
  const char *p = name;

  while (p < tags->end && p - name < MAX_NAME && is_name (*p))
    p++;
  split_name (tags, name, (gsize) (p - name));
  const char *end = find_tag_end (p, tags->end);
  tags->attributes = p;
  tags->n_attributes = (gsize) (end - p);
  tags->empty = end > p && end[-1] == '/';
  tags->at = end < tags->end ? end + 1 : end;
  return close ? EXTRACT_TAGS_CLOSE : EXTRACT_TAGS_OPEN;
}

/* What is in a script or style is no markup. Leaves it out. */
static void
skip_raw (ExtractTags *tags)
{
  static const char *const names[] = { "script", "style", "textarea", "template", "iframe", "noembed" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    gsize n = strlen (names[i]);
    const char *p = tags->at;

    if (!extract_tags_is (tags, names[i]))
      continue;
    while ((p = memchr (p, '<', (gsize) (tags->end - p)))) {
      if ((gsize) (tags->end - p) > n + 2 && p[1] == '/' && g_ascii_strncasecmp (p + 2, names[i], n) == 0)
        break;
      p++;
    }
    tags->at = p ? p : tags->end;
    return;
  }
}

ExtractTagsEvent
extract_tags_next (ExtractTags *tags)
{
  for (;;) {
    const char *start = tags->at, *end = tags->end;
    gsize left = (gsize) (end - start);

    if (left == 0)
      return EXTRACT_TAGS_END;
    if (*start != '<') {
      const char *next = memchr (start, '<', left);
      tags->at = next ? next : end;
      return give_text (tags, start, tags->at, FALSE);
    }
    if (begins (start, end, "<![CDATA[")) {
      const char *text = start + strlen ("<![CDATA[");
      tags->at = find_behind (text, end, "]]>");
      return give_text (tags, text, tags->at == end ? end : tags->at - strlen ("]]>"), TRUE);
    }
    if (begins (start, end, "<!--"))
      tags->at = find_behind (start + strlen ("<!--"), end, "-->");
    else if (left > 1 && start[1] == '?')
      tags->at = find_behind (start, end, "?>");
    else if (left > 1 && start[1] == '!')
      tags->at = find_behind (start, end, ">");
    else if (left > 2 && (g_ascii_isalpha (start[1]) || (start[1] == '/' && g_ascii_isalpha (start[2])))) {
      ExtractTagsEvent event = read_tag (tags);
      if (tags->html && event == EXTRACT_TAGS_OPEN && !tags->empty)
        skip_raw (tags);
      return event;
    } else {
      tags->at = start + 1;
      return give_text (tags, start, tags->at, FALSE);
    }
  }
}

gboolean
extract_tags_is (const ExtractTags *tags, const char *name)
{
  return tags->n_name == strlen (name) && g_ascii_strncasecmp (tags->name, name, tags->n_name) == 0;
}

/* @in_attribute: where "&copy=1" is no reference */
static void
append_decoded (GString *out, const char *text, gsize n, gboolean in_attribute)
{
  const char *end = text + n;

  while (text < end) {
    const char *next = memchr (text, '&', (gsize) (end - text));
    guint32 code = 0;

    g_string_append_len (out, text, next ? next - text : end - text);
    if (!next)
      return;
    if (extract_reference_read (next, end, in_attribute, &code, &text) == EXTRACT_REFERENCE_CODE && code > 0)
      g_string_append_unichar (out, code);
    else
      g_string_append_len (out, next, text - next);
  }
}

void
extract_tags_append_text (const ExtractTags *tags, GString *out)
{
  if (tags->literal)
    g_string_append_len (out, tags->text, (gssize) tags->n_text);
  else
    append_decoded (out, tags->text, tags->n_text, FALSE);
}

/* The next attribute. @at: moves on. Returns: FALSE if there is none */
static gboolean
next_attribute (const char **at, const char *end, const char **name, gsize *n_name, const char **value,
                gsize *n_value)
{
  const char *p = *at;

  while (p < end && !is_name (*p))
    p++;
  for (*name = p; p < end && is_name (*p);)
    p++;
  *n_name = (gsize) (p - *name);
  while (p < end && g_ascii_isspace (*p))
    p++;
  *value = p;
  *n_value = 0;
  if (p < end && *p == '=') {
    p++;
    while (p < end && g_ascii_isspace (*p))
      p++;
    char quote = p < end && (*p == '"' || *p == '\'') ? *p++ : 0;
    for (*value = p; p < end && (quote ? *p != quote : !g_ascii_isspace (*p));)
      p++;
    *n_value = (gsize) (p - *value);
    p += quote && p < end;
  }
  *at = p;
  return *n_name > 0;
}

char *
extract_tags_dup_attribute (const ExtractTags *tags, const char *name)
{
  const char *at = tags->attributes, *end = at + tags->n_attributes, *found, *value;
  gsize n_found, n_value;

  if (tags->empty)
    end--;
  while (next_attribute (&at, end, &found, &n_found, &value, &n_value))
    if (n_found == strlen (name) && g_ascii_strncasecmp (found, name, n_found) == 0) {
      g_autoptr (GString) text = g_string_new (NULL);

      append_decoded (text, value, n_value, TRUE);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  return NULL;
}
