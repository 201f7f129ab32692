/* SPDX-License-Identifier: MIT */
/*
 * texttractor parallel: a page in several languages, its blocks side by side.
 *
 *   workers:          page ──> its blocks of main text, with their places
 *   the main thread:  the first version of a page is kept; each other one is aligned with it ──> rows
 *
 * A verb, and no format: a row is of two pages, and a format writes one. Which pages belong together is known
 * from how they were found: by a link of class Language from a page that was named; or all that were named
 * are versions of the first.
 */
#include "bin/cmd-extract-batch.h"
#include "bin/cmd.h"
#include "follow/parallel.h"
#include "libextract/model/model.h"

#include <string.h>
#include <unistd.h>

static char *opt_output;
static gboolean opt_all;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt_output, "Write the rows to this file", "FILE" },
  { "all", 'a', 0, G_OPTION_ARG_NONE, &opt_all,
    "Print blocks that have no counterpart, too, beside an empty cell", NULL },
  { NULL },
};

static const char head[] =
    "source\ttarget\tsource_language\ttarget_language\tsource_address\ttarget_address\n";

/* The main text of a page. */
typedef struct {
  char *name;     /* as it was given; owned, as all below */
  char *address;  /* (nullable) */
  char *language; /* "en"; "und" if it does not say */
  char *lines;    /* what the blocks point into */
  GArray *blocks; /* FollowBlock */
} Version;

typedef struct {
  CmdFollow *follow;      /* not owned */
  GHashTable *by_address; /* name -> number of its place */
  gsize n_known;          /* places in it */
  GHashTable *firsts;     /* number of a place + 1 -> Version; owned */
  GString *rows;
  gsize n_aligned; /* versions */
  gboolean too_large;
} Work;

static void
version_free (gpointer data)
{
  Version *version = data;

  g_free (version->name);
  g_free (version->address);
  g_free (version->language);
  g_free (version->lines);
  g_array_unref (version->blocks);
  g_free (version);
}

/* ---- In a worker
 * -------------------------------------------------------------------------------------------- */

/* On one line, with one blank between words. */
static void
append_line (GString *out, const char *text, char end)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n", -1);
  gboolean first = TRUE;

  for (char **word = words; *word; word++) {
    if (!**word)
      continue;
    if (!first)
      g_string_append_c (out, ' ');
    g_string_append (out, *word);
    first = FALSE;
  }
  g_string_append_c (out, end);
}

/* name LF address LF language LF, and for each block kind TAB path TAB text LF */
static char *
make (ExtractDocument *document, gpointer data, GError **error)
{
  GString *out = g_string_new (NULL);
  const char *address = extract_document_get_uri (document),
             *language = extract_document_get_language (document);

  append_line (out, extract_document_get_source (document), '\n');
  append_line (out, address ? address : "", '\n');
  append_line (out, language && *language ? language : "und", '\n');
  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    g_autofree char *path = NULL;

    if (extract_block_get_label (block) != EXTRACT_LABEL_GOOD)
      continue;
    path = extract_block_dup_path (block);
    g_string_append_printf (out, "%s\t%s\t", extract_block_get_tag (block), path);
    append_line (out, extract_block_get_text (block), '\n');
  }
  return g_string_free (out, FALSE);
}

/* ---- In the main thread
 * ---------------------------------------------------------------------------------------- */

static char *
cut_line (char **at)
{
  char *line = *at, *end = strchr (line, '\n');

  *at = end ? end + 1 : line + strlen (line);
  if (end)
    *end = '\0';
  return line;
}

static Version *
read_version (const char *made)
{
  Version *version = g_new0 (Version, 1);
  char *at = version->lines = g_strdup (made);

  version->name = g_strdup (cut_line (&at));
  version->address = g_strdup (cut_line (&at));
  version->language = g_strdup (cut_line (&at));
  version->blocks = g_array_new (FALSE, FALSE, sizeof (FollowBlock));
  while (*at) {
    char *line = cut_line (&at);
    char *path = strchr (line, '\t'), *text = path ? strchr (path + 1, '\t') : NULL;

    if (!text)
      continue;
    *path = *text = '\0';
    const FollowBlock block = { .kind = line, .path = path + 1, .text = text + 1 };
    g_array_append_val (version->blocks, block);
  }
  return version;
}

static void
append_blocks (GString *rows, const Version *version, guint first, guint n)
{
  for (guint i = first; i < first + n; i++) {
    const char *text = g_array_index (version->blocks, FollowBlock, i).text;
    if (i > first)
      g_string_append_c (rows, ' ');
    /* As in TSV: nothing is an escape that is none. */
    for (const char *p = text; *p; p++)
      if (*p == '\\')
        g_string_append (rows, "\\\\");
      else
        g_string_append_c (rows, (guchar) *p < ' ' ? ' ' : *p);
  }
}

static void
append_rows (Work *work, const Version *first, const Version *version)
{
  const FollowBlock *one = (const FollowBlock *) (gpointer) first->blocks->data;
  const FollowBlock *other = (const FollowBlock *) (gpointer) version->blocks->data;
  g_autoptr (GArray) matches = NULL;

  if ((gsize) first->blocks->len * version->blocks->len > FOLLOW_MAX_PAIRS) {
    cli_error (version->name, "has too many blocks to be aligned with %s", first->name);
    work->too_large = TRUE;
    return;
  }
  matches = follow_parallel_align (one, first->blocks->len, other, version->blocks->len);
  for (guint i = 0; i < matches->len; i++) {
    const FollowMatch *match = &g_array_index (matches, FollowMatch, i);

    if (!opt_all && (match->n == 0 || match->n_other == 0))
      continue;
    append_blocks (work->rows, first, match->first, match->n);
    g_string_append_c (work->rows, '\t');
    append_blocks (work->rows, version, match->other_first, match->n_other);
    g_string_append_printf (work->rows, "\t%s\t%s\t%s\t%s\n", first->language, version->language,
                            *first->address ? first->address : first->name,
                            *version->address ? version->address : version->name);
  }
  work->n_aligned++;
}

/* Returns: the number of the page that @name is a version of, its own if it is the first. All pages that were
 * named are versions of one, if no links are followed. */
static gsize
find_first (Work *work, const char *name)
{
  const FollowFrontier *frontier = work->follow->frontier;
  gsize i;

  if (!frontier)
    return 0;
  for (; work->n_known < follow_frontier_get_n (frontier); work->n_known++) {
    const char *address = follow_frontier_get (frontier, work->n_known)->address;
    if (address && !g_hash_table_contains (work->by_address, address))
      g_hash_table_insert (work->by_address, g_strdup (address), GSIZE_TO_POINTER (work->n_known));
  }
  i = GPOINTER_TO_SIZE (g_hash_table_lookup (work->by_address, name));
  while (follow_frontier_get (frontier, i)->parent != G_MAXSIZE)
    i = follow_frontier_get (frontier, i)->parent;
  return i;
}

static char *
settle (const char *made, gpointer data, gboolean *enough, GError **error)
{
  Work *work = data;
  Version *version = NULL;
  gpointer key;

  if (!made)
    return NULL;
  version = read_version (made);
  key = GSIZE_TO_POINTER (find_first (work, version->name) + 1);
  const Version *first = g_hash_table_lookup (work->firsts, key);
  g_string_truncate (work->rows, 0);
  if (!first) {
    g_hash_table_insert (work->firsts, key, version);
    return g_strdup ("");
  }
  append_rows (work, first, version);
  version_free (version);
  return g_strdup (work->rows->str);
}

static char *
finish (gpointer data)
{
  return g_strdup ("");
}

/* ---- The run ------------------------------------------------------------------------------------------ */

static int
run (char **operands, CmdReading *reading, CmdFollow *follow)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CliPlaces) places = cli_places_new ();
  g_auto (CmdFilter) filter = { .max_words = G_MAXUINT64, .dedup = CORPUS_DEDUP_DEFAULTS };
  g_auto (CmdKeep) keep = { .patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_regex_unref) };
  g_autoptr (GHashTable) by_address = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) firsts = g_hash_table_new_full (NULL, NULL, NULL, version_free);
  g_autoptr (GString) rows = g_string_new (NULL);
  Work work = { .follow = follow, .by_address = by_address, .firsts = firsts, .rows = rows };
  const CmdPageWork page_work = { .make = make, .settle = settle, .finish = finish, .data = &work };
  int status;

  filter.dedup.kinds = 0;
  if (!cli_places_add_all (places, operands, FALSE, NULL, &status))
    return status;
  CmdBatch batch = {
    .places = places,
    .reading = reading,
    .filter = &filter,
    .keep = &keep,
    .follow = follow->classes == FOLLOW_NONE ? NULL : follow,
    .output = { .format = EXTRACT_FORMAT_TSV,
                .file = opt_output,
                .prologue = head,
                .separator = "",
                .epilogue = "" },
    .work = &page_work,
    .quiet = TRUE,
  };
  if (!cmd_output_guard (&batch.output, &error))
    return cli_fail (NULL, error);
  cmd_follow_begin (follow, &reading->render, &reading->fetch, places);
  if (!cmd_reading_begin (reading, &filter, &error))
    return cli_fail (NULL, error);
  status = cmd_batch_run (&batch);
  if (status == CLI_EXIT_DONE && work.n_aligned == 0 && !work.too_large)
    cli_error (NULL, "no page has a version in another language");
  return status == CLI_EXIT_DONE && work.too_large ? CLI_EXIT_FAILED : status;
}

int
cmd_parallel (char **args)
{
  g_autoptr (GOptionContext) context = cli_context_new (
      "PAGE…",
      "Prints the blocks of a page beside those of its versions in other languages, as TSV. A PAGE is a\n"
      "URL, whose links to other languages are followed with --follow=language, or a file. Without\n"
      "--follow, all pages are versions of the first one.");
  g_option_context_add_main_entries (context, entries, NULL);
  g_auto (CmdReading) reading = { 0 };
  cmd_reading_add_page (&reading, context, CLI_PAGE_JOBS);
  cmd_reading_add_web (&reading, context, CMD_FETCH_LIST);
  g_auto (CmdFollow) follow = { 0 };
  g_option_context_add_group (context, cmd_follow_init (&follow));
  g_auto (GStrv) operands = NULL;
  int status;

  if (!cli_parse_with_config (context, "parallel", args, &operands, &status))
    return status;
  if (follow.classes != FOLLOW_NONE && follow.classes != FOLLOW_LANGUAGE)
    return cli_usage ("parallel follows links to other languages, and no others: --follow=language");
  if (!operands[0] || (!operands[1] && follow.classes == FOLLOW_NONE))
    return cli_usage ("parallel needs two pages; or one, and --follow=language");
  return run (operands, &reading, &follow);
}
