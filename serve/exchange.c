/* SPDX-License-Identifier: MIT */
#include "serve/exchange.h"
#include "cli/json.h"

#include <libextract/extract.h>
#include <string.h>
#include <unistd.h>

#define PROBLEM_TYPE "application/problem+json"
#define BUSY_SECONDS 1 /* after which a client may ask again */

/* ---- Requests ------------------------------------------------------------------------------- */

ServeRequest *
serve_request_new (const char *method, const char *path)
{
  ServeRequest *request = g_new0 (ServeRequest, 1);
  request->method = g_strdup (method);
  request->path = g_strdup (path);
  request->parameters = serve_parameters_new ();
  return request;
}

void
serve_request_free (ServeRequest *request)
{
  g_free (request->method);
  g_free (request->path);
  g_free (request->client);
  g_free (request->content_type);
  g_free (request->coding);
  g_ptr_array_unref (request->parameters);
  g_clear_pointer (&request->body, g_byte_array_unref);
  g_free (request);
}

static void
parameter_free (gpointer data)
{
  ServeParameter *parameter = data;
  g_free (parameter->name);
  g_free (parameter->value);
  g_free (parameter);
}

GPtrArray *
serve_parameters_new (void)
{
  return g_ptr_array_new_with_free_func (parameter_free);
}

void
serve_parameters_add (GPtrArray *parameters, const char *name, const char *value)
{
  ServeParameter *parameter = g_new0 (ServeParameter, 1);
  parameter->name = g_strdup (name);
  parameter->value = g_strdup (value);
  g_ptr_array_add (parameters, parameter);
}

const char *
serve_parameters_get (const GPtrArray *parameters, const char *name)
{
  for (guint i = parameters->len; i > 0; i--) {
    const ServeParameter *parameter = parameters->pdata[i - 1];
    if (strcmp (parameter->name, name) == 0)
      return parameter->value;
  }
  return NULL;
}

/* ---- Answers -------------------------------------------------------------------------------- */

ServeAnswer *
serve_answer_new (guint status, const char *type, GBytes *bytes)
{
  ServeAnswer *answer = g_new0 (ServeAnswer, 1);
  answer->status = status;
  answer->type = type;
  answer->bytes = bytes;
  answer->fd = -1;
  return answer;
}

ServeAnswer *
serve_answer_new_text (guint status, const char *type, GString *text)
{
  return serve_answer_new (status, type, g_string_free_to_bytes (text));
}

void
serve_answer_free (ServeAnswer *answer)
{
  g_clear_pointer (&answer->bytes, g_bytes_unref);
  if (answer->fd >= 0)
    close (answer->fd);
  g_free (answer->location);
  g_free (answer);
}

/* ---- Problems ------------------------------------------------------------------------------- */

static const struct {
  guint status;
  const char *title;
} titles[] = {
  { 200, "OK" },
  { 400, "Bad Request" },
  { 401, "Unauthorized" },
  { 403, "Forbidden" },
  { 404, "Not Found" },
  { 405, "Method Not Allowed" },
  { 408, "Request Timeout" },
  { 409, "Conflict" },
  { 413, "Content Too Large" },
  { 415, "Unsupported Media Type" },
  { 421, "Misdirected Request" },
  { 422, "Unprocessable Content" },
  { 429, "Too Many Requests" },
  { 500, "Internal Server Error" },
  { 502, "Bad Gateway" },
  { 503, "Service Unavailable" },
  { 504, "Gateway Timeout" },
};

const char *
serve_status_get_title (guint status)
{
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    if (titles[i].status == status)
      return titles[i].title;
  return "";
}

/* What errors of pages and their sources come to; %G_MAXINT is any other code of the domain. */
typedef struct {
  gint code;
  guint status;
  guint fetching; /* the status if the page was to be fetched */
  const char *name;
} Row;

static const Row extract_rows[] = {
  { EXTRACT_ERROR_TOO_LARGE, 413, 422, "too-large" },
  { EXTRACT_ERROR_TOO_DEEP, 422, 422, "too-deep" },
  { EXTRACT_ERROR_NOT_HTML, 415, 502, "not-html" },
  { EXTRACT_ERROR_MODEL_UNKNOWN, 400, 400, "model-unknown" },
  { EXTRACT_ERROR_ENCODING, 400, 400, "bad-value" },
  { G_MAXINT, 422, 422, "page" },
};

static const Row io_rows[] = {
  { G_IO_ERROR_TIMED_OUT, 422, 504, "timeout" },
  { G_IO_ERROR_CANCELLED, 503, 503, "stopping" },
  { G_IO_ERROR_NOT_SUPPORTED, 415, 415, "not-supported" },
  { G_MAXINT, 422, 502, "page" },
};

static const Row option_rows[] = {
  { G_OPTION_ERROR_UNKNOWN_OPTION, 400, 400, "unknown-option" },
  { G_MAXINT, 400, 400, "bad-value" },
};

static const Row *
find_row (const GError *error)
{
  const Row *row = error->domain == EXTRACT_ERROR    ? extract_rows
                   : error->domain == G_OPTION_ERROR ? option_rows
                                                     : io_rows;
  while (row->code != G_MAXINT && row->code != error->code)
    row++;
  return row;
}

void
serve_problem_append (GString *json, guint status, const char *code, const char *detail)
{
  g_string_append (json, "{");
  cli_json_append_string (json, "type", "about:blank");
  cli_json_append_string (json, "title", serve_status_get_title (status));
  cli_json_append_count (json, "status", status);
  cli_json_append_string (json, "detail", detail);
  cli_json_append_string (json, "code", code);
  g_string_append (json, "}");
}

/* @code: (out): static */
static guint
get_status (const GError *error, ServeStage stage, const char **code)
{
  const Row *row = find_row (error);
  *code = stage == SERVE_STAGE_FENCE ? "forbidden" : row->name;
  return stage == SERVE_STAGE_FENCE ? 403 : stage == SERVE_STAGE_FETCH ? row->fetching : row->status;
}

guint
serve_problem_get_status (const GError *error, ServeStage stage)
{
  const char *code;
  return get_status (error, stage, &code);
}

void
serve_problem_append_error (GString *json, const GError *error, ServeStage stage)
{
  const char *code;
  guint status = get_status (error, stage, &code);
  serve_problem_append (json, status, code, error->message);
}

ServeAnswer *
serve_problem_new (guint status, const char *code, const char *detail)
{
  GString *json = g_string_new (NULL);
  serve_problem_append (json, status, code, detail);
  g_string_append_c (json, '\n');
  ServeAnswer *answer = serve_answer_new_text (status, PROBLEM_TYPE, json);
  answer->retry_after = status == 503 || status == 429 ? BUSY_SECONDS : 0;
  return answer;
}

ServeAnswer *
serve_problem_new_for_error (const GError *error, ServeStage stage)
{
  const char *code;
  guint status = get_status (error, stage, &code);
  return serve_problem_new (status, code, error->message);
}
