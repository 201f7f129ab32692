/* SPDX-License-Identifier: MIT */
/* Texts that are longer than the screen: paragraphs, wrapped to its width. */
#include "annotate/view/parts.h"
#include "annotate/view/wrap.h"

#include <string.h>

#define MAXIMUM_WIDTH 92 /* longer lines are hard to read */

typedef struct {
  Style style;
  int indent;
  char *lead; /* (nullable) */
  char *words;
} Paragraph;

struct _ViewText {
  GArray *paragraphs; /* of Paragraph */
};

static void
clear_paragraph (gpointer data)
{
  Paragraph *paragraph = data;
  g_free (paragraph->lead);
  g_free (paragraph->words);
}

ViewText *
view_text_new (void)
{
  ViewText *text = g_new0 (ViewText, 1);
  text->paragraphs = g_array_new (FALSE, FALSE, sizeof (Paragraph));
  g_array_set_clear_func (text->paragraphs, clear_paragraph);
  return text;
}

void
view_text_free (ViewText *text)
{
  if (!text)
    return;
  g_array_unref (text->paragraphs);
  g_free (text);
}

void
view_text_add (ViewText *text, Style style, int indent, const char *lead, const char *words)
{
  Paragraph paragraph = { style, indent, g_strdup (lead), g_strdup (words) };
  g_array_append_val (text->paragraphs, paragraph);
}

void
view_text_add_classes (ViewText *text, const Classes *classes, int indent)
{
  view_text_add (text, STYLE_STRONG, 1, NULL, "Classes");
  for (guint i = 0; i < classes_get_n (classes); i++) {
    const LabelClass *class = classes_get (classes, i);
    g_autofree char *words = g_strdup_printf ("%s: %s", class->name, class->sentence);
    if (*class->key)
      view_text_add (text, STYLE_TEXT, indent, class->key, words);
  }
}

void
view_text_add_gap (ViewText *text)
{
  if (text->paragraphs->len > 0)
    view_text_add (text, STYLE_TEXT, 0, NULL, "");
}

/* The lead on line @line. Returns: the line of the first words: the next one if the lead takes their place.
 */
static int
paint_lead (const Paragraph *paragraph, const ViewBody *body, int line, int limit, int indent)
{
  gboolean alone = glyph_get_width (paragraph->lead, -1) > indent - 2;

  if (line >= 0 && line < body->bottom - body->top)
    canvas_put_short (body->canvas, body->top + line, 1, alone ? limit : indent, STYLE_KEY, paragraph->lead);
  return line + alone;
}

/* Paints the lines of the paragraph that are on the body, the first of which is line @line of it.
 * Returns: the line after the paragraph. */
static int
paint_paragraph (const Paragraph *paragraph, const ViewBody *body, int line)
{
  const char *at = paragraph->words, *end = at + strlen (at);
  int limit = MIN (body->columns - 1, MAXIMUM_WIDTH);
  int indent = MIN (paragraph->indent, limit / 2);

  if (paragraph->lead)
    line = paint_lead (paragraph, body, line, limit, indent);
  while (at) {
    gsize length;
    const char *begin = at;
    at = wrap_next (begin, end, MAX (limit - indent, 2), &length);
    if (line >= 0 && line < body->bottom - body->top)
      canvas_put (body->canvas, body->top + line, indent, limit, paragraph->style, begin, (gssize) length);
    line++;
  }
  return line;
}

static int
count_lines (const ViewText *text, const ViewBody *body)
{
  const ViewBody nothing = { body->canvas, 0, 0, body->columns };
  int n = 0;
  for (guint i = 0; i < text->paragraphs->len; i++)
    n = paint_paragraph (&g_array_index (text->paragraphs, Paragraph, i), &nothing, n);
  return n;
}

void
view_text_paint (const ViewText *text, Desk *desk, const ViewBody *body)
{
  int height = MAX (body->bottom - body->top, 0);
  int n_lines = count_lines (text, body);

  desk->n_lines = (guint) n_lines;
  desk->shown_lines = (guint) height;
  int line = -(int) MIN ((int) MIN (desk->scroll, G_MAXINT), MAX (n_lines - height, 0));
  for (guint i = 0; i < text->paragraphs->len && line < height; i++)
    line = paint_paragraph (&g_array_index (text->paragraphs, Paragraph, i), body, line);
}
