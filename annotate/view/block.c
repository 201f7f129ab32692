/* SPDX-License-Identifier: MIT */
/* Details of the block under the cursor: its labels, path, features and text. */
#include "annotate/view/parts.h"
#include "libextract/page/page.h"

#include <math.h>
#include <string.h>

#define TEXT_MAXIMUM (1 << 14) /* bytes of the text that are shown */
#define LEAD_WIDTH 12
#define FEATURE_WIDTH 32

static void
add (ViewText *text, const char *lead, const char *words)
{
  view_text_add (text, STYLE_TEXT, LEAD_WIDTH, lead, words);
}

static char *
describe_decision (const Desk *desk)
{
  static const char *const ways[] = {
    [JOURNAL_BY_KEY] = "chosen by key",
    [JOURNAL_BY_PROPOSAL] = "accepted from the model",
    [JOURNAL_BY_MEMORY] = "from memory",
    [JOURNAL_BY_FILE] = "from the labels file",
  };
  const LabelClass *class = work_get_decision (desk->work, desk->cursor);
  const char *origin = work_get_origin (desk->work, desk->cursor);

  if (!class)
    return g_strdup ("nothing yet");
  if (origin)
    return g_strdup_printf ("%s, from memory: decided on page %s", class->name, origin);
  return g_strdup_printf ("%s, %s", class->name, ways[work_get_way (desk->work, desk->cursor)]);
}

static char *
describe_proposal (const Desk *desk)
{
  const LabelClass *class = work_get_proposal (desk->work, desk->cursor);
  double score = work_get_score (desk->work, desk->cursor);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!class)
    return g_strdup ("no proposal");
  return g_strdup_printf ("%s, score %s", class->name,
                          isnan (score) ? "-" : g_ascii_formatd (digits, sizeof digits, "%.2f", score));
}

static void
add_feature (ViewText *text, const ExtractFeature *feature, float value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE] = "-";
  if (!isnan (value))
    g_ascii_formatd (digits, sizeof digits, "%.4g", (double) value);
  g_autofree char *words = g_strdup_printf ("%8s  %s", digits, feature->sentence);
  view_text_add (text, STYLE_TEXT, FEATURE_WIDTH, feature->name, words);
}

/* Family by family in the order in which they begin, as texttractor features --block. */
static void
add_features (ViewText *text, Work *work, guint block)
{
  const ExtractFeatureSet *set;
  const float *values = work_get_features (work, block, &set);
  guint n = values ? extract_feature_set_get_n_features (set) : 0;
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n; i++) {
    const char *family = extract_feature_set_get_feature (set, i)->family;
    if (!g_hash_table_add (done, (gpointer) family))
      continue;
    g_autofree char *title = g_strdup_printf ("Features: %s", family);
    view_text_add_gap (text);
    view_text_add (text, STYLE_STRONG, 1, NULL, title);
    for (guint k = i; k < n; k++) {
      const ExtractFeature *feature = extract_feature_set_get_feature (set, k);
      if (strcmp (feature->family, family) == 0)
        add_feature (text, feature, values[k]);
    }
  }
}

static void
add_text (ViewText *text, ExtractBlock *block)
{
  const char *words = extract_block_get_text (block);
  const char *end = words + strnlen (words, TEXT_MAXIMUM);

  while (*end && ((guchar) *end & 0xc0) == 0x80)
    end--;
  g_autofree char *begin = g_strndup (words, (gsize) (end - words));
  g_autofree char *all = g_strconcat (begin, *end ? " …" : "", NULL);
  view_text_add_gap (text);
  view_text_add (text, STYLE_STRONG, 1, NULL, "Text");
  view_text_add (text, STYLE_TEXT, 1, NULL, all);
}

/* Of an element. */
static void
add_surroundings (ViewText *text, const Desk *desk)
{
  g_auto (GStrv) lines = view_element_dup_lines (desk, desk->cursor);
  const Element *element = work_get_element (desk->work, desk->cursor);
  const LabelClass *given =
      element->class >= 0 ? classes_get (desk->setup.classes, (guint) element->class) : NULL;

  if (given)
    add (text, "The set", given->name);
  view_text_add_gap (text);
  view_text_add (text, STYLE_STRONG, 1, NULL, "Surroundings");
  for (char **line = lines; *line; line++)
    view_text_add (text, STYLE_TEXT, 1, NULL, *line);
}

void
view_block_paint (Desk *desk, const ViewBody *body)
{
  g_autoptr (ViewText) text = view_text_new ();

  if (!desk->work || desk->cursor >= work_get_n_blocks (desk->work)) {
    view_say (body, "There is no block here.");
    return;
  }
  ExtractBlock *block = work_get_block (desk->work, desk->cursor);
  const Element *element = work_get_element (desk->work, desk->cursor);
  g_autofree char *n_words = view_dup_words (block);
  g_autofree char *number =
      g_strdup_printf ("%u of %u, %s", desk->cursor + 1, work_get_n_blocks (desk->work), n_words);
  g_autofree char *decision = describe_decision (desk), *proposal = describe_proposal (desk);
  g_autofree char *path = extract_block_dup_path (block);
  const char *note = work_get_note (desk->work, (int) desk->cursor);
  const char *conflict = work_get_conflict (desk->work, desk->cursor);

  add (text, element ? "Element" : "Block", number);
  if (!element) {
    add (text, "Element", extract_block_get_tag (block));
    add (text, "Path", path);
    add (text, "Role", extract_role_get_info (extract_block_get_role (block))->name);
  }
  add (text, "You", decision);
  add (text, "Model", proposal);
  if (conflict)
    add (text, "Others", conflict);
  if (note)
    add (text, "Note", note);
  if (element) {
    add_surroundings (text, desk);
    view_element_add_features (text, element);
  } else {
    add_text (text, block);
    add_features (text, desk->work, desk->cursor);
  }
  view_text_paint (text, desk, body);
}
