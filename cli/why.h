/* SPDX-License-Identifier: MIT */
/*
 * Which blocks of a page were close to the threshold, and what moved their scores: what "texttractor why"
 * shows, and its JSON.
 *
 *   g_autoptr (CliWhy) why = cli_why_new (place, parser, classifier, document, &error);
 *   cli_why_show_closest (why, 10);   or   cli_why_show_block (why, i);
 *   cli_why_append_json (json, why, &error);
 *
 * Nothing is shared between two of them, so each thread may have its own, of the same document, too.
 */
#pragma once

#include "libextract/model/model.h"
#include "libextract/page/page.h"

G_BEGIN_DECLS

#define CLI_WHY_CLOSEST 10 /* blocks on each side of the threshold, unless told otherwise */

typedef struct {
  const char *place;           /* lent: what the page is called */
  const char *parser;          /* static: name of the way in which its markup was read */
  ExtractDocument *document;   /* lent; labelled */
  ExtractExplainer *explainer; /* owned */
  gboolean *shown;             /* [blocks]; owned */

  /* For JSON; all 0 at first. */
  gboolean features; /* blocks have all their features, too */
  gsize max_bytes;   /* of the JSON; 0: any number */
  gint64 deadline;   /* g_get_monotonic_time (), looked at behind each block; 0: none */
} CliWhy;

/* cli_why_new: with no block to show. @classifier: the one that labelled @document
 * Returns: (transfer full) (nullable): errors as in extract_explainer_new () */
CliWhy *cli_why_new (const char *place, ExtractMarkupParser parser, ExtractClassifier *classifier,
                     ExtractDocument *document, GError **error);
void cli_why_free (CliWhy *why);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliWhy, cli_why_free)

/* cli_why_show_closest: @number: of blocks on each side of the threshold; G_MAXUINT64: all of them */
void cli_why_show_closest (CliWhy *why, guint64 number);
/* cli_why_show_block: Returns: FALSE if the page has no block @i */
gboolean cli_why_show_block (CliWhy *why, guint64 i);

/* cli_why_get_distance: of the score of block @i to the threshold; below 0 on the side of bad blocks. */
double cli_why_get_distance (const CliWhy *why, guint i);
/* cli_why_choose_causes: the ten that moved the score most, the largest first.
 * Returns: (transfer container) (element-type ExtractCause): those of @explanation */
GPtrArray *cli_why_choose_causes (const ExtractExplanation *explanation);
/* cli_why_count_good: blocks of main text. */
guint cli_why_count_good (const CliWhy *why);
/* cli_why_count_changed: blocks whose label this rule was the last to change. */
guint cli_why_count_changed (const CliWhy *why, const char *rule);
/* cli_why_find_title: @origin: (out). Returns: (nullable): the title of what the page is about */
const char *cli_why_find_title (const CliWhy *why, const char **origin);

/* cli_why_append_json: an object and a line break. Returns: FALSE with EXTRACT_ERROR_OUT_OF_MEMORY for its
 * max_bytes, or EXTRACT_ERROR_OUT_OF_TIME for its deadline; @json has a part of it then */
gboolean cli_why_append_json (GString *json, const CliWhy *why, GError **error);

G_END_DECLS
