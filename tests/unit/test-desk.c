/* SPDX-License-Identifier: MIT */
/* What keys do; and a person who types while the program is killed. */
#include "annotate/desk/desk.h"

#include "annotate/settle.h"
#include "made-set.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Somebody at a desk. */
typedef struct {
  MadePerson *person;
  Keys *keys;
  Desk *desk;
} Seat;

static Seat
sit_down (const char *set)
{
  Seat seat = { .person = made_person_new (set, EXTRACT_ANNOTATOR_PERSON, "jan", TRUE) };
  seat.keys = keys_load (NULL, seat.person->setup.classes, NULL);
  seat.desk = desk_new (&seat.person->setup, seat.keys, NULL, NULL, NULL, "given");
  return seat;
}

static void
get_up (Seat *seat)
{
  g_autoptr (GError) error = NULL;
  desk_close (seat->desk, &error);
  g_assert_no_error (error);
  desk_free (seat->desk);
  keys_free (seat->keys);
  made_person_free (seat->person);
}

static void
type (Seat *seat, const char *keys)
{
  g_auto (GStrv) names = g_strsplit (keys, " ", -1);
  for (guint i = 0; names[i]; i++)
    if (*names[i] != '\0')
      desk_key (seat->desk, names[i]);
}

static char *
make_set (void)
{
  char *set = made_set_new ();
  made_set_add_page (set, "one", "menu|(|title|text one|text two|)|foot");
  made_set_add_page (set, "two", "menu|title of two|foot");
  made_set_add_page (set, "three", "a|b|c");
  return set;
}

static void
test_keys (void)
{
  static const struct {
    const char *keys;
    const char *signs;
    guint cursor;
    const char *message; /* (nullable): how it begins */
  } cases[] = {
    { "b c c", "-++..", 3, NULL },
    { "down down c", "..+..", 3, NULL },
    { "j j j c", "...+.", 4, NULL },
    { "end c", "....+", 4, "4 undecided further up" },
    { "b c c c b", "-+++-", 4, "Every block of this page is decided" },
    { "c up b", "-....", 1, NULL }, /* corrected: the next block, decided or not */
    { "c c up up up b", "-+...", 1, NULL },
    { "b s c", "-.+..", 3, NULL },
    { "c . .", "+++..", 3, NULL },
    { ".", ".....", 0, "No class has been given yet" },
    { "space", ".....", 0, "There is no proposal here" },
    { "down ctrl-a", ".....", 1, "There is no proposal that is not decided" },
    { "c x", "+....", 1, "Nothing is decided here" },
    { "c up x", ".....", 0, NULL },
    { "down v down down c", ".+++.", 4, NULL },
    { "down v v down c", "..+..", 3, NULL },
    { "down v down escape c", "..+..", 3, NULL },
    { "end v home c", "+++++", 4, "Every block" },
    { "down $ b", ".----", 4, "1 undecided further up" },
    { "down p c", ".+++.", 4, NULL },
    { "down p p c", "+++++", 4, "Every block" },
    { "b $ c u", "-....", 1, NULL },
    { "b $ c u u ctrl-r ctrl-r", "-++++", 1, NULL },
    { "u", ".....", 0, "Nothing to undo on this page" },
    { "ctrl-r", ".....", 0, "There is nothing to redo" },
    { "down b home f $ c", "+-+++", 4, "Every block" }, /* only what is shown */
    { "b f home c", "-+...", 2, NULL },
    { "/ t w o enter c", "...+.", 4, NULL },
    { "/ t e x t enter n c", "...+.", 4, NULL },
    { "\\ t e x t enter N c", "..+..", 3, NULL },
    { "/ z z enter", ".....", 0, "\"zz\" is not there" },
    { "/ t e x t escape n", ".....", 0, "There is no search to repeat" },
    { "n", ".....", 0, "There is no search to repeat" },
    { "tab tab c", "..+..", 3, NULL },
    { "c c shift-tab", "++...", 2, "No undecided block before this one" },
    { "q", ".....", 0, NULL },
    { "z", ".....", 0, "The key z does nothing here; ? shows all keys" },
    { "? c q c", "+....", 1, NULL }, /* no class is given where no block is seen */
    { "l down c q c", "+....", 1, NULL },
    { "r c b enter", ".....", 0, NULL }, /* a note */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    char *set = make_set ();
    Seat seat = sit_down (set);
    type (&seat, cases[i].keys);
    g_test_message ("%s", cases[i].keys);
    made_assert_work (seat.desk->work, cases[i].signs);
    g_assert_cmpuint (seat.desk->cursor, ==, cases[i].cursor);
    if (cases[i].message)
      g_assert_cmpmem (seat.desk->message, strlen (cases[i].message), cases[i].message,
                       strlen (cases[i].message));
    get_up (&seat);
    made_set_free (set);
  }
}

static void
test_pages (void)
{
  char *set = make_set ();
  Seat seat = sit_down (set);

  type (&seat, "b c c c b");
  type (&seat, "tab"); /* to the next page with anything to do */
  g_assert_cmpstr (work_get_entry (seat.desk->work)->id, ==, "two");
  made_assert_work (seat.desk->work, "-.-"); /* from memory */
  g_assert_cmpuint (seat.desk->cursor, ==, 1);
  type (&seat, "S");
  g_assert_cmpstr (work_get_entry (seat.desk->work)->id, ==, "three");
  type (&seat, "r h i enter R p enter [ ] ]");
  g_assert_cmpstr (seat.desk->message, ==, "This is the last page");
  g_assert_cmpstr (work_get_note (seat.desk->work, 0), ==, "hi");
  g_assert_cmpstr (work_get_note (seat.desk->work, -1), ==, "p");
  type (&seat, "down down");
  get_up (&seat);

  /* Exactly where one stopped. */
  seat = sit_down (set);
  g_assert_cmpstr (work_get_entry (seat.desk->work)->id, ==, "three");
  g_assert_cmpuint (seat.desk->cursor, ==, 2);
  g_assert_cmpint (ledger_row_get_state (ledger_get (seat.desk->ledger, 0)), ==, LEDGER_FINISHED);
  g_assert_cmpint (ledger_row_get_state (ledger_get (seat.desk->ledger, 1)), ==, LEDGER_SKIPPED);
  g_assert_cmpint (ledger_row_get_state (ledger_get (seat.desk->ledger, 2)), ==, LEDGER_NEW);
  g_assert_cmpuint (ledger_get (seat.desk->ledger, 2)->n_notes, ==, 2);
  type (&seat, "l / o n e enter enter");
  g_assert_cmpstr (work_get_entry (seat.desk->work)->id, ==, "one");
  g_assert_true (desk_go_to (seat.desk, "two"));
  g_assert_false (desk_go_to (seat.desk, "four"));
  get_up (&seat);
  made_set_free (set);
}

/* What was done at this sitting, and what is left. */
static void
test_summary (void)
{
  char *set = make_set ();
  Seat seat = sit_down (set);
  g_autofree char *nothing = desk_dup_summary (seat.desk);

  g_assert_true (g_str_has_prefix (nothing, "0 pages finished, 0 blocks in "));
  g_assert_true (g_str_has_suffix (nothing, " seconds; 3 pages left"));
  type (&seat, "b c c c b ] ]");
  type (&seat, "c");
  seat.desk->begun = g_get_monotonic_time () - 12 * G_USEC_PER_SEC;
  g_autofree char *some = desk_dup_summary (seat.desk);
  g_assert_cmpstr (some, ==, "1 page finished, 6 blocks in 12 seconds (2.0 s a block); 2 pages left");
  type (&seat, "S");
  get_up (&seat);

  seat = sit_down (set);
  g_autofree char *again = desk_dup_summary (seat.desk);
  g_assert_true (g_str_has_prefix (again, "0 pages finished, 0 blocks in "));
  g_assert_true (g_str_has_suffix (again, " seconds; 1 page left"));
  get_up (&seat);
  made_set_free (set);
}

/* Where one is, by the view, and whether the program goes on. What closes a view never closes the program:
 * not even a view that has nothing to show, nor one that was opened from the list. */
static void
test_views (void)
{
  static const struct {
    const char *keys;
    DeskView view;
    DeskWish wish;
  } cases[] = {
    { "g", DESK_GUIDE, DESK_GO_ON },
    { "g q", DESK_PAGE, DESK_GO_ON }, /* the set has no guidelines */
    { "g g", DESK_PAGE, DESK_GO_ON },
    { "?", DESK_KEYS, DESK_GO_ON },
    { "? ?", DESK_PAGE, DESK_GO_ON },
    { "? space f b", DESK_KEYS, DESK_GO_ON },
    { "i", DESK_BLOCK, DESK_GO_ON },
    { "i i", DESK_PAGE, DESK_GO_ON },
    { "enter enter", DESK_PAGE, DESK_GO_ON },
    { "i ? q", DESK_PAGE, DESK_GO_ON },
    { "l ?", DESK_KEYS, DESK_GO_ON },
    { "l ? q", DESK_PAGES, DESK_GO_ON },
    { "l g ? q", DESK_PAGES, DESK_GO_ON },
    { "l ? q q", DESK_PAGE, DESK_GO_ON },
    { "l space", DESK_PAGES, DESK_GO_ON },
    { "] ] i q", DESK_PAGE, DESK_GO_ON }, /* a page without blocks */
    { "] ] i", DESK_BLOCK, DESK_GO_ON },
    { "] ] ] i q", DESK_PAGE, DESK_GO_ON }, /* a page that cannot be read */
    { "q", DESK_PAGE, DESK_LEAVE },
  };
  char *set = made_set_new ();
  made_set_add_page (set, "one", "menu|text");
  made_set_add_page (set, "two", "menu|text");
  made_set_add_page (set, "empty", "");
  made_set_add_page (set, "gone", "a");
  g_autofree char *gone = g_build_filename (set, "html", "gone.html", NULL);
  g_unlink (gone);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Seat seat = sit_down (set);
    g_test_message ("%s", cases[i].keys);
    desk_go_to (seat.desk, "one");
    type (&seat, cases[i].keys);
    g_assert_cmpint (seat.desk->view, ==, cases[i].view);
    g_assert_cmpint (seat.desk->wish, ==, cases[i].wish);
    get_up (&seat);
  }
  made_set_free (set);
}

/* S typed ahead, or twice by mistake, passes over no page that has not been seen. */
static void
test_passing_over (void)
{
  static const struct {
    const char *keys;
    const char *page;
    guint n_skipped;
  } cases[] = {
    { "S", "two", 1 },          { "S S", "two", 1 },          { "S S S S", "two", 1 },
    { "S j S", "three", 2 },    { "S escape S", "three", 2 }, { "S S j S", "three", 2 },
    { "S [ S", "one", 0 },      { "S [ S S", "two", 1 },      { "l S", "one", 1 },
    { "l S S", "one", 0 }, /* where nothing but the sign changes */
    { "l S down S", "two", 2 }, { "S l S", "two", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    char *set = make_set ();
    Seat seat = sit_down (set);
    g_test_message ("%s", cases[i].keys);
    type (&seat, cases[i].keys);
    g_assert_cmpstr (work_get_entry (seat.desk->work)->id, ==, cases[i].page);
    g_assert_cmpuint (ledger_count (seat.desk->ledger, LEDGER_SKIPPED), ==, cases[i].n_skipped);
    get_up (&seat);
    made_set_free (set);
  }
}

/* What happened beside the work is not cleared by the key that comes at that moment. */
static void
test_news (void)
{
  char *set = make_set ();
  Seat seat = sit_down (set);
  desk_tell_news (seat.desk, FALSE, "A new model proposes");
  type (&seat, "c c");
  g_assert_cmpstr (seat.desk->message, ==, "A new model proposes");
  type (&seat, "z");
  g_assert_cmpstr (seat.desk->message, ==, "The key z does nothing here; ? shows all keys");
  type (&seat, "j");
  g_assert_cmpstr (seat.desk->message, ==, "A new model proposes");
  seat.desk->news_until = 0;
  type (&seat, "k");
  g_assert_null (seat.desk->message);
  get_up (&seat);
  made_set_free (set);
}

/* A page that cannot be read, and a set without pages, leave the program usable. */
static void
test_nothing (void)
{
  char *set = made_set_new ();
  made_set_write (set, "index.jsonl", "");
  Seat seat = sit_down (set);
  for (KeyAction a = 0; a < KEYS_N_ACTIONS; a++)
    for (const char *const *key = keys_get (seat.keys, a); *key; key++)
      desk_key (seat.desk, *key);
  type (&seat, "q c b");
  get_up (&seat);

  made_set_write (set, "index.jsonl", "{\"id\": \"gone\"}\n");
  seat = sit_down (set);
  g_assert_nonnull (seat.desk->problem);
  for (KeyAction a = 0; a < KEYS_N_ACTIONS; a++)
    for (const char *const *key = keys_get (seat.keys, a); *key; key++)
      desk_key (seat.desk, *key);
  get_up (&seat);

  made_set_add_page (set, "empty", "");
  seat = sit_down (set);
  type (&seat, "q ] c b space x $ p v c u . tab / a enter r x enter q f i");
  get_up (&seat);
  made_set_free (set);
}

/* ---- Killed -------------------------------------------------------------------------------------- */

/* The keys of one round, at random but always the same. */
static const char *
get_key (GRand *random)
{
  static const char *const keys[] = { "c", "b", "c", "b",      "down", "up", "u",   "ctrl-r",
                                      "s", ".", "v", "$",      "p",    "x",  "tab", "]",
                                      "[", "S", "f", "escape", "home", "end" };
  return keys[g_rand_int_range (random, 0, G_N_ELEMENTS (keys))];
}

/* What the journal says, without its times: lines of @set/labels/person-jan.journal that are whole. */
static GPtrArray *
read_lines (const char *set)
{
  g_autofree char *path = g_build_filename (set, "labels", "person-jan.journal", NULL);
  g_autofree char *contents = NULL;
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  if (!g_file_get_contents (path, &contents, NULL, NULL))
    return lines;
  g_auto (GStrv) all = g_strsplit (contents, "\n", -1);
  for (guint i = 0; all[i] && all[i + 1]; i++) {
    const char *tab = strchr (all[i], '\t'), *rest = tab ? strchr (tab + 1, '\t') : NULL;
    if (rest)
      g_ptr_array_add (lines, g_strdup (rest));
  }
  return lines;
}

/* Types @n keys (or for ever) and tells after each how many lines there are on the disk. */
static void
type_at_random (const char *set, guint seed, guint n, int channel)
{
  Seat seat = sit_down (set);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  for (guint i = 0; i < n; i++) {
    desk_key (seat.desk, get_key (random));
    if (channel >= 0 && write (channel, &i, sizeof i) != sizeof i)
      _exit (1);
  }
  get_up (&seat);
}

/* Kills somebody who types. Returns: how many keys had been done for sure */
static guint
kill_at_random (const char *set, guint seed)
{
  int channel[2], status;
  guint told, n = 0;
  g_assert_cmpint (pipe (channel), ==, 0);
  pid_t child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0) {
    close (channel[0]);
    type_at_random (set, seed, G_MAXUINT, channel[1]);
    _exit (0);
  }
  close (channel[1]);
  g_usleep ((gulong) g_test_rand_int_range (5000, 60000));
  kill (child, SIGKILL);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  while (read (channel[0], &told, sizeof told) == sizeof told)
    n = told + 1;
  close (channel[0]);
  return n;
}

static void
test_killed (void)
{
  guint n_keys = 0;

  for (guint seed = 0; seed < 100; seed++) {
    char *killed = make_set (), *whole = make_set ();
    guint n = kill_at_random (killed, seed);

    /* The same keys, and nobody kills: the lines of the other are the beginning of these. */
    type_at_random (whole, seed, n, -1);
    g_autoptr (GPtrArray) found = read_lines (killed), expected = read_lines (whole);
    guint n_typed = expected->len;
    while (n_typed > 0 && (strstr (expected->pdata[n_typed - 1], "\tsaved\t") ||
                           strstr (expected->pdata[n_typed - 1], "at\t")))
      n_typed--; /* what it wrote as it ended, which the other could not */
    g_assert_cmpuint (found->len, >=, n_typed);
    for (guint i = 0; i < n_typed; i++)
      g_assert_cmpstr (found->pdata[i], ==, expected->pdata[i]);

    /* Whoever comes next finds the journal good, and its labels files are brought up to it. */
    Seat seat = sit_down (killed);
    g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
    settle_journal (&seat.person->setup, warnings);
    g_assert_cmpuint (warnings->len, ==, 0);
    get_up (&seat);
    n_keys += n;
    made_set_free (killed);
    made_set_free (whole);
  }
  g_test_message ("%u keys in 100 rounds", n_keys);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/desk/keys", test_keys);
  g_test_add_func ("/desk/pages", test_pages);
  g_test_add_func ("/desk/summary", test_summary);
  g_test_add_func ("/desk/views", test_views);
  g_test_add_func ("/desk/passing-over", test_passing_over);
  g_test_add_func ("/desk/news", test_news);
  g_test_add_func ("/desk/nothing", test_nothing);
  g_test_add_func ("/desk/killed", test_killed);
  return g_test_run ();
}
