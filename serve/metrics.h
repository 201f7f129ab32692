/* SPDX-License-Identifier: MIT */
/* What is counted of requests, for Prometheus. From any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ServeMetrics ServeMetrics;

ServeMetrics *serve_metrics_new (void);
void serve_metrics_free (ServeMetrics *metrics);

/* serve_metrics_count: @route: static: "/v1/extract"; requests of no route are counted as "other" */
void serve_metrics_count (ServeMetrics *metrics, const char *route, guint status, double seconds,
                          guint64 received, guint64 sent);

/* A value that is not counted, but there. */
typedef struct {
  const char *name;
  const char *sentence;
  double value;
} ServeGauge;

/* serve_metrics_append: in the text format 0.0.4. */
void serve_metrics_append (ServeMetrics *metrics, GString *text, const ServeGauge *gauges, gsize n_gauges);

G_END_DECLS
