/* SPDX-License-Identifier: MIT */
/* The options of what is written of a page. */
#include "cli/cli.h"

#include <string.h>

/* ---- Formats -------------------------------------------------------------------------------- */

/* By its name, or by the suffix of its files as people write it: "md", "txt", "htm". */
static gboolean
find_format (const char *name, ExtractFormat *format)
{
  const char *suffix = strcmp (name, "htm") == 0 ? "html" : name;
  for (guint i = 0; i < EXTRACT_N_FORMATS; i++) {
    const ExtractFormatInfo *info = extract_format_get_info (i);
    if (strcmp (info->name, name) == 0 || strcmp (info->suffix + 1, suffix) == 0) {
      *format = i;
      return TRUE;
    }
  }
  return FALSE;
}

static void
list_formats (CliName formats[EXTRACT_N_FORMATS])
{
  for (guint i = 0; i < EXTRACT_N_FORMATS; i++) {
    const ExtractFormatInfo *info = extract_format_get_info (i);
    formats[i] = (CliName){ info->name, info->sentence };
  }
}

char *
cli_describe_formats (void)
{
  CliName formats[EXTRACT_N_FORMATS];
  list_formats (formats);
  return cli_names_describe ("Formats:", formats, EXTRACT_N_FORMATS);
}

static gboolean
parse_format (const char *option, const char *text, gpointer data, GError **error)
{
  CliWriteOptions *options = data;
  CliName formats[EXTRACT_N_FORMATS];
  if (find_format (text, &options->format))
    return TRUE;
  list_formats (formats);
  g_autofree char *names = cli_names_join (formats, EXTRACT_N_FORMATS);
  return cli_fail_value (error, "--format", names, text);
}

/* ---- More or less of it ---------------------------------------------------------------------- */

/* Options without a value. */
static gboolean
parse_more (const char *option, const char *text, gpointer data, GError **error)
{
  CliWriteOptions *options = data;
  options->flags |= strcmp (option, "--metadata") == 0       ? EXTRACT_WRITE_METADATA
                    : strcmp (option, "--fingerprints") == 0 ? EXTRACT_WRITE_FINGERPRINTS
                                                             : EXTRACT_WRITE_ALL;
  return TRUE;
}

/* --links=no and the like, which leave something out, and --images=yes and the like, which add something. */
static gboolean
parse_without (const char *option, const char *text, gpointer data, GError **error)
{
  CliWriteOptions *options = data;
  const gboolean adds = strcmp (option, "--images") == 0 || strcmp (option, "--structure") == 0;
  ExtractWriteFlags flag = strcmp (option, "--structure") == 0 ? EXTRACT_WRITE_STRUCTURE
                           : adds                              ? EXTRACT_WRITE_IMAGES
                           : strcmp (option, "--links") == 0   ? EXTRACT_WRITE_NO_LINKS
                                                               : EXTRACT_WRITE_NO_FORMATTING;
  if (strcmp (text, adds ? "yes" : "no") == 0)
    options->flags |= flag;
  else if (strcmp (text, adds ? "no" : "yes") == 0)
    options->flags &= ~flag;
  else
    return cli_fail_value (error, option, "yes or no", text);
  return TRUE;
}

static gboolean
parse_detect (const char *option, const char *text, gpointer data, GError **error)
{
  CliWriteOptions *options = data;
  const gboolean blocks = strcmp (text, "blocks") == 0;
  if (!blocks && strcmp (text, "page") != 0)
    return cli_fail_value (error, option, "page or blocks", text);
  options->flags &= ~EXTRACT_WRITE_LANGUAGES;
  options->flags |= EXTRACT_WRITE_LANGUAGE | (blocks ? EXTRACT_WRITE_LANGUAGES : 0);
  return TRUE;
}

static gboolean
parse_fields (const char *option, const char *text, gpointer data, GError **error)
{
  CliWriteOptions *options = data;
  options->flags |= EXTRACT_WRITE_METADATA;
  return cli_fields_parse (option, text, &options->flags, error);
}

static gboolean
parse_today (const char *option, const char *text, gpointer data, GError **error)
{
  CliWriteOptions *options = data;
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  if (!extract_parser_set_today (parser, text))
    return cli_fail_value (error, option, "a day as YYYY-MM-DD", text);
  g_free (options->today);
  options->today = g_strdup (text);
  return TRUE;
}

GOptionGroup *
cli_write_options_init (CliWriteOptions *options)
{
  static const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_CALLBACK, parse_format, "Format of the output (default text; see below)",
      "NAME" },
    { "all", 'a', G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, parse_more,
      "Print every block with score, label and rule", NULL },
    { "metadata", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, parse_more,
      "Also print title, authors, dates and more (tei, csv and tsv always do; text never does)", NULL },
    { "fingerprints", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, parse_more,
      "In json and jsonl, also print what duplicates are found by", NULL },
    { "fields", 0, 0, G_OPTION_ARG_CALLBACK, parse_fields, "Only these fields of the metadata (see below)",
      "NAME,…" },
    { "detect-lang", 0, 0, G_OPTION_ARG_CALLBACK, parse_detect,
      "Also print the language that the main text is in; blocks: that of each block, too", "page|blocks" },
    { "today", 0, 0, G_OPTION_ARG_CALLBACK, parse_today,
      "Ignore dates in pages that are later than this day (default: today)", "DATE" },
    { "links", 0, 0, G_OPTION_ARG_CALLBACK, parse_without,
      "no: leave out the addresses of links in html, markdown, tei and vertical", "yes|no" },
    { "formatting", 0, 0, G_OPTION_ARG_CALLBACK, parse_without,
      "no: leave out bold, italics, code, sub and sup in html, markdown and tei", "yes|no" },
    { "images", 0, 0, G_OPTION_ARG_CALLBACK, parse_without,
      "yes: also print pictures with their captions, and links to videos, in html, markdown and tei; places "
      "of "
      "pictures in vertical",
      "yes|no" },
    { "structure", 0, 0, G_OPTION_ARG_CALLBACK, parse_without,
      "yes: say what each paragraph is (heading, list, table, quote, code, text) in vertical", "yes|no" },
    { NULL },
  };
  *options = (CliWriteOptions){ .format = EXTRACT_FORMAT_TEXT };
  GOptionGroup *group =
      g_option_group_new ("write", "What is written of a page:", "What is written of a page", options, NULL);
  g_option_group_add_entries (group, entries);
  return group;
}

void
cli_write_options_clear (CliWriteOptions *options)
{
  g_clear_pointer (&options->today, g_free);
}

void
cli_write_options_set_today (const CliWriteOptions *options, ExtractParser *parser)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *day = options->today ? g_strdup (options->today) : g_date_time_format (now, "%Y-%m-%d");
  extract_parser_set_today (parser, day);
}
