/* SPDX-License-Identifier: MIT */
#include "libextract/model/model-reader.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- Numbers ------------------------------------------------------------------------------ */

static const char *const formats[] = {
  [6] = "%.6g", [7] = "%.7g", [8] = "%.8g", [9] = "%.9g", [15] = "%.15g", [16] = "%.16g", [17] = "%.17g",
};

static double
value_of (const char *text, ModelDigits digits)
{
  double value = g_ascii_strtod (text, NULL);

  return digits.most == FLT_DECIMAL_DIG ? (double) (float) value : value;
}

const char *
extract_model_number_to_text (char text[MODEL_NUMBER_SIZE], ModelDigits digits, double value)
{
  int n = digits.least;

  g_ascii_formatd (text, MODEL_NUMBER_SIZE, formats[n], value);
  while (n < digits.most && value_of (text, digits) != value)
    g_ascii_formatd (text, MODEL_NUMBER_SIZE, formats[++n], value);
  return text;
}

/*
 * Nearly all numbers of a file are floats like "-0.0416035466", and there are ten thousands of them: those
 * are read without a try to write them again. Returns the end of the number, NULL where that is not sure.
 *
 * The text is N / 10^k with N of @least digits, once zeros are put behind it; N and 10^k are whole, so their
 * quotient is rounded once, as a reader of doubles does it. @value is that as a float v; %.(least)g writes N
 * for it if |v 10^k - N| < 1/2, which rounding errors (10^9 x 2^-53) cannot blur but close to 1/2.
 */
static const char *
read_plain_number (const char *text, ModelDigits digits, double *value)
{
  static const guint64 tens[] = { 1,           10,           100,           1000,           10000,
                                  100000,      1000000,      10000000,      100000000,      1000000000,
                                  10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000 };
  const gboolean negative = text[0] == '-';
  const char *first = text + negative, *p = first;
  guint64 n = 0, digit;

  for (; (digit = (guchar) (*p - '0')) < 10; p++)
    n = n * 10 + digit;
  const char *point = p, *start = first;
  if (*p == '.')
    for (p++; (digit = (guchar) (*p - '0')) < 10; p++)
      n = n * 10 + digit;
  const gsize n_decimals = p > point ? (gsize) (p - point - 1) : 0;
  /* From the first digit that is not 0. */
  while (start < p && (*start == '0' || start == point))
    start++;
  const int n_digits = (int) (p - start) - (start < point && point < p);
  if (digits.most != FLT_DECIMAL_DIG || (*p != '\0' && *p != ' ') || point == first || p - first > 14 ||
      (first[0] == '0' && point > first + 1) || (p > point && (n_decimals == 0 || p[-1] == '0')) ||
      n_digits > digits.least)
    return NULL;
  guint64 power = tens[n_decimals];
  /* %g goes over to exponents below 0.0001. */
  if (n > 0 && n * 10000 < power)
    return NULL;

  const float v = (float) ((double) n / (double) power);
  *value = negative ? -v : v;
  /* A float keeps so many digits. */
  if (n == 0 || digits.least == FLT_DIG)
    return p;
  n *= tens[digits.least - n_digits];
  power *= tens[digits.least - n_digits];
  return fabs ((double) v * (double) power - (double) n) < 0.499 ? p : NULL;
}

/* FALSE unless @text is what extract_model_number_to_text () writes for a finite value. */
static gboolean
number_from_text (const char *text, ModelDigits digits, double *value)
{
  char again[MODEL_NUMBER_SIZE];

  *value = value_of (text, digits);
  return isfinite (*value) && strcmp (text, extract_model_number_to_text (again, digits, *value)) == 0;
}

/* ---- Lines and words ---------------------------------------------------------------------- */

gboolean
extract_reader_line (ExtractReader *reader, GError **error)
{
  reader->line++;
  if (reader->next == reader->end)
    return extract_model_refuse (error, "the file ends in the middle of the model");
  reader->word = reader->next;
  char *end = strchr (reader->next, '\n');
  *end = '\0';
  reader->next = end + 1;
  return TRUE;
}

gboolean
extract_reader_enter (ExtractReader *reader, const char *key, GError **error)
{
  const gsize length = strlen (key);

  if (strncmp (reader->word, key, length) != 0 || reader->word[length] != ':')
    return extract_model_refuse (error, "\"%s:\" is expected here", key);
  char *rest = reader->word + length + 1;
  if (*rest != '\0' && *rest != ' ')
    return extract_model_refuse (error, "there is no space after \"%s:\"", key);
  reader->word = *rest == ' ' ? rest + 1 : NULL;
  return TRUE;
}

gboolean
extract_reader_key (ExtractReader *reader, const char *key, GError **error)
{
  return extract_reader_line (reader, error) && extract_reader_enter (reader, key, error);
}

gboolean
extract_reader_line_is_next (const ExtractReader *reader, const char *key)
{
  return g_str_has_prefix (reader->next, key) && reader->next[strlen (key)] == ':';
}

const char *
extract_reader_take (ExtractReader *reader)
{
  char *word = reader->word;

  if (word == NULL)
    return NULL;
  reader->word = strchr (word, ' ');
  if (reader->word != NULL)
    *reader->word++ = '\0';
  return word;
}

gboolean
extract_reader_word (ExtractReader *reader, const char *expected, GError **error)
{
  const char *word = extract_reader_take (reader);

  if (g_strcmp0 (word, expected) != 0)
    return extract_model_refuse (error, "the word \"%s\" is expected here", expected);
  return TRUE;
}

gboolean
extract_reader_end (ExtractReader *reader, GError **error)
{
  if (reader->word != NULL)
    return extract_model_refuse (error, "the line has extra text at its end");
  return TRUE;
}

gboolean
extract_reader_number (ExtractReader *reader, const char *what, ModelDigits digits, double *value,
                       GError **error)
{
  const char *end = reader->word != NULL ? read_plain_number (reader->word, digits, value) : NULL;

  if (end != NULL) {
    reader->word = *end == ' ' ? (char *) end + 1 : NULL;
    return TRUE;
  }
  const char *word = extract_reader_take (reader);
  if (word == NULL)
    return extract_model_refuse (error, "%s is missing", what);
  if (!number_from_text (word, digits, value))
    return extract_model_refuse (error, "%s is not a number as model files write it", what);
  return TRUE;
}

gboolean
extract_reader_count (ExtractReader *reader, const char *what, guint *value, GError **error)
{
  double number;

  if (!extract_reader_number (reader, what, model_short_double, &number, error))
    return FALSE;
  if (number < 0 || number > G_MAXUINT || number != floor (number))
    return extract_model_refuse (error, "%s is not a whole number from 0 to %u", what, G_MAXUINT);
  *value = (guint) number;
  return TRUE;
}

gboolean
extract_reader_word_is_next (const ExtractReader *reader, const char *word)
{
  const gsize length = strlen (word);

  return reader->word != NULL && strncmp (reader->word, word, length) == 0 &&
         (reader->word[length] == ' ' || reader->word[length] == '\0');
}
