/* SPDX-License-Identifier: MIT */
/*
 * The families markup, tree, position and page of the set rich, on pages small enough to be worked out by
 * hand.
 *
 *   flags    a case is a page, one of its blocks, the beginning of the names of some features, and what the
 *            names of those that are 1 go on with
 *   values   a case is a page, the name of a feature, and its value for each block
 *
 * And what must hold for all of them on every page.
 */
#include <libextract/extract.h>
#include <libextract/feature/feature.h>

#include <math.h>
#include <string.h>

#define MAX_BLOCKS 6

/* The families, by the names that their rows have. */
static const char *const families[] = {
  "tag", "ancestor", "name", "subtree", "candidate", "group", "neighbour", "position", "page", NULL,
};

static const ExtractFeatureSet *
get_set (void)
{
  return extract_feature_set_find ("rich");
}

static gboolean
is_ours (const ExtractFeature *feature)
{
  return g_strv_contains (families, feature->family);
}

static guint
find_feature (const char *name)
{
  for (guint f = 0; f < extract_feature_set_get_n_features (get_set ()); f++)
    if (g_str_equal (extract_feature_set_get_feature (get_set (), f)->name, name))
      return f;
  g_error ("there is no feature %s", name);
}

/* Returns: (transfer full): the page with its features. */
static ExtractDocument *
parse_bytes (GBytes *bytes)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GError) error = NULL;
  ExtractDocument *document;

  extract_parser_set_limit (parser, EXTRACT_LIMIT_DEPTH, 60000);
  extract_parser_set_limit (parser, EXTRACT_LIMIT_BLOCKS, 1000000);
  extract_parser_set_limit (parser, EXTRACT_LIMIT_MILLISECONDS, 3600 * 1000);
  document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (extract_features_compute (document, get_set (), NULL, &error));
  g_assert_no_error (error);
  return document;
}

static ExtractDocument *
parse (const char *page)
{
  /* A page that begins with "<!" says itself which HTML it is. */
  const char *head = g_str_has_prefix (page, "<!") ? "" : "<!doctype html><meta charset=utf-8>";
  g_autofree char *utf8 = g_strconcat (head, page, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (utf8, strlen (utf8));

  return parse_bytes (bytes);
}

static float
get_value (ExtractDocument *document, guint block, guint feature)
{
  gsize n;

  return extract_block_get_features (extract_document_get_block (document, block), &n)[feature];
}

/* ---- Flags ---------------------------------------------------------------------------------- */

typedef struct {
  const char *page;
  guint block;
  const char *prefix;
  const char *expected; /* in the order of the set */
} FlagCase;

/* clang-format off */
static const FlagCase flag_cases[] = {
  /* Owner, its parent, its grandparent: the elements themselves, inline ones too. */
  { "<p>a", 0, "owner-", "p" },
  { "<p>a", 0, "parent-", "body" },
  { "<p>a", 0, "grandparent-", "other" },
  { "a", 0, "owner-", "body" },
  { "a", 0, "grandparent-", "" },
  { "<p><b>a</b>", 0, "owner-", "p" },
  { "<ul><li>a</ul>", 0, "owner-", "li" },
  { "<ul><li>a</ul>", 0, "parent-", "list" },
  { "<ol><li><div>a</div></ol>", 0, "owner-", "div" },
  { "<ol><li><div>a</div></ol>", 0, "parent-", "li" },
  { "<ol><li><div>a</div></ol>", 0, "grandparent-", "list" },
  { "<h1>a</h1>", 0, "owner-", "h1" },
  { "<h2>a</h2>", 0, "owner-", "h2" },
  { "<h3>a</h3>", 0, "owner-", "h3" },
  { "<h4>a</h4>", 0, "owner-", "h4-6" },
  { "<h6>a</h6>", 0, "owner-", "h4-6" },
  { "<table><tr><td>a<th>b</table>", 0, "owner-", "td" },
  { "<table><tr><td>a<th>b</table>", 1, "owner-", "th" },
  { "<table><tr><td>a</table>", 0, "parent-", "row" },
  { "<table><caption>a</table>", 0, "parent-", "table" },
  { "<dl><dt>a<dd>b</dl>", 0, "owner-", "dt" },
  { "<dl><dt>a<dd>b</dl>", 1, "owner-", "dd" },
  { "<blockquote>a</blockquote>", 0, "owner-", "blockquote" },
  { "<pre>a</pre>", 0, "owner-", "pre" },
  { "<figure><figcaption>a</figure>", 0, "owner-", "figcaption" },
  { "<section>a</section>", 0, "owner-", "section" },
  { "<article>a</article>", 0, "owner-", "article" },
  { "<ul>a</ul>", 0, "owner-", "list" },
  { "<form>a<p>b</form>", 0, "owner-", "form" },
  { "<select><option>a</select>", 0, "owner-", "option" },
  { "<select><option>a</select>", 0, "parent-", "other" },
  { "<header>a</header>", 0, "owner-", "header" },
  { "<footer>a</footer>", 0, "owner-", "footer" },
  { "<nav>a</nav>", 0, "owner-", "nav" },
  { "<main>a</main>", 0, "owner-", "main" },
  { "<aside>a</aside>", 0, "owner-", "aside" },
  { "<address>a</address>", 0, "owner-", "other" },
  { "<button><div>a</div></button>", 0, "parent-", "button" },
  { "<label><span><div>a</div></span></label>", 0, "grandparent-", "label" },
  /* Inline elements between the owner and its text: any of it. */
  { "<p>a <a>b</a>", 0, "wrapper-", "a" },
  { "<p><button>a</button><label>b</label>", 0, "wrapper-", "button label" },
  { "<p><span><b><i>a</i></b></span>", 0, "wrapper-", "span strong em" },
  { "<p><strong>a</strong><em>b</em>", 0, "wrapper-", "strong em" },
  { "<p>a<span> <img></span><b></b>", 0, "wrapper-", "" },
  { "<p><b></b>a", 0, "wrapper-", "" },
  { "<a href=1><div>a</div><b>b</b></a>c", 0, "wrapper-", "" },
  { "<a href=1><div>a</div><b>b</b></a>c", 1, "wrapper-", "a strong" },
  { "<p><b>a</b><p>b", 1, "wrapper-", "" },
  /* Elements around the text, the owner and those inside it too. */
  { "<main><article><section>a</section></article></main>", 0, "in-", "main article section" },
  { "<nav><ul><li><a>a</a></ul></nav>", 0, "in-", "nav ul a li" },
  { "<a><div>a</div></a>", 0, "in-", "a" },
  { "<header>a</header><footer>b</footer>", 0, "in-", "header" },
  { "<header>a</header><footer>b</footer>", 1, "in-", "footer" },
  { "<aside><form><fieldset><label>a</label></fieldset></form></aside>", 0, "in-", "aside form label fieldset" },
  { "<table><tr><td><ol><li><pre>a</pre></ol></table>", 0, "in-", "table ol pre li td" },
  { "<dl><dd><p><span>a</span></dl>", 0, "in-", "dl dd p span" },
  { "<figure><blockquote><details>a</details></blockquote></figure>", 0, "in-", "figure blockquote details" },
  { "<dialog><button>a</button></dialog>", 0, "in-", "button dialog" },
  { "<select><option>a</select>", 0, "in-", "select" },
  { "<h1>a</h1><h2>b</h2><h3>c</h3>", 0, "in-", "h1" },
  { "<h1>a</h1><h2>b</h2><h3>c</h3>", 1, "in-", "h2" },
  { "<h1>a</h1><h2>b</h2><h3>c</h3>", 2, "in-", "h3" },
  { "<div role=banner><div role='x NAVIGATION'><div role=main>a</div></div></div>", 0, "in-role-", "banner navigation main" },
  { "<div role=banners><div role=nav><div role=''>a</div></div></div>", 0, "in-role-", "" },
  { "<div role=contentinfo>a</div><div role=complementary><i role=search>b</i></div>", 0, "in-role-", "contentinfo" },
  { "<div role=contentinfo>a</div><div role=complementary><i role=search>b</i></div>", 1, "in-role-", "complementary" },
  { "<div role=search><div role=dialog><div role=alert>a</div></div></div>", 0, "in-role-", "search dialog alert" },
  { "<div role=menubar><div role=tablist>a</div></div>", 0, "in-role-", "menu tab" },
  { "<div role=tabpanel><div role=button>a</div></div>", 0, "in-role-", "tabpanel button" },
  { "<div role=region><div role=listitem>a</div></div>", 0, "in-role-", "list region" },
  { "<div itemprop='articleBody text'><p itemprop=description>a</div>", 0, "in-property-", "articlebody text description" },
  { "<div itemprop=name><p itemprop=headline>a</div>", 0, "in-property-", "name headline" },
  { "<div itemprop=author><p itemprop=acceptedAnswer>a</div>", 0, "in-property-", "author comment" },
  { "<div itemprop=reviewBody><p itemprop=itemListElement>a</div>", 0, "in-property-", "review itemlistelement" },
  { "<div itemscope itemtype=http://schema.org/Thing><p>a</div><p>b", 0, "in-type", "" },
  { "<div hidden><p>a</div><p>b", 0, "hidden", "" },
  { "<div aria-hidden=true><p>a</div><p>b", 0, "aria-hidden", "" },
  /* Words of class and id: near are owner, parent and grandparent, body and html never. */
  { "<p class=content>a", 0, "named-", "content" },
  { "<body class=content><div class=nav><div id=menu><div class=post><p>a", 0, "named-", "post menu above-nav" },
  { "<div class=post><div><div><div><div><p>a", 0, "named-", "above-post" },
  { "<p class='MainArticle x-entry'>a", 0, "named-", "article main entry" },
  { "<p class='context rebody'>a", 0, "named-", "text body" },
  { "<p class='comments sidebar'>a", 0, "named-", "comment sidebar side" },
  { "<p class='related-share'>a", 0, "named-", "related share" },
  { "<p class='social cookies banner'>a", 0, "named-", "share cookie banner" },
  { "<p class='footnav Header widget'>a", 0, "named-", "nav foot head widget" },
  { "<p class='ads'>a", 0, "named-", "promo" },
  { "<p class='ad'>a", 0, "named-", "promo" },
  { "<p class='adsx xads address'>a", 0, "named-", "" },
  { "<p class='sponsored breadcrumb'>a", 0, "named-", "promo crumb" },
  { "<p class='popup author category'>a", 0, "named-", "modal meta tag" },
  { "<p class='product descri rating'>a", 0, "named-", "product detail review" },
  { "<p class='price subtitle signup'>a", 0, "named-", "price title newsletter" },
  { "<p class='upsell item list'>a", 0, "named-", "similar card list" },
  { "<p class='wrap hero faq'>a", 0, "named-", "page intro question" },
  { "<p class='user filter terms'>a", 0, "named-", "login search legal" },
  { "<p class='sr-only btn img'>a", 0, "named-", "hidden button figure" },
  { "<p class='forum markdown'>a", 0, "named-", "thread prose" },
  { "<p class='n av'>a", 0, "named-", "" },
  { "<p class='aa ab ac ad ae af ag ah ai aj ak al am an ao ap aq ar as at au av aw ax nav' id=menu>a", 0, "named-", "promo" },
};
/* clang-format on */

/* Returns: (transfer full): what the names of the flags go on with that begin with @prefix and are 1 */
static char *
list_flags (ExtractDocument *document, guint block, const char *prefix)
{
  g_autoptr (GString) flags = g_string_new (NULL);

  for (guint f = 0; f < extract_feature_set_get_n_features (get_set ()); f++) {
    const ExtractFeature *feature = extract_feature_set_get_feature (get_set (), f);

    if (!g_str_has_prefix (feature->name, prefix) || !(get_value (document, block, f) > 0))
      continue;
    g_assert_cmpfloat (get_value (document, block, f), ==, 1);
    g_string_append_printf (flags, "%s%s", flags->len ? " " : "", feature->name + strlen (prefix));
  }
  return g_string_free (g_steal_pointer (&flags), FALSE);
}

/* The order of words does not matter. */
static int
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
sort_words (const char *words)
{
  g_auto (GStrv) split = g_strsplit (words, " ", -1);

  qsort (split, g_strv_length (split), sizeof *split, compare_words);
  return g_strjoinv (" ", split);
}

/* "in-role-main" begins with "in-", too. */
static gboolean
is_longer_prefix (const char *word)
{
  return g_str_has_prefix (word, "role-") || g_str_has_prefix (word, "property-") ||
         g_str_equal (word, "type");
}

static char *
drop_longer_prefixes (const char *words)
{
  g_auto (GStrv) split = g_strsplit (words, " ", -1);
  g_autoptr (GString) kept = g_string_new (NULL);

  for (guint i = 0; split[i]; i++)
    if (!is_longer_prefix (split[i]))
      g_string_append_printf (kept, "%s%s", kept->len ? " " : "", split[i]);
  return g_string_free (g_steal_pointer (&kept), FALSE);
}

static void
test_flags (gconstpointer data)
{
  const FlagCase *c = data;
  g_autoptr (ExtractDocument) document = parse (c->page);
  g_autofree char *flags = NULL, *found = NULL, *sorted = NULL, *expected = sort_words (c->expected);

  g_test_message ("%s of block %u of %s", c->prefix, c->block, c->page);
  g_assert_cmpuint (extract_document_get_n_blocks (document), >, c->block);
  flags = list_flags (document, c->block, c->prefix);
  found = drop_longer_prefixes (flags);
  sorted = sort_words (found);
  g_assert_cmpstr (sorted, ==, expected);
}

/* A flag that has a whole name as its prefix is 1 for block 0, and 0 for block 1. */
static void
test_whole_flags (void)
{
  for (guint c = 0; c < G_N_ELEMENTS (flag_cases); c++) {
    const FlagCase *fc = &flag_cases[c];
    g_autoptr (ExtractDocument) document = NULL;

    if (g_str_has_suffix (fc->prefix, "-"))
      continue;
    document = parse (fc->page);
    g_assert_cmpfloat (get_value (document, 0, find_feature (fc->prefix)), ==, 1);
    g_assert_cmpfloat (get_value (document, 1, find_feature (fc->prefix)), ==, 0);
  }
}

/* ---- Values --------------------------------------------------------------------------------- */

/* With a divisor d, a value is ln (1 + x) / d of the number x that is given. */
typedef struct {
  const char *feature, *page;
  double divisor;
  double values[MAX_BLOCKS];
  guint n_blocks;
} ValueCase;

#define TREE "<div><ul><li><a href=1>one two</a><li>three</ul><p>four five six seven</div>"
#define RUNNING "a b c d e f g h i j"
#define COMMAS "a, b, c, d, e, f, g, h, i, j"
#define TOP "<div><p>" RUNNING "<p>" RUNNING "</div><ul><li>x</ul>"
#define TWO_TOPS "<div><p>" RUNNING "</div><div><p>" COMMAS "</div>"
#define NO_TOP "<p>a<p><a href=1>" RUNNING "</a>"
#define GROUPS \
  "<div class=aa><p class=xx>one two<p class=xx>three.<p class=yy>four</div><p class=xx><a href=1>five</a>"
#define ITEMS                                                                                \
  "<ul><li class='cc dd'><p>one</p><p>two</p></li><li class='cc ee'><p>three four</p><p><a " \
  "href=1>five</a></p></li></ul><p>six"
#define NO_ITEMS "<ul><li class=cc><p>one<p>two</li><li class=dd><p>three<p>four</li></ul>"
#define NESTED_ITEMS                                                                   \
  "<ul><li class=cc><div class=dd><p>a<p>b</div><div class=dd><p>c<p>d</div></li><li " \
  "class=cc><p>e<p>f</li></ul>"
#define PLACES \
  "<title>Big news today</title><h2>menu</h2><h1>Big news today</h1><p>one two<h3>part</h3><p>three"
#define TITLE "<title>Big news today | Site</title><h1>Site</h1><h2>BIG News</h2><p>x"
#define ELEMENTS                                                                                           \
  "<form><input><select><option>a</select><textarea></textarea></form><article><h1>b</h1><time>c</time></" \
  "article>"                                                                                               \
  "<pre>d</pre><table><tr><td><code>e</code><th>f</table><img><img><main><p>g h</main>"
#define LINKED_DATA(type) "<script type=application/ld+json>{\"@type\": \"" type "\"}</script>a"
#define TEN "a a a a a a a a a a "

/* clang-format off */
static const ValueCase value_cases[] = {
  { "depth", "a<div><p>b</div>", 0, { 1 / 30.0, 3 / 30.0 }, 2 },
  /* Level 0 is the owner, level 1 of the list items the list, then the div; the last one is repeated. */
  { "subtree-owner-words", TREE, 9, { 2, 1, 4 }, 3 },
  { "subtree-first-words", TREE, 9, { 3, 3, 7 }, 3 },
  { "subtree-first-words", "<div><section><div><p>one</div></section><p>two three</div>", 9, { 3, 3 }, 2 },
  { "subtree-second-words", TREE, 9, { 7, 7, 7 }, 3 },
  { "subtree-third-words", TREE, 9, { 7, 7, 7 }, 3 },
  { "subtree-fourth-words", TREE, 9, { 7, 7, 7 }, 3 },
  { "subtree-owner-link-density", TREE, 0, { 1, 0, 0 }, 3 },
  { "subtree-first-link-density", TREE, 0, { 6 / 11.0, 6 / 11.0, 6 / 27.0 }, 3 },
  { "subtree-second-link-density", TREE, 0, { 6 / 27.0, 6 / 27.0, 6 / 27.0 }, 3 },
  { "subtree-owner-blocks", TREE, 7, { 1, 1, 1 }, 3 },
  { "subtree-first-blocks", TREE, 7, { 2, 2, 3 }, 3 },
  { "subtree-second-blocks", TREE, 7, { 3, 3, 3 }, 3 },
  { "subtree-owner-word-share", TREE, 0, { 2 / 7.0, 1 / 7.0, 4 / 7.0 }, 3 },
  { "subtree-first-word-share", TREE, 0, { 3 / 7.0, 3 / 7.0, 1 }, 3 },
  { "subtree-fourth-word-share", TREE "<p>x y z", 0, { 1, 1, 1, 1 }, 4 },
  { "subtree-second-word-share", TREE "<p>x y z", 0, { 0.7, 0.7, 1, 1 }, 4 },
  { "subtree-owner-frequent", "<html lang=en><div><p>the and zz zz<p>zz</div>", 0, { 0.5, 0 }, 2 },
  { "subtree-first-frequent", "<html lang=en><div><p>the and zz zz<p>zz</div>", 0, { 0.4, 0.4 }, 2 },
  { "subtree-first-frequent", "<p>zz zz<p>zz", 0, { NAN, NAN }, 2 },
  { "subtree-owner-mean-words", TREE, 5, { 2, 1, 4 }, 3 },
  { "subtree-first-mean-words", TREE, 5, { 1.5, 1.5, 7 / 3.0 }, 3 },
  { "subtree-owner-p-words", TREE, 0, { 0, 0, 1 }, 3 },
  { "subtree-first-p-words", TREE, 0, { 0, 0, 4 / 7.0 }, 3 },
  { "subtree-second-p-words", TREE, 0, { 4 / 7.0, 4 / 7.0, 4 / 7.0 }, 3 },
  /* Scores of TOP: p 1.1 each; div 2.2, body 1.1, html 2.2 / 6. */
  { "below-candidate", TOP, 0, { 1, 1, 0 }, 3 },
  { "candidate-up", TOP, 0, { 0.1, 0.1, 0.2 }, 3 },
  { "candidate-down", TOP, 0, { 0, 0, 0.1 }, 3 },
  { "candidate-score", TOP, 0, { 1, 1, 0.5 }, 3 },
  /* Of TWO_TOPS: 1 + 10/100 and 1 + 19/100 + 1; the body has half of both. */
  { "below-candidate", TWO_TOPS, 0, { 0, 1 }, 2 },
  { "candidate-score", TWO_TOPS, 0, { 1.645 / 2.19, 1 }, 2 },
  { "candidate-score", "<div><p>" RUNNING "<p><a href=1>" RUNNING "</a></div><div><p>" RUNNING "</div>", 0, { 2 / 3.0, 2 / 3.0, 1 }, 3 },
  { "below-candidate", NO_TOP, 0, { 0, 0 }, 2 },
  { "candidate-up", NO_TOP, 0, { 1, 1 }, 2 },
  { "candidate-down", NO_TOP, 0, { 1, 1 }, 2 },
  { "candidate-score", NO_TOP, 0, { 0, 0 }, 2 },
  /* Groups by the tags alone, and by the classes of owner and parent as well. */
  { "path-group-size", GROUPS, 6, { 3, 3, 3, 1 }, 4 },
  { "path-group-words", GROUPS, 0, { 0.8, 0.8, 0.8, 0.2 }, 4 },
  { "path-group-link-density", GROUPS, 0, { 0, 0, 0, 1 }, 4 },
  { "path-group-mean-words", GROUPS, 5, { 4 / 3.0, 4 / 3.0, 4 / 3.0, 1 }, 4 },
  { "class-path-group-size", GROUPS, 6, { 2, 2, 1, 1 }, 4 },
  { "class-path-group-words", GROUPS, 0, { 0.6, 0.6, 0.2, 0.2 }, 4 },
  { "class-path-group-link-density", GROUPS, 0, { 0, 0, 0, 1 }, 4 },
  { "class-path-group-mean-words", GROUPS, 5, { 1.5, 1.5, 1, 1 }, 4 },
  { "class-path-group-ends", GROUPS, 0, { 0.5, 0.5, 0, 0 }, 4 },
  { "class-path-group-size", "<div class=aa><p>one</div><div class=bb><p>two</div>", 6, { 1, 1 }, 2 },
  /* Items: the first word of class counts, and two blocks are needed. */
  { "like-siblings", ITEMS, 6, { 2, 2, 2, 2, 1 }, 5 },
  { "like-siblings", "<p class=aa>b<p class=cc>d<p class='aa ee'>f", 6, { 2, 1, 2 }, 3 },
  { "like-siblings", "<p>a</p><p></p><div><p>b</div>", 6, { 1, 1 }, 2 },
  { "items", ITEMS, 6, { 2, 2, 2, 2, 0 }, 5 },
  { "items", NO_ITEMS, 6, { 0, 0, 0, 0 }, 4 },
  { "items", "<ul><li>a<li>b</ul>", 6, { 0, 0 }, 2 },
  { "items-words", ITEMS, 0, { 5 / 6.0, 5 / 6.0, 5 / 6.0, 5 / 6.0, 0 }, 5 },
  { "items-mean-words", ITEMS, 7, { 2.5, 2.5, 2.5, 2.5, 0 }, 5 },
  { "items-link-density", ITEMS, 0, { 4 / 19.0, 4 / 19.0, 4 / 19.0, 4 / 19.0, 0 }, 5 },
  { "items-mean-blocks", ITEMS, 5, { 2, 2, 2, 2, 0 }, 5 },
  { "item-place", NESTED_ITEMS, 0, { 0, 0.5, 0, 0.5, 0, 0.5 }, 6 },
  { "item-place", ITEMS, 0, { 0, 0.5, 0, 0.5, 0 }, 5 },
  /* html 0, body 1, div 2, ul 3, li 4; p 3. */
  { "before-climb", TREE, 0, { 0, 0.8, 0.75 }, 3 },
  { "after-climb", TREE, 0, { 0.8, 0.6, 0 }, 3 },
  { "before-distance", TREE, 3, { 0, 2, 3 }, 3 },
  { "after-distance", TREE, 3, { 2, 3, 0 }, 3 },
  { "before-climb", "<div>a<p>b</p>c</div>", 0, { 0, 0.75, 1 }, 3 },
  { "before-same-path", GROUPS, 0, { 0, 1, 1, 0 }, 4 },
  { "after-same-path", GROUPS, 0, { 1, 1, 0, 0 }, 4 },
  { "before-same-class-path", GROUPS, 0, { 0, 1, 0, 0 }, 4 },
  { "after-same-class-path", GROUPS, 0, { 1, 0, 0, 0 }, 4 },
  /* Position. */
  { "place", PLACES, 0, { 0, 0.2, 0.4, 0.6, 0.8 }, 5 },
  { "blocks-before", PLACES, 8, { 0, 1, 2, 3, 4 }, 5 },
  { "blocks-after", PLACES, 8, { 4, 3, 2, 1, 0 }, 5 },
  { "word-place", PLACES, 0, { 0, 1 / 8.0, 4 / 8.0, 6 / 8.0, 7 / 8.0 }, 5 },
  { "words-before", PLACES, 10, { 0, 1, 4, 6, 7 }, 5 },
  { "words-after", PLACES, 10, { 8, 7, 4, 2, 1 }, 5 },
  { "page-has-h1", PLACES, 0, { 1, 1, 1, 1, 1 }, 5 },
  { "page-has-h1", "<h2>a", 0, { 0 }, 1 },
  { "h1-distance", PLACES, 0, { -0.049958375, 0, 0.049958375, 0.099667995, 0.148885034 }, 5 },
  { "h1-distance", "<h2>a<p>b", 0, { 0, 0 }, 2 },
  { "behind-h1", PLACES, 0, { 0, 1, 1, 1, 1 }, 5 },
  { "behind-h1", "<h2>a<p>b", 0, { 0, 0 }, 2 },
  { "page-has-title-heading", TITLE, 0, { 1, 1, 1 }, 3 },
  { "page-has-title-heading", "<title>b c d e f</title><h2>b</h2><h3>x</h3><p>b c d e f", 0, { 0, 0, 0 }, 3 },
  { "page-has-title-heading", "<h2>b</h2>", 0, { 0 }, 1 },
  { "page-has-title-heading", "<title>b c d e f g h</title><h2>c c d</h2>", 0, { 1 }, 1 },
  { "page-has-title-heading", "<title>b c d e f g h</title><h2>b c d x</h2>", 0, { 0 }, 1 },
  { "page-has-title-heading", "<title>b c d e</title><h2>b c d x</h2>", 0, { 1 }, 1 },
  { "page-has-title-heading", "<title>b c d e</title><h2>b c x</h2>", 0, { 0 }, 1 },
  { "page-has-title-heading", "<title>b c d e</title><h2>b b b x</h2>", 0, { 0 }, 1 },
  { "title-heading-distance", TITLE, 0, { -0.049958375, 0, 0.049958375 }, 3 },
  { "behind-title-heading", TITLE, 0, { 0, 1, 1 }, 3 },
  { "heading-level", PLACES "<h6>a<p>b", 0, { 2 / 6.0, 1 / 6.0, 1 / 6.0, 3 / 6.0, 3 / 6.0, 1 }, 7 },
  { "heading-level", "<p>a<h6>b", 0, { 0, 1 }, 2 },
  { "heading-blocks", PLACES, 6, { 0, 0, 1, 0, 1 }, 5 },
  { "heading-blocks", "<p>a<h2>b", 0, { 1, 0 }, 2 },
  { "heading-words", PLACES, 8, { 0, 0, 3, 0, 1 }, 5 },
  { "heading-words", "<p>a b c<p>d<h2>e", 8, { 0, 3, 0 }, 3 },
  { "next-heading", PLACES, 6, { 1, 2, 1, 2, 1 }, 5 },
  /* The page. */
  { "page-words", ELEMENTS, 10, { 8, 8, 8, 8, 8, 8 }, 7 },
  { "page-blocks", ELEMENTS, 8, { 7, 7 }, 7 },
  { "page-p-words", ELEMENTS, 0, { 2 / 8.0 }, 7 },
  { "page-li-words", TREE, 0, { 3 / 7.0 }, 3 },
  { "page-cell-words", ELEMENTS, 0, { 2 / 8.0 }, 7 },
  { "page-link-density", TREE, 0, { 6 / 27.0 }, 3 },
  { "page-mean-words", TREE, 4, { 7 / 3.0 }, 3 },
  { "page-forms", ELEMENTS, 4, { 1 }, 7 },
  { "page-inputs", ELEMENTS, 5, { 3 }, 7 },
  { "page-articles", ELEMENTS, 4, { 1 }, 7 },
  { "page-h1", ELEMENTS, 3, { 1 }, 7 },
  { "page-headings", PLACES, 0, { 3 / 5.0 }, 5 },
  { "page-main", ELEMENTS, 0, { 1 }, 7 },
  { "page-main", "<div role=main>a</div>", 0, { 0 }, 1 },
  { "page-role-main", ELEMENTS, 0, { 0 }, 7 },
  { "page-role-main", "<div role=Main>a</div>", 0, { 1 }, 1 },
  { "page-og-article", "<meta property=og:type content=Article>a", 0, { 1 }, 1 },
  { "page-og-product", "<meta property=og:type content='og:product'>a", 0, { 1 }, 1 },
  { "page-og-product", "<meta property=og:type content=article>a", 0, { 0 }, 1 },
  { "page-og-website", "<meta property=og:type content=website>a", 0, { 1 }, 1 },
  { "page-og-none", "<meta property=og:type content=website>a", 0, { 0 }, 1 },
  { "page-og-none", "a", 0, { 1 }, 1 },
  { "page-type-article", LINKED_DATA ("NewsArticle"), 0, { 1 }, 1 },
  { "page-type-article", LINKED_DATA ("Product"), 0, { 0 }, 1 },
  { "page-type-product", LINKED_DATA ("Product"), 0, { 1 }, 1 },
  { "page-type-discussion", LINKED_DATA ("QAPage"), 0, { 1 }, 1 },
  { "page-type-list", LINKED_DATA ("ItemList"), 0, { 1 }, 1 },
  { "page-type-service", LINKED_DATA ("LocalBusiness"), 0, { 1 }, 1 },
  { "page-type-organization", LINKED_DATA ("Organization"), 0, { 1 }, 1 },
  { "page-type-faq", LINKED_DATA ("FAQPage"), 0, { 1 }, 1 },
  { "page-type-breadcrumb", LINKED_DATA ("BreadcrumbList"), 0, { 1 }, 1 },
  { "page-type-page", LINKED_DATA ("WebPage"), 0, { 1 }, 1 },
  { "page-prices", "<p>$ 5<p>5 EUR<p>five", 5, { 2 }, 3 },
  { "page-questions", "<p>why?<p>so", 0, { 0.5 }, 2 },
  { "page-longest", TREE, 0, { 4 / 7.0 }, 3 },
  { "page-words-of-20", "<p>" TEN TEN "<p>" TEN, 0, { 20 / 30.0 }, 2 },
  { "page-words-of-50", "<p>" TEN TEN TEN TEN TEN "<p>" TEN TEN "<p>" TEN TEN TEN, 0, { 0.5 }, 3 },
  { "page-frequent", "<html lang=en><p>the and zz zz<p>zz", 0, { 0.4 }, 2 },
  { "page-frequent", "<p>zz", 0, { NAN }, 1 },
  { "page-code", ELEMENTS, 6, { 2 }, 7 },
  { "page-times", ELEMENTS, 4, { 1 }, 7 },
  { "page-tables", ELEMENTS, 4, { 1 }, 7 },
  { "page-images", ELEMENTS, 6, { 2 }, 7 },
  { "page-ends", "<p>One.<p>two<p>Three!<p>4", 0, { 0.5 }, 4 },
  { "page-title-words", TITLE, 0, { 4 / 30.0 }, 3 },
  { "page-doctype-html5", "<!DOCTYPE html>a", 0, { 1 }, 1 },
  { "page-doctype-html5", "<!DOCTYPE html SYSTEM 'about:legacy-compat'>a", 0, { 1 }, 1 },
  { "page-doctype-html5", "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'>a", 0, { 0 }, 1 },
  { "page-doctype-html5", "<!-- none -->a", 0, { 0 }, 1 },
  { "page-doctype-xhtml", "<!DOCTYPE html PUBLIC '-//W3C//DTD xhtml 1.0 Strict//EN'>a", 0, { 1 }, 1 },
  { "page-doctype-xhtml", "<!DOCTYPE html>a", 0, { 0 }, 1 },
  { "page-doctype-old", "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'>a", 0, { 1 }, 1 },
  { "page-doctype-old", "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN'>a", 0, { 0 }, 1 },
  { "page-doctype-old", "<!-- none -->a", 0, { 0 }, 1 },
  { "page-largest-group", GROUPS, 0, { 0.5 }, 4 },
};
/* clang-format on */

static void
test_values (gconstpointer data)
{
  const ValueCase *c = data;
  guint feature = find_feature (c->feature);
  gboolean of_page = g_str_equal (extract_feature_set_get_feature (get_set (), feature)->family, "page");
  g_autoptr (ExtractDocument) document = parse (c->page);

  g_test_message ("%s of %s", c->feature, c->page);
  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, c->n_blocks);
  for (guint i = 0; i < c->n_blocks && (of_page || i < MAX_BLOCKS); i++) {
    double x = c->values[of_page ? 0 : i], value = get_value (document, i, feature);

    g_assert_true (isnan (value) == isnan (x));
    if (!isnan (x))
      g_assert_cmpfloat_with_epsilon (value, c->divisor > 0 ? log1p (x) / c->divisor : x, 1e-6);
  }
}

/* ---- The table ------------------------------------------------------------------------------ */

static gboolean
is_seen_by_flags (const char *name)
{
  for (guint c = 0; c < G_N_ELEMENTS (flag_cases); c++) {
    const FlagCase *fc = &flag_cases[c];
    g_auto (GStrv) words = g_strsplit (fc->expected, " ", -1);

    if (g_str_equal (fc->prefix, name))
      return TRUE;
    if (g_str_has_prefix (name, fc->prefix) &&
        g_strv_contains ((const char *const *) words, name + strlen (fc->prefix)))
      return TRUE;
  }
  return FALSE;
}

static gboolean
has_case (const char *name)
{
  for (guint c = 0; c < G_N_ELEMENTS (value_cases); c++)
    if (g_str_equal (value_cases[c].feature, name))
      return TRUE;
  return is_seen_by_flags (name);
}

/* What is computed in one way for many tags and words, or for all levels, has cases for some of them. */
static gboolean
is_one_of_many (const char *name)
{
  static const char *const prefixes[] = { "parent-",        "grandparent-",   "named-above-",
                                          "subtree-second", "subtree-third-", "subtree-fourth-" };

  for (guint k = 0; k < G_N_ELEMENTS (prefixes); k++)
    if (g_str_has_prefix (name, prefixes[k]))
      return TRUE;
  return FALSE;
}

static void
test_all_have_cases (void)
{
  for (guint f = 0; f < extract_feature_set_get_n_features (get_set ()); f++) {
    const ExtractFeature *feature = extract_feature_set_get_feature (get_set (), f);

    if (!is_ours (feature) || is_one_of_many (feature->name))
      continue;
    g_test_message ("%s", feature->name);
    g_assert_true (has_case (feature->name));
  }
}

static void
test_table (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) sentences = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint f = 0; f < extract_feature_set_get_n_features (get_set ()); f++) {
    const ExtractFeature *feature = extract_feature_set_get_feature (get_set (), f);

    g_test_message ("%s", feature->name);
    g_assert_true (g_hash_table_add (names, (gpointer) feature->name));
    if (!is_ours (feature))
      continue;
    g_assert_true (g_hash_table_add (sentences, (gpointer) feature->sentence));
    for (const char *p = feature->name; *p; p++)
      g_assert_true (g_ascii_islower (*p) || g_ascii_isdigit (*p) || *p == '-');
    g_assert_cmpstr (feature->unit, !=, "");
    g_assert_cmpstr (feature->formula, !=, "");
    g_assert_false (g_str_has_suffix (feature->sentence, "."));
    g_assert_cmpfloat (feature->minimum, <, feature->maximum);
  }
}

/* ---- Whole pages ---------------------------------------------------------------------------- */

static void
assert_in_range (ExtractDocument *document)
{
  for (guint f = 0; f < extract_feature_set_get_n_features (get_set ()); f++) {
    const ExtractFeature *feature = extract_feature_set_get_feature (get_set (), f);

    for (guint i = 0; is_ours (feature) && i < extract_document_get_n_blocks (document); i++) {
      float value = get_value (document, i, f);

      if (!isnan (value) && (value < feature->minimum || value > feature->maximum))
        g_error ("%s of block %u is %g", feature->name, i, value);
      if (g_str_equal (feature->unit, "flag"))
        g_assert_true (value == 0 || value == 1);
      if (!strstr (feature->name, "frequent"))
        g_assert_false (isnan (value));
    }
  }
}

static void
test_folder (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir))) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autofree char *page = NULL;
    g_autoptr (GBytes) bytes = NULL;
    g_autoptr (ExtractDocument) document = NULL;
    gsize length;

    if (!g_str_has_suffix (name, ".html"))
      continue;
    g_test_message ("%s", name);
    g_file_get_contents (path, &page, &length, &error);
    g_assert_no_error (error);
    bytes = g_bytes_new_take (g_steal_pointer (&page), length);
    document = parse_bytes (bytes);
    assert_in_range (document);
  }
}

static void
test_pages (void)
{
  g_autofree char *pages = g_test_build_filename (G_TEST_DIST, "..", "pages", NULL);
  g_autofree char *segment = g_build_filename (pages, "segment", NULL);

  test_folder (pages);
  test_folder (segment);
}

/* @page: @n times @again */
static ExtractDocument *
parse_repeated (const char *again, guint n)
{
  g_autoptr (GString) page = g_string_new ("<!doctype html>");
  g_autoptr (GBytes) bytes = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append (page, again);
  bytes = g_string_free_to_bytes (g_steal_pointer (&page));
  return parse_bytes (bytes);
}

#define DEEP 1000
#define WIDE 200000

/* Blocks at all depths: climbing from each would take time with the square of the depth. */
static void
test_deep_page (void)
{
  g_autoptr (ExtractDocument) document = parse_repeated ("<div class=a>a", DEEP);

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, DEEP);
  assert_in_range (document);
  g_assert_cmpfloat (get_value (document, DEEP - 1, find_feature ("depth")), ==, 4);
  g_assert_cmpfloat_with_epsilon (get_value (document, DEEP - 1, find_feature ("after-climb")), 0, 1e-6);
  g_assert_cmpfloat_with_epsilon (get_value (document, 1, find_feature ("before-distance")), log (2) / 3,
                                  1e-6);
}

static void
test_wide_page (void)
{
  g_autoptr (ExtractDocument) document = parse_repeated ("<p class=a>a", WIDE);

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, WIDE);
  assert_in_range (document);
  g_assert_cmpfloat_with_epsilon (get_value (document, WIDE / 2, find_feature ("like-siblings")),
                                  log (WIDE + 1) / 6, 1e-5);
  g_assert_cmpfloat_with_epsilon (get_value (document, WIDE / 2, find_feature ("class-path-group-size")),
                                  log (WIDE + 1) / 6, 1e-5);
}

static void
test_page_without_blocks (void)
{
  g_autoptr (ExtractDocument) document = parse ("");

  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, 0);
}

/* Blocks without words, one block, and more h1 than any page has. */
static void
test_odd_pages (void)
{
  static const char *const pages[] = { "-", "<p>-<p>-", "a", "<h1>-</h1>", "<title>-</title><h1>-</h1><p>." };

  for (guint k = 0; k < G_N_ELEMENTS (pages); k++) {
    g_autoptr (ExtractDocument) document = parse (pages[k]);

    assert_in_range (document);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint c = 0; c < G_N_ELEMENTS (flag_cases); c++) {
    g_autofree char *path = g_strdup_printf ("/rich-tree/flags/%u", c);

    if (g_str_has_suffix (flag_cases[c].prefix, "-"))
      g_test_add_data_func (path, &flag_cases[c], test_flags);
  }
  for (guint c = 0; c < G_N_ELEMENTS (value_cases); c++) {
    g_autofree char *path = g_strdup_printf ("/rich-tree/values/%s/%u", value_cases[c].feature, c);

    g_test_add_data_func (path, &value_cases[c], test_values);
  }
  g_test_add_func ("/rich-tree/whole-flags", test_whole_flags);
  g_test_add_func ("/rich-tree/all-have-cases", test_all_have_cases);
  g_test_add_func ("/rich-tree/table", test_table);
  g_test_add_func ("/rich-tree/pages", test_pages);
  g_test_add_func ("/rich-tree/deep-page", test_deep_page);
  g_test_add_func ("/rich-tree/wide-page", test_wide_page);
  g_test_add_func ("/rich-tree/page-without-blocks", test_page_without_blocks);
  g_test_add_func ("/rich-tree/odd-pages", test_odd_pages);
  return g_test_run ();
}
