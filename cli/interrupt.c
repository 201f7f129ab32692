/* SPDX-License-Identifier: MIT */
/* What ends a program before its end: signals, and a reader of its output that has gone. */
#include "cli/cli-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/* Held while temporary files come and go, so that the thread below sees each of them. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static GPtrArray *temporaries; /* names; not owned. NULL before signals are watched */
static int signal_pipe[2];
static gboolean quiet_pipe; /* SIGPIPE is ignored now and ended the program before */

static gint catching;    /* atomic: the next signal interrupts the work and does not end the program */
static gint grace;       /* atomic: milliseconds that the work has left after it; -1: no limit */
static gint interrupted; /* atomic: the number of the signal that arrived; 0 */

static const int fatal_signals[] = { SIGINT, SIGTERM, SIGHUP };

static void
on_fatal_signal (int number)
{
  int saved = errno;
  guint8 byte = number;
  (void) !write (signal_pipe[1], &byte, 1);
  errno = saved;
}

/* Ends the program. */
static void
end_by_signal (int number)
{
  pthread_mutex_lock (&lock); /* for good: no file may appear from here on */
  for (guint i = 0; temporaries && i < temporaries->len; i++)
    unlink (g_ptr_array_index (temporaries, i));
  cli_progress_abandon ();
  signal (number, SIG_DFL);
  kill (getpid (), number);
  pause ();
}

GCancellable *
cli_interrupt_get_cancellable (void)
{
  static gsize once;
  static GCancellable *cancellable;
  if (g_once_init_enter (&once)) {
    cancellable = g_cancellable_new ();
    g_once_init_leave (&once, 1);
  }
  return cancellable;
}

/* A thread, because a signal handler may take no lock. Ends the program by the signal that came, unless it
 * is one that only interrupts. */
static gpointer
wait_for_signal (gpointer data)
{
  guint8 number = 0;
  for (;;) {
    GPollFD next = { .fd = signal_pipe[0], .events = G_IO_IN };
    int n = g_poll (&next, 1, number != 0 ? g_atomic_int_get (&grace) : -1);
    if (n == 0)
      break;
    if (n < 0 || read (signal_pipe[0], &number, 1) != 1)
      continue;
    if (!g_atomic_int_compare_and_exchange (&catching, TRUE, FALSE))
      break;
    g_atomic_int_set (&interrupted, number);
    g_cancellable_cancel (cli_interrupt_get_cancellable ());
  }
  end_by_signal (number);
  return NULL;
}

/* The lock is held. */
static gboolean
watch_signals (GError **error)
{
  if (temporaries)
    return TRUE;
  if (!g_unix_open_pipe (signal_pipe, FD_CLOEXEC, error))
    return FALSE;
  temporaries = g_ptr_array_new ();
  g_thread_unref (g_thread_new ("signals", wait_for_signal, NULL));

  struct sigaction action = { .sa_handler = on_fatal_signal, .sa_flags = SA_RESTART };
  sigemptyset (&action.sa_mask);
  for (guint i = 0; i < G_N_ELEMENTS (fatal_signals); i++) {
    struct sigaction old;
    sigaction (fatal_signals[i], NULL, &old);
    if (old.sa_handler != SIG_IGN) /* as under nohup */
      sigaction (fatal_signals[i], &action, NULL);
  }
  return TRUE;
}

/* ---- Temporary files ------------------------------------------------------------------------ */

gboolean
cli_temporaries_begin (GError **error)
{
  pthread_mutex_lock (&lock);
  if (!watch_signals (error)) {
    pthread_mutex_unlock (&lock);
    return FALSE;
  }
  /* From now on a closed pipe is an ordinary error, so that unfinished files are removed. */
  if (signal (SIGPIPE, SIG_IGN) == SIG_DFL)
    quiet_pipe = TRUE;
  return TRUE;
}

void
cli_temporaries_add (const char *path)
{
  g_ptr_array_add (temporaries, (gpointer) path);
}

void
cli_temporaries_end (void)
{
  pthread_mutex_unlock (&lock);
}

void
cli_temporaries_forget (const char *path)
{
  g_ptr_array_remove_fast (temporaries, (gpointer) path);
}

void
cli_temporaries_remove (const char *path)
{
  pthread_mutex_lock (&lock);
  unlink (path);
  cli_temporaries_forget (path);
  pthread_mutex_unlock (&lock);
}

gboolean
cli_fail_write (GError **error)
{
  int code = errno;
  pthread_mutex_lock (&lock);
  gboolean quiet = quiet_pipe;
  pthread_mutex_unlock (&lock);
  if (code == EPIPE && quiet)
    end_by_signal (SIGPIPE);
  errno = code;
  return cli_fail_errno (error, "cannot be written");
}

/* ---- Interruption --------------------------------------------------------------------------- */

gboolean
cli_interrupt_catch (int milliseconds, GError **error)
{
  g_atomic_int_set (&grace, milliseconds);
  pthread_mutex_lock (&lock);
  gboolean watching = watch_signals (error);
  pthread_mutex_unlock (&lock);
  g_atomic_int_set (&catching, watching);
  return watching;
}

gboolean
cli_interrupted (void)
{
  return g_atomic_int_get (&interrupted) != 0;
}

void
cli_interrupt_end (void)
{
  int number = g_atomic_int_get (&interrupted);
  signal (number, SIG_DFL);
  raise (number);
}
