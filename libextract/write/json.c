/* SPDX-License-Identifier: MIT */
/*
 * JSON: an object for each page, indented or (jsonl) on one line; several pages make several
 * objects, one after another. Its schema is texttractor.schema.json beside this file. A string that
 * is not known is null; a page without main text has an empty array of blocks. Numbers have four
 * decimals.
 */
#include "libextract/write/writer.h"

/* Either kind of white space between the tokens. */
typedef struct {
  const char *colon;
  const char *open_page, *next_key, *open_blocks, *open_block, *next_block_key, *close_block, *next_block;
  const char *close_blocks, *close_page;
} Layout;

static const Layout indented = {
  .colon = ": ",
  .open_page = "{\n  ",
  .next_key = ",\n  ",
  .open_blocks = "[\n    ",
  .open_block = "{\n      ",
  .next_block_key = ",\n      ",
  .close_block = "\n    }",
  .next_block = ",\n    ",
  .close_blocks = "\n  ]",
  .close_page = "\n}\n",
};

static const Layout compact = {
  .colon = ":",
  .open_page = "{",
  .next_key = ",",
  .open_blocks = "[",
  .open_block = "{",
  .next_block_key = ",",
  .close_block = "}",
  .next_block = ",",
  .close_blocks = "]",
  .close_page = "}\n",
};

/* Line separators are escaped for the sake of readers that take JSON for JavaScript. */
static void
append_string (ExtractString *out, const char *string)
{
  EXTRACT_AUTOFREE char *valid = NULL;
  const char *p, *run;

  if (!string) {
    extract_string_append_str (out, "null");
    return;
  }
  if (!g_utf8_validate (string, -1, NULL))
    string = valid = extract_string_make_valid (string);
  extract_string_append_c (out, '"');
  for (p = run = string; *p; p++) {
    static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    guchar c = *p;
    gboolean separator = c == 0xe2 && (guchar) p[1] == 0x80 && ((guchar) p[2] & 0xfe) == 0xa8;

    if (c >= ' ' && c != '"' && c != '\\' && !separator)
      continue;
    extract_string_append (out, run, p - run);
    run = p + 1;
    if (separator) {
      extract_string_append_str (out, (guchar) p[2] == 0xa8 ? "\\u2028" : "\\u2029");
      run = p + 3;
      p += 2;
      continue;
    }
    for (const char *letter = letters;; letter += 2) {
      if (!*letter)
        extract_string_append_printf (out, "\\u%04x", c);
      else if ((guchar) *letter != c)
        continue;
      else {
        extract_string_append_c (out, '\\');
        extract_string_append_c (out, letter[1]);
      }
      break;
    }
  }
  extract_string_append (out, run, p - run);
  extract_string_append_c (out, '"');
}

static void
append_key (ExtractString *out, const Layout *layout, const char *before, const char *key)
{
  extract_string_append_str (out, before);
  extract_string_append_c (out, '"');
  extract_string_append_str (out, key);
  extract_string_append_c (out, '"');
  extract_string_append_str (out, layout->colon);
}

static void
append_block (ExtractString *out, const Layout *layout, ExtractBlock *block)
{
  EXTRACT_AUTOFREE char *path = extract_block_dup_path (block);

  append_key (out, layout, layout->open_block, "text");
  append_string (out, extract_block_get_text (block));
  append_key (out, layout, layout->next_block_key, "tag");
  append_string (out, extract_block_get_tag (block));
  append_key (out, layout, layout->next_block_key, "path");
  append_string (out, path);
  append_key (out, layout, layout->next_block_key, "role");
  append_string (out, extract_role_get_info (extract_block_get_role (block))->name);
  append_key (out, layout, layout->next_block_key, "score");
  extract_writer_append_number (out, "%.4f", block->score);
  append_key (out, layout, layout->next_block_key, "label");
  append_string (out, extract_label_get_nick (block->label));
  append_key (out, layout, layout->next_block_key, "rule");
  append_string (out, extract_block_get_rule (block));
  extract_string_append_str (out, layout->close_block);
}

static void
append_page (ExtractString *out, const Layout *layout, ExtractDocument *document, ExtractWriteFlags flags)
{
  gboolean first = TRUE;

  append_key (out, layout, layout->open_page, "version");
  extract_string_append_str (out, G_STRINGIFY (EXTRACT_JSON_VERSION));
  append_key (out, layout, layout->next_key, "url");
  append_string (out, extract_document_get_uri (document));
  append_key (out, layout, layout->next_key, "title");
  append_string (out, extract_document_get_title (document));
  append_key (out, layout, layout->next_key, "language");
  append_string (out, extract_document_get_language (document));
  append_key (out, layout, layout->next_key, "charset");
  append_string (out, extract_document_get_charset (document));
  append_key (out, layout, layout->next_key, "model");
  append_string (out, extract_document_get_model (document));
  append_key (out, layout, layout->next_key, "confidence");
  extract_writer_append_number (out, "%.4f", extract_document_get_confidence (document));
  append_key (out, layout, layout->next_key, "main_text");
  extract_string_append_str (out, extract_document_has_main_text (document) ? "true" : "false");
  append_key (out, layout, layout->next_key, "blocks");
  for (guint i = 0; i < document->n_blocks; i++) {
    if (extract_writer_skips (document, i, flags))
      continue;
    extract_string_append_str (out, first ? layout->open_blocks : layout->next_block);
    append_block (out, layout, &document->blocks[i]);
    first = FALSE;
  }
  extract_string_append_str (out, first ? "[]" : layout->close_blocks);
  extract_string_append_str (out, layout->close_page);
}

void
extract_write_json (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  append_page (out, &indented, document, flags);
}

void
extract_write_jsonl (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  append_page (out, &compact, document, flags);
}
