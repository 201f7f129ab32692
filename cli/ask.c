/* SPDX-License-Identifier: MIT */
/*
 * The process has a process group of its own: Ctrl-C ends what we do with it, not the process under a page.
 * Both pipes are polled at once, so that a command may begin to answer before it has read the whole line.
 */
#include "cli/ask.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* After so many questions in a row without an answer there is none to be hoped for. */
#define MAX_FAILURES 3
/* For its end, when there are no more questions. */
#define END_MILLISECONDS 5000
#define PIECE (64 * 1024)

struct _CliAsk {
  const char *what; /* lent */
  char *command;
  gint64 microseconds;
  GMutex mutex;      /* of all that follows */
  GPid pid;          /* 0 if it does not run */
  int to, from;      /* pipes, while it runs */
  gboolean answered; /* it has answered since it was started */
  guint failures;
};

CliAsk *
cli_ask_new (const char *what, const char *command, guint64 milliseconds)
{
  CliAsk *ask = g_new0 (CliAsk, 1);
  ask->what = what;
  ask->command = g_strdup (command);
  ask->microseconds = (gint64) milliseconds * 1000;
  g_mutex_init (&ask->mutex);
  return ask;
}

/* ---- The process ----------------------------------------------------------------------------- */

static void
lead_group (gpointer unused)
{
  setpgid (0, 0);
}

static gboolean
start (CliAsk *ask, GError **error)
{
  char *args[] = { (char *) "/bin/sh", (char *) "-c", ask->command, NULL };
  if (!g_spawn_async_with_pipes (NULL, args, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CLOEXEC_PIPES,
                                 lead_group, NULL, &ask->pid, &ask->to, &ask->from, NULL, error)) {
    g_prefix_error (error, "%s cannot be started: ", ask->what);
    return FALSE;
  }
  ask->answered = FALSE;
  fcntl (ask->to, F_SETFL, O_NONBLOCK);
  fcntl (ask->from, F_SETFL, O_NONBLOCK);
  return TRUE;
}

/* Returns: (transfer full): "exited with 3" */
static char *
describe_end (int status)
{
  if (WIFSIGNALED (status))
    return g_strdup_printf ("was ended by signal %d", WTERMSIG (status));
  return g_strdup_printf ("exited with %d", WEXITSTATUS (status));
}

/* Waits for its end, and makes one if there is none. Returns: (transfer full) */
static char *
stop (CliAsk *ask, guint milliseconds)
{
  int status = 0;
  pid_t ended = 0;
  close (ask->to);
  close (ask->from);
  for (guint waited = 0; (ended = waitpid (ask->pid, &status, WNOHANG)) == 0 && waited < milliseconds;
       waited += 10)
    g_usleep (10000);
  if (ended == 0) {
    kill (-ask->pid, SIGKILL);
    kill (ask->pid, SIGKILL);
    while (waitpid (ask->pid, &status, 0) < 0 && errno == EINTR)
      ;
  }
  ask->pid = 0;
  return describe_end (status);
}

/* ---- A question ------------------------------------------------------------------------------ */

/* As write (), without the signal that a closed pipe gives. */
static gssize
write_quietly (int fd, const char *data, gsize length)
{
  sigset_t pipe_signal, before, pending;
  sigemptyset (&pipe_signal);
  sigaddset (&pipe_signal, SIGPIPE);
  sigpending (&pending);
  pthread_sigmask (SIG_BLOCK, &pipe_signal, &before);
  gssize n = write (fd, data, length);
  int failure = errno;
  if (n < 0 && failure == EPIPE && !sigismember (&pending, SIGPIPE))
    while (sigtimedwait (&pipe_signal, NULL, &(const struct timespec){ 0 }) < 0 && errno == EINTR)
      ;
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  errno = failure;
  return n;
}

typedef struct {
  CliAsk *ask;
  const GString *question;
  gsize written;
  GString *answer;
  const char *end; /* [n_end] */
  gsize n_end;
  gsize max;
} Dialogue;

typedef enum { STEP_ON, STEP_DONE, STEP_ENDED, STEP_WRONG } Step;

static Step
send_more (Dialogue *d)
{
  gssize n = write_quietly (d->ask->to, d->question->str + d->written,
                            MIN (d->question->len - d->written, (gsize) PIECE));
  if (n > 0)
    d->written += (gsize) n;
  return n >= 0 || errno == EAGAIN || errno == EINTR ? STEP_ON : STEP_ENDED;
}

/* Returns: (nullable): where the answer ends, looked for behind @from bytes */
static const char *
find_end (const Dialogue *d, gsize from)
{
  for (gsize i = from; i + d->n_end <= d->answer->len; i++)
    if (memcmp (d->answer->str + i, d->end, d->n_end) == 0)
      return d->answer->str + i;
  return NULL;
}

static Step
receive_more (Dialogue *d, GError **error)
{
  char piece[4096];
  gssize n = read (d->ask->from, piece, sizeof piece);
  if (n <= 0)
    return n < 0 && (errno == EAGAIN || errno == EINTR) ? STEP_ON : STEP_ENDED;
  const gsize from = d->answer->len - MIN (d->answer->len, d->n_end - 1);
  g_string_append_len (d->answer, piece, n);
  const char *end = find_end (d, from);
  if (d->answer->len > d->max)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s gave more than %" G_GSIZE_FORMAT " bytes for a page", d->ask->what, d->max);
  else if (end && (end + d->n_end < d->answer->str + d->answer->len || d->written < d->question->len))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s gave more than one line for a page, or answered before it read it", d->ask->what);
  else
    return end ? STEP_DONE : STEP_ON;
  return STEP_WRONG;
}

static Step
talk (Dialogue *d, GError **error)
{
  const gint64 until = g_get_monotonic_time () + d->ask->microseconds;
  Step step = STEP_ON;
  while (step == STEP_ON) {
    gint64 left = (until - g_get_monotonic_time ()) / 1000;
    struct pollfd fds[] = { { d->ask->from, POLLIN, 0 },
                            { d->written < d->question->len ? d->ask->to : -1, POLLOUT, 0 } };
    if (left <= 0) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "%s did not answer within %g s", d->ask->what,
                   (double) d->ask->microseconds / G_USEC_PER_SEC);
      return STEP_WRONG;
    }
    if (poll (fds, G_N_ELEMENTS (fds), (int) MIN (left, G_MAXINT)) < 0 && errno != EINTR)
      return STEP_ENDED;
    if (fds[0].revents)
      step = receive_more (d, error);
    if (step == STEP_ON && fds[1].revents)
      step = send_more (d);
  }
  return step;
}

/* @again: (out): whether a new process may do better: this one ended after earlier answers */
static GString *
ask_once (CliAsk *ask, const GString *question, const char *end_of_answer, gsize n_end, gsize max,
          gboolean *again, GError **error)
{
  g_autoptr (GString) answer = g_string_new (NULL);
  Dialogue dialogue = {
    .ask = ask, .question = question, .answer = answer, .end = end_of_answer, .n_end = n_end, .max = max
  };
  if (ask->pid == 0 && !start (ask, error))
    return NULL;
  Step step = talk (&dialogue, error);
  if (step == STEP_DONE) {
    ask->answered = TRUE;
    g_string_truncate (answer, answer->len - n_end);
    return g_steal_pointer (&answer);
  }
  *again = step == STEP_ENDED && ask->answered;
  /* One that closed its output is about to end. */
  g_autofree char *end = stop (ask, step == STEP_ENDED ? 1000 : 0);
  if (step == STEP_ENDED)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s %s without an answer", ask->what, end);
  return NULL;
}

GString *
cli_ask_until (CliAsk *ask, const GString *question, const char *end, gsize n_end, gsize max, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&ask->mutex);
  gboolean again = FALSE;
  if (ask->failures >= MAX_FAILURES) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                 "%s failed %d times in a row, and was not started again", ask->what, MAX_FAILURES);
    return NULL;
  }
  GString *answer = ask_once (ask, question, end, n_end, max, &again, error);
  if (again) {
    g_clear_error (error);
    answer = ask_once (ask, question, end, n_end, max, &again, error);
  }
  ask->failures = answer ? 0 : ask->failures + 1;
  return answer;
}

char *
cli_ask_line (CliAsk *ask, const GString *question, gsize max, GError **error)
{
  GString *answer = cli_ask_until (ask, question, "\n", 1, max, error);
  return answer ? g_string_free (answer, FALSE) : NULL;
}

void
cli_ask_free (CliAsk *ask)
{
  if (!ask)
    return;
  if (ask->pid != 0)
    g_free (stop (ask, END_MILLISECONDS));
  g_mutex_clear (&ask->mutex);
  g_free (ask->command);
  g_free (ask);
}
