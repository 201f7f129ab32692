/* SPDX-License-Identifier: MIT */
/*
 * Labels as a text file, with columns separated by tabs:
 *
 *   texttractor-labels 1
 *   place fingerprint  occurrence class   source who  when                 score  excerpt
 *   4     5d41...c592  1          content person jan  2026-01-31T12:00:00Z 0.8130 Ferry pier reopens
 *
 * An optional tenth column, "how", says how the label was given. It is there if this is known for any label;
 * a row may lack it.
 *
 * A row belongs to a block by fingerprint and occurrence (fingerprint.c). Place, score and excerpt are for
 * people: the file reads in the order of the page.
 *
 * A file is foreign ground: every length is checked, and each refusal is one sentence with the number of its
 * line. Rows may come in any order, so that files can be joined by hand; they are written in one order only.
 */
#include "libextract/page/annotation.h"

#include <math.h>
#include <string.h>

#define MAGIC "texttractor-labels 1"
#define COLUMNS "place\tfingerprint\toccurrence\tclass\tsource\twho\twhen\tscore\texcerpt"
#define HOW "\thow" /* the name of the last column, which a file may lack */
#define N_COLUMNS 10
#define N_NEEDED 9
#define MAX_BYTES (64 * 1024 * 1024)
#define MAX_NUMBER 99999999 /* places and occurrences */
#define MAX_EXCERPT_BYTES 1024

/* ---- The file --------------------------------------------------------------------------------- */

GBytes *
extract_annotation_to_bytes (ExtractAnnotation *annotation)
{
  g_return_val_if_fail (annotation != NULL, NULL);

  gsize n;
  g_autofree const ExtractBlockLabel **labels = extract_annotation_dup_labels (annotation, &n);
  GString *file = g_string_new (MAGIC "\n" COLUMNS);
  char score[G_ASCII_DTOSTR_BUF_SIZE];
  gboolean has_how = FALSE;

  for (gsize i = 0; i < n; i++)
    has_how |= labels[i]->how != EXTRACT_HOW_UNKNOWN;
  g_string_append (file, has_how ? HOW "\n" : "\n");
  for (gsize i = 0; i < n; i++) {
    const ExtractBlockLabel *label = labels[i];
    g_string_append_printf (file, "%u\t%s\t%u\t%s\t%s\t%s\t%s\t%s\t%s", label->place, label->fingerprint,
                            label->occurrence, label->class_name,
                            extract_annotator_get_nick (label->annotator), label->who, label->when,
                            extract_label_score_to_text (label->score, score), label->excerpt);
    if (has_how)
      g_string_append_printf (file, "\t%s", extract_how_get_nick (label->how));
    g_string_append_c (file, '\n');
  }
  return g_string_free_to_bytes (file);
}

/* A number as it is written: 1 to MAX_NUMBER, no sign, no zeros before it. */
static gboolean
read_number (const char *text, const char *what, guint *value, GError **error)
{
  gsize length = strspn (text, "0123456789");

  if (length == 0 || length > 8 || text[length] != '\0' || text[0] == '0')
    return extract_label_refuse (error, "%s is not a number from 1 to %d", what, MAX_NUMBER);
  *value = (guint) g_ascii_strtoull (text, NULL, 10);
  return TRUE;
}

static gboolean
read_fingerprint (const char *text, guint8 fingerprint[EXTRACT_FINGERPRINT_BYTES], GError **error)
{
  if (strlen (text) != EXTRACT_HEX_DIGITS || strspn (text, "0123456789abcdef") != EXTRACT_HEX_DIGITS)
    return extract_label_refuse (error, "the fingerprint is not %d hexadecimal digits", EXTRACT_HEX_DIGITS);
  for (guint i = 0; i < EXTRACT_FINGERPRINT_BYTES; i++)
    fingerprint[i] =
        (guint8) (g_ascii_xdigit_value (text[2 * i]) << 4 | g_ascii_xdigit_value (text[2 * i + 1]));
  return TRUE;
}

static gboolean
read_annotator (const char *text, ExtractAnnotator *annotator, GError **error)
{
  for (guint i = 0; i < EXTRACT_N_ANNOTATORS; i++)
    if (strcmp (text, extract_annotator_get_nick ((ExtractAnnotator) i)) == 0) {
      *annotator = (ExtractAnnotator) i;
      return TRUE;
    }
  return extract_label_refuse (error, "the source is neither person nor model nor judge");
}

/* @text: (nullable): of a row without the column */
static gboolean
read_how (const char *text, ExtractHow *how, GError **error)
{
  *how = EXTRACT_HOW_UNKNOWN;
  if (!text)
    return TRUE;
  for (guint i = 0; i < EXTRACT_N_HOWS; i++)
    if (strcmp (text, extract_how_get_nick ((ExtractHow) i)) == 0) {
      *how = (ExtractHow) i;
      return TRUE;
    }
  return extract_label_refuse (error, "how is neither chosen, accepted, remembered nor -");
}

static gboolean
read_score (const char *text, double *score, GError **error)
{
  char again[G_ASCII_DTOSTR_BUF_SIZE];

  *score = NAN;
  if (strcmp (text, "-") == 0)
    return TRUE;
  *score = g_ascii_strtod (text, NULL);
  if (!(*score >= 0 && *score <= 1) || text[0] == '-' ||
      strcmp (text, extract_label_score_to_text (*score, again)) != 0)
    return extract_label_refuse (error, "the score is neither - nor a number from 0 to 1 with four decimals");
  return TRUE;
}

/* @line: of valid UTF-8, without its line feed; cut in place. */
static gboolean
read_row (ExtractAnnotation *annotation, char *line, GError **error)
{
  char *columns[N_COLUMNS] = { line };
  ExtractBlockKey key;
  guint place = 0;
  ExtractAnnotator annotator = EXTRACT_ANNOTATOR_MODEL;
  double score = NAN;
  ExtractHow how = EXTRACT_HOW_UNKNOWN;

  for (guint i = 1; i < N_COLUMNS; i++) {
    char *tab = strchr (columns[i - 1], '\t');
    if (!tab && i < N_NEEDED)
      return extract_label_refuse (error, "the line has %u columns, not %d", i, N_NEEDED);
    if (!tab)
      break;
    *tab = '\0';
    columns[i] = tab + 1;
  }
  if (!read_number (columns[0], "the place", &place, error) ||
      !read_fingerprint (columns[1], key.fingerprint, error) ||
      !read_number (columns[2], "the occurrence", &key.occurrence, error) ||
      !extract_label_check_class (columns[3], error) || !read_annotator (columns[4], &annotator, error) ||
      !extract_label_check_who (columns[5], error) || !extract_label_check_when (columns[6], error) ||
      !read_score (columns[7], &score, error) || !read_how (columns[9], &how, error))
    return FALSE;
  if (strlen (columns[8]) > MAX_EXCERPT_BYTES || !extract_label_is_plain_text (columns[8]))
    return extract_label_refuse (error, "the excerpt is longer than %d bytes, or has a control character",
                                 MAX_EXCERPT_BYTES);
  return extract_annotation_take (annotation,
                                  extract_label_row_new (&key, place, columns[3], annotator, columns[5],
                                                         columns[6], score, columns[8], how),
                                  error);
}

/* The head: the magic, the names of the columns. */
static gboolean
check_head (const char *line, guint number, GError **error)
{
  if (number == 1 && strcmp (line, MAGIC) != 0)
    return extract_label_refuse (error, "this is not a file of labels that begins with \"" MAGIC "\"");
  if (number == 2 && strcmp (line, COLUMNS) != 0 && strcmp (line, COLUMNS HOW) != 0)
    return extract_label_refuse (error, "the names of the columns are expected here");
  return TRUE;
}

/* Returns: (transfer full) (nullable): @line is the number of the line at fault. */
static ExtractAnnotation *
read_file (char *text, guint *line, GError **error)
{
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_new ();
  const guint n_head = 2;

  *line = 0;
  for (char *start = text, *end; *start != '\0'; start = end + 1) {
    ++*line;
    end = strchr (start, '\n');
    if (!end) {
      extract_label_refuse (error, "the line does not end with a line feed");
      return NULL;
    }
    *end = '\0';
    if (!(*line <= n_head ? check_head (start, *line, error) : read_row (annotation, start, error)))
      return NULL;
  }
  if (*line < n_head) {
    ++*line;
    extract_label_refuse (error, "the file ends before its first label");
    return NULL;
  }
  return g_steal_pointer (&annotation);
}

/* The number of the line that byte @offset is in. */
static guint
count_lines (const char *data, gsize offset)
{
  guint line = 1;
  for (gsize i = 0; i < offset; i++)
    line += data[i] == '\n';
  return line;
}

ExtractAnnotation *
extract_annotation_load_bytes (GBytes *bytes, GError **error)
{
  g_return_val_if_fail (bytes != NULL, NULL);

  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  const char *end;
  guint line = 1;
  g_autoptr (ExtractAnnotation) annotation = NULL;

  if (length > MAX_BYTES) {
    extract_label_refuse (error, "the file has more than %d bytes", MAX_BYTES);
  } else if (!g_utf8_validate_len (length > 0 ? data : "", length, &end)) {
    line = count_lines (data, (gsize) (end - data));
    extract_label_refuse (error, "the line is not UTF-8");
  } else {
    g_autofree char *text = g_strndup (length > 0 ? data : "", length);
    annotation = read_file (text, &line, error);
  }
  if (!annotation)
    g_prefix_error (error, "line %u: ", line);
  return g_steal_pointer (&annotation);
}

ExtractAnnotation *
extract_annotation_load (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autofree char *data = NULL;
  gsize length;

  if (!g_file_get_contents (path, &data, &length, error))
    return NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&data), length);
  return extract_annotation_load_bytes (bytes, error);
}
