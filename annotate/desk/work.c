/* SPDX-License-Identifier: MIT */
/*
 * The labels of a page are the result of the lines of its journal:
 *
 *   changes   LABEL LABEL NOTE | LABEL          | n_applied: UNDO moves it left, REDO right;
 *                                                 a new change forgets what is on the right
 *
 * Each change keeps the earlier labels, in runs, so that it can be undone at once, however many blocks it
 * has. A change is applied to the page, written to the journal, and undone if that fails.
 */
#include "annotate/desk/work-private.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"

#include "cli/cli.h"

#include <string.h>

/* So many blocks that were alike. */
typedef struct {
  guint n;
  const JournalEntry *entry;
  guint8 class_number;
} Before;

/* A line of the journal that can be undone. */
typedef struct {
  const JournalEntry *entry;
  int place;      /* number of the block that changes, -1 for the page */
  GArray *before; /* (nullable): of Before, from place on; of LABEL */
  char *note;     /* (nullable): the one before; of NOTE */
  gboolean lost;  /* the block is no longer on the page */
} Change;

static void
clear_change (gpointer data)
{
  Change *change = data;
  g_clear_pointer (&change->before, g_array_unref);
  g_free (change->note);
}

gboolean
work_is_judged (const Work *work)
{
  return journal_get_annotator (work->setup.journal) == EXTRACT_ANNOTATOR_JUDGE;
}

/* ---- Blocks and their names --------------------------------------------------------------------- */

static void
describe_block (const Work *work, guint i, JournalBlock *block)
{
  ExtractBlock *source = work_get_block (work, i);
  g_autofree char *fingerprint = extract_block_dup_fingerprint (source);

  block->place = i;
  g_strlcpy (block->fingerprint, fingerprint, sizeof block->fingerprint);
  block->occurrence = extract_block_get_occurrence (source);
}

int
work_find_place (Work *work, const char *fingerprint, guint occurrence)
{
  if (!work->places) {
    work->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < work->n_blocks; i++) {
      JournalBlock block;
      describe_block (work, i, &block);
      g_hash_table_insert (work->places, g_strdup_printf ("%s:%u", block.fingerprint, block.occurrence),
                           GUINT_TO_POINTER (i + 1));
    }
  }
  g_autofree char *key = g_strdup_printf ("%s:%u", fingerprint, occurrence);
  return GPOINTER_TO_INT (g_hash_table_lookup (work->places, key)) - 1;
}

/* Where a block of the journal is now, -1 if it is no longer on the page. */
static int
resolve (Work *work, const JournalBlock *block)
{
  if (block->place < work->n_blocks) {
    JournalBlock here;
    describe_block (work, block->place, &here);
    if (here.occurrence == block->occurrence && strcmp (here.fingerprint, block->fingerprint) == 0)
      return (int) block->place;
  }
  return work_find_place (work, block->fingerprint, block->occurrence);
}

/* ---- Changes ------------------------------------------------------------------------------------ */

static void
work_set_state (Work *work, guint i, guint8 class_number, const JournalEntry *entry)
{
  BlockState *state = &work->states[i];
  int counts = work_counts (work, i);

  if (state->class_number != NO_CLASS) {
    work->n_done -= counts;
    work->n_own -= state->entry->way != JOURNAL_BY_MEMORY;
  }
  state->class_number = class_number;
  state->entry = entry;
  state->touched = TRUE;
  if (class_number != NO_CLASS) {
    work->n_done += counts;
    work->n_own += entry->way != JOURNAL_BY_MEMORY;
  }
}

static void
change_remember (Change *change, const BlockState *state)
{
  Before *last =
      change->before->len > 0 ? &g_array_index (change->before, Before, change->before->len - 1) : NULL;
  if (last && last->entry == state->entry && last->class_number == state->class_number) {
    last->n++;
    return;
  }
  Before before = { 1, state->entry, state->class_number };
  g_array_append_val (change->before, before);
}

static void
apply_label (Work *work, const JournalEntry *entry, Change *change)
{
  int first = resolve (work, &entry->first), last = resolve (work, &entry->last);
  guint n = 0;

  for (guint r = 0; r < entry->runs->len; r++)
    n += g_array_index (entry->runs, JournalRun, r).n;
  change->before = g_array_new (FALSE, FALSE, sizeof (Before));
  change->place = MAX (first, 0);
  /* If all of a range has one class, blocks between have it too; with several classes they do not. */
  gboolean fits = first >= 0 && last >= first && ((guint) (last - first) + 1 == n || entry->runs->len == 1);
  change->lost = !fits;
  if (!fits) {
    work->n_lost += n;
    return;
  }

  guint i = (guint) first;
  for (guint r = 0; r < entry->runs->len; r++) {
    const JournalRun *run = &g_array_index (entry->runs, JournalRun, r);
    gboolean keep = run->class_name && strcmp (run->class_name, JOURNAL_KEEP) == 0;
    int number = run->class_name && !keep ? classes_find (work->setup.classes, run->class_name) : -1;
    guint end = r + 1 == entry->runs->len ? (guint) last + 1 : i + run->n;
    for (; i < end; i++) {
      change_remember (change, &work->states[i]);
      if (!keep)
        work_set_state (work, i, number < 0 ? NO_CLASS : (guint8) number, entry);
    }
  }
}

static void
set_note (Work *work, int place, const char *text)
{
  if (text && *text != '\0')
    g_hash_table_insert (work->notes, GINT_TO_POINTER (place), g_strdup (text));
  else
    g_hash_table_remove (work->notes, GINT_TO_POINTER (place));
}

static void
apply_note (Work *work, const JournalEntry *entry, Change *change)
{
  gboolean of_page = entry->first.fingerprint[0] == '\0';
  change->place = of_page ? -1 : resolve (work, &entry->first);
  change->lost = !of_page && change->place < 0;
  if (change->lost) {
    work->n_lost++;
    return;
  }
  change->note = g_strdup (work_get_note (work, change->place));
  set_note (work, change->place, entry->text);
}

static Change
work_apply (Work *work, const JournalEntry *entry)
{
  Change change = { .entry = entry, .place = -1 };

  if (entry->kind == JOURNAL_LABEL)
    apply_label (work, entry, &change);
  else if (entry->kind == JOURNAL_NOTE)
    apply_note (work, entry, &change);
  else
    work->skipped = !work->skipped;
  return change;
}

/* @kind: of what is taken back */
static void
work_revert (Work *work, JournalKind kind, const Change *change)
{
  if (change->lost)
    return;
  if (kind == JOURNAL_LABEL) {
    guint i = (guint) change->place;
    for (guint b = 0; b < change->before->len; b++) {
      const Before *before = &g_array_index (change->before, Before, b);
      for (guint end = i + before->n; i < end; i++)
        if (work->states[i].entry != before->entry || work->states[i].class_number != before->class_number)
          work_set_state (work, i, before->class_number, before->entry);
    }
  } else if (kind == JOURNAL_NOTE) {
    set_note (work, change->place, change->note);
  } else {
    work->skipped = !work->skipped;
  }
}

static void
work_take_change (Work *work, Change change)
{
  g_array_set_size (work->changes, work->n_applied);
  g_array_append_val (work->changes, change);
  work->n_applied = work->changes->len;
}

static const Change *
work_peek_undo (const Work *work)
{
  return work->n_applied > 0 ? &g_array_index (work->changes, Change, work->n_applied - 1) : NULL;
}

static void
work_step_back (Work *work)
{
  const Change *change = work_peek_undo (work);
  work_revert (work, change->entry->kind, change);
  work->n_applied--;
}

static void
work_step_forward (Work *work)
{
  Change *change = &g_array_index (work->changes, Change, work->n_applied);
  const JournalEntry *entry = change->entry;
  guint n_lost = work->n_lost; /* counted when it was done first */

  clear_change (change);
  *change = work_apply (work, entry);
  work->n_lost = n_lost;
  work->n_applied++;
}

gboolean
work_write (Work *work, JournalEntry *entry, GError **error)
{
  entry->n_done = work->n_done;
  entry->n_all = work->n_all;
  entry->n_notes = g_hash_table_size (work->notes);
  entry->skipped = work->skipped;
  return journal_add (work->setup.journal, entry, error);
}

/* Takes @entry, a change: in the journal and on the page, or in neither. */
static gboolean
work_commit (Work *work, JournalEntry *entry, GError **error)
{
  JournalKind kind = entry->kind;
  guint n_lost = work->n_lost;
  Change change = work_apply (work, entry);

  if (!work_write (work, entry, error)) {
    work_revert (work, kind, &change);
    work->n_lost = n_lost;
    clear_change (&change);
    return FALSE;
  }
  work_take_change (work, change);
  work->unsaved = TRUE;
  return TRUE;
}

void
work_replay (Work *work)
{
  const GPtrArray *entries = journal_get_entries (work->setup.journal, work->entry->id);

  for (guint i = 0; entries && i < entries->len; i++) {
    const JournalEntry *entry = entries->pdata[i];
    switch (entry->kind) {
    case JOURNAL_LABEL:
    case JOURNAL_NOTE:
    case JOURNAL_SKIP:
      work_take_change (work, work_apply (work, entry));
      work->unsaved = TRUE;
      break;
    case JOURNAL_UNDO:
      if (work->n_applied > 0)
        work_step_back (work);
      work->unsaved = TRUE;
      break;
    case JOURNAL_REDO:
      if (work->n_applied < work->changes->len)
        work_step_forward (work);
      work->unsaved = TRUE;
      break;
    case JOURNAL_SAVED:
      work->unsaved = FALSE;
      break;
    default: /* nothing that changes the page */
      break;
    }
  }
}

/* ---- Labels that many blocks get at once --------------------------------------------------------- */

gboolean
work_label_by (Work *work, guint first, guint last, JournalWay way, ChooseClass choose, gpointer data,
               guint *n, GError **error)
{
  g_autoptr (JournalEntry) entry = journal_entry_new (JOURNAL_LABEL, work->entry->id);
  int begin = -1, end = -1;
  guint count = 0;

  for (guint i = first; i <= last; i++) {
    const char *class_name = choose (work, i, data);
    if (g_strcmp0 (class_name, JOURNAL_KEEP) == 0)
      continue;
    if (begin < 0)
      begin = (int) i;
    else if ((guint) end + 1 < i)
      journal_entry_add_run (entry, i - (guint) end - 1, JOURNAL_KEEP);
    journal_entry_add_run (entry, 1, class_name);
    end = (int) i;
    count++;
  }
  if (n)
    *n = count;
  if (count == 0)
    return TRUE;
  entry->way = way;
  describe_block (work, (guint) begin, &entry->first);
  describe_block (work, (guint) end, &entry->last);
  return work_commit (work, g_steal_pointer (&entry), error);
}

/* Whether the decision is one that the annotator has not made for this block. */
static gboolean
work_is_taken_over (const Work *work, guint i)
{
  JournalWay way = work_get_way (work, i);
  return way == JOURNAL_BY_MEMORY || way == JOURNAL_BY_PROPOSAL;
}

/* What a person chooses for what she sees. */
typedef struct {
  const char *class_name; /* (nullable): NULL takes decisions away */
  WorkFilter filter;
} Choice;

static const char *
choose_given (Work *work, guint i, gpointer data)
{
  const Choice *choice = data;
  const LabelClass *decision = work_get_decision (work, i);
  gboolean is_so = g_strcmp0 (choice->class_name, decision ? decision->name : NULL) == 0 &&
                   !work_is_taken_over (work, i); /* which counts for more if it is confirmed */
  if (is_so || !work_counts (work, i) || !work_is_shown (work, i, choice->filter))
    return JOURNAL_KEEP;
  return choice->class_name;
}

static const char *
choose_proposal (Work *work, guint i, gpointer data)
{
  const LabelClass *proposal = work_get_proposal (work, i);
  if (!proposal || !work_is_shown (work, i, WORK_SHOW_UNDECIDED))
    return JOURNAL_KEEP;
  return proposal->name;
}

static const char *
choose_remembered (Work *work, guint i, gpointer data)
{
  if (work->states[i].touched)
    return JOURNAL_KEEP;
  g_autofree char *fingerprint = extract_block_dup_fingerprint (work_get_block (work, i));
  const Remembered *remembered = memory_find (work->setup.memory, fingerprint, work->entry->id);
  return remembered ? remembered->class_name : JOURNAL_KEEP;
}

gboolean
work_label (Work *work, guint first, guint last, WorkFilter filter, int class_number, guint *n,
            GError **error)
{
  g_return_val_if_fail (first <= last && last < work->n_blocks, FALSE);
  Choice choice = { .filter = filter };
  if (class_number >= 0)
    choice.class_name = classes_get (work->setup.classes, (guint) class_number)->name;
  return work_label_by (work, first, last, JOURNAL_BY_KEY, choose_given, &choice, n, error);
}

gboolean
work_accept (Work *work, guint first, guint last, guint *n, GError **error)
{
  g_return_val_if_fail (first <= last && last < work->n_blocks, FALSE);
  return work_label_by (work, first, last, JOURNAL_BY_PROPOSAL, choose_proposal, NULL, n, error);
}

/* ---- Opening ------------------------------------------------------------------------------------- */

/* What the network makes of each element. A class that it has and the set has not is what it is like. */
static void
propose_elements (Work *work)
{
  const ElementNetwork *network = work->setup.network;
  const guint n = element_network_get_n_classes (network);

  const ElementPage *page = work->entry->elements;
  const GPtrArray *elements = page->elements;
  g_autofree guint *found = g_new (guint, (gsize) elements->len + 1);

  work->proposals = g_new (guint8, (gsize) work->n_blocks + 1);
  work->probabilities = g_new (float, (gsize) elements->len *n + 1);
  element_network_tell (network, elements, work->probabilities, found);
  for (guint i = 0; i < work->n_blocks; i++) {
    const int there = classes_find (work->setup.classes, element_network_get_class_name (network, found[i]));

    work->proposals[i] = (guint8) (there >= 0 ? there : (int) element_network_get_like (network, found[i]));
  }
}

/* A model that tells classes proposes them; other models propose content and boilerplate. */
static void
propose_classes (Work *work)
{
  if (work->n_blocks == 0 || !extract_block_get_class (extract_document_get_block (work->scored, 0)))
    return;
  work->proposals = g_new (guint8, work->n_blocks);
  for (guint i = 0; i < work->n_blocks; i++) {
    ExtractBlock *block = extract_document_get_block (work->scored, i);
    const int there = classes_find (work->setup.classes, extract_block_get_class (block));
    const gboolean good = extract_block_get_label (block) == EXTRACT_LABEL_GOOD;

    work->proposals[i] = (guint8) (there >= 0 ? there : good ? CLASSES_CONTENT : CLASSES_BOILERPLATE);
  }
}

gboolean
work_propose (Work *work, ExtractClassifier *classifier, ExtractModel *described, GError **error)
{
  work->setup.classifier = classifier;
  work->setup.described = described;
  g_clear_pointer (&work->scored, extract_document_unref);
  g_clear_pointer (&work->features, extract_document_unref);
  if (!work->probabilities) /* those of elements stay */
    g_clear_pointer (&work->proposals, g_free);
  if (!classifier)
    return TRUE;
  g_autoptr (ExtractDocument) copy = extract_document_copy (work->document);
  if (!extract_classifier_label (classifier, copy, error))
    return FALSE;
  work->scored = g_steal_pointer (&copy);
  propose_classes (work);
  return TRUE;
}

/* Labelling keeps no features: these are for the document that is not labelled. */
static gboolean
work_find_links (Work *work, GError **error)
{
  const ExtractFeatureSet *set = extract_feature_set_find ("classic");
  while (strcmp (extract_feature_set_get_feature (set, work->link_density)->name, "link-density") != 0)
    work->link_density++;
  return extract_features_compute (work->document, set, NULL, error);
}

Work *
work_open (const WorkSetup *setup, const TrainEntry *entry, GError **error)
{
  g_autoptr (Work) work = g_new0 (Work, 1);
  work->setup = *setup;
  work->entry = entry;
  work->changes = g_array_new (FALSE, FALSE, sizeof (Change));
  g_array_set_clear_func (work->changes, clear_change);
  work->notes = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  work->document = train_entry_load_page (entry, setup->parser, error);
  if (!work->document)
    return NULL;
  work->n_blocks = extract_document_get_n_blocks (work->document);
  work->n_all = work->n_blocks;
  work->states = g_new0 (BlockState, (gsize) work->n_blocks + 1);
  for (guint i = 0; i < work->n_blocks; i++)
    work->states[i].class_number = NO_CLASS;

  if (setup->network && entry->elements)
    propose_elements (work);
  if (!work_find_links (work, error) || !work_propose (work, setup->classifier, setup->described, error) ||
      !work_read_labels (work, error))
    return NULL;
  if (setup->memory && !work_is_judged (work) && work->n_blocks > 0 &&
      !work_label_by (work, 0, work->n_blocks - 1, JOURNAL_BY_MEMORY, choose_remembered, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&work);
}

void
work_free (Work *work)
{
  if (!work)
    return;
  g_clear_pointer (&work->document, extract_document_unref);
  g_clear_pointer (&work->scored, extract_document_unref);
  g_clear_pointer (&work->features, extract_document_unref);
  g_free (work->proposals);
  g_free (work->probabilities);
  g_clear_pointer (&work->places, g_hash_table_unref);
  g_hash_table_unref (work->notes);
  g_array_unref (work->changes);
  for (guint i = 0; work->conflicts && i < work->n_blocks; i++)
    g_free (work->conflicts[i]);
  g_free (work->conflicts);
  g_free (work->states);
  g_free (work);
}

/* ---- Other changes ------------------------------------------------------------------------------- */

gboolean
work_note (Work *work, int i, const char *text, GError **error)
{
  g_autoptr (JournalEntry) entry = journal_entry_new (JOURNAL_NOTE, work->entry->id);
  const char *old = work_get_note (work, i);

  entry->text = cli_escape (text);
  if (strcmp (entry->text, old ? old : "") == 0)
    return TRUE;
  if (i >= 0)
    describe_block (work, (guint) i, &entry->first);
  return work_commit (work, g_steal_pointer (&entry), error);
}

gboolean
work_skip (Work *work, gboolean on, GError **error)
{
  return work->skipped == on || work_commit (work, journal_entry_new (JOURNAL_SKIP, work->entry->id), error);
}

gboolean
work_undo (Work *work, gboolean *any, int *i, GError **error)
{
  const Change *change = work_peek_undo (work);

  *any = change != NULL;
  *i = change ? change->place : -1;
  if (!change)
    return TRUE;
  work_step_back (work);
  if (!work_write (work, journal_entry_new (JOURNAL_UNDO, work->entry->id), error)) {
    work_step_forward (work);
    return FALSE;
  }
  work->unsaved = TRUE;
  return TRUE;
}

gboolean
work_redo (Work *work, gboolean *any, int *i, GError **error)
{
  *any = work->n_applied < work->changes->len;
  *i = -1;
  if (!*any)
    return TRUE;
  work_step_forward (work);
  *i = work_peek_undo (work)->place;
  if (!work_write (work, journal_entry_new (JOURNAL_REDO, work->entry->id), error)) {
    work_step_back (work);
    return FALSE;
  }
  work->unsaved = TRUE;
  return TRUE;
}

gboolean
work_leave (Work *work, guint i, GError **error)
{
  const JournalEntry *last = journal_get_last (work->setup.journal);
  gboolean known = last && strcmp (last->page, work->entry->id) == 0 && i == work_get_place (work);
  if (work->n_blocks == 0 || known)
    return TRUE;
  JournalEntry *entry = journal_entry_new (JOURNAL_AT, work->entry->id);
  describe_block (work, i, &entry->first);
  return work_write (work, entry, error);
}

guint
work_get_place (const Work *work)
{
  const GPtrArray *entries = journal_get_entries (work->setup.journal, work->entry->id);

  for (guint i = entries ? entries->len : 0; i-- > 0;) {
    const JournalEntry *entry = entries->pdata[i];
    guint place;
    if (entry->kind == JOURNAL_LABEL && entry->way != JOURNAL_BY_MEMORY && entry->way != JOURNAL_BY_FILE)
      place = entry->last.place + 1;
    else if (entry->kind == JOURNAL_AT || (entry->kind == JOURNAL_NOTE && entry->first.fingerprint[0]))
      place = entry->first.place;
    else
      continue;
    return work->n_blocks > 0 ? MIN (place, work->n_blocks - 1) : 0;
  }
  return 0;
}
