/* SPDX-License-Identifier: MIT */
/* The state of the program, and what changes it as a whole: messages, the page that is open, the order. What
 * keys do with it is in deeds.c. */
#include "annotate/desk/desk-private.h"

#include "cli/cli.h"

#include <string.h>

#define PACE_SECONDS 60 /* earlier than that it means nothing */
#define NEWS_SECONDS 10 /* so long it stays */

/* ---- Messages ----------------------------------------------------------------------------------- */

void
desk_tell (Desk *desk, gboolean alarm, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_free (desk->message);
  desk->message = cli_escape (text);
  desk->alarm = alarm;
}

void
desk_tell_news (Desk *desk, gboolean alarm, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  desk_tell (desk, alarm, "%s", text);
  g_free (desk->news);
  desk->news = g_strdup (desk->message);
  desk->news_until = g_get_monotonic_time () + NEWS_SECONDS * G_USEC_PER_SEC;
}

/* Takes @error. */
static void
desk_fail (Desk *desk, const char *what, GError *error)
{
  desk_tell (desk, TRUE, "%s: %s", what, error->message);
  g_error_free (error);
}

void
desk_refuse (Desk *desk, GError *error)
{
  desk_fail (desk, "Not recorded, try again", error);
}

/* ---- Pages -------------------------------------------------------------------------------------- */

static guint
get_page (const Desk *desk, guint position)
{
  return g_array_index (desk->order, guint, position);
}

const LedgerRow *
desk_get_row (const Desk *desk, guint position)
{
  return ledger_get (desk->ledger, get_page (desk, position));
}

void
desk_mark_nothing (Desk *desk)
{
  desk->marked = FALSE;
  desk->mark = -1;
  desk->level = 0;
}

void
desk_put_cursor (Desk *desk, guint i)
{
  guint n = work_get_n_blocks (desk->work);
  desk->cursor = n > 0 ? MIN (i, n - 1) : 0;
  if (n > 0 && !work_is_shown (desk->work, desk->cursor, desk->filter)) {
    int near = work_find_next (desk->work, (int) desk->cursor, 1, desk->filter);
    if (near < 0)
      near = work_find_next (desk->work, (int) desk->cursor, -1, desk->filter);
    desk->cursor = near >= 0 ? (guint) near : desk->cursor;
  }
  if (desk->mark >= 0) {
    desk->mark_first = MIN ((guint) desk->mark, desk->cursor);
    desk->mark_last = MAX ((guint) desk->mark, desk->cursor);
  }
}

void
desk_count (Desk *desk)
{
  if (desk->order->len > 0)
    ledger_update (desk->ledger, get_page (desk, desk->position));
}

static gboolean
desk_save (Desk *desk, GError **error)
{
  if (!desk->work)
    return TRUE;
  gboolean good = work_leave (desk->work, desk->cursor, error) && work_save (desk->work, error);
  desk_count (desk);
  return good;
}

void
desk_open (Desk *desk, guint position)
{
  g_autoptr (GError) error = NULL;
  gboolean saved = desk_save (desk, &error);

  g_clear_pointer (&desk->work, work_free);
  g_clear_pointer (&desk->problem, g_free);
  desk_mark_nothing (desk);
  desk->view = DESK_PAGE;
  desk->position = position;
  desk->cursor = 0;
  desk->unseen = FALSE;
  if (!saved)
    desk_fail (desk, "The labels are in the journal, but not yet in the labels file",
               g_steal_pointer (&error));
  if (position >= desk->order->len)
    return;
  desk->work = work_open (&desk->setup, desk_get_row (desk, position)->entry, &error);
  if (!desk->work) {
    desk->problem = cli_escape (error->message);
    return;
  }
  desk_count (desk);
  desk_put_cursor (desk, work_get_place (desk->work));
  if (work_get_n_lost (desk->work) > 0)
    desk_tell (desk, TRUE, "%u earlier decisions are about blocks that are no longer on the page",
               work_get_n_lost (desk->work));
}

int
desk_find_unfinished (const Desk *desk, int position, int step)
{
  for (position += step; position >= 0 && position < (int) desk->order->len; position += step) {
    LedgerState state = ledger_row_get_state (desk_get_row (desk, (guint) position));
    if (state == LEDGER_NEW || state == LEDGER_BEGUN)
      return position;
  }
  return -1;
}

/* Returns: -1 if the order does not have it. */
static int
find_position (const Desk *desk, const char *id)
{
  int page = ledger_find (desk->ledger, id);
  for (guint i = 0; page >= 0 && i < desk->order->len; i++)
    if (get_page (desk, i) == (guint) page)
      return (int) i;
  return -1;
}

gboolean
desk_go_to (Desk *desk, const char *id)
{
  int position = find_position (desk, id);
  if (position >= 0)
    desk_open (desk, (guint) position);
  else
    desk_tell (desk, TRUE, "There is no page \"%s\" here", id);
  return position >= 0;
}

static guint
find_first_position (const Desk *desk)
{
  const JournalEntry *last = journal_get_last (desk->setup.journal);
  int position = last ? find_position (desk, last->page) : -1;
  if (position >= 0)
    return (guint) position;
  int unfinished = desk_find_unfinished (desk, -1, 1);
  return unfinished >= 0 ? (guint) unfinished : 0;
}

/* ---- The desk ----------------------------------------------------------------------------------- */

static GArray *
make_given_order (const Ledger *ledger)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < ledger_get_n (ledger); i++)
    g_array_append_val (order, i);
  return order;
}

Desk *
desk_new (const WorkSetup *setup, Keys *keys, const char *guide, GArray *order, GPtrArray *reasons,
          const char *order_name)
{
  Desk *desk = g_new0 (Desk, 1);
  desk->setup = *setup;
  desk->keys = keys;
  desk->guide = guide;
  desk->ledger = ledger_new (setup->set, setup->journal);
  desk->order = order ? order : make_given_order (desk->ledger);
  desk->reasons = reasons;
  desk->order_name = order_name;
  desk->typed = g_string_new (NULL);
  desk->mark = -1;
  desk->last_class = -1;
  desk->begun = g_get_monotonic_time ();
  if (journal_get_annotator (setup->journal) == EXTRACT_ANNOTATOR_JUDGE)
    desk->filter = WORK_SHOW_DISAGREEMENTS;
  desk->n_finished_before = ledger_count (desk->ledger, LEDGER_FINISHED);
  desk_open (desk, find_first_position (desk));
  return desk;
}

void
desk_free (Desk *desk)
{
  if (!desk)
    return;
  g_clear_pointer (&desk->work, work_free);
  ledger_free (desk->ledger);
  g_array_unref (desk->order);
  g_clear_pointer (&desk->reasons, g_ptr_array_unref);
  g_string_free (desk->typed, TRUE);
  g_free (desk->problem);
  g_free (desk->search);
  g_free (desk->message);
  g_free (desk->news);
  g_free (desk);
}

void
desk_set_order (Desk *desk, GArray *order, GPtrArray *reasons, const char *name)
{
  guint open = desk->order->len > 0 ? get_page (desk, desk->position) : 0;
  guint position = 0;

  while (position < order->len && g_array_index (order, guint, position) != open)
    position++;
  if (position == order->len && desk->order->len > 0) {
    g_array_prepend_val (order, open);
    position = 0;
  }
  g_array_unref (desk->order);
  g_clear_pointer (&desk->reasons, g_ptr_array_unref);
  desk->order = order;
  desk->reasons = reasons;
  desk->order_name = name;
  desk->position = position;
  desk->list_cursor = position;
}

const char *
desk_get_reason (const Desk *desk, guint position)
{
  return desk->reasons && position < desk->order->len ? desk->reasons->pdata[get_page (desk, position)]
                                                      : NULL;
}

void
desk_set_classifier (Desk *desk, ExtractClassifier *classifier, ExtractModel *described)
{
  GError *error = NULL;
  desk->setup.classifier = classifier;
  desk->setup.described = described;
  if (desk->work && !work_propose (desk->work, classifier, described, &error))
    desk_fail (desk, "No proposals", error);
}

gboolean
desk_close (Desk *desk, GError **error)
{
  return desk_save (desk, error);
}

guint
desk_get_pace (const Desk *desk)
{
  gint64 seconds = (g_get_monotonic_time () - desk->begun) / G_USEC_PER_SEC;
  return seconds >= PACE_SECONDS ? (guint) ((gint64) desk->n_decided_now * 3600 / seconds) : 0;
}

char *
desk_dup_summary (Desk *desk)
{
  GString *text = g_string_new (NULL);
  double seconds = (double) (g_get_monotonic_time () - desk->begun) / G_USEC_PER_SEC;

  desk_count (desk);
  guint finished = ledger_count (desk->ledger, LEDGER_FINISHED);
  guint done = finished > desk->n_finished_before ? finished - desk->n_finished_before : 0;
  guint left = 0;
  for (guint i = 0; i < desk->order->len; i++) {
    LedgerState state = ledger_row_get_state (desk_get_row (desk, i));
    left += state == LEDGER_NEW || state == LEDGER_BEGUN;
  }
  guint n = desk->n_decided_now;
  g_string_append_printf (text, "%u page%s finished, %u block%s in %.0f seconds", done, done == 1 ? "" : "s",
                          n, n == 1 ? "" : "s", seconds);
  if (n > 0)
    g_string_append_printf (text, " (%.1f s a block)", seconds / n);
  g_string_append_printf (text, "; %u page%s left", left, left == 1 ? "" : "s");
  return g_string_free (text, FALSE);
}

gboolean
desk_is_marked (const Desk *desk, guint i)
{
  return desk->marked && i >= desk->mark_first && i <= desk->mark_last;
}
