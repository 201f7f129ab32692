/* SPDX-License-Identifier: MIT */
/* The page on the desk, in the browser of the annotator. */
#pragma once

#include "annotate/desk/work.h"

G_BEGIN_DECLS

/*
 * browse_write: writes the page as a document of HTML without scripts, links and pictures, in which blocks
 * that are decided to be main text are marked, and those that are proposed to be are marked with dots. It
 * takes the place of the page before it. Returns: (transfer full) (nullable): the path of the file, which
 * others cannot read
 */
char *browse_write (Work *work, ExtractParser *parser, GError **error);

/*
 * browse_open: starts $BROWSER, or else xdg-open, with the file @path, and does not wait for it.
 * @sentence: (out) (transfer full): what became of it, for the annotator: over ssh, without a screen, how to
 * see the file Returns: whether a browser was started
 */
gboolean browse_open (const char *path, char **sentence);

G_END_DECLS
