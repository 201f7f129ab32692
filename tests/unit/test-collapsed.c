/* SPDX-License-Identifier: MIT */
/*
 * The collapsed tree of Web2Text, by what its features say of pages whose trees are drawn here, and the
 * features of edges.
 */
#include <math.h>

#include "libextract/feature/feature.h"
#include "parse.h"

static guint
find_feature (const ExtractFeatureSet *set, const char *name)
{
  for (guint f = 0; f < extract_feature_set_get_n_features (set); f++)
    if (g_str_equal (extract_feature_set_get_feature (set, f)->name, name))
      return f;
  g_error ("no feature %s", name);
}

/* Of block @i. */
static double
get_value (ExtractDocument *document, guint i, const char *name)
{
  const ExtractFeatureSet *set = extract_feature_set_find ("web2text");
  g_autoptr (GError) error = NULL;
  gsize n;

  extract_features_compute (document, set, NULL, &error);
  g_assert_no_error (error);
  return extract_block_get_features (extract_document_get_block (document, i), &n)[find_feature (set, name)];
}

/* Of block @i and the next one. */
static double
get_edge (ExtractDocument *document, guint i, const char *name)
{
  const ExtractFeatureSet *set = extract_feature_set_get_edges ();
  const gsize n = extract_feature_set_get_n_features (set);
  g_autofree float *values = g_new (float, extract_document_get_n_blocks (document) * n);

  extract_document_compute_edges (document, values);
  return values[i * n + find_feature (set, name)];
}

/* 2, 3, 4, or 5 for more. */
static guint
get_distance (ExtractDocument *document, guint i)
{
  static const char *const names[] = { "distance-2", "distance-3", "distance-4", "distance-more" };
  guint distance = 0;

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    if (get_edge (document, i, names[k]) == 1) {
      g_assert_cmpuint (distance, ==, 0);
      distance = 2 + k;
    }
  return distance;
}

static void
test_numbers (void)
{
  g_assert_cmpuint (extract_feature_set_get_n_features (extract_feature_set_find ("web2text")), ==, 128);
  g_assert_cmpuint (extract_feature_set_get_n_features (extract_feature_set_get_edges ()), ==, 25);
}

/* Trees, and how far the blocks are from the next ones in them. */
static const struct {
  const char *name, *page;
  const char *distances; /* "2 4": of all edges */
} trees[] = {
  { "siblings", "<body><p>a<p>b<p>c", "2 2" },
  { "chains of one child are one node", "<body><div><section><p>a</p></section></div><div><p>b</p></div>",
    "2" },
  { "a list beside a paragraph", "<body><p>a</p><ul><li>b<li>c</ul>", "3 2" },
  { "its chain does not count", "<body><p>a</p><div><div><ul><li>b<li>c</ul></div></div>", "3 2" },
  { "two lists", "<body><ul><li>a<li>b</ul><ul><li>c<li>d</ul>", "2 4 2" },
  { "deeper", "<body><div><p>a</p><div><p>b<p>c</div></div><ul><li>d<li>e</ul>", "3 2 5 2" },
  { "text beside children is a leaf of its own", "<body><div>a<p>b</p>c</div><p>d", "2 2 3" },
  { "wrappers around all of the page", "<body><div><main><p>a<p>b</main></div>", "2" },
  { "a page of one block", "<body><div><p>a", "" },
};

static void
test_distances (void)
{
  for (guint t = 0; t < G_N_ELEMENTS (trees); t++) {
    g_autoptr (ExtractDocument) document = parse (trees[t].page);
    const guint n = extract_document_get_n_blocks (document);
    g_autoptr (GString) distances = g_string_new (NULL);

    for (guint i = 0; i + 1 < n; i++)
      g_string_append_printf (distances, "%s%u", i > 0 ? " " : "", get_distance (document, i));
    g_test_message ("%s", trees[t].name);
    g_assert_cmpstr (distances->str, ==, trees[t].distances);
    g_assert_cmpuint (get_distance (document, n - 1), ==, 0);
  }
}

/*
 *   body             root: 4 blocks
 *    ├ div.nav > ul  one node, whose element is ul: 2 blocks
 *    │  ├ li
 *    │  └ li
 *    └ div.content   2 blocks
 *       ├ section > h1
 *       └ p
 */
static const char page[] = "<html lang=en><body><div class=nav><ul><li>One</li><li>Two</li></ul></div>"
                           "<div class=content><section><h1>The head of it</h1></section>"
                           "<p>There are the words of a sentence. And of another one.</p></div>";

static void
test_nodes (void)
{
  g_autoptr (ExtractDocument) document = parse (page);

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 4);
  g_assert_cmpfloat (get_value (document, 0, "leaf-tag-li"), ==, 1);
  g_assert_cmpfloat (get_value (document, 0, "parent-tag-list"), ==, 1);
  g_assert_cmpfloat (get_value (document, 0, "parent-tag-div"), ==, 0);
  /* The names are those of ul, which is nearer; it has none. */
  g_assert_cmpfloat (get_value (document, 0, "parent-is-boilerplate"), ==, 0);
  g_assert_cmpfloat (get_value (document, 2, "leaf-tag-h1"), ==, 1);
  g_assert_cmpfloat (get_value (document, 2, "parent-tag-div"), ==, 1);
  g_assert_cmpfloat (get_value (document, 2, "parent-is-content"), ==, 1);
  g_assert_cmpfloat (get_value (document, 3, "parent-is-content"), ==, 1);
  g_assert_cmpfloat (get_value (document, 3, "leaf-ends"), ==, 1);
  g_assert_cmpfloat (get_value (document, 3, "leaf-has-sentences"), ==, 1);
  /* 2 + 4 + 11 words */
  for (guint i = 0; i < 4; i++) {
    g_assert_cmpfloat (fabs (get_value (document, i, "root-words") - log1p (17) / 9), <, 1e-6);
    g_assert_cmpfloat (get_value (document, i, "root-share"), ==, 1);
    g_assert_cmpfloat (fabs (get_value (document, i, "grandparent-blocks") - log1p (4) / 7), <, 1e-6);
    g_assert_cmpfloat (fabs (get_value (document, i, "parent-blocks") - log1p (2) / 7), <, 1e-6);
    g_assert_cmpfloat (fabs (get_value (document, i, "root-children") - log1p (2) / 5), <, 1e-6);
  }
  g_assert_cmpfloat (fabs (get_value (document, 0, "parent-share") - 2.0 / 17), <, 1e-6);
  g_assert_cmpfloat (fabs (get_value (document, 3, "parent-share") - 15.0 / 17), <, 1e-6);
  g_assert_cmpfloat (fabs (get_edge (document, 1, "common-blocks") - log1p (4) / 7), <, 1e-6);
  g_assert_cmpfloat (get_edge (document, 2, "common-is-content"), ==, 1);
}

static void
test_line_breaks (void)
{
  g_autoptr (ExtractDocument) document = parse ("<body><div>a<br><br>b</div><p>c");

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 3);
  g_assert_cmpfloat (get_edge (document, 0, "line-break"), ==, 1);
  g_assert_cmpfloat (get_edge (document, 1, "line-break"), ==, 0);
}

static void
test_repetitions (void)
{
  g_autoptr (GString) html = g_string_new ("<body><p>other</p>");

  for (guint i = 0; i < 11; i++)
    g_string_append (html, "<p>same</p>");
  g_autoptr (ExtractDocument) document = parse (html->str);
  g_assert_cmpfloat (get_value (document, 0, "duplicate"), ==, 0);
  g_assert_cmpfloat (get_value (document, 1, "duplicate"), ==, 1);
  g_assert_cmpfloat (get_value (document, 1, "duplicates-10"), ==, 1);
  g_assert_cmpfloat (fabs (get_value (document, 0, "same-path") - log1p (12) / 6), <, 1e-6);
}

/* Each value is in the range that its row says; a page without blocks has none. */
static void
test_ranges (void)
{
  static const char *const pages[] = { page, "<body>", "<body><p>\xc2\xa9",
                                       "<body><p>!<p>42<p>a|b<p><a href=x>y</a>" };
  const ExtractFeatureSet *sets[] = { extract_feature_set_find ("web2text"),
                                      extract_feature_set_get_edges () };

  for (guint p = 0; p < G_N_ELEMENTS (pages); p++) {
    g_autoptr (ExtractDocument) document = parse (pages[p]);
    const guint n = extract_document_get_n_blocks (document);
    g_autofree float *edges = g_new (float, n * 25 + 1);

    extract_document_compute_edges (document, edges);
    for (guint i = 0; i < n; i++)
      for (guint s = 0; s < 2; s++)
        for (guint f = 0; f < extract_feature_set_get_n_features (sets[s]); f++) {
          const ExtractFeature *feature = extract_feature_set_get_feature (sets[s], f);
          const double value = s == 0 ? get_value (document, i, feature->name) : edges[i * 25 + f];

          g_assert_true (isnan (value) || (value >= feature->minimum && value <= feature->maximum));
        }
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collapsed/numbers", test_numbers);
  g_test_add_func ("/collapsed/distances", test_distances);
  g_test_add_func ("/collapsed/nodes", test_nodes);
  g_test_add_func ("/collapsed/line-breaks", test_line_breaks);
  g_test_add_func ("/collapsed/repetitions", test_repetitions);
  g_test_add_func ("/collapsed/ranges", test_ranges);
  return g_test_run ();
}
