/* SPDX-License-Identifier: MIT */
/*
 * The words by which texts are compared, as numbers.
 *
 *   text -> lower case -> words -> TrainVocabulary: word -> id -> TrainWords: the ids in order
 *
 * Two texts can be compared when one vocabulary made the words of both. A vocabulary belongs to
 * one thread; it is cheap to make, so take one for each page.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a text is cut into words. */
typedef enum {
  TRAIN_SCRIPT_SPACED,   /* a word is a run of letters, digits and underscores */
  TRAIN_SCRIPT_UNSPACED, /* the same, but each Han or kana character is a word of its own */
  TRAIN_SCRIPT_LETTERS,  /* the same, and each letter of Thai, Lao, Khmer, Burmese ...; not for the measure */
} TrainScript;

/* train_script_from_language: @language: (nullable): a language tag; "zh…" and "ja…" are unspaced. */
TrainScript train_script_from_language (const char *language);

typedef struct _TrainVocabulary TrainVocabulary;

TrainVocabulary *train_vocabulary_new (void);
void train_vocabulary_free (TrainVocabulary *vocabulary);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainVocabulary, train_vocabulary_free)

/* train_vocabulary_get_size: all ids are smaller than this. */
guint train_vocabulary_get_size (const TrainVocabulary *vocabulary);
/* train_vocabulary_get_word: Returns: (transfer none): the word of @id, lower case. */
const char *train_vocabulary_get_word (const TrainVocabulary *vocabulary, guint32 id);

typedef struct {
  guint32 *ids;
  gsize n;
  gsize n_allocated;
} TrainWords;

TrainWords *train_words_new (void);
void train_words_free (TrainWords *words);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrainWords, train_words_free)

/* train_words_append: adds the words of @text, valid UTF-8. Words of two calls never run together. */
void
train_words_append (TrainWords *words, TrainVocabulary *vocabulary, TrainScript script, const char *text);

/* What is taken for a word. */
typedef enum {
  TRAIN_WORDS_LOWER, /* see TrainScript; in lower case */
  TRAIN_WORDS_CASED, /* the same, with the case that it has */
  TRAIN_WORDS_PARTS, /* a run of anything but white space, with the case that it has */
} TrainWordKind;

/* train_words_append_as: the same for other words; train_words_append () takes TRAIN_WORDS_LOWER. */
void train_words_append_as (TrainWords *words, TrainVocabulary *vocabulary, TrainScript script,
                            TrainWordKind kind, const char *text);

/*
 * train_text_decode: bytes of a text file as valid UTF-8 without NUL: each longest piece of a
 * damaged sequence, and each NUL, becomes U+FFFD; CR LF and CR become LF.
 * Returns: (transfer full)
 */
char *train_text_decode (const char *bytes, gsize length);

/*
 * train_text_squash: @text for comparing snippets: white space collapsed to single spaces and cut
 * at both ends, case folded. Returns: (transfer full)
 */
char *train_text_squash (const char *text);

/* train_text_is_blank: TRUE if @text is white space only. */
gboolean train_text_is_blank (const char *text);

G_END_DECLS
