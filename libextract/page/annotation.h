/* SPDX-License-Identifier: MIT */
/* What annotation.c, the labels of a page, and annotation-file.c, how they are written, share. */
#pragma once

#include "libextract/page/document.h"

#define EXTRACT_HEX_DIGITS (2 * EXTRACT_FINGERPRINT_BYTES)
#define EXTRACT_MAX_CLASS 32 /* characters */

/* A label, and what its pointers point to. */
typedef struct {
  ExtractBlockKey key;
  ExtractBlockLabel label;
  char fingerprint[EXTRACT_HEX_DIGITS + 1];
  char *class_name;
  char *who;
  char *when;
  char *excerpt;
} ExtractLabelRow;

/* Returns: (transfer full): with copies of all arguments, which are checked. */
ExtractLabelRow *extract_label_row_new (const ExtractBlockKey *key, guint place, const char *class_name,
                                        ExtractAnnotator annotator, const char *who, const char *when,
                                        double score, const char *excerpt, ExtractHow how);

/* Takes @row, unless the same annotator has a later one. Fails with EXTRACT_ERROR_ANNOTATION. */
gboolean extract_annotation_take (ExtractAnnotation *annotation, ExtractLabelRow *row, GError **error);

/* Sets an EXTRACT_ERROR_ANNOTATION. Returns: FALSE */
gboolean extract_label_refuse (GError **error, const char *sentence, ...) G_GNUC_PRINTF (2, 3);

/* Whether a file could hold these. Errors as above. */
gboolean extract_label_check_class (const char *class_name, GError **error);
gboolean extract_label_check_who (const char *who, GError **error);
gboolean extract_label_check_when (const char *when, GError **error);

/* Nothing that could break a line or play with a terminal. */
gboolean extract_label_is_plain (gunichar c);
gboolean extract_label_is_plain_text (const char *text);

/* Returns: @text, or a string: four decimals, "-" for NAN. */
const char *extract_label_score_to_text (double score, char text[G_ASCII_DTOSTR_BUF_SIZE]);
