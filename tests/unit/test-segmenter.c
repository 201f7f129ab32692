/* SPDX-License-Identifier: MIT */
/* Tokens and sentences of texts, language by language. */
#include <config.h>

#include "libextract/text/breaks.h"
#include "libextract/text/segmenter.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

/* Returns: (transfer full): "It rains .|Stay ." with _ where no white space parts two tokens */
static char *
show (const char *language, const char *text, gsize length)
{
  g_autoptr (ExtractSegmenter) segmenter = extract_segmenter_new (language);
  guint32 n;
  const ExtractPosition *p = extract_segmenter_run (segmenter, text, length, &n);
  GString *shown = g_string_new (NULL);

  for (guint32 i = 0; i < n; i++) {
    if (i > 0)
      g_string_append_c (shown, p[i - 1].last ? '|' : p[i].spaced ? ' ' : '_');
    g_string_append_len (shown, text + p[i].start, p[i].end - p[i].start);
  }
  return g_string_free (shown, FALSE);
}

typedef struct {
  const char *language; /* (nullable) */
  const char *text, *shown;
} Case;

static void
check (const Case *cases, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    g_autofree char *shown = show (cases[i].language, cases[i].text, strlen (cases[i].text));

    if (strcmp (shown, cases[i].shown) != 0)
      g_test_fail_printf ("%s, not %s", shown, cases[i].shown);
  }
}

static void
test_tokens (void)
{
  static const Case cases[] = {
    { "en", "Don't panic, it's 3.14 or 1,000.", "Don't panic_, it's 3.14 or 1,000_." },
    { "en", "At 12:30 10% of $5", "At 12:30 10_% of $_5" },
    { "en", "well-known COVID-19 10-12 a- -b", "well-known COVID-19 10_-_12 a_- -_b" },
    { "en", "in town.Some of node.js, example.Org9 Booking.Com a.Bc",
      "in town_.|Some of node.js_, example.Org9 Booking.Com a.Bc" },
    { "en", "See https://a.org/b?c=d(e)|f. Or (www.a.org/x), or a.b@c-d.org.",
      "See https://a.org/b?c=d(e)_|_f_.|Or (_www.a.org/x_)_, or a.b@c-d.org_." },
    { "en", "Ask a+b@c-d.org. Or a%b@c.org...", "Ask a+b@c-d.org_.|Or a%b@c.org_..." },
    { "en", "github.com/a/b-c, and/or 1/2", "github.com/a/b-c_, and_/_or 1_/_2" },
    { "zh", "网址：http://www.a.cn。今天", "网址_：_http://www.a.cn_。|今天" },
    { "en", "Wait... what?! -- yes", "Wait_... what_?! -- yes" },
    { "en", "👩‍👩‍👧 🇨🇿🇵🇱 👍🏽👍 ❤️, 1️⃣",
      "👩‍👩‍👧 🇨🇿_🇵🇱 👍🏽_👍 ❤️_, 1️⃣" },
    { "en", "", "" },
    { "en", " \t\xe2\x80\x8b ", "" },
    { "fr", "l’eau, c'est aujourd'hui", "l’eau_, c'est aujourd'hui" },
    { "ja", "日本語を勉強します。楽しい！", "日本語_を_勉強_し_ます_。|楽しい_！" },
    { "th", "ภาษาไทยง่าย", "ภาษา_ไทย_ง่าย" },
  };

  check (cases, G_N_ELEMENTS (cases));
}

static void
test_sentences (void)
{
  static const Case cases[] = {
    { "en", "Dr. Smith et al. met Mr. J. A. Fox at 5 p.m. He left.",
      "Dr. Smith et al. met Mr. J. A. Fox at 5 p.m.|He left_." },
    { "en", "No. 5 is no. No. It was No. 7.", "No. 5 is no_.|No_.|It was No. 7_." },
    { "en", "In the U.S. The law, the U.S. Army, etc. They ran.",
      "In the U.S.|The law_, the U.S. Army_, etc.|They ran_." },
    { "en", "(What fun!) he said. “Go!” she said. “Go.” Then: \"Why?\", he asked.",
      "(_What fun_!_) he said_.|“_Go_!_” she said_.|“_Go_._”|Then_: \"_Why_?_\"_, he asked_." },
    { "en", "Known.[25] Also [2]. eBay grew. 3 of 4… Maybe… not.",
      "Known_._[_25_]|Also [_2_]_.|eBay grew_.|3 of 4_…|Maybe_… not_." },
    { "en", "1. First. 2. Second.", "1_. First_.|2_. Second_." },
    { "en", "one\ntwo. Three\n\nfour\n5: AM\n// x\n-- Y", "one two_.|Three|four|5_: AM|/_/ x|-- Y" },
    { "de", "Am 3. Oktober kam Dr. Meier, d. h. z. B. Nr. 4 usw. Der Rest ging.",
      "Am 3. Oktober kam Dr. Meier_, d. h. z. B. Nr. 4 usw.|Der Rest ging_." },
    { "fr", "M. Dupont et Mme. Roy, p. ex., art. 5, etc. Il pleut.",
      "M. Dupont et Mme. Roy_, p. ex._, art. 5_, etc.|Il pleut_." },
    { "es", "¿Qué? ¡No! El Sr. López y la Sra. Díaz, pág. 3. Fin.",
      "¿_Qué_?|¡_No_!|El Sr. López y la Sra. Díaz_, pág. 3_.|Fin_." },
    { "it", "Il sig. Rossi e l'avv. Bianchi, pag. 2, ecc. La fine.",
      "Il sig. Rossi e l'avv. Bianchi_, pag. 2_, ecc.|La fine_." },
    { "pt", "O Sr. Silva e a Dra. Lima, pág. 9. Fim.", "O Sr. Silva e a Dra. Lima_, pág. 9_.|Fim_." },
    { "nl", "Dhr. Jansen e.d. Het was ca. 5 uur, bijv. Jan.",
      "Dhr. Jansen e.d.|Het was ca. 5 uur_, bijv. Jan_." },
    { "pl", "W 2011 r. Polska, m.in. ul. Długa, ok. 30 os. – Tak – powiedział prof. Nowak. – Nie.",
      "W 2011 r.|Polska_, m.in. ul. Długa_, ok. 30 os. – Tak – powiedział prof. Nowak_.|– Nie_." },
    { "cs", "Např. v 5. patře, tj. ul. Nová č. 3, apod. Ing. Novák přišel.",
      "Např. v 5. patře_, tj. ul. Nová č. 3_, apod.|Ing. Novák přišel_." },
    { "ru", "В 2011 г. Он жил в г. Москве, ул. Мира, и т. д. Потом, т. е. 30 декабря. 5 лет.",
      "В 2011 г.|Он жил в г. Москве_, ул. Мира_, и т. д.|Потом_, т. е. 30 декабря_.|5 лет_." },
    { "uk", "У 2011 р. Він жив на вул. Миру, м. Київ.", "У 2011 р.|Він жив на вул. Миру_, м. Київ_." },
    { "el", "Τι είναι; Είναι 8 δισ. ευρώ, π.χ. του κ. Γ. Παπά. Η Α.Ε. Δέλτα.",
      "Τι είναι_;|Είναι 8 δισ. ευρώ_, π.χ. του κ. Γ. Παπά_.|Η Α.Ε. Δέλτα_." },
    { "sv", "Bl.a. kl. 5, t.ex. Anna m.fl. De gick.", "Bl.a. kl. 5_, t.ex. Anna m.fl.|De gick_." },
    { "hi", "यह है। वह है।", "यह है_।|वह है_।" },
    { "ar", "كيف حالك؟ بخير.", "كيف حالك_؟|بخير_." },
    { "zh", "他說：「好。」然後走了。再見！", "他說_：_「_好_。_」|然後_走了_。|再_見_！" },
    /* Without a language, or with the wrong one, the script tells. */
    { NULL, "Жил в г. Москве. Mr. Fox", "Жил в г. Москве_.|Mr. Fox" },
    { "en", "του κ. Παπά. Ναι.", "του κ. Παπά_.|Ναι_." },
  };

  check (cases, G_N_ELEMENTS (cases));
}

/* Longer ones are cut, and nothing is lost. */
static void
test_long (void)
{
  static const char *const pieces[] = { "x",  "漢", "ก",    ".", "www.a",     "a@",
                                        "1:", "a-", ". 1 ", "?", "http://a)", "😀" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    g_autoptr (ExtractSegmenter) segmenter = extract_segmenter_new (NULL);
    const ExtractPosition *p;
    guint32 n, end = 0;

    while (text->len < 300000)
      g_string_append (text, pieces[i]);
    p = extract_segmenter_run (segmenter, text->str, text->len, &n);
    g_assert_cmpuint (n, >, 0);
    for (guint32 k = 0; k < n; k++) {
      g_assert_cmpuint (p[k].end - p[k].start, <=, EXTRACT_MAX_POSITION);
      g_assert_cmpuint (p[k].start, >=, end);
      g_assert_true (g_utf8_validate (text->str + p[k].start, p[k].end - p[k].start, NULL));
      g_assert_true (p[k].start == end || text->str[end] == ' ');
      end = p[k].end;
    }
    g_assert_true (end == text->len || text->str[end] == ' ');
    g_assert_true (p[n - 1].last);
  }
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  setlocale (LC_CTYPE, "C.UTF-8"); /* for messages */
  g_test_init (&argc, &argv, NULL);
  gboolean there = extract_breaks_load (&error);
#ifdef HAVE_ICU
  g_assert_no_error (error);
#endif
  if (!there) {
    printf ("1..0 # SKIP %s\n", error->message);
    return 0;
  }
  g_test_add_func ("/segmenter/tokens", test_tokens);
  g_test_add_func ("/segmenter/sentences", test_sentences);
  g_test_add_func ("/segmenter/long", test_long);
  return g_test_run ();
}
