/* SPDX-License-Identifier: MIT */
/*
 * The front of all sources: picks the backend for a place, opens it when the first record is requested, and
 * has what the backends share, above all the limit on the size of a record.
 */
#include "libextract/base/url.h"
#include "libextract/source/source-private.h"

#include <libextract/extract.h>
#include <string.h>

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
  g_free (record->date);
  g_free (record->title);
  g_clear_pointer (&record->report, g_bytes_unref);
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
  source->name = extract_url_dup_without_user (place);
  source->limits = *limits;
  if (source->limits.max_memory == 0)
    source->limits.max_memory = G_MAXUINT64;
  return source;
}

static void
end (ExtractSource *source)
{
  if (source->archive) {
    source->last_name = g_strdup (extract_archive_get_name (source->archive));
    source->progress.n_passed = extract_archive_get_n_passed (source->archive);
    g_clear_pointer (&source->archive, extract_archive_free);
  }
  if (source->phase == EXTRACT_SOURCE_OPEN)
    source->backend->close (source);
  source->phase = EXTRACT_SOURCE_ENDED;
}

void
extract_source_free (ExtractSource *source)
{
  end (source);
  g_clear_error (&source->failure);
  g_free (source->last_name);
  g_free (source->name);
  g_free (source->place);
  g_free (source);
}

/* Opens it, and finds out what it is. */
static void
begin (ExtractSource *source)
{
  ExtractInput *input = NULL;

  if (source->phase != EXTRACT_SOURCE_NEW)
    return;
  if (source->limits.fence && !extract_source_is_url (source->place)) {
    extract_source_refuse (source, "only http and https URLs are fetched", &source->failure);
    source->phase = EXTRACT_SOURCE_ENDED;
    return;
  }
  if (!source->backend->open (source, &source->failure)) {
    source->phase = EXTRACT_SOURCE_ENDED;
    return;
  }
  source->phase = EXTRACT_SOURCE_OPEN;
  input = source->backend->begin ? source->backend->begin (source, &source->failure) : NULL;
  if (input && !source->limits.only_pages)
    source->archive = extract_archive_new (source, input, &source->failure);
  if (source->failure)
    end (source);
}

gboolean
extract_source_is_archive (ExtractSource *source, GError **error)
{
  begin (source);
  if (source->failure && error)
    *error = g_error_copy (source->failure);
  return source->archive != NULL;
}

gboolean
extract_source_is_unchanged (const ExtractSource *source)
{
  return source->unchanged;
}

gboolean
extract_source_is_elsewhere (const ExtractSource *source)
{
  return source->elsewhere;
}

gboolean
extract_source_is_disallowed (const ExtractSource *source)
{
  return source->disallowed;
}

gboolean
extract_source_is_fenced (const ExtractSource *source)
{
  return source->fenced;
}

void
extract_source_refuse (ExtractSource *source, const char *sentence, GError **error)
{
  source->fenced = TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, sentence);
}

const char *
extract_source_get_record_name (const ExtractSource *source)
{
  const char *name = source->archive ? extract_archive_get_name (source->archive) : source->last_name;

  return name && *name ? name : source->name;
}

ExtractSourceState
extract_source_get_state (const ExtractSource *source)
{
  ExtractSourceState state = source->progress;

  if (source->archive)
    state.n_passed = extract_archive_get_n_passed (source->archive);
  return state;
}

static ExtractRecord *
next_of_archive (ExtractSource *source, GError **error)
{
  if (source->backend->allow_time)
    source->backend->allow_time (source);
  return extract_archive_next (source->archive, error);
}

/* The one page of @source, as a browser shows it. What a fetcher has fetched was rendered there. */
static ExtractRecord *
next_page (ExtractSource *source, GError **error)
{
  const gboolean is_file = source->backend == &extract_source_file_backend;
  ExtractRecord *record = source->backend->next (source, error);

  if (!record || !source->limits.renderer || (!is_file && source->backend != &extract_source_curl_backend) ||
      strcmp (source->place, "-") == 0)
    return record;
  return extract_renderer_run (source->limits.renderer, record, is_file ? source->place : NULL,
                               &source->limits, error);
}

ExtractRecord *
extract_source_next (ExtractSource *source, GError **error)
{
  g_autoptr (ExtractRecord) record = NULL;
  g_autoptr (GError) local = NULL;

  begin (source);
  if (source->failure) {
    g_propagate_error (error, g_steal_pointer (&source->failure));
    return NULL;
  }
  if (source->phase == EXTRACT_SOURCE_ENDED)
    return NULL;
  record = source->archive ? next_of_archive (source, &local) : next_page (source, &local);
  if (!record && !local)
    end (source);
  if (local)
    g_propagate_error (error, g_steal_pointer (&local));
  return g_steal_pointer (&record);
}

/* Pages are answers that are HTML, or do not say what they are. */
static gboolean
is_html (const char *content_type)
{
  static const char *const types[] = { "text/html", "application/xhtml+xml", "application/octet-stream",
                                       "unknown", "no-type" };
  gsize n = strcspn (content_type, "; \t");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (n == strlen (types[i]) && g_ascii_strncasecmp (content_type, types[i], n) == 0)
      return TRUE;
  return FALSE;
}

gboolean
extract_record_head_is_page (const ExtractRecordHead *head)
{
  if (head->status != 0 && (head->status < 200 || head->status >= 300))
    return FALSE;
  return head->whole || !head->content_type || is_html (head->content_type);
}

void
extract_source_set_too_large (const ExtractSource *source, GError **error)
{
  g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_TOO_LARGE,
               "longer than the limit of %" G_GUINT64_FORMAT " bytes", source->limits.max_bytes);
}

void
extract_source_bytes_clear (ExtractSourceBytes *bytes)
{
  g_free (bytes->data);
  *bytes = (ExtractSourceBytes){ 0 };
}

#define FIRST_ROOM ((gsize) 64 << 10)
/* From there on room grows by a quarter, not by all: the system moves it without a copy. */
#define LARGE_ROOM ((gsize) 4 << 20)

/* What has to be there for others, where much is asked for. */
#define RESERVE ((gsize) 16 << 20)

/* Room for @n bytes, which are within the limits. */
static gboolean
make_room (ExtractSourceBytes *bytes, gsize n)
{
  const gsize next = bytes->room + (bytes->room >= LARGE_ROOM ? bytes->room / 4 : bytes->room);
  gpointer data, reserve = NULL;

  if (n <= bytes->room)
    return TRUE;
  bytes->room = MAX (MAX (n, next), FIRST_ROOM);
  data = g_try_realloc (bytes->data, bytes->room);
  if (data)
    bytes->data = data;
  if (data && bytes->room >= LARGE_ROOM) {
    reserve = g_try_malloc (RESERVE);
    g_free (reserve);
  }
  return data && (reserve || bytes->room < LARGE_ROOM);
}

gboolean
extract_source_append (const ExtractSource *source, ExtractSourceBytes *bytes, const void *data, gsize n,
                       GError **error)
{
  if (n > source->limits.max_bytes - bytes->length) {
    extract_source_set_too_large (source, error);
    return FALSE;
  }
  if (bytes->length + n > source->limits.max_memory || !make_room (bytes, bytes->length + n)) {
    g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY,
                         "needs more than the memory limit");
    return FALSE;
  }
  if (n > 0)
    memcpy (bytes->data + bytes->length, data, n);
  bytes->length += n;
  return TRUE;
}

ExtractRecord *
extract_source_make_record (const ExtractSource *source, ExtractSourceBytes *bytes)
{
  ExtractRecord *record = g_new0 (ExtractRecord, 1);

  /* An empty GBytes has no data, but readers expect a pointer. */
  if (bytes->length > 0) {
    record->bytes = g_bytes_new_take (g_realloc (bytes->data, bytes->length), bytes->length);
    *bytes = (ExtractSourceBytes){ 0 };
  } else
    record->bytes = g_bytes_new_static ("", 0);
  record->name = g_strdup (source->name);
  return record;
}
