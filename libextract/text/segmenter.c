/* SPDX-License-Identifier: MIT */
/*
 *   text ─ a stretch after another ─> breaks of words ──> positions, joined as they come
 *                                     breaks of sentences ──┘ (marked)
 *   positions ──> full stops go with their abbreviations ──> the last one of each sentence is marked
 *
 * ICU ends a sentence where Unicode does. What that does not know is decided here: abbreviations, initials,
 * ordinals, numbers of lists; quotations and brackets that go on; dots of three; a dash or a number at the
 * start of a sentence.
 */
#include "libextract/text/segmenter.h"

#include <string.h>

#include "libextract/text/abbreviations.h"
#include "libextract/text/breaks.h"

/* ICU takes memory of its own for a run of Han or Thai, which is not counted: it gets no longer texts. */
#define MAX_STRETCH ((gsize) 64 * 1024)

/* What a full stop behind a position means. */
enum {
  STOP_PLAIN,
  STOP_INSIDE, /* of an abbreviation: the sentence goes on */
  STOP_LAST,   /* of an abbreviation that may end a sentence: it does if a capital follows */
  STOP_STATE,  /* U.S., A.E.: it does if a word follows that begins sentences */
};

struct _ExtractSegmenter {
  const char *language; /* (nullable): lent */
  const ExtractAbbreviations *abbreviations;
  const char *text;      /* of the block at hand */
  guint32 length;        /* its bytes */
  ExtractRows positions; /* ExtractPosition */
  ExtractRows words;     /* ExtractBreak, of the stretch at hand */
  ExtractRows sentences; /* ExtractBreak, of the stretch at hand */
};

ExtractSegmenter *
extract_segmenter_new (const char *language)
{
  ExtractSegmenter *s = EXTRACT_NEW0 (ExtractSegmenter, 1);

  s->language = language;
  return s;
}

void
extract_segmenter_free (ExtractSegmenter *s)
{
  extract_memory_free (s->positions.data);
  extract_memory_free (s->words.data);
  extract_memory_free (s->sentences.data);
  extract_memory_free (s);
}

static inline ExtractPosition *
position_at (const ExtractSegmenter *s, guint32 i)
{
  return ROWS_INDEX (s->positions, ExtractPosition, i);
}

static inline gunichar
first_char (const ExtractSegmenter *s, const ExtractPosition *p)
{
  return g_utf8_get_char (s->text + p->start);
}

static inline guint32
position_length (const ExtractPosition *p)
{
  return p->end - p->start;
}

/* Whether it is the character @c alone. */
static inline gboolean
is_char (const ExtractSegmenter *s, const ExtractPosition *p, char c)
{
  return position_length (p) == 1 && s->text[p->start] == c;
}

/* ---- Addresses ------------------------------------------------------------------------------- */

#define MAX_LOCAL_PART 64

static gboolean
is_address_char (gunichar c)
{
  if (c < 0x80)
    return g_ascii_isgraph (c) && !strchr ("<>\"\\^`{}|", (int) c);
  return c < 0x2e80 && g_unichar_isalpha (c);
}

/* Without the signs that end the sentence around it, and brackets that were opened before it. */
static const char *
trim_address (const char *start, const char *end, gint open)
{
  while (end > start && (strchr (".,;:!?'*", end[-1]) || (end[-1] == ')' && open < 0))) {
    open += end[-1] == ')';
    end--;
  }
  return end;
}

static const char *
skip_address (const char *start, const char *p, const char *end)
{
  gint open = 0;

  while (p < end && is_address_char (g_utf8_get_char (p))) {
    open += *p == '(';
    open -= *p == ')';
    p = g_utf8_next_char (p);
  }
  return trim_address (start, p, open);
}

static const char *
skip_scheme (const char *p, const char *end)
{
  static const char *const schemes[] = { "https://", "http://", "ftp://", "www." };

  if (!strchr ("hfwHFW", *p))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++) {
    const gsize n = strlen (schemes[i]);

    if ((gsize) (end - p) > n && g_ascii_strncasecmp (p, schemes[i], n) == 0 && g_ascii_isalnum (p[n]))
      return p + n;
  }
  return NULL;
}

/* "name@host.example". Returns: (nullable): its end */
static const char *
skip_mail (const char *p, const char *end)
{
  const char *start = p, *host;

  while (p < end && p - start <= MAX_LOCAL_PART && (g_ascii_isalnum (*p) || strchr (".-_+%", *p)))
    p++;
  if (p == end || *p != '@' || p == start)
    return NULL;
  host = ++p;
  while (p < end && p - host <= 253 && (g_ascii_isalnum (*p) || *p == '-' || *p == '.'))
    p++;
  while (p > host && (p[-1] == '.' || p[-1] == '-'))
    p--;
  return p > host + 1 && memchr (host + 1, '.', (gsize) (p - host - 1)) ? p : NULL;
}

/* @word_end: of the word as ICU has it: "example.org" of "example.org/path". Returns: (nullable): the end of
 * the address that begins at @p */
static const char *
find_address (const char *p, const char *word_end, const char *end)
{
  const char *q = skip_scheme (p, end), *dot;

  if (q)
    return skip_address (p, q, end);
  if ((q = skip_mail (p, end)))
    return q;
  if (end - word_end < 2 || *word_end != '/' || !g_ascii_isalnum (word_end[1]) || !g_ascii_isalpha (*p))
    return NULL;
  dot = g_strrstr_len (p, word_end - p, ".");
  return dot && word_end - dot > 2 && g_ascii_isalpha (dot[1]) && g_ascii_isalpha (dot[2])
             ? skip_address (p, word_end, end)
             : NULL;
}

/* ---- Words ----------------------------------------------------------------------------------- */

static gboolean
is_blank (gunichar c)
{
  if (c < 0x80)
    return c <= ' ' || c == 0x7f;
  /* The zero-width space is there to part words; U+FEFF is a mark of nothing. */
  return c == 0x200b || c == 0xfeff || g_unichar_isspace (c) || g_unichar_type (c) == G_UNICODE_CONTROL ||
         g_unichar_type (c) == G_UNICODE_FORMAT;
}

/* What comes between two positions. */
typedef struct {
  gboolean spaced;
  guint8 lines;
} Gap;

/* Whether @text is blank; then @gap has it. */
static gboolean
gap_add (Gap *gap, const char *text, const char *end)
{
  Gap added = *gap;

  for (const char *p = text; p < end; p = g_utf8_next_char (p)) {
    if (!is_blank (g_utf8_get_char (p)))
      return FALSE;
    added.lines = MIN (2, added.lines + (*p == '\n'));
    added.spaced = TRUE;
  }
  *gap = added;
  return TRUE;
}

static gboolean
is_hyphen (gunichar c)
{
  return c == '-' || c == 0x2010 || c == 0x2011;
}

/* Whether the last two positions and a next one are one: "well-known", "COVID-19", "12:30". */
static gboolean
joins (const ExtractSegmenter *s, const ExtractPosition *next)
{
  const guint32 n = s->positions.len;
  const ExtractPosition *a, *sign;
  gunichar c;

  if (n < 2 || next->spaced || next->kind == EXTRACT_BREAK_OTHER || next->kind == EXTRACT_BREAK_IDEOGRAPHS)
    return FALSE;
  a = position_at (s, n - 2);
  sign = position_at (s, n - 1);
  if (sign->spaced || a->kind == EXTRACT_BREAK_OTHER || a->kind == EXTRACT_BREAK_IDEOGRAPHS ||
      sign->kind != EXTRACT_BREAK_OTHER)
    return FALSE;
  c = first_char (s, sign);
  if (position_length (sign) != (guint32) g_unichar_to_utf8 (c, NULL))
    return FALSE;
  if (c == ':')
    return a->kind == EXTRACT_BREAK_NUMBER && next->kind == EXTRACT_BREAK_NUMBER;
  return is_hyphen (c) && (a->kind == EXTRACT_BREAK_WORD || next->kind == EXTRACT_BREAK_WORD);
}

/* Signs that repeat are one: "...", "?!", "----". */
static gboolean
repeats (const ExtractSegmenter *s, const ExtractPosition *next)
{
  const ExtractPosition *last;
  char c, d;

  if (s->positions.len == 0 || next->spaced || next->kind != EXTRACT_BREAK_OTHER ||
      position_length (next) != 1)
    return FALSE;
  last = position_at (s, s->positions.len - 1);
  if (last->kind != EXTRACT_BREAK_OTHER)
    return FALSE;
  c = s->text[next->start];
  d = s->text[last->end - 1];
  return strchr ("!?", c) ? strchr ("!?", d) != NULL : c == d && strchr (".-*=_~#+", c);
}

/* As several positions if it is too long. */
static void
append_position (ExtractSegmenter *s, ExtractPosition next)
{
  while (position_length (&next) > EXTRACT_MAX_POSITION) {
    const char *cut =
        g_utf8_find_prev_char (s->text + next.start, s->text + next.start + EXTRACT_MAX_POSITION + 1);
    ExtractPosition part = next;

    part.end = next.start = (guint32) (cut - s->text);
    next.spaced = next.lines = 0;
    *ROWS_ADD (s->positions, ExtractPosition) = part;
  }
  *ROWS_ADD (s->positions, ExtractPosition) = next;
}

/* "town.Some": a word behind whose full stop the blank is missing. One dot, letters around it, small ones
 * before it, a capital and a small one behind it; and no name of a file or host, which begin as they go on.
 * Returns: where the stop is; 0 if the word is one */
static guint32
find_lost_blank (const ExtractSegmenter *s, guint32 start, guint32 end)
{
  const char *word = s->text + start, *stop = s->text + end;
  const char *dot = memchr (word, '.', (gsize) (stop - word));
  const char *last = dot && dot > word ? g_utf8_prev_char (dot) : NULL;

  if (!last || last == word || !g_unichar_islower (g_utf8_get_char (last)) || dot + 2 >= stop ||
      !g_unichar_isupper (g_utf8_get_char (dot + 1)) || !g_unichar_islower (g_utf8_get_char (word)) ||
      !g_unichar_islower (g_utf8_get_char (g_utf8_next_char (dot + 1))))
    return 0;
  for (const char *p = word; p < stop; p = g_utf8_next_char (p))
    if (p != dot && !g_unichar_isalpha (g_utf8_get_char (p)))
      return 0;
  return (guint32) (dot - s->text);
}

static void
add_position (ExtractSegmenter *s, guint32 start, guint32 end, guint8 kind, Gap *gap)
{
  const ExtractPosition next = {
    .start = start, .end = end, .kind = kind, .spaced = gap->spaced, .lines = gap->lines
  };

  *gap = (Gap){ 0 };
  if (joins (s, &next) && end - position_at (s, s->positions.len - 2)->start <= EXTRACT_MAX_POSITION) {
    ExtractPosition *joined = position_at (s, s->positions.len - 2);

    joined->end = end;
    joined->kind = joined->kind == EXTRACT_BREAK_NUMBER ? kind : joined->kind;
    s->positions.len--;
  } else if (repeats (s, &next) && end - position_at (s, s->positions.len - 1)->start <= EXTRACT_MAX_POSITION)
    position_at (s, s->positions.len - 1)->end = end;
  else
    append_position (s, next);
}

/* Of the text from @from to @to. @gap: (inout): what stands before it, and behind it */
static void
add_words (ExtractSegmenter *s, guint32 from, guint32 to, Gap *gap)
{
  const char *text = s->text;
  guint32 start = from;

  s->words.len = 0;
  extract_breaks_find (EXTRACT_BREAKS_OF_WORDS, text + from, to - from, &s->words);
  for (guint32 i = 0; i < s->words.len; i++) {
    const ExtractBreak *word = ROWS_INDEX (s->words, ExtractBreak, i);
    guint32 end = from + word->end;
    const char *address;

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
    if (end <= start)
      continue;
    if (word->kind == EXTRACT_BREAK_OTHER && gap_add (gap, text + start, text + end)) {
      start = end;
      continue;
    }
    address = word->kind == EXTRACT_BREAK_WORD || word->kind == EXTRACT_BREAK_NUMBER
                  ? find_address (text + start, text + end, text + to)
                  : NULL;
    if (address)
      end = MAX (end, (guint32) (address - text));
    const guint32 dot = !address && word->kind == EXTRACT_BREAK_WORD ? find_lost_blank (s, start, end) : 0;
    if (dot > 0) {
      add_position (s, start, dot, EXTRACT_BREAK_WORD, gap);
      add_position (s, dot, dot + 1, EXTRACT_BREAK_OTHER, gap);
      position_at (s, s->positions.len - 1)->lost = TRUE;
      start = dot + 1;
    }
    add_position (s, start, end, word->kind, gap);
    start = end;
  }
}

/* ---- Full stops of abbreviations ----------------------------------------------------------------- */

static gboolean
is_single_letter (const ExtractSegmenter *s, const ExtractPosition *p)
{
  const gunichar c = first_char (s, p);

  return (g_unichar_isupper (c) || g_unichar_islower (c)) &&
         (position_length (p) == (guint32) g_unichar_to_utf8 (c, NULL));
}

/* "e.g", "U.S", "κ.λπ": nothing longer than two letters between the dots, or a single letter. */
static gboolean
is_dotted (const ExtractSegmenter *s, const ExtractPosition *p)
{
  const char *end = s->text + p->end;
  guint letters = 0, dots = 0;

  for (const char *q = s->text + p->start; q < end; q = g_utf8_next_char (q))
    if (*q == '.') {
      dots++;
      letters = 0;
    } else if (++letters > 1 || !g_unichar_isalpha (g_utf8_get_char (q)))
      return FALSE;
  return dots > 0;
}

/* Whether position @i is a word that often begins sentences, with a capital, and not an initial. */
static gboolean
begins_sentence (const ExtractSegmenter *s, guint32 i)
{
  const ExtractPosition *p = position_at (s, i);

  if (is_single_letter (s, p) && i + 1 < s->positions.len && is_char (s, p + 1, '.') && !p[1].spaced)
    return FALSE;
  return p->kind == EXTRACT_BREAK_WORD && g_unichar_isupper (first_char (s, p)) &&
         extract_abbreviations_begins (s->abbreviations, s->text + p->start, position_length (p));
}

/* Behind an apostrophe, too: "l'avv." */
static ExtractAbbreviation
look_up (const ExtractSegmenter *s, const ExtractPosition *p)
{
  const char *word = s->text + p->start, *end = s->text + p->end;
  const ExtractAbbreviation kind = extract_abbreviations_find (s->abbreviations, word, end - word);

  for (const char *q = word; kind == EXTRACT_ABBREVIATION_NONE && q < end; q = g_utf8_next_char (q))
    if (*q == '\'' || g_utf8_get_char (q) == 0x2019) {
      q = g_utf8_next_char (q);
      return q < end ? extract_abbreviations_find (s->abbreviations, q, end - q) : kind;
    }
  return kind;
}

/* Position @i as a part of "z. B." or "т. д.", which the table has as one; else alone. */
static ExtractAbbreviation
find_abbreviation (const ExtractSegmenter *s, guint32 i)
{
  const ExtractPosition *p = position_at (s, i);
  const gsize length = position_length (p);
  ExtractAbbreviation kind = EXTRACT_ABBREVIATION_NONE;
  char both[16];

  if (i >= 2 && is_single_letter (s, p) && p->spaced && is_char (s, p - 1, '.') && !p[-1].spaced) {
    const gsize n = p[-1].end - p[-2].start;

    if (n + length <= sizeof both) {
      memcpy (both, s->text + p[-2].start, n);
      memcpy (both + n, s->text + p->start, length);
      kind = extract_abbreviations_find (s->abbreviations, both, n + length);
    }
  }
  if (kind != EXTRACT_ABBREVIATION_NONE)
    return kind;
  kind = look_up (s, p);
  /* "2011 r." may end a sentence, "r. Nowak" does not. */
  if (kind == EXTRACT_ABBREVIATION_LAST && is_single_letter (s, p) &&
      !(i > 0 && p[-1].kind == EXTRACT_BREAK_NUMBER))
    return EXTRACT_ABBREVIATION_INSIDE;
  return kind;
}

/* What a full stop means behind position @i, which it stands at. */
static guint8
judge_stop (const ExtractSegmenter *s, guint32 i)
{
  const ExtractPosition *p = position_at (s, i);
  const ExtractPosition *before = i > 0 ? p - 1 : NULL;
  const ExtractPosition *behind = i + 2 < s->positions.len ? p + 2 : NULL;

  if (p->kind == EXTRACT_BREAK_NUMBER)
    return behind && behind->spaced && position_length (p) <= 2 && before &&
                   extract_abbreviations_have_ordinals (s->abbreviations)
               ? STOP_INSIDE
               : STOP_PLAIN;
  if (p->kind != EXTRACT_BREAK_WORD)
    return STOP_PLAIN;
  switch (find_abbreviation (s, i)) {
  case EXTRACT_ABBREVIATION_INSIDE:
    return STOP_INSIDE;
  case EXTRACT_ABBREVIATION_LAST:
    return g_unichar_isupper (first_char (s, p)) && is_dotted (s, p) ? STOP_STATE : STOP_LAST;
  case EXTRACT_ABBREVIATION_NUMBER:
    if (behind && behind->kind == EXTRACT_BREAK_NUMBER)
      return STOP_INSIDE;
    break;
  default:
    break;
  }
  if (is_dotted (s, p))
    return g_unichar_islower (first_char (s, p)) ? STOP_INSIDE : STOP_STATE;
  return is_single_letter (s, p) && behind && !begins_sentence (s, i + 2) ? STOP_INSIDE : STOP_PLAIN;
}

/* Moves full stops to their abbreviations. */
static void
join_stops (ExtractSegmenter *s)
{
  const guint32 n = s->positions.len;
  guint32 to = 0;

  for (guint32 i = 0; i < n; i++) {
    ExtractPosition position = *position_at (s, i);
    const ExtractPosition *next = i + 1 < n ? position_at (s, i + 1) : NULL;

    if (next && !next->spaced && is_char (s, next, '.') &&
        (position.stop = judge_stop (s, i)) != STOP_PLAIN) {
      position.end = next->end;
      position.last = next->last;
      i++;
    }
    *position_at (s, to++) = position;
  }
  s->positions.len = to;
}

/* ---- Sentences --------------------------------------------------------------------------------- */

/* Whether a sentence may end before the end of a text: most texts of menus and lists are plain words. */
static gboolean
may_end_inside (const char *text, gsize length)
{
  while (length > 0 && strchr (".!?", text[length - 1]))
    length--;
  for (gsize i = 0; i < length; i++)
    if ((guchar) text[i] >= 0x80 || text[i] == '.' || text[i] == '!' || text[i] == '?')
      return TRUE;
  return FALSE;
}

/* Marks in `last` where ICU ends sentences, of the positions from @first on. */
static void
mark_sentences (ExtractSegmenter *s, guint32 from, guint32 to, guint32 first)
{
  guint32 i = first;

  s->sentences.len = 0;
  extract_breaks_find (EXTRACT_BREAKS_OF_SENTENCES, s->text + from, to - from, &s->sentences);
  for (guint32 n = 0; n < s->sentences.len; n++) {
    const guint32 end = from + ROWS_INDEX (s->sentences, ExtractBreak, n)->end;

    while (i < s->positions.len && position_at (s, i)->end <= end)
      i++;
    if (i > first)
      position_at (s, i - 1)->last = position_at (s, i - 1)->end <= end && end < to;
  }
}

typedef enum { SIGN_NONE, SIGN_STOP, SIGN_DOTS, SIGN_CALL, SIGN_WIDE } Sign;

/* What ends sentences, as its first character says. */
static Sign
get_sign (const ExtractSegmenter *s, const ExtractPosition *p)
{
  const gunichar c = first_char (s, p);

  if (p->stop != STOP_PLAIN)
    return SIGN_STOP;
  if (p->kind != EXTRACT_BREAK_OTHER)
    return SIGN_NONE;
  switch (c) {
  case '.':
    return position_length (p) > 1 ? SIGN_DOTS : SIGN_STOP;
  case 0x2026:
    return SIGN_DOTS;
  case '!':
  case '?':
  case 0x203c:
  case 0x2047:
  case 0x2048:
  case 0x2049:
  case 0x61f: /* Arabic question mark */
  case 0x6d4: /* Arabic full stop */
    return SIGN_CALL;
  case 0x3002:
  case 0xff01:
  case 0xff0e:
  case 0xff1f:
  case 0xff61:
    return SIGN_WIDE;
  default:
    return SIGN_NONE;
  }
}

static gboolean
is_quote (gunichar c)
{
  return c == '"' || c == '\'' || c == 0x201c || c == 0x201d || c == 0x2018 || c == 0x2019 || c == 0xab ||
         c == 0xbb;
}

static gboolean
is_opener (gunichar c)
{
  return c == '(' || c == '[' || c == '{' || c == 0xbf || c == 0xa1 || c == 0x201e || c == 0x201a ||
         (c >= 0x80 && g_unichar_type (c) == G_UNICODE_OPEN_PUNCTUATION);
}

/* A quote may be either: the one that a word leans on opens. */
static gboolean
is_closer (gunichar c)
{
  return is_quote (c) || c == ')' || c == ']' || c == '}' ||
         (c >= 0x80 && g_unichar_type (c) == G_UNICODE_CLOSE_PUNCTUATION);
}

/* "[25]" that ends with position @i. Returns: the position before it, or @i */
static guint32
skip_reference (const ExtractSegmenter *s, guint32 i)
{
  const ExtractPosition *p = position_at (s, i);

  return i >= 3 && is_char (s, p, ']') && !p->spaced && p[-1].kind == EXTRACT_BREAK_NUMBER && !p[-1].spaced &&
                 is_char (s, &p[-2], '[') && !p[-2].spaced
             ? i - 3
             : i;
}

#define MAX_CLOSERS 6

/* Returns: the position of the sign that ends what ends with position @i; G_MAXUINT32 if there is none */
static guint32
find_sign (const ExtractSegmenter *s, guint32 i)
{
  for (guint n = 0; n <= MAX_CLOSERS; n++) {
    const ExtractPosition *p = position_at (s, i);
    const guint32 before = skip_reference (s, i);

    if (get_sign (s, p) != SIGN_NONE)
      return i;
    if (before < i)
      i = before;
    else if (i > 0 && !p->spaced && p->kind == EXTRACT_BREAK_OTHER && is_closer (first_char (s, p)))
      i--;
    else
      break;
  }
  return G_MAXUINT32;
}

/* How what comes behind a sign begins. */
typedef enum {
  LEAD_NONE,    /* no word */
  LEAD_GOES_ON, /* a comma and the like */
  LEAD_SMALL,
  LEAD_CAPITAL,
  LEAD_NUMBER,
  LEAD_CASELESS,
} LeadKind;

typedef struct {
  LeadKind kind;
  guint32 position;
} Lead;

#define MAX_SIGNS 6

static LeadKind
kind_of_word (const ExtractSegmenter *s, const ExtractPosition *p)
{
  const gunichar c = first_char (s, p);

  if (p->kind == EXTRACT_BREAK_NUMBER || g_unichar_isdigit (c))
    return LEAD_NUMBER;
  if (!g_unichar_islower (c))
    return g_unichar_isupper (c) || g_unichar_istitle (c) ? LEAD_CAPITAL : LEAD_CASELESS;
  /* eBay */
  for (const char *q = s->text + p->start; q < s->text + p->end; q = g_utf8_next_char (q))
    if (g_unichar_isupper (g_utf8_get_char (q)))
      return LEAD_CAPITAL;
  return LEAD_SMALL;
}

static Lead
find_lead (const ExtractSegmenter *s, guint32 i)
{
  const gunichar c = first_char (s, position_at (s, i));

  if (position_at (s, i)->kind == EXTRACT_BREAK_OTHER &&
      ((c < 0x80 && strchr (",;:)]}%/.!?", (int) c)) || c == 0x2026 || c == 0x3001 || c == 0xff0c ||
       c == 0xff1b || c == 0xff1a || get_sign (s, position_at (s, i)) == SIGN_WIDE ||
       (c >= 0x80 && g_unichar_type (c) == G_UNICODE_CLOSE_PUNCTUATION)))
    return (Lead){ LEAD_GOES_ON, i };
  for (guint n = 0; n < MAX_SIGNS && i < s->positions.len; n++, i++)
    if (position_at (s, i)->kind != EXTRACT_BREAK_OTHER)
      return (Lead){ kind_of_word (s, position_at (s, i)), i };
  return (Lead){ LEAD_NONE, i };
}

/* Whether the number before the full stop @sign counts an item: it begins a sentence. */
static gboolean
is_item_number (const ExtractSegmenter *s, guint32 sign)
{
  const ExtractPosition *number;

  if (sign == 0)
    return FALSE;
  number = position_at (s, sign - 1);
  return number->kind == EXTRACT_BREAK_NUMBER && position_length (number) <= 3 &&
         !position_at (s, sign)->spaced && (sign == 1 || number[-1].last);
}

/* @i: a position that no white space parts from the next. */
static gboolean
ends_glued (const ExtractSegmenter *s, guint32 i, guint32 sign, const Lead *lead)
{
  const ExtractPosition *next = position_at (s, i + 1);
  const gunichar c = first_char (s, next);

  if (next->kind == EXTRACT_BREAK_OTHER && is_closer (c) &&
      (c == '"' || c == '\'' || !is_quote (c) || c == 0x201d || c == 0x2019 || c == 0xbb))
    return FALSE;
  if (lead->kind == LEAD_GOES_ON || lead->kind == LEAD_NONE || lead->kind == LEAD_SMALL)
    return FALSE;
  return get_sign (s, position_at (s, sign)) == SIGN_WIDE || position_at (s, i)->last ||
         (position_at (s, i)->lost && position_at (s, i)->stop == STOP_PLAIN);
}

/* Whether the sentence ends with position @i, which is not the last one. */
static gboolean
ends_sentence (const ExtractSegmenter *s, guint32 i)
{
  const ExtractPosition *p = position_at (s, i), *next = p + 1;
  const guint32 sign = find_sign (s, i);
  Lead lead;

  /* Of preformatted text, whose lines may be parts of a sentence. */
  if (next->lines > 1 || (next->lines == 1 && find_lead (s, i + 1).kind != LEAD_SMALL))
    return TRUE;
  if (sign == G_MAXUINT32) {
    /* The Greek question mark. */
    if (is_char (s, p, ';') && i > 0 && next->spaced &&
        g_unichar_get_script (first_char (s, p - 1)) == G_UNICODE_SCRIPT_GREEK)
      return find_lead (s, i + 1).kind == LEAD_CAPITAL;
    /* Signs of scripts that are not named here. */
    return p->last && next->lines == 0 && p->kind == EXTRACT_BREAK_OTHER && first_char (s, p) >= 0x80 &&
           !is_opener (first_char (s, p)) && find_lead (s, i + 1).kind > LEAD_GOES_ON;
  }
  lead = find_lead (s, i + 1);
  if (!next->spaced)
    return ends_glued (s, i, sign, &lead);
  if (lead.kind <= LEAD_SMALL)
    return FALSE;
  switch (position_at (s, sign)->stop) {
  case STOP_INSIDE:
    return FALSE;
  case STOP_LAST:
    return lead.kind != LEAD_NUMBER;
  case STOP_STATE:
    return begins_sentence (s, lead.position);
  default:
    return get_sign (s, position_at (s, sign)) != SIGN_STOP || !is_item_number (s, sign);
  }
}

/* ---- A block ----------------------------------------------------------------------------------- */

/* Behind the last white space of what is not too long; in front of a character if there is none. */
static guint32
find_stretch_end (const ExtractSegmenter *s, guint32 from)
{
  guint32 end;

  if (s->length - from <= MAX_STRETCH)
    return s->length;
  for (end = from + MAX_STRETCH; end > from + MAX_STRETCH / 2; end--)
    if (g_ascii_isspace (s->text[end - 1]))
      return end;
  end = from + MAX_STRETCH;
  while ((s->text[end] & 0xc0) == 0x80)
    end--;
  return end;
}

/* A letter of the text, from its start; of any script if it has none there. */
static gunichar
find_letter (const char *text, gsize length)
{
  const char *end = text + MIN (length, 256);

  for (const char *p = text; p < end; p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);

    if (g_unichar_islower (c))
      return c;
  }
  return 'a';
}

const ExtractPosition *
extract_segmenter_run (ExtractSegmenter *s, const char *text, gsize length, guint32 *n)
{
  Gap gap = { 0 };

  s->text = text;
  s->length = (guint32) length;
  s->positions.len = 0;
  for (guint32 from = 0; from < s->length;) {
    const guint32 to = find_stretch_end (s, from), first = s->positions.len;

    add_words (s, from, to, &gap);
    if (may_end_inside (text + from, to - from))
      mark_sentences (s, from, to, first);
    from = to;
  }
  s->abbreviations = extract_abbreviations_get (s->language, find_letter (text, length));
  join_stops (s);
  for (guint32 i = 0; i < s->positions.len; i++) {
    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
    position_at (s, i)->last = i + 1 == s->positions.len || ends_sentence (s, i);
  }
  *n = s->positions.len;
  return s->positions.data;
}
