/* SPDX-License-Identifier: MIT */
/* Prints the tables of the library, a line a row: the manual page that has to have it, and what it has to
 * have. */
#include <libextract/extract.h>
#include <libextract/model/model.h>

#include <stdio.h>

static char *
size (guint64 value)
{
  int power = 0;

  for (; power < 3 && value && value % 1024 == 0; power++)
    value /= 1024;
  return g_strdup_printf ("%" G_GUINT64_FORMAT "%.*s", value, power > 0, power ? "KMG" + power - 1 : "");
}

/* Rows that the manual may describe by a pattern. */
static void
print_patterns (const ExtractFeatureSet *set)
{
  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++) {
    const ExtractFeature *feature = extract_feature_set_get_feature (set, i);

    printf ("pattern\t%s\t%s\t%s\t%s\t%s\n", feature->family, feature->name, feature->unit, feature->formula,
            feature->sentence);
  }
}

int
main (void)
{
  const ExtractFeatureSet *set = extract_feature_set_find ("classic");
  gsize n;

  for (guint i = 0; i < extract_feature_set_get_n_features (set); i++) {
    const ExtractFeature *feature = extract_feature_set_get_feature (set, i);

    printf ("texttractor-features.7\t%s (%s, %s)\n", feature->name, feature->family, feature->unit);
    printf ("texttractor-features.7\t%s\n", feature->formula);
    printf ("texttractor-features.7\t%s\n", feature->sentence);
  }
  for (const char *const *name = extract_feature_set_get_names (); *name; name++)
    printf ("texttractor-features.7\t%s\n", *name);
  print_patterns (extract_feature_set_find ("rich"));
  print_patterns (extract_feature_set_get_context ());
  print_patterns (extract_feature_set_get_outcome ());
  print_patterns (extract_feature_set_find ("web2text"));
  print_patterns (extract_feature_set_get_edges ());
  printf ("texttractor-features.7\tversion %u\n", extract_feature_set_get_version (set));
  for (guint i = 0; i < EXTRACT_N_LIMITS; i++) {
    const ExtractLimitInfo *info = extract_limit_get_info (i);
    gboolean is_size = i == EXTRACT_LIMIT_BYTES || i == EXTRACT_LIMIT_MEMORY;
    guint64 unit = i == EXTRACT_LIMIT_MILLISECONDS ? 1000 : 1;
    g_autofree char *value = is_size ? size (info->default_value)
                                     : g_strdup_printf ("%" G_GUINT64_FORMAT, info->default_value / unit);
    g_autofree char *maximum =
        is_size ? size (info->maximum) : g_strdup_printf ("%" G_GUINT64_FORMAT, info->maximum / unit);

    printf ("texttractor-extract.1\t--%s %s %s %s\n", info->name, value, maximum, info->sentence);
  }
  for (guint i = 0; i < EXTRACT_N_FORMATS; i++) {
    const ExtractFormatInfo *info = extract_format_get_info (i);

    printf ("texttractor-extract.1\t%s %s\n", info->name, info->sentence);
    printf ("texttractor-extract.1\t%s\n", info->suffix);
  }
  const ExtractRule *rules = extract_rule_get_all (&n);
  for (gsize i = 0; i < n; i++)
    printf ("texttractor-extract.1\t%s %s\n", rules[i].name, rules[i].sentence);
  for (ExtractReason reason = EXTRACT_REASON_NONE + 1; reason < EXTRACT_N_REASONS; reason++)
    printf ("texttractor-extract.1\t%s %s.\n", extract_reason_get_info (reason)->name,
            extract_reason_get_info (reason)->sentence);
  const ExtractMethod *methods = extract_method_get_all (&n);
  for (gsize i = 0; i < n; i++)
    printf ("texttractor-extract.1\t%s %s (%s).\n", methods[i].name, methods[i].sentence, methods[i].source);
  for (guint i = 0; i < EXTRACT_N_COMBINATIONS; i++)
    printf ("texttractor-extract.1\t%s %s.\n", extract_combination_get_info (i)->name,
            extract_combination_get_info (i)->sentence);
  const ExtractCardKey *keys = extract_model_get_card_keys (&n);
  for (gsize i = 0; i < n; i++)
    printf ("texttractor-model.5\t%s %s\n", keys[i].key, keys[i].sentence);
  for (guint i = 0; i < EXTRACT_N_ACTIVATIONS; i++)
    printf ("texttractor-model.5\t%s\n", extract_activation_get_info (i)->name);
  for (guint i = EXTRACT_LABEL_BAD; i <= EXTRACT_LABEL_GOOD; i++)
    printf ("texttractor-output.5\t%s\n", extract_label_get_nick (i));
  printf ("texttractor-output.5\tVersion of this format: %d\n", EXTRACT_JSON_VERSION);
  return 0;
}
