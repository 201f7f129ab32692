/* SPDX-License-Identifier: MIT */
/*
 * texttractor help: opens the manual page of the program, of a verb or of a subject. Without a page, or
 * without man, it prints what --help prints.
 */
#include "cli/cli.h"
#include "bin/cmd.h"

#include <errno.h>
#include <unistd.h>

/* Returns: (transfer full) (nullable): the manual page @name in @folder: of a verb, a subject, a file format.
 */
static char *
find_page (const char *folder, const char *name)
{
  static const char sections[] = "175";
  for (const char *section = sections; folder && *section; section++) {
    g_autofree char *file = g_strdup_printf ("%s.%c", name, *section);
    g_autofree char *built = g_strdup_printf ("%s/%s", folder, file);
    g_autofree char *installed = g_strdup_printf ("%s/man%c/%s", folder, *section, file);
    g_autofree char *zipped = g_strconcat (installed, ".gz", NULL);
    char **places[] = { &built, &installed, &zipped };

    for (guint i = 0; i < G_N_ELEMENTS (places); i++)
      if (g_file_test (*places[i], G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (places[i]);
  }
  return NULL;
}

/* Does not come back if man could be run. */
static void
open_page (const char *name)
{
  g_autofree char *build = cli_build_folder ();
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
      cli_context_new ("[VERB|SUBJECT]",
                       "Opens the manual page of texttractor, of a verb, or of a subject: tutorial, output.");
  g_auto (GStrv) operands = NULL;
  int status;
  if (!cli_parse (context, args, &operands, &status))
    return status;
  if (g_strv_length (operands) > 1)
    return cli_usage ("help takes at most one verb");

  const char *verb = operands[0];
  g_autofree char *name = g_strconcat ("texttractor", verb ? "-" : NULL, verb, NULL);
  open_page (name);
  if (!verb)
    return cmd_print_overview ();

  char *verb_args[] = { operands[0], (char *) "--help", NULL };
  status = cmd_run (verb_args);
  if (status < 0) {
    g_autofree char *hint = cmd_dup_verb_hint (verb);
    return cli_usage ("there is no verb \"%s\"%s", verb, hint);
  }
  return status;
}
