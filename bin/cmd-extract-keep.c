/* SPDX-License-Identifier: MIT */
#include "bin/cmd-extract-keep.h"

#include <string.h>

#include "cli/json.h"
#include "libextract/page/page.h"
#include "libextract/write/write.h"

/* Patterns may go back and forth over a hostile text: steps and KiB of a match. */
#define PATTERN_LIMITS "(*LIMIT_MATCH=1000000)(*LIMIT_HEAP=16384)"
/* Of an answer: the longest label with its quotes, a comma and blanks, for each block. */
#define ANSWER_BYTES_OF_A_BLOCK 32
#define ANSWER_BYTES 1024

static gboolean
parse_pattern (const char *option, const char *text, gpointer data, GError **error)
{
  CmdKeep *keep = data;
  g_autoptr (GError) failure = NULL;
  g_autofree char *limited = g_strconcat (PATTERN_LIMITS, text, NULL);
  GRegex *regex =
      g_utf8_validate (text, -1, NULL) ? g_regex_new (limited, G_REGEX_OPTIMIZE, 0, &failure) : NULL;
  if (regex) {
    g_ptr_array_add (keep->patterns, regex);
    return TRUE;
  }
  /* GLib says where in the text with the limits. */
  const char *reason = failure ? strstr (failure->message, ": ") : NULL;
  g_autofree char *shown = cli_escape (text);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "%s takes a regular expression, and \"%s\" is none%s", option, shown, reason ? reason : "");
  return FALSE;
}

GOptionGroup *
cmd_keep_init (CmdKeep *keep)
{
  const GOptionEntry entries[] = {
    { "keep-all", 0, 0, G_OPTION_ARG_NONE, &keep->all, "Keep all blocks: no model labels them", NULL },
    { "keep", 0, G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK, parse_pattern,
      "Also keep blocks whose text or link matches this regular expression", "REGEX" },
    { "filter", 0, 0, G_OPTION_ARG_STRING, &keep->command,
      "Let this command label the blocks of each page anew (see the manual)", "COMMAND" },
    { NULL },
  };
  *keep = (CmdKeep){ .patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_regex_unref) };
  GOptionGroup *group =
      g_option_group_new ("keep", "Which blocks are kept:", "Which blocks are kept", keep, NULL);
  g_option_group_add_entries (group, entries);
  return group;
}

void
cmd_keep_clear (CmdKeep *keep)
{
  g_clear_pointer (&keep->ask, cli_ask_free);
  g_clear_pointer (&keep->patterns, g_ptr_array_unref);
  g_clear_pointer (&keep->command, g_free);
}

void
cmd_keep_begin (CmdKeep *keep, guint64 milliseconds)
{
  if (keep->command)
    keep->ask = cli_ask_new ("the filter command", keep->command, milliseconds);
}

/* ---- Patterns -------------------------------------------------------------------------------- */

static gboolean
matches (const CmdKeep *keep, const char *text, gboolean *found, GError **error)
{
  g_autoptr (GError) failure = NULL;
  for (guint i = 0; i < keep->patterns->len && !*found; i++) {
    *found = g_regex_match_full (g_ptr_array_index (keep->patterns, i), text, -1, 0, 0, NULL, &failure);
    if (failure) {
      g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_TIME,
                           "the pattern of --keep takes too many steps; make it simpler");
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
keep_matching (const CmdKeep *keep, ExtractDocument *document, GError **error)
{
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    gboolean found = FALSE;
    if (extract_block_get_label (block) == EXTRACT_LABEL_GOOD)
      continue;
    if (!matches (keep, extract_block_get_text (block), &found, error))
      return FALSE;
    g_auto (GStrv) links = found ? NULL : extract_block_dup_links (block);
    for (char **link = links; link && *link && !found; link++)
      if (!matches (keep, *link, &found, error))
        return FALSE;
    if (found)
      extract_block_set_label (block, EXTRACT_LABEL_GOOD);
  }
  return TRUE;
}

/* ---- The command ----------------------------------------------------------------------------- */

static void
append_block (GString *json, ExtractBlock *block)
{
  g_auto (GStrv) links = extract_block_dup_links (block);
  cli_json_append_item (json);
  g_string_append_c (json, '{');
  cli_json_append_string (json, "text", extract_block_get_text (block));
  cli_json_append_string (json, "tag", extract_block_get_tag (block));
  cli_json_append_string (json, "label", extract_label_get_nick (extract_block_get_label (block)));
  cli_json_append_number (json, "score", extract_block_get_score (block));
  cli_json_append_key (json, "links");
  g_string_append_c (json, '[');
  for (char **link = links; *link; link++) {
    cli_json_append_item (json);
    cli_json_append_quoted (json, *link);
  }
  g_string_append (json, "]}");
}

/* Returns: (transfer full): a line */
static GString *
describe_page (ExtractDocument *document)
{
  GString *json = g_string_new ("{");
  cli_json_append_string (json, "source", extract_document_get_source (document));
  cli_json_append_string (json, "url", extract_document_get_uri (document));
  cli_json_append_string (json, "title", extract_document_get_title (document));
  cli_json_append_string (json, "language", extract_document_get_language (document));
  cli_json_append_key (json, "blocks");
  g_string_append_c (json, '[');
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++)
    append_block (json, extract_document_get_block (document, i));
  g_string_append (json, "]}\n");
  return json;
}

/* Behind @sign and the white space around it; NULL stays NULL, and so does what is not there. */
static const char *
skip (const char *p, const char *sign)
{
  const gsize n = strlen (sign);
  if (!p)
    return NULL;
  p += strspn (p, " \t\r");
  if (strncmp (p, sign, n) != 0)
    return NULL;
  p += n;
  return p + strspn (p, " \t\r");
}

/* null leaves the label as it is: EXTRACT_LABEL_NONE. Returns: (nullable): behind it */
static const char *
read_label (const char *p, ExtractLabel *label)
{
  const char *behind = skip (p, "null");
  *label = EXTRACT_LABEL_NONE;
  for (ExtractLabel i = EXTRACT_LABEL_BAD; !behind && i <= EXTRACT_LABEL_GOOD; i++) {
    g_autofree char *quoted = g_strdup_printf ("\"%s\"", extract_label_get_nick (i));
    behind = skip (p, quoted);
    *label = behind ? i : EXTRACT_LABEL_NONE;
  }
  return behind;
}

/* {"labels": ["good", null, "bad"]}, and nothing else. @labels: [@n]. Returns: FALSE if it is anything else
 */
static gboolean
read_labels (const char *answer, ExtractLabel *labels, guint n)
{
  const char *p = skip (skip (skip (skip (answer, "{"), "\"labels\""), ":"), "[");
  for (guint i = 0; i < n && p; i++) {
    p = i > 0 ? skip (p, ",") : p;
    p = p ? read_label (p, &labels[i]) : NULL;
  }
  p = skip (skip (p, "]"), "}");
  return p && *p == '\0';
}

static gboolean
ask_command (const CmdKeep *keep, ExtractDocument *document, GError **error)
{
  const guint n = extract_document_get_n_blocks (document);
  g_autofree ExtractLabel *labels = g_new0 (ExtractLabel, n + 1);
  g_autoptr (GString) question = describe_page (document);
  g_autofree char *answer =
      cli_ask_line (keep->ask, question, (gsize) n * ANSWER_BYTES_OF_A_BLOCK + ANSWER_BYTES, error);
  if (!answer)
    return FALSE;
  if (!read_labels (answer, labels, n)) {
    g_set_error (
        error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
        "the answer of the filter command is not {\"labels\": […]} with %u of \"good\", \"near-good\", "
        "\"bad\" and null",
        n);
    return FALSE;
  }
  for (guint i = 0; i < n; i++)
    if (labels[i] != EXTRACT_LABEL_NONE)
      extract_block_set_label (extract_document_get_block (document, i), labels[i]);
  return TRUE;
}

gboolean
cmd_keep_apply (const CmdKeep *keep, ExtractDocument *document, GError **error)
{
  return (keep->patterns->len == 0 || keep_matching (keep, document, error)) &&
         (!keep->ask || ask_command (keep, document, error));
}

char *
cmd_keep_describe (const CmdKeep *keep)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "keep-all=%d keep=", keep->all);
  for (guint i = 0; i < keep->patterns->len; i++)
    g_string_append_printf (
        text, "%s,", g_regex_get_pattern (g_ptr_array_index (keep->patterns, i)) + strlen (PATTERN_LIMITS));
  g_string_append_printf (text, " filter=%s", keep->command ? keep->command : "");
  return g_string_free (text, FALSE);
}
