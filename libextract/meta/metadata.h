/* SPDX-License-Identifier: MIT */
#pragma once

#include "libextract/page/document.h"

/* What dates of people on the page are: ExtractDateFlags. */
guint8 extract_metadata_read_date_flags (const ExtractPage *page);
