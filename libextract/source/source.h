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
  char *uri;  /* (nullable): where it came from in the end, after redirects; NULL for files and stdin */
  char *name; /* what the user called it: file name, URL (without a password) or "-"; also the name in
                 messages */
} ExtractRecord;

void extract_record_free (ExtractRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractRecord, extract_record_free)

/* What one record may take. */
typedef struct {
  guint64 max_bytes;   /* after decompression */
  guint64 max_memory;  /* for these; 0: as much as there is */
  guint max_redirects; /* of a URL */
  /* From opening or connecting to the last byte, by the clock on the wall; of URLs, and of pipes and devices
   * that are named. 0: none for the latter. Regular files and stdin have none. */
  guint64 max_milliseconds;
  GCancellable *cancellable; /* (nullable): not owned; ends all waiting */
} ExtractSourceLimits;

typedef struct _ExtractSource ExtractSource;

/*
 * extract_source_new: @place: a file (plain or gzip), "-" for stdin, or an http: or https: URL.
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
