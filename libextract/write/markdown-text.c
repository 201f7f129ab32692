/* SPDX-License-Identifier: MIT */
/*
 * Text and its marks, as Markdown reads them.
 *
 * Stars, and two ~, open and close emphasis only where the rules of CommonMark on flanking allow it;
 * elsewhere, as in <b>Note:</b>this, the HTML element stands. So that it is rarely needed, white space at the
 * edges of an element is moved out of it, and equal elements side by side become one.
 *
 * What Markdown would misread is escaped, the rest is left alone. No definitions of links are ever
 * written, so a [1] in a text means nothing, if it is not followed by ( or : .
 */
#include "libextract/write/markdown-text.h"
#include "libextract/write/writer.h"

#include <string.h>

/* What Markdown takes a character for when it looks for the ends of emphasis. */
typedef enum {
  CHAR_SPACE,
  CHAR_PUNCTUATION,
  CHAR_SYMBOL, /* punctuation in some versions of CommonMark, a letter in others */
  CHAR_WORD,
} CharClass;

/* What the output ends in. */
typedef enum {
  TAIL_OTHER,
  TAIL_OPENED, /* a star that opens */
  TAIL_CLOSED, /* a star that closes */
} Tail;

/* Where in its line the output is. */
typedef enum {
  LINE_START,
  LINE_NUMBER, /* nothing but digits has been written: a point would make an item of it */
  LINE_INSIDE,
} LinePlace;

/* A link, strong ... around the reading point. */
typedef struct {
  guint32 end;
  guint8 kind;   /* ExtractMarkKind */
  gboolean html; /* written as an HTML element */
  char *link;    /* LINK: where it leads */
} Span;

/* The inline writer. White space and what opens wait until text follows; code waits until it ends. */
typedef struct {
  ExtractString *out;
  const char *prefix; /* of lines after the first one */
  const ExtractPassages *passages;
  ExtractWriteFlags flags;
  const char *text;
  guint32 length;
  const ExtractMark *mark, *last; /* those not met yet */
  ExtractMarkdownLines lines;
  gboolean in_item;

  Span spans[EXTRACT_N_MARKS]; /* no kind is there twice */
  guint n_spans;
  guint n_open;             /* the first ones are written, the others wait */
  guint32 space, space_end; /* white space that waits; none if equal */
  guint breaks;             /* br that wait */
  guint32 code, code_end;   /* code that waits; none if equal */
  gboolean in_code;
  guint32 in_code_end;
  const ExtractMark *picture; /* (nullable): at the reading point */

  CharClass before;     /* of the last character of the output */
  CharClass before_run; /* of that before the stars that open, if tail is TAIL_OPENED */
  Tail tail;
  LinePlace place;
  gboolean first; /* nothing has been written */
} Inline;

/* ---- Characters ----------------------------------------------------------------------------- */

static CharClass
char_class (const char *p)
{
  guchar c = *p;

  if (c < 0x80)
    return g_ascii_isspace (c) ? CHAR_SPACE : g_ascii_ispunct (c) ? CHAR_PUNCTUATION : CHAR_WORD;
  switch (g_unichar_type (g_utf8_get_char (p))) {
  case G_UNICODE_SPACE_SEPARATOR:
    return CHAR_SPACE;
  case G_UNICODE_CONNECT_PUNCTUATION:
  case G_UNICODE_DASH_PUNCTUATION:
  case G_UNICODE_CLOSE_PUNCTUATION:
  case G_UNICODE_FINAL_PUNCTUATION:
  case G_UNICODE_INITIAL_PUNCTUATION:
  case G_UNICODE_OTHER_PUNCTUATION:
  case G_UNICODE_OPEN_PUNCTUATION:
    return CHAR_PUNCTUATION;
  case G_UNICODE_CURRENCY_SYMBOL:
  case G_UNICODE_MODIFIER_SYMBOL:
  case G_UNICODE_MATH_SYMBOL:
  case G_UNICODE_OTHER_SYMBOL:
  case G_UNICODE_LINE_SEPARATOR:
  case G_UNICODE_PARAGRAPH_SEPARATOR:
    return CHAR_SYMBOL;
  default:
    return CHAR_WORD;
  }
}

static CharClass
char_class_before (const char *p)
{
  return char_class (g_utf8_prev_char (p));
}

static gboolean
is_space_or_end (const char *p)
{
  return *p == '\0' || char_class (p) == CHAR_SPACE;
}

/* TRUE if the text at @p is read as a character reference. */
static gboolean
is_reference (const char *p)
{
  gsize n = 1 + (p[1] == '#');

  while (n < 40 && g_ascii_isalnum (p[n]))
    n++;
  return n > 1 && p[n] == ';';
}

gsize
extract_markdown_longest_run (const char *text, gsize length, char c)
{
  gsize longest = 0, run = 0;

  for (gsize i = 0; i < length; i++) {
    run = text[i] == c ? run + 1 : 0;
    longest = MAX (longest, run);
  }
  return longest;
}

void
extract_markdown_append_repeated (ExtractString *out, char c, gsize n)
{
  gsize at = out->len;

  extract_string_make_room (out, n);
  memset (out->str + at, c, n);
  extract_string_truncate (out, at + n);
}

/* ---- Text ----------------------------------------------------------------------------------- */

/* TRUE if the character at @p would make more of the line that it begins than text. */
static gboolean
starts_something (Inline *line, const char *p)
{
  gboolean alone = is_space_or_end (p + 1);
  gsize n;

  if (line->lines != EXTRACT_LINES_FREE || line->place == LINE_INSIDE)
    return FALSE;
  if (line->place == LINE_NUMBER)
    return (*p == '.' || *p == ')') && alone;
  switch (*p) {
  case '>':
  case '|':
    return TRUE;
  case '+':
    return alone;
  case '-':
    return alone || p[1] == '-';
  case '=':
    return !line->first && (alone || p[1] == '=');
  case ':':
    return !line->first && p[1] == '-';
  case '#':
    n = strspn (p, "#");
    return n <= 6 && is_space_or_end (p + n);
  case '[':
    return line->in_item && line->first && p[1] && strchr (" xX", p[1]) && p[2] == ']';
  default:
    return FALSE;
  }
}

/*
 * TRUE if the character at @p would mean something inside a line. @end is where the text ends that
 * is written in one go: what is written after it may differ from what the text says.
 */
static gboolean
means_something (Inline *line, const char *start, const char *p, const char *end)
{
  CharClass before = p > start ? char_class_before (p) : line->before;
  char next = p + 1 < end ? p[1] : '\0';

  switch (*p) {
  case '`':
    return TRUE;
  case '\\':
    return next == '\0' || g_ascii_ispunct (next);
  case '*':
  case '~':
    return line->place == LINE_START || before != CHAR_SPACE || next != ' ';
  case '[':
  case ']':
    for (guint i = 0; i < line->n_spans; i++)
      if (line->spans[i].kind == EXTRACT_MARK_LINK)
        return TRUE;
    return *p == ']' && (p[1] == '(' || p[1] == ':');
  case '<':
    return g_ascii_isalpha (p[1]) || (p[1] && strchr ("/!?", p[1]));
  case '&':
    return is_reference (p);
  case '!':
    return p + 1 == end && line->mark < line->last && line->text + line->mark->start == end;
  case '|':
    return line->lines == EXTRACT_LINES_CELL;
  case '#':
    /* The end of a heading may be decorated with them. */
    return line->lines == EXTRACT_LINES_HEADING && before == CHAR_SPACE && p[strspn (p, "#")] == '\0';
  default:
    return FALSE;
  }
}

/* The end of the run of _ at @p; it means something unless it is inside a word, or stands alone. */
static const char *
underscores_end (Inline *line, const char *start, const char *p, const char *end, gboolean *escaped)
{
  CharClass before = p > start ? char_class_before (p) : line->before, after;
  const char *q = p + 1;

  while (q < end && *q == '_')
    q++;
  after = q < end ? char_class (q) : CHAR_PUNCTUATION;
  *escaped = !(before == CHAR_WORD && after == CHAR_WORD) &&
             !(before == CHAR_SPACE && after == CHAR_SPACE && line->place != LINE_START);
  return q;
}

static void
append_text (Inline *line, guint32 from, guint32 to)
{
  ExtractString *out = line->out;
  const char *start = line->text + from, *end = line->text + to, *run = start, *p = start;

  while (p < end) {
    gboolean escaped;

    if (*p == '_') {
      const char *q = underscores_end (line, start, p, end, &escaped);

      if (escaped) {
        extract_string_append (out, run, p - run);
        for (; p < q; p++)
          extract_string_append_str (out, "\\_");
        run = q;
      }
      line->place = LINE_INSIDE;
      p = q;
      continue;
    }
    if (g_ascii_ispunct (*p) && (starts_something (line, p) || means_something (line, start, p, end))) {
      extract_string_append (out, run, p - run);
      extract_string_append_c (out, '\\');
      run = p;
    }
    line->place = line->place != LINE_INSIDE && g_ascii_isdigit (*p) ? LINE_NUMBER : LINE_INSIDE;
    p++;
  }
  extract_string_append (out, run, end - run);
  line->before = char_class_before (end);
  line->tail = TAIL_OTHER;
  line->first = FALSE;
}

/* ---- Spans ---------------------------------------------------------------------------------- */

/* What is written of our own: punctuation, whatever it is. */
static void
append_own (Inline *line, const char *string)
{
  extract_string_append_str (line->out, string);
  line->before = CHAR_PUNCTUATION;
  line->tail = TAIL_OTHER;
  line->place = LINE_INSIDE;
  line->first = FALSE;
}

static void
append_stars (Inline *line, const char *stars, Tail tail)
{
  CharClass before = line->tail == TAIL_OPENED ? line->before_run : line->before;

  append_own (line, stars);
  line->before_run = before;
  line->tail = tail;
}

/* A code span; the fence is longer than any run of backticks in it. */
static void
flush_code (Inline *line)
{
  ExtractString *out = line->out;
  const char *code = line->text + line->code, *end = line->text + line->code_end;
  gsize fence;
  gboolean padded;

  if (line->code == line->code_end)
    return;
  fence = extract_markdown_longest_run (code, end - code, '`') + 1;
  padded = *code == '`' || end[-1] == '`';
  extract_markdown_append_repeated (out, '`', fence);
  if (padded)
    extract_string_append_c (out, ' ');
  for (const char *p = code; p < end;) {
    const char *pipe = line->lines == EXTRACT_LINES_CELL ? memchr (p, '|', end - p) : NULL;

    extract_string_append (out, p, (pipe ? pipe : end) - p);
    if (pipe)
      extract_string_append_str (out, "\\|");
    p = pipe ? pipe + 1 : end;
  }
  if (padded)
    extract_string_append_c (out, ' ');
  extract_markdown_append_repeated (out, '`', fence);
  append_own (line, "");
  line->code = line->code_end;
}

/* At the start of a block, white space says nothing. */
static void
flush_space (Inline *line)
{
  guint breaks = line->first ? 0 : line->breaks;
  guint32 space = line->first || breaks > 0 ? line->space_end : line->space;

  if (space < line->space_end) {
    extract_string_append (line->out, line->text + space, line->space_end - space);
    line->before = CHAR_SPACE;
    line->tail = TAIL_OTHER;
  }
  for (guint i = 0; i < breaks; i++) {
    if (line->lines != EXTRACT_LINES_FREE) {
      append_own (line, "<br>");
      continue;
    }
    extract_string_append_printf (line->out, "\\\n%s", line->prefix);
    line->before = CHAR_SPACE;
    line->tail = TAIL_OTHER;
    line->place = LINE_START;
  }
  line->space = line->space_end;
  line->breaks = 0;
}

/* TRUE if something inside a span ends where it ends; @inner is the first mark in it not met yet. */
static gboolean
shares_end (Inline *line, const Span *span, const ExtractMark *inner, guint32 end)
{
  if (line->in_code && line->in_code_end >= end)
    return TRUE;
  for (const Span *waiting = span + 1; waiting < line->spans + line->n_spans; waiting++)
    if (waiting->end >= end)
      return TRUE;
  for (; inner < line->last && inner->start < end; inner++)
    if (inner->end >= end)
      return TRUE;
  return FALSE;
}

/*
 * TRUE if stars would be read as the end of emphasis where @span ends. By the rules on flanking, stars
 * between a punctuation mark inside and a letter outside are no end.
 */
static gboolean
stars_close (Inline *line, const Span *span, const ExtractMark *inner, guint32 span_end)
{
  const char *end = line->text + span_end;
  CharClass after;

  while (char_class_before (end) == CHAR_SPACE)
    end = g_utf8_prev_char (end);
  if (end < line->text + span_end || span_end == line->length)
    return TRUE;
  after = char_class (end);
  if (after == CHAR_SPACE || after == CHAR_PUNCTUATION)
    return TRUE;
  return char_class_before (end) == CHAR_WORD && !shares_end (line, span, inner, span_end);
}

static gboolean
is_starred (const Span *span)
{
  return (span->kind == EXTRACT_MARK_STRONG || span->kind == EXTRACT_MARK_EMPHASIS ||
          span->kind == EXTRACT_MARK_DELETED) &&
         !span->html;
}

static gboolean
star_is_open (Inline *line)
{
  for (guint i = 0; i < line->n_open; i++)
    if (is_starred (&line->spans[i]))
      return TRUE;
  return FALSE;
}

/*
 * TRUE if stars would be read as the start of emphasis: the same the other way round. The next
 * character written is at @at; other spans that wait are opened before it.
 */
static gboolean
stars_open (Inline *line, guint32 at)
{
  CharClass before = line->tail == TAIL_OPENED ? line->before_run : line->before, inside;

  if (line->tail == TAIL_CLOSED)
    return FALSE;
  inside =
      line->in_code || line->n_open + 1 < line->n_spans ? CHAR_PUNCTUATION : char_class (line->text + at);
  if (before == CHAR_SPACE || (before == CHAR_PUNCTUATION && inside == CHAR_WORD))
    return TRUE;
  /* Between other characters they might close as well: stars that are open around them. */
  if (star_is_open (line) && line->tail != TAIL_OPENED)
    return FALSE;
  return before == CHAR_PUNCTUATION || inside == CHAR_WORD;
}

static const char *
span_stars (const Span *span)
{
  return span->kind == EXTRACT_MARK_STRONG ? "**" : span->kind == EXTRACT_MARK_DELETED ? "~~" : "*";
}

static const char *
span_name (const Span *span)
{
  switch (span->kind) {
  case EXTRACT_MARK_STRONG:
    return "strong";
  case EXTRACT_MARK_EMPHASIS:
    return "em";
  case EXTRACT_MARK_DELETED:
    return "del";
  case EXTRACT_MARK_MARKED:
    return "mark";
  default:
    return span->kind == EXTRACT_MARK_SUB ? "sub" : "sup";
  }
}

static void
append_element (Inline *line, const char *start, const char *name)
{
  extract_string_append_str (line->out, start);
  extract_string_append_str (line->out, name);
  append_own (line, ">");
}

/* Opens the spans that wait, now that the text at @at is to be written. */
static void
flush_spans (Inline *line, guint32 at)
{
  for (; line->n_open < line->n_spans; line->n_open++) {
    Span *span = &line->spans[line->n_open];

    if (span->kind == EXTRACT_MARK_LINK) {
      append_own (line, "[");
      continue;
    }
    span->html =
        !is_starred (span) || !stars_open (line, at) || !stars_close (line, span, line->mark, span->end);
    if (span->html)
      append_element (line, "<", span_name (span));
    else
      append_stars (line, span_stars (span), TAIL_OPENED);
  }
}

/* As it is if Markdown finds its end by itself, else in angle brackets. */
static void
append_destination (Inline *line, const char *link)
{
  ExtractString *out = line->out;
  gint depth = 0;
  gboolean plain = TRUE;

  for (const char *p = link; *p && plain; p++) {
    depth += (*p == '(') - (*p == ')');
    plain = (guchar) *p > ' ' && *p != 0x7f && !strchr ("<>\\", *p) && depth >= 0 && depth <= 8;
  }
  plain = plain && depth == 0;
  if (!plain)
    extract_string_append_c (out, '<');
  for (const char *p = link; *p; p++) {
    if (strchr ("<>\\", *p) || (*p == '|' && line->lines == EXTRACT_LINES_CELL))
      extract_string_append_c (out, '\\');
    extract_string_append_c (out, *p);
    /* Here some parsers read an escaped reference as one. */
    if (*p == '&' && is_reference (p))
      extract_string_append_str (out, "amp;");
  }
  if (!plain)
    extract_string_append_c (out, '>');
}

static void
span_close (Inline *line)
{
  Span *span = &line->spans[--line->n_spans];

  if (line->n_open > line->n_spans) {
    flush_code (line);
    line->n_open--;
    if (span->kind == EXTRACT_MARK_LINK) {
      extract_string_append_str (line->out, "](");
      append_destination (line, span->link);
      append_own (line, ")");
    } else if (span->html)
      append_element (line, "</", span_name (span));
    else
      append_stars (line, span_stars (span), TAIL_CLOSED);
  }
  extract_memory_free (span->link);
}

/* TRUE if the span is continued by the next mark: <b>one</b><b>two</b>. */
static gboolean
span_continues (Inline *line, Span *span)
{
  const ExtractMark *mark = line->mark;

  if (mark == line->last || mark->start != span->end || mark->kind != span->kind ||
      span->kind == EXTRACT_MARK_LINK)
    return FALSE;
  if (line->n_spans > 1 && span[-1].end < mark->end)
    return FALSE;
  if (line->n_open == line->n_spans && is_starred (span) && !stars_close (line, span, mark + 1, mark->end))
    return FALSE;
  span->end = mark->end;
  line->mark++;
  return TRUE;
}

static void
mark_begin (Inline *line, const ExtractMark *mark, guint32 at)
{
  Span span = { .end = mark->end, .kind = mark->kind };

  if (mark->kind == EXTRACT_MARK_BREAK) {
    line->breaks++;
    return;
  }
  if (mark->end <= at || !extract_writer_shows (line->flags, mark))
    return;
  if (mark->kind == EXTRACT_MARK_PICTURE) {
    line->picture = mark;
    return;
  }
  if (mark->kind == EXTRACT_MARK_CODE) {
    line->in_code_end = line->in_code ? MAX (line->in_code_end, mark->end) : mark->end;
    line->in_code = TRUE;
    return;
  }
  for (guint i = 0; i < line->n_spans; i++)
    if (line->spans[i].kind == mark->kind)
      return;
  if (mark->kind == EXTRACT_MARK_LINK &&
      !(span.link = extract_writer_dup_link (line->passages->document, mark)))
    return;
  line->spans[line->n_spans++] = span;
}

/* ---- A block of running text ---------------------------------------------------------------- */

/* In place of the character at @at. */
static void
append_picture (Inline *line, guint32 at)
{
  const ExtractPicture *picture = ROWS_INDEX (line->passages->pictures, ExtractPicture, line->picture->href);
  ExtractDocument *document = line->passages->document;
  const char *strings = document->page->strings->str;
  EXTRACT_AUTOFREE char *address = extract_writer_dup_address (document, strings + picture->address, TRUE);
  EXTRACT_AUTOFREE char *alt = extract_string_make_valid (strings + picture->alt);

  flush_code (line);
  flush_space (line);
  flush_spans (line, at);
  extract_string_append_str (line->out, "![");
  for (const char *p = alt; *p; p++) {
    if (strchr ("\\`*_[]<>&!|~", *p))
      extract_string_append_c (line->out, '\\');
    extract_string_append_c (line->out, (guchar) *p < ' ' ? ' ' : *p);
  }
  extract_string_append_str (line->out, "](");
  append_destination (line, address);
  append_own (line, ")");
}

/* The text between two places where marks begin or end; white space at its ends waits. */
static void
append_piece (Inline *line, guint32 from, guint32 to)
{
  const char *start = line->text + from, *end = line->text + to;
  guint32 at, space;
  gboolean goes_on;

  while (start < end && char_class (start) == CHAR_SPACE)
    start = g_utf8_next_char (start);
  if (from < to && start > line->text + from) {
    if (line->space == line->space_end)
      line->space = from;
    line->space_end = start - line->text;
  }
  if (start == end)
    return;
  while (char_class_before (end) == CHAR_SPACE)
    end = g_utf8_prev_char (end);
  at = start - line->text;
  space = end - line->text;

  /* Marks that say nothing do not end code. */
  goes_on =
      line->in_code && line->code < line->code_end && line->code_end == at && line->n_open == line->n_spans;
  if (!goes_on) {
    flush_code (line);
    flush_space (line);
    flush_spans (line, at);
  }
  if (line->in_code) {
    line->code = goes_on ? line->code : at;
    line->code_end = space;
  } else
    append_text (line, at, space);
  if (space < to) {
    line->space = space;
    line->space_end = to;
  }
}

static void
append_inline (Inline *line)
{
  guint32 p = 0;

  while (TRUE) {
    guint32 next = line->length;

    while (line->n_spans > 0) {
      Span *span = &line->spans[line->n_spans - 1];

      if (span->end > p)
        break;
      if (!span_continues (line, span))
        span_close (line);
    }
    if (line->in_code && line->in_code_end <= p)
      line->in_code = FALSE;
    while (line->mark < line->last && line->mark->start <= p) {
      const ExtractMark *mark = line->mark++;

      mark_begin (line, mark, p);
      if (line->picture)
        break;
      /* In place of a space; marks may end after that. */
      if (mark->kind == EXTRACT_MARK_BREAK && mark->start == p && p < line->length && line->text[p] == ' ') {
        p++;
        break;
      }
    }
    if (p == line->length)
      break;
    if (line->picture) {
      append_picture (line, p);
      p = line->picture->end;
      line->picture = NULL;
      continue;
    }
    if (line->n_spans > 0)
      next = MIN (next, line->spans[line->n_spans - 1].end);
    if (line->in_code)
      next = MIN (next, line->in_code_end);
    if (line->mark < line->last)
      next = MIN (next, line->mark->start);
    if (next > p) {
      append_piece (line, p, next);
      p = next;
    }
  }
  flush_code (line);
  while (line->n_spans > 0)
    span_close (line);
}

void
extract_markdown_append_text (ExtractString *out, const ExtractMarkdownText *text)
{
  Inline line = {
    .out = out,
    .prefix = text->prefix,
    .passages = text->passages,
    .flags = text->passages->flags,
    .text = text->text,
    .length = text->length,
    .mark = text->marks,
    .last = text->n_marks > 0 ? text->marks + text->n_marks : text->marks,
    .lines = text->lines,
    .in_item = text->in_item,
    .before = CHAR_SPACE,
    .place = LINE_START,
    .first = TRUE,
  };

  if (text->strong)
    line.spans[line.n_spans++] = (Span){ .end = line.length, .kind = EXTRACT_MARK_STRONG };
  append_inline (&line);
}
