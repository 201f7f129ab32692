/* SPDX-License-Identifier: MIT */
/*
 *   decisions, proposals ─> scores 1, 0.5, 0 ─> labels ─> extract_document_to_original () ─> a file in the
 * cache ─> $BROWSER
 *
 * One file for all pages: nothing is left to clear away, and the browser finds it even after the program has
 * ended.
 */
#include "annotate/browse.h"

#include "libextract/model/model.h"
#include "libextract/page/page.h"
#include "libextract/write/write.h"

#include "cli/cli.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>

#define FOLDER "texttractor"
#define FILE_NAME "annotate.html"
#define MAX_BYTES ((gsize) 64 * 1024 * 1024)

static float
score_block (const Work *work, guint i)
{
  const LabelClass *class = work_get_decision (work, i);
  float score = 1;

  if (!class) {
    class = work_get_proposal (work, i);
    score = 0.5F;
  }
  return class && extract_class_name_is_content (class->name) ? score : 0;
}

/* A document of its own, labelled by what people say: that of the work has the labels of the model. */
static ExtractDocument *
label_page (Work *work, ExtractParser *parser, GBytes *bytes, GError **error)
{
  g_autoptr (ExtractDocument) document = train_entry_parse (work_get_entry (work), parser, bytes, error);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new_for_method (
      extract_method_find ("everything")); /* its thresholds, and no rules */
  if (!document)
    return NULL;
  guint n = extract_document_get_n_blocks (document);
  g_autofree float *scores = g_new0 (float, (gsize) n + 1);
  for (guint i = 0; i < n && i < work_get_n_blocks (work); i++)
    scores[i] = score_block (work, i);
  return extract_classifier_label_scored (classifier, document, scores, error) ? g_steal_pointer (&document)
                                                                               : NULL;
}

char *
browse_write (Work *work, ExtractParser *parser, GError **error)
{
  const TrainEntry *entry = work_get_entry (work);
  g_autoptr (GBytes) bytes = train_entry_load_bytes (entry, parser, error);
  g_autoptr (ExtractDocument) document = bytes ? label_page (work, parser, bytes, error) : NULL;
  if (!document)
    return NULL;
  g_autofree char *content_type =
      entry->charset ? g_strconcat ("text/html; charset=", entry->charset, NULL) : NULL;
  g_autofree char *page =
      extract_document_to_original (document, parser, bytes, content_type, MAX_BYTES, error);
  if (!page)
    return NULL;
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), FOLDER, NULL);
  g_autofree char *path = g_build_filename (folder, FILE_NAME, NULL);
  if (g_mkdir_with_parents (folder, 0700) != 0) {
    cli_fail_errno (error, "cannot make the folder of the cache");
    return NULL;
  }
  if (!cli_write_file (path, page, -1, error) || g_chmod (path, 0600) != 0)
    return NULL;
  return g_steal_pointer (&path);
}

/* ---- The browser --------------------------------------------------------------------------------- */

static gboolean
is_set (const char *name)
{
  const char *value = g_getenv (name);
  return value && *value != '\0';
}

/* What it says belongs on no screen of ours, and keys of the terminal are not for it. */
static void
leave_terminal (gpointer data)
{
  int nothing = open ("/dev/null", O_RDWR);
  for (int fd = 0; fd <= 2 && nothing >= 0; fd++)
    dup2 (nothing, fd);
  setsid ();
}

static gboolean
start (char **command)
{
  return g_spawn_async (NULL, command, NULL, G_SPAWN_SEARCH_PATH, leave_terminal, NULL, NULL, NULL);
}

/* Of $BROWSER, which is a list of commands, parted by colons; %s in one is the page, else it comes last. */
static gboolean
start_one_of (const char *commands, const char *path)
{
  g_auto (GStrv) each = g_strsplit (commands, ":", -1);
  for (char **command = each; *command; command++) {
    g_auto (GStrv) words = NULL;
    if (!g_shell_parse_argv (*command, NULL, &words, NULL))
      continue;
    guint n = g_strv_length (words);
    gboolean named = FALSE;
    words = g_renew (char *, words, n + 2);
    words[n + 1] = NULL;
    for (guint i = 0; i < n; i++)
      if (strcmp (words[i], "%s") == 0) {
        g_free (words[i]);
        words[i] = g_strdup (path);
        named = TRUE;
      }
    words[n] = named ? NULL : g_strdup (path);
    if (start (words))
      return TRUE;
  }
  return FALSE;
}

gboolean
browse_open (const char *path, char **sentence)
{
  const gboolean screen = is_set ("DISPLAY") || is_set ("WAYLAND_DISPLAY");

  if (is_set ("BROWSER")) {
    gboolean started = start_one_of (g_getenv ("BROWSER"), path);
    *sentence = started ? g_strdup_printf ("The browser shows %s", path)
                        : g_strdup_printf ("$BROWSER cannot be started; the page is in %s", path);
    return started;
  }
  if (!screen && (is_set ("SSH_CONNECTION") || is_set ("SSH_TTY"))) {
    *sentence = g_strdup_printf ("There is no screen over ssh; on your machine: scp %s:%s page.html",
                                 g_get_host_name (), path);
    return FALSE;
  }
  char *const command[] = { (char *) "xdg-open", (char *) path, NULL };
  if (screen && start ((char **) command)) {
    *sentence = g_strdup_printf ("The browser shows %s", path);
    return TRUE;
  }
  *sentence = g_strdup_printf ("No browser was found; set $BROWSER, or open %s", path);
  return FALSE;
}
