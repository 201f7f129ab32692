/* SPDX-License-Identifier: MIT */
#include "train/run-elements.h"

#include "element/feature.h"
#include "libextract/model/model.h"
#include "train/data/set-writer.h"
#include "train/learn/card.h"

#include <string.h>

/* ---- Figures -------------------------------------------------------------------------------------- */

static void
append_crossval (GString *text, const ElementCrossval *crossval, guint32 seed)
{
  char temperature[G_ASCII_DTOSTR_BUF_SIZE], threshold[G_ASCII_DTOSTR_BUF_SIZE];

  class_figures_append_table (text, crossval->figures);
  g_string_append_c (text, '\n');
  class_figures_append_intervals (text, crossval->figures, element_by_get_name (crossval->by), seed);
  g_string_append_c (text, '\n');
  class_figures_append_calibration (text, crossval->figures);
  g_string_append_printf (
      text, "temperature %s; a Revealer from a probability of %s on\n",
      g_ascii_formatd (temperature, sizeof temperature, "%g", crossval->choice.temperature),
      g_ascii_formatd (threshold, sizeof threshold, "%g", crossval->choice.threshold));
  if (crossval->alone)
    class_figures_append_comparison (text, crossval->alone, crossval->figures, "each element by itself",
                                     "with the decoding", seed);
}

/* A line for each that was found to be something else. */
static void
append_wrong (GString *text, const ElementCorpus *corpus, const ElementCrossval *crossval)
{
  for (guint i = 0; i < corpus->elements->len; i++) {
    const Element *element = corpus->elements->pdata[i];
    const guint found = g_array_index (corpus->learnt, guint, crossval->found[i]);
    char sure[G_ASCII_DTOSTR_BUF_SIZE];

    if ((int) found == element->class)
      continue;
    g_ascii_formatd (sure, sizeof sure, "%.2f",
                     crossval->probabilities[(gsize) i * corpus->learnt->len + crossval->found[i]]);
    g_string_append_printf (text, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
                            element_classes_get (corpus->classes, (guint) element->class)->name,
                            element_classes_get (corpus->classes, found)->name, sure,
                            element_is_forbidden (element) ? "forbidden" : "", element->tag, element->text,
                            element->names);
  }
}

CliExit
run_elements_validate (char **sets, const RunElementsPlan *plan, gboolean wrong)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ElementCorpus) corpus = element_corpus_open (sets);
  g_autoptr (ElementCrossval) crossval = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (!corpus)
    return CLI_EXIT_FAILED;
  if (!(crossval =
            element_crossval_run (corpus, ELEMENT_BY_SITE, &plan->decoding, plan->seed, plan->jobs, &error)))
    return cli_fail (NULL, error);
  if (wrong)
    append_wrong (text, corpus, crossval);
  append_crossval (text, crossval, plan->seed);
  return cli_print (text->str);
}

/* ---- The card ------------------------------------------------------------------------------------- */

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "ar ca cs": those that the pages declare, sorted. Returns: (transfer full) */
static char *
describe_languages (const ElementCorpus *corpus)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < corpus->elements->len; i++) {
    const Element *element = corpus->elements->pdata[i];
    g_autofree char *name = g_ascii_strdown (element->lang, (gssize) strcspn (element->lang, "-_"));

    if (strlen (name) >= 2 && strlen (name) <= 3 &&
        strspn (name, "abcdefghijklmnopqrstuvwxyz") == strlen (name) &&
        !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
      g_ptr_array_add (names, g_steal_pointer (&name));
  }
  g_ptr_array_sort (names, compare_strings);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}

/* "elements 100 pages". Returns: (transfer full) */
static char *
describe_sets (const ElementCorpus *corpus)
{
  GString *text = g_string_new (NULL);

  for (guint s = 0; s < corpus->sets->len; s++) {
    const TrainElementSet *set = corpus->sets->pdata[s];
    guint n = 0;

    for (guint p = 0; p < set->pages->len; p++) {
      const ElementPage *page = set->pages->pdata[p];
      gboolean labelled = FALSE;

      for (guint i = 0; i < page->elements->len && !labelled; i++)
        labelled = ((const Element *) page->elements->pdata[i])->class >= 0;
      n += labelled;
    }
    g_string_append_printf (text, "%s%s %u pages", s ? ", " : "", set->dataset->name, n);
  }
  return g_string_free (text, FALSE);
}

static char *
describe_scores (const ElementCrossval *const crossvals[ELEMENT_N_BY], guint32 seed)
{
  GString *text = g_string_new (NULL);

  for (guint b = 0; b < ELEMENT_N_BY; b++) {
    const ClassFigures *figures = crossvals[b]->figures;
    const ClassInterval interval = class_figures_get_macro_interval (figures, seed);
    const double numbers[] = { class_figures_get_macro_f1 (figures), interval.low, interval.high };
    char digits[3][G_ASCII_DTOSTR_BUF_SIZE];

    for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
      g_ascii_formatd (digits[i], sizeof digits[i], "%.3f", numbers[i]);
    g_string_append_printf (text, "%smacro F1 %s (%s to %s) over %s", b ? ", " : "", digits[0], digits[1],
                            digits[2], element_by_get_name ((ElementBy) b));
  }
  return g_string_free (text, FALSE);
}

/* Adds what is not NULL or empty. Takes @value. */
static void
add_key (GPtrArray *card, const char *key, char *value)
{
  if (!value || !*value) {
    g_free (value);
    return;
  }
  g_ptr_array_add (card, g_strdup (key));
  g_ptr_array_add (card, value);
}

/* Returns: (transfer full): as for extract_model_new () */
static char **
make_card (const ElementCorpus *corpus, const RunElementsFiles *files, const char *name,
           const RunElementsPlan *plan, const char *scores)
{
  g_autoptr (GPtrArray) card = g_ptr_array_new ();

  add_key (card, "name", g_strdup (name));
  add_key (card, "language", describe_languages (corpus));
  add_key (card, "data", describe_sets (corpus));
  add_key (
      card, "split",
      g_strdup_printf ("all %u elements; figures by leaving out one of %u sites, or of %u styles, at a time",
                       corpus->elements->len, corpus->names[ELEMENT_BY_SITE]->len,
                       corpus->names[ELEMENT_BY_STYLE]->len));
  add_key (card, "seed", g_strdup_printf ("%u", plan->seed));
  add_key (card, "date", g_strdup (files->date));
  add_key (card, "trainer", element_fit_describe (&plan->decoding));
  add_key (card, "scores", g_strdup (scores));
  add_key (card, "licence", g_strdup (files->licence));
  add_key (card, "attribution", g_strdup (files->attribution));
  add_key (card, "note", g_strdup (files->note));
  g_ptr_array_add (card, NULL);
  return (char **) g_ptr_array_steal (card, NULL);
}

/* ---- Files ---------------------------------------------------------------------------------------- */

static char *
dup_name (const RunElementsFiles *files)
{
  char *name = files->name ? g_strdup (files->name) : g_path_get_basename (files->output);

  if (!files->name && g_str_has_suffix (name, ".model"))
    name[strlen (name) - strlen (".model")] = '\0';
  return name;
}

static gboolean
write_whole (CliFile *file, const char *path, const char *contents, gsize length)
{
  g_autoptr (GError) error = NULL;

  if (cli_file_write (file, contents, length, &error) && cli_file_commit (file, &error))
    return TRUE;
  cli_fail (path, error);
  return FALSE;
}

typedef struct {
  CliFile *model, *card; /* (nullable): owned */
} Outputs;

static void
outputs_clear (Outputs *outputs)
{
  g_clear_pointer (&outputs->model, cli_file_free);
  g_clear_pointer (&outputs->card, cli_file_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outputs, outputs_clear)

/* Before the work, so that it is not in vain. */
static CliExit
open_outputs (Outputs *outputs, const RunElementsFiles *files)
{
  g_autoptr (GError) error = NULL;

  if (!(outputs->model = cli_file_open (files->output, &error)))
    return cli_fail (files->output, error);
  if (files->card && !(outputs->card = cli_file_open (files->card, &error)))
    return cli_fail (files->card, error);
  return CLI_EXIT_DONE;
}

static CliExit
write_files (const Outputs *outputs, const RunElementsFiles *files, ExtractModel *model, char **card,
             const char *report)
{
  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
  g_autofree char *markdown = train_card_to_markdown (card, bytes, report);
  gsize length;
  const char *contents = g_bytes_get_data (bytes, &length);

  if (!write_whole (outputs->model, files->output, contents, length) ||
      (outputs->card && !write_whole (outputs->card, files->card, markdown, strlen (markdown))))
    return CLI_EXIT_FAILED;
  return CLI_EXIT_DONE;
}

/* ---- The work ------------------------------------------------------------------------------------- */

/* Both cross-validations, and their figures as text. FALSE after saying why. @crossvals: (out) */
static gboolean
validate (const ElementCorpus *corpus, ElementCrossval *crossvals[ELEMENT_N_BY], GString *report,
          const RunElementsPlan *plan)
{
  for (guint b = 0; b < ELEMENT_N_BY; b++) {
    g_autoptr (GError) error = NULL;

    crossvals[b] =
        element_crossval_run (corpus, (ElementBy) b, &plan->decoding, plan->seed, plan->jobs, &error);
    if (!crossvals[b]) {
      cli_fail (NULL, error);
      return FALSE;
    }
    g_string_append_printf (report, "%sEach of %u %s told by a network that has not seen it:\n\n",
                            b ? "\n" : "", corpus->names[b]->len, element_by_get_name ((ElementBy) b));
    append_crossval (report, crossvals[b], plan->seed);
  }
  if (corpus->n_unlabelled > 0)
    g_string_append_printf (report, "left out: %u elements without a class\n", corpus->n_unlabelled);
  return TRUE;
}

static CliExit
make_model (const ElementCorpus *corpus, const RunElementsFiles *files, const Outputs *outputs,
            const char *name, const RunElementsPlan *plan, gboolean quiet)
{
  ElementCrossval *crossvals[ELEMENT_N_BY] = { NULL };
  g_autoptr (GString) report = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  CliExit status = CLI_EXIT_FAILED;

  if (validate (corpus, crossvals, report, plan)) {
    g_autofree char *scores = describe_scores ((const ElementCrossval *const *) crossvals, plan->seed);
    g_auto (GStrv) card = make_card (corpus, files, name, plan, scores);
    g_autoptr (ExtractModel) model = element_fit_model (corpus, &crossvals[ELEMENT_BY_SITE]->choice,
                                                        plan->seed, (const char *const *) card, &error);

    status = model ? write_files (outputs, files, model, card, report->str) : cli_fail (NULL, error);
    if (status == CLI_EXIT_DONE && !quiet)
      status = cli_print (report->str);
  }
  for (guint b = 0; b < ELEMENT_N_BY; b++)
    element_crossval_free (crossvals[b]);
  return status;
}

CliExit
run_elements_train (char **sets, const RunElementsFiles *files, const RunElementsPlan *plan, gboolean quiet)
{
  g_autofree char *name = dup_name (files);
  g_auto (Outputs) outputs = { NULL };
  g_autoptr (ElementCorpus) corpus = NULL;
  CliExit status;

  if (!cli_is_model_name (name))
    return cli_usage ("a model's name has only a-z, 0-9 and -, not \"%s\": choose one with --name", name);
  if (!(corpus = element_corpus_open (sets)))
    return CLI_EXIT_FAILED;
  status = open_outputs (&outputs, files);
  return status == CLI_EXIT_DONE ? make_model (corpus, files, &outputs, name, plan, quiet) : status;
}
