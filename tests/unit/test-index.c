/* SPDX-License-Identifier: MIT */
/* Indexes: what is found, in which order, updates, and what is refused. */
#include <config.h>

#include <glib/gstdio.h>
#include <string.h>

#include "concordance/index-private.h"

static char *folder;

/* ---- What is kept of a page ------------------------------------------------------------------------ */

static void
test_facts (void)
{
  const ConcIndexPage page = {
    .language = "zh-Hant", .charset = "utf-8", .flags = CONC_READ_OWN, .tagged = TRUE
  };
  g_autoptr (GString) bytes = g_string_new (NULL);
  ConcIndexFacts facts;
  conc_index_facts_append (&page, bytes);
  g_assert_true (conc_index_facts_read (bytes->str, bytes->len, &facts));
  g_assert_cmpstr (facts.language, ==, "zh-Hant");
  g_assert_cmpstr (facts.charset, ==, "utf-8");
  g_assert_cmpuint (facts.flags, ==, CONC_READ_OWN | CONC_INDEX_TAGGED);
  for (gsize n = 0; n < 9; n++) /* without the NUL behind the language */
    g_assert_false (conc_index_facts_read (bytes->str, n, &facts));

  /* Of vertical files anything may come. */
  g_autofree char *long_name = g_strnfill (500, 'x');
  const ConcIndexPage other = { .language = long_name, .charset = long_name };
  g_string_truncate (bytes, 0);
  conc_index_facts_append (&other, bytes);
  g_assert_true (conc_index_facts_read (bytes->str, bytes->len, &facts));
  g_string_set_size (bytes, 600);
  memset (bytes->str, 'x', bytes->len);
  g_assert_false (conc_index_facts_read (bytes->str, bytes->len, &facts));
}

static void
test_rows (void)
{
  const ConcIndexRow row = { CONC_INDEX_WHOLE, G_GUINT64_CONSTANT (0x0123456789abcdef), 7 };
  g_autoptr (GString) table = g_string_new (NULL);
  ConcIndexRow read;
  conc_index_row_append (&row, table);
  conc_index_row_append (&row, table);
  g_assert_true (conc_index_row_read (table->str, table->len, 1, &read));
  g_assert_cmpuint (read.flags, ==, row.flags);
  g_assert_cmpuint (read.hash, ==, row.hash);
  g_assert_cmpuint (read.near_hash, ==, row.near_hash);
  g_assert_false (conc_index_row_read (table->str, table->len, 2, &read));
  g_assert_false (conc_index_row_read (table->str, table->len - 1, 1, &read));
  g_assert_false (conc_index_row_read (table->str, 0, 0, &read));
  g_assert_false (conc_index_row_read (table->str, table->len, G_MAXUINT32, &read));
}

/* No term is too long, and none is another one. */
static void
test_terms (void)
{
  g_autofree char *word = g_strnfill (5000, 'a'), *other = g_strnfill (5001, 'a');
  g_autofree char *one = conc_index_dup_term (CONC_INDEX_WORD, word);
  g_autofree char *two = conc_index_dup_term (CONC_INDEX_WORD, other);
  g_autofree char *three = conc_index_dup_term (CONC_INDEX_LEMMA, "have");
  g_assert_cmpuint (strlen (one), <=, CONC_STORE_TERM_BYTES);
  g_assert_cmpstr (one, !=, two);
  g_assert_cmpstr (three, ==, "lhave");
}

/* ---- Indexes ------------------------------------------------------------------------------------------ */

static gboolean
is_there (void)
{
  g_autoptr (GError) error = NULL;
  gboolean there = conc_store_load (&error) != NULL;
#ifdef HAVE_XAPIAN
  g_assert_no_error (error);
#else
  g_test_skip (error->message);
#endif
  return there;
}

static char *
name (const char *base)
{
  return g_build_filename (folder, base, NULL);
}

static ConcIndexWriter *
open_writer (const char *base)
{
  static const ConcIndexSettings settings = { FALSE, "" };
  g_autofree char *path = name (base);
  g_autoptr (GError) error = NULL;
  ConcIndexWriter *writer = conc_index_writer_new (path, &settings, &error);
  g_assert_no_error (error);
  return writer;
}

/* A page of sentences that blanks and "/" make. */
static void
put (ConcIndexWriter *writer, const char *place, const char *group, const char *language,
     const char *sentences)
{
  g_auto (GStrv) parts = g_strsplit (sentences, "/", -1);
  g_autoptr (GString) vertical = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const ConcIndexPage page = { place, group, language, "utf-8", CONC_READ_COLUMNS, FALSE };
  g_string_append_printf (vertical, "<doc source=\"%s\">\n<p>\n", place);
  for (char **part = parts; *part; part++) {
    g_auto (GStrv) words = g_strsplit (*part, " ", -1);
    g_autofree char *lines = g_strjoinv ("\n", words);
    g_string_append_printf (vertical, "<s>\n%s\n<g/>\n.\n</s>\n", lines);
  }
  g_string_append (vertical, "</p>\n</doc>\n");
  g_assert_true (conc_index_writer_put (writer, &page, vertical->str, vertical->len, &error));
  g_assert_no_error (error);
}

static void
commit (ConcIndexWriter *writer)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (conc_index_writer_commit (writer, &error));
  g_assert_no_error (error);
}

typedef struct {
  const char *words, *languages, *charset;
  gboolean fragments;
} Question;

/* Returns: (transfer full): "source: sentence|" of each */
static char *
find (const char *base, const Question *question)
{
  g_auto (GStrv) words = g_strsplit (question->words, ",", -1);
  g_auto (GStrv) languages = question->languages ? g_strsplit (question->languages, ",", -1) : NULL;
  g_autofree char *path = name (base);
  g_autoptr (GError) error = NULL;
  g_autoptr (ConcQuery) query = conc_query_new (words, NULL, &error);
  g_autoptr (ConcIndex) index = conc_index_new (path, &error);
  g_autoptr (ConcText) text = conc_text_new ();
  const ConcWanted wanted = { .query = query, .fragments = question->fragments };
  GString *found = g_string_new (NULL);
  gboolean tagged;
  g_assert_no_error (error);
  g_assert_true (conc_index_begin (index, &wanted, languages, question->charset, &error));
  while (conc_index_next (index, text, &tagged, &error)) {
    g_autoptr (GPtrArray) hits = g_ptr_array_new_with_free_func ((GDestroyNotify) conc_hit_free);
    conc_find (&wanted, text, NULL, NULL, hits);
    for (guint i = 0; i < hits->len; i++) {
      const ConcHit *hit = hits->pdata[i];
      g_string_append_printf (found, "%s: %s|", hit->source, hit->sentence);
    }
  }
  g_assert_no_error (error);
  return g_string_free (found, FALSE);
}

static void
test_find (void)
{
  static const struct {
    Question question;
    const char *found;
  } cases[] = {
    { { "boat" }, "a: We have a boat.|c: They see the BOAT here.|d: Nobody has a boat.|" },
    { { "BOAT" }, "c: They see the BOAT here.|" },
    { { "boat", "en" }, "a: We have a boat.|d: Nobody has a boat.|" },
    { { "boat", "pl" }, "c: They see the BOAT here.|d: Nobody has a boat.|" },
    { { "boat", NULL, "latin1" }, "" },
    { { "have a" }, "a: We have a boat.|" },
    { { "a have" }, "" },
    { { "see,we" }, "a: We have a boat.|a: We see it now.|c: They see the BOAT here.|" },
    { { "strasse" }, "e: In der Stra\303\237e ist es.|" },
    { { "stra\303\237e" }, "e: In der Stra\303\237e ist es.|" },
    { { "fragment" }, "" },
    { { "fragment", NULL, NULL, TRUE }, "e: fragment.|" },
    { { "nothing" }, "" },
  };
  if (!is_there ())
    return;
  g_autoptr (ConcIndexWriter) writer = open_writer ("find");
  put (writer, "a", NULL, "en", "We have a boat/We see it now/It is so good");
  put (writer, "b", NULL, "en", "Have not a is one");
  put (writer, "c", NULL, "pl", "They see the BOAT here");
  put (writer, "e", NULL, "de", "In der Stra\303\237e ist es/fragment");
  commit (writer);
  g_clear_pointer (&writer, conc_index_writer_free);
  /* One whose language is not known: nothing refuses it. */
  writer = open_writer ("find");
  put (writer, "d", NULL, NULL, "Nobody has a boat");
  commit (writer);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *found = find ("find", &cases[i].question);
    g_assert_cmpstr (found, ==, cases[i].found);
  }
}

static void
test_updates (void)
{
  static const Question all = { "word" };
  if (!is_there ())
    return;
  g_autofree char *part = name ("update.part");
  g_autofree char *path = name ("update");
  ConcIndexWriter *writer = open_writer ("update");
  put (writer, "a", NULL, "en", "The word of a");
  g_assert_true (g_file_test (part, G_FILE_TEST_IS_DIR));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  conc_index_writer_free (writer); /* not committed: nothing stays */
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  writer = open_writer ("update");
  put (writer, "a", NULL, "en", "The word of a");
  put (writer, "x#0", "x", "en", "The word of x0");
  put (writer, "x#1", "x", "en", "The word of x1");
  put (writer, "b", NULL, "en", "The word of b");
  commit (writer);
  g_assert_cmpuint (conc_index_writer_get_n (writer), ==, 4);
  conc_index_writer_free (writer);

  writer = open_writer ("update");
  put (writer, "b", NULL, "en", "Another word of b");
  conc_index_writer_free (writer); /* as it was */
  g_autofree char *before = find ("update", &all);
  g_assert_cmpstr (before, ==,
                   "a: The word of a.|x#0: The word of x0.|x#1: The word of x1.|b: The word of b.|");

  writer = open_writer ("update");
  put (writer, "x#1", "x", "en", "Another word of x1");
  put (writer, "a", NULL, "en", "Nothing of a at all");
  put (writer, "c", NULL, "en", "The word of c");
  commit (writer);
  conc_index_writer_free (writer);
  g_autofree char *after = find ("update", &all);
  g_assert_cmpstr (after, ==, "x#1: Another word of x1.|b: The word of b.|c: The word of c.|");
}

/* The sample of an index is that of its pages, read one by one. */
static void
test_sample (void)
{
  if (!is_there ())
    return;
  g_autoptr (ConcIndexWriter) writer = open_writer ("sample");
  for (guint i = 0; i < 300; i++) {
    g_autofree char *place = g_strdup_printf ("p%u", i);
    g_autofree char *text = g_strdup_printf (
        "The word %u is here/The word is a repeat/And THE word %u, too/No such here/the word %u", i, i % 50,
        i);
    put (writer, place, NULL, "en", text);
  }
  commit (writer);
  char *words[] = { (char *) "word", (char *) "repeat", NULL };
  g_autofree char *path = name ("sample");
  g_autoptr (ConcQuery) query = conc_query_new (words, NULL, NULL);
  for (guint k = 0; k < 8; k++) {
    const ConcWanted wanted = { .query = query, .fragments = k & 1, .max_per_page = k & 2, .context = 1 };
    g_autoptr (GError) error = NULL;
    GString *lists[2];
    guint64 counts[2][2] = { { 0, 0 }, { 0, 0 } };
    for (guint way = 0; way < 2; way++) {
      g_autoptr (ConcIndex) index = conc_index_new (path, &error);
      g_autoptr (ConcSeen) seen = conc_seen_new (k & 4 ? 5 : 1000, (k & 4) != 0);
      g_autoptr (ConcText) text = conc_text_new ();
      ConcSample sample;
      gboolean tagged;
      conc_sample_init (&sample, 20, 3);
      g_assert_true (conc_index_begin (index, &wanted, NULL, NULL, &error));
      if (way == 0)
        g_assert_true (conc_index_sample (index, seen, &sample, &counts[0][0], &counts[0][1], &error));
      while (way == 1 && conc_index_next (index, text, &tagged, &error)) {
        guint n_of_page = 0;
        for (guint i = 0; i < text->sentences->len; i++) {
          const ConcSentence *sentence = conc_text_sentence (text, i);
          ConcHit *hit = conc_is_candidate (&wanted, text, sentence) ? conc_find_in (&wanted, text, i) : NULL;
          if (!hit || !conc_seen_add (seen, hit->sentence, strlen (hit->sentence))) {
            counts[1][1] += hit != NULL;
            g_clear_pointer (&hit, conc_hit_free);
            continue;
          }
          counts[1][0]++;
          conc_sample_offer (&sample, hit);
          if (wanted.max_per_page > 0 && ++n_of_page == wanted.max_per_page)
            break;
        }
      }
      g_assert_no_error (error);
      lists[way] = g_string_new (NULL);
      for (guint i = 0; i < sample.hits->len; i++) {
        const ConcHit *hit = sample.hits->pdata[i];
        g_string_append_printf (lists[way], "%s %u-%u %s %s %s|", hit->source, hit->start, hit->end,
                                hit->before, hit->sentence, hit->after);
      }
      g_assert_cmpuint (sample.hits->len, >=, k & 4 ? 2 : 20); /* digits do not count */
      conc_sample_clear (&sample);
    }
    g_assert_cmpstr (lists[0]->str, ==, lists[1]->str);
    g_assert_cmpuint (counts[0][0], ==, counts[1][0]);
    g_assert_cmpuint (counts[0][1], ==, counts[1][1]);
    g_string_free (lists[0], TRUE);
    g_string_free (lists[1], TRUE);
  }
}

/* ---- What is refused -------------------------------------------------------------------------------------
 */

static void
refuse (const char *path, const char *sentence)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (conc_index_new (path, &error));
  g_assert_nonnull (error);
  if (!strstr (error->message, sentence))
    g_test_fail_printf ("%s: %s", path, error->message);
}

static void
test_refused (void)
{
  static const ConcIndexSettings settings = { FALSE, "" }, all_text = { TRUE, "" }, tagged = { FALSE, "x" };
  if (!is_there ())
    return;
  const ConcStoreClass *class = conc_store_load (NULL);
  g_autofree char *foreign = name ("foreign"), *other = name ("other"), *held = name ("held"),
                  *none = name ("none");
  g_autoptr (GError) error = NULL;
  refuse (none, "is a damaged index");

  ConcStore *store = class->open_for_writing (foreign, TRUE, &error);
  g_assert_true (class->commit (store, &error));
  class->free (store);
  refuse (foreign, "is a database of Xapian, but no index");
  g_assert_true (conc_index_is (foreign));
  g_assert_null (conc_index_writer_new (foreign, &settings, NULL));

  store = class->open_for_writing (other, TRUE, &error);
  g_assert_true (class->set_setting (store, CONC_INDEX_VERSION_NAME, "999", &error));
  g_assert_true (class->commit (store, &error));
  class->free (store);
  refuse (other, "is an index of another version");

  ConcIndexWriter *writer = open_writer ("held");
  commit (writer);
  conc_index_writer_free (writer);
  writer = open_writer ("held");
  g_assert_null (conc_index_writer_new (held, &settings, &error));
  g_assert_nonnull (strstr (error->message, "another program is writing"));
  conc_index_writer_free (writer);
  g_assert_null (conc_index_writer_new (held, &all_text, NULL));
  g_assert_null (conc_index_writer_new (held, &tagged, NULL));
}

static void
test_limits (void)
{
  if (!is_there ())
    return;
  g_autoptr (ConcIndexWriter) writer = open_writer ("limits");
  put (writer, "a", NULL, "en", "The word of a");
  commit (writer);
  g_autofree char *path = name ("limits");
  char *words[] = { (char *) "word", NULL };
  g_autoptr (ConcQuery) query = conc_query_new (words, NULL, NULL);
  const ConcWanted wanted = { .query = query };
  for (guint cancelled = 0; cancelled < 2; cancelled++) {
    g_autoptr (ConcIndex) index = conc_index_new (path, NULL);
    g_autoptr (ConcText) text = conc_text_new ();
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;
    gboolean tagged;
    conc_index_limit (index, cancelled ? 0 : 1, cancellable);
    if (cancelled)
      g_cancellable_cancel (cancellable);
    g_assert_true (conc_index_begin (index, &wanted, NULL, NULL, NULL));
    g_assert_false (conc_index_next (index, text, &tagged, &error));
    const int code = cancelled ? G_IO_ERROR_CANCELLED : G_IO_ERROR_TIMED_OUT;
    g_assert_error (error, G_IO_ERROR, code);
  }
}

/* Bytes that were changed give an error, or another answer, and no crash. */
static void
test_damage (void)
{
  static const char *const files[] = { "postlist.glass", "docdata.glass", "position.glass", "iamglass" };
#ifdef __SANITIZE_ADDRESS__
  g_test_skip ("Xapian reads some bytes beyond a damaged block, which ends a program with sanitizers");
  return;
#endif
  if (!is_there ())
    return;
  ConcIndexWriter *writer = open_writer ("damage");
  for (guint i = 0; i < 60; i++) {
    g_autofree char *place = g_strdup_printf ("p%u", i);
    g_autofree char *text = g_strdup_printf ("The word %u is here/And one more word", i);
    put (writer, place, NULL, "en", text);
  }
  commit (writer);
  conc_index_writer_free (writer);
  g_autofree char *path = name ("damage");
  char *words[] = { (char *) "word", NULL };
  g_autoptr (ConcQuery) query = conc_query_new (words, NULL, NULL);
  const ConcWanted wanted = { .query = query };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  for (guint n = 0; n < 200; n++) {
    g_autofree char *file = g_build_filename (path, files[n % G_N_ELEMENTS (files)], NULL);
    g_autofree char *bytes = NULL, *changed = NULL;
    gsize length;
    g_assert_true (g_file_get_contents (file, &bytes, &length, NULL));
    changed = g_memdup2 (bytes, length);
    for (guint k = 0; k < 1 + n % 5; k++)
      changed[(gsize) g_rand_int_range (random, 0, (gint32) MIN (length, n % 3 == 0 ? 100 : length))] =
          (char) g_rand_int (random);
    g_assert_true (
        g_file_set_contents (file, changed, n % 7 == 0 ? (gssize) length / 2 : (gssize) length, NULL));
    g_autoptr (ConcIndex) index = conc_index_new (path, NULL);
    g_autoptr (ConcText) text = conc_text_new ();
    g_autoptr (ConcSeen) seen = conc_seen_new (100, FALSE);
    ConcSample sample;
    gboolean tagged;
    guint64 n_found = 0, n_repeats = 0;
    conc_sample_init (&sample, 5, 1);
    if (index && conc_index_begin (index, &wanted, NULL, NULL, NULL))
      while (conc_index_next (index, text, &tagged, NULL))
        continue;
    if (index && conc_index_begin (index, &wanted, NULL, NULL, NULL))
      conc_index_sample (index, seen, &sample, &n_found, &n_repeats, NULL);
    for (guint i = 0; i < sample.hits->len; i++)
      g_assert_nonnull (((const ConcHit *) sample.hits->pdata[i])->sentence);
    conc_sample_clear (&sample);
    g_assert_true (g_file_set_contents (file, bytes, (gssize) length, NULL));
  }
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  for (const char *base; dir && (base = g_dir_read_name (dir));) {
    g_autofree char *inside = g_build_filename (path, base, NULL);
    if (g_file_test (inside, G_FILE_TEST_IS_DIR))
      remove_folder (inside);
    else
      g_unlink (inside);
  }
  g_rmdir (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_autofree char *modules = g_test_build_filename (G_TEST_BUILT, "..", "..", "concordance", ".libs", NULL);
  g_setenv ("TEXTTRACTOR_EXEC_PATH", modules, TRUE);
  folder = g_dir_make_tmp ("texttractor-index-XXXXXX", NULL);
  g_test_add_func ("/index/facts", test_facts);
  g_test_add_func ("/index/rows", test_rows);
  g_test_add_func ("/index/terms", test_terms);
  g_test_add_func ("/index/find", test_find);
  g_test_add_func ("/index/updates", test_updates);
  g_test_add_func ("/index/sample", test_sample);
  g_test_add_func ("/index/refused", test_refused);
  g_test_add_func ("/index/limits", test_limits);
  g_test_add_func ("/index/damage", test_damage);
  const int status = g_test_run ();
  remove_folder (folder);
  g_free (folder);
  return status;
}
