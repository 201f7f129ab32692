/* SPDX-License-Identifier: MIT */
/* What is to be clicked: by the network of element/, and never what is forbidden there. */
#pragma once

#include "render/course.h"

G_BEGIN_DECLS

/* render_judge_elements: a RenderJudge. @data: not used */
gboolean render_judge_elements (const char *json, GArray *targets, gpointer data, GError **error);

G_END_DECLS
