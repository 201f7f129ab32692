/* SPDX-License-Identifier: MIT */
/* labels/<id>.labels as several programs read and write it: changes of one are never lost in those of
 * another. */
#pragma once

#include "cli/cli.h"
#include "train/data/dataset.h"

G_BEGIN_DECLS

/* labels_file_dup_path: Returns: (transfer full): SET/labels/<id>.labels */
char *labels_file_dup_path (const TrainEntry *entry);

/* labels_file_lock: waits a while if another program is writing @path just now. Its folder must be there.
 * Returns: (transfer full) (nullable) */
CliLock *labels_file_lock (const char *path, GError **error);

/*
 * labels_file_merge: adds the labels of @annotation to the file of @entry. Of two labels of a block by the
 * same annotator the later one stays.
 * @n_added: (out): labels that the file did not have
 */
gboolean
labels_file_merge (const TrainEntry *entry, ExtractAnnotation *annotation, gsize *n_added, GError **error);

/* labels_file_count_conflicts: blocks about which people contradict each other, and no judge has decided.
 * @n: (out): 0 if there is no file */
gboolean labels_file_count_conflicts (const TrainEntry *entry, guint *n, GError **error);

G_END_DECLS
