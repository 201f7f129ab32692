/* SPDX-License-Identifier: MIT */
/*
 * Reports over pages that are written here, one of them by somebody who means harm. The page is read as XML:
 * it has to be well-formed, and its elements are counted.
 */
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train/measure/curve.h"
#include "train/report/report.h"
#include "libextract/feature/feature.h"

/* ---- A set in a fresh folder -------------------------------------------------------------- */

typedef struct {
  char *folder;
  char *out;
  TrainDataset dataset; /* only what entries need */
  ExtractParser *parser;
  GPtrArray *results;
} Fixture;

static void
fixture_set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *html = NULL;

  fixture->folder = g_dir_make_tmp ("test-report-XXXXXX", &error);
  g_assert_no_error (error);
  html = g_build_filename (fixture->folder, "html", NULL);
  g_assert_cmpint (g_mkdir (html, 0777), ==, 0);
  fixture->out = g_build_filename (fixture->folder, "new", "report", NULL);
  fixture->dataset = (TrainDataset){ .path = fixture->folder, .name = fixture->folder };
  fixture->parser = extract_parser_new ();
  fixture->results = g_ptr_array_new_with_free_func ((GDestroyNotify) train_result_free);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *child = g_build_filename (path, name, NULL);
    remove_tree (child);
  }
  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
fixture_tear_down (Fixture *fixture, gconstpointer data)
{
  remove_tree (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->out);
  extract_parser_unref (fixture->parser);
  g_ptr_array_unref (fixture->results);
}

static void
write_page (const Fixture *fixture, const char *id, const char *html)
{
  g_autofree char *path = g_strdup_printf ("%s/html/%s.html", fixture->folder, id);
  g_assert_true (g_file_set_contents (path, html, -1, NULL));
}

/* A page of which the block i was taken for labels[i] and is truths[i]: 'g' good, 'b' bad, 'n' neither. */
static TrainResult *
add_result (Fixture *fixture, const TrainEntry *entry, double f1, const char *truths, const char *labels)
{
  TrainResult *result = g_new0 (TrainResult, 1);

  result->entry = entry;
  result->scored = TRUE;
  result->scores = (TrainScores){ f1, f1, f1 };
  result->has_blocks = truths != NULL;
  if (truths)
    result->block_results = g_array_new (FALSE, FALSE, sizeof (TrainBlockResult));
  for (guint i = 0; truths && truths[i]; i++) {
    TrainBlockResult block = { .score = labels[i] == 'g' ? 0.75 : 0.25,
                               .n_words = truths[i] == 'n' ? 0 : 10,
                               .truth = truths[i] == 'g'   ? EXTRACT_LABEL_GOOD
                                        : truths[i] == 'b' ? EXTRACT_LABEL_BAD
                                                           : EXTRACT_LABEL_NONE,
                               .label = labels[i] == 'g' ? EXTRACT_LABEL_GOOD : EXTRACT_LABEL_BAD };
    g_array_append_val (result->block_results, block);
    if (block.truth == EXTRACT_LABEL_NONE)
      continue;
    train_confusion_add (&result->blocks, truths[i] == 'g', labels[i] == 'g', 1);
    train_confusion_add (&result->words, truths[i] == 'g', labels[i] == 'g', 10);
  }
  g_ptr_array_add (fixture->results, result);
  return result;
}

static char *
read_out (const Fixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->out, name, NULL);
  char *text = NULL;
  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
write_report (const Fixture *fixture, const TrainReport *report)
{
  g_autoptr (GError) error = NULL;
  train_report_write (report, fixture->out, &error);
  g_assert_no_error (error);
}

/* ---- Reading the page --------------------------------------------------------------------- */

/* How often each element, and each "element.class", is there. */
typedef struct {
  GHashTable *counts;
  GHashTable *ids;
} Page;

static void
page_count (Page *page, char *key)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (page->counts, key));
  g_hash_table_insert (page->counts, key, GUINT_TO_POINTER (n + 1));
}

static void
start_element (GMarkupParseContext *context, const char *name, const char **keys, const char **values,
               gpointer data, GError **error)
{
  Page *page = data;

  page_count (page, g_strdup (name));
  for (guint i = 0; keys[i]; i++) {
    if (g_str_equal (keys[i], "class")) {
      g_auto (GStrv) classes = g_strsplit (values[i], " ", -1);
      for (char **class = classes; *class; class ++)
        page_count (page, g_strdup_printf ("%s.%s", name, *class));
    }
    if (g_str_equal (keys[i], "id"))
      g_assert_true (g_hash_table_add (page->ids, g_strdup (values[i])));
    /* Nothing that loads, runs or leads away. */
    g_assert_false (g_str_has_prefix (keys[i], "on"));
    g_assert_cmpstr (keys[i], !=, "src");
    g_assert_cmpstr (keys[i], !=, "style");
    if (g_str_equal (keys[i], "href"))
      g_assert_true (values[i][0] == '#' && g_str_equal (name, "a"));
  }
}

static void
page_clear (Page *page)
{
  g_hash_table_unref (page->counts);
  g_hash_table_unref (page->ids);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Page, page_clear)

static void
page_read (Page *page, const char *html)
{
  static const GMarkupParser parser = { .start_element = start_element };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, page, NULL);
  g_autoptr (GError) error = NULL;

  page->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  page->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_assert_true (g_utf8_validate (html, -1, NULL));
  g_markup_parse_context_parse (context, html, -1, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
}

static guint
page_get (const Page *page, const char *key)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (page->counts, key));
}

/* ---- Tests -------------------------------------------------------------------------------- */

static TrainHistory *
make_history (const char *name, gboolean held)
{
  TrainHistory *history = train_history_new (name);

  for (guint i = 1; i <= 5; i++) {
    TrainEpoch epoch = { i, 1.0 / i, held ? 0.5 + 0.1 * MIN (i, 6 - i) : NAN };
    g_array_append_val (history->epochs, epoch);
  }
  history->best = held ? 3 : 5;
  return history;
}

/* Learnt from 25, 50, 75 and 100 pages, of which only those of the forum are few. */
static TrainLearning *
make_learning (GPtrArray *results)
{
  static const char *const shares[] = { "1/4", "1/2", "3/4", "1" };
  static const TrainEntry article = { .type = (char *) "article" };
  GPtrArray *learnt[4], *changed[4];
  TrainLearningSize sizes[4];

  for (guint s = 0; s < 4; s++) {
    learnt[s] = g_ptr_array_new ();
    changed[s] = g_ptr_array_new_with_free_func (g_free);
    for (guint i = 0; i < 25 * (s + 1); i++)
      g_ptr_array_add (learnt[s], (gpointer) &article);
    for (guint i = 0; i < results->len; i++) {
      TrainResult *result = g_memdup2 (results->pdata[i], sizeof (TrainResult));
      result->scores.f1 *= 1 - 0.1 - 5.0 / (25 * (s + 1));
      g_ptr_array_add (changed[s], result);
    }
    sizes[s] = (TrainLearningSize){ shares[s], learnt[s], changed[s] };
  }
  TrainLearning *learning = train_learning_new (sizes, 4, 1);
  for (guint s = 0; s < 4; s++) {
    g_ptr_array_unref (learnt[s]);
    g_ptr_array_unref (changed[s]);
  }
  return learning;
}

static const char *const sections[] = { "measured", "headline", "by-type",  "by-language",
                                        "pages",    "training", "learning", "scores",
                                        "features", "rules",    "worst" };
static const char *const tables[] = { "summary.tsv", "pages.tsv",      "curve.tsv", "calibration.tsv",
                                      "epochs.tsv",  "importance.tsv", "rules.tsv", "learning.tsv" };

/* Everything is there; then a report that has nothing takes its place, and leaves nothing of it. */
static void
test_sections (Fixture *fixture, gconstpointer data)
{
  static const char *const facts[] = { "sets", "a & b", "pages", "two", NULL };
  TrainEntry one = {
    .dataset = &fixture->dataset, .id = (char *) "one", .lang = (char *) "en", .type = (char *) "article"
  };
  TrainEntry two = {
    .dataset = &fixture->dataset, .id = (char *) "two", .lang = (char *) "pl", .type = (char *) "forum"
  };
  const ExtractFeatureSet *set = extract_feature_set_find ("classic");
  g_autoptr (GPtrArray) histories = g_ptr_array_new_with_free_func ((GDestroyNotify) train_history_free);
  g_autoptr (GArray) importances = g_array_new (FALSE, FALSE, sizeof (TrainImportance));
  TrainImportance importance = { extract_feature_set_get_feature (set, 3), 0.125, 0.0625 };
  gsize n_rules;
  extract_rule_get_all (&n_rules);
  g_autofree TrainRuleEffect *rules = g_new0 (TrainRuleEffect, n_rules);
  g_auto (Page) full = { 0 }, empty = { 0 };

  g_array_append_val (importances, importance);
  g_ptr_array_add (histories, make_history ("fold 1", TRUE));
  g_ptr_array_add (histories, make_history ("all pages", FALSE));
  rules[0] = (TrainRuleEffect){ 0.25, 0.5, TRUE };
  write_page (fixture, "one", "<p>One<p>Two<p>Three<p>Four");
  add_result (fixture, &one, 0.5, "ggbb", "gbgb");
  add_result (fixture, &two, 1, "gb", "gb");
  g_autoptr (TrainLearning) learning = make_learning (fixture->results);
  const TrainReport report = { "All <of> it", facts,    fixture->results, histories, importances,
                               rules,         learning, fixture->parser,  1,         TRUE };
  write_report (fixture, &report);

  g_autofree char *html = read_out (fixture, "index.html");
  page_read (&full, html);
  g_assert_cmpuint (page_get (&full, "section"), ==, G_N_ELEMENTS (sections));
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    g_assert_true (g_hash_table_contains (full.ids, sections[i]));
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    g_autofree char *table = read_out (fixture, tables[i]);
    g_test_message ("%s", tables[i]);
    g_assert_nonnull (table);
    g_assert_true (g_str_has_suffix (table, "\n"));
  }
  /* Types, languages, histogram, error, held-back F1, learning curve and gain, curve, calibration,
   * importance. */
  g_assert_cmpuint (page_get (&full, "svg"), ==, 10);
  g_assert_cmpuint (page_get (&full, "figure"), ==, 10);
  /* Both pages together twice, the gain of all pages and of articles, and the feature: one page alone has no
   * interval. */
  g_assert_cmpuint (page_get (&full, "path.whisker"), ==, 5);
  g_assert_cmpuint (page_get (&full, "li.right"), ==, 2); /* one in the key */
  g_assert_cmpuint (page_get (&full, "li.missed"), ==, 2);
  g_assert_cmpuint (page_get (&full, "li.wrong"), ==, 2);
  g_assert_cmpuint (page_get (&full, "li.left"), ==, 2);
  g_assert_cmpuint (page_get (&full, "details.page"), ==, 1); /* the other one is perfect */
  g_assert_nonnull (strstr (html, "<title>All &lt;of&gt; it</title>"));

  g_autofree char *epochs = read_out (fixture, "epochs.tsv");
  g_assert_nonnull (strstr (epochs, "fold 1\t2\t0.5\t0.7\t0\nfold 1\t3\t0.3333333\t0.8\t1\n"));
  g_assert_nonnull (strstr (epochs, "all pages\t5\t0.2\t-\t1\n"));
  g_autofree char *importance_table = read_out (fixture, "importance.tsv");
  g_assert_nonnull (strstr (importance_table, "all-caps-words\t0.125\t0.0625\n"));

  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  const TrainReport nothing = { .title = "Nothing", .results = none };
  write_report (fixture, &nothing);
  g_autofree char *empty_html = read_out (fixture, "index.html");
  page_read (&empty, empty_html);
  g_assert_cmpuint (page_get (&empty, "section"), ==, 1);
  g_assert_cmpuint (page_get (&empty, "svg"), ==, 0);
  for (guint i = 1; i < G_N_ELEMENTS (tables); i++) {
    g_autofree char *table = read_out (fixture, tables[i]);
    g_assert_null (table);
  }
}

static void
test_figures (Fixture *fixture, gconstpointer data)
{
  TrainEntry one = { .dataset = &fixture->dataset, .id = (char *) "one", .type = (char *) "article" };
  TrainEntry two = { .dataset = &fixture->dataset, .id = (char *) "two", .type = (char *) "a\tb\n" };
  const TrainReport report = { .title = "T", .results = fixture->results, .seed = 7 };
  TrainSummary summary;
  double value;

  for (guint i = 0; i < 20; i++)
    add_result (fixture, i % 4 ? &one : &two, 0.25 + i / 40.0, "ggbbn", i % 2 ? "gbgbb" : "ggbbg");
  write_report (fixture, &report);
  train_summary_compute (fixture->results, 7, &summary);

  /* all: the F1 are .25, .275 .. .725, their mean .4875 */
  g_autofree char *text = read_out (fixture, "summary.tsv");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_auto (GStrv) cells = g_strsplit (lines[1], "\t", -1);
  g_assert_cmpstr (lines[0], ==, "by\tname\tpages\tscored\tf1\tf1_low\tf1_high\tprecision\trecall");
  g_assert_cmpuint (g_strv_length (cells), ==, 9);
  g_assert_cmpstr (cells[0], ==, "all");
  g_assert_cmpstr (cells[2], ==, "20");
  g_assert_cmpstr (cells[4], ==, "0.4875");
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[5], NULL), summary.f1_low, 1e-7);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[6], NULL), summary.f1_high, 1e-7);
  g_assert_cmpuint (g_strv_length (lines), ==, 5); /* a name with a tab and a line is no more than a cell */
  g_assert_true (g_str_has_prefix (lines[2], "type\ta\\x09b\\x0a\t5\t"));

  /* From .75 down: half of the pages take g b, the others g g: 30 of 40 right, 30 of 40 found. */
  g_autofree char *curve = read_out (fixture, "curve.tsv");
  g_assert_nonnull (strstr (curve, "\n0.75\t0.75\t0.75\t0.75\n"));
  g_autofree char *calibration = read_out (fixture, "calibration.tsv");
  g_assert_nonnull (strstr (calibration, "\n0.2\t0.3\t0.5\t0.25\t0.25\n"));
  g_assert_nonnull (strstr (calibration, "\n0.7\t0.8\t0.5\t0.75\t0.75\n"));
  g_assert_nonnull (strstr (calibration, "\n0.9\t1\t0\t-\t-\n"));

  g_autofree char *json = read_out (fixture, "report.json");
  g_autoptr (JsonNode) node = json_from_string (json, NULL);
  g_assert_nonnull (node);
  JsonObject *root = json_node_get_object (node);
  JsonObject *precision_recall = json_object_get_object_member (root, "precision_recall");
  g_assert_cmpint (json_object_get_int_member (root, "version"), ==, 1);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (root, "pages")), ==, 20);
  value = json_object_get_double_member (json_object_get_object_member (root, "summary"), "f1");
  g_assert_cmpfloat_with_epsilon (value, 0.4875, 1e-7);
  value =
      json_object_get_double_member (json_object_get_object_member (precision_recall, "as_labelled"), "f1");
  g_assert_cmpfloat_with_epsilon (value, 0.75, 1e-7);
  g_autoptr (GArray) points = train_curve_precision_recall (fixture->results);
  value = json_object_get_double_member (precision_recall, "average_precision");
  g_assert_cmpfloat_with_epsilon (value, train_curve_average_precision (points), 1e-7);
}

static void
test_same (Fixture *fixture, gconstpointer data)
{
  TrainEntry one = { .dataset = &fixture->dataset, .id = (char *) "one", .lang = (char *) "en" };
  const TrainReport report = {
    .title = "T", .results = fixture->results, .parser = fixture->parser, .seed = 3
  };

  write_page (fixture, "one", "<p>One<p>Two");
  for (guint i = 0; i < 15; i++) /* as bad as one another: in their order */
    add_result (fixture, &one, 0.5, "gb", i % 2 ? "bg" : "gg");
  write_report (fixture, &report);
  g_autofree char *html = read_out (fixture, "index.html"), *json = read_out (fixture, "report.json");
  write_report (fixture, &report);
  g_autofree char *html_again = read_out (fixture, "index.html"),
                  *json_again = read_out (fixture, "report.json");
  g_assert_cmpstr (html, ==, html_again);
  g_assert_cmpstr (json, ==, json_again);
}

/* 30 blocks, one of them missed: it, one to each side, and two folds. Then comments that were all taken. */
static void
test_folds (Fixture *fixture, gconstpointer data)
{
  TrainEntry one = { .dataset = &fixture->dataset, .id = (char *) "one" };
  TrainEntry two = { .dataset = &fixture->dataset, .id = (char *) "two" };
  const TrainReport report = { .title = "T", .results = fixture->results, .parser = fixture->parser };
  g_autoptr (GString) html = g_string_new (NULL);
  g_autofree char *truths = g_strnfill (30, 'b'), *labels = g_strnfill (30, 'b'),
                  *taken = g_strnfill (30, 'g');
  g_auto (Page) page = { 0 };

  for (guint i = 0; i < 30; i++)
    g_string_append_printf (html, "<p>Block %u</p>", i);
  write_page (fixture, "one", html->str);
  write_page (fixture, "two", html->str);
  add_result (fixture, &two, 0.5, truths, taken);
  truths[20] = 'g';
  add_result (fixture, &one, 0.25, truths, labels);
  write_report (fixture, &report);

  g_autofree char *text = read_out (fixture, "index.html");
  page_read (&page, text);
  g_assert_nonnull (strstr (text, "… 19 blocks rightly excluded<"));
  g_assert_nonnull (strstr (text, "… 8 blocks rightly excluded<"));
  g_assert_nonnull (strstr (text, "… 22 blocks wrongly included<"));
  g_assert_cmpuint (page_get (&page, "li.fold"), ==, 3);
  g_assert_cmpuint (page_get (&page, "li.missed"), ==, 2); /* with the key */
  g_assert_cmpuint (page_get (&page, "li.left"), ==, 30);
  g_assert_cmpuint (page_get (&page, "li.wrong"), ==, 31);
  g_auto (GStrv) parts = g_strsplit (text, "<strong>two</strong>", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  g_assert_nonnull (strstr (parts[0], "<strong>one</strong>"));
}

/* Texts, names, a URL and a language that are meant to get out of their places. */
static void
test_hostile (Fixture *fixture, gconstpointer data)
{
  static const char evil[] = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>\x01\x1b[31m"
                             "\xe2\x80\xae\xe2\x81\xa6\xc2\x9b]]>--><!--</style></bdi></details>";
  g_autofree char *broken = g_strconcat (evil, "\xff", NULL); /* what is from an index is valid at least */
  const char *facts[] = { broken, broken, NULL };
  TrainEntry entry = { .dataset = &fixture->dataset,
                       .id = (char *) "evil",
                       .url = (char *) "javascript:alert('1')",
                       .lang = (char *) evil,
                       .type = (char *) evil,
                       .title = (char *) evil };
  TrainEntry unknown = { .dataset = &fixture->dataset, .id = (char *) "gone" };
  TrainEntry changed = { .dataset = &fixture->dataset, .id = (char *) "changed" };
  g_autoptr (GPtrArray) histories = g_ptr_array_new_with_free_func ((GDestroyNotify) train_history_free);
  const TrainReport report = { broken, facts, fixture->results, histories, NULL,
                               NULL,   NULL,  fixture->parser,  1 };
  g_autofree char *giant = g_strnfill (1000000, 'x');
  g_autofree char *html = g_strconcat ("<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#x202e;turned "
                                       "&#x2066;</p><evil-tag\"onclick=a>b</evil-tag\">"
                                       "<div>&#x85;]]&gt; --&gt; &lt;/bdi&gt; \xff</div><p>",
                                       giant, "</p>", NULL);
  g_auto (Page) page = { 0 };

  g_ptr_array_add (histories, make_history (broken, TRUE));
  write_page (fixture, "evil", html);
  write_page (fixture, "changed", "<p>One");
  g_autoptr (ExtractDocument) document = train_entry_load_page (&entry, fixture->parser, NULL);
  g_autofree char *truths = g_strnfill (extract_document_get_n_blocks (document), 'g');
  g_autofree char *labels = g_strnfill (extract_document_get_n_blocks (document), 'b');
  add_result (fixture, &entry, 0, truths, labels);
  add_result (fixture, &unknown, 0, "gg", "gb");
  add_result (fixture, &changed, 0, "ggg", "gbb");
  write_report (fixture, &report);

  g_autofree char *text = read_out (fixture, "index.html");
  page_read (&page, text);
  g_assert_cmpuint (strlen (text), <, 60000);
  g_assert_cmpuint (page_get (&page, "script"), ==, 0);
  g_assert_cmpuint (page_get (&page, "img"), ==, 0);
  g_assert_cmpuint (page_get (&page, "style"), ==, 1);
  g_assert_cmpuint (page_get (&page, "details.page"), ==, 3);
  g_assert_cmpuint (page_get (&page, "li.missed"), ==, 1 + strlen (truths));
  g_assert_nonnull (strstr (text, "&lt;script&gt;alert(1)&lt;/script&gt; &amp; turned</bdi>"));
  g_assert_nonnull (strstr (text, "The page has changed since it was measured."));
  g_assert_nonnull (strstr (text, "content=\"default-src 'none'; style-src 'sha256-"));
  for (const char *p = text; *p; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);
    g_assert_true (c == '\n' || !g_unichar_iscntrl (c));
    g_assert_true (g_unichar_type (c) != G_UNICODE_FORMAT);
  }

  g_autofree char *json = read_out (fixture, "report.json");
  g_autoptr (JsonNode) node = json_from_string (json, NULL);
  g_assert_nonnull (node);
}

/* The style sheet is what its checksum in the policy says, else a browser would not take it. */
static void
test_policy (Fixture *fixture, gconstpointer data)
{
  const TrainReport report = { .title = "T", .results = fixture->results };

  write_report (fixture, &report);
  g_autofree char *text = read_out (fixture, "index.html");
  g_auto (GStrv) before = g_strsplit (text, "<style>", 2);
  g_auto (GStrv) after = g_strsplit (before[1], "</style>", 2);
  g_autofree char *hex = g_compute_checksum_for_string (G_CHECKSUM_SHA256, after[0], -1);
  guint8 digest[32];

  for (guint i = 0; i < sizeof digest; i++)
    digest[i] = (guint8) (g_ascii_xdigit_value (hex[2 * i]) << 4 | g_ascii_xdigit_value (hex[2 * i + 1]));
  g_autofree char *base64 = g_base64_encode (digest, sizeof digest);
  g_autofree char *policy = g_strdup_printf ("style-src 'sha256-%s'", base64);
  g_assert_nonnull (strstr (text, policy));
}

static void
test_no_folder (Fixture *fixture, gconstpointer data)
{
  const TrainReport report = { .title = "T", .results = fixture->results };
  g_autofree char *file = g_build_filename (fixture->folder, "file", NULL);
  g_autofree char *below = g_build_filename (file, "report", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  g_assert_false (train_report_write (&report, below, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) \
  g_test_add ("/report/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)
  ADD ("sections", test_sections);
  ADD ("figures", test_figures);
  ADD ("same", test_same);
  ADD ("folds", test_folds);
  ADD ("hostile", test_hostile);
  ADD ("policy", test_policy);
  ADD ("no-folder", test_no_folder);
  return g_test_run ();
}
