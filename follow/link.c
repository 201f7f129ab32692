/* SPDX-License-Identifier: MIT */
#include "follow/link.h"
#include "cli/json-read.h"
#include "cli/json.h"
#include "element/words.h"
#include "follow/address.h"

#include <string.h>

/* A link of more words is the title of a text, which may speak of buying and deleting. */
#define MAX_WORDS_OF_DEED 4

FollowLink *
follow_link_new (const char *address, const char *text, ElementClass class, double probability)
{
  FollowLink *link = g_new0 (FollowLink, 1);

  link->address = g_strdup (address);
  link->text = g_strdup (text);
  link->class = class;
  link->probability = probability;
  return link;
}

void
follow_link_free (FollowLink *link)
{
  g_free (link->address);
  g_free (link->text);
  g_free (link);
}

/* ---- What is never followed ------------------------------------------------------------------------------
 */

static guint
count_words (const char *folded)
{
  guint n = 0;

  for (const char *p = folded; *p; p++)
    n += *p != ' ' && (p == folded || p[-1] == ' ');
  return n;
}

static gboolean
is_title (const Element *element)
{
  g_autofree char *folded = element_words_fold (element->text);

  return count_words (folded) > MAX_WORDS_OF_DEED;
}

/* Few words, and one of them is what is never clicked. In "Buy Nothing Day: what came of it", it is a title.
 */
static gboolean
says_deed (const Element *element)
{
  g_autofree char *both = g_strconcat (element->text, " ", element->label, NULL);
  g_autofree char *folded = element_words_fold (both);

  return !is_title (element) && (element_words_find (folded, ELEMENT_WORDS_FORBIDDEN) ||
                                 element_words_find_names (element->names, ELEMENT_WORDS_FORBIDDEN));
}

static gboolean
has_word (const char *words, const char *word)
{
  g_auto (GStrv) all = g_strsplit_set (words, " \t\r\n", -1);

  for (char **one = all; *one; one++)
    if (g_ascii_strcasecmp (*one, word) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_forbidden (const Element *element, const char *address)
{
  return element->download || follow_address_is_file (address) || follow_address_is_deed (address) ||
         says_deed (element);
}

/* ---- Classes ----------------------------------------------------------------------------------------------
 */

/* Returns: -1 if nothing is certain */
static int
find_certain (const Element *element, gboolean stays)
{
  if (stays && (has_word (element->rel, "next") || has_word (element->rel, "prev")))
    return ELEMENT_PAGER;
  if (*element->hreflang && (strcmp (element->tag, "link") == 0 || has_word (element->rel, "alternate")))
    return ELEMENT_LANGUAGE;
  return -1;
}

/* What leads to another page of this site is Inner at least, even if the network would say that it shows more
 * of this one: only None, the last one, is not followed, and a title is not None. */
static ElementClass
choose_class (const ElementVerdict *verdict, gboolean stays, gboolean is_title, double *probability)
{
  static const ElementClass here[] = { ELEMENT_INNER, ELEMENT_PAGER, ELEMENT_LANGUAGE, ELEMENT_NONE };
  static const ElementClass there[] = { ELEMENT_OUTER, ELEMENT_LANGUAGE, ELEMENT_NONE };
  const ElementClass *classes = stays ? here : there;
  const guint n = (stays ? G_N_ELEMENTS (here) : G_N_ELEMENTS (there)) - (is_title ? 1 : 0);
  double sum = 1e-9;
  ElementClass best = classes[0];

  for (guint i = 0; i < n; i++) {
    sum += (double) verdict->probabilities[classes[i]];
    if (verdict->probabilities[classes[i]] > verdict->probabilities[best])
      best = classes[i];
  }
  *probability = (double) verdict->probabilities[best] / sum;
  return best;
}

FollowLink *
follow_link_from_element (const Element *element, const ElementVerdict *verdict, const char *here)
{
  g_autofree char *address = follow_address_dup (element->href);
  g_autofree char *own = follow_address_dup (here);
  g_autofree char *site = follow_address_dup_site (here);
  const gboolean stays = address && follow_address_is_of_site (address, site);
  double probability = 1;
  int class;

  if (!address || g_strcmp0 (address, own) == 0 || is_forbidden (element, address))
    return NULL;
  class = find_certain (element, stays);
  if (class < 0)
    class = (int) choose_class (verdict, stays, is_title (element), &probability);
  if (class == ELEMENT_NONE)
    return NULL;
  FollowLink *link = follow_link_new (address, element->text, (ElementClass) class, probability);
  link->nofollow = has_word (element->rel, "nofollow");
  return link;
}

FollowLink *
follow_link_from_door (const char *to, const char *text, ElementClass class, double probability,
                       const char *here)
{
  g_autofree char *address = follow_address_dup (to);
  g_autofree char *own = follow_address_dup (here);
  g_autofree char *site = follow_address_dup_site (here);

  if (!address || g_strcmp0 (address, own) == 0 || follow_address_is_file (address) ||
      follow_address_is_deed (address))
    return NULL;
  if (class != ELEMENT_LANGUAGE && !follow_address_is_of_site (address, site))
    class = ELEMENT_OUTER;
  return follow_link_new (address, text, class, probability);
}

/* ---- Steps ------------------------------------------------------------------------------------------------
 */

void
follow_links_merge (GPtrArray *links, const GPtrArray *now)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  guint at = 0;

  for (guint i = 0; i < links->len; i++)
    g_hash_table_insert (known, ((FollowLink *) links->pdata[i])->address, links->pdata[i]);
  for (guint i = 0; i < now->len; i++) {
    const FollowLink *new = now->pdata[i];
    FollowLink *old = g_hash_table_lookup (known, new->address);

    if (!old) {
      FollowLink *link = follow_link_new (new->address, new->text, new->class, new->probability);
      link->nofollow = new->nofollow;
      g_ptr_array_insert (links, (gint) at++, link);
      g_hash_table_insert (known, link->address, link);
      continue;
    }
    guint place = 0;
    if (g_ptr_array_find (links, old, &place))
      at = place + 1;
    if (new->probability > old->probability) {
      old->class = new->class;
      old->probability = new->probability;
    }
  }
}

/* ---- JSON -------------------------------------------------------------------------------------------------
 */

void
follow_links_append_json (GString *json, const GPtrArray *links)
{
  g_string_append_c (json, '[');
  for (guint i = 0; i < links->len; i++) {
    const FollowLink *link = links->pdata[i];

    cli_json_append_item (json);
    g_string_append_c (json, '{');
    cli_json_append_string (json, "address", link->address);
    cli_json_append_string (json, "text", link->text);
    cli_json_append_string (json, "class", element_class_get_info (link->class)->name);
    cli_json_append_number (json, "probability", link->probability);
    if (link->nofollow)
      g_string_append (json, ", \"nofollow\": true");
    g_string_append_c (json, '}');
  }
  g_string_append_c (json, ']');
}

static FollowLink *
read_link (JsonNode *node, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  g_autofree char *address = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  g_autofree char *clean = NULL;
  JsonNode *probability = object ? json_object_get_member (object, "probability") : NULL;
  int class = -1;

  if (object && cli_json_get_string (object, "address", &address, error) &&
      cli_json_get_string (object, "text", &text, error) &&
      cli_json_get_string (object, "class", &name, error)) {
    clean = address ? follow_address_dup (address) : NULL;
    class = name ? element_class_find (name) : -1;
  }
  if (clean && class >= 0) {
    FollowLink *link = follow_link_new (clean, text ? text : "", (ElementClass) class,
                                        probability && JSON_NODE_HOLDS_VALUE (probability)
                                            ? CLAMP (json_node_get_double (probability), 0, 1)
                                            : 0);
    link->nofollow = json_object_has_member (object, "nofollow");
    return link;
  }
  if (error && !*error)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "a link has no address or class");
  return NULL;
}

GPtrArray *
follow_links_from_json (const char *report, gsize n, GError **error)
{
  g_autoptr (JsonObject) object = cli_json_parse (report, n, error);
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);
  JsonNode *node = object ? json_object_get_member (object, "links") : NULL;
  JsonArray *array = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (!object)
    return NULL;
  for (guint i = 0; array && i < json_array_get_length (array); i++) {
    FollowLink *link = read_link (json_array_get_element (array, i), error);
    if (!link)
      return NULL;
    g_ptr_array_add (links, link);
  }
  return g_steal_pointer (&links);
}
