/* SPDX-License-Identifier: MIT */
/* How pages are rendered: options, and the browsers that they ask for. */
#pragma once

#include "cli/cli.h"

G_BEGIN_DECLS

/* What is not loaded. */
typedef enum {
  CLI_RENDER_IMAGES = 1 << 0,
  CLI_RENDER_FONTS = 1 << 1,
  CLI_RENDER_MEDIA = 1 << 2,
  CLI_RENDER_TRACKERS = 1 << 3,
} CliRenderBlock;

/* cli_render_parse_blocks: @text: "none", or names with commas between them. @block: (out): of CliRenderBlock
 */
gboolean cli_render_parse_blocks (const char *option, const char *text, guint *block, GError **error);
/* cli_render_dup_blocks: Returns: (transfer full): the same as text */
char *cli_render_dup_blocks (guint block);

typedef struct {
  gboolean wanted;           /* --render was given, and does not say never */
  gboolean automatic;        /* only pages that look empty */
  char *webdriver;           /* (nullable): address of a driver */
  guint64 browsers;          /* at a time */
  guint64 reveals;           /* elements clicked at most */
  guint64 scrolls;           /* screens at most */
  gboolean end;              /* only what is visible in the end is collected */
  guint block;               /* of CliRenderBlock: what is not loaded */
  double seconds;            /* for a page */
  guint64 memory;            /* bytes for a browser */
  char *classifier;          /* (nullable): a command that says what elements do */
  gboolean links;            /* where links lead is reported; no option */
  gboolean trace;            /* and so is what was done; no option */
  char *elements_model;      /* (nullable): a model of elements: NAME or FILE */
  ExtractRenderer *renderer; /* (nullable): owned */
} CliRender;

/* cli_render_init: its options. */
GOptionGroup *cli_render_init (CliRender *render);
void cli_render_clear (CliRender *render);
/* cli_render_end: ends the browsers and removes what they had, before a signal ends the program. Nobody
 * renders any more. @render: (nullable) */
void cli_render_end (CliRender *render);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliRender, cli_render_clear)

/* cli_render_begin: if rendering is wanted, sets the renderer of @limits; it must live as long as these. */
gboolean cli_render_begin (CliRender *render, ExtractSourceLimits *limits, GError **error);

/* cli_render_describe: Returns: (transfer full): all that the output depends on; "" if nothing is rendered */
char *cli_render_describe (const CliRender *render);

G_END_DECLS
