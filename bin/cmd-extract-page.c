/* SPDX-License-Identifier: MIT */
/* A page of a batch in a worker thread: from its bytes to its text. */
#include "bin/cmd-extract-run.h"
#include "libextract/page/page.h"

#include <string.h>
#include <sys/stat.h>

void
cmd_result_free (gpointer data)
{
  CmdResult *result = data;
  g_clear_pointer (&result->source, extract_source_free);
  g_free (result->name);
  g_free (result->text);
  g_clear_error (&result->error);
  g_free (result->address);
  g_free (result->section);
  g_clear_error (&result->trace_error);
  g_clear_pointer (&result->links, g_ptr_array_unref);
  g_clear_pointer (&result->words, corpus_text_free);
  g_clear_pointer (&result->document, extract_document_unref);
  g_free (result);
}

/* What a document holds, by the bytes of its page: roughly. */
#define DOCUMENT_PER_BYTE 4

/* While an archive waits for its turn, no page behind it is begun: its own pages need the room. */
gsize
cmd_result_size (gpointer data)
{
  const CmdResult *result = data;
  if (result->source)
    return G_MAXSIZE / 2;
  return (result->text ? strlen (result->text) : 0) +
         (result->words ? corpus_text_get_memory (result->words) : 0) +
         (result->document ? DOCUMENT_PER_BYTE * result->bytes : 0);
}

gboolean
cmd_page_is_there (const CmdRun *run, const CmdPage *page)
{
  g_autofree char *path = cmd_output_dup_path (run->output, page);
  struct stat status;
  return path && stat (path, &status) == 0 && S_ISREG (status.st_mode);
}

/* Metadata do not depend on labels: a page that is left out needs none. Returns: FALSE, also with an error */
static gboolean
is_wanted (const CmdBatch *batch, ExtractDocument *document, CmdResult *result)
{
  ExtractMetadata *metadata =
      batch->only_with ? extract_document_get_metadata (document, &result->error) : NULL;
  result->left_out = metadata && !cli_fields_are_known (metadata, batch->only_with);
  return !result->left_out && !result->error;
}

static gboolean
label (const CmdBatch *batch, const ExtractRecord *record, ExtractDocument **document, GError **error)
{
  if (record->whole || batch->keep->all)
    return extract_classifier_label (batch->reading->everything, *document, error);
  ExtractClassifier *classifier;
  return cli_classifiers_label (batch->reading->classifiers, document, &classifier, error) &&
         (!batch->sites || cmd_sites_label (batch->sites, classifier, document, error));
}

/* Returns: (transfer full) (nullable) */
char *
cmd_page_write (const CmdBatch *batch, ExtractDocument *document, GError **error)
{
  if (batch->work)
    return batch->work->make (document, batch->work->data, error);
  g_autofree char *text =
      extract_document_to_string (document, batch->output.format, batch->output.flags, error);
  return text && batch->tagger ? conc_tagger_tag_vertical (batch->tagger, text, error)
                               : g_steal_pointer (&text);
}

void
cmd_page_extract (const CmdRun *run, const ExtractRecord *given, const CmdPage *page, CmdResult *result)
{
  const CmdBatch *batch = run->batch;
  result->bytes = g_bytes_get_size (given->bytes);
  g_autoptr (ExtractRecord) text =
      batch->extractor && !given->whole
          ? cmd_extractor_run (batch->extractor, given, batch->reading->page.source.max_bytes, &result->error)
          : NULL;
  const ExtractRecord *record = text ? text : given;
  if (result->error)
    return;
  g_autoptr (ExtractDocument) document = cli_parse_record (&batch->reading->page, record, &result->error);
  if (!document)
    return;
  extract_document_set_source (document, page->name);
  if (!is_wanted (batch, document, result) || !label (batch, record, &document, &result->error) ||
      !cmd_keep_apply (batch->keep, document, &result->error))
    return;
  if (!cmd_filter_keeps (batch->filter, document, &result->error)) {
    result->left_out = !result->error;
    return;
  }
  if (batch->trace && !page->inside)
    result->section =
        cmd_trace_describe (batch->trace, page->place, given, document, result->links, &result->trace_error);
  result->found = extract_document_has_main_text (document);
  result->words = cmd_filter_dup_text (batch->filter, document);
  result->reason = extract_document_get_reason (document);
  result->text = cmd_page_write (batch, document, &result->error);
  if (result->words && (batch->filter->dedup.kinds & CORPUS_PARAGRAPHS))
    result->document = g_steal_pointer (&document);
}

/* A folder is a place if no page was found in it. */
static void
explain_folder (GError **error)
{
  if (!g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY))
    return;
  g_clear_error (error);
  g_set_error_literal (
      error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY,
      "is a folder without a page (.html, .htm, .xhtml) or archive (.warc, .arc, .jsonl), packed or not");
}

/* The run before has had the page, or it is not one that is to be followed. */
static void
pass_over (CmdResult *result)
{
  g_clear_error (&result->error);
  result->left_out = TRUE;
}

/* A link that leads to what robots.txt does not allow, out of the site, or to what is no page, is none to
 * follow: nobody has named that page. */
static gboolean
is_left_aside (const CmdBatch *batch, gsize i, const ExtractSource *source, const GError *error)
{
  if (!batch->follow || cmd_follow_is_given (batch->follow, i))
    return FALSE;
  return extract_source_is_elsewhere (source) || extract_source_is_disallowed (source) ||
         g_error_matches (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_HTML);
}

/* A browser may have been led to another address than the server names. */
static void
follow_record (const CmdBatch *batch, gsize i, const ExtractRecord *record, const CmdPage *page,
               CmdResult *result)
{
  result->address = g_strdup (record->uri);
  if (record->uri && !cmd_follow_may_come_from (batch->follow, i, record->uri)) {
    result->left_out = TRUE;
    return;
  }
  result->links = cmd_follow_find_links (batch->follow, &batch->reading->page, record, &result->error);
}

/* Whether an earlier run has written the page, and knows where it leads. */
gboolean
cmd_page_is_done (const CmdRun *run, const CmdPage *page)
{
  return run->batch->skip_existing &&
         (!run->batch->follow || cmd_follow_is_known (run->batch->follow, page->place)) &&
         cmd_page_is_there (run, page);
}

gpointer
cmd_page_extract_place (gsize number, gpointer data)
{
  const CmdRun *run = data;
  const CmdBatch *batch = run->batch;
  gsize i = run->level + number;
  const CmdPage page = { i, cli_places_get (batch->places, i), NULL };
  CmdResult *result = g_new0 (CmdResult, 1);
  if (cmd_page_is_done (run, &page)) {
    result->there = TRUE;
    return result;
  }
  g_autoptr (ExtractSource) source = extract_fetcher_open (batch->reading->fetch.fetcher, i - run->first,
                                                           page.name, &batch->reading->page.source);
  if (extract_source_is_archive (source, &result->error)) {
    result->source = g_steal_pointer (&source);
    return result;
  }
  g_autoptr (ExtractRecord) record = result->error ? NULL : cli_read_only_record (source, &result->error);
  if (record && batch->follow)
    follow_record (batch, i, record, &page, result);
  if (record && !result->left_out && !result->error)
    cmd_page_extract (run, record, &page, result);
  else if (record)
    return result;
  else if (extract_source_is_unchanged (source) || is_left_aside (batch, i, source, result->error))
    pass_over (result);
  else
    explain_folder (&result->error);
  return result;
}
