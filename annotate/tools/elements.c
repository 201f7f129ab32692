/* SPDX-License-Identifier: MIT */
#include "annotate/tools/elements.h"

#include "annotate/tools/collect.h"

#define BUILTIN "elements"

gboolean
label_set_is (const char *path, gboolean of_elements)
{
  return of_elements ? train_element_set_is (path) : collect_is_set (path);
}

gboolean
label_set_open (LabelSet *set, const char *path, gboolean of_elements, GError **error)
{
  if (!of_elements)
    return (set->pages = train_dataset_open (path, error)) != NULL;
  set->classes = element_classes_new ();
  set->elements = train_element_set_open (path, set->classes, error);
  set->pages = set->elements ? set->elements->dataset : NULL;
  return set->pages != NULL;
}

void
label_set_clear (LabelSet *set)
{
  if (!set->elements)
    g_clear_pointer (&set->pages, train_dataset_free);
  g_clear_pointer (&set->elements, train_element_set_free);
  g_clear_pointer (&set->classes, element_classes_free);
  g_clear_pointer (&set->network, element_network_free);
  set->pages = NULL;
}

Classes *
label_set_load_classes (const LabelSet *set, GError **error)
{
  return set->classes ? classes_new_for_elements (set->classes) : classes_load (set->pages->path, error);
}

const ElementNetwork *
label_set_load_network (LabelSet *set, const CliModelOptions *options, GError **error)
{
  g_autoptr (ExtractModel) model = cli_load_any_model (options->name ? options->name : BUILTIN, error);

  return set->network = model ? element_network_new (model, error) : NULL;
}

CliExit
elements_collect (const char *path, char **places, const char *files_from, const CliPageOptions *page)
{
  if (*places || files_from)
    return cli_usage ("\"%s\" is no set of elements: a folder with elements.jsonl", *places ? *places : path);
  return CLI_EXIT_DONE;
}
