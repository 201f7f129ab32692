/* SPDX-License-Identifier: MIT */
#include "concordance/index.h"

#include <string.h>

#include "concordance/index-private.h"
#include "libextract/text/language.h"

struct _ConcIndex {
  const ConcStoreClass *class;
  ConcStore *store;
  gboolean all_text;
  gboolean tagged;
  gint64 deadline;           /* microseconds; 0: none */
  GCancellable *cancellable; /* (nullable): lent */

  const ConcWanted *wanted; /* of the walk, as are the next three: lent */
  char **languages;
  const char *charset;
  ConcStoreWalk *walk; /* (nullable) */
  guint32 number;      /* of the page at hand */
  ConcIndexFacts facts;
  GString *vertical;
};

gboolean
conc_index_is (const char *path)
{
  return conc_store_is (path);
}

/* ---- What is kept of a page ----------------------------------------------------------------------- */

/* Words that are too long for a term are told apart by their sum. */
char *
conc_index_dup_term (char kind, const char *folded)
{
  if (strlen (folded) < CONC_STORE_TERM_BYTES)
    return g_strdup_printf ("%c%s", kind, folded);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, folded, -1);
  return g_strdup_printf ("%c%c%s", kind, '\1', sum);
}

static void
append_name (GString *facts, const char *text)
{
  if (text)
    g_string_append_len (facts, text, (gssize) strnlen (text, CONC_INDEX_NAME_BYTES - 1));
}

/* flags, language, NUL, charset */
void
conc_index_facts_append (const ConcIndexPage *page, GString *facts)
{
  const guchar flags =
      (page->flags & (CONC_READ_COLUMNS | CONC_READ_OWN)) | (page->tagged ? CONC_INDEX_TAGGED : 0);
  g_string_append_c (facts, (char) flags);
  append_name (facts, page->language);
  g_string_append_c (facts, '\0');
  append_name (facts, page->charset);
}

gboolean
conc_index_facts_read (const char *bytes, gsize n, ConcIndexFacts *facts)
{
  const char *end = n > 1 ? memchr (bytes + 1, '\0', n - 1) : NULL;
  if (!end || end - bytes > CONC_INDEX_NAME_BYTES || bytes + n - end > CONC_INDEX_NAME_BYTES)
    return FALSE;
  *facts = (ConcIndexFacts){ .flags = (guchar) bytes[0] };
  memcpy (facts->language, bytes + 1, (gsize) (end - bytes - 1));
  memcpy (facts->charset, end + 1, (gsize) (bytes + n - end - 1));
  return TRUE;
}

void
conc_index_row_append (const ConcIndexRow *row, GString *table)
{
  const guint64 numbers[] = { GUINT64_TO_LE (row->hash), GUINT64_TO_LE (row->near_hash) };
  g_string_append_c (table, (char) row->flags);
  g_string_append_len (table, (const char *) numbers, sizeof numbers);
}

gboolean
conc_index_row_read (const char *table, gsize n, guint32 i, ConcIndexRow *row)
{
  guint64 numbers[2];
  const gsize start = (gsize) i * CONC_INDEX_ROW_BYTES;
  if (n < CONC_INDEX_ROW_BYTES || start > n - CONC_INDEX_ROW_BYTES)
    return FALSE;
  row->flags = (guchar) table[start];
  memcpy (numbers, table + start + 1, sizeof numbers);
  row->hash = GUINT64_FROM_LE (numbers[0]);
  row->near_hash = GUINT64_FROM_LE (numbers[1]);
  return TRUE;
}

/* ---- Opening ---------------------------------------------------------------------------------------- */

static gboolean
fail_damaged (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "is a damaged index: make it anew");
  return FALSE;
}

gboolean
conc_index_check (const ConcStoreClass *class, ConcStore *store, gboolean *all_text, GError **error)
{
  GError *failure = NULL;
  g_autofree char *version = class->dup_setting (store, CONC_INDEX_VERSION_NAME, &failure);
  g_autofree char *text = failure ? NULL : class->dup_setting (store, CONC_INDEX_TEXT_NAME, &failure);
  if (failure) {
    g_propagate_error (error, failure);
    return FALSE;
  }
  if (!version)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         "is a database of Xapian, but no index that texttractor index made");
  else if (strcmp (version, CONC_INDEX_VERSION) != 0)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         "is an index of another version of texttractor: make it anew");
  else {
    *all_text = g_strcmp0 (text, "all") == 0;
    return TRUE;
  }
  return FALSE;
}

ConcIndex *
conc_index_new (const char *path, GError **error)
{
  g_autoptr (ConcIndex) index = g_new0 (ConcIndex, 1);
  index->vertical = g_string_new (NULL);
  index->class = conc_store_load (error);
  index->store = index->class ? index->class->open (path, error) : NULL;
  if (!index->store || !conc_index_check (index->class, index->store, &index->all_text, error))
    return NULL;
  g_autofree char *tags = index->class->dup_setting (index->store, CONC_INDEX_TAGS_NAME, NULL);
  index->tagged = tags && *tags;
  return g_steal_pointer (&index);
}

void
conc_index_free (ConcIndex *index)
{
  if (index->walk)
    index->class->walk_free (index->walk);
  if (index->store)
    index->class->free (index->store);
  g_string_free (index->vertical, TRUE);
  g_free (index);
}

gboolean
conc_index_has_all_text (const ConcIndex *index)
{
  return index->all_text;
}

gboolean
conc_index_has_tags (const ConcIndex *index)
{
  return index->tagged;
}

guint32
conc_index_get_n (const ConcIndex *index)
{
  return index->class->get_n (index->store);
}

void
conc_index_limit (ConcIndex *index, gint64 deadline, GCancellable *cancellable)
{
  index->deadline = deadline;
  index->cancellable = cancellable;
}

/* ---- Pages of a query ------------------------------------------------------------------------------- */

/* Lists of terms, one for each word: pages have to have all terms of one. Pages that the tagger has yet to
 * see may have any lemma. Returns: (transfer full) */
static GPtrArray *
make_terms (const ConcQuery *query)
{
  const gboolean lemmas = conc_query_needs_tags (query);
  GPtrArray *words = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (guint i = 0; i < conc_query_get_n_words (query); i++) {
    const guint n = conc_query_get_n_parts (query, i);
    char **terms = g_new0 (char *, n + 1);
    for (guint k = 0; k < n; k++) {
      g_autofree char *part = conc_query_dup_part (query, i, k);
      terms[k] = conc_index_dup_term (lemmas ? CONC_INDEX_LEMMA : CONC_INDEX_WORD, part);
    }
    g_ptr_array_add (words, terms);
  }
  if (lemmas) {
    char **untagged = g_new0 (char *, 2);
    untagged[0] = g_strdup (CONC_INDEX_UNTAGGED);
    g_ptr_array_add (words, untagged);
  }
  g_ptr_array_add (words, NULL);
  return words;
}

gboolean
conc_index_begin (ConcIndex *index, const ConcWanted *wanted, char **languages, const char *charset,
                  GError **error)
{
  g_autoptr (GPtrArray) words = make_terms (wanted->query);
  if (index->walk)
    index->class->walk_free (index->walk);
  index->wanted = wanted;
  index->languages = languages;
  index->charset = charset;
  index->walk = index->class->walk (index->store, (char ***) words->pdata, error);
  return index->walk != NULL;
}

/* Files of vertical text say nothing of characters sets, and not always which language they are in. */
static gboolean
is_wanted (const ConcIndex *index)
{
  const ConcIndexFacts *facts = &index->facts;
  if (index->charset && *facts->charset && strcmp (facts->charset, index->charset) != 0)
    return FALSE;
  for (char **language = *facts->language ? index->languages : NULL; language; language++) {
    if (!*language)
      return FALSE;
    if (extract_language_is (facts->language, *language))
      return TRUE;
  }
  return TRUE;
}

static gboolean
has_time (const ConcIndex *index, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (index->cancellable, error))
    return FALSE;
  if (index->deadline == 0 || g_get_monotonic_time () < index->deadline)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "takes longer than its limit of time");
  return FALSE;
}

/* The next page by its facts. */
static gboolean
go_on (ConcIndex *index, GError **error)
{
  const char *facts;
  gsize n;
  while (has_time (index, error) &&
         index->class->walk_next (index->walk, &index->number, &facts, &n, error)) {
    if (!conc_index_facts_read (facts, n, &index->facts))
      return fail_damaged (error);
    if (is_wanted (index))
      return TRUE;
  }
  return FALSE;
}

static gboolean
read_page (ConcIndex *index, guint32 number, ConcReadFlags flags, ConcText *text, GError **error)
{
  if (!index->class->read (index->store, number, index->vertical, error))
    return FALSE;
  conc_text_read (text, index->vertical->str, index->vertical->len,
                  flags & (CONC_READ_COLUMNS | CONC_READ_OWN));
  return TRUE;
}

gboolean
conc_index_next (ConcIndex *index, ConcText *text, gboolean *tagged, GError **error)
{
  if (!go_on (index, error))
    return FALSE;
  *tagged = (index->facts.flags & CONC_INDEX_TAGGED) != 0;
  return read_page (index, index->number, index->facts.flags, text, error);
}

/* ---- Samples ------------------------------------------------------------------------------------------ */

gboolean
conc_index_can_count (const ConcWanted *wanted)
{
  return conc_query_is_plain (wanted->query);
}

/* A hit of which only the place is known, until it is sure to be kept: page, sentence, and how to read it. */
static ConcHit *
make_pending (const ConcIndex *index, guint32 sentence)
{
  ConcHit *hit = g_new0 (ConcHit, 1);
  hit->id = index->number;
  hit->at = sentence;
  hit->behind = index->facts.flags;
  return hit;
}

static gboolean
sample_page (ConcIndex *index, ConcSeen *seen, ConcSample *sample, guint64 *n_found, guint64 *n_repeats,
             GError **error)
{
  const ConcWanted *wanted = index->wanted;
  const char *table;
  const guint32 *places;
  gsize n_table, n_places;
  guint n_of_page = 0;
  if (!index->class->walk_places (index->walk, &table, &n_table, &places, &n_places, error))
    return FALSE;
  for (gsize i = 0; i < n_places; i++) {
    ConcIndexRow row;
    guint64 place;
    if (places[i] == 0 || !conc_index_row_read (table, n_table, places[i] - 1, &row))
      return fail_damaged (error);
    if ((!(row.flags & CONC_INDEX_WHOLE) && !wanted->fragments) ||
        (!(row.flags & CONC_INDEX_ASCII) && wanted->ascii))
      continue;
    if (!conc_seen_add_hash (seen, conc_seen_is_near (seen) ? row.near_hash : row.hash)) {
      ++*n_repeats;
      continue;
    }
    ++*n_found;
    if (conc_sample_draw (sample, &place))
      conc_sample_put (sample, place, make_pending (index, places[i] - 1));
    if (wanted->max_per_page > 0 && ++n_of_page == wanted->max_per_page)
      break;
  }
  return TRUE;
}

/* In the order of the pages: each is read once. */
static int
compare_pending (gconstpointer a, gconstpointer b, gpointer data)
{
  ConcHit *const *hits = data;
  const ConcHit *one = hits[*(const guint *) a], *other = hits[*(const guint *) b];
  return one->id != other->id  ? (one->id < other->id ? -1 : 1)
         : one->at < other->at ? -1
                               : one->at > other->at;
}

static gboolean
fill (ConcIndex *index, GPtrArray *hits, GError **error)
{
  g_autoptr (ConcText) text = conc_text_new ();
  g_autoptr (GArray) pending = g_array_new (FALSE, FALSE, sizeof (guint));
  guint64 read = 0;
  for (guint i = 0; i < hits->len; i++)
    if (!((const ConcHit *) hits->pdata[i])->sentence)
      g_array_append_val (pending, i);
  g_array_sort_with_data (pending, compare_pending, hits->pdata);
  for (guint i = 0; i < pending->len; i++) {
    ConcHit **hit = (ConcHit **) &hits->pdata[g_array_index (pending, guint, i)];
    const guint64 number = (*hit)->id;
    const guint32 sentence = (*hit)->at;
    if (number != read && !read_page (index, (guint32) number, (*hit)->behind, text, error))
      return FALSE;
    read = number;
    ConcHit *found = conc_find_in (index->wanted, text, sentence);
    if (!found)
      return fail_damaged (error);
    conc_hit_free (*hit);
    *hit = found;
  }
  return TRUE;
}

gboolean
conc_index_sample (ConcIndex *index, ConcSeen *seen, ConcSample *sample, guint64 *n_found, guint64 *n_repeats,
                   GError **error)
{
  GError *failure = NULL;
  while (go_on (index, &failure))
    if (!sample_page (index, seen, sample, n_found, n_repeats, &failure))
      break;
  if (!failure && fill (index, sample->hits, error))
    return TRUE;
  if (failure)
    g_propagate_error (error, failure);
  conc_sample_drop_pending (sample);
  return FALSE;
}
