/* SPDX-License-Identifier: MIT */
/*
 * Vertical text, as corpus managers (Sketch Engine, CWB) read it: a token a line, structures in
 * angle brackets on lines of their own. Nothing at all for a page without main text.
 *
 *   <doc source="" url="" title="" lang="">   a page; an attribute is empty if its value is not known; with
 *                                   metadata, one for each field too. With the language that was found: that
 * is lang, and lang_share its share <p tag="h1">                    a block; with all blocks: score, label
 * and rule too; with languages: lang <g/>                            no white space between the tokens around
 * it
 *
 * A token is
 *   - a run of letters and digits, with an apostrophe or hyphen between two letters: don't, well-known;
 *   - a Han or kana character alone: no dictionary is at hand that would find words;
 *   - any other character that is no white space, alone: 3.14 is three tokens.
 * Marks and joiners belong to the character before them. In tokens, & < > are entities.
 */
#include "libextract/meta/items.h"
#include "libextract/write/writer.h"

typedef enum {
  KIND_SPACE,  /* between tokens */
  KIND_JOINED, /* goes with the character before it */
  KIND_LETTER,
  KIND_DIGIT,
  KIND_LINK, /* part of a word between two letters */
  KIND_ALONE,
} CharKind;

static CharKind
char_kind (gunichar c)
{
  if (c < 0x80) {
    if (g_ascii_isalpha (c))
      return KIND_LETTER;
    if (g_ascii_isdigit (c))
      return KIND_DIGIT;
    if (c <= ' ' || c == 0x7f)
      return KIND_SPACE;
    return c == '\'' || c == '-' ? KIND_LINK : KIND_ALONE;
  }
  if (c == 0x2019 || c == 0x2010 || c == 0x2011)
    return KIND_LINK;
  /* The zero-width space is there to part words. */
  if (c == 0x200b)
    return KIND_SPACE;
  switch (g_unichar_type (c)) {
  case G_UNICODE_CONTROL:
  case G_UNICODE_SPACE_SEPARATOR:
  case G_UNICODE_LINE_SEPARATOR:
  case G_UNICODE_PARAGRAPH_SEPARATOR:
    return KIND_SPACE;
  case G_UNICODE_NON_SPACING_MARK:
  case G_UNICODE_SPACING_MARK:
  case G_UNICODE_ENCLOSING_MARK:
  case G_UNICODE_FORMAT:
    return KIND_JOINED;
  case G_UNICODE_DECIMAL_NUMBER:
  case G_UNICODE_LETTER_NUMBER:
  case G_UNICODE_OTHER_NUMBER:
    return KIND_DIGIT;
  case G_UNICODE_UPPERCASE_LETTER:
  case G_UNICODE_LOWERCASE_LETTER:
  case G_UNICODE_TITLECASE_LETTER:
  case G_UNICODE_MODIFIER_LETTER:
  case G_UNICODE_OTHER_LETTER:
    break;
  default:
    return KIND_ALONE;
  }
  if (c < 0x2e80)
    return KIND_LETTER;
  /* The mark of a long vowel is a kana by use, but common to several scripts. */
  if (c == 0x30fc || c == 0xff70)
    return KIND_ALONE;
  switch (g_unichar_get_script (c)) {
  case G_UNICODE_SCRIPT_HAN:
  case G_UNICODE_SCRIPT_HIRAGANA:
  case G_UNICODE_SCRIPT_KATAKANA:
    return KIND_ALONE;
  default:
    return KIND_LETTER;
  }
}

static const char *
skip_joined (const char *p, const char *end)
{
  while (p < end && char_kind (g_utf8_get_char (p)) == KIND_JOINED)
    p = g_utf8_next_char (p);
  return p;
}

/* The end of the token that begins at @p with a character of @kind. */
static const char *
token_end (const char *p, const char *end, CharKind kind)
{
  p = skip_joined (g_utf8_next_char (p), end);
  if (kind != KIND_LETTER && kind != KIND_DIGIT)
    return p;
  while (p < end) {
    CharKind next = char_kind (g_utf8_get_char (p));
    const char *q = g_utf8_next_char (p);

    if (next == KIND_LINK && kind == KIND_LETTER && q < end && char_kind (g_utf8_get_char (q)) == KIND_LETTER)
      next = KIND_LETTER;
    else if (next != KIND_LETTER && next != KIND_DIGIT)
      return p;
    kind = next;
    p = skip_joined (q, end);
  }
  return p;
}

static void
append_tokens (ExtractString *out, const char *text, gsize length)
{
  const char *p = text, *end = text + length;
  gboolean glued = FALSE;

  while (p < end) {
    CharKind kind = char_kind (g_utf8_get_char (p));
    const char *next;

    if (kind == KIND_SPACE) {
      glued = FALSE;
      p = g_utf8_next_char (p);
      continue;
    }
    next = token_end (p, end, kind);
    if (glued)
      extract_string_append_str (out, "<g/>\n");
    extract_writer_append_markup (out, p, next - p, FALSE);
    extract_string_append_c (out, '\n');
    glued = TRUE;
    p = next;
  }
}

static void
append_block (ExtractString *out, ExtractDocument *document, guint i, ExtractWriteFlags flags)
{
  ExtractBlock *block = &document->blocks[i];

  extract_string_append_str (out, "<p");
  extract_writer_append_attribute (out, "tag", extract_block_get_tag (block));
  if (flags & EXTRACT_WRITE_ALL) {
    extract_string_append_str (out, " score=\"");
    extract_writer_append_number (out, "%.4f", block->score);
    extract_string_append_c (out, '"');
    extract_writer_append_attribute (out, "label", extract_label_get_nick (block->label));
    extract_writer_append_attribute (out, "rule", extract_block_get_rule (block));
  }
  if (flags & EXTRACT_WRITE_LANGUAGES)
    extract_writer_append_attribute (out, "lang", extract_language_of_block (document, i).code);
  extract_string_append_str (out, ">\n");
  append_tokens (out, extract_document_text (document, i), extract_document_piece (document, i)->length);
  extract_string_append_str (out, "</p>\n");
}

/* What is always there; with metadata, the field is worth more. */
static void
append_known (ExtractString *out, const char *name, const char *value, ExtractMetadata *metadata,
              ExtractWriteFlags flags, ExtractField field)
{
  const char *better = metadata ? extract_writer_get_value (metadata, flags, field) : NULL;

  extract_writer_append_attribute (out, name, better ? better : value);
}

static void
append_language (ExtractString *out, ExtractDocument *document, ExtractMetadata *metadata,
                 ExtractWriteFlags flags)
{
  ExtractLanguage found;

  if (!(flags & EXTRACT_WRITE_LANGUAGE)) {
    append_known (out, "lang", extract_document_get_language (document), metadata, flags,
                  EXTRACT_FIELD_LANGUAGE);
    return;
  }
  found = extract_language_of_document (document);
  extract_writer_append_attribute (out, "lang", found.code);
  extract_string_append_str (out, " lang_share=\"");
  extract_writer_append_number (out, "%.2f", found.share);
  extract_string_append_c (out, '"');
}

static void
append_doc (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractMetadata *metadata = flags & EXTRACT_WRITE_METADATA ? extract_writer_get_metadata (document) : NULL;
  g_autoptr (ExtractString) values = extract_string_new ();

  extract_string_append_str (out, "<doc");
  extract_writer_append_attribute (out, "source", extract_document_get_source (document));
  append_known (out, "url", extract_document_get_uri (document), metadata, flags, EXTRACT_FIELD_URL);
  append_known (out, "title", extract_document_get_title (document), metadata, flags, EXTRACT_FIELD_TITLE);
  append_language (out, document, metadata, flags);
  for (ExtractField field = 0; metadata && field < EXTRACT_N_FIELDS; field++) {
    if (field == EXTRACT_FIELD_URL || field == EXTRACT_FIELD_TITLE || field == EXTRACT_FIELD_LANGUAGE ||
        !extract_writer_has_field (flags, field))
      continue;
    extract_string_truncate (values, 0);
    extract_writer_append_values (values, metadata, flags, field, "|", '/');
    extract_writer_append_attribute (out, extract_field_get_info (field)->name, values->str);
  }
  extract_string_append_str (out, ">\n");
}

static void
append_comments (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractItems *items = extract_writer_get_items (document);
  const ExtractItemBlock *blocks = extract_items_get_blocks (items);

  for (guint i = 0; i < extract_items_get_n_items (items); i++) {
    if (!extract_writer_appends_item (document, items, i, flags))
      continue;
    extract_string_append_str (out, "<comment");
    extract_writer_append_attribute (out, "author", extract_items_get_author (items, i));
    extract_writer_append_attribute (out, "date", extract_items_get_date (items, i));
    extract_string_append_str (out, ">\n");
    for (guint32 b = extract_items_get_first_block (items, i); b != EXTRACT_NO_ITEM; b = blocks[b].next)
      append_block (out, document, b, flags);
    extract_string_append_str (out, "</comment>\n");
  }
}

void
extract_write_vertical (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  if (extract_writer_is_empty (document, flags))
    return;
  append_doc (out, document, flags);
  for (guint i = 0; i < document->n_blocks; i++)
    if (!extract_writer_skips (document, i, flags))
      append_block (out, document, i, flags);
  if (flags & EXTRACT_WRITE_ITEMS)
    append_comments (out, document, flags);
  extract_string_append_str (out, "</doc>\n");
}
