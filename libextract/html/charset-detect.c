/* SPDX-License-Identifier: MIT */
/*
 * Which encoding a page has.
 *
 *   override, BOM, header, <meta>, the bytes themselves -> Encoding
 *
 * The prescan for <meta> is that of the HTML standard. Detection leaves the order of the standard
 * where pages are known to lie, and only where the bytes prove it; see accept_declared ().
 */
#include "libextract/html/charset-private.h"

#include <uchardet/uchardet.h>

/* Pages put their <meta> later than the 1024 bytes that the standard asks for. */
#define PRESCAN_LENGTH 8192
/* More text makes uchardet no wiser. */
#define UCHARDET_LENGTH 65536

/* ---- Evidence in the bytes ----------------------------------------------------------------- */

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
    return extract_charset_find_name ("UTF-16LE");
  if (n_even * 2 > n_pairs && n_odd * 20 <= n_even)
    return extract_charset_find_name ("UTF-16BE");
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

      return close == NULL ? NULL
                           : extract_charset_find ((const char *) start + 1, (gsize) (close - start - 1));
    }
    for (p = start; p < end && !is_space (*p) && *p != ';';)
      p++;
    return extract_charset_find ((const char *) start, (gsize) (p - start));
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
      charset = extract_charset_find (value->str, value->len);
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
  Scanner s = { bytes, end };
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
  return close == NULL ? NULL : extract_charset_find ((const char *) s.p + 1, (gsize) (close - s.p - 1));
}

/* Returns: (nullable): the encoding that the page gives itself. */
static const Encoding *
prescan (const guint8 *bytes, gsize length)
{
  Scanner s = { bytes, bytes + MIN (length, PRESCAN_LENGTH) };
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
    return extract_charset_find_name ("UTF-8");
  if (g_str_equal (encoding->name, "x-user-defined"))
    return extract_charset_find_name ("windows-1252");
  return encoding;
}

/* ---- Statistics ----------------------------------------------------------------------------- */

/* What the text between the tags, as far as it was looked at, consists of. */
typedef struct {
  gsize ascii_letters;
  gsize high_letters;  /* bytes >= 0x80, except quotes, dashes and signs that all of windows-125x share */
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
  static const char *const western[] = { "ISO-8859-3",  "ISO-8859-4",  "ISO-8859-10",
                                         "ISO-8859-14", "ISO-8859-15", "ISO-8859-16" };

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
  Scanner s = { skip_ascii (bytes, bytes + length), bytes + length };
  gsize left = UCHARDET_LENGTH;
  uchardet_t detector = uchardet_new ();
  LetterCount count = { 0, 0, 0 };
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
  encoding = extract_charset_find_name (correct_uchardet (uchardet_get_charset (detector), &count));
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
    return extract_charset_find_name ("UTF-8");
  }
  if (length >= 2 && (memcmp (bytes, "\xff\xfe", 2) == 0 || memcmp (bytes, "\xfe\xff", 2) == 0)) {
    *bom_length = 2;
    return extract_charset_find_name (bytes[0] == 0xff ? "UTF-16LE" : "UTF-16BE");
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
    return extract_charset_find_name ("UTF-8");
  return declared;
}

static const Encoding *
detect_encoding (const guint8 *bytes, gsize length, const char *content_type)
{
  g_autofree char *label = extract_charset_from_content_type (content_type);
  Utf8Count count = extract_charset_count_utf8 (bytes, bytes + length);
  const Encoding *encoding = NULL;

  if (label != NULL)
    encoding = accept_declared (extract_charset_find_name (label), bytes, length, &count);
  if (encoding == NULL)
    encoding = accept_declared (prescan (bytes, length), bytes, length, &count);
  if (encoding == NULL)
    encoding = detect_utf_16 (bytes, length);
  if (encoding == NULL && count.valid + count.invalid == 0 && has_jis_escape (bytes, length))
    encoding = extract_charset_find_name ("ISO-2022-JP");
  /* One error in twenty bytes is still far better than chance. */
  if (encoding == NULL && (is_valid_utf8 (&count) || count.valid / 20 >= count.invalid))
    encoding = extract_charset_find_name ("UTF-8");
  if (encoding == NULL)
    encoding = accept_declared (detect_by_statistics (bytes, length), bytes, length, &count);
  if (encoding == NULL)
    encoding = extract_charset_find_name ("windows-1252");
  return encoding;
}

const char *
extract_charset_detect (const guint8 *bytes, gsize length, const char *override, const char *content_type,
                        gsize *bom_length)
{
  const Encoding *encoding = override != NULL ? extract_charset_find_name (override) : NULL;
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
