/* SPDX-License-Identifier: MIT */
/*
 * What a run reads and what it writes: no file may be both, and none written twice.
 *
 *   outputs, named by options ──> compared with each other
 *   inputs ──> compared with the outputs, as they come; few of them are kept
 *
 * Files are told apart by device and inode, so links do not matter, symbolic or hard; one that does not exist
 * yet by its folder and its name there. There are a handful of outputs: to compare a page with them costs
 * nothing beside the stat () that it gets anyway, and no memory, also in a batch of a million.
 * Devices and pipes are not compared: one may write to a terminal what one reads from it.
 */
#include "bin/cli-private.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  char *shown; /* "out.txt (--output)" */
  dev_t device;
  ino_t inode; /* of the folder, if there is a name */
  char *name;  /* (nullable): in its folder; NULL if the file is there */
} File;

static GPtrArray *outputs; /* (nullable): of File; they live as long as the program */
static GPtrArray *inputs;  /* (nullable): the same, those that are kept */

static gboolean
is_compared (const struct stat *status)
{
  return S_ISREG (status->st_mode) || S_ISDIR (status->st_mode);
}

static const File *
find_file (const GPtrArray *files, dev_t device, ino_t inode, const char *name)
{
  for (guint i = 0; files && i < files->len; i++) {
    const File *file = files->pdata[i];
    if (file->device == device && file->inode == inode && g_strcmp0 (file->name, name) == 0)
      return file;
  }
  return NULL;
}

static void
keep (GPtrArray **files, const char *shown, dev_t device, ino_t inode, const char *name)
{
  File *file = g_new (File, 1);
  *file = (File){ g_strdup (shown), device, inode, g_strdup (name) };
  if (!*files)
    *files = g_ptr_array_new ();
  g_ptr_array_add (*files, file);
}

static gboolean
fail_usage (GError **error, const char *format, const char *one, const char *other)
{
  g_autofree char *sentence = g_strdup_printf (format, one, other);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, sentence);
  return FALSE;
}

/* ---- Outputs -------------------------------------------------------------------------------- */

static gboolean
add_output (const char *shown, dev_t device, ino_t inode, const char *name, GError **error)
{
  struct stat messages;
  const File *other = find_file (outputs, device, inode, name);
  if (other)
    return fail_usage (error, "%s and %s are the same file", other->shown, shown);
  if (!name && (other = find_file (inputs, device, inode, NULL)))
    return fail_usage (error, "%s would overwrite %s, which is read", shown, other->shown);
  if (!name && fstat (STDERR_FILENO, &messages) == 0 && messages.st_dev == device &&
      messages.st_ino == inode)
    return fail_usage (error, "%s is the file that %s goes to", shown, "standard error");
  keep (&outputs, shown, device, inode, name);
  return TRUE;
}

gboolean
cli_guard_output (const char *option, const char *path, GError **error)
{
  if (!path)
    return TRUE;
  g_autofree char *place = cli_resolve (path);
  g_autofree char *shown = g_strdup_printf ("%s (%s)", path, option);
  struct stat status;
  if (stat (place, &status) == 0)
    return !is_compared (&status) || add_output (shown, status.st_dev, status.st_ino, NULL, error);

  g_autofree char *folder = g_path_get_dirname (place);
  g_autofree char *name = g_path_get_basename (place);
  /* Without a folder there is nothing that could be overwritten. */
  return stat (folder, &status) != 0 || add_output (shown, status.st_dev, status.st_ino, name, error);
}

gboolean
cli_guard_stdout (GError **error)
{
  struct stat status;
  return fstat (STDOUT_FILENO, &status) != 0 || !S_ISREG (status.st_mode) ||
         add_output ("standard output", status.st_dev, status.st_ino, NULL, error);
}

/* ---- Inputs --------------------------------------------------------------------------------- */

gboolean
cli_guard_input_status (const char *path, const struct stat *status, GError **error)
{
  const File *output =
      is_compared (status) ? find_file (outputs, status->st_dev, status->st_ino, NULL) : NULL;
  return !output || fail_usage (error, "%s would overwrite %s, which is read", output->shown, path);
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
    keep (&inputs, shown, status.st_dev, status.st_ino, NULL);
  return TRUE;
}

const char *
cli_guard_find (const struct stat *status)
{
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

gboolean
cli_check_file (const char *path, GError **error)
{
  struct stat status;
  if (!path)
    return TRUE;
  if (stat (path, &status) == 0 && !S_ISREG (status.st_mode)) {
    errno = EISDIR;
    return !S_ISDIR (status.st_mode) || cli_fail_errno (error, "cannot be opened for writing");
  }
  g_autofree char *place = cli_resolve (path);
  g_autofree char *folder = g_path_get_dirname (place);
  return check_folder (folder, error);
}

gboolean
cli_check_folder (const char *path, GError **error)
{
  struct stat status;
  if (!path)
    return TRUE;
  /* The nearest folder above it that is there. */
  g_autofree char *place = g_strdup (path);
  while (stat (place, &status) != 0 && errno == ENOENT) {
    char *above = g_path_get_dirname (place);
    gboolean top = g_str_equal (above, place);
    g_free (place);
    place = above;
    if (top)
      break;
  }
  return check_folder (place, error);
}
