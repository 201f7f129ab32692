/* SPDX-License-Identifier: MIT */
/*
 * The readers of metadata. The first byte says which one, as a letter of the table; what follows is for it:
 *
 *   j{"@type": "Article"}         a script of JSON-LD, and behind </script> the rest of its page
 *   b<p itemprop=author>          a body: microdata, RDFa, classes, lines near a headline
 *   nauthor=Marta Lind            names of meta elements and what they say, a line each
 *   a/2020/03/04/tides            the address of a page
 *   d0 4 March 2020               a date; the second byte chooses the flags
 *   p1By Marta Lind               names; the second byte chooses how they are read
 *
 * Whatever it was, values are text on one line, dates are days that there were since 1990, addresses are of
 * the web, and reading once more gives the same.
 */
#include <libextract/extract.h>
#include <libextract/meta/date.h>
#include <libextract/meta/person.h>

#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

#define TODAY "2026-05-01"
#define MAX_VALUES 64

static guint32
today (void)
{
  const ExtractDate date = { .year = 2026, .month = 5, .day = 1 };

  return extract_date_to_days (&date);
}

/* ---- Values --------------------------------------------------------------------------------- */

/* Text without controls, and single blanks within it. */
static void
check_text (const char *text)
{
  g_assert_true (*text != '\0' && g_utf8_validate (text, -1, NULL));
  g_assert_true (*text != ' ' && text[strlen (text) - 1] != ' ' && !strstr (text, "  "));
  for (const char *p = text; *p; p = g_utf8_next_char (p))
    g_assert_false (g_unichar_iscntrl (g_utf8_get_char (p)));
}

static guint
read_number (const char **p, guint digits)
{
  guint value = 0;

  for (guint i = 0; i < digits; i++, ++*p) {
    g_assert_true (g_ascii_isdigit (**p));
    value = value * 10 + (guint) (**p - '0');
  }
  return value;
}

/* ISO 8601 as the manual has it: a year, maybe a month, a day, a time, a zone. */
static void
check_date (const char *text)
{
  const char *p = text;
  guint year = read_number (&p, 4), month = 1, day = 1;
  GDate date;

  if (*p == '-') {
    p++;
    month = read_number (&p, 2);
  }
  if (*p == '-') {
    p++;
    day = read_number (&p, 2);
    if (*p == 'T') {
      p++;
      g_assert_cmpuint (read_number (&p, 2), <=, 23);
      g_assert_true (*p++ == ':');
      g_assert_cmpuint (read_number (&p, 2), <=, 59);
      if (*p == ':') {
        p++;
        g_assert_cmpuint (read_number (&p, 2), <=, 59);
      }
      if (*p == 'Z')
        p++;
      else if (*p == '+' || *p == '-') {
        p++;
        g_assert_cmpuint (read_number (&p, 2), <=, 14);
        g_assert_true (*p++ == ':');
        g_assert_cmpuint (read_number (&p, 2), <=, 59);
      }
    }
  }
  g_assert_true (*p == '\0' && year >= 1990);
  g_assert_true (g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year));
  g_date_clear (&date, 1);
  g_date_set_dmy (&date, (GDateDay) day, (GDateMonth) month, (GDateYear) year);
  g_assert_cmpuint (g_date_get_julian (&date), <=, today ());
}

static void
check_value (ExtractField field, const char *value)
{
  check_text (value);
  switch (field) {
  case EXTRACT_FIELD_PUBLISHED:
  case EXTRACT_FIELD_MODIFIED:
    check_date (value);
    break;
  case EXTRACT_FIELD_URL:
  case EXTRACT_FIELD_IMAGE:
    g_assert_true (g_ascii_strncasecmp (value, "http://", 7) == 0 ||
                   g_ascii_strncasecmp (value, "https://", 8) == 0);
    break;
  case EXTRACT_FIELD_AUTHOR:
    g_assert_cmpuint (strlen (value), <, PERSON_LENGTH);
    break;
  default:
    break;
  }
}

/* Returns: (transfer full): all values, a line each */
static char *
read_page (const char *page, gsize length, const char *uri)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GBytes) bytes = g_bytes_new (page, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  ExtractMetadata *metadata;
  GString *all = g_string_new (NULL);

  extract_parser_set_today (parser, TODAY);
  document = extract_parser_parse_bytes (parser, bytes, "text/html; charset=utf-8", uri, &error);
  if (!document)
    return g_string_free (all, FALSE);
  metadata = extract_document_get_metadata (document, &error);
  g_assert_no_error (error);
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++) {
    const guint n = extract_metadata_get_n_values (metadata, field);

    g_assert_cmpuint (n, <=, extract_field_get_info (field)->many ? MAX_VALUES : 1);
    for (guint i = 0; i < n; i++) {
      const char *value = extract_metadata_get_value (metadata, field, i);

      check_value (field, value);
      g_string_append_printf (all, "%u %s %s\n", field, extract_metadata_get_origin (metadata, field, i),
                              value);
    }
  }
  return g_string_free (all, FALSE);
}

static void
check_page (const GString *page, const char *uri)
{
  g_autofree char *first = read_page (page->str, page->len, uri);
  g_autofree char *second = read_page (page->str, page->len, uri);

  g_assert_cmpstr (first, ==, second);
}

/* ---- Readers -------------------------------------------------------------------------------- */

static void
read_script (const char *text, gsize length)
{
  g_autoptr (GString) page = g_string_new ("<script type='application/ld+json'>");

  g_string_append_len (page, text, (gssize) length);
  check_page (page, "https://site.example/tides");
}

static void
read_body (const char *text, gsize length)
{
  g_autoptr (GString) page =
      g_string_new ("<title>How to read tides</title><body><h1>How to read tides</h1>");

  g_string_append_len (page, text, (gssize) length);
  check_page (page, "https://site.example/tides");
}

static void
read_metas (const char *text, gsize length)
{
  g_autoptr (GString) page = g_string_new (NULL);
  g_autofree char *lines = g_strndup (text, length);
  g_auto (GStrv) split = g_strsplit (lines, "\n", 64);

  for (char **line = split; *line; line++) {
    char *value = strchr (*line, '=');

    if (value)
      *value++ = '\0';
    g_string_append (page, "<meta name='");
    g_string_append (page, g_strdelimit (*line, "'>", '_'));
    g_string_append (page, "' content='");
    g_string_append (page, value ? g_strdelimit (value, "'", '_') : "");
    g_string_append (page, "'>");
  }
  check_page (page, "https://site.example/tides");
}

static void
read_address (const char *text, gsize length)
{
  g_autoptr (GString) page = g_string_new ("<title>How to read tides</title><p>Tides");
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  g_autofree char *uri = g_strconcat ("https://site.example", valid, NULL);
  ExtractDate date;
  char printed[EXTRACT_DATE_LENGTH];

  check_page (page, uri);
  if (extract_date_find_in_address (uri, today (), &date)) {
    g_assert_cmpuint (date.precision, ==, EXTRACT_DATE_DAY);
    extract_date_print (&date, printed);
    check_date (printed);
  }
}

/* What was found comes back from what is printed of it. */
static void
read_date (const char *text, gsize length)
{
  ExtractDate date, again;
  gsize start = 0, end = 0, other_start, other_end;
  char printed[EXTRACT_DATE_LENGTH], printed_again[EXTRACT_DATE_LENGTH];
  g_autofree char *valid = length > 0 ? g_utf8_make_valid (text + 1, (gssize) length - 1) : g_strdup ("");
  const ExtractDateFlags flags = length > 0 ? (guchar) text[0] & 7 : 0;

  if (!extract_date_find (valid, strlen (valid), flags, today (), &date, &start, &end))
    return;
  g_assert_true (start < end && end <= strlen (valid));
  extract_date_print (&date, printed);
  check_date (printed);
  g_assert_true (extract_date_find (printed, strlen (printed), EXTRACT_DATE_MACHINE, today (), &again,
                                    &other_start, &other_end));
  extract_date_print (&again, printed_again);
  g_assert_cmpstr (printed_again, ==, printed);
  g_assert_true (other_start == 0 && other_end == strlen (printed));
}

static void
read_persons (const char *text, gsize length)
{
  g_autofree char *valid = length > 0 ? g_utf8_make_valid (text + 1, (gssize) length - 1) : g_strdup ("");
  const PersonTrust trust = length > 0 ? (guchar) text[0] % (PERSON_REVERSED + 1) : PERSON_DECLARED;
  const char *place = valid;
  char name[PERSON_LENGTH];

  g_assert_cmpuint (person_skip_by (valid, strlen (valid)), <=, strlen (valid));
  while (place && person_next (&place, trust, name)) {
    g_assert_true (*name && g_utf8_validate (name, -1, NULL));
    g_assert_true (!place || (place >= valid && place <= valid + strlen (valid)));
  }
}

static const struct {
  char letter;
  void (*read) (const char *text, gsize length);
} readers[] = {
  { 'j', read_script },  { 'b', read_body }, { 'n', read_metas },
  { 'a', read_address }, { 'd', read_date }, { 'p', read_persons },
};

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  for (gsize i = 0; size > 0 && i < G_N_ELEMENTS (readers); i++)
    if (data[0] == readers[i].letter) {
      /* In memory of its own, so that a read beyond its end is seen. */
      g_autofree char *text = g_strndup ((const char *) data + 1, size - 1);

      readers[i].read (text, size - 1);
    }
  return 0;
}
