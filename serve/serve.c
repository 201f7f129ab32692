/* SPDX-License-Identifier: MIT */
/* texttractor serve: its options, and its life from the first socket to the last answer. */
#include "cli/cli.h"
#include "serve/listen.h"
#include "serve/log.h"
#include "serve/recipe.h"
#include "serve/server.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define DEFAULT_PLACE "127.0.0.1:8080"
#define LEAST_TOKEN 16        /* characters */
#define MAX_TOKENS (64 << 10) /* bytes of their file */
#define CLIENT_SECONDS 30     /* for a head */
#define STOP_SECONDS 30       /* for requests under way */
#define SPARE_FILES 128       /* beside connections */
#define UNPRIVILEGED "nobody"

typedef struct {
  char *listen;
  char *address_file;
  char *token_file;
  gboolean public;
  gboolean forwarded;
  gboolean no_fetch;
  gboolean allow_private;
  GArray *ports; /* guint16 */
  char *log;
  gboolean log_json;
  gboolean check;
  char *model;
  guint64 jobs;
  guint64 connections;
  guint64 waiting;
  guint64 per_client;
  guint64 rate;
  guint64 buffers;
  guint64 client_milliseconds;
  char **corpora;
  char *state;
  guint64 tasks_per_client;
  guint64 task_sentences;
  guint64 task_milliseconds;
} Options;

static Options opt = {
  .connections = 1024,
  .waiting = 256,
  .buffers = G_GUINT64_CONSTANT (512) << 20,
  .client_milliseconds = CLIENT_SECONDS * 1000,
  .tasks_per_client = 4,
  .task_sentences = 10000,
  .task_milliseconds = 60000,
};

/* ---- Options -------------------------------------------------------------------------------- */

/* Options that are whole numbers. */
static gboolean
parse_count (const char *option, const char *text, gpointer data, GError **error)
{
  static const struct {
    const char *option;
    guint64 least, most;
    guint64 *value;
  } counts[] = {
    { "--jobs", 0, 1024, &opt.jobs },
    { "-j", 0, 1024, &opt.jobs },
    { "--max-connections", 1, 1000000, &opt.connections },
    { "--max-waiting", 0, 1000000, &opt.waiting },
    { "--max-per-client", 1, 1000000, &opt.per_client },
    { "--rate", 1, 1000000, &opt.rate },
    { "--tasks-per-client", 1, 1000, &opt.tasks_per_client },
    { "--task-sentences", 1, 1000000, &opt.task_sentences },
  };
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (strcmp (counts[i].option, option) == 0)
      return cli_parse_count (option, text, counts[i].least, counts[i].most, counts[i].value, error);
  g_return_val_if_reached (FALSE);
}

static gboolean
parse_buffers (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_size (option, text, 1, G_MAXINT64, &opt.buffers, error);
}

static gboolean
parse_client_time (const char *option, const char *text, gpointer data, GError **error)
{
  double seconds;
  if (!cli_parse_number (option, text, 0.1, 86400, &seconds, error))
    return FALSE;
  opt.client_milliseconds = (guint64) (seconds * 1000 + 0.5);
  return TRUE;
}

static gboolean
parse_task_time (const char *option, const char *text, gpointer data, GError **error)
{
  double seconds;
  if (!cli_parse_number (option, text, 0.001, 86400, &seconds, error))
    return FALSE;
  opt.task_milliseconds = (guint64) (seconds * 1000 + 0.5);
  return TRUE;
}

static gboolean
parse_port (const char *option, const char *text, gpointer data, GError **error)
{
  guint64 value;
  if (!cli_parse_count (option, text, 1, G_MAXUINT16, &value, error))
    return FALSE;
  guint16 port = (guint16) value;
  g_array_append_val (opt.ports, port);
  return TRUE;
}

static gboolean
parse_log_format (const char *option, const char *text, gpointer data, GError **error)
{
  opt.log_json = strcmp (text, "json") == 0;
  return opt.log_json || strcmp (text, "text") == 0 || cli_fail_value (error, option, "text or json", text);
}

static const GOptionEntry entries[] = {
  { "listen", 0, 0, G_OPTION_ARG_STRING, &opt.listen,
    "Listen there (default " DEFAULT_PLACE "; port 0: any that is free)", "ADDRESS:PORT" },
  { "address-file", 0, 0, G_OPTION_ARG_FILENAME, &opt.address_file,
    "Write the address to this file once requests are answered", "FILE" },
  { "token-file", 0, 0, G_OPTION_ARG_FILENAME, &opt.token_file,
    "Answer only requests with a token of this file, which has one a line", "FILE" },
  { "public", 0, 0, G_OPTION_ARG_NONE, &opt.public, "Let everybody ask who reaches the address", NULL },
  { "forwarded", 0, 0, G_OPTION_ARG_NONE, &opt.forwarded,
    "The server is behind a proxy: X-Forwarded-For tells the client", NULL },
  { "jobs", 'j', 0, G_OPTION_ARG_CALLBACK, parse_count,
    "Pages to work on at a time (default 0: one per processor)", "N" },
  { "max-connections", 0, 0, G_OPTION_ARG_CALLBACK, parse_count, "Open connections (default 1024)", "N" },
  { "max-waiting", 0, 0, G_OPTION_ARG_CALLBACK, parse_count,
    "Requests that wait for their turn (default 256)", "N" },
  { "max-per-client", 0, 0, G_OPTION_ARG_CALLBACK, parse_count,
    "Requests of one client at a time (default: no limit)", "N" },
  { "rate", 0, 0, G_OPTION_ARG_CALLBACK, parse_count, "Requests of one client a minute (default: no limit)",
    "N" },
  { "max-buffers", 0, 0, G_OPTION_ARG_CALLBACK, parse_buffers,
    "Memory for bodies of requests that arrive or wait (default 512M)", "N" },
  { "client-timeout", 0, 0, G_OPTION_ARG_CALLBACK, parse_client_time,
    "Time for the head of a request, and for its body and answer beside what their lengths allow "
    "(default 30 seconds)",
    "S" },
  { "no-fetch", 0, 0, G_OPTION_ARG_NONE, &opt.no_fetch, "Fetch no page: requests bring it along", NULL },
  { "allow-private", 0, 0, G_OPTION_ARG_NONE, &opt.allow_private,
    "Also fetch from addresses of this machine and its network", NULL },
  { "allow-port", 0, 0, G_OPTION_ARG_CALLBACK, parse_port,
    "Also fetch from this port (default: 80 and 443 alone)", "N" },
  { "model", 'm', 0, G_OPTION_ARG_FILENAME, &opt.model, "The model of requests that name none", "NAME|FILE" },
  { "corpus", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &opt.corpora,
    "An index that clients may find words in (may be given again)", "NAME=INDEX" },
  { "state", 0, 0, G_OPTION_ARG_FILENAME, &opt.state, "Keep tasks about them in this folder", "FOLDER" },
  { "tasks-per-client", 0, 0, G_OPTION_ARG_CALLBACK, parse_count,
    "Tasks of one client that wait or are worked on (default 4)", "N" },
  { "task-sentences", 0, 0, G_OPTION_ARG_CALLBACK, parse_count, "Sentences of a task (default 10000)", "N" },
  { "task-time", 0, 0, G_OPTION_ARG_CALLBACK, parse_task_time, "Time for a task (default 60 seconds)", "S" },
  { "log", 0, 0, G_OPTION_ARG_FILENAME, &opt.log, "Add a line for each request to this file", "FILE" },
  { "log-format", 0, 0, G_OPTION_ARG_CALLBACK, parse_log_format, "Of these lines (default text)",
    "text|json" },
  { "check-config", 0, 0, G_OPTION_ARG_NONE, &opt.check, "Say what is wrong with the options, and end",
    NULL },
  { NULL },
};

/* ---- Before the start ------------------------------------------------------------------------- */

/* Lines that are empty or begin with # say nothing. Returns: (transfer full) (nullable): NULL-terminated */
static char **
read_tokens (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!cli_read_file (path, MAX_TOKENS, &text, &length, error))
    return NULL;
  g_auto (GStrv) lines = cli_split_lines (text);
  g_autoptr (GStrvBuilder) tokens = g_strv_builder_new ();
  gboolean any = FALSE;
  for (guint i = 0; lines[i]; i++) {
    const char *line = g_strstrip (lines[i]);
    if (!*line || *line == '#')
      continue;
    if (strlen (line) < LEAST_TOKEN) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "line %u: a token needs at least %d characters, such as 'openssl rand -hex 16' prints",
                   i + 1, LEAST_TOKEN);
      return NULL;
    }
    g_strv_builder_add (tokens, line);
    any = TRUE;
  }
  if (!any) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "has no token");
    return NULL;
  }
  return g_strv_builder_end (tokens);
}

/* A server that everybody reaches is meant to be one. */
static gboolean
check_place (const ServeSocket *place, GError **error)
{
  if (place->loopback || opt.token_file || opt.public)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "others can reach %s: --token-file=FILE says who may ask, or --public that everybody may",
               place->address);
  return FALSE;
}

/* Without @opens only what the options say of it. */
static gboolean
open_socket (ServeSocket *place, gboolean opens, GError **error)
{
  const char *text = opt.listen ? opt.listen : DEFAULT_PLACE;
  if (!opens)
    return serve_socket_parse (text, place, error) && check_place (place, error);
  GError *failure = NULL;
  if (serve_socket_inherit (place, &failure))
    return check_place (place, error);
  if (failure) {
    g_propagate_error (error, failure);
    return FALSE;
  }
  return serve_socket_open (text, place, error) && check_place (place, error);
}

/* As many files as connections may need. */
static void
raise_files (void)
{
  struct rlimit limit;
  rlim_t wanted = (rlim_t) opt.connections + SPARE_FILES;
  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
    return;
  limit.rlim_cur = MIN (wanted, limit.rlim_max);
  if (setrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < wanted)
    cli_error (NULL,
               "only %" G_GUINT64_FORMAT " files can be open, so there are fewer connections than "
               "--max-connections says",
               (guint64) limit.rlim_cur);
}

/* What the server does not need, nobody who breaks in gets. */
static gboolean
drop_privileges (GError **error)
{
  prctl (PR_SET_DUMPABLE, 0);
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return cli_fail_errno (error, "privileges cannot be given up");
  if (geteuid () != 0)
    return TRUE;
  const struct passwd *user = getpwnam (UNPRIVILEGED);
  if (!user) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                         "there is no user " UNPRIVILEGED
                         " to become; start the server as another one than root");
    return FALSE;
  }
  return (setgroups (0, NULL) == 0 && setgid (user->pw_gid) == 0 && setuid (user->pw_uid) == 0) ||
         cli_fail_errno (error, "privileges cannot be given up");
}

/* ---- Life ------------------------------------------------------------------------------------- */

static void
get_signals (sigset_t *signals)
{
  sigemptyset (signals);
  sigaddset (signals, SIGTERM);
  sigaddset (signals, SIGINT);
  sigaddset (signals, SIGHUP);
}

/* Until a signal ends it. */
static void
wait_for_end (ServeKitchen *kitchen, ServeLog *log)
{
  sigset_t signals;
  int number;
  get_signals (&signals);
  while (sigwait (&signals, &number) == 0 && number == SIGHUP) {
    g_autoptr (GError) error = NULL;
    serve_kitchen_renew (kitchen);
    if (!serve_log_reopen (log, &error))
      cli_error (opt.log, "%s", error->message);
    cli_error (NULL, "models are read again");
  }
}

static gboolean
say_address (const ServeSocket *place, GError **error)
{
  g_autofree char *address = g_strdup_printf ("http://%s/", place->address);
  g_autofree char *line = g_strconcat (address, "\n", NULL);
  cli_error (NULL, "listening on %s", address);
  return !opt.address_file || cli_write_file (opt.address_file, line, -1, error);
}

static CliExit
run (const ServerOptions *options, ServeSocket *place, ServeKitchen *kitchen, ServeLog *log,
     GCancellable *stop)
{
  g_autoptr (GError) error = NULL;
  /* Nobody is answered as root. */
  if (!say_address (place, &error))
    return cli_fail (opt.address_file, error);
  if (!drop_privileges (&error))
    return cli_fail (NULL, error);
  int fd = place->fd;
  place->fd = -1; /* the server closes it */
  Server *server = server_new (options, fd, kitchen, log, &error);
  if (!server)
    return cli_fail (NULL, error);
  if (options->tasks)
    serve_tasks_begin (options->tasks);
  wait_for_end (kitchen, log);
  cli_error (NULL, "stopping");
  /* Who cannot wait sends another signal. */
  sigset_t signals;
  get_signals (&signals);
  pthread_sigmask (SIG_UNBLOCK, &signals, NULL);
  gboolean all = server_stop (server, STOP_SECONDS * 1000);
  g_cancellable_cancel (stop);
  server_free (server);
  if (!all)
    cli_error (NULL, "some requests were not answered");
  return all ? CLI_EXIT_DONE : CLI_EXIT_FAILED;
}

/* With a default recipe: so the model is known to be there. */
static gboolean
check_kitchen (ServeKitchen *kitchen, GError **error)
{
  g_autoptr (GPtrArray) nothing = serve_parameters_new ();
  g_autoptr (ServeRecipe) recipe = serve_kitchen_get (kitchen, nothing, NULL, error);
  return recipe != NULL;
}

/* Returns: (nullable): NULL if there are no corpora, and with an error */
static ServeTasks *
open_tasks (GError **error)
{
  const ServeTasksOptions options = { opt.state, opt.corpora, (guint) opt.tasks_per_client,
                                      opt.task_sentences, opt.task_milliseconds };
  if (!opt.corpora)
    return NULL;
  if (opt.state)
    return serve_tasks_new (&options, error);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                       "--corpus needs --state, a folder where tasks are kept");
  return NULL;
}

static CliExit
serve (CliPageOptions *page)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ServeTasks) tasks = open_tasks (&error);
  if (error)
    return cli_fail (NULL, error);
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  g_auto (GStrv) tokens = opt.token_file ? read_tokens (opt.token_file, &error) : NULL;
  if (error)
    return cli_fail (opt.token_file, error);
  const ExtractFence fence = { .allow_private = opt.allow_private,
                               .ports = (gconstpointer) opt.ports->data,
                               .n_ports = opt.ports->len };
  page->source.cancellable = stop;
  page->source.fence = &fence;
  page->source.only_pages = TRUE;
  ServeKitchen *kitchen = serve_kitchen_new (page, opt.model);
  ServeSocket place = { .fd = -1 };
  ServeLog *log = NULL;
  CliExit status = CLI_EXIT_DONE;
  gboolean good = check_kitchen (kitchen, &error) && open_socket (&place, !opt.check, &error) &&
                  (opt.check || (log = serve_log_new (opt.log, opt.log_json, &error)));
  const ServerOptions options = {
    .jobs = opt.jobs > 0 ? (guint) opt.jobs : g_get_num_processors (),
    .connections = (guint) opt.connections,
    .waiting = (guint) opt.waiting,
    .per_client = (guint) opt.per_client,
    .rate = (guint) opt.rate,
    .buffers = opt.buffers,
    .forwarded = opt.forwarded,
    .fetches = !opt.no_fetch,
    .own_names = place.loopback && !opt.token_file && !opt.public && !opt.forwarded,
    .tokens = (const char *const *) tokens,
    .tasks = tasks,
    .milliseconds = (guint) opt.client_milliseconds,
  };
  if (!good)
    status = cli_fail (NULL, error);
  else if (opt.check)
    cli_error (NULL, "the options are good");
  else {
    raise_files ();
    status = run (&options, &place, kitchen, log, stop);
  }
  serve_socket_clear (&place);
  g_clear_pointer (&log, serve_log_free);
  serve_kitchen_free (kitchen);
  return status;
}

int
main (int argc, char **argv)
{
  cli_init ("texttractor serve");
  g_autoptr (GOptionContext) context = cli_context_new (
      NULL, "Answers requests for the main text of pages over HTTP, with a page for people.");
  opt.ports = g_array_new (FALSE, FALSE, sizeof (guint16));
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CliPageOptions) page = { 0 };
  g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_DEFAULT));
  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse_with_config (context, "serve", argv, &operands, &status))
    return status;
  if (operands[0])
    return cli_usage ("texttractor serve takes no operands, but \"%s\" was given", operands[0]);
  sigset_t signals;
  get_signals (&signals);
  pthread_sigmask (SIG_BLOCK, &signals, NULL);
  signal (SIGPIPE, SIG_IGN);
  status = serve (&page);
  g_array_unref (opt.ports);
  g_strfreev (opt.corpora);
  return status;
}
