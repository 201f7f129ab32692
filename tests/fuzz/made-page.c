/* SPDX-License-Identifier: MIT */
/*
 * A page is a list of things: texts, tags with and without their partner, elements, raw text, tables, lists,
 * svg ... They need not fit together; mostly they do, or all pages would look alike to a parser.
 *
 *   seed --> numbers --> vocabulary: few names, so that the same ones meet
 *                    --> things, each drawn from a table by its weight
 *                    --> now and then the page is cut, or a part of it comes twice
 */
#include "made-page.h"
#include "libextract/html/event.h"

#include <string.h>

/* What is open, as far as it is written down. */
#define MAX_OPEN 32
/* Elements in one another that are written with their ends. */
#define MAX_DEPTH 12
#define MAX_VOCABULARY 12

typedef struct {
  guint64 state;
  GString *text;
  guint left;     /* things that the page may still have */
  guint depth;    /* of things in one another */
  guint favorite; /* a thing that it has more often than others */
  gboolean rude;  /* it may have what the scanner leaves to gumbo at once */
  const char *vocabulary[MAX_VOCABULARY];
  guint n_names;
  const char *open[MAX_OPEN];
  guint n_open;
} Page;

/* ---- Numbers -------------------------------------------------------------------------------- */

/* Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014: splitmix64. */
static guint64
draw (Page *page)
{
  guint64 z = page->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ z >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* Returns: 0 ... n - 1 */
static guint
draw_below (Page *page, guint n)
{
  return draw (page) % n;
}

static gboolean
once_in (Page *page, guint n)
{
  return draw_below (page, n) == 0;
}

/* Returns: 0 or more, each next one by a half as often */
static guint
draw_few (Page *page)
{
  guint n = 0;

  while (n < 8 && once_in (page, 2))
    n++;
  return n;
}

/* A list of strings that ends with NULL. */
static const char *
draw_string (Page *page, const char *const *strings)
{
  return strings[draw_below (page, g_strv_length ((char **) strings))];
}

static void
put (Page *page, const char *text)
{
  g_string_append (page->text, text);
}

#define STRINGS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define PUT_ONE_OF(page, ...) put (page, draw_string (page, STRINGS (__VA_ARGS__)))

/* ---- Names ---------------------------------------------------------------------------------- */

/* Themes: names that have to do with one another. */
/* clang-format off */
static const char *const *const themes[] = {
  STRINGS ("a", "b", "i", "em", "strong", "font", "nobr", "code", "tt", "u", "s", "big", "small", "strike", "p", "div"),
  STRINGS ("p", "div", "section", "article", "blockquote", "center", "main", "address", "header", "h1", "h2", "h6",
    "hr", "dialog", "details", "figure", "fieldset", "search", "hgroup"),
  STRINGS ("ul", "ol", "li", "dl", "dt", "dd", "menu", "dir", "p", "div", "a", "b"),
  STRINGS ("table", "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "colgroup", "col", "a", "b", "p", "div",
    "form", "input", "select", "script", "template"),
  STRINGS ("form", "button", "input", "select", "option", "optgroup", "textarea", "label", "fieldset", "legend", "keygen",
    "p", "isindex", "output", "datalist"),
  STRINGS ("svg", "math", "g", "path", "foreignObject", "desc", "title", "mi", "mo", "mtext", "annotation-xml", "font",
    "p", "b", "a", "style", "script", "table", "image", "mglyph", "malignmark", "head"),
  STRINGS ("pre", "listing", "textarea", "xmp", "plaintext", "p", "b", "span", "title"),
  STRINGS ("object", "applet", "marquee", "button", "p", "b", "a", "table", "td"),
  STRINGS ("html", "head", "body", "title", "base", "meta", "link", "style", "script", "noscript", "template", "p",
    "frameset", "frame", "noframes"),
  STRINGS ("template", "tr", "td", "col", "p", "div", "b", "a", "select", "option", "script", "svg", "table"),
  STRINGS ("ruby", "rb", "rt", "rp", "rtc", "p", "b", "span"),
  STRINGS ("span", "abbr", "q", "cite", "sub", "sup", "time", "mark", "video", "source", "picture", "img", "br", "wbr",
    "embed", "param", "track", "area", "image", "x-y", "dialog2", "audio", "canvas", "iframe", "noembed"),
};
/* clang-format on */

static const char *const raw_names[] = { "script", "style",   "title",    "textarea", "xmp",
                                         "iframe", "noembed", "noframes", NULL };

static const char *
draw_any_name (Page *page)
{
  return draw_string (page, themes[draw_below (page, G_N_ELEMENTS (themes))]);
}

static void
choose_vocabulary (Page *page)
{
  guint theme = draw_below (page, G_N_ELEMENTS (themes));

  page->n_names = 2 + draw_below (page, MAX_VOCABULARY - 1);
  for (guint i = 0; i < page->n_names; i++)
    page->vocabulary[i] = once_in (page, 4) ? draw_any_name (page) : draw_string (page, themes[theme]);
}

static const char *
draw_name (Page *page)
{
  const char *name =
      once_in (page, 12) ? draw_any_name (page) : page->vocabulary[draw_below (page, page->n_names)];

  /* Nothing comes behind it. */
  if (strcmp (name, "plaintext") == 0 && !once_in (page, 8))
    return "pre";
  if (!page->rude && (strcmp (name, "frameset") == 0 || strcmp (name, "isindex") == 0))
    return "p";
  return name;
}

static void
put_name (Page *page, const char *name)
{
  guint how = draw_below (page, 24);

  for (const char *p = name; *p; p++)
    g_string_append_c (page->text, how == 0 || (how == 1 && once_in (page, 2)) ? g_ascii_toupper (*p) : *p);
  if (once_in (page, 400))
    PUT_ONE_OF (page, "\303\251", "\001", "\013", "<", "\"", "'", "=", "&amp;", "\357\277\276", "\302\240");
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void
put_white (Page *page)
{
  do
    PUT_ONE_OF (page, " ", " ", " ", "\n", "\n", "\t", "\r", "\r\n", "\f");
  while (once_in (page, 3));
}

/* Line breaks that may be left out where they come first. */
static void
put_line_break (Page *page)
{
  PUT_ONE_OF (page, "\n", "\r", "\r\n", "&#10;", "&#xA;", "&#X0a", "&#13;", "&#xd;", "&NewLine;", "&#10",
              " \n", "\n\n", "\n&#10;", "&#10;\n", "\r&#10;", "<!---->\n", "</x>\n", "</>\n", "</>&#10;",
              "\t&#10;", "&Tab;", "&#12;\n", "\n&#32;", "&#0;", "&nbsp;\n");
}

static void
put_reference (Page *page)
{
  static const guint32 codes[] = { 0,      1,      9,       10,      11,       12,       13,         32,
                                   34,     38,     39,      60,      62,       65,       0x7f,       0x80,
                                   0x8d,   0x9f,   0xa0,    0xd7ff,  0xd800,   0xdfff,   0xfdd0,     0xfffd,
                                   0xfffe, 0xffff, 0x1fffe, 0x1f600, 0x10ffff, 0x110000, 0x7fffffff, 160 };
  static const guint32 rude_codes[] = { 0xf0000,  0xf0001,  0xf0010,    0x100000,
                                        0x100001, 0x10fffd, 0x80000000, 0xffffffff };
  guint32 code = codes[draw_below (page, G_N_ELEMENTS (codes))];

  if (page->rude && once_in (page, 4))
    code = rude_codes[draw_below (page, G_N_ELEMENTS (rude_codes))];
  switch (draw_below (page, 8)) {
  case 0:
    g_string_append_printf (page->text, "&#%u;", code);
    break;
  case 1:
    g_string_append_printf (page->text, once_in (page, 2) ? "&#x%x;" : "&#X%X;", code);
    break;
  case 2:
    g_string_append_printf (page->text, once_in (page, 2) ? "&#x%x" : "&#%u", code);
    PUT_ONE_OF (page, "", "", "g", ".", "&", " ");
    break;
  case 3:
  case 4:
    PUT_ONE_OF (page, "&amp;", "&lt;", "&gt;", "&quot;", "&nbsp;", "&copy;", "&eacute;", "&hellip;",
                "&apos;");
    break;
  case 5:
    PUT_ONE_OF (page, "&amp", "&lt", "&ampx", "&copy=", "&copy1", "&notit;", "&notin;", "&not", "&AMP",
                "&Amp;", "&ltb", "&nbspx", "&copy\303\251");
    break;
  case 6:
    PUT_ONE_OF (page, "&bigodot;", "&NewLine;", "&Tab;", "&nosuch;", "&x;", "&acE;", "&NotEqualTilde;",
                "&fjlig;", "&CounterClockwiseContourIntegral;", "&shy;", "&zwj;");
    break;
  default:
    PUT_ONE_OF (page, "&", "&&", "&;", "&#", "&#;", "&#x", "&#x;", "&#g", "& ", "&1;", "&a", "&-", "&<b>");
  }
}

/* Characters that are replaced, dropped, or look like something else. */
static void
put_odd_character (Page *page)
{
  if (page->rude && once_in (page, 6)) {
    if (once_in (page, 2))
      g_string_append_c (page->text, '\0');
    else
      PUT_ONE_OF (page, "\363\260\200\200", "\363\260\200\201", "\364\200\200\200", "\377", "\303",
                  "\355\240\200");
    return;
  }
  PUT_ONE_OF (page, "<", "<", "< ", "<3", "<<", "<=", "<\303\251", ">", ">>", "/>", "]]>", "-->", "\"", "'",
              "=", "\001", "\013", "\033", "\177", "\302\200", "\302\205", "\302\237", "\302\240", "\303\251",
              "\342\200\250", "\357\267\220", "\357\277\276", "\357\277\275", "\357\273\277",
              "\360\237\230\200", "\360\237\277\276",
              "\342\202\254\342\202\254\342\202\254\342\202\254\342\202\254\342\202\254");
}

static void
put_word (Page *page)
{
  PUT_ONE_OF (page, "a", "b", "c", "word", "Words of a text.", "1", "x y",
              "long long long text, with a comma", "\346\274\242\345\255\227");
}

static void
put_text (Page *page)
{
  do
    switch (draw_below (page, 12)) {
    case 0:
    case 1:
    case 2:
      put_white (page);
      break;
    case 3:
      put_reference (page);
      break;
    case 4:
      put_odd_character (page);
      break;
    default:
      put_word (page);
    }
  while (once_in (page, 2));
}

/* ---- Attributes ----------------------------------------------------------------------------- */

static void
put_value (Page *page, char quote)
{
  do
    switch (draw_below (page, 12)) {
    case 0:
      put_reference (page);
      break;
    case 1:
      if (quote)
        put_text (page);
      break;
    case 2:
      PUT_ONE_OF (page, "text/html", "application/xhtml+xml", "TEXT/HTML", "hidden", "HIDDEN", "hidden&#32;",
                  "h&#105;dden", "display:none", "application/ld+json", "refresh", "http://x/?a=1&b=2&copy=3",
                  "open", "en", "og:title", "articleBody");
      break;
    default:
      PUT_ONE_OF (page, "1", "2", "1", "2", "x", "y z", "");
    }
  while (once_in (page, 6));
}

static void
put_attribute (Page *page)
{
  char quote = "\"\"'\0"[draw_below (page, 4)];
  gsize start;

  /* Few names and values, so that elements are equal; then all that anything reads. */
  if (once_in (page, 2))
    put_name (page, draw_string (page, STRINGS ("class", "class", "id", "x", "type")));
  else if (once_in (page, 2))
    put_name (page, extract_dom_attribute_get_name (draw_below (page, EXTRACT_DOM_N_ATTRIBUTES)));
  else if (!once_in (page, 10))
    put_name (page,
              draw_string (page, STRINGS ("color", "face", "size", "encoding", "xlink:href", "xlink:type",
                                          "xmlns", "data-x", "definitionurl", "viewBox")));
  else
    PUT_ONE_OF (page, "=", "=x", "\"", "'a", "<b", "`", "\303\251", "\001", "a\001", "\302\200", "&amp;",
                "a\"b", "/");
  if (once_in (page, 5))
    return;
  if (once_in (page, 12))
    put_white (page);
  put (page, "=");
  if (once_in (page, 12))
    put_white (page);
  if (quote)
    g_string_append_c (page->text, quote);
  start = page->text->len;
  put_value (page, quote);
  /* It may not end where it should, but that takes the tags behind it away. */
  if (!once_in (page, 40))
    for (gsize i = start; i < page->text->len; i++)
      if (page->text->str[i] == quote || (!quote && page->text->str[i] == '>'))
        page->text->str[i] = '_';
  if (quote && !once_in (page, 200))
    g_string_append_c (page->text, quote);
}

static void
put_attributes (Page *page)
{
  guint n = once_in (page, 2) ? 0 : 1 + draw_few (page);

  if (once_in (page, 500))
    n = 14 + draw_below (page, 6); /* about as many as the scanner keeps */
  for (guint i = 0; i < n; i++) {
    if (!once_in (page, 40))
      put_white (page);
    else
      PUT_ONE_OF (page, "/", " / ", "");
    put_attribute (page);
  }
}

/* ---- Tags ----------------------------------------------------------------------------------- */

static void
put_start_tag (Page *page, const char *name)
{
  put (page, "<");
  put_name (page, name);
  put_attributes (page);
  if (once_in (page, 12))
    PUT_ONE_OF (page, " ", "\n", "/", " /", " / ");
  if (!once_in (page, 400))
    put (page, ">");
  if (once_in (page, 12))
    put_line_break (page);
}

static void
put_end_tag (Page *page, const char *name)
{
  put (page, "</");
  put_name (page, name);
  if (once_in (page, 20))
    PUT_ONE_OF (page, " ", "\n", "/", " /", " class=1", " id", "\t>");
  if (!once_in (page, 400))
    put (page, ">");
}

static void
open_element (Page *page, const char *name)
{
  put_start_tag (page, name);
  if (page->n_open < MAX_OPEN)
    page->open[page->n_open++] = name;
}

/* An element without its end. */
static void
put_begin (Page *page)
{
  open_element (page, draw_name (page));
}

/* An end tag: of the innermost element, of one around it, or of any name. */
static void
put_end (Page *page)
{
  guint i;

  if (page->n_open == 0 || once_in (page, 5)) {
    put_end_tag (page, draw_name (page));
    return;
  }
  i = once_in (page, 2) ? page->n_open - 1 : draw_below (page, page->n_open);
  put_end_tag (page, page->open[i]);
  if (once_in (page, 2))
    page->n_open = i;
  else
    memmove (page->open + i, page->open + i + 1, (--page->n_open - i) * sizeof *page->open);
}

static void put_things (Page *page, guint most);

static void
put_element (Page *page)
{
  const char *name = draw_name (page);

  put_start_tag (page, name);
  put_things (page, 1 + draw_few (page));
  put_end_tag (page, name);
}

/* Well-formed, as most of most pages is. */
static void
put_phrase (Page *page)
{
  const char *name =
      draw_string (page, STRINGS ("b", "i", "a", "span", "p", "div", "em", "h2", "ul", "li", "q", "button"));

  if (once_in (page, 2))
    put_word (page);
  put_start_tag (page, name);
  put_text (page);
  put_end_tag (page, name);
  if (once_in (page, 2))
    put_text (page);
}

/* ---- Raw text, comments --------------------------------------------------------------------- */

static void
put_raw (Page *page)
{
  const char *name = draw_string (page, raw_names);

  if (once_in (page, 100))
    name = "plaintext";
  put_start_tag (page, name);
  if (once_in (page, 4))
    put_line_break (page);
  while (once_in (page, 2)) {
    switch (draw_below (page, 6)) {
    case 0:
      PUT_ONE_OF (page, "<!--", "<!--", "-->", "--!>", "<!-->", "<!--->", "--", "-", ">", "<![CDATA[", "]]>");
      break;
    case 1:
      PUT_ONE_OF (page, "<script>", "<script ", "<scripty>", "<script/", "</script", "<SCRIPT>", "<s", "</",
                  "<");
      break;
    case 2:
      put (page, "</");
      put_name (page, name);
      PUT_ONE_OF (page, "", "x", "x>", "\303\251>", "<", "\001>", "=>");
      break;
    case 3:
      PUT_ONE_OF (page, "<b>", "</b>", "<p class=1>", "<table>", "</body>", "{\"a\":\"b\"}");
      break;
    default:
      put_text (page);
    }
  }
  if (!once_in (page, 12))
    put_end_tag (page, name);
}

static void
put_comment (Page *page)
{
  PUT_ONE_OF (page, "<!--", "<!--", "<!--", "<!--", "<!-", "<!", "<?", "</ ", "</1", "<!---", "<!-->",
              "<!--->", "<![if x]");
  while (once_in (page, 2))
    switch (draw_below (page, 4)) {
    case 0:
      PUT_ONE_OF (page, "-", "--", "!", "--!", "->", "<!--", "<b>", "\"", "'");
      break;
    default:
      put_text (page);
    }
  if (once_in (page, 12))
    PUT_ONE_OF (page, "--!>", ">", "->", "--", "");
  else
    put (page, "-->");
}

static void
put_odd_markup (Page *page)
{
  switch (draw_below (page, 5)) {
  case 0:
    PUT_ONE_OF (page, "<![CDATA[", "<![CDATA[a", "<![cdata[b", "<![CDATA[ <b>c</b>", "<![CDATA[]]",
                "<![CDATA[>");
    PUT_ONE_OF (page, "]]>", "]]>", "]]>", ">", "");
    break;
  case 1:
    PUT_ONE_OF (page, "</>", "</>", "</", "<>", "<!>", "<?>", "<?xml version='1.0'?>", "<!ELEMENT a>");
    break;
  case 2:
    PUT_ONE_OF (page, "<!DOCTYPE html>", "<!DOCTYPE>", "<!doctype x>", "<!DOCTYPE html PUBLIC \"a>b\">",
                "<!DOCTYP>");
    break;
  case 3:
    PUT_ONE_OF (page, "</p>", "</br>", "</html>", "</body>", "</head>", "<body class=1>", "<html lang=x>",
                "<head>", "<body>\n", "</body>\n", "</html> ");
    break;
  default:
    PUT_ONE_OF (page, "<image>", "<br>", "<hr>", "<img src=x>", "<input type=hidden>", "<input>", "<br/>",
                "<wbr>", "<link href=1>", "<meta name=1>", "</input>", "</img>");
  }
}

/* ---- Things of more than one element -------------------------------------------------------- */

static void
put_table (Page *page)
{
  guint rows = draw_below (page, 3);

  open_element (page, "table");
  if (once_in (page, 4)) {
    put_start_tag (page, "caption");
    put_things (page, 1);
    if (once_in (page, 2))
      put_end_tag (page, "caption");
  }
  if (once_in (page, 4)) {
    put_start_tag (page, draw_string (page, STRINGS ("colgroup", "col")));
    put_things (page, draw_few (page));
  }
  for (guint row = 0; row < rows && page->left > 0; row++) {
    guint cells = draw_below (page, 3);

    if (once_in (page, 3))
      put_things (page, 1); /* goes in front of the table */
    if (!once_in (page, 4))
      put_start_tag (page, draw_string (page, STRINGS ("tr", "tr", "tr", "tbody", "thead", "tfoot")));
    for (guint cell = 0; cell < cells; cell++) {
      put_start_tag (page, once_in (page, 6) ? "th" : "td");
      put_things (page, draw_few (page));
      if (once_in (page, 2))
        put_end_tag (page, "td");
    }
    if (once_in (page, 2))
      put_end_tag (page, "tr");
  }
  if (!once_in (page, 4))
    put_end_tag (page, "table");
}

static void
put_list (Page *page)
{
  const char *list = draw_string (page, STRINGS ("ul", "ol", "dl", "menu", "select", "datalist"));
  gboolean is_select = strcmp (list, "select") == 0;
  guint n = 1 + draw_few (page);

  put_start_tag (page, list);
  for (guint i = 0; i < n && page->left > 0; i++) {
    const char *item = is_select ? draw_string (page, STRINGS ("option", "optgroup", "option", "hr"))
                       : strcmp (list, "dl") == 0 ? draw_string (page, STRINGS ("dt", "dd", "div"))
                                                  : draw_string (page, STRINGS ("li", "li", "li", "div"));

    put_start_tag (page, item);
    put_things (page, 1 + draw_few (page));
    if (!once_in (page, 3))
      put_end_tag (page, item);
  }
  if (!once_in (page, 5))
    put_end_tag (page, list);
}

static void
put_foreign (Page *page)
{
  gboolean is_svg = !once_in (page, 3);
  const char *root = is_svg ? "svg" : "math", *island = NULL;
  guint n = draw_few (page);

  put_start_tag (page, root);
  for (guint i = 0; i < n && page->left > 0; i++) {
    const char *name =
        is_svg ? draw_string (page, STRINGS ("g", "path", "a", "style", "script", "use", "font", "text"))
               : draw_string (page, STRINGS ("mrow", "mglyph", "malignmark", "font", "style"));

    put_start_tag (page, name);
    if (once_in (page, 2))
      put_text (page);
    if (once_in (page, 4))
      put_odd_markup (page);
    if (!once_in (page, 6))
      put_end_tag (page, name);
  }
  if (once_in (page, 3)) {
    island = is_svg ? draw_string (page, STRINGS ("foreignObject", "desc", "title"))
                    : draw_string (page, STRINGS ("mi", "mtext", "annotation-xml"));
    put_start_tag (page, island);
    put_things (page, 1 + draw_few (page));
    if (!once_in (page, 4))
      put_end_tag (page, island);
  }
  if (!once_in (page, 6))
    put_end_tag (page, root);
}

/* Formatting elements that are left open by what ends around them. */
static void
put_tangle (Page *page)
{
  const char *outer = draw_name (page),
             *inner = draw_string (page, STRINGS ("a", "b", "i", "font", "nobr", "u", "code"));

  put_start_tag (page, outer);
  put_start_tag (page, inner);
  if (once_in (page, 2))
    put_start_tag (page, inner);
  put_things (page, 1);
  put_end_tag (page, outer);
  put_things (page, 1);
  if (once_in (page, 2))
    put_end_tag (page, inner);
}

/* The same tag a few times in a row; now and then more often than the scanner follows. */
static void
put_tower (Page *page)
{
  const char *name = draw_name (page);
  guint height = once_in (page, 200) ? draw_below (page, 300) : 2 + draw_below (page, 5);
  guint ends = once_in (page, 2) ? height : draw_below (page, height + 2);
  gsize start = page->text->len;
  g_autofree char *tag = NULL;

  put_start_tag (page, name);
  tag = g_strndup (page->text->str + start, page->text->len - start);
  for (guint i = 1; i < height; i++)
    if (once_in (page, 4))
      put_start_tag (page, name);
    else
      put (page, tag);
  put_things (page, 1);
  for (guint i = 0; i < ends; i++)
    put_end_tag (page, name);
}

/* THE table of things. */
static const struct {
  void (*put) (Page *page);
  guint weight;
} things[] = {
  { put_text, 12 },  { put_begin, 12 },     { put_end, 10 },  { put_element, 12 }, { put_phrase, 6 },
  { put_raw, 4 },    { put_comment, 2 },    { put_table, 2 }, { put_list, 2 },     { put_foreign, 2 },
  { put_tangle, 3 }, { put_odd_markup, 2 }, { put_white, 3 }, { put_tower, 1 },
};

static void
put_things (Page *page, guint most)
{
  guint sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (things); i++)
    sum += things[i].weight;
  page->depth++;
  for (; most > 0 && page->left > 0; most--, page->left--) {
    guint at = page->depth > MAX_DEPTH ? 0 : draw_below (page, sum), i = 0;

    while (at >= things[i].weight)
      at -= things[i++].weight;
    things[once_in (page, 4) && page->depth <= MAX_DEPTH ? page->favorite : i].put (page);
    if (page->left == 0)
      break;
  }
  page->depth--;
}

/* ---- The page ------------------------------------------------------------------------------- */

static void
put_prologue (Page *page)
{
  if (once_in (page, 30))
    put (page, "\357\273\277");
  if (once_in (page, 8))
    put_white (page);
  if (once_in (page, 16))
    put_comment (page);
  switch (draw_below (page, 4)) {
  case 0:
    put (page, "<!DOCTYPE html>");
    break;
  case 1:
    PUT_ONE_OF (page, "<!doctype HTML>", "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
                "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' "
                "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">",
                "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
                "<!DOCTYPE html PUBLIC \"-//IETF//DTD HTML 2.0//\">", "<!DOCTYPE>",
                "<!DOCTYPE html [<!ENTITY a 'b'>]>", "<!DOCTYPE html PUBLIC x>", "<!DOCTYPE html\n\r>",
                "<!DOCTYPE svg>", "<!DOCTYPE html PUBLIC \"&amp;\">", "<!DOCTYPE \001>", "<!DOCTYPE html ");
    break;
  default:
    break;
  }
  if (once_in (page, 8))
    put_white (page);
  if (once_in (page, 4))
    put_start_tag (page, "html");
  if (once_in (page, 3)) {
    put_start_tag (page, "head");
    while (once_in (page, 2))
      switch (draw_below (page, 4)) {
      case 0:
        put_raw (page);
        break;
      case 1:
        put_start_tag (page, draw_string (page, STRINGS ("meta", "link", "base", "noscript", "template")));
        break;
      case 2:
        put_white (page);
        break;
      default:
        put (page, "<title>Title</title>");
      }
    if (once_in (page, 2))
      put_end_tag (page, "head");
  }
  if (once_in (page, 8))
    put_white (page);
  if (once_in (page, 3))
    put_start_tag (page, "body");
}

static void
put_epilogue (Page *page)
{
  while (page->n_open > 0 && !once_in (page, 6))
    put_end_tag (page, page->open[--page->n_open]);
  if (once_in (page, 3))
    put_end_tag (page, "body");
  if (once_in (page, 4))
    put_end_tag (page, "html");
  page->left = 4;
  put_things (page, draw_few (page));
}

/* A page that was cut while it was fetched, or put together wrongly. */
static void
damage (Page *page)
{
  GString *text = page->text;
  guint from, length;

  if (text->len > 0 && once_in (page, 12))
    g_string_truncate (text, draw_below (page, text->len));
  if (text->len > 0 && once_in (page, 16)) {
    g_autofree char *part = NULL;

    from = draw_below (page, text->len);
    length = 1 + draw_below (page, MIN (text->len - from, 60));
    part = g_memdup2 (text->str + from, length);
    g_string_insert_len (text, draw_below (page, text->len + 1), part, length);
  }
  if (text->len > 0 && once_in (page, 16)) {
    from = draw_below (page, text->len);
    g_string_erase (text, from, 1 + draw_below (page, MIN (text->len - from, 20)));
  }
}

GString *
made_page_new (guint64 seed)
{
  Page page = { .state = seed, .text = g_string_new (NULL) };

  page.rude = once_in (&page, 24);
  page.favorite = draw_below (&page, G_N_ELEMENTS (things));
  page.left = 1 + draw_below (&page, once_in (&page, 8) ? 120 : 24);
  choose_vocabulary (&page);
  if (!once_in (&page, 3))
    put_prologue (&page);
  put_things (&page, page.left);
  if (!once_in (&page, 3))
    put_epilogue (&page);
  damage (&page);
  return page.text;
}
