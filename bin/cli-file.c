/* SPDX-License-Identifier: MIT */
/* Files that appear whole or not at all, whatever ends the program. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "bin/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct _CliFile {
  FILE *stream;
  char *path;       /* where it belongs */
  char *temporary;  /* (nullable): where it is until then; NULL if written directly */
  gboolean resumed; /* what is written is kept, whatever happens */
};

/* Held while temporary files come and go, so that the thread below sees each of them. */
static pthread_mutex_t files_lock = PTHREAD_MUTEX_INITIALIZER;
static GPtrArray *temporaries; /* names; not owned. NULL before the first file */
static int signal_pipe[2];

static gint catching;    /* atomic: the next signal is to interrupt the work, not to end the program */
static gint grace;       /* atomic: milliseconds that the work has then; -1: all that it takes */
static gint interrupted; /* atomic: the number of the one that has come; 0 */

static const int fatal_signals[] = { SIGINT, SIGTERM, SIGHUP };

static void
on_fatal_signal (int number)
{
  int saved = errno;
  guint8 byte = number;
  (void) !write (signal_pipe[1], &byte, 1);
  errno = saved;
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
  }
  pthread_mutex_lock (&files_lock); /* for good: no file may appear from here on */
  for (guint i = 0; i < temporaries->len; i++)
    unlink (g_ptr_array_index (temporaries, i));
  cli_progress_abandon ();
  signal (number, SIG_DFL);
  kill (getpid (), number);
  pause ();
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

/* The lock is held. From now on a closed pipe is an error like others, so that what was begun is cleared
 * away. */
static gboolean
watch_files (GError **error)
{
  if (!watch_signals (error))
    return FALSE;
  signal (SIGPIPE, SIG_IGN);
  return TRUE;
}

/* The name that @path has until it is whole. Returns: (transfer full): "FOLDER/.NAME.XXXXXX" */
static char *
name_temporary (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_strdup_printf (".%.200s.XXXXXX", base); /* no longer than a name may be */
  return g_build_filename (folder, name, NULL);
}

/* Opens a temporary file beside file->path, with the permissions that the finished file is to have. */
static int
open_temporary (CliFile *file, const struct stat *old, GError **error)
{
  g_autofree char *path = name_temporary (file->path);

  pthread_mutex_lock (&files_lock);
  int fd = -1;
  if (watch_files (error)) {
    fd = g_mkstemp_full (path, O_WRONLY | O_CLOEXEC, 0666);
    if (fd >= 0) {
      file->temporary = g_steal_pointer (&path);
      g_ptr_array_add (temporaries, file->temporary);
    } else {
      cli_fail_errno (error, "cannot be created");
    }
  }
  pthread_mutex_unlock (&files_lock);
  if (fd >= 0 && old)
    (void) !fchmod (fd, old->st_mode & 07777); /* at worst it gets the permissions of a new file */
  return fd;
}

/* The file behind symbolic links; @path itself if there is nothing yet. Returns: (transfer full) */
static char *
resolve (const char *path)
{
  char *target = realpath (path, NULL);
  char *copy = g_strdup (target ? target : path);
  free (target);
  return copy;
}

CliFile *
cli_file_open (const char *path, GError **error)
{
  g_autoptr (CliFile) file = g_new0 (CliFile, 1);
  file->path = resolve (path);

  struct stat old;
  gboolean exists = stat (file->path, &old) == 0;
  int fd;
  if (exists && !S_ISREG (old.st_mode)) {
    fd = open (file->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
      cli_fail_errno (error, "cannot be opened for writing");
  } else {
    fd = open_temporary (file, exists ? &old : NULL, error);
  }
  if (fd < 0)
    return NULL;
  file->stream = fdopen (fd, "w");
  return g_steal_pointer (&file);
}

CliFile *
cli_file_resume (const char *path, guint64 length, GError **error)
{
  g_autoptr (CliFile) file = g_new0 (CliFile, 1);
  file->path = resolve (path);
  file->temporary = g_strconcat (file->path, CLI_PART_SUFFIX, NULL);
  file->resumed = TRUE;

  int fd = open (file->temporary, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0666);
  if (fd < 0) {
    cli_fail_errno (error, "cannot be created");
    return NULL;
  }
  file->stream = fdopen (fd, "a");
  if (ftruncate (fd, (off_t) length) != 0) {
    cli_fail_errno (error, "cannot be cut back to the last whole page");
    return NULL;
  }
  return g_steal_pointer (&file);
}

gboolean
cli_file_write (CliFile *file, const char *data, gsize length, GError **error)
{
  if (fwrite (data, 1, length, file->stream) != length)
    return cli_fail_errno (error, "cannot be written");
  return TRUE;
}

gboolean
cli_file_flush (CliFile *file, GError **error)
{
  if (fflush (file->stream) != 0)
    return cli_fail_errno (error, "cannot be written");
  return TRUE;
}

gboolean
cli_file_commit (CliFile *file, GError **error)
{
  if (fclose (g_steal_pointer (&file->stream)) != 0)
    return cli_fail_errno (error, "cannot be written");
  if (!file->temporary)
    return TRUE;

  pthread_mutex_lock (&files_lock);
  gboolean renamed = rename (file->temporary, file->path) == 0;
  if (!renamed)
    cli_fail_errno (error, "cannot be put in its place");
  else if (!file->resumed)
    g_ptr_array_remove_fast (temporaries, file->temporary);
  pthread_mutex_unlock (&files_lock);
  if (renamed)
    g_clear_pointer (&file->temporary, g_free);
  return renamed;
}

void
cli_file_free (CliFile *file)
{
  if (file->stream)
    fclose (file->stream);
  if (file->temporary && !file->resumed) {
    pthread_mutex_lock (&files_lock);
    unlink (file->temporary);
    g_ptr_array_remove_fast (temporaries, file->temporary);
    pthread_mutex_unlock (&files_lock);
  }
  g_free (file->temporary);
  g_free (file->path);
  g_free (file);
}

/*
 * Where the system can make a file that has no name yet, one that is new gets its name when it is whole: not
 * even SIGKILL leaves anything else behind. Returns: FALSE if it has to be written in the other way.
 */
static gboolean
write_nameless (const char *path, const char *data, gsize length)
{
#ifdef O_TMPFILE
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *handle = NULL;
  int fd = access (path, F_OK) == 0 ? -1 : open (folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  gsize done = 0;

  if (fd < 0)
    return FALSE;
  while (done < length) {
    gssize n = write (fd, data + done, length - done);
    if (n < 0 && errno != EINTR)
      break;
    done += n > 0 ? (gsize) n : 0;
  }
  handle = g_strdup_printf ("/proc/self/fd/%d", fd);
  gboolean good = done == length &&
                  linkat (AT_FDCWD, handle, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0; /* not if it exists */
  close (fd);
  return good;
#else
  return FALSE;
#endif
}

gboolean
cli_write_file (const char *path, const char *data, gssize length, GError **error)
{
  gsize n = length < 0 ? strlen (data) : (gsize) length;
  if (write_nameless (path, data, n))
    return TRUE;
  g_autoptr (CliFile) file = cli_file_open (path, error);
  return file && cli_file_write (file, data, n, error) && cli_file_commit (file, error);
}

static gboolean
fail_file (GError **error, GIOErrorEnum code, const char *sentence)
{
  g_set_error_literal (error, G_IO_ERROR, code, sentence);
  return FALSE;
}

/* A device or pipe may have no end. */
static gboolean
check_file (int fd, gsize limit, gsize *size, GError **error)
{
  struct stat status;
  if (fstat (fd, &status) != 0)
    return cli_fail_errno (error, "cannot be read");
  if (!S_ISREG (status.st_mode))
    return fail_file (error, G_IO_ERROR_NOT_REGULAR_FILE, "is no regular file");
  if ((guint64) status.st_size > limit)
    return fail_file (error, G_IO_ERROR_INVALID_DATA, "is larger than such a file can be");
  *size = (gsize) status.st_size;
  return TRUE;
}

static gboolean
read_whole (int fd, char *contents, gsize size, gsize *length, GError **error)
{
  *length = 0;
  while (*length < size) {
    gssize n = read (fd, contents + *length, size - *length);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return cli_fail_errno (error, "cannot be read");
    if (n == 0) /* it has become shorter */
      break;
    *length += n;
  }
  contents[*length] = '\0';
  return TRUE;
}

gboolean
cli_read_file (const char *path, gsize limit, char **contents, gsize *length, GError **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe without a writer would wait */
  gsize size = 0;
  g_autofree char *read = NULL;

  if (fd < 0)
    return cli_fail_errno (error, "cannot be read");
  gboolean good = check_file (fd, limit, &size, error);
  if (good && !(read = g_try_malloc (size + 1)))
    good = fail_file (error, G_IO_ERROR_FAILED, "is larger than the memory");
  good = good && read_whole (fd, read, size, length, error);
  close (fd);
  if (good)
    *contents = g_steal_pointer (&read);
  return good;
}

/* ---- Interruption --------------------------------------------------------------------------- */

gboolean
cli_interrupt_catch (int milliseconds, GError **error)
{
  g_atomic_int_set (&grace, milliseconds);
  pthread_mutex_lock (&files_lock);
  gboolean watching = watch_signals (error);
  pthread_mutex_unlock (&files_lock);
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

/* ---- Locks ---------------------------------------------------------------------------------- */

struct _CliLock {
  char *path; /* (nullable): of the lock file, which stands beside the file: ".NAME.lock" */
  int fd;
};

/* Whether @fd is still the file @path: whoever held it before may have removed it. */
static gboolean
is_same_file (int fd, const char *path)
{
  struct stat open_file, named;
  return fstat (fd, &open_file) == 0 && stat (path, &named) == 0 && open_file.st_dev == named.st_dev &&
         open_file.st_ino == named.st_ino;
}

CliLock *
cli_lock_new (const char *path, GError **error)
{
  g_autofree char *target = resolve (path);
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *base = g_path_get_basename (target);
  g_autofree char *name = g_strdup_printf (".%.200s.lock", base);
  g_autofree char *place = g_build_filename (folder, name, NULL);
  struct stat old;
  int fd;

  if (stat (path, &old) == 0 && !S_ISREG (old.st_mode)) /* a pipe, a terminal: nothing is replaced */
    return g_new0 (CliLock, 1);
  for (;;) {
    fd = open (place, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0) {
      cli_fail_errno (error, "cannot be created");
      return NULL;
    }
    if (flock (fd, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK)
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY, "is being written by another program");
      else
        cli_fail_errno (error, "cannot be locked");
      close (fd);
      return NULL;
    }
    if (is_same_file (fd, place))
      break;
    close (fd);
  }
  pthread_mutex_lock (&files_lock);
  gboolean watching = watch_files (error);
  if (watching)
    g_ptr_array_add (temporaries, place);
  pthread_mutex_unlock (&files_lock);
  if (!watching) {
    unlink (place);
    close (fd);
    return NULL;
  }
  CliLock *lock = g_new (CliLock, 1);
  lock->path = g_steal_pointer (&place);
  lock->fd = fd;
  return lock;
}

void
cli_lock_free (CliLock *lock)
{
  if (lock->path) {
    pthread_mutex_lock (&files_lock);
    unlink (lock->path);
    g_ptr_array_remove_fast (temporaries, lock->path);
    pthread_mutex_unlock (&files_lock);
    close (lock->fd);
  }
  g_free (lock->path);
  g_free (lock);
}
