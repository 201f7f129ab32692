/* SPDX-License-Identifier: MIT */
/* Rows are turned into lines of a labels file, so that one reader decides which labels are valid. */
#include "annotate/tools/exchange-sheet.h"
#include "libextract/base/url.h"
#include "libextract/page/page.h"

#include "annotate/record/labels-file.h"

#include <string.h>

#define HEAD               \
  "texttractor-labels 1\n" \
  "place\tfingerprint\toccurrence\tclass\tsource\twho\twhen\tscore\texcerpt\n"
#define MAX_EXCERPT 60 /* characters */

void
exchange_complain (const ExchangeImport *import, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  cli_error (import->place, "%s", sentence);
  import->counts->n_failed++;
}

const TrainEntry *
exchange_find_page (const TrainDataset *set, const char *name)
{
  const TrainEntry *by_url = NULL;
  g_autofree char *url = extract_url_dup_without_user (name); /* as the entries have it */
  for (guint e = 0; e < set->entries->len; e++) {
    const TrainEntry *entry = set->entries->pdata[e];
    if (strcmp (entry->id, name) == 0)
      return entry;
    if (!by_url && entry->url && strcmp (entry->url, url) == 0)
      by_url = entry;
  }
  return by_url;
}

ExchangeSheet *
exchange_sheet_new (const TrainEntry *entry)
{
  ExchangeSheet *sheet = g_new0 (ExchangeSheet, 1);
  sheet->entry = entry;
  sheet->text = g_string_new (HEAD);
  return sheet;
}

void
exchange_sheet_free (ExchangeSheet *sheet)
{
  if (!sheet)
    return;
  g_string_free (sheet->text, TRUE);
  g_free (sheet);
}

gboolean
exchange_sheet_add (const ExchangeImport *import, ExchangeSheet *sheet, const ExchangeLabel *label,
                    GError **error)
{
  g_autofree char *excerpt = extract_label_dup_line (label->text ? label->text : "", MAX_EXCERPT);
  g_autofree char *line =
      g_strjoin ("\t", label->place ? label->place : "1", label->fingerprint,
                 label->occurrence ? label->occurrence : "1", label->class_name,
                 label->source ? label->source : extract_annotator_get_nick (EXTRACT_ANNOTATOR_PERSON),
                 label->who ? label->who : import->who, label->when ? label->when : import->now,
                 label->score ? label->score : "-", excerpt,
                 label->how ? label->how : extract_how_get_nick (EXTRACT_HOW_UNKNOWN), NULL);
  g_autofree char *file = g_strconcat (HEAD, line, "\n", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (file, strlen (file));
  g_autoptr (GError) local_error = NULL;
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_load_bytes (bytes, &local_error);
  if (!annotation) {
    const char *sentence = strstr (local_error->message, ": "); /* behind the number of the line */
    g_set_error_literal (error, local_error->domain, local_error->code,
                         sentence ? sentence + strlen (": ") : local_error->message);
    return FALSE;
  }
  g_string_append_printf (sheet->text, "%s\n", line);
  return TRUE;
}

gboolean
exchange_sheet_add_block (const ExchangeImport *import, ExchangeSheet *sheet, ExtractDocument *document,
                          guint i, const ExchangeLabel *label, GError **error)
{
  ExtractBlock *block = extract_document_get_block (document, i);
  g_autofree char *fingerprint = extract_block_dup_fingerprint (block);
  g_autofree char *place = g_strdup_printf ("%u", i + 1);
  g_autofree char *occurrence = g_strdup_printf ("%u", extract_block_get_occurrence (block));
  ExchangeLabel found = *label;
  found.fingerprint = fingerprint;
  found.place = place;
  found.occurrence = occurrence;
  found.text = extract_block_get_text (block);
  return exchange_sheet_add (import, sheet, &found, error);
}

gboolean
exchange_store (const ExchangeImport *import, const TrainEntry *entry, ExtractAnnotation *annotation,
                GError **error)
{
  gsize n_added, n_labels = extract_annotation_get_n_labels (annotation);
  if (!labels_file_merge (entry, annotation, &n_added, error))
    return FALSE;
  import->counts->n_labels += (guint) n_added;
  import->counts->n_known += (guint) (n_labels - MIN (n_added, n_labels));
  import->counts->n_pages += n_added > 0;
  return TRUE;
}

gboolean
exchange_sheet_store (const ExchangeImport *import, const ExchangeSheet *sheet, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (sheet->text->str, sheet->text->len);
  g_autoptr (ExtractAnnotation) annotation = extract_annotation_load_bytes (bytes, error);
  return annotation && exchange_store (import, sheet->entry, annotation, error);
}
