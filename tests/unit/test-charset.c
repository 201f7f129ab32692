/* SPDX-License-Identifier: MIT */
/* Encodings: labels, the Content-Type header, detection, and decoding to UTF-8. */
#include "libextract/html/charset.h"

#include <string.h>

#define NO_LIMIT G_MAXSIZE
/* A string literal with its length, NUL bytes and all. */
#define BYTES(literal) (literal), sizeof (literal) - 1

static const char *const names[] = {
  "UTF-8",        "IBM866",       "ISO-8859-2",   "ISO-8859-3",     "ISO-8859-4",     "ISO-8859-5",
  "ISO-8859-6",   "ISO-8859-7",   "ISO-8859-8",   "ISO-8859-8-I",   "ISO-8859-10",    "ISO-8859-13",
  "ISO-8859-14",  "ISO-8859-15",  "ISO-8859-16",  "KOI8-R",         "KOI8-U",         "macintosh",
  "windows-874",  "windows-1250", "windows-1251", "windows-1252",   "windows-1253",   "windows-1254",
  "windows-1255", "windows-1256", "windows-1257", "windows-1258",   "x-mac-cyrillic", "GBK",
  "gb18030",      "Big5",         "EUC-JP",       "ISO-2022-JP",    "Shift_JIS",      "EUC-KR",
  "replacement",  "UTF-16BE",     "UTF-16LE",     "x-user-defined",
};

static GBytes *
decode (const char *charset, const void *data, gsize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);
  GError *error = NULL;
  GBytes *text = extract_charset_decode (bytes, 0, charset, NO_LIMIT, &error);

  g_assert_no_error (error);
  g_assert_nonnull (text);
  return text;
}

/* g_utf8_validate () that lets NUL pass. */
static void
assert_utf8 (GBytes *text)
{
  gsize length;
  const char *p = g_bytes_get_data (text, &length), *end = p + length;

  while (!g_utf8_validate (p, end - p, &p)) {
    g_assert_cmpint (*p, ==, '\0');
    p++;
  }
}

static void
test_labels (void)
{
  static const struct {
    const char *label;
    const char *name;
  } cases[] = {
    { "utf-8", "UTF-8" },
    { "UTF8", "UTF-8" },
    { " \t\r\n\fUnicode-1-1-UTF-8 ", "UTF-8" },
    { "x-unicode20utf8", "UTF-8" },
    { " Latin1 ", "windows-1252" },
    { "ascii", "windows-1252" },
    { "ISO-8859-1", "windows-1252" },
    { "iso_8859-1:1987", "windows-1252" },
    { "x-cp1250", "windows-1250" },
    { "l2", "ISO-8859-2" },
    { "latin5", "windows-1254" },
    { "iso-8859-9", "windows-1254" },
    { "iso-8859-11", "windows-874" },
    { "TIS-620", "windows-874" },
    { "logical", "ISO-8859-8-I" },
    { "visual", "ISO-8859-8" },
    { "koi", "KOI8-R" },
    { "koi8-ru", "KOI8-U" },
    { "866", "IBM866" },
    { "mac", "macintosh" },
    { "x-mac-ukrainian", "x-mac-cyrillic" },
    { "gb2312", "GBK" },
    { "GB_2312-80", "GBK" },
    { "GB18030", "gb18030" },
    { "big5-hkscs", "Big5" },
    { "x-x-big5", "Big5" },
    { "windows-31j", "Shift_JIS" },
    { "x-sjis", "Shift_JIS" },
    { "x-euc-jp", "EUC-JP" },
    { "csISO2022JP", "ISO-2022-JP" },
    { "ks_c_5601-1987", "EUC-KR" },
    { "windows-949", "EUC-KR" },
    { "utf-16", "UTF-16LE" },
    { "ucs-2", "UTF-16LE" },
    { "unicodeFFFE", "UTF-16BE" },
    { "hz-gb-2312", "replacement" },
    { "iso-2022-kr", "replacement" },
    { "x-user-defined", "x-user-defined" },
    { "", NULL },
    { "  ", NULL },
    { "utf", NULL },
    { "utf-7", NULL },
    { "utf-32", NULL },
    { "utf\302\240-8", NULL },
    { "\vutf-8", NULL },
    { "utf-8 latin1", NULL },
    { "windows_1250", NULL },
    { "a-label-that-is-much-longer-than-any-label-of-the-standard", NULL },
    { NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("label \"%s\"", cases[i].label);
    g_assert_cmpstr (extract_charset_from_label (cases[i].label), ==, cases[i].name);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (extract_charset_from_label (names[i]), ==, names[i]);
}

static void
test_content_type (void)
{
  static const struct {
    const char *header;
    const char *charset;
  } cases[] = {
    { "text/html; charset=utf-8", "utf-8" },
    { "text/html;charset=\"windows-1250\"", "windows-1250" },
    { "text/html; charset='windows-1250'", "windows-1250" },
    { "TEXT/HTML; CHARSET=ISO-8859-2", "ISO-8859-2" },
    { "text/html ; charset = gbk ; x=y", "gbk" },
    { "text/html; boundary=x; charset=big5", "big5" },
    { "text/html; a=\"; charset=wrong\"; charset=right", "right" },
    { "text/html; a=\"\\\"; charset=wrong\"; charset=right", "right" },
    { "text/html; charset=\"utf\\-8\"", "utf-8" },
    { "text/html; charset=\"utf-8", "utf-8" },
    { "text/html; charset=\" utf-8 \"", "utf-8" },
    { "text/html; charset=first; charset=second", "first" },
    { "text/html; charset=; charset=second", "second" },
    { "text/html; charset=utf-8, text/html", "utf-8" },
    { "text/html charset=utf-8", "utf-8" },
    { "charset=utf-8", "utf-8" },
    { "text/html; xcharset=utf-8", NULL },
    { "text/html; charsetx=utf-8", NULL },
    { "text/html; charset", NULL },
    { "text/html; charset=", NULL },
    { "text/html; charset=\"\"", NULL },
    { "text/html; charset utf-8", NULL },
    { "text/html; charset\"utf-8\"", NULL },
    { "text/html", NULL },
    { ";;==\"\"\\;,'", NULL },
    { "=", NULL },
    { "\"", NULL },
    { "", NULL },
    { NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *charset = extract_charset_from_content_type (cases[i].header);

    g_test_message ("header \"%s\"", cases[i].header);
    g_assert_cmpstr (charset, ==, cases[i].charset);
  }
}

/* Every page ends in a byte that is no UTF-8, so that what is not found falls back to windows-1252. */
static void
test_prescan (void)
{
  static const struct {
    const char *page;
    const char *charset;
  } cases[] = {
    { "<meta charset=windows-1250>", "windows-1250" },
    { "<meta charset=\"windows-1250\">", "windows-1250" },
    { "<META CHARSET='Windows-1250'/>", "windows-1250" },
    { "<meta/charset = gbk >", "GBK" },
    { "<meta name=x charset=gbk>", "GBK" },
    { "<meta charset=nonsense><meta charset=gbk>", "GBK" },
    { "<meta charset=gbk charset=big5>", "GBK" },
    { "<meta charset=utf-16><b>", "windows-1252" }, /* UTF-8 then, which the bytes deny */
    { "<meta charset=x-user-defined>", "windows-1252" },
    { "<meta http-equiv=Content-Type content='text/html; charset=gbk'>", "GBK" },
    { "<meta content='text/html; charset=gbk' http-equiv=content-type>", "GBK" },
    { "<meta http-equiv=content-type content=\"text/html; charset = 'gbk'\">", "GBK" },
    { "<meta http-equiv=content-type content='charset charset=gbk'>", "GBK" },
    { "<meta http-equiv=content-type content='charset=\"gbk'>", "windows-1252" },
    { "<meta http-equiv=content-type content='charset='>", "windows-1252" },
    { "<meta http-equiv=content-type charset=big5 content='charset=gbk'>", "Big5" },
    { "<meta content='text/html; charset=gbk'>", "windows-1252" },
    { "<meta http-equiv=refresh content='text/html; charset=gbk'>", "windows-1252" },
    { "<metacharset=gbk>", "windows-1252" },
    { "<metax charset=gbk>", "windows-1252" },
    { "<!-- <meta charset=big5> --><meta charset=gbk>", "GBK" },
    { "<!--><meta charset=gbk>", "GBK" },
    { "<!--->-<meta charset=gbk>-->", "GBK" },
    { "<!-- <meta charset=gbk>", "windows-1252" },
    { "<!doctype html><meta charset=gbk>", "GBK" },
    { "<!<meta charset=big5><meta charset=gbk>", "GBK" },
    { "<?php <meta charset=big5> ?><meta charset=gbk>", "GBK" },
    { "</ <meta charset=big5><meta charset=gbk>", "GBK" },
    { "<a title='<meta charset=big5>'><meta charset=gbk>", "GBK" },
    { "</a title='<meta charset=big5>'><meta charset=gbk>", "GBK" },
    { "<a =\"<meta charset=big5>\"<meta charset=gbk>", "GBK" },
    { "< a><<meta charset=gbk>", "GBK" },
    { "a < b <meta charset=gbk>", "GBK" },
    { "<meta charset=gbk", "windows-1252" },
    { "<meta charset='gbk", "windows-1252" },
    { "<meta charset", "windows-1252" },
    { "<meta charset=", "windows-1252" },
    { "<meta", "windows-1252" },
    { "<a", "windows-1252" },
    { "<", "windows-1252" },
    { "<?xml version='1.0' encoding='gbk'?><html>", "GBK" },
    { "<?xml version=\"1.0\" encoding = \"gbk\" ?><html>", "GBK" },
    { "<?xml encoding='big5'?><meta charset=gbk>", "GBK" },
    { "<?xml encoding='nonsense'?>", "windows-1252" },
    { "<?xml encoding=gbk?>", "windows-1252" },
    { "<?xml encoding='gbk", "windows-1252" },
    { "<?xml encoding", "windows-1252" },
    { " <?xml encoding='gbk'?>", "windows-1252" },
  };
  g_autofree char *spaces = g_strnfill (16384, ' ');

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *page = g_strconcat (cases[i].page, "\xff", NULL);
    gsize bom_length;

    g_test_message ("page %s", cases[i].page);
    g_assert_cmpstr (extract_charset_detect ((guint8 *) page, strlen (page), NULL, NULL, &bom_length), ==,
                     cases[i].charset);
    g_assert_cmpuint (bom_length, ==, 0);
  }
  /* Behind the 1024 bytes of the standard, but not anywhere. */
  for (gsize at = 2000; at <= 10000; at += 8000) {
    g_autofree char *page = g_strdup_printf ("%.*s<meta charset=gbk>\xff", (int) at, spaces);
    gsize bom_length;

    g_assert_cmpstr (extract_charset_detect ((guint8 *) page, strlen (page), NULL, NULL, &bom_length), ==,
                     at == 2000 ? "GBK" : "windows-1252");
  }
}

/* "Příliš žluťoučký kůň", and a few words of Russian, Greek, Chinese, Japanese and Korean. */
#define CZECH_UTF_8 "<p>P\305\231\303\255li\305\241 \305\276lu\305\245ou\304\215k\303\275 k\305\257\305\210"
#define CZECH_1250 \
  "<p>P\370\355li\232 \236lu\235ou\350k\375 k\371\362 \372p\354l \357\341belsk\351 \363dy</p>"
#define RUSSIAN_1251                                                                \
  "<p>\321\373\345\367 \305\371\350\347 \375\362\350\365 \354\377\343\352\350\365 " \
  "\364\360\360\360\360\345\351 \341\363\353\356\352 \344\340 \342\373\357\345\351 \367\340\376</p>"
#define ENGLISH_1252                                                                                         \
  "<p>They don\222t think that a caf\351 is more than a place where people sit \226 and talk. It\222s open " \
  "until "                                                                                                   \
  "ten o\222clock, and not a minute longer than that, whatever the weather may be in the streets.</p>"
#define GB_CHINESE                                                                                           \
  "<p>\275\361\314\354\314\354\306\370\272\334\272\303\243\254\316\322\303\307\322\273\306\360\310\245"      \
  "\271\253\324\260\311\242\262\275\243\254\277\264\265\275\301\313\320\355\266\340\303\300\300\366\265\304" \
  "\273\250\266\344\241\243</p>"
#define SHIFT_JIS_JAPANESE                                                                                \
  "<p>\215\241\223\372\202\315\223V\213C\202\252\202\306\202\304\202\340\227\307\202\242\202\314\202\305" \
  "\201A\214\366\211\200\202\326\216U\225\340\202\311\215s\202\253\202\334\202\265\202\275\201B</p>"
#define UTF_16LE_PAGE "<\0h\0t\0m\0l\0>\0\131\001a\0"
#define UTF_16BE_PAGE "\0<\0h\0t\0m\0l\0>\001\131\0a"

static void
test_detect (void)
{
  static const struct {
    const char *what;
    const char *bytes;
    gsize length;
    const char *override;
    const char *content_type;
    const char *charset;
    gsize bom_length;
  } cases[] = {
    { "nothing", BYTES (""), NULL, NULL, "UTF-8", 0 },
    { "nothing but a header", BYTES (""), NULL, "text/html; charset=gbk", "GBK", 0 },
    { "ASCII", BYTES ("<p>x"), NULL, NULL, "UTF-8", 0 },
    { "one byte", BYTES ("\351"), NULL, NULL, "windows-1252", 0 },
    { "UTF-8", BYTES (CZECH_UTF_8), NULL, NULL, "UTF-8", 0 },
    { "UTF-8, cut", CZECH_UTF_8, sizeof (CZECH_UTF_8) - 2, NULL, NULL, "UTF-8", 0 },

    { "override", BYTES (CZECH_UTF_8), "l2", "text/html; charset=gbk", "ISO-8859-2", 0 },
    { "unknown override", BYTES (CZECH_UTF_8), "x", NULL, "UTF-8", 0 },
    { "override and BOM", BYTES ("\357\273\277x"), "utf-8", NULL, "UTF-8", 3 },
    { "override against BOM", BYTES ("\357\273\277x"), "gbk", NULL, "GBK", 0 },
    { "override of byte order", BYTES ("\376\377\0x"), "utf-16", NULL, "UTF-16BE", 2 },

    { "BOM", BYTES ("\357\273\277x"), NULL, NULL, "UTF-8", 3 },
    { "BOM against header", BYTES ("\357\273\277x"), NULL, "text/html; charset=gbk", "UTF-8", 3 },
    { "little-endian BOM", BYTES ("\377\376x\0"), NULL, "text/html; charset=gbk", "UTF-16LE", 2 },
    { "big-endian BOM", BYTES ("\376\377\0x"), NULL, NULL, "UTF-16BE", 2 },
    { "half a BOM", BYTES ("\357\273"), NULL, NULL, "windows-1252", 0 },

    { "header", BYTES (CZECH_1250), NULL, "text/html; charset=windows-1250", "windows-1250", 0 },
    { "header against meta", BYTES ("<meta charset=big5>\377"), NULL, "text/html; charset=gbk", "GBK", 0 },
    { "unknown header", BYTES ("<meta charset=big5>\377"), NULL, "text/html; charset=x", "Big5", 0 },
    { "header for ASCII", BYTES ("<p>x"), NULL, "text/html; charset=iso-8859-1", "windows-1252", 0 },

    { "mislabelled UTF-8", BYTES (CZECH_UTF_8), NULL, "text/html; charset=iso-8859-1", "UTF-8", 0 },
    { "mislabelled by meta", BYTES ("<meta charset=gbk>" CZECH_UTF_8), NULL, NULL, "UTF-8", 0 },
    { "three sequences could be chance", BYTES ("\303\255 \303\255 \303\255"), NULL, "a; charset=gbk", "GBK",
      0 },
    { "not UTF-8, header lies", BYTES ("<meta charset=windows-1250>" CZECH_1250), NULL,
      "text/html; charset=utf-8", "windows-1250", 0 },
    { "not UTF-8, both lie", BYTES ("<meta charset=utf-8>" GB_CHINESE), NULL, "text/html; charset=utf-8",
      "gb18030", 0 },
    { "UTF-8 with a mistake", BYTES (CZECH_UTF_8 "\377"), NULL, "text/html; charset=utf-8", "UTF-8", 0 },
    { "not UTF-16", BYTES ("<p>x</p>"), NULL, "text/html; charset=utf-16", "UTF-8", 0 },
    { "UTF-16 by header", BYTES ("\0x\0y"), NULL, "text/html; charset=utf-16be", "UTF-16BE", 0 },

    { "UTF-16LE", BYTES (UTF_16LE_PAGE), NULL, NULL, "UTF-16LE", 0 },
    { "UTF-16BE", BYTES (UTF_16BE_PAGE), NULL, NULL, "UTF-16BE", 0 },
    { "a NUL", BYTES ("<p>x\0y</p>"), NULL, NULL, "UTF-8", 0 },
    { "many NULs", BYTES ("\0\0\0\0\0\0\0\0"), NULL, NULL, "UTF-8", 0 },
    { "ISO-2022-JP", BYTES ("<p>\033$B:#F|$O\033(B"), NULL, NULL, "ISO-2022-JP", 0 },
    { "an escape", BYTES ("\033[1mx\033$"), NULL, NULL, "UTF-8", 0 },

    { "windows-1250", BYTES (CZECH_1250 CZECH_1250), NULL, NULL, "windows-1250", 0 },
    { "windows-1251", BYTES (RUSSIAN_1251 RUSSIAN_1251), NULL, NULL, "windows-1251", 0 },
    { "English", BYTES (ENGLISH_1252), NULL, NULL, "windows-1252", 0 },
    { "windows-1251 among scripts",
      BYTES ("\377<script>x" ENGLISH_1252 "</b></script>" RUSSIAN_1251 RUSSIAN_1251), NULL, NULL,
      "windows-1251", 0 },
    { "gb18030", BYTES (GB_CHINESE), NULL, NULL, "gb18030", 0 },
    { "Shift_JIS", BYTES (SHIFT_JIS_JAPANESE), NULL, NULL, "Shift_JIS", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    gsize bom_length = 99;

    g_test_message ("%s", cases[i].what);
    g_assert_cmpstr (extract_charset_detect ((const guint8 *) cases[i].bytes, cases[i].length,
                                             cases[i].override, cases[i].content_type, &bom_length),
                     ==, cases[i].charset);
    g_assert_cmpuint (bom_length, ==, cases[i].bom_length);
  }
}

#define R "\357\277\275" /* U+FFFD */

static void
test_decode (void)
{
  static const struct {
    const char *charset;
    const char *bytes;
    gsize length;
    const char *text;
    gsize text_length;
  } cases[] = {
    { "UTF-8", BYTES (CZECH_UTF_8), BYTES (CZECH_UTF_8) },
    { "UTF-8", BYTES ("a\0b"), BYTES ("a\0b") },
    { "UTF-8", BYTES ("a\377b"), BYTES ("a" R "b") },
    { "UTF-8", BYTES ("\300\257"), BYTES (R R) },
    { "UTF-8", BYTES ("\340\200\200"), BYTES (R R R) },
    { "UTF-8", BYTES ("\355\240\200"), BYTES (R R R) },
    { "UTF-8", BYTES ("\364\220\200\200"), BYTES (R R R R) },
    { "UTF-8", BYTES ("\360\237\230<"), BYTES (R "<") },
    { "UTF-8", BYTES ("\342\202\342\202\254"), BYTES (R "\342\202\254") },
    { "UTF-8", BYTES ("\342\202"), BYTES (R) },
    { "UTF-8", BYTES ("\303"), BYTES (R) },
    { "UTF-8", BYTES ("\360\237\230\200"), BYTES ("\360\237\230\200") },

    { "windows-1252", BYTES ("\200\201\237\351"), BYTES ("\342\202\254\302\201\305\270\303\251") },
    { "windows-1250", BYTES ("\232\236\235\354"), BYTES ("\305\241\305\276\305\245\304\233") },
    { "windows-1250", BYTES ("\201<"), BYTES ("\302\201<") },
    { "windows-1251", BYTES ("\317\340<"), BYTES ("\320\237\320\260<") },
    { "windows-1253", BYTES ("\341\252\322"), BYTES ("\316\261" R R) },
    { "windows-1255", BYTES ("\340\312\331"), BYTES ("\327\220\326\272" R) },
    { "windows-1255", BYTES ("\351\314"), BYTES ("\327\231\326\274") }, /* not composed */
    { "windows-1258", BYTES ("a\322"), BYTES ("a\314\211") },
    { "windows-874", BYTES ("\241\333\200"), BYTES ("\340\270\201" R "\342\202\254") },
    { "ISO-8859-2", BYTES ("\271\276\273"), BYTES ("\305\241\305\276\305\245") },
    { "ISO-8859-7", BYTES ("\244\256"), BYTES ("\342\202\254" R) },
    { "ISO-8859-8-I", BYTES ("\340\241"), BYTES ("\327\220" R) },
    { "ISO-8859-15", BYTES ("\244"), BYTES ("\342\202\254") },
    { "KOI8-R", BYTES ("\360\322\311"), BYTES ("\320\237\321\200\320\270") },
    { "KOI8-U", BYTES ("\244\256\276"), BYTES ("\321\224\321\236\320\216") },
    { "IBM866", BYTES ("\217\340"), BYTES ("\320\237\321\200") },
    { "macintosh", BYTES ("\306\333\360"), BYTES ("\342\210\206\342\202\254\357\243\277") },
    { "x-mac-cyrillic", BYTES ("\242\377"), BYTES ("\322\220\342\202\254") },
    { "x-user-defined", BYTES ("a\200\377"), BYTES ("a\357\236\200\357\237\277") },

    { "GBK", BYTES ("\326\320\316\304<"), BYTES ("\344\270\255\346\226\207<") },
    { "GBK", BYTES ("\200\243\240"), BYTES ("\342\202\254\343\200\200") },
    { "gb18030", BYTES ("\2010\2012"), BYTES ("\302\202") },
    { "gb18030", BYTES ("\2200\2010"), BYTES ("\360\220\200\200") },
    { "gb18030", BYTES ("\3432\2325"), BYTES ("\364\217\277\277") },
    { "gb18030", BYTES ("\3432\2326<"), BYTES (R "2" R "6<") },
    { "gb18030", BYTES ("\2010<p>"), BYTES (R "0<p>") },
    { "gb18030", BYTES ("\2010\201<"), BYTES (R "0" R "<") },
    { "gb18030", BYTES ("\2010\201"), BYTES (R) },
    { "gb18030", BYTES ("\2010"), BYTES (R) },
    { "gb18030", BYTES ("\201"), BYTES (R) },
    { "gb18030", BYTES ("\326<p>\377<"), BYTES (R "<p>" R "<") },

    { "Big5", BYTES ("\244\244\244\345"), BYTES ("\344\270\255\346\226\207") },
    { "Big5", BYTES ("\241E\243\341"), BYTES ("\342\200\247\342\202\254") },
    { "Big5", BYTES ("\210b\210\245"), BYTES ("\303\212\314\204\303\252\314\214") },
    { "Big5", BYTES ("\207@\244<"), BYTES ("\344\217\260" R "<") },
    { "Big5", BYTES ("\244"), BYTES (R) },

    { "Shift_JIS", BYTES ("\223\372\226{\261~\\\200"),
      BYTES ("\346\227\245\346\234\254\357\275\261~\\\302\200") },
    { "Shift_JIS", BYTES ("\201`\372T"), BYTES ("\357\275\236\357\277\242") },
    { "Shift_JIS", BYTES ("\201<\240\375<"), BYTES (R "<" R R "<") },
    { "Shift_JIS", BYTES ("\201"), BYTES (R) },

    { "EUC-JP", BYTES ("\306\374\313\334\216\261\241\301"),
      BYTES ("\346\227\245\346\234\254\357\275\261\357\275\236") },
    { "EUC-JP", BYTES ("\217\260\241"), BYTES ("\344\270\202") },
    { "EUC-JP", BYTES ("\217\260<"), BYTES (R "<") },
    { "EUC-JP", BYTES ("\217\260"), BYTES (R) },
    { "EUC-JP", BYTES ("\217<\306<\200<"), BYTES (R "<" R "<" R "<") },

    { "ISO-2022-JP", BYTES ("a\033$BF|K\\\033(Bb"), BYTES ("a\346\227\245\346\234\254b") },
    { "ISO-2022-JP", BYTES ("\033(J\\~\033(I1"), BYTES ("\302\245\342\200\276\357\275\261") },
    { "ISO-2022-JP", BYTES ("\033$BF|\033(B<p>\033$"), BYTES ("\346\227\245<p>" R "$") },
    { "ISO-2022-JP", BYTES ("\033$BF"), BYTES (R) },
    { "ISO-2022-JP", BYTES ("\033$BF\033(B<"), BYTES (R "<") },
    { "ISO-2022-JP", BYTES ("\033(B\033(B\200"), BYTES (R R) },

    { "EUC-KR", BYTES ("\307\321\261\333"), BYTES ("\355\225\234\352\270\200") },
    { "EUC-KR", BYTES ("\201A\201<"), BYTES ("\352\260\202" R "<") },

    { "UTF-16LE", BYTES ("<\0\131\001\075\330\000\336"), BYTES ("<\305\231\360\237\230\200") },
    { "UTF-16BE", BYTES ("\0<\001\131\330\075\336\000"), BYTES ("<\305\231\360\237\230\200") },
    { "UTF-16LE", BYTES ("\075\330<\0\000\336<\0"), BYTES (R "<" R "<") },
    { "UTF-16LE", BYTES ("\075\330\075\330\000\336"), BYTES (R "\360\237\230\200") },
    { "UTF-16LE", BYTES ("<\0<"), BYTES ("<" R) },
    { "UTF-16LE", BYTES ("\075\330"), BYTES (R) },
    { "UTF-16LE", BYTES ("\075\330\000"), BYTES (R) },
    { "UTF-16LE", BYTES ("<"), BYTES (R) },

    { "replacement", BYTES ("anything"), BYTES (R) },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GBytes) text = decode (cases[i].charset, cases[i].bytes, cases[i].length);

    g_test_message ("case %" G_GSIZE_FORMAT ", %s", i, cases[i].charset);
    g_assert_cmpmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), cases[i].text,
                     cases[i].text_length);
  }
}

/* Labels may be given to the decoder too; other names are an error, not a crash. */
static void
test_decode_names (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (BYTES ("\351"));
  g_autoptr (GBytes) text = extract_charset_decode (bytes, 0, "Latin1", NO_LIMIT, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), "\303\251", 2);
  g_assert_null (extract_charset_decode (bytes, 0, "utf-7", NO_LIMIT, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_ENCODING);
}

/* What is UTF-8 already is not copied. */
static void
test_same_memory (void)
{
  static const struct {
    const char *charset;
    const char *bytes;
    gsize length;
    gsize bom_length;
    gboolean same;
  } cases[] = {
    { "UTF-8", BYTES ("abc\305\231"), 0, TRUE }, { "UTF-8", BYTES ("\357\273\277abc\0\305\231"), 3, TRUE },
    { "UTF-8", BYTES ("abc\377"), 0, FALSE },    { "windows-1250", BYTES ("abc"), 0, TRUE },
    { "GBK", BYTES ("abc"), 0, TRUE },           { "ISO-2022-JP", BYTES ("abc"), 0, FALSE },
    { "UTF-16LE", BYTES ("ab"), 0, FALSE },      { "UTF-8", BYTES ("ab"), 9, TRUE }, /* more than there is */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GBytes) bytes = g_bytes_new (cases[i].bytes, cases[i].length);
    g_autoptr (GBytes) text =
        extract_charset_decode (bytes, cases[i].bom_length, cases[i].charset, NO_LIMIT, NULL);
    const char *start = g_bytes_get_data (bytes, NULL), *p = g_bytes_get_data (text, NULL);

    g_test_message ("case %" G_GSIZE_FORMAT ", %s", i, cases[i].charset);
    if (cases[i].bom_length > cases[i].length)
      g_assert_cmpuint (g_bytes_get_size (text), ==, 0);
    else
      g_assert_true ((p == start + cases[i].bom_length) == cases[i].same);
  }
}

static void
test_max_length (void)
{
  static const struct {
    const char *charset;
    const char *bytes;
    gsize length;
    gsize needed;
  } cases[] = {
    { "UTF-8", BYTES ("abc\305\231"), 5 },
    { "UTF-8", BYTES ("abc\377"), 6 },
    { "windows-1250", BYTES ("abc"), 3 },
    { "windows-1250", BYTES ("\232\200"), 5 },
    { "GBK", BYTES ("\326\320\377"), 6 },
    { "UTF-16LE", BYTES ("\131\001"), 2 },
    { "ISO-2022-JP", BYTES ("\033$BF|"), 3 },
    { "replacement", BYTES ("x"), 3 },
    { "UTF-8", BYTES (""), 0 },
    { "windows-1250", BYTES (""), 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GBytes) bytes = g_bytes_new (cases[i].bytes, cases[i].length);
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) text = extract_charset_decode (bytes, 0, cases[i].charset, cases[i].needed, &error);

    g_test_message ("case %" G_GSIZE_FORMAT ", %s", i, cases[i].charset);
    g_assert_no_error (error);
    g_assert_cmpuint (g_bytes_get_size (text), ==, cases[i].needed);
    if (cases[i].needed == 0)
      continue;
    g_assert_null (extract_charset_decode (bytes, 0, cases[i].charset, cases[i].needed - 1, &error));
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY);
  }
}

/* Whatever the bytes and the encoding: valid UTF-8, and not too long. */
static void
check_hostile (const char *charset, const guint8 *bytes, gsize length)
{
  g_autoptr (GBytes) text = decode (charset, bytes, length);

  assert_utf8 (text);
  g_assert_cmpuint (g_bytes_get_size (text), <=, 3 * length);
}

static void
test_hostile (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    gboolean ascii = !g_str_has_prefix (names[i], "UTF-16") && !g_str_equal (names[i], "replacement");
    guint8 all[2 * 65536], four[5];
    g_autoptr (GBytes) empty = decode (names[i], "", 0);

    g_test_message ("%s", names[i]);
    g_assert_cmpuint (g_bytes_get_size (empty), ==, 0);
    for (guint pair = 0; pair < 65536; pair++) {
      all[2 * pair] = (guint8) (pair >> 8);
      all[2 * pair + 1] = (guint8) pair;
      if (pair < 256)
        check_hostile (names[i], &all[2 * pair + 1], 1);
      check_hostile (names[i], &all[2 * pair], 2);
    }
    check_hostile (names[i], all, sizeof all);
    check_hostile (names[i], all + 1, sizeof all - 1);
    for (guint lead = 0x80; ascii && lead < 256; lead++) {
      const guint8 broken[] = { (guint8) lead, '<', (guint8) lead, (guint8) lead, '<' };
      g_autoptr (GBytes) text = decode (names[i], broken, 2);
      gsize size;
      const char *p = g_bytes_get_data (text, &size);

      g_assert_cmpint (p[size - 1], ==, '<');
      check_hostile (names[i], broken, sizeof broken);
    }
    for (guint n = 0; n < 20000; n++) {
      for (gsize k = 0; k < sizeof four; k++)
        four[k] = (guint8) g_test_rand_int ();
      check_hostile (names[i], four, sizeof four);
    }
  }
}

/* Sequences across the border of the pieces in which the decoder works. */
static void
test_pieces (void)
{
  static const struct {
    const char *charset;
    const char *bytes;
    gsize length;
    const char *text;
  } cases[] = {
    { "UTF-8", BYTES ("\360\237\230\200"), "\360\237\230\200" },
    { "UTF-16LE", BYTES ("\075\330\000\336"), "\360\237\230\200" },
    { "gb18030", BYTES ("\2200\2010"), "\360\220\200\200" },
    { "EUC-JP", BYTES ("\217\260\241"), "\344\270\202" },
    { "Shift_JIS", BYTES ("\223\372"), "\346\227\245" },
    { "ISO-2022-JP", BYTES ("\033$BF|\033(B-"), "\346\227\245-" },
    { "windows-1250", BYTES ("\354"), "\304\233" },
  };
  const guint n_times = 20000;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint shift = 0; shift < 8; shift++) {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (GString) expected = g_string_new (NULL);
      g_autoptr (GBytes) text = NULL;

      for (guint k = 0; k < shift; k++) {
        g_byte_array_append (bytes, (const guint8 *) "a", g_str_equal (cases[i].charset, "UTF-16LE") ? 2 : 1);
        g_string_append_c (expected, 'a');
      }
      for (guint k = 0; k < n_times; k++) {
        g_byte_array_append (bytes, (const guint8 *) cases[i].bytes, (guint) cases[i].length);
        g_string_append (expected, cases[i].text);
      }
      /* A mistake at the end, lest UTF-8 be passed through. */
      if (g_str_equal (cases[i].charset, "UTF-8")) {
        g_byte_array_append (bytes, (const guint8 *) "\377", 1);
        g_string_append (expected, R);
      }
      g_test_message ("%s, moved by %u", cases[i].charset, shift);
      text = decode (cases[i].charset, bytes->data, bytes->len);
      g_assert_cmpmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), expected->str, expected->len);
    }
}

/* Time that grows with the square of the input would show: each of these would take hours. */
static void
test_linear (void)
{
  static const char *const patterns[] = { "\377", "\201",     "\2010",  "\340\240",
                                          "<!-",  "<meta a=", "<a b='", "\033" };
  const gsize length = 4 * 1024 * 1024;
  g_autofree guint8 *bytes = g_malloc (length);

  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++) {
    gsize n = strlen (patterns[i]), bom_length;

    for (gsize k = 0; k < length; k++)
      bytes[k] = (guint8) patterns[i][k % n];
    extract_charset_detect (bytes, length, NULL, NULL, &bom_length);
    for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
      g_bytes_unref (decode (names[k], bytes, length));
  }
}

static gpointer
decode_in_thread (gpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_bytes_unref (decode (names[i], BYTES (GB_CHINESE)));
  return NULL;
}

static void
test_threads (void)
{
  GThread *threads[8];

  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("decode", decode_in_thread, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* First, while the tables are still to be made. */
  g_test_add_func ("/charset/threads", test_threads);
  g_test_add_func ("/charset/labels", test_labels);
  g_test_add_func ("/charset/content-type", test_content_type);
  g_test_add_func ("/charset/prescan", test_prescan);
  g_test_add_func ("/charset/detect", test_detect);
  g_test_add_func ("/charset/decode", test_decode);
  g_test_add_func ("/charset/decode-names", test_decode_names);
  g_test_add_func ("/charset/same-memory", test_same_memory);
  g_test_add_func ("/charset/max-length", test_max_length);
  g_test_add_func ("/charset/hostile", test_hostile);
  g_test_add_func ("/charset/pieces", test_pieces);
  g_test_add_func ("/charset/linear", test_linear);
  return g_test_run ();
}
