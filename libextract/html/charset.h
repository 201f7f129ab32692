/* SPDX-License-Identifier: MIT */
/* From bytes to UTF-8, as the WHATWG encoding standard has it. */
#pragma once

#include "libextract/extract.h"

/* Returns: (nullable): the static WHATWG name ("windows-1252") of a label (" Latin1 "), or NULL. */
const char *extract_charset_from_label (const char *label);

/* Returns: (transfer full) (nullable): the value of charset= in a Content-Type header. */
char *extract_charset_from_content_type (const char *content_type);

/*
 * Which encoding the bytes have. Order: @override, BOM, @content_type, <meta> prescan, UTF-16 by its
 * NUL bytes, UTF-8 validity, uchardet, windows-1252. What a header or <meta> says is not believed
 * where the bytes disprove it. An @override that is unknown or NULL is passed over.
 * @bom_length: (out): bytes to leave out
 *
 * Returns: a static WHATWG name, never NULL.
 */
const char *extract_charset_detect (const guint8 *bytes, gsize length, const char *override,
                                    const char *content_type, gsize *bom_length);

/*
 * Decodes to UTF-8; what is invalid becomes U+FFFD. NUL bytes stay.
 *
 * Returns: (transfer full) (nullable): the text. Bytes that are valid UTF-8 already come back as
 * the same memory (a reference to, or a slice of, @bytes). NULL with EXTRACT_ERROR_OUT_OF_MEMORY if
 * the result would be longer than @max_length bytes, EXTRACT_ERROR_ENCODING if @charset is no label.
 */
GBytes *extract_charset_decode (GBytes *bytes, gsize bom_length, const char *charset, gsize max_length,
                                GError **error);
