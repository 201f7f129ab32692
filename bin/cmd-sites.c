/* SPDX-License-Identifier: MIT */
#include "bin/cmd-sites.h"

#include "libextract/page/page.h"

#include <string.h>
#include <sys/stat.h>

#define AUTO "auto"
#define MAX_TEMPLATE ((gsize) 256 << 20)

static gboolean
parse_memory (const char *option, const char *text, gpointer data, GError **error)
{
  CmdSites *sites = data;
  return cli_parse_size (option, text, EXTRACT_SITES_LEAST_MEMORY, EXTRACT_SITES_MOST_MEMORY, &sites->memory,
                         error);
}

GOptionGroup *
cmd_sites_init (CmdSites *sites)
{
  const GOptionEntry entries[] = {
    { "site", 0, 0, G_OPTION_ARG_FILENAME, &sites->site,
      "Use what the pages of a site share: a template, or auto to learn it first", "FILE|auto" },
    { "site-memory", 0, 0, G_OPTION_ARG_CALLBACK, parse_memory,
      "With --site=auto: memory for what is learnt (default 256M)", "N" },
    { NULL },
  };

  sites->memory = EXTRACT_SITES_MEMORY;
  GOptionGroup *group = g_option_group_new ("site", "Sites:", "Sites", sites, NULL);
  g_option_group_add_entries (group, entries);
  return group;
}

void
cmd_sites_clear (CmdSites *sites)
{
  g_clear_pointer (&sites->site, g_free);
  g_clear_pointer (&sites->sites, extract_sites_free);
}

ExtractSites *
cmd_sites_load (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  GError *failure = NULL;
  g_autofree char *name = cli_escape (path);
  if (!cli_read_file (path, MAX_TEMPLATE, &text, &length, &failure)) {
    g_propagate_prefixed_error (error, failure, "%s: ", name);
    return NULL;
  }
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&text), length);
  ExtractSites *sites = extract_sites_load_bytes (bytes, &failure);
  if (!sites)
    g_propagate_prefixed_error (error, failure, "%s: ", name);
  return sites;
}

/* Pages are read twice, so each must still be there, and the same, the second time. */
static gboolean
check_places (const CliPlaces *places, GError **error)
{
  for (gsize i = 0; i < cli_places_get_n (places); i++) {
    const char *place = cli_places_get (places, i);
    struct stat status;
    gboolean is_file = strcmp (place, "-") != 0 && !extract_source_is_url (place) &&
                       (stat (place, &status) != 0 || S_ISREG (status.st_mode) || S_ISDIR (status.st_mode));
    if (is_file)
      continue;
    g_autofree char *name = cli_escape (place);
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                 "--site=auto reads all pages twice, so %s must be a file: save its pages first",
                 strcmp (place, "-") == 0 ? "standard input" : name);
    return FALSE;
  }
  return TRUE;
}

gboolean
cmd_sites_begin (CmdSites *sites, const CliPlaces *places, GError **error)
{
  sites->automatic = sites->site && strcmp (sites->site, AUTO) == 0;
  if (!sites->site)
    return TRUE;
  if (sites->automatic) {
    sites->sites = extract_sites_new (sites->memory, FALSE);
    return check_places (places, error);
  }
  sites->sites = cmd_sites_load (sites->site, error);
  return sites->sites != NULL;
}

gboolean
cmd_sites_label (const CmdSites *sites, ExtractClassifier *classifier, ExtractDocument **document,
                 GError **error)
{
  if (!sites->sites)
    return TRUE;
  const char *of_template = extract_sites_get_name (sites->sites);
  g_autofree char *site = extract_document_dup_site (*document);
  if (sites->automatic && !site)
    return TRUE;
  if (of_template && site && strcmp (of_template, site) != 0)
    return TRUE;
  return extract_sites_label (sites->sites, sites->automatic ? site : NULL, classifier, document, error);
}

char *
cmd_sites_describe (const CmdSites *sites)
{
  if (!sites->site)
    return g_strdup ("");
  if (sites->automatic)
    return g_strdup_printf (" site=auto:%" G_GUINT64_FORMAT, sites->memory);
  g_autoptr (GBytes) bytes = extract_sites_to_bytes (sites->sites);
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  return g_strdup_printf (" site=%s", sum);
}

char *
cmd_sites_dup_warning (const ExtractSites *sites, const char *option)
{
  guint n = extract_sites_get_n_forgotten (sites);
  if (n == 0)
    return NULL;
  return g_strdup_printf (
      "memory was too short for what the pages of sites share: of 2^%u elements and blocks "
      "one was kept; raise %s",
      n, option);
}
