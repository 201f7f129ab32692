/* SPDX-License-Identifier: MIT */
/*
 * THE table of formats, and what they share.
 *
 * The outline answers what stands around a block. Most elements of a page are there for its looks;
 * a few say how texts belong together. Those become frames, and the blocks hang in a tree of
 * frames instead of one of elements:
 *
 *   body > div > ul > li > div > p      frames: ul > li
 *
 * An element is a frame by its tag and by the frame around it: an li is one in a list only, a td
 * only in a row of a table. Tables have to earn it, see tables_judge (). Going from block to block,
 * the frames that both have stay open, so that two blocks of one list share it even if a block
 * between them is not written.
 */
#include "libextract/write/writer.h"
#include "libextract/meta/items.h"

#include <math.h>
#include <string.h>

#include "libextract/meta/field.h"

/* Longer links and bases are not resolved: a long base would be copied into each of many links. */
#define LINK_MAX 2048

/* ---- The table ------------------------------------------------------------------------------ */

#define XML_DECLARATION "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

/* Names of the columns, with a separator behind each. */
#define NAME_BEFORE_COMMA(id, name, many, sentence) name ","
#define NAME_BEFORE_TAB(id, name, many, sentence) name "\t"

static const ExtractWriter writers[EXTRACT_N_FORMATS] = {
  [EXTRACT_FORMAT_TEXT] = { { "text", ".txt", "one block a line, an empty line between blocks", "", "",
                              NULL },
                            extract_write_text },
  [EXTRACT_FORMAT_JSON] = { { "json", ".json", "an object for each page, indented", "", "", NULL },
                            extract_write_json },
  [EXTRACT_FORMAT_JSONL] = { { "jsonl", ".jsonl", "an object for each page, on one line", "", "", NULL },
                             extract_write_jsonl },
  [EXTRACT_FORMAT_HTML] = { { "html", ".html", "a small HTML document for each page", "", "", NULL },
                            extract_write_html },
  [EXTRACT_FORMAT_MARKDOWN] = { { "markdown", ".md", "CommonMark, with tables between pipes", "", "", NULL },
                                extract_write_markdown },
  [EXTRACT_FORMAT_XML] = { { "xml", ".xml", "an element for each page and for each block",
                             XML_DECLARATION "<pages>\n", "</pages>\n", NULL },
                           extract_write_xml },
  [EXTRACT_FORMAT_VERTICAL] = { { "vertical", ".vert", "a token a line, as corpus managers read it", "", "",
                                  NULL },
                                extract_write_vertical },
  [EXTRACT_FORMAT_TEI] = { { "tei", ".tei.xml",
                             "TEI P5, a document for each page; of several pages, a corpus",
                             XML_DECLARATION EXTRACT_TEI_CORPUS, "</teiCorpus>\n", XML_DECLARATION },
                           extract_write_tei },
  [EXTRACT_FORMAT_CSV] = { { "csv", ".csv", "a row for each page: source, metadata, text",
                             "source," EXTRACT_FIELDS (NAME_BEFORE_COMMA) "text\n", "", NULL },
                           extract_write_csv },
  [EXTRACT_FORMAT_TSV] = { { "tsv", ".tsv", "the same, separated by tabs",
                             "source\t" EXTRACT_FIELDS (NAME_BEFORE_TAB) "text\n", "", NULL },
                           extract_write_tsv },
};

G_STATIC_ASSERT (EXTRACT_WRITE_FIELD_SHIFT + EXTRACT_N_FIELDS <= 31);

const ExtractFormatInfo *
extract_format_get_info (ExtractFormat format)
{
  g_return_val_if_fail ((guint) format < EXTRACT_N_FORMATS, NULL);
  return &writers[format].info;
}

char *
extract_format_dup_prologue (ExtractFormat format, ExtractWriteFlags flags)
{
  g_return_val_if_fail ((guint) format < EXTRACT_N_FORMATS, NULL);

  const char *prologue = writers[format].info.prologue;

  if (format != EXTRACT_FORMAT_CSV && format != EXTRACT_FORMAT_TSV)
    return g_strdup (prologue);
  return extract_table_dup_header (format == EXTRACT_FORMAT_CSV ? ',' : '\t', flags);
}

typedef struct {
  ExtractDocument *document;
  ExtractFormat format;
  ExtractWriteFlags flags;
  char *text; /* (out) (transfer full) */
} Writing;

static void
write_document (gpointer data)
{
  Writing *writing = data;
  ExtractString *out = extract_string_new ();

  writers[writing->format].write (out, writing->document, writing->flags);
  writing->text = extract_string_free_to_str (out);
}

char *
extract_document_to_string (ExtractDocument *document, ExtractFormat format, ExtractWriteFlags flags,
                            GError **error)
{
  g_return_val_if_fail (document != NULL, NULL);

  Writing writing = { .document = document, .format = format, .flags = flags };

  g_return_val_if_fail ((guint) format < EXTRACT_N_FORMATS, NULL);
  if (!document->sealed) {
    g_set_error_literal (error, EXTRACT_ERROR, EXTRACT_ERROR_NOT_LABELLED,
                         "the document has not been labelled");
    return NULL;
  }
  return extract_document_run (document, write_document, &writing, error) ? writing.text : NULL;
}

/* ---- Helpers -------------------------------------------------------------------------------- */

ExtractMetadata *
extract_writer_get_metadata (ExtractDocument *document)
{
  GError *error = NULL;
  ExtractMetadata *metadata = extract_document_get_metadata (document, &error);

  if (!metadata)
    extract_budget_fail (error);
  return metadata;
}

const char *
extract_writer_get_value (ExtractMetadata *metadata, ExtractWriteFlags flags, ExtractField field)
{
  return extract_writer_count_values (metadata, flags, field) > 0
             ? extract_metadata_get_value (metadata, field, 0)
             : NULL;
}

void
extract_writer_append_values (ExtractString *out, ExtractMetadata *metadata, ExtractWriteFlags flags,
                              ExtractField field, const char *separator, char instead)
{
  for (guint i = 0; i < extract_writer_count_values (metadata, flags, field); i++) {
    gsize start;

    extract_string_append_str (out, i > 0 ? separator : "");
    start = out->len;
    extract_string_append_str (out, extract_metadata_get_value (metadata, field, i));
    for (char *p = out->str + start; extract_field_get_info (field)->many && *p; p++)
      if (*p == *separator)
        *p = instead;
  }
}

const char *
extract_writer_get_role (ExtractDocument *document, guint i, ExtractWriteFlags flags)
{
  const ExtractRole role = flags & (EXTRACT_WRITE_METADATA | EXTRACT_WRITE_ALL)
                               ? extract_metadata_get_role (extract_writer_get_metadata (document), i)
                               : extract_block_get_role (&document->blocks[i]);

  return extract_role_get_info (role)->name;
}

ExtractItems *
extract_writer_get_items (ExtractDocument *document)
{
  return extract_items_of_document (document);
}

gboolean
extract_writer_appends_item (ExtractDocument *document, ExtractItems *items, guint item,
                             ExtractWriteFlags flags)
{
  return extract_items_get_kind (items, item) == EXTRACT_ITEM_COMMENT &&
         extract_writer_skips (document, extract_items_get_first_block (items, item), flags);
}

gboolean
extract_writer_is_empty (ExtractDocument *document, ExtractWriteFlags flags)
{
  ExtractItems *items = flags & EXTRACT_WRITE_ITEMS ? extract_writer_get_items (document) : NULL;

  for (guint i = 0; i < document->n_blocks; i++)
    if (!extract_writer_skips (document, i, flags))
      return FALSE;
  for (guint i = 0; items && i < extract_items_get_n_items (items); i++)
    if (extract_writer_appends_item (document, items, i, flags))
      return FALSE;
  return TRUE;
}

void
extract_writer_append_number (ExtractString *out, const char *format, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  extract_string_append_str (out,
                             g_ascii_formatd (buffer, sizeof buffer, format, isfinite (value) ? value : 0));
}

void
extract_writer_append_markup (ExtractString *out, const char *text, gsize length, gboolean attribute)
{
  const char *end = text + length, *run = text;

  for (const char *p = text; p < end; p++) {
    const char *instead = NULL;
    guchar c = *p;
    gsize n = 1;

    if (c == '&')
      instead = "&amp;";
    else if (c == '<')
      instead = "&lt;";
    else if (c == '>')
      instead = "&gt;";
    else if (c == '"' && attribute)
      instead = "&quot;";
    else if (c == '\n' && attribute)
      instead = "&#10;";
    else if (c == '\t' && attribute)
      instead = "&#9;";
    else if (c == '\r')
      instead = "&#13;";
    else if (c < ' ' && c != '\n' && c != '\t')
      instead = "\357\277\275";
    else if (c == 0xef && end - p >= 3 && (guchar) p[1] == 0xbf && (guchar) p[2] >= 0xbe) {
      instead = "\357\277\275"; /* U+FFFE, U+FFFF */
      n = 3;
    }
    if (!instead)
      continue;
    extract_string_append (out, run, p - run);
    extract_string_append_str (out, instead);
    run = p + n;
    p = run - 1;
  }
  extract_string_append (out, run, end - run);
}

void
extract_writer_append_attribute (ExtractString *out, const char *name, const char *value)
{
  EXTRACT_AUTOFREE char *valid = NULL;

  if (value && !g_utf8_validate (value, -1, NULL))
    value = valid = extract_string_make_valid (value);
  extract_string_append_printf (out, " %s=\"", name);
  if (value)
    extract_writer_append_markup (out, value, strlen (value), TRUE);
  extract_string_append_c (out, '"');
}

/* A link without a scheme is relative, and good. */
static gboolean
link_has_good_scheme (const char *link)
{
  static const char *const schemes[] = { "http", "https", "ftp", "mailto", "tel" };
  gsize n = 0;

  while (g_ascii_isalnum (link[n]) || (link[n] && strchr ("+-.", link[n])))
    n++;
  if (link[n] != ':' || !g_ascii_isalpha (link[0]))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (strlen (schemes[i]) == n && g_ascii_strncasecmp (schemes[i], link, n) == 0)
      return TRUE;
  return FALSE;
}

/* What browsers do first of all: without it, "java<line break>script:" would pass. */
static char *
link_clean (const char *href)
{
  const char *end = href + strlen (href);
  char *clean, *to;

  while (href < end && (guchar) href[0] <= ' ')
    href++;
  while (end > href && (guchar) end[-1] <= ' ')
    end--;
  clean = to = EXTRACT_NEW (char, end - href + 1);
  for (; href < end; href++)
    if (*href != '\t' && *href != '\n' && *href != '\r')
      *to++ = *href;
  *to = '\0';
  return clean;
}

char *
extract_writer_dup_link (ExtractDocument *document, const ExtractMark *mark)
{
  const ExtractPage *page = document->page;
  EXTRACT_AUTOFREE char *link = link_clean (page->strings->str + mark->href);
  EXTRACT_AUTOFREE char *resolved = NULL;

  if (!link_has_good_scheme (link))
    return NULL;
  if (page->base && strlen (page->base) <= LINK_MAX && strlen (link) <= LINK_MAX)
    resolved = extract_memory_adopt (
        extract_page_resolve (page->base, link, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED));
  /* Of a bad base, a good link has a bad scheme. */
  if (resolved && !link_has_good_scheme (resolved))
    return NULL;
  if (!resolved)
    resolved = g_steal_pointer (&link);
  return *resolved ? g_steal_pointer (&resolved) : NULL;
}

/* ---- Tables --------------------------------------------------------------------------------- */

/* Where an element lies in the innermost table around it, and what is known of it as a part of one. */
typedef struct {
  guint32 table;          /* EXTRACT_NO_ELEMENT if there is none */
  guint32 row;            /* tr in it */
  guint32 cell;           /* td, th or caption in it */
  gboolean bare;          /* nothing with a meaning lies between the table and it, but rows and cells */
  guint32 blocks;         /* of a cell: written blocks */
  guint32 td, th;         /* of a row: of these so far, hidden ones too */
  guint32 columns;        /* of a row: so far; of a table: the last one that is written */
  guint32 cells, crowded; /* of a table: written cells; those of several blocks */
  guint32 first_row, first_column; /* of a table: of the first written block, or EXTRACT_NO_ELEMENT */
  gboolean rows, cols;             /* of a table: it has others too */
  gboolean written;                /* of a table: a block in it is written */
  gboolean layout;                 /* of a table: it is there for the looks of the page */
} Place;

static void
place_element (Place *places, const ExtractPage *page, guint32 e)
{
  const ExtractElement *element = extract_page_element (page, e);
  Place *place = &places[e];
  ExtractTag tag = element->tag;

  *place = (Place){ .table = EXTRACT_NO_ELEMENT, .row = EXTRACT_NO_ELEMENT, .cell = EXTRACT_NO_ELEMENT };
  place->first_row = place->first_column = EXTRACT_NO_ELEMENT;
  if (element->parent != EXTRACT_NO_ELEMENT) {
    const Place *parent = &places[element->parent];

    place->table = parent->table;
    place->row = parent->row;
    place->cell = parent->cell;
    place->bare = parent->bare;
  }
  if (tag == EXTRACT_TAG_TABLE) {
    place->table = e;
    place->row = place->cell = EXTRACT_NO_ELEMENT;
    place->bare = TRUE;
    return;
  }
  if (place->table == EXTRACT_NO_ELEMENT)
    return;
  switch (tag) {
  case EXTRACT_TAG_TR:
    if (place->row == EXTRACT_NO_ELEMENT && place->cell == EXTRACT_NO_ELEMENT)
      place->row = e;
    break;
  case EXTRACT_TAG_CAPTION:
    if (place->row == EXTRACT_NO_ELEMENT && place->cell == EXTRACT_NO_ELEMENT)
      place->cell = e;
    break;
  case EXTRACT_TAG_TD:
  case EXTRACT_TAG_TH:
    if (place->row != EXTRACT_NO_ELEMENT && place->cell == EXTRACT_NO_ELEMENT) {
      Place *row = &places[place->row];

      /* Positions count the cells of one tag: empty ones too, even if the page does not keep them. */
      if (tag == EXTRACT_TAG_TD)
        row->td = MAX (row->td, element->position);
      else
        row->th = MAX (row->th, element->position);
      place->columns = row->columns = MAX (row->columns + 1, row->td + row->th);
      place->cell = e;
    }
    break;
  default:
    if (extract_tag_is_structure (tag))
      place->bare = FALSE;
    break;
  }
}

static void
place_block (Place *places, const ExtractPage *page, const ExtractPiece *piece)
{
  const Place *place = &places[piece->element];
  Place *table, *cell;

  if (place->table == EXTRACT_NO_ELEMENT)
    return;
  table = &places[place->table];
  table->written = TRUE;
  if (!place->bare || piece->pre || place->cell == EXTRACT_NO_ELEMENT) {
    table->layout = TRUE;
    return;
  }
  if (place->row == EXTRACT_NO_ELEMENT) {
    /* Under the rows, a caption would end the table. */
    table->layout = table->layout || table->first_row != EXTRACT_NO_ELEMENT;
    return;
  }
  cell = &places[place->cell];
  cell->blocks++;
  table->cells += cell->blocks == 1;
  table->crowded += cell->blocks == 2;
  table->columns = MAX (table->columns, cell->columns);
  if (table->first_row == EXTRACT_NO_ELEMENT) {
    table->first_row = place->row;
    table->first_column = cell->columns;
  }
  table->rows |= place->row != table->first_row;
  table->cols |= cell->columns != table->first_column;
}

/*
 * A table is one if what is written of it has several rows and several columns, and its cells hold
 * plain blocks, nearly all of them one: no heading, list, quote, code or other table. All others are
 * there for the looks of the page, and dissolve. Sets kind and columns of the nodes of tables, and the
 * columns of those of cells.
 */
static void
tables_judge (ExtractOutline *outline, ExtractWriteFlags flags)
{
  ExtractDocument *document = outline->document;
  const ExtractPage *page = document->page;
  EXTRACT_AUTOFREE Place *places = EXTRACT_NEW (Place, page->elements.len);

  for (guint32 e = 0; e < page->elements.len; e++) {
    place_element (places, page, e);
    outline->nodes[e].columns = places[e].columns;
  }
  for (guint i = 0; i < document->n_blocks; i++)
    if (!extract_writer_skips (document, i, flags))
      place_block (places, page, extract_document_piece (document, i));
  /* Backwards: the inner tables come first. */
  for (guint32 e = page->elements.len; e-- > 0;) {
    const Place *place = &places[e];
    guint32 parent = extract_page_element (page, e)->parent;

    if (place->table != e || !place->written)
      continue;
    outline->nodes[e].columns = place->columns;
    if (!place->layout && place->rows && place->cols &&
        (guint64) EXTRACT_CROWDED_CELLS * place->crowded <= place->cells)
      outline->nodes[e].kind = FRAME_TABLE;
    if (parent != EXTRACT_NO_ELEMENT && places[parent].table != EXTRACT_NO_ELEMENT) {
      places[places[parent].table].written = TRUE;
      places[places[parent].table].layout = TRUE;
    }
  }
}

/* ---- Frames --------------------------------------------------------------------------------- */

static gboolean
is_list (ExtractFrameKind kind)
{
  return kind == FRAME_BULLETS || kind == FRAME_NUMBERS;
}

/* Lists take items only, and lists of terms only terms and details. */
static gboolean
is_part_of (ExtractFrameKind kind, ExtractFrameKind whole)
{
  return is_list (whole) ? kind == FRAME_ITEM : kind == FRAME_TERM || kind == FRAME_DETAIL;
}

/* The frame that an element opens where @around is the innermost one. */
static ExtractFrameKind
frame_kind (ExtractTag tag, ExtractFrameKind around, gboolean nests)
{
  switch (tag) {
  case EXTRACT_TAG_UL:
  case EXTRACT_TAG_MENU:
  case EXTRACT_TAG_DIR:
    return nests ? FRAME_BULLETS : FRAME_NONE;
  case EXTRACT_TAG_OL:
    return nests ? FRAME_NUMBERS : FRAME_NONE;
  case EXTRACT_TAG_BLOCKQUOTE:
    return nests ? FRAME_QUOTE : FRAME_NONE;
  case EXTRACT_TAG_DL:
    return nests ? FRAME_TERMS : FRAME_NONE;
  case EXTRACT_TAG_FIGURE:
    return nests ? FRAME_FIGURE : FRAME_NONE;
  case EXTRACT_TAG_LI:
    return is_list (around) ? FRAME_ITEM : FRAME_NONE;
  case EXTRACT_TAG_DT:
    return around == FRAME_TERMS ? FRAME_TERM : FRAME_NONE;
  case EXTRACT_TAG_DD:
    return around == FRAME_TERMS ? FRAME_DETAIL : FRAME_NONE;
  case EXTRACT_TAG_CAPTION:
    return around == FRAME_TABLE ? FRAME_CAPTION : FRAME_NONE;
  case EXTRACT_TAG_TR:
    return around == FRAME_TABLE ? FRAME_ROW : FRAME_NONE;
  case EXTRACT_TAG_TD:
  case EXTRACT_TAG_TH:
    return around == FRAME_ROW ? FRAME_CELL : FRAME_NONE;
  case EXTRACT_TAG_FIGCAPTION:
    return around == FRAME_FIGURE ? FRAME_FIGCAPTION : FRAME_NONE;
  default:
    return FRAME_NONE;
  }
}

static gboolean
is_nesting (ExtractFrameKind kind)
{
  return is_list (kind) || kind == FRAME_QUOTE || kind == FRAME_TERMS || kind == FRAME_TABLE ||
         kind == FRAME_FIGURE;
}

static ExtractFrameKind
outline_kind (const ExtractOutline *outline, guint32 frame)
{
  return frame == EXTRACT_NO_ELEMENT ? FRAME_NONE : outline->nodes[frame].kind;
}

/* The frame around a frame. */
static guint32
outline_up (const ExtractOutline *outline, guint32 frame)
{
  guint32 parent = extract_page_element (outline->document->page, frame)->parent;

  return parent == EXTRACT_NO_ELEMENT ? EXTRACT_NO_ELEMENT : outline->nodes[parent].frame;
}

static void
outline_add_element (ExtractOutline *outline, guint32 e)
{
  const ExtractElement *element = extract_page_element (outline->document->page, e);
  ExtractOutlineNode *node = &outline->nodes[e];
  ExtractTag tag = element->tag;
  gboolean nests;

  node->frame = EXTRACT_NO_ELEMENT;
  if (element->parent != EXTRACT_NO_ELEMENT) {
    const ExtractOutlineNode *parent = &outline->nodes[element->parent];

    node->frame = parent->frame;
    node->nesting = parent->nesting;
    node->heading = parent->heading;
  }
  nests = node->nesting < FRAME_NESTING;
  if (tag == EXTRACT_TAG_TABLE)
    node->kind = nests ? node->kind : FRAME_NONE;
  else
    node->kind = frame_kind (tag, outline_kind (outline, node->frame), nests);
  if (node->kind != FRAME_NONE)
    node->frame = e;
  node->nesting += is_nesting (node->kind);
  if (extract_tag_get_flags (tag) & TAG_HEADING)
    node->heading = tag - EXTRACT_TAG_H1 + 1;
}

/* Counts a block where it stands, and finds the lists whose items hold more than a block and lists. */
static void
outline_add_block (ExtractOutline *outline, const ExtractPiece *piece)
{
  ExtractOutlineNode *nodes = outline->nodes;
  guint32 frame = nodes[piece->element].frame;

  if (frame == EXTRACT_NO_ELEMENT)
    return;
  nodes[frame].blocks++;
  if (nodes[frame].kind == FRAME_ITEM && nodes[frame].used)
    nodes[outline_up (outline, frame)].loose = 1;
  /* In no item of its list, it goes to any item that is open, see extract_outline_enter (). */
  if (is_list (nodes[frame].kind)) {
    guint32 up = frame;

    for (; is_list (outline_kind (outline, up)); up = outline_up (outline, up))
      nodes[up].loose = 1;
    if (outline_kind (outline, up) == FRAME_ITEM)
      nodes[outline_up (outline, up)].loose = 1;
  }
  /* What is above a frame that has been met before has been met, too. */
  while (!nodes[frame].used) {
    ExtractFrameKind kind = nodes[frame].kind;
    guint32 up = outline_up (outline, frame);

    nodes[frame].used = 1;
    if (up == EXTRACT_NO_ELEMENT)
      return;
    if (is_list (nodes[up].kind) && kind != FRAME_ITEM && !is_list (kind))
      nodes[up].loose = 1;
    else if (nodes[up].kind == FRAME_ITEM && !is_list (kind))
      nodes[outline_up (outline, up)].loose = 1;
    frame = up;
  }
}

ExtractOutline *
extract_outline_new (ExtractDocument *document, ExtractWriteFlags flags, guint kinds)
{
  ExtractOutline *outline = EXTRACT_NEW0 (ExtractOutline, 1);

  outline->document = document;
  outline->kinds = kinds;
  outline->nodes = EXTRACT_NEW0 (ExtractOutlineNode, document->page->elements.len);
  tables_judge (outline, flags);
  for (guint32 e = 0; e < document->page->elements.len; e++)
    outline_add_element (outline, e);
  for (guint i = 0; i < document->n_blocks; i++)
    if (!extract_writer_skips (document, i, flags))
      outline_add_block (outline, extract_document_piece (document, i));
  return outline;
}

void
extract_outline_free (ExtractOutline *outline)
{
  extract_memory_free (outline->nodes);
  extract_memory_free (outline);
}

guint
extract_outline_enter (ExtractOutline *outline, guint i)
{
  guint32 chain[FRAME_MAX], frame = extract_outline_owner (outline, i)->frame;
  guint n = 0, kept = 0;

  for (; frame != EXTRACT_NO_ELEMENT; frame = outline_up (outline, frame))
    if (outline->kinds & FRAME_BIT (outline->nodes[frame].kind))
      chain[n++] = frame;

  outline->n_wanted = 0;
  while (n-- > 0) {
    ExtractFrameKind kind = outline->nodes[chain[n]].kind;
    gboolean is_open = kept == outline->n_wanted && kept < outline->n_open && outline->open[kept] == chain[n];

    /* What stands in a list, but in none of its items, goes to the item before it; or it goes
     * before the list. */
    if ((is_list (kind) || kind == FRAME_TERMS) &&
        !(n > 0 && is_part_of (outline->nodes[chain[n - 1]].kind, kind))) {
      if (!is_open || kept + 1 == outline->n_open)
        continue;
      outline->wanted[outline->n_wanted++] = outline->open[kept++];
      outline->wanted[outline->n_wanted++] = outline->open[kept++];
      continue;
    }
    outline->wanted[outline->n_wanted++] = chain[n];
    kept += is_open;
  }
  return kept;
}
