/* SPDX-License-Identifier: MIT */
/* The parts of views; view.c puts them together. */
#pragma once

#include "annotate/view/canvas.h"
#include "annotate/desk/desk.h"

G_BEGIN_DECLS

/* The rows that are left for a view. */
typedef struct {
  Canvas *canvas;
  int top;    /* first row */
  int bottom; /* the row after the last one */
  int columns;
} ViewBody;

/* The views. Each of them paints the body, and tells the desk what of it is shown. */
void view_page_paint (Desk *desk, const ViewBody *body);
void view_pages_paint (Desk *desk, const ViewBody *body);
void view_keys_paint (Desk *desk, const ViewBody *body);
void view_guide_paint (Desk *desk, const ViewBody *body);
void view_block_paint (Desk *desk, const ViewBody *body);

/* view_page_describe: Returns: (transfer full): the block under the cursor in a line; on a narrow screen
 * without what its signs say. */
char *view_page_describe (const Desk *desk, int columns);
/* view_pages_describe: Returns: (transfer full): the same of the page in the list. */
char *view_pages_describe (const Desk *desk);

/* view_dup_words: Returns: (transfer full): "1 word", "2 words" */
char *view_dup_words (ExtractBlock *block);

/* view_element_dup_lines: Returns: (transfer full) (array zero-terminated=1): what surrounds the element that
 * block @i stands for, and what a model makes of it. */
char **view_element_dup_lines (const Desk *desk, guint i);

/* view_put_bar: a bar of @width columns that says @share, 0..1. Returns: the column after it. */
int view_put_bar (Canvas *canvas, int row, int column, int width, double share);

/* view_find_class: the number of a class, for palette_get_hue (). */
guint view_find_class (const Desk *desk, const LabelClass *class);

/* ---- Sentences in the middle of an empty body ------------------------------------------------ */

void view_say (const ViewBody *body, const char *sentence);

/* ---- Texts that scroll ------------------------------------------------------------------------ */

typedef struct _ViewText ViewText;

ViewText *view_text_new (void);
void view_text_free (ViewText *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ViewText, view_text_free)

/*
 * view_text_add: a paragraph. Its lines begin @indent columns from the left; @lead stands before the first.
 * @lead: (nullable)
 */
void view_text_add (ViewText *text, Style style, int indent, const char *lead, const char *words);
/* view_element_add_features: those that are not 0, a line each. */
void view_element_add_features (ViewText *text, const Element *element);
/* view_text_add_classes: what the classes mean, a paragraph each. */
void view_text_add_classes (ViewText *text, const Classes *classes, int indent);
/* view_text_add_gap: an empty line, but for at the beginning. */
void view_text_add_gap (ViewText *text);
/* view_text_paint: from line desk->scroll on, or what of it is left to fill the body. */
void view_text_paint (const ViewText *text, Desk *desk, const ViewBody *body);

G_END_DECLS
