/* SPDX-License-Identifier: MIT */
/*
 * What is said of a rendered page beside its tree, for those who follow its links or want to see what was
 * done:
 *
 *   {"links": [{"address": "…", "text": "…", "class": "Inner", "probability": 0.9}, …],
 *    "steps": [{"deed": "reveal", "text": "Show more", "class": "Revealer", "probability": 0.8,
 *               "texts": 10, "characters": 960, "shot": "…"}, …]}
 */
#pragma once

#include "render/course.h"

G_BEGIN_DECLS

/* render_report_make: @links: (nullable) (element-type FollowLink). Returns: (transfer full): "" if there is
 * nothing to say */
char *render_report_make (const RenderPage *page, const GPtrArray *links);

G_END_DECLS
