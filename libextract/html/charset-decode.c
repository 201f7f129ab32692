/* SPDX-License-Identifier: MIT */
/*
 * Bytes turned into UTF-8. What a byte or a pair of bytes means is asked of iconv, once per
 * encoding: the answers are kept in tables, and iconv is never shown a page. So it is ours alone
 * what becomes of broken input, every byte is looked at a bounded number of times, and threads
 * share the tables without a lock. The behaviour is that of the decoders of the WHATWG standard.
 */
#include "libextract/base/budget.h"
#include "libextract/html/charset-private.h"

#define REPLACEMENT 0xfffdu

/* Where the standard differs from iconv: the bytes, and what they mean. */
static const struct {
  const char *iconv;
  guint16 bytes;
  guint16 code;
} exceptions[] = {
  { "CP1255", 0xca, 0x05ba },    { "KOI8-U", 0xae, 0x045e },    { "KOI8-U", 0xbe, 0x040e },
  { "MACINTOSH", 0xc6, 0x2206 }, { "MACINTOSH", 0xf0, 0xf8ff }, { "MAC-UK", 0xff, 0x20ac },
  { "GB18030", 0x80, 0x20ac },   { "GB18030", 0xa3a0, 0x3000 }, { "CP932", 0x80, 0x0080 },
};

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
  /* Some encodings hold a character back until they know whether an accent follows. */
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
    guint8 bytes[4] = { (guint8) (0x81 + i / 12600), (guint8) (0x30 + i / 1260 % 10),
                        (guint8) (0x81 + i / 10 % 126), (guint8) (0x30 + i % 10) };
    ranges[i] = ask_iconv (converter, bytes, sizeof bytes);
  }
  return ranges;
}

static guint32 *
make_jis0212 (GIConv converter)
{
  guint32 *rows = g_new0 (guint32, N_JIS0212);

  for (guint i = 0; i < N_JIS0212; i++) {
    guint8 bytes[3] = { 0x8f, (guint8) (0xa1 + i / 94), (guint8) (0xa1 + i % 94) };
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
    guint8 bytes[2] = { (guint8) (0x80 + lead), 0 };
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
  static gsize tables[N_ENCODINGS];
  gsize *table;

  /* The seven-bit sister has the characters of EUC-JP. */
  if (encoding->family == FAMILY_ISO_2022_JP)
    encoding = extract_charset_find_name ("EUC-JP");
  table = &tables[extract_charset_index (encoding)];
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
#define CHUNKS_PER_CLOCK 64
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
    { "(B", JIS_ASCII }, { "(J", JIS_ROMAN }, { "(I", JIS_KATAKANA },
    { "$@", JIS_KANJI }, { "$B", JIS_KANJI },
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
  Decoder d = { .in = bytes, .end = bytes + length, .family = encoding->family };
  guint8 *text = NULL, *grown;
  gsize done = 0, room = 0, wanted;
  guint chunks = 0;

  if (encoding->iconv[0] != NULL || encoding->family == FAMILY_SINGLE_BYTE ||
      encoding->family == FAMILY_ISO_2022_JP)
    d.table = get_table (encoding);
  while (d.in < d.end) {
    if (room - done < CHUNK_ROOM) {
      /* Grow by half at least, so that copying stays linear; at first by what most pages need. */
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
    if (done > max_length || (++chunks % CHUNKS_PER_CLOCK == 0 && !extract_budget_has_time ())) {
      g_free (text);
      return NULL;
    }
  }
  if (done < room && (grown = g_try_realloc (text, MAX (done, 1))) != NULL)
    text = grown;
  return g_bytes_new_take (text, done);
}

Utf8Count
extract_charset_count_utf8 (const guint8 *p, const guint8 *end)
{
  Utf8Count count = { 0, 0, FALSE };

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

/* Decoding would change nothing. */
static gboolean
is_utf8_already (const Encoding *encoding, const guint8 *start, const guint8 *end)
{
  switch (encoding->family) {
  case FAMILY_UTF_8:
    return extract_charset_count_utf8 (start, end).invalid == 0;
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

GBytes *
extract_charset_decode (GBytes *bytes, gsize bom_length, const char *charset, gsize max_length,
                        GError **error)
{
  const Encoding *encoding = extract_charset_find_name (charset);
  gsize length;
  const guint8 *start = or_empty (g_bytes_get_data (bytes, &length));
  const guint8 *end = start + length;
  GBytes *text = NULL;

  if (encoding == NULL) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_ENCODING, "there is no encoding named \"%s\"", charset);
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
    g_propagate_error (error,
                       extract_budget_new_error (extract_budget_has_time () ? EXTRACT_ERROR_OUT_OF_MEMORY
                                                                            : EXTRACT_ERROR_OUT_OF_TIME));
  return text;
}
