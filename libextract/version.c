/* SPDX-License-Identifier: MIT */
#include "extract.h"

const char *
extract_get_version (void)
{
  return EXTRACT_VERSION;
}
