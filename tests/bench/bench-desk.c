/* SPDX-License-Identifier: MIT */
/*
 * How long a key of `texttractor annotate` takes on a large page, from the key to the painted screen, with
 * the journal on the disk: for each key the longest time, of those at the beginning, in the middle and at the
 * end of the page.
 *
 *   make bench-desk [BENCH_BLOCKS=N]
 */
#include "annotate/view/view.h"
#include "libextract/model/model.h"

#include "tests/unit/made-set.h"

#include <stdio.h>
#include <stdlib.h>

#define N_BLOCKS 100000
#define MILLISECONDS 1000.0 /* in microseconds */

static void
add_large_page (const char *set, guint n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (GString) blocks = g_string_new ("(");
  for (guint i = 0; i < n; i++) {
    g_string_append_printf (blocks, "|%u", i);
    for (int words = g_rand_int_range (random, 1, 60); words > 0; words--)
      g_string_append (blocks, " word");
  }
  g_string_append (blocks, "|)");
  made_set_add_page (set, "large", blocks->str);
}

static double
press (Desk *desk, Canvas *canvas, const char *key)
{
  gint64 begin = g_get_monotonic_time ();
  desk_key (desk, key);
  view_paint (desk, canvas);
  return (double) (g_get_monotonic_time () - begin) / MILLISECONDS;
}

/* The longest of all @keys, which begin at block @place. */
static double
press_all (Desk *desk, Canvas *canvas, guint place, const char *keys)
{
  g_auto (GStrv) names = g_strsplit (keys, " ", -1);
  double longest = 0;

  desk->cursor = place;
  view_paint (desk, canvas);
  for (guint i = 0; names[i]; i++) {
    double time = press (desk, canvas, names[i]);
    longest = MAX (longest, time);
  }
  return longest;
}

int
main (int argc, char **argv)
{
  static const char *const cases[] = {
    "j j j",
    "k k k",
    "page-down page-down",
    "page-up page-up",
    "end",
    "home",
    "c",
    "b u ctrl-r u",
    "space u",
    "$ c u",
    "$ space u",
    "v end b u",
    "p c u",
    "p p c u",
    "tab",
    "shift-tab",
    "f f f",
    "f j c f f",
    "$ x u",
    "/ 9 9 9 9 enter",
    "n",
    "N",
    "/ q x enter",
    "i j q",
    "r h i enter u",
    "l q",
    "? q",
  };
  guint n = argc > 1 ? (guint) atoi (argv[1]) : N_BLOCKS;
  char *set = made_set_new ();
  add_large_page (set, n);
  MadePerson *person = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", TRUE);
  g_autoptr (Keys) keys = keys_load (NULL, person->setup.classes, NULL);
  g_autoptr (ExtractClassifier) classifier =
      extract_classifier_new_for_method (extract_method_find ("justext"));
  extract_parser_set_limit (person->parser, EXTRACT_LIMIT_MILLISECONDS, 60000);
  person->setup.classifier = classifier;
  g_autoptr (Desk) desk = desk_new (&person->setup, keys, NULL, NULL, NULL, "given");
  g_autoptr (Canvas) canvas = canvas_new (80, 24);
  double worst = 0;

  printf ("%u blocks, milliseconds of the slowest key\n", work_get_n_blocks (desk->work));
  printf ("%-20s %9s %9s %9s\n", "keys", "beginning", "middle", "end");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const guint places[] = { 0, n / 2, n - 2 };
    printf ("%-20s", cases[i]);
    for (guint p = 0; p < G_N_ELEMENTS (places); p++) {
      double time = press_all (desk, canvas, places[p], cases[i]);
      printf (" %9.1f", time);
      worst = MAX (worst, time);
    }
    printf ("\n");
  }
  printf ("the slowest of all: %.1f\n", worst);
  g_clear_pointer (&desk, desk_free);
  made_person_free (person);
  made_set_free (set);
  return 0;
}
