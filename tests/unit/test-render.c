/* SPDX-License-Identifier: MIT */
/* What looks as if scripts made it; and a program that should keep a browser, but does something else. */
#include "libextract/source/keeper.h"
#include "libextract/source/scripted.h"

#include <glib/gstdio.h>
#include <string.h>

#define WORDS "The old mill on the river has ground corn for three hundred years, and its wheel still turns. "
#define TEN WORDS WORDS WORDS WORDS WORDS WORDS WORDS WORDS WORDS WORDS

typedef struct {
  const char *name;
  const char *page;
  gboolean scripted;
} ScriptedCase;

static const ScriptedCase scripted_cases[] = {
  { "empty", "", FALSE },
  { "no-script", "<p>Hello", FALSE },
  { "root", "<div id=root></div><script>x ()</script>", TRUE },
  { "text", "<p>" TEN TEN "<script>x ()</script>", FALSE },
  { "text-is-in-script", "<p>Hello<script>'" TEN TEN "'</script>", TRUE },
  { "text-is-in-style", "<script></script><style>" TEN TEN "</style>", TRUE },
  { "text-is-in-comment", "<script></script><!-- " TEN TEN " -->", TRUE },
  { "text-is-in-template", "<script></script><template>" TEN TEN "</template>", TRUE },
  { "text-is-in-title", "<title>" TEN TEN "</title><script></script>", TRUE },
  { "text-is-in-attribute", "<script></script><p title=\"" TEN TEN "\">", TRUE },
  { "little-text", "<p>" WORDS WORDS WORDS WORDS WORDS "<script></script>", FALSE },
  { "little-text-and-mark", "<p>" WORDS WORDS WORDS WORDS WORDS "<div id=\"app\"></div><script></script>",
    TRUE },
  { "asks-for-it",
    "<p>" WORDS WORDS WORDS WORDS WORDS "<noscript>Please enable JavaScript</noscript><script></script>",
    TRUE },
  { "much-text-and-mark", "<div id=\"root\"><p>" TEN TEN "</div><script></script>", FALSE },
  { "open-script", "<script>for (;;) x", TRUE },
  { "open-comment", "<script></script><!-- x", TRUE },
  { "open-tag", "<script></script><p", TRUE },
  { "scripted-is-no-script", "<scripted>Hello", FALSE },
};

static void
test_scripted (gconstpointer data)
{
  const ScriptedCase *one = data;
  g_autoptr (GBytes) page = g_bytes_new_static (one->page, strlen (one->page));

  g_assert_cmpint (extract_scripted_looks_so (page), ==, one->scripted);
}

typedef struct {
  const char *name;
  const char *script;   /* of /bin/sh: what the program does after it has read an address */
  const char *tree;     /* (nullable): what comes; NULL: an error */
  const char *sentence; /* (nullable): part of the error */
  gboolean alive;       /* it can be asked again */
  const char *report;   /* (nullable): what comes behind the tree */
} KeeperCase;

static const KeeperCase keeper_cases[] = {
  { "page", "printf 'page\\t200\\t5\\t0\\thttp://x.example/\\nhello'", "hello", NULL, TRUE },
  { "empty", "printf 'page\\t200\\t0\\t0\\thttp://x.example/\\n'", "", NULL, TRUE },
  { "in-parts",
    "printf 'page\\t200'; sleep .1; printf '\\t5\\t0\\thttp://x.example/\\nhe'; sleep .1; printf llo",
    "hello", NULL, TRUE },
  { "report", "printf 'page\\t200\\t5\\t3\\thttp://x.example/\\nhelloabc'", "hello", NULL, TRUE, "abc" },
  { "report-in-parts",
    "printf 'page\\t200\\t5\\t3\\thttp://x.example/\\nhel'; sleep .1; printf loa; sleep .1; printf bc",
    "hello", NULL, TRUE, "abc" },
  { "ends-in-report", "printf 'page\\t200\\t5\\t3\\thttp://x.example/\\nhelloa'; exit", NULL, "has ended",
    FALSE },
  { "huge-report", "printf 'page\\t200\\t5\\t999999999999\\thttp://x.example/\\nhello'", NULL,
    "talks nonsense", FALSE },
  { "error", "printf 'error\\taddress\\tno such host\\n'", NULL, "no such host", TRUE },
  { "timeout", "printf 'error\\ttimeout\\ttoo slow\\n'", NULL, "the browser hangs: too slow", TRUE },
  { "unknown-error", "printf 'error\\tnew\\tsomething\\n'", NULL, "something", TRUE },
  { "ends", "exit", NULL, "has ended", FALSE },
  { "ends-in-tree", "printf 'page\\t200\\t5\\t0\\thttp://x.example/\\nhel'; exit", NULL, "has ended", FALSE },
  { "nonsense", "echo banana", NULL, "talks nonsense", FALSE },
  { "few-fields", "printf 'page\\t200\\t5\\n'", NULL, "talks nonsense", FALSE },
  { "negative", "printf 'page\\t200\\t-5\\t0\\thttp://x.example/\\n'", NULL, "talks nonsense", FALSE },
  { "too-long", "printf 'page\\t200\\t1001\\t0\\thttp://x.example/\\n'", NULL, "talks nonsense", FALSE },
  { "huge", "printf 'page\\t200\\t99999999999999999999\\t0\\thttp://x.example/\\n'", NULL, "talks nonsense",
    FALSE },
  { "status", "printf 'page\\t1000\\t5\\t0\\thttp://x.example/\\nhello'", NULL, "talks nonsense", FALSE },
  { "no-page", "printf 'leaf\\t200\\t5\\t0\\thttp://x.example/\\nhello'", NULL, "talks nonsense", FALSE },
  { "endless-head", "exec tr '\\0' a </dev/zero", NULL, "talks nonsense", FALSE },
};

static char *
write_program (const char *script)
{
  g_autofree char *folder = g_dir_make_tmp ("texttractor-keeper-test-XXXXXX", NULL);
  char *path = g_build_filename (folder, "keeper", NULL);
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\nwhile read -r address; do\n%s\ndone\n", script);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  return path;
}

static void
remove_program (char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_unlink (path);
  g_rmdir (folder);
  g_free (path);
}

static const ExtractSourceLimits limits = { .max_bytes = 1000 };

static void
test_keeper (gconstpointer data)
{
  const KeeperCase *one = data;
  char *path = write_program (one->script);
  char *arguments[] = { NULL };
  g_autoptr (GError) error = NULL;
  ExtractKeeper *keeper = extract_keeper_new (path, arguments, &error);

  g_assert_no_error (error);
  /* What can be asked once more gives the same again. */
  for (guint i = 0; i < 1 + (one->alive ? 1 : 0); i++) {
    g_auto (ExtractRendered) rendered = { 0 };
    g_autoptr (GError) failure = NULL;

    g_assert_cmpint (extract_keeper_ask (keeper, "http://x.example/", 1000, &limits, &rendered, &failure), ==,
                     one->alive);
    if (one->tree) {
      g_assert_no_error (failure);
      g_assert_cmpmem (g_bytes_get_data (rendered.tree, NULL), g_bytes_get_size (rendered.tree), one->tree,
                       strlen (one->tree));
      g_assert_cmpstr (rendered.address, ==, "http://x.example/");
      g_assert_cmpmem (rendered.report ? g_bytes_get_data (rendered.report, NULL) : NULL,
                       rendered.report ? g_bytes_get_size (rendered.report) : 0, one->report,
                       one->report ? strlen (one->report) : 0);
    } else {
      g_assert_nonnull (failure);
      g_assert_nonnull (strstr (failure->message, one->sentence));
    }
  }
  extract_keeper_free (keeper);
  remove_program (path);
}

/* One that waits for nothing is not waited for: the work was cancelled. */
static void
test_keeper_cancelled (void)
{
  char *path = write_program ("sleep 100");
  char *arguments[] = { NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const ExtractSourceLimits cancelled = { .max_bytes = 1000, .cancellable = cancellable };
  g_auto (ExtractRendered) rendered = { 0 };
  g_autoptr (GError) error = NULL;
  ExtractKeeper *keeper = extract_keeper_new (path, arguments, NULL);

  g_cancellable_cancel (cancellable);
  g_assert_false (extract_keeper_ask (keeper, "http://x.example/", 1000, &cancelled, &rendered, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  extract_keeper_free (keeper);
  remove_program (path);
}

static void
test_keeper_missing (void)
{
  char *arguments[] = { NULL };
  g_autoptr (GError) error = NULL;

  g_assert_null (extract_keeper_new ("/nowhere/keeper", arguments, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (scripted_cases); i++) {
    g_autofree char *name = g_strconcat ("/scripted/", scripted_cases[i].name, NULL);
    g_test_add_data_func (name, &scripted_cases[i], test_scripted);
  }
  for (guint i = 0; i < G_N_ELEMENTS (keeper_cases); i++) {
    g_autofree char *name = g_strconcat ("/keeper/", keeper_cases[i].name, NULL);
    g_test_add_data_func (name, &keeper_cases[i], test_keeper);
  }
  g_test_add_func ("/keeper/cancelled", test_keeper_cancelled);
  g_test_add_func ("/keeper/missing", test_keeper_missing);
  return g_test_run ();
}
