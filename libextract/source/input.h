/* SPDX-License-Identifier: MIT */
/*
 * The bytes of a file or of an answer, as packed as they are: what has been read stays at hand for a while,
 * so that whoever reads can go back a little.
 *
 *   [ history | bytes not used yet | room ]
 *   0         pos                  end    EXTRACT_INPUT_ROOM
 */
#pragma once

#include <gio/gio.h>

#define EXTRACT_INPUT_ROOM ((gsize) 512 << 10)
/* How far back, at least, if there was so much. */
#define EXTRACT_INPUT_HISTORY ((gsize) 64 << 10)

/* Returns: how many bytes were read into @bytes, 0 at the end; -1 with @error */
typedef gssize (*ExtractInputRead) (gpointer data, guint8 *bytes, gsize room, GError **error);

typedef struct {
  ExtractInputRead read;
  gpointer read_data; /* not owned */
  guint8 *bytes;      /* [EXTRACT_INPUT_ROOM]; owned */
  gsize pos;          /* the first byte that was not used yet */
  gsize end;
  guint64 offset; /* of bytes[0] in all of them */
  gboolean ended; /* no more will come */
} ExtractInput;

void extract_input_init (ExtractInput *input, ExtractInputRead read, gpointer read_data);
void extract_input_clear (ExtractInput *input);

/* extract_input_more: waits for more bytes behind the end, or for the end. There must be fewer than
 * EXTRACT_INPUT_HISTORY that were not used yet. */
gboolean extract_input_more (ExtractInput *input, GError **error);

/* Where in all of the bytes the next one is. */
static inline guint64
extract_input_tell (const ExtractInput *input)
{
  return input->offset + input->pos;
}
