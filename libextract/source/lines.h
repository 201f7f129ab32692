/* SPDX-License-Identifier: MIT */
/* Archives that are made of lines. */
#pragma once

#include "libextract/source/archive.h"

typedef enum {
  EXTRACT_LINE_READ,
  EXTRACT_LINE_TOO_LONG, /* it was passed over */
  EXTRACT_LINE_END,      /* of the archive */
  EXTRACT_LINE_STOPPED,  /* it cannot be read, nor what is behind it */
} ExtractLine;

/*
 * extract_line_peek: the next line. @line: without its line end, at hand until the lookahead moves on.
 * @n_used: what to skip for the one behind it
 */
ExtractLine extract_line_peek (ExtractArchive *archive, const guint8 **line, gsize *n, gsize *n_used);

/* extract_line_set_stopped: the error of _STOPPED; the archive has come to its end. */
void extract_line_set_stopped (ExtractArchive *archive, GError **error);

/* Returns: how many of the first bytes are blanks, line ends or a byte order mark */
gsize extract_line_count_blank (const guint8 *bytes, gsize n);
