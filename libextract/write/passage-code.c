/* SPDX-License-Identifier: MIT */
/* The language of code, by the elements around it. */
#include "libextract/write/passage.h"

#include <string.h>

/* Copies what @value begins with, if it is a name. */
static gboolean
copy_language (const char *value, char language[EXTRACT_MAX_CODE_LANGUAGE])
{
  static const char *const none[] = { "none", "text", "plain", "plaintext", "default", "nohighlight", "txt" };
  gsize n = 0;

  while (g_ascii_isalnum (value[n]) || (value[n] && strchr ("+#-_.", value[n])))
    n++;
  if (n == 0 || n >= EXTRACT_MAX_CODE_LANGUAGE || (value[n] && !strchr (" \t\n;,", value[n])))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    language[i] = g_ascii_tolower (value[i]);
  language[n] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    if (strcmp (none[i], language) == 0)
      return FALSE;
  return TRUE;
}

/* "language-c", "lang-c", "highlight-source-c", "brush: c" in a class. */
static gboolean
read_language_of_class (const char *class, char language[EXTRACT_MAX_CODE_LANGUAGE])
{
  static const char *const starts[] = { "language-", "lang-",       "highlight-source-",
                                        "brush:",    "sourceCode ", "highlight-" };
  /* The last one means something in pages of Sphinx only. */
  const gboolean is_sphinx = strstr (class, "notranslate") || !strchr (class, ' ');

  for (const char *p = class; *p;) {
    const gsize n = strcspn (p, " \t\n\r\f");

    for (guint i = 0; i < G_N_ELEMENTS (starts) - !is_sphinx; i++)
      if (strncmp (p, starts[i], strlen (starts[i])) == 0) {
        const char *value = p + strlen (starts[i]);

        value += strspn (value, " ");
        if (copy_language (value, language))
          return TRUE;
        break;
      }
    p += n + strspn (p + n, " \t\n\r\f");
  }
  return FALSE;
}

static gboolean
read_language_of_element (const ExtractPassages *passages, guint32 e,
                          char language[EXTRACT_MAX_CODE_LANGUAGE])
{
  const ExtractPage *page = passages->document->page;
  const ExtractElement *element = extract_page_element (page, e);
  guint low = 0, high = passages->codes.len;

  if (read_language_of_class (extract_page_get_attribute (page, element, EXTRACT_ATTRIBUTE_CLASS), language))
    return TRUE;
  while (low < high) {
    const guint middle = low + (high - low) / 2;
    const ExtractNote *note =
        ROWS_INDEX (page->notes, ExtractNote, *ROWS_INDEX (passages->codes, guint32, middle));

    if (note->element == e)
      return copy_language (page->strings->str + note->value, language);
    if (note->element < e)
      low = middle + 1;
    else
      high = middle;
  }
  return FALSE;
}

gboolean
extract_passages_read_language (const ExtractPassages *passages, guint32 element,
                                char language[EXTRACT_MAX_CODE_LANGUAGE])
{
  const ExtractPage *page = passages->document->page;
  guint32 around = element;

  /* The code in it, then what is around it. */
  for (guint32 e = element + 1; e < page->elements.len && e < element + 5; e++)
    if (extract_page_element (page, e)->tag == EXTRACT_TAG_CODE &&
        extract_page_element (page, e)->parent == element && read_language_of_element (passages, e, language))
      return TRUE;
  for (guint i = 0; i < 3 && around != EXTRACT_NO_ELEMENT; i++) {
    if (read_language_of_element (passages, around, language))
      return TRUE;
    around = extract_page_element (page, around)->parent;
  }
  return FALSE;
}
