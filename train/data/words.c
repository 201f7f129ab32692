/* SPDX-License-Identifier: MIT */
/*
 * Tokens are those of the published measure for main text, which was defined in Python:
 * re.findall (r'\w+', text.lower ()). Figures can only be compared if every word is the same, so
 * the corners are kept too:
 *
 *   \w         letters (L*), numbers (N*) and "_"; combining marks are not, they part words
 *   U+0130     lower case is "i" and U+0307, a combining mark: it parts a word
 *   U+03A3     final sigma at the end of a word: after a cased character and before none, where
 *              case-ignorable characters between them do not count
 *
 * Nothing here depends on the locale.
 */
#include "train/data/words.h"

#include <string.h>

#define CAPITAL_I_WITH_DOT 0x0130
#define COMBINING_DOT_ABOVE 0x0307
#define CAPITAL_SIGMA 0x03a3
#define SMALL_SIGMA 0x03c3
#define FINAL_SIGMA 0x03c2
#define REPLACEMENT "\xef\xbf\xbd"

struct _TrainVocabulary {
  GHashTable *ids;  /* word -> id; the words belong to texts */
  GPtrArray *words; /* id -> word */
  GStringChunk *texts;
  GString *word; /* the word that is being read */
};

/* ---- Characters --------------------------------------------------------------------------- */

typedef struct {
  gunichar first;
  gunichar last;
} Range;

static gboolean
in_ranges (gunichar c, const Range *ranges, gsize n_ranges)
{
  for (gsize i = 0; i < n_ranges; i++)
    if (c >= ranges[i].first && c <= ranges[i].last)
      return TRUE;
  return FALSE;
}

static gboolean
is_word_character (gunichar c)
{
  if (c < 0x80)
    return g_ascii_isalnum ((char) c) || c == '_';

  switch (g_unichar_type (c)) {
  case G_UNICODE_LOWERCASE_LETTER:
  case G_UNICODE_MODIFIER_LETTER:
  case G_UNICODE_OTHER_LETTER:
  case G_UNICODE_TITLECASE_LETTER:
  case G_UNICODE_UPPERCASE_LETTER:
  case G_UNICODE_DECIMAL_NUMBER:
  case G_UNICODE_LETTER_NUMBER:
  case G_UNICODE_OTHER_NUMBER:
    return TRUE;
  default:
    return FALSE;
  }
}

/* Han, kana and the signs that go with them: one token each. Some are not word characters (the
 * katakana middle dot, the voicing marks): they are tokens all the same. */
static gboolean
is_unspaced_character (gunichar c)
{
  static const Range ranges[] = {
    { 0x3005, 0x3007 }, { 0x3040, 0x30ff }, { 0x31f0, 0x31ff }, { 0x3400, 0x4dbf },
    { 0x4e00, 0x9fff }, { 0xf900, 0xfaff }, { 0xff66, 0xff9f }, { 0x20000, 0x3134f },
  };
  return c >= 0x3005 && in_ranges (c, ranges, G_N_ELEMENTS (ranges));
}

/* Letters of scripts that put no spaces between words and are not written by Han or kana: those of the class
 * SA of UAX #14, Unicode Line Breaking Algorithm. */
static gboolean
is_complex_character (gunichar c)
{
  static const Range ranges[] = {
    { 0x0e00, 0x0eff },   /* Thai, Lao */
    { 0x1000, 0x109f },   /* Burmese */
    { 0x1780, 0x17ff },   /* Khmer */
    { 0x1950, 0x19df },   /* Tai Le, New Tai Lue */
    { 0x1a20, 0x1aaf },   /* Tai Tham */
    { 0xa9e0, 0xa9ff },   /* Burmese, extended */
    { 0xaa60, 0xaadf },   /* Burmese, extended; Tai Viet */
    { 0x11700, 0x1174f }, /* Ahom */
  };
  return c >= 0x0e00 && in_ranges (c, ranges, G_N_ELEMENTS (ranges)) && is_word_character (c);
}

/* The property Cased of the Unicode standard. */
static gboolean
is_cased (gunichar c)
{
  static const Range others[] = {
    { 0xaa, 0xaa },       { 0xba, 0xba },       { 0x2160, 0x217f },   { 0x24b6, 0x24e9 },
    { 0x1f130, 0x1f149 }, { 0x1f150, 0x1f169 }, { 0x1f170, 0x1f189 },
  };

  switch (g_unichar_type (c)) {
  case G_UNICODE_LOWERCASE_LETTER:
  case G_UNICODE_TITLECASE_LETTER:
  case G_UNICODE_UPPERCASE_LETTER:
    return TRUE;
  default:
    return in_ranges (c, others, G_N_ELEMENTS (others));
  }
}

/* The property Case_Ignorable of the Unicode standard. */
static gboolean
is_case_ignorable (gunichar c)
{
  static const Range others[] = {
    { 0x27, 0x27 },     { 0x2e, 0x2e },     { 0x3a, 0x3a },     { 0xb7, 0xb7 },
    { 0x387, 0x387 },   { 0x55f, 0x55f },   { 0x5f4, 0x5f4 },   { 0x2018, 0x2019 },
    { 0x2024, 0x2024 }, { 0x2027, 0x2027 }, { 0xfe13, 0xfe13 }, { 0xfe52, 0xfe52 },
    { 0xfe55, 0xfe55 }, { 0xff07, 0xff07 }, { 0xff0e, 0xff0e }, { 0xff1a, 0xff1a },
  };

  switch (g_unichar_type (c)) {
  case G_UNICODE_NON_SPACING_MARK:
  case G_UNICODE_ENCLOSING_MARK:
  case G_UNICODE_FORMAT:
  case G_UNICODE_MODIFIER_LETTER:
  case G_UNICODE_MODIFIER_SYMBOL:
    return TRUE;
  default:
    return in_ranges (c, others, G_N_ELEMENTS (others));
  }
}

/* What Python calls white space: four separators of ASCII and NEL are, U+200B and U+FEFF are not. */
static gboolean
is_white_space (gunichar c)
{
  static const Range others[] = {
    { 0x85, 0x85 },     { 0xa0, 0xa0 },     { 0x1680, 0x1680 }, { 0x2000, 0x200a },
    { 0x2028, 0x2029 }, { 0x202f, 0x202f }, { 0x205f, 0x205f }, { 0x3000, 0x3000 },
  };
  if (c < 0x80)
    return c == ' ' || (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x1f);
  return in_ranges (c, others, G_N_ELEMENTS (others));
}

/* The lower case of the capital sigma at @sigma in @text. The next sigma ends both searches, so
 * all of them together read the text at most twice. */
static gunichar
lower_sigma (const char *text, const char *sigma)
{
  gboolean after_cased = FALSE;
  for (const char *p = sigma; p > text;) {
    p = g_utf8_prev_char (p);
    gunichar c = g_utf8_get_char (p);
    if (is_case_ignorable (c))
      continue;
    after_cased = is_cased (c);
    break;
  }
  if (!after_cased)
    return SMALL_SIGMA;

  for (const char *p = g_utf8_next_char (sigma); *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);
    if (!is_case_ignorable (c))
      return is_cased (c) ? SMALL_SIGMA : FINAL_SIGMA;
  }
  return FINAL_SIGMA;
}

/* Lower case of all other characters. Roman numerals and circled letters have one though they
 * are no letters; g_unichar_tolower () leaves them as they are. */
static gunichar
lower_character (gunichar c)
{
  if (c < 0x80)
    return (gunichar) g_ascii_tolower ((char) c);
  if (c >= 0x2160 && c <= 0x216f)
    return c + 16;
  if (c >= 0x24b6 && c <= 0x24cf)
    return c + 26;
  return g_unichar_tolower (c);
}

/* ---- Vocabulary --------------------------------------------------------------------------- */

TrainScript
train_script_from_language (const char *language)
{
  if (language && (g_str_has_prefix (language, "zh") || g_str_has_prefix (language, "ja")))
    return TRAIN_SCRIPT_UNSPACED;
  return TRAIN_SCRIPT_SPACED;
}

TrainVocabulary *
train_vocabulary_new (void)
{
  TrainVocabulary *vocabulary = g_new0 (TrainVocabulary, 1);
  vocabulary->ids = g_hash_table_new (g_str_hash, g_str_equal);
  vocabulary->words = g_ptr_array_new ();
  vocabulary->texts = g_string_chunk_new (4096);
  vocabulary->word = g_string_new (NULL);
  return vocabulary;
}

void
train_vocabulary_free (TrainVocabulary *vocabulary)
{
  if (!vocabulary)
    return;
  g_hash_table_unref (vocabulary->ids);
  g_ptr_array_unref (vocabulary->words);
  g_string_chunk_free (vocabulary->texts);
  g_string_free (vocabulary->word, TRUE);
  g_free (vocabulary);
}

guint
train_vocabulary_get_size (const TrainVocabulary *vocabulary)
{
  return vocabulary->words->len;
}

const char *
train_vocabulary_get_word (const TrainVocabulary *vocabulary, guint32 id)
{
  g_return_val_if_fail (id < vocabulary->words->len, NULL);
  return vocabulary->words->pdata[id];
}

static guint32
vocabulary_intern (TrainVocabulary *vocabulary, const char *word)
{
  gpointer id;
  if (g_hash_table_lookup_extended (vocabulary->ids, word, NULL, &id))
    return GPOINTER_TO_UINT (id);

  guint new_id = vocabulary->words->len;
  char *copy = g_string_chunk_insert (vocabulary->texts, word);
  g_ptr_array_add (vocabulary->words, copy);
  g_hash_table_insert (vocabulary->ids, copy, GUINT_TO_POINTER (new_id));
  return new_id;
}

/* ---- Words -------------------------------------------------------------------------------- */

TrainWords *
train_words_new (void)
{
  return g_new0 (TrainWords, 1);
}

void
train_words_free (TrainWords *words)
{
  if (!words)
    return;
  g_free (words->ids);
  g_free (words);
}

/* Takes the word that has been read, if there is one, to the end of @words. */
static void
words_end_one (TrainWords *words, TrainVocabulary *vocabulary)
{
  if (vocabulary->word->len == 0)
    return;
  if (words->n == words->n_allocated) {
    words->n_allocated = MAX (64, words->n_allocated * 2);
    words->ids = g_renew (guint32, words->ids, words->n_allocated);
  }
  words->ids[words->n++] = vocabulary_intern (vocabulary, vocabulary->word->str);
  g_string_truncate (vocabulary->word, 0);
}

static void
words_add_character (TrainWords *words, TrainVocabulary *vocabulary, TrainScript script, TrainWordKind kind,
                     gunichar c)
{
  if ((script != TRAIN_SCRIPT_SPACED && is_unspaced_character (c)) ||
      (script == TRAIN_SCRIPT_LETTERS && is_complex_character (c))) {
    words_end_one (words, vocabulary);
    g_string_append_unichar (vocabulary->word, c);
    words_end_one (words, vocabulary);
  } else if (kind == TRAIN_WORDS_PARTS ? !is_white_space (c) : is_word_character (c)) {
    g_string_append_unichar (vocabulary->word, c);
  } else {
    words_end_one (words, vocabulary);
  }
}

void
train_words_append_as (TrainWords *words, TrainVocabulary *vocabulary, TrainScript script, TrainWordKind kind,
                       const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);

    if (kind != TRAIN_WORDS_LOWER) {
      words_add_character (words, vocabulary, script, kind, c);
    } else if (c == CAPITAL_I_WITH_DOT) {
      words_add_character (words, vocabulary, script, kind, 'i');
      words_add_character (words, vocabulary, script, kind, COMBINING_DOT_ABOVE);
    } else if (c == CAPITAL_SIGMA) {
      words_add_character (words, vocabulary, script, kind, lower_sigma (text, p));
    } else {
      words_add_character (words, vocabulary, script, kind, lower_character (c));
    }
  }
  words_end_one (words, vocabulary);
}

void
train_words_append (TrainWords *words, TrainVocabulary *vocabulary, TrainScript script, const char *text)
{
  train_words_append_as (words, vocabulary, script, TRAIN_WORDS_LOWER, text);
}

/* ---- Texts -------------------------------------------------------------------------------- */

/*
 * The length of the character at @bytes, and whether it is whole. Of a damaged one, the length of
 * the piece that could still have become a character, 1 at least.
 *
 *   lead     second byte      more
 *   C2..DF   80..BF           0
 *   E0..EF   80..BF, but not below A0 after E0 (overlong), nor above 9F after ED (surrogates)    1
 *   F0..F4   80..BF, but not below 90 after F0 (overlong), nor above 8F after F4 (> U+10FFFF)    2
 */
static gsize
measure_character (const guint8 *bytes, gsize length, gboolean *whole)
{
  guint8 lead = bytes[0];
  guint8 low = 0x80, high = 0xbf;
  gsize n;

  *whole = FALSE;
  if (lead >= 0x01 && lead < 0x80) {
    *whole = TRUE;
    return 1;
  } else if (lead >= 0xc2 && lead <= 0xdf) {
    n = 2;
  } else if (lead >= 0xe0 && lead <= 0xef) {
    n = 3;
    if (lead == 0xe0)
      low = 0xa0;
    if (lead == 0xed)
      high = 0x9f;
  } else if (lead >= 0xf0 && lead <= 0xf4) {
    n = 4;
    if (lead == 0xf0)
      low = 0x90;
    if (lead == 0xf4)
      high = 0x8f;
  } else {
    return 1;
  }

  for (gsize i = 1; i < n; i++) {
    if (i >= length || bytes[i] < low || bytes[i] > high)
      return i;
    low = 0x80;
    high = 0xbf;
  }
  *whole = TRUE;
  return n;
}

char *
train_text_decode (const char *bytes, gsize length)
{
  GString *text = g_string_sized_new (length);

  for (gsize i = 0; i < length;) {
    if (bytes[i] == '\r') {
      g_string_append_c (text, '\n');
      i += i + 1 < length && bytes[i + 1] == '\n' ? 2 : 1;
      continue;
    }
    gboolean whole;
    gsize n = measure_character ((const guint8 *) bytes + i, length - i, &whole);
    if (whole)
      g_string_append_len (text, bytes + i, (gssize) n);
    else
      g_string_append (text, REPLACEMENT);
    i += n;
  }
  return g_string_free (text, FALSE);
}

/* Case folding of one character, which may give several. */
static void
append_folded (GString *folded, gunichar c)
{
  if (c < 0x80) {
    g_string_append_c (folded, g_ascii_tolower ((char) c));
  } else if (c >= 0x13a0 && c <= 0x13f5) {
    /* Unicode folds Cherokee to capitals; GLib folds it to small letters. */
    g_string_append_unichar (folded, c);
  } else {
    char utf8[6];
    g_autofree char *fold = g_utf8_casefold (utf8, g_unichar_to_utf8 (c, utf8));
    g_string_append (folded, fold);
  }
}

char *
train_text_squash (const char *text)
{
  GString *squashed = g_string_sized_new (strlen (text));
  gboolean space = FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);
    if (is_white_space (c)) {
      space = squashed->len > 0;
      continue;
    }
    if (space)
      g_string_append_c (squashed, ' ');
    space = FALSE;
    append_folded (squashed, c);
  }
  return g_string_free (squashed, FALSE);
}

gboolean
train_text_is_blank (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!is_white_space (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}
