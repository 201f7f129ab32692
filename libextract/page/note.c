/* SPDX-License-Identifier: MIT */
/*
 * Notes: what an element says to machines, beside the attributes that all elements keep.
 *
 *   meta, link, rel, datetime, typeof ...   what says something about the page: for meta/
 *   colspan, start, data-lang, src ...      what shapes the output: for write/
 *
 * The page gets a row for each, in document order; their strings are copies.
 */
#include "libextract/page/note.h"

#include <string.h>

#include "libextract/text/token.h"

static guint32
note_string (ExtractString *strings, const char *value)
{
  const guint32 offset = strings->len;
  const gsize length = value ? extract_token_whole_length (value, strnlen (value, EXTRACT_MAX_NOTE)) : 0;

  if (length == 0)
    return 0;
  extract_string_append (strings, value, length);
  extract_string_append_c (strings, '\0');
  return offset;
}

void
extract_note_add (ExtractPage *page, guint32 element, ExtractNoteKind kind, const char *name,
                  const char *value)
{
  /* One after the other: names and values may be in the same place. */
  const guint32 of_name = note_string (page->strings, name), of_value = note_string (page->strings, value);

  *ROWS_ADD (page->notes, ExtractNote) = (ExtractNote){
    .element = element, .name = of_name, .value = of_value, .text = page->text->len, .kind = kind
  };
}

void
extract_note_head (ExtractPage *page, ExtractDom *dom, guint32 element, ExtractTag tag)
{
  static const struct {
    ExtractDomAttribute name;
    ExtractNoteKind kind;
  } metas[] = {
    { EXTRACT_DOM_PROPERTY, EXTRACT_NOTE_META },
    { EXTRACT_DOM_NAME, EXTRACT_NOTE_META },
    { EXTRACT_DOM_ITEMPROP, EXTRACT_NOTE_ITEMPROP },
    { EXTRACT_DOM_HTTP_EQUIV, EXTRACT_NOTE_META },
  }, links[] = {
    { EXTRACT_DOM_REL, EXTRACT_NOTE_LINK },
    { EXTRACT_DOM_ITEMPROP, EXTRACT_NOTE_ITEMPROP },
  };
  const guint64 attributes = extract_dom_get_attributes (dom);
  const gboolean is_meta = tag == EXTRACT_TAG_META;
  const ExtractDomAttribute of_value = is_meta ? EXTRACT_DOM_CONTENT : EXTRACT_DOM_HREF;
  const char *value = extract_dom_pick_attribute (dom, attributes, of_value);

  for (guint i = 0; value && i < (is_meta ? G_N_ELEMENTS (metas) : G_N_ELEMENTS (links)); i++) {
    const char *name = extract_dom_pick_attribute (dom, attributes, is_meta ? metas[i].name : links[i].name);

    if (name)
      extract_note_add (page, element, is_meta ? metas[i].kind : links[i].kind, name, value);
  }
}

/* What a rel of links in the text can say of the page. */
static gboolean
is_telling_rel (const char *rel)
{
  static const char *const telling[] = { "author", "tag", "license", "category" };

  for (guint i = 0; i < G_N_ELEMENTS (telling); i++)
    if (strstr (rel, telling[i]))
      return TRUE;
  return FALSE;
}

void
extract_note_element (ExtractPage *page, ExtractDom *dom, guint32 element, ExtractTag tag, guint64 attributes)
{
  const char *value;

  if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_REL)) && tag == EXTRACT_TAG_A &&
      is_telling_rel (value))
    extract_note_add (page, element, EXTRACT_NOTE_LINK, value,
                      extract_dom_get_attribute (dom, EXTRACT_DOM_HREF));
  if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_PROPERTY)))
    extract_note_add (page, element, EXTRACT_NOTE_PROPERTY, value,
                      extract_dom_get_attribute (dom, EXTRACT_DOM_CONTENT));
  if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_TYPEOF)))
    extract_note_add (page, element, EXTRACT_NOTE_TYPEOF, NULL, value);
  if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_CONTENT)))
    extract_note_add (page, element, EXTRACT_NOTE_CONTENT, NULL, value);
  if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_DATETIME)))
    extract_note_add (page, element, EXTRACT_NOTE_DATETIME, NULL, value);
  if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_TITLE)) &&
      !(extract_tag_get_flags (tag) & TAG_BLOCK) && tag != EXTRACT_TAG_A && tag != EXTRACT_TAG_IMG &&
      strpbrk (value, "0123456789"))
    extract_note_add (page, element, EXTRACT_NOTE_TITLE, NULL, value);
}

/* Data in place of an address is mostly a picture of one point. */
static gboolean
is_address (const char *value)
{
  return *value && g_ascii_strncasecmp (value, "data:", strlen ("data:")) != 0 &&
         strlen (value) < EXTRACT_MAX_NOTE;
}

/* Of "2x", "1.5x", "640w" the number, in thousandths; of anything else 1. */
static guint64
read_size (const char *p)
{
  guint64 size = 0;
  guint unit = 1000;

  if (!g_ascii_isdigit (*p))
    return 1000;
  for (; g_ascii_isdigit (*p) && size < 1000000; p++)
    size = size * 10 + (guint) (*p - '0');
  size *= 1000;
  if (*p == '.')
    for (p++; g_ascii_isdigit (*p) && unit > 1; p++)
      size += (guint) (*p - '0') * (unit /= 10);
  return size;
}

/* The largest one of a srcset: "a.png 1x, b.png 2x", "a.png 320w, b.png 640w". Returns: (nullable): within
 * @set. @length: (out) */
static const char *
find_largest (const char *set, gsize *length)
{
  const char *largest = NULL;
  guint64 most = 0;

  for (const char *p = set + strspn (set, ", \t\n\r\f"); *p; p += strspn (p, ", \t\n\r\f")) {
    const gsize n = strcspn (p, " \t\n\r\f");
    const char *size = p + n + strspn (p + n, " \t\n\r\f");
    const gboolean ends = p[n - 1] == ',';
    const guint64 of_this = ends ? 1000 : read_size (size);

    if (of_this > most) {
      most = of_this;
      largest = p;
      *length = n - ends;
    }
    p = ends ? p + n : size + strcspn (size, ",");
  }
  return largest;
}

/* Where a picture is: lazy pages keep that in attributes of their own. */
static void
note_picture (ExtractPage *page, ExtractDom *dom, guint32 element, ExtractNoteKind kind, guint64 attributes)
{
  static const ExtractDomAttribute sets[] = { EXTRACT_DOM_DATA_SRCSET, EXTRACT_DOM_SRCSET };
  static const ExtractDomAttribute addresses[] = { EXTRACT_DOM_DATA_SRC, EXTRACT_DOM_DATA_LAZY_SRC,
                                                   EXTRACT_DOM_DATA_ORIGINAL, EXTRACT_DOM_SRC };
  EXTRACT_AUTOFREE char *largest = NULL;
  const char *address = NULL, *value;
  gsize length;

  for (guint i = 0; i < G_N_ELEMENTS (sets) && !address; i++)
    if ((value = extract_dom_pick_attribute (dom, attributes, sets[i])) &&
        (value = find_largest (value, &length))) {
      extract_memory_free (largest);
      largest = extract_memory_adopt (g_strndup (value, length));
      address = is_address (largest) ? largest : NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (addresses) && !address; i++)
    if ((value = extract_dom_pick_attribute (dom, attributes, addresses[i])) && is_address (value))
      address = value;
  /* A point is there to count readers. */
  for (guint i = 0; i < 2; i++)
    if ((value = extract_dom_pick_attribute (dom, attributes, i ? EXTRACT_DOM_WIDTH : EXTRACT_DOM_HEIGHT)) &&
        *value && strchr ("012", *value) && (value[1] == '\0' || value[1] == 'p'))
      address = NULL;
  value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_ALT);
  if (address || value)
    extract_note_add (page, element, kind, value, address);
}

void
extract_note_shape (ExtractPage *page, ExtractDom *dom, guint32 element, ExtractTag tag, guint64 attributes)
{
  const char *value;

  if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_DATA_STEP)))
    extract_note_add (page, element, EXTRACT_NOTE_STEP, NULL, value);
  switch (tag) {
  case EXTRACT_TAG_TD:
  case EXTRACT_TAG_TH:
    if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_COLSPAN)))
      extract_note_add (page, element, EXTRACT_NOTE_COLSPAN, NULL, value);
    if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_ROWSPAN)))
      extract_note_add (page, element, EXTRACT_NOTE_ROWSPAN, NULL, value);
    break;
  case EXTRACT_TAG_OL:
    if (extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_REVERSED))
      extract_note_add (page, element, EXTRACT_NOTE_REVERSED, NULL, NULL);
    if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_FIRST)))
      extract_note_add (page, element, EXTRACT_NOTE_NUMBER, NULL, value);
    break;
  case EXTRACT_TAG_LI:
    if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_VALUE)))
      extract_note_add (page, element, EXTRACT_NOTE_NUMBER, NULL, value);
    break;
  case EXTRACT_TAG_PRE:
  case EXTRACT_TAG_CODE:
  case EXTRACT_TAG_DIV:
    if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_DATA_LANG)) ||
        (value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_DATA_LANGUAGE)))
      extract_note_add (page, element, EXTRACT_NOTE_CODE, NULL, value);
    break;
  case EXTRACT_TAG_MATH:
    if ((value = extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_ALTTEXT)))
      extract_note_add (page, element, EXTRACT_NOTE_TEX,
                        extract_dom_pick_attribute (dom, attributes, EXTRACT_DOM_DISPLAY), value);
    break;
  case EXTRACT_TAG_IMG:
    note_picture (page, dom, element, EXTRACT_NOTE_PICTURE, attributes);
    break;
  case EXTRACT_TAG_SOURCE:
    note_picture (page, dom, element, EXTRACT_NOTE_SOURCE, attributes);
    break;
  default:
    break;
  }
}

/* Whether an iframe shows a video, by its address. */
static gboolean
is_player (const char *address)
{
  static const char *const players[] = { "youtube.com/embed/", "youtube-nocookie.com/embed/",
                                         "player.vimeo.com/video/", "dailymotion.com/embed/",
                                         "youtube.com/v/" };

  for (guint i = 0; i < G_N_ELEMENTS (players); i++)
    if (strstr (address, players[i]))
      return TRUE;
  return FALSE;
}

gboolean
extract_note_video (ExtractPage *page, ExtractDom *dom, guint32 element, ExtractTag tag)
{
  static const ExtractDomAttribute addresses[] = { EXTRACT_DOM_SRC, EXTRACT_DOM_DATA_SRC };
  const guint64 attributes = extract_dom_get_attributes (dom);
  const char *value = NULL;

  if (tag != EXTRACT_TAG_VIDEO && tag != EXTRACT_TAG_IFRAME)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (addresses) && !value; i++)
    if ((value = extract_dom_pick_attribute (dom, attributes, addresses[i])) &&
        (!is_address (value) || (tag == EXTRACT_TAG_IFRAME && !is_player (value))))
      value = NULL;
  if (value)
    extract_note_add (page, element, EXTRACT_NOTE_VIDEO, NULL, value);
  if (value || tag == EXTRACT_TAG_IFRAME)
    return FALSE;
  /* The first source in it. */
  for (guint depth = 1, events = 0; depth > 0;) {
    EXTRACT_BUDGET_LOOK_EVERY (++events, EXTRACT_DOM_EVENTS_PER_LOOK);
    switch (extract_dom_next (dom)) {
    case EXTRACT_DOM_START:
      depth++;
      if (!value && extract_dom_get_tag (dom) == EXTRACT_TAG_SOURCE &&
          (value = extract_dom_get_attribute (dom, EXTRACT_DOM_SRC)) && is_address (value))
        extract_note_add (page, element, EXTRACT_NOTE_VIDEO, NULL, value);
      break;
    case EXTRACT_DOM_END:
      depth--;
      break;
    case EXTRACT_DOM_TEXT:
      break;
    case EXTRACT_DOM_END_OF_TREE:
      depth = 0;
      break;
    }
  }
  return TRUE;
}
