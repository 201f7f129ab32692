/* SPDX-License-Identifier: MIT */
/* The language of a text: sentences in many of them, what is too short or none at all, and hints. */
#include <config.h>

#include <libextract/meta/language.h>
#include <libextract/model/model.h>
#include <libextract/text/language.h>

#include <gio/gio.h>
#include <string.h>

#define UNKNOWN EXTRACT_LANGUAGE_UNKNOWN

static const struct {
  const char *code, *text;
} sentences[] = {
  { "en", "The water turns twice a day, and nobody who keeps a boat in this harbour forgets it for long." },
  { "cs", "Kdo jednou viděl, jak loď leží na boku v bahně, ten už na tabulku přílivu nezapomene." },
  { "sk", "Kto raz videl, ako loď leží na boku v blate, ten už na tabuľku prílivu nikdy nezabudne." },
  { "pl", "Kto raz widział łódź leżącą w błocie, ten nigdy więcej nie zapomni o tablicy pływów." },
  { "de", "Wer sein Boot einmal im Schlamm liegen sah, der vergisst die Gezeitentafel nicht wieder." },
  { "fr", "Celui qui a vu son bateau couché dans la vase n'oublie plus jamais l'annuaire des marées." },
  { "es", "Quien ha visto su barco tumbado en el barro ya no se olvida nunca de la tabla de mareas." },
  { "pt", "Quem já viu o seu barco deitado na lama não se esquece nunca mais da tabela das marés." },
  { "it", "Chi ha visto la propria barca coricata nel fango non dimentica mai più la tavola delle maree." },
  { "nl", "Wie zijn boot ooit scheef in de modder heeft zien liggen, vergeet de getijdentafel nooit meer." },
  { "sv", "Den som en gång har sett sin båt ligga på sidan i leran glömmer aldrig mer hur vattnet vänder." },
  { "fi", "Joka on kerran nähnyt veneensä makaavan kyljellään mudassa, ei enää unohda vuorovesitaulukkoa." },
  { "hu", "Aki egyszer látta a csónakját az iszapban feküdni, az soha többé nem felejti el a táblázatot." },
  { "el", "Όποιος είδε μια φορά τη βάρκα του στη λάσπη δεν ξεχνά ποτέ ξανά τον πίνακα της παλίρροιας." },
  { "ru", "Кто однажды видел свою лодку лежащей в грязи, тот уже никогда не забудет таблицу приливов." },
  { "uk", "Хто бодай раз бачив свій човен у багнюці, той уже ніколи не забуде про таблицю припливів." },
  { "zh", "凡是见过自己的小船躺在泥里的人，就再也不会忘记看潮汐表了。" },
  { "zh-Hant", "凡是見過自己的小船躺在泥裡的人，就再也不會忘記看潮汐表了。" },
  { "ja", "自分の舟が泥の上に横たわっているのを見た人は、潮の表を二度と忘れません。" },
  { "ko", "자기 배가 진흙 위에 누워 있는 것을 본 사람은 물때표를 다시는 잊지 않습니다." },
  { "ar", "من رأى قاربه مرة مائلا في الطين لا ينسى جدول المد والجزر بعد ذلك أبدا." },
  { "he", "מי שראה פעם את הסירה שלו שוכבת בבוץ לא ישכח עוד לעולם את לוח הגאות והשפל." },
  { "hi", "जिसने एक बार अपनी नाव को कीचड़ में पड़े देखा है, वह ज्वार की तालिका को फिर कभी नहीं भूलता।" },
  { "tr", "Teknesini bir kez çamurun içinde yatarken gören kişi gelgit çizelgesini bir daha unutmaz." },
};

static ExtractLanguage
detect (const char *text, const char *hint)
{
  return extract_language_detect (text, strlen (text), hint);
}

static void
test_sentences (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++) {
    const ExtractLanguage found = detect (sentences[i].text, NULL);

    g_assert_cmpstr (found.code, ==, sentences[i].code);
    g_assert_cmpfloat (found.share, >=, 0.9);
    g_assert_cmpfloat (found.share, <=, 1);
    /* No hint makes it another one. */
    for (guint k = 0; k < G_N_ELEMENTS (sentences); k++)
      g_assert_cmpstr (detect (sentences[i].text, sentences[k].code).code, ==, sentences[i].code);
  }
}

static void
test_unknown (void)
{
  static const char *const texts[] = {
    "",
    " \n\t ",
    "The tide",
    "12 345 678, 90 % (2026-05-01) +49 30 901820 :-) €€€ 3.14159 2.71828 1.41421",
    "a b c d e f g h i j k l m n o p",
    "qxzv wqkjx zzxvb kkqwx vvbnq xxzqw jjqkx wwzxv bqqxk zxvwq",
    "𐌰𐍄𐍄𐌰 𐌿𐌽𐍃𐌰𐍂 𐌸𐌿 𐌹𐌽 𐌷𐌹𐌼𐌹𐌽𐌰𐌼 𐍅𐌴𐌹𐌷𐌽𐌰𐌹 𐌽𐌰𐌼𐍉 𐌸𐌴𐌹𐌽",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    const ExtractLanguage found = detect (texts[i], NULL);

    g_assert_cmpstr (found.code, ==, UNKNOWN);
    g_assert_cmpfloat (found.share, ==, 0);
  }
}

/* In equal parts there is none that the text is in. */
static void
test_mixed (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  ExtractLanguage found;

  for (guint i = 0; i < 3; i++)
    g_string_append_printf (text, "%s\n", sentences[i == 0 ? 13 : 0].text); /* Greek has two bytes a letter */
  found = detect (text->str, NULL);
  g_assert_cmpfloat (found.share, <, 0.9);
  g_assert_cmpfloat (found.share, >=, 0.5);
  g_string_truncate (text, 0);
  for (guint i = 3; i < 9; i++)
    g_string_append_printf (text, "%s\n", sentences[i].text);
  g_assert_cmpstr (detect (text->str, NULL).code, ==, UNKNOWN);
  g_assert_cmpstr (detect (text->str, "fr").code, ==, UNKNOWN);
}

/* What is too short to be sure of is confirmed by a hint, but a hint says nothing on its own. */
static void
test_hints (void)
{
  g_assert_cmpstr (detect ("Der Hafen und", NULL).code, ==, UNKNOWN);
  g_assert_cmpstr (detect ("Der Hafen und", "de").code, ==, "de");
  g_assert_cmpstr (detect ("Der Hafen und", "DE_at").code, ==, "de");
  g_assert_cmpstr (detect ("Der Hafen und", "fr").code, ==, UNKNOWN);
  g_assert_cmpstr (detect ("Der Hafen und", "d").code, ==, UNKNOWN);
  g_assert_cmpstr (detect ("Der Hafen und", "deu").code, ==, UNKNOWN);
  g_assert_cmpstr (detect ("Der Hafen und", "").code, ==, UNKNOWN);
  g_assert_cmpstr (detect ("The", "en").code, ==, UNKNOWN);
  g_assert_cmpstr (detect ("", "en").code, ==, UNKNOWN);
  g_assert_cmpstr (detect ("12 345 678", "en").code, ==, UNKNOWN);
}

static void
test_codes (void)
{
  static const char *const codes[][2] = {
    { "en", "en" },         { "EN", "en" },  { "zh", "zh" },           { "zh-hant", "zh-Hant" },
    { "iw", "he" },         { "he", "he" },  { "nb", "no" },           { "no", "no" },
    { "UnKnown", UNKNOWN }, { "IN", "id" },  { "sr-me", "sr-ME" },     { "", NULL },
    { "un", NULL },         { "xx", NULL },  { "xx-Goth", NULL },      { "zzp", NULL },
    { "tlh", NULL },        { "eng", NULL }, { "en-GB", NULL },        { "english", NULL },
    { "e", NULL },          { "en ", NULL }, { "\xff\xfe\xfd", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++) {
    g_autofree char *code = extract_language_dup_code (codes[i][0]);

    g_assert_cmpstr (code, ==, codes[i][1]);
  }
  g_assert_true (extract_language_is ("zh-Hant", "zh"));
  g_assert_true (extract_language_is ("zh-Hant", "zh-Hant"));
  g_assert_false (extract_language_is ("zh", "zh-Hant"));
  g_assert_false (extract_language_is ("zho", "zh"));
  g_assert_true (extract_language_is (UNKNOWN, UNKNOWN));
  g_assert_false (extract_language_is (UNKNOWN, "un"));
}

static void
test_invalid (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 4; i++)
    g_string_append (text, sentences[0].text);
  g_assert_cmpstr (extract_language_detect (text->str, text->len, NULL).code, ==, "en");
  text->str[100] = '\0';
  g_assert_cmpstr (extract_language_detect (text->str, text->len, NULL).code, ==, UNKNOWN);
  text->str[100] = '\xff';
  g_assert_cmpstr (extract_language_detect (text->str, text->len, "en").code, ==, UNKNOWN);
  /* Cut in the middle of a character. */
  g_assert_cmpstr (extract_language_detect (sentences[14].text, 34, "ru").code, ==, UNKNOWN);
}

/* All of a long text counts, whatever its length, and reading it takes no longer. */
static void
test_huge (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  ExtractLanguage found;

  while (text->len < 1000000)
    g_string_append (text, sentences[0].text);
  while (text->len < 4000000)
    g_string_append (text, sentences[14].text);
  found = extract_language_detect (text->str, text->len, NULL);
  g_assert_cmpstr (found.code, ==, "ru");
  g_assert_cmpfloat (found.share, >, 0.6);
  g_assert_cmpfloat (found.share, <, 0.85);
  while (text->len < 40000000)
    g_string_append (text, sentences[16].text);
  g_assert_cmpstr (extract_language_detect (text->str, text->len, NULL).code, ==, "zh");
  /* The pieces begin and end within characters in all ways. */
  for (gsize start = 0; start < 40; start++)
    g_assert_cmpstr (extract_language_detect (text->str + text->len - 90000, 90000 - start * 3, NULL).code,
                     ==, "zh");
}

/* Characters of all kinds: others, controls, private ones, those that are none. */
static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20);

  for (guint n = 0; n < 300; n++) {
    g_autoptr (GString) text = g_string_new (NULL);
    const guint32 last = n % 3 == 0 ? 0x110000 : n % 3 == 1 ? 0x10000 : 0x800;
    ExtractLanguage first, again;

    while (text->len < n * 10) {
      const guint32 c = (guint32) g_rand_int_range (random, 1, (gint32) last);

      if (c < 0xd800 || c > 0xdfff)
        g_string_append_unichar (text, c);
      else
        g_string_append (text, n % 2 == 0 ? " the " : " \x01\xef\xbf\xbf ");
    }
    /* In memory of its own, so that a read beyond its end is seen. */
    g_autofree char *exact = g_memdup2 (text->str, text->len);
    first = extract_language_detect (exact, text->len, "en");
    again = extract_language_detect (exact, text->len, "en");
    g_assert_cmpstr (first.code, ==, again.code);
    g_assert_cmpfloat (first.share, ==, again.share);
  }
}

static gpointer
detect_all (gpointer data)
{
  for (guint n = 0; n < 20; n++)
    for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
      if (strcmp (detect (sentences[i].text, NULL).code, sentences[i].code) != 0)
        return GUINT_TO_POINTER (1);
  return NULL;
}

static void
test_threads (void)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("detect", detect_all, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_null (g_thread_join (threads[i]));
}

/* ---- Documents ------------------------------------------------------------------------------ */

#define MENU                                                                                               \
  "<ul><li>Home and news of the harbour<li>All about us and our boats<li>Contact the people of the office" \
  "<li>Terms and conditions of use<li>Everything that we have for sale</ul>"

static ExtractDocument *
parse (const char *page)
{
  g_autoptr (GBytes) bytes = g_bytes_new (page, strlen (page));
  g_autoptr (ExtractParser) parser = extract_parser_new ();

  return extract_parser_parse_bytes (parser, bytes, "text/html; charset=utf-8", NULL, NULL);
}

/* @n_bad: blocks at its start that are no main text */
static void
label (ExtractDocument *document, guint n_bad)
{
  g_autoptr (ExtractClassifier) classifier =
      extract_classifier_new_for_method (extract_method_find ("everything"));
  const guint n = extract_document_get_n_blocks (document);
  g_autofree float *scores = g_new (float, n + 1);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    scores[i] = i >= n_bad;
  extract_classifier_label_scored (classifier, document, scores, &error);
  g_assert_no_error (error);
}

static void
test_document (void)
{
  g_autofree char *page = g_strdup_printf ("<html lang=en>" MENU "<p>%s<p>%s<p>Der Hafen und<p>Ahoj",
                                           sentences[1].text, sentences[4].text);
  g_autoptr (ExtractDocument) document = parse (page);
  g_autoptr (ExtractDocument) other = extract_document_copy (document);
  g_autoptr (GError) error = NULL;
  double share = -1;

  g_assert_null (extract_document_detect_language (document, &share, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_LABELLED);
  g_clear_error (&error);
  label (document, 5);
  g_assert_cmpstr (extract_document_get_language (document), ==, "en");
  g_assert_cmpstr (extract_document_detect_language (document, &share, &error), ==, "cs");
  g_assert_no_error (error);
  g_assert_cmpfloat (share, >=, 0.4);
  g_assert_cmpstr (extract_document_detect_language (document, NULL, NULL), ==, "cs");
  g_assert_cmpstr (extract_block_detect_language (extract_document_get_block (document, 0), NULL, NULL), ==,
                   "en");
  g_assert_cmpstr (extract_block_detect_language (extract_document_get_block (document, 5), &share, NULL), ==,
                   "cs");
  g_assert_cmpfloat (share, >=, 0.9);
  g_assert_cmpstr (extract_block_detect_language (extract_document_get_block (document, 6), NULL, NULL), ==,
                   "de");
  g_assert_cmpstr (extract_block_detect_language (extract_document_get_block (document, 7), NULL, NULL), ==,
                   UNKNOWN);
  g_assert_cmpstr (extract_block_detect_language (extract_document_get_block (document, 8), NULL, NULL), ==,
                   UNKNOWN);
  /* Without that block, it is in another language. */
  extract_document_drop_block (document, 5);
  g_assert_cmpstr (extract_document_detect_language (document, NULL, NULL), ==, "de");
  /* A copy has labels of its own, and so a language. */
  label (other, 9);
  g_assert_cmpstr (extract_document_detect_language (other, &share, NULL), ==, UNKNOWN);
  g_assert_cmpfloat (share, ==, 0);
}

static void
test_writers (void)
{
  g_autofree char *page = g_strdup_printf ("<html lang=de><p>%s", sentences[1].text);
  g_autoptr (ExtractDocument) document = parse (page);
  static const struct {
    ExtractFormat format;
    const char *text;
  } expected[] = {
    { EXTRACT_FORMAT_JSONL, "\"language\":\"de\",\"detected_language\":\"cs\",\"language_share\":0.9" },
    { EXTRACT_FORMAT_JSONL, "\"rule\":null,\"detected_language\":\"cs\"}" },
    { EXTRACT_FORMAT_XML, " language=\"de\" detected_language=\"cs\" language_share=\"0.9" },
    { EXTRACT_FORMAT_XML, " label=\"good\" detected_language=\"cs\">" },
    { EXTRACT_FORMAT_VERTICAL, " lang=\"cs\" lang_share=\"0.9" },
    { EXTRACT_FORMAT_VERTICAL, "<p tag=\"p\" lang=\"cs\">" },
    { EXTRACT_FORMAT_TEI, "<language ident=\"cs\" usage=\"9" },
    { EXTRACT_FORMAT_TEI, "<text xml:lang=\"cs\">" },
    { EXTRACT_FORMAT_HTML, "<html lang=\"cs\">" },
    { EXTRACT_FORMAT_CSV, ",cs,0.9" },
    { EXTRACT_FORMAT_TSV, "\tcs\t0.9" },
  };

  label (document, 0);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++) {
    g_autofree char *text = extract_document_to_string (
        document, expected[i].format, EXTRACT_WRITE_LANGUAGE | EXTRACT_WRITE_LANGUAGES, NULL);
    g_autofree char *plain =
        extract_document_to_string (document, expected[i].format, EXTRACT_WRITE_DEFAULT, NULL);

    g_assert_nonnull (strstr (text, expected[i].text));
    g_assert_null (strstr (plain, expected[i].text));
  }
}

/* Without CLD2 all of it says so. */
static void
test_none (void)
{
  g_autoptr (ExtractDocument) document = parse ("<p>The water turns twice a day.");
  g_autoptr (GError) error = NULL;

  label (document, 0);
  g_assert_null (extract_document_detect_language (document, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_clear_error (&error);
  g_assert_null (extract_document_to_string (document, EXTRACT_FORMAT_JSON, EXTRACT_WRITE_LANGUAGE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_null (extract_language_dup_code ("en"));
  g_assert_cmpstr (detect (sentences[0].text, NULL).code, ==, UNKNOWN);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gboolean there = extract_language_load (NULL);
#ifdef HAVE_CLD2
  g_assert_true (there);
#endif
  if (!there) {
    g_test_add_func ("/language/none", test_none);
    return g_test_run ();
  }
  g_test_add_func ("/language/threads", test_threads);
  g_test_add_func ("/language/sentences", test_sentences);
  g_test_add_func ("/language/unknown", test_unknown);
  g_test_add_func ("/language/mixed", test_mixed);
  g_test_add_func ("/language/hints", test_hints);
  g_test_add_func ("/language/codes", test_codes);
  g_test_add_func ("/language/invalid", test_invalid);
  g_test_add_func ("/language/huge", test_huge);
  g_test_add_func ("/language/random", test_random);
  g_test_add_func ("/language/document", test_document);
  g_test_add_func ("/language/writers", test_writers);
  return g_test_run ();
}
