/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "libextract/text/breaks.h"

#include "libextract/base/libraries.h"

#include <gio/gio.h>

#ifdef HAVE_ICU
#include <dlfcn.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

/* ICU adds its version to the name of each function. */
#define NAME_OF(function) G_STRINGIFY (function)

/* clang-format off */
#define ICU_FUNCTIONS(X)                                                                        \
  X (open, ubrk_open) X (close, ubrk_close) X (set_text, ubrk_setUText) X (next, ubrk_next)     \
  X (get_status, ubrk_getRuleStatus) X (open_text, utext_openUTF8) X (close_text, utext_close)  \
  X (name_error, u_errorName)
/* clang-format on */

static struct {
#define X(name, function) __typeof__ (function) *name;
  ICU_FUNCTIONS (X)
#undef X
} icu;

static GError *
new_error (const char *reason)
{
  return g_error_new (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "vertical output needs ICU (package %s): %s",
                      extract_library_get_info (EXTRACT_LIBRARY_ICU)->package, reason);
}

/* Returns: (nullable): why there is none; static */
static gpointer
load_icu (gpointer unused)
{
  gpointer library = extract_library_open (EXTRACT_LIBRARY_ICU);

  if (!library)
    return g_strdup (dlerror ());
#define X(name, function)                                               \
  if (!(*(gpointer *) &icu.name = dlsym (library, NAME_OF (function)))) \
    return g_strdup (dlerror ());
  ICU_FUNCTIONS (X)
#undef X
  return NULL;
}

gboolean
extract_breaks_load (GError **error)
{
  static GOnce once = G_ONCE_INIT;
  const char *failure = g_once (&once, load_icu, NULL);

  if (failure)
    g_propagate_error (error, new_error (failure));
  return !failure;
}

/* ---- Iterators of a thread ------------------------------------------------------------------- */

typedef struct {
  UBreakIterator *iterators[EXTRACT_N_BREAKS]; /* (nullable) */
  UText text;                                  /* what they read */
} Tools;

static void
tools_free (gpointer data)
{
  Tools *tools = data;

  for (guint i = 0; i < EXTRACT_N_BREAKS; i++)
    if (tools->iterators[i])
      icu.close (tools->iterators[i]);
  icu.close_text (&tools->text);
  g_free (tools);
}

static GPrivate tools_of_thread = G_PRIVATE_INIT (tools_free);

static Tools *
get_tools (void)
{
  static const UText no_text = UTEXT_INITIALIZER;
  Tools *tools = g_private_get (&tools_of_thread);
  GError *error = NULL;

  if (tools)
    return tools;
  if (!extract_breaks_load (&error))
    extract_budget_fail (error);
  tools = g_new0 (Tools, 1);
  tools->text = no_text;
  g_private_set (&tools_of_thread, tools);
  return tools;
}

static void
check_icu (UErrorCode code)
{
  if (U_FAILURE (code))
    extract_budget_fail (new_error (icu.name_error (code)));
}

/* The rules of no language: what is particular to languages is in segmenter.c, whatever the version of ICU.
 */
static UBreakIterator *
get_iterator (ExtractBreaks which, const char *text, gsize length)
{
  static const UBreakIteratorType types[EXTRACT_N_BREAKS] = { UBRK_WORD, UBRK_SENTENCE };
  Tools *tools = get_tools ();
  UErrorCode code = U_ZERO_ERROR;

  if (!tools->iterators[which])
    tools->iterators[which] = icu.open (types[which], "", NULL, 0, &code);
  check_icu (code);
  icu.open_text (&tools->text, text, (gint64) length, &code);
  icu.set_text (tools->iterators[which], &tools->text, &code);
  check_icu (code);
  return tools->iterators[which];
}

static ExtractBreakKind
kind_of_status (gint32 status)
{
  return status < UBRK_WORD_NONE_LIMIT     ? EXTRACT_BREAK_OTHER
         : status < UBRK_WORD_NUMBER_LIMIT ? EXTRACT_BREAK_NUMBER
         : status < UBRK_WORD_LETTER_LIMIT ? EXTRACT_BREAK_WORD
                                           : EXTRACT_BREAK_IDEOGRAPHS;
}

void
extract_breaks_find (ExtractBreaks which, const char *text, gsize length, ExtractRows *breaks)
{
  UBreakIterator *iterator = get_iterator (which, text, length);

  for (gint32 end = icu.next (iterator); end != UBRK_DONE; end = icu.next (iterator)) {
    ExtractBreak *next = ROWS_ADD (*breaks, ExtractBreak);

    EXTRACT_BUDGET_LOOK_EVERY (breaks->len, 1024);
    next->end = end;
    next->kind =
        which == EXTRACT_BREAKS_OF_WORDS ? kind_of_status (icu.get_status (iterator)) : EXTRACT_BREAK_OTHER;
  }
}

#else

gboolean
extract_breaks_load (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       "vertical output needs ICU, and this program was built without it (package "
                       "libicu-dev)");
  return FALSE;
}

void
extract_breaks_find (ExtractBreaks which, const char *text, gsize length, ExtractRows *breaks)
{
  GError *error = NULL;

  extract_breaks_load (&error);
  extract_budget_fail (error);
}

#endif
