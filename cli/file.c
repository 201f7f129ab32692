/* SPDX-License-Identifier: MIT */
/*
 * Files that appear complete or not at all, however the program ends.
 *
 *   an unnamed file ──> its name                          if the name is free
 *                   └─> .NAME.XXXXXX ──> its name         if a file is replaced
 *
 * So an unfinished file leaves nothing behind, not even after SIGKILL, except between the last two steps,
 * which follow each other at once. If the system has no unnamed files, the file is .NAME.XXXXXX from the
 * start.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "cli/cli-private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makefile.am: everywhere, or files above 2 GB fail on machines of 32 bits. */
G_STATIC_ASSERT (sizeof (off_t) == 8);

#define MAX_LINKS 40
#define MAX_TRIES 100 /* for a name that is free */

typedef enum {
  DIRECT,   /* the output exists and is written in place: a pipe, a terminal */
  NAMELESS, /* it has no name yet */
  NAMED,    /* it has its temporary name */
  RESUMED,  /* the same, and keeps it whatever happens */
} Way;

struct _CliFile {
  FILE *stream;
  Way way;
  char *path;      /* where it belongs */
  char *temporary; /* (nullable): its temporary name, if it has one */
};

/* ---- Where files are ------------------------------------------------------------------------ */

/* What the link @path, if it is one, leads to. Returns: (transfer full) (nullable) */
static char *
follow (const char *path)
{
  g_autofree char *target = g_file_read_link (path, NULL);
  if (!target || g_path_is_absolute (target))
    return g_steal_pointer (&target);
  g_autofree char *folder = g_path_get_dirname (path);
  return g_build_filename (folder, target, NULL);
}

char *
cli_resolve (const char *path)
{
  struct stat status;
  if (stat (path, &status) == 0) {
    char *target = realpath (path, NULL);
    char *copy = g_strdup (target ? target : path); /* what /dev/stdout leads to may have no name */
    free (target);
    return copy;
  }
  char *place = g_strdup (path), *next;
  for (guint i = 0; i < MAX_LINKS && (next = follow (place)); i++) {
    g_free (place);
    place = next;
  }
  return place;
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

/* ---- Opening -------------------------------------------------------------------------------- */

/* What exists and is not a regular file. Nobody is waited for. */
static int
open_direct (const char *path, const struct stat *status, GError **error)
{
  int fd = -1;
  errno = ENXIO;
  if (S_ISBLK (status->st_mode))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                         "is a disk; pages cannot be written to it");
  else if ((fd = open (path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) >= 0)
    (void) !fcntl (fd, F_SETFL, 0); /* a reader may be slower than we are */
  else if (errno == ENXIO && S_ISFIFO (status->st_mode))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "is a pipe that nobody reads");
  else if (errno == ENXIO && S_ISSOCK (status->st_mode))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "is a socket, not a file");
  else
    cli_fail_errno (error, "cannot be opened for writing");
  return fd;
}

/* What a file without a name is called by this process. Returns: (transfer full) */
static char *
name_descriptor (int fd)
{
  return g_strdup_printf ("/proc/self/fd/%d", fd);
}

/* A file without a name, in the folder of @path. Returns: -1 if the system has no such files. */
static int
open_nameless (const char *path)
{
#ifdef O_TMPFILE
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = open (folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0)
    return -1;
  g_autofree char *handle = name_descriptor (fd);
  if (access (handle, F_OK) == 0)
    return fd;
  close (fd);
#endif
  return -1;
}

static int
open_named (CliFile *file, GError **error)
{
  g_autofree char *path = name_temporary (file->path);
  if (!cli_temporaries_begin (error))
    return -1;
  int fd = g_mkstemp_full (path, O_WRONLY | O_CLOEXEC, 0666);
  if (fd >= 0) {
    file->temporary = g_steal_pointer (&path);
    cli_temporaries_add (file->temporary);
  } else {
    cli_fail_errno (error, "cannot be created");
  }
  cli_temporaries_end ();
  return fd;
}

/* A file that is to be file->path, with its permissions. @old: (nullable): of the reference */
static int
open_whole (CliFile *file, const struct stat *old, GError **error)
{
  int fd = open_nameless (file->path);
  file->way = fd >= 0 ? NAMELESS : NAMED;
  if (fd < 0)
    fd = open_named (file, error);
  if (fd >= 0 && old)
    (void) !fchmod (fd, old->st_mode & 07777); /* if this fails, it has the permissions of a new file */
  return fd;
}

CliFile *
cli_file_open (const char *path, GError **error)
{
  g_autoptr (CliFile) file = g_new0 (CliFile, 1);
  file->path = cli_resolve (path);

  struct stat old;
  gboolean exists = stat (file->path, &old) == 0;
  gboolean direct = exists && !S_ISREG (old.st_mode);
  int fd = direct ? open_direct (file->path, &old, error) : open_whole (file, exists ? &old : NULL, error);
  if (fd < 0)
    return NULL;
  file->stream = fdopen (fd, "w");
  return g_steal_pointer (&file);
}

static gboolean
fail_file (GError **error, GIOErrorEnum code, const char *sentence)
{
  g_set_error_literal (error, G_IO_ERROR, code, sentence);
  return FALSE;
}

/* What is cut back has to be what an earlier run has left, and nothing that a link leads to. */
static gboolean
cut_back (int fd, guint64 length, GError **error)
{
  struct stat status;
  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
    return fail_file (error, G_IO_ERROR_NOT_REGULAR_FILE, "is not a regular file");
  if ((guint64) status.st_size < length)
    return fail_file (error, G_IO_ERROR_INVALID_DATA, "is shorter than its journal says");
  if (ftruncate (fd, (off_t) length) != 0)
    return cli_fail_errno (error, "cannot be cut back to the last complete page");
  return TRUE;
}

int
cli_open_part (const char *path, gboolean begun, guint64 length, GError **error)
{
  int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  int fd = open (path, begun ? flags : flags | O_EXCL, 0666);
  if (fd >= 0) {
    if (cut_back (fd, length, error))
      return fd;
    close (fd);
  } else if (errno == EEXIST) {
    fail_file (error, G_IO_ERROR_EXISTS, "exists, but has no journal of an interrupted run; move it away");
  } else if (errno == ELOOP) {
    fail_file (error, G_IO_ERROR_NOT_REGULAR_FILE, "is a link, not a regular file");
  } else if (errno == ENXIO) {
    fail_file (error, G_IO_ERROR_NOT_REGULAR_FILE, "is not a regular file");
  } else {
    cli_fail_errno (error, "cannot be created");
  }
  return -1;
}

CliFile *
cli_file_resume (const char *path, const char *part, gboolean begun, guint64 length, GError **error)
{
  int fd = cli_open_part (part, begun, length, error);
  if (fd < 0)
    return NULL;
  CliFile *file = g_new0 (CliFile, 1);
  file->path = cli_resolve (path);
  file->temporary = g_strdup (part);
  file->way = RESUMED;
  file->stream = fdopen (fd, "a");
  return file;
}

int
cli_open_log (const char *path, guint64 length, GError **error)
{
  struct stat status;
  if (stat (path, &status) == 0 && !S_ISREG (status.st_mode))
    return open_direct (path, &status, error);
  int fd = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
  if (fd < 0) {
    cli_fail_errno (error, "cannot be opened for writing");
    return -1;
  }
  if (cut_back (fd, length, error))
    return fd;
  close (fd);
  return -1;
}

/* ---- Writing -------------------------------------------------------------------------------- */

gboolean
cli_file_write (CliFile *file, const char *data, gsize length, GError **error)
{
  /* No bytes may come as a null pointer. */
  return length == 0 || fwrite (data, 1, length, file->stream) == length || cli_fail_write (error);
}

gboolean
cli_file_flush (CliFile *file, GError **error)
{
  return fflush (file->stream) == 0 || cli_fail_write (error);
}

/* Gives the file @handle a name in the place of one that is there. */
static gboolean
replace (const char *handle, const char *path, GError **error)
{
  g_autofree char *name = name_temporary (path);
  char *letters = name + strlen (name) - strlen ("XXXXXX");
  gboolean good = FALSE;
  if (!cli_temporaries_begin (error))
    return FALSE;
  for (guint i = 0; i < MAX_TRIES && !good; i++) {
    g_snprintf (letters, strlen ("XXXXXX") + 1, "%06x", g_random_int () & 0xffffff);
    good = linkat (AT_FDCWD, handle, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
    if (!good && errno != EEXIST)
      break;
  }
  if (good && rename (name, path) != 0) {
    int code = errno;
    good = FALSE;
    unlink (name);
    errno = code;
  }
  if (!good)
    cli_fail_errno (error, "cannot be moved into place");
  cli_temporaries_end ();
  return good;
}

static gboolean
give_name (const CliFile *file, GError **error)
{
  g_autofree char *handle = name_descriptor (fileno (file->stream));
  if (linkat (AT_FDCWD, handle, AT_FDCWD, file->path, AT_SYMLINK_FOLLOW) == 0)
    return TRUE;
  return errno == EEXIST ? replace (handle, file->path, error)
                         : cli_fail_errno (error, "cannot be moved into place");
}

static gboolean
rename_temporary (CliFile *file, GError **error)
{
  if (!cli_temporaries_begin (error))
    return FALSE;
  gboolean good = rename (file->temporary, file->path) == 0;
  if (!good)
    cli_fail_errno (error, "cannot be moved into place");
  else if (file->way == NAMED)
    cli_temporaries_forget (file->temporary);
  cli_temporaries_end ();
  if (good)
    g_clear_pointer (&file->temporary, g_free);
  return good;
}

gboolean
cli_file_commit (CliFile *file, GError **error)
{
  if (!cli_file_flush (file, error) || (file->way == NAMELESS && !give_name (file, error)))
    return FALSE;
  if (fclose (g_steal_pointer (&file->stream)) != 0)
    return cli_fail_write (error);
  return !file->temporary || rename_temporary (file, error);
}

void
cli_file_free (CliFile *file)
{
  if (file->stream)
    fclose (file->stream);
  if (file->temporary && file->way == NAMED)
    cli_temporaries_remove (file->temporary);
  g_free (file->temporary);
  g_free (file->path);
  g_free (file);
}

gboolean
cli_write_file (const char *path, const char *data, gssize length, GError **error)
{
  gsize n = length < 0 ? strlen (data) : (gsize) length;
  g_autoptr (CliFile) file = cli_file_open (path, error);
  return file && cli_file_write (file, data, n, error) && cli_file_commit (file, error);
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* A device or pipe may have no end. */
static gboolean
check_file (int fd, gsize limit, gsize *size, GError **error)
{
  struct stat status;
  if (fstat (fd, &status) != 0)
    return cli_fail_errno (error, "cannot be read");
  if (!S_ISREG (status.st_mode))
    return fail_file (error, G_IO_ERROR_NOT_REGULAR_FILE, "is not a regular file");
  if ((guint64) status.st_size > limit)
    return fail_file (error, G_IO_ERROR_INVALID_DATA, "is too large for a file of this kind");
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
    good = fail_file (error, G_IO_ERROR_FAILED, "does not fit into memory");
  good = good && read_whole (fd, read, size, length, error);
  close (fd);
  if (good)
    *contents = g_steal_pointer (&read);
  return good;
}

char **
cli_split_lines (const char *text)
{
  char **lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line; line++)
    if (g_str_has_suffix (*line, "\r"))
      (*line)[strlen (*line) - 1] = '\0';
  return lines;
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
  g_autofree char *target = cli_resolve (path);
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
  if (!cli_temporaries_begin (error)) {
    unlink (place);
    close (fd);
    return NULL;
  }
  cli_temporaries_add (place);
  cli_temporaries_end ();
  CliLock *lock = g_new (CliLock, 1);
  lock->path = g_steal_pointer (&place);
  lock->fd = fd;
  return lock;
}

void
cli_lock_free (CliLock *lock)
{
  if (lock->path) {
    cli_temporaries_remove (lock->path);
    close (lock->fd);
  }
  g_free (lock->path);
  g_free (lock);
}
