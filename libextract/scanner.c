/* SPDX-License-Identifier: MIT */
/*
 * A scanner in front of gumbo.
 *
 * gumbo looks at each byte several times and makes a token of each character, though few bytes of a page
 * shape its tree. The scanner finds the tokens of the page in long strides (memchr) and writes a short page,
 * the skeleton, that has the same tags in the same order:
 *
 *   in the page                              in the skeleton
 *   ---------------------------------------  ------------------------------------------------------------
 *   text                                     one character, the number of the run: U+F0000 + number
 *   text <b>with</b> <i>inline</i> elements  the same: a phrase
 *   white space                              a space; as it is, once the page had a pre
 *   <div class="a" id=b>                     <div>; class and id are looked up by the place of the tag
 *   </div >                                  the same
 *   <!-- comment -->, <?php ?>, <!x>         <!>, an empty comment
 *   <script>…</script>, title, style ...     the content becomes one character, as text does
 *   <!DOCTYPE …>, </>, CDATA                 the same
 *   <html lang=en>, <body …>                 the same
 *   <i class=a>, <b style=c> ...             <i 0>, <b 1>: a number, equal where all attributes are
 *   <font size=1>, <input type=hidden>       <font color 2>, <input type=hidden>
 *
 * WHY THE TREE IS THE SAME. What gumbo's tree builder does with a token depends on this alone:
 *
 *   - of a character: whether it is white space, a line break at the start of pre, listing and textarea, NUL,
 * or anything else. All characters of a run of text that is not blank go where its first one goes, as tags
 *     alone change the mode. White space before it may go elsewhere: before body begins, and in colgroup.
 * There it is kept apart. What is looked at one by one (frameset) or is dropped (NUL) is left to gumbo.
 *   - of a start tag: its name, whether it ends in "/>", and for some names attributes:
 *       html, body     later ones are merged into the first
 *       input          type=hidden in tables
 *       font           color, face, size in svg and math
 *       annotation-xml encoding, in math
 *       b, i, font ... three that are equal in all attributes are too many ("Noah's Ark clause"). An <a>
 * never has a second one beside it. isindex        becomes a form; left to gumbo
 *   - of an end tag: its name, in svg and math with all that stands behind it.
 *   - of a comment: that it is there, since it parts texts.
 *
 * WHERE TOKENS BEGIN AND END depends on the tree in two cases only: whether the text behind a tag like
 * <script> is raw (it is not in svg, math, select ...), and whether <![CDATA[ counts (in svg and math alone).
 * As long as the page has had none of svg, math, select and template there is no doubt. Behind them it is
 * guessed, and every guess is written down and held against the tree that gumbo built of the skeleton:
 *
 *   the scanner went on as if           and it was so if the tree has
 *   the text behind a tag was raw       an HTML element of this very tag
 *   the text behind a tag was not raw   no HTML element of this very tag
 *   a CDATA section counted             no comment in its place
 *
 * Up to the first wrong guess, gumbo has seen the tokens of the page, so it shows in the tree. Then, and
 * wherever the scanner gives up at once (NUL, frameset, isindex, references that overflow), gumbo gets the
 * page itself.
 *
 * WHAT IS READ OF THE PAGE LATER, texts and attributes, is decoded in skeleton.c as gumbo would have: CR and
 * CRLF are line feeds, controls and non-characters U+FFFD, references as in reference.c. Text and tags with
 * references that only gumbo knows stand in the skeleton as they are. So do tags with a double attribute
 * without a value: gumbo 0.10 glues the name of the next one to it.
 */
#include "markup.h"
#include "reference.h"
#include "skeleton-private.h"

#include <stdlib.h>
#include <string.h>

/* ---- References ----------------------------------------------------------------------------- */

/* What is to be known of the references in a text. */
typedef enum {
  ONLY_GUMBO = 1 << 0,  /* extract_skeleton_decode () would not give what gumbo gives */
  LIKE_RUNS = 1 << 1,   /* gumbo could give characters that stand for runs */
  STARTS_BLANK = 1 << 2 /* the first one is white space */
} ReferenceFacts;

/* @last: the page ends here */
static ReferenceFacts
check_references (const char *start, const char *end, gboolean in_attribute, gboolean last)
{
  ReferenceFacts facts = 0;

  for (const char *p = start, *next; (p = memchr (p, '&', end - p)); p = next) {
    guint32 code;

    switch (extract_reference_read (p, end, in_attribute, &code, &next)) {
    case EXTRACT_REFERENCE_HUGE:
      facts |= ONLY_GUMBO | LIKE_RUNS;
      break;
    case EXTRACT_REFERENCE_UNKNOWN:
      facts |= ONLY_GUMBO;
      break;
    case EXTRACT_REFERENCE_CODE:
      if (code >= PLANE_15)
        facts |= LIKE_RUNS;
      if (p == start && code < 0x80 && is_white (code))
        facts |= STARTS_BLANK;
      break;
    case EXTRACT_REFERENCE_NONE:
      break;
    }
    if (last)
      facts |= ONLY_GUMBO;
  }
  return facts;
}

/* ---- The scanner ---------------------------------------------------------------------------- */

#define MAX_NESTED 16
#define MAX_OPEN 8

typedef struct {
  ExtractSkeleton *skeleton;
  const char *end;     /* of the page */
  gsize token;         /* place in the skeleton where gumbo's next token begins */
  gboolean given_up;   /* gumbo has to read the page */
  gboolean doubtful;   /* guesses have to be proven */
  gboolean foreign;    /* there was svg or math */
  gboolean keep_white; /* there was a pre */
  gboolean split;      /* white space in front of text may go elsewhere */
  gboolean columns;    /* there was a colgroup */

  GHashTable *formats; /* (nullable): attributes in a normal form, to their number */

  /* A guess at the open elements: whether svg or math (TRUE), or HTML inside it (FALSE), alternately or not.
   */
  gboolean nested[MAX_NESTED];
  guint n_nested;

  /* Whether phrases may be here: guesses, too. */
  gboolean select; /* in a select */
  guint templates; /* open ones */
  guint tables;    /* open ones */
  guint64 cells;   /* a bit for each open table, the innermost one last: whether it is in a cell */
  guint8 loose[EXTRACT_N_FORMATTINGS + 1]; /* open ones that gumbo was given */

  /* The stretch of text and elements at hand, nothing of which is in the skeleton yet. */
  guint stretch; /* its first piece */
  guint n_open;
  struct {
    const char *tag; /* in the page */
    guint piece;     /* its start tag */
    guint row;       /* its name */
  } open[MAX_OPEN];
} Scanner;

static inline void
put (Scanner *s, const char *start, gsize n)
{
  extract_string_append (s->skeleton->bytes, start, n);
}

static void
put_char (Scanner *s, guint32 c)
{
  const char utf8[] = { 0xf0 | c >> 18, 0x80 | (c >> 12 & 0x3f), 0x80 | (c >> 6 & 0x3f), 0x80 | (c & 0x3f) };

  put (s, utf8, sizeof utf8);
}

/* What has been put is a token. */
static void
token_end (Scanner *s)
{
  s->token = s->skeleton->bytes->len;
}

static void
put_run (Scanner *s, const char *start, const char *end, RunKind kind)
{
  Run run = { .start = start - s->skeleton->text, .length = end - start, .kind = kind };
  gsize number = s->skeleton->runs.len;

  if (number >= MAX_RUNS) {
    s->given_up = TRUE;
    return;
  }
  *ROWS_ADD (s->skeleton->runs, Run) = run;
  if (number >= RUNS_PER_PLANE)
    put_char (s, PLANE_16 + number / RUNS_PER_PLANE);
  put_char (s, PLANE_15 + number % RUNS_PER_PLANE);
}

/* Text that only gumbo can read must have no character that stands for a run. */
static void
put_verbatim_text (Scanner *s, const char *start, const char *end, ReferenceFacts facts)
{
  s->given_up = s->given_up || (facts & LIKE_RUNS);
  for (const char *p = start; p < end; p++)
    s->given_up = s->given_up || (guchar) *p >= 0xf3;
  put (s, start, end - start);
}

static void
put_white (Scanner *s, const char *start, const char *end)
{
  if (s->keep_white)
    put (s, start, end - start);
  else if (start < end)
    put (s, " ", 1);
}

/* Whether white space in front of text has to stay apart from it. */
static gboolean
is_white_apart (const Scanner *s)
{
  return s->keep_white || s->split || s->columns;
}

static void
put_text (Scanner *s, const char *start, const char *end)
{
  const char *text = skip_white (start, end);

  if (text == end || is_white_apart (s))
    put_white (s, start, text);
  else
    text = start;
  if (text < end)
    put_run (s, text, end, RUN_TEXT);
  token_end (s);
}

static void
scan_text (Scanner *s, const char *start, const char *end)
{
  const char *text = skip_white (start, end);
  ReferenceFacts facts;

  if (start == end)
    return;
  facts = check_references (text, end, FALSE, end == s->end);
  if (facts & (ONLY_GUMBO | STARTS_BLANK)) {
    put_verbatim_text (s, start, end, facts);
    token_end (s);
  } else
    put_text (s, start, end);
}

static void
guess (Scanner *s, GuessKind kind)
{
  Guess guess = { .place = s->token, .kind = kind };

  if (s->doubtful)
    *ROWS_ADD (s->skeleton->guesses, Guess) = guess;
}

/* ---- Raw text ------------------------------------------------------------------------------- */

/* @p: at a <. Returns: whether it begins the end tag of @name */
static gboolean
is_end_tag (const char *p, const char *end, const char *name, gsize length)
{
  return (gsize) (end - p) > length + 2 && p[1] == '/' && g_ascii_strncasecmp (p + 2, name, length) == 0 &&
         (is_white (p[length + 2]) || p[length + 2] == '/' || p[length + 2] == '>');
}

static const char *
find_raw_end (const char *p, const char *end, const char *name, gsize length)
{
  for (; (p = memchr (p, '<', end - p)); p++)
    if (is_end_tag (p, end, name, length))
      return p;
  return end;
}

/* @p: (inout): at letters. Returns: whether they are "script", and end as a tag may */
static gboolean
read_script_word (const char **place, const char *end)
{
  const char *p = *place, *start = p;

  while (p < end && is_letter (*p))
    p++;
  *place = p;
  if (p == end || !(is_white (*p) || *p == '/' || *p == '>'))
    return FALSE;
  *place = p + 1;
  return p - start == 6 && g_ascii_strncasecmp (start, "script", 6) == 0;
}

/*
 * A script may hold <!-- in which <script> and </script> belong together:
 *
 *   normal --<!----> escaped --<script--> double --</script--> escaped
 *     ^----------------- --> --------------------'
 */
static const char *
find_script_end (const char *p, const char *end)
{
  enum { NORMAL, ESCAPED, DOUBLE } state = NORMAL;
  guint dashes = 0; /* just before p */

  while (p < end) {
    if (state == NORMAL) {
      p = memchr (p, '<', end - p);
      if (!p || is_end_tag (p, end, "script", 6))
        return p ? p : end;
      if (end - p >= 4 && memcmp (p, "<!--", 4) == 0) {
        state = ESCAPED;
        dashes = 2;
        p += 4;
      } else
        p++;
    } else if (*p == '-') {
      dashes++;
      p++;
    } else if (*p == '>' && dashes >= 2) {
      state = NORMAL;
      p++;
    } else if (*p == '<') {
      dashes = 0;
      if (state == ESCAPED && is_end_tag (p, end, "script", 6))
        return p;
      p++;
      if (state == ESCAPED && p < end && is_letter (*p))
        state = read_script_word (&p, end) ? DOUBLE : ESCAPED;
      else if (state == DOUBLE && p < end && *p == '/') {
        p++;
        state = read_script_word (&p, end) ? ESCAPED : DOUBLE;
      }
    } else {
      dashes = 0;
      p++;
    }
  }
  return end;
}

/* @p: behind the start tag. Returns: at the end tag, or the end of the page */
static const char *
scan_raw (Scanner *s, const char *p, const char *name, gsize length, NameFlags flags)
{
  const char *start = p, *end;
  ReferenceFacts facts = 0;

  if (flags & NAME_PLAINTEXT)
    end = s->end;
  else if (flags & NAME_SCRIPT)
    end = find_script_end (p, s->end);
  else
    end = find_raw_end (p, s->end, name, length);
  if (flags & NAME_RCDATA)
    facts = check_references (start, end, FALSE, end == s->end);
  if (facts & ONLY_GUMBO)
    put_verbatim_text (s, start, end, facts);
  else {
    if ((flags & NAME_LINE) && start < end && (*start == '\n' || *start == '\r'))
      start += *start == '\r' && start + 1 < end && start[1] == '\n' ? 2 : 1;
    if (start < end)
      put_run (s, start, end, flags & NAME_RCDATA ? RUN_TEXT : RUN_RAW);
  }
  token_end (s);
  return end;
}

/* ---- Where in svg and math the scanner thinks it is ------------------------------------------- */

static gboolean
is_in_foreign (const Scanner *s)
{
  return s->n_nested > 0 && s->nested[s->n_nested - 1];
}

static void
nest (Scanner *s, gboolean foreign)
{
  if (s->n_nested < MAX_NESTED)
    s->nested[s->n_nested++] = foreign;
}

static void
nest_start_tag (Scanner *s, NameFlags flags, gboolean self_closing)
{
  s->doubtful = s->doubtful || (flags & NAME_DOUBT);
  s->foreign = s->foreign || (flags & NAME_FOREIGN);
  while (is_in_foreign (s) && (flags & NAME_HTML))
    s->n_nested--;
  if (self_closing)
    return;
  if (flags & NAME_FOREIGN)
    nest (s, TRUE);
  else if (is_in_foreign (s) && (flags & NAME_ISLAND))
    nest (s, FALSE);
}

static void
nest_end_tag (Scanner *s, NameFlags flags)
{
  if (flags & NAME_FOREIGN) {
    while (s->n_nested > 0 && !s->nested[--s->n_nested])
      ;
  } else if ((flags & NAME_ISLAND) && s->n_nested > 0 && !is_in_foreign (s))
    s->n_nested--;
}

/* ---- Where phrases may be ------------------------------------------------------------------- */

static gboolean
is_formatting (guint row)
{
  return (extract_markup_names[row].flags & (NAME_FORMAT | NAME_ANCHOR)) != 0;
}

static gboolean
may_have_phrase (const Scanner *s)
{
  return !s->select && s->templates == 0 && s->n_nested == 0 && (s->tables == 0 || s->cells & 1);
}

/* Of an <a> there must be no other one, of the others no more than two. */
static gboolean
may_have_formatting (const Scanner *s, ExtractFormatting formatting)
{
  return s->loose[formatting] <= (formatting == EXTRACT_FORMATTING_A ? 0 : 2);
}

/* Follows a start tag that gumbo is given: only what is put in, taken out or left behind by tags that are
 * where they should be. */
static void
surround_start_tag (Scanner *s, guint row)
{
  NameFlags flags = extract_markup_names[row].flags;

  if (is_formatting (row)) {
    guint8 *loose = &s->loose[extract_markup_names[row].formatting];

    /* An <a> ends the one before it. */
    *loose = flags & NAME_ANCHOR ? 1 : MIN (*loose + 1, G_MAXUINT8);
  }
  if (flags & NAME_TABLE) {
    s->tables++;
    s->cells <<= 1;
  } else if (flags & NAME_CELL)
    s->cells |= 1;
  else if (flags & NAME_ROWS)
    s->cells &= ~(guint64) 1;
  s->select = s->select || (flags & NAME_SELECT);
  s->templates += (flags & NAME_TEMPLATE) != 0;
}

/* The same with an end tag. */
static void
surround_end_tag (Scanner *s, guint row)
{
  NameFlags flags = extract_markup_names[row].flags;

  if (is_formatting (row) && s->loose[extract_markup_names[row].formatting] > 0)
    s->loose[extract_markup_names[row].formatting]--;
  if ((flags & NAME_TABLE) && s->tables > 0) {
    s->tables--;
    s->cells >>= 1;
  } else if (flags & (NAME_CELL | NAME_ROWS))
    s->cells &= ~(guint64) 1;
  s->select = s->select && !(flags & NAME_SELECT);
  s->templates -= (flags & NAME_TEMPLATE) && s->templates > 0;
}

/* ---- Markup --------------------------------------------------------------------------------- */

/* What the scanner wants to know of the attributes of a tag. */
typedef struct {
  guint n;
  gboolean verbatim; /* gumbo has to read them */
  gboolean self_closing;
  Attribute first[16];
} TagFacts;

static gboolean
is_double (const TagFacts *facts, const Attribute *attribute)
{
  for (guint i = 0; i < facts->n && i < G_N_ELEMENTS (facts->first); i++)
    if (facts->first[i].name_length == attribute->name_length &&
        g_ascii_strncasecmp (facts->first[i].name, attribute->name, attribute->name_length) == 0)
      return TRUE;
  return facts->n >= G_N_ELEMENTS (facts->first);
}

/* Keeps what somebody may ask for. */
static void
put_value (Scanner *s, const Attribute *attribute)
{
  gsize length = attribute->name_length;
  ExtractDomAttribute in_html = extract_markup_find_attribute (attribute->name, length);
  ExtractDomAttribute in_foreign = extract_markup_find_foreign_attribute (attribute->name, length, in_html);
  Value value = { .in_html = in_html, .in_foreign = in_foreign, .length = attribute->value_length };

  if (in_html == EXTRACT_DOM_N_ATTRIBUTES && in_foreign == EXTRACT_DOM_N_ATTRIBUTES)
    return;
  if (attribute->value)
    value.start = attribute->value - s->skeleton->text;
  *ROWS_ADD (s->skeleton->values, Value) = value;
}

/* Whether a value between @p and @end has a reference that only gumbo knows. */
static gboolean
has_references_for_gumbo (const char *p, const char *end)
{
  Attribute attribute;

  while (extract_markup_read (&p, end, &attribute) == TAG_ATTRIBUTE)
    if (attribute.value &&
        (check_references (attribute.value, attribute.value + attribute.value_length, TRUE, FALSE) &
         ONLY_GUMBO))
      return TRUE;
  return FALSE;
}

/* @p: behind the name. @is_start: its values are kept
 * Returns: (nullable): at the >; NULL if the page ends before */
static const char *
scan_attributes (Scanner *s, const char *p, gboolean is_start, TagFacts *facts)
{
  const char *start = p;
  Attribute attribute;
  TagPart part;

  facts->n = 0;
  facts->verbatim = FALSE;
  while ((part = extract_markup_read (&p, s->end, &attribute)) == TAG_ATTRIBUTE) {
    if (!attribute.value)
      facts->verbatim = facts->verbatim || is_double (facts, &attribute);
    if (is_start)
      put_value (s, &attribute);
    if (facts->n < G_N_ELEMENTS (facts->first))
      facts->first[facts->n] = attribute;
    facts->n++;
  }
  facts->self_closing = part == TAG_SELF_CLOSING;
  if (part == TAG_CUT)
    return NULL;
  /* Most tags have no & at all. */
  if (facts->n > 0 && memchr (start, '&', p - start))
    facts->verbatim = facts->verbatim || has_references_for_gumbo (start, p + 1);
  return p;
}

static int
compare_attributes (const void *a, const void *b)
{
  const Attribute *first = a, *second = b;
  gsize n = MIN (first->name_length, second->name_length);
  int order = g_ascii_strncasecmp (first->name, second->name, n);

  /* Of one name, the first in the page. */
  if (order == 0 && first->name_length == second->name_length)
    return first->name < second->name ? -1 : 1;
  return order != 0 ? order : first->name_length < second->name_length ? -1 : 1;
}

/* Returns: the same number for attributes that gumbo takes for the same */
static guint
number_attributes (Scanner *s, TagFacts *facts)
{
  g_autoptr (GString) key = g_string_new (NULL);
  gpointer number;

  qsort (facts->first, facts->n, sizeof (Attribute), compare_attributes);
  for (guint i = 0; i < facts->n; i++) {
    const Attribute *attribute = &facts->first[i];

    if (i > 0 && attribute[-1].name_length == attribute->name_length &&
        g_ascii_strncasecmp (attribute[-1].name, attribute->name, attribute->name_length) == 0)
      continue;
    for (gsize c = 0; c < attribute->name_length; c++)
      g_string_append_c (key, g_ascii_tolower (attribute->name[c]));
    g_string_append_c (key, '=');
    if (attribute->value)
      extract_skeleton_decode (key, attribute->value, attribute->value + attribute->value_length, TRUE, TRUE);
    g_string_append_c (key, '\n');
    g_string_append_printf (key, "%u", (guint) key->len); /* so that no value can look like the next name */
  }
  if (!s->formats)
    s->formats = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!g_hash_table_lookup_extended (s->formats, key->str, NULL, &number)) {
    number = GUINT_TO_POINTER (g_hash_table_size (s->formats));
    g_hash_table_insert (s->formats, g_strdup (key->str), number);
  }
  return GPOINTER_TO_UINT (number);
}

/* What gumbo has to know of the attributes of a tag. */
static void
put_attributes (Scanner *s, NameFlags flags, TagFacts *facts)
{
  gboolean hidden = FALSE, has_type = FALSE, colored = FALSE;

  for (guint i = 0; i < facts->n; i++) {
    const Attribute *attribute = &facts->first[i];
    gsize length = attribute->name_length;

    if ((flags & NAME_INPUT) && length == 4 && !has_type && is_same ("type", attribute->name, 4)) {
      g_autoptr (GString) value = g_string_new (NULL);

      has_type = TRUE;
      if (attribute->value)
        extract_skeleton_decode (value, attribute->value, attribute->value + attribute->value_length, TRUE,
                                 TRUE);
      hidden = g_ascii_strcasecmp (value->str, "hidden") == 0;
    }
    if (flags & NAME_FONT)
      colored =
          colored || (length == 5 && is_same ("color", attribute->name, 5)) ||
          (length == 4 && (is_same ("face", attribute->name, 4) || is_same ("size", attribute->name, 4)));
  }
  /* The last space keeps a "/>" out of the value. */
  if (hidden)
    put (s, " type=hidden ", strlen (" type=hidden "));
  if (colored)
    put (s, " color", strlen (" color"));
  if (flags & NAME_FORMAT) {
    char number[16];

    put (s, number, g_snprintf (number, sizeof number, " %u", number_attributes (s, facts)));
  }
}

static const char *
find_name_end (const char *p, const char *end)
{
  while (p < end && !(extract_markup_bytes[(guchar) *p] & BYTE_NAME_END))
    p++;
  return p;
}

/* @p: at the <. Returns: behind it, and the raw text that it begins */
static const char *
scan_start_tag (Scanner *s, const char *p, guint row)
{
  const char *name = p + 1, *name_end = find_name_end (name, s->end), *end;
  gsize length = name_end - name;
  NameFlags flags = extract_markup_names[row].flags;
  TagFacts facts;
  gboolean raw;
  guint values = s->skeleton->values.len;

  end = scan_attributes (s, name_end, TRUE, &facts);
  if (!end)
    return s->end; /* gumbo forgets a tag that does not end */
  s->given_up = s->given_up || (flags & NAME_GIVE_UP);
  surround_start_tag (s, row);
  if (facts.verbatim || ((flags & NAME_VERBATIM) && facts.n > 0) ||
      ((flags & (NAME_FORMAT | NAME_INPUT)) && facts.n > G_N_ELEMENTS (facts.first)))
    put (s, p, end + 1 - p);
  else {
    put (s, p, length + 1);
    if (facts.n > 0) {
      Tag tag = { .place = s->token, .values = values, .n_values = s->skeleton->values.len - values };

      *ROWS_ADD (s->skeleton->tags, Tag) = tag;
      if (flags & (NAME_FORMAT | NAME_INPUT))
        put_attributes (s, flags, &facts);
    }
    put (s, facts.self_closing ? "/>" : ">", facts.self_closing ? 2 : 1);
  }
  raw = (flags & NAME_RAW) && !is_in_foreign (s);
  if (flags & NAME_RAW)
    guess (s, raw ? GUESS_RAW : GUESS_NOT_RAW);
  token_end (s);

  s->keep_white = s->keep_white || (flags & NAME_SPACED);
  s->columns = s->columns || (flags & NAME_COLUMNS);
  if ((flags & NAME_HTML) && s->n_nested == 0)
    s->split = FALSE;
  if (raw)
    return scan_raw (s, end + 1, name, length, flags);
  nest_start_tag (s, flags, facts.self_closing);
  return end + 1;
}

static const char *
scan_end_tag (Scanner *s, const char *p, guint row)
{
  const char *name = p + 2, *name_end = find_name_end (name, s->end), *end;
  TagFacts facts;

  end = scan_attributes (s, name_end, FALSE, &facts);
  if (!end)
    return s->end;
  put (s, p, end + 1 - p);
  token_end (s);
  if (s->n_nested > 0)
    nest_end_tag (s, extract_markup_names[row].flags);
  surround_end_tag (s, row);
  return end + 1;
}

/* @p: behind <!--. Returns: behind the end */
static const char *
find_comment_end (const char *p, const char *end)
{
  const char *start = p;

  for (; (p = memchr (p, '>', end - p)); p++) {
    gsize n = p - start;

    if (n == 0 || (n == 1 && p[-1] == '-') || (n >= 2 && p[-1] == '-' && p[-2] == '-') ||
        (n >= 3 && p[-1] == '!' && p[-2] == '-' && p[-3] == '-'))
      return p + 1;
  }
  return end;
}

static const char *
find_behind (const char *p, const char *end, char c)
{
  p = memchr (p, c, end - p);
  return p ? p + 1 : end;
}

/* @p: at <![CDATA[ */
static const char *
scan_cdata (Scanner *s, const char *p)
{
  const char *end = g_strstr_len (p, s->end - p, "]]>");

  end = end ? end + 3 : s->end;
  guess (s, GUESS_CDATA);
  put_verbatim_text (s, p, end, 0);
  token_end (s);
  return end;
}

static gboolean
starts_with (const char *p, const char *end, const char *start)
{
  gsize length = strlen (start);

  return (gsize) (end - p) >= length && g_ascii_strncasecmp (p, start, length) == 0;
}

/* ---- Phrases -------------------------------------------------------------------------------- */

/*
 * A phrase is text, comments and inline elements, of which each one that begins in it ends in it, one inside
 * the other:
 *
 *   Some <b>bold</b> and <a href=x>linked <i>text</i></a> here<br>      one character
 *
 * WHY THE TREE IS THE SAME. In body, text and the start tags of these elements do the same before they
 * differ: they open anew the formatting elements that are still in force (a, b, font ...), leave head, or go
 * back into body. So the first token may be either. Behind it nothing waits to be opened anew, each end tag
 * finds its element as the innermost one, and at the end all is open that was open at the start. This holds
 * if
 *
 *   - the page is in body there: not in select, template, svg or math, nor between <table> and <td>, where
 *     text and elements go in front of the table;
 *   - an <a> has no other <a> in force, which it would end; of other formatting elements no more than two of
 *     the name are, since a fourth one puts the first out of force.
 *
 * The scanner follows the tags to know where this is so, but what it follows is a guess: any tag may mean
 * nothing where it stands. So it is held against the tree (dom.c goes through it, skeleton.c judges):
 *
 *   no phrase is inside select, template, svg or math         else the phrase is in another mode
 *   no table comes behind a phrase that stands behind its     else the phrase has gone in front of the table
 *   start tag, in the same cell
 *   as many elements of a formatting name are around it, up   what is in force has been opened by the phrase,
 *   to the cell or object, as may be                          so it is around it
 *   each phrase is there                                      else it has been dropped
 *
 * WHAT HAS NOT GONE INTO THE TREE YET. gumbo keeps text until the next token that inserts or closes
 * something, and puts it then where it is by then. After </form> that is outside of the form, and an <a> that
 * ends another one may leave it behind. That happens to the text behind the last element of the phrase, not
 * to the whole of it; so before these tags the phrase ends with an empty comment, which makes gumbo put it
 * into the tree. If such a tag comes later, and nothing before it has done so, the tree tells: a text knows
 * which tag ended it.
 *
 * HOW. Pieces (text, start tag, end tag, comment) are collected until something comes that fits into no
 * phrase. Then start tags without an end go to gumbo as they are, and what is between them are phrases. No
 * more than MAX_OPEN elements are open, so each tag is looked at twice at most. A single text is a run, as
 * ever.
 */

static void
put_phrase (Scanner *s, guint start, guint end)
{
  Phrase phrase = { .pieces = start, .n_pieces = end - start };
  const char *text = s->skeleton->text;

  for (guint i = start; i < end; i++) {
    const Piece *piece = ROWS_INDEX (s->skeleton->pieces, Piece, i);

    if (piece->kind == PIECE_START)
      phrase.formattings |= piece->formatting;
  }
  put_run (s, text + s->skeleton->phrases.len, text + s->skeleton->phrases.len, RUN_PHRASE);
  *ROWS_ADD (s->skeleton->phrases, Phrase) = phrase;
  token_end (s);
}

/* Puts the pieces from @start to @end, of which each element that begins ends. */
static void
put_pieces (Scanner *s, guint start, guint end)
{
  const char *page = s->skeleton->text;
  gboolean solid = FALSE;

  for (guint i = start; i < end && !solid; i++) {
    const Piece *piece = ROWS_INDEX (s->skeleton->pieces, Piece, i);
    const char *text = page + piece->start;

    solid = piece->kind == PIECE_TEXT ? skip_white (text, text + piece->length) < text + piece->length
                                      : piece->kind != PIECE_COMMENT;
  }
  for (; start < end; start++) {
    Piece *piece = ROWS_INDEX (s->skeleton->pieces, Piece, start);
    const char *text = page + piece->start, *text_end = text + piece->length;

    if (piece->kind == PIECE_COMMENT)
      put (s, "<!>", 3);
    else if (piece->kind == PIECE_TEXT && (!solid || start + 1 == end))
      put_text (s, text, text_end);
    else if (piece->kind == PIECE_TEXT && is_white_apart (s)) {
      const char *solid_text = skip_white (text, text_end);

      put_white (s, text, solid_text);
      if (solid_text < text_end) {
        piece->start = solid_text - page;
        piece->length = text_end - solid_text;
        break;
      }
    } else
      break;
    token_end (s);
  }
  if (start < end)
    put_phrase (s, start, end);
}

/* The same in front of a tag that moves what gumbo has not put into the tree yet: the text behind the last
 * element. */
static void
put_pieces_apart (Scanner *s, guint start, guint end)
{
  guint last = end;

  while (last > start && ROWS_INDEX (s->skeleton->pieces, Piece, last - 1)->kind == PIECE_TEXT)
    last--;
  put_pieces (s, start, last);
  if (last > start) {
    put (s, "<!>", 3);
    token_end (s);
  }
  put_pieces (s, last, end);
}

/* Puts the stretch at hand: elements that are still open go to gumbo, phrases are what is between them.
 * @moving: as put_pieces_apart () says of the tag that comes */
static void
settle (Scanner *s, gboolean moving)
{
  guint start = s->stretch, phrases = s->skeleton->phrases.len, end = s->skeleton->pieces.len;

  for (guint i = 0; i < s->n_open; i++) {
    if (extract_markup_names[s->open[i].row].flags & NAME_ANCHOR)
      put_pieces_apart (s, start, s->open[i].piece);
    else
      put_pieces (s, start, s->open[i].piece);
    scan_start_tag (s, s->open[i].tag, s->open[i].row);
    start = s->open[i].piece + 1;
  }
  if (moving)
    put_pieces_apart (s, start, end);
  else
    put_pieces (s, start, end);
  s->n_open = 0;
  if (s->skeleton->phrases.len == phrases)
    s->skeleton->pieces.len = s->stretch;
  s->stretch = s->skeleton->pieces.len;
}

static void
add_text (Scanner *s, const char *start, const char *end)
{
  if (start == end)
    return;
  if (may_have_phrase (s) &&
      !(check_references (skip_white (start, end), end, FALSE, end == s->end) & (ONLY_GUMBO | STARTS_BLANK)))
    *ROWS_ADD (s->skeleton->pieces, Piece) =
        (Piece){ .kind = PIECE_TEXT, .start = start - s->skeleton->text, .length = end - start };
  else {
    settle (s, FALSE);
    scan_text (s, start, end);
  }
}

/* Whether an element of the name can begin in the stretch at hand, which is put where it would hold too many.
 */
static gboolean
can_begin (Scanner *s, guint row)
{
  if (!(extract_markup_names[row].flags & (NAME_PHRASE | NAME_VOID)) || !may_have_phrase (s))
    return FALSE;
  if (s->n_open == MAX_OPEN)
    settle (s, FALSE);
  for (guint i = 0; i < s->n_open && is_formatting (row); i++)
    if (s->open[i].row == row)
      return FALSE;
  return !is_formatting (row) || may_have_formatting (s, extract_markup_names[row].formatting);
}

/* @p: at the <. Returns: behind it, and the raw text that it begins */
static const char *
add_start_tag (Scanner *s, const char *p)
{
  const char *name_end = find_name_end (p + 1, s->end), *end;
  guint row = extract_markup_find_name (p + 1, name_end - p - 1), values;
  Piece piece = { .kind = PIECE_START, .length = extract_markup_get_tag (row) };
  TagFacts facts;

  if (!can_begin (s, row)) {
    settle (s, (extract_markup_names[row].flags & NAME_ANCHOR) != 0);
    return scan_start_tag (s, p, row);
  }
  values = s->skeleton->values.len;
  end = scan_attributes (s, name_end, TRUE, &facts);
  if (!end)
    return s->end;
  piece.start = values;
  piece.n = s->skeleton->values.len - values;
  if (facts.verbatim || facts.n > MAX_VALUES) {
    s->skeleton->values.len = values;
    settle (s, (extract_markup_names[row].flags & NAME_ANCHOR) != 0);
    return scan_start_tag (s, p, row);
  }
  if (is_formatting (row))
    piece.formatting = 1u << extract_markup_names[row].formatting;
  if (extract_markup_names[row].flags & NAME_PHRASE) {
    s->open[s->n_open].tag = p;
    s->open[s->n_open].piece = s->skeleton->pieces.len;
    s->open[s->n_open++].row = row;
  }
  *ROWS_ADD (s->skeleton->pieces, Piece) = piece;
  if (extract_markup_names[row].flags & NAME_VOID) {
    piece.kind = PIECE_VOID_END;
    *ROWS_ADD (s->skeleton->pieces, Piece) = piece;
  }
  return end + 1;
}

static const char *
add_end_tag (Scanner *s, const char *p)
{
  const char *name_end = find_name_end (p + 2, s->end), *end;
  guint row = extract_markup_find_name (p + 2, name_end - p - 2);
  TagFacts facts;
  Piece piece;

  if (s->n_open == 0 || s->open[s->n_open - 1].row != row) {
    settle (s, (extract_markup_names[row].flags & NAME_FORM) != 0);
    return scan_end_tag (s, p, row);
  }
  end = scan_attributes (s, name_end, FALSE, &facts);
  if (!end)
    return s->end;
  piece = *ROWS_INDEX (s->skeleton->pieces, Piece, s->open[--s->n_open].piece);
  piece.kind = PIECE_END;
  *ROWS_ADD (s->skeleton->pieces, Piece) = piece;
  return end + 1;
}

static void
add_comment (Scanner *s)
{
  if (s->skeleton->pieces.len > s->stretch)
    *ROWS_ADD (s->skeleton->pieces, Piece) = (Piece){ .kind = PIECE_COMMENT };
  else {
    put (s, "<!>", 3);
    token_end (s);
  }
}

/* @p: at a < that is no text */
static const char *
scan_markup (Scanner *s, const char *p)
{
  const char *end;

  if (is_letter (p[1]))
    return add_start_tag (s, p);
  if (p[1] == '/' && is_letter (p[2]))
    return add_end_tag (s, p);
  if (p[1] == '/' && p[2] == '>') {
    /* Nothing; but gumbo takes it for a part of the next token. */
    settle (s, FALSE);
    put (s, p, 3);
    return p + 3;
  }
  if (starts_with (p, s->end, "<!DOCTYPE")) {
    end = find_behind (p, s->end, '>');
    settle (s, FALSE);
    put (s, p, end - p);
    token_end (s);
    return end;
  }
  if (s->foreign && starts_with (p, s->end, "<![CDATA[") && memcmp (p + 3, "CDATA", 5) == 0) {
    settle (s, FALSE);
    return scan_cdata (s, p);
  }
  end = starts_with (p, s->end, "<!--") ? find_comment_end (p + 4, s->end) : find_behind (p + 2, s->end, '>');
  add_comment (s);
  return end;
}

/* Returns: the first < from @p on that is no text, or the end of the page */
static const char *
find_markup (const char *p, const char *end)
{
  for (; (p = memchr (p, '<', end - p)); p++) {
    if (p + 1 == end)
      break;
    if (is_letter (p[1]) || p[1] == '!' || p[1] == '?' || (p[1] == '/' && p + 2 < end))
      return p;
  }
  return end;
}

static void
scan (Scanner *s, const char *p)
{
  while (p < s->end && !s->given_up) {
    const char *markup = find_markup (p, s->end);

    add_text (s, p, markup);
    p = markup < s->end && !s->given_up ? scan_markup (s, markup) : s->end;
  }
  settle (s, FALSE);
}

ExtractSkeleton *
extract_skeleton_new (const char *text, gsize length)
{
  g_autoptr (ExtractSkeleton) skeleton = NULL;
  Scanner s = { .end = text + length, .split = TRUE };

  if (length > MAX_LENGTH || memchr (text, '\0', length))
    return NULL;
  skeleton = g_new0 (ExtractSkeleton, 1);
  skeleton->text = text;
  skeleton->end = s.end;
  skeleton->bytes = g_string_sized_new (length / 8 + 64);
  skeleton->put_together = g_string_new (NULL);
  skeleton->strings = g_string_new (NULL);
  s.skeleton = skeleton;
  scan (&s, text);
  g_clear_pointer (&s.formats, g_hash_table_unref);
  return s.given_up ? NULL : g_steal_pointer (&skeleton);
}
