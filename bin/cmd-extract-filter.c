/* SPDX-License-Identifier: MIT */
/* Which pages are left out: those of archives before they are unpacked, by status, type and address; all, by
 * what is known of them once they are labelled. */
#include "bin/cmd-extract-filter.h"
#include "libextract/page/page.h"
#include "libextract/text/language.h"

#include <string.h>

static gboolean
parse_words (const char *option, const char *text, gpointer data, GError **error)
{
  CmdFilter *filter = data;
  gboolean least = strcmp (option, "--min-words") == 0;
  return cli_parse_count (option, text, 0, G_MAXUINT32, least ? &filter->min_words : &filter->max_words,
                          error);
}

/* "en" of "en-GB", "en_GB" and "EN". Returns: (transfer full): "" if it is no language tag */
static char *
dup_primary (const char *tag)
{
  gsize n = strcspn (tag, "-_");
  gsize n_letters = strspn (tag, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return n == n_letters ? g_ascii_strdown (tag, (gssize) n) : g_strdup ("");
}

static gboolean
parse_languages (const char *option, const char *text, gpointer data, GError **error)
{
  CmdFilter *filter = data;
  g_auto (GStrv) languages = g_strsplit (text, ",", -1);
  for (char **language = languages; *language || language == languages; language++) {
    g_autofree char *primary = dup_primary (*language ? *language : "");
    gsize n = strlen (primary);
    if (n < 2 || n > 3 || strlen (*language) != n)
      return cli_fail_value (error, option, "codes of languages, without a region, such as en,de", text);
    strcpy (*language, primary);
  }
  g_strfreev (filter->languages);
  filter->languages = g_steal_pointer (&languages);
  return TRUE;
}

/* "200", "4xx" */
static gboolean
is_status (const char *text)
{
  return strlen (text) == 3 && *text >= '1' && *text <= '5' &&
         (strcmp (text + 1, "xx") == 0 || (g_ascii_isdigit (text[1]) && g_ascii_isdigit (text[2])));
}

/* "text/html", "text/" */
static gboolean
is_type (const char *text)
{
  const char *slash = strchr (text, '/');
  return slash && slash != text && strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789.+-/") == strlen (text);
}

static gboolean
parse_list (const char *option, const char *text, gpointer data, GError **error)
{
  CmdFilter *filter = data;
  gboolean statuses = strcmp (option, "--only-status") == 0;
  char ***list = statuses ? &filter->statuses : &filter->types;
  g_autofree char *lower = g_ascii_strdown (text, -1);
  g_auto (GStrv) values = g_strsplit (lower, ",", -1);
  for (char **value = values; *value || value == values; value++)
    if (!*value || !(strcmp (*value, "any") == 0 || (statuses ? is_status (*value) : is_type (*value))))
      return cli_fail_value (error, option,
                             statuses ? "status codes, such as 200,4xx, or any"
                                      : "media types, such as text/html,text/, or any",
                             text);
  g_strfreev (*list);
  *list = g_steal_pointer (&values);
  return TRUE;
}

static gboolean
parse_pattern (const char *option, const char *text, gpointer data, GError **error)
{
  CmdFilter *filter = data;
  g_autoptr (GError) failure = NULL;
  GRegex **pattern = strcmp (option, "--only-url") == 0 ? &filter->url : &filter->except_url;
  g_autoptr (GRegex) regex = g_regex_new (text, G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, &failure);
  if (!regex) {
    g_autofree char *shown = cli_escape (text);
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "%s takes a regular expression, and \"%s\" is none: %s", option, shown, failure->message);
    return FALSE;
  }
  g_clear_pointer (pattern, g_regex_unref);
  *pattern = g_steal_pointer (&regex);
  return TRUE;
}

static gboolean
parse_deduplicate (const char *option, const char *text, gpointer data, GError **error)
{
  ((CmdFilter *) data)->dedup.kinds |= CORPUS_EXACT;
  return TRUE;
}

static gboolean
parse_dedup (const char *option, const char *text, gpointer data, GError **error)
{
  return corpus_dedup_parse_kinds (text, &((CmdFilter *) data)->dedup.kinds) ||
         cli_fail_value (error, option, CORPUS_KIND_NAMES, text);
}

static gboolean
parse_dedup_memory (const char *option, const char *text, gpointer data, GError **error)
{
  return cli_parse_size (option, text, CORPUS_LEAST_MEMORY, CORPUS_MOST_MEMORY,
                         &((CmdFilter *) data)->dedup.memory, error);
}

static gboolean
parse_detected (const char *option, const char *text, gpointer data, GError **error)
{
  CmdFilter *filter = data;
  if (!*text)
    return cli_fail_value (error, option, CLI_LANGUAGES, text);
  g_strfreev (filter->detected);
  filter->detected = g_strsplit (text, ",", -1);
  return TRUE;
}

/* Not before all options are read: --help needs no CLD2. */
static gboolean
check_detected (CmdFilter *filter, GError **error)
{
  if (filter->detected && !extract_language_load (error))
    return FALSE;
  for (char **language = filter->detected; language && *language; language++) {
    char *code = extract_language_dup_code (*language);
    if (!code)
      return cli_fail_value (error, "--lang", CLI_LANGUAGES, *language);
    g_free (*language);
    *language = code;
  }
  return TRUE;
}

static gboolean
check (GOptionContext *context, GOptionGroup *group, gpointer data, GError **error)
{
  CmdFilter *filter = data;
  if (!check_detected (filter, error))
    return FALSE;
  if (filter->min_words <= filter->max_words)
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "--min-words is larger than --max-words: no page could be printed");
  return FALSE;
}

GOptionGroup *
cmd_filter_init (CmdFilter *filter)
{
  const GOptionEntry entries[] = {
    { "min-words", 0, 0, G_OPTION_ARG_CALLBACK, parse_words,
      "Leave out pages whose main text has fewer words", "N" },
    { "max-words", 0, 0, G_OPTION_ARG_CALLBACK, parse_words, "Leave out pages whose main text has more words",
      "N" },
    { "lang", 0, 0, G_OPTION_ARG_CALLBACK, parse_detected,
      "Leave out pages whose main text is in another language than these (unknown: one that cannot be told)",
      "LANG,…" },
    { "target-lang", 0, 0, G_OPTION_ARG_CALLBACK, parse_languages,
      "Leave out pages that declare another language than these", "LANG,…" },
    { "deduplicate", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, parse_deduplicate,
      "Leave out pages whose main text was printed before: --dedup=exact", NULL },
    { "dedup", 0, 0, G_OPTION_ARG_CALLBACK, parse_dedup,
      "Leave out what was printed before: exact, near or paragraphs", "KIND,…" },
    { "dedup-memory", 0, 0, G_OPTION_ARG_CALLBACK, parse_dedup_memory,
      "Memory for what was printed before (default 2G)", "N" },
    { "only-status", 0, 0, G_OPTION_ARG_CALLBACK, parse_list,
      "Of archives, only pages with these status codes (default: 2xx)", "CODE,…" },
    { "only-type", 0, 0, G_OPTION_ARG_CALLBACK, parse_list,
      "Of archives, only pages of these media types (default: HTML)", "TYPE,…" },
    { "only-url", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, parse_pattern,
      "Of archives, only pages whose address matches this regular expression", "REGEX" },
    { "except-url", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, parse_pattern,
      "Of archives, no pages whose address matches this regular expression", "REGEX" },
    { NULL },
  };
  *filter = (CmdFilter){ .max_words = G_MAXUINT64, .dedup = CORPUS_DEDUP_DEFAULTS };
  GOptionGroup *group =
      g_option_group_new ("filter", "Which pages are left out:", "Which pages are left out", filter, NULL);
  g_option_group_add_entries (group, entries);
  g_option_group_set_parse_hooks (group, NULL, check);
  return group;
}

void
cmd_filter_clear (CmdFilter *filter)
{
  g_clear_pointer (&filter->languages, g_strfreev);
  g_clear_pointer (&filter->detected, g_strfreev);
  g_clear_pointer (&filter->statuses, g_strfreev);
  g_clear_pointer (&filter->types, g_strfreev);
  g_clear_pointer (&filter->url, g_regex_unref);
  g_clear_pointer (&filter->except_url, g_regex_unref);
}

/* What does not come by HTTP has no status. */
static gboolean
wants_status (const CmdFilter *filter, guint status)
{
  char text[4];
  if (status == 0)
    return TRUE;
  if (!filter->statuses)
    return status / 100 == 2;
  g_snprintf (text, sizeof text, "%03u", status % 1000);
  for (char **wanted = filter->statuses; *wanted; wanted++)
    if (strcmp (*wanted, "any") == 0 || strcmp (*wanted, text) == 0 ||
        ((*wanted)[0] == text[0] && (*wanted)[1] == 'x'))
      return TRUE;
  return FALSE;
}

/* A page without a type may be HTML. Text without a status is what somebody made of a page. */
static gboolean
wants_type (const CmdFilter *filter, const char *header, guint status)
{
  g_autofree char *type =
      g_ascii_strdown (header ? header : "", header ? (gssize) strcspn (header, "; \t") : 0);
  if (!filter->types)
    return *type == '\0' || strcmp (type, "text/html") == 0 || strcmp (type, "application/xhtml+xml") == 0 ||
           (strcmp (type, "text/plain") == 0 && status == 0);
  for (char **wanted = filter->types; *wanted; wanted++)
    if (strcmp (*wanted, "any") == 0 || strcmp (*wanted, type) == 0 ||
        (g_str_has_suffix (*wanted, "/") && g_str_has_prefix (type, *wanted)))
      return TRUE;
  return FALSE;
}

gboolean
cmd_filter_wants (const ExtractRecordHead *head, gpointer data)
{
  const CmdFilter *filter = data;
  const char *url = head->uri ? head->uri : "";
  return wants_status (filter, head->status) && wants_type (filter, head->content_type, head->status) &&
         (!filter->url || g_regex_match (filter->url, url, 0, NULL)) &&
         (!filter->except_url || !g_regex_match (filter->except_url, url, 0, NULL));
}

static guint64
count_words (ExtractDocument *document)
{
  guint64 n = 0;
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    if (extract_block_get_label (block) == EXTRACT_LABEL_GOOD)
      n += extract_block_get_n_words (block);
  }
  return n;
}

static gboolean
is_in_one_of (ExtractDocument *document, char **languages, GError **error)
{
  const char *code = extract_document_detect_language (document, NULL, error);
  for (; code && *languages; languages++)
    if (extract_language_is (code, *languages))
      return TRUE;
  return FALSE;
}

gboolean
cmd_filter_keeps (const CmdFilter *filter, ExtractDocument *document, GError **error)
{
  if (filter->min_words > 0 || filter->max_words < G_MAXUINT64) {
    guint64 n = count_words (document);
    if (n < filter->min_words || n > filter->max_words)
      return FALSE;
  }
  const char *tag = filter->languages ? extract_document_get_language (document) : NULL;
  g_autofree char *language = dup_primary (tag ? tag : "");
  if (*language && !g_strv_contains ((const char *const *) filter->languages, language))
    return FALSE;
  return !filter->detected || is_in_one_of (document, filter->detected, error);
}

/* ---- Duplicates ------------------------------------------------------------------------------- */

/* Each block of main text is a paragraph. */
CorpusText *
cmd_filter_dup_text (const CmdFilter *filter, ExtractDocument *document)
{
  if (filter->dedup.kinds == 0 || !extract_document_has_main_text (document))
    return NULL;
  CorpusText *text = corpus_text_new ((filter->dedup.kinds & CORPUS_PARAGRAPHS) != 0);
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    if (extract_block_get_label (block) != EXTRACT_LABEL_GOOD)
      continue;
    const char *words = extract_block_get_text (block);
    corpus_text_begin_paragraph (text);
    corpus_text_add (text, words, strlen (words));
    corpus_text_end_paragraph (text);
  }
  corpus_text_end (text);
  return text;
}

gboolean
cmd_filter_drop_paragraphs (CorpusText *text, ExtractDocument *document)
{
  gsize n, paragraph = 0;
  gboolean any = FALSE;
  const CorpusParagraph *paragraphs = corpus_text_get_paragraphs (text, &n);
  for (guint i = 0; paragraph < n; i++) {
    if (extract_block_get_label (extract_document_get_block (document, i)) != EXTRACT_LABEL_GOOD ||
        !paragraphs[paragraph++].dropped)
      continue;
    extract_document_drop_block (document, i);
    any = TRUE;
  }
  return any;
}

char *
cmd_filter_describe (const CmdFilter *filter)
{
  g_autofree char *languages = filter->languages ? g_strjoinv (",", filter->languages) : NULL;
  g_autofree char *statuses = filter->statuses ? g_strjoinv (",", filter->statuses) : NULL;
  g_autofree char *types = filter->types ? g_strjoinv (",", filter->types) : NULL;
  g_autofree char *detected = filter->detected ? g_strjoinv (",", filter->detected) : NULL;
  return g_strdup_printf (
      "words=%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT
      " languages=%s detected=%s status=%s type=%s only-url=%s except-url=%s dedup=%x/%" G_GUINT64_FORMAT,
      filter->min_words, filter->max_words, languages ? languages : "", detected ? detected : "",
      statuses ? statuses : "", types ? types : "", filter->url ? g_regex_get_pattern (filter->url) : "",
      filter->except_url ? g_regex_get_pattern (filter->except_url) : "", (guint) filter->dedup.kinds,
      filter->dedup.memory);
}
