/* SPDX-License-Identifier: MIT */
/*
 * What people see: headings, time elements, elements whose class says what they hold, links to authors, and
 * the lines near the headline.
 *
 *   Home > Science                     too far above
 *   How to Read a Tide Table           the headline
 *   By Marta Lind                      by-line: words for "by" in some thirty languages, then a name
 *   Published: 14 March 2020           a date, and what it is of
 *   Updated: 2 May 2021
 *   Anyone who has ever walked back    a sentence: dates in it are what it is about
 */
#include "libextract/meta/candidate.h"

#include <string.h>

#include "libextract/meta/date.h"
#include "libextract/meta/fold.h"
#include "libextract/meta/person.h"
#include "libextract/base/scratch.h"
#include "libextract/page/names.h"

/* Blocks before and behind the headline that are near it. */
#define BLOCKS_BEFORE 6
#define BLOCKS_BEHIND 24
/* Longer ones are text, not a line about it. In bytes. */
#define MAX_LINE 300
#define MAX_NAME 200
#define MAX_LABEL 40
/* What a date is of stands so many bytes before it, at most, in a longer text. */
#define MAX_BEFORE 60

/* ---- Where things are ----------------------------------------------------------------------- */

/* Returns: the block that holds the text at @offset, or the next one; their number if there is none */
static guint32
piece_at (const ExtractPage *page, gsize offset)
{
  guint32 low = 0, high = page->pieces.len;

  while (low < high) {
    const guint32 middle = low + (high - low) / 2;
    const ExtractPiece *piece = ROWS_INDEX (page->pieces, ExtractPiece, middle);

    if (piece->text + piece->length < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static gboolean
is_shown (const Candidates *all, guint32 e)
{
  for (; e != EXTRACT_NO_ELEMENT; e = extract_page_element (all->page, e)->parent) {
    const ExtractElement *element = extract_page_element (all->page, e);

    if (element->tag == EXTRACT_TAG_NOSCRIPT || element->tag == EXTRACT_TAG_TEMPLATE)
      return FALSE;
  }
  return TRUE;
}

/* In what is not about the page: menus, other articles, readers' comments. */
static gboolean
is_aside (const Candidates *all, guint32 e)
{
  for (guint steps = 0; e != EXTRACT_NO_ELEMENT && steps < 64; steps++) {
    const ExtractElement *element = extract_page_element (all->page, e);

    if (element->tag == EXTRACT_TAG_NAV || element->tag == EXTRACT_TAG_FOOTER ||
        element->tag == EXTRACT_TAG_ASIDE)
      return TRUE;
    e = element->parent;
  }
  return FALSE;
}

/* Whether there is a year: four digits, or two behind a sign; digits of other scripts begin with a byte that
 * is looked at closely later. */
static gboolean
may_have_date (const char *text, gsize length)
{
  const char *end = text + MIN (length, 512u);

  for (const char *p = text; p < end;) {
    const char *start = p;

    while (p < end && g_ascii_isdigit (*p))
      p++;
    if (p - start == 4 || (p - start == 2 && start > text && strchr ("./-'\x99", start[-1])))
      return TRUE;
    if (p < end && (guchar) *p >= 0xd9 && (guchar) *p != 0xe2)
      return TRUE;
    p += p < end;
  }
  return FALSE;
}

/* What the names of elements say, as bits. */
enum {
  NAMED_AUTHOR = 1 << 0,
  NAMED_NOT_AUTHOR = 1 << 1,
  NAMED_USER = 1 << 2,
  NAMED_DATE = 1 << 3,
  NAMED_PUBLISHED = 1 << 4,
  NAMED_MODIFIED = 1 << 5,
  NAMED_TITLE = 1 << 6,
  NAMED_KNOWN = 1 << 7, /* the others have been looked for */
  NAMED_NAME = 1 << 8,  /* of an author, whatever else the names say */
};

/* In order; of each, the first three characters are small letters or hyphens. Those that begin with the same
 * three stand together. */
static const struct {
  const char *word;
  guint16 named;
} name_words[] = {
  { "about-author", NAMED_NOT_AUTHOR },
  { "article-headline", NAMED_TITLE },
  { "article-title", NAMED_TITLE },
  { "article__title", NAMED_TITLE },
  { "articletitle", NAMED_TITLE },
  { "auteur", NAMED_AUTHOR },
  { "author", NAMED_AUTHOR },
  { "author-box", NAMED_NOT_AUTHOR },
  { "author-box__name", NAMED_NAME },
  { "author-name", NAMED_NAME },
  { "author__name", NAMED_NAME },
  { "author_name", NAMED_NAME },
  { "authorbox", NAMED_NOT_AUTHOR },
  { "authority", NAMED_NOT_AUTHOR },
  { "authors-list", NAMED_NOT_AUTHOR },
  { "autor", NAMED_AUTHOR },
  { "avatar", NAMED_NOT_AUTHOR },
  { "bio", NAMED_NOT_AUTHOR },
  { "by-line", NAMED_AUTHOR },
  { "byline", NAMED_AUTHOR | NAMED_DATE },
  { "comment", NAMED_NOT_AUTHOR },
  { "contributor", NAMED_AUTHOR },
  { "count", NAMED_NOT_AUTHOR },
  { "created", NAMED_DATE },
  { "date", NAMED_NOT_AUTHOR | NAMED_DATE },
  { "dateline", NAMED_DATE },
  { "datum", NAMED_DATE },
  { "description", NAMED_NOT_AUTHOR },
  { "edited", NAMED_MODIFIED },
  { "entry-date", NAMED_PUBLISHED },
  { "entry-title", NAMED_TITLE },
  { "fecha", NAMED_DATE },
  { "follow", NAMED_NOT_AUTHOR },
  { "handle", NAMED_USER },
  { "headline", NAMED_TITLE },
  { "image", NAMED_NOT_AUTHOR },
  { "job-", NAMED_NOT_AUTHOR },
  { "job_", NAMED_NOT_AUTHOR },
  { "jobtitle", NAMED_NOT_AUTHOR },
  { "lastmod", NAMED_MODIFIED },
  { "link-list", NAMED_NOT_AUTHOR },
  { "meta", NAMED_DATE },
  { "modified", NAMED_MODIFIED },
  { "more-from", NAMED_NOT_AUTHOR },
  { "nickname", NAMED_AUTHOR | NAMED_USER },
  { "p-title-value", NAMED_TITLE },
  { "page-title", NAMED_TITLE },
  { "photo", NAMED_NOT_AUTHOR },
  { "position", NAMED_NOT_AUTHOR },
  { "post-title", NAMED_TITLE },
  { "post__title", NAMED_TITLE },
  { "postauthor", NAMED_USER },
  { "posted", NAMED_DATE | NAMED_PUBLISHED },
  { "posted-by", NAMED_AUTHOR },
  { "posted-on", NAMED_DATE },
  { "postedby", NAMED_AUTHOR },
  { "poster", NAMED_AUTHOR | NAMED_USER },
  { "posttitle", NAMED_TITLE },
  { "product-name", NAMED_TITLE },
  { "product-title", NAMED_TITLE },
  { "product_title", NAMED_TITLE },
  { "pubdate", NAMED_DATE | NAMED_PUBLISHED },
  { "publish", NAMED_DATE | NAMED_PUBLISHED },
  { "question-hyperlink", NAMED_TITLE },
  { "related", NAMED_NOT_AUTHOR },
  { "reviewed", NAMED_NOT_AUTHOR },
  { "reviewer", NAMED_NOT_AUTHOR },
  { "role", NAMED_NOT_AUTHOR },
  { "share", NAMED_NOT_AUTHOR },
  { "social", NAMED_NOT_AUTHOR },
  { "thread-title", NAMED_TITLE },
  { "thumb", NAMED_NOT_AUTHOR },
  { "time", NAMED_NOT_AUTHOR | NAMED_DATE },
  { "title", NAMED_NOT_AUTHOR },
  { "topic-title", NAMED_TITLE },
  { "update", NAMED_MODIFIED },
  { "updated", NAMED_MODIFIED },
  { "user", NAMED_USER },
  { "user-name", NAMED_AUTHOR },
  { "username", NAMED_AUTHOR },
  { "writer", NAMED_AUTHOR },
};

/* The low five bits of three characters, and of one more that comes behind them. */
#define THREE_MORE(three, c) (((three) << 5 | ((c) &31)) & 0x7fff)

typedef struct {
  guint8 firsts[0x8000]; /* of three characters, 1 + the first row that begins with them; 0 */
  guint8 ends[G_N_ELEMENTS (name_words)]; /* of that row, the next one that begins with others */
} NameIndex;

static const NameIndex *
name_index (void)
{
  static NameIndex index;
  static gsize made;

  if (g_once_init_enter (&made)) {
    G_STATIC_ASSERT (G_N_ELEMENTS (name_words) < 255);
    for (guint first = 0, end; first < G_N_ELEMENTS (name_words); first = end) {
      const char *word = name_words[first].word;
      const guint three = THREE_MORE (THREE_MORE (word[0] & 31, word[1]), word[2]);

      /* Of rows that do not stand together, or that five bits cannot tell apart, the first would be lost. */
      g_assert (index.firsts[three] == 0);
      for (end = first + 1; end < G_N_ELEMENTS (name_words) && strncmp (name_words[end].word, word, 3) == 0;)
        end++;
      index.firsts[three] = (guint8) (first + 1);
      index.ends[first] = (guint8) end;
    }
    g_once_init_leave (&made, 1);
  }
  return &index;
}

static gboolean
begins_with (const char *text, const char *small)
{
  while (*small && (*text == *small || (*text | 0x20) == *small)) {
    text++;
    small++;
  }
  return *small == '\0';
}

/* Of class or id: words may be within others. All are looked for at once, as pages have long classes. */
static guint16
read_names (const char *names)
{
  const NameIndex *index = name_index ();
  guint16 named = 0;
  guint three = 0;

  /* Of the first two characters, @three is no word's. */
  for (const char *p = names; *p; p++) {
    guint first;

    three = THREE_MORE (three, *p);
    first = index->firsts[three];
    if (first == 0 || p < names + 2)
      continue;
    for (guint i = first - 1; i < index->ends[first - 1]; i++)
      if (begins_with (p - 2, name_words[i].word))
        named |= name_words[i].named;
  }
  return named;
}

/* ---- Elements ------------------------------------------------------------------------------- */

static const char *
class_of (const Candidates *all, guint32 e)
{
  return e == EXTRACT_NO_ELEMENT ? ""
                                 : extract_page_get_attribute (all->page, extract_page_element (all->page, e),
                                                               EXTRACT_ATTRIBUTE_CLASS);
}

static Candidate *
add_element (Candidates *all, ExtractField field, Source source, guint trust, guint32 e)
{
  const ExtractElement *element = extract_page_element (all->page, e);
  const gsize length = element->text_end - element->text_start;
  Candidate *candidate =
      candidate_add_plain (all, field, source, trust, all->page->text->str + element->text_start, length);

  if (candidate) {
    candidate->element = e;
    candidate->piece = piece_at (all->page, element->text_start + (length > 0));
  }
  return candidate;
}

/* A date of an element: @text is what it says to machines, or to people. */
static void
add_date (Candidates *all, Source source, guint trust, guint32 e, const char *text, gsize length,
          gboolean machine)
{
  const ExtractElement *element = extract_page_element (all->page, e);
  const char *itemprop = extract_page_get_attribute (all->page, element, EXTRACT_ATTRIBUTE_ITEMPROP);
  guint16 named;
  char printed[EXTRACT_DATE_LENGTH];
  ExtractDate date;
  gsize start, end;
  Candidate *candidate;

  if (!extract_date_find (text, length, all->date_flags | (machine ? EXTRACT_DATE_MACHINE : 0), all->today,
                          &date, &start, &end) ||
      date.precision < EXTRACT_DATE_DAY)
    return;
  named = read_names (class_of (all, e)) | (read_names (itemprop) & (NAMED_PUBLISHED | NAMED_MODIFIED));
  /* What is around it says so, too, if that is all its text. */
  for (guint32 outer = element->parent;
       outer != EXTRACT_NO_ELEMENT && !(named & (NAMED_PUBLISHED | NAMED_MODIFIED));) {
    const ExtractElement *around = extract_page_element (all->page, outer);

    if (around->text_end - around->text_start > element->text_end - element->text_start + MAX_LABEL)
      break;
    named |= read_names (class_of (all, outer)) & (NAMED_PUBLISHED | NAMED_MODIFIED);
    outer = around->parent;
  }
  extract_date_print (&date, printed);
  candidate =
      candidate_add_plain (all, named & NAMED_MODIFIED ? EXTRACT_FIELD_MODIFIED : EXTRACT_FIELD_PUBLISHED,
                           source, trust, printed, strlen (printed));
  if (!candidate)
    return;
  candidate->element = e;
  candidate->piece = piece_at (all->page, element->text_start + (element->text_end > element->text_start));
  if (is_aside (all, e))
    candidate->flags |= CANDIDATE_OTHER;
  if (named & NAMED_PUBLISHED)
    candidate->flags |= CANDIDATE_LABELLED;
}

/* @of_shapes: what class and id of elements of each shape say; found out once */
static void
look_at_class (Candidates *all, guint32 e, const ExtractNames *names, guint16 *of_shapes)
{
  const ExtractElement *element = extract_page_element (all->page, e);
  const gsize length = element->text_end - element->text_start;
  const char *text = all->page->text->str + element->text_start;
  const guint32 shape = names->element_shapes[e];
  guint16 *named = &of_shapes[shape];

  if (length == 0 || length > MAX_LINE)
    return;
  if (*named == 0)
    *named = NAMED_KNOWN |
             read_names (extract_names_get_attribute (names, all->page, shape, EXTRACT_ATTRIBUTE_CLASS)) |
             (read_names (extract_names_get_attribute (names, all->page, shape, EXTRACT_ATTRIBUTE_ID)) &
              (NAMED_AUTHOR | NAMED_DATE));
  if (length <= MAX_NAME &&
      ((*named & NAMED_NAME) || (*named & (NAMED_AUTHOR | NAMED_NOT_AUTHOR)) == NAMED_AUTHOR)) {
    Candidate *candidate = add_element (all, EXTRACT_FIELD_AUTHOR, SOURCE_CLASS, 50, e);

    if (candidate && is_aside (all, e))
      candidate->flags |= CANDIDATE_OTHER;
    if (candidate && (*named & NAMED_USER))
      candidate->flags |= CANDIDATE_USER;
  }
  if ((*named & NAMED_DATE) && element->tag != EXTRACT_TAG_TIME && may_have_date (text, length))
    add_date (all, SOURCE_CLASS, 45, e, text, length, FALSE);
  if ((*named & NAMED_TITLE) && element->tag != EXTRACT_TAG_H1)
    add_element (all, EXTRACT_FIELD_TITLE, SOURCE_CLASS, 40, e);
}

void
candidates_find_elements (Candidates *all)
{
  const ExtractPage *page = all->page;
  const ExtractNames *names = extract_page_get_names (all->document->page);
  ExtractScratch *scratch = extract_scratch_begin ();
  guint16 *of_shapes = extract_scratch_take0 (scratch, (gsize) names->n_shapes + 1, sizeof *of_shapes);

  for (guint32 e = 0; e < page->elements.len; e++) {
    const ExtractElement *element = extract_page_element (page, e);

    EXTRACT_BUDGET_LOOK_EVERY (e + 1, 1024);
    if (element->tag == EXTRACT_TAG_H1 && is_shown (all, e))
      add_element (all, EXTRACT_FIELD_TITLE, SOURCE_HEADING, 88, e);
    if (element->attributes > 0)
      look_at_class (all, e, names, of_shapes);
    if (element->tag == EXTRACT_TAG_TIME)
      add_date (all, SOURCE_TIME, 50, e, page->text->str + element->text_start,
                element->text_end - element->text_start, FALSE);
  }
  extract_scratch_end (scratch);
  for (guint i = 0; i < page->notes.len; i++) {
    const ExtractNote *note = ROWS_INDEX (page->notes, ExtractNote, i);
    const char *name = page->strings->str + note->name, *value = page->strings->str + note->value;

    if (note->element == EXTRACT_NO_ELEMENT)
      continue;
    if (note->kind == EXTRACT_NOTE_DATETIME)
      add_date (all, SOURCE_TIME, 55, note->element, value, strlen (value), TRUE);
    else if (note->kind == EXTRACT_NOTE_TITLE)
      add_date (all, SOURCE_CLASS, 48, note->element, value, strlen (value), TRUE);
    else if (note->kind == EXTRACT_NOTE_LINK && strstr (name, "author") &&
             extract_page_element (page, note->element)->tag == EXTRACT_TAG_A) {
      Candidate *candidate = add_element (all, EXTRACT_FIELD_AUTHOR, SOURCE_LINK, 78, note->element);

      if (candidate && is_aside (all, note->element))
        candidate->flags |= CANDIDATE_OTHER;
    } else if (note->kind == EXTRACT_NOTE_LINK &&
               extract_page_element (page, note->element)->tag == EXTRACT_TAG_A) {
      if (strstr (name, "category"))
        add_element (all, EXTRACT_FIELD_CATEGORY, SOURCE_LINK, 50, note->element);
      else if (strstr (name, "tag"))
        add_element (all, EXTRACT_FIELD_TAG, SOURCE_LINK, 40, note->element);
    }
  }
}

/* ---- Lines near the headline ---------------------------------------------------------------- */

/* Folded; a date behind one of them is when the page was published ... */
/* clang-format off */
static const char *const published[] = {
  "published", "posted", "publication date", "date", "first published", "release date", "released",
  "created", "originally published", "asked", "veröffentlicht", "erschienen", "publiziert", "erstellt",
  "stand", "datum", "publie", "publie le", "mis en ligne", "paru le", "publicado", "publicada", "fecha",
  "pubblicato", "geplaatst", "gepubliceerd", "publicerad", "publicerat", "publisert", "udgivet",
  "offentliggjort", "julkaistu", "opublikowano", "data publikacji", "dodano", "publikovano", "vydano",
  "zverejnene", "pridane", "objavljeno", "megjelent", "kozzeteve", "publicat", "опубликовано",
  "опубліковано", "дата публикации", "публикувано", "yayinlanma", "yayın", "tarih", "δημοσιευθηκε", "發布",
  "发布", "發佈", "公開", "公開日", "掲載", "投稿日", "등록", "입력", "게시", "diterbitkan", "dipublikasikan", "dang ngay",
  "ngay dang", "نشر", "تاريخ النشر", "تاریخ انتشار", "פורסם", "प्रकाशित", "เผยแพร่", "paskelbta",
  "publicets", "avaldatud",
};
/* clang-format on */
/* ... or changed. */
static const char *const modified[] = {
  "updated",     "modified",    "last updated", "last modified", "last reviewed", "reviewed",
  "edited",      "revised",     "aktualisiert", "geandert",      "zuletzt",       "letzte",
  "mis a jour",  "modifie",     "maj",          "actualizado",   "actualizada",   "atualizado",
  "atualizada",  "aggiornato",  "bijgewerkt",   "gewijzigd",     "uppdaterad",    "oppdatert",
  "opdateret",   "paivitetty",  "aktualizacja", "aktualizovano", "aktualizovane", "azurirano",
  "frissitve",   "actualizat",  "обновлено",    "оновлено",      "обновена",      "guncelleme",
  "guncellendi", "ενημερωθηκε", "更新",         "最終更新",      "수정",          "diperbarui",
  "cap nhat",    "تحديث",       "به روز",       "עודכן",         "अपडेट",          "อัปเดต",
  "atnaujinta",
};
/* What was published, where the word for that is behind the date, or means that and other things. */
static const char *const things[] = { "beitrag", "artikel",  "eintrag",  "article", "post",
                                      "entry",   "articulo", "articolo", "artigo",  "wpis",
                                      "clanek",  "статья",   "запись",   "text",    "story" };
static const char *const was_written[] = { "wurde am",    "was written", "erstellt",
                                           "geschrieben", "wrote",       "was posted" };
/* Or it is of something else. */
static const char *const other[] = {
  "copyright",     "expires", "deadline",    "joined",   "member since",
  "since",         "born",    "died",        "valid",    "until",
  "closes",        "event",   "starts",      "ends",     "accessed",
  "retrieved",     "founded", "best before", "expected", "registriert seit",
  "mitglied seit", "from",    "last visit",  "next",     "through",
};

/* Returns: whether one of @words is in @folded as words of its own */
static gboolean
has_phrase (const char *folded, const char *const *words, guint n)
{
  for (guint i = 0; i < n; i++) {
    const gsize length = strlen (words[i]);
    const gboolean ascii = (guchar) words[i][0] < 0x80;

    for (const char *p = strstr (folded, words[i]); p; p = strstr (p + 1, words[i]))
      if (!ascii || ((p == folded || p[-1] == ' ') && (p[length] == '\0' || p[length] == ' ')))
        return TRUE;
  }
  return FALSE;
}

static void
look_for_dates (Candidates *all, guint32 p, guint trust, gboolean labelled_only)
{
  const ExtractPiece *piece = ROWS_INDEX (all->page->pieces, ExtractPiece, p);
  const char *text = all->page->text->str + piece->text;
  gsize at = 0;
  char before[512];

  while (at < MIN (piece->length, 512u)) {
    ExtractDate date;
    ExtractField field = EXTRACT_FIELD_PUBLISHED;
    gsize start, end, n;
    char printed[EXTRACT_DATE_LENGTH];
    gboolean labelled;
    Candidate *candidate;

    if (!extract_date_find (text + at, piece->length - at, all->date_flags, all->today, &date, &start, &end))
      return;
    n = extract_fold (text + at, start, before, sizeof before);
    /* "Date", and the day in the next block */
    if (n == 0 && p > 0 && piece[-1].length <= MAX_LABEL)
      n = extract_fold (all->page->text->str + piece[-1].text, piece[-1].length, before, sizeof before);
    if (n > 60)
      memmove (before, before + n - 60, 61);
    at += end;
    if (date.precision < EXTRACT_DATE_DAY || has_phrase (before, other, G_N_ELEMENTS (other)))
      continue;
    labelled = has_phrase (before, published, G_N_ELEMENTS (published));
    /* "Dieser Beitrag wurde am 3. Dezember 2011 veröffentlicht." */
    if (!labelled && start <= MAX_BEFORE && has_phrase (before, things, G_N_ELEMENTS (things))) {
      char after[256];

      extract_fold (text + at, MIN (piece->length - at, 120u), after, sizeof after);
      labelled = has_phrase (after, published, G_N_ELEMENTS (published)) ||
                 has_phrase (before, was_written, G_N_ELEMENTS (was_written));
    }
    if (has_phrase (before, modified, G_N_ELEMENTS (modified)))
      field = EXTRACT_FIELD_MODIFIED;
    else if (!labelled && (labelled_only || n > 45 || piece->length - (end - start) > 90))
      continue;
    if (labelled && piece->length > MAX_LINE && start > MAX_BEFORE)
      continue;
    extract_date_print (&date, printed);
    candidate =
        candidate_add_plain (all, field, SOURCE_TEXT, trust + (labelled ? 10 : 0), printed, strlen (printed));
    if (candidate) {
      candidate->piece = p;
      candidate->element = piece->element;
      candidate->flags |= labelled ? CANDIDATE_LABELLED : 0;
    }
  }
}

/* Whether a by-line may begin behind @p: at a sign, or a lone "by". Most bytes are told by themselves. */
static inline gboolean
is_parting (const char *p)
{
  static const guint8 kinds[256] = {
    ['\0'] = 1, ['|'] = 1, [','] = 1, [';'] = 1, [' '] = 2, [0xc2] = 3, [0xe2] = 3,
  };

  switch (kinds[(guchar) *p]) {
  case 0:
    return FALSE;
  case 1:
    return TRUE;
  case 2:
    return (p[1] | 0x20) == 'b' &&
           (strncmp (p, " by ", 4) == 0 || strncmp (p, " By ", 4) == 0 || strncmp (p, " BY ", 4) == 0);
  default:
    return strncmp (p, "·", 2) == 0 || strncmp (p, "•", 3) == 0 || strncmp (p, "–", 3) == 0;
  }
}

/* What was done by somebody is not the text: the word before "by". */
static const char *const not_written[] = {
  "photo",  "photos",  "photograph", "photographs", "photography",  "image",     "images",   "picture",
  "video",  "artwork", "graphic",    "illustrated", "illustration", "reviewed",  "checked",  "edited",
  "hosted", "powered", "presented",  "sponsored",   "translated",   "supported", "verified", "produced",
};

static gboolean
is_other_work (const char *text, const char *by)
{
  const char *word = by;
  char folded[32];

  while (word > text && g_ascii_isalpha (word[-1]))
    word--;
  if (word == by || by - word >= (gssize) sizeof folded)
    return FALSE;
  extract_fold (word, (gsize) (by - word), folded, sizeof folded);
  for (guint i = 0; i < G_N_ELEMENTS (not_written); i++)
    if (strcmp (folded, not_written[i]) == 0)
      return TRUE;
  return FALSE;
}

/* "By Marta Lind", at the start of a line, or behind a date or a sign in it. */
static void
look_for_by_line (Candidates *all, guint32 p, guint trust)
{
  const ExtractPiece *piece = ROWS_INDEX (all->page->pieces, ExtractPiece, p);
  const char *text = all->page->text->str + piece->text, *end = text + MIN (piece->length, 400);

  for (const char *start = text; start < end;) {
    const gsize skip = person_skip_by (start, (gsize) (end - start));
    const char *name = start + skip;

    if (skip > 0 && name < end) {
      const gboolean colon = memchr (start, ':', skip) || g_utf8_get_char (g_utf8_prev_char (name)) == 0xff1a;

      /* Few letters say little without a colon: "de", "di", "text". */
      if (colon || g_unichar_isupper (g_utf8_get_char (name)) || (guchar) *start >= 0xd6) {
        Candidate *candidate = candidate_add_plain (all, EXTRACT_FIELD_AUTHOR, SOURCE_TEXT, trust, name,
                                                    (gsize) MIN (end - name, MAX_NAME));

        if (candidate) {
          candidate->piece = p;
          candidate->element = piece->element;
          candidate->flags |= CANDIDATE_LABELLED;
        }
        return;
      }
    }
    while (start < end && (!is_parting (start) || (*start == ' ' && is_other_work (text, start))))
      start++;
    while (start < end && !g_unichar_isalpha (g_utf8_get_char (start)))
      start = g_utf8_next_char (start);
    if (piece->length > MAX_LINE)
      return;
  }
}

/* A line that is nothing but a word for "by": the next one is the name. */
static void
look_for_label (Candidates *all, guint32 p, guint trust)
{
  const ExtractPiece *piece = ROWS_INDEX (all->page->pieces, ExtractPiece, p), *next;
  const char *text = all->page->text->str + piece->text;
  Candidate *candidate;
  gsize length = piece->length;

  if (length > MAX_LABEL || piece->stats.words > 4 || p + 1 >= all->page->pieces.len)
    return;
  while (length > 0 && strchr (" :", text[length - 1]))
    length--;
  next = ROWS_INDEX (all->page->pieces, ExtractPiece, p + 1);
  if (length == 0 || next->length > 80 || person_skip_by (text, length) != length)
    return;
  candidate = candidate_add_plain (all, EXTRACT_FIELD_AUTHOR, SOURCE_TEXT, trust,
                                   all->page->text->str + next->text, next->length);
  if (candidate) {
    candidate->piece = p + 1;
    candidate->element = next->element;
    candidate->flags |= CANDIDATE_LABELLED;
  }
}

/* Of these nobody makes a mistake, wherever they are: those that begin with more than "by". */
static const char *const sure[] = { "written by ",
                                    "article by ",
                                    "posted by ",
                                    "author ",
                                    "reported by ",
                                    "this article was written by ",
                                    "this post was written by ",
                                    "geschrieben von ",
                                    "ecrit par ",
                                    "escrito por ",
                                    "scritto da ",
                                    "автор ",
                                    "words by ",
                                    "story by ",
                                    "started by " };

static gboolean
begins_with_by (const Candidates *all, guint32 p, const ExtractStarts *starts)
{
  const ExtractPiece *piece = ROWS_INDEX (all->page->pieces, ExtractPiece, p);
  const char *text = all->page->text->str + piece->text;
  char folded[64];

  if (piece->length > 160 || !extract_starts_may_begin (starts, text, piece->length))
    return FALSE;
  extract_fold (text, MIN (piece->length, 60u), folded, sizeof folded);
  for (guint i = 0; i < G_N_ELEMENTS (sure); i++)
    if (folded[0] == sure[i][0] && g_str_has_prefix (folded, sure[i]))
      return TRUE;
  return FALSE;
}

/* Links to a page of an author. */
static void
look_for_author_links (Candidates *all, guint32 p, guint trust)
{
  static const char *const paths[] = {
    "/author/",  "/authors/", "/autor/",      "/autoren/",  "/auteur/",      "/autori/",       "/autores/",
    "/profile/", "/by/",      "/writers/",    "/writer/",   "/contributor/", "/contributors/", "/people/",
    "/staff/",   "/person/",  "/journalist/", "/reporter/", "/columnists/",  "/users/",        "/user/",
    "/member",   "/team/",    "/@",           "/u/",        "/avtor/",       "/author?",       "author=",
  };
  const ExtractPiece *piece = ROWS_INDEX (all->page->pieces, ExtractPiece, p);
  const char *text = all->page->text->str + piece->text;

  for (guint32 m = piece->marks; m < piece->marks + piece->n_marks; m++) {
    const ExtractMark *mark = ROWS_INDEX (all->page->marks, ExtractMark, m);
    const char *href = all->page->strings->str + mark->href;

    EXTRACT_BUDGET_LOOK_EVERY (m + 1, 1024);
    if (mark->kind != EXTRACT_MARK_LINK || mark->end - mark->start > MAX_NAME || mark->end == mark->start ||
        strnlen (href, 1024) == 1024)
      continue;
    for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
      if (strstr (href, paths[i])) {
        Candidate *candidate =
            candidate_add_plain (all, EXTRACT_FIELD_AUTHOR, SOURCE_LINK, trust - (i > 6 ? 8 : 0),
                                 text + mark->start, mark->end - mark->start);

        if (candidate) {
          candidate->piece = p;
          candidate->element = piece->element;
          candidate->flags |= i > 6 ? CANDIDATE_OTHER : 0;
        }
        break;
      }
  }
}

void
candidates_find_text (Candidates *all, guint32 headline)
{
  const guint32 n = all->page->pieces.len;
  const guint8 *roles = extract_document_get_roles (all->document);
  /* Around the headline, nothing is another article. */
  const gboolean related = headline < n && roles[headline] == EXTRACT_ROLE_RELATED;
  guint32 first = 0, end = MIN (n, 40), from = headline;
  ExtractStarts starts = { { 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (sure); i++)
    extract_starts_add (&starts, sure[i]);

  if (headline < n) {
    first = headline > BLOCKS_BEFORE ? headline - BLOCKS_BEFORE : 0;
    end = MIN (n, headline + BLOCKS_BEHIND);
  } else
    from = 0;
  for (guint32 p = 0; p < n; p++) {
    const ExtractPiece *piece = ROWS_INDEX (all->page->pieces, ExtractPiece, p);
    const gboolean near = p >= first && p < end;
    const guint far = MIN (p > from ? p - from : from - p, 30u);
    gboolean aside = FALSE;

    EXTRACT_BUDGET_LOOK_EVERY (p + 1, 256);
    if (p == headline || piece->length < 2 || roles[p] == EXTRACT_ROLE_COMMENT ||
        (roles[p] == EXTRACT_ROLE_RELATED && !related))
      continue;
    if (!near && (piece->length > 160 || n > 5000))
      continue;
    look_for_label (all, p, near ? 58 - far : 25);
    if (piece->length < 6)
      continue;
    if (!near && begins_with_by (all, p, &starts))
      look_for_by_line (all, p, 24);
    if (near && (piece->length <= MAX_LINE || p > headline)) {
      aside = is_aside (all, piece->element);
      if (!aside)
        look_for_by_line (all, p, 62 - far);
      if (!aside && piece->length <= MAX_LINE)
        look_for_author_links (all, p, 60 - far);
    }
    /* The shortest dates have three digits: "2020", "4 Mar '20", 令和2年3月4日. */
    if (piece->stats.digits >= 3 && may_have_date (all->page->text->str + piece->text, piece->length))
      look_for_dates (all, p, near ? 42 - far : 5, !near || aside);
  }
}
