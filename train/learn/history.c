/* SPDX-License-Identifier: MIT */
#include "train/learn/history.h"

TrainHistory *
train_history_new (const char *name)
{
  TrainHistory *history = g_new0 (TrainHistory, 1);

  history->name = g_strdup (name);
  history->epochs = g_array_new (FALSE, FALSE, sizeof (TrainEpoch));
  return history;
}

void
train_history_free (TrainHistory *history)
{
  g_free (history->name);
  g_array_unref (history->epochs);
  g_free (history);
}
