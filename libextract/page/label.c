/* SPDX-License-Identifier: MIT */
#include "libextract/extract.h"

const char *
extract_label_get_nick (ExtractLabel label)
{
  static const char *const nicks[] = {
    [EXTRACT_LABEL_NONE] = "none",
    [EXTRACT_LABEL_BAD] = "bad",
    [EXTRACT_LABEL_NEAR_GOOD] = "near-good",
    [EXTRACT_LABEL_GOOD] = "good",
  };

  g_return_val_if_fail ((guint) label < G_N_ELEMENTS (nicks), NULL);
  return nicks[label];
}
