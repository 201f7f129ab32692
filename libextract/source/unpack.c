/* SPDX-License-Identifier: MIT */
#include "libextract/source/unpack.h"

#include <dlfcn.h>
#include <string.h>

#define MAX_MAGIC 6

struct _ExtractUnpacker {
  ExtractInput *input;       /* not owned */
  const ExtractCodec *codec; /* (nullable): it is not packed */
  gpointer state;            /* of the codec; owned */
  gboolean inside;           /* of a member */
  guint64 member;            /* where it begins */
};

static const ExtractCodec *const codecs[] = { &extract_codec_gzip, &extract_codec_zstd, &extract_codec_xz };

char *
extract_codec_load (ExtractLibrary library, const char *const *names, gpointer *functions)
{
  gpointer handle = extract_library_open (library);

  if (!handle)
    return g_strdup (dlerror ());
  for (guint i = 0; names[i]; i++) {
    functions[i] = dlsym (handle, names[i]);
    if (!functions[i])
      return g_strdup (dlerror ());
  }
  return NULL;
}

const ExtractCodec *
extract_unpack_find_codec (const guint8 *bytes, gsize n)
{
  for (guint i = 0; i < G_N_ELEMENTS (codecs); i++)
    if (n >= codecs[i]->n_magic && codecs[i]->matches (bytes))
      return codecs[i];
  return NULL;
}

ExtractUnpacker *
extract_unpacker_new (ExtractInput *input, GError **error)
{
  g_autoptr (ExtractUnpacker) unpacker = g_new0 (ExtractUnpacker, 1);

  unpacker->input = input;
  unpacker->codec = extract_unpack_find_codec (input->bytes + input->pos, input->end - input->pos);
  if (unpacker->codec && !(unpacker->state = unpacker->codec->new (error)))
    return NULL;
  return g_steal_pointer (&unpacker);
}

void
extract_unpacker_free (ExtractUnpacker *unpacker)
{
  if (unpacker->state)
    unpacker->codec->free (unpacker->state);
  g_free (unpacker);
}

guint64
extract_unpacker_get_member (const ExtractUnpacker *unpacker)
{
  return unpacker->member;
}

const char *
extract_unpacker_get_kind (const ExtractUnpacker *unpacker)
{
  return unpacker->codec ? unpacker->codec->name : NULL;
}

void
extract_unpacker_set_error (const ExtractUnpacker *unpacker, ExtractUnpacked what, GError **error)
{
  if (what == EXTRACT_UNPACK_CUT)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "the %s data ends too early",
                 unpacker->codec->name);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the %s data is damaged", unpacker->codec->name);
}

static ExtractUnpacked
read_plain (ExtractUnpacker *unpacker, guint8 *bytes, gsize room, gsize *n, GError **error)
{
  ExtractInput *input = unpacker->input;

  if (input->pos == input->end && !extract_input_more (input, error))
    return EXTRACT_UNPACK_FAILED;
  *n = MIN (room, input->end - input->pos);
  memcpy (bytes, input->bytes + input->pos, *n);
  input->pos += *n;
  return input->pos == input->end && input->ended ? EXTRACT_UNPACK_END : EXTRACT_UNPACK_MORE;
}

/* Waits for @n bytes. Returns: FALSE with an error; fewer are there at the end */
static gboolean
need_input (ExtractInput *input, gsize n, GError **error)
{
  while (input->end - input->pos < n && !input->ended)
    if (!extract_input_more (input, error))
      return FALSE;
  return TRUE;
}

static gboolean
is_magic (const ExtractUnpacker *unpacker, gsize pos)
{
  const ExtractInput *input = unpacker->input;

  return input->end - pos >= unpacker->codec->n_magic && unpacker->codec->matches (input->bytes + pos);
}

static void
begin_member (ExtractUnpacker *unpacker)
{
  unpacker->member = extract_input_tell (unpacker->input);
  unpacker->codec->reset (unpacker->state);
  unpacker->inside = TRUE;
}

/* Goes over the zeros that tapes and some archivers put between members. */
static ExtractUnpacked
enter_member (ExtractUnpacker *unpacker, GError **error)
{
  ExtractInput *input = unpacker->input;

  do {
    while (input->pos < input->end && input->bytes[input->pos] == 0)
      input->pos++;
    if (!need_input (input, MAX_MAGIC, error))
      return EXTRACT_UNPACK_FAILED;
  } while (input->pos < input->end && input->bytes[input->pos] == 0);
  if (input->pos == input->end)
    return EXTRACT_UNPACK_END;
  if (!is_magic (unpacker, input->pos)) {
    unpacker->member = extract_input_tell (input);
    return EXTRACT_UNPACK_DAMAGED;
  }
  begin_member (unpacker);
  return EXTRACT_UNPACK_MORE;
}

/* Unpacks within a member, as far as the input goes. */
static ExtractCodecResult
run_codec (ExtractUnpacker *unpacker, guint8 *bytes, gsize room, gsize *n)
{
  ExtractInput *input = unpacker->input;
  ExtractCodecRun run = { input->bytes + input->pos, input->end - input->pos, bytes + *n, room - *n };
  ExtractCodecResult result = unpacker->codec->run (unpacker->state, &run);

  input->pos = (gsize) (run.in - input->bytes);
  *n = room - run.n_out;
  return result;
}

ExtractUnpacked
extract_unpacker_read (ExtractUnpacker *unpacker, guint8 *bytes, gsize room, gsize *n, GError **error)
{
  ExtractInput *input = unpacker->input;
  ExtractUnpacked entered = EXTRACT_UNPACK_MORE;

  *n = 0;
  if (!unpacker->codec)
    return read_plain (unpacker, bytes, room, n, error);
  if (!unpacker->inside && (entered = enter_member (unpacker, error)) != EXTRACT_UNPACK_MORE)
    return entered;
  for (;;) {
    gsize before = *n, pos = input->pos;

    switch (run_codec (unpacker, bytes, room, n)) {
    case EXTRACT_CODEC_END:
      unpacker->inside = FALSE;
      return EXTRACT_UNPACK_MEMBER_END;
    case EXTRACT_CODEC_DAMAGED:
      return EXTRACT_UNPACK_DAMAGED;
    case EXTRACT_CODEC_MORE:
      break;
    }
    if (*n == room)
      return EXTRACT_UNPACK_MORE;
    if (input->pos < input->end && input->pos == pos && *n == before)
      return EXTRACT_UNPACK_DAMAGED;
    if (input->pos < input->end)
      continue;
    if (input->ended && *n == before)
      return EXTRACT_UNPACK_CUT;
    if (!extract_input_more (input, error))
      return EXTRACT_UNPACK_FAILED;
  }
}

/* ---- After damage ---------------------------------------------------------------------------- */

/* Unpacks the beginning of what may be a member, and comes back to it. */
static ExtractUnpacked
try_member (ExtractUnpacker *unpacker, ExtractUnpackAccepts accepts, GError **error)
{
  ExtractInput *input = unpacker->input;
  guint64 start = extract_input_tell (input);
  guint8 begin[EXTRACT_UNPACK_LOOKS_AT];
  gsize n = 0;
  ExtractUnpacked result = EXTRACT_UNPACK_MORE;

  begin_member (unpacker);
  result = extract_unpacker_read (unpacker, begin, sizeof begin, &n, error);
  if (result == EXTRACT_UNPACK_FAILED)
    return result;
  if (start < input->offset) /* much input for nothing */
    return EXTRACT_UNPACK_DAMAGED;
  input->pos = (gsize) (start - input->offset);
  if (n == 0 || !accepts (begin, n))
    return EXTRACT_UNPACK_DAMAGED;
  begin_member (unpacker);
  return EXTRACT_UNPACK_MORE;
}

ExtractUnpacked
extract_unpacker_resume (ExtractUnpacker *unpacker, ExtractUnpackAccepts accepts, GError **error)
{
  ExtractInput *input = unpacker->input;
  guint64 next = unpacker->member + 1;

  if (!unpacker->codec)
    return EXTRACT_UNPACK_END;
  /* A clipped member is noticed only somewhere in the next one. */
  input->pos = next > input->offset ? (gsize) (next - input->offset) : 0;
  for (;;) {
    ExtractUnpacked result = EXTRACT_UNPACK_DAMAGED;

    if (!need_input (input, MAX_MAGIC, error))
      return EXTRACT_UNPACK_FAILED;
    if (input->pos == input->end)
      return EXTRACT_UNPACK_END;
    if (is_magic (unpacker, input->pos))
      result = try_member (unpacker, accepts, error);
    if (result != EXTRACT_UNPACK_DAMAGED)
      return result;
    input->pos++;
  }
}
