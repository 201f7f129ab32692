/* SPDX-License-Identifier: MIT */
/*
 * What a person decided about texts, over all pages of a set: the same text in the same element (navigation,
 * notices) need not be decided twice. Memory is not used for texts with different decisions: they depend on
 * the place.
 */
#pragma once

#include <libextract/extract.h>

G_BEGIN_DECLS

typedef struct _Memory Memory;

/* What is remembered of a text. */
typedef struct {
  const char *class_name;
  const char *page; /* id of the page where it was decided first */
} Remembered;

/* memory_load: reads the labels of @who in the set at @path. Labels files that are damaged are left out, and
 * named in @warnings (of char *). Returns: (transfer full) */
Memory *memory_load (const char *path, const char *who, GPtrArray *warnings);
void memory_free (Memory *memory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Memory, memory_free)

/* memory_put: what @annotation says of @page takes the place of what was known of it. */
void memory_put (Memory *memory, const char *page, ExtractAnnotation *annotation);
/* memory_find: (nullable): what other pages than @page say of @fingerprint. It lives until memory_put (). */
const Remembered *memory_find (Memory *memory, const char *fingerprint, const char *page);

G_END_DECLS
