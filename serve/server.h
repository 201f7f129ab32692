/* SPDX-License-Identifier: MIT */
/* The server: connections and requests. The only file that knows libmicrohttpd is server.c. */
#pragma once

#include "serve/log.h"
#include "serve/recipe.h"
#include "serve/tasks.h"

G_BEGIN_DECLS

typedef struct {
  guint jobs;                /* pages at a time */
  guint connections;         /* open at a time */
  guint waiting;             /* requests that wait for their turn */
  guint per_client;          /* requests of a client at a time; 0: no limit */
  guint rate;                /* requests of a client a minute; 0: no limit */
  guint64 buffers;           /* bytes of bodies at a time */
  gboolean forwarded;        /* X-Forwarded-For tells the client */
  gboolean fetches;          /* pages by their addresses */
  gboolean own_names;        /* only requests to this machine by its own names: for a server on loopback */
  const char *const *tokens; /* (nullable): of which requests need one */
  ServeTasks *tasks;         /* (nullable): lent: about the corpora of the server */
  guint milliseconds;        /* for a head, and, beside what its length allows, for a body and an answer */
} ServerOptions;

typedef struct _Server Server;

/* server_new: @socket: bound, and listening; taken. @options, @kitchen, @log: lent */
Server *
server_new (const ServerOptions *options, int socket, ServeKitchen *kitchen, ServeLog *log, GError **error);

/* server_stop: takes no more requests, and waits until those under way are answered, but no longer than
 * @milliseconds. Returns: whether all were */
gboolean server_stop (Server *server, guint milliseconds);
void server_free (Server *server);

G_END_DECLS
