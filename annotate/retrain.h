/* SPDX-License-Identifier: MIT */
/*
 * Training while people label: after so many finished pages `texttractor train` runs beside the program, with
 * low priority, and when it is through its model makes the proposals.
 *
 *   finished pages ─> texttractor-train SET -o SET/annotate.model   (what it says: SET/annotate.log)
 */
#pragma once

#include <libextract/extract.h>

G_BEGIN_DECLS

typedef struct _Retrain Retrain;

/* retrain_new: @every: finished pages between two trainings, 1 or more
 * @n_finished: pages that are finished already. Returns: (transfer full) */
Retrain *retrain_new (const char *set, guint every, guint n_finished);
/* retrain_free: ends a training that is under way. */
void retrain_free (Retrain *retrain);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Retrain, retrain_free)

typedef enum {
  RETRAIN_NO_NEWS,
  RETRAIN_STARTED,
  RETRAIN_DONE,
  RETRAIN_FAILED,
} RetrainNews;

/*
 * retrain_look: starts a training if it is time, and looks whether one has ended. To be called now and then.
 * @n_finished: pages that are finished by now, their labels written
 * @model: (out) (transfer full): with RETRAIN_DONE
 * @error: with RETRAIN_FAILED: the last sentence of the training, or why there was none
 */
RetrainNews retrain_look (Retrain *retrain, guint n_finished, ExtractModel **model, GError **error);

G_END_DECLS
