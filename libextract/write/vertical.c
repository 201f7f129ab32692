/* SPDX-License-Identifier: MIT */
/*
 * Vertical text, as corpus managers (NoSketch Engine, CWB) read it: a position a line, structures in angle
 * brackets on lines of their own. Nothing at all for a page without main text.
 *
 *   <doc source="" url="" ...>      a page; an attribute is empty if its value is not known
 *   <head>                          its title, again as positions
 *   <p tag="h1">                    a block
 *   <s>                             a sentence in it
 *   <g/>                            no white space between the positions around it
 *   word <TAB> <link="URL"> <TAB> <length=N>   the last one of the N positions of a link
 *   __IMG__ <TAB> <link="URL"> <TAB> <length=1>   a picture
 *
 * Which structures and attributes there are: structure.c. What a position is: text/segmenter.h. In words & <
 * > are entities, | is a broken bar, and control characters are left out.
 */
#include "libextract/meta/language.h"
#include "libextract/text/segmenter.h"
#include "libextract/write/outline.h"
#include "libextract/write/passage-private.h"
#include "libextract/write/structure.h"
#include "libextract/write/thread.h"

#include <string.h>

typedef struct {
  ExtractString *out;
  ExtractDocument *document;
  ExtractWriteFlags flags;
  ExtractSegmenter *segmenter;
  guint8 *types;       /* (nullable): [blocks]: what each is, if that is asked for */
  const Point *points; /* [n_points]: pictures, in document order */
  guint32 n_points;
  guint32 point;       /* the next one */
  const char *picture; /* (nullable): address of the last one, as it stands in the page */
  const char *values[EXTRACT_N_VERTICAL_ATTRIBUTES]; /* (nullable): of the structure at hand; lent */
} Vertical;

/* ---- Structures ------------------------------------------------------------------------------ */

static void
begin_structure (Vertical *v, ExtractStructureId id)
{
  extract_string_append_c (v->out, '<');
  extract_string_append_str (v->out, extract_structure_get (id)->name);
  for (guint a = 0; a < EXTRACT_N_VERTICAL_ATTRIBUTES; a++)
    if (extract_structure_get_attribute (a)->structure == id && extract_structure_has_attribute (a, v->flags))
      extract_writer_append_attribute (v->out, extract_structure_get_attribute (a)->name, v->values[a]);
  extract_string_append_str (v->out, extract_structure_get (id)->empty ? "/>\n" : ">\n");
}

static void
end_structure (Vertical *v, ExtractStructureId id)
{
  extract_string_append_str (v->out, "</");
  extract_string_append_str (v->out, extract_structure_get (id)->name);
  extract_string_append_str (v->out, ">\n");
}

/* ---- Positions ------------------------------------------------------------------------------- */

static void
append_word (ExtractString *out, const char *word, gsize length)
{
  const char *run = word, *end = word + length;

  for (const char *p = word; p < end; p++) {
    const char *instead;
    const guchar c = *p;
    gsize n = 1;

    if (c == '|')
      instead = "\302\246";
    else if (c == '&')
      instead = "&amp;";
    else if (c == '<')
      instead = "&lt;";
    else if (c == '>')
      instead = "&gt;";
    else if (c < ' ' || c == 0x7f)
      instead = "";
    else if (c == 0xc2 && (guchar) p[1] < 0xa0) { /* U+0080 to U+009F */
      instead = "";
      n = 2;
    } else
      continue;
    extract_string_append (out, run, p - run);
    extract_string_append_str (out, instead);
    run = p + n;
    p = run - 1;
  }
  extract_string_append (out, run, end - run);
}

/* Blanks, bars, quotes, and all that is not ASCII, are escaped. */
static void
append_columns (ExtractString *out, const char *address, guint32 length)
{
  extract_string_append_printf (out, "\t<%s=\"", extract_structure_get_column (EXTRACT_COLUMN_LINK));
  for (const guchar *p = (const guchar *) address; *p; p++)
    if (*p <= ' ' || *p >= 0x7f || strchr ("\"<>|\\^`{}", *p))
      extract_string_append_printf (out, "%%%02X", *p);
    else
      extract_string_append_c (out, (char) *p);
  extract_string_append_printf (out, "\">\t<%s=%u>", extract_structure_get_column (EXTRACT_COLUMN_LENGTH),
                                length);
}

/* The links of a block, one after another. */
typedef struct {
  const ExtractMark *mark, *end;
  guint32 n; /* positions so far */
} Links;

static void
skip_to_link (Links *links)
{
  while (links->mark < links->end && links->mark->kind != EXTRACT_MARK_LINK)
    links->mark++;
  links->n = 0;
}

/* Counts a position from @start to @end for its link. @next: where the next position starts. Returns:
 * (nullable): the link, if it is its last one */
static const ExtractMark *
count_position (Links *links, guint32 start, guint32 end, guint32 next)
{
  const ExtractMark *mark;

  while (links->mark < links->end && links->mark->end <= start) {
    links->mark++;
    skip_to_link (links);
  }
  mark = links->mark;
  if (mark == links->end || mark->start >= end)
    return NULL;
  links->n++;
  return next >= mark->end ? mark : NULL;
}

/* Returns: whether it was written */
static gboolean
append_picture (Vertical *v, const Point *point)
{
  const char *place = v->document->page->strings->str + point->address;
  EXTRACT_AUTOFREE char *address = extract_writer_dup_address (v->document, place, TRUE);

  /* Lazy pages have a picture twice: the second time for those without scripts. */
  if (!address || (v->picture && strcmp (v->picture, place) == 0))
    return FALSE;
  v->picture = place;
  extract_string_append_str (v->out, "__IMG__");
  append_columns (v->out, address, 1);
  extract_string_append_c (v->out, '\n');
  return TRUE;
}

/* Pictures of block @i up to @offset of its text. Returns: how many */
static guint32
append_pictures (Vertical *v, guint32 i, guint32 offset)
{
  guint32 n = 0;

  for (; v->point < v->n_points; v->point++) {
    const Point *point = &v->points[v->point];

    if (!point->inside || point->block != i ||
        point->text - extract_document_piece (v->document, i)->text > offset)
      break;
    n += append_picture (v, point);
  }
  return n;
}

static void
append_link (Vertical *v, const ExtractMark *mark, guint32 n)
{
  EXTRACT_AUTOFREE char *address =
      extract_writer_dup_address (v->document, v->document->page->strings->str + mark->href, TRUE);

  if (address)
    append_columns (v->out, address, n);
}

/* The positions of block @i, in sentences. */
static void
append_block_positions (Vertical *v, guint32 i, const ExtractPosition *positions, guint32 n)
{
  const ExtractPiece *piece = extract_document_piece (v->document, i);
  const char *text = extract_document_text (v->document, i);
  const ExtractMark *marks = extract_document_marks (v->document, piece);
  Links links = { marks, v->flags & EXTRACT_WRITE_NO_LINKS ? marks : marks + piece->n_marks, 0 };
  gboolean inside = FALSE;

  skip_to_link (&links);
  for (guint32 k = 0; k < n; k++) {
    const ExtractPosition *p = &positions[k];
    const ExtractMark *link;
    guint32 pictures;

    if (!inside)
      begin_structure (v, EXTRACT_STRUCTURE_S);
    pictures = append_pictures (v, i, p->start);
    if (inside && pictures == 0 && !p->spaced)
      begin_structure (v, EXTRACT_STRUCTURE_GLUE);
    inside = !p->last;
    append_word (v->out, text + p->start, p->end - p->start);
    link = count_position (&links, p->start, p->end, k + 1 < n ? positions[k + 1].start : G_MAXUINT32);
    if (link)
      append_link (v, link, links.n);
    extract_string_append_c (v->out, '\n');
    if (k + 1 == n)
      append_pictures (v, i, G_MAXUINT32);
    if (p->last)
      end_structure (v, EXTRACT_STRUCTURE_S);
  }
}

static void
append_head (Vertical *v, const char *title)
{
  EXTRACT_AUTOFREE char *valid = extract_string_make_valid (title);
  guint32 n;
  const ExtractPosition *p = extract_segmenter_run (v->segmenter, valid, strlen (valid), &n);

  if (n == 0)
    return;
  begin_structure (v, EXTRACT_STRUCTURE_HEAD);
  for (guint32 i = 0; i < n; i++) {
    if (i > 0 && !p[i].spaced)
      begin_structure (v, EXTRACT_STRUCTURE_GLUE);
    append_word (v->out, valid + p[i].start, p[i].end - p[i].start);
    extract_string_append_c (v->out, '\n');
  }
  end_structure (v, EXTRACT_STRUCTURE_HEAD);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

enum { TYPE_TEXT, TYPE_HEADING, TYPE_LIST, TYPE_TABLE, TYPE_QUOTE, TYPE_CODE };

static const char *const type_names[] = {
  [TYPE_TEXT] = "text",   [TYPE_HEADING] = "heading", [TYPE_LIST] = "list",
  [TYPE_TABLE] = "table", [TYPE_QUOTE] = "quote",     [TYPE_CODE] = "code",
};

/* As the innermost structure around it says. */
static guint8
get_type (const ExtractPassages *passages, const ExtractOutline *outline, const ExtractPassage *passage)
{
  const ExtractOutlineNode *owner = extract_outline_owner (outline, passage);
  const guint kind = owner->frame == EXTRACT_NO_ELEMENT ? FRAME_NONE : outline->nodes[owner->frame].kind;

  if (owner->heading > 0)
    return TYPE_HEADING;
  if (extract_passage_is_pre (passages, passage))
    return TYPE_CODE;
  switch ((ExtractFrameKind) kind) {
  case FRAME_BULLETS:
  case FRAME_NUMBERS:
  case FRAME_ITEM:
  case FRAME_TERMS:
  case FRAME_TERM:
  case FRAME_DETAIL:
    return TYPE_LIST;
  case FRAME_TABLE:
  case FRAME_CAPTION:
  case FRAME_ROW:
  case FRAME_CELL:
    return TYPE_TABLE;
  case FRAME_QUOTE:
    return TYPE_QUOTE;
  default:
    return TYPE_TEXT;
  }
}

/* Returns: (transfer full) */
static guint8 *
find_types (ExtractDocument *document, ExtractWriteFlags flags)
{
  g_autoptr (ExtractPassages) passages = extract_passages_new (document, flags);
  g_autoptr (ExtractOutline) outline = extract_outline_new (
      passages, FRAME_LISTS | FRAME_TABLES | FRAME_BIT (FRAME_ITEM) | FRAME_BIT (FRAME_QUOTE) |
                    FRAME_BIT (FRAME_TERMS) | FRAME_BIT (FRAME_TERM) | FRAME_BIT (FRAME_DETAIL));
  guint8 *types = EXTRACT_NEW0 (guint8, document->n_blocks + 1);

  for (guint i = 0; i < passages->passages.len; i++) {
    const ExtractPassage *passage = extract_passage (passages, i);

    if (passage->block != EXTRACT_NO_BLOCK)
      types[passage->block] = get_type (passages, outline, passage);
  }
  return types;
}

/* Pictures that stand in front of block @i, in a paragraph of their own; those of blocks that are not written
 * are passed over. */
static void
append_points (Vertical *v, const Builder *b, guint32 i)
{
  for (; v->point < v->n_points; v->point++) {
    const Point *point = &v->points[v->point];
    const gsize before = v->out->len;

    if (point->block > i || (point->block == i && point->inside))
      return;
    if (point->inside ||
        ROWS_INDEX (b->page->notes, ExtractNote, point->note)->kind != EXTRACT_NOTE_PICTURE ||
        !passage_is_wanted (b, point))
      continue;
    memset (v->values, 0, sizeof v->values);
    v->values[EXTRACT_VERTICAL_TAG] = "img";
    v->values[EXTRACT_VERTICAL_TYPE] = type_names[TYPE_TEXT];
    begin_structure (v, EXTRACT_STRUCTURE_P);
    begin_structure (v, EXTRACT_STRUCTURE_S);
    if (!append_picture (v, point)) {
      extract_string_truncate (v->out, before);
      continue;
    }
    end_structure (v, EXTRACT_STRUCTURE_S);
    end_structure (v, EXTRACT_STRUCTURE_P);
  }
}

static void
append_block (Vertical *v, guint32 i)
{
  ExtractBlock *block = &v->document->blocks[i];
  g_autoptr (ExtractString) score = NULL;
  guint32 n;
  const ExtractPosition *positions =
      extract_segmenter_run (v->segmenter, extract_document_text (v->document, i),
                             extract_document_piece (v->document, i)->length, &n);

  if (n == 0)
    return;
  v->values[EXTRACT_VERTICAL_TAG] = extract_block_get_tag (block);
  v->values[EXTRACT_VERTICAL_TYPE] = v->types ? type_names[v->types[i]] : NULL;
  if (v->flags & EXTRACT_WRITE_ALL) {
    score = extract_string_new ();
    extract_writer_append_number (score, "%.4f", block->score);
    v->values[EXTRACT_VERTICAL_SCORE] = score->str;
    v->values[EXTRACT_VERTICAL_LABEL] = extract_label_get_nick (block->label);
    v->values[EXTRACT_VERTICAL_RULE] = extract_block_get_rule (block);
  }
  if (v->flags & EXTRACT_WRITE_LANGUAGES)
    v->values[EXTRACT_VERTICAL_P_LANG] = extract_language_of_block (v->document, i).code;
  begin_structure (v, EXTRACT_STRUCTURE_P);
  append_block_positions (v, i, positions, n);
  end_structure (v, EXTRACT_STRUCTURE_P);
}

static void
append_blocks (Vertical *v)
{
  ExtractPassages passages = { .document = v->document, .flags = v->flags };
  Builder b = {
    .passages = &passages, .document = v->document, .page = v->document->page, .flags = v->flags
  };

  if (v->flags & EXTRACT_WRITE_IMAGES)
    passage_find_points (&b);
  v->points = b.points.data;
  v->n_points = b.points.len;
  for (guint i = 0; i < v->document->n_blocks; i++) {
    append_points (v, &b, i);
    if (!extract_writer_skips (v->document, i, v->flags))
      append_block (v, i);
    while (v->point < v->n_points && v->points[v->point].inside && v->points[v->point].block == i)
      v->point++;
  }
  append_points (v, &b, v->document->n_blocks);
  v->n_points = v->point = 0;
  extract_memory_free (passages.codes.data);
  extract_memory_free (b.points.data);
}

static void
append_comments (Vertical *v)
{
  ExtractThread thread = extract_thread_begin (v->document, v->flags, 1);
  const ExtractItemBlock *blocks = extract_items_get_blocks (thread.items);

  while (extract_thread_next (&thread)) {
    v->values[EXTRACT_VERTICAL_AUTHOR] = extract_items_get_author (thread.items, thread.item);
    v->values[EXTRACT_VERTICAL_WRITTEN] = extract_items_get_date (thread.items, thread.item);
    begin_structure (v, EXTRACT_STRUCTURE_COMMENT);
    for (guint32 b = extract_items_get_first_block (thread.items, thread.item); b != EXTRACT_NO_ITEM;
         b = blocks[b].next)
      append_block (v, b);
    end_structure (v, EXTRACT_STRUCTURE_COMMENT);
  }
}

/* ---- The page -------------------------------------------------------------------------------- */

/* What is always there; with metadata, the field is worth more. */
static const char *
get_known (Vertical *v, ExtractMetadata *metadata, const char *value, ExtractField field)
{
  const char *better =
      v->flags & EXTRACT_WRITE_METADATA ? extract_writer_get_value (metadata, v->flags, field) : NULL;

  return better ? better : value;
}

/* Returns: (transfer full) (nullable): "example.org" of "https://example.org:80/a" */
static char *
dup_site (const char *address)
{
  const char *host = address ? strstr (address, "://") : NULL, *at;
  gsize n;
  char *site;

  if (!host || g_ascii_strncasecmp (address, "http", 4) != 0)
    return NULL;
  host += 3;
  n = strcspn (host, "/?#");
  at = g_strrstr_len (host, (gssize) n, "@");
  if (at) {
    n -= at + 1 - host;
    host = at + 1;
  }
  if (*host != '[')
    n = MIN (n, strcspn (host, ":"));
  site = EXTRACT_NEW (char, n + 1);
  for (gsize i = 0; i < n; i++)
    site[i] = g_ascii_tolower (host[i]);
  site[n] = '\0';
  return site;
}

static void
begin_doc (Vertical *v)
{
  ExtractDocument *document = v->document;
  ExtractMetadata *metadata = extract_writer_get_metadata (document);
  ExtractString *fields[EXTRACT_N_FIELDS] = { NULL };
  const char *url = get_known (v, metadata, extract_document_get_uri (document), EXTRACT_FIELD_URL);
  EXTRACT_AUTOFREE char *site = dup_site (url);
  g_autoptr (ExtractString) share = extract_string_new ();

  v->values[EXTRACT_VERTICAL_SOURCE] = extract_document_get_source (document);
  v->values[EXTRACT_VERTICAL_URL] = url;
  v->values[EXTRACT_VERTICAL_TITLE] =
      get_known (v, metadata, extract_document_get_title (document), EXTRACT_FIELD_TITLE);
  v->values[EXTRACT_VERTICAL_LANG] =
      get_known (v, metadata, extract_document_get_language (document), EXTRACT_FIELD_LANGUAGE);
  if (v->flags & EXTRACT_WRITE_LANGUAGE) {
    const ExtractLanguage found = extract_language_of_document (document);

    v->values[EXTRACT_VERTICAL_LANG] = found.code;
    extract_writer_append_number (share, "%.2f", found.share);
    v->values[EXTRACT_VERTICAL_LANG_SHARE] = share->str;
  }
  v->values[EXTRACT_VERTICAL_DATE] = extract_metadata_get_value (metadata, EXTRACT_FIELD_PUBLISHED, 0);
  v->values[EXTRACT_VERTICAL_SITE] = site;
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++) {
    if (!extract_structure_has_attribute (EXTRACT_VERTICAL_FIELD (field), v->flags))
      continue;
    fields[field] = extract_string_new ();
    extract_writer_append_values (fields[field], metadata, v->flags, field, "|", '/');
    v->values[EXTRACT_VERTICAL_FIELD (field)] = fields[field]->str;
  }
  begin_structure (v, EXTRACT_STRUCTURE_DOC);
  for (ExtractField field = 0; field < EXTRACT_N_FIELDS; field++)
    if (fields[field])
      extract_string_free (fields[field]);
}

void
extract_write_vertical (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  Vertical v = { .out = out, .document = document, .flags = flags };

  if (extract_writer_is_empty (document, flags))
    return;
  v.segmenter =
      extract_segmenter_new (flags & EXTRACT_WRITE_LANGUAGE ? extract_language_of_document (document).code
                                                            : extract_document_get_language (document));
  v.types = flags & EXTRACT_WRITE_STRUCTURE ? find_types (document, flags) : NULL;
  begin_doc (&v);
  append_head (&v, v.values[EXTRACT_VERTICAL_TITLE]);
  append_blocks (&v);
  if (flags & EXTRACT_WRITE_ITEMS)
    append_comments (&v);
  end_structure (&v, EXTRACT_STRUCTURE_DOC);
  extract_memory_free (v.types);
  extract_segmenter_free (v.segmenter);
}
