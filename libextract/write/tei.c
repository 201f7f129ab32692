/* SPDX-License-Identifier: MIT */
/*
 * TEI P5: a document for each page, its metadata in the header, its main text in the body. The schema is
 * texttractor-tei.rng, a subset of tei_all; the elements are those of no other module than core, header,
 * textstructure, figures, linking and tagdocs.
 *
 *   div type=entry     the text; its head is the title
 *   div type=section   what follows a heading, with that as its head, in the section of the heading above it
 *   div type=comments  those of readers, if they are apart; answers are in what they answer
 *   p, ab, list, table, quote, figure
 *
 * Headings in lists, quotes and the like are ab type=head: only sections have a head. TEI allows nothing but
 * phrases in a label or head: there blocks are parted by lb, and what nests in them dissolves.
 */
#include "libextract/write/outline.h"
#include "libextract/write/thread.h"
#include "libextract/write/writer.h"

#include <string.h>

#define FRAMES                                                                                               \
  (FRAME_LISTS | FRAME_TABLES | FRAME_BIT (FRAME_ITEM) | FRAME_BIT (FRAME_QUOTE) | FRAME_BIT (FRAME_TERMS) | \
   FRAME_BIT (FRAME_TERM) | FRAME_BIT (FRAME_DETAIL) | FRAME_BIT (FRAME_FIGURE) |                            \
   FRAME_BIT (FRAME_FIGCAPTION))
/* They hold phrases only. */
#define FRAME_PHRASES (FRAME_BIT (FRAME_TERM) | FRAME_BIT (FRAME_CAPTION) | FRAME_BIT (FRAME_FIGCAPTION))

#define SCHEME_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."

/* ---- Addresses ------------------------------------------------------------------------------ */

/* Whether what is between // and the path is a host, with a user and a port. */
static gboolean
is_authority (const char *text, gsize length)
{
  const char *end = text + length, *host = text, *at = memchr (text, '@', length);
  gsize n;

  if (at)
    host = at + 1;
  if (memchr (text, '[', host - text) || memchr (text, ']', host - text))
    return FALSE;
  if (host < end && *host == '[') {
    n = strspn (host + 1, "0123456789abcdefABCDEF:.") + 1;
    if (host + n >= end || host[n] != ']')
      return FALSE;
    host += n + 1;
  } else
    while (host < end && *host != ':' && *host != '[' && *host != ']' && *host != '@')
      host++;
  if (host == end)
    return length > 0;
  n = strspn (host + 1, "0123456789");
  return *host == ':' && n > 0 && n <= 5 && host + 1 + n == end;
}

/* Appends ` name="address"` as a schema takes it: what no URI may have is written as %XX. Returns: FALSE,
 * with nothing appended, if that would not do */
static gboolean
append_pointer (ExtractString *out, const char *name, const char *address)
{
  const gboolean valid = g_utf8_validate (address, -1, NULL);
  const gsize first = strcspn (address, ":/?#");
  const gboolean scheme =
      address[first] == ':' && g_ascii_isalpha (*address) && strspn (address, SCHEME_CHARS) == first;
  const char *rest = scheme ? address + first + 1 : address;
  const char *path = address + strcspn (address, "/?#"); /* before it, a colon ends a scheme */
  const char *host = g_str_has_prefix (rest, "//") ? rest + 2 : rest;
  const gsize n = host > rest ? strcspn (host, "/?#") : 0;
  gboolean fragment = FALSE;

  if ((host > rest && !is_authority (host, n)) || (scheme && strchr ("#", *rest)))
    return FALSE;
  extract_string_append_printf (out, " %s=\"", name);
  for (const char *p = address; *p; p++) {
    const gboolean hex = *p == '%' && g_ascii_isxdigit (p[1]) && g_ascii_isxdigit (p[2]);
    const gboolean in_host = p >= host && p < host + n;

    if (*p == '&')
      extract_string_append_str (out, "&amp;");
    else if (g_ascii_isalnum (*p) || hex || strchr ("-._~/?!$'()*+,;=@", *p) || (*p == '#' && !fragment) ||
             (*p == ':' && (scheme || p > path)) || (in_host && strchr ("[]", *p)))
      extract_string_append_c (out, *p);
    else if ((guchar) *p >= 0x80 && valid) {
      gsize letters = 1;

      while ((guchar) p[letters] >= 0x80)
        letters++;
      extract_writer_append_markup (out, p, letters, TRUE);
      p += letters - 1;
    } else
      extract_string_append_printf (out, "%%%02X", (guchar) *p);
    fragment = fragment || *p == '#';
  }
  extract_string_append_c (out, '"');
  return TRUE;
}

/* ---- Header --------------------------------------------------------------------------------- */

typedef struct {
  ExtractString *out;
  ExtractDocument *document;
  ExtractWriteFlags flags;
  ExtractMetadata *metadata;
  const ExtractPassages *passages;
  ExtractOutline *outline;
  guint8 parts[FRAME_MAX];   /* of an open frame, if it is a list: the kind of its last part */
  gint32 numbers[FRAME_MAX]; /* the same: the number of its last item */
  guint8 sections[6];        /* levels of the headings of those that are open */
  guint n_sections;
  guint32 row;                          /* of the table at hand */
  guint32 columns;                      /* of the row at hand, so far */
  guint32 until[TABLE_MAX_COLUMNS + 1]; /* of each column: the row that it is free again in */
  gboolean headed;                      /* the text has its head, or something else */
  gboolean is_open;                     /* nothing is written yet in the innermost frame */
} Tei;

/* Appends <name attributes>value</name> and a line break. @attributes: with a space before each */
static void
append_element (ExtractString *out, const char *name, const char *attributes, const char *value)
{
  extract_string_append_printf (out, "<%s%s>", name, attributes);
  extract_writer_append_markup (out, value, strlen (value), FALSE);
  extract_string_append_printf (out, "</%s>\n", name);
}

/* The same for each value of a field. */
static void
append_field (Tei *tei, ExtractField field, const char *name, const char *attributes)
{
  for (guint i = 0; i < extract_writer_count_values (tei->metadata, tei->flags, field); i++)
    append_element (tei->out, name, attributes, extract_metadata_get_value (tei->metadata, field, i));
}

/* A title is a must in TEI, whatever fields are asked for. Returns: (nullable) */
static const char *
get_title (Tei *tei)
{
  return extract_metadata_get_value (tei->metadata, EXTRACT_FIELD_TITLE, 0);
}

/* Returns: (nullable): the language that was found, or is declared, if it is a tag as XML has them: parts of
 * 1 to 8 letters or digits */
static const char *
get_language (Tei *tei)
{
  const char *found = extract_writer_get_language (tei->document, tei->flags);
  const char *language =
      found ? found : extract_writer_get_value (tei->metadata, tei->flags, EXTRACT_FIELD_LANGUAGE);
  gsize n = 0;

  for (const char *p = language; p && (*p || n == 0); p++) {
    n = *p == '-' ? 0 : n + 1;
    if (n > 8 || (n == 0 ? p == language : !g_ascii_isalnum (*p)))
      return NULL;
  }
  return language;
}

/* Its usage, in percent, is known if it was found in the text. */
static void
append_language (Tei *tei, const char *language)
{
  extract_string_append_printf (tei->out, "<langUsage><language ident=\"%s\"", language);
  if (extract_writer_get_language (tei->document, tei->flags))
    extract_string_append_printf (tei->out, " usage=\"%.0f\"",
                                  100 * extract_language_of_document (tei->document).share);
  extract_string_append_printf (tei->out, ">%s</language></langUsage>\n", language);
}

static void
append_title_statement (Tei *tei)
{
  const char *title = get_title (tei);

  extract_string_append_str (tei->out, "<titleStmt>\n");
  append_element (tei->out, "title", " type=\"main\"", title ? title : "");
  append_field (tei, EXTRACT_FIELD_AUTHOR, "author", "");
  extract_string_append_str (tei->out, "</titleStmt>\n");
}

/* The site, or else its host. */
static void
append_publisher (Tei *tei)
{
  const char *site = extract_writer_get_value (tei->metadata, tei->flags, EXTRACT_FIELD_SITE_NAME);
  const char *url = extract_writer_get_value (tei->metadata, tei->flags, EXTRACT_FIELD_URL);
  const char *host = url ? strstr (url, "://") : NULL;

  extract_string_append_str (tei->out, "<publisher>");
  if (site)
    extract_writer_append_markup (tei->out, site, strlen (site), FALSE);
  else if (host)
    extract_writer_append_markup (tei->out, host + 3, strcspn (host + 3, "/?#"), FALSE);
  extract_string_append_str (tei->out, "</publisher>\n");
}

/* The attribute has the day, or what is known of it: TEI takes no time without seconds. */
static void
append_date (Tei *tei, ExtractField field, const char *type)
{
  const char *date = extract_writer_get_value (tei->metadata, tei->flags, field);

  if (date)
    extract_string_append_printf (tei->out, "<date type=\"%s\" when=\"%.10s\">%s</date>\n", type, date, date);
}

static void
append_pointer_element (Tei *tei, ExtractField field, const char *type)
{
  const char *address = extract_writer_get_value (tei->metadata, tei->flags, field);
  const gsize start = tei->out->len;

  if (!address)
    return;
  extract_string_append_printf (tei->out, "<ptr type=\"%s\"", type);
  if (append_pointer (tei->out, "target", address))
    extract_string_append_str (tei->out, "/>\n");
  else
    extract_string_truncate (tei->out, start);
}

static void
append_licence (Tei *tei)
{
  const char *licence = extract_writer_get_value (tei->metadata, tei->flags, EXTRACT_FIELD_LICENCE);

  if (!licence)
    return;
  extract_string_append_str (tei->out, "<availability>\n<licence");
  if (strstr (licence, "://"))
    append_pointer (tei->out, "target", licence);
  extract_string_append_c (tei->out, '>');
  extract_writer_append_markup (tei->out, licence, strlen (licence), FALSE);
  extract_string_append_str (tei->out, "</licence>\n</availability>\n");
}

static void
append_profile (Tei *tei)
{
  static const struct {
    ExtractField field;
    const char *attributes;
  } keywords[] = {
    { EXTRACT_FIELD_CATEGORY, " type=\"categories\"" },
    { EXTRACT_FIELD_TAG, " type=\"tags\"" },
    { EXTRACT_FIELD_KIND, " type=\"kind\"" },
  };
  const char *description = extract_writer_get_value (tei->metadata, tei->flags, EXTRACT_FIELD_DESCRIPTION);
  const char *language = get_language (tei);
  gboolean any = FALSE;

  extract_string_append_str (tei->out, "<profileDesc>\n");
  if (description) {
    extract_string_append_str (tei->out, "<abstract>");
    append_element (tei->out, "p", "", description);
    extract_string_append_str (tei->out, "</abstract>\n");
  }
  if (language)
    append_language (tei, language);
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    any = any || extract_writer_count_values (tei->metadata, tei->flags, keywords[i].field) > 0;
  if (any)
    extract_string_append_str (tei->out, "<textClass>\n<keywords>\n");
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    append_field (tei, keywords[i].field, "term", keywords[i].attributes);
  if (any)
    extract_string_append_str (tei->out, "</keywords>\n</textClass>\n");
  extract_string_append_str (tei->out, "</profileDesc>\n");
}

static void
append_header (Tei *tei)
{
  const char *source = extract_document_get_source (tei->document);

  extract_string_append_str (tei->out, "<teiHeader>\n<fileDesc>\n");
  append_title_statement (tei);
  extract_string_append_str (tei->out, "<publicationStmt>\n");
  append_publisher (tei);
  append_licence (tei);
  extract_string_append_str (tei->out, "</publicationStmt>\n<sourceDesc>\n<biblFull>\n");
  append_title_statement (tei);
  extract_string_append_str (tei->out, "<publicationStmt>\n");
  append_publisher (tei);
  append_date (tei, EXTRACT_FIELD_PUBLISHED, "published");
  append_date (tei, EXTRACT_FIELD_MODIFIED, "modified");
  append_pointer_element (tei, EXTRACT_FIELD_URL, "URL");
  append_pointer_element (tei, EXTRACT_FIELD_IMAGE, "image");
  if (source)
    append_element (tei->out, "idno", " type=\"source\"", source);
  extract_string_append_printf (tei->out,
                                "</publicationStmt>\n</biblFull>\n</sourceDesc>\n</fileDesc>\n"
                                "<encodingDesc>\n<appInfo>\n<application ident=\"texttractor\" "
                                "version=\"%s\"><label>Texttractor</label></application>\n"
                                "</appInfo>\n</encodingDesc>\n",
                                extract_get_version ());
  append_profile (tei);
  extract_string_append_str (tei->out, "</teiHeader>\n");
}

/* ---- Inline --------------------------------------------------------------------------------- */

/* THE table of marks. */
static const struct {
  const char *name, *attributes;
} marks[EXTRACT_N_MARKS] = {
  [EXTRACT_MARK_LINK] = { "ref", "" }, /* its attribute is where it leads */
  [EXTRACT_MARK_STRONG] = { "hi", " rend=\"bold\"" },
  [EXTRACT_MARK_EMPHASIS] = { "hi", " rend=\"italic\"" },
  [EXTRACT_MARK_CODE] = { "code", "" }, /* holds text only */
  [EXTRACT_MARK_SUB] = { "hi", " rend=\"subscript\"" },
  [EXTRACT_MARK_SUP] = { "hi", " rend=\"superscript\"" },
  [EXTRACT_MARK_DELETED] = { "del", "" },
  [EXTRACT_MARK_MARKED] = { "hi", " rend=\"marked\"" },
};

/* Marks that are open at the reading point. None is open twice: the inner one would say nothing new. */
typedef struct {
  const ExtractMark *open[EXTRACT_N_MARKS];
  guint n_open;
} Marks;

static gboolean
marks_have (const Marks *open, guint32 kind)
{
  for (guint i = 0; i < open->n_open; i++)
    if (open->open[i]->kind == kind)
      return TRUE;
  return FALSE;
}

static void
mark_begin (Tei *tei, Marks *open, const ExtractMark *mark)
{
  const gsize start = tei->out->len;

  if (marks_have (open, mark->kind))
    return;
  extract_string_append_printf (tei->out, "<%s%s", marks[mark->kind].name, marks[mark->kind].attributes);
  if (mark->kind == EXTRACT_MARK_LINK) {
    EXTRACT_AUTOFREE char *link = extract_writer_dup_link (tei->document, mark);

    if (!link || !append_pointer (tei->out, "target", link)) {
      extract_string_truncate (tei->out, start);
      return;
    }
  }
  extract_string_append_c (tei->out, '>');
  open->open[open->n_open++] = mark;
}

static void
mark_end (Tei *tei, Marks *open)
{
  extract_string_append_printf (tei->out, "</%s>", marks[open->open[--open->n_open]->kind].name);
}

static void
append_picture (Tei *tei, const ExtractMark *mark)
{
  const ExtractPicture *picture = ROWS_INDEX (tei->passages->pictures, ExtractPicture, mark->href);
  const char *strings = tei->document->page->strings->str, *alt = strings + picture->alt;
  EXTRACT_AUTOFREE char *address =
      extract_writer_dup_address (tei->document, strings + picture->address, TRUE);
  const gsize start = tei->out->len;

  extract_string_append_str (tei->out, "<graphic");
  if (!address || !append_pointer (tei->out, "url", address)) {
    extract_string_truncate (tei->out, start);
    extract_writer_append_markup (tei->out, alt, strlen (alt), FALSE);
    return;
  }
  extract_string_append_str (tei->out, *alt ? "><desc>" : "/>");
  extract_writer_append_markup (tei->out, alt, strlen (alt), FALSE);
  extract_string_append_str (tei->out, *alt ? "</desc></graphic>" : "");
}

/* Whether a text is deleted before @end. Then it is not written as code, which could not say so. */
static gboolean
holds_deleted (const ExtractMark *mark, const ExtractMark *last, guint32 end)
{
  for (; mark < last && mark->start < end; mark++)
    if (mark->kind == EXTRACT_MARK_DELETED)
      return TRUE;
  return FALSE;
}

/* @code: it stands in a code element: no mark is written */
static void
append_inline (Tei *tei, const ExtractPassage *passage, gboolean code)
{
  const char *text = extract_passage_text (tei->passages, passage);
  const ExtractMark *mark = extract_passage_marks (tei->passages, passage);
  const ExtractMark *last = mark + passage->n_marks;
  Marks open = { .n_open = 0 };
  guint32 p = 0;

  while (TRUE) {
    guint32 next = passage->length;

    while (open.n_open > 0 && open.open[open.n_open - 1]->end <= p)
      mark_end (tei, &open);
    while (mark < last && mark->start <= p) {
      const ExtractMark *begins = mark++;
      const gboolean text_only = code || marks_have (&open, EXTRACT_MARK_CODE);

      if (begins->kind == EXTRACT_MARK_PICTURE) {
        if (!text_only)
          append_picture (tei, begins);
        p = begins->end;
        break;
      }
      if (begins->kind != EXTRACT_MARK_BREAK) {
        if (!text_only && begins->end > p && extract_writer_shows (tei->flags, begins) &&
            !(begins->kind == EXTRACT_MARK_CODE && holds_deleted (mark, last, begins->end)))
          mark_begin (tei, &open, begins);
        continue;
      }
      extract_string_append_str (tei->out, text_only ? "\n" : "<lb/>");
      /* In place of a space; marks may end after that. */
      if (begins->start == p && p < passage->length && text[p] == ' ') {
        p++;
        break;
      }
    }
    if (p == passage->length)
      break;
    if (open.n_open > 0)
      next = MIN (next, open.open[open.n_open - 1]->end);
    if (mark < last)
      next = MIN (next, mark->start);
    if (next > p)
      extract_writer_append_markup (tei->out, text + p, next - p, FALSE);
    p = MAX (p, next);
  }
  while (open.n_open > 0)
    mark_end (tei, &open);
}

/* ---- Frames --------------------------------------------------------------------------------- */

/* THE table of frames. */
static const struct {
  const char *name, *attributes;
} frames[] = {
  [FRAME_BULLETS] = { "list", " rend=\"bulleted\"" },
  [FRAME_NUMBERS] = { "list", " rend=\"numbered\"" },
  [FRAME_ITEM] = { "item", "" },
  [FRAME_QUOTE] = { "quote", "" },
  [FRAME_TERMS] = { "list", " type=\"gloss\"" },
  [FRAME_TERM] = { "label", "" },
  [FRAME_DETAIL] = { "item", "" },
  [FRAME_TABLE] = { "table", "" },
  [FRAME_CAPTION] = { "head", "" },
  [FRAME_ROW] = { "row", "" },
  [FRAME_CELL] = { "cell", "" },
  [FRAME_FIGURE] = { "figure", "" },
  [FRAME_FIGCAPTION] = { "head", "" },
};

static void
begin_line (ExtractString *out)
{
  if (out->str[out->len - 1] != '\n')
    extract_string_append_c (out, '\n');
}

/* Labels and items take turns in TEI; an empty one stands where a page has two of a kind. */
static void
fill_terms (Tei *tei, guint list, ExtractFrameKind next)
{
  const ExtractFrameKind last = tei->parts[list];

  if (last == FRAME_TERM && next != FRAME_DETAIL)
    extract_string_append_str (tei->out, "<item/>\n");
  else if (last != FRAME_TERM && next == FRAME_DETAIL)
    extract_string_append_str (tei->out, "<label/>\n");
  tei->parts[list] = (guint8) next;
}

/* Empty cells up to @column, but where cells of rows above are. */
static void
append_empty_cells (Tei *tei, guint32 column)
{
  while (tei->columns < column)
    if (tei->until[++tei->columns] <= tei->row)
      extract_string_append_str (tei->out, "<cell/>");
}

static void
append_number (ExtractString *out, const char *name, gint32 number)
{
  if (number >= 0)
    extract_string_append_printf (out, " %s=\"%d\"", name, number);
}

static void
append_cell_attributes (Tei *tei, const ExtractOutlineNode *node)
{
  extract_string_append_str (tei->out, node->header ? " role=\"label\"" : "");
  append_number (tei->out, "cols", node->spanned > 1 ? node->spanned : -1);
  append_number (tei->out, "rows", node->rows > 1 ? (gint32) node->rows : -1);
  for (guint16 i = 0; i < node->spanned; i++)
    tei->until[++tei->columns] = tei->row + node->rows;
}

/* The number of an item, where the page says it; that of the first one stands at the list. TEI has no word
 * for numbers that go down: there each item has its own. */
static void
append_item_number (Tei *tei, const ExtractOutlineNode *item)
{
  const guint up = tei->outline->n_open - 1;
  const ExtractOutlineNode *list = &tei->outline->nodes[tei->outline->open[up]];
  gint32 number = item->number;

  if (list->kind != FRAME_NUMBERS)
    return;
  if (number < 0 && tei->parts[up] == FRAME_NONE)
    number = list->number < 0 && list->reversed ? (gint32) list->items : list->number;
  else if (number < 0 && list->reversed)
    number = tei->numbers[up] - 1;
  append_number (tei->out, "n", number);
  tei->numbers[up] = number;
  tei->parts[up] = FRAME_ITEM;
}

static void
frame_open (Tei *tei, guint32 frame)
{
  ExtractOutline *outline = tei->outline;
  const ExtractOutlineNode *node = &outline->nodes[frame];
  const ExtractFrameKind kind = node->kind;

  if (kind == FRAME_CELL)
    append_empty_cells (tei, node->columns - 1);
  else
    begin_line (tei->out);
  if (kind == FRAME_TERM || kind == FRAME_DETAIL)
    fill_terms (tei, outline->n_open - 1, kind);
  extract_string_append_printf (tei->out, "<%s%s", frames[kind].name, frames[kind].attributes);
  if (kind == FRAME_TABLE) {
    tei->row = 0;
    memset (tei->until, 0, sizeof tei->until);
  } else if (kind == FRAME_ROW) {
    tei->row++;
    tei->columns = 0;
  } else if (kind == FRAME_CELL)
    append_cell_attributes (tei, node);
  else if (kind == FRAME_ITEM)
    append_item_number (tei, node);
  extract_string_append_c (tei->out, '>');
  tei->parts[outline->n_open] = FRAME_NONE;
  outline->open[outline->n_open++] = frame;
  tei->is_open = TRUE;
}

static void
frames_close (Tei *tei, guint kept)
{
  while (tei->outline->n_open > kept) {
    const ExtractFrameKind kind = tei->outline->nodes[tei->outline->open[--tei->outline->n_open]].kind;

    /* These hold other frames and no text. */
    if ((FRAME_LISTS | FRAME_BIT (FRAME_TERMS) | FRAME_BIT (FRAME_TABLE) | FRAME_BIT (FRAME_FIGURE)) &
        FRAME_BIT (kind))
      begin_line (tei->out);
    if (kind == FRAME_TERMS)
      fill_terms (tei, tei->outline->n_open, FRAME_NONE);
    else if (kind == FRAME_ROW) /* its table is the frame around it */
      append_empty_cells (tei, tei->outline->nodes[tei->outline->open[tei->outline->n_open - 1]].columns);
    extract_string_append_printf (tei->out, "</%s>", frames[kind].name);
    if (kind != FRAME_CELL)
      extract_string_append_c (tei->out, '\n');
  }
}

/* Returns: the kind of the innermost frame */
static ExtractFrameKind
enter_frames (Tei *tei, const ExtractPassage *passage)
{
  ExtractOutline *outline = tei->outline;
  guint kept = extract_outline_enter (outline, passage);

  for (guint f = 0; f < outline->n_wanted; f++)
    if (FRAME_BIT (outline->nodes[outline->wanted[f]].kind) & FRAME_PHRASES)
      outline->n_wanted = f + 1;
  frames_close (tei, MIN (kept, outline->n_wanted));
  while (outline->n_open < outline->n_wanted)
    frame_open (tei, outline->wanted[outline->n_open]);
  return outline->n_open > 0 ? extract_outline_open_kind (outline, outline->n_open - 1) : FRAME_NONE;
}

/* ---- Blocks --------------------------------------------------------------------------------- */

static void
sections_close (Tei *tei, guint level)
{
  for (; tei->n_sections > 0 && tei->sections[tei->n_sections - 1] >= level; tei->n_sections--)
    extract_string_append_str (tei->out, "</div>\n");
}

/* <name attributes>, with what is known of the block if all are written. */
static void
append_start (Tei *tei, const ExtractPassage *passage, const char *name, const char *attributes)
{
  extract_string_append_printf (tei->out, "<%s%s", name, attributes);
  if ((tei->flags & EXTRACT_WRITE_ALL) && passage->block != EXTRACT_NO_BLOCK) {
    ExtractBlock *block = &tei->document->blocks[passage->block];
    const char *rule = extract_block_get_rule (block);

    extract_string_append_printf (tei->out, " n=\"%s ", extract_label_get_nick (block->label));
    extract_writer_append_number (tei->out, "%.4f", block->score);
    extract_string_append_printf (tei->out, "%s%s\"", rule ? " " : "", rule ? rule : "");
  }
  extract_string_append_c (tei->out, '>');
}

/* Of a heading, the head of a section that begins here; of the title, that of the text. */
static void
append_head (Tei *tei, const ExtractPassage *passage, guint level)
{
  char attributes[] = " rend=\"h0\"";

  attributes[strlen (attributes) - 2] = (char) ('0' + level);
  if (tei->headed) {
    sections_close (tei, level);
    extract_string_append_str (tei->out, "<div type=\"section\">\n");
    tei->sections[tei->n_sections++] = (guint8) level;
  }
  append_start (tei, passage, "head", passage->element == EXTRACT_NO_ELEMENT ? " type=\"main\"" : attributes);
  append_inline (tei, passage, FALSE);
  extract_string_append_str (tei->out, "</head>\n");
  tei->headed = TRUE;
}

static void
append_pre (Tei *tei, const ExtractPassage *passage)
{
  char language[EXTRACT_MAX_CODE_LANGUAGE];
  const ExtractMark *mark = extract_passage_marks (tei->passages, passage);
  const gboolean code = extract_passages_read_language (tei->passages, passage->element, language) &&
                        !holds_deleted (mark, mark + passage->n_marks, passage->length);

  append_start (tei, passage, "ab", " type=\"pre\" xml:space=\"preserve\"");
  if (code) {
    extract_string_append_str (tei->out, "<code");
    extract_writer_append_attribute (tei->out, "lang", language);
    extract_string_append_c (tei->out, '>');
  }
  append_inline (tei, passage, code);
  extract_string_append_str (tei->out, code ? "</code></ab>\n" : "</ab>\n");
}

/* A block in a label or caption; a line break parts it from the one before. */
static void
append_phrase (Tei *tei, const ExtractPassage *passage)
{
  const gboolean all = (tei->flags & EXTRACT_WRITE_ALL) != 0;

  extract_string_append_str (tei->out, tei->is_open ? "" : "<lb/>");
  if (all)
    append_start (tei, passage, "seg", "");
  append_inline (tei, passage, FALSE);
  extract_string_append_str (tei->out, all ? "</seg>" : "");
}

/* Whether a picture has an address that TEI takes: without one, its text is written. */
static gboolean
is_graphic (Tei *tei, const ExtractMark *mark)
{
  const gsize start = tei->out->len;
  gboolean is;

  append_picture (tei, mark);
  is = g_str_has_prefix (tei->out->str + start, "<graphic");
  extract_string_truncate (tei->out, start);
  return is;
}

/* Whether it needs no element of its own where the innermost frame is of @kind. */
static gboolean
is_bare (Tei *tei, const ExtractPassage *passage, const ExtractOutlineNode *owner, ExtractFrameKind kind)
{
  const ExtractOutlineNode *frame =
      owner->frame == EXTRACT_NO_ELEMENT ? NULL : &tei->outline->nodes[owner->frame];

  if (kind == FRAME_FIGURE) {
    const ExtractMark *mark = extract_passage_marks (tei->passages, passage);

    return passage->n_marks == 1 && mark->kind == EXTRACT_MARK_PICTURE && mark->end == passage->length &&
           mark->start == 0 && is_graphic (tei, mark);
  }
  return !(tei->flags & EXTRACT_WRITE_ALL) && frame && frame->kind == kind && frame->blocks == 1 &&
         (kind == FRAME_ITEM || kind == FRAME_DETAIL || kind == FRAME_CELL);
}

static void
append_passage (Tei *tei, const ExtractPassage *passage)
{
  const ExtractFrameKind kind = enter_frames (tei, passage);
  const ExtractOutlineNode *owner = extract_outline_owner (tei->outline, passage);

  if (kind == FRAME_NONE && owner->heading > 0) {
    append_head (tei, passage, owner->heading);
    return;
  }
  if (FRAME_BIT (kind) & FRAME_PHRASES)
    append_phrase (tei, passage);
  else if (extract_passage_is_pre (tei->passages, passage)) {
    begin_line (tei->out);
    append_pre (tei, passage);
  } else if (owner->heading == 0 && is_bare (tei, passage, owner, kind))
    append_inline (tei, passage, FALSE);
  else {
    const gboolean heading = owner->heading > 0;

    begin_line (tei->out);
    append_start (tei, passage, heading ? "ab" : "p", heading ? " type=\"head\"" : "");
    append_inline (tei, passage, FALSE);
    extract_string_append_str (tei->out, heading ? "</ab>\n" : "</p>\n");
  }
  tei->is_open = FALSE;
  tei->headed = TRUE;
}

/* ---- Comments ------------------------------------------------------------------------------- */

/* Levels of answers. */
#define COMMENT_NESTING 64

static void
append_comment (Tei *tei, ExtractItems *items, guint i)
{
  const ExtractItemBlock *blocks = extract_items_get_blocks (items);
  const char *author = extract_items_get_author (items, i), *date = extract_items_get_date (items, i);

  extract_string_append_printf (tei->out, "<div type=\"comment\" n=\"%u\">\n", i + 1);
  if (author)
    append_element (tei->out, "byline", "", author);
  if (date)
    extract_string_append_printf (tei->out, "<dateline><date when=\"%.10s\">%s</date></dateline>\n", date,
                                  date);
  for (guint32 b = extract_items_get_first_block (items, i); b != EXTRACT_NO_ITEM; b = blocks[b].next) {
    const ExtractPassage passage = extract_passage_of_block (tei->document, b);
    const gboolean pre = extract_document_piece (tei->document, b)->pre;

    extract_string_append_str (tei->out, pre ? "<ab type=\"pre\" xml:space=\"preserve\">" : "<p>");
    append_inline (tei, &passage, FALSE);
    extract_string_append_str (tei->out, pre ? "</ab>\n" : "</p>\n");
  }
}

static void
close_divisions (ExtractString *out, guint n)
{
  for (; n > 0; n--)
    extract_string_append_str (out, "</div>\n");
}

static void
append_comments (Tei *tei)
{
  ExtractThread thread = extract_thread_begin (tei->document, tei->flags, COMMENT_NESTING);

  while (extract_thread_next (&thread)) {
    extract_string_append_str (tei->out, thread.n == 1 ? "<div type=\"comments\">\n" : "");
    close_divisions (tei->out, thread.n_ended);
    append_comment (tei, thread.items, thread.item);
  }
  close_divisions (tei->out, thread.n_ended + (thread.n > 0));
}

void
extract_write_tei (ExtractString *out, ExtractDocument *document, ExtractWriteFlags flags)
{
  g_autoptr (ExtractPassages) passages = extract_passages_new (document, flags);
  g_autoptr (ExtractOutline) outline = extract_outline_new (passages, FRAMES);
  Tei tei = {
    .out = out,
    .document = document,
    .flags = flags,
    .metadata = extract_writer_get_metadata (document),
    .passages = passages,
    .outline = outline,
  };
  const char *language = get_language (&tei);

  extract_string_append_str (out, "<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n");
  append_header (&tei);
  extract_string_append_str (out, "<text");
  if (language)
    extract_writer_append_attribute (out, "xml:lang", language);
  extract_string_append_str (out, ">\n<body>\n<div type=\"entry\">\n");
  for (guint i = 0; i < passages->passages.len; i++)
    append_passage (&tei, extract_passage (passages, i));
  frames_close (&tei, 0);
  sections_close (&tei, 0);
  extract_string_append_str (out, "</div>\n");
  if (flags & EXTRACT_WRITE_ITEMS)
    append_comments (&tei);
  extract_string_append_str (out, "</body>\n</text>\n</TEI>\n");
}
