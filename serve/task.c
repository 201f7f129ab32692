/* SPDX-License-Identifier: MIT */
#include "serve/task.h"

#include <string.h>

#include "cli/cli.h"
#include "cli/json-read.h"
#include "cli/json.h"
#include "libextract/text/language.h"

#define DEFAULT_NUMBER "100"
#define MOST_BYTES 500 /* of words, and of the others */
#define MOST_WORDS 50
#define MOST_CONTEXT 5
#define MEMORY 200000 /* sentences that are remembered, to leave out repeats */
#define MOST_OF_FILE ((gsize) 1 << 30)

void
serve_task_free (ServeTask *task)
{
  g_free (task->id);
  g_free (task->client);
  g_free (task->corpus);
  g_free (task->words);
  g_free (task->pos);
  g_free (task->lang);
  g_free (task->failure);
  g_free (task);
}

ServeTask *
serve_task_copy (const ServeTask *task)
{
  ServeTask *copy = g_memdup2 (task, sizeof *task);
  copy->id = g_strdup (task->id);
  copy->client = g_strdup (task->client);
  copy->corpus = g_strdup (task->corpus);
  copy->words = g_strdup (task->words);
  copy->pos = g_strdup (task->pos);
  copy->lang = g_strdup (task->lang);
  copy->failure = g_strdup (task->failure);
  return copy;
}

static const char *const states[SERVE_N_TASK_STATES] = { "waiting", "running", "done", "failed" };

const char *
serve_task_state_get_name (ServeTaskState state)
{
  return states[state];
}

/* ---- Parameters ----------------------------------------------------------------------------------- */

/* "have, look after" */
static char **
split_words (const char *words)
{
  g_auto (GStrv) parts = g_strsplit (words, ",", -1);
  GStrvBuilder *builder = g_strv_builder_new ();
  for (char **part = parts; *part; part++)
    if (*g_strstrip (*part))
      g_strv_builder_add (builder, *part);
  char **list = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return list;
}

static ConcQuery *
make_query (const ServeTask *task, GError **error)
{
  g_auto (GStrv) words = split_words (task->words);
  if (words[0] && g_strv_length (words) <= MOST_WORDS)
    return conc_query_new (words, task->pos, error);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "words takes one word, or up to %d with commas between them", MOST_WORDS);
  return NULL;
}

/* Returns: (transfer full) (nullable): NULL for all languages, and with an error */
static char **
make_languages (const char *lang, GError **error)
{
  if (strcmp (lang, "any") == 0)
    return NULL;
  char **codes = g_strsplit (lang, ",", -1);
  for (char **code = codes; *code; code++) {
    char *known =
        strcmp (*code, EXTRACT_LANGUAGE_UNKNOWN) == 0 ? g_strdup (*code) : extract_language_dup_code (*code);
    if (!known) {
      cli_fail_value (error, "lang", CLI_LANGUAGES ", or any", *code);
      g_strfreev (codes);
      return NULL;
    }
    g_free (*code);
    *code = known;
  }
  return codes;
}

static const ServeCorpus *
find_corpus (const ServeCorpus *corpora, gsize n, const char *name)
{
  for (gsize i = 0; i < n; i++)
    if (!name || strcmp (corpora[i].name, name) == 0)
      return &corpora[i];
  return NULL;
}

/* Empty fields of a form say nothing. Returns: FALSE with an error */
static gboolean
read_parameters (ServeTask *task, const GPtrArray *parameters, guint64 most, GError **error)
{
  struct {
    const char *name;
    char **text;
    guint64 *number;
    guint64 least, most;
  } rows[] = {
    { "corpus", &task->corpus },
    { "words", &task->words },
    { "pos", &task->pos },
    { "lang", &task->lang },
    { "number", NULL, &task->number, 1, most },
    { "context", NULL, &task->context, 0, MOST_CONTEXT },
    { "seed", NULL, &task->seed, 0, G_MAXINT64 },
  };
  for (guint i = 0; i < parameters->len; i++) {
    const ServeParameter *parameter = parameters->pdata[i];
    guint k = 0;
    while (k < G_N_ELEMENTS (rows) && strcmp (rows[k].name, parameter->name) != 0)
      k++;
    if (k == G_N_ELEMENTS (rows)) {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION, "there is no option \"%s\"",
                   parameter->name);
      return FALSE;
    }
    if (!*parameter->value)
      continue;
    if (rows[k].number &&
        !cli_parse_count (rows[k].name, parameter->value, rows[k].least, rows[k].most, rows[k].number, error))
      return FALSE;
    if (rows[k].text && strlen (parameter->value) > MOST_BYTES) {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s takes %d bytes at most", rows[k].name,
                   MOST_BYTES);
      return FALSE;
    }
    if (rows[k].text) {
      g_free (*rows[k].text);
      *rows[k].text = g_strdup (parameter->value);
    }
  }
  return TRUE;
}

ServeTask *
serve_task_new (const GPtrArray *parameters, const ServeCorpus *corpora, gsize n_corpora, guint64 most,
                GError **error)
{
  g_autoptr (ServeTask) task = g_new0 (ServeTask, 1);
  GError *failure = NULL;
  task->words = g_strdup ("");
  task->lang = g_strdup ("en");
  task->number = MIN (most, g_ascii_strtoull (DEFAULT_NUMBER, NULL, 10));
  if (!read_parameters (task, parameters, most, error))
    return NULL;
  const ServeCorpus *corpus = find_corpus (corpora, n_corpora, task->corpus);
  g_autoptr (ConcQuery) query = make_query (task, error);
  if (!query)
    return NULL;
  g_strfreev (make_languages (task->lang, &failure));
  if (failure)
    g_propagate_error (error, failure);
  else if (!corpus)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "there is no corpus \"%s\"", task->corpus);
  else if (task->pos && !corpus->tagged)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "the corpus %s has no parts of speech",
                 corpus->name);
  else {
    g_free (task->corpus);
    task->corpus = g_strdup (corpus->name);
    task->created = g_get_real_time () / G_USEC_PER_SEC;
    return g_steal_pointer (&task);
  }
  return NULL;
}

/* ---- JSON ------------------------------------------------------------------------------------------- */

static void
append_number (GString *json, const char *key, guint64 value)
{
  cli_json_append_key (json, key);
  g_string_append_printf (json, "%" G_GUINT64_FORMAT, value);
}

void
serve_task_append (const ServeTask *task, gboolean whole, GString *json)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (task->created);
  g_autofree char *created = time ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ") : NULL;
  g_string_append_c (json, '{');
  cli_json_append_string (json, "id", task->id);
  cli_json_append_string (json, "state", states[task->state]);
  cli_json_append_string (json, "corpus", task->corpus);
  cli_json_append_string (json, "words", task->words);
  cli_json_append_string (json, "pos", task->pos);
  cli_json_append_string (json, "lang", task->lang);
  append_number (json, "number", task->number);
  append_number (json, "context", task->context);
  append_number (json, "seed", task->seed);
  cli_json_append_string (json, "created", created);
  append_number (json, "sentences", task->n_sentences);
  append_number (json, "found", task->n_found);
  append_number (json, "repeats", task->n_repeats);
  cli_json_append_number (json, "seconds", task->seconds);
  cli_json_append_string (json, "failure", task->failure);
  if (whole) {
    cli_json_append_string (json, "client", task->client);
    append_number (json, "time", (guint64) task->created);
  }
  g_string_append_c (json, '}');
}

static guint64
get_number (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);
  const gboolean is = node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64;
  return is ? (guint64) MAX (0, json_node_get_int (node)) : 0;
}

ServeTask *
serve_task_read (const char *json, gsize length, GError **error)
{
  g_autoptr (ServeTask) task = g_new0 (ServeTask, 1);
  g_autoptr (JsonObject) object = cli_json_parse (json, length, error);
  g_autofree char *state = NULL;
  const struct {
    const char *key;
    char **value;
  } rows[] = { { "id", &task->id },           { "client", &task->client }, { "corpus", &task->corpus },
               { "words", &task->words },     { "pos", &task->pos },       { "lang", &task->lang },
               { "failure", &task->failure }, { "state", &state } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (!object || !cli_json_get_string (object, rows[i].key, rows[i].value, error))
      return NULL;
  task->number = get_number (object, "number");
  task->context = MIN (MOST_CONTEXT, get_number (object, "context"));
  task->seed = get_number (object, "seed");
  task->created = (gint64) get_number (object, "time");
  task->n_sentences = get_number (object, "sentences");
  task->n_found = get_number (object, "found");
  task->n_repeats = get_number (object, "repeats");
  JsonNode *seconds = json_object_get_member (object, "seconds");
  task->seconds = seconds && JSON_NODE_HOLDS_VALUE (seconds) ? json_node_get_double (seconds) : 0;
  while (task->state < SERVE_N_TASK_STATES && g_strcmp0 (states[task->state], state) != 0)
    task->state++;
  if (task->id && task->client && task->corpus && task->words && task->lang &&
      task->state < SERVE_N_TASK_STATES)
    return g_steal_pointer (&task);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "is no task");
  return NULL;
}

/* ---- Sentences --------------------------------------------------------------------------------------- */

static void
append_hit (const ConcHit *hit, GString *lines)
{
  g_string_append_c (lines, '{');
  cli_json_append_string (lines, "url", hit->url);
  cli_json_append_string (lines, "source", hit->source);
  cli_json_append_string (lines, "date", hit->date);
  cli_json_append_string (lines, "tag", hit->tag);
  cli_json_append_string (lines, "lemma", hit->lemma);
  cli_json_append_string (lines, "sentence", hit->sentence);
  cli_json_append_string (lines, "before", hit->before);
  cli_json_append_string (lines, "after", hit->after);
  cli_json_append_string (lines, "vertical", hit->vertical);
  cli_json_append_count (lines, "at", hit->at);
  cli_json_append_count (lines, "behind", hit->behind);
  g_string_append (lines, "}\n");
}

static ConcHit *
read_hit (const char *line, gsize length)
{
  g_autoptr (ConcHit) hit = g_new0 (ConcHit, 1);
  g_autoptr (JsonObject) object = cli_json_parse (line, length, NULL);
  const struct {
    const char *key;
    char **value;
  } rows[] = { { "url", &hit->url },       { "source", &hit->source }, { "date", &hit->date },
               { "tag", &hit->tag },       { "lemma", &hit->lemma },   { "sentence", &hit->sentence },
               { "before", &hit->before }, { "after", &hit->after },   { "vertical", &hit->vertical } };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (!object || !cli_json_get_string (object, rows[i].key, rows[i].value, NULL))
      return NULL;
  const guint64 at = get_number (object, "at"), behind = get_number (object, "behind");
  if (!hit->sentence || !hit->before || !hit->after || at > behind || behind > strlen (hit->sentence))
    return NULL;
  hit->at = (guint32) at;
  hit->behind = (guint32) behind;
  hit->start = (guint32) g_utf8_strlen (hit->sentence, (gssize) at);
  hit->end = (guint32) g_utf8_strlen (hit->sentence, (gssize) behind);
  hit->keyword = g_strndup (hit->sentence + at, behind - at);
  return g_utf8_validate (hit->keyword, -1, NULL) ? g_steal_pointer (&hit) : NULL;
}

GPtrArray *
serve_hits_read (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  return cli_read_file (path, MOST_OF_FILE, &text, &length, error) ? serve_hits_parse (text, length) : NULL;
}

GPtrArray *
serve_hits_parse (const char *text, gsize length)
{
  GPtrArray *hits = g_ptr_array_new_with_free_func ((GDestroyNotify) conc_hit_free);
  for (const char *p = text, *end = text + length, *next; p < end; p = next) {
    const char *newline = memchr (p, '\n', (gsize) (end - p));
    next = newline ? newline + 1 : end;
    ConcHit *hit = read_hit (p, (gsize) (next - p));
    if (hit) {
      g_ptr_array_add (hits, hit);
      hit->id = hits->len;
    }
  }
  return hits;
}

/* ---- Runs --------------------------------------------------------------------------------------------- */

typedef struct {
  ServeTask *task;
  ConcSeen *seen;
  ConcSample sample;
} Run;

static gboolean
is_new (const char *sentence, gsize length, gpointer data)
{
  Run *run = data;
  const gboolean new = conc_seen_add (run->seen, sentence, length);
  run->task->n_found += new;
  run->task->n_repeats += !new;
  return new;
}

/* As texttractor concordance does it. */
static void
find_sentences (Run *run, ConcIndex *index, const ConcWanted *wanted, GError **error)
{
  ServeTask *task = run->task;
  g_autoptr (ConcText) text = conc_text_new ();
  gboolean tagged;
  if (task->seed > 0 && conc_index_can_count (wanted)) {
    conc_index_sample (index, run->seen, &run->sample, &task->n_found, &task->n_repeats, error);
    return;
  }
  while ((task->seed > 0 || task->n_found < task->number) && conc_index_next (index, text, &tagged, error)) {
    g_autoptr (GPtrArray) hits = g_ptr_array_new ();
    conc_find (wanted, text, is_new, run, hits);
    for (guint i = 0; i < hits->len; i++)
      if (task->seed > 0)
        conc_sample_offer (&run->sample, hits->pdata[i]);
      else if (run->sample.hits->len < task->number)
        g_ptr_array_add (run->sample.hits, hits->pdata[i]);
      else
        conc_hit_free (hits->pdata[i]);
  }
  if (task->seed == 0)
    task->n_found = MIN (task->n_found, task->number);
}

gboolean
serve_task_run (ServeTask *task, const ServeCorpus *corpus, guint64 milliseconds, GCancellable *cancellable,
                GString *lines)
{
  g_autoptr (GError) error = NULL;
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (ConcQuery) query = make_query (task, &error);
  g_auto (GStrv) languages = error ? NULL : make_languages (task->lang, &error);
  g_autoptr (ConcIndex) index = error ? NULL : conc_index_new (corpus->path, &error);
  const ConcWanted wanted = { .query = query, .context = (guint) task->context, .vertical = TRUE };
  Run run = { .task = task, .seen = conc_seen_new (MEMORY, FALSE) };
  conc_sample_init (&run.sample, task->number, task->seed);
  task->n_found = task->n_repeats = 0;
  if (index) {
    conc_index_limit (index, start + (gint64) milliseconds * 1000, cancellable);
    if (conc_index_begin (index, &wanted, languages, NULL, &error))
      find_sentences (&run, index, &wanted, &error);
  }
  const gboolean stopped = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  /* A part of a sample is none. */
  const gboolean part = task->seed == 0 && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
  task->failure = error ? g_strdup (error->message) : NULL;
  if (part)
    g_clear_error (&error);
  for (guint i = 0; !error && i < run.sample.hits->len; i++)
    append_hit (run.sample.hits->pdata[i], lines);
  task->n_sentences = error ? 0 : run.sample.hits->len;
  task->state = error ? SERVE_TASK_FAILED : SERVE_TASK_DONE;
  task->seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  conc_sample_clear (&run.sample);
  conc_seen_free (run.seen);
  return !stopped;
}
