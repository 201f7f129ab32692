/* SPDX-License-Identifier: MIT */
#include "libextract/source/input.h"

#include <string.h>

void
extract_input_init (ExtractInput *input, ExtractInputRead read, gpointer read_data)
{
  *input = (ExtractInput){ .read = read, .read_data = read_data };
  input->bytes = g_malloc (EXTRACT_INPUT_ROOM);
}

void
extract_input_clear (ExtractInput *input)
{
  g_clear_pointer (&input->bytes, g_free);
}

/* Room for a good deal more, by forgetting what is older than the history. */
static void
make_room (ExtractInput *input)
{
  gsize n = input->pos > EXTRACT_INPUT_HISTORY ? input->pos - EXTRACT_INPUT_HISTORY : 0;

  if (input->end < EXTRACT_INPUT_ROOM - EXTRACT_INPUT_HISTORY || n == 0)
    return;
  memmove (input->bytes, input->bytes + n, input->end - n);
  input->pos -= n;
  input->end -= n;
  input->offset += n;
}

gboolean
extract_input_more (ExtractInput *input, GError **error)
{
  gssize n = 0;

  if (input->ended)
    return TRUE;
  make_room (input);
  g_assert (input->end < EXTRACT_INPUT_ROOM);
  n = input->read (input->read_data, input->bytes + input->end, EXTRACT_INPUT_ROOM - input->end, error);
  if (n < 0)
    return FALSE;
  input->ended = n == 0;
  input->end += (gsize) n;
  return TRUE;
}
