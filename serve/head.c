/* SPDX-License-Identifier: MIT */
#include "serve/head.h"

#include <string.h>

/* In the same time, whatever the token. */
static gboolean
is_token (const char *token, const char *given)
{
  gsize n = strlen (token), n_given = strlen (given);
  volatile guint8 difference = n != n_given;
  for (gsize i = 0; i < n; i++)
    difference |= (guint8) (token[i] ^ given[n_given > 0 ? i % n_given : 0]);
  return difference == 0;
}

gboolean
serve_head_is_blank (const ServeRoute *route, const ServeRequest *request)
{
  return route->kind == SERVE_FORM && strcmp (request->method, "POST") != 0 &&
         !serve_parameters_get (request->parameters, "url");
}

static gboolean
has_token (const ServeHead *head, const char *const *tokens, const ServeRoute *route,
           const ServeRequest *request)
{
  const char *given = head->authorization;
  gboolean found = FALSE;
  if (!tokens || (route->open && (route->kind != SERVE_FORM || serve_head_is_blank (route, request))))
    return TRUE;
  if (!given || g_ascii_strncasecmp (given, "Bearer ", 7) != 0)
    return FALSE;
  for (; *tokens; tokens++)
    found |= is_token (*tokens, given + 7);
  return found;
}

/* "localhost:8080": not the name of somebody else's site that leads here. */
static gboolean
is_own_name (const char *host)
{
  static const char *const names[] = { "localhost", "127.0.0.1", "[::1]" };
  for (guint i = 0; host && i < G_N_ELEMENTS (names); i++) {
    gsize n = strlen (names[i]);
    if (g_ascii_strncasecmp (host, names[i], n) == 0 && (!host[n] || host[n] == ':'))
      return TRUE;
  }
  return FALSE;
}

/* Pages of other sites must not use the browser of somebody who may ask us. */
static gboolean
is_of_other_site (const ServeHead *head)
{
  return head->site && (strcmp (head->site, "cross-site") == 0 || strcmp (head->site, "same-site") == 0);
}

static guint64
get_length (const ServeHead *head)
{
  guint64 length = 0;
  return head->length && g_ascii_string_to_unsigned (head->length, 10, 0, G_MAXUINT64, &length, NULL) ? length
                                                                                                      : 0;
}

static ServeAnswer *
refuse_method (const ServeRoute *route)
{
  g_autofree char *sentence = g_strdup_printf ("%s takes %s", route->path, serve_route_get_methods (route));
  ServeAnswer *answer = serve_problem_new (405, "method", sentence);
  answer->allow = serve_route_get_methods (route);
  return answer;
}

ServeAnswer *
serve_head_refuse_length (guint64 most)
{
  g_autofree char *sentence =
      g_strdup_printf ("the body has more than the limit of %" G_GUINT64_FORMAT " bytes", most);
  return serve_problem_new (413, "too-large", sentence);
}

ServeAnswer *
serve_head_check (const ServeHead *head, const ServeGate *gate, const ServeRoute *route,
                  const ServeRequest *request)
{
  if (head->ambiguous) {
    ServeAnswer *answer =
        serve_problem_new (400, "ambiguous", "the head of the request can be read in two ways");
    answer->last = TRUE;
    return answer;
  }
  if (gate->stopping)
    return serve_problem_new (503, "stopping", "the server is about to stop");
  if (gate->own_names && !is_own_name (head->host))
    return serve_problem_new (421, "host", "ask for localhost or 127.0.0.1: this server has no other name");
  if (!route)
    return serve_problem_new (404, "not-found", "there is nothing at this path; /openapi.json has all paths");
  if (!serve_route_takes (route, request->method))
    return refuse_method (route);
  if (!has_token (head, gate->tokens, route, request))
    return serve_problem_new (401, "token", "the request needs the header \"Authorization: Bearer TOKEN\"");
  if (head->bad_query)
    return serve_problem_new (400, "bad-value", "the query is not UTF-8, or has a NUL");
  if (route->kind == SERVE_TABLE)
    return NULL;
  if (is_of_other_site (head))
    return serve_problem_new (403, "cross-site", "pages of other sites may not ask");
  if (route->kind != SERVE_LINES && get_length (head) > gate->most)
    return serve_head_refuse_length (gate->most);
  return NULL;
}
