/* SPDX-License-Identifier: MIT */
#include "serve/task-page.h"

#include <string.h>

#include "serve/markup.h"

static const struct {
  const char *name, *sentence;
} sorts[] = {
  [CONC_SORT_NONE] = { "none", "as found" },
  [CONC_SORT_LEFT] = { "left", "by what stands before" },
  [CONC_SORT_RIGHT] = { "right", "by what stands behind" },
};

gboolean
serve_sort_parse (const char *name, ConcSort *sort)
{
  for (ConcSort i = CONC_SORT_NONE; i <= CONC_SORT_RIGHT; i++)
    if (strcmp (sorts[i].name, name) == 0) {
      *sort = i;
      return TRUE;
    }
  return FALSE;
}

const char *
serve_sort_get_name (ConcSort sort)
{
  return sorts[sort].name;
}

typedef struct {
  char text[24];
} Number;

static const char *
number_format (Number *number, guint64 value)
{
  g_snprintf (number->text, sizeof number->text, "%" G_GUINT64_FORMAT, value);
  return number->text;
}

static const char *
get_field (const ServeTaskView *view, const char *name)
{
  const char *value = serve_parameters_get (view->parameters, name);
  return value ? value : "";
}

/* ---- The form --------------------------------------------------------------------------------------- */

/* What people may begin with. */
static const struct {
  const char *words, *pos, *sentence;
} samples[] = {
  { "have", "", "all forms that are written so" },
  { "look after, look at", "", "words that follow one another" },
  { "play", "V.*", "the verb, in all its forms" },
};

static void
append_samples (GString *page, const ServeTaskView *view)
{
  gboolean tagged = FALSE;
  for (gsize i = 0; i < view->n_corpora; i++)
    tagged |= view->corpora[i].tagged;
  g_string_append (page, "<p class=\"hint\">For example: ");
  const char *before = "";
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    if (*samples[i].pos && !tagged)
      continue;
    g_autofree char *words = g_uri_escape_string (samples[i].words, NULL, FALSE);
    g_autofree char *pos = g_uri_escape_string (samples[i].pos, NULL, FALSE);
    g_string_append (page, before);
    serve_markup_append (page, "<a href=\"/tasks?words=%s&amp;pos=%s\">%s</a> (%s)", words, pos,
                         samples[i].words, samples[i].sentence);
    before = "; ";
  }
  g_string_append (page, ".</p>\n");
}

static void
append_corpora (GString *page, const ServeTaskView *view)
{
  Number number;
  g_string_append (page, "<div><label for=\"corpus\">Corpus</label>\n<select id=\"corpus\" name=\"corpus\">");
  for (gsize i = 0; i < view->n_corpora; i++) {
    const ServeCorpus *corpus = &view->corpora[i];
    serve_markup_append (page, "<option value=\"%s\"", corpus->name);
    if (strcmp (get_field (view, "corpus"), corpus->name) == 0)
      g_string_append (page, " selected");
    serve_markup_append (page, ">%s: %s pages%s</option>", corpus->name,
                         number_format (&number, corpus->n_pages), corpus->tagged ? ", parts of speech" : "");
  }
  g_string_append (page, "</select></div>\n");
}

static void
append_input (GString *page, const ServeTaskView *view, const char *name, const char *label, const char *rest,
              const char *fallback)
{
  const char *value = get_field (view, name);
  serve_markup_append (page, "<div><label for=\"%s\">%s</label>\n<input id=\"%s\" name=\"%s\" value=\"%s\" ",
                       name, label, name, name, *value ? value : fallback);
  g_string_append (page, rest);
  g_string_append (page, "></div>\n");
}

static void
append_form (GString *page, const ServeTaskView *view)
{
  Number number;
  g_string_append (
      page,
      "<form id=\"form\" method=\"post\" action=\"/tasks\" aria-label=\"A new task\">\n"
      "<div class=\"address\"><label for=\"words\">Words</label>\n<div class=\"row\">"
      "<input id=\"words\" name=\"words\" type=\"text\" required maxlength=\"500\" autocomplete=\"off\" "
      "spellcheck=\"false\" dir=\"auto\" aria-describedby=\"words-hint\" value=\"");
  serve_markup_append_text (page, get_field (view, "words"));
  g_string_append (
      page, "\">\n<button class=\"main\">Find</button></div>\n<p class=\"hint\" id=\"words-hint\">One word, "
            "or several with commas between them. A word with a capital is found only as it is "
            "written.</p></div>\n");
  append_samples (page, view);
  g_string_append (page, "<div class=\"columns\">\n");
  append_corpora (page, view);
  append_input (page, view, "pos", "Part of speech",
                "type=\"text\" maxlength=\"500\" autocomplete=\"off\" spellcheck=\"false\" "
                "placeholder=\"any; V.* for verbs\"",
                "");
  serve_markup_append (page,
                       "<div><label for=\"number\">Sentences</label>\n<input id=\"number\" name=\"number\" "
                       "type=\"number\" min=\"1\" max=\"%s\" value=\"%s\"></div>\n",
                       number_format (&number, view->most),
                       *get_field (view, "number") ? get_field (view, "number") : "100");
  append_input (page, view, "lang", "Languages",
                "type=\"text\" maxlength=\"500\" autocomplete=\"off\" spellcheck=\"false\"", "en");
  append_input (page, view, "context", "Sentences around each", "type=\"number\" min=\"0\" max=\"5\"", "0");
  append_input (page, view, "seed", "Random sample",
                "type=\"number\" min=\"0\" placeholder=\"0: the first ones; 1, 2 ...: samples\"", "");
  g_string_append (page, "</div>\n</form>\n");
}

/* ---- Tasks --------------------------------------------------------------------------------------------- */

static void
append_title (GString *page, const ServeTask *task)
{
  serve_markup_append (page, "%s%s%s in %s", task->words, task->pos ? " as " : "", task->pos ? task->pos : "",
                       task->corpus);
}

static void
append_tasks (GString *page, const ServeTaskView *view)
{
  if (!view->tasks || view->tasks->len == 0)
    return;
  g_string_append (page, "<section aria-labelledby=\"tasks-title\">\n<h2 id=\"tasks-title\">Your tasks</h2>\n"
                         "<ol class=\"tasks\">\n");
  for (guint i = 0; i < view->tasks->len; i++) {
    const ServeTask *task = view->tasks->pdata[i];
    Number number;
    serve_markup_append (page, "<li><a href=\"/tasks?id=%s\">", task->id);
    append_title (page, task);
    serve_markup_append (page, "</a> <span class=\"state\">%s", serve_task_state_get_name (task->state));
    if (task->state == SERVE_TASK_DONE)
      serve_markup_append (page, ", %s sentences", number_format (&number, task->n_sentences));
    g_string_append (page, "</span></li>\n");
  }
  g_string_append (page, "</ol>\n</section>\n");
}

/* ---- Sentences -------------------------------------------------------------------------------------------
 */

static void
append_link (GString *page, const ServeTaskView *view, ConcSort sort, guint from, const char *text)
{
  Number number;
  serve_markup_append (page, "<a href=\"/tasks?id=%s&amp;sort=%s&amp;from=%s\"", view->task->id,
                       sorts[sort].name, number_format (&number, from));
  if (sort == view->sort && from == view->from)
    g_string_append (page, " aria-current=\"page\"");
  serve_markup_append (page, ">%s</a> ", text);
}

static void
append_tools (GString *page, const ServeTaskView *view)
{
  g_string_append (page, "<p class=\"tools\">Order: ");
  for (ConcSort sort = CONC_SORT_NONE; sort <= CONC_SORT_RIGHT; sort++)
    append_link (page, view, sort, 0, sorts[sort].sentence);
  g_string_append (page, "</p>\n<p class=\"tools\">Download: ");
  for (ConcFormat format = 0; format < CONC_N_FORMATS; format++)
    serve_markup_append (
        page, "<a href=\"/v1/sentences?id=%s&amp;format=%s&amp;sort=%s\" download=\"%s.%s\">%s</a> ",
        view->task->id, conc_format_get_info (format)->name, sorts[view->sort].name, "sentences",
        format == CONC_FORMAT_VERTICAL ? "vert"
        : format == CONC_FORMAT_KWIC   ? "txt"
                                       : conc_format_get_info (format)->name,
        conc_format_get_info (format)->name);
  g_string_append (page, "</p>\n");
}

static void
append_hit (GString *page, const ConcHit *hit)
{
  g_autofree char *left = g_strndup (hit->sentence, hit->at);
  g_string_append (page, "<li><details dir=\"auto\"><summary><span class=\"left\">");
  serve_markup_append (page, "<span>%s</span></span><b>%s</b><span class=\"right\">%s</span></summary>\n",
                       left, hit->keyword, hit->sentence + hit->behind);
  serve_markup_append (page, "<p>%s <mark>%s</mark> %s</p>\n", hit->before, hit->sentence, hit->after);
  g_string_append (page, "<p class=\"hint\">");
  /* Only an address of the web is a link. */
  if (hit->url && (g_str_has_prefix (hit->url, "https://") || g_str_has_prefix (hit->url, "http://")))
    serve_markup_append (page, "<a href=\"%s\" rel=\"noreferrer\">%s</a> ", hit->url, hit->url);
  serve_markup_append (page, "%s %s", hit->source, hit->date);
  if (hit->tag)
    serve_markup_append (page, " %s %s", hit->tag, hit->lemma);
  g_string_append (page, "</p></details></li>\n");
}

static void
append_pages (GString *page, const ServeTaskView *view)
{
  if (view->hits->len <= SERVE_TASK_PAGE_HITS)
    return;
  g_string_append (page, "<nav class=\"tools\" aria-label=\"Pages\">");
  if (view->from > 0)
    append_link (page, view, view->sort, view->from - MIN (view->from, SERVE_TASK_PAGE_HITS), "Back");
  if (view->from + SERVE_TASK_PAGE_HITS < view->hits->len)
    append_link (page, view, view->sort, view->from + SERVE_TASK_PAGE_HITS, "More sentences");
  g_string_append (page, "</nav>\n");
}

static void
append_sums (GString *page, const ServeTask *task)
{
  Number sentences, repeats;
  char seconds[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd (seconds, sizeof seconds, "%.2f", task->seconds);
  serve_markup_append (page, "<p id=\"summary\">%s sentences%s",
                       number_format (&sentences, task->n_sentences), task->seed > 0 ? ", a sample" : "");
  if (task->seed > 0)
    serve_markup_append (page, " of %s", number_format (&sentences, task->n_found));
  serve_markup_append (page, "; %s repeats left out; %s seconds.%s%s</p>\n",
                       number_format (&repeats, task->n_repeats), seconds, task->failure ? " The task " : "",
                       task->failure ? task->failure : "");
}

static void
append_task (GString *page, const ServeTaskView *view)
{
  const ServeTask *task = view->task;
  g_string_append (page, "<section aria-labelledby=\"title\">\n<h2 id=\"title\" dir=\"auto\">");
  append_title (page, task);
  g_string_append (page, "</h2>\n");
  if (task->state == SERVE_TASK_WAITING || task->state == SERVE_TASK_RUNNING)
    serve_markup_append (
        page, "<p id=\"summary\" role=\"status\">This task is %s. The page looks again by itself.</p>\n",
        serve_task_state_get_name (task->state));
  else if (task->state == SERVE_TASK_FAILED)
    serve_markup_append (
        page, "<div id=\"problem\" role=\"alert\"><p><strong>The task failed: it %s.</strong></p></div>\n",
        task->failure);
  else
    append_sums (page, task);
  if (view->hits && view->hits->len > 0) {
    Number number;
    append_tools (page, view);
    serve_markup_append (page, "<ol class=\"kwic\" start=\"%s\">\n", number_format (&number, view->from + 1));
    for (guint i = view->from; i < view->hits->len && i < view->from + SERVE_TASK_PAGE_HITS; i++)
      append_hit (page, view->hits->pdata[i]);
    g_string_append (page, "</ol>\n");
    append_pages (page, view);
  }
  g_string_append (page, "</section>\n");
}

/* ---- The document -----------------------------------------------------------------------------------------
 */

GString *
serve_task_page_render (const ServeTaskView *view)
{
  GString *page = g_string_sized_new (1 << 16);
  const gboolean waits =
      view->task && (view->task->state == SERVE_TASK_WAITING || view->task->state == SERVE_TASK_RUNNING);
  g_string_append (page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                         "<meta name=\"color-scheme\" content=\"light dark\">\n"
                         "<meta name=\"referrer\" content=\"no-referrer\">\n");
  if (waits)
    g_string_append (page, "<meta http-equiv=\"refresh\" content=\"1\">\n");
  g_string_append (page,
                   "<title>Sentences with a word</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>");
  g_string_append (page, serve_markup_get_source ("page.css"));
  g_string_append (page,
                   "</style>\n</head>\n<body>\n<header>\n<h1><a href=\"/\">Texttractor</a></h1>\n"
                   "<p>Sentences with a word: <a href=\"/tasks\">a new task</a></p>\n</header>\n<main>\n");
  if (view->error)
    serve_markup_append (page, "<div id=\"problem\" role=\"alert\"><p><strong>%s.</strong></p></div>\n",
                         view->error);
  if (view->task)
    append_task (page, view);
  else {
    append_form (page, view);
    append_tasks (page, view);
  }
  g_string_append (page,
                   "</main>\n<footer>\n<p>Who knows the address of a task may read it. "
                   "<a href=\"/openapi.json\">Interface for programs</a></p>\n</footer>\n</body>\n</html>\n");
  return page;
}

const char *
serve_task_page_get_policy (void)
{
  static gsize policy;
  if (g_once_init_enter (&policy)) {
    g_autofree char *style = serve_markup_dup_hash ("page.css");
    char *text =
        g_strdup_printf ("default-src 'none'; style-src 'sha256-%s'; img-src data:; form-action 'self'; "
                         "base-uri 'none'; frame-ancestors 'none'",
                         style);
    g_once_init_leave (&policy, (gsize) text);
  }
  return (const char *) policy;
}
