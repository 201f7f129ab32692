/* SPDX-License-Identifier: MIT */
#include "train/data/select.h"

#include "cli/cli.h"

#include <string.h>

/* ---- Keys ----------------------------------------------------------------------------------- */

typedef struct {
  const char *name;
  char *(*dup) (const TrainEntry *entry); /* Returns: (nullable) */
} Key;

static char *
dup_language (const TrainEntry *entry)
{
  return g_strdup (entry->lang);
}

static char *
dup_type (const TrainEntry *entry)
{
  return g_strdup (entry->type);
}

static char *
dup_split (const TrainEntry *entry)
{
  return g_strdup (entry->split);
}

static char *
dup_set (const TrainEntry *entry)
{
  return g_strdup (entry->dataset->name);
}

static char *
dup_id (const TrainEntry *entry)
{
  return g_strdup (entry->id);
}

static const Key keys[] = {
  { "lang", dup_language }, { "type", dup_type },
  { "split", dup_split },   { "site", train_entry_dup_known_site },
  { "set", dup_set },       { "id", dup_id },
};

static const Key *
key_find (const char *name, gsize length)
{
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    if (strlen (keys[k].name) == length && strncmp (keys[k].name, name, length) == 0)
      return &keys[k];
  return NULL;
}

/* ---- Conditions ----------------------------------------------------------------------------- */

typedef struct {
  const Key *key;
  gboolean is;   /* one of the values; FALSE: none of them */
  char **values; /* "" stands for pages that have no value */
} TrainCondition;

static void
condition_free (gpointer data)
{
  TrainCondition *condition = data;
  g_strfreev (condition->values);
  g_free (condition);
}

static gboolean
condition_matches (const TrainCondition *condition, const TrainEntry *entry)
{
  g_autofree char *value = condition->key->dup (entry);
  return g_strv_contains ((const char *const *) condition->values, value ? value : "") == condition->is;
}

gboolean
train_selection_add (TrainSelection *selection, const char *option, const char *text, GError **error)
{
  const char *equals = strchr (text, '=');
  gboolean is = equals && (equals == text || equals[-1] != '!');
  const Key *key = equals ? key_find (text, (gsize) (equals - text) - (is ? 0 : 1)) : NULL;

  if (!key)
    return cli_fail_value (error, option,
                           "KEY=VALUE or KEY!=VALUE, KEY being lang, type, split, site, set or id", text);
  TrainCondition *condition = g_new0 (TrainCondition, 1);
  condition->key = key;
  condition->is = is;
  condition->values = equals[1] ? g_strsplit (equals + 1, ",", -1) : g_strsplit (",", ",", 2);
  if (!selection->conditions)
    selection->conditions = g_ptr_array_new_with_free_func (condition_free);
  g_ptr_array_add (selection->conditions, condition);
  return TRUE;
}

gboolean
train_selection_matches (const TrainSelection *selection, const TrainEntry *entry)
{
  for (guint i = 0; selection->conditions && i < selection->conditions->len; i++)
    if (!condition_matches (selection->conditions->pdata[i], entry))
      return FALSE;
  return TRUE;
}

void
train_selection_clear (TrainSelection *selection)
{
  g_clear_pointer (&selection->conditions, g_ptr_array_unref);
}

/* ---- Options -------------------------------------------------------------------------------- */

static gboolean
parse_where (const char *option, const char *text, gpointer data, GError **error)
{
  return train_selection_add (data, option, text, error);
}

static gboolean
parse_split (const char *option, const char *text, gpointer data, GError **error)
{
  g_autofree char *condition = g_strconcat ("split=", text, NULL);
  return train_selection_add (data, option, condition, error);
}

GOptionGroup *
train_selection_options_init (TrainSelection *selection)
{
  static const GOptionEntry entries[] = {
    { "where", 0, 0, G_OPTION_ARG_CALLBACK, parse_where,
      "Only pages whose lang, type, split, site, set or id is one of these (!=: none of these)",
      "KEY=VALUE,…" },
    { "split", 0, 0, G_OPTION_ARG_CALLBACK, parse_split, "The same as --where=split=NAME", "NAME" },
    { NULL },
  };
  GOptionGroup *group =
      g_option_group_new ("pages", "Which pages:", "Which pages of the sets", selection, NULL);
  g_option_group_add_entries (group, entries);
  return group;
}

/* ---- Sets ----------------------------------------------------------------------------------- */

/* Returns: FALSE if no page of @dataset meets the conditions. */
static gboolean
select_entries (const TrainSelection *selection, const TrainDataset *dataset, GPtrArray *entries)
{
  guint before = entries->len;
  for (guint i = 0; i < dataset->entries->len; i++)
    if (train_selection_matches (selection, dataset->entries->pdata[i]))
      g_ptr_array_add (entries, dataset->entries->pdata[i]);
  if (entries->len > before)
    return TRUE;
  cli_error (dataset->path, dataset->entries->len > 0 ? "no page meets the conditions" : "has no pages");
  return FALSE;
}

static void
free_dataset (gpointer dataset)
{
  train_dataset_free (dataset);
}

gboolean
train_selection_check (char **places)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (char **place = places; *place; place++)
    if (!g_hash_table_add (seen, g_canonicalize_filename (*place, NULL))) {
      cli_usage ("the set \"%s\" is named twice: its pages would count twice", *place);
      return FALSE;
    }
  return TRUE;
}

gboolean
train_selection_open (const TrainSelection *selection, char **places, TrainSelected *selected)
{
  selected->datasets = g_ptr_array_new_with_free_func (free_dataset);
  selected->entries = g_ptr_array_new ();
  for (char **place = places; *place; place++) {
    g_autoptr (GError) error = NULL;
    TrainDataset *dataset = train_dataset_open (*place, &error);

    if (!dataset) {
      cli_fail (NULL, error);
      return FALSE;
    }
    g_ptr_array_add (selected->datasets, dataset);
    for (guint i = 0; i < dataset->warnings->len; i++) {
      cli_error (NULL, "%s", (const char *) dataset->warnings->pdata[i]);
      selected->incomplete = TRUE;
    }
    if (!select_entries (selection, dataset, selected->entries))
      return FALSE;
  }
  return TRUE;
}

void
train_selected_clear (TrainSelected *selected)
{
  g_clear_pointer (&selected->entries, g_ptr_array_unref);
  g_clear_pointer (&selected->datasets, g_ptr_array_unref);
}
