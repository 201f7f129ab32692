/* SPDX-License-Identifier: MIT */
/*
 * What each stage of the way of a page costs, in one thread, with each way to read markup.
 *
 *   bench [-n ROUNDS] FOLDER…      all pages (.html, .html.gz) of the folders
 *
 * Times are CPU times of this thread, summed over the pages; the least of the rounds counts. Each page goes
 * through both ways, one right after the other, so their ratio does not depend on what else the machine does.
 * The same pages are then given to lxml, where python3 has it, as a yardstick. What to look at are ratios and
 * shares: absolute times differ between machines and hours.
 */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <gio/gio.h>

#include "libextract/charset.h"
#include "libextract/document-private.h"
#include "libextract/dom.h"
#include "libextract/scanner.h"
#include "libextract/segment.h"
#include "libextract/source/source.h"

typedef enum { READ, SCAN, CHARSET, TREE, BLOCKS, FEATURES, NETWORK, RULES, WRITE, N_STAGES } Stage;

/* The first stage of the way from bytes in memory to text. */
#define FIRST CHARSET

static const struct {
  const char *name;
  const char *sentence;
} stages[N_STAGES] = {
  [READ] = { "read", "file to bytes, decompressed" },
  [SCAN] = { "scan", "the skeleton alone, which is a part of tree" },
  [CHARSET] = { "charset", "encoding found out, bytes to UTF-8" },
  [TREE] = { "tree", "scanner and gumbo" },
  [BLOCKS] = { "blocks", "tree to blocks, words counted" },
  [FEATURES] = { "features", "of each block" },
  [NETWORK] = { "network", "inputs to scores" },
  [RULES] = { "rules", "labels and post-analysis" },
  [WRITE] = { "write", "text output" },
};

static double
cpu_seconds (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

/* Adds the time since the last call to a stage. */
static void
tick (double *seconds, Stage stage, double *last)
{
  double now = cpu_seconds ();

  seconds[stage] += now - *last;
  *last = now;
}

/* Scores of the blocks, by way of a copy that is labelled without rules. */
static float *
run_network (ExtractDocument *document, ExtractClassifier *without_rules)
{
  g_autoptr (ExtractDocument) copy = extract_document_copy (document);
  float *scores = g_new (float, extract_document_get_n_blocks (document));

  extract_classifier_label (without_rules, copy, NULL);
  for (guint i = 0; i < extract_document_get_n_blocks (copy); i++)
    scores[i] = extract_block_get_score (extract_document_get_block (copy, i));
  return scores;
}

typedef struct {
  double seconds[EXTRACT_N_MARKUP_PARSERS][N_STAGES];
  guint pages;
  guint given_up; /* by the scanner */
  guint64 bytes;
  guint64 blocks;
} Totals;

/* What all pages go through. */
typedef struct {
  ExtractModel *model;
  ExtractClassifier *classifier;
  ExtractClassifier *without_rules;
} Bench;

/* From bytes to text. */
static gboolean
bench_way (const Bench *bench, GBytes *page_bytes, ExtractMarkupParser parser, Totals *totals)
{
  ExtractFence fence = { .memory = G_MAXINT64, .deadline = G_MAXINT64, .depth = 10000 };
  double *seconds = totals->seconds[parser], last = cpu_seconds ();
  g_autoptr (GBytes) decoded = NULL;
  g_autoptr (ExtractDom) dom = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  g_autofree float *scores = NULL;
  g_autofree char *text = NULL;
  const ExtractModelParts *parts = extract_model_get_parts (bench->model);
  ExtractPage *page;
  gsize length, bom;
  const guint8 *bytes = g_bytes_get_data (page_bytes, &length);
  const char *charset = extract_charset_detect (bytes, length, NULL, NULL, &bom);

  decoded = extract_charset_decode (page_bytes, bom, charset, G_MAXINT64, NULL);
  tick (seconds, CHARSET, &last);

  bytes = g_bytes_get_data (decoded, &length);
  if (parser == EXTRACT_MARKUP_PARSER_SCANNER) {
    ExtractSkeleton *skeleton = extract_skeleton_new (length ? (const char *) bytes : "", length);

    g_clear_pointer (&skeleton, extract_skeleton_free);
    tick (seconds, SCAN, &last);
  }
  dom = extract_dom_parse (length ? (const char *) bytes : "", length, parser, &fence, NULL);
  if (!dom)
    return FALSE;
  tick (seconds, TREE, &last);
  totals->given_up += parser == EXTRACT_MARKUP_PARSER_SCANNER && extract_dom_is_plain (dom);

  page = extract_page_new ();
  if (!extract_segment_page (dom, &fence, G_MAXUINT32, page, NULL)) {
    extract_page_unref (page);
    return FALSE;
  }
  document = extract_document_new (page);
  tick (seconds, BLOCKS, &last);
  g_clear_pointer (&dom, extract_dom_free);
  tick (seconds, TREE, &last);

  extract_document_compute_features (document, parts->set, parts->tables, NULL);
  tick (seconds, FEATURES, &last);
  scores = run_network (document, bench->without_rules);
  tick (seconds, NETWORK, &last);
  extract_classifier_label_scored (bench->classifier, document, scores, NULL);
  tick (seconds, RULES, &last);
  text = extract_document_to_string (document, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, NULL);
  tick (seconds, WRITE, &last);
  if (parser == EXTRACT_MARKUP_PARSER_SCANNER)
    totals->blocks += extract_document_get_n_blocks (document);
  return TRUE;
}

static gboolean
bench_page (const Bench *bench, const char *path, Totals *totals)
{
  ExtractSourceLimits limits = { .max_bytes = G_MAXINT64 };
  g_autoptr (ExtractSource) source = extract_source_new (path, &limits);
  double last = cpu_seconds ();
  g_autoptr (ExtractRecord) record = extract_source_next (source, NULL);

  if (!record)
    return FALSE;
  tick (totals->seconds[EXTRACT_MARKUP_PARSER_SCANNER], READ, &last);
  totals->seconds[EXTRACT_MARKUP_PARSER_PLAIN][READ] = totals->seconds[EXTRACT_MARKUP_PARSER_SCANNER][READ];
  totals->bytes += g_bytes_get_size (record->bytes);
  totals->pages++;
  for (guint parser = 0; parser < EXTRACT_N_MARKUP_PARSERS; parser++)
    if (!bench_way (bench, record->bytes, parser, totals))
      return FALSE;
  return TRUE;
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

/* Seconds of CPU time that lxml needs for the same pages, by the script beside the source of this program.
 * Returns: 0 if there is no lxml */
static double
run_lxml (const char *script, char **folders, int rounds)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) command = NULL;
  g_autofree char *count = g_strdup_printf ("%d", rounds), *out = NULL;
  int status;

  g_strv_builder_add_many (builder,
                           g_file_test (DEBIAN_PYTHON, G_FILE_TEST_IS_EXECUTABLE) ? DEBIAN_PYTHON : "python3",
                           script, count, NULL);
  for (int i = 0; folders[i]; i++)
    g_strv_builder_add (builder, folders[i]);
  command = g_strv_builder_end (builder);
  if (!g_spawn_sync (NULL, command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, &status, NULL))
    return 0;
  return g_ascii_strtod (out, NULL);
}

/* Returns: seconds from bytes to text */
static double
sum_seconds (const double *seconds)
{
  double all = 0;

  for (guint s = FIRST; s < N_STAGES; s++)
    all += seconds[s];
  return all;
}

static void
print_totals (const Totals *totals, double lxml)
{
  const double *scanner = totals->seconds[EXTRACT_MARKUP_PARSER_SCANNER];
  const double *plain = totals->seconds[EXTRACT_MARKUP_PARSER_PLAIN];
  double all = sum_seconds (scanner), all_plain = sum_seconds (plain);
  double ours = scanner[FEATURES] + scanner[NETWORK] + scanner[RULES];
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  g_print ("%u pages, %.1f MB, %" G_GUINT64_FORMAT " blocks; gumbo alone had to read %u\n", totals->pages,
           totals->bytes / 1e6, totals->blocks, totals->given_up);
  g_print ("%-10s %9s %9s %7s %11s %6s\n", "stage", "pages/s", "MB/s", "share", "plain", "times");
  for (guint s = 0; s < N_STAGES; s++)
    g_print ("%-10s %9.0f %9.1f %6.1f%% %11.0f %6.2f  %s\n", stages[s].name, totals->pages / scanner[s],
             totals->bytes / 1e6 / scanner[s], s < FIRST ? 0 : 100 * scanner[s] / all,
             plain[s] > 0 ? totals->pages / plain[s] : 0, plain[s] / scanner[s], stages[s].sentence);
  g_print ("%-10s %9.0f %9.1f %6.1f%% %11.0f %6.2f  from bytes in memory to text\n", "all",
           totals->pages / all, totals->bytes / 1e6 / all, 100.0, totals->pages / all_plain, all_plain / all);
  if (lxml > 0)
    g_print ("%-10s %9.0f %9.1f %28.2f  lxml.html.fromstring of the same pages\n", "lxml",
             totals->pages / lxml, totals->bytes / 1e6 / lxml, lxml / all);
  g_print ("features, network and rules: %.1f%% of all; peak memory: %.0f MB\n", 100 * ours / all,
           usage.ru_maxrss / 1024.0);
}

int
main (int argc, char **argv)
{
  int rounds = 3;
  g_autofree char *lxml_script = NULL;
  const GOptionEntry entries[] = {
    { "rounds", 'n', 0, G_OPTION_ARG_INT, &rounds, "Rounds", "N" },
    { "lxml", 0, 0, G_OPTION_ARG_FILENAME, &lxml_script, "Script that measures lxml", "FILE" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("FOLDER…");
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractClassifier) without_rules = extract_classifier_new (model);
  g_autoptr (GPtrArray) paths = NULL;
  Bench bench = { model, classifier, without_rules };
  Totals best = { 0 };

  extract_classifier_clear_rules (without_rules);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error)) {
    g_printerr ("bench: %s\n", error->message);
    return 2;
  }
  paths = list_pages (argc - 1, argv + 1);
  if (paths->len == 0) {
    g_printerr ("bench: no pages\n");
    return 2;
  }
  for (int round = 0; round < rounds; round++) {
    Totals totals = { 0 };

    for (guint p = 0; p < paths->len; p++)
      if (!bench_page (&bench, g_ptr_array_index (paths, p), &totals))
        g_printerr ("bench: %s: left out\n", (char *) g_ptr_array_index (paths, p));
    for (guint parser = 0; parser < EXTRACT_N_MARKUP_PARSERS; parser++)
      for (guint s = 0; round > 0 && s < N_STAGES; s++)
        totals.seconds[parser][s] = MIN (totals.seconds[parser][s], best.seconds[parser][s]);
    best = totals;
  }
  print_totals (&best, lxml_script ? run_lxml (lxml_script, argv + 1, rounds) : 0);
  return 0;
}
