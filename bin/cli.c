/* SPDX-License-Identifier: MIT */
/*
 * What every program shares. One lock guards the terminal line (messages and progress), another the list of
 * files that are being written; nothing else is global.
 */
#include "bin/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FETCH_MILLISECONDS 30000 /* for a URL, unless --timeout says otherwise */
#define FETCH_REDIRECTS 10
#define MAX_JOBS 1024
#define VALUE_LETTERS "fjmo" /* options of one letter that take a value, in every program */

/* ---- Start ---------------------------------------------------------------------------------- */

void
cli_init (const char *name)
{
  /* A closed standard stream must not become the number of a file or socket that is opened later. Opened the
   * wrong way round, it fails when it is used. */
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl (fd, F_GETFD) == -1 && errno == EBADF)
      (void) !open ("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);

  setlocale (LC_CTYPE, "");
  g_set_prgname (name);
}

/* ---- Messages ------------------------------------------------------------------------------- */

struct _CliProgress {
  const char *noun; /* static */
  gsize total;      /* 0 if not known */
  gsize done;
  gsize errors;
  gint64 start; /* monotonic time, microseconds */
  gint64 drawn; /* the same, of the last drawing; 0 if the line is clear */
};

static GMutex terminal_lock;
static CliProgress *progress_shown; /* (nullable): not owned; only if stderr is a terminal */

static void
write_all_stderr (const char *text)
{
  gsize length = strlen (text);
  while (length > 0) {
    gssize written = write (STDERR_FILENO, text, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return; /* there is nowhere left to say so */
    text += written;
    length -= written;
  }
}

/* The lock is held. */
static void
progress_clear (void)
{
  if (progress_shown && progress_shown->drawn) {
    write_all_stderr ("\r\033[K");
    progress_shown->drawn = 0;
  }
}

char *
cli_escape (const char *text)
{
  GString *escaped = g_string_new (NULL);
  while (*text) {
    gunichar c = g_utf8_get_char_validated (text, -1);
    if (c == (gunichar) -1 || c == (gunichar) -2) {
      g_string_append_printf (escaped, "\\x%02x", (guchar) *text++);
      continue;
    }
    GUnicodeType type = g_unichar_type (c);
    /* Joiners belong to the spelling of words; the other invisible characters may turn a line around. */
    gboolean joiner = c == 0x200c || c == 0x200d;
    if (type == G_UNICODE_CONTROL || type == G_UNICODE_LINE_SEPARATOR ||
        type == G_UNICODE_PARAGRAPH_SEPARATOR || (type == G_UNICODE_FORMAT && !joiner))
      g_string_append_printf (escaped, c < 0x100 ? "\\x%02x" : "\\u%04x", c);
    else
      g_string_append_unichar (escaped, c);
    text = g_utf8_next_char (text);
  }
  return g_string_free (escaped, FALSE);
}

static void
print_message (const char *place, const char *sentence, const char *hint)
{
  g_autofree char *safe_place = place ? cli_escape (place) : NULL;
  g_autofree char *safe_sentence = cli_escape (sentence);
  g_autofree char *line = g_strconcat ("texttractor: ", place ? safe_place : "", place ? ": " : "",
                                       safe_sentence, "\n", hint, NULL);
  g_mutex_lock (&terminal_lock);
  progress_clear ();
  write_all_stderr (line);
  g_mutex_unlock (&terminal_lock);
}

void
cli_error (const char *place, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  print_message (place, sentence, NULL);
}

static CliExit
print_usage (const char *place, const char *sentence)
{
  g_autofree char *hint = g_strdup_printf ("Try '%s --help'.\n", g_get_prgname ());
  print_message (place, sentence, hint);
  return CLI_EXIT_USAGE;
}

CliExit
cli_fail (const char *place, const GError *error)
{
  if (error->domain == G_OPTION_ERROR || g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_ENCODING) ||
      g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_UNKNOWN))
    return print_usage (place, error->message);
  print_message (place, error->message, NULL);
  return CLI_EXIT_FAILED;
}

CliExit
cli_usage (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return print_usage (NULL, sentence);
}

/* ---- Standard output ------------------------------------------------------------------------ */

static gboolean
fail_errno (GError **error, const char *what)
{
  int code = errno;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: %s", what, g_strerror (code));
  return FALSE;
}

gboolean
cli_write_stdout (const char *data, gsize length, GError **error)
{
  while (length > 0) {
    gssize written = write (STDOUT_FILENO, data, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return fail_errno (error, "cannot be written");
    data += written;
    length -= written;
  }
  return TRUE;
}

CliExit
cli_print (const char *text)
{
  g_autoptr (GError) error = NULL;
  if (!cli_write_stdout (text, strlen (text), &error))
    return cli_fail ("standard output", error);
  return CLI_EXIT_DONE;
}

/* ---- Options -------------------------------------------------------------------------------- */

GOptionContext *
cli_context_new (const char *operands, const char *summary)
{
  GOptionContext *context = g_option_context_new (operands);
  g_option_context_set_summary (context, summary);
  /* GOption would leave by exit (), and not look whether the text was written. */
  g_option_context_set_help_enabled (context, FALSE);
  return context;
}

/* Splits "-j4" into "-j" and "4", which GOption does not do. Returns: (transfer full) */
static char **
split_letters (char **args)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean options = TRUE; /* up to "--" */
  for (; *args; args++) {
    const char *arg = *args;
    options = options && strcmp (arg, "--") != 0;
    if (options && arg[0] == '-' && arg[1] && strchr (VALUE_LETTERS, arg[1]) && arg[2]) {
      const char letter[] = {'-', arg[1], '\0'};
      g_strv_builder_add (builder, letter);
      arg += 2;
    }
    g_strv_builder_add (builder, arg);
  }
  return g_strv_builder_end (builder);
}

gboolean
cli_parse (GOptionContext *context, char **args, char ***operands, int *status)
{
  gboolean help = FALSE, version = FALSE;
  g_auto (GStrv) rest = NULL;
  const GOptionEntry entries[] = {
      {"help", 'h', 0, G_OPTION_ARG_NONE, &help, "Print this text", NULL},
      {"version", 0, 0, G_OPTION_ARG_NONE, &version, "Print the version", NULL},
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, NULL},
      {NULL},
  };
  g_option_context_add_main_entries (context, entries, NULL);

  g_auto (GStrv) parsed = split_letters (args);
  g_autoptr (GError) error = NULL;
  if (!g_option_context_parse_strv (context, &parsed, &error)) {
    *status = cli_fail (NULL, error);
    return FALSE;
  }
  if (help) {
    g_autofree char *text = g_option_context_get_help (context, FALSE, NULL);
    *status = cli_print (text);
    return FALSE;
  }
  if (version) {
    g_autofree char *text = g_strdup_printf (
        "texttractor %s\nMIT licence: free to use, change and share; no warranty.\n", extract_get_version ());
    *status = cli_print (text);
    return FALSE;
  }
  *operands = rest ? g_steal_pointer (&rest) : g_new0 (char *, 1);
  return TRUE;
}

static gboolean
bad_value (GError **error, const char *option, const char *expected, const char *text)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s takes %s, not \"%s\"", option, expected,
               text);
  return FALSE;
}

gboolean
cli_parse_number (const char *option, const char *text, double minimum, double maximum, double *value,
                  GError **error)
{
  char *end;
  double number = g_ascii_strtod (text, &end);
  if (g_ascii_isspace (*text) || end == text || *end || !(number >= minimum && number <= maximum)) {
    char low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *expected =
        g_strdup_printf ("a number from %s to %s", g_ascii_formatd (low, sizeof low, "%.10g", minimum),
                         g_ascii_formatd (high, sizeof high, "%.10g", maximum));
    return bad_value (error, option, expected, text);
  }
  *value = number;
  return TRUE;
}

gboolean
cli_parse_count (const char *option, const char *text, guint64 minimum, guint64 maximum, guint64 *value,
                 GError **error)
{
  if (!g_ascii_string_to_unsigned (text, 10, minimum, maximum, value, NULL)) {
    g_autofree char *expected =
        g_strdup_printf ("a whole number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, minimum, maximum);
    return bad_value (error, option, expected, text);
  }
  return TRUE;
}

/* "64M" for what is a round number of megabytes, plain digits for what is not. */
static char *
format_size (guint64 bytes)
{
  static const char suffixes[] = "KMG";
  guint power = 0;
  while (power < strlen (suffixes) && bytes && bytes % 1024 == 0) {
    bytes /= 1024;
    power++;
  }
  return g_strdup_printf ("%" G_GUINT64_FORMAT "%.*s", bytes, power ? 1 : 0,
                          power ? suffixes + power - 1 : "");
}

gboolean
cli_parse_size (const char *option, const char *text, guint64 minimum, guint64 maximum, guint64 *value,
                GError **error)
{
  gsize length = strlen (text);
  guint shift = 0;
  if (length > 0) {
    switch (g_ascii_toupper (text[length - 1])) {
    case 'K':
      shift = 10;
      break;
    case 'M':
      shift = 20;
      break;
    case 'G':
      shift = 30;
      break;
    }
  }
  g_autofree char *digits = g_strndup (text, length - (shift ? 1 : 0));
  guint64 number;
  if (!g_ascii_string_to_unsigned (digits, 10, 0, maximum >> shift, &number, NULL) ||
      number << shift < minimum) {
    g_autofree char *low = format_size (minimum);
    g_autofree char *high = format_size (maximum);
    g_autofree char *expected = g_strdup_printf ("a size from %s to %s (K, M and G allowed)", low, high);
    return bad_value (error, option, expected, text);
  }
  *value = number << shift;
  return TRUE;
}

/* ---- Options of pages ----------------------------------------------------------------------- */

/* Lives as long as the option group. */
typedef struct {
  CliPageOptions *options;                 /* not owned */
  char *limit_sentences[EXTRACT_N_LIMITS]; /* with the default value */
} PageGroup;

static void
page_group_free (gpointer data)
{
  PageGroup *group = data;
  for (guint i = 0; i < EXTRACT_N_LIMITS; i++)
    g_free (group->limit_sentences[i]);
  g_free (group);
}

static gboolean
limit_is_size (ExtractLimit limit)
{
  return limit == EXTRACT_LIMIT_BYTES || limit == EXTRACT_LIMIT_MEMORY;
}

static gboolean
parse_limit (const char *option, const char *text, gpointer data, GError **error)
{
  CliPageOptions *options = ((PageGroup *) data)->options;
  ExtractLimit limit = 0;
  while (strcmp (option + strlen ("--"), extract_limit_get_info (limit)->name) != 0)
    limit++;

  guint64 maximum = extract_limit_get_info (limit)->maximum;
  guint64 value;
  if (limit == EXTRACT_LIMIT_MILLISECONDS) {
    double seconds;
    if (!cli_parse_number (option, text, 0.001, maximum / 1000.0, &seconds, error))
      return FALSE;
    value = (guint64) (seconds * 1000 + 0.5);
    options->source.max_milliseconds = value;
  } else if (limit_is_size (limit)) {
    if (!cli_parse_size (option, text, 1, maximum, &value, error))
      return FALSE;
    if (limit == EXTRACT_LIMIT_BYTES)
      options->source.max_bytes = value;
  } else if (!cli_parse_count (option, text, 1, maximum, &value, error)) {
    return FALSE;
  }
  extract_parser_set_limit (options->parser, limit, value);
  return TRUE;
}

static gboolean
parse_jobs (const char *option, const char *text, gpointer data, GError **error)
{
  CliPageOptions *options = ((PageGroup *) data)->options;
  guint64 jobs;
  if (!cli_parse_count (option, text, 0, MAX_JOBS, &jobs, error))
    return FALSE;
  options->jobs = jobs ? jobs : g_get_num_processors ();
  return TRUE;
}

static gboolean
parse_url (const char *option, const char *text, gpointer data, GError **error)
{
  CliPageOptions *options = ((PageGroup *) data)->options;
  if (!g_uri_is_valid (text, G_URI_FLAGS_PARSE_RELAXED, NULL))
    return bad_value (error, option, "an absolute URL", text);
  g_free (options->url);
  options->url = g_strdup (text);
  return TRUE;
}

static gboolean
parse_encoding (const char *option, const char *text, gpointer data, GError **error)
{
  CliPageOptions *options = ((PageGroup *) data)->options;
  return extract_parser_set_encoding (options->parser, text, error);
}

static char *
limit_sentence (ExtractLimit limit)
{
  const ExtractLimitInfo *info = extract_limit_get_info (limit);
  g_autofree char *value = NULL;
  if (limit == EXTRACT_LIMIT_MILLISECONDS)
    value = g_strdup_printf ("%.10g seconds; to fetch a URL: %d", info->default_value / 1000.0,
                             FETCH_MILLISECONDS / 1000);
  else if (limit_is_size (limit))
    value = format_size (info->default_value);
  else
    value = g_strdup_printf ("%" G_GUINT64_FORMAT, info->default_value);
  return g_strdup_printf ("Limit: %s (default %s)", info->sentence, value);
}

GOptionGroup *
cli_page_options_init (CliPageOptions *options, CliPageFlags flags)
{
  options->parser = extract_parser_new ();
  options->source.max_bytes = extract_parser_get_limit (options->parser, EXTRACT_LIMIT_BYTES);
  options->source.max_redirects = FETCH_REDIRECTS;
  options->source.max_milliseconds = FETCH_MILLISECONDS;
  options->url = NULL;
  options->jobs = 1;

  PageGroup *data = g_new0 (PageGroup, 1);
  data->options = options;
  GOptionGroup *group =
      g_option_group_new ("page", "How pages are read:", "How pages are read", data, page_group_free);

  static const GOptionEntry place_entries[] = {
      {"url", 0, 0, G_OPTION_ARG_CALLBACK, parse_url, "Where pages without a URL of their own come from",
       "BASE"},
      {"encoding", 0, 0, G_OPTION_ARG_CALLBACK, parse_encoding, "Decode pages by this, whatever they say",
       "LABEL"},
      {NULL},
  };
  static const GOptionEntry jobs_entries[] = {
      {"jobs", 'j', 0, G_OPTION_ARG_CALLBACK, parse_jobs, "Pages at a time (default 1; 0: one per processor)",
       "N"},
      {NULL},
  };
  GOptionEntry limit_entries[EXTRACT_N_LIMITS + 1] = {0};
  for (guint i = 0; i < EXTRACT_N_LIMITS; i++) {
    data->limit_sentences[i] = limit_sentence (i);
    limit_entries[i].long_name = extract_limit_get_info (i)->name;
    limit_entries[i].arg = G_OPTION_ARG_CALLBACK;
    limit_entries[i].arg_data = parse_limit;
    limit_entries[i].description = data->limit_sentences[i];
    limit_entries[i].arg_description = i == EXTRACT_LIMIT_MILLISECONDS ? "S" : "N";
  }
  if (flags & CLI_PAGE_PLACE)
    g_option_group_add_entries (group, place_entries);
  if (flags & CLI_PAGE_JOBS)
    g_option_group_add_entries (group, jobs_entries);
  g_option_group_add_entries (group, limit_entries);
  return group;
}

void
cli_page_options_clear (CliPageOptions *options)
{
  g_clear_pointer (&options->parser, extract_parser_unref);
  g_clear_pointer (&options->url, g_free);
}

ExtractDocument *
cli_read_page (const CliPageOptions *options, const char *place, GError **error)
{
  g_autoptr (ExtractSource) source = extract_source_new (place, &options->source);
  GError *failure = NULL;
  g_autoptr (ExtractRecord) record = extract_source_next (source, &failure);
  if (failure) {
    g_propagate_error (error, failure);
    return NULL;
  }
  if (!record) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "contains no page");
    return NULL;
  }
  return extract_parser_parse_bytes (options->parser, record->bytes, record->content_type,
                                     record->uri ? record->uri : options->url, error);
}

/* ---- Options of the model ------------------------------------------------------------------- */

static gboolean
parse_threshold (const char *option, const char *text, gpointer data, GError **error)
{
  CliModelOptions *options = data;
  return cli_parse_number (option, text, 0.0001, 1, &options->threshold, error);
}

static gboolean
parse_model (const char *option, const char *text, gpointer data, GError **error)
{
  CliModelOptions *options = data;
  g_free (options->name);
  options->name = g_strdup (text);
  return TRUE;
}

static gboolean
parse_no_rules (const char *option, const char *text, gpointer data, GError **error)
{
  CliModelOptions *options = data;
  options->no_rules = TRUE;
  return TRUE;
}

static gboolean
append_rule (char ***names, const char *option, const char *name, GError **error)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  g_autoptr (GString) expected = g_string_new ("the name of a rule");
  for (gsize i = 0; i < n; i++) {
    if (strcmp (rules[i].name, name) != 0) {
      g_string_append_printf (expected, "%s%s", i == 0 ? " (" : ", ", rules[i].name);
      continue;
    }
    gsize length = *names ? g_strv_length (*names) : 0;
    *names = g_renew (char *, *names, length + 2);
    (*names)[length] = g_strdup (name);
    (*names)[length + 1] = NULL;
    return TRUE;
  }
  if (n > 0)
    g_string_append_c (expected, ')');
  return bad_value (error, option, expected->str, name);
}

static gboolean
parse_rule (const char *option, const char *text, gpointer data, GError **error)
{
  CliModelOptions *options = data;
  gboolean on = strcmp (option, "--rule") == 0;
  return append_rule (on ? &options->rules : &options->rules_off, option, text, error);
}

GOptionGroup *
cli_model_options_init (CliModelOptions *options)
{
  static const GOptionEntry entries[] = {
      {"model", 'm', G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, parse_model,
       "A built-in model, or a model file (with a slash, or ending in .model)", "NAME|FILE"},
      {"no-rules", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, parse_no_rules,
       "Leave the labels as the network gave them", NULL},
      {"rule", 0, 0, G_OPTION_ARG_CALLBACK, parse_rule, "Switch a rule on", "NAME"},
      {"no-rule", 0, 0, G_OPTION_ARG_CALLBACK, parse_rule, "Switch a rule off", "NAME"},
      {"threshold", 0, 0, G_OPTION_ARG_CALLBACK, parse_threshold, "Score from which a block is main text",
       "T"},
      {NULL},
  };
  *options = (CliModelOptions){0};
  GOptionGroup *group =
      g_option_group_new ("model", "How blocks are labelled:", "How blocks are labelled", options, NULL);
  g_option_group_add_entries (group, entries);
  return group;
}

void
cli_model_options_clear (CliModelOptions *options)
{
  g_clear_pointer (&options->name, g_free);
  g_clear_pointer (&options->rules, g_strfreev);
  g_clear_pointer (&options->rules_off, g_strfreev);
}

ExtractModel *
cli_load_model (const char *name, GError **error)
{
  if (!name)
    return extract_model_get_default (error);
  if (strchr (name, '/') || g_str_has_suffix (name, ".model"))
    return extract_model_load (name, error);
  return extract_model_get_builtin (name, error);
}

ExtractClassifier *
cli_classifier_new (const CliModelOptions *options, ExtractModel *model)
{
  ExtractClassifier *classifier = extract_classifier_new (model);
  if (options->threshold > 0)
    extract_classifier_set_threshold (classifier, options->threshold);
  if (options->no_rules)
    extract_classifier_clear_rules (classifier);
  for (guint i = 0; options->rules && options->rules[i]; i++)
    extract_classifier_set_rule (classifier, options->rules[i], TRUE);
  for (guint i = 0; options->rules_off && options->rules_off[i]; i++)
    extract_classifier_set_rule (classifier, options->rules_off[i], FALSE);
  return classifier;
}

/* ---- Progress ------------------------------------------------------------------------------- */

static gboolean
stderr_is_terminal (void)
{
  const char *terminal = g_getenv ("TERM");
  return isatty (STDERR_FILENO) && terminal && *terminal && strcmp (terminal, "dumb") != 0;
}

CliProgress *
cli_progress_new (const char *noun, gsize total)
{
  CliProgress *progress = g_new0 (CliProgress, 1);
  progress->noun = noun;
  progress->total = total;
  progress->start = g_get_monotonic_time ();
  g_mutex_lock (&terminal_lock);
  if (stderr_is_terminal ())
    progress_shown = progress;
  g_mutex_unlock (&terminal_lock);
  return progress;
}

static char *
progress_line (const CliProgress *progress, gint64 now)
{
  double seconds = (now - progress->start) / (double) G_USEC_PER_SEC;
  GString *line = g_string_new ("\r\033[K");
  g_string_append_printf (line, "%" G_GSIZE_FORMAT, progress->done);
  if (progress->total)
    g_string_append_printf (line, "/%" G_GSIZE_FORMAT, progress->total);
  g_string_append_printf (line, " %s, %.1f/s", progress->noun, progress->done / seconds);
  if (progress->errors)
    g_string_append_printf (line, ", %" G_GSIZE_FORMAT " failed", progress->errors);
  if (progress->total) {
    guint64 left = seconds / progress->done * (progress->total - progress->done);
    g_string_append_printf (line, ", %" G_GUINT64_FORMAT ":%02u:%02u left", left / 3600,
                            (guint) (left / 60 % 60), (guint) (left % 60));
  }
  return g_string_free (line, FALSE);
}

void
cli_progress_step (CliProgress *progress, gboolean ok)
{
  gint64 now = g_get_monotonic_time ();
  g_mutex_lock (&terminal_lock);
  progress->done++;
  progress->errors += !ok;
  /* Nothing for work that is over at once; then five times a second. */
  gint64 since = progress->drawn ? progress->drawn : progress->start;
  if (progress_shown == progress && now - since >= G_USEC_PER_SEC / 5) {
    g_autofree char *line = progress_line (progress, now);
    write_all_stderr (line);
    progress->drawn = now;
  }
  g_mutex_unlock (&terminal_lock);
}

void
cli_progress_free (CliProgress *progress)
{
  g_mutex_lock (&terminal_lock);
  if (progress_shown == progress) {
    progress_clear ();
    progress_shown = NULL;
  }
  g_mutex_unlock (&terminal_lock);
  g_free (progress);
}

/* ---- Whole files ---------------------------------------------------------------------------- */

struct _CliFile {
  FILE *stream;
  char *path;      /* where it belongs */
  char *temporary; /* (nullable): where it is until then; NULL if written directly */
};

/* Held while temporary files come and go, so that the thread below sees each of them. */
static GMutex files_lock;
static GPtrArray *temporaries; /* names; not owned. NULL before the first file */
static int signal_pipe[2];

static const int fatal_signals[] = {SIGINT, SIGTERM, SIGHUP};

static void
on_fatal_signal (int number)
{
  int saved = errno;
  guint8 byte = number;
  (void) !write (signal_pipe[1], &byte, 1);
  errno = saved;
}

/* A thread, because a signal handler may take no lock. Ends the program by the signal that came. */
static gpointer
wait_for_signal (gpointer data)
{
  guint8 number;
  while (read (signal_pipe[0], &number, 1) != 1)
    continue;
  g_mutex_lock (&files_lock); /* for good: no file may appear from here on */
  for (guint i = 0; i < temporaries->len; i++)
    unlink (g_ptr_array_index (temporaries, i));
  g_mutex_lock (&terminal_lock);
  progress_clear ();
  signal (number, SIG_DFL);
  kill (getpid (), number);
  pause ();
  return NULL;
}

/* The lock is held. */
static gboolean
watch_signals (GError **error)
{
  if (temporaries)
    return TRUE;
  if (!g_unix_open_pipe (signal_pipe, FD_CLOEXEC, error))
    return FALSE;
  temporaries = g_ptr_array_new ();
  g_thread_unref (g_thread_new ("signals", wait_for_signal, NULL));

  struct sigaction action = {.sa_handler = on_fatal_signal, .sa_flags = SA_RESTART};
  sigemptyset (&action.sa_mask);
  for (guint i = 0; i < G_N_ELEMENTS (fatal_signals); i++) {
    struct sigaction old;
    sigaction (fatal_signals[i], NULL, &old);
    if (old.sa_handler != SIG_IGN) /* as under nohup */
      sigaction (fatal_signals[i], &action, NULL);
  }
  /* From now on a closed pipe is an error like others, so that what was begun is cleared away. */
  signal (SIGPIPE, SIG_IGN);
  return TRUE;
}

/* Opens a temporary file beside file->path, with the permissions that the finished file is to have. */
static int
open_temporary (CliFile *file, const struct stat *old, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (file->path);
  g_autofree char *base = g_path_get_basename (file->path);
  g_autofree char *name = g_strdup_printf (".%.200s.XXXXXX", base); /* no longer than a name may be */
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_mutex_lock (&files_lock);
  int fd = -1;
  if (watch_signals (error)) {
    fd = g_mkstemp_full (path, O_WRONLY | O_CLOEXEC, 0666);
    if (fd >= 0) {
      file->temporary = g_steal_pointer (&path);
      g_ptr_array_add (temporaries, file->temporary);
    } else {
      fail_errno (error, "cannot be created");
    }
  }
  g_mutex_unlock (&files_lock);
  if (fd >= 0 && old)
    (void) !fchmod (fd, old->st_mode & 07777); /* at worst it gets the permissions of a new file */
  return fd;
}

CliFile *
cli_file_open (const char *path, GError **error)
{
  g_autoptr (CliFile) file = g_new0 (CliFile, 1);
  char *target = realpath (path, NULL); /* behind symbolic links; NULL if there is nothing yet */
  file->path = g_strdup (target ? target : path);
  free (target);

  struct stat old;
  gboolean exists = stat (file->path, &old) == 0;
  int fd;
  if (exists && !S_ISREG (old.st_mode)) {
    fd = open (file->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
      fail_errno (error, "cannot be opened for writing");
  } else {
    fd = open_temporary (file, exists ? &old : NULL, error);
  }
  if (fd < 0)
    return NULL;
  file->stream = fdopen (fd, "w");
  return g_steal_pointer (&file);
}

gboolean
cli_file_write (CliFile *file, const char *data, gsize length, GError **error)
{
  if (fwrite (data, 1, length, file->stream) != length)
    return fail_errno (error, "cannot be written");
  return TRUE;
}

gboolean
cli_file_commit (CliFile *file, GError **error)
{
  if (fclose (g_steal_pointer (&file->stream)) != 0)
    return fail_errno (error, "cannot be written");
  if (!file->temporary)
    return TRUE;

  g_mutex_lock (&files_lock);
  gboolean renamed = rename (file->temporary, file->path) == 0;
  if (!renamed)
    fail_errno (error, "cannot be put in its place");
  else
    g_ptr_array_remove_fast (temporaries, file->temporary);
  g_mutex_unlock (&files_lock);
  if (renamed)
    g_clear_pointer (&file->temporary, g_free);
  return renamed;
}

void
cli_file_free (CliFile *file)
{
  if (file->stream)
    fclose (file->stream);
  if (file->temporary) {
    g_mutex_lock (&files_lock);
    unlink (file->temporary);
    g_ptr_array_remove_fast (temporaries, file->temporary);
    g_mutex_unlock (&files_lock);
  }
  g_free (file->temporary);
  g_free (file->path);
  g_free (file);
}

gboolean
cli_write_file (const char *path, const char *data, gssize length, GError **error)
{
  g_autoptr (CliFile) file = cli_file_open (path, error);
  return file && cli_file_write (file, data, length < 0 ? strlen (data) : (gsize) length, error) &&
         cli_file_commit (file, error);
}

/* ---- Work in parallel ----------------------------------------------------------------------- */

typedef struct {
  gpointer result;
  gboolean ready;
} Slot;

typedef struct {
  CliWork work;
  gpointer data;
  gsize n;
  GMutex lock;     /* of all below */
  GCond ready;     /* a slot has become ready */
  GCond room;      /* an item has been delivered, or the work was stopped */
  gsize next;      /* first item that nobody has begun */
  gsize delivered; /* items that `done` is through with */
  gboolean stopped;
  gsize window; /* items between `delivered` and `next` at most */
  Slot *slots;  /* [window]: item i is in slot i % window */
} Parallel;

static gpointer
run_worker (gpointer data)
{
  Parallel *parallel = data;

  g_mutex_lock (&parallel->lock);
  for (;;) {
    while (!parallel->stopped && parallel->next < parallel->n &&
           parallel->next - parallel->delivered >= parallel->window)
      g_cond_wait (&parallel->room, &parallel->lock);
    if (parallel->stopped || parallel->next >= parallel->n)
      break;
    gsize i = parallel->next++;
    g_mutex_unlock (&parallel->lock);
    gpointer result = parallel->work (i, parallel->data);
    g_mutex_lock (&parallel->lock);
    parallel->slots[i % parallel->window] = (Slot){.result = result, .ready = TRUE};
    g_cond_signal (&parallel->ready);
  }
  g_mutex_unlock (&parallel->lock);
  return NULL;
}

/* The lock is held, but not during @done. */
static void
deliver_all (Parallel *parallel, CliDone done)
{
  for (gsize i = 0; i < parallel->n && !parallel->stopped; i++) {
    Slot *slot = &parallel->slots[i % parallel->window];
    while (!slot->ready)
      g_cond_wait (&parallel->ready, &parallel->lock);
    slot->ready = FALSE;
    gpointer result = g_steal_pointer (&slot->result);
    g_mutex_unlock (&parallel->lock);
    gboolean go_on = done (i, result, parallel->data);
    g_mutex_lock (&parallel->lock);
    parallel->delivered = i + 1;
    parallel->stopped = !go_on;
    g_cond_broadcast (&parallel->room);
  }
}

gboolean
cli_parallel (gsize n, guint jobs, CliWork work, CliDone done, GDestroyNotify free_result, gpointer data)
{
  jobs = CLAMP (jobs, 1, MAX (n, 1));
  Parallel parallel = {.work = work, .data = data, .n = n, .window = 4 * (gsize) jobs};
  parallel.slots = g_new0 (Slot, parallel.window);
  g_mutex_init (&parallel.lock);
  g_cond_init (&parallel.ready);
  g_cond_init (&parallel.room);

  g_autoptr (GPtrArray) workers = g_ptr_array_new ();
  for (guint i = 0; i < jobs; i++)
    g_ptr_array_add (workers, g_thread_new ("worker", run_worker, &parallel));
  g_mutex_lock (&parallel.lock);
  deliver_all (&parallel, done);
  g_mutex_unlock (&parallel.lock);
  for (guint i = 0; i < workers->len; i++)
    g_thread_join (g_ptr_array_index (workers, i));

  for (gsize i = 0; i < parallel.window; i++)
    if (parallel.slots[i].ready && free_result && parallel.slots[i].result)
      free_result (parallel.slots[i].result);
  g_free (parallel.slots);
  g_mutex_clear (&parallel.lock);
  g_cond_clear (&parallel.ready);
  g_cond_clear (&parallel.room);
  return !parallel.stopped;
}
