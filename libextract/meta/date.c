/* SPDX-License-Identifier: MIT */
#include "libextract/meta/date.h"

#include <string.h>

#include "libextract/meta/fold.h"

#define MAX_TEXT 512
#define MAX_TOKENS 96
#define MAX_WORD 40
#define FIRST_YEAR 1990
/* A word of a date has a number of it among the next 4 tokens, or the 8 before. */
#define BEFORE_NUMBER 4u
#define BEHIND_NUMBER 9u

typedef enum { TOKEN_END, TOKEN_NUMBER, TOKEN_WORD, TOKEN_SIGN } TokenKind;

typedef struct {
  TokenKind kind;
  gboolean space;      /* white space stands before it */
  guint digits;        /* of a number */
  guint64 value;       /* of a number; of a sign, the character */
  guint month;         /* of a word, as extract_month_find () */
  char word[MAX_WORD]; /* folded; "" of one that is far from numbers */
  guint16 start, end;  /* bytes of the text */
} Token;

typedef struct {
  Token tokens[MAX_TOKENS + 8]; /* ended by END, several times */
  guint n;
  ExtractDateFlags flags;
  guint32 today;
} Reader;

/* ---- Days ----------------------------------------------------------------------------------- */

guint32
extract_date_get_today (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  GDate date;

  g_date_clear (&date, 1);
  g_date_set_dmy (&date, (GDateDay) g_date_time_get_day_of_month (now),
                  (GDateMonth) g_date_time_get_month (now), (GDateYear) g_date_time_get_year (now));
  return g_date_get_julian (&date);
}

guint32
extract_date_to_days (const ExtractDate *date)
{
  GDate day;

  g_date_clear (&day, 1);
  g_date_set_dmy (&day, date->day, date->month, date->year);
  return g_date_get_julian (&day);
}

/* Leap years of the Persian calendar, 33 in 128 years: its arithmetic is right for 1244 to 1531. */
static gboolean
is_persian_leap (guint year)
{
  static const guint8 leaps[] = { 1, 5, 9, 13, 17, 22, 26, 30 };

  return memchr (leaps, (int) (year % 33), sizeof leaps) != NULL;
}

/* Its year begins on 20 or 21 March; 1 Farvardin 1300 was 21 March 1921. */
static gboolean
from_persian (guint year, guint month, guint day, ExtractDate *date)
{
  GDate first;
  guint32 days = (month <= 7 ? (month - 1) * 31 : 6 * 31 + (month - 7) * 30) + day - 1;

  if (year < 1300 || year > 1500 || month < 1 || month > 12 || day < 1 || day > (month <= 6 ? 31u : 30u) ||
      (month == 12 && day == 30 && !is_persian_leap (year)))
    return FALSE;
  for (guint y = 1300; y < year; y++)
    days += 365 + is_persian_leap (y);
  g_date_clear (&first, 1);
  g_date_set_dmy (&first, 21, G_DATE_MARCH, 1921);
  g_date_add_days (&first, days);
  *date = (ExtractDate){ .year = g_date_get_year (&first),
                         .month = (guint8) g_date_get_month (&first),
                         .day = g_date_get_day (&first),
                         .precision = EXTRACT_DATE_DAY };
  return TRUE;
}

/* @month, @day: 0 where they are not known. Returns: FALSE if there is no such day, or it cannot be one */
static gboolean
make_date (const Reader *r, guint64 year, guint64 month, guint64 day, ExtractDate *date)
{
  GDate first;

  /* Years of the Thai calendar. */
  if (year >= 2533 && year <= 2643)
    year -= 543;
  if ((month > 12 || (r->flags & EXTRACT_DATE_PERSIAN)) && year >= 1300 && year <= 1500) {
    if (month == 0 || day == 0 || month > 24 || day > 31 ||
        !from_persian ((guint) year, (guint) (month > 12 ? month - 12 : month), (guint) day, date))
      return FALSE;
  } else {
    if (year < FIRST_YEAR || year > 9999 || month > 12 || day > 31 || (month == 0 && day > 0))
      return FALSE;
    *date = (ExtractDate){
      .year = (guint16) year,
      .month = (guint8) month,
      .day = (guint8) day,
      .precision = day > 0     ? EXTRACT_DATE_DAY
                   : month > 0 ? EXTRACT_DATE_MONTH
                               : EXTRACT_DATE_YEAR,
    };
  }
  if (date->year < FIRST_YEAR ||
      !g_date_valid_dmy (MAX (date->day, 1), (GDateMonth) MAX (date->month, 1), date->year))
    return FALSE;
  g_date_clear (&first, 1);
  g_date_set_dmy (&first, MAX (date->day, 1), (GDateMonth) MAX (date->month, 1), date->year);
  return g_date_get_julian (&first) <= r->today;
}

/* ---- Tokens --------------------------------------------------------------------------------- */

/* Letters of these scripts are words by themselves, as far as dates go. */
static gboolean
is_single (gunichar c)
{
  return (c >= 0x3400 && c < 0xa000) || (c >= 0xac00 && c < 0xd7b0);
}

static gboolean
is_space (gunichar c)
{
  return c < 0x80 ? g_ascii_isspace ((gchar) c) : g_unichar_isspace (c);
}

static gboolean
is_digit (gunichar c)
{
  return c < 0x80 ? g_ascii_isdigit ((gchar) c) : g_unichar_isdigit (c);
}

static guint
digit_value (gunichar c)
{
  return c < 0x80 ? c - '0' : (guint) g_unichar_digit_value (c);
}

static void
read_tokens (Reader *r, const char *text, gsize length)
{
  const char *p = text, *end = text + MIN (length, MAX_TEXT);
  gboolean space = TRUE;

  /* The end may be within a character. */
  while (p < end && r->n < MAX_TOKENS) {
    Token *t = &r->tokens[r->n];
    gunichar c = extract_fold_get_char (p);

    if (is_space (c) || c == 0x200e || c == 0x200f || c == 0) {
      space = TRUE;
      p = g_utf8_next_char (p);
      continue;
    }
    *t = (Token){ .space = space, .start = (guint16) (p - text) };
    space = FALSE;
    if (is_digit (c)) {
      t->kind = TOKEN_NUMBER;
      for (; p < end && is_digit (c = extract_fold_get_char (p)); p = g_utf8_next_char (p)) {
        t->digits++;
        t->value = t->digits > 18 ? 0 : t->value * 10 + digit_value (c);
      }
    } else if (extract_fold_is_letter (c)) {
      const gboolean single = is_single (c);

      t->kind = TOKEN_WORD;
      do
        p = g_utf8_next_char (p);
      while (p < end && !single && extract_fold_is_letter (c = extract_fold_get_char (p)) && !is_single (c));
    } else {
      t->kind = TOKEN_SIGN;
      t->value = c;
      p = g_utf8_next_char (p);
    }
    t->end = (guint16) (p - text);
    r->n++;
  }
  for (guint i = 0; i < 8; i++)
    r->tokens[r->n + i] = (Token){ .kind = TOKEN_END, .space = TRUE };
  /* Words far from all numbers are in no date: they are not read, and stay empty. */
  for (guint i = 0, word = 0; i < r->n; i++)
    if (r->tokens[i].kind == TOKEN_NUMBER)
      for (word = MAX (word, i - MIN (i, BEFORE_NUMBER)); word < MIN (r->n, i + BEHIND_NUMBER); word++) {
        Token *t = &r->tokens[word];

        if (t->kind == TOKEN_WORD) {
          extract_fold (text + t->start, (gsize) (t->end - t->start), t->word, sizeof t->word);
          t->month = extract_month_find (t->word);
        }
      }
}

/* ---- Patterns ------------------------------------------------------------------------------- */

static gboolean
is_sign (const Token *t, const char *signs)
{
  return t->kind == TOKEN_SIGN && t->value < 0x80 && t->value > 0 && strchr (signs, (int) t->value);
}

static gboolean
is_word (const Token *t, const char *const *words)
{
  for (guint i = 0; t->kind == TOKEN_WORD && words[i]; i++)
    if (strcmp (t->word, words[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_year (const Token *t)
{
  return t->kind == TOKEN_NUMBER && t->digits == 4;
}

static gboolean
is_small (const Token *t)
{
  return t->kind == TOKEN_NUMBER && t->digits <= 2 && t->value > 0;
}

static const char *const ordinals[] = { "st",  "nd",  "rd", "th", "er", "o", "a", "de", "del", "of", "e",
                                        "den", "ten", "i",  "ta", "и",  "י", "ב", "ה",  "dne", "d",  NULL };
static const char *const year_words[] = { "de", "del", "of", "r",  "г",   "m", "гада", "року", "j",
                                          "y",  "des", "do", "ka", "год", "р", "года", "י",    NULL };
static const char *const cjk_year[] = { "年", "년", NULL };
static const char *const cjk_month[] = { "月", "월", NULL };
static const char *const cjk_day[] = { "日", "일", "号", NULL };
static const char *const lead_words[] = { "m", "gada", "g", "ar", "ev", "г", NULL };
static const char *const thang[] = { "thang", NULL };
static const char *const nam[] = { "nam", NULL };

/* Over what may stand between day and month, month and year: "4. März", "4th of March", "4 de marzo de". */
static guint
skip_between (const Token *t, guint i, const char *const *words)
{
  guint skipped = 0;

  while (skipped < 3 && (is_sign (&t[i], ".,-/") || t[i].value == 0xba || t[i].value == 0xaa ||
                         t[i].value == 0x2013 || t[i].value == 0x60c || is_word (&t[i], words))) {
    /* Only signs that touch part numbers: "4 - 3 March" are two things. */
    if (is_sign (&t[i], "-/") && t[i].space)
      return i;
    i++;
    skipped++;
  }
  return i;
}

/* "2020-03-04", "2020/3/4", "2020.03.04", "2020年3月4日", "2020. 3. 4." */
static guint
match_year_first (const Reader *r, guint i, ExtractDate *date)
{
  const Token *t = &r->tokens[i];
  guint at = 1;

  if (!is_year (t))
    return 0;
  if (is_word (&t[1], cjk_year)) {
    if (!is_small (&t[2]) || !is_word (&t[3], cjk_month))
      return 0;
    if (is_small (&t[4]) && is_word (&t[5], cjk_day))
      return make_date (r, t->value, t[2].value, t[4].value, date) ? 6 : 0;
    return make_date (r, t->value, t[2].value, 0, date) ? 4 : 0;
  }
  if (is_sign (&t[1], "-/.") && is_small (&t[2]) && t[3].kind == TOKEN_SIGN && t[3].value == t[1].value &&
      is_small (&t[4]) && !t[1].space && !t[3].space && (t[2].space == t[4].space) &&
      (!t[4].space || t[1].value == '.')) {
    /* "2020-3-4-5" is a number of something. */
    if (is_sign (&t[5], "-/") && !t[5].space && t[6].kind == TOKEN_NUMBER && !t[6].space &&
        !(r->flags & EXTRACT_DATE_MACHINE))
      return 0;
    return make_date (r, t->value, t[2].value, t[4].value, date) ? 5 : 0;
  }
  if ((r->flags & EXTRACT_DATE_MACHINE) && is_sign (&t[1], "-/") && t[2].kind == TOKEN_NUMBER &&
      t[2].digits == 2 && !is_sign (&t[3], "-/"))
    return make_date (r, t->value, t[2].value, 0, date) ? 3 : 0;
  /* "2020. március 4.", "2020 m. kovo 4 d.", "2020 March 4", "2020, May 4", "2020-Mar-04" */
  while (at < 4 && (is_sign (&t[at], ".,-/") || is_word (&t[at], lead_words)))
    at++;
  if (t[at].month > 0) {
    const guint month = at++;

    while (at < month + 3 && is_sign (&t[at], ".,-/"))
      at++;
    if (is_small (&t[at]) && !is_year (&t[at + 1]))
      return make_date (r, t->value, t[month].month, t[at].value, date) ? at + 1 : 0;
  }
  return 0;
}

/* "4.3.2020", "03/04/2020", "4-3-20" */
static guint
match_numbers (const Reader *r, guint i, ExtractDate *date)
{
  const Token *t = &r->tokens[i];
  guint64 first = t->value, second = t[2].value, year = t[4].value;

  if (!is_small (t) || !is_sign (&t[1], ".-/") || !is_small (&t[2]) || t[3].kind != TOKEN_SIGN ||
      t[3].value != t[1].value || t[4].kind != TOKEN_NUMBER || t[1].space || t[3].space)
    return 0;
  if ((t[2].space || t[4].space) && t[1].value != '.')
    return 0;
  /* Part of something longer. */
  if (is_sign (&t[5], ".-/") && !t[5].space && t[6].kind == TOKEN_NUMBER && !t[6].space)
    return 0;
  if (i > 0 && is_sign (&t[-1], ".-/$€£") && !t->space)
    return 0;
  if (t[4].digits == 2 && !t[4].space && (t->digits == 2 || t[2].digits == 2 || t[1].value == '/'))
    year += year < 90 ? 2000 : 1900;
  else if (t[4].digits != 4)
    return 0;
  /* Points are for days first; slashes are what the language says, where both are possible. */
  if (second > 12 || ((r->flags & EXTRACT_DATE_MONTH_FIRST) && t[1].value != '.' && first <= 12)) {
    guint64 swapped = first;

    first = second;
    second = swapped;
  }
  return make_date (r, year, second, first, date) ? 5 : 0;
}

/* "4 March 2020", "4. März 2020", "4 de marzo de 2020", "4th of March, 2020", "4-Mar-2020", "4 tháng 3 2020"
 */
static guint
match_day_first (const Reader *r, guint i, ExtractDate *date)
{
  const Token *t = r->tokens;
  guint at, month;

  if (!is_small (&t[i]))
    return 0;
  if (is_word (&t[i + 1], thang) || (is_sign (&t[i + 1], ",") && is_word (&t[i + 2], thang))) {
    at = i + (is_sign (&t[i + 1], ",") ? 3 : 2);
    if (!is_small (&t[at]))
      return 0;
    month = (guint) t[at++].value;
    while (at < i + 7 && (is_sign (&t[at], ",") || is_word (&t[at], nam)))
      at++;
    return is_year (&t[at]) && make_date (r, t[at].value, month, t[i].value, date) ? at + 1 - i : 0;
  }
  at = skip_between (t, i + 1, ordinals);
  if (t[at].month == 0)
    return 0;
  month = t[at].month;
  at = skip_between (t, at + 1, year_words);
  if (is_year (&t[at]))
    return make_date (r, t[at].value, month, t[i].value, date) ? at + 1 - i : 0;
  /* "4 Mar '20", "4-Mar-20" */
  if (t[at].kind == TOKEN_SIGN && (t[at].value == '\'' || t[at].value == 0x2019) && t[at + 1].digits == 2)
    return make_date (r, 2000 + t[at + 1].value, month, t[i].value, date) ? at + 2 - i : 0;
  if (is_sign (&t[at - 1], "-") && t[at].digits == 2 && !t[at].space)
    return make_date (r, 2000 + t[at].value, month, t[i].value, date) ? at + 1 - i : 0;
  return 0;
}

/* "March 4, 2020", "Mar. 4th 2020"; "March 2020" */
static guint
match_month_first (const Reader *r, guint i, ExtractDate *date)
{
  const Token *t = r->tokens;
  guint at, after;

  if (t[i].month == 0)
    return 0;
  at = skip_between (t, i + 1, year_words);
  if (is_small (&t[at])) {
    after = skip_between (t, at + 1, ordinals);
    if (is_year (&t[after]))
      return make_date (r, t[after].value, t[i].month, t[at].value, date) ? after + 1 - i : 0;
    if (t[after].kind == TOKEN_SIGN && (t[after].value == '\'' || t[after].value == 0x2019) &&
        t[after + 1].digits == 2)
      return make_date (r, 2000 + t[after + 1].value, t[i].month, t[at].value, date) ? after + 2 - i : 0;
    return 0;
  }
  /* Behind a number it is a day that there is not, or one of several. */
  if (is_year (&t[at]) && !(i > 0 && is_small (&t[i - 1])))
    return make_date (r, t[at].value, t[i].month, 0, date) ? at + 1 - i : 0;
  return 0;
}

/* 令和5年10月3日, 平成30年1月2日, 令和元年5月1日, 民國109年3月4日 */
static guint
match_era (const Reader *r, guint i, ExtractDate *date)
{
  static const struct {
    const char *first, *second;
    guint before; /* its first year */
  } eras[] = {
    { "令", "和", 2018 },
    { "平", "成", 1988 },
    { "民", "國", 1911 },
    { "民", "国", 1911 },
  };
  const Token *t = &r->tokens[i];
  for (guint e = 0; (guchar) t->word[0] >= 0xe0 && e < G_N_ELEMENTS (eras); e++)
    if (strcmp (t->word, eras[e].first) == 0 && strcmp (t[1].word, eras[e].second) == 0 &&
        (strcmp (t[2].word, "元") == 0 || (t[2].kind == TOKEN_NUMBER && t[2].digits <= 3)) &&
        is_word (&t[3], cjk_year) && is_small (&t[4]) && is_word (&t[5], cjk_month) && is_small (&t[6]) &&
        is_word (&t[7], cjk_day))
      return make_date (r, eras[e].before + (t[2].kind == TOKEN_NUMBER ? t[2].value : 1), t[4].value,
                        t[6].value, date)
                 ? 8
                 : 0;
  return 0;
}

/* "20200304", "20200304T050607", seconds and milliseconds since 1970 */
static guint
match_machine (const Reader *r, guint i, ExtractDate *date)
{
  const Token *t = &r->tokens[i];
  guint64 value = t->value;

  if (!(r->flags & EXTRACT_DATE_MACHINE) || t->kind != TOKEN_NUMBER || i > 0)
    return 0;
  if (t->digits == 14)
    value /= 1000000;
  if (t->digits == 8 || t->digits == 14)
    return make_date (r, value / 10000, value / 100 % 100, value % 100, date) &&
                   date->precision == EXTRACT_DATE_DAY
               ? 1
               : 0;
  if (t->digits == 13)
    value /= 1000;
  if ((t->digits == 10 || t->digits == 13) && t[1].kind == TOKEN_END) {
    g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc ((gint64) value);

    return time && make_date (r, (guint64) g_date_time_get_year (time),
                              (guint64) g_date_time_get_month (time),
                              (guint64) g_date_time_get_day_of_month (time), date)
               ? 1
               : 0;
  }
  if (t->digits == 4 && t[1].kind == TOKEN_END)
    return make_date (r, value, 0, 0, date) ? 1 : 0;
  return 0;
}

/* ---- Time of the day ------------------------------------------------------------------------ */

/* "T05:06:07.89Z", "T050607+0100", " 05:06", behind a date that ends before token @i. Returns: its tokens */
static guint
match_time (const Reader *r, guint i, ExtractDate *date)
{
  const Token *t = r->tokens;
  const guint start = i;
  static const char *const t_word[] = { "t", NULL }, *const z_word[] = { "z", NULL },
                           *const zone_words[] = { "utc", "gmt", NULL };

  if (!(r->flags & EXTRACT_DATE_MACHINE) || date->precision != EXTRACT_DATE_DAY)
    return 0;
  i += is_word (&t[i], t_word);
  if (t[i].kind != TOKEN_NUMBER || t[i].digits > 2 || t[i].value > 23 || !is_sign (&t[i + 1], ":") ||
      t[i + 2].digits != 2 || t[i + 2].value > 59)
    return 0;
  date->hour = (guint8) t[i].value;
  date->minute = (guint8) t[i + 2].value;
  date->precision = EXTRACT_DATE_MINUTE;
  i += 3;
  /* 60 is a leap second. */
  if (is_sign (&t[i], ":") && t[i + 1].digits == 2 && t[i + 1].value <= 60) {
    date->second = (guint8) MIN (t[i + 1].value, 59);
    date->precision = EXTRACT_DATE_SECOND;
    i += 2;
    if (is_sign (&t[i], ".,") && t[i + 1].kind == TOKEN_NUMBER && !t[i + 1].space)
      i += 2;
  }
  if (is_word (&t[i], z_word) || is_word (&t[i], zone_words)) {
    date->has_zone = TRUE;
    i++;
  } else if (is_sign (&t[i], "+-") && t[i + 1].kind == TOKEN_NUMBER && !t[i + 1].space) {
    const gint sign = t[i].value == '-' ? -1 : 1;
    guint64 hours = t[i + 1].value, minutes = 0;

    if (t[i + 1].digits == 4) {
      minutes = hours % 100;
      hours /= 100;
    } else if (t[i + 1].digits <= 2 && is_sign (&t[i + 2], ":") && t[i + 3].digits == 2)
      minutes = t[i + 3].value;
    if (hours <= 14 && minutes <= 59) {
      date->has_zone = TRUE;
      date->zone = (gint16) (sign * (gint) (hours * 60 + minutes));
    }
    i += t[i + 1].digits <= 2 && is_sign (&t[i + 2], ":") ? 4 : 2;
  }
  return MIN (i, r->n) - start;
}

gboolean
extract_date_find (const char *text, gsize length, ExtractDateFlags flags, guint32 today, ExtractDate *date,
                   gsize *start, gsize *end)
{
  static guint (*const matches[]) (const Reader *, guint, ExtractDate *) = {
    match_machine, match_year_first, match_numbers, match_day_first, match_month_first, match_era,
  };
  Reader r;

  r.n = 0;
  r.flags = flags;
  r.today = today;
  read_tokens (&r, text, length);
  for (guint i = 0; i < r.n; i++) {
    /* All begin with a number or a word. */
    if (r.tokens[i].kind != TOKEN_NUMBER && !r.tokens[i].word[0])
      continue;
    for (guint m = 0; m < G_N_ELEMENTS (matches); m++) {
      guint n = matches[m](&r, i, date);

      if (n == 0)
        continue;
      n += match_time (&r, i + n, date);
      *start = r.tokens[i].start;
      *end = r.tokens[i + n - 1].end;
      return TRUE;
    }
  }
  return FALSE;
}

/* ---- Addresses ------------------------------------------------------------------------------ */

static guint
read_digits (const char *p, guint64 *value)
{
  guint n = 0;

  for (*value = 0; n < 18 && g_ascii_isdigit (p[n]); n++)
    *value = *value * 10 + (guint64) (p[n] - '0');
  return n;
}

gboolean
extract_date_find_in_address (const char *address, guint32 today, ExtractDate *date)
{
  const Reader r = { .today = today };
  const char *p = strstr (address, "://");

  p = strchr (p ? p + 3 : address, '/');
  for (; p && *p && *p != '?' && *p != '#'; p++) {
    guint64 year, month, day;
    guint n;
    const char *q = p + 1;

    if (!strchr ("/-_.", *p))
      continue;
    n = read_digits (q, &year);
    if (n == 8 && !g_ascii_isalnum (q[8]) &&
        make_date (&r, year / 10000, year / 100 % 100, year % 100, date) &&
        date->precision == EXTRACT_DATE_DAY)
      return TRUE;
    if (n != 4 || !q[4] || !strchr ("/-_.", q[4]))
      continue;
    /* "/2023/10/3-questions" has no day: one that a word follows is none, unless it has two digits. */
    n = read_digits (q + 5, &month);
    if (n == 0 && q[4] == '/' &&
        (month = extract_month_find ((char[]){ q[5], q[5] ? q[6] : 0, q[5] && q[6] ? q[7] : 0, 0 })) > 0 &&
        month <= 12 && q[8] == '/')
      n = 3;
    if ((n != 2 && n != 3 && !(n == 1 && q[4] == '/')) || q[5 + n] != q[4])
      continue;
    q += 6 + n;
    n = read_digits (q, &day);
    if (n == 0 || n > 2 || g_ascii_isalnum (q[n]) || (n == 1 && (q[n] == '-' || q[n] == '_')))
      continue;
    if (make_date (&r, year, month, day, date) && date->precision == EXTRACT_DATE_DAY)
      return TRUE;
  }
  return FALSE;
}

/* Returns: the end of the @n digits */
static char *
print_digits (char *text, guint value, guint n)
{
  for (guint i = n; i-- > 0; value /= 10)
    text[i] = (char) ('0' + value % 10);
  return text + n;
}

static char *
print_two (char *text, char sign, guint value)
{
  *text = sign;
  return print_digits (text + 1, value, 2);
}

void
extract_date_print (const ExtractDate *date, char text[EXTRACT_DATE_LENGTH])
{
  char *p = print_digits (text, date->year, 4);

  if (date->precision >= EXTRACT_DATE_MONTH)
    p = print_two (p, '-', date->month);
  if (date->precision >= EXTRACT_DATE_DAY)
    p = print_two (p, '-', date->day);
  if (date->precision >= EXTRACT_DATE_MINUTE)
    p = print_two (print_two (p, 'T', date->hour), ':', date->minute);
  if (date->precision >= EXTRACT_DATE_SECOND)
    p = print_two (p, ':', date->second);
  if (date->precision >= EXTRACT_DATE_MINUTE && date->has_zone) {
    const guint zone = (guint) ABS (date->zone);

    if (zone == 0)
      *p++ = 'Z';
    else
      p = print_two (print_two (p, date->zone < 0 ? '-' : '+', zone / 60), ':', zone % 60);
  }
  *p = '\0';
}
