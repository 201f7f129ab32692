/* SPDX-License-Identifier: MIT */
/* Elements: hostile facts, what is never clicked, languages, features, the network. */
#include "element/classifier.h"
#include "element/feature.h"
#include "element/network.h"
#include "element/words.h"
#include "libextract/page/page.h"
#include "train/data/element-set.h"

#include <glib/gstdio.h>

#include <math.h>
#include <string.h>

/* ---- Facts ----------------------------------------------------------------------------------------------
 */

typedef struct {
  const char *name;
  const char *json;
  int n; /* elements; -1: an error */
} ParseCase;

static const ParseCase parse_cases[] = {
  { "none", "[]", 0 },
  { "empty-object", "[{}]", 1 },
  { "two", "[{\"id\":1,\"tag\":\"a\"},{\"id\":2,\"tag\":\"button\",\"box\":[1,2,3,4]}]", 2 },
  { "wrong-kinds", "[{\"id\":\"x\",\"tag\":5,\"attributes\":[],\"box\":{},\"inside\":7,\"cover\":\"y\"}]",
    1 },
  { "wrong-kinds-inside",
    "[{\"attributes\":{\"class\":5,\"data-x\":null},\"box\":[\"a\",null,{},[]],\"inside\":[1,{},null]}]", 1 },
  { "large-numbers",
    "[{\"id\":1e300,\"box\":[1e300,-1e300,1e308,1e308],\"z\":-1e300,\"depth\":1e300,\"cover\":1e9}]", 1 },
  { "short-box", "[{\"box\":[1]}]", 1 },
  { "long-box", "[{\"box\":[1,2,3,4,5,6,7,8]}]", 1 },
  { "no-array", "{}", -1 },
  { "no-objects", "[1]", -1 },
  { "cut", "[{\"id\":1", -1 },
  { "empty", "", -1 },
  { "more-behind", "[],\"x\":[", -1 },
  { "deep", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
    -1 },
};

/* Each has a class, and probabilities that sum up to 1. */
static void
check_verdicts (const GPtrArray *elements)
{
  g_autoptr (ElementClassifier) classifier = element_classifier_new (NULL);

  if (!elements)
    return;
  g_autoptr (GArray) verdicts = element_classifier_run (classifier, "[]", elements, NULL);
  g_assert_cmpuint (verdicts->len, ==, elements->len);
  for (guint i = 0; i < verdicts->len; i++) {
    float sum = 0;

    for (guint c = 0; c < ELEMENT_N_CLASSES; c++)
      sum += g_array_index (verdicts, ElementVerdict, i).probabilities[c];
    g_assert_cmpfloat_with_epsilon (sum, 1, 1e-4);
  }
}

static void
test_parse (gconstpointer data)
{
  const ParseCase *one = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) elements = elements_parse (one->json, strlen (one->json), NULL, &error);
  g_autofree float *values = g_new (float, element_features_get_n ());

  g_assert_true ((elements == NULL) == (error != NULL));
  g_assert_cmpint (elements ? (int) elements->len : -1, ==, one->n);
  check_verdicts (elements);
  for (guint i = 0; elements && i < elements->len; i++) {
    element_features_compute (elements->pdata[i], values);
    for (guint f = 0; f < element_features_get_n (); f++)
      g_assert_true (values[f] >= 0 && values[f] <= 1);
  }
}

static void
test_page_classes (void)
{
  static const struct {
    const char *class;
    int number; /* -2: an error */
  } cases[] = { { "Revealer", ELEMENT_REVEALER },
                { "revealer", ELEMENT_REVEALER },
                { "NONE", ELEMENT_NONE },
                { "", -1 },
                { "Opener", -2 },
                { "none ", -2 } };
  g_autoptr (ElementClasses) classes = element_classes_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *line =
        g_strdup_printf ("{\"page\":\"p\",\"site\":\"s\",\"elements\":[{\"class\":\"%s\"}]}", cases[i].class);
    g_autoptr (GError) error = NULL;
    g_autoptr (ElementPage) page = element_page_parse (line, strlen (line), classes, &error);

    g_assert_true ((page == NULL) == (cases[i].number == -2));
    g_assert_true ((page == NULL) == (error != NULL));
    if (page) {
      g_assert_cmpint (((Element *) page->elements->pdata[0])->class, ==, cases[i].number);
      g_assert_cmpstr (page->style, ==, "s"); /* of a site whose style nobody says */
    }
  }
}

typedef struct {
  const char *name;
  const char *text;  /* of classes.tsv */
  const char *error; /* (nullable): how the sentence ends */
  int n;             /* classes beyond those of a browser */
} ClassesCase;

static const ClassesCase classes_cases[] = {
  { "empty", "", NULL, 0 },
  { "comment", "# a class\n\n", NULL, 0 },
  { "one", "v\tvote\tvotes on a message\n", NULL, 1 },
  { "like", "v\tvote\tvotes\tNone\nu\tunfold\tunfolds\trevealer\n", NULL, 2 },
  { "two-columns", "v\tvote\n",
    "line 1: a class is a key, a name and a sentence, parted by tabs; and what it "
    "is like, if that is not None",
    0 },
  { "five-columns", "v\tvote\tx\tnone\ty\n", "if that is not None", 0 },
  { "capital", "v\tVote\tx\n", "\"Vote\" is no name of a class: a-z, then a-z, 0-9 and -", 0 },
  { "no-name", "v\t\tx\n", "\"\" is no name of a class: a-z, then a-z, 0-9 and -", 0 },
  { "long-key", "vv\tvote\tx\n", "\"vv\" is no key for a class: one character of ASCII", 0 },
  { "key-of-revealer", "r\tvote\tx\n", "the key \"r\" gives two classes", 0 },
  { "key-twice", "v\tvote\tx\nv\tvery\tx\n", "line 2: the key \"v\" gives two classes", 1 },
  { "there", "v\trevealer\tx\n", "the class \"revealer\" is there already", 0 },
  { "unknown-like", "v\tvote\tx\topener\n",
    "\"opener\" is not one of the classes that a browser knows, so no class can be like it", 0 },
  { "latin-1", "v\tvote\tx\xe9\n", "is not UTF-8", 0 },
};

static void
test_classes (gconstpointer data)
{
  const ClassesCase *one = data;
  g_autoptr (ElementClasses) classes = element_classes_new ();
  g_autofree char *folder = g_dir_make_tmp ("classes-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "classes.tsv", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, one->text, -1, NULL));
  g_assert_cmpint (element_classes_read (classes, folder, &error), ==, one->error == NULL);
  if (one->error)
    g_assert_true (g_str_has_suffix (error->message, one->error));
  g_assert_cmpuint (element_classes_get_n (classes), ==, (guint) (ELEMENT_N_CLASSES + one->n));
  /* A second set with the same file. */
  if (!one->error) {
    g_assert_true (element_classes_read (classes, folder, &error));
    g_assert_cmpuint (element_classes_get_n (classes), ==, (guint) (ELEMENT_N_CLASSES + one->n));
  }
  if (strcmp (one->name, "like") == 0) {
    g_assert_cmpint (element_classes_get (classes, ELEMENT_N_CLASSES)->like, ==, ELEMENT_NONE);
    g_assert_cmpint (element_classes_get (classes, ELEMENT_N_CLASSES + 1)->like, ==, ELEMENT_REVEALER);
  }
  g_unlink (path);
  g_rmdir (folder);
}

/* ---- Sets ------------------------------------------------------------------------------------------------
 */

/* Whatever the page says, an element is a block of its page. */
static void
test_set_blocks (void)
{
  static const char line[] =
      "{\"page\":\"a/b.html\",\"site\":\"s\",\"elements\":[{\"tag\":\"a\"},{\"text\":\"\\u200b\\u00ad \"},"
      "{\"text\":\"\\u00d7\"},{\"text\":\"</p><p>two<br><br>three\"},{\"text\":\"one\\n\\n two\"},{},"
      "{\"text\":\"\\u0007\\u001b[31m\"},{\"text\":\"\\u0300\"},{\"text\":\"&nbsp;&lt;\"},{\"text\":"
      "\"\\ufdd0\"}]}\n\n";
  g_autofree char *folder = g_dir_make_tmp ("set-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "elements.jsonl", NULL);
  g_autoptr (ElementClasses) classes = element_classes_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, line, -1, NULL));
  g_assert_true (train_element_set_is (folder));
  g_autoptr (TrainElementSet) set = train_element_set_open (folder, classes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (set->pages->len, ==, 1);
  const TrainEntry *entry = set->dataset->entries->pdata[0];
  g_assert_cmpstr (entry->id, ==, "a-b-html");
  g_autoptr (ExtractDocument) document = train_entry_parse (entry, NULL, entry->page, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 10);
  g_assert_cmpstr (extract_block_get_text (extract_document_get_block (document, 3)), ==,
                   "</p><p>two<br><br>three");
  g_unlink (path);
  g_rmdir (folder);
}

/* ---- What is never clicked -------------------------------------------------------------------------------
 */

typedef struct {
  const char *text;
  gboolean forbidden;
} WordCase;

static const WordCase word_cases[] = {
  { "Buy now", TRUE },
  { "Add to cart", TRUE },
  { "Checkout", TRUE },
  { "Delete", TRUE },
  { "Remove comment", TRUE },
  { "Send", TRUE },
  { "Submit", TRUE },
  { "Log in", TRUE },
  { "Sign up", TRUE },
  { "LOG OUT", TRUE },
  { "Subscribe", TRUE },
  { "Follow @mill", TRUE },
  { "Like", TRUE },
  { "Share", TRUE },
  { "Report", TRUE },
  { "Download", TRUE },
  { "Print", TRUE },
  { "Post comment", TRUE },
  { "Reply", TRUE },
  { "Unsubscribe", TRUE },
  { "Donate", TRUE },
  { "Kaufen", TRUE },
  { "In den Warenkorb", TRUE },
  { "Löschen", TRUE },
  { "Anmelden", TRUE },
  { "Abmelden", TRUE },
  { "Absenden", TRUE },
  { "Acheter", TRUE },
  { "Ajouter au panier", TRUE },
  { "Supprimer", TRUE },
  { "Se connecter", TRUE },
  { "S’inscrire", TRUE },
  { "Envoyer", TRUE },
  { "Comprar", TRUE },
  { "Iniciar sesión", TRUE },
  { "Borrar", TRUE },
  { "Compartir", TRUE },
  { "Acquista", TRUE },
  { "Accedi", TRUE },
  { "Elimina", TRUE },
  { "Entrar", TRUE },
  { "Kopen", TRUE },
  { "Inloggen", TRUE },
  { "Köp", TRUE },
  { "Logga in", TRUE },
  { "Kup teraz", TRUE },
  { "Zaloguj się", TRUE },
  { "Usuń", TRUE },
  { "Wyślij", TRUE },
  { "Do košíku", TRUE },
  { "Přihlásit se", TRUE },
  { "Smazat", TRUE },
  { "Kosárba", TRUE },
  { "Bejelentkezés", TRUE },
  { "Törlés", TRUE },
  { "Cumpără", TRUE },
  { "Αγορά", TRUE },
  { "Σύνδεση", TRUE },
  { "Διαγραφή", TRUE },
  { "Купить", TRUE },
  { "Войти", TRUE },
  { "Удалить", TRUE },
  { "Отправить", TRUE },
  { "Купити", TRUE },
  { "Satın al", TRUE },
  { "Giriş yap", TRUE },
  { "Sil", TRUE },
  { "شراء", TRUE },
  { "تسجيل الدخول", TRUE },
  { "حذف", TRUE },
  { "התחברות", TRUE },
  { "מחק", TRUE },
  { "购买", TRUE },
  { "登录", TRUE },
  { "删除", TRUE },
  { "購入する", TRUE },
  { "ログイン", TRUE },
  { "削除", TRUE },
  { "送信する", TRUE },
  { "로그인", TRUE },
  { "삭제", TRUE },
  { "구매하기", TRUE },
  { "Osta", TRUE },
  { "Kirjaudu", TRUE },
  { "Show more comments", FALSE },
  { "Read more", FALSE },
  { "Load more", FALSE },
  { "12 replies", FALSE },
  { "Expand all", FALSE },
  { "More", FALSE },
  { "Details", FALSE },
  { "See the likelihood", FALSE },
  { "Printer’s errata", FALSE },
  { "Shareholders", FALSE },
  { "Mehr anzeigen", FALSE },
  { "Weiterlesen", FALSE },
  { "2 Antworten anzeigen", FALSE },
  { "Lire la suite", FALSE },
  { "Afficher plus", FALSE },
  { "Ver más", FALSE },
  { "Leer más", FALSE },
  { "Mostra altro", FALSE },
  { "Ler mais", FALSE },
  { "Meer lezen", FALSE },
  { "Visa mer", FALSE },
  { "Czytaj dalej", FALSE },
  { "Pokaż więcej", FALSE },
  { "Číst dál", FALSE },
  { "Zobrazit více", FALSE },
  { "Tovább", FALSE },
  { "Több megjelenítése", FALSE },
  { "Citește mai mult", FALSE },
  { "Διαβάστε περισσότερα", FALSE },
  { "Показать ещё", FALSE },
  { "Читать далее", FALSE },
  { "Показати більше", FALSE },
  { "Devamını oku", FALSE },
  { "المزيد", FALSE },
  { "اقرأ المزيد", FALSE },
  { "קרא עוד", FALSE },
  { "הצג עוד", FALSE },
  { "展开全文", FALSE },
  { "查看更多", FALSE },
  { "もっと見る", FALSE },
  { "続きを読む", FALSE },
  { "더보기", FALSE },
  { "Näytä lisää", FALSE },
  { "", FALSE },
  { "×", FALSE },
};

static Element *
make_element (const char *text, const char *rest)
{
  g_autofree char *json =
      g_strdup_printf ("[{\"id\":1,\"tag\":\"button\",\"input\":\"button\",\"text\":\"%s\"%s}]", text, rest);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) elements = elements_parse (json, strlen (json), NULL, &error);

  g_assert_no_error (error);
  return g_ptr_array_steal_index (elements, 0);
}

static void
test_forbidden (gconstpointer data)
{
  const WordCase *one = data;
  g_autoptr (Element) element = make_element (one->text, "");
  g_autofree char *label = g_strdup_printf (",\"attributes\":{\"aria-label\":\"%s\"}", one->text);
  g_autoptr (Element) labelled = make_element ("", label);

  g_assert_cmpint (element_is_forbidden (element), ==, one->forbidden);
  g_assert_cmpint (element_is_forbidden (labelled), ==, one->forbidden);
}

static const struct {
  const char *rest;
  gboolean forbidden;
} fact_cases[] = {
  { "", FALSE },
  { ",\"href\":\"mailto:a@b.example\"", TRUE },
  { ",\"href\":\"tel:+42\"", TRUE },
  { ",\"href\":\"http://x.example/a.pdf\"", TRUE },
  { ",\"input\":\"submit\"", TRUE },
  { ",\"input\":\"reset\"", TRUE },
  { ",\"tag\":\"input\",\"input\":\"file\"", TRUE },
  { ",\"tag\":\"input\",\"input\":\"password\"", TRUE },
  { ",\"tag\":\"input\",\"input\":\"checkbox\"", FALSE },
  { ",\"input\":\"\",\"inside\":[\"form\"]", TRUE },
  { ",\"attributes\":{\"download\":\"\"}", TRUE },
  { ",\"attributes\":{\"class\":\"btn js-add-to-cart\"}", TRUE },
  { ",\"attributes\":{\"id\":\"login\"}", TRUE },
  { ",\"attributes\":{\"data-action\":\"delete-post\"}", TRUE },
  { ",\"attributes\":{\"class\":\"show-more\"}", FALSE },
};

static void
test_forbidden_facts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fact_cases); i++) {
    /* The last of two members of a name counts. */
    g_autoptr (Element) element = make_element ("Go", fact_cases[i].rest);

    g_test_message ("%s", fact_cases[i].rest);
    g_assert_cmpint (element_is_forbidden (element), ==, fact_cases[i].forbidden);
  }
}

static void
test_languages (void)
{
  static const char *const yes[] = { "English",
                                     "Deutsch",
                                     "DE",
                                     "fr",
                                     "Русский",
                                     "Ελληνικά",
                                     "中文",
                                     "日本語",
                                     "한국어",
                                     "العربية",
                                     "Português (Brasil)",
                                     "Čeština" };
  static const char *const no[] = { "", "More", "Read in English literature", "x", "12", "Home" };

  for (guint i = 0; i < G_N_ELEMENTS (yes); i++)
    g_assert_true (element_words_is_language (yes[i]));
  for (guint i = 0; i < G_N_ELEMENTS (no); i++)
    g_assert_false (element_words_is_language (no[i]));
}

static void
test_network_refuses (void)
{
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (element_network_new (model, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH);
}

/* o^(1/T) / sum; a threshold goes before what is likelier. */
static void
test_probabilities (void)
{
  static const ExtractElementClass classes[] = { { "a", "revealer", 0.3 },
                                                 { "b", "none", 1 },
                                                 { "c", "none", 1 } };
  float values[] = { 0.25F, 0.5F, 0.25F }, cold[] = { 0.25F, 0.5F, 0.25F }, none[] = { 0, 0, 0 };

  element_probabilities_compute (values, 3, 1);
  g_assert_cmpfloat_with_epsilon (values[1], 0.5, 1e-6);
  g_assert_cmpuint (element_probabilities_choose (values, classes, 3), ==, 1);
  element_probabilities_compute (cold, 3, 0.5);
  g_assert_cmpfloat_with_epsilon (cold[1], 4.0 / 6, 1e-6); /* 1/16 : 1/4 : 1/16 */
  element_probabilities_compute (none, 3, 2);
  g_assert_cmpfloat_with_epsilon (none[0], 1.0 / 3, 1e-6);
  g_assert_cmpuint (element_probabilities_choose (none, classes, 3), ==, 0);
}

/* Names of the library are those of the table. */
static void
test_deeds (void)
{
  for (int c = 0; c < ELEMENT_N_CLASSES; c++)
    g_assert_cmpint (element_class_find (extract_element_deeds[c]), ==, c);
  g_assert_null (extract_element_deeds[ELEMENT_N_CLASSES]);
}

static void
test_features (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < element_features_get_n (); i++)
    g_assert_true (g_hash_table_add (names, (gpointer) element_features_get_info (i)->name));
  for (int c = 0; c < ELEMENT_N_CLASSES; c++)
    g_assert_cmpint (element_class_find (element_class_get_info ((ElementClass) c)->name), ==, c);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (parse_cases); i++) {
    g_autofree char *name = g_strconcat ("/parse/", parse_cases[i].name, NULL);
    g_test_add_data_func (name, &parse_cases[i], test_parse);
  }
  for (guint i = 0; i < G_N_ELEMENTS (word_cases); i++) {
    g_autofree char *name = g_strdup_printf ("/forbidden/%u-%s", i, word_cases[i].text);
    g_test_add_data_func (name, &word_cases[i], test_forbidden);
  }
  for (guint i = 0; i < G_N_ELEMENTS (classes_cases); i++) {
    g_autofree char *name = g_strconcat ("/classes/", classes_cases[i].name, NULL);
    g_test_add_data_func (name, &classes_cases[i], test_classes);
  }
  g_test_add_func ("/parse/page-classes", test_page_classes);
  g_test_add_func ("/set/blocks", test_set_blocks);
  g_test_add_func ("/probabilities", test_probabilities);
  g_test_add_func ("/deeds", test_deeds);
  g_test_add_func ("/forbidden-facts", test_forbidden_facts);
  g_test_add_func ("/languages", test_languages);
  g_test_add_func ("/network-refuses", test_network_refuses);
  g_test_add_func ("/features", test_features);
  return g_test_run ();
}
