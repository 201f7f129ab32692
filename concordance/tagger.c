/* SPDX-License-Identifier: MIT */
#include "concordance/tagger.h"

#include <string.h>

#include "cli/ask.h"

typedef enum { PROTOCOL_STREAM, PROTOCOL_LINES } Protocol;

/* TreeTagger keeps words back until it has seen what follows: so words follow that nobody asked for, and go
 * again.
 */
#define TREE_TAGGER                                                                                      \
  "sed -u "                                                                                              \
  "'s|^$|<end/>\\n.\\n.\\nthis\\nis\\n(\\nno\\n)\\nsentence\\n.\\n.\\n.\\n.\\n.\\n.\\n.\\n<begin/>|' | " \
  "tree-tagger -quiet -token -lemma -no-unknown -sgml %s | "                                             \
  "sed -u '/^<end\\/>$/,/^<begin\\/>$/{s/^<end\\/>$//;t;d}'"

/* Those that are known. The last one is any other command. */
static const struct {
  ConcTaggerInfo info;
  Protocol protocol;
  const char *program; /* (nullable): that has to be there, and where it is */
  const char *place;
  const char *command; /* (nullable): %s is what stands behind the colon */
} taggers[] = {
  { { "apertium", "Apertium, of Debian: apt-get install apertium apertium-eng-spa (the default with --pos)" },
    PROTOCOL_STREAM },
  { { "udpipe:MODEL", "UDPipe 1, with a model file" },
    PROTOCOL_LINES,
    "udpipe",
    "https://ufal.mff.cuni.cz/udpipe/1",
    "udpipe --tag --immediate --input=vertical --output=conllu %s" },
  { { "treetagger:FILE", "TreeTagger, with a parameter file; its own tags" },
    PROTOCOL_LINES,
    "tree-tagger",
    "https://www.cis.lmu.de/~schmid/tools/TreeTagger/",
    TREE_TAGGER },
  { { "COMMAND", "any other: gets a word a line, an empty line behind a sentence; answers WORD TAG LEMMA" },
    PROTOCOL_LINES },
};

struct _ConcTagger {
  CliAsk *ask;
  Protocol protocol;
  ConcTagSet set;
  GMutex mutex; /* of the question */
  GString *question;
};

/* For each byte of a question, an answer has no more. */
#define ANSWER_PER_BYTE 256
#define ANSWER_BYTES 65536

static const char *const tag_sets[CONC_N_TAG_SETS] = { "penn", "universal", "own" };

gboolean
conc_tag_set_parse (const char *name, ConcTagSet *set)
{
  for (ConcTagSet i = 0; i < CONC_N_TAG_SETS; i++)
    if (strcmp (tag_sets[i], name) == 0) {
      *set = i;
      return TRUE;
    }
  return FALSE;
}

const char *
conc_tag_set_get_name (ConcTagSet set)
{
  return tag_sets[set];
}

const ConcTaggerInfo *
conc_tagger_get_info (guint i)
{
  return i < G_N_ELEMENTS (taggers) ? &taggers[i].info : NULL;
}

/* "udpipe:model": Returns: (nullable): what stands behind the colon, if the row @i is meant */
static const char *
get_file (guint i, const char *name)
{
  const char *row = taggers[i].info.name, *colon = strchr (row, ':');
  const gsize n = colon ? (gsize) (colon + 1 - row) : 0;
  return colon && strncmp (name, row, n) == 0 ? name + n : NULL;
}

/* Returns: (transfer full) (nullable) */
static char *
dup_command (const char *name, const char *language, Protocol *protocol, GError **error)
{
  *protocol = PROTOCOL_LINES;
  if (strcmp (name, "apertium") == 0) {
    *protocol = PROTOCOL_STREAM;
    return conc_apertium_dup_command (language, error);
  }
  for (guint i = 0; i < G_N_ELEMENTS (taggers); i++) {
    const char *file = get_file (i, name);
    g_autofree char *program = file ? g_find_program_in_path (taggers[i].program) : NULL;
    g_autofree char *quoted = file ? g_shell_quote (file) : NULL;
    if (program)
      return g_strdup_printf (taggers[i].command, quoted);
    if (file) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the tagger %s is not installed: see %s",
                   taggers[i].program, taggers[i].place);
      return NULL;
    }
  }
  return g_strdup (name);
}

ConcTagger *
conc_tagger_new (const char *name, const char *language, ConcTagSet set, guint64 milliseconds, GError **error)
{
  Protocol protocol;
  g_autofree char *command = dup_command (name, language, &protocol, error);
  if (!command)
    return NULL;
  ConcTagger *tagger = g_new0 (ConcTagger, 1);
  tagger->ask = cli_ask_new ("the tagger", command, milliseconds);
  tagger->protocol = protocol;
  tagger->set = set;
  tagger->question = g_string_new (NULL);
  g_mutex_init (&tagger->mutex);
  return tagger;
}

void
conc_tagger_free (ConcTagger *tagger)
{
  cli_ask_free (tagger->ask);
  g_string_free (tagger->question, TRUE);
  g_mutex_clear (&tagger->mutex);
  g_free (tagger);
}

/* ---- Lines ----------------------------------------------------------------------------------------- */

static void
append_lines (const ConcText *text, const ConcSentence *sentence, GString *question)
{
  for (guint32 i = 0; i < sentence->n; i++) {
    const ConcToken *token = conc_text_token (text, sentence->first + i);
    g_string_append_len (question, text->text->str + token->start, token->end - token->start);
    g_string_append_c (question, '\n');
  }
  g_string_append_c (question, '\n');
}

#define CONLLU_COLUMNS 10

/* Which columns of a line have tag and lemma. Returns: FALSE if the line is no token */
static gboolean
find_columns (char **columns, ConcTagSet set, const char **tag, const char **lemma)
{
  const guint n = g_strv_length (columns);
  if (n >= CONLLU_COLUMNS) {
    /* Of "1-2" and "1.1" there is a token, too, or none. */
    if (strpbrk (columns[0], "-."))
      return FALSE;
    *lemma = columns[2];
    *tag = columns[set == CONC_TAGS_UNIVERSAL || strcmp (columns[4], "_") == 0 ? 3 : 4];
    return TRUE;
  }
  *tag = n > 1 ? columns[1] : "";
  *lemma = n > 2 ? columns[2] : "";
  return TRUE;
}

gboolean
conc_columns_read (ConcText *text, const ConcSentence *sentence, const char *answer, gsize length,
                   ConcTagSet set, GError **error)
{
  const gboolean valid = g_utf8_validate (answer, (gssize) length, NULL);
  g_auto (GStrv) lines = g_strsplit (valid ? answer : "", "\n", 0);
  guint32 n = 0;
  for (char **line = lines; *line; line++) {
    g_auto (GStrv) columns = g_strsplit (g_strchomp (*line), "\t", 0);
    const char *tag, *lemma;
    if (!columns[0] || (**line == '#' && !columns[1]) || !find_columns (columns, set, &tag, &lemma))
      continue;
    if (n < sentence->n) {
      ConcToken *token = conc_text_token (text, sentence->first + n);
      token->tag = *tag ? g_string_chunk_insert_const (text->tags, tag) : NULL;
      token->lemma = *lemma ? g_string_chunk_insert_const (text->tags, lemma) : NULL;
    }
    n++;
  }
  if (n == sentence->n)
    return TRUE;
  for (guint32 i = 0; i < sentence->n; i++)
    conc_text_token (text, sentence->first + i)->tag = NULL;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the tagger answered %u words with %u lines",
               sentence->n, n);
  return FALSE;
}

gboolean
conc_tagger_tag (ConcTagger *tagger, ConcText *text, const ConcSentence *sentence, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tagger->mutex);
  const gboolean stream = tagger->protocol == PROTOCOL_STREAM;
  g_string_truncate (tagger->question, 0);
  if (stream)
    conc_apertium_append (text, sentence, tagger->question);
  else
    append_lines (text, sentence, tagger->question);
  const gsize most = tagger->question->len * ANSWER_PER_BYTE + ANSWER_BYTES;
  GString *answer =
      cli_ask_until (tagger->ask, tagger->question, stream ? "" : "\n\n", stream ? 1 : 2, most, error);
  if (!answer)
    return FALSE;
  gboolean good = TRUE;
  if (stream)
    conc_apertium_read (text, sentence, answer->str, answer->len, tagger->set);
  else
    good = conc_columns_read (text, sentence, answer->str, answer->len, tagger->set, error);
  g_string_free (answer, TRUE);
  return good;
}

/* ---- Vertical text --------------------------------------------------------------------------------- */

static void
append_column (GString *out, const char *value)
{
  g_string_append_c (out, '\t');
  for (const char *p = value ? value : ""; *p; p++)
    if (*p == '&')
      g_string_append (out, "&amp;");
    else if (*p == '<')
      g_string_append (out, "&lt;");
    else if (*p == '>')
      g_string_append (out, "&gt;");
    else if (*p == '|')
      g_string_append (out, "\302\246");
    else if ((guchar) *p >= ' ')
      g_string_append_c (out, *p);
}

/* Lines of @vertical, of which the tokens of @text are those that are positions. */
static char *
add_columns (const ConcText *text, const char *vertical)
{
  GString *out = g_string_new (NULL);
  guint i = 0;
  for (const char *p = vertical, *next; *p; p = next) {
    const char *end = p + strcspn (p, "\n");
    next = *end ? end + 1 : end;
    if (end == p || conc_line_is_tag (p, end)) {
      g_string_append_len (out, p, next - p);
      continue;
    }
    const char *tab = memchr (p, '\t', (gsize) (end - p)), *behind = tab ? tab : end;
    const ConcToken *token =
        conc_line_is_position (p, end) && i < text->tokens->len ? conc_text_token (text, i++) : NULL;
    g_string_append_len (out, p, behind - p);
    append_column (out, token ? token->tag : NULL);
    append_column (out, token && token->tag ? token->lemma : NULL);
    g_string_append_len (out, behind, next - behind);
  }
  return g_string_free (out, FALSE);
}

char *
conc_tagger_tag_vertical (ConcTagger *tagger, const char *vertical, GError **error)
{
  g_autoptr (ConcText) text = conc_text_new ();
  conc_text_read (text, vertical, strlen (vertical), CONC_READ_HEADS | CONC_READ_OWN);
  for (guint i = 0; i < text->sentences->len; i++) {
    g_autoptr (GError) failure = NULL;
    if (conc_tagger_tag (tagger, text, conc_text_sentence (text, i), &failure) ||
        g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
      continue;
    g_propagate_error (error, g_steal_pointer (&failure));
    return NULL;
  }
  return add_columns (text, vertical);
}
