/* SPDX-License-Identifier: MIT */
/*
 * What stands behind a source: one backend for each kind of place. A new kind is a file
 * source-KIND.c with a backend, and a row in the table of source.c.
 */
#pragma once

#include "libextract/source/input.h"
#include "libextract/source/source.h"

typedef struct {
  const char *name; /* "file" */
  /* Whether this backend reads @place. The table is asked from the top, the first one takes it. */
  gboolean (*matches) (const char *place);
  /* Called once, before the first next (); may set source->state. After a failure nothing else is called. */
  gboolean (*open) (ExtractSource *source, GError **error);
  /* (nullable): Waits for the first bytes. Returns: (nullable): those and all others; NULL with @error, or if
   * there is one page at most, which is no archive */
  ExtractInput *(*begin) (ExtractSource *source, GError **error);
  /* The contract of extract_source_next (), of one page. Not called again after the end. */
  ExtractRecord *(*next) (ExtractSource *source, GError **error);
  /* Called once if open () succeeded: frees source->state. */
  void (*close) (ExtractSource *source);
  /* (nullable): Called before each record of an archive: each may take its time. */
  void (*allow_time) (ExtractSource *source);
} ExtractSourceBackend;

/* What the fetcher asks and wants to know of a URL: exchange.h. */
typedef struct _ExtractExchange ExtractExchange;

/* What the bytes are, if they are more than one page: archive.h. */
typedef struct _ExtractArchive ExtractArchive;

struct _ExtractSource {
  const ExtractSourceBackend *backend; /* not owned: a row of the table */
  char *place;                         /* owned */
  char *name;                          /* the place without a password; owned */
  ExtractSourceLimits limits;
  enum { EXTRACT_SOURCE_NEW, EXTRACT_SOURCE_OPEN, EXTRACT_SOURCE_ENDED } phase;
  gpointer state;              /* the backend's own; NULL unless open */
  ExtractArchive *archive;     /* (nullable): what the bytes are; owned */
  char *last_name;             /* (nullable): of the last record of the archive, once it has ended; owned */
  GError *failure;             /* (nullable): of the beginning, not told yet; owned */
  ExtractSourceState progress; /* but for what the archive knows */
  ExtractExchange *exchange;   /* (nullable): not owned */
  /* Of one that a fetcher has fetched. */
  struct _ExtractFetcher *fetcher; /* (nullable): not owned */
  gsize item;                      /* its number there */
  gboolean unchanged, elsewhere, disallowed;
  gboolean streams; /* the first bytes were seen: it is an archive */
  gboolean fenced;  /* the fence refused it */
};

/* extract_source_refuse: sets the error of what the fence does not allow. */
void extract_source_refuse (ExtractSource *source, const char *sentence, GError **error);

extern const ExtractSourceBackend extract_source_curl_backend;
extern const ExtractSourceBackend extract_source_file_backend;

/* The bytes of a record, as they come. All zero: none. */
typedef struct {
  guint8 *data; /* (nullable): [room]; owned */
  gsize length;
  gsize room;
} ExtractSourceBytes;

void extract_source_bytes_clear (ExtractSourceBytes *bytes);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExtractSourceBytes, extract_source_bytes_clear)

/*
 * extract_source_append: adds @n bytes to those of a record.
 * Fails with EXTRACT_ERROR_TOO_LARGE and EXTRACT_ERROR_OUT_OF_MEMORY, before anything is copied, if they
 * would pass a limit, or the system has no room for them.
 */
gboolean extract_source_append (const ExtractSource *source, ExtractSourceBytes *bytes, const void *data,
                                gsize n, GError **error);

/* extract_source_set_too_large: the error of a record that is longer than the limit. */
void extract_source_set_too_large (const ExtractSource *source, GError **error);

/* extract_source_make_record: Returns: (transfer full): a record of @source, which takes what is in @bytes.
 */
ExtractRecord *extract_source_make_record (const ExtractSource *source, ExtractSourceBytes *bytes);

/*
 * extract_renderer_run: the page @record, as a browser shows it; from any thread.
 * @record: (transfer full): as it was fetched, or read from a file @path (nullable)
 * Returns: (transfer full) (nullable): @record itself if it need not be rendered; NULL with an error of
 * G_IO_ERROR
 */
ExtractRecord *extract_renderer_run (ExtractRenderer *renderer, ExtractRecord *record, const char *path,
                                     const ExtractSourceLimits *limits, GError **error);

/* extract_archive_matches: whether a file that begins like this is an archive. */
gboolean extract_archive_matches (const guint8 *bytes, gsize n);
/* extract_archive_may_match: whether more bytes are needed to tell. */
gboolean extract_archive_may_match (const guint8 *bytes, gsize n);

/* extract_archive_await: waits until @input has the first bytes: so many that they say what it is. */
gboolean extract_archive_await (ExtractInput *input, GError **error);

/*
 * extract_archive_new: @input: not owned; has the first bytes
 * Returns: (transfer full) (nullable): NULL if this is one page, or with @error
 */
ExtractArchive *extract_archive_new (const ExtractSource *source, ExtractInput *input, GError **error);
void extract_archive_free (ExtractArchive *archive);

/* extract_archive_next: the contract of extract_source_next () */
ExtractRecord *extract_archive_next (ExtractArchive *archive, GError **error);
/* The name of the last record; "" before the first one. */
const char *extract_archive_get_name (const ExtractArchive *archive);
guint64 extract_archive_get_n_passed (const ExtractArchive *archive);
