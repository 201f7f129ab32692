/* SPDX-License-Identifier: MIT */
/*
 * What keys do: a function for each action, and the table that finds it.
 *
 *   key ─> a prompt is open: the line that is typed
 *       ─> Keys ─> action ─> its row in the table ─> Work, Desk
 *       ─> the key of a class ─> a decision
 */
#include "annotate/desk/desk-private.h"

#include <string.h>

#define MAX_TYPED 1000 /* bytes at a prompt */

static KeyPlace
get_place (const Desk *desk)
{
  switch (desk->view) {
  case DESK_PAGE:
    return KEYS_PAGE;
  case DESK_PAGES:
    return KEYS_LIST;
  default:
    return KEYS_TEXT;
  }
}

/* ---- Moving ------------------------------------------------------------------------------------- */

static guint
count_items (const Desk *desk)
{
  return desk->view == DESK_PAGES ? desk->order->len : work_get_n_blocks (desk->work);
}

/* By @step blocks that are shown, pages or lines; as far as there are any. */
static void
move_by (Desk *desk, int step)
{
  int direction = step > 0 ? 1 : -1;

  if (desk->view == DESK_PAGE) {
    int i = (int) desk->cursor, next;
    for (; step != 0 && (next = work_find_next (desk->work, i, direction, desk->filter)) >= 0;
         step -= direction)
      i = next;
    desk_put_cursor (desk, (guint) i);
  } else if (desk->view == DESK_PAGES) {
    gint64 last = desk->order->len > 0 ? desk->order->len - 1 : 0;
    desk->list_cursor = (guint) CLAMP ((gint64) desk->list_cursor + step, 0, last);
  } else {
    gint64 last = desk->n_lines > desk->shown_lines ? desk->n_lines - desk->shown_lines : 0;
    desk->scroll = (guint) CLAMP ((gint64) desk->scroll + step, 0, last);
  }
}

static void
do_down (Desk *desk)
{
  move_by (desk, 1);
}

static void
do_up (Desk *desk)
{
  move_by (desk, -1);
}

/* A screen further: what was at its end is at its beginning, or the other way round. */
static void
move_screen (Desk *desk, int direction)
{
  if (desk->view == DESK_PAGE) {
    guint edge = direction > 0 ? desk->shown_last : desk->shown_first;
    if (edge == desk->cursor)
      move_by (desk, direction);
    else
      desk_put_cursor (desk, edge);
  } else {
    guint lines = desk->view == DESK_PAGES ? desk->shown_last - desk->shown_first : desk->shown_lines;
    move_by (desk, direction * (int) MAX (lines, 2) - direction);
  }
}

static void
do_screen_down (Desk *desk)
{
  move_screen (desk, 1);
}

static void
do_screen_up (Desk *desk)
{
  move_screen (desk, -1);
}

static void
do_first (Desk *desk)
{
  if (desk->view == DESK_PAGE)
    desk_put_cursor (desk, 0);
  else
    move_by (desk, -(G_MAXINT / 2));
}

static void
do_last (Desk *desk)
{
  if (desk->view == DESK_PAGE)
    desk_put_cursor (desk, MAX (count_items (desk), 1) - 1);
  else
    move_by (desk, G_MAXINT / 2);
}

static void
do_next_undecided (Desk *desk)
{
  int next = work_find_next (desk->work, (int) desk->cursor, 1, WORK_SHOW_UNDECIDED);
  if (next >= 0) {
    desk_put_cursor (desk, (guint) next);
    return;
  }
  desk_count (desk);
  next = desk_find_unfinished (desk, (int) desk->position, 1);
  if (next < 0) {
    guint left = work_get_n_all (desk->work) - work_get_n_done (desk->work);
    desk_tell (desk, FALSE,
               left > 0 ? "%u undecided, all further up; nothing to do on later pages"
                        : "Nothing to do on later pages",
               left);
    return;
  }
  desk_open (desk, (guint) next);
  if (desk->work && !work_is_shown (desk->work, desk->cursor, WORK_SHOW_UNDECIDED)) {
    next = work_find_next (desk->work, -1, 1, WORK_SHOW_UNDECIDED);
    if (next >= 0)
      desk_put_cursor (desk, (guint) next);
  }
}

static void
do_previous_undecided (Desk *desk)
{
  int next = work_find_next (desk->work, (int) desk->cursor, -1, WORK_SHOW_UNDECIDED);
  if (next >= 0)
    desk_put_cursor (desk, (guint) next);
  else
    desk_tell (desk, FALSE, "No undecided block before this one");
}

/* ---- Searching ---------------------------------------------------------------------------------- */

static gboolean
row_has_text (const LedgerRow *row, const char *folded)
{
  const char *const texts[] = { row->entry->id, row->entry->url, row->entry->title };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *text = texts[i] ? g_utf8_casefold (texts[i], -1) : NULL;
    if (text && strstr (text, folded))
      return TRUE;
  }
  return FALSE;
}

static int
find_in_list (const Desk *desk, int position, int step)
{
  g_autofree char *folded = g_utf8_casefold (desk->search, -1);
  for (position += step; position >= 0 && position < (int) desk->order->len; position += step)
    if (row_has_text (desk_get_row (desk, (guint) position), folded))
      return position;
  return -1;
}

/* Goes on at the other end if nothing is found on this side. */
static void
search_from (Desk *desk, int step)
{
  gboolean list = desk->view == DESK_PAGES;
  int n = (int) count_items (desk), here = (int) (list ? desk->list_cursor : desk->cursor), found;

  if (!desk->search) {
    desk_tell (desk, FALSE, "There is no search to repeat");
    return;
  }
  for (guint round = 0; round < 2; round++) {
    found = list ? find_in_list (desk, here, step)
                 : work_find_text (desk->work, here, step, desk->filter, desk->search);
    if (found >= 0 && list)
      desk->list_cursor = (guint) found;
    else if (found >= 0)
      desk_put_cursor (desk, (guint) found);
    if (found >= 0)
      return;
    here = step > 0 ? -1 : n;
    desk_tell (desk, FALSE, "Search continued from the %s", step > 0 ? "beginning" : "end");
  }
  desk_tell (desk, TRUE, "\"%s\" is not there", desk->search);
}

static void
begin_prompt (Desk *desk, DeskPrompt prompt, const char *text)
{
  desk->prompt = prompt;
  g_string_assign (desk->typed, text ? text : "");
}

static void
do_search (Desk *desk)
{
  begin_prompt (desk, DESK_PROMPT_SEARCH, NULL);
}

static void
do_search_back (Desk *desk)
{
  begin_prompt (desk, DESK_PROMPT_SEARCH_BACK, NULL);
}

static void
do_search_again (Desk *desk)
{
  search_from (desk, 1);
}

static void
do_search_again_back (Desk *desk)
{
  search_from (desk, -1);
}

/* ---- Deciding ----------------------------------------------------------------------------------- */

/* What the next decision is about. Returns: FALSE, with a message, if there is nothing. */
static gboolean
get_range (Desk *desk, guint *first, guint *last)
{
  *first = desk->marked ? desk->mark_first : desk->cursor;
  *last = desk->marked ? desk->mark_last : desk->cursor;
  if (work_get_n_blocks (desk->work) > 0 &&
      (desk->marked || work_is_shown (desk->work, desk->cursor, desk->filter)))
    return TRUE;
  desk_tell (desk, FALSE, "There is no block here");
  return FALSE;
}

/* After a decision about blocks up to @last; @decided: it was decided before, and is corrected. */
static void
move_on (Desk *desk, guint last, gboolean decided)
{
  WorkFilter filter = decided ? desk->filter : WORK_SHOW_UNDECIDED;
  int next = work_find_next (desk->work, (int) last, 1, filter);

  desk_mark_nothing (desk);
  desk_put_cursor (desk, next >= 0 ? (guint) next : last);
  if (work_get_n_done (desk->work) == work_get_n_all (desk->work))
    desk_tell (desk, FALSE, "Every block of this page is decided");
  else if (next < 0)
    desk_tell (desk, FALSE, "%u undecided further up",
               work_get_n_all (desk->work) - work_get_n_done (desk->work));
}

static void
count_decided (Desk *desk, guint n_before)
{
  guint n = work_get_n_done (desk->work);
  desk->n_decided_now += n > n_before ? n - n_before : 0;
}

static void
give_class (Desk *desk, int class_number)
{
  guint first, last, n, n_before = work_get_n_done (desk->work);
  g_autoptr (GError) error = NULL;

  if (!get_range (desk, &first, &last))
    return;
  gboolean decided = work_get_state (desk->work, last) == WORK_DECIDED;
  if (!work_label (desk->work, first, last, desk->filter, class_number, &n, &error)) {
    desk_refuse (desk, g_steal_pointer (&error));
    return;
  }
  count_decided (desk, n_before);
  if (class_number < 0) {
    desk_mark_nothing (desk);
    desk_put_cursor (desk, desk->cursor);
    if (n == 0)
      desk_tell (desk, FALSE, "Nothing is decided here");
    return;
  }
  desk->last_class = class_number;
  move_on (desk, last, decided);
  if (n == 0)
    desk_tell (desk, FALSE, "It has this class already");
}

static void
do_accept (Desk *desk)
{
  guint first, last, n, n_before = work_get_n_done (desk->work);
  g_autoptr (GError) error = NULL;

  if (!get_range (desk, &first, &last))
    return;
  if (!work_accept (desk->work, first, last, &n, &error)) {
    desk_refuse (desk, g_steal_pointer (&error));
    return;
  }
  count_decided (desk, n_before);
  if (n > 0)
    move_on (desk, last, FALSE);
  else
    desk_tell (desk, FALSE, "There is no proposal here");
}

/* Proposals for blocks that are not shown, too: it is the page that is accepted. */
static void
do_accept_page (Desk *desk)
{
  guint n_blocks = work_get_n_blocks (desk->work), n, n_before = work_get_n_done (desk->work);
  g_autoptr (GError) error = NULL;

  if (n_blocks == 0) {
    desk_tell (desk, FALSE, "There is no block here");
    return;
  }
  if (!work_accept (desk->work, 0, n_blocks - 1, &n, &error)) {
    desk_refuse (desk, g_steal_pointer (&error));
    return;
  }
  count_decided (desk, n_before);
  desk_mark_nothing (desk);
  guint left = work_get_n_all (desk->work) - work_get_n_done (desk->work);
  if (n == 0)
    desk_tell (desk, FALSE, "There is no proposal that is not decided");
  else if (left == 0)
    desk_tell (desk, FALSE, "%u accepted; every block of this page is decided", n);
  else
    desk_tell (desk, FALSE, "%u accepted; %u without a proposal are undecided", n, left);
}

static void
do_repeat (Desk *desk)
{
  if (desk->last_class >= 0)
    give_class (desk, desk->last_class);
  else
    desk_tell (desk, FALSE, "No class has been given yet");
}

static void
do_clear (Desk *desk)
{
  give_class (desk, -1);
}

static void
do_skip (Desk *desk)
{
  guint last = desk->marked ? desk->mark_last : desk->cursor;
  int next = work_find_next (desk->work, (int) last, 1, WORK_SHOW_UNDECIDED);
  desk_mark_nothing (desk);
  if (next >= 0)
    desk_put_cursor (desk, (guint) next);
  else
    desk_tell (desk, FALSE, "No undecided block after this one");
}

typedef gboolean (*Step) (Work *work, gboolean *any, int *i, GError **error);

static void
step_in_time (Desk *desk, Step step, const char *nothing)
{
  g_autoptr (GError) error = NULL;
  gboolean any;
  int i;

  desk_mark_nothing (desk);
  if (!step (desk->work, &any, &i, &error))
    desk_refuse (desk, g_steal_pointer (&error));
  else if (!any)
    desk_tell (desk, FALSE, "%s", nothing);
  else if (i >= 0)
    desk_put_cursor (desk, (guint) i);
  else
    desk_tell (desk, FALSE, "The page is %s, its note is: %s",
               work_is_skipped (desk->work) ? "skipped" : "not skipped",
               work_get_note (desk->work, -1) ? work_get_note (desk->work, -1) : "-");
}

static void
do_undo (Desk *desk)
{
  step_in_time (desk, work_undo, "Nothing to undo on this page");
}

static void
do_redo (Desk *desk)
{
  step_in_time (desk, work_redo, "There is nothing to redo");
}

static void
do_note (Desk *desk)
{
  guint first, last;
  if (get_range (desk, &first, &last))
    begin_prompt (desk, DESK_PROMPT_NOTE, work_get_note (desk->work, (int) desk->cursor));
}

static void
do_note_page (Desk *desk)
{
  begin_prompt (desk, DESK_PROMPT_NOTE_PAGE, work_get_note (desk->work, -1));
}

/* ---- Several blocks ----------------------------------------------------------------------------- */

static void
desk_mark_range (Desk *desk, guint first, guint last)
{
  desk->marked = work_get_n_blocks (desk->work) > 0;
  desk->mark = -1;
  desk->mark_first = first;
  desk->mark_last = last;
}

static void
do_mark (Desk *desk)
{
  gboolean was_marking = desk->mark >= 0;
  desk_mark_nothing (desk);
  if (was_marking || work_get_n_blocks (desk->work) == 0)
    return;
  desk_mark_range (desk, desk->cursor, desk->cursor);
  desk->mark = (int) desk->cursor;
}

static void
do_mark_parent (Desk *desk)
{
  guint level = desk->level + 1, first, last;
  if (work_get_n_blocks (desk->work) == 0)
    return;
  work_find_parent (desk->work, desk->cursor, level, &first, &last);
  desk_mark_range (desk, first, last);
  desk->level = level;
}

static void
do_mark_rest (Desk *desk)
{
  guint n = work_get_n_blocks (desk->work);
  desk_mark_nothing (desk);
  if (n > 0)
    desk_mark_range (desk, desk->cursor, n - 1);
}

/* ---- Pages and views ---------------------------------------------------------------------------- */

static void
do_next_page (Desk *desk)
{
  if (desk->position + 1 < desk->order->len)
    desk_open (desk, desk->position + 1);
  else
    desk_tell (desk, FALSE, "This is the last page");
}

static void
do_previous_page (Desk *desk)
{
  if (desk->position > 0)
    desk_open (desk, desk->position - 1);
  else
    desk_tell (desk, FALSE, "This is the first page");
}

static void
do_skip_page (Desk *desk)
{
  g_autoptr (GError) error = NULL;

  if (desk->view == DESK_PAGES && desk->list_cursor != desk->position) {
    desk_open (desk, desk->list_cursor);
    desk->view = DESK_PAGES;
  }
  if (!desk->work) {
    desk_tell (desk, FALSE, "There is no page here");
    return;
  }
  if (desk->view == DESK_PAGE && desk->unseen) {
    desk_tell (desk, FALSE, "This is the next page; press another key before %s can skip it, too",
               keys_get (desk->keys, ACTION_SKIP_PAGE)[0]);
    return;
  }
  gboolean skip = !work_is_skipped (desk->work);
  if (!work_skip (desk->work, skip, &error)) {
    desk_refuse (desk, g_steal_pointer (&error));
    return;
  }
  desk_count (desk);
  int next = skip && desk->view == DESK_PAGE ? desk_find_unfinished (desk, (int) desk->position, 1) : -1;
  if (next >= 0) {
    desk_open (desk, (guint) next);
    desk->unseen = TRUE;
  }
  desk_tell (desk, FALSE, skip ? "The page is skipped" : "The page is no longer skipped");
}

static void
do_pages (Desk *desk)
{
  desk_count (desk);
  desk->list_cursor = desk->position;
  desk->view = DESK_PAGES;
}

static void
do_order (Desk *desk)
{
  desk->wish = DESK_ORDER;
}

/* In the list, the page under the cursor is opened for it. */
static void
do_browse (Desk *desk)
{
  if (desk->view == DESK_PAGES && desk->list_cursor != desk->position) {
    desk_open (desk, desk->list_cursor);
    desk->view = DESK_PAGES;
  }
  if (desk->work)
    desk->wish = DESK_BROWSE;
  else
    desk_tell (desk, FALSE, "There is no page here");
}

static void
do_open (Desk *desk)
{
  if (desk->list_cursor == desk->position)
    desk->view = DESK_PAGE;
  else if (desk->list_cursor < desk->order->len)
    desk_open (desk, desk->list_cursor);
}

static void
do_filter (Desk *desk)
{
  desk->filter = (WorkFilter) ((desk->filter + 1) % WORK_N_FILTERS);
  desk_put_cursor (desk, desk->cursor);
  desk_tell (desk, FALSE, "Shown: %s", work_filter_get_name (desk->filter));
}

/* From a text back to where it was opened, from the list back to the page. */
static void
do_back (Desk *desk)
{
  desk->view = get_place (desk) == KEYS_TEXT ? desk->under : DESK_PAGE;
}

/* A text always opens, even if it only says that there is nothing: who then presses the key that closes it
 * must not close the program. The key that opened it closes it, too. */
static void
show_text (Desk *desk, DeskView view)
{
  if (desk->view == view) {
    do_back (desk);
    return;
  }
  if (get_place (desk) != KEYS_TEXT)
    desk->under = desk->view;
  desk->view = view;
  desk->scroll = 0;
}

static void
do_block (Desk *desk)
{
  if (get_place (desk) == KEYS_TEXT)
    do_back (desk);
  else
    show_text (desk, DESK_BLOCK);
}

static void
do_guidelines (Desk *desk)
{
  show_text (desk, DESK_GUIDE);
}

static void
do_keys (Desk *desk)
{
  show_text (desk, DESK_KEYS);
}

static void
do_redraw (Desk *desk)
{
  desk->wish = DESK_REDRAW;
}

static void
do_suspend (Desk *desk)
{
  desk->wish = DESK_SUSPEND;
}

static void
do_quit (Desk *desk)
{
  desk->wish = DESK_LEAVE;
}

/* ---- Prompts ----------------------------------------------------------------------------------- */

const char *
desk_prompt_get_label (DeskPrompt prompt)
{
  static const char *const labels[] = {
    [DESK_PROMPT_NONE] = "",
    [DESK_PROMPT_SEARCH] = "search: ",
    [DESK_PROMPT_SEARCH_BACK] = "search back: ",
    [DESK_PROMPT_NOTE] = "note on the block: ",
    [DESK_PROMPT_NOTE_PAGE] = "note on the page: ",
  };
  g_return_val_if_fail ((guint) prompt < G_N_ELEMENTS (labels), NULL);
  return labels[prompt];
}

static void
finish_prompt (Desk *desk)
{
  DeskPrompt prompt = desk->prompt;
  const char *text = desk->typed->str;
  g_autoptr (GError) error = NULL;

  desk->prompt = DESK_PROMPT_NONE;
  if (prompt == DESK_PROMPT_SEARCH || prompt == DESK_PROMPT_SEARCH_BACK) {
    if (*text != '\0') {
      g_free (desk->search);
      desk->search = g_strdup (text);
    }
    search_from (desk, prompt == DESK_PROMPT_SEARCH ? 1 : -1);
  } else if (!work_note (desk->work, prompt == DESK_PROMPT_NOTE ? (int) desk->cursor : -1, text, &error)) {
    desk->prompt = prompt; /* what was typed is not lost */
    desk_refuse (desk, g_steal_pointer (&error));
  }
}

static void
type_text (Desk *desk, const char *text)
{
  if (desk->typed->len + strlen (text) <= MAX_TYPED)
    g_string_append (desk->typed, text);
}

static void
prompt_key (Desk *desk, const char *key)
{
  if (strcmp (key, "enter") == 0)
    finish_prompt (desk);
  else if (strcmp (key, "escape") == 0)
    desk->prompt = DESK_PROMPT_NONE;
  else if (strcmp (key, "backspace") == 0 && desk->typed->len > 0)
    g_string_truncate (desk->typed,
                       (gsize) (g_utf8_prev_char (desk->typed->str + desk->typed->len) - desk->typed->str));
  else if (strcmp (key, "ctrl-u") == 0)
    g_string_truncate (desk->typed, 0);
  else if (strcmp (key, "space") == 0)
    type_text (desk, " ");
  else if (*key != '\0' && *g_utf8_next_char (key) == '\0')
    type_text (desk, key);
}

void
desk_paste (Desk *desk, const char *text)
{
  if (desk->prompt == DESK_PROMPT_NONE) {
    desk_tell (desk, FALSE, "Pasted text is ignored");
    return;
  }
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  for (char *c = valid; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  type_text (desk, valid);
}

/* ---- Keys --------------------------------------------------------------------------------------- */

static const struct {
  void (*run) (Desk *desk);
  gboolean without_page; /* it can be done on a page that cannot be read */
} deeds[KEYS_N_ACTIONS] = {
  [ACTION_DOWN] = { do_down, FALSE },
  [ACTION_UP] = { do_up, FALSE },
  [ACTION_SCREEN_DOWN] = { do_screen_down, FALSE },
  [ACTION_SCREEN_UP] = { do_screen_up, FALSE },
  [ACTION_FORWARD] = { do_screen_down, FALSE },
  [ACTION_BACKWARD] = { do_screen_up, FALSE },
  [ACTION_FIRST] = { do_first, FALSE },
  [ACTION_LAST] = { do_last, FALSE },
  [ACTION_NEXT_UNDECIDED] = { do_next_undecided, FALSE },
  [ACTION_PREVIOUS_UNDECIDED] = { do_previous_undecided, FALSE },
  [ACTION_SEARCH] = { do_search, FALSE },
  [ACTION_SEARCH_BACK] = { do_search_back, FALSE },
  [ACTION_SEARCH_AGAIN] = { do_search_again, FALSE },
  [ACTION_SEARCH_AGAIN_BACK] = { do_search_again_back, FALSE },
  [ACTION_ACCEPT] = { do_accept, FALSE },
  [ACTION_ACCEPT_PAGE] = { do_accept_page, FALSE },
  [ACTION_REPEAT] = { do_repeat, FALSE },
  [ACTION_CLEAR] = { do_clear, FALSE },
  [ACTION_SKIP] = { do_skip, FALSE },
  [ACTION_UNDO] = { do_undo, FALSE },
  [ACTION_REDO] = { do_redo, FALSE },
  [ACTION_NOTE] = { do_note, FALSE },
  [ACTION_NOTE_PAGE] = { do_note_page, FALSE },
  [ACTION_MARK] = { do_mark, FALSE },
  [ACTION_MARK_PARENT] = { do_mark_parent, FALSE },
  [ACTION_MARK_REST] = { do_mark_rest, FALSE },
  [ACTION_MARK_NONE] = { desk_mark_nothing, FALSE },
  [ACTION_NEXT_PAGE] = { do_next_page, TRUE },
  [ACTION_PREVIOUS_PAGE] = { do_previous_page, TRUE },
  [ACTION_SKIP_PAGE] = { do_skip_page, TRUE },
  [ACTION_PAGES] = { do_pages, TRUE },
  [ACTION_ORDER] = { do_order, TRUE },
  [ACTION_BROWSE] = { do_browse, TRUE },
  [ACTION_OPEN] = { do_open, TRUE },
  [ACTION_FILTER] = { do_filter, FALSE },
  [ACTION_BLOCK] = { do_block, TRUE },
  [ACTION_GUIDELINES] = { do_guidelines, TRUE },
  [ACTION_KEYS] = { do_keys, TRUE },
  [ACTION_REDRAW] = { do_redraw, TRUE },
  [ACTION_SUSPEND] = { do_suspend, TRUE },
  [ACTION_BACK] = { do_back, TRUE },
  [ACTION_QUIT] = { do_quit, TRUE },
};

/* What a key had no message of its own for. */
static void
desk_show_news (Desk *desk)
{
  if (!desk->message && desk->news && g_get_monotonic_time () < desk->news_until)
    desk->message = g_strdup (desk->news);
}

void
desk_key (Desk *desk, const char *key)
{
  g_clear_pointer (&desk->message, g_free);
  desk->alarm = FALSE;
  if (desk->prompt != DESK_PROMPT_NONE) {
    prompt_key (desk, key);
    desk_show_news (desk);
    return;
  }

  KeyPlace place = get_place (desk);
  int action = keys_find (desk->keys, place, key);
  if (action != ACTION_SKIP_PAGE)
    desk->unseen = FALSE;
  int class_number =
      action < 0 && place == KEYS_PAGE && desk->work ? classes_find_key (desk->setup.classes, key) : -1;
  if (class_number >= 0)
    give_class (desk, class_number);
  else if (action < 0)
    desk_tell (desk, FALSE, "The key %s does nothing here; %s shows all keys", key,
               keys_get (desk->keys, ACTION_KEYS)[0] ? keys_get (desk->keys, ACTION_KEYS)[0] : "the manual");
  else if (place == KEYS_PAGE && !desk->work && !deeds[action].without_page)
    desk_tell (desk, FALSE, "There is no page here");
  else
    deeds[action].run (desk);
  desk_show_news (desk);
}
