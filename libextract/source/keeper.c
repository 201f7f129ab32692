/* SPDX-License-Identifier: MIT */
#include "libextract/source/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Folders are PREFIX, the number of the process that made it, and letters by chance. */
#define PREFIX "texttractor-"
/* Browsers make sockets in it, whose names may have 107 bytes with all folders. */
#define MAX_PARENT 36
#define SHORT_PARENT "/tmp"
#define LOOK_MILLISECONDS 100
/* It has a limit of its own, and is given time to say so. */
#define GRACE_MILLISECONDS 45000
/* From the end of its input on, before it is killed. */
#define END_MILLISECONDS 5000
#define MAX_HEAD 70000
#define MAX_REPORT ((guint64) 256 << 20)
#define CHUNK ((gsize) 64 << 10)

struct _ExtractKeeper {
  GPid pid;
  int in, out;  /* its standard input and output */
  char *folder; /* of all that is written; owned */
};

/* ---- What is left behind ----------------------------------------------------------------------------- */

/* Nothing is followed out of the folder. */
static void
wipe (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder && (name = g_dir_read_name (folder))) {
    g_autofree char *inner = g_build_filename (path, name, NULL);

    if (g_file_test (inner, G_FILE_TEST_IS_DIR) && !g_file_test (inner, G_FILE_TEST_IS_SYMLINK))
      wipe (inner);
    else
      g_unlink (inner);
  }
  g_rmdir (path);
}

/* Ends every process that has @folder on its command line: driver and browser have. */
static void
end_users (const char *folder)
{
  g_autoptr (GDir) proc = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while (proc && (name = g_dir_read_name (proc))) {
    g_autofree char *path = g_build_filename ("/proc", name, "cmdline", NULL);
    g_autofree char *line = NULL;
    gsize n = 0;

    if (!g_ascii_isdigit (*name) || !g_file_get_contents (path, &line, &n, NULL))
      continue;
    for (gsize i = 0; i + 1 < n; i++)
      line[i] = line[i] ? line[i] : ' ';
    if (n > 0 && strstr (line, folder) && atoi (name) != getpid ())
      kill (atoi (name), SIGKILL);
  }
}

/* A browser that ends may write a last file meanwhile. */
static void
clean (const char *folder)
{
  for (guint i = 0; i < 20 && g_file_test (folder, G_FILE_TEST_EXISTS); i++) {
    end_users (folder);
    wipe (folder);
    if (g_file_test (folder, G_FILE_TEST_EXISTS))
      g_usleep (20000);
  }
}

static const char *
get_parent (void)
{
  return strlen (g_get_tmp_dir ()) > MAX_PARENT ? SHORT_PARENT : g_get_tmp_dir ();
}

void
extract_keeper_sweep (void)
{
  g_autoptr (GDir) folder = g_dir_open (get_parent (), 0, NULL);
  const char *name;

  while (folder && (name = g_dir_read_name (folder))) {
    const int owner = g_str_has_prefix (name, PREFIX) ? atoi (name + strlen (PREFIX)) : 0;
    g_autofree char *path = g_build_filename (get_parent (), name, NULL);
    GStatBuf status;

    if (owner > 0 && kill (owner, 0) != 0 && errno == ESRCH && g_lstat (path, &status) == 0 &&
        status.st_uid == geteuid () && S_ISDIR (status.st_mode))
      clean (path);
  }
}

/* ---- Beginning and end ------------------------------------------------------------------------------- */

static char *
make_folder (GError **error)
{
  char *path = g_strdup_printf ("%s/" PREFIX "%d-XXXXXX", get_parent (), (int) getpid ());

  if (g_mkdtemp (path))
    return path;
  g_set_error (error, G_IO_ERROR, (gint) g_io_error_from_errno (errno),
               "%s: no folder can be made for a browser: %s", get_parent (), g_strerror (errno));
  g_free (path);
  return NULL;
}

ExtractKeeper *
extract_keeper_new (const char *program, char **arguments, GError **error)
{
  g_autofree char *folder = make_folder (error);
  g_autofree char *option = folder ? g_strconcat ("--folder=", folder, NULL) : NULL;
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  ExtractKeeper *keeper = NULL;

  if (!folder)
    return NULL;
  g_ptr_array_add (args, (char *) program);
  g_ptr_array_add (args, option);
  for (char **argument = arguments; *argument; argument++)
    g_ptr_array_add (args, *argument);
  g_ptr_array_add (args, NULL);
  keeper = g_new0 (ExtractKeeper, 1);
  if (!g_spawn_async_with_pipes (NULL, (char **) args->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                 &keeper->pid, &keeper->in, &keeper->out, NULL, error)) {
    g_rmdir (folder);
    g_free (keeper);
    return NULL;
  }
  fcntl (keeper->in, F_SETFD, FD_CLOEXEC);
  fcntl (keeper->out, F_SETFD, FD_CLOEXEC);
  keeper->folder = g_steal_pointer (&folder);
  return keeper;
}

static void
wait_for_end (GPid pid)
{
  for (guint i = 0; i < END_MILLISECONDS / 10; i++) {
    if (waitpid (pid, NULL, WNOHANG) != 0)
      return;
    g_usleep (10000);
  }
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
}

void
extract_keeper_free (ExtractKeeper *keeper)
{
  close (keeper->in);
  close (keeper->out);
  wait_for_end (keeper->pid);
  clean (keeper->folder);
  g_free (keeper->folder);
  g_free (keeper);
}

void
extract_rendered_clear (ExtractRendered *rendered)
{
  g_clear_pointer (&rendered->tree, g_bytes_unref);
  g_clear_pointer (&rendered->report, g_bytes_unref);
  g_clear_pointer (&rendered->address, g_free);
}

/* ---- Asking ------------------------------------------------------------------------------------------ */

/* A write to a program that has ended must not end us. */
static gssize
write_quietly (int fd, const char *data, gsize n)
{
  sigset_t pipe, before, pending;
  const struct timespec now = { 0 };
  gboolean was_pending;
  gssize done;

  sigemptyset (&pipe);
  sigaddset (&pipe, SIGPIPE);
  sigpending (&pending);
  was_pending = sigismember (&pending, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &pipe, &before);
  done = write (fd, data, n);
  if (done < 0 && errno == EPIPE && !was_pending)
    sigtimedwait (&pipe, NULL, &now);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return done;
}

static gboolean
send (ExtractKeeper *keeper, const char *address, GError **error)
{
  g_autofree char *line = g_strconcat (address, "\n", NULL);
  gsize n = strlen (line), i = 0;

  while (i < n) {
    const gssize done = write_quietly (keeper->in, line + i, n - i);

    if (done <= 0) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED,
                           "the program that keeps the browser has ended");
      return FALSE;
    }
    i += (gsize) done;
  }
  return TRUE;
}

/* Appends what comes. Returns: FALSE with an error */
static gboolean
receive (ExtractKeeper *keeper, GByteArray *bytes, gsize room, gint64 until, GCancellable *cancellable,
         GError **error)
{
  for (;;) {
    struct pollfd wait = { .fd = keeper->out, .events = POLLIN };
    const guint before = bytes->len;
    gssize n;

    if (g_cancellable_is_cancelled (cancellable)) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "interrupted");
      return FALSE;
    }
    if (g_get_monotonic_time () > until) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "the browser hangs");
      return FALSE;
    }
    if (poll (&wait, 1, LOOK_MILLISECONDS) <= 0)
      continue;
    g_byte_array_set_size (bytes, before + (guint) room);
    n = read (keeper->out, bytes->data + before, room);
    g_byte_array_set_size (bytes, before + (guint) MAX (n, 0));
    if (n > 0)
      return TRUE;
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED,
                         "the program that keeps the browser has ended");
    return FALSE;
  }
}

/* "error TAB kind TAB sentence" */
static void
set_error (char **fields, GError **error)
{
  static const struct {
    const char *kind;
    GIOErrorEnum code;
    const char *prefix;
  } kinds[] = {
    { "lost", G_IO_ERROR_FAILED, "the browser ended: " },
    { "timeout", G_IO_ERROR_TIMED_OUT, "the browser hangs: " },
    { "script", G_IO_ERROR_FAILED, "the browser cannot read it: " },
    { "address", G_IO_ERROR_FAILED, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (fields[1], kinds[i].kind) == 0) {
      g_set_error (error, G_IO_ERROR, (gint) kinds[i].code, "%s%s", kinds[i].prefix, fields[2]);
      return;
    }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, fields[2]);
}

/* "page TAB status TAB bytes TAB bytes of the report TAB address". Returns: FALSE if it is something else */
static gboolean
read_head (char **fields, guint64 max_bytes, ExtractRendered *rendered, guint64 *n, guint64 *n_report)
{
  guint64 status;

  if (g_strv_length (fields) != 5 || strcmp (fields[0], "page") != 0 ||
      !g_ascii_string_to_unsigned (fields[1], 10, 0, 999, &status, NULL) ||
      !g_ascii_string_to_unsigned (fields[2], 10, 0, max_bytes, n, NULL) ||
      !g_ascii_string_to_unsigned (fields[3], 10, 0, MAX_REPORT, n_report, NULL))
    return FALSE;
  rendered->status = (guint) status;
  rendered->address = g_strdup (fields[4]);
  return TRUE;
}

static void
set_nonsense (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                       "the program that keeps the browser talks nonsense");
}

gboolean
extract_keeper_ask (ExtractKeeper *keeper, const char *address, guint milliseconds,
                    const ExtractSourceLimits *limits, ExtractRendered *rendered, GError **error)
{
  const gint64 until = g_get_monotonic_time () + (milliseconds + (gint64) GRACE_MILLISECONDS) * 1000;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_auto (GStrv) fields = NULL;
  const guint8 *end = NULL;
  guint64 n = 0, n_report = 0;

  if (!send (keeper, address, error))
    return FALSE;
  while (!(end = bytes->len ? memchr (bytes->data, '\n', bytes->len) : NULL) && bytes->len <= MAX_HEAD)
    if (!receive (keeper, bytes, CHUNK, until, limits->cancellable, error))
      return FALSE;
  if (!end) {
    set_nonsense (error);
    return FALSE;
  }
  g_autofree char *head = g_strndup ((const char *) bytes->data, (gsize) (end - bytes->data));
  fields = g_strsplit (head, "\t", 5);
  g_byte_array_remove_range (bytes, 0, (guint) (end - bytes->data) + 1);
  if (g_strv_length (fields) == 3 && strcmp (fields[0], "error") == 0) {
    set_error (fields, error);
    return TRUE;
  }
  if (!read_head (fields, MIN (limits->max_bytes, G_MAXINT), rendered, &n, &n_report)) {
    set_nonsense (error);
    return FALSE;
  }
  while (bytes->len < n + n_report)
    if (!receive (keeper, bytes, MIN (CHUNK, (gsize) (n + n_report) - bytes->len), until, limits->cancellable,
                  error))
      return FALSE;
  if (n_report > 0)
    rendered->report = g_bytes_new (bytes->data + n, (gsize) n_report);
  g_byte_array_set_size (bytes, (guint) n);
  rendered->tree = n > 0 ? g_byte_array_free_to_bytes (g_steal_pointer (&bytes)) : g_bytes_new_static ("", 0);
  return TRUE;
}
