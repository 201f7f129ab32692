/* SPDX-License-Identifier: MIT */
#include "element/feature.h"
#include "element/words.h"
#include "libextract/model/model.h"

#include <math.h>
#include <string.h>

/* ---- What several features ask ------------------------------------------------------------------------ */

/* Where an element leads. */
typedef enum {
  HREF_NONE,
  HREF_SCRIPT,     /* javascript: */
  HREF_TOP,        /* this page, "#" */
  HREF_FRAGMENT,   /* this page, "#part" */
  HREF_SAME,       /* this very page */
  HREF_QUERY,      /* this page with another query */
  HREF_HOST,       /* another page of this host */
  HREF_SITE,       /* another host of this site: www.x.example, m.x.example */
  HREF_OTHER,      /* another site */
  HREF_REDIRECTOR, /* this host, and the address of another one in the query */
  HREF_DEED,       /* mailto:, tel: and the like */
  HREF_FILE,       /* a file that is no page */
} HrefKind;

typedef struct {
  const Element *element;
  char *text;   /* folded: what it says; owned */
  char *label;  /* folded: what it says to those who cannot see; owned */
  char *both;   /* owned */
  char *around; /* owned */
  HrefKind href;
  gunichar sign; /* the only character of the text; 0 */
} Facts;

static char *
dup_host (const char *address)
{
  const char *start = strstr (address, "://");

  return start ? g_strndup (start + 3, strcspn (start + 3, "/?#")) : g_strdup ("");
}

/* The last two labels, or three where the last but one is short: "co.uk". No list of all suffixes is needed
 * to tell whether a link stays. */
static const char *
find_site (const char *host)
{
  const char *last = strrchr (host, '.');
  const char *p = last;
  guint dots = 0, wanted = 2;

  if (!last)
    return host;
  for (const char *q = last - 1; q > host && *q != '.'; q--)
    p = q;
  if (last - p <= 3 && strlen (last) <= 4)
    wanted = 3;
  for (p = host + strlen (host); p > host; p--)
    if (p[-1] == '.' && ++dots == wanted)
      break;
  return p;
}

static gboolean
is_same_page (const char *a, const char *b)
{
  const gsize n = strcspn (a, "?#");

  return n == strcspn (b, "?#") && strncmp (a, b, n) == 0;
}

static gboolean
is_file (const char *href)
{
  static const char *const types[] = { ".pdf", ".zip", ".doc",  ".xls", ".mp3", ".mp4",
                                       ".jpg", ".png", ".epub", ".csv", ".exe", ".apk" };
  g_autofree char *path = g_ascii_strdown (href, (gssize) strcspn (href, "?#"));

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strstr (path, types[i]))
      return TRUE;
  return FALSE;
}

static HrefKind
find_href (const Element *element)
{
  const char *href = element->href;
  const char *query = strchr (href, '?');
  g_autofree char *host = dup_host (href);

  if (!*href)
    return HREF_NONE;
  if (g_str_has_prefix (href, "javascript:"))
    return HREF_SCRIPT;
  if (!g_str_has_prefix (href, "http"))
    return HREF_DEED;
  if (g_ascii_strcasecmp (host, element->host) != 0)
    return g_ascii_strcasecmp (find_site (host), find_site (element->host)) == 0 ? HREF_SITE : HREF_OTHER;
  if (strchr (href, '#') && (!*element->address || is_same_page (href, element->address)))
    return strchr (href, '#')[1] ? HREF_FRAGMENT : HREF_TOP;
  if (*element->address && strcmp (href, element->address) == 0)
    return HREF_SAME;
  if (query && (strstr (query, "://") || strstr (query, "%3A%2F%2F") || strstr (query, "%3a%2f%2f")))
    return HREF_REDIRECTOR;
  if (is_file (href))
    return HREF_FILE;
  return *element->address && is_same_page (href, element->address) ? HREF_QUERY : HREF_HOST;
}

static void
facts_init (Facts *facts, const Element *element)
{
  g_autofree char *around = g_strconcat (element->before, " ", element->after, NULL);
  g_autofree char *text = g_strstrip (g_utf8_make_valid (element->text, -1));

  facts->element = element;
  facts->text = element_words_fold (element->text);
  facts->label = element_words_fold (element->label);
  facts->both = g_strconcat (facts->text, facts->label, NULL);
  facts->around = element_words_fold (around);
  facts->href = find_href (element);
  facts->sign = g_utf8_strlen (text, 8) == 1 ? g_utf8_get_char (text) : 0;
}

static void
facts_clear (Facts *facts)
{
  g_free (facts->text);
  g_free (facts->label);
  g_free (facts->both);
  g_free (facts->around);
}

/* ---- Values -------------------------------------------------------------------------------------------- */

static double
to_logarithm (double value, double most)
{
  return value <= 0 ? 0 : MIN (1, log1p (value) / log1p (most));
}

static double
to_share (double part, double whole)
{
  return whole <= 0 ? 0 : CLAMP (part / whole, 0, 1);
}

#define VALUE(name) static double name (const Facts *facts, int argument)

static const char *const tags[] = { "a",    "button", "input", "summary", "label", "li", "div",
                                    "span", "img",    "svg",   "tr",      "td",    "th" };

VALUE (is_tag)
{
  return strcmp (facts->element->tag, tags[argument]) == 0;
}

static const char *const roles[] = { "button", "tab", "link", "menuitem" };

VALUE (is_role)
{
  return strcmp (facts->element->role, roles[argument]) == 0;
}

VALUE (is_submit)
{
  return strcmp (facts->element->input, "submit") == 0;
}

VALUE (is_href)
{
  return (int) facts->href == argument;
}

VALUE (opens_window)
{
  return strcmp (facts->element->target, "_blank") == 0;
}

static const char *const rels[] = { "nofollow", "external", "next", "prev", "ugc", "alternate" };

VALUE (has_rel)
{
  return strstr (facts->element->rel, rels[argument]) != NULL;
}

VALUE (has_hreflang)
{
  return *facts->element->hreflang != '\0';
}

VALUE (has_lang)
{
  return *facts->element->lang_of_link && strcmp (facts->element->lang_of_link, facts->element->lang) != 0;
}

VALUE (is_expanded)
{
  return strcmp (facts->element->expanded, argument ? "true" : "false") == 0;
}

VALUE (has_flag)
{
  const Element *element = facts->element;
  const gboolean flags[] = { element->controls, element->popup,
                             element->toggles,  element->download,
                             element->handler,  element->cursor,
                             element->fixed,    element->labels,
                             element->chosen,   element->choosable && !element->chosen };

  return flags[argument] != 0;
}

VALUE (has_label)
{
  return strlen (facts->label) > 2;
}

VALUE (has_words)
{
  return element_words_find (facts->both, (ElementWords) argument);
}

VALUE (has_names)
{
  return element_words_find_names (facts->element->names, (ElementWords) argument);
}

VALUE (has_parent)
{
  return element_words_find_names (facts->element->parent, (ElementWords) argument);
}

VALUE (has_around)
{
  return element_words_find (facts->around, (ElementWords) argument);
}

/* Words of names that programmers give, in small letters: "nav-tabs__item" has nav, tabs, item. */
static const char *const parts[] = { "tab", "tabs", "pill", "accordion", "faq", "spoiler", "collapsible" };

VALUE (is_named_part)
{
  g_autofree char *names = g_ascii_strdown (argument ? facts->element->parent : facts->element->names, -1);
  g_auto (GStrv) words = g_strsplit_set (names, " \t\n-_.:#/", -1);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_strv_contains ((const char *const *) words, parts[i]))
      return 1;
  return 0;
}

/* Names of languages around it, of three and more all. Those of two letters are words of some language. */
VALUE (near_languages)
{
  g_auto (GStrv) words = g_strsplit (facts->around, " ", -1);
  guint n = 0;

  for (char **word = words; *word; word++)
    n += g_utf8_strlen (*word, -1) >= 2 && strlen (*word) > 3 && element_words_is_language (*word);
  return MIN (n, 3) / 3.0;
}

/* Addresses at which something is done: "posting.php?mode=reply". */
VALUE (href_does)
{
  static const char *const words[] = { "edit",    "reply",  "post",   "share",  "login",   "signin",
                                       "signup",  "regist", "sort",   "order=", "print",   "rss",
                                       "feed",    "mode=",  "action", "add",    "report",  "compose",
                                       "vote",    "like",   "follow", "watch",  "subscri", "mark=",
                                       "new",     "create", "quote",  "donat",  "cart",    "export",
                                       "download" };
  const char *path = strstr (facts->element->href, "://");
  g_autofree char *lower = NULL;

  path = path ? strchr (path + 3, '/') : NULL;
  lower = g_ascii_strdown (path ? path : "", -1);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (lower, words[i]))
      return 1;
  return 0;
}

static gboolean is_forbidden (const Facts *facts);

VALUE (forbidden)
{
  return is_forbidden (facts);
}

VALUE (is_language)
{
  return element_words_is_language (facts->element->text) ||
         element_words_is_language (facts->element->label);
}

VALUE (text_length)
{
  return to_logarithm ((double) g_utf8_strlen (facts->element->text, -1), 200);
}

VALUE (text_words)
{
  guint n = 0;

  for (const char *p = facts->text; *p; p++)
    n += *p == ' ' && p[1];
  return to_logarithm (n, 40);
}

VALUE (is_question)
{
  const char *text = facts->element->text;
  const char *last = g_utf8_find_prev_char (text, text + strlen (text));
  const gunichar c = last ? g_utf8_get_char (last) : 0;

  return c == '?' || c == 0xff1f || c == 0x61f || c == 0x37e ||
         (c == ';' && g_str_has_prefix (facts->element->lang, "el"));
}

/* "1 [2] 3": the numbers of a pager stand in a row. */
VALUE (is_in_row)
{
  const guint64 number = g_ascii_strtoull (facts->text + 1, NULL, 10);
  g_autofree char *before = g_strdup_printf (" %" G_GUINT64_FORMAT " ", number - 1);
  g_autofree char *after = g_strdup_printf (" %" G_GUINT64_FORMAT " ", number + 1);

  return strlen (facts->text) > 2 && strspn (facts->text, " 0123456789") == strlen (facts->text) &&
         ((number > 0 && strstr (facts->around, before)) || strstr (facts->around, after));
}

VALUE (has_no_text)
{
  return strlen (facts->text) <= 2 && facts->sign == 0;
}

VALUE (is_number)
{
  return strlen (facts->text) > 2 && strspn (facts->text, " 0123456789") == strlen (facts->text);
}

VALUE (has_number)
{
  return strpbrk (facts->text, "0123456789") != NULL;
}

/* Signs that stand alone, or with a word. */
static const char *const signs[] = {
  "×✕✖✗╳X⨯☓🗙", /* close */
  "›»→▸▶❯⟩",                   /* on */
  "‹«←◂◀❮⟨",                   /* back */
  "⌄▾▼▿↓˅∨+＋",                /* open */
  "…⋯⋮",                       /* more, or a menu */
};

VALUE (is_sign)
{
  return facts->sign != 0 && g_utf8_strchr (signs[argument], -1, facts->sign) != NULL;
}

VALUE (has_sign)
{
  for (const char *p = signs[argument]; *p; p = g_utf8_next_char (p)) {
    g_autofree char *sign = g_strndup (p, (gsize) (g_utf8_next_char (p) - p));
    if (strstr (facts->element->text, sign))
      return 1;
  }
  return 0;
}

VALUE (place)
{
  const Element *element = facts->element;
  const double *box = element->box;

  switch (argument) {
  case 0:
    return to_share (box[0] + box[2] / 2, element->page[0]);
  case 1:
    return to_share (box[1], element->page[1]);
  case 2:
    return to_logarithm (box[1], 10000);
  case 3:
    return to_share (box[2], element->view[0]);
  case 4:
    return to_logarithm (box[3], 1000);
  case 5:
    return to_logarithm (box[2] * box[3], 500000);
  case 6:
    return box[2] > 0 && box[2] <= 64 && box[3] <= 64 && box[2] < 2 * box[3];
  default:
    return element->page[1] <= 0;
  }
}

VALUE (surroundings)
{
  const Element *element = facts->element;

  switch (argument) {
  case 0:
    return element->cover;
  case 1:
    return to_logarithm (element->z, 10000);
  case 2:
    return to_logarithm (element->depth, 40);
  case 3:
    return to_logarithm (element->siblings, 50);
  case 4:
    return to_share (element->index, element->siblings);
  case 5:
    return to_logarithm (element->images, 5);
  default:
    return strstr (element->parent, "tab") != NULL;
  }
}

VALUE (is_inside)
{
  return (facts->element->inside >> argument & 1) != 0;
}

/* Links whose addresses differ from this one in a number: "?page=2". */
VALUE (href_has_page)
{
  static const char *const words[] = { "page",  "start=", "offset", "p=",    "/p/",
                                       "seite", "strona", "sayfa",  "from=", "daf=" };
  g_autofree char *lower = g_ascii_strdown (facts->element->href, -1);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (lower, words[i]))
      return 1;
  return 0;
}

VALUE (href_has_language)
{
  static const char *const words[] = { "lang=", "/lang/", "hl=", "locale", "language" };
  const char *path = strstr (facts->element->href, "://");
  g_autofree char *host = dup_host (facts->element->href);
  g_autofree char *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (facts->element->href, words[i]))
      return 1;
  path = path ? strchr (path + 3, '/') : NULL;
  first = path ? g_strndup (path + 1, strcspn (path + 1, "/?#")) : g_strdup ("");
  return (strlen (first) == 2 && element_words_is_language (first)) ||
         (strcspn (host, ".") == 2 && g_ascii_strcasecmp (host, facts->element->host) != 0 &&
          facts->href == HREF_SITE);
}

typedef struct {
  ElementFeatureInfo info;
  double (*value) (const Facts *facts, int argument);
  int argument;
} FeatureRow;

static const FeatureRow rows[] = {
  { { "tag-a", "it is a link" }, is_tag, 0 },
  { { "tag-button", "it is a button" }, is_tag, 1 },
  { { "tag-input", "it is a field or button of a form" }, is_tag, 2 },
  { { "tag-summary", "it is the head of details" }, is_tag, 3 },
  { { "tag-label", "it is the label of a field" }, is_tag, 4 },
  { { "tag-li", "it is an item of a list" }, is_tag, 5 },
  { { "tag-div", "it is a div" }, is_tag, 6 },
  { { "tag-span", "it is a span" }, is_tag, 7 },
  { { "tag-img", "it is a picture" }, is_tag, 8 },
  { { "tag-svg", "it is a drawing" }, is_tag, 9 },
  { { "tag-tr", "it is a row of a table" }, is_tag, 10 },
  { { "tag-td", "it is a cell of a table" }, is_tag, 11 },
  { { "tag-th", "it is the head of a column" }, is_tag, 12 },
  { { "role-button", "its role is button" }, is_role, 0 },
  { { "role-tab", "its role is tab" }, is_role, 1 },
  { { "role-link", "its role is link" }, is_role, 2 },
  { { "role-menuitem", "its role is menuitem" }, is_role, 3 },
  { { "submit", "it submits a form" }, is_submit, 0 },
  { { "href-none", "it leads nowhere" }, is_href, HREF_NONE },
  { { "href-script", "it runs a script" }, is_href, HREF_SCRIPT },
  { { "href-top", "it leads to #" }, is_href, HREF_TOP },
  { { "href-fragment", "it leads to a part of this page" }, is_href, HREF_FRAGMENT },
  { { "href-same", "it leads to this page" }, is_href, HREF_SAME },
  { { "href-query", "it leads to this page with another query" }, is_href, HREF_QUERY },
  { { "href-host", "it leads to another page of this host" }, is_href, HREF_HOST },
  { { "href-site", "it leads to another host of this site" }, is_href, HREF_SITE },
  { { "href-other", "it leads to another site" }, is_href, HREF_OTHER },
  { { "href-redirector", "it leads to another site by way of this one" }, is_href, HREF_REDIRECTOR },
  { { "href-deed", "it writes a mail, or calls" }, is_href, HREF_DEED },
  { { "href-file", "it leads to a file that is no page" }, is_href, HREF_FILE },
  { { "href-page", "its address names a page by number" }, href_has_page, 0 },
  { { "href-language", "its address names a language" }, href_has_language, 0 },
  { { "href-does", "its address speaks of doing something: reply, sort, print" }, href_does, 0 },
  { { "window", "it opens a window" }, opens_window, 0 },
  { { "rel-nofollow", "its rel has nofollow" }, has_rel, 0 },
  { { "rel-external", "its rel has external" }, has_rel, 1 },
  { { "rel-next", "its rel has next" }, has_rel, 2 },
  { { "rel-prev", "its rel has prev" }, has_rel, 3 },
  { { "rel-ugc", "its rel has ugc" }, has_rel, 4 },
  { { "rel-alternate", "its rel has alternate" }, has_rel, 5 },
  { { "hreflang", "it has hreflang" }, has_hreflang, 0 },
  { { "lang", "it is in another language than the page" }, has_lang, 0 },
  { { "collapsed", "it says that what it controls is shut" }, is_expanded, 0 },
  { { "expanded", "it says that what it controls is open" }, is_expanded, 1 },
  { { "controls", "it names what it controls" }, has_flag, 0 },
  { { "popup", "it opens a menu or dialog" }, has_flag, 1 },
  { { "toggles", "an attribute speaks of toggle or collapse" }, has_flag, 2 },
  { { "download", "it downloads" }, has_flag, 3 },
  { { "handler", "a script listens to clicks on it" }, has_flag, 4 },
  { { "pointer", "the pointer is a hand" }, has_flag, 5 },
  { { "fixed", "it does not scroll" }, has_flag, 6 },
  { { "for-field", "it is the label of a field" }, has_flag, 7 },
  { { "chosen", "it is one of several, and chosen already" }, has_flag, 8 },
  { { "choosable", "it is one of several, and not chosen" }, has_flag, 9 },
  { { "label", "it has a label for those who cannot see" }, has_label, 0 },
  { { "says-more", "it speaks of more" }, has_words, ELEMENT_WORDS_MORE },
  { { "says-all", "it speaks of details, answers, comments" }, has_words, ELEMENT_WORDS_ALL },
  { { "says-less", "it speaks of less" }, has_words, ELEMENT_WORDS_LESS },
  { { "says-close", "it speaks of closing" }, has_words, ELEMENT_WORDS_CLOSE },
  { { "says-agree", "it speaks of agreeing or refusing" }, has_words, ELEMENT_WORDS_AGREE },
  { { "says-cookies", "it speaks of cookies or privacy" }, has_words, ELEMENT_WORDS_COOKIES },
  { { "says-next", "it speaks of the next or last page" }, has_words, ELEMENT_WORDS_NEXT },
  { { "says-forbidden", "it speaks of what is never clicked" }, has_words, ELEMENT_WORDS_FORBIDDEN },
  { { "says-details", "it speaks of settings, search, order" }, has_words, ELEMENT_WORDS_DETAILS },
  { { "says-language", "it is the name of a language" }, is_language, 0 },
  { { "near-languages", "names of languages are around it: of three, and more, 1" }, near_languages, 0 },
  { { "forbidden", "it is never clicked" }, forbidden, 0 },
  { { "named-tab", "class, id or data speak of tabs or accordions" }, is_named_part, 0 },
  { { "within-tab", "the elements around it are named for tabs or accordions" }, is_named_part, 1 },
  { { "named-more", "class, id or data speak of more" }, has_names, ELEMENT_WORDS_MORE },
  { { "named-active", "class, id or data say that it is chosen already" }, has_names, ELEMENT_WORDS_ALL },
  { { "named-close", "class, id or data speak of closing" }, has_names, ELEMENT_WORDS_CLOSE },
  { { "named-agree", "class, id or data speak of agreeing" }, has_names, ELEMENT_WORDS_AGREE },
  { { "named-cookies", "class, id or data speak of cookies" }, has_names, ELEMENT_WORDS_COOKIES },
  { { "named-next", "class, id or data speak of pages" }, has_names, ELEMENT_WORDS_NEXT },
  { { "named-forbidden", "class, id or data speak of what is never clicked" },
    has_names,
    ELEMENT_WORDS_FORBIDDEN },
  { { "named-details", "class, id or data speak of menus or search" }, has_names, ELEMENT_WORDS_DETAILS },
  { { "within-more", "the elements around it are named for more" }, has_parent, ELEMENT_WORDS_MORE },
  { { "within-close", "the elements around it are named for closing" }, has_parent, ELEMENT_WORDS_CLOSE },
  { { "within-cookies", "the elements around it are named for cookies" }, has_parent, ELEMENT_WORDS_COOKIES },
  { { "within-next", "the elements around it are named for pages" }, has_parent, ELEMENT_WORDS_NEXT },
  { { "within-forbidden", "the elements around it are named for what is never clicked" },
    has_parent,
    ELEMENT_WORDS_FORBIDDEN },
  { { "within-details", "the elements around it are named for menus" }, has_parent, ELEMENT_WORDS_DETAILS },
  { { "near-agree", "text around it speaks of agreeing" }, has_around, ELEMENT_WORDS_AGREE },
  { { "near-cookies", "text around it speaks of cookies" }, has_around, ELEMENT_WORDS_COOKIES },
  { { "near-next", "text around it speaks of pages" }, has_around, ELEMENT_WORDS_NEXT },
  { { "text-length", "characters of its text, log (1 + n) / log 201" }, text_length, 0 },
  { { "text-words", "words of its text, log (1 + n) / log 41" }, text_words, 0 },
  { { "text-question", "its text is a question" }, is_question, 0 },
  { { "text-row", "its text is a number, and the next one stands beside it" }, is_in_row, 0 },
  { { "text-none", "it has no text" }, has_no_text, 0 },
  { { "text-number", "its text is a number" }, is_number, 0 },
  { { "text-has-number", "its text has a number" }, has_number, 0 },
  { { "sign-close", "its text is a cross" }, is_sign, 0 },
  { { "sign-on", "its text is an arrow on" }, is_sign, 1 },
  { { "sign-back", "its text is an arrow back" }, is_sign, 2 },
  { { "sign-open", "its text is an arrow down or a plus" }, is_sign, 3 },
  { { "sign-dots", "its text is dots" }, is_sign, 4 },
  { { "has-on", "its text has an arrow on" }, has_sign, 1 },
  { { "has-back", "its text has an arrow back" }, has_sign, 2 },
  { { "has-open", "its text has an arrow down or a plus" }, has_sign, 3 },
  { { "has-dots", "its text has dots" }, has_sign, 4 },
  { { "x", "its middle, as a share of the page's width" }, place, 0 },
  { { "y", "its top, as a share of the page's height" }, place, 1 },
  { { "top", "pixels above it, log (1 + n) / log 10001" }, place, 2 },
  { { "width", "its width, as a share of the window's" }, place, 3 },
  { { "height", "its height in pixels, log (1 + n) / log 1001" }, place, 4 },
  { { "area", "its area in pixels, log (1 + n) / log 500001" }, place, 5 },
  { { "small", "it is a small square" }, place, 6 },
  { { "not-rendered", "nobody knows where it is" }, place, 7 },
  { { "cover", "the share of the window that what it lies in covers" }, surroundings, 0 },
  { { "layer", "its z-index, log (1 + n) / log 10001" }, surroundings, 1 },
  { { "depth", "elements around it, log (1 + n) / log 41" }, surroundings, 2 },
  { { "siblings", "elements like it beside it, log (1 + n) / log 51" }, surroundings, 3 },
  { { "index", "where it is among these" }, surroundings, 4 },
  { { "images", "pictures in it, log (1 + n) / log 6" }, surroundings, 5 },
  { { "in-tabs", "the elements around it are named for tabs" }, surroundings, 6 },
  { { "in-dialog", "it is in a dialog" }, is_inside, 0 },
  { { "in-nav", "it is in a nav" }, is_inside, 1 },
  { { "in-footer", "it is in a footer" }, is_inside, 2 },
  { { "in-header", "it is in a header" }, is_inside, 3 },
  { { "in-main", "it is in main" }, is_inside, 4 },
  { { "in-article", "it is in an article" }, is_inside, 5 },
  { { "in-aside", "it is in an aside" }, is_inside, 6 },
  { { "in-form", "it is in a form" }, is_inside, 7 },
  { { "in-li", "it is in an item of a list" }, is_inside, 8 },
  { { "in-table", "it is in a table" }, is_inside, 9 },
};

/* Another number of rows, or another meaning, is another version. */
G_STATIC_ASSERT (G_N_ELEMENTS (rows) == EXTRACT_N_ELEMENT_FEATURES);

guint
element_features_get_n (void)
{
  return G_N_ELEMENTS (rows);
}

const ElementFeatureInfo *
element_features_get_info (guint i)
{
  return &rows[i].info;
}

void
element_features_compute (const Element *element, float *values)
{
  Facts facts = { 0 };

  facts_init (&facts, element);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    values[i] = (float) rows[i].value (&facts, rows[i].argument);
  facts_clear (&facts);
}

/* ---- What is never clicked ------------------------------------------------------------------------------
 */

static gboolean
is_field (const Element *element)
{
  static const char *const harmless[] = { "button", "checkbox", "radio" };

  if (strcmp (element->tag, "input") != 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (harmless); i++)
    if (strcmp (element->input, harmless[i]) == 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_forbidden (const Facts *facts)
{
  const Element *element = facts->element;
  const gboolean in_form = (element->inside >> 7 & 1) != 0;

  return is_field (element) || facts->href == HREF_DEED || is_file (element->href) || element->download ||
         strcmp (element->input, "submit") == 0 || strcmp (element->input, "reset") == 0 ||
         (in_form && strcmp (element->tag, "button") == 0 && !*element->input) ||
         element_words_find (facts->both, ELEMENT_WORDS_FORBIDDEN) ||
         element_words_find_names (element->names, ELEMENT_WORDS_FORBIDDEN);
}

gboolean
element_is_forbidden (const Element *element)
{
  Facts facts = { 0 };
  gboolean forbidden;

  facts_init (&facts, element);
  forbidden = is_forbidden (&facts);
  facts_clear (&facts);
  return forbidden;
}
