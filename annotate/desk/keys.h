/* SPDX-License-Identifier: MIT */
/*
 * The table of keys: what can be done, where, and by which keys. The program, the view of the keys (?), the
 * manual page and the tests read the same rows. A file can give actions other keys.
 *
 * A key has a name: a character that is typed ("c", "G", "/", "é"), "space", "enter", "tab", "shift-tab",
 * "escape", "backspace", "delete", "up", "down", "left", "right", "page-up", "page-down", "home", "end", "f1"
 * to "f12", "ctrl-a" to "ctrl-z".
 */
#pragma once

#include "annotate/record/classes.h"

G_BEGIN_DECLS

/* Where a key counts. */
typedef enum {
  KEYS_PAGE = 1 << 0, /* the blocks of a page */
  KEYS_LIST = 1 << 1, /* the list of pages */
  KEYS_TEXT = 1 << 2, /* keys, guidelines, what is known of a block */
} KeyPlace;

typedef enum {
  /* Moving */
  ACTION_DOWN,
  ACTION_UP,
  ACTION_SCREEN_DOWN,
  ACTION_SCREEN_UP,
  ACTION_FORWARD,
  ACTION_BACKWARD,
  ACTION_FIRST,
  ACTION_LAST,
  ACTION_NEXT_UNDECIDED,
  ACTION_PREVIOUS_UNDECIDED,
  ACTION_SEARCH,
  ACTION_SEARCH_BACK,
  ACTION_SEARCH_AGAIN,
  ACTION_SEARCH_AGAIN_BACK,
  /* Deciding */
  ACTION_ACCEPT,
  ACTION_ACCEPT_PAGE,
  ACTION_REPEAT,
  ACTION_CLEAR,
  ACTION_SKIP,
  ACTION_UNDO,
  ACTION_REDO,
  ACTION_NOTE,
  ACTION_NOTE_PAGE,
  /* Several blocks */
  ACTION_MARK,
  ACTION_MARK_PARENT,
  ACTION_MARK_REST,
  ACTION_MARK_NONE,
  /* Pages */
  ACTION_NEXT_PAGE,
  ACTION_PREVIOUS_PAGE,
  ACTION_SKIP_PAGE,
  ACTION_PAGES,
  ACTION_ORDER,
  ACTION_BROWSE,
  ACTION_OPEN,
  /* Looking */
  ACTION_FILTER,
  ACTION_BLOCK,
  ACTION_GUIDELINES,
  ACTION_KEYS,
  ACTION_REDRAW,
  ACTION_SUSPEND,
  ACTION_BACK,
  ACTION_QUIT,
  KEYS_N_ACTIONS
} KeyAction;

#define KEYS_MAXIMUM 4 /* of an action */

/* A row of the table. */
typedef struct {
  const char *name;               /* "next-undecided" */
  const char *group;              /* "Moving" */
  KeyPlace places;                /* one or more */
  const char *keys[KEYS_MAXIMUM]; /* by default; those that are left are NULL */
  const char *word;               /* short name for the footer: "undecided" */
  const char *sentence;           /* what it does */
} KeyInfo;

const KeyInfo *keys_get_info (KeyAction action);

/* Which keys there are now. */
typedef struct _Keys Keys;

/*
 * keys_load: the default keys, changed by the file @path: lines "ACTION KEY…"; # begins a comment. Fails with
 * "line 3: sentence": an action or key that there is not, a key that would do two things in one place, or
 * that gives a class.
 * @path: (nullable): the default keys
 * @classes: those of elements have letters that actions have else; these have other keys then
 * Returns: (transfer full) (nullable)
 */
Keys *keys_load (const char *path, const Classes *classes, GError **error);
void keys_free (Keys *keys);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Keys, keys_free)

/* keys_find: Returns: the action of @key at @place, -1 if there is none. */
int keys_find (const Keys *keys, KeyPlace place, const char *key);
/* keys_get: Returns: (transfer none) (array zero-terminated=1): the keys of an action, the first is the one
 * to show; may be empty. */
const char *const *keys_get (const Keys *keys, KeyAction action);
/* keys_is_name: whether there is a key of that name. */
gboolean keys_is_name (const char *key);

G_END_DECLS
