/* SPDX-License-Identifier: MIT */
/*
 * What each stage of the way of a page costs, in one thread, with each way to read markup.
 *
 *   bench [-n ROUNDS] [--every=N] [--beside=NAME] [--markdown] FOLDER…      pages (.html, .html.gz) of the
 * folders
 *
 * Times are CPU times of this thread, summed over the pages; the least of the rounds counts. Each page goes
 * through all ways, one right after the other, so their ratio does not depend on what else the machine does.
 * The same pages are then given to lxml, where python3 has it, as a yardstick: all of them, and those that
 * are small, whose blocks are dense. What to look at are ratios and shares: absolute times differ between
 * machines and hours.
 */
#include <string.h>
#include <sys/resource.h>

#include <gio/gio.h>

#include "libextract/html/skeleton.h"
#include "libextract/source/source.h"
#include "tests/bench/stages.h"
#include "libextract/html/html.h"

/* A page goes this way with the default model, that way with gumbo alone, and again with the other model. */
typedef enum { WAY_SCANNER, WAY_PLAIN, WAY_BESIDE, N_WAYS } WayKind;

/* A page under so many bytes is small. */
#define SMALL 100000

typedef struct {
  double seconds[N_WAYS][N_STAGES];
  double small[N_STAGES]; /* of seconds[WAY_SCANNER], what small pages take */
  double read;            /* file to bytes, decompressed */
  double scan;            /* the skeleton alone, which is a part of the tree */
  guint pages;
  guint n_small;
  guint given_up; /* by the scanner */
  guint64 bytes;
  guint64 blocks;
} Totals;

/* Seconds of lxml; 0 where there is none. */
typedef struct {
  double all;
  double small;
} Lxml;

typedef struct {
  StageTools tools[N_WAYS];
  gboolean on[N_WAYS];
} Bench;

/* What the scanner does of a page whose encoding is UTF-8; of others it is not measured. */
static void
bench_scan (GBytes *bytes, Totals *totals)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  double start = stage_get_seconds ();
  ExtractSkeleton *skeleton;

  if (!length || !g_utf8_validate (text, (gssize) length, NULL))
    return;
  start = stage_get_seconds ();
  skeleton = extract_skeleton_new (text, length);
  g_clear_pointer (&skeleton, extract_skeleton_free);
  totals->scan += stage_get_seconds () - start;
}

static gboolean
bench_page (const Bench *bench, const char *path, Totals *totals)
{
  ExtractSourceLimits limits = { .max_bytes = G_MAXINT64 };
  g_autoptr (ExtractSource) source = extract_source_new (path, &limits);
  double start = stage_get_seconds ();
  g_autoptr (ExtractRecord) record = extract_source_next (source, NULL);
  gboolean is_small;

  if (!record)
    return FALSE;
  totals->read += stage_get_seconds () - start;
  is_small = g_bytes_get_size (record->bytes) < SMALL;
  totals->bytes += g_bytes_get_size (record->bytes);
  totals->pages++;
  totals->n_small += is_small;
  bench_scan (record->bytes, totals);
  for (guint w = 0; w < N_WAYS; w++) {
    ExtractMarkupParser parser = w == WAY_PLAIN ? EXTRACT_MARKUP_PARSER_PLAIN : EXTRACT_MARKUP_PARSER_SCANNER;
    StageCosts costs = { 0 };

    if (!bench->on[w])
      continue;
    if (!stages_run (&bench->tools[w], record->bytes, parser, &costs))
      return FALSE;
    for (guint s = 0; s < N_STAGES; s++) {
      totals->seconds[w][s] += costs.seconds[s];
      totals->small[s] += w == WAY_SCANNER && is_small ? costs.seconds[s] : 0;
    }
    totals->given_up += w == WAY_SCANNER && costs.is_plain;
    totals->blocks += w == WAY_SCANNER ? costs.n_blocks : 0;
  }
  return TRUE;
}

/* The least of each. */
static void
totals_merge (Totals *best, const Totals *totals)
{
  const Totals before = *best;

  *best = *totals;
  best->read = MIN (best->read, before.read);
  best->scan = MIN (best->scan, before.scan);
  for (guint w = 0; w < N_WAYS; w++)
    for (guint s = 0; s < N_STAGES; s++)
      best->seconds[w][s] = MIN (totals->seconds[w][s], before.seconds[w][s]);
  for (guint s = 0; s < N_STAGES; s++)
    best->small[s] = MIN (totals->small[s], before.small[s]);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
list_pages (int n, char **folders)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (int i = 0; i < n; i++) {
    g_autoptr (GDir) dir = g_dir_open (folders[i], 0, NULL);
    const char *name;

    while (dir && (name = g_dir_read_name (dir)))
      if (g_str_has_suffix (name, ".html") || g_str_has_suffix (name, ".html.gz"))
        g_ptr_array_add (paths, g_build_filename (folders[i], name, NULL));
  }
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}

/* The one that knows the packages of the system. */
#define DEBIAN_PYTHON "/usr/bin/python3"

/* What lxml needs for the same pages, by the script beside the source of this program. */
static Lxml
run_lxml (const char *script, char **folders, int rounds, int every)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) command = NULL;
  g_autofree char *count = g_strdup_printf ("%d", rounds), *step = g_strdup_printf ("%d", every), *out = NULL;
  g_autofree char *small = g_strdup_printf ("%d", SMALL);
  Lxml lxml = { 0 };
  char *end;
  int status;

  g_strv_builder_add_many (builder,
                           g_file_test (DEBIAN_PYTHON, G_FILE_TEST_IS_EXECUTABLE) ? DEBIAN_PYTHON : "python3",
                           script, count, step, small, NULL);
  for (int i = 0; folders[i]; i++)
    g_strv_builder_add (builder, folders[i]);
  command = g_strv_builder_end (builder);
  if (!g_spawn_sync (NULL, command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, &status, NULL))
    return lxml;
  lxml.all = g_ascii_strtod (out, &end);
  lxml.small = g_ascii_strtod (end, NULL);
  return lxml;
}

/* Returns: seconds from bytes to text */
static double
sum_stages (const double *seconds)
{
  double all = 0;

  for (guint s = 0; s < N_STAGES; s++)
    all += seconds[s];
  return all;
}

static double
sum_seconds (const Totals *totals, WayKind way)
{
  return sum_stages (totals->seconds[way]);
}

/* ---- What is printed --------------------------------------------------------------------------- */

/* A row for people, or for a document. @share, @plain: 0 if there is nothing to be said */
static void
print_row (gboolean markdown, const Totals *totals, const char *name, const char *sentence, double seconds,
           double share, double plain)
{
  double pages = totals->pages / seconds, megabytes = totals->bytes / 1e6 / seconds;
  g_autofree char *part =
      share > 0 ? g_strdup_printf (markdown ? "%.1f %%" : "%.1f%%", 100 * share) : g_strdup ("");
  g_autofree char *alone = plain > 0 ? g_strdup_printf ("%.0f", totals->pages / plain) : g_strdup ("");
  g_autofree char *times = plain > 0 ? g_strdup_printf ("%.2f", plain / seconds) : g_strdup ("");

  if (markdown)
    g_print ("| %s: %s | %.0f | %.0f | %s | %s | %s |\n", name, sentence, pages, megabytes, part, alone,
             times);
  else
    g_print ("%-10s %9.0f %9.1f %7s %11s %6s  %s\n", name, pages, megabytes, part, alone, times, sentence);
}

static void
print_table (gboolean markdown, const Totals *totals, const Lxml *lxml)
{
  double all = sum_seconds (totals, WAY_SCANNER);

  g_print (markdown
               ? "| stage | pages/s | MB/s | share | plain, pages/s | times |\n|---|--:|--:|--:|--:|--:|\n"
               : "stage        pages/s      MB/s   share       plain  times\n");
  print_row (markdown, totals, "read", "file to bytes, decompressed", totals->read, 0, 0);
  if (totals->scan > 0)
    print_row (markdown, totals, "scan", "the skeleton alone, which is a part of tree", totals->scan, 0, 0);
  for (guint s = 0; s < N_STAGES; s++) {
    double seconds = totals->seconds[WAY_SCANNER][s];

    print_row (markdown, totals, stage_get_name (s), stage_get_sentence (s), seconds, seconds / all,
               totals->seconds[WAY_PLAIN][s]);
  }
  print_row (markdown, totals, "all", "from bytes in memory to text", all, 1,
             sum_seconds (totals, WAY_PLAIN));
  if (lxml->all > 0)
    print_row (markdown, totals, "lxml", "lxml.html.fromstring of the same pages", lxml->all, 0, 0);
  if (lxml->small > 0)
    g_print ("%sall takes %.2f of the time of lxml; %.2f on the %u pages under %d KB\n", markdown ? "\n" : "",
             all / lxml->all, sum_stages (totals->small) / lxml->small, totals->n_small, SMALL / 1000);
}

/* What README.md says of speed. */
static void
print_readme (const Totals *totals, const char *beside, const Lxml *lxml, double megabytes)
{
  double all = sum_seconds (totals, WAY_SCANNER), other = sum_seconds (totals, WAY_BESIDE);

  g_print ("\n| Pages a second in one thread, from bytes to text (with `%s`) | %.0f (%.0f) |\n", beside,
           totals->pages / all, totals->pages / other);
  if (lxml->all > 0)
    g_print (
        "| Processor time over that of `lxml.html.fromstring` on the same pages, which only parses (with "
        "`%s`) | %.2f (%.2f) |\n",
        beside, all / lxml->all, other / lxml->all);
  g_print ("| Peak memory | %.0f MB |\n", megabytes);
}

int
main (int argc, char **argv)
{
  int rounds = 3, every = 1;
  gboolean markdown = FALSE, only = FALSE;
  g_autofree char *lxml_script = NULL, *beside_name = NULL;
  const GOptionEntry entries[] = {
    { "rounds", 'n', 0, G_OPTION_ARG_INT, &rounds, "Rounds", "N" },
    { "every", 0, 0, G_OPTION_ARG_INT, &every, "Take each Nth page", "N" },
    { "beside", 0, 0, G_OPTION_ARG_STRING, &beside_name, "Another built-in model, on the same pages",
      "NAME" },
    { "only", 0, 0, G_OPTION_ARG_NONE, &only, "Only the way that pages go by default", NULL },
    { "markdown", 0, 0, G_OPTION_ARG_NONE, &markdown, "Print Markdown", NULL },
    { "lxml", 0, 0, G_OPTION_ARG_FILENAME, &lxml_script, "Script that measures lxml", "FILE" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("FOLDER…");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) paths = NULL;
  ExtractModel *beside = NULL;
  Bench bench = { .on = { [WAY_SCANNER] = TRUE } };
  Totals best = { 0 };
  struct rusage usage;
  Lxml lxml = { 0 };
  double megabytes;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) ||
      (beside_name && !(beside = extract_model_get_builtin (beside_name, &error)))) {
    g_printerr ("bench: %s\n", error->message);
    return 2;
  }
  paths = list_pages (argc - 1, argv + 1);
  if (paths->len == 0 || rounds < 1 || every < 1) {
    g_printerr ("bench: no pages, or no rounds\n");
    return 2;
  }
  bench.on[WAY_PLAIN] = !only;
  bench.on[WAY_BESIDE] = beside != NULL;
  for (guint w = 0; w < N_WAYS; w++)
    if (bench.on[w])
      stage_tools_init (&bench.tools[w], w == WAY_BESIDE ? beside : extract_model_get_default (NULL));
  for (int round = 0; round < rounds; round++) {
    Totals totals = { 0 };

    for (guint p = 0; p < paths->len; p += every)
      if (!bench_page (&bench, g_ptr_array_index (paths, p), &totals))
        g_printerr ("bench: %s: left out\n", (char *) g_ptr_array_index (paths, p));
    if (round == 0)
      best = totals;
    totals_merge (&best, &totals);
  }
  getrusage (RUSAGE_SELF, &usage);
  megabytes = usage.ru_maxrss / 1024.0;
  if (lxml_script)
    lxml = run_lxml (lxml_script, argv + 1, rounds, every);
  g_print ("%u pages, %" G_GUINT64_FORMAT " bytes, %" G_GUINT64_FORMAT
           " blocks; gumbo alone had to read %u; peak memory: %.0f MB\n%s",
           best.pages, best.bytes, best.blocks, best.given_up, megabytes, markdown ? "\n" : "");
  print_table (markdown, &best, &lxml);
  if (markdown && beside)
    print_readme (&best, extract_model_get_name (beside), &lxml, megabytes);
  for (guint w = 0; w < N_WAYS; w++)
    if (bench.on[w])
      stage_tools_clear (&bench.tools[w]);
  return 0;
}
