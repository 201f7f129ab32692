/* SPDX-License-Identifier: MIT */
/* The text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
#include "serve/metrics.h"

#include <pthread.h>
#include <string.h>

/* Seconds. */
static const double bounds[] = { 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10 };

typedef struct {
  const char *route;
  guint64 buckets[G_N_ELEMENTS (bounds)]; /* requests that took no longer; each counts in one */
  guint64 n;
  double seconds;
} Times;

struct _ServeMetrics {
  pthread_mutex_t lock;
  GTree *counts; /* (element-type utf8 guint64): by labels */
  GPtrArray *times;
  guint64 received;
  guint64 sent;
};

static gint
compare_labels (gconstpointer a, gconstpointer b, gpointer data)
{
  return strcmp (a, b);
}

ServeMetrics *
serve_metrics_new (void)
{
  ServeMetrics *metrics = g_new0 (ServeMetrics, 1);
  pthread_mutex_init (&metrics->lock, NULL);
  metrics->counts = g_tree_new_full (compare_labels, NULL, g_free, g_free);
  metrics->times = g_ptr_array_new_with_free_func (g_free);
  return metrics;
}

void
serve_metrics_free (ServeMetrics *metrics)
{
  g_tree_unref (metrics->counts);
  g_ptr_array_unref (metrics->times);
  pthread_mutex_destroy (&metrics->lock);
  g_free (metrics);
}

static Times *
find_times (ServeMetrics *metrics, const char *route)
{
  for (guint i = 0; i < metrics->times->len; i++) {
    Times *times = metrics->times->pdata[i];
    if (strcmp (times->route, route) == 0)
      return times;
  }
  Times *times = g_new0 (Times, 1);
  times->route = route;
  g_ptr_array_add (metrics->times, times);
  return times;
}

void
serve_metrics_count (ServeMetrics *metrics, const char *route, guint status, double seconds, guint64 received,
                     guint64 sent)
{
  g_autofree char *labels = g_strdup_printf ("route=\"%s\",status=\"%u\"", route, status);
  pthread_mutex_lock (&metrics->lock);
  guint64 *count = g_tree_lookup (metrics->counts, labels);
  if (!count) {
    count = g_new0 (guint64, 1);
    g_tree_insert (metrics->counts, g_steal_pointer (&labels), count);
  }
  ++*count;
  Times *times = find_times (metrics, route);
  times->n++;
  times->seconds += seconds;
  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    if (seconds <= bounds[i]) {
      times->buckets[i]++;
      break;
    }
  metrics->received += received;
  metrics->sent += sent;
  pthread_mutex_unlock (&metrics->lock);
}

static void
append_head (GString *text, const char *name, const char *kind, const char *sentence)
{
  g_string_append_printf (text, "# HELP %s %s\n# TYPE %s %s\n", name, sentence, name, kind);
}

static gboolean
append_count (gpointer key, gpointer value, gpointer data)
{
  g_string_append_printf (data, "texttractor_requests_total{%s} %" G_GUINT64_FORMAT "\n", (const char *) key,
                          *(const guint64 *) value);
  return FALSE;
}

static void
append_number (GString *text, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (text, g_ascii_formatd (digits, sizeof digits, "%.15g", value));
}

static void
append_times (GString *text, const Times *times)
{
  guint64 n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++) {
    n += times->buckets[i];
    g_string_append_printf (text, "texttractor_request_seconds_bucket{route=\"%s\",le=\"", times->route);
    append_number (text, bounds[i]);
    g_string_append_printf (text, "\"} %" G_GUINT64_FORMAT "\n", n);
  }
  g_string_append_printf (
      text, "texttractor_request_seconds_bucket{route=\"%s\",le=\"+Inf\"} %" G_GUINT64_FORMAT "\n",
      times->route, times->n);
  g_string_append_printf (text, "texttractor_request_seconds_sum{route=\"%s\"} ", times->route);
  append_number (text, times->seconds);
  g_string_append_printf (text, "\ntexttractor_request_seconds_count{route=\"%s\"} %" G_GUINT64_FORMAT "\n",
                          times->route, times->n);
}

void
serve_metrics_append (ServeMetrics *metrics, GString *text, const ServeGauge *gauges, gsize n_gauges)
{
  for (gsize i = 0; i < n_gauges; i++) {
    append_head (text, gauges[i].name, "gauge", gauges[i].sentence);
    g_string_append_printf (text, "%s ", gauges[i].name);
    append_number (text, gauges[i].value);
    g_string_append_c (text, '\n');
  }
  pthread_mutex_lock (&metrics->lock);
  append_head (text, "texttractor_received_bytes_total", "counter", "Bytes of bodies of requests.");
  g_string_append_printf (text, "texttractor_received_bytes_total %" G_GUINT64_FORMAT "\n",
                          metrics->received);
  append_head (text, "texttractor_sent_bytes_total", "counter", "Bytes of bodies of answers.");
  g_string_append_printf (text, "texttractor_sent_bytes_total %" G_GUINT64_FORMAT "\n", metrics->sent);
  append_head (text, "texttractor_requests_total", "counter", "Requests that were answered.");
  g_tree_foreach (metrics->counts, append_count, text);
  append_head (text, "texttractor_request_seconds", "histogram",
               "Time from the head of a request to the end of its answer.");
  for (guint i = 0; i < metrics->times->len; i++)
    append_times (text, metrics->times->pdata[i]);
  pthread_mutex_unlock (&metrics->lock);
}
