/* SPDX-License-Identifier: MIT */
/*
 * Checking sets: small ones are written to a folder, a page for each thing that may be wrong; expected are
 * the findings, and no others. Labels of people on the way from their file to the blocks, too.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "train/data/check.h"
#include "train/learn/corpus.h"
#include "libextract/feature/feature.h"

#include "tests/unit/parse.h"

#define LONG_TEXT                                                                                       \
  "The ferry pier was reopened on Monday after two winters of repairs and the first boat left for the " \
  "island at noon with forty people on board who had waited since the morning in the rain."
#define OTHER_TEXT                                                                                           \
  "Clay dries from the outside inwards so a pot of uneven walls will crack at the rim long before its foot " \
  "is dry and no glaze will ever hide what went wrong on the wheel on that day."

#define TIME "2026-01-31T12:00:00Z"

/* A page of a test set. */
typedef struct {
  const char *id;
  const char *index;     /* more keys of its line in the index */
  const char *html;      /* (nullable): there is no page */
  const char *reference; /* (nullable) */
} Page;

typedef struct {
  char *folder;
  TrainDataset *dataset;
  GPtrArray *datasets;
  TrainSelected selected;
} Fixture;

static void
write_file (const char *folder, const char *name, const char *suffix, const char *text)
{
  g_autofree char *file = g_strconcat (name, suffix, NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
fixture_init (Fixture *fixture, const Page *pages, gsize n_pages)
{
  g_autoptr (GString) index = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("texttractor-check-XXXXXX", NULL);
  for (gsize i = 0; i < n_pages; i++) {
    g_autofree char *html = g_build_filename ("html", pages[i].id, NULL);
    g_autofree char *truth = g_build_filename ("truth", pages[i].id, NULL);
    g_string_append_printf (index, "{\"id\": \"%s\"%s%s}\n", pages[i].id, *pages[i].index ? ", " : "",
                            pages[i].index);
    if (pages[i].html)
      write_file (fixture->folder, html, ".html", pages[i].html);
    if (pages[i].reference)
      write_file (fixture->folder, truth, ".txt", pages[i].reference);
  }
  write_file (fixture->folder, "index", ".jsonl", index->str);
  fixture->dataset = train_dataset_open (fixture->folder, &error);
  g_assert_no_error (error);
  fixture->datasets = g_ptr_array_new ();
  g_ptr_array_add (fixture->datasets, fixture->dataset);
  fixture->selected = (TrainSelected){ fixture->datasets, fixture->dataset->entries, FALSE };
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder && (name = g_dir_read_name (folder))) {
    g_autofree char *child = g_build_filename (path, name, NULL);
    remove_tree (child);
  }
  g_remove (path);
}

static void
fixture_clear (Fixture *fixture)
{
  remove_tree (fixture->folder);
  g_ptr_array_unref (fixture->datasets);
  train_dataset_free (fixture->dataset);
  g_free (fixture->folder);
}

static TrainCheck *
check (Fixture *fixture, guint jobs)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  return train_check_new (&fixture->selected, parser, TRAIN_MINIMUM_RECALL, jobs);
}

/* "low-recall a, tiny-page b" */
static char *
list_findings (const TrainCheck *checked)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < checked->findings->len; i++) {
    const TrainFinding *finding = checked->findings->pdata[i];
    g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "", train_finding_get_info (finding->kind)->nick,
                            finding->page->entry->id);
  }
  return g_string_free (text, FALSE);
}

static const char *
get_reason (const TrainCheck *checked, guint i)
{
  return ((const TrainFinding *) checked->findings->pdata[i])->reason;
}

/* ---- Findings ----------------------------------------------------------------------------------- */

static void
test_findings (void)
{
  static const Page pages[] = {
    { "good", "\"site\": \"a.example\", \"lang\": \"en\"", "<p>Menu<p>" LONG_TEXT, LONG_TEXT },
    { "missing", "\"site\": \"b.example\"", NULL, "text" },
    { "empty", "\"site\": \"b.example\"", "<p> ", "text of seven words that are elsewhere" },
    { "wrong", "\"site\": \"b.example\"",
      "<p>Here stands something else of more than twenty words, but so a pot of uneven walls is there too "
      "and that is all",
      OTHER_TEXT },
    { "worse", "\"site\": \"b.example\"", "<p>" LONG_TEXT " and so on",
      "nothing of this is there, really; not even half, not even five" },
    { "menu", "\"site\": \"c.example\"",
      "<p>One two three four five six seven eight nine ten<p>eleven twelve thirteen fourteen fifteen sixteen "
      "seventeen eighteen nineteen twenty",
      "" },
    { "tiny", "\"site\": \"c.example\"", "<p>Not found", "not found" },
    { "greek", "\"site\": \"c.example\", \"lang\": \"el\"",
      "<p>This page is said to be in Greek, but as anybody who can read it will notice, it is written in "
      "English, all of its many words",
      "This page is said to be in Greek, but as anybody who can read it will notice, it is written in "
      "English, "
      "all of its many words" },
    { "unknown", "\"site\": \"c.example\"",
      "<p>Nobody has ever said what of this page is main text, and so it can be used for nothing, which "
      "is a pity, as it is long",
      NULL },
  };
  Fixture fixture;
  fixture_init (&fixture, pages, G_N_ELEMENTS (pages));
  g_autoptr (TrainCheck) one = check (&fixture, 1);
  g_autoptr (TrainCheck) three = check (&fixture, 3);
  g_autofree char *findings = list_findings (one);
  g_autofree char *again = list_findings (three);

  g_assert_cmpstr (findings, ==,
                   "broken missing, empty-page empty, low-recall worse, low-recall wrong, "
                   "long-reference wrong, empty-reference menu, tiny-page tiny, language greek");
  g_assert_cmpstr (findings, ==, again);
  g_assert_cmpstr (get_reason (one, 1), ==, "has no words, its reference has 7");
  g_assert_cmpstr (get_reason (one, 5), ==, "its reference is empty, the page has 20 words");
  g_assert_cmpstr (get_reason (one, 6), ==, "words: 2, blocks: 1");
  g_assert_cmpstr (get_reason (one, 7), ==,
                   "its language is said to be el, but 100 % of its letters are of another script");
  g_assert_cmpuint (one->n_failed, ==, 1);

  /* To learn from: good (2 blocks), menu (2), tiny (1), greek (1). */
  g_assert_true (one->usable);
  g_assert_cmpstr (one->verdict, ==,
                   "Ready to train: 4 pages of 2 sites, with 3 blocks of main text and 3 of "
                   "boilerplate.");
  fixture_clear (&fixture);
}

static void
test_verdicts (void)
{
  static const struct {
    const char *name;
    Page pages[3];
    const char *verdict;
  } cases[] = {
    { "no page can be read", { { "a", "", NULL, "text" } }, "Not ready to train: no page can be read." },
    { "nothing is known",
      { { "a", "", "<p>" LONG_TEXT, NULL }, { "b", "", "<p>" OTHER_TEXT, NULL } },
      "Not ready to train: no page has a reference text or labels of people." },
    { "nothing fits",
      { { "a", "", "<p>" LONG_TEXT, OTHER_TEXT } },
      "Not ready to train: no reference text fits its page, and no labels of people do." },
    { "all bad",
      { { "a", "", "<p>" LONG_TEXT, "" }, { "b", "", "<p>" OTHER_TEXT, "" } },
      "Not ready to train: no block is main text." },
    { "all good",
      { { "a", "", "<p>" LONG_TEXT, LONG_TEXT } },
      "Not ready to train: no block is boilerplate." },
    { "one site",
      { { "a", "\"url\": \"http://www.a.example/1\"", "<p>Menu<p>" LONG_TEXT, LONG_TEXT },
        { "b", "\"url\": \"http://a.example/2\"", "<p>Menu<p>" OTHER_TEXT, OTHER_TEXT } },
      "Not ready to train: all pages are of one site, and one has to be held back to measure on." },
    { "two sites",
      { { "a", "\"url\": \"http://a.example/1\"", "<p>Menu<p>" LONG_TEXT, LONG_TEXT },
        { "b", "\"url\": \"http://b.example/2\"", "<p>Menu<p>" OTHER_TEXT, OTHER_TEXT } },
      "Ready to train: 2 pages of 2 sites, with 2 blocks of main text and 2 of boilerplate." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    gsize n = 0;
    while (n < G_N_ELEMENTS (cases[i].pages) && cases[i].pages[n].id)
      n++;
    Fixture fixture;
    fixture_init (&fixture, cases[i].pages, n);
    g_autoptr (TrainCheck) checked = check (&fixture, 1);
    g_test_message ("%s", cases[i].name);
    g_assert_cmpstr (checked->verdict, ==, cases[i].verdict);
    g_assert_cmpint (checked->usable, ==, i == G_N_ELEMENTS (cases) - 1);
    fixture_clear (&fixture);
  }
}

/* ---- Twins -------------------------------------------------------------------------------------- */

static void
test_twins (void)
{
#define MENU "<p>Home news contact<p>"
  static const Page pages[] = {
    { "first", "\"site\": \"a.example\"", MENU LONG_TEXT, LONG_TEXT },
    { "copy", "\"site\": \"a.example\"", MENU LONG_TEXT, LONG_TEXT },
    { "text", "\"site\": \"b.example\"", "<div>" LONG_TEXT, LONG_TEXT },
    { "other", "\"site\": \"b.example\"", MENU OTHER_TEXT, OTHER_TEXT },
    { "short", "\"site\": \"b.example\"", "<p>Page not found<p>x", "Page not found" },
    { "short-too", "\"site\": \"c.example\"", "<p>Page not found<p>y", "Page not found" },
  };
  Fixture fixture;
  fixture_init (&fixture, pages, G_N_ELEMENTS (pages));
  g_autoptr (TrainCheck) checked = check (&fixture, 1);
  g_autofree char *findings = list_findings (checked);
  g_autofree char *name = g_path_get_basename (fixture.folder);

  g_assert_cmpstr (findings, ==, "tiny-page short, tiny-page short-too, same-page copy, same-text text");
  g_autofree char *same = g_strdup_printf ("is %s/first, of the same site", name);
  g_autofree char *other = g_strdup_printf ("has the text of %s/first, of another site", name);
  g_assert_cmpstr (get_reason (checked, 2), ==, same);
  g_assert_cmpstr (get_reason (checked, 3), ==, other);
  fixture_clear (&fixture);
}

/* Text @k of 400 words: word i is that of text 0, but for one in each @step. */
static char *
make_text (guint k, guint step)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < 400; i++)
    g_string_append_printf (text, "w%u%s ", i, step > 0 && i % step == 7 ? "x" : "");
  g_string_append_printf (text, "z%u", k);
  return g_string_free (text, FALSE);
}

/*
 * A changed word changes 5 runs. One in 100 of 401 words: 4 words and the last one, 21 of 397 runs, so that
 * J = 376 / 418 = 0.90; one in 10: 40 words, 199 runs, J = 198 / 596 = 0.33.
 */
static void
test_near_twins (void)
{
  g_autofree char *first = make_text (0, 0);
  g_autofree char *near = make_text (1, 100);
  g_autofree char *far = make_text (2, 10);
  g_autofree char *near_of_site = make_text (3, 100);
  g_autofree char *first_page = g_strconcat ("<p>a<p>", first, NULL);
  g_autofree char *near_page = g_strconcat ("<p>b<p>", near, NULL);
  g_autofree char *far_page = g_strconcat ("<p>c<p>", far, NULL);
  g_autofree char *site_page = g_strconcat ("<p>d<p>", near_of_site, NULL);
  const Page pages[] = {
    { "first", "\"site\": \"a.example\"", first_page, first },
    { "near", "\"site\": \"b.example\"", near_page, near },
    { "far", "\"site\": \"c.example\"", far_page, far },
    { "near-of-site", "\"site\": \"a.example\"", site_page, near_of_site },
  };
  Fixture fixture;
  fixture_init (&fixture, pages, G_N_ELEMENTS (pages));
  g_autoptr (TrainCheck) checked = check (&fixture, 1);

  /* Two pages of the site are as near to each other, but that is no leak. */
  gboolean is_found = FALSE;
  for (guint i = 0; i < checked->findings->len; i++) {
    const TrainFinding *finding = checked->findings->pdata[i];
    g_test_message ("%s %s", finding->page->entry->id, finding->reason);
    g_assert_cmpint (finding->kind, ==, TRAIN_FINDING_NEAR_TEXT);
    g_assert_cmpstr (finding->page->site, !=, finding->twin->site);
    g_assert_cmpstr (finding->page->entry->id, !=, "far");
    if (strcmp (finding->page->entry->id, "near") == 0) {
      is_found = TRUE;
      g_assert_cmpstr (finding->twin->entry->id, ==, "first");
      g_assert_cmpfloat (finding->badness - 1, >, 0.8);
    }
  }
  g_assert_true (is_found);
  fixture_clear (&fixture);
}

/* The share of equal values is near the share of common runs, J: +- 3 standard errors of 64 draws. */
static void
test_sketch (void)
{
  static const struct {
    guint step;
    double similarity; /* 397 runs of a text; those without a changed word, over those of either text */
  } cases[] = {
    { 0, 1 },
    { 100, 377.0 / 417 }, /* 4 changed words */
    { 25, 317.0 / 477 },  /* 16 */
    { 10, 198.0 / 596 },  /* 40, the last of them in 4 runs */
  };
  g_autofree char *first = make_text (0, 0);
  g_auto (GStrv) words = g_strsplit (first, " ", -1);
  guint32 a[TRAIN_MINHASHES], b[TRAIN_MINHASHES];

  train_check_sketch ((const char *const *) words, g_strv_length (words), a);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *second = make_text (0, cases[i].step);
    g_auto (GStrv) others = g_strsplit (second, " ", -1);
    guint n_equal = 0;

    train_check_sketch ((const char *const *) others, g_strv_length (others), b);
    for (guint k = 0; k < TRAIN_MINHASHES; k++)
      n_equal += a[k] == b[k];
    g_test_message ("%u: %u of 64", cases[i].step, n_equal);
    double difference = (double) n_equal / TRAIN_MINHASHES - cases[i].similarity;
    double variance = cases[i].similarity * (1 - cases[i].similarity) / TRAIN_MINHASHES;
    g_assert_cmpfloat (difference * difference, <=, 9 * variance);
  }
}

/* ---- Reports ------------------------------------------------------------------------------------ */

static void
test_report (void)
{
  Page pages[15];
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    pages[i] = (Page){ g_strdup_printf ("p%02u", i), "\"lang\": \"en\", \"type\": \"a\\nb\"",
                       g_strdup_printf ("<p>%u of it", i), "" };
  Fixture fixture;
  fixture_init (&fixture, pages, G_N_ELEMENTS (pages));
  g_autoptr (TrainCheck) checked = check (&fixture, 1);
  g_autoptr (GString) table = g_string_new (NULL);
  g_autoptr (GString) json = g_string_new (NULL);

  train_check_append_table (table, checked, 10);
  train_check_append_json (json, checked);
  g_assert_nonnull (strstr (table->str, "tiny-page: 15 pages: "));
  g_assert_nonnull (strstr (table->str, "/p09: words: 3, blocks: 1\n  and 5 more\n"));
  g_assert_null (strstr (table->str, "/p10: words"));
  g_assert_nonnull (strstr (table->str, "  to learn from                       15\n"));
  g_assert_null (strstr (table->str, "a\nb"));
  g_assert_true (g_str_has_suffix (table->str, "\n\nNot ready to train: no block is main text.\n"));

  g_assert_nonnull (strstr (json->str, "\"id\": \"p14\""));
  g_assert_nonnull (strstr (json->str, "\"types\": {\"a\\nb\": 15}"));
  g_assert_nonnull (strstr (json->str, "\"usable\": false"));
  g_assert_true (strchr (json->str, '\n') == json->str + json->len - 1);
  fixture_clear (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    g_free ((char *) pages[i].id);
    g_free ((char *) pages[i].html);
  }
}

/* ---- Labels of people --------------------------------------------------------------------------- */

static const char label_page[] = "<p>Menu<p>Title of it<p>" LONG_TEXT "<p>Imprint";

typedef struct {
  guint block;
  const char *class_name;
  ExtractAnnotator annotator;
  const char *who;
} Given;

/* Writes labels of label_page for the page @id. */
static void
annotate (Fixture *fixture, const char *id, const Given *given, gsize n)
{
  g_autoptr (ExtractDocument) document = parse (label_page);
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_new ();
  g_autofree char *name = g_build_filename ("labels", id, NULL);

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 4);
  for (gsize i = 0; i < n; i++)
    g_assert_true (extract_annotation_set (annotation, document, given[i].block, given[i].class_name,
                                           given[i].annotator, given[i].who, TIME, 0.5, NULL));
  g_autoptr (GBytes) bytes = extract_annotation_to_bytes (annotation);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  write_file (fixture->folder, name, ".labels", text);
}

#define PERSON(block, class_name, who)               \
  {                                                  \
    block, class_name, EXTRACT_ANNOTATOR_PERSON, who \
  }

static const struct {
  const char *id;
  const char *reference; /* (nullable) */
  Given given[8];        /* up to one without a class */
  TrainLabelSource source;
  const char *labels; /* "+" good, "-" bad, "." none */
  gboolean trusted;
} label_cases[] = {
  { "aligned", LONG_TEXT, { { 0 } }, TRAIN_LABELS_ALIGNMENT, "--+-", TRUE },
  { "people",
    LONG_TEXT,
    { PERSON (0, "boilerplate", "jan"), PERSON (1, "heading", "jan"), PERSON (2, "boilerplate", "jan"),
      PERSON (3, "content", "jan") },
    TRAIN_LABELS_PEOPLE,
    "-+-+",
    TRUE },
  { "some", LONG_TEXT, { PERSON (1, "heading", "jan") }, TRAIN_LABELS_PEOPLE, "-++-", TRUE },
  { "some-with-wrong-reference",
    OTHER_TEXT,
    { PERSON (1, "heading", "jan") },
    TRAIN_LABELS_PEOPLE,
    ".+..",
    TRUE },
  { "alone",
    NULL,
    { PERSON (0, "advert", "jan"), PERSON (1, "heading", "jan"), PERSON (2, "content", "jan") },
    TRAIN_LABELS_PEOPLE,
    "-++.",
    TRUE },
  { "model",
    LONG_TEXT,
    { { 0, "content", EXTRACT_ANNOTATOR_MODEL, "classic" } },
    TRAIN_LABELS_ALIGNMENT,
    "--+-",
    TRUE },
  { "model-alone",
    NULL,
    { { 0, "content", EXTRACT_ANNOTATOR_MODEL, "classic" } },
    TRAIN_LABELS_NONE,
    "",
    FALSE },
  { "agreed",
    NULL,
    { PERSON (0, "content", "jan"), PERSON (0, "heading", "eva") },
    TRAIN_LABELS_PEOPLE,
    "+...",
    TRUE },
  { "contradiction",
    NULL,
    { PERSON (0, "content", "jan"), PERSON (0, "boilerplate", "eva") },
    TRAIN_LABELS_NONE,
    "",
    FALSE },
  { "contradiction-with-reference",
    LONG_TEXT,
    { PERSON (0, "content", "jan"), PERSON (0, "boilerplate", "eva") },
    TRAIN_LABELS_PEOPLE,
    "--+-",
    FALSE },
  { "judged",
    NULL,
    { PERSON (0, "content", "jan"),
      PERSON (0, "boilerplate", "eva"),
      { 0, "content", EXTRACT_ANNOTATOR_JUDGE, "pat" } },
    TRAIN_LABELS_PEOPLE,
    "+...",
    TRUE },
};

static void
label_fixture_init (Fixture *fixture)
{
  Page pages[G_N_ELEMENTS (label_cases)];

  for (gsize i = 0; i < G_N_ELEMENTS (label_cases); i++)
    pages[i] = (Page){ label_cases[i].id, "", label_page, label_cases[i].reference };
  fixture_init (fixture, pages, G_N_ELEMENTS (pages));
  for (gsize i = 0; i < G_N_ELEMENTS (label_cases); i++) {
    gsize n = 0;
    while (n < G_N_ELEMENTS (label_cases[i].given) && label_cases[i].given[n].class_name)
      n++;
    if (n > 0)
      annotate (fixture, label_cases[i].id, label_cases[i].given, n);
  }
}

static void
test_labels (void)
{
  Fixture fixture;
  label_fixture_init (&fixture);
  g_autoptr (ExtractParser) parser = extract_parser_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (label_cases); i++) {
    const TrainEntry *entry = fixture.dataset->entries->pdata[i];
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractDocument) document = train_entry_load_page (entry, parser, &error);
    g_autoptr (TrainLabels) labels = train_labels_new_for_document (entry, document, label_cases[i].reference,
                                                                    TRAIN_MINIMUM_RECALL, &error);
    GString *signs = g_string_new (NULL);

    g_assert_no_error (error);
    g_test_message ("%s", entry->id);
    for (guint b = 0; labels->alignment && b < 4; b++)
      g_string_append_c (signs, ".-x+"[train_alignment_get_label (labels->alignment, b)]);
    g_assert_cmpstr (signs->str, ==, label_cases[i].labels);
    g_assert_cmpint (labels->source, ==, label_cases[i].source);
    g_assert_cmpint (labels->trusted, ==, label_cases[i].trusted);
    g_assert_true ((labels->reason == NULL) == labels->trusted);
    g_string_free (signs, TRUE);
  }
  fixture_clear (&fixture);
}

/* What the corpus makes of the same pages: its reference is what people took for main text. */
static void
test_corpus (void)
{
  Fixture fixture;
  label_fixture_init (&fixture);
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (TrainCorpus) corpus = train_corpus_load (
      fixture.dataset->entries, parser, extract_feature_set_find ("classic"), TRAIN_MINIMUM_RECALL, 2);

  g_assert_cmpuint (corpus->n_failed, ==, 0);
  g_assert_cmpuint (corpus->pages->len, ==, G_N_ELEMENTS (label_cases) - 2);
  g_assert_cmpuint (corpus->untrusted->len, ==, 3);
  const TrainUntrusted *untrusted = &g_array_index (corpus->untrusted, TrainUntrusted, 1);
  g_assert_cmpstr (untrusted->entry->id, ==, "contradiction");
  g_assert_cmpstr (untrusted->reason, ==,
                   "people contradict each other about 1 of its blocks, first about block 1 (Menu): eva says "
                   "boilerplate, jan says content");
  for (guint i = 0; i < corpus->pages->len; i++) {
    const TrainPage *page = corpus->pages->pdata[i];
    if (g_str_equal (page->entry->id, "alone")) {
      g_assert_cmpint (train_page_get_label (page, 0), ==, EXTRACT_LABEL_BAD);
      g_assert_cmpint (train_page_get_label (page, 3), ==, EXTRACT_LABEL_NONE);
      g_assert_cmpuint (page->reference->n, ==, 3 + 36);
      g_assert_cmpfloat (train_labels_get_recall (page->labels), ==, 1);
    }
  }

  g_autoptr (TrainCheck) checked = check (&fixture, 1);
  g_autofree char *findings = list_findings (checked);
  g_assert_true (g_str_has_prefix (findings,
                                   "contradiction contradiction, contradiction contradiction-with-reference, "
                                   "unfit-labels model, unfit-labels model-alone, "));
  fixture_clear (&fixture);
}

static void
test_broken_labels (void)
{
  static const Page pages[] = { { "a", "", "<p>" LONG_TEXT, LONG_TEXT } };
  Fixture fixture;
  fixture_init (&fixture, pages, 1);
  write_file (fixture.folder, "labels/a", ".labels", "texttractor-labels 7\n");
  g_autoptr (TrainCheck) checked = check (&fixture, 1);

  g_assert_cmpuint (checked->n_failed, ==, 1);
  g_assert_true (g_str_has_prefix (get_reason (checked, 0), "labels/a.labels: line 1: "));
  fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  cli_init ("test");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/check/findings", test_findings);
  g_test_add_func ("/check/verdicts", test_verdicts);
  g_test_add_func ("/check/twins", test_twins);
  g_test_add_func ("/check/near-twins", test_near_twins);
  g_test_add_func ("/check/sketch", test_sketch);
  g_test_add_func ("/check/report", test_report);
  g_test_add_func ("/check/labels", test_labels);
  g_test_add_func ("/check/corpus", test_corpus);
  g_test_add_func ("/check/broken-labels", test_broken_labels);
  return g_test_run ();
}
