/* SPDX-License-Identifier: MIT */
/* A journal keeps what was decided, whatever happens to the program and the disk. */
#include "annotate/record/journal.h"

#include "made-set.h"

#include <gio/gio.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define FINGERPRINT "0123456789abcdef0123456789abcdef"

static char *
dup_path (const char *set, const char *name)
{
  return g_build_filename (set, "labels", name, NULL);
}

/* The n-th thing that a person types: always the same. */
static JournalEntry *
make_entry (guint n)
{
  static const JournalKind kinds[] = { JOURNAL_LABEL, JOURNAL_LABEL, JOURNAL_NOTE, JOURNAL_UNDO,
                                       JOURNAL_LABEL, JOURNAL_SKIP,  JOURNAL_AT,   JOURNAL_REDO };
  g_autofree char *page = g_strdup_printf ("page-%u", n / 50);
  JournalEntry *entry = journal_entry_new (kinds[n % G_N_ELEMENTS (kinds)], page);

  entry->first = (JournalBlock){ n, FINGERPRINT, 1 + n % 3 };
  if (entry->kind == JOURNAL_LABEL) {
    entry->last = (JournalBlock){ n + 5, FINGERPRINT, 2 };
    entry->way = (JournalWay) (n % JOURNAL_N_WAYS);
    journal_entry_add_run (entry, 1 + n % 4, n % 2 ? "content" : "boilerplate");
    journal_entry_add_run (entry, 2, JOURNAL_KEEP);
    journal_entry_add_run (entry, 1, NULL);
  }
  if (entry->kind == JOURNAL_NOTE)
    entry->text = g_strdup_printf ("Anmerkung %u – 注", n);
  entry->n_done = n;
  entry->n_all = 2 * n + 1;
  entry->n_notes = n % 7;
  entry->skipped = n % 2;
  return entry;
}

static void
assert_blocks_equal (const JournalBlock *a, const JournalBlock *b)
{
  g_assert_cmpuint (a->place, ==, b->place);
  g_assert_cmpstr (a->fingerprint, ==, b->fingerprint);
  g_assert_cmpuint (a->occurrence, ==, b->occurrence);
}

static void
assert_entry (const JournalEntry *entry, guint n)
{
  g_autoptr (JournalEntry) typed = make_entry (n);

  g_assert_cmpint (entry->kind, ==, typed->kind);
  g_assert_cmpstr (entry->page, ==, typed->page);
  g_assert_cmpuint (entry->n_done, ==, typed->n_done);
  g_assert_cmpuint (entry->n_all, ==, typed->n_all);
  g_assert_cmpuint (entry->n_notes, ==, typed->n_notes);
  g_assert_cmpint (entry->skipped, ==, typed->skipped);
  g_assert_cmpstr (entry->text, ==, typed->text);
  if (entry->kind == JOURNAL_LABEL || entry->kind == JOURNAL_NOTE || entry->kind == JOURNAL_AT)
    assert_blocks_equal (&entry->first, &typed->first);
  if (entry->kind != JOURNAL_LABEL)
    return;
  assert_blocks_equal (&entry->last, &typed->last);
  g_assert_cmpint (entry->way, ==, typed->way);
  g_assert_cmpuint (entry->runs->len, ==, typed->runs->len);
  for (guint r = 0; r < entry->runs->len; r++) {
    const JournalRun *a = &g_array_index (entry->runs, JournalRun, r);
    const JournalRun *b = &g_array_index (typed->runs, JournalRun, r);
    g_assert_cmpuint (a->n, ==, b->n);
    g_assert_cmpstr (a->class_name, ==, b->class_name);
  }
}

static guint
count_entries (const Journal *journal)
{
  g_autoptr (GPtrArray) pages = journal_get_pages (journal);
  guint n = 0;
  for (guint i = 0; i < pages->len; i++)
    n += journal_get_entries (journal, pages->pdata[i])->len;
  return n;
}

/* The journal has the first so many things that were typed, in their order. Returns: how many */
static guint
assert_typed (const Journal *journal)
{
  guint n = count_entries (journal), i = 0;
  while (i < n) {
    g_autofree char *page = g_strdup_printf ("page-%u", i / 50);
    const GPtrArray *entries = journal_get_entries (journal, page);
    g_assert_nonnull (entries);
    for (guint e = 0; e < entries->len; e++)
      assert_entry (entries->pdata[e], i++);
  }
  return n;
}

static Journal *
open_journal (const char *set, const char *who)
{
  g_autoptr (GError) error = NULL;
  Journal *journal = journal_open (set, EXTRACT_ANNOTATOR_PERSON, who, &error);
  g_assert_no_error (error);
  return journal;
}

static void
type (Journal *journal, guint from, guint to)
{
  g_autoptr (GError) error = NULL;
  for (guint i = from; i < to; i++) {
    journal_add (journal, make_entry (i), &error);
    g_assert_no_error (error);
  }
}

static void
test_round (void)
{
  char *set = made_set_new ();
  g_autoptr (Journal) journal = open_journal (set, "jan");

  g_assert_null (journal_get_last (journal));
  type (journal, 0, 300);
  g_assert_cmpuint (assert_typed (journal), ==, 300);
  g_clear_pointer (&journal, journal_free);
  journal = open_journal (set, "jan");
  g_assert_cmpuint (assert_typed (journal), ==, 300);
  g_assert_cmpstr (journal_get_last (journal)->page, ==, "page-5");
  type (journal, 300, 400);
  g_assert_cmpuint (assert_typed (journal), ==, 400);
  g_clear_pointer (&journal, journal_free);
  made_set_free (set);
}

/* A file that ends anywhere within its last line, or in rubbish, goes on where the line before it ended. */
static void
test_torn (void)
{
  char *set = made_set_new ();
  g_autofree char *path = dup_path (set, "person-jan.journal");
  g_autofree char *whole = NULL;
  g_autoptr (Journal) journal = open_journal (set, "jan");
  gsize length, kept;

  type (journal, 0, 9);
  g_clear_pointer (&journal, journal_free);
  g_file_get_contents (path, &whole, &length, NULL);
  kept = (gsize) (g_strrstr_len (whole, (gssize) length - 1, "\n") + 1 - whole);
  for (gsize cut = 0; cut < length; cut++) {
    g_file_set_contents (path, whole, (gssize) cut, NULL);
    journal = open_journal (set, "jan");
    guint n = assert_typed (journal);
    g_assert_cmpuint (n, ==, cut < kept ? n : 8);
    type (journal, n, 12);
    g_clear_pointer (&journal, journal_free);
    journal = open_journal (set, "jan");
    g_assert_cmpuint (assert_typed (journal), ==, 12);
    g_assert_cmpuint (journal_get_n_torn (journal), ==, 0);
    g_clear_pointer (&journal, journal_free);
  }

  static const char *const rubbish[] = { "x", "rubbish\n", "deadbeef\tnothing\n", "\t\t\t", "\xff\xfe\n" };
  for (guint i = 0; i < G_N_ELEMENTS (rubbish); i++) {
    g_autofree char *text = g_strconcat (whole, rubbish[i], NULL);
    g_file_set_contents (path, text, -1, NULL);
    journal = open_journal (set, "jan");
    g_assert_cmpuint (journal_get_n_torn (journal), ==, strlen (rubbish[i]));
    g_assert_cmpuint (assert_typed (journal), ==, 9);
    type (journal, 9, 10);
    g_clear_pointer (&journal, journal_free);
    journal = open_journal (set, "jan");
    g_assert_cmpuint (assert_typed (journal), ==, 10);
    g_clear_pointer (&journal, journal_free);
  }
  made_set_free (set);
}

/* What is damaged in its midst is not silently cut: somebody has to look at it. */
static void
test_damaged (void)
{
  char *set = made_set_new ();
  g_autofree char *path = dup_path (set, "person-jan.journal");
  g_autofree char *whole = NULL;
  g_autoptr (Journal) journal = open_journal (set, "jan");
  g_autoptr (GError) error = NULL;

  type (journal, 0, 9);
  g_clear_pointer (&journal, journal_free);
  g_file_get_contents (path, &whole, NULL, NULL);
  *strstr (whole, "boilerplate") = 'B';
  g_file_set_contents (path, whole, -1, NULL);
  g_assert_null (journal_open (set, EXTRACT_ANNOTATOR_PERSON, "jan", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_true (g_str_has_suffix (error->message, "line 2: is damaged, and not the last"));
  g_clear_error (&error);

  g_file_set_contents (path, "a letter to my aunt\n", -1, NULL);
  g_assert_null (journal_open (set, EXTRACT_ANNOTATOR_PERSON, "jan", &error));
  g_assert_true (g_str_has_suffix (error->message, "line 1: this is no journal"));
  made_set_free (set);
}

/* ---- Killed ------------------------------------------------------------------------------------- */

/* In a process of its own: types until it is killed, and tells after each line which one is on the disk. */
static void
type_until_killed (const char *set, int channel)
{
  g_autoptr (Journal) journal = open_journal (set, "jan");
  for (guint i = count_entries (journal);; i++) {
    type (journal, i, i + 1);
    if (write (channel, &i, sizeof i) != sizeof i)
      _exit (1);
  }
}

static void
test_killed (void)
{
  char *set = made_set_new ();
  guint before = 0;

  for (guint round = 0; round < 100; round++) {
    int channel[2], status;
    guint told, last = 0;
    g_assert_cmpint (pipe (channel), ==, 0);
    pid_t child = fork ();
    g_assert_cmpint (child, >=, 0);
    if (child == 0) {
      close (channel[0]);
      type_until_killed (set, channel[1]);
    }
    close (channel[1]);
    g_usleep ((gulong) g_test_rand_int_range (1000, 30000));
    kill (child, SIGKILL);
    g_assert_cmpint (waitpid (child, &status, 0), ==, child);
    g_assert_true (WIFSIGNALED (status));
    while (read (channel[0], &told, sizeof told) == sizeof told)
      last = told + 1;
    close (channel[0]);

    g_autoptr (Journal) journal = open_journal (set, "jan");
    guint n = assert_typed (journal);
    g_assert_cmpuint (n, >=, MAX (last, before)); /* nothing that was told is lost */
    g_assert_cmpuint (n, <=, MAX (last, before) + 1);
    before = n;
  }
  g_test_message ("%u lines in 100 rounds", before);
  g_assert_cmpuint (before, >, 100);
  made_set_free (set);
}

/* ---- A full disk --------------------------------------------------------------------------------- */

/* Types until it fails. Returns: how many lines there are then */
static guint
type_until_full (Journal *journal, guint n)
{
  g_autoptr (GError) error = NULL;
  while (journal_add (journal, make_entry (n), &error))
    n++;
  g_assert_nonnull (error);
  g_assert_cmpuint (count_entries (journal), ==, n);
  return n;
}

/* No file may grow beyond a limit: the same as a full disk, for everybody. */
static void
test_limit (void)
{
  if (!g_test_subprocess ()) {
    g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_passed ();
    return;
  }
  char *set = made_set_new ();
  g_autoptr (Journal) journal = open_journal (set, "jan");
  guint n = 0;

  signal (SIGXFSZ, SIG_IGN);
  for (rlim_t limit = 1000; limit < 5000; limit += 777) {
    struct rlimit full = { limit, RLIM_INFINITY };
    g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &full), ==, 0);
    n = type_until_full (journal, n);
    g_autoptr (Journal) other = journal_read (set, EXTRACT_ANNOTATOR_PERSON, "jan", NULL);
    g_assert_cmpuint (assert_typed (other), ==, n);
    g_assert_cmpuint (journal_get_n_torn (other), ==, 0);
  }
  struct rlimit room = { RLIM_INFINITY, RLIM_INFINITY };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &room), ==, 0);
  type (journal, n, n + 10);
  g_clear_pointer (&journal, journal_free);
  journal = open_journal (set, "jan");
  g_assert_cmpuint (assert_typed (journal), ==, n + 10);
  g_clear_pointer (&journal, journal_free);
  made_set_free (set);
}

/* Writes @path until nothing more fits on the disk. */
static void
fill_disk (const char *path)
{
  FILE *stream = g_fopen (path, "we");
  char block[4096] = "x";
  g_assert_nonnull (stream);
  setvbuf (stream, NULL, _IONBF, 0);
  while (fwrite (block, sizeof block, 1, stream) == 1)
    ;
  fclose (stream);
}

/* A small disk, filled up by another file, and cleared again. */
static void
test_full_disk (void)
{
  char *set = made_set_new ();
  if (mount ("none", set, "tmpfs", 0, "size=256k") != 0) {
    g_test_skip ("only root can mount a small disk");
    made_set_free (set);
    return;
  }
  g_autoptr (Journal) journal = open_journal (set, "jan");
  g_autofree char *filler = g_build_filename (set, "filler", NULL);
  guint n = 0;

  for (guint round = 0; round < 3; round++) {
    fill_disk (filler);
    n = type_until_full (journal, n);
    g_autoptr (Journal) other = journal_read (set, EXTRACT_ANNOTATOR_PERSON, "jan", NULL);
    g_assert_cmpuint (assert_typed (other), ==, n);
    g_unlink (filler);
    type (journal, n, n + 10);
    n += 10;
  }
  g_clear_pointer (&journal, journal_free);
  journal = open_journal (set, "jan");
  g_assert_cmpuint (assert_typed (journal), ==, n);
  g_clear_pointer (&journal, journal_free);
  g_assert_cmpint (umount (set), ==, 0);
  made_set_free (set);
}

/* ---- Several people ------------------------------------------------------------------------------ */

static void
test_lock (void)
{
  char *set = made_set_new ();
  g_autoptr (Journal) journal = open_journal (set, "jan");
  g_autoptr (Journal) eva = open_journal (set, "eva");
  g_autoptr (GError) error = NULL;

  g_assert_null (journal_open (set, EXTRACT_ANNOTATOR_PERSON, "jan", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  g_assert_true (g_str_has_suffix (error->message, "jan is labelling this set already, in another program"));
  g_clear_error (&error);
  g_autoptr (Journal) judge = journal_open (set, EXTRACT_ANNOTATOR_JUDGE, "jan", &error);
  g_assert_no_error (error);

  type (journal, 0, 5);
  type (eva, 0, 7);
  type (journal, 5, 9);
  g_assert_cmpuint (assert_typed (journal), ==, 9);
  g_assert_cmpuint (assert_typed (eva), ==, 7);
  g_assert_cmpuint (assert_typed (judge), ==, 0);
  g_autoptr (Journal) look = journal_read (set, EXTRACT_ANNOTATOR_PERSON, "jan", &error);
  g_assert_cmpuint (assert_typed (look), ==, 9);

  g_clear_pointer (&journal, journal_free);
  journal = open_journal (set, "jan");
  g_assert_cmpuint (assert_typed (journal), ==, 9);
  made_set_free (set);
}

/* Names of people are no paths. */
static void
test_names (void)
{
  static const char *const names[] = { "../../etc/jan", "Zoë Müller", "a/b", "person-x.journal" };
  char *set = made_set_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    journal_free (open_journal (set, names[i]));
  g_auto (GStrv) people = journal_list (set, EXTRACT_ANNOTATOR_PERSON);
  g_assert_cmpuint (g_strv_length (people), ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (g_strv_contains ((const char *const *) people, names[i]));
  g_auto (GStrv) judges = journal_list (set, EXTRACT_ANNOTATOR_JUDGE);
  g_assert_cmpuint (g_strv_length (judges), ==, 0);
  made_set_free (set);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/journal/round", test_round);
  g_test_add_func ("/journal/torn", test_torn);
  g_test_add_func ("/journal/damaged", test_damaged);
  g_test_add_func ("/journal/killed", test_killed);
  g_test_add_func ("/journal/limit", test_limit);
  g_test_add_func ("/journal/full-disk", test_full_disk);
  g_test_add_func ("/journal/lock", test_lock);
  g_test_add_func ("/journal/names", test_names);
  return g_test_run ();
}
