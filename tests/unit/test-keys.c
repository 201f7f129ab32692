/* SPDX-License-Identifier: MIT */
/* The table of keys, files that change it, and the classes of a set. */
#include "annotate/desk/keys.h"

#include "made-set.h"

static void
test_table (void)
{
  g_autoptr (Classes) classes = classes_load (NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (Keys) keys = keys_load (NULL, classes, &error);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert_no_error (error); /* no key does two things in one place */
  for (KeyAction a = 0; a < KEYS_N_ACTIONS; a++) {
    const KeyInfo *info = keys_get_info (a);
    g_assert_true (g_hash_table_add (names, (gpointer) info->name));
    g_assert_nonnull (info->keys[0]);
    g_assert_true (info->places != 0 && info->group && *info->sentence != '\0');
    for (const char *const *key = keys_get (keys, a); *key; key++) {
      g_assert_true (keys_is_name (*key));
      for (KeyPlace place = KEYS_PAGE; place <= KEYS_TEXT; place <<= 1)
        g_assert_cmpint (keys_find (keys, place, *key) == (int) a, ==, (info->places & place) != 0);
    }
  }
  g_assert_cmpint (keys_find (keys, KEYS_PAGE, "c"), ==, -1);
}

static void
test_files (void)
{
  static const struct {
    const char *text;
    const char *error; /* (nullable) */
  } cases[] = {
    { "", NULL },
    { "# nothing\n\n", NULL },
    { "undo z\nredo Z ctrl-y\n", NULL },
    { "undo\n", NULL },
    { "accept é\n", NULL },
    { "undo z z2\n", "line 1: there is no key \"z2\"" },
    { "\nunod z\n", "line 2: there is no action \"unod\"; did you mean \"undo\"?" },
    { "undo j\n", "the key \"j\" stands for both \"down\" and \"undo\"" },
    { "undo c\n", "the key \"c\" gives the class \"content\", so \"undo\" cannot have it" },
    { "open c\n", NULL }, /* in the list no key gives a class */
    { "undo ctrl-\n", "line 1: there is no key \"ctrl-\"" },
    { "undo ctrl-A\n", "line 1: there is no key \"ctrl-A\"" },
  };
  char *set = made_set_new ();
  g_autofree char *path = g_build_filename (set, "keys", NULL);
  g_autoptr (Classes) classes = classes_load (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    made_set_write (set, "keys", cases[i].text);
    g_autoptr (Keys) keys = keys_load (path, classes, &error);
    g_assert_cmpstr (error ? error->message : NULL, ==, cases[i].error);
  }

  made_set_write (set, "keys", "undo z\nredo Z ctrl-y\nskip\n");
  g_autoptr (Keys) keys = keys_load (path, classes, NULL);
  g_assert_cmpint (keys_find (keys, KEYS_PAGE, "z"), ==, ACTION_UNDO);
  g_assert_cmpint (keys_find (keys, KEYS_PAGE, "u"), ==, -1);
  g_assert_cmpint (keys_find (keys, KEYS_PAGE, "ctrl-y"), ==, ACTION_REDO);
  g_assert_null (keys_get (keys, ACTION_SKIP)[0]);
  made_set_free (set);
}

static void
test_classes (void)
{
  static const struct {
    const char *text;
    const char *error; /* (nullable) */
  } cases[] = {
    { "h\theading\tTitles\nm\tcaption\tBelow pictures\n", NULL },
    { "# key, name, sentence\n\nh\theading\tTitles\r\n", NULL },
    { "h heading Titles\n", "line 1: a class is a key, a name and a sentence, parted by tabs" },
    { "h\tHeading\tTitles\n", "line 1: \"Heading\" is no name of a class: a-z, then a-z, 0-9 and -" },
    { "hh\theading\tTitles\n", "line 1: \"hh\" is no key for a class: one character of ASCII" },
    { " \theading\tTitles\n", "line 1: \" \" is no key for a class: one character of ASCII" },
    { "h\tcontent\tTitles\n", "line 1: the class \"content\" is there twice" },
    { "\nc\theading\tTitles\n", "line 2: the key \"c\" gives two classes" },
  };
  char *set = made_set_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    made_set_write (set, "classes.tsv", cases[i].text);
    g_autoptr (Classes) classes = classes_load (set, &error);
    if (cases[i].error)
      g_assert_true (g_str_has_suffix (error->message, cases[i].error));
    else
      g_assert_no_error (error);
  }

  made_set_write (set, "classes.tsv", cases[0].text);
  g_autoptr (Classes) classes = classes_load (set, NULL);
  g_assert_cmpint (classes_find_key (classes, "h"), ==, 2);
  g_assert_true (classes_get (classes, 2)->is_content);
  g_assert_false (classes_get (classes, 3)->is_content);
  g_assert_cmpint (classes_find (classes, "boilerplate"), ==, CLASSES_BOILERPLATE);
  g_assert_cmpint (classes_find (classes, "advert"), ==, 4); /* of somebody else: no key */
  g_assert_cmpstr (classes_get (classes, 4)->key, ==, "");
  g_assert_cmpint (classes_find_key (classes, ""), ==, -1);
  g_assert_cmpint (classes_find (classes, "No Name"), ==, -1);

  /* A key of the set that is that of an action has to be told apart. */
  g_autoptr (GError) error = NULL;
  made_set_write (set, "classes.tsv", "u\tunclear\tNobody knows\n");
  g_autoptr (Classes) clashing = classes_load (set, NULL);
  g_assert_null (keys_load (NULL, clashing, &error));
  g_assert_cmpstr (error->message, ==,
                   "the key \"u\" gives the class \"unclear\", so \"undo\" cannot have it");
  made_set_free (set);
}

/* Text for a manual page. */
static void
append_man (GString *page, const char *text)
{
  for (const char *c = text; *c; c++)
    if (*c == '-')
      g_string_append (page, "\\-");
    else if (*c == '\\')
      g_string_append (page, "\\e");
    else
      g_string_append_c (page, *c);
}

/* KEYS in the manual page has every row of the table, word by word. */
static void
test_manual (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "..", "man", "texttractor-annotate.1", NULL);
  g_autofree char *page = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &page, NULL, &error);
  g_assert_no_error (error);
  for (KeyAction a = 0; a < KEYS_N_ACTIONS; a++) {
    const KeyInfo *info = keys_get_info (a);
    g_autoptr (GString) row = g_string_new (".TP\n.B");
    for (guint k = 0; k < KEYS_MAXIMUM && info->keys[k]; k++) {
      g_string_append_c (row, ' ');
      append_man (row, info->keys[k]);
    }
    g_string_append_c (row, '\n');
    append_man (row, info->sentence);
    g_string_append (row, "\n.RI ( ");
    append_man (row, info->name);
    g_string_append (row, " ).\n");
    if (!strstr (page, row->str))
      g_error ("the manual page lacks\n%s", row->str);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/keys/table", test_table);
  g_test_add_func ("/keys/files", test_files);
  g_test_add_func ("/keys/classes", test_classes);
  g_test_add_func ("/keys/manual", test_manual);
  return g_test_run ();
}
