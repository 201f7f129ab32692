/* SPDX-License-Identifier: MIT */
/*
 * What is read of the structured data of a page, oddities of scripts first of all; and the features of the
 * family similarity, which hold blocks against it, on pages small enough to be counted by hand.
 */
#include "libextract/feature/family.h"
#include "libextract/feature/feature.h"

#include <math.h>
#include <string.h>

#include "tests/unit/parse.h"

#define MAX_BLOCKS 6
#define UNKNOWN NAN

/* Returns: (transfer full): the texts with " | " between them, white space collapsed */
static char *
join (const ExtractString *texts)
{
  g_autoptr (GString) all = g_string_new (NULL);

  g_assert_true (texts->len == 0 || texts->str[texts->len - 1] == '\0');
  for (const char *p = texts->str; p < texts->str + texts->len; p += strlen (p) + 1) {
    g_auto (GStrv) words = g_strsplit_set (p, " \t\r\n", -1);

    g_assert_true (g_utf8_validate (p, -1, NULL));
    g_string_append (all, all->len > 0 ? " |" : "");
    for (guint i = 0; words[i]; i++)
      if (*words[i])
        g_string_append_printf (all, "%s%s", all->len > 0 ? " " : "", words[i]);
  }
  return g_string_free (g_steal_pointer (&all), FALSE);
}

/* ---- Scripts -------------------------------------------------------------------------------- */

typedef struct {
  const char *name, *script;
  const char *bodies, *descriptions, *names; /* NULL: none */
  guint types;
} Case;

/* clang-format off */
static const Case cases[] = {
  { "plain", "{\"@type\": \"Article\", \"headline\": \"H\", \"articleBody\": \"A b.\", \"description\": \"D\"}", "A b.", "D", "H", EXTRACT_STRUCTURED_ARTICLE },
  { "nothing", "", NULL, NULL, NULL, 0 },
  { "no object", "\"articleBody\": \"a\"", NULL, NULL, NULL, 0 },
  { "other keys", "{\"url\": \"u\", \"articlebody\": \"a\", \"articleBodyX\": \"b\"}", NULL, NULL, NULL, 0 },
  { "key without value", "{\"articleBody\":, \"url\": \"u\"}", NULL, NULL, NULL, 0 },
  { "numbers, words", "{\"name\": 12, \"text\": null, \"description\": true, \"x\": \"y\"}", NULL, NULL, NULL, 0 },
  { "answers of a FAQ", "{\"@type\": \"FAQPage\", \"mainEntity\": [{\"@type\": \"Question\", \"name\": \"Q?\", \"acceptedAnswer\": {\"@type\": \"Answer\", \"text\": \"A.\"}}]}", "A.", NULL, "Q?", EXTRACT_STRUCTURED_FAQ | EXTRACT_STRUCTURED_DISCUSSION },
  { "reviews", "{\"review\": [{\"reviewBody\": \"a\"}, {\"reviewBody\": \"b\"}]}", "a | b", NULL, NULL, 0 },
  { "key after an object", "{\"text\": {\"x\": \"y\"}, \"z\": \"no\", \"name\": \"n\"}", NULL, NULL, "n", 0 },
  { "array of strings", "{\"text\": [\"a\", \"b\"], \"x\": [\"c\"]}", "a | b", NULL, NULL, 0 },
  { "array of types", "{\"@type\": [\"Thing\", \"Product\", \"WebPage\"]}", NULL, NULL, NULL, EXTRACT_STRUCTURED_PRODUCT | EXTRACT_STRUCTURED_PAGE },
  { "@value", "{\"description\": {\"@language\": \"en\", \"@value\": \"d\"}, \"text\": [{\"@value\": \"t\"}]}", "t", "d", NULL, 0 },
  { "type by its address", "{\"@type\": \"https://schema.org/NewsArticle\", \"x\": {\"@type\": \"schema:Service\"}}", NULL, NULL, NULL, EXTRACT_STRUCTURED_ARTICLE | EXTRACT_STRUCTURED_SERVICE },
  { "type in any case", "{\"@type\": \"itemLIST\"}", NULL, NULL, NULL, EXTRACT_STRUCTURED_LIST },
  { "type that is too long", "{\"@type\": \"ArticleArticleArticleArticleArticle\"}", NULL, NULL, NULL, 0 },
  { "escapes", "{\"text\": \"a\\nb\\tc \\\"d\\\" e\\\\f \\/ \\q\"}", "a b c \"d\" e\\f / q", NULL, NULL, 0 },
  { "escaped characters", "{\"text\": \"\\u00e9 \\ud83d\\ude00 \\u4e2d\"}", "é 😀 中", NULL, NULL, 0 },
  { "escaped halves", "{\"text\": \"a\\ud83d b\\ude00 c\\u12 d\\u0000e\"}", "a b c 12 d e", NULL, NULL, 0 },
  { "escape at the end", "{\"text\": \"a\\", "a", NULL, NULL, 0 },
  { "raw line breaks", "{\"text\": \"a\nb\r\n\tc\"}", "a b c", NULL, NULL, 0 },
  { "trailing commas", "{\"text\": \"a\", \"name\": [\"b\",],}", "a", NULL, "b", 0 },
  { "missing comma", "{\"text\": \"a\"\n \"name\": \"b\"}", "a", NULL, "b", 0 },
  { "missing comma between objects", "{\"text\": \"a\"} {\"name\": \"b\"} \"name\": \"c\"", "a", NULL, "b", 0 },
  { "quotes not escaped", "{\"description\": \"<a href=\"http://x\">He said \"no\" twice</a>\", \"name\": \"n\"}", NULL, "He said \"no\" twice", "n", 0 },
  { "HTML comment", "<!-- {\"text\": \"a\"} -->", "a", NULL, NULL, 0 },
  { "CDATA", "//<![CDATA[\n{\"text\": \"a\", \"x\": \"y\"}\n//]]>", "a", NULL, NULL, 0 },
  { "comments", "{\"x\": \"y\" /* one */, // it's\n \"text\": \"a\" // two\n}", "a", NULL, NULL, 0 },
  { "truncated string", "{\"x\": 1, \"text\": \"a b", "a b", NULL, NULL, 0 },
  { "truncated key", "{\"x\": 1, \"text", NULL, NULL, NULL, 0 },
  { "closed too often", "]}]{\"text\": \"a\"}}}] {\"name\": \"n\"}", "a", NULL, "n", 0 },
  { "closed crosswise", "{\"x\": [{\"text\": \"a\"], \"name\": \"n\"}", "a", NULL, "n", 0 },
  { "references", "{\"text\": \"a &amp; b &quot;c&quot; &#233; &#x4E2D; &eacute;&nbsp;&rsquo; &igrave; &percnt;\"}", "a & b \"c\" é 中 é ’ ì %", NULL, NULL, 0 },
  { "references twice", "{\"text\": \"a &amp;amp; b &amp;lt;p&amp;gt;c\"}", "a & b c", NULL, NULL, 0 },
  { "no references", "{\"text\": \"a & b &c; &; &#; &#x; &#0; &#xD800; &#99999999;&amp\"}", "a & b &c; &; &#; &#x; &amp", NULL, NULL, 0 },
  { "tags", "{\"text\": \"<p class='x'>a<br>b <b>c</b>d</p><!-- e --><li>f</li>\"}", "a b cd f", NULL, NULL, 0 },
  { "escaped tags", "{\"text\": \"&lt;p&gt;a&lt;/p&gt;\\u003cp\\u003eb\\u003c\\/p\\u003e\"}", "a b", NULL, NULL, 0 },
  { "no tags", "{\"text\": \"1 < 2 <3 </ > a <b\"}", "1 < 2 <3 </ > a <b", NULL, NULL, 0 },
  { "nothing but tags", "{\"text\": \"<p></p>\"}", "", NULL, NULL, 0 },
  { "depth that is read", "[[[[[[[[[[{\"text\": \"a\"}]]]]]]]]]]", "a", NULL, NULL, 0 },
};
/* clang-format on */

static void
test_script (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *page = g_strconcat ("<script type='application/ld+json'>", c->script, "</script>", NULL);
  g_autoptr (ExtractDocument) document = parse (page);
  g_autoptr (ExtractStructured) structured = extract_structured_new (document->page);
  g_autofree char *bodies = join (structured->bodies);
  g_autofree char *descriptions = join (structured->descriptions);
  g_autofree char *names = join (structured->names);

  g_assert_cmpstr (bodies, ==, c->bodies ? c->bodies : "");
  g_assert_cmpstr (descriptions, ==, c->descriptions ? c->descriptions : "");
  g_assert_cmpstr (names, ==, c->names ? c->names : "");
  g_assert_cmphex (structured->types, ==, c->types);
}

static void
test_types (void)
{
  static const struct {
    const char *name;
    guint types;
  } types[] = {
    { "Article", EXTRACT_STRUCTURED_ARTICLE },
    { "BlogPosting", EXTRACT_STRUCTURED_ARTICLE },
    { "NewsArticle", EXTRACT_STRUCTURED_ARTICLE },
    { "Report", EXTRACT_STRUCTURED_ARTICLE },
    { "TechArticle", EXTRACT_STRUCTURED_ARTICLE },
    { "Product", EXTRACT_STRUCTURED_PRODUCT },
    { "ProductGroup", EXTRACT_STRUCTURED_PRODUCT },
    { "DiscussionForumPosting", EXTRACT_STRUCTURED_DISCUSSION },
    { "QAPage", EXTRACT_STRUCTURED_DISCUSSION },
    { "Question", EXTRACT_STRUCTURED_DISCUSSION },
    { "Answer", EXTRACT_STRUCTURED_DISCUSSION },
    { "Comment", EXTRACT_STRUCTURED_DISCUSSION },
    { "UserComments", EXTRACT_STRUCTURED_DISCUSSION },
    { "ItemList", EXTRACT_STRUCTURED_LIST },
    { "CollectionPage", EXTRACT_STRUCTURED_LIST },
    { "SearchResultsPage", EXTRACT_STRUCTURED_LIST },
    { "LocalBusiness", EXTRACT_STRUCTURED_SERVICE },
    { "Service", EXTRACT_STRUCTURED_SERVICE },
    { "ProfessionalService", EXTRACT_STRUCTURED_SERVICE },
    { "Organization", EXTRACT_STRUCTURED_ORGANIZATION },
    { "Corporation", EXTRACT_STRUCTURED_ORGANIZATION },
    { "NewsMediaOrganization", EXTRACT_STRUCTURED_ORGANIZATION },
    { "FAQPage", EXTRACT_STRUCTURED_FAQ },
    { "BreadcrumbList", EXTRACT_STRUCTURED_BREADCRUMB },
    { "WebPage", EXTRACT_STRUCTURED_PAGE },
    { "AboutPage", EXTRACT_STRUCTURED_PAGE },
    { "Person", 0 },
    { "", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    g_autofree char *script =
        g_strdup_printf ("<script type=application/ld+json>{\"@type\": \"%s\"}</script>", types[i].name);
    g_autofree char *item = g_strdup_printf (
        "<p itemscope itemtype='http://schema.org/Thing  https://schema.org/%s'>a", types[i].name);
    g_autoptr (ExtractDocument) with_script = parse (script);
    g_autoptr (ExtractDocument) with_item = parse (item);
    g_autoptr (ExtractStructured) of_script = extract_structured_new (with_script->page);
    g_autoptr (ExtractStructured) of_item = extract_structured_new (with_item->page);

    g_test_message ("%s", types[i].name);
    g_assert_cmphex (of_script->types, ==, types[i].types);
    g_assert_cmphex (of_item->types, ==, types[i].types);
  }
}

/* The meta elements come before the scripts; a damaged script does not harm the next one. */
static void
test_page (void)
{
  g_autoptr (ExtractDocument) document = parse (
      "<script type=application/ld+json>{\"description\": \"one\", \"articleBody\": [{{\"</script>"
      "<meta property=og:description content='two &lt;b>2&lt;/b>'><meta name=description content='three'>"
      "<script type=application/ld+json>{\"description\": \"four\"}</script><script>{\"text\": "
      "\"five\"}</script>");
  g_autoptr (ExtractStructured) structured = extract_structured_new (document->page);
  g_autofree char *descriptions = join (structured->descriptions);

  g_assert_cmpstr (descriptions, ==, "three | two 2 | one | four");
  g_assert_cmpuint (structured->bodies->len, ==, 0);
}

/* ---- Features ------------------------------------------------------------------------------- */

#define TEN "one two three four five six seven eight nine ten "
#define BODY(text) "<script type=application/ld+json>{\"articleBody\": \"" text "\"}</script>"
#define NAMED(text) "<script type=application/ld+json>{\"headline\": \"" text "\"}</script>"

typedef struct {
  const char *feature, *page;
  guint n_blocks;
  double values[MAX_BLOCKS];
} Similarity;

/* clang-format off */
static const Similarity similarities[] = {
  { "title-jaccard", "<title>The Old Man</title><p>old man<p>The sea the sea<p>THE OLD MAN<p>12<p>-", 5, { 2.0 / 3, 0.25, 1, 0, 0 } },
  { "title-jaccard", "<title>Don't</title><p>don’t<p>dont<p>don t", 3, { 1, 1, 0 } },
  { "title-jaccard", "<title>中国人</title><p>中国<p>国,中,人!<p>日本", 3, { 2.0 / 3, 1, 0 } },
  { "title-jaccard", "<title>ŽOFIE ÚPĚL</title><p>žofie<p>Úpěl, Žofie", 2, { 0.5, 1 } },
  { "title-jaccard", "<title> - </title><p>a<p>b", 2, { UNKNOWN, UNKNOWN } },
  { "title-share", "<title>a b c</title><meta property=og:title content='c d e'><p>a b x<p>c d e f<p>a<p>a a a x", 4, { 2.0 / 3, 0.75, 0, 0.5 } },
  { "title-share", "<meta property=og:title content='a'><p>a b", 1, { 0.5 } },
  { "title-share", "<p>a b", 1, { UNKNOWN } },
  { "in-body", BODY (TEN TEN "x.") "<p>Three four, five: six<p>three four five<p>ten one two three four<p>one two four five<p>seven eight nine ten x", 5, { 1, 0, 1, 0, 1 } },
  /* Only the first 80 characters count: "one ... ten" has 49. */
  { "in-body", BODY (TEN TEN) "<p>" TEN TEN "no no no no<p>" TEN "no " TEN, 2, { 1, 0 } },
  { "in-body", BODY ("a b c") "<p>a b c d", 1, { UNKNOWN } },
  { "in-body", "<p>a b c d", 1, { UNKNOWN } },
  { "in-body", BODY ("中国人民") "<p>中国人民<p>中国人<p>人民中国", 3, { 1, 0, 0 } },
  /* Not across two bodies. */
  { "in-body", BODY ("a b c d") BODY ("e f g h") "<p>c d e f<p>e f g h", 2, { 0, 1 } },
  { "in-body", "<meta name=description content='a b c d'>" BODY ("e f g h") "<p>a b c d", 1, { 0 } },
  { "in-description", "<meta name=description content='a b c d e'><p>b c d e<p>a b c d f<p>a b", 3, { 1, 0, 0 } },
  { "in-description", BODY ("a b c d") "<p>a b c d", 1, { UNKNOWN } },
  { "is-name", NAMED ("The Old Man!") "<p>the old man<p>The Old<p>the old man too<p>-", 4, { 1, 0, 0, 0 } },
  { "is-name", NAMED ("-") "<p>-", 1, { UNKNOWN } },
  { "duplicates", "<p>Read more<p>read more!<p>Read<p>More<p>|<p>|", 6, { G_LN2 / 4, G_LN2 / 4, 0, 0, G_LN2 / 4, G_LN2 / 4 } },
  { "duplicates", "<p>-<p>|", 2, { 0, 0 } },
  { "body-share", BODY (TEN) "<p>one two three four no<p>two three four five<p>one two<p>no one two three four five", 4, { 0.5, 1, 0, 2.0 / 3 } },
  { "between-body", BODY (TEN) "<p>x<p>one two three four<p>y<p>five six seven eight<p>z", 5, { 0, 1, 1, 1, 0 } },
  { "between-body", BODY (TEN) "<p>x<p>y", 2, { 0, 0 } },
  { "between-body", "<p>x<p>y", 2, { UNKNOWN, UNKNOWN } },
  { "has-body", BODY (TEN TEN TEN TEN TEN) "<p>x<p>y", 2, { 1, 1 } },
  { "has-body", BODY (TEN TEN TEN TEN) BODY (TEN) "<p>x", 1, { 0 } },
  { "body-covered", BODY (TEN) "<p>one two three four five<p>one two three four", 2, { 2.0 / 7, 2.0 / 7 } },
  { "body-covered", "<p>x", 1, { UNKNOWN } },
};
/* clang-format on */

static guint
find_feature (const ExtractFeatureSet *set, const char *name)
{
  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++)
    if (g_str_equal (extract_feature_set_get_feature (set, i)->name, name))
      return i;
  g_error ("there is no feature %s", name);
}

static void
compute (ExtractDocument *document)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (extract_features_compute (document, extract_feature_set_find ("rich"), NULL, &error));
  g_assert_no_error (error);
}

static float
get_value (ExtractDocument *document, guint block, const char *feature)
{
  gsize n;
  const float *values = extract_block_get_features (extract_document_get_block (document, block), &n);

  return values[find_feature (extract_feature_set_find ("rich"), feature)];
}

static void
test_similarity (gconstpointer data)
{
  const Similarity *s = data;
  g_autoptr (ExtractDocument) document = parse (s->page);

  g_test_message ("%s of %s", s->feature, s->page);
  g_assert_cmpuint (extract_document_get_n_blocks (document), ==, s->n_blocks);
  compute (document);
  for (guint i = 0; i < s->n_blocks; i++) {
    float value = get_value (document, i, s->feature);

    if (isnan (s->values[i]))
      g_assert_true (isnan (value));
    else
      g_assert_cmpfloat_with_epsilon (value, s->values[i], 1e-6);
  }
}

static void
test_all_have_cases (void)
{
  for (guint r = 0; r < extract_feature_similarity.n_rows; r++) {
    const char *name = extract_feature_similarity.rows[r].info.name;
    guint n = 0;

    for (guint i = 0; i < G_N_ELEMENTS (similarities); i++)
      n += g_str_equal (similarities[i].feature, name);
    g_test_message ("%s", name);
    g_assert_cmpuint (n, >, 0);
  }
}

/* ---- Hostile pages -------------------------------------------------------------------------- */

/* A page is head, n times unit, middle, m times closing. In quadratic time these would take hours. */
typedef struct {
  const char *name, *head, *unit;
  guint n;
  const char *middle, *closing;
  guint m;
  const char *bodies; /* (nullable): what the structured data has to begin with */
} Hostile;

#define SCRIPT "<script type=application/ld+json>"

static const Hostile hostile[] = {
  { "brackets", SCRIPT, "[", 3000000, "{\"text\": \"a\"}</script>", "", 0, "" },
  { "brackets that close", SCRIPT, "[", 1500000, "", "]", 1500000, "" },
  { "after too many brackets", SCRIPT "[", "[]", 1000000, "{\"text\": \"a\"}</script>", "", 0, "a" },
  { "braces and keys", SCRIPT, "{\"text\":", 500000, "\"a\"</script>", "", 0, "" },
  { "open tags", SCRIPT "{\"text\": \"", "<a", 1500000, "\"}</script>", "", 0, "<a<a" },
  { "references without end", SCRIPT "{\"text\": \"", "&#1", 1000000, "\"}</script>", "", 0, NULL },
  { "ampersands", SCRIPT "{\"text\": \"", "&amp;", 600000, "\"}</script>", "", 0, "&&&" },
  { "quotes and space", SCRIPT "{\"text\": \"", "\"    ", 600000, "</script>", "", 0, NULL },
  { "one quote, much space", SCRIPT "{\"text\": \"a\"", "      \n", 500000, "</script>", "", 0, NULL },
  { "backslashes", SCRIPT "{\"text\": \"", "\\\\", 1500000, "\"}</script>", "", 0, "\\" },
  { "strings", SCRIPT "{\"text\": [", "\"a\",", 700000, "]}</script>", "", 0, "a" },
  /* Every block begins as every place of the body does. */
  { "blocks and a body", SCRIPT "{\"text\": \"", "a a ", 700000, "\"}</script>", "<p>a a a a b", 200000,
    "a a" },
  { "blocks and bodies", SCRIPT "{\"text\": [", "\"a b c d\",", 200000, "]}</script>", "<p>a b c d", 200000,
    "a" },
  { "blocks and names", SCRIPT "{\"name\": [", "\"a\",", 300000, "]}</script>", "<p>a", 200000, "" },
  { "a long title", "<title>", "a b ", 500000, "</title>", "<p>a b a b", 200000, "" },
  { "a long block", "<title>a b</title>", "a b ", 700000, "", "", 0, "" },
};

static void
append_times (GString *page, const char *unit, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append (page, unit);
}

static void
test_hostile (gconstpointer data)
{
  const Hostile *h = data;
  g_autoptr (GString) page = g_string_new (h->head);
  g_autoptr (ExtractDocument) document = NULL;

  append_times (page, h->unit, h->n);
  g_string_append (page, h->middle);
  append_times (page, h->closing, h->m);
  document = parse (page->str);
  g_autoptr (ExtractStructured) structured = extract_structured_new (document->page);
  g_assert_true (structured->bodies->len <= page->len);
  if (h->bodies)
    g_assert_true (*h->bodies ? g_str_has_prefix (structured->bodies->str, h->bodies)
                              : structured->bodies->len == 0);
  compute (document);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/structured/script/%s", cases[i].name);

    g_test_add_data_func (path, &cases[i], test_script);
  }
  g_test_add_func ("/structured/types", test_types);
  g_test_add_func ("/structured/page", test_page);
  for (guint i = 0; i < G_N_ELEMENTS (similarities); i++) {
    g_autofree char *path = g_strdup_printf ("/similarity/%s/%u", similarities[i].feature, i);

    g_test_add_data_func (path, &similarities[i], test_similarity);
  }
  g_test_add_func ("/similarity/all-have-cases", test_all_have_cases);
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++) {
    g_autofree char *path = g_strdup_printf ("/structured/hostile/%s", hostile[i].name);

    g_test_add_data_func (path, &hostile[i], test_hostile);
  }
  return g_test_run ();
}
