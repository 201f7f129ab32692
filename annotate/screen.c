/* SPDX-License-Identifier: MIT */
/*
 * The terminal, by ncurses.
 *
 *   signals ─> pipe ─┐
 *   terminal ────────┴─> poll ─> screen_read () ─> event
 *
 * The terminal is raw: ctrl-c and ctrl-z are keys. Pasted text is bracketed, so that it is not read as keys.
 * SIGHUP and SIGTERM end the program like a key, with everything saved; SIGTSTP acts like ctrl-z.
 */
#include "annotate/screen.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#define ESCAPE_DELAY 100        /* milliseconds to wait for the rest of a key's sequence */
#define PASTE_MAXIMUM (1 << 16) /* characters; the rest is left out */
#define MINIMUM_COLUMNS 8       /* smaller screens are painted at this size, and cut */
#define MINIMUM_ROWS 4

enum { KEY_PASTE_BEGIN = KEY_MAX + 1, KEY_PASTE_END };

struct _Screen {
  PaletteKind palette;
  gboolean mouse;
  gboolean ascii; /* the terminal does not speak UTF-8 */
  gboolean redraw;
  gboolean ended;
  GString *text;              /* of the event */
  struct sigaction old[NSIG]; /* of the signals below */
};

/* ---- Signals -------------------------------------------------------------------------------- */

static const int signals[] = { SIGHUP, SIGTERM, SIGINT, SIGTSTP, SIGWINCH };

/* Of the one screen; signal handlers have no other way to it. */
static int signal_pipe[2] = { -1, -1 };

static void
handle_signal (int number)
{
  int saved = errno;
  guint8 byte = (guint8) number;
  /* If the pipe is full, the program wakes anyway. */
  gssize written = write (signal_pipe[1], &byte, 1);
  (void) written;
  errno = saved;
}

static void
catch_signals (Screen *screen)
{
  struct sigaction action = { .sa_handler = handle_signal, .sa_flags = SA_RESTART };
  sigemptyset (&action.sa_mask);
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    sigaction (signals[i], &action, &screen->old[signals[i]]);
}

static void
release_signals (Screen *screen)
{
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    sigaction (signals[i], &screen->old[signals[i]], NULL);
}

/* ---- Looks ---------------------------------------------------------------------------------- */

/* Where colours are red, green and blue themselves, only the first eight have numbers as palettes know them.
 */
static int
get_n_colors (void)
{
  return !has_colors () ? 0 : COLORS > 256 ? 8 : COLORS;
}

/* Pairs of colours are made when they are first seen; pair 0 is the terminal's own. */
static short
find_pair_of (const Look *look)
{
  static struct {
    gint16 foreground, background;
  } pairs[64];
  static short n_pairs = 1;

  if (look->foreground < 0 && look->background < 0)
    return 0;
  for (short i = 1; i < n_pairs; i++)
    if (pairs[i].foreground == look->foreground && pairs[i].background == look->background)
      return i;
  if (n_pairs >= MIN (COLOR_PAIRS, (int) G_N_ELEMENTS (pairs)) ||
      init_pair (n_pairs, look->foreground, look->background) == ERR)
    return 0;
  pairs[n_pairs].foreground = look->foreground;
  pairs[n_pairs].background = look->background;
  return n_pairs++;
}

static attr_t
get_attributes (LookFlags flags)
{
  return (flags & LOOK_BOLD ? A_BOLD : 0) | (flags & LOOK_DIM ? A_DIM : 0) |
         (flags & LOOK_UNDERLINE ? A_UNDERLINE : 0) | (flags & LOOK_REVERSE ? A_REVERSE : 0);
}

/* ---- Painting ------------------------------------------------------------------------------- */

/* What curses will take for the width of a glyph has to be ours, else the row would not line up. */
static void
get_wide_chars (const Screen *screen, const Glyph *glyph, wchar_t wide[CCHARW_MAX + 1])
{
  guint n = 0;

  memset (wide, 0, (CCHARW_MAX + 1) * sizeof (wchar_t));
  if (screen->ascii) {
    wide[0] = (wchar_t) glyph_to_ascii (glyph);
    return;
  }
  wide[n++] = wcwidth ((wchar_t) glyph->chars[0]) == glyph->width ? (wchar_t) glyph->chars[0]
              : glyph->width == 2                                 ? (wchar_t) 0xff1f
                                                                  : (wchar_t) GLYPH_UNKNOWN;
  for (guint i = 1; i < glyph->n_chars && n < CCHARW_MAX; i++)
    if (wcwidth ((wchar_t) glyph->chars[i]) == 0)
      wide[n++] = (wchar_t) glyph->chars[i];
}

static void
paint_cell (const Screen *screen, int row, int column, const CanvasCell *cell)
{
  wchar_t wide[CCHARW_MAX + 1];
  cchar_t complex;
  Look look = palette_get_look (screen->palette, get_n_colors (), (Style) cell->style);

  get_wide_chars (screen, &cell->glyph, wide);
  setcchar (&complex, wide, get_attributes (look.flags), find_pair_of (&look), NULL);
  mvadd_wch (row, column, &complex);
  if (screen->ascii && cell->glyph.width == 2)
    mvaddch (row, column + 1, ' ');
}

void
screen_paint (Screen *screen, const Canvas *canvas)
{
  int columns = MIN (COLS, canvas_get_columns (canvas)), rows = MIN (LINES, canvas_get_rows (canvas));
  int caret_row, caret_column;

  if (screen->redraw)
    clearok (stdscr, TRUE);
  screen->redraw = FALSE;
  erase ();
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++) {
      const CanvasCell *cell = canvas_get_cell (canvas, row, column);
      if (cell->glyph.width > 0 && column + cell->glyph.width <= columns)
        paint_cell (screen, row, column, cell);
    }
  gboolean caret = canvas_get_caret (canvas, &caret_row, &caret_column);
  curs_set (caret ? 1 : 0);
  move (caret ? caret_row : 0, caret ? caret_column : 0);
  refresh ();
}

void
screen_redraw (Screen *screen)
{
  screen->redraw = TRUE;
}

/* ---- Size ----------------------------------------------------------------------------------- */

void
screen_get_size (const Screen *screen, int *columns, int *rows)
{
  *columns = MAX (COLS, MINIMUM_COLUMNS);
  *rows = MAX (LINES, MINIMUM_ROWS);
}

static void
take_size (Screen *screen)
{
  struct winsize size;
  if (ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
    resizeterm (size.ws_row, size.ws_col);
  screen->redraw = TRUE;
}

/* ---- Modes of the terminal that curses does not know ------------------------------------------- */

static void
send (const char *sequence)
{
  putp (sequence);
  fflush (stdout);
}

static void
begin_modes (Screen *screen)
{
  send ("\033[?2004h");
  mousemask (screen->mouse ? BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}

static void
end_modes (void)
{
  mousemask (0, NULL);
  send ("\033[?2004l");
}

/* ---- Start and end -------------------------------------------------------------------------- */

Screen *
screen_new (PaletteKind palette, gboolean mouse, GError **error)
{
  if (!isatty (STDIN_FILENO) || !isatty (STDOUT_FILENO)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         "standard input and output are not a terminal; without one, use --script");
    return NULL;
  }
  if (!g_unix_open_pipe (signal_pipe, FD_CLOEXEC, error))
    return NULL;
  g_unix_set_fd_nonblocking (signal_pipe[0], TRUE, NULL);
  g_unix_set_fd_nonblocking (signal_pipe[1], TRUE, NULL);
  if (!newterm (NULL, stdout, stdin)) {
    const char *name = g_getenv ("TERM");
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 "the terminal type \"%s\" (TERM) cannot be used", name ? name : "");
    return NULL;
  }

  Screen *screen = g_new0 (Screen, 1);
  screen->palette = palette;
  screen->mouse = mouse;
  screen->ascii = !g_get_charset (NULL);
  screen->text = g_string_new (NULL);
  catch_signals (screen);
  if (has_colors ()) {
    start_color ();
    use_default_colors ();
  }
  raw ();
  noecho ();
  nonl ();
  keypad (stdscr, TRUE);
  nodelay (stdscr, TRUE);
  set_escdelay (ESCAPE_DELAY);
  define_key ("\033[200~", KEY_PASTE_BEGIN);
  define_key ("\033[201~", KEY_PASTE_END);
  begin_modes (screen);
  return screen;
}

void
screen_free (Screen *screen)
{
  if (!screen)
    return;
  end_modes ();
  endwin ();
  release_signals (screen);
  g_close (signal_pipe[0], NULL);
  g_close (signal_pipe[1], NULL);
  g_string_free (screen->text, TRUE);
  g_free (screen);
}

/* The whole job stops, as the terminal would have it: the program may have been started by another one. */
void
screen_suspend (Screen *screen)
{
  struct sigaction action = { .sa_handler = SIG_DFL }, ours;

  end_modes ();
  endwin ();
  sigaction (SIGTSTP, &action, &ours);
  kill (0, SIGTSTP);
  sigaction (SIGTSTP, &ours, NULL);
  begin_modes (screen);
  take_size (screen);
}

/* ---- Keys ----------------------------------------------------------------------------------- */

static const struct {
  int code; /* of curses, or a character */
  const char *name;
} named_keys[] = {
  { ' ', "space" },  { '\r', "enter" },     { '\n', "enter" },     { '\t', "tab" },
  { 033, "escape" }, { 0x7f, "backspace" }, { '\b', "backspace" },
};

static const struct {
  int code;
  const char *name;
} function_keys[] = {
  { KEY_ENTER, "enter" },     { KEY_BTAB, "shift-tab" }, { KEY_BACKSPACE, "backspace" },
  { KEY_DC, "delete" },       { KEY_UP, "up" },          { KEY_DOWN, "down" },
  { KEY_LEFT, "left" },       { KEY_RIGHT, "right" },    { KEY_PPAGE, "page-up" },
  { KEY_NPAGE, "page-down" }, { KEY_HOME, "home" },      { KEY_END, "end" },
};

static ScreenEvent
make_event (Screen *screen, ScreenEventKind kind, const char *text)
{
  g_string_assign (screen->text, text);
  return (ScreenEvent){ kind, screen->text->str };
}

static const char *
find_name (gboolean function, int code)
{
  for (gsize i = 0; !function && i < G_N_ELEMENTS (named_keys); i++)
    if (named_keys[i].code == code)
      return named_keys[i].name;
  for (gsize i = 0; function && i < G_N_ELEMENTS (function_keys); i++)
    if (function_keys[i].code == code)
      return function_keys[i].name;
  return NULL;
}

/* The next character that is there already. */
static gboolean
read_more (wint_t *c)
{
  return get_wch (c) != ERR;
}

/* What follows an escape that curses makes no key of: a sequence of another terminal, or alt with a key.
 * Taken letter by letter it would label blocks. Returns: FALSE if there is nothing: the escape key itself. */
static gboolean
swallow_sequence (void)
{
  wint_t c;

  if (!read_more (&c))
    return FALSE;
  if (c == '[' || c == 'O')
    while (read_more (&c) && (c < 0x40 || c > 0x7e))
      ;
  return TRUE;
}

/* The mark that ends a paste may be long in coming; if it never comes, the paste ends with its text. */
static ScreenEvent
read_paste (Screen *screen)
{
  wint_t c;
  int result;

  g_string_truncate (screen->text, 0);
  for (;;) {
    struct pollfd input = { STDIN_FILENO, POLLIN, 0 };
    result = get_wch (&c);
    if (result == KEY_CODE_YES && c == KEY_PASTE_END)
      break;
    if (result == ERR && poll (&input, 1, 1000) <= 0)
      break;
    if (result == ERR && !(input.revents & POLLIN))
      break;
    if (result == OK && screen->text->len < PASTE_MAXIMUM)
      g_string_append_unichar (screen->text, c == '\r' ? '\n' : (gunichar) c);
  }
  return (ScreenEvent){ SCREEN_PASTE, screen->text->str };
}

static ScreenEvent
read_wheel (Screen *screen)
{
  MEVENT event;

  if (getmouse (&event) == ERR)
    return make_event (screen, SCREEN_NOTHING, "");
  return make_event (screen, SCREEN_KEY, event.bstate & BUTTON4_PRESSED ? "up" : "down");
}

/* SCREEN_NOTHING for what is no key of ours. */
static ScreenEvent
take_function_key (Screen *screen, int code)
{
  char name[8];

  if (code == KEY_RESIZE)
    return make_event (screen, SCREEN_RESIZE, "");
  if (code == KEY_MOUSE)
    return read_wheel (screen);
  if (code == KEY_PASTE_BEGIN)
    return read_paste (screen);
  if (code >= KEY_F (1) && code <= KEY_F (12)) {
    g_snprintf (name, sizeof name, "f%d", code - KEY_F0);
    return make_event (screen, SCREEN_KEY, name);
  }
  const char *known = find_name (TRUE, code);
  return make_event (screen, known ? SCREEN_KEY : SCREEN_NOTHING, known ? known : "");
}

static ScreenEvent
take_char (Screen *screen, gunichar c)
{
  char name[8] = { 0 };
  const char *known = find_name (FALSE, (int) c);

  if (c == 033 && swallow_sequence ())
    return make_event (screen, SCREEN_NOTHING, "");
  if (known)
    return make_event (screen, SCREEN_KEY, known);
  if (c >= 1 && c <= 26) {
    g_snprintf (name, sizeof name, "ctrl-%c", 'a' + (int) c - 1);
    return make_event (screen, SCREEN_KEY, name);
  }
  if (c < ' ' || !g_unichar_validate (c) || g_unichar_iscntrl (c))
    return make_event (screen, SCREEN_NOTHING, "");
  g_unichar_to_utf8 (c, name);
  return make_event (screen, SCREEN_KEY, name);
}

/* ---- Events --------------------------------------------------------------------------------- */

static ScreenEvent
take_signal (Screen *screen, int number)
{
  if (number == SIGTSTP)
    screen_suspend (screen);
  else if (number == SIGWINCH)
    take_size (screen);
  else
    screen->ended = TRUE;
  return make_event (screen, screen->ended ? SCREEN_END : SCREEN_RESIZE, "");
}

/* Whether the terminal is gone: readable, but with nothing to be read. */
static gboolean
is_gone (const struct pollfd *input)
{
  int n = 0;
  if (input->revents & (POLLHUP | POLLERR | POLLNVAL))
    return TRUE;
  return (input->revents & POLLIN) && ioctl (STDIN_FILENO, FIONREAD, &n) == 0 && n == 0;
}

ScreenEvent
screen_read (Screen *screen, int timeout)
{
  gint64 end = timeout < 0 ? G_MAXINT64 : g_get_monotonic_time () + timeout * G_TIME_SPAN_MILLISECOND;

  while (!screen->ended) {
    guint8 number;
    wint_t c;
    if (read (signal_pipe[0], &number, 1) == 1)
      return take_signal (screen, number);

    int result = get_wch (&c);
    if (result != ERR) {
      ScreenEvent event =
          result == KEY_CODE_YES ? take_function_key (screen, (int) c) : take_char (screen, (gunichar) c);
      if (event.kind != SCREEN_NOTHING)
        return event;
      continue;
    }

    gint64 left = end - g_get_monotonic_time ();
    if (left <= 0)
      return make_event (screen, SCREEN_NOTHING, "");
    struct pollfd inputs[] = { { STDIN_FILENO, POLLIN, 0 }, { signal_pipe[0], POLLIN, 0 } };
    int wait = timeout < 0 ? -1 : (int) (left / G_TIME_SPAN_MILLISECOND) + 1;
    if (poll (inputs, G_N_ELEMENTS (inputs), wait) > 0 && is_gone (&inputs[0]))
      screen->ended = TRUE;
  }
  return make_event (screen, SCREEN_END, "");
}
