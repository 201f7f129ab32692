/* SPDX-License-Identifier: MIT */
/*
 * The fields for which the most trusted candidate will do; titles, authors and dates have files of their own.
 */
#include "libextract/meta/decide.h"

#include <string.h>

#include "libextract/base/url.h"
#include "libextract/meta/date.h"
#include "libextract/meta/fold.h"

#define MAX_MANY 64
#define MAX_TAG 100
#define MAX_ADDRESS 4096

void
decided_add (Decided *decided, ExtractField field, Source source, const char *text, gsize length)
{
  Value value = { .text = (guint32) decided->texts->len, .field = (guint8) field, .source = (guint8) source };

  extract_string_append (decided->texts, text, length);
  extract_string_append_c (decided->texts, '\0');
  *ROWS_ADD (decided->values, Value) = value;
}

/* ---- How values are cleaned; each appends what is good of @text to @clean ------------------- */

typedef gboolean (*Cleaner) (const Candidates *all, const char *text, ExtractString *clean);

static gboolean
clean_text (const Candidates *all, const char *text, ExtractString *clean)
{
  (void) all;
  extract_string_append_str (clean, text);
  return TRUE;
}

/* An address of the web, whole, and without anybody's password. */
static gboolean
clean_address (const Candidates *all, const char *text, ExtractString *clean)
{
  const char *base = all->page->base ? all->page->base : all->page->uri;
  EXTRACT_AUTOFREE char *plain = NULL;
  EXTRACT_AUTOFREE char *whole = NULL;

  if (strlen (text) > MAX_ADDRESS || strchr (text, ' '))
    return FALSE;
  plain = extract_memory_adopt (extract_url_dup_without_user (text));
  if (base && strlen (base) <= MAX_ADDRESS)
    whole = extract_memory_adopt (extract_page_resolve (base, plain, G_URI_FLAGS_PARSE_RELAXED));
  if (!whole)
    whole = g_steal_pointer (&plain);
  if (g_ascii_strncasecmp (whole, "http://", 7) != 0 && g_ascii_strncasecmp (whole, "https://", 8) != 0)
    return FALSE;
  extract_string_append_str (clean, whole);
  return TRUE;
}

/* Licences are addresses, mostly; a copyright notice is none. */
static gboolean
clean_licence (const Candidates *all, const char *text, ExtractString *clean)
{
  if (clean_address (all, text, clean))
    return TRUE;
  if (strlen (text) > 200 || !(strstr (text, "CC") || strstr (text, "icen") || strstr (text, "GPL") ||
                               strstr (text, "MIT") || strstr (text, "ublic")))
    return FALSE;
  return clean_text (all, text, clean);
}

/* "en_US" is "en-US", "English" is none. */
static gboolean
clean_language (const Candidates *all, const char *text, ExtractString *clean)
{
  gsize n = 0, length = strcspn (text, ",; ");

  (void) all;
  while (g_ascii_isalpha (text[n]))
    n++;
  if (n < 2 || n > 3 || length > 35)
    return FALSE;
  for (gsize i = 0; i < length; i++) {
    if (!g_ascii_isalnum (text[i]) && text[i] != '-' && text[i] != '_')
      return FALSE;
    extract_string_append_c (clean, text[i] == '_' ? '-' : i < n ? g_ascii_tolower (text[i]) : text[i]);
  }
  return TRUE;
}

/* What og:type says, and the types of things, in the words of ExtractField. */
static gboolean
clean_kind (const Candidates *all, const char *text, ExtractString *clean)
{
  static const struct {
    const char *said, *kind;
  } kinds[] = {
    { "article", "article" },
    { "blog", "listing" },
    { "book", "book" },
    { "course", "course" },
    { "dataset", "dataset" },
    { "event", "event" },
    { "forum", "forum" },
    { "job", "job" },
    { "listing", "listing" },
    { "page", "page" },
    { "product", "product" },
    { "profile", "profile" },
    { "question", "question" },
    { "recipe", "recipe" },
    { "software", "software" },
    { "video", "video" },
    { "website", "website" },
    { "news", "article" },
    { "story", "article" },
    { "post", "article" },
    { "blogposting", "article" },
    { "newsarticle", "article" },
    { "product.group", "listing" },
    { "product.item", "product" },
    { "video.other", "video" },
    { "video.movie", "video" },
    { "video.episode", "video" },
    { "og:product", "product" },
    { "og:article", "article" },
    { "webpage", "page" },
  };

  (void) all;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_ascii_strcasecmp (text, kinds[i].said) == 0) {
      extract_string_append_str (clean, kinds[i].kind);
      return TRUE;
    }
  return FALSE;
}

/* THE table of fields that take the most trusted candidate; the order of the values is that of ExtractField.
 */
static const struct {
  ExtractField field;
  Cleaner clean;
} single[] = {
  { EXTRACT_FIELD_SITE_NAME, clean_text },
  { EXTRACT_FIELD_URL, clean_address },
  { EXTRACT_FIELD_DESCRIPTION, clean_text },
  { EXTRACT_FIELD_LANGUAGE, clean_language },
  { EXTRACT_FIELD_IMAGE, clean_address },
  { EXTRACT_FIELD_CATEGORY, NULL },
  { EXTRACT_FIELD_TAG, NULL },
  { EXTRACT_FIELD_LICENCE, clean_licence },
  { EXTRACT_FIELD_KIND, clean_kind },
};

static void
decide_single (const Candidates *all, Decided *decided, ExtractField field, Cleaner clean)
{
  ExtractString *text = extract_string_new ();
  guint tried = 101;

  /* From the most trusted one down, until one is good; of the same trust, the first. */
  for (;;) {
    const Candidate *best = NULL;

    for (guint i = 0; i < candidates_length (all); i++) {
      const Candidate *candidate = candidate_get (all, i);

      if (candidate->field == field && candidate->trust < tried && (!best || candidate->trust > best->trust))
        best = candidate;
    }
    extract_budget_look ();
    if (!best)
      break;
    tried = best->trust;
    extract_string_truncate (text, 0);
    if (clean (all, candidate_text (all, best), text) && text->len > 0) {
      decided_add (decided, field, best->source, text->str, text->len);
      break;
    }
  }
  extract_string_free (text);
}

/* The values of a field that has many: those of the most trusted source that has any, cut at commas. */
static void
decide_many (const Candidates *all, Decided *decided, ExtractField field)
{
  const guint first = decided->values.len;
  guint best = 0;

  for (guint i = 0; i < candidates_length (all); i++)
    if (candidate_get (all, i)->field == field)
      best = MAX (best, candidate_get (all, i)->trust);
  for (guint i = 0; i < candidates_length (all); i++) {
    const Candidate *candidate = candidate_get (all, i);
    const char *p = candidate_text (all, candidate);

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 16);
    if (candidate->field != field || candidate->trust != best)
      continue;
    while (*p && decided->values.len - first < MAX_MANY) {
      gsize length;
      char tag[MAX_TAG + 1];
      gboolean known = FALSE;

      while (*p == ' ')
        p++;
      length = strcspn (p, ",;");
      while (length > 0 && p[length - 1] == ' ')
        length--;
      if (length > 0 && length <= MAX_TAG) {
        memcpy (tag, p, length);
        tag[length] = '\0';
        for (guint v = first; v < decided->values.len && !known; v++)
          known =
              extract_fold_is_same (decided->texts->str + ROWS_INDEX (decided->values, Value, v)->text, tag);
        if (!known)
          decided_add (decided, field, candidate->source, tag, length);
      }
      p += strcspn (p, ",;");
      p += *p != '\0';
    }
  }
}

void
decide_rest (Candidates *all, Decided *decided)
{
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    if (single[i].clean)
      decide_single (all, decided, single[i].field, single[i].clean);
    else
      decide_many (all, decided, single[i].field);
}
