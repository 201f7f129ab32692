/* SPDX-License-Identifier: MIT */
#include "libextract/html/event.h"

static const char *const attribute_names[EXTRACT_DOM_N_ATTRIBUTES] = {
#define X(id, name) name,
  EXTRACT_DOM_ATTRIBUTES (X)
#undef X
};

const char *
extract_dom_attribute_get_name (ExtractDomAttribute attribute)
{
  return attribute_names[attribute];
}
