/* SPDX-License-Identifier: MIT */
/*
 * Archives of pages: what each reader gives for archives that are good, odd or damaged, in every packing,
 * from memory and byte by byte. A record of a case is a piece of a table, with what it must come to; damage
 * to one must not cost another.
 */
#include "libextract/source/archive.h"

#include <glib/gstdio.h>
#include <lzma.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include <libextract/extract.h>

#define MAX_PIECES 6
#define MAX_BYTES 20000
#define DUCKS "<p>Ducks are birds.</p>"
#define HTML "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
#define CUT "the record is cut short"
#define WRONG "the length of the record is wrong"

/* ---- Packings ------------------------------------------------------------------------------------ */

static void
gzip (const guint8 *data, gsize n, GByteArray *out)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  guint8 room[65536];
  gsize n_used = 0, n_out = 0;
  GConverterResult result = G_CONVERTER_CONVERTED;

  while (result != G_CONVERTER_FINISHED) {
    result = g_converter_convert (G_CONVERTER (compressor), data, n, room, sizeof room,
                                  G_CONVERTER_INPUT_AT_END, &n_used, &n_out, NULL);
    g_assert_cmpint (result, !=, G_CONVERTER_ERROR);
    data += n_used;
    n -= n_used;
    g_byte_array_append (out, room, (guint) n_out);
  }
}

static void
xz (const guint8 *data, gsize n, GByteArray *out)
{
  g_autofree guint8 *room = g_malloc (n + 65536);
  gsize n_out = 0;

  g_assert_cmpint (lzma_easy_buffer_encode (6, LZMA_CHECK_CRC64, NULL, data, n, room, &n_out, n + 65536), ==,
                   LZMA_OK);
  g_byte_array_append (out, room, (guint) n_out);
}

static const char dictionary[] =
    "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://site.example/" HTML DUCKS;

static void
zstd_with (const guint8 *data, gsize n, gboolean with_dictionary, GByteArray *out)
{
  ZSTD_CCtx *context = ZSTD_createCCtx ();
  gsize room = ZSTD_compressBound (n), n_out = 0;
  g_autofree guint8 *packed = g_malloc (room);

  ZSTD_CCtx_setParameter (context, ZSTD_c_checksumFlag, 1);
  if (with_dictionary)
    ZSTD_CCtx_loadDictionary (context, dictionary, strlen (dictionary));
  n_out = ZSTD_compress2 (context, packed, room, data, n);
  g_assert_false (ZSTD_isError (n_out));
  ZSTD_freeCCtx (context);
  g_byte_array_append (out, packed, (guint) n_out);
}

static void
zstd (const guint8 *data, gsize n, GByteArray *out)
{
  zstd_with (data, n, FALSE, out);
}

static void
zstd_by_dictionary (const guint8 *data, gsize n, GByteArray *out)
{
  zstd_with (data, n, TRUE, out);
}

static void
plain (const guint8 *data, gsize n, GByteArray *out)
{
  g_byte_array_append (out, data, (guint) n);
}

static void
begin_with_dictionary (GByteArray *out, gboolean packed)
{
  g_autoptr (GByteArray) content = g_byte_array_new ();
  guint32 head[2] = { GUINT32_TO_LE (0x184d2a5d), 0 };

  (packed ? zstd : plain) ((const guint8 *) dictionary, strlen (dictionary), content);
  head[1] = GUINT32_TO_LE (content->len);
  g_byte_array_append (out, (const guint8 *) head, sizeof head);
  g_byte_array_append (out, content->data, content->len);
}

typedef enum {
  ALL,
  EACH,
  CHUNKS
} Members; /* one for all; one for each record; of some bytes, whatever they are */

static const struct Packing {
  const char *name;
  void (*pack) (const guint8 *data, gsize n, GByteArray *out);
  Members members;
  enum { NO_DICTIONARY, PLAIN_DICTIONARY, PACKED_DICTIONARY } dictionary;
} packings[] = {
  { "plain", plain, ALL },
  { "gzip-each", gzip, EACH },
  { "gzip-all", gzip, ALL },
  { "gzip-chunks", gzip, CHUNKS },
  { "xz-each", xz, EACH },
  { "xz-all", xz, ALL },
  { "zstd-each", zstd, EACH },
  { "zstd-all", zstd, ALL },
  { "zstd-chunks", zstd, CHUNKS },
  { "zstd-dictionary", zstd_by_dictionary, EACH, PLAIN_DICTIONARY },
  { "zstd-packed-dictionary", zstd_by_dictionary, EACH, PACKED_DICTIONARY },
};

#define PLAIN (&packings[0])
#define GZIP_EACH (&packings[1])

static void
pack_chunks (const struct Packing *packing, GString *text, GByteArray *out)
{
  for (gsize at = 0; at < text->len; at += 97)
    packing->pack ((const guint8 *) text->str + at, MIN (97, text->len - at), out);
}

/* @pieces: of an archive. @places: (nullable): [n] where each is, as names tell */
static GByteArray *
pack (const struct Packing *packing, GPtrArray *pieces, guint64 *places)
{
  GByteArray *out = g_byte_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  if (packing->dictionary != NO_DICTIONARY)
    begin_with_dictionary (out, packing->dictionary == PACKED_DICTIONARY);
  for (guint i = 0; i < pieces->len; i++) {
    const GString *piece = pieces->pdata[i];

    if (places)
      places[i] = packing->members == EACH ? out->len : text->len;
    g_string_append_len (text, piece->str, (gssize) piece->len);
    if (packing->members == EACH)
      packing->pack ((const guint8 *) piece->str, piece->len, out);
  }
  if (packing->members == ALL)
    packing->pack ((const guint8 *) text->str, text->len, out);
  if (packing->members == CHUNKS)
    pack_chunks (packing, text, out);
  return out;
}

/* ---- Reading ---------------------------------------------------------------------------------------- */

typedef struct {
  const guint8 *data;
  gsize left;
  gsize most; /* at a time */
} Bytes;

static gssize
read_bytes (gpointer data, guint8 *to, gsize room, GError **error)
{
  Bytes *bytes = data;
  gsize n = MIN (MIN (room, bytes->left), bytes->most);

  if (n == 0)
    return 0;
  memcpy (to, bytes->data, n);
  bytes->data += n;
  bytes->left -= n;
  return (gssize) n;
}

static gboolean
wants_all (const ExtractRecordHead *head, gpointer data)
{
  return TRUE;
}

static void
append_record (GString *out, const ExtractRecord *record)
{
  gsize n = 0;
  const char *text = g_bytes_get_data (record->bytes, &n);

  g_string_append_printf (out, "%s|%s|%s|%s|%s|%s", strchr (record->name, '#') + 1,
                          record->uri ? record->uri : "", record->content_type ? record->content_type : "",
                          record->date ? record->date : "", record->title ? record->title : "",
                          record->whole ? "whole|" : "");
  g_string_append_len (out, text, (gssize) n);
  g_string_append_c (out, '\n');
}

/*
 * What the reader gives for @packed, as lines: "place|uri|type|date|title|page", or "place! sentence"; "page"
 * if it is no archive, "refused: sentence" if it is not read.
 */
static char *
read_archive (const GByteArray *packed, gsize most, gboolean all, guint64 *n_passed)
{
  ExtractSourceLimits limits = { .max_bytes = MAX_BYTES, .wants = all ? wants_all : NULL };
  g_autoptr (ExtractSource) source = extract_source_new ("archive", &limits);
  Bytes bytes = { packed->data, packed->len, most };
  ExtractInput input;
  ExtractArchive *archive = NULL;
  GString *out = g_string_new (NULL);
  g_autoptr (GError) refusal = NULL;

  extract_input_init (&input, read_bytes, &bytes);
  while ((input.end < 200 || (*input.bytes == 0x28 && input.end < 5000)) && !input.ended)
    g_assert_true (extract_input_more (&input, NULL));
  archive = extract_archive_new (source, &input, &refusal);
  if (!archive)
    g_string_append_printf (out, refusal ? "refused: %s" : "page", refusal ? refusal->message : "");
  while (archive) {
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractRecord) record = extract_archive_next (archive, &error);

    if (record)
      append_record (out, record);
    else if (error)
      g_string_append_printf (out, "%s! %s\n", strchr (extract_archive_get_name (archive), '#') + 1,
                              error->message);
    else
      break;
  }
  if (n_passed)
    *n_passed = archive ? extract_archive_get_n_passed (archive) : 0;
  g_clear_pointer (&archive, extract_archive_free);
  extract_input_clear (&input);
  return g_string_free (out, FALSE);
}

static void
free_piece (gpointer piece)
{
  g_string_free (piece, TRUE);
}

static GPtrArray *
new_pieces (void)
{
  return g_ptr_array_new_with_free_func (free_piece);
}

/* ---- WARC --------------------------------------------------------------------------------------------- */

typedef struct {
  const char *type;    /* of the record; NULL: there is no such field */
  const char *block;   /* NULL: the answer that is a page of ducks */
  const char *expect;  /* NULL: passed over; "": a page of ducks; a sentence */
  const char *length;  /* NULL: the right one; "": no such field */
  const char *fields;  /* (nullable): others, with line ends */
  const char *members; /* (nullable): what is expected where each record has a member of its own */
  const char *raw;     /* (nullable): there is no record, but this */
  gsize n_fill;        /* bytes of another field */
  gboolean lf;         /* line ends of the head */
} Piece;

#define PAGE             \
  {                      \
    "response", NULL, "" \
  }
/* What the first bytes must be. */
#define INFO                               \
  {                                        \
    "warcinfo", "software: none\r\n", NULL \
  }

static const struct WarcCase {
  const char *name;
  Piece pieces[MAX_PIECES];
} warc_cases[] = {
  { "kinds",
    { INFO,
      { "request", "GET / HTTP/1.1\r\n\r\n", NULL },
      PAGE,
      { "metadata", "outlink: x", NULL },
      { "revisit", HTML, NULL },
      { "continuation", DUCKS, NULL } } },
  { "resource", { INFO, { "resource", DUCKS, "", .fields = "Content-Type: text/html\r\n" }, PAGE } },
  { "resource-not-html",
    { INFO, { "resource", DUCKS, NULL, .fields = "Content-Type: image/png\r\n" }, PAGE } },
  { "status", { INFO, { "response", "HTTP/1.0 404 Not Found\r\n\r\n" DUCKS, NULL }, PAGE } },
  { "not-html", { INFO, { "response", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx", NULL }, PAGE } },
  { "no-type", { INFO, { "response", "HTTP/1.1 200 OK\r\nServer: x\r\n\r\n" DUCKS, "" }, PAGE } },
  { "http-lf-only",
    { INFO, { "response", "HTTP/1.1 200 OK\nContent-Type: text/html\n\n" DUCKS, "" }, PAGE } },
  { "http-folded",
    { INFO,
      { "response", "HTTP/1.1 200 OK\r\nCONTENT-TYPE:\r\n text/html;\r\n\tcharset=utf-8\r\n\r\n" DUCKS,
        "" } } },
  { "http-no-head", { INFO, { "response", DUCKS, "the head of the answer is not valid" }, PAGE } },
  { "http-head-only", { INFO, { "response", "HTTP/1.1 404 Not Found\r\nX: y\r\n", NULL }, PAGE } },
  { "lf-only-head", { INFO, { "response", NULL, "", .lf = TRUE }, PAGE } },
  { "odd-case", { INFO, { NULL, NULL, "", .fields = "warc-TYPE: Response\r\nCONTENT-type:x\r\n" }, PAGE } },
  { "folded-head",
    { INFO, { NULL, NULL, "", .fields = "WARC-Type:\r\n  response\r\nX: a\r\n\tb:c\r\n" }, PAGE } },
  { "empty-block", { INFO, { "resource", "", NULL, .fields = "Content-Type: a/b\r\n" }, PAGE } },
  { "head-below-limit", { INFO, { "response", NULL, "", .n_fill = 60000 }, PAGE } },
  { "head-too-long",
    { INFO,
      { "response", NULL, "the head of the record is longer than 65536 bytes", .n_fill = 1 << 20 },
      PAGE } },
  { "length-missing", { INFO, PAGE, { "response", NULL, "the record has no length", "" }, PAGE } },
  { "length-negative",
    { INFO, PAGE, { "response", NULL, "the length of the record is not valid", "-1" }, PAGE } },
  { "length-no-number",
    { INFO, PAGE, { "response", NULL, "the length of the record is not valid", "x1" }, PAGE } },
  { "length-too-large-for-numbers",
    { INFO,
      PAGE,
      { "response", NULL, "the length of the record is not valid", "99999999999999999999" },
      PAGE } },
  { "length-too-small", { INFO, PAGE, { "response", NULL, WRONG, "60" }, PAGE } },
  { "length-too-large", { INFO, PAGE, { "response", NULL, WRONG, "90", .members = CUT }, PAGE, PAGE } },
  { "length-over-two", { INFO, PAGE, { "response", NULL, WRONG, "300", .members = CUT }, PAGE, PAGE } },
  { "length-huge", { INFO, PAGE, { "response", NULL, WRONG, "9999999999", .members = CUT }, PAGE, PAGE } },
  { "length-huge-of-others", { INFO, PAGE, { "request", NULL, WRONG, "9999999999", .members = CUT }, PAGE } },
  { "length-huge-at-end", { INFO, PAGE, { "response", NULL, CUT, "9999999999" } } },
  { "length-huge-first", { { "warcinfo", "x", WRONG, "99999", .members = CUT }, PAGE, PAGE } },
  { "junk-between", { INFO, PAGE, { .raw = "junk\r\nmore junk\r\n\r\n", .expect = "is no record" }, PAGE } },
  { "blank-between", { INFO, PAGE, { .raw = "\r\n\n\r\n" }, PAGE } },
  { "archive-in-page",
    { INFO,
      { "resource", "x\r\n\r\nWARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 1\r\n\r\nx\r\n\r\n", NULL,
        .fields = "Content-Type: application/warc\r\n" },
      PAGE } },
  { "truncated-by-crawler",
    { INFO,
      { "response", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n17\r\n" DUCKS "\r\n20\r\n", "",
        .fields = "WARC-Truncated: length\r\n" },
      PAGE } },
  { "chunk-cut",
    { INFO,
      { "response", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n17\r\n<p>",
        "the body of the answer ends too early" },
      PAGE } },
  { "chunk-damaged",
    { INFO,
      { "response", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\nzz\r\nx",
        "the chunks of the answer are damaged" },
      PAGE } },
  { "coding-unknown",
    { INFO,
      { "response", "HTTP/1.1 200 OK\r\nContent-Encoding: lzma\r\n\r\nx",
        "the body of the answer is packed in a way that is not known" },
      PAGE } },
};

static GString *
make_piece (const Piece *piece)
{
  const char *block = piece->block ? piece->block : HTML DUCKS, *end = piece->lf ? "\n" : "\r\n";
  GString *text = g_string_new (piece->raw);

  if (piece->raw)
    return text;
  g_string_append_printf (text, "WARC/1.0%s", end);
  if (piece->type)
    g_string_append_printf (text, "WARC-Type: %s%s", piece->type, end);
  g_string_append_printf (text, "WARC-Target-URI: <http://site.example/>%sWARC-Date: 2026-01-02T03:04:05Z%s",
                          end, end);
  if (piece->n_fill > 0) {
    g_autofree char *fill = g_strnfill (piece->n_fill, 'x');

    g_string_append_printf (text, "X: %s%s", fill, end);
  }
  if (piece->fields)
    g_string_append (text, piece->fields);
  if (!piece->length)
    g_string_append_printf (text, "Content-Length: %zu%s", strlen (block), end);
  else if (*piece->length)
    g_string_append_printf (text, "Content-Length: %s%s", piece->length, end);
  g_string_append_printf (text, "%s%s\r\n\r\n", end, block);
  return text;
}

static gboolean
is_piece (const Piece *piece)
{
  return piece->type || piece->raw || piece->fields;
}

/* What is wrong in the middle of a page is told as such wherever its record is seen to end. */
static void
check_warc (const struct WarcCase *test, const struct Packing *packing, gsize most)
{
  g_autoptr (GPtrArray) pieces = new_pieces ();
  g_autoptr (GByteArray) packed = NULL;
  g_autofree char *got = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 places[MAX_PIECES];
  guint n = 0;

  for (guint i = 0; i < MAX_PIECES && is_piece (&test->pieces[i]); i++)
    g_ptr_array_add (pieces, make_piece (&test->pieces[i]));
  packed = pack (packing, pieces, places);
  got = read_archive (packed, most, FALSE, NULL);
  g_test_message ("%s, %s, %zu at a time:\n%s", test->name, packing->name, most, got);
  lines = g_strsplit (got, "\n", -1);
  for (guint i = 0; i < pieces->len; i++) {
    const Piece *piece = &test->pieces[i];
    const char *expect = piece->members && packing->members == EACH ? piece->members : piece->expect;
    g_autofree char *place =
        g_strdup_printf ("%" G_GUINT64_FORMAT "%c", places[i], expect && *expect ? '!' : '|');

    if (!expect)
      continue;
    g_assert_nonnull (lines[n]);
    g_assert_true (g_str_has_prefix (lines[n], place));
    if (*expect)
      g_assert_cmpstr (strchr (lines[n], '!') + 2, ==, expect);
    else {
      g_assert_nonnull (strstr (lines[n], "|http://site.example/|"));
      g_assert_nonnull (strstr (lines[n], "|2026-01-02T03:04:05Z|"));
      g_assert_true (g_str_has_suffix (lines[n], "|" DUCKS));
    }
    n++;
  }
  g_assert_cmpstr (lines[n], ==, "");
}

static void
test_warc (gconstpointer data)
{
  const struct WarcCase *test = data;

  for (guint i = 0; i < G_N_ELEMENTS (packings); i++) {
    check_warc (test, &packings[i], G_MAXSIZE);
    check_warc (test, &packings[i], 1);
  }
}

/* ---- Damage to what is packed ------------------------------------------------------------------- */

static GPtrArray *
make_ducks (guint n)
{
  GPtrArray *pieces = new_pieces ();

  for (guint i = 0; i < n; i++) {
    g_autofree char *block = g_strdup_printf (HTML "<p>Duck %u of many.", i);
    const Piece piece = { "response", .block = block };

    g_ptr_array_add (pieces, make_piece (&piece));
  }
  return pieces;
}

static gboolean
has_duck (const char *got, guint i)
{
  g_autofree char *duck = g_strdup_printf ("|<p>Duck %u of many.\n", i);

  return strstr (got, duck) != NULL;
}

#define N_DUCKS 4

/* A byte of any member is wrong, or missing: the others are read. */
static void
test_flipped (gconstpointer data)
{
  const struct Packing *packing = data;
  g_autoptr (GPtrArray) pieces = make_ducks (N_DUCKS);
  guint64 places[N_DUCKS + 1];
  g_autoptr (GByteArray) packed = pack (packing, pieces, places);

  places[N_DUCKS] = packed->len;
  for (guint at = (guint) places[1]; at < 2 * packed->len - places[1]; at++) {
    g_autoptr (GByteArray) damaged = g_byte_array_new ();
    g_autofree char *got = NULL;
    gboolean clipped = at >= packed->len;
    guint where = clipped ? at - packed->len + (guint) places[1] : at, hit = 0;

    g_byte_array_append (damaged, packed->data, packed->len);
    while (where >= places[hit + 1])
      hit++;
    if (clipped)
      g_byte_array_remove_range (damaged, where, (guint) places[hit + 1] - where);
    else
      damaged->data[where] ^= 0xff;
    got = read_archive (damaged, G_MAXSIZE, FALSE, NULL);
    g_test_message ("%s %u:\n%s", clipped ? "cut at" : "wrong at", where, got);
    for (guint i = 0; i < N_DUCKS; i++)
      g_assert_true (i == hit || has_duck (got, i));
    /* A member that is wholly gone is none that is lost, and the time in the head of gzip may be any. */
    if (!has_duck (got, hit) && !(clipped && where == places[hit]))
      g_assert_nonnull (strchr (got, '!'));
  }
}

/* The archive ends too early: this is told, whatever it cost. */
static void
test_cut (gconstpointer data)
{
  const struct Packing *packing = data;
  g_autoptr (GPtrArray) pieces = make_ducks (N_DUCKS);
  guint64 places[N_DUCKS];
  g_autoptr (GByteArray) packed = pack (packing, pieces, places);
  guint n_quiet = 0, n_full = packed->len;

  for (guint n = n_full - 1; n > 100; n--) {
    g_autofree char *got = NULL;
    guint n_ducks = 0;

    g_byte_array_set_size (packed, n);
    got = read_archive (packed, G_MAXSIZE, FALSE, NULL);
    while (n_ducks < N_DUCKS && has_duck (got, n_ducks))
      n_ducks++;
    if (g_str_equal (got, "page")) /* nothing comes out of it */
      continue;
    if (!strchr (got, '!'))
      n_quiet++;
    else
      g_assert_cmpuint (n_ducks, <, N_DUCKS);
  }
  /* At the end of a record nobody can know; nor does it matter where its line ends stop. */
  g_assert_cmpuint (n_quiet, <=, packing == PLAIN ? 5 * N_DUCKS : N_DUCKS);
}

/* One member for all: what is behind the damage is lost, and the last sentence says so. */
static void
test_lost_rest (void)
{
  g_autoptr (GPtrArray) pieces = make_ducks (200);
  g_autoptr (GByteArray) packed = pack (&packings[2], pieces, NULL);
  g_autofree char *got = NULL;

  memset (packed->data + packed->len / 2, 0xff, 50);
  got = read_archive (packed, G_MAXSIZE, FALSE, NULL);
  g_test_message ("%s", got);
  g_assert_true (has_duck (got, 0));
  g_assert_false (has_duck (got, 199));
  g_assert_true (g_str_has_suffix (got, "! the gzip data is damaged, and nothing behind it can be read\n"));
}

/* A record that is longer than the limit is passed over as a stream. */
static void
test_too_large (void)
{
  g_autofree char *body = g_strnfill (3 * MAX_BYTES, 'x');
  g_autofree char *block = g_strconcat (HTML, body, NULL);
  const struct WarcCase test = { "too-large",
                                 { INFO,
                                   PAGE,
                                   { "response", block, "longer than the limit of 20000 bytes" },
                                   PAGE,
                                   { "request", block, NULL },
                                   PAGE } };

  test_warc (&test);
}

/* A name without end in the head of gzip gives no byte of a page; by zstd, it has few bytes itself. */
static void
test_endless_head (void)
{
  static const guint8 head[] = { 0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3 };
  const ExtractSourceLimits limits = { .max_bytes = MAX_BYTES };
  g_autoptr (GByteArray) name = g_byte_array_new ();
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  g_autoptr (GBytes) body = NULL, twice = NULL;
  g_autoptr (GError) error = NULL;

  g_byte_array_set_size (name, 10 * MAX_BYTES);
  memset (name->data, 'x', name->len);
  memcpy (name->data, head, sizeof head);
  zstd (name->data, name->len, packed);
  body = g_byte_array_free_to_bytes (g_steal_pointer (&name));
  twice = g_byte_array_free_to_bytes (g_steal_pointer (&packed));
  g_assert_null (extract_source_decode ("gzip", body, &limits, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE);
  g_clear_error (&error);
  g_assert_null (extract_source_decode ("gzip, zstd", twice, &limits, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE);
}

static void
test_padding (void)
{
  g_autoptr (GPtrArray) pieces = make_ducks (2);
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  const GString *first = pieces->pdata[0], *other = pieces->pdata[1];
  const guint8 zeros[1000] = { 0 };
  g_autofree char *got = NULL;

  gzip ((const guint8 *) first->str, first->len, packed);
  g_byte_array_append (packed, zeros, sizeof zeros);
  gzip ((const guint8 *) other->str, other->len, packed);
  g_byte_array_append (packed, zeros, sizeof zeros);
  got = read_archive (packed, 1, FALSE, NULL);
  g_assert_true (has_duck (got, 0) && has_duck (got, 1));
  g_assert_null (strchr (got, '!'));
}

/* ---- Texts in, what is read out --------------------------------------------------------------------- */

#define VERSION "1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n\n"
#define FILEDESC "filedesc://a.arc 0.0.0.0 20061213232345 text/plain 76\n" VERSION "\n"
#define ARC_TAIL "20061213232345 text/html"
#define DOC "<doc id=\"1\" url=\"https://en.example/?a=1&amp;b=2\" title=\"Ducks\">\nDucks\n\n"

static const struct TextCase {
  const char *name;
  const char *text;
  const char *expect;
} text_cases[] = {
  { "arc-page", FILEDESC "http://site.example/a b 192.0.2.1 " ARC_TAIL " 67\n" HTML DUCKS "\n",
    "132|http://site.example/a b|text/html|2006-12-13T23:23:45Z||" DUCKS "\n" },
  { "arc-no-http-head", FILEDESC "http://site.example/ 192.0.2.1 " ARC_TAIL " 23\n" DUCKS "\n",
    "132|http://site.example/|text/html|2006-12-13T23:23:45Z||" DUCKS "\n" },
  { "arc-dns",
    FILEDESC "dns:site.example 192.0.2.1 20061213232345 text/dns 3\nabc\nhttp://a/ 192.0.2.1 " ARC_TAIL
             " 23\n" DUCKS "\n",
    "189|http://a/|text/html|2006-12-13T23:23:45Z||" DUCKS "\n" },
  { "arc-length",
    FILEDESC "http://a/ 192.0.2.1 " ARC_TAIL " 99\n" DUCKS "\nhttp://b/ 192.0.2.1 " ARC_TAIL " 23\n" DUCKS
             "\n",
    "132! " WRONG "\n204|http://b/|text/html|2006-12-13T23:23:45Z||" DUCKS "\n" },
  { "arc-cut", FILEDESC "http://a/ 192.0.2.1 " ARC_TAIL " 99\n" DUCKS "\n", "132! " CUT "\n" },
  { "arc-junk", FILEDESC "junk\njunk\nhttp://b/ 192.0.2.1 " ARC_TAIL " 23\n" DUCKS "\n",
    "0! " WRONG "\n142|http://b/|text/html|2006-12-13T23:23:45Z||" DUCKS "\n" },
  { "wikipedia",
    DOC "They are birds &lt;b&gt; &amp; <a href=\"x\">swim</a>.\n\n a < b <i\n</doc>\n\n" DOC "x\n</doc>",
    "0|https://en.example/?a=1&b=2|text/html; charset=utf-8||Ducks|whole|"
    "<title>Ducks</title>\n<p>They are birds &lt;b&gt; &amp; <a href=\"x\">swim</a>.\n<p>a &lt; b &lt;i\n\n"
    "144|https://en.example/?a=1&b=2|text/html; charset=utf-8||Ducks|whole|<title>Ducks</title>\n<p>x\n\n" },
  { "wikipedia-quotes", "<doc id=\"1\" url=\"u\" title=\"The \"Duck\" a\">\nb\n</doc>\n",
    "0|u|text/html; charset=utf-8||The \"Duck\" a|whole|<title>The \"Duck\" a</title>\n<p>b\n\n" },
  { "wikipedia-no-title", "\n<doc id=\"1\">\nb\n</doc>\n", "1||text/html; charset=utf-8|||whole|<p>b\n\n" },
  { "wikipedia-cut", DOC "a\n" DOC "b\n</doc>\n" DOC "c",
    "0! the page is cut short\n74|https://en.example/?a=1&b=2|text/html; "
    "charset=utf-8||Ducks|whole|<title>Ducks</title>\n<p>b\n\n"
    "155! the page is cut short\n" },
  { "wikipedia-junk", DOC "a\n</doc>\njunk\njunk\n" DOC "b\n</doc>\n",
    "0|https://en.example/?a=1&b=2|text/html; charset=utf-8||Ducks|whole|<title>Ducks</title>\n<p>a\n\n81! "
    "is no page\n"
    "91|https://en.example/?a=1&b=2|text/html; charset=utf-8||Ducks|whole|<title>Ducks</title>\n<p>b\n\n" },
  { "dump", "<?xml version=\"1.0\"?>\n<mediawiki xmlns=\"x\">\n",
    "refused: is a dump of MediaWiki, which is not read; make texts of it with WikiExtractor, and read "
    "these" },
  { "json",
    "{\"url\":\"http://a/\",\"html\":\"<p>\\u00e9\\ud83d\\ude00\\n\\\"\"}\n\n{\"html\": \"x\", \"url\": "
    "\"b\"}",
    "1|http://a/|text/html; charset=utf-8|||<p>\xc3\xa9\xf0\x9f\x98\x80\n\"\n3|b|text/html; "
    "charset=utf-8|||x\n" },
  { "json-others",
    "{\"id\":[1,{\"a\":\"]}\\\"\"},null,true,-1.5e+3],\"url\":\"a\",\"title\":\"T\",\"date\":\"2026\","
    "\"html\":\"x\","
    "\"content_type\":\"text/HTML; charset=latin1\",\"status\":200}",
    "1|a|text/HTML; charset=utf-8|2026|T|x\n" },
  { "json-bad-lines",
    "{\"url\":\"a\",\"html\":\"x\"}\n{\"url\":\"a\"}\n{\"html\":1,\"url\":\"a\"}\nnull\n{\"url\":\"a\","
    "\"html\":\"x\"\n"
    "{\"url\":\"a\",\"html\":\"\\x\"}\n{\"html\":\"\"}\n{\"url\":\"a\",\"html\":\"x\"}x\n{\"url\":\"b\","
    "\"html\":\"\\ud800\"}",
    "1|a|text/html; charset=utf-8|||x\n2! the line has no string \"html\"\n3! the line has no string "
    "\"html\"\n"
    "4! the line is no object of JSON\n5! the line is no object of JSON\n6! the line is no object of JSON\n"
    "7! the line has no string \"url\"\n8! the line is no object of JSON\n9|b|text/html; "
    "charset=utf-8|||\xef\xbf\xbd\n" },
  { "json-no-pages", "{\"url\": \"a\", \"text\": \"x\"}\n{\"url\": \"a\", \"html\": \"x\"}\n", "page" },
  { "json-over-lines", "{\n\"url\": \"a\",\n\"html\": \"x\"}\n", "page" },
  { "warc-text",
    "WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\nContent-Length: 12\r\n\r\na & <b>\n\n "
    "c\n\r\n\r\n"
    "WARC/1.1\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n\r\n\r\n",
    "0||text/html; charset=utf-8|||whole|<p>a &amp; &lt;b>\n<p>c\n\n97||text/html; "
    "charset=utf-8|||whole|\n" },
  { "page", "<!doctype html>\nWARC/1.0\n", "page" },
  { "nothing", "", "page" },
};

static void
test_text (gconstpointer data)
{
  const struct TextCase *test = data;

  for (guint i = 0; i < G_N_ELEMENTS (packings); i++) {
    g_autoptr (GPtrArray) pieces = new_pieces ();
    g_autoptr (GByteArray) packed = NULL;

    if (packings[i].members != ALL)
      continue;
    g_ptr_array_add (pieces, g_string_new (test->text));
    packed = pack (&packings[i], pieces, NULL);
    for (gsize most = 1; most; most = most == 1 ? G_MAXSIZE : 0) {
      g_autofree char *got = read_archive (packed, most, FALSE, NULL);

      g_assert_cmpstr (got, ==, test->expect);
    }
  }
}

/* A line of JSON as long as the limit, one that is longer, and the one behind. */
static void
test_long_line (void)
{
  g_autofree char *most = g_strnfill (MAX_BYTES - strlen ("{\"url\":\"a\",\"html\":\"\"}"), 'x');
  g_autofree char *text = g_strdup_printf (
      "{\"url\":\"a\",\"html\":\"%s\"}\n{\"url\":\"a\",\"html\":\"%sx\"}\n{\"url\":\"a\",\"html\":\"y\"}",
      most, most);
  g_autofree char *expect =
      g_strdup_printf ("1|a|text/html; charset=utf-8|||%s\n2! longer than the limit of 20000 bytes\n"
                       "3|a|text/html; charset=utf-8|||y\n",
                       most);
  const struct TextCase test = { "long", text, expect };

  test_text (&test);
}

/* Brackets and escapes without end: no recursion, no time. */
static void
test_deep_line (void)
{
  g_autofree char *deep = g_strnfill (MAX_BYTES / 2, '[');
  g_autofree char *text = g_strdup_printf ("{\"url\":\"a\",\"html\":\"\"}\n{\"url\":\"a\",\"x\":%s\n", deep);
  const struct TextCase test = { "deep", text,
                                 "1|a|text/html; charset=utf-8|||\n2! the line is no object of JSON\n" };

  test_text (&test);
}

static gboolean
wants_second (const ExtractRecordHead *head, gpointer data)
{
  guint *n = data;

  g_assert_cmpstr (head->uri, ==, "http://site.example/");
  g_assert_cmpstr (head->content_type, ==, *n == 0 ? "image/png" : "text/html");
  g_assert_cmpstr (head->date, ==, "2026-01-02T03:04:05Z");
  g_assert_cmpuint (head->status, ==, *n == 0 ? 404 : 200);
  g_assert_false (head->whole);
  return (*n)++ > 0;
}

/* The head is shown before the body is read, and who asked decides. Through a file. */
static void
test_wants (void)
{
  const struct WarcCase test = {
    "wants", { { "response", "HTTP/1.1 404 x\r\nContent-Type: image/png\r\n\r\n" }, PAGE }
  };
  g_autoptr (GString) text = make_piece (&test.pieces[0]), page = make_piece (&test.pieces[1]);
  g_autofree char *path = NULL, *name = NULL;
  guint n = 0;
  ExtractSourceLimits limits = { .max_bytes = MAX_BYTES, .wants = wants_second, .wants_data = &n };
  int fd = g_file_open_tmp ("test-archive-XXXXXX", &path, NULL);
  g_autoptr (ExtractSource) source = NULL;
  g_autoptr (ExtractRecord) record = NULL;
  ExtractSourceState state;

  name = g_strdup_printf ("%s#%zu", path, text->len);
  g_string_append_len (text, page->str, (gssize) page->len);
  close (fd);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  source = extract_source_new (path, &limits);
  g_assert_true (extract_source_is_archive (source, NULL));
  record = extract_source_next (source, NULL);
  g_assert_cmpstr (record->name, ==, name);
  g_assert_cmpstr (extract_source_get_record_name (source), ==, name);
  g_assert_null (extract_source_next (source, NULL));
  state = extract_source_get_state (source);
  g_assert_cmpuint (state.n_passed, ==, 1);
  g_assert_cmpuint (state.n_read, ==, text->len);
  g_assert_cmpuint (state.size, ==, text->len);
  g_assert_cmpstr (extract_source_get_record_name (source), ==, name);
  g_assert_cmpint (g_remove (path), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (warc_cases); i++) {
    g_autofree char *path = g_strdup_printf ("/archive/warc/%s", warc_cases[i].name);

    g_test_add_data_func (path, &warc_cases[i], test_warc);
  }
  for (guint i = 0; i < G_N_ELEMENTS (text_cases); i++) {
    g_autofree char *path = g_strdup_printf ("/archive/text/%s", text_cases[i].name);

    g_test_add_data_func (path, &text_cases[i], test_text);
  }
  for (guint i = 0; i < G_N_ELEMENTS (packings); i++) {
    g_autofree char *flipped = g_strdup_printf ("/archive/flipped/%s", packings[i].name);
    g_autofree char *cut = g_strdup_printf ("/archive/cut/%s", packings[i].name);

    if (packings[i].members == EACH)
      g_test_add_data_func (flipped, &packings[i], test_flipped);
    g_test_add_data_func (cut, &packings[i], test_cut);
  }
  g_test_add_func ("/archive/lost-rest", test_lost_rest);
  g_test_add_func ("/archive/too-large", test_too_large);
  g_test_add_func ("/archive/endless-head", test_endless_head);
  g_test_add_func ("/archive/padding", test_padding);
  g_test_add_func ("/archive/long-line", test_long_line);
  g_test_add_func ("/archive/deep-line", test_deep_line);
  g_test_add_func ("/archive/wants", test_wants);
  return g_test_run ();
}
