/* SPDX-License-Identifier: MIT */
#include "concordance/engine.h"

#include <string.h>

#include "cli/cli.h"
#include "libextract/page/page.h"

#define MOST_RESULTS 1000
#define MOST_PAGES 1000
#define MOST_DELAY 86400
#define MOST_OF_KEY 1024
#define JSON "json:"
#define CSS "css:"

static const ConcEngine table[] = {
  {
      .name = (char *) "searxng",
      .sentence = (char *) "SearXNG, of your own or one that allows it: searxng:https://HOST",
      .address = (char *) "{base}/search?q={query}&format=json&pageno={page}&language={language}",
      .links = (char *) "json: results.url",
      .results = 20,
      .pages = 10,
      .delay = 5,
      .robots = TRUE,
  },
  {
      .name = (char *) "brave",
      .sentence = (char *) "Web search API of Brave, with a key",
      .base = (char *) "https://api.search.brave.com",
      .address = (char *) "{base}/res/v1/web/search?q={query}&count={count}&offset={page0}"
                          "&search_lang={language}",
      .links = (char *) "json: web.results.url",
      .results = 20,
      .pages = 10,
      .delay = 1.1,
      .key_field = (char *) "X-Subscription-Token",
  },
  {
      .name = (char *) "bing",
      .sentence = (char *) "Web search API of Bing, or of another place that answers like it, with a key",
      .base = (char *) "https://api.bing.microsoft.com",
      .address = (char *) "{base}/v7.0/search?q={query}&count={count}&offset={offset}&setLang={language}",
      .links = (char *) "json: webPages.value.url",
      .results = 50,
      .pages = 20,
      .delay = 1.1,
      .key_field = (char *) "Ocp-Apim-Subscription-Key",
  },
};

/* ---- Rows ------------------------------------------------------------------------------------- */

void
conc_engine_free (ConcEngine *engine)
{
  g_free (engine->name);
  g_free (engine->sentence);
  g_free (engine->base);
  g_free (engine->address);
  g_free (engine->links);
  g_free (engine->key_field);
  g_free (engine->key_file);
  g_free (engine->field);
  g_free (engine);
}

static ConcEngine *
engine_copy (const ConcEngine *other)
{
  ConcEngine *engine = g_new (ConcEngine, 1);
  *engine = *other;
  engine->name = g_strdup (other->name);
  engine->sentence = g_strdup (other->sentence);
  engine->base = g_strdup (other->base);
  engine->address = g_strdup (other->address);
  engine->links = g_strdup (other->links);
  engine->key_field = g_strdup (other->key_field);
  engine->key_file = g_strdup (other->key_file);
  engine->field = g_strdup (other->field);
  return engine;
}

GPtrArray *
conc_engines_new (void)
{
  GPtrArray *engines = g_ptr_array_new_with_free_func ((GDestroyNotify) conc_engine_free);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    g_ptr_array_add (engines, engine_copy (&table[i]));
  return engines;
}

static gboolean
refuse (GError **error, const char *sentence)
{
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, sentence);
  return FALSE;
}

/* ---- Values of rows ----------------------------------------------------------------------------- */

static gboolean
is_header_name (const char *text)
{
  for (const char *p = text; *p; p++)
    if (!g_ascii_isalnum (*p) && *p != '-' && *p != '_')
      return FALSE;
  return *text != '\0';
}

static const char *const holes[] = { "{base}",   "{query}", "{page}",    "{page0}",
                                     "{offset}", "{count}", "{language}" };

/* Returns: the hole that begins at @p; G_N_ELEMENTS (holes) if there is none */
static guint
find_hole (const char *p)
{
  guint i = 0;
  while (i < G_N_ELEMENTS (holes) && !g_str_has_prefix (p, holes[i]))
    i++;
  return i;
}

static gboolean
set_address (ConcEngine *engine, const char *value, GError **error)
{
  for (const char *p = value; (p = strchr (p, '{')); p++)
    if (find_hole (p) == G_N_ELEMENTS (holes))
      return refuse (error,
                     "address takes {query}, {page}, {page0}, {offset}, {count}, {language} and {base}");
  for (const char *p = value; *p; p++)
    if ((guchar) *p <= ' ' || *p == 0x7f)
      return refuse (error, "address has a blank or control character");
  if (!strstr (value, "{query}"))
    return refuse (error, "address needs {query}");
  if (!g_str_has_prefix (value, "{base}") && !extract_source_is_url (value))
    return refuse (error, "address begins with http: or https:");
  engine->address = g_strdup (value);
  return TRUE;
}

static gboolean
set_base (ConcEngine *engine, const char *value, GError **error)
{
  g_autofree char *tidy = conc_link_tidy (value);
  if (!tidy)
    return refuse (error, "the place of an engine begins with http: or https:");
  while (g_str_has_suffix (tidy, "/"))
    tidy[strlen (tidy) - 1] = '\0';
  g_free (engine->base);
  engine->base = g_steal_pointer (&tidy);
  return TRUE;
}

static gboolean
set_links (ConcEngine *engine, const char *value, GError **error)
{
  const gboolean json = g_str_has_prefix (value, JSON), css = g_str_has_prefix (value, CSS);
  g_autofree char *rest = g_strdup (json ? value + strlen (JSON) : css ? value + strlen (CSS) : "");
  if (!*g_strstrip (rest))
    return refuse (error, "links takes json: and the path of members, or css: and a selector");
  if (css) {
    g_autoptr (ExtractParser) parser = extract_parser_new ();
    if (!extract_parser_add_selector (parser, EXTRACT_SELECTION_KEEP, rest, error))
      return FALSE;
  }
  engine->links = g_strdup_printf ("%s %s", json ? JSON : CSS, rest);
  return TRUE;
}

static gboolean
set_count (guint *count, const char *name, const char *value, guint most, GError **error)
{
  guint64 number;
  if (!cli_parse_count (name, value, 1, most, &number, error))
    return FALSE;
  *count = (guint) number;
  return TRUE;
}

static gboolean
set_results (ConcEngine *engine, const char *value, GError **error)
{
  return set_count (&engine->results, "results", value, MOST_RESULTS, error);
}

static gboolean
set_pages (ConcEngine *engine, const char *value, GError **error)
{
  return set_count (&engine->pages, "pages", value, MOST_PAGES, error);
}

static gboolean
set_delay (ConcEngine *engine, const char *value, GError **error)
{
  return cli_parse_number ("delay", value, 0, MOST_DELAY, &engine->delay, error);
}

static gboolean
set_robots (ConcEngine *engine, const char *value, GError **error)
{
  engine->robots = strcmp (value, "yes") == 0;
  return engine->robots || strcmp (value, "no") == 0 || cli_fail_value (error, "robots", "yes or no", value);
}

static gboolean
set_key_field (ConcEngine *engine, const char *value, GError **error)
{
  if (!is_header_name (value))
    return refuse (error, "key-field takes the name of a field of the head of requests, such as X-Key");
  engine->key_field = g_strdup (value);
  return TRUE;
}

static gboolean
set_key_file (ConcEngine *engine, const char *value, GError **error)
{
  engine->key_file = g_str_has_prefix (value, "~/") ? g_build_filename (g_get_home_dir (), value + 2, NULL)
                                                    : g_strdup (value);
  return TRUE;
}

static const struct {
  ConcEngineKey key;
  gboolean (*set) (ConcEngine *engine, const char *value, GError **error);
} keys[] = {
  { { "address", "how it is asked; {query} is what is looked for" }, set_address },
  { { "links", "json: and the path of members, or css: and a selector of links" }, set_links },
  { { "results", "of a result page (default 10)" }, set_results },
  { { "pages", "of a query, at most (default 10)" }, set_pages },
  { { "delay", "seconds between two requests (default 5)" }, set_delay },
  { { "robots", "yes (the default) or no: whether its robots.txt is obeyed" }, set_robots },
  { { "key-field", "the field of the head of requests that has the key" }, set_key_field },
  { { "key-file", "the file that has the key" }, set_key_file },
};

const ConcEngineKey *
conc_engine_get_key (guint i)
{
  return i < G_N_ELEMENTS (keys) ? &keys[i].key : NULL;
}

/* ---- Files of rows ------------------------------------------------------------------------------ */

typedef struct {
  GPtrArray *engines;
  ConcEngine *engine; /* (nullable): at hand; owned */
  guint given;        /* bits of keys that it has */
} Rows;

static gboolean
end_row (Rows *rows, GError **error)
{
  if (!rows->engine)
    return TRUE;
  if (!rows->engine->address || !rows->engine->links) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "the engine %s needs address and links",
                 rows->engine->name);
    return FALSE;
  }
  for (guint i = 0; i < rows->engines->len; i++)
    if (strcmp (((ConcEngine *) rows->engines->pdata[i])->name, rows->engine->name) == 0)
      g_ptr_array_remove_index (rows->engines, i--);
  g_ptr_array_add (rows->engines, g_steal_pointer (&rows->engine));
  return TRUE;
}

static gboolean
begin_row (Rows *rows, const char *line, GError **error)
{
  const gsize n = strlen (line);
  g_autofree char *name = n > 2 && line[n - 1] == ']' ? g_strndup (line + 1, n - 2) : g_strdup ("");
  if (!end_row (rows, error))
    return FALSE;
  if (!is_header_name (name))
    return refuse (error, "a name of letters, digits and dashes is expected in [ and ]");
  rows->engine = g_new0 (ConcEngine, 1);
  rows->engine->name = g_steal_pointer (&name);
  rows->engine->results = 10;
  rows->engine->pages = 10;
  rows->engine->delay = 5;
  rows->engine->robots = TRUE;
  rows->given = 0;
  return TRUE;
}

static gboolean
read_key (Rows *rows, const char *line, GError **error)
{
  const char *equals = strchr (line, '=');
  if (!rows->engine)
    return refuse (error, "the name of an engine is expected first, such as [mine]");
  if (!equals)
    return refuse (error, "a name, = and a value are expected, such as delay = 5");
  g_autofree char *name = g_strstrip (g_strndup (line, (gsize) (equals - line)));
  g_autofree char *value = g_strstrip (g_strdup (equals + 1));
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    g_string_append_printf (names, "%s ", keys[i].key.name);
    if (strcmp (keys[i].key.name, name) != 0)
      continue;
    if (rows->given & (1u << i))
      return refuse (error, "is there twice");
    rows->given |= 1u << i;
    return keys[i].set (rows->engine, value, error);
  }
  g_autofree char *hint = cli_dup_hint (name, names->str);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION, "there is no \"%s\"%s", name, hint);
  return FALSE;
}

gboolean
conc_engines_read (GPtrArray *engines, const char *text, gsize length, GError **error)
{
  Rows rows = { .engines = engines };
  gboolean good = TRUE;
  guint i = 0;
  if (strlen (text) != length || !g_utf8_validate (text, -1, NULL))
    return refuse (error, "is not a text in UTF-8");
  g_auto (GStrv) lines = cli_split_lines (text);
  for (; good && lines[i]; i++) {
    const char *line = g_strstrip (lines[i]);
    if (*line && *line != '#')
      good = *line == '[' ? begin_row (&rows, line, error) : read_key (&rows, line, error);
  }
  if (good)
    good = end_row (&rows, error);
  if (!good)
    g_prefix_error (error, "line %u: ", i);
  g_clear_pointer (&rows.engine, conc_engine_free);
  return good;
}

/* ---- The one that is asked ---------------------------------------------------------------------- */

static char *
dup_names (const GPtrArray *engines)
{
  g_autofree CliName *names = g_new0 (CliName, engines->len);
  for (guint i = 0; i < engines->len; i++)
    names[i].name = ((const ConcEngine *) engines->pdata[i])->name;
  return cli_names_join (names, engines->len);
}

ConcEngine *
conc_engine_choose (const GPtrArray *engines, const char *name, GError **error)
{
  const gsize n = strcspn (name, ":");
  g_autoptr (ConcEngine) engine = NULL;
  for (guint i = 0; i < engines->len && !engine; i++) {
    const ConcEngine *row = engines->pdata[i];
    if (strlen (row->name) == n && strncmp (row->name, name, n) == 0)
      engine = engine_copy (row);
  }
  if (!engine) {
    g_autofree char *names = dup_names (engines);
    g_autofree char *word = g_strndup (name, n);
    cli_fail_value (error, "--engine", names, word);
    return NULL;
  }
  if (name[n] == ':' && !set_base (engine, name + n + 1, error))
    return NULL;
  if (!engine->base && strstr (engine->address, "{base}")) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 "--engine=%s needs its place: --engine=%s:https://HOST", engine->name, engine->name);
    return NULL;
  }
  return g_steal_pointer (&engine);
}

gboolean
conc_engine_set_key (ConcEngine *engine, const char *text, gsize length, GError **error)
{
  g_autofree char *key = g_strstrip (g_strndup (text, length));
  for (const char *p = key; *p; p++)
    if (*p <= ' ' || *p > '~')
      return refuse (error, "has more than a key, which is a word on a line");
  if (!*key || strlen (key) > MOST_OF_KEY)
    return refuse (error, *key ? "is too long for a key" : "has no key");
  g_free (engine->field);
  engine->field = g_strdup_printf ("%s: %s", engine->key_field, key);
  return TRUE;
}

/* ---- Addresses ------------------------------------------------------------------------------------ */

/* Without a language, the parameter that takes it goes: from "&" or "?" to the next "&". Returns: where the
 * address goes on */
static const char *
leave_out_parameter (GString *out, const char *behind)
{
  const char *next = behind + strcspn (behind, "&#");
  gsize at = out->len;
  while (at > 0 && !strchr ("&?", out->str[at - 1]))
    at--;
  if (at == 0)
    return behind;
  g_string_truncate (out, *next == '&' ? at : at - 1);
  return *next == '&' ? next + 1 : next;
}

char *
conc_engine_dup_address (const ConcEngine *engine, const char *query, guint page, const char *language)
{
  g_autofree char *escaped = g_uri_escape_string (query, NULL, FALSE);
  g_autofree char *code = g_uri_escape_string (language ? language : "", NULL, FALSE);
  const guint64 offset = (guint64) (page - 1) * engine->results;
  g_autofree char *page1 = g_strdup_printf ("%u", page);
  g_autofree char *page0 = g_strdup_printf ("%u", page - 1);
  g_autofree char *start = g_strdup_printf ("%" G_GUINT64_FORMAT, offset);
  g_autofree char *count = g_strdup_printf ("%u", engine->results);
  const char *const values[G_N_ELEMENTS (holes)] = {
    engine->base, escaped, page1, page0, start, count, code
  };
  GString *out = g_string_new (NULL);
  for (const char *p = engine->address; *p;) {
    const guint hole = *p == '{' ? find_hole (p) : G_N_ELEMENTS (holes);
    if (hole == G_N_ELEMENTS (holes)) {
      g_string_append_c (out, *p++);
      continue;
    }
    p += strlen (holes[hole]);
    g_string_append (out, values[hole] ? values[hole] : "");
    if (!language && strcmp (holes[hole], "{language}") == 0)
      p = leave_out_parameter (out, p);
  }
  return g_string_free (out, FALSE);
}
