/* SPDX-License-Identifier: MIT */
/* Plots: steps of axes, shapes at places that can be worked out, and SVG that is well-formed whatever it is
 * given. */
#include <math.h>
#include <string.h>

#include "train/report/escape.h"
#include "train/report/plot.h"

static void
test_steps (void)
{
  static const struct {
    double low, high;
    guint n_steps;
    double step;
    guint decimals;
  } cases[] = {
    { 0, 1, 5, 0.2, 1 },         { 0, 1, 10, 0.1, 1 },
    { 0, 0.09, 5, 0.02, 2 },     { 0, 500, 6, 100, 0 },
    { 1, 10, 6, 2, 0 },          { 0, 7, 7, 1, 0 },
    { -0.01, 0.02, 4, 0.01, 2 }, { 0, 0.00003, 4, 0.00001, 5 },
    { 0, 123456, 5, 50000, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    guint decimals;
    double step = train_plot_get_step (cases[i].low, cases[i].high, cases[i].n_steps, &decimals);

    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_assert_cmpfloat_with_epsilon (step, cases[i].step, 1e-12);
    g_assert_cmpuint (decimals, ==, cases[i].decimals);
  }
}

static void
test_markup (void)
{
  static const struct {
    const char *text;
    gsize n;
    const char *markup;
  } cases[] = {
    { "", 0, "" },
    { "<script>alert(\"1\")</script>", 0, "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;" },
    { "a & b's", 0, "a &amp; b&#39;s" },
    { "  a\t\n b\r\x01\x7f\xc2\x85 c  ", 0, "a b c" }, /* C0, DEL and C1 */
    { "a\xe2\x80\xae"
      "b\xe2\x81\xa6"
      "c\xef\xbb\xbf",
      0, "abc" },                               /* RLO, LRI, BOM */
    { "a\xe2\x80\xa8\xe2\x80\xa9z", 0, "a z" }, /* line and paragraph separator */
    { "\xd8\xa8\xe2\x80\x8c\xd8\xa8", 0, "\xd8\xa8\xe2\x80\x8c\xd8\xa8" },
    { "a\xff\xc3", 0, "a\xef\xbf\xbd\xef\xbf\xbd" },
    { "\xef\xbf\xbe", 0, "\xef\xbf\xbd" },                         /* U+FFFE */
    { "\xed\xa0\x80", 0, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" }, /* a surrogate */
    { "abcd", 4, "abcd" },
    { "abcde", 4, "abcd…" },
    { "abc de", 4, "abc…" },
    { "abcd  ", 4, "abcd" },
    { "žluť", 3, "žlu…" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GString) markup = g_string_new (NULL);

    g_test_message ("case %" G_GSIZE_FORMAT, i);
    train_escape_append_text (markup, cases[i].text, cases[i].n);
    g_assert_cmpstr (markup->str, ==, cases[i].markup);
  }
}

static void
test_numbers (void)
{
  static const struct {
    double value;
    guint decimals;
    const char *markup;
  } cases[] = {
    { 0.9126, 3, "0.913" }, { -0.004, 3, "−0.004" }, { -0.0004, 3, "0.000" },
    { 12, 0, "12" },        { NAN, 3, "–" },         { INFINITY, 1, "–" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GString) markup = g_string_new (NULL);

    train_escape_append_number (markup, cases[i].value, cases[i].decimals);
    g_assert_cmpstr (markup->str, ==, cases[i].markup);
  }
}

/* ---- SVG ---------------------------------------------------------------------------------- */

static void
count_element (GMarkupParseContext *context, const char *name, const char **keys, const char **values,
               gpointer data, GError **error)
{
  GHashTable *counts = data;
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));
  g_hash_table_insert (counts, g_strdup (name), GUINT_TO_POINTER (n + 1));
}

/* How often each element is there; @svg has to be well-formed. */
static GHashTable *
count_elements (const GString *svg)
{
  static const GMarkupParser parser = { .start_element = count_element };
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, counts, NULL);
  g_autoptr (GError) error = NULL;

  g_markup_parse_context_parse (context, svg->str, (gssize) svg->len, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  return counts;
}

static void
assert_count (GHashTable *counts, const char *name, guint n)
{
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)), ==, n);
}

static void
test_line (void)
{
  static const double x[] = { 0, 1, 2, 3 }, y[] = { 0, 0.5, NAN, 1 };
  const TrainPlotSeries series = { .name = "fold 1", .x = x, .y = y, .n = 4, .mark = 1 };
  const TrainPlot plot = { .id = "a",
                           .title = "A <plot>",
                           .description = "d",
                           .x = { "epoch", 0, 3 },
                           .y = { "F1", 0, 1 },
                           .mark_name = "kept",
                           .series = &series,
                           .n_series = 1 };
  g_autoptr (GString) svg = g_string_new (NULL);

  train_plot_append (svg, &plot);
  g_autoptr (GHashTable) counts = count_elements (svg);
  assert_count (counts, "svg", 1);
  assert_count (counts, "circle", 2); /* the ring, and that of the legend */
  g_assert_nonnull (strstr (svg->str, "<title id=\"a-title\">A &lt;plot&gt;</title>"));
  /* 3 characters of 7.4 and 8 before the inner part, 386 its end; it is from 28 down to 238. A gap after the
   * half. */
  g_assert_nonnull (strstr (svg->str, "d=\"M0 0M30.2 238.0L148.8 133.0M386.0 28.0\""));
  g_assert_nonnull (strstr (svg->str, "cx=\"148.8\" cy=\"133.0\" r=\"4\""));
}

static void
test_columns (void)
{
  static const double x[] = { 0.25, 0.75 }, y[] = { 0, 4 };
  const TrainPlotSeries series = { .kind = TRAIN_PLOT_COLUMNS, .x = x, .y = y, .n = 2, .mark = -1 };
  const TrainPlot plot = { .id = "a",
                           .title = "t",
                           .description = "d",
                           .x = { "F1", 0, 1 },
                           .y = { "pages", 0, 0 },
                           .series = &series,
                           .n_series = 1 };
  g_autoptr (GString) svg = g_string_new (NULL);

  train_plot_append (svg, &plot);
  g_autoptr (GHashTable) counts = count_elements (svg);
  assert_count (counts, "rect", 1); /* nothing where there is nothing */
  /* 0, 1 .. 4: one digit; the inner part begins at 15.4 and is 370.6 wide, half of it less a gap of 1 is the
   * column. */
  g_assert_nonnull (strstr (svg->str, "<rect x=\"201.2\" y=\"28.0\" width=\"184.3\" height=\"210.0\""));
}

static void
test_bars (void)
{
  const TrainPlotBar bars[] = { { "good", 0.5, 0.25, 0.75 },
                                { "bad", -0.25, NAN, NAN },
                                { "\xe2\x80\xae<img src=x onerror=alert(1)>", NAN, NAN, NAN } };
  const TrainBarPlot plot = { .id = "b",
                              .title = "t",
                              .description = "d",
                              .x = { "gain", -0.5, 1 },
                              .decimals = 2,
                              .bars = bars,
                              .n_bars = 3 };
  g_autoptr (GString) svg = g_string_new (NULL);

  train_bar_plot_append (svg, &plot);
  g_autoptr (GHashTable) counts = count_elements (svg);
  assert_count (counts, "rect", 2);
  assert_count (counts, "g", 3);
  assert_count (counts, "img", 0);
  g_assert_nonnull (strstr (svg->str, "good: 0.50 (0.25 … 0.75)"));
  g_assert_nonnull (strstr (svg->str, ">−0.25</text>"));
  /* From 20 x 7.4 + 12 = 160 to 400 - 6 x 7.4 = 355.6: 0 is at 160 + 195.6 / 3, and a half as far to the
   * right again. */
  g_assert_nonnull (strstr (svg->str, "x=\"225.2\" y=\"11.0\" width=\"65.2\" height=\"12.0\""));
  g_assert_nonnull (strstr (svg->str, "x=\"192.6\" y=\"33.0\" width=\"32.6\" height=\"12.0\""));
}

/* Nothing, one value, infinite and huge ones: something is drawn, and the coordinates are on the drawing. */
static void
test_degenerate (void)
{
  static const double same[] = { 2, 2 }, wild[] = { INFINITY, -INFINITY }, huge[] = { -1e308, 1e308 },
                      tiny[] = { 1e-300, 2e-300 };
  const TrainPlotSeries cases[] = {
    { .kind = TRAIN_PLOT_LINE, .n = 0, .mark = -1 },
    { .kind = TRAIN_PLOT_LINE, .x = same, .y = same, .n = 2, .mark = 7 },
    { .kind = TRAIN_PLOT_POINTS, .x = same, .y = wild, .n = 2, .mark = -1 },
    { .kind = TRAIN_PLOT_POINTS, .x = wild, .y = same, .n = 2, .mark = 0 },
    { .kind = TRAIN_PLOT_COLUMNS, .x = same, .y = tiny, .n = 1, .mark = -1 },
    { .kind = TRAIN_PLOT_LINE, .x = huge, .y = huge, .n = 2, .mark = 1 },
    { .kind = TRAIN_PLOT_COLUMNS, .x = tiny, .y = huge, .n = 2, .mark = -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const TrainPlot plot = { .id = "a",
                             .title = "t",
                             .description = "d",
                             .x = { "x", 0, 0 },
                             .y = { "y", 0, 0 },
                             .diagonal = TRUE,
                             .series = &cases[i],
                             .n_series = 1 };
    g_autoptr (GString) svg = g_string_new (NULL);

    g_test_message ("case %" G_GSIZE_FORMAT, i);
    train_plot_append (svg, &plot);
    g_autoptr (GHashTable) counts = count_elements (svg);
    assert_count (counts, "svg", 1);
    g_assert_null (strstr (svg->str, "nan"));
    g_assert_null (strstr (svg->str, "inf"));
    g_assert_cmpuint (svg->len, <, 8000);
  }
}

static void
test_long_line (void)
{
  g_autofree double *x = g_new (double, 100000);
  g_autofree double *y = g_new (double, 100000);
  const TrainPlotSeries series = { .x = x, .y = y, .n = 100000, .mark = 77777 };
  const TrainPlot plot = { .id = "a",
                           .title = "t",
                           .description = "d",
                           .x = { "x", 0, 0 },
                           .y = { "y", 0, 0 },
                           .series = &series,
                           .n_series = 1 };
  g_autoptr (GString) svg = g_string_new (NULL);

  for (guint i = 0; i < 100000; i++) {
    x[i] = i;
    y[i] = i == 77777 ? 1 : 0;
  }
  train_plot_append (svg, &plot);
  g_assert_cmpuint (svg->len, <, 12000);
  g_assert_nonnull (strstr (svg->str, " 28.0L")); /* the one that is marked is there */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/steps", test_steps);
  g_test_add_func ("/plot/markup", test_markup);
  g_test_add_func ("/plot/numbers", test_numbers);
  g_test_add_func ("/plot/line", test_line);
  g_test_add_func ("/plot/columns", test_columns);
  g_test_add_func ("/plot/bars", test_bars);
  g_test_add_func ("/plot/degenerate", test_degenerate);
  g_test_add_func ("/plot/long-line", test_long_line);
  return g_test_run ();
}
