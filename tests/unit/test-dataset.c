/* SPDX-License-Identifier: MIT */
/* Sets: a good one, every way for an index to be damaged, and the rules of folds. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "train/data/dataset.h"

typedef struct {
  char *path;
} Folder;

static void
folder_set_up (Folder *folder, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  folder->path = g_dir_make_tmp ("test-dataset-XXXXXX", &error);
  g_assert_no_error (error);
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
  remove_files (folder->path);
  g_free (folder->path);
}

static void
write_file (const Folder *folder, const char *subfolder, const char *name, const char *data, gssize length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *parent = g_build_filename (folder->path, subfolder, NULL);
  g_autofree char *path = g_build_filename (parent, name, NULL);
  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_file_set_contents (path, data, length, &error);
  g_assert_no_error (error);
}

static TrainDataset *
open_index (const Folder *folder, const char *index)
{
  g_autoptr (GError) error = NULL;
  write_file (folder, ".", "index.jsonl", index, -1);
  TrainDataset *dataset = train_dataset_open (folder->path, &error);
  g_assert_no_error (error);
  return dataset;
}

static void
test_index (Folder *folder, gconstpointer data)
{
  g_autoptr (TrainDataset) dataset = open_index (
      folder,
      "{\"id\": \"b-1\", \"url\": \"http://a.example/\", \"lang\": \"en\", \"type\": \"forum\", \"title\": "
      "\"T\", \"site\": \"a.example\", \"charset\": \"gbk\", \"split\": \"train\", \"with\": [\"x\", "
      "\"y\"], \"without\": [], \"author\": \"A, B\", \"date\": \"2001\", \"else\": {}, \"more\": 1}\r\n"
      "\n"
      "  {\"id\": \"a_2\", \"title\": null, \"with\": null}");

  g_autofree char *name = g_path_get_basename (folder->path);
  g_assert_cmpstr (dataset->name, ==, name);
  g_assert_cmpuint (dataset->warnings->len, ==, 0);
  g_assert_cmpuint (dataset->entries->len, ==, 2);

  const TrainEntry *full = dataset->entries->pdata[0], *bare = dataset->entries->pdata[1];
  g_assert_true (full->dataset == dataset);
  g_assert_cmpstr (full->id, ==, "b-1");
  g_assert_cmpstr (full->url, ==, "http://a.example/");
  g_assert_cmpstr (full->lang, ==, "en");
  g_assert_cmpstr (full->type, ==, "forum");
  g_assert_cmpstr (full->title, ==, "T");
  g_assert_cmpstr (full->author, ==, "A, B");
  g_assert_cmpstr (full->date, ==, "2001");
  g_assert_cmpstr (full->site, ==, "a.example");
  g_assert_cmpstr (full->charset, ==, "gbk");
  g_assert_cmpstr (full->split, ==, "train");
  g_assert_cmpuint (g_strv_length (full->with), ==, 2);
  g_assert_cmpstr (full->with[1], ==, "y");
  g_assert_cmpuint (g_strv_length (full->without), ==, 0);
  g_assert_cmpstr (bare->id, ==, "a_2");
  g_assert_null (bare->url);
  g_assert_null (bare->title);
  g_assert_null (bare->with);
}

static void
test_damaged (Folder *folder, gconstpointer data)
{
  static const char *const lines[] = {
    "{",
    "{\"id\": \"a\"",
    "[\"id\"]",
    "\"id\"",
    "{}",
    "{\"url\": \"http://a.example/\"}",
    "{\"id\": 1}",
    "{\"id\": null}",
    "{\"id\": \"a\", \"lang\": [\"en\"]}",
    "{\"id\": \"a\", \"with\": \"x\"}",
    "{\"id\": \"a\", \"with\": [1]}",
    "{\"id\": \"a\", \"without\": [null]}",
    "{\"id\": \"a\", \"title\": \"\xff\"}",
    "{\"id\": \"first\"}",
    "{\"id\": \"a\", \"x\": "
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *index = g_strdup_printf ("{\"id\": \"first\"}\n\n%s\n{\"id\": \"last\"}\n", lines[i]);
    write_file (folder, ".", "index.jsonl", index, -1);
    g_test_message ("line %" G_GSIZE_FORMAT, i);
    g_assert_null (train_dataset_open (folder->path, &error));
    g_assert_nonnull (error);
    g_assert_true (g_str_has_prefix (error->message, folder->path));
    g_assert_nonnull (strstr (error->message, "/index.jsonl: line 3: "));
  }

  g_autoptr (GError) error = NULL;
  g_autofree char *nowhere = g_build_filename (folder->path, "nowhere", NULL);
  g_assert_null (train_dataset_open (nowhere, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_unsafe_ids (Folder *folder, gconstpointer data)
{
  g_autoptr (TrainDataset) dataset =
      open_index (folder, "{\"id\": \"../x\"}\n{\"id\": \"good\"}\n{\"id\": \"\"}\n"
                          "{\"id\": \"a.b\"}\n{\"id\": \"\\u017e\"}\n");
  g_assert_cmpuint (dataset->entries->len, ==, 1);
  g_assert_cmpuint (dataset->warnings->len, ==, 4);
  g_assert_true (g_str_has_prefix (dataset->warnings->pdata[0], folder->path));
  g_assert_nonnull (strstr (dataset->warnings->pdata[0], "/index.jsonl: line 1: "));
  g_assert_nonnull (strstr (dataset->warnings->pdata[0], "\"../x\""));
}

static void
test_site (void)
{
  static const struct {
    const char *url;
    const char *site;
    const char *domain;
  } cases[] = {
    { "https://www.Example.com/a?b", NULL, "example.com" },
    { "http://example.com:8080/", "other.example", "example.com" },
    { "http://news.shop.example.co.uk/x", NULL, "example.co.uk" },
    { "http://example.com.au/", NULL, "example.com.au" },
    { "http://co.uk/", NULL, "co.uk" },
    { "http://a.b.example.de./", NULL, "example.de" },
    { "http://192.0.2.7/page", NULL, "192.0.2.7" },
    { "http://[2001:DB8::1]/page", NULL, "2001:db8::1" },
    { "http://localhost/", NULL, "localhost" },
    { NULL, "health.in.example", "in.example" },
    { "not a url", "www.example.org", "example.org" },
    { "mailto:someone", NULL, "id-7" },
    { NULL, NULL, "id-7" },
    { NULL, "...", "id-7" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    TrainEntry entry = { .id = (char *) "id-7",
                         .url = (char *) cases[i].url,
                         .site = (char *) cases[i].site };
    g_autofree char *domain = train_entry_dup_site (&entry);
    g_test_message ("%s %s", cases[i].url, cases[i].site);
    g_assert_cmpstr (domain, ==, cases[i].domain);
  }
}

static void
test_folds (Folder *folder, gconstpointer data)
{
  const guint n_folds = 5, n_sites = 60;
  g_autoptr (GString) index = g_string_new (NULL);
  for (guint i = 0; i < 400; i++)
    g_string_append_printf (index,
                            "{\"id\": \"p%u\", \"url\": \"http://h%u.site%u.example/\", \"type\": \"%s\"}\n",
                            i, i, i * 7 % n_sites, i % 4 == 0 ? "forum" : "article");
  g_autoptr (TrainDataset) dataset = open_index (folder, index->str);
  g_autofree guint *folds = g_new (guint, 400);
  guint counts[2][5] = { 0 };

  train_dataset_assign_folds (dataset->entries, n_folds, 3);
  g_autoptr (GHashTable) fold_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < 400; i++) {
    const TrainEntry *entry = dataset->entries->pdata[i];
    char *site = train_entry_dup_site (entry);
    gpointer fold;
    g_assert_cmpuint (entry->fold, <, n_folds);
    if (g_hash_table_lookup_extended (fold_of, site, NULL, &fold))
      g_assert_cmpuint (GPOINTER_TO_UINT (fold), ==, entry->fold);
    g_hash_table_insert (fold_of, site, GUINT_TO_POINTER (entry->fold));
    folds[i] = entry->fold;
    counts[strcmp (entry->type, "forum") == 0][entry->fold]++;
  }
  g_assert_cmpuint (g_hash_table_size (fold_of), ==, n_sites);
  for (guint f = 0; f < n_folds; f++) {
    g_assert_cmpuint (counts[0][f], >=, 53); /* of 60 */
    g_assert_cmpuint (counts[0][f], <=, 67);
    g_assert_cmpuint (counts[1][f], >=, 14); /* of 20; whole sites of 6 or 7 are forums */
    g_assert_cmpuint (counts[1][f], <=, 26);
  }

  train_dataset_assign_folds (dataset->entries, n_folds, 3);
  for (guint i = 0; i < 400; i++)
    g_assert_cmpuint (((TrainEntry *) dataset->entries->pdata[i])->fold, ==, folds[i]);

  train_dataset_assign_folds (dataset->entries, n_folds, 4);
  guint n_moved = 0;
  for (guint i = 0; i < 400; i++)
    n_moved += ((TrainEntry *) dataset->entries->pdata[i])->fold != folds[i];
  g_assert_cmpuint (n_moved, >, 0);
}

static void
test_truth (Folder *folder, gconstpointer data)
{
  g_autoptr (TrainDataset) dataset =
      open_index (folder, "{\"id\": \"a\"}\n{\"id\": \"b\"}\n{\"id\": \"c\"}\n{\"id\": \"d\"}\n");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL, *empty = NULL, *absent = NULL, *folder_text = NULL;

  write_file (folder, "truth", "a.txt", "one\r\ntwo\xff\n", -1);
  write_file (folder, "truth", "b.txt", "", 0);
  write_file (folder, "truth/d.txt", "x", "", 0);
  g_assert_true (train_entry_load_truth (dataset->entries->pdata[0], &text, &error));
  g_assert_cmpstr (text, ==, "one\ntwo\xef\xbf\xbd\n");
  g_assert_true (train_entry_load_truth (dataset->entries->pdata[1], &empty, &error));
  g_assert_cmpstr (empty, ==, "");
  g_assert_true (train_entry_load_truth (dataset->entries->pdata[2], &absent, &error));
  g_assert_null (absent);
  g_assert_no_error (error);
  g_assert_false (train_entry_load_truth (dataset->entries->pdata[3], &folder_text, &error));
  g_assert_nonnull (error);
}

static void
test_page (Folder *folder, gconstpointer data)
{
  /* "<p>\xd6\xd0" is "<p>" and a Han character in GB encodings. */
  g_autoptr (TrainDataset) dataset = open_index (
      folder, "{\"id\": \"a\", \"url\": \"http://a.example/x\", \"charset\": \"gb2312\"}\n{\"id\": \"b\"}\n");
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GError) error = NULL;

  write_file (folder, "html", "a.html", "<html><body><p>\xd6\xd0</p>", -1);
  g_autoptr (ExtractDocument) document = train_entry_load_page (dataset->entries->pdata[0], parser, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (extract_document_get_uri (document), ==, "http://a.example/x");
  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 1);
  g_assert_cmpstr (extract_block_get_text (extract_document_get_block (document, 0)), ==, "\xe4\xb8\xad");

  g_assert_null (train_entry_load_page (dataset->entries->pdata[1], parser, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);

  extract_parser_set_limit (parser, EXTRACT_LIMIT_BYTES, 8);
  g_assert_null (train_entry_load_page (dataset->entries->pdata[0], parser, &error));
  g_assert_nonnull (error);
}

#define ADD(name, function) g_test_add (name, Folder, NULL, folder_set_up, function, folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/dataset/index", test_index);
  ADD ("/dataset/damaged", test_damaged);
  ADD ("/dataset/unsafe-ids", test_unsafe_ids);
  ADD ("/dataset/folds", test_folds);
  ADD ("/dataset/truth", test_truth);
  ADD ("/dataset/page", test_page);
  g_test_add_func ("/dataset/site", test_site);
  return g_test_run ();
}
