/* SPDX-License-Identifier: MIT */
/*
 * The file of a template, see site.h. There is one way to write it, and the reader takes no other: what was
 * read is written again, and must be the same bytes. Nothing is allocated by a number in the file that its
 * lines do not bear out.
 */
#include "libextract/site/table.h"

#include <gio/gio.h>
#include <string.h>

#define FIRST_LINE "texttractor-site 1"
#define CHECKSUM "checksum: sha256 "
#define NONE "-"
/* Far more than any log-odds are. */
#define MOST_LOGIT 20

/* ---- Out ---------------------------------------------------------------------------------------- */

static int
compare_elements (gconstpointer a, gconstpointer b)
{
  const ExtractSiteElement *x = *(ExtractSiteElement *const *) a, *y = *(ExtractSiteElement *const *) b;
  return x->key < y->key ? -1 : x->key > y->key;
}

static int
compare_repeats (gconstpointer a, gconstpointer b)
{
  const ExtractSiteRepeat *x = *(ExtractSiteRepeat *const *) a, *y = *(ExtractSiteRepeat *const *) b;
  return x->key < y->key ? -1 : x->key > y->key;
}

/* Of the site whose hash is 0, where keys are those of the table. */
static GPtrArray *
list_values (GHashTable *table, GCompareFunc compare)
{
  GPtrArray *values = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value;
  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_ptr_array_add (values, value);
  g_ptr_array_sort (values, compare);
  return values;
}

ExtractSiteTemplate *
extract_sites_describe (const ExtractSites *sites)
{
  g_return_val_if_fail (sites != NULL, NULL);

  const guint64 none = 0;
  const SitePages *pages = g_hash_table_lookup (sites->pages, &none);
  ExtractSiteTemplate *template = g_new0 (ExtractSiteTemplate, 1);
  template->site = sites->name;
  template->pages = pages ? pages->pages : 0;
  template->holder = pages ? pages->holder : 0;
  template->elements = list_values (sites->elements, compare_elements);
  template->repeats = list_values (sites->repeats, compare_repeats);
  return template;
}

void
extract_site_template_free (ExtractSiteTemplate *template)
{
  g_return_if_fail (template != NULL);
  g_ptr_array_unref (template->elements);
  g_ptr_array_unref (template->repeats);
  g_free (template);
}

#define KEY_FORMAT "%016" G_GINT64_MODIFIER "x"

GBytes *
extract_sites_to_bytes (const ExtractSites *sites)
{
  g_return_val_if_fail (sites != NULL, NULL);

  g_autoptr (ExtractSiteTemplate) template = extract_sites_describe (sites);
  GString *file = g_string_new (FIRST_LINE "\n");
  g_string_append_printf (file, "site: %s\npages: %u\nholder: ", template->site ? template->site : NONE,
                          template->pages);
  if (template->holder != 0)
    g_string_append_printf (file, KEY_FORMAT "\n", template->holder);
  else
    g_string_append (file, NONE "\n");
  g_string_append_printf (file, "elements: %u\n", template->elements->len);
  for (guint i = 0; i < template->elements->len; i++) {
    const ExtractSiteElement *e = template->elements->pdata[i];
    g_string_append_printf (
        file, KEY_FORMAT " %u %u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %u %s\n",
        e->key, e->pages, e->own, e->words, e->good, e->logit, e->importance, e->path ? e->path : NONE);
  }
  g_string_append_printf (file, "repeats: %u\n", template->repeats->len);
  for (guint i = 0; i < template->repeats->len; i++) {
    const ExtractSiteRepeat *r = template->repeats->pdata[i];
    g_string_append_printf (file, KEY_FORMAT " " KEY_FORMAT " %u %s\n", r->key, r->element, r->pages,
                            r->text ? r->text : NONE);
  }
  g_autofree char *sum =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) file->str, file->len);
  g_string_append_printf (file, CHECKSUM "%s\n", sum);
  return g_string_free_to_bytes (file);
}

/* ---- In ----------------------------------------------------------------------------------------- */

typedef struct {
  const char *p; /* the rest of the file; NUL-terminated */
  guint line;    /* the one that was read last */
  char *text;    /* of it; owned */
  GError **error;
} Reader;

static gboolean
fail (const Reader *reader, const char *sentence)
{
  g_set_error (reader->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "line %u: %s", reader->line, sentence);
  return FALSE;
}

static gboolean
next_line (Reader *reader)
{
  const char *end = strchr (reader->p, '\n');
  reader->line++;
  if (!end)
    return fail (reader, "the file is cut off here");
  g_free (reader->text);
  reader->text = g_strndup (reader->p, (gsize) (end - reader->p));
  reader->p = end + 1;
  return TRUE;
}

/* "key: value". Returns: (transfer none) (nullable): the value, which is not empty */
static const char *
read_field (Reader *reader, const char *key)
{
  if (!next_line (reader))
    return NULL;
  const gsize length = strlen (key);
  if (strncmp (reader->text, key, length) == 0 && strncmp (reader->text + length, ": ", 2) == 0 &&
      reader->text[length + 2] != '\0')
    return reader->text + length + 2;
  g_autofree char *sentence = g_strdup_printf ("\"%s: …\" is expected here", key);
  fail (reader, sentence);
  return NULL;
}

static gboolean
read_number (const char *text, guint64 most, guint64 *value)
{
  return g_ascii_string_to_unsigned (text, 10, 0, most, value, NULL);
}

static gboolean
read_key (const char *text, guint64 *key)
{
  return strlen (text) == 16 && g_ascii_string_to_unsigned (text, 16, 0, G_MAXUINT64, key, NULL);
}

static gboolean
read_count (Reader *reader, const char *key, guint64 *count)
{
  const char *text = read_field (reader, key);
  return text && (read_number (text, G_MAXUINT32, count) || fail (reader, "this is no count"));
}

/* Text that is written as it is: on one line, and visible. */
static gboolean
is_plain (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)))
      return FALSE;
  return *text != '\0';
}

static gboolean
read_head (Reader *reader, ExtractSites *sites, SitePages *pages)
{
  const char *text;
  guint64 n;
  if (!next_line (reader))
    return FALSE;
  if (strcmp (reader->text, FIRST_LINE) != 0)
    return fail (reader, "the file is no template of a site, or one of another version");
  if (!(text = read_field (reader, "site")))
    return FALSE;
  if (strcmp (text, NONE) != 0)
    extract_sites_set_name (sites, text);
  if (!read_count (reader, "pages", &n))
    return FALSE;
  pages->pages = (guint32) n;
  if (!(text = read_field (reader, "holder")))
    return FALSE;
  return strcmp (text, NONE) == 0 || (read_key (text, &pages->holder) && pages->holder != 0) ||
         fail (reader, "this is no key of an element");
}

/* The words of a line: @n, the last of which is the rest of it. Returns: (transfer full) (nullable) */
static char **
read_words (Reader *reader, gint n)
{
  if (!next_line (reader))
    return NULL;
  char **words = g_strsplit (reader->text, " ", n);
  if ((gint) g_strv_length (words) == n && is_plain (words[n - 1]))
    return words;
  g_strfreev (words);
  fail (reader, "the line has not the words that it should have");
  return NULL;
}

static gboolean
read_signed (const char *text, guint64 most, gint64 *value)
{
  return g_ascii_string_to_signed (text, 10, -(gint64) most, (gint64) most, value, NULL);
}

static gboolean
read_element (Reader *reader, ExtractSites *sites, guint32 n_pages)
{
  g_auto (GStrv) words = read_words (reader, 8);
  guint64 pages, own, importance;
  if (!words)
    return FALSE;
  SiteElement *element = g_new0 (SiteElement, 1);
  ExtractSiteElement *e = &element->shown;
  e->path = strcmp (words[7], NONE) != 0 ? g_strdup (words[7]) : NULL;
  if (!read_key (words[0], &e->key) || !read_number (words[1], n_pages, &pages) ||
      !read_number (words[2], pages, &own) || !read_number (words[3], G_MAXINT64, &e->words) ||
      !read_number (words[4], e->words, &e->good) ||
      !read_signed (words[5], own * MOST_LOGIT * SITE_LOGIT_UNIT, &e->logit) ||
      !read_number (words[6], SITE_IMPORTANCE_UNIT, &importance) || site_find_element (sites, 0, e->key)) {
    site_element_free (element);
    return fail (reader, "this is no element: a number is out of range, or a key is there twice");
  }
  e->pages = (guint32) pages;
  e->own = (guint32) own;
  e->importance = (guint32) importance;
  g_hash_table_insert (sites->elements, g_memdup2 (&e->key, sizeof e->key), element);
  return TRUE;
}

static gboolean
read_repeat (Reader *reader, ExtractSites *sites, guint32 n_pages)
{
  g_auto (GStrv) words = read_words (reader, 4);
  guint64 pages;
  if (!words)
    return FALSE;
  ExtractSiteRepeat *repeat = g_new0 (ExtractSiteRepeat, 1);
  repeat->text = strcmp (words[3], NONE) != 0 ? g_strdup (words[3]) : NULL;
  if (!read_key (words[0], &repeat->key) || !read_key (words[1], &repeat->element) ||
      !read_number (words[2], n_pages, &pages) || site_find_repeat (sites, 0, repeat->key)) {
    site_repeat_free (repeat);
    return fail (reader, "this is no repeated block: a number is out of range, or a key is there twice");
  }
  repeat->pages = (guint32) pages;
  g_hash_table_insert (sites->repeats, g_memdup2 (&repeat->key, sizeof repeat->key), repeat);
  return TRUE;
}

static gboolean
read_rows (Reader *reader, ExtractSites *sites, const char *key, guint32 n_pages,
           gboolean (*read) (Reader *, ExtractSites *, guint32))
{
  guint64 n;
  if (!read_count (reader, key, &n))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    if (!read (reader, sites, n_pages))
      return FALSE;
  return TRUE;
}

static gboolean
check_end (Reader *reader, const ExtractSites *sites, GBytes *bytes)
{
  if (!read_field (reader, "checksum"))
    return FALSE;
  if (*reader->p != '\0')
    return fail (reader, "there is something behind the checksum");
  g_autoptr (GBytes) again = extract_sites_to_bytes (sites);
  return g_bytes_equal (bytes, again) ||
         fail (reader, "the checksum is wrong: the file was changed or damaged");
}

static gboolean
read_file (Reader *reader, ExtractSites *sites, GBytes *bytes)
{
  SitePages *pages = g_new0 (SitePages, 1);
  g_hash_table_insert (sites->pages, &pages->key, pages);
  return read_head (reader, sites, pages) &&
         read_rows (reader, sites, "elements", pages->pages, read_element) &&
         read_rows (reader, sites, "repeats", pages->pages, read_repeat) && check_end (reader, sites, bytes);
}

ExtractSites *
extract_sites_load_bytes (GBytes *bytes, GError **error)
{
  g_return_val_if_fail (bytes != NULL, NULL);

  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_strndup (data ? data : "", length);
  g_autoptr (ExtractSites) sites = extract_sites_new (G_MAXUINT64, TRUE);
  Reader reader = { .p = text, .error = error };
  if (strlen (text) != length || !g_utf8_validate (text, (gssize) length, NULL)) {
    reader.line = 1;
    fail (&reader, "the file is no template of a site: it is no text in UTF-8");
    return NULL;
  }
  const gboolean good = read_file (&reader, sites, bytes);
  g_free (reader.text);
  return good ? g_steal_pointer (&sites) : NULL;
}
