/* SPDX-License-Identifier: MIT */
/*
 * The state of the program: the set, the open page, the cursor, the view. The desk carries out keys; it does
 * not paint, and knows no terminal.
 *
 *   key ─> Keys ─> action ─> Work (journal first) ─> Desk ─> view_paint () ─> Canvas
 *
 * Views read the fields; only desk.c and deeds.c change them, but for those that a view tells.
 */
#pragma once

#include "annotate/desk/keys.h"
#include "annotate/record/ledger.h"
#include "annotate/desk/work.h"

G_BEGIN_DECLS

typedef enum {
  DESK_PAGE,  /* the blocks of a page */
  DESK_PAGES, /* the list of pages */
  DESK_KEYS,  /* all keys */
  DESK_GUIDE, /* guidelines of the set */
  DESK_BLOCK, /* path, features and annotators of the block at the cursor */
  DESK_N_VIEWS
} DeskView;

/* What a line is being typed for. */
typedef enum {
  DESK_PROMPT_NONE,
  DESK_PROMPT_SEARCH,
  DESK_PROMPT_SEARCH_BACK,
  DESK_PROMPT_NOTE,
  DESK_PROMPT_NOTE_PAGE,
  DESK_N_PROMPTS
} DeskPrompt;

/* desk_prompt_get_label: "search: " */
const char *desk_prompt_get_label (DeskPrompt prompt);

/* What the program is to do besides painting. */
typedef enum {
  DESK_GO_ON,
  DESK_REDRAW,  /* the whole screen */
  DESK_SUSPEND, /* ctrl-z */
  DESK_ORDER,   /* another order of pages: desk_set_order () */
  DESK_BROWSE,  /* the page that is open, in the browser */
  DESK_LEAVE,   /* the end */
} DeskWish;

typedef struct {
  WorkSetup setup;   /* the caller owns what it points to; desk_set_classifier () changes .classifier */
  Keys *keys;        /* the caller's */
  const char *guide; /* (nullable): the guidelines, UTF-8; owned by the caller */

  Ledger *ledger;
  GArray *order;          /* of guint: numbers of pages in the ledger, in the order of labelling */
  guint position;         /* in it: the page that is open */
  const char *order_name; /* "as given" */
  GPtrArray *reasons; /* [pages of the ledger]: why each is where it is, (nullable): NULL of a page: it is not
                         said */
  Work *work;         /* (nullable): NULL if the set has no page, or the page cannot be read */
  char *problem;      /* (nullable): why it cannot be read, a sentence */

  DeskView view;
  DeskView under; /* where a text was opened: on the page or in the list */
  WorkFilter filter;
  guint cursor;     /* block; of the page that is open */
  gboolean marked;  /* a range is marked, see desk_is_marked () */
  int mark;         /* block where the range begins, if it ends at the cursor; else -1 */
  guint mark_first; /* from here */
  guint mark_last;  /* to here */
  guint level;    /* how many elements above the block's own the range covers; 0 if it was marked otherwise */
  int last_class; /* number of the last class given, -1 at first */
  gboolean unseen;   /* the annotator skipped to this page and has pressed no key on it yet */
  char *search;      /* (nullable): what was searched for last */
  guint list_cursor; /* in the list of pages: index into the order */
  guint scroll;      /* first visible line of a text (keys, guidelines, block) */

  DeskPrompt prompt;
  GString *typed; /* what has been typed at the prompt */

  char *message;  /* (nullable): a sentence about the last event; the next key clears it */
  gboolean alarm; /* it is about something that did not work */

  char *news;        /* (nullable): a message that stays for a while, as the annotator did not ask for it */
  gint64 news_until; /* time when it may go, by g_get_monotonic_time () */

  gint64 begun;            /* start of the program, by g_get_monotonic_time () */
  guint n_decided_now;     /* blocks decided since */
  guint n_finished_before; /* pages that were finished then */
  DeskWish wish;           /* taken by whoever fulfils it */

  /* Set by the last painting, for the keys that move by a screen. */
  guint shown_first; /* block, or index into the order */
  guint shown_last;
  guint shown_lines; /* of a text: how many lines there is room for */
  guint n_lines;     /* of a text: how many there are */
} Desk;

/* desk_new: opens the page where the annotator was last, else the first one that is not finished.
 * @order, @reasons: (transfer full) (nullable): as in desk_set_order (); NULL is the order of the set
 * Returns: (transfer full) */
Desk *desk_new (const WorkSetup *setup, Keys *keys, const char *guide, GArray *order, GPtrArray *reasons,
                const char *order_name);
/* desk_free: everything is saved by desk_close () before. */
void desk_free (Desk *desk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Desk, desk_free)

/* desk_key: does what @key says. */
void desk_key (Desk *desk, const char *key);
/* desk_paste: text that was pasted into the terminal: typed at a prompt, else refused with a message. */
void desk_paste (Desk *desk, const char *text);
/* desk_tell: sets the message. @alarm: something did not work */
void desk_tell (Desk *desk, gboolean alarm, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* desk_tell_news: the same of what happened beside the work: it stays for some seconds, whatever is typed. */
void desk_tell_news (Desk *desk, gboolean alarm, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* desk_set_order: the page that is open stays open.
 * @order: (transfer full): of guint
 * @reasons: (transfer full) (nullable): of strings, (nullable): for each page of the ledger why it is there
 */
void desk_set_order (Desk *desk, GArray *order, GPtrArray *reasons, const char *name);
/* desk_get_reason: Returns: (nullable): why the page at @position of the order is there, "models disagree:
 * 0.41"; NULL if the order does not say */
const char *desk_get_reason (const Desk *desk, guint position);
/* desk_go_to: opens the page @id, wherever it is in the order. FALSE, with a message, if there is none. */
gboolean desk_go_to (Desk *desk, const char *id);
/* desk_set_classifier: proposals of another model; the caller keeps both alive. */
void desk_set_classifier (Desk *desk, ExtractClassifier *classifier, ExtractModel *described);
/* desk_close: writes the labels of the page that is open, and where the cursor is. FALSE with an error if
 * that did not work; all decisions are in the journal even then. */
gboolean desk_close (Desk *desk, GError **error);
/* desk_get_pace: blocks an hour since the program began, 0 if it is too early to say. */
guint desk_get_pace (const Desk *desk);
/* desk_dup_summary: Returns: (transfer full): what was done since the program began, and what is left: "2
 * pages finished, 31 blocks in 62 seconds (2.0 s a block); 5 pages left" */
char *desk_dup_summary (Desk *desk);
/* desk_is_marked: whether block @i is in the marked range. */
gboolean desk_is_marked (const Desk *desk, guint i);

G_END_DECLS
