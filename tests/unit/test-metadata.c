/* SPDX-License-Identifier: MIT */
/*
 * What is known of a page beside its text: a page each for every source, every way in which a value is
 * cleaned, and every trap; dates of many languages; pages made to hurt.
 */
#include <libextract/extract.h>
#include <libextract/html/html.h>
#include <libextract/page/page.h>
#include <libextract/meta/date.h>
#include <libextract/meta/person.h>

#include <string.h>

#include "tests/unit/parse.h"

/* Returns: (transfer full): its values with " | " between them, and " @ORIGIN" behind the first; "" */
static char *
get (ExtractDocument *document, ExtractField field)
{
  g_autoptr (GError) error = NULL;
  ExtractMetadata *metadata = extract_document_get_metadata (document, &error);
  GString *all = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < extract_metadata_get_n_values (metadata, field); i++)
    g_string_append_printf (all, "%s%s", i > 0 ? " | " : "", extract_metadata_get_value (metadata, field, i));
  if (all->len > 0)
    g_string_append_printf (all, " @%s", extract_metadata_get_origin (metadata, field, 0));
  g_assert_null (
      extract_metadata_get_value (metadata, field, extract_metadata_get_n_values (metadata, field)));
  return g_string_free (all, FALSE);
}

/* ---- Sources and traps ---------------------------------------------------------------------- */

typedef struct {
  const char *name;
  ExtractField field;
  const char *uri; /* (nullable) */
  const char *page;
  const char *value; /* as get () gives it */
} Case;

#define JSON(text) "<script type='application/ld+json'>" text "</script>"
#define BODY "<p>The tide comes in twice a day, and this is a sentence about it that is long enough."

/* clang-format off */
static const Case cases[] = {
  /* Sources. */
  { "json-ld", EXTRACT_FIELD_AUTHOR, NULL,
    JSON ("{\"@type\":\"NewsArticle\",\"headline\":\"Tides\",\"author\":{\"@type\":\"Person\",\"name\":\"Marta Lind\"}}") BODY,
    "Marta Lind @json-ld" },
  { "json-ld-graph", EXTRACT_FIELD_AUTHOR, NULL,
    JSON ("{\"@graph\":[{\"@type\":\"Article\",\"author\":{\"@id\":\"#p\"}},{\"@type\":\"Person\",\"@id\":\"#p\",\"name\":\"Marta Lind\"}]}") BODY,
    "Marta Lind @json-ld" },
  { "json-ld-cycle", EXTRACT_FIELD_AUTHOR, NULL,
    JSON ("{\"@graph\":[{\"@type\":\"Article\",\"author\":{\"@id\":\"#a\"}},{\"@id\":\"#a\",\"author\":{\"@id\":\"#b\"}},{\"@id\":\"#b\",\"author\":{\"@id\":\"#a\"}}]}") BODY,
    "" },
  { "json-ld-array", EXTRACT_FIELD_AUTHOR, NULL,
    JSON ("[{\"@type\":\"Article\",\"author\":[{\"@type\":\"Person\",\"name\":\"Marta Lind\"},{\"@type\":\"Person\",\"name\":\"Jan Dvorak\"}]}]") BODY,
    "Marta Lind | Jan Dvorak @json-ld" },
  { "json-ld-broken", EXTRACT_FIELD_PUBLISHED, NULL,
    JSON ("<!-- /* <![CDATA[ */ {\"@type\":\"Article\",\"headline\":\"A\nline\tbreak\",\"datePublished\":\"2020-03-04T05:06:07+01:00\",} ]]> -->") BODY,
    "2020-03-04T05:06:07+01:00 @json-ld" },
  { "json-ld-entities", EXTRACT_FIELD_DESCRIPTION, NULL,
    JSON ("{\"@type\":\"Article\",\"description\":\"Salt &amp;amp; <b>water</b>\"}") BODY, "Salt & water @json-ld" },
  { "microdata", EXTRACT_FIELD_PUBLISHED, NULL,
    "<div itemscope itemtype='https://schema.org/Article'><meta itemprop=datePublished content=2020-03-04>" BODY "</div>",
    "2020-03-04 @microdata" },
  { "microdata-author", EXTRACT_FIELD_AUTHOR, NULL,
    "<div itemscope itemtype='https://schema.org/Article'><h1 itemprop=headline>Tides</h1><span itemprop=author itemscope itemtype='https://schema.org/Person'>"
    "<span itemprop=name>Marta Lind</span></span>" BODY "</div>", "Marta Lind @microdata" },
  { "rdfa", EXTRACT_FIELD_PUBLISHED, NULL,
    "<div vocab='https://schema.org/' typeof=Article><span property=datePublished content=2020-03-04>March</span>" BODY "</div>",
    "2020-03-04 @rdfa" },
  { "opengraph", EXTRACT_FIELD_PUBLISHED, NULL, "<meta property='article:published_time' content='2020-03-04T10:00:00Z'>" BODY,
    "2020-03-04T10:00:00Z @opengraph" },
  { "dublin-core", EXTRACT_FIELD_AUTHOR, NULL, "<meta name=DC.creator content='Lind, Marta'>" BODY, "Marta Lind @dublin-core" },
  { "citation", EXTRACT_FIELD_AUTHOR, NULL,
    "<meta name=citation_author content='Lind, Marta'><meta name=citation_author content='Dvorak, Jan'>" BODY,
    "Marta Lind | Jan Dvorak @citation" },
  { "meta", EXTRACT_FIELD_AUTHOR, NULL, "<meta name=author content='Marta Lind'>" BODY, "Marta Lind @meta" },
  { "meta-spelling", EXTRACT_FIELD_PUBLISHED, NULL, "<meta name='Publish-Date' content='4 March 2020'>" BODY, "2020-03-04 @meta" },
  { "twitter-data", EXTRACT_FIELD_AUTHOR, NULL,
    "<meta name='twitter:label1' content='Written by'><meta name='twitter:data1' content='Marta Lind'>" BODY, "Marta Lind @opengraph" },
  { "link-canonical", EXTRACT_FIELD_URL, "https://site.example/a?b", "<link rel=canonical href='/a'>" BODY, "https://site.example/a @link" },
  { "link-user", EXTRACT_FIELD_URL, NULL, "<link rel=canonical href='https://jan:secret@site.example/a'>" BODY, "https://site.example/a @link" },
  { "link-licence", EXTRACT_FIELD_LICENCE, NULL, BODY "<a rel=license href='https://creativecommons.org/licenses/by/4.0/'>CC</a>",
    "https://creativecommons.org/licenses/by/4.0/ @link" },
  { "rel-author", EXTRACT_FIELD_AUTHOR, NULL, "<h1>How to read tides</h1><p>By <a rel=author href='/m'>Marta Lind</a></p>" BODY, "Marta Lind @link" },
  { "time", EXTRACT_FIELD_PUBLISHED, NULL, "<h1>How to read tides</h1><time datetime='2020-03-04T10:00'>yesterday</time>" BODY, "2020-03-04T10:00 @time" },
  { "address", EXTRACT_FIELD_PUBLISHED, "https://site.example/2020/03/04/tides", "<h1>Tides</h1>" BODY, "2020-03-04 @address" },
  { "text", EXTRACT_FIELD_PUBLISHED, NULL, "<h1>How to read tides</h1><p>Published: March 4, 2020</p>" BODY, "2020-03-04 @text" },
  { "text-author", EXTRACT_FIELD_AUTHOR, NULL, "<h1>How to read tides</h1><p>By Marta Lind</p>" BODY, "Marta Lind @text" },
  { "site-name", EXTRACT_FIELD_SITE_NAME, NULL, "<meta property='og:site_name' content='Harbour Post'>" BODY, "Harbour Post @opengraph" },
  { "language", EXTRACT_FIELD_LANGUAGE, NULL, "<html lang='EN_gb'>" BODY, "en-gb @html" },
  { "image", EXTRACT_FIELD_IMAGE, "https://site.example/a", "<meta property='og:image' content='/i.jpg'>" BODY, "https://site.example/i.jpg @opengraph" },
  { "image-script", EXTRACT_FIELD_IMAGE, "https://site.example/a", "<meta property='og:image' content='javascript:alert(1)'>" BODY, "" },
  { "tags", EXTRACT_FIELD_TAG, NULL, "<meta name=keywords content='Tides, moon,tides ,, sea'>" BODY, "Tides | moon | sea @meta" },
  { "category", EXTRACT_FIELD_CATEGORY, NULL, "<meta property='article:section' content='Science'>" BODY, "Science @opengraph" },
  { "kind", EXTRACT_FIELD_KIND, NULL, JSON ("{\"@type\":\"Recipe\",\"name\":\"Fish\"}") BODY, "recipe @json-ld" },
  { "kind-question", EXTRACT_FIELD_KIND, NULL, JSON ("{\"@type\":\"Question\",\"name\":\"Why?\"}") BODY, "question @json-ld" },

  /* Titles. */
  { "title-site", EXTRACT_FIELD_TITLE, "https://www.harbourpost.example/how-to-read-tides",
    "<title>How to Read Tides | Harbour Post</title><meta property='og:title' content='How to Read Tides | Harbour Post'><h1>How to Read Tides</h1>" BODY,
    "How to Read Tides @heading" },
  { "title-site-only-head", EXTRACT_FIELD_TITLE, NULL,
    "<title>How to Read Tides - Harbour Post</title><meta property='og:site_name' content='Harbour Post'>" BODY, "How to Read Tides @title" },
  { "title-search-engine", EXTRACT_FIELD_TITLE, "https://site.example/i-learned-to-read-tides-at-sea",
    "<title>Tides Guide 2020</title><meta property='og:title' content='I Learned to Read Tides at Sea'><h1>I Learned to Read Tides at Sea</h1>" BODY,
    "I Learned to Read Tides at Sea @heading" },
  { "title-colon", EXTRACT_FIELD_TITLE, NULL, "<title>Tides: What the Moon Does - And What It Does Not</title><h1>Tides: What the Moon Does - And What It Does Not</h1>" BODY,
    "Tides: What the Moon Does - And What It Does Not @heading" },
  { "title-kicker", EXTRACT_FIELD_TITLE, NULL, "<title>How to Read Tides</title><h1>Science</h1><h1>How to Read Tides</h1>" BODY, "How to Read Tides @title" },
  { "title-kicker-in-head", EXTRACT_FIELD_TITLE, NULL,
    "<title>Science | How to Read Tides</title><p class=kicker>Science</p><h1>How to Read Tides</h1>" BODY, "How to Read Tides @heading" },
  { "title-logo", EXTRACT_FIELD_TITLE, "https://www.harbourpost.example/news/1234",
    "<title>How to Read Tides | Harbour Post</title><meta property='og:site_name' content='Harbour Post'><h1>Harbour Post</h1><h2>How to Read Tides</h2>" BODY,
    "How to Read Tides @title" },
  { "title-slash", EXTRACT_FIELD_TITLE, "https://forum.example/viewtopic.php?id=3",
    "<title>Which table do you read at sea? / Newcomers / Harbour Forum</title><h1>Harbour Forum</h1>" BODY, "Which table do you read at sea? @title" },
  { "title-permalink", EXTRACT_FIELD_TITLE, NULL, "<h1>Reading the tides today\xc2\xb6</h1>" BODY, "Reading the tides today @heading" },
  { "title-script", EXTRACT_FIELD_TITLE, NULL, JSON ("{\"@type\":\"Article\",\"headline\":\"<b>How</b> to Read\"}") BODY, "How to Read @json-ld" },

  /* Authors. */
  { "author-link", EXTRACT_FIELD_AUTHOR, NULL, "<h1>How to read tides</h1><p><a href='/author/marta-lind/'>Marta Lind</a> · 5 min read</p>" BODY, "Marta Lind @link" },
  { "author-organization", EXTRACT_FIELD_AUTHOR, NULL,
    JSON ("{\"@type\":\"Article\",\"author\":{\"@type\":\"Organization\",\"name\":\"Harbour Post\"}}") "<h1>How to read tides</h1><p>By <a rel=author href='/m'>Marta Lind</a></p>" BODY,
    "Marta Lind @link" },
  { "author-organization-alone", EXTRACT_FIELD_AUTHOR, NULL,
    JSON ("{\"@type\":\"Article\",\"author\":{\"@type\":\"Organization\",\"name\":\"Harbour Post\"}}") "<h1>How to read tides</h1>" BODY, "Harbour Post @json-ld" },
  { "author-agency", EXTRACT_FIELD_AUTHOR, NULL, "<h1>How to read tides</h1><p>By Marta Lind, Sea News Agency</p>" BODY, "Marta Lind @text" },
  { "author-reviewer", EXTRACT_FIELD_AUTHOR, NULL,
    "<h1>How to read tides</h1><p>Written by Marta Lind</p><p>Medically reviewed by Jan Dvorak, MD</p>" BODY, "Marta Lind @text" },
  { "author-photographer", EXTRACT_FIELD_AUTHOR, NULL,
    "<h1>How to read tides</h1><p>By Marta Lind</p><figure><img src=i.jpg><figcaption>Photo: Jan Dvorak</figcaption></figure>" BODY, "Marta Lind @text" },
  { "author-photographer-alone", EXTRACT_FIELD_AUTHOR, NULL,
    "<h1>How to read tides</h1><figure><img src=i.jpg><figcaption>Photograph by Jan Dvorak</figcaption></figure>" BODY, "" },
  { "author-by-block", EXTRACT_FIELD_AUTHOR, NULL, "<h1>How to read tides</h1><div><div>By</div><p>Marta Lind</p></div>" BODY, "Marta Lind @text" },
  { "author-degrees", EXTRACT_FIELD_AUTHOR, NULL, "<h1>How to read tides</h1><p>By Marta Lind PhD RN</p>" BODY, "Marta Lind @text" },
  { "author-initials", EXTRACT_FIELD_AUTHOR, NULL, "<h1>How to read tides</h1><p>By A. J. Lind</p>" BODY, "A. J. Lind @text" },
  { "author-class", EXTRACT_FIELD_AUTHOR, NULL, "<h1>How to read tides</h1><div class=author-box><h4 class=author-box__name>Marta Lind</h4></div>" BODY,
    "Marta Lind @class" },
  { "author-biography", EXTRACT_FIELD_AUTHOR, NULL,
    JSON ("{\"@type\":\"Article\",\"author\":\"I am Marta, and while you are here, do take a chair, look at the water, and read what I have to say\"}") BODY, "" },
  { "author-script", EXTRACT_FIELD_AUTHOR, NULL, JSON ("{\"@type\":\"Article\",\"author\":\"<b onclick=x>Marta</b> Lind<img src=x onerror=alert(1)>\"}") BODY,
    "Marta Lind @json-ld" },
  { "author-role", EXTRACT_FIELD_AUTHOR, NULL, "<h1>How to read tides</h1><p>By Marta Lind, PhD, Senior Editor</p>" BODY, "Marta Lind @text" },
  { "author-date", EXTRACT_FIELD_AUTHOR, NULL, "<h1>How to read tides</h1><p>By Marta Lind March 4, 2020</p>" BODY, "Marta Lind @text" },
  { "author-view-all", EXTRACT_FIELD_AUTHOR, NULL, "<meta name=author content='View all posts by Marta Lind'>" BODY, "Marta Lind @meta" },
  { "author-two", EXTRACT_FIELD_AUTHOR, NULL, "<meta name=author content='Marta Lind and Jan Dvorak'>" BODY, "Marta Lind | Jan Dvorak @meta" },
  { "author-twice", EXTRACT_FIELD_AUTHOR, NULL, "<meta name=author content='Marta Lind'><meta property='article:author' content='marta lind'>" BODY, "Marta Lind @meta" },
  { "author-account", EXTRACT_FIELD_AUTHOR, NULL, "<meta name=author content='admin'>" BODY, "" },
  { "author-address", EXTRACT_FIELD_AUTHOR, NULL, "<meta property='article:author' content='https://site.example/marta'>" BODY, "" },
  { "author-user", EXTRACT_FIELD_AUTHOR, NULL, JSON ("{\"@type\":\"DiscussionForumPosting\",\"author\":{\"@type\":\"Person\",\"name\":\"Herr_Rein\"}}") BODY, "Herr_Rein @json-ld" },
  { "author-german", EXTRACT_FIELD_AUTHOR, NULL, "<html lang=de><h1>Wie man die Gezeiten liest</h1><p>Von Marta Lind</p>" BODY, "Marta Lind @text" },
  { "author-written-by", EXTRACT_FIELD_AUTHOR, NULL, "<h1>How to read tides</h1><p>Written by</p><p>Marta Lind</p>" BODY, "Marta Lind @text" },

  /* Dates. */
  { "date-future", EXTRACT_FIELD_PUBLISHED, NULL, "<meta property='article:published_time' content='2031-03-04'>" BODY, "" },
  { "date-old", EXTRACT_FIELD_PUBLISHED, NULL, "<meta property='article:published_time' content='1970-01-01'>" BODY, "" },
  { "date-year", EXTRACT_FIELD_PUBLISHED, NULL, "<meta name=citation_year content='2003'>" BODY, "2003 @citation" },
  { "date-month", EXTRACT_FIELD_PUBLISHED, NULL, "<meta name=citation_publication_date content='2003/11'>" BODY, "2003-11 @citation" },
  { "date-address-word", EXTRACT_FIELD_PUBLISHED, "https://site.example/2023/10/3-fragen", "<h1>Fragen</h1>" BODY, "" },
  { "date-price", EXTRACT_FIELD_PUBLISHED, NULL, "<h1>How to buy tides</h1><p>Price: 2.020,00, order 20200304</p>" BODY, "" },
  { "date-sentence", EXTRACT_FIELD_PUBLISHED, NULL,
    "<h1>How to read tides</h1><p>It was a long time before the great storm of 4 March 2020 that somebody first wrote down what the water did in the harbour of the town.</p>" BODY, "" },
  { "date-copyright", EXTRACT_FIELD_PUBLISHED, NULL, "<h1>How to read tides</h1><p>Copyright 4 March 2020</p>" BODY, "" },
  { "date-modified", EXTRACT_FIELD_PUBLISHED, NULL,
    "<meta property='article:published_time' content='2020-03-04'><meta property='article:modified_time' content='2021-05-02'>" BODY, "2020-03-04 @opengraph" },
  { "modified", EXTRACT_FIELD_MODIFIED, NULL,
    "<meta property='article:published_time' content='2020-03-04'><meta property='article:modified_time' content='2021-05-02'>" BODY, "2021-05-02 @opengraph" },
  { "modified-before", EXTRACT_FIELD_MODIFIED, NULL,
    "<meta property='article:published_time' content='2020-03-04'><meta property='article:modified_time' content='2019-05-02'>" BODY, "" },
  { "date-zone", EXTRACT_FIELD_PUBLISHED, NULL, "<meta property='article:published_time' content='2020-03-04T23:30:00-05:00'>" BODY, "2020-03-04T23:30:00-05:00 @opengraph" },
  { "date-two-zones", EXTRACT_FIELD_PUBLISHED, NULL,
    "<meta property='article:published_time' content='2020-03-05T02:11:03Z'><h1>How to read tides</h1><time datetime='2020-03-04T21:11:03-05:00'>March 4</time>" BODY,
    "2020-03-04T21:11:03-05:00 @time" },
  { "date-summer-time", EXTRACT_FIELD_PUBLISHED, NULL, "<meta property='article:published_time' content='2020-10-25T02:30:00+02:00'>" BODY, "2020-10-25T02:30:00+02:00 @opengraph" },
  { "date-no-such-hour", EXTRACT_FIELD_PUBLISHED, NULL, "<meta property='article:published_time' content='2020-03-29T25:30:00'>" BODY, "2020-03-29 @opengraph" },
  { "date-sidebar", EXTRACT_FIELD_PUBLISHED, NULL,
    "<h1>How to read tides</h1><p>March 4, 2020</p>" BODY "<aside><h3>Recent posts</h3><ul><li><a href=/b>Ships</a> <time datetime=2021-06-07>June 7, 2021</time>"
    "<li><a href=/c>Moons</a> <time datetime=2021-06-08>June 8, 2021</time></ul></aside>", "2020-03-04 @text" },
  { "date-edit", EXTRACT_FIELD_PUBLISHED, NULL, "<h1>How to read tides</h1><p>Posted March 4, 2020</p><p>Last edited by Jan on June 7, 2021</p>" BODY, "2020-03-04 @text" },
  { "date-edit-is-modified", EXTRACT_FIELD_MODIFIED, NULL, "<h1>How to read tides</h1><p>Posted March 4, 2020</p><p>Last edited by Jan on June 7, 2021</p>" BODY, "2021-06-07 @text" },
  { "date-bare-year", EXTRACT_FIELD_PUBLISHED, NULL, "<h1>How to read tides</h1><p>2020</p>" BODY "<p>Copyright 2020 Harbour Post</p>", "" },
  { "date-declared-year", EXTRACT_FIELD_PUBLISHED, NULL, "<meta property='article:published_time' content='2020'>" BODY, "2020 @opengraph" },
  { "date-label-block", EXTRACT_FIELD_PUBLISHED, NULL, "<html lang=de><h1>Wie man Gezeiten liest</h1><aside><dl><dt>Datum</dt><dd>04.03.2020</dd><dt>Thema</dt><dd>Meer</dd></dl></aside>" BODY, "2020-03-04 @text" },
  { "date-outer-class", EXTRACT_FIELD_PUBLISHED, NULL,
    "<h1>How to read tides</h1><div class=published><span><time datetime='2020-03-04T09:30:00+02:00'>28 minutes ago</time></span></div>" BODY, "2020-03-04T09:30:00+02:00 @time" },
  { "date-long-line", EXTRACT_FIELD_PUBLISHED, NULL,
    "<html lang=de><h1>Wie man Gezeiten liest</h1>" BODY "<p>Dieser Artikel wurde am 4. März 2020 um 14:48 von Marta Lind in der Kategorie Meer ver\xc3\xb6""ffentlicht. Wer mag, kann den"
    " Kommentaren zu diesem Eintrag folgen, oder auch selbst einen schreiben, wenn er denn etwas zu sagen hat, das noch niemand gesagt hat, und das auch andere"
    " lesen m\xc3\xb6""chten, die vom Meer so wenig wissen wie er.</p>", "2020-03-04 @text" },
  { "date-meta-words", EXTRACT_FIELD_PUBLISHED, NULL, "<meta property='harbour_post:uploaded' content='2020-03-04'>" BODY, "2020-03-04 @meta" },
  { "date-meta-other", EXTRACT_FIELD_PUBLISHED, NULL, "<meta name=expiration-date content='2020-03-04'><meta name=publisher content='Harbour Post 2020-03-04'>" BODY, "" },
  { "nuls", EXTRACT_FIELD_AUTHOR, NULL, JSON ("{\"@type\":\"Article\",\"author\":\"Marta\\u0000Lind\"}") BODY, "Marta Lind @json-ld" },
};
/* clang-format on */

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ExtractDocument) document = parse_sized (c->page, -1, c->uri);
  g_autofree char *value = get (document, c->field);

  g_assert_cmpstr (value, ==, c->value);
}

/* ---- Dates ---------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
  const char *text;
  ExtractDateFlags flags;
  const char *date; /* (nullable) */
} dates[] = {
  { "March 4, 2020", 0, "2020-03-04" },          { "4th of March, 2020", 0, "2020-03-04" },
  { "Mar. 4 2020", 0, "2020-03-04" },            { "4. M\xc3\xa4rz 2020", 0, "2020-03-04" },
  { "le 4 ao\xc3\xbbt 2020", 0, "2020-08-04" },  { "1er janvier 2020", 0, "2020-01-01" },
  { "4 de marzo de 2020", 0, "2020-03-04" },     { "4 de mar\xc3\xa7o de 2020", 0, "2020-03-04" },
  { "4 marzo 2020", 0, "2020-03-04" },           { "4 maart 2020", 0, "2020-03-04" },
  { "den 4 mars 2020", 0, "2020-03-04" },        { "4. marts 2020", 0, "2020-03-04" },
  { "4. maaliskuuta 2020", 0, "2020-03-04" },    { "4 marca 2020 r.", 0, "2020-03-04" },
  { "4. b\xc5\x99" "ezna 2020", 0, "2020-03-04" }, { "2020. m\xc3\xa1rcius 4.", 0, "2020-03-04" },
  { "4 martie 2020", 0, "2020-03-04" },          { "4 марта 2020 г.", 0, "2020-03-04" },
  { "4 березня 2020", 0, "2020-03-04" },         { "4 март 2020", 0, "2020-03-04" },
  { "4 Mart 2020", 0, "2020-03-04" },            { "4 Μαρτίου 2020", 0, "2020-03-04" },
  { "2020年3月4日", 0, "2020-03-04" },            { "2020년 3월 4일", 0, "2020-03-04" },
  { "令和2年3月4日", 0, "2020-03-04" },           { "4 مارس 2020", 0, "2020-03-04" },
  { "٤ مارس ٢٠٢٠", 0, "2020-03-04" },            { "۱۴ اسفند ۱۳۹۸", 0, "2020-03-04" },
  { "1398/12/14", EXTRACT_DATE_PERSIAN, "2020-03-04" },
  { "4 במרץ 2020", 0, "2020-03-04" },            { "4 มีนาคม 2563", 0, "2020-03-04" },
  { "4 tháng 3, 2020", 0, "2020-03-04" },        { "ngày 4 tháng 3 năm 2020", 0, "2020-03-04" },
  { "4 Maret 2020", 0, "2020-03-04" },           { "2020 m. kovo 4 d.", 0, "2020-03-04" },
  { "4 मार्च 2020", 0, "2020-03-04" },
  { "3/4/2020", EXTRACT_DATE_MONTH_FIRST, "2020-03-04" }, { "4/3/2020", 0, "2020-03-04" },
  { "25/3/2020", EXTRACT_DATE_MONTH_FIRST, "2020-03-25" }, { "04.03.2020", EXTRACT_DATE_MONTH_FIRST, "2020-03-04" },
  { "04.03.20", 0, "2020-03-04" },               { "2020-03-04", 0, "2020-03-04" },
  { "20200304", EXTRACT_DATE_MACHINE, "2020-03-04" }, { "20200304", 0, NULL },
  { "1583280000", EXTRACT_DATE_MACHINE, "2020-03-04" }, { "2020-03-04T05:06:07.123Z", EXTRACT_DATE_MACHINE, "2020-03-04T05:06:07Z" },
  { "Wed, 04 Mar 2020 05:06:07 GMT", EXTRACT_DATE_MACHINE, "2020-03-04T05:06:07Z" },
  { "2020-03-04 05:06 +0100", EXTRACT_DATE_MACHINE, "2020-03-04T05:06+01:00" },
  { "2020", EXTRACT_DATE_MACHINE, "2020" },      { "2020", 0, NULL },
  { "March 2020", 0, "2020-03" },                { "2020-03", EXTRACT_DATE_MACHINE, "2020-03" },
  { "31 April 2020", 0, NULL },                  { "29 February 2021", 0, NULL },
  { "30/2/2020", 0, NULL },                      { "4 March 1989", 0, NULL },
  { "4 March 2030", 0, NULL },                   { "1.2.3.2020", 0, NULL },
  { "0000-00-00", EXTRACT_DATE_MACHINE, NULL },  { "99999999999999999999999", EXTRACT_DATE_MACHINE, NULL },
  { "", 0, NULL },
  /* Calendars: those that are known, and those that are left out. */
  { "令和元年5月1日", 0, "2019-05-01" },           { "平成31年4月30日", 0, "2019-04-30" },
  { "昭和60年3月4日", 0, NULL },                  { "民國109年3月4日", 0, "2020-03-04" },
  { "中華民國 109 年 3 月 4 日", 0, "2020-03-04" }, { "109年3月4日", 0, NULL },
  { "พ.ศ. 2563", 0, NULL },                      { "4/3/2563", 0, "2020-03-04" },
  { "10 رجب 1441", 0, NULL },                    { "1441/07/10", 0, NULL },
  { "1441/07/10", EXTRACT_DATE_PERSIAN, NULL },  { "30 اسفند 1399", 0, "2021-03-20" },
  { "1400/12/30", EXTRACT_DATE_PERSIAN, NULL },  { "8 Adar 5780", 0, NULL },
  { "ח' באדר תש\"ף", 0, NULL },                  { "5780-06-08", EXTRACT_DATE_MACHINE, NULL },
  { "2077-11-21", 0, NULL },                     { "4 March 1920", 0, NULL },
  { "04.03.95", 0, "1995-03-04" },               { "04.03.85", 0, NULL },
  { "2020-W10-3", EXTRACT_DATE_MACHINE, NULL },  { "2020-064", EXTRACT_DATE_MACHINE, NULL },
  { "2020-03-04T23:59:60Z", EXTRACT_DATE_MACHINE, "2020-03-04T23:59:59Z" },
  { "2020-03-04T05:06:07+99:00", EXTRACT_DATE_MACHINE, "2020-03-04T05:06:07" },
};

static const struct {
  const char *address, *date; /* (nullable) */
} addresses[] = {
  { "https://a.example/2020/03/04/tides", "2020-03-04" }, { "https://a.example/2020/3/4", "2020-03-04" },
  { "https://a.example/news/2020-03-04-tides", "2020-03-04" }, { "https://a.example/20200304/tides", "2020-03-04" },
  { "https://a.example/2020/mar/04/tides", "2020-03-04" }, { "https://a.example/2023/10/3-fragen", NULL },
  { "https://a.example/?d=2020/03/04", NULL }, { "https://a.example/2020/13/04", NULL },
  { "https://a.example/a20200304b", NULL }, { "https://a.example/2031/03/04/", NULL }, { "", NULL },
};
/* clang-format on */

static guint32
get_today (void)
{
  const ExtractDate today = { .year = 2026, .month = 5, .day = 1, .precision = EXTRACT_DATE_DAY };

  return extract_date_to_days (&today);
}

static void
test_dates (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (dates); i++) {
    ExtractDate date;
    gsize start, end;
    char printed[EXTRACT_DATE_LENGTH] = "";
    const char *text = dates[i].text;

    g_test_message ("%s", text);
    if (extract_date_find (text, strlen (text), dates[i].flags, get_today (), &date, &start, &end)) {
      extract_date_print (&date, printed);
      g_assert_cmpuint (start, <, end);
      g_assert_cmpuint (end, <=, strlen (text));
    }
    g_assert_cmpstr (printed, ==, dates[i].date ? dates[i].date : "");
  }
  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++) {
    ExtractDate date;
    char printed[EXTRACT_DATE_LENGTH] = "";

    g_test_message ("%s", addresses[i].address);
    if (extract_date_find_in_address (addresses[i].address, get_today (), &date))
      extract_date_print (&date, printed);
    g_assert_cmpstr (printed, ==, addresses[i].date ? addresses[i].date : "");
  }
}

static void
test_today (void)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  static const char *const wrong[] = { "", "2020", "2020-3-4", "2020-02-30", "2020-03-04T", "2020/03/04" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (extract_parser_set_today (parser, wrong[i]));
  g_assert_true (extract_parser_set_today (parser, "2020-02-29"));
  g_assert_true (extract_parser_set_today (parser, NULL));
}

/* ---- Names ---------------------------------------------------------------------------------- */

static void
test_persons (void)
{
  /* clang-format off */
  static const struct {
    const char *text;
    PersonTrust trust;
    const char *names; /* joined by | */
  } persons[] = {
    { "By Marta Lind", PERSON_DECLARED, "Marta Lind" },
    { "Written by: Marta Lind | Senior Editor", PERSON_DECLARED, "Marta Lind" },
    { "Marta Lind, MD, PhD and Jan Dvorak, RN", PERSON_DECLARED, "Marta Lind|Jan Dvorak" },
    { "Lind, Marta; Dvorak, Jan", PERSON_REVERSED, "Marta Lind|Jan Dvorak" },
    { "Marta Lind (Harbour Post)", PERSON_DECLARED, "Marta Lind" },
    { "Text: Marta Lind", PERSON_SEEN, "Marta Lind" },
    { "Autor: Jan Dvo\xc5\x99\xc3\xa1k", PERSON_SEEN, "Jan Dvo\xc5\x99\xc3\xa1k" },
    { "Par Marta Lind le 4 mars 2020", PERSON_SEEN, "Marta Lind" },
    { "May 4, 2020", PERSON_SEEN, "" },
    { "read more", PERSON_SEEN, "" },
    { "info@site.example", PERSON_SEEN, "" },
    { "https://site.example/marta", PERSON_DECLARED, "" },
    { "admin", PERSON_DECLARED, "" },
    { "x_tide99", PERSON_USER, "x_tide99" },
    { "", PERSON_DECLARED, "" },
    { ",,;; | & and", PERSON_DECLARED, "" },
  };
  /* clang-format on */

  for (guint i = 0; i < G_N_ELEMENTS (persons); i++) {
    g_autoptr (GString) names = g_string_new (NULL);
    const char *place = persons[i].text;
    char name[PERSON_LENGTH];

    while (place && person_next (&place, persons[i].trust, name))
      g_string_append_printf (names, "%s%s", names->len > 0 ? "|" : "", name);
    g_test_message ("%s", persons[i].text);
    g_assert_cmpstr (names->str, ==, persons[i].names);
  }
}

/* ---- Pages made to hurt --------------------------------------------------------------------- */

static void
append_times (GString *page, const char *text, guint times)
{
  for (guint i = 0; i < times; i++)
    g_string_append (page, text);
}

static void
begin (GString *page)
{
  g_string_assign (page, "<title>Tides of the sea</title><script type='application/ld+json'>");
}

static void
check (const GString *page)
{
  g_autoptr (ExtractDocument) document = parse_sized (page->str, page->len, "https://site.example/");
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  g_assert_nonnull (extract_document_get_metadata (document, &error));
  g_assert_no_error (error);
  g_test_message ("%.1f MB: %.3f s", page->len / 1e6, (g_get_monotonic_time () - start) / 1e6);
}

static void
test_hostile (void)
{
  g_autoptr (GString) page = g_string_new (NULL);

  begin (page);
  append_times (page, "{\"a\":[", 10000);
  append_times (page, "]}", 10000);
  check (page);

  begin (page);
  append_times (page, "{\"@type\":\"Article\",\"headline\":\"Tides\",\"author\":{\"@id\":\"x\"}},", 170000);
  g_string_append (page, "</script>");
  g_assert_cmpuint (page->len, >, 10000000);
  check (page);

  begin (page);
  g_string_append (page, "{\"@type\":\"Article\",\"author\":[");
  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (page, "{\"@type\":\"Person\",\"@id\":\"p%u\"},{\"name\":\"Marta Lind %u\"},", i,
                            i);
  g_string_append (page, "]}</script>");
  check (page);

  /* Each names the next one, and the last one the first. */
  begin (page);
  g_string_append (page, "{\"@graph\":[");
  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (page, "{\"@type\":\"Article\",\"@id\":\"#%u\",\"author\":{\"@id\":\"#%u\"}},", i,
                            (i + 1) % 20000);
  g_string_append (page, "]}</script>");
  check (page);

  begin (page);
  g_string_append (page, "{\"@type\":\"Article\",\"author\":[");
  append_times (page, "{\"@id\":\"#a\"},", 50000);
  g_string_append (page, "]}</script>");
  check (page);

  begin (page);
  append_times (page, "\\\"\\u0000\"", 200000);
  check (page);

  g_string_assign (page, "");
  append_times (page, "<div itemscope itemtype=Article itemprop=author><span itemprop=name>x</span>", 900);
  append_times (page, "<meta itemprop=datePublished content='2020-03-04'><meta name=author content=a>",
                20000);
  check (page);

  g_string_assign (page, "<h1>");
  append_times (page, "4 March 2020 by Marta Lind, ", 100000);
  append_times (
      page, "<h1>Tides | Sea - Moon</h1><time>4 March 2020</time><span class=author>Marta Lind</span>", 5000);
  check (page);
}

/* A value that is too long ends with a whole character. */
static void
test_long_value (void)
{
  for (guint less = 0; less < 8; less++) {
    g_autofree char *letters = g_strnfill (8192 - less, 'a');
    g_autofree char *text = g_strconcat (letters, "\346\274\242\360\240\200\200\346\274\242", NULL);
    g_autofree char *page = g_strdup_printf ("<meta name=description content='%s'>", text);
    g_autoptr (ExtractDocument) document = parse (page);
    ExtractMetadata *metadata = extract_document_get_metadata (document, NULL);
    const char *value = extract_metadata_get_value (metadata, EXTRACT_FIELD_DESCRIPTION, 0);

    g_assert_true (g_utf8_validate (value, -1, NULL));
    g_assert_cmpuint (strlen (value), >, 8192 - 4);
    g_assert_true (g_str_has_prefix (text, value));
  }
}

/* What a page may take holds here as well. */
static void
test_limits (void)
{
  g_autoptr (GString) page = g_string_new (NULL);
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (ExtractDocument) document = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  begin (page);
  append_times (page, "{\"@type\":\"Article\",\"headline\":\"Tides\"},", 200000);
  bytes = g_bytes_new (page->str, page->len);
  /* gumbo alone, which is the default where its version is new, takes more than the fields. */
  extract_parser_set_markup_parser (parser, EXTRACT_MARKUP_PARSER_SCANNER);
  extract_parser_set_limit (parser, EXTRACT_LIMIT_MEMORY, 2 * page->len + (1 << 20));
  document = extract_parser_parse_bytes (parser, bytes, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (extract_document_get_metadata (document, &error));
  g_assert_error (error, EXTRACT_ERROR, EXTRACT_ERROR_OUT_OF_MEMORY);
}

/* They stay when the page goes, and are the same for copies. */
static void
test_life (void)
{
  ExtractDocument *document = parse ("<title>Tides of the sea</title>");
  ExtractDocument *copy = extract_document_copy (document);
  ExtractMetadata *metadata = extract_document_get_metadata (document, NULL);

  g_assert_true (extract_document_get_metadata (copy, NULL) == metadata);
  extract_metadata_ref (metadata);
  extract_document_unref (document);
  extract_document_unref (copy);
  g_assert_cmpstr (extract_metadata_get_value (metadata, EXTRACT_FIELD_TITLE, 0), ==, "Tides of the sea");
  extract_metadata_unref (metadata);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/metadata/page/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  g_test_add_func ("/metadata/dates", test_dates);
  g_test_add_func ("/metadata/today", test_today);
  g_test_add_func ("/metadata/persons", test_persons);
  g_test_add_func ("/metadata/hostile", test_hostile);
  g_test_add_func ("/metadata/long-value", test_long_value);
  g_test_add_func ("/metadata/limits", test_limits);
  g_test_add_func ("/metadata/life", test_life);
  return g_test_run ();
}
