/* SPDX-License-Identifier: MIT */
/* What each client of the server may ask. */
#include "serve/clients.h"

#define START (G_GINT64_CONSTANT (1000) * G_TIME_SPAN_SECOND)

static void
test_at_a_time (void)
{
  ServeClients *clients = serve_clients_new (2, 0);
  guint wait;
  g_assert_null (serve_clients_enter (clients, "192.0.2.1", START, &wait));
  g_assert_null (serve_clients_enter (clients, "192.0.2.1", START, &wait));
  g_assert_nonnull (serve_clients_enter (clients, "192.0.2.1", START, &wait));
  g_assert_null (serve_clients_enter (clients, "192.0.2.2", START, &wait));
  serve_clients_leave (clients, "192.0.2.1");
  g_assert_null (serve_clients_enter (clients, "192.0.2.1", START, &wait));
  serve_clients_free (clients);
}

/* Six a minute: six at once, then one every ten seconds. */
static void
test_rate (void)
{
  ServeClients *clients = serve_clients_new (0, 6);
  guint wait;
  for (guint i = 0; i < 6; i++)
    g_assert_null (serve_clients_enter (clients, "192.0.2.1", START, &wait));
  g_assert_nonnull (serve_clients_enter (clients, "192.0.2.1", START, &wait));
  g_assert_cmpuint (wait, ==, 11);
  g_assert_nonnull (serve_clients_enter (clients, "192.0.2.1", START + 9 * G_TIME_SPAN_SECOND, &wait));
  g_assert_null (serve_clients_enter (clients, "192.0.2.1", START + 11 * G_TIME_SPAN_SECOND, &wait));
  g_assert_nonnull (serve_clients_enter (clients, "192.0.2.1", START + 12 * G_TIME_SPAN_SECOND, &wait));
  for (guint i = 0; i < 6; i++)
    g_assert_null (serve_clients_enter (clients, "192.0.2.1", START + G_TIME_SPAN_HOUR, &wait));
  g_assert_nonnull (serve_clients_enter (clients, "192.0.2.1", START + G_TIME_SPAN_HOUR, &wait));
  serve_clients_free (clients);
}

/* All addresses of an IPv6 network are one client. */
static void
test_network (void)
{
  ServeClients *clients = serve_clients_new (1, 0);
  guint wait;
  g_assert_null (serve_clients_enter (clients, "2001:db8:0:1::1", START, &wait));
  g_assert_nonnull (serve_clients_enter (clients, "2001:db8:0:1:ffff::2", START, &wait));
  g_assert_null (serve_clients_enter (clients, "2001:db8:0:2::1", START, &wait));
  serve_clients_leave (clients, "2001:db8:0:1:2::2");
  g_assert_null (serve_clients_enter (clients, "2001:db8:0:1:ffff::2", START, &wait));
  serve_clients_free (clients);
}

/* Clients that rest make room; as long as none does, newcomers are refused. */
static void
test_full (void)
{
  ServeClients *clients = serve_clients_new (1, 0);
  guint wait;
  for (guint i = 0; i < 65536; i++) {
    g_autofree char *name = g_strdup_printf ("10.0.%u.%u", i / 256, i % 256);
    g_assert_null (serve_clients_enter (clients, name, START, &wait));
    if (i == 7)
      serve_clients_leave (clients, name);
  }
  g_assert_nonnull (serve_clients_enter (clients, "192.0.2.1", START, &wait));
  g_assert_null (serve_clients_enter (clients, "192.0.2.1", START + 2 * G_TIME_SPAN_MINUTE, &wait));
  g_assert_nonnull (serve_clients_enter (clients, "192.0.2.2", START + 2 * G_TIME_SPAN_MINUTE, &wait));
  serve_clients_free (clients);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clients/at-a-time", test_at_a_time);
  g_test_add_func ("/clients/rate", test_rate);
  g_test_add_func ("/clients/network", test_network);
  g_test_add_func ("/clients/full", test_full);
  return g_test_run ();
}
