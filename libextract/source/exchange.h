/* SPDX-License-Identifier: MIT */
/*
 * One request and its answer, as one who fetches many pages sees it: redirects are not followed, and what the
 * answer says of itself is kept.
 */
#pragma once

#include "libextract/source/source.h"

typedef struct _ExtractExchange {
  /* Asked. */
  const char *etag;     /* (nullable): the page is wanted only if it has another one */
  const char *modified; /* (nullable): or is younger than this */
  gboolean any_type;    /* what is no web page is wanted, too */
  gboolean clips;       /* what is too long is cut off, and no error */
  gboolean exact;       /* heads and body are kept as they came; by HTTP/1.1 */
  char **cookies;       /* (nullable): that came with a redirect; owned, replaced by those of the answer */
  const char *field;    /* (nullable): one more of the head, "Name: value"; it is never shown */

  /* Answered. */
  guint status;       /* 0 if there was no answer */
  gboolean clipped;   /* it was too long */
  gboolean archive;   /* it is no page, but many; it was not read */
  char *uri;          /* (nullable): that was asked for, without user and fragment; as all below owned */
  char *redirect;     /* (nullable): where to */
  char *retry_after;  /* (nullable): as all below a field of the head */
  char *new_etag;     /* (nullable) */
  char *new_modified; /* (nullable) */
  char *coding;       /* (nullable): Content-Encoding */
  char *address;      /* (nullable): of the server, or of the proxy */
  GString *request;   /* (nullable): head, if exact */
  GString *response;  /* (nullable): head, if exact */
  GBytes *body;       /* (nullable): as packed as it came, if exact */
} ExtractExchange;

void extract_exchange_clear (ExtractExchange *exchange);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExtractExchange, extract_exchange_clear)

/* extract_exchange_check: Returns: FALSE with an error if @url cannot be asked for at all */
gboolean extract_exchange_check (const char *url, const ExtractSourceLimits *limits, GError **error);

/*
 * extract_exchange_run: Returns: (transfer full) (nullable): the page; NULL without @error if the answer is a
 * redirect, or 304: the page has not changed. Errors are those of extract_source_next ().
 */
ExtractRecord *extract_exchange_run (ExtractExchange *exchange, const char *url,
                                     const ExtractSourceLimits *limits, GError **error);
