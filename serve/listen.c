/* SPDX-License-Identifier: MIT */
#include "serve/listen.h"
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 1024
#define FIRST_INHERITED 3 /* SD_LISTEN_FDS_START */

void
serve_socket_clear (ServeSocket *place)
{
  if (place->fd >= 0)
    close (place->fd);
  place->fd = -1;
  g_clear_pointer (&place->address, g_free);
}

/* What the system says of it: its port may have been 0. */
static gboolean
look (ServeSocket *place, GError **error)
{
  struct sockaddr_storage storage;
  socklen_t length = sizeof storage;
  if (getsockname (place->fd, (struct sockaddr *) &storage, &length) != 0)
    return cli_fail_errno (error, "the socket cannot be used");
  g_autoptr (GSocketAddress) address = g_socket_address_new_from_native (&storage, length);
  if (!address || !G_IS_INET_SOCKET_ADDRESS (address)) {
    /* A socket in the file system has its own permissions. */
    place->loopback = TRUE;
    place->address = g_strdup ("a local socket");
    return TRUE;
  }
  GInetAddress *host = g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address));
  g_autofree char *text = g_inet_address_to_string (host);
  gboolean is6 = g_inet_address_get_family (host) == G_SOCKET_FAMILY_IPV6;
  place->loopback = g_inet_address_get_is_loopback (host);
  place->address = g_strdup_printf (is6 ? "[%s]:%u" : "%s:%u", text,
                                    g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address)));
  return TRUE;
}

/* "[::1]:8080" */
static GSocketAddress *
parse_place (const char *place, GError **error)
{
  const char *colon = strrchr (place, ':');
  guint64 port;
  gsize n = colon ? (gsize) (colon - place) : 0;
  gboolean bracketed = n > 2 && place[0] == '[' && place[n - 1] == ']';
  g_autofree char *host = bracketed ? g_strndup (place + 1, n - 2) : g_strndup (place, n);
  g_autoptr (GInetAddress) address =
      colon ? g_inet_address_new_from_string (strcmp (host, "localhost") == 0 ? "127.0.0.1" : host) : NULL;
  if (!address || bracketed != (g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV6) ||
      !g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT16, &port, NULL)) {
    cli_fail_value (error, "--listen", "an address and a port, such as 127.0.0.1:8080 or [::1]:8080", place);
    return NULL;
  }
  return g_inet_socket_address_new (address, (guint16) port);
}

gboolean
serve_socket_parse (const char *place, ServeSocket *parsed, GError **error)
{
  g_autoptr (GSocketAddress) address = parse_place (place, error);
  *parsed = (ServeSocket){ .fd = -1 };
  if (!address)
    return FALSE;
  parsed->loopback =
      g_inet_address_get_is_loopback (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)));
  parsed->address = g_strdup (place);
  return TRUE;
}

gboolean
serve_socket_open (const char *place, ServeSocket *opened, GError **error)
{
  g_autoptr (GSocketAddress) address = parse_place (place, error);
  struct sockaddr_storage native;
  const int yes = 1;
  *opened = (ServeSocket){ .fd = -1 };
  if (!address || !g_socket_address_to_native (address, &native, sizeof native, error))
    return FALSE;
  socklen_t length = (socklen_t) g_socket_address_get_native_size (address);
  opened->fd = socket (native.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (opened->fd < 0 || setsockopt (opened->fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      bind (opened->fd, (struct sockaddr *) &native, length) != 0 || listen (opened->fd, BACKLOG) != 0) {
    cli_fail_errno (error, place);
    serve_socket_clear (opened);
    return FALSE;
  }
  return look (opened, error);
}

gboolean
serve_socket_inherit (ServeSocket *inherited, GError **error)
{
  const char *process = g_getenv ("LISTEN_PID"), *number = g_getenv ("LISTEN_FDS");
  guint64 pid, n;
  *inherited = (ServeSocket){ .fd = -1 };
  if (!process || !number || !g_ascii_string_to_unsigned (process, 10, 1, G_MAXINT, &pid, NULL) ||
      pid != (guint64) getpid () || !g_ascii_string_to_unsigned (number, 10, 1, G_MAXINT, &n, NULL))
    return FALSE;
  g_unsetenv ("LISTEN_PID");
  g_unsetenv ("LISTEN_FDS");
  g_unsetenv ("LISTEN_FDNAMES");
  if (n != 1) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         "systemd hands over several sockets, and one is expected");
    return FALSE;
  }
  inherited->fd = FIRST_INHERITED;
  fcntl (inherited->fd, F_SETFD, FD_CLOEXEC);
  fcntl (inherited->fd, F_SETFL, fcntl (inherited->fd, F_GETFL) | O_NONBLOCK);
  return look (inherited, error);
}
