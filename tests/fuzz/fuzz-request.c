/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a request: the first line is the query, the rest the body. A first byte 'j' makes it an object
 * of JSON, 'l' the lines of a batch, anything else a page. Nothing is fetched.
 */
#include <libextract/extract.h>
#include <string.h>

#include "serve/input.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static ServeKitchen *
get_kitchen (void)
{
  static CliPageOptions page;
  static ServeKitchen *kitchen;
  if (!kitchen) {
    GOptionGroup *group = cli_page_options_init (&page, CLI_PAGE_PLACE);
    g_option_group_unref (group);
    extract_parser_set_limit (page.parser, EXTRACT_LIMIT_BYTES, 200000);
    page.source.max_bytes = 200000;
    kitchen = serve_kitchen_new (&page, "everything");
  }
  return kitchen;
}

/* "a=b&c" without escapes; what is not UTF-8 never gets here. */
static void
add_query (GPtrArray *parameters, const char *query, gsize length)
{
  g_autofree char *text = g_utf8_make_valid (query, (gssize) length);
  g_auto (GStrv) parts = g_strsplit (text, "&", 50);
  for (char **part = parts; *part; part++) {
    char *equals = strchr (*part, '=');
    if (equals)
      *equals = '\0';
    serve_parameters_add (parameters, *part, equals ? equals + 1 : "");
  }
}

/* A page that can be read can be written, or says why not. */
static void
finish_page (ServeInput *input, gboolean good, GError *error)
{
  g_autoptr (GError) failure = NULL;
  g_assert_true (good == (error == NULL));
  if (!good || input->fetching || !input->record)
    return;
  g_autoptr (ExtractDocument) document = serve_input_label (input, &failure);
  g_assert_true ((document != NULL) == (failure == NULL));
  if (!document)
    return;
  GString *text = serve_input_write (input, document, &failure);
  g_assert_true ((text != NULL) == (failure == NULL));
  if (text)
    g_string_free (text, TRUE);
}

static void
read_lines (const char *text, gsize size, const GPtrArray *options)
{
  for (const char *end = text + size; text < end;) {
    const char *newline = memchr (text, '\n', (gsize) (end - text));
    gsize length = (gsize) ((newline ? newline : end) - text);
    g_auto (ServeInput) input = { 0 };
    g_autoptr (GError) error = NULL;
    gboolean good = serve_input_read_line (&input, get_kitchen (), text, length, "-#0", options, &error);
    finish_page (&input, good, error);
    text += length + (newline != NULL);
  }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  if (size == 0)
    return 0;
  const char *query = (const char *) data + 1;
  const char *newline = memchr (query, '\n', size - 1);
  gsize length = newline ? (gsize) (newline - query) : size - 1;
  const char *body = newline ? newline + 1 : query + length;
  gsize n = (gsize) ((const char *) data + size - body);

  g_autoptr (ServeRequest) request = serve_request_new ("POST", "/v1/extract");
  add_query (request->parameters, query, length);
  if (data[0] == 'l') {
    read_lines (body, n, request->parameters);
    return 0;
  }
  request->content_type = g_strdup (data[0] == 'j' ? "application/json" : "text/html");
  request->body = g_byte_array_append (g_byte_array_new (), (const guint8 *) body, (guint) n);
  g_auto (ServeInput) input = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean good = serve_input_read (&input, get_kitchen (), request, NULL, &error);
  finish_page (&input, good, error);
  return 0;
}
