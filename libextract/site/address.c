/* SPDX-License-Identifier: MIT */
/* Of which site a page is. */
#include "libextract/site/site.h"

#include "libextract/base/url.h"
#include "libextract/page/document.h"

char *
extract_document_dup_site (ExtractDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);

  const char *uri = extract_document_get_uri (document);
  char *site = uri ? extract_url_dup_site (uri) : NULL;
  if (site)
    return site;
  ExtractMetadata *metadata = extract_document_get_metadata (document, NULL);
  const char *canonical = metadata ? extract_metadata_get_value (metadata, EXTRACT_FIELD_URL, 0) : NULL;
  site = canonical ? extract_url_dup_site (canonical) : NULL;
  if (site)
    return site;
  const char *base = extract_document_get_base (document);
  return base ? extract_url_dup_site (base) : NULL;
}
