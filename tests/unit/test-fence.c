/* SPDX-License-Identifier: MIT */
/*
 * A fence around what is fetched. Names and connections are this program's own: libcurl finds its getaddrinfo
 * () and connect () here. Every connection is noted, and leads to a server on 127.0.0.1, whatever its
 * address:
 *
 *   http://public.test/ -> 1.1.1.1:80, noted -> the server
 *
 * So what is fetched can be tested as well as what is not, and nothing leaves the machine.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <libextract/extract.h>
#include "libextract/source/exchange.h"

#define PUBLIC "1.1.1.1"

static GMutex lock;
static GString *connections; /* since the beginning of the fetch: "1.1.1.1:80 " */
static guint n_answers;      /* of /archive-then? */
static guint16 server_port;
static GCancellable *stop_server;

/* ---- Names ---------------------------------------------------------------------------------- */

static struct {
  const char *name;
  const char *first[2]; /* what it resolves to when it is asked for the first time */
  const char *later;    /* NULL: the same */
  guint n_asked;        /* in this fetch */
} names[] = {
  { "public.test", { PUBLIC }, NULL, 0 },
  { "public6.test", { "2606:4700::1111" }, NULL, 0 },
  { "private.test", { "10.1.2.3" }, NULL, 0 },
  { "loopback.test", { "127.0.0.1" }, NULL, 0 },
  { "localhost", { "127.0.0.1" }, NULL, 0 },
  { "metadata.test", { "169.254.169.254" }, NULL, 0 },
  { "mapped.test", { "::ffff:127.0.0.1" }, NULL, 0 },
  { "unique.test", { "fd00::1" }, NULL, 0 },
  { "mixed.test", { "127.0.0.1", PUBLIC }, NULL, 0 },
  { "rebind.test", { PUBLIC }, "127.0.0.1", 0 },
};

/* One piece of memory, as the freeaddrinfo () of glibc wants it. Returns: (nullable): if @text is no address
 */
static struct addrinfo *
make_address (const char *text, guint16 port)
{
  struct addrinfo *info = calloc (1, sizeof *info + sizeof (struct sockaddr_in6));
  struct sockaddr_in *in = (gpointer) (info + 1);
  struct sockaddr_in6 *in6 = (gpointer) (info + 1);

  info->ai_socktype = SOCK_STREAM;
  info->ai_protocol = IPPROTO_TCP;
  info->ai_addr = (gpointer) (info + 1);
  if (inet_pton (AF_INET, text, &in->sin_addr) == 1) {
    info->ai_family = in->sin_family = AF_INET;
    info->ai_addrlen = sizeof *in;
    in->sin_port = g_htons (port);
    return info;
  }
  if (inet_pton (AF_INET6, text, &in6->sin6_addr) == 1) {
    info->ai_family = in6->sin6_family = AF_INET6;
    info->ai_addrlen = sizeof *in6;
    in6->sin6_port = g_htons (port);
    return info;
  }
  free (info);
  return NULL;
}

/* libcurl may ask for the addresses of each @family by itself: that is one question, counted where an address
 * can be the answer. Returns: (nullable) */
static struct addrinfo *
look_up (const char *name, guint16 port, int family)
{
  struct addrinfo *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    if (g_ascii_strcasecmp (name, names[i].name) != 0)
      continue;
    if (family == (strchr (names[i].first[0], ':') ? AF_INET : AF_INET6))
      return NULL;
    if (names[i].n_asked++ > 0 && names[i].later)
      return make_address (names[i].later, port);
    first = make_address (names[i].first[0], port);
    if (names[i].first[1])
      first->ai_next = make_address (names[i].first[1], port);
    return first;
  }
  return make_address (name, port);
}

/* A dot at the end is taken for none: not by all systems, but by the worst of them. */
__attribute__ ((visibility ("default"))) int
getaddrinfo (const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result)
{
  g_autofree char *name = g_strdup (node ? node : "");

  if (g_str_has_suffix (name, "."))
    name[strlen (name) - 1] = '\0';
  g_mutex_lock (&lock);
  *result = look_up (name, service ? (guint16) g_ascii_strtoull (service, NULL, 10) : 0,
                     hints ? hints->ai_family : AF_UNSPEC);
  g_mutex_unlock (&lock);
  return *result ? 0 : EAI_NONAME;
}

__attribute__ ((visibility ("default"))) int
connect (int fd, const struct sockaddr *address, socklen_t n)
{
  char text[INET6_ADDRSTRLEN] = "";
  const struct sockaddr_in *in = (gconstpointer) address;
  struct sockaddr_in6 server6 = { .sin6_family = AF_INET6, .sin6_port = g_htons (server_port) };
  struct sockaddr_in server = { .sin_family = AF_INET, .sin_port = g_htons (server_port) };

  if (address->sa_family != AF_INET && address->sa_family != AF_INET6)
    return (int) syscall (SYS_connect, fd, address, n);
  inet_ntop (address->sa_family,
             address->sa_family == AF_INET
                 ? (gconstpointer) &in->sin_addr
                 : (gconstpointer) & ((const struct sockaddr_in6 *) (gconstpointer) address)->sin6_addr,
             text, sizeof text);
  g_mutex_lock (&lock);
  g_string_append_printf (connections, "%s:%u ", text, g_ntohs (in->sin_port));
  g_mutex_unlock (&lock);
  inet_pton (AF_INET6, "::ffff:127.0.0.1", &server6.sin6_addr);
  inet_pton (AF_INET, "127.0.0.1", &server.sin_addr);
  return (int) (address->sa_family == AF_INET ? syscall (SYS_connect, fd, &server, sizeof server)
                                              : syscall (SYS_connect, fd, &server6, sizeof server6));
}

static void
forget (void)
{
  g_mutex_lock (&lock);
  g_string_truncate (connections, 0);
  n_answers = 0;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    names[i].n_asked = 0;
  g_mutex_unlock (&lock);
}

/* ---- The server ------------------------------------------------------------------------------ */

#define PAGE                                                                                     \
  "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n" \
  "page"
#define ARCHIVED "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>page"

static void
answer_request (const char *path, GOutputStream *out)
{
  const char *query = strchr (path, '?');
  g_autofree char *text = NULL;

  if (g_str_has_prefix (path, "/archive") && (!query || g_atomic_int_add ((int *) &n_answers, 1) == 0))
    text = g_strdup_printf ("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
                            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\n"
                            "Content-Length: %d\r\n\r\n" ARCHIVED "\r\n\r\n",
                            (int) strlen (ARCHIVED));
  else if (g_str_has_prefix (path, "/403"))
    text = g_strdup ("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  else if (query && query > path + 1) /* "/to?ADDRESS" */
    text = g_strdup_printf (
        "HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: %s\r\n\r\n", query + 1);
  else
    text = g_strdup (PAGE);
  g_output_stream_write_all (out, text, strlen (text), NULL, NULL, NULL);
}

/* One connection after the other, and one request of each. TLS is none. */
static gpointer
run_server (gpointer listener)
{
  for (;;) {
    g_autoptr (GSocketConnection) connection = g_socket_listener_accept (listener, NULL, stop_server, NULL);
    g_autoptr (GString) request = g_string_new (NULL);
    g_auto (GStrv) words = NULL;
    GInputStream *in = NULL;
    char byte = 'G';

    if (!connection)
      return NULL;
    in = g_io_stream_get_input_stream (G_IO_STREAM (connection));
    while (!g_str_has_suffix (request->str, "\r\n\r\n") && (request->len > 0 || byte == 'G') &&
           g_input_stream_read (in, &byte, 1, NULL, NULL) == 1)
      g_string_append_c (request, byte);
    words = g_strsplit (request->str, " ", 3);
    if (g_str_has_suffix (request->str, "\r\n\r\n"))
      answer_request (words[1], g_io_stream_get_output_stream (G_IO_STREAM (connection)));
  }
}

static GSocketListener *
listen_on_loopback (void)
{
  GSocketListener *listener = g_socket_listener_new ();
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autoptr (GError) error = NULL;

  g_socket_listener_add_address (listener, address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
                                 &effective, &error);
  g_assert_no_error (error);
  server_port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective));
  return listener;
}

/* ---- Fetches --------------------------------------------------------------------------------- */

typedef struct {
  const char *url;
  const char *message; /* of the error; NULL: it is fetched */
  const char *asked;   /* the connections before that */
} Case;

static const guint16 more_ports[] = { 8080 };
static const ExtractFence closed = { 0 };
static const ExtractFence opened = { .allow_private = TRUE };
static const ExtractFence with_port = { .ports = more_ports, .n_ports = G_N_ELEMENTS (more_ports) };

/* The first page of @url. Returns: (transfer full) (nullable): the message of the error */
static char *
fetch (const char *url, const ExtractFence *fence, gboolean *fenced)
{
  const ExtractSourceLimits limits = {
    .max_bytes = 100000, .max_redirects = 4, .max_milliseconds = 20000, .fence = fence
  };
  g_autoptr (ExtractSource) source = extract_source_new (url, &limits);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractRecord) record = NULL;

  forget ();
  record = extract_source_next (source, &error);
  g_assert_true (!record == (error != NULL));
  *fenced = extract_source_is_fenced (source);
  if (*fenced)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_test_message ("%s: %s [%s]", url, error ? error->message : "is fetched", connections->str);
  return error ? g_strdup (error->message) : NULL;
}

static void
assert_case (const Case *test, const ExtractFence *fence)
{
  gboolean fenced = FALSE;
  g_autofree char *message = fetch (test->url, fence, &fenced);

  g_assert_cmpstr (message, ==, test->message);
  g_assert_true (fenced == (test->message != NULL));
  g_assert_cmpstr (connections->str, ==, test->asked);
}

static gboolean
has_ipv6 (void)
{
  g_autoptr (GSocket) probe = g_socket_new (G_SOCKET_FAMILY_IPV6, G_SOCKET_TYPE_DATAGRAM, 0, NULL);

  return probe != NULL;
}

static gboolean
is_ours (void)
{
  gboolean fenced = FALSE;
  g_autofree char *message = fetch ("http://public.test/ok", NULL, &fenced);

  return !message && g_str_equal (connections->str, PUBLIC ":80 ");
}

#define LOOPBACK "is a loopback address (127.0.0.0/8), which is not fetched"
#define LOOPBACK6 "is a loopback address (::1/128), which is not fetched"
#define UNSPECIFIED "is an unspecified address (0.0.0.0/8), which is not fetched"
#define PRIVATE "is a private address (10.0.0.0/8), which is not fetched"
#define USER "has a user name, which is not allowed"
#define SCHEME "only http and https URLs are fetched"

/* Behind a fence, and, the second time, by one that is open: all are fetched then. */
static const Case addresses[] = {
  { "http://127.0.0.1/", LOOPBACK, "127.0.0.1:80 " },
  { "http://127.255.255.254/", LOOPBACK, "127.255.255.254:80 " },
  { "http://2130706433/", LOOPBACK, "127.0.0.1:80 " },
  { "http://0177.0.0.1/", LOOPBACK, "127.0.0.1:80 " },
  { "http://017700000001/", LOOPBACK, "127.0.0.1:80 " },
  { "http://0x7f.0.0.1/", LOOPBACK, "127.0.0.1:80 " },
  { "http://0x7f000001/", LOOPBACK, "127.0.0.1:80 " },
  { "http://127.1/", LOOPBACK, "127.0.0.1:80 " },
  { "http://127.0.1/", LOOPBACK, "127.0.0.1:80 " },
  { "http://127.0.0.1./", LOOPBACK, "127.0.0.1:80 " },
  { "http://%31%32%37.0.0.1/", LOOPBACK, "127.0.0.1:80 " },
  { "http://127.0.0.1#.public.test/", LOOPBACK, "127.0.0.1:80 " },
  { "http://127.0.0.1?@public.test/", LOOPBACK, "127.0.0.1:80 " },
  { "HTTP://LOOPBACK.test./", LOOPBACK, "127.0.0.1:80 " },
  { "http://loopback.test/", LOOPBACK, "127.0.0.1:80 " },
  { "http://0/", UNSPECIFIED, "0.0.0.0:80 " },
  { "http://0.0.0.0/", UNSPECIFIED, "0.0.0.0:80 " },
  { "http://private.test/", PRIVATE, "10.1.2.3:80 " },
  { "http://10.0.0.1/", PRIVATE, "10.0.0.1:80 " },
  { "http://169.254.169.254/latest/meta-data/",
    "is a link-local address (169.254.0.0/16), which is not fetched", "169.254.169.254:80 " },
  { "http://metadata.test/", "is a link-local address (169.254.0.0/16), which is not fetched",
    "169.254.169.254:80 " },
};

static const Case addresses6[] = {
  { "http://[::1]/", LOOPBACK6, "::1:80 " },
  { "http://[::ffff:127.0.0.1]/", LOOPBACK, "::ffff:127.0.0.1:80 " },
  { "http://[::ffff:7f00:1]/", LOOPBACK, "::ffff:127.0.0.1:80 " },
  { "http://[0:0:0:0:0:ffff:10.0.0.1]/", PRIVATE, "::ffff:10.0.0.1:80 " },
  { "http://[64:ff9b::10.0.0.1]/", PRIVATE, "64:ff9b::a00:1:80 " },
  { "http://[::]/", "is an unspecified address (::/128), which is not fetched", ":::80 " },
  { "http://[2002:7f00:1::]/", "is a tunnel's address (2002::/16), which is not fetched",
    "2002:7f00:1:::80 " },
  { "http://mapped.test/", LOOPBACK, "::ffff:127.0.0.1:80 " },
  { "http://unique.test/", "is a private address (fc00::/7), which is not fetched", "fd00::1:80 " },
};

static void
check_addresses (const Case *cases, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    const Case refused = { cases[i].url, cases[i].message, "" };
    const Case fetched = { cases[i].url, NULL, cases[i].asked };

    assert_case (&refused, &closed);
    assert_case (&fetched, &opened);
    assert_case (&fetched, NULL);
  }
}

static void
test_addresses (void)
{
  check_addresses (addresses, G_N_ELEMENTS (addresses));
  if (has_ipv6 ())
    check_addresses (addresses6, G_N_ELEMENTS (addresses6));
  else
    g_test_skip ("there is no IPv6");
}

/* What libcurl says of names of this machine before anybody is asked: one address or both. */
static void
test_localhost (void)
{
  static const char *const urls[] = { "http://localhost/", "http://localhost./", "http://LocalHost/",
                                      "http://a.localhost/" };

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++) {
    gboolean fenced = FALSE;
    g_autofree char *message = fetch (urls[i], &closed, &fenced);

    g_assert_true (fenced || g_strcmp0 (message, "the host is unknown") == 0);
    g_assert_cmpstr (connections->str, ==, "");
  }
}

static void
test_public (void)
{
  static const Case cases[] = {
    { "http://public.test/", NULL, PUBLIC ":80 " },
    { "http://1.1.1.1/", NULL, PUBLIC ":80 " },
    { "http://public.test:80/", NULL, PUBLIC ":80 " },
    { "http://public.test:443/", NULL, PUBLIC ":443 " },
    { "http://public.test#@127.0.0.1/", NULL, PUBLIC ":80 " },
    { "http://public.test?@127.0.0.1/", NULL, PUBLIC ":80 " },
    /* The one of its addresses that may be fetched. */
    { "http://mixed.test/", NULL, PUBLIC ":80 " },
    { "http://public.test/archive", NULL, PUBLIC ":80 " PUBLIC ":80 " },
  };
  static const Case case6 = { "http://public6.test/", NULL, "2606:4700::1111:80 " };
  gboolean fenced = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (&cases[i], &closed);
  if (has_ipv6 ())
    assert_case (&case6, &closed);
  /* The server speaks no TLS, but it is asked. */
  g_free (fetch ("https://public.test/", &closed, &fenced));
  g_assert_false (fenced);
  g_assert_cmpstr (connections->str, ==, PUBLIC ":443 ");
}

static void
test_ports (void)
{
  static const Case refused[] = {
    { "http://public.test:8080/", "is on port 8080, which is not fetched", "" },
    { "https://public.test:22/", "is on port 22, which is not fetched", "" },
    { "http://public.test:25/", "is on port 25, which is not fetched", "" },
    { "http://public.test/to?http://public.test:8080/",
      "redirects to what is on port 8080, which is not fetched", PUBLIC ":80 " },
  };
  static const Case fetched[] = {
    { "http://public.test/", NULL, PUBLIC ":80 " },
    { "http://public.test:8080/", NULL, PUBLIC ":8080 " },
    { "http://public.test/to?http://public.test:8080/", NULL, PUBLIC ":80 " PUBLIC ":8080 " },
    { "http://loopback.test:8080/", LOOPBACK, "" },
    { "http://public.test:8081/", "is on port 8081, which is not fetched", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    assert_case (&refused[i], &closed);
  for (guint i = 0; i < G_N_ELEMENTS (fetched); i++)
    assert_case (&fetched[i], &with_port);
}

static void
test_places (void)
{
  static const Case cases[] = {
    { "http://me@public.test/", USER, "" },
    { "http://me:secret@public.test/", USER, "" },
    { "http://public.test@127.0.0.1/", USER, "" },
    { "http://public.test:80@127.0.0.1/", USER, "" },
    { "http://@127.0.0.1/", USER, "" },
    { "http://:@public.test/", USER, "" },
    { "http://127.0.0.1\\@public.test/", USER, "" },
    { "file:///etc/passwd", SCHEME, "" },
    { "ftp://public.test/", SCHEME, "" },
    { "gopher://public.test/", SCHEME, "" },
    { "dict://public.test/", SCHEME, "" },
    { "/dev/null", SCHEME, "" },
    { "http:/dev/null", SCHEME, "" },
    { "public.test", SCHEME, "" },
    { "-", SCHEME, "" },
    { "", SCHEME, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    assert_case (&cases[i], &closed);
    assert_case (&cases[i], &opened);
  }
}

#define TO "http://public.test/to?"
#define OTHER_SCHEME "redirects to another scheme, but only http and https URLs are fetched"
#define OTHER_USER "redirects to an address with a user name, which is not fetched"

/* Of a page; and of an archive, when it is asked for again. */
static const Case redirects[] = {
  { "http://127.0.0.1/", "redirects to what " LOOPBACK, "" },
  { "//127.0.0.1/", "redirects to what " LOOPBACK, "" },
  { "https://127.0.0.1/", "redirects to what " LOOPBACK, "" },
  { "http://2130706433/", "redirects to what " LOOPBACK, "" },
  { "http://loopback.test/", "redirects to what " LOOPBACK, "" },
  { "http://private.test/", "redirects to what " PRIVATE, "" },
  { TO "http://127.0.0.1/", "redirects to what " LOOPBACK, PUBLIC ":80 " },
  { "http://public.test:8080/", "redirects to what is on port 8080, which is not fetched", "" },
  { "http://public.test:0/", "redirects to what is on port 0, which is not fetched", "" },
  { "file:///etc/passwd", OTHER_SCHEME, "" },
  { "ftp://public.test/", OTHER_SCHEME, "" },
  { "gopher://public.test/", OTHER_SCHEME, "" },
  { "http://me@public.test/", OTHER_USER, "" },
  { "http://me:secret@127.0.0.1/", OTHER_USER, "" },
  { "//me@public.test/", OTHER_USER, "" },
};

static void
test_redirects (void)
{
  static const Case good = { TO TO "/ok", NULL, PUBLIC ":80 " PUBLIC ":80 " PUBLIC ":80 " };

  assert_case (&good, &closed);
  for (guint i = 0; i < G_N_ELEMENTS (redirects); i++) {
    g_autofree char *page = g_strconcat (TO, redirects[i].url, NULL);
    g_autofree char *asked = g_strconcat (PUBLIC ":80 ", redirects[i].asked, NULL);
    const Case test = { page, redirects[i].message, asked };

    assert_case (&test, &closed);
  }
}

static void
test_archive_redirects (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (redirects); i++) {
    g_autofree char *page = g_strconcat ("http://public.test/archive-then?", redirects[i].url, NULL);
    g_autofree char *asked = g_strconcat (PUBLIC ":80 " PUBLIC ":80 ", redirects[i].asked, NULL);
    const Case test = { page, redirects[i].message, asked };

    assert_case (&test, &closed);
  }
}

/* A name that means something else the next time: it is judged when it is used. */
static void
test_rebinding (void)
{
  static const Case archive = { "http://rebind.test/archive", LOOPBACK, PUBLIC ":80 " };
  gboolean fenced = FALSE;
  g_autofree char *message = NULL;

  assert_case (&archive, &closed);
  message = fetch ("http://rebind.test/to?http://rebind.test/ok", &closed, &fenced);
  g_assert_true (!message || fenced);
  g_assert_null (strstr (connections->str, "127.0.0.1"));
}

/* One that fetches many pages goes to a redirect itself. */
static void
test_exchange (void)
{
  const ExtractSourceLimits limits = { .max_bytes = 1000, .max_milliseconds = 20000, .fence = &closed };
  g_auto (ExtractExchange) exchange = { 0 };
  g_auto (ExtractExchange) next = { 0 };
  g_autoptr (GError) error = NULL;

  forget ();
  g_assert_null (extract_exchange_run (&exchange, TO "http://127.0.0.1/", &limits, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (exchange.redirect, ==, "http://127.0.0.1/");
  g_assert_null (extract_exchange_run (&next, exchange.redirect, &limits, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_assert_cmpstr (error->message, ==, LOOPBACK);
  g_assert_false (extract_exchange_check ("http://me@public.test/", &limits, NULL));
  g_assert_true (extract_exchange_check ("http://public.test/", &limits, NULL));
  g_assert_cmpstr (connections->str, ==, PUBLIC ":80 ");
}

/* It would ask whom it is told to: nobody asks it. */
static void
test_proxy (void)
{
  static const char *const variables[] = { "http_proxy", "all_proxy", "ALL_PROXY" };
  static const Case by_proxy = { "http://public.test/", NULL, "10.9.9.9:3128 " };
  static const Case directly = { "http://public.test/", NULL, PUBLIC ":80 " };
  static const Case archive = { "http://public.test/archive", NULL, PUBLIC ":80 " PUBLIC ":80 " };
  static const Case refused = { "http://127.0.0.1/", LOOPBACK, "" };

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++) {
    g_setenv (variables[i], "http://10.9.9.9:3128/", TRUE);
    assert_case (&by_proxy, NULL);
    assert_case (&directly, &closed);
    assert_case (&archive, &closed);
    assert_case (&refused, &closed);
    g_unsetenv (variables[i]);
  }
}

/* What the server says is not what the fence says, though both are refusals. */
static void
test_is_fenced (void)
{
  gboolean fenced = TRUE;
  g_autofree char *message = fetch ("http://public.test/403", &closed, &fenced);

  g_assert_cmpstr (message, ==, "the server answered 403");
  g_assert_false (fenced);
}

int
main (int argc, char **argv)
{
  static const char *const proxies[] = { "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
                                         "ALL_PROXY",  "no_proxy",    "NO_PROXY" };
  g_autoptr (GSocketListener) listener = NULL;
  GThread *thread = NULL;
  int result = 0;

  for (guint i = 0; i < G_N_ELEMENTS (proxies); i++)
    g_unsetenv (proxies[i]);
  g_test_init (&argc, &argv, NULL);
  connections = g_string_new (NULL);
  stop_server = g_cancellable_new ();
  listener = listen_on_loopback ();
  thread = g_thread_new ("server", run_server, listener);

  if (is_ours ()) {
    g_test_add_func ("/fence/addresses", test_addresses);
    g_test_add_func ("/fence/localhost", test_localhost);
    g_test_add_func ("/fence/public", test_public);
    g_test_add_func ("/fence/ports", test_ports);
    g_test_add_func ("/fence/places", test_places);
    g_test_add_func ("/fence/redirects", test_redirects);
    g_test_add_func ("/fence/archive-redirects", test_archive_redirects);
    g_test_add_func ("/fence/rebinding", test_rebinding);
    g_test_add_func ("/fence/exchange", test_exchange);
    g_test_add_func ("/fence/proxy", test_proxy);
    g_test_add_func ("/fence/is-fenced", test_is_fenced);
    result = g_test_run ();
  } else
    puts ("1..0 # SKIP libcurl does not use the names of this program");

  g_cancellable_cancel (stop_server);
  g_thread_join (thread);
  g_socket_listener_close (listener);
  g_object_unref (stop_server);
  g_string_free (connections, TRUE);
  return result;
}
