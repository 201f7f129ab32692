/* SPDX-License-Identifier: MIT */
/* The head of a request, and why it is refused before its body is read. */
#pragma once

#include "serve/route.h"

G_BEGIN_DECLS

/* What a head has beside method, path and query. Texts are lent, and NULL where there are none. */
typedef struct {
  const char *host;          /* Host */
  const char *authorization; /* Authorization */
  const char *site;          /* Sec-Fetch-Site */
  const char *length;        /* Content-Length */
  gboolean ambiguous;        /* a proxy before us may have seen another request */
  gboolean bad_query;        /* the query is no text */
} ServeHead;

/* What a server asks of heads. */
typedef struct {
  gboolean stopping;         /* it takes none */
  gboolean own_names;        /* only those that call it by its own names */
  const char *const *tokens; /* (nullable): of which requests need one */
  guint64 most;              /* bytes of a body */
} ServeGate;

/* serve_head_check: what is wrong with the head of @request. @route: (nullable): of its path. Returns:
 * (transfer full) (nullable) */
ServeAnswer *serve_head_check (const ServeHead *head, const ServeGate *gate, const ServeRoute *route,
                               const ServeRequest *request);

/* serve_head_is_blank: whether the web page is asked for without a result. */
gboolean serve_head_is_blank (const ServeRoute *route, const ServeRequest *request);

/* serve_head_refuse_length: Returns: (transfer full): that a body has more bytes than @most */
ServeAnswer *serve_head_refuse_length (guint64 most);

G_END_DECLS
