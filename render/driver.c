/* SPDX-License-Identifier: MIT */
#include "render/driver.h"
#include "render/answer.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* In the order in which they are looked for. */
static const char *const programs[] = { "chromedriver", "geckodriver" };

/* What drivers say of their port, if they may choose it. */
#define PORT_PATTERN "(?:successfully on port |Listening on 127\\.0\\.0\\.1:)([1-9]\\d*)"
#define MAX_GREETING 8192

static char *
find_program (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++) {
    char *path = g_find_program_in_path (programs[i]);
    if (path)
      return path;
  }
  return NULL;
}

/* All that is written goes into the folder that is wiped, whatever it is. */
static char **
make_environment (const char *folder)
{
  static const char *const names[] = { "HOME",           "TMPDIR",        "XDG_CONFIG_HOME",
                                       "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR" };
  char **environment = g_get_environ ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    environment = g_environ_setenv (environment, names[i], folder, TRUE);
  return environment;
}

static void
end_with_parent (gpointer unused)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

/* Returns: 0 if the greeting has no port (yet) */
static guint
find_port (const char *greeting)
{
  g_autoptr (GRegex) regex = g_regex_new (PORT_PATTERN, G_REGEX_RAW, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *digits = NULL;

  /* It may not be whole yet. */
  if (!strchr (greeting, '\n') || !g_regex_match (regex, greeting, 0, &match))
    return 0;
  digits = g_match_info_fetch (match, 1);
  return (guint) g_ascii_strtoull (digits, NULL, 10);
}

static guint
read_port (int fd, gint64 until)
{
  g_autoptr (GString) greeting = g_string_new (NULL);
  char buffer[512];
  guint port = 0;

  while (port == 0 && greeting->len < MAX_GREETING) {
    struct pollfd wait = { .fd = fd, .events = POLLIN };
    const gint64 left = (until - g_get_monotonic_time ()) / 1000;
    gssize n;

    if (left <= 0 || poll (&wait, 1, (int) MIN (left, G_MAXINT)) <= 0)
      break;
    n = read (fd, buffer, sizeof buffer);
    if (n <= 0)
      break;
    g_string_append_len (greeting, buffer, n);
    port = find_port (greeting->str);
  }
  return port;
}

char *
render_driver_start (const char *folder, gint64 until, GError **error)
{
  g_autofree char *program = find_program ();
  g_auto (GStrv) environment = make_environment (folder);
  char *args[] = { program, (char *) "--port=0", NULL };
  int out = -1;
  guint port;

  if (!program) {
    g_set_error_literal (error, RENDER_ERROR, RENDER_ERROR_LOST,
                         "there is no browser: install chromium and chromium-driver");
    return NULL;
  }
  if (!g_spawn_async_with_pipes (folder, args, environment,
                                 G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL, end_with_parent,
                                 NULL, NULL, NULL, &out, NULL, error))
    return NULL;
  port = read_port (out, until);
  if (port == 0) {
    close (out);
    g_set_error (error, RENDER_ERROR, RENDER_ERROR_LOST, "%s does not start", program);
    return NULL;
  }
  /* The pipe stays open: a driver that cannot write would end. It writes a few lines. */
  return g_strdup_printf ("http://127.0.0.1:%u", port);
}
