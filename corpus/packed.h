/* SPDX-License-Identifier: MIT */
/*
 * Files of lines, plain or packed by gzip or zstd: read a line at a time, and written. How a file is packed,
 * its first bytes say; members or frames behind each other are one file.
 */
#pragma once

#include <gio/gio.h>

typedef enum {
  CORPUS_PLAIN,
  CORPUS_GZIP,
  CORPUS_ZSTD,
} CorpusPacking;

/* corpus_packing_of_name: by the suffix .gz or .zst. */
CorpusPacking corpus_packing_of_name (const char *name);

typedef struct _CorpusReader CorpusReader;

/* corpus_reader_new: @path: of a regular file. @max_line: a longer line is an error */
CorpusReader *corpus_reader_new (const char *path, gsize max_line, GError **error);
void corpus_reader_free (CorpusReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CorpusReader, corpus_reader_free)
CorpusPacking corpus_reader_get_packing (const CorpusReader *reader);
/* corpus_reader_get_line: @line: (out) (transfer none) (array length=length): with its end, if it has one;
 * until the next call. Returns: FALSE at the end, and with @error */
gboolean corpus_reader_get_line (CorpusReader *reader, const char **line, gsize *length, GError **error);
/* corpus_reader_get_n_read: bytes of the file, as packed as they are. */
guint64 corpus_reader_get_n_read (const CorpusReader *reader);

typedef struct _CorpusWriter CorpusWriter;

/* corpus_writer_new: @path: (nullable): NULL is standard output; a file appears when it is whole */
CorpusWriter *corpus_writer_new (const char *path, CorpusPacking packing, GError **error);
void corpus_writer_free (CorpusWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CorpusWriter, corpus_writer_free)
gboolean corpus_writer_write (CorpusWriter *writer, const char *data, gsize length, GError **error);
gboolean corpus_writer_commit (CorpusWriter *writer, GError **error);
