/* SPDX-License-Identifier: MIT */
/*
 * What a page is made of once it has been cut up. Built by segment.c, read by everything after it.
 *
 *   ExtractPage      the part that never changes: texts, elements, inline marks. Copies share it.
 *   ExtractDocument  a page with the scores, labels and rules that a classifier gave its blocks.
 */
#pragma once

#include "libextract/page/page.h"
#include "libextract/base/growing-string.h"
#include "libextract/html/tag.h"
#include "libextract/text/facts.h"
#include "libextract/text/language.h"

#define EXTRACT_NO_ELEMENT G_MAXUINT32
#define EXTRACT_FINGERPRINT_BYTES 16
/* Of so many cells of a table that shows data, one may hold several blocks. */
#define EXTRACT_CROWDED_CELLS 5

/* An element of the tree, in document order: parents come before their children. */
typedef struct {
  guint32 parent;     /* index into elements; EXTRACT_NO_ELEMENT for the root */
  guint32 previous;   /* the sibling before it, or EXTRACT_NO_ELEMENT */
  guint32 position;   /* 1, 2, ... among the siblings of the same tag (of any tag for OTHER) */
  guint16 depth;      /* 0 for the root */
  guint8 tag;         /* ExtractTag */
  guint8 positive;    /* 1 if its class or id, or that of an ancestor below body, is positively rated */
  guint8 hidden;      /* bits EXTRACT_HIDDEN_…, of the element itself */
  guint8 fine;        /* ExtractTag, those of TAG_FINE too */
  guint32 attributes; /* offset into ExtractPage.strings: EXTRACT_N_ATTRIBUTES strings, one after another, ""
                         where the element does not have it; 0 if it has none of them */
  guint32 text_start; /* of the text in it, in ExtractPage.text: blocks, or parts of one, with NULs between */
  guint32 text_end;
} ExtractElement;

/* Attributes that are kept for the features, in this order; cut to EXTRACT_MAX_ATTRIBUTE bytes. */
typedef enum {
  EXTRACT_ATTRIBUTE_CLASS,
  EXTRACT_ATTRIBUTE_ID,
  EXTRACT_ATTRIBUTE_ROLE,
  EXTRACT_ATTRIBUTE_ITEMPROP,
  EXTRACT_ATTRIBUTE_ITEMTYPE,
  EXTRACT_N_ATTRIBUTES
} ExtractAttribute;

#define EXTRACT_MAX_ATTRIBUTE 512

/* How an element is hidden. */
enum {
  EXTRACT_HIDDEN_SHOWN = 0,
  EXTRACT_HIDDEN_STYLE = 1 << 0, /* attribute hidden, display: none, visibility: hidden */
  EXTRACT_HIDDEN_ARIA = 1 << 1,  /* aria-hidden="true" */
};

/* What an inline element meant for a piece of a block's text. */
typedef enum {
  EXTRACT_MARK_LINK,     /* a with href */
  EXTRACT_MARK_STRONG,   /* b, strong */
  EXTRACT_MARK_EMPHASIS, /* i, em, cite, dfn, var */
  EXTRACT_MARK_CODE,     /* code, kbd, samp, tt */
  EXTRACT_MARK_SUB,
  EXTRACT_MARK_SUP,
  EXTRACT_MARK_BREAK, /* br: start == end, the place of the space that it became */
  /* Only passages have those that follow. */
  EXTRACT_MARK_DELETED, /* del, s, strike */
  EXTRACT_MARK_MARKED,  /* mark */
  EXTRACT_MARK_PICTURE, /* img */
  EXTRACT_N_MARKS
} ExtractMarkKind;

/* Which attribute of an element says something about the page. */
typedef enum {
  EXTRACT_NOTE_META,     /* meta: its name or property, and its content */
  EXTRACT_NOTE_LINK,     /* link and a: its rel, and where it leads */
  EXTRACT_NOTE_ITEMPROP, /* meta and link: its itemprop, and its content or where it leads */
  EXTRACT_NOTE_PROPERTY, /* of RDFa, and the content if there is one */
  EXTRACT_NOTE_TYPEOF,   /* of RDFa */
  EXTRACT_NOTE_CONTENT,  /* of an element that is no meta */
  EXTRACT_NOTE_DATETIME, /* of time, ins, del */
  EXTRACT_NOTE_TITLE,    /* of abbr, span, time: only with a digit in it */
  /* Only formats read those that follow. */
  EXTRACT_NOTE_COLSPAN,
  EXTRACT_NOTE_ROWSPAN,
  EXTRACT_NOTE_NUMBER,   /* of ol its start, of li its value */
  EXTRACT_NOTE_REVERSED, /* of ol */
  EXTRACT_NOTE_CODE,     /* of pre, code, div: its data-lang */
  EXTRACT_NOTE_TEX,      /* of math, or of a script: what it says in TeX; "display" if on a line of its own */
  EXTRACT_NOTE_PICTURE,  /* of img: its alt, and the address */
  EXTRACT_NOTE_SOURCE,   /* of source in picture: the address */
  EXTRACT_NOTE_VIDEO,    /* of video, iframe: the address */
  EXTRACT_NOTE_STEP,     /* which step of a browser brought its text: render/page.js */
} ExtractNoteKind;

/* What an element says about the page to machines, beside the attributes that all elements keep. */
typedef struct {
  guint32 element; /* the element; of meta and link, which the page does not keep, the one around it, or
                      EXTRACT_NO_ELEMENT */
  guint32 name;    /* offset into ExtractPage.strings; 0 (the empty string) where the kind says it all */
  guint32 value;   /* offset into ExtractPage.strings */
  guint32 text;    /* offset into ExtractPage.text: where it stands */
  guint8 kind;     /* ExtractNoteKind */
} ExtractNote;

/* Longer values are cut. */
#define EXTRACT_MAX_NOTE 8192

typedef struct {
  guint32 start; /* bytes from the start of the block's text */
  guint32 end;
  guint32
      href; /* LINK: offset into ExtractPage.strings, as it stands in the page; else 0 (the empty string) */
  guint32 kind; /* ExtractMarkKind */
} ExtractMark;

/* Inline elements that stand between the owner of a block and some of its text. */
enum {
  EXTRACT_WRAPPER_A = 1 << 0,
  EXTRACT_WRAPPER_BUTTON = 1 << 1,
  EXTRACT_WRAPPER_LABEL = 1 << 2,
  EXTRACT_WRAPPER_SPAN = 1 << 3,
  EXTRACT_WRAPPER_STRONG = 1 << 4,   /* b, strong */
  EXTRACT_WRAPPER_EM = 1 << 5,       /* i, em */
  EXTRACT_WRAPPER_SELECTED = 1 << 6, /* an element that was selected; no feature knows of it */
};

/* The part of a block that never changes. */
typedef struct {
  gsize text;         /* offset into ExtractPage.text of its first byte; NUL-terminated there */
  guint32 length;     /* of the text, in bytes; > 0 */
  guint32 element;    /* the owner: index into ExtractPage.elements */
  guint32 marks;      /* index into ExtractPage.marks of its first one */
  guint32 n_marks;    /* ordered by start; the outer one first */
  guint32 links;      /* a[href] elements whose text it has some of */
  guint32 link_chars; /* characters inside them that are no spaces */
  guint32 images;     /* img elements */
  guint32 positives;  /* positively rated inline elements */
  guint32 first_tag;  /* tags of the page before its first character */
  guint32 last_tag;   /* tags of the page before its last character */
  guint8 pre;         /* 1 if line breaks in the text count */
  guint8 wrappers;    /* bits EXTRACT_WRAPPER_… */
  guint32 n_tokens;   /* in ExtractPage.tokens_of_texts */
  ExtractTextStats stats;
  ExtractTextFacts facts;
} ExtractPiece;

/* Which block of a page it is, whatever its number; see fingerprint.c. */
typedef struct {
  guint8 fingerprint[EXTRACT_FINGERPRINT_BYTES];
  guint32 occurrence; /* 1, 2, ... among the blocks of that fingerprint */
} ExtractBlockKey;

/* The age of HTML that a page declares to be of, by its <!DOCTYPE>. */
typedef enum {
  EXTRACT_DOCTYPE_NONE,
  EXTRACT_DOCTYPE_OLD,   /* names a public identifier other than the next: HTML 2 to 4.01 */
  EXTRACT_DOCTYPE_XHTML, /* its public identifier speaks of XHTML */
  EXTRACT_DOCTYPE_HTML5, /* no public identifier: HTML as it is today */
} ExtractDoctype;

/* What is found out about a page when somebody first asks, and stays with it; each is the business of one
 * room. */
typedef enum {
  EXTRACT_SLOT_KEYS,     /* ExtractBlockKey [blocks] */
  EXTRACT_SLOT_ROLES,    /* guint8 [blocks] of ExtractRole */
  EXTRACT_SLOT_NAMES,    /* ExtractNames */
  EXTRACT_SLOT_METADATA, /* ExtractMetadata, of meta/ */
  EXTRACT_SLOT_BASE,     /* char: what links are resolved against, of write/ */
  EXTRACT_SLOT_ITEMS,    /* ExtractItems, of meta/ */
  EXTRACT_SLOT_GROUPS,   /* of feature/, as the next two */
  EXTRACT_SLOT_SPANS,
  EXTRACT_SLOT_TOKENS,
  EXTRACT_N_SLOTS
} ExtractSlot;

typedef struct {
  gpointer made;            /* (nullable) atomic; owned */
  GDestroyNotify free_made; /* there with it */
} ExtractKept;

typedef struct {
  gint ref_count;                    /* atomic */
  guint64 memory;                    /* bytes of the page, and of what parsing made */
  gssize made;                       /* atomic: bytes of what was made when asked for, within a budget */
  char *uri;                         /* (nullable) */
  char *base;                        /* (nullable) */
  char *title;                       /* never NULL */
  char *language;                    /* (nullable) */
  char *description;                 /* (nullable): meta description */
  char *og_title;                    /* (nullable): og:title */
  char *og_description;              /* (nullable) */
  char *og_type;                     /* (nullable) */
  ExtractString *linked_data;        /* JSON-LD scripts as they stand in the page, each followed by a NUL */
  const char *charset;               /* static: a WHATWG name */
  guint8 doctype;                    /* ExtractDoctype */
  guint32 removed[EXTRACT_N_TAGS];   /* elements of each tag that the page does not keep, but for noscript */
  guint32 passwords;                 /* input elements for one */
  gboolean selected;                 /* only what has EXTRACT_WRAPPER_SELECTED may be main text */
  guint32 today;                     /* days since 1 January of year 1; 0 if the clock is to be asked */
  ExtractString *text;               /* texts of all blocks, each followed by a NUL */
  ExtractString *strings;            /* NUL-terminated strings; offset 0 is the empty string */
  ExtractRows elements;              /* ExtractElement */
  ExtractRows marks;                 /* ExtractMark */
  ExtractRows notes;                 /* ExtractNote, in document order */
  ExtractRows pieces;                /* ExtractPiece, one for each block */
  ExtractWords words;                /* of all pieces, one after another: stats.words of each */
  ExtractHashes tokens_of_texts;     /* of all pieces: n_tokens of each */
  ExtractKept kept[EXTRACT_N_SLOTS]; /* made when asked for: extract_page_keep () */
} ExtractPage;

/* Returns: (transfer none): the value of @attribute, "" if @element does not have it. */
const char *extract_page_get_attribute (const ExtractPage *page, const ExtractElement *element,
                                        ExtractAttribute attribute);

/* Returns: (transfer full) (nullable): @reference resolved against @base; NULL where they make no URI. */
char *extract_page_resolve (const char *base, const char *reference, GUriFlags flags);

ExtractPage *extract_page_new (void);
void extract_page_unref (ExtractPage *page);

/*
 * extract_page_keep: what is in @slot; if nothing is, what @make gives of @data goes there. Documents that
 * share a page may ask at the same time. @make: gives (transfer full) memory of budget.h, and leaves nothing
 * else behind
 *
 * Returns: (transfer none)
 */
gpointer extract_page_keep (ExtractPage *page, ExtractSlot slot, gpointer (*make) (gpointer data),
                            gpointer data, GDestroyNotify free_made);

/* Forgets what is kept in the slots: where a run that made it is left, and the page with it. */
void extract_page_drop_kept (ExtractPage *page);

struct _ExtractBlock {
  ExtractDocument *document; /* not a reference: the document owns the block */
  float score;               /* 0..1; 0 before labelling */
  guint8 label;              /* ExtractLabel */
  gint8 rule;                /* index into the table of rules of the last change, -1 if none */
  guint8 class_number;       /* 1, 2, ... among ExtractDocument.classes; 0 if the model told none */
};

struct _ExtractDocument {
  gint ref_count; /* atomic */
  ExtractPage *page;
  ExtractBlock *blocks; /* [n_blocks] */
  guint n_blocks;
  char *source;        /* (nullable): where the page was read from, as the caller says; valid UTF-8; owned */
  char *fetched;       /* (nullable): when, as an archive says; valid UTF-8; owned */
  guint64 max_memory;  /* limit of the page: for itself and all that is computed of it */
  gint64 microseconds; /* what is left of its time */
  const ExtractFeatureSet *set; /* (nullable): the set that `features` holds */
  GBytes *features;             /* (nullable): float [n_blocks][n_features], shared by copies */
  guint n_features;             /* of the set */
  gconstpointer tables;         /* (nullable): what some features come from; lent by `features` */
  char *model;                  /* (nullable): name of the model that labelled it */
  char **classes;               /* (nullable): names of those that the model tells; owned */
  double threshold;             /* for good blocks, of the classifier that labelled it */
  gboolean judged;              /* whether the model has a network for the outcome, which gave the next two */
  double expected_f1;           /* how good the labels will be, 0..1 */
  double no_text;               /* how likely the page has no main text, 0..1 */
  gboolean found_none;          /* the model found that the page has no main text */
  ExtractLanguage *language;    /* (nullable) atomic; owned: of the main text, made when asked for */
  gboolean sealed;
};

/* Runs @work within what the limits of the page have left. */
gboolean extract_document_run (ExtractDocument *document, ExtractWork work, gpointer data, GError **error);

/* Returns: (transfer full); takes the page. */
ExtractDocument *extract_document_new (ExtractPage *page);

/* As it was before anything labelled it. */
void extract_document_clear_labels (ExtractDocument *document);

/* One for each block. Documents that share a page may ask at the same time. */
const ExtractBlockKey *extract_document_get_keys (ExtractDocument *document);

/* One for each block, in the same way. */
const guint8 *extract_document_get_roles (ExtractDocument *document);

static inline const ExtractPiece *
extract_document_piece (ExtractDocument *document, guint i)
{
  return ROWS_INDEX (document->page->pieces, ExtractPiece, i);
}

/* Returns: [piece->n_marks]; never NULL, also where the page has none */
static inline const ExtractMark *
extract_document_marks (const ExtractDocument *document, const ExtractPiece *piece)
{
  static const ExtractMark none;

  return piece->n_marks > 0 ? ROWS_INDEX (document->page->marks, ExtractMark, piece->marks) : &none;
}

static inline const ExtractElement *
extract_page_element (const ExtractPage *page, guint32 i)
{
  return ROWS_INDEX (page->elements, ExtractElement, i);
}

static inline const char *
extract_document_text (ExtractDocument *document, guint i)
{
  return document->page->text->str + extract_document_piece (document, i)->text;
}
