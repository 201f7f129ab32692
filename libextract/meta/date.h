/* SPDX-License-Identifier: MIT */
/*
 * Dates as people and machines write them, in some forty languages.
 *
 *   text --tokens--> numbers, words, signs --patterns--> day --checks--> ISO 8601, as exact as it is known
 *
 * A date that cannot be one is none: before 1990, later than `today`, the 31st of a month that has 30.
 */
#pragma once

#include <glib.h>

typedef enum {
  EXTRACT_DATE_NONE,
  EXTRACT_DATE_YEAR,
  EXTRACT_DATE_MONTH,
  EXTRACT_DATE_DAY,
  EXTRACT_DATE_MINUTE,
  EXTRACT_DATE_SECOND,
} ExtractDatePrecision;

typedef struct {
  guint16 year;
  guint8 month; /* 1 .. 12 */
  guint8 day;   /* 1 .. 31 */
  guint8 hour;
  guint8 minute;
  guint8 second;
  guint8 precision; /* ExtractDatePrecision: what of it is known */
  gboolean has_zone;
  gint16 zone; /* minutes east of Greenwich */
} ExtractDate;

/* What 3/4/2020 means, and how much a reader may guess. */
typedef enum {
  EXTRACT_DATE_MONTH_FIRST = 1 << 0, /* else the day is */
  EXTRACT_DATE_MACHINE = 1 << 1,     /* 20200304, 2020-03, seconds since 1970 are dates as well */
  EXTRACT_DATE_PERSIAN = 1 << 2,     /* 1399/02/01 is one of the Persian calendar */
} ExtractDateFlags;

/* Days since 1 January of year 1, of the clock. */
guint32 extract_date_get_today (void);
/* Days since 1 January of year 1; of a date that is known to the day. */
guint32 extract_date_to_days (const ExtractDate *date);

/*
 * extract_date_find: the first date in @text, of which 512 bytes are read.
 * @today: the last day that a date may be, as extract_date_get_today () gives it
 * @start: (out): where it begins, in bytes
 * @end: (out): where it ends
 *
 * Returns: whether there is one
 */
gboolean extract_date_find (const char *text, gsize length, ExtractDateFlags flags, guint32 today,
                            ExtractDate *date, gsize *start, gsize *end);

/* The year, month and day that an address names one after another: "/2020/03/04/", "/2020-03-04-",
 * "/20200304". Returns: whether it does */
gboolean extract_date_find_in_address (const char *address, guint32 today, ExtractDate *date);

/* Room for the longest date, with its NUL. */
#define EXTRACT_DATE_LENGTH 32

/* ISO 8601: "2020", "2020-03", "2020-03-04", "2020-03-04T05:06", "2020-03-04T05:06:07+01:00". */
void extract_date_print (const ExtractDate *date, char text[EXTRACT_DATE_LENGTH]);

/* Of a folded word: 1 to 12, or 13 to 24 for those of the Persian calendar; 0 if it is no month. */
guint extract_month_find (const char *name);
