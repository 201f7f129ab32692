/* SPDX-License-Identifier: MIT */
/*
 * A bucket for each client: a request takes a token, and a minute brings as many as the limit says; so does a
 * full bucket have, for requests that come at once.
 *
 *   tokens = min (limit, tokens + limit * seconds / 60)
 */
#include "serve/clients.h"

#include <gio/gio.h>
#include <pthread.h>
#include <string.h>

#define MAX_CLIENTS 65536 /* that are remembered; with more, those are forgotten that rest */
#define NETWORK_BYTES 8   /* of an IPv6 address: whoever has one has all those of its network */

typedef struct {
  guint n_running;
  double tokens;
  gint64 seen; /* microseconds */
} Client;

struct _ServeClients {
  pthread_mutex_t lock;
  GHashTable *clients; /* (element-type utf8 Client) */
  guint at_a_time;
  guint a_minute;
  gint64 forgot; /* microseconds: when clients were forgotten last */
};

ServeClients *
serve_clients_new (guint at_a_time, guint a_minute)
{
  ServeClients *clients = g_new0 (ServeClients, 1);
  pthread_mutex_init (&clients->lock, NULL);
  clients->clients = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  clients->at_a_time = at_a_time;
  clients->a_minute = a_minute;
  return clients;
}

void
serve_clients_free (ServeClients *clients)
{
  g_hash_table_unref (clients->clients);
  pthread_mutex_destroy (&clients->lock);
  g_free (clients);
}

static gboolean
is_resting (gpointer key, gpointer value, gpointer data)
{
  const Client *client = value;
  const gint64 *now = data;
  return client->n_running == 0 && *now - client->seen > G_TIME_SPAN_MINUTE;
}

char *
serve_client_dup_key (const char *name)
{
  g_autoptr (GInetAddress) address = strchr (name, ':') ? g_inet_address_new_from_string (name) : NULL;
  if (!address)
    return g_strdup (name);
  guint8 bytes[16] = { 0 };
  memcpy (bytes, g_inet_address_to_bytes (address), NETWORK_BYTES);
  g_autoptr (GInetAddress) network = g_inet_address_new_from_bytes (bytes, G_SOCKET_FAMILY_IPV6);
  return g_inet_address_to_string (network);
}

/* Returns: (nullable): NULL if no more can be remembered */
static Client *
find_client (ServeClients *clients, const char *name, gint64 now)
{
  g_autofree char *key = serve_client_dup_key (name);
  Client *client = g_hash_table_lookup (clients->clients, key);
  if (client)
    return client;
  if (g_hash_table_size (clients->clients) >= MAX_CLIENTS) {
    if (now - clients->forgot < G_TIME_SPAN_SECOND && clients->forgot > 0)
      return NULL;
    clients->forgot = now;
    if (g_hash_table_foreach_remove (clients->clients, is_resting, &now) == 0)
      return NULL;
  }
  client = g_new0 (Client, 1);
  client->tokens = clients->a_minute;
  client->seen = now;
  g_hash_table_insert (clients->clients, g_steal_pointer (&key), client);
  return client;
}

const char *
serve_clients_enter (ServeClients *clients, const char *name, gint64 now, guint *wait)
{
  const char *refusal = NULL;
  *wait = 1;
  if (clients->at_a_time == 0 && clients->a_minute == 0)
    return NULL;
  pthread_mutex_lock (&clients->lock);
  Client *client = find_client (clients, name, now);
  if (client) {
    client->tokens =
        MIN (clients->a_minute, client->tokens + clients->a_minute * ((double) (now - client->seen) / 60e6));
    client->seen = now;
  }
  if (!client) {
    refusal = "too many clients ask at a time";
  } else if (clients->at_a_time > 0 && client->n_running >= clients->at_a_time) {
    refusal = "too many requests of this client are under way";
  } else if (clients->a_minute > 0 && client->tokens < 1) {
    *wait = 1 + (guint) ((1 - client->tokens) * 60 / clients->a_minute);
    refusal = "this client asks too often";
  } else {
    client->n_running++;
    client->tokens -= 1;
  }
  pthread_mutex_unlock (&clients->lock);
  return refusal;
}

void
serve_clients_leave (ServeClients *clients, const char *name)
{
  g_autofree char *key = serve_client_dup_key (name);
  pthread_mutex_lock (&clients->lock);
  Client *client = g_hash_table_lookup (clients->clients, key);
  if (client)
    client->n_running--;
  pthread_mutex_unlock (&clients->lock);
}
