/* SPDX-License-Identifier: MIT */
/*
 * An element in its surroundings:
 *
 *   … the text before it [Show more] and after it …
 *   → https://forum.example/thread?page=2
 *   button, role tab, in nav, named btn loadMore
 *   revealer 0.91, none 0.06, inner 0.02
 */
#include "annotate/view/parts.h"
#include "element/feature.h"

#include <string.h>

#define N_CLASSES_SHOWN 4
#define LEAST_SHOWN 0.005F

/* Takes @line. */
static void
add_line (GPtrArray *lines, char *line)
{
  g_strstrip (line);
  if (*line)
    g_ptr_array_add (lines, line);
  else
    g_free (line);
}

static void
append_part (GString *text, const char *what, const char *words)
{
  g_autofree char *plain = g_strstrip (g_strdup (words));

  if (*plain)
    g_string_append_printf (text, "%s%s%s", text->len > 0 ? ", " : "", what, plain);
}

/* Tag, attributes and the elements around it. */
static char *
describe_markup (const Element *element)
{
  GString *text = g_string_new (element->tag);

  append_part (text, "type ", element->input);
  append_part (text, "role ", element->role);
  append_part (text, "label ", element->label);
  append_part (text, "expanded ", element->expanded);
  append_part (text, "target ", element->target);
  append_part (text, "rel ", element->rel);
  append_part (text, "hreflang ", element->hreflang);
  for (guint i = 0; i < element_n_places; i++)
    if (element->inside >> i & 1)
      append_part (text, "in ", element_places[i]);
  append_part (text, "named ", element->names);
  append_part (text, "within ", element->parent);
  if (element_is_forbidden (element))
    append_part (text, "", "never clicked");
  return g_string_free (text, FALSE);
}

/* The likeliest classes. Returns: (transfer full): "" without a model */
static char *
describe_classes (const Desk *desk, guint i)
{
  const float *probabilities = work_get_probabilities (desk->work, i);
  const ElementNetwork *network = desk->setup.network;
  const guint n = probabilities ? element_network_get_n_classes (network) : 0;
  g_autofree gboolean *shown = g_new0 (gboolean, n + 1);
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < MIN (n, N_CLASSES_SHOWN); k++) {
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    int best = -1;

    for (guint c = 0; c < n; c++)
      if (!shown[c] && (best < 0 || probabilities[c] > probabilities[best]))
        best = (int) c;
    shown[best] = TRUE;
    if (probabilities[best] < LEAST_SHOWN)
      break;
    g_string_append_printf (text, "%s%s %s", k ? ", " : "",
                            element_network_get_class_name (network, (guint) best),
                            g_ascii_formatd (digits, sizeof digits, "%.2f", probabilities[best]));
  }
  return g_string_free (text, FALSE);
}

char **
view_element_dup_lines (const Desk *desk, guint i)
{
  const Element *element = work_get_element (desk->work, i);
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  const gboolean before = *element->before != '\0', after = *element->after != '\0';

  add_line (lines, g_strdup_printf ("%s%s[%s]%s%s", element->before, before ? " " : "", element->text,
                                    after ? " " : "", element->after));
  add_line (lines, *element->href ? g_strconcat ("→ ", element->href, NULL) : g_strdup (""));
  add_line (lines, describe_markup (element));
  add_line (lines, describe_classes (desk, i));
  g_ptr_array_add (lines, NULL);
  return (char **) g_ptr_array_steal (lines, NULL);
}

void
view_element_add_features (ViewText *text, const Element *element)
{
  const guint n = element_features_get_n ();
  g_autofree float *values = g_new (float, n);

  element_features_compute (element, values);
  view_text_add_gap (text);
  view_text_add (text, STYLE_STRONG, 1, NULL, "Features");
  for (guint i = 0; i < n; i++) {
    const ElementFeatureInfo *info = element_features_get_info (i);
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *line = NULL;

    if (values[i] == 0)
      continue;
    line = g_strdup_printf ("%s %s: %s", info->name,
                            g_ascii_formatd (digits, sizeof digits, "%.3g", values[i]), info->sentence);
    view_text_add (text, STYLE_TEXT, 3, NULL, line);
  }
}
