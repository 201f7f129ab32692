/* SPDX-License-Identifier: MIT */
/*
 * Tokens of a page.
 *
 *   shapes of elements: tag and attributes ─┐
 *                                           ├> tokens -> hashes -> sorted, each once
 *   blocks -> words, as text/facts.c cuts ──┘
 */
#include "libextract/feature/tokens.h"

#include <string.h>

/* Bytes of the longest token of an element: a name, a word of an attribute with its prefix. */
#define MAX_ELEMENT_TOKEN (EXTRACT_MAX_WORD + 16)

/* ---- Elements -------------------------------------------------------------------------------- */

/* One after another: the words of class and id. */
static void
foreach_name (const ExtractPage *page, const ExtractElement *element, ExtractTokenFunc func, gpointer data)
{
  char token[EXTRACT_MAX_NAME + 1] = ".";
  guint n = 0;

  for (ExtractAttribute a = EXTRACT_ATTRIBUTE_CLASS; a <= EXTRACT_ATTRIBUTE_ID; a++) {
    const char *position = extract_page_get_attribute (page, element, a);
    gsize length;

    while (n < EXTRACT_MAX_NAMES && (length = extract_names_next (&position, token + 1)) > 0) {
      func (token, length + 1, data);
      n++;
    }
  }
}

/* The pieces between white space. @is_address: what stands behind their last / or # */
static void
foreach_piece (const char *prefix, const char *value, gboolean is_address, ExtractTokenFunc func,
               gpointer data)
{
  char token[MAX_ELEMENT_TOKEN];
  gsize start = strlen (prefix), length = start;

  memcpy (token, prefix, start);
  for (const char *p = value;; p++) {
    if (*p == '\0' || g_ascii_isspace (*p)) {
      length = extract_token_whole_length (token, length);
      if (length > start)
        func (token, length, data);
      length = start;
    } else if (is_address && (*p == '/' || *p == '#'))
      length = start;
    else if (length < start + EXTRACT_MAX_WORD)
      token[length++] = g_ascii_tolower (*p);
    if (*p == '\0')
      return;
  }
}

static void
foreach_tag (ExtractTag tag, ExtractTokenFunc func, gpointer data)
{
  char token[MAX_ELEMENT_TOKEN] = "<";
  char *end = g_stpcpy (g_stpcpy (token + 1, extract_tag_get_name (tag)), ">");

  func (token, (gsize) (end - token), data);
}

static void
foreach_value (const char *role, const char *itemprop, const char *itemtype, ExtractTokenFunc func,
               gpointer data)
{
  if (*role)
    foreach_piece ("role=", role, FALSE, func, data);
  if (*itemprop)
    foreach_piece ("itemprop=", itemprop, FALSE, func, data);
  if (*itemtype)
    foreach_piece ("itemtype=", itemtype, TRUE, func, data);
}

void
extract_token_foreach_of_element (const ExtractPage *page, const ExtractElement *element,
                                  ExtractTokenFunc func, gpointer data)
{
  foreach_tag (element->tag, func, data);
  if (element->attributes == 0)
    return;
  foreach_name (page, element, func, data);
  foreach_value (extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_ROLE),
                 extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_ITEMPROP),
                 extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_ITEMTYPE), func, data);
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

static void
add_hash (const char *token, gsize length, gpointer data)
{
  extract_hashes_append (data, extract_token_hash (token, length));
}

/* As extract_token_foreach_of_element () has them, with names that have been cut already. */
static void
add_shape (const ExtractPage *page, const ExtractNames *names, guint32 shape, ExtractHashes *hashes)
{
  guint n;
  const ExtractNameWord *words = extract_names_get_words (names, shape, &n);

  foreach_tag (extract_page_element (page, names->shapes[shape].element)->tag, add_hash, hashes);
  for (guint k = 0; k < MIN (n, EXTRACT_MAX_NAMES); k++)
    extract_hashes_append (hashes, names->names[words[k].name].hash);
  foreach_value (extract_names_get_attribute (names, page, shape, EXTRACT_ATTRIBUTE_ROLE),
                 extract_names_get_attribute (names, page, shape, EXTRACT_ATTRIBUTE_ITEMPROP),
                 extract_names_get_attribute (names, page, shape, EXTRACT_ATTRIBUTE_ITEMTYPE), add_hash,
                 hashes);
}

/* Returns: (transfer full): [n_shapes + 1]: where those of each begin. @items: (out) (transfer full) */
static guint32 *
add_shapes (const ExtractPage *page, const ExtractNames *names, guint32 **items)
{
  guint32 *starts = EXTRACT_NEW (guint32, (gsize) names->n_shapes + 1);
  ExtractHashes hashes = { 0 };

  starts[0] = 0;
  for (guint32 s = 0; s < names->n_shapes; s++) {
    if (names->shapes[s].has_blocks)
      add_shape (page, names, s, &hashes);
    extract_hashes_sort (&hashes, starts[s]);
    starts[s + 1] = hashes.n;
  }
  *items = hashes.items;
  return starts;
}

/* The same of the texts. */
static guint32 *
add_texts (const ExtractPage *page, guint32 **items)
{
  guint32 *starts = EXTRACT_NEW (guint32, (gsize) page->pieces.len + 1), from = 0;
  ExtractHashes hashes = { .items = EXTRACT_NEW (guint32, page->tokens_of_texts.n),
                           .room = page->tokens_of_texts.n };

  starts[0] = 0;
  for (guint i = 0; i < page->pieces.len; i++) {
    guint32 n = ROWS_INDEX (page->pieces, ExtractPiece, i)->n_tokens;

    if (n > 0)
      memcpy (hashes.items + hashes.n, page->tokens_of_texts.items + from, n * sizeof (guint32));
    from += n;
    hashes.n += n;
    extract_hashes_sort (&hashes, starts[i]);
    starts[i + 1] = hashes.n;
  }
  *items = hashes.items;
  return starts;
}

static gpointer
make_tokens (gpointer data)
{
  ExtractPage *page = data;
  const ExtractNames *names = extract_page_get_names (page);
  ExtractTokens *tokens = EXTRACT_NEW (ExtractTokens, 1);

  tokens->names = names;
  tokens->shape_starts = add_shapes (page, names, &tokens->shape_tokens);
  tokens->word_starts = add_texts (page, &tokens->words);
  return tokens;
}

static void
tokens_free (gpointer data)
{
  ExtractTokens *tokens = data;

  extract_memory_free (tokens->shape_starts);
  extract_memory_free (tokens->shape_tokens);
  extract_memory_free (tokens->word_starts);
  extract_memory_free (tokens->words);
  extract_memory_free (tokens);
}

const ExtractTokens *
extract_document_get_tokens (ExtractDocument *document)
{
  return extract_page_keep (document->page, EXTRACT_SLOT_TOKENS, make_tokens, document->page, tokens_free);
}
