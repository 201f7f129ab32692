/* SPDX-License-Identifier: MIT */
/*
 * Pages that scripts make: a few browsers, each kept by a program of its own (render/renderer.c), which are
 * given addresses and give trees. A browser that crashes, hangs or grows costs its page and nothing else.
 */
#pragma once

#include "libextract/source/source.h"

typedef struct {
  const char *program;          /* texttractor-renderer */
  const char *const *arguments; /* NULL at the end: its options, but for the folder */
  guint browsers;               /* at a time, 1 or more */
  guint milliseconds;           /* that the program may take for a page */
  gboolean all;                 /* every page; FALSE: those that look empty: scripted.h */
} ExtractRendererOptions;

/* extract_renderer_new: Sweeps up after those that were killed. Nothing is started before the first
 * page. @options: copied */
ExtractRenderer *extract_renderer_new (const ExtractRendererOptions *options);
/* extract_renderer_free: ends all browsers, and wipes what they wrote. */
void extract_renderer_free (ExtractRenderer *renderer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractRenderer, extract_renderer_free)
