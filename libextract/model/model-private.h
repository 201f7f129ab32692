/* SPDX-License-Identifier: MIT */
/* The parts of a model and their limits, shared by model.c and what reads and writes its file. */
#pragma once

#include <float.h>

#include "libextract/model/model.h"

#define N_CARD_KEYS 11
#define MAX_WEIGHTS 4000000 /* of a network */
/* Of a file; and of its networks and tables, which leaves enough for the rest. */
#define MAX_BYTES (64 * 1024 * 1024)
#define MAX_PARTS_BYTES (MAX_BYTES - 1024 * 1024)
#define MAX_PAGES 1000000 /* that a model says it was trained on */
#define PAGE_DIGITS 12    /* of each of them: hexadecimal */
#define MAX_VALUE 4096    /* bytes of a value of the card, of a name of a rule */

struct _ExtractModel {
  gatomicrefcount ref_count;
  char *
      card[N_CARD_KEYS]; /* values in the order of extract_model_get_card_keys (); owned, NULL if not given */
  ExtractModelKind kind;
  ExtractModelParts parts; /* of main text: references and copies of our own; each rule is known, none comes
                              twice */
  ExtractElementParts elements; /* of elements: the same */
};

/* Returns: (transfer full): a model that holds nothing yet. */
ExtractModel *extract_model_alloc (void);

/* @summed: whether the checksum at its end is known to be right, as that of a built-in model is: the tests of
 * this library read them all. */
ExtractModel *extract_model_read (GBytes *bytes, gboolean summed, GError **error);

/* ---- The file ------------------------------------------------------------------------------- */

#define MODEL_VERSION "1"
#define MODEL_MAGIC "texttractor-model "
#define MODEL_CHECKSUM "checksum: sha256 "
#define MODEL_CHECKSUM_DIGITS 64
#define MODEL_WEIGHTS_PER_LINE 8
#define MODEL_PAGES_PER_LINE 8

/*
 * The one way to write a number: by as few significant digits, but not fewer than @least, as bring
 * the same value back; at most @most, which always do. Whole numbers come out as such. Nothing here
 * depends on the locale.
 */
typedef struct {
  int least, most;
} ModelDigits;

static const ModelDigits model_exact_float = { FLT_DECIMAL_DIG, FLT_DECIMAL_DIG }; /* in one try */
static const ModelDigits model_short_float = { FLT_DIG, FLT_DECIMAL_DIG };
static const ModelDigits model_short_double = { DBL_DIG, DBL_DECIMAL_DIG };

#define MODEL_NUMBER_SIZE 32

/* Returns: @text */
const char *extract_model_number_to_text (char text[MODEL_NUMBER_SIZE], ModelDigits digits, double value);

/* ---- Checks --------------------------------------------------------------------------------- */

/* An error EXTRACT_ERROR_MODEL_FORMAT. Returns: FALSE */
gboolean extract_model_refuse (GError **error, const char *sentence, ...) G_GNUC_PRINTF (2, 3);

/* Whether @text is one word of a-z, 0-9 and -. */
gboolean extract_model_is_name (const char *text);

/* Returns: the place of @key in the card, or -1. */
int extract_model_find_card_key (const char *key);

/* Puts @value into the @card, whose keys may come in any order. */
gboolean
extract_model_add_to_card (char *card[N_CARD_KEYS], const char *key, const char *value, GError **error);
gboolean extract_model_check_card (char *const card[N_CARD_KEYS], GError **error);
gboolean extract_model_check_thresholds (const ExtractModelParts *parts, GError **error);
gboolean extract_model_add_rule (GPtrArray *rules, const char *name, GError **error);
gboolean extract_model_check_n_weights (gsize n_weights, GError **error);
gboolean extract_model_check_fit (ExtractStageKind kind, const ExtractStage *stage, GError **error);
/* @has_edges: whether the model has a network for edges */
gboolean extract_model_check_decoding (const ExtractDecoding *decoding, gboolean has_edges, GError **error);
/* Whether they are numbers that do not drown all scores. */
gboolean extract_model_check_potentials (const double *values, gsize n, GError **error);
gboolean extract_model_check_scale (const ExtractStage *stage, GError **error);
/* @pages: (nullable) [n] */
gboolean extract_model_check_pages (const guint64 *pages, guint n, GError **error);
/* Whether the tables and networks of @parts go into a file. */
gboolean extract_model_check_size (const ExtractModelParts *parts, GError **error);

/* @n: classes */
gboolean extract_model_check_class_decoding (const ExtractClassDecoding *decoding, gsize n, GError **error);

/* Of classes of blocks. @set: of the first stage. */
gboolean extract_model_check_class_name (const char *const *names, guint i, GError **error);
gboolean extract_model_check_class_names (const char *const *names, GError **error);
gboolean extract_model_check_classes (const ExtractModelClasses *classes, const ExtractFeatureSet *set,
                                      GError **error);
/* Makes what was lent one's own. */
void extract_model_own_classes (ExtractModelClasses *classes);
void extract_model_clear_classes (ExtractModelClasses *classes);

/* Of a model of elements. */
gboolean extract_model_check_element_class (const ExtractElementClass *classes, guint i, GError **error);
gboolean extract_model_check_elements (const ExtractElementParts *parts, GError **error);
void extract_model_clear_elements (ExtractElementParts *parts);

/* Ends the list and hands it over. */
char **extract_model_steal_names (GPtrArray *names);
