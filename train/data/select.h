/* SPDX-License-Identifier: MIT */
/*
 * Which pages of which sets: the sets on the command line, and the option --where.
 *
 *   g_auto (TrainSelection) selection = { 0 };
 *   g_option_context_add_group (context, train_selection_options_init (&selection));
 *   ... cli_parse () ...
 *   g_auto (TrainSelected) selected = { 0 };
 *   if (!train_selection_open (&selection, operands, &selected))
 *     return CLI_EXIT_FAILED;
 */
#pragma once

#include <glib.h>

#include "train/data/dataset.h"

G_BEGIN_DECLS

/* Conditions, all of which a page has to meet. */
typedef struct {
  GPtrArray *conditions; /* (nullable) of TrainCondition */
} TrainSelection;

/* train_selection_options_init: --where KEY=VALUE,… and --split NAME. Returns: (transfer full) */
GOptionGroup *train_selection_options_init (TrainSelection *selection);
void train_selection_clear (TrainSelection *selection);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrainSelection, train_selection_clear)

/*
 * train_selection_add: @text: "lang=el,pl", "type!=forum"; the keys are those of the table in select.c.
 * Returns: FALSE with G_OPTION_ERROR_BAD_VALUE if it is no condition.
 */
gboolean
train_selection_add (TrainSelection *selection, const char *option, const char *text, GError **error);

/* train_selection_matches: whether @entry meets all conditions. */
gboolean train_selection_matches (const TrainSelection *selection, const TrainEntry *entry);

/* What was selected. */
typedef struct {
  GPtrArray *datasets; /* of TrainDataset, owned */
  GPtrArray *entries;  /* of TrainEntry, lent: entries of all sets that meet the conditions */
  gboolean incomplete; /* lines of an index were left out, and named on stderr */
} TrainSelected;

/* train_selection_check: Returns: FALSE, after saying why, if a set is named twice. */
gboolean train_selection_check (char **places);

/*
 * train_selection_open: opens the sets at @places.
 * Returns: FALSE, after saying why, if one cannot be read or none of its pages meets the conditions.
 */
gboolean train_selection_open (const TrainSelection *selection, char **places, TrainSelected *selected);
void train_selected_clear (TrainSelected *selected);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrainSelected, train_selected_clear)

G_END_DECLS
