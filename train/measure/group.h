/* SPDX-License-Identifier: MIT */
/* Results by type, language, site or set of their pages. */
#pragma once

#include "train/measure/metrics.h"

G_BEGIN_DECLS

typedef enum { TRAIN_BY_TYPE, TRAIN_BY_LANGUAGE, TRAIN_BY_SITE, TRAIN_BY_SET, TRAIN_N_BY } TrainBy;

/* A row of the table of groupings. */
typedef struct {
  const char *name;     /* of the option --by */
  const char *label;    /* of rows of a table */
  const char *json_key; /* "by_type" */
} TrainByInfo;

const TrainByInfo *train_by_get_info (TrainBy by);

#define TRAIN_BY_DEFAULT (1u << TRAIN_BY_TYPE | 1u << TRAIN_BY_LANGUAGE)

/* train_by_parse: @text: "type,site". @set: (out): bit b: TrainBy b */
gboolean train_by_parse (const char *option, const char *text, guint *set, GError **error);

typedef struct {
  char *name;
  GPtrArray *results; /* of TrainResult, lent; each has a reference */
  double lost;        /* sum of 1 - F1: what the pages cost the mean */
} TrainGroup;

/* train_group_is_unknown: the pages of which the index names no type, language or site; they are named "-".
 */
gboolean train_group_is_unknown (const TrainGroup *group);

/*
 * train_groups_new: groups of the results that have a reference; none if the index says nothing about any
 * page. Types, languages and sets by name; sites that lose most F1 first, at most @n_sites of them (0: all),
 * then the pages of unknown site. Returns: (transfer full): of TrainGroup
 */
GPtrArray *train_groups_new (GPtrArray *results, TrainBy by, guint n_sites);

/* What is known of a page, or "-". */
const char *train_entry_get_type_name (const TrainEntry *entry);
const char *train_entry_get_language_name (const TrainEntry *entry);

G_END_DECLS
