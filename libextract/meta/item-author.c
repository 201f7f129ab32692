/* SPDX-License-Identifier: MIT */
/*
 * "By Marta_L » 4 March 2020" is cut from behind and from before until only the name is there. User names may
 * be anything, so nothing else is changed.
 */
#include "libextract/meta/item-author.h"

#include <string.h>

#include "libextract/meta/date.h"
#include "libextract/meta/fold.h"
#include "libextract/meta/person.h"

/* Parts of addresses of accounts. */
static const char *const accounts[] = {
  "/user/",       "/users/",        "/u/",         "/member/",   "/members/",
  "/profile/",    "/profiles/",     "/@",          "member.php", "viewprofile",
  "profile.php",  "action=profile", "/memberlist", "user?id=",   "/~",
  "/account/",    "/utilisateur",   "/benutzer/",  "/usuario/",  "/uzytkownik/",
  "profile.aspx", "/commenter/",    "/membre",     "userinfo",   "/mitglied",
};

gboolean
extract_item_link_is_account (const char *href)
{
  if (strnlen (href, 512) == 512)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (accounts); i++)
    if (strstr (href, accounts[i]))
      return TRUE;
  return FALSE;
}

/* Folded: before a name ... */
static const char *const before[] = {
  "posted by",
  "comment by",
  "written by",
  "submitted by",
  "by",
  "from",
  "von",
  "par",
  "por",
  "di",
  "door",
  "av",
  "od",
  "przez",
  "autor",
  "author",
  "auteur",
  "autore",
  "name",
  "user",
  "username",
  "kommentar von",
  "geschrieben von",
  "de",
  "автор",
  "от",
  "commentaire de",
  "reactie van",
  "re",
  "reply by",
  "answer by",
  "answered by",
};
/* ... behind it ... */
static const char *const behind[] = {
  "says",    "said",     "wrote",    "writes",  "commented",  "replied", "posted",    "asked",   "answered",
  "on",      "at",       "am",       "um",      "le",         "el",      "den",       "dnia",    "op",
  "sagt",    "schrieb",  "schreibt", "meint",   "dit",        "a dit",   "a ecrit",   "ecrit",   "dice",
  "dijo",    "escribio", "disse",    "diz",     "ha scritto", "scrive",  "zegt",      "schreef", "pisze",
  "napisal", "skrev",    "skriver",  "sager",   "sier",       "sanoo",   "kirjoitti", "rika",    "пишет",
  "написал", "говорит",  "в",        "dedi ki", "より",       "说",      "說",        "says on", "permalink",
  "reply",   "author",   "op",       "offline", "edited",     "online",  "pinned",    "follow",
};
/* ... or instead of it. */
static const char *const no_names[] = {
  "reply",    "quote",    "report",    "share",   "like",      "permalink", "link",     "edit",
  "delete",   "flag",     "author",    "autor",   "date",      "posted",    "by",       "user",
  "name",     "comment",  "post",      "message", "antworten", "zitieren",  "repondre", "responder",
  "rispondi", "ответить", "odpowiedz", "members", "join date", "offline",   "online",   "member",
  "more",     "top",      "collapse",  "expand",  "hide",      "show",
};

static gboolean
is_one_of (const char *folded, const char *const *words, guint n)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (folded, words[i]) == 0)
      return TRUE;
  return FALSE;
}

/* White space, and signs that part a name from something else. Returns: bytes of one at @p, 0 if there is
 * none */
static gsize
sign_at (const char *p)
{
  static const char *const signs[] = { "»", "«", "·", "•", "–", "—", "|", "›", "\302\240" };

  if (*p && strchr (" \t\n,:;|-*>", *p))
    return 1;
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strncmp (p, signs[i], strlen (signs[i])) == 0)
      return strlen (signs[i]);
  return 0;
}

const char *
extract_item_skip_signs (const char *text, const char *end)
{
  for (gsize n; text < end && (n = sign_at (text)) > 0;)
    text += n;
  return text;
}

const char *
extract_item_drop_signs (const char *text, const char *end)
{
  while (end > text) {
    const char *last = g_utf8_prev_char (end);

    if (last < text || sign_at (last) == 0)
      break;
    end = last;
  }
  return end;
}

/* Words before the name, at most four of them. */
static const char *
skip_words (const char *text, const char *end)
{
  const char *found = text;
  char folded[64];

  for (const char *p = text; p < end && p - text < 40; p++)
    if ((*p == ' ' || *p == ':') && p > text) {
      if (extract_fold (text, (gsize) (p - text), folded, sizeof folded) > 0 &&
          is_one_of (folded, before, G_N_ELEMENTS (before)))
        found = extract_item_skip_signs (p, end);
    }
  return found < end ? found : text;
}

static const char *
drop_words (const char *text, const char *end)
{
  char folded[64];

  for (const char *p = end; p > text; p--)
    if (p[-1] == ' ') {
      extract_fold (p, (gsize) (end - p), folded, sizeof folded);
      if (end - p > 24)
        break;
      if (is_one_of (folded, behind, G_N_ELEMENTS (behind)))
        return extract_item_drop_signs (text, p);
    }
  return end;
}

/* "( 127135 )": of an account. "1 year ago", "3h": an age is no name. */
static const char *
drop_number (const char *text, const char *end)
{
  static const char *const units[] = { "second", "minute", "min",  "hour", "day",
                                       "week",   "month",  "year", "ago" };
  const char *p = end;

  if (end > text && end[-1] == ')') {
    for (p = end - 1; p > text && strchr ("0123456789 #", p[-1]);)
      p--;
    return p > text + 1 && p[-1] == '(' ? extract_item_drop_signs (text, p - 1) : end;
  }
  for (guint words = 0; words < 3; words++) {
    const char *word = p;
    gboolean unit = FALSE;

    while (word > text && word[-1] != ' ')
      word--;
    if (word > text && g_ascii_isdigit (*word))
      return extract_item_drop_signs (text, word);
    for (guint i = 0; i < G_N_ELEMENTS (units); i++)
      unit = unit || g_ascii_strncasecmp (word, units[i], strlen (units[i])) == 0;
    if (!unit)
      break;
    p = extract_item_drop_signs (text, word);
  }
  return end;
}

/* A block of it. */
static gboolean
read_block (const char *text, gsize length, char author[ITEM_AUTHOR_LENGTH])
{
  static const char *const signs[] = { " » ", " | ", " • ", " · " };
  const char *end = text + length, *shorter, *sign;
  char folded[ITEM_AUTHOR_LENGTH];
  ExtractDate date;
  gsize from, to;
  guint letters = 0;

  if (length > 4 * ITEM_AUTHOR_LENGTH)
    return FALSE;
  text = extract_item_skip_signs (text, end);
  /* Tags that a page shows. */
  while (text < end && *text == '<' && (sign = memchr (text, '>', (gsize) (end - text))))
    text = extract_item_skip_signs (sign + 1, end);
  if (text < end && (sign = memchr (text, '<', (gsize) (end - text))))
    end = sign;
  text = skip_words (text, end);
  /* The parting signs of forums. */
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if ((sign = g_strstr_len (text, end - text, signs[i])))
      end = sign;
  if (extract_date_find (text, (gsize) (end - text), 0, G_MAXUINT32, &date, &from, &to) &&
      date.precision >= EXTRACT_DATE_DAY) {
    if (from == 0)
      return FALSE;
    end = text + from;
  }
  end = drop_number (text, extract_item_drop_signs (text, end));
  for (guint i = 0; i < 3 && (shorter = drop_words (text, end)) < end; i++)
    end = shorter;
  if (end <= text || (gsize) (end - text) >= ITEM_AUTHOR_LENGTH)
    return FALSE;
  memcpy (author, text, (gsize) (end - text));
  author[end - text] = '\0';
  extract_fold (author, strlen (author), folded, sizeof folded);
  for (const char *p = author; *p; p = g_utf8_next_char (p))
    letters += g_unichar_isalpha (g_utf8_get_char (p)) != 0;
  return letters > 0 && strlen (author) > 1 && !strstr (author, "://") && !strstr (author, ": ") &&
         !is_one_of (folded, no_names, G_N_ELEMENTS (no_names));
}

gboolean
extract_item_read_author (const char *text, gsize length, char author[ITEM_AUTHOR_LENGTH])
{
  /* The letter of a picture that is missing, or a button, may stand before the name. */
  for (guint blocks = 0; length > 0 && blocks < 3; blocks++) {
    const gsize n = strnlen (text, length);

    if (n > 1 && read_block (text, n, author))
      return TRUE;
    text += MIN (n + 1, length);
    length -= MIN (n + 1, length);
  }
  return FALSE;
}

gboolean
extract_item_author_is_button (const char *author)
{
  char folded[ITEM_AUTHOR_LENGTH];

  extract_fold (author, strlen (author), folded, sizeof folded);
  for (char *word = folded, *next; word; word = next) {
    next = strchr (word, ' ');
    if (next)
      *next++ = '\0';
    if (is_one_of (word, no_names, G_N_ELEMENTS (no_names)))
      return TRUE;
  }
  return FALSE;
}
