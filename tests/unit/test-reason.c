/* SPDX-License-Identifier: MIT */
/* Why a page has no main text: a page for each reason, in several languages; and the table of phrases. */
#include <libextract/meta/fold.h>
#include <libextract/meta/reason.h>
#include <libextract/model/model.h>

#include <string.h>

#include "tests/unit/parse.h"

/* @score: of all blocks: 0: none is good; 1: all are */
static ExtractReason
find_reason (const char *page, gsize length, float score)
{
  g_autoptr (ExtractDocument) document = parse_sized (page, length, NULL);
  g_autoptr (ExtractModel) model = extract_model_get_builtin ("classic", NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);
  const guint n = extract_document_get_n_blocks (document);
  g_autofree float *scores = g_new (float, n + 1);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    scores[i] = score;
  g_assert_cmpint (extract_document_get_reason (document), ==, EXTRACT_REASON_NONE);
  extract_classifier_label_scored (classifier, document, scores, &error);
  g_assert_no_error (error);
  g_assert_cmpint (extract_document_has_main_text (document), ==, score > 0 && n > 0);
  return extract_document_get_reason (document);
}

/* ---- Pages ---------------------------------------------------------------------------------- */

typedef struct {
  const char *page;
  ExtractReason reason; /* if no block is good */
  ExtractReason found;  /* if all are */
} Case;

#define PAGE(title, body) "<html><head><title>" title "</title></head><body>" body "</body></html>"
#define MENU                                                                                    \
  "<ul><li><a href=a>Harbours</a><li><a href=b>Tide tables</a><li><a href=c>Boats for sale</a>" \
  "<li><a href=d>Weather</a><li><a href=e>Log in</a><li><a href=f>Register</a></ul>"
#define STORY                                                                                              \
  "<p>Anyone who has walked back to a boat and found it on its side in the mud knows why tables of tides " \
  "are printed. The moon draws the water twice a day, a little later each time, and so the pattern "       \
  "slips.</p>"
#define LONG STORY STORY STORY STORY STORY STORY STORY STORY STORY STORY
#define SAME(reason) EXTRACT_REASON_##reason, EXTRACT_REASON_##reason
#define EMPTIED(reason) EXTRACT_REASON_##reason, EXTRACT_REASON_NONE

/* clang-format off */
static const Case cases[] = {
  { "", EMPTIED (EMPTY) },
  { PAGE ("", "<div><p></p></div>"), EMPTIED (EMPTY) },
  { PAGE ("Harbour", "<p>Harbour"), EMPTIED (EMPTY) },
  /* Linked data is no script that runs. */
  { PAGE ("Harbour", "<script type='application/ld+json'>{}</script>"), EMPTIED (EMPTY) },

  { PAGE ("Harbour", "<div id=root></div><script src=app.js></script>"), EMPTIED (SCRIPTED) },
  { PAGE ("Harbour", "<div id=app></div><noscript>This site needs JavaScript.</noscript>"), SAME (SCRIPTED) },
  { PAGE ("Hafen", "<div>Inhalt wird geladen …</div>"), SAME (SCRIPTED) },
  { PAGE ("港", "<div>正在加载</div><script>x ()</script>"), SAME (SCRIPTED) },
  { PAGE ("Port", "<p>Chargement en cours</p><script>x ()</script>"), SAME (SCRIPTED) },
  /* The page is about scripts. */
  { PAGE ("JavaScript for sailors", MENU), EMPTIED (LINKS) },

  { PAGE ("Log in - Harbour", "<h1>Welcome back</h1><form><input name=user><input type=password></form>"), SAME (LOGIN) },
  { PAGE ("Harbour", "<p>You must be logged in to see this page.</p>"), SAME (LOGIN) },
  { PAGE ("Hafen", "<form><label>Name</label><input><input type=Password><p>Passwort vergessen?</p></form>"), SAME (LOGIN) },
  { PAGE ("Le port", "<p>Cet article est réservé aux abonnés.</p><p>Déjà abonné ? Connectez-vous.</p>"), SAME (LOGIN) },
  { PAGE ("Порт", "<h1>Вход</h1><form><input type=password></form><p>Забыли пароль?</p>"), SAME (LOGIN) },
  { PAGE ("El puerto", "<p>Debes iniciar sesión para seguir leyendo.</p>"), SAME (LOGIN) },
  { PAGE ("港湾", "<p>この記事は会員限定です。</p><p>ログインしてください。</p>"), SAME (LOGIN) },
  { PAGE ("Liman", "<p>Devam etmek için lütfen giriş yapın.</p>"), SAME (LOGIN) },

  { PAGE ("Page not found | Harbour", MENU "<p>Sorry, there is nothing here.</p>"), SAME (ERROR) },
  { PAGE ("Harbour: 404", "<p>Nothing here."), SAME (ERROR) },
  { PAGE ("502 Bad Gateway", "<center><h1>502 Bad Gateway</h1></center><hr><center>server</center>"), SAME (ERROR) },
  { PAGE ("403", "<h1>Forbidden</h1><p>You don't have permission to access this file.</p>"), SAME (ERROR) },
  { PAGE ("Hafen", "<h1>Zugriff verweigert</h1>"), SAME (ERROR) },
  { PAGE ("Le port", "<h1>Oups</h1><p>La page que vous cherchez n’existe plus.</p>"), SAME (ERROR) },
  { PAGE ("Il porto", "<h1>Pagina non trovata</h1>"), SAME (ERROR) },
  { PAGE ("O porto", "<p>A página que você procura não foi encontrada.</p>"), SAME (ERROR) },
  { PAGE ("Порт", "<p>Такой страницы у нас нет. Возможно, она была удалена.</p>"), SAME (ERROR) },
  { PAGE ("Port", "<p>Strona, której szukasz, nie istnieje.</p>"), SAME (ERROR) },
  { PAGE ("港口", "<p>抱歉，您访问的页面不存在</p>"), SAME (ERROR) },
  { PAGE ("항구", "<p>페이지를 찾을 수 없습니다.</p>"), SAME (ERROR) },
  { PAGE ("Λιμάνι", "<h1>Η σελίδα δεν βρέθηκε</h1>"), SAME (ERROR) },
  /* A number that counts things is no code of an error. */
  { PAGE ("500 boats for sale", MENU), EMPTIED (LINKS) },

  { PAGE ("Just a moment...", "<h1>harbour.example</h1><p>Checking your browser before you are let in."), SAME (ROBOT_CHECK) },
  { PAGE ("Harbour", "<p>Please prove that you are not a robot: press the button."), SAME (ROBOT_CHECK) },
  { PAGE ("Hafen", "<p>Bitte bestätigen Sie, dass Sie ein Mensch sind.</p>"), SAME (ROBOT_CHECK) },
  { PAGE ("Порт", "<p>Подтвердите, что вы не робот</p>"), SAME (ROBOT_CHECK) },
  { PAGE ("港口", "<p>请完成人机验证后继续访问</p>"), SAME (ROBOT_CHECK) },

  { PAGE ("Harbour", "<h1>Your choice</h1><p>We use cookies to count our readers.</p><button>Accept all</button>"), SAME (CONSENT) },
  { PAGE ("Hafen", "<p>Mit Werbung weiterlesen: Besuchen Sie uns mit Werbung und Cookies.</p>"), SAME (CONSENT) },
  { PAGE ("Port", "<p>Continuer sans accepter</p><p>Avec votre accord, nous comptons nos lecteurs.</p>"), SAME (CONSENT) },
  { PAGE ("Haven", "<p>Wij gebruiken cookies om onze lezers te tellen.</p>"), SAME (CONSENT) },
  { PAGE ("Hamn", "<p>Vi använder kakor för att räkna våra läsare.</p>"), SAME (CONSENT) },
  { PAGE ("Přístav", "<p>Používáme cookies, abychom spočítali čtenáře.</p>"), SAME (CONSENT) },

  { PAGE ("Harbour", "<meta http-equiv=refresh content='3; url=/new'><p>The harbour has a new address: here."), SAME (REDIRECT) },
  { PAGE ("Hafen", "<p>Sie werden gleich weitergeleitet. Wenn nicht, klicken Sie hier, bitte.</p>"), SAME (REDIRECT) },
  { PAGE ("Harbour", "<meta http-equiv=refresh content='600; url=/'><p>Fresh news, every ten minutes, from all harbours."), EMPTIED (UNLIKELY) },
  { PAGE ("Harbour", "<meta http-equiv=refresh content='5'><p>Fresh news, every five seconds, from all harbours."), EMPTIED (UNLIKELY) },

  { "<html><head><title>Harbour</title></head><frameset cols='20%,80%'><frame src=a><frame src=b></frameset></html>", EMPTIED (FRAMES) },
  { PAGE ("Harbour", "<iframe src=text.html></iframe>"), EMPTIED (FRAMES) },
  /* What trackers put into noscript is nothing to see. */
  { PAGE ("Harbour", "<noscript><iframe src=tracker></iframe></noscript>"), EMPTIED (EMPTY) },

  { PAGE ("Harbour", "<p>The harbour at dawn</p><img src=a.jpg><img src=b.jpg><script>x ()</script>"), EMPTIED (MEDIA) },
  { PAGE ("Harbour", "<video src=a.webm></video>"), EMPTIED (MEDIA) },

  { PAGE ("Harbour", MENU), EMPTIED (LINKS) },
  { PAGE ("Harbour", "<p>T\xef\xbf\xbd""de t\xef\xbf\xbd""bl\xef\xbf\xbds and b\xef\xbf\xbd""ats f\xef\xbf\xbdr s\xef\xbf\xbdle"), SAME (ENCODING) },
  { PAGE ("Harbour", LONG), EMPTIED (UNLIKELY) },
  /* A long page is none of these, whatever it says. */
  { PAGE ("Harbour", LONG "<p>You must be logged in to comment. We use cookies. The page cannot be found."), EMPTIED (UNLIKELY) },
};
/* clang-format on */

static void
test_pages (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Case *c = &cases[i];

    g_test_message ("%s", c->page);
    g_assert_cmpstr (extract_reason_get_info (find_reason (c->page, strlen (c->page), 0))->name, ==,
                     extract_reason_get_info (c->reason)->name);
    /* Of a page without blocks none can be good. */
    g_autoptr (ExtractDocument) document = parse (c->page);
    if (extract_document_get_n_blocks (document) > 0)
      g_assert_cmpstr (extract_reason_get_info (find_reason (c->page, strlen (c->page), 1))->name, ==,
                       extract_reason_get_info (c->found)->name);
  }
}

/* Where a page has a line of main text, and more around it, that line counts. */
static void
test_good_blocks (void)
{
  static const char page[] =
      "<title>Harbour</title>" MENU
      "<p>High water at noon.</p><p>We use cookies to count our readers, and so do our "
      "partners, whose names are in this list of names, which is long, as lists of partners are, and grows "
      "by the week."
      "</p>" MENU MENU MENU MENU MENU MENU MENU;
  g_autoptr (ExtractModel) model = extract_model_get_builtin ("classic", NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);

  for (guint cookies = 0; cookies < 2; cookies++) {
    g_autoptr (ExtractDocument) document = parse (page);
    const guint n = extract_document_get_n_blocks (document);
    g_autofree float *scores = g_new0 (float, n);
    g_autoptr (GError) error = NULL;

    for (guint i = 0; i < n; i++)
      scores[i] = g_str_has_prefix (extract_block_get_text (extract_document_get_block (document, i)),
                                    cookies ? "We use" : "High");
    extract_classifier_clear_rules (classifier);
    extract_classifier_label_scored (classifier, document, scores, &error);
    g_assert_no_error (error);
    g_assert_true (extract_document_has_main_text (document));
    g_assert_cmpint (extract_document_get_reason (document), ==,
                     cookies ? EXTRACT_REASON_CONSENT : EXTRACT_REASON_NONE);
  }
}

/* Phrases are folded, none comes twice, and each reason has ten languages or more. */
static void
test_phrases (void)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_languages[EXTRACT_N_REASONS] = { 0 };

  for (guint i = 0; i < extract_n_reason_phrases; i++) {
    const ReasonPhrases *row = &extract_reason_phrases[i];
    g_auto (GStrv) phrases = g_strsplit (row->phrases, "|", -1);

    n_languages[row->reason]++;
    for (char **phrase = phrases; *phrase; phrase++) {
      char folded[256];
      char *key = g_strdup_printf ("%s %d %d %s", row->language, row->reason, row->place, *phrase);

      g_test_message ("%s", key);
      g_assert_true (g_hash_table_add (known, key));
      g_assert_cmpuint (extract_fold (*phrase, strlen (*phrase), folded, sizeof folded), >=, 2);
      g_assert_cmpstr (folded, ==, *phrase);
    }
  }
  for (ExtractReason reason = 0; reason < EXTRACT_N_REASONS; reason++)
    if (n_languages[reason] > 0)
      g_assert_cmpuint (n_languages[reason], >=, 10);
}

static void
test_table (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (ExtractReason reason = 0; reason < EXTRACT_N_REASONS; reason++) {
    const ExtractReasonInfo *info = extract_reason_get_info (reason);

    g_assert_true (g_hash_table_add (names, (gpointer) info->name));
    g_assert_cmpuint (strlen (info->sentence), >, 10);
    g_assert_cmpuint (strlen (info->advice), >, 10);
  }
}

/* ---- Pages made to hurt --------------------------------------------------------------------- */

static void
test_hostile (void)
{
  g_autoptr (GString) page = g_string_new ("<title>");

  for (guint i = 0; i < 100000; i++)
    g_string_append (page, " - | : ");
  g_string_append (page, "</title><body>");
  for (guint i = 0; i < 20000; i++)
    g_string_append (page, "<noscript>page page page not</noscript><p>page you page you \xe3\x81");
  /* In time. */
  g_assert_cmpint (find_reason (page->str, page->len, 0), !=, EXTRACT_REASON_NONE);
  g_string_assign (page, "<title>");
  for (guint i = 0; i < 3000; i++)
    g_string_append (page, "\xc3\xa9");
  g_assert_cmpint (find_reason (page->str, page->len, 0), ==, EXTRACT_REASON_EMPTY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reason/pages", test_pages);
  g_test_add_func ("/reason/good-blocks", test_good_blocks);
  g_test_add_func ("/reason/phrases", test_phrases);
  g_test_add_func ("/reason/table", test_table);
  g_test_add_func ("/reason/hostile", test_hostile);
  return g_test_run ();
}
