/* SPDX-License-Identifier: MIT */
#include "train/measure/changes.h"

#include <string.h>

#include "cli/cli.h"
#include "cli/json.h"
#include "train/data/words.h"

#define MAX_SHOWN 20
#define MAX_CHARACTERS 80

void
train_change_free (TrainChange *change)
{
  g_free (change->text);
  g_free (change);
}

static void
add_change (GPtrArray *changes, gboolean added, ExtractLabel truth, const char *tag, const char *text)
{
  TrainChange *change = g_new (TrainChange, 1);
  *change = (TrainChange){ added, truth, tag, g_strdup (text) };
  g_ptr_array_add (changes, change);
}

static GPtrArray *
changes_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) train_change_free);
}

/* ---- Blocks ------------------------------------------------------------------------------- */

GPtrArray *
train_changes_of_blocks (ExtractDocument *a, ExtractDocument *b, const TrainAlignment *alignment)
{
  GPtrArray *changes = changes_new ();

  for (guint i = 0; i < extract_document_get_n_blocks (a); i++) {
    ExtractBlock *block = extract_document_get_block (a, i);
    gboolean in_a = extract_block_get_label (block) == EXTRACT_LABEL_GOOD;
    gboolean in_b = extract_block_get_label (extract_document_get_block (b, i)) == EXTRACT_LABEL_GOOD;
    if (in_a != in_b)
      add_change (changes, in_b, train_alignment_get_label (alignment, i), extract_block_get_tag (block),
                  extract_block_get_text (block));
  }
  return changes;
}

/* ---- Sentences ---------------------------------------------------------------------------- */

/* Whether a sentence ends after @c, with @next behind it. */
static gboolean
is_end (gunichar c, gunichar next)
{
  if (c == '\n')
    return TRUE;
  if (c == '.' || c == '!' || c == '?' || c == 0x2026)
    return next == ' ';
  return c == 0x3002 || c == 0xff01 || c == 0xff1f;
}

/* Returns: (transfer full): of char *, without space around them; none is empty */
static GPtrArray *
cut_sentences (const char *text)
{
  GPtrArray *sentences = g_ptr_array_new_with_free_func (g_free);
  const char *start = text;

  for (const char *p = text; *p != '\0';) {
    gunichar c = g_utf8_get_char (p);
    p = g_utf8_next_char (p);
    if (*p != '\0' && !is_end (c, g_utf8_get_char (p)))
      continue;
    g_autofree char *sentence = g_strstrip (g_strndup (start, (gsize) (p - start)));
    if (!train_text_is_blank (sentence))
      g_ptr_array_add (sentences, g_steal_pointer (&sentence));
    start = p;
  }
  return sentences;
}

/* Adds the sentences of @text that @other has not, or has less often. */
static void
add_missing (GPtrArray *changes, gboolean added, const char *text, const char *other, GHashTable *known)
{
  g_autoptr (GHashTable) left = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) sentences = cut_sentences (text);
  g_autoptr (GPtrArray) others = cut_sentences (other);

  for (guint i = 0; i < others->len; i++) {
    char *squashed = train_text_squash (others->pdata[i]);
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (left, squashed));
    g_hash_table_insert (left, squashed, GUINT_TO_POINTER (n + 1));
  }
  for (guint i = 0; i < sentences->len; i++) {
    char *squashed = train_text_squash (sentences->pdata[i]);
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (left, squashed));
    if (n == 0)
      add_change (changes, added,
                  g_hash_table_contains (known, squashed) ? EXTRACT_LABEL_GOOD : EXTRACT_LABEL_BAD, NULL,
                  sentences->pdata[i]);
    g_hash_table_insert (left, squashed, GUINT_TO_POINTER (n > 0 ? n - 1 : 0));
  }
}

GPtrArray *
train_changes_of_texts (const char *a, const char *b, const char *reference)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) sentences = cut_sentences (reference);
  GPtrArray *changes = changes_new ();

  for (guint i = 0; i < sentences->len; i++)
    g_hash_table_add (known, train_text_squash (sentences->pdata[i]));
  add_missing (changes, FALSE, a, b, known);
  add_missing (changes, TRUE, b, a, known);
  return changes;
}

/* ---- Reports ------------------------------------------------------------------------------ */

/* Returns: (transfer full): the beginning of @text, on one line */
static char *
shorten (const char *text)
{
  gboolean is_long = g_utf8_strlen (text, -1) > MAX_CHARACTERS;
  g_autofree char *cut = is_long ? g_utf8_substring (text, 0, MAX_CHARACTERS) : g_strdup (text);
  g_autofree char *line = cli_escape (g_strdelimit (cut, "\n\t", ' '));
  return g_strconcat (line, is_long ? "…" : "", NULL);
}

void
train_changes_append_text (GString *text, GPtrArray *changes)
{
  for (guint i = 0; i < MIN (changes->len, MAX_SHOWN); i++) {
    const TrainChange *change = changes->pdata[i];
    g_autofree char *line = shorten (change->text);
    g_string_append_printf (text, "  %c %-4s %s%s%s\n", change->added ? '+' : '-',
                            extract_label_get_nick (change->truth), change->tag ? change->tag : "",
                            change->tag ? ": " : "", line);
  }
  if (changes->len > MAX_SHOWN)
    g_string_append_printf (text, "  and %u more\n", changes->len - MAX_SHOWN);
}

void
train_changes_append_json (GString *json, GPtrArray *changes)
{
  g_string_append_c (json, '[');
  for (guint i = 0; i < MIN (changes->len, MAX_SHOWN); i++) {
    const TrainChange *change = changes->pdata[i];
    g_autofree char *line = shorten (change->text);
    cli_json_append_item (json);
    g_string_append_c (json, '{');
    cli_json_append_string (json, "only_in", change->added ? "b" : "a");
    cli_json_append_string (json, "truth", extract_label_get_nick (change->truth));
    if (change->tag)
      cli_json_append_string (json, "tag", change->tag);
    cli_json_append_string (json, "text", line);
    g_string_append_c (json, '}');
  }
  g_string_append_c (json, ']');
}
