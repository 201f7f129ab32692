/* SPDX-License-Identifier: MIT */
/*
 * The only file that uses CLD2, and the only one in C++.
 *
 * CLD2 and libstdc++ are loaded with the first text, so that a program that asks for no language starts as
 * fast as before. Nothing is linked: two functions are looked up by the names that all C++ compilers of the
 * system give them, and the headers say whether they are of the types that are expected here. So this file
 * needs nothing of libstdc++ itself, and is linked as C is.
 */
#include "libextract/text/language-cld2.h"

#include "libextract/base/libraries.h"

#include <cstdio>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
#include <dlfcn.h>

#define DETECT_NAME                                                                                         \
  "_ZN4CLD224ExtDetectLanguageSummaryEPKcibPKNS_8CLDHintsEiPNS_8LanguageEPiPdPSt6vectorINS_11ResultChunkES" \
  "aISA_EES7_Pb"
#define CODE_NAME "_ZN4CLD212LanguageCodeENS_8LanguageE"

typedef CLD2::Language Detect (const char *text, int length, bool plain, const CLD2::CLDHints *hints,
                               int flags, CLD2::Language *languages, int *percents, double *scores,
                               CLD2::ResultChunkVector *chunks, int *n_bytes, bool *reliable);
typedef const char *GetCode (CLD2::Language language);

/* Does not compile where the headers have no such functions. */
typedef decltype (static_cast<Detect *> (CLD2::ExtDetectLanguageSummary)) DetectPointer;
typedef decltype (static_cast<GetCode *> (CLD2::LanguageCode)) GetCodePointer;

static struct {
  DetectPointer detect;
  GetCodePointer get_code;
} cld2;

/* Returns: (nullable): why there is none; static */
static gpointer
load (gpointer)
{
  void *library = extract_library_open (EXTRACT_LIBRARY_CLD2);

  if (!library)
    return g_strdup (dlerror ());
  cld2.detect = reinterpret_cast<DetectPointer> (dlsym (library, DETECT_NAME));
  cld2.get_code = reinterpret_cast<GetCodePointer> (dlsym (library, CODE_NAME));
  return cld2.detect && cld2.get_code ? nullptr : g_strdup ("it is not the CLD2 that is known here");
}

const char *
extract_cld2_load (void)
{
  static GOnce once = G_ONCE_INIT;

  return static_cast<const char *> (g_once (&once, load, nullptr));
}

void
extract_cld2_guess (const char *text, int length, gboolean short_too, ExtractGuess *guess)
{
  const CLD2::CLDHints none = { nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE };
  CLD2::Language languages[3] = { CLD2::UNKNOWN_LANGUAGE, CLD2::UNKNOWN_LANGUAGE, CLD2::UNKNOWN_LANGUAGE };
  int percents[3] = { 0, 0, 0 };
  double scores[3];
  bool reliable = false;

  guess->n_bytes = 0;
  /* What it returns is not always the most frequent language: of pages with menus in English, it prefers the
     other one. Our text has no menus. */
  cld2.detect (text, length, true, &none, short_too ? CLD2::kCLDFlagBestEffort : 0, languages, percents,
               scores, nullptr, &guess->n_bytes, &reliable);
  guess->code = languages[0] == CLD2::UNKNOWN_LANGUAGE ? nullptr : cld2.get_code (languages[0]);
  guess->share = percents[0] / 100.0;
  guess->reliable = reliable;
}

const char *
extract_cld2_get_code (int i)
{
  return i < CLD2::NUM_LANGUAGES ? cld2.get_code (static_cast<CLD2::Language> (i)) : nullptr;
}
