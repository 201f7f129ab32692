/* SPDX-License-Identifier: MIT */
/*
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
#include "libextract/write/outline.h"

#include <string.h>

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
place_passage (Place *places, const ExtractPassages *passages, const ExtractPassage *passage)
{
  const Place *place;
  Place *table, *cell;

  if (passage->element == EXTRACT_NO_ELEMENT ||
      (place = &places[passage->element])->table == EXTRACT_NO_ELEMENT)
    return;
  table = &places[place->table];
  table->written = TRUE;
  if (!place->bare || extract_passage_is_pre (passages, passage) || place->cell == EXTRACT_NO_ELEMENT) {
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

/* A row of the table that is laid. */
typedef struct {
  guint32 group;   /* thead, tbody ...: what it is in */
  guint32 written; /* 1 if a cell of it is; then the written rows before it */
} GridRow;

/* Whether element @e is part of @table: a tr, or a cell in one. */
static gboolean
is_grid_part (const Place *places, guint32 table, guint32 e)
{
  return places[e].table == table &&
         (places[e].row == e || (places[e].cell == e && places[e].row != EXTRACT_NO_ELEMENT));
}

/*
 * The first pass lays the cells on the grid, as the algorithm of HTML does:
 *
 *   until[c] = the row that column c is free again in
 *
 * @columns: (out): of each column, whether a written cell begins in it. Returns: FALSE if the table is too
 * wide
 */
static gboolean
grid_lay (ExtractOutlineNode *nodes, const ExtractPage *page, const Place *places, guint32 table, guint32 end,
          ExtractRows *rows, guint32 *columns)
{
  guint64 until[TABLE_MAX_COLUMNS] = { 0 }, row = 0;
  guint32 x = 0;

  for (guint32 e = table + 1; e < end; e++) {
    if (!is_grid_part (places, table, e))
      continue;
    if (places[e].row == e) {
      const guint32 group = extract_page_element (page, e)->parent;

      EXTRACT_BUDGET_LOOK_EVERY (rows->len + 1, 64);
      if (rows->len > 0 && ROWS_INDEX (*rows, GridRow, rows->len - 1)->group != group)
        memset (until, 0, sizeof until);
      row = rows->len;
      *ROWS_ADD (*rows, GridRow) = (GridRow){ .group = group };
      x = 0;
      continue;
    }
    while (x < TABLE_MAX_COLUMNS && until[x] > row)
      x++;
    if (x == TABLE_MAX_COLUMNS)
      return FALSE;
    nodes[e].spanned = MIN (nodes[e].spanned, TABLE_MAX_COLUMNS - x);
    nodes[e].columns = x;
    for (guint32 c = x; c < x + nodes[e].spanned; c++)
      until[c] = row + nodes[e].rows;
    if (places[e].blocks > 0) {
      columns[x] = 1;
      ROWS_INDEX (*rows, GridRow, row)->written = 1;
    }
    x += nodes[e].spanned;
  }
  return TRUE;
}

/* The second pass leaves out the rows and columns of which nothing is written. */
static void
grid_close (ExtractOutlineNode *nodes, const ExtractPage *page, const Place *places, guint32 table,
            guint32 end, ExtractRows *rows, guint32 *columns)
{
  GridRow *row = rows->data;
  guint32 n_columns = 0, n_rows = 0, r = 0, next = 0;
  EXTRACT_AUTOFREE guint32 *group_ends = EXTRACT_NEW (guint32, rows->len + 1);

  for (guint32 c = 0; c <= TABLE_MAX_COLUMNS; c++) {
    const guint32 used = columns[c];

    columns[c] = n_columns;
    n_columns += used;
  }
  for (guint32 i = 0; i < rows->len; i++) {
    const guint32 written = row[i].written;

    row[i].written = n_rows;
    n_rows += written;
  }
  for (guint32 i = rows->len; i-- > 0;)
    group_ends[i] = i + 1 < rows->len && row[i + 1].group == row[i].group ? group_ends[i + 1] : i + 1;
  nodes[table].columns = n_columns;
  nodes[table].header = TRUE;
  for (guint32 e = table + 1; e < end; e++) {
    if (!is_grid_part (places, table, e))
      continue;
    if (places[e].row == e) {
      r = next++;
      continue;
    }
    if (places[e].blocks == 0)
      continue;
    const guint32 last = MIN ((guint64) r + nodes[e].rows, group_ends[r]);

    nodes[e].header = extract_page_element (page, e)->tag == EXTRACT_TAG_TH ||
                      extract_page_element (page, row[r].group)->tag == EXTRACT_TAG_THEAD;
    nodes[e].spanned = columns[nodes[e].columns + nodes[e].spanned] - columns[nodes[e].columns];
    nodes[e].columns = columns[nodes[e].columns] + 1;
    nodes[e].rows = (last < rows->len ? row[last].written : n_rows) - row[r].written;
    if (row[r].written == 0)
      nodes[table].header &= nodes[e].header;
  }
}

/* Sets column, columns and rows of the cells of a table. Returns: FALSE if it is too wide */
static gboolean
table_lay (ExtractOutline *outline, const Place *places, guint32 table)
{
  const ExtractPage *page = outline->document->page;
  guint32 columns[TABLE_MAX_COLUMNS + 1] = { 0 }, end = table + 1;
  ExtractRows rows = { 0 };
  gboolean fits;

  while (end < page->elements.len &&
         extract_page_element (page, end)->depth > extract_page_element (page, table)->depth)
    end++;
  fits = grid_lay (outline->nodes, page, places, table, end, &rows, columns);
  if (fits)
    grid_close (outline->nodes, page, places, table, end, &rows, columns);
  extract_memory_free (rows.data);
  return fits;
}

/*
 * A table is one if what is written of it has several rows and several columns, and its cells hold
 * plain blocks, nearly all of them one: no heading, list, quote, code or other table. All others are
 * there for the looks of the page, and dissolve. Sets kind and columns of the nodes of tables, and the
 * columns of those of cells.
 */
static void
tables_judge (ExtractOutline *outline, const ExtractPassages *passages)
{
  const ExtractPage *page = outline->document->page;
  EXTRACT_AUTOFREE Place *places = EXTRACT_NEW (Place, page->elements.len);

  for (guint32 e = 0; e < page->elements.len; e++)
    place_element (places, page, e);
  for (guint i = 0; i < passages->passages.len; i++)
    place_passage (places, passages, extract_passage (passages, i));
  /* Backwards: the inner tables come first. */
  for (guint32 e = page->elements.len; e-- > 0;) {
    const Place *place = &places[e];
    guint32 parent = extract_page_element (page, e)->parent;

    if (place->table != e || !place->written)
      continue;
    if (!place->layout && place->rows && place->cols &&
        (guint64) EXTRACT_CROWDED_CELLS * place->crowded <= place->cells && table_lay (outline, places, e))
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

/* Counts a passage where it stands, and finds the lists whose items hold more than a block and lists. */
static void
outline_add_passage (ExtractOutline *outline, const ExtractPassage *passage)
{
  ExtractOutlineNode *nodes = outline->nodes;
  guint32 frame = extract_outline_owner (outline, passage)->frame;

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

/* The numbers that attributes say. */
static void
outline_read_notes (ExtractOutline *outline)
{
  const ExtractPage *page = outline->document->page;

  for (guint32 n = 0; n < page->notes.len; n++) {
    const ExtractNote *note = ROWS_INDEX (page->notes, ExtractNote, n);
    const gint64 number = g_ascii_strtoll (page->strings->str + note->value, NULL, 10);
    ExtractOutlineNode *node;

    if (note->kind < EXTRACT_NOTE_COLSPAN || note->kind > EXTRACT_NOTE_REVERSED)
      continue;
    node = &outline->nodes[note->element];
    if (note->kind == EXTRACT_NOTE_COLSPAN)
      node->spanned = CLAMP (number, 1, TABLE_MAX_COLUMNS);
    else if (note->kind == EXTRACT_NOTE_ROWSPAN)
      node->rows = number == 0 ? G_MAXUINT16 : CLAMP (number, 1, G_MAXUINT16);
    else if (note->kind == EXTRACT_NOTE_REVERSED)
      node->reversed = TRUE;
    else if (g_ascii_isdigit (page->strings->str[note->value]) && number <= LIST_MAX_NUMBER)
      node->number = number;
  }
}

ExtractOutline *
extract_outline_new (const ExtractPassages *passages, guint kinds)
{
  ExtractOutline *outline = EXTRACT_NEW0 (ExtractOutline, 1);
  const guint32 n = passages->document->page->elements.len;

  outline->document = passages->document;
  outline->kinds = kinds;
  outline->nodes = EXTRACT_NEW (ExtractOutlineNode, n);
  for (guint32 e = 0; e < n; e++)
    outline->nodes[e] = (ExtractOutlineNode){ .number = -1, .spanned = 1, .rows = 1 };
  outline_read_notes (outline);
  tables_judge (outline, passages);
  for (guint32 e = 0; e < n; e++)
    outline_add_element (outline, e);
  for (guint i = 0; i < passages->passages.len; i++)
    outline_add_passage (outline, extract_passage (passages, i));
  for (guint32 e = 0; e < n; e++)
    if (outline->nodes[e].kind == FRAME_ITEM && outline->nodes[e].used)
      outline->nodes[outline_up (outline, e)].items++;
  return outline;
}

void
extract_outline_free (ExtractOutline *outline)
{
  extract_memory_free (outline->nodes);
  extract_memory_free (outline);
}

guint
extract_outline_enter (ExtractOutline *outline, const ExtractPassage *passage)
{
  guint32 chain[FRAME_MAX], frame = extract_outline_owner (outline, passage)->frame;
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
