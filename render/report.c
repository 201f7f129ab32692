/* SPDX-License-Identifier: MIT */
#include "render/report.h"
#include "cli/json.h"
#include "follow/link.h"

static void
append_step (GString *json, const RenderStep *step)
{
  cli_json_append_item (json);
  g_string_append_c (json, '{');
  cli_json_append_string (json, "deed", step->deed);
  if (step->class) {
    cli_json_append_string (json, "text", step->text);
    cli_json_append_string (json, "class", step->class);
    cli_json_append_number (json, "probability", step->probability);
  }
  cli_json_append_count (json, "texts", step->texts);
  cli_json_append_count (json, "characters", step->characters);
  if (step->shot)
    cli_json_append_string (json, "shot", step->shot);
  g_string_append_c (json, '}');
}

/* Returns: (transfer full): the links, and behind them those that only clicks have shown */
static GPtrArray *
add_doors (const RenderPage *page, const GPtrArray *links)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);

  follow_links_merge (all, links);
  for (guint i = 0; page->doors && i < page->doors->len; i++) {
    const RenderDoor *door = page->doors->pdata[i];
    FollowLink *link = follow_link_from_door (door->address, door->text, element_class_find (door->class),
                                              door->probability, page->address);
    if (link)
      g_ptr_array_add (all, link);
  }
  return all;
}

char *
render_report_make (const RenderPage *page, const GPtrArray *links)
{
  GString *json = NULL;

  if (!page->steps && !links)
    return g_strdup ("");
  json = g_string_new ("{");
  if (links) {
    g_autoptr (GPtrArray) all = add_doors (page, links);
    cli_json_append_key (json, "links");
    follow_links_append_json (json, all);
  }
  if (page->steps) {
    cli_json_append_key (json, "steps");
    g_string_append_c (json, '[');
    for (guint i = 0; i < page->steps->len; i++)
      append_step (json, page->steps->pdata[i]);
    g_string_append_c (json, ']');
  }
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}
