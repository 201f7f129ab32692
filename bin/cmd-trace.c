/* SPDX-License-Identifier: MIT */
/*
 * Whatever comes from a page is escaped: text of the report, never markup. Nothing in it runs, and nothing is
 * loaded but the pictures beside it; trees are files of plain text.
 */
#include "bin/cmd-trace.h"
#include "cli/json-read.h"
#include "libextract/write/write.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define PART_SUFFIX ".part"
/* Characters of a text that are shown, blocks of a page, links of a page. */
#define MAX_SHOWN 300
#define MAX_BLOCKS 400
#define MAX_LINKS 400
/* Of what a step brought. */
#define MAX_NEW_BLOCKS 8

struct _CmdTrace {
  char *folder; /* owned, as all below */
  char *part;   /* its name until it is whole */
  CliFile *index;
  gboolean committed;
};

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self' file:; "
    "style-src 'unsafe-inline'\">\n<title>What the browser did</title>\n<style>\n"
    ":root { color-scheme: light dark; --paper: #fff; --card: #f5f6f8; --ink: #1b1e22; --soft: #565d66;\n"
    "  --edge: #d9dde2; --link: #0062a3; --new: #0072b2; --good: #00694d; --bad: #767d86; --fail: #b03a00 }\n"
    "@media screen and (prefers-color-scheme: dark) { :root { --paper: #15181c; --card: #1e2227;\n"
    "  --ink: #e6e8eb; --soft: #a6aeb8; --edge: #363c44; --link: #7cc0f5; --new: #7cc0f5; --good: #5fd0ac;\n"
    "  --bad: #8b939d; --fail: #f58a4b } }\n"
    "* { box-sizing: border-box }\n"
    "body { margin: 0 auto; max-width: 76rem; padding: 2rem 1rem 4rem; background: var(--paper);\n"
    "  color: var(--ink); overflow-wrap: anywhere;\n"
    "  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif }\n"
    "h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem }\n"
    "h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 }\n"
    "section { margin-top: 2.5rem; padding-top: 1.25rem; border-top: 1px solid var(--edge) }\n"
    "p { margin: .25rem 0; max-width: 50rem }\na { color: var(--link) }\n"
    ".soft, figcaption .soft { color: var(--soft) }\n.fail { color: var(--fail) }\n"
    ".steps { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: "
    "1rem;\n"
    "  margin: 1rem 0; padding: 0; list-style: none }\n"
    ".steps li { background: var(--card); border: 1px solid var(--edge); border-radius: .5rem; overflow: "
    "hidden }\n"
    ".steps img { display: block; width: 100%; height: auto; border-bottom: 1px solid var(--edge) }\n"
    ".steps div { padding: .75rem }\n"
    "q { font-style: normal; font-weight: 600 }\n"
    "b.n { color: var(--new) }\n"
    "details { margin: .5rem 0 }\nsummary { cursor: pointer; color: var(--link) }\n"
    "blockquote { margin: .5rem 0 0; padding-left: .75rem; border-left: 3px solid var(--new); font-size: "
    ".9rem }\n"
    "table { border-collapse: collapse; width: 100%; font-size: .875rem; margin: .5rem 0 }\n"
    "th { text-align: left; font-weight: 600; color: var(--soft) }\n"
    "td, th { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--edge); vertical-align: top }\n"
    "td.path { font-family: ui-monospace, monospace; font-size: .8rem; color: var(--soft); width: 30% }\n"
    "td.number { text-align: right; font-variant-numeric: tabular-nums }\n"
    ".good { color: var(--good) }\n.bad, .near-good { color: var(--bad) }\n"
    "</style>\n</head>\n<body>\n<h1>What the browser did</h1>\n"
    "<p class=\"soft\">Each page with its steps: what was clicked, and why; what is seen behind it; and what "
    "text it brought that had not been seen before.</p>\n";

static const char foot[] = "</body>\n</html>\n";

/* ---- Text -------------------------------------------------------------------------------------------------
 */

/* As one line of text, or inside the quotes of an attribute: control characters, and those that turn the
 * direction of reading, are left out. */
static void
append_text (GString *html, const char *text, glong most)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  glong n = 0;

  for (const char *p = valid; *p; p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);

    if (n++ == most) {
      g_string_append (html, "…");
      return;
    }
    if (c == '\n' || c == '\t' || c == '\r')
      g_string_append_c (html, ' ');
    else if (c < 32 || (c >= 0x7f && c < 0xa0) || (c >= 0x200e && c <= 0x200f) ||
             (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff)
      continue;
    else if (c == '<')
      g_string_append (html, "&lt;");
    else if (c == '>')
      g_string_append (html, "&gt;");
    else if (c == '&')
      g_string_append (html, "&amp;");
    else if (c == '"')
      g_string_append (html, "&quot;");
    else
      g_string_append_unichar (html, c);
  }
}

/* An address as text, and as a link if it is one of the web. */
static void
append_address (GString *html, const char *address)
{
  const gboolean web = extract_source_is_url (address);

  if (web) {
    g_string_append (html, "<a rel=\"noreferrer noopener\" href=\"");
    append_text (html, address, G_MAXLONG);
    g_string_append (html, "\">");
  }
  append_text (html, address, MAX_SHOWN);
  g_string_append (html, web ? "</a>" : "");
}

static void
append_share (GString *html, const char *class, double probability)
{
  append_text (html, class, MAX_SHOWN);
  g_string_append_printf (html, ", %d&#8239;%%", (int) (100 * CLAMP (probability, 0, 1) + 0.5));
}

/* ---- Files ------------------------------------------------------------------------------------------------
 */

/* Nothing is followed out of the folder. */
static void
wipe (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder && (name = g_dir_read_name (folder))) {
    g_autofree char *inner = g_build_filename (path, name, NULL);
    g_unlink (inner);
  }
  g_rmdir (path);
}

static gboolean
is_free (const char *folder)
{
  g_autoptr (GDir) there = g_dir_open (folder, 0, NULL);

  return there ? g_dir_read_name (there) == NULL : !g_file_test (folder, G_FILE_TEST_EXISTS);
}

/* What an earlier run left that was killed: it has our mark. Somebody else's folder of that name is left
 * alone. */
static gboolean
is_ours (const char *part)
{
  g_autofree char *mark = g_build_filename (part, ".texttractor-trace", NULL);

  return g_file_test (mark, G_FILE_TEST_IS_REGULAR);
}

static gboolean
make_folder (const CmdTrace *trace, GError **error)
{
  g_autofree char *mark = g_build_filename (trace->part, ".texttractor-trace", NULL);

  if (is_ours (trace->part))
    wipe (trace->part);
  if (g_mkdir (trace->part, 0777) != 0) {
    cli_fail_errno (error, "cannot be created");
    g_prefix_error (error, "%s: ", trace->part);
    return FALSE;
  }
  return cli_write_file (mark, "", 0, error);
}

CmdTrace *
cmd_trace_new (const char *folder, GError **error)
{
  g_autoptr (CmdTrace) trace = g_new0 (CmdTrace, 1);
  g_autofree char *index = NULL;
  gsize n = strlen (folder);

  while (n > 1 && folder[n - 1] == '/')
    n--;
  trace->folder = g_strndup (folder, n);
  trace->committed = TRUE; /* nothing to be removed */
  if (!is_free (trace->folder)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                 "%s: is there, and not empty: --trace takes a new folder", trace->folder);
    return NULL;
  }
  trace->part = g_strconcat (trace->folder, PART_SUFFIX, NULL);
  if (!make_folder (trace, error))
    return NULL;
  trace->committed = FALSE;
  index = g_build_filename (trace->part, "index.html", NULL);
  trace->index = cli_file_open (index, error);
  if (!trace->index || !cli_file_write (trace->index, head, strlen (head), error)) {
    g_prefix_error (error, "%s: ", index);
    return NULL;
  }
  return g_steal_pointer (&trace);
}

void
cmd_trace_discard (CmdTrace *trace)
{
  g_clear_pointer (&trace->index, cli_file_free);
  if (!trace->committed)
    wipe (trace->part);
  trace->committed = TRUE;
}

void
cmd_trace_free (CmdTrace *trace)
{
  cmd_trace_discard (trace);
  g_free (trace->part);
  g_free (trace->folder);
  g_free (trace);
}

gboolean
cmd_trace_commit (CmdTrace *trace, GError **error)
{
  g_autofree char *mark = g_build_filename (trace->part, ".texttractor-trace", NULL);

  if (!cli_file_write (trace->index, foot, strlen (foot), error) || !cli_file_commit (trace->index, error)) {
    g_prefix_error (error, "%s: ", trace->part);
    return FALSE;
  }
  g_unlink (mark);
  if (g_rename (trace->part, trace->folder) != 0) {
    cli_fail_errno (error, "cannot get its name");
    g_prefix_error (error, "%s: ", trace->folder);
    return FALSE;
  }
  trace->committed = TRUE;
  return TRUE;
}

static gboolean
write_beside (const CmdTrace *trace, const char *name, const char *data, gsize n, GError **error)
{
  g_autofree char *path = g_build_filename (trace->part, name, NULL);

  if (cli_write_file (path, data, (gssize) n, error))
    return TRUE;
  g_prefix_error (error, "%s: ", path);
  return FALSE;
}

/* ---- Steps ------------------------------------------------------------------------------------------------
 */

/* Blocks and words that each step brought. */
static void
append_news (GString *html, ExtractDocument *document, guint step)
{
  guint n_blocks = 0, n_words = 0, n_main = 0;
  g_autoptr (GString) shown = g_string_new (NULL);

  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);

    if (extract_writer_get_step (document, i) != step)
      continue;
    n_words += extract_block_get_n_words (block);
    n_main += extract_block_get_label (block) == EXTRACT_LABEL_GOOD;
    if (n_blocks++ >= MAX_NEW_BLOCKS)
      continue;
    g_string_append_printf (shown, "<p class=\"%s\">",
                            extract_label_get_nick (extract_block_get_label (block)));
    append_text (shown, extract_block_get_text (block), MAX_SHOWN);
    g_string_append (shown, "</p>");
  }
  if (n_blocks == 0) {
    g_string_append (html, "<p class=\"soft\">It brought no block.</p>");
    return;
  }
  g_string_append_printf (html,
                          "<p>It brought <b class=\"n\">%u words</b> in %u blocks, %u of them main text.</p>"
                          "<details><summary>Show them</summary><blockquote>%s%s</blockquote></details>",
                          n_words, n_blocks, n_main, shown->str, n_blocks > MAX_NEW_BLOCKS ? "<p>…</p>" : "");
}

static void
append_deed (GString *html, guint step, const char *deed, const char *text, const char *class,
             double probability)
{
  g_string_append_printf (html, "<p>%u. ", step);
  if (strcmp (deed, "load") == 0)
    g_string_append (html, "The page was loaded.");
  else if (strcmp (deed, "scroll") == 0)
    g_string_append (html, "The page was scrolled down.");
  else {
    g_string_append (html, strcmp (deed, "close") == 0 ? "Closed what lay over it by <q>" : "Clicked <q>");
    append_text (html, text && *text ? text : "(without text)", MAX_SHOWN);
    g_string_append (html, "</q> <span class=\"soft\">(");
    append_share (html, class ? class : "?", probability);
    g_string_append (html, ")</span>");
  }
  g_string_append (html, "</p>");
}

/* Returns: FALSE with an error */
static gboolean
append_shot (const CmdTrace *trace, GString *html, gsize page, guint step, const char *shot, GError **error)
{
  gsize n = 0;
  g_autofree guchar *data = g_base64_decode (shot, &n);
  const gboolean jpeg = n > 2 && data[0] == 0xff && data[1] == 0xd8;
  g_autofree char *name = g_strdup_printf ("%" G_GSIZE_FORMAT "-%u.%s", page + 1, step, jpeg ? "jpg" : "png");

  if (!write_beside (trace, name, (const char *) data, n, error))
    return FALSE;
  g_string_append_printf (
      html, "<a href=\"%s\"><img src=\"%s\" loading=\"lazy\" alt=\"What is seen behind step %u\"></a>", name,
      name, step);
  return TRUE;
}

static double
get_number (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_double (node) : 0;
}

static gboolean
append_step (const CmdTrace *trace, GString *html, gsize page, guint step, JsonObject *object,
             ExtractDocument *document, GError **error)
{
  g_autofree char *deed = NULL;
  g_autofree char *text = NULL;
  g_autofree char *class = NULL;
  g_autofree char *shot = NULL;

  if (!cli_json_get_string (object, "deed", &deed, error) ||
      !cli_json_get_string (object, "text", &text, error) ||
      !cli_json_get_string (object, "class", &class, error) ||
      !cli_json_get_string (object, "shot", &shot, error))
    return FALSE;
  g_string_append (html, "<li>");
  if (shot && !append_shot (trace, html, page, step, shot, error))
    return FALSE;
  g_string_append (html, "<div>");
  append_deed (html, step, deed ? deed : "", text, class, get_number (object, "probability"));
  if (document)
    append_news (html, document, step);
  g_string_append (html, "</div></li>\n");
  return TRUE;
}

static gboolean
append_steps (const CmdTrace *trace, GString *html, gsize page, const ExtractRecord *record,
              ExtractDocument *document, GError **error)
{
  gsize n = 0;
  const char *report = record->report ? g_bytes_get_data (record->report, &n) : NULL;
  g_autoptr (JsonObject) object = report ? cli_json_parse (report, n, error) : NULL;
  JsonNode *node = object ? json_object_get_member (object, "steps") : NULL;
  JsonArray *array = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (report && !object)
    return FALSE;
  if (!array) {
    g_string_append (html, "<p class=\"soft\">It was not rendered.</p>\n");
    return TRUE;
  }
  g_string_append (html, "<ol class=\"steps\">\n");
  for (guint i = 0; i < json_array_get_length (array); i++) {
    JsonNode *step = json_array_get_element (array, i);
    if (JSON_NODE_HOLDS_OBJECT (step) &&
        !append_step (trace, html, page, i, json_node_get_object (step), document, error))
      return FALSE;
  }
  g_string_append (html, "</ol>\n");
  return TRUE;
}

/* ---- Links and blocks
 * --------------------------------------------------------------------------------------- */

static void
append_links (GString *html, const GPtrArray *links)
{
  if (!links || links->len == 0)
    return;
  g_string_append_printf (html,
                          "<details><summary>%u links that may be followed</summary><table><tr><th>Link</th>"
                          "<th>Class</th><th>Address</th></tr>\n",
                          links->len);
  for (guint i = 0; i < links->len && i < MAX_LINKS; i++) {
    const FollowLink *link = links->pdata[i];

    g_string_append (html, "<tr><td>");
    append_text (html, link->text, MAX_SHOWN);
    g_string_append (html, "</td><td>");
    append_share (html, element_class_get_info (link->class)->name, link->probability);
    g_string_append (html, "</td><td>");
    append_text (html, link->address, MAX_SHOWN);
    g_string_append (html, "</td></tr>\n");
  }
  g_string_append (html, "</table></details>\n");
}

static void
append_blocks (GString *html, gsize page, ExtractDocument *document)
{
  const guint n = extract_document_get_n_blocks (document);

  g_string_append_printf (html,
                          "<details><summary>The tree: %u blocks</summary><p><a href=\"%" G_GSIZE_FORMAT
                          ".txt\">All of it, as HTML</a></p><table><tr><th>Place</th><th>Step</th>"
                          "<th>Label</th><th>Text</th></tr>\n",
                          n, page + 1);
  for (guint i = 0; i < n && i < MAX_BLOCKS; i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    const char *label = extract_label_get_nick (extract_block_get_label (block));
    g_autofree char *path = extract_block_dup_path (block);

    g_string_append (html, "<tr><td class=\"path\">");
    append_text (html, path, MAX_SHOWN);
    g_string_append_printf (html, "</td><td class=\"number\">%u</td><td class=\"%s\">%s</td><td>",
                            extract_writer_get_step (document, i), label, label);
    append_text (html, extract_block_get_text (block), MAX_SHOWN);
    g_string_append (html, "</td></tr>\n");
  }
  g_string_append (html, n > MAX_BLOCKS ? "</table><p>…</p></details>\n" : "</table></details>\n");
}

char *
cmd_trace_describe (CmdTrace *trace, gsize i, const ExtractRecord *record, ExtractDocument *document,
                    const GPtrArray *links, GError **error)
{
  g_autoptr (GString) html = g_string_new (NULL);
  g_autofree char *name = g_strdup_printf ("%" G_GSIZE_FORMAT ".txt", i + 1);
  gsize n = 0;
  const char *tree = g_bytes_get_data (record->bytes, &n);

  if (!append_steps (trace, html, i, record, document, error) || !write_beside (trace, name, tree, n, error))
    return NULL;
  append_links (html, links);
  if (document)
    append_blocks (html, i, document);
  return g_string_free (g_steal_pointer (&html), FALSE);
}

gboolean
cmd_trace_add (CmdTrace *trace, gsize i, const char *name, const char *section, const char *sentence,
               const FollowPage *found, GError **error)
{
  g_autoptr (GString) html = g_string_new (NULL);

  g_string_append_printf (html, "<section id=\"page-%" G_GSIZE_FORMAT "\">\n<h2>%" G_GSIZE_FORMAT ". ", i + 1,
                          i + 1);
  append_address (html, name);
  g_string_append (html, "</h2>\n");
  if (found && found->parent != G_MAXSIZE) {
    g_string_append (html, "<p class=\"soft\">Found by <q>");
    append_text (html, found->text && *found->text ? found->text : "(without text)", MAX_SHOWN);
    g_string_append_printf (html, "</q> (");
    append_share (html, element_class_get_info (found->class)->name, found->probability);
    g_string_append_printf (html,
                            ") on <a href=\"#page-%" G_GSIZE_FORMAT "\">page %" G_GSIZE_FORMAT "</a></p>\n",
                            found->parent + 1, found->parent + 1);
  }
  if (sentence) {
    g_string_append (html, "<p class=\"fail\">");
    append_text (html, sentence, 4 * MAX_SHOWN);
    g_string_append (html, "</p>\n");
  }
  g_string_append (html, section ? section : "");
  g_string_append (html, "</section>\n");
  if (cli_file_write (trace->index, html->str, html->len, error))
    return TRUE;
  g_prefix_error (error, "%s: ", trace->part);
  return FALSE;
}
