/* SPDX-License-Identifier: MIT */
/*
 * The program: a table of verbs, and the choice of the verb.
 *
 * The first word decides: a verb of the table is that verb, even if a file has its name (./train means the
 * file). An option, a URL or an existing file begins the operands of `extract`. Any other word X is the verb
 * of the program texttractor-X, if there is one; otherwise it is a missing page if it looks like a file name,
 * else a mistake.
 */
#include "cli/cli.h"
#include "bin/cmd.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const char *name;
  int (*run) (char **args); /* NULL: the program texttractor-NAME */
  const char *sentence;
} Verb;

static const Verb verbs[] = {
  { "extract", cmd_extract, "Print the main text of pages (the verb may be left out)" },
  { "why", cmd_why, "Show which blocks of a page were close, and what moved their scores" },
  { "concordance", cmd_concordance, "Print sentences of pages that have a word" },
  { "index", cmd_index, "Make an index of pages, in which concordance finds words at once" },
  { "parallel", cmd_parallel, "Print a page beside its versions in other languages, block by block" },
  { "dedup", cmd_dedup, "Remove duplicates from shards of a corpus" },
  { "site", cmd_site, "Learn what the pages of a site share, for extract --site" },
  { "links", cmd_links, "Print the addresses in feeds, sitemaps and pages, one a line" },
  { "features", cmd_features, "Print the table of features, or their values for a page" },
  { "annotate", NULL, "Label the blocks of pages in the terminal" },
  { "train", NULL, "Train a model on annotated pages" },
  { "eval", NULL, "Measure how well a model finds the main text" },
  { "elements", NULL, "Measure and train the network that tells which elements to click" },
  { "serve", NULL, "Answer requests for the main text of pages over HTTP" },
  { "model", cmd_model, "List, show, check, convert and install models" },
  { "dataset", NULL, "Import, list and check sets of pages" },
  { "demo", cmd_demo, "Show on a page of its own how main text is found" },
  { "doctor", cmd_doctor, "Say what is installed, what is missing, and how to get it" },
  { "help", cmd_help, "Open the manual page of a verb; or the tutorial" },
};

int
cmd_print_overview (void)
{
  g_autoptr (GString) text = g_string_new (
      "Usage:\n"
      "  texttractor [extract] [OPTION…] [PAGE…]\n"
      "  texttractor VERB [OPTION…] …\n\n"
      "Finds the main text of web pages. A PAGE is a file, a folder, an archive of pages (WARC\n"
      "and others), a URL, or - for standard input, which is also read if there is none.\n\n"
      "Verbs:\n");
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    g_string_append_printf (text, "  %-11s %s\n", verbs[i].name, verbs[i].sentence);
  g_string_append (text, "\n'texttractor VERB --help' lists the options of a verb; those of extract work\n"
                         "without a verb, too. 'texttractor help VERB' opens the manual page of a verb;\n"
                         "'texttractor --version' prints the version.\n");
  return cli_print (text->str);
}

static const Verb *
find_verb (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (strcmp (verbs[i].name, name) == 0)
      return &verbs[i];
  return NULL;
}

char *
cmd_dup_verb_hint (const char *word)
{
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    g_string_append_printf (names, "%s ", verbs[i].name);
  return cli_dup_hint (word, names->str);
}

int
cmd_run (char **args)
{
  const Verb *verb = find_verb (args[0]);
  if (verb && verb->run) {
    g_autofree char *name = g_strconcat ("texttractor ", verb->name, NULL);
    g_set_prgname (name); /* for "Usage:" and "Try …" */
    return verb->run (args);
  }

  g_autofree char *program = cli_find_program (args[0]);
  if (!program && verb)
    return cli_usage ("the program texttractor-%s is not installed", args[0]);
  if (!program)
    return -1;
  args[0] = program;
  execv (program, args);
  cli_error (program, "cannot be run: %s", g_strerror (errno));
  return CLI_EXIT_FAILED;
}

/* Whether @word begins the operands of `extract`, whatever programs there are. */
static gboolean
is_page (const char *word)
{
  return *word == '-' || extract_source_is_url (word) || g_file_test (word, G_FILE_TEST_EXISTS);
}

int
main (int argc, char **argv)
{
  cli_init ("texttractor");
  const char *word = argc > 1 ? argv[1] : "-";
  if (strcmp (word, "--help") == 0 || strcmp (word, "-h") == 0)
    return cmd_print_overview ();
  if (find_verb (word) || !is_page (word)) {
    int status = cmd_run (argv + 1);
    if (status >= 0)
      return status;
    if (!strpbrk (word, "/.")) {
      g_autofree char *hint = cmd_dup_verb_hint (word);
      return cli_usage ("there is no verb or file \"%s\"%s", word, hint);
    }
  }
  argv[0] = (char *) "extract";
  return cmd_run (argv);
}
