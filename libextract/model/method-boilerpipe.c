/* SPDX-License-Identifier: MIT */
/*
 * boilerpipe (Kohlschütter, Fankhauser, Nejdl: Boilerplate Detection using Shallow Text Features,
 * WSDM 2010): the C4.8 decision tree over number of words and link density, which the program calls
 * NumWordsRulesClassifier. L link density, W words, of the block and of those before and after it:
 *
 *   L > 1/3: bad
 *   L before <= 5/9: good if W > 16, or W after > 15, or W before > 4
 *   L before >  5/9: good if W > 40, or W after > 17
 *
 * At the ends of the page stand blocks without words and links.
 *
 * What differs: the program's default extractor joins blocks of equal text density before, and uses
 * the sister tree over text density; its article extractor has steps of its own for English news.
 * There any br parts blocks, here two in a row.
 */
#include "libextract/model/method.h"

#include <string.h>

typedef struct {
  guint32 words;
  guint32 linked;
} Shallow;

typedef enum { CHAR_SPACE, CHAR_WORD, CHAR_JOINS, CHAR_OTHER } CharKind;

static CharKind
char_kind (gunichar c)
{
  if (c < 0x80) {
    if (g_ascii_isspace (c))
      return CHAR_SPACE;
    if (g_ascii_isalnum (c))
      return CHAR_WORD;
    return c == '_' || strchr ("\"'.,!@-:;$?()/", (int) c) ? CHAR_JOINS : CHAR_OTHER;
  }
  if (g_unichar_isspace (c))
    return CHAR_SPACE;
  switch (g_unichar_type (c)) {
  case G_UNICODE_DECIMAL_NUMBER:
  case G_UNICODE_LETTER_NUMBER:
  case G_UNICODE_OTHER_NUMBER:
    return CHAR_WORD;
  case G_UNICODE_NON_SPACING_MARK:
  case G_UNICODE_SPACING_MARK:
  case G_UNICODE_ENCLOSING_MARK:
    return CHAR_JOINS;
  default:
    return g_unichar_isalpha (c) ? CHAR_WORD : CHAR_OTHER;
  }
}

/*
 * Words as boilerpipe's UnicodeTokenizer finds them: runs of letters, digits and " ' . , ! @ - : ; $
 * ? ( ) / with at least one letter or digit. Links begin and end words.
 */
static Shallow
count_words (ExtractDocument *document, guint i)
{
  const ExtractPiece *piece = extract_document_piece (document, i);
  const char *text = extract_document_text (document, i), *end = text + piece->length;
  const ExtractMark *mark = extract_document_marks (document, piece);
  const ExtractMark *marks_end = mark + piece->n_marks;
  gboolean inside = FALSE, linked = FALSE; /* inside a word that has been counted; inside a link */
  Shallow shallow = { 0 };

  for (const char *p = text; p < end; p = g_utf8_next_char (p)) {
    CharKind kind = char_kind (g_utf8_get_char (p));
    gboolean was_linked = linked;

    while (mark < marks_end && (mark->kind != EXTRACT_MARK_LINK || text + mark->end <= p))
      mark++;
    linked = mark < marks_end && text + mark->start <= p;
    if (kind == CHAR_SPACE || kind == CHAR_OTHER || linked != was_linked)
      inside = FALSE;
    if (kind != CHAR_WORD || inside)
      continue;
    inside = TRUE;
    shallow.words++;
    shallow.linked += linked;
  }
  return shallow;
}

static double
link_density (Shallow block)
{
  return block.words > 0 ? (double) block.linked / block.words : 0;
}

/* The constants as the program has them. */
static gboolean
is_content (Shallow before, Shallow block, Shallow after)
{
  if (link_density (block) > 0.333333)
    return FALSE;
  if (link_density (before) <= 0.555556)
    return block.words > 16 || after.words > 15 || before.words > 4;
  return block.words > 40 || after.words > 17;
}

void
extract_method_boilerpipe (ExtractDocument *document, float *scores)
{
  Shallow before = { 0 }, block = { 0 };

  if (document->n_blocks > 0)
    block = count_words (document, 0);
  for (guint i = 0; i < document->n_blocks; i++) {
    Shallow after = { 0 };

    if (i + 1 < document->n_blocks)
      after = count_words (document, i + 1);
    scores[i] = is_content (before, block, after);
    before = block;
    block = after;
  }
}
