/* SPDX-License-Identifier: MIT */
/*
 * The door of this room: what the pages of a site have in common, and what that says about their blocks.
 *
 *   labelled pages -> ExtractSites: elements and repeated blocks of each site -> better scores, labels
 *
 * No label of people is needed: all comes from the pages and from the scores that the model gave them. What
 * is learnt depends neither on the order of the pages nor on the threads that add them.
 */
#pragma once

#include <libextract/extract.h>

G_BEGIN_DECLS

typedef struct _ExtractSites ExtractSites;

#define EXTRACT_SITES_LEAST_MEMORY ((guint64) 1 << 20)
#define EXTRACT_SITES_MOST_MEMORY ((guint64) 1 << 44)
#define EXTRACT_SITES_MEMORY ((guint64) 256 << 20)

/*
 * extract_sites_new:
 * @memory: bytes for what is learnt
 * @named: whether to keep what people read: paths of elements, the text of blocks. For a template
 *
 * Elements and blocks are known by hashes. If they no longer fit, those with a hash above a limit are
 * forgotten, as if no page had had them; which these are depends on the pages alone.
 */
ExtractSites *extract_sites_new (guint64 memory, gboolean named);
void extract_sites_free (ExtractSites *sites);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractSites, extract_sites_free)

/* extract_sites_add: one more page, which is labelled. @site: (nullable): of which site it is; NULL is one,
 * too. From any thread. */
gboolean extract_sites_add (ExtractSites *sites, const char *site, ExtractDocument *document, GError **error);

/* extract_sites_end: all pages are added: the sums are made that labelling needs, and what is on too few
 * pages is forgotten. Then threads may share it. */
void extract_sites_end (ExtractSites *sites);

/* extract_sites_get_n_forgotten: how often half of the hashes were forgotten for lack of memory. */
guint extract_sites_get_n_forgotten (const ExtractSites *sites);

/*
 * extract_sites_label:
 * @site: (nullable): as for extract_sites_add ()
 * @classifier: the one that labelled @document
 * @document: (inout): labelled; replaced by one with other labels if the site says so
 */
gboolean extract_sites_label (ExtractSites *sites, const char *site, ExtractClassifier *classifier,
                              ExtractDocument **document, GError **error);

/* extract_document_dup_site: the registrable domain of the page, "example.co.uk": by its address, else by the
 * one that it says it has, else by its base. Returns: (transfer full) (nullable): NULL if none is known */
char *extract_document_dup_site (ExtractDocument *document);

/* ---- Templates ------------------------------------------------------------------------------------ */

/*
 * A template is a site in a file, a text:
 *
 *   texttractor-site 1
 *   site: example.org                          - if the pages do not say
 *   pages: 12
 *   holder: 9c3f8a7d10b2e4f6                   the element that holds the main text; - if none does
 *   elements: 40
 *   KEY PAGES OWN WORDS GOOD LOGIT IMPORTANCE PATH
 *   repeats: 7
 *   KEY ELEMENT PAGES TEXT
 *   checksum: sha256 <64 hexadecimal digits> of all bytes before this line
 *
 * with the fields of ExtractSiteElement and ExtractSiteRepeat, ordered by key. There is one way to write it,
 * and the reader takes no other.
 */

typedef struct {
  guint64 key;        /* hash of the path */
  guint32 pages;      /* that have it, with text in it */
  guint32 own;        /* of these, with text of its own */
  guint64 words;      /* in it, of all pages */
  guint64 good;       /* of these, in blocks that are main text */
  gint64 logit;       /* sum over the pages of the mean log-odds of its own blocks, in 1/1024 */
  guint32 importance; /* of its own blocks, in 1/1000 */
  char *path;         /* (nullable): "html>body>div.main>p", NULL if names are not kept */
} ExtractSiteElement;

typedef struct {
  guint64 key;     /* hash of text and element */
  guint64 element; /* its key */
  guint32 pages;   /* that have it */
  char *text;      /* (nullable): of one of the blocks, cut */
} ExtractSiteRepeat;

typedef struct {
  const char *site; /* (nullable) */
  guint32 pages;
  guint64 holder;      /* key of the element; 0: none */
  GPtrArray *elements; /* of ExtractSiteElement, by key; lent, as the next is */
  GPtrArray *repeats;  /* of ExtractSiteRepeat, by key */
} ExtractSiteTemplate;

/* extract_sites_set_name: of the site of which a template is made. @site: (nullable): if it is no word, the
 * site has no name */
void extract_sites_set_name (ExtractSites *sites, const char *site);
/* extract_sites_get_name: Returns: (transfer none) (nullable): of a template */
const char *extract_sites_get_name (const ExtractSites *sites);

/* extract_sites_describe: @sites: ended; of the pages that were added without a site, or of a template.
 * Returns: (transfer full): it lives as long as @sites */
ExtractSiteTemplate *extract_sites_describe (const ExtractSites *sites);
void extract_site_template_free (ExtractSiteTemplate *template);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractSiteTemplate, extract_site_template_free)

/* extract_sites_to_bytes: Returns: (transfer full): the file of the same */
GBytes *extract_sites_to_bytes (const ExtractSites *sites);

/* extract_sites_load_bytes: Returns: (transfer full) (nullable): NULL with G_IO_ERROR_INVALID_DATA, "line 3:
 * …" */
ExtractSites *extract_sites_load_bytes (GBytes *bytes, GError **error);

/* The formulas, see table.c. */

/* extract_site_importance_of_block: of a block that is on @n of the @pages pages that have its element. */
double extract_site_importance_of_block (guint32 n, guint32 pages);
/* extract_site_is_repeated: whether a block on @n of the @pages pages of a site is part of its template. */
gboolean extract_site_is_repeated (guint32 n, guint32 pages);
/* extract_site_move: the log-odds @logit of a block by what is known of its site: @mean is that of its
 * element on @n pages, @repeated whether the block is part of the template, see label.c. */
double extract_site_move (double logit, double mean, guint32 n, gboolean repeated);
/* extract_site_fit: how well an element fits the main text: @good of its @words are, and @all are in all. */
double extract_site_fit (guint64 words, guint64 good, guint64 all);

G_END_DECLS
