/* SPDX-License-Identifier: MIT */
/*
 * The course through a page, after RTExtractor (Komporday 2017):
 *
 *   load ──> quiet ──> what lies over the page is closed ──> a Revealer is clicked ──┐
 *                                   ^                        or the page scrolled    │
 *                                   └──────── quiet, and new text came ──────────────┘
 *
 * Each arrow is a step; what a person sees after it is remembered by the script in the page, which gives the
 * tree in the end. Every part has its limit.
 */
#pragma once

#include "render/session.h"

G_BEGIN_DECLS

typedef enum {
  RENDER_COLLECT_STEPS, /* all that was visible after any step */
  RENDER_COLLECT_END,   /* what is visible in the end */
} RenderCollect;

/* What is done with an element. */
typedef enum {
  RENDER_DEED_NONE,
  RENDER_DEED_CLOSE,  /* it closes what lies over the page */
  RENDER_DEED_REVEAL, /* it shows more of this page */
  RENDER_DEED_FOLLOW, /* it leads to another page, and says the address of it only when it is clicked */
} RenderDeed;

typedef struct {
  guint id; /* in page.js */
  RenderDeed deed;
  gboolean once;     /* a second click would take back what the first one did */
  char *text;        /* what it says; owned */
  const char *class; /* that it is thought to be of; lives as long as the program */
  double probability;
} RenderTarget;

/* render_target_clear: for g_array_set_clear_func (). */
void render_target_clear (gpointer target);

/*
 * Judges the elements of a page. @json: what elements () of page.js returned; @here: address of the page;
 * @targets: (element-type
 * RenderTarget): those with a deed, in the same order; empty. Returns: FALSE with an error if there is no
 * judgement
 */
typedef gboolean (*RenderJudge) (const char *json, const char *here, GArray *targets, gpointer data,
                                 GError **error);

typedef struct {
  guint reveals; /* Revealers clicked at most */
  guint scrolls; /* screens scrolled at most */
  RenderCollect collect;
  guint milliseconds; /* of the whole course */
  guint64 max_bytes;  /* of the tree */
  guint max_elements; /* a page with more of them is not waited for */
  gboolean follow;    /* what leads away without an address is clicked in the end, to learn the address */
  gboolean trace;     /* each step is kept, with what is seen behind it */
  RenderJudge judge;  /* (nullable): nothing is clicked */
  gpointer judge_data;
} RenderCourseOptions;

/* What was done, and what came of it. */
typedef struct {
  const char *deed;  /* "load", "close", "reveal", "scroll" */
  char *text;        /* (nullable): of the element that was clicked; owned */
  const char *class; /* (nullable): its class; not owned */
  double probability;
  guint texts, characters; /* that had not been seen before */
  char *shot;              /* (nullable): what is seen then, JPEG or PNG in base64; owned */
} RenderStep;

/* Where an element would have led. */
typedef struct {
  char *address;     /* owned */
  char *text;        /* what the element says; owned */
  const char *class; /* not owned */
  double probability;
} RenderDoor;

typedef struct {
  char *html;       /* the tree; owned */
  char *address;    /* in the end; owned */
  guint status;     /* of HTTP; 0: not known */
  GPtrArray *steps; /* (nullable): RenderStep, with trace; owned */
  GPtrArray *doors; /* (nullable): RenderDoor, with follow; owned */
} RenderPage;

void render_page_free (RenderPage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RenderPage, render_page_free)

/* render_course_run: Returns: (transfer full) (nullable): the page; NULL with a RENDER_ERROR */
RenderPage *render_course_run (RenderSession *session, const char *address,
                               const RenderCourseOptions *options, GError **error);

G_END_DECLS
