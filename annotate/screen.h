/* SPDX-License-Identifier: MIT */
/* The terminal: keys come from it, canvases go to it. No other file uses curses. */
#pragma once

#include "annotate/view/canvas.h"

G_BEGIN_DECLS

typedef enum {
  SCREEN_NOTHING, /* the time is over */
  SCREEN_KEY,     /* text is the name of a key, see keys.h */
  SCREEN_PASTE,   /* text is what was pasted */
  SCREEN_RESIZE,  /* the size or the content of the terminal changed: paint */
  SCREEN_END,     /* it is gone, or the program is asked to end */
} ScreenEventKind;

typedef struct {
  ScreenEventKind kind;
  const char *text; /* (nullable): lives until the next event */
} ScreenEvent;

typedef struct _Screen Screen;

/*
 * screen_new: takes the terminal of standard input and output over. One screen at a time.
 * @mouse: the wheel moves; marking text with the mouse needs the shift key then
 * Returns: (transfer full) (nullable): NULL if they are no terminal, or one without a cursor.
 */
Screen *screen_new (PaletteKind palette, gboolean mouse, GError **error);
/* screen_free: gives the terminal back as it was. */
void screen_free (Screen *screen);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Screen, screen_free)

void screen_get_size (const Screen *screen, int *columns, int *rows);

/* screen_paint: @canvas has the size of the screen; only what is new is sent to the terminal. */
void screen_paint (Screen *screen, const Canvas *canvas);
/* screen_redraw: the next screen_paint () sends everything. */
void screen_redraw (Screen *screen);

/* screen_read: waits up to @timeout milliseconds (-1: as long as it takes) for what happens next. */
ScreenEvent screen_read (Screen *screen, int timeout);

/* screen_suspend: gives the terminal to the shell, and takes it again when the program goes on. */
void screen_suspend (Screen *screen);

G_END_DECLS
