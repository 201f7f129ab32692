/* SPDX-License-Identifier: MIT */
/*
 * The guidelines of the set: Markdown, as far as it helps reading. Lines of a paragraph flow together,
 * headings stand out, items hang; what is between fences stays as it is.
 */
#include "annotate/view/parts.h"

#include <string.h>

typedef struct {
  ViewText *text;
  GString *paragraph; /* what has been read of it */
  int indent;
} Reader;

static void
end_paragraph (Reader *reader)
{
  if (reader->paragraph->len > 0)
    view_text_add (reader->text, STYLE_TEXT, reader->indent, reader->indent > 1 ? "•" : NULL,
                   reader->paragraph->str);
  g_string_truncate (reader->paragraph, 0);
  reader->indent = 1;
}

static void
add_words (Reader *reader, const char *words)
{
  if (reader->paragraph->len > 0)
    g_string_append_c (reader->paragraph, ' ');
  g_string_append (reader->paragraph, words);
}

static void
read_line (Reader *reader, const char *line)
{
  const char *words = line + strspn (line, " \t");

  if (*words == '\0') {
    end_paragraph (reader);
    view_text_add_gap (reader->text);
  } else if (*words == '#') {
    end_paragraph (reader);
    words += strspn (words, "#");
    view_text_add (reader->text, STYLE_STRONG, 1, NULL, words + strspn (words, " "));
  } else if ((*words == '-' || *words == '*') && words[1] == ' ') {
    end_paragraph (reader);
    reader->indent = 3;
    add_words (reader, words + 2 + strspn (words + 2, " "));
  } else {
    add_words (reader, words);
  }
}

static void
read_guide (ViewText *text, const char *guide)
{
  g_auto (GStrv) lines = g_strsplit (guide, "\n", -1);
  g_autoptr (GString) paragraph = g_string_new (NULL);
  Reader reader = { text, paragraph, 1 };
  gboolean fenced = FALSE;

  for (guint i = 0; lines[i]; i++) {
    g_strchomp (lines[i]);
    if (g_str_has_prefix (lines[i], "```")) {
      end_paragraph (&reader);
      fenced = !fenced;
    } else if (fenced) {
      view_text_add (text, STYLE_DIM, 3, NULL, lines[i]);
    } else {
      read_line (&reader, lines[i]);
    }
  }
  end_paragraph (&reader);
}

void
view_guide_paint (Desk *desk, const ViewBody *body)
{
  g_autoptr (ViewText) text = view_text_new ();

  view_text_add_classes (text, desk->setup.classes, 4);
  view_text_add_gap (text);
  if (desk->guide)
    read_guide (text, desk->guide);
  else
    view_text_add (text, STYLE_DIM, 1, NULL,
                   "The set has no guidelines. Write them into its file GUIDELINES.md.");
  view_text_paint (text, desk, body);
}
