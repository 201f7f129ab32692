/* SPDX-License-Identifier: MIT */
/* The language that the main text of a document is in, and that of each block. */
#pragma once

#include "libextract/page/document.h"

/* In the run at hand, of a labelled document: the first call finds it, and the document keeps it. */
ExtractLanguage extract_language_of_document (ExtractDocument *document);

/* In the run at hand: of a block, whatever its label. */
ExtractLanguage extract_language_of_block (ExtractDocument *document, guint i);
