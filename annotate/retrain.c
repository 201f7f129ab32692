/* SPDX-License-Identifier: MIT */
/*
 * The network of the built-in model gets used to the pages of the set: with few pages that is better than to
 * begin with nothing, and takes seconds.
 */
#include "retrain.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* With fewer pages none are held back, and the network learns for a fixed number of epochs. */
#define FEW_PAGES 50

struct _Retrain {
  char *set;
  char *model; /* the file of the model */
  char *log;
  guint every;
  guint n_trained; /* pages that were finished when the last training began */
  GPid pid;        /* 0 if none is under way */
};

Retrain *
retrain_new (const char *set, guint every, guint n_finished)
{
  Retrain *retrain = g_new0 (Retrain, 1);
  retrain->set = g_strdup (set);
  retrain->model = g_build_filename (set, "annotate.model", NULL);
  retrain->log = g_build_filename (set, "annotate.log", NULL);
  retrain->every = every;
  retrain->n_trained = n_finished;
  return retrain;
}

void
retrain_free (Retrain *retrain)
{
  if (!retrain)
    return;
  if (retrain->pid) {
    kill (retrain->pid, SIGTERM);
    while (waitpid (retrain->pid, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  g_free (retrain->set);
  g_free (retrain->model);
  g_free (retrain->log);
  g_free (retrain);
}

/* Takes @path. Returns: (nullable): @path, if it is a program. */
static char *
take_program (char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
    return path;
  g_free (path);
  return NULL;
}

/* Where texttractor-train is: the folder that the user names, beside this program, in the build tree, PATH.
 */
static char *
find_program (void)
{
  static const char name[] = "texttractor-train";
  const char *chosen = g_getenv ("TEXTTRACTOR_EXEC_PATH");
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (self ? self : name);
  if (g_str_has_suffix (folder, "/.libs"))
    *strrchr (folder, '/') = '\0';
  g_autofree char *above = g_path_get_dirname (folder);
  char *path = NULL;
  if (chosen && *chosen)
    path = take_program (g_build_filename (chosen, name, NULL));
  if (!path)
    path = take_program (g_build_filename (folder, name, NULL));
  if (!path)
    path = take_program (g_build_filename (above, "train", name, NULL));
  return path ? path : g_find_program_in_path (name);
}

/* In the child: people go first, and it does not outlive the program. */
static void
prepare_child (gpointer data)
{
  setpriority (PRIO_PROCESS, 0, 10);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

static gboolean
start (Retrain *retrain, guint n_finished, GError **error)
{
  g_autofree char *program = find_program ();
  if (!program) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         "the program texttractor-train is not installed");
    return FALSE;
  }
  unlink (retrain->log); /* whatever it is: nothing that a link leads to is written to */
  int log = open (retrain->log, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (log < 0) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", retrain->log, g_strerror (errno));
    return FALSE;
  }
  const char *const all[] = { program,           retrain->set, "-o",
                              retrain->model,    "-j1",        "--design=classic",
                              "--start=classic", NULL };
  const char *const few[] = {
    program,    retrain->set,  "-o", retrain->model, "-j1", "--design=classic", "--start=classic",
    "--held=0", "--epochs=20", NULL
  };
  gboolean started = g_spawn_async_with_fds (NULL, (char **) (n_finished < FEW_PAGES ? few : all), NULL,
                                             G_SPAWN_DO_NOT_REAP_CHILD, prepare_child, NULL, &retrain->pid,
                                             -1, log, log, error);
  close (log);
  return started;
}

/* An error with the last line of the log, without the name of the program. */
static void
fail_by_log (const Retrain *retrain, GError **error)
{
  g_autofree char *text = NULL;
  const char *sentence = "the training was ended";
  if (g_file_get_contents (retrain->log, &text, NULL, NULL) && *g_strchomp (text)) {
    const char *line = strrchr (text, '\n');
    sentence = line ? line + 1 : text;
    if (g_str_has_prefix (sentence, "texttractor: "))
      sentence += strlen ("texttractor: ");
  }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, sentence);
}

RetrainNews
retrain_look (Retrain *retrain, guint n_finished, ExtractModel **model, GError **error)
{
  int status;
  if (retrain->pid) {
    if (waitpid (retrain->pid, &status, WNOHANG) == 0)
      return RETRAIN_NO_NEWS;
    retrain->pid = 0;
    if (!WIFEXITED (status) || WEXITSTATUS (status) != 0) {
      fail_by_log (retrain, error);
      return RETRAIN_FAILED;
    }
    *model = extract_model_load (retrain->model, error);
    return *model ? RETRAIN_DONE : RETRAIN_FAILED;
  }
  if (n_finished < retrain->n_trained + retrain->every)
    return RETRAIN_NO_NEWS;
  retrain->n_trained = n_finished;
  return start (retrain, n_finished, error) ? RETRAIN_STARTED : RETRAIN_FAILED;
}
