/* SPDX-License-Identifier: MIT */
/*
 * From gumbo's tree of the skeleton back to the page.
 *
 *   a character of plane 15   --runs-->             text of the page, decoded
 *                             --runs--> --phrases--> --pieces-->  several texts and elements
 *   a start tag, by its place --tags--> --values--> attributes, decoded
 *   an element, a comment     --guesses-->          whether the scanner was right
 *
 * Elements come mostly in the order of their tags, so the next tag is looked at before any is searched for.
 */
#include "libextract/html/skeleton-private.h"
#include "libextract/html/reference.h"

#include <string.h>

/* ---- Decoding ------------------------------------------------------------------------------- */

/* Bytes that may have to be replaced: controls, &, what begins C1 controls and non-characters. */
static const guint8 special[256] = {
  [0x01 ... 0x08] = TRUE, [0x0b] = TRUE, ['\r'] = TRUE, [0x0e ... 0x1f] = TRUE,
  ['&'] = TRUE,           [0x7f] = TRUE, [0xc2] = TRUE, [0xef ... 0xf4] = TRUE,
};

/* So many bytes are looked at at once; the compiler makes registers of them. */
typedef guint8 Bytes __attribute__ ((vector_size (16)));
typedef gint8 SignedBytes __attribute__ ((vector_size (16)));
typedef guint64 Halves __attribute__ ((vector_size (16)));

/* Returns: those that may be special, as bytes that are not 0; a form feed, or a letter of few scripts, is
 * looked at again. */
static inline Halves
find_in_block (const char *p)
{
  Bytes block;

  memcpy (&block, p, sizeof block);
  /* With a sign, from 0xef to the controls is one range; it begins at the least number here. */
  return (Halves) ((((SignedBytes) (block - 0x6f) < -0x80 + 0x31) & (block != '\n') & (block != '\t')) |
                   (block == '&') | (block == 0x7f) | (block == 0xc2));
}

static inline gboolean
has_special (const char *p)
{
  const Halves found = find_in_block (p);

  return (found[0] | found[1]) != 0;
}

/* Returns: the first of them, or @end */
static const char *
find_special (const char *p, const char *end)
{
  const char *start = p;

  for (;;) {
    while (end - p >= (gssize) sizeof (Bytes) && !has_special (p))
      p += sizeof (Bytes);
    /* What is left fills a block with bytes before it, in which there is none. */
    if (end - p < (gssize) sizeof (Bytes) && end - start >= (gssize) sizeof (Bytes) &&
        !has_special (end - sizeof (Bytes)))
      return end;
    for (guint i = 0; i < sizeof (Bytes) && p < end; i++, p++)
      if (special[(guchar) *p])
        return p;
    if (p == end)
      return end;
  }
}

/* Whether a text needs no decoding. Most are shorter than a block, and the page goes on behind them: how long
 * they are, which nobody can guess, decides no branch then. */
static gboolean
is_plain_text (const ExtractSkeleton *skeleton, const char *p, gsize n)
{
  const gsize in_last = n > 8 ? n - 8 : 0;
  Halves found;

  if (n == 0 || n >= sizeof (Bytes) || skeleton->end - p < (gssize) sizeof (Bytes))
    return find_special (p, p + n) == p + n;
  found = find_in_block (p);
  /* The bytes of the text are the first ones. */
  return (GUINT64_FROM_LE (found[0]) << (64 - 8 * (n - in_last))) == 0 &&
         (in_last == 0 || (GUINT64_FROM_LE (found[1]) << (64 - 8 * in_last)) == 0);
}

static gboolean
is_replaced (gunichar c)
{
  return (c < 0x20 && c != '\t' && c != '\n' && c != '\f') || (c >= 0x7f && c <= 0x9f) ||
         (c >= 0xfdd0 && c <= 0xfdef) || (c & 0xfffe) == 0xfffe;
}

/* Characters that are replaced between two looks at the clock. */
#define CHARACTERS_PER_CLOCK 65536

void
extract_skeleton_decode (ExtractString *out, const char *p, const char *end, gboolean references,
                         gboolean in_attribute)
{
  for (guint n = 1; p < end; n++) {
    const char *q = find_special (p, end), *next;
    guint32 code;

    EXTRACT_BUDGET_LOOK_EVERY (n, CHARACTERS_PER_CLOCK);
    extract_string_append (out, p, q - p);
    if (q == end)
      return;
    p = q;
    if (*p == '&') {
      if (!references ||
          extract_reference_read (p, end, in_attribute, &code, &next) != EXTRACT_REFERENCE_CODE) {
        extract_string_append_c (out, '&');
        p++;
      } else {
        extract_string_append_unichar (out, code);
        p = next;
      }
    } else if (*p == '\r') {
      extract_string_append_c (out, '\n');
      p += p + 1 < end && p[1] == '\n' ? 2 : 1;
    } else {
      next = g_utf8_next_char (p);
      if (is_replaced (g_utf8_get_char (p)))
        extract_string_append_str (out, "\357\277\275"); /* U+FFFD */
      else
        extract_string_append (out, p, next - p);
      p = next;
    }
  }
}

void
extract_skeleton_free (ExtractSkeleton *skeleton)
{
  extract_string_free (skeleton->bytes);
  extract_memory_free (skeleton->runs.data);
  extract_memory_free (skeleton->tags.data);
  extract_memory_free (skeleton->values.data);
  extract_memory_free (skeleton->guesses.data);
  extract_memory_free (skeleton->phrases.data);
  extract_memory_free (skeleton->pieces.data);
  extract_string_free (skeleton->put_together);
  extract_string_free (skeleton->strings);
  extract_memory_free (skeleton);
}

const char *
extract_skeleton_get_bytes (const ExtractSkeleton *skeleton, gsize *length)
{
  *length = skeleton->bytes->len;
  return skeleton->bytes->str;
}

/* ---- Characters of runs --------------------------------------------------------------------- */

/* Returns: the first character from @p on that may stand for a run, or the end */
static const char *
find_run (const char *p)
{
  while (*p && (guchar) *p < 0xf3)
    p++;
  return p;
}

/* @p: (inout): at such a character; then behind it
 * Returns: (nullable): the run; NULL if the character stands for itself, which it may after a wrong guess */
static const Run *
read_run (const ExtractSkeleton *skeleton, const char **p)
{
  gunichar c = g_utf8_get_char (*p);
  gsize number = 0;

  *p = g_utf8_next_char (*p);
  if (c >= PLANE_16 && **p) {
    number = (gsize) (c - PLANE_16) * RUNS_PER_PLANE;
    c = g_utf8_get_char (*p);
    *p = g_utf8_next_char (*p);
  }
  if (c < PLANE_15)
    return NULL;
  number += c - PLANE_15;
  return number < skeleton->runs.len ? ROWS_INDEX (skeleton->runs, Run, number) : NULL;
}

/* ---- Proof ---------------------------------------------------------------------------------- */

gboolean
extract_skeleton_has_guesses (const ExtractSkeleton *skeleton)
{
  return skeleton->guesses.len > 0 || skeleton->phrases.len > 0;
}

/* Of a text without an end, what comes behind it may move more than what is behind its last element: </form>,
 * and an <a> that ends another one.
 * @phrase: the first one in the text. Returns: whether there is none of them behind it */
static gboolean
has_stayed (const ExtractSkeleton *skeleton, const ExtractSkeletonText *where, const char *phrase, gsize n)
{
  const char *start = skeleton->bytes->str + where->place, *p;
  const char *end = start + MIN (where->length, skeleton->bytes->len - where->place);

  for (p = start; end - p >= (gssize) n && memcmp (p, phrase, n) != 0;)
    p++;
  for (; (p = memchr (p, '<', end - p)); p++)
    if (g_ascii_strncasecmp (p, "</form", strlen ("</form")) == 0)
      return FALSE;
  return g_ascii_strncasecmp (end, "<a", strlen ("<a")) != 0 || g_ascii_isalnum (end[2]);
}

gboolean
extract_skeleton_see_text (ExtractSkeleton *skeleton, const char *text, const ExtractSkeletonText *where)
{
  gboolean any = FALSE;

  for (const char *p = find_run (text); *p; p = find_run (p)) {
    const char *start = p;
    const Run *run = read_run (skeleton, &p);
    const Phrase *phrase;
    guint32 forbidden;

    if (!run || run->kind != RUN_PHRASE)
      continue;
    phrase = ROWS_INDEX (skeleton->phrases, Phrase, run->start);
    skeleton->n_seen++;
    /* The first character reopens waiting elements, and begins the body. */
    forbidden = where->forbidden;
    if (start > text)
      forbidden &= ~(1u << EXTRACT_BEGINNING_QUIET | 1u << EXTRACT_BEGINNING_HEAD);
    skeleton->disproven = skeleton->disproven || where->is_apart || (phrase->begins & forbidden) ||
                          (!any && !has_stayed (skeleton, where, start, p - start));
    any = TRUE;
  }
  return any;
}

static void
guess_see (ExtractSkeleton *skeleton, gsize place, gboolean comment)
{
  guint low = 0, high = skeleton->guesses.len;

  while (low < high) {
    guint middle = (low + high) / 2;
    Guess *guess = ROWS_INDEX (skeleton->guesses, Guess, middle);

    if (guess->place == place) {
      guess->seen = guess->seen || (guess->kind == GUESS_CDATA) == comment;
      return;
    }
    if (guess->place < place)
      low = middle + 1;
    else
      high = middle;
  }
}

void
extract_skeleton_see_element (ExtractSkeleton *skeleton, gsize place, gboolean is_html)
{
  if (is_html)
    guess_see (skeleton, place, FALSE);
}

void
extract_skeleton_see_comment (ExtractSkeleton *skeleton, gsize place)
{
  guess_see (skeleton, place, TRUE);
}

gboolean
extract_skeleton_is_proven (const ExtractSkeleton *skeleton)
{
  if (skeleton->disproven || skeleton->n_seen != skeleton->phrases.len)
    return FALSE;
  for (guint i = 0; i < skeleton->guesses.len; i++) {
    const Guess *guess = ROWS_INDEX (skeleton->guesses, Guess, i);

    if (guess->seen != (guess->kind == GUESS_RAW))
      return FALSE;
  }
  return TRUE;
}

/* ---- The way back --------------------------------------------------------------------------- */

void
extract_skeleton_go_to_text (ExtractSkeleton *skeleton, const char *text)
{
  skeleton->text_end = text;
  skeleton->piece = NULL;
}

/* Returns: the event of the piece at hand, or of the first one behind it that has any; END_OF_TREE behind all
 * of them */
static ExtractDomEvent
piece_get_event (ExtractSkeleton *skeleton)
{
  while (skeleton->piece < skeleton->piece_end &&
         (skeleton->piece->kind == PIECE_COMMENT || skeleton->piece->kind == PIECE_IDLE))
    skeleton->piece++;
  if (skeleton->piece == skeleton->piece_end) {
    skeleton->piece = NULL;
    return EXTRACT_DOM_END_OF_TREE;
  }
  if (skeleton->piece->kind == PIECE_TEXT || skeleton->piece->kind == PIECE_RAW)
    return EXTRACT_DOM_TEXT;
  skeleton->values_start = skeleton->piece->start;
  skeleton->n_values = skeleton->piece->n;
  skeleton->unfolded = FALSE;
  return skeleton->piece->kind == PIECE_START ? EXTRACT_DOM_START : EXTRACT_DOM_END;
}

ExtractDomEvent
extract_skeleton_next (ExtractSkeleton *skeleton)
{
  ExtractDomEvent event = EXTRACT_DOM_END_OF_TREE;
  const char *p;

  if (skeleton->piece) {
    skeleton->piece++;
    event = piece_get_event (skeleton);
  }
  if (event != EXTRACT_DOM_END_OF_TREE)
    return event;

  skeleton->text_start = skeleton->text_end;
  for (p = find_run (skeleton->text_start); *p; p = find_run (p)) {
    const char *start = p;
    const Run *run = read_run (skeleton, &p);
    const Phrase *phrase;

    if (!run || run->kind != RUN_PHRASE)
      continue;
    /* First the text in front of it. */
    if (start > skeleton->text_start) {
      p = start;
      break;
    }
    phrase = ROWS_INDEX (skeleton->phrases, Phrase, run->start);
    skeleton->text_end = p;
    skeleton->piece = ROWS_INDEX (skeleton->pieces, Piece, phrase->pieces);
    skeleton->piece_end = skeleton->piece + phrase->n_pieces;
    return piece_get_event (skeleton);
  }
  skeleton->text_end = p;
  return p > skeleton->text_start ? EXTRACT_DOM_TEXT : EXTRACT_DOM_END_OF_TREE;
}

void
extract_skeleton_skip (ExtractSkeleton *skeleton)
{
  for (guint depth = 1; depth > 0;) {
    skeleton->piece++;
    depth += skeleton->piece->kind == PIECE_START;
    depth -= skeleton->piece->kind == PIECE_END || skeleton->piece->kind == PIECE_VOID_END;
  }
}

ExtractTag
extract_skeleton_get_tag (const ExtractSkeleton *skeleton)
{
  return skeleton->piece->length;
}

gboolean
extract_skeleton_is_foreign (const ExtractSkeleton *skeleton)
{
  return skeleton->piece->is_foreign;
}

gboolean
extract_skeleton_has_end_tag (const ExtractSkeleton *skeleton)
{
  const Piece *piece = skeleton->piece;

  /* It is asked for at the start, too; a void element ends at once. */
  return piece->kind == PIECE_START ? piece[1].kind != PIECE_VOID_END : piece->kind != PIECE_VOID_END;
}

/* Returns: text of the page, as it is there if that is possible; else put together behind what is */
static const char *
decode_alone (ExtractSkeleton *skeleton, gsize from, gsize *length, gboolean references)
{
  const char *start = skeleton->text + from;

  if (is_plain_text (skeleton, start, *length))
    return start;
  extract_skeleton_decode (skeleton->put_together, start, start + *length, references, FALSE);
  *length = skeleton->put_together->len;
  return skeleton->put_together->str;
}

const char *
extract_skeleton_get_text (ExtractSkeleton *skeleton, gsize *length)
{
  const char *text = skeleton->text_start, *end = skeleton->text_end;

  extract_string_truncate (skeleton->put_together, 0);
  if (skeleton->piece) {
    *length = skeleton->piece->length;
    return decode_alone (skeleton, skeleton->piece->start, length, skeleton->piece->kind == PIECE_TEXT);
  }
  /* White space. */
  if (end - text == 1) {
    *length = 1;
    return text;
  }
  for (const char *p = text, *next; p < end; p = next) {
    const Run *run;
    gsize n;

    next = find_run (p);
    extract_string_append (skeleton->put_together, p, next - p);
    if (next == end)
      break;
    p = next;
    run = read_run (skeleton, &next);
    if (!run) {
      extract_string_append (skeleton->put_together, p, next - p);
      continue;
    }
    n = run->length;
    /* One run: most texts. */
    if (next == end && skeleton->put_together->len == 0) {
      *length = n;
      return decode_alone (skeleton, run->start, length, run->kind == RUN_TEXT);
    }
    extract_skeleton_decode (skeleton->put_together, skeleton->text + run->start,
                             skeleton->text + run->start + n, run->kind == RUN_TEXT, FALSE);
  }
  *length = skeleton->put_together->len;
  return skeleton->put_together->str;
}

gboolean
extract_skeleton_go_to_tag (ExtractSkeleton *skeleton, gsize place)
{
  const Tag *tags = skeleton->tags.data;
  guint n = skeleton->tags.len, low = skeleton->tag + 1, high = n;

  skeleton->unfolded = FALSE;
  if (low >= n || tags[low].place != place)
    low = 0;
  else
    high = low;
  while (low < high) {
    guint middle = (low + high) / 2;

    if (tags[middle].place < place)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == n || tags[low].place != place)
    return FALSE;
  skeleton->tag = low;
  skeleton->values_start = tags[low].values;
  skeleton->n_values = tags[low].n_values;
  return TRUE;
}

/* The first of a name counts. */
static void
tag_unfold (ExtractSkeleton *skeleton, gboolean is_foreign)
{
  gsize most = 0;

  skeleton->has = 0;
  for (guint i = 0; i < skeleton->n_values; i++) {
    const Value *value = ROWS_INDEX (skeleton->values, Value, skeleton->values_start + i);
    guint attribute = is_foreign ? value->in_foreign : value->in_html;

    if (attribute == EXTRACT_DOM_N_ATTRIBUTES || (skeleton->has & EXTRACT_DOM_BIT (attribute)))
      continue;
    skeleton->has |= EXTRACT_DOM_BIT (attribute);
    skeleton->found[attribute] = value;
    skeleton->decoded[attribute] = NULL;
    most += 3 * (gsize) value->length + 1; /* a control becomes three bytes */
  }
  /* Values that were handed out must not move. */
  extract_string_truncate (skeleton->strings, 0);
  extract_string_make_room (skeleton->strings, most);
  skeleton->unfolded = TRUE;
}

guint64
extract_skeleton_get_attributes (ExtractSkeleton *skeleton, gboolean is_foreign)
{
  if (!skeleton->unfolded)
    tag_unfold (skeleton, is_foreign);
  return skeleton->has;
}

const char *
extract_skeleton_get_attribute (ExtractSkeleton *skeleton, ExtractDomAttribute attribute, gboolean is_foreign)
{
  const Value *value;

  if (!(extract_skeleton_get_attributes (skeleton, is_foreign) & EXTRACT_DOM_BIT (attribute)))
    return NULL;
  value = skeleton->found[attribute];
  if (value->start == 0)
    return "";
  if (!skeleton->decoded[attribute]) {
    const char *start = skeleton->text + value->start;
    gsize at = skeleton->strings->len;

    if (is_plain_text (skeleton, start, value->length))
      extract_string_append (skeleton->strings, start, value->length);
    else
      extract_skeleton_decode (skeleton->strings, start, start + value->length, TRUE, TRUE);
    extract_string_append_c (skeleton->strings, '\0');
    skeleton->decoded[attribute] = skeleton->strings->str + at;
  }
  return skeleton->decoded[attribute];
}
