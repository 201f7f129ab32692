/* SPDX-License-Identifier: MIT */
/*
 * Writing a set (texttractor-dataset(5)). Each file appears complete or not at all, those of a page before
 * its line in the index: after an interruption, the set has the pages finished so far.
 */
#pragma once

#include "libextract/source/source.h"

G_BEGIN_DECLS

/* A page on its way into a set. All texts are valid UTF-8; what is not known is NULL. */
typedef struct {
  char *name;       /* what its id is made of */
  char *place;      /* the file or URL that it is read from; also its name in messages */
  char *text_place; /* (nullable): the file from which its reference is made */
  gboolean named;   /* by who asks for it, so that @place may be a pipe */
  GBytes *bytes;    /* when it was read */
  GBytes *packed;   /* the same, compressed; when it was read */

  char *url;
  char *site;
  char *lang;
  char *type;
  char *title;
  char *charset;
  char *split;
  char **with;
  char **without;
  char *truth;  /* the reference text */
  char *labels; /* "tag TAB text" for each annotated text node */

  ExtractSource *archive; /* in place of the bytes, until its pages are read from it; owned */
} TrainSetPage;

/* Takes no argument: the strings are taken over as they are set. */
TrainSetPage *train_set_page_new (const char *name, const char *place);
void train_set_page_free (TrainSetPage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainSetPage, train_set_page_free)

typedef struct _TrainSetWriter TrainSetWriter;

/* train_set_writer_guard: says that the files of the set @path are going to be written, see cli_guard_output
 * (). */
gboolean train_set_writer_guard (const char *path, GError **error);

/*
 * train_set_writer_new: begins the set in the folder @path. Lines of an index that is there are kept as they
 * are. Returns: (transfer full) (nullable): NULL with an error, which names the place, if there is a set and
 * not
 * @append, or if it is damaged.
 */
TrainSetWriter *train_set_writer_new (const char *path, gboolean append, GError **error);
void train_set_writer_free (TrainSetWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainSetWriter, train_set_writer_free)

/* train_set_writer_has_url: whether a page of @url was in the set before. A page counts once. */
gboolean train_set_writer_has_url (TrainSetWriter *writer, const char *url);

typedef enum {
  TRAIN_SET_FAILED, /* with an error, which names the place */
  TRAIN_SET_ADDED,
  TRAIN_SET_THERE,   /* a page of the same name and bytes was in the set before */
  TRAIN_SET_REFUSED, /* a file that the index does not name stands in its place; the error names that file */
} TrainSetOutcome;

/*
 * train_set_writer_add: writes a page, whose bytes are set. Its id is made of its name: other characters than
 * letters, digits and _ become a hyphen (letters lose their accents), and -2, -3 … follows if the id is
 * taken. Existing files are never replaced: those of an interrupted import have the same bytes already, and
 * others are not ours.
 */
TrainSetOutcome train_set_writer_add (TrainSetWriter *writer, const TrainSetPage *page, GError **error);

/* train_set_writer_commit: writes the index, sorted by id. May be called again. The error names the place. */
gboolean train_set_writer_commit (TrainSetWriter *writer, GError **error);

guint train_set_writer_get_n_pages (const TrainSetWriter *writer);

/* train_set_writer_add_readme: writes README.md if there is none. The error names the place.
 * @origin: "Imported by ...", a sentence
 */
gboolean train_set_writer_add_readme (TrainSetWriter *writer, const char *origin, GError **error);

/* train_set_id_from_name: Returns: (transfer full) */
char *train_set_id_from_name (const char *name);

G_END_DECLS
