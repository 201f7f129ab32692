/* SPDX-License-Identifier: MIT */
/*
 * A set of pages on disk: SET/index.jsonl, SET/html/<id>.html.gz (or .html), SET/truth/<id>.txt,
 * SET/labels/<id>.labels.
 * Entries do not change after they are read, but for their fold: threads may share them.
 */
#pragma once

#include "libextract/source/source.h"

#include <libextract/extract.h>

G_BEGIN_DECLS

typedef struct {
  char *path;          /* as the caller gave it */
  char *name;          /* last part of its absolute path */
  GPtrArray *entries;  /* of TrainEntry, in the order of the index */
  GPtrArray *warnings; /* of char *: lines that were left out, "SET/index.jsonl: line 17: sentence" */
} TrainDataset;

/* A page of a set. Unknown fields are NULL. */
typedef struct {
  const TrainDataset *dataset; /* outlives its entries */
  char *id;
  char *url;
  char *lang;
  char *type;
  char *title;
  char *author;  /* a name, or a list of names */
  char *date;    /* when it was published: ISO 8601 */
  char *site;    /* host name */
  char *charset; /* what an HTTP header would say; may be wrong */
  char *split;
  char **with;            /* snippets that the main text has */
  char **without;         /* snippets that it must not have */
  GBytes *page;           /* the page itself, where it is in no file of its own: of a set of elements */
  guint n_blocks;         /* of that page */
  gconstpointer elements; /* ElementPage: whose elements are the blocks of the page; lent by the set */
  guint fold;             /* see train_dataset_assign_folds () */
} TrainEntry;

/*
 * train_dataset_open: reads the index of the folder @path. A line that is damaged makes it fail
 * (G_IO_ERROR_INVALID_DATA, "SET/index.jsonl: line 17: sentence"): figures over part of a set would
 * look like figures over all of it. Only lines whose id is not [A-Za-z0-9_-]+ are left out, with
 * a warning, as such an id could name a file outside the set.
 * Returns: (transfer full) (nullable)
 */
TrainDataset *train_dataset_open (const char *path, GError **error);
/* train_dataset_new: without a page. train_dataset_add: Returns: (transfer none): a new page. @id: as
 * train_id_is_safe () wants it. */
TrainDataset *train_dataset_new (const char *path);
TrainEntry *train_dataset_add (TrainDataset *dataset, const char *id);
void train_dataset_free (TrainDataset *dataset);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainDataset, train_dataset_free)

/* train_dataset_guard: says that the files of the set @path are going to be read, see cli_guard_input (). */
gboolean train_dataset_guard (const char *path, GError **error);

/* train_id_is_safe: whether @id is [A-Za-z0-9_-]+, and so cannot name a file elsewhere. */
gboolean train_id_is_safe (const char *id);

/*
 * train_dataset_assign_folds: gives each of @entries (TrainEntry, of any number of sets) a fold
 * from 0 to @n_folds - 1. A site is never in two folds; pages of a set, type and language are
 * spread as evenly as that allows. The same entries and seed give the same folds.
 */
void train_dataset_assign_folds (GPtrArray *entries, guint n_folds, guint32 seed);

/*
 * train_entry_dup_known_site: the registrable domain of the URL or the site, "example.co.uk".
 * Returns: (transfer full) (nullable): NULL if neither is known
 */
char *train_entry_dup_known_site (const TrainEntry *entry);
/*
 * train_entry_dup_site: the same for dealing out folds, where a page of unknown site stands alone: its id.
 * Returns: (transfer full)
 */
char *train_entry_dup_site (const TrainEntry *entry);

/*
 * train_place_read: what is at @place, a file or an address, unpacked: a text, or a page of a set. Nothing is
 * taken for an archive.
 */
GBytes *train_place_read (const char *place, const ExtractSourceLimits *limits, GError **error);

/*
 * train_entry_load_page: Returns: (transfer full) (nullable): the page in blocks, not labelled.
 * Fails with G_IO_ERROR or what extract_parser_parse_bytes () fails with.
 */
ExtractDocument *train_entry_load_page (const TrainEntry *entry, ExtractParser *parser, GError **error);

/* The two halves of train_entry_load_page (): the bytes of the page, and its blocks. @parser: not read if the
 * entry has its page in itself. Both return what is the
 * caller's, or NULL with @error. */
GBytes *train_entry_load_bytes (const TrainEntry *entry, ExtractParser *parser, GError **error);
ExtractDocument *
train_entry_parse (const TrainEntry *entry, ExtractParser *parser, GBytes *bytes, GError **error);

/* train_labels_load: the regular file @path. Returns: (transfer full) (nullable) */
ExtractAnnotation *train_labels_load (const char *path, GError **error);

/*
 * train_entry_load_labels, train_entry_has_labels:
 * @annotation: (out) (nullable): labels/<id>.labels; NULL if there is no such file
 *
 * Returns: FALSE with @error, "labels/<id>.labels: line 3: sentence", if there is one that cannot be read.
 */
gboolean train_entry_has_labels (const TrainEntry *entry);
gboolean train_entry_load_labels (const TrainEntry *entry, ExtractAnnotation **annotation, GError **error);

/*
 * train_entry_load_truth:
 * @text: (out) (nullable): the reference text, valid UTF-8; NULL if there is none for this page
 *
 * Returns: FALSE with @error if there is one that cannot be read.
 */
gboolean train_entry_load_truth (const TrainEntry *entry, char **text, GError **error);

/*
 * train_text_load: the text file @path, see train_text_decode ().
 * @text: (out) (nullable): NULL if there is no such file
 *
 * Returns: FALSE with @error if it is there but cannot be read.
 */
gboolean train_text_load (const char *path, char **text, GError **error);

G_END_DECLS
