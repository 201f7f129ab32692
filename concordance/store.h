/* SPDX-License-Identifier: MIT */
/*
 * What an index uses of Xapian. It is a module of its own, store-xapian.cc, which is loaded with the first
 * index: programs that open none start as fast as without it.
 *
 *   texts, numbered in the order in which they came: terms and where they are, facts, a table, the text
 *
 * A store is used by one thread at a time. Errors say what is wrong with it, and do not name it.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What is kept of a text. All is lent. */
typedef struct {
  const char *key;   /* a text of the same key is replaced */
  const char *group; /* (nullable): texts that came together: those that do not come again go */
  const char *facts; /* a few bytes, that are read before all else */
  gsize n_facts;
  const char *table; /* read without the text */
  gsize n_table;
  const char *text;
  gsize n_text;
} ConcStoreText;

/* Where a term is in a text. */
typedef struct {
  const char *term;
  guint32 place; /* from 1 on */
} ConcStorePosting;

/* Longer terms and keys are refused: bytes. */
#define CONC_STORE_TERM_BYTES 200

typedef struct _ConcStore ConcStore;
typedef struct _ConcStoreWalk ConcStoreWalk;

typedef struct {
  ConcStore *(*open) (const char *path, GError **error);
  /* open_for_writing: @create: it does not exist. All that is put there is seen once it is committed, or
   * never.
   */
  ConcStore *(*open_for_writing) (const char *path, gboolean create, GError **error);
  void (*free) (ConcStore *store);
  guint32 (*get_n) (ConcStore *store);

  /* Returns: (transfer full) (nullable): NULL if there is no such setting, and with an error */
  char *(*dup_setting) (ConcStore *store, const char *name, GError **error);
  gboolean (*set_setting) (ConcStore *store, const char *name, const char *value, GError **error);
  gboolean (*put) (ConcStore *store, const ConcStoreText *text, const ConcStorePosting *postings, gsize n,
                   GError **error);
  /* Texts of groups that were put without some of their texts lose these. */
  gboolean (*commit) (ConcStore *store, GError **error);

  /* walk: texts that have all terms of one of @words in one place, in their order. @words: (nullable): NULL:
   * all texts. Each is a list that ends with NULL, and so is the whole. */
  ConcStoreWalk *(*walk) (ConcStore *store, char ***words, GError **error);
  /* walk_next: Returns: FALSE behind the last one, and with an error. What it gives is lent until the next
   * call.
   */
  gboolean (*walk_next) (ConcStoreWalk *walk, guint32 *number, const char **facts, gsize *n_facts,
                         GError **error);
  /* Of the text at hand: its table, and where the first terms of @words are in it: in order, each once. */
  gboolean (*walk_places) (ConcStoreWalk *walk, const char **table, gsize *n_table, const guint32 **places,
                           gsize *n_places, GError **error);
  void (*walk_free) (ConcStoreWalk *walk);

  gboolean (*read) (ConcStore *store, guint32 number, GString *text, GError **error);
} ConcStoreClass;

/* What the module exports: a function of this type and name. */
typedef const ConcStoreClass *ConcStoreGetClass (void);
#define CONC_STORE_MODULE "texttractor-xapian.so"
#define CONC_STORE_GET_CLASS "conc_store_get_class"

/* conc_store_load: Returns: (nullable): NULL with an error if this program was built without it, or the
 * module or Xapian is not installed */
const ConcStoreClass *conc_store_load (GError **error);

/* conc_store_is: whether the files at @path are those of a store. Without the module. */
gboolean conc_store_is (const char *path);

G_END_DECLS
