/* SPDX-License-Identifier: MIT */
/*
 * Whether limits hold: pages of many kinds, each of which makes something else of a page large, go to the
 * program itself, with several limits of memory, sizes around them, and both parsers.
 *
 *   limits [--quick] [--jobs=N] PROGRAM
 *
 * Of each run, the most memory that the process had is held against that of one with a page of a word, and
 * the time of the processor against the time limit. What is more than ALLOWED times the limit is a fault.
 * With --jobs, all kinds are one batch at a time, and each page has to end as it does alone.
 *
 * Memory is that of getrusage (2): this program has to stay small, for a child begins with what it has.
 */
#include <errno.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define ALLOWED 1.15
/* What a process varies by, whatever it does: in the memory that it begins with, in KB. */
#define NOISE_KB 1024
#define TIMEOUT 2.0
#define FEW_SECONDS 0.5 /* more than the time limit */
/* Where it is not about time: that of a page varies with what else the machine does. */
#define LONG_TIMEOUT 60.0

/* ---- Kinds ---------------------------------------------------------------------------------- */

/* @head and @tail once, @unit as often as there is room; @ in it is a number, another one each time. */
typedef struct {
  const char *name, *head, *unit, *tail;
} Kind;

static const Kind kinds[] = {
  { "word", "<p>", "x", "" },
  { "words", "<p>", "word ", "" },
  { "words-distinct", "<p>", "w@ ", "" },
  { "words-short", "<p>", "a b ", "" },
  { "cjk", "<p>", "漢字", "" },
  { "thai", "<p>", "ภาษาไทย", "" },
  { "cyrillic", "<p>", "слово @ ", "" },
  { "emoji", "<p>", "😀 ", "" },
  { "sentences", "<p>", "One. Two! \"Three\"? ", "" },
  { "references", "<p>", "&amp;", "" },
  { "references-decimal", "<p>", "&#233;", "" },
  { "references-long", "<p>", "&CounterClockwiseContourIntegral;", "" },
  { "references-none", "<p>", "&x@ ", "" },
  { "br", "", "x<br>", "" },
  { "br-br", "", "x<br><br>", "" },
  { "p", "", "<p>x", "" },
  { "p-closed", "", "<p>line @</p>\n", "" },
  { "p-class", "", "<p class=c@>x", "" },
  { "p-classes", "", "<p class='a@ b@ c@ d@' id=e@>x", "" },
  { "p-empty", "", "<p></p>", "" },
  { "paragraphs", "", "<p>A paragraph of some words, number @, as pages have them.</p>\n", "" },
  { "div", "", "<div>x</div>", "" },
  { "div-empty", "", "<div></div>", "" },
  { "article", "", "<article><h2>Head @</h2><p>Some text.</p></article>", "" },
  { "bold", "<p>", "<b>x</b>", "" },
  { "bold-open", "", "<b>x<p>", "" },
  { "font", "", "<font color=@>x</font>", "" },
  { "font-values", "", "<font a@=@ b@='&amp;@'>x</font></p>", "" },
  { "misnested", "", "<b><i>x</b>y</i>", "" },
  { "links", "", "<a href=/page/@>link</a> ", "" },
  { "links-long", "",
    "<a href='http://example.org/a/long/way/to/a/page/of/which/there/are/many/@.html'>x</a>", "" },
  { "images", "", "<img src=/@.png alt='Picture @'>", "" },
  { "items", "<ul>", "<li>item @", "</ul>" },
  { "lists", "", "<ul><li>x</li></ul>", "" },
  { "terms", "<dl>", "<dt>x<dd>y", "</dl>" },
  { "table-rows", "<table>", "<tr><td>x<td>@", "</table>" },
  { "table-cells", "<table><tr>", "<td>x", "</table>" },
  { "tables", "", "<table><tr><td>x</td></tr></table>", "" },
  { "options", "<select>", "<option>x", "</select>" },
  { "inputs", "<form>", "<input name=@ value=x>", "</form>" },
  { "buttons", "", "<button>x</button>", "" },
  { "headings", "<title>Head</title>", "<h1>Head @</h1>", "" },
  { "heading", "<title>Head</title><h1>", "word@ ", "</h1>" },
  { "quotes", "", "<blockquote>x</blockquote>", "" },
  { "pre", "<pre>", "line @\n", "</pre>" },
  { "textareas", "", "<textarea>x @</textarea>", "" },
  { "title", "<title>", "word@ ", "</title><p>x" },
  { "description", "<meta name=description content='", "word@ ", "'><p>x" },
  { "metas", "", "<meta name=a@ content=x>", "<p>x" },
  { "linked-data", "<script type='application/ld+json'>{\"articleBody\":\"", "word@ ",
    "\"}</script><p>word1 x" },
  { "linked-data-many", "", "<script type='application/ld+json'>{\"name\":\"x@\"}</script>", "<p>x" },
  { "scripts", "", "<script>var x = @;</script>", "<p>x" },
  { "styles", "", "<style>p { margin: @ }</style>", "<p>x" },
  { "comments", "<p>x", "<!-- @ -->", "" },
  { "comment", "<p>x<!--", "word ", "-->" },
  { "svg", "<p>x<svg>", "<g id=@><path d='M1 1'/></g>", "</svg>" },
  { "math", "<p>x<math>", "<mi>x</mi>", "</math>" },
  { "cdata", "<p>x<svg>", "<![CDATA[x]]>", "</svg>" },
  { "noscript", "", "<noscript><p>x @</p></noscript>", "" },
  { "templates", "", "<template><p>x @</p></template>", "" },
  { "unknown", "", "<x-@>y</x-@>", "" },
  { "attributes", "<p ", "a@=@ ", ">x" },
  { "attribute", "<p class='", "name@ ", "'>x" },
  { "attribute-id", "<p id='", "x", "'>x" },
  { "href", "<a href='", "x", "'>x</a>" },
  { "base", "<base href='http://example.org/", "x", "'><a href=y>x</a>" },
  { "end-tags", "<p>x", "</p>", "" },
  { "end-tags-unknown", "<p>x", "</x@>", "" },
  { "white", "<p>x", " \n\t", "" },
  { "carriage-returns", "<pre>", "x\r", "</pre>" },
  { "latin-1", "<meta charset=latin1><p>", "caf\xe9 ", "" },
  { "utf-8-broken", "<meta charset=utf-8><p>é", "x\xff ", "" },
  { "doctype", "<!DOCTYPE html PUBLIC '", "word ", "'><p>x" },
};

/* In pieces: the page is never in the memory of this program. Returns: whether it could be written */
static gboolean
write_page (const Kind *kind, const char *path, gsize bytes)
{
  char piece[65536];
  gsize n = 0, written = strlen (kind->head);
  FILE *file = fopen (path, "wb");

  if (!file)
    return FALSE;
  fputs (kind->head, file);
  for (guint number = 1; written < bytes; number++) {
    for (const char *p = kind->unit; *p; p++)
      if (*p == '@')
        n += (gsize) g_snprintf (piece + n, sizeof piece - n, "%u", number);
      else
        piece[n++] = *p;
    if (n > sizeof piece - 1024 || written + n >= bytes) {
      fwrite (piece, 1, n, file);
      written += n;
      n = 0;
    }
  }
  fputs (kind->tail, file);
  return fclose (file) == 0;
}

/* ---- Runs ----------------------------------------------------------------------------------- */

typedef struct {
  glong kilobytes; /* at most at once */
  double seconds;  /* of the processor */
  int status;      /* exit code; -1: a signal */
  char *errors;    /* owned */
} Run;

typedef struct {
  const char *program;
  char *folder;
  Run idle[5]; /* by jobs */
  guint n_faults;
} Bench;

/* @arguments: NULL-terminated, without the program */
static void
run_program (const Bench *bench, const char *const *arguments, Run *run)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *errors = g_build_filename (bench->folder, "errors", NULL);
  struct rusage usage;
  int status;
  pid_t pid;

  g_ptr_array_add (argv, (gpointer) bench->program);
  for (; *arguments; arguments++)
    g_ptr_array_add (argv, (gpointer) *arguments);
  g_ptr_array_add (argv, NULL);
  fflush (stdout);
  pid = fork ();
  if (pid == 0) {
    if (!freopen ("/dev/null", "w", stdout) || !freopen (errors, "w", stderr))
      _exit (126);
    execv (bench->program, (char **) argv->pdata);
    _exit (127);
  }
  while (wait4 (pid, &status, 0, &usage) == -1 && errno == EINTR)
    ;
  run->kilobytes = usage.ru_maxrss;
  run->seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
                 (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / (double) G_USEC_PER_SEC;
  run->status = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  run->errors = NULL;
  g_file_get_contents (errors, &run->errors, NULL, NULL);
}

static const char *const formats[] = { "text", "json", "markdown", "html", "vertical", "xml", "jsonl" };

/* @pages: NULL-terminated */
static void
run_pages (const Bench *bench, guint64 limit, double seconds, const char *parser, const char *format,
           guint jobs, const char *const *pages, Run *run)
{
  g_autofree char *max_memory = g_strdup_printf ("--max-memory=%" G_GUINT64_FORMAT, limit);
  g_autofree char *timeout = g_strdup_printf ("--timeout=%d", (int) seconds);
  g_autofree char *with = g_strdup_printf ("--parser=%s", parser);
  g_autofree char *as = g_strdup_printf ("--format=%s", format);
  g_autofree char *in = g_strdup_printf ("--jobs=%u", jobs);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  const char *const options[] = {
    "-a", "--max-bytes=1G", "--max-blocks=10000000", max_memory, timeout, with, as, in
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    g_ptr_array_add (arguments, (gpointer) options[i]);
  for (; *pages; pages++)
    g_ptr_array_add (arguments, (gpointer) *pages);
  g_ptr_array_add (arguments, NULL);
  run_program (bench, (const char *const *) arguments->pdata, run);
}

/* ---- One page at a time --------------------------------------------------------------------- */

static const char *const parsers[] = { "scanner", "plain" };

/* What was measured of a kind at a limit, in all sizes and with all parsers. */
typedef struct {
  double times;   /* of the limit, at most */
  double seconds; /* at most */
  guint n_good, n_runs;
} Measured;

static void
measure (Bench *bench, guint k, guint64 limit, const double *sizes, guint n_sizes, guint n_parsers,
         Measured *measured)
{
  g_autofree char *page = g_build_filename (bench->folder, "page.html", NULL);
  const char *const pages[] = { page, NULL };

  for (guint s = 0; s < n_sizes; s++) {
    if (!write_page (&kinds[k], page, (gsize) (limit * sizes[s])))
      g_error ("%s: cannot be written", page);
    for (guint p = 0; p < n_parsers; p++) {
      Run run;
      double times, seconds;

      run_pages (bench, limit, TIMEOUT, parsers[p], formats[k % G_N_ELEMENTS (formats)], 1, pages, &run);
      times = MAX (0, run.kilobytes - bench->idle[1].kilobytes - NOISE_KB) * 1024.0 / limit;
      seconds = run.seconds - bench->idle[1].seconds;
      if (times > ALLOWED || seconds > TIMEOUT + FEW_SECONDS || (run.status != 0 && run.status != 1)) {
        fprintf (stderr,
                 "%s, %.1f MB, --max-memory=%" G_GUINT64_FORMAT
                 " --parser=%s: %.2f times the limit, %.2f s, exit %d: %s\n",
                 kinds[k].name, limit * sizes[s] / 1e6, limit, parsers[p], times, seconds, run.status,
                 run.errors);
        bench->n_faults++;
      }
      measured->times = MAX (measured->times, times);
      measured->seconds = MAX (measured->seconds, seconds);
      measured->n_good += run.status == 0;
      measured->n_runs++;
      g_free (run.errors);
    }
  }
  g_unlink (page);
}

static void
measure_all (Bench *bench)
{
  static const guint megabytes[] = { 16, 32, 64, 128, 512 };
  static const double sizes[] = { 0.02, 0.1, 0.4 };

  printf ("Peak memory above an idle process, in limits; longest time; pages that were done\n\n| kind |");
  for (guint l = 0; l < G_N_ELEMENTS (megabytes); l++)
    printf (" %u MB |", megabytes[l]);
  printf ("\n|---|");
  for (guint l = 0; l < G_N_ELEMENTS (megabytes); l++)
    printf ("--:|");
  printf ("\n");
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    printf ("| %s |", kinds[k].name);
    for (guint l = 0; l < G_N_ELEMENTS (megabytes); l++) {
      Measured measured = { 0 };

      measure (bench, k, (guint64) megabytes[l] << 20, sizes, G_N_ELEMENTS (sizes), G_N_ELEMENTS (parsers),
               &measured);
      printf (" %.2f, %.1f s, %u/%u |", measured.times, measured.seconds, measured.n_good, measured.n_runs);
      fflush (stdout);
    }
    printf ("\n");
  }
}

/* For `make check`: TAP. */
static void
measure_some (Bench *bench)
{
  static const double sizes[] = { 0.05, 0.3, 0.4 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  printf ("1..0 # SKIP with sanitizers, programs need several times the memory\n");
  return;
#endif
  printf ("1..%u\n", (guint) G_N_ELEMENTS (kinds));
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    const guint before = bench->n_faults;
    Measured measured = { 0 };

    measure (bench, k, 24 << 20, sizes, G_N_ELEMENTS (sizes), 1, &measured);
    printf ("%sok %u - %s: %.2f times the limit\n", bench->n_faults > before ? "not " : "", k + 1,
            kinds[k].name, measured.times);
    fflush (stdout);
  }
}

/* ---- Batches -------------------------------------------------------------------------------- */

/* All kinds at once: each page ends as it does with one job, and each job keeps the limit. */
static void
measure_jobs (Bench *bench, guint jobs)
{
  const guint64 limit = 64 << 20;
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func (g_free);
  Run one, all;
  double times;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    char *page = g_strdup_printf ("%s/%s.html", bench->folder, kinds[k].name);

    if (!write_page (&kinds[k], page, (gsize) (limit * (k % 2 ? 0.3 : 0.06))))
      g_error ("%s: cannot be written", page);
    g_ptr_array_add (pages, page);
  }
  g_ptr_array_add (pages, NULL);
  for (guint p = 0; p < G_N_ELEMENTS (parsers); p++) {
    run_pages (bench, limit, LONG_TIMEOUT, parsers[p], "json", 1, (const char *const *) pages->pdata, &one);
    run_pages (bench, limit, LONG_TIMEOUT, parsers[p], "json", jobs, (const char *const *) pages->pdata,
               &all);
    times = MAX (0, all.kilobytes - bench->idle[jobs].kilobytes - NOISE_KB) * 1024.0 / limit / jobs;
    printf ("%s, %u jobs: %.2f limits for each, exit %d and %d, %s\n", parsers[p], jobs, times, one.status,
            all.status, g_strcmp0 (one.errors, all.errors) == 0 ? "the same pages fail" : "OTHER PAGES FAIL");
    bench->n_faults +=
        times > ALLOWED || one.status != 1 || all.status != 1 || g_strcmp0 (one.errors, all.errors) != 0;
    g_free (one.errors);
    g_free (all.errors);
  }
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    g_unlink (g_ptr_array_index (pages, k));
}

/* ---- Start ---------------------------------------------------------------------------------- */

static void
measure_idle (Bench *bench)
{
  static const Kind word = { "idle", "<p>", "x", "" };
  g_autofree char *page = g_build_filename (bench->folder, "idle.html", NULL);
  const char *const pages[] = { page, page, page, page, page, page, page, page, NULL };

  if (!write_page (&word, page, 4))
    g_error ("%s: cannot be written", page);
  for (guint jobs = 1; jobs < G_N_ELEMENTS (bench->idle); jobs++) {
    run_pages (bench, 512 << 20, TIMEOUT, "scanner", "json", jobs, pages, &bench->idle[jobs]);
    if (bench->idle[jobs].status != 0)
      g_error ("%s: %s", bench->program, bench->idle[jobs].errors);
    g_free (bench->idle[jobs].errors);
  }
  g_unlink (page);
}

int
main (int argc, char **argv)
{
  gboolean quick = FALSE;
  int jobs = 1;
  const GOptionEntry entries[] = {
    { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "One small limit, as a test", NULL },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs, "Batches of all kinds with 2 to 4 jobs", "N" },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("PROGRAM");
  g_autoptr (GError) error = NULL;
  g_autofree char *errors = NULL;
  Bench bench = { 0 };

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2 || jobs < 1 || jobs > 4) {
    fprintf (stderr, "%s\n", error ? error->message : "usage: limits [--quick] [--jobs=1..4] PROGRAM");
    return 2;
  }
  bench.program = argv[1];
  bench.folder = g_dir_make_tmp (NULL, &error);
  if (!bench.folder) {
    fprintf (stderr, "%s\n", error->message);
    return 1;
  }
  measure_idle (&bench);
  if (quick)
    measure_some (&bench);
  else if (jobs > 1)
    measure_jobs (&bench, (guint) jobs);
  else
    measure_all (&bench);
  errors = g_build_filename (bench.folder, "errors", NULL);
  g_unlink (errors);
  g_rmdir (bench.folder);
  g_free (bench.folder);
  if (bench.n_faults > 0)
    fprintf (stderr, "%u faults\n", bench.n_faults);
  return bench.n_faults > 0;
}
