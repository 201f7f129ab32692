/* SPDX-License-Identifier: MIT */
#include "bin/cmd-concordance.h"

#include <string.h>

#include "concordance/index.h"
#include "corpus/json-scan.h"
#include "corpus/shard.h"
#include "libextract/text/language.h"

struct _CmdConcordance {
  CmdConcordanceOptions options;
  CmdPageWork work;
  ConcText *text; /* of the main thread */
  ConcSeen *seen;
  ConcSample sample;
  CorpusShard *shard; /* (nullable): that is being read */
  CorpusDocument *document;
  ConcIndex *index; /* (nullable): the same */
  guint next_shard;
  guint64 n_found;    /* that are new */
  guint64 n_repeats;  /* that are not */
  guint64 n_untagged; /* sentences that the tagger did not understand */
  gboolean failed;    /* a vertical file or an index could not be read */
};

/* ---- In a worker ------------------------------------------------------------------------------- */

static gboolean
is_in_one_of (const char *code, char **languages)
{
  for (; *languages; languages++)
    if (extract_language_is (code, *languages))
      return TRUE;
  return FALSE;
}

char *
cmd_concordance_make (CmdConcordance *c, ExtractDocument *document, CmdConcVerdict *verdict, GError **error)
{
  const CmdConcordanceOptions *options = &c->options;
  *verdict = CMD_CONC_OTHER_ENCODING;
  if (options->charset && strcmp (extract_document_get_charset (document), options->charset) != 0)
    return g_strdup ("");
  *verdict = CMD_CONC_OTHER_LANGUAGE;
  if (options->languages) {
    const char *code = extract_document_detect_language (document, NULL, error);
    if (!code)
      return NULL;
    if (!is_in_one_of (code, options->languages))
      return g_strdup ("");
  }
  *verdict = CMD_CONC_WANTED;
  g_autofree char *vertical =
      extract_document_to_string (document, EXTRACT_FORMAT_VERTICAL, options->flags, error);
  if (!vertical)
    return NULL;
  g_autoptr (ConcText) text = conc_text_new ();
  conc_text_read (text, vertical, strlen (vertical), CONC_READ_OWN);
  return conc_has (&options->wanted, text) ? g_steal_pointer (&vertical) : g_strdup ("");
}

static char *
make (ExtractDocument *document, gpointer data, GError **error)
{
  CmdConcVerdict verdict;
  return cmd_concordance_make (data, document, &verdict, error);
}

/* ---- In the main thread -------------------------------------------------------------------------- */

static gboolean
is_new (const char *sentence, gsize length, gpointer data)
{
  CmdConcordance *c = data;
  const gboolean new = conc_seen_add (c->seen, sentence, length);
  c->n_found += new;
  c->n_repeats += !new;
  return new;
}

static gboolean
is_streamed (const CmdConcordanceOptions *options)
{
  return !options->sample && options->sort == CONC_SORT_NONE;
}

static void
append_hit (CmdConcordance *c, ConcHit *hit, guint64 id, GString *out)
{
  const ConcFormatInfo *info = conc_format_get_info (c->options.look.format);
  hit->id = id;
  g_string_append (out, out->len > 0 ? info->separator : "");
  conc_hit_append (hit, &c->options.look, out);
}

/* Tags that vertical text has stay. A sentence that the tagger does not understand has none. */
static gboolean
tag_sentences (CmdConcordance *c, GError **error)
{
  ConcText *text = c->text;
  const gboolean wants_tags = c->options.tagger || c->options.no_tagger;
  for (guint i = 0; wants_tags && i < text->sentences->len; i++) {
    const ConcSentence *sentence = conc_text_sentence (text, i);
    g_autoptr (GError) failure = NULL;
    if (conc_text_token (text, sentence->first)->tag ||
        !conc_is_candidate (&c->options.wanted, text, sentence))
      continue;
    if (c->options.no_tagger)
      failure = g_error_copy (c->options.no_tagger);
    else if (conc_tagger_tag (c->options.tagger, text, sentence, &failure))
      continue;
    if (!g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_INVALID_DATA)) {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
    c->n_untagged++;
  }
  return TRUE;
}

/* What was read. @tagged: it has all the tags that there are */
static char *
settle_text (CmdConcordance *c, gboolean tagged, gboolean *enough, GError **error)
{
  const CmdConcordanceOptions *options = &c->options;
  g_autoptr (GPtrArray) hits = g_ptr_array_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  const guint64 before = c->n_found;
  if (!tagged && !tag_sentences (c, error))
    return NULL;
  conc_find (&options->wanted, c->text, is_new, c, hits);
  for (guint i = 0; i < hits->len; i++) {
    ConcHit *hit = hits->pdata[i];
    if (is_streamed (options)) {
      if (before + i < options->n)
        append_hit (c, hit, before + i + 1, out);
      conc_hit_free (hit);
    } else
      conc_sample_offer (&c->sample, hit);
  }
  c->n_found = options->sample ? c->n_found : MIN (c->n_found, options->n);
  *enough = !options->sample && c->n_found >= options->n;
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* ---- Vertical files and indexes ------------------------------------------------------------------ */

static gboolean
read_shard (CmdConcordance *c, const char *path, GError **error)
{
  const CmdConcordanceOptions *options = &c->options;
  if (!c->shard)
    c->shard = corpus_shard_new (path, error);
  while (c->shard && corpus_shard_next (c->shard, c->document, error)) {
    conc_text_read (c->text, c->document->bytes->str, c->document->bytes->len, CONC_READ_COLUMNS);
    if (!options->languages || !c->text->language || is_in_one_of (c->text->language, options->languages))
      return TRUE;
  }
  return FALSE;
}

static gboolean
open_index (CmdConcordance *c, const char *path, GError **error)
{
  const CmdConcordanceOptions *options = &c->options;
  const gboolean all = (options->flags & EXTRACT_WRITE_ALL) != 0;
  c->index = conc_index_new (path, error);
  if (!c->index)
    return FALSE;
  if (conc_index_has_all_text (c->index) == all)
    return conc_index_begin (c->index, &options->wanted, options->languages, options->charset, error);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
               all ? "has only the main text of pages: make an index with --all-text"
                   : "was made with --all-text: give it here, too");
  return FALSE;
}

static gboolean
read_index (CmdConcordance *c, const char *path, gboolean *tagged, GError **error)
{
  const CmdConcordanceOptions *options = &c->options;
  if (!c->index && !open_index (c, path, error))
    return FALSE;
  if (options->sample && !options->tagger && conc_index_can_count (&options->wanted)) {
    conc_index_sample (c->index, c->seen, &c->sample, &c->n_found, &c->n_repeats, error);
    return FALSE;
  }
  return conc_index_next (c->index, c->text, tagged, error);
}

/* The next document. One that cannot be read, or no further, is named, and the next one follows. Returns:
 * FALSE if there is none any more */
static gboolean
read_stored (CmdConcordance *c, gboolean *tagged)
{
  for (; c->options.shards && c->next_shard < c->options.shards->len; c->next_shard++) {
    const char *path = c->options.shards->pdata[c->next_shard];
    g_autoptr (GError) error = NULL;
    *tagged = FALSE;
    if (c->index || (!c->shard && conc_index_is (path)) ? read_index (c, path, tagged, &error)
                                                        : read_shard (c, path, &error))
      return TRUE;
    if (error) {
      cli_error (path, "%s", error->message);
      c->failed = TRUE;
    }
    g_clear_pointer (&c->shard, corpus_shard_free);
    g_clear_pointer (&c->index, conc_index_free);
  }
  return FALSE;
}

static char *
settle (const char *made, gpointer data, gboolean *enough, GError **error)
{
  CmdConcordance *c = data;
  gboolean tagged;
  if (made && !*made)
    return g_strdup ("");
  if (made) {
    conc_text_read (c->text, made, strlen (made), CONC_READ_OWN);
    return settle_text (c, FALSE, enough, error);
  }
  *enough = c->n_found >= c->options.n && is_streamed (&c->options);
  if (*enough || !read_stored (c, &tagged))
    return NULL;
  return settle_text (c, tagged, enough, error);
}

#define MOST_OF_LINE (64 << 20)

/* A line of JSON that an earlier run wrote: its sentence is one that was seen. */
static void
remember_line (CmdConcordance *c, const char *line, gsize length)
{
  CorpusJsonScan scan;
  CorpusJsonEvent event;
  gboolean wanted = FALSE;
  corpus_json_scan_begin (&scan, line, length);
  while ((event = corpus_json_scan_next (&scan)) != CORPUS_JSON_END && event != CORPUS_JSON_BAD)
    if (event == CORPUS_JSON_KEY)
      wanted = corpus_json_scan_is (&scan, "concordance");
    else if (event == CORPUS_JSON_STRING && wanted) {
      g_autoptr (GString) sentence = g_string_new (NULL);
      corpus_json_unescape (sentence, scan.value, scan.length);
      conc_seen_add (c->seen, sentence->str, sentence->len);
    }
}

static gboolean
resume (const char *path, gpointer data, GError **error)
{
  CmdConcordance *c = data;
  g_autoptr (CorpusReader) reader = corpus_reader_new (path, MOST_OF_LINE, error);
  g_autoptr (GError) failure = NULL;
  const char *line;
  gsize length;
  while (reader && corpus_reader_get_line (reader, &line, &length, &failure)) {
    remember_line (c, line, length);
    c->n_found++;
  }
  c->next_shard = c->options.shards ? c->options.shards->len : 0;
  if (failure)
    g_propagate_error (error, g_steal_pointer (&failure));
  else if (reader)
    return TRUE;
  return FALSE;
}

static char *
finish (gpointer data)
{
  CmdConcordance *c = data;
  GPtrArray *hits = c->sample.hits;
  g_autoptr (GString) out = g_string_new (NULL);
  conc_hits_sort (hits, c->options.sort);
  for (guint i = 0; i < hits->len; i++)
    append_hit (c, hits->pdata[i], i + 1, out);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

CmdConcordance *
cmd_concordance_new (const CmdConcordanceOptions *options)
{
  CmdConcordance *c = g_new0 (CmdConcordance, 1);
  c->options = *options;
  c->work = (CmdPageWork){ make, settle, resume, finish, NULL, c };
  c->text = conc_text_new ();
  c->seen = conc_seen_new (options->memory, options->near);
  conc_seen_keep_older (c->seen, options->older);
  c->document = corpus_document_new (FALSE, FALSE);
  conc_sample_init (&c->sample, options->n, options->seed);
  return c;
}

void
cmd_concordance_free (CmdConcordance *c)
{
  g_clear_pointer (&c->shard, corpus_shard_free);
  g_clear_pointer (&c->index, conc_index_free);
  corpus_document_free (c->document);
  conc_sample_clear (&c->sample);
  conc_seen_free (c->seen);
  conc_text_free (c->text);
  g_free (c);
}

const CmdPageWork *
cmd_concordance_get_work (CmdConcordance *c)
{
  return &c->work;
}

void
cmd_concordance_print_summary (const CmdConcordance *c)
{
  g_autofree char *untagged =
      c->n_untagged > 0 ? g_strdup_printf ("; %" G_GUINT64_FORMAT " sentences without tags", c->n_untagged)
                        : g_strdup ("");
  cli_error (NULL,
             "%" G_GUINT64_FORMAT " sentences found, %" G_GUINT64_FORMAT
             " of them printed; %" G_GUINT64_FORMAT " repeats left out%s",
             c->n_found, MIN (c->n_found, c->options.n), c->n_repeats, untagged);
}

gboolean
cmd_concordance_has_failed (const CmdConcordance *c)
{
  return c->failed;
}

guint64
cmd_concordance_get_n (const CmdConcordance *c)
{
  return c->n_found;
}

guint64
cmd_concordance_get_n_repeats (const CmdConcordance *c)
{
  return c->n_repeats;
}

gboolean
cmd_concordance_is_vertical (const char *place)
{
  g_autoptr (CorpusShard) shard = NULL;
  if (strcmp (place, "-") == 0 || extract_source_is_url (place) ||
      !g_file_test (place, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  shard = corpus_shard_new (place, NULL);
  if (!shard || corpus_shard_get_format (shard) != CORPUS_SHARD_VERTICAL)
    return FALSE;
  /* A page may begin with "<", too. */
  g_autoptr (CorpusDocument) document = corpus_document_new (FALSE, FALSE);
  return corpus_shard_next (shard, document, NULL) && document->is_document;
}
