/* SPDX-License-Identifier: MIT */
/*
 * Markdown: CommonMark, and tables between pipes as GitHub reads them. Nothing at all for a page
 * without main text.
 *
 *   heading   # ...                           list      - or 1., nested by indentation
 *   quote     > ...                           table     pipes, an empty header if it has none
 *   code      fence of backticks              term      **strong** paragraph (Markdown has no dl)
 *   br        backslash; <br> in a line that must not end
 *   strong    **text**                        link      [text](link) or [text](<link>)
 *   em        *text*                          del       ~~text~~
 *   code      `text`                          picture   ![alt](src)
 *   sub, sup, mark: as in HTML
 *
 * Stars, and two ~, open and close emphasis only where the rules of CommonMark on flanking allow it;
 * elsewhere, as in <b>Note:</b>this, the HTML element stands. So that it is rarely needed, white space at the
 * edges of an element is moved out of it, and equal elements side by side become one.
 *
 * What Markdown would misread is escaped, the rest is left alone. No definitions of links are ever
 * written, so a [1] in a text means nothing, if it is not followed by ( or : .
 *
 * A list that comes right after one of its kind takes the other marker, * or 1), or the two would
 * become one. So does an item whose number is not the next one: it begins another list. With all blocks, <!--
 * label=bad score=0.0312 rule=name --> stands before each, or in a table at the start of its cell.
 */
#include "libextract/base/json.h"
#include "libextract/write/outline.h"
#include "libextract/write/thread.h"
#include "libextract/write/writer.h"

#include <string.h>

#define FRAMES (FRAME_LISTS | FRAME_TABLES | FRAME_BIT (FRAME_ITEM) | FRAME_BIT (FRAME_QUOTE))

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

/* What lines may do to a block. */
typedef enum {
  LINES_FREE,    /* a paragraph: lines end, and what they begin with may mean something */
  LINES_HEADING, /* one line */
  LINES_CELL,    /* part of a line, up to the next pipe */
} Lines;

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
  Lines lines;
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

static gsize
longest_run (const char *text, gsize length, char c)
{
  gsize longest = 0, run = 0;

  for (gsize i = 0; i < length; i++) {
    run = text[i] == c ? run + 1 : 0;
    longest = MAX (longest, run);
  }
  return longest;
}

static void
append_repeated (ExtractString *out, char c, gsize n)
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

  if (line->lines != LINES_FREE || line->place == LINE_INSIDE)
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
    return line->lines == LINES_CELL;
  case '#':
    /* The end of a heading may be decorated with them. */
    return line->lines == LINES_HEADING && before == CHAR_SPACE && p[strspn (p, "#")] == '\0';
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
  fence = longest_run (code, end - code, '`') + 1;
  padded = *code == '`' || end[-1] == '`';
  append_repeated (out, '`', fence);
  if (padded)
    extract_string_append_c (out, ' ');
  for (const char *p = code; p < end;) {
    const char *pipe = line->lines == LINES_CELL ? memchr (p, '|', end - p) : NULL;

    extract_string_append (out, p, (pipe ? pipe : end) - p);
    if (pipe)
      extract_string_append_str (out, "\\|");
    p = pipe ? pipe + 1 : end;
  }
  if (padded)
    extract_string_append_c (out, ' ');
  append_repeated (out, '`', fence);
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
    if (line->lines != LINES_FREE) {
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
    if (strchr ("<>\\", *p) || (*p == '|' && line->lines == LINES_CELL))
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

/* ---- Frames --------------------------------------------------------------------------------- */

/* What is known of an open frame. */
typedef struct {
  gsize prefix;          /* length of the prefix around it */
  guint n;               /* of a list: the number of the last item; of a table: rows */
  gint step;             /* of a list: to the next number */
  gboolean fresh;        /* of a list: it has no item yet */
  gboolean other_marker; /* of a list: the other one, as it comes right after one of its kind */
} MarkdownFrame;

typedef struct {
  ExtractString *out;
  ExtractDocument *document;
  ExtractWriteFlags flags;
  const ExtractPassages *passages;
  ExtractOutline *outline;
  ExtractString *prefix;           /* of the lines that come after the first one of the innermost frame */
  MarkdownFrame frames[FRAME_MAX]; /* beside outline->open */
  guint32 columns;                 /* of the row at hand, so far */
  gsize start;                     /* of the page in out */
} Markdown;

/* A line with nothing on it, or after the marks of quotes nothing else. */
static void
append_prefix_of_empty_line (Markdown *markdown)
{
  gsize length = markdown->prefix->len;

  while (length > 0 && markdown->prefix->str[length - 1] == ' ')
    length--;
  extract_string_append (markdown->out, markdown->prefix->str, length);
}

static void
append_cells (Markdown *markdown, guint32 column)
{
  for (; markdown->columns < column; markdown->columns++)
    extract_string_append_str (markdown->out, "  |");
}

/* The line under the first row makes it a table. */
static void
append_delimiters (Markdown *markdown, guint32 columns)
{
  extract_string_append_printf (markdown->out, "\n%s|", markdown->prefix->str);
  for (guint32 i = 0; i < columns; i++)
    extract_string_append_str (markdown->out, " --- |");
}

/* All rows have the same number of cells. */
static void
row_close (Markdown *markdown)
{
  guint depth = markdown->outline->n_open - 1;
  const ExtractOutlineNode *table = &markdown->outline->nodes[markdown->outline->open[depth]];

  append_cells (markdown, table->columns);
  if (markdown->frames[depth].n++ == 0 && table->header)
    append_delimiters (markdown, table->columns);
}

/* Markdown has no table without a header; where the page has none, it is empty. */
static void
row_open (Markdown *markdown)
{
  guint depth = markdown->outline->n_open - 1;
  const ExtractOutlineNode *table = &markdown->outline->nodes[markdown->outline->open[depth]];

  extract_string_append_c (markdown->out, '|');
  markdown->columns = 0;
  if (markdown->frames[depth].n > 0 || table->header)
    return;
  append_cells (markdown, table->columns);
  append_delimiters (markdown, table->columns);
  extract_string_append_printf (markdown->out, "\n%s|", markdown->prefix->str);
  markdown->columns = 0;
}

static void
frame_close (Markdown *markdown)
{
  ExtractOutline *outline = markdown->outline;
  const ExtractOutlineNode *node = &outline->nodes[outline->open[--outline->n_open]];

  if (node->kind == FRAME_ROW)
    row_close (markdown);
  else if (node->kind == FRAME_CELL) {
    extract_string_append_str (markdown->out, " |");
    append_cells (markdown, node->columns + node->spanned - 1);
  }
  extract_string_truncate (markdown->prefix, markdown->frames[outline->n_open].prefix);
}

/* Numbers that do not go up by one need a list each: programs count by themselves. */
static void
append_number (Markdown *markdown, MarkdownFrame *list, gint32 number)
{
  gint64 next = (gint64) list->n + list->step;

  if (number >= 0)
    next = number;
  if (next < 0 || next > LIST_MAX_NUMBER)
    next = 1;
  if (!list->fresh && next != (gint64) list->n + 1)
    list->other_marker = !list->other_marker;
  list->fresh = FALSE;
  list->n = next;
  extract_string_append_printf (markdown->out, "%u%c ", list->n, list->other_marker ? ')' : '.');
}

static void
append_marker (Markdown *markdown, MarkdownFrame *list, ExtractFrameKind kind, gint32 number)
{
  gsize at = markdown->out->len;

  if (kind == FRAME_BULLETS)
    extract_string_append_str (markdown->out, list->other_marker ? "* " : "- ");
  else
    append_number (markdown, list, number);
  append_repeated (markdown->prefix, ' ', markdown->out->len - at);
}

static void
frame_open (Markdown *markdown, guint32 element, gboolean other_marker)
{
  ExtractOutline *outline = markdown->outline;
  guint depth = outline->n_open;
  const ExtractOutlineNode *node = &outline->nodes[element];
  MarkdownFrame *frame = &markdown->frames[depth];

  *frame = (MarkdownFrame){ .prefix = markdown->prefix->len, .other_marker = other_marker };
  switch ((ExtractFrameKind) node->kind) {
  case FRAME_NUMBERS:
    frame->fresh = TRUE;
    frame->step = node->reversed ? -1 : 1;
    frame->n = (node->number >= 0 ? (guint) node->number : node->reversed ? node->items : 1) - frame->step;
    break;
  case FRAME_ITEM:
    append_marker (markdown, frame - 1, extract_outline_open_kind (outline, depth - 1), node->number);
    break;
  case FRAME_QUOTE:
    extract_string_append_str (markdown->out, "> ");
    extract_string_append_str (markdown->prefix, "> ");
    break;
  case FRAME_ROW:
    row_open (markdown);
    break;
  case FRAME_CELL:
    append_cells (markdown, node->columns - 1);
    markdown->columns++;
    extract_string_append_c (markdown->out, ' ');
    break;
  default:
    break;
  }
  outline->open[outline->n_open++] = element;
}

/* TRUE if the next block goes on the next line, as what is open says; else an empty line comes first. */
static gboolean
is_tight (Markdown *markdown)
{
  ExtractOutline *outline = markdown->outline;
  guint depth = outline->n_open;

  if (depth == 0)
    return FALSE;
  switch (extract_outline_open_kind (outline, depth - 1)) {
  case FRAME_BULLETS:
  case FRAME_NUMBERS:
    return !outline->nodes[outline->open[depth - 1]].loose;
  case FRAME_ITEM:
    return !outline->nodes[outline->open[depth - 2]].loose;
  case FRAME_TABLE:
    return markdown->frames[depth - 1].n > 0;
  default:
    return FALSE;
  }
}

/* Closes and opens frames, up to where the text of a passage begins. */
static void
frames_enter (Markdown *markdown, const ExtractPassage *passage)
{
  ExtractOutline *outline = markdown->outline;
  guint kept = extract_outline_enter (outline, passage);
  ExtractFrameKind closed = extract_outline_open_kind (outline, kept);
  gboolean other_marker = kept < outline->n_open && !markdown->frames[kept].other_marker;

  while (outline->n_open > kept)
    frame_close (markdown);
  if (extract_outline_open_kind (outline, kept - 1) == FRAME_CELL)
    extract_string_append_str (markdown->out, "<br>");
  else if (markdown->out->len > markdown->start &&
           extract_outline_open_kind (outline, kept - 1) != FRAME_ROW) {
    extract_string_append_c (markdown->out, '\n');
    if (!is_tight (markdown)) {
      append_prefix_of_empty_line (markdown);
      extract_string_append_c (markdown->out, '\n');
    }
    extract_string_append_str (markdown->out, markdown->prefix->str);
  }
  while (outline->n_open < outline->n_wanted) {
    guint32 element = outline->wanted[outline->n_open];
    ExtractFrameKind kind = outline->nodes[element].kind;

    frame_open (markdown, element, other_marker && outline->n_open == kept && kind == closed);
  }
}

/* ---- Blocks --------------------------------------------------------------------------------- */

static void
append_comment (Markdown *markdown, ExtractBlock *block, gboolean in_line)
{
  const char *rule = extract_block_get_rule (block);

  extract_string_append_printf (markdown->out, "<!-- label=%s score=", extract_label_get_nick (block->label));
  extract_writer_append_number (markdown->out, "%.4f", block->score);
  if (rule)
    extract_string_append_printf (markdown->out, " rule=%s", rule);
  extract_string_append_str (markdown->out, in_line ? " --> " : " -->\n");
  if (!in_line)
    extract_string_append_str (markdown->out, markdown->prefix->str);
}

static void
append_code (Markdown *markdown, const ExtractPassage *passage)
{
  const char *text = extract_passage_text (markdown->passages, passage);
  gsize length = passage->length, fence = MAX (3, longest_run (text, length, '`') + 1);
  char language[EXTRACT_MAX_CODE_LANGUAGE];

  while (length > 0 && text[length - 1] == '\n')
    length--;
  append_repeated (markdown->out, '`', fence);
  if (extract_passages_read_language (markdown->passages, passage->element, language))
    extract_string_append_str (markdown->out, language);
  for (const char *p = text, *end = text + length; p <= end;) {
    const char *line_end = memchr (p, '\n', end - p);

    if (!line_end)
      line_end = end;
    extract_string_append_c (markdown->out, '\n');
    if (line_end > p)
      extract_string_append_str (markdown->out, markdown->prefix->str);
    else
      append_prefix_of_empty_line (markdown);
    extract_string_append (markdown->out, p, line_end - p);
    p = line_end + 1;
  }
  extract_string_append_printf (markdown->out, "\n%s", markdown->prefix->str);
  append_repeated (markdown->out, '`', fence);
}

static void
append_passage (Markdown *markdown, const ExtractPassage *passage)
{
  const ExtractOutlineNode *owner = extract_outline_owner (markdown->outline, passage);
  const ExtractMark *mark = extract_passage_marks (markdown->passages, passage);
  ExtractFrameKind frame =
      owner->frame == EXTRACT_NO_ELEMENT ? FRAME_NONE : markdown->outline->nodes[owner->frame].kind;
  Inline line = {
    .out = markdown->out,
    .passages = markdown->passages,
    .flags = markdown->flags,
    .text = extract_passage_text (markdown->passages, passage),
    .length = passage->length,
    .mark = mark,
    .last = mark + passage->n_marks,
    .lines = frame == FRAME_CELL ? LINES_CELL : LINES_FREE,
    .before = CHAR_SPACE,
    .place = LINE_START,
    .first = TRUE,
  };

  frames_enter (markdown, passage);
  if ((markdown->flags & EXTRACT_WRITE_ALL) && passage->block != EXTRACT_NO_BLOCK)
    append_comment (markdown, &markdown->document->blocks[passage->block], frame == FRAME_CELL);
  line.prefix = markdown->prefix->str;
  line.in_item = extract_outline_open_kind (markdown->outline, markdown->outline->n_open - 1) == FRAME_ITEM;
  if (extract_passage_is_pre (markdown->passages, passage))
    append_code (markdown, passage);
  else if (owner->heading > 0 && frame != FRAME_TERM) {
    append_repeated (markdown->out, '#', owner->heading);
    extract_string_append_c (markdown->out, ' ');
    line.lines = LINES_HEADING;
    append_inline (&line);
  } else {
    if (frame == FRAME_TERM)
      line.spans[line.n_spans++] = (Span){ .end = line.length, .kind = EXTRACT_MARK_STRONG };
    append_inline (&line);
  }
}

/* YAML between two lines of ---, as many programs read it in front of Markdown. */
static void
append_front_matter (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractMetadata *metadata = extract_writer_get_metadata (document);

  extract_string_append_str (out, "---\n");
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++) {
    const ExtractFieldInfo *info = extract_field_get_info (field);
    const guint n = extract_writer_count_values (metadata, flags, field);

    if (n > 0)
      extract_string_append_printf (out, "%s: %s", info->name, info->many ? "[" : "");
    for (guint i = 0; i < n; i++) {
      extract_string_append_str (out, i > 0 ? ", " : "");
      extract_string_append_json (out, extract_metadata_get_value (metadata, field, i));
    }
    if (n > 0)
      extract_string_append_str (out, info->many ? "]\n" : "\n");
  }
  extract_string_append_str (out, "---\n\n");
}

/* ---- Comments ------------------------------------------------------------------------------- */

/* Levels of answers, each in the list item of what it answers. */
#define COMMENT_NESTING 16

static void
append_line (Markdown *markdown, const char *text, gsize length, const ExtractPiece *piece)
{
  Inline line = {
    .out = markdown->out,
    .passages = markdown->passages,
    .flags = markdown->flags,
    .prefix = markdown->prefix->str,
    .text = text,
    .length = (guint32) length,
    .lines = LINES_FREE,
    .in_item = TRUE,
    .before = CHAR_SPACE,
    .place = LINE_START,
    .first = TRUE,
  };

  if (piece) {
    line.mark = extract_document_marks (markdown->document, piece);
    line.last = line.mark + piece->n_marks;
  } else
    line.lines = LINES_HEADING;
  append_inline (&line);
}

/* "- **Marta Lind**, 2020-03-04", an empty line, and the blocks. */
static void
append_comment_item (Markdown *markdown, ExtractItems *items, guint i)
{
  const ExtractItemBlock *blocks = extract_items_get_blocks (items);
  const char *author = extract_items_get_author (items, i), *date = extract_items_get_date (items, i);
  ExtractString *out = markdown->out;
  gboolean begun = author || date;

  extract_string_append_str (out, "- ");
  extract_string_append_str (markdown->prefix, "  ");
  if (author) {
    extract_string_append_str (out, "**");
    append_line (markdown, author, strlen (author), NULL);
    extract_string_append_str (out, date ? "**, " : "**");
  }
  extract_string_append_str (out, date ? date : "");
  for (guint32 b = extract_items_get_first_block (items, i); b != EXTRACT_NO_ITEM; b = blocks[b].next) {
    const ExtractPiece *piece = extract_document_piece (markdown->document, b);
    const ExtractPassage passage = extract_passage_of_block (markdown->document, b);
    const char *text = extract_document_text (markdown->document, b);

    if (begun) {
      extract_string_append_str (out, "\n\n");
      extract_string_append_str (out, markdown->prefix->str);
    }
    begun = TRUE;
    if (piece->pre)
      append_code (markdown, &passage);
    else
      append_line (markdown, text, piece->length, piece);
  }
  extract_string_append_c (out, '\n');
}

/* Behind a line, a list of them. */
static void
append_comments (Markdown *markdown)
{
  ExtractThread thread = extract_thread_begin (markdown->document, markdown->flags, COMMENT_NESTING);

  while (extract_thread_next (&thread)) {
    extract_string_append_str (markdown->out, thread.n > 1                           ? "\n"
                                              : markdown->out->len > markdown->start ? "\n***\n\n"
                                                                                     : "");
    extract_string_truncate (markdown->prefix, 0);
    for (guint level = 0; level < thread.level; level++)
      extract_string_append_str (markdown->prefix, "  ");
    extract_string_append_str (markdown->out, markdown->prefix->str);
    append_comment_item (markdown, thread.items, thread.item);
  }
}

void
extract_write_markdown (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  g_autoptr (ExtractPassages) passages = extract_passages_new (document, flags);
  g_autoptr (ExtractOutline) outline = extract_outline_new (passages, FRAMES);
  g_autoptr (ExtractString) prefix = extract_string_new ();
  Markdown markdown = {
    .out = out,
    .document = document,
    .flags = flags,
    .passages = passages,
    .outline = outline,
    .prefix = prefix,
    .start = out->len,
  };

  if (extract_writer_is_empty (document, flags))
    return;
  if (flags & EXTRACT_WRITE_METADATA) {
    append_front_matter (out, document, flags);
    markdown.start = out->len;
  }
  for (guint i = 0; i < passages->passages.len; i++)
    append_passage (&markdown, extract_passage (passages, i));
  while (outline->n_open > 0)
    frame_close (&markdown);
  if (out->len > markdown.start)
    extract_string_append_c (out, '\n');
  if (flags & EXTRACT_WRITE_ITEMS)
    append_comments (&markdown);
}
