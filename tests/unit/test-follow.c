/* SPDX-License-Identifier: MIT */
/* Which pages come next, and which blocks say the same. */
#include "follow/address.h"
#include "follow/frontier.h"
#include "follow/parallel.h"
#include "libextract/source/anchors.h"

#include <glib/gstdio.h>
#include <string.h>

/* ---- Addresses --------------------------------------------------------------------------------------------
 */

typedef struct {
  const char *name, *address;
  const char *clean; /* NULL: it is none */
  const char *key;   /* NULL: the same */
} AddressCase;

static const AddressCase address_cases[] = {
  { "host", "HTTP://WWW.Site.Example", "http://www.site.example/", NULL },
  { "port", "https://site.example:443/a", "https://site.example/a", NULL },
  { "other-port", "http://site.example:443/a", "http://site.example:443/a", NULL },
  { "dots", "http://site.example/a/./b/../c", "http://site.example/a/c", NULL },
  { "fragment", "http://site.example/a#b?c", "http://site.example/a", NULL },
  { "escapes", "http://site.example/%41%c3%a9 %2f", "http://site.example/A%C3%A9%20%2F", NULL },
  { "letters", "http://site.example/é", "http://site.example/%C3%A9", NULL },
  { "nul", "http://site.example/a%00b", "http://site.example/a%00b", NULL },
  { "half-escape", "http://site.example/%4", "http://site.example/%4", NULL },
  { "six", "http://[::1]:8080/", "http://[::1]:8080/", NULL },
  { "query", "http://site.example/?b=1&a=2", "http://site.example/?b=1&a=2", NULL },
  { "idle", "http://site.example/a?utm_source=x&id=3&fbclid=y",
    "http://site.example/a?utm_source=x&id=3&fbclid=y", "http://site.example/a?id=3" },
  { "only-idle", "http://site.example/a?PHPSESSID=1", "http://site.example/a?PHPSESSID=1",
    "http://site.example/a" },
  { "empty-query", "http://site.example/a?", "http://site.example/a?", "http://site.example/a" },
  { "session", "http://site.example/a;jsessionid=12?b", "http://site.example/a;jsessionid=12?b",
    "http://site.example/a?b" },
  { "user", "http://jan:secret@site.example/", NULL, NULL },
  { "mail", "mailto:a@site.example", NULL, NULL },
  { "file", "file:///etc/passwd", NULL, NULL },
  { "script", "javascript:alert(1)", NULL, NULL },
  { "no-host", "http:///a", NULL, NULL },
  { "relative", "a/b", NULL, NULL },
  { "empty", "", NULL, NULL },
};

static void
test_address (gconstpointer data)
{
  const AddressCase *one = data;
  g_autofree char *clean = follow_address_dup (one->address);
  g_autofree char *again = clean ? follow_address_dup (clean) : NULL;
  g_autofree char *key = clean ? follow_address_dup_key (clean) : NULL;

  g_assert_cmpstr (clean, ==, one->clean);
  g_assert_cmpstr (again, ==, one->clean);
  g_assert_cmpstr (key, ==, one->key ? one->key : one->clean);
}

static void
test_long_address (void)
{
  g_autoptr (GString) address = g_string_new ("http://site.example/");

  while (address->len < 3000)
    g_string_append (address, "calendar/");
  g_assert_null (follow_address_dup (address->str));
}

static void
test_site (void)
{
  static const struct {
    const char *address, *site;
    gboolean is;
  } cases[] = {
    { "http://www.site.example/a", "site.example", TRUE },
    { "http://news.site.example/", "site.example", TRUE },
    { "http://mysite.example/", "site.example", FALSE },
    { "http://example/", "site.example", FALSE },
    { "http://site.example:8080/", "site.example", TRUE },
    { "http://a/", "", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (follow_address_is_of_site (cases[i].address, cases[i].site), ==, cases[i].is);
}

/* What may change something, and what only looks like it. */
static void
test_deeds (void)
{
  static const char *const deeds[] = {
    "http://e.example/logout",
    "http://e.example/user/log-out.php?x=1",
    "http://e.example/a?action=delete",
    "http://e.example/a?do=add_to_cart",
    "http://e.example/a?add-to-cart=3",
    "http://e.example/Warenkorb/",
    "http://e.example/konto/abmelden",
    "http://e.example/deconnexion",
    "http://e.example/koszyk",
    "http://e.example/ucp.php?mode=logout",
    "http://e.example/index.php?title=X&action=edit",
    "http://e.example/posting?mode=reply",
    "http://e.example/cerrar-sesion",
  };
  static const char *const articles[] = {
    "http://e.example/how-to-delete-your-account-for-good",
    "http://e.example/buy-nothing-day",
    "http://login.example/a",
    "http://e.example/reports/2020",
    "http://e.example/the-cart-and-the-horse",
    "http://e.example/posts/17",
    "http://e.example/a?page=2",
    "http://e.example/editorial",
  };

  for (guint i = 0; i < G_N_ELEMENTS (deeds); i++) {
    g_test_message ("%s", deeds[i]);
    g_assert_true (follow_address_is_deed (deeds[i]));
  }
  for (guint i = 0; i < G_N_ELEMENTS (articles); i++) {
    g_test_message ("%s", articles[i]);
    g_assert_false (follow_address_is_deed (articles[i]));
  }
  g_assert_true (follow_address_is_file ("http://e.example/a/Map.PDF?x"));
  g_assert_false (follow_address_is_file ("http://docs.pdf.example/"));
  g_assert_false (follow_address_is_file ("http://e.example/a.html"));
}

/* ---- Links of a page
 * ------------------------------------------------------------------------------------------- */

static GPtrArray *
find_links (const char *html, const char *here, ExtractAnchorsKind kind)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_static (html, strlen (html));
  g_autofree char *json =
      extract_anchors_to_json (bytes, "text/html; charset=utf-8", here, kind, 1 << 20, 1000, &error);
  g_autoptr (ElementClassifier) classifier = element_classifier_new (NULL);
  g_autoptr (GPtrArray) elements = NULL;
  g_autoptr (GArray) verdicts = NULL;
  GPtrArray *links = g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);

  g_assert_no_error (error);
  elements = elements_parse (json, strlen (json), here, &error);
  g_assert_no_error (error);
  verdicts = element_classifier_run (classifier, json, elements, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < elements->len; i++) {
    FollowLink *link =
        follow_link_from_element (elements->pdata[i], &g_array_index (verdicts, ElementVerdict, i), here);
    if (link)
      g_ptr_array_add (links, link);
  }
  return links;
}

#define HERE "http://e.example/dir/here"

typedef struct {
  const char *name, *html;
  const char *expected; /* "Class address", one a line */
} LinkCase;

static const LinkCase link_cases[] = {
  { "inner", "<nav><a href='/a'>The wheel</a> <a href=b>The river</a></nav>",
    "Inner http://e.example/a\nInner http://e.example/dir/b\n" },
  { "outer", "<p>See <a href='http://other.example/x' target=_blank>another site about mills</a> for more.",
    "Outer http://other.example/x\n" },
  { "pager-by-rel", "<a rel='next nofollow' href='?page=2'>2</a>",
    "Pager http://e.example/dir/here?page=2\n" },
  { "head",
    "<head><link rel=next href=2><link rel=stylesheet href=3><link rel=alternate hreflang=de href='/de/'>",
    "Pager http://e.example/dir/2\nLanguage http://e.example/de/\n" },
  { "language-elsewhere", "<link rel=alternate hreflang=el href='http://el.other.example/'>",
    "Language http://el.other.example/\n" },
  { "base", "<base href='/base/'><nav><a href=a>The wheel</a></nav>", "Inner http://e.example/base/a\n" },
  { "this-page", "<a href='#top'>To the top</a> <a href=here>Here</a> <a href=''>Here</a>", "" },
  { "never",
    "<a href=/logout>Bye</a> <a href=/x>Log out</a> <a href=/y>Jetzt kaufen</a> <a href=/map.pdf>Map</a> "
    "<a href=/z download>Take</a> <a href='mailto:a@b.example'>Write</a> <a href='javascript:x()'>X</a> "
    "<a href='http://u:p@e.example/'>Secret</a> <a href=/w>Удалить</a> <a href=/v>Αποσύνδεση</a>",
    "" },
  { "title-of-a-text", "<h2><a href=/story>Why you should buy less and delete half of what you own</a></h2>",
    "Inner http://e.example/story\n" },
  { "unclosed", "<ul><li><a href=/a>The wheel<li><a href=/b>The river</ul>",
    "Inner http://e.example/a\nInner http://e.example/b\n" },
  { "script", "<script>'<a href=/a>x</a>'</script><style><a href=/b></style><!-- <a href=/c>c</a> -->", "" },
};

static char *
describe_links (const GPtrArray *links)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < links->len; i++) {
    const FollowLink *link = links->pdata[i];
    g_string_append_printf (text, "%s %s\n", element_class_get_info (link->class)->name, link->address);
  }
  return g_string_free (text, FALSE);
}

static void
test_links (gconstpointer data)
{
  const LinkCase *one = data;
  g_autoptr (GPtrArray) links = find_links (one->html, HERE, EXTRACT_ANCHORS_ALL);
  g_autofree char *found = describe_links (links);

  g_assert_cmpstr (found, ==, one->expected);
}

static void
test_head_only (void)
{
  g_autoptr (GPtrArray) links =
      find_links ("<link rel=next href=2><body><a href=3>The third</a>", HERE, EXTRACT_ANCHORS_HEAD);
  g_autofree char *found = describe_links (links);

  g_assert_cmpstr (found, ==, "Pager http://e.example/dir/2\n");
}

/* What stands around a link, as render/page.js says it. */
static void
test_anchors (void)
{
  static const char html[] =
      "<html lang=en><body><div class='a b' id=c><p>Before <b>it</b> <a class=k href=/x title=T>one "
      "<i>two</i></a> after it</p></div><main><a href=/y><img alt=Picture></a>";
  g_autoptr (GBytes) bytes = g_bytes_new_static (html, strlen (html));
  g_autofree char *json = extract_anchors_to_json (bytes, "text/html; charset=utf-8", HERE,
                                                   EXTRACT_ANCHORS_ALL, 1 << 20, 1000, NULL);
  g_autoptr (GPtrArray) elements = elements_parse (json, strlen (json), HERE, NULL);

  g_assert_cmpuint (elements->len, ==, 2);
  const Element *one = elements->pdata[0], *other = elements->pdata[1];
  g_assert_cmpstr (one->text, ==, "one two");
  g_assert_cmpstr (one->before, ==, "Before it");
  g_assert_cmpstr (one->after, ==, "after it");
  g_assert_cmpstr (one->parent, ==, "a b c");
  g_assert_cmpstr (one->names, ==, " k ");
  g_assert_cmpstr (one->lang, ==, "en");
  g_assert_cmpstr (one->host, ==, "e.example");
  g_assert_cmpstr (other->text, ==, "Picture");
  g_assert_cmpfloat (other->images, ==, 1);
  g_assert_cmpuint (other->inside, ==, 1u << 4); /* main */
}

static void
test_robots (void)
{
  static const struct {
    const char *html;
    gboolean free;
  } cases[] = {
    { "<meta name=robots content=nofollow>", FALSE },
    { "<META NAME=' Robots ' CONTENT='noindex,\tNoFollow'>", FALSE },
    { "<p>late</p><meta name=robots content=none>", FALSE },
    { "<meta name=robots content=index><meta name=robots content='nofollow'>", FALSE },
    { "<meta name=robots content='noindex, follow'>", TRUE },
    { "<meta name=robots content='nofollowing'>", TRUE },
    { "<meta name=googlebot content=nofollow>", TRUE },
    { "<meta name=robots>", TRUE },
    { "<!-- <meta name=robots content=nofollow> -->", TRUE },
    { "<script>'<meta name=robots content=nofollow>'</script>", TRUE },
    { "<p name=robots content=nofollow>", TRUE },
    { "", TRUE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GBytes) bytes = g_bytes_new_static (cases[i].html, strlen (cases[i].html));
    g_test_message ("%s", cases[i].html);
    g_assert_true (extract_anchors_are_free (bytes, "text/html", 1 << 20) == cases[i].free);
  }
}

static void
test_merge (void)
{
  static const char *const steps[][4] = { { "a", "b", "d" }, { "a", "c", "d", "e" }, { "x", "b" } };
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);
  g_autoptr (GString) order = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autoptr (GPtrArray) now = g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);
    for (guint k = 0; k < 4 && steps[i][k]; k++)
      g_ptr_array_add (now, follow_link_new (steps[i][k], "", ELEMENT_INNER, 0.5));
    follow_links_merge (links, now);
  }
  for (guint i = 0; i < links->len; i++)
    g_string_append (order, ((FollowLink *) links->pdata[i])->address);
  g_assert_cmpstr (order->str, ==, "xacbde");
}

/* Where buttons would have led. */
static void
test_door (void)
{
  static const struct {
    const char *to;
    int class; /* -1: it is not followed */
  } cases[] = {
    { "http://e.example/b", ELEMENT_INNER },
    { "http://www.e.example/b#c", ELEMENT_INNER },
    { "http://other.example/", ELEMENT_OUTER },
    { HERE "#top", -1 },
    { "http://e.example/logout", -1 },
    { "http://e.example/map.pdf", -1 },
    { "mailto:a@e.example", -1 },
    { "about:blank", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (FollowLink) link = follow_link_from_door (cases[i].to, "Go", ELEMENT_INNER, 0.5, HERE);

    g_test_message ("%s", cases[i].to);
    g_assert_cmpint (link ? (int) link->class : -1, ==, cases[i].class);
  }
}

static void
test_report (void)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);
  g_autoptr (GString) json = g_string_new ("{\"links\": ");
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (links, follow_link_new ("http://e.example/a", "\"quoted\"\n", ELEMENT_PAGER, 0.25));
  ((FollowLink *) links->pdata[0])->nofollow = TRUE;
  follow_links_append_json (json, links);
  g_string_append_c (json, '}');
  g_autoptr (GPtrArray) read = follow_links_from_json (json->str, json->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (read->len, ==, 1);
  const FollowLink *link = read->pdata[0];
  g_assert_cmpstr (link->address, ==, "http://e.example/a");
  g_assert_cmpstr (link->text, ==, "\"quoted\"\n");
  g_assert_cmpint (link->class, ==, ELEMENT_PAGER);
  g_assert_cmpfloat_with_epsilon (link->probability, 0.25, 1e-6);
  g_assert_true (link->nofollow);

  static const char *const bad[] = { "{\"links\": [1]}",
                                     "{\"links\": [{\"address\": \"file:///a\", \"class\": \"Inner\"}]}",
                                     "{\"links\": [{\"address\": \"http://a/\", \"class\": \"X\"}]}",
                                     "{\"links\": [{\"address\": 5, \"class\": \"Inner\"}]}",
                                     "[",
                                     "" };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) failure = NULL;
    g_assert_null (follow_links_from_json (bad[i], strlen (bad[i]), &failure));
    g_assert_nonnull (failure);
  }
}

/* ---- The frontier
 * ---------------------------------------------------------------------------------------------- */

/* A site: each letter is a page, and what it links to, with the class of the link: i, o, p, l. */
typedef struct {
  const char *page; /* "a" */
  const char *links;
} SitePage;

static const SitePage site[] = {
  { "a", "ib ic oz pd le" }, { "b", "ia id if" }, { "c", "ig ib" }, { "d", "pa ph" },
  { "e", "la le" },          { "f", "" },         { "g", "" },      { "h", "" },
  { "z", "oy iz" },          { "y", "" },
};

static char *
make_address (char page)
{
  return g_strdup_printf ("http://%s.example/%c",
                          page >= 'y'   ? "other"
                          : page == 'e' ? "elsewhere"
                                        : "site",
                          page);
}

static GPtrArray *
links_of (char page)
{
  GPtrArray *links = g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);

  for (guint i = 0; i < G_N_ELEMENTS (site); i++)
    for (const char *p = *site[i].page == page ? site[i].links : ""; *p; p += p[2] ? 3 : 2) {
      g_autofree char *address = make_address (p[1]);
      const ElementClass class = *p == 'i'   ? ELEMENT_INNER
                                 : *p == 'o' ? ELEMENT_OUTER
                                 : *p == 'p' ? ELEMENT_PAGER
                                             : ELEMENT_LANGUAGE;
      g_ptr_array_add (links, follow_link_new (address, "x\ty\n", class, 0.75));
    }
  return links;
}

static char
letter_of (const FollowPage *page)
{
  return page->address[strlen (page->address) - 1];
}

/* Visits pages from number @from on. Returns: (transfer full): their letters in order */
static char *
walk (FollowFrontier *frontier, gsize from, gsize most)
{
  GString *order = g_string_new (NULL);

  for (gsize i = from; i < follow_frontier_get_n (frontier) && i < most; i++) {
    const FollowPage *page = follow_frontier_get (frontier, i);
    g_autoptr (GPtrArray) links = links_of (letter_of (page));
    g_autofree char *address = g_strdup (page->address);
    g_autoptr (GError) error = NULL;

    g_assert_true (follow_frontier_is_new (frontier, i, address));
    g_string_append_c (order, letter_of (page));
    g_assert_true (follow_frontier_take (frontier, i, address, links, &error));
    g_assert_no_error (error);
  }
  return g_string_free (order, FALSE);
}

typedef struct {
  const char *name, *classes, *start;
  guint max_pages, max_depth;
  const char *order;
} WalkCase;

static const WalkCase walk_cases[] = {
  { "inner", "inner", "a", 100, 100, "abcdfgh" },
  { "all", "all", "a", 100, 100, "abczdefgyh" },
  { "language", "language", "a", 100, 100, "ae" },
  { "pager", "pager", "a", 100, 100, "adh" },
  { "two-classes", "pager,language", "a", 100, 100, "adeh" },
  { "depth-0", "inner", "a", 100, 0, "a" },
  { "depth-1", "inner", "a", 100, 1, "abcd" },
  { "pages", "inner", "a", 3, 100, "abc" },
  { "two-given", "inner", "fa", 100, 100, "fabcdgh" },
  { "given-are-never-left-out", "inner", "fgh", 2, 100, "fgh" },
  { "sites-of-their-own", "inner", "az", 100, 100, "azbcdfgh" },
};

static FollowFrontier *
make_frontier (const WalkCase *one)
{
  FollowOptions options = { .max_pages = one->max_pages, .max_depth = one->max_depth };
  FollowFrontier *frontier = NULL;

  g_assert_true (follow_classes_parse (one->classes, &options.classes));
  frontier = follow_frontier_new (&options);
  for (const char *p = one->start; *p; p++) {
    g_autofree char *address = make_address (*p);
    follow_frontier_give (frontier, address);
  }
  return frontier;
}

static void
test_walk (gconstpointer data)
{
  const WalkCase *one = data;
  g_autoptr (FollowFrontier) frontier = make_frontier (one);
  g_autofree char *order = walk (frontier, 0, G_MAXSIZE);

  g_assert_cmpstr (order, ==, one->order);
}

static void
test_classes (void)
{
  static const char *const bad[] = { "", "inner,", "outer", "Inner", "inner, pager" };
  FollowClasses classes;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (follow_classes_parse (bad[i], &classes));
}

/* Redirects: of a page of the site out of it, to a page that was visited, to what does something. */
static void
test_redirects (void)
{
  static const WalkCase inner = { "", "inner", "a", 100, 100, "" }, all = { "", "all", "a", 100, 100, "" };
  g_autoptr (FollowFrontier) frontier = make_frontier (&inner);
  g_autoptr (FollowFrontier) other = make_frontier (&all);
  g_autoptr (GPtrArray) links = links_of ('a');

  /* Whoever is named may be anywhere: the site is where it was in the end. */
  g_assert_true (follow_frontier_may_come_from (frontier, 0, "http://elsewhere.example/"));
  g_assert_true (follow_frontier_take (frontier, 0, "http://site.example/a", links, NULL));
  g_assert_true (follow_frontier_may_come_from (frontier, 1, "http://www.site.example/b2"));
  g_assert_false (follow_frontier_may_come_from (frontier, 1, "http://other.example/"));
  g_assert_false (follow_frontier_may_come_from (frontier, 1, "http://site.example/logout"));
  g_assert_false (follow_frontier_is_new (frontier, 1, "http://site.example/a?utm_source=b"));
  g_assert_true (follow_frontier_is_new (frontier, 1, "http://site.example/b"));
  g_assert_true (follow_frontier_take (other, 0, "http://site.example/a", links, NULL));
  g_assert_true (follow_frontier_may_come_from (other, 1, "http://other.example/"));
}

/* However a run ends, the next one goes on in the same order, and asks for nothing twice. */
static void
test_resume (void)
{
  static const WalkCase one = { "", "all", "a", 100, 100, "abczdefgyh" };
  g_autofree char *folder = g_dir_make_tmp ("follow-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x.frontier", NULL);
  g_autofree char *whole = NULL;
  gsize length = 0;
  g_autoptr (GError) error = NULL;

  {
    g_autoptr (FollowFrontier) frontier = make_frontier (&one);
    g_assert_true (follow_frontier_open (frontier, path, "all", &error));
    g_assert_no_error (error);
    g_autofree char *order = walk (frontier, 0, G_MAXSIZE);
    g_assert_cmpstr (order, ==, one.order);
  }
  g_assert_true (g_file_get_contents (path, &whole, &length, NULL));
  for (gsize n = 0; n <= length; n++) {
    g_autoptr (FollowFrontier) frontier = make_frontier (&one);
    g_autofree char *again = NULL;
    gsize n_again = 0;

    g_assert_true (g_file_set_contents (path, whole, (gssize) n, NULL));
    g_assert_true (follow_frontier_open (frontier, path, "all", &error));
    g_assert_no_error (error);
    const gsize taken = follow_frontier_get_n_taken (frontier);
    g_autofree char *order = walk (frontier, taken, G_MAXSIZE);
    g_assert_cmpstr (order, ==, one.order + taken);
    g_assert_true (g_file_get_contents (path, &again, &n_again, NULL));
    g_assert_cmpmem (again, n_again, whole, length);
  }
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_cut (void)
{
  static const WalkCase one = { "", "inner", "a", 100, 100, "abcdfgh" };
  g_autofree char *folder = g_dir_make_tmp ("follow-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x.frontier", NULL);
  g_autoptr (GError) error = NULL;

  for (guint n = 0; n <= 7; n++) {
    g_autoptr (FollowFrontier) frontier = make_frontier (&one);
    g_assert_true (follow_frontier_open (frontier, path, "s", &error));
    g_autofree char *order = walk (frontier, follow_frontier_get_n_taken (frontier), G_MAXSIZE);
    g_assert_true (follow_frontier_cut (frontier, n, &error));
    g_assert_no_error (error);
    g_assert_cmpuint (follow_frontier_get_n_taken (frontier), ==, n);
    g_autofree char *rest = walk (frontier, n, G_MAXSIZE);
    g_assert_cmpstr (rest, ==, one.order + n);
  }
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_foreign_file (void)
{
  static const struct {
    const char *text, *sentence;
  } cases[] = {
    { "Dear diary,\n", "is not the frontier of a run" },
    { "texttractor frontier 1: other\n", "belongs to a run with other options; delete it to start over" },
    { "texttractor frontier 1: s\npage 1 0 x\n", "is damaged; delete it to start over" },
    { "texttractor frontier 1: s\npage 0 1 http://site.example/a\nInner\t1\tx\tfile:///a\n",
      "is damaged; delete it to start over" },
    { "texttractor frontier 1: s\npage 0 1 http://site.example/a\nOuter\t1\tx\thttp://o.example/\n",
      "belongs to a run with other pages" },
  };
  static const WalkCase one = { "", "inner", "a", 100, 100, "" };
  g_autofree char *folder = g_dir_make_tmp ("follow-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x.frontier", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (FollowFrontier) frontier = make_frontier (&one);
    g_autoptr (GError) error = NULL;

    g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
    g_assert_false (follow_frontier_open (frontier, path, "s", &error));
    g_assert_nonnull (strstr (error->message, cases[i].sentence));
    g_autofree char *after = NULL;
    g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
    g_assert_cmpstr (after, ==, cases[i].text);
  }
  g_unlink (path);
  g_rmdir (folder);
}

/* ---- The command
 * ----------------------------------------------------------------------------------------------- */

static void
test_answers (void)
{
  static const struct {
    const char *answer;
    guint n;
    gboolean good;
  } cases[] = {
    { "Inner\nPager\t0.5", 2, TRUE },
    { "Inner\r\nNone\t1\n", 2, TRUE },
    { "", 0, TRUE },
    { "inner", 1, TRUE },
    { "Inner", 2, FALSE },
    { "Iner", 1, FALSE },
    { "Inner\t2", 1, FALSE },
    { "Inner\tx", 1, FALSE },
    { "Inner\nInner", 1, FALSE },
    { "\xff", 1, FALSE },
    { "Inner\tnan", 1, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GArray) verdicts = element_verdicts_read (cases[i].answer, cases[i].n, &error);

    g_test_message ("%s", cases[i].answer);
    g_assert_cmpint (verdicts != NULL, ==, cases[i].good);
    g_assert_cmpint (error == NULL, ==, cases[i].good);
    g_assert_true (!error || g_utf8_validate (error->message, -1, NULL));
  }
}

/* One process for all pages, and another one when it dies. */
static void
test_command (void)
{
  static const char json[] = "[{\"text\":\"a\"},{\"text\":\"b\\nc\"}]";
  g_autoptr (ElementClassifier) classifier = element_classifier_new (
      "while read -r line; do if [ -n \"$line\" ]; then n=$((n + 1)); if [ $n -gt 4 ]; then exit 1; fi; "
      "if [ $((n % 2)) = 1 ]; then echo Pager; else echo 'Outer\t0.6'; fi; else echo; fi; done");
  g_autoptr (GPtrArray) elements = elements_parse (json, strlen (json), NULL, NULL);

  for (guint i = 0; i < 5; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GArray) verdicts = element_classifier_run (classifier, json, elements, &error);

    g_assert_no_error (error);
    g_assert_cmpint (g_array_index (verdicts, ElementVerdict, 0).class, ==, ELEMENT_PAGER);
    g_assert_cmpint (g_array_index (verdicts, ElementVerdict, 1).class, ==, ELEMENT_OUTER);
    g_assert_cmpfloat_with_epsilon (g_array_index (verdicts, ElementVerdict, 1).probabilities[ELEMENT_OUTER],
                                    0.6, 1e-5);
  }
}

/* ---- Parallel texts
 * ---------------------------------------------------------------------------------------------- */

typedef struct {
  const char *name;
  const char *one,
      *other;          /* kinds and lengths of blocks: "h20 p300 l40"; a star: the same place in the tree */
  const char *matches; /* "1-1 2-1 0-1" */
} AlignCase;

static const AlignCase align_cases[] = {
  { "the-same", "h20 p300 p200 p100", "h22 p310 p190 p110", "1-1 1-1 1-1 1-1" },
  { "longer-language", "h10 p300 p200 p400", "h13 p390 p260 p520", "1-1 1-1 1-1 1-1" },
  { "one-is-missing", "h20 p300 p200 p150 p420", "h20 p300 p150 p420", "1-1 1-1 1-0 1-1 1-1" },
  { "one-more", "p300 p400", "p300 p120 p400", "1-1 0-1 1-1" },
  { "two-are-one", "h20 p150 p170 p400", "h20 p320 p400", "1-1 2-1 1-1" },
  { "one-is-two", "h20 p320 p400", "h20 p150 p170 p400", "1-1 1-2 1-1" },
  { "headings-are-not-joined", "h50 h50 p300", "h100 p300", "1-0 1-1 1-1" },
  { "kinds-decide", "p100 l100 p100", "l100 p100", "1-0 1-1 1-1" },
  { "places-decide", "p100 p100* p100", "p100*", "1-0 1-1 1-0" },
  { "nothing", "", "", "" },
  { "nothing-on-one-side", "p10 p20", "", "1-0 1-0" },
  { "nothing-on-the-other", "", "p10", "0-1" },
};

/* Blocks whose places are all different, but for those with a star. */
static GArray *
make_blocks (const char *text, char side, GPtrArray *kept)
{
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (FollowBlock));
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (guint i = 0; words[i] && *words[i]; i++) {
    const char *kind = words[i][0] == 'h' ? "h2" : words[i][0] == 'l' ? "li" : "p";
    char *letters = g_strnfill ((gsize) atoi (words[i] + 1), 'x');
    char *path = strchr (words[i], '*') ? g_strdup ("/star") : g_strdup_printf ("/%c/%u", side, i);
    const FollowBlock block = { .text = letters, .kind = kind, .path = path };

    g_ptr_array_add (kept, letters);
    g_ptr_array_add (kept, path);
    g_array_append_val (blocks, block);
  }
  return blocks;
}

static void
test_align (gconstpointer data)
{
  const AlignCase *one = data;
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) blocks = make_blocks (one->one, 'a', kept);
  g_autoptr (GArray) other = make_blocks (one->other, 'b', kept);
  g_autoptr (GArray) matches =
      follow_parallel_align ((const FollowBlock *) (gpointer) blocks->data, blocks->len,
                             (const FollowBlock *) (gpointer) other->data, other->len);
  g_autoptr (GString) found = g_string_new (NULL);
  guint n = 0, n_other = 0;

  for (guint i = 0; i < matches->len; i++) {
    const FollowMatch *match = &g_array_index (matches, FollowMatch, i);

    g_assert_cmpuint (match->first, ==, n);
    g_assert_cmpuint (match->other_first, ==, n_other);
    n += match->n;
    n_other += match->n_other;
    g_string_append_printf (found, "%s%u-%u", i > 0 ? " " : "", match->n, match->n_other);
  }
  g_assert_cmpuint (n, ==, blocks->len);
  g_assert_cmpuint (n_other, ==, other->len);
  g_assert_cmpstr (found->str, ==, one->matches);
}

#define ADD_CASES(prefix, cases, test)                                                \
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {                                  \
    g_autofree char *path = g_strconcat ("/follow/" prefix "/", cases[i].name, NULL); \
    g_test_add_data_func (path, &cases[i], test);                                     \
  }

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD_CASES ("address", address_cases, test_address)
  g_test_add_func ("/follow/address/long", test_long_address);
  g_test_add_func ("/follow/site", test_site);
  g_test_add_func ("/follow/deeds", test_deeds);
  ADD_CASES ("links", link_cases, test_links)
  g_test_add_func ("/follow/links/head-only", test_head_only);
  g_test_add_func ("/follow/anchors", test_anchors);
  g_test_add_func ("/follow/robots", test_robots);
  g_test_add_func ("/follow/merge", test_merge);
  g_test_add_func ("/follow/door", test_door);
  g_test_add_func ("/follow/report", test_report);
  ADD_CASES ("walk", walk_cases, test_walk)
  g_test_add_func ("/follow/classes", test_classes);
  g_test_add_func ("/follow/redirects", test_redirects);
  g_test_add_func ("/follow/resume", test_resume);
  g_test_add_func ("/follow/cut", test_cut);
  g_test_add_func ("/follow/foreign-file", test_foreign_file);
  g_test_add_func ("/follow/answers", test_answers);
  g_test_add_func ("/follow/command", test_command);
  ADD_CASES ("align", align_cases, test_align)
  return g_test_run ();
}
