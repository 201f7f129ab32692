/* SPDX-License-Identifier: MIT */
/*
 * A request and its answer, without anything of the library that speaks HTTP.
 *
 *   server.c ── ServeRequest ──> route.c ──> a function of its route ── ServeAnswer ──> server.c
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* "threshold" "0.4": of the query, a form or an object of JSON; in UTF-8. */
typedef struct {
  char *name;
  char *value;
} ServeParameter;

typedef struct {
  guint status;
  const char *type;   /* static: Content-Type */
  GBytes *bytes;      /* owned; NULL if they are in @fd */
  int fd;             /* -1, or an open file with the bytes; owned */
  guint64 length;     /* of the file */
  guint retry_after;  /* seconds; 0: the header is not sent */
  char *location;     /* (nullable): owned: where else to look */
  const char *allow;  /* (nullable): static: of 405 */
  const char *policy; /* (nullable): static: Content-Security-Policy; NULL: nothing may be loaded */
  gboolean last;      /* the connection ends with it */
} ServeAnswer;

typedef struct {
  char *method;          /* "GET"; HEAD is answered as GET */
  char *path;            /* "/v1/extract" */
  char *client;          /* its address, without a port */
  char *content_type;    /* (nullable) */
  char *coding;          /* (nullable): Content-Encoding of the body */
  GPtrArray *parameters; /* (element-type ServeParameter): of the query */
  GByteArray *body;      /* (nullable) */
} ServeRequest;

ServeRequest *serve_request_new (const char *method, const char *path);
void serve_request_free (ServeRequest *request);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ServeRequest, serve_request_free)

/* serve_parameters_new: Returns: (transfer full) (element-type ServeParameter) */
GPtrArray *serve_parameters_new (void);
/* serve_parameters_add: @value: in UTF-8 */
void serve_parameters_add (GPtrArray *parameters, const char *name, const char *value);
/* serve_parameters_get: Returns: (transfer none) (nullable): the last one of that name */
const char *serve_parameters_get (const GPtrArray *parameters, const char *name);

/* serve_answer_new: takes @bytes. @type: static */
ServeAnswer *serve_answer_new (guint status, const char *type, GBytes *bytes);
/* serve_answer_new_text: takes @text. */
ServeAnswer *serve_answer_new_text (guint status, const char *type, GString *text);
void serve_answer_free (ServeAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ServeAnswer, serve_answer_free)

/*
 * What went wrong, as RFC 9457 has it:
 *   {"type":"about:blank","title":"Bad Request","status":400,"detail":"--threshold takes
 * …","code":"bad-value"}
 */

/* serve_problem_new: @detail: a sentence */
ServeAnswer *serve_problem_new (guint status, const char *code, const char *detail);
/* Where a page failed. */
typedef enum {
  SERVE_STAGE_PAGE,  /* in what was sent */
  SERVE_STAGE_FETCH, /* at the server that has it */
  SERVE_STAGE_FENCE, /* its address may not be fetched */
} ServeStage;

/* serve_problem_new_for_error: with the status that @error asks for */
ServeAnswer *serve_problem_new_for_error (const GError *error, ServeStage stage);
/* serve_problem_get_status: the status alone */
guint serve_problem_get_status (const GError *error, ServeStage stage);
/* serve_problem_append: the object alone, for a line of a batch. */
void serve_problem_append (GString *json, guint status, const char *code, const char *detail);
void serve_problem_append_error (GString *json, const GError *error, ServeStage stage);

/* serve_status_get_title: "Not Found" */
const char *serve_status_get_title (guint status);

G_END_DECLS
