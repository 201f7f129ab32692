/* SPDX-License-Identifier: MIT */
/*
 * One model, or models by language.
 *
 *   page ──> labels of the fallback ──> language of the main text ──> labels of its model, or those
 *
 * So the fallback decides what of a page its language is found by: menus and notices are often in another
 * one.
 */
#include "cli/cli.h"
#include "libextract/text/language.h"

#include <string.h>

#define EXPECTED "models by language, and a last one for all others, such as el:greek,default"
/* In a list, the model that is used where none is named. */
#define DEFAULT_MODEL "default"

/* A model of the list. */
typedef struct {
  char *language; /* (nullable): a code; NULL for the last one, the fallback */
  char *name;     /* (nullable): NULL for the default model */
  ExtractClassifier *classifier;
} Choice;

struct _CliClassifiers {
  GPtrArray *choices; /* (element-type Choice) */
};

static void
choice_free (gpointer data)
{
  Choice *choice = data;
  g_free (choice->language);
  g_free (choice->name);
  g_clear_pointer (&choice->classifier, extract_classifier_unref);
  g_free (choice);
}

/* How many characters of "el:greek" are the language; 0 if there is none. */
static gsize
language_length (const char *entry)
{
  gsize n = strspn (entry, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-");
  return n >= 2 && entry[n] == ':' ? n : 0;
}

gboolean
cli_model_is_by_language (const char *name)
{
  g_auto (GStrv) entries = g_strsplit (name ? name : "", ",", -1);
  if (cli_model_is_combined (name))
    return FALSE;
  for (char **entry = entries; *entry; entry++)
    if (language_length (*entry) > 0)
      return TRUE;
  return FALSE;
}

static Choice *
find_choice (const CliClassifiers *classifiers, const char *language)
{
  for (guint i = 0; i < classifiers->choices->len; i++) {
    Choice *choice = g_ptr_array_index (classifiers->choices, i);
    if (!choice->language || extract_language_is (language, choice->language))
      return choice;
  }
  g_return_val_if_reached (NULL);
}

/* @name: (nullable) */
static gboolean
add_choice (CliClassifiers *classifiers, const CliModelOptions *options, char *language, const char *name,
            GError **error)
{
  Choice *choice = g_new0 (Choice, 1);
  CliModelOptions one = *options;
  choice->language = language;
  choice->name = one.name = g_strdup (name);
  g_ptr_array_add (classifiers->choices, choice);
  choice->classifier = cli_load_classifier (&one, NULL, error);
  return choice->classifier != NULL;
}

static gboolean
add_by_language (CliClassifiers *classifiers, const CliModelOptions *options, GError **error)
{
  g_auto (GStrv) entries = g_strsplit (options->name, ",", -1);
  if (!extract_language_load (error))
    return FALSE;
  for (char **entry = entries; *entry; entry++) {
    gsize n = language_length (*entry);
    g_autofree char *text = g_strndup (*entry, n);
    g_autofree char *language = n > 0 ? extract_language_dup_code (text) : NULL;
    const char *name = n > 0 ? *entry + n + 1 : *entry;
    if (!*name || cli_model_is_combined (name) || (n > 0) != (entry[1] != NULL))
      return cli_fail_value (error, "--model", EXPECTED, options->name);
    if (n > 0 && !language)
      return cli_fail_value (error, "--model", CLI_LANGUAGES, text);
    if (!add_choice (classifiers, options, g_steal_pointer (&language),
                     strcmp (name, DEFAULT_MODEL) == 0 ? NULL : name, error))
      return FALSE;
  }
  return TRUE;
}

CliClassifiers *
cli_classifiers_new (const CliModelOptions *options, GError **error)
{
  g_autoptr (CliClassifiers) classifiers = g_new0 (CliClassifiers, 1);
  classifiers->choices = g_ptr_array_new_with_free_func (choice_free);
  if (cli_model_is_by_language (options->name)
          ? !add_by_language (classifiers, options, error)
          : !add_choice (classifiers, options, NULL, options->name, error))
    return NULL;
  return g_steal_pointer (&classifiers);
}

void
cli_classifiers_free (CliClassifiers *classifiers)
{
  g_ptr_array_unref (classifiers->choices);
  g_free (classifiers);
}

guint
cli_classifiers_get_n (const CliClassifiers *classifiers)
{
  return classifiers->choices->len;
}

const char *
cli_classifiers_get_language (const CliClassifiers *classifiers, guint i)
{
  const Choice *choice = g_ptr_array_index (classifiers->choices, i);
  return choice->language;
}

const char *
cli_classifiers_get_name (const CliClassifiers *classifiers, guint i)
{
  const Choice *choice = g_ptr_array_index (classifiers->choices, i);
  return choice->name;
}

ExtractClassifier *
cli_classifiers_get (const CliClassifiers *classifiers, guint i)
{
  const Choice *choice = g_ptr_array_index (classifiers->choices, i);
  return choice->classifier;
}

gboolean
cli_classifiers_label (const CliClassifiers *classifiers, ExtractDocument **document,
                       ExtractClassifier **used, GError **error)
{
  const guint n = classifiers->choices->len;
  ExtractClassifier *fallback = cli_classifiers_get (classifiers, n - 1);
  if (used)
    *used = fallback;
  if (!extract_classifier_label (fallback, *document, error))
    return FALSE;
  const char *language = n > 1 ? extract_document_detect_language (*document, NULL, error) : "";
  if (!language)
    return FALSE;
  const Choice *choice = find_choice (classifiers, language);
  if (choice->classifier == fallback)
    return TRUE;
  if (used)
    *used = choice->classifier;
  ExtractDocument *anew = extract_document_copy (*document);
  extract_document_unref (*document);
  *document = anew;
  return extract_classifier_label (choice->classifier, anew, error);
}
