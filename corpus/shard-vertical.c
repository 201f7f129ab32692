/* SPDX-License-Identifier: MIT */
/*
 * Vertical text: <doc …> begins a document, <p …> and <head …> a paragraph. The other lines that begin with a
 * tag are structure, too; all others begin with a token, and columns may stand behind it, after a tab. Lines
 * between two documents are kept, if they are tags or empty.
 */
#include "corpus/shard-private.h"

#include <string.h>

/* A line that is nothing but structure. */
typedef struct {
  gboolean is_tag;
  gboolean ends; /* </… */
  gboolean is_doc;
  gboolean is_paragraph;
  gboolean is_head;
} Line;

/* Where in a document the next line is. */
typedef struct {
  gboolean in_paragraph;
  gboolean in_head;
} State;

/* Stands for a picture. */
#define PICTURE "__IMG__"

static gboolean
name_is (const char *p, gsize n, const char *name)
{
  return strlen (name) == n && memcmp (p, name, n) == 0;
}

/* In tokens, < is written as an entity; one that is not begins no tag if there is no > behind its name. */
static Line
look_at_line (const CorpusShard *shard)
{
  Line line = { FALSE };
  const char *p = shard->line, *end = shard->line + shard->length;
  if (*p != '<')
    return line;
  p++;
  line.ends = p < end && *p == '/';
  p += line.ends;
  const char *name = p;
  while (p < end && g_ascii_isalnum (*p))
    p++;
  const gsize n = (gsize) (p - name);
  line.is_tag =
      (n > 0 || (name < end && (*name == '!' || *name == '?'))) && memchr (p, '>', (gsize) (end - p)) != NULL;
  line.is_doc = line.is_tag && name_is (name, n, "doc");
  line.is_paragraph = line.is_tag && name_is (name, n, "p");
  line.is_head = line.is_tag && name_is (name, n, "head");
  return line;
}

static gboolean
is_empty (const CorpusShard *shard)
{
  return *shard->line == '\n' || (shard->length == 2 && memcmp (shard->line, "\r\n", 2) == 0);
}

#define MOST_OF_ENTITY 10 /* bytes */

static gboolean
is_picture (const char *p, const char *end)
{
  while (end > p && (end[-1] == '\n' || end[-1] == '\r'))
    end--;
  return name_is (p, (gsize) (end - p), PICTURE);
}

/* What entities stand for is no part of a word. */
static void
add_token (CorpusShard *shard, CorpusText *text)
{
  const char *p = shard->line, *end = shard->line + shard->length;
  const char *tab = memchr (p, '\t', (gsize) (end - p));
  end = tab ? tab : end;
  if (is_picture (p, end))
    return;
  for (const char *entity; (entity = memchr (p, '&', (gsize) (end - p)));) {
    const char *semicolon = memchr (entity, ';', (gsize) MIN (end - entity, MOST_OF_ENTITY));
    corpus_text_add (text, p, (gsize) (entity - p));
    p = semicolon ? semicolon + 1 : entity + 1;
  }
  corpus_text_add (text, p, (gsize) (end - p));
}

static gboolean
read_between (CorpusShard *shard, CorpusDocument *document, const Line *line, GError **error)
{
  document->is_document = FALSE;
  if (line->is_doc)
    return corpus_shard_fail (shard, "</doc> without <doc>", error);
  if (line->is_paragraph || (!line->is_tag && !is_empty (shard)))
    return corpus_shard_fail (shard, "text outside of documents", error);
  return corpus_shard_take (shard, document, error);
}

/* A paragraph that begins or ends. */
static const char *
read_border (CorpusDocument *document, const Line *line, State *state, gsize length)
{
  if (line->ends != state->in_paragraph)
    return line->ends ? "the end of a paragraph that did not begin" : "a paragraph within a paragraph";
  state->in_paragraph = !line->ends;
  if (line->ends) {
    g_array_index (document->pieces, CorpusPiece, document->pieces->len - 1).end =
        document->bytes->len + length;
    if (document->text)
      corpus_text_end_paragraph (document->text);
    return NULL;
  }
  const CorpusPiece piece = { .start = document->bytes->len };
  g_array_append_val (document->pieces, piece);
  if (document->text)
    corpus_text_begin_paragraph (document->text);
  return NULL;
}

/* Returns: (nullable): what is wrong with it */
static const char *
read_line (CorpusShard *shard, CorpusDocument *document, const Line *line, State *state)
{
  if (line->is_doc && line->ends)
    return state->in_paragraph ? "the document ends within a paragraph" : NULL;
  if (line->is_doc)
    return "a document within a document";
  if (line->is_paragraph)
    return read_border (document, line, state, shard->length);
  if (line->is_head)
    state->in_head = !line->ends;
  if (!line->is_tag && !state->in_head && document->text)
    add_token (shard, document->text);
  return NULL;
}

gboolean
corpus_vertical_next (CorpusShard *shard, CorpusDocument *document, GError **error)
{
  g_autoptr (GError) failure = NULL;
  State state = { FALSE };
  Line line = look_at_line (shard);
  if (!line.is_doc || line.ends)
    return read_between (shard, document, &line, error);
  do {
    if (!corpus_shard_take (shard, document, error))
      return FALSE;
    if (!corpus_shard_look (shard, &failure)) {
      if (failure)
        g_propagate_error (error, g_steal_pointer (&failure));
      else
        corpus_shard_fail (shard, "the file ends within a document", error);
      return FALSE;
    }
    line = look_at_line (shard);
    const char *wrong = read_line (shard, document, &line, &state);
    if (wrong)
      return corpus_shard_fail (shard, wrong, error);
  } while (!line.is_doc);
  return corpus_shard_take (shard, document, error);
}
