/* SPDX-License-Identifier: MIT */
/*
 * How the cost of a page grows: with its size, with the number of its blocks, with the depth of its elements.
 * Pages are made up. Small ones come in sets of other words: the processor learns by heart what it is given
 * over and over, and a page comes but once. Each set goes through all stages, and the least of some rounds
 * counts. The table is Markdown, the plot a drawing of its own: nanoseconds a byte by size, flat where the
 * cost grows as the page does.
 *
 *   bench-growth [-n ROUNDS] [--max-megabytes=N] [--cold] [--plot=FILE]
 */
#include <math.h>
#include <string.h>

#include "libextract/base/budget.h"
#include "tests/bench/stages.h"
#include "train/report/plot.h"
#include "libextract/html/html.h"

#define MAX_PAGES 32

/* ---- Pages ------------------------------------------------------------------------------------- */

static void
append_words (GString *page, guint n, guint *seed)
{
  static const char *const words[] = { "harbour", "the",  "of", "boats", "a",    "morning", "was",
                                       "rope",    "with", "in", "tide",  "keep", "said",    "lantern" };

  for (guint i = 0; i < n; i++) {
    *seed = *seed * 1664525 + 1013904223;
    g_string_append (page, words[(*seed >> 16) % G_N_ELEMENTS (words)]);
    g_string_append (page, i + 1 == n ? "." : (*seed >> 24) % 17 == 0 ? ", " : " ");
  }
}

static void
append_head (GString *page)
{
  g_string_append (
      page, "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>Harbour</title></head><body>\n");
}

/* Sections as pages have them, until there are @bytes: a menu, paragraphs with links, a list, a table. */
static GString *
make_size (gsize bytes, guint seed)
{
  GString *page = g_string_sized_new (bytes + 8192);

  append_head (page);
  for (guint section = 0; page->len < bytes; section++) {
    g_string_append_printf (page, "<div class=\"section s%u\" id=\"s-%u\">\n<ul class=\"nav menu\">",
                            section % 7, section);
    for (guint i = 0; i < 6; i++)
      g_string_append_printf (page, "<li><a href=\"/section/%u/%u\">Boats %u</a></li>\n", section, i, i);
    g_string_append_printf (page, "</ul>\n<h2>Section %u</h2>\n", section);
    for (guint i = 0; i < 4; i++) {
      g_string_append (page, "<p class=\"text\">");
      append_words (page, 50, &seed);
      g_string_append_printf (page, " <a href=\"/page/%u\">more of it</a> <em>and</em> ", section);
      append_words (page, 20, &seed);
      g_string_append (page, "</p>\n");
    }
    g_string_append (page, "<table>");
    for (guint i = 0; i < 3; i++)
      g_string_append_printf (page, "<tr><td>%u</td><td>tide</td></tr>\n", i);
    g_string_append (page, "</table>\n</div>\n");
  }
  g_string_append (page, "</body></html>\n");
  return page;
}

#define WORDS_BY_BLOCKS 200000

/* The same words, in more and more blocks. */
static GString *
make_blocks (gsize blocks, guint seed)
{
  GString *page = g_string_new (NULL);

  append_head (page);
  for (gsize i = 0; i < blocks; i++) {
    g_string_append (page, "<p>");
    append_words (page, (guint) (WORDS_BY_BLOCKS / blocks), &seed);
    g_string_append (page, "</p>\n");
  }
  return page;
}

#define BLOCKS_BY_DEPTH 4000

/* The same texts, deeper and deeper: towers of @depth elements, until there are all blocks. */
static GString *
make_depth (gsize depth, guint seed)
{
  GString *page = g_string_new (NULL);

  append_head (page);
  for (gsize blocks = 0; blocks < BLOCKS_BY_DEPTH;) {
    for (gsize i = 0; i < depth; i++, blocks++) {
      g_string_append_printf (page, "<div class=\"d%u\">", (guint) (i % 5));
      append_words (page, 10, &seed);
    }
    for (gsize i = 0; i < depth; i++)
      g_string_append (page, "</div>\n");
  }
  return page;
}

/* THE table of what grows. */
static const struct {
  const char *name;
  GString *(*make) (gsize n, guint seed);
  gsize values[MAX_PAGES]; /* 0-terminated */
} kinds[] = {
  { "bytes",
    make_size,
    { 10000, 20000, 50000, 100000, 200000, 500000, 1000000, 2000000, 5000000, 10000000, 20000000,
      50000000 } },
  { "blocks", make_blocks, { 100, 1000, 10000, 100000, 200000 } },
  { "depth", make_depth, { 1, 10, 100, 1000 } },
};

/* ---- Figures ----------------------------------------------------------------------------------- */

typedef struct {
  gsize value;
  gsize bytes;
  StageCosts costs;
} Point;

/* A set of pages has at least so many bytes. */
#define SET_BYTES 5000000

/* Returns: (transfer full) (element-type GBytes): pages of that value */
static GPtrArray *
make_set (guint kind, gsize value)
{
  GPtrArray *set = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  gsize bytes = 0;

  for (guint seed = 1; bytes < SET_BYTES; seed++) {
    GBytes *page = g_string_free_to_bytes (kinds[kind].make (value, seed * 7919));

    bytes += g_bytes_get_size (page);
    g_ptr_array_add (set, page);
  }
  return set;
}

/* A page takes less memory than this many times its bytes. */
#define MEMORY_TIMES 16

/* Writes to so much memory and gives it back. Virtual machines lend memory that was free for a while to
 * others, and getting it back costs ten times what the system itself takes to clear it: that is no cost of
 * the page. */
static void
warm_memory (gsize bytes)
{
  gpointer memory = g_malloc (bytes);

  extract_memory_wish (memory, bytes);
  memset (memory, 1, bytes);
  /* So that the compiler does not leave it out. */
  __asm__ volatile("" : : "r"(memory) : "memory");
  g_free (memory);
}

/* Adds up the costs of all pages of the set, and divides them by their number. */
static gboolean
run_set (const StageTools *tools, gboolean cold, const GPtrArray *set, StageCosts *mean)
{
  *mean = (StageCosts){ 0 };
  if (!cold)
    warm_memory (MEMORY_TIMES * g_bytes_get_size (g_ptr_array_index (set, 0)));
  for (guint i = 0; i < set->len; i++) {
    StageCosts costs = { 0 };

    if (!stages_run (tools, g_ptr_array_index (set, i), EXTRACT_MARKUP_PARSER_SCANNER, &costs))
      return FALSE;
    for (guint s = 0; s < N_STAGES; s++)
      mean->seconds[s] += costs.seconds[s] / set->len;
    mean->n_blocks = costs.n_blocks;
  }
  return TRUE;
}

/* One round after another through all sets, as the clock of a processor changes by the minute; of each stage
 * the least. @sets: (array length=n). Returns: FALSE if a page was refused */
static gboolean
measure (const StageTools *tools, guint rounds, gboolean cold, GPtrArray *const *sets, guint n, Point *points)
{
  for (guint round = 0; round < rounds; round++)
    for (guint i = 0; i < n; i++) {
      StageCosts costs;

      if (!run_set (tools, cold, sets[i], &costs))
        return FALSE;
      for (guint s = 0; round > 0 && s < N_STAGES; s++)
        costs.seconds[s] = MIN (costs.seconds[s], points[i].costs.seconds[s]);
      points[i].costs = costs;
    }
  return TRUE;
}

static void
print_head (const char *name)
{
  g_print ("| %s | bytes of the page | blocks |", name);
  for (guint s = 0; s < N_STAGES; s++)
    g_print (" %s |", stage_get_name (s));
  g_print (" all, ns/byte | seconds |\n|--:|--:|--:|");
  for (guint s = 0; s < N_STAGES; s++)
    g_print ("--:|");
  g_print ("--:|--:|\n");
}

static void
print_point (const Point *point)
{
  double all = stage_costs_get_seconds (&point->costs);

  g_print ("| %" G_GSIZE_FORMAT " | %" G_GSIZE_FORMAT " | %u |", point->value, point->bytes,
           point->costs.n_blocks);
  for (guint s = 0; s < N_STAGES; s++)
    g_print (" %.2f |", 1e9 * point->costs.seconds[s] / point->bytes);
  g_print (" %.2f | %.4f |\n", 1e9 * all / point->bytes, all);
}

/* Ten times the page may take this many times as long. */
#define MAX_TIMES 12.0
/* Of stages with a smaller share, the clock tells mostly what the caches hold. */
#define SHARE_TO_SPEAK_OF 0.1

/* Holds each page against the one of a tenth of its size, and says which stages grow faster. Returns: the
 * most times */
static double
check_growth (const Point *points, guint n)
{
  double worst = 0;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++) {
      double all = stage_costs_get_seconds (&points[i].costs);

      if (points[i].value != 10 * points[j].value)
        continue;
      worst = MAX (worst, all / stage_costs_get_seconds (&points[j].costs));
      for (guint s = 0; s < N_STAGES; s++) {
        double times = points[i].costs.seconds[s] / points[j].costs.seconds[s];

        if (times > MAX_TIMES && points[i].costs.seconds[s] > SHARE_TO_SPEAK_OF * all)
          g_print ("- %s: %.1f times as long for %" G_GSIZE_FORMAT " bytes as for %" G_GSIZE_FORMAT "\n",
                   stage_get_name (s), times, points[i].value, points[j].value);
      }
    }
  return worst;
}

/* ---- Plot -------------------------------------------------------------------------------------- */

/* Writes it as a drawing of its own: with its style, and colours of text for light and dark. */
static gboolean
write_plot (const char *path, const Point *points, guint n, GError **error)
{
  /* There are six colours; what ends the way is hardly to be seen. */
  static const guint ends[] = { STAGE_CHARSET,  STAGE_TREE,    STAGE_BLOCKS,
                                STAGE_FEATURES, STAGE_NETWORK, STAGE_WRITE };
  double x[MAX_PAGES], y[G_N_ELEMENTS (ends)][MAX_PAGES] = { 0 };
  TrainPlotSeries series[G_N_ELEMENTS (ends)];
  TrainPlot plot = {
    .id = "growth",
    .title = "Cost of a byte by the size of the page",
    .description = "Lines that stay flat: the cost grows as the page does.",
    .x = { .label = "decimal logarithm of the bytes of a page" },
    .y = { .label = "ns per byte" },
    .series = series,
    .n_series = G_N_ELEMENTS (ends),
  };
  g_autoptr (GString) svg = g_string_new (NULL);
  gsize first_line;

  for (guint i = 0; i < n; i++) {
    x[i] = log10 ((double) points[i].value);
    for (guint k = 0, s = 0; k < G_N_ELEMENTS (ends); k++)
      for (; s <= ends[k]; s++)
        y[k][i] += 1e9 * points[i].costs.seconds[s] / points[i].bytes;
  }
  for (guint k = 0; k < G_N_ELEMENTS (ends); k++)
    series[k] =
        (TrainPlotSeries){ .name = k + 1 < G_N_ELEMENTS (ends) ? stage_get_name (ends[k]) : "rules, write",
                           .x = x,
                           .y = y[k],
                           .n = n,
                           .mark = -1 };
  train_plot_append (svg, &plot);
  g_string_insert (svg, strlen ("<svg "), "xmlns=\"http://www.w3.org/2000/svg\" ");
  first_line = strcspn (svg->str, "\n") + 1;
  g_string_insert (svg, (gssize) first_line,
                   "<style>\n.plot { color: #1b1e22 }\n@media (prefers-color-scheme: dark) { .plot { color: "
                   "#e6e8eb } }\n</style>\n");
  g_string_insert (svg, (gssize) first_line + (gssize) strlen ("<style>\n"), train_plot_get_style ());
  return g_file_set_contents (path, svg->str, (gssize) svg->len, error);
}

int
main (int argc, char **argv)
{
  int rounds = 5, max_megabytes = 50;
  gboolean cold = FALSE;
  g_autofree char *plot = NULL;
  const GOptionEntry entries[] = {
    { "rounds", 'n', 0, G_OPTION_ARG_INT, &rounds, "Rounds", "N" },
    { "max-megabytes", 0, 0, G_OPTION_ARG_INT, &max_megabytes, "Largest page", "N" },
    { "cold", 0, 0, G_OPTION_ARG_NONE, &cold, "Memory as the machine has it, lent to others or not", NULL },
    { "plot", 0, 0, G_OPTION_ARG_FILENAME, &plot, "Draw the growth with the size", "FILE" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  StageTools tools;
  gboolean grows_too_fast = FALSE;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error)) {
    g_printerr ("bench-growth: %s\n", error->message);
    return 2;
  }
  stage_tools_init (&tools, extract_model_get_default (NULL));
  g_print ("Nanoseconds a byte in each stage.\n\n");
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    GPtrArray *sets[MAX_PAGES];
    Point points[MAX_PAGES];
    guint n = 0;
    double worst;

    for (; kinds[k].values[n] && (k > 0 || kinds[k].values[n] <= (gsize) max_megabytes * 1000000); n++) {
      sets[n] = make_set (k, kinds[k].values[n]);
      points[n] =
          (Point){ .value = kinds[k].values[n], .bytes = g_bytes_get_size (g_ptr_array_index (sets[n], 0)) };
    }
    if (!measure (&tools, (guint) MAX (rounds, 1), cold, sets, n, points)) {
      g_printerr ("bench-growth: a page of %s was refused\n", kinds[k].name);
      return 1;
    }
    print_head (kinds[k].name);
    for (guint i = 0; i < n; i++) {
      print_point (&points[i]);
      g_ptr_array_unref (sets[i]);
    }
    g_print ("\n");
    if (k > 0)
      continue;
    worst = check_growth (points, n);
    grows_too_fast = worst > MAX_TIMES;
    g_print ("\nTen times the page takes at most %.1f times as long.\n\n", worst);
    if (plot && !write_plot (plot, points, n, &error)) {
      g_printerr ("bench-growth: %s\n", error->message);
      return 1;
    }
  }
  stage_tools_clear (&tools);
  return grows_too_fast;
}
