/* SPDX-License-Identifier: MIT */
#include "train/eval-elements.h"

#include "cli/json.h"
#include "element/feature.h"
#include "element/network.h"
#include "train/learn/element-corpus.h"
#include "train/learn/trained.h"
#include "train/measure/class-figures.h"

#include <string.h>

#define SEED 1 /* of the intervals */
#define BUILTIN "elements"

/* For each class of the model, its number in @classes, -1 if there is none; for each of @classes, that of the
 * model. */
typedef struct {
  GArray *of_model, *of_set; /* int */
} Names;

static void
names_clear (Names *names)
{
  g_array_unref (names->of_model);
  g_array_unref (names->of_set);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Names, names_clear)

static Names
match_names (const ElementNetwork *network, const ElementClasses *classes)
{
  Names names = { g_array_new (FALSE, FALSE, sizeof (int)), g_array_new (FALSE, FALSE, sizeof (int)) };
  const int none = -1;

  for (guint c = 0; c < element_classes_get_n (classes); c++)
    g_array_append_val (names.of_set, none);
  for (guint c = 0; c < element_network_get_n_classes (network); c++) {
    const int there = element_classes_find (classes, element_network_get_class_name (network, c));

    g_array_append_val (names.of_model, there);
    if (there >= 0)
      g_array_index (names.of_set, int, there) = (int) c;
  }
  return names;
}

/* The elements of all pages that have a class, in the order of the corpus, as the model finds them: all
 * elements of a page are told, for those without a class may decide on their neighbours.
 * @probabilities: (out caller-allocates): [elements][classes]; @found: (out caller-allocates): [elements] */
static void
tell_pages (const ElementCorpus *corpus, const ElementNetwork *network, float *probabilities, guint *found)
{
  const gsize n = element_network_get_n_classes (network);
  gsize next = 0;

  for (guint s = 0; s < corpus->sets->len; s++) {
    const TrainElementSet *set = corpus->sets->pdata[s];

    for (guint p = 0; p < set->pages->len; p++) {
      const GPtrArray *elements = ((const ElementPage *) set->pages->pdata[p])->elements;
      g_autofree float *of_page = g_new (float, elements->len *n + 1);
      g_autofree guint *found_there = g_new (guint, elements->len + 1);

      element_network_tell (network, elements, of_page, found_there);
      for (guint i = 0; i < elements->len; i++)
        if (((const Element *) elements->pdata[i])->class >= 0) {
          memcpy (probabilities + next * n, of_page + i * n, n * sizeof *probabilities);
          found[next++] = found_there[i];
        }
    }
  }
}

/* What the model finds; a class that the set does not have counts as what it is like.
 * @n_unknown: (out): elements of classes that the model does not have */
static ClassFigures *
tell (const ElementCorpus *corpus, const ElementNetwork *network, guint *n_unknown)
{
  g_auto (Names) names = match_names (network, corpus->classes);
  const gsize n = element_network_get_n_classes (network);
  g_autofree float *probabilities = g_new (float, corpus->elements->len *n);
  g_autofree guint *all_found = g_new (guint, corpus->elements->len);
  ClassFigures *figures =
      class_figures_new_for_elements (corpus->classes, corpus->names[ELEMENT_BY_SITE]->len);

  *n_unknown = 0;
  tell_pages (corpus, network, probabilities, all_found);
  for (guint i = 0; i < corpus->elements->len; i++) {
    const Element *element = corpus->elements->pdata[i];
    const float *own_probabilities = probabilities + i * n;
    const int own = g_array_index (names.of_set, int, element->class);
    const guint found = all_found[i];
    const int there = g_array_index (names.of_model, int, found);

    *n_unknown += own < 0;
    class_figures_add (figures,
                       &(ClassTold){ (guint) element->class,
                                     there >= 0 ? (guint) there : element_network_get_like (network, found),
                                     g_array_index (corpus->groups[ELEMENT_BY_SITE], guint, i),
                                     own >= 0 ? own_probabilities[own] : 0, own_probabilities[found],
                                     element_is_forbidden (element) });
  }
  return figures;
}

/* Nobody is to take what a model says of elements that it knows for what it can do. */
static void
warn_of_trained (const ElementCorpus *corpus, ExtractModel *model)
{
  for (guint s = 0; s < corpus->sets->len; s++) {
    const TrainElementSet *set = corpus->sets->pdata[s];

    if (train_trained_has_set (model, set->dataset->name))
      cli_error (
          set->dataset->path,
          "the model %s was trained on a set of this name; if these are its pages, the figures are too "
          "good, and those of its card are cross-validated",
          extract_model_get_name (model));
  }
}

static void
append_json_comparison (GString *json, ClassComparison comparison)
{
  cli_json_append_key (json, "decoding");
  g_string_append_c (json, '{');
  cli_json_append_number (json, "difference", comparison.difference);
  cli_json_append_number (json, "low", comparison.interval.low);
  cli_json_append_number (json, "high", comparison.interval.high);
  cli_json_append_number (json, "p", comparison.p);
  g_string_append_c (json, '}');
}

/* @alone: (nullable): figures of the model without its decoding */
static CliExit
print (const ElementCorpus *corpus, const ClassFigures *figures, const ClassFigures *alone,
       ExtractModel *model, gboolean json)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (json) {
    g_string_append_c (text, '{');
    cli_json_append_string (text, "model", extract_model_get_name (model));
    class_figures_append_json (text, figures, SEED);
    if (alone)
      append_json_comparison (text, class_figures_compare (alone, figures, SEED));
    g_string_append (text, "}\n");
    return cli_print (text->str);
  }
  class_figures_append_table (text, figures);
  g_string_append_c (text, '\n');
  class_figures_append_intervals (text, figures, element_by_get_name (ELEMENT_BY_SITE), SEED);
  g_string_append_c (text, '\n');
  class_figures_append_calibration (text, figures);
  if (alone)
    class_figures_append_comparison (text, alone, figures, "each element by itself", "with the decoding",
                                     SEED);
  if (corpus->n_unlabelled > 0)
    g_string_append_printf (text, "left out: %u elements without a class\n", corpus->n_unlabelled);
  return cli_print (text->str);
}

/* Returns: (transfer full) (nullable): the figures of each
 * element by itself, if there is a decoding */
static ClassFigures *
tell_alone (const ElementCorpus *corpus, ElementNetwork *network)
{
  guint n_unknown;

  if (element_network_get_decoding (network) == EXTRACT_DECODING_THRESHOLD)
    return NULL;
  element_network_set_decoding (network, EXTRACT_DECODING_THRESHOLD);
  return tell (corpus, network, &n_unknown);
}

CliExit
eval_elements (char **sets, const char *name, guint decode, gboolean json, double fail_under)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = cli_load_any_model (name ? name : BUILTIN, &error);
  g_autoptr (ElementNetwork) network = model ? element_network_new (model, &error) : NULL;
  g_autoptr (ElementCorpus) corpus = NULL;
  g_autoptr (ClassFigures) figures = NULL, alone = NULL;
  char f1[G_ASCII_DTOSTR_BUF_SIZE], limit[G_ASCII_DTOSTR_BUF_SIZE];
  guint n_unknown;
  CliExit status;

  if (!network)
    return cli_fail (NULL, error);
  if (decode > 0 && !element_network_set_decoding (network, (ExtractDecodingKind) (decode - 1)))
    return cli_usage ("--decode=%s: the model %s was trained without a decoding",
                      extract_decoding_get_info ((ExtractDecodingKind) (decode - 1))->name,
                      extract_model_get_name (model));
  if (!(corpus = element_corpus_open (sets)))
    return CLI_EXIT_FAILED;
  figures = tell (corpus, network, &n_unknown);
  warn_of_trained (corpus, model);
  if (n_unknown > 0)
    cli_error (NULL, "%u elements have a class that the model %s does not know", n_unknown,
               extract_model_get_name (model));
  alone = tell_alone (corpus, network);
  status = print (corpus, figures, alone, model, json);
  if (class_figures_get_macro_f1 (figures) >= fail_under)
    return status;
  g_ascii_formatd (f1, sizeof f1, "%.5f", class_figures_get_macro_f1 (figures));
  g_ascii_formatd (limit, sizeof limit, "%g", fail_under);
  cli_error (NULL, "the macro F1 is %s, below the %s of --fail-under", f1, limit);
  return CLI_EXIT_FAILED;
}
