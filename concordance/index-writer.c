/* SPDX-License-Identifier: MIT */
/* Writes an index. A new one is made beside its name, which it gets in the end. */
#include <config.h>

#include "concordance/index-private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct _ConcIndexWriter {
  const ConcStoreClass *class;
  ConcStore *store; /* (nullable) */
  char *path;
  char *part; /* (nullable): of a new one, until it is complete */
  ConcText *text;
  GArray *postings; /* of ConcStorePosting, whose terms are in `terms` */
  GStringChunk *terms;
  GString *facts, *table;
};

static gboolean
fail_errno (GError **error, const char *what)
{
  const int code = errno;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: %s", what, g_strerror (code));
  return FALSE;
}

/* ---- Files ------------------------------------------------------------------------------------------ */

/* A store is a folder with files. */
static void
remove_store (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name (dir));) {
    g_autofree char *file = g_build_filename (path, name, NULL);
    unlink (file);
  }
  rmdir (path);
}

/* What was written so far is on the disk. */
static gboolean
sync_store (const char *path, GError **error)
{
  const int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 || syncfs (fd) != 0) {
    fail_errno (error, "cannot be written to the disk");
    if (fd >= 0)
      close (fd);
    return FALSE;
  }
  close (fd);
  return TRUE;
}

/* ---- Opening ----------------------------------------------------------------------------------------- */

static gboolean
set_settings (ConcIndexWriter *writer, const ConcIndexSettings *settings, GError **error)
{
  const ConcStoreClass *class = writer->class;
  return class->set_setting (writer->store, CONC_INDEX_VERSION_NAME, CONC_INDEX_VERSION, error) &&
         class->set_setting (writer->store, CONC_INDEX_TEXT_NAME, settings->all_text ? "all" : "main",
                             error) &&
         class->set_setting (writer->store, CONC_INDEX_TAGS_NAME, settings->tags, error);
}

static gboolean
check_settings (ConcIndexWriter *writer, const ConcIndexSettings *settings, GError **error)
{
  gboolean all_text;
  GError *failure = NULL;
  if (!conc_index_check (writer->class, writer->store, &all_text, error))
    return FALSE;
  g_autofree char *tags = writer->class->dup_setting (writer->store, CONC_INDEX_TAGS_NAME, &failure);
  if (failure)
    g_propagate_error (error, failure);
  else if (all_text != settings->all_text)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                         all_text ? "was made with --all-text: give it here, too"
                                  : "was made without --all-text: leave it out here, too");
  else if (strcmp (tags ? tags : "", settings->tags) != 0)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                 "was made with other options (%s): add to it with the same",
                 tags && *tags ? tags : "no --tagger");
  else
    return TRUE;
  return FALSE;
}

/* Returns: FALSE with an error */
static gboolean
open_store (ConcIndexWriter *writer, const ConcIndexSettings *settings, GError **error)
{
  if (conc_store_is (writer->path)) {
    writer->store = writer->class->open_for_writing (writer->path, FALSE, error);
    return writer->store && check_settings (writer, settings, error);
  }
  if (g_file_test (writer->path, G_FILE_TEST_EXISTS)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                         "exists, and is no index: it would be overwritten");
    return FALSE;
  }
  g_autofree char *part = g_strconcat (writer->path, ".part", NULL);
  if (g_file_test (part, G_FILE_TEST_EXISTS) && !conc_store_is (part)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "cannot be made: %s exists, and is no index", part);
    return FALSE;
  }
  writer->store = writer->class->open_for_writing (part, TRUE, error);
  if (!writer->store)
    return FALSE;
  writer->part = g_steal_pointer (&part);
  return set_settings (writer, settings, error);
}

ConcIndexWriter *
conc_index_writer_new (const char *path, const ConcIndexSettings *settings, GError **error)
{
  g_autoptr (ConcIndexWriter) writer = g_new0 (ConcIndexWriter, 1);
  writer->path = g_strdup (path);
  for (gsize n = strlen (path); n > 1 && writer->path[n - 1] == '/'; n--)
    writer->path[n - 1] = '\0';
  writer->text = conc_text_new ();
  writer->postings = g_array_new (FALSE, FALSE, sizeof (ConcStorePosting));
  writer->terms = g_string_chunk_new (1 << 16);
  writer->facts = g_string_new (NULL);
  writer->table = g_string_new (NULL);
  writer->class = conc_store_load (error);
  return writer->class && open_store (writer, settings, error) ? g_steal_pointer (&writer) : NULL;
}

void
conc_index_writer_free (ConcIndexWriter *writer)
{
  if (writer->store)
    writer->class->free (writer->store);
  if (writer->part)
    remove_store (writer->part);
  conc_text_free (writer->text);
  g_array_unref (writer->postings);
  g_string_chunk_free (writer->terms);
  g_string_free (writer->facts, TRUE);
  g_string_free (writer->table, TRUE);
  g_free (writer->path);
  g_free (writer->part);
  g_free (writer);
}

/* ---- Pages --------------------------------------------------------------------------------------------- */

static void
add_posting (ConcIndexWriter *writer, char kind, const char *word, gsize length, guint32 place)
{
  g_autofree char *folded = conc_fold (word, (gssize) length);
  g_autofree char *term = conc_index_dup_term (kind, folded);
  const ConcStorePosting posting = { g_string_chunk_insert_const (writer->terms, term), place };
  if (*folded)
    g_array_append_val (writer->postings, posting);
}

/* "they've" is they+have: found by each. */
static void
add_lemmas (ConcIndexWriter *writer, const char *lemma, guint32 place)
{
  for (const char *p = lemma, *end; *p; p = *end ? end + 1 : end) {
    end = p + strcspn (p, "+");
    if (end > p)
      add_posting (writer, CONC_INDEX_LEMMA, p, (gsize) (end - p), place);
  }
}

static void
add_sentence (ConcIndexWriter *writer, const ConcIndexPage *page, guint i)
{
  const ConcText *text = writer->text;
  const ConcSentence *sentence = conc_text_sentence (text, i);
  const char *start = text->text->str + sentence->start;
  const gsize length = sentence->end - sentence->start;
  ConcIndexRow row = { sentence->whole ? CONC_INDEX_WHOLE : 0, conc_seen_hash (start, length, FALSE),
                       conc_seen_hash (start, length, TRUE) };
  row.flags |= CONC_INDEX_ASCII;
  for (gsize k = 0; k < length; k++)
    if ((guchar) start[k] >= 0x80)
      row.flags &= ~(guint) CONC_INDEX_ASCII;
  conc_index_row_append (&row, writer->table);
  for (guint32 k = sentence->first; k < sentence->first + sentence->n; k++) {
    const ConcToken *token = conc_text_token (text, k);
    add_posting (writer, CONC_INDEX_WORD, text->text->str + token->start, token->end - token->start, i + 1);
    if (token->lemma)
      add_lemmas (writer, token->lemma, i + 1);
  }
  if (!page->tagged && !conc_text_token (text, sentence->first)->tag) {
    const ConcStorePosting untagged = { CONC_INDEX_UNTAGGED, i + 1 };
    g_array_append_val (writer->postings, untagged);
  }
}

/* Terms have to be short. */
static char *
shorten (const char *name)
{
  return name ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1) : NULL;
}

gboolean
conc_index_writer_put (ConcIndexWriter *writer, const ConcIndexPage *page, const char *vertical, gsize length,
                       GError **error)
{
  g_autofree char *key = shorten (page->place), *group = shorten (page->group);
  conc_text_read (writer->text, vertical, length, page->flags);
  g_array_set_size (writer->postings, 0);
  g_string_chunk_clear (writer->terms);
  g_string_truncate (writer->facts, 0);
  g_string_truncate (writer->table, 0);
  for (guint i = 0; i < writer->text->sentences->len; i++)
    add_sentence (writer, page, i);
  ConcIndexPage known = *page;
  if (!known.language)
    known.language = writer->text->language;
  conc_index_facts_append (&known, writer->facts);
  const ConcStoreText text = {
    .key = key,
    .group = group,
    .facts = writer->facts->str,
    .n_facts = writer->facts->len,
    .table = writer->table->str,
    .n_table = writer->table->len,
    .text = vertical,
    .n_text = length,
  };
  return writer->class->put (writer->store, &text,
                             (const ConcStorePosting *) (gconstpointer) writer->postings->data,
                             writer->postings->len, error);
}

gboolean
conc_index_writer_commit (ConcIndexWriter *writer, GError **error)
{
  if (!writer->class->commit (writer->store, error))
    return FALSE;
  if (!writer->part)
    return TRUE;
  if (!sync_store (writer->part, error))
    return FALSE;
  if (rename (writer->part, writer->path) != 0)
    return fail_errno (error, "cannot get its name");
  g_clear_pointer (&writer->part, g_free);
  return TRUE;
}

guint32
conc_index_writer_get_n (ConcIndexWriter *writer)
{
  return writer->class->get_n (writer->store);
}
