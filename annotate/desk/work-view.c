/* SPDX-License-Identifier: MIT */
/* What is there to see of a page that is open: its blocks, what is known and decided of each, and which are
 * found. It changes nothing. */
#include "annotate/desk/work-private.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"
#include "libextract/page/page.h"

#include <math.h>
#include <string.h>

/* ---- Blocks ------------------------------------------------------------------------------------ */

const TrainEntry *
work_get_entry (const Work *work)
{
  return work->entry;
}

ExtractDocument *
work_get_document (const Work *work)
{
  return work->scored ? work->scored : work->document;
}

guint
work_get_n_blocks (const Work *work)
{
  return work->n_blocks;
}

ExtractBlock *
work_get_block (const Work *work, guint i)
{
  return extract_document_get_block (work_get_document (work), i);
}

WorkState
work_get_state (const Work *work, guint i)
{
  if (work->states[i].class_number != NO_CLASS)
    return WORK_DECIDED;
  return work->scored || work->proposals ? WORK_PROPOSED : WORK_NOTHING;
}

const LabelClass *
work_get_decision (const Work *work, guint i)
{
  guint8 number = work->states[i].class_number;
  return number != NO_CLASS ? classes_get (work->setup.classes, number) : NULL;
}

const LabelClass *
work_get_proposal (const Work *work, guint i)
{
  if (work->proposals)
    return classes_get (work->setup.classes, work->proposals[i]);
  if (!work->scored)
    return NULL;
  gboolean good = extract_block_get_label (work_get_block (work, i)) == EXTRACT_LABEL_GOOD;
  return classes_get (work->setup.classes, good ? CLASSES_CONTENT : CLASSES_BOILERPLATE);
}

JournalWay
work_get_way (const Work *work, guint i)
{
  return work->states[i].class_number != NO_CLASS ? work->states[i].entry->way : JOURNAL_BY_KEY;
}

const char *
work_get_origin (const Work *work, guint i)
{
  if (!work->setup.memory || work_get_way (work, i) != JOURNAL_BY_MEMORY)
    return NULL;
  g_autofree char *fingerprint = extract_block_dup_fingerprint (work_get_block (work, i));
  const Remembered *remembered = memory_find (work->setup.memory, fingerprint, work->entry->id);
  return remembered ? remembered->page : NULL;
}

const Element *
work_get_element (const Work *work, guint i)
{
  const ElementPage *page = work->entry->elements;
  return page ? page->elements->pdata[i] : NULL;
}

const float *
work_get_probabilities (const Work *work, guint i)
{
  return work->probabilities
             ? work->probabilities + (gsize) i * element_network_get_n_classes (work->setup.network)
             : NULL;
}

/* Of the element's likeliest class. */
static double
get_most (const Work *work, guint i)
{
  const float *probabilities = work_get_probabilities (work, i);
  double most = 0;

  for (guint c = 0; c < element_network_get_n_classes (work->setup.network); c++)
    most = MAX (most, probabilities[c]);
  return most;
}

double
work_get_score (const Work *work, guint i)
{
  if (work->probabilities)
    return get_most (work, i);
  return work->scored ? extract_block_get_score (work_get_block (work, i)) : NAN;
}

gboolean
work_is_link (const Work *work, guint i)
{
  gsize n;
  return extract_block_get_features (extract_document_get_block (work->document, i), &n)[work->link_density] >
         0.5f;
}

const float *
work_get_features (Work *work, guint i, const ExtractFeatureSet **set)
{
  ExtractModel *model = work->setup.described;
  gsize n;

  *set = model ? extract_model_get_feature_set (model) : extract_feature_set_find ("classic");
  if (!work->features) {
    g_autoptr (ExtractDocument) copy = extract_document_copy (work->document);
    if (!extract_features_compute (copy, *set, model ? extract_model_get_parts (model)->tables : NULL, NULL))
      return NULL;
    work->features = g_steal_pointer (&copy);
  }
  return extract_block_get_features (extract_document_get_block (work->features, i), &n);
}

const char *
work_get_note (const Work *work, int i)
{
  return g_hash_table_lookup (work->notes, GINT_TO_POINTER (i));
}

const char *
work_get_conflict (const Work *work, guint i)
{
  return work->conflicts ? work->conflicts[i] : NULL;
}

gboolean
work_is_skipped (const Work *work)
{
  return work->skipped;
}

gboolean
work_counts (const Work *work, guint i)
{
  return !work->conflicts || work->conflicts[i];
}

gboolean
work_is_shown (const Work *work, guint i, WorkFilter filter)
{
  const LabelClass *decision = work_get_decision (work, i), *proposal;

  switch (filter) {
  case WORK_SHOW_UNDECIDED:
    return !decision && work_counts (work, i);
  case WORK_SHOW_DISAGREEMENTS:
    if (work->conflicts)
      return work->conflicts[i] != NULL;
    proposal = decision ? work_get_proposal (work, i) : NULL;
    if (work->proposals)
      return proposal && decision != proposal;
    return proposal && decision->is_content != proposal->is_content;
  default:
    return TRUE;
  }
}

guint
work_get_n_done (const Work *work)
{
  return work->n_done;
}

guint
work_get_n_all (const Work *work)
{
  return work->n_all;
}

guint
work_get_n_lost (const Work *work)
{
  return work->n_lost;
}

const char *
work_filter_get_name (WorkFilter filter)
{
  static const char *const names[] = {
    [WORK_SHOW_ALL] = "all",
    [WORK_SHOW_UNDECIDED] = "undecided",
    [WORK_SHOW_DISAGREEMENTS] = "disagreements",
  };
  g_return_val_if_fail ((guint) filter < G_N_ELEMENTS (names), NULL);
  return names[filter];
}

/* ---- Finding ----------------------------------------------------------------------------------- */

int
work_find_next (const Work *work, int i, int step, WorkFilter filter)
{
  for (i += step; i >= 0 && i < (int) work->n_blocks; i += step)
    if (work_is_shown (work, (guint) i, filter))
      return i;
  return -1;
}

/* What is searched for, in lower case, and the bytes with which it can begin: texts are skipped through by
 * these. */
typedef struct {
  char *text;
  char first[3];
} Needle;

static Needle
needle_new (const char *text)
{
  Needle needle = { .text = g_utf8_strdown (text, -1) };
  g_autofree char *upper = g_utf8_strup (text, -1);
  needle.first[0] = needle.text[0];
  needle.first[1] = upper[0];
  return needle;
}

/* Whether @text begins with what is searched for, small and capital letters alike. */
static gboolean
begins_with (const char *text, const char *needle)
{
  for (; *needle != '\0'; needle = g_utf8_next_char (needle), text = g_utf8_next_char (text))
    if (*text == '\0' || g_unichar_tolower (g_utf8_get_char (text)) != g_utf8_get_char (needle))
      return FALSE;
  return TRUE;
}

static gboolean
block_has (const Work *work, guint i, const Needle *needle)
{
  const Element *element = work_get_element (work, i);
  ExtractBlock *block = work_get_block (work, i);
  const LabelClass *decision = work_get_decision (work, i);

  if (strcmp (element ? element->tag : extract_block_get_tag (block), needle->text) == 0 ||
      (decision && strcmp (decision->name, needle->text) == 0))
    return TRUE;
  for (const char *text = extract_block_get_text (block); (text = strpbrk (text, needle->first)); text++)
    if (begins_with (text, needle->text))
      return TRUE;
  return FALSE;
}

int
work_find_text (const Work *work, int i, int step, WorkFilter filter, const char *text)
{
  Needle needle = needle_new (text);
  while ((i = work_find_next (work, i, step, filter)) >= 0)
    if (block_has (work, (guint) i, &needle))
      break;
  g_free (needle.text);
  return i;
}

/* Whether the block lies in the element, or is its own text. */
static gboolean
is_inside (const Work *work, guint i, const char *element)
{
  g_autofree char *path = extract_block_dup_path (work_get_block (work, i));
  gsize length = strlen (element);
  return strncmp (path, element, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* The blocks of an element follow each other, so that its first (@step -1) or last one is found by doubling
 * the steps from @i, and then by halving them. */
static guint
find_edge (const Work *work, guint i, int step, const char *element)
{
  gint64 inside = i, stride = 1;

  while (stride > 0) {
    gint64 next = inside + step * stride;
    if (next >= 0 && next < work->n_blocks && is_inside (work, (guint) next, element)) {
      inside = next;
      stride *= 2;
    } else {
      stride /= 2;
    }
  }
  return (guint) inside;
}

void
work_find_parent (const Work *work, guint i, guint level, guint *first, guint *last)
{
  g_autofree char *element = extract_block_dup_path (work_get_block (work, i));
  for (char *slash; level > 0 && (slash = strrchr (element, '/')) && slash > element; level--)
    *slash = '\0';

  *first = find_edge (work, i, -1, element);
  *last = find_edge (work, i, 1, element);
}
