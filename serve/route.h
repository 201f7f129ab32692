/* SPDX-License-Identifier: MIT */
/* The table of what can be asked for. */
#pragma once

#include "serve/input.h"
#include "serve/metrics.h"
#include "serve/tasks.h"

G_BEGIN_DECLS

typedef enum {
  SERVE_TABLE, /* answered at once */
  SERVE_PAGE,  /* about a page: a body or an address */
  SERVE_LINES, /* a batch */
  SERVE_TASK,  /* about a task */
  SERVE_FORM,  /* the web page, with a result if its form names a page: front.h */
} ServeRouteKind;

/* What is known of the server. */
typedef struct {
  ServeKitchen *kitchen;
  ServeMetrics *metrics;
  const ServeGauge *gauges;
  gsize n_gauges;
} ServeState;

typedef struct {
  const char *path;
  ServeRouteKind kind;
  gboolean get;
  gboolean post;
  gboolean form;             /* of SERVE_TASK: the body is a form */
  gboolean open;             /* needs no token; of SERVE_FORM only the page without a result */
  const char *const *others; /* (nullable): parameters that are no options */
  ServeAnswer *(*table) (const ServeState *state); /* of SERVE_TABLE */
  /* Of SERVE_TASK; @tasks: (nullable). Returns: (nullable): NULL with @error */
  ServeAnswer *(*task) (ServeTasks *tasks, const ServeRequest *request, GError **error);
  /* Of the others. Returns: (nullable): NULL with @error */
  ServeAnswer *(*answer) (const ServeInput *input, GError **error);
} ServeRoute;

/* serve_route_get_all: Returns: (transfer none) (array length=n): the table */
const ServeRoute *serve_route_get_all (gsize *n);
/* serve_route_find: Returns: (nullable) */
const ServeRoute *serve_route_find (const char *path);
/* serve_route_takes: whether that method is answered. HEAD is as GET. */
gboolean serve_route_takes (const ServeRoute *route, const char *method);
/* serve_route_get_methods: Returns: (transfer none): "GET, POST" */
const char *serve_route_get_methods (const ServeRoute *route);

G_END_DECLS
