/* SPDX-License-Identifier: MIT */
#include "libextract/source/http-date.h"

#include <stdlib.h>
#include <string.h>

/* What a field of a date is, from the numbers and words in it. */
static gboolean
take_number (const char **text, guint digits, int *number)
{
  guint n = 0;

  for (*number = 0; n < digits && g_ascii_isdigit (**text); n++, (*text)++)
    *number = *number * 10 + (**text - '0');
  return n > 0;
}

static gboolean
take_month (const char **text, int *month)
{
  static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";

  for (*month = 1; *month <= 12; ++*month)
    if (g_ascii_strncasecmp (*text, names + 3 * (*month - 1), 3) == 0) {
      while (g_ascii_isalpha (**text))
        ++*text;
      return TRUE;
    }
  return FALSE;
}

static void
skip (const char **text)
{
  while (**text == ' ' || **text == '-' || **text == '\t')
    ++*text;
}

/* Seconds east of Greenwich. Names but those of America mean nothing that all agree on. */
static int
read_zone (const char *text)
{
  static const struct {
    const char *name;
    int hours;
  } zones[] = { { "EST", -5 }, { "EDT", -4 }, { "CST", -6 }, { "CDT", -5 },
                { "MST", -7 }, { "MDT", -6 }, { "PST", -8 }, { "PDT", -7 } };
  int sign = *text == '-' ? -1 : 1, hours = 0, minutes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (zones); i++)
    if (g_ascii_strncasecmp (text, zones[i].name, 3) == 0)
      return zones[i].hours * 3600;
  if (*text != '+' && *text != '-')
    return 0;
  text++;
  if (!take_number (&text, 2, &hours))
    return 0;
  text += *text == ':';
  take_number (&text, 2, &minutes);
  return sign * (hours * 3600 + minutes * 60);
}

GDateTime *
extract_http_date_parse (const char *text)
{
  const char *comma = strchr (text, ',');
  int day, month, year, hour = 0, minute = 0, second = 0;
  g_autoptr (GDateTime) date = NULL;

  if (comma)
    text = comma + 1;
  skip (&text);
  if (!take_number (&text, 2, &day))
    return NULL;
  skip (&text);
  if (!take_month (&text, &month))
    return NULL;
  skip (&text);
  if (!take_number (&text, 4, &year))
    return NULL;
  year += year < 70 ? 2000 : year < 100 ? 1900 : 0;
  skip (&text);
  if (take_number (&text, 2, &hour) && *text == ':') {
    text++;
    take_number (&text, 2, &minute);
    if (*text == ':') {
      text++;
      take_number (&text, 2, &second);
    }
  }
  skip (&text);
  date = g_date_time_new_utc (year, month, day, hour, minute, MIN (second, 59));
  return date ? g_date_time_add_seconds (date, -read_zone (text[-1] == '-' ? text - 1 : text)) : NULL;
}
