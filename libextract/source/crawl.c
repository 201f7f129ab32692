/* SPDX-License-Identifier: MIT */
/*
 *   begin --> head --> block --> end     and, where something is wrong, find the next record
 *               |        |
 *               wants    HTTP head, body --> record
 *
 * A record is given when its end was seen, and was right: half a page must not pass for a whole one.
 */
#include "libextract/source/crawl.h"
#include "libextract/source/http-body.h"
#include "libextract/source/text-page.h"

#include <string.h>

/* No head is shorter. */
#define LEAST_HEAD ((gsize) 16)

/* ---- Where a record is ------------------------------------------------------------------------- */

static void
name_record (ExtractArchive *archive, gboolean own)
{
  const ExtractLookahead *ahead = &archive->ahead;
  gboolean packed = extract_unpacker_get_kind (ahead->unpacker) != NULL;

  if (own && archive->n_records == 1)
    archive->members = packed;
  if (packed && own && (archive->members || archive->n_records == 0))
    extract_archive_set_place (archive, ahead->member);
  else
    extract_archive_set_place (archive, archive->members ? ahead->member : ahead->offset);
  if (archive->members && !own)
    g_string_append_printf (archive->name, "+%" G_GUINT64_FORMAT, ahead->offset - ahead->member_offset);
  archive->n_records++;
}

/* Goes over the line ends between records. Returns: how many bytes there are then */
static gsize
skip_line_ends (ExtractLookahead *ahead)
{
  for (;;) {
    gsize n = extract_lookahead_need (ahead, 1), i = 0;
    const guint8 *bytes = extract_lookahead_peek (ahead);

    while (i < n && (bytes[i] == '\r' || bytes[i] == '\n'))
      i++;
    extract_lookahead_skip (ahead, i);
    if (i < n || (n == 0 && ahead->stop != EXTRACT_UNPACK_MORE))
      return n - i;
  }
}

/* Goes to the next record, and names it, whatever is there. Returns: FALSE at the end */
static gboolean
begin_record (ExtractArchive *archive)
{
  ExtractLookahead *ahead = &archive->ahead;
  gboolean own = FALSE;

  for (;;) {
    gsize n = 0;

    own = ahead->offset == ahead->member_offset;
    n = skip_line_ends (ahead);
    own = own || ahead->offset == ahead->member_offset;
    if (n > 0 || (ahead->stop != EXTRACT_UNPACK_END && ahead->stop != EXTRACT_UNPACK_MEMBER_END))
      break;
    if (ahead->stop == EXTRACT_UNPACK_END)
      return FALSE;
    extract_lookahead_cross (ahead);
  }
  if (ahead->wall <= ahead->offset)
    ahead->wall = G_MAXUINT64;
  name_record (archive, own);
  return TRUE;
}

/* ---- After damage ------------------------------------------------------------------------------ */

/* Goes to where the next line begins like a record. Returns: whether there is one in this member */
static gboolean
find_line (ExtractArchive *archive, const ExtractCrawlFormat *format)
{
  ExtractLookahead *ahead = &archive->ahead;
  gsize n = extract_lookahead_need (ahead, EXTRACT_BEGIN_LOOKS_AT), keep = strlen (format->start.line);

  for (;;) {
    gsize at = extract_block_find_line (&format->start, extract_lookahead_peek (ahead), n, FALSE);

    if (at < n && n - at < EXTRACT_BEGIN_LOOKS_AT && ahead->stop == EXTRACT_UNPACK_MORE) {
      n = extract_lookahead_need (ahead, at + EXTRACT_BEGIN_LOOKS_AT); /* all of the line */
      continue;
    }
    if (at < n) {
      extract_lookahead_skip (ahead, at);
      return TRUE;
    }
    if (ahead->stop != EXTRACT_UNPACK_MORE)
      return FALSE;
    extract_lookahead_skip (ahead, n - MIN (n, keep));
    n = extract_lookahead_need (ahead, EXTRACT_BEGIN_LOOKS_AT);
  }
}

static void
skip_member (ExtractLookahead *ahead)
{
  do
    extract_lookahead_skip (ahead, extract_lookahead_get_length (ahead));
  while (extract_lookahead_need (ahead, 1) > 0);
}

/* To the line that begins like a record, or to the wall. */
static gboolean
find_wall (ExtractLookahead *ahead, const ExtractCrawlFormat *format)
{
  gsize n = (gsize) (ahead->wall - ahead->offset);

  extract_lookahead_skip (ahead,
                          extract_block_find_line (&format->start, extract_lookahead_peek (ahead), n, FALSE));
  return TRUE;
}

/* Returns: FALSE if nothing can be read any more, though there is something */
static gboolean
find_next (ExtractArchive *archive, const ExtractCrawlFormat *format)
{
  ExtractLookahead *ahead = &archive->ahead;

  if (ahead->wall != G_MAXUINT64)
    return find_wall (ahead, format);
  for (;;) {
    gsize n = 0;

    if (!archive->members && find_line (archive, format))
      return TRUE;
    skip_member (ahead);
    if (ahead->stop == EXTRACT_UNPACK_END)
      return TRUE;
    if (ahead->stop != EXTRACT_UNPACK_MEMBER_END) {
      extract_lookahead_resume (ahead, format->accepts);
      return ahead->stop == EXTRACT_UNPACK_MORE;
    }
    extract_lookahead_cross (ahead);
    n = extract_lookahead_need (ahead, EXTRACT_BEGIN_LOOKS_AT);
    if (n > 0 && format->start.begins (extract_lookahead_peek (ahead), n))
      return TRUE;
  }
}

/* The record is lost. @here: whether the next one begins here. @failure: (transfer full): why */
static void
lose (ExtractArchive *archive, const ExtractCrawlFormat *format, gboolean here, GError *failure,
      GError **error)
{
  gboolean damaged = archive->ahead.stop == EXTRACT_UNPACK_DAMAGED;

  if (!here && !find_next (archive, format) && damaged && !archive->members &&
      archive->ahead.stop == EXTRACT_UNPACK_END) {
    g_set_error (error, failure->domain, failure->code, "%s, and nothing behind it can be read",
                 failure->message);
    g_error_free (failure);
  } else
    g_propagate_error (error, failure);
}

static GError *
new_damage (const char *sentence)
{
  return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_INVALID_DATA, sentence);
}

static GError *
new_cut (void)
{
  return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "the record is cut short");
}

/* Why the data stopped within a record. */
static GError *
new_stop (ExtractArchive *archive)
{
  GError *failure = NULL;

  if (!extract_archive_set_stop (archive, &failure))
    failure = new_cut ();
  return failure;
}

/* ---- The block ------------------------------------------------------------------------------------ */

/* The head of HTTP, of which @http has parts. Returns: its length; 0 if there is none */
static gsize
peek_http_head (ExtractBlock *block, ExtractHttpHead *http)
{
  gsize n = extract_block_need (block, 1), from = 0, length = 0;

  while (n > 0 && extract_http_begins (extract_lookahead_peek (block->ahead), n)) {
    gsize before = n;

    length = extract_head_find_end (extract_lookahead_peek (block->ahead), n, from);
    if (length > 0 || n > EXTRACT_MAX_HEAD)
      break;
    from = n;
    n = extract_block_need (block, n + 1);
    if (n > before)
      continue;
    length = n == block->left ? n : 0; /* nothing but a head */
    break;
  }
  if (length == 0 || length > EXTRACT_MAX_HEAD ||
      !extract_http_head_parse (
          (ExtractHeadText){ (const char *) extract_lookahead_peek (block->ahead), length }, http))
    return 0;
  return length;
}

static const char *
get_known (const GString *string)
{
  return string->len > 0 ? string->str : NULL;
}

/* "20061213232345": as in WARC. */
static void
keep_date (GString *date, ExtractHeadText text)
{
  const char *p = text.text;
  guint64 number = 0;

  if (text.n == 14 && extract_head_read_number (text, &number))
    g_string_printf (date, "%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ", p, p + 4, p + 6, p + 8, p + 10, p + 12);
  else
    extract_head_assign (date, text);
}

/* What the head says, kept: what was at hand may move. */
static void
keep_head (ExtractArchive *archive, const ExtractCrawlHead *crawl)
{
  extract_head_assign (archive->uri, crawl->uri);
  keep_date (archive->date, crawl->date);
  extract_head_assign (archive->content_type, crawl->content_type);
}

/* Goes to the end of the block. @body: (nullable): what its pieces are put into; NULL: into @bytes */
static gboolean
read_body (ExtractArchive *archive, ExtractBlock *block, gsize n_head, ExtractHttpBody *body,
           ExtractSourceBytes *bytes, GError **error)
{
  const guint8 *piece = NULL;
  gsize n = 0;

  while (extract_block_next (block, &piece, &n)) {
    gsize skipped = MIN (n, n_head);
    gboolean ok = body ? extract_http_body_add (body, piece + skipped, n - skipped, error)
                       : extract_source_append (archive->source, bytes, piece + skipped, n - skipped, error);

    n_head -= skipped;
    if (!ok)
      return FALSE;
  }
  return TRUE;
}

/* What may be a page of the block. */
typedef struct {
  ExtractRecordHead head;
  ExtractHttpHead http;
  gsize n_http; /* the length of that head */
} Page;

/* Returns: FALSE with @error, or if it is not wanted */
static gboolean
begin_page (ExtractArchive *archive, const ExtractCrawlHead *crawl, ExtractBlock *block, Page *page,
            GError **error)
{
  if (crawl->http || crawl->maybe_http)
    page->n_http = peek_http_head (block, &page->http);
  if (crawl->http && page->n_http == 0) {
    g_propagate_error (error, new_damage ("the head of the answer is not valid"));
    return FALSE;
  }
  if (page->n_http > 0)
    extract_head_assign (archive->content_type, page->http.content_type);
  page->head.uri = get_known (archive->uri);
  page->head.content_type = get_known (archive->content_type);
  page->head.date = get_known (archive->date);
  page->head.status = page->http.status;
  page->head.whole =
      crawl->converted && page->head.content_type && g_str_has_prefix (page->head.content_type, "text/plain");
  return extract_archive_wants (archive, &page->head);
}

/* The page of a text. Returns: (nullable): NULL with @error */
static ExtractRecord *
make_text (ExtractArchive *archive, const ExtractSourceBytes *text, GError **error)
{
  g_auto (ExtractSourceBytes) page = { 0 };

  for (gsize at = 0, n; at < text->length; at += n + 1) {
    const guint8 *line = text->data + at, *newline = memchr (line, '\n', text->length - at);

    n = newline ? (gsize) (newline - line) : text->length - at;
    if (!extract_text_page_append (archive->source, &page, line, n, FALSE, error))
      return NULL;
  }
  return extract_archive_make_text (archive, &page);
}

/* @block: its end is seen later. Returns: (nullable): NULL with @error, or if it is not wanted */
static ExtractRecord *
read_page (ExtractArchive *archive, const ExtractCrawlHead *crawl, ExtractBlock *block, GError **error)
{
  g_auto (ExtractSourceBytes) bytes = { 0 };
  g_autoptr (ExtractHttpBody) body = NULL;
  Page page = { 0 };

  if (!begin_page (archive, crawl, block, &page, error))
    return NULL;
  if (page.n_http > 0 && !(body = extract_http_body_new (&page.http, archive->source, &bytes, error)))
    return NULL;
  if (!read_body (archive, block, page.n_http, body, &bytes, error))
    return NULL;
  if (body && !extract_http_body_end (body, crawl->truncated ? NULL : error) && !crawl->truncated)
    return NULL;
  return page.head.whole ? make_text (archive, &bytes, error) : extract_archive_make_record (archive, &bytes);
}

/* ---- Records --------------------------------------------------------------------------------------- */

static gsize
need (ExtractLookahead *ahead, const ExtractCrawlFormat *format, gsize n)
{
  return extract_lookahead_need_across (ahead, n, format->start.begins);
}

/* Returns: the length of the head; 0 with what is wrong */
static gsize
need_head (ExtractArchive *archive, const ExtractCrawlFormat *format, GError **failure)
{
  ExtractLookahead *ahead = &archive->ahead;
  gsize n = need (ahead, format, LEAST_HEAD), from = 0, length = 0;

  if (n == 0) {
    *failure = new_stop (archive);
    return 0;
  }
  if (!format->start.begins (extract_lookahead_peek (ahead), n)) {
    *failure = new_damage ("is no record");
    return 0;
  }
  for (;;) {
    gsize before = n;

    length = format->find_head_end (extract_lookahead_peek (ahead), n, from);
    if (length > EXTRACT_MAX_HEAD || (length == 0 && n > EXTRACT_MAX_HEAD)) {
      *failure = new_damage ("the head of the record is longer than 65536 bytes");
      return 0;
    }
    if (length > 0)
      return length;
    from = n;
    n = need (ahead, format, n + 1);
    if (n == before) {
      *failure = ahead->wall == G_MAXUINT64 ? new_stop (archive) : new_cut ();
      return 0;
    }
  }
}

static GError *
new_block_failure (ExtractArchive *archive, const ExtractBlock *block)
{
  if (block->state == EXTRACT_BLOCK_LENGTH)
    return new_damage ("the length of the record is wrong");
  if (block->state == EXTRACT_BLOCK_SHORT)
    return new_cut ();
  return new_stop (archive);
}

/* Returns: (nullable): NULL without @error if it is passed over */
static ExtractRecord *
read_record (ExtractArchive *archive, const ExtractCrawlFormat *format, gboolean own, GError **error)
{
  ExtractLookahead *ahead = &archive->ahead;
  const ExtractSourceLimits *limits = &archive->source->limits;
  g_autoptr (ExtractRecord) record = NULL;
  g_autoptr (GError) local = NULL;
  ExtractCrawlHead crawl = { 0 };
  ExtractBlock block = { 0 };
  const char *fault = NULL;
  GError *failure = NULL;
  gsize n = need_head (archive, format, &failure);

  if (n > 0 &&
      (fault = format->parse ((ExtractHeadText){ (const char *) extract_lookahead_peek (ahead), n }, &crawl)))
    failure = new_damage (fault);
  if (failure) {
    lose (archive, format, FALSE, failure, error);
    return NULL;
  }
  if (crawl.page)
    keep_head (archive, &crawl);
  extract_lookahead_skip (ahead, n);
  extract_block_init (&block, ahead, &format->start, crawl.length);
  block.guarded = !archive->members || !own;
  block.most = MIN (limits->max_bytes, limits->max_memory);
  if (crawl.page)
    record = read_page (archive, &crawl, &block, &local);
  extract_block_end (&block);
  if (block.state != EXTRACT_BLOCK_GOOD) {
    gsize have = extract_lookahead_need (ahead, EXTRACT_BEGIN_LOOKS_AT);
    gboolean here = have > 0 && format->start.begins (extract_lookahead_peek (ahead), have);

    lose (archive, format, here, new_block_failure (archive, &block), error);
    return NULL;
  }
  if (local)
    g_propagate_error (error, g_steal_pointer (&local));
  return g_steal_pointer (&record);
}

ExtractRecord *
extract_crawl_next (ExtractArchive *archive, const ExtractCrawlFormat *format, GError **error)
{
  while (begin_record (archive)) {
    g_autoptr (GError) local = NULL;
    gboolean own = archive->ahead.offset == archive->ahead.member_offset;
    ExtractRecord *record = read_record (archive, format, own, &local);

    if (local)
      g_propagate_error (error, g_steal_pointer (&local));
    else if (!record) {
      archive->n_passed++;
      continue;
    }
    return record;
  }
  return NULL;
}
