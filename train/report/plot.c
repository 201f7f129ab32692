/* SPDX-License-Identifier: MIT */
/*
 * A plot is always WIDTH units wide: on a phone a unit is slightly less than a pixel, in half of a desktop
 * page slightly more. Texts are larger on phones (by the style sheet), and the layout leaves room for these.
 *
 *      label of y                    name |███████████████|--|       0.912
 *      1.0 |                         name |████████|--|              0.640
 *      0.5 |   ___/                       0.0      0.5     1.0
 *      0.0 |__/______
 *          0   5   10 label of x
 *          -- name   .. name         (the legend)
 */
#include "train/report/plot.h"

#include <math.h>

#include "train/report/escape.h"

#define WIDTH 400.0
#define RIGHT 14.0
#define TOP 28.0
#define HEIGHT 210.0   /* of the inner part */
#define BELOW 26.0     /* it: numbers */
#define LINE 19.0      /* of text */
#define CHARACTER 7.4  /* width of most at the larger size of texts */
#define GAP 6.0        /* between an axis and its numbers */
#define ROW 22.0       /* of a bar */
#define BAR 12.0       /* its height */
#define MAX_POINTS 400 /* of a line: more cannot be seen */
#define MAX_NAME 20    /* characters beside a bar */
#define N_COLOURS 6
#define N_DASHES 4

/* ---- Numbers and texts -------------------------------------------------------------------- */

static void
append_coordinate (GString *svg, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append (svg, g_ascii_formatd (number, sizeof number, "%.1f", value));
}

/* @format: each '#' stands for the next of the coordinates. */
static void
append_shape (GString *svg, const char *format, const double *coordinates)
{
  for (const char *c = format; *c; c++) {
    if (*c == '#')
      append_coordinate (svg, *coordinates++);
    else
      g_string_append_c (svg, *c);
  }
}

#define SHAPE(svg, format, ...) append_shape (svg, format, (const double[]){ __VA_ARGS__ })

static void
append_label (GString *svg, double x, double y, const char *anchor, const char *text, gsize n_characters)
{
  SHAPE (svg, "<text x=\"#\" y=\"#\"", x, y);
  g_string_append_printf (svg, " text-anchor=\"%s\">", anchor);
  train_escape_append_text (svg, text, n_characters);
  g_string_append (svg, "</text>\n");
}

static void
append_value (GString *svg, double x, double y, const char *anchor, double value, guint decimals)
{
  SHAPE (svg, "<text x=\"#\" y=\"#\"", x, y);
  g_string_append_printf (svg, " text-anchor=\"%s\">", anchor);
  train_escape_append_number (svg, value, decimals);
  g_string_append (svg, "</text>\n");
}

static void
append_head (GString *svg, const char *id, const char *title, const char *description, double height)
{
  SHAPE (svg, "<svg class=\"plot\" viewBox=\"0 0 # #\" role=\"img\"", WIDTH, height);
  g_string_append_printf (svg, " aria-labelledby=\"%s-title %s-desc\">\n<title id=\"%s-title\">", id, id, id);
  train_escape_append_text (svg, title, 0);
  g_string_append_printf (svg, "</title>\n<desc id=\"%s-desc\">", id);
  train_escape_append_text (svg, description, 0);
  g_string_append (svg, "</desc>\n");
}

/* ---- Axes --------------------------------------------------------------------------------- */

double
train_plot_get_step (double low, double high, guint n_steps, guint *decimals)
{
  static const double factors[] = { 1, 2, 5 };

  for (int k = -9; k <= 9; k++)
    for (guint f = 0; f < G_N_ELEMENTS (factors); f++) {
      double step = k < 0 ? factors[f] / pow (10, -k) : factors[f] * pow (10, k);

      *decimals = k < 0 ? (guint) -k : 0;
      if ((high - low) / step <= n_steps * (1 + 1e-9))
        return step;
    }
  return high - low;
}

/* Values from @low to @high are from @start to @end on the drawing. */
typedef struct {
  double low, high;
  double start, end;
  double step;
  guint decimals;
} Scale;

static double
scale_get (const Scale *scale, double value)
{
  double share = (CLAMP (value, scale->low, scale->high) - scale->low) / (scale->high - scale->low);
  return scale->start + share * (scale->end - scale->start);
}

/* Larger values come of what has gone wrong, and would leave nothing of the others to be seen. */
static gboolean
can_be_drawn (double value)
{
  return fabs (value) <= 1e12; /* nor is it NAN */
}

static void
stretch (double value, double *low, double *high)
{
  if (!can_be_drawn (value))
    return;
  *low = MIN (*low, value);
  *high = MAX (*high, value);
}

/* Takes the ends of @axis or, if it has none, what lies around [@low, @high] in whole steps. */
static void
scale_set (Scale *scale, const TrainPlotAxis *axis, double low, double high, guint n_steps)
{
  gboolean given = axis->low < axis->high;

  scale->low = given ? axis->low : low;
  scale->high = given ? axis->high : high;
  if (!(scale->high - scale->low > 1e-8 + 1e-9 * fabs (scale->low))) {
    /* One value alone, or (low is infinite then) none at all. */
    scale->low = isfinite (low) ? low : 0;
    scale->high = scale->low + 1;
  }
  scale->step = train_plot_get_step (scale->low, scale->high, n_steps, &scale->decimals);
  if (!given) {
    scale->low = floor (scale->low / scale->step + 1e-9) * scale->step;
    scale->high = ceil (scale->high / scale->step - 1e-9) * scale->step;
  }
}

static guint
scale_get_n_ticks (const Scale *scale)
{
  double first = ceil (scale->low / scale->step - 1e-9);
  return (guint) (floor (scale->high / scale->step + 1e-9) - first) + 1;
}

static double
scale_get_tick (const Scale *scale, guint i)
{
  return (ceil (scale->low / scale->step - 1e-9) + i) * scale->step;
}

static void
append_x_axis (GString *svg, const Scale *x, const char *label, double top, double bottom)
{
  for (guint i = 0; i < scale_get_n_ticks (x); i++) {
    double place = scale_get (x, scale_get_tick (x, i));

    SHAPE (svg, "<path class=\"grid\" d=\"M# #V#\"/>\n", place, top, bottom);
    append_value (svg, place, bottom + 15, "middle", scale_get_tick (x, i), x->decimals);
  }
  append_label (svg, x->end, bottom + 15 + LINE, "end", label, 0);
}

static void
append_y_axis (GString *svg, const Scale *y, const char *label, double left, double right)
{
  for (guint i = 0; i < scale_get_n_ticks (y); i++) {
    double place = scale_get (y, scale_get_tick (y, i));

    SHAPE (svg, "<path class=\"grid\" d=\"M# #H#\"/>\n", left, place, right);
    append_value (svg, left - GAP, place + 4, "end", scale_get_tick (y, i), y->decimals);
  }
  append_label (svg, 0, 13, "start", label, 0);
}

/* ---- Series ------------------------------------------------------------------------------- */

static gboolean
has_point (const TrainPlotSeries *series, guint i)
{
  return can_be_drawn (series->x[i]) && can_be_drawn (series->y[i]);
}

static void
append_class (GString *svg, const TrainPlotSeries *series, guint s)
{
  g_string_append_printf (svg, " class=\"%s c%u", series->kind == TRAIN_PLOT_LINE ? "line" : "area",
                          s % N_COLOURS);
  if (series->kind == TRAIN_PLOT_LINE)
    g_string_append_printf (svg, " d%u", s % N_DASHES);
  g_string_append_c (svg, '"');
}

static void
append_line (GString *svg, const TrainPlotSeries *series, guint s, const Scale *x, const Scale *y)
{
  guint every = series->n / MAX_POINTS + 1;
  gboolean down = FALSE; /* the pen */

  g_string_append (svg, "<path");
  append_class (svg, series, s);
  g_string_append (svg, " d=\"M0 0");
  for (guint i = 0; i < series->n; i++) {
    if (!has_point (series, i)) {
      down = FALSE;
      continue;
    }
    if (down && i % every != 0 && i != series->n - 1 && (gint) i != series->mark)
      continue;
    SHAPE (svg, down ? "L# #" : "M# #", scale_get (x, series->x[i]), scale_get (y, series->y[i]));
    down = TRUE;
  }
  g_string_append (svg, "\"/>\n");
}

static void
append_ring (GString *svg, const TrainPlotSeries *series, guint s, const Scale *x, const Scale *y)
{
  guint i = (guint) series->mark;

  if (series->mark < 0 || i >= series->n || !has_point (series, i))
    return;
  SHAPE (svg, "<circle cx=\"#\" cy=\"#\" r=\"4\"", scale_get (x, series->x[i]), scale_get (y, series->y[i]));
  g_string_append_printf (svg, " class=\"ring c%u\"/>\n", s % N_COLOURS);
}

/* What is shown for those who point at it: "0.35, 0.41". */
static void
append_hint (GString *svg, const TrainPlotSeries *series, guint i)
{
  g_string_append (svg, "><title>");
  train_escape_append_number (svg, series->x[i], 3);
  g_string_append (svg, ", ");
  train_escape_append_number (svg, series->y[i], series->kind == TRAIN_PLOT_COLUMNS ? 0 : 3);
  g_string_append (svg, "</title>");
}

static void
append_points (GString *svg, const TrainPlotSeries *series, guint s, const Scale *x, const Scale *y)
{
  for (guint i = 0; i < series->n; i++) {
    double radius = series->share ? 3 + 9 * sqrt (CLAMP (series->share[i], 0, 1)) : 5;

    if (!has_point (series, i))
      continue;
    SHAPE (svg, "<circle cx=\"#\" cy=\"#\" r=\"#\"", scale_get (x, series->x[i]), scale_get (y, series->y[i]),
           radius);
    append_class (svg, series, s);
    append_hint (svg, series, i);
    g_string_append (svg, "</circle>\n");
  }
}

static void
append_columns (GString *svg, const TrainPlotSeries *series, guint s, const Scale *x, const Scale *y)
{
  double width = series->n > 1 ? scale_get (x, series->x[1]) - scale_get (x, series->x[0]) : ROW;

  for (guint i = 0; i < series->n; i++) {
    if (!has_point (series, i) || !(series->y[i] > 0))
      continue;
    double top = scale_get (y, series->y[i]);

    SHAPE (svg, "<rect x=\"#\" y=\"#\" width=\"#\" height=\"#\"",
           scale_get (x, series->x[i]) - width / 2 + 0.5, top, width - 1, MAX (y->start - top, 1));
    append_class (svg, series, s);
    append_hint (svg, series, i);
    g_string_append (svg, "</rect>\n");
  }
}

/* ---- Legend ------------------------------------------------------------------------------- */

#define SAMPLE 26.0 /* width of what stands before a name */

typedef struct {
  GString *svg;
  double x, y; /* where the next item begins */
} Legend;

/* Returns: where the item is to begin, in the next line if there is no room in this one. */
static double
legend_place (Legend *legend, const char *name)
{
  double width = SAMPLE + GAP + CHARACTER * (double) MIN (g_utf8_strlen (name, -1), MAX_NAME) + 3 * GAP;
  double x;

  if (legend->x > 0 && legend->x + width > WIDTH) {
    legend->x = 0;
    legend->y += LINE;
  }
  x = legend->x;
  legend->x += width;
  append_label (legend->svg, x + SAMPLE + GAP, legend->y, "start", name, MAX_NAME);
  return x;
}

static void
legend_add_series (Legend *legend, const TrainPlotSeries *series, guint s)
{
  double x = legend_place (legend, series->name);

  if (series->kind == TRAIN_PLOT_LINE)
    SHAPE (legend->svg, "<path d=\"M# #h#\"", x, legend->y - 4, SAMPLE);
  else
    SHAPE (legend->svg, "<circle cx=\"#\" cy=\"#\" r=\"5\"", x + SAMPLE / 2, legend->y - 4);
  append_class (legend->svg, series, s);
  g_string_append (legend->svg, "/>\n");
}

static void
legend_add_mark (Legend *legend, const char *name)
{
  double x = legend_place (legend, name);
  SHAPE (legend->svg, "<circle cx=\"#\" cy=\"#\" r=\"4\" class=\"ring\"/>\n", x + SAMPLE / 2, legend->y - 4);
}

/* ---- Plots -------------------------------------------------------------------------------- */

void
train_plot_append (GString *svg, const TrainPlot *plot)
{
  double bottom = TOP + HEIGHT, low_x = INFINITY, high_x = -INFINITY, low_y = INFINITY, high_y = -INFINITY;
  double left = 0;
  g_autoptr (GString) items = g_string_new (NULL);
  Legend legend = { items, 0, bottom + BELOW + LINE + LINE };
  Scale x, y;

  for (guint s = 0; s < plot->n_series; s++)
    for (guint i = 0; i < plot->series[s].n; i++) {
      stretch (plot->series[s].x[i], &low_x, &high_x);
      stretch (plot->series[s].y[i], &low_y, &high_y);
      if (plot->series[s].kind == TRAIN_PLOT_COLUMNS)
        stretch (0, &low_y, &high_y);
    }
  scale_set (&y, &plot->y, low_y, high_y, 5);
  for (guint i = 0; i < scale_get_n_ticks (&y); i++) {
    g_autoptr (GString) number = g_string_new (NULL);
    train_escape_append_number (number, scale_get_tick (&y, i), y.decimals);
    left = MAX (left, CHARACTER * (double) g_utf8_strlen (number->str, -1) + GAP + 2);
  }
  scale_set (&x, &plot->x, low_x, high_x, 6);
  y.start = bottom;
  y.end = TOP;
  x.start = left;
  x.end = WIDTH - RIGHT;

  for (guint s = 0; s < plot->n_series; s++)
    if (plot->series[s].name)
      legend_add_series (&legend, &plot->series[s], s);
  if (plot->mark_name)
    legend_add_mark (&legend, plot->mark_name);

  append_head (svg, plot->id, plot->title, plot->description,
               items->len > 0 ? legend.y + GAP : legend.y - LINE + GAP);
  append_y_axis (svg, &y, plot->y.label, left, x.end);
  append_x_axis (svg, &x, plot->x.label, TOP, bottom);
  if (plot->diagonal)
    SHAPE (svg, "<path class=\"diagonal\" d=\"M# #L# #\"/>\n", scale_get (&x, 0), scale_get (&y, 0),
           scale_get (&x, 1), scale_get (&y, 1));
  for (guint s = 0; s < plot->n_series; s++)
    switch (plot->series[s].kind) {
    case TRAIN_PLOT_LINE:
      append_line (svg, &plot->series[s], s, &x, &y);
      break;
    case TRAIN_PLOT_POINTS:
      append_points (svg, &plot->series[s], s, &x, &y);
      break;
    case TRAIN_PLOT_COLUMNS:
      append_columns (svg, &plot->series[s], s, &x, &y);
      break;
    }
  for (guint s = 0; s < plot->n_series; s++)
    append_ring (svg, &plot->series[s], s, &x, &y);
  g_string_append_len (svg, items->str, (gssize) items->len);
  g_string_append (svg, "</svg>\n");
}

static void
append_bar (GString *svg, const TrainPlotBar *bar, const Scale *x, double left, double top, guint decimals)
{
  gboolean whisker = can_be_drawn (bar->low) && can_be_drawn (bar->high);
  double middle = top + ROW / 2, zero = scale_get (x, 0);

  g_string_append (svg, "<g><title>");
  train_escape_append_text (svg, bar->name, 0);
  g_string_append (svg, ": ");
  train_escape_append_number (svg, bar->value, decimals);
  if (whisker) {
    g_string_append (svg, " (");
    train_escape_append_number (svg, bar->low, decimals);
    g_string_append (svg, " … ");
    train_escape_append_number (svg, bar->high, decimals);
    g_string_append (svg, ")");
  }
  g_string_append (svg, "</title>\n");
  append_label (svg, left, middle + 4, "end", bar->name, MAX_NAME);
  if (can_be_drawn (bar->value)) {
    double end = scale_get (x, bar->value);
    SHAPE (svg, "<rect class=\"area c0\" x=\"#\" y=\"#\" width=\"#\" height=\"#\"/>\n", MIN (zero, end),
           middle - BAR / 2, MAX (fabs (end - zero), 0.5), BAR);
  }
  if (whisker) {
    double low = scale_get (x, bar->low), high = scale_get (x, bar->high);
    SHAPE (svg, "<path class=\"whisker\" d=\"M# #H#M# #v8M# #v8\"/>\n", low, middle, high, low, middle - 4,
           high, middle - 4);
  }
  append_value (svg, WIDTH, middle + 4, "end", bar->value, decimals);
  g_string_append (svg, "</g>\n");
}

void
train_bar_plot_append (GString *svg, const TrainBarPlot *plot)
{
  double bottom = GAP + ROW * plot->n_bars, low = 0, high = 0;
  glong longest = 1;
  Scale x;

  for (guint i = 0; i < plot->n_bars; i++) {
    stretch (plot->bars[i].value, &low, &high);
    stretch (plot->bars[i].low, &low, &high);
    stretch (plot->bars[i].high, &low, &high);
    longest = MAX (longest, g_utf8_strlen (plot->bars[i].name, -1));
  }
  scale_set (&x, &plot->x, low, high, 4);
  x.start = CHARACTER * (double) MIN (longest, MAX_NAME) + 2 * GAP;
  x.end = WIDTH - CHARACTER * (plot->decimals + 4);

  append_head (svg, plot->id, plot->title, plot->description, bottom + BELOW + LINE);
  append_x_axis (svg, &x, plot->x.label, GAP, bottom);
  for (guint i = 0; i < plot->n_bars; i++)
    append_bar (svg, &plot->bars[i], &x, x.start - GAP, GAP + ROW * i, plot->decimals);
  SHAPE (svg, "<path class=\"axis\" d=\"M# #V#\"/>\n", scale_get (&x, 0), GAP, bottom);
  g_string_append (svg, "</svg>\n");
}

/* ---- Style -------------------------------------------------------------------------------- */

/* Colours that people who do not see all colours can tell apart: M. Okabe, K. Ito, Color Universal Design,
 * 2008; darker on white and lighter on black where they would be too faint. */
const char *
train_plot_get_style (void)
{
  return ".plot { display: block; width: 100%; height: auto; max-width: 36rem; margin: 0 auto;\n"
         "  overflow: visible;\n"
         "  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #b6568f; --c4: #a87400; --c5: #4a5058 }\n"
         ".plot text { font-size: 10.5px; fill: currentColor }\n"
         ".plot .grid { stroke: currentColor; stroke-opacity: 0.16; fill: none }\n"
         ".plot .axis { stroke: currentColor; stroke-opacity: 0.7; fill: none }\n"
         ".plot .diagonal { stroke: currentColor; stroke-opacity: 0.6; stroke-dasharray: 2 4 }\n"
         ".plot .whisker { stroke: currentColor; stroke-width: 1.4; fill: none }\n"
         ".plot .c0 { color: var(--c0) } .plot .c1 { color: var(--c1) } .plot .c2 { color: var(--c2) }\n"
         ".plot .c3 { color: var(--c3) } .plot .c4 { color: var(--c4) } .plot .c5 { color: var(--c5) }\n"
         ".plot .line { stroke: currentColor; stroke-width: 1.8; stroke-linejoin: round; fill: none }\n"
         ".plot .d1 { stroke-dasharray: 7 3 } .plot .d2 { stroke-dasharray: 2 3 }\n"
         ".plot .d3 { stroke-dasharray: 9 3 2 3 }\n"
         ".plot .area { fill: currentColor; fill-opacity: 0.75 }\n"
         ".plot .ring { fill: var(--paper); stroke: currentColor; stroke-width: 2 }\n"
         "@media (max-width: 40rem) { .plot text { font-size: 13px } }\n"
         "@media screen and (prefers-color-scheme: dark) { .plot {\n"
         "  --c0: #56b4e9; --c1: #f58a4b; --c2: #3cc79b; --c3: #e095c1; --c4: #e6b33d;\n"
         "  --c5: #c4cad1 } }\n";
}
