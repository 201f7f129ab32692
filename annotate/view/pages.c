/* SPDX-License-Identifier: MIT */
/*
 * The pages of the set, in the order in which they are to be labelled, with what is done of each:
 *
 *   ▌   3 ◐ ━━━───  12/57  harbour-03   Ferry pier reopens
 */
#include "annotate/view/parts.h"

/* ✓ finished, ◐ begun, · new, – skipped. */
static const struct {
  const char *sign;
  Style style;
} signs[] = {
  [LEDGER_NEW] = { "·", STYLE_DIM },
  [LEDGER_BEGUN] = { "◐", STYLE_HUE_YELLOW },
  [LEDGER_FINISHED] = { "✓", STYLE_HUE_GREEN },
  [LEDGER_SKIPPED] = { "–", STYLE_DIM },
};

static const LedgerRow *
get_row (const Desk *desk, guint i)
{
  return ledger_get (desk->ledger, g_array_index (desk->order, guint, i));
}

/* Room for the longest id, within reason: titles line up. */
static int
get_id_width (const Desk *desk, const ViewBody *body, guint first)
{
  int width = 0;
  for (guint i = first; i < desk->order->len && i < first + (guint) (body->bottom - body->top); i++)
    width = MAX (width, glyph_get_width (get_row (desk, i)->entry->id, -1));
  return MIN (width, body->columns / 3);
}

static int
paint_progress (const ViewBody *body, int row, const LedgerRow *page)
{
  int column = 8;
  g_autofree char *count =
      page->n_all > 0 ? g_strdup_printf ("%u/%u", page->n_done, page->n_all) : g_strdup ("-");

  if (body->columns >= 60) {
    if (page->n_all > 0)
      view_put_bar (body->canvas, row, column, 8, (double) page->n_done / page->n_all);
    column += 9;
  }
  canvas_put (body->canvas, row, column + MAX (9 - glyph_get_width (count, -1), 0), body->columns, STYLE_DIM,
              count, -1);
  return column + 11;
}

static void
paint_page (const Desk *desk, const ViewBody *body, int row, guint i, int id_width)
{
  const LedgerRow *page = get_row (desk, i);
  const TrainEntry *entry = page->entry;
  LedgerState state = ledger_row_get_state (page);
  Style style = state == LEDGER_SKIPPED ? STYLE_DIM : STYLE_TEXT;

  if (i == desk->list_cursor)
    canvas_put (body->canvas, row, 0, 1, STYLE_ACCENT, "▌", -1);
  canvas_printf (body->canvas, row, 1, 6, STYLE_DIM, "%4u", i + 1);
  canvas_put (body->canvas, row, 6, 7, signs[state].style, signs[state].sign, -1);
  int column = paint_progress (body, row, page);
  canvas_put_short (body->canvas, row, column, MIN (column + id_width, body->columns - 1),
                    i == desk->position ? STYLE_STRONG : style, entry->id);
  column += id_width + 2;
  if (page->n_notes > 0)
    column = canvas_put (body->canvas, row, column, body->columns - 1, STYLE_NOTE, "✎ ", -1);
  canvas_put_short (body->canvas, row, column, body->columns - 1, STYLE_DIM,
                    entry->title ? entry->title
                    : entry->url ? entry->url
                                 : "");
  if (i == desk->list_cursor)
    canvas_restyle (body->canvas, row, 0, body->columns, STYLE_CURSOR);
}

void
view_pages_paint (Desk *desk, const ViewBody *body)
{
  int height = body->bottom - body->top, n = (int) desk->order->len, cursor = (int) desk->list_cursor;
  int margin = height / 4;

  if (n == 0) {
    view_say (body, "The set has no pages.");
    return;
  }
  int first =
      CLAMP ((int) MIN (desk->shown_first, desk->order->len), cursor + margin - height + 1, cursor - margin);
  first = MAX (MIN (first, n - height), 0);
  int id_width = get_id_width (desk, body, (guint) first);

  desk->shown_first = (guint) first;
  for (int i = first; i < n && i < first + height; i++) {
    desk->shown_last = (guint) i;
    paint_page (desk, body, body->top + i - first, (guint) i, id_width);
  }
}

char *
view_pages_describe (const Desk *desk)
{
  GString *words = g_string_new (NULL);

  g_string_append_printf (words, "%u pages", ledger_get_n (desk->ledger));
  for (guint i = LEDGER_N_STATES; i-- > 0;)
    if (ledger_count (desk->ledger, (LedgerState) i) > 0)
      g_string_append_printf (words, " · %u %s", ledger_count (desk->ledger, (LedgerState) i),
                              ledger_state_get_name ((LedgerState) i));
  g_string_append_printf (words, " · order: %s", desk->order_name);
  if (desk_get_reason (desk, desk->list_cursor))
    g_string_append_printf (words, " · %s", desk_get_reason (desk, desk->list_cursor));
  return g_string_free (words, FALSE);
}
