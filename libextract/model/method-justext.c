/* SPDX-License-Identifier: MIT */
/*
 * jusText (Pomikálek: Removing Boilerplate and Duplicate Content from Web Corpora, Brno 2011).
 *
 * 1. Each paragraph by itself. Letters: L share of its characters that are in links, n characters,
 *    s share of its words that are frequent ones of the language.
 *
 *      L > 0.2, or a copyright sign, or inside of select    bad
 *      n < 70                                               bad with any link, else short
 *      s >= 0.32                                            good if n > 200, else near-good
 *      s >= 0.30                                            near-good
 *      else                                                 bad
 *
 * 2. By the others around. Headings that are short become near-good if good text follows within 200
 *    characters. Short and near-good ones take the class of the next good or bad ones before and after
 *    them, beyond which the page counts as bad:
 *
 *      short       good between good and good, bad between bad and bad; between good and bad it is
 *                  good if on the bad side a near-good one is nearer than the bad one
 *      near-good   bad between bad and bad, else good
 *
 *    Headings that have become bad so, and were not at first, are good if good text follows within 200
 *    characters.
 *
 * A block that was near-good by itself and ended as bad has the score of a near-good one.
 *
 * What differs: paragraphs are our blocks, which know more block-level elements (article, section);
 * only links with an address are links; the text of buttons stays. The lists of frequent words are our
 * own and smaller. The list is that of the language that the page declares, else the one that most of
 * the page's words are in; a language without a list has the mode without a language, s >= 0.
 */
#include "libextract/model/method.h"
#include "libextract/text/stopwords.h"

#define MAX_LINK_DENSITY 0.2
#define LENGTH_LOW 70
#define LENGTH_HIGH 200
#define STOPWORDS_LOW 0.30
#define STOPWORDS_HIGH 0.32
#define MAX_HEADING_DISTANCE 200

/* A page that declares no language is in none of ours if the best list has less of its words. */
#define STOPWORDS_OF_A_LANGUAGE 0.15

/* Ours, or no list. */
#define NO_LANGUAGE (-1)

typedef enum { CLASS_BAD, CLASS_SHORT, CLASS_NEAR_GOOD, CLASS_GOOD } Class;

typedef struct {
  guint8 alone;   /* Class by itself */
  guint8 class;   /* Class so far */
  guint8 heading; /* inside h1 .. h6 */
  /* The Class of the next ones that are good or bad, and good, bad or near-good. */
  guint8 before, before_near;
  guint8 after, after_near;
} Paragraph;

/* ---- Each by itself ----------------------------------------------------------------------------- */

enum { INSIDE_HEADING = 1 << 0, INSIDE_SELECT = 1 << 1 };

/* Returns: (transfer full) (array): for each element, what it is inside of, itself included. */
static guint8 *
find_surroundings (const ExtractPage *page)
{
  guint8 *inside = EXTRACT_NEW (guint8, page->elements.len);

  for (guint32 e = 0; e < page->elements.len; e++) {
    const ExtractElement *element = extract_page_element (page, e);

    inside[e] = element->parent == EXTRACT_NO_ELEMENT ? 0 : inside[element->parent];
    if (extract_tag_get_flags (element->tag) & TAG_HEADING)
      inside[e] |= INSIDE_HEADING;
    if (element->tag == EXTRACT_TAG_SELECT)
      inside[e] |= INSIDE_SELECT;
  }
  return inside;
}

static int
choose_language (ExtractDocument *document)
{
  const char *declared = document->page->language;
  ExtractStopwordCounts counts = { 0 };
  int best = 0;

  if (declared) {
    int language = extract_stopwords_find (declared);

    return language < EXTRACT_N_STOPWORD_LANGUAGES ? language : NO_LANGUAGE;
  }
  for (guint i = 0; i < document->n_blocks; i++)
    extract_stopwords_count (extract_document_text (document, i),
                             extract_document_piece (document, i)->length, &counts);
  for (int language = 1; language < EXTRACT_N_STOPWORD_LANGUAGES; language++)
    if (counts.stopwords[language] > counts.stopwords[best])
      best = language;
  return counts.stopwords[best] > 0 && counts.stopwords[best] >= STOPWORDS_OF_A_LANGUAGE * counts.words
             ? best
             : NO_LANGUAGE;
}

static glong
count_link_chars (ExtractDocument *document, guint i)
{
  const ExtractPiece *piece = extract_document_piece (document, i);
  const char *text = extract_document_text (document, i);
  const ExtractMark *marks = extract_document_marks (document, piece);
  glong n = 0;

  for (guint m = 0; m < piece->n_marks; m++)
    if (marks[m].kind == EXTRACT_MARK_LINK)
      n += g_utf8_pointer_to_offset (text + marks[m].start, text + marks[m].end);
  return n;
}

static Class
classify_alone (ExtractDocument *document, guint i, guint8 inside, int language)
{
  const ExtractPiece *piece = extract_document_piece (document, i);
  glong linked = count_link_chars (document, i);
  ExtractStopwordCounts counts = { 0 };
  double s, low = STOPWORDS_LOW, high = STOPWORDS_HIGH;

  if ((double) linked / piece->stats.chars > MAX_LINK_DENSITY || piece->stats.copyright ||
      (inside & INSIDE_SELECT))
    return CLASS_BAD;
  if (piece->stats.chars < LENGTH_LOW)
    return linked > 0 ? CLASS_BAD : CLASS_SHORT;
  if (language == NO_LANGUAGE)
    s = low = high = 0;
  else {
    extract_stopwords_count (extract_document_text (document, i), piece->length, &counts);
    s = counts.words > 0 ? (double) counts.stopwords[language] / counts.words : 0;
  }
  if (s >= high && piece->stats.chars > LENGTH_HIGH)
    return CLASS_GOOD;
  return s >= low ? CLASS_NEAR_GOOD : CLASS_BAD;
}

/* ---- By the others around ------------------------------------------------------------------------ */

/* Looks at no more than MAX_HEADING_DISTANCE blocks, since none is empty. */
static gboolean
is_before_good (ExtractDocument *document, const Paragraph *paragraphs, guint i)
{
  guint32 distance = 0;

  for (guint j = i + 1; j < document->n_blocks && distance <= MAX_HEADING_DISTANCE; j++) {
    if (paragraphs[j].class == CLASS_GOOD)
      return TRUE;
    distance += extract_document_piece (document, j)->stats.chars;
  }
  return FALSE;
}

static void
find_neighbours (Paragraph *paragraphs, guint n)
{
  guint8 seen = CLASS_BAD, seen_near = CLASS_BAD;

  for (guint i = 0; i < n; i++) {
    paragraphs[i].before = seen;
    paragraphs[i].before_near = seen_near;
    if (paragraphs[i].class != CLASS_SHORT)
      seen_near = paragraphs[i].class;
    if (paragraphs[i].class == CLASS_GOOD || paragraphs[i].class == CLASS_BAD)
      seen = paragraphs[i].class;
  }
  seen = seen_near = CLASS_BAD;
  for (guint i = n; i-- > 0;) {
    paragraphs[i].after = seen;
    paragraphs[i].after_near = seen_near;
    if (paragraphs[i].class != CLASS_SHORT)
      seen_near = paragraphs[i].class;
    if (paragraphs[i].class == CLASS_GOOD || paragraphs[i].class == CLASS_BAD)
      seen = paragraphs[i].class;
  }
}

static Class
class_of_short (const Paragraph *p)
{
  if (p->before == p->after)
    return p->before;
  return (p->before == CLASS_BAD ? p->before_near : p->after_near) == CLASS_NEAR_GOOD ? CLASS_GOOD
                                                                                      : CLASS_BAD;
}

static void
classify_by_context (ExtractDocument *document, Paragraph *paragraphs)
{
  guint n = document->n_blocks;

  for (guint i = 0; i < n; i++)
    if (paragraphs[i].heading && paragraphs[i].class == CLASS_SHORT &&
        is_before_good (document, paragraphs, i))
      paragraphs[i].class = CLASS_NEAR_GOOD;
  find_neighbours (paragraphs, n);
  for (guint i = 0; i < n; i++)
    if (paragraphs[i].class == CLASS_SHORT)
      paragraphs[i].class = class_of_short (&paragraphs[i]);
  find_neighbours (paragraphs, n);
  for (guint i = 0; i < n; i++)
    if (paragraphs[i].class == CLASS_NEAR_GOOD)
      paragraphs[i].class =
          paragraphs[i].before == CLASS_GOOD || paragraphs[i].after == CLASS_GOOD ? CLASS_GOOD : CLASS_BAD;
  for (guint i = 0; i < n; i++)
    if (paragraphs[i].heading && paragraphs[i].class == CLASS_BAD && paragraphs[i].alone != CLASS_BAD &&
        is_before_good (document, paragraphs, i))
      paragraphs[i].class = CLASS_GOOD;
}

void
extract_method_justext (ExtractDocument *document, float *scores)
{
  EXTRACT_AUTOFREE guint8 *inside = find_surroundings (document->page);
  EXTRACT_AUTOFREE Paragraph *paragraphs = EXTRACT_NEW0 (Paragraph, document->n_blocks);
  int language = choose_language (document);

  for (guint i = 0; i < document->n_blocks; i++) {
    guint8 owner = inside[extract_document_piece (document, i)->element];
    Class class = classify_alone (document, i, owner, language);

    paragraphs[i] = (Paragraph){ .alone = class, .class = class, .heading = (owner & INSIDE_HEADING) != 0 };
  }
  classify_by_context (document, paragraphs);
  for (guint i = 0; i < document->n_blocks; i++)
    scores[i] = paragraphs[i].class == CLASS_GOOD        ? 1
                : paragraphs[i].alone == CLASS_NEAR_GOOD ? EXTRACT_METHOD_NEAR_GOOD
                                                         : 0;
}
