/* SPDX-License-Identifier: MIT */
#include "libextract/site/digest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "libextract/page/names.h"

/* Words of class and id of an element that count. Words with digits name one page or one post. */
#define N_NAMES 4
#define LEAST_SCORE 1e-4
#define MAX_PATH 240

/* The finaliser of MurmurHash3 over the sum of both. */
static guint64
mix (guint64 hash, guint64 value)
{
  hash += value + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return hash ^ hash >> 33;
}

double
site_logit (double score)
{
  const double p = CLAMP (score, LEAST_SCORE, 1 - LEAST_SCORE);
  return log (p / (1 - p));
}

/* ---- Paths -------------------------------------------------------------------------------------- */

static gboolean
has_digit (const ExtractNames *names, const ExtractName *name)
{
  for (guint32 i = 0; i < name->length; i++)
    if (g_ascii_isdigit (names->letters[name->letters + i]))
      return TRUE;
  return FALSE;
}

/* The next word of a shape that counts. @position: (inout): where to go on. Returns: (nullable) */
static const ExtractName *
next_name (const ExtractNames *names, guint32 shape, guint *position)
{
  guint n;
  const ExtractNameWord *words = extract_names_get_words (names, shape, &n);
  while (*position < MIN (n, N_NAMES)) {
    const ExtractName *name = &names->names[words[(*position)++].name];
    if (!has_digit (names, name))
      return name;
  }
  return NULL;
}

/* Names of tags, not their numbers: a template outlives the table of tags. */
static void
hash_tags (guint64 hashes[EXTRACT_N_TAGS])
{
  for (guint tag = 0; tag < EXTRACT_N_TAGS; tag++) {
    const char *name = extract_tag_get_name (tag);
    hashes[tag] = extract_token_hash (name, strlen (name));
  }
}

guint64 *
site_hash_paths (ExtractPage *page)
{
  const ExtractNames *names = extract_page_get_names (page);
  guint64 *paths = EXTRACT_NEW (guint64, page->elements.len);
  EXTRACT_AUTOFREE guint64 *shapes = EXTRACT_NEW (guint64, names->n_shapes);
  guint64 tags[EXTRACT_N_TAGS];

  hash_tags (tags);
  for (guint32 s = 0; s < names->n_shapes; s++) {
    const ExtractName *name;
    guint position = 0;
    for (shapes[s] = 0; (name = next_name (names, s, &position));)
      shapes[s] = mix (shapes[s], name->hash);
  }
  for (guint32 e = 0; e < page->elements.len; e++) {
    const ExtractElement *element = extract_page_element (page, e);
    guint64 hash = element->parent == EXTRACT_NO_ELEMENT ? 0 : paths[element->parent];
    paths[e] = mix (mix (hash, tags[element->tag]), shapes[names->element_shapes[e]]);
  }
  return paths;
}

char *
site_dup_path (ExtractPage *page, guint32 element)
{
  const ExtractNames *names = extract_page_get_names (page);
  GString *path = g_string_new (NULL);

  for (guint32 e = element; e != EXTRACT_NO_ELEMENT; e = extract_page_element (page, e)->parent) {
    g_autoptr (GString) step = g_string_new (extract_tag_get_name (extract_page_element (page, e)->tag));
    const ExtractName *name;
    guint position = 0;
    while ((name = next_name (names, names->element_shapes[e], &position)))
      g_string_append_printf (step, ".%.*s", (int) name->length, names->letters + name->letters);
    if (path->len + step->len > MAX_PATH) {
      g_string_prepend (path, "…>");
      break;
    }
    if (path->len > 0)
      g_string_append_c (step, '>');
    g_string_prepend (path, step->str);
  }
  return g_string_free (path, FALSE);
}

/* ---- Blocks ------------------------------------------------------------------------------------- */

guint64
site_hash_block (guint64 path, const char *text)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325); /* FNV-1a of 64 bits */
  guchar before = '\0';

  for (const char *p = text; *p != '\0'; p++) {
    guchar c = (guchar) g_ascii_tolower (*p);
    if (g_ascii_isdigit (c))
      c = '0';
    if (g_ascii_isspace (c))
      c = ' ';
    if (c == before && (c == '0' || c == ' '))
      continue;
    hash = (hash ^ c) * G_GUINT64_CONSTANT (0x100000001b3);
    before = c;
  }
  return mix (path, hash);
}

guint64
site_hash_name (const char *site)
{
  guint64 hash = 0;
  for (const char *p = site ? site : ""; *p != '\0'; p++)
    hash = mix (hash, (guchar) *p);
  return hash;
}

/* ---- A page ------------------------------------------------------------------------------------- */

static int
compare_elements (gconstpointer a, gconstpointer b)
{
  const SiteDigestElement *x = a, *y = b;
  return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->element < y->element ? -1 : 1;
}

static int
compare_blocks (gconstpointer a, gconstpointer b)
{
  const SiteDigestBlock *x = a, *y = b;
  return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->block < y->block ? -1 : 1;
}

/* What each element of the page has, from the blocks up: parents come before their children. */
static void
fill_elements (ExtractDocument *document, const guint64 *paths, SiteDigestElement *rows)
{
  const ExtractPage *page = document->page;
  for (guint32 e = 0; e < page->elements.len; e++)
    rows[e] = (SiteDigestElement){ .key = paths[e], .element = e };
  for (guint i = 0; i < document->n_blocks; i++) {
    const ExtractPiece *piece = extract_document_piece (document, i);
    SiteDigestElement *row = &rows[piece->element];
    row->own++;
    row->words += piece->stats.words;
    row->good += document->blocks[i].label == EXTRACT_LABEL_GOOD ? piece->stats.words : 0;
    row->logit += site_logit (document->blocks[i].score);
  }
  for (guint32 e = page->elements.len; e-- > 0;) {
    guint32 parent = extract_page_element (page, e)->parent;
    if (parent == EXTRACT_NO_ELEMENT)
      continue;
    rows[parent].words += rows[e].words;
    rows[parent].good += rows[e].good;
  }
}

/* One row for each path that has text. Returns: how many there are */
static guint
merge_elements (SiteDigestElement *rows, guint n)
{
  guint n_merged = 0;
  qsort (rows, n, sizeof *rows, compare_elements);
  for (guint i = 0; i < n; i++) {
    SiteDigestElement *last = n_merged > 0 ? &rows[n_merged - 1] : NULL;
    if (rows[i].own == 0 && rows[i].words == 0)
      continue;
    if (!last || last->key != rows[i].key) {
      rows[n_merged++] = rows[i];
      continue;
    }
    last->own += rows[i].own;
    last->words += rows[i].words;
    last->good += rows[i].good;
    last->logit += rows[i].logit;
  }
  return n_merged;
}

static guint
fill_blocks (ExtractDocument *document, const guint64 *paths, SiteDigestBlock *rows)
{
  guint n = 0;
  for (guint i = 0; i < document->n_blocks; i++) {
    const guint64 path = paths[extract_document_piece (document, i)->element];
    rows[i] = (SiteDigestBlock){ site_hash_block (path, extract_document_text (document, i)), path, i };
  }
  qsort (rows, document->n_blocks, sizeof *rows, compare_blocks);
  for (guint i = 0; i < document->n_blocks; i++)
    if (n == 0 || rows[n - 1].key != rows[i].key)
      rows[n++] = rows[i];
  return n;
}

SiteDigest *
site_digest_new (ExtractDocument *document)
{
  EXTRACT_AUTOFREE guint64 *paths = site_hash_paths (document->page);
  SiteDigest *digest = EXTRACT_NEW0 (SiteDigest, 1);

  digest->elements = EXTRACT_NEW (SiteDigestElement, document->page->elements.len);
  fill_elements (document, paths, digest->elements);
  digest->n_elements = merge_elements (digest->elements, document->page->elements.len);
  digest->blocks = EXTRACT_NEW (SiteDigestBlock, document->n_blocks);
  digest->n_blocks = fill_blocks (document, paths, digest->blocks);
  for (guint i = 0; i < document->n_blocks; i++)
    if (document->blocks[i].label == EXTRACT_LABEL_GOOD)
      digest->good += extract_document_piece (document, i)->stats.words;
  return digest;
}

void
site_digest_free (SiteDigest *digest)
{
  extract_memory_free (digest->elements);
  extract_memory_free (digest->blocks);
  extract_memory_free (digest);
}
