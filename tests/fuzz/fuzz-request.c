/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a request: the first line is the query, the rest the body. A first byte 'j' makes it an object
 * of JSON, 'l' the lines of a batch, 't' a task, anything else a page. 'k' is what the server kept of a task,
 * and 's' its sentences. Nothing is fetched.
 */
#include <libextract/extract.h>
#include <string.h>

#include "serve/input.h"
#include "serve/task-page.h"

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

/* What can be read is written and read again. */
static void
check_task (ServeTask *task, const GError *error)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (GString) again = g_string_new (NULL);
  g_assert_true ((task != NULL) == (error == NULL));
  if (!task)
    return;
  g_free (task->id);
  task->id = g_strdup ("0");
  if (!task->client)
    task->client = g_strdup ("::1");
  serve_task_append (task, TRUE, json);
  g_autoptr (ServeTask) copy = serve_task_read (json->str, json->len, NULL);
  g_assert_nonnull (copy);
  serve_task_append (copy, TRUE, again);
  g_assert_cmpstr (json->str, ==, again->str);
}

static void
add_task (GPtrArray *parameters, const char *text, gsize size)
{
  static const ServeCorpus corpora[] = { { "plain", "none", 7, FALSE }, { "tagged", "none", 7, TRUE } };
  g_autoptr (GError) error = NULL;
  if (size > 0 && !serve_recipe_read_json (text, size, parameters, NULL))
    return;
  g_autoptr (ServeTask) task = serve_task_new (parameters, corpora, G_N_ELEMENTS (corpora), 1000, &error);
  check_task (task, error);
  const ServeTaskView view = { corpora, G_N_ELEMENTS (corpora), 1000, parameters,
                               error ? error->message : NULL };
  GString *page = serve_task_page_render (&view);
  g_assert_null (strstr (page->str, "<script"));
  g_string_free (page, TRUE);
}

static void
read_kept (const char *text, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ServeTask) task = serve_task_read (text, size, &error);
  check_task (task, error);
}

static void
read_sentences (const char *text, gsize size)
{
  static ServeTask task = {
    (char *) "0", (char *) "::1", (char *) "plain", (char *) "a", NULL, (char *) "en"
  };
  g_autoptr (GPtrArray) nothing = serve_parameters_new ();
  g_autoptr (GPtrArray) hits = serve_hits_parse (text, size);
  g_autoptr (GString) out = g_string_new (NULL);
  ServeTaskView view = { .parameters = nothing, .task = &task, .hits = hits };
  task.state = SERVE_TASK_DONE;
  for (ConcSort sort = CONC_SORT_NONE; sort <= CONC_SORT_RIGHT; sort++)
    conc_hits_sort (hits, sort);
  for (ConcFormat format = 0; format < CONC_N_FORMATS; format++)
    for (guint i = 0; i < hits->len; i++)
      conc_hit_append (hits->pdata[i], &(ConcLook){ .format = format, .width = 60 }, out);
  GString *page = serve_task_page_render (&view);
  g_assert_null (strstr (page->str, "<script"));
  g_assert_true (g_utf8_validate (page->str, (gssize) page->len, NULL));
  g_string_free (page, TRUE);
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
  switch (data[0]) {
  case 'l':
    read_lines (body, n, request->parameters);
    return 0;
  case 't':
    add_task (request->parameters, body, n);
    return 0;
  case 'k':
    read_kept (body, n);
    return 0;
  case 's':
    read_sentences (body, n);
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
