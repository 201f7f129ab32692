/* SPDX-License-Identifier: MIT */
/*
 * Which addresses are fetched for strangers: the edges of each range, addresses inside of others, and noise.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "libextract/source/address.h"

/* From sockets of the system: any family, room for all of them. */
typedef union {
  struct sockaddr any;
  struct sockaddr_in in;
  struct sockaddr_in6 in6;
  struct sockaddr_storage room;
} Address;

static Address
parse (const char *text, guint16 port)
{
  Address address = { 0 };

  if (strchr (text, ':')) {
    address.in6 = (struct sockaddr_in6){ .sin6_family = AF_INET6, .sin6_port = g_htons (port) };
    g_assert_cmpint (inet_pton (AF_INET6, text, &address.in6.sin6_addr), ==, 1);
  } else {
    address.in = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = g_htons (port) };
    g_assert_cmpint (inet_pton (AF_INET, text, &address.in.sin_addr), ==, 1);
  }
  return address;
}

/* @range: NULL if it is fetched */
static void
assert_range (const char *text, const char *range)
{
  Address address = parse (text, 80);
  g_autoptr (GError) error = NULL;
  g_autofree char *end = g_strdup_printf (" (%s), which is not fetched", range);
  gboolean good = extract_address_check (&address.any, &error);

  g_test_message ("%s: %s", text, error ? error->message : "is fetched");
  g_assert_true (good == !range);
  if (!range) {
    g_assert_no_error (error);
    return;
  }
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_assert_true (g_str_has_prefix (error->message, "is a"));
  g_assert_true (g_str_has_suffix (error->message, end));
}

/* The range of each edge; of those before and behind, the range that they are in, or NULL. */
static const struct {
  const char *range;
  const char *first, *last;
  const char *before, *before_range;
  const char *behind, *behind_range;
} edges[] = {
  { "0.0.0.0/8", "0.0.0.0", "0.255.255.255", NULL, NULL, "1.0.0.0", NULL },
  { "10.0.0.0/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", NULL, "11.0.0.0", NULL },
  { "100.64.0.0/10", "100.64.0.0", "100.127.255.255", "100.63.255.255", NULL, "100.128.0.0", NULL },
  { "127.0.0.0/8", "127.0.0.0", "127.255.255.255", "126.255.255.255", NULL, "128.0.0.0", NULL },
  { "168.63.129.16/32", "168.63.129.16", "168.63.129.16", "168.63.129.15", NULL, "168.63.129.17", NULL },
  { "169.254.0.0/16", "169.254.0.0", "169.254.255.255", "169.253.255.255", NULL, "169.255.0.0", NULL },
  { "172.16.0.0/12", "172.16.0.0", "172.31.255.255", "172.15.255.255", NULL, "172.32.0.0", NULL },
  { "192.0.0.0/24", "192.0.0.0", "192.0.0.255", "191.255.255.255", NULL, "192.0.1.0", NULL },
  { "192.0.2.0/24", "192.0.2.0", "192.0.2.255", "192.0.1.255", NULL, "192.0.3.0", NULL },
  { "192.88.99.0/24", "192.88.99.0", "192.88.99.255", "192.88.98.255", NULL, "192.88.100.0", NULL },
  { "192.168.0.0/16", "192.168.0.0", "192.168.255.255", "192.167.255.255", NULL, "192.169.0.0", NULL },
  { "198.18.0.0/15", "198.18.0.0", "198.19.255.255", "198.17.255.255", NULL, "198.20.0.0", NULL },
  { "198.51.100.0/24", "198.51.100.0", "198.51.100.255", "198.51.99.255", NULL, "198.51.101.0", NULL },
  { "203.0.113.0/24", "203.0.113.0", "203.0.113.255", "203.0.112.255", NULL, "203.0.114.0", NULL },
  { "224.0.0.0/4", "224.0.0.0", "239.255.255.255", "223.255.255.255", NULL, "240.0.0.0", "240.0.0.0/4" },
  { "240.0.0.0/4", "240.0.0.0", "255.255.255.254", "239.255.255.255", "224.0.0.0/4", "255.255.255.255",
    "255.255.255.255/32" },
  { "255.255.255.255/32", "255.255.255.255", "255.255.255.255", "255.255.255.254", "240.0.0.0/4", NULL,
    NULL },

  { "::/128", "::", "::", NULL, NULL, "::1", "::1/128" },
  { "::1/128", "::1", "::1", "::", "::/128", "::2", "::/96" },
  { "::/96", "::2", "::ffff:ffff", "::1", "::1/128", "::1:0:0", "::/3" },
  /* Those of IPv4 at the ends of what is mapped. */
  { "::ffff:0:0/96", "::ffff:0.0.0.0", "::ffff:255.255.255.255", "::fffe:ffff:ffff", "::/3", "::1:0:0:0",
    "::/3" },
  { "64:ff9b::/96", "64:ff9b::0.0.0.0", "64:ff9b::255.255.255.255", "64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff",
    "::/3", "64:ff9b::1:0:0", "::/3" },
  { "64:ff9b:1::/48", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "64:ff9b:0:ffff::", "::/3",
    "64:ff9b:2::", "::/3" },
  { "100::/64", "100::", "100::ffff:ffff:ffff:ffff", "ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "::/3",
    "100:0:0:1::", "::/3" },
  { "::/3", "::1:0:0", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "::ffff:ffff", "::/96", "2000::", NULL },
  { "2001::/32", "2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    NULL, "2001:1::", "2001::/23" },
  { "2001::/23", "2001:1::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001::/32", "2001:200::", NULL },
  { "2001:db8::/32", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", NULL, "2001:db9::", NULL },
  { "2002::/16", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", NULL, "2003::", NULL },
  { "3fff::/20", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", NULL, "3fff:1000::", NULL },
  { "4000::/2", "4000::", "7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", NULL, "8000::", "8000::/1" },
  { "5f00::/16", "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::/2", "5f01::", "4000::/2" },
  { "8000::/1", "8000::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::/2", "ff00::", "ff00::/8" },
  { "fc00::/7", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "8000::/1", "fe00::", "8000::/1" },
  { "fe80::/10", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "8000::/1", "fec0::", "fec0::/10" },
  { "fec0::/10", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe80::/10", "ff00::", "ff00::/8" },
  { "ff00::/8", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fec0::/10", NULL, NULL },
};

static void
test_edges (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++) {
    const char *range = edges[i].range;
    gboolean judged = g_str_equal (range, "::ffff:0:0/96") || g_str_equal (range, "64:ff9b::/96");

    assert_range (edges[i].first, judged ? "0.0.0.0/8" : range);
    /* A more special range may be at the end of another one. */
    assert_range (edges[i].last, judged                            ? "255.255.255.255/32"
                                 : g_str_equal (range, "8000::/1") ? "fec0::/10"
                                                                   : range);
    if (edges[i].before)
      assert_range (edges[i].before, edges[i].before_range);
    if (edges[i].behind)
      assert_range (edges[i].behind, edges[i].behind_range);
  }
}

/* Each row of the table is in the one above. */
static void
test_edges_complete (void)
{
  guint n = 0;
  const ExtractAddressRange *ranges = extract_address_get_ranges (&n);

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (edges));
  for (guint i = 0; i < n; i++) {
    g_autofree char *range = g_strdup_printf ("%s/%u", ranges[i].first, ranges[i].n_bits);
    guint n_found = 0;

    for (guint k = 0; k < G_N_ELEMENTS (edges); k++)
      n_found += g_str_equal (edges[k].range, range);
    g_test_message ("%s", range);
    g_assert_cmpuint (n_found, ==, 1);
  }
}

/* What has been used against others: services of clouds, IPv4 in IPv6, and what is none of this. */
static void
test_known (void)
{
  static const struct {
    const char *address;
    const char *range; /* NULL: it is fetched */
  } cases[] = {
    { "1.1.1.1", NULL },
    { "8.8.8.8", NULL },
    { "93.184.215.14", NULL },
    { "2606:4700::1111", NULL },
    { "2a00:1450:4014:80a::2004", NULL },
    { "169.254.169.254", "169.254.0.0/16" },
    { "169.254.170.2", "169.254.0.0/16" },
    { "100.100.100.200", "100.64.0.0/10" },
    { "192.0.0.192", "192.0.0.0/24" },
    { "fd00:ec2::254", "fc00::/7" },
    { "fe80::a9fe:a9fe", "fe80::/10" },
    { "::ffff:127.0.0.1", "127.0.0.0/8" },
    { "::ffff:10.0.0.1", "10.0.0.0/8" },
    { "::ffff:169.254.169.254", "169.254.0.0/16" },
    { "::ffff:0.0.0.0", "0.0.0.0/8" },
    { "::ffff:8.8.8.8", NULL },
    { "::ffff:0:127.0.0.1", "::/3" }, /* translated, by a prefix that nobody uses */
    { "::127.0.0.1", "::/96" },
    { "::8.8.8.8", "::/96" },
    { "64:ff9b::127.0.0.1", "127.0.0.0/8" },
    { "64:ff9b::192.168.1.1", "192.168.0.0/16" },
    { "64:ff9b::8.8.8.8", NULL },
    { "64:ff9b:1::8.8.8.8", "64:ff9b:1::/48" },
    { "2002:7f00:1::", "2002::/16" },
    { "2002:808:808::", "2002::/16" },
    { "2001:0:7f00:1::", "2001::/32" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_range (cases[i].address, cases[i].range);
}

static void
test_sentences (void)
{
  static const guint16 ports[] = { 8080, 8443 };
  static const struct {
    const char *address;
    guint16 port;
    ExtractFence fence;
    const char *message; /* NULL: it is fetched */
  } cases[] = {
    { "10.1.2.3", 80, { 0 }, "is a private address (10.0.0.0/8), which is not fetched" },
    { "::1", 443, { 0 }, "is a loopback address (::1/128), which is not fetched" },
    { "::1", 443, { .allow_private = TRUE }, NULL },
    { "8.8.8.8", 80, { 0 }, NULL },
    { "8.8.8.8", 443, { 0 }, NULL },
    { "8.8.8.8", 0, { 0 }, "is on port 0, which is not fetched" },
    { "8.8.8.8", 22, { 0 }, "is on port 22, which is not fetched" },
    { "2606:4700::1111", 25, { 0 }, "is on port 25, which is not fetched" },
    { "8.8.8.8", 8080, { 0 }, "is on port 8080, which is not fetched" },
    { "8.8.8.8", 8080, { .ports = ports, .n_ports = 2 }, NULL },
    { "8.8.8.8", 8443, { .ports = ports, .n_ports = 2 }, NULL },
    { "8.8.8.8", 80, { .ports = ports, .n_ports = 2 }, NULL },
    { "8.8.8.8", 8081, { .ports = ports, .n_ports = 2 }, "is on port 8081, which is not fetched" },
    { "127.0.0.1", 8080, { .allow_private = TRUE }, "is on port 8080, which is not fetched" },
    { "127.0.0.1",
      8080,
      { .ports = ports, .n_ports = 2 },
      "is a loopback address (127.0.0.0/8), which is not fetched" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Address address = parse (cases[i].address, cases[i].port);
    g_autoptr (GError) error = NULL;

    g_assert_true (extract_fence_check (&cases[i].fence, &address.any, &error) == !cases[i].message);
    g_assert_cmpstr (error ? error->message : NULL, ==, cases[i].message);
    if (error)
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  }
}

/* Whatever else sockets connect to. */
static void
test_families (void)
{
  static const int families[] = { AF_UNSPEC, AF_UNIX, AF_NETLINK, AF_PACKET, 0xffff };

  for (guint i = 0; i < G_N_ELEMENTS (families); i++) {
    Address address = { 0 };
    const ExtractFence fence = { .allow_private = TRUE };
    g_autoptr (GError) error = NULL;

    address.any.sa_family = (sa_family_t) families[i];
    g_assert_false (extract_fence_check (&fence, &address.any, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
    g_assert_cmpstr (error->message, ==, "is no address of the internet, and is not fetched");
    g_assert_false (extract_address_check (&address.any, NULL));
  }
}

/* The same by arithmetic: the integers that the registries call private. */
static gboolean
is_public (guint32 ip)
{
  guint32 a = ip >> 24, b = ip >> 16, c = ip >> 8;

  return !(a == 0 || a == 10 || a == 127 || (b >= 0x6440 && b <= 0x647f) || b == 0xa9fe ||
           (b >= 0xac10 && b <= 0xac1f) || b == 0xc0a8 || b == 0xc612 || b == 0xc613 || c == 0xc00000 ||
           c == 0xc00002 || c == 0xc05863 || c == 0xc63364 || c == 0xcb0071 || ip == 0xa83f8110 || a >= 224);
}

/* IPv4: an oracle that knows no prefixes; and the same address inside of IPv6. */
static void
test_random_ipv4 (void)
{
  for (guint i = 0; i < 100000; i++) {
    guint32 ip = (guint32) g_test_rand_int ();
    Address plain = parse ("0.0.0.0", 80), mapped = parse ("::ffff:0:0", 80);
    Address translated = parse ("64:ff9b::", 80);

    /* Half of them near those that are special. */
    if (i % 2)
      ip = (ip & 0xffff) | (guint32) (i % 4 == 1 ? 0xc0 : 0xa9) << 24 | (ip & 0xff0000);
    plain.in.sin_addr.s_addr = g_htonl (ip);
    memcpy (mapped.in6.sin6_addr.s6_addr + 12, &plain.in.sin_addr, 4);
    memcpy (translated.in6.sin6_addr.s6_addr + 12, &plain.in.sin_addr, 4);
    g_assert_true (extract_address_check (&plain.any, NULL) == is_public (ip));
    g_assert_true (extract_address_check (&mapped.any, NULL) == is_public (ip));
    g_assert_true (extract_address_check (&translated.any, NULL) == is_public (ip));
  }
}

/* Noise, in no more memory than the family says: a sentence or none, and nothing is read behind it. */
static void
test_random (void)
{
  static const struct {
    sa_family_t family;
    gsize size;
  } kinds[] = {
    { AF_INET, sizeof (struct sockaddr_in) },
    { AF_INET6, sizeof (struct sockaddr_in6) },
    { AF_UNIX, sizeof (sa_family_t) },
    { AF_UNSPEC, sizeof (sa_family_t) },
  };

  for (guint i = 0; i < 100000; i++) {
    gsize size = kinds[i % G_N_ELEMENTS (kinds)].size;
    sa_family_t family = kinds[i % G_N_ELEMENTS (kinds)].family;
    g_autofree guint8 *bytes = g_malloc (size);
    const ExtractFence fence = { .allow_private = i % 3 == 0 };
    g_autoptr (GError) error = NULL;

    for (gsize k = 0; k < size; k++)
      bytes[k] = (guint8) g_test_rand_int ();
    if (i % 16 >= 8 && family == AF_INET)
      family = (sa_family_t) g_test_rand_int_range (AF_UNIX, 50);
    if (family == AF_INET6 && size < sizeof (struct sockaddr_in6))
      family = AF_UNIX;
    memcpy (bytes, &family, sizeof family);
    g_assert_true (extract_fence_check (&fence, (gconstpointer) bytes, &error) == !error);
    if (error)
      g_assert_true (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED) &&
                     g_utf8_validate (error->message, -1, NULL));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/address/edges", test_edges);
  g_test_add_func ("/address/edges-complete", test_edges_complete);
  g_test_add_func ("/address/known", test_known);
  g_test_add_func ("/address/sentences", test_sentences);
  g_test_add_func ("/address/families", test_families);
  g_test_add_func ("/address/random-ipv4", test_random_ipv4);
  g_test_add_func ("/address/random", test_random);
  return g_test_run ();
}
