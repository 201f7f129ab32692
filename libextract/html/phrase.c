/* SPDX-License-Identifier: MIT */
/*
 * What gumbo is not given: stretches of the page that are as they should be.
 *
 * A phrase is text, comments and elements, of which each one that begins in it ends in it, one inside the
 * other. It is one character of the skeleton:
 *
 *   Some <b>bold</b> and <a href=x>linked <i>text</i></a> here
 *   <div class=a><h2>Title</h2> <p>Text <img src=x></p> <ul><li>One</li> <li>Two</li></ul></div>
 *
 * WHY THE TREE IS THE SAME. In body, text and start tags do the same before they differ: they leave head, or
 * go back into body. Then text and most elements open anew the formatting elements that are in force but not
 * open (a, b, font ...); others do not ("quiet": div, p, script ...), but no formatting element waits where
 * the character does not open one. So the first token may be any of them. Behind it nothing waits to be
 * opened anew, each end tag finds its element as the innermost one, and at the end all is open that was open
 * at the start. This holds if
 *
 *   - the page is in body there: not in select, template, svg or math, nor between <table> and <td>, where
 *     text and elements go in front of the table;
 *   - what begins ends nothing that is open: no second <a>; of other formatting elements no more than two of
 *     the name, since a fourth one puts the first out of force; no block (div, p, ul, h1 ...) in p, no
 *     heading right in a heading, no button in button, li only right in ul and ol, dt and dd in dl.
 *
 * Elements that do more than this are given to gumbo: form, table, select, object, pre ...
 *
 * The scanner follows the tags to know where a phrase may be (surroundings.c), but what it follows is a
 * guess: any tag may mean nothing where it stands. So it is held against the tree (proof.c goes through
 * it, skeleton.c judges):
 *
 *   no phrase is inside select, template, svg or math         else the phrase is in another mode
 *   no table comes behind a phrase that stands behind its     else the phrase has gone in front of the table
 *   start tag, in the same cell
 *   no select, td, template ... is an element of svg or math  else gumbo may have set its mode by it, and
 *                                                             have been in that mode behind it
 *   as many elements of a formatting name are around it, up   what is in force has been opened by the phrase,
 *   to the cell or object, as may be; no p around a block,    so it is around it
 *   no button around a button
 *   its parent is a list where it begins with li, dt or dd,   its parent is what was innermost then
 *   no heading if it has one
 *   where it begins quietly, it is not the first thing in a   else something waited that gumbo has opened for
 *   formatting element that gumbo has opened anew             the character, and would not have for the tag
 *   where it begins with what could go into head (script,     else body began with the character, and not
 *   link ...), it is not the first thing in a body without    with the tag
 *   a tag
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
 * phrase. Then start tags without an end go to gumbo as they are, and what is between them are phrases. So
 * each tag is looked at twice at most. A single text is a run, as ever. Raw text (script ...) and svg are
 * taken with their ends, or not at all.
 */
#include "libextract/html/scanner.h"

#include <string.h>

/* ---- From the stretch into the skeleton ------------------------------------------------------- */

/* What the outermost elements of a phrase ask of its parent. */
static guint32
ask_parent (ExtractTag tag)
{
  switch (tag) {
  case EXTRACT_TAG_H1:
  case EXTRACT_TAG_H2:
  case EXTRACT_TAG_H3:
  case EXTRACT_TAG_H4:
  case EXTRACT_TAG_H5:
  case EXTRACT_TAG_H6:
    return 1u << EXTRACT_BEGINNING_HEADING;
  case EXTRACT_TAG_LI:
    return 1u << EXTRACT_BEGINNING_ITEM;
  case EXTRACT_TAG_DD:
  case EXTRACT_TAG_DT:
    return 1u << EXTRACT_BEGINNING_TERM;
  default:
    return 0;
  }
}

/* What the first element of a phrase asks of its place. */
static guint32
ask_place (const Piece *piece)
{
  const guint32 quiet = piece->begins & 1u << EXTRACT_BEGINNING_QUIET;

  switch ((ExtractTag) piece->length) {
  case EXTRACT_TAG_BASE:
  case EXTRACT_TAG_LINK:
  case EXTRACT_TAG_META:
  case EXTRACT_TAG_NOSCRIPT:
  case EXTRACT_TAG_SCRIPT:
  case EXTRACT_TAG_STYLE:
  case EXTRACT_TAG_TITLE:
    return quiet | 1u << EXTRACT_BEGINNING_HEAD;
  default:
    return quiet;
  }
}

static void
put_phrase (Scanner *s, guint start, guint end)
{
  const Piece *pieces = s->skeleton->pieces.data;
  const char *number = s->skeleton->text + s->skeleton->phrases.len;
  Phrase phrase = { .pieces = start, .n_pieces = end - start };
  guint depth = 0;

  for (guint i = start; i < end; i++)
    if (pieces[i].kind == PIECE_START) {
      phrase.begins |= pieces[i].begins & ~(1u << EXTRACT_BEGINNING_QUIET);
      if (depth++ == 0 && !pieces[i].is_foreign)
        phrase.begins |= ask_parent (pieces[i].length);
    } else
      depth -= pieces[i].kind == PIECE_END || pieces[i].kind == PIECE_VOID_END;
  if (pieces[start].kind == PIECE_START)
    phrase.begins |= ask_place (&pieces[start]);

  extract_scanner_put_run (s, number, number, RUN_PHRASE);
  *ROWS_ADD (s->skeleton->phrases, Phrase) = phrase;
  scanner_end_token (s);
  if (phrase.begins & 1u << EXTRACT_BEGINNING_BLOCK)
    s->split = FALSE;
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
      scanner_put (s, "<!>", 3);
    else if (piece->kind == PIECE_IDLE)
      scanner_put (s, text, text_end - text);
    else if (piece->kind == PIECE_TEXT && (!solid || start + 1 == end))
      extract_scanner_put_text (s, text, text_end);
    else if (piece->kind == PIECE_TEXT && scanner_keeps_white_apart (s)) {
      const char *solid_text = skip_white (text, text_end);

      extract_scanner_put_white (s, text, solid_text);
      if (solid_text < text_end) {
        piece->start = solid_text - page;
        piece->length = text_end - solid_text;
        break;
      }
    } else
      break;
    scanner_end_token (s);
  }
  if (start < end)
    put_phrase (s, start, end);
}

/* Whether gumbo does not put the text before it into the tree for it. */
static gboolean
is_no_break (const Piece *piece)
{
  return piece->kind == PIECE_TEXT || piece->kind == PIECE_IDLE;
}

/* The same in front of a tag that moves what gumbo has not put into the tree yet: the text behind the last
 * element. */
static void
put_pieces_apart (Scanner *s, guint start, guint end)
{
  guint last = end;

  while (last > start && is_no_break (ROWS_INDEX (s->skeleton->pieces, Piece, last - 1)))
    last--;
  put_pieces (s, start, last);
  if (last > start) {
    scanner_put (s, "<!>", 3);
    scanner_end_token (s);
  }
  for (guint i = last; i < end; i++) {
    const Piece *piece = ROWS_INDEX (s->skeleton->pieces, Piece, i);
    const char *text = s->skeleton->text + piece->start;

    if (piece->kind == PIECE_TEXT)
      extract_scanner_put_text (s, text, text + piece->length);
    else
      scanner_put (s, text, piece->length);
    scanner_end_token (s);
  }
}

void
extract_phrase_settle (Scanner *s, gboolean moving)
{
  guint start = s->stretch, phrases = s->skeleton->phrases.len, end = s->skeleton->pieces.len;

  for (guint i = 0; i < s->n_open; i++) {
    if (extract_markup_names[s->open[i].row].flags & NAME_ANCHOR)
      put_pieces_apart (s, start, s->open[i].piece);
    else
      put_pieces (s, start, s->open[i].piece);
    extract_scanner_add_start_tag (s, s->open[i].tag, s->open[i].row);
    start = s->open[i].piece + 1;
  }
  if (moving)
    put_pieces_apart (s, start, end);
  else
    put_pieces (s, start, end);
  s->n_open = s->paragraphs = s->buttons = 0;
  if (s->skeleton->phrases.len == phrases)
    s->skeleton->pieces.len = s->stretch;
  s->stretch = s->skeleton->pieces.len;
}

/* ---- What may begin --------------------------------------------------------------------------- */

static gboolean
may_have_phrase (const Scanner *s)
{
  return s->n_nested == 0 && surroundings_are_body (&s->around);
}

/* Whether a formatting element may wait to be opened anew: around the next thing, inside its parent. */
static gboolean
may_wait (const Scanner *s)
{
  return s->around.n_loose > 0 || s->around.tangled;
}

/* Whether the element may be right in the innermost one that is open. */
static gboolean
can_begin_in_parent (const Scanner *s, ExtractTag tag)
{
  ExtractTag parent = s->n_open > 0 ? extract_markup_get_tag (s->open[s->n_open - 1].row)
                                    : extract_surroundings_get_parent (&s->around);

  switch (ask_parent (tag)) {
  case 1u << EXTRACT_BEGINNING_HEADING:
    return !ask_parent (parent) || parent == EXTRACT_TAG_LI || parent == EXTRACT_TAG_DD ||
           parent == EXTRACT_TAG_DT;
  case 1u << EXTRACT_BEGINNING_ITEM:
    return !may_wait (s) && (parent == EXTRACT_TAG_UL || parent == EXTRACT_TAG_OL);
  case 1u << EXTRACT_BEGINNING_TERM:
    return !may_wait (s) && parent == EXTRACT_TAG_DL;
  default:
    return TRUE;
  }
}

/* Whether a phrase would begin with the next piece if what is open goes to gumbo. */
static gboolean
would_be_first (const Scanner *s)
{
  guint n = s->skeleton->pieces.len;

  return n == s->stretch || ROWS_INDEX (s->skeleton->pieces, Piece, n - 1)->kind == PIECE_START;
}

/* Whether an element of the name can begin in the stretch at hand, which is put where it would hold too many.
 */
static gboolean
can_begin (Scanner *s, guint row)
{
  NameFlags flags = extract_markup_names[row].flags;

  if (!(flags & (NAME_PHRASE | NAME_VOID)) || !may_have_phrase (s))
    return FALSE;
  if (s->n_open == MAX_OPEN)
    extract_phrase_settle (s, FALSE);
  if (flags & (NAME_FORMAT | NAME_ANCHOR)) {
    for (guint i = 0; i < s->n_open; i++)
      if (s->open[i].row == row)
        return FALSE;
    return surroundings_may_have (&s->around, extract_markup_names[row].formatting);
  }
  if ((flags & NAME_BUTTON) && (s->buttons > 0 || extract_surroundings_have_button (&s->around)))
    return FALSE;
  if ((flags & NAME_HEAD) && s->split && s->n_open == 0)
    return FALSE;
  if ((flags & NAME_QUIET) && may_wait (s) && would_be_first (s))
    return FALSE;
  return !(flags & NAME_BLOCK) || (s->paragraphs == 0 && !extract_surroundings_have_paragraph (&s->around) &&
                                   can_begin_in_parent (s, extract_markup_get_tag (row)));
}

/* ---- Pieces ----------------------------------------------------------------------------------- */

/* Returns: (transfer none): a new one, to be filled in where it is: what a struct gets byte by byte elsewhere
 * has to be in memory before it can be copied as a whole */
static inline Piece *
add_piece (Scanner *s, PieceKind kind)
{
  Piece *piece = ROWS_ADD (s->skeleton->pieces, Piece);

  *piece = (Piece){ .kind = kind };
  return piece;
}

static void
add_text_piece (Scanner *s, const char *start, const char *end, PieceKind kind)
{
  Piece *piece;

  if (start >= end)
    return;
  piece = add_piece (s, kind);
  piece->start = start - s->skeleton->text;
  piece->length = end - start;
}

/* The piece of a start tag again, as the end of the element. */
static void
add_end_piece (Scanner *s, guint start, PieceKind kind)
{
  Piece *piece = ROWS_ADD (s->skeleton->pieces, Piece);

  *piece = *ROWS_INDEX (s->skeleton->pieces, Piece, start);
  piece->kind = kind;
}

void
extract_phrase_add_text (Scanner *s, const char *start, const char *end)
{
  if (start == end)
    return;
  /* Most texts have no & at all. */
  if (may_have_phrase (s) &&
      (!memchr (start, '&', end - start) ||
       !(extract_scanner_check_references (skip_white (start, end), end, FALSE, end == s->end) &
         (ONLY_GUMBO | STARTS_BLANK))))
    add_text_piece (s, start, end, PIECE_TEXT);
  else {
    extract_phrase_settle (s, FALSE);
    extract_scanner_add_text (s, start, end);
  }
}

void
extract_phrase_add_comment (Scanner *s)
{
  if (s->skeleton->pieces.len > s->stretch)
    add_piece (s, PIECE_COMMENT);
  else {
    scanner_put (s, "<!>", 3);
    scanner_end_token (s);
  }
}

/* Adds the start tag whose name ends at @p. @tag, @begins: what it is
 * Returns: (nullable): behind it; NULL if gumbo has to read it, which leaves the pieces as they were */
static const char *
read_start_tag (Scanner *s, const char *p, ExtractTag tag, guint16 begins, gboolean is_foreign,
                gboolean *self_closing)
{
  guint values = s->skeleton->values.len;
  TagFacts facts;
  const char *end = extract_scanner_read_attributes (s, p, TRUE, &facts);
  Piece *piece;

  if (!end || facts.verbatim || facts.n > MAX_VALUES) {
    s->skeleton->values.len = values;
    return NULL;
  }
  piece = add_piece (s, PIECE_START);
  piece->start = values;
  piece->length = tag;
  piece->begins = begins;
  piece->n = s->skeleton->values.len - values;
  piece->is_foreign = is_foreign;
  *self_closing = facts.self_closing;
  return end + 1;
}

/* Adds the raw text of the element whose start tag is the last piece, and its end tag. @p: behind the start
 * tag. Returns: (nullable): behind the end tag; NULL if gumbo has to read them */
static const char *
read_raw (Scanner *s, const char *p, const char *name, NameFlags flags)
{
  guint start = s->skeleton->pieces.len - 1;
  gsize length = skip_name (name, s->end) - name;
  const char *end = extract_scanner_find_raw_end (s, p, name, length, flags), *behind;
  TagFacts facts;

  if (end == s->end ||
      ((flags & NAME_RCDATA) && (extract_scanner_check_references (p, end, FALSE, FALSE) & ONLY_GUMBO)))
    return NULL;
  behind = extract_scanner_read_attributes (s, end + 2 + length, FALSE, &facts);
  if (!behind)
    return NULL;
  add_text_piece (s, extract_scanner_skip_line (p, end, flags), end,
                  flags & NAME_RCDATA ? PIECE_TEXT : PIECE_RAW);
  add_end_piece (s, start, PIECE_END);
  return behind + 1;
}

/* ---- svg -------------------------------------------------------------------------------------- */

/* An svg that is deeper goes to gumbo. */
#define MAX_FOREIGN 32

/* Elements that gumbo knows in svg: some end it, some have HTML in them, of some it takes the text for markup
 * and the scanner does not. */
static gboolean
is_plain_foreign (const char *name, gsize length)
{
  return extract_markup_find_name (name, length) == 0 && !(length == 4 && is_same ("head", name, length));
}

static gboolean
is_same_name (const char *name, const char *other, gsize length)
{
  return g_ascii_strncasecmp (name, other, length) == 0;
}

/* Adds an svg, from the < of its start tag at @p on. Returns: (nullable): behind it; NULL if gumbo has to
 * read it */
static const char *
read_svg (Scanner *s, const char *p)
{
  struct {
    const char *name;
    gsize length;
    guint piece;
  } open[MAX_FOREIGN];
  guint n = 0;

  do {
    const char *text = p, *name;
    gsize length;
    gboolean self_closing;

    p = extract_markup_find (p, s->end);
    if (p == s->end || (extract_scanner_check_references (text, p, FALSE, FALSE) & ONLY_GUMBO))
      return NULL;
    add_text_piece (s, text, p, PIECE_TEXT);
    name = p[1] == '/' ? p + 2 : p + 1;
    if (s->end - p >= 4 && memcmp (p, "<!--", 4) == 0) {
      add_piece (s, PIECE_COMMENT);
      p = extract_scanner_find_comment_end (p, s->end);
      continue;
    }
    if (!is_letter (*name))
      return NULL;
    length = skip_name (name, s->end) - name;
    if (p[1] == '/') {
      /* In svg, gumbo takes all up to the > for the name. */
      if (name + length == s->end || name[length] != '>' || open[n - 1].length != length ||
          !is_same_name (open[n - 1].name, name, length))
        return NULL;
      add_end_piece (s, open[--n].piece, PIECE_END);
      p = name + length + 1;
      continue;
    }
    if (n == MAX_FOREIGN || (n > 0 && !is_plain_foreign (name, length)))
      return NULL;
    if (extract_markup_is_glued (name + length, s->end))
      return NULL;
    open[n].name = name;
    open[n].length = length;
    open[n++].piece = s->skeleton->pieces.len;
    p = read_start_tag (s, name + length, extract_tag_from_name (name, length), 0, TRUE, &self_closing);
    if (!p)
      return NULL;
    if (self_closing)
      add_end_piece (s, open[--n].piece, PIECE_VOID_END);
  } while (n > 0);
  return p;
}

/* ---- Tags ------------------------------------------------------------------------------------- */

/* Adds the tag at @p, whose name ends at @name_end, and all of the element if it is void, raw or an svg.
 * Returns: (nullable): behind; NULL if gumbo has to read it */
static const char *
read_element (Scanner *s, const char *p, const char *name_end, guint row)
{
  const MarkupName *name = &extract_markup_names[row];
  guint start = s->skeleton->pieces.len;
  guint16 begins = 0;
  gboolean self_closing;
  const char *end;

  if (name->flags & NAME_FOREIGN)
    return read_svg (s, p);
  if (name->flags & (NAME_FORMAT | NAME_ANCHOR))
    begins |= 1u << name->formatting;
  if (name->flags & NAME_BUTTON)
    begins |= 1u << EXTRACT_BEGINNING_BUTTON;
  if (name->flags & NAME_BLOCK)
    begins |= 1u << EXTRACT_BEGINNING_BLOCK;
  if (name->flags & NAME_QUIET)
    begins |= 1u << EXTRACT_BEGINNING_QUIET;
  end = read_start_tag (s, name_end, extract_markup_get_tag (row), begins, FALSE, &self_closing);
  if (!end)
    return NULL;
  if (name->flags & NAME_RAW)
    return read_raw (s, end, p + 1, name->flags);
  if (name->flags & NAME_VOID)
    add_end_piece (s, start, PIECE_VOID_END);
  else {
    s->open[s->n_open].tag = p;
    s->open[s->n_open].piece = start;
    s->open[s->n_open++].row = row;
    s->paragraphs += extract_markup_get_tag (row) == EXTRACT_TAG_P;
    s->buttons += (name->flags & NAME_BUTTON) != 0;
  }
  return end;
}

/* Whether </> is in front, which gumbo takes for a part of the next token, and of the name of what it does
 * not know. */
static gboolean
is_behind_nothing (const Scanner *s)
{
  return s->skeleton->pieces.len == s->stretch && s->skeleton->bytes->len != s->token;
}

const char *
extract_phrase_add_start_tag (Scanner *s, const char *p)
{
  const char *name_end = skip_name (p + 1, s->end);
  guint row = extract_markup_find_name (p + 1, name_end - p - 1);

  if (!is_behind_nothing (s) && can_begin (s, row)) {
    /* can_begin () may have put a stretch, with its values. */
    const guint pieces = s->skeleton->pieces.len, values = s->skeleton->values.len;
    const char *end = read_element (s, p, name_end, row);

    if (end)
      return end;
    s->skeleton->pieces.len = pieces;
    s->skeleton->values.len = values;
  }
  extract_phrase_settle (s, (extract_markup_names[row].flags & NAME_ANCHOR) != 0);
  return extract_scanner_add_start_tag (s, p, row);
}

/* Whether it means nothing: the end tag of a void element, in body; but </br> is a br. */
static gboolean
is_idle_end_tag (const Scanner *s, guint row)
{
  return (extract_markup_names[row].flags & NAME_VOID) && extract_markup_get_tag (row) != EXTRACT_TAG_BR &&
         may_have_phrase (s);
}

const char *
extract_phrase_add_end_tag (Scanner *s, const char *p)
{
  const char *name_end = skip_name (p + 2, s->end);
  guint row = extract_markup_find_name (p + 2, name_end - p - 2);
  TagFacts facts;
  const char *end = extract_scanner_read_attributes (s, name_end, FALSE, &facts);

  if (end && s->skeleton->pieces.len > s->stretch && is_idle_end_tag (s, row)) {
    add_text_piece (s, p, end + 1, PIECE_IDLE);
    return end + 1;
  }
  if (s->n_open == 0 || s->open[s->n_open - 1].row != row) {
    /* A tag without effect ends no text, and a </form> after it may move that text. */
    extract_phrase_settle (s, (extract_markup_names[row].flags & NAME_FORM) ||
                                  !extract_surroundings_have (&s->around, row));
    return extract_scanner_add_end_tag (s, p, row);
  }
  if (!end)
    return s->end;
  add_end_piece (s, s->open[--s->n_open].piece, PIECE_END);
  s->paragraphs -= extract_markup_get_tag (row) == EXTRACT_TAG_P;
  s->buttons -= (extract_markup_names[row].flags & NAME_BUTTON) != 0;
  return end + 1;
}
