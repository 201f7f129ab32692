/* SPDX-License-Identifier: MIT */
/*
 * What stands behind a source: one backend for each kind of place. A new kind is a file
 * source-KIND.c with a backend, and a row in the table of source.c.
 */
#pragma once

#include "libextract/source/source.h"

typedef struct {
  const char *name; /* "file" */
  /* Whether this backend reads @place. The table is asked from the top, the first one takes it. */
  gboolean (*matches) (const char *place);
  /* Called once, before the first next (); may set source->state. After a failure nothing else is called. */
  gboolean (*open) (ExtractSource *source, GError **error);
  /* The contract of extract_source_next (). Not called again after the end. */
  ExtractRecord *(*next) (ExtractSource *source, GError **error);
  /* Called once if open () succeeded: frees source->state. */
  void (*close) (ExtractSource *source);
} ExtractSourceBackend;

struct _ExtractSource {
  const ExtractSourceBackend *backend; /* not owned: a row of the table */
  char *place;                         /* owned */
  ExtractSourceLimits limits;
  enum { EXTRACT_SOURCE_NEW, EXTRACT_SOURCE_OPEN, EXTRACT_SOURCE_ENDED } phase;
  gpointer state; /* the backend's own; NULL unless open */
};

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
