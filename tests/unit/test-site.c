/* SPDX-License-Identifier: MIT */
/*
 * What pages of a site share: each formula by hand, sums that depend on no order, templates that nobody can
 * forge by accident.
 */
#include <libextract/model/model.h>
#include <libextract/page/page.h>
#include <libextract/site/site.h>
#include <libextract/site/digest.h>

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "tests/unit/parse.h"

#define LEAST_FLOAT 1e-9

/* ---- Formulas ------------------------------------------------------------------------------------ */

typedef struct {
  const char *name;
  double value, expected;
} Formula;

static void
test_formulas (void)
{
  const Formula cases[] = {
    { "a block on 3 of 3 pages says nothing", extract_site_importance_of_block (3, 3), 0 },
    { "one on 1 of 3 is new", extract_site_importance_of_block (1, 3), 1 },
    { "log_4 2 = 1/2", extract_site_importance_of_block (2, 4), 0.5 },
    { "log_8 2 = 1/3", extract_site_importance_of_block (2, 8), 2.0 / 3 },
    { "a single page", extract_site_importance_of_block (1, 1), 1 },
    { "2 8 / (10 + 10)", extract_site_fit (10, 8, 10), 0.8 },
    { "the whole main text and no more", extract_site_fit (10, 10, 10), 1 },
    { "nothing", extract_site_fit (0, 0, 0), 0 },
    { "on two pages an element does not count", extract_site_move (0, 2, 2, FALSE), 0 },
    { "nor does a repeat", extract_site_move (0, 2, 2, TRUE), 0 },
    { "0 + 1/2 3/4 (2 - 0)", extract_site_move (0, 2, 3, FALSE), 0.75 },
    { "less 1", extract_site_move (0, 2, 3, TRUE), -0.25 },
    { "4 + 1/2 9/10 (-6 - 4)", extract_site_move (4, -6, 9, FALSE), -0.5 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("%s", cases[i].name);
    g_assert_cmpfloat_with_epsilon (cases[i].value, cases[i].expected, LEAST_FLOAT);
  }
  g_assert_false (extract_site_is_repeated (2, 2));
  g_assert_true (extract_site_is_repeated (3, 3));
  g_assert_true (extract_site_is_repeated (3, 6));
  g_assert_false (extract_site_is_repeated (3, 7));
}

/* ---- Addresses ----------------------------------------------------------------------------------- */

typedef struct {
  const char *uri, *page, *site;
} Address;

static void
test_addresses (void)
{
  static const Address cases[] = {
    { "https://www.news.example.co.uk/a", "<p>x", "example.co.uk" },
    { "https://WWW.Example.org", "<link rel=canonical href='https://other.example/'><p>x", "example.org" },
    { NULL, "<link rel=canonical href='https://a.canonical.example/1'><p>x", "canonical.example" },
    { NULL, "<meta property='og:url' content='https://og.example/1'><p>x", "og.example" },
    { NULL, "<base href='http://base.example/'><p>x", "base.example" },
    { NULL, "<link rel=canonical href='/1'><p>x", NULL },
    { "http://192.0.2.7:8080/", "<p>x", "192.0.2.7" },
    { NULL, "<p>x", NULL },
  };
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) bytes = g_bytes_new_static (cases[i].page, strlen (cases[i].page));
    g_autoptr (ExtractDocument) document =
        extract_parser_parse_bytes (parser, bytes, NULL, cases[i].uri, &error);
    g_assert_no_error (error);
    g_autofree char *site = extract_document_dup_site (document);
    g_assert_cmpstr (site, ==, cases[i].site);
  }
}

/* ---- Blocks -------------------------------------------------------------------------------------- */

static void
test_texts (void)
{
  static const char *const same[][2] = {
    { "Comments (12)", "comments  (3)" },
    { "Page 1 of 20", "page 7 of 9" },
    { "a\tb", "A b" },
  };
  static const char *const different[][2] = {
    { "Comments (12)", "Comments" },
    { "ab", "a b" },
    { "1 2", "12" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    g_assert_cmpuint (site_hash_block (1, same[i][0]), ==, site_hash_block (1, same[i][1]));
  for (guint i = 0; i < G_N_ELEMENTS (different); i++)
    g_assert_cmpuint (site_hash_block (1, different[i][0]), !=, site_hash_block (1, different[i][1]));
  g_assert_cmpuint (site_hash_block (1, "a"), !=, site_hash_block (2, "a"));
}

/* ---- A site -------------------------------------------------------------------------------------- */

/*
 * Page i. Its blocks, their words and scores:
 *
 *   nav   "Home 1"     2   0.1    on all pages, the number apart
 *   h1    "Title i"    2   0.9
 *   p     six words    6   0.9    its own
 *   p     "Send us a letter now"  5  0.6   on all pages
 */
#define PAGE                                                                                          \
  "<body><nav><ul class='menu x%u'><li>Home %u</ul></nav><div class='main post-%u'><h1>Title %c</h1>" \
  "<p>%s<p>Send us a letter now</div>"
static const float scores[] = { 0.1f, 0.9f, 0.9f, 0.6f };

static ExtractClassifier *
new_classifier (void)
{
  ExtractClassifier *classifier = extract_classifier_new_for_method (extract_method_find ("everything"));
  extract_classifier_set_threshold (classifier, 0.5);
  return classifier;
}

static ExtractDocument *
new_scored_page (guint i, const char *text, const float *given)
{
  g_autofree char *page = g_strdup_printf (PAGE, i, i, i, 'a' + i % 26, text);
  g_autoptr (ExtractClassifier) classifier = new_classifier ();
  g_autoptr (GError) error = NULL;
  ExtractDocument *document = parse (page);
  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, G_N_ELEMENTS (scores));
  extract_classifier_label_scored (classifier, document, given, &error);
  g_assert_no_error (error);
  return document;
}

static ExtractDocument *
new_page (guint i, const char *text)
{
  return new_scored_page (i, text, scores);
}

static char *
dup_text (guint i)
{
  return g_strdup_printf ("This is only seen on %c%c", 'a' + i % 26, 'a' + i / 26);
}

static void
add_page (ExtractSites *sites, const char *site, guint i)
{
  g_autofree char *text = dup_text (i);
  g_autoptr (ExtractDocument) document = new_page (i, text);
  g_autoptr (GError) error = NULL;
  extract_sites_add (sites, site, document, &error);
  g_assert_no_error (error);
}

static const ExtractSiteElement *
find_element (const ExtractSiteTemplate *template, const char *path)
{
  for (guint i = 0; i < template->elements->len; i++) {
    const ExtractSiteElement *element = template->elements->pdata[i];
    if (strcmp (element->path, path) == 0)
      return element;
  }
  g_assert_not_reached ();
}

static void
test_learning (void)
{
  g_autoptr (ExtractSites) sites = extract_sites_new (EXTRACT_SITES_MEMORY, TRUE);
  for (guint i = 0; i < 4; i++)
    add_page (sites, NULL, i);
  extract_sites_end (sites);
  g_autoptr (ExtractSiteTemplate) template = extract_sites_describe (sites);
  g_assert_cmpuint (template->pages, ==, 4);

  /* Own blocks of p, 5 in all: 4 on one page each, 1 on 4: 1 - (0 + 0 + 0 + 0 + 1) / 5. Words of p: 4 (6 +
   * 5), all above 0.5. Log-odds: ln 9 = 2.1972 and ln 1.5 = 0.4055, mean 1.3014, times 4 and 1024. */
  const ExtractSiteElement *p = find_element (template, "html>body>div.main.post>p");
  g_assert_cmpuint (p->pages, ==, 4);
  g_assert_cmpuint (p->own, ==, 4);
  g_assert_cmpuint (p->words, ==, 44);
  g_assert_cmpuint (p->good, ==, 44);
  g_assert_cmpuint (p->importance, ==, 800);
  g_assert_cmpint (p->logit, ==, 4 * 1333);

  const ExtractSiteElement *li = find_element (template, "html>body>nav>ul.menu>li");
  g_assert_cmpuint (li->good, ==, 0);
  g_assert_cmpuint (li->importance, ==, 0);
  g_assert_cmpuint (find_element (template, "html>body>div.main.post>h1")->importance, ==, 1000);
  g_assert_cmpuint (find_element (template, "html>body")->words, ==, 4 * 15);
  g_assert_cmpuint (find_element (template, "html>body")->own, ==, 0);

  /* fit: div 2 52 / (52 + 52) = 1, body 2 52 / (60 + 52), p 2 44 / (44 + 52) */
  g_assert_cmpuint (template->holder, ==, find_element (template, "html>body>div.main.post")->key);

  g_assert_cmpuint (template->repeats->len, ==, 2);
  for (guint i = 0; i < 2; i++) {
    const ExtractSiteRepeat *repeat = template->repeats->pdata[i];
    g_assert_cmpuint (repeat->pages, ==, 4);
    g_assert_true (repeat->element == p->key
                       ? strcmp (repeat->text, "Send us a letter now") == 0
                       : repeat->element == li->key && strcmp (repeat->text, "Home 0") == 0);
  }
}

static void
assert_score (ExtractDocument *document, guint block, double expected)
{
  g_assert_cmpfloat_with_epsilon (extract_block_get_score (extract_document_get_block (document, block)),
                                  expected, 1e-5);
}

/* As test_learning (): n / (n + 1) = 4/5, so 0.4 of the way, and 1 down for repeats. */
static void
test_labels (void)
{
  g_autoptr (ExtractSites) sites = extract_sites_new (EXTRACT_SITES_MEMORY, FALSE);
  g_autoptr (ExtractClassifier) classifier = new_classifier ();
  g_autoptr (GError) error = NULL;
  for (guint i = 0; i < 4; i++)
    add_page (sites, "a.example", i);
  extract_sites_end (sites);

  g_autoptr (ExtractDocument) document = new_page (7, "Five words that are new");
  g_assert_true (extract_sites_label (sites, "a.example", classifier, &document, &error));
  assert_score (document, 0, 1 / (1 + exp (2.197225 + 1)));
  assert_score (document, 1, 0.9);
  assert_score (document, 2, 1 / (1 + exp (-(2.197225 + 0.4 * (1.3017578 - 2.197225)))));
  assert_score (document, 3, 1 / (1 + exp (-(0.405465 + 0.4 * (1.3017578 - 0.405465) - 1))));
  g_assert_cmpint (extract_block_get_label (extract_document_get_block (document, 3)), ==, EXTRACT_LABEL_BAD);
  g_assert_cmpint (extract_block_get_label (extract_document_get_block (document, 2)), ==,
                   EXTRACT_LABEL_GOOD);

  /* Another site is not known. */
  g_autoptr (ExtractDocument) other = new_page (7, "Five words that are new");
  ExtractDocument *before = other;
  g_assert_true (extract_sites_label (sites, "b.example", classifier, &other, &error));
  g_assert_true (other == before);
  g_assert_no_error (error);
}

/* Too few pages say nothing; and a page never loses more than half of its main text: here 11 of 13 words, in
 * an element that is bad on the pages of the site. */
static void
test_left_alone (void)
{
  static const float bad[] = { 0.1f, 0.9f, 0.1f, 0.1f }, good[] = { 0.1f, 0.9f, 0.6f, 0.6f };
  g_autoptr (ExtractClassifier) classifier = new_classifier ();
  g_autoptr (GError) error = NULL;
  for (guint n = 2; n < 5; n += 2)
    for (guint half = 0; half < 2; half++) {
      g_autoptr (ExtractSites) sites = extract_sites_new (EXTRACT_SITES_MEMORY, FALSE);
      for (guint i = 0; i < n; i++) {
        g_autofree char *text = dup_text (i);
        g_autoptr (ExtractDocument) page = new_scored_page (i, text, bad);
        g_assert_true (extract_sites_add (sites, NULL, page, &error));
      }
      extract_sites_end (sites);
      /* With 20 words of 0.99 that stay, 5 of 27 are lost. */
      g_autoptr (ExtractDocument) document =
          half ? new_scored_page (9, "a b c d e f g h i j k l m n o p q r s t",
                                  (const float[]){ 0.1f, 0.9f, 0.99f, 0.6f })
               : new_scored_page (9, "Six words that are quite new", good);
      ExtractDocument *before = document;
      g_assert_true (extract_sites_label (sites, NULL, classifier, &document, &error));
      g_assert_no_error (error);
      g_assert_cmpint (document == before, ==, n == 2 || !half);
    }
}

/* ---- Any order, any threads, any memory ----------------------------------------------------------- */

#define N_PAGES 60

typedef struct {
  ExtractSites *sites;
  guint first, step;
} Share;

static gpointer
add_share (gpointer data)
{
  const Share *share = data;
  for (guint i = share->first; i < N_PAGES; i += share->step)
    add_page (share->sites, NULL, i);
  return NULL;
}

/* Returns: (transfer full): the template, learnt by @n threads */
static GBytes *
learn (guint64 memory, guint n, gboolean backwards, guint *n_forgotten)
{
  g_autoptr (ExtractSites) sites = extract_sites_new (memory, TRUE);
  GThread *threads[4];
  Share shares[4];
  if (backwards)
    for (guint i = N_PAGES; i-- > 0;)
      add_page (sites, NULL, i);
  for (guint t = 0; t < n; t++) {
    shares[t] = (Share){ sites, t, n };
    threads[t] = g_thread_new (NULL, add_share, &shares[t]);
  }
  for (guint t = 0; t < n; t++)
    g_thread_join (threads[t]);
  extract_sites_end (sites);
  *n_forgotten = extract_sites_get_n_forgotten (sites);
  return extract_sites_to_bytes (sites);
}

static void
test_order (void)
{
  static const guint64 memories[] = { EXTRACT_SITES_MEMORY, 30000, 4000 };
  for (guint m = 0; m < G_N_ELEMENTS (memories); m++) {
    guint n_forgotten, n_one;
    g_autoptr (GBytes) one = learn (memories[m], 1, FALSE, &n_one);
    for (guint n = 0; n < 5; n += 2) {
      g_autoptr (GBytes) other = learn (memories[m], n, n == 0, &n_forgotten);
      g_assert_true (g_bytes_equal (one, other));
      g_assert_cmpuint (n_forgotten, ==, n_one);
    }
    g_assert_cmpint (n_one > 0, ==, m > 0);
  }
}

/* What is not forgotten has the sums that it has with more memory. */
static void
test_memory (void)
{
  guint n_forgotten;
  g_autoptr (GBytes) all = learn (EXTRACT_SITES_MEMORY, 1, FALSE, &n_forgotten);
  g_autoptr (GBytes) some = learn (20000, 1, FALSE, &n_forgotten);
  g_auto (GStrv) lines = g_strsplit (g_bytes_get_data (some, NULL), "\n", -1);
  guint n = 0;
  g_assert_cmpuint (g_bytes_get_size (some), <, g_bytes_get_size (all));
  for (char **line = lines; *line; line++) {
    g_auto (GStrv) words = g_strsplit (*line, " ", 4);
    /* Importance is made of the blocks that are left, so only repeats are compared. */
    if (g_strv_length (words) != 4 || strlen (words[0]) != 16 || strlen (words[1]) != 16)
      continue;
    g_assert_nonnull (g_strstr_len (g_bytes_get_data (all, NULL), (gssize) g_bytes_get_size (all), *line));
    n++;
  }
  g_assert_cmpuint (n, >, 0);
}

/* ---- Files ---------------------------------------------------------------------------------------- */

static void
test_file (void)
{
  guint n_forgotten;
  g_autoptr (GBytes) bytes = learn (EXTRACT_SITES_MEMORY, 1, FALSE, &n_forgotten);
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  g_autoptr (ExtractSites) sites = extract_sites_load_bytes (bytes, &error);
  g_assert_no_error (error);
  g_assert_null (extract_sites_get_name (sites));
  g_autoptr (GBytes) again = extract_sites_to_bytes (sites);
  g_assert_true (g_bytes_equal (bytes, again));

  extract_sites_set_name (sites, "example.org");
  g_autoptr (GBytes) named = extract_sites_to_bytes (sites);
  g_autoptr (ExtractSites) loaded = extract_sites_load_bytes (named, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (extract_sites_get_name (loaded), ==, "example.org");

  static const char *const no_names[] = { "a\nb", "a b", "-", "", "\xff", NULL };
  for (guint i = 0; i < G_N_ELEMENTS (no_names); i++) {
    extract_sites_set_name (sites, no_names[i]);
    g_autoptr (GBytes) nameless = extract_sites_to_bytes (sites);
    g_assert_true (g_bytes_equal (bytes, nameless));
  }

  /* Every byte changed, and the file cut at every byte. */
  for (gsize i = 0; i < length; i++) {
    for (guint flip = 1; flip < 256; flip += 37) {
      g_autofree char *damaged = g_memdup2 (data, length);
      g_autoptr (GError) failure = NULL;
      damaged[i] ^= (char) flip;
      g_autoptr (GBytes) file = g_bytes_new_static (damaged, length);
      g_assert_null (extract_sites_load_bytes (file, &failure));
      g_assert_error (failure, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
      g_assert_true (g_str_has_prefix (failure->message, "line "));
    }
    g_autoptr (GError) failure = NULL;
    g_autoptr (GBytes) file = g_bytes_new_static (data, i);
    g_assert_null (extract_sites_load_bytes (file, &failure));
    g_assert_error (failure, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  }
}

typedef struct {
  const char *body, *sentence;
} Hostile;

/* With a checksum that is right. */
static void
test_hostile (void)
{
  static const Hostile cases[] = {
    { "texttractor-site 2\n", "line 1: the file is no template of a site, or one of another version" },
    { "texttractor-site 1\nsite: -\npages: 4294967296\n", "line 3: this is no count" },
    { "texttractor-site 1\nsite: -\npages: 3\nholder: 12\n", "line 4: this is no key of an element" },
    { "texttractor-site 1\nsite: -\npages: 3\nholder: -\nelements: 1\n"
      "0000000000000001 4 0 0 0 0 0 p\nrepeats: 0\n",
      "line 6: this is no element: a number is out of range, or a key is there twice" },
    { "texttractor-site 1\nsite: -\npages: 3\nholder: -\nelements: 1\n"
      "0000000000000001 3 3 1 2 0 0 p\nrepeats: 0\n",
      "line 6: this is no element: a number is out of range, or a key is there twice" },
    { "texttractor-site 1\nsite: -\npages: 3\nholder: -\nelements: 1\n"
      "0000000000000001 3 1 2 2 20481 0 p\nrepeats: 0\n",
      "line 6: this is no element: a number is out of range, or a key is there twice" },
    { "texttractor-site 1\nsite: -\npages: 3\nholder: -\nelements: 2\n"
      "0000000000000001 3 1 2 2 0 0 p\n0000000000000001 3 1 2 2 0 0 p\nrepeats: 0\n",
      "line 7: this is no element: a number is out of range, or a key is there twice" },
    { "texttractor-site 1\nsite: -\npages: 3\nholder: -\nelements: 2\n"
      "0000000000000002 3 1 2 2 0 0 p\n0000000000000001 3 1 2 2 0 0 p\nrepeats: 0\n",
      "line 9: the checksum is wrong: the file was changed or damaged" },
    { "texttractor-site 1\nsite: -\npages: 3\nholder: -\nelements: 4294967295\nrepeats: 0\n",
      "line 6: the line has not the words that it should have" },
    { "texttractor-site 1\nsite: -\npages: 3\nholder: -\nelements: 0\nrepeats: 1\n"
      "0000000000000001 0000000000000001 3 \x1b[2J\n",
      "line 7: the line has not the words that it should have" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, cases[i].body, -1);
    g_autofree char *text = g_strconcat (cases[i].body, "checksum: sha256 ", sum, "\n", NULL);
    g_autoptr (GBytes) file = g_bytes_new_static (text, strlen (text));
    g_assert_null (extract_sites_load_bytes (file, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    g_assert_cmpstr (error->message, ==, cases[i].sentence);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/site/formulas", test_formulas);
  g_test_add_func ("/site/addresses", test_addresses);
  g_test_add_func ("/site/texts", test_texts);
  g_test_add_func ("/site/learning", test_learning);
  g_test_add_func ("/site/labels", test_labels);
  g_test_add_func ("/site/left-alone", test_left_alone);
  g_test_add_func ("/site/order", test_order);
  g_test_add_func ("/site/memory", test_memory);
  g_test_add_func ("/site/file", test_file);
  g_test_add_func ("/site/hostile", test_hostile);
  return g_test_run ();
}
