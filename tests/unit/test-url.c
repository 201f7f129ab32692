/* SPDX-License-Identifier: MIT */
/* Addresses lose the names and passwords of users, and nothing else. */
#include <libextract/extract.h>
#include <libextract/base/url.h>
#include <libextract/page/page.h>

#include <string.h>

#include "tests/unit/parse.h"
#include "tests/unit/slow.h"

static void
test_user (void)
{
  static const struct {
    const char *text;
    const char *result; /* NULL: the same */
  } cases[] = {
    { "https://jan:secret@site.example/a?b=c#d", "https://site.example/a?b=c#d" },
    { "https://jan@site.example/", "https://site.example/" },
    { "https://jan:@site.example", "https://site.example" },
    { "https://:secret@site.example:8080/", "https://site.example:8080/" },
    { "https://@site.example/", "https://site.example/" },
    { "HTTPS://Jan:Secret@Site.Example/", "HTTPS://Site.Example/" },
    { "https://a:b@c@d/", "https://d/" },
    { "https://jan:p%40ss@site.example/", "https://site.example/" },
    { "https://jan:secret@[::1]:80/", "https://[::1]:80/" },
    { "https://jan:secret@site.example?q=1", "https://site.example?q=1" },
    { "https://jan:secret@", "https://" },
    { "ftp://jan:secret@site.example/", "ftp://site.example/" },
    { "svn+ssh://jan@site.example/", "svn+ssh://site.example/" },
    { "//jan:secret@site.example/a", "//site.example/a" },
    /* Malformed: characters in a password that should not be there, slashes that are missing or too many. */
    { "https://jan:se/cret@site.example/", "https://site.example/" },
    { "https://jan:se?cr#et@site.example/", "https://site.example/" },
    { "https://jan:se cret@site.example/", "https://site.example/" },
    { "https:///jan:secret@site.example/", "https:///site.example/" },
    { "https:/jan:secret@site.example/", "https:/site.example/" },
    { "https:jan:secret@site.example/", "https:site.example/" },
    { "https:\\\\jan:secret@site.example\\", "https:\\\\site.example\\" },
    /* In sentences. */
    { "no page at https://jan:secret@site.example/: nor a@b", "no page at https://site.example/: nor a@b" },
    { "\"https://jan:secret@a.example\" <http://eva:x@b.example>",
      "\"https://a.example\" <http://b.example>" },
    { "https://a:b@c.example/?to=http://d:e@f.example/", "https://c.example/?to=http://f.example/" },
    { "https://jan:se/cret@site.example http://a:b@c.example/", "https://site.example http://c.example/" },
    /* What is none. */
    { "", NULL },
    { "https://site.example/@jan?a=b@c.example#@", NULL },
    { "https://site.example:80/a@b", NULL },
    { "https://[::1]:80/a@b", NULL },
    { "https://[::1", NULL },
    { "mailto:jan@site.example", NULL },
    { "https://site.example/ or jan@site.example", NULL },
    { "jan:secret@site.example", NULL },
    { "a/b@c:d", NULL },
    { "http:", NULL },
    { "://", NULL },
    { "://a@b", NULL },
    { "https://", NULL },
    { "\xff://a\xff@b", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *result = extract_url_dup_without_user (cases[i].text);
    g_assert_cmpstr (result, ==, cases[i].result ? cases[i].result : cases[i].text);
    g_autofree char *again = extract_url_dup_without_user (result);
    g_assert_cmpstr (again, ==, result);
  }
}

/* What a hostile page may have a million of. */
static void
test_time (void)
{
  static const char *const parts[] = { "http:", "http:x ", "http://a:b", "a:", "://", "@" };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    while (text->len < 1000000)
      g_string_append (text, parts[i]);
    gint64 start = g_get_monotonic_time ();
    g_autofree char *result = extract_url_dup_without_user (text->str);
    assert_seconds_since (start, 5);
  }
}

/* The base that a page gives itself. */
static void
test_base (void)
{
  static const char page[] = "<base href='https://jan:secret@site.example/a/'><p>Text";
  static const char *const uris[] = { NULL, "http://other.example/" };
  for (guint i = 0; i < G_N_ELEMENTS (uris); i++) {
    g_autoptr (ExtractDocument) document = parse_sized (page, -1, uris[i]);

    g_assert_cmpstr (extract_document_get_base (document), ==, "https://site.example/a/");
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/url/user", test_user);
  g_test_add_func ("/url/time", test_time);
  g_test_add_func ("/url/base", test_base);
  return g_test_run ();
}
