/* SPDX-License-Identifier: MIT */
/* A set of pages in a temporary folder, for the tests of what people label with. */
#pragma once

#include <glib/gstdio.h>
#include <string.h>

#include "annotate/desk/work.h"

/* The element of a block by the first character of its text; "(" and ")" begin and end a div. */
static inline void
made_set_add_block (GString *html, const char *text)
{
  if (strcmp (text, "(") == 0)
    g_string_append (html, "<div>");
  else if (strcmp (text, ")") == 0)
    g_string_append (html, "</div>");
  else
    g_string_append_printf (html, "<p>%s</p>\n", text);
}

static inline void
made_set_write (const char *set, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (set, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* @blocks: of the page, parted by "|" */
static inline void
made_set_add_page (const char *set, const char *id, const char *blocks)
{
  g_auto (GStrv) texts = g_strsplit (blocks, "|", -1);
  g_autoptr (GString) html = g_string_new ("<!doctype html><title>Page</title><body>\n");
  g_autofree char *name = g_strconcat ("html/", id, ".html", NULL);
  g_autofree char *index = g_build_filename (set, "index.jsonl", NULL);
  g_autofree char *old = NULL;

  for (guint i = 0; texts[i]; i++)
    made_set_add_block (html, texts[i]);
  made_set_write (set, name, html->str);
  g_file_get_contents (index, &old, NULL, NULL);
  g_autofree char *lines = g_strdup_printf ("%s{\"id\": \"%s\"}\n", old ? old : "", id);
  made_set_write (set, "index.jsonl", lines);
}

/* Returns: (transfer full): the path of an empty set. */
static inline char *
made_set_new (void)
{
  g_autoptr (GError) error = NULL;
  char *path = g_dir_make_tmp ("made-set-XXXXXX", &error);
  g_assert_no_error (error);
  return path;
}

static inline void
made_set_remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *inner = g_build_filename (path, name, NULL);
    if (g_file_test (inner, G_FILE_TEST_IS_DIR))
      made_set_remove_folder (inner);
    else
      g_unlink (inner);
  }
  g_rmdir (path);
}

/* Takes @path. */
static inline void
made_set_free (char *path)
{
  made_set_remove_folder (path);
  g_free (path);
}

/* One person at a set. */
typedef struct {
  TrainDataset *dataset;
  ExtractParser *parser;
  WorkSetup setup;
} MadePerson;

static inline MadePerson *
made_person_new (const char *set, ExtractAnnotator annotator, const char *who, gboolean memory)
{
  MadePerson *person = g_new0 (MadePerson, 1);
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  person->dataset = train_dataset_open (set, &error);
  g_assert_no_error (error);
  person->parser = extract_parser_new ();
  person->setup.set = person->dataset;
  person->setup.parser = person->parser;
  person->setup.classes = classes_load (set, &error);
  g_assert_no_error (error);
  person->setup.journal = journal_open (set, annotator, who, &error);
  g_assert_no_error (error);
  if (memory)
    person->setup.memory = memory_load (set, who, warnings);
  g_assert_cmpuint (warnings->len, ==, 0);
  return person;
}

static inline void
made_person_free (MadePerson *person)
{
  memory_free (person->setup.memory);
  journal_free (person->setup.journal);
  classes_free (person->setup.classes);
  extract_parser_unref (person->parser);
  train_dataset_free (person->dataset);
  g_free (person);
}

static inline Work *
made_person_open (MadePerson *person, guint page)
{
  g_autoptr (GError) error = NULL;
  Work *work = work_open (&person->setup, person->dataset->entries->pdata[page], &error);
  g_assert_no_error (error);
  return work;
}

/* What has been decided, a sign for each block; "." for nothing. Returns: (transfer full) */
static inline char *
made_work_to_text (const Work *work)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < work_get_n_blocks (work); i++) {
    const LabelClass *decision = work_get_decision (work, i);
    g_string_append (text, decision ? decision->sign : ".");
  }
  return g_string_free (text, FALSE);
}

#define made_assert_work(work, expected)                   \
  G_STMT_START                                             \
  {                                                        \
    g_autofree char *made_text = made_work_to_text (work); \
    g_assert_cmpstr (made_text, ==, expected);             \
  }                                                        \
  G_STMT_END
