/* SPDX-License-Identifier: MIT */
/* The end of a WARC file to which records are to be added. */
#pragma once

#include <gio/gio.h>
#include <sys/types.h>

/*
 * extract_warc_tail_cut: goes over the records of the file, and cuts off the last one if it is not whole.
 * @packed: each is a member of gzip
 * @length: (out): of the file now
 * Fails with G_IO_ERROR_INVALID_DATA, without a change, if it is no such file, or is damaged otherwise.
 */
gboolean extract_warc_tail_cut (int fd, gboolean packed, off_t *length, GError **error);
