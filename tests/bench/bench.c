/* SPDX-License-Identifier: MIT */
/*
 * What each stage of the way of a page costs, in one thread.
 *
 *   bench [-n ROUNDS] FOLDER…      all pages (.html, .html.gz) of the folders
 *
 * Times are CPU times of this thread, summed over the pages; the least of the rounds counts. What
 * to look at is the column of shares, and the last line: absolute times differ between machines.
 */
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <gio/gio.h>

#include "libextract/charset.h"
#include "libextract/document-private.h"
#include "libextract/dom.h"
#include "libextract/segment.h"
#include "libextract/source/source.h"

typedef enum { READ, CHARSET, TREE, BLOCKS, FEATURES, NETWORK, RULES, WRITE, N_STAGES } Stage;

static const struct {
  const char *name;
  const char *sentence;
} stages[N_STAGES] = {
  [READ] = { "read", "file to bytes, decompressed" },
  [CHARSET] = { "charset", "encoding found out, bytes to UTF-8" },
  [TREE] = { "tree", "gumbo" },
  [BLOCKS] = { "blocks", "tree to blocks, words counted" },
  [FEATURES] = { "features", "26 a block" },
  [NETWORK] = { "network", "78 inputs to a score" },
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
  double seconds[N_STAGES];
  guint pages;
  guint64 bytes;
  guint64 blocks;
} Totals;

static gboolean
bench_page (const char *path, ExtractModel *model, ExtractClassifier *classifier,
            ExtractClassifier *without_rules, Totals *totals)
{
  ExtractSourceLimits limits = { .max_bytes = G_MAXINT64 };
  ExtractFence fence = { .memory = G_MAXINT64, .deadline = G_MAXINT64, .depth = 10000 };
  g_autoptr (ExtractSource) source = extract_source_new (path, &limits);
  double last = cpu_seconds ();
  g_autoptr (ExtractRecord) record = extract_source_next (source, NULL);
  g_autoptr (GBytes) decoded = NULL;
  g_autoptr (ExtractDom) dom = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  g_autofree float *scores = NULL;
  g_autofree char *text = NULL;
  ExtractPage *page;
  const guint8 *bytes;
  gsize length, bom;
  const char *charset;

  if (!record)
    return FALSE;
  tick (totals->seconds, READ, &last);

  bytes = g_bytes_get_data (record->bytes, &length);
  totals->bytes += length;
  charset = extract_charset_detect (bytes, length, NULL, NULL, &bom);
  decoded = extract_charset_decode (record->bytes, bom, charset, G_MAXINT64, NULL);
  tick (totals->seconds, CHARSET, &last);

  bytes = g_bytes_get_data (decoded, &length);
  dom = extract_dom_parse (length ? (const char *) bytes : "", length, EXTRACT_MARKUP_PARSER_SCANNER, &fence,
                           NULL);
  if (!dom)
    return FALSE;
  tick (totals->seconds, TREE, &last);

  page = extract_page_new ();
  if (!extract_segment_page (dom, &fence, G_MAXUINT32, page, NULL)) {
    extract_page_unref (page);
    return FALSE;
  }
  document = extract_document_new (page);
  tick (totals->seconds, BLOCKS, &last);
  g_clear_pointer (&dom, extract_dom_free);
  tick (totals->seconds, TREE, &last);

  extract_document_compute_features (document, extract_model_get_feature_set (model), NULL, NULL);
  tick (totals->seconds, FEATURES, &last);
  scores = run_network (document, without_rules);
  tick (totals->seconds, NETWORK, &last);
  extract_classifier_label_scored (classifier, document, scores, NULL);
  tick (totals->seconds, RULES, &last);
  text = extract_document_to_string (document, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, NULL);
  tick (totals->seconds, WRITE, &last);
  totals->blocks += extract_document_get_n_blocks (document);
  totals->pages++;
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

static void
print_totals (const Totals *totals)
{
  double all = 0, ours = 0;
  struct rusage usage;

  for (guint s = 0; s < N_STAGES; s++) {
    all += totals->seconds[s];
    ours += s == READ || s == TREE ? 0 : totals->seconds[s];
  }
  getrusage (RUSAGE_SELF, &usage);
  g_print ("%u pages, %.1f MB, %" G_GUINT64_FORMAT " blocks\n", totals->pages, totals->bytes / 1e6,
           totals->blocks);
  g_print ("%-10s %9s %9s %7s\n", "stage", "pages/s", "MB/s", "share");
  for (guint s = 0; s < N_STAGES; s++)
    g_print ("%-10s %9.0f %9.1f %6.1f%%  %s\n", stages[s].name, totals->pages / totals->seconds[s],
             totals->bytes / 1e6 / totals->seconds[s], 100 * totals->seconds[s] / all, stages[s].sentence);
  g_print ("%-10s %9.0f %9.1f\n", "all", totals->pages / all, totals->bytes / 1e6 / all);
  g_print ("ours / gumbo: %.3f   (all stages but read and tree, over tree)\n", ours / totals->seconds[TREE]);
  g_print ("peak memory: %.0f MB\n", usage.ru_maxrss / 1024.0);
}

int
main (int argc, char **argv)
{
  int rounds = 3;
  const GOptionEntry entries[] = { { "rounds", 'n', 0, G_OPTION_ARG_INT, &rounds, "Rounds", "N" }, { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("FOLDER…");
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  g_autoptr (ExtractClassifier) without_rules = extract_classifier_new (model);
  g_autoptr (GPtrArray) paths = NULL;
  Totals best = { { 0 } };

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
    Totals totals = { { 0 } };

    for (guint p = 0; p < paths->len; p++)
      if (!bench_page (g_ptr_array_index (paths, p), model, classifier, without_rules, &totals))
        g_printerr ("bench: %s: left out\n", (char *) g_ptr_array_index (paths, p));
    for (guint s = 0; s < N_STAGES; s++)
      if (round > 0)
        totals.seconds[s] = MIN (totals.seconds[s], best.seconds[s]);
    best = totals;
  }
  print_totals (&best);
  return 0;
}
