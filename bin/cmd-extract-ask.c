/* SPDX-License-Identifier: MIT */
/*
 * The process has a process group of its own: Ctrl-C ends what we do with it, not the process under a page.
 * Both pipes are polled at once, so that a command may begin to answer before it has read the whole line.
 */
#include "bin/cmd-extract-ask.h"

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

struct _CmdAsk {
  char *command;
  gint64 microseconds;
  GMutex mutex;      /* of all that follows */
  GPid pid;          /* 0 if it does not run */
  int to, from;      /* pipes, while it runs */
  gboolean answered; /* it has answered since it was started */
  guint failures;
};

CmdAsk *
cmd_ask_new (const char *command, guint64 milliseconds)
{
  CmdAsk *ask = g_new0 (CmdAsk, 1);
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
start (CmdAsk *ask, GError **error)
{
  char *args[] = { (char *) "/bin/sh", (char *) "-c", ask->command, NULL };
  if (!g_spawn_async_with_pipes (NULL, args, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CLOEXEC_PIPES,
                                 lead_group, NULL, &ask->pid, &ask->to, &ask->from, NULL, error)) {
    g_prefix_error_literal (error, "the filter command cannot be started: ");
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
stop (CmdAsk *ask, guint milliseconds)
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
  CmdAsk *ask;
  const GString *question;
  gsize written;
  GString *answer;
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

static Step
receive_more (Dialogue *d, GError **error)
{
  char piece[4096];
  gssize n = read (d->ask->from, piece, sizeof piece);
  if (n <= 0)
    return n < 0 && (errno == EAGAIN || errno == EINTR) ? STEP_ON : STEP_ENDED;
  const char *end = memchr (piece, '\n', (gsize) n);
  g_string_append_len (d->answer, piece, n);
  if (d->answer->len > d->max)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "the filter command gave more than %" G_GSIZE_FORMAT " bytes for a page", d->max);
  else if (end && (end + 1 < piece + n || d->written < d->question->len))
    g_set_error_literal (
        error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
        "the filter command gave more than one line for a page, or answered before it read it");
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
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "the filter command did not answer within %g s",
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
static char *
ask_once (CmdAsk *ask, const GString *question, gsize max, gboolean *again, GError **error)
{
  g_autoptr (GString) answer = g_string_new (NULL);
  Dialogue dialogue = { .ask = ask, .question = question, .answer = answer, .max = max };
  if (ask->pid == 0 && !start (ask, error))
    return NULL;
  Step step = talk (&dialogue, error);
  if (step == STEP_DONE) {
    ask->answered = TRUE;
    g_string_truncate (answer, answer->len - 1);
    return g_string_free (g_steal_pointer (&answer), FALSE);
  }
  *again = step == STEP_ENDED && ask->answered;
  /* One that closed its output is about to end. */
  g_autofree char *end = stop (ask, step == STEP_ENDED ? 1000 : 0);
  if (step == STEP_ENDED)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the filter command %s without an answer", end);
  return NULL;
}

char *
cmd_ask_line (CmdAsk *ask, const GString *question, gsize max, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&ask->mutex);
  gboolean again = FALSE;
  if (ask->failures >= MAX_FAILURES) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                 "the filter command failed %d times in a row, and was not started again", MAX_FAILURES);
    return NULL;
  }
  char *answer = ask_once (ask, question, max, &again, error);
  if (again) {
    g_clear_error (error);
    answer = ask_once (ask, question, max, &again, error);
  }
  ask->failures = answer ? 0 : ask->failures + 1;
  return answer;
}

void
cmd_ask_free (CmdAsk *ask)
{
  if (!ask)
    return;
  if (ask->pid != 0)
    g_free (stop (ask, END_MILLISECONDS));
  g_mutex_clear (&ask->mutex);
  g_free (ask->command);
  g_free (ask);
}
