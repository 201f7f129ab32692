/* SPDX-License-Identifier: MIT */
/*
 * texttractor help: opens the manual page of the program or of a verb. Without a page, or without man, it
 * prints what --help prints.
 */
#include "bin/cli.h"
#include "bin/cmd.h"

#include <errno.h>
#include <unistd.h>

/* Returns: (transfer full) (nullable): the manual page @name in @folder. */
static char *
find_page (const char *folder, const char *name)
{
  static const struct {
    const char *folder, *suffix;
  } places[] = { { "", ".1" }, { "/man1", ".1" }, { "/man1", ".1.gz" } };
  for (guint i = 0; folder && i < G_N_ELEMENTS (places); i++) {
    g_autofree char *path = g_strconcat (folder, places[i].folder, "/", name, places[i].suffix, NULL);
    if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
      return g_steal_pointer (&path);
  }
  return NULL;
}

/* Does not come back if man could be run. */
static void
open_page (const char *name)
{
  g_autofree char *build = cmd_build_folder ();
  g_autofree char *build_man = build ? g_build_filename (build, "man", NULL) : NULL;
  g_autofree char *page = find_page (g_getenv ("TEXTTRACTOR_MANPATH"), name);
  if (!page)
    page = find_page (build_man, name);
  if (!page)
    page = find_page (MANDIR, name);
  if (page)
    execlp ("man", "man", page, (char *) NULL);
}

int
cmd_help (char **args)
{
  g_autoptr (GOptionContext) context =
      cli_context_new ("[VERB]", "Opens the manual page of texttractor or of a verb.");
  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse (context, args, &operands, &status))
    return status;
  if (g_strv_length (operands) > 1)
    return cli_usage ("help takes one verb at most");

  const char *verb = operands[0];
  g_autofree char *name = g_strconcat ("texttractor", verb ? "-" : NULL, verb, NULL);
  open_page (name);
  if (!verb)
    return cmd_print_overview ();

  char *verb_args[] = { operands[0], (char *) "--help", NULL };
  status = cmd_run (verb_args);
  if (status < 0)
    return cli_usage ("there is no verb \"%s\"", verb);
  return status;
}
