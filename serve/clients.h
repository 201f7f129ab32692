/* SPDX-License-Identifier: MIT */
/* What each client may ask: so many requests at a time, and so many a minute. From any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* serve_client_dup_key: what clients are told apart by: "2001:db8::" of "2001:db8::1". Returns: (transfer
 * full) */
char *serve_client_dup_key (const char *client);

typedef struct _ServeClients ServeClients;

/* serve_clients_new: @at_a_time, @a_minute: 0: as many as they like */
ServeClients *serve_clients_new (guint at_a_time, guint a_minute);
void serve_clients_free (ServeClients *clients);

/*
 * serve_clients_enter: counts a request of @client. Each that is let in has to leave.
 * @now: microseconds, as of g_get_monotonic_time ()
 * @wait: (out): seconds after which it may ask again
 * Returns: (nullable): NULL if it may be answered; else a sentence
 */
const char *serve_clients_enter (ServeClients *clients, const char *client, gint64 now, guint *wait);
void serve_clients_leave (ServeClients *clients, const char *client);

G_END_DECLS
