/* SPDX-License-Identifier: MIT */
/*
 * "The next record": one interface for all sources of pages. Only the programs link it: the library opens no
 * files other than models, and no sockets.
 */
#pragma once

#include <gio/gio.h>

/* A page as it came. */
typedef struct {
  GBytes *bytes;      /* decompressed; its data is never NULL, even if it is empty */
  char *content_type; /* (nullable): the Content-Type header */
  char *uri;   /* (nullable): where it came from in the end, after redirects; NULL for files and stdin */
  char *name;  /* what the user called it: file name, URL (without a password) or "-"; of a page in an archive
                  with its place in it: "crawl.warc.gz#1234"; also the name in messages */
  char *date;  /* (nullable): when it was fetched, as the archive says: "2026-11-23T21:05:00Z" */
  char *title; /* (nullable): as the archive says, which the page need not */
  gboolean whole; /* it is text already, and all of it is main text: there is nothing to find */
  /* (nullable): of a page that was rendered: what the browser's keeper says of it, JSON: render/report.h */
  GBytes *report;
} ExtractRecord;

void extract_record_free (ExtractRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractRecord, extract_record_free)

/* What is known of a page in an archive before it is unpacked. */
typedef struct {
  const char *uri;          /* (nullable) */
  const char *content_type; /* (nullable): of the page, not of the record */
  const char *date;         /* (nullable) */
  guint status;             /* of HTTP; 0 if there is none */
  gboolean whole;           /* it is text already */
} ExtractRecordHead;

/* extract_record_head_is_page: whether the answer is good, and HTML, or of no known type; or text that is
 * whole */
gboolean extract_record_head_is_page (const ExtractRecordHead *head);

/*
 * What may be fetched for those who are not trusted: by http and https, from the public internet, from ports
 * of the web; without user names, and without a proxy. The same for all that a server redirects to.
 * Everything else fails with G_IO_ERROR_PERMISSION_DENIED, before anybody is asked; so do files and stdin.
 */
typedef struct {
  gboolean allow_private; /* addresses of this machine, of private networks and the like, too */
  const guint16 *ports;   /* [n_ports]: that are allowed beside 80 and 443; (nullable): not owned */
  gsize n_ports;
} ExtractFence;

/* Browsers that render pages: renderer.h. */
typedef struct _ExtractRenderer ExtractRenderer;

/* What one record may take, and which are wanted. */
typedef struct {
  guint64 max_bytes;   /* after decompression */
  guint64 max_memory;  /* for these; 0: as much as there is */
  guint max_redirects; /* of a URL */
  /* From opening or connecting to the last byte, by the clock on the wall; of URLs, and of pipes and devices
   * that are named. 0: none for the latter. Regular files and stdin have none. */
  guint64 max_milliseconds;
  GCancellable *cancellable; /* (nullable): not owned; ends all waiting */
  /* (nullable): of the records of archives that may be pages: the others are passed over. In the thread that
   * reads. NULL: extract_record_head_is_page () */
  gboolean (*wants) (const ExtractRecordHead *head, gpointer data);
  gpointer wants_data;
  gboolean only_pages;       /* what comes is one page, even if it looks like an archive */
  const ExtractFence *fence; /* (nullable): not owned */
  /* (nullable): not owned: pages of URLs and of plain files are rendered; those of archives and of stdin are
   * not */
  ExtractRenderer *renderer;
} ExtractSourceLimits;

typedef struct _ExtractSource ExtractSource;

/*
 * extract_source_new: @place: a file (plain or packed), "-" for stdin, or an http: or https: URL.
 * Nothing is opened before the first extract_source_next (). A source belongs to one thread at a
 * time; threads may use sources of their own side by side.
 * Returns: (transfer full)
 */
ExtractSource *extract_source_new (const char *place, const ExtractSourceLimits *limits);
void extract_source_free (ExtractSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractSource, extract_source_free)

/* extract_source_is_url: whether @place is fetched rather than opened. */
gboolean extract_source_is_url (const char *place);

/*
 * extract_source_next: Returns: (transfer full) (nullable): the next record; NULL without @error at
 * the end, NULL with @error (one clear sentence without the name of the place) if this record could
 * not be read; later ones may follow. Errors are of G_IO_ERROR, but for EXTRACT_ERROR_TOO_LARGE
 * (more than max_bytes) and EXTRACT_ERROR_NOT_HTML (the server says that it is something else); among them
 * are G_IO_ERROR_TIMED_OUT and G_IO_ERROR_CANCELLED.
 */
ExtractRecord *extract_source_next (ExtractSource *source, GError **error);

/* extract_source_is_unchanged: whether extract_source_next () gave no page because the last run had it, and
 * it has not changed since. Only of fetcher.h. */
gboolean extract_source_is_unchanged (const ExtractSource *source);

/* extract_source_is_elsewhere: whether extract_source_next () gave no page because the server redirects to
 * where it is not to go. extract_source_is_disallowed: because robots.txt does not allow it. Only of
 * fetcher.h. */
gboolean extract_source_is_elsewhere (const ExtractSource *source);
gboolean extract_source_is_disallowed (const ExtractSource *source);

/* extract_source_is_fenced: whether the last error is the fence's. (That of a server that answers 403 has the
 * same code.) Not of fetcher.h. */
gboolean extract_source_is_fenced (const ExtractSource *source);

/*
 * extract_source_is_archive: opens the source, and looks at its first bytes. Returns: TRUE if it may have
 * more than one record; FALSE, also with @error, which the first extract_source_next () would have given
 */
gboolean extract_source_is_archive (ExtractSource *source, GError **error);

/*
 * extract_source_get_record_name: Returns: (transfer none): the name of the record that extract_source_next
 * () gave last, or could not read: a lost record of an archive has its place, too.
 */
const char *extract_source_get_record_name (const ExtractSource *source);

/*
 * extract_source_decode: undoes what Content-Encoding says: "gzip", "br, zstd"; within @limits.
 * Returns: (transfer full) (nullable)
 */
GBytes *
extract_source_decode (const char *coding, GBytes *body, const ExtractSourceLimits *limits, GError **error);

/* How far a source has been read. */
typedef struct {
  guint64 n_read;   /* bytes of the file or of what came over the net, as packed as they are */
  guint64 size;     /* all of them; 0 if that is not known */
  guint64 n_passed; /* records that are no pages, or not wanted */
} ExtractSourceState;

ExtractSourceState extract_source_get_state (const ExtractSource *source);
