/* SPDX-License-Identifier: MIT */
/*
 * The family text of the set rich: a case is the name of a feature, a page, and its value for each block.
 * Words are those of text/facts.c, whatever the script; languages are found; and nothing leaves its range.
 */
#include <math.h>
#include <string.h>

#include "libextract/feature/family.h"
#include "libextract/text/kind.h"
#include "libextract/feature/feature.h"

#include "tests/unit/parse.h"

#define MAX_BLOCKS 5

static const ExtractFeatureSet *
get_set (void)
{
  return extract_feature_set_find ("rich");
}

static guint
find_feature (const char *name)
{
  for (guint i = 0; i < extract_feature_set_get_n_features (get_set ()); i++) {
    const ExtractFeature *feature = extract_feature_set_get_feature (get_set (), i);

    if (g_str_equal (feature->name, name) && g_str_equal (feature->family, "text"))
      return i;
  }
  g_error ("there is no feature %s", name);
}

/* ---- Values -------------------------------------------------------------------------------------- */

typedef struct {
  const char *feature, *page;
  double values[MAX_BLOCKS]; /* of each block */
  guint n_blocks;
} Case;

/* clang-format off */
static const Case cases[] = {
  { "characters", "<p>abcd<p>日本<p>a b", { 0.20118, 0.137327, 0.173287 }, 3 },
  { "words", "<p>a b c<p>日本 x<p>-", { 0.198042, 0.198042, 0 }, 3 },
  { "sentences", "<p>One. Two.<p>好。好。好。<p>12", { 0.274653, 0.346574, 0 }, 3 },
  { "frequent-words", "<p>the cat and the dog sat<p>The CAT<p>cat<p>-", { 0.5, 0.5, 0, 0 }, 4 },
  { "frequent-words", "<p>qqq zzz<p>the", { 0, 1 }, 2 },
  { "frequent-words", "<p>qqq zzz<p>yyy", { NAN, NAN }, 2 },
  { "frequent-words", "<html lang=de><p>der Hund und die Katze<p>haus", { 0.6, 0 }, 2 },
  { "frequent-words", "<p>我的书是在这里的<p>图书馆", { 7.0 / 8, 0 }, 2 },
  { "frequent-words", "<p>кошка и собака не в доме<p>ДОМ", { 0.5, 1 }, 2 },
  { "ends-sentence", "<p>So.<p>So.)<p>&ldquo;So?&rdquo;<p>So, <p>好。", { 1, 1, 1, 0, 1 }, 5 },
  { "ends-sentence", "<p>ما هذا؟<p>यह है।<p>так…<p>ok!!<p>.a", { 1, 1, 1, 1, 0 }, 5 },
  { "ends-colon", "<p>So:<p>下：<p>a:b<p>so: :)", { 1, 1, 0, 1 }, 4 },
  { "starts-capital", "<p>The<p>the<p>&ldquo;Éa<p>1 A<p>• Ждём", { 1, 0, 1, 0, 1 }, 5 },
  { "starts-capital", "<p>日本<p>'Tis<p>-", { 0, 1, 0 }, 3 },
  { "digits", "<p>1234<p>a1b2<p>٣٤ab<p>abc", { 1, 0.5, 0.5, 0 }, 4 },
  { "capitals", "<p>ABcd<p>ÁBcd e<p>ЖЩ'Ж<p>日本<p>1_A", { 0.5, 1.0 / 3, 0.75, 0, 1.0 / 3 }, 5 },
  { "commas", "<p>a, b c d e f<p>a, b<p>日、本，好、a b c<p>،,<p>a b", { 0.5, 1, 1, 0, 0 }, 5 },
  { "word-length", "<p>abcdef<p>ab cd<p>abcdefghijklmnop<p>---", { 0.5, 1.0 / 6, 1, 0.25 }, 4 },
  { "link-density", "<p><a href=1>a b</a><p><a href=1>ab</a> cd<p>ab", { 1, 0.5, 0 }, 3 },
  { "links", "<p><a href=1>a</a> <a href=2>b</a><p>a", { 0.366204, 0 }, 2 },
  { "has-copyright", "<p>© x<p>(C) x<p>(c) x<p>c) x<p>(d)", { 1, 1, 1, 0, 0 }, 5 },
  { "has-separator", "<p>a | b<p>a » b<p>a • b<p>a → b<p>a - b", { 1, 1, 1, 1, 0 }, 5 },
  { "has-separator", "<p>a · b<p>a ► b<p>a ｜ b<p>a › b<p>l'an", { 1, 1, 1, 1, 0 }, 5 },
  { "has-price", "<p>$5<p>$ 5<p>5 €<p>1,299.00 kr<p>5 USD", { 1, 1, 1, 1, 1 }, 5 },
  { "has-price", "<p>99kr<p>₹ 7<p>EUR 7<p>5元<p>１２円", { 1, 1, 1, 1, 1 }, 5 },
  { "has-price", "<p>5000원<p>10 zł<p>US$5<p>5£<p>Rs. 500", { 1, 1, 1, 1, 1 }, 5 },
  { "has-price", "<p>$a<p>5 - €<p>5 (kr)<p>krone 5<p>€", { 0, 0, 0, 0, 0 }, 5 },
  { "has-date", "<p>in 1999<p>2024-05-07<p>May 5<p>5. März<p>5 мая", { 1, 1, 1, 1, 1 }, 5 },
  { "has-date", "<p>Dec. 12, ok<p>2 days ago<p>5月<p>12年<p>3일", { 1, 1, 1, 1, 1 }, 5 },
  { "has-date", "<p>'2005'<p>(2005)<p>5 - May<p>20055<p>May be", { 1, 1, 0, 0, 0 }, 5 },
  { "has-date", "<p>1899<p>2100<p>月<p>a2005<p>2005b", { 0, 0, 0, 0, 0 }, 5 },
  { "has-date", "<p>1 μαΐου<p>3 września<p>7 مايو<p>1er août<p>1 août", { 1, 1, 1, 1, 1 }, 5 },
  { "has-address", "<p>a@b<p>http://a<p>HTTPS://a<p>www.a<p>www a", { 1, 1, 1, 1, 0 }, 5 },
  { "has-address", "<p>ftp:a<p>a: b<p>:<p>.<p>p:", { 0, 0, 0, 0, 0 }, 5 },
  { "has-question", "<p>a? b<p>好？<p>ما؟<p>a‽<p>a!", { 1, 1, 1, 1, 0 }, 5 },
  { "images", "<p>a<img><img><p>b", { 0.366204, 0 }, 2 },
  { "strong", "<p><b>ab</b> cd<p><strong>a <b>b</b> c</strong> d<p><b>a b</b><p><i>a</i>", { 0.5, 0.75, 1, 0 }, 4 },
  { "strong", "<p><b>日&nbsp;本</b> ab<p>a<b> b</b> c", { 0.5, 1.0 / 3 }, 2 },
  { "strong", "<p><strong>a <b>b</b> <b>c</b></strong> d<p><b>a</b><b>b</b>", { 0.75, 1 }, 2 },
  { "positive-inline", "<p><em>a</em> <code>b</code><p>a", { 0.366204, 0 }, 2 },
  { "breaks", "<p>a<br>b<br>c<p>a", { 0.366204, 0 }, 2 },
  { "all-caps-words", "<p>USA eu<p>usa<p>-", { 0.5, 0, 0 }, 3 },
  { "has-quote", "<p>&quot;a<p>„a“<p>«a»<p>a » b<p>「日」", { 1, 1, 1, 0, 1 }, 5 },
  { "has-quote", "<p>it's<p>« a<p>‹a›<p>’a’<p>a", { 0, 0, 1, 0, 0 }, 5 },
  { "one-word", "<p>one<p>one two<p>日<p>日本<p>-", { 1, 0, 1, 0, 1 }, 5 },
  { "long-words", "<p>abcdefghi a<p>abcdefgh<p>-", { 0.5, 0, 0 }, 3 },
  { "has-code", "<p>f ()<p>a; b<p>a = b<p>a &lt; b<p>(a)", { 1, 1, 1, 1, 0 }, 5 },
  { "has-code", "<p>{a<p>a}<p>a &gt; b<p>a: b<p>( )", { 1, 1, 1, 0, 0 }, 5 },
  { "non-ascii", "<p>aé<p>日本<p>abc", { 0.5, 1, 0 }, 3 },
  { "one-link", "<p><a href=1>a b</a><p><a href=1>a</a> <a href=2>b</a><p><a href=1>a</a> bc<p>a", { 1, 0, 0, 0 }, 4 },
  { "distinct-words", "<p>a b A c<p>Éa éA<p>日本日<p>don't dont DON’T<p>-", { 0.75, 0.5, 2.0 / 3, 1.0 / 3, 0 }, 5 },
  { "distinct-words", "<p>a b<p>b a<p>ＡＢ ａｂ<p>Ệ ệ", { 1, 1, 0.5, 0.5 }, 4 },
};
/* clang-format on */

static void
test_values (gconstpointer data)
{
  const Case *c = data;
  guint feature = find_feature (c->feature);
  g_autoptr (ExtractDocument) document = parse (c->page);

  g_test_message ("%s of %s", c->feature, c->page);
  g_assert_cmpuint (document->n_blocks, ==, c->n_blocks);
  g_assert_true (extract_features_compute (document, get_set (), NULL, NULL));
  for (guint i = 0; i < c->n_blocks; i++) {
    gsize n;
    float value = extract_block_get_features (extract_document_get_block (document, i), &n)[feature];

    if (isnan (c->values[i]))
      g_assert_true (isnan (value));
    else
      g_assert_cmpfloat_with_epsilon (value, c->values[i], 1e-5);
  }
}

/* No feature is left without a case; all are in the core. */
static void
test_all_have_cases (void)
{
  g_assert_cmpuint (extract_feature_text.n_rows, ==, 31);
  for (guint r = 0; r < extract_feature_text.n_rows; r++) {
    const ExtractFeatureRow *row = &extract_feature_text.rows[r];
    guint n = 0;

    for (guint j = 0; j < G_N_ELEMENTS (cases); j++)
      n += g_str_equal (cases[j].feature, row->info.name);
    g_test_message ("%s", row->info.name);
    g_assert_cmpuint (n, >, 0);
    g_assert_cmpuint (row->flags & ~(guint) EXTRACT_FEATURE_BIT, ==, EXTRACT_FEATURE_CORE);
  }
}

/* ---- Languages ----------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
  const char *language; /* NULL: in none */
  const char *page;
} languages[] = {
  { "en", "It was the best of times, it was the worst of times." },
  { "de", "Es war einmal ein König, der hatte eine Tochter und sie war schön." },
  { "fr", "Il y avait une fois un roi qui avait une fille dans son château." },
  { "es", "Había una vez un rey que tenía una hija y no la dejaba salir." },
  { "it", "C'era una volta un re che aveva una figlia e non la lasciava uscire." },
  { "pt", "Era uma vez um rei que tinha uma filha e não a deixava sair." },
  { "nl", "Er was eens een koning die een dochter had en hij liet haar niet gaan." },
  { "pl", "Był sobie król, który miał córkę i nie chciał jej wypuścić z zamku." },
  { "cs", "Byl jednou jeden král, který měl dceru, ale z hradu ji nepustil." },
  { "ru", "Жил был король, и была у него дочь, но он её не выпускал." },
  { "uk", "Жив собі король, і була у нього дочка, але він її не випускав з дому." },
  { "el", "Μια φορά κι έναν καιρό ήταν ένας βασιλιάς που είχε μια κόρη." },
  { "sv", "Det var en gång en kung som hade en dotter och hon fick inte gå ut." },
  { "da", "Der var engang en konge, som havde en datter, og hun måtte ikke gå ud." },
  { "fi", "Oli kerran kuningas, jolla oli tytär, mutta hän ei päässyt ulos." },
  { "hu", "Volt egyszer egy király, akinek volt egy lánya, de nem engedte ki a várból." },
  { "ro", "A fost odată un rege care avea o fiică și nu o lăsa să iasă din castel." },
  { "tr", "Bir zamanlar bir kral ve onun çok güzel bir kızı vardı, ama dışarı çıkmasına izin yoktu." },
  { "ar", "كان هناك ملك في هذا البلد وكان له بنت لا تخرج من القصر." },
  { "he", "היה פעם מלך אחד והיתה לו בת אבל הוא לא נתן לה לצאת מן הארמון." },
  { "fa", "یکی بود یکی نبود، یک پادشاه بود که دختری داشت و او را از قصر بیرون نمی برد." },
  { "hi", "एक राजा था और उसकी एक बेटी थी जो महल से बाहर नहीं जा सकती थी।" },
  { "vi", "Ngày xưa có một ông vua và ông có một người con gái không được ra khỏi lâu đài." },
  { "id", "Pada suatu hari ada seorang raja dan dia tidak mengizinkan putrinya keluar dari istana." },
  { "ja", "昔々、あるところに王様がいました。王様には娘がいて、外に出ることはできませんでした。" },
  { "zh", "从前有一个国王，他有一个女儿，但是他不让她出去。" },
  { "ko", "그 왕은 딸이 있었다. 그리고 그는 모든 것을 다 가지고 있는 왕이 될 수 있었다." },
  { NULL, "Xyzzy plugh frotz gnusto rezrov." },
  { NULL, "นานมาแล้วมีพระราชาองค์หนึ่ง" },
  { NULL, "1 2 3 4 5" },
  { NULL, "" },
  /* What the page declares decides between languages that are near, and lifts a small share. */
  { "cs", "<html lang=cs><p>a to je na v" },
  { "pl", "<html lang=pl-PL><p>a to na z" },
  { "en", "<html lang=de><p>the cat that was on the mat with us" },
  { "en", "<html lang=en><p>Alpha Bravo Charlie the Delta Echo Foxtrot Golf Hotel" },
  { "en", "<p>Alpha Bravo Charlie the Delta Echo Foxtrot Golf Hotel" },
  { "en", "<html lang=en><p>Alpha Bravo Charlie in Delta Echo Foxtrot Golf Hotel" },
  { NULL, "<p>Alpha Bravo Charlie in Delta Echo Foxtrot Golf Hotel" },
  { NULL, "<p>Alpha Bravo Charlie en Delta Echo Foxtrot Golf Hotel" },
  { "en", "<html lang=xx-unheard-of><p>the cat that was on the mat" },
};
/* clang-format on */

static void
test_languages (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++) {
    g_autoptr (ExtractDocument) document = parse (languages[i].page);
    g_autoptr (ExtractRich) rich = extract_rich_new (document, NULL, NULL, 0);

    extract_rich_read_texts (rich);
    g_test_message ("%s", languages[i].page);
    g_assert_cmpstr (rich->language < 0 ? NULL : extract_stopwords_get_language ((guint) rich->language), ==,
                     languages[i].language);
    g_assert_true (rich->knows_frequent == (languages[i].language != NULL));
  }
}

static void
test_all_lists (void)
{
  for (guint l = 0; l < EXTRACT_N_FREQUENT_LANGUAGES; l++) {
    const char *language = extract_stopwords_get_language (l);
    guint n = 0;

    for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
      n += g_strcmp0 (languages[i].language, language) == 0;
    g_test_message ("%s", language);
    g_assert_cmpuint (n, >, 0);
    g_assert_cmpint (extract_stopwords_find (language), ==, (int) l);
  }
}

/* Totals and blocks agree. */
static void
test_totals (void)
{
  g_autoptr (ExtractDocument) document = parse ("<p>the cat<p>of the dog<p>cat<p>and");
  g_autoptr (ExtractRich) rich = extract_rich_new (document, NULL, NULL, 0);

  extract_rich_read_texts (rich);
  g_assert_cmpuint (extract_rich_sum (rich, (ExtractSpan){ 1, 2 }).frequent, ==, 2);
  g_assert_cmpuint (extract_rich_sum (rich, (ExtractSpan){ 1, 4 }).frequent, ==, 3);
  g_assert_cmpuint (rich->totals[4].frequent, ==, 4);
}

/* ---- Words --------------------------------------------------------------------------------------- */

/* No word twice: all are distinct, if they are cut as text/facts.c cuts them. */
static const char *const different_words[] = {
  "one two THREE four_5 _six 7th",
  "don't can’t rock'n'roll ''quoted'' 'x' y'1 z'_ '' a''b",
  "日本語の文 abcカタ12漢字",
  "ภาษาไทยไม่มีช่องว่างกขฃคฅฆงจฉชซฌญฎ",
  "e\xcc\x81t\xc3\xa9 na\xc3\xafve \xcc\x81x ½ m² ²",
  "می\xe2\x80\x8cخواهم कर्म क्षेत्र",
  "",
};

static void
test_words (void)
{
  g_autoptr (ExtractTextReader) reader = extract_text_reader_new ();

  for (guint i = 0; i < G_N_ELEMENTS (different_words); i++) {
    const char *text = different_words[i];
    ExtractWords words = { 0 };
    ExtractTextFacts facts;
    ExtractTextStats stats;

    extract_text_reader_read (reader, text, strlen (text), &stats, &facts, &words, NULL);
    g_test_message ("%s", text);
    g_assert_cmpuint (facts.distinct_words, ==, stats.words);
    g_assert_cmpuint (words.n, ==, stats.words);
    for (guint w = 0; w < stats.words; w++)
      for (guint v = 0; v < w; v++)
        g_assert_cmpuint (words.items[v].hash, !=, words.items[w].hash);
    g_free (words.items);
  }
}

/* ---- Ranges -------------------------------------------------------------------------------------- */

static void
assert_in_range (ExtractDocument *document)
{
  guint first = find_feature ("characters"), n = extract_feature_text.n_rows;

  g_assert_true (extract_features_compute (document, get_set (), NULL, NULL));
  for (guint i = 0; i < document->n_blocks; i++) {
    gsize n_values;
    const float *values = extract_block_get_features (extract_document_get_block (document, i), &n_values);

    for (guint k = first; k < first + n; k++) {
      const ExtractFeature *feature = extract_feature_set_get_feature (get_set (), k);

      g_assert_true ((values[k] >= feature->minimum && values[k] <= feature->maximum) ||
                     (isnan (values[k]) && g_str_equal (feature->name, "frequent-words")));
      if (g_str_equal (feature->unit, "flag"))
        g_assert_true (values[k] == 0 || values[k] == 1);
    }
  }
}

/* Pages of pieces in any order, from a generator of our own, so that they are the same everywhere. */
static void
test_any_order (void)
{
  static const char *const pieces[] = {
    "<p>",
    "<b>",
    "</b>",
    "<strong>",
    "</strong>",
    "<a href=1>",
    "</a>",
    "<br>",
    "<br><br>",
    "<img>",
    "<em>",
    "</em>",
    "<pre>",
    "</pre>",
    " ",
    "&nbsp;",
    "\xe2\x80\x8b",
    "\xcc\x81",
    "'",
    "’",
    "_",
    "a",
    "The",
    "ÀÉ",
    "日",
    "年",
    "の",
    "ไทย",
    "5",
    "٣",
    "½",
    "$",
    "€",
    "kr",
    "May",
    ".",
    "。",
    ",",
    "、",
    ":",
    "?",
    "!",
    "«",
    "»",
    "(",
    ")",
    "(c)",
    "http",
    "www",
    "{",
    "\xff",
    "\xf0\x9f\x98\x80",
  };
  guint32 state = 1;

  for (guint round = 0; round < 2000; round++) {
    g_autoptr (GString) page = g_string_new (NULL);
    g_autoptr (ExtractDocument) document = NULL;
    guint word = 0;

    for (guint i = 0; i < 40; i++) {
      state = state * 1664525u + 1013904223u;
      g_string_append (page, pieces[(state >> 8) % G_N_ELEMENTS (pieces)]);
    }
    g_test_message ("%s", page->str);
    document = parse (page->str);
    assert_in_range (document);
    for (guint i = 0; i < document->n_blocks; i++) {
      const ExtractPiece *piece = extract_document_piece (document, i);
      guint chars = 0;

      g_assert_cmpuint (piece->facts.distinct_words, <=, piece->stats.words);
      g_assert_true ((piece->facts.distinct_words == 0) == (piece->stats.words == 0));
      for (guint w = 0; w < piece->stats.words; w++, word++) {
        g_assert_cmpuint (document->page->words.items[word].chars, >, 0);
        chars += document->page->words.items[word].chars;
      }
      g_assert_cmpuint (chars, ==, piece->stats.word_chars);
    }
    g_assert_cmpuint (word, ==, document->page->words.n);
  }
}

typedef struct {
  const char *head, *unit, *tail;
  guint n; /* times that the unit is there */
} Hostile;

static const Hostile hostile[] = {
  { "<p>", "a", "", 40000 },     { "<p>1", "a", "", 40000 }, { "<p>", "a ", "", 40000 },
  { "<p>", "$5 ", "", 40000 },   { "<p>", "<b>a", "", 900 }, { "<p>", "<b>a</b> ", "", 40000 },
  { "<p>x", ")", "", 40000 },    { "<p>x", "'", "", 40000 }, { "<p>", "<br>", "x", 40000 },
  { "", "<p>x</p>", "", 40000 }, { "<p>", "ไ", "", 40000 },  { "<p>x", "\xcc\x81", "", 40000 },
};

static void
test_hostile (gconstpointer data)
{
  const Hostile *h = data;
  g_autoptr (GString) page = g_string_new (h->head);
  g_autoptr (ExtractDocument) document = NULL;

  for (guint i = 0; i < h->n; i++)
    g_string_append (page, h->unit);
  g_string_append (page, h->tail);
  document = parse (page->str);
  assert_in_range (document);
}

/* Words whose hashes were chosen to meet cannot make the search long: each looks at a bounded number of
 * slots, and one that finds no place counts as distinct. */
static void
test_crowd (void)
{
  g_autoptr (ExtractTextReader) reader = extract_text_reader_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  ExtractTextStats stats;
  ExtractTextFacts facts;

  for (guint i = 0, n = 0; n < 300; i++) {
    g_autofree char *word = g_strdup_printf ("w%u", i);

    if (extract_token_hash (word, strlen (word)) % 1024 > 0)
      continue;
    g_string_append_printf (text, "%s ", word);
    n++;
  }
  extract_text_reader_read (reader, text->str, text->len, &stats, &facts, NULL, NULL);
  g_assert_cmpuint (facts.distinct_words, ==, 300);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/rich-text/value/%s/%u", cases[i].feature, i);

    g_test_add_data_func (path, &cases[i], test_values);
  }
  g_test_add_func ("/rich-text/all-have-cases", test_all_have_cases);
  g_test_add_func ("/rich-text/languages", test_languages);
  g_test_add_func ("/rich-text/all-lists", test_all_lists);
  g_test_add_func ("/rich-text/totals", test_totals);
  g_test_add_func ("/rich-text/words", test_words);
  g_test_add_func ("/rich-text/any-order", test_any_order);
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++) {
    g_autofree char *path = g_strdup_printf ("/rich-text/hostile/%u", i);

    g_test_add_data_func (path, &hostile[i], test_hostile);
  }
  g_test_add_func ("/rich-text/crowd", test_crowd);
  return g_test_run ();
}
