/* SPDX-License-Identifier: MIT */
/*
 * Parts of speech and lemmas, from another program: one process for the whole run, which is asked about a
 * sentence at a time, and started anew if it dies.
 *
 *   sentence ──> the question of its kind ──> process ──> answer ──> tags and lemmas of the tokens
 */
#pragma once

#include "concordance/apertium.h"

#define CONC_TAG_SET_NAMES "penn, universal or own"
gboolean conc_tag_set_parse (const char *name, ConcTagSet *set);
const char *conc_tag_set_get_name (ConcTagSet set);

/* For a sentence. */
#define CONC_TAGGER_MILLISECONDS 10000

/* What is known of a tagger. */
typedef struct {
  const char *name;
  const char *sentence;
} ConcTaggerInfo;

/* conc_tagger_get_info: Returns: (nullable): NULL behind the last one */
const ConcTaggerInfo *conc_tagger_get_info (guint i);

typedef struct _ConcTagger ConcTagger;

/*
 * conc_tagger_new: @name: that of a tagger, "udpipe:MODEL", "treetagger:FILE", or a command for sh -c: it gets a token a line
 * and an empty line behind a sentence, and answers with token, tag and lemma, parted by tabs, and an empty
 * line.
 * @language: code of what is tagged. @milliseconds: for a sentence
 * Fails if the tagger is not installed, with the command that installs it.
 */
ConcTagger *conc_tagger_new (const char *name, const char *language, ConcTagSet set, guint64 milliseconds,
                             GError **error);
void conc_tagger_free (ConcTagger *tagger);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConcTagger, conc_tagger_free)

/* conc_tagger_tag: fills in the tokens of a sentence. From any thread. An error of G_IO_ERROR_INVALID_DATA is
 * about this sentence alone, which has no tags then. */
gboolean conc_tagger_tag (ConcTagger *tagger, ConcText *text, const ConcSentence *sentence, GError **error);

/* conc_tagger_tag_vertical: @vertical: a document. Returns: (transfer full) (nullable): the same, with tag
 * and lemma behind each word; both are empty where the tagger knows none, and behind pictures */
char *conc_tagger_tag_vertical (ConcTagger *tagger, const char *vertical, GError **error);

/* conc_columns_read: an answer in lines: token, tag and lemma, or CoNLL-U. Returns: FALSE if it has not a
 * line for each token */
gboolean conc_columns_read (ConcText *text, const ConcSentence *sentence, const char *answer, gsize length,
                            ConcTagSet set, GError **error);
