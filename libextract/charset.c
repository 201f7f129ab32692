/* SPDX-License-Identifier: MIT */
/*
 * Which encoding a page has, and its bytes turned into UTF-8.
 *
 *   label, BOM, header, <meta>, the bytes themselves -> Encoding -> Decoder -> UTF-8
 *
 * Labels, names and the behaviour of the decoders are those of the WHATWG encoding standard, the
 * prescan for <meta> is that of the HTML standard. What a byte or a pair of bytes means is asked of
 * iconv, once per encoding: the answers are kept in tables, and iconv is never shown a page. So it
 * is ours alone what becomes of broken input, every byte is looked at a bounded number of times,
 * and threads share the tables without a lock.
 *
 * Detection leaves the order of the standard where pages are known to lie, and only where the bytes
 * prove it; see accept_declared ().
 */
#include "charset.h"

#include <string.h>
#include <uchardet/uchardet.h>

#define REPLACEMENT 0xfffdu

/* Pages put their <meta> later than the 1024 bytes that the standard asks for. */
#define PRESCAN_LENGTH 8192
/* White space, and what ends a parameter of a header. */
#define SPACES " \t\r\n\f"
#define PARAMETER_END ";," SPACES
/* More text makes uchardet no wiser. */
#define UCHARDET_LENGTH 65536

/* ---- Table of encodings ------------------------------------------------------------------- */

typedef enum {
  FAMILY_UTF_8,
  FAMILY_UTF_16BE,
  FAMILY_UTF_16LE,
  FAMILY_SINGLE_BYTE, /* ASCII, and 128 characters above it */
  FAMILY_MULTI_BYTE,  /* ASCII, and pairs of a lead byte >= 0x80 and a trail byte >= 0x40 */
  FAMILY_GB18030,     /* the same, and sequences of four bytes */
  FAMILY_EUC_JP,      /* the same, and sequences of three bytes */
  FAMILY_ISO_2022_JP, /* seven bits, escape sequences */
  FAMILY_REPLACEMENT, /* encodings too dangerous to be decoded */
} Family;

typedef struct {
  const char *name; /* as in the standard; is a label too */
  Family family;
  const char *iconv[2]; /* (nullable): names for iconv; the second source fills the gaps of the first */
  const char *labels;   /* the other labels, lower case, separated by spaces */
} Encoding;

/* clang-format off */
static const Encoding encodings[] = {
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

/* Where the standard differs from iconv: the bytes, and what they mean. */
static const struct {
  const char *iconv;
  guint16 bytes;
  guint16 code;
} exceptions[] = {
    {"CP1255", 0xca, 0x05ba},    {"KOI8-U", 0xae, 0x045e},    {"KOI8-U", 0xbe, 0x040e},
    {"MACINTOSH", 0xc6, 0x2206}, {"MACINTOSH", 0xf0, 0xf8ff}, {"MAC-UK", 0xff, 0x20ac},
    {"GB18030", 0x80, 0x20ac},   {"GB18030", 0xa3a0, 0x3000}, {"CP932", 0x80, 0x0080},
};

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

static const Encoding *
find_encoding (const char *label, gsize length)
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
  /* A NUL inside would make a good label of the start of a bad one. */
  if (strlen (lower) != length)
    return NULL;
  return g_hash_table_lookup ((GHashTable *) once, lower);
}

static const Encoding *
find_name (const char *name)
{
  return find_encoding (name, strlen (name));
}

static gboolean
is_utf_16 (const Encoding *encoding)
{
  return encoding->family == FAMILY_UTF_16BE || encoding->family == FAMILY_UTF_16LE;
}

/* ---- Tables of characters, from iconv ------------------------------------------------------ */

/* Of a byte >= 0x80: its UTF-8, never more than three bytes. */
typedef struct {
  guint8 length;
  guint8 utf8[3];
} SingleByte;

/* Code points, 0 for what has none. Above 0x10ffff: two of them, the second one in the upper 16 bits. */
typedef struct {
  guint32 single[128];    /* of a byte >= 0x80 */
  guint32 pair[128][192]; /* of a lead byte >= 0x80 and a trail byte >= 0x40 */
  gboolean lead[128];     /* whether a byte starts pairs */
  guint32 *longer; /* (nullable): GB18030: four bytes, by pointer; EUC-JP: after 0x8f, by row and cell */
} MultiByte;

#define N_JIS0212 (94 * 94)
/* Sequences of four bytes below U+10000, the first of those above, and the end of them. */
#define N_GB18030_RANGES 39420
#define GB18030_ASTRAL 189000
#define GB18030_END (GB18030_ASTRAL + 0x100000)

static guint
put_utf8 (guint8 *out, guint32 code)
{
  if (code < 0x80) {
    out[0] = (guint8) code;
    return 1;
  }
  if (code < 0x800) {
    out[0] = (guint8) (0xc0 | code >> 6);
    out[1] = (guint8) (0x80 | (code & 0x3f));
    return 2;
  }
  if (code < 0x10000) {
    out[0] = (guint8) (0xe0 | code >> 12);
    out[1] = (guint8) (0x80 | (code >> 6 & 0x3f));
    out[2] = (guint8) (0x80 | (code & 0x3f));
    return 3;
  }
  out[0] = (guint8) (0xf0 | code >> 18);
  out[1] = (guint8) (0x80 | (code >> 12 & 0x3f));
  out[2] = (guint8) (0x80 | (code >> 6 & 0x3f));
  out[3] = (guint8) (0x80 | (code & 0x3f));
  return 4;
}

/* What iconv makes of one sequence, as in MultiByte. */
static guint32
ask_iconv (GIConv converter, const guint8 *bytes, gsize length)
{
  char result[16], *out = result, *in = (char *) bytes;
  gsize space = sizeof result;
  gunichar first, second;

  g_iconv (converter, NULL, NULL, NULL, NULL);
  if (g_iconv (converter, &in, &length, &out, &space) == (gsize) -1 || length > 0)
    return 0;
  /* Some encodings hold a character back to see whether an accent follows. */
  g_iconv (converter, NULL, NULL, &out, &space);
  length = (gsize) (out - result);
  first = g_utf8_get_char_validated (result, (gssize) length);
  if (length == 0 || first > 0x10ffff)
    return 0;
  out = g_utf8_next_char (result);
  length -= (gsize) (out - result);
  if (length == 0)
    return first;
  second = g_utf8_get_char_validated (out, (gssize) length);
  if (first > 0xffff || second > 0xffff || length != (gsize) g_unichar_to_utf8 (second, NULL))
    return 0;
  return second << 16 | first;
}

static guint32
find_exception (const char *iconv, guint bytes)
{
  for (gsize i = 0; i < G_N_ELEMENTS (exceptions); i++)
    if (exceptions[i].bytes == bytes && g_str_equal (exceptions[i].iconv, iconv))
      return exceptions[i].code;
  return 0;
}

static gpointer
make_single_byte (const Encoding *encoding)
{
  SingleByte *table = g_new0 (SingleByte, 128);
  const char *iconv = encoding->iconv[0];
  GIConv converter = iconv != NULL ? g_iconv_open ("UTF-8", iconv) : (GIConv) -1;

  for (guint i = 0; i < 128; i++) {
    guint8 byte = (guint8) (0x80 + i);
    guint32 code = 0;

    if (iconv == NULL)
      code = 0xf700u + byte; /* x-user-defined: bytes kept for scripts, in a private-use area */
    else if ((code = find_exception (iconv, byte)) == 0 && converter != (GIConv) -1)
      code = ask_iconv (converter, &byte, 1);
    if (code == 0)
      code = byte < 0xa0 ? byte : REPLACEMENT;
    table[i].length = (guint8) put_utf8 (table[i].utf8, code);
  }
  if (converter != (GIConv) -1)
    g_iconv_close (converter);
  return table;
}

/* The standard gives EUC-JP the characters of Shift_JIS, whose rows are folded two by two. */
static gboolean
euc_jp_to_shift_jis (guint8 bytes[2])
{
  guint lead, trail;

  if (bytes[0] < 0xa1 || bytes[0] == 0xff || bytes[1] < 0xa1 || bytes[1] == 0xff)
    return FALSE;
  lead = (guint) (bytes[0] - 0xa1) / 2;
  trail = (guint) (bytes[0] - 0xa1) % 2 * 94 + (guint) (bytes[1] - 0xa1);
  bytes[0] = (guint8) (lead + (lead < 0x1f ? 0x81 : 0xc1));
  bytes[1] = (guint8) (trail + (trail < 0x3f ? 0x40 : 0x41));
  return TRUE;
}

static guint32 *
make_gb18030_ranges (GIConv converter)
{
  guint32 *ranges = g_new0 (guint32, N_GB18030_RANGES);

  for (guint i = 0; i < N_GB18030_RANGES; i++) {
    guint8 bytes[4] = {(guint8) (0x81 + i / 12600), (guint8) (0x30 + i / 1260 % 10),
                       (guint8) (0x81 + i / 10 % 126), (guint8) (0x30 + i % 10)};
    ranges[i] = ask_iconv (converter, bytes, sizeof bytes);
  }
  return ranges;
}

static guint32 *
make_jis0212 (GIConv converter)
{
  guint32 *rows = g_new0 (guint32, N_JIS0212);

  for (guint i = 0; i < N_JIS0212; i++) {
    guint8 bytes[3] = {0x8f, (guint8) (0xa1 + i / 94), (guint8) (0xa1 + i % 94)};
    rows[i] = ask_iconv (converter, bytes, sizeof bytes);
  }
  return rows;
}

static void
fill_multi_byte (MultiByte *table, const Encoding *encoding, guint source, GIConv converter)
{
  const char *iconv = encoding->iconv[source];
  gboolean fold = encoding->family == FAMILY_EUC_JP && source == 0;
  gboolean more = source == 0 && encoding->iconv[1] != NULL;

  for (guint lead = 0; lead < 128; lead++) {
    guint8 bytes[2] = {(guint8) (0x80 + lead), 0};
    guint32 code = 0;

    if (!fold && (code = find_exception (iconv, bytes[0])) == 0 &&
        (code = ask_iconv (converter, bytes, 1)) < 0xa0 && code != 0)
      continue; /* a control character: what iconv lets pass, the standard refuses */
    if (table->single[lead] == 0)
      table->single[lead] = code;
    if (table->single[lead] != 0)
      continue;
    for (guint trail = 0; trail < 192; trail++) {
      bytes[0] = (guint8) (0x80 + lead);
      bytes[1] = (guint8) (0x40 + trail);
      if (table->pair[lead][trail] != 0 || (fold && !euc_jp_to_shift_jis (bytes)))
        continue;
      code = find_exception (iconv, (guint) bytes[0] << 8 | bytes[1]);
      if (code == 0)
        code = ask_iconv (converter, bytes, 2);
      if (more && code >= 0xe000 && code <= 0xf8ff)
        code = 0; /* private use is a gap too */
      table->pair[lead][trail] = code;
      table->lead[lead] |= code != 0;
    }
  }
  if (encoding->family == FAMILY_GB18030)
    table->longer = make_gb18030_ranges (converter);
  if (encoding->family == FAMILY_EUC_JP && !fold)
    table->longer = make_jis0212 (converter);
}

static gpointer
make_multi_byte (const Encoding *encoding)
{
  MultiByte *table = g_new0 (MultiByte, 1);

  for (guint source = 0; source < G_N_ELEMENTS (encoding->iconv); source++) {
    const char *iconv = encoding->iconv[source];
    GIConv converter = iconv != NULL ? g_iconv_open ("UTF-8", iconv) : (GIConv) -1;

    if (converter == (GIConv) -1)
      continue;
    fill_multi_byte (table, encoding, source, converter);
    g_iconv_close (converter);
  }
  return table;
}

/* Returns: (transfer none): the table of an encoding, made when it is first asked for. */
static gconstpointer
get_table (const Encoding *encoding)
{
  static gsize tables[G_N_ELEMENTS (encodings)];
  gsize *table;

  /* The seven-bit sister has the characters of EUC-JP. */
  if (encoding->family == FAMILY_ISO_2022_JP)
    encoding = find_name ("EUC-JP");
  table = &tables[encoding - encodings];
  if (g_once_init_enter (table))
    g_once_init_leave (table, (gsize) (encoding->family == FAMILY_SINGLE_BYTE ? make_single_byte (encoding)
                                                                              : make_multi_byte (encoding)));
  return (gconstpointer) *table;
}

/* ---- Decoders ------------------------------------------------------------------------------ */

/*
 * A decoder works off the sequences that start before "stop", CHUNK bytes at a time, and may look
 * further, up to "end". No sequence of n bytes becomes more than 3 n bytes of UTF-8, and none is
 * longer than four bytes: so the room for a chunk is known before it starts.
 */
#define CHUNK 4096
#define CHUNK_ROOM (3 * (CHUNK + 4) + 8)

typedef enum {
  JIS_ASCII,
  JIS_ROMAN,
  JIS_KATAKANA,
  JIS_KANJI,
} JisMode;

typedef struct {
  const guint8 *in;  /* next byte to read */
  const guint8 *end; /* end of all input */
  guint8 *out;       /* where to write */
  gconstpointer table;
  Family family;
  JisMode mode;     /* ISO-2022-JP: the character set in use */
  gboolean escaped; /* ISO-2022-JP: an escape sequence has just been read */
} Decoder;

static inline gboolean
is_ascii_word (const guint8 *p)
{
  guint64 word;

  memcpy (&word, p, sizeof word);
  return (word & G_GUINT64_CONSTANT (0x8080808080808080)) == 0;
}

static inline const guint8 *
skip_ascii (const guint8 *p, const guint8 *end)
{
  while (end - p >= 32 && is_ascii_word (p) && is_ascii_word (p + 8) && is_ascii_word (p + 16) &&
         is_ascii_word (p + 24))
    p += 32;
  while (end - p >= 8 && is_ascii_word (p))
    p += 8;
  while (p < end && *p < 0x80)
    p++;
  return p;
}

static inline void
copy_ascii (Decoder *d, const guint8 *stop)
{
  for (; stop - d->in >= 8 && is_ascii_word (d->in); d->in += 8, d->out += 8)
    memcpy (d->out, d->in, 8);
  while (d->in < stop && *d->in < 0x80)
    *d->out++ = *d->in++;
}

static inline void
put (Decoder *d, guint32 code)
{
  if (code > 0x10ffff) {
    d->out += put_utf8 (d->out, code & 0xffff);
    code >>= 16;
  }
  d->out += put_utf8 (d->out, code);
}

/*
 * Length of the UTF-8 sequence at @p, which is not ASCII; if it is invalid, of its maximal subpart:
 * the bytes that become one U+FFFD.
 */
static inline guint
measure_utf8 (const guint8 *p, const guint8 *end, gboolean *valid)
{
  guint8 low = 0x80, high = 0xbf;
  guint length, i;

  *valid = FALSE;
  if (p[0] < 0xc2 || p[0] > 0xf4)
    return 1;
  length = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
  if (p[0] == 0xe0)
    low = 0xa0; /* shorter forms exist */
  else if (p[0] == 0xed)
    high = 0x9f; /* surrogates */
  else if (p[0] == 0xf0)
    low = 0x90;
  else if (p[0] == 0xf4)
    high = 0x8f; /* above U+10FFFF */
  if (end - p < 2 || p[1] < low || p[1] > high)
    return 1;
  for (i = 2; i < length; i++)
    if (p + i == end || (p[i] & 0xc0) != 0x80)
      return i;
  *valid = TRUE;
  return length;
}

static void
decode_utf_8 (Decoder *d, const guint8 *stop)
{
  for (copy_ascii (d, stop); d->in < stop; copy_ascii (d, stop)) {
    gboolean valid;
    guint length = measure_utf8 (d->in, d->end, &valid);

    if (valid) {
      memcpy (d->out, d->in, length);
      d->out += length;
    } else
      put (d, REPLACEMENT);
    d->in += length;
  }
}

static void
decode_utf_16 (Decoder *d, const guint8 *stop)
{
  guint high = d->family == FAMILY_UTF_16BE ? 0 : 1, low = 1 - high;

  while (d->in < stop) {
    guint32 code = REPLACEMENT;
    gsize left = (gsize) (d->end - d->in);

    if (left >= 2)
      code = (guint32) d->in[high] << 8 | d->in[low];
    d->in += MIN (left, 2);
    if (code >= 0xd800 && code <= 0xdfff) {
      guint32 next = left >= 4 ? (guint32) d->in[high] << 8 | d->in[low] : 0;

      if (code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) {
        code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
        d->in += 2;
      } else if (code <= 0xdbff && left == 3) {
        /* Cut within a pair of surrogates: one mistake, not two. */
        code = REPLACEMENT;
        d->in = d->end;
      } else
        code = REPLACEMENT;
    }
    put (d, code);
  }
}

static void
decode_single_byte (Decoder *d, const guint8 *stop)
{
  const SingleByte *table = d->table;

  for (copy_ascii (d, stop); d->in < stop; copy_ascii (d, stop))
    for (; d->in < stop && *d->in >= 0x80; d->in++) {
      const SingleByte *character = &table[*d->in - 0x80];

      memcpy (d->out, character->utf8, sizeof character->utf8);
      d->out += character->length;
    }
}

static gboolean
is_between (guint8 byte, guint8 first, guint8 last)
{
  return byte >= first && byte <= last;
}

/* Four bytes of GB18030; returns how many of them to take. */
static guint
decode_gb18030_four (Decoder *d, guint32 *code)
{
  const MultiByte *table = d->table;
  const guint8 *p = d->in;
  gsize left = (gsize) (d->end - p);
  guint pointer;

  if ((left > 2 && !is_between (p[2], 0x81, 0xfe)) || (left > 3 && !is_between (p[3], 0x30, 0x39)))
    return 1;
  if (left < 4)
    return (guint) left;
  pointer = (p[0] - 0x81u) * 12600 + (p[1] - 0x30u) * 1260 + (p[2] - 0x81u) * 10 + (p[3] - 0x30u);
  if (pointer < N_GB18030_RANGES && table->longer[pointer] != 0)
    *code = table->longer[pointer];
  else if (pointer >= GB18030_ASTRAL && pointer < GB18030_END)
    *code = 0x10000 + pointer - GB18030_ASTRAL;
  else
    return 1;
  return 4;
}

/*
 * What is not a single byte nor a pair. An ASCII byte is never swallowed by a mistake before it:
 * it may be the "<" of a tag.
 */
static void
decode_longer (Decoder *d)
{
  const MultiByte *table = d->table;
  const guint8 *p = d->in;
  gsize left = (gsize) (d->end - p);
  guint32 code = REPLACEMENT;
  guint length = 1;

  if (left < 2)
    ;
  else if (d->family == FAMILY_GB18030 && table->lead[p[0] - 0x80] && is_between (p[1], 0x30, 0x39))
    length = decode_gb18030_four (d, &code);
  else if (d->family == FAMILY_EUC_JP && p[0] == 0x8f && is_between (p[1], 0xa1, 0xfe)) {
    length = left > 2 && p[2] >= 0x80 ? 3 : 2;
    if (left > 2 && table->longer != NULL && is_between (p[2], 0xa1, 0xfe) &&
        table->longer[(p[1] - 0xa1) * 94 + p[2] - 0xa1] != 0)
      code = table->longer[(p[1] - 0xa1) * 94 + p[2] - 0xa1];
  } else if (table->lead[p[0] - 0x80] && p[1] >= 0x80)
    length = 2;
  d->in += length;
  put (d, code);
}

static void
decode_multi_byte (Decoder *d, const guint8 *stop)
{
  const MultiByte *table = d->table;

  for (copy_ascii (d, stop); d->in < stop; copy_ascii (d, stop)) {
    guint lead = d->in[0] - 0x80u;
    guint32 code = table->single[lead];

    if (code != 0)
      d->in++;
    else if (d->end - d->in >= 2 && d->in[1] >= 0x40 && (code = table->pair[lead][d->in[1] - 0x40]) != 0)
      d->in += 2;
    else {
      decode_longer (d);
      continue;
    }
    put (d, code);
  }
}

static gboolean
read_jis_escape (Decoder *d)
{
  static const struct {
    char bytes[3];
    JisMode mode;
  } escapes[] = {
      {"(B", JIS_ASCII}, {"(J", JIS_ROMAN}, {"(I", JIS_KATAKANA}, {"$@", JIS_KANJI}, {"$B", JIS_KANJI},
  };

  if (d->end - d->in < 3)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (escapes); i++)
    if (memcmp (d->in + 1, escapes[i].bytes, 2) == 0) {
      d->in += 3;
      d->mode = escapes[i].mode;
      return TRUE;
    }
  return FALSE;
}

static void
decode_iso_2022_jp (Decoder *d, const guint8 *stop)
{
  const MultiByte *table = d->table;

  while (d->in < stop) {
    guint8 byte = *d->in;
    guint32 code = 0;

    if (byte == 0x1b && read_jis_escape (d)) {
      /* Two escapes in a row could hide text from a filter: the standard makes that visible. */
      if (d->escaped)
        put (d, REPLACEMENT);
      d->escaped = TRUE;
      continue;
    }
    d->escaped = FALSE;
    d->in++;
    switch (d->mode) {
    case JIS_ASCII:
    case JIS_ROMAN:
      if (byte >= 0x80 || byte == 0x0e || byte == 0x0f || byte == 0x1b)
        code = REPLACEMENT;
      else if (d->mode == JIS_ROMAN && byte == 0x5c)
        code = 0xa5;
      else if (d->mode == JIS_ROMAN && byte == 0x7e)
        code = 0x203e;
      else
        code = byte;
      break;
    case JIS_KATAKANA:
      code = is_between (byte, 0x21, 0x5f) ? 0xff61u - 0x21 + byte : REPLACEMENT;
      break;
    case JIS_KANJI:
      if (is_between (byte, 0x21, 0x7e) && d->in < d->end && is_between (*d->in, 0x21, 0x7e)) {
        code = table->pair[byte][*d->in + 0x40];
        d->in++;
      }
      if (code == 0)
        code = REPLACEMENT;
      break;
    }
    put (d, code);
  }
}

static void
decode_chunk (Decoder *d, const guint8 *stop)
{
  switch (d->family) {
  case FAMILY_UTF_8:
    decode_utf_8 (d, stop);
    break;
  case FAMILY_UTF_16BE:
  case FAMILY_UTF_16LE:
    decode_utf_16 (d, stop);
    break;
  case FAMILY_SINGLE_BYTE:
    decode_single_byte (d, stop);
    break;
  case FAMILY_MULTI_BYTE:
  case FAMILY_GB18030:
  case FAMILY_EUC_JP:
    decode_multi_byte (d, stop);
    break;
  case FAMILY_ISO_2022_JP:
    decode_iso_2022_jp (d, stop);
    break;
  case FAMILY_REPLACEMENT:
    put (d, REPLACEMENT);
    d->in = d->end;
    break;
  }
}

/* Returns: (transfer full) (nullable): NULL if the result or the memory does not suffice. */
static GBytes *
decode_all (const Encoding *encoding, const guint8 *bytes, gsize length, gsize max_length)
{
  Decoder d = {.in = bytes, .end = bytes + length, .family = encoding->family};
  guint8 *text = NULL, *grown;
  gsize done = 0, room = 0, wanted;

  if (encoding->iconv[0] != NULL || encoding->family == FAMILY_SINGLE_BYTE ||
      encoding->family == FAMILY_ISO_2022_JP)
    d.table = get_table (encoding);
  while (d.in < d.end) {
    if (room - done < CHUNK_ROOM) {
      /* By half at least, so that the copying stays linear; first by what most pages need. */
      wanted = MAX (done + done / 2, MIN (length, max_length) + length / 8);
      wanted = MAX (wanted, done + CHUNK_ROOM);
      grown = g_try_realloc (text, wanted);
      if (grown == NULL) {
        g_free (text);
        return NULL;
      }
      text = grown;
      room = wanted;
    }
    d.out = text + done;
    decode_chunk (&d, d.in + MIN (CHUNK, d.end - d.in));
    done = (gsize) (d.out - text);
    if (done > max_length) {
      g_free (text);
      return NULL;
    }
  }
  if (done < room && (grown = g_try_realloc (text, MAX (done, 1))) != NULL)
    text = grown;
  return g_bytes_new_take (text, done);
}

/* ---- Evidence in the bytes ----------------------------------------------------------------- */

typedef struct {
  gsize valid;   /* sequences of more than one byte */
  gsize invalid; /* sequences that would become U+FFFD */
  gboolean cut;  /* the last one of those ended with the input, and might have gone on */
} Utf8Count;

static Utf8Count
count_utf8 (const guint8 *p, const guint8 *end)
{
  Utf8Count count = {0, 0, FALSE};

  for (p = skip_ascii (p, end); p < end; p = skip_ascii (p, end)) {
    gboolean valid;
    guint8 first = *p;

    p += measure_utf8 (p, end, &valid);
    if (valid)
      count.valid++;
    else {
      count.invalid++;
      count.cut = p == end && is_between (first, 0xc2, 0xf4);
    }
  }
  return count;
}

/* The bytes are UTF-8; a download that broke off within a character does not speak against it. */
static gboolean
is_valid_utf8 (const Utf8Count *count)
{
  return count->invalid == 0 || (count->invalid == 1 && count->cut && count->valid > 0);
}

/*
 * UTF-16 by the NUL bytes of its ASCII characters, which in markup are many: more than half of one
 * half of the bytes, and next to none of the other.
 */
static const Encoding *
detect_utf_16 (const guint8 *bytes, gsize length)
{
  gsize n_pairs = MIN (length, 1024) / 2, n_even = 0, n_odd = 0;

  for (gsize i = 0; i < n_pairs; i++) {
    n_even += bytes[2 * i] == 0;
    n_odd += bytes[2 * i + 1] == 0;
  }
  if (n_pairs < 2)
    return NULL;
  if (n_odd * 2 > n_pairs && n_even * 20 <= n_odd)
    return find_name ("UTF-16LE");
  if (n_even * 2 > n_pairs && n_odd * 20 <= n_even)
    return find_name ("UTF-16BE");
  return NULL;
}

/* ISO-2022-JP is all ASCII, but for its escape to two-byte characters. */
static gboolean
has_jis_escape (const guint8 *bytes, gsize length)
{
  const guint8 *end = bytes + length;

  for (const guint8 *p = bytes; (p = memchr (p, 0x1b, (gsize) (end - p))) != NULL; p++)
    if (end - p >= 3 && p[1] == '$' && (p[2] == 'B' || p[2] == '@'))
      return TRUE;
  return FALSE;
}

/* ---- <meta> prescan ------------------------------------------------------------------------ */

typedef struct {
  const guint8 *p;
  const guint8 *end;
} Scanner;

static gboolean
is_space (guint8 byte)
{
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\f' || byte == '\r';
}

static gboolean
starts_with (const guint8 *p, const guint8 *end, const char *prefix)
{
  gsize length = strlen (prefix);

  return (gsize) (end - p) >= length && g_ascii_strncasecmp ((const char *) p, prefix, length) == 0;
}

/* Moves behind the next @string. Returns: FALSE if there is none. */
static gboolean
skip_past (Scanner *s, const char *string)
{
  gsize length = strlen (string);

  while ((gsize) (s->end - s->p) >= length) {
    const guint8 *found = memchr (s->p, string[0], (gsize) (s->end - s->p) - length + 1);

    if (found == NULL)
      break;
    s->p = found + 1;
    if (memcmp (found, string, length) == 0) {
      s->p = found + length;
      return TRUE;
    }
  }
  s->p = s->end;
  return FALSE;
}

/*
 * The next attribute of a tag, name in lower case; either string may be empty. Ends behind the value
 * or, having found no attribute, at the ">".
 * Returns: FALSE if the tag has no more of them, or the input ends first.
 */
static gboolean
read_attribute (Scanner *s, GString *name, GString *value)
{
  guint8 quote;

  g_string_truncate (name, 0);
  g_string_truncate (value, 0);
  while (s->p < s->end && (is_space (*s->p) || *s->p == '/'))
    s->p++;
  if (s->p == s->end || *s->p == '>')
    return FALSE;
  /* A "=" at the start belongs to the name. */
  do
    g_string_append_c (name, g_ascii_tolower ((char) *s->p++));
  while (s->p < s->end && *s->p != '=' && *s->p != '/' && *s->p != '>' && !is_space (*s->p));
  while (s->p < s->end && is_space (*s->p))
    s->p++;
  if (s->p == s->end)
    return FALSE;
  if (*s->p != '=')
    return TRUE;
  do
    s->p++;
  while (s->p < s->end && is_space (*s->p));
  if (s->p == s->end)
    return FALSE;
  if (*s->p == '"' || *s->p == '\'') {
    for (quote = *s->p++; s->p < s->end && *s->p != quote; s->p++)
      g_string_append_c (value, (char) *s->p);
    if (s->p == s->end)
      return FALSE;
    s->p++;
    return TRUE;
  }
  for (; s->p < s->end && *s->p != '>' && !is_space (*s->p); s->p++)
    g_string_append_c (value, (char) *s->p);
  return s->p < s->end;
}

/* The charset in the content of <meta http-equiv="Content-Type">. */
static const Encoding *
find_in_content (const GString *content)
{
  const guint8 *p = (const guint8 *) content->str, *end = p + content->len, *start;

  for (; p < end; p++) {
    if (!starts_with (p, end, "charset"))
      continue;
    start = p + strlen ("charset");
    while (start < end && is_space (*start))
      start++;
    if (start == end || *start != '=')
      continue;
    do
      start++;
    while (start < end && is_space (*start));
    if (start == end)
      return NULL;
    if (*start == '"' || *start == '\'') {
      const guint8 *close = memchr (start + 1, *start, (gsize) (end - start - 1));

      return close == NULL ? NULL : find_encoding ((const char *) start + 1, (gsize) (close - start - 1));
    }
    for (p = start; p < end && !is_space (*p) && *p != ';';)
      p++;
    return find_encoding ((const char *) start, (gsize) (p - start));
  }
  return NULL;
}

/* The attributes of a <meta>. */
static const Encoding *
read_meta (Scanner *s)
{
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) value = g_string_new (NULL);
  const Encoding *charset = NULL, *in_content = NULL;
  gboolean pragma = FALSE, has_http_equiv = FALSE, has_charset = FALSE, has_content = FALSE;

  while (read_attribute (s, name, value))
    /* Of an attribute written twice the first one counts. */
    if (!has_http_equiv && g_str_equal (name->str, "http-equiv")) {
      has_http_equiv = TRUE;
      pragma = g_ascii_strcasecmp (value->str, "content-type") == 0;
    } else if (!has_content && g_str_equal (name->str, "content")) {
      has_content = TRUE;
      in_content = find_in_content (value);
    } else if (!has_charset && g_str_equal (name->str, "charset")) {
      has_charset = TRUE;
      charset = find_encoding (value->str, value->len);
    }
  if (s->p == s->end)
    return NULL;
  if (!has_charset && pragma)
    return in_content;
  return charset;
}

/* <?xml version="1.0" encoding="..."?> at the very start. */
static const Encoding *
read_xml_declaration (const guint8 *bytes, const guint8 *end)
{
  Scanner s = {bytes, end};
  const guint8 *close;

  if (!starts_with (bytes, end, "<?xml") || (s.end = memchr (bytes, '>', (gsize) (end - bytes))) == NULL ||
      !skip_past (&s, "encoding"))
    return NULL;
  while (s.p < s.end && *s.p <= ' ')
    s.p++;
  if (s.p == s.end || *s.p++ != '=')
    return NULL;
  while (s.p < s.end && *s.p <= ' ')
    s.p++;
  if (s.p == s.end || (*s.p != '"' && *s.p != '\''))
    return NULL;
  close = memchr (s.p + 1, *s.p, (gsize) (s.end - s.p - 1));
  return close == NULL ? NULL : find_encoding ((const char *) s.p + 1, (gsize) (close - s.p - 1));
}

/* Returns: (nullable): the encoding that the page gives itself. */
static const Encoding *
prescan (const guint8 *bytes, gsize length)
{
  Scanner s = {bytes, bytes + MIN (length, PRESCAN_LENGTH)};
  const Encoding *encoding = NULL;

  while (encoding == NULL && s.p < s.end) {
    if ((s.p = memchr (s.p, '<', (gsize) (s.end - s.p))) == NULL)
      break;
    if (starts_with (s.p, s.end, "<!--")) {
      s.p += 2; /* "<!-->" is a whole comment */
      skip_past (&s, "-->");
    } else if (starts_with (s.p, s.end, "<meta") && s.end - s.p > 5 && (is_space (s.p[5]) || s.p[5] == '/')) {
      s.p += 5;
      encoding = read_meta (&s);
    } else if (s.end - s.p > 2 && g_ascii_isalpha (s.p[s.p[1] == '/' ? 2 : 1])) {
      g_autoptr (GString) name = g_string_new (NULL);
      g_autoptr (GString) value = g_string_new (NULL);

      while (s.p < s.end && !is_space (*s.p) && *s.p != '>')
        s.p++;
      while (read_attribute (&s, name, value))
        ;
    } else if (s.end - s.p > 1 && (s.p[1] == '!' || s.p[1] == '/' || s.p[1] == '?'))
      skip_past (&s, ">");
    else
      s.p++;
  }
  if (encoding == NULL)
    encoding = read_xml_declaration (bytes, s.end);
  if (encoding == NULL)
    return NULL;
  /* What could be read as ASCII is not UTF-16. */
  if (is_utf_16 (encoding))
    return find_name ("UTF-8");
  if (g_str_equal (encoding->name, "x-user-defined"))
    return find_name ("windows-1252");
  return encoding;
}

/* ---- Statistics ----------------------------------------------------------------------------- */

/* What the text between the tags, as far as it was looked at, consists of. */
typedef struct {
  gsize ascii_letters;
  gsize high_letters;  /* bytes >= 0x80, but for quotes, dashes and signs that all of windows-125x share */
  gsize high_controls; /* 0x80 .. 0x9f: control characters in all of ISO-8859 */
} LetterCount;

static void
count_letters (LetterCount *count, const guint8 *p, gsize length)
{
  static const char signs[] = "\x82\x84\x85\x86\x87\x89\x8b\x91\x92\x93\x94\x95\x96\x97\x99\x9b"
                              "\xa0\xa6\xa7\xa9\xab\xac\xad\xae\xb0\xb1\xb5\xb6\xb7\xbb";

  for (const guint8 *end = p + length; p < end; p++)
    if (*p < 0x80)
      count->ascii_letters += g_ascii_isalpha (*p);
    else {
      count->high_letters += memchr (signs, *p, sizeof signs - 1) == NULL;
      count->high_controls += *p < 0xa0;
    }
}

/* Moves from behind the "<" of a tag to the text that follows; scripts and style sheets are no text. */
static void
skip_tag (Scanner *s)
{
  const char *close = starts_with (s->p, s->end, "script")  ? "/script"
                      : starts_with (s->p, s->end, "style") ? "/style"
                                                            : NULL;

  if (!skip_past (s, ">") || close == NULL)
    return;
  while (skip_past (s, "<") && !starts_with (s->p, s->end, close))
    ;
  skip_past (s, ">");
}

/* Where uchardet knows a language, but the web has another encoding for it. */
static const char *
correct_uchardet (const char *name, const LetterCount *count)
{
  static const char *const western[] = {"ISO-8859-3",  "ISO-8859-4",  "ISO-8859-10",
                                        "ISO-8859-14", "ISO-8859-15", "ISO-8859-16"};

  /* A word of French or a name in a page of English: too little for a guess at the language. */
  if (count->high_letters * 100 < count->ascii_letters)
    return "windows-1252";
  /* The encodings of DOS and of the Macintosh are no longer on the web, but their readers are. */
  if (g_str_equal (name, "IBM852") || g_str_equal (name, "MAC-CENTRALEUROPE"))
    return "windows-1250";
  if (g_str_equal (name, "MAC-CYRILLIC"))
    return "windows-1251";
  if (count->high_controls == 0)
    return name;
  /* Nobody writes control characters: they are quotes. */
  if (g_str_equal (name, "ISO-8859-13"))
    return "windows-1257";
  for (gsize i = 0; i < G_N_ELEMENTS (western); i++)
    if (g_str_equal (name, western[i]))
      return "windows-1252";
  return name;
}

/*
 * The opinion of uchardet on the text between the tags, from the first non-ASCII byte on. (Neither "<" nor
 * ">" is ever part of a longer character here; tags, all alike, would only drown the language.)
 */
static const Encoding *
detect_by_statistics (const guint8 *bytes, gsize length)
{
  Scanner s = {skip_ascii (bytes, bytes + length), bytes + length};
  gsize left = UCHARDET_LENGTH;
  uchardet_t detector = uchardet_new ();
  LetterCount count = {0, 0, 0};
  const Encoding *encoding;

  while (s.p < s.end && left > 0) {
    const guint8 *tag = memchr (s.p, '<', (gsize) (s.end - s.p));
    /* With the "<", which parts the words before and after the tag. */
    gsize n = MIN (left, (gsize) ((tag != NULL ? tag + 1 : s.end) - s.p));

    count_letters (&count, s.p, n);
    if (uchardet_handle_data (detector, (const char *) s.p, n) != 0)
      break;
    left -= n;
    s.p += n;
    if (tag != NULL && s.p > tag)
      skip_tag (&s);
  }
  uchardet_data_end (detector);
  encoding = find_name (correct_uchardet (uchardet_get_charset (detector), &count));
  uchardet_delete (detector);
  return encoding != NULL && encoding->family != FAMILY_REPLACEMENT ? encoding : NULL;
}

/* ---- Detection ----------------------------------------------------------------------------- */

static const Encoding *
detect_bom (const guint8 *bytes, gsize length, gsize *bom_length)
{
  *bom_length = 0;
  if (length >= 3 && memcmp (bytes, "\xef\xbb\xbf", 3) == 0) {
    *bom_length = 3;
    return find_name ("UTF-8");
  }
  if (length >= 2 && (memcmp (bytes, "\xff\xfe", 2) == 0 || memcmp (bytes, "\xfe\xff", 2) == 0)) {
    *bom_length = 2;
    return find_name (bytes[0] == 0xff ? "UTF-16LE" : "UTF-16BE");
  }
  return NULL;
}

/*
 * Whether the bytes bear out what a header or <meta> says of them.
 *
 * Declared UTF-8, while most of what is not ASCII is invalid: a server's default, not the encoding
 * of the page. (A few invalid bytes are mistakes in a page of UTF-8.)
 *
 * Declared UTF-16, without a single NUL byte: markup is ASCII, and would have them.
 *
 * Declared anything else, while all bytes are valid UTF-8 with at least four sequences of several
 * bytes: it is UTF-8. In a single-byte encoding each of the four would have to be a capital or
 * accented letter followed by just as many punctuation marks or symbols as its value demands, with
 * none of the natural neighbours (a letter, a space) anywhere in the page: words do not look so. In
 * the double-byte encodings about one pair in seven looks like UTF-8, four together less than one time
 * in two thousand, and the text of a page never.
 *
 * Returns: (nullable): the encoding to use, NULL to ask the next source.
 */
static const Encoding *
accept_declared (const Encoding *declared, const guint8 *bytes, gsize length, const Utf8Count *count)
{
  if (declared == NULL)
    return NULL;
  if (declared->family == FAMILY_UTF_8)
    return count->invalid > count->valid ? NULL : declared;
  if (is_utf_16 (declared))
    return memchr (bytes, '\0', length) != NULL ? declared : NULL;
  if (count->valid >= 4 && is_valid_utf8 (count))
    return find_name ("UTF-8");
  return declared;
}

static const Encoding *
detect_encoding (const guint8 *bytes, gsize length, const char *content_type)
{
  g_autofree char *label = extract_charset_from_content_type (content_type);
  Utf8Count count = count_utf8 (bytes, bytes + length);
  const Encoding *encoding = NULL;

  if (label != NULL)
    encoding = accept_declared (find_name (label), bytes, length, &count);
  if (encoding == NULL)
    encoding = accept_declared (prescan (bytes, length), bytes, length, &count);
  if (encoding == NULL)
    encoding = detect_utf_16 (bytes, length);
  if (encoding == NULL && count.valid + count.invalid == 0 && has_jis_escape (bytes, length))
    encoding = find_name ("ISO-2022-JP");
  /* One mistake in twenty: still far better than chance. */
  if (encoding == NULL && (is_valid_utf8 (&count) || count.valid / 20 >= count.invalid))
    encoding = find_name ("UTF-8");
  if (encoding == NULL)
    encoding = accept_declared (detect_by_statistics (bytes, length), bytes, length, &count);
  if (encoding == NULL)
    encoding = find_name ("windows-1252");
  return encoding;
}

/* No bytes may come as a null pointer, which must not be added to. */
static const guint8 *
or_empty (const guint8 *bytes)
{
  return bytes != NULL ? bytes : (const guint8 *) "";
}

/* Decoding would change nothing. */
static gboolean
is_utf8_already (const Encoding *encoding, const guint8 *start, const guint8 *end)
{
  switch (encoding->family) {
  case FAMILY_UTF_8:
    return count_utf8 (start, end).invalid == 0;
  case FAMILY_SINGLE_BYTE:
  case FAMILY_MULTI_BYTE:
  case FAMILY_GB18030:
  case FAMILY_EUC_JP:
    return skip_ascii (start, end) == end;
  case FAMILY_UTF_16BE:
  case FAMILY_UTF_16LE:
  case FAMILY_ISO_2022_JP:
  case FAMILY_REPLACEMENT:
    break;
  }
  return start == end;
}

/* ---- For the library ----------------------------------------------------------------------- */

const char *
extract_charset_from_label (const char *label)
{
  const Encoding *encoding = label != NULL ? find_name (label) : NULL;

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
extract_charset_detect (const guint8 *bytes, gsize length, const char *override, const char *content_type,
                        gsize *bom_length)
{
  const Encoding *encoding = override != NULL ? find_name (override) : NULL;
  const Encoding *by_bom = detect_bom (bytes, length, bom_length);

  bytes = or_empty (bytes);
  if (by_bom == NULL)
    return (encoding != NULL ? encoding : detect_encoding (bytes, length, content_type))->name;
  /* "UTF-16" is said of either byte order; the BOM knows which. */
  if (encoding == NULL || encoding == by_bom || (is_utf_16 (encoding) && is_utf_16 (by_bom)))
    return by_bom->name;
  *bom_length = 0;
  return encoding->name;
}

GBytes *
extract_charset_decode (GBytes *bytes, gsize bom_length, const char *charset, gsize max_length,
                        GError **error)
{
  const Encoding *encoding = find_name (charset);
  gsize length;
  const guint8 *start = or_empty (g_bytes_get_data (bytes, &length));
  const guint8 *end = start + length;
  GBytes *text = NULL;

  if (encoding == NULL) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_ENCODING, "Unknown encoding \"%s\"", charset);
    return NULL;
  }
  bom_length = MIN (bom_length, length);
  length -= bom_length;
  start = end - length;
  if (!is_utf8_already (encoding, start, end))
    text = decode_all (encoding, start, length, max_length);
  else if (length <= max_length)
    text = g_bytes_new_from_bytes (bytes, bom_length, length);
  if (text == NULL)
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY,
                 "The page needs more than %" G_GSIZE_FORMAT " bytes of memory", max_length);
  return text;
}
