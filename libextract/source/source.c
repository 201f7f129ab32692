/* SPDX-License-Identifier: MIT */
/*
 * The front of all sources: picks the backend for a place, opens it when the first record is asked
 * for, and holds what the backends share, above all the one fence around the size of a record.
 */
#include "libextract/source/source-private.h"

#include <libextract/extract.h>

/* The last row takes every place. */
static const ExtractSourceBackend *const backends[] = {
  &extract_source_curl_backend,
  &extract_source_file_backend,
};

void
extract_record_free (ExtractRecord *record)
{
  g_bytes_unref (record->bytes);
  g_free (record->content_type);
  g_free (record->uri);
  g_free (record->name);
  g_free (record);
}

gboolean
extract_source_is_url (const char *place)
{
  return g_ascii_strncasecmp (place, "http://", strlen ("http://")) == 0 ||
         g_ascii_strncasecmp (place, "https://", strlen ("https://")) == 0;
}

ExtractSource *
extract_source_new (const char *place, const ExtractSourceLimits *limits)
{
  ExtractSource *source = g_new0 (ExtractSource, 1);
  guint i = 0;

  while (!backends[i]->matches (place))
    i++;
  source->backend = backends[i];
  source->place = g_strdup (place);
  source->limits = *limits;
  /* A GByteArray counts its bytes by a guint, and ends the process when it overflows. */
  source->limits.max_bytes = MIN (limits->max_bytes, G_MAXUINT32);
  return source;
}

void
extract_source_free (ExtractSource *source)
{
  if (source->phase == EXTRACT_SOURCE_OPEN)
    source->backend->close (source);
  g_free (source->place);
  g_free (source);
}

ExtractRecord *
extract_source_next (ExtractSource *source, GError **error)
{
  g_autoptr (ExtractRecord) record = NULL;
  g_autoptr (GError) local = NULL;

  if (source->phase == EXTRACT_SOURCE_ENDED)
    return NULL;
  if (source->phase == EXTRACT_SOURCE_NEW) {
    if (!source->backend->open (source, error)) {
      source->phase = EXTRACT_SOURCE_ENDED;
      return NULL;
    }
    source->phase = EXTRACT_SOURCE_OPEN;
  }

  record = source->backend->next (source, &local);
  if (!record && !local) {
    source->backend->close (source);
    source->phase = EXTRACT_SOURCE_ENDED;
  }
  if (local)
    g_propagate_error (error, g_steal_pointer (&local));
  return g_steal_pointer (&record);
}

void
extract_source_set_too_large (const ExtractSource *source, GError **error)
{
  g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE,
               "longer than the limit of %" G_GUINT64_FORMAT " bytes", source->limits.max_bytes);
}

gboolean
extract_source_append (const ExtractSource *source, GByteArray *bytes, const void *data, gsize n,
                       GError **error)
{
  if (n > source->limits.max_bytes - bytes->len) {
    extract_source_set_too_large (source, error);
    return FALSE;
  }
  g_byte_array_append (bytes, data, (guint) n);
  return TRUE;
}

ExtractRecord *
extract_source_make_record (const ExtractSource *source, GByteArray *bytes)
{
  g_autoptr (GByteArray) taken = bytes;
  ExtractRecord *record = g_new0 (ExtractRecord, 1);

  /* An empty array has no data at all; whoever reads text wants a pointer. */
  record->bytes =
      taken->len > 0 ? g_byte_array_free_to_bytes (g_steal_pointer (&taken)) : g_bytes_new_static ("", 0);
  record->name = extract_url_dup_without_user (source->place);
  return record;
}
