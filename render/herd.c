/* SPDX-License-Identifier: MIT */
#include "render/herd.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_ROUNDS 200
#define ROUND_MICROSECONDS 5000

gboolean
render_herd_adopt (void)
{
  return prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
}

/* Returns: 0 if the process has gone. Its name, in parentheses, may hold anything. */
static int
read_parent (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *text = NULL;
  const char *end;

  if (!g_file_get_contents (path, &text, NULL, NULL) || !(end = strrchr (text, ')')))
    return 0;
  return strlen (end) > 4 ? atoi (end + 4) : 0;
}

/* Returns: (transfer full): numbers of all processes, each with that of its parent */
static GHashTable *
read_parents (void)
{
  GHashTable *parents = g_hash_table_new (NULL, NULL);
  g_autoptr (GDir) proc = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while (proc && (name = g_dir_read_name (proc)))
    if (g_ascii_isdigit (*name))
      g_hash_table_insert (parents, GINT_TO_POINTER (atoi (name)),
                           GINT_TO_POINTER (read_parent (atoi (name))));
  return parents;
}

static gboolean
is_below (GHashTable *parents, int pid, int top)
{
  for (guint i = 0; i < 1000 && pid > 1; i++) {
    pid = GPOINTER_TO_INT (g_hash_table_lookup (parents, GINT_TO_POINTER (pid)));
    if (pid == top)
      return TRUE;
  }
  return FALSE;
}

typedef void (*HerdVisit) (int pid, gpointer data);

static guint
visit_all (HerdVisit visit, gpointer data)
{
  g_autoptr (GHashTable) parents = read_parents ();
  GHashTableIter iter;
  gpointer pid;
  guint n = 0;

  g_hash_table_iter_init (&iter, parents);
  while (g_hash_table_iter_next (&iter, &pid, NULL))
    if (is_below (parents, GPOINTER_TO_INT (pid), getpid ())) {
      visit (GPOINTER_TO_INT (pid), data);
      n++;
    }
  return n;
}

static void
end (int pid, gpointer unused)
{
  kill (pid, SIGKILL);
}

void
render_herd_kill (void)
{
  for (guint i = 0; i < MAX_ROUNDS && visit_all (end, NULL) > 0; i++) {
    while (waitpid (-1, NULL, WNOHANG) > 0)
      ;
    g_usleep (ROUND_MICROSECONDS);
  }
  while (waitpid (-1, NULL, WNOHANG) > 0)
    ;
}

/* statm: size resident shared … in pages. What is shared would be counted once for each process. */
static void
add_memory (int pid, gpointer data)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/statm", pid);
  g_autofree char *text = NULL;
  guint64 *sum = data;
  unsigned long resident = 0, shared = 0;

  if (g_file_get_contents (path, &text, NULL, NULL) &&
      sscanf (text, "%*u %lu %lu", &resident, &shared) == 2 && resident > shared)
    *sum += (guint64) (resident - shared) * (guint64) sysconf (_SC_PAGESIZE);
}

guint64
render_herd_get_memory (void)
{
  guint64 sum = 0;

  visit_all (add_memory, &sum);
  return sum;
}
