/* SPDX-License-Identifier: MIT */
/* Answers of HTTP as archives keep them: the head, and what has to be undone to get the page. */
#pragma once

#include "libextract/source/head.h"
#include "libextract/source/source-private.h"

typedef struct {
  guint status;
  ExtractHeadText content_type; /* of the head; as all of these */
  ExtractHeadText transfer;     /* Transfer-Encoding */
  ExtractHeadText coding;       /* Content-Encoding */
} ExtractHttpHead;

/* Returns: FALSE if @head does not begin with a line of status */
gboolean extract_http_head_parse (ExtractHeadText head, ExtractHttpHead *http);

/* Whether these bytes can begin an answer. */
gboolean extract_http_begins (const guint8 *bytes, gsize n);
