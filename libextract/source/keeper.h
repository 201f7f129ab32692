/* SPDX-License-Identifier: MIT */
/* The program that keeps one browser: started, asked and ended. */
#pragma once

#include "libextract/source/source.h"

typedef struct _ExtractKeeper ExtractKeeper;

/* extract_keeper_new: starts it. @arguments: NULL at the end. Returns: (transfer full) (nullable) */
ExtractKeeper *extract_keeper_new (const char *program, char **arguments, GError **error);
/* extract_keeper_free: ends it, its browser and all that they started; nothing of their files is left. */
void extract_keeper_free (ExtractKeeper *keeper);

/* A page as the browser shows it. */
typedef struct {
  GBytes *tree;   /* (nullable): owned */
  GBytes *report; /* (nullable): what it says of it beside; owned */
  char *address;  /* (nullable): in the end; owned */
  guint status;   /* of HTTP; 0: not known */
} ExtractRendered;

void extract_rendered_clear (ExtractRendered *rendered);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExtractRendered, extract_rendered_clear)

/*
 * extract_keeper_ask: Returns: whether it can be asked again. It may have failed all the same, with an error
 * of G_IO_ERROR; G_IO_ERROR_CLOSED: the program has ended.
 */
gboolean extract_keeper_ask (ExtractKeeper *keeper, const char *address, guint milliseconds,
                             const ExtractSourceLimits *limits, ExtractRendered *rendered, GError **error);

/* extract_keeper_sweep: ends and wipes what is left of those that nobody ended. */
void extract_keeper_sweep (void);
