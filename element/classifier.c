/* SPDX-License-Identifier: MIT */
#include "element/classifier.h"
#include "cli/ask.h"
#include "element/network.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* An answer has no more for an element: much more than a class and a number, so that what is wrong can be
 * shown. */
#define ANSWER_BYTES 8192

struct _ElementClassifier {
  CliAsk *ask; /* (nullable): NULL: the network */
};

ElementClassifier *
element_classifier_new (const char *command)
{
  ElementClassifier *classifier = g_new0 (ElementClassifier, 1);

  if (command)
    classifier->ask =
        cli_ask_new ("the command that classifies elements", command, ELEMENT_CLASSIFIER_MILLISECONDS);
  return classifier;
}

void
element_classifier_free (ElementClassifier *classifier)
{
  g_clear_pointer (&classifier->ask, cli_ask_free);
  g_free (classifier);
}

/* ---- The command -------------------------------------------------------------------------------------- */

/* Returns: (transfer full): each item of the array on a line of its own, and an empty line */
static GString *
make_question (const char *json)
{
  GString *question = g_string_new (NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonNode *root = json_parser_load_from_data (parser, json, -1, NULL) ? json_parser_get_root (parser) : NULL;
  JsonArray *array = root && JSON_NODE_HOLDS_ARRAY (root) ? json_node_get_array (root) : NULL;

  for (guint i = 0; array && i < json_array_get_length (array); i++) {
    g_autofree char *line = json_to_string (json_array_get_element (array, i), FALSE);
    g_string_append (question, line);
    g_string_append_c (question, '\n');
  }
  g_string_append_c (question, '\n');
  return question;
}

/* "Inner", "Pager<TAB>0.9". What is not said of the other classes is shared among them. */
static gboolean
read_verdict (const char *line, ElementVerdict *verdict)
{
  g_auto (GStrv) columns = g_strsplit (line, "\t", 3);
  const int class = columns[0] ? element_class_find (columns[0]) : -1;
  char *end = NULL;
  double probability = 1;

  if (class < 0)
    return FALSE;
  if (columns[1]) {
    probability = g_ascii_strtod (columns[1], &end);
    if (end == columns[1] || *end || !(probability >= 0 && probability <= 1))
      return FALSE;
  }
  for (guint c = 0; c < ELEMENT_N_CLASSES; c++)
    verdict->probabilities[c] = (float) ((1 - probability) / (ELEMENT_N_CLASSES - 1));
  verdict->probabilities[class] = (float) probability;
  verdict->class = (ElementClass) class;
  return TRUE;
}

GArray *
element_verdicts_read (const char *answer, guint n, GError **error)
{
  g_autoptr (GArray) verdicts = g_array_new (FALSE, TRUE, sizeof (ElementVerdict));
  g_auto (GStrv) lines = g_strsplit (answer, "\n", -1);

  for (char **line = lines; *line; line++) {
    ElementVerdict verdict;

    if (!**line && !line[1])
      break;
    if (!read_verdict (g_strchomp (*line), &verdict)) {
      g_autofree char *shown = g_utf8_make_valid (*line, MIN (60, (gssize) strlen (*line)));
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "the command that classifies elements answered \"%s\", which is no class", shown);
      return NULL;
    }
    g_array_append_val (verdicts, verdict);
  }
  if (verdicts->len == n)
    return g_steal_pointer (&verdicts);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               "the command that classifies elements answered %u elements with %u lines", n, verdicts->len);
  return NULL;
}

static GArray *
ask (ElementClassifier *classifier, const char *json, guint n, GError **error)
{
  g_autoptr (GString) question = make_question (json);
  GString *answer =
      cli_ask_until (classifier->ask, question, "\n\n", 2, (gsize) n * ANSWER_BYTES + ANSWER_BYTES, error);
  GArray *verdicts = answer ? element_verdicts_read (answer->str, n, error) : NULL;

  if (answer)
    g_string_free (answer, TRUE);
  return verdicts;
}

/* ---- All ---------------------------------------------------------------------------------------------- */

static GArray *
run_network (const ElementNetwork *network, const GPtrArray *elements)
{
  const guint n = element_network_get_n_classes (network);
  GArray *verdicts = g_array_sized_new (FALSE, TRUE, sizeof (ElementVerdict), elements->len);
  g_autofree float *probabilities = g_new (float, (gsize) elements->len *n + 1);
  g_autofree guint *found = g_new (guint, elements->len + 1);

  element_network_tell (network, elements, probabilities, found);
  for (guint i = 0; i < elements->len; i++) {
    ElementVerdict verdict;

    verdict.class =
        element_network_fold (network, probabilities + (gsize) i * n, found[i], verdict.probabilities);
    g_array_append_val (verdicts, verdict);
  }
  return verdicts;
}

GArray *
element_classifier_run (ElementClassifier *classifier, const char *json, const GPtrArray *elements,
                        GError **error)
{
  if (classifier->ask && elements->len > 0)
    return ask (classifier, json, elements->len, error);
  return run_network (element_network_get (), elements);
}
