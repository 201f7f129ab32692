/* SPDX-License-Identifier: MIT */
/*
 * Makes a run of training resumable: a file of named values, which belongs to one run. Several threads put
 * values; each time the whole file is written.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TrainCheckpoint TrainCheckpoint;

/*
 * train_checkpoint_open: reads the file @path, if there is one.
 * @run: what the run depends on, such as the plan and the pages; a file of another run is refused
 * Returns: (transfer full) (nullable): fails with G_IO_ERROR_INVALID_DATA, or what reading fails with
 */
TrainCheckpoint *train_checkpoint_open (const char *path, const char *run, GError **error);
void train_checkpoint_free (TrainCheckpoint *checkpoint);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainCheckpoint, train_checkpoint_free)

/* train_checkpoint_begin_part: names mean values of the part @part of the run from now on, "1/8". No other
 * thread uses @checkpoint meanwhile. */
void train_checkpoint_begin_part (TrainCheckpoint *checkpoint, const char *part);

/* train_checkpoint_get: Returns: (transfer full) (nullable): the value @name of type @type; of another type,
 * or not in normal form, counts as none. */
GVariant *train_checkpoint_get (TrainCheckpoint *checkpoint, const char *name, const GVariantType *type);

/* train_checkpoint_put: @value: sunk. Written to the file at once. Returns: FALSE with @error if that cannot
 * be. */
gboolean
train_checkpoint_put (TrainCheckpoint *checkpoint, const char *name, GVariant *value, GError **error);

/* train_checkpoint_remove: the run is over; the file is no longer needed. */
void train_checkpoint_remove (TrainCheckpoint *checkpoint);

G_END_DECLS
