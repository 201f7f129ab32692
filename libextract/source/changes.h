/* SPDX-License-Identifier: MIT */
/*
 * What servers said of pages that were fetched (ETag, Last-Modified), by address, so that a later run can ask
 * for those alone that have changed. In a file: a first line that says what it is, then
 *
 *   ADDRESS <tab> ETAG <tab> LAST-MODIFIED
 */
#pragma once

#include <gio/gio.h>

typedef struct _ExtractChanges ExtractChanges;

/* extract_changes_load: @text: (nullable): of the file; NULL if there is none yet. Fails with
 * G_IO_ERROR_INVALID_DATA if it is another file. */
ExtractChanges *extract_changes_load (const char *text, GError **error);
void extract_changes_free (ExtractChanges *changes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractChanges, extract_changes_free)

/* extract_changes_look_up: @etag, @modified: (out) (transfer full) (nullable). From any thread, as
 * extract_changes_set (). */
void extract_changes_look_up (ExtractChanges *changes, const char *url, char **etag, char **modified);
/* extract_changes_set: @etag, @modified: (nullable): if both are NULL, nothing is known of the page. */
void extract_changes_set (ExtractChanges *changes, const char *url, const char *etag, const char *modified);

/* extract_changes_to_text: Returns: (transfer full): what belongs into the file, in the order of addresses */
GString *extract_changes_to_text (ExtractChanges *changes);
