/* SPDX-License-Identifier: MIT */
/*
 * How like a block is to the title of the page and to its structured data.
 *
 * All is done with hashes of words. Words are those of text/facts.c, in small letters and without
 * apostrophes, for these are written in several ways; those of the blocks have been read by text/facts.c. A
 * stretch of a block occurs in a body if each four
 * words in a row of it do:
 *
 *   bodies, descriptions --each four words--> index --> found by the stretches of every block
 *
 * So the page and the bodies are read once each, however many blocks ask, and a paragraph from which a body
 * leaves a note out is still known by the rest of it. Without a title, bodies, descriptions or names, what
 * they have in common with a block is not known (NAN).
 */
#include "libextract/feature/family.h"
#include "libextract/text/kind.h"

#include <math.h>
#include <string.h>

#define GRAM 4           /* words in a row that the index knows */
#define PREFIX 80        /* leading characters of a block that have to occur */
#define BODY_WORDS 50    /* of a body that may be the main text */
#define MAX_TITLE 4096   /* words of a title that are read */
#define MAX_INDEX 262144 /* words and names of structured data that are read */
#define MAX_PROBES 64    /* most steps in a table: keys that a page made to collide are left out */

enum {
  TITLE_JACCARD,
  TITLE_SHARE,
  IN_BODY,
  IN_DESCRIPTION,
  IS_NAME,
  DUPLICATES,
  BODY_SHARE,
  BETWEEN_BODY,
  HAS_BODY,
  BODY_COVERED,
  N_FACTS
};

typedef struct {
  float values[N_FACTS];
} Facts;

/* ---- Words ---------------------------------------------------------------------------------- */

#define HASH_START G_GUINT64_CONSTANT (0xcbf29ce484222325)
#define HASH_FACTOR G_GUINT64_CONSTANT (0x100000001b3)

static guint64
hash_add (guint64 hash, guint64 next)
{
  return (hash ^ next) * HASH_FACTOR;
}

static guint64
gram_of (guint32 first, guint32 second, guint32 third, guint32 fourth)
{
  return hash_add (hash_add (hash_add (hash_add (HASH_START, first), second), third), fourth);
}

/* @c: (out): the character, in lower case */
static ExtractKind
read_kind (const char *p, gunichar *c)
{
  ExtractKind kind;

  *c = (guchar) *p | 0x20;
  if (*c >= 'a' && *c <= 'z')
    return EXTRACT_KIND_SMALL;
  *c = (guchar) *p < 128 ? (guchar) *p : g_utf8_get_char (p);
  kind = extract_text_get_kind (*c);
  *c = kind == EXTRACT_KIND_CAPITAL ? g_unichar_tolower (*c) : *c;
  return kind;
}

/* The next word of a title or of structured data.
 * @position: (inout): where to go on
 * @hash: (out): as ExtractWord has it
 * Returns: FALSE at the end */
static gboolean
word_next (const char **position, guint32 *hash)
{
  const char *p = *position;
  guint32 letters = EXTRACT_HASH_START;
  gboolean apostrophe = FALSE;
  guint chars = 0;

  while (*p == ' ')
    p++;
  for (; *p; p = g_utf8_next_char (p)) {
    gunichar c;

    /* The common case: letters of ASCII. */
    if (g_ascii_isalpha (*p)) {
      apostrophe = FALSE;
      for (; g_ascii_isalpha (*p); p++) {
        letters = extract_hash_add (letters, *p | 0x20);
        chars++;
      }
      if (*p == ' ' || !*p)
        break;
    }
    ExtractKind kind = read_kind (p, &c);
    gboolean letter = kind != EXTRACT_KIND_DIGIT && kind != EXTRACT_KIND_MARK;

    if (kind >= EXTRACT_KIND_SMALL && kind <= EXTRACT_KIND_UNSPACED) {
      if (chars > 0 && (kind == EXTRACT_KIND_HAN || (apostrophe && !letter) ||
                        (kind == EXTRACT_KIND_UNSPACED && chars >= EXTRACT_LETTERS_OF_AN_UNSPACED_WORD)))
        break;
      apostrophe = FALSE;
      if (kind == EXTRACT_KIND_MARK && chars == 0)
        continue;
      letters = extract_hash_add (letters, c);
      chars++;
      if (kind == EXTRACT_KIND_HAN) {
        p = g_utf8_next_char (p);
        break;
      }
    } else if (kind == EXTRACT_KIND_APOSTROPHE && chars > 0 && !apostrophe)
      apostrophe = TRUE;
    else if (chars > 0)
      break;
  }
  *position = p;
  *hash = extract_hash_finish (letters);
  return chars > 0;
}

/* The last words of a text that is read. */
typedef struct {
  guint32 last[GRAM];
  guint n;     /* words so far */
  guint64 all; /* hash of the words so far */
} Run;

static void
run_add (Run *run, guint32 word)
{
  run->all = hash_add (run->n == 0 ? HASH_START : run->all, word);
  memmove (run->last, run->last + 1, (GRAM - 1) * sizeof *run->last);
  run->last[GRAM - 1] = word;
  run->n++;
}

/* ---- Tables --------------------------------------------------------------------------------- */

typedef struct {
  guint64 key; /* 0: free */
  guint32 value;
  guint32 met; /* in a title: the last block that has the word, from 1 */
} Slot;

/* Hashes and what is known of them. Half of it stays free. */
typedef struct {
  Slot *slots; /* owned */
  gsize mask;
} Table;

/* @n: how many keys it may be given */
static void
table_init (Table *table, gsize n)
{
  gsize size = 2;

  while (size < 2 * n)
    size *= 2;
  table->slots = EXTRACT_NEW0 (Slot, size);
  table->mask = size - 1;
}

/* The last bits of @hash are as good as any: words are hashed with care.
 * Returns: (nullable): the slot of @hash, or the free one for it */
static inline Slot *
table_seek (const Table *table, guint64 hash)
{
  for (gsize i = 0; i < MAX_PROBES; i++) {
    Slot *slot = &table->slots[(hash + i) & table->mask];

    if (slot->key == hash || slot->key == 0)
      return slot;
  }
  return NULL;
}

/* Returns: (nullable): the slot of @hash */
static inline Slot *
table_find (const Table *table, guint64 hash)
{
  Slot *slot = table_seek (table, MAX (hash, 1));

  return slot && slot->key != 0 ? slot : NULL;
}

/* Returns: (nullable): the slot of @hash; a new one has the value 0 */
static Slot *
table_add (Table *table, guint64 hash)
{
  Slot *slot = table_seek (table, MAX (hash, 1));

  if (slot)
    slot->key = MAX (hash, 1);
  return slot;
}

/* ---- What blocks are held against ----------------------------------------------------------- */

/* Bits of a word of the titles. */
enum { WORD_TITLE = 1 << 0, WORD_OG_TITLE = 1 << 1 };
/* Bits of four words in a row. */
enum { GRAM_BODY = 1 << 0, GRAM_DESCRIPTION = 1 << 1, GRAM_COVERED = 1 << 2 };

typedef struct {
  Table titles; /* words -> WORD_… */
  Table grams;  /* four words -> GRAM_… */
  Table names;  /* all words of a name */
  Table texts;  /* all of a block -> how many blocks have it */
  guint title_words, og_title_words;
  guint n_names;
  guint body_grams, description_grams;
  guint covered_grams; /* of the bodies */
  gboolean has_body;
} Index;

/* Returns: the number of distinct words */
static guint
index_title (Index *index, const char *title, guint bit)
{
  guint32 word;
  guint distinct = 0;

  for (guint n = 0; n < MAX_TITLE && word_next (&title, &word); n++) {
    Slot *slot = table_add (&index->titles, word);

    distinct += slot && !(slot->value & bit);
    if (slot)
      slot->value |= bit;
  }
  return distinct;
}

/* @left: (inout): words that may still be read
 * Returns: the number of distinct four words in a row */
static guint
index_texts (Index *index, const ExtractString *texts, guint bit, guint *left)
{
  guint distinct = 0;

  for (const char *p = texts->str; p<texts->str + texts->len && * left> 0; p += strlen (p) + 1) {
    Run run = { .n = 0 };
    guint32 word;

    for (; *left > 0 && word_next (&p, &word); (*left)--) {
      Slot *slot;

      run_add (&run, word);
      slot = run.n >= GRAM
                 ? table_add (&index->grams, gram_of (run.last[0], run.last[1], run.last[2], run.last[3]))
                 : NULL;
      distinct += slot && !(slot->value & bit);
      if (slot)
        slot->value |= bit;
    }
    index->has_body = index->has_body || (bit == GRAM_BODY && run.n >= BODY_WORDS);
  }
  return distinct;
}

static void
index_names (Index *index, const ExtractString *names)
{
  for (const char *p = names->str; p < names->str + names->len && index->n_names < MAX_INDEX;
       p += strlen (p) + 1) {
    Run run = { .n = 0 };
    guint32 word;

    while (word_next (&p, &word))
      run_add (&run, word);
    index->n_names += run.n > 0 && table_add (&index->names, run.all);
  }
}

static guint
count_texts (const ExtractString *texts)
{
  guint n = 0;

  for (const char *p = texts->str; p < texts->str + texts->len; p += strlen (p) + 1)
    n++;
  return n;
}

static void
index_init (Index *index, const ExtractRich *rich)
{
  const ExtractStructured *structured = rich->structured;
  const char *og_title = rich->page->og_title ? rich->page->og_title : "";
  guint left = MIN (MAX_INDEX, (structured->bodies->len + structured->descriptions->len) / 2);

  table_init (&index->titles, MIN (2 * MAX_TITLE, (strlen (rich->page->title) + strlen (og_title)) / 2 + 2));
  table_init (&index->grams, left);
  table_init (&index->names, MIN (MAX_INDEX, count_texts (structured->names)));
  table_init (&index->texts, rich->n);
  index->title_words = index_title (index, rich->page->title, WORD_TITLE);
  index->og_title_words = index_title (index, og_title, WORD_OG_TITLE);
  index->body_grams = index_texts (index, structured->bodies, GRAM_BODY, &left);
  index->description_grams = index_texts (index, structured->descriptions, GRAM_DESCRIPTION, &left);
  index_names (index, structured->names);
}

static void
index_clear (Index *index)
{
  extract_memory_free (index->titles.slots);
  extract_memory_free (index->grams.slots);
  extract_memory_free (index->names.slots);
  extract_memory_free (index->texts.slots);
}

/* ---- Blocks --------------------------------------------------------------------------------- */

/* Distinct words of the text of a block that are in the titles. */
typedef struct {
  guint title, og_title;
} TitleWords;

/* @block: from 1 */
static TitleWords
find_title_words (Index *index, guint block, const ExtractWord *words, guint n)
{
  TitleWords found = { 0, 0 };

  for (guint k = 0; k < n; k++) {
    Slot *slot = table_find (&index->titles, words[k].hash);

    if (!slot || slot->met == block)
      continue;
    slot->met = block;
    found.title += (slot->value & WORD_TITLE) != 0;
    found.og_title += (slot->value & WORD_OG_TITLE) != 0;
  }
  return found;
}

/* What the stretches of a block have in common with the structured data. */
typedef struct {
  guint in_bodies; /* four words in a row that are in bodies */
  gboolean in_body, in_description;
} Stretches;

/* @n: words, of which each four in a row are looked for; those that begin in the first characters have to be
 * in a body, or in a description */
static Stretches
find_stretches (Index *index, const ExtractWord *words, guint n)
{
  gboolean any = n >= GRAM;
  Stretches found = { 0, any && index->body_grams > 0, any && index->description_grams > 0 };
  guint at = 0; /* characters before the last of the four, with a space between any two words */

  for (guint k = 0; k < MIN (n, GRAM - 1); k++)
    at += words[k].chars + 1;
  for (guint k = GRAM - 1; k < n; k++) {
    gboolean prefix = at < PREFIX;
    Slot *slot;
    guint bits;

    if (index->body_grams == 0 && !(prefix && found.in_description))
      break;
    slot = table_find (&index->grams,
                       gram_of (words[k - 3].hash, words[k - 2].hash, words[k - 1].hash, words[k].hash));
    bits = slot ? slot->value : 0;
    found.in_bodies += (bits & GRAM_BODY) != 0;
    if (prefix) {
      found.in_body = found.in_body && (bits & GRAM_BODY);
      found.in_description = found.in_description && (bits & GRAM_DESCRIPTION);
    }
    if ((bits & GRAM_BODY) && !(bits & GRAM_COVERED)) {
      slot->value |= GRAM_COVERED;
      index->covered_grams++;
    }
    at += words[k].chars + 1;
  }
  return found;
}

static double
ratio (guint a, guint b)
{
  return b > 0 ? (double) a / b : 0;
}

/* Returns: the hash of its text; case matters only where there are no words */
static guint64
compare_block (Index *index, const ExtractRich *rich, guint i, Facts *facts)
{
  const ExtractWord *words = rich->words + rich->totals[i].words;
  const guint n = rich->totals[i + 1].words - rich->totals[i].words;
  const guint distinct = extract_document_piece (rich->document, i)->facts.distinct_words;
  TitleWords t = find_title_words (index, i + 1, words, n);
  Stretches s = find_stretches (index, words, n);
  guint64 all = HASH_START;

  for (guint k = 0; k < n; k++)
    all = hash_add (all, words[k].hash);
  *facts =
      (Facts){ .values = {
                   [TITLE_JACCARD] =
                       index->title_words ? ratio (t.title, distinct + index->title_words - t.title) : NAN,
                   [TITLE_SHARE] = index->title_words + index->og_title_words == 0 ? NAN
                                   : n < 2                                         ? 0
                                           : ratio (MAX (t.title, t.og_title), distinct),
                   [IN_BODY] = index->body_grams ? s.in_body : NAN,
                   [IN_DESCRIPTION] = index->description_grams ? s.in_description : NAN,
                   [IS_NAME] = index->n_names ? n > 0 && table_find (&index->names, all) : NAN,
                   [BODY_SHARE] =
                       index->body_grams ? ratio (s.in_bodies, MAX (n, GRAM - 1) - (GRAM - 1)) : NAN,
                   [HAS_BODY] = index->has_body,
               } };
  return n > 0 ? all : g_str_hash (extract_document_text (rich->document, i));
}

/* The blocks from the first to the last in a body. */
static void
mark_between (Facts *facts, guint n)
{
  guint first = 0, end = n;

  while (first < n && facts[first].values[IN_BODY] != 1)
    first++;
  while (end > first && facts[end - 1].values[IN_BODY] != 1)
    end--;
  for (guint i = 0; i < n; i++)
    facts[i].values[BETWEEN_BODY] = isnan (facts[i].values[IN_BODY]) ? NAN : i >= first && i < end;
}

/* The facts themselves: the first block may depend on the last. */
static gpointer
prepare (const ExtractRich *rich, ExtractScratch *scratch)
{
  Facts *facts = extract_scratch_take (scratch, rich->n, sizeof *facts);
  EXTRACT_AUTOFREE Slot **same = EXTRACT_NEW (Slot *, rich->n);
  Index index = { .has_body = FALSE };

  index_init (&index, rich);
  for (guint i = 0; i < rich->n; i++) {
    same[i] = table_add (&index.texts, compare_block (&index, rich, i, &facts[i]));
    if (same[i])
      same[i]->value++;
  }
  for (guint i = 0; i < rich->n; i++) {
    facts[i].values[DUPLICATES] = same[i] ? log (same[i]->value) / 4 : 0;
    facts[i].values[BODY_COVERED] = index.body_grams ? ratio (index.covered_grams, index.body_grams) : NAN;
  }
  mark_between (facts, rich->n);
  index_clear (&index);
  return facts;
}

/* ---- The table ------------------------------------------------------------------------------ */

/* clang-format off */
static const ExtractFeatureRow rows[] = {
  { { "title-jaccard", "similarity", "share", 0, 1, "|B & T| / |B + T|",
      "Distinct words that block and title have in common among those of both" },
    NULL, TITLE_JACCARD, EXTRACT_FEATURE_CORE },
  { { "title-share", "similarity", "share", 0, 1, "max (|B & T|, |B & O|) / |B|; 0 if w < 2",
      "Distinct words of the block that are in the title or in og:title" },
    NULL, TITLE_SHARE, 0 },
  { { "in-body", "similarity", "flag", 0, 1, "1 if the first 80 characters occur in a body",
      "Begins like a part of a body" },
    NULL, IN_BODY, EXTRACT_FEATURE_CORE },
  { { "in-description", "similarity", "flag", 0, 1, "1 if the first 80 characters occur in a description",
      "Begins like a part of a description" },
    NULL, IN_DESCRIPTION, 0 },
  { { "is-name", "similarity", "flag", 0, 1, "1 if the words are those of a name",
      "Is a name or a headline of the structured data" },
    NULL, IS_NAME, 0 },
  { { "duplicates", "similarity", "logarithm", 0, 6, "log (other blocks with the same words) / 4",
      "Blocks that say the same" },
    NULL, DUPLICATES, EXTRACT_FEATURE_CORE },
  { { "body-share", "similarity", "share", 0, 1, "four words in a row that occur in a body / four words in a row",
      "How much of the block is in the bodies" },
    NULL, BODY_SHARE, 0 },
  { { "between-body", "similarity", "flag", 0, 1, "1 from the first block that is in-body to the last",
      "Lies among blocks that are in the bodies" },
    NULL, BETWEEN_BODY, 0 },
  { { "has-body", "similarity", "flag", 0, 1, "1 if a body has 50 words or more",
      "The page has a body that may be the main text" },
    NULL, HAS_BODY, 0 },
  { { "body-covered", "similarity", "share", 0, 1, "four words in a row of the bodies that occur in blocks / those of the bodies",
      "Share of the bodies that is on the page" },
    NULL, BODY_COVERED, 0 },
};
/* clang-format on */

const ExtractFeatureFamily extract_feature_similarity = {
  .name = "similarity",
  .rows = rows,
  .n_rows = G_N_ELEMENTS (rows),
  .facts_size = sizeof (Facts),
  .prepare = prepare,
};
