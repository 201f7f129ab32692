/* SPDX-License-Identifier: MIT */
/*
 * Of a block that the share v of the members finds, the vote entropy (Dagan and Engelson 1995), in bits,
 * which are its normal form of two labels:
 *
 *   H (v) = - v log2 v - (1 - v) log2 (1 - v)
 *
 * Of a page with the words w_b of block b:
 *
 *   D = sum over b of w_b H (v_b) / sum over b of w_b
 */
#include "annotate/tools/committee.h"
#include "libextract/model/model.h"

#include "annotate/tools/survey.h"

#include <math.h>
#include <string.h>

/* @name: (nullable): the default model */
static gboolean
add_member (const char *name, GPtrArray *classifiers, GString *key, GError **error)
{
  CliModelOptions plain = { .name = (char *) name };
  ExtractClassifier *classifier = cli_load_classifier (&plain, NULL, error);
  if (!classifier)
    return FALSE;
  g_ptr_array_add (classifiers, classifier);
  g_autofree char *one = survey_dup_key (&plain);
  g_string_append_printf (key, "%s\n", one);
  return TRUE;
}

/* Adds the built-in models of main text, but for the one of the name @but; (nullable): the default model. */
static void
add_builtin (const char *but, GPtrArray *classifiers, GString *key)
{
  g_autoptr (ExtractModel) standard = extract_model_get_default (NULL);
  g_auto (GStrv) names = extract_model_get_builtin_names ();
  for (char **name = names; *name; name++) {
    g_autoptr (ExtractModel) model = extract_model_get_builtin (*name, NULL);
    if (!model || strcmp (*name, but ? but : extract_model_get_name (standard)) == 0)
      continue;
    g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
    g_autofree char *checksum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
    g_ptr_array_add (classifiers, extract_classifier_new (model));
    g_string_append_printf (key, "%s\n", checksum);
  }
}

Committee *
committee_new (const CliModelOptions *options, GError **error)
{
  g_autoptr (GPtrArray) classifiers =
      g_ptr_array_new_with_free_func ((GDestroyNotify) extract_classifier_unref);
  g_autoptr (GString) key = g_string_new ("disagreement\n");
  g_auto (GStrv) members = cli_model_dup_members (options->name);

  if (members) {
    /* It knows what is wrong with the combination, which may be one that does not vote. */
    g_autoptr (ExtractClassifier) combined = cli_load_classifier (options, NULL, error);
    if (!combined)
      return NULL;
    for (char **member = members; *member; member++)
      if (!add_member (strcmp (*member, "default") == 0 ? NULL : *member, classifiers, key, error))
        return NULL;
  } else {
    if (!add_member (options->name, classifiers, key, error))
      return NULL;
    add_builtin (options->name, classifiers, key);
  }
  Committee *committee = g_new (Committee, 1);
  committee->classifier = extract_classifier_new_combined (EXTRACT_COMBINATION_UNION,
                                                           (ExtractClassifier *const *) classifiers->pdata,
                                                           classifiers->len, "committee");
  committee->key = g_strdup (key->str);
  return committee;
}

void
committee_free (Committee *committee)
{
  if (!committee)
    return;
  extract_classifier_unref (committee->classifier);
  g_free (committee->key);
  g_free (committee);
}

static double
get_entropy (double v)
{
  return v <= 0 || v >= 1 ? 0 : -v * log2 (v) - (1 - v) * log2 (1 - v);
}

double
committee_get_disagreement (ExtractDocument *document)
{
  double sum = 0, n_words = 0;

  for (guint i = 0; i < extract_document_get_n_blocks (document); i++) {
    ExtractBlock *block = extract_document_get_block (document, i);
    const double w = extract_block_get_n_words (block);
    sum += w * get_entropy (extract_block_get_score (block));
    n_words += w;
  }
  return n_words > 0 ? sum / n_words : 0;
}
