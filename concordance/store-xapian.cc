/* SPDX-License-Identifier: MIT */
/*
 * The only file that uses Xapian: a store is a database, a text a document of it.
 *
 *   text   the data of the document, which Xapian packs
 *   facts, table   values, which are read without the text
 *   key, group     terms Q… and P…; other terms come with places
 */
#include "concordance/store.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <iterator>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

#include <xapian.h>

namespace {

enum { SLOT_FACTS, SLOT_TABLE };

/* Texts, between two steps of writing a new one: what they need of memory grows with it. */
const unsigned TEXTS_PER_STEP = 2000;

/* Exceptions of Xapian, by their types; others that it throws at a database are damage. */
const struct {
  const char *type, *sentence;
} reasons[] = {
  { "DatabaseVersionError", "is an index of another version of Xapian: make it anew" },
  { "DatabaseModifiedError", "was changed while it was read, or is damaged: try again" },
  { "DatabaseLockError", "another program is writing to this index" },
};

void
fail (GError **error, const Xapian::Error &reason, const char *sentence)
{
  const char *system = reason.get_error_string ();
  for (const auto &row : reasons)
    if (!std::strcmp (reason.get_type (), row.type))
      sentence = row.sentence;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s (%s%s%s)", sentence, reason.get_msg ().c_str (),
               system ? ": " : "", system ? system : "");
}

/* Nothing is thrown into C. */
template <typename Result, typename Work>
Result
guarded (GError **error, Result failure, Work work)
{
  try {
    return work ();
  } catch (const Xapian::DatabaseError &reason) {
    fail (error, reason, "is a damaged index: make it anew");
  } catch (const Xapian::Error &reason) {
    fail (error, reason, "is an index that cannot be used");
  } catch (const std::exception &reason) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "is an index that cannot be used (%s)",
                 reason.what ());
  }
  return failure;
}

/* A word: documents that have all of its terms. */
struct Word {
  std::vector<std::string> terms;
  std::vector<Xapian::PostingIterator> lists;
  Xapian::docid at = 0; /* 0: behind the last one */
};

} // namespace

struct _ConcStore {
  Xapian::Database database;
  Xapian::WritableDatabase writable;
  bool writing = false, created = false;
  unsigned n_put = 0;
  std::vector<bool> put; /* by number */
  std::set<std::string> groups;
};

struct _ConcStoreWalk {
  ConcStore *store;
  std::vector<Word> words;
  bool all = false;
  Xapian::PostingIterator next, end; /* of all */
  Xapian::ValueIterator facts, facts_end, tables, tables_end;
  Xapian::docid at = 0;
  std::string facts_bytes, table_bytes;
  std::vector<guint32> places;
};

namespace {

/* ---- Opening ------------------------------------------------------------------------------------- */

ConcStore *
store_open (const char *path, GError **error)
{
  return guarded<ConcStore *> (error, nullptr, [&] {
    Xapian::Database database (path, Xapian::DB_BACKEND_GLASS);
    ConcStore *store = new ConcStore;
    store->database = database;
    return store;
  });
}

ConcStore *
store_open_for_writing (const char *path, gboolean create, GError **error)
{
  return guarded<ConcStore *> (error, nullptr, [&] {
    const int how = create ? Xapian::DB_CREATE_OR_OVERWRITE | Xapian::DB_NO_SYNC | Xapian::DB_DANGEROUS
                           : static_cast<int> (Xapian::DB_OPEN);
    Xapian::WritableDatabase writable (path, how | Xapian::DB_BACKEND_GLASS);
    if (!create)
      writable.begin_transaction ();
    ConcStore *store = new ConcStore;
    store->database = writable;
    store->writable = writable;
    store->writing = true;
    store->created = create;
    return store;
  });
}

/* What was not committed goes with it. */
void
store_free (ConcStore *store)
{
  guarded<bool> (nullptr, false, [&] {
    if (store->writing && !store->created)
      store->writable.cancel_transaction ();
    return true;
  });
  guarded<bool> (nullptr, false, [&] {
    delete store;
    return true;
  });
}

guint32
store_get_n (ConcStore *store)
{
  return guarded<guint32> (nullptr, 0, [&] { return store->database.get_doccount (); });
}

char *
store_dup_setting (ConcStore *store, const char *name, GError **error)
{
  return guarded<char *> (error, nullptr, [&] () -> char * {
    const std::string value = store->database.get_metadata (name);
    return value.empty () ? nullptr : g_strdup (value.c_str ());
  });
}

gboolean
store_set_setting (ConcStore *store, const char *name, const char *value, GError **error)
{
  return guarded<gboolean> (error, FALSE, [&] () -> gboolean {
    store->writable.set_metadata (name, value);
    return TRUE;
  });
}

/* ---- Writing --------------------------------------------------------------------------------------- */

gboolean
store_put (ConcStore *store, const ConcStoreText *text, const ConcStorePosting *postings, gsize n,
           GError **error)
{
  return guarded<gboolean> (error, FALSE, [&] () -> gboolean {
    Xapian::Document document;
    const std::string key = std::string ("Q") + text->key;
    document.set_data (std::string (text->text, text->n_text));
    document.add_value (SLOT_FACTS, std::string (text->facts, text->n_facts));
    document.add_value (SLOT_TABLE, std::string (text->table, text->n_table));
    document.add_boolean_term (key);
    if (text->group) {
      const std::string group = std::string ("P") + text->group;
      document.add_boolean_term (group);
      store->groups.insert (group);
    }
    for (gsize i = 0; i < n; i++)
      document.add_posting (postings[i].term, postings[i].place);
    const Xapian::docid number = store->writable.replace_document (key, document);
    if (number >= store->put.size ())
      store->put.resize (number + number / 2 + 64);
    store->put[number] = true;
    if (store->created && ++store->n_put % TEXTS_PER_STEP == 0)
      store->writable.commit ();
    return TRUE;
  });
}

/* An iterator must not see its list change. */
void
remove_missing (ConcStore *store, const std::string &group)
{
  std::vector<Xapian::docid> missing;
  for (auto i = store->writable.postlist_begin (group); i != store->writable.postlist_end (group); ++i)
    if (*i >= store->put.size () || !store->put[*i])
      missing.push_back (*i);
  for (Xapian::docid number : missing)
    store->writable.delete_document (number);
}

gboolean
store_commit (ConcStore *store, GError **error)
{
  return guarded<gboolean> (error, FALSE, [&] () -> gboolean {
    for (const std::string &group : store->groups)
      remove_missing (store, group);
    if (store->created)
      store->writable.commit ();
    else
      store->writable.commit_transaction ();
    store->writing = false;
    return TRUE;
  });
}

/* ---- Reading --------------------------------------------------------------------------------------- */

/* Whether all terms of @word have a place in common in the document that its lists are at. */
bool
share_a_place (Word &word)
{
  std::vector<Xapian::termpos> places;
  for (gsize i = 0; i < word.lists.size (); i++) {
    const std::vector<Xapian::termpos> others (word.lists[i].positionlist_begin (),
                                               word.lists[i].positionlist_end ());
    std::vector<Xapian::termpos> both;
    if (i == 0)
      both = others;
    else
      std::set_intersection (places.begin (), places.end (), others.begin (), others.end (),
                             std::back_inserter (both));
    places = both;
  }
  return !places.empty ();
}

/* Moves to the first document from number @least on that has all terms in one place. */
void
align (Word &word, Xapian::docid least)
{
  const gsize n = word.lists.size ();
  word.at = 0;
  for (gsize i = 0, n_there = 0; n_there < n; i = (i + 1) % n) {
    word.lists[i].skip_to (least);
    if (word.lists[i] == Xapian::PostingIterator ())
      return;
    n_there = *word.lists[i] == least ? n_there + 1 : 1;
    least = *word.lists[i];
    if (n_there == n && n > 1 && !share_a_place (word)) {
      n_there = 0;
      least++;
    }
  }
  word.at = least;
}

ConcStoreWalk *
store_walk (ConcStore *store, char ***words, GError **error)
{
  return guarded<ConcStoreWalk *> (error, nullptr, [&] {
    std::vector<Word> all;
    for (; words && *words; words++) {
      Word word;
      for (char **term = *words; *term; term++) {
        word.terms.push_back (*term);
        word.lists.push_back (store->database.postlist_begin (*term));
      }
      align (word, 1);
      all.push_back (word);
    }
    const Xapian::Database &database = store->database;
    ConcStoreWalk *walk = new ConcStoreWalk;
    walk->store = store;
    walk->words = all;
    walk->all = !words && all.empty ();
    if (walk->all)
      walk->next = database.postlist_begin (std::string ());
    walk->facts = database.valuestream_begin (SLOT_FACTS);
    walk->tables = database.valuestream_begin (SLOT_TABLE);
    return walk;
  });
}

/* Returns: 0 behind the last one */
Xapian::docid
go_on (ConcStoreWalk *walk)
{
  if (walk->all) {
    if (walk->at > 0)
      ++walk->next;
    return walk->next == walk->end ? 0 : *walk->next;
  }
  Xapian::docid least = 0;
  for (Word &word : walk->words) {
    if (word.at > 0 && word.at <= walk->at)
      align (word, walk->at + 1);
    if (word.at > 0 && (least == 0 || word.at < least))
      least = word.at;
  }
  return least;
}

/* A list of values at @number: Returns: its value, or "" */
std::string
take_value (Xapian::ValueIterator &values, Xapian::docid number)
{
  const Xapian::ValueIterator end;
  if (values != end)
    values.skip_to (number);
  return values != end && values.get_docid () == number ? *values : std::string ();
}

gboolean
walk_next (ConcStoreWalk *walk, guint32 *number, const char **facts, gsize *n_facts, GError **error)
{
  return guarded<gboolean> (error, FALSE, [&] () -> gboolean {
    const Xapian::docid at = go_on (walk);
    if (at == 0)
      return FALSE;
    walk->at = at;
    walk->facts_bytes = take_value (walk->facts, at);
    *number = at;
    *facts = walk->facts_bytes.data ();
    *n_facts = walk->facts_bytes.size ();
    return TRUE;
  });
}

gboolean
walk_places (ConcStoreWalk *walk, const char **table, gsize *n_table, const guint32 **places, gsize *n_places,
             GError **error)
{
  return guarded<gboolean> (error, FALSE, [&] () -> gboolean {
    walk->table_bytes = take_value (walk->tables, walk->at);
    walk->places.clear ();
    for (const Word &word : walk->words)
      if (word.at == walk->at) {
        const auto end = walk->store->database.positionlist_end (walk->at, word.terms[0]);
        for (auto i = walk->store->database.positionlist_begin (walk->at, word.terms[0]); i != end; ++i)
          walk->places.push_back (*i);
      }
    std::sort (walk->places.begin (), walk->places.end ());
    walk->places.erase (std::unique (walk->places.begin (), walk->places.end ()), walk->places.end ());
    *table = walk->table_bytes.data ();
    *n_table = walk->table_bytes.size ();
    *places = walk->places.data ();
    *n_places = walk->places.size ();
    return TRUE;
  });
}

void
walk_free (ConcStoreWalk *walk)
{
  delete walk;
}

gboolean
store_read (ConcStore *store, guint32 number, GString *text, GError **error)
{
  return guarded<gboolean> (error, FALSE, [&] () -> gboolean {
    const std::string data = store->database.get_document (number).get_data ();
    g_string_truncate (text, 0);
    g_string_append_len (text, data.data (), static_cast<gssize> (data.size ()));
    return TRUE;
  });
}

const ConcStoreClass store_class = {
  store_open, store_open_for_writing, store_free, store_get_n, store_dup_setting, store_set_setting,
  store_put,  store_commit,           store_walk, walk_next,   walk_places,       walk_free,
  store_read,
};

} // namespace

extern "C" __attribute__ ((visibility ("default"))) ConcStoreGetClass conc_store_get_class;

const ConcStoreClass *
conc_store_get_class (void)
{
  return &store_class;
}
