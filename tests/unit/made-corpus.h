/* SPDX-License-Identifier: MIT */
/* A corpus of pages that a test makes up, by way of a set in a temporary folder; or that of datasets/toy. */
#pragma once

#include <glib/gstdio.h>
#include <string.h>

#include "train/learn/inputs.h"
#include "libextract/feature/feature.h"

typedef struct {
  const char *id;
  const char *url; /* (nullable): then the page is a site of its own */
  const char *html;
  const char *truth;
} MadePage;

typedef struct {
  char *path; /* (nullable): of the temporary folder */
  TrainDataset *dataset;
  TrainCorpus *corpus;
  TrainInputs *rows; /* as they are, without a scale */
} MadeCorpus;

static inline void
made_write (const char *folder, const char *name, const char *suffix, const char *text)
{
  g_autofree char *file = g_strconcat (name, suffix, NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static inline void
made_corpus_load (MadeCorpus *made, const char *path, guint folds)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GError) error = NULL;

  made->dataset = train_dataset_open (path, &error);
  g_assert_no_error (error);
  train_dataset_assign_folds (made->dataset->entries, folds, 1);
  made->corpus = train_corpus_load (made->dataset->entries, parser, extract_feature_set_find ("classic"),
                                    TRAIN_MINIMUM_RECALL, 1);
  g_assert_cmpuint (made->corpus->pages->len, ==, made->dataset->entries->len);
  made->rows = train_inputs_new (extract_feature_set_find ("classic"), made->corpus->n_blocks);
  train_inputs_take_features (made->rows, made->corpus);
}

static inline MadeCorpus *
made_corpus_new (const MadePage *pages, guint n, guint folds)
{
  MadeCorpus *made = g_new0 (MadeCorpus, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) index = g_string_new (NULL);

  made->path = g_dir_make_tmp ("made-corpus-XXXXXX", &error);
  g_assert_no_error (error);
  g_autofree char *html = g_build_filename (made->path, "html", NULL);
  g_autofree char *truth = g_build_filename (made->path, "truth", NULL);
  g_assert_cmpint (g_mkdir (html, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (truth, 0700), ==, 0);
  for (guint p = 0; p < n; p++) {
    g_string_append_printf (index, "{\"id\": \"%s\"%s%s%s}\n", pages[p].id,
                            pages[p].url ? ", \"url\": \"" : "", pages[p].url ? pages[p].url : "",
                            pages[p].url ? "\"" : "");
    made_write (html, pages[p].id, ".html", pages[p].html);
    made_write (truth, pages[p].id, ".txt", pages[p].truth);
  }
  made_write (made->path, "index", ".jsonl", index->str);
  made_corpus_load (made, made->path, folds);
  return made;
}

static inline MadeCorpus *
made_corpus_toy (guint folds)
{
  const char *top = g_getenv ("top_srcdir");
  g_autofree char *path = top ? g_build_filename (top, "datasets", "toy", NULL)
                              : g_test_build_filename (G_TEST_DIST, "..", "..", "datasets", "toy", NULL);
  MadeCorpus *made = g_new0 (MadeCorpus, 1);

  made_corpus_load (made, path, folds);
  return made;
}

static inline void
made_remove (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *file = g_build_filename (path, name, NULL);

    if (g_file_test (file, G_FILE_TEST_IS_DIR))
      made_remove (file);
    else
      g_assert_cmpint (g_unlink (file), ==, 0);
  }
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

static inline void
made_corpus_free (MadeCorpus *made)
{
  train_inputs_free (made->rows);
  train_corpus_free (made->corpus);
  train_dataset_free (made->dataset);
  if (made->path)
    made_remove (made->path);
  g_free (made->path);
  g_free (made);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MadeCorpus, made_corpus_free)

static inline const TrainPage *
made_page (const MadeCorpus *made, guint p)
{
  return g_ptr_array_index (made->corpus->pages, p);
}

/* All pages. Returns: (transfer full): of guint */
static inline GArray *
made_all_pages (const MadeCorpus *made)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint p = 0; p < made->corpus->pages->len; p++)
    g_array_append_val (pages, p);
  return pages;
}
