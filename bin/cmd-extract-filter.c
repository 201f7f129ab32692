/* SPDX-License-Identifier: MIT */
/* Which pages are left out, by what is known of them once they are labelled. */
#include "bin/cmd-extract-filter.h"
#include "libextract/page/page.h"

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
check (GOptionContext *context, GOptionGroup *group, gpointer data, GError **error)
{
  const CmdFilter *filter = data;
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
    { "target-lang", 0, 0, G_OPTION_ARG_CALLBACK, parse_languages,
      "Leave out pages that declare another language than these", "LANG,…" },
    { "deduplicate", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, parse_deduplicate,
      "Leave out pages whose main text was printed before: --dedup=exact", NULL },
    { "dedup", 0, 0, G_OPTION_ARG_CALLBACK, parse_dedup,
      "Leave out what was printed before: exact, near or paragraphs", "KIND,…" },
    { "dedup-memory", 0, 0, G_OPTION_ARG_CALLBACK, parse_dedup_memory,
      "Memory for what was printed before (default 2G)", "N" },
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

gboolean
cmd_filter_keeps (const CmdFilter *filter, ExtractDocument *document)
{
  if (filter->min_words > 0 || filter->max_words < G_MAXUINT64) {
    guint64 n = count_words (document);
    if (n < filter->min_words || n > filter->max_words)
      return FALSE;
  }
  const char *tag = filter->languages ? extract_document_get_language (document) : NULL;
  g_autofree char *language = dup_primary (tag ? tag : "");
  return !*language || g_strv_contains ((const char *const *) filter->languages, language);
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
  return g_strdup_printf ("words=%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT " languages=%s", filter->min_words,
                          filter->max_words, languages ? languages : "");
}
