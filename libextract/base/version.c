/* SPDX-License-Identifier: MIT */
#include "libextract/extract.h"

const char *
extract_get_version (void)
{
  return EXTRACT_VERSION;
}
