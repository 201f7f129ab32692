/* SPDX-License-Identifier: MIT */
#include "train/measure/class-results.h"

#include "cli/json.h"

#include <math.h>
#include <string.h>

void
train_result_measure_classes (TrainResult *result, ExtractDocument *document, const TrainLabels *labels)
{
  for (guint i = 0; labels->classes && i < extract_document_get_n_blocks (document); i++) {
    const char *found = extract_block_get_class (extract_document_get_block (document, i));

    if (labels->classes[i] && found)
      train_result_add_class (result,
                              &(TrainClassResult){ labels->classes[i], g_intern_string (found), NAN, 0 });
  }
}

/* ---- Numbers ---------------------------------------------------------------------------------- */

/* Of names, in the order in which they come. */
typedef struct {
  GHashTable *numbers; /* char * -> number */
  guint n;
} Numbers;

/* Takes @name. */
static guint
number_of (Numbers *numbers, char *name)
{
  gpointer found;

  if (g_hash_table_lookup_extended (numbers->numbers, name, NULL, &found)) {
    g_free (name);
    return GPOINTER_TO_UINT (found);
  }
  g_hash_table_insert (numbers->numbers, name, GUINT_TO_POINTER (numbers->n));
  return numbers->n++;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
collect_names (GPtrArray *results, GHashTable *seen, GPtrArray *names)
{
  for (guint r = 0; results && r < results->len; r++) {
    const GArray *classes = ((const TrainResult *) results->pdata[r])->classes;

    for (guint i = 0; classes && i < classes->len; i++) {
      const TrainClassResult *one = &g_array_index (classes, TrainClassResult, i);
      const char *both[] = { one->class, one->found };

      for (guint k = 0; k < G_N_ELEMENTS (both); k++)
        if (g_hash_table_add (seen, (gpointer) both[k]))
          g_ptr_array_add (names, g_strdup (both[k]));
    }
  }
}

static guint
find_name (char **names, const char *name)
{
  guint c = 0;

  while (strcmp (names[c], name) != 0)
    c++;
  return c;
}

/* ---- Figures ---------------------------------------------------------------------------------- */

static void
add_page (TrainClassFigures *figures, const TrainResult *result, guint site)
{
  for (guint i = 0; result->classes && i < result->classes->len; i++) {
    const TrainClassResult *one = &g_array_index (result->classes, TrainClassResult, i);

    class_figures_add (figures->figures, &(ClassTold){ find_name (figures->names, one->class),
                                                       find_name (figures->names, one->found), site,
                                                       one->right, one->sure, FALSE });
    figures->with_probabilities = !isnan (one->right);
  }
}

/* Sites with a class. */
static guint
count_sites (GPtrArray *results, Numbers *sites)
{
  for (guint r = 0; results && r < results->len; r++)
    if (((const TrainResult *) results->pdata[r])->classes)
      number_of (sites, train_entry_dup_site (((const TrainResult *) results->pdata[r])->entry));
  return sites->n;
}

TrainClassFigures *
train_class_figures_new (GPtrArray *results, GPtrArray *others)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL); /* they are interned */
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (TrainClassFigures) figures = g_new0 (TrainClassFigures, 1);
  Numbers sites = { numbers, 0 };

  collect_names (results, seen, names);
  collect_names (others, seen, names);
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  figures->names = (char **) g_ptr_array_steal (names, NULL);
  if (!figures->names[0])
    return NULL;
  count_sites (results, &sites);
  figures->n_sites = count_sites (others, &sites);
  figures->figures = class_figures_new_for_blocks ((const char *const *) figures->names, figures->n_sites);
  for (guint r = 0; r < results->len; r++)
    if (((const TrainResult *) results->pdata[r])->classes)
      add_page (figures, results->pdata[r],
                number_of (&sites, train_entry_dup_site (((const TrainResult *) results->pdata[r])->entry)));
  return g_steal_pointer (&figures);
}

void
train_class_figures_free (TrainClassFigures *figures)
{
  if (!figures)
    return;
  class_figures_free (figures->figures);
  g_strfreev (figures->names);
  g_free (figures);
}

/* ---- For people ------------------------------------------------------------------------------- */

void
train_class_figures_append (GString *text, const TrainClassFigures *figures, guint32 seed)
{
  class_figures_append_table (text, figures->figures);
  class_figures_append_intervals (text, figures->figures, "sites", seed);
  if (figures->with_probabilities)
    class_figures_append_calibration (text, figures->figures);
}

void
train_class_figures_append_comparison (GString *text, const TrainClassFigures *a, const TrainClassFigures *b,
                                       const char *name_a, const char *name_b, guint32 seed)
{
  class_figures_append_comparison (text, a->figures, b->figures, name_a, name_b, seed);
  class_figures_append_table (text, b->figures);
}

/* ---- For programs ----------------------------------------------------------------------------- */

void
train_class_figures_append_json (GString *json, const TrainClassFigures *figures, guint32 seed)
{
  cli_json_append_key (json, "classes");
  g_string_append_c (json, '{');
  class_figures_append_json (json, figures->figures, seed);
  g_string_append_c (json, '}');
}

void
train_class_figures_append_json_comparison (GString *json, const TrainClassFigures *a,
                                            const TrainClassFigures *b, guint32 seed)
{
  const ClassComparison comparison = class_figures_compare (a->figures, b->figures, seed);

  cli_json_append_key (json, "classes");
  g_string_append_c (json, '{');
  cli_json_append_number (json, "macro_f1_a", class_figures_get_macro_f1 (a->figures));
  cli_json_append_number (json, "macro_f1_b", class_figures_get_macro_f1 (b->figures));
  cli_json_append_number (json, "difference", comparison.difference);
  cli_json_append_number (json, "low", comparison.interval.low);
  cli_json_append_number (json, "high", comparison.interval.high);
  cli_json_append_number (json, "p", comparison.p);
  g_string_append_c (json, '}');
}
