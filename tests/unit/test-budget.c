/* SPDX-License-Identifier: MIT */
/* What a run of work may take: counted, and given back where it is left. Leaks are for the sanitizer to see.
 */
#include "libextract/base/budget.h"
#include "libextract/base/growing-string.h"
#include "libextract/base/scratch.h"
#include "libextract/html/html.h"
#include "libextract/page/page.h"

#include <string.h>

#define LIMIT 100000

static ExtractBudget
make_budget (void)
{
  return (ExtractBudget){ .memory = LIMIT, .deadline = extract_budget_get_time () + 60 * G_USEC_PER_SEC };
}

/* ---- Memory --------------------------------------------------------------------------------- */

static void
take_all_kinds (gpointer data)
{
  gsize *left = data;
  ExtractString *string = extract_string_new ();
  ExtractRows rows = { 0 };
  char *text = extract_memory_strdup ("text");
  guint32 *numbers = EXTRACT_NEW (guint32, 100);

  for (guint i = 0; i < 1000; i++) {
    *ROWS_ADD (rows, guint32) = i;
    extract_string_append_printf (string, "%u ", i);
  }
  g_assert_true (g_str_has_suffix (string->str, " 998 999 "));
  g_assert_cmpuint (*ROWS_INDEX (rows, guint32, 999), ==, 999);
  numbers = extract_memory_realloc (numbers, 2000, sizeof *numbers);
  numbers = extract_memory_realloc (numbers, 10, sizeof *numbers);
  extract_memory_free (text);
  extract_memory_free (rows.data);
  extract_memory_free (numbers);
  extract_string_free (string);
  *left = 0;
}

static void
test_counting (void)
{
  ExtractBudget budget = make_budget ();
  gsize left = 1;

  g_assert_true (extract_budget_run (&budget, take_all_kinds, &left, NULL));
  g_assert_cmpuint (left, ==, 0);
  g_assert_cmpuint (budget.used, ==, 0);
  /* Without a run. */
  take_all_kinds (&left);
}

static void
grow_without_end (gpointer data)
{
  ExtractRows rows = { 0 };
  ExtractScratch *scratch = extract_scratch_begin ();

  for (guint64 i = 0;; i++) {
    g_assert_cmpuint (i, <, LIMIT);
    *ROWS_ADD (rows, guint64) = i;
    if (i % 1000 == 0)
      extract_scratch_take (scratch, 1, 1);
    *(guint64 *) data = i;
  }
}

static void
take_once (gpointer data)
{
  extract_memory_free (extract_memory_alloc (1, *(gsize *) data));
}

static void
take_scratch (gpointer data)
{
  ExtractScratch *scratch = extract_scratch_begin ();

  extract_scratch_take (scratch, 1, *(gsize *) data);
  extract_scratch_end (scratch);
}

static void
test_limit (void)
{
  static const struct {
    ExtractWork work;
    gsize size;
    gboolean fits;
  } cases[] = {
    { take_once, 0, TRUE },           { take_once, LIMIT, TRUE },      { take_once, LIMIT + 1, FALSE },
    { take_once, G_MAXSSIZE, FALSE }, { take_once, G_MAXSIZE, FALSE }, { take_scratch, LIMIT / 2, TRUE },
    { take_scratch, LIMIT, FALSE }, /* with what it writes down there itself */
    { grow_without_end, 0, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    ExtractBudget budget = make_budget ();
    gsize size = cases[i].size;
    g_autoptr (GError) error = NULL;

    g_assert_true (extract_budget_run (&budget, cases[i].work, &size, &error) == cases[i].fits);
    if (!cases[i].fits)
      g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY);
    /* The next run finds all as it was. */
    budget = make_budget ();
    size = LIMIT / 2;
    g_assert_true (extract_budget_run (&budget, take_scratch, &size, NULL));
    g_assert_cmpuint (budget.used, ==, 0);
  }
}

/* ---- Ways out ------------------------------------------------------------------------------- */

static void
count_call (gpointer data)
{
  ++*(guint *) data;
}

static void
fail (gpointer data)
{
  extract_memory_strdup ("left behind");
  extract_budget_set_undo (count_call, data);
  extract_budget_fail (g_error_new_literal (EXTRACT_ERROR, EXTRACT_ERROR_TOO_DEEP, "is too deep"));
}

static void
nest (gpointer data)
{
  ExtractBudget inner = { .memory = 0 };

  extract_budget_run (&inner, fail, data, NULL);
  g_assert_not_reached ();
}

static void
test_failure (void)
{
  static const ExtractWork works[] = { fail, nest };

  for (guint i = 0; i < G_N_ELEMENTS (works); i++) {
    ExtractBudget budget = make_budget ();
    g_autoptr (GError) error = NULL;
    guint undone = 0;

    g_assert_false (extract_budget_run (&budget, works[i], &undone, &error));
    g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_TOO_DEEP);
    g_assert_cmpuint (undone, ==, 1);
  }
}

static void
work_without_end (gpointer data)
{
  for (guint i = 0;; i++)
    EXTRACT_BUDGET_LOOK_EVERY (i, 64);
}

static void
test_time (void)
{
  ExtractBudget budget = make_budget ();
  g_autoptr (GError) error = NULL;

  budget.deadline = extract_budget_get_time () + 1000;
  g_assert_false (extract_budget_run (&budget, work_without_end, NULL, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_TIME);
}

static void
keep_some (gpointer data)
{
  char *before = extract_memory_strdup ("before"), **kept = data;
  const guint start = extract_budget_start_keeping ();

  *kept = extract_memory_strdup ("kept");
  g_assert_cmpuint (extract_budget_keep (start), ==, sizeof "kept");
  extract_memory_free (before);
  extract_memory_strdup ("left behind");
  extract_budget_breach (EXTRACT_ERROR_OUT_OF_MEMORY);
}

static void
test_keeping (void)
{
  ExtractBudget budget = make_budget ();
  g_autofree char *kept = NULL;

  g_assert_false (extract_budget_run (&budget, keep_some, &kept, NULL));
  g_assert_cmpstr (kept, ==, "kept");
}

/* ---- Pages ---------------------------------------------------------------------------------- */

static const char page[] =
    "<!DOCTYPE html><html lang=en><title>On &amp; limits</title><meta name=description content='A page'>"
    "<base href='http://example.org/'><script type='application/ld+json'>{\"headline\": \"On "
    "limits\"}</script>"
    "<nav><ul><li><a href=a>One</a><li><a href=b>Two</a></ul></nav>"
    "<h1>On limits</h1><p>A paragraph of <b>some</b> words, which <i>are</i> here <a href='c?d=1'>to be "
    "read</a>."
    "<table><tr><th>a<th>b<tr><td>1<td>2</table><font color=red size=1>x</font><font size=1 "
    "color=red>y</font>"
    "<svg><title>s</title></svg><form><select><option>o</select></form><pre>\n code\n</pre>"
    "<p>Another one &#x41; &copy; caf\xc3\xa9, and so on until the end of the page.</p></html>";

/* Returns: (transfer full) (nullable) */
static char *
extract (ExtractClassifier *classifier, ExtractMarkupParser markup_parser, guint64 limit,
         ExtractFormat format, GError **error)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (page, strlen (page));
  g_autoptr (ExtractDocument) document = NULL;

  extract_parser_set_limit (parser, EXTRACT_LIMIT_MEMORY, limit);
  extract_parser_set_markup_parser (parser, markup_parser);
  document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, error);
  if (!document || !extract_classifier_label (classifier, document, error))
    return NULL;
  return extract_document_to_string (document, format, EXTRACT_WRITE_ALL, error);
}

/* Wherever the limit is reached, the page fails with it, and nothing else happens; from some limit on it does
 * not. */
static void
test_every_limit (void)
{
  g_autoptr (ExtractModel) model = extract_model_get_default (NULL);
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new (model);

  for (guint parser = 0; parser < EXTRACT_N_MARKUP_PARSERS; parser++) {
    const ExtractFormat format = parser == 0 ? EXTRACT_FORMAT_MARKDOWN : EXTRACT_FORMAT_JSON;
    g_autofree char *expected = extract (classifier, parser, 512 << 20, format, NULL);
    guint n_failed = 0;

    g_assert_nonnull (expected);
    for (guint64 limit = 1; limit < 4 << 20; limit += limit < 20000 ? 13 : 1009) {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = extract (classifier, parser, limit, format, &error);

      if (text) {
        g_assert_cmpstr (text, ==, expected);
        continue;
      }
      g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY);
      g_assert_cmpstr (error->message, ==, "needs more than the memory limit");
      n_failed++;
    }
    g_test_message ("%u limits were too small", n_failed);
    g_assert_cmpuint (n_failed, >, 100);
    g_assert_cmpuint (n_failed, <, 3000);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/budget/counting", test_counting);
  g_test_add_func ("/budget/limit", test_limit);
  g_test_add_func ("/budget/failure", test_failure);
  g_test_add_func ("/budget/time", test_time);
  g_test_add_func ("/budget/keeping", test_keeping);
  g_test_add_func ("/budget/every-limit", test_every_limit);
  return g_test_run ();
}
