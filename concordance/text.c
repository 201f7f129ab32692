/* SPDX-License-Identifier: MIT */
#include "concordance/text.h"

#include <string.h>

ConcText *
conc_text_new (void)
{
  ConcText *text = g_new0 (ConcText, 1);
  text->text = g_string_new (NULL);
  text->tokens = g_array_new (FALSE, TRUE, sizeof (ConcToken));
  text->sentences = g_array_new (FALSE, TRUE, sizeof (ConcSentence));
  text->tags = g_string_chunk_new (4096);
  return text;
}

static void
text_clear (ConcText *text)
{
  g_string_truncate (text->text, 0);
  g_array_set_size (text->tokens, 0);
  g_array_set_size (text->sentences, 0);
  g_string_chunk_clear (text->tags);
  g_clear_pointer (&text->source, g_free);
  g_clear_pointer (&text->url, g_free);
  g_clear_pointer (&text->date, g_free);
  g_clear_pointer (&text->language, g_free);
}

void
conc_text_free (ConcText *text)
{
  text_clear (text);
  g_string_free (text->text, TRUE);
  g_array_unref (text->tokens);
  g_array_unref (text->sentences);
  g_string_chunk_free (text->tags);
  g_free (text);
}

const ConcSentence *
conc_text_sentence (const ConcText *text, guint i)
{
  return &g_array_index (text->sentences, ConcSentence, i);
}

ConcToken *
conc_text_token (const ConcText *text, guint i)
{
  return &g_array_index (text->tokens, ConcToken, i);
}

/* ---- Characters ------------------------------------------------------------------------------ */

static const struct {
  const char *entity;
  char sign;
} entities[] = { { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' }, { "&apos;", '\'' } };

static void
append_unescaped (GString *string, const char *p, const char *end)
{
  while (p < end) {
    const char *sign = memchr (p, '&', (gsize) (end - p));
    g_string_append_len (string, p, (sign ? sign : end) - p);
    if (!sign)
      return;
    guint i = 0;
    while (i < G_N_ELEMENTS (entities) && ((gsize) (end - sign) < strlen (entities[i].entity) ||
                                           strncmp (sign, entities[i].entity, strlen (entities[i].entity))))
      i++;
    g_string_append_c (string, i < G_N_ELEMENTS (entities) ? entities[i].sign : '&');
    p = sign + (i < G_N_ELEMENTS (entities) ? strlen (entities[i].entity) : 1);
  }
}

/* The value of @name="…" in a tag. Returns: (transfer full) (nullable): NULL if there is none, or nothing in
 * it */
static char *
dup_attribute (const char *tag, const char *end, const char *name)
{
  g_autofree char *wanted = g_strconcat (" ", name, "=\"", NULL);
  const char *value = g_strstr_len (tag, end - tag, wanted);
  if (!value)
    return NULL;
  value += strlen (wanted);
  const char *quote = memchr (value, '"', (gsize) (end - value));
  if (!quote || quote == value || !g_utf8_validate (value, quote - value, NULL))
    return NULL;
  GString *string = g_string_new (NULL);
  append_unescaped (string, value, quote);
  return g_string_free (string, FALSE);
}

/* ---- Sentences that are whole ------------------------------------------------------------------ */

static gboolean
is_closer (gunichar c)
{
  switch (g_unichar_type (c)) {
  case G_UNICODE_CLOSE_PUNCTUATION:
  case G_UNICODE_FINAL_PUNCTUATION:
  case G_UNICODE_INITIAL_PUNCTUATION: /* » closes in German */
    return TRUE;
  default:
    return c == '"' || c == '\'' || c == 0x201c;
  }
}

static gboolean
is_end (gunichar c)
{
  static const gunichar ends[] = { '.',    '!',    '?',    0x2026, 0x203c, 0x203d, 0x2047, 0x2048, 0x2049,
                                   0x37e,  0x589,  0x61f,  0x6d4,  0x964,  0x965,  0x104a, 0x104b, 0x1362,
                                   0x1367, 0x17d4, 0x3002, 0xff01, 0xff0e, 0xff1f, 0xff61 };
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (c == ends[i])
      return TRUE;
  return FALSE;
}

/* "[25]" at the end of @start to @end: Returns: where it begins, or @end */
static const char *
skip_reference (const char *start, const char *end)
{
  const char *p = end;
  if (p == start || *--p != ']')
    return end;
  while (p > start && p[-1] != '[' && end - p < 16)
    p--;
  return p > start && p[-1] == '[' && p < end - 1 ? p - 1 : end;
}

/* A mark of the end, behind which brackets, quotes and references may stand. */
static gboolean
ends_whole (const char *start, const char *end)
{
  for (guint n = 0; n < 16 && end > start; n++) {
    const char *before = skip_reference (start, end), *last = g_utf8_prev_char (end);
    const gunichar c = g_utf8_get_char (last);
    if (before < end)
      end = before;
    else if (is_end (c))
      return TRUE;
    else if (c == ';' && last > start) /* the Greek question mark */
      return g_unichar_get_script (g_utf8_get_char (g_utf8_prev_char (last))) == G_UNICODE_SCRIPT_GREEK;
    else if (is_closer (c) || c == ' ')
      end = last;
    else
      return FALSE;
  }
  return FALSE;
}

/* A capital, a number, or a letter that has no case; signs may stand before it. "iPhones" is one, too. */
static gboolean
begins_whole (const char *p, const char *end)
{
  for (guint n = 0; n < 8 && p < end; n++, p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);
    if (g_unichar_isalnum (c))
      return !g_unichar_islower (c) ||
             (g_utf8_next_char (p) < end && g_unichar_isupper (g_utf8_get_char (g_utf8_next_char (p))));
    if (c == 0x2026 || (c == '.' && n == 0) || c == ',' || c == ';' || c == ':' || c == '|')
      return FALSE;
  }
  return FALSE;
}

#define LEAST_WORDS 3

/* Signs that part what stands beside each other: menus, paths, lines of tables. */
static gboolean
is_list (const char *p, const char *end)
{
  guint n = 0;
  for (; p < end; p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);
    n += c == 0xa6 || c == 0x2022 || c == 0x203a || c == 0x2192 || c == 0x25b8 || c == 0xb7;
  }
  return n > 1;
}

static gboolean
is_whole (const ConcText *text, const ConcSentence *sentence)
{
  const char *start = text->text->str + sentence->start, *end = text->text->str + sentence->end;
  guint words = 0;
  for (guint i = 0; i < sentence->n && words < LEAST_WORDS; i++) {
    const char *word = text->text->str + conc_text_token (text, sentence->first + i)->start;
    words += g_unichar_isalnum (g_utf8_get_char (word));
  }
  /* Scripts without blanks have long words. */
  return (words >= LEAST_WORDS || end - start > 40) && sentence->type != CONC_HEADING &&
         sentence->type != CONC_CODE && begins_whole (start, end) && ends_whole (start, end) &&
         !is_list (start, end);
}

/* ---- Lines ------------------------------------------------------------------------------------- */

/* Where in a document the next line is. */
typedef struct {
  ConcText *text;
  ConcReadFlags flags;
  gboolean in_head;
  gboolean glued;
  ConcType type;
  guint32 first; /* token of the sentence at hand */
  guint32 start;
} Reader;

static void
end_sentence (Reader *r)
{
  ConcText *text = r->text;
  if (text->tokens->len > r->first) {
    ConcSentence sentence = {
      .first = r->first,
      .n = text->tokens->len - r->first,
      .start = r->start,
      .end = (guint32) text->text->len,
      .type = r->type,
    };
    sentence.whole = is_whole (text, &sentence);
    g_array_append_val (text->sentences, sentence);
    g_string_append_c (text->text, '\n');
  }
  r->first = text->tokens->len;
  r->start = (guint32) text->text->len;
  r->glued = FALSE;
}

static ConcType
get_type (const char *tag, const char *end)
{
  static const char *const names[] = { "text", "heading", "list", "table", "quote", "code" };
  g_autofree char *type = dup_attribute (tag, end, "type");
  g_autofree char *element = dup_attribute (tag, end, "tag");
  for (ConcType i = CONC_TEXT; type && i <= CONC_CODE; i++)
    if (strcmp (type, names[i]) == 0)
      return i;
  if (!element)
    return CONC_TEXT;
  if (element[0] == 'h' && g_ascii_isdigit (element[1]))
    return CONC_HEADING;
  return strcmp (element, "li") == 0 ? CONC_LIST : strcmp (element, "pre") == 0 ? CONC_CODE : CONC_TEXT;
}

static gboolean
name_is (const char *name, gsize n, const char *wanted)
{
  return strlen (wanted) == n && memcmp (name, wanted, n) == 0;
}

/* Returns: FALSE at the end of the document */
static gboolean
read_tag (Reader *r, const char *line, const char *end)
{
  const gboolean ends = line[1] == '/';
  const char *name = line + 1 + ends, *behind = name;
  while (behind < end && g_ascii_isalnum (*behind))
    behind++;
  const gsize n = (gsize) (behind - name);
  if (name_is (name, n, "g")) {
    r->glued = TRUE;
    return TRUE;
  }
  end_sentence (r);
  if (name_is (name, n, "doc")) {
    if (ends)
      return FALSE;
    ConcText *text = r->text;
    if (!text->source && !text->url) {
      text->source = dup_attribute (line, end, "source");
      text->url = dup_attribute (line, end, "url");
      text->date = dup_attribute (line, end, "date");
      text->language = dup_attribute (line, end, "lang");
    }
  } else if (name_is (name, n, "head"))
    r->in_head = !ends;
  else if (name_is (name, n, "p"))
    r->type = ends ? CONC_TEXT : get_type (line, end);
  return TRUE;
}

/* The column that begins at *@p, which goes behind it. Returns: (nullable): of the chunk */
static const char *
take_column (ConcText *text, const char **p, const char *end)
{
  if (*p >= end || **p == '<')
    return NULL;
  const char *tab = memchr (*p, '\t', (gsize) (end - *p)), *start = *p;
  const char *stop = tab ? tab : end;
  *p = tab ? tab + 1 : end;
  if (stop == start || !g_utf8_validate (start, stop - start, NULL))
    return NULL;
  g_autoptr (GString) plain = g_string_new (NULL);
  append_unescaped (plain, start, stop);
  return g_string_chunk_insert (text->tags, plain->str);
}

gboolean
conc_line_is_position (const char *line, const char *end)
{
  const char *tab = memchr (line, '\t', (gsize) (end - line)), *behind = tab ? tab : end;
  return behind > line && g_utf8_validate (line, behind - line, NULL) &&
         !name_is (line, (gsize) (behind - line), "__IMG__");
}

#define BROKEN_BAR "\302\246"

static void
restore_bars (GString *string, gsize from)
{
  for (char *p; (p = strstr (string->str + from, BROKEN_BAR));) {
    from = (gsize) (p - string->str);
    g_string_erase (string, (gssize) from, 1);
    string->str[from] = '|';
  }
}

static void
read_position (Reader *r, const char *line, const char *end)
{
  ConcText *text = r->text;
  const char *tab = memchr (line, '\t', (gsize) (end - line)), *behind = tab ? tab : end;
  ConcToken token = { .glued = r->glued };
  r->glued = FALSE;
  if ((r->in_head && !(r->flags & CONC_READ_HEADS)) || !conc_line_is_position (line, end))
    return;
  if (text->tokens->len > r->first && !token.glued)
    g_string_append_c (text->text, ' ');
  token.start = (guint32) text->text->len;
  append_unescaped (text->text, line, behind);
  if (r->flags & CONC_READ_OWN)
    restore_bars (text->text, token.start);
  token.end = (guint32) text->text->len;
  if (tab && (r->flags & CONC_READ_COLUMNS)) {
    const char *p = tab + 1;
    token.tag = take_column (text, &p, end);
    token.lemma = token.tag ? take_column (text, &p, end) : NULL;
  }
  g_array_append_val (text->tokens, token);
}

/* In tokens < is an entity, or stands alone. */
gboolean
conc_line_is_tag (const char *line, const char *end)
{
  return end - line > 2 && *line == '<' &&
         (g_ascii_isalpha (line[1]) || (line[1] == '/' && end - line > 3)) && end[-1] == '>' &&
         !memchr (line, '\t', (gsize) (end - line));
}

void
conc_text_read (ConcText *text, const char *vertical, gsize length, ConcReadFlags flags)
{
  const char *p = vertical, *stop = vertical + length;
  Reader r = { .text = text, .flags = flags };
  text_clear (text);
  while (p < stop) {
    const char *newline = memchr (p, '\n', (gsize) (stop - p));
    const char *next = newline ? newline + 1 : stop, *end = newline ? newline : stop;
    if (end > p && end[-1] == '\r')
      end--;
    if (conc_line_is_tag (p, end)) {
      if (!read_tag (&r, p, end))
        break;
    } else if (end > p)
      read_position (&r, p, end);
    p = next;
  }
  end_sentence (&r);
}
