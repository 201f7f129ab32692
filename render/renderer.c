/* SPDX-License-Identifier: MIT */
/*
 * The program that keeps one browser for one that renders pages (libextract/source/renderer.h):
 *
 *   stdin   an address, and a line feed
 *   stdout  page TAB status TAB bytes of the tree TAB bytes of the report TAB final address LF, the tree, the
 *           report (render/report.h); or error TAB kind TAB sentence LF
 *
 * When its standard input is closed, for whatever reason, it kills driver, browser and all that they started.
 */
#include "cli/render.h"
#include "element/network.h"
#include "render/course.h"
#include "render/driver.h"
#include "render/herd.h"
#include "render/judge.h"
#include "render/report.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A new browser after so many pages: none of them gives all of its memory back. */
#define MAX_PAGES 200
#define START_MICROSECONDS (30 * G_USEC_PER_SEC)
#define LEAVE_MICROSECONDS (5 * G_USEC_PER_SEC)
#define WATCH_MILLISECONDS 250

static char *opt_folder, *opt_webdriver, *opt_classifier, *opt_elements_model;
static gboolean opt_links;
static RenderJudgement judgement;
static RenderCourseOptions course = {
  .milliseconds = 60000,
  .max_bytes = 32 << 20,
  .max_elements = 1000000,
  .judge = render_judge_elements,
  .judge_data = &judgement,
};
static guint block;
static guint64 max_memory = (guint64) 2 << 30;

static atomic_bool too_large; /* the browser was killed for it */

/* ---- Options --------------------------------------------------------------------------------------- */

static gboolean
parse_count (const char *option, const char *text, gpointer data, GError **error)
{
  guint64 value = 0;

  if (!cli_parse_count (option, text, 0, G_MAXUINT, &value, error))
    return FALSE;
  if (strcmp (option, "--reveal") == 0)
    course.reveals = (guint) value;
  else if (strcmp (option, "--scroll") == 0)
    course.scrolls = (guint) value;
  else if (strcmp (option, "--time") == 0)
    course.milliseconds = (guint) value;
  return TRUE;
}

static gboolean
parse_size (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_size (option, text, 1, G_MAXINT64,
                         strcmp (option, "--memory") == 0 ? &max_memory : &course.max_bytes, error);
}

static gboolean
parse_collect (const char *option, const char *text, gpointer data, GError **error)
{
  course.collect = strcmp (text, "end") == 0 ? RENDER_COLLECT_END : RENDER_COLLECT_STEPS;
  return TRUE;
}

static gboolean
parse_blocks (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_render_parse_blocks (option, text, &block, error);
}

static const GOptionEntry entries[] = {
  { "folder", 0, 0, G_OPTION_ARG_FILENAME, &opt_folder, "For all that the browser writes", "DIR" },
  { "webdriver", 0, 0, G_OPTION_ARG_STRING, &opt_webdriver, "Use this driver, instead of one of our own",
    "URL" },
  { "reveal", 0, 0, G_OPTION_ARG_CALLBACK, parse_count, "Revealers clicked at most", "N" },
  { "scroll", 0, 0, G_OPTION_ARG_CALLBACK, parse_count, "Screens scrolled at most", "N" },
  { "collect", 0, 0, G_OPTION_ARG_CALLBACK, parse_collect, "Text of all steps, or of the end", "NAME" },
  { "no-load", 0, 0, G_OPTION_ARG_CALLBACK, parse_blocks, "What is not loaded", "NAME,…" },
  { "time", 0, 0, G_OPTION_ARG_CALLBACK, parse_count, "Milliseconds for a page", "N" },
  { "max-bytes", 0, 0, G_OPTION_ARG_CALLBACK, parse_size, "Of the tree", "N" },
  { "memory", 0, 0, G_OPTION_ARG_CALLBACK, parse_size, "Of the browser", "N" },
  { "links", 0, 0, G_OPTION_ARG_NONE, &opt_links, "Say where links lead", NULL },
  { "trace", 0, 0, G_OPTION_ARG_NONE, &course.trace, "Say what was done, and what was seen", NULL },
  { "classifier", 0, 0, G_OPTION_ARG_STRING, &opt_classifier, "Ask this command what elements do",
    "COMMAND" },
  { "elements-model", 0, 0, G_OPTION_ARG_FILENAME, &opt_elements_model, "What tells elements apart",
    "NAME|FILE" },
  { NULL },
};

/* That of --elements-model, from now on. */
static gboolean
choose_network (GError **error)
{
  g_autoptr (ExtractModel) model = cli_load_any_model (opt_elements_model, error);
  ElementNetwork *network = model ? element_network_new (model, error) : NULL;

  if (network)
    element_network_choose (network);
  return network != NULL;
}

/* ---- The browser ----------------------------------------------------------------------------------- */

typedef struct {
  RenderWire *wire;       /* (nullable): owned */
  RenderSession *session; /* (nullable): owned */
  guint n_pages;          /* that it has had */
  guint n_failed_starts;  /* since the last one that worked */
  gboolean was_there;     /* when the last page was asked for */
} Browser;

/* Held while what is below us is measured and ended: whoever ends it goes on until nothing is left, and a new
 * browser must not be taken for the rest of the old one. */
static GMutex herd_lock;

static void
end_herd (void)
{
  g_mutex_lock (&herd_lock);
  render_herd_kill ();
  g_mutex_unlock (&herd_lock);
}

/* @gone: it cannot be asked to close anything */
static void
browser_stop (Browser *browser, gboolean gone)
{
  /* Our own driver ends with its browser, but one elsewhere waits to be told. */
  if (gone && !opt_webdriver)
    end_herd ();
  g_clear_pointer (&browser->session, render_session_free);
  g_clear_pointer (&browser->wire, render_wire_free);
  if (!opt_webdriver)
    end_herd ();
  browser->n_pages = 0;
}

static gboolean
browser_start (Browser *browser, GError **error)
{
  const gint64 until = g_get_monotonic_time () + START_MICROSECONDS;
  g_autofree char *base = NULL;

  if (browser->session)
    return TRUE;
  atomic_store (&too_large, FALSE);
  base = opt_webdriver ? g_strdup (opt_webdriver) : render_driver_start (opt_folder, until, error);
  if (!base) {
    browser->n_failed_starts++;
    return FALSE;
  }
  browser->wire = render_wire_new (base, error);
  if (browser->wire)
    browser->session =
        render_session_new (browser->wire, opt_webdriver ? NULL : opt_folder, block, until, error);
  if (!browser->session)
    browser_stop (browser, TRUE);
  browser->n_failed_starts = browser->session ? 0 : browser->n_failed_starts + 1;
  return browser->session != NULL;
}

/* Waits for the end of our input, and looks after the memory of the browser. */
static gpointer
watch (gpointer unused)
{
  for (;;) {
    struct pollfd input = { .fd = STDIN_FILENO }; /* nobody is left at its other end */

    if (poll (&input, 1, WATCH_MILLISECONDS) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL))) {
      render_herd_kill ();
      _exit (0);
    }
    g_mutex_lock (&herd_lock);
    if (!opt_webdriver && render_herd_get_memory () > max_memory) {
      atomic_store (&too_large, TRUE);
      render_herd_kill ();
    }
    g_mutex_unlock (&herd_lock);
  }
  return NULL;
}

/* ---- Pages ----------------------------------------------------------------------------------------- */

static RenderPage *
render_once (Browser *browser, const char *address, GError **error)
{
  g_autoptr (GError) local = NULL;
  RenderPage *page = NULL;
  const gboolean was_used = browser->n_pages > 0;

  browser->was_there = browser_start (browser, error);
  if (!browser->was_there)
    return NULL;
  render_judgement_begin_page (&judgement, opt_links);
  course.follow = opt_links;
  page = render_course_run (browser->session, address, &course, &local);
  browser->n_pages++;
  /* In a browser that had other pages before, it may be what these left behind: LOST, so once more. */
  if (local && atomic_load (&too_large))
    g_set_error (error, RENDER_ERROR, was_used ? RENDER_ERROR_LOST : RENDER_ERROR_ADDRESS,
                 "its browser needs more than the limit of %" G_GUINT64_FORMAT " bytes", max_memory);
  else if (local)
    g_propagate_error (error, g_error_copy (local));
  if (local && !g_error_matches (local, RENDER_ERROR, RENDER_ERROR_ADDRESS))
    browser_stop (browser, TRUE);
  return page;
}

/* A browser may be lost for another reason than this page: once more, with a new one. One that does not even
 * start is tried again the first time only. */
static RenderPage *
render (Browser *browser, const char *address, GError **error)
{
  g_autoptr (GError) local = NULL;
  RenderPage *page = render_once (browser, address, &local);

  if (!page && (browser->was_there || browser->n_failed_starts == 1) &&
      g_error_matches (local, RENDER_ERROR, RENDER_ERROR_LOST))
    return render_once (browser, address, error);
  if (local)
    g_propagate_error (error, g_steal_pointer (&local));
  return page;
}

static void
tidy (Browser *browser)
{
  const gint64 until = g_get_monotonic_time () + LEAVE_MICROSECONDS;

  if (browser->n_pages >= MAX_PAGES)
    browser_stop (browser, FALSE);
  else if (browser->session && !render_session_leave (browser->session, until, NULL))
    browser_stop (browser, TRUE);
}

static char *
on_one_line (const char *text)
{
  return g_strdelimit (g_strdup (text), "\t\r\n", ' ');
}

static gboolean
answer (const RenderPage *page, const GError *failure, GError **error)
{
  static const char *const kinds[] = { "lost", "timeout", "script", "address" };
  g_autofree char *line = on_one_line (page ? page->address : failure->message);
  g_autofree char *head = NULL;
  g_autofree char *report = NULL;

  if (!page) {
    guint kind = failure->domain == RENDER_ERROR ? (guint) failure->code : RENDER_ERROR_LOST;
    head = g_strdup_printf ("error\t%s\t%s\n", kinds[kind], line);
    return cli_write_stdout (head, strlen (head), error);
  }
  report = render_report_make (page, judgement.links);
  head = g_strdup_printf ("page\t%u\t%" G_GSIZE_FORMAT "\t%" G_GSIZE_FORMAT "\t%s\n", page->status,
                          strlen (page->html), strlen (report), line);
  return cli_write_stdout (head, strlen (head), error) &&
         cli_write_stdout (page->html, strlen (page->html), error) &&
         cli_write_stdout (report, strlen (report), error);
}

static gboolean
serve (Browser *browser)
{
  g_autofree char *line = NULL;
  gsize room = 0;
  gssize n;

  while ((n = getline (&line, &room, stdin)) > 0) {
    g_autoptr (GError) failure = NULL;
    g_autoptr (RenderPage) page = NULL;

    line[n - (line[n - 1] == '\n')] = '\0';
    page = render (browser, line, &failure);
    if (!answer (page, failure, NULL))
      return FALSE;
    tidy (browser);
  }
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = cli_context_new (NULL, "Keeps a browser for texttractor --render.");
  g_auto (GStrv) operands = NULL;
  g_autoptr (GError) error = NULL;
  Browser browser = { 0 };
  gboolean good;
  int status;

  cli_init ("texttractor-renderer");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!cli_parse (context, argv, &operands, &status))
    return status;
  if (*operands || !opt_folder)
    return cli_usage ("is started by texttractor --render");
  if (opt_elements_model && !choose_network (&error))
    return (int) cli_fail (NULL, error);
  /* A terminal's Ctrl-C is for the one who started us. */
  setsid ();
  render_herd_adopt ();
  judgement.classifier = element_classifier_new (opt_classifier);
  g_thread_unref (g_thread_new ("watch", watch, NULL));
  good = serve (&browser);
  browser_stop (&browser, FALSE);
  render_judgement_begin_page (&judgement, FALSE);
  element_classifier_free (judgement.classifier);
  return good ? CLI_EXIT_DONE : CLI_EXIT_FAILED;
}
