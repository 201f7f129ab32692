/* SPDX-License-Identifier: MIT */
#include "annotate/record/labels-file.h"
#include "libextract/page/page.h"

#include <glib/gstdio.h>

#define LOCK_TRIES 100
#define LOCK_MICROSECONDS 20000

char *
labels_file_dup_path (const TrainEntry *entry)
{
  g_autofree char *name = g_strconcat (entry->id, ".labels", NULL);
  return g_build_filename (entry->dataset->path, "labels", name, NULL);
}

CliLock *
labels_file_lock (const char *path, GError **error)
{
  for (guint i = 1;; i++) {
    g_autoptr (GError) local_error = NULL;
    CliLock *lock = cli_lock_new (path, &local_error);
    if (lock)
      return lock;
    if (i == LOCK_TRIES || !g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_BUSY)) {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return NULL;
    }
    g_usleep (LOCK_MICROSECONDS);
  }
}

/* The lock is held. */
static gboolean
merge_locked (const TrainEntry *entry, const char *path, ExtractAnnotation *annotation, gsize *n_added,
              GError **error)
{
  g_autoptr (ExtractAnnotation) old = NULL;
  if (!train_entry_load_labels (entry, &old, error))
    return FALSE;
  if (!old)
    old = extract_annotation_new ();
  g_autoptr (ExtractAnnotation) merged = extract_annotation_merge (old, annotation, error);
  if (!merged)
    return FALSE;

  gsize n_old = extract_annotation_get_n_labels (old), n_new = extract_annotation_get_n_labels (merged);
  *n_added = n_new > n_old ? n_new - n_old : 0;
  g_autoptr (GBytes) before = extract_annotation_to_bytes (old);
  g_autoptr (GBytes) after = extract_annotation_to_bytes (merged);
  if (g_bytes_equal (before, after))
    return TRUE;
  gsize length;
  const char *data = g_bytes_get_data (after, &length);
  if (cli_write_file (path, data, (gssize) length, error))
    return TRUE;
  g_prefix_error (error, "%s: ", path);
  return FALSE;
}

gboolean
labels_file_merge (const TrainEntry *entry, ExtractAnnotation *annotation, gsize *n_added, GError **error)
{
  g_autofree char *path = labels_file_dup_path (entry);
  g_autofree char *folder = g_path_get_dirname (path);
  *n_added = 0;
  if (g_mkdir_with_parents (folder, 0777) != 0) {
    cli_fail_errno (error, "cannot be made");
    g_prefix_error (error, "%s: ", folder);
    return FALSE;
  }
  g_autoptr (CliLock) lock = labels_file_lock (path, error);
  if (!lock) {
    g_prefix_error (error, "%s: ", path);
    return FALSE;
  }
  return merge_locked (entry, path, annotation, n_added, error);
}

gboolean
labels_file_count_conflicts (const TrainEntry *entry, guint *n, GError **error)
{
  g_autoptr (ExtractAnnotation) annotation = NULL;
  *n = 0;
  if (!train_entry_load_labels (entry, &annotation, error))
    return FALSE;
  if (!annotation)
    return TRUE;
  gsize n_conflicts = 0;
  g_free (extract_annotation_dup_conflicts (annotation, &n_conflicts));
  *n = (guint) n_conflicts;
  return TRUE;
}
