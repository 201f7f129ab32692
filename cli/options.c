/* SPDX-License-Identifier: MIT */
/* The options that programs share, and the parsers, models and classifiers that they ask for. */
#include "cli/cli-private.h"
#include "libextract/base/url.h"
#include "libextract/html/html.h"
#include "libextract/page/page.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FETCH_MILLISECONDS 30000 /* for a URL or pipe, unless --timeout says otherwise */
#define FETCH_REDIRECTS 10
#define MAX_JOBS 1024
#define VALUE_LETTERS "fjmno" /* options of one letter that take a value, in every program */

/* ---- Options -------------------------------------------------------------------------------- */

GOptionContext *
cli_context_new (const char *operands, const char *summary)
{
  GOptionContext *context = g_option_context_new (operands);
  g_option_context_set_summary (context, summary);
  /* GOption would call exit () and not check whether the text was written. */
  g_option_context_set_help_enabled (context, FALSE);
  return context;
}

/* Splits "-j4" into "-j" and "4", which GOption does not do. Returns: (transfer full) */
static char **
split_letters (char **args)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean options = TRUE; /* up to "--" */
  for (; *args; args++) {
    const char *arg = *args;
    options = options && strcmp (arg, "--") != 0;
    if (options && strcmp (arg, "--render") == 0) /* its value may be left out */
      arg = "--render=always";
    if (options && arg[0] == '-' && arg[1] && strchr (VALUE_LETTERS, arg[1]) && arg[2]) {
      const char letter[] = { '-', arg[1], '\0' };
      g_strv_builder_add (builder, letter);
      arg += 2;
    }
    g_strv_builder_add (builder, arg);
  }
  return g_strv_builder_end (builder);
}

char *
cli_find_value (const char *help, const char *arg)
{
  g_autofree char *name = g_strndup (arg, strcspn (arg, "="));
  g_autofree char *plain = g_regex_escape_string (name, -1);
  g_autofree char *pattern = g_strdup_printf (
      arg[1] == '-' ? "^  (?:-., )?%s(?:=(\\S+))?(?: |$)" : "^  %s, --[a-z-]+(?:=(\\S+))?(?: |$)", plain);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_regex_match (regex, help, 0, &match))
    return NULL;
  char *value = g_match_info_fetch (match, 1);
  return value ? value : g_strdup ("");
}

/* What GOption lets pass: a value of an option that takes none, and a file or folder without a name. */
static gboolean
check_values (GOptionContext *context, char **args, GError **error)
{
  g_autofree char *help = g_option_context_get_help (context, FALSE, NULL);

  for (char **arg = args + (*args != NULL); *arg && strcmp (*arg, "--") != 0; arg++) {
    g_autofree char *takes = **arg == '-' && (*arg)[1] ? cli_find_value (help, *arg) : NULL;
    g_autofree char *option = g_strndup (*arg, strcspn (*arg, "="));
    const char *equals = strchr (*arg, '=');

    if (!takes)
      continue;
    if (!*takes && equals)
      return cli_fail_value (error, option, "no value", equals + 1);
    const char *value = equals ? equals + 1 : *takes && arg[1] ? *++arg : NULL;
    if (value && !*value && (strstr (takes, "FILE") || strstr (takes, "DIR") || strstr (takes, "SET")))
      return cli_fail_value (error, option, takes, value);
  }
  return TRUE;
}

gboolean
cli_parse_args (GOptionContext *context, char **args, GError **error)
{
  g_auto (GStrv) parsed = split_letters (args);
  return check_values (context, parsed, error) && g_option_context_parse_strv (context, &parsed, error);
}

gboolean
cli_parse (GOptionContext *context, char **args, char ***operands, int *status)
{
  gboolean help = FALSE, version = FALSE;
  g_auto (GStrv) rest = NULL;
  const GOptionEntry entries[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &help, "Print this text", NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, &version, "Print the version", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, NULL },
    { NULL },
  };
  g_option_context_add_main_entries (context, entries, NULL);

  g_autoptr (GError) error = NULL;
  if (!cli_parse_args (context, args, &error)) {
    g_autofree char *text = g_option_context_get_help (context, FALSE, NULL);
    gboolean unknown = g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION);
    const char *space = unknown ? strrchr (error->message, ' ') : NULL;
    g_autofree char *option = space ? g_strndup (space + 1, strcspn (space + 1, "=")) : g_strdup ("");
    g_autofree char *hint = cli_dup_hint (option, text);

    *status = cli_usage ("%s%s", error->message, hint);
    return FALSE;
  }
  if (help) {
    g_autofree char *text = g_option_context_get_help (context, FALSE, NULL);
    *status = cli_print (text);
    return FALSE;
  }
  if (version) {
    g_autofree char *text = g_strdup_printf (
        "texttractor %s\nMIT licence: free to use, change and share; no warranty.\n", extract_get_version ());
    *status = cli_print (text);
    return FALSE;
  }
  *operands = rest ? g_steal_pointer (&rest) : g_new0 (char *, 1);
  return TRUE;
}

gboolean
cli_parse_with_config (GOptionContext *context, const char *verb, char **args, char ***operands, int *status)
{
  g_autofree char *config = NULL;
  gboolean no_config = FALSE;
  const GOptionEntry entries[] = {
    { "config", 0, 0, G_OPTION_ARG_FILENAME, &config,
      "Read options from this file instead of that of the user", "FILE" },
    { "no-config", 0, 0, G_OPTION_ARG_NONE, &no_config, "Read no configuration file", NULL },
    { NULL },
  };
  g_autoptr (GError) error = NULL;

  if (!cli_apply_config (context, verb, args, &error)) {
    *status = cli_usage ("%s", error->message);
    return FALSE;
  }
  g_option_context_add_main_entries (context, entries, NULL);
  return cli_parse (context, args, operands, status);
}

gboolean
cli_fail_value (GError **error, const char *option, const char *expected, const char *text)
{
  g_autofree char *key = g_strndup (text, strcspn (text, "!="));
  g_autofree char *hint = cli_dup_hint (key, expected);

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s takes %s, not \"%s\"%s", option, expected,
               text, hint);
  return FALSE;
}

CliExit
cli_usage_value (const char *option, const char *expected, const char *text)
{
  g_autoptr (GError) error = NULL;

  cli_fail_value (&error, option, expected, text);
  return cli_usage ("%s", error->message);
}

gboolean
cli_parse_number (const char *option, const char *text, double minimum, double maximum, double *value,
                  GError **error)
{
  char *end;
  double number = g_ascii_strtod (text, &end);
  gboolean plain = end > text && !*end && !g_ascii_isspace (*text) && !strpbrk (text, "xX");
  if (!plain || !(number >= minimum && number <= maximum)) {
    char low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *expected =
        g_strdup_printf ("a number from %s to %s", g_ascii_formatd (low, sizeof low, "%.10g", minimum),
                         g_ascii_formatd (high, sizeof high, "%.10g", maximum));
    return cli_fail_value (error, option, expected, text);
  }
  *value = number;
  return TRUE;
}

gboolean
cli_parse_count (const char *option, const char *text, guint64 minimum, guint64 maximum, guint64 *value,
                 GError **error)
{
  if (!g_ascii_string_to_unsigned (text, 10, minimum, maximum, value, NULL)) {
    g_autofree char *expected =
        g_strdup_printf ("a whole number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, minimum, maximum);
    return cli_fail_value (error, option, expected, text);
  }
  return TRUE;
}

/* "64M" for what is a round number of megabytes, plain digits for what is not. */
static char *
format_size (guint64 bytes)
{
  static const char suffixes[] = "KMG";
  guint power = 0;
  while (power < strlen (suffixes) && bytes && bytes % 1024 == 0) {
    bytes /= 1024;
    power++;
  }
  return g_strdup_printf ("%" G_GUINT64_FORMAT "%.*s", bytes, power ? 1 : 0,
                          power ? suffixes + power - 1 : "");
}

gboolean
cli_parse_size (const char *option, const char *text, guint64 minimum, guint64 maximum, guint64 *value,
                GError **error)
{
  gsize length = strlen (text);
  guint shift = 0;
  if (length > 0) {
    switch (g_ascii_toupper (text[length - 1])) {
    case 'K':
      shift = 10;
      break;
    case 'M':
      shift = 20;
      break;
    case 'G':
      shift = 30;
      break;
    }
  }
  g_autofree char *digits = g_strndup (text, length - (shift ? 1 : 0));
  guint64 number;
  if (!g_ascii_string_to_unsigned (digits, 10, 0, maximum >> shift, &number, NULL) ||
      number << shift < minimum) {
    g_autofree char *low = format_size (minimum);
    g_autofree char *high = format_size (maximum);
    g_autofree char *expected = g_strdup_printf ("a size from %s to %s (K, M and G allowed)", low, high);
    return cli_fail_value (error, option, expected, text);
  }
  *value = number << shift;
  return TRUE;
}

/* ---- Options of pages ----------------------------------------------------------------------- */

/* Lives as long as the option group. */
typedef struct {
  CliPageOptions *options;                 /* not owned */
  char *limit_sentences[EXTRACT_N_LIMITS]; /* with the default value */
  char *parser_sentence;
} PageGroup;

static void
page_group_free (gpointer data)
{
  PageGroup *group = data;
  for (guint i = 0; i < EXTRACT_N_LIMITS; i++)
    g_free (group->limit_sentences[i]);
  g_free (group->parser_sentence);
  g_free (group);
}

static gboolean
limit_is_size (ExtractLimit limit)
{
  return limit == EXTRACT_LIMIT_BYTES || limit == EXTRACT_LIMIT_MEMORY;
}

static gboolean
parse_limit (const char *option, const char *text, gpointer data, GError **error)
{
  CliPageOptions *options = ((PageGroup *) data)->options;
  ExtractLimit limit = 0;
  while (strcmp (option + strlen ("--"), extract_limit_get_info (limit)->name) != 0)
    limit++;

  guint64 maximum = extract_limit_get_info (limit)->maximum;
  guint64 value;
  if (limit == EXTRACT_LIMIT_MILLISECONDS) {
    double seconds;
    if (!cli_parse_number (option, text, 0.001, maximum / 1000.0, &seconds, error))
      return FALSE;
    value = (guint64) (seconds * 1000 + 0.5);
    options->source.max_milliseconds = value;
  } else if (limit_is_size (limit)) {
    if (!cli_parse_size (option, text, 1, maximum, &value, error))
      return FALSE;
    if (limit == EXTRACT_LIMIT_BYTES)
      options->source.max_bytes = value;
    else
      options->source.max_memory = value;
  } else if (!cli_parse_count (option, text, 1, maximum, &value, error)) {
    return FALSE;
  }
  extract_parser_set_limit (options->parser, limit, value);
  return TRUE;
}

static gboolean
parse_jobs (const char *option, const char *text, gpointer data, GError **error)
{
  CliPageOptions *options = ((PageGroup *) data)->options;
  guint64 jobs;
  if (!cli_parse_count (option, text, 0, MAX_JOBS, &jobs, error))
    return FALSE;
  options->jobs = jobs ? jobs : g_get_num_processors ();
  return TRUE;
}

static gboolean
parse_url (const char *option, const char *text, gpointer data, GError **error)
{
  CliPageOptions *options = ((PageGroup *) data)->options;
  if (!g_uri_is_valid (text, G_URI_FLAGS_PARSE_RELAXED, NULL))
    return cli_fail_value (error, option, "an absolute URL", text);
  g_free (options->url);
  options->url = extract_url_dup_without_user (text);
  return TRUE;
}

static gboolean
parse_encoding (const char *option, const char *text, gpointer data, GError **error)
{
  CliPageOptions *options = ((PageGroup *) data)->options;
  g_free (options->encoding);
  options->encoding = g_strdup (text);
  return extract_parser_set_encoding (options->parser, text, error);
}

/* --select, --xpath, --prune. */
static gboolean
parse_selector (const char *option, const char *text, gpointer data, GError **error)
{
  CliPageOptions *options = ((PageGroup *) data)->options;
  const gboolean prune = strcmp (option, "--prune") == 0;
  g_autofree char *before = options->selectors;
  g_autoptr (GError) failure = NULL;
  if (!extract_parser_add_selector (options->parser, prune ? EXTRACT_SELECTION_PRUNE : EXTRACT_SELECTION_KEEP,
                                    text, &failure)) {
    options->selectors = g_steal_pointer (&before);
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: %s", option, failure->message);
    return FALSE;
  }
  options->selectors = g_strdup_printf ("%s%s%s;", before ? before : "", prune ? "prune " : "select ", text);
  return TRUE;
}

static gboolean
parse_parser (const char *option, const char *text, gpointer data, GError **error)
{
  CliPageOptions *options = ((PageGroup *) data)->options;
  g_autoptr (GString) expected = g_string_new (NULL);
  for (guint i = 0; i < EXTRACT_N_MARKUP_PARSERS; i++) {
    const char *name = extract_markup_parser_get_info (i)->name;
    if (strcmp (text, name) == 0) {
      extract_parser_set_markup_parser (options->parser, i);
      return TRUE;
    }
    g_string_append_printf (expected, "%s%s", i ? " or " : "", name);
  }
  return cli_fail_value (error, option, expected->str, text);
}

/* The table of the ways to read markup. */
static char *
parser_sentence (ExtractMarkupParser default_parser)
{
  GString *sentence = g_string_new ("Markup parser:");
  for (guint i = 0; i < EXTRACT_N_MARKUP_PARSERS; i++) {
    const ExtractMarkupParserInfo *info = extract_markup_parser_get_info (i);
    g_string_append_printf (sentence, "%s %s (%s%s)", i ? ";" : "", info->name,
                            i == default_parser ? "default: " : "", info->sentence);
  }
  return g_string_free (sentence, FALSE);
}

static char *
limit_sentence (ExtractLimit limit)
{
  const ExtractLimitInfo *info = extract_limit_get_info (limit);
  g_autofree char *value = NULL;
  if (limit == EXTRACT_LIMIT_MILLISECONDS)
    value = g_strdup_printf ("%.10g seconds; to fetch a URL: %d", info->default_value / 1000.0,
                             FETCH_MILLISECONDS / 1000);
  else if (limit_is_size (limit))
    value = format_size (info->default_value);
  else
    value = g_strdup_printf ("%" G_GUINT64_FORMAT, info->default_value);
  return g_strdup_printf ("Limit: %s (default %s)", info->sentence, value);
}

GOptionGroup *
cli_page_options_init (CliPageOptions *options, CliPageFlags flags)
{
  options->parser = extract_parser_new ();
  options->source.max_bytes = extract_parser_get_limit (options->parser, EXTRACT_LIMIT_BYTES);
  options->source.max_memory = extract_parser_get_limit (options->parser, EXTRACT_LIMIT_MEMORY);
  options->source.max_redirects = FETCH_REDIRECTS;
  options->source.max_milliseconds = FETCH_MILLISECONDS;
  options->source.cancellable = cli_interrupt_get_cancellable ();
  options->url = options->encoding = options->selectors = NULL;
  options->jobs = flags & CLI_PAGE_BUSY ? g_get_num_processors () : 1;

  PageGroup *data = g_new0 (PageGroup, 1);
  data->options = options;
  GOptionGroup *group =
      g_option_group_new ("page", "How pages are read:", "How pages are read", data, page_group_free);

  static const GOptionEntry place_entries[] = {
    { "url", 0, 0, G_OPTION_ARG_CALLBACK, parse_url, "URL of pages that have none of their own", "BASE" },
    { "encoding", 0, 0, G_OPTION_ARG_CALLBACK, parse_encoding,
      "Decode pages as this encoding, whatever they declare", "LABEL" },
    { "select", 0, 0, G_OPTION_ARG_CALLBACK, parse_selector,
      "Only what is in these elements may be main text", "SELECTOR" },
    { "xpath", 0, 0, G_OPTION_ARG_CALLBACK, parse_selector, "The same as --select", "XPATH" },
    { "prune", 0, 0, G_OPTION_ARG_CALLBACK, parse_selector,
      "Read pages as if they did not have these elements", "SELECTOR" },
    { NULL },
  };
  static const GOptionEntry busy_entries[] = {
    { "jobs", 'j', 0, G_OPTION_ARG_CALLBACK, parse_jobs,
      "Pages and training threads at a time (default 0: one per processor)", "N" },
    { NULL },
  };
  static const GOptionEntry jobs_entries[] = {
    { "jobs", 'j', 0, G_OPTION_ARG_CALLBACK, parse_jobs,
      "Pages to work on at a time (default 1; 0: one per processor)", "N" },
    { NULL },
  };
  GOptionEntry limit_entries[EXTRACT_N_LIMITS + 1] = { 0 };
  for (guint i = 0; i < EXTRACT_N_LIMITS; i++) {
    data->limit_sentences[i] = limit_sentence (i);
    limit_entries[i].long_name = extract_limit_get_info (i)->name;
    limit_entries[i].arg = G_OPTION_ARG_CALLBACK;
    limit_entries[i].arg_data = parse_limit;
    limit_entries[i].description = data->limit_sentences[i];
    limit_entries[i].arg_description = i == EXTRACT_LIMIT_MILLISECONDS ? "S" : "N";
  }
  data->parser_sentence = parser_sentence (extract_parser_get_markup_parser (options->parser));
  const GOptionEntry parser_entries[] = {
    { "parser", 0, 0, G_OPTION_ARG_CALLBACK, parse_parser, data->parser_sentence, "NAME" },
    { NULL },
  };
  if (flags & CLI_PAGE_PLACE)
    g_option_group_add_entries (group, place_entries);
  if (flags & CLI_PAGE_JOBS)
    g_option_group_add_entries (group, flags & CLI_PAGE_BUSY ? busy_entries : jobs_entries);
  g_option_group_add_entries (group, parser_entries);
  g_option_group_add_entries (group, limit_entries);
  return group;
}

void
cli_page_options_clear (CliPageOptions *options)
{
  g_clear_pointer (&options->parser, extract_parser_unref);
  g_clear_pointer (&options->url, g_free);
  g_clear_pointer (&options->encoding, g_free);
  g_clear_pointer (&options->selectors, g_free);
}

ExtractRecord *
cli_read_only_record (ExtractSource *source, GError **error)
{
  GError *failure = NULL;
  ExtractRecord *record = extract_source_next (source, &failure);
  if (failure)
    g_propagate_error (error, failure);
  else if (!record)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "contains no page");
  return record;
}

ExtractRecord *
cli_read_record (const CliPageOptions *options, const char *place, GError **error)
{
  g_autoptr (ExtractSource) source = extract_source_new (place, &options->source);
  GError *failure = NULL;
  if (extract_source_is_archive (source, &failure)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         "is an archive of pages, not a page; texttractor extract --output-dir=DIR -f html "
                         "writes its pages to files");
    return NULL;
  }
  if (failure) {
    g_propagate_error (error, failure);
    return NULL;
  }
  return cli_read_only_record (source, error);
}

ExtractDocument *
cli_parse_record (const CliPageOptions *options, const ExtractRecord *record, GError **error)
{
  ExtractDocument *document = extract_parser_parse_bytes (
      options->parser, record->bytes, record->content_type, record->uri ? record->uri : options->url, error);
  if (document)
    extract_document_set_fetched (document, record->date);
  return document;
}

ExtractDocument *
cli_read_page (const CliPageOptions *options, const char *place, GError **error)
{
  g_autoptr (ExtractRecord) record = cli_read_record (options, place, error);
  return record ? cli_parse_record (options, record, error) : NULL;
}
