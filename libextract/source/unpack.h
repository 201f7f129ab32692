/* SPDX-License-Identifier: MIT */
/*
 * Unpacks as a stream: a piece at a time, one member after the other, whatever they are. What is not packed
 * is one long member. A damaged member ends where the next good one begins.
 */
#pragma once

#include "libextract/source/codec.h"
#include "libextract/source/input.h"

typedef struct _ExtractUnpacker ExtractUnpacker;

typedef enum {
  EXTRACT_UNPACK_MORE,
  EXTRACT_UNPACK_MEMBER_END, /* another one may follow */
  EXTRACT_UNPACK_END,
  EXTRACT_UNPACK_DAMAGED, /* the member, or what is between two */
  EXTRACT_UNPACK_CUT,     /* the data ends within a member */
  EXTRACT_UNPACK_FAILED,  /* to read */
} ExtractUnpacked;

/* Whether what a member unpacks to, or the first @n bytes of that, can be the beginning of one. */
typedef gboolean (*ExtractUnpackAccepts) (const guint8 *bytes, gsize n);
#define EXTRACT_UNPACK_LOOKS_AT 64

/* The codec of data that begins like this. Returns: (nullable): it is not packed */
const ExtractCodec *extract_unpack_find_codec (const guint8 *bytes, gsize n);

/*
 * extract_unpacker_new: @input: not owned; some bytes are there: they say what it is
 * Returns: (transfer full) (nullable): NULL with @error if the library for it is missing
 */
ExtractUnpacker *extract_unpacker_new (ExtractInput *input, GError **error);
void extract_unpacker_free (ExtractUnpacker *unpacker);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractUnpacker, extract_unpacker_free)

/* extract_unpacker_read: unpacks at most @room bytes, of one member. @n: how many; after a failure or damage
 * these are still good, as far as one can know */
ExtractUnpacked
extract_unpacker_read (ExtractUnpacker *unpacker, guint8 *bytes, gsize room, gsize *n, GError **error);

/*
 * extract_unpacker_resume: goes to the next member that @accepts, after that of the last read.
 * Returns: _MORE, _END if there is none, or _FAILED
 */
ExtractUnpacked
extract_unpacker_resume (ExtractUnpacker *unpacker, ExtractUnpackAccepts accepts, GError **error);

/* extract_unpacker_set_error: the error of _DAMAGED or _CUT, as a sentence. */
void extract_unpacker_set_error (const ExtractUnpacker *unpacker, ExtractUnpacked what, GError **error);

/* Where in the input the member of the last read begins. */
guint64 extract_unpacker_get_member (const ExtractUnpacker *unpacker);
/* (nullable): "gzip" */
const char *extract_unpacker_get_kind (const ExtractUnpacker *unpacker);
