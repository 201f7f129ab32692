/* SPDX-License-Identifier: MIT */
/*
 * Start, messages, standard output and progress. One lock guards the terminal line, which messages
 * and progress share.
 */
#include "cli/cli-private.h"
#include "libextract/base/url.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- Start ---------------------------------------------------------------------------------- */

/* Bytes of a piece that is a mapping, and of free memory that a program keeps. */
#define OWN_MAPPING (256 << 10)
#define MOST_SPARE (1 << 20)

void
cli_init (const char *name)
{
  /* A closed standard stream must not become the number of a file or socket that is opened later. Opened the
   * wrong way round, it fails when it is used. */
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl (fd, F_GETFD) == -1 && errno == EBADF)
      (void) !open ("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);

      /* Memory of a page goes back to the system after the page: large pieces are always mappings of their
       * own. The allocator of musl does so by itself, and has no such function. */
#ifdef M_MMAP_THRESHOLD
  mallopt (M_MMAP_THRESHOLD, OWN_MAPPING);
  mallopt (M_TRIM_THRESHOLD, MOST_SPARE);
#endif
  setlocale (LC_CTYPE, "");
  g_set_prgname (name);
}

/* ---- Messages ------------------------------------------------------------------------------- */

#define CLEAR_LINE "\r\033[K"

struct _CliProgress {
  const char *noun; /* static */
  gsize total;      /* 0 if not known */
  gsize done;
  gsize skipped; /* of them, those that needed no work */
  gsize errors;
  guint64 bytes; /* read for it; 0 if nobody counts them */
  double share;  /* of the work that is done, if the total is not known; 0 if that is not known either */
  double before; /* the share that was done at the start */
  char *note;    /* (nullable) */
  gint64 start;  /* monotonic time, microseconds */
  gint64 drawn;  /* time of the last drawing; 0 if the line is clear */
};

static pthread_mutex_t terminal_lock = PTHREAD_MUTEX_INITIALIZER;
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
    write_all_stderr (CLEAR_LINE);
    progress_shown->drawn = 0;
  }
}

/* Whether @c could break a line, move the cursor, or turn the reading around. Joiners belong to the spelling
 * of words. */
static gboolean
is_harmful (gunichar c)
{
  switch (g_unichar_type (c)) {
  case G_UNICODE_CONTROL:
  case G_UNICODE_LINE_SEPARATOR:
  case G_UNICODE_PARAGRAPH_SEPARATOR:
    return TRUE;
  case G_UNICODE_FORMAT:
    return c != 0x200c && c != 0x200d;
  default:
    return FALSE;
  }
}

/* Appends @text as valid UTF-8 with nothing harmful in it but the characters @kept: bytes and controls of
 * ASCII as \x1b, others as \u202e, which means the same in JSON. */
static void
append_harmless (GString *line, const char *text, const char *kept)
{
  while (*text) {
    gunichar c = g_utf8_get_char_validated (text, -1);
    gboolean is_byte = c == (gunichar) -1 || c == (gunichar) -2;
    if (is_byte) {
      g_string_append_printf (line, "\\x%02x", (guchar) *text++);
      continue;
    }
    if (!is_harmful (c) || (c < 0x80 && strchr (kept, (int) c)))
      g_string_append_unichar (line, c);
    else if (c < 0x20)
      g_string_append_printf (line, "\\x%02x", c);
    else if (c < 0x10000)
      g_string_append_printf (line, "\\u%04x", c);
    else
      g_string_append_printf (line, "\\u%04x\\u%04x", 0xd800 + ((c - 0x10000) >> 10), 0xdc00 + (c & 0x3ff));
    text = g_utf8_next_char (text);
  }
}

char *
cli_escape (const char *text)
{
  g_autofree char *public = extract_url_dup_without_user (text);
  GString *escaped = g_string_new (NULL);
  append_harmless (escaped, public, "");
  return g_string_free (escaped, FALSE);
}

static void
print_message (const char *place, const char *sentence, const char *hint)
{
  g_autofree char *safe_place = place ? cli_escape (place) : NULL;
  g_autofree char *safe_sentence = cli_escape (sentence);
  g_autofree char *line = g_strconcat ("texttractor: ", place ? safe_place : "", place ? ": " : "",
                                       safe_sentence, "\n", hint, NULL);
  pthread_mutex_lock (&terminal_lock);
  progress_clear ();
  write_all_stderr (line);
  pthread_mutex_unlock (&terminal_lock);
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

gboolean
cli_fail_errno (GError **error, const char *what)
{
  int code = errno;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: %s", what, g_strerror (code));
  return FALSE;
}

gboolean
cli_write_fd (int fd, const char *data, gsize length, GError **error)
{
  while (length > 0) {
    gssize written = write (fd, data, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return cli_fail_write (error);
    data += written;
    length -= written;
  }
  return TRUE;
}

gboolean
cli_write_stdout (const char *data, gsize length, GError **error)
{
  return cli_write_fd (STDOUT_FILENO, data, length, error);
}

CliExit
cli_print (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) harmless = g_string_new (NULL);
  append_harmless (harmless, text, "\n\t");
  if (!cli_write_stdout (harmless->str, harmless->len, &error))
    return cli_fail ("standard output", error);
  return CLI_EXIT_DONE;
}

gboolean
cli_wants_colour (void)
{
  const char *no_colour = g_getenv ("NO_COLOR"), *terminal = g_getenv ("TERM");
  return isatty (STDOUT_FILENO) && !(no_colour && *no_colour) && terminal && *terminal &&
         strcmp (terminal, "dumb") != 0;
}

CliExit
cli_print_coloured (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) harmless = g_string_new (NULL);
  while (*text) {
    gsize colour = strncmp (text, "\033[", 2) == 0 ? 2 + strspn (text + 2, "0123456789") : 0;
    gsize length = colour > 0 && text[colour] == 'm' ? colour + 1 : 1 + strcspn (text + 1, "\033");
    g_autofree char *piece = g_strndup (text, length);
    if (colour > 0 && text[colour] == 'm')
      g_string_append (harmless, piece);
    else
      append_harmless (harmless, piece, "\n\t");
    text += length;
  }
  return cli_write_stdout (harmless->str, harmless->len, &error) ? CLI_EXIT_DONE
                                                                 : cli_fail ("standard output", error);
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
  pthread_mutex_lock (&terminal_lock);
  if (stderr_is_terminal ())
    progress_shown = progress;
  pthread_mutex_unlock (&terminal_lock);
  return progress;
}

/* The line must not go on in a second one, which CLEAR_LINE would leave behind. */
static gsize
count_columns (void)
{
  struct winsize size;
  return ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

/* @columns: of the terminal; all characters are ASCII */
static char *
progress_line (const CliProgress *progress, gsize columns, gint64 now)
{
  double seconds = (now - progress->start) / (double) G_USEC_PER_SEC;
  double worked = MAX (1, progress->done - progress->skipped);
  GString *line = g_string_new (CLEAR_LINE);
  g_string_append_printf (line, "%" G_GSIZE_FORMAT, progress->done);
  if (progress->total)
    g_string_append_printf (line, "/%" G_GSIZE_FORMAT, progress->total);
  g_string_append_printf (line, " %s", progress->noun);
  if (progress->bytes > 0)
    g_string_append_printf (line, ", %.1f MB", progress->bytes / 1e6);
  g_string_append_printf (line, ", %.1f/s", worked / seconds);
  if (progress->errors)
    g_string_append_printf (line, ", %" G_GSIZE_FORMAT " failed", progress->errors);
  if (progress->share > 0)
    g_string_append_printf (line, ", %.0f %%", 100 * progress->share);
  if (progress->total || progress->share > progress->before) {
    guint64 left = progress->total ? seconds / worked * (progress->total - progress->done)
                                   : seconds / (progress->share - progress->before) * (1 - progress->share);
    g_string_append_printf (line, ", %" G_GUINT64_FORMAT ":%02u:%02u left", left / 3600,
                            (guint) (left / 60 % 60), (guint) (left % 60));
  }
  if (progress->note)
    g_string_append_printf (line, "  %s", progress->note);
  g_string_truncate (line, MIN (line->len, strlen (CLEAR_LINE) + columns));
  return g_string_free (line, FALSE);
}

void
cli_progress_step (CliProgress *progress, gboolean ok)
{
  gint64 now = g_get_monotonic_time ();
  pthread_mutex_lock (&terminal_lock);
  progress->done++;
  progress->errors += !ok;
  /* Show nothing for short work; then update five times a second. */
  gint64 since = progress->drawn ? progress->drawn : progress->start;
  if (progress_shown == progress && now - since >= G_USEC_PER_SEC / 5) {
    g_autofree char *line = progress_line (progress, count_columns (), now);
    write_all_stderr (line);
    progress->drawn = now;
  }
  pthread_mutex_unlock (&terminal_lock);
}

void
cli_progress_skip (CliProgress *progress, gsize n)
{
  pthread_mutex_lock (&terminal_lock);
  progress->done += n;
  progress->skipped += n;
  pthread_mutex_unlock (&terminal_lock);
}

void
cli_progress_set_share (CliProgress *progress, double share)
{
  pthread_mutex_lock (&terminal_lock);
  if (progress->total > 0 || progress->share == 0)
    progress->before = share;
  progress->total = 0;
  progress->share = share;
  pthread_mutex_unlock (&terminal_lock);
}

void
cli_progress_add_bytes (CliProgress *progress, guint64 n)
{
  pthread_mutex_lock (&terminal_lock);
  progress->bytes += n;
  pthread_mutex_unlock (&terminal_lock);
}

gboolean
cli_progress_is_shown (CliProgress *progress)
{
  pthread_mutex_lock (&terminal_lock);
  gboolean shown = progress_shown == progress;
  pthread_mutex_unlock (&terminal_lock);
  return shown;
}

void
cli_progress_set_note (CliProgress *progress, const char *note)
{
  pthread_mutex_lock (&terminal_lock);
  g_free (progress->note);
  progress->note = cli_escape (note);
  pthread_mutex_unlock (&terminal_lock);
}

void
cli_progress_free (CliProgress *progress)
{
  pthread_mutex_lock (&terminal_lock);
  if (progress_shown == progress) {
    progress_clear ();
    progress_shown = NULL;
  }
  pthread_mutex_unlock (&terminal_lock);
  g_free (progress->note);
  g_free (progress);
}

void
cli_progress_abandon (void)
{
  pthread_mutex_lock (&terminal_lock); /* for good */
  progress_clear ();
}
