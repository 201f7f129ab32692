/* SPDX-License-Identifier: MIT */
/* The table of layouts, the way of a page from its source into the set, and what the importers share. */
#include "train/data/import.h"
#include "libextract/base/url.h"
#include "libextract/html/html.h"

#include "cli/cli.h"
#include "train/data/set-writer.h"
#include "train/data/words.h"

#include <string.h>

#define MAX_TABLE_BYTES (1024u * 1024 * 1024) /* of a file that lists pages */
#define MAX_TEXT_BYTES (64u * 1024 * 1024)    /* of a reference text */

/* An import may be interrupted, so the index is written now and then: after so many new pages, and in a large
 * set after this share of it, for an index written every 100 pages would take quadratic time. */
#define PAGES_PER_INDEX 100
#define SHARE_PER_INDEX (1. / 32)

static const TrainImportFormat formats[] = {
  { "folder", "Folders of saved pages NAME.html, .htm or .xhtml (or .gz of these), and their texts NAME.txt",
    train_import_list_folder, train_import_finish_folder },
  { "cleaneval",
    "CleanEval 2007: folders with N.html in <text>, and N.txt or N-cleaned.txt with <p>, <h>, <l>",
    train_import_list_pairs, train_import_finish_cleaneval },
  { "krdwrd",
    "KrdWrd, CANOLA: folders of pages N or N.html with class=\"krdwrd-tag-3\" on <kw> or other elements",
    train_import_list_krdwrd, train_import_finish_krdwrd },
  { "article-extraction-benchmark", "A folder with ground-truth.json (articleBody, url) and html/ID.html.gz",
    train_import_list_article_extraction_benchmark, NULL },
  { "wcxb", "WCXB: a folder with ground-truth/ID.json and html/ID.html.gz, or a folder of such folders",
    train_import_list_wcxb, train_import_finish_wcxb },
  { "justext", "Folders with NAME.html, and the output of jusText, NAME.txt with <p>, <h> and <b>",
    train_import_list_pairs, train_import_finish_justext },
  { "csv",
    "CSV tables, one page per row: url, text, lang, type, title, id, file; without a file, each url is "
    "fetched",
    train_import_list_csv, NULL },
  { "pages",
    "Pages without texts: files, folders of them, archives such as WARC, and URLs, which are fetched",
    train_import_list_pages, train_import_finish_folder, TRUE },
};

const TrainImportFormat *
train_import_get_formats (gsize *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

const TrainImportFormat *
train_import_find_format (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (formats[i].name, name) == 0)
      return &formats[i];
  return NULL;
}

/* ---- Pages ------------------------------------------------------------------------------------ */

void
train_import_complain (TrainImportList *list, const char *place, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  cli_error (place, "%s", sentence);
  list->incomplete = TRUE;
}

/* ---- Reading ---------------------------------------------------------------------------------- */

gboolean
train_import_check_file (const char *place, GError **error)
{
  gboolean good = extract_source_is_url (place) || g_file_test (place, G_FILE_TEST_IS_REGULAR) ||
                  !g_file_test (place, G_FILE_TEST_EXISTS);
  if (!good)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "is not a regular file");
  return good;
}

GBytes *
train_import_read_table (const char *place, GError **error)
{
  const ExtractSourceLimits limits = { .max_bytes = MAX_TABLE_BYTES };
  GBytes *bytes = train_place_read (place, &limits, error);
  if (!bytes)
    g_prefix_error (error, "%s: ", place);
  return bytes;
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

GPtrArray *
train_import_list_names (const char *path, GError **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autoptr (GDir) folder = g_dir_open (path, 0, &local_error);
  if (!folder) {
    gboolean missing = g_error_matches (local_error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s: %s", path,
                 missing ? "no such folder" : "is not a folder that can be read");
    return NULL;
  }
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  for (const char *name; (name = g_dir_read_name (folder));)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_strings);
  return names;
}

char *
train_import_dup_stem (const char *name)
{
  static const char *const suffixes[] = { ".html", ".htm", ".xhtml" };
  g_autofree char *lower = g_ascii_strdown (name, -1);
  gsize length = strlen (lower);
  if (g_str_has_suffix (lower, ".gz"))
    lower[length -= strlen (".gz")] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (lower, suffixes[i]))
      return g_strndup (name, length - strlen (suffixes[i]));
  return NULL;
}

char *
train_import_dup_name (const char *url)
{
  g_autofree char *public = extract_url_dup_without_user (url);
  const char *scheme = strstr (public, "://");
  const char *name = scheme ? scheme + strlen ("://") : public;
  if (g_ascii_strncasecmp (name, "www.", 4) == 0)
    name += 4;
  char *stem = train_import_dup_stem (name);
  return stem ? stem : g_strdup (name);
}

/* ---- Texts ------------------------------------------------------------------------------------ */

char *
train_import_decode (const char *bytes, gsize length, const char *charset)
{
  static const char mark[] = "\xef\xbb\xbf";
  if (length == 0)
    return g_strdup ("");
  if (length >= strlen (mark) && memcmp (bytes, mark, strlen (mark)) == 0) {
    bytes += strlen (mark);
    length -= strlen (mark);
  }
  const char *const names[] = { charset, "windows-1252" };
  for (guint i = 0; i < G_N_ELEMENTS (names) && !g_utf8_validate_len (bytes, length, NULL); i++) {
    gsize n;
    g_autofree char *text =
        names[i] ? g_convert (bytes, (gssize) length, "UTF-8", names[i], NULL, &n, NULL) : NULL;
    if (text)
      return train_text_decode (text, n);
  }
  return train_text_decode (bytes, length);
}

char *
train_import_unescape (const char *text)
{
  GString *plain = g_string_sized_new (strlen (text));
  const char *end = text + strlen (text), *next;

  for (const char *at; (at = strchr (text, '&')) != NULL; text = next) {
    guint32 code;
    gboolean known = extract_reference_read (at, end, FALSE, &code, &next) == EXTRACT_REFERENCE_CODE &&
                     next[-1] == ';' && code != 0xfffd; /* what stands for a number of no character */

    if (!known)
      next = at + 1;
    g_string_append_len (plain, text, known ? at - text : next - text);
    if (known)
      g_string_append_unichar (plain, code);
  }
  g_string_append (plain, text);
  return g_string_free (plain, FALSE);
}

char *
train_import_dup_charset (const char *label)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  return extract_parser_set_encoding (parser, label, NULL) ? g_strdup (label) : NULL;
}

/* The charset of a Content-Type header: what follows "charset=", in quotes or not. */
static char *
dup_header_charset (const char *content_type)
{
  g_autofree char *lower = g_ascii_strdown (content_type, -1);
  const char *p = strstr (lower, "charset=");
  if (!p)
    return NULL;
  p += strlen ("charset=");
  p += strspn (p, "\"' ");
  g_autofree char *label = g_strndup (p, strcspn (p, "\"'; "));
  return train_import_dup_charset (label);
}

/* ---- A page ----------------------------------------------------------------------------------- */

/* The same bytes give the same file: nothing of the time or the name is in it. */
static GBytes *
pack (GBytes *bytes, GError **error)
{
  g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GMemoryOutputStream) memory = G_MEMORY_OUTPUT_STREAM (g_memory_output_stream_new_resizable ());
  g_autoptr (GOutputStream) stream =
      g_converter_output_stream_new (G_OUTPUT_STREAM (memory), G_CONVERTER (gzip));
  gsize length;
  const void *data = g_bytes_get_data (bytes, &length);
  if (!g_output_stream_write_all (stream, data, length, NULL, NULL, error) ||
      !g_output_stream_close (stream, NULL, error))
    return NULL;
  return g_memory_output_stream_steal_as_bytes (memory);
}

/* "https%3A%2F%2Fsite.example%2Fa": what it says, if that is an address. Returns: (transfer full) (nullable)
 */
static char *
dup_url_of_name (const char *place)
{
  g_autofree char *name = g_path_get_basename (place);
  if (g_str_has_suffix (name, ".gz"))
    name[strlen (name) - strlen (".gz")] = '\0';
  g_autofree char *url = g_uri_unescape_string (name, NULL);
  return url && g_utf8_validate (url, -1, NULL) && extract_source_is_url (url)
             ? extract_url_dup_without_user (url)
             : NULL;
}

/* Returns: (transfer full) (nullable) */
static char *
dup_canonical_url (ExtractDocument *document)
{
  ExtractMetadata *metadata = extract_document_get_metadata (document, NULL);
  const char *url = metadata && extract_metadata_get_n_values (metadata, EXTRACT_FIELD_URL) > 0
                        ? extract_metadata_get_value (metadata, EXTRACT_FIELD_URL, 0)
                        : NULL;
  return url && extract_source_is_url (url) ? extract_url_dup_without_user (url) : NULL;
}

/* Whether the bytes are a page at all. Whatever else may be wrong with it is said by those who read the set:
 * limits differ from run to run. The page may say its address. */
static gboolean
look_at_page (TrainSetPage *page, const TrainImportOptions *options, GError **error)
{
  g_autofree char *content_type =
      page->charset ? g_strconcat ("text/html; charset=", page->charset, NULL) : NULL;
  g_autoptr (GError) local_error = NULL;
  g_autoptr (ExtractDocument) document =
      extract_parser_parse_bytes (options->parser, page->bytes, content_type, page->url, &local_error);
  if (document && !page->url && options->urls == TRAIN_IMPORT_URLS_CANONICAL)
    page->url = dup_canonical_url (document);
  if (!g_error_matches (local_error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_HTML))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

/* A run over all pages of a list. Workers change the page they were given, and nothing else. */
typedef struct {
  const TrainImportOptions *options;
  GPtrArray *pages; /* of TrainSetPage */
  TrainSetWriter *writer;
  TrainImportCounts *counts;
  CliProgress *progress;
  GHashTable *urls;  /* of the pages of archives that came in */
  guint n_unindexed; /* pages added since the index was written */
  gboolean stopped;  /* the set cannot be written, or a signal came */
} Run;

static void
take_record (TrainSetPage *page, const ExtractRecord *record)
{
  page->bytes = g_bytes_ref (record->bytes);
  if (record->content_type)
    page->charset = dup_header_charset (record->content_type);
}

/* What is done with a page as soon as it has its bytes. Returns: (transfer full) (nullable): why it cannot be
 * had */
static GError *
prepare_page (TrainSetPage *page, const TrainImportOptions *options)
{
  GError *error = NULL;

  if (g_bytes_get_size (page->bytes) == 0)
    return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "is empty");
  if (look_at_page (page, options, &error))
    page->packed = pack (page->bytes, &error);
  return error;
}

/* Texts that are whole have nothing to label. */
static gboolean
is_wanted (const ExtractRecordHead *head, gpointer data)
{
  return !head->whole && extract_record_head_is_page (head);
}

/* In a worker. Returns: (transfer full) (nullable): why page @i cannot be had. An archive is opened only. */
static gpointer
load_page (gsize i, gpointer data)
{
  const Run *run = data;
  TrainSetPage *page = run->pages->pdata[i];
  const TrainImportFormat *format = run->options->format;
  const ExtractSourceLimits text_limits = { .max_bytes = MAX_TEXT_BYTES };
  ExtractSourceLimits limits = *run->options->limits;
  GError *error = NULL;
  g_autoptr (GBytes) text = NULL;

  if (!page->named && !train_import_check_file (page->place, &error))
    return error;
  limits.wants = is_wanted;
  g_autoptr (ExtractSource) source = extract_source_new (page->place, &limits);
  if (extract_source_is_archive (source, NULL)) {
    if (!format->archives)
      return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                                  "is an archive of pages, not a page; import it by --from=pages");
    /* A server would not wait until it is read; a pipe cannot be opened twice. */
    page->archive = extract_source_is_url (page->place) ? extract_source_new (page->place, &limits)
                                                        : g_steal_pointer (&source);
    return NULL;
  }
  g_autoptr (ExtractRecord) record = extract_source_next (source, &error);
  if (!record)
    return error ? error : g_error_new_literal (G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "has nothing in it");
  take_record (page, record);
  if (page->text_place && (!train_import_check_file (page->text_place, &error) ||
                           !(text = train_place_read (page->text_place, &text_limits, &error)))) {
    g_prefix_error (&error, "its text %s: ", page->text_place);
    return error;
  }
  if (format->finish && !format->finish (page, text, &error))
    return error;
  if (!page->url && run->options->urls == TRAIN_IMPORT_URLS_NAME)
    page->url = dup_url_of_name (page->place);
  return prepare_page (page, run->options);
}

static void
set_default (char **field, const char *value)
{
  if (!*field)
    *field = g_strdup (value);
}

static void
refuse_page (Run *run, const char *place, const char *sentence)
{
  cli_error (place, "%s", sentence);
  run->counts->n_failed++;
}

/* Whether enough pages came in for the index to be written. */
static gboolean
index_is_due (const Run *run)
{
  double n_pages = train_set_writer_get_n_pages (run->writer);
  return run->n_unindexed >= MAX (PAGES_PER_INDEX, SHARE_PER_INDEX * n_pages);
}

/* Returns: FALSE, after saying why, if the set cannot be written. */
static gboolean
store_page (Run *run, TrainSetPage *page)
{
  set_default (&page->lang, run->options->lang);
  set_default (&page->type, run->options->type);
  set_default (&page->split, run->options->split);

  g_autoptr (GError) error = NULL;
  switch (train_set_writer_add (run->writer, page, &error)) {
  case TRAIN_SET_THERE:
    run->counts->n_there++;
    return TRUE;
  case TRAIN_SET_ADDED:
    run->counts->n_added++;
    run->counts->n_with_truth += page->truth != NULL;
    run->n_unindexed++;
    if (!index_is_due (run))
      return TRUE;
    run->n_unindexed = 0;
    if (train_set_writer_commit (run->writer, &error))
      return TRUE;
    break;
  case TRAIN_SET_REFUSED:
    refuse_page (run, page->place, error->message);
    return TRUE;
  case TRAIN_SET_FAILED:
    break;
  }
  cli_fail (NULL, error);
  return FALSE;
}

/* Whether the page of @url is in the set, from before or from an archive of this run. */
static gboolean
is_there (Run *run, const char *url)
{
  if (g_hash_table_contains (run->urls, url))
    return TRUE;
  if (!train_set_writer_has_url (run->writer, url))
    return FALSE;
  g_hash_table_add (run->urls, g_strdup (url));
  return TRUE;
}

/* A page of an archive. A page counts once: other answers of its address are left out. Returns: FALSE, after
 * saying why, if the set cannot be written. */
static gboolean
store_record (Run *run, const ExtractRecord *record)
{
  const char *url = record->uri && g_utf8_validate (record->uri, -1, NULL) ? record->uri : NULL;
  if (url && is_there (run, url)) {
    run->counts->n_there++;
    return TRUE;
  }
  g_autofree char *name = url ? train_import_dup_name (url) : g_path_get_basename (record->name);
  g_autoptr (TrainSetPage) page = train_set_page_new (name, record->name);
  page->url = g_strdup (url);
  take_record (page, record);
  g_autoptr (GError) error = prepare_page (page, run->options);
  if (error) {
    refuse_page (run, record->name, error->message);
    return TRUE;
  }
  if (url)
    g_hash_table_add (run->urls, g_strdup (url));
  return store_page (run, page);
}

/* All pages of an archive, which is source @i. Returns: as store_record (), and FALSE after a signal. */
static gboolean
store_archive (Run *run, gsize i, const TrainSetPage *archive)
{
  ExtractSource *source = archive->archive;
  gboolean good = TRUE;
  guint n = 0;
  while (good) {
    g_autoptr (GError) error = NULL;
    g_autoptr (ExtractRecord) record = extract_source_next (source, &error);
    if (cli_interrupted ())
      return FALSE;
    const ExtractSourceState state = extract_source_get_state (source);
    if (state.size > 0)
      cli_progress_set_share (run->progress,
                              ((double) i + (double) state.n_read / (double) state.size) / run->pages->len);
    if (!record && !error)
      break;
    n++;
    if (error)
      refuse_page (run, extract_source_get_record_name (source), error->message);
    else
      good = store_record (run, record);
    cli_progress_step (run->progress, error == NULL);
  }
  if (n == 0)
    refuse_page (run, archive->place, "has no pages");
  return good;
}

static gboolean
collect_page (gsize i, gpointer result, gpointer data)
{
  Run *run = data;
  TrainSetPage *page = run->pages->pdata[i];
  g_autoptr (GError) error = result;

  if (cli_interrupted ()) /* which may be the error */
    run->stopped = TRUE;
  else if (error)
    refuse_page (run, page->place, error->message);
  else if (page->archive)
    run->stopped = !store_archive (run, i, page);
  else
    run->stopped = !store_page (run, page);
  if (error || !page->archive)
    cli_progress_step (run->progress, error == NULL);
  g_clear_pointer (&run->pages->pdata[i], train_set_page_free);
  return !run->stopped;
}

static void
free_error (gpointer error)
{
  g_error_free (error);
}

static void
free_page (gpointer page)
{
  if (page)
    train_set_page_free (page);
}

/* What is there already is not fetched again. */
static void
drop_known_pages (TrainSetWriter *writer, GPtrArray *pages, TrainImportCounts *counts)
{
  guint n = 0;
  for (guint i = 0; i < pages->len; i++) {
    TrainSetPage *page = pages->pdata[i];
    if (page->url && train_set_writer_has_url (writer, page->url)) {
      train_set_page_free (page);
      counts->n_there++;
    } else {
      pages->pdata[n++] = page;
    }
  }
  g_ptr_array_set_free_func (pages, NULL); /* what is cut off has been moved or freed */
  g_ptr_array_set_size (pages, (int) n);
  g_ptr_array_set_free_func (pages, free_page);
}

gboolean
train_import_run (const TrainImportOptions *options, char **sources, const char *path,
                  TrainImportCounts *counts)
{
  g_autoptr (GError) error = NULL;
  *counts = (TrainImportCounts){ 0 };
  g_autoptr (TrainSetWriter) writer = train_set_writer_new (path, options->append, &error);
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func (free_page);
  TrainImportList list = { .pages = pages };
  if (!writer || !options->format->list (sources, &list, &error)) {
    cli_fail (NULL, error);
    return FALSE;
  }
  if (pages->len == 0 && !list.incomplete) {
    cli_error (sources[0], "there are no pages of the format \"%s\"", options->format->name);
    return FALSE;
  }
  if (options->grace != 0 && !cli_interrupt_catch (options->grace, &error)) {
    cli_fail (NULL, error);
    return FALSE;
  }
  drop_known_pages (writer, pages, counts);

  g_autoptr (GHashTable) urls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Run run = { .options = options, .pages = pages, .writer = writer, .counts = counts, .urls = urls };
  run.progress = cli_progress_new ("pages", pages->len);
  cli_parallel (pages->len, options->jobs, load_page, collect_page, free_error, &run);
  cli_progress_free (run.progress);
  counts->n_pages = train_set_writer_get_n_pages (writer);
  g_autofree char *origin = g_strdup_printf ("Imported%s%s by `texttractor dataset import --from=%s`: %s.",
                                             options->date ? " on " : "", options->date ? options->date : "",
                                             options->format->name, options->format->sentence);
  /* Even if the last page could not be written, those before it are a set. After a signal, README.md waits
   * for the rest, as it has the counts. */
  const gboolean broken_off = run.stopped && cli_interrupted ();
  if (counts->n_added > 0 && (!train_set_writer_commit (writer, &error) ||
                              (!broken_off && !train_set_writer_add_readme (writer, origin, &error)))) {
    cli_fail (NULL, error);
    *counts = (TrainImportCounts){ 0 };
    return FALSE;
  }
  return counts->n_failed == 0 && !list.incomplete && !run.stopped;
}
