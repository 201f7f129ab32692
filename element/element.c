/* SPDX-License-Identifier: MIT */
#include "element/element.h"
#include "cli/json-read.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#define MAX_ELEMENTS 100000
#define MAX_STRING 4096 /* bytes: longer ones are cut */

const char *const element_places[] = { "dialog", "nav",  "footer", "header", "main",       "article",
                                       "aside",  "form", "li",     "table",  "alertdialog" };
const guint element_n_places = G_N_ELEMENTS (element_places);

void
element_free (Element *element)
{
  char **strings[] = { &element->tag,      &element->text,         &element->href,     &element->label,
                       &element->names,    &element->parent,       &element->before,   &element->after,
                       &element->input,    &element->role,         &element->target,   &element->rel,
                       &element->hreflang, &element->lang_of_link, &element->expanded, &element->host,
                       &element->lang,     &element->address };

  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    g_free (*strings[i]);
  g_free (element);
}

/* ---- Members ------------------------------------------------------------------------------------------ */

static char *
dup_cut (const char *text)
{
  const gsize n = strlen (text);

  return n <= MAX_STRING ? g_strdup (text) : g_utf8_substring (text, 0, g_utf8_strlen (text, MAX_STRING));
}

static const char *
peek_string (JsonObject *object, const char *key)
{
  JsonNode *node = object ? json_object_get_member (object, key) : NULL;

  return node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : "";
}

static char *
read_string (JsonObject *object, const char *key)
{
  return dup_cut (peek_string (object, key));
}

/* What is not known, or no number, is 0. */
static double
to_number (JsonNode *node)
{
  double number = 0;

  if (node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64)
    number = (double) json_node_get_int (node);
  else if (node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_DOUBLE)
    number = json_node_get_double (node);
  else if (node && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    number = json_node_get_boolean (node);
  return isfinite (number) ? number : 0;
}

static double
read_number (JsonObject *object, const char *key)
{
  return to_number (json_object_get_member (object, key));
}

static JsonArray *
peek_array (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static void
read_numbers (JsonObject *object, const char *key, double *values, guint n)
{
  JsonArray *array = peek_array (object, key);

  for (guint i = 0; array && i < n && i < json_array_get_length (array); i++)
    values[i] = to_number (json_array_get_element (array, i));
}

static guint
read_places (JsonObject *object)
{
  JsonArray *array = peek_array (object, "inside");
  guint bits = 0;

  for (guint i = 0; array && i < json_array_get_length (array); i++) {
    JsonNode *node = json_array_get_element (array, i);
    const char *name = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;

    for (guint k = 0; name && k < element_n_places; k++)
      bits |= strcmp (name, element_places[k]) == 0 ? 1u << k : 0;
  }
  return bits;
}

/* ---- Attributes --------------------------------------------------------------------------------------- */

static gboolean
is_programmers (const char *name)
{
  return strcmp (name, "class") == 0 || strcmp (name, "id") == 0 || strcmp (name, "name") == 0 ||
         g_str_has_prefix (name, "data-");
}

static void
read_attributes (Element *element, JsonObject *attributes)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GList) keys = attributes ? json_object_get_members (attributes) : NULL;

  /* Their order says nothing, and differs. */
  keys = g_list_sort (keys, (GCompareFunc) strcmp);
  for (const GList *key = keys; key; key = key->next) {
    const char *name = key->data;

    if (is_programmers (name))
      g_string_append_printf (names, "%s %s ",
                              g_str_has_prefix (name, "data-") ? name + strlen ("data-") : "",
                              peek_string (attributes, name));
    element->controls |= strcmp (name, "aria-controls") == 0;
    element->popup |= strcmp (name, "aria-haspopup") == 0;
    element->download |= strcmp (name, "download") == 0;
    element->labels |= strcmp (name, "for") == 0;
    if (strcmp (name, "aria-selected") == 0 || strcmp (name, "aria-current") == 0 ||
        strcmp (name, "aria-pressed") == 0) {
      element->choosable = TRUE;
      element->chosen |= strcmp (peek_string (attributes, name), "false") != 0;
    }
    element->toggles |= strstr (name, "toggle") != NULL || strstr (name, "collapse") != NULL;
  }
  element->names = dup_cut (names->str);
  element->label =
      g_strconcat (peek_string (attributes, "aria-label"), " ", peek_string (attributes, "title"), NULL);
  element->role = read_string (attributes, "role");
  element->target = read_string (attributes, "target");
  element->rel = read_string (attributes, "rel");
  element->hreflang = read_string (attributes, "hreflang");
  element->lang_of_link = read_string (attributes, "lang");
}

static Element *
read_element (JsonObject *object, const char *address)
{
  Element *element = g_new0 (Element, 1);
  JsonNode *attributes = json_object_get_member (object, "attributes");

  element->id = (guint) CLAMP (read_number (object, "id"), 0, G_MAXINT);
  element->class = -1;
  element->tag = read_string (object, "tag");
  element->text = read_string (object, "text");
  element->href = read_string (object, "href");
  element->parent = read_string (object, "parent");
  element->before = read_string (object, "before");
  element->after = read_string (object, "after");
  element->input = read_string (object, "input");
  element->expanded = read_string (object, "expanded");
  element->host = read_string (object, "host");
  element->lang = read_string (object, "lang");
  element->address = dup_cut (address ? address : "");
  element->inside = read_places (object);
  element->handler = read_number (object, "handler") != 0;
  element->cursor = read_number (object, "cursor") != 0;
  element->fixed = read_number (object, "fixed") != 0;
  element->cover = CLAMP (read_number (object, "cover"), 0, 1);
  element->z = read_number (object, "z");
  element->depth = read_number (object, "depth");
  element->siblings = read_number (object, "siblings");
  element->index = read_number (object, "index");
  element->images = read_number (object, "images");
  read_numbers (object, "box", element->box, 4);
  read_numbers (object, "view", element->view, 2);
  read_numbers (object, "page", element->page, 2);
  read_attributes (
      element, attributes && JSON_NODE_HOLDS_OBJECT (attributes) ? json_node_get_object (attributes) : NULL);
  return element;
}

static GPtrArray *
read_elements (JsonObject *object, const char *address, GError **error)
{
  g_autoptr (GPtrArray) elements = g_ptr_array_new_with_free_func ((GDestroyNotify) element_free);
  JsonArray *array = peek_array (object, "elements");

  if (!array || json_array_get_length (array) > MAX_ELEMENTS) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "\"elements\" is no array of up to %d elements",
                 MAX_ELEMENTS);
    return NULL;
  }
  for (guint i = 0; i < json_array_get_length (array); i++) {
    JsonNode *node = json_array_get_element (array, i);

    if (!JSON_NODE_HOLDS_OBJECT (node)) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "element %u is not an object", i + 1);
      return NULL;
    }
    g_ptr_array_add (elements, read_element (json_node_get_object (node), address));
  }
  return g_steal_pointer (&elements);
}

GPtrArray *
elements_parse (const char *json, gsize n, const char *address, GError **error)
{
  /* The reader of untrusted JSON takes objects. */
  g_autoptr (GString) text = g_string_new ("{\"elements\":");
  g_autoptr (JsonObject) object = NULL;

  g_string_append_len (text, json, (gssize) n);
  g_string_append_c (text, '}');
  object = cli_json_parse (text->str, text->len, error);
  return object ? read_elements (object, address, error) : NULL;
}

/* ---- Sets --------------------------------------------------------------------------------------------- */

void
element_page_free (ElementPage *page)
{
  g_free (page->page);
  g_free (page->site);
  g_free (page->address);
  g_free (page->style);
  if (page->elements)
    g_ptr_array_unref (page->elements);
  g_free (page);
}

/* Those that have none stay without. @objects: what was read of @elements */
static gboolean
read_classes (JsonArray *objects, GPtrArray *elements, const ElementClasses *known, GError **error)
{
  for (guint i = 0; i < elements->len; i++) {
    Element *element = elements->pdata[i];
    const char *name = peek_string (json_array_get_object_element (objects, i), "class");

    element->class = element_classes_find (known, name);
    if (*name && element->class < 0) {
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
          "element %u has the class \"%.64s\", which is not known: classes.tsv of the set can name it", i + 1,
          name);
      return FALSE;
    }
  }
  return TRUE;
}

ElementPage *
element_page_parse (const char *line, gsize n, const ElementClasses *known, GError **error)
{
  g_autoptr (JsonObject) object = cli_json_parse (line, n, error);
  g_autoptr (ElementPage) page = NULL;

  if (!object)
    return NULL;
  page = g_new0 (ElementPage, 1);
  page->page = read_string (object, "page");
  page->site = read_string (object, "site");
  page->address = read_string (object, "address");
  page->style = read_string (object, *peek_string (object, "style") ? "style" : "site");
  page->elements = read_elements (object, page->address, error);
  if (!page->elements || !read_classes (peek_array (object, "elements"), page->elements, known, error))
    return NULL;
  return g_steal_pointer (&page);
}
