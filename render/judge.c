/* SPDX-License-Identifier: MIT */
#include "render/judge.h"
#include "element/feature.h"
#include "follow/link.h"

#include <string.h>

/* In doubt nothing is closed. */
#define LEAST_PROBABILITY 0.5F
/* Of element_places: a form. */
#define PLACE_FORM 7

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
judge (const Element *element, const ElementVerdict *verdict)
{
  const ElementClass class = verdict->class;

  if (element_is_forbidden (element))
    return RENDER_DEED_NONE;
  if (reveals_for_certain (element))
    return RENDER_DEED_REVEAL;
  if (class != ELEMENT_REVEALER && verdict->probabilities[class] < LEAST_PROBABILITY)
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

/* It leads to another page, but has no address; and it is in no form. */
static gboolean
is_door (const Element *element, const ElementVerdict *verdict)
{
  const gboolean leads = verdict->class == ELEMENT_INNER || verdict->class == ELEMENT_PAGER ||
                         verdict->class == ELEMENT_LANGUAGE;

  return leads && verdict->probabilities[verdict->class] >= LEAST_PROBABILITY &&
         !g_str_has_prefix (element->href, "http") && !(element->inside >> PLACE_FORM & 1) &&
         strcmp (element->tag, "input") != 0 && !element_is_forbidden (element);
}

static void
add_target (const Element *element, const ElementVerdict *verdict, GArray *targets)
{
  const RenderDeed deed = judge (element, verdict);
  const RenderTarget target = {
    .id = element->id,
    .deed = deed == RENDER_DEED_NONE && is_door (element, verdict) ? RENDER_DEED_FOLLOW : deed,
    .once = *element->expanded || element->toggles || strcmp (element->tag, "summary") == 0 ||
            strcmp (element->role, "tab") == 0,
    .text = g_strdup (element->text),
    .class = element_class_get_info (verdict->class)->name,
    .probability = (double) verdict->probabilities[verdict->class],
  };

  if (target.deed == RENDER_DEED_NONE)
    g_free (target.text);
  else
    g_array_append_val (targets, target);
}

/* ---- Links -------------------------------------------------------------------------------------------- */

void
render_judgement_begin_page (RenderJudgement *judgement, gboolean links)
{
  g_clear_pointer (&judgement->links, g_ptr_array_unref);
  if (links)
    judgement->links = g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);
}

static void
keep_links (RenderJudgement *judgement, const char *here, const GPtrArray *elements, const GArray *verdicts)
{
  g_autoptr (GPtrArray) now = g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);

  for (guint i = 0; i < elements->len; i++) {
    FollowLink *link =
        follow_link_from_element (elements->pdata[i], &g_array_index (verdicts, ElementVerdict, i), here);
    if (link)
      g_ptr_array_add (now, link);
  }
  follow_links_merge (judgement->links, now);
}

/* ---- All ---------------------------------------------------------------------------------------------- */

gboolean
render_judge_elements (const char *json, const char *here, GArray *targets, gpointer data, GError **error)
{
  RenderJudgement *judgement = data;
  g_autoptr (GError) local = NULL;
  g_autoptr (GPtrArray) elements = elements_parse (json, strlen (json), NULL, &local);
  g_autoptr (GArray) verdicts = NULL;

  if (!elements) {
    g_set_error (error, RENDER_ERROR, RENDER_ERROR_SCRIPT, "the script in the page gave no elements: %s",
                 local->message);
    return FALSE;
  }
  verdicts = element_classifier_run (judgement->classifier, json, elements, &local);
  if (!verdicts) {
    g_set_error_literal (error, RENDER_ERROR, RENDER_ERROR_ADDRESS, local->message);
    return FALSE;
  }
  for (guint i = 0; i < elements->len; i++)
    add_target (elements->pdata[i], &g_array_index (verdicts, ElementVerdict, i), targets);
  if (judgement->links)
    keep_links (judgement, here, elements, verdicts);
  return TRUE;
}
