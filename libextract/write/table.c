/* SPDX-License-Identifier: MIT */
/*
 * CSV and TSV: a row for each page, below a row with the names of the columns: source, the fields of the
 * metadata, detected_language and language_share if they are asked for, text. The text is that of the format
 * text, without its last line break.
 *
 *   CSV   quotes as RFC 4180 has them: "a ""b"", c"; lines of a value end in a line feed
 *   TSV   \t \n \r \\ in place of tabs, line breaks and backslashes: a row is a line, a tab ends a column
 *
 * What no reader expects in a table is seen to: other control characters become U+FFFD; a value that a
 * spreadsheet would compute gets an apostrophe in front of it.
 */
#include "libextract/write/writer.h"

#include <string.h>

#define MANY_SEPARATOR "; "

/*
 * Spreadsheets compute values that begin with one of these. A value that would read like one that got its
 * apostrophe here gets another: so who takes one away where apostrophes and one of the signs begin a value
 * has what was there. A sign alone is harmless.
 */
static gboolean
is_formula (const char *value)
{
  const char *sign = value + strspn (value, "'");

  return *sign != '\0' && strchr ("=+-@\t\r\n", *sign) && sign[1] != '\0';
}

/* What stands for a character that cannot stay. Returns: (nullable): NULL if it can */
static const char *
replace_char (char c, char separator)
{
  switch (c) {
  case '\t':
    return separator == '\t' ? "\\t" : NULL;
  case '\n':
    return separator == '\t' ? "\\n" : NULL;
  case '\r':
    return separator == '\t' ? "\\r" : "\n";
  case '\\':
    return separator == '\t' ? "\\\\" : NULL;
  case '"':
    return separator == '\t' ? NULL : "\"\"";
  default:
    return ((guchar) c < ' ' || c == 0x7f) ? "\357\277\275" : NULL;
  }
}

/* @value: valid UTF-8, without NULs but its last */
static void
append_value (ExtractString *out, char separator, const char *value)
{
  const gboolean formula = is_formula (value);
  const gboolean quoted = separator != '\t' && (formula || value[strcspn (value, ",\"\n\r")] != '\0');
  const char *run = value;

  extract_string_append_str (out, quoted ? "\"" : "");
  extract_string_append_str (out, formula ? "'" : "");
  for (const char *p = value; *p; p++) {
    const char *instead = replace_char (*p, separator);

    if (!instead)
      continue;
    extract_string_append (out, run, (gsize) (p - run));
    /* A line break of two characters is one. */
    if (!(*p == '\r' && p[1] == '\n' && separator != '\t'))
      extract_string_append_str (out, instead);
    run = p + 1;
  }
  extract_string_append_str (out, run);
  extract_string_append_str (out, quoted ? "\"" : "");
}

char *
extract_table_dup_header (char separator, ExtractWriteFlags flags)
{
  GString *header = g_string_new ("source");

  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++)
    if (extract_writer_has_field (flags, field))
      g_string_append_printf (header, "%c%s", separator, extract_field_get_info (field)->name);
  if (flags & EXTRACT_WRITE_LANGUAGE)
    g_string_append_printf (header, "%cdetected_language%clanguage_share", separator, separator);
  g_string_append_printf (header, "%ctext\n", separator);
  return g_string_free (header, FALSE);
}

static void
append_language (ExtractString *out, char separator, ExtractLanguage language)
{
  extract_string_append_c (out, separator);
  extract_string_append_str (out, language.code);
  extract_string_append_c (out, separator);
  extract_writer_append_number (out, "%.2f", language.share);
}

static void
append_row (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags, char separator)
{
  ExtractMetadata *metadata = extract_writer_get_metadata (document);
  const char *source = extract_document_get_source (document);
  g_autoptr (ExtractString) value = extract_string_new ();

  append_value (out, separator, source ? source : "");
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++) {
    if (!extract_writer_has_field (flags, field))
      continue;
    extract_string_truncate (value, 0);
    extract_writer_append_values (value, metadata, flags, field, MANY_SEPARATOR, ',');
    extract_string_append_c (out, separator);
    append_value (out, separator, value->str);
  }
  if (flags & EXTRACT_WRITE_LANGUAGE)
    append_language (out, separator, extract_language_of_document (document));
  extract_string_truncate (value, 0);
  extract_write_text (value, document, flags);
  if (value->len > 0)
    extract_string_truncate (value, value->len - 1);
  extract_string_append_c (out, separator);
  append_value (out, separator, value->str);
  extract_string_append_c (out, '\n');
}

void
extract_write_csv (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  append_row (out, document, flags, ',');
}

void
extract_write_tsv (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  append_row (out, document, flags, '\t');
}
