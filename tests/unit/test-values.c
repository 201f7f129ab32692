/* SPDX-License-Identifier: MIT */
/* The values of blocks are the same whichever blocks are asked for together, and however they are laid out.
 */
#include <libextract/feature/feature.h>
#include <libextract/model/model.h>
#include <libextract/page/document.h>
#include <libextract/model/model-private.h>
#include <libextract/feature/values.h>

#include <string.h>

#include "tests/unit/parse.h"

/* A page with some of everything, of several hundred blocks. */
static ExtractDocument *
make_document (void)
{
  g_autoptr (GString) page =
      g_string_new ("<!DOCTYPE html><title>On bread and salt</title>"
                    "<nav class=menu><a href=1>Home</a><p>News</nav><h1>On bread</h1>");
  ExtractDocument *document;

  for (guint i = 0; i < 40; i++) {
    g_string_append_printf (
        page,
        "<section class='s%u'><h%u>Loaf %u</h%u><p>It takes <b>flour</b>, water, salt and "
        "much time, said %u bakers of the town.</p>",
        i % 3, 2 + i % 3, i, 2 + i % 3, i * i);
    for (guint k = 0; k < i % 5; k++)
      g_string_append_printf (page, "<ul><li class=item><a href=%u>Number %u</a><li>Costs $%u</ul>", k, k, k);
    g_string_append (page, i % 2 ? "<table><tr><td>12<td>-</table></section>" : "<div>? (c)</div></section>");
  }
  document = parse (page->str);
  g_assert_cmpuint (extract_document_get_n_blocks (document), >, 300);
  return document;
}

/* Lengths of ranges: around the blocks whose facts are computed at once. */
static const guint lengths[] = { 1, 2, 7, 63, 64, 68, 79, 80, 81, 161, 250 };

static void
assert_same_in_ranges (const ExtractValues *values, guint n, guint n_features)
{
  g_autofree float *all = g_new0 (float, (gsize) n *n_features);

  extract_values_fill (values, EXTRACT_VALUES_ALL, 0, n, all, n_features, 1);
  for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
    for (guint first = 0; first + lengths[l] <= n; first += 1 + lengths[l] / 3) {
      const guint length = lengths[l];
      g_autofree float *rows = g_new0 (float, (gsize) length *n_features);
      g_autofree float *columns = g_new0 (float, (gsize) length *n_features);

      extract_values_fill (values, EXTRACT_VALUES_ALL, first, first + length, rows, n_features, 1);
      extract_values_fill (values, EXTRACT_VALUES_ALL, first, first + length, columns, 1, length);
      g_assert_cmpmem (rows, length * n_features * sizeof (float), all + (gsize) first * n_features,
                       length * n_features * sizeof (float));
      for (guint i = 0; i < length; i++)
        for (guint k = 0; k < n_features; k++)
          g_assert_cmpmem (&columns[(gsize) k * length + i], sizeof (float),
                           &rows[(gsize) i * n_features + k], sizeof (float));
    }
}

static void
test_ranges (gconstpointer name)
{
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  const ExtractFeatureSet *set = extract_feature_set_find (name);
  g_autoptr (ExtractDocument) document = make_document ();
  g_autoptr (ExtractValues) values =
      extract_values_new_for_document (document, set, extract_model_get_parts (model)->tables);

  assert_same_in_ranges (values, extract_document_get_n_blocks (document),
                         extract_feature_set_get_n_features (set));
}

static void
test_ranges_of_context (void)
{
  const ExtractFeatureSet *set = extract_feature_set_get_context ();
  g_autoptr (ExtractDocument) document = make_document ();
  const guint n = extract_document_get_n_blocks (document);
  g_autofree float *scores = g_new (float, n);

  for (guint i = 0; i < n; i++)
    scores[i] = (float) (i * 37 % 101) / 100;
  g_autoptr (ExtractValues) values =
      extract_values_new (set, extract_rich_new (document, NULL, scores, 0), NULL);
  assert_same_in_ranges (values, n, extract_feature_set_get_n_features (set));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (const char *const *name = extract_feature_set_get_names (); *name; name++) {
    g_autofree char *path = g_strdup_printf ("/values/ranges/%s", *name);

    g_test_add_data_func (path, *name, test_ranges);
  }
  g_test_add_func ("/values/ranges/context", test_ranges_of_context);
  return g_test_run ();
}
