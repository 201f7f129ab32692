/* SPDX-License-Identifier: MIT */
/*
 * Tokens of names, elements and texts; tables of log-odds, whose values are worked out by hand from the
 * formula at the head of token-counts.c; and the values of a block that come from them.
 */
#include <libextract/feature/feature.h>
#include <libextract/text/facts.h>
#include <libextract/text/kind.h>
#include <libextract/feature/token-table.h>
#include <libextract/feature/tokens.h>

#include <math.h>
#include <string.h>

#include "tests/unit/parse.h"

/* ---- Cutting --------------------------------------------------------------------------------- */

#define X10 "xxxxxxxxxx"
#define X60 X10 X10 X10 X10 X10 X10
#define E10 "éééééééééé"
#define E30 E10 E10 E10

typedef struct {
  const char *name, *input, *tokens; /* each followed by | */
} Case;

static const Case names[] = {
  { "none", "", "" },
  { "signs", " -_.", "" },
  { "camel", "mainNav-item_2x", "main|nav|item|2x|" },
  { "capitals", "HTMLBody XMLHttp", "htmlbody|xmlhttp|" },
  { "one-letter", "a b-c d1 e", "d1|" },
  { "umlaut", "größe", "größe|" },
  { "long", X60 "yyyyz nav", X60 "yyy|nav|" },
  { "cut-character", E30 "éé", E30 "é|" },
};

/* The words, then the whole; of Han and kana also pairs, before the second of the two. */
static const Case texts[] = {
  { "none", " -- ", "" },
  { "one", "Home", "home|=home|" },
  { "case", "ÉTÉ İ ΟΔΟΣ ὁδός", "été|i|οδοσ|ὁδόσ|=été i οδοσ ὁδόσ|" },
  { "six", "a b, c. (d) e/f", "a|b|c|d|e|f|=a b c d e f|" },
  { "seven", "a b c d e f g", "a|b|c|d|e|f|g|" },
  { "apostrophes", "Don’t 'do' it's' x''y a'1", "don't|do|it's|x|y|a|1|" },
  { "digits", "_a1_b 20,5", "a1_b|20|5|=a1_b 20 5|" },
  { "han", "日本語", "日|日本|本|本語|語|=日 本 語|" },
  { "han-apart", "日x本 語。", "日|x|本|語|=日 x 本 語|" },
  { "thai", "กขคงจฉ", "กขคงจ|ฉ|=กขคงจ ฉ|" },
  { "long", X60 "yyyyz nav", X60 "yyyy|nav|=" X60 "yyyy nav|" },
  { "cut-character", "x" E30 "éé", "x" E30 "é|=x" E30 "é|" },
};

typedef struct {
  const char *name, *html, *tokens;
} ElementCase;

/* Of the element that owns the only block. */
static const ElementCase elements[] = {
  { "tag", "<p>x", "<p>|" },
  { "nothing", "<p class='-' id='a' role=' '>x", "<p>|" },
  { "names", "<p class='leadText post' id=top>x", "<p>|.lead|.text|.post|.top|" },
  { "role", "<div role='Main  region'>x</div>", "<div>|role=main|role=region|" },
  { "item", "<li itemprop='name url' itemtype='https://schema.org/Article http://x#Thing https://x/'>x",
    "<li>|itemprop=name|itemprop=url|itemtype=article|itemtype=thing|" },
  { "too-many",
    "<p class='aa ab ac ad ae af ag ah ai aj ak al am an ao ap aq ar as at au av aw ax ay' id=az>x",
    "<p>|.aa|.ab|.ac|.ad|.ae|.af|.ag|.ah|.ai|.aj|.ak|.al|.am|.an|.ao|.ap|.aq|.ar|.as|.at|.au|.av|.aw|.ax|" },
  { "twice", "<p class='nav' id='nav'>x", "<p>|.nav|.nav|" },
};

static void
append_token (const char *token, gsize length, gpointer data)
{
  g_string_append_len (data, token, (gssize) length);
  g_string_append_c (data, '|');
}

static void
test_names (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GString) tokens = g_string_new (NULL);
  const char *position = c->input;
  char name[EXTRACT_MAX_NAME];
  gsize length;

  while ((length = extract_names_next (&position, name)) > 0) {
    g_assert_cmpuint (length, ==, strlen (name));
    append_token (name, length, tokens);
  }
  g_assert_cmpstr (tokens->str, ==, c->tokens);
}

static void
test_texts (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GString) tokens = g_string_new (NULL);

  extract_token_foreach_of_text (c->input, strlen (c->input), append_token, tokens);
  g_assert_cmpstr (tokens->str, ==, c->tokens);
}

static const struct {
  const char *text;
  guint pairs; /* of Han and kana */
} samples[] = {
  { "The boat's low. It ‘waits’ 3,14 x_1 __ a''b c'̈d", 0 },
  { "Съешь же ещё этих мягких французских булок", 0 },
  { "ภาษาไทยไม่มีวรรคระหว่างคำ", 0 },
  { "ひらがな と 漢、字", 3 },
  { "ça, l'été; “naïve” ½ x² ⅷ", 0 },
  { "ab'กขคงจฉ x", 0 },
  { "It's its own, isn't it; its isnt don't it's dont", 0 },
  { "ⅧI ⅷi Ⅷ ΟΔΟΣ οδός οδόΣ İI _ı 'x'1'ä'_'ß", 0 },
  { "日'日本_本 本日日日ー々本本本", 9 },
  { X60 "yyyyz " X60 "yyyyy " E30 "éé " E30 "yyy " X60 "yyéz", 0 },
  { X60 "yy'zz", 0 },
  { "É l'É " X60 "_1a_", 0 },
};

static void
count_token (const char *token, gsize length, gpointer data)
{
  *(guint *) data += *token != '=';
}

/* Words are those that text/facts.c counts. */
static void
test_words (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++) {
    const char *text = samples[i].text;
    ExtractTextStats stats;
    guint n = 0;

    extract_text_stats_count (text, strlen (text), &stats);
    extract_token_foreach_of_text (text, strlen (text), count_token, &n);
    g_test_message ("%s", text);
    g_assert_cmpuint (n, ==, stats.words + samples[i].pairs);
  }
}

static void
append_hash (const char *token, gsize length, gpointer data)
{
  extract_hashes_append (data, extract_token_hash (token, length));
}

/* The reader of texts gives the hashes of the strings. */
static void
assert_same_hashes (const char *text)
{
  g_autoptr (ExtractTextReader) reader = extract_text_reader_new ();
  ExtractHashes strings = { 0 }, read = { 0 };
  ExtractTextStats stats;
  ExtractTextFacts facts;

  extract_token_foreach_of_text (text, strlen (text), append_hash, &strings);
  extract_text_reader_read (reader, text, strlen (text), &stats, &facts, NULL, &read);
  extract_hashes_sort (&strings, 0);
  extract_hashes_sort (&read, 0);
  g_test_message ("%s", text);
  g_assert_cmpmem (read.items, read.n * sizeof (guint32), strings.items, strings.n * sizeof (guint32));
  g_free (strings.items);
  g_free (read.items);
}

static void
test_hashes (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_same_hashes (texts[i].input);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    assert_same_hashes (samples[i].text);

  /* And of their characters in any order. */
  for (guint i = 0; i < 5000; i++) {
    const char *sample = samples[g_rand_int_range (random, 0, G_N_ELEMENTS (samples))].text;
    g_autoptr (GString) text = g_string_new (NULL);
    glong length = g_utf8_strlen (sample, -1);

    for (int k = g_rand_int_range (random, 1, 30); k > 0; k--)
      g_string_append_unichar (
          text, g_utf8_get_char (g_utf8_offset_to_pointer (sample, g_rand_int_range (random, 0, length))));
    assert_same_hashes (text->str);
  }
}

static guint32
get_owner (ExtractDocument *document, guint block)
{
  return extract_document_piece (document, block)->element;
}

static void
test_elements (gconstpointer data)
{
  const ElementCase *c = data;
  g_autoptr (ExtractDocument) document = parse (c->html);
  g_autoptr (GString) tokens = g_string_new (NULL);

  extract_token_foreach_of_element (
      document->page, extract_page_element (document->page, get_owner (document, 0)), append_token, tokens);
  g_assert_cmpstr (tokens->str, ==, c->tokens);
}

/* ---- Tokens of a page ------------------------------------------------------------------------ */

static guint32
hash (const char *token)
{
  return extract_token_hash (token, strlen (token));
}

static float
find_value (const ExtractTokenTables *tables, ExtractTokenTable table, guint32 hash)
{
  float value;

  extract_token_tables_find_all (tables, table, &hash, 1, &value);
  return value;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

/* @expected: tokens, each followed by |; each once, in any order */
static void
assert_tokens (const guint32 *tokens, guint n, const char *expected)
{
  g_auto (GStrv) parts = g_strsplit (expected, "|", -1);
  g_autoptr (GArray) hashes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; parts[i] && *parts[i]; i++) {
    guint32 h = hash (parts[i]);
    g_array_append_val (hashes, h);
  }
  g_array_sort (hashes, compare_numbers);
  g_assert_cmpmem (tokens, n * sizeof (guint32), hashes->data, hashes->len * sizeof (guint32));
}

static void
test_page (void)
{
  g_autoptr (ExtractDocument) document = parse ("<p class='nav nav'>to be or not to be, that"
                                                "<p>x<p class='nav nav'>Be be<p>--<div>x</div>");
  const ExtractTokens *tokens = extract_document_get_tokens (document);
  static const char *const words[] = { "to|be|or|not|that|", "x|=x|", "be|=be be|", "", "x|=x|" };

  g_assert_true (extract_document_get_tokens (document) == tokens);
  g_assert_cmpuint (document->n_blocks, ==, G_N_ELEMENTS (words));
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    assert_tokens (tokens->words + tokens->word_starts[i],
                   tokens->word_starts[i + 1] - tokens->word_starts[i], words[i]);

  guint32 shapes[G_N_ELEMENTS (words)];
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    shapes[i] = tokens->names->element_shapes[get_owner (document, i)];
  g_assert_cmpuint (shapes[0], ==, shapes[2]);
  g_assert_cmpuint (shapes[1], ==, shapes[3]);
  g_assert_cmpuint (shapes[0], !=, shapes[1]);
  g_assert_cmpuint (shapes[1], !=, shapes[4]);
  assert_tokens (tokens->shape_tokens + tokens->shape_starts[shapes[0]],
                 tokens->shape_starts[shapes[0] + 1] - tokens->shape_starts[shapes[0]], "<p>|.nav|");
}

/* Many shapes: all are told apart, and none is made twice but by chance. */
static void
test_shapes (void)
{
  g_autoptr (GString) html = g_string_new (NULL);
  guint n = 3000;

  for (guint i = 0; i < 2 * n; i++)
    g_string_append_printf (html, "<p class='c%u'>x</p>", i % n);
  g_autoptr (ExtractDocument) document = parse (html->str);
  const ExtractTokens *tokens = extract_document_get_tokens (document);

  g_assert_cmpuint (tokens->names->n_shapes, >=, n);
  g_assert_cmpuint (tokens->names->n_shapes, <, n + 100);
  for (guint i = 0; i < 2 * n; i++) {
    guint32 s = tokens->names->element_shapes[get_owner (document, i)];
    g_autofree char *expected = g_strdup_printf ("<p>|.c%u|", i % n);

    assert_tokens (tokens->shape_tokens + tokens->shape_starts[s],
                   tokens->shape_starts[s + 1] - tokens->shape_starts[s], expected);
  }
}

/* Elements that differ in nothing but their tags: enough of them, so that some meet in the table. */
static void
test_tags (void)
{
  static const char *const tags[] = { "p",  "div", "h1", "h2",  "h3",      "h4",      "h5",        "h6",
                                      "dl", "dt",  "dd", "pre", "section", "article", "aside",     "main",
                                      "ul", "ol",  "li", "nav", "header",  "footer",  "blockquote" };
  g_autoptr (GString) html = g_string_new (NULL);
  guint n = 100 * G_N_ELEMENTS (tags);

  for (guint i = 0; i < n; i++) {
    const char *tag = tags[i % G_N_ELEMENTS (tags)];

    g_string_append_printf (html, "<%s id=n%u>x</%s>", tag, i / (guint) G_N_ELEMENTS (tags), tag);
  }
  g_autoptr (ExtractDocument) document = parse (html->str);
  const ExtractTokens *tokens = extract_document_get_tokens (document);

  for (guint i = 0; i < n; i++) {
    guint32 s = tokens->names->element_shapes[get_owner (document, i)];
    g_autofree char *expected =
        g_strdup_printf ("<%s>|.n%u|", tags[i % G_N_ELEMENTS (tags)], i / (guint) G_N_ELEMENTS (tags));

    assert_tokens (tokens->shape_tokens + tokens->shape_starts[s],
                   tokens->shape_starts[s + 1] - tokens->shape_starts[s], expected);
  }
}

static gpointer
ask_tokens (gpointer document)
{
  return (gpointer) extract_document_get_tokens (document);
}

static void
test_threads (void)
{
  g_autoptr (ExtractDocument) document = parse ("<div class=story><p>one two<p>three</div>");
  GThread *threads[8];
  ExtractDocument *copies[G_N_ELEMENTS (threads)];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++) {
    copies[i] = extract_document_copy (document);
    threads[i] = g_thread_new ("tokens", ask_tokens, copies[i]);
  }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++) {
    g_assert_true (g_thread_join (threads[i]) == extract_document_get_tokens (document));
    extract_document_unref (copies[i]);
  }
}

/* ---- Counting -------------------------------------------------------------------------------- */

#define GOOD "<p class=good>one two three four five</p>"
#define BAD "<p class=bad>six seven eight nine ten</p>"

static ExtractTokenCounts *
count_page (const char *html, const float *shares, double weight, guint times)
{
  ExtractTokenCounts *counts = extract_token_counts_new ();
  g_autoptr (ExtractDocument) document = parse (html);

  for (guint i = 0; i < times; i++)
    extract_token_counts_add (counts, document, shares, weight);
  return counts;
}

/* Rounded to hundredths */
static double
log_odds (double main, double other, double p)
{
  return rint (100 * (log ((main + 4 * p) / (other + 4 * (1 - p))) - log (p / (1 - p)))) / 100;
}

/* @main, @other: of @token, @main < 0: it is not in the table */
typedef struct {
  const char *name, *html;
  float shares[4];
  double weight;
  guint times;
  ExtractTokenTable table;
  const char *token;
  double main, other, p;
} CountCase;

/* clang-format off */
static const CountCase count_cases[] = {
  { "good", GOOD BAD, { 1, 0 }, 1, 5, EXTRACT_TOKEN_ELEMENT, ".good", 5, 0, .5 },
  { "bad", GOOD BAD, { 1, 0 }, 1, 5, EXTRACT_TOKEN_SUBTREE, ".bad", 0, 5, .5 },
  { "mixed", GOOD BAD, { 1, 0 }, 1, 5, EXTRACT_TOKEN_ELEMENT, "<p>", 2.5, 2.5, .5 },
  { "share", GOOD BAD, { .75, .25 }, 1, 5, EXTRACT_TOKEN_ELEMENT, ".good", 3.75, 1.25, .5 },
  { "prior", GOOD BAD, { 1, .5 }, 1, 5, EXTRACT_TOKEN_ELEMENT, ".bad", 2.5, 2.5, .75 },
  { "few-pages", GOOD BAD, { 1, 0 }, 1, 4, EXTRACT_TOKEN_ELEMENT, ".good", -1, 0, .5 },
  { "text-few-pages", GOOD BAD, { 1, 0 }, 1, 6, EXTRACT_TOKEN_TEXT, "one", -1, 0, .5 },
  { "text", GOOD BAD, { 1, 0 }, 1, 7, EXTRACT_TOKEN_TEXT, "one", 7, 0, .5 },
  { "whole-text", GOOD BAD, { 1, 0 }, 1, 7, EXTRACT_TOKEN_TEXT, "=six seven eight nine ten", 0, 7, .5 },
  { "weight", GOOD BAD, { 1, 0 }, .5, 5, EXTRACT_TOKEN_ELEMENT, ".good", 2.5, 0, .5 },
  /* Two words weigh 2/5; the page has seven. */
  { "few-words", GOOD "<p class=bad>six seven", { 1, 0 }, 1, 5, EXTRACT_TOKEN_ELEMENT, ".bad", 0, 2, 5 / 7. },
  { "unknown", GOOD BAD, { 1, NAN }, 1, 5, EXTRACT_TOKEN_ELEMENT, ".bad", -1, 0, .5 },
  { "unknown-rest", GOOD BAD BAD, { 1, NAN, 0 }, 1, 5, EXTRACT_TOKEN_ELEMENT, ".bad", 0, 5, .5 },
  /* The parent has the words one level below it, the grandparent has not. */
  { "parent", "<div id=aa><div id=bb>" GOOD "</div></div>" BAD, { 1, 0 }, 1, 5, EXTRACT_TOKEN_ELEMENT, ".bb", 5, 0, .5 },
  { "grandparent", "<div id=aa><div id=bb>" GOOD "</div></div>" BAD, { 1, 0 }, 1, 5, EXTRACT_TOKEN_ELEMENT, ".aa", -1, 0, .5 },
  { "subtree", "<div id=aa><div id=bb>" GOOD "</div></div>" BAD, { 1, 0 }, 1, 5, EXTRACT_TOKEN_SUBTREE, ".aa", 5, 0, .5 },
  /* A class that an element has twice counts once: the page has 3 words of it, 2 of them main text. */
  { "twice", "<p class='xx yy' id=xx>one two</p><p class=xx>six", { 1, 0 }, 1, 5, EXTRACT_TOKEN_ELEMENT, ".xx", 2, 1, 2 / 3. },
  { "no-words", "<p class=good>--</p>" BAD, { 1, .5 }, 1, 5, EXTRACT_TOKEN_ELEMENT, ".good", -1, 0, .5 },
  /* White space that is no space would break the file of a model. */
  { "not-a-token", "<p class='a\xe2\x80\xa8z'>one two three four five" BAD, { 1, 0 }, 1, 5, EXTRACT_TOKEN_ELEMENT, ".a\xe2\x80\xa8z", -1, 0, .5 },
};
/* clang-format on */

static void
test_count (gconstpointer data)
{
  const CountCase *c = data;
  ExtractTokenCounts *counts = count_page (c->html, c->shares, c->weight, c->times);
  ExtractTokenTables *tables = extract_token_tables_new (counts);
  float value = find_value (tables, c->table, hash (c->token));

  if (c->main < 0)
    g_assert_true (isnan (value));
  else
    g_assert_cmpfloat_with_epsilon (value, log_odds (c->main, c->other, c->p), 1e-6);
  extract_token_tables_unref (tables);
  extract_token_counts_free (counts);
}

static const char *const pages[] = {
  GOOD BAD,
  "<div class=good>" BAD "</div>" GOOD GOOD,
  "<p>one<p>two three<p class=good>six",
  "<article>" GOOD "日本語</article><nav>" BAD "</nav>",
};
static const float page_shares[][4] = { { 1, 0 }, { 0, .3f, .7f }, { 1, NAN, .1f }, { 1, .9f, .2f } };

/* Adds page i times to counts. */
static void
add_page (ExtractTokenCounts *counts, guint i, guint times)
{
  g_autoptr (ExtractDocument) document = parse (pages[i]);

  for (guint t = 0; t < times; t++)
    extract_token_counts_add (counts, document, page_shares[i], 0.1 * (i + 1));
}

static void
assert_same_tables (const ExtractTokenTables *a, const ExtractTokenTables *b)
{
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++) {
    guint n, m;
    const ExtractTokenEntry *x = extract_token_tables_get_entries (a, t, &n);
    const ExtractTokenEntry *y = extract_token_tables_get_entries (b, t, &m);

    g_assert_cmpuint (n, ==, m);
    for (guint i = 0; i < n; i++) {
      g_assert_cmpstr (x[i].token, ==, y[i].token);
      g_assert_cmpmem (&x[i].value, sizeof (float), &y[i].value, sizeof (float));
      g_assert_cmpfloat (find_value (b, t, hash (x[i].token)), ==, x[i].value);
      g_assert_true (i == 0 || strcmp (x[i - 1].token, x[i].token) < 0);
    }
  }
}

/* Pages in any order, at once or merged, give the same tables. */
static void
test_merge (void)
{
  ExtractTokenCounts *all = extract_token_counts_new (), *back = extract_token_counts_new ();
  ExtractTokenCounts *merged = extract_token_counts_new ();
  ExtractTokenTables *tables[3];

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    ExtractTokenCounts *part = extract_token_counts_new ();

    add_page (all, i, 3);
    add_page (back, G_N_ELEMENTS (pages) - 1 - i, 3);
    add_page (part, G_N_ELEMENTS (pages) - 1 - i, 3);
    extract_token_counts_merge (merged, part);
    extract_token_counts_free (part);
  }
  tables[0] = extract_token_tables_new (all);
  tables[1] = extract_token_tables_new (back);
  tables[2] = extract_token_tables_new (merged);
  g_assert_cmpuint (extract_token_tables_get_n (tables[0]), >, 20);
  assert_same_tables (tables[0], tables[1]);
  assert_same_tables (tables[0], tables[2]);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    extract_token_tables_unref (tables[i]);
  extract_token_counts_free (all);
  extract_token_counts_free (back);
  extract_token_counts_free (merged);
}

/* More tokens than there is room for at first. */
static void
test_many (void)
{
  g_autoptr (GString) html = g_string_new ("<p>main");
  guint n = 5000;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (html, "<p>w%u", i);
  g_autofree float *shares = g_new0 (float, n + 1);
  shares[0] = 1;
  ExtractTokenCounts *counts = count_page (html->str, shares, 1, 7);
  ExtractTokenTables *tables = extract_token_tables_new (counts);
  guint in_text;

  /* Each text is a token, too. */
  extract_token_tables_get_entries (tables, EXTRACT_TOKEN_TEXT, &in_text);
  g_assert_cmpuint (in_text, >=, 2 * n);
  for (guint i = 0; i < n; i++) {
    g_autofree char *word = g_strdup_printf ("w%u", i);

    g_assert_cmpfloat (find_value (tables, EXTRACT_TOKEN_TEXT, hash (word)), <, 0);
  }
  g_assert_cmpfloat (find_value (tables, EXTRACT_TOKEN_TEXT, hash ("main")), >, 0);
  extract_token_tables_unref (tables);
  extract_token_counts_free (counts);
}

static void
test_no_pages (void)
{
  ExtractTokenCounts *counts = extract_token_counts_new ();
  ExtractTokenTables *tables = extract_token_tables_new (counts);

  g_assert_cmpuint (extract_token_tables_get_n (tables), ==, 0);
  g_assert_true (isnan (find_value (tables, EXTRACT_TOKEN_TEXT, 0)));
  g_assert_true (isnan (find_value (tables, EXTRACT_TOKEN_TEXT, G_MAXUINT32)));
  extract_token_tables_unref (tables);
  extract_token_counts_free (counts);
}

/* Returns: (transfer full): two words of the same hash, in the order of their bytes */
static GPtrArray *
find_collision (void)
{
  g_autoptr (GHashTable) words = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; found->len == 0; i++) {
    char *word = g_strdup_printf ("w%07u", i);
    gpointer key = GUINT_TO_POINTER (hash (word));
    const char *other = g_hash_table_lookup (words, key);

    if (other) {
      g_ptr_array_add (found, g_strdup (other));
      g_ptr_array_add (found, word);
    } else
      g_hash_table_insert (words, key, word);
  }
  return found;
}

/* Which of two words that look the same on a page stays does not hang on the order of the pages. */
static void
test_collision (void)
{
  g_autoptr (GPtrArray) words = find_collision ();

  for (guint order = 0; order < 2; order++) {
    g_autofree char *html = g_strdup_printf ("<p>%s<p>%s", (char *) g_ptr_array_index (words, order),
                                             (char *) g_ptr_array_index (words, 1 - order));
    ExtractTokenCounts *counts = count_page (html, (const float[]){ 1, 0 }, 1, 7);
    ExtractTokenTables *tables = extract_token_tables_new (counts);
    guint n;
    const ExtractTokenEntry *entries = extract_token_tables_get_entries (tables, EXTRACT_TOKEN_TEXT, &n);

    /* Each text is a token, too. */
    g_assert_cmpuint (n, ==, 3);
    g_assert_cmpstr (entries[2].token, ==, g_ptr_array_index (words, 0));
    g_assert_cmpint (entries[2].value > 0, ==, order == 0);
    extract_token_tables_unref (tables);
    extract_token_counts_free (counts);
  }
}

/* ---- Entries --------------------------------------------------------------------------------- */

typedef struct {
  const char *name;
  ExtractTokenEntry entries[3];
  guint n;
  const char *error; /* NULL: none */
} EntriesCase;

static const EntriesCase entries_cases[] = {
  { "none", {}, 0, NULL },
  { "fine", { { ".b", -9.99f }, { "=a b", 9.99f }, { "é", 0.07f } }, 3, NULL },
  { "same", { { "a", 1 }, { "a", 1 } }, 2, "token 2 of element: out of order" },
  { "order", { { "b", 1 }, { "a", 1 } }, 2, "token 2 of element: out of order" },
  { "empty", { { "", 1 } }, 1, "token 1 of element: not a token" },
  { "control", { { "a\x01", 1 } }, 1, "token 1 of element: not a token" },
  { "line-feed", { { "a\nb", 1 } }, 1, "token 1 of element: not a token" },
  { "no-break-space", { { "a\xc2\xa0z", 1 } }, 1, "token 1 of element: not a token" },
  { "two-spaces", { { "=a  b", 1 } }, 1, "token 1 of element: not a token" },
  { "space-first", { { " a", 1 } }, 1, "token 1 of element: not a token" },
  { "space-last", { { "a ", 1 } }, 1, "token 1 of element: not a token" },
  { "utf-8", { { "a\xc3", 1 } }, 1, "token 1 of element: not a token" },
  { "nan", { { "a", NAN } }, 1, "token 1 of element: not a value in hundredths" },
  { "infinite", { { "a", INFINITY } }, 1, "token 1 of element: not a value in hundredths" },
  { "too-large", { { "a", 10 } }, 1, "token 1 of element: not a value in hundredths" },
  { "thousandths", { { "a", 0.125f } }, 1, "token 1 of element: not a value in hundredths" },
  { "negative-zero", { { "a", -0.0f } }, 1, "token 1 of element: not a value in hundredths" },
};

/* @entries: of the table "element"; the others are empty */
static ExtractTokenTables *
make_tables (const ExtractTokenEntry *entries, guint n, GError **error)
{
  return extract_token_tables_new_from_entries ((const ExtractTokenEntry *const[]){ NULL, entries, NULL },
                                                (const guint[]){ 0, n, 0 }, error);
}

static void
test_entries (gconstpointer data)
{
  const EntriesCase *c = data;
  g_autoptr (GError) error = NULL;
  ExtractTokenTables *tables = make_tables (c->entries, c->n, &error);

  if (c->error) {
    g_assert_null (tables);
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_FORMAT);
    g_assert_cmpstr (error->message, ==, c->error);
    return;
  }
  g_assert_no_error (error);
  g_assert_cmpuint (extract_token_tables_get_n (tables), ==, c->n);
  for (guint i = 0; i < c->n; i++) {
    g_assert_cmpfloat (find_value (tables, EXTRACT_TOKEN_ELEMENT, hash (c->entries[i].token)), ==,
                       c->entries[i].value);
    g_assert_true (isnan (find_value (tables, EXTRACT_TOKEN_TEXT, hash (c->entries[i].token))));
  }
  extract_token_tables_unref (tables);
}

#define N_CROWDED 300

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  return strcmp (((const ExtractTokenEntry *) a)->token, ((const ExtractTokenEntry *) b)->token);
}

/* Tokens whose hashes begin with the same bits have no place for all of them where they are looked for first;
 * those before and behind them go elsewhere. */
static void
test_crowded (void)
{
  g_autoptr (GPtrArray) tokens = g_ptr_array_new_with_free_func (g_free);
  ExtractTokenEntry entries[N_CROWDED];
  ExtractTokenTables *tables;

  for (guint i = 0; tokens->len < N_CROWDED; i++) {
    g_autofree char *token = g_strdup_printf ("t%u", i);

    if (hash (token) >> 20 == (tokens->len < N_CROWDED / 2 ? 0xfff : 0))
      g_ptr_array_add (tokens, g_steal_pointer (&token));
  }
  for (guint i = 0; i < N_CROWDED; i++)
    entries[i].token = g_ptr_array_index (tokens, i);
  qsort (entries, N_CROWDED, sizeof *entries, compare_entries);
  for (guint i = 0; i < N_CROWDED; i++)
    entries[i].value = (float) ((i + 1) / 100.0);
  tables = make_tables (entries, N_CROWDED, NULL);
  g_assert_nonnull (tables);
  for (guint i = 0; i < N_CROWDED; i++) {
    guint32 h = hash (entries[i].token);

    g_assert_cmpfloat (find_value (tables, EXTRACT_TOKEN_ELEMENT, h), ==, entries[i].value);
    g_assert_true (isnan (find_value (tables, EXTRACT_TOKEN_ELEMENT, h ^ 1)));
  }
  extract_token_tables_unref (tables);
}

static void
test_entries_large (void)
{
  g_autoptr (GPtrArray) same = find_collision ();
  ExtractTokenEntry two[] = { { g_ptr_array_index (same, 0), 1 }, { g_ptr_array_index (same, 1), 1 } };
  g_autofree char *longest = g_strnfill (EXTRACT_MAX_TOKEN, 'x'),
                  *longer = g_strnfill (EXTRACT_MAX_TOKEN + 1, 'x');
  ExtractTokenTables *tables;
  GError *error = NULL;

  g_assert_null (make_tables (two, 2, &error));
  g_assert_cmpstr (error->message, ==, "token 2 of element: has the hash of another");
  g_clear_error (&error);

  two[0].token = longest;
  tables = make_tables (two, 1, NULL);
  g_assert_nonnull (tables);
  extract_token_tables_unref (tables);
  two[0].token = longer;
  g_assert_null (make_tables (two, 1, NULL));

  g_assert_null (make_tables (two, EXTRACT_MAX_TOKENS + 1, &error));
  g_assert_cmpstr (error->message, ==, "table element: more than 1000000 tokens");
  g_clear_error (&error);
}

static void
test_round_trip (void)
{
  ExtractTokenCounts *counts = extract_token_counts_new ();
  const ExtractTokenEntry *entries[EXTRACT_N_TOKEN_TABLES];
  guint n[EXTRACT_N_TOKEN_TABLES];
  ExtractTokenTables *tables, *again;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    add_page (counts, i, 4);
  tables = extract_token_tables_new (counts);
  for (guint t = 0; t < EXTRACT_N_TOKEN_TABLES; t++) {
    entries[t] = extract_token_tables_get_entries (tables, t, &n[t]);
    g_assert_cmpuint (n[t], >, 0);
  }
  again = extract_token_tables_new_from_entries (entries, n, &error);
  g_assert_no_error (error);
  assert_same_tables (tables, again);
  extract_token_tables_unref (tables);
  extract_token_tables_unref (again);
  extract_token_counts_free (counts);
}

/* ---- Features -------------------------------------------------------------------------------- */

static ExtractTokenTables *
make_all_tables (void)
{
  static const ExtractTokenEntry subtree[] = {
    { ".lead", 2 }, { "<div>", -1 }, { "<main>", 3 }, { "<p>", 1 }
  };
  static const ExtractTokenEntry element[] = { { ".lead", -.5f }, { "<p>", .5f } };
  static const ExtractTokenEntry text[] = { { "=read more", -2 }, { "read", 1 } };
  g_autoptr (GError) error = NULL;
  ExtractTokenTables *tables = extract_token_tables_new_from_entries (
      (const ExtractTokenEntry *const[]){ subtree, element, text },
      (const guint[]){ G_N_ELEMENTS (subtree), G_N_ELEMENTS (element), G_N_ELEMENTS (text) }, &error);

  g_assert_no_error (error);
  return tables;
}

/* Of the blocks of VALUES_PAGE; tokens that no table has are left out. */
#define VALUES_PAGE \
  "<main class=story><div><p class='lead x9'>Read more</p></div></main><table><tr><td>unknown</table>"

static const struct {
  const char *name;
  double first, second;
} values_cases[] = {
  { "token-subtree-owner", .75, NAN },       /* (2 + 1)/2 /2 */
  { "token-subtree-parent", -.5, NAN },      /* -1 /2 */
  { "token-subtree-grandparent", 1.5, NAN }, /* 3 /2 */
  { "token-element-owner", 0, NAN },
  { "token-element-parent", NAN, NAN },
  { "token-element-grandparent", NAN, NAN },
  { "token-path-largest", 1.5, NAN },
  { "token-path-smallest", -.5, NAN },
  { "token-path-mean", 3.5 / 3 / 2, NAN }, /* 1.5, -1, 3 */
  { "token-path-sum", .35, NAN },
  { "token-element-largest", .25, NAN },
  { "token-element-smallest", -.25, NAN },
  { "token-text-mean", -.25, NAN }, /* (1 - 2)/2 /2 */
  { "token-text-largest", .5, NAN },
  { "token-text-smallest", -1, NAN },
};

static void
assert_value (ExtractDocument *document, guint block, const char *name, double expected)
{
  const ExtractFeatureSet *set = extract_feature_set_find ("rich");
  gsize n;
  const float *values = extract_block_get_features (extract_document_get_block (document, block), &n);
  guint i = 0;

  while (!g_str_equal (extract_feature_set_get_feature (set, i)->name, name))
    i++;
  g_assert_cmpuint (i, <, extract_feature_set_get_n_core (set));
  if (isnan (expected))
    g_assert_true (isnan (values[i]));
  else
    g_assert_cmpfloat_with_epsilon (values[i], expected, 1e-6);
}

static void
compute_features (ExtractDocument *document, ExtractTokenTables *tables)
{
  g_autoptr (GError) error = NULL;

  extract_features_compute (document, extract_feature_set_find ("rich"), tables, &error);
  g_assert_no_error (error);
}

/* The values, then none without tables, then the values again. */
static void
test_values (void)
{
  g_autoptr (ExtractDocument) document = parse (VALUES_PAGE);
  ExtractTokenTables *tables = make_all_tables ();

  g_assert_cmpuint (document->n_blocks, ==, 2);
  for (guint round = 0; round < 3; round++) {
    compute_features (document, round == 1 ? NULL : tables);
    for (guint i = 0; i < G_N_ELEMENTS (values_cases); i++) {
      assert_value (document, 0, values_cases[i].name, round == 1 ? NAN : values_cases[i].first);
      assert_value (document, 1, values_cases[i].name, round == 1 ? NAN : values_cases[i].second);
    }
  }
  extract_token_tables_unref (tables);
}

/* A sum over a deep path stays in its range. */
static void
test_deep (void)
{
  g_autoptr (GString) html = g_string_new (NULL);
  ExtractTokenTables *tables = make_all_tables ();

  for (guint i = 0; i < 200; i++)
    g_string_append (html, "<div>");
  g_string_append (html, "deep");
  g_autoptr (ExtractDocument) document = parse (html->str);
  compute_features (document, tables);
  assert_value (document, 0, "token-path-sum", -5);
  assert_value (document, 0, "token-path-mean", -.5);
  extract_token_tables_unref (tables);
}

/* ---- All ------------------------------------------------------------------------------------- */

#define ADD_CASES(kind, cases, function)                                           \
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {                               \
    g_autofree char *path = g_strdup_printf ("/token/" kind "/%s", cases[i].name); \
    g_test_add_data_func (path, &cases[i], function);                              \
  }

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD_CASES ("name", names, test_names)
  ADD_CASES ("text", texts, test_texts)
  ADD_CASES ("element", elements, test_elements)
  ADD_CASES ("count", count_cases, test_count)
  ADD_CASES ("entries", entries_cases, test_entries)
  g_test_add_func ("/token-page/words", test_words);
  g_test_add_func ("/token-page/hashes", test_hashes);
  g_test_add_func ("/token-page/tokens", test_page);
  g_test_add_func ("/token-page/shapes", test_shapes);
  g_test_add_func ("/token-page/tags", test_tags);
  g_test_add_func ("/token-page/threads", test_threads);
  g_test_add_func ("/token-tables/merge", test_merge);
  g_test_add_func ("/token-tables/many", test_many);
  g_test_add_func ("/token-tables/no-pages", test_no_pages);
  g_test_add_func ("/token-tables/collision", test_collision);
  g_test_add_func ("/token-tables/large", test_entries_large);
  g_test_add_func ("/token-tables/crowded", test_crowded);
  g_test_add_func ("/token-tables/round-trip", test_round_trip);
  g_test_add_func ("/token-values/all", test_values);
  g_test_add_func ("/token-values/deep", test_deep);
  return g_test_run ();
}
