/* SPDX-License-Identifier: MIT */
/* Sentences of vertical text, words in them, answers of taggers, lines of KWIC. */
#include <string.h>

#include "concordance/apertium.h"
#include "concordance/keep.h"
#include "concordance/tagger.h"
#include "concordance/write.h"

/* A document with one paragraph of one sentence: its tokens are parted by blanks, "_" is <g/>. */
static char *
make_vertical (const char *type, const char *sentence)
{
  g_auto (GStrv) tokens = g_strsplit (sentence, " ", 0);
  GString *vertical =
      g_string_new ("<doc source=\"a&amp;b\" url=\"\" date=\"2026-01-02\">\n<head>\nHead\n</head>\n");
  g_string_append_printf (vertical, "<p tag=\"p\" type=\"%s\">\n<s>\n", type);
  for (char **token = tokens; *token; token++)
    g_string_append_printf (vertical, "%s\n", strcmp (*token, "_") == 0 ? "<g/>" : *token);
  g_string_append (vertical, "</s>\n</p>\n</doc>\n");
  return g_string_free (vertical, FALSE);
}

static ConcText *
read_sentence (const char *type, const char *sentence)
{
  g_autofree char *vertical = make_vertical (type, sentence);
  ConcText *text = conc_text_new ();
  conc_text_read (text, vertical, strlen (vertical), CONC_READ_COLUMNS);
  return text;
}

static void
test_text (void)
{
  g_autoptr (ConcText) text = read_sentence ("text", "A &lt;b&gt; _ &amp; < c _ .");
  g_assert_cmpstr (text->source, ==, "a&b");
  g_assert_null (text->url);
  g_assert_cmpstr (text->date, ==, "2026-01-02");
  g_assert_cmpuint (text->sentences->len, ==, 1);
  g_assert_cmpstr (text->text->str, ==, "A <b>& < c.\n");
  g_assert_cmpuint (text->tokens->len, ==, 6);
  static const char columns[] = "One\tNN\tone\n<s>\nTwo\t<link=\"a\">\t<length=1>\n\xff\n</s>";
  conc_text_read (text, columns, strlen (columns), CONC_READ_COLUMNS);
  g_assert_cmpuint (text->sentences->len, ==, 2);
  g_assert_cmpstr (conc_text_token (text, 0)->lemma, ==, "one");
  g_assert_null (conc_text_token (text, 1)->tag);
}

static void
test_whole (void)
{
  static const struct {
    const char *type, *sentence;
    gboolean whole;
  } cases[] = {
    { "text", "They have a boat _ .", TRUE },
    { "text", "They have a boat", FALSE },
    { "text", "have a boat now _ .", FALSE },
    { "text", "iPhones have a price _ .", TRUE },
    { "text", "3 men have it !", TRUE },
    { "text", "Have fun _ .", FALSE }, /* two words */
    { "heading", "They have a boat _ .", FALSE },
    { "code", "They have a boat _ .", FALSE },
    { "list", "They have a boat _ .", TRUE },
    { "text", "They have it _ . _ [ _ 25 _ ] _ [ _ 26 _ ]", TRUE },
    { "text", "\" _ They have it all _ . _ \"", TRUE },
    { "text", "( _ They have it all _ . _ )", TRUE },
    { "text", "They have it all _ \u2026", TRUE },
    { "text", "Home \u203a We have \u203a it _ .", FALSE },
    { "text", "\u0422\u044b \u0432\u0441\u0451 \u0441\u0434\u0435\u043b\u0430\u043b ?", TRUE },
    { "text", "\u03a4\u03b9 \u03ad\u03c7\u03b5\u03b9\u03c2 \u03b5\u03ba\u03b5\u03af _ ;", TRUE },
    { "text", "This is it ;", FALSE },
    { "text", "\u5929 \u4e0b \u5927 \u4e71 _ \u3002", TRUE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ConcText) text = read_sentence (cases[i].type, cases[i].sentence);
    g_assert_cmpuint (text->sentences->len, ==, 1);
    if (conc_text_sentence (text, 0)->whole != cases[i].whole)
      g_test_fail_printf ("%s: %s", cases[i].type, cases[i].sentence);
  }
}

/* Returns: (transfer full): "start-end keyword" of what is found, or "" */
static char *
find (const char *words, const char *pos, const ConcText *text)
{
  g_auto (GStrv) list = g_strsplit (words, ",", 0);
  g_autoptr (ConcQuery) query = conc_query_new (list, pos, NULL);
  const ConcWanted wanted = { .query = query, .fragments = TRUE };
  g_autoptr (GPtrArray) hits = g_ptr_array_new_with_free_func ((GDestroyNotify) conc_hit_free);
  conc_find (&wanted, text, NULL, NULL, hits);
  if (hits->len == 0)
    return g_strdup ("");
  const ConcHit *hit = hits->pdata[0];
  return g_strdup_printf ("%u-%u %s", hit->start, hit->end, hit->keyword);
}

static void
test_words (void)
{
  static const struct {
    const char *words, *pos, *sentence, *found;
  } cases[] = {
    { "have", NULL, "Have it", "0-4 Have" },
    { "have", NULL, "\u00c9t\u00e9 HAVE it", "4-8 HAVE" },
    { "Polish", NULL, "polish it", "" },
    { "Polish", NULL, "the Polish", "4-10 Polish" },
    { "hav", NULL, "have it", "" },
    { "has,had", NULL, "he had it", "3-6 had" },
    { "look after", NULL, "they look after it", "5-15 look after" },
    { "look after", NULL, "they look it after", "" },
    { "\u03c4\u03cc\u03c0\u03bf\u03c3", NULL, "\u03bf \u03c4\u03cc\u03c0\u03bf\u03c2",
      "2-7 \u03c4\u03cc\u03c0\u03bf\u03c2" },
    { "e\u0301te", NULL, "un \u00e9te", "3-6 \u00e9te" },
    { "have", "V.*", "he\tPRP\the had\tVBD\thave", "3-6 had" },
    { "have", "V", "he\tPRP\the had\tVBD\thave", "" },
    { "have", "N.*", "he\tPRP\the had\tVBD\thave", "" },
    { "have", "V.*", "they've\tPRP+VBP\tthey+have", "0-7 they've" },
    { "they", "V.*", "they've\tPRP+VBP\tthey+have", "" },
    { "have", "V.*", "had\t\thave had\tVBD had", "" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ConcText) text = read_sentence ("text", cases[i].sentence);
    g_autofree char *found = find (cases[i].words, cases[i].pos, text);
    if (strcmp (found, cases[i].found) != 0)
      g_test_fail_printf ("%s in %s: %s", cases[i].words, cases[i].sentence, found);
  }
  char *none[] = { (char *) " ", NULL };
  g_assert_null (conc_query_new (none, NULL, NULL));
  none[0] = (char *) "a";
  g_assert_null (conc_query_new (none, "(", NULL));
}

/* Returns: (transfer full): "tag/lemma" of each token, "-" for none */
static char *
show_tags (const ConcText *text)
{
  GString *shown = g_string_new (NULL);
  for (guint i = 0; i < text->tokens->len; i++) {
    const ConcToken *token = conc_text_token (text, i);
    g_string_append_printf (shown, "%s%s/%s", i > 0 ? " " : "", token->tag ? token->tag : "-",
                            token->lemma ? token->lemma : "-");
  }
  return g_string_free (shown, FALSE);
}

static void
test_apertium (void)
{
  static const struct {
    ConcTagSet set;
    const char *sentence, *answer, *tags;
  } cases[] = {
    { CONC_TAGS_PENN, "The cats have it _ .",
      "^The/The<det><def><sp>$ ^cats/cat<n><pl>$ ^have/have<vblex><pres>$ ^it/prpers<prn><obj>$^./.<sent>$",
      "DT/the NNS/cat VBP/have PRP/prpers ./." },
    { CONC_TAGS_UNIVERSAL, "The cats", "^The/The<det><def><sp>$ ^cats/cat<n><pl>$", "DET/the NOUN/cat" },
    { CONC_TAGS_OWN, "The cats", "^The/The<det><def><sp>$ ^cats/cat<n><pl>$", "det.def.sp/the n.pl/cat" },
    { CONC_TAGS_PENN, "They've it", "^They've/Prpers<prn><subj>+have<vbhaver><pres>$ ^it/*it$",
      "PRP+VBP/prpers+have FW/it" },
    { CONC_TAGS_PENN, "look after New York",
      "^look after/look<vblex><inf># after$ ^New York/New York<np><loc>$",
      "VB/look VB/after NNP/New York NNP/York" },
    { CONC_TAGS_PENN, "a^b [ Foo", "^a/a<det>$\\^^b/*b$ ^\\[/\\[<lpar>$ ^Foo/*Foo$", "DT/a (/[ NNP/Foo" },
    { CONC_TAGS_PENN, "one two", "^three/three<num>$ ^two/two<num>$", "-/- CD/two" },
    { CONC_TAGS_PENN, "one two", "^^^$$^/$^one", "-/- -/-" },
    { CONC_TAGS_OWN, "one two", "^one/one<$ ^two/two<num$", "X/one X/two" },
    { CONC_TAGS_PENN, "one two", "", "-/- -/-" },
    { CONC_TAGS_PENN, "one", "\\", "-/-" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ConcText) text = read_sentence ("text", cases[i].sentence);
    conc_apertium_read (text, conc_text_sentence (text, 0), cases[i].answer, strlen (cases[i].answer),
                        cases[i].set);
    g_autofree char *tags = show_tags (text);
    if (strcmp (tags, cases[i].tags) != 0)
      g_test_fail_printf ("%s: %s", cases[i].answer, tags);
  }
}

static void
test_columns (void)
{
  static const struct {
    ConcTagSet set;
    const char *answer;
    const char *tags; /* (nullable): NULL: an error */
  } cases[] = {
    { CONC_TAGS_PENN, "He\tPRP\the\nhas\tVBZ\thave\n", "PRP/he VBZ/have" },
    { CONC_TAGS_PENN, "He\tPRP\nhas\tVBZ\thave", "PRP/- VBZ/have" },
    { CONC_TAGS_PENN,
      "# sent_id = 1\n1\tHe\the\tPRON\tPRP\t_\t0\troot\t_\t_\n1-2\tx\t_\t_\t_\t_\t_\t_\t_\t_\n"
      "2\thas\thave\tVERB\tVBZ\t_\t0\troot\t_\t_\n",
      "PRP/he VBZ/have" },
    { CONC_TAGS_UNIVERSAL,
      "1\tHe\the\tPRON\tPRP\t_\t0\troot\t_\t_\n2\thas\thave\tVERB\tVBZ\t_\t0\troot\t_\t_\n",
      "PRON/he VERB/have" },
    { CONC_TAGS_PENN, "He\tPRP\the\n", NULL },
    { CONC_TAGS_PENN, "a\tb\tc\na\tb\tc\na\tb\tc\n", NULL },
    { CONC_TAGS_PENN, "\xff\tPRP\the\nhas\tVBZ\thave\n", NULL },
    { CONC_TAGS_PENN, "", NULL },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ConcText) text = read_sentence ("text", "He has");
    g_autoptr (GError) error = NULL;
    const gboolean good = conc_columns_read (text, conc_text_sentence (text, 0), cases[i].answer,
                                             strlen (cases[i].answer), cases[i].set, &error);
    g_autofree char *tags = show_tags (text);
    g_assert_cmpint (good, ==, cases[i].tags != NULL);
    g_assert_cmpint (good, ==, error == NULL);
    if (good)
      g_assert_cmpstr (tags, ==, cases[i].tags);
  }
}

/* Each line has its keyword in the same column. */
static void
test_kwic (void)
{
  static const struct {
    const char *sentence, *word, *line;
  } cases[] = {
    { "They have it", "have", "      They have it\n" },
    { "A rather long text stands before have and behind it", "have",
      "\u2026ds before have and behind\u2026\n" },
    { "\u5929\u4e0b have \u5929", "have", "      \u5929\u4e0b have \u5929\n" },
    { "e\u0301te\u0301 have it", "have", "       e\u0301te\u0301 have it\n" },
    /* What comes first stands on the right. */
    { "\u05d0\u05d1 \u05d2\u05d3 \u05d4\u05d5", "\u05d2\u05d3",
      "         \u2068 \u05d4\u05d5\u2069\u2068\u05d2\u05d3\u2069\u2068\u05d0\u05d1 \u2069\n" },
  };
  const ConcLook look = { .format = CONC_FORMAT_KWIC, .width = 27 };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const guint32 at = (guint32) (strstr (cases[i].sentence, cases[i].word) - cases[i].sentence);
    const ConcHit hit = { .sentence = (char *) cases[i].sentence,
                          .at = at,
                          .behind = at + (guint32) strlen (cases[i].word) };
    g_autoptr (GString) line = g_string_new (NULL);
    conc_kwic_append (&hit, &look, line);
    if (strcmp (line->str, cases[i].line) != 0)
      g_test_fail_printf ("%s, not %s", line->str, cases[i].line);
  }
}

static ConcHit *
make_hit (const char *sentence)
{
  const char *word = strstr (sentence, "X");
  ConcHit *hit = g_new0 (ConcHit, 1);
  hit->sentence = g_strdup (sentence);
  hit->at = (guint32) (word - sentence);
  hit->behind = hit->at + 1;
  return hit;
}

static void
test_sort (void)
{
  static const char *const sentences[] = { "b c X \u00e9t\u00e9", "a X Zebra", "\u00c9 c X etz",
                                           "a c X era" };
  static const guint orders[3][4] = { { 0, 1, 2, 3 }, { 1, 3, 0, 2 }, { 3, 0, 2, 1 } };
  for (ConcSort sort = CONC_SORT_NONE; sort <= CONC_SORT_RIGHT; sort++) {
    g_autoptr (GPtrArray) hits = g_ptr_array_new_with_free_func ((GDestroyNotify) conc_hit_free);
    for (guint i = 0; i < 4; i++)
      g_ptr_array_add (hits, make_hit (sentences[i]));
    conc_hits_sort (hits, sort);
    for (guint i = 0; i < 4; i++)
      g_assert_cmpstr (((ConcHit *) hits->pdata[i])->sentence, ==, sentences[orders[sort][i]]);
  }
}

static void
test_seen (void)
{
  g_autoptr (ConcSeen) seen = conc_seen_new (2, FALSE);
  g_autoptr (ConcSeen) near = conc_seen_new (2, TRUE);
  g_assert_true (conc_seen_add (seen, "a", 1));
  g_assert_false (conc_seen_add (seen, "a", 1));
  g_assert_true (conc_seen_add (seen, "b", 1));
  g_assert_true (conc_seen_add (seen, "c", 1)); /* and "a" goes */
  g_assert_false (conc_seen_add (seen, "b", 1));
  g_assert_true (conc_seen_add (seen, "a", 1));
  g_assert_true (conc_seen_add (near, "In 1995, a.", 11));
  g_assert_false (conc_seen_add (near, "in 2005 A!", 10));
}

/* Each of ten is drawn about as often as any other; and a seed always draws the same. */
static void
test_sample (void)
{
  guint counts[10] = { 0 };
  for (guint64 seed = 0; seed < 2000; seed++) {
    ConcSample sample;
    conc_sample_init (&sample, 3, seed);
    for (guint i = 0; i < 10; i++) {
      ConcHit *hit = g_new0 (ConcHit, 1);
      hit->start = i;
      conc_sample_offer (&sample, hit);
    }
    for (guint i = 0; i < sample.hits->len; i++)
      counts[((ConcHit *) sample.hits->pdata[i])->start]++;
    g_assert_cmpuint (sample.hits->len, ==, 3);
    conc_sample_clear (&sample);
  }
  for (guint i = 0; i < 10; i++)
    g_assert_true (counts[i] > 500 && counts[i] < 700);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/concordance/text", test_text);
  g_test_add_func ("/concordance/whole", test_whole);
  g_test_add_func ("/concordance/words", test_words);
  g_test_add_func ("/concordance/apertium", test_apertium);
  g_test_add_func ("/concordance/columns", test_columns);
  g_test_add_func ("/concordance/kwic", test_kwic);
  g_test_add_func ("/concordance/sort", test_sort);
  g_test_add_func ("/concordance/seen", test_seen);
  g_test_add_func ("/concordance/sample", test_sample);
  return g_test_run ();
}
