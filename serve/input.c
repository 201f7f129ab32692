/* SPDX-License-Identifier: MIT */
#include "serve/input.h"
#include "libextract/base/url.h"
#include "libextract/page/page.h"
#include "libextract/write/write.h"

#include <string.h>

#define JSON_TYPE "application/json"
/* Strings of JSON are in UTF-8, whatever the page says of itself. */
#define TEXT_TYPE "text/html; charset=utf-8"

/* The page itself, where it is a member of an object, or a field of a form. */
#define PAGE_MEMBER "html"

void
serve_input_clear (ServeInput *input)
{
  g_clear_pointer (&input->recipe, serve_recipe_unref);
  g_clear_pointer (&input->parameters, g_ptr_array_unref);
  g_clear_pointer (&input->name, g_free);
  g_clear_pointer (&input->url, g_free);
  g_clear_pointer (&input->record, extract_record_free);
}

static gboolean
fail_request (GError **error, const char *sentence)
{
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, sentence);
  return FALSE;
}

/* Takes @bytes. @type: (nullable) */
static void
make_record (ServeInput *input, GBytes *bytes, const char *type)
{
  input->record = g_new0 (ExtractRecord, 1);
  input->record->bytes = bytes;
  input->record->content_type = g_strdup (type);
  input->record->uri = input->url ? extract_url_dup_without_user (input->url) : NULL;
  input->record->name = g_strdup (input->name);
}

static void
add_all (GPtrArray *to, const GPtrArray *from)
{
  for (guint i = 0; i < from->len; i++) {
    const ServeParameter *parameter = from->pdata[i];
    serve_parameters_add (to, parameter->name, parameter->value);
  }
}

static gboolean
cook (ServeInput *input, ServeKitchen *kitchen, const char *const *others, GError **error)
{
  const char *url = serve_parameters_get (input->parameters, "url");
  if (url && *url && !g_uri_is_valid (url, G_URI_FLAGS_PARSE_RELAXED, NULL))
    return cli_fail_value (error, "--url", "an absolute URL", url);
  input->url = g_strdup (url && *url ? url : NULL);
  input->recipe = serve_kitchen_get (kitchen, input->parameters, others, error);
  return input->recipe != NULL;
}

/* The page is to come from its address. */
static gboolean
fetch_later (ServeInput *input, GError **error)
{
  input->fetching = TRUE;
  if (!input->url)
    return fail_request (error, "there is no page: send it as the body, or its address as url");
  if (!extract_source_is_url (input->url))
    return fail_request (error, "url takes an address that begins with http:// or https://");
  g_free (input->name);
  input->name = g_strdup (input->url);
  return TRUE;
}

/* "application/json; charset=utf-8" */
static gboolean
is_json (const char *type)
{
  return type && g_ascii_strncasecmp (type, JSON_TYPE, strlen (JSON_TYPE)) == 0 &&
         !g_ascii_isalnum (type[strlen (JSON_TYPE)]);
}

/* Takes it out of the parameters; the last one counts. Returns: (transfer full) (nullable) */
static char *
steal_page (GPtrArray *parameters)
{
  char *page = NULL;
  for (guint i = parameters->len; i > 0; i--) {
    ServeParameter *parameter = parameters->pdata[i - 1];
    if (strcmp (parameter->name, PAGE_MEMBER) != 0)
      continue;
    if (!page)
      page = g_steal_pointer (&parameter->value);
    g_ptr_array_remove_index (parameters, i - 1);
  }
  return page;
}

static gboolean
read_object (ServeInput *input, ServeKitchen *kitchen, const char *text, gsize length,
             const char *const *others, GError **error)
{
  if (!serve_recipe_read_json (text, length, input->parameters, error))
    return FALSE;
  g_autofree char *html = steal_page (input->parameters);
  if (!cook (input, kitchen, others, error))
    return FALSE;
  if (!html)
    return fetch_later (input, error);
  gsize n = strlen (html);
  make_record (input, g_bytes_new_take (g_steal_pointer (&html), n), TEXT_TYPE);
  return TRUE;
}

gboolean
serve_input_read (ServeInput *input, ServeKitchen *kitchen, const ServeRequest *request,
                  const char *const *others, GError **error)
{
  const CliPageOptions *page = serve_kitchen_get_page (kitchen);
  g_autoptr (GBytes) body = NULL;
  input->name = g_strdup ("-");
  input->parameters = serve_parameters_new ();
  add_all (input->parameters, request->parameters);
  if (request->body)
    body = g_bytes_new (request->body->data, request->body->len);
  if (body && request->coding) {
    GBytes *decoded = extract_source_decode (request->coding, body, &page->source, error);
    if (!decoded)
      return FALSE;
    g_bytes_unref (body);
    body = decoded;
  }
  gsize n = 0;
  const char *text = body ? g_bytes_get_data (body, &n) : NULL;
  if (is_json (request->content_type) && (n > 0 || strcmp (request->method, "POST") == 0))
    return read_object (input, kitchen, text, n, others, error);
  if (!cook (input, kitchen, others, error))
    return FALSE;
  if (n == 0 && (input->url || strcmp (request->method, "POST") != 0))
    return fetch_later (input, error);
  make_record (input, n > 0 ? g_steal_pointer (&body) : g_bytes_new_static ("", 0), request->content_type);
  return TRUE;
}

gboolean
serve_input_read_line (ServeInput *input, ServeKitchen *kitchen, const char *line, gsize length,
                       const char *name, const GPtrArray *options, GError **error)
{
  input->name = g_strdup (name);
  input->parameters = serve_parameters_new ();
  add_all (input->parameters, options);
  return read_object (input, kitchen, line, length, NULL, error);
}

gboolean
serve_input_read_form (ServeInput *input, ServeKitchen *kitchen, const ServeRequest *request, GError **error)
{
  input->name = g_strdup ("-");
  input->parameters = serve_parameters_new ();
  add_all (input->parameters, request->parameters);
  g_autofree char *html = steal_page (input->parameters);
  if (!cook (input, kitchen, NULL, error))
    return FALSE;
  if (request->body) {
    make_record (input, g_bytes_new (request->body->data, request->body->len), NULL);
    return TRUE;
  }
  if (!html || !*html)
    return fetch_later (input, error);
  gsize n = strlen (html);
  make_record (input, g_bytes_new_take (g_steal_pointer (&html), n), TEXT_TYPE);
  return TRUE;
}

gboolean
serve_input_fetch (ServeInput *input, GError **error)
{
  g_autoptr (ExtractSource) source = extract_source_new (input->url, &input->recipe->page.source);
  GError *failure = NULL;
  input->record = cli_read_only_record (source, &failure);
  if (failure) {
    input->stage = extract_source_is_fenced (source) ? SERVE_STAGE_FENCE : SERVE_STAGE_FETCH;
    g_propagate_error (error, failure);
    return FALSE;
  }
  g_free (input->name);
  input->name = g_strdup (input->record->name);
  return TRUE;
}

ExtractDocument *
serve_input_label (const ServeInput *input, GError **error)
{
  g_autoptr (ExtractDocument) document = cli_parse_record (&input->recipe->page, input->record, error);
  if (!document)
    return NULL;
  extract_document_set_source (document, input->name);
  if (!cli_classifiers_label (input->recipe->classifiers, &document, NULL, error))
    return NULL;
  return g_steal_pointer (&document);
}

GString *
serve_input_write (const ServeInput *input, ExtractDocument *document, GError **error)
{
  const CliWriteOptions *write = &input->recipe->write;
  const ExtractFormatInfo *info = extract_format_get_info (write->format);
  g_autofree char *text = extract_document_to_string (document, write->format, write->flags, error);
  if (!text)
    return NULL;
  g_autofree char *prologue = extract_format_dup_prologue (write->format, write->flags);
  GString *whole = g_string_new (info->alone ? info->alone : prologue);
  g_string_append (whole, text);
  g_string_append (whole, info->alone ? "" : info->epilogue);
  return whole;
}

char *
serve_input_dup_original (const ServeInput *input, ExtractDocument *document, GError **error)
{
  ExtractParser *parser = input->recipe->page.parser;
  return extract_document_to_original (document, parser, input->record->bytes, input->record->content_type,
                                       extract_parser_get_limit (parser, EXTRACT_LIMIT_BYTES), error);
}
