/* SPDX-License-Identifier: MIT */
/* Combinations of models and methods, "majority:boilerpipe,justext,bte", as --model takes them. */
#include "cli/cli-private.h"

#include "libextract/model/model.h"

#include <string.h>

#define DEFAULT_MODEL "default"

/* @name: (nullable). Returns: what stands behind "majority:"; (nullable): NULL if no combination is named */
static const char *
find_members (const char *name, ExtractCombination *combination)
{
  for (ExtractCombination c = 0; name && c < EXTRACT_N_COMBINATIONS; c++) {
    const char *word = extract_combination_get_info (c)->name;
    const gsize n = strlen (word);
    if (strncmp (name, word, n) == 0 && name[n] == ':') {
      *combination = c;
      return name + n + 1;
    }
  }
  return NULL;
}

gboolean
cli_model_is_combined (const char *name)
{
  ExtractCombination combination;
  return find_members (name, &combination) != NULL;
}

char **
cli_model_dup_members (const char *name)
{
  ExtractCombination combination;
  const char *members = find_members (name, &combination);
  return members ? g_strsplit (members, ",", -1) : NULL;
}

/* "a combination is of ..., not "x"". Returns: FALSE */
static gboolean
fail (GError **error, const char *name, const char *rest)
{
  g_set_error (
      error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "--model=%s: a combination takes 2 to %d models and methods by name, such as %s:bte,justext; %s", name,
      EXTRACT_MAX_MEMBERS, extract_combination_get_info (EXTRACT_COMBINATION_UNION)->name, rest);
  return FALSE;
}

static gboolean
check_members (const char *name, char **members, GError **error)
{
  const guint n = g_strv_length (members);
  if (n < 2 || n > EXTRACT_MAX_MEMBERS) {
    g_autofree char *rest = g_strdup_printf ("this one has %u", n);
    return fail (error, name, rest);
  }
  for (char **member = members; *member; member++) {
    if (**member == '\0')
      return fail (error, name, "a name is missing between commas or at an end");
    if (cli_model_is_combined (*member))
      return fail (error, name, "no combination can be in another one");
    if (cli_model_is_by_language (*member))
      return fail (error, name, "no model by language can be in one");
  }
  return TRUE;
}

ExtractClassifier *
cli_load_combination (const CliModelOptions *options, const char *name, GError **error)
{
  ExtractCombination combination = EXTRACT_COMBINATION_UNION;
  const char *list = find_members (name, &combination);
  g_auto (GStrv) members = g_strsplit (list, ",", -1);
  g_autoptr (GPtrArray) classifiers =
      g_ptr_array_new_with_free_func ((GDestroyNotify) extract_classifier_unref);
  const CliModelOptions plain = { .models = options->models };
  if (!check_members (name, members, error))
    return NULL;
  for (char **member = members; *member; member++) {
    ExtractClassifier *classifier =
        cli_load_classifier (&plain, strcmp (*member, DEFAULT_MODEL) == 0 ? NULL : *member, error);
    if (!classifier)
      return NULL;
    g_ptr_array_add (classifiers, classifier);
  }
  return extract_classifier_new_combined (combination, (ExtractClassifier *const *) classifiers->pdata,
                                          classifiers->len, name);
}

char *
cli_describe_combinations (void)
{
  CliName names[EXTRACT_N_COMBINATIONS];

  for (ExtractCombination c = 0; c < EXTRACT_N_COMBINATIONS; c++) {
    const ExtractCombinationInfo *info = extract_combination_get_info (c);
    names[c] = (CliName){ info->name, info->sentence };
  }
  return cli_names_describe ("Combinations of models and methods, such as majority:bte,justext,boilerpipe:",
                             names, EXTRACT_N_COMBINATIONS);
}
