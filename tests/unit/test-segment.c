/* SPDX-License-Identifier: MIT */
/*
 * From pages to blocks: small pages whose names carry the verdict.
 *
 * Each tests/pages/segment/NAME.html has beside it a NAME.blocks, with a line for each block that the
 * page must be cut into, in reading order:
 *
 *   tag of the owner, a tab, text; line breaks, tabs and backslashes in it as \n, \t and \\
 *
 * The pages are UTF-8. To add a case, add the two files.
 */
#include <libextract/page/page.h>
#include <libextract/page/document.h>

#include <string.h>

#include "tests/unit/parse.h"

/* ---- The folder ----------------------------------------------------------------------------- */

static void
append_escaped (GString *out, const char *text)
{
  for (const char *p = text; *p; p++)
    switch (*p) {
    case '\n':
      g_string_append (out, "\\n");
      break;
    case '\t':
      g_string_append (out, "\\t");
      break;
    case '\\':
      g_string_append (out, "\\\\");
      break;
    default:
      g_string_append_c (out, *p);
    }
}

static char *
describe_blocks (ExtractDocument *document)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);

    g_string_append_printf (out, "%s\t", extract_block_get_tag (block));
    append_escaped (out, extract_block_get_text (block));
    g_string_append_c (out, '\n');
  }
  return g_string_free (out, FALSE);
}

static char *
read_file (const char *folder, const char *name, const char *suffix, gsize *length)
{
  g_autofree char *file = g_strconcat (name, suffix, NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (GError) error = NULL;
  char *contents = NULL;

  g_file_get_contents (path, &contents, length, &error);
  g_assert_no_error (error);
  return contents;
}

static void
test_page (gconstpointer data)
{
  const char *name = data;
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "pages", "segment", NULL);
  gsize length;
  g_autofree char *page = read_file (folder, name, ".html", &length);
  g_autofree char *expected = read_file (folder, name, ".blocks", NULL);
  g_autoptr (ExtractDocument) document = parse_sized (page, length, NULL);
  g_autofree char *found = describe_blocks (document);

  g_test_message ("%s.html", name);
  g_assert_cmpstr (found, ==, expected);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* Returns: (transfer full): the cases of the folder, sorted; no page without blocks, no blocks without page.
 */
static GPtrArray *
find_pages (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "pages", "segment", NULL);
  GPtrArray *pages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;
  guint n_blocks = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir))) {
    n_blocks += g_str_has_suffix (name, ".blocks");
    if (g_str_has_suffix (name, ".html"))
      g_ptr_array_add (pages, g_strndup (name, strlen (name) - strlen (".html")));
  }
  g_assert_cmpuint (pages->len, ==, n_blocks);
  g_ptr_array_sort (pages, compare_names);
  return pages;
}

/* ---- What a page says of itself -------------------------------------------------------------- */

static void
test_about_page (void)
{
  static const struct {
    const char *page, *uri, *title, *language, *base;
  } cases[] = {
    { "<p>x", NULL, "", NULL, NULL },
    { "<title> A \n <b>&amp;\xc2\xa0 B\xc2\xad </title><title>C</title>", NULL, "A <b>& B", NULL, NULL },
    { "<p>x<svg><title>Icon</title></svg><title>Late</title>", NULL, "Late", NULL, NULL },
    { "<html lang=cs>", NULL, "", "cs", NULL },
    { "<html lang=' pt-BR\n'>", NULL, "", "pt-BR", NULL },
    { "<html lang=''><meta http-equiv=Content-Language content=de>", NULL, "", "de", NULL },
    { "<html lang=cs><meta http-equiv=Content-Language content=de>", NULL, "", "cs", NULL },
    { "<p>x", "http://a.org/b/c", "", NULL, "http://a.org/b/c" },
    { "<base href=/d/><base href=/e/>", "http://a.org/b/c", "", NULL, "http://a.org/d/" },
    { "<base target=_top><base href=d/>", "http://a.org/b/c", "", NULL, "http://a.org/b/d/" },
    { "<base href='http://d.org/'>", NULL, "", NULL, "http://d.org/" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractDocument) document = parse_sized (cases[i].page, -1, cases[i].uri);

    g_test_message ("%s", cases[i].page);
    g_assert_cmpstr (extract_document_get_title (document), ==, cases[i].title);
    g_assert_cmpstr (extract_document_get_language (document), ==, cases[i].language);
    g_assert_cmpstr (extract_document_get_base (document), ==, cases[i].base);
    g_assert_cmpstr (extract_document_get_uri (document), ==, cases[i].uri);
  }
}

static void
test_paths (void)
{
  static const char page[] =
      "<div>a</div><p>b</p><div>c<x-y>d<p>e</p></x-y><script></script><x-z><p>f</p></x-z></div>";
  static const char *const paths[] = {
    "/html/body/div[1]",           "/html/body/p[1]", "/html/body/div[2]", "/html/body/div[2]/*[1]/p[1]",
    "/html/body/div[2]/*[3]/p[1]",
  };
  g_autoptr (ExtractDocument) document = parse (page);

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, G_N_ELEMENTS (paths));
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *path = extract_block_dup_path (extract_document_get_block (document, i));

    g_assert_cmpstr (path, ==, paths[i]);
  }
}

static void
test_long_path (void)
{
  g_autoptr (GString) page = g_string_new (NULL);
  g_autoptr (ExtractDocument) document = NULL;
  g_autofree char *path = NULL;

  for (guint i = 0; i < 500; i++)
    g_string_append (page, "<div>");
  g_string_append (page, "<p>x");
  document = parse (page->str);
  path = extract_block_dup_path (extract_document_get_block (document, 0));
  g_assert_true (g_str_has_prefix (path, "/html/body/div[1]/"));
  g_assert_true (g_str_has_suffix (path, "/div[1]/p[1]"));
  g_assert_nonnull (strstr (path, "/\xe2\x80\xa6/"));
  g_assert_cmpuint (strlen (path), <, 65 * strlen ("/div[1]"));
}

/* ---- What blocks keep of inline markup ------------------------------------------------------- */

static char *
describe_marks (ExtractDocument *document, guint i)
{
  static const char *const names[EXTRACT_N_MARKS] = { "link", "strong", "em", "code", "sub", "sup", "br" };
  const ExtractPiece *piece = extract_document_piece (document, i);
  const char *text = extract_document_text (document, i);
  GString *out = g_string_new (NULL);

  for (guint j = 0; j < piece->n_marks; j++) {
    const ExtractMark *mark = ROWS_INDEX (document->page->marks, ExtractMark, piece->marks + j);
    const char *href = document->page->strings->str + mark->href;

    g_string_append_printf (out, "%s%s", out->len ? "; " : "", names[mark->kind]);
    if (*href)
      g_string_append_printf (out, " %s", href);
    g_string_append_printf (out, ": %.*s", (int) (mark->end - mark->start), text + mark->start);
  }
  return g_string_free (out, FALSE);
}

static void
test_marks (void)
{
  static const struct {
    const char *page, *marks;
    guint links, link_chars, images, positives;
  } cases[] = {
    { "<p>a", "", 0, 0, 0, 0 },
    { "<p>a <b>b </b>c <i> d</i>", "strong: b; em: d", 0, 0, 0, 0 },
    { "<p><b>a</b> <strong>b</strong>", "strong: a; strong: b", 0, 0, 0, 1 },
    { "<p><b>a <strong>b</strong></b>", "strong: a b", 0, 0, 0, 1 },
    { "<p><a href=u>a <b>b</b></a> c", "link u: a b; strong: b", 1, 2, 0, 0 },
    { "<p><a name=u>a</a><a href=v></a><a href=w> </a>b", "", 0, 0, 0, 0 },
    { "<p><a href=u><img src=i></a>b<img>", "", 0, 0, 2, 0 },
    { "<p>a<br>b", "br: ", 0, 0, 0, 0 },
    { "<p>a<sub>1</sub><sup>2</sup><kbd>k</kbd><q>q</q>", "sub: 1; sup: 2; code: k", 0, 0, 0, 4 },
    { "<a href=u>a<p>b</p></a>", "link u: a", 1, 1, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ExtractDocument) document = parse (cases[i].page);
    const ExtractPiece *piece = extract_document_piece (document, 0);
    g_autofree char *marks = describe_marks (document, 0);

    g_test_message ("%s", cases[i].page);
    g_assert_cmpstr (marks, ==, cases[i].marks);
    g_assert_cmpuint (piece->links, ==, cases[i].links);
    g_assert_cmpuint (piece->link_chars, ==, cases[i].link_chars);
    g_assert_cmpuint (piece->images, ==, cases[i].images);
    g_assert_cmpuint (piece->positives, ==, cases[i].positives);
  }
}

/* A mark goes on in every block of its element. */
static void
test_marks_across_blocks (void)
{
  g_autoptr (ExtractDocument) document = parse ("<a href=u>a<p>b<br><br>c</p></a>d");
  static const char *const marks[] = { "link u: a", "link u: b", "link u: c", "" };

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, G_N_ELEMENTS (marks));
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++) {
    g_autofree char *found = describe_marks (document, i);

    g_assert_cmpstr (found, ==, marks[i]);
  }
}

/* Returns: (transfer full): @n letters, and characters of three and four bytes */
static char *
long_value (guint n)
{
  g_autofree char *letters = g_strnfill (n, 'a');

  return g_strconcat (letters, "\346\274\242\360\240\200\200\346\274\242", NULL);
}

static void
assert_cut (const char *value, guint most)
{
  g_assert_true (g_utf8_validate (value, -1, NULL));
  g_assert_cmpuint (strlen (value), <=, most);
  g_assert_cmpuint (strlen (value), >, most - 4);
}

/* Where values are too long, they end with a whole character. */
static void
test_long_values (void)
{
  for (guint less = 0; less < 8; less++) {
    g_autofree char *name = long_value (EXTRACT_MAX_ATTRIBUTE - less);
    g_autofree char *alt = long_value (EXTRACT_MAX_NOTE - less);
    g_autofree char *page = g_strdup_printf ("<p class='%s'>a<img src=u alt='%s'></p>", name, alt);
    g_autoptr (ExtractDocument) document = parse (page);
    const ExtractPage *parsed = document->page;
    const ExtractElement *element =
        extract_page_element (parsed, extract_document_piece (document, 0)->element);

    g_assert_cmpuint (parsed->notes.len, ==, 1);
    assert_cut (extract_page_get_attribute (parsed, element, EXTRACT_ATTRIBUTE_CLASS), EXTRACT_MAX_ATTRIBUTE);
    assert_cut (parsed->strings->str + ROWS_INDEX (parsed->notes, ExtractNote, 0)->name, EXTRACT_MAX_NOTE);
  }
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) pages = NULL;

  g_test_init (&argc, &argv, NULL);
  pages = find_pages ();
  for (guint i = 0; i < pages->len; i++) {
    g_autofree char *path = g_strdup_printf ("/segment/%s", (char *) g_ptr_array_index (pages, i));

    g_test_add_data_func (path, g_ptr_array_index (pages, i), test_page);
  }
  g_test_add_func ("/segment-page/title-language-base", test_about_page);
  g_test_add_func ("/segment-page/paths", test_paths);
  g_test_add_func ("/segment-page/long-path", test_long_path);
  g_test_add_func ("/segment-page/marks", test_marks);
  g_test_add_func ("/segment-page/marks-across-blocks", test_marks_across_blocks);
  g_test_add_func ("/segment-page/long-values", test_long_values);
  return g_test_run ();
}
