/* SPDX-License-Identifier: MIT */
/*
 * One page on the desk.
 *
 *   page of the set ─> blocks ─> scores of a model ─> proposals ─┐
 *   journal of the annotator ─> replayed ─> decisions ───────────┼─> what a block shows
 *   labels/<id>.labels ─> labels of others, conflicts ───────────┘
 *
 * A change goes to the journal first, then to the block. Undo and redo walk through the lines of the page.
 * The labels file is written by work_save (): rows of other annotators stay as they are.
 */
#pragma once

#include "annotate/record/classes.h"
#include "annotate/record/journal.h"
#include "annotate/record/memory.h"

#include "element/network.h"
#include "train/data/dataset.h"

G_BEGIN_DECLS

typedef enum {
  WORK_NOTHING,  /* nobody has said anything */
  WORK_PROPOSED, /* a model proposes a class */
  WORK_DECIDED,  /* the annotator decided, here or about the same text before, see work_get_way () */
} WorkState;

/* Which blocks are shown. */
typedef enum {
  WORK_SHOW_ALL,
  WORK_SHOW_UNDECIDED,
  WORK_SHOW_DISAGREEMENTS, /* person and model differ; for a judge: people differ */
  WORK_N_FILTERS
} WorkFilter;

/* work_filter_get_name: "all", "undecided", "disagreements" */
const char *work_filter_get_name (WorkFilter filter);

/* What pages share. All of it outlives the work. */
typedef struct {
  const TrainDataset *set;
  ExtractParser *parser;
  Classes *classes;
  Journal *journal;
  Memory *memory;                /* (nullable): NULL to remember nothing */
  ExtractClassifier *classifier; /* (nullable): NULL for no proposals */
  const char *model;             /* (nullable): identifies the model, for example its checksum */
  ExtractModel *described; /* (nullable): the model, whose features of a block are shown; NULL for a method */
  const ElementNetwork
      *network; /* (nullable): that proposes classes of elements, if the set is one of them */
} WorkSetup;

typedef struct _Work Work;

/* work_open: Returns: (transfer full) (nullable): the page @entry as the annotator left it. */
Work *work_open (const WorkSetup *setup, const TrainEntry *entry, GError **error);
void work_free (Work *work);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Work, work_free)

/* work_propose: proposals of another model from now on.
 * @classifier: (nullable) @described: (nullable): see WorkSetup */
gboolean work_propose (Work *work, ExtractClassifier *classifier, ExtractModel *described, GError **error);

/* ---- What is there. Blocks are counted from 0. -------------------------------------------------- */

const TrainEntry *work_get_entry (const Work *work);
ExtractDocument *work_get_document (const Work *work);
guint work_get_n_blocks (const Work *work);
ExtractBlock *work_get_block (const Work *work, guint i);

WorkState work_get_state (const Work *work, guint i);
/* work_get_decision, work_get_proposal: Returns: (nullable) */
const LabelClass *work_get_decision (const Work *work, guint i);
const LabelClass *work_get_proposal (const Work *work, guint i);
/* work_get_way: how it was decided. */
JournalWay work_get_way (const Work *work, guint i);
/* work_get_origin: Returns: (nullable): the page from which memory has the decision. */
const char *work_get_origin (const Work *work, guint i);
/* work_get_score: of the model, 0..1; NAN without one. */
double work_get_score (const Work *work, guint i);
/* work_get_element: Returns: (nullable): the element that block @i stands for; NULL if the page is no page of
 * elements */
const Element *work_get_element (const Work *work, guint i);
/* work_get_probabilities: Returns: (nullable): of all classes of the network of the setup, for element @i */
const float *work_get_probabilities (const Work *work, guint i);
/* work_is_link: whether most of the block is inside links. */
gboolean work_is_link (const Work *work, guint i);
/* work_get_features: what the model sees of block @i, or, without a model, the set "classic"; computed when
 * it is asked for first. Returns: (transfer none) (nullable) (array): the values of @set; NULL if there is
 * not enough memory. @set: (out) */
const float *work_get_features (Work *work, guint i, const ExtractFeatureSet **set);
/* work_get_note: Returns: (nullable) @i: -1 for the note on the page */
const char *work_get_note (const Work *work, int i);
/* work_get_conflict: Returns: (nullable): "jan: content, eva: boilerplate", if other people contradict each
 * other about the block. */
const char *work_get_conflict (const Work *work, guint i);
gboolean work_is_skipped (const Work *work);
/* work_counts: whether the block has to be decided: all of them; of a judge, those with a conflict. */
gboolean work_counts (const Work *work, guint i);
gboolean work_is_shown (const Work *work, guint i, WorkFilter filter);
/* work_get_n_done: of the work_get_n_all () blocks that count, how many are decided. */
guint work_get_n_done (const Work *work);
guint work_get_n_all (const Work *work);
/* work_get_n_lost: decisions of the journal whose blocks are no longer on the page. */
guint work_get_n_lost (const Work *work);

/* work_find_next: Returns: the next block after @i (before it, if @step is -1) that is shown by @filter, -1
 * if there is none. @i: may be -1, or the number of blocks */
int work_find_next (const Work *work, int i, int step, WorkFilter filter);
/* work_find_text: the same of blocks that contain @text, or whose class or tag it is; small and capital
 * letters are alike. */
int work_find_text (const Work *work, int i, int step, WorkFilter filter, const char *text);
/* work_find_parent: the blocks around @i that lie in the @level-th element above that of @i (1: its parent).
 */
void work_find_parent (const Work *work, guint i, guint level, guint *first, guint *last);

/* ---- Changes: on the disk when they return. FALSE with an error, and nothing changed, if it failed. ------
 */

/* work_label: those of the blocks @first .. @last that @filter shows.
 * @class_number: -1 takes their decisions away
 * @n: (out) (nullable): how many there were */
gboolean work_label (Work *work, guint first, guint last, WorkFilter filter, int class_number, guint *n,
                     GError **error);
/* work_accept: the proposals for the undecided blocks of @first .. @last. @n: (out): how many there were */
gboolean work_accept (Work *work, guint first, guint last, guint *n, GError **error);
/* work_note: @i: -1 for the page; @text: "" takes the note away */
gboolean work_note (Work *work, int i, const char *text, GError **error);
gboolean work_skip (Work *work, gboolean on, GError **error);
/* work_undo, work_redo: @i: (out): the block where something changed, -1 for the page
 * @any: (out): FALSE if there was nothing to undo */
gboolean work_undo (Work *work, gboolean *any, int *i, GError **error);
gboolean work_redo (Work *work, gboolean *any, int *i, GError **error);
/* work_leave: notes that the annotator was at block @i, to go on there. */
gboolean work_leave (Work *work, guint i, GError **error);
/* work_get_place: where the annotator was last, 0 at first. */
guint work_get_place (const Work *work);

/* work_save: writes labels/<id>.labels, if there is anything to be saved. */
gboolean work_save (Work *work, GError **error);

G_END_DECLS
