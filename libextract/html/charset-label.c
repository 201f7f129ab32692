/* SPDX-License-Identifier: MIT */
/* THE table of encodings and their labels, as in the WHATWG encoding standard. */
#include "libextract/html/charset-private.h"
#include "libextract/html/html.h"

/* White space, and what ends a parameter of a header. */
#define SPACES " \t\r\n\f"
#define PARAMETER_END ";," SPACES

/* clang-format off */
static const Encoding encodings[N_ENCODINGS] = {
  {"UTF-8", FAMILY_UTF_8, {NULL}, "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8"},
  {"IBM866", FAMILY_SINGLE_BYTE, {"CP866"}, "866 cp866 csibm866"},
  {"ISO-8859-2", FAMILY_SINGLE_BYTE, {"ISO-8859-2"},
    "csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"},
  {"ISO-8859-3", FAMILY_SINGLE_BYTE, {"ISO-8859-3"},
    "csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"},
  {"ISO-8859-4", FAMILY_SINGLE_BYTE, {"ISO-8859-4"},
    "csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"},
  {"ISO-8859-5", FAMILY_SINGLE_BYTE, {"ISO-8859-5"},
    "csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"},
  {"ISO-8859-6", FAMILY_SINGLE_BYTE, {"ISO-8859-6"},
    "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i "
    "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"},
  {"ISO-8859-7", FAMILY_SINGLE_BYTE, {"ISO-8859-7"},
    "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
    "iso_8859-7:1987 sun_eu_greek"},
  {"ISO-8859-8", FAMILY_SINGLE_BYTE, {"ISO-8859-8"},
    "csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
    "iso_8859-8:1988 visual"},
  {"ISO-8859-8-I", FAMILY_SINGLE_BYTE, {"ISO-8859-8"}, "csiso88598i logical"},
  {"ISO-8859-10", FAMILY_SINGLE_BYTE, {"ISO-8859-10"},
    "csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6"},
  {"ISO-8859-13", FAMILY_SINGLE_BYTE, {"ISO-8859-13"}, "iso8859-13 iso885913"},
  {"ISO-8859-14", FAMILY_SINGLE_BYTE, {"ISO-8859-14"}, "iso8859-14 iso885914"},
  {"ISO-8859-15", FAMILY_SINGLE_BYTE, {"ISO-8859-15"}, "csisolatin9 iso8859-15 iso885915 iso_8859-15 l9"},
  {"ISO-8859-16", FAMILY_SINGLE_BYTE, {"ISO-8859-16"}, ""},
  {"KOI8-R", FAMILY_SINGLE_BYTE, {"KOI8-R"}, "cskoi8r koi koi8 koi8_r"},
  {"KOI8-U", FAMILY_SINGLE_BYTE, {"KOI8-U"}, "koi8-ru"},
  {"macintosh", FAMILY_SINGLE_BYTE, {"MACINTOSH"}, "csmacintosh mac x-mac-roman"},
  {"windows-874", FAMILY_SINGLE_BYTE, {"CP874"}, "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"},
  {"windows-1250", FAMILY_SINGLE_BYTE, {"CP1250"}, "cp1250 x-cp1250"},
  {"windows-1251", FAMILY_SINGLE_BYTE, {"CP1251"}, "cp1251 x-cp1251"},
  {"windows-1252", FAMILY_SINGLE_BYTE, {"CP1252"},
    "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
    "iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252"},
  {"windows-1253", FAMILY_SINGLE_BYTE, {"CP1253"}, "cp1253 x-cp1253"},
  {"windows-1254", FAMILY_SINGLE_BYTE, {"CP1254"},
    "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
    "x-cp1254"},
  {"windows-1255", FAMILY_SINGLE_BYTE, {"CP1255"}, "cp1255 x-cp1255"},
  {"windows-1256", FAMILY_SINGLE_BYTE, {"CP1256"}, "cp1256 x-cp1256"},
  {"windows-1257", FAMILY_SINGLE_BYTE, {"CP1257"}, "cp1257 x-cp1257"},
  {"windows-1258", FAMILY_SINGLE_BYTE, {"CP1258"}, "cp1258 x-cp1258"},
  {"x-mac-cyrillic", FAMILY_SINGLE_BYTE, {"MAC-UK"}, "x-mac-ukrainian"},
  {"GBK", FAMILY_GB18030, {"GB18030"},
    "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk"},
  {"gb18030", FAMILY_GB18030, {"GB18030"}, ""},
  {"Big5", FAMILY_MULTI_BYTE, {"CP950", "BIG5-HKSCS"}, "big5-hkscs cn-big5 csbig5 x-x-big5"},
  {"EUC-JP", FAMILY_EUC_JP, {"CP932", "EUC-JP"}, "cseucpkdfmtjapanese x-euc-jp"},
  {"ISO-2022-JP", FAMILY_ISO_2022_JP, {NULL}, "csiso2022jp"},
  {"Shift_JIS", FAMILY_MULTI_BYTE, {"CP932"}, "csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis"},
  {"EUC-KR", FAMILY_MULTI_BYTE, {"CP949"},
    "cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"},
  {"replacement", FAMILY_REPLACEMENT, {NULL},
    "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr"},
  {"UTF-16BE", FAMILY_UTF_16BE, {NULL}, "unicodefffe"},
  {"UTF-16LE", FAMILY_UTF_16LE, {NULL}, "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16"},
  {"x-user-defined", FAMILY_SINGLE_BYTE, {NULL}, ""},
};
/* clang-format on */

static gpointer
index_labels (void)
{
  GHashTable *by_label = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (encodings); i++) {
    g_auto (GStrv) labels = g_strsplit (encodings[i].labels, " ", -1);

    g_hash_table_insert (by_label, g_ascii_strdown (encodings[i].name, -1), (gpointer) &encodings[i]);
    for (char **label = labels; *label != NULL; label++)
      g_hash_table_insert (by_label, g_strdup (*label), (gpointer) &encodings[i]);
  }
  return by_label;
}

const Encoding *
extract_charset_find (const char *label, gsize length)
{
  static gsize once;
  char lower[32]; /* longer than any label */
  gsize i;

  if (g_once_init_enter (&once))
    g_once_init_leave (&once, (gsize) index_labels ());
  for (; length > 0 && g_ascii_isspace (label[0]); length--)
    label++;
  for (; length > 0 && g_ascii_isspace (label[length - 1]); length--)
    ;
  if (length == 0 || length >= sizeof lower)
    return NULL;
  for (i = 0; i < length; i++)
    lower[i] = g_ascii_tolower (label[i]);
  lower[i] = '\0';
  /* A NUL inside would turn the start of a bad label into a good one. */
  if (strlen (lower) != length)
    return NULL;
  return g_hash_table_lookup ((GHashTable *) once, lower);
}

const Encoding *
extract_charset_find_name (const char *name)
{
  return extract_charset_find (name, strlen (name));
}

guint
extract_charset_index (const Encoding *encoding)
{
  return encoding - encodings;
}

const char *
extract_charset_from_label (const char *label)
{
  const Encoding *encoding = label != NULL ? extract_charset_find_name (label) : NULL;

  return encoding != NULL ? encoding->name : NULL;
}

char *
extract_charset_from_content_type (const char *content_type)
{
  g_autoptr (GString) value = g_string_new (NULL);
  const char *p = content_type != NULL ? content_type : "";

  /* Names and values, separated by whatever; a quoted value of another name is passed over whole. */
  for (p += strspn (p, PARAMETER_END); *p != '\0'; p += strspn (p, PARAMETER_END)) {
    gsize length = strcspn (p, PARAMETER_END "=\"");
    gboolean is_charset = length == strlen ("charset") && g_ascii_strncasecmp (p, "charset", length) == 0;
    char quote = '\0';

    g_string_truncate (value, 0);
    p += length;
    p += strspn (p, SPACES);
    if (*p == '=') {
      p++;
      p += strspn (p, SPACES);
    } else if (length > 0 && *p != '"')
      continue;
    else
      is_charset = FALSE;
    if (*p == '"' || *p == '\'')
      quote = *p++;
    while (*p != '\0' && (quote != '\0' ? *p != quote : strchr (PARAMETER_END, *p) == NULL)) {
      if (quote == '"' && *p == '\\' && p[1] != '\0')
        p++;
      g_string_append_c (value, *p++);
    }
    if (is_charset && value->len > 0)
      return g_strdup (g_strstrip (value->str));
    if (quote != '\0' && *p == quote)
      p++;
  }
  return NULL;
}

const char *
extract_encoding_find (const char *label)
{
  g_return_val_if_fail (label != NULL, NULL);
  return extract_charset_from_label (label);
}
