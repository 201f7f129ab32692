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
 *   text, elements with all that is in them  the same: a phrase (phrase.c)
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
 * Phrases are most of a page. What is below is about the rest: tags that are not closed as they should,
 * tables, forms, head.
 *
 * WHY THE TREE IS THE SAME. What gumbo's tree builder does with a token depends on this alone:
 *
 *   - of a character: whether it is white space, a line break at the start of pre, listing and textarea,
 *     NUL, or anything else. All characters of a run of text that is not blank go where its first one goes,
 *     as tags alone change the mode. White space before it may go elsewhere: before body begins, and in
 *     colgroup. There it is kept apart. What is looked at one by one (frameset) or is dropped (NUL) is left
 *     to gumbo.
 *   - of a start tag: its name, whether it ends in "/>", and for some names attributes:
 *       html, body      later ones are merged into the first
 *       input           type=hidden in tables
 *       font            color, face, size in svg and math
 *       annotation-xml  encoding, in math
 *       b, i, font ...  three that are equal in all attributes are too many ("Noah's Ark clause"); an <a>
 *                       never has a second one beside it
 *       isindex         becomes a form; left to gumbo
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
 * without a value: gumbo 0.10 glues the name of the next one to it; and tags whose attributes have names of
 * which gumbo replaces characters, so that two may be the same for it alone. Where that is a <b>, <i>, <font>
 * ..., whose attributes are held against those of others, the scanner gives up.
 */
#include "libextract/html/reference.h"
#include "libextract/html/scanner.h"

#include <stdlib.h>
#include <string.h>

/* ---- References ----------------------------------------------------------------------------- */

ReferenceFacts
extract_scanner_check_references (const char *start, const char *end, gboolean in_attribute, gboolean last)
{
  ReferenceFacts facts = 0;
  guint steps = 0;

  for (const char *p = start, *next; (p = memchr (p, '&', end - p)); p = next) {
    guint32 code;

    EXTRACT_BUDGET_LOOK_EVERY (++steps, EXTRACT_STEPS_PER_CLOCK);
    switch (extract_reference_read (p, end, in_attribute, &code, &next)) {
    case EXTRACT_REFERENCE_HUGE:
      facts |= ONLY_GUMBO | LIKE_RUNS | OVERFLOWS;
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

static void
put_char (Scanner *s, guint32 c)
{
  const char utf8[] = { 0xf0 | c >> 18, 0x80 | (c >> 12 & 0x3f), 0x80 | (c >> 6 & 0x3f), 0x80 | (c & 0x3f) };

  scanner_put (s, utf8, sizeof utf8);
}

void
extract_scanner_put_run (Scanner *s, const char *start, const char *end, RunKind kind)
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
  scanner_put (s, start, end - start);
}

void
extract_scanner_put_white (Scanner *s, const char *start, const char *end)
{
  if (s->keep_white)
    scanner_put (s, start, end - start);
  else if (start < end)
    scanner_put (s, " ", 1);
}

void
extract_scanner_put_text (Scanner *s, const char *start, const char *end)
{
  const char *text = skip_white (start, end);

  if (scanner_keeps_text (s)) {
    put_verbatim_text (s, start, end, extract_scanner_check_references (start, end, FALSE, FALSE));
    text = end;
  } else if (text == end || scanner_keeps_white_apart (s))
    extract_scanner_put_white (s, start, text);
  else
    text = start;
  if (text < end)
    extract_scanner_put_run (s, text, end, RUN_TEXT);
  scanner_end_token (s);
}

void
extract_scanner_add_text (Scanner *s, const char *start, const char *end)
{
  const char *text = skip_white (start, end);
  ReferenceFacts facts;

  if (start == end)
    return;
  facts = extract_scanner_check_references (text, end, FALSE, end == s->end);
  if (facts & (ONLY_GUMBO | STARTS_BLANK)) {
    put_verbatim_text (s, start, end, facts);
    scanner_end_token (s);
  } else
    extract_scanner_put_text (s, start, end);
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
  for (guint steps = 1; (p = memchr (p, '<', end - p)); p++, steps++) {
    EXTRACT_BUDGET_LOOK_EVERY (steps, EXTRACT_STEPS_PER_CLOCK);
    if (is_end_tag (p, end, name, length))
      return p;
  }
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

  for (guint steps = 1; p < end; steps++) {
    EXTRACT_BUDGET_LOOK_EVERY (steps, EXTRACT_STEPS_PER_CLOCK);
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

const char *
extract_scanner_find_raw_end (const Scanner *s, const char *p, const char *name, gsize length,
                              NameFlags flags)
{
  if (flags & NAME_PLAINTEXT)
    return s->end;
  return flags & NAME_SCRIPT ? find_script_end (p, s->end) : find_raw_end (p, s->end, name, length);
}

const char *
extract_scanner_skip_line (const char *start, const char *end, NameFlags flags)
{
  const char *next;
  guint32 code;

  if (!(flags & NAME_LINE) || start == end)
    return start;
  /* &#13; is none. */
  if (*start == '&')
    return extract_reference_read (start, end, FALSE, &code, &next) == EXTRACT_REFERENCE_CODE && code == '\n'
               ? next
               : start;
  if (*start != '\n' && *start != '\r')
    return start;
  return start + (*start == '\r' && start + 1 < end && start[1] == '\n' ? 2 : 1);
}

/* @p: behind the start tag. Returns: at the end tag, or the end of the page */
static const char *
scan_raw (Scanner *s, const char *p, const char *name, gsize length, NameFlags flags)
{
  const char *end = extract_scanner_find_raw_end (s, p, name, length, flags);
  ReferenceFacts facts = 0;

  if (flags & NAME_RCDATA)
    facts = extract_scanner_check_references (p, end, FALSE, end == s->end);
  if (facts & ONLY_GUMBO)
    put_verbatim_text (s, p, end, facts);
  else {
    p = extract_scanner_skip_line (p, end, flags);
    if (p < end)
      extract_scanner_put_run (s, p, end, flags & NAME_RCDATA ? RUN_TEXT : RUN_RAW);
  }
  scanner_end_token (s);
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

/* ---- Markup --------------------------------------------------------------------------------- */

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

/* Whether a value between @p and @end has a reference that only gumbo knows. Behind one that overflows, gumbo
 * may not even see where the tag ends. */
static gboolean
has_references_for_gumbo (Scanner *s, const char *p, const char *end)
{
  ReferenceFacts facts = 0;
  Attribute attribute;

  while (extract_markup_read (&p, end, &attribute) == TAG_ATTRIBUTE)
    if (attribute.value)
      facts |= extract_scanner_check_references (attribute.value, attribute.value + attribute.value_length,
                                                 TRUE, FALSE);
  s->given_up = s->given_up || (facts & OVERFLOWS);
  return (facts & ONLY_GUMBO) != 0;
}

const char *
extract_scanner_read_attributes (Scanner *s, const char *p, gboolean is_start, TagFacts *facts)
{
  const char *start = p;
  Attribute attribute;
  TagPart part;

  facts->n = 0;
  facts->verbatim = FALSE;
  while ((part = extract_markup_read (&p, s->end, &attribute)) == TAG_ATTRIBUTE) {
    EXTRACT_BUDGET_LOOK_EVERY (facts->n + 1, EXTRACT_STEPS_PER_CLOCK);
    facts->verbatim =
        facts->verbatim || attribute.is_odd || (!attribute.value && is_double (facts, &attribute));
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
    facts->verbatim = has_references_for_gumbo (s, start, p + 1) || facts->verbatim;
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

/* Appends the attributes in a normal form. */
static void
append_form (ExtractString *forms, TagFacts *facts)
{
  const gsize start = forms->len;

  qsort (facts->first, facts->n, sizeof (Attribute), compare_attributes);
  for (guint i = 0; i < facts->n; i++) {
    const Attribute *attribute = &facts->first[i];

    if (i > 0 && attribute[-1].name_length == attribute->name_length &&
        g_ascii_strncasecmp (attribute[-1].name, attribute->name, attribute->name_length) == 0)
      continue;
    for (gsize c = 0; c < attribute->name_length; c++)
      extract_string_append_c (forms, g_ascii_tolower (attribute->name[c]));
    extract_string_append_c (forms, '=');
    if (attribute->value)
      extract_skeleton_decode (forms, attribute->value, attribute->value + attribute->value_length, TRUE,
                               TRUE);
    extract_string_append_c (forms, '\n');
    /* This way no value can look like the next name. */
    extract_string_append_printf (forms, "%" G_GSIZE_FORMAT, forms->len - start);
  }
}

/* FNV-1a */
static guint32
hash_form (const char *form, gsize length)
{
  guint32 hash = 0x811c9dc5;

  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guchar) form[i]) * 0x01000193;
  return hash ^ hash >> 16;
}

/* A format is looked for in no more slots than these. */
#define FORMAT_PROBES 64
#define FIRST_FORMAT_BITS 8

/* Returns: (nullable): its slot, or the free one for it; NULL if there is none nearby */
static guint32 *
find_format_slot (const Scanner *s, const Format *format)
{
  const guint32 mask = (1u << s->format_bits) - 1;

  for (guint32 i = 0; i < FORMAT_PROBES; i++) {
    guint32 *slot = &s->format_slots[(format->hash + i) & mask];
    const Format *other = *slot > 0 ? ROWS_INDEX (s->formats, Format, *slot - 1) : NULL;

    if (!other || (other->hash == format->hash && other->length == format->length &&
                   memcmp (s->forms->str + other->form, s->forms->str + format->form, format->length) == 0))
      return slot;
  }
  return NULL;
}

/* Returns: FALSE if a format has no slot nearby: only pages that are made for that have such */
static gboolean
make_format_slots (Scanner *s, guint bits)
{
  extract_memory_free (s->format_slots);
  s->format_bits = bits;
  s->format_slots = EXTRACT_NEW0 (guint32, (gsize) 1 << bits);
  for (guint32 i = 0; i < s->formats.len; i++) {
    guint32 *slot = find_format_slot (s, ROWS_INDEX (s->formats, Format, i));

    if (!slot)
      return FALSE;
    *slot = i + 1;
  }
  return TRUE;
}

/* Returns: the same number for attributes that gumbo takes for the same */
static guint
number_attributes (Scanner *s, TagFacts *facts)
{
  Format format;
  guint32 *slot;

  if (!s->forms) {
    s->forms = extract_string_new ();
    make_format_slots (s, FIRST_FORMAT_BITS);
  }
  format.form = s->forms->len;
  append_form (s->forms, facts);
  format.length = s->forms->len - format.form;
  format.hash = hash_form (s->forms->str + format.form, format.length);
  slot = find_format_slot (s, &format);
  if (slot && *slot > 0) {
    extract_string_truncate (s->forms, format.form);
    return *slot - 1;
  }
  *ROWS_ADD (s->formats, Format) = format;
  if (slot)
    *slot = s->formats.len;
  if (!slot || s->formats.len > 1u << (s->format_bits - 1))
    s->given_up = s->given_up || !make_format_slots (s, s->format_bits + 1);
  return s->formats.len - 1;
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
      g_autoptr (ExtractString) value = extract_string_new ();

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
    scanner_put (s, " type=hidden ", strlen (" type=hidden "));
  if (colored)
    scanner_put (s, " color", strlen (" color"));
  if (flags & NAME_FORMAT) {
    char number[16];

    scanner_put (s, number, g_snprintf (number, sizeof number, " %u", number_attributes (s, facts)));
  }
}

const char *
extract_scanner_add_start_tag (Scanner *s, const char *p, guint row)
{
  const char *name = p + 1, *name_end = skip_name (name, s->end), *end;
  gsize length = name_end - name;
  NameFlags flags = extract_markup_names[row].flags;
  TagFacts facts;
  gboolean raw, verbatim;
  guint values = s->skeleton->values.len;

  end = extract_scanner_read_attributes (s, name_end, TRUE, &facts);
  if (!end)
    return s->end; /* gumbo forgets a tag that does not end */
  verbatim = facts.verbatim || ((flags & NAME_VERBATIM) && facts.n > 0) ||
             ((flags & (NAME_FORMAT | NAME_INPUT)) && facts.n > G_N_ELEMENTS (facts.first)) ||
             ((s->foreign || (flags & NAME_FOREIGN)) && extract_markup_is_glued (name_end, s->end));
  /* Gumbo would not find its attributes to be equal to a number. */
  s->given_up = s->given_up || (flags & NAME_GIVE_UP) || (verbatim && (flags & NAME_FORMAT));
  extract_surroundings_start_tag (&s->around, row);
  if (verbatim)
    scanner_put (s, p, end + 1 - p);
  else {
    scanner_put (s, p, length + 1);
    if (facts.n > 0) {
      Tag tag = { .place = s->token, .values = values, .n_values = s->skeleton->values.len - values };

      *ROWS_ADD (s->skeleton->tags, Tag) = tag;
      if (flags & (NAME_FORMAT | NAME_INPUT))
        put_attributes (s, flags, &facts);
    }
    scanner_put (s, facts.self_closing ? "/>" : ">", facts.self_closing ? 2 : 1);
  }
  raw = (flags & NAME_RAW) && !is_in_foreign (s);
  if (flags & NAME_RAW)
    guess (s, raw ? GUESS_RAW : GUESS_NOT_RAW);
  scanner_end_token (s);

  s->keep_white = s->keep_white || (flags & NAME_SPACED);
  s->columns = s->columns || (flags & NAME_COLUMNS);
  s->template = s->template || (flags & NAME_TEMPLATE);
  if ((flags & (NAME_HTML | NAME_BLOCK)) && s->n_nested == 0 && s->around.templates == 0)
    s->split = FALSE;
  if (raw)
    return scan_raw (s, end + 1, name, length, flags);
  nest_start_tag (s, flags, facts.self_closing);
  return end + 1;
}

const char *
extract_scanner_add_end_tag (Scanner *s, const char *p, guint row)
{
  const char *name = p + 2, *name_end = skip_name (name, s->end), *end;
  TagFacts facts;

  end = extract_scanner_read_attributes (s, name_end, FALSE, &facts);
  if (!end)
    return s->end;
  scanner_put (s, p, end + 1 - p);
  scanner_end_token (s);
  if (s->n_nested > 0)
    nest_end_tag (s, extract_markup_names[row].flags);
  extract_surroundings_end_tag (&s->around, row);
  return end + 1;
}

/* @p: behind <!--. Returns: behind the end */
static const char *
find_comment_end (const char *p, const char *end)
{
  const char *start = p;

  for (guint steps = 1; (p = memchr (p, '>', end - p)); p++, steps++) {
    gsize n = p - start;

    EXTRACT_BUDGET_LOOK_EVERY (steps, EXTRACT_STEPS_PER_CLOCK);
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

static gboolean
starts_with (const char *p, const char *end, const char *start)
{
  gsize length = strlen (start);

  return (gsize) (end - p) >= length && g_ascii_strncasecmp (p, start, length) == 0;
}

const char *
extract_scanner_find_comment_end (const char *p, const char *end)
{
  return starts_with (p, end, "<!--") ? find_comment_end (p + 4, end) : find_behind (p + 2, end, '>');
}

/* @p: at <![CDATA[ */
static const char *
scan_cdata (Scanner *s, const char *p)
{
  const char *end = g_strstr_len (p, s->end - p, "]]>");

  end = end ? end + 3 : s->end;
  guess (s, GUESS_CDATA);
  put_verbatim_text (s, p, end, 0);
  scanner_end_token (s);
  return end;
}

/* @p: at a < that is no text */
static const char *
scan_markup (Scanner *s, const char *p)
{
  const char *end;

  if (is_letter (p[1]))
    return extract_phrase_add_start_tag (s, p);
  if (p[1] == '/' && is_letter (p[2]))
    return extract_phrase_add_end_tag (s, p);
  if (p[1] == '/' && p[2] == '>') {
    /* Nothing; but gumbo takes it for a part of the next token. */
    extract_phrase_settle (s, FALSE);
    scanner_put (s, p, 3);
    return p + 3;
  }
  if (starts_with (p, s->end, "<!DOCTYPE")) {
    end = find_behind (p, s->end, '>');
    extract_phrase_settle (s, FALSE);
    scanner_put (s, p, end - p);
    scanner_end_token (s);
    return end;
  }
  if (s->foreign && starts_with (p, s->end, "<![CDATA[") && memcmp (p + 3, "CDATA", 5) == 0) {
    extract_phrase_settle (s, FALSE);
    return scan_cdata (s, p);
  }
  extract_phrase_add_comment (s);
  return extract_scanner_find_comment_end (p, s->end);
}

/* Tags between two looks at the clock. */
#define TAGS_PER_CLOCK 4096

static void
scan (Scanner *s, const char *p)
{
  for (guint n = 0; p < s->end && !s->given_up; n++) {
    const char *markup = extract_markup_find (p, s->end);

    EXTRACT_BUDGET_LOOK_EVERY (n, TAGS_PER_CLOCK);
    extract_phrase_add_text (s, p, markup);
    p = markup < s->end && !s->given_up ? scan_markup (s, markup) : s->end;
  }
  extract_phrase_settle (s, FALSE);
}

ExtractSkeleton *
extract_skeleton_new (const char *text, gsize length)
{
  g_autoptr (ExtractSkeleton) skeleton = NULL;
  Scanner s = { .end = text + length, .split = TRUE };

  if (length > MAX_LENGTH || memchr (text, '\0', length))
    return NULL;
  skeleton = EXTRACT_NEW0 (ExtractSkeleton, 1);
  skeleton->text = text;
  skeleton->end = s.end;
  skeleton->bytes = extract_string_new ();
  skeleton->put_together = extract_string_new ();
  skeleton->strings = extract_string_new ();
  s.skeleton = skeleton;
  scan (&s, text);
  extract_memory_free (s.formats.data);
  extract_memory_free (s.format_slots);
  g_clear_pointer (&s.forms, extract_string_free);
  return s.given_up ? NULL : g_steal_pointer (&skeleton);
}
