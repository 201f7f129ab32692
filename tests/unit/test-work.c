/* SPDX-License-Identifier: MIT */
/* A page on the desk: decisions, undo and redo, memory, several people, and pages that change. */
#include "annotate/desk/work.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"

#include "annotate/record/ledger.h"
#include "annotate/settle.h"
#include "made-set.h"

#include <gio/gio.h>
#include <math.h>

#define CONTENT CLASSES_CONTENT
#define BOILERPLATE CLASSES_BOILERPLATE

static void
label (Work *work, guint first, guint last, int class_number)
{
  g_autoptr (GError) error = NULL;
  work_label (work, first, last, WORK_SHOW_ALL, class_number, NULL, &error);
  g_assert_no_error (error);
}

static gboolean
undo (Work *work)
{
  g_autoptr (GError) error = NULL;
  gboolean any;
  int i;
  work_undo (work, &any, &i, &error);
  g_assert_no_error (error);
  return any;
}

static gboolean
redo (Work *work)
{
  g_autoptr (GError) error = NULL;
  gboolean any;
  int i;
  work_redo (work, &any, &i, &error);
  g_assert_no_error (error);
  return any;
}

static void
save (Work *work)
{
  g_autoptr (GError) error = NULL;
  work_save (work, &error);
  g_assert_no_error (error);
}

/* "who:class" of all rows of labels/<id>.labels, sorted by block. */
static char *
read_rows (const char *set, const char *id)
{
  g_autofree char *name = g_strconcat (id, ".labels", NULL);
  g_autofree char *path = g_build_filename (set, "labels", name, NULL);
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_load (path, NULL);
  GString *text = g_string_new (NULL);
  gsize n = 0;
  g_autofree const ExtractBlockLabel **labels =
      annotation ? extract_annotation_dup_labels (annotation, &n) : NULL;
  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u %s:%s", i ? ", " : "", labels[i]->place, labels[i]->who,
                            labels[i]->class_name);
  return g_string_free (text, FALSE);
}

#define assert_rows(set, id, expected)           \
  G_STMT_START                                   \
  {                                              \
    g_autofree char *rows = read_rows (set, id); \
    g_assert_cmpstr (rows, ==, expected);        \
  }                                              \
  G_STMT_END

static void
test_basics (void)
{
  char *set = made_set_new ();
  made_set_add_page (set, "one", "menu|title|text one|text two|foot");
  MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", FALSE);
  g_autoptr (Work) work = made_person_open (jan, 0);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (work_get_n_all (work), ==, 5);
  g_assert_cmpint (work_get_state (work, 0), ==, WORK_NOTHING);
  g_assert_true (isnan (work_get_score (work, 0)));
  label (work, 0, 0, BOILERPLATE);
  label (work, 1, 3, CONTENT);
  made_assert_work (work, "-+++.");
  g_assert_cmpint (work_get_state (work, 1), ==, WORK_DECIDED);
  g_assert_cmpuint (work_get_n_done (work), ==, 4);
  g_assert_cmpint (work_find_next (work, -1, 1, WORK_SHOW_UNDECIDED), ==, 4);
  g_assert_cmpint (work_find_next (work, 4, -1, WORK_SHOW_UNDECIDED), ==, -1);
  g_assert_cmpint (work_find_text (work, -1, 1, WORK_SHOW_ALL, "TEXT"), ==, 2);
  g_assert_cmpint (work_find_text (work, -1, 1, WORK_SHOW_ALL, "boilerplate"), ==, 0);
  g_assert_cmpint (work_find_text (work, 5, -1, WORK_SHOW_ALL, "p"), ==, 4);

  /* Only what is shown gets a label. */
  work_label (work, 0, 4, WORK_SHOW_UNDECIDED, BOILERPLATE, NULL, &error);
  g_assert_no_error (error);
  made_assert_work (work, "-+++-");
  label (work, 2, 2, -1);
  made_assert_work (work, "-+.+-");

  work_note (work, 2, "is this\ttext?\n", &error);
  work_note (work, -1, "a page", &error);
  g_assert_cmpstr (work_get_note (work, 2), ==, "is this\\x09text?\\x0a");
  g_assert_cmpstr (work_get_note (work, -1), ==, "a page");
  work_skip (work, TRUE, &error);
  g_assert_true (work_is_skipped (work));
  g_assert_true (undo (work));
  g_assert_false (work_is_skipped (work));
  g_assert_true (undo (work) && undo (work) && undo (work) && undo (work));
  g_assert_null (work_get_note (work, 2));
  made_assert_work (work, "-+++.");
  g_assert_true (redo (work));
  made_assert_work (work, "-+++-");

  save (work);
  assert_rows (set, "one",
               "1 jan:boilerplate, 2 jan:content, 3 jan:content, 4 jan:content, 5 jan:boilerplate");
  label (work, 0, 0, -1);
  save (work);
  assert_rows (set, "one", "2 jan:content, 3 jan:content, 4 jan:content, 5 jan:boilerplate");
  g_clear_pointer (&work, work_free);
  made_person_free (jan);
  made_set_free (set);
}

/* ---- Undo and redo ------------------------------------------------------------------------------- */

#define N_BLOCKS 12

/* The same in the simplest way: copies of everything. */
typedef struct {
  char signs[N_BLOCKS + 1];
  char notes[N_BLOCKS + 1]; /* the last one is of the page */
  gboolean skipped;
} Snapshot;

static void
take_snapshot (const Work *work, Snapshot *snapshot)
{
  g_autofree char *signs = made_work_to_text (work);
  memset (snapshot, 0, sizeof *snapshot);
  memcpy (snapshot->signs, signs, N_BLOCKS);
  for (int i = 0; i <= N_BLOCKS; i++) {
    const char *note = work_get_note (work, i < N_BLOCKS ? i : -1);
    snapshot->notes[i] = note ? note[0] : ' ';
  }
  snapshot->skipped = work_is_skipped (work);
}

static void
assert_snapshot (const Work *work, const Snapshot *expected)
{
  Snapshot found;
  guint n_done = 0;
  take_snapshot (work, &found);
  g_assert_cmpmem (&found, sizeof found, expected, sizeof *expected);
  for (guint i = 0; i < N_BLOCKS; i++)
    n_done += expected->signs[i] != '.';
  g_assert_cmpuint (work_get_n_done (work), ==, n_done);
}

/* Something at random. Returns: whether it changed anything */
static gboolean
change_at_random (Work *work, Snapshot *model)
{
  int what = g_test_rand_int_range (0, 10);
  guint first = (guint) g_test_rand_int_range (0, N_BLOCKS);
  guint last = (guint) g_test_rand_int_range ((int) first, N_BLOCKS);
  Snapshot before = *model;
  g_autoptr (GError) error = NULL;

  if (what < 7) {
    int class_number = g_test_rand_int_range (-1, 2);
    label (work, first, last, class_number);
    for (guint i = first; i <= last; i++)
      model->signs[i] = ".+-"[class_number + 1];
  } else if (what < 9) {
    char text[2] = { " abc"[g_test_rand_int_range (0, 4)], '\0' };
    g_strstrip (text);
    work_note (work, first == 0 ? -1 : (int) first, text, &error);
    model->notes[first == 0 ? N_BLOCKS : first] = *text ? *text : ' ';
  } else {
    model->skipped = g_test_rand_bit ();
    work_skip (work, model->skipped, &error);
  }
  g_assert_no_error (error);
  return memcmp (&before, model, sizeof before) != 0;
}

static void
test_undo (void)
{
  for (guint round = 0; round < 20; round++) {
    char *set = made_set_new ();
    made_set_add_page (set, "one", "a|b|c|d|e|f|g|h|i|j|k|l");
    MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", FALSE);
    g_autoptr (Work) work = made_person_open (jan, 0);
    g_autoptr (GArray) history = g_array_new (FALSE, FALSE, sizeof (Snapshot));
    guint now = 0; /* in the history; what is after it can be done again */
    Snapshot model;

    take_snapshot (work, &model);
    g_array_append_val (history, model);
    for (guint step = 0; step < 150; step++) {
      int what = g_test_rand_int_range (0, 10);
      if (what < 5) {
        if (change_at_random (work, &model)) {
          g_array_set_size (history, ++now);
          g_array_append_val (history, model);
        }
      } else if (what < 8) {
        g_assert_cmpint (undo (work), ==, now > 0);
        now -= now > 0;
      } else {
        gboolean any = now + 1 < history->len;
        g_assert_cmpint (redo (work), ==, any);
        now += any;
      }
      if (what == 0) { /* the program ends, with and without a word, and begins anew */
        if (g_test_rand_bit ())
          save (work);
        work_free (work);
        made_person_free (jan);
        jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", FALSE);
        work = made_person_open (jan, 0);
      }
      model = g_array_index (history, Snapshot, now);
      assert_snapshot (work, &model);
    }
    g_clear_pointer (&work, work_free);
    made_person_free (jan);
    made_set_free (set);
  }
}

/* ---- Memory -------------------------------------------------------------------------------------- */

static void
test_memory (void)
{
  char *set = made_set_new ();
  made_set_add_page (set, "one", "menu|text one|Share|foot");
  made_set_add_page (set, "two", "menu|text two|Share|foot");
  made_set_add_page (set, "three", "menu|text three|Share|foot");
  MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", TRUE);
  g_autoptr (Work) one = made_person_open (jan, 0);

  label (one, 0, 0, BOILERPLATE);
  label (one, 1, 1, CONTENT);
  label (one, 2, 3, BOILERPLATE);
  save (one);

  g_autoptr (Work) two = made_person_open (jan, 1);
  made_assert_work (two, "-.--");
  g_assert_cmpint (work_get_way (two, 0), ==, JOURNAL_BY_MEMORY);
  g_assert_cmpstr (work_get_origin (two, 0), ==, "one");
  g_assert_null (work_get_origin (two, 1));
  save (two); /* memory alone is no opinion of this page */
  assert_rows (set, "two", "");

  label (two, 2, 2, CONTENT);     /* overruled */
  label (two, 0, 0, BOILERPLATE); /* confirmed */
  g_assert_cmpint (work_get_way (two, 0), ==, JOURNAL_BY_KEY);
  label (two, 3, 3, -1);
  made_assert_work (two, "-.+.");
  save (two);
  assert_rows (set, "two", "1 jan:boilerplate, 3 jan:content");

  /* What was decided in two ways depends on the place. */
  g_autoptr (Work) three = made_person_open (jan, 2);
  made_assert_work (three, "-..-");
  g_assert_cmpstr (work_get_origin (three, 0), ==, "one");
  g_assert_true (undo (three));
  made_assert_work (three, "....");
  save (three);

  /* What a person cleared or undid stays so, in another program too. */
  g_clear_pointer (&one, work_free);
  g_clear_pointer (&two, work_free);
  g_clear_pointer (&three, work_free);
  made_person_free (jan);
  jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", TRUE);
  two = made_person_open (jan, 1);
  made_assert_work (two, "-.+.");
  three = made_person_open (jan, 2);
  made_assert_work (three, "....");
  g_clear_pointer (&two, work_free);
  g_clear_pointer (&three, work_free);
  made_person_free (jan);

  /* One person's memory is not another's. */
  MadePerson *eva = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "eva", TRUE);
  one = made_person_open (eva, 0);
  made_assert_work (one, "....");
  g_clear_pointer (&one, work_free);
  made_person_free (eva);
  made_set_free (set);
}

/* ---- Several people ------------------------------------------------------------------------------- */

static void
test_people (void)
{
  char *set = made_set_new ();
  made_set_add_page (set, "one", "menu|title|text|foot");
  MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", TRUE);
  MadePerson *eva = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "eva", TRUE);
  g_autoptr (Work) of_jan = made_person_open (jan, 0);
  g_autoptr (Work) of_eva = made_person_open (eva, 0);

  label (of_jan, 0, 1, BOILERPLATE);
  label (of_eva, 0, 0, BOILERPLATE);
  label (of_eva, 1, 2, CONTENT);
  label (of_jan, 2, 2, CONTENT);
  save (of_jan);
  save (of_eva);
  label (of_jan, 3, 3, BOILERPLATE);
  save (of_jan);
  assert_rows (set, "one",
               "1 eva:boilerplate, 1 jan:boilerplate, 2 eva:content, 2 jan:boilerplate, "
               "3 eva:content, 3 jan:content, 4 jan:boilerplate");
  made_assert_work (of_jan, "--+-");
  made_assert_work (of_eva, "-++.");

  /* A judge sees what they contradict each other about, and nothing else counts. */
  MadePerson *judge = made_person_new (set, EXTRACT_ANNOTATOR_JUDGE, "jan", FALSE);
  g_autoptr (Work) judged = made_person_open (judge, 0);
  g_assert_cmpuint (work_get_n_all (judged), ==, 1);
  g_assert_cmpstr (work_get_conflict (judged, 1), ==, "eva: content, jan: boilerplate");
  g_assert_null (work_get_conflict (judged, 0));
  g_assert_cmpint (work_find_next (judged, -1, 1, WORK_SHOW_DISAGREEMENTS), ==, 1);
  label (judged, 0, 3, CONTENT);
  made_assert_work (judged, ".+..");
  save (judged);
  assert_rows (set, "one",
               "1 eva:boilerplate, 1 jan:boilerplate, 2 eva:content, 2 jan:boilerplate, 2 jan:content, "
               "3 eva:content, 3 jan:content, 4 jan:boilerplate");
  label (of_jan, 0, 0, CONTENT); /* a person's labels leave those that she gave as a judge alone */
  save (of_jan);
  assert_rows (set, "one",
               "1 eva:boilerplate, 1 jan:content, 2 eva:content, 2 jan:boilerplate, 2 jan:content, "
               "3 eva:content, 3 jan:content, 4 jan:boilerplate");
  g_clear_pointer (&judged, work_free);
  judged = made_person_open (judge, 0);
  g_assert_cmpuint (work_get_n_all (judged), ==, 2);
  g_assert_cmpuint (work_get_n_done (judged), ==, 1);

  g_clear_pointer (&judged, work_free);
  g_clear_pointer (&of_jan, work_free);
  g_clear_pointer (&of_eva, work_free);
  made_person_free (judge);
  made_person_free (jan);
  made_person_free (eva);
  made_set_free (set);
}

/* ---- Pages that change, files that come from elsewhere ---------------------------------------------- */

static void
test_change (void)
{
  char *set = made_set_new ();
  made_set_add_page (set, "one", "menu|title|text one|text two|foot");
  MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", FALSE);
  g_autoptr (Work) work = made_person_open (jan, 0);
  label (work, 0, 0, BOILERPLATE);
  label (work, 1, 3, CONTENT);
  label (work, 4, 4, BOILERPLATE);
  g_clear_pointer (&work, work_free);

  /* A range of one class takes in what came between; blocks are found where they are now. */
  made_set_write (set, "html/one.html",
                  "<p>new</p><p>menu</p><p>title</p><p>text one</p><p>more</p>"
                  "<p>text two</p><p>foot</p>");
  work = made_person_open (jan, 0);
  made_assert_work (work, ".-++++-");
  g_assert_cmpuint (work_get_n_lost (work), ==, 0);
  g_assert_true (undo (work));
  made_assert_work (work, ".-++++.");
  g_assert_true (redo (work));
  g_clear_pointer (&work, work_free);

  /* Blocks that are gone are counted, and nothing else suffers. */
  made_set_write (set, "html/one.html", "<p>title</p><p>text two</p><p>foot</p>");
  work = made_person_open (jan, 0);
  made_assert_work (work, "++-");
  g_assert_cmpuint (work_get_n_lost (work), ==, 1);
  g_assert_true (undo (work) && undo (work) && undo (work));
  g_assert_false (undo (work));
  made_assert_work (work, "...");
  g_clear_pointer (&work, work_free);
  made_person_free (jan);
  made_set_free (set);
}

static void
test_file (void)
{
  char *set = made_set_new ();
  made_set_add_page (set, "one", "menu|title|text");
  MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", FALSE);
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_new ();
  g_autoptr (Work) work = made_person_open (jan, 0);

  /* Labels of this person that did not come from her journal are taken into it, those of others are not. */
  extract_annotation_set (annotation, work_get_document (work), 0, "boilerplate", EXTRACT_ANNOTATOR_PERSON,
                          "jan", "2026-01-31T12:00:00Z", NAN, NULL);
  extract_annotation_set (annotation, work_get_document (work), 1, "advert", EXTRACT_ANNOTATOR_PERSON, "jan",
                          "2026-01-31T12:00:00Z", NAN, NULL);
  extract_annotation_set (annotation, work_get_document (work), 2, "content", EXTRACT_ANNOTATOR_PERSON, "eva",
                          "2026-01-31T12:00:00Z", NAN, NULL);
  g_autoptr (GBytes) bytes = extract_annotation_to_bytes (annotation);
  made_set_write (set, "labels/one.labels", g_bytes_get_data (bytes, NULL));
  g_clear_pointer (&work, work_free);

  g_autoptr (Ledger) ledger = ledger_new (jan->dataset, jan->setup.journal);
  g_assert_cmpuint (ledger_get (ledger, 0)->n_done, ==, 2);
  g_assert_cmpint (ledger_row_get_state (ledger_get (ledger, 0)), ==, LEDGER_BEGUN);
  work = made_person_open (jan, 0);
  made_assert_work (work, "-*.");
  label (work, 2, 2, CONTENT);
  save (work);
  ledger_update (ledger, 0);
  g_assert_cmpint (ledger_row_get_state (ledger_get (ledger, 0)), ==, LEDGER_FINISHED);
  assert_rows (set, "one", "1 jan:boilerplate, 2 jan:advert, 3 eva:content, 3 jan:content");
  g_clear_pointer (&work, work_free);
  work = made_person_open (jan, 0);
  made_assert_work (work, "-*+");
  g_assert_cmpuint (journal_get_entries (jan->setup.journal, "one")->len, ==, 3);
  g_clear_pointer (&work, work_free);
  made_person_free (jan);
  made_set_free (set);
}

static void
test_parent (void)
{
  char *set = made_set_new ();
  made_set_add_page (set, "one", "top|(|a|(|b|c|)|d|)|(|e|)|end");
  MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", FALSE);
  g_autoptr (Work) work = made_person_open (jan, 0);
  static const struct {
    guint block, level, first, last;
  } cases[] = {
    { 2, 1, 2, 3 }, { 2, 2, 1, 4 }, { 2, 3, 0, 6 }, { 2, 9, 0, 6 },
    { 1, 1, 1, 4 }, { 5, 1, 5, 5 }, { 0, 1, 0, 6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint first, last;
    work_find_parent (work, cases[i].block, cases[i].level, &first, &last);
    g_assert_cmpuint (first, ==, cases[i].first);
    g_assert_cmpuint (last, ==, cases[i].last);
  }
  g_clear_pointer (&work, work_free);
  made_person_free (jan);
  made_set_free (set);
}

/* A program that was killed: its decisions get into the labels files by the next one. */
static void
test_settle (void)
{
  char *set = made_set_new ();
  made_set_add_page (set, "one", "menu|title|text");
  made_set_add_page (set, "two", "menu|title|text");
  MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", FALSE);
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (Work) work = made_person_open (jan, 1);

  label (work, 0, 2, CONTENT);
  g_assert_true (undo (work));
  label (work, 1, 1, BOILERPLATE);
  g_clear_pointer (&work, work_free);
  assert_rows (set, "two", "");
  g_assert_cmpuint (settle_all (jan->dataset, jan->parser, warnings), ==, 0); /* she is at work */
  made_person_free (jan);
  jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "eva", FALSE);
  g_assert_cmpuint (settle_all (jan->dataset, jan->parser, warnings), ==, 1);
  assert_rows (set, "two", "2 jan:boilerplate");
  g_assert_cmpuint (settle_all (jan->dataset, jan->parser, warnings), ==, 0);
  g_assert_cmpuint (warnings->len, ==, 0);
  made_person_free (jan);
  made_set_free (set);
}

/* The proposals of a method that comes with the library. */
static void
test_proposals (void)
{
  char *set = made_set_new ();
  made_set_add_page (set, "one", "menu|title|text|foot");
  MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", FALSE);
  g_autoptr (ExtractClassifier) classifier =
      extract_classifier_new_for_method (extract_method_find ("justext"));
  g_autoptr (GError) error = NULL;
  guint n;

  jan->setup.classifier = classifier;
  g_autoptr (Work) work = made_person_open (jan, 0);
  g_assert_cmpint (work_get_state (work, 0), ==, WORK_PROPOSED);
  g_assert_cmpuint (work_get_n_done (work), ==, 0); /* a proposal is no decision */
  label (work, 1, 1, CONTENT);
  work_accept (work, 0, 3, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (work_get_n_done (work), ==, 4);
  g_assert_cmpint (work_get_way (work, 0), ==, JOURNAL_BY_PROPOSAL);
  g_assert_cmpint (work_get_way (work, 1), ==, JOURNAL_BY_KEY);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (work_is_shown (work, i, WORK_SHOW_DISAGREEMENTS), ==,
                     work_get_decision (work, i)->is_content != work_get_proposal (work, i)->is_content);
  g_assert_true (undo (work));
  made_assert_work (work, ".+..");
  g_assert_true (work_propose (work, NULL, NULL, &error));
  g_assert_cmpint (work_get_state (work, 0), ==, WORK_NOTHING);
  g_clear_pointer (&work, work_free);
  made_person_free (jan);
  made_set_free (set);
}

/* The second page that was finished, and every fourth after it; for good. */
static void
test_held (void)
{
  char *set = made_set_new ();
  static const guint order[] = { 4, 0, 1, 2, 3, 6, 5, 7 };
  for (guint i = 0; i < 8; i++) {
    g_autofree char *id = g_strdup_printf ("page-%u", i);
    made_set_add_page (set, id, "menu|text");
  }
  MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", FALSE);
  for (guint round = 0; round < 2; round++) {
    for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
      g_autoptr (Work) work = made_person_open (jan, order[i]);
      label (work, 0, 1, round == 0 ? CONTENT : BOILERPLATE);
      if (i == 0)
        g_assert_true (undo (work)); /* finished once, and no longer */
    }
    g_autoptr (Ledger) ledger = ledger_new (jan->dataset, jan->setup.journal);
    g_autoptr (GPtrArray) held = ledger_list_held (ledger);
    g_assert_cmpuint (held->len, ==, 2);
    g_assert_cmpstr (((const LedgerRow *) held->pdata[0])->entry->id, ==, "page-0");
    g_assert_cmpstr (((const LedgerRow *) held->pdata[1])->entry->id, ==, "page-6");
  }
  made_person_free (jan);
  made_set_free (set);
}

/* How the rows of @who came to be, "accepted chosen ..." */
static char *
read_hows (const char *set, const char *id, const char *who)
{
  g_autofree char *name = g_strconcat (id, ".labels", NULL);
  g_autofree char *path = g_build_filename (set, "labels", name, NULL);
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_load (path, NULL);
  GString *text = g_string_new (NULL);
  gsize n;
  g_autofree const ExtractBlockLabel **labels = extract_annotation_dup_labels (annotation, &n);
  for (gsize i = 0; i < n; i++)
    if (strcmp (labels[i]->who, who) == 0)
      g_string_append_printf (text, "%s%s", text->len ? " " : "", extract_how_get_nick (labels[i]->how));
  return g_string_free (text, FALSE);
}

#define assert_hows(set, id, who, expected)           \
  G_STMT_START                                        \
  {                                                   \
    g_autofree char *hows = read_hows (set, id, who); \
    g_assert_cmpstr (hows, ==, expected);             \
  }                                                   \
  G_STMT_END

/* Whether a label was chosen, accepted or remembered stays with it; what is accepted can be confirmed. */
static void
test_how (void)
{
  char *set = made_set_new ();
  made_set_add_page (set, "one", "menu|title|text|foot");
  made_set_add_page (set, "two", "menu|more|foot");
  MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", TRUE);
  g_autoptr (ExtractClassifier) classifier =
      extract_classifier_new_for_method (extract_method_find ("justext"));
  g_autoptr (GError) error = NULL;
  guint n;

  jan->setup.classifier = classifier;
  g_autoptr (Work) work = made_person_open (jan, 0);
  label (work, 1, 1, CONTENT);
  work_accept (work, 0, 3, &n, &error);
  g_assert_no_error (error);
  save (work);
  assert_hows (set, "one", "jan", "accepted chosen accepted accepted");
  int proposed = work_get_proposal (work, 0)->is_content ? CONTENT : BOILERPLATE;
  label (work, 0, 0, proposed); /* the same, by her own decision */
  save (work);
  assert_hows (set, "one", "jan", "chosen chosen accepted accepted");
  g_assert_true (undo (work));
  save (work);
  assert_hows (set, "one", "jan", "accepted chosen accepted accepted");
  g_clear_pointer (&work, work_free);

  work = made_person_open (jan, 1);
  label (work, 1, 1, CONTENT);
  save (work);
  assert_hows (set, "two", "jan", "remembered chosen remembered");
  g_clear_pointer (&work, work_free);
  made_person_free (jan);

  /* Without her journal what the file says is known, and stays. */
  g_autofree char *journal = g_build_filename (set, "labels", "person-jan.journal", NULL);
  g_assert_cmpint (g_unlink (journal), ==, 0);
  jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", TRUE);
  work = made_person_open (jan, 0);
  g_assert_cmpint (work_get_way (work, 0), ==, JOURNAL_BY_FILE);
  label (work, 3, 3, CONTENT);
  save (work);
  label (work, 3, 3, BOILERPLATE);
  save (work);
  assert_hows (set, "one", "jan", "accepted chosen accepted chosen");
  g_clear_pointer (&work, work_free);
  made_person_free (jan);
  made_set_free (set);
}

/* What a model sees of a block is known of every model, though labelling keeps no features; and links are
 * known whatever proposes. */
static void
test_features (void)
{
  static const char *const models[] = { NULL, "classic", "rich" };
  char *set = made_set_new ();
  made_set_add_page (set, "one", "<a href='/'>menu</a>|text of a page, and more of it|foot");

  for (guint m = 0; m < G_N_ELEMENTS (models); m++) {
    MadePerson *jan = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", FALSE);
    g_autoptr (ExtractModel) model = models[m] ? extract_model_get_builtin (models[m], NULL) : NULL;
    g_autoptr (ExtractClassifier) classifier = model ? extract_classifier_new (model) : NULL;
    const ExtractFeatureSet *features;
    guint n_known = 0;

    jan->setup.classifier = classifier;
    jan->setup.described = model;
    g_autoptr (Work) work = made_person_open (jan, 0);
    g_assert_true (work_is_link (work, 0));
    g_assert_false (work_is_link (work, 1));
    const float *values = work_get_features (work, 1, &features);
    g_assert_nonnull (values);
    g_assert_cmpstr (extract_feature_set_get_name (features), ==, models[m] ? models[m] : "classic");
    for (guint i = 0; i < extract_feature_set_get_n_features (features); i++)
      n_known +=
          g_str_equal (extract_feature_set_get_feature (features, i)->family, "token") && !isnan (values[i]);
    g_assert_cmpuint (n_known > 0, ==, g_strcmp0 (models[m], "rich") == 0); /* its tables are asked */
    g_clear_pointer (&work, work_free);
    made_person_free (jan);
  }
  made_set_free (set);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/labelling/basics", test_basics);
  g_test_add_func ("/labelling/undo", test_undo);
  g_test_add_func ("/labelling/memory", test_memory);
  g_test_add_func ("/labelling/people", test_people);
  g_test_add_func ("/labelling/change", test_change);
  g_test_add_func ("/labelling/file", test_file);
  g_test_add_func ("/labelling/held", test_held);
  g_test_add_func ("/labelling/how", test_how);
  g_test_add_func ("/labelling/features", test_features);
  g_test_add_func ("/labelling/parent", test_parent);
  g_test_add_func ("/labelling/settle", test_settle);
  g_test_add_func ("/labelling/proposals", test_proposals);
  return g_test_run ();
}
