/* SPDX-License-Identifier: MIT */
/* What keys change of the desk: desk.c does it, deeds.c asks for it. */
#pragma once

#include "annotate/desk/desk.h"

/* desk_refuse: a decision could not be written: nothing of it is shown, and the key can be pressed again.
 * Takes
 * @error. */
void desk_refuse (Desk *desk, GError *error);

/* desk_get_row: the page at @position of the order. */
const LedgerRow *desk_get_row (const Desk *desk, guint position);
/* desk_find_unfinished: the next page (or the one before) with something to do, -1 if there is none. */
int desk_find_unfinished (const Desk *desk, int position, int step);
/* desk_open: leaves the page that is open, and opens the one at @position. */
void desk_open (Desk *desk, guint position);
/* desk_count: brings what the list of pages shows of the open page up to date. */
void desk_count (Desk *desk);

/* desk_put_cursor: on block @i, or on one near it that is shown. */
void desk_put_cursor (Desk *desk, guint i);
/* desk_mark_nothing: no range is marked any more. */
void desk_mark_nothing (Desk *desk);
