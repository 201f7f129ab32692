/* SPDX-License-Identifier: MIT */
/* Files of plans, line by line, and the table of their results. */
#include <glib/gstdio.h>
#include <string.h>

#include "made-plan.h"
#include "cli/cli.h"
#include "train/learn/sweep.h"

#define RUN "pages"
#define HEAD "variant\tf1\tf1_low\tf1_high\tprecision\trecall\tthreshold\tepochs\terror\n"

typedef struct {
  char *folder;
  char *path;
} Place;

static void
place_set_up (Place *place, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  place->folder = g_dir_make_tmp ("test-sweep-XXXXXX", &error);
  g_assert_no_error (error);
  place->path = g_build_filename (place->folder, "file", NULL);
}

static void
place_tear_down (Place *place, gconstpointer data)
{
  g_unlink (place->path);
  g_assert_cmpint (g_rmdir (place->folder), ==, 0);
  g_free (place->path);
  g_free (place->folder);
}

static void
write_file (const Place *place, const char *text, gssize length)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (place->path, text, length, &error);
  g_assert_no_error (error);
}

/* ---- Plans ------------------------------------------------------------------------------------ */

static GPtrArray *
load (const Place *place, const char *text, GError **error)
{
  TrainPlan base;

  write_file (place, text, -1);
  made_plan_init (&base);
  base.seed = 5;
  return train_sweep_load (place->path, &base, error);
}

static void
test_grids (Place *place, gconstpointer data)
{
  static const struct {
    const char *text;
    const char *names; /* joined by ";" */
  } cases[] = {
    { "seed: 1", "seed=1" },
    { "seed:1", "seed=1" },
    { "  seed :\t1  2\r\n", "seed=1;seed=2" },
    { "seed: 1 2\nfolds: 3 4\n", "seed=1 folds=3;seed=1 folds=4;seed=2 folds=3;seed=2 folds=4" },
    { "seed: 1\n\nfolds: 3", "seed=1;folds=3" },
    { "\n\n# nothing\nseed: 1\n# a comment parts nothing\nfolds: 3\n\n\n\n", "seed=1 folds=3" },
    { "seed: 1 1\n\nseed: 1 2", "seed=1;seed=2" }, /* each name once */
    { "network: 26,1 39:gaussian:0.5,1 thesis", "network=26,1;network=39:gaussian:0.5,1;network=thesis" },
    { "engine: fann\nsamples: 20\nalgorithm: rprop batch",
      "engine=fann samples=20 algorithm=rprop;engine=fann samples=20 algorithm=batch" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) variants = load (place, cases[i].text, &error);
    g_autoptr (GString) names = g_string_new (NULL);

    g_assert_no_error (error);
    for (guint v = 0; v < variants->len; v++)
      g_string_append_printf (names, "%s%s", v ? ";" : "", ((const TrainVariant *) variants->pdata[v])->name);
    g_assert_cmpstr (names->str, ==, cases[i].names);
  }
}

/* What a line says changes the plan; all else is that of the base, in each grid anew. */
static void
test_plans (Place *place, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) variants = load (place, "held: 0.2\npatience: 7 8\n\nlength: words\n", &error);
  static const struct {
    double held;
    guint patience;
    TrainLength length;
  } expected[] = { { 0.2, 7, TRAIN_LENGTH_SQRT_WORDS },
                   { 0.2, 8, TRAIN_LENGTH_SQRT_WORDS },
                   { 0.1, 40, TRAIN_LENGTH_WORDS } };

  g_assert_no_error (error);
  g_assert_cmpuint (variants->len, ==, G_N_ELEMENTS (expected));
  for (guint v = 0; v < variants->len; v++) {
    const TrainPlan *plan = &((const TrainVariant *) variants->pdata[v])->plan;

    g_assert_cmpfloat (plan->held, ==, expected[v].held);
    g_assert_cmpuint (plan->patience, ==, expected[v].patience);
    g_assert_cmpint (plan->length, ==, expected[v].length);
    g_assert_cmpuint (plan->seed, ==, 5);
    g_assert_cmpuint (plan->n_layers, ==, 4);
  }
}

static void
test_bad_lines (Place *place, gconstpointer data)
{
  static const struct {
    const char *text;
    const char *says;
  } cases[] = {
    { "", "has no line" },
    { "# only this\n\n", "has no line" },
    { "seed", "line 1: is not" },
    { "seed: 1\nseed 2", "line 2: is not" },
    { "seed:", "line 1: is not" },
    { "# x\n\nseed:  \t ", "line 3: is not" },
    { ": 1", "line 1: there is no hyperparameter \"\"" },
    { "seeds: 1", "line 1: there is no hyperparameter \"seeds\"; did you mean \"seed\"?" },
    { "seed: 1 x", "line 1: seed takes a whole number" },
    { "seed: 1\nfolds: 3\nseed: 2", "line 3: has \"seed\" twice" },
    { "\xef\xbb\xbf"
      "seed: 1",
      "line 1: there is no hyperparameter" },
    { "algorithm: batch\n\nseed: 1", "line 2: algorithm=batch: incremental, batch and quickprop need" },
    { "engine: fann", "engine=fann: FANN has no sample weights" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", cases[i].says);
    g_assert_null (load (place, cases[i].text, &error));
    g_assert_nonnull (error);
    g_assert_true (g_str_has_prefix (error->message, place->path));
    g_assert_nonnull (strstr (error->message, cases[i].says));
    g_assert_null (strchr (error->message, '\n'));
  }
}

static void
test_many (Place *place, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("seed:");
  TrainPlan base;

  for (guint i = 1; i <= 100; i++)
    g_string_append_printf (text, " %u", i);
  g_string_append (text, "\npatience:");
  for (guint i = 1; i <= 100; i++)
    g_string_append_printf (text, " %u", i);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) variants = load (place, text->str, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (variants->len, ==, 10000);

  g_string_append (text, "\nfolds: 2 3");
  g_assert_null (load (place, text->str, &error));
  g_assert_nonnull (strstr (error->message, "line 3: more than 10000 variants"));
  g_clear_error (&error);

  /* Several grids count together. */
  g_string_truncate (text, text->len - strlen ("\nfolds: 2 3"));
  g_string_append (text, "\n\nheld: 0.3");
  g_assert_null (load (place, text->str, &error));
  g_assert_nonnull (strstr (error->message, "more than 10000 variants"));
  g_clear_error (&error);

  made_plan_init (&base);
  write_file (place, "seed: 1\n\0seed: 2", 16);
  g_assert_null (train_sweep_load (place->path, &base, &error));
  g_assert_nonnull (strstr (error->message, "zero byte"));
  g_clear_error (&error);
  g_assert_null (train_sweep_load ("/dev/zero", &base, &error));
  g_assert_nonnull (strstr (error->message, "is not a regular file"));
  g_clear_error (&error);
  g_assert_null (train_sweep_load ("/nowhere/file", &base, &error));
  g_assert_cmpstr (error->message, ==, "/nowhere/file: cannot be read: No such file or directory");
}

/* ---- Tables ----------------------------------------------------------------------------------- */

static const TrainSweepResult good = { 0.75, 0.625, 0.875, 0.5, 1, 0.25, 0.03125, 12 };
static const TrainSweepResult better = { 0.8, 0.7, 0.9, 0.8, 0.80004, 0.3, 1.5, 100 };

static void
add (TrainSweepTable *table, const char *name, const TrainSweepResult *result)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (train_sweep_table_add (table, name, result, &error));
  g_assert_no_error (error);
}

static TrainSweepTable *
open_table (const Place *place)
{
  g_autoptr (GError) error = NULL;
  TrainSweepTable *table = train_sweep_table_open (place->path, RUN, &error);

  g_assert_no_error (error);
  return table;
}

static char *
read_file (const Place *place)
{
  char *text;

  g_assert_true (g_file_get_contents (place->path, &text, NULL, NULL));
  return text;
}

#define FIRST "seed=1 folds=3\t0.7500\t0.6250\t0.8750\t0.5000\t1.0000\t0.2500\t12\t0.03125\n"
#define SECOND "seed=2\t0.8000\t0.7000\t0.9000\t0.8000\t0.8000\t0.3000\t100\t1.50000\n"

static void
test_table (Place *place, gconstpointer data)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, RUN, -1);
  g_autofree char *head = g_strconcat ("# sweep ", digest, "\n" HEAD, NULL);
  g_autofree char *whole = g_strconcat (head, FIRST, SECOND, NULL);

  {
    g_autoptr (TrainSweepTable) table = open_table (place);
    g_autofree char *begun = read_file (place);

    g_assert_cmpstr (begun, ==, head);
    add (table, "seed=1 folds=3", &good);
    g_assert_true (train_sweep_table_has (table, "seed=1 folds=3"));
    g_assert_false (train_sweep_table_has (table, "seed=1"));
    g_assert_false (train_sweep_table_has (table, "seed=2"));
  }
  {
    g_autoptr (TrainSweepTable) table = open_table (place); /* goes on */

    g_assert_true (train_sweep_table_has (table, "seed=1 folds=3"));
    add (table, "seed=2", &better);
  }
  g_autofree char *text = read_file (place);
  g_assert_cmpstr (text, ==, whole);

  /* The best first; equal ones as they came. */
  g_autoptr (TrainSweepTable) table = open_table (place);
  add (table, "seed=3", &good);
  g_autofree char *ranking = train_sweep_table_rank (table);
  g_assert_cmpstr (ranking, ==,
                   "     F1    from      to   error  epochs  variant\n"
                   " 0.8000  0.7000  0.9000 1.50000     100  seed=2\n"
                   " 0.7500  0.6250  0.8750 0.03125      12  seed=1 folds=3\n"
                   " 0.7500  0.6250  0.8750 0.03125      12  seed=3\n");
}

/* Without the last line break, which an editor may have taken away, the next line is one of its own. */
static void
test_line_break (Place *place, gconstpointer data)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, RUN, -1);
  g_autofree char *head = g_strconcat ("# sweep ", digest, "\n" HEAD, NULL);
  g_autofree char *cut = g_strconcat (head, FIRST, NULL);
  g_autofree char *whole = g_strconcat (head, FIRST, SECOND, NULL);

  write_file (place, cut, (gssize) strlen (cut) - 1);
  {
    g_autoptr (TrainSweepTable) table = open_table (place);
    add (table, "seed=2", &better);
  }
  g_autofree char *text = read_file (place);
  g_assert_cmpstr (text, ==, whole);
}

static void
test_damaged_table (Place *place, gconstpointer data)
{
  static const char *const lines[] = {
    "seed=1",
    "seed=1\t0.75\t0.6\t0.8\t0.5\t1\t0.25\t12",
    "seed=1\t0.75\t0.6\t0.8\t0.5\t1\t0.25\t12\t1\t1",
    "\t0.75\t0.6\t0.8\t0.5\t1\t0.25\t12\t1",
    "seed=1\tx\t0.6\t0.8\t0.5\t1\t0.25\t12\t1",
    "seed=1\t0,75\t0.6\t0.8\t0.5\t1\t0.25\t12\t1",
    "seed=1\t1.75\t0.6\t0.8\t0.5\t1\t0.25\t12\t1",
    "seed=1\tnan\t0.6\t0.8\t0.5\t1\t0.25\t12\t1",
    "seed=1\t0.75\t0.6\t0.8\t0.5\t1\t0.25\t-1\t1",
    "seed=1\t0.75\t0.6\t0.8\t0.5\t1\t\t12\t1",
    "seed=1\t0.75\t0.6\t0.8\t0.5\t1\t0.25\t12\t-1",
    "seed=1\t0.75\t0.6\t0.8\t0.5\t1\t0.25\t12\tinf",
  };
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, RUN, -1);

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autofree char *text = g_strconcat ("# sweep ", digest, "\n" HEAD FIRST, lines[i], "\n" SECOND, NULL);
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", lines[i]);
    write_file (place, text, -1);
    g_assert_null (train_sweep_table_open (place->path, RUN, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    g_assert_cmpstr (error->message, ==, "line 4 is not a result of a sweep");
    g_autofree char *after = read_file (place);
    g_assert_cmpstr (after, ==, text);
  }
}

static void
test_another_sweep (Place *place, gconstpointer data)
{
  static const char *const texts[] = { "", "a letter to my aunt\n", "# sweep\n" HEAD };
  g_autoptr (GError) error = NULL;

  {
    g_autoptr (TrainSweepTable) table = open_table (place);
    add (table, "seed=1", &good);
  }
  g_autofree char *before = read_file (place);
  g_assert_null (train_sweep_table_open (place->path, "other pages", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "another sweep"));
  g_autofree char *after = read_file (place);
  g_assert_cmpstr (before, ==, after);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_clear_error (&error);
    write_file (place, texts[i], -1);
    g_assert_null (train_sweep_table_open (place->path, RUN, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    g_autofree char *kept = read_file (place);
    g_assert_cmpstr (kept, ==, texts[i]);
  }
  g_clear_error (&error);
  g_assert_null (train_sweep_table_open (place->folder, RUN, &error));
  g_assert_nonnull (strstr (error->message, "is not a regular file"));
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*function) (Place *place, gconstpointer data);
  } tests[] = {
    { "/sweep/grids", test_grids },
    { "/sweep/plans", test_plans },
    { "/sweep/bad-lines", test_bad_lines },
    { "/sweep/many", test_many },
    { "/sweep/table", test_table },
    { "/sweep/line-break", test_line_break },
    { "/sweep/damaged-table", test_damaged_table },
    { "/sweep/another-sweep", test_another_sweep },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Place, NULL, place_set_up, tests[i].function, place_tear_down);
  return g_test_run ();
}
