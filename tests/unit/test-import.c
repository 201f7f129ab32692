/* SPDX-License-Identifier: MIT */
/* Importing: ids, texts, tables, annotated pages; what is hostile in them; and the writer of sets. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "train/data/dataset.h"
#include "train/data/import.h"
#include "cli/json-read.h"
#include "train/data/set-writer.h"

/* ---- Texts ------------------------------------------------------------------------------------ */

static void
test_ids (void)
{
  static const struct {
    const char *name;
    const char *id;
  } cases[] = {
    { "page_7", "page_7" },
    { "site.example/a/b?c=d&e", "site-example-a-b-c-d-e" },
    { "../../etc/passwd", "etc-passwd" },
    { "--a--b--", "a-b" },
    { "Čaj o páté", "Caj-o-pate" },
    { "", "page" },
    { "我们", "page" },
    { "\xff\xfe", "page" },
    { "a\xff"
      "b",
      "a-b" },
    { "a\nb\tc", "a-b-c" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *id = train_set_id_from_name (cases[i].name);
    g_assert_cmpstr (id, ==, cases[i].id);
    g_assert_true (train_id_is_safe (id));
  }
  g_autofree char *longest = g_strnfill (5000, 'x');
  g_autofree char *id = train_set_id_from_name (longest);
  g_assert_cmpuint (strlen (id), ==, 100);
}

static void
test_stems (void)
{
  static const struct {
    const char *name;
    const char *stem;
  } cases[] = {
    { "a.html", "a" }, { "a.HTM", "a" },  { "a.xhtml", "a" }, { "a.html.gz", "a" }, { "a.b.Html.GZ", "a.b" },
    { ".html", "" },   { "a.txt", NULL }, { "a.gz", NULL },   { "html", NULL },     { "a.htmlx", NULL },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *stem = train_import_dup_stem (cases[i].name);
    g_assert_cmpstr (stem, ==, cases[i].stem);
  }
}

static void
test_unescape (void)
{
  static const struct {
    const char *text;
    const char *plain;
  } cases[] = {
    { "a &amp; b &lt;c&gt; &quot;d&apos;", "a & b <c> \"d'" },
    { "&amp;lt;", "&lt;" },
    { "x&nbsp;y", "x\xc2\xa0y" },
    { "&#65;&#x42;&#X43;", "ABC" },
    { "&#128512;", "\xf0\x9f\x98\x80" },
    { "&#0;&#xd800;&#1114112;&#x;&#;&#-1;&;&", "&#0;&#xd800;&#1114112;&#x;&#;&#-1;&;&" },
    { "AT&T; R&D &unknown; &amp", "AT&T; R&D &unknown; &amp" },
    { "&&amp;;", "&&;" },
    { "l&rsquo;&eacute;t&eacute; &#146;", "l\xe2\x80\x99\xc3\xa9t\xc3\xa9 \xe2\x80\x99" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *plain = train_import_unescape (cases[i].text);
    g_assert_cmpstr (plain, ==, cases[i].plain);
  }
}

static void
test_decode (void)
{
  static const struct {
    const char *bytes;
    const char *charset;
    const char *text;
  } cases[] = {
    { "", NULL, "" },
    { "\xef\xbb\xbf"
      "a\r\nb",
      NULL, "a\nb" },
    { "\xc3\xa9", "iso-8859-2", "\xc3\xa9" },           /* UTF-8 goes before what is declared */
    { "\xe8", "iso-8859-2", "\xc4\x8d" },               /* č */
    { "\x93x\x94", NULL, "\xe2\x80\x9cx\xe2\x80\x9d" }, /* quotes of windows-1252 */
    { "\xe9", "no-such-charset", "\xc3\xa9" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = train_import_decode (cases[i].bytes, strlen (cases[i].bytes), cases[i].charset);
    g_assert_cmpstr (text, ==, cases[i].text);
  }
  /* 0x81 is nothing in windows-1252: what is left is valid UTF-8 all the same. */
  g_autofree char *text = train_import_decode ("a\x81\x00z", 4, NULL);
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

/* ---- Formats ---------------------------------------------------------------------------------- */

static void
test_table (void)
{
  gsize n;
  const TrainImportFormat *formats = train_import_get_formats (&n);
  for (gsize i = 0; i < n; i++) {
    g_assert_true (train_import_find_format (formats[i].name) == &formats[i]);
    g_assert_nonnull (formats[i].list);
    g_assert_false (g_str_has_suffix (formats[i].sentence, "."));
  }
  g_assert_null (train_import_find_format ("fold"));
  g_assert_null (train_import_find_format (""));
}

/* A page of @html, finished by @finish with @text. */
static TrainSetPage *
finish (gboolean (*function) (TrainSetPage *, GBytes *, GError **), const char *html, gssize length,
        const char *text, GError **error)
{
  TrainSetPage *page = train_set_page_new ("page", "page.html");
  g_autoptr (GBytes) text_bytes = text ? g_bytes_new (text, strlen (text)) : NULL;
  page->bytes = g_bytes_new (html, length < 0 ? strlen (html) : (gsize) length);
  if (!function (page, text_bytes, error))
    g_clear_pointer (&page, train_set_page_free);
  return page;
}

static char *
dup_html (const TrainSetPage *page)
{
  gsize length;
  const char *data = g_bytes_get_data (page->bytes, &length);
  return g_strndup (data, length);
}

static void
test_cleaneval (void)
{
  static const struct {
    const char *html, *text;
    const char *left, *truth, *url, *title, *charset;
  } cases[] = {
    { "<p>x", "<p>a\n<h>b\n<l>c", "<p>x", "a\nb\nc", NULL, NULL, NULL },
    { "<p>x", "URL: http://a.example/\n\n  <P> a", "<p>x", "a", "http://a.example/", NULL, NULL },
    { "<p>x", "URL: a.example\na", "<p>x", "a", NULL, NULL, NULL },
    { "<p>x", "", "<p>x", "", NULL, NULL, NULL },
    { "<p>x", "<q>a\n<pre>b\np>c\n<p", "<p>x", "<q>a\n<pre>b\np>c\n<p", NULL, NULL, NULL },
    { "<text id=\"http://b.example/\" title=\"T &amp; U\" encoding=\"UTF-8\"><p>x</text>\n",
      "URL: http://a.example/\na", "<p>x", "a", "http://b.example/", "T & U", "UTF-8" },
    { "\n<text id=\"file:///etc\" title=\"\" encoding=\"unknown\">\r\n<p>x\n", "a", "<p>x\n", "a", NULL, NULL,
      NULL },
    { "<text id=\"x\" title=\"a > \"b\" c\" encoding=\"latin1\">\n<p>x</text>", "a", "<p>x", "a", NULL,
      "a > \"b\" c", "latin1" },
    { "<text id=\"never ends", "a", "<text id=\"never ends", "a", NULL, NULL, NULL },
    { "<text id=>", "a", "", "a", NULL, NULL, NULL },
    { "<texts>", "a", "<texts>", "a", NULL, NULL, NULL },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_autoptr (TrainSetPage) page =
        finish (train_import_finish_cleaneval, cases[i].html, -1, cases[i].text, &error);
    g_assert_no_error (error);
    g_autofree char *left = dup_html (page);
    g_assert_cmpstr (left, ==, cases[i].left);
    g_assert_cmpstr (page->truth, ==, cases[i].truth);
    g_assert_cmpstr (page->url, ==, cases[i].url);
    g_assert_cmpstr (page->title, ==, cases[i].title);
    g_assert_cmpstr (page->charset, ==, cases[i].charset);
  }
}

static void
test_justext (void)
{
  static const struct {
    const char *text;
    const char *truth;
  } cases[] = {
    { "<b> no\n<p> yes\nmore\n<b> no\nno\n<h> yes", "yes\nmore\nyes" },
    { "<p class=\"good\" cfclass=\"x\" heading=\"1\"> a &lt;b&gt;\n<p class=\"neargood\" heading=\"0\"> no",
      "a <b>" },
    { "", "" },
    { "<b> no", "" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TrainSetPage) page = finish (train_import_finish_justext, "<p>x", -1, cases[i].text, NULL);
    g_assert_cmpstr (page->truth, ==, cases[i].truth);
  }
}

static void
test_krdwrd (void)
{
  static const struct {
    const char *html;
    const char *left, *truth, *labels;
  } cases[] = {
    /* An element of its own, a class among others, a class alone */
    { "<p><kw class=\"krdwrd-tag-3\">a</kw> b</p>", "<p>a b</p>", "a\n", "3\ta\n" },
    { "<p class='x krdwrd-tag-3 y' id=z>a</p>b", "<p class=\"x y\" id=z>a</p>b", "a\n", "3\ta\n" },
    { "<p id=z class=krdwrd-tag-3>a</p>", "<p id=z>a</p>", "a\n", "3\ta\n" },
    /* Classes that are not ours stay as they are, also none */
    { "<i class=\"\"><b class=\" a  b \"><kw class=\"krdwrd-tag-1\">x</kw></b></i>",
      "<i class=\"\"><b class=\" a  b \">x</b></i>", "", "1\tx\n" },
    /* The same name within: the tag ends with the outer one */
    { "<p class=krdwrd-tag-3><p>a</p><p>b</p></p>c", "<p><p>a</p><p>b</p></p>c", "a\nb\n", "3\ta\n3\tb\n" },
    /* Text of another tag stands between words, and does not join them */
    { "<p class=krdwrd-tag-3>a<i class=krdwrd-tag-1>x</i>b<i>c</i></p>", "<p>a<i>x</i>b<i>c</i></p>",
      "a bc\n", "3\ta\n1\tx\n3\tb\n3\tc\n" },
    /* What has no markup in it */
    { "<script>'<kw class=krdwrd-tag-3>'</SCRIPT><kw class=krdwrd-tag-3>1 < 2</kw><!-- <p> -->",
      "<script>'<kw class=krdwrd-tag-3>'</SCRIPT>1 < 2<!-- <p> -->", "1 < 2\n", "3\t1 < 2\n" },
    { "<img alt=\"a > b\" class=krdwrd-tag-3>x<kw class=krdwrd-tag-3>y</kw>", "<img alt=\"a > b\">xy", "y\n",
      "3\ty\n" },
    /* A tag that would break the lines of labels is none */
    { "<kw class=\"krdwrd-tag-3\">a</kw><kw class=\"krdwrd-tag-3\t4\">b</kw><kw class=krdwrd-tag-&#9;>c</kw>",
      "abc", "ab\n", "3\ta\n3\tb\n" },
    /* Cut off */
    { "<kw class=\"krdwrd-tag-3\">a<p", "a<p", "a\n", "3\ta\n" },
    { "<kw class=\"krdwrd-tag-3\">a</kw><!-- b", "a<!-- b", "a\n", "3\ta\n" },
    { "<kw class=\"krdwrd-tag-3\">a</kw><style>b", "a<style>b", "a\n", "3\ta\n" },
    { "</kw></p><kw class=\"krdwrd-tag-3\">a</kw></kw><", "</p>a<", "a\n", "3\ta\n" },
    { "<kw =\"\" == class=krdwrd-tag-3 class>a", "a", "a\n", "3\ta\n" },
    { "<kw class=krdwrd-tag-3>a\xff</kw>", "a\xff", "a\xef\xbf\xbd\n", "3\ta\xef\xbf\xbd\n" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_autoptr (TrainSetPage) page = finish (train_import_finish_krdwrd, cases[i].html, -1, NULL, &error);
    g_assert_no_error (error);
    g_autofree char *left = dup_html (page);
    g_assert_cmpstr (left, ==, cases[i].left);
    g_assert_cmpstr (page->truth, ==, cases[i].truth);
    g_assert_cmpstr (page->labels, ==, cases[i].labels);
  }

  static const char *const without[] = { "", "<p>a", "<kw>a</kw>", "<p class=\"krdwrd-tag-\">a</p>" };
  for (gsize i = 0; i < G_N_ELEMENTS (without); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (finish (train_import_finish_krdwrd, without[i], -1, NULL, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  }
}

/* Time that grows with the square would be hours here. */
static void
test_krdwrd_large (void)
{
  static const char *const parts[] = {
    "<p class=krdwrd-tag-3>",
    "<i>",
    "</p>",
    "<",
    "<!--",
    "</",
    "<script>",
    "<a b=\"",
    "<p class=\"",
    "&",
    "<kw ",
  };
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autoptr (GString) html = g_string_new ("<kw class=krdwrd-tag-3>a</kw>");
    for (guint j = 0; j < 300000; j++)
      g_string_append (html, parts[i]);
    g_autoptr (TrainSetPage) page =
        finish (train_import_finish_krdwrd, html->str, (gssize) html->len, NULL, NULL);
    g_assert_nonnull (page);
  }
}

/* ---- JSON ------------------------------------------------------------------------------------- */

static void
test_json (void)
{
  static const struct {
    const char *text;
    gboolean good;
  } cases[] = {
    { "{\"a\": \"'/#[[[[\\\"{\"}", TRUE },
    { " {} ", TRUE },
    { "{\"a\": 'b'}", FALSE },
    { "{\"a\": 1} // b", FALSE },
    { "{\"a\": 1 # b\n}", FALSE },
    { "[]", FALSE },
    { "{\"a\": 1} {\"b\": 2}", FALSE },
    { "{\"a\": 1},", FALSE },
    { "{\"a\": {}}}", FALSE },
    { "1 {\"a\": 1}", FALSE },
    { "\"a\" {\"b\": 1}", FALSE },
    { "\xef\xbb\xbf{}", TRUE },
    { "{", FALSE },
    { "", FALSE },
    { "\"a", FALSE },
    { "{\"a\": \"\\", FALSE },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_autoptr (JsonObject) object = cli_json_parse (cases[i].text, strlen (cases[i].text), &error);
    g_assert_true ((object != NULL) == cases[i].good);
    g_assert_true ((error == NULL) == cases[i].good);
  }
}

/* ---- The writer ------------------------------------------------------------------------------- */

typedef struct {
  char *path; /* of the set, which is not there yet */
  char *parent;
} Folder;

static void
folder_set_up (Folder *folder, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  folder->parent = g_dir_make_tmp ("test-import-XXXXXX", &error);
  g_assert_no_error (error);
  folder->path = g_build_filename (folder->parent, "set", NULL);
}

static void
remove_files (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *file = g_build_filename (path, name, NULL);
    if (g_file_test (file, G_FILE_TEST_IS_DIR))
      remove_files (file);
    else
      g_assert_cmpint (g_unlink (file), ==, 0);
  }
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

static void
folder_tear_down (Folder *folder, gconstpointer data)
{
  remove_files (folder->parent);
  g_free (folder->parent);
  g_free (folder->path);
}

static TrainSetOutcome
add (TrainSetWriter *writer, const char *name, const char *url, const char *html)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrainSetPage) page = train_set_page_new (name, name);
  page->url = g_strdup (url);
  page->bytes = g_bytes_new (html, strlen (html));
  page->packed = g_bytes_ref (page->bytes); /* a set may hold what is not compressed, too */
  TrainSetOutcome outcome = train_set_writer_add (writer, page, &error);
  g_assert_no_error (error);
  return outcome;
}

static char *
read_index (const Folder *folder)
{
  g_autofree char *path = g_build_filename (folder->path, "index.jsonl", NULL);
  char *text = NULL;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
test_writer (Folder *folder, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrainSetWriter) writer = train_set_writer_new (folder->path, FALSE, &error);
  g_assert_no_error (error);
  /* Two pages of one import are two, even if they have the same bytes. */
  g_assert_cmpint (add (writer, "b", "http://b.example/", "<p>b"), ==, TRAIN_SET_ADDED);
  g_assert_cmpint (add (writer, "b", NULL, "<p>b"), ==, TRAIN_SET_ADDED);
  g_assert_cmpint (add (writer, "b-2", NULL, "\"\n"), ==, TRAIN_SET_ADDED);
  g_assert_cmpint (add (writer, "a", "\"\\", "<p>a"), ==, TRAIN_SET_ADDED);
  g_assert_false (train_set_writer_has_url (writer, "http://b.example/")); /* was not there before */
  g_assert_true (train_set_writer_commit (writer, &error));
  g_autofree char *index = read_index (folder);
  g_assert_cmpstr (index, ==,
                   "{\"id\":\"a\",\"url\":\"\\\"\\\\\"}\n{\"id\":\"b\",\"url\":\"http://b.example/\"}\n"
                   "{\"id\":\"b-2\"}\n{\"id\":\"b-2-2\"}\n");

  g_assert_null (train_set_writer_new (folder->path, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_clear_error (&error);

  g_autoptr (TrainSetWriter) again = train_set_writer_new (folder->path, TRUE, &error);
  g_assert_no_error (error);
  g_assert_true (train_set_writer_has_url (again, "http://b.example/"));
  g_assert_false (train_set_writer_has_url (again, "http://b.example/")); /* it was one page */
  /* Each page that is there stands for one page of this import; b is taken by its URL. */
  g_assert_cmpint (add (again, "b", NULL, "<p>b"), ==, TRAIN_SET_THERE);
  g_assert_cmpint (add (again, "b", NULL, "<p>b"), ==, TRAIN_SET_ADDED);
  g_assert_cmpint (add (again, "a", NULL, "<p>other"), ==, TRAIN_SET_ADDED);
  g_assert_true (train_set_writer_commit (again, &error));
  g_assert_cmpuint (train_set_writer_get_n_pages (again), ==, 6);
  g_autofree char *more = read_index (folder);
  g_assert_nonnull (strstr (more, "{\"id\":\"a-2\"}\n"));
  g_assert_nonnull (strstr (more, "{\"id\":\"b-3\"}\n"));
}

/* Files that no index names belong to somebody, unless they are what would be written. */
static void
test_writer_keeps (Folder *folder, gconstpointer data)
{
  static const struct {
    const char *file;
    const char *text;
    TrainSetOutcome outcome; /* of a page "a" with a reference */
  } cases[] = {
    { "html/a.html.gz", "<p>mine", TRAIN_SET_REFUSED }, { "html/a.html.gz", "<p>a", TRAIN_SET_ADDED },
    { "html/a.html", "<p>mine", TRAIN_SET_REFUSED },    { "html/a.html", "", TRAIN_SET_REFUSED },
    { "truth/a.txt", "mine", TRAIN_SET_REFUSED },       { "truth/a.txt", "a", TRAIN_SET_ADDED },
    { "labels/a.tsv", "mine", TRAIN_SET_REFUSED },      { "truth/a.txt", NULL, TRAIN_SET_REFUSED },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *path = g_build_filename (folder->path, cases[i].file, NULL);
    g_autofree char *parent = g_path_get_dirname (path);
    g_autofree char *text = NULL;
    g_assert_cmpint (g_mkdir_with_parents (parent, 0777), ==, 0);
    if (cases[i].text)
      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
    else
      g_assert_cmpint (symlink ("nowhere", path), ==, 0);

    g_autoptr (TrainSetWriter) writer = train_set_writer_new (folder->path, FALSE, &error);
    g_assert_no_error (error);
    g_autoptr (TrainSetPage) page = train_set_page_new ("a", "a");
    page->bytes = g_bytes_new ("<p>a", 4);
    page->packed = g_bytes_ref (page->bytes);
    page->truth = g_strdup ("a");
    page->labels = g_strdup ("3\ta\n");
    g_test_message ("case %u", i);
    g_assert_cmpint (train_set_writer_add (writer, page, &error), ==, cases[i].outcome);
    if (cases[i].outcome == TRAIN_SET_REFUSED) {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
      g_assert_nonnull (strstr (error->message, path));
      g_assert_cmpuint (train_set_writer_get_n_pages (writer), ==, 0);
      g_autofree char *page_path = g_build_filename (folder->path, "html/a.html.gz", NULL);
      g_assert_true (strcmp (page_path, path) == 0 || !g_file_test (page_path, G_FILE_TEST_EXISTS));
    }
    if (cases[i].text) {
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, cases[i].text);
    }
    remove_files (folder->path);
  }
  g_assert_cmpint (g_mkdir (folder->path, 0777), ==, 0); /* for the one that cleans up */
}

/* Thousands of pages of one name, as "index.html": no step may look at all of them. */
static void
test_writer_many (Folder *folder, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrainSetWriter) writer = train_set_writer_new (folder->path, FALSE, &error);
  for (guint i = 0; i < 2000; i++)
    g_assert_cmpint (add (writer, "index", NULL, "<p>"), ==, TRAIN_SET_ADDED);
  g_assert_true (train_set_writer_commit (writer, &error));
  g_autoptr (TrainDataset) dataset = train_dataset_open (folder->path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dataset->entries->len, ==, 2000);
}

#define ADD(name, function) g_test_add (name, Folder, NULL, folder_set_up, function, folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import/ids", test_ids);
  g_test_add_func ("/import/stems", test_stems);
  g_test_add_func ("/import/unescape", test_unescape);
  g_test_add_func ("/import/decode", test_decode);
  g_test_add_func ("/import/table", test_table);
  g_test_add_func ("/import/cleaneval", test_cleaneval);
  g_test_add_func ("/import/justext", test_justext);
  g_test_add_func ("/import/krdwrd", test_krdwrd);
  g_test_add_func ("/import/krdwrd-large", test_krdwrd_large);
  g_test_add_func ("/import/json", test_json);
  ADD ("/import/writer", test_writer);
  ADD ("/import/writer-keeps", test_writer_keeps);
  ADD ("/import/writer-many", test_writer_many);
  return g_test_run ();
}
