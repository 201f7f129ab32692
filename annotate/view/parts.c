/* SPDX-License-Identifier: MIT */
/* What several views show. */
#include "annotate/view/parts.h"
#include "annotate/view/wrap.h"

#include <string.h>

int
view_put_bar (Canvas *canvas, int row, int column, int width, double share)
{
  int filled = (int) (CLAMP (share, 0, 1) * width + 0.5);
  canvas_fill (canvas, row, column, column + filled, STYLE_BAR, 0x2501);
  canvas_fill (canvas, row, column + filled, column + width, STYLE_TROUGH, 0x2500);
  return column + width;
}

char *
view_dup_words (ExtractBlock *block)
{
  guint n = extract_block_get_n_words (block);
  return g_strdup_printf ("%u %s", n, n == 1 ? "word" : "words");
}

guint
view_find_class (const Desk *desk, const LabelClass *class)
{
  guint n = classes_get_n (desk->setup.classes);
  for (guint i = 0; i < n; i++)
    if (classes_get (desk->setup.classes, i) == class)
      return i;
  return n;
}

void
view_say (const ViewBody *body, const char *sentence)
{
  int room = MAX (body->columns - 2, 2), row = body->top + (body->bottom - body->top) / 3;
  int column = MAX ((body->columns - glyph_get_width (sentence, -1)) / 2, 1);

  for (const char *at = sentence, *end = at + strlen (at); at && row < body->bottom; row++) {
    gsize length;
    const char *line = at;
    at = wrap_next (line, end, room, &length);
    canvas_put (body->canvas, row, column, column + room, STYLE_STRONG, line, (gssize) length);
  }
}
