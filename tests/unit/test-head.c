/* SPDX-License-Identifier: MIT */
/* Why the server refuses a request before its body is read: one thing at a time, and what comes first. */
#include "serve/head.h"

#define MOST 1000

static const char *const tokens[] = { "one", "another", NULL };

typedef struct {
  const char *method, *path;
  ServeHead head;
  guint status; /* 0: it is taken */
  const char *url;
  gboolean stopping, own_names;
  const char *const *tokens;
} Case;

static const Case cases[] = {
  /* Paths and methods. */
  { "GET", "/v1/formats", { 0 }, 0 },
  { "HEAD", "/v1/formats", { 0 }, 0 },
  { "POST", "/v1/formats", { 0 }, 405 },
  { "GET", "/v1/batch", { 0 }, 405 },
  { "GET", "/v1", { 0 }, 404 },
  { "GET", "/v1/formats/", { 0 }, 404 },
  /* What a proxy may have seen otherwise, and what ends, before anything else. */
  { "GET", "/v1", { .ambiguous = TRUE }, 400, .stopping = TRUE },
  { "GET", "/v1", { 0 }, 503, .stopping = TRUE },
  /* Names. */
  { "GET", "/", { .host = "localhost" }, 0, .own_names = TRUE },
  { "GET", "/", { .host = "LocalHost:8080" }, 0, .own_names = TRUE },
  { "GET", "/", { .host = "127.0.0.1:80" }, 0, .own_names = TRUE },
  { "GET", "/", { .host = "[::1]:8080" }, 0, .own_names = TRUE },
  { "GET", "/", { .host = "localhost.example" }, 421, .own_names = TRUE },
  { "GET", "/", { .host = "127.0.0.11" }, 421, .own_names = TRUE },
  { "GET", "/", { 0 }, 421, .own_names = TRUE },
  { "GET", "/", { .host = "site.example" }, 0 },
  /* Tokens: also of the web page, once it names a page. */
  { "GET", "/v1/formats", { 0 }, 401, .tokens = tokens },
  { "GET", "/v1/formats", { .authorization = "Bearer one" }, 0, .tokens = tokens },
  { "GET", "/v1/formats", { .authorization = "bearer another" }, 0, .tokens = tokens },
  { "GET", "/v1/formats", { .authorization = "Bearer on" }, 401, .tokens = tokens },
  { "GET", "/v1/formats", { .authorization = "Bearer oneone" }, 401, .tokens = tokens },
  { "GET", "/v1/formats", { .authorization = "Bearer " }, 401, .tokens = tokens },
  { "GET", "/v1/formats", { .authorization = "Basic one" }, 401, .tokens = tokens },
  { "GET", "/healthz", { 0 }, 0, .tokens = tokens },
  { "GET", "/", { 0 }, 0, .tokens = tokens },
  { "GET", "/", { 0 }, 401, .url = "http://site.example/", .tokens = tokens },
  { "POST", "/", { 0 }, 401, .tokens = tokens },
  /* Queries, other sites, lengths: only where there is work. */
  { "GET", "/v1/formats", { .bad_query = TRUE }, 400 },
  { "GET", "/v1/formats", { .site = "cross-site" }, 0 },
  { "GET", "/v1/extract", { .site = "cross-site" }, 403 },
  { "GET", "/v1/extract", { .site = "same-site" }, 403 },
  { "GET", "/v1/extract", { .site = "same-origin" }, 0 },
  { "POST", "/v1/extract", { .length = "1000" }, 0 },
  { "POST", "/v1/extract", { .length = "1001" }, 413 },
  { "POST", "/v1/extract", { .length = "18446744073709551615" }, 413 },
  { "POST", "/v1/batch", { .length = "1001" }, 0 },
};

static void
test_case (gconstpointer data)
{
  const Case *test = data;
  const ServeGate gate = {
    .stopping = test->stopping, .own_names = test->own_names, .tokens = test->tokens, .most = MOST
  };
  g_autoptr (ServeRequest) request = serve_request_new (test->method, test->path);
  g_autoptr (ServeAnswer) answer = NULL;

  if (test->url)
    serve_parameters_add (request->parameters, "url", test->url);
  answer = serve_head_check (&test->head, &gate, serve_route_find (test->path), request);
  g_test_message ("%s %s", test->method, test->path);
  g_assert_cmpuint (answer ? answer->status : 0, ==, test->status);
  if (!answer)
    return;
  /* After what can be read in two ways, nothing of the connection is to be trusted. */
  g_assert_true (answer->last == test->head.ambiguous);
  g_assert_true ((answer->allow != NULL) == (test->status == 405));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *name = g_strdup_printf ("/head/%02u", i + 1);

    g_test_add_data_func (name, &cases[i], test_case);
  }
  return g_test_run ();
}
