/* SPDX-License-Identifier: MIT */
#include "serve/tasks.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/cli.h"
#include "libextract/text/language.h"
#include "serve/clients.h"

#define ID_BYTES 16
#define MOST_TASKS 1000     /* that are kept: the oldest go */
#define MOST_OF_CLIENT 50   /* the same of one client */
#define MOST_WAITING 100    /* of all */
#define MOST_OF_TASK 100000 /* bytes */
#define TASK_SUFFIX ".task"
#define LINES_SUFFIX ".lines"

struct _ServeTasks {
  ServeTasksOptions options; /* whose folder and corpora are lent */
  ServeCorpus *corpora;      /* [n_corpora] */
  gsize n_corpora;
  GCancellable *stop;
  pthread_t worker;
  gboolean works;
  pthread_mutex_t lock;
  pthread_cond_t more;
  GPtrArray *tasks; /* in the order in which they came; of the lock */
  gboolean ending;
};

/* ---- Files ------------------------------------------------------------------------------------------ */

static char *
name_file (const ServeTasks *tasks, const char *id, const char *suffix)
{
  g_autofree char *name = g_strconcat (id, suffix, NULL);
  return g_build_filename (tasks->options.folder, name, NULL);
}

static gboolean
save (const ServeTasks *tasks, const ServeTask *task, GError **error)
{
  g_autofree char *path = name_file (tasks, task->id, TASK_SUFFIX);
  g_autoptr (GString) json = g_string_new (NULL);
  serve_task_append (task, TRUE, json);
  g_string_append_c (json, '\n');
  return cli_write_file (path, json->str, (gssize) json->len, error);
}

static void
remove_files (const ServeTasks *tasks, const char *id)
{
  g_autofree char *task = name_file (tasks, id, TASK_SUFFIX), *lines = name_file (tasks, id, LINES_SUFFIX);
  unlink (task);
  unlink (lines);
}

static gboolean
is_id (const char *text, gsize length)
{
  return length == 2 * ID_BYTES && strspn (text, "0123456789abcdef") >= length;
}

/* What is no task is left where it is. */
static void
load_task (ServeTasks *tasks, const char *name)
{
  g_autofree char *path = g_build_filename (tasks->options.folder, name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  g_autoptr (ServeTask) task = cli_read_file (path, MOST_OF_TASK, &text, &length, &error)
                                   ? serve_task_read (text, length, &error)
                                   : NULL;
  if (task && (strlen (task->id) != 2 * ID_BYTES || !g_str_has_prefix (name, task->id)))
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "is the file of another task");
  if (error) {
    cli_error (path, "%s", error->message);
    return;
  }
  if (task->state == SERVE_TASK_RUNNING)
    task->state = SERVE_TASK_WAITING;
  g_ptr_array_add (tasks->tasks, g_steal_pointer (&task));
}

static int
compare_tasks (gconstpointer a, gconstpointer b)
{
  const ServeTask *one = *(ServeTask *const *) a, *other = *(ServeTask *const *) b;
  return one->created != other->created ? (one->created < other->created ? -1 : 1)
                                        : strcmp (one->id, other->id);
}

static gboolean
load (ServeTasks *tasks, GError **error)
{
  GError *failure = NULL;
  g_autoptr (GDir) dir = g_dir_open (tasks->options.folder, 0, &failure);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    if (g_str_has_suffix (name, TASK_SUFFIX) && is_id (name, strlen (name) - strlen (TASK_SUFFIX)))
      load_task (tasks, name);
  g_ptr_array_sort (tasks->tasks, compare_tasks);
  if (failure)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s cannot keep tasks (--state): %s",
                 tasks->options.folder, failure->message);
  g_clear_error (&failure);
  return dir != NULL;
}

/* ---- Corpora ---------------------------------------------------------------------------------------- */

static gboolean
is_name (const char *name)
{
  return *name &&
         strspn (name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == strlen (name);
}

/* "NAME=INDEX" */
static gboolean
open_corpus (ServeTasks *tasks, char *text, GError **error)
{
  g_autoptr (GError) failure = NULL;
  char *equals = strchr (text, '=');
  g_autofree char *name = equals ? g_strndup (text, (gsize) (equals - text)) : NULL;
  if (!equals || !is_name (name) || !equals[1])
    return cli_fail_value (error, "--corpus", "NAME=INDEX, where NAME is of letters, digits, -, _ and .",
                           text);
  for (gsize i = 0; i < tasks->n_corpora; i++)
    if (strcmp (tasks->corpora[i].name, name) == 0) {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "there are two corpora %s (--corpus)",
                   name);
      return FALSE;
    }
  g_autoptr (ConcIndex) index = NULL;
  if (conc_index_is (equals + 1))
    index = conc_index_new (equals + 1, &failure);
  else
    g_set_error_literal (&failure, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         "is no index: make one by texttractor index");
  if (!index) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", equals + 1, failure->message);
    return FALSE;
  }
  tasks->corpora[tasks->n_corpora++] = (ServeCorpus){ g_steal_pointer (&name), equals + 1,
                                                      conc_index_get_n (index), conc_index_has_tags (index) };
  return TRUE;
}

const ServeCorpus *
serve_tasks_get_corpora (const ServeTasks *tasks, gsize *n)
{
  *n = tasks->n_corpora;
  return tasks->corpora;
}

guint64
serve_tasks_get_most (const ServeTasks *tasks)
{
  return tasks->options.sentences;
}

/* The folder of tasks, or its disk, is at fault: whoever runs the server has to know. Returns: FALSE */
static gboolean
fail_folder (const ServeTasks *tasks, const char *sentence, const GError *failure, GError **error)
{
  cli_error (tasks->options.folder, "%s: %s", sentence, failure->message);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: the server's file %s", sentence, failure->message);
  return FALSE;
}

/* ---- Work --------------------------------------------------------------------------------------------- */

/* The lock is held. Returns: (nullable) */
static ServeTask *
find_waiting (ServeTasks *tasks)
{
  for (guint i = 0; i < tasks->tasks->len; i++)
    if (((ServeTask *) tasks->tasks->pdata[i])->state == SERVE_TASK_WAITING)
      return tasks->tasks->pdata[i];
  return NULL;
}

static ServeTask *
find_task (ServeTasks *tasks, const char *id)
{
  for (guint i = 0; i < tasks->tasks->len; i++)
    if (strcmp (((ServeTask *) tasks->tasks->pdata[i])->id, id) == 0)
      return tasks->tasks->pdata[i];
  return NULL;
}

static void
fail_task (ServeTask *task, const char *reason)
{
  task->state = SERVE_TASK_FAILED;
  task->n_sentences = 0;
  g_free (task->failure);
  task->failure = g_strdup (reason);
}

/* Of a copy, without the lock. Returns: FALSE if it was stopped */
static gboolean
do_task (ServeTasks *tasks, ServeTask *task)
{
  const ServeCorpus *corpus = NULL;
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = name_file (tasks, task->id, LINES_SUFFIX);
  for (gsize i = 0; i < tasks->n_corpora; i++)
    if (strcmp (tasks->corpora[i].name, task->corpus) == 0)
      corpus = &tasks->corpora[i];
  if (!corpus)
    fail_task (task, "its corpus is no longer there");
  else if (!serve_task_run (task, corpus, tasks->options.milliseconds, tasks->stop, lines))
    return FALSE;
  if (task->state == SERVE_TASK_DONE && !cli_write_file (path, lines->str, (gssize) lines->len, &error)) {
    cli_error (path, "%s", error->message);
    fail_task (task, "its sentences could not be kept");
  }
  g_clear_error (&error);
  if (!save (tasks, task, &error))
    cli_error (tasks->options.folder, "%s", error->message);
  return TRUE;
}

static gpointer
work (gpointer data)
{
  ServeTasks *tasks = data;
  pthread_mutex_lock (&tasks->lock);
  while (!tasks->ending) {
    ServeTask *task = find_waiting (tasks);
    if (!task) {
      pthread_cond_wait (&tasks->more, &tasks->lock);
      continue;
    }
    task->state = SERVE_TASK_RUNNING;
    g_autoptr (ServeTask) copy = serve_task_copy (task);
    pthread_mutex_unlock (&tasks->lock);
    const gboolean done = do_task (tasks, copy);
    pthread_mutex_lock (&tasks->lock);
    /* It is not forgotten while it is worked on. */
    guint place;
    if (done && g_ptr_array_find (tasks->tasks, task, &place)) {
      serve_task_free (task);
      tasks->tasks->pdata[place] = g_steal_pointer (&copy);
    }
  }
  pthread_mutex_unlock (&tasks->lock);
  return NULL;
}

/* ---- Clients ------------------------------------------------------------------------------------------- */

static gboolean
is_over (const ServeTask *task)
{
  return task->state == SERVE_TASK_DONE || task->state == SERVE_TASK_FAILED;
}

/* The lock is held. @client: (nullable): of all clients. The oldest that are over go. */
static void
forget (ServeTasks *tasks, const char *client, guint most)
{
  guint n = 0;
  for (guint i = tasks->tasks->len; i > 0; i--) {
    ServeTask *task = tasks->tasks->pdata[i - 1];
    if ((client && strcmp (task->client, client) != 0) || ++n <= most || !is_over (task))
      continue;
    remove_files (tasks, task->id);
    g_ptr_array_remove_index (tasks->tasks, i - 1);
    serve_task_free (task);
  }
}

/* The lock is held. */
static gboolean
has_room (ServeTasks *tasks, const char *client, GError **error)
{
  guint n = 0, n_own = 0;
  for (guint i = 0; i < tasks->tasks->len; i++) {
    const ServeTask *task = tasks->tasks->pdata[i];
    n += !is_over (task);
    n_own += !is_over (task) && strcmp (task->client, client) == 0;
  }
  if (n_own < tasks->options.per_client && n < MOST_WAITING)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
               n_own >= tasks->options.per_client ? "this client has %u tasks under way: wait for one of them"
                                                  : "%u tasks are waiting: ask again later",
               n_own >= tasks->options.per_client ? n_own : n);
  return FALSE;
}

static char *
make_id (void)
{
  guint8 bytes[ID_BYTES];
  GString *id = g_string_new (NULL);
  while (getrandom (bytes, sizeof bytes, 0) != sizeof bytes)
    continue;
  for (guint i = 0; i < ID_BYTES; i++)
    g_string_append_printf (id, "%02x", bytes[i]);
  return g_string_free (id, FALSE);
}

static gboolean
keep (const ServeTasks *tasks, const ServeTask *task, GError **error)
{
  g_autoptr (GError) failure = NULL;
  return save (tasks, task, &failure) || fail_folder (tasks, "the task cannot be kept", failure, error);
}

ServeTask *
serve_tasks_add (ServeTasks *tasks, const char *client, const GPtrArray *parameters, GError **error)
{
  g_autoptr (ServeTask) task =
      serve_task_new (parameters, tasks->corpora, tasks->n_corpora, tasks->options.sentences, error);
  ServeTask *copy = NULL;
  if (!task)
    return NULL;
  task->id = make_id ();
  task->client = serve_client_dup_key (client);
  pthread_mutex_lock (&tasks->lock);
  if (has_room (tasks, task->client, error) && keep (tasks, task, error)) {
    copy = serve_task_copy (task);
    g_ptr_array_add (tasks->tasks, g_steal_pointer (&task));
    forget (tasks, copy->client, MOST_OF_CLIENT);
    forget (tasks, NULL, MOST_TASKS);
    pthread_cond_signal (&tasks->more);
  }
  pthread_mutex_unlock (&tasks->lock);
  return copy;
}

ServeTask *
serve_tasks_get (ServeTasks *tasks, const char *id)
{
  pthread_mutex_lock (&tasks->lock);
  const ServeTask *task = find_task (tasks, id);
  ServeTask *copy = task ? serve_task_copy (task) : NULL;
  pthread_mutex_unlock (&tasks->lock);
  return copy;
}

GPtrArray *
serve_tasks_list (ServeTasks *tasks, const char *client)
{
  g_autofree char *key = serve_client_dup_key (client);
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) serve_task_free);
  pthread_mutex_lock (&tasks->lock);
  for (guint i = tasks->tasks->len; i > 0; i--) {
    const ServeTask *task = tasks->tasks->pdata[i - 1];
    if (strcmp (task->client, key) == 0)
      g_ptr_array_add (list, serve_task_copy (task));
  }
  pthread_mutex_unlock (&tasks->lock);
  return list;
}

GPtrArray *
serve_tasks_read (ServeTasks *tasks, const ServeTask *task, GError **error)
{
  g_autofree char *path = name_file (tasks, task->id, LINES_SUFFIX);
  g_autoptr (GError) failure = NULL;
  GPtrArray *hits = serve_hits_read (path, &failure);
  if (!hits)
    fail_folder (tasks, "the sentences cannot be read", failure, error);
  return hits;
}

/* ---- Life ------------------------------------------------------------------------------------------------
 */

ServeTasks *
serve_tasks_new (const ServeTasksOptions *options, GError **error)
{
  g_autoptr (ServeTasks) tasks = g_new0 (ServeTasks, 1);
  tasks->options = *options;
  tasks->stop = g_cancellable_new ();
  tasks->tasks = g_ptr_array_new ();
  tasks->corpora = g_new0 (ServeCorpus, g_strv_length (options->corpora));
  pthread_mutex_init (&tasks->lock, NULL);
  pthread_cond_init (&tasks->more, NULL);
  extract_language_load (NULL);
  for (char **corpus = options->corpora; *corpus; corpus++)
    if (!open_corpus (tasks, *corpus, error))
      return NULL;
  return load (tasks, error) ? g_steal_pointer (&tasks) : NULL;
}

void
serve_tasks_begin (ServeTasks *tasks)
{
  tasks->works = pthread_create (&tasks->worker, NULL, work, tasks) == 0;
}

void
serve_tasks_free (ServeTasks *tasks)
{
  g_cancellable_cancel (tasks->stop);
  pthread_mutex_lock (&tasks->lock);
  tasks->ending = TRUE;
  pthread_cond_signal (&tasks->more);
  pthread_mutex_unlock (&tasks->lock);
  if (tasks->works)
    pthread_join (tasks->worker, NULL);
  for (gsize i = 0; i < tasks->n_corpora; i++)
    g_free ((char *) tasks->corpora[i].name);
  for (guint i = 0; i < tasks->tasks->len; i++)
    serve_task_free (tasks->tasks->pdata[i]);
  g_ptr_array_unref (tasks->tasks);
  g_free (tasks->corpora);
  g_object_unref (tasks->stop);
  pthread_mutex_destroy (&tasks->lock);
  pthread_cond_destroy (&tasks->more);
  g_free (tasks);
}
