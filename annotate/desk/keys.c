/* SPDX-License-Identifier: MIT */
#include "annotate/desk/keys.h"

#include "cli/cli.h"

#include <string.h>

#define MAX_BYTES (1024 * 1024)
#define EVERYWHERE (KEYS_PAGE | KEYS_LIST | KEYS_TEXT)

static const KeyInfo table[] = {
  [ACTION_DOWN] = { "down", "Moving", EVERYWHERE, { "j", "down" }, "down", "Next block, page or line" },
  [ACTION_UP] = { "up", "Moving", EVERYWHERE, { "k", "up" }, "up", "Previous block, page or line" },
  [ACTION_SCREEN_DOWN] = { "screen-down",
                           "Moving",
                           EVERYWHERE,
                           { "page-down", "ctrl-f" },
                           "",
                           "One screen down" },
  [ACTION_SCREEN_UP] = { "screen-up", "Moving", EVERYWHERE, { "page-up", "ctrl-b" }, "", "One screen up" },
  [ACTION_FORWARD] = { "forward",
                       "Moving",
                       KEYS_LIST | KEYS_TEXT,
                       { "space", "f" },
                       "more",
                       "One screen down, in the list and in texts" },
  [ACTION_BACKWARD] = { "backward",
                        "Moving",
                        KEYS_LIST | KEYS_TEXT,
                        { "b" },
                        "",
                        "One screen up, in the list and in texts" },
  [ACTION_FIRST] = { "first", "Moving", EVERYWHERE, { "home", "<" }, "", "To the beginning" },
  [ACTION_LAST] = { "last", "Moving", EVERYWHERE, { "end", ">", "G" }, "", "To the end" },
  [ACTION_NEXT_UNDECIDED] = { "next-undecided",
                              "Moving",
                              KEYS_PAGE,
                              { "tab", "w" },
                              "undecided",
                              "Next undecided block, on the next page if need be" },
  [ACTION_PREVIOUS_UNDECIDED] = { "previous-undecided",
                                  "Moving",
                                  KEYS_PAGE,
                                  { "shift-tab", "W" },
                                  "",
                                  "Previous undecided block" },
  [ACTION_SEARCH] = { "search",
                      "Moving",
                      KEYS_PAGE | KEYS_LIST,
                      { "/" },
                      "search",
                      "Search forward: a text, a tag or a class; in the list an id, URL or title" },
  [ACTION_SEARCH_BACK] = { "search-back", "Moving", KEYS_PAGE | KEYS_LIST, { "\\" }, "", "Search back" },
  [ACTION_SEARCH_AGAIN] = { "search-again",
                            "Moving",
                            KEYS_PAGE | KEYS_LIST,
                            { "n" },
                            "",
                            "Repeat the search forward" },
  [ACTION_SEARCH_AGAIN_BACK] = { "search-again-back",
                                 "Moving",
                                 KEYS_PAGE | KEYS_LIST,
                                 { "N" },
                                 "",
                                 "Repeat the search back" },

  [ACTION_ACCEPT] = { "accept",
                      "Deciding",
                      KEYS_PAGE,
                      { "space" },
                      "accept",
                      "Accept the proposal for the block, or for all marked blocks" },
  [ACTION_ACCEPT_PAGE] = { "accept-page",
                           "Deciding",
                           KEYS_PAGE,
                           { "ctrl-a" },
                           "",
                           "Accept the proposals for all undecided blocks of the page" },
  [ACTION_REPEAT] = { "repeat", "Deciding", KEYS_PAGE, { "." }, "repeat", "Give the last class again" },
  [ACTION_CLEAR] = { "clear", "Deciding", KEYS_PAGE, { "x", "delete" }, "clear", "Clear the decision" },
  [ACTION_SKIP] = { "skip", "Deciding", KEYS_PAGE, { "s" }, "skip", "Leave the block undecided and move on" },
  [ACTION_UNDO] = { "undo",
                    "Deciding",
                    KEYS_PAGE,
                    { "u" },
                    "undo",
                    "Undo the last change of this page; repeat to undo earlier ones" },
  [ACTION_REDO] = { "redo", "Deciding", KEYS_PAGE, { "ctrl-r", "U" }, "redo", "Redo what was undone" },
  [ACTION_NOTE] = { "note", "Deciding", KEYS_PAGE, { "r" }, "note", "Write a note on the block" },
  [ACTION_NOTE_PAGE] = { "note-page", "Deciding", KEYS_PAGE, { "R" }, "", "Write a note on the page" },

  [ACTION_MARK] = { "mark",
                    "Several blocks",
                    KEYS_PAGE,
                    { "v" },
                    "mark",
                    "Mark from here to the cursor; then give a class, accept or clear" },
  [ACTION_MARK_PARENT] = { "mark-parent",
                           "Several blocks",
                           KEYS_PAGE,
                           { "p" },
                           "parent",
                           "Mark all blocks of the parent element; again: of the element above it" },
  [ACTION_MARK_REST] = { "mark-rest",
                         "Several blocks",
                         KEYS_PAGE,
                         { "$" },
                         "",
                         "Mark all blocks to the end" },
  [ACTION_MARK_NONE] = { "mark-none",
                         "Several blocks",
                         KEYS_PAGE,
                         { "escape" },
                         "unmark",
                         "Cancel the marking" },

  [ACTION_NEXT_PAGE] = { "next-page", "Pages", KEYS_PAGE, { "]", "right" }, "next", "Next page" },
  [ACTION_PREVIOUS_PAGE] = { "previous-page", "Pages", KEYS_PAGE, { "[", "left" }, "", "Previous page" },
  [ACTION_SKIP_PAGE] = { "skip-page",
                         "Pages",
                         KEYS_PAGE | KEYS_LIST,
                         { "S" },
                         "",
                         "Skip the whole page, or no longer" },
  [ACTION_PAGES] = { "pages", "Pages", KEYS_PAGE, { "l" }, "pages", "List of pages, with their progress" },
  [ACTION_ORDER] = { "order",
                     "Pages",
                     KEYS_PAGE | KEYS_LIST,
                     { "ctrl-o" },
                     "order",
                     "Change the order of pages: given, random, uncertain, disagreement" },
  [ACTION_BROWSE] = { "browse",
                      "Pages",
                      KEYS_PAGE | KEYS_LIST,
                      { "o" },
                      "browser",
                      "Show the page in the browser, made harmless, with what is main text marked" },
  [ACTION_OPEN] = { "open", "Pages", KEYS_LIST, { "enter", "l" }, "open", "Open the page" },

  [ACTION_FILTER] = { "filter",
                      "Looking",
                      KEYS_PAGE,
                      { "f" },
                      "filter",
                      "Show all blocks, undecided ones, or disagreements" },
  [ACTION_BLOCK] = { "block",
                     "Looking",
                     KEYS_PAGE | KEYS_TEXT,
                     { "enter", "i" },
                     "",
                     "Path, features and labels of the block; again: back" },
  [ACTION_GUIDELINES] = { "guidelines",
                          "Looking",
                          EVERYWHERE,
                          { "g" },
                          "guide",
                          "Classes and guidelines of the set; again: back" },
  [ACTION_KEYS] = { "keys", "Looking", EVERYWHERE, { "?", "f1" }, "keys", "All keys; again: back" },
  [ACTION_REDRAW] = { "redraw", "Looking", EVERYWHERE, { "ctrl-l" }, "", "Redraw the screen" },
  [ACTION_SUSPEND] = { "suspend",
                       "Looking",
                       EVERYWHERE,
                       { "ctrl-z" },
                       "",
                       "Suspend, and return to the shell" },
  [ACTION_BACK] = { "back",
                    "Looking",
                    KEYS_LIST | KEYS_TEXT,
                    { "q", "escape", "backspace" },
                    "back",
                    "Back to the list or the page" },
  [ACTION_QUIT] = { "quit", "Looking", KEYS_PAGE, { "q" }, "quit", "Quit; everything is saved" },
};

G_STATIC_ASSERT (G_N_ELEMENTS (table) == KEYS_N_ACTIONS);

/* The default keys where elements are labelled: r, i, o, l, p, k and n give classes there. */
static const struct {
  KeyAction action;
  const char *keys[KEYS_MAXIMUM + 1];
} of_elements[] = {
  { ACTION_UP, { "up" } },       { ACTION_SEARCH_AGAIN, { "ctrl-n" } },
  { ACTION_NOTE, { "e" } },      { ACTION_MARK_PARENT, { "P" } },
  { ACTION_PAGES, { "L" } },     { ACTION_BROWSE, { "O" } },
  { ACTION_BLOCK, { "enter" } },
};

static const char *const named_keys[] = {
  "space", "enter",   "tab",       "shift-tab", "escape", "backspace", "delete", "up", "down", "left",
  "right", "page-up", "page-down", "home",      "end",    "f1",        "f2",     "f3", "f4",   "f5",
  "f6",    "f7",      "f8",        "f9",        "f10",    "f11",       "f12",    NULL,
};

struct _Keys {
  GPtrArray *keys[KEYS_N_ACTIONS]; /* of char *, NULL-terminated */
};

const KeyInfo *
keys_get_info (KeyAction action)
{
  g_return_val_if_fail ((guint) action < KEYS_N_ACTIONS, NULL);
  return &table[action];
}

gboolean
keys_is_name (const char *key)
{
  if (g_str_has_prefix (key, "ctrl-"))
    return g_ascii_islower (key[5]) && key[6] == '\0';
  return g_strv_contains (named_keys, key) || classes_is_character (key);
}

static int
find_action (const char *name)
{
  for (guint i = 0; i < KEYS_N_ACTIONS; i++)
    if (strcmp (table[i].name, name) == 0)
      return (int) i;
  return -1;
}

static gboolean refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *sentence = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, sentence);
  return FALSE;
}

static void
set_keys (Keys *keys, KeyAction action, const char *const *names)
{
  g_clear_pointer (&keys->keys[action], g_ptr_array_unref);
  keys->keys[action] = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; names[i]; i++)
    g_ptr_array_add (keys->keys[action], g_strdup (names[i]));
  g_ptr_array_add (keys->keys[action], NULL);
}

/* "next-undecided n tab" */
static gboolean
read_line (Keys *keys, char *line, GError **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  for (char *save = NULL, *word = strtok_r (line, " \t\r", &save); word;
       word = strtok_r (NULL, " \t\r", &save))
    g_ptr_array_add (words, word);
  if (words->len == 0 || *(const char *) words->pdata[0] == '#')
    return TRUE;

  int action = find_action (words->pdata[0]);
  if (action < 0) {
    g_autoptr (GString) names = g_string_new (NULL);
    for (guint i = 0; i < KEYS_N_ACTIONS; i++)
      g_string_append_printf (names, "%s ", table[i].name);
    g_autofree char *hint = cli_dup_hint (words->pdata[0], names->str);
    return refuse (error, "there is no action \"%s\"%s", (const char *) words->pdata[0], hint);
  }
  for (guint i = 1; i < words->len; i++)
    if (!keys_is_name (words->pdata[i]))
      return refuse (error, "there is no key \"%s\"", (const char *) words->pdata[i]);
  g_ptr_array_add (words, NULL);
  set_keys (keys, (KeyAction) action, (const char *const *) words->pdata + 1);
  return TRUE;
}

/* A key does one thing in one place. */
static gboolean
check_keys (const Keys *keys, const Classes *classes, GError **error)
{
  for (guint a = 0; a < KEYS_N_ACTIONS; a++)
    for (const char *const *key = keys_get (keys, a); *key; key++) {
      int class_number = (table[a].places & KEYS_PAGE) ? classes_find_key (classes, *key) : -1;
      if (class_number >= 0)
        return refuse (error, "the key \"%s\" gives the class \"%s\", so \"%s\" cannot have it", *key,
                       classes_get (classes, (guint) class_number)->name, table[a].name);
      for (guint b = 0; b < a; b++)
        if ((table[a].places & table[b].places) && g_strv_contains (keys_get (keys, b), *key))
          return refuse (error, "the key \"%s\" stands for both \"%s\" and \"%s\"", *key, table[b].name,
                         table[a].name);
    }
  return TRUE;
}

static gboolean
read_file (Keys *keys, const char *path, GError **error)
{
  g_autofree char *contents = NULL;
  gsize length;
  if (!cli_read_file (path, MAX_BYTES, &contents, &length, error))
    return FALSE;
  g_auto (GStrv) lines = cli_split_lines (contents);
  for (guint i = 0; lines[i]; i++)
    if (!read_line (keys, lines[i], error)) {
      g_prefix_error (error, "line %u: ", i + 1);
      return FALSE;
    }
  return TRUE;
}

Keys *
keys_load (const char *path, const Classes *classes, GError **error)
{
  g_autoptr (Keys) keys = g_new0 (Keys, 1);

  for (guint i = 0; i < KEYS_N_ACTIONS; i++) {
    const char *names[KEYS_MAXIMUM + 1] = { NULL };
    memcpy (names, table[i].keys, sizeof table[i].keys);
    set_keys (keys, i, names);
  }
  for (guint i = 0; classes_are_of_elements (classes) && i < G_N_ELEMENTS (of_elements); i++)
    set_keys (keys, of_elements[i].action, of_elements[i].keys);
  if ((path && !read_file (keys, path, error)) || !check_keys (keys, classes, error))
    return NULL;
  return g_steal_pointer (&keys);
}

void
keys_free (Keys *keys)
{
  if (!keys)
    return;
  for (guint i = 0; i < KEYS_N_ACTIONS; i++)
    g_ptr_array_unref (keys->keys[i]);
  g_free (keys);
}

int
keys_find (const Keys *keys, KeyPlace place, const char *key)
{
  for (guint i = 0; i < KEYS_N_ACTIONS; i++)
    if ((table[i].places & place) && g_strv_contains (keys_get (keys, i), key))
      return (int) i;
  return -1;
}

const char *const *
keys_get (const Keys *keys, KeyAction action)
{
  return (const char *const *) keys->keys[action]->pdata;
}
