/* SPDX-License-Identifier: MIT */
/*
 * Training starts from the networks of the model: with few pages this is better than to start from nothing,
 * and takes seconds. Each training starts from the same model, and uses all pages finished so far.
 */
#include "annotate/tools/retrain.h"
#include "libextract/feature/feature.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A model of one pass: with fewer pages none are held back by the training, and the network learns for a
 * fixed number of epochs. */
#define FEW_PAGES 50

struct _Retrain {
  char *set;
  char *model; /* the file of the model that proposes */
  char *next;  /* the file of the model that is being trained */
  char *log;
  guint every;
  guint n_trained; /* finished pages when the last training began */
  ExtractParser *parser;
  const CliModelOptions *options;
  const ExtractFeatureSet *features;

  GPid pid;                   /* 0 if no training is under way */
  GPtrArray *measured;        /* (nullable): of TrainEntry, lent by the set */
  ExtractClassifier *current; /* (nullable) */
  ExtractClassifier *newer;   /* (nullable): NULL before the trial */
  GThread *trial;             /* (nullable) */
  TrialFigures figures;
  gint stop;  /* atomic: the trial is to end */
  gint ended; /* atomic: it has ended */
};

Retrain *
retrain_new (const char *set, guint every, guint n_finished, ExtractParser *parser,
             const CliModelOptions *options, const ExtractFeatureSet *features)
{
  Retrain *retrain = g_new0 (Retrain, 1);
  retrain->set = g_strdup (set);
  retrain->model = g_build_filename (set, "annotate.model", NULL);
  retrain->next = g_build_filename (set, "annotate-next.model", NULL);
  retrain->log = g_build_filename (set, "annotate.log", NULL);
  retrain->every = every;
  retrain->n_trained = n_finished;
  retrain->parser = parser;
  retrain->options = options;
  retrain->features = features;
  return retrain;
}

static void
end_trial (Retrain *retrain)
{
  g_clear_pointer (&retrain->trial, g_thread_join);
  g_clear_pointer (&retrain->measured, g_ptr_array_unref);
  g_clear_pointer (&retrain->current, extract_classifier_unref);
  g_clear_pointer (&retrain->newer, extract_classifier_unref);
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
  g_atomic_int_set (&retrain->stop, TRUE);
  if (retrain->pid || retrain->trial)
    g_unlink (retrain->next);
  end_trial (retrain);
  g_free (retrain->set);
  g_free (retrain->model);
  g_free (retrain->next);
  g_free (retrain->log);
  g_free (retrain);
}

void
retrain_result_clear (RetrainResult *result)
{
  g_clear_pointer (&result->model, extract_model_unref);
  g_clear_pointer (&result->classifier, extract_classifier_unref);
  g_clear_pointer (&result->sentence, g_free);
}

/* ---- The training -------------------------------------------------------------------------------- */

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

/* Returns: (transfer full): "--where=id!=a,b" */
static char *
leave_out (const GPtrArray *held)
{
  GString *option = g_string_new ("--where=id!=");
  for (guint i = 0; i < held->len; i++)
    g_string_append_printf (option, "%s%s", i > 0 ? "," : "", ((const TrainEntry *) held->pdata[i])->id);
  return g_string_free (option, FALSE);
}

/* The start of the training: the model of --model, or the default one if that has
 * no network. Returns: (transfer full) */
static char *
dup_start (const Retrain *retrain)
{
  const char *wanted = retrain->options->name;
  g_autoptr (ExtractModel) model = wanted ? cli_load_model (wanted, NULL) : NULL;
  g_autoptr (ExtractModel) standard = extract_model_get_default (NULL);
  return g_strdup (model ? wanted : extract_model_get_name (standard));
}

/* Returns: (transfer full): the command. Both ways learn for so few epochs that the network does not forget
 * what it knew; teachers would take most of the time, and find little to teach in some pages. */
static GPtrArray *
make_command (const Retrain *retrain, guint n_finished, const char *program, const GPtrArray *held)
{
  gboolean classic = strcmp (extract_feature_set_get_name (retrain->features), "classic") == 0;
  g_autofree char *start = dup_start (retrain);
  GPtrArray *command = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (command, g_strdup (program));
  g_ptr_array_add (command, g_strdup (retrain->set));
  g_ptr_array_add (command, g_strdup ("-j1"));
  g_ptr_array_add (command, g_strdup ("--name=annotate"));
  g_ptr_array_add (command, g_strconcat ("--output=", retrain->next, NULL));
  g_ptr_array_add (command, g_strconcat ("--start=", start, NULL));
  g_ptr_array_add (command,
                   g_strconcat ("--features=", extract_feature_set_get_name (retrain->features), NULL));
  g_ptr_array_add (command, leave_out (held));
  g_ptr_array_add (command, g_strdup (classic ? "--design=classic" : "--design=rich"));
  if (!classic) {
    g_ptr_array_add (command, g_strdup ("--teacher=none"));
    g_ptr_array_add (command, g_strdup ("--epochs=3"));
  } else if (n_finished < FEW_PAGES) {
    g_ptr_array_add (command, g_strdup ("--held=0"));
    g_ptr_array_add (command, g_strdup ("--epochs=20"));
  }
  g_ptr_array_add (command, NULL);
  return command;
}

gboolean
retrain_is_due (const Retrain *retrain, guint n_finished)
{
  return !retrain->pid && !retrain->trial && n_finished >= retrain->n_trained + retrain->every;
}

gboolean
retrain_start (Retrain *retrain, guint n_finished, const GPtrArray *held, const GPtrArray *measured,
               ExtractClassifier *current, GError **error)
{
  g_autofree char *program = find_program ();
  retrain->n_trained = n_finished;
  if (!program) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         "the program texttractor-train is not installed");
    return FALSE;
  }
  unlink (retrain->log); /* of any kind: no file behind a link is written */
  int log = open (retrain->log, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (log < 0) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", retrain->log, g_strerror (errno));
    return FALSE;
  }
  g_autoptr (GPtrArray) command = make_command (retrain, n_finished, program, held);
  gboolean started = g_spawn_async_with_fds (NULL, (char **) command->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD,
                                             prepare_child, NULL, &retrain->pid, -1, log, log, error);
  close (log);
  if (!started)
    return FALSE;
  retrain->measured = g_ptr_array_copy ((GPtrArray *) measured, NULL, NULL);
  retrain->current = current ? extract_classifier_ref (current) : NULL;
  return TRUE;
}

/* An error with the last line of the log, without the name of the program. */
static void
fail_by_log (const Retrain *retrain, GError **error)
{
  g_autofree char *text = NULL;
  const char *sentence = "the training was stopped";
  if (g_file_get_contents (retrain->log, &text, NULL, NULL) && *g_strchomp (text)) {
    const char *line = strrchr (text, '\n');
    sentence = line ? line + 1 : text;
    if (g_str_has_prefix (sentence, "texttractor: "))
      sentence += strlen ("texttractor: ");
  }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, sentence);
}

/* ---- The trial ----------------------------------------------------------------------------------- */

static gpointer
run_trial (gpointer data)
{
  Retrain *retrain = data;
  ExtractClassifier *const classifiers[TRIAL_N] = { retrain->newer, retrain->current };
  retrain->figures = trial_run (retrain->measured, retrain->parser, classifiers, &retrain->stop);
  g_atomic_int_set (&retrain->ended, TRUE);
  return NULL;
}

static RetrainNews
begin_trial (Retrain *retrain, GError **error)
{
  CliModelOptions options = *retrain->options;
  options.name = retrain->next;
  retrain->newer = cli_load_classifier (&options, NULL, error);
  if (!retrain->newer) {
    end_trial (retrain);
    return RETRAIN_FAILED;
  }
  retrain->ended = FALSE;
  retrain->trial = g_thread_new ("trial", run_trial, retrain);
  return RETRAIN_NO_NEWS;
}

/* For the annotator, and for who looks at the log later. Returns: (transfer full) */
static char *
make_sentence (const Retrain *retrain, gboolean better)
{
  char newer[G_ASCII_DTOSTR_BUF_SIZE], current[G_ASCII_DTOSTR_BUF_SIZE];
  const TrialFigures *figures = &retrain->figures;
  g_ascii_formatd (newer, sizeof newer, "%.3f", figures->f1[0]);
  g_ascii_formatd (current, sizeof current, "%.3f", figures->f1[1]);
  if (!retrain->current)
    return g_strdup_printf ("A new model is in use: F1 %s on %u pages held back", newer, figures->n_pages);
  return g_strdup_printf (better
                              ? "A new model is in use: F1 %s, before %s, on %u pages held back"
                              : "The model stays: F1 of a new one %s, of this one %s, on %u pages held back",
                          newer, current, figures->n_pages);
}

static void
append_to_log (const Retrain *retrain, const char *sentence)
{
  g_autofree char *line = g_strconcat (sentence, "\n", NULL);
  int log = open (retrain->log, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (log < 0)
    return;
  (void) !write (log, line, strlen (line)); /* the annotator is told anyway */
  close (log);
}

static RetrainNews
judge (Retrain *retrain, RetrainResult *result, GError **error)
{
  const TrialFigures *figures = &retrain->figures;
  gboolean better = figures->n_pages > 0 && (!retrain->current || figures->f1[0] > figures->f1[1]);
  RetrainNews news = better ? RETRAIN_BETTER : RETRAIN_NO_BETTER;

  result->sentence = make_sentence (retrain, better);
  append_to_log (retrain, result->sentence);
  if (!better) {
    g_unlink (retrain->next);
  } else if (g_rename (retrain->next, retrain->model) != 0) {
    cli_fail_errno (error, "cannot be moved into place");
    g_prefix_error (error, "%s: ", retrain->model);
    news = RETRAIN_FAILED;
  } else if ((result->model = extract_model_load (retrain->model, error))) {
    result->classifier = extract_classifier_ref (retrain->newer);
  } else {
    news = RETRAIN_FAILED;
  }
  end_trial (retrain);
  return news;
}

RetrainNews
retrain_look (Retrain *retrain, RetrainResult *result, GError **error)
{
  int status;
  if (retrain->trial)
    return g_atomic_int_get (&retrain->ended) ? judge (retrain, result, error) : RETRAIN_NO_NEWS;
  if (!retrain->pid || waitpid (retrain->pid, &status, WNOHANG) == 0)
    return RETRAIN_NO_NEWS;
  retrain->pid = 0;
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return begin_trial (retrain, error);
  end_trial (retrain);
  fail_by_log (retrain, error);
  return RETRAIN_FAILED;
}
