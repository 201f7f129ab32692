/* SPDX-License-Identifier: MIT */
/* Conditions on pages, and which pages of a set meet them. */
#include <gio/gio.h>

#include "made-corpus.h"
#include "train/data/select.h"

static TrainDataset set = { .name = (char *) "news" };
static const TrainEntry full = { .dataset = &set,
                                 .id = (char *) "a-1",
                                 .url = (char *) "https://www.news.example.co.uk/x",
                                 .lang = (char *) "el",
                                 .type = (char *) "article",
                                 .split = (char *) "dev" };
static const TrainEntry bare = { .dataset = &set, .id = (char *) "a-2" };

static void
test_matches (void)
{
  static const struct {
    const char *conditions[3];
    gboolean full, bare;
  } cases[] = {
    { { NULL }, TRUE, TRUE },
    { { "lang=el" }, TRUE, FALSE },
    { { "lang=pl,el" }, TRUE, FALSE },
    { { "lang=pl" }, FALSE, FALSE },
    { { "lang!=el" }, FALSE, TRUE },
    { { "lang!=pl,cs" }, TRUE, TRUE },
    { { "lang=" }, FALSE, TRUE },
    { { "lang!=" }, TRUE, FALSE },
    { { "lang=el," }, TRUE, TRUE },
    { { "lang=EL" }, FALSE, FALSE },
    { { "lang=e" }, FALSE, FALSE },
    { { "type=article" }, TRUE, FALSE },
    { { "split=dev" }, TRUE, FALSE },
    { { "set=news" }, TRUE, TRUE },
    { { "set=other" }, FALSE, FALSE },
    { { "id=a-2" }, FALSE, TRUE },
    { { "id!=a-2" }, TRUE, FALSE },
    { { "site=example.co.uk" }, TRUE, FALSE },
    { { "site=news.example.co.uk" }, FALSE, FALSE },
    { { "lang=el", "type=article" }, TRUE, FALSE },
    { { "lang=el", "type=forum" }, FALSE, FALSE },
    { { "lang=el", "lang=pl" }, FALSE, FALSE }, /* all have to be met */
    { { "split=a=b" }, FALSE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (TrainSelection) selection = { 0 };

    for (guint c = 0; cases[i].conditions[c]; c++) {
      g_autoptr (GError) error = NULL;
      g_assert_true (train_selection_add (&selection, "--where", cases[i].conditions[c], &error));
      g_assert_no_error (error);
    }
    g_test_message ("%s", cases[i].conditions[0] ? cases[i].conditions[0] : "nothing");
    g_assert_cmpint (train_selection_matches (&selection, &full), ==, cases[i].full);
    g_assert_cmpint (train_selection_matches (&selection, &bare), ==, cases[i].bare);
  }
}

static void
test_refused (void)
{
  static const char *const cases[] = { "",       "lang",        "=",     "!=",       "=el",
                                       "!=el",   "language=el", "lan=e", "lang =el", "lang!!=x",
                                       "Lang=x", "title=me",    "url=x" };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (TrainSelection) selection = { 0 };
    g_autoptr (GError) error = NULL;

    g_test_message ("\"%s\"", cases[i]);
    g_assert_false (train_selection_add (&selection, "--where", cases[i], &error));
    g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_assert_true (g_str_has_prefix (error->message, "--where takes "));
    g_assert_true (train_selection_matches (&selection, &bare)); /* it is still empty */
  }
}

static void
test_open (void)
{
  g_autoptr (MadeCorpus) made = made_corpus_toy (5);
  char *places[] = { made->dataset->path, NULL };
  g_auto (TrainSelection) selection = { 0 };
  g_auto (TrainSelected) selected = { 0 };

  g_assert_true (train_selection_add (&selection, "--where", "lang!=en", NULL));
  g_assert_true (train_selection_open (&selection, places, &selected));
  g_assert_cmpuint (selected.datasets->len, ==, 1);
  g_assert_cmpuint (selected.entries->len, ==, 4); /* cs, de, ru, zh */
  g_assert_false (selected.incomplete);
  for (guint i = 0; i < selected.entries->len; i++)
    g_assert_cmpstr (((const TrainEntry *) selected.entries->pdata[i])->lang, !=, "en");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/select/matches", test_matches);
  g_test_add_func ("/select/refused", test_refused);
  g_test_add_func ("/select/open", test_open);
  return g_test_run ();
}
