/* SPDX-License-Identifier: MIT */
/*
 * Which addresses are fetched for strangers: those of the public internet, and of it ports of the web. It is
 * the address of a socket that is judged, right before it connects: what a name means may change from one
 * moment to the next, and numbers have many ways of writing.
 */
#pragma once

#include "libextract/source/source.h"

#include <sys/socket.h>

/* A row of the table of what is not fetched. The first one that has the address decides. */
typedef struct {
  const char *first; /* address: "10.0.0.0" */
  guint n_bits;      /* of its prefix */
  const char *name;  /* "a private address"; NULL: it has an IPv4 address inside, which is judged */
} ExtractAddressRange;

/* extract_address_get_ranges: Returns: (transfer none): [@n] */
const ExtractAddressRange *extract_address_get_ranges (guint *n);

/*
 * extract_address_check: @address: of any family; as long as its family says
 * Returns: FALSE with G_IO_ERROR_PERMISSION_DENIED if it is no address of the public internet
 */
gboolean extract_address_check (const struct sockaddr *address, GError **error);

/* extract_fence_check: the same of address and port, and what @fence allows beyond. */
gboolean extract_fence_check (const ExtractFence *fence, const struct sockaddr *address, GError **error);

/* extract_fence_open_socket: Returns: a socket, to be connected to @address and nothing else; -1 with @error
 * if the fence does not allow that, without if the system does not */
int extract_fence_open_socket (const ExtractFence *fence, int type, int protocol,
                               const struct sockaddr *address, GError **error);
