/* SPDX-License-Identifier: MIT */
/*
 * Imports sets from folders of saved pages, published collections, and tables of URLs.
 *
 *   sources -> list: pages that are known of  -> read: bytes, reference text -> finish: what the layout has
 *              (one thread, nothing is fetched)  (worker threads)               put around them is taken off
 *           archive: its pages, one after the other, in the place of the page
 *           -> TrainSetWriter: html/<id>.html.gz, truth/<id>.txt, labels/<id>.tsv, index.jsonl
 *
 * A layout is a row of one table (import.c) with a function to list its pages, and one to finish a page.
 * An error in one page is reported, and the import continues.
 */
#pragma once

#include "train/data/dataset.h"
#include "train/data/set-writer.h"

#include <gio/gio.h>
#include <libextract/extract.h>

G_BEGIN_DECLS

typedef struct {
  GPtrArray *pages;    /* of TrainSetPage */
  gboolean incomplete; /* something was left out, and named */
} TrainImportList;

/* train_import_complain: names what is left out. */
void train_import_complain (TrainImportList *list, const char *place, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* A row of the table of layouts. */
typedef struct {
  const char *name;     /* "cleaneval" */
  const char *sentence; /* what it looks like */
  /* Adds the pages of @sources (NULL-terminated, not empty) to @list. FALSE with @error if a source cannot be
   * read at all; the error names it. */
  gboolean (*list) (char **sources, TrainImportList *list, GError **error);
  /* (nullable) Takes off what the layout has put around a page, whose bytes are set. Called from several
   * threads.
   * @text: (nullable): what is in its text_place */
  gboolean (*finish) (TrainSetPage *page, GBytes *text, GError **error);
  gboolean archives; /* a place may be an archive: all its pages come into the set */
} TrainImportFormat;

const TrainImportFormat *train_import_get_formats (gsize *n);
/* train_import_find_format: Returns: (nullable) */
const TrainImportFormat *train_import_find_format (const char *name);

/* Where the address of a page comes from whose source names none. */
typedef enum {
  TRAIN_IMPORT_URLS_NONE,      /* it stays unknown */
  TRAIN_IMPORT_URLS_CANONICAL, /* the page: its canonical link, og:url and the like */
  TRAIN_IMPORT_URLS_NAME,      /* the name of its file, which is a percent-encoded address */
} TrainImportUrls;

typedef struct {
  const TrainImportFormat *format;
  const ExtractSourceLimits *limits; /* of a page */
  ExtractParser *parser;             /* says what is no page; shared by the threads */
  guint jobs;                        /* pages at a time */
  gboolean append;                   /* to a set that may be there */
  const char *lang;                  /* (nullable) these: of pages whose source does not say */
  const char *type;
  const char *split;
  const char *date; /* (nullable) for README.md */
  TrainImportUrls urls;
  /* Milliseconds that a page under way has after a signal. The import stops then, with all that is stored in
   * the index, and the caller ends the program (cli_interrupt_end ()). 0: a signal ends it at once. */
  int grace;
} TrainImportOptions;

typedef struct {
  guint n_added;
  guint n_with_truth; /* of them */
  guint n_there;      /* pages that were in the set before */
  guint n_failed;     /* pages that could not be read */
  guint n_pages;      /* of the set, in the end; all are 0 if there is no set */
} TrainImportCounts;

/*
 * train_import_run: makes the set @path from @sources, or adds to it. Pages that fail are named.
 * Returns: FALSE if anything was left out, after saying what.
 */
gboolean train_import_run (const TrainImportOptions *options, char **sources, const char *path,
                           TrainImportCounts *counts);

/* ---- What importers share --------------------------------------------------------------------- */

/* train_import_check_file: whether @place is an address, a regular file, or nothing at all: of what stands in
 * a folder or a table, nothing else is opened, for nobody may write to a pipe, and a device never ends. The
 * error does not name it. */
gboolean train_import_check_file (const char *place, GError **error);

/* train_import_read_table: a file that lists pages, which may be longer than a page. Errors name @place. */
GBytes *train_import_read_table (const char *place, GError **error);

/* train_import_list_names: (transfer full) (nullable): the sorted names in the folder @path. Errors name it.
 */
GPtrArray *train_import_list_names (const char *path, GError **error);

/* train_import_dup_stem: Returns: (transfer full) (nullable): @name without .html, .htm or .xhtml, and .gz
 * behind them; NULL if it ends otherwise. */
char *train_import_dup_stem (const char *name);

/* train_import_dup_name: Returns: (transfer full): what the id of a page is made of: its URL without scheme
 * and "www.", or its path, without what files of pages end with. */
char *train_import_dup_name (const char *url);

/* train_import_decode: @length bytes as UTF-8: if they are not, by @charset (nullable), else as windows-1252.
 */
char *train_import_decode (const char *bytes, gsize length, const char *charset);

/* train_import_unescape: @text with character references ("&amp;", "&#8364;") that end with a semicolon
 * resolved. */
char *train_import_unescape (const char *text);

/* train_import_dup_charset: Returns: (transfer full) (nullable): @label, if it is the name of an encoding. */
char *train_import_dup_charset (const char *label);

/* The functions of the table. */
gboolean train_import_list_folder (char **sources, TrainImportList *list, GError **error);
gboolean train_import_list_pairs (char **sources, TrainImportList *list, GError **error);
gboolean train_import_finish_folder (TrainSetPage *page, GBytes *text, GError **error);
gboolean train_import_finish_cleaneval (TrainSetPage *page, GBytes *text, GError **error);
gboolean train_import_finish_justext (TrainSetPage *page, GBytes *text, GError **error);
gboolean train_import_list_krdwrd (char **sources, TrainImportList *list, GError **error);
gboolean train_import_finish_krdwrd (TrainSetPage *page, GBytes *text, GError **error);
gboolean
train_import_list_article_extraction_benchmark (char **sources, TrainImportList *list, GError **error);
gboolean train_import_list_wcxb (char **sources, TrainImportList *list, GError **error);
gboolean train_import_finish_wcxb (TrainSetPage *page, GBytes *text, GError **error);
gboolean train_import_list_csv (char **sources, TrainImportList *list, GError **error);
gboolean train_import_list_pages (char **sources, TrainImportList *list, GError **error);

G_END_DECLS
