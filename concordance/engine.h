/* SPDX-License-Identifier: MIT */
/*
 * Search engines: how each is asked, and how links are read from its answers.
 *
 *   a row, a query, a page ──> address ──> (who fetches) ──> answer ──> links of results
 *
 * Rows are in the table here, or in a file of the user's:
 *
 *   [mine]
 *   address = https://search.example.org/find?q={query}&start={offset}
 *   links = css: ol.results h3 a
 *   delay = 5
 *
 * No row has a key: that is in a file of the user's, and goes into the head of requests, nowhere else.
 */
#pragma once

#include <gio/gio.h>

typedef struct {
  char *name;
  char *sentence;
  char *base;      /* (nullable): {base} of the address: where the engine is, without / at the end */
  char *address;   /* with {query}, and {page}, {page0}, {offset}, {count}, {language} */
  char *links;     /* "json: results.url", "css: h3 a" */
  guint results;   /* of a result page */
  guint pages;     /* of a query, at most */
  double delay;    /* seconds between two requests */
  gboolean robots; /* its robots.txt is obeyed */
  char *key_field; /* (nullable): of the head of requests: "X-Key" */
  char *key_file;  /* (nullable) */
  char *field;     /* (nullable): the whole line with the key; never shown */
} ConcEngine;

void conc_engine_free (ConcEngine *engine);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConcEngine, conc_engine_free)

/* conc_engines_new: the rows of the table. Returns: (transfer full) (element-type ConcEngine) */
GPtrArray *conc_engines_new (void);

/* conc_engines_read: adds the rows of @text, or puts them in place of those of the same name. Errors name the
 * line. */
gboolean conc_engines_read (GPtrArray *engines, const char *text, gsize length, GError **error);

/* A key of rows. */
typedef struct {
  const char *name;
  const char *sentence;
} ConcEngineKey;

/* conc_engine_get_key: Returns: (nullable): NULL behind the last one */
const ConcEngineKey *conc_engine_get_key (guint i);

/* conc_engine_choose: @name: "brave", or with a place in place of that of the row: "searxng:https://…".
 * Returns: (transfer full) (nullable) */
ConcEngine *conc_engine_choose (const GPtrArray *engines, const char *name, GError **error);

/* conc_engine_set_key: @text: of the file of the key. Errors do not show it. */
gboolean conc_engine_set_key (ConcEngine *engine, const char *text, gsize length, GError **error);

/* conc_engine_dup_address: @page: from 1 on. @language: (nullable): without it, parameters that take one are
 * left out. Returns: (transfer full) */
char *conc_engine_dup_address (const ConcEngine *engine, const char *query, guint page, const char *language);

/*
 * conc_engine_read: the addresses of results, in their order, without fragments; what is no address of the
 * web is left out. @content_type, @uri: (nullable)
 * @refused: (out): it asks whether we are a person: with an error
 * Returns: (transfer full) (nullable) (element-type utf8)
 */
GPtrArray *conc_engine_read (const ConcEngine *engine, GBytes *bytes, const char *content_type,
                             const char *uri, gboolean *refused, GError **error);

/* conc_link_tidy: Returns: (transfer full) (nullable): the address without a fragment and user; NULL: it is
 * none of the web, or it has characters that addresses do not have */
char *conc_link_tidy (const char *url);

/* conc_link_ending: Returns: (nullable): the ending that says that it is no page: ".pdf" */
const char *conc_link_ending (const char *url);
