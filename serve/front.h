/* SPDX-License-Identifier: MIT */
/* What the web page shows of a request that came by its form: the first answer, which needs no script. */
#pragma once

#include "serve/input.h"

G_BEGIN_DECLS

/*
 * serve_front_answer: the web page.
 * @input: (nullable): the page that was asked for; NULL: none was
 * @tasks: whether there is a page of tasks
 * @failure: (nullable): why it could not be read or fetched, and where: @stage
 */
ServeAnswer *serve_front_answer (ServeKitchen *kitchen, const ServeRequest *request, const ServeInput *input,
                                 const GError *failure, ServeStage stage, gboolean fetches, gboolean tasks);

G_END_DECLS
