/* SPDX-License-Identifier: MIT */
/* Long tasks: rows of engines, their addresses and answers; bait words; what is remembered; the journal. */
#include <glib/gstdio.h>
#include <string.h>

#include "concordance/bait.h"
#include "concordance/bloom.h"
#include "concordance/engine.h"
#include "concordance/keep.h"
#include "concordance/task.h"

/* ---- Engines ---------------------------------------------------------------------------------- */

#define ROW "[mine]\naddress = https://e.example/?q={query}\nlinks = json: results.url\n"

static void
test_rows (void)
{
  static const struct {
    const char *text;
    const char *error; /* (nullable): a part of it */
  } cases[] = {
    { "", NULL },
    { "# nothing\n\n", NULL },
    { ROW, NULL },
    { ROW "results = 7\npages = 3\ndelay = 0.5\nrobots = no\nkey-field = X-Key\nkey-file = /k\n", NULL },
    { ROW "\r\n" ROW, NULL },
    { "address = x\n", "line 1: the name of an engine is expected first" },
    { "[mine\n", "line 1: a name of letters" },
    { "[]\n", "line 1: a name of letters" },
    { "[a b]\n", "line 1: a name of letters" },
    { "[mine]\nx\n", "line 2: a name, = and a value" },
    { "[mine]\nadress = x\n", "line 2: there is no \"adress\"; did you mean \"address\"?" },
    { "[mine]\naddress = https://e.example/\n", "line 2: address needs {query}" },
    { "[mine]\naddress = https://e.example/{query}{start}\n", "line 2: address takes {query}" },
    { "[mine]\naddress = ftp://e.example/{query}\n", "line 2: address begins with http" },
    { "[mine]\naddress = https://e.example/ {query}\n", "line 2: address has a blank" },
    { "[mine]\nlinks = xpath: a\n", "line 2: links takes json:" },
    { "[mine]\nlinks = css:\n", "line 2: links takes json:" },
    { "[mine]\nlinks = css: a[\n", "line 2: " },
    { "[mine]\ndelay = -1\n", "line 2: delay takes" },
    { "[mine]\nrobots = maybe\n", "line 2: robots takes yes or no" },
    { "[mine]\nkey-field = X Key\n", "line 2: key-field takes" },
    { "[mine]\ndelay = 1\ndelay = 2\n", "line 3: is there twice" },
    { "[mine]\ndelay = 1\n", "the engine mine needs address and links" },
    { "[mine]\ndelay = 1\n[other]\n", "the engine mine needs address and links" },
    { "[mine]\n\xff = 1\n", "is not a text in UTF-8" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) engines = conc_engines_new ();
    g_autoptr (GError) error = NULL;
    const gboolean good = conc_engines_read (engines, cases[i].text, strlen (cases[i].text), &error);
    if (good != !cases[i].error || (error && !strstr (error->message, cases[i].error)))
      g_error ("%s: %s", cases[i].text, error ? error->message : "is read");
  }
}

/* A row of the same name takes the place of the other one. */
static void
test_choose (void)
{
  g_autoptr (GPtrArray) engines = conc_engines_new ();
  g_autoptr (GError) error = NULL;
  const char *text = "[brave]\naddress = {base}/?q={query}\nlinks = css: a\ndelay = 9\n";
  const guint n = engines->len;
  g_assert_true (conc_engines_read (engines, text, strlen (text), NULL));
  g_assert_cmpuint (engines->len, ==, n);
  g_autoptr (ConcEngine) brave = conc_engine_choose (engines, "brave:http://a.example:81/x/", NULL);
  g_assert_cmpfloat (brave->delay, ==, 9);
  g_assert_cmpstr (brave->base, ==, "http://a.example:81/x");
  g_assert_null (conc_engine_choose (engines, "brave", &error)); /* it has no place */
  g_assert_nonnull (strstr (error->message, "--engine=brave:https://HOST"));
  g_clear_error (&error);
  g_assert_null (conc_engine_choose (engines, "bling", &error));
  g_assert_nonnull (strstr (error->message, "did you mean \"bing\"?"));
  g_clear_error (&error);
  g_assert_null (conc_engine_choose (engines, "searxng:file:///etc", &error));
  g_assert_nonnull (strstr (error->message, "begins with http"));
}

static void
test_address (void)
{
  static const struct {
    const char *engine;
    const char *query;
    guint page;
    const char *language;
    const char *address;
  } cases[] = {
    { "searxng:https://s.example/", "have wxyz", 2, "en",
      "https://s.example/search?q=have%20wxyz&format=json&pageno=2&language=en" },
    { "searxng:https://s.example", "a&b=\303\251", 1, NULL,
      "https://s.example/search?q=a%26b%3D%C3%A9&format=json&pageno=1" },
    { "brave", "x", 3, "de",
      "https://api.search.brave.com/res/v1/web/search?q=x&count=20&offset=2&search_lang=de" },
    { "bing", "x", 3, NULL, "https://api.bing.microsoft.com/v7.0/search?q=x&count=50&offset=100" },
    { "first", "x", 1, NULL, "https://e.example/?q=x" },
    { "only", "x", 1, NULL, "https://e.example/x" },
    { "path", "x", 1, "en", "https://e.example/en/x" },
  };
  static const char text[] = "[first]\naddress = https://e.example/?l={language}&q={query}\nlinks = css: a\n"
                             "[only]\naddress = https://e.example/{query}?l={language}\nlinks = css: a\n"
                             "[path]\naddress = https://e.example/{language}/{query}\nlinks = css: a\n";
  g_autoptr (GPtrArray) engines = conc_engines_new ();
  g_assert_true (conc_engines_read (engines, text, strlen (text), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ConcEngine) engine = conc_engine_choose (engines, cases[i].engine, NULL);
    g_autofree char *address =
        conc_engine_dup_address (engine, cases[i].query, cases[i].page, cases[i].language);
    g_assert_cmpstr (address, ==, cases[i].address);
  }
}

static void
test_key (void)
{
  static const struct {
    const char *text;
    gboolean good;
  } cases[] = { { "secret\n", TRUE }, { "", FALSE },    { " \n", FALSE },
                { "a\nb\n", FALSE },  { "a b", FALSE }, { "\xff", FALSE } };
  g_autoptr (GPtrArray) engines = conc_engines_new ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ConcEngine) engine = conc_engine_choose (engines, "brave", NULL);
    g_autoptr (GError) error = NULL;
    g_assert_true (conc_engine_set_key (engine, cases[i].text, strlen (cases[i].text), &error) ==
                   cases[i].good);
    g_assert_cmpstr (engine->field, ==, cases[i].good ? "X-Subscription-Token: secret" : NULL);
    g_assert_true (!error || !strstr (error->message, "a b"));
  }
}

/* ---- Answers ---------------------------------------------------------------------------------- */

static void
test_answers (void)
{
  static const struct {
    const char *how;
    const char *answer;
    const char *links; /* parted by blanks; "!": an error; "!!": refused */
  } cases[] = {
    { "json: results.url",
      "{\"results\": [{\"url\": \"http://a/\"}, {\"x\": {\"url\": \"http://no/\"}}, "
      "{\"url\": \"https:\\/\\/b.example\\/\\u0063#d\"}], \"url\": \"http://no/\"}",
      "http://a/ https://b.example/c" },
    { "json: results.url", "{\"results\": {\"url\": \"http://a/\"}}", "http://a/" },
    { "json: urls", "{\"urls\": [\"http://a/\", [\"http://b/\"]]}", "http://a/ http://b/" },
    { "json: url", "[{\"url\": \"http://a/\"}]", "http://a/" },
    { "json: a.b.c",
      "{\"a\": {\"b\": [{\"c\": \"http://a/\", \"d\": \"http://no/\"}], \"c\": \"http://no/\"}}",
      "http://a/" },
    { "json: results.url", "{\"results\": []}", "" },
    { "json: results.url",
      "{\"results\": [{\"url\": \"javascript:x\"}, {\"url\": \"http://u:p@a/\"}, "
      "{\"url\": \"http://a b/\"}, {\"url\": null}, {\"url\": \"\"}]}",
      "http://a/" },
    { "json: results.url", "{\"results\": [", "!" },
    { "json: results.url", "<p>Please wait", "!" },
    { "json: results.url", "", "!" },
    { "css: a", "", "" },
    { "json: results.url", "<title>Stop</title><p>Please solve the captcha below.", "!!" },
    { "css: h3 a", "<a href=/no>x</a><h3><a href=/a>x</a></h3><h3><a href='http://b/#x'>y</a>",
      "https://e/a http://b/" },
    { "css: .r a", "<p class=r>No results", "" },
    { "css: .r a", "<p>We have seen unusual traffic. Are you a robot?", "!!" },
    /* A result that says so is none. */
    { "css: .r a", "<p class=r><a href=/a>Are you a robot? Solve the captcha below</a>", "https://e/a" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) engines = g_ptr_array_new_with_free_func ((GDestroyNotify) conc_engine_free);
    g_autofree char *row =
        g_strdup_printf ("[e]\naddress = https://e/?q={query}\nlinks = %s\n", cases[i].how);
    g_autoptr (GBytes) bytes = g_bytes_new_static (cases[i].answer, strlen (cases[i].answer));
    g_autoptr (GString) all = g_string_new (NULL);
    gboolean refused;
    g_assert_true (conc_engines_read (engines, row, strlen (row), NULL));
    g_autoptr (GPtrArray) links =
        conc_engine_read (engines->pdata[0], bytes, NULL, "https://e/?q=x", &refused, NULL);
    for (guint k = 0; links && k < links->len; k++)
      g_string_append_printf (all, "%s%s", k > 0 ? " " : "", (const char *) links->pdata[k]);
    g_string_append (all, refused ? "!!" : !links ? "!" : "");
    if (strcmp (all->str, cases[i].links) != 0)
      g_error ("%s: %s: %s", cases[i].how, cases[i].answer, all->str);
  }
}

static void
test_endings (void)
{
  static const struct {
    const char *url;
    const char *ending;
  } cases[] = {
    { "http://a/b.pdf", ".pdf" }, { "http://a/b.PDF?x#y", ".pdf" }, { "http://a/b.iso", ".iso" },
    { "http://a/b.doc", ".doc" }, { "http://a/b.ppt;v=1", ".ppt" }, { "http://a/b.html", NULL },
    { "http://a.pdf", NULL },     { "http://a/?f=b.pdf", NULL },    { "http://a/b.pdf/c", NULL },
    { "http://a/apdf", NULL },    { "http://a.doc/", NULL },        { "http://a/x.tar.gz", ".gz" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (conc_link_ending (cases[i].url), ==, cases[i].ending);
}

/* ---- Bait words ---------------------------------------------------------------------------------- */

static ConcBait *
make_bait (ConcBaitKind kind, guint64 seed, const char *text)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "texttractor-bait-XXXXXX", NULL);
  const int fd = g_mkstemp (path);
  g_assert_true (g_close (fd, NULL) && g_file_set_contents (path, text, -1, NULL));
  ConcBait *bait = conc_bait_new (kind, seed, path, NULL);
  g_assert_cmpint (g_unlink (path), ==, 0);
  return bait;
}

/* All bait words, parted by commas. */
static char *
join_baits (const ConcBait *bait)
{
  GString *all = g_string_new (NULL);
  for (guint64 i = 0; i < 100; i++) {
    g_autofree char *word = conc_bait_dup (bait, i);
    if (word)
      g_string_append_printf (all, "%s%s", i > 0 ? "," : "", word);
  }
  return g_string_free (all, FALSE);
}

static void
test_baits (void)
{
  static const struct {
    ConcBaitKind kind;
    const char *text;
    const char *sorted;
    gboolean in_order;
  } cases[] = {
    { CONC_BAIT_WORDS, "one\r\ntwo words\n\none\nthree", "one,two words,three", TRUE },
    { CONC_BAIT_TITLES,
      "{\"title\": \"A title\", \"text\": \"not\"}\nAnother\n{\"x\": {\"title\": \"no\"}}\n",
      "A title,Another", FALSE },
    { CONC_BAIT_ARTICLES, "{\"text\": \"The keepers \\u00fcber 1234 seas\"}\nwords, and words\n",
      "and,keepers,seas,words,\303\274ber", FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ConcBait) bait = make_bait (cases[i].kind, 1, cases[i].text);
    g_autofree char *all = join_baits (bait);
    g_auto (GStrv) found = g_strsplit (all, ",", 0), wanted = g_strsplit (cases[i].sorted, ",", 0);
    g_assert_cmpuint (g_strv_length (found), ==,
                      g_strv_length (wanted) - (cases[i].kind == CONC_BAIT_ARTICLES));
    for (char **word = found; *word; word++)
      g_assert_true (g_strv_contains ((const char *const *) wanted, *word));
    if (cases[i].in_order)
      g_assert_cmpstr (all, ==, cases[i].sorted);
  }
  g_assert_null (make_bait (CONC_BAIT_WORDS, 1, "\n\n"));
}

/* Four small letters; the same seed draws the same, another one others. */
static void
test_random (void)
{
  g_autoptr (ConcBait) one = conc_bait_new (CONC_BAIT_RANDOM, 1, NULL, NULL);
  g_autoptr (ConcBait) same = conc_bait_new (CONC_BAIT_RANDOM, 1, NULL, NULL);
  g_autoptr (ConcBait) other = conc_bait_new (CONC_BAIT_RANDOM, 2, NULL, NULL);
  g_autoptr (ConcBait) numbers = conc_bait_new (CONC_BAIT_NUMBERS, 1, NULL, NULL);
  g_autoptr (ConcBait) none = conc_bait_new (CONC_BAIT_NONE, 1, NULL, NULL);
  g_autofree char *a = join_baits (one), *b = join_baits (same), *c = join_baits (other);
  g_autofree char *n = conc_bait_dup (numbers, 12), *empty = conc_bait_dup (none, 0);
  g_auto (GStrv) words = g_strsplit (a, ",", 0);
  g_assert_cmpstr (a, ==, b);
  g_assert_cmpstr (a, !=, c);
  for (char **word = words; *word; word++)
    g_assert_true (strlen (*word) == 4 && strspn (*word, "abcdefghijklmnopqrstuvwxyz") == 4);
  g_assert_cmpstr (n, ==, "12");
  g_assert_cmpstr (empty, ==, "");
  g_assert_null (conc_bait_dup (none, 1));
}

/* Of more titles than are kept, late ones are as likely as early ones. */
static void
test_many_titles (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint n = 2 * CONC_MOST_BAITS;
  guint late = 0, kept = 0;
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u\n", i);
  g_autoptr (ConcBait) bait = make_bait (CONC_BAIT_TITLES, 3, text->str);
  for (;; kept++) {
    g_autofree char *word = conc_bait_dup (bait, kept);
    if (!word)
      break;
    late += g_ascii_strtoull (word, NULL, 10) >= n / 2;
  }
  g_assert_cmpuint (kept, ==, CONC_MOST_BAITS);
  g_assert_true (late > kept * 49 / 100 && late < kept * 51 / 100);
}

/* ---- What is remembered ------------------------------------------------------------------------- */

static guint64
make_hash (guint64 i)
{
  i = (i + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  i = (i ^ (i >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return i ^ (i >> 31);
}

/* The last n are known, and of what never was, fewer than one in a thousand. */
static void
test_bloom (void)
{
  const guint n = 20000;
  g_autoptr (ConcBloom) bloom = conc_bloom_new (n);
  guint wrong = 0, old = 0;
  for (guint i = 0; i < 10 * n; i++)
    conc_bloom_add (bloom, make_hash (i));
  for (guint i = 9 * n; i < 10 * n; i++)
    g_assert_true (conc_bloom_has (bloom, make_hash (i)));
  for (guint i = 0; i < 10 * n; i++)
    wrong += conc_bloom_has (bloom, make_hash (100 * n + i));
  for (guint i = 0; i < n; i++)
    old += conc_bloom_has (bloom, make_hash (i));
  g_assert_cmpuint (wrong, <, 10 * n / 1000);
  g_assert_cmpuint (old, <, n / 500); /* forgotten */
}

static void
test_older (void)
{
  g_autoptr (ConcSeen) seen = conc_seen_new (2, FALSE);
  conc_seen_keep_older (seen, 1000);
  for (guint i = 0; i < 500; i++) {
    g_autofree char *text = g_strdup_printf ("sentence %u", i);
    conc_seen_add (seen, text, strlen (text));
    g_assert_false (conc_seen_add (seen, "sentence 0", 10));
  }
}

/* ---- The task ----------------------------------------------------------------------------------- */

/* Plays all lines. Returns: FALSE if one is not understood */
static gboolean
play (ConcTask *task, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", 0);
  gboolean complete, good = TRUE;
  for (char **line = lines; good && *line; line++)
    good = **line == '\0' || conc_task_play (task, *line, &complete);
  conc_task_begin (task);
  return good;
}

/* What is left to be visited, and all counts. Returns: (transfer full) */
static char *
describe (ConcTask *task)
{
  g_autofree char *counts = conc_task_describe (task);
  GString *all = g_string_new (counts);
  for (const ConcLink *link; (link = conc_task_take_link (task));)
    g_string_append_printf (all, "; %" G_GUINT64_FORMAT " %s", link->number, link->url);
  for (guint i = 0; i < 2; i++)
    g_string_append_printf (all, "; %" G_GUINT64_FORMAT "/%u", conc_task_get_asked (task, i)->query,
                            conc_task_get_asked (task, i)->page);
  return g_string_free (all, FALSE);
}

/* A task that runs, and one that its lines are played to, are the same: after each event. */
static void
test_journal (void)
{
  g_autoptr (ConcTask) task = conc_task_new (2, 100);
  g_autoptr (GString) lines = g_string_new (NULL);
  g_assert_true (conc_task_offer (task, CONC_LINK_LIST, 0, "http://l/", lines));
  g_assert_true (conc_task_offer (task, CONC_LINK_PAGE, 0, "http://c/", lines));
  conc_task_add_given (task, lines);
  g_assert_true (conc_task_offer (task, CONC_LINK_PAGE, -1, "http://a/", lines));
  g_assert_false (conc_task_offer (task, CONC_LINK_PAGE, -1, "http://a/", lines));
  g_assert_false (conc_task_offer (task, CONC_LINK_PAGE, -1, "http://a/b.pdf", lines));
  conc_task_add_results (task, 1, TRUE, lines);
  conc_task_add_failure (task, 0, lines);
  g_assert_cmpuint (conc_task_take_link (task)->number, ==, 0);
  conc_task_offer (task, CONC_LINK_PAGE, -1, "http://of-list/", lines);
  conc_task_add_visit (task, 0, CONC_VISIT_LIST, 0, 0, 0, lines);
  conc_task_take_link (task);
  conc_task_take_link (task); /* visited before the other one */
  conc_task_add_visit (task, 2, CONC_VISIT_FOUND, 77, 2, 1, lines);
  g_autoptr (ConcTask) again = conc_task_new (2, 100);
  g_assert_true (play (again, lines->str) && conc_task_is_given (again));
  g_assert_cmpuint (conc_task_get_output (again), ==, 77);
  g_autofree char *played = describe (again);
  g_assert_cmpstr (
      played, ==,
      "result pages 2 (failed 1), links 6 (known 1, by ending 1), lists 1, pages 1 (by type 0, encoding 0, "
      "language 0, errors 0), sentences 2 (repeats 1); 1 http://c/; 3 http://of-list/; 0/1; 1/2");
  g_assert_false (conc_task_offer (again, CONC_LINK_PAGE, -1, "http://a/", lines));
}

/* An event that did not come to its end: its links are not known. */
static void
test_cut_journal (void)
{
  g_autoptr (ConcTask) task = conc_task_new (1, 100);
  g_autoptr (GString) lines = g_string_new (NULL);
  g_assert_true (play (task, "link page - http://a/\nlink page - http://b/\n"));
  g_assert_false (conc_task_is_given (task));
  g_assert_null (conc_task_take_link (task));
  g_assert_true (conc_task_offer (task, CONC_LINK_PAGE, -1, "http://a/", lines));
  conc_task_add_results (task, 0, FALSE, lines);
  g_assert_cmpstr (conc_task_take_link (task)->url, ==, "http://a/");
}

static void
test_bad_journals (void)
{
  static const char *const cases[] = {
    "link page http://a/",
    "link page - ftp://a/",
    "link page - http://a/#b",
    "link sheet - http://a/",
    "link page x http://a/",
    "results 0 0 2 more 0 0", /* page 1 comes first */
    "results 0 1 1 more 0 0", /* so does query 0 */
    "results 7 0 1 more 0 0", /* no such engine */
    "results 0 0 1 some 0 0",
    "results 0 0 1 more 0",
    "results 0 0 1 more 0 0 ",
    "failed 0 0",
    "visit 0 found 0 0 0 0 0", /* no such link */
    "link page - http://a/\ngiven 0 0\nvisit 0 found -1 0 0 0 0",
    "link page - http://a/\ngiven 0 0\nvisit 0 lost 0 0 0 0 0",
    "link page - http://a/\ngiven 0 0\nvisit 0 found 9 0 0 0 0\nvisit 0 found 9 0 0 0 0",
    "given 0 99999999999999999999",
    "given 0 0\ngiven 0 0",
    "what",
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (ConcTask) task = conc_task_new (1, 100);
    if (play (task, cases[i]))
      g_error ("%s", cases[i]);
  }
}

/* Ten result pages without a sentence, one behind the other; one with a sentence begins the count anew. */
static void
test_barren (void)
{
  g_autoptr (ConcTask) task = conc_task_new (1, 1000);
  g_autoptr (GString) lines = g_string_new (NULL);
  for (guint i = 0; i < 15; i++) {
    g_autofree char *url = g_strdup_printf ("http://a/%u", i);
    conc_task_offer (task, CONC_LINK_PAGE, -1, url, lines);
    conc_task_add_results (task, 0, FALSE, lines);
    const ConcLink *link = conc_task_take_link (task);
    conc_task_add_visit (task, link->number, CONC_VISIT_FOUND, 0, i == 4, 0, lines);
    g_assert_cmpuint (conc_task_get_asked (task, 0)->barren, ==, i < 4 ? i + 1 : i - 4);
  }
  conc_task_add_failure (task, 0, lines);
  conc_task_add_failure (task, 0, lines);
  g_assert_cmpuint (conc_task_get_asked (task, 0)->failed, ==, 2);
  g_assert_cmpuint (conc_task_get_asked (task, 0)->query, ==, 15);
  conc_task_add_failure (task, 0, lines);
  g_assert_cmpuint (conc_task_get_asked (task, 0)->query, ==, 16); /* it was tried often enough */
  conc_task_add_results (task, 0, FALSE, lines);
  g_assert_cmpuint (conc_task_get_asked (task, 0)->failed, ==, 0);
  g_assert_cmpuint (conc_task_get_asked (task, 0)->barren, ==, 11);
  g_assert_cmpuint (conc_task_get_n_taken (task), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task/rows", test_rows);
  g_test_add_func ("/task/choose", test_choose);
  g_test_add_func ("/task/address", test_address);
  g_test_add_func ("/task/key", test_key);
  g_test_add_func ("/task/answers", test_answers);
  g_test_add_func ("/task/endings", test_endings);
  g_test_add_func ("/task/baits", test_baits);
  g_test_add_func ("/task/random", test_random);
  g_test_add_func ("/task/many-titles", test_many_titles);
  g_test_add_func ("/task/bloom", test_bloom);
  g_test_add_func ("/task/older", test_older);
  g_test_add_func ("/task/journal", test_journal);
  g_test_add_func ("/task/cut-journal", test_cut_journal);
  g_test_add_func ("/task/bad-journals", test_bad_journals);
  g_test_add_func ("/task/barren", test_barren);
  return g_test_run ();
}
