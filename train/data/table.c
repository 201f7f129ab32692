/* SPDX-License-Identifier: MIT */
#include "train/data/table.h"

#include "train/data/words.h"

/* The rest of a field in quotes; p is behind the first one. */
static void
read_quoted (TrainTable *table, GString *field)
{
  for (; table->p < table->end; table->p++) {
    char c = *table->p;
    if (c == '"') {
      if (table->p + 1 == table->end || table->p[1] != '"') {
        table->p++;
        return;
      }
      table->p++;
    }
    table->line += c == '\n';
    g_string_append_c (field, c);
  }
  table->damage = "a quote is not closed";
}

static void
read_plain (TrainTable *table, GString *field, gboolean quoted)
{
  for (; table->p < table->end; table->p++) {
    char c = *table->p;
    if (c == ',' || c == '\r' || c == '\n')
      return;
    if (quoted)
      table->damage = "there is something between a closing quote and the comma";
    else if (c == '"')
      table->damage = "there is a quote in a field that does not begin with one";
    g_string_append_c (field, c);
  }
}

gboolean
train_table_read_row (TrainTable *table)
{
  g_ptr_array_set_size (table->fields, 0);
  table->damage = NULL;
  table->row_line = table->line;
  if (table->p == table->end)
    return FALSE;
  for (;;) {
    g_autoptr (GString) field = g_string_new (NULL);
    gboolean quoted = table->p < table->end && *table->p == '"';
    if (quoted) {
      table->p++;
      read_quoted (table, field);
    }
    read_plain (table, field, quoted);
    g_ptr_array_add (table->fields, train_text_decode (field->str, field->len));
    if (table->p == table->end || *table->p != ',')
      break;
    table->p++;
  }
  if (table->p < table->end && *table->p == '\r')
    table->p++;
  if (table->p < table->end && *table->p == '\n')
    table->p++;
  table->line++;
  return TRUE;
}
