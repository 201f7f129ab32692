/* SPDX-License-Identifier: MIT */
/*
 * Plots as SVG inside a page. A plot is as wide as its place and keeps its form; its colours come from the
 * style sheet (train_plot_get_style ()), in light and in dark, and no colour is needed to read them:
 * lines differ in their dashes, bars have their values beside them. Names and titles may be untrusted.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  TRAIN_PLOT_LINE,    /* from point to point; interrupted where a value is not finite */
  TRAIN_PLOT_POINTS,  /* circles */
  TRAIN_PLOT_COLUMNS, /* from 0 up; as wide as the places, which are equally far apart, allow */
} TrainPlotKind;

typedef struct {
  const char *name; /* (nullable): in the legend */
  TrainPlotKind kind;
  const double *x; /* [n] */
  const double *y; /* [n] */
  guint n;
  const double *share; /* [n] (nullable): of points: their areas, 0..1 */
  gint mark;           /* a point of a line that gets a ring; -1: none */
} TrainPlotSeries;

typedef struct {
  const char *label;
  double low; /* if both are equal, the values say */
  double high;
} TrainPlotAxis;

typedef struct {
  const char *id;          /* of the page, a-z and - */
  const char *title;       /* what it is */
  const char *description; /* describes the plot for people who cannot see it */
  TrainPlotAxis x;
  TrainPlotAxis y;
  gboolean diagonal;     /* a thin line where x = y */
  const char *mark_name; /* (nullable): what a ring means */
  const TrainPlotSeries *series;
  guint n_series;
} TrainPlot;

void train_plot_append (GString *svg, const TrainPlot *plot);

typedef struct {
  const char *name;
  double value;
  double low; /* of the whisker; NAN: none */
  double high;
} TrainPlotBar;

/* Horizontal bars, one below the other, each with its name and value. */
typedef struct {
  const char *id;
  const char *title;
  const char *description;
  TrainPlotAxis x;
  guint decimals; /* of the values */
  const TrainPlotBar *bars;
  guint n_bars;
} TrainBarPlot;

void train_bar_plot_append (GString *svg, const TrainBarPlot *plot);

/*
 * train_plot_get_step: the smallest of 1, 2, 5 x 10^k, k = -9 .. 9, so that at most @n_steps of it go into
 * [@low, @high].
 * @decimals: (out): what a multiple of it needs
 */
double train_plot_get_step (double low, double high, guint n_steps, guint *decimals);

/* train_plot_get_style: what a style sheet has to say of plots. */
const char *train_plot_get_style (void);

G_END_DECLS
