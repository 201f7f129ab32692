/* SPDX-License-Identifier: MIT */
/* Locks are those of POSIX: ThreadSanitizer knows them. */
#include "libextract/source/renderer.h"
#include "libextract/source/keeper.h"
#include "libextract/source/scripted.h"
#include "libextract/source/source-private.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

/* How often one who waits for a browser looks whether the work was cancelled. */
#define LOOK_MILLISECONDS 100

struct _ExtractRenderer {
  char *program;    /* owned */
  char **arguments; /* owned */
  guint browsers;
  guint milliseconds;
  gboolean all;
  pthread_mutex_t lock; /* of all below */
  pthread_cond_t ready; /* a keeper is idle */
  GPtrArray *idle;      /* ExtractKeeper; owned */
  guint n_busy;
};

ExtractRenderer *
extract_renderer_new (const ExtractRendererOptions *options)
{
  ExtractRenderer *renderer = g_new0 (ExtractRenderer, 1);
  pthread_condattr_t monotonic;

  renderer->program = g_strdup (options->program);
  renderer->arguments = g_strdupv ((char **) options->arguments);
  renderer->browsers = options->browsers;
  renderer->milliseconds = options->milliseconds;
  renderer->all = options->all;
  pthread_mutex_init (&renderer->lock, NULL);
  pthread_condattr_init (&monotonic);
  pthread_condattr_setclock (&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init (&renderer->ready, &monotonic);
  pthread_condattr_destroy (&monotonic);
  renderer->idle = g_ptr_array_new ();
  extract_keeper_sweep ();
  return renderer;
}

void
extract_renderer_free (ExtractRenderer *renderer)
{
  for (guint i = 0; i < renderer->idle->len; i++)
    extract_keeper_free (g_ptr_array_index (renderer->idle, i));
  g_ptr_array_unref (renderer->idle);
  pthread_cond_destroy (&renderer->ready);
  pthread_mutex_destroy (&renderer->lock);
  g_strfreev (renderer->arguments);
  g_free (renderer->program);
  g_free (renderer);
}

/* ---- Who renders ------------------------------------------------------------------------------------ */

/* The lock is held. */
static void
wait_a_little (ExtractRenderer *renderer)
{
  const gint64 due = g_get_monotonic_time () + LOOK_MILLISECONDS * (gint64) 1000;
  const struct timespec at = { .tv_sec = due / G_USEC_PER_SEC, .tv_nsec = due % G_USEC_PER_SEC * 1000 };

  pthread_cond_timedwait (&renderer->ready, &renderer->lock, &at);
}

/* Waits for one that is idle. Returns: FALSE if the work was cancelled. @keeper: (out) (nullable): NULL: a
 * new one is to be started */
static gboolean
borrow (ExtractRenderer *renderer, GCancellable *cancellable, ExtractKeeper **keeper)
{
  gboolean cancelled = FALSE;

  *keeper = NULL;
  pthread_mutex_lock (&renderer->lock);
  while (!(cancelled = g_cancellable_is_cancelled (cancellable)) && renderer->n_busy >= renderer->browsers)
    wait_a_little (renderer);
  if (!cancelled) {
    renderer->n_busy++;
    if (renderer->idle->len > 0)
      *keeper = g_ptr_array_steal_index (renderer->idle, renderer->idle->len - 1);
  }
  pthread_mutex_unlock (&renderer->lock);
  return !cancelled;
}

/* @keeper: (transfer full) (nullable) */
static void
give_back (ExtractRenderer *renderer, ExtractKeeper *keeper)
{
  pthread_mutex_lock (&renderer->lock);
  renderer->n_busy--;
  if (keeper)
    g_ptr_array_add (renderer->idle, keeper);
  pthread_cond_signal (&renderer->ready);
  pthread_mutex_unlock (&renderer->lock);
}

/* ---- Pages ------------------------------------------------------------------------------------------ */

/* Returns: whether @keeper can render another page */
static gboolean
ask (ExtractRenderer *renderer, ExtractKeeper **keeper, const char *address,
     const ExtractSourceLimits *limits, ExtractRendered *rendered, GError **error)
{
  if (!*keeper)
    *keeper = extract_keeper_new (renderer->program, renderer->arguments, error);
  return *keeper && extract_keeper_ask (*keeper, address, renderer->milliseconds, limits, rendered, error);
}

static gboolean
render (ExtractRenderer *renderer, const char *address, const ExtractSourceLimits *limits,
        ExtractRendered *rendered, GError **error)
{
  g_autoptr (GError) local = NULL;
  ExtractKeeper *keeper = NULL;
  gboolean alive;

  if (!borrow (renderer, limits->cancellable, &keeper)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "interrupted");
    return FALSE;
  }
  alive = ask (renderer, &keeper, address, limits, rendered, &local);
  /* Whatever ended it may have been another thing than this page. */
  if (!alive && keeper && g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CLOSED)) {
    g_clear_error (&local);
    g_clear_pointer (&keeper, extract_keeper_free);
    alive = ask (renderer, &keeper, address, limits, rendered, &local);
  }
  if (!alive && keeper)
    g_clear_pointer (&keeper, extract_keeper_free);
  give_back (renderer, keeper);
  if (!local)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static char *
dup_address (const ExtractRecord *record, const char *path)
{
  g_autofree char *whole = path ? g_canonicalize_filename (path, NULL) : NULL;

  return whole ? g_filename_to_uri (whole, NULL, NULL) : g_strdup (record->uri);
}

/* Feeds and lists come by the same way. */
static gboolean
is_html (const ExtractRecord *record)
{
  g_autofree char *type = record->content_type ? g_ascii_strdown (record->content_type, -1) : NULL;

  return !type || strstr (type, "html");
}

ExtractRecord *
extract_renderer_run (ExtractRenderer *renderer, ExtractRecord *plain, const char *path,
                      const ExtractSourceLimits *limits, GError **error)
{
  g_autoptr (ExtractRecord) record = plain;
  g_autofree char *address = dup_address (record, path);
  g_auto (ExtractRendered) rendered = { 0 };

  if (record->whole || !address || !is_html (record) ||
      (!renderer->all && !extract_scripted_looks_so (record->bytes)))
    return g_steal_pointer (&record);
  if (!render (renderer, address, limits, &rendered, error))
    return NULL;
  if (rendered.status >= 400) {
    g_set_error (error, G_IO_ERROR, rendered.status == 404 ? G_IO_ERROR_NOT_FOUND : G_IO_ERROR_FAILED,
                 "the server answered the browser %u", rendered.status);
    return NULL;
  }
  g_bytes_unref (record->bytes);
  record->bytes = g_steal_pointer (&rendered.tree);
  record->report = g_steal_pointer (&rendered.report);
  g_free (record->content_type);
  record->content_type = g_strdup ("text/html; charset=utf-8");
  if (!path && extract_source_is_url (rendered.address)) {
    g_free (record->uri);
    record->uri = g_steal_pointer (&rendered.address);
  }
  return g_steal_pointer (&record);
}
