/* SPDX-License-Identifier: MIT */
/*
 * texttractor doctor: what is built in, which models are found, and what is missing, with the package of
 * Debian that brings it. It fails if something is damaged, not if something is missing.
 */
#include "cli/cli.h"
#include "bin/cmd.h"

#include "libextract/base/libraries.h"
#include "libextract/page/page.h"

#include <string.h>

#define NAME_WIDTH 16

typedef enum { GOOD, MISSING, BROKEN } State;

/* A program that some options run. */
typedef struct {
  const char *const *names; /* any of these; NULL-terminated */
  const char *package;      /* of Debian */
  const char *purpose;
} Helper;

#define NAMES(...) ((const char *const[]){ __VA_ARGS__, NULL })

static const Helper helpers[] = {
  { NAMES ("chromium", "chromium-browser", "google-chrome", "firefox", "firefox-esr"), "chromium",
    "renders pages that scripts make: --render" },
  { NAMES ("chromedriver", "geckodriver"), "chromium-driver", "drives the browser: --render" },
  { NAMES ("apertium-tagger"), "apertium apertium-eng-spa", "tags words: --tagger, concordance --pos" },
  { NAMES ("man"), "man-db", "shows the manual: texttractor help" },
};

/* Verbs that are programs of their own, and what other verbs run. */
static const CliName programs[] = {
  { "train", "texttractor train" },
  { "eval", "texttractor eval" },
  { "dataset", "texttractor dataset" },
  { "annotate", "texttractor annotate" },
  { "elements", "texttractor elements" },
  { "serve", "texttractor serve" },
  { "renderer", "--render" },
};

typedef struct {
  GString *output;
  gboolean coloured;
  guint n_missing;
  gboolean broken;
} Report;

static void
append_heading (Report *report, const char *title)
{
  g_string_append_printf (report->output, "%s%s%s%s\n", report->output->len > 0 ? "\n" : "",
                          report->coloured ? "\033[1m" : "", title, report->coloured ? "\033[0m" : "");
}

/* "  ok       libcurl        fetches URLs" */
static void
append_row (Report *report, State state, const char *name, const char *sentence)
{
  static const struct {
    const char *word, *colour;
  } states[] = {
    [GOOD] = { "ok", "\033[32m" },
    [MISSING] = { "missing", "\033[33m" },
    [BROKEN] = { "broken", "\033[31m" },
  };

  report->n_missing += state == MISSING;
  report->broken |= state == BROKEN;
  g_string_append_printf (report->output, "  %s%-7s%s  %-*s %s\n",
                          report->coloured ? states[state].colour : "", states[state].word,
                          report->coloured ? "\033[0m" : "", NAME_WIDTH, name, sentence);
}

/* ---- What there is -------------------------------------------------------------------------- */

static void
report_program (Report *report)
{
  g_autofree char *build = cli_build_folder ();
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  const ExtractMarkupParserInfo *markup =
      extract_markup_parser_get_info (extract_parser_get_markup_parser (parser));

  append_heading (report, "Program");
  append_row (report, GOOD, "version", extract_get_version ());
  append_row (report, GOOD, "parser", markup->sentence);
  if (build)
    append_row (report, GOOD, "run from", build);
}

/* All that a name finds, and what it hides. */
static void
report_models (Report *report)
{
  g_autoptr (GPtrArray) places = cli_find_models ();

  append_heading (report, "Models");
  for (guint i = 0; i < places->len; i++) {
    const CliModelPlace *place = g_ptr_array_index (places, i);
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractModel) model = cli_load_any_model_place (place, &error);
    g_autofree char *where = g_filename_display_name (place->path ? place->path : place->place);
    g_autofree char *sentence = g_strconcat (where, place->shadowed ? ", hidden by the one above" : "",
                                             model ? "" : ": ", model ? "" : error->message, NULL);
    append_row (report, model ? GOOD : BROKEN, place->name, sentence);
  }
}

static void
report_libraries (Report *report)
{
  append_heading (report, "Libraries that are loaded when they are needed");
  for (guint i = 0; i < EXTRACT_N_LIBRARIES; i++) {
    const ExtractLibraryInfo *info = extract_library_get_info (i);
    const gboolean found = info->file && extract_library_open (i);
    g_autofree char *sentence = found ? g_strdup (info->purpose)
                                : info->file
                                    ? g_strdup_printf ("%s; apt install %s", info->purpose, info->package)
                                    : g_strdup_printf ("%s; this build does without", info->purpose);
    append_row (report, found ? GOOD : MISSING, info->name, sentence);
  }
}

static void
report_programs (Report *report)
{
  append_heading (report, "Programs of Texttractor");
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++) {
    g_autofree char *path = cli_find_program (programs[i].name);
    g_autofree char *shown = path ? g_filename_display_name (path) : NULL;
    g_autofree char *sentence =
        g_strdup_printf ("%s: %s", programs[i].sentence, path ? shown : "the program is not installed");
    append_row (report, path ? GOOD : MISSING, programs[i].name, sentence);
  }
}

static void
report_helpers (Report *report)
{
  append_heading (report, "Other programs");
  for (guint i = 0; i < G_N_ELEMENTS (helpers); i++) {
    const Helper *helper = &helpers[i];
    const char *const *name = helper->names;
    g_autofree char *path = NULL;
    while (*name && !(path = g_find_program_in_path (*name)))
      name++;
    g_autofree char *sentence =
        path ? g_strdup (helper->purpose)
             : g_strdup_printf ("%s; apt install %s", helper->purpose, helper->package);
    append_row (report, path ? GOOD : MISSING, path ? *name : helper->names[0], sentence);
  }
}

static void
append_verdict (Report *report)
{
  g_string_append_c (report->output, '\n');
  if (report->broken)
    g_string_append (report->output, "Something is broken: see above.\n");
  else if (report->n_missing > 0)
    g_string_append_printf (
        report->output,
        "Main text can be found. %u of the rows above are missing; you need them only for what they say.\n",
        report->n_missing);
  else
    g_string_append (report->output, "Everything is there.\n");
}

int
cmd_doctor (char **args)
{
  g_autoptr (GOptionContext) context = cli_context_new (
      NULL, "Says what is built in, which models are found, and what is missing and how to get it.");
  g_auto (GStrv) operands = NULL;
  g_autoptr (GString) output = g_string_new (NULL);
  int status;

  if (!cli_parse (context, args, &operands, &status))
    return status;
  if (operands[0])
    return cli_usage ("doctor takes no operands");

  Report report = { .output = output, .coloured = cli_wants_colour () };
  report_program (&report);
  report_models (&report);
  report_libraries (&report);
  report_programs (&report);
  report_helpers (&report);
  append_verdict (&report);
  status = (report.coloured ? cli_print_coloured : cli_print) (output->str);
  return status == CLI_EXIT_DONE && report.broken ? CLI_EXIT_FAILED : status;
}
