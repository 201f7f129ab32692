/* SPDX-License-Identifier: MIT */
/* texttractor eval of sets of elements: how well a model tells their classes. */
#pragma once

#include "cli/cli.h"

G_BEGIN_DECLS

/* eval_elements: @model: (nullable): as for cli_load_any_model (); NULL: the built-in one. @decode: 0: as the
 * model was trained, else 1 + ExtractDecodingKind. @fail_under: below 0: nothing is too low */
CliExit eval_elements (char **sets, const char *model, guint decode, gboolean json, double fail_under);

G_END_DECLS
