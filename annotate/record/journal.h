/* SPDX-License-Identifier: MIT */
/*
 * Every decision of one person in one set, a line each, on the disk before it is on the screen.
 *
 *   SET/labels/person-jan.journal          (judge-jan.journal for decisions as a judge)
 *
 * Lines are only added, even for an undo: the lines of a page give its state. Each line begins with a
 * checksum, so that an incomplete one (kill -9, a full disk, a power failure) is recognised; it can only be
 * the last, of a decision that was never shown, and is removed.
 *
 * One program at a time writes a journal (a lock); any number may read it. Each annotator has a journal.
 */
#pragma once

#include <libextract/extract.h>

G_BEGIN_DECLS

/* What a line says. */
typedef enum {
  JOURNAL_LABEL, /* blocks get classes, or lose them */
  JOURNAL_NOTE,  /* on a block, or on the page */
  JOURNAL_SKIP,  /* the page is skipped, or no longer is */
  JOURNAL_UNDO,  /* undoes the last of the three above on this page */
  JOURNAL_REDO,  /* redoes the last that was undone on this page */
  JOURNAL_AT,    /* the annotator was here; cannot be undone */
  JOURNAL_SAVED, /* labels/<id>.labels has everything up to here */
  JOURNAL_N_KINDS
} JournalKind;

/* How a block got its class. */
typedef enum {
  JOURNAL_BY_KEY,      /* the annotator chose it */
  JOURNAL_BY_PROPOSAL, /* the annotator accepted what the model proposed */
  JOURNAL_BY_MEMORY,   /* the annotator decided about this text before, on another page */
  JOURNAL_BY_FILE,     /* the labels file had it, from this person */
  JOURNAL_N_WAYS
} JournalWay;

/* In place of a class: the block stays as it is. */
#define JOURNAL_KEEP "="

/* So many blocks in a row that get the same. */
typedef struct {
  guint n;
  const char *class_name; /* (nullable): interned; NULL takes the label away; or JOURNAL_KEEP */
} JournalRun;

/* A block, so that it is found again if pages are cut into blocks in another way. */
typedef struct {
  guint place; /* from 0 */
  char fingerprint[33];
  guint occurrence;
} JournalBlock;

typedef struct {
  JournalKind kind;
  JournalWay way;     /* of LABEL */
  char *when;         /* "2026-01-31T12:00:00Z" */
  char *page;         /* id */
  JournalBlock first; /* of LABEL, NOTE, AT; the fingerprint is "" for a note on the page */
  JournalBlock last;  /* of LABEL: the last block that the runs reach */
  GArray *runs;       /* (nullable): of JournalRun, of LABEL */
  char *text;         /* (nullable): of NOTE (without control characters, "" takes it away) */
  guint n_done;       /* of the page, after this: blocks that are decided */
  guint n_all;        /* blocks that count */
  guint n_notes;
  gboolean skipped;
} JournalEntry;

JournalEntry *journal_entry_new (JournalKind kind, const char *page);
void journal_entry_add_run (JournalEntry *entry, guint n, const char *class_name);
void journal_entry_free (JournalEntry *entry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (JournalEntry, journal_entry_free)

typedef struct _Journal Journal;

/*
 * journal_open: the journal of @who in the set at @path, made if there is none, read and locked. Fails with
 * G_IO_ERROR_BUSY if another program has it open ("jan is labelling this set already, in another program"),
 * and with a sentence about the line if one is damaged that is not the last.
 * @annotator: a person or a judge
 * Returns: (transfer full) (nullable)
 */
Journal *journal_open (const char *path, ExtractAnnotator annotator, const char *who, GError **error);
/* journal_read: the same without a lock, to look at. An empty one if there is none. */
Journal *journal_read (const char *path, ExtractAnnotator annotator, const char *who, GError **error);
void journal_free (Journal *journal);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Journal, journal_free)

/* journal_list: Returns: (transfer full): everyone of @annotator who has a journal in the set, sorted. */
char **journal_list (const char *path, ExtractAnnotator annotator);

/*
 * journal_add: takes @entry, sets its time, and writes it to the disk (fsync) before it returns. If that
 * fails nothing is added, what was written of the line is cut off, and @entry is freed; it may be tried
 * again.
 */
gboolean journal_add (Journal *journal, JournalEntry *entry, GError **error);

ExtractAnnotator journal_get_annotator (const Journal *journal);
const char *journal_get_who (const Journal *journal);
/* journal_get_entries: Returns: (transfer none) (nullable): all of a page, in their order. */
const GPtrArray *journal_get_entries (const Journal *journal, const char *page);
/* journal_get_all: Returns: (transfer none): of all pages, in their order. */
const GPtrArray *journal_get_all (const Journal *journal);
/* journal_get_last: Returns: (transfer none) (nullable): the last of all that is not SAVED. */
const JournalEntry *journal_get_last (const Journal *journal);
/* journal_get_pages: Returns: (transfer container): ids of all pages that it speaks of. */
GPtrArray *journal_get_pages (const Journal *journal);
/* journal_get_n_torn: bytes of a torn line that was cut off when it was opened. */
gsize journal_get_n_torn (const Journal *journal);

G_END_DECLS
