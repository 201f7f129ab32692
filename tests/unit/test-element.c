/* SPDX-License-Identifier: MIT */
/* Elements: hostile facts, what is never clicked, languages, features, the network. */
#include "element/feature.h"
#include "element/network.h"
#include "element/words.h"

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

static void
test_parse (gconstpointer data)
{
  const ParseCase *one = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) elements = elements_parse (one->json, strlen (one->json), NULL, &error);
  g_autofree float *values = g_new (float, element_features_get_n ());

  g_assert_true ((elements == NULL) == (error != NULL));
  g_assert_cmpint (elements ? (int) elements->len : -1, ==, one->n);
  for (guint i = 0; elements && i < elements->len; i++) {
    float probabilities[ELEMENT_N_CLASSES];
    float sum = 0;

    element_features_compute (elements->pdata[i], values);
    for (guint f = 0; f < element_features_get_n (); f++)
      g_assert_true (values[f] >= 0 && values[f] <= 1);
    element_network_classify (element_network_get (), elements->pdata[i], probabilities);
    for (guint c = 0; c < ELEMENT_N_CLASSES; c++)
      sum += probabilities[c];
    g_assert_cmpfloat_with_epsilon (sum, 1, 1e-4);
  }
}

static void
test_page_needs_classes (void)
{
  static const char good[] = "{\"page\":\"p\",\"site\":\"s\",\"elements\":[{\"class\":\"Revealer\"}]}";
  static const char bad[] = "{\"page\":\"p\",\"site\":\"s\",\"elements\":[{\"class\":\"Opener\"}]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (ElementPage) page = element_page_parse (good, strlen (good), &error);

  g_assert_no_error (error);
  g_assert_cmpint (((Element *) page->elements->pdata[0])->class, ==, ELEMENT_REVEALER);
  g_assert_null (element_page_parse (bad, strlen (bad), &error));
  g_assert_nonnull (error);
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
  g_autoptr (GBytes) bytes = g_bytes_new_static ("FANN_FLO_2.1\n", 13);
  g_autoptr (GError) error = NULL;

  g_assert_null (element_network_load (bytes, &error));
  g_assert_nonnull (error);
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
  g_test_add_func ("/parse/page-needs-classes", test_page_needs_classes);
  g_test_add_func ("/forbidden-facts", test_forbidden_facts);
  g_test_add_func ("/languages", test_languages);
  g_test_add_func ("/network-refuses", test_network_refuses);
  g_test_add_func ("/features", test_features);
  return g_test_run ();
}
