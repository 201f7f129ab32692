/* SPDX-License-Identifier: MIT */
/*
 * What the head of a page says: meta and link elements, the title, the html element; and the address.
 */
#include "libextract/meta/candidate.h"

#include <stdlib.h>
#include <string.h>

#include "libextract/meta/date.h"
#include "libextract/meta/fold.h"

/* Names and properties of meta elements, letters and digits alone, small, in order of the bytes:
 * "article:author", "article.author" and "article_author" are one. */
/* clang-format off */
static const struct {
  const char *name;
  ExtractField field;
  Source source;
  guint trust;
} metas[] = {
  { "alandroidappname", EXTRACT_FIELD_SITE_NAME, SOURCE_META, 10 },
  { "aliosappname", EXTRACT_FIELD_SITE_NAME, SOURCE_META, 10 },
  { "applemobilewebapptitle", EXTRACT_FIELD_SITE_NAME, SOURCE_META, 50 },
  { "applicationname", EXTRACT_FIELD_SITE_NAME, SOURCE_META, 50 },
  { "articlemodified", EXTRACT_FIELD_MODIFIED, SOURCE_OPENGRAPH, 90 },
  { "articlemodifiedtime", EXTRACT_FIELD_MODIFIED, SOURCE_OPENGRAPH, 90 },
  { "articlepublishdate", EXTRACT_FIELD_PUBLISHED, SOURCE_OPENGRAPH, 92 },
  { "articlepublished", EXTRACT_FIELD_PUBLISHED, SOURCE_OPENGRAPH, 92 },
  { "articlepublishedtime", EXTRACT_FIELD_PUBLISHED, SOURCE_OPENGRAPH, 92 },
  { "articlesection", EXTRACT_FIELD_CATEGORY, SOURCE_OPENGRAPH, 85 },
  { "articletag", EXTRACT_FIELD_TAG, SOURCE_OPENGRAPH, 85 },
  { "articleupdatedtime", EXTRACT_FIELD_MODIFIED, SOURCE_OPENGRAPH, 90 },
  { "bepresscitationauthor", EXTRACT_FIELD_AUTHOR, SOURCE_CITATION, 96 },
  { "bepresscitationdate", EXTRACT_FIELD_PUBLISHED, SOURCE_CITATION, 88 },
  { "bepresscitationonlinedate", EXTRACT_FIELD_PUBLISHED, SOURCE_CITATION, 88 },
  { "byl", EXTRACT_FIELD_AUTHOR, SOURCE_META, 80 },
  { "byline", EXTRACT_FIELD_AUTHOR, SOURCE_META, 70 },
  { "citationabstract", EXTRACT_FIELD_DESCRIPTION, SOURCE_DUBLIN_CORE, 55 },
  { "citationauthor", EXTRACT_FIELD_AUTHOR, SOURCE_CITATION, 96 },
  { "citationauthors", EXTRACT_FIELD_AUTHOR, SOURCE_CITATION, 96 },
  { "citationdate", EXTRACT_FIELD_PUBLISHED, SOURCE_CITATION, 80 },
  { "citationjournaltitle", EXTRACT_FIELD_SITE_NAME, SOURCE_CITATION, 40 },
  { "citationkeywords", EXTRACT_FIELD_TAG, SOURCE_CITATION, 78 },
  { "citationlanguage", EXTRACT_FIELD_LANGUAGE, SOURCE_CITATION, 45 },
  { "citationonlinedate", EXTRACT_FIELD_PUBLISHED, SOURCE_CITATION, 88 },
  { "citationpublicationdate", EXTRACT_FIELD_PUBLISHED, SOURCE_CITATION, 88 },
  { "citationtitle", EXTRACT_FIELD_TITLE, SOURCE_CITATION, 95 },
  { "citationyear", EXTRACT_FIELD_PUBLISHED, SOURCE_CITATION, 80 },
  { "contentlanguage", EXTRACT_FIELD_LANGUAGE, SOURCE_META, 60 },
  { "copyright", EXTRACT_FIELD_LICENCE, SOURCE_META, 10 },
  { "creator", EXTRACT_FIELD_AUTHOR, SOURCE_META, 60 },
  { "dccontributor", EXTRACT_FIELD_AUTHOR, SOURCE_DUBLIN_CORE, 82 },
  { "dccreated", EXTRACT_FIELD_PUBLISHED, SOURCE_DUBLIN_CORE, 78 },
  { "dccreator", EXTRACT_FIELD_AUTHOR, SOURCE_DUBLIN_CORE, 82 },
  { "dcdate", EXTRACT_FIELD_PUBLISHED, SOURCE_DUBLIN_CORE, 78 },
  { "dcdatecreated", EXTRACT_FIELD_PUBLISHED, SOURCE_DUBLIN_CORE, 78 },
  { "dcdateissued", EXTRACT_FIELD_PUBLISHED, SOURCE_DUBLIN_CORE, 78 },
  { "dcdatemodified", EXTRACT_FIELD_MODIFIED, SOURCE_DUBLIN_CORE, 75 },
  { "dcdatepublished", EXTRACT_FIELD_PUBLISHED, SOURCE_DUBLIN_CORE, 78 },
  { "dcdescription", EXTRACT_FIELD_DESCRIPTION, SOURCE_DUBLIN_CORE, 55 },
  { "dcidentifier", EXTRACT_FIELD_URL, SOURCE_DUBLIN_CORE, 10 },
  { "dcissued", EXTRACT_FIELD_PUBLISHED, SOURCE_DUBLIN_CORE, 78 },
  { "dclanguage", EXTRACT_FIELD_LANGUAGE, SOURCE_DUBLIN_CORE, 45 },
  { "dcmodified", EXTRACT_FIELD_MODIFIED, SOURCE_DUBLIN_CORE, 75 },
  { "dcpublisher", EXTRACT_FIELD_SITE_NAME, SOURCE_DUBLIN_CORE, 20 },
  { "dcrights", EXTRACT_FIELD_LICENCE, SOURCE_DUBLIN_CORE, 60 },
  { "dcrightslicense", EXTRACT_FIELD_LICENCE, SOURCE_DUBLIN_CORE, 60 },
  { "dcsubject", EXTRACT_FIELD_TAG, SOURCE_DUBLIN_CORE, 60 },
  { "dctermsabstract", EXTRACT_FIELD_DESCRIPTION, SOURCE_DUBLIN_CORE, 55 },
  { "dctermscreated", EXTRACT_FIELD_PUBLISHED, SOURCE_DUBLIN_CORE, 78 },
  { "dctermscreator", EXTRACT_FIELD_AUTHOR, SOURCE_DUBLIN_CORE, 82 },
  { "dctermsdate", EXTRACT_FIELD_PUBLISHED, SOURCE_DUBLIN_CORE, 78 },
  { "dctermsdescription", EXTRACT_FIELD_DESCRIPTION, SOURCE_DUBLIN_CORE, 55 },
  { "dctermsissued", EXTRACT_FIELD_PUBLISHED, SOURCE_DUBLIN_CORE, 78 },
  { "dctermslanguage", EXTRACT_FIELD_LANGUAGE, SOURCE_DUBLIN_CORE, 45 },
  { "dctermslicense", EXTRACT_FIELD_LICENCE, SOURCE_DUBLIN_CORE, 60 },
  { "dctermsmodified", EXTRACT_FIELD_MODIFIED, SOURCE_DUBLIN_CORE, 75 },
  { "dctermspublisher", EXTRACT_FIELD_SITE_NAME, SOURCE_DUBLIN_CORE, 20 },
  { "dctermsrights", EXTRACT_FIELD_LICENCE, SOURCE_DUBLIN_CORE, 60 },
  { "dctermssubject", EXTRACT_FIELD_TAG, SOURCE_DUBLIN_CORE, 60 },
  { "dctermstitle", EXTRACT_FIELD_TITLE, SOURCE_DUBLIN_CORE, 70 },
  { "dctitle", EXTRACT_FIELD_TITLE, SOURCE_DUBLIN_CORE, 70 },
  { "description", EXTRACT_FIELD_DESCRIPTION, SOURCE_META, 80 },
  { "eprintscreatorsname", EXTRACT_FIELD_AUTHOR, SOURCE_DUBLIN_CORE, 82 },
  { "eprintstitle", EXTRACT_FIELD_TITLE, SOURCE_DUBLIN_CORE, 70 },
  { "headline", EXTRACT_FIELD_TITLE, SOURCE_META, 60 },
  { "keywords", EXTRACT_FIELD_TAG, SOURCE_META, 50 },
  { "language", EXTRACT_FIELD_LANGUAGE, SOURCE_META, 42 },
  { "newskeywords", EXTRACT_FIELD_TAG, SOURCE_META, 75 },
  { "ogarticlemodifiedtime", EXTRACT_FIELD_MODIFIED, SOURCE_OPENGRAPH, 90 },
  { "ogarticlepublishedtime", EXTRACT_FIELD_PUBLISHED, SOURCE_OPENGRAPH, 92 },
  { "ogarticletag", EXTRACT_FIELD_TAG, SOURCE_OPENGRAPH, 85 },
  { "ogdescription", EXTRACT_FIELD_DESCRIPTION, SOURCE_OPENGRAPH, 75 },
  { "ogimage", EXTRACT_FIELD_IMAGE, SOURCE_OPENGRAPH, 90 },
  { "ogimagesecureurl", EXTRACT_FIELD_IMAGE, SOURCE_OPENGRAPH, 90 },
  { "ogimageurl", EXTRACT_FIELD_IMAGE, SOURCE_OPENGRAPH, 90 },
  { "oglocale", EXTRACT_FIELD_LANGUAGE, SOURCE_OPENGRAPH, 40 },
  { "ogmodifiedtime", EXTRACT_FIELD_MODIFIED, SOURCE_OPENGRAPH, 90 },
  { "ogpubdate", EXTRACT_FIELD_PUBLISHED, SOURCE_OPENGRAPH, 92 },
  { "ogpublishdate", EXTRACT_FIELD_PUBLISHED, SOURCE_OPENGRAPH, 92 },
  { "ogpublishedtime", EXTRACT_FIELD_PUBLISHED, SOURCE_OPENGRAPH, 92 },
  { "ogreleasedate", EXTRACT_FIELD_PUBLISHED, SOURCE_OPENGRAPH, 92 },
  { "ogsitename", EXTRACT_FIELD_SITE_NAME, SOURCE_OPENGRAPH, 90 },
  { "ogtitle", EXTRACT_FIELD_TITLE, SOURCE_OPENGRAPH, 85 },
  { "ogtype", EXTRACT_FIELD_KIND, SOURCE_OPENGRAPH, 60 },
  { "ogupdatedtime", EXTRACT_FIELD_MODIFIED, SOURCE_OPENGRAPH, 90 },
  { "ogurl", EXTRACT_FIELD_URL, SOURCE_OPENGRAPH, 70 },
  { "prismpublicationdate", EXTRACT_FIELD_PUBLISHED, SOURCE_CITATION, 88 },
  { "rights", EXTRACT_FIELD_LICENCE, SOURCE_META, 10 },
  { "thumbnail", EXTRACT_FIELD_IMAGE, SOURCE_META, 40 },
  { "twitterappnameiphone", EXTRACT_FIELD_SITE_NAME, SOURCE_META, 10 },
  { "twitterdescription", EXTRACT_FIELD_DESCRIPTION, SOURCE_OPENGRAPH, 65 },
  { "twitterimage", EXTRACT_FIELD_IMAGE, SOURCE_OPENGRAPH, 70 },
  { "twitterimagesrc", EXTRACT_FIELD_IMAGE, SOURCE_OPENGRAPH, 70 },
  { "twittertitle", EXTRACT_FIELD_TITLE, SOURCE_OPENGRAPH, 75 },
  { "twitterurl", EXTRACT_FIELD_URL, SOURCE_OPENGRAPH, 40 },
  { "writer", EXTRACT_FIELD_AUTHOR, SOURCE_META, 70 },
};

/* Words of a rel, in order of the bytes. */
static const struct {
  const char *name;
  ExtractField field;
  guint trust;
} rels[] = {
  { "canonical", EXTRACT_FIELD_URL, 90 },
  { "category", EXTRACT_FIELD_CATEGORY, 50 },
  { "image_src", EXTRACT_FIELD_IMAGE, 60 },
  { "license", EXTRACT_FIELD_LICENCE, 70 },
  { "tag", EXTRACT_FIELD_TAG, 40 },
};
/* clang-format on */

static int
name_compare (const void *name, const void *row)
{
  return strcmp (name, *(const char *const *) row);
}

/* Other names are many, and made of the same words: the first one that is in a name, or at its end, says what
 * it is. */
/* clang-format off */
static const struct {
  const char *word;
  gboolean at_end;
  ExtractField field; /* EXTRACT_N_FIELDS: nothing of use */
  guint trust;
} meta_words[] = {
  { "banner", FALSE, EXTRACT_N_FIELDS, 0 },
  { "msauthor", FALSE, EXTRACT_N_FIELDS, 0 },
  { "title", TRUE, EXTRACT_FIELD_TITLE, 60 },
  { "author", TRUE, EXTRACT_FIELD_AUTHOR, 80 },
  { "authors", TRUE, EXTRACT_FIELD_AUTHOR, 80 },
  { "authorname", TRUE, EXTRACT_FIELD_AUTHOR, 80 },
  { "section", TRUE, EXTRACT_FIELD_CATEGORY, 60 },
  { "category", TRUE, EXTRACT_FIELD_CATEGORY, 60 },
  { "tags", TRUE, EXTRACT_FIELD_TAG, 55 },
  { "expir", FALSE, EXTRACT_N_FIELDS, 0 },
  { "event", FALSE, EXTRACT_N_FIELDS, 0 },
  { "start", FALSE, EXTRACT_N_FIELDS, 0 },
  { "end", FALSE, EXTRACT_N_FIELDS, 0 },
  { "valid", FALSE, EXTRACT_N_FIELDS, 0 },
  { "birth", FALSE, EXTRACT_N_FIELDS, 0 },
  { "review", FALSE, EXTRACT_N_FIELDS, 0 },
  { "publisher", FALSE, EXTRACT_N_FIELDS, 0 },
  { "modif", FALSE, EXTRACT_FIELD_MODIFIED, 76 },
  { "moddate", FALSE, EXTRACT_FIELD_MODIFIED, 76 },
  { "lastmod", FALSE, EXTRACT_FIELD_MODIFIED, 76 },
  { "updat", FALSE, EXTRACT_FIELD_MODIFIED, 76 },
  { "revis", FALSE, EXTRACT_FIELD_MODIFIED, 76 },
  { "msdate", FALSE, EXTRACT_FIELD_MODIFIED, 76 },
  { "publi", FALSE, EXTRACT_FIELD_PUBLISHED, 76 },
  { "creat", FALSE, EXTRACT_FIELD_PUBLISHED, 76 },
  { "issued", FALSE, EXTRACT_FIELD_PUBLISHED, 76 },
  { "posted", FALSE, EXTRACT_FIELD_PUBLISHED, 76 },
  { "upload", FALSE, EXTRACT_FIELD_PUBLISHED, 76 },
  { "releas", FALSE, EXTRACT_FIELD_PUBLISHED, 76 },
  { "date", TRUE, EXTRACT_FIELD_PUBLISHED, 76 },
  { "datetime", TRUE, EXTRACT_FIELD_PUBLISHED, 76 },
  { "timestamp", TRUE, EXTRACT_FIELD_PUBLISHED, 76 },
  { "datepub", TRUE, EXTRACT_FIELD_PUBLISHED, 76 },
  { "ptime", TRUE, EXTRACT_FIELD_PUBLISHED, 76 },
  { "pubtime", TRUE, EXTRACT_FIELD_PUBLISHED, 76 },
};
/* clang-format on */

/* "twitter:label1" says what "twitter:data1" is: one of these, folded, stands for an author. */
static const char *const author_labels[] = {
  "written by",       "author",       "by",
  "geschrieben von",  "verfasst von", "ecrit par",
  "escrito por",      "scritto da",   "geschreven door",
  "napisane przez",   "napsal a",     "автор",
  "написано автором", "skriven av",   "skrevet af",
  "skrevet av",       "yazan",        "執筆者",
  "ditulis oleh",     "scris de",     "autor",
  "auteur",           "kirjoittanut",
};

static void
add_labelled (Candidates *all, const char *number, const char *text)
{
  const ExtractPage *page = all->page;
  char wanted[32], label[64];

  g_snprintf (wanted, sizeof wanted, "twitter:label%.4s", number);
  for (guint i = 0; i < page->notes.len; i++) {
    const ExtractNote *note = ROWS_INDEX (page->notes, ExtractNote, i);
    const char *value = page->strings->str + note->value;

    if (note->kind != EXTRACT_NOTE_META || g_ascii_strcasecmp (page->strings->str + note->name, wanted) != 0)
      continue;
    extract_fold (value, strlen (value), label, sizeof label);
    for (guint l = 0; l < G_N_ELEMENTS (author_labels); l++)
      if (strcmp (label, author_labels[l]) == 0) {
        candidate_add (all, EXTRACT_FIELD_AUTHOR, SOURCE_OPENGRAPH, 84, text);
        return;
      }
    return;
  }
}

/* "published" may also say where, or who. */
static gboolean
may_be_date (const char *text)
{
  guint digits = 0;

  for (gsize i = 0; text[i] && i < 64; i++)
    digits += g_ascii_isdigit (text[i]) || (guchar) text[i] >= 0xd9;
  return digits >= 4;
}

static void
add_meta (Candidates *all, const char *name, const char *text)
{
  char small[64];
  const char *const *row;
  gsize n = 0;

  for (const char *p = name; *p; p++)
    if (g_ascii_isalnum (*p)) {
      if (n == sizeof small - 1)
        return;
      small[n++] = g_ascii_tolower (*p);
    }
  small[n] = '\0';
  if (g_str_has_prefix (small, "twitterdata")) {
    add_labelled (all, small + strlen ("twitterdata"), text);
    return;
  }
  row = bsearch (small, metas, G_N_ELEMENTS (metas), sizeof metas[0], name_compare);
  if (row) {
    const gsize i = (gsize) ((const char *) row - (const char *) metas) / sizeof metas[0];

    candidate_add (all, metas[i].field, metas[i].source, metas[i].trust, text);
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS (meta_words); i++)
    if (meta_words[i].at_end ? g_str_has_suffix (small, meta_words[i].word)
                             : strstr (small, meta_words[i].word) != NULL) {
      const ExtractField field = meta_words[i].field;
      const gboolean date = field == EXTRACT_FIELD_PUBLISHED || field == EXTRACT_FIELD_MODIFIED;

      if (field != EXTRACT_N_FIELDS && (!date || may_be_date (text)))
        candidate_add (all, field, SOURCE_META, meta_words[i].trust, text);
      return;
    }
}

static void
add_link (Candidates *all, const ExtractNote *note)
{
  const ExtractPage *page = all->page;
  const char *names = page->strings->str + note->name, *href = page->strings->str + note->value;

  for (gsize n; *(names += strspn (names, " \t\r\n\f")); names += n) {
    char name[16];
    const char *const *row;
    gsize i;

    n = strcspn (names, " \t\r\n\f");
    if (n >= sizeof name)
      continue;
    for (i = 0; i < n; i++)
      name[i] = g_ascii_tolower (names[i]);
    name[n] = '\0';
    row = bsearch (name, rels, G_N_ELEMENTS (rels), sizeof rels[0], name_compare);
    if (!row)
      continue;
    i = (gsize) ((const char *) row - (const char *) rels) / sizeof rels[0];
    /* Tags and categories are what the links say, not where they lead. */
    if (rels[i].field == EXTRACT_FIELD_TAG || rels[i].field == EXTRACT_FIELD_CATEGORY)
      continue;
    if (rels[i].field == EXTRACT_FIELD_LICENCE || note->element == EXTRACT_NO_ELEMENT ||
        extract_page_element (page, note->element)->tag != EXTRACT_TAG_A)
      candidate_add (all, rels[i].field, SOURCE_LINK, rels[i].trust, href);
  }
}

/* Of no smaller thing: in the head, or right in body. */
static gboolean
is_of_page (const ExtractPage *page, guint32 e)
{
  const ExtractTag tag = e == EXTRACT_NO_ELEMENT ? EXTRACT_TAG_HTML : extract_page_element (page, e)->tag;

  return tag == EXTRACT_TAG_HTML || tag == EXTRACT_TAG_HEAD || tag == EXTRACT_TAG_BODY;
}

void
candidates_find_head (Candidates *all)
{
  const ExtractPage *page = all->page;
  ExtractDate date;

  for (guint i = 0; i < page->notes.len; i++) {
    const ExtractNote *note = ROWS_INDEX (page->notes, ExtractNote, i);

    EXTRACT_BUDGET_LOOK_EVERY (i + 1, 1024);
    if (note->kind == EXTRACT_NOTE_META)
      add_meta (all, page->strings->str + note->name, page->strings->str + note->value);
    else if (note->kind == EXTRACT_NOTE_ITEMPROP && is_of_page (page, note->element))
      add_meta (all, page->strings->str + note->name, page->strings->str + note->value);
    else if (note->kind == EXTRACT_NOTE_LINK)
      add_link (all, note);
  }
  candidate_add (all, EXTRACT_FIELD_TITLE, SOURCE_TITLE, 50, page->title);
  if (page->language)
    candidate_add (all, EXTRACT_FIELD_LANGUAGE, SOURCE_HTML, 90, page->language);
  if (page->uri && g_utf8_validate (page->uri, -1, NULL)) {
    candidate_add (all, EXTRACT_FIELD_URL, SOURCE_ADDRESS, 5, page->uri);
    if (extract_date_find_in_address (page->uri, all->today, &date)) {
      char text[EXTRACT_DATE_LENGTH];

      extract_date_print (&date, text);
      candidate_add (all, EXTRACT_FIELD_PUBLISHED, SOURCE_ADDRESS, 60, text);
    }
  }
}
