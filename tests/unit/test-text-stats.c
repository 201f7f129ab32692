/* SPDX-License-Identifier: MIT */
/*
 * Words, sentences and kinds of characters of short texts in many scripts. A row of the table is a text
 * and all its counts.
 */
#include <libextract/text/facts.h>

#include <string.h>

typedef struct {
  const char *name, *text;
  guint words, sentences, capital_words, all_caps_words, long_words, short_words, letters, digits, spaces,
      chars;
} Case;

/* clang-format off */
static const Case cases[] = {
  /*                                                  words sent cap caps long short  letters digits spaces chars */
  { "empty", "",                                          0, 0,  0, 0,  0, 0,   0, 0, 0, 0 },
  { "spaces", " \t\n",                                    0, 0,  0, 0,  0, 0,   0, 0, 3, 3 },
  { "word", "word",                                       1, 1,  0, 0,  0, 0,   4, 0, 0, 4 },
  { "no-letter", "12 34. 5!",                             3, 0,  0, 0,  0, 3,   0, 5, 2, 9 },
  { "punctuation", "... !? -- ()",                        0, 0,  0, 0,  0, 0,   0, 0, 3, 12 },
  { "latin", "The boat lies low. It waits!",              6, 2,  2, 0,  0, 3,  21, 0, 5, 28 },
  { "last-sentence-open", "One. Two",                     2, 2,  2, 0,  0, 2,   6, 0, 1, 8 },
  { "stop-without-space", "example.org and v1.2.x",       6, 1,  0, 0,  0, 5,  15, 2, 2, 22 },
  { "decimal", "It is 3.14 m.",                           5, 1,  1, 0,  0, 5,   5, 3, 3, 13 },
  { "quotes-after-stop", "\"Go.\" (He went.) Away",       4, 3,  3, 0,  0, 2,  12, 0, 3, 21 },
  { "abbreviation", "e.g. this",                          3, 2,  0, 0,  0, 2,   6, 0, 1, 9 },
  { "initials", "J. R. Smith",                            3, 3,  3, 0,  0, 2,   7, 0, 2, 11 },
  { "ellipsis-dots", "Wait... what",                      2, 2,  1, 0,  0, 0,   8, 0, 1, 12 },
  { "ellipsis", "Wait… what?!",                           2, 2,  1, 0,  0, 0,   8, 0, 1, 12 },
  { "all-caps", "NATO and the USA, A I.",                 6, 1,  4, 2,  0, 5,  15, 0, 5, 22 },
  { "all-caps-digits", "MP3 A4 H2O B52",                  4, 1,  4, 2,  0, 4,   6, 5, 3, 14 },
  { "camel-case", "iPhone McDonald",                      2, 1,  1, 0,  0, 0,  14, 0, 1, 15 },
  { "apostrophe", "don't l’eau rock'n'roll",              3, 1,  0, 0,  1, 0,  17, 0, 2, 23 },
  { "apostrophe-edges", "'tis dogs' 'a'",                 3, 1,  0, 0,  0, 2,   8, 0, 2, 14 },
  { "apostrophe-digits", "the '90s o'9",                  4, 1,  0, 0,  0, 4,   5, 3, 2, 12 },
  { "apostrophes-two", "a''b",                            2, 1,  0, 0,  0, 2,   2, 0, 0, 4 },
  { "hyphen", "well-known e-mail",                        4, 1,  0, 0,  0, 1,  14, 0, 1, 17 },
  { "underscore", "snake_case _x _",                      2, 1,  0, 0,  1, 1,  10, 0, 2, 15 },
  { "letters-and-digits", "abc123 1st",                   2, 1,  0, 0,  0, 1,   5, 4, 1, 10 },
  { "long-and-short", "abc abcd abcdefgh abcdefghi",      4, 1,  0, 0,  1, 1,  24, 0, 3, 27 },
  { "slash-and-at", "and/or a@b.cz",                      5, 1,  0, 0,  0, 5,   9, 0, 1, 13 },
  { "czech", "Žluťoučký kůň. Řekl: ÚPĚL",                 4, 2,  3, 1,  1, 1,  20, 0, 3, 25 },
  { "decomposed-accents", "e\xcc\x81te\xcc\x81 A\xcc\x8a", 2, 1, 1, 0,  0, 1,   4, 0, 1, 8 },
  { "mark-alone", "\xcc\x81 a",                           1, 1,  0, 0,  0, 1,   1, 0, 1, 3 },
  { "german", "STRAẞE, straße",                           2, 1,  1, 1,  0, 0,  12, 0, 1, 14 },
  { "ligature-titlecase", "ǅep ﬁne",                      2, 1,  1, 0,  0, 2,   6, 0, 1, 7 },
  { "greek", "Ο Σωκράτης ΗΤΑΝ σοφός.",                    4, 1,  3, 1,  0, 1,  18, 0, 3, 22 },
  { "russian", "Война и мир. СССР…",                      4, 2,  2, 1,  0, 2,  13, 0, 3, 18 },
  { "georgian", "საქართველო არის",                        2, 1,  0, 0,  1, 0,  14, 0, 1, 15 },
  { "armenian", "Բարև ձեզ։ Այո",                          3, 2,  2, 0,  0, 2,  10, 0, 2, 13 },
  { "hebrew", "שלום עולם. כן",                            3, 2,  0, 0,  0, 1,  10, 0, 2, 13 },
  { "arabic", "هل أنت هنا؟ نعم.",                         4, 2,  0, 0,  0, 4,  11, 0, 3, 16 },
  { "arabic-marks-and-digits", "كِتَابٌ ٣٤",              2, 1,  0, 0,  0, 1,   4, 2, 1, 10 },
  { "persian-joiner", "می\xe2\x80\x8cروم",                1, 1,  0, 0,  0, 0,   5, 0, 0, 6 },
  { "urdu", "یہ ہے۔ وہ",                                  3, 2,  0, 0,  0, 3,   6, 0, 2, 9 },
  { "hindi", "हिन्दी भाषा। ठीक",                          3, 2,  0, 0,  0, 1,   7, 0, 2, 16 },
  { "tamil", "தமிழ் மொழி",                                2, 1,  0, 0,  0, 0,   5, 0, 1, 10 },
  { "korean", "한국어는 좋다.",                           2, 1,  0, 0,  0, 1,   6, 0, 1, 8 },
  { "chinese", "今天天气很好。我们走吧！",                10, 2, 0, 0,  0, 10, 10, 0, 0, 12 },
  { "chinese-with-latin", "我用Linux系统",                5, 1,  1, 0,  0, 4,   9, 0, 0, 9 },
  { "chinese-quotes", "他说：「好。」她笑",               5, 2,  0, 0,  0, 5,   5, 0, 0, 9 },
  { "japanese", "日本語のテキスト。",                     8, 1,  0, 0,  0, 8,   8, 0, 0, 9 },
  { "japanese-long-vowel", "コーヒー",                    4, 1,  0, 0,  0, 4,   4, 0, 0, 4 },
  { "thai", "ภาษาไทย",                                    2, 1,  0, 0,  0, 1,   7, 0, 0, 7 },
  { "thai-marks", "สวัสดีครับ",                           2, 1,  0, 0,  0, 0,   7, 0, 0, 10 },
  { "lao", "ພາສາລາວ",                                     2, 1,  0, 0,  0, 1,   7, 0, 0, 7 },
  { "amharic", "ሰላም። ደህና",                                2, 2,  0, 0,  0, 2,   6, 0, 1, 8 },
  { "gothic-beyond-16-bits", "𐌰𐌱𐌲 𐐀𐐁",                    2, 1,  1, 1,  0, 2,   5, 0, 1, 6 },
  { "emoji", "😀 ok 👍🏽",                                  1, 1,  0, 0,  0, 1,   2, 0, 2, 7 },
  { "superscript", "m² x³ ½",                             2, 1,  0, 0,  0, 2,   2, 0, 2, 7 },
};
/* clang-format on */

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  ExtractTextStats stats;

  extract_text_stats_count (c->text, strlen (c->text), &stats);
  g_test_message ("%s", c->text);
  g_assert_cmpuint (stats.words, ==, c->words);
  g_assert_cmpuint (stats.sentences, ==, c->sentences);
  g_assert_cmpuint (stats.capital_words, ==, c->capital_words);
  g_assert_cmpuint (stats.all_caps_words, ==, c->all_caps_words);
  g_assert_cmpuint (stats.long_words, ==, c->long_words);
  g_assert_cmpuint (stats.short_words, ==, c->short_words);
  g_assert_cmpuint (stats.letters, ==, c->letters);
  g_assert_cmpuint (stats.digits, ==, c->digits);
  g_assert_cmpuint (stats.spaces, ==, c->spaces);
  g_assert_cmpuint (stats.chars, ==, c->chars);
  g_assert_cmpuint (stats.chars, ==, g_utf8_strlen (c->text, -1));
}

static void
test_signs (void)
{
  static const struct {
    const char *text;
    guint bars, angle, copyright;
  } signs[] = {
    { "plain", 0, 0, 0 },         { "a | b || c", 3, 0, 0 }, { "¦ │ ｜", 3, 0, 0 },
    { "\xc2\xa9 2024", 0, 0, 1 }, { "(c)", 0, 0, 0 },        { "a < b", 0, 1, 0 },
    { "Home > News", 0, 1, 0 },   { "« »  ‹ ›", 0, 0, 0 },   { "© a | b > c", 1, 1, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++) {
    ExtractTextStats stats;

    extract_text_stats_count (signs[i].text, strlen (signs[i].text), &stats);
    g_test_message ("%s", signs[i].text);
    g_assert_cmpuint (stats.bars, ==, signs[i].bars);
    g_assert_cmpuint (stats.angle, ==, signs[i].angle);
    g_assert_cmpuint (stats.copyright, ==, signs[i].copyright);
  }
}

/* The characters of words: apostrophes between letters are none. */
static void
test_word_chars (void)
{
  static const struct {
    const char *text;
    guint chars;
  } words[] = {
    { "a bc, def!", 6 }, { "don't", 4 }, { "x_1", 3 }, { "日本", 2 }, { "e\xcc\x81", 2 }, { "- / .", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    ExtractTextStats stats;

    extract_text_stats_count (words[i].text, strlen (words[i].text), &stats);
    g_test_message ("%s", words[i].text);
    g_assert_cmpuint (stats.word_chars, ==, words[i].chars);
  }
}

/* Nothing behind the length is read, and counts of a prefix never exceed those of the whole. */
static void
test_length (void)
{
  static const char text[] = "One TWO don't… 日本。 3 | 4";
  ExtractTextStats whole, previous = { 0 };

  extract_text_stats_count (text, strlen (text), &whole);
  for (const char *p = text;; p = g_utf8_next_char (p)) {
    g_autofree char *copy = g_strndup (text, (gsize) (p - text));
    ExtractTextStats stats;

    extract_text_stats_count (copy, (gsize) (p - text), &stats);
    g_assert_cmpuint (stats.chars, ==, previous.chars + (p > text));
    g_assert_cmpuint (stats.words, >=, previous.words);
    g_assert_cmpuint (stats.sentences, >=, previous.sentences);
    g_assert_cmpuint (stats.letters, >=, previous.letters);
    previous = stats;
    if (!*p)
      break;
  }
  g_assert_cmpmem (&previous, sizeof previous, &whole, sizeof whole);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/text-stats/%s", cases[i].name);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  g_test_add_func ("/text-stats-all/signs", test_signs);
  g_test_add_func ("/text-stats-all/word-characters", test_word_chars);
  g_test_add_func ("/text-stats-all/length", test_length);
  return g_test_run ();
}
