/* SPDX-License-Identifier: MIT */
/* Any bytes as what a long task reads. The first one says what: 'r' rows of engines, 'j' an answer in JSON,
 * 'c' a page of results, 'p' lines of a journal. */
#include <string.h>

#include "concordance/engine.h"
#include "concordance/task.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_link (const char *url)
{
  g_autofree char *tidy = conc_link_tidy (url);
  g_assert_cmpstr (tidy, ==, url);
  g_assert_true (!strpbrk (url, " \n\t#"));
}

static void
read_rows (const char *text, gsize length)
{
  g_autoptr (GPtrArray) engines = conc_engines_new ();
  g_autoptr (GError) error = NULL;
  g_assert_true (conc_engines_read (engines, text, length, &error) == !error);
  for (guint i = 0; i < engines->len; i++) {
    const ConcEngine *engine = engines->pdata[i];
    g_autofree char *address = conc_engine_dup_address (engine, "a b&c", 2, i % 2 ? "en" : NULL);
    g_assert_true (engine->results > 0 && engine->pages > 0 && engine->delay >= 0);
    g_assert_true (!strpbrk (address, " \n\t"));
  }
}

static void
read_answer (const char *how, const char *text, gsize length)
{
  const ConcEngine engine = { .name = (char *) "e", .links = (char *) how };
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (GError) error = NULL;
  gboolean refused;
  g_autoptr (GPtrArray) links =
      conc_engine_read (&engine, bytes, NULL, "https://e.example/", &refused, &error);
  g_assert_true ((links != NULL) == !error && (!refused || error));
  for (guint i = 0; links && i < links->len; i++)
    check_link (links->pdata[i]);
}

/* What is played is written again, and gives the same. */
static void
play (char *text)
{
  g_autoptr (ConcTask) task = conc_task_new (2, 16);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 0);
  gboolean complete;
  guint64 output = 0;
  for (char **line = lines; *line && conc_task_play (task, *line, &complete); line++) {
    g_assert_true (conc_task_get_output (task) >= output);
    output = conc_task_get_output (task);
  }
  conc_task_begin (task);
  g_autofree char *counts = conc_task_describe (task);
  g_assert_true (g_utf8_validate (counts, -1, NULL));
  for (const ConcLink *link; (link = conc_task_take_link (task));) {
    g_autoptr (GString) written = g_string_new (NULL);
    check_link (link->url);
    g_assert_true (conc_task_find_link (task, link->number) == link);
    conc_task_add_visit (task, link->number, CONC_VISIT_ERROR, output, 0, 0, written);
  }
  g_assert_cmpuint (conc_task_get_n_taken (task), ==, 0);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *copy = size > 0 ? g_strndup ((const char *) data + 1, size - 1) : NULL;
  if (size == 0)
    return 0;
  if (data[0] == 'r')
    read_rows (copy, size - 1);
  else if (data[0] == 'j')
    read_answer ("json: web.results.url", (const char *) data + 1, size - 1);
  else if (data[0] == 'c')
    read_answer ("css: ol.results h3 > a", (const char *) data + 1, size - 1);
  else
    play (copy);
  return 0;
}
