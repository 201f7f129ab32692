/* SPDX-License-Identifier: MIT */
#include "bin/cmd-reading.h"

#include "bin/cmd-model.h"
#include "libextract/model/model.h"

void
cmd_reading_add_page (CmdReading *reading, GOptionContext *context, CliPageFlags flags)
{
  g_option_context_add_group (context, cli_page_options_init (&reading->page, flags));
  g_option_context_add_group (context, cli_model_options_init (&reading->model));
}

void
cmd_reading_add_web (CmdReading *reading, GOptionContext *context, CmdFetchFlags flags)
{
  g_option_context_add_group (context, cmd_fetch_init (&reading->fetch, flags));
  g_option_context_add_group (context, cli_render_init (&reading->render));
}

gboolean
cmd_reading_begin (CmdReading *reading, CmdFilter *filter, GError **error)
{
  reading->page.source.wants = cmd_filter_wants;
  reading->page.source.wants_data = filter;
  if (!cli_render_begin (&reading->render, &reading->page.source, error))
    return FALSE;
  reading->classifiers = cli_classifiers_new (&reading->model, error);
  if (!reading->classifiers)
    return FALSE;
  reading->everything = extract_classifier_new_for_method (extract_method_find ("everything"));
  return TRUE;
}

/* Its checksum, or the name of a method. Returns: (transfer full) (nullable) */
static char *
describe_model (const char *name, GError **error)
{
  if (name && extract_method_find (name))
    return g_strdup (name);
  g_autoptr (ExtractModel) model =
      cli_load_model (name && strcmp (name, "default") == 0 ? NULL : name, error);
  return model ? model_compute_checksum (model) : NULL;
}

/* "el=CHECKSUM,CHECKSUM"; of a combination "CHECKSUM+bte", with its name before. Returns: (transfer full)
 * (nullable)
 */
char *
cmd_reading_describe_models (const CmdReading *reading, GError **error)
{
  const CliClassifiers *classifiers = reading->classifiers;
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < cli_classifiers_get_n (classifiers); i++) {
    const char *name = cli_classifiers_get_name (classifiers, i);
    const char *language = cli_classifiers_get_language (classifiers, i);
    const char *const one[] = { name ? name : "default", NULL };
    g_auto (GStrv) members = cli_model_dup_members (name);
    g_string_append_printf (text, "%s%s%s", i > 0 ? "," : "", language ? language : "", language ? "=" : "");
    if (members)
      g_string_append_len (text, name, strchr (name, ':') + 1 - name);
    for (const char *const *member = members ? (const char *const *) members : one; *member; member++) {
      g_autofree char *described = describe_model (*member, error);
      if (!described)
        return NULL;
      g_string_append_printf (text, "%s%s", members && *member != *members ? "+" : "", described);
    }
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
cmd_reading_clear (CmdReading *reading)
{
  g_clear_pointer (&reading->everything, extract_classifier_unref);
  g_clear_pointer (&reading->classifiers, cli_classifiers_free);
  cli_render_clear (&reading->render);
  cmd_fetch_clear (&reading->fetch);
  cli_model_options_clear (&reading->model);
  cli_page_options_clear (&reading->page);
}
