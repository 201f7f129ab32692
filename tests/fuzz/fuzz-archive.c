/* SPDX-License-Identifier: MIT */
/*
 * Archives of pages, and answers of HTTP. The first byte says what the others are, as a letter, or
 * FUZZ_READER=letter does for all inputs, which then have only the others:
 *
 *   a   an archive of any kind, packed or not
 *   c   the same in many members: each form feed ends one
 *   h   an answer of HTTP, head and body
 *
 * Whatever comes, an archive has an end; lost records have a place and one sentence; pages keep to their
 * limit; and byte by byte it gives what it gives at once.
 */
#include "libextract/source/archive.h"
#include "libextract/source/http-body.h"

#include <string.h>
#include <zstd.h>

#include <libextract/extract.h>

#define MAX_BYTES 4000

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

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

  memcpy (to, bytes->data, n);
  bytes->data += n;
  bytes->left -= n;
  return (gssize) n;
}

static void
check_error (const GError *error)
{
  g_assert_true (error->domain == G_IO_ERROR || error->domain == EXTRACT_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strchr (error->message, '\n'));
}

static void
check_text (const char *text)
{
  g_assert_true (!text || (*text && g_utf8_validate (text, -1, NULL) && !strpbrk (text, "\r\n\t")));
}

static void
append_record (GString *out, const ExtractRecord *record)
{
  gsize n = 0;
  const char *page = g_bytes_get_data (record->bytes, &n);

  g_assert_cmpuint (n, <=, MAX_BYTES);
  g_assert_true (g_str_has_prefix (record->name, "archive#"));
  check_text (record->uri);
  check_text (record->content_type);
  check_text (record->date);
  check_text (record->title);
  g_string_append_printf (out, "%s %s %s %s ", record->name, record->uri, record->content_type, record->date);
  g_string_append_len (out, page, (gssize) n);
}

/* Returns: (transfer full): all that it gives */
static GString *
read_archive (const guint8 *data, gsize size, gsize most)
{
  const ExtractSourceLimits limits = { .max_bytes = MAX_BYTES };
  g_autoptr (ExtractSource) source = extract_source_new ("archive", &limits);
  Bytes bytes = { data, size, most };
  GString *out = g_string_new (NULL);
  g_autoptr (GError) refusal = NULL;
  ExtractArchive *archive = NULL;
  ExtractInput input;

  extract_input_init (&input, read_bytes, &bytes);
  g_assert_true (extract_archive_await (&input, NULL));
  archive = extract_archive_new (source, &input, &refusal);
  if (refusal)
    check_error (refusal);
  /* Each record takes some of the bytes, in what they unpack to. */
  while (archive) {
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractRecord) record = extract_archive_next (archive, &error);

    if (!record && !error)
      break;
    g_assert_true (!record || !error);
    g_assert_true (g_str_has_prefix (extract_archive_get_name (archive), "archive#"));
    if (record)
      append_record (out, record);
    if (error) {
      check_error (error);
      g_string_append_printf (out, "%s!\n", extract_archive_get_name (archive));
    }
  }
  if (archive)
    g_string_append_printf (out, "%" G_GUINT64_FORMAT, extract_archive_get_n_passed (archive));
  g_clear_pointer (&archive, extract_archive_free);
  extract_input_clear (&input);
  return out;
}

/* @sound: what is packed is not damaged: where damage is seen, how much came out of it before depends on the
 * pieces */
static void
check_archive (const guint8 *data, gsize size, gboolean sound)
{
  GString *at_once = read_archive (data, size, G_MAXSIZE);
  GString *slowly = read_archive (data, size, 1);

  if (sound)
    g_assert_cmpmem (slowly->str, slowly->len, at_once->str, at_once->len);
  g_string_free (at_once, TRUE);
  g_string_free (slowly, TRUE);
}

static void
check_members (const guint8 *data, gsize size)
{
  g_autoptr (GByteArray) packed = g_byte_array_new ();
  guint8 room[8192];

  while (size > 0) {
    const guint8 *feed = memchr (data, '\f', size);
    gsize n = MIN (feed ? (gsize) (feed - data) : size, 4096);
    gsize n_packed = ZSTD_compress (room, sizeof room, data, n, 1);

    g_assert_false (ZSTD_isError (n_packed));
    g_byte_array_append (packed, room, (guint) n_packed);
    n += feed && n == (gsize) (feed - data);
    data += n;
    size -= n;
  }
  if (packed->len > 0)
    check_archive (packed->data, packed->len, TRUE);
}

/* @most: bytes at a time. Returns: (transfer full): the page; which of two faults is seen first may differ */
static GString *
read_answer (ExtractHttpHead *http, const guint8 *data, gsize size, gsize most)
{
  const ExtractSourceLimits limits = { .max_bytes = MAX_BYTES };
  g_autoptr (ExtractSource) source = extract_source_new ("archive", &limits);
  g_auto (ExtractSourceBytes) page = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractHttpBody) body = extract_http_body_new (http, source, &page, &error);
  gboolean ok = body != NULL;
  GString *out = g_string_new (NULL);

  while (ok && size > 0) {
    gsize n = MIN (size, most);
    g_autofree guint8 *piece = g_memdup2 (data, n);

    ok = extract_http_body_add (body, piece, n, &error);
    data += n;
    size -= n;
  }
  ok = ok && extract_http_body_end (body, &error);
  g_assert_cmpuint (page.length, <=, MAX_BYTES);
  g_assert_true (ok == !error);
  if (error)
    check_error (error);
  g_string_append (out, error ? "error" : "page ");
  if (ok && page.length > 0)
    g_string_append_len (out, (const char *) page.data, (gssize) page.length);
  return out;
}

static void
check_answer (const guint8 *data, gsize size)
{
  gsize n = extract_head_find_end (data, size, 0);
  ExtractHttpHead http;
  GString *at_once = NULL, *slowly = NULL;

  if (!extract_http_head_parse ((ExtractHeadText){ (const char *) data, n }, &http))
    return;
  g_assert_cmpuint (http.status, <=, 999);
  at_once = read_answer (&http, data + n, size - n, G_MAXSIZE);
  slowly = read_answer (&http, data + n, size - n, 1);
  g_assert_cmpmem (slowly->str, slowly->len, at_once->str, at_once->len);
  g_string_free (at_once, TRUE);
  g_string_free (slowly, TRUE);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *only = g_getenv ("FUZZ_READER");
  char reader = only ? *only : size > 0 ? (char) *data : 0;

  if (!only && size > 0) {
    data++;
    size--;
  }
  if (size == 0)
    return 0;
  if (reader == 'a')
    check_archive (data, size, !extract_unpack_find_codec (data, size));
  else if (reader == 'c')
    check_members (data, size);
  else if (reader == 'h')
    check_answer (data, size);
  return 0;
}
