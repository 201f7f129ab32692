/* SPDX-License-Identifier: MIT */
/*
 * The labels that people and models gave to the blocks of a page.
 *
 *   blocks: (fingerprint, occurrence) -> rows     a balanced tree: a hash table could be made slow by a file
 *
 * A block has one row by each annotator (source, who), the latest; or two, if they have the same time and
 * different classes, as in a file merged by hand.
 */
#include "libextract/page/annotation.h"

#include <math.h>
#include <string.h>

#define MAX_PLACE 99999999
#define MAX_ROWS 64    /* of a block */
#define MAX_EXCERPT 60 /* characters */
#define MAX_WHO 64     /* the same */

struct _ExtractAnnotation {
  gatomicrefcount ref_count;
  GTree *blocks; /* ExtractBlockKey -> GPtrArray of ExtractLabelRow, owned, never empty */
  gsize n_rows;
};

G_DEFINE_BOXED_TYPE (ExtractAnnotation, extract_annotation, extract_annotation_ref, extract_annotation_unref)

/* ---- Annotators and classes ------------------------------------------------------------------------ */

static const char *const annotator_nicks[] = {
  [EXTRACT_ANNOTATOR_MODEL] = "model",
  [EXTRACT_ANNOTATOR_PERSON] = "person",
  [EXTRACT_ANNOTATOR_JUDGE] = "judge",
};

const char *
extract_annotator_get_nick (ExtractAnnotator annotator)
{
  g_return_val_if_fail ((guint) annotator < G_N_ELEMENTS (annotator_nicks), NULL);
  return annotator_nicks[annotator];
}

static const char *const how_nicks[] = {
  [EXTRACT_HOW_UNKNOWN] = "-",
  [EXTRACT_HOW_CHOSEN] = "chosen",
  [EXTRACT_HOW_ACCEPTED] = "accepted",
  [EXTRACT_HOW_REMEMBERED] = "remembered",
};

const char *
extract_how_get_nick (ExtractHow how)
{
  g_return_val_if_fail ((guint) how < G_N_ELEMENTS (how_nicks), NULL);
  return how_nicks[how];
}

gboolean
extract_class_name_is_valid (const char *class_name)
{
  g_return_val_if_fail (class_name != NULL, FALSE);

  gsize length = strspn (class_name, "abcdefghijklmnopqrstuvwxyz0123456789-");
  return g_ascii_islower (class_name[0]) && class_name[length] == '\0' && length <= EXTRACT_MAX_CLASS;
}

gboolean
extract_class_name_is_content (const char *class_name)
{
  g_return_val_if_fail (class_name != NULL, FALSE);

  static const char *const classes[] = { "content", "heading", NULL };
  return g_strv_contains (classes, class_name);
}

/* ---- What a row may hold ---------------------------------------------------------------------- */

gboolean
extract_label_refuse (GError **error, const char *sentence, ...)
{
  va_list args;

  va_start (args, sentence);
  if (error != NULL)
    *error = g_error_new_valist (EXTRACT_ERROR, EXTRACT_ERROR_ANNOTATION, sentence, args);
  va_end (args);
  return FALSE;
}

/* Nothing that could break a line or play with a terminal; bidirectional marks could show a name as another.
 */
gboolean
extract_label_is_plain (gunichar c)
{
  switch (g_unichar_type (c)) {
  case G_UNICODE_CONTROL:
  case G_UNICODE_FORMAT:
  case G_UNICODE_LINE_SEPARATOR:
  case G_UNICODE_PARAGRAPH_SEPARATOR:
    return FALSE;
  default:
    return TRUE;
  }
}

gboolean
extract_label_is_plain_text (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!extract_label_is_plain (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}

gboolean
extract_label_check_class (const char *class_name, GError **error)
{
  if (!extract_class_name_is_valid (class_name))
    return extract_label_refuse (error, "a class is a-z, then a-z, 0-9 and -, %d characters at most",
                                 EXTRACT_MAX_CLASS);
  return TRUE;
}

gboolean
extract_label_check_who (const char *who, GError **error)
{
  gboolean good = g_utf8_validate (who, -1, NULL) && *who != '\0' && g_utf8_strlen (who, -1) <= MAX_WHO &&
                  extract_label_is_plain_text (who);
  if (!good || g_unichar_isspace (g_utf8_get_char (who)) ||
      g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (who + strlen (who)))))
    return extract_label_refuse (
        error, "who gave a label is 1 to %d characters, no control characters, no white space at the ends",
        MAX_WHO);
  return TRUE;
}

/* "2026-01-31T12:00:00Z": later times are greater as strings, too. */
gboolean
extract_label_check_when (const char *when, GError **error)
{
  static const char pattern[] = "0000-00-00T00:00:00Z";
  gboolean good = strlen (when) == strlen (pattern);

  for (guint i = 0; good && pattern[i] != '\0'; i++)
    good = pattern[i] == '0' ? g_ascii_isdigit (when[i]) : when[i] == pattern[i];
  if (good) {
    g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
    g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (when, utc);
    good = time != NULL;
  }
  if (!good)
    return extract_label_refuse (error, "a time is written as 2026-01-31T12:00:00Z");
  return TRUE;
}

/* Four decimals. */
const char *
extract_label_score_to_text (double score, char text[G_ASCII_DTOSTR_BUF_SIZE])
{
  if (isnan (score))
    return "-";
  return g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.4f", score);
}

/* ---- Rows ------------------------------------------------------------------------------------- */

static void
row_free (gpointer data)
{
  ExtractLabelRow *row = data;
  g_free (row->class_name);
  g_free (row->who);
  g_free (row->when);
  g_free (row->excerpt);
  g_free (row);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractLabelRow, row_free)

/* All arguments are checked; copies them. */
ExtractLabelRow *
extract_label_row_new (const ExtractBlockKey *key, guint place, const char *class_name,
                       ExtractAnnotator annotator, const char *who, const char *when, double score,
                       const char *excerpt, ExtractHow how)
{
  ExtractLabelRow *row = g_new0 (ExtractLabelRow, 1);

  row->key = *key;
  for (guint i = 0; i < EXTRACT_FINGERPRINT_BYTES; i++)
    g_snprintf (row->fingerprint + 2 * (gsize) i, 3, "%02x", key->fingerprint[i]);
  row->class_name = g_strdup (class_name);
  row->who = g_strdup (who);
  row->when = g_strdup (when);
  row->excerpt = g_strdup (excerpt);
  row->label = (ExtractBlockLabel){ .fingerprint = row->fingerprint,
                                    .occurrence = key->occurrence,
                                    .place = place,
                                    .class_name = row->class_name,
                                    .annotator = annotator,
                                    .who = row->who,
                                    .when = row->when,
                                    .score = score,
                                    .excerpt = row->excerpt,
                                    .how = how };
  return row;
}

static ExtractLabelRow *
row_copy (const ExtractLabelRow *row)
{
  const ExtractBlockLabel *label = &row->label;
  return extract_label_row_new (&row->key, label->place, label->class_name, label->annotator, label->who,
                                label->when, label->score, label->excerpt, label->how);
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer data)
{
  const ExtractBlockKey *x = a, *y = b;
  int order = memcmp (x->fingerprint, y->fingerprint, EXTRACT_FINGERPRINT_BYTES);
  if (order != 0)
    return order;
  return (x->occurrence > y->occurrence) - (x->occurrence < y->occurrence);
}

/* The order of the file: that of the page, then everything else that a row has, so that there is one order
 * only. */
static int
compare_rows (const ExtractLabelRow *x, const ExtractLabelRow *y)
{
  const ExtractBlockLabel *a = &x->label, *b = &y->label;
  int order;

  if (a->place != b->place)
    return a->place < b->place ? -1 : 1;
  if ((order = compare_keys (&x->key, &y->key, NULL)) != 0)
    return order;
  if (a->annotator != b->annotator)
    return a->annotator < b->annotator ? -1 : 1;
  if ((order = strcmp (a->who, b->who)) != 0 || (order = strcmp (a->when, b->when)) != 0 ||
      (order = strcmp (a->class_name, b->class_name)) != 0 || (order = strcmp (a->excerpt, b->excerpt)) != 0)
    return order;
  if (a->how != b->how) /* what is known comes first, and stays */
    return a->how > b->how ? -1 : 1;
  if (isnan (a->score) || isnan (b->score))
    return !isnan (a->score) - !isnan (b->score);
  return (a->score > b->score) - (a->score < b->score);
}

static int
compare_row_pointers (gconstpointer a, gconstpointer b)
{
  return compare_rows (*(const ExtractLabelRow *const *) a, *(const ExtractLabelRow *const *) b);
}

/* Negative if the label of @x counts more than that of @y. */
static int
compare_authority (const ExtractLabelRow *x, const ExtractLabelRow *y)
{
  const ExtractBlockLabel *a = &x->label, *b = &y->label;
  if (a->annotator != b->annotator)
    return a->annotator > b->annotator ? -1 : 1;
  int order = strcmp (b->when, a->when);
  if (order == 0)
    order = strcmp (a->who, b->who);
  return order != 0 ? order : strcmp (a->class_name, b->class_name);
}

/* The row of @rows that counts. */
static const ExtractLabelRow *
find_authority (const GPtrArray *rows)
{
  const ExtractLabelRow *best = rows->pdata[0];
  for (guint i = 1; i < rows->len; i++)
    if (compare_authority (rows->pdata[i], best) < 0)
      best = rows->pdata[i];
  return best;
}

static gboolean
is_same_annotator (const ExtractLabelRow *x, const ExtractLabelRow *y)
{
  return x->label.annotator == y->label.annotator && strcmp (x->who, y->who) == 0;
}

/* ---- Annotations ------------------------------------------------------------------------------ */

static void
free_rows (gpointer rows)
{
  g_ptr_array_unref (rows);
}

ExtractAnnotation *
extract_annotation_new (void)
{
  ExtractAnnotation *annotation = g_new0 (ExtractAnnotation, 1);

  g_atomic_ref_count_init (&annotation->ref_count);
  annotation->blocks = g_tree_new_full (compare_keys, NULL, g_free, free_rows);
  return annotation;
}

ExtractAnnotation *
extract_annotation_ref (ExtractAnnotation *annotation)
{
  g_return_val_if_fail (annotation != NULL, NULL);
  g_atomic_ref_count_inc (&annotation->ref_count);
  return annotation;
}

void
extract_annotation_unref (ExtractAnnotation *annotation)
{
  g_return_if_fail (annotation != NULL);
  if (!g_atomic_ref_count_dec (&annotation->ref_count))
    return;
  g_tree_unref (annotation->blocks);
  g_free (annotation);
}

static void
annotation_remove_row (ExtractAnnotation *annotation, GPtrArray *rows, guint i)
{
  g_ptr_array_remove_index_fast (rows, i);
  annotation->n_rows--;
}

/* Takes @row, unless the same annotator has a later one. */
gboolean
extract_annotation_take (ExtractAnnotation *annotation, ExtractLabelRow *taken, GError **error)
{
  g_autoptr (ExtractLabelRow) row = taken;
  GPtrArray *rows = g_tree_lookup (annotation->blocks, &row->key);

  if (!rows) {
    rows = g_ptr_array_new_with_free_func (row_free);
    g_tree_insert (annotation->blocks, g_memdup2 (&row->key, sizeof row->key), rows);
  }
  for (guint i = rows->len; i-- > 0;) {
    const ExtractLabelRow *old = rows->pdata[i];
    if (!is_same_annotator (old, row))
      continue;
    int order = strcmp (old->when, row->when);
    if (order == 0 && strcmp (old->class_name, row->class_name) != 0)
      continue;
    if (order > 0 || (order == 0 && compare_rows (old, row) <= 0))
      return TRUE;
    annotation_remove_row (annotation, rows, i);
  }
  if (rows->len == MAX_ROWS)
    return extract_label_refuse (error, "a block has more than %d labels", MAX_ROWS);
  g_ptr_array_add (rows, g_steal_pointer (&row));
  annotation->n_rows++;
  return TRUE;
}

/* (nullable): the rows of block @i. */
static GPtrArray *
annotation_find (ExtractAnnotation *annotation, ExtractDocument *document, guint i)
{
  return g_tree_lookup (annotation->blocks, &extract_document_get_keys (document)[i]);
}

/* How @text begins, on one line. */
char *
extract_label_dup_line (const char *text, guint max)
{
  g_return_val_if_fail (text != NULL, NULL);

  GString *line = g_string_new (NULL);
  gboolean space = FALSE;
  guint n = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);
    if (g_unichar_isspace (c) || !extract_label_is_plain (c)) {
      space = n > 0;
      continue;
    }
    if (n + space >= max) {
      g_string_append (line, "…");
      break;
    }
    if (space)
      g_string_append_c (line, ' ');
    g_string_append_unichar (line, c);
    n += 1 + (guint) space;
    space = FALSE;
  }
  return g_string_free (line, FALSE);
}

gboolean
extract_annotation_set (ExtractAnnotation *annotation, ExtractDocument *document, guint i,
                        const char *class_name, ExtractAnnotator annotator, const char *who, const char *when,
                        double score, GError **error)
{
  g_return_val_if_fail (annotation != NULL, FALSE);
  g_return_val_if_fail (document != NULL, FALSE);
  g_return_val_if_fail (class_name != NULL, FALSE);
  g_return_val_if_fail (who != NULL, FALSE);
  g_return_val_if_fail (when != NULL, FALSE);
  g_return_val_if_fail (i < extract_document_get_n_blocks (document) && i < MAX_PLACE, FALSE);
  g_return_val_if_fail ((guint) annotator < EXTRACT_N_ANNOTATORS, FALSE);

  if (!extract_label_check_class (class_name, error) || !extract_label_check_who (who, error) ||
      !extract_label_check_when (when, error))
    return FALSE;
  if (!isnan (score) && !(score >= 0 && score <= 1))
    return extract_label_refuse (error, "a score is a number from 0 to 1");

  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double kept =
      isnan (score) ? score : g_ascii_strtod (extract_label_score_to_text (fabs (score), text), NULL);
  g_autofree char *excerpt = extract_label_dup_line (extract_document_text (document, i), MAX_EXCERPT);
  g_autoptr (ExtractLabelRow) row =
      extract_label_row_new (&extract_document_get_keys (document)[i], i + 1, class_name, annotator, who,
                             when, kept, excerpt, EXTRACT_HOW_UNKNOWN);
  GPtrArray *rows = annotation_find (annotation, document, i);
  for (guint r = rows ? rows->len : 0; r-- > 0;)
    if (is_same_annotator (rows->pdata[r], row))
      annotation_remove_row (annotation, rows, r);
  return extract_annotation_take (annotation, g_steal_pointer (&row), error);
}

void
extract_annotation_set_how (ExtractAnnotation *annotation, ExtractDocument *document, guint i,
                            ExtractAnnotator annotator, const char *who, ExtractHow how)
{
  g_return_if_fail (annotation != NULL && document != NULL && who != NULL);
  g_return_if_fail (i < extract_document_get_n_blocks (document));
  g_return_if_fail ((guint) how < EXTRACT_N_HOWS);

  GPtrArray *rows = annotation_find (annotation, document, i);
  for (guint r = 0; rows && r < rows->len; r++) {
    ExtractLabelRow *row = rows->pdata[r];
    if (row->label.annotator == annotator && strcmp (row->who, who) == 0)
      row->label.how = how;
  }
}

const ExtractBlockLabel *
extract_annotation_get (ExtractAnnotation *annotation, ExtractDocument *document, guint i)
{
  g_return_val_if_fail (annotation != NULL, NULL);
  g_return_val_if_fail (document != NULL, NULL);
  g_return_val_if_fail (i < extract_document_get_n_blocks (document), NULL);

  GPtrArray *rows = annotation_find (annotation, document, i);
  return rows && rows->len > 0 ? &find_authority (rows)->label : NULL;
}

gboolean
extract_annotation_remove (ExtractAnnotation *annotation, ExtractDocument *document, guint i, const char *who)
{
  g_return_val_if_fail (annotation != NULL, FALSE);
  g_return_val_if_fail (document != NULL, FALSE);
  g_return_val_if_fail (i < extract_document_get_n_blocks (document), FALSE);

  GPtrArray *rows = annotation_find (annotation, document, i);
  gboolean any = FALSE;
  for (guint r = rows ? rows->len : 0; r-- > 0;) {
    if (who && strcmp (((const ExtractLabelRow *) rows->pdata[r])->who, who) != 0)
      continue;
    annotation_remove_row (annotation, rows, r);
    any = TRUE;
  }
  if (rows && rows->len == 0)
    g_tree_remove (annotation->blocks, &extract_document_get_keys (document)[i]);
  return any;
}

gsize
extract_annotation_get_n_labels (ExtractAnnotation *annotation)
{
  g_return_val_if_fail (annotation != NULL, 0);
  return annotation->n_rows;
}

static gboolean
collect_rows (gpointer key, gpointer value, gpointer data)
{
  const GPtrArray *rows = value;
  for (guint i = 0; i < rows->len; i++)
    g_ptr_array_add (data, rows->pdata[i]);
  return FALSE;
}

/* Returns: (transfer container): all rows, in the order of the file. */
static GPtrArray *
annotation_sort (ExtractAnnotation *annotation)
{
  GPtrArray *all = g_ptr_array_new ();
  g_tree_foreach (annotation->blocks, collect_rows, all);
  g_ptr_array_sort (all, compare_row_pointers);
  return all;
}

const ExtractBlockLabel **
extract_annotation_dup_labels (ExtractAnnotation *annotation, gsize *n)
{
  g_return_val_if_fail (annotation != NULL, NULL);
  g_return_val_if_fail (n != NULL, NULL);

  g_autoptr (GPtrArray) rows = annotation_sort (annotation);
  const ExtractBlockLabel **labels = g_new (const ExtractBlockLabel *, (gsize) rows->len + 1);

  for (guint i = 0; i < rows->len; i++)
    labels[i] = &((const ExtractLabelRow *) rows->pdata[i])->label;
  labels[rows->len] = NULL;
  *n = rows->len;
  return labels;
}

/* ---- Contradictions --------------------------------------------------------------------------- */

static gboolean
collect_conflict (gpointer key, gpointer value, gpointer data)
{
  const GPtrArray *rows = value;
  const ExtractLabelRow *a = rows->len > 0 ? find_authority (rows) : NULL, *b = NULL;

  if (!a || a->label.annotator == EXTRACT_ANNOTATOR_MODEL)
    return FALSE;
  for (guint i = 0; i < rows->len; i++) {
    const ExtractLabelRow *row = rows->pdata[i];
    if (row->label.annotator != a->label.annotator || strcmp (row->class_name, a->class_name) == 0)
      continue;
    gboolean a_is_content = extract_class_name_is_content (a->class_name);
    int row_differs = extract_class_name_is_content (row->class_name) != a_is_content;
    int b_differs = b && extract_class_name_is_content (b->class_name) != a_is_content;
    if (!b || row_differs > b_differs || (row_differs == b_differs && compare_authority (row, b) < 0))
      b = row;
  }
  if (b) {
    ExtractConflict conflict = { &a->label, &b->label };
    g_array_append_val ((GArray *) data, conflict);
  }
  return FALSE;
}

static int
compare_conflicts (gconstpointer a, gconstpointer b)
{
  const ExtractBlockLabel *x = ((const ExtractConflict *) a)->a, *y = ((const ExtractConflict *) b)->a;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  int order = strcmp (x->fingerprint, y->fingerprint);
  return order != 0 ? order : (x->occurrence > y->occurrence) - (x->occurrence < y->occurrence);
}

ExtractConflict *
extract_annotation_dup_conflicts (ExtractAnnotation *annotation, gsize *n)
{
  g_return_val_if_fail (annotation != NULL, NULL);
  g_return_val_if_fail (n != NULL, NULL);

  GArray *conflicts = g_array_new (FALSE, FALSE, sizeof (ExtractConflict));

  g_tree_foreach (annotation->blocks, collect_conflict, conflicts);
  g_array_sort (conflicts, compare_conflicts);
  *n = conflicts->len;
  return (ExtractConflict *) (void *) g_array_free (conflicts, FALSE);
}

ExtractAnnotation *
extract_annotation_merge (ExtractAnnotation *a, ExtractAnnotation *b, GError **error)
{
  g_return_val_if_fail (a != NULL, NULL);
  g_return_val_if_fail (b != NULL, NULL);

  ExtractAnnotation *const sides[] = { a, b };
  g_autoptr (ExtractAnnotation) merged = extract_annotation_new ();

  for (guint s = 0; s < G_N_ELEMENTS (sides); s++) {
    g_autoptr (GPtrArray) rows = annotation_sort (sides[s]);
    for (guint i = 0; i < rows->len; i++)
      if (!extract_annotation_take (merged, row_copy (rows->pdata[i]), error))
        return NULL;
  }
  return g_steal_pointer (&merged);
}
