/* SPDX-License-Identifier: MIT */
/*
 * A list of names is cut at commas, signs and words for "and"; each part is a name, or a part of what was
 * said about the one before it: "Marta Lind, PhD, Senior Editor and Jan Novak | 4 March 2020" has two.
 */
#include "libextract/meta/person.h"

#include <string.h>

#include "libextract/meta/date.h"
#include "libextract/meta/fold.h"

#define MAX_WORDS 7

/* Words in front of a name, folded, by first byte. */
/* clang-format off */
static const char *const by[] = {
  "author", "authors", "article by", "asked by", "autor", "autorin", "auteur", "autora", "a cura di", "av",
  "af", "autor tekstu", "autorka", "autorius", "authored by", "all posts by", "about the author",
  "about author", "articles by", "by", "boi", "created by", "contributed by", "contributors", "di", "door",
  "edited by", "ecrit par", "escrito por", "guest post by", "geschreven door", "geschrieben von", "irta",
  "kirjoittanut", "medically written by", "more from", "meet", "napisal", "napsal", "napisala", "name",
  "oleh", "posted by", "published by", "posted on behalf of", "par", "publie par", "por", "publicado por",
  "przez", "pise", "penulis", "posted", "presented by", "photo of", "picture of", "reported by",
  "review by", "recipe by", "redige par", "reporting by", "story by", "started by", "scritto da",
  "skrivet av", "skrevet af", "skrevet av", "szerzo", "scris de", "submitted by", "see all articles by",
  "text by", "text", "text av", "tekst", "teksti", "tac gia", "teksta autors", "von", "verfasst von",
  "veroffentlicht von", "view all posts by", "view all articles by", "written by", "words by", "writer",
  "yazan", "yazar", "γραφει", "του", "автор", "авторы", "автор статьи", "текст", "מאת", "بقلم", "نویسنده",
  "द्वारा", "लेखक", "โดย", "作者", "執筆", "撰文", "文", "记者", "記者", "著者", "글",
};
/* clang-format on */

/* Words between names, folded, with a space on either side. */
static const char *const ands[] = {
  "and", "und", "et",   "y",  "e",  "i",  "og",  "och", "en", "oraz", "a",    "и",   "и",   "та",
  "ve",  "ja",  "with", "si", "és", "es", "dan", "και", "و",  "mit",  "avec", "con", "met", "med",
};

/* Degrees, and what else follows a name behind a comma, folded without spaces. */
static const char *const degrees[] = {
  "md",   "phd",  "jr",   "sr",   "ii",    "iii",    "esq",      "rd",   "ms",    "ma",   "mba",  "msc",
  "bsc",  "ba",   "bs",   "rn",   "dds",   "dmd",    "dvm",      "do",   "cpa",   "cfa",  "cfp",  "jd",
  "mph",  "rdn",  "ldn",  "cscs", "facp",  "facs",   "lcsw",     "psyd", "edd",   "mfa",  "pe",   "np",
  "pa",   "cpt",  "pt",   "dpt",  "od",    "pharmd", "msn",      "bsn",  "aprn",  "fnp",  "lmft", "lpc",
  "llm",  "mla",  "rdms", "ce",   "cissp", "pmp",    "mbbs",     "frcp", "facc",  "mscp", "med",  "dr",
  "prof", "phdc", "mps",  "ccrp", "cns",   "crna",   "dipacvim", "vmd",  "dacvb",
};

/* Words of what is no name, folded: a part that begins with one of them is a role, or something else. */
/* clang-format off */
static const char *const no_names[] = {
  "updated", "published", "posted", "last", "on", "at", "in", "for", "senior", "staff", "editor",
  "contributor", "contributing", "correspondent", "reporter", "writer", "journalist", "columnist",
  "photographer", "photos", "photo", "photography", "image", "images", "illustration", "video", "produced",
  "edited", "reviewed", "medically", "fact", "view", "all", "see", "cite", "read", "more", "share",
  "follow", "about", "contact", "email", "subscribe", "comments", "comment", "leave", "reply", "minutes",
  "min", "ceo", "cto", "founder", "co", "director", "manager", "head", "chief", "vice", "president",
  "professor", "associate", "assistant", "executive", "managing", "news", "special", "guest", "freelance",
  "political", "science", "health", "technology", "business", "research", "marketing", "product", "content",
  "redakteur", "redakteurin", "redaktion", "journaliste", "redacteur", "periodista", "giornalista",
  "korrespondent", "former", "author", "specialist", "expert", "engineer", "analyst", "consultant", "phd",
  "md", "candidate", "lead", "principal", "digital", "software", "the", "from", "by", "is", "and", "click",
  "bio", "profile", "twitter", "facebook", "linkedin", "instagram", "website", "http", "https", "www",
  "certified", "licensed", "registered", "dietitian", "therapist", "psychologist", "physician", "shipping",
  "travel", "tech", "data", "sales", "customer", "member", "owner", "partner", "filed", "categories",
  "category", "tags", "tag", "home", "menu", "search", "sign", "log", "login", "new", "this", "our", "we",
  "you", "a", "an", "to", "of", "with", "how", "what", "why", "when", "no", "not", "your", "my", "it",
  "was", "are", "over", "using", "via", "topic", "date", "time", "today", "yesterday", "am", "pm", "est",
  "edt", "pst", "pdt", "gmt", "utc",
};
/* clang-format on */

/* Whole names that are none, folded. */
/* clang-format off */
static const char *const nobodies[] = {
  "and", "admin", "administrator", "author", "authors", "editor", "editors", "staff", "staff writer",
  "staff writers", "guest", "guest author", "guest post", "anonymous", "unknown", "none", "null",
  "undefined", "user", "webmaster", "web master", "root", "wordpress", "by", "n a", "na", "test",
  "contributor", "contributors", "guest contributor", "editorial", "redaktion", "redaction", "redaccion",
  "redazione", "redakce", "redakcja", "редакция", "read more", "share", "follow", "default", "super user",
  "superuser", "site admin", "siteadmin", "website", "username", "view profile", "profile", "login",
  "log in", "sign in", "register", "reply", "op", "member", "posts", "about", "about us", "contact",
  "contact us", "home", "blog", "news", "me", "team", "posted by", "written by", "author bio",
  "meet the author", "original poster", "expert verified", "view all posts", "view bio", "full bio",
  "our team",
};
/* clang-format on */

/* Of what looks like a name, but is a day or a month. */
static const char *const calendar[] = {
  "mon",    "tue",     "wed",       "thu",      "fri",    "sat",      "sun",
  "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
};

static gboolean
is_one_of (const char *folded, const char *const *words, guint n)
{
  for (guint i = 0; i < n; i++)
    if (folded[0] == words[i][0] && strcmp (folded, words[i]) == 0)
      return TRUE;
  return FALSE;
}

#define IS_ONE_OF(folded, words) is_one_of (folded, words, G_N_ELEMENTS (words))

/* Of the long tables. */
typedef struct {
  ExtractStarts by, no_names, nobodies;
  guint8 firsts[256]; /* of `by`, the first row of each first byte */
} WordIndex;

static const WordIndex *
word_index (void)
{
  static WordIndex index;
  static gsize made;

  if (g_once_init_enter (&made)) {
    for (guint i = G_N_ELEMENTS (by); i-- > 0;) {
      extract_starts_add (&index.by, by[i]);
      index.firsts[(guchar) by[i][0]] = (guint8) i;
    }
    for (guint i = 0; i < G_N_ELEMENTS (no_names); i++)
      extract_starts_add (&index.no_names, no_names[i]);
    for (guint i = 0; i < G_N_ELEMENTS (nobodies); i++)
      extract_starts_add (&index.nobodies, nobodies[i]);
    g_once_init_leave (&made, 1);
  }
  return &index;
}

/* IS_ONE_OF: of `no_names` and `nobodies`, in which few words are */
#define IS_ONE_OF_MANY(folded, words) \
  (extract_starts_has (&word_index ()->words, folded) && IS_ONE_OF (folded, words))

gsize
person_skip_by (const char *text, gsize length)
{
  const WordIndex *index = word_index ();
  const char *q = text, *end = text + length;
  gsize best = 0;
  char folded[128];

  /* Each line of a page is asked. */
  if (!extract_starts_may_begin (&index->by, text, length))
    return 0;
  /* The longest phrase of the table that begins here. */
  for (guint words = 0; q < end && words < 4; words++) {
    const char *word = q;
    gboolean longer = FALSE;
    gsize n;

    while (q < end && extract_fold_is_letter (extract_fold_get_char (q)))
      q = g_utf8_next_char (q);
    if (q == word)
      break;
    n = extract_fold (text, (gsize) (q - text), folded, sizeof folded);
    /* It goes on only where a phrase does. */
    for (guint i = index->firsts[(guchar) folded[0]]; i < G_N_ELEMENTS (by) && by[i][0] == folded[0]; i++)
      if (strncmp (folded, by[i], n) == 0) {
        best = by[i][n] == '\0' ? (gsize) (q - text) : best;
        longer = longer || by[i][n] == ' ';
      }
    if (!longer || q >= end || *q != ' ')
      break;
    q++;
  }
  if (best == 0 || best == length)
    return best;
  for (q = text + best; q < end && (strchr (" :/-|", *q) || extract_fold_get_char (q) == 0xff1a);)
    q = g_utf8_next_char (q);
  return q == text + best ? 0 : (gsize) (q - text);
}

/* Where a part of the list ends: at a sign, or a word for "and". @next: (out): behind that */
static const char *
find_end (const char *p, const char **next)
{
  for (const char *start = p; *p; p = g_utf8_next_char (p)) {
    const gunichar c = extract_fold_get_char (p);

    if (strchr (",;|&\n\t+", *p) || (*p == '/' && p > start && (p[-1] == ' ' || p[1] == ' ')) || c == 0xb7 ||
        c == 0x2022 || c == 0x3001 || c == 0xff0c || c == 0x60c || c == 0x2013 || c == 0x2014) {
      *next = g_utf8_next_char (p);
      return p;
    }
    if (*p == '-' && p > start && p[-1] == ' ' && p[1] == ' ') {
      *next = p + 1;
      return p;
    }
    if (*p == ' ' && p > start) {
      const char *word = p + 1, *q = word;
      char folded[32];

      while (extract_fold_is_letter (extract_fold_get_char (q)))
        q = g_utf8_next_char (q);
      if (*q == ' ' && q - word < 8 && extract_fold (word, (gsize) (q - word), folded, sizeof folded) > 0 &&
          g_unichar_islower (extract_fold_get_char (word)) && IS_ONE_OF (folded, ands)) {
        /* "y", "e", "i" and "a" are initials, too, but then they are capitals. */
        *next = q + 1;
        return p;
      }
    }
  }
  *next = NULL;
  return p;
}

/* Copies a part without brackets and what is in them; cuts it where it stops being a name. */
static void
copy_part (const char *p, const char *end, char name[PERSON_LENGTH])
{
  gsize n = 0;
  guint brackets = 0;

  for (; p < end && n < PERSON_LENGTH - 7; p = g_utf8_next_char (p)) {
    const gsize length = (gsize) (g_utf8_next_char (p) - p);

    if (*p == '(' || *p == '[' || *p == '<')
      brackets++;
    else if (*p == ')' || *p == ']' || *p == '>')
      brackets -= brackets > 0;
    else if (brackets == 0 && !(*p == ' ' && (n == 0 || name[n - 1] == ' '))) {
      memcpy (name + n, p, length);
      n += length;
    }
  }
  if (p < end)
    n = 0;
  /* A point stays behind an initial, and in "Jr.". */
  while (n > 0 && strchr (" .:-'\"*", name[n - 1]) &&
         !(name[n - 1] == '.' && n > 3 && (name[n - 3] == ' ' || name[n - 2] == 'r')))
    n--;
  name[n] = '\0';
}

/* Words that end a name: what follows says when, or where. */
static const char *const ends[] = {
  "on", "updated", "published", "posted", "last", "is",     "reviewed",  "medically",
  "am", "um",      "at",        "said",   "says", "edited", "updatedon",
};
/* The same in a line that only looks like a by-line: what follows says what the person is. */
static const char *const roles[] = {
  "in",       "for",           "staff",        "senior",   "editor",   "contributor", "reporter",
  "writer",   "correspondent", "contributing", "chief",    "managing", "associate",   "professor",
  "director", "journalist",    "columnist",    "special",  "with",     "from",        "of",
  "to",       "the",           "who",          "has",      "and",      "read",        "follow",
  "share",    "min",           "minutes",      "comments",
};

static gboolean
has_capital (const char *p, const char *end)
{
  while (p < end && !g_ascii_isupper (*p))
    p++;
  return p < end;
}

/* In place: "Marta Lind on 4 March", "Marta Lind March 4", "Marta Lind Staff Writer". */
static void
cut_name (char *name, PersonTrust trust)
{
  guint words = 0;

  for (char *p = name; *p; words++) {
    char *word = p, folded[64];
    guint month;
    gsize n;

    while (*p && *p != ' ')
      p++;
    n = extract_fold (word, (gsize) (p - word), folded, sizeof folded);
    month = extract_month_find (folded);
    /* May and April are names, too; and Ma, where MA is none. */
    if (words > 0 && (n == 0 || (words > 1 && has_capital (word + 1, p) && IS_ONE_OF (folded, degrees)) ||
                      (g_ascii_isdigit (*p ? p[1] : 0) && n <= 3 && word[0] >= 'a') ||
                      g_ascii_isdigit (*word) || IS_ONE_OF (folded, ends) ||
                      g_str_has_prefix (folded, "updated") || g_str_has_prefix (folded, "published") ||
                      (trust == PERSON_SEEN && words > 1 && IS_ONE_OF (folded, roles)) ||
                      (month > 0 && (words > 1 || g_ascii_isdigit (*p ? p[1] : 0))))) {
      word[-1] = '\0';
      break;
    }
    p += *p == ' ';
  }
  for (gsize n = strlen (name); n > 0 && strchr (" :-'\"*/", name[n - 1]);)
    name[--n] = '\0';
}

static gboolean
is_name (const char *name, PersonTrust trust)
{
  guint words = 1, letters = 0, capitals = 0, digits = 0, others = 0;
  char folded[PERSON_LENGTH], first[PERSON_LENGTH];
  gboolean start = TRUE, no_case = FALSE;

  if (extract_fold (name, strlen (name), folded, sizeof folded) < 2 || IS_ONE_OF_MANY (folded, nobodies))
    return FALSE;
  if (strstr (name, "://") || strstr (name, "www.") || strchr (name, '@') || strstr (name, ".com/") ||
      strchr (name, '{') || strchr (name, '=') || strchr (name, '?') || strchr (name, '!'))
    return FALSE;
  for (const char *p = name; *p; p = g_utf8_next_char (p)) {
    const gunichar c = extract_fold_get_char (p);

    words += *p == ' ';
    letters += g_unichar_isalpha (c);
    digits += g_unichar_isdigit (c);
    others += *p == ':' || *p == '%' || *p == '$' || *p == '#' || *p == '"';
    capitals += start && g_unichar_isupper (c);
    no_case = no_case || (g_unichar_isalpha (c) && !g_unichar_isupper (c) && !g_unichar_islower (c));
    start = *p == ' ' || *p == '-';
  }
  if (letters == 0 || words > MAX_WORDS || (others > 0 && trust != PERSON_USER))
    return FALSE;
  if (trust == PERSON_USER)
    return words <= 3 && strlen (name) <= 40;
  if (trust != PERSON_SEEN)
    return digits <= letters;
  g_strlcpy (first, folded, sizeof first);
  if (strchr (first, ' '))
    *strchr (first, ' ') = '\0';
  if (digits > 0 || (IS_ONE_OF_MANY (first, no_names) && name[strlen (first)] != '.') || words > 5)
    return FALSE;
  if (words == 1 && (IS_ONE_OF (folded, calendar) || extract_month_find (folded) > 0))
    return FALSE;
  return no_case ? letters <= 20
                 : (capitals >= 2 && capitals + 2 >= words) || (words == 1 && capitals == 1 && letters > 2);
}

/* Of what is behind a comma: more about the person before it. */
static gboolean
is_about (const char *part)
{
  char folded[PERSON_LENGTH], first[PERSON_LENGTH];
  gsize n = 0;

  if (extract_fold (part, strlen (part), folded, sizeof folded) == 0)
    return TRUE;
  g_strlcpy (first, folded, sizeof first);
  if (strchr (first, ' '))
    *strchr (first, ' ') = '\0';
  if (IS_ONE_OF_MANY (first, no_names) && part[strlen (first)] != '.')
    return TRUE;
  for (const char *p = folded; *p; p++)
    if (*p != ' ')
      first[n++] = *p;
  first[n] = '\0';
  if (IS_ONE_OF (first, degrees))
    return TRUE;
  /* "MS RD", "FAAP": capitals alone. */
  if (n <= 8) {
    gboolean small = FALSE;

    for (const char *p = part; *p; p++)
      small = small || g_ascii_islower (*p) || (guchar) *p >= 0x80;
    return !small;
  }
  return FALSE;
}

/* Over the parts behind a name that say something about the person. Returns: (nullable): where to go on */
static const char *
skip_about (const char *place)
{
  while (place) {
    const char *next, *end;
    char part[PERSON_LENGTH];

    while (*place == ' ')
      place++;
    end = find_end (place, &next);
    copy_part (place, end, part);
    if (*part && !is_about (part))
      break;
    place = next;
  }
  return place;
}

gboolean
person_next (const char **place, PersonTrust trust, char name[PERSON_LENGTH])
{
  const char *start = *place;

  while (start) {
    const char *next, *end;

    while (*start == ' ')
      start++;
    start += person_skip_by (start, strlen (start));
    end = find_end (start, &next);
    copy_part (start, end, name);
    cut_name (name, trust);
    /* "Lind, Marta" */
    if (trust == PERSON_REVERSED && *end == ',' && *name && !strchr (name, ' ') && next) {
      const char *behind, *second_end = find_end (next, &behind);
      char second[PERSON_LENGTH];

      copy_part (next + (*next == ' '), second_end, second);
      if (*second && is_name (second, trust) && !is_about (second) &&
          strlen (second) + strlen (name) + 2 < PERSON_LENGTH) {
        char both[2 * PERSON_LENGTH];

        g_snprintf (both, sizeof both, "%s %s", second, name);
        g_strlcpy (name, both, PERSON_LENGTH);
        next = behind;
      }
    }
    start = next;
    if (*name && is_name (name, trust) &&
        (trust == PERSON_DECLARED || trust == PERSON_USER || !is_about (name))) {
      *place = skip_about (start);
      return TRUE;
    }
    /* Of a line that only looks like one, what follows is about the first. */
    if (trust == PERSON_SEEN)
      break;
  }
  *place = NULL;
  return FALSE;
}
