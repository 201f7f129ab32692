/* SPDX-License-Identifier: MIT */
/*
 * A document is a page, which copies share, with the scores and labels of its blocks. It is
 * changed by one thread until a classifier seals it.
 */
#include "libextract/page/document.h"

#include "libextract/base/url.h"

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
  ExtractPage *page = EXTRACT_NEW0 (ExtractPage, 1);

  page->ref_count = 1;
  page->title = extract_memory_strdup ("");
  page->charset = "UTF-8";
  page->text = extract_string_new ();
  page->strings = extract_string_new ();
  extract_string_append_c (page->strings, '\0');
  page->linked_data = extract_string_new ();
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

void
extract_page_drop_kept (ExtractPage *page)
{
  for (ExtractSlot slot = 0; slot < EXTRACT_N_SLOTS; slot++)
    if (page->kept[slot].made) {
      page->kept[slot].free_made (page->kept[slot].made);
      page->kept[slot].made = NULL;
    }
}

void
extract_page_unref (ExtractPage *page)
{
  if (!g_atomic_int_dec_and_test (&page->ref_count))
    return;
  extract_memory_free (page->uri);
  extract_memory_free (page->base);
  extract_memory_free (page->title);
  extract_memory_free (page->language);
  extract_memory_free (page->description);
  extract_memory_free (page->og_title);
  extract_memory_free (page->og_description);
  extract_memory_free (page->og_type);
  extract_string_free (page->linked_data);
  extract_string_free (page->text);
  extract_string_free (page->strings);
  extract_memory_free (page->elements.data);
  extract_memory_free (page->marks.data);
  extract_memory_free (page->notes.data);
  extract_memory_free (page->pieces.data);
  extract_memory_free (page->words.items);
  extract_memory_free (page->tokens_of_texts.items);
  extract_page_drop_kept (page);
  extract_memory_free (page);
}

static ExtractPage *
page_ref (ExtractPage *page)
{
  g_atomic_int_inc (&page->ref_count);
  return page;
}

gpointer
extract_page_keep (ExtractPage *page, ExtractSlot slot, gpointer (*make) (gpointer data), gpointer data,
                   GDestroyNotify free_made)
{
  ExtractKept *kept = &page->kept[slot];
  const guint start = extract_budget_start_keeping ();
  gpointer made = g_atomic_pointer_get (&kept->made);

  if (made)
    return made;
  made = make (data);
  if (g_atomic_pointer_compare_and_exchange (&kept->made, NULL, made)) {
    kept->free_made = free_made; /* read only by who has the last reference */
    g_atomic_pointer_add (&page->made, (gssize) extract_budget_keep (start));
    return made;
  }
  free_made (made);
  return g_atomic_pointer_get (&kept->made);
}

gboolean
extract_document_run (ExtractDocument *document, ExtractWork work, gpointer data, GError **error)
{
  ExtractBudget budget = {
    .memory = document->max_memory,
    .used = document->page->memory + (guint64) g_atomic_pointer_get (&document->page->made) +
            document->n_blocks * (guint64) sizeof (ExtractBlock) +
            (document->features ? g_bytes_get_size (document->features) : 0),
    .deadline = document->microseconds == G_MAXINT64 ? G_MAXINT64
                                                     : extract_budget_get_time () + document->microseconds,
  };

  return extract_budget_run (&budget, work, data, error);
}

ExtractDocument *
extract_document_new (ExtractPage *page)
{
  ExtractDocument *document = EXTRACT_NEW0 (ExtractDocument, 1);

  document->ref_count = 1;
  document->page = page;
  document->n_blocks = page->pieces.len;
  document->max_memory = G_MAXUINT64;
  document->microseconds = G_MAXINT64;
  document->blocks = EXTRACT_NEW (ExtractBlock, document->n_blocks);
  extract_document_clear_labels (document);
  return document;
}

void
extract_document_clear_labels (ExtractDocument *document)
{
  g_clear_pointer (&document->classes, g_strfreev);
  document->found_none = FALSE;
  document->judged = FALSE;
  for (guint i = 0; i < document->n_blocks; i++)
    document->blocks[i] = (ExtractBlock){ .document = document, .label = EXTRACT_LABEL_NONE, .rule = -1 };
}

ExtractDocument *
extract_document_copy (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);

  ExtractDocument *copy = extract_document_new (page_ref (document->page));

  copy->max_memory = document->max_memory;
  copy->microseconds = document->microseconds;
  copy->set = document->set;
  copy->features = document->features ? g_bytes_ref (document->features) : NULL;
  copy->n_features = document->n_features;
  copy->tables = document->tables;
  copy->source = g_strdup (document->source);
  copy->fetched = g_strdup (document->fetched);
  return copy;
}

ExtractDocument *
extract_document_ref (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);
  g_atomic_int_inc (&document->ref_count);
  return document;
}

void
extract_document_unref (ExtractDocument *document)
{
  g_return_if_fail (document != NULL);
  if (!g_atomic_int_dec_and_test (&document->ref_count))
    return;
  extract_page_unref (document->page);
  g_clear_pointer (&document->features, g_bytes_unref);
  extract_memory_free (document->blocks);
  g_free (document->model);
  g_strfreev (document->classes);
  g_free (document->source);
  g_free (document->fetched);
  g_free (document->language);
  extract_memory_free (document);
}

const char *
extract_document_get_uri (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);
  return document->page->uri;
}

const char *
extract_document_get_base (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);
  return document->page->base;
}

void
extract_document_set_source (ExtractDocument *document, const char *source)
{
  g_return_if_fail (document != NULL);

  g_autofree char *valid = source ? g_utf8_make_valid (source, -1) : NULL;

  g_free (document->source);
  document->source = valid ? extract_url_dup_without_user (valid) : NULL;
}

void
extract_document_set_fetched (ExtractDocument *document, const char *date)
{
  g_return_if_fail (document != NULL);

  g_free (document->fetched);
  document->fetched = date ? g_utf8_make_valid (date, -1) : NULL;
}

const char *
extract_document_get_fetched (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);
  return document->fetched;
}

const char *
extract_document_get_source (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);
  return document->source;
}

const char *
extract_document_get_title (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);
  return document->page->title;
}

const char *
extract_document_get_charset (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);
  return document->page->charset;
}

const char *
extract_document_get_language (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);
  return document->page->language;
}

const char *
extract_document_get_model (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);
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
  g_return_val_if_fail (document != NULL, 0);
  if (!document->judged)
    return compute_sureness (document);
  return document->found_none ? document->no_text : document->expected_f1;
}

gboolean
extract_document_has_main_text (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, FALSE);
  for (guint i = 0; i < document->n_blocks; i++)
    if (document->blocks[i].label == EXTRACT_LABEL_GOOD)
      return TRUE;
  return FALSE;
}

double
extract_document_get_threshold (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, 0);
  return document->threshold;
}

gboolean
extract_document_is_sealed (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, FALSE);
  return document->sealed;
}

guint
extract_document_get_n_blocks (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, 0);
  return document->n_blocks;
}

ExtractBlock *
extract_document_get_block (ExtractDocument *document, guint i)
{
  g_return_val_if_fail (document != NULL, NULL);
  g_return_val_if_fail (i < document->n_blocks, NULL);
  return &document->blocks[i];
}

void
extract_document_drop_block (ExtractDocument *document, guint i)
{
  g_return_if_fail (document != NULL && i < document->n_blocks);
  document->blocks[i].label = EXTRACT_LABEL_BAD;
  /* That was the language of the main text with this block. */
  g_clear_pointer (&document->language, g_free);
}
