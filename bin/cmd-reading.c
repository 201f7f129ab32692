/* SPDX-License-Identifier: MIT */
#include "bin/cmd-reading.h"

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
