/* SPDX-License-Identifier: MIT */
/* The page that a request, or a line of a batch, is about. */
#pragma once

#include "serve/recipe.h"

G_BEGIN_DECLS

typedef struct {
  ServeRecipe *recipe;
  GPtrArray *parameters; /* (element-type ServeParameter) */
  char *name;            /* what the page is called in answers: "-", or its address */
  char *url;             /* (nullable): of the page */
  ExtractRecord *record; /* (nullable): NULL until it is fetched */
  gboolean fetching;     /* it is to be fetched */
  ServeStage stage;      /* of the last error */
} ServeInput;

void serve_input_clear (ServeInput *input);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ServeInput, serve_input_clear)

/* serve_input_read: the page of @request: its body, or an address to fetch.
 * @others: (nullable): parameters that are no options */
gboolean serve_input_read (ServeInput *input, ServeKitchen *kitchen, const ServeRequest *request,
                           const char *const *others, GError **error);

/* serve_input_read_line: an object of JSON. @name: of the page, unless it is fetched; @options: of the whole
 * batch */
gboolean serve_input_read_line (ServeInput *input, ServeKitchen *kitchen, const char *line, gsize length,
                                const char *name, const GPtrArray *options, GError **error);

/* serve_input_read_form: the page of a form that has been taken apart: its file is the body, "html" is
 * pasted, or "url" is its address. */
gboolean
serve_input_read_form (ServeInput *input, ServeKitchen *kitchen, const ServeRequest *request, GError **error);

/* serve_input_fetch: waits for its server. */
gboolean serve_input_fetch (ServeInput *input, GError **error);

/* serve_input_label: Returns: (transfer full) (nullable): the page with labels */
ExtractDocument *serve_input_label (const ServeInput *input, GError **error);

/* serve_input_write: the page as the recipe says, with what stands before and behind it in a file of its own.
 */
GString *serve_input_write (const ServeInput *input, ExtractDocument *document, GError **error);

/* serve_input_dup_original: the page itself, as harmless HTML: extract_document_to_original ().
 * Returns: (transfer full) (nullable) */
char *serve_input_dup_original (const ServeInput *input, ExtractDocument *document, GError **error);

G_END_DECLS
