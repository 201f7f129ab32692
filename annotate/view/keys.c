/* SPDX-License-Identifier: MIT */
/* All keys, from the table of keys and that of classes. */
#include "annotate/view/parts.h"

#define KEYS_WIDTH 20

void
view_keys_paint (Desk *desk, const ViewBody *body)
{
  g_autoptr (ViewText) text = view_text_new ();
  int indent = body->columns < 60 ? 12 : KEYS_WIDTH;
  const char *group = NULL;

  view_text_add_classes (text, desk->setup.classes, indent);
  for (guint i = 0; i < KEYS_N_ACTIONS; i++) {
    const KeyInfo *info = keys_get_info ((KeyAction) i);
    g_autofree char *names = g_strjoinv (" ", (char **) keys_get (desk->keys, (KeyAction) i));
    if (g_strcmp0 (info->group, group) != 0) {
      group = info->group;
      view_text_add_gap (text);
      view_text_add (text, STYLE_STRONG, 1, NULL, group);
    }
    view_text_add (text, STYLE_TEXT, indent, *names ? names : "-", info->sentence);
  }
  view_text_paint (text, desk, body);
}
