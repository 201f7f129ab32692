/* SPDX-License-Identifier: MIT */
/* Sockets to listen on. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  int fd;
  gboolean loopback; /* only this machine can reach it */
  char *address;     /* "127.0.0.1:8080" */
} ServeSocket;

void serve_socket_clear (ServeSocket *socket);

/* serve_socket_open: @place: "127.0.0.1:8080", "[::1]:0" */
gboolean serve_socket_open (const char *place, ServeSocket *socket, GError **error);

/* serve_socket_parse: the same without opening it. */
gboolean serve_socket_parse (const char *place, ServeSocket *socket, GError **error);

/* serve_socket_inherit: the one that systemd hands over: sd_listen_fds(3). Returns: FALSE, also with @error,
 * if there is none */
gboolean serve_socket_inherit (ServeSocket *socket, GError **error);

G_END_DECLS
