/* SPDX-License-Identifier: MIT */
/*
 * Why a page has no main text: first what the page is made of tells (frames, a redirection, broken
 * characters), then what it says, then what it has instead of text (scripts, frames, media, links).
 *
 * What it says counts by place: where there is much text, only in the title and the headline; on a small
 * page, anywhere. Sizes are in characters but spaces, which mean the same for all scripts, near enough.
 */
#include "libextract/meta/reason.h"

#include <string.h>

#include "libextract/meta/fold.h"
#include "libextract/page/document.h"

#define SMALL 1500 /* a page that says one thing, and has a menu */
#define TINY 400
#define SCANT 150
#define HARDLY_ANY 40
#define MAX_TEXT 2048  /* of a block that is read, in bytes */
#define MAX_BLOCKS 400 /* that are read; a small page has hardly more */
#define DAMAGED 20     /* one in so many characters is no character */
#define LINKS_SHARE 2  /* one in so many characters is in links */
#define MANY_LINKS 5
#define SOONEST_RELOAD 60 /* seconds: a page that is loaded anew later is kept up to date */

/* ---- The table -------------------------------------------------------------------------------- */

static const ExtractReasonInfo reasons[EXTRACT_N_REASONS] = {
  [EXTRACT_REASON_NONE] = { "none", "it has main text", "nothing is to be done" },
  [EXTRACT_REASON_EMPTY] = { "empty", "there is no text on it, or hardly any",
                             "if a browser shows some, save the page there and pass that file" },
  [EXTRACT_REASON_SCRIPTED] = { "scripted", "scripts make its text",
                                "let a browser make it (--render), or save it there and pass that file" },
  [EXTRACT_REASON_LOGIN] = { "login", "it asks the reader to log in or to register",
                             "log in with a browser, save the page there and pass that file" },
  [EXTRACT_REASON_ERROR] = { "error", "it is the error page of a site", "check the address" },
  [EXTRACT_REASON_ROBOT_CHECK] = { "robot-check", "it checks whether its reader is a person",
                                   "save the page in a browser and pass that file" },
  [EXTRACT_REASON_CONSENT] = { "consent", "it asks the reader to accept cookies",
                               "accept them in a browser, save the page there and pass that file" },
  [EXTRACT_REASON_REDIRECT] = { "redirect", "it leads to another page", "pass the page that it leads to" },
  [EXTRACT_REASON_FRAMES] = { "frames", "its text is in frames, which are pages of their own",
                              "pass the pages in the frames" },
  [EXTRACT_REASON_MEDIA] = { "media", "it has pictures, sound or video, and hardly a word",
                             "there is no text to print" },
  [EXTRACT_REASON_LINKS] = { "links", "it has hardly more than links", "pass the pages that they lead to" },
  [EXTRACT_REASON_ENCODING] = { "encoding", "its characters are damaged",
                                "name its encoding, or fetch the page again" },
  [EXTRACT_REASON_RULED_OUT] = { "ruled-out", "rules or selectors leave out what reads like it",
                                 "texttractor why names them" },
  [EXTRACT_REASON_UNLIKELY] = { "unlikely", "nothing on it reads like main text",
                                "texttractor why shows its scores; a lower threshold prints more" },
};

const ExtractReasonInfo *
extract_reason_get_info (ExtractReason reason)
{
  g_return_val_if_fail ((guint) reason < EXTRACT_N_REASONS, NULL);
  return &reasons[reason];
}

/* ---- Phrases ---------------------------------------------------------------------------------- */

typedef struct {
  const char *phrase; /* not terminated */
  guint8 length;
  guint8 reason;
  guint8 place;
  guint16 next; /* of the same two bytes; 0: none */
} Phrase;

typedef struct {
  guint16 first[256]; /* by the first two bytes: see phrase_place () */
  Phrase *phrases;    /* from 1 on */
} PhraseIndex;

static guint
phrase_place (const char *text)
{
  return ((guchar) text[0] * 31 + (guchar) text[1] * 7) & 255;
}

static const PhraseIndex *
phrase_index (void)
{
  static PhraseIndex index;
  static gsize made;

  if (g_once_init_enter (&made)) {
    GArray *phrases = g_array_new (FALSE, TRUE, sizeof (Phrase));

    g_array_set_size (phrases, 1);
    for (guint i = 0; i < extract_n_reason_phrases; i++) {
      const ReasonPhrases *row = &extract_reason_phrases[i];

      for (const char *p = row->phrases, *end; *p; p = *end ? end + 1 : end) {
        guint16 *first = &index.first[phrase_place (p)];

        end = p + strcspn (p, "|");
        g_array_append_vals (phrases, &(Phrase){ p, (guint8) (end - p), row->reason, row->place, *first }, 1);
        *first = (guint16) (phrases->len - 1);
      }
    }
    index.phrases = (Phrase *) (gpointer) g_array_free (phrases, FALSE);
    g_once_init_leave (&made, 1);
  }
  return &index;
}

/* What was said, as bits (1 << ExtractReason). */
typedef struct {
  guint32 text;   /* anywhere */
  guint32 starts; /* at the start of a block */
  guint32 heads;  /* at the start of the title, or of a part of it, or of a headline */
  guint32 inside; /* anywhere in these */
} Said;

/* Scripts without spaces have no words that begin; Hangul has, but particles at their ends. */
static gboolean
may_begin (const char *folded, gsize i)
{
  return i == 0 || folded[i - 1] == ' ' || (guchar) folded[i] >= 0xe3;
}

/* Looks for phrases in what is folded. @said: (inout): place -> bits */
static void
find_phrases (const char *folded, gsize length, Said *said, gboolean head)
{
  const PhraseIndex *index = phrase_index ();

  for (gsize i = 0; i + 1 < length; i++) {
    if (!may_begin (folded, i) || ((guchar) folded[i] & 0xc0) == 0x80)
      continue;
    for (guint k = index->first[phrase_place (folded + i)]; k > 0; k = index->phrases[k].next) {
      const Phrase *phrase = &index->phrases[k];

      if (strncmp (folded + i, phrase->phrase, phrase->length) != 0)
        continue;
      if (phrase->place == PHRASE_TEXT)
        said->text |= 1u << phrase->reason;
      if (i == 0)
        said->starts |= 1u << phrase->reason;
      if (head)
        said->inside |= 1u << phrase->reason;
      if (i == 0 && head)
        said->heads |= 1u << phrase->reason;
    }
  }
}

/* Codes of errors at the start of a title: other numbers count things. */
static gboolean
is_error_code (const char *folded, gsize length)
{
  static const char *const codes[] = { "400", "401", "403", "404", "410", "502", "503", "504" };

  if (length < 3 || (length > 3 && folded[3] != ' '))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (memcmp (folded, codes[i], 3) == 0)
      return TRUE;
  return FALSE;
}

static void
read_text (const char *text, gsize length, gboolean head, Said *said)
{
  char folded[MAX_TEXT];
  const gsize n = extract_fold (text, length, folded, sizeof folded);

  find_phrases (folded, n, said, head);
  if (head && is_error_code (folded, n))
    said->heads |= 1u << EXTRACT_REASON_ERROR;
}

/* Titles have parts: "Site | Page not found". */
static void
read_title (const char *title, Said *said)
{
  static const char *const separators[] = { "|", " - ", " – ", " — ", ": ", " · ", " » ", " :: " };
  const char *end = title + strnlen (title, MAX_TEXT);

  while (end > title && ((guchar) *end & 0xc0) == 0x80)
    end--;
  for (const char *part = title; part < end;) {
    const char *next = end;
    gsize skip = 0;

    for (guint i = 0; i < G_N_ELEMENTS (separators); i++) {
      const char *found = g_strstr_len (part, next - part, separators[i]);

      if (found) {
        next = found;
        skip = strlen (separators[i]);
      }
    }
    read_text (part, next - part, TRUE, said);
    part = next + skip;
  }
}

/* ---- Facts ------------------------------------------------------------------------------------ */

typedef struct {
  guint64 ink;        /* characters but spaces */
  guint64 link_chars; /* of these */
  guint64 characters;
  guint64 damaged; /* of these: U+FFFD */
  guint32 images;
  gboolean frameset;
  gboolean reloads; /* as another page, by a meta element */
  guint64 links;
  Said title;
  Said blocks;
  Said scripts; /* what stands in noscript */
} Facts;

/* Characters U+FFFD: the text is valid, so their bytes stand nowhere else. */
static guint64
count_damaged (const char *text)
{
  guint64 n = 0;

  for (const char *p = text; *p != '\0'; p++)
    n += p[0] == '\xef' && p[1] == '\xbf' && p[2] == '\xbd';
  return n;
}

static gboolean
is_head (const ExtractPage *page, const ExtractPiece *piece)
{
  const ExtractTag tag = extract_page_element (page, piece->element)->tag;

  return tag == EXTRACT_TAG_H1 || tag == EXTRACT_TAG_H2;
}

static void
count_blocks (ExtractDocument *document, Facts *facts)
{
  for (guint i = 0; i < document->n_blocks; i++) {
    const ExtractPiece *piece = extract_document_piece (document, i);

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
    facts->characters += piece->stats.chars;
    facts->ink += piece->stats.chars - piece->stats.spaces;
    facts->link_chars += piece->link_chars;
    facts->links += piece->links;
    facts->damaged += count_damaged (extract_document_text (document, i));
  }
}

/* @only_good: only what good blocks say counts: any page may have a form to log in, or a word on cookies */
static void
read_blocks (ExtractDocument *document, gboolean only_good, Facts *facts)
{
  for (guint i = 0; i < MIN (document->n_blocks, MAX_BLOCKS); i++) {
    const ExtractPiece *piece = extract_document_piece (document, i);

    if (!only_good || document->blocks[i].label == EXTRACT_LABEL_GOOD)
      read_text (extract_document_text (document, i), MIN (piece->length, MAX_TEXT),
                 is_head (document->page, piece), &facts->blocks);
  }
}

/* The texts of noscript are there even where their blocks are not. */
static void
look_at_elements (const ExtractPage *page, Facts *facts)
{
  for (guint32 e = 0; e < page->elements.len; e++) {
    const ExtractElement *element = extract_page_element (page, e);

    EXTRACT_BUDGET_LOOK_EVERY (e + 1, 1024);
    if (element->tag == EXTRACT_TAG_FRAMESET)
      facts->frameset = TRUE;
    else if (element->tag == EXTRACT_TAG_IMG)
      facts->images++;
    else if (element->tag == EXTRACT_TAG_NOSCRIPT)
      read_text (page->text->str + element->text_start,
                 MIN (element->text_end - element->text_start, MAX_TEXT), FALSE, &facts->scripts);
  }
}

/* "5; url=next.html" */
static gboolean
is_reload (const char *content)
{
  char folded[64];
  const guint64 seconds = g_ascii_strtoull (content, NULL, 10);

  extract_fold (content, strnlen (content, sizeof folded), folded, sizeof folded);
  return seconds < SOONEST_RELOAD && strstr (folded, " url") != NULL;
}

static void
look_at_notes (const ExtractPage *page, Facts *facts)
{
  const char *strings = page->strings->str;

  for (guint32 n = 0; n < page->notes.len; n++) {
    const ExtractNote *note = ROWS_INDEX (page->notes, ExtractNote, n);

    if (note->kind == EXTRACT_NOTE_META && g_ascii_strcasecmp (strings + note->name, "refresh") == 0)
      facts->reloads = facts->reloads || is_reload (strings + note->value);
  }
}

/* ---- Judging ---------------------------------------------------------------------------------- */

#define SAYS(said, reason) (((said) >> EXTRACT_REASON_##reason) & 1)

/* What the page says of itself. */
static ExtractReason
judge_words (const ExtractPage *page, const Facts *facts)
{
  const gboolean small = facts->ink <= SMALL, tiny = facts->ink <= TINY;
  const guint32 heads = facts->title.heads | facts->blocks.heads,
                text = small ? facts->title.text | facts->blocks.text : 0,
                starts = tiny ? facts->blocks.starts : 0,
                inside = tiny ? facts->title.inside | facts->blocks.inside : 0;

  if (SAYS (text | heads, ROBOT_CHECK))
    return EXTRACT_REASON_ROBOT_CHECK;
  if (SAYS (text | heads | starts | inside, ERROR))
    return EXTRACT_REASON_ERROR;
  /* Menus have a way to log in, and articles a form for it. */
  if ((SAYS (text | starts, LOGIN) && page->passwords > 0) || (SAYS (text, LOGIN) && tiny) ||
      (SAYS (heads, LOGIN) && (small || page->passwords > 0)))
    return EXTRACT_REASON_LOGIN;
  if (tiny && SAYS (text | heads, REDIRECT))
    return EXTRACT_REASON_REDIRECT;
  if (SAYS (text, CONSENT))
    return EXTRACT_REASON_CONSENT;
  if (tiny && SAYS (facts->blocks.text | facts->scripts.text, SCRIPTED))
    return EXTRACT_REASON_SCRIPTED;
  return EXTRACT_REASON_NONE;
}

/* What it has in place of text. */
static ExtractReason
judge_parts (const ExtractPage *page, const Facts *facts)
{
  const guint32 *removed = page->removed;
  const guint32 media = removed[EXTRACT_TAG_VIDEO] + removed[EXTRACT_TAG_AUDIO] +
                        removed[EXTRACT_TAG_OBJECT] + removed[EXTRACT_TAG_EMBED] +
                        removed[EXTRACT_TAG_APPLET];

  if (facts->ink <= SCANT) {
    if (media > 0 || facts->images > removed[EXTRACT_TAG_SCRIPT])
      return EXTRACT_REASON_MEDIA;
    if (removed[EXTRACT_TAG_IFRAME] > removed[EXTRACT_TAG_SCRIPT])
      return EXTRACT_REASON_FRAMES;
    if (removed[EXTRACT_TAG_SCRIPT] > 0)
      return EXTRACT_REASON_SCRIPTED;
  }
  if (facts->ink <= HARDLY_ANY)
    return EXTRACT_REASON_EMPTY;
  if (facts->links >= MANY_LINKS && facts->link_chars * LINKS_SHARE >= facts->ink)
    return EXTRACT_REASON_LINKS;
  return EXTRACT_REASON_UNLIKELY;
}

typedef struct {
  ExtractDocument *document;
  gboolean found; /* some main text, but so little that what the page says of itself counts */
  ExtractReason reason;
} Judging;

/* Whether a rule or a selector leaves out a block that is main text by its score. */
static gboolean
is_ruled_out (ExtractDocument *document)
{
  for (guint i = 0; i < document->n_blocks && !document->found_none; i++) {
    ExtractBlock *block = &document->blocks[i];

    if (block->score >= document->threshold && block->label != EXTRACT_LABEL_GOOD &&
        (block->rule >= 0 || !extract_block_is_selected (block)))
      return TRUE;
  }
  return FALSE;
}

static ExtractReason
judge_facts (const Judging *judging, const Facts *facts)
{
  const ExtractPage *page = judging->document->page;
  ExtractReason reason;

  if (!judging->found && is_ruled_out (judging->document))
    return EXTRACT_REASON_RULED_OUT;
  if (facts->reloads && facts->ink <= TINY)
    return EXTRACT_REASON_REDIRECT;
  if (facts->frameset)
    return EXTRACT_REASON_FRAMES;
  if (facts->damaged > 0 && facts->damaged * DAMAGED >= facts->characters)
    return EXTRACT_REASON_ENCODING;
  reason = judge_words (page, facts);
  return reason == EXTRACT_REASON_NONE && !judging->found ? judge_parts (page, facts) : reason;
}

static void
judge (gpointer data)
{
  Judging *judging = data;
  ExtractDocument *document = judging->document;
  Facts facts = { 0 };

  count_blocks (document, &facts);
  read_blocks (document, judging->found && facts.ink > TINY, &facts);
  look_at_elements (document->page, &facts);
  look_at_notes (document->page, &facts);
  read_title (document->page->title, &facts.title);
  judging->reason = judge_facts (judging, &facts);
}

/* @found: (out): whether a block is good. Returns: whether good blocks have so little text that it may be
 * that of an error page */
static gboolean
is_doubtful (ExtractDocument *document, gboolean *found)
{
  guint64 ink = 0;

  *found = FALSE;
  for (guint i = 0; i < document->n_blocks && ink <= TINY; i++)
    if (document->blocks[i].label == EXTRACT_LABEL_GOOD) {
      const ExtractTextStats *stats = &extract_document_piece (document, i)->stats;

      *found = TRUE;
      ink += stats->chars - stats->spaces;
    }
  return ink <= TINY;
}

ExtractReason
extract_document_get_reason (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, EXTRACT_REASON_NONE);

  Judging judging = { document, FALSE, EXTRACT_REASON_NONE };

  if (document->sealed && is_doubtful (document, &judging.found))
    extract_document_run (document, judge, &judging, NULL);
  return judging.reason;
}
