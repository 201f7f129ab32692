/* SPDX-License-Identifier: MIT */
/*
 * Guards the inputs and outputs of a run: no file may be both, and none is written twice.
 *
 *   outputs, named by options ──> compared with each other
 *   inputs ──> compared with the outputs, as they come; few of them are kept
 *
 * Files are compared by device and inode, so symbolic and hard links do not matter; a file that does not
 * exist yet, by its folder and name. There are only a few outputs, so comparing a page with them costs little
 * beside the stat () that it needs anyway, and no memory, even in a batch of a million. Devices and pipes are
 * not compared: a program may read from a terminal and write to it.
 */
#include "cli/cli-private.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  char *shown;     /* "out.txt (--output)" */
  gboolean folder; /* for files of other names: another option may name it too */
  dev_t device;
  ino_t inode; /* of the folder, if there is a name */
  char *name;  /* (nullable): in its folder; NULL if the file is there */
  char *place; /* (nullable): with a name: the whole of it */
} File;

static GPtrArray *outputs; /* (nullable): of File; they live as long as the program */
static GPtrArray *inputs;  /* (nullable): the same, those that are kept */

static gboolean
is_compared (const struct stat *status)
{
  return S_ISREG (status->st_mode) || S_ISDIR (status->st_mode);
}

static File *
find_file (const GPtrArray *files, dev_t device, ino_t inode, const char *name)
{
  for (guint i = 0; files && i < files->len; i++) {
    File *file = files->pdata[i];
    if (file->device == device && file->inode == inode && g_strcmp0 (file->name, name) == 0)
      return file;
  }
  return NULL;
}

static File *
keep (GPtrArray **files, const char *shown, dev_t device, ino_t inode)
{
  File *file = g_new0 (File, 1);
  file->shown = g_strdup (shown);
  file->device = device;
  file->inode = inode;
  if (!*files)
    *files = g_ptr_array_new ();
  g_ptr_array_add (*files, file);
  return file;
}

static gboolean
fail_usage (GError **error, const char *format, const char *one, const char *other)
{
  g_autofree char *sentence = g_strdup_printf (format, one, other);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, sentence);
  return FALSE;
}

/* ---- Outputs -------------------------------------------------------------------------------- */

/* @place: (nullable): its whole name, if it is not there yet */
static gboolean
add_output (const char *shown, gboolean folder, dev_t device, ino_t inode, const char *place, GError **error)
{
  g_autofree char *name = place ? g_path_get_basename (place) : NULL;
  const File *other = find_file (outputs, device, inode, name);
  if (other && !(folder && other->folder))
    return fail_usage (error, "%s and %s are the same file", other->shown, shown);
  if (!name && (other = find_file (inputs, device, inode, NULL)))
    return fail_usage (error, "%s would overwrite %s, which is an input", shown, other->shown);
  File *file = keep (&outputs, shown, device, inode);
  file->folder = folder;
  file->name = g_steal_pointer (&name);
  file->place = g_strdup (place);
  return TRUE;
}

static gboolean
gets_messages (const struct stat *status)
{
  struct stat messages;
  return fstat (STDERR_FILENO, &messages) == 0 && messages.st_dev == status->st_dev &&
         messages.st_ino == status->st_ino;
}

static gboolean
guard (const CliOutput *output, GError **error)
{
  g_autofree char *place = cli_resolve (output->path);
  g_autofree char *shown = g_strdup_printf ("%s (%s)", output->path, output->option);
  struct stat status;
  if (stat (place, &status) == 0) {
    if (!is_compared (&status))
      return TRUE;
    if (gets_messages (&status))
      return fail_usage (error, "%s and %s are the same file", shown, "standard error");
    return add_output (shown, output->folder, status.st_dev, status.st_ino, NULL, error);
  }

  g_autofree char *folder = g_path_get_dirname (place);
  /* If the folder does not exist, nothing can be overwritten. */
  return stat (folder, &status) != 0 ||
         add_output (shown, output->folder, status.st_dev, status.st_ino, place, error);
}

gboolean
cli_guard_output (const char *option, const char *path, GError **error)
{
  return !path || guard (&(CliOutput){ option, path, FALSE }, error);
}

gboolean
cli_guard_stdout (GError **error)
{
  struct stat status;
  return fstat (STDOUT_FILENO, &status) != 0 || !S_ISREG (status.st_mode) ||
         add_output ("standard output", FALSE, status.st_dev, status.st_ino, NULL, error);
}

/* ---- Inputs --------------------------------------------------------------------------------- */

gboolean
cli_guard_input_status (const char *path, const struct stat *status, GError **error)
{
  const File *output =
      is_compared (status) ? find_file (outputs, status->st_dev, status->st_ino, NULL) : NULL;
  return !output || fail_usage (error, "%s would overwrite %s, which is an input", output->shown, path);
}

gboolean
cli_guard_input (const char *path, GError **error)
{
  struct stat status;
  gboolean standard = g_str_equal (path, "-");
  const char *shown = standard ? "standard input" : path;
  if ((standard ? fstat (STDIN_FILENO, &status) : stat (path, &status)) != 0)
    return TRUE; /* whoever reads it will say so */
  if (!cli_guard_input_status (shown, &status, error))
    return FALSE;
  if (is_compared (&status) && !find_file (inputs, status.st_dev, status.st_ino, NULL))
    keep (&inputs, shown, status.st_dev, status.st_ino);
  return TRUE;
}

gboolean
cli_guard_input_folder (const char *path, GError **error)
{
  gboolean good = cli_guard_input (path, error);
  GDir *dir = good ? g_dir_open (path, 0, NULL) : NULL;
  for (const char *name; dir && good && (name = g_dir_read_name (dir));) {
    g_autofree char *file = g_build_filename (path, name, NULL);
    struct stat status;
    good = stat (file, &status) != 0 || cli_guard_input_status (file, &status, error);
  }
  g_clear_pointer (&dir, g_dir_close);
  return good;
}

/* An output that was not there may have been opened. */
static void
look_again (File *file)
{
  struct stat status;
  if (stat (file->place, &status) != 0)
    return;
  file->device = status.st_dev;
  file->inode = status.st_ino;
  g_clear_pointer (&file->name, g_free);
}

const char *
cli_guard_find (const struct stat *status)
{
  for (guint i = 0; outputs && i < outputs->len; i++)
    if (((File *) outputs->pdata[i])->name)
      look_again (outputs->pdata[i]);
  const File *file = find_file (outputs, status->st_dev, status->st_ino, NULL);
  if (!file)
    file = find_file (inputs, status->st_dev, status->st_ino, NULL);
  return file ? file->shown : NULL;
}

/* ---- Whether it can be written -------------------------------------------------------------- */

static gboolean
check_folder (const char *path, GError **error)
{
  struct stat status;
  errno = ENOTDIR;
  if (stat (path, &status) == 0 && S_ISDIR (status.st_mode) && access (path, W_OK | X_OK) == 0)
    return TRUE;
  return cli_fail_errno (error, "cannot be created");
}

static gboolean
check_file (const char *path, GError **error)
{
  struct stat status;
  if (stat (path, &status) == 0 && !S_ISREG (status.st_mode)) {
    errno = EISDIR;
    return !S_ISDIR (status.st_mode) || cli_fail_errno (error, "cannot be opened for writing");
  }
  g_autofree char *place = cli_resolve (path);
  g_autofree char *folder = g_path_get_dirname (place);
  return check_folder (folder, error);
}

/* A folder that is there, or can be made in the nearest one above it that is. */
static gboolean
check_new_folder (const char *path, GError **error)
{
  struct stat status;
  g_autofree char *place = g_strdup (path);
  while (stat (place, &status) != 0 && errno == ENOENT && !g_str_equal (place, "/") &&
         !g_str_equal (place, ".")) {
    char *above = g_path_get_dirname (place);
    g_free (place);
    place = above;
  }
  return check_folder (place, error);
}

CliExit
cli_check_outputs (const CliOutput *files, gsize n)
{
  g_autoptr (GError) error = NULL;
  for (gsize i = 0; i < n; i++) {
    if (!files[i].path)
      continue;
    if (!guard (&files[i], &error))
      return cli_fail (NULL, error);
    if (!(files[i].folder ? check_new_folder : check_file) (files[i].path, &error))
      return cli_fail (files[i].path, error);
  }
  return CLI_EXIT_DONE;
}
