/* SPDX-License-Identifier: MIT */
/* Which pages are left out, by what is known of them once they are labelled. */
#include "bin/cmd-extract-filter.h"
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
    { "deduplicate", 0, 0, G_OPTION_ARG_NONE, &filter->deduplicate,
      "Leave out pages whose main text was printed before", NULL },
    { NULL },
  };
  *filter = (CmdFilter){ .max_words = G_MAXUINT64 };
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

guint64
cmd_filter_compute_key (ExtractDocument *document)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;
  guint64 key;
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    if (extract_block_get_label (block) != EXTRACT_LABEL_GOOD)
      continue;
    g_autofree char *text = g_utf8_casefold (extract_block_get_text (block), -1);
    for (const char *p = text; *p; p += strspn (p, " \t\n")) {
      gsize n = strcspn (p, " \t\n");
      g_checksum_update (sum, (const guchar *) p, (gssize) n);
      p += n;
    }
  }
  g_checksum_get_digest (sum, digest, &length);
  memcpy (&key, digest, sizeof key);
  return key ? key : 1;
}

char *
cmd_filter_describe (const CmdFilter *filter)
{
  g_autofree char *languages = filter->languages ? g_strjoinv (",", filter->languages) : NULL;
  g_autofree char *detected = filter->detected ? g_strjoinv (",", filter->detected) : NULL;
  return g_strdup_printf ("words=%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT " languages=%s detected=%s",
                          filter->min_words, filter->max_words, languages ? languages : "",
                          detected ? detected : "");
}
