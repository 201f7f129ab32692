/* SPDX-License-Identifier: MIT */
/* Answers of search engines. */
#include "concordance/engine.h"

#include <libextract/extract.h>
#include <string.h>

#include "corpus/json-scan.h"
#include "libextract/base/url.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"
#include "libextract/source/links.h"
#include "libextract/source/source.h"

#define MOST_LINKS 1000
#define MOST_OF_LINK 4096
#define MOST_OF_ANSWER (20 << 20)

/* ---- Addresses of pages ------------------------------------------------------------------------ */

/* What is no page with text, by the end of its path. */
static const char *const endings[] = {
  ".7z",   ".aac", ".apk",  ".avi",  ".bin",  ".bmp",  ".bz2", ".csv",  ".deb",  ".djvu", ".dmg", ".doc",
  ".docx", ".eps", ".epub", ".exe",  ".flac", ".flv",  ".gif", ".gz",   ".ico",  ".iso",  ".jar", ".jpeg",
  ".jpg",  ".m4a", ".mid",  ".mkv",  ".mobi", ".mov",  ".mp3", ".mp4",  ".mpeg", ".mpg",  ".msi", ".odp",
  ".ods",  ".odt", ".ogg",  ".pdf",  ".pkg",  ".png",  ".pps", ".ppsx", ".ppt",  ".pptx", ".ps",  ".psd",
  ".rar",  ".rpm", ".rtf",  ".svg",  ".swf",  ".tar",  ".tgz", ".tif",  ".tiff", ".ttf",  ".wav", ".webm",
  ".webp", ".wma", ".wmv",  ".woff", ".xls",  ".xlsx", ".xz",  ".zip",
};

char *
conc_link_tidy (const char *url)
{
  const gsize n = strcspn (url, "#");
  if (n == 0 || n > MOST_OF_LINK || !extract_source_is_url (url) || !g_utf8_validate (url, (gssize) n, NULL))
    return NULL;
  for (gsize i = 0; i < n; i++)
    if ((guchar) url[i] <= ' ' || url[i] == 0x7f || strchr ("\"<>\\^`{|}", url[i]))
      return NULL;
  g_autofree char *whole = g_strndup (url, n);
  return extract_url_dup_without_user (whole);
}

const char *
conc_link_ending (const char *url)
{
  const char *start = strstr (url, "://");
  const char *path = start ? strchr (start + strlen ("://"), '/') : NULL;
  const gsize n = path ? strcspn (path, "?#;") : 0;
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++) {
    const gsize length = strlen (endings[i]);
    if (n > length && g_ascii_strncasecmp (path + n - length, endings[i], length) == 0)
      return endings[i];
  }
  return NULL;
}

static void
take_link (GPtrArray *links, const char *url)
{
  char *tidy = links->len < MOST_LINKS ? conc_link_tidy (url) : NULL;
  if (tidy)
    g_ptr_array_add (links, tidy);
}

/* ---- JSON -------------------------------------------------------------------------------------- */

/* What containers are open, and how many members of the path lead to each; -1: it is not on the path. */
typedef struct {
  char **path;
  int n; /* members of the path */
  int level[65];
  int next; /* of the value that comes */
} Walk;

/* Elements of an array are where the array is. */
static void
take_event (Walk *walk, const CorpusJsonScan *scan, CorpusJsonEvent event, GPtrArray *links)
{
  const gboolean in_array = (scan->arrays >> scan->depth) & 1;
  const int here = walk->level[scan->depth];
  if (event == CORPUS_JSON_OBJECT || event == CORPUS_JSON_ARRAY) {
    const gboolean around = (scan->arrays >> (scan->depth - 1)) & 1;
    walk->level[scan->depth] = scan->depth == 1 ? 0 : around ? walk->level[scan->depth - 1] : walk->next;
  } else if (event == CORPUS_JSON_KEY)
    walk->next = here >= 0 && here < walk->n && corpus_json_scan_is (scan, walk->path[here]) ? here + 1 : -1;
  else if (event == CORPUS_JSON_STRING && (in_array ? here : walk->next) == walk->n) {
    g_autoptr (GString) url = g_string_new (NULL);
    corpus_json_unescape (url, scan->value, scan->length);
    take_link (links, url->str);
  }
}

/* Returns: FALSE if it is no JSON */
static gboolean
read_json (const char *path, GBytes *bytes, GPtrArray *links)
{
  g_auto (GStrv) parts = g_strsplit (path, ".", 0);
  Walk walk = { .path = parts, .n = (int) g_strv_length (parts), .next = -1 };
  gsize n;
  const char *text = g_bytes_get_data (bytes, &n);
  CorpusJsonScan scan;
  CorpusJsonEvent event;
  corpus_json_scan_begin (&scan, text, n);
  while ((event = corpus_json_scan_next (&scan)) != CORPUS_JSON_END && event != CORPUS_JSON_BAD)
    take_event (&walk, &scan, event, links);
  return event == CORPUS_JSON_END;
}

/* ---- Pages ------------------------------------------------------------------------------------- */

/* All of the page counts as main text, unless a selector leaves it out. Returns: (transfer full) (nullable)
 */
static ExtractDocument *
read_page (const char *selector, GBytes *bytes, const char *content_type, const char *uri, GError **error)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (ExtractClassifier) everything =
      extract_classifier_new_for_method (extract_method_find ("everything"));
  if (selector && !extract_parser_add_selector (parser, EXTRACT_SELECTION_KEEP, selector, error))
    return NULL;
  g_autoptr (ExtractDocument) document = extract_parser_parse_bytes (parser, bytes, content_type, uri, error);
  return document && extract_classifier_label (everything, document, error) ? g_steal_pointer (&document)
                                                                            : NULL;
}

/* Links of what the selector selects; in the HTML that is written they are absolute. */
static gboolean
read_html (const char *selector, GBytes *bytes, const char *content_type, const char *uri, GPtrArray *links,
           GError **error)
{
  const ExtractLinksLimits limits = { .max_bytes = MOST_OF_ANSWER, .max_links = MOST_LINKS };
  ExtractListKind kind;
  g_autoptr (ExtractDocument) document = read_page (selector, bytes, content_type, uri, error);
  char *html = document ? extract_document_to_string (document, EXTRACT_FORMAT_HTML, 0, error) : NULL;
  if (!html)
    return FALSE;
  g_autoptr (GBytes) text = g_bytes_new_take (html, strlen (html));
  g_autoptr (GPtrArray) found =
      extract_links_read (text, "text/html; charset=utf-8", uri, &limits, &kind, error);
  for (guint i = 0; found && i < found->len; i++)
    take_link (links, ((const ExtractLink *) found->pdata[i])->url);
  return found != NULL;
}

/* Whether the answer is a page that asks for a person, as its words say. */
static gboolean
is_check (GBytes *bytes, const char *content_type, const char *uri)
{
  g_autoptr (ExtractDocument) document = read_page (NULL, bytes, content_type, uri, NULL);
  return document && extract_document_get_reason (document) == EXTRACT_REASON_ROBOT_CHECK;
}

GPtrArray *
conc_engine_read (const ConcEngine *engine, GBytes *bytes, const char *content_type, const char *uri,
                  gboolean *refused, GError **error)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (g_free);
  const char *rest = strchr (engine->links, ' ') + 1;
  const gboolean json = g_str_has_prefix (engine->links, "json:");
  g_autoptr (GError) failure = NULL;
  const gboolean good =
      json ? read_json (rest, bytes, links) : read_html (rest, bytes, content_type, uri, links, &failure);
  *refused = links->len == 0 && (!json || !good) && is_check (bytes, content_type, uri);
  if (*refused)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                         "it asks whether a person is there");
  else if (failure)
    g_propagate_error (error, g_steal_pointer (&failure));
  else if (!good)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "its answer is no JSON");
  else
    return g_steal_pointer (&links);
  return NULL;
}
