/* SPDX-License-Identifier: MIT */
#include "bin/cmd-extractor.h"
#include "libextract/source/anchors.h"

#include <string.h>

CliAsk *
cmd_extractor_new (const char *command, guint64 milliseconds)
{
  return cli_ask_new ("the extractor command", command, milliseconds);
}

/* NUL ends a page, so in it there is none: HTML has no use for it. */
static void
replace_nul (GString *text)
{
  for (gsize i = 0; i < text->len; i++)
    if (text->str[i] == '\0')
      text->str[i] = ' ';
}

/* What reads pages reads HTML. */
static GBytes *
make_page (const GString *text)
{
  g_autofree char *valid = g_utf8_make_valid (text->str, (gssize) text->len);
  g_auto (GStrv) lines = g_strsplit (valid, "\n", -1);
  GString *page = g_string_new ("<!DOCTYPE html>\n<body>\n");

  for (char **line = lines; *line; line++) {
    g_autofree char *escaped = *g_strstrip (*line) ? g_markup_escape_text (*line, -1) : NULL;
    if (escaped)
      g_string_append_printf (page, "<p>%s</p>\n", escaped);
  }
  return g_string_free_to_bytes (page);
}

ExtractRecord *
cmd_extractor_run (CliAsk *extractor, const ExtractRecord *page, guint64 max_bytes, GError **error)
{
  g_autoptr (GString) question = extract_anchors_decode (page->bytes, page->content_type, max_bytes, error);
  GString *answer = NULL;
  ExtractRecord *record = NULL;

  if (!question)
    return NULL;
  replace_nul (question);
  g_string_append_c (question, '\0');
  answer = cli_ask_until (extractor, question, "", 1, (gsize) MIN (max_bytes, G_MAXINT), error);
  if (!answer)
    return NULL;
  record = g_new0 (ExtractRecord, 1);
  record->bytes = make_page (answer);
  g_string_free (answer, TRUE);
  record->content_type = g_strdup ("text/html; charset=utf-8");
  record->uri = g_strdup (page->uri);
  record->name = g_strdup (page->name);
  record->date = g_strdup (page->date);
  record->title = g_strdup (page->title);
  record->whole = TRUE;
  return record;
}
