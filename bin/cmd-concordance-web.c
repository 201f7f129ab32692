/* SPDX-License-Identifier: MIT */
#include "bin/cmd-concordance-web.h"

#include <string.h>

#define MOST_OF_ROWS 65536
#define MOST_OF_KEY 4096
#define DEFAULT_DEPTH 3
#define DEFAULT_CRAWL 1000
#define MOST_SECONDS 86400

/* ---- Options -------------------------------------------------------------------------------- */

static gboolean
parse_number (const char *option, const char *text, gpointer data, GError **error)
{
  CmdWeb *web = data;
  const struct {
    const char *option;
    guint64 least, most;
    guint64 *value;
  } rows[] = {
    { "--results-per-query", 1, G_MAXUINT, &web->results_per_query },
    { "--pages-per-query", 1, G_MAXUINT, &web->pages_per_query },
    { "--crawl-depth", 0, 1000, &web->depth },
    { "--max-visits", 1, G_MAXINT64, &web->max_visits },
    { "--log", 1, MOST_SECONDS, &web->log },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (option, rows[i].option) == 0)
      return cli_parse_count (option, text, rows[i].least, rows[i].most, rows[i].value, error);
  return cli_parse_number (option, text, 0, MOST_SECONDS, &web->engine_delay, error);
}

static void
add_to (char ***list, const char *text)
{
  const guint n = *list ? g_strv_length (*list) : 0;
  *list = g_renew (char *, *list, n + 2);
  (*list)[n] = g_strdup (text);
  (*list)[n + 1] = NULL;
}

static gboolean
parse_place (const char *option, const char *text, gpointer data, GError **error)
{
  CmdWeb *web = data;
  if (strcmp (option, "--engine") == 0) {
    add_to (&web->engine_names, text);
    return TRUE;
  }
  if (strcmp (option, "--list") == 0) {
    add_to (&web->lists, text);
    return TRUE;
  }
  add_to (&web->crawls, text);
  return extract_source_is_url (text) || cli_fail_value (error, option, "an address of the web", text);
}

static gboolean
parse_file (const char *option, const char *text, gpointer data, GError **error)
{
  CmdWeb *web = data;
  char **file = strcmp (option, "--engines") == 0    ? &web->engines_file
                : strcmp (option, "--key-file") == 0 ? &web->key_file
                                                     : &web->bait_file;
  g_free (*file);
  *file = g_strdup (text);
  return TRUE;
}

static char *
dup_bait_names (void)
{
  CliName names[CONC_N_BAITS];
  for (ConcBaitKind i = 0; i < CONC_N_BAITS; i++)
    names[i].name = conc_bait_get_info (i)->name;
  return cli_names_join (names, CONC_N_BAITS);
}

static gboolean
parse_bait (const char *option, const char *text, gpointer data, GError **error)
{
  CmdWeb *web = data;
  for (ConcBaitKind i = 0; i < CONC_N_BAITS; i++)
    if (strcmp (conc_bait_get_info (i)->name, text) == 0) {
      web->bait_kind = i;
      return TRUE;
    }
  g_autofree char *names = dup_bait_names ();
  return cli_fail_value (error, option, names, text);
}

static gboolean
parse_verbose (const char *option, const char *text, gpointer data, GError **error)
{
  ((CmdWeb *) data)->verbose = TRUE;
  return TRUE;
}

GOptionGroup *
cmd_web_init (CmdWeb *web)
{
  static const GOptionEntry entries[] = {
    { "engine", 0, 0, G_OPTION_ARG_CALLBACK, parse_place,
      "Ask this search engine (see below); may be given several times", "NAME[:URL]" },
    { "engines", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, parse_file,
      "Read more engines from this file", "FILE" },
    { "key-file", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, parse_file,
      "Read the key of the engines from this file", "FILE" },
    { "bait", 0, 0, G_OPTION_ARG_CALLBACK, parse_bait,
      "Words that are added to each query (default random; see below)", "NAME" },
    { "bait-file", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, parse_file,
      "Read the bait words from this file", "FILE" },
    { "results-per-query", 0, 0, G_OPTION_ARG_CALLBACK, parse_number,
      "Take at most N links of a query (default: all)", "N" },
    { "pages-per-query", 0, 0, G_OPTION_ARG_CALLBACK, parse_number,
      "Read at most N result pages of a query (default: as the engine allows)", "N" },
    { "engine-delay", 0, 0, G_OPTION_ARG_CALLBACK, parse_number,
      "Wait so long between two requests to an engine (default: as its row says)", "S" },
    { "list", 0, 0, G_OPTION_ARG_CALLBACK, parse_place,
      "Read the pages that this feed, sitemap, robots.txt, list or page names; may be given several times",
      "PLACE" },
    { "crawl", 0, 0, G_OPTION_ARG_CALLBACK, parse_place,
      "Crawl from this page through its host; may be given several times", "URL" },
    { "crawl-depth", 0, 0, G_OPTION_ARG_CALLBACK, parse_number,
      "Crawl pages up to N links away from the first one (default 3)", "N" },
    { "max-visits", 0, 0, G_OPTION_ARG_CALLBACK, parse_number,
      "Visit at most N pages (default: 1000 in a crawl, else all)", "N" },
    { "log", 0, 0, G_OPTION_ARG_CALLBACK, parse_number, "Print what was counted so far every S seconds",
      "S" },
    { "verbose", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, parse_verbose,
      "Name each page that could not be read, and why", NULL },
    { NULL },
  };
  *web = (CmdWeb){ .depth = DEFAULT_DEPTH, .engine_delay = -1 };
  web->engines = g_ptr_array_new_with_free_func ((GDestroyNotify) conc_engine_free);
  GOptionGroup *group =
      g_option_group_new ("web", "Pages found on the web:", "Pages found on the web", web, NULL);
  g_option_group_add_entries (group, entries);
  return group;
}

void
cmd_web_clear (CmdWeb *web)
{
  g_clear_pointer (&web->engine_names, g_strfreev);
  g_clear_pointer (&web->lists, g_strfreev);
  g_clear_pointer (&web->crawls, g_strfreev);
  g_clear_pointer (&web->engines_file, g_free);
  g_clear_pointer (&web->key_file, g_free);
  g_clear_pointer (&web->bait_file, g_free);
  g_clear_pointer (&web->engines, g_ptr_array_unref);
  g_clear_pointer (&web->bait, conc_bait_free);
}

gboolean
cmd_web_is_wanted (const CmdWeb *web)
{
  return web->engine_names || web->lists || web->crawls;
}

/* ---- Ready ------------------------------------------------------------------------------------- */

/* The file that an option names, or the one where the user keeps configurations, if it is there. */
static gboolean
read_rows (const CmdWeb *web, GPtrArray *rows, GError **error)
{
  g_autofree char *path = web->engines_file
                              ? g_strdup (web->engines_file)
                              : g_build_filename (g_get_user_config_dir (), "texttractor", "engines", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) failure = NULL;
  gsize length;
  if (!cli_read_file (path, MOST_OF_ROWS, &text, &length, &failure)) {
    if (!web->engines_file && g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
      return TRUE;
  } else
    conc_engines_read (rows, text, length, &failure);
  if (!failure)
    return TRUE;
  g_propagate_prefixed_error (error, g_steal_pointer (&failure), "%s: ", path);
  return FALSE;
}

/* The file of an option goes before that of the row. */
static gboolean
read_key (const CmdWeb *web, ConcEngine *engine, GError **error)
{
  const char *path = web->key_file ? web->key_file : engine->key_file;
  g_autofree char *text = NULL;
  gsize length;
  if (!engine->key_field)
    return TRUE;
  if (!path) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "the engine %s wants a key: write it into a file, and name that with --key-file",
                 engine->name);
    return FALSE;
  }
  if (cli_read_file (path, MOST_OF_KEY, &text, &length, error) &&
      conc_engine_set_key (engine, text, length, error))
    return TRUE;
  g_prefix_error (error, "%s: ", path);
  return FALSE;
}

static gboolean
choose_engines (CmdWeb *web, GError **error)
{
  g_autoptr (GPtrArray) rows = conc_engines_new ();
  if (!read_rows (web, rows, error))
    return FALSE;
  for (char **name = web->engine_names; *name; name++) {
    g_autoptr (ConcEngine) engine = conc_engine_choose (rows, *name, error);
    if (!engine || !read_key (web, engine, error))
      return FALSE;
    if (web->engine_delay >= 0)
      engine->delay = web->engine_delay;
    g_ptr_array_add (web->engines, g_steal_pointer (&engine));
  }
  return TRUE;
}

/* Options of engines that none is named with may come from the user's configuration. */
gboolean
cmd_web_prepare (CmdWeb *web, guint64 seed, GError **error)
{
  const ConcBaitInfo *info = conc_bait_get_info (web->bait_kind);
  web->seed = seed;
  if (web->crawls && web->max_visits == 0)
    web->max_visits = DEFAULT_CRAWL;
  if (!web->engine_names)
    return TRUE;
  if (info->file && !web->bait_file) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--bait=%s needs --bait-file", info->name);
    return FALSE;
  }
  if (!choose_engines (web, error))
    return FALSE;
  web->bait = conc_bait_new (web->bait_kind, seed, web->bait_file, error);
  return web->bait != NULL;
}

/* ---- Descriptions -------------------------------------------------------------------------------- */

static void
append_all (GString *out, const char *name, char **values)
{
  for (; values && *values; values++)
    g_string_append_printf (out, " %s=%s", name, *values);
}

char *
cmd_web_describe (const CmdWeb *web)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < web->engines->len; i++) {
    const ConcEngine *engine = web->engines->pdata[i];
    g_string_append_printf (out, " engine=%s %s %s %s %u %u", engine->name, engine->base ? engine->base : "",
                            engine->address, engine->links, engine->results, engine->pages);
  }
  append_all (out, "list", web->lists);
  append_all (out, "crawl", web->crawls);
  g_string_append_printf (out,
                          " bait=%s %s seed=%" G_GUINT64_FORMAT " results-per-query=%" G_GUINT64_FORMAT
                          " pages-per-query=%" G_GUINT64_FORMAT " depth=%" G_GUINT64_FORMAT,
                          conc_bait_get_info (web->bait_kind)->name, web->bait_file ? web->bait_file : "",
                          web->seed, web->results_per_query, web->pages_per_query, web->depth);
  return g_string_free (out, FALSE);
}

char *
cmd_web_describe_tables (void)
{
  g_autoptr (GPtrArray) rows = conc_engines_new ();
  g_autofree CliName *engines = g_new0 (CliName, rows->len);
  CliName baits[CONC_N_BAITS];
  for (guint i = 0; i < rows->len; i++) {
    const ConcEngine *engine = rows->pdata[i];
    engines[i] = (CliName){ engine->name, engine->sentence };
  }
  for (ConcBaitKind i = 0; i < CONC_N_BAITS; i++)
    baits[i] = (CliName){ conc_bait_get_info (i)->name, conc_bait_get_info (i)->sentence };
  CliName keys[16];
  guint n = 0;
  for (const ConcEngineKey *key; n < G_N_ELEMENTS (keys) && (key = conc_engine_get_key (n)); n++)
    keys[n] = (CliName){ key->name, key->sentence };
  g_autofree char *one = cli_names_describe ("Engines:", engines, rows->len);
  g_autofree char *two = cli_names_describe ("Rows of --engines:", keys, n);
  g_autofree char *three = cli_names_describe ("Bait words:", baits, CONC_N_BAITS);
  return g_strconcat (one, "\n\n", two, "\n\n", three, NULL);
}
