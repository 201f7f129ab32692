/* SPDX-License-Identifier: MIT */
/*
 * page.html has {{placeholders}}, each a row of the table below with the function that fills it. Placeholders
 * are found in page.html alone, never in what was filled in.
 */
#include "serve/page.h"

#include <math.h>
#include <string.h>

#include "serve/markup.h"

/* Blocks that are shown without JavaScript; the script shows more on demand. */
#define N_BLOCKS_SHOWN 2000

typedef struct {
  char text[G_ASCII_DTOSTR_BUF_SIZE];
} Number;

static const char *
number_format (Number *number, const char *format, double value)
{
  if (!isfinite (value))
    return "";
  return g_ascii_formatd (number->text, sizeof number->text, format, value);
}

static const char *
option_get (const ServePageView *view, const char *name)
{
  for (gsize i = 0; i < view->n_options; i++)
    if (g_strcmp0 (view->options[i].name, name) == 0)
      return view->options[i].value;
  return NULL;
}

static gboolean
option_has (const ServePageView *view, const char *name, const char *value)
{
  for (gsize i = 0; i < view->n_options; i++)
    if (g_strcmp0 (view->options[i].name, name) == 0 && g_strcmp0 (view->options[i].value, value) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
option_is_on (const ServePageView *view, const char *name)
{
  const char *value = option_get (view, name);
  return value && strcmp (value, "no") != 0 && strcmp (value, "false") != 0;
}

static const char *
fact_get (const ServePageResult *result, const char *name)
{
  for (gsize i = 0; i < result->n_facts; i++)
    if (g_strcmp0 (result->facts[i].name, name) == 0)
      return result->facts[i].value;
  return NULL;
}

static gboolean
is_empty (const char *text)
{
  return !text || !*text;
}

/* ---- The form ---------------------------------------------------------------------------------- */

static void
fill_url (GString *page, const ServePageView *view)
{
  serve_markup_append_text (page, view->url);
}

static void
fill_html (GString *page, const ServePageView *view)
{
  serve_markup_append_text (page, view->html);
}

static void
fill_paste_open (GString *page, const ServePageView *view)
{
  if (view->no_fetch || !is_empty (view->html))
    g_string_append (page, " open");
}

static void
fill_read (GString *page, const ServePageView *view)
{
  if (!view->no_fetch)
    g_string_append (page, "<button class=\"main\">Read</button>");
}

static void
fill_address_label (GString *page, const ServePageView *view)
{
  g_string_append (page, view->no_fetch ? "Where the page is from" : "Address of the page");
}

static void
fill_tasks (GString *page, const ServePageView *view)
{
  if (view->tasks)
    g_string_append (page, "<a href=\"/tasks\">Sentences with a word</a> ");
}

static void
fill_options_open (GString *page, const ServePageView *view)
{
  static const char *const names[] = {
    "model", "threshold", "comments", "select", "prune", "rule", "no-rules"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (!is_empty (option_get (view, names[i]))) {
      g_string_append (page, " open");
      return;
    }
}

static void
append_models (GString *page, const ServePageView *view, const char *chosen)
{
  Number number;

  for (gsize i = 0; i < view->n_models; i++) {
    const ServePageChoice *model = &view->models[i];

    serve_markup_append (page, "<option value=\"%s\" title=\"%s\" data-threshold=\"%s\"", model->name,
                         model->sentence, number_format (&number, "%.4g", model->threshold));
    if (chosen ? strcmp (model->name, chosen) == 0 : model->is_default)
      g_string_append (page, " selected");
    serve_markup_append (page, ">%s</option>", model->name);
  }
}

static void
fill_models (GString *page, const ServePageView *view)
{
  const char *chosen = option_get (view, "model");
  append_models (page, view, is_empty (chosen) ? NULL : chosen);
}

static void
fill_other_models (GString *page, const ServePageView *view)
{
  append_models (page, view, "");
}

static void
fill_threshold (GString *page, const ServePageView *view)
{
  serve_markup_append_text (page, option_get (view, "threshold"));
}

static void
fill_select (GString *page, const ServePageView *view)
{
  serve_markup_append_text (page, option_get (view, "select"));
}

static void
fill_prune (GString *page, const ServePageView *view)
{
  serve_markup_append_text (page, option_get (view, "prune"));
}

static void
fill_comments (GString *page, const ServePageView *view)
{
  static const struct {
    const char *value, *sentence;
  } rows[] = {
    { "", "as the model decides" }, { "keep", "keep them" },    { "drop", "drop them" },
    { "only", "only them" },        { "separate", "separate" },
  };
  const char *chosen = option_get (view, "comments");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    serve_markup_append (page, "<option value=\"%s\"", rows[i].value);
    if (g_strcmp0 (rows[i].value, chosen ? chosen : "") == 0)
      g_string_append (page, " selected");
    serve_markup_append (page, ">%s</option>", rows[i].sentence);
  }
}

static void
fill_no_rules (GString *page, const ServePageView *view)
{
  if (option_is_on (view, "no-rules"))
    g_string_append (page, " checked");
}

/* A rule that is not ticked is as the model has it, unless no-rules is ticked. */
static void
fill_rules (GString *page, const ServePageView *view)
{
  for (gsize i = 0; i < view->n_rules; i++) {
    const ServePageChoice *rule = &view->rules[i];

    serve_markup_append (page, "<li><input id=\"rule-%s\" name=\"rule\" type=\"checkbox\" value=\"%s\"",
                         rule->name, rule->name);
    if (rule->is_default)
      g_string_append (page, " data-default=\"yes\"");
    if (option_has (view, "rule", rule->name))
      g_string_append (page, " checked");
    serve_markup_append (page, "><label for=\"rule-%s\"><span class=\"name\">%s</span>", rule->name,
                         rule->name);
    if (rule->is_default)
      g_string_append (page, " (default)");
    serve_markup_append (page, " <span class=\"sentence\">%s</span></label></li>", rule->sentence);
  }
}

static void
fill_formats (GString *page, const ServePageView *view)
{
  for (gsize i = 0; i < view->n_formats; i++)
    serve_markup_append (page, "<option value=\"%s\" title=\"%s\">%s</option>", view->formats[i].name,
                         view->formats[i].sentence, view->formats[i].name);
}

static void
fill_error (GString *page, const ServePageView *view)
{
  if (is_empty (view->error))
    return;
  /* Sentences are those of the command line; here, options have no dashes. */
  serve_markup_append (page, "<p><strong>%s",
                       g_str_has_prefix (view->error, "--") ? view->error + 2 : view->error);
  g_string_append (page, g_str_has_suffix (view->error, ".") ? "</strong>" : ".</strong>");
  if (view->retry_after > 0)
    g_string_append_printf (page, " Try again in %u second%s.", view->retry_after,
                            view->retry_after == 1 ? "" : "s");
  g_string_append (page, "</p>");
}

/* ---- The result -------------------------------------------------------------------------------- */

static void
fill_head_title (GString *page, const ServePageView *view)
{
  if (view->result && !is_empty (view->result->title))
    serve_markup_append (page, "%s · ", view->result->title);
  g_string_append (page, "Texttractor");
}

static void
fill_skip (GString *page, const ServePageView *view)
{
  g_string_append (page, view->result ? "result" : "form");
}

static void
fill_result_hidden (GString *page, const ServePageView *view)
{
  if (!view->result)
    g_string_append (page, " hidden");
}

static void
fill_title (GString *page, const ServePageView *view)
{
  if (view->result)
    serve_markup_append_text (page,
                              is_empty (view->result->title) ? "Page without a title" : view->result->title);
}

static void
fill_byline (GString *page, const ServePageView *view)
{
  static const char *const names[] = { "authors", "date", "site_name" };
  const char *separator = "";

  for (guint i = 0; view->result && i < G_N_ELEMENTS (names); i++) {
    g_autofree char *value = g_strdup (fact_get (view->result, names[i]));
    char *time = i == 1 && value ? strchr (value, 'T') : NULL;
    if (is_empty (value))
      continue;
    if (time)
      *time = '\0';
    serve_markup_append (page, "%s<bdi>%s</bdi>", separator, value);
    separator = " · ";
  }
}

static gboolean
is_good (const ServePageBlock *block)
{
  return g_strcmp0 (block->label, "good") == 0;
}

static void
fill_summary (GString *page, const ServePageView *view)
{
  const ServePageResult *result = view->result;
  gsize n_good = 0;

  if (!result)
    return;
  for (gsize i = 0; i < result->n_blocks; i++)
    n_good += is_good (&result->blocks[i]);
  g_string_append_printf (page, "%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " blocks are main text", n_good,
                          result->n_blocks);
  serve_markup_append (page, ", by %s.", result->model);
  if (!is_empty (result->reason))
    serve_markup_append (page, " No main text: %s.", result->reason);
}

/* Links of the reader open outside of its frame, which nothing else may leave. */
static void
fill_reader (GString *page, const ServePageView *view)
{
  g_autoptr (GString) document = NULL;
  const char *head;
  gsize n_before = 0;

  if (!view->result || is_empty (view->result->reader))
    return;
  head = strstr (view->result->reader, "<head>");
  if (head)
    n_before = (gsize) (head - view->result->reader) + strlen ("<head>");
  document = g_string_new_len (view->result->reader, (gssize) n_before);
  g_string_append_printf (document, "<base target=\"_blank\"><style>%s</style>",
                          serve_markup_get_source ("reader.css"));
  g_string_append (document, view->result->reader + n_before);
  serve_markup_append (page,
                       "<iframe title=\"Main text\" sandbox=\"allow-popups allow-popups-to-escape-sandbox\" "
                       "srcdoc=\"%s\"></iframe>",
                       document->str);
}

static void
fill_original (GString *page, const ServePageView *view)
{
  if (!view->result)
    return;
  if (view->result->original)
    serve_markup_append (page, "<iframe title=\"Page\" sandbox=\"\" srcdoc=\"%s\"></iframe>",
                         view->result->original);
  else
    g_string_append (page, "<p class=\"empty\">The page is not shown.</p>");
}

static void
fill_list_data (GString *page, const ServePageView *view)
{
  Number number;

  if (!view->result)
    return;
  g_string_append_printf (page, " data-total=\"%" G_GSIZE_FORMAT "\"", view->result->n_blocks);
  serve_markup_append (page, " data-model=\"%s\" data-threshold=\"%s\" data-language=\"%s\"",
                       view->result->model, number_format (&number, "%.4g", view->result->threshold),
                       view->result->language);
}

/* A step of colour: 0 to 4 below the threshold, 5 to 9 from it on. */
static guint
block_get_step (const ServePageBlock *block, double threshold)
{
  double place;

  if (!isfinite (block->score))
    return is_good (block) ? 9 : 0;
  if (!isfinite (threshold))
    threshold = 0.5;
  if (block->score >= threshold)
    place = threshold < 1 ? 5 + 5 * (block->score - threshold) / (1 - threshold) : 9;
  else
    place = 5 * block->score / threshold;
  return (guint) CLAMP (place, 0, 9);
}

static void
append_block (GString *page, const ServePageBlock *block, double threshold)
{
  const char *kind = is_good (block) ? "good" : "bad";
  Number number;

  g_string_append_printf (page, "<li class=\"block s%u %s\" data-index=\"%u\"",
                          block_get_step (block, threshold), kind, block->index);
  serve_markup_append (page, " data-score=\"%s\" data-label=\"%s\"",
                       number_format (&number, "%.4f", block->score), block->label);
  serve_markup_append (page, " data-tag=\"%s\" data-role=\"%s\" data-rule=\"%s\" data-path=\"%s\">",
                       block->tag, block->role, block->rule, block->path);
  serve_markup_append (page, "<div class=\"verdicts\"><span class=\"verdict %s\"><b>%s</b> %s</span></div>",
                       kind, isfinite (block->score) ? number_format (&number, "%.2f", block->score) : "–",
                       is_good (block) ? "main text" : "left out");
  serve_markup_append (page, "<p class=\"text\" dir=\"auto\">%s</p><p class=\"about\"><span>%s</span>",
                       block->text, block->tag);
  if (!is_empty (block->role) && strcmp (block->role, "text") != 0)
    serve_markup_append (page, "<span>%s</span>", block->role);
  if (!is_empty (block->rule))
    serve_markup_append (page, "<span class=\"rule\">rule %s</span>", block->rule);
  serve_markup_append (page, "<span class=\"path\" dir=\"ltr\">%s</span></p></li>", block->path);
}

static void
fill_blocks (GString *page, const ServePageView *view)
{
  if (!view->result)
    return;
  for (gsize i = 0; i < MIN (view->result->n_blocks, N_BLOCKS_SHOWN); i++)
    append_block (page, &view->result->blocks[i], view->result->threshold);
}

static void
fill_more (GString *page, const ServePageView *view)
{
  if (view->result && view->result->n_blocks > N_BLOCKS_SHOWN)
    g_string_append_printf (page,
                            "<span id=\"more-words\">%" G_GSIZE_FORMAT " more blocks are not shown.</span> ",
                            view->result->n_blocks - N_BLOCKS_SHOWN);
}

static void
fill_facts (GString *page, const ServePageView *view)
{
  for (gsize i = 0; view->result && i < view->result->n_facts; i++)
    serve_markup_append (page, "<dt>%s</dt><dd dir=\"auto\">%s</dd>", view->result->facts[i].name,
                         view->result->facts[i].value);
}

static void
fill_style (GString *page, const ServePageView *view G_GNUC_UNUSED)
{
  g_string_append (page, serve_markup_get_source ("page.css"));
}

static void
fill_script (GString *page, const ServePageView *view G_GNUC_UNUSED)
{
  g_string_append (page, serve_markup_get_source ("page.js"));
}

/* ---- The document ------------------------------------------------------------------------------ */

static const struct {
  const char *name;
  void (*fill) (GString *page, const ServePageView *view);
} placeholders[] = {
  { "address-label", fill_address_label },
  { "blocks", fill_blocks },
  { "byline", fill_byline },
  { "comments", fill_comments },
  { "error", fill_error },
  { "facts", fill_facts },
  { "formats", fill_formats },
  { "head-title", fill_head_title },
  { "html", fill_html },
  { "list-data", fill_list_data },
  { "models", fill_models },
  { "more", fill_more },
  { "no-rules", fill_no_rules },
  { "options-open", fill_options_open },
  { "original", fill_original },
  { "other-models", fill_other_models },
  { "paste-open", fill_paste_open },
  { "prune", fill_prune },
  { "read", fill_read },
  { "reader", fill_reader },
  { "result-hidden", fill_result_hidden },
  { "rules", fill_rules },
  { "script", fill_script },
  { "select", fill_select },
  { "skip", fill_skip },
  { "style", fill_style },
  { "summary", fill_summary },
  { "tasks", fill_tasks },
  { "threshold", fill_threshold },
  { "title", fill_title },
  { "url", fill_url },
};

static void
fill (GString *page, const ServePageView *view, const char *name, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (placeholders); i++)
    if (strlen (placeholders[i].name) == length && memcmp (placeholders[i].name, name, length) == 0) {
      placeholders[i].fill (page, view);
      return;
    }
  g_assert_not_reached ();
}

GString *
serve_page_render (const ServePageView *view)
{
  const char *rest = serve_markup_get_source ("page.html");
  GString *page = g_string_sized_new (1 << 17);

  g_return_val_if_fail (view, page);
  for (const char *begin; (begin = strstr (rest, "{{"));) {
    const char *name = begin + 2, *end = strstr (name, "}}");

    g_assert (end);
    g_string_append_len (page, rest, begin - rest);
    fill (page, view, name, (gsize) (end - name));
    rest = end + 2;
  }
  g_string_append (page, rest);
  return page;
}

char *
serve_page_dup_policy (const char *original)
{
  g_autofree char *script = serve_markup_dup_hash ("page.js");
  g_autofree char *style = serve_markup_dup_hash ("page.css");
  /* Documents in srcdoc have the policy of the page, too. */
  g_autofree char *reader = serve_markup_dup_hash ("reader.css");

  return g_strdup_printf (
      "default-src 'none'; script-src 'sha256-%s'; style-src 'sha256-%s' 'sha256-%s'%s%s; img-src data:; "
      "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
      "frame-ancestors 'none'",
      script, style, reader, original ? " " : "", original ? original : "");
}
