/* SPDX-License-Identifier: MIT */
#include "render/judge.h"
#include "element/feature.h"
#include "element/network.h"

#include <string.h>

/* In doubt nothing is closed. */
#define LEAST_PROBABILITY 0.5F

/* A link to another document shows nothing of this one: page.js does not let it go there. */
static gboolean
leads_away (const Element *element)
{
  const char *fragment = strchr (element->href, '#');

  return strcmp (element->tag, "a") == 0 && g_str_has_prefix (element->href, "http") && !fragment &&
         !element->handler && !*element->role;
}

/* By HTML and ARIA, these show a part of this page. */
static gboolean
reveals_for_certain (const Element *element)
{
  return strcmp (element->tag, "summary") == 0 || strcmp (element->role, "tab") == 0;
}

static RenderDeed
judge (const Element *element)
{
  float probabilities[ELEMENT_N_CLASSES];
  const ElementClass class = element_network_classify (element_network_get (), element, probabilities);

  if (element_is_forbidden (element))
    return RENDER_DEED_NONE;
  if (reveals_for_certain (element))
    return RENDER_DEED_REVEAL;
  if (class != ELEMENT_REVEALER && probabilities[class] < LEAST_PROBABILITY)
    return RENDER_DEED_NONE;
  switch (class) {
  case ELEMENT_CONSENT:
    return RENDER_DEED_CLOSE;
  case ELEMENT_CLOSER:
    return element->cover > 0 || element->fixed ? RENDER_DEED_CLOSE : RENDER_DEED_NONE;
  case ELEMENT_REVEALER:
    return leads_away (element) ? RENDER_DEED_NONE : RENDER_DEED_REVEAL;
  default:
    return RENDER_DEED_NONE;
  }
}

gboolean
render_judge_elements (const char *json, GArray *targets, gpointer unused, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (GPtrArray) elements = elements_parse (json, strlen (json), NULL, &local);

  if (!elements) {
    g_set_error (error, RENDER_ERROR, RENDER_ERROR_SCRIPT, "the script in the page gave no elements: %s",
                 local->message);
    return FALSE;
  }
  for (guint i = 0; i < elements->len; i++) {
    const Element *element = elements->pdata[i];
    const RenderTarget target = {
      .id = element->id,
      .deed = judge (element),
      .once = *element->expanded || element->toggles || strcmp (element->tag, "summary") == 0 ||
              strcmp (element->role, "tab") == 0,
    };
    g_array_append_val (targets, target);
  }
  return TRUE;
}
