/* SPDX-License-Identifier: MIT */
#include "bin/cmd-follow.h"
#include "libextract/source/anchors.h"

#include <string.h>
#include <unistd.h>

#define DEFAULT_PAGES 100
#define MAX_PAGES 10000000
/* Of a page. */
#define MAX_LINKS 5000
#define SUFFIX ".frontier"

/* ---- Options --------------------------------------------------------------------------------------------
 */

static gboolean
parse_classes (const char *option, const char *text, gpointer data, GError **error)
{
  return follow_classes_parse (text, &((CmdFollow *) data)->classes) ||
         cli_fail_value (error, option, FOLLOW_NAMES, text);
}

static gboolean
parse_limit (const char *option, const char *text, gpointer data, GError **error)
{
  CmdFollow *follow = data;
  follow->limited = TRUE;
  if (strcmp (option, "--depth") == 0)
    return cli_parse_count (option, text, 0, MAX_PAGES, &follow->max_depth, error);
  return cli_parse_count (option, text, 1, MAX_PAGES, &follow->max_pages, error);
}

static gboolean
check (GOptionContext *context, GOptionGroup *group, gpointer data, GError **error)
{
  const CmdFollow *follow = data;
  if (follow->classes != FOLLOW_NONE || !follow->limited)
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "--max-pages and --depth need --follow");
  return FALSE;
}

GOptionGroup *
cmd_follow_init (CmdFollow *follow)
{
  static const GOptionEntry entries[] = {
    { "follow", 0, 0, G_OPTION_ARG_CALLBACK, parse_classes,
      "Go on to the pages that links lead to: inner (of the site), all, language, pager", "NAME,…" },
    { "max-pages", 0, 0, G_OPTION_ARG_CALLBACK, parse_limit,
      "With --follow: read at most N pages, the named ones included (default 100)", "N" },
    { "depth", 0, 0, G_OPTION_ARG_CALLBACK, parse_limit,
      "With --follow: go up to N links away from a named page (default: any number)", "N" },
    { NULL },
  };
  *follow = (CmdFollow){ .max_pages = DEFAULT_PAGES, .max_depth = MAX_PAGES };
  g_mutex_init (&follow->lock);
  g_mutex_init (&follow->growing);
  GOptionGroup *group =
      g_option_group_new ("follow", "Which links are followed:", "Which links are followed", follow, NULL);
  g_option_group_add_entries (group, entries);
  g_option_group_set_parse_hooks (group, NULL, check);
  return group;
}

void
cmd_follow_clear (CmdFollow *follow)
{
  g_clear_pointer (&follow->frontier, follow_frontier_free);
  g_clear_pointer (&follow->classifier, element_classifier_free);
  g_clear_pointer (&follow->path, g_free);
  g_mutex_clear (&follow->growing);
  g_mutex_clear (&follow->lock);
}

char *
cmd_follow_describe (const CmdFollow *follow)
{
  if (follow->classes == FOLLOW_NONE)
    return g_strdup ("");
  return g_strdup_printf (" follow=%x,%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%d",
                          (guint) follow->classes, follow->max_pages, follow->max_depth, follow->obeys);
}

/* ---- Beginning and end ------------------------------------------------------------------------------------
 */

void
cmd_follow_begin (CmdFollow *follow, CliRender *render, CmdFetch *fetch, const CliPlaces *places)
{
  const FollowOptions options = {
    .classes = follow->classes,
    .max_pages = (guint) follow->max_pages,
    .max_depth = (guint) follow->max_depth,
  };

  if (follow->classes == FOLLOW_NONE)
    return;
  follow->obeys = cmd_fetch_obeys (fetch);
  follow->classifier = element_classifier_new (render->classifier);
  follow->frontier = follow_frontier_new (&options);
  for (gsize i = 0; i < cli_places_get_n (places); i++)
    follow_frontier_give (follow->frontier, cli_places_get (places, i));
  render->links = TRUE;
  fetch->follows = TRUE;
}

/* Beside the file, or in the folder. */
static char *
dup_path (const CmdOutputOptions *output)
{
  return output->folder ? g_build_filename (output->folder, SUFFIX, NULL)
                        : cmd_name_beside (output->file, SUFFIX);
}

gboolean
cmd_follow_guard (const CmdFollow *follow, const CmdOutputOptions *output, GError **error)
{
  if (follow->classes == FOLLOW_NONE || (!output->folder && !output->file))
    return TRUE;
  g_autofree char *path = dup_path (output);
  return cli_guard_output ("--follow", path, error);
}

static char *
sum_places (const CliPlaces *places)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (gsize i = 0; i < cli_places_get_n (places); i++) {
    const char *place = cli_places_get (places, i);
    g_checksum_update (sum, (const guchar *) place, (gssize) strlen (place) + 1);
  }
  return g_strdup (g_checksum_get_string (sum));
}

gboolean
cmd_follow_open (CmdFollow *follow, const CmdOutputOptions *output, const char *rendering, CliPlaces *places,
                 GError **error)
{
  if (!follow->frontier)
    return TRUE;
  g_autofree char *own = cmd_follow_describe (follow);
  g_autofree char *pages = sum_places (places);
  g_autofree char *line = g_strdup_printf ("%s%s pages=%s", own + 1, rendering, pages);
  g_autofree char *settings = cli_escape (line);

  follow->path = dup_path (output);
  if (output->folder && g_mkdir_with_parents (output->folder, 0777) != 0) {
    cli_fail_errno (error, "cannot be created");
    g_prefix_error (error, "%s: ", output->folder);
    return FALSE;
  }
  if (!follow_frontier_open (follow->frontier, follow->path, settings, error))
    return FALSE;
  cmd_follow_grow (follow, places);
  return TRUE;
}

gboolean
cmd_follow_resume (CmdFollow *follow, gsize n, CliPlaces *places, GError **error)
{
  if (!follow->frontier || !follow->path)
    return TRUE;
  if (follow_frontier_get_n_taken (follow->frontier) < n) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s: knows less than the journal beside it; delete both to start over", follow->path);
    return FALSE;
  }
  if (!follow_frontier_cut (follow->frontier, n, error))
    return FALSE;
  cli_places_truncate (places, follow_frontier_get_n (follow->frontier));
  return TRUE;
}

void
cmd_follow_end (CmdFollow *follow, const CmdOutputOptions *output)
{
  /* In a folder it says which of the files there are done. */
  if (follow->path && !output->folder)
    unlink (follow->path);
}

/* ---- Links ------------------------------------------------------------------------------------------------
 */

/* Appends those of the page as its tags have them. */
static gboolean
add_plain (const CmdFollow *follow, const CliPageOptions *page, const ExtractRecord *record, const char *uri,
           GPtrArray *links, GError **error)
{
  g_autofree char *json = extract_anchors_to_json (
      record->bytes, record->content_type, uri, record->report ? EXTRACT_ANCHORS_HEAD : EXTRACT_ANCHORS_ALL,
      page->source.max_bytes, MAX_LINKS, error);
  g_autoptr (GPtrArray) elements = json ? elements_parse (json, strlen (json), uri, error) : NULL;
  g_autoptr (GArray) verdicts =
      elements ? element_classifier_run (follow->classifier, json, elements, error) : NULL;

  for (guint i = 0; verdicts && i < elements->len; i++) {
    FollowLink *link =
        follow_link_from_element (elements->pdata[i], &g_array_index (verdicts, ElementVerdict, i), uri);
    if (link)
      g_ptr_array_add (links, link);
  }
  return verdicts != NULL;
}

static gboolean
is_html (const ExtractRecord *record)
{
  g_autofree char *type = record->content_type ? g_ascii_strdown (record->content_type, -1) : NULL;

  return !type || strstr (type, "html");
}

GPtrArray *
cmd_follow_find_links (const CmdFollow *follow, const CliPageOptions *page, const ExtractRecord *record,
                       GError **error)
{
  const char *uri = record->uri ? record->uri : page->url;
  g_autoptr (GPtrArray) links = NULL;
  gsize n = 0;
  const char *report = record->report ? g_bytes_get_data (record->report, &n) : NULL;

  links = report ? follow_links_from_json (report, n, error)
                 : g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);
  if (!links || record->whole || !uri || !is_html (record))
    return g_steal_pointer (&links);
  if (!add_plain (follow, page, record, uri, links, error))
    return NULL;
  const gboolean free = !follow->obeys || extract_anchors_are_free (record->bytes, record->content_type,
                                                                    page->source.max_bytes);
  for (guint i = links->len; follow->obeys && i > 0; i--)
    if (!free || ((FollowLink *) links->pdata[i - 1])->nofollow)
      g_ptr_array_remove_index (links, i - 1);
  return g_steal_pointer (&links);
}

/* ---- The frontier
 * ------------------------------------------------------------------------------------------ */

gboolean
cmd_follow_is_known (CmdFollow *follow, gsize i)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&follow->lock);

  return i < follow_frontier_get_n_taken (follow->frontier);
}

gboolean
cmd_follow_is_given (CmdFollow *follow, gsize i)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&follow->lock);

  return follow_frontier_get (follow->frontier, i)->parent == G_MAXSIZE;
}

const FollowPage *
cmd_follow_get (CmdFollow *follow, gsize i)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&follow->lock);

  return follow_frontier_get (follow->frontier, i);
}

gboolean
cmd_follow_may_come_from (CmdFollow *follow, gsize i, const char *address)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&follow->lock);

  return follow_frontier_may_come_from (follow->frontier, i, address);
}

gboolean
cmd_follow_is_new (CmdFollow *follow, gsize i, const char *address)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&follow->lock);

  return !address || follow_frontier_is_new (follow->frontier, i, address);
}

gboolean
cmd_follow_take (CmdFollow *follow, gsize i, const char *address, const GPtrArray *links, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&follow->lock);

  return follow_frontier_take (follow->frontier, i, address, links, error);
}

gboolean
cmd_follow_grow (CmdFollow *follow, CliPlaces *places)
{
  g_autoptr (GMutexLocker) growing = g_mutex_locker_new (&follow->growing);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&follow->lock);
  const gsize before = cli_places_get_n (places), n = follow_frontier_get_n (follow->frontier);

  for (gsize i = before; i < n; i++)
    cli_places_add_address (places, follow_frontier_get (follow->frontier, i)->address);
  return n > before;
}
