/* SPDX-License-Identifier: MIT */
/*
 * The ranges are those of the registries of special-purpose addresses (RFC 6890; IANA:
 * iana-ipv4-special-registry, iana-ipv6-special-registry), of multicast, and of IPv6 all that was never given
 * to anybody. Of IPv6 addresses with an IPv4 address inside, those that a host or its network still
 * translates are judged by that one; those of tunnels that nobody should use any more are refused.
 */
#include "libextract/source/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

/* Where a prefix of 96 bits leaves room for it. */
#define EMBEDDED_OFFSET 12

static const guint16 web_ports[] = { 80, 443 };

static const ExtractAddressRange ranges[] = {
  { "0.0.0.0", 8, "an unspecified address" },    /* RFC 791; Linux takes it for this machine */
  { "10.0.0.0", 8, "a private address" },        /* RFC 1918 */
  { "100.64.0.0", 10, "a shared address" },      /* RFC 6598; of providers, and of services of clouds */
  { "127.0.0.0", 8, "a loopback address" },      /* RFC 1122 */
  { "168.63.129.16", 32, "a cloud's address" },  /* public by its number, but Azure's own service inside it */
  { "169.254.0.0", 16, "a link-local address" }, /* RFC 3927; 169.254.169.254: the secrets of most clouds */
  { "172.16.0.0", 12, "a private address" },
  { "192.0.0.0", 24, "a protocol's address" },       /* RFC 6890 */
  { "192.0.2.0", 24, "a documentation address" },    /* RFC 5737, as the two below */
  { "192.88.99.0", 24, "a relay's address" },        /* RFC 7526: 6to4 */
  { "192.168.0.0", 16, "a private address" },        /* RFC 1918 */
  { "198.18.0.0", 15, "a benchmark address" },       /* RFC 2544 */
  { "198.51.100.0", 24, "a documentation address" }, /* TEST-NET-2 */
  { "203.0.113.0", 24, "a documentation address" },  /* TEST-NET-3 */
  { "224.0.0.0", 4, "a multicast address" },         /* RFC 5771 */
  { "255.255.255.255", 32, "a broadcast address" },  /* RFC 919 */
  { "240.0.0.0", 4, "a reserved address" },          /* RFC 1112 */

  { "::", 128, "an unspecified address" }, /* RFC 4291, as the next ones */
  { "::1", 128, "a loopback address" },
  { "::ffff:0:0", 96, NULL }, /* mapped: IPv4 by a socket of IPv6 */
  { "::", 96, "an IPv4-compatible address" },
  { "64:ff9b::", 96, NULL },                       /* RFC 6052: the way to IPv4 of networks without it */
  { "64:ff9b:1::", 48, "a private address" },      /* RFC 8215: the same, by rules of one's own */
  { "100::", 64, "a discarded address" },          /* RFC 6666 */
  { "2001::", 32, "a tunnel's address" },          /* RFC 4380: Teredo */
  { "2001::", 23, "a protocol's address" },        /* RFC 2928 */
  { "2001:db8::", 32, "a documentation address" }, /* RFC 3849 */
  { "2002::", 16, "a tunnel's address" },          /* RFC 3056: 6to4 */
  { "3fff::", 20, "a documentation address" },     /* RFC 9637 */
  { "5f00::", 16, "a protocol's address" },        /* RFC 9602: segments of routes */
  { "fc00::", 7, "a private address" },            /* RFC 4193; fd00:ec2::254: the secrets of a cloud */
  { "fe80::", 10, "a link-local address" },        /* RFC 4291 */
  { "fec0::", 10, "a private address" },           /* RFC 3879: once site-local */
  { "ff00::", 8, "a multicast address" },          /* RFC 4291 */
  { "::", 3, "a reserved address" },               /* only 2000::/3 is given to anybody: RFC 4291 */
  { "4000::", 2, "a reserved address" },
  { "8000::", 1, "a reserved address" },
};

const ExtractAddressRange *
extract_address_get_ranges (guint *n)
{
  *n = G_N_ELEMENTS (ranges);
  return ranges;
}

static gboolean
range_has (const ExtractAddressRange *range, int family, const guint8 *bytes)
{
  guint8 first[sizeof (struct in6_addr)];
  guint n = range->n_bits / 8, rest = range->n_bits % 8;

  if ((strchr (range->first, ':') ? AF_INET6 : AF_INET) != family ||
      inet_pton (family, range->first, first) != 1 || memcmp (first, bytes, n) != 0)
    return FALSE;
  return rest == 0 || ((first[n] ^ bytes[n]) >> (8 - rest)) == 0;
}

static gboolean
check_bytes (int family, const guint8 *bytes, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    const ExtractAddressRange *range = &ranges[i];

    if (!range_has (range, family, bytes))
      continue;
    if (!range->name)
      return check_bytes (AF_INET, bytes + EMBEDDED_OFFSET, error);
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "is %s (%s/%u), which is not fetched",
                 range->name, range->first, range->n_bits);
    return FALSE;
  }
  return TRUE;
}

/* Returns: (nullable): in the order of the net; NULL if it is no address of the internet */
static const guint8 *
get_bytes (const struct sockaddr *address, guint16 *port)
{
  if (address->sa_family == AF_INET) {
    const struct sockaddr_in *in = (gconstpointer) address;
    *port = g_ntohs (in->sin_port);
    return (const guint8 *) &in->sin_addr;
  }
  if (address->sa_family == AF_INET6) {
    const struct sockaddr_in6 *in6 = (gconstpointer) address;
    *port = g_ntohs (in6->sin6_port);
    return (const guint8 *) &in6->sin6_addr;
  }
  return NULL;
}

static gboolean
check (const struct sockaddr *address, gboolean allow_private, guint16 *port, GError **error)
{
  const guint8 *bytes = get_bytes (address, port);

  if (!bytes) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                         "is no address of the internet, and is not fetched");
    return FALSE;
  }
  return allow_private || check_bytes (address->sa_family, bytes, error);
}

gboolean
extract_address_check (const struct sockaddr *address, GError **error)
{
  guint16 port = 0;

  return check (address, FALSE, &port, error);
}

static gboolean
has_port (const guint16 *ports, gsize n, guint16 port)
{
  for (gsize i = 0; i < n; i++)
    if (ports[i] == port)
      return TRUE;
  return FALSE;
}

gboolean
extract_fence_check (const ExtractFence *fence, const struct sockaddr *address, GError **error)
{
  guint16 port = 0;

  if (!check (address, fence->allow_private, &port, error))
    return FALSE;
  if (has_port (web_ports, G_N_ELEMENTS (web_ports), port) || has_port (fence->ports, fence->n_ports, port))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "is on port %u, which is not fetched", port);
  return FALSE;
}

int
extract_fence_open_socket (const ExtractFence *fence, int type, int protocol, const struct sockaddr *address,
                           GError **error)
{
  if (!extract_fence_check (fence, address, error))
    return -1;
  return socket (address->sa_family, type | SOCK_CLOEXEC, protocol);
}
