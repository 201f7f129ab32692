/* SPDX-License-Identifier: MIT */
/*
 * The web page of `texttractor serve`: one HTML document with its style and script in it, which loads
 * nothing.
 *
 *   what the route knows ──> ServePageView ──> document    page.html, page.css, page.js, reader.css are
 * compiled in
 *
 * Everything in a view is text of which nothing is believed: it is escaped here, and nowhere else. The page
 * works without JavaScript; its script asks /v1 for the rest.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All strings and arrays belong to the caller. Texts should be UTF-8; other bytes are shown as U+FFFD. */

/* An option of the request, or a field of the metadata, by the name that JSON has for it. */
typedef struct {
  const char *name;
  const char *value;
} ServePagePair;

/* A model, method, rule or format that can be chosen. */
typedef struct {
  const char *name;
  const char *sentence; /* (nullable) */
  gboolean is_default;  /* it is taken if the request names none */
  double threshold;     /* of models: 0 to 1; NAN: unknown, or none */
} ServePageChoice;

typedef struct {
  guint index; /* 0 is the first of the page */
  const char *text;
  const char *tag;
  const char *path;  /* (nullable) */
  const char *role;  /* (nullable) */
  const char *label; /* as in JSON: "good", "bad", ... */
  const char *rule;  /* (nullable): that decided, if it was a rule */
  double score;      /* NAN: none */
} ServePageBlock;

typedef struct {
  const char *title;    /* (nullable) */
  const char *language; /* (nullable): of the main text, as a tag */
  const char *reason;   /* (nullable): sentence why there is no main text */
  const char *reader;   /* the document that --format=html writes */
  const char *original; /* (nullable): the sanitised page, a document */
  const char *model;
  double threshold;           /* that was used; NAN: unknown */
  const ServePagePair *facts; /* [n_facts]: source, charset, metadata ..., in this order; names can repeat */
  gsize n_facts;
  const ServePageBlock *blocks; /* [n_blocks]: all of the page, in its order */
  gsize n_blocks;
} ServePageResult;

typedef struct {
  const char *url;              /* (nullable): as given in the form */
  const char *html;             /* (nullable): the same, or the text of the file */
  const ServePagePair *options; /* [n_options]: the others, as given; those without a control are not shown */
  gsize n_options;
  const ServePageChoice *models; /* [n_models]: with methods */
  gsize n_models;
  const ServePageChoice *rules; /* [n_rules] */
  gsize n_rules;
  const ServePageChoice *formats; /* [n_formats] */
  gsize n_formats;
  gboolean tasks;                /* the server has corpora: /tasks is there */
  gboolean no_fetch;             /* the server fetches nothing: the address is only where a page is from */
  const ServePageResult *result; /* (nullable) */
  const char *error;             /* (nullable): a sentence */
  guint retry_after;             /* seconds, beside the error; 0: unknown */
} ServePageView;

/* serve_page_render: the whole document, UTF-8. */
GString *serve_page_render (const ServePageView *view);

/*
 * serve_page_dup_policy: the Content-Security-Policy of that document, with the hashes of its style and
 * script.
 * @original: (nullable): "'sha256-…'" of the style in ServePageResult.original, which has the policy of the
 * page, too
 */
char *serve_page_dup_policy (const char *original);

G_END_DECLS
