/* SPDX-License-Identifier: MIT */
#include "train/measure/group.h"

#include <string.h>

#include "cli/cli.h"

#define UNKNOWN "-" /* the type, language or site of pages that have none */

const char *
train_entry_get_type_name (const TrainEntry *entry)
{
  return entry->type ? entry->type : UNKNOWN;
}

const char *
train_entry_get_language_name (const TrainEntry *entry)
{
  return entry->lang ? entry->lang : UNKNOWN;
}

/* ---- The table ---------------------------------------------------------------------------- */

static char *
dup_type (const TrainEntry *entry)
{
  return g_strdup (train_entry_get_type_name (entry));
}

static char *
dup_language (const TrainEntry *entry)
{
  return g_strdup (train_entry_get_language_name (entry));
}

static char *
dup_set (const TrainEntry *entry)
{
  return g_strdup (entry->dataset->name);
}

static char *
dup_site (const TrainEntry *entry)
{
  char *site = train_entry_dup_known_site (entry);
  return site ? site : g_strdup (UNKNOWN);
}

static const struct {
  TrainByInfo info;
  char *(*dup_name) (const TrainEntry *entry);
} groupings[TRAIN_N_BY] = {
  [TRAIN_BY_TYPE] = { { "type", "type", "by_type" }, dup_type },
  [TRAIN_BY_LANGUAGE] = { { "lang", "language", "by_lang" }, dup_language },
  [TRAIN_BY_SITE] = { { "site", "site", "by_site" }, dup_site },
  [TRAIN_BY_SET] = { { "set", "set", "by_set" }, dup_set },
};

const TrainByInfo *
train_by_get_info (TrainBy by)
{
  return &groupings[by].info;
}

gboolean
train_by_parse (const char *option, const char *text, guint *set, GError **error)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  *set = 0;
  for (char **name = names; *name; name++) {
    TrainBy by = 0;
    while (by < TRAIN_N_BY && strcmp (groupings[by].info.name, *name) != 0)
      by++;
    if (by == TRAIN_N_BY)
      return cli_fail_value (error, option, "type, lang, site or set, separated by commas", *name);
    *set |= 1u << by;
  }
  if (*set == 0)
    return cli_fail_value (error, option, "type, lang, site or set, separated by commas", text);
  return TRUE;
}

/* ---- Groups ------------------------------------------------------------------------------- */

static void
group_free (gpointer data)
{
  TrainGroup *group = data;
  g_free (group->name);
  g_ptr_array_unref (group->results);
  g_free (group);
}

gboolean
train_group_is_unknown (const TrainGroup *group)
{
  return strcmp (group->name, UNKNOWN) == 0;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const TrainGroup *x = *(TrainGroup *const *) a, *y = *(TrainGroup *const *) b;
  return strcmp (x->name, y->name);
}

static int
compare_losses (gconstpointer a, gconstpointer b)
{
  const TrainGroup *x = *(TrainGroup *const *) a, *y = *(TrainGroup *const *) b;

  if (train_group_is_unknown (x) != train_group_is_unknown (y))
    return train_group_is_unknown (x) ? 1 : -1;
  return x->lost != y->lost ? (x->lost < y->lost) - (x->lost > y->lost) : compare_names (a, b);
}

GPtrArray *
train_groups_new (GPtrArray *results, TrainBy by, guint n_sites)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);

  for (guint i = 0; i < results->len; i++) {
    TrainResult *result = results->pdata[i];
    if (!result->scored)
      continue;
    g_autofree char *name = groupings[by].dup_name (result->entry);
    TrainGroup *group = g_hash_table_lookup (by_name, name);
    if (!group) {
      group = g_new0 (TrainGroup, 1);
      group->name = g_steal_pointer (&name);
      group->results = g_ptr_array_new ();
      g_hash_table_insert (by_name, group->name, group);
      g_ptr_array_add (groups, group);
    }
    g_ptr_array_add (group->results, result);
    group->lost += 1 - result->scores.f1;
  }

  if (groups->len == 1 && train_group_is_unknown (groups->pdata[0]))
    g_ptr_array_set_size (groups, 0);
  g_ptr_array_sort (groups, by == TRAIN_BY_SITE ? compare_losses : compare_names);
  if (by == TRAIN_BY_SITE && n_sites > 0) {
    /* Pages of unknown site come last, and are no site. */
    guint n_known =
        groups->len - (groups->len > 0 && train_group_is_unknown (groups->pdata[groups->len - 1]));
    if (n_known > n_sites)
      g_ptr_array_remove_range (groups, n_sites, n_known - n_sites);
  }
  return groups;
}
