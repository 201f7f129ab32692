/* SPDX-License-Identifier: MIT */
/*
 * The pages that a model was trained on, so that figures on them can be marked as too good. A model has their
 * checksums; older models have only the names of the sets on their card.
 */
#pragma once

#include <libextract/extract.h>

G_BEGIN_DECLS

/* train_trained_checksum: of a page, as a model names it. @bytes: decompressed */
guint64 train_trained_checksum (GBytes *bytes);

/*
 * train_trained_merge: sorts @checksums (guint64) of the pages that are trained on, and adds those of @start.
 * @start: (nullable): the model that training begins with
 */
void train_trained_merge (GArray *checksums, ExtractModel *start);

/* train_trained_has: whether the model names the page. */
gboolean train_trained_has (ExtractModel *model, guint64 checksum);

/* train_trained_names: whether the model names pages. */
gboolean train_trained_names (ExtractModel *model);

/* train_trained_has_set: whether the card says that pages of a set of that name were trained on. */
gboolean train_trained_has_set (ExtractModel *model, const char *set);

G_END_DECLS
