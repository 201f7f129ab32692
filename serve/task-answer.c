/* SPDX-License-Identifier: MIT */
#include "serve/task-answer.h"

#include <string.h>

#include "cli/cli.h"
#include "cli/json.h"
#include "serve/recipe.h"
#include "serve/task-page.h"

#define JSON_TYPE "application/json; charset=utf-8"
#define KWIC_WIDTH 120
#define BUSY_SECONDS 5

/* By ConcFormat. */
static const char *const types[CONC_N_FORMATS] = {
  [CONC_FORMAT_KWIC] = "text/plain; charset=utf-8",
  [CONC_FORMAT_JSON] = JSON_TYPE,
  [CONC_FORMAT_JSONL] = "application/x-ndjson; charset=utf-8",
  [CONC_FORMAT_XML] = "application/xml; charset=utf-8",
  [CONC_FORMAT_TSV] = "text/tab-separated-values; charset=utf-8",
  [CONC_FORMAT_VERTICAL] = "text/plain; charset=utf-8",
};

/* ---- Parameters -------------------------------------------------------------------------------------- */

/* Returns: FALSE with an error if there are others than @names, which ends with NULL */
static gboolean
check_names (const GPtrArray *parameters, const char *const *names, GError **error)
{
  for (guint i = 0; i < parameters->len; i++) {
    const ServeParameter *parameter = parameters->pdata[i];
    if (!g_strv_contains (names, parameter->name)) {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION, "there is no option \"%s\"",
                   parameter->name);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
get_sort (const ServeRequest *request, ConcSort *sort, GError **error)
{
  const char *name = serve_parameters_get (request->parameters, "sort");
  *sort = CONC_SORT_NONE;
  return !name || serve_sort_parse (name, sort) ||
         cli_fail_value (error, "sort", "none, left or right", name);
}

static gboolean
get_format (const ServeRequest *request, ConcFormat *format, GError **error)
{
  const char *name = serve_parameters_get (request->parameters, "format");
  *format = CONC_FORMAT_JSON;
  for (ConcFormat i = 0; name && i < CONC_N_FORMATS; i++)
    if (strcmp (conc_format_get_info (i)->name, name) == 0) {
      *format = i;
      return TRUE;
    }
  return !name || cli_fail_value (error, "format", "json, jsonl, xml, tsv, vertical or kwic", name);
}

/* ---- Problems ------------------------------------------------------------------------------------------ */

static ServeAnswer *
refuse_tasks (void)
{
  return serve_problem_new (404, "not-found", "this server has no corpora: --corpus=NAME=INDEX gives it one");
}

static ServeAnswer *
refuse_id (void)
{
  return serve_problem_new (404, "not-found", "there is no such task, or no longer");
}

static ServeAnswer *
refuse_more (const GError *error)
{
  ServeAnswer *answer = serve_problem_new (429, "too-many-requests", error->message);
  answer->retry_after = BUSY_SECONDS;
  return answer;
}

/* No fault of who asks, nor of a page. */
static gboolean
is_of_folder (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_FAILED);
}

/* ---- To programs -----------------------------------------------------------------------------------------
 */

ServeAnswer *
serve_answer_corpora (ServeTasks *tasks, const ServeRequest *request, GError **error)
{
  static const char *const none[] = { NULL };
  gsize n = 0;
  const ServeCorpus *corpora = tasks ? serve_tasks_get_corpora (tasks, &n) : NULL;
  if (!check_names (request->parameters, none, error))
    return NULL;
  GString *json = g_string_new ("{\"corpora\":[");
  for (gsize i = 0; i < n; i++) {
    cli_json_append_item (json);
    g_string_append_c (json, '{');
    cli_json_append_string (json, "name", corpora[i].name);
    cli_json_append_count (json, "pages", corpora[i].n_pages);
    cli_json_append_key (json, "tags");
    g_string_append (json, corpora[i].tagged ? "true}" : "false}");
  }
  g_string_append (json, "]}\n");
  return serve_answer_new_text (200, JSON_TYPE, json);
}

static ServeAnswer *
answer_task (guint status, const ServeTask *task)
{
  GString *json = g_string_new (NULL);
  serve_task_append (task, FALSE, json);
  g_string_append_c (json, '\n');
  return serve_answer_new_text (status, JSON_TYPE, json);
}

static ServeAnswer *
list_tasks (ServeTasks *tasks, const ServeRequest *request)
{
  g_autoptr (GPtrArray) list = serve_tasks_list (tasks, request->client);
  GString *json = g_string_new ("{\"tasks\":[");
  for (guint i = 0; i < list->len; i++) {
    cli_json_append_item (json);
    serve_task_append (list->pdata[i], FALSE, json);
  }
  g_string_append (json, "]}\n");
  return serve_answer_new_text (200, JSON_TYPE, json);
}

static ServeAnswer *
add_task (ServeTasks *tasks, const ServeRequest *request, GError **error)
{
  g_autoptr (GError) failure = NULL;
  if (request->body && request->body->len > 0 &&
      !serve_recipe_read_json ((const char *) request->body->data, request->body->len, request->parameters,
                               error))
    return NULL;
  g_autoptr (ServeTask) task = serve_tasks_add (tasks, request->client, request->parameters, &failure);
  if (task)
    return answer_task (201, task);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_BUSY))
    return refuse_more (failure);
  if (is_of_folder (failure))
    return serve_problem_new (500, "folder", failure->message);
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

ServeAnswer *
serve_answer_tasks (ServeTasks *tasks, const ServeRequest *request, GError **error)
{
  static const char *const none[] = { NULL };
  if (!tasks)
    return refuse_tasks ();
  if (strcmp (request->method, "POST") == 0)
    return add_task (tasks, request, error);
  return check_names (request->parameters, none, error) ? list_tasks (tasks, request) : NULL;
}

/* Returns: (transfer full) (nullable): the task of the id */
static ServeTask *
get_task (ServeTasks *tasks, const ServeRequest *request)
{
  const char *id = serve_parameters_get (request->parameters, "id");
  return id ? serve_tasks_get (tasks, id) : NULL;
}

ServeAnswer *
serve_answer_task (ServeTasks *tasks, const ServeRequest *request, GError **error)
{
  static const char *const names[] = { "id", NULL };
  if (!tasks)
    return refuse_tasks ();
  if (!check_names (request->parameters, names, error))
    return NULL;
  g_autoptr (ServeTask) task = get_task (tasks, request);
  return task ? answer_task (200, task) : refuse_id ();
}

static GString *
write_hits (const GPtrArray *hits, ConcFormat format)
{
  const ConcFormatInfo *info = conc_format_get_info (format);
  const ConcLook look = { .format = format, .width = KWIC_WIDTH };
  GString *text = g_string_new (info->prologue);
  for (guint i = 0; i < hits->len; i++) {
    ConcHit *hit = hits->pdata[i];
    hit->id = i + 1;
    g_string_append (text, i > 0 ? info->separator : "");
    conc_hit_append (hit, &look, text);
  }
  g_string_append (text, info->epilogue);
  return text;
}

ServeAnswer *
serve_answer_sentences (ServeTasks *tasks, const ServeRequest *request, GError **error)
{
  static const char *const names[] = { "id", "format", "sort", NULL };
  ConcSort sort;
  ConcFormat format;
  if (!tasks)
    return refuse_tasks ();
  if (!check_names (request->parameters, names, error) || !get_sort (request, &sort, error) ||
      !get_format (request, &format, error))
    return NULL;
  g_autoptr (ServeTask) task = get_task (tasks, request);
  if (!task)
    return refuse_id ();
  if (task->state != SERVE_TASK_DONE)
    return serve_problem_new (409, "not-done", "the task is not done, or failed: it has no sentences");
  g_autoptr (GError) failure = NULL;
  g_autoptr (GPtrArray) hits = serve_tasks_read (tasks, task, &failure);
  if (!hits)
    return serve_problem_new (500, "folder", failure->message);
  conc_hits_sort (hits, sort);
  return serve_answer_new_text (200, types[format], write_hits (hits, format));
}

/* ---- To people
 * --------------------------------------------------------------------------------------------- */

static ServeAnswer *
answer_view (guint status, const ServeTaskView *view)
{
  ServeAnswer *answer =
      serve_answer_new_text (status, "text/html; charset=utf-8", serve_task_page_render (view));
  answer->policy = serve_task_page_get_policy ();
  return answer;
}

/* The form again, with what was typed. */
static ServeAnswer *
refuse_form (ServeTaskView *view, const GError *failure)
{
  view->error = failure->message;
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_BUSY)) {
    ServeAnswer *answer = answer_view (429, view);
    answer->retry_after = BUSY_SECONDS;
    return answer;
  }
  return answer_view (is_of_folder (failure) ? 500 : serve_problem_get_status (failure, SERVE_STAGE_PAGE),
                      view);
}

/* A browser that loads the answer again must not add the task again. */
static ServeAnswer *
send_to_task (const ServeTask *task)
{
  ServeAnswer *answer =
      serve_answer_new_text (303, "text/plain; charset=utf-8", g_string_new ("see the task\n"));
  answer->location = g_strconcat ("/tasks?id=", task->id, NULL);
  return answer;
}

static ServeAnswer *
show_task (ServeTasks *tasks, const ServeRequest *request, ServeTaskView *view, GError **error)
{
  const char *from = serve_parameters_get (request->parameters, "from");
  guint64 first = 0;
  if (!get_sort (request, &view->sort, error) ||
      (from && !cli_parse_count ("from", from, 0, G_MAXINT, &first, error)))
    return NULL;
  g_autoptr (ServeTask) task = get_task (tasks, request);
  g_autoptr (GPtrArray) hits =
      task && task->state == SERVE_TASK_DONE ? serve_tasks_read (tasks, task, error) : NULL;
  if (task && task->state == SERVE_TASK_DONE && !hits)
    return NULL;
  if (!task) {
    view->error = "There is no such task, or no longer";
    return answer_view (404, view);
  }
  if (hits)
    conc_hits_sort (hits, view->sort);
  view->task = task;
  view->hits = hits;
  view->from = (guint) first;
  return answer_view (200, view);
}

ServeAnswer *
serve_answer_task_page (ServeTasks *tasks, const ServeRequest *request, GError **error)
{
  if (!tasks)
    return refuse_tasks ();
  ServeTaskView view = { .parameters = request->parameters, .most = serve_tasks_get_most (tasks) };
  g_autoptr (GPtrArray) list = serve_tasks_list (tasks, request->client);
  g_autoptr (GError) failure = NULL;
  view.corpora = serve_tasks_get_corpora (tasks, &view.n_corpora);
  view.tasks = list;
  if (strcmp (request->method, "POST") == 0) {
    g_autoptr (ServeTask) task = serve_tasks_add (tasks, request->client, request->parameters, &failure);
    return task ? send_to_task (task) : refuse_form (&view, failure);
  }
  if (!serve_parameters_get (request->parameters, "id"))
    return answer_view (200, &view);
  ServeAnswer *answer = show_task (tasks, request, &view, &failure);
  return answer ? answer : refuse_form (&view, failure);
}
