/* SPDX-License-Identifier: MIT */
/*
 * When a guess of CLD2 counts. The limits were measured on paragraphs of pages in 30 languages: of those with
 * 11 to 20 bytes of letters that CLD2 is sure of, 6 % are in another language, of those with 21 to 40 it is
 * 1.7 %, and beyond that hardly any.
 *
 * Hints are not passed on to CLD2. A hint can make it choose: pages in traditional characters that declare
 * zh-CN became Japanese.
 */
#include "libextract/text/language.h"

#include <gio/gio.h>
#include <string.h>

#include "config.h"
#ifdef HAVE_CLD2
#include "libextract/text/language-cld2.h"
#endif

static const ExtractLanguage unknown = { EXTRACT_LANGUAGE_UNKNOWN, 0 };

static gboolean
is_same (const char *a, const char *b, gsize length)
{
  return g_ascii_strncasecmp (a, b, length) == 0;
}

gboolean
extract_language_is (const char *code, const char *wanted)
{
  g_return_val_if_fail (code != NULL, FALSE);
  g_return_val_if_fail (wanted != NULL, FALSE);

  const gsize length = strlen (wanted);

  return is_same (code, wanted, length) && (code[length] == '\0' || code[length] == '-');
}

#ifdef HAVE_CLD2

#define LEAST_BYTES 20 /* of letters */
#define LEAST_CONFIRMED_BYTES 10
#define LEAST_SHARE 0.5

/* Of a longer text, pieces from all over it are read. */
#define N_PIECES 12
#define PIECE_BYTES 256
#define SAMPLE_BYTES (N_PIECES * (PIECE_BYTES + 1))
/* CLD2 reads the next character before it looks whether there is one. */
#define BEYOND_BYTES 16

/* Codes by the name that is used here: CLD2 has some that were withdrawn, and pages have all of them. */
static const struct {
  const char *other, *code;
} aliases[] = {
  { "fil", "tl" }, { "in", "id" }, { "iw", "he" }, { "ji", "yi" },
  { "jw", "jv" },  { "mo", "ro" }, { "nb", "no" },
};

static const char *
unalias (const char *primary, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (strlen (aliases[i].other) == length && is_same (aliases[i].other, primary, length))
      return aliases[i].code;
  return NULL;
}

gboolean
extract_language_load (GError **error)
{
  const char *failure = extract_cld2_load ();

  if (failure)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 "languages cannot be told without CLD2 (package libcld2-0): %s", failure);
  return !failure;
}

/* CLD2 also knows scripts without a language ("xx-Goth"), pig Latin and the like ("zzp") and Klingon.
 * Returns: (nullable) static: the code that is used here */
static const char *
clean_code (const char *code)
{
  const char *better = unalias (code, strlen (code));

  if (*code == '\0' || g_str_has_prefix (code, "xx") || g_str_has_prefix (code, "zz") ||
      strcmp (code, "un") == 0 || strcmp (code, "tlh") == 0)
    return NULL;
  return better ? better : code;
}

char *
extract_language_dup_code (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  const char *wanted = unalias (text, strlen (text)), *code;

  if (g_ascii_strcasecmp (text, EXTRACT_LANGUAGE_UNKNOWN) == 0)
    return g_strdup (EXTRACT_LANGUAGE_UNKNOWN);
  for (int i = 0; !extract_cld2_load () && (code = extract_cld2_get_code (i)); i++) {
    code = clean_code (code);
    if (code && g_ascii_strcasecmp (code, wanted ? wanted : text) == 0)
      return g_strdup (code);
  }
  return NULL;
}

/* All of @text, or pieces from all over it, with a space behind each; behind them, zeros.
 * @sample: [SAMPLE_BYTES + BEYOND_BYTES]. Returns: how many bytes */
static gsize
take_sample (const char *text, gsize length, char *sample)
{
  gsize n = 0;

  memset (sample, 0, SAMPLE_BYTES + BEYOND_BYTES);
  if (length <= SAMPLE_BYTES) {
    memcpy (sample, text, length);
    return length;
  }
  for (gsize i = 0; i < N_PIECES; i++) {
    const char *start = text + length / N_PIECES * i, *end = start + PIECE_BYTES;

    while (start < end && (*start & 0xc0) == 0x80)
      start++;
    while (end > start && (*end & 0xc0) == 0x80)
      end--;
    memcpy (sample + n, start, end - start);
    n += end - start;
    sample[n++] = ' ';
  }
  return n;
}

/* Whether @hint, a tag of whatever form, names the language of @code, whatever the script. */
static gboolean
confirms (const char *hint, const char *code)
{
  const gsize length = strcspn (hint, "-_");
  const char *better = unalias (hint, length);

  if (better)
    return extract_language_is (code, better);
  return strcspn (code, "-") == length && is_same (code, hint, length);
}

static gboolean
is_good (const ExtractGuess *guess, const char *hint)
{
  if (!guess->code || guess->share < LEAST_SHARE)
    return FALSE;
  return (guess->reliable && !hint && guess->n_bytes > LEAST_BYTES) ||
         (hint && guess->n_bytes > LEAST_CONFIRMED_BYTES && confirms (hint, guess->code));
}

ExtractLanguage
extract_language_detect (const char *text, gsize length, const char *hint)
{
  g_return_val_if_fail (text != NULL || length == 0, unknown);

  char sample[SAMPLE_BYTES + BEYOND_BYTES];
  const gsize n = length > 0 ? take_sample (text, length, sample) : 0;
  ExtractGuess guess;
  gboolean good;

  if (n == 0 || !g_utf8_validate (sample, (gssize) n, NULL) || extract_cld2_load ())
    return unknown;
  extract_cld2_guess (sample, (int) n, FALSE, &guess);
  guess.code = guess.code ? clean_code (guess.code) : NULL;
  good = is_good (&guess, NULL);
  if (!good && hint) {
    extract_cld2_guess (sample, (int) n, TRUE, &guess);
    guess.code = guess.code ? clean_code (guess.code) : NULL;
    good = is_good (&guess, hint);
  }
  return good ? (ExtractLanguage){ guess.code, guess.share } : unknown;
}

#else

gboolean
extract_language_load (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       "languages cannot be told: this program was built without CLD2");
  return FALSE;
}

char *
extract_language_dup_code (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  return NULL;
}

ExtractLanguage
extract_language_detect (const char *text, gsize length, const char *hint)
{
  g_return_val_if_fail (text != NULL || length == 0, unknown);

  return unknown;
}

#endif
