/* SPDX-License-Identifier: MIT */
/*
 * Every feature of the classic set, on pages small enough to be counted by hand: a case is a page, the
 * name of a feature, and its value for each block. And what must hold for all of them on every page.
 */
#include <libextract/extract.h>
#include <libextract/feature/feature.h>

#include <math.h>
#include <string.h>

#define MAX_BLOCKS 4

static const ExtractFeatureSet *
get_set (void)
{
  const ExtractFeatureSet *set = extract_feature_set_find ("classic");

  g_assert_nonnull (set);
  return set;
}

static guint
find_feature (const char *name)
{
  const ExtractFeatureSet *set = get_set ();

  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++)
    if (g_str_equal (extract_feature_set_get_feature (set, i)->name, name))
      return i;
  g_error ("there is no feature %s", name);
}

/* Returns: (transfer full): the page with its features. */
static ExtractDocument *
parse_bytes (GBytes *bytes)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GError) error = NULL;
  ExtractDocument *document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (extract_features_compute (document, get_set (), NULL, &error));
  g_assert_no_error (error);
  return document;
}

static ExtractDocument *
parse (const char *page)
{
  g_autofree char *utf8 = g_strconcat ("<meta charset=utf-8>", page, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (utf8, strlen (utf8));

  return parse_bytes (bytes);
}

static float
get_value (ExtractDocument *document, guint block, guint feature)
{
  gsize n;
  const float *values = extract_block_get_features (extract_document_get_block (document, block), &n);

  g_assert_cmpuint (n, ==, extract_feature_set_get_n_features (get_set ()));
  return values[feature];
}

/* ---- Values --------------------------------------------------------------------------------- */

typedef struct {
  const char *feature, *page;
  double values[MAX_BLOCKS]; /* of each block */
  guint n_blocks;
} Case;

/* clang-format off */
static const Case cases[] = {
  /* Counts over the maximum of the page; 0 if that is 0. */
  { "letters", "<p>abcd<p>ab 12<p>日本语<p>12", { 1, 0.5, 0.75, 0 }, 4 },
  { "words", "<p>a b c d<p>one<p>don't stop<p>-", { 1, 0.25, 0.5, 0 }, 4 },
  { "capitalised-words", "<p>The Old Man, Žofie<p>the Old<p>man<p>Íř ÁB", { 1, 0.25, 0, 0.5 }, 4 },
  { "capitalised-words", "<p>a<p>b", { 0, 0 }, 2 },
  { "all-caps-words", "<p>USA ÚPĚL I<p>NATO n<p>Usa", { 1, 0.5, 0 }, 3 },
  { "sentences", "<p>A. B. C. D.<p>Hello<p>好。好。<p>12", { 1, 0.25, 0.5, 0 }, 4 },
  { "links", "<p><a href=1>a</a><a href=2>b</a><p><a href=1>a</a><a>b</a><a href=2></a><p>c", { 1, 0.5, 0 }, 3 },
  { "bars", "<p>a | b | c | d<p>a | b<p>a", { 1, 1.0 / 3, 0 }, 3 },
  { "images", "<p>a<img><img><p>b<img><p>c", { 1, 0.5, 0 }, 3 },
  { "positive-inline", "<p><em>a</em><code>b</code><sub>c</sub><q>d</q><p><cite>a</cite><p><b>c</b>", { 1, 0.25, 0 }, 3 },
  { "positive-inline", "<p><strong>a</strong> <dfn>b</dfn> <kbd>c</kbd> <samp>d</samp> <var>e</var><sup>f</sup><p><em>a</em><em>b</em><em>c</em>", { 1, 0.5 }, 2 },
  { "word-length", "<p>abcdef ab<p>ab<p>123 5<p>-", { 1, 0.5, 0.5, 0 }, 4 },
  { "sentence-length", "<p>One two three four.<p>One two. Three four.<p>One<p>1 2 3", { 1, 0.5, 0.25, 0 }, 4 },
  /* Ratios; 1 if the denominator is 0. */
  { "digit-density", "<p>1234<p>a1b2<p>a 23<p>abc", { 1, 0.5, 0.5, 0 }, 4 },
  { "space-density", "<p>a b<p>abc<pre>a\n\tb</pre>", { 1.0 / 3, 0, 0.5 }, 3 },
  { "image-density", "<p>a<img><p>a b c<img><p>a<p>-<img>", { 0.5, 0.25, 0, 1 }, 4 },
  { "image-density", "<p>-", { 1 }, 1 },
  { "bar-density", "<p>a|b|<p>a | b<p>abc", { 0.5, 0.2, 0 }, 3 },
  { "link-density", "<p><a href=1>a b</a><p><a href=1>ab</a> cd<p>abcd<p><a>ab</a>", { 1, 0.5, 0, 0 }, 4 },
  { "link-density", "<a href=1><p>ab</p>c<b>d</b></a>e", { 1, 2.0 / 3 }, 2 },
  { "all-caps-density", "<p>USA EU<p>USA eu<p>usa<p>-", { 1, 0.5, 0, 1 }, 4 },
  { "long-word-density", "<p>abcdefghi<p>abcdefgh abcdefghi<p>abcdefgh<p>-", { 1, 0.5, 0, 1 }, 4 },
  { "short-word-density", "<p>a abc<p>abc abcd<p>abcd<p>-", { 1, 0.5, 0, 1 }, 4 },
  /* Flags. */
  { "has-copyright", "<p>&copy; us<p>(c) us<p>a © b", { 1, 0, 1 }, 3 },
  { "has-angle", "<p>a &lt; b<p>a &gt; b<p>a » b", { 1, 1, 0 }, 3 },
  { "positive-ancestor", "<div class='left CONTENT'><p>a<div>b</div></div><div id=mainbox>c</div><p class=side>d", { 1, 1, 1, 0 }, 4 },
  { "positive-ancestor", "<body class=content><p>a<div id=sidebar>b</div><p class='hentry'>c", { 0, 0, 1 }, 3 },
  { "positive-ancestor", "<p><span class=content>a</span><p class=''>b<p id='Story-1'>c", { 0, 0, 1 }, 3 },
  { "is-heading", "<h1>a</h1><h6>b</h6><p>c<div><b>d</b></div>", { 1, 1, 0, 0 }, 4 },
  { "is-heading", "<h2>a<div>b</div></h2>", { 1, 0 }, 2 },
  { "is-paragraph", "<p>a<div>b</div><p><b>c</b><li>d", { 1, 0, 1, 0 }, 4 },
  { "is-list-item", "<ul><li>a<li><p>b</p><li><i>c</i></ul><dl><dd>d</dl>", { 1, 0, 1, 0 }, 4 },
  { "position", "<p>a<p>b<p>c<p>d", { 0, 0.25, 0.5, 0.75 }, 4 },
  { "position", "<p>a", { 0 }, 1 },
};
/* clang-format on */

static void
test_values (gconstpointer data)
{
  const Case *c = data;
  guint feature = find_feature (c->feature);
  g_autoptr (ExtractDocument) document = parse (c->page);

  g_test_message ("%s of %s", c->feature, c->page);
  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, c->n_blocks);
  for (guint i = 0; i < c->n_blocks; i++)
    g_assert_cmpfloat_with_epsilon (get_value (document, i, feature), c->values[i], 1e-6);
}

/* No feature is left without a case. */
static void
test_all_have_cases (void)
{
  const ExtractFeatureSet *set = get_set ();

  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++) {
    const char *name = extract_feature_set_get_feature (set, i)->name;
    guint n = 0;

    for (guint j = 0; j < G_N_ELEMENTS (cases); j++)
      n += g_str_equal (cases[j].feature, name);
    g_test_message ("%s", name);
    g_assert_cmpuint (n, >, 0);
  }
}

/* ---- The table ------------------------------------------------------------------------------ */

static void
test_table (void)
{
  const ExtractFeatureSet *set = get_set ();
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) sentences = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert_cmpstr (extract_feature_set_get_name (set), ==, "classic");
  g_assert_cmpuint (extract_feature_set_get_version (set), ==, 1);
  g_assert_cmpuint (extract_feature_set_get_n_features (set), ==, 26);
  g_assert_cmpuint (extract_feature_set_get_window (set), ==, 1);
  g_assert_cmpuint (extract_feature_set_get_n_inputs (set), ==, 78);
  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++) {
    const ExtractFeature *feature = extract_feature_set_get_feature (set, i);

    g_test_message ("%s", feature->name);
    g_assert_true (g_hash_table_add (names, (gpointer) feature->name));
    g_assert_true (g_hash_table_add (sentences, (gpointer) feature->sentence));
    for (const char *p = feature->name; *p; p++)
      g_assert_true (g_ascii_islower (*p) || *p == '-');
    g_assert_cmpstr (feature->family, !=, "");
    g_assert_cmpstr (feature->unit, !=, "");
    g_assert_cmpstr (feature->formula, !=, "");
    g_assert_cmpuint (strlen (feature->sentence), >=, 5);
    g_assert_false (g_str_has_suffix (feature->sentence, "."));
    g_assert_cmpfloat (feature->minimum, ==, 0);
    g_assert_cmpfloat (feature->maximum, ==, 1);
  }
}

static void
test_sets (void)
{
  const char *const *names = extract_feature_set_get_names ();

  g_assert_nonnull (names[0]);
  for (; *names; names++)
    g_assert_cmpstr (extract_feature_set_get_name (extract_feature_set_find (*names)), ==, *names);
  g_assert_cmpuint (extract_feature_set_get_n_inputs (extract_feature_set_find ("classic-alone")), ==, 26);
  g_assert_null (extract_feature_set_find ("Classic"));
  g_assert_null (extract_feature_set_find (""));
}

/* ---- Whole pages ---------------------------------------------------------------------------- */

static void
assert_in_range (ExtractDocument *document)
{
  const ExtractFeatureSet *set = get_set ();

  for (guint i = 0; i < extract_document_get_n_blocks (document); i++)
    for (guint j = 0; j < extract_feature_set_get_n_features (set); j++) {
      const ExtractFeature *feature = extract_feature_set_get_feature (set, j);
      float value = get_value (document, i, j);

      g_assert_true (value >= feature->minimum && value <= feature->maximum);
      if (g_str_equal (feature->unit, "flag"))
        g_assert_true (value == 0 || value == 1);
    }
}

/* A page count reaches its maximum in some block, or is 0 in all. */
static void
assert_maximum_reached (ExtractDocument *document)
{
  const ExtractFeatureSet *set = get_set ();

  for (guint j = 0; j < extract_feature_set_get_n_features (set); j++) {
    float maximum = 0;

    if (!strstr (extract_feature_set_get_feature (set, j)->unit, "over the page's maximum"))
      continue;
    for (guint i = 0; i < extract_document_get_n_blocks (document); i++)
      maximum = fmaxf (maximum, get_value (document, i, j));
    g_assert_true (maximum == 0 || maximum == 1);
  }
}

static void
assert_inputs (ExtractDocument *document)
{
  const ExtractFeatureSet *set = get_set ();
  guint n_features = extract_feature_set_get_n_features (set),
        n_inputs = extract_feature_set_get_n_inputs (set);
  int window = (int) extract_feature_set_get_window (set),
      n_blocks = (int) extract_document_get_n_blocks (document);
  g_autofree float *inputs = g_new (float, n_inputs);

  for (int i = 0; i < n_blocks; i++) {
    memset (inputs, 0xff, n_inputs * sizeof *inputs);
    extract_document_get_inputs (document, (guint) i, inputs);
    for (guint k = 0; k < n_inputs; k++) {
      int block = i - window + (int) (k / n_features);
      float expected =
          block < 0 || block >= n_blocks ? 0 : get_value (document, (guint) block, k % n_features);

      g_assert_true (inputs[k] == expected);
    }
  }
}

static void
test_folder (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autofree char *page = NULL;
    g_autoptr (GBytes) bytes = NULL;
    g_autoptr (ExtractDocument) document = NULL;
    gsize length;

    if (!g_str_has_suffix (name, ".html"))
      continue;
    g_test_message ("%s", name);
    g_file_get_contents (path, &page, &length, &error);
    g_assert_no_error (error);
    bytes = g_bytes_new_take (g_steal_pointer (&page), length);
    document = parse_bytes (bytes);
    assert_in_range (document);
    assert_maximum_reached (document);
    assert_inputs (document);
  }
}

static void
test_pages (void)
{
  g_autofree char *pages = g_test_build_filename (G_TEST_DIST, "..", "pages", NULL);
  g_autofree char *segment = g_build_filename (pages, "segment", NULL);

  test_folder (pages);
  test_folder (segment);
}

static void
test_page_of_one_block (void)
{
  const ExtractFeatureSet *set = get_set ();
  guint n = extract_feature_set_get_n_features (set);
  g_autoptr (ExtractDocument) document = parse ("<p>One block.");
  float inputs[78];

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 1);
  extract_document_get_inputs (document, 0, inputs);
  for (guint i = 0; i < n; i++) {
    g_assert_true (inputs[i] == 0);
    g_assert_true (inputs[n + i] == get_value (document, 0, i));
    g_assert_true (inputs[2 * n + i] == 0);
  }
}

static void
test_page_without_blocks (void)
{
  g_autoptr (ExtractDocument) document = parse ("");

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 0);
}

/* Copies share the features; computing them again changes nothing; a sealed page keeps what it has. */
static void
test_copies (void)
{
  g_autoptr (ExtractDocument) document = parse ("<p>One block.<p>Two");
  g_autoptr (ExtractDocument) copy = extract_document_copy (document);
  g_autoptr (GError) error = NULL;
  gsize n;
  const float *values = extract_block_get_features (extract_document_get_block (document, 1), &n);

  g_assert_true (extract_block_get_features (extract_document_get_block (copy, 1), &n) == values);
  g_assert_true (extract_features_compute (document, get_set (), NULL, &error));
  g_assert_true (extract_block_get_features (extract_document_get_block (document, 1), &n) == values);
}

static void
test_before_computing (void)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static ("<p>x", 4);
  g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, NULL);
  gsize n = 1;

  g_assert_null (extract_block_get_features (extract_document_get_block (document, 0), &n));
  g_assert_cmpuint (n, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/feature/value/%s/%u", cases[i].feature, i);

    g_test_add_data_func (path, &cases[i], test_values);
  }
  g_test_add_func ("/feature/all-have-cases", test_all_have_cases);
  g_test_add_func ("/feature/table", test_table);
  g_test_add_func ("/feature/sets", test_sets);
  g_test_add_func ("/feature/pages", test_pages);
  g_test_add_func ("/feature/page-of-one-block", test_page_of_one_block);
  g_test_add_func ("/feature/page-without-blocks", test_page_without_blocks);
  g_test_add_func ("/feature/copies", test_copies);
  g_test_add_func ("/feature/before-computing", test_before_computing);
  return g_test_run ();
}
