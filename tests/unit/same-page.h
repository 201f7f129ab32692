/* SPDX-License-Identifier: MIT */
/*
 * A page is read by gumbo alone, and with the scanner in front of it: the trees and the documents have to be
 * the same. For test-scanner.c and fuzz-scanner.c.
 */
#pragma once

#include <libextract/html/html.h>
#include <libextract/page/page.h>
#include <libextract/page/document.h>
#include <libextract/html/dom.h>

#include <string.h>

/* Every event of the tree, even in what a document drops, with the attributes that anything reads. White
 * space is left out, but in pre and the like: in front of body it may lie elsewhere, which no document shows.
 */
static char *
dump_tree (const char *text, gsize length, ExtractMarkupParser parser, gboolean *is_plain)
{
  g_autoptr (ExtractDom) dom = extract_dom_parse (text, length, parser, 10000, NULL);
  GString *out = g_string_new (NULL);
  const char *string;
  guint pre = 0; /* such elements that are open */
  gsize n;

  *is_plain = dom && extract_dom_is_plain (dom);
  for (gboolean done = !dom; !done;)
    switch (extract_dom_next (dom)) {
    case EXTRACT_DOM_START:
      g_string_append_printf (out, "\n%s%s", extract_tag_get_name (extract_dom_get_tag (dom)),
                              extract_dom_has_start_tag (dom) ? "" : " implied");
      for (guint i = 0; i < EXTRACT_DOM_N_ATTRIBUTES; i++) {
        const char *value = extract_dom_get_attribute (dom, i);

        if (value)
          g_string_append_printf (out, " %s=%s", extract_dom_attribute_get_name (i), value);
      }
      g_string_append_c (out, '\n');
      pre += (extract_tag_get_flags (extract_dom_get_tag (dom)) & TAG_PRE) != 0;
      break;
    case EXTRACT_DOM_END:
      pre -= (extract_tag_get_flags (extract_dom_get_tag (dom)) & TAG_PRE) != 0;
      g_string_append_printf (out, "\n/%s%s\n", extract_tag_get_name (extract_dom_get_tag (dom)),
                              extract_dom_has_end_tag (dom) ? "" : " implied");
      break;
    case EXTRACT_DOM_TEXT:
      string = extract_dom_get_text (dom, &n);
      for (gsize i = 0; i < n; i++)
        if (pre > 0 || !strchr (" \t\n\r\f", string[i]))
          g_string_append_c (out, string[i]);
      break;
    case EXTRACT_DOM_END_OF_TREE:
      done = TRUE;
    }
  return g_string_free (out, FALSE);
}

static void
append_string (GString *out, const char *name, const char *value)
{
  g_string_append_printf (out, "%s: %s\n", name, value ? value : "(none)");
}

/* NULs part the strings of @value. */
static void
append_strings (GString *out, const char *name, const ExtractString *value)
{
  g_string_append_printf (out, "%s (%" G_GSIZE_FORMAT "):", name, value->len);
  for (gsize i = 0; i < value->len; i++)
    g_string_append_c (out, value->str[i] ? value->str[i] : '\n');
  g_string_append_c (out, '\n');
}

/* All that a page has, or the error. */
static char *
dump_page (GBytes *bytes, ExtractMarkupParser markup_parser)
{
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractDocument) document = NULL;
  GString *out = g_string_new (NULL);
  const ExtractPage *page;

  extract_parser_set_markup_parser (parser, markup_parser);
  extract_parser_set_limit (parser, EXTRACT_LIMIT_MILLISECONDS, 3600 * 1000);
  extract_parser_set_limit (parser, EXTRACT_LIMIT_MEMORY, G_GUINT64_CONSTANT (4) << 30);
  document = extract_parser_parse_bytes (parser, bytes, "text/html; charset=utf-8", "http://example.org/a/b",
                                         &error);
  if (!document) {
    append_string (out, "error", error->message);
    return g_string_free (out, FALSE);
  }
  page = document->page;
  append_string (out, "base", page->base);
  append_string (out, "title", page->title);
  append_string (out, "language", page->language);
  append_string (out, "description", page->description);
  append_string (out, "og_title", page->og_title);
  append_string (out, "og_description", page->og_description);
  append_string (out, "og_type", page->og_type);
  g_string_append_printf (out, "doctype %u\n", page->doctype);
  g_string_append_printf (out, "passwords %u\n", page->passwords);
  for (guint tag = 0; tag < EXTRACT_N_TAGS; tag++)
    if (page->removed[tag] > 0)
      g_string_append_printf (out, "removed %s %u\n", extract_tag_get_name (tag), page->removed[tag]);
  append_strings (out, "linked_data", page->linked_data);
  append_strings (out, "text", page->text);
  append_strings (out, "strings", page->strings);
  for (guint i = 0; i < page->elements.len; i++) {
    const ExtractElement *e = extract_page_element (page, i);

    g_string_append_printf (out, "element %u %u %u %u %s %s %u %u %u %u %u\n", e->parent, e->previous,
                            e->position, e->depth, extract_tag_get_name (e->tag),
                            extract_tag_get_name (e->fine), e->positive, e->hidden, e->attributes,
                            e->text_start, e->text_end);
  }
  for (guint i = 0; i < page->notes.len; i++) {
    const ExtractNote *n = ROWS_INDEX (page->notes, ExtractNote, i);

    g_string_append_printf (out, "note %u %u %u %u %u\n", n->element, n->kind, n->name, n->value, n->text);
  }
  for (guint i = 0; i < page->marks.len; i++) {
    const ExtractMark *m = ROWS_INDEX (page->marks, ExtractMark, i);

    g_string_append_printf (out, "mark %u %u %u %u\n", m->start, m->end, m->href, m->kind);
  }
  for (guint i = 0; i < page->pieces.len; i++) {
    const ExtractPiece *p = ROWS_INDEX (page->pieces, ExtractPiece, i);

    g_string_append_printf (out, "piece %" G_GSIZE_FORMAT " %u %u %u %u %u %u %u %u %u %u %u %u\n", p->text,
                            p->length, p->element, p->marks, p->n_marks, p->links, p->link_chars, p->images,
                            p->positives, p->first_tag, p->last_tag, p->pre, p->wrappers);
  }
  return g_string_free (out, FALSE);
}

/* Returns: (transfer full) (nullable): where the two ways differ. @is_plain: (out): whether the scanner gave
 * up. */
static char *
find_difference (const char *text, gsize length, gboolean *is_plain)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, length);
  gboolean plain;
  char *want = NULL, *have = NULL;
  char *difference = NULL;

  /* The tree wants what the decoder gives. */
  if (g_utf8_validate (text, length, NULL) || memchr (text, '\0', length)) {
    want = dump_tree (text, length, EXTRACT_MARKUP_PARSER_PLAIN, &plain);
    have = dump_tree (text, length, EXTRACT_MARKUP_PARSER_SCANNER, is_plain);
  }
  if (g_strcmp0 (want, have) == 0) {
    g_free (want);
    g_free (have);
    want = dump_page (bytes, EXTRACT_MARKUP_PARSER_PLAIN);
    have = dump_page (bytes, EXTRACT_MARKUP_PARSER_SCANNER);
  }
  for (gsize i = 0; strcmp (want, have) != 0 && !difference; i++)
    if (want[i] != have[i]) {
      gsize from = i > 200 ? i - 200 : 0;

      difference = g_strdup_printf ("plain:   …%.300s…\nscanner: …%.300s…", want + from, have + from);
    }
  g_free (want);
  g_free (have);
  return difference;
}
