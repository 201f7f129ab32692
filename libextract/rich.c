/* SPDX-License-Identifier: MIT */
#include "rich.h"

/* Elements come after their parents: from the last to the first, each widens the span of its parent. */
static void
compute_spans (ExtractRich *rich)
{
  for (guint32 e = 0; e < rich->n_elements; e++)
    rich->spans[e] = (ExtractSpan){ G_MAXUINT32, 0 };
  for (guint i = 0; i < rich->n; i++) {
    ExtractSpan *span = &rich->spans[extract_document_piece (rich->document, i)->element];

    span->first = MIN (span->first, i);
    span->end = i + 1;
  }
  for (guint32 e = rich->n_elements; e-- > 0;) {
    guint32 parent = extract_page_element (rich->page, e)->parent;

    if (rich->spans[e].end == 0)
      rich->spans[e].first = 0;
    else if (parent != EXTRACT_NO_ELEMENT) {
      rich->spans[parent].first = MIN (rich->spans[parent].first, rich->spans[e].first);
      rich->spans[parent].end = MAX (rich->spans[parent].end, rich->spans[e].end);
    }
  }
}

static void
compute_totals (ExtractRich *rich)
{
  for (guint i = 0; i < rich->n; i++) {
    const ExtractPiece *piece = extract_document_piece (rich->document, i);
    const ExtractTotals *before = &rich->totals[i];

    rich->totals[i + 1] = (ExtractTotals){
      .words = before->words + piece->stats.words,
      .chars = before->chars + piece->stats.chars,
      .ink = before->ink + piece->stats.chars - piece->stats.spaces,
      .link_chars = before->link_chars + piece->link_chars,
      .p_words =
          before->p_words + (extract_rich_owner (rich, i)->tag == EXTRACT_TAG_P ? piece->stats.words : 0),
    };
  }
}

ExtractRich *
extract_rich_new (ExtractDocument *document, const ExtractTokenTables *tables, const float *scores,
                  double threshold)
{
  ExtractRich *rich = g_new0 (ExtractRich, 1);

  rich->document = document;
  rich->page = document->page;
  rich->n = document->n_blocks;
  rich->n_elements = document->page->elements->len;
  rich->spans = g_new (ExtractSpan, rich->n_elements);
  rich->totals = g_new0 (ExtractTotals, rich->n + 1);
  rich->tables = tables;
  rich->tokens = tables ? extract_document_get_tokens (document) : NULL;
  rich->scores = scores;
  rich->threshold = threshold;
  compute_spans (rich);
  compute_totals (rich);
  return rich;
}

void
extract_rich_free (ExtractRich *rich)
{
  g_free (rich->spans);
  g_free (rich->totals);
  g_free (rich);
}
