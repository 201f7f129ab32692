/* SPDX-License-Identifier: MIT */
#include "train/learn/trained.h"
#include "libextract/model/model.h"

#include <stdlib.h>
#include <string.h>

#define DIGITS 12 /* of the SHA-256: 48 bits */

guint64
train_trained_checksum (GBytes *bytes)
{
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);

  sum[DIGITS] = '\0';
  return g_ascii_strtoull (sum, NULL, 16);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

void
train_trained_merge (GArray *sums, ExtractModel *start)
{
  guint n = 0;

  if (start && train_trained_names (start)) {
    const ExtractModelParts *parts = extract_model_get_parts (start);

    g_array_append_vals (sums, parts->pages, parts->n_pages);
  }
  g_array_sort (sums, compare);
  for (guint i = 0; i < sums->len; i++)
    if (n == 0 || g_array_index (sums, guint64, i) != g_array_index (sums, guint64, n - 1))
      g_array_index (sums, guint64, n++) = g_array_index (sums, guint64, i);
  g_array_set_size (sums, n);
}

gboolean
train_trained_names (ExtractModel *model)
{
  return extract_model_get_parts (model)->n_pages > 0;
}

gboolean
train_trained_has (ExtractModel *model, guint64 checksum)
{
  const ExtractModelParts *parts = extract_model_get_parts (model);

  return train_trained_names (model) &&
         bsearch (&checksum, parts->pages, parts->n_pages, sizeof checksum, compare) != NULL;
}

/* The card has "wcxb-dev 1342 pages, readability 0 pages". */
gboolean
train_trained_has_set (ExtractModel *model, const char *set)
{
  const char *data = extract_model_get_card (model, "data");
  g_auto (GStrv) sets = g_strsplit (data ? data : "", ", ", -1);

  for (char **one = sets; *one; one++) {
    const char *rest = g_str_has_prefix (*one, set) ? *one + strlen (set) : "";

    if (*rest == ' ' && g_ascii_isdigit (rest[1]) && g_ascii_strtoull (rest + 1, NULL, 10) > 0 &&
        g_str_has_suffix (rest, " pages"))
      return TRUE;
  }
  return FALSE;
}
