/* SPDX-License-Identifier: MIT */
#include "concordance/write.h"

#include "cli/json.h"

#include <string.h>

static const ConcFormatInfo formats[CONC_N_FORMATS] = {
  [CONC_FORMAT_KWIC] = { "kwic", "a line each, the words below each other (the default on a terminal)", "",
                         "", "" },
  [CONC_FORMAT_JSON] = { "json", "an array of objects", "[\n", ",\n", "\n]\n" },
  [CONC_FORMAT_JSONL] = { "jsonl", "an object a line (the default elsewhere)", "", "", "" },
  [CONC_FORMAT_XML] = { "xml", "an element each",
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<concordances>\n", "",
                        "</concordances>\n" },
  [CONC_FORMAT_TSV] = { "tsv", "a line each, of columns that its first line names",
                        "id\turl\tdate\tkeyword\tstart\tend\tconcordance\tbefore\tafter\ttag\tlemma\tsource"
                        "\n",
                        "", "" },
  [CONC_FORMAT_VERTICAL] = { "vertical", "positions of a corpus: a structure <s> each, with the word in <kw>",
                             "", "", "" },
};

const ConcFormatInfo *
conc_format_get_info (ConcFormat format)
{
  return &formats[format];
}

/* ---- XML --------------------------------------------------------------------------------------- */

/* Characters that XML 1.0 has not are left out; so are those that could play with a terminal. */
static void
append_xml (GString *out, const char *text)
{
  for (const char *p = text; *p; p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);
    if (c == '&')
      g_string_append (out, "&amp;");
    else if (c == '<')
      g_string_append (out, "&lt;");
    else if (c == '>')
      g_string_append (out, "&gt;");
    else if (c == '"')
      g_string_append (out, "&quot;");
    else if (c == '\t' || c == '\n' || c == '\r')
      g_string_append_printf (out, "&#%u;", c);
    else if (c >= 0x20 && c != 0xfffe && c != 0xffff && (c < 0x7f || c > 0x9f))
      g_string_append_unichar (out, c);
  }
}

static void
append_element (GString *out, const char *name, const char *value)
{
  if (!value)
    return;
  g_string_append_printf (out, "  <%s>", name);
  append_xml (out, value);
  g_string_append_printf (out, "</%s>\n", name);
}

static void
append_hit_xml (const ConcHit *hit, GString *out)
{
  g_string_append_printf (out, " <item id=\"%" G_GUINT64_FORMAT "\">\n", hit->id);
  append_element (out, "url", hit->url);
  append_element (out, "date", hit->date);
  append_element (out, "keyword", hit->keyword);
  g_string_append_printf (out, "  <start>%u</start>\n  <end>%u</end>\n", hit->start, hit->end);
  append_element (out, "concordance", hit->sentence);
  append_element (out, "before", *hit->before ? hit->before : NULL);
  append_element (out, "after", *hit->after ? hit->after : NULL);
  append_element (out, "tag", hit->tag);
  append_element (out, "lemma", hit->lemma);
  append_element (out, "source", hit->source);
  g_string_append (out, " </item>\n");
}

/* ---- JSON --------------------------------------------------------------------------------------- */

static void
append_hit_json (const ConcHit *hit, GString *out)
{
  g_string_append_printf (out, "{\"id\": %" G_GUINT64_FORMAT, hit->id);
  cli_json_append_string (out, "url", hit->url);
  cli_json_append_string (out, "date", hit->date);
  cli_json_append_string (out, "keyword", hit->keyword);
  cli_json_append_count (out, "start", hit->start);
  cli_json_append_count (out, "end", hit->end);
  cli_json_append_string (out, "concordance", hit->sentence);
  if (*hit->before || *hit->after) {
    cli_json_append_string (out, "before", hit->before);
    cli_json_append_string (out, "after", hit->after);
  }
  if (hit->tag) {
    cli_json_append_string (out, "tag", hit->tag);
    cli_json_append_string (out, "lemma", hit->lemma);
  }
  cli_json_append_string (out, "source", hit->source);
  g_string_append_c (out, '}');
}

/* ---- Lines --------------------------------------------------------------------------------------- */

static void
append_column (GString *out, const char *text, char end)
{
  for (const char *p = text ? text : ""; *p; p++)
    g_string_append_c (out, (guchar) *p < ' ' ? ' ' : *p);
  g_string_append_c (out, end);
}

static void
append_hit_tsv (const ConcHit *hit, GString *out)
{
  g_string_append_printf (out, "%" G_GUINT64_FORMAT "\t", hit->id);
  append_column (out, hit->url, '\t');
  append_column (out, hit->date, '\t');
  append_column (out, hit->keyword, '\t');
  g_string_append_printf (out, "%u\t%u\t", hit->start, hit->end);
  append_column (out, hit->sentence, '\t');
  append_column (out, hit->before, '\t');
  append_column (out, hit->after, '\t');
  append_column (out, hit->tag, '\t');
  append_column (out, hit->lemma, '\t');
  append_column (out, hit->source, '\n');
}

static void
append_attribute (GString *out, const char *name, const char *value)
{
  g_string_append_printf (out, " %s=\"", name);
  append_xml (out, value ? value : "");
  g_string_append_c (out, '"');
}

static void
append_hit_vertical (const ConcHit *hit, GString *out)
{
  g_string_append_printf (out, "<s id=\"%" G_GUINT64_FORMAT "\"", hit->id);
  append_attribute (out, "url", hit->url);
  append_attribute (out, "date", hit->date);
  append_attribute (out, "keyword", hit->keyword);
  append_attribute (out, "source", hit->source);
  g_string_append (out, ">\n");
  g_string_append (out, hit->vertical ? hit->vertical : "");
  g_string_append (out, "</s>\n");
}

void
conc_hit_append (const ConcHit *hit, const ConcLook *look, GString *out)
{
  switch (look->format) {
  case CONC_FORMAT_JSON:
    append_hit_json (hit, out);
    break;
  case CONC_FORMAT_XML:
    append_hit_xml (hit, out);
    break;
  case CONC_FORMAT_TSV:
    append_hit_tsv (hit, out);
    break;
  case CONC_FORMAT_VERTICAL:
    append_hit_vertical (hit, out);
    break;
  case CONC_FORMAT_KWIC:
    conc_kwic_append (hit, look, out);
    break;
  default:
    append_hit_json (hit, out);
    g_string_append_c (out, '\n');
  }
}

/* ---- Order ----------------------------------------------------------------------------------------- */

/* The word without case, marks over letters and signs. */
static void
append_key (GString *key, const char *word, gsize length)
{
  g_autofree char *parts = g_utf8_normalize (word, (gssize) length, G_NORMALIZE_ALL);
  g_autofree char *folded = parts ? g_utf8_casefold (parts, -1) : NULL;
  for (const char *p = folded ? folded : ""; *p; p = g_utf8_next_char (p)) {
    const gunichar c = g_utf8_get_char (p);
    if (g_unichar_isalnum (c))
      g_string_append_unichar (key, c);
  }
}

/* Words of @text in the order in which they are compared, each behind a byte that comes before all others. */
static char *
make_key (const char *text, gboolean backwards)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\n", -1);
  const guint n = g_strv_length (words);
  GString *key = g_string_new (NULL);
  for (guint i = 0; i < n; i++) {
    const char *word = words[backwards ? n - 1 - i : i];
    append_key (key, word, strlen (word));
    g_string_append_c (key, '\1');
  }
  g_string_append (key, text);
  return g_string_free (key, FALSE);
}

typedef struct {
  char *key;
  gsize place; /* what it was found as */
  ConcHit *hit;
} Row;

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *one = a, *other = b;
  const int order = strcmp (one->key, other->key);
  return order != 0 ? order : one->place < other->place ? -1 : one->place > other->place;
}

void
conc_hits_sort (GPtrArray *hits, ConcSort sort)
{
  g_autofree Row *rows = g_new0 (Row, hits->len + 1);
  for (guint i = 0; i < hits->len; i++) {
    ConcHit *hit = hits->pdata[i];
    g_autofree char *left = g_strndup (hit->sentence, hit->at);
    rows[i] =
        (Row){ sort == CONC_SORT_LEFT ? make_key (left, TRUE) : make_key (hit->sentence + hit->behind, FALSE),
               i, hit };
  }
  if (sort != CONC_SORT_NONE)
    qsort (rows, hits->len, sizeof *rows, compare_rows);
  for (guint i = 0; i < hits->len; i++) {
    hits->pdata[i] = rows[i].hit;
    g_free (rows[i].key);
  }
}
