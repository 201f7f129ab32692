/* SPDX-License-Identifier: MIT */
/*
 * Words, corner by corner. What is expected here is what Python makes of the same text; a word
 * list is written with "|" between the words.
 */
#include <string.h>

#include "train/data/words.h"

typedef struct {
  const char *text;
  const char *words;
} Case;

static char *
dup_words (const char *text, TrainScript script)
{
  g_autoptr (TrainVocabulary) vocabulary = train_vocabulary_new ();
  g_autoptr (TrainWords) tokens = train_words_new ();
  GString *words = g_string_new (NULL);

  train_words_append (tokens, vocabulary, script, text);
  for (gsize i = 0; i < tokens->n; i++) {
    if (i > 0)
      g_string_append_c (words, '|');
    g_string_append (words, train_vocabulary_get_word (vocabulary, tokens->ids[i]));
  }
  return g_string_free (words, FALSE);
}

static void
check_words (const Case *cases, gsize n_cases, TrainScript script)
{
  for (gsize i = 0; i < n_cases; i++) {
    g_autofree char *words = dup_words (cases[i].text, script);
    g_test_message ("%s", cases[i].text);
    g_assert_cmpstr (words, ==, cases[i].words);
  }
}

static void
test_words (void)
{
  static const Case cases[] = {
    { "", "" },
    { " \t-- ... \n", "" },
    { "The Cat, the HAT.", "the|cat|the|hat" },
    { "don't snake_case 3.14 x86-64", "don|t|snake_case|3|14|x86|64" },
    { "\xc5\xbdLU\xc5\xa4OU\xc4\x8cK\xc3\x9d", "\xc5\xbelu\xc5\xa5ou\xc4\x8dk\xc3\xbd" },
    { "x\xc2\xb2 \xc2\xbd \xd9\xa3\xd9\xa4",
      "x\xc2\xb2|\xc2\xbd|\xd9\xa3\xd9\xa4" }, /* superscript, fraction, digits */
    { "cafe\xcc\x81s", "cafe|s" },             /* a combining mark parts */
    { "\xe2\x85\xa3 \xe2\x92\xb6",
      "\xe2\x85\xb3" },             /* a Roman numeral is a number, a circled letter is none */
    { "\xc7\x85", "\xc7\x86" },     /* title case */
    { "\xe1\xba\x9e", "\xc3\x9f" }, /* capital sharp s */
    { "a\xe2\x80\x8b"
      "b\xef\xbf\xbd"
      "c",
      "a|b|c" },
  };
  check_words (cases, G_N_ELEMENTS (cases), TRAIN_SCRIPT_SPACED);
}

static void
test_special_lower_case (void)
{
  static const Case cases[] = {
    { "\xc4\xb0stanbul D\xc4\xb0L", "i|stanbul|di|l" }, /* capital I with dot: i, combining dot */
    { "\xce\x9f\xce\xa3", "\xce\xbf\xcf\x82" },         /* final sigma */
    { "\xce\x9f\xce\xa3. \xce\xa3", "\xce\xbf\xcf\x82|\xcf\x83" },
    { "\xce\xa3\xce\x91", "\xcf\x83\xce\xb1" },
    { "\xce\x91\xce\xa3\xe2\x80\x99\xce\x91",
      "\xce\xb1\xcf\x83|\xce\xb1" }, /* the apostrophe does not count */
    { "\xce\x91\xce\xa3\xe2\x80\x99 \xce\x91", "\xce\xb1\xcf\x82|\xce\xb1" },
    { "\xce\x91.\xce\xa3", "\xce\xb1|\xcf\x82" },
    { "1\xce\xa3", "1\xcf\x83" },
  };
  check_words (cases, G_N_ELEMENTS (cases), TRAIN_SCRIPT_SPACED);
}

static void
test_unspaced (void)
{
  static const Case cases[] = {
    { "\xe4\xb8\xad\xe6\x96\x87 Web2.0\xe7\xbd\x91", "\xe4\xb8\xad|\xe6\x96\x87|web2|0|\xe7\xbd\x91" },
    { "\xe3\x83\x86\xe3\x83\xbb\xe3\x82\xb9",
      "\xe3\x83\x86|\xe3\x83\xbb|\xe3\x82\xb9" },               /* the middle dot, too */
    { "\xe3\x80\x82\xef\xbc\x8c", "" },                         /* full stop, comma */
    { "\xed\x95\x9c\xea\xb5\xad", "\xed\x95\x9c\xea\xb5\xad" }, /* Hangul has spaces */
  };
  check_words (cases, G_N_ELEMENTS (cases), TRAIN_SCRIPT_UNSPACED);

  g_assert_cmpint (train_script_from_language ("zh"), ==, TRAIN_SCRIPT_UNSPACED);
  g_assert_cmpint (train_script_from_language ("ja-JP"), ==, TRAIN_SCRIPT_UNSPACED);
  g_assert_cmpint (train_script_from_language ("en"), ==, TRAIN_SCRIPT_SPACED);
  g_assert_cmpint (train_script_from_language (""), ==, TRAIN_SCRIPT_SPACED);
  g_assert_cmpint (train_script_from_language (NULL), ==, TRAIN_SCRIPT_SPACED);
}

static void
test_vocabulary (void)
{
  g_autoptr (TrainVocabulary) vocabulary = train_vocabulary_new ();
  g_autoptr (TrainWords) tokens = train_words_new ();

  train_words_append (tokens, vocabulary, TRAIN_SCRIPT_SPACED, "red green");
  train_words_append (tokens, vocabulary, TRAIN_SCRIPT_SPACED, "Green RED blue");
  g_assert_cmpuint (tokens->n, ==, 5);
  g_assert_cmpuint (train_vocabulary_get_size (vocabulary), ==, 3);
  g_assert_cmpuint (tokens->ids[0], ==, tokens->ids[3]);
  g_assert_cmpuint (tokens->ids[1], ==, tokens->ids[2]);
  g_assert_cmpstr (train_vocabulary_get_word (vocabulary, tokens->ids[4]), ==, "blue");
}

static void
test_decode (void)
{
  static const struct {
    const char *bytes;
    gsize length;
    const char *text; /* with "?" for U+FFFD */
  } cases[] = {
    { "", 0, "" },
    { "a\r\nb\rc\n\r", 8, "a\nb\nc\n\n" },
    { "a\0b", 3, "a?b" },
    { "\xe2\x82\xac", 3, "\xe2\x82\xac" },
    { "\xe2\x82"
      "A",
      3, "?A" }, /* the start of a character is one piece */
    { "\xe2\x82", 2, "?" },
    { "\xf0\x90\x80", 3, "?" },
    { "\xe0\x80\x80", 3, "???" },      /* overlong: no byte belongs to the one before */
    { "\xed\xa0\x80", 3, "???" },      /* a surrogate */
    { "\xf4\x90\x80\x80", 4, "????" }, /* too large */
    { "\xff\xc0\x80x", 4, "???x" },
    { "\xc2\xc2\xa9", 3, "?\xc2\xa9" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = train_text_decode (cases[i].bytes, cases[i].length);
    g_auto (GStrv) parts = g_strsplit (text, "\xef\xbf\xbd", -1);
    g_autofree char *shown = g_strjoinv ("?", parts);
    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_assert_true (g_utf8_validate (text, -1, NULL));
    g_assert_cmpstr (shown, ==, cases[i].text);
  }
}

static void
test_squash (void)
{
  static const Case cases[] = {
    { "", "" },
    { " \n ", "" },
    { "  One\t\n TWO ", "one two" },
    { "a\xc2\xa0"
      "b\xe3\x80\x80"
      "c\x1c"
      "d\xc2\x85"
      "e",
      "a b c d e" },
    { "a\xe2\x80\x8b"
      "b",
      "a\xe2\x80\x8b"
      "b" }, /* no white space */
    { "Stra\xc3\x9f"
      "e \xef\xac\x81n",
      "strasse fin" },
    { "\xce\x9f\xce\xa3", "\xce\xbf\xcf\x83" },
    { "\xe1\x8e\xa0\xea\xad\xb0", "\xe1\x8e\xa0\xe1\x8e\xa0" }, /* Cherokee folds to capitals */
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *squashed = train_text_squash (cases[i].text);
    g_test_message ("%s", cases[i].text);
    g_assert_cmpstr (squashed, ==, cases[i].words);
  }

  g_assert_true (train_text_is_blank (""));
  g_assert_true (train_text_is_blank (" \n\x1f\xe3\x80\x80"));
  g_assert_false (train_text_is_blank (" x"));
  g_assert_false (train_text_is_blank ("\xe2\x80\x8b"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tokens/words", test_words);
  g_test_add_func ("/tokens/special-lower-case", test_special_lower_case);
  g_test_add_func ("/tokens/unspaced", test_unspaced);
  g_test_add_func ("/tokens/vocabulary", test_vocabulary);
  g_test_add_func ("/tokens/decode", test_decode);
  g_test_add_func ("/tokens/squash", test_squash);
  return g_test_run ();
}
