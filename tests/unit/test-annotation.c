/* SPDX-License-Identifier: MIT */
/*
 * Annotations: fingerprints (expected ones by sha256sum), labels, contradictions, merging, and files, those
 * that nobody should write among them.
 */
#include <math.h>
#include <string.h>

#include <libextract/extract.h>
#include <libextract/page/page.h>

#include "tests/unit/parse.h"

#define HEAD \
  "texttractor-labels 1\nplace\tfingerprint\toccurrence\tclass\tsource\twho\twhen\tscore\texcerpt\n"
#define FERRY "7ea67afb388bb86dfb3a938d2d060b6e"
#define TIME "2026-01-31T12:00:00Z"
#define LATER "2026-01-31T12:00:01Z"

static char *
dup_fingerprint (ExtractDocument *document, guint i)
{
  return extract_block_dup_fingerprint (extract_document_get_block (document, i));
}

static void
set (ExtractAnnotation *annotation, ExtractDocument *document, guint i, const char *class_name,
     ExtractAnnotator annotator, const char *who, const char *when)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (
      extract_annotation_set (annotation, document, i, class_name, annotator, who, when, NAN, &error));
  g_assert_no_error (error);
}

static const char *
get (ExtractAnnotation *annotation, ExtractDocument *document, guint i)
{
  const ExtractBlockLabel *label = extract_annotation_get (annotation, document, i);
  return label ? label->class_name : NULL;
}

static ExtractAnnotation *
load (const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  return extract_annotation_load_bytes (bytes, error);
}

static char *
dup_file (ExtractAnnotation *annotation)
{
  g_autoptr (GBytes) bytes = extract_annotation_to_bytes (annotation);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  return g_strndup (data, length);
}

/* ---- Fingerprints ------------------------------------------------------------------------------- */

static void
test_fingerprint (void)
{
  static const struct {
    const char *html;
    const char *fingerprint;
  } cases[] = {
    { "<p>ferry pier reopens", FERRY },
    { "<p>  FERRY \n Pier&nbsp;&#x2003;reopens ", FERRY },
    { "<p>\uff26erry pier reopens", FERRY }, /* fullwidth F */
    { "<li>ferry pier reopens", "ebd26b97ef85374b201f81b3d87966af" },
    { "<p>\ufb01sh & Stra\u00dfe \u00b9", "3b2ab9a1efdd19b5cb223000215837c0" },
    { "<p>FISH & STRASSE 1", "3b2ab9a1efdd19b5cb223000215837c0" },
    { "<p>\u1112\u1161\u11ab\u1100\u1173\u11af", "33ceeddc1e996fa3f0fb3e6ac86e1eed" }, /* letter by letter */
    { "<p>\ud55c\uae00", "33ceeddc1e996fa3f0fb3e6ac86e1eed" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractDocument) document = parse (cases[i].html);
    g_test_message ("%s", cases[i].html);
    g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 1);
    g_autofree char *fingerprint = dup_fingerprint (document, 0);
    g_assert_cmpstr (fingerprint, ==, cases[i].fingerprint);
  }
}

/* The way in which a long text is cut for normalising does not show: composed and decomposed it is the same,
 * wherever the cuts fall. */
static void
test_fingerprint_of_long_words (void)
{
  for (guint shift = 0; shift < 70; shift++) {
    g_autoptr (GString) composed = g_string_new ("<p>");
    g_autoptr (GString) decomposed = g_string_new ("<p>");
    for (guint i = 0; i < 300; i++) {
      g_string_append (composed, i < shift ? "x" : "\u1eed");
      g_string_append (decomposed, i < shift ? "x" : "u\u031b\u0309");
    }
    g_autoptr (ExtractDocument) a = parse (composed->str);
    g_autoptr (ExtractDocument) b = parse (decomposed->str);
    g_autofree char *x = dup_fingerprint (a, 0), *y = dup_fingerprint (b, 0);
    g_assert_cmpstr (x, ==, y);
  }
}

/* A word of a million marks, in an order that has to be sorted, ends in time. */
static void
test_fingerprint_of_marks (void)
{
  g_autoptr (GString) html = g_string_new ("<p>a");
  for (guint i = 0; i < 500000; i++)
    g_string_append (html, "\u0301\u0323");
  g_autoptr (ExtractDocument) document = parse (html->str);
  g_autofree char *fingerprint = dup_fingerprint (document, 0);
  g_assert_cmpuint (strlen (fingerprint), ==, 32);
}

static void
test_occurrence (void)
{
  g_autoptr (ExtractDocument) document = parse ("<p>Share<p>Text<p>share<div>Share</div><p>SHARE");
  static const guint occurrences[] = { 1, 1, 2, 1, 3 };

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, G_N_ELEMENTS (occurrences));
  for (guint i = 0; i < G_N_ELEMENTS (occurrences); i++)
    g_assert_cmpuint (extract_block_get_occurrence (extract_document_get_block (document, i)), ==,
                      occurrences[i]);
}

static gpointer
ask_key (gpointer document)
{
  return extract_block_dup_fingerprint (extract_document_get_block (document, 0));
}

/* Copies share the page, and may ask for keys at the same time. */
static void
test_threads (void)
{
  g_autoptr (ExtractDocument) document = parse ("<p>ferry pier reopens");
  GThread *threads[8];
  ExtractDocument *copies[G_N_ELEMENTS (threads)];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++) {
    copies[i] = extract_document_copy (document);
    threads[i] = g_thread_new ("key", ask_key, copies[i]);
  }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++) {
    g_autofree char *fingerprint = g_thread_join (threads[i]);
    g_assert_cmpstr (fingerprint, ==, FERRY);
    extract_document_unref (copies[i]);
  }
}

/* ---- Labels ------------------------------------------------------------------------------------- */

static void
test_labels (void)
{
  g_autoptr (ExtractDocument) document = parse ("<p>Share<p>Text<p>Share");
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_new ();

  g_assert_null (get (annotation, document, 0));
  set (annotation, document, 0, "boilerplate", EXTRACT_ANNOTATOR_PERSON, "jan", TIME);
  set (annotation, document, 2, "content", EXTRACT_ANNOTATOR_PERSON, "jan", TIME);
  g_assert_cmpstr (get (annotation, document, 0), ==, "boilerplate");
  g_assert_null (get (annotation, document, 1));
  g_assert_cmpstr (get (annotation, document, 2), ==, "content");

  /* The same annotator again: one label, whatever the time. */
  set (annotation, document, 0, "heading", EXTRACT_ANNOTATOR_PERSON, "jan", "2020-01-01T00:00:00Z");
  g_assert_cmpstr (get (annotation, document, 0), ==, "heading");
  g_assert_cmpuint (extract_annotation_get_n_labels (annotation), ==, 2);

  /* A model does not count against a person, a judge does. */
  set (annotation, document, 0, "boilerplate", EXTRACT_ANNOTATOR_MODEL, "classic", LATER);
  g_assert_cmpstr (get (annotation, document, 0), ==, "heading");
  set (annotation, document, 0, "caption", EXTRACT_ANNOTATOR_JUDGE, "eva", "1999-12-31T23:59:59Z");
  g_assert_cmpstr (get (annotation, document, 0), ==, "caption");
  g_assert_cmpuint (extract_annotation_get_n_labels (annotation), ==, 4);

  g_assert_false (extract_annotation_remove (annotation, document, 0, "nobody"));
  g_assert_true (extract_annotation_remove (annotation, document, 0, "eva"));
  g_assert_cmpstr (get (annotation, document, 0), ==, "heading");
  g_assert_true (extract_annotation_remove (annotation, document, 0, NULL));
  g_assert_null (get (annotation, document, 0));
  g_assert_false (extract_annotation_remove (annotation, document, 0, NULL));
  g_assert_cmpuint (extract_annotation_get_n_labels (annotation), ==, 1);
}

/* Labels find their blocks again after the page was cut in another way. */
static void
test_other_segmentation (void)
{
  g_autoptr (ExtractDocument) before = parse ("<p>Menu<p>First part<p>Second part<p>Menu");
  g_autoptr (ExtractDocument) after = parse ("<p>New<p>Menu<p>First part Second part<p>menu<p>Imprint");
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_new ();

  set (annotation, before, 0, "boilerplate", EXTRACT_ANNOTATOR_PERSON, "jan", TIME);
  set (annotation, before, 1, "content", EXTRACT_ANNOTATOR_PERSON, "jan", TIME);
  set (annotation, before, 3, "heading", EXTRACT_ANNOTATOR_PERSON, "jan", TIME);
  g_assert_null (get (annotation, after, 0));
  g_assert_cmpstr (get (annotation, after, 1), ==, "boilerplate");
  g_assert_null (get (annotation, after, 2));
  g_assert_cmpstr (get (annotation, after, 3), ==, "heading");
}

static void
test_refused_labels (void)
{
  static const struct {
    const char *class_name;
    const char *who;
    const char *when;
    double score;
  } cases[] = {
    { "", "jan", TIME, 0 },
    { "Content", "jan", TIME, 0 },
    { "1a", "jan", TIME, 0 },
    { "-a", "jan", TIME, 0 },
    { "a_b", "jan", TIME, 0 },
    { "abcdefghijabcdefghijabcdefghijabc", "jan", TIME, 0 },
    { "content", "", TIME, 0 },
    { "content", " jan", TIME, 0 },
    { "content", "jan\u00a0", TIME, 0 },
    { "content", "j\tan", TIME, 0 },
    { "content", "j\nan", TIME, 0 },
    { "content", "j\u202ean", TIME, 0 },
    { "content", "\xff", TIME, 0 },
    { "content", "1234567890123456789012345678901234567890123456789012345678901234x", TIME, 0 },
    { "content", "jan", "", 0 },
    { "content", "jan", "2026-01-31 12:00:00Z", 0 },
    { "content", "jan", "2026-01-31T12:00:00", 0 },
    { "content", "jan", "2026-01-31T12:00:00+01:00", 0 },
    { "content", "jan", "2026-02-29T12:00:00Z", 0 },
    { "content", "jan", "2026-13-01T12:00:00Z", 0 },
    { "content", "jan", "2026-01-31T25:00:00Z", 0 },
    { "content", "jan", TIME, -0.1 },
    { "content", "jan", TIME, 1.1 },
    { "content", "jan", TIME, INFINITY },
  };
  g_autoptr (ExtractDocument) document = parse ("<p>Text");
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("%s, %s, %s", cases[i].class_name, cases[i].who, cases[i].when);
    g_assert_false (extract_annotation_set (annotation, document, 0, cases[i].class_name,
                                            EXTRACT_ANNOTATOR_PERSON, cases[i].who, cases[i].when,
                                            cases[i].score, &error));
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_ANNOTATION);
  }
  g_assert_cmpuint (extract_annotation_get_n_labels (annotation), ==, 0);

  g_assert_true (extract_class_name_is_content ("content"));
  g_assert_true (extract_class_name_is_content ("heading"));
  g_assert_false (extract_class_name_is_content ("boilerplate"));
  g_assert_false (extract_class_name_is_content ("caption"));
  g_assert_true (extract_class_name_is_valid ("abcdefghijabcdefghijabcdefghija1"));
}

static guint
count_conflicts (ExtractAnnotation *annotation, const char **a, const char **b)
{
  gsize n;
  g_autofree ExtractConflict *conflicts = extract_annotation_dup_conflicts (annotation, &n);
  *a = n > 0 ? conflicts[0].a->class_name : NULL;
  *b = n > 0 ? conflicts[0].b->class_name : NULL;
  return (guint) n;
}

static void
test_conflicts (void)
{
  g_autoptr (ExtractDocument) document = parse ("<p>One<p>Two");
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_new ();
  const char *a, *b;

  set (annotation, document, 0, "content", EXTRACT_ANNOTATOR_PERSON, "jan", TIME);
  set (annotation, document, 0, "boilerplate", EXTRACT_ANNOTATOR_MODEL, "classic", TIME);
  set (annotation, document, 1, "boilerplate", EXTRACT_ANNOTATOR_MODEL, "classic", TIME);
  set (annotation, document, 1, "content", EXTRACT_ANNOTATOR_MODEL, "other", TIME);
  set (annotation, document, 0, "content", EXTRACT_ANNOTATOR_PERSON, "eva", TIME);
  g_assert_cmpuint (count_conflicts (annotation, &a, &b), ==, 0);

  set (annotation, document, 0, "heading", EXTRACT_ANNOTATOR_PERSON, "eva", LATER);
  g_assert_cmpuint (count_conflicts (annotation, &a, &b), ==, 1);
  g_assert_cmpstr (a, ==, "heading");
  g_assert_cmpstr (b, ==, "content");

  /* That it is no main text at all weighs more. */
  set (annotation, document, 0, "boilerplate", EXTRACT_ANNOTATOR_PERSON, "pat", "2000-01-01T00:00:00Z");
  g_assert_cmpuint (count_conflicts (annotation, &a, &b), ==, 1);
  g_assert_cmpstr (a, ==, "heading");
  g_assert_cmpstr (b, ==, "boilerplate");

  set (annotation, document, 0, "content", EXTRACT_ANNOTATOR_JUDGE, "jo", TIME);
  g_assert_cmpuint (count_conflicts (annotation, &a, &b), ==, 0);
  set (annotation, document, 0, "boilerplate", EXTRACT_ANNOTATOR_JUDGE, "al", TIME);
  g_assert_cmpuint (count_conflicts (annotation, &a, &b), ==, 1);
}

static void
test_merge (void)
{
  g_autoptr (ExtractDocument) document = parse ("<p>One<p>Two<p>Three<p>Four");
  g_autoptr (ExtractAnnotation) a = extract_annotation_new ();
  g_autoptr (ExtractAnnotation) b = extract_annotation_new ();
  g_autoptr (GError) error = NULL;

  set (a, document, 0, "content", EXTRACT_ANNOTATOR_PERSON, "jan", TIME); /* later beats earlier */
  set (b, document, 0, "boilerplate", EXTRACT_ANNOTATOR_PERSON, "jan", LATER);
  set (a, document, 1, "boilerplate", EXTRACT_ANNOTATOR_MODEL, "classic", LATER); /* person beats model */
  set (b, document, 1, "content", EXTRACT_ANNOTATOR_PERSON, "jan", TIME);
  set (a, document, 2, "content", EXTRACT_ANNOTATOR_PERSON, "jan", TIME); /* two people */
  set (b, document, 2, "boilerplate", EXTRACT_ANNOTATOR_PERSON, "eva", TIME);
  set (b, document, 3, "heading", EXTRACT_ANNOTATOR_PERSON, "jan", TIME); /* only one side */

  g_autoptr (ExtractAnnotation) ab = extract_annotation_merge (a, b, &error);
  g_autoptr (ExtractAnnotation) ba = extract_annotation_merge (b, a, &error);
  g_autoptr (ExtractAnnotation) aba = extract_annotation_merge (ab, a, &error);
  g_assert_no_error (error);
  g_autofree char *x = dup_file (ab), *y = dup_file (ba), *z = dup_file (aba);
  g_assert_cmpstr (x, ==, y);
  g_assert_cmpstr (x, ==, z);

  g_assert_cmpuint (extract_annotation_get_n_labels (ab), ==, 6);
  g_assert_cmpstr (get (ab, document, 0), ==, "boilerplate");
  g_assert_cmpstr (get (ab, document, 1), ==, "content");
  g_assert_cmpstr (get (ab, document, 3), ==, "heading");
  const char *first, *second;
  g_assert_cmpuint (count_conflicts (ab, &first, &second), ==, 1);
  g_assert_cmpstr (first, ==, "boilerplate"); /* eva comes before jan */
  g_assert_cmpstr (second, ==, "content");

  /* Somebody who contradicts himself in the same second. */
  g_autoptr (ExtractAnnotation) c = extract_annotation_new ();
  set (c, document, 3, "boilerplate", EXTRACT_ANNOTATOR_PERSON, "jan", TIME);
  g_autoptr (ExtractAnnotation) bc = extract_annotation_merge (b, c, &error);
  g_assert_cmpuint (count_conflicts (bc, &first, &second), ==, 1);
}

/* ---- Files -------------------------------------------------------------------------------------- */

static void
test_file (void)
{
  g_autoptr (ExtractDocument) document =
      parse ("<p>Imprint<p>ferry pier reopens<pre>a\n\tb</pre>"
             "<p>123456789 123456789 123456789 123456789 123456789 123456789 123456789");
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_new ();
  g_autoptr (GError) error = NULL;

  set (annotation, document, 3, "content", EXTRACT_ANNOTATOR_PERSON, "Jan Nov\u00e1k", TIME);
  set (annotation, document, 2, "code", EXTRACT_ANNOTATOR_PERSON, "eva", TIME);
  g_assert_true (extract_annotation_set (annotation, document, 1, "content", EXTRACT_ANNOTATOR_MODEL,
                                         "classic", TIME, 0.81296, &error));
  g_autofree char *file = dup_file (annotation);
  g_auto (GStrv) lines = g_strsplit (file, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 6);
  g_assert_true (g_str_has_prefix (file, HEAD));
  g_assert_cmpstr (lines[2], ==,
                   "2\t" FERRY "\t1\tcontent\tmodel\tclassic\t" TIME "\t0.8130\tferry pier reopens");
  g_assert_true (g_str_has_suffix (lines[3], "\tcode\tperson\teva\t" TIME "\t-\ta b"));
  g_assert_true (g_str_has_suffix (lines[4],
                                   "\tperson\tJan Nov\u00e1k\t" TIME
                                   "\t-\t123456789 123456789 123456789 123456789 123456789 123456789\u2026"));

  g_autoptr (ExtractAnnotation) again = load (file, &error);
  g_assert_no_error (error);
  g_autofree char *second = dup_file (again);
  g_assert_cmpstr (file, ==, second);
  g_assert_cmpstr (get (again, document, 3), ==, "content");
  g_assert_cmpfloat (extract_annotation_get (again, document, 1)->score, ==, 0.8130);

  /* Any order is read. */
  g_autofree char *shuffled = g_strdup_printf (HEAD "%s\n%s\n%s\n", lines[4], lines[2], lines[3]);
  g_autoptr (ExtractAnnotation) other = load (shuffled, &error);
  g_autofree char *third = dup_file (other);
  g_assert_cmpstr (file, ==, third);

  gsize n;
  g_autofree const ExtractBlockLabel **labels = extract_annotation_dup_labels (again, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (labels[0]->place, ==, 2);
  g_assert_cmpuint (labels[2]->place, ==, 4);
}

/* How a label came to be is a column more, where it is known of any of them; files without it are as ever. */
static void
test_how (void)
{
  g_autoptr (ExtractDocument) document = parse ("<p>Imprint<p>ferry pier reopens<p>Friday");
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_new ();
  g_autoptr (GError) error = NULL;
  static const ExtractHow hows[] = { EXTRACT_HOW_UNKNOWN, EXTRACT_HOW_ACCEPTED, EXTRACT_HOW_CHOSEN };

  for (guint i = 0; i < 3; i++)
    set (annotation, document, i, "content", EXTRACT_ANNOTATOR_PERSON, "jan", TIME);
  set (annotation, document, 1, "content", EXTRACT_ANNOTATOR_PERSON, "eva", TIME);
  g_autofree char *without = dup_file (annotation);
  g_assert_true (g_str_has_prefix (without, HEAD));

  for (guint i = 0; i < 3; i++)
    extract_annotation_set_how (annotation, document, i, EXTRACT_ANNOTATOR_PERSON, "jan", hows[i]);
  g_autofree char *file = dup_file (annotation);
  g_auto (GStrv) lines = g_strsplit (file, "\n", -1);
  g_assert_true (g_str_has_suffix (lines[1], "\texcerpt\thow"));
  g_assert_true (g_str_has_suffix (lines[2], "\tImprint\t-"));
  g_assert_true (g_str_has_suffix (lines[3], "\tferry pier reopens\t-")); /* eva */
  g_assert_true (g_str_has_suffix (lines[4], "\tferry pier reopens\taccepted"));
  g_assert_true (g_str_has_suffix (lines[5], "\tFriday\tchosen"));
  g_autoptr (ExtractAnnotation) again = load (file, &error);
  g_assert_no_error (error);
  g_autofree char *second = dup_file (again);
  g_assert_cmpstr (second, ==, file);

  /* Lines of files with and without it can be put together; merging keeps it. */
  g_autofree char *joined = g_strdup_printf ("%s%s\n", without, lines[5]);
  g_autoptr (ExtractAnnotation) both = load (joined, &error);
  g_assert_no_error (error);
  g_autoptr (ExtractAnnotation) old = load (without, &error);
  g_autoptr (ExtractAnnotation) merged = extract_annotation_merge (again, old, &error);
  g_autoptr (ExtractAnnotation) turned = extract_annotation_merge (old, again, &error);
  g_autofree char *third = dup_file (merged), *fourth = dup_file (turned);
  g_assert_cmpstr (third, ==, file);
  g_assert_cmpstr (fourth, ==, file);

  /* A new label of the same annotator is another one. */
  set (annotation, document, 1, "content", EXTRACT_ANNOTATOR_PERSON, "jan", LATER);
  g_assert_cmpint (extract_annotation_get (annotation, document, 1)->how, ==, EXTRACT_HOW_UNKNOWN);
}

#define ROW(place, fingerprint, occurrence, class_name, source, who, when, score, excerpt)              \
  HEAD place "\t" fingerprint "\t" occurrence "\t" class_name "\t" source "\t" who "\t" when "\t" score \
             "\t" excerpt "\n"

static void
test_refused_files (void)
{
  static const struct {
    const char *file;
    const char *message;
  } cases[] = {
    { "", "line 1: the file ends before" },
    { "texttractor-labels 2\n", "line 1: this is not a file of labels" },
    { "texttractor-labels 1", "line 1: the line does not end" },
    { "texttractor-labels 1\n", "line 2: the file ends before" },
    { "texttractor-labels 1\nplace\n", "line 2: the names of the columns" },
    { HEAD "\n", "line 3: the line has 1 columns, not 9" },
    { HEAD "1\t" FERRY "\n", "line 3: the line has 2 columns" },
    { HEAD "\xff\n", "line 3: the line is not UTF-8" },
    { ROW ("0", FERRY, "1", "content", "person", "jan", TIME, "-", ""), "line 3: the place is not" },
    { ROW ("01", FERRY, "1", "content", "person", "jan", TIME, "-", ""), "line 3: the place is not" },
    { ROW ("-1", FERRY, "1", "content", "person", "jan", TIME, "-", ""), "line 3: the place is not" },
    { ROW ("99999999999999999999", FERRY, "1", "content", "person", "jan", TIME, "-", ""),
      "line 3: the place is not" },
    { ROW ("1", "7ea6", "1", "content", "person", "jan", TIME, "-", ""), "line 3: the fingerprint is not" },
    { ROW ("1", "7EA67AFB388BB86DFB3A938D2D060B6E", "1", "content", "person", "jan", TIME, "-", ""),
      "line 3: the fingerprint is not" },
    { ROW ("1", FERRY, "", "content", "person", "jan", TIME, "-", ""), "line 3: the occurrence is not" },
    { ROW ("1", FERRY, "1", "Content", "person", "jan", TIME, "-", ""), "line 3: a class is" },
    { ROW ("1", FERRY, "1", "content", "god", "jan", TIME, "-", ""), "line 3: the source is neither" },
    { ROW ("1", FERRY, "1", "content", "person", "", TIME, "-", ""), "line 3: who gave a label" },
    { ROW ("1", FERRY, "1", "content", "person", "jan", "today", "-", ""), "line 3: a time is written" },
    { ROW ("1", FERRY, "1", "content", "person", "jan", TIME, "0.5", ""), "line 3: the score is neither" },
    { ROW ("1", FERRY, "1", "content", "person", "jan", TIME, "nan", ""), "line 3: the score is neither" },
    { ROW ("1", FERRY, "1", "content", "person", "jan", TIME, "-0.0000", ""),
      "line 3: the score is neither" },
    { ROW ("1", FERRY, "1", "content", "person", "jan", TIME, "1e0", ""), "line 3: the score is neither" },
    { ROW ("1", FERRY, "1", "content", "person", "jan", TIME, "-", "\x1b[2J"), "line 3: the excerpt is" },
    { ROW ("1", FERRY, "1", "content", "person", "jan", TIME, "-", "a\tb"), "line 3: how is neither" },
    { ROW ("1", FERRY, "1", "content", "person", "jan", TIME, "-", "a\t"), "line 3: how is neither" },
    { ROW ("1", FERRY, "1", "content", "person", "jan", TIME, "-", "a\tchosen\tb"),
      "line 3: how is neither" },
    { ROW ("1", FERRY, "1", "content", "person", "jan", TIME, "-", "") "x", "line 4: the line does not end" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractAnnotation) annotation = load (cases[i].file, &error);
    g_test_message ("%s", cases[i].message);
    g_assert_null (annotation);
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_ANNOTATION);
    g_assert_true (g_str_has_prefix (error->message, cases[i].message));
  }

  /* A NUL byte is no end. */
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_static (HEAD "\0", strlen (HEAD) + 1);
  g_assert_null (extract_annotation_load_bytes (bytes, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_ANNOTATION);
}

/* More labels of one block than a file may have, and very many of different blocks. */
static void
test_many (void)
{
  g_autoptr (GString) file = g_string_new (HEAD);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 65; i++)
    g_string_append_printf (file, "1\t" FERRY "\t1\tcontent\tperson\tjan%u\t" TIME "\t-\t\n", i);
  g_assert_null (load (file->str, &error));
  g_assert_cmpstr (error->message, ==, "line 67: a block has more than 64 labels");

  g_string_assign (file, HEAD);
  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (
        file, "1\t7ea67afb388bb86dfb3a938d%08x\t%u\tcontent\tperson\tjan\t" TIME "\t-\t\n", i, i + 1);
  g_clear_error (&error);
  g_autoptr (ExtractAnnotation) annotation = load (file->str, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (extract_annotation_get_n_labels (annotation), ==, 200000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/annotation/fingerprint", test_fingerprint);
  g_test_add_func ("/annotation/fingerprint-of-long-words", test_fingerprint_of_long_words);
  g_test_add_func ("/annotation/fingerprint-of-marks", test_fingerprint_of_marks);
  g_test_add_func ("/annotation/occurrence", test_occurrence);
  g_test_add_func ("/annotation/threads", test_threads);
  g_test_add_func ("/annotation/labels", test_labels);
  g_test_add_func ("/annotation/other-segmentation", test_other_segmentation);
  g_test_add_func ("/annotation/refused-labels", test_refused_labels);
  g_test_add_func ("/annotation/conflicts", test_conflicts);
  g_test_add_func ("/annotation/merge", test_merge);
  g_test_add_func ("/annotation/file", test_file);
  g_test_add_func ("/annotation/how", test_how);
  g_test_add_func ("/annotation/refused-files", test_refused_files);
  g_test_add_func ("/annotation/many", test_many);
  return g_test_run ();
}
