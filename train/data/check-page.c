/* SPDX-License-Identifier: MIT */
/*
 * One page of a set: blocks, labels, words, checksums, and whether its letters are those of its language.
 */
#include "train/data/check.h"

#include <string.h>

/* Below that many letters a text says nothing of its language. */
#define LANGUAGE_LETTERS 40
/* Names and terms in Latin letters are common in any text; the main script has more than this. */
#define LANGUAGE_SHARE 0.3

/* ---- Scripts ------------------------------------------------------------------------------------ */

typedef struct {
  const char *languages; /* primary subtags, each between spaces */
  GUnicodeScript scripts[4];
} ScriptOfLanguages;

static const ScriptOfLanguages scripts_of_languages[] = {
  { " en fr de es pt it nl sv da nb nn no fi is et lv lt pl cs sk sl hr hu ro sq tr vi id ms ca eu gl ga cy "
    "la eo af sw tl mt lb ",
    { G_UNICODE_SCRIPT_LATIN } },
  { " ru uk bg be mk ", { G_UNICODE_SCRIPT_CYRILLIC } },
  { " el ", { G_UNICODE_SCRIPT_GREEK } },
  { " zh ", { G_UNICODE_SCRIPT_HAN, G_UNICODE_SCRIPT_BOPOMOFO } },
  { " ja ", { G_UNICODE_SCRIPT_HAN, G_UNICODE_SCRIPT_HIRAGANA, G_UNICODE_SCRIPT_KATAKANA } },
  { " ko ", { G_UNICODE_SCRIPT_HANGUL, G_UNICODE_SCRIPT_HAN } },
  { " ar fa ur ps ", { G_UNICODE_SCRIPT_ARABIC } },
  { " he yi ", { G_UNICODE_SCRIPT_HEBREW } },
  { " hi mr ne sa ", { G_UNICODE_SCRIPT_DEVANAGARI } },
  { " bn as ", { G_UNICODE_SCRIPT_BENGALI } },
  { " gu ", { G_UNICODE_SCRIPT_GUJARATI } },
  { " ta ", { G_UNICODE_SCRIPT_TAMIL } },
  { " te ", { G_UNICODE_SCRIPT_TELUGU } },
  { " kn ", { G_UNICODE_SCRIPT_KANNADA } },
  { " ml ", { G_UNICODE_SCRIPT_MALAYALAM } },
  { " si ", { G_UNICODE_SCRIPT_SINHALA } },
  { " th ", { G_UNICODE_SCRIPT_THAI } },
  { " lo ", { G_UNICODE_SCRIPT_LAO } },
  { " km ", { G_UNICODE_SCRIPT_KHMER } },
  { " my ", { G_UNICODE_SCRIPT_MYANMAR } },
  { " bo dz ", { G_UNICODE_SCRIPT_TIBETAN } },
  { " ka ", { G_UNICODE_SCRIPT_GEORGIAN } },
  { " hy ", { G_UNICODE_SCRIPT_ARMENIAN } },
  { " am ti ", { G_UNICODE_SCRIPT_ETHIOPIC } },
};

/* (nullable): the row of a language tag; NULL for languages of several scripts, and unknown ones. A tag that
 * names its script ("sr-Latn", "zh-Latn") is taken at its word. */
static const ScriptOfLanguages *
find_scripts (const char *tag)
{
  gsize length = strcspn (tag, "-_");
  if (length < 2 || length > 3 || (tag[length] != '\0' && strcspn (tag + length + 1, "-_") == 4))
    return NULL;

  g_autofree char *primary = g_ascii_strdown (tag, (gssize) length);
  g_autofree char *wanted = g_strconcat (" ", primary, " ", NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (scripts_of_languages); i++)
    if (strstr (scripts_of_languages[i].languages, wanted))
      return &scripts_of_languages[i];
  return NULL;
}

static gboolean
has_script (const ScriptOfLanguages *row, GUnicodeScript script)
{
  for (gsize i = 0; i < G_N_ELEMENTS (row->scripts) && row->scripts[i] != G_UNICODE_SCRIPT_COMMON; i++)
    if (row->scripts[i] == script)
      return TRUE;
  return FALSE;
}

typedef struct {
  gsize n_letters;
  gsize n_expected; /* of the scripts of the language */
} LetterCount;

static void
count_letters (const char *text, const ScriptOfLanguages *row, LetterCount *count)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);
    if (!g_unichar_isalpha (c))
      continue;
    GUnicodeScript script = g_unichar_get_script (c);
    if (script == G_UNICODE_SCRIPT_COMMON || script == G_UNICODE_SCRIPT_INHERITED)
      continue;
    count->n_letters++;
    count->n_expected += has_script (row, script);
  }
}

/* Returns: (transfer full) (nullable): a sentence if the text is not written in a script of its language. */
static char *
describe_language (const TrainEntry *entry, ExtractDocument *document, const char *reference)
{
  const ScriptOfLanguages *row = entry->lang ? find_scripts (entry->lang) : NULL;
  LetterCount count = { 0, 0 };

  if (!row)
    return NULL;
  if (reference)
    count_letters (reference, row, &count);
  if (count.n_letters < LANGUAGE_LETTERS) {
    count = (LetterCount){ 0, 0 };
    for (guint i = 0; i < extract_document_get_n_blocks (document); i++)
      count_letters (extract_block_get_text (extract_document_get_block (document, i)), row, &count);
  }
  if (count.n_letters < LANGUAGE_LETTERS ||
      (double) count.n_expected >= LANGUAGE_SHARE * (double) count.n_letters)
    return NULL;
  return g_strdup_printf ("its language is said to be %s, but %d %% of its letters are of another script",
                          entry->lang, (int) (100 * (count.n_letters - count.n_expected) / count.n_letters));
}

/* ---- Words -------------------------------------------------------------------------------------- */

/* Checksum and sketch of the words of the main text; where that is not known, of those of all blocks. */
static void
measure_text (TrainCheckPage *page, ExtractDocument *document, const char *reference)
{
  g_autoptr (TrainVocabulary) vocabulary = train_vocabulary_new ();
  g_autoptr (TrainWords) words = train_words_new ();
  g_autoptr (TrainWords) text = train_words_new ();
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < page->n_blocks; i++)
    train_words_append (words, vocabulary, TRAIN_SCRIPT_LETTERS,
                        extract_block_get_text (extract_document_get_block (document, i)));
  page->n_words = words->n;
  if (reference)
    train_words_append (text, vocabulary, TRAIN_SCRIPT_LETTERS, reference);

  const TrainWords *main_text = reference ? text : words;
  g_autofree const char **strings = g_new (const char *, main_text->n + 1);
  for (gsize i = 0; i < main_text->n; i++) {
    strings[i] = train_vocabulary_get_word (vocabulary, main_text->ids[i]);
    g_checksum_update (checksum, (const guchar *) strings[i], -1);
    g_checksum_update (checksum, (const guchar *) "\n", 1);
  }
  page->n_text = main_text->n;
  page->text_sum = g_strdup (g_checksum_get_string (checksum));
  train_check_sketch (strings, main_text->n, page->minhashes);
}

static void
count_labels (TrainCheckPage *page, const TrainAlignment *alignment)
{
  for (guint i = 0; alignment && i < alignment->n_blocks; i++) {
    switch (train_alignment_get_label (alignment, i)) {
    case EXTRACT_LABEL_GOOD:
      page->n_good_blocks++;
      page->n_good_words += alignment->n_words[i];
      break;
    case EXTRACT_LABEL_BAD:
      page->n_bad_blocks++;
      page->n_bad_words += alignment->n_words[i];
      break;
    default:
      break;
    }
  }
}

/* ---- The page ----------------------------------------------------------------------------------- */

TrainCheckPage *
train_check_page_new (const TrainEntry *entry, ExtractParser *parser, double minimum_recall)
{
  TrainCheckPage *page = g_new0 (TrainCheckPage, 1);
  g_autofree char *reference = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  g_autoptr (TrainLabels) labels = NULL;
  g_autoptr (GError) error = NULL;

  page->entry = entry;
  page->site = train_entry_dup_site (entry);
  if (train_entry_load_truth (entry, &reference, &error))
    bytes = train_entry_load_bytes (entry, parser, &error);
  if (bytes)
    document = train_entry_parse (entry, parser, bytes, &error);
  if (document)
    labels = train_labels_new_for_document (entry, document, reference, minimum_recall, &error);
  if (!labels) {
    page->error = g_strdup (error->message);
    return page;
  }

  page->source = labels->source;
  page->has_reference = reference != NULL;
  page->has_labels = train_entry_has_labels (entry);
  page->trusted = labels->trusted;
  page->reason = g_strdup (labels->reason);
  page->recall = train_labels_get_recall (labels);
  page->n_reference = labels->alignment ? labels->alignment->n_reference : 0;
  page->n_given = labels->n_given;
  page->n_blocks = extract_document_get_n_blocks (document);
  page->language = describe_language (entry, document, labels->reference);
  page->page_sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  measure_text (page, document, labels->reference);
  count_labels (page, labels->alignment);
  return page;
}

void
train_check_page_free (TrainCheckPage *page)
{
  g_free (page->site);
  g_free (page->error);
  g_free (page->reason);
  g_free (page->language);
  g_free (page->page_sum);
  g_free (page->text_sum);
  g_free (page);
}

gboolean
train_check_page_learns (const TrainCheckPage *page)
{
  return !page->error && page->trusted && page->n_good_blocks + page->n_bad_blocks > 0;
}
