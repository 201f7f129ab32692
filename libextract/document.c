/* SPDX-License-Identifier: MIT */
/*
 * A document is a page, which copies share, with the scores and labels of its blocks. It is
 * changed by one thread until a classifier seals it.
 */
#include "groups.h"
#include "names.h"
#include "token.h"

#include <math.h>
#include <string.h>

G_DEFINE_BOXED_TYPE (ExtractDocument, extract_document, extract_document_ref, extract_document_unref)

/* As g_uri_resolve_relative (), which prints a warning where the parts do not make a URI again. */
char *
extract_page_resolve (const char *base, const char *reference, GUriFlags flags)
{
  g_autoptr (GUri) parsed = g_uri_parse (base, flags, NULL);
  g_autoptr (GUri) uri = parsed ? g_uri_parse_relative (parsed, reference, flags, NULL) : NULL;
  const char *path;

  if (!uri)
    return NULL;
  path = g_uri_get_path (uri);
  if (g_uri_get_host (uri) ? *path && *path != '/' : g_str_has_prefix (path, "//"))
    return NULL;
  return g_uri_to_string (uri);
}

ExtractPage *
extract_page_new (void)
{
  ExtractPage *page = g_atomic_rc_box_new0 (ExtractPage);

  page->title = g_strdup ("");
  page->charset = "UTF-8";
  page->text = g_string_new (NULL);
  page->strings = g_string_new (NULL);
  g_string_append_c (page->strings, '\0');
  page->linked_data = g_string_new (NULL);
  page->marks = g_array_sized_new (FALSE, FALSE, sizeof (ExtractMark), 1);
  return page;
}

const char *
extract_page_get_attribute (const ExtractPage *page, const ExtractElement *element,
                            ExtractAttribute attribute)
{
  const char *value = page->strings->str + element->attributes;

  for (guint a = 0; element->attributes > 0 && a < attribute; a++)
    value += strlen (value) + 1;
  return value;
}

static void
page_clear (gpointer data)
{
  ExtractPage *page = data;

  g_free (page->uri);
  g_free (page->base);
  g_free (page->title);
  g_free (page->language);
  g_free (page->description);
  g_free (page->og_title);
  g_free (page->og_description);
  g_free (page->og_type);
  g_string_free (page->linked_data, TRUE);
  g_string_free (page->text, TRUE);
  g_string_free (page->strings, TRUE);
  g_free (page->elements.data);
  g_array_unref (page->marks);
  g_free (page->pieces.data);
  g_free (page->words.items);
  g_free (page->tokens_of_texts.items);
  g_free (page->keys);
  g_free (page->roles);
  g_clear_pointer (&page->groups, extract_groups_free);
  g_free (page->spans);
  g_clear_pointer (&page->names, extract_names_free);
  g_clear_pointer (&page->tokens, extract_tokens_free);
}

void
extract_page_unref (ExtractPage *page)
{
  g_atomic_rc_box_release_full (page, page_clear);
}

guint64
extract_page_get_memory (const ExtractPage *page)
{
  return page->text->len + page->strings->len + page->linked_data->len +
         page->elements.len * (guint64) sizeof (ExtractElement) +
         page->marks->len * (guint64) sizeof (ExtractMark) +
         page->pieces.len * (guint64) sizeof (ExtractPiece) + page->words.n * (guint64) sizeof (ExtractWord) +
         page->tokens_of_texts.n * (guint64) sizeof (guint32);
}

ExtractDocument *
extract_document_new (ExtractPage *page)
{
  ExtractDocument *document = g_new0 (ExtractDocument, 1);

  document->ref_count = 1;
  document->page = page;
  document->n_blocks = page->pieces.len;
  document->max_memory = G_MAXUINT64;
  document->has_main_text = TRUE;
  document->blocks = g_new (ExtractBlock, document->n_blocks);
  for (guint i = 0; i < document->n_blocks; i++)
    document->blocks[i] = (ExtractBlock){ .document = document, .label = EXTRACT_LABEL_NONE, .rule = -1 };
  return document;
}

ExtractDocument *
extract_document_copy (ExtractDocument *document)
{
  ExtractDocument *copy = extract_document_new (g_atomic_rc_box_acquire (document->page));

  copy->max_memory = document->max_memory;
  copy->set = document->set;
  copy->features = document->features ? g_bytes_ref (document->features) : NULL;
  copy->tables = document->tables ? extract_token_tables_ref (document->tables) : NULL;
  return copy;
}

ExtractDocument *
extract_document_ref (ExtractDocument *document)
{
  g_atomic_int_inc (&document->ref_count);
  return document;
}

void
extract_document_unref (ExtractDocument *document)
{
  if (!g_atomic_int_dec_and_test (&document->ref_count))
    return;
  extract_page_unref (document->page);
  g_clear_pointer (&document->features, g_bytes_unref);
  g_clear_pointer (&document->tables, extract_token_tables_unref);
  g_free (document->blocks);
  g_free (document->model);
  g_free (document);
}

const char *
extract_document_get_uri (ExtractDocument *document)
{
  return document->page->uri;
}

const char *
extract_document_get_base (ExtractDocument *document)
{
  return document->page->base;
}

const char *
extract_document_get_title (ExtractDocument *document)
{
  return document->page->title;
}

const char *
extract_document_get_charset (ExtractDocument *document)
{
  return document->page->charset;
}

const char *
extract_document_get_language (ExtractDocument *document)
{
  return document->page->language;
}

const char *
extract_document_get_model (ExtractDocument *document)
{
  return document->model;
}

/* mean over words w of |p - t| / (p < t ? t : 1 - t) */
static double
compute_sureness (ExtractDocument *document)
{
  double t = document->threshold, sureness = 0, words = 0;

  for (guint i = 0; i < document->n_blocks; i++) {
    double p = document->blocks[i].score;
    double span = p < t ? t : 1 - t;
    double w = extract_document_piece (document, i)->stats.words;

    sureness += w * (span > 0 ? fabs (p - t) / span : 1);
    words += w;
  }
  return words > 0 ? CLAMP (sureness / words, 0, 1) : 0;
}

double
extract_document_get_confidence (ExtractDocument *document)
{
  if (!document->judged)
    return compute_sureness (document);
  return document->has_main_text ? document->expected_f1 : document->no_text;
}

gboolean
extract_document_has_main_text (ExtractDocument *document)
{
  return document->has_main_text;
}

gboolean
extract_document_is_sealed (ExtractDocument *document)
{
  return document->sealed;
}

guint
extract_document_get_n_blocks (ExtractDocument *document)
{
  return document->n_blocks;
}

ExtractBlock *
extract_document_get_block (ExtractDocument *document, guint i)
{
  g_return_val_if_fail (i < document->n_blocks, NULL);
  return &document->blocks[i];
}
