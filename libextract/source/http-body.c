/* SPDX-License-Identifier: MIT */
#include "libextract/source/http-body.h"

#include "libextract/source/codec.h"

#include <string.h>

#define MAX_CODINGS 4
#define PIECE ((gsize) 64 << 10)
/* Sixteen digits, and some blanks. */
#define MAX_SIZE_LINE 24

/* ---- Chunks ---------------------------------------------------------------------------------------- */

typedef enum { CHUNK_SIZE, CHUNK_REST_OF_LINE, CHUNK_DATA, CHUNK_END, CHUNK_DONE } ChunkPhase;

typedef struct {
  ChunkPhase phase;
  gboolean plain; /* there are none */
  gboolean begun; /* one of them was good */
  guint64 left;   /* of the chunk */
  char line[MAX_SIZE_LINE];
  gsize n_line;
} Chunks;

/* ---- Codings --------------------------------------------------------------------------------------- */

typedef struct {
  const ExtractCodec *codec; /* (nullable): not known yet, or none */
  gpointer state;            /* (nullable): of the codec; owned */
  const char *name;          /* of the row below */
  gboolean plain;            /* the data are none of the kind */
  gboolean ended;
  guint8 *out;  /* [PIECE]; owned */
  guint64 n_in; /* bytes that came in */
} Coding;

struct _ExtractHttpBody {
  const ExtractSource *source; /* not owned */
  ExtractSourceBytes *page;    /* not owned */
  gboolean chunked;
  Chunks chunks;
  Coding codings[MAX_CODINGS]; /* in the order in which they are undone */
  guint n_codings;
};

static gboolean
seems_text (guint8 byte)
{
  return byte == '<' || g_ascii_isspace (byte) || byte == 0xef;
}

static const ExtractCodec *
choose_gzip (guint8 byte)
{
  return byte == 0x1f ? &extract_codec_gzip : NULL;
}

/* Half of the servers leave out the head of zlib. */
static const ExtractCodec *
choose_deflate (guint8 byte)
{
  if ((byte & 0x0f) == 8 && byte >> 4 <= 7)
    return &extract_codec_zlib;
  return seems_text (byte) ? NULL : &extract_codec_deflate;
}

static const ExtractCodec *
choose_brotli (guint8 byte)
{
  return seems_text (byte) ? NULL : &extract_codec_brotli;
}

static const ExtractCodec *
choose_zstd (guint8 byte)
{
  return byte == 0x28 || (byte & 0xf0) == 0x50 ? &extract_codec_zstd_frames : NULL;
}

/* choose: by the first byte; NULL: it is not packed */
static const struct {
  const char *name;
  const ExtractCodec *(*choose) (guint8 byte);
} known_codings[] = {
  { "gzip", choose_gzip }, { "x-gzip", choose_gzip }, { "deflate", choose_deflate },
  { "br", choose_brotli }, { "zstd", choose_zstd },
};

static gboolean
add_coding (ExtractHttpBody *body, ExtractHeadText name, GError **error)
{
  if (name.n == 0 || extract_head_is (name, "identity") || extract_head_is (name, "none") ||
      extract_head_is (name, "utf-8")) /* a mistake that is made */
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (known_codings) && body->n_codings < MAX_CODINGS; i++) {
    if (extract_head_is (name, known_codings[i].name)) {
      memmove (body->codings + 1, body->codings, body->n_codings * sizeof body->codings[0]);
      body->codings[0] = (Coding){ .name = known_codings[i].name };
      body->n_codings++;
      return TRUE;
    }
  }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       "the body of the answer is packed in a way that is not known");
  return FALSE;
}

/* "gzip, chunked" */
static gboolean
add_codings (ExtractHttpBody *body, ExtractHeadText list, GError **error)
{
  while (list.n > 0) {
    const char *comma = memchr (list.text, ',', list.n);
    gsize n = comma ? (gsize) (comma - list.text) : list.n;
    ExtractHeadText name = extract_head_strip (list.text, list.text + n);

    n = MIN (list.n, n + 1);
    list = (ExtractHeadText){ list.text + n, list.n - n };
    if (extract_head_is (name, "chunked"))
      body->chunked = TRUE;
    else if (!add_coding (body, name, error))
      return FALSE;
  }
  return TRUE;
}

ExtractHttpBody *
extract_http_body_new (const ExtractHttpHead *http, const ExtractSource *source, ExtractSourceBytes *out,
                       GError **error)
{
  g_autoptr (ExtractHttpBody) body = g_new0 (ExtractHttpBody, 1);

  body->source = source;
  body->page = out;
  if (!add_codings (body, http->coding, error) || !add_codings (body, http->transfer, error))
    return NULL;
  return g_steal_pointer (&body);
}

void
extract_http_body_free (ExtractHttpBody *body)
{
  for (guint i = 0; i < body->n_codings; i++) {
    if (body->codings[i].state)
      body->codings[i].codec->free (body->codings[i].state);
    g_free (body->codings[i].out);
  }
  g_free (body);
}

static gboolean
begin_coding (Coding *coding, guint8 byte, GError **error)
{
  guint i = 0;

  while (!g_str_equal (coding->name, known_codings[i].name))
    i++;
  coding->codec = known_codings[i].choose (byte);
  coding->plain = !coding->codec;
  if (coding->plain)
    return TRUE;
  coding->state = coding->codec->new (error);
  if (!coding->state)
    return FALSE;
  coding->codec->reset (coding->state);
  coding->out = g_malloc (PIECE);
  return TRUE;
}

static gboolean add_unpacked (ExtractHttpBody *body, guint i, const guint8 *bytes, gsize n, GError **error);

/* Counts what comes in. A page is longer than what it is packed in, so the limit holds for that, too. The
 * page alone does not tell: a name without end in the head of gzip gives no byte of one, and another packing
 * makes such a name from a few bytes. */
static gboolean
count (const ExtractHttpBody *body, Coding *coding, gsize n, GError **error)
{
  coding->n_in += n;
  if (coding->n_in <= body->source->limits.max_bytes)
    return TRUE;
  extract_source_set_too_large (body->source, error);
  return FALSE;
}

/* What is behind the end of packed data is nothing to anybody. */
static gboolean
run_coding (ExtractHttpBody *body, guint i, const guint8 *bytes, gsize n, GError **error)
{
  Coding *coding = &body->codings[i];
  ExtractCodecRun run = { .in = bytes, .n_in = n };

  if (!count (body, coding, n, error))
    return FALSE;
  while (!coding->ended) {
    ExtractCodecResult result;
    gsize n_in = run.n_in, n_out = 0;

    run.out = coding->out;
    run.n_out = PIECE;
    result = coding->codec->run (coding->state, &run);
    n_out = PIECE - run.n_out;
    if (!add_unpacked (body, i + 1, coding->out, n_out, error))
      return FALSE;
    if (result == EXTRACT_CODEC_DAMAGED) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the %s data of the answer is damaged",
                   coding->codec->name);
      return FALSE;
    }
    coding->ended = result == EXTRACT_CODEC_END;
    if (n_out < PIECE && (run.n_in == 0 || run.n_in == n_in))
      return TRUE;
  }
  return TRUE;
}

/* Undoes the codings from the one at @i on: as deep as there are codings. */
static gboolean
add_unpacked (ExtractHttpBody *body, guint i, const guint8 *bytes, gsize n, GError **error)
{
  if (n == 0)
    return TRUE;
  while (i < body->n_codings && body->codings[i].plain)
    i++;
  if (i == body->n_codings)
    return extract_source_append (body->source, body->page, bytes, n, error);
  if (!body->codings[i].codec && !begin_coding (&body->codings[i], bytes[0], error))
    return FALSE;
  return body->codings[i].plain ? add_unpacked (body, i + 1, bytes, n, error)
                                : run_coding (body, i, bytes, n, error);
}

/* Reads what a line has before its end, or before a semicolon. Returns: FALSE if that is no size */
static gboolean
read_size (Chunks *chunks)
{
  gsize n = chunks->n_line, i = 0;

  while (n > 0 && (g_ascii_isspace (chunks->line[n - 1])))
    n--;
  chunks->left = 0;
  for (i = 0; i < n; i++) {
    if (!g_ascii_isxdigit (chunks->line[i]) || chunks->left > G_MAXINT64 / 16)
      return FALSE;
    chunks->left = chunks->left * 16 + (guint64) g_ascii_xdigit_value (chunks->line[i]);
  }
  return n > 0;
}

static gboolean
set_chunks_damaged (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the chunks of the answer are damaged");
  return FALSE;
}

static void
begin_chunk (Chunks *chunks)
{
  chunks->n_line = 0;
  chunks->begun = TRUE;
  chunks->phase = chunks->left > 0 ? CHUNK_DATA : CHUNK_DONE;
}

/* A byte of the line that has the size. */
static gboolean
add_to_line (ExtractHttpBody *body, char c, GError **error)
{
  Chunks *chunks = &body->chunks;
  gboolean ends = c == '\n' || c == ';';

  if (!ends && chunks->n_line < MAX_SIZE_LINE) {
    chunks->line[chunks->n_line++] = c;
    if (g_ascii_isxdigit (c) || g_ascii_isspace (c))
      return TRUE;
  } else if (ends && read_size (chunks)) {
    if (c == '\n')
      begin_chunk (chunks);
    else
      chunks->phase = CHUNK_REST_OF_LINE;
    return TRUE;
  }
  if (chunks->begun)
    return set_chunks_damaged (error);
  /* There were no chunks. */
  chunks->plain = TRUE;
  return add_unpacked (body, 0, (const guint8 *) chunks->line, chunks->n_line, error) &&
         (!ends || add_unpacked (body, 0, (const guint8 *) &c, 1, error));
}

static gboolean
add_chunked (ExtractHttpBody *body, const guint8 *bytes, gsize n, GError **error)
{
  Chunks *chunks = &body->chunks;

  while (n > 0 && !chunks->plain && chunks->phase != CHUNK_DONE) {
    gsize used = 1;

    switch (chunks->phase) {
    case CHUNK_SIZE:
      if (!add_to_line (body, (char) *bytes, error))
        return FALSE;
      break;
    case CHUNK_REST_OF_LINE:
      if (*bytes == '\n')
        begin_chunk (chunks);
      break;
    case CHUNK_DATA:
      used = (gsize) MIN (n, chunks->left);
      if (!add_unpacked (body, 0, bytes, used, error))
        return FALSE;
      chunks->left -= used;
      if (chunks->left == 0)
        chunks->phase = CHUNK_END;
      break;
    case CHUNK_END:
      if (*bytes == '\n')
        chunks->phase = CHUNK_SIZE;
      else if (*bytes != '\r')
        return set_chunks_damaged (error);
      break;
    case CHUNK_DONE:
      break;
    }
    bytes += used;
    n -= used;
  }
  return !chunks->plain || add_unpacked (body, 0, bytes, n, error);
}

gboolean
extract_http_body_add (ExtractHttpBody *body, const guint8 *bytes, gsize n, GError **error)
{
  return body->chunked ? add_chunked (body, bytes, n, error) : add_unpacked (body, 0, bytes, n, error);
}

gboolean
extract_http_body_end (ExtractHttpBody *body, GError **error)
{
  Chunks *chunks = &body->chunks;
  gboolean chunked = body->chunked && !chunks->plain && (chunks->begun || chunks->phase != CHUNK_SIZE);
  gboolean ended = !chunked || chunks->phase == CHUNK_DONE;

  if (!chunked && !chunks->plain &&
      !add_unpacked (body, 0, (const guint8 *) chunks->line, chunks->n_line, error))
    return FALSE;
  for (guint i = 0; i < body->n_codings; i++)
    if (body->codings[i].codec && !body->codings[i].ended)
      ended = FALSE;
  if (!ended)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                         "the body of the answer ends too early");
  return ended;
}

GBytes *
extract_source_decode (const char *coding, GBytes *body, const ExtractSourceLimits *limits, GError **error)
{
  g_autoptr (ExtractSource) source = extract_source_new ("-", limits);
  g_auto (ExtractSourceBytes) page = { 0 };
  const ExtractHttpHead http = { .coding = { coding, strlen (coding) } };
  g_autoptr (ExtractHttpBody) unpacked = extract_http_body_new (&http, source, &page, error);
  gsize n;
  const guint8 *bytes = g_bytes_get_data (body, &n);

  if (!unpacked || !extract_http_body_add (unpacked, bytes, n, error) ||
      !extract_http_body_end (unpacked, error))
    return NULL;
  g_autoptr (ExtractRecord) record = extract_source_make_record (source, &page);
  return g_bytes_ref (record->bytes);
}
