/* SPDX-License-Identifier: MIT */
/* What is to be clicked: by the classes of element/, and never what is forbidden there. */
#pragma once

#include "element/classifier.h"
#include "render/course.h"

G_BEGIN_DECLS

typedef struct {
  ElementClassifier *classifier; /* owned */
  GPtrArray *links;              /* (nullable) (element-type FollowLink): of all steps so far; owned */
} RenderJudgement;

/* render_judgement_begin_page: forgets the links of the page before. @links: whether they are wanted */
void render_judgement_begin_page (RenderJudgement *judgement, gboolean links);

/* render_judge_elements: a RenderJudge. @data: a RenderJudgement */
gboolean
render_judge_elements (const char *json, const char *here, GArray *targets, gpointer data, GError **error);

G_END_DECLS
