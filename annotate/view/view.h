/* SPDX-License-Identifier: MIT */
/*
 * What people see: the state of the desk on a canvas, of any size.
 *
 *   header    3/10  Ferry pier reopens                       ━━━━────  12/57  240/h
 *             https://example.org/news/ferry                                of 1..57
 *   body      the view that is open
 *   status    a message, what is being typed, or a word about the block under the cursor
 *   footer    the keys that matter now
 */
#pragma once

#include "annotate/view/canvas.h"
#include "annotate/desk/desk.h"

G_BEGIN_DECLS

/* view_paint: the whole canvas anew. Tells the desk what is shown. */
void view_paint (Desk *desk, Canvas *canvas);

G_END_DECLS
