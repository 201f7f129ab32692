/* SPDX-License-Identifier: MIT */
/*
 * From libmicrohttpd to routes and back.
 *
 *   head ──> checks: method, token, client, length ──> body ──> pool ──> answer
 *                └── refused: answered at once
 *
 * While a page is worked on, its connection is suspended. A thread looks after the time: a connection whose
 * head, body or answer takes longer than its length allows is shut down.
 */
#include "serve/server.h"
#include "serve/batch.h"
#include "serve/clients.h"
#include "serve/front.h"
#include "serve/head.h"
#include "serve/input.h"
#include "serve/metrics.h"
#include "serve/pool.h"
#include "serve/route.h"

#include <microhttpd.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

#define THREADS 2                     /* that read and write */
#define FETCHERS 32                   /* pages that are waited for */
#define HEAD_BYTES ((gsize) 32 << 10) /* of a request, and the buffer of its connection */
#define FORM_BYTES ((gsize) 64 << 10) /* of the buffer in which a form is taken apart */
#define MOST_FIELDS 1000
#define LEAST_RATE 16         /* bytes a millisecond that a client has to manage */
#define LOOK_MILLISECONDS 250 /* between two looks at the time */
#define NO_POLICY "default-src 'none'; frame-ancestors 'none'; sandbox"

/* A connection. */
typedef struct {
  int fd;
  gint64 deadline;    /* microseconds */
  struct _Call *call; /* (nullable): under way */
  GList link;
} Link;

struct _Server {
  const ServerOptions *options;
  ServeKitchen *kitchen;
  ServeLog *log;
  ServePool *pool;
  ServeClients *clients;
  ServeMetrics *metrics;
  struct MHD_Daemon *daemon;
  int socket;       /* -1 once it is closed */
  gint stopping;    /* atomic */
  guint64 buffered; /* bytes of bodies; of the lock */
  guint n_calls;    /* requests under way; of the lock */
  pthread_mutex_t lock;
  pthread_cond_t idle; /* there are no calls */
  GQueue links;
  pthread_t watch;
  gboolean watches;
  pthread_cond_t watch_ends;
};

/* A request under way. */
typedef struct _Call {
  Server *server;
  struct MHD_Connection *connection;
  Link *link;
  const ServeRoute *route; /* (nullable) */
  ServeRequest *request;
  ServeInput input;
  ServeBatch *batch;              /* (nullable) */
  struct MHD_PostProcessor *form; /* (nullable) */
  char *field_name;               /* (nullable): of the field that is arriving */
  GString *field;                 /* (nullable): what has arrived of it */
  guint n_fields;
  ServeAnswer *answer;
  gboolean admitted;
  gboolean entered;
  gboolean ended;   /* the whole body is there */
  gsize dropped;    /* bytes of a body that is too long */
  guint64 received; /* bytes of the body */
  guint64 buffered; /* that count in the server */
  guint status;
  guint64 sent;
  gint64 start;  /* microseconds, as all of these */
  gint64 paused; /* since when it waits for us; 0: it does not */
  gint64 waited; /* for us, before */
} Call;

/* ---- Time ----------------------------------------------------------------------------------- */

/* @bytes: that pass from @start on */
static void
set_deadline (Call *call, gint64 start, guint64 bytes)
{
  gint64 milliseconds = call->server->options->milliseconds + (gint64) (bytes / LEAST_RATE);
  pthread_mutex_lock (&call->server->lock);
  if (call->link)
    call->link->deadline = start + milliseconds * 1000;
  pthread_mutex_unlock (&call->server->lock);
}

/* While we work ourselves. */
static void
clear_deadline (Call *call)
{
  pthread_mutex_lock (&call->server->lock);
  if (call->link)
    call->link->deadline = G_MAXINT64;
  pthread_mutex_unlock (&call->server->lock);
}

static gpointer
watch (gpointer data)
{
  Server *server = data;
  pthread_mutex_lock (&server->lock);
  while (server->watches) {
    gint64 now = g_get_monotonic_time ();
    for (GList *link = server->links.head; link; link = link->next) {
      Link *of = link->data;
      if (now > of->deadline) {
        of->deadline = G_MAXINT64;
        shutdown (of->fd, SHUT_RDWR);
      }
    }
    struct timespec until;
    clock_gettime (CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_MILLISECONDS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait (&server->watch_ends, &server->lock, &until);
  }
  pthread_mutex_unlock (&server->lock);
  return NULL;
}

/* ---- Requests ------------------------------------------------------------------------------- */

static const char *
get_header (const Call *call, const char *name)
{
  return MHD_lookup_connection_value (call->connection, MHD_HEADER_KIND, name);
}

/* The last address of X-Forwarded-For is the one that our own proxy saw. */
static char *
dup_client (const Call *call)
{
  const char *forwarded = call->server->options->forwarded ? get_header (call, "X-Forwarded-For") : NULL;
  const char *last = forwarded ? strrchr (forwarded, ',') : NULL;
  if (forwarded) {
    g_autofree char *text = g_strstrip (g_strdup (last ? last + 1 : forwarded));
    g_autoptr (GInetAddress) address = g_inet_address_new_from_string (text);
    if (address)
      return g_inet_address_to_string (address);
  }
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info (call->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  char host[NI_MAXHOST];
  const struct sockaddr *address = info ? info->client_addr : NULL;
  socklen_t length =
      address && address->sa_family == AF_INET6 ? sizeof (struct sockaddr_in6) : sizeof (struct sockaddr_in);
  if (!address || getnameinfo (address, length, host, sizeof host, NULL, 0, NI_NUMERICHOST) != 0)
    return g_strdup ("unknown");
  return g_strdup (host);
}

typedef struct {
  GPtrArray *parameters;
  gboolean bad;
} Query;

static enum MHD_Result
add_parameter (void *data, enum MHD_ValueKind kind, const char *key, size_t key_size, const char *value,
               size_t value_size)
{
  Query *query = data;
  query->bad |= strlen (key) != key_size || !g_utf8_validate (key, -1, NULL) ||
                (value && (strlen (value) != value_size || !g_utf8_validate (value, -1, NULL)));
  if (!query->bad)
    serve_parameters_add (query->parameters, key, value ? value : "");
  return query->bad ? MHD_NO : MHD_YES;
}

typedef struct {
  guint n_hosts;
  guint n_ends; /* of what says where the body ends */
  gboolean bad_name;
} Fields;

/* "Content-Length :" is a name that proxies may take for another one. */
static enum MHD_Result
look_at_field (void *data, enum MHD_ValueKind kind, const char *key, const char *value)
{
  Fields *fields = data;
  for (const char *c = key; *c; c++)
    fields->bad_name |= !g_ascii_isalnum (*c) && !strchr ("!#$%&'*+-.^_`|~", *c);
  fields->n_hosts += g_ascii_strcasecmp (key, "Host") == 0;
  fields->n_ends +=
      g_ascii_strcasecmp (key, "Content-Length") == 0 || g_ascii_strcasecmp (key, "Transfer-Encoding") == 0;
  return MHD_YES;
}

/* Whether a proxy before us may have seen another request. */
static gboolean
is_ambiguous (const Call *call)
{
  Fields fields = { 0 };
  MHD_get_connection_values (call->connection, MHD_HEADER_KIND, look_at_field, &fields);
  return fields.n_hosts > 1 || fields.n_ends > 1 || fields.bad_name;
}

static ServeAnswer *
refuse_busy (void)
{
  return serve_problem_new (503, "busy", "too many requests are waiting; ask again later");
}

/* Whether the client may ask now, and there is room. */
static ServeAnswer *
admit (Call *call)
{
  Server *server = call->server;
  guint wait;
  const char *refusal = serve_clients_enter (server->clients, call->request->client, call->start, &wait);
  call->entered = !refusal;
  if (refusal) {
    ServeAnswer *answer = serve_problem_new (429, "too-many-requests", refusal);
    answer->retry_after = wait;
    return answer;
  }
  /* A page waits for its turn when its body is there: bodies that come slowly must not take those of others.
   */
  if (call->route->kind == SERVE_LINES)
    call->admitted = serve_pool_admit (server->pool);
  else if (!serve_pool_is_full (server->pool))
    return NULL;
  return call->admitted ? NULL : refuse_busy ();
}

static guint64
get_most_bytes (const Call *call)
{
  return serve_kitchen_get_page (call->server->kitchen)->source.max_bytes;
}

/* Returns: (nullable): why the request is not taken */
static ServeAnswer *
check_call (Call *call, gboolean bad_query)
{
  const ServerOptions *options = call->server->options;
  const ServeHead head = { .host = get_header (call, "Host"),
                           .authorization = get_header (call, "Authorization"),
                           .site = get_header (call, "Sec-Fetch-Site"),
                           .length = get_header (call, "Content-Length"),
                           .ambiguous = is_ambiguous (call),
                           .bad_query = bad_query };
  const ServeGate gate = { .stopping = g_atomic_int_get (&call->server->stopping) != 0,
                           .own_names = options->own_names,
                           .tokens = options->tokens,
                           .most = get_most_bytes (call) };
  ServeAnswer *answer = serve_head_check (&head, &gate, call->route, call->request);
  if (answer || call->route->kind == SERVE_TABLE || serve_head_is_blank (call->route, call->request))
    return answer;
  return admit (call);
}

/* ---- Work in the pool ------------------------------------------------------------------------- */

static void
resume (gpointer data)
{
  Call *call = data;
  MHD_resume_connection (call->connection);
}

/* Takes @answer, and goes on with the connection. */
static void
finish (Call *call, ServeAnswer *answer)
{
  call->answer = answer;
  resume (call);
}

/* @error: (nullable): NULL: the web page alone was asked for */
static void
finish_with_error (Call *call, const GError *error, ServeStage stage)
{
  Server *server = call->server;
  finish (call, call->route->kind == SERVE_FORM
                    ? serve_front_answer (server->kitchen, call->request, NULL, error, stage,
                                          server->options->fetches, server->options->tasks != NULL)
                    : serve_problem_new_for_error (error, stage));
}

static void
extract_page (gpointer data)
{
  Call *call = data;
  Server *server = call->server;
  g_autoptr (GError) error = NULL;
  ServeAnswer *answer =
      call->route->kind == SERVE_FORM
          ? serve_front_answer (server->kitchen, call->request, &call->input, NULL, SERVE_STAGE_PAGE,
                                server->options->fetches, server->options->tasks != NULL)
          : call->route->answer (&call->input, &error);
  serve_input_clear (&call->input);
  if (answer)
    finish (call, answer);
  else
    finish_with_error (call, error, SERVE_STAGE_PAGE);
}

static void
fetch_page (gpointer data)
{
  Call *call = data;
  g_autoptr (GError) error = NULL;
  if (serve_input_fetch (&call->input, &error))
    serve_pool_work (call->server->pool, extract_page, call);
  else
    finish_with_error (call, error, call->input.stage);
}

static void
answer_task (Call *call)
{
  g_autoptr (GError) error = NULL;
  ServeAnswer *answer = call->route->task (call->server->options->tasks, call->request, &error);
  if (answer)
    finish (call, answer);
  else
    finish_with_error (call, error, SERVE_STAGE_PAGE);
}

static void
begin_page (gpointer data)
{
  Call *call = data;
  Server *server = call->server;
  g_autoptr (GError) error = NULL;
  if (call->route->kind == SERVE_TASK) {
    answer_task (call);
    return;
  }
  if (serve_head_is_blank (call->route, call->request)) {
    finish_with_error (call, NULL, SERVE_STAGE_PAGE);
    return;
  }
  gboolean good =
      call->route->kind == SERVE_FORM
          ? serve_input_read_form (&call->input, server->kitchen, call->request, &error)
          : serve_input_read (&call->input, server->kitchen, call->request, call->route->others, &error);
  g_clear_pointer (&call->request->body, g_byte_array_unref);
  if (good && call->input.fetching && !server->options->fetches) {
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                         "this server fetches no pages: send the page itself");
    finish_with_error (call, error, SERVE_STAGE_FENCE);
  } else if (!good)
    finish_with_error (call, error, SERVE_STAGE_PAGE);
  else if (call->input.fetching)
    serve_pool_fetch (server->pool, fetch_page, call);
  else
    extract_page (call);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* Returns: FALSE if the server has no room for it */
static gboolean
count_buffer (Call *call, gsize n)
{
  Server *server = call->server;
  pthread_mutex_lock (&server->lock);
  gboolean fits = server->buffered + n <= server->options->buffers;
  if (fits) {
    server->buffered += n;
    call->buffered += n;
  }
  pthread_mutex_unlock (&server->lock);
  return fits;
}

/* The body of a page, up to the limit. What comes behind it is passed over, so that the client gets to read
 * the answer; but not for ever. Returns: FALSE if the connection is to end */
static gboolean
add_to_body (Call *call, const char *bytes, gsize n)
{
  guint64 most = serve_kitchen_get_page (call->server->kitchen)->source.max_bytes;
  if (!call->answer && call->received > most)
    call->answer = serve_head_refuse_length (get_most_bytes (call));
  if (!call->answer && !count_buffer (call, n))
    call->answer = serve_problem_new (503, "busy", "too many bodies are waiting; ask again later");
  if (call->answer) {
    g_clear_pointer (&call->request->body, g_byte_array_unref);
    call->dropped += n;
    return call->dropped <= most;
  }
  if (!call->request->body)
    call->request->body = g_byte_array_new ();
  g_byte_array_append (call->request->body, (const guint8 *) bytes, (guint) n);
  return TRUE;
}

/* Fields that were left empty say nothing. */
static void
end_field (Call *call)
{
  if (call->field_name && call->field->len > 0 && strlen (call->field->str) == call->field->len &&
      g_utf8_validate (call->field->str, -1, NULL))
    serve_parameters_add (call->request->parameters, call->field_name, call->field->str);
  g_clear_pointer (&call->field_name, g_free);
  g_string_truncate (call->field, 0);
}

/* A piece of a field of a form. What is in the field "file" is the page. */
static enum MHD_Result
add_to_field (void *data, enum MHD_ValueKind kind, const char *name, const char *file, const char *type,
              const char *coding, const char *bytes, uint64_t offset, size_t n)
{
  Call *call = data;
  if (strcmp (name, "file") == 0) {
    if (n > 0 && !call->request->body)
      call->request->body = g_byte_array_new ();
    if (n > 0)
      g_byte_array_append (call->request->body, (const guint8 *) bytes, (guint) n);
    return MHD_YES;
  }
  if (offset == 0 && (call->n_fields++ == MOST_FIELDS || !g_utf8_validate (name, -1, NULL)))
    return MHD_NO;
  if (offset == 0) {
    end_field (call);
    call->field_name = g_strdup (name);
  }
  g_string_append_len (call->field, bytes, (gssize) n);
  return MHD_YES;
}

/* Returns: FALSE if the connection is to end */
static gboolean
add_to_form (Call *call, const char *bytes, gsize n)
{
  guint64 most = serve_kitchen_get_page (call->server->kitchen)->source.max_bytes;
  if (!call->answer && call->received > most)
    call->answer = serve_head_refuse_length (get_most_bytes (call));
  if (!call->answer && !count_buffer (call, n))
    call->answer = serve_problem_new (503, "busy", "too many bodies are waiting; ask again later");
  if (!call->answer && MHD_post_process (call->form, bytes, n) != MHD_YES)
    call->answer = serve_problem_new (400, "bad-value", "the form cannot be read");
  if (call->answer)
    call->dropped += n;
  return call->dropped <= most;
}

/* Our own work is not the client's time. Suspends first: what wakes it may be faster. */
static void
wait_for_batch (Call *call)
{
  call->paused = g_get_monotonic_time ();
  clear_deadline (call);
  MHD_suspend_connection (call->connection);
  if (!serve_batch_must_wait (call->batch))
    MHD_resume_connection (call->connection);
}

/* Returns: FALSE if the connection is to end */
static gboolean
add_piece (Call *call, const char *bytes, gsize n)
{
  call->received += n;
  set_deadline (call, call->start + call->waited, call->received);
  if (call->form)
    return add_to_form (call, bytes, n);
  if (!call->batch)
    return add_to_body (call, bytes, n);
  serve_batch_add (call->batch, bytes, n);
  if (serve_batch_is_busy (call->batch))
    wait_for_batch (call);
  return TRUE;
}

/* ---- Answers ---------------------------------------------------------------------------------- */

static void
unref_bytes (void *data)
{
  g_bytes_unref (data);
}

static struct MHD_Response *
make_response (ServeAnswer *answer, guint64 *length)
{
  if (answer->fd >= 0) {
    int fd = answer->fd;
    answer->fd = -1;
    *length = answer->length;
    return MHD_create_response_from_fd64 (answer->length, fd);
  }
  gsize n;
  gconstpointer data = g_bytes_get_data (answer->bytes, &n);
  *length = n;
  return MHD_create_response_from_buffer_with_free_callback_cls (n, (void *) (n > 0 ? data : ""), unref_bytes,
                                                                 g_bytes_ref (answer->bytes));
}

static void
add_headers (struct MHD_Response *response, const ServeAnswer *answer)
{
  const struct {
    const char *name;
    const char *value;
  } headers[] = {
    { "Content-Type", answer->type },
    { "Content-Security-Policy", answer->policy ? answer->policy : NO_POLICY },
    { "X-Content-Type-Options", "nosniff" },
    { "Referrer-Policy", "no-referrer" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
    { "Cross-Origin-Opener-Policy", "same-origin" },
    { "Cache-Control", "no-store" },
    { "Allow", answer->allow },
    { "Location", answer->location },
    { "WWW-Authenticate", answer->status == 401 ? "Bearer" : NULL },
    { "Connection", answer->last ? "close" : NULL },
  };
  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    if (headers[i].value)
      MHD_add_response_header (response, headers[i].name, headers[i].value);
  if (answer->retry_after > 0) {
    g_autofree char *seconds = g_strdup_printf ("%u", answer->retry_after);
    MHD_add_response_header (response, "Retry-After", seconds);
  }
}

static enum MHD_Result
send_answer (Call *call)
{
  ServeAnswer *answer = call->answer;
  answer->last |= g_atomic_int_get (&call->server->stopping);
  struct MHD_Response *response = make_response (answer, &call->sent);
  if (!response)
    return MHD_NO;
  add_headers (response, answer);
  call->status = answer->status;
  set_deadline (call, g_get_monotonic_time (), call->sent);
  enum MHD_Result result = MHD_queue_response (call->connection, answer->status, response);
  MHD_destroy_response (response);
  return result;
}

static ServeAnswer *
answer_table (Call *call)
{
  Server *server = call->server;
  pthread_mutex_lock (&server->lock);
  const ServeGauge gauges[] = {
    { "texttractor_connections", "Open connections.", server->links.length },
    { "texttractor_requests_under_way", "Requests about pages that wait or are worked on.",
      serve_pool_count (server->pool) },
    { "texttractor_buffered_bytes", "Bytes of bodies in memory.", (double) server->buffered },
  };
  pthread_mutex_unlock (&server->lock);
  const ServeState state = { server->kitchen, server->metrics, gauges, G_N_ELEMENTS (gauges) };
  return call->route->table (&state);
}

/* The whole request is there. */
static enum MHD_Result
begin_work (Call *call)
{
  call->ended = TRUE;
  clear_deadline (call);
  if (call->form)
    end_field (call);
  if (call->route->kind == SERVE_TABLE) {
    call->answer = answer_table (call);
    return send_answer (call);
  }
  call->admitted = call->entered && serve_pool_admit (call->server->pool);
  if (call->entered && !call->admitted) {
    call->answer = refuse_busy ();
    return send_answer (call);
  }
  MHD_suspend_connection (call->connection);
  serve_pool_work (call->server->pool, begin_page, call);
  return MHD_YES;
}

/* ---- What libmicrohttpd calls -------------------------------------------------------------------- */

static void
begin_form (Call *call)
{
  call->field = g_string_new (NULL);
  call->form = MHD_create_post_processor (call->connection, FORM_BYTES, add_to_field, call);
  if (!call->form)
    call->answer = serve_problem_new (415, "not-supported", "the body is not a form");
}

static Call *
begin_call (Server *server, struct MHD_Connection *connection, const char *path, const char *method)
{
  Call *call = g_new0 (Call, 1);
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info (connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  Query query = { 0 };
  call->server = server;
  call->connection = connection;
  call->start = g_get_monotonic_time ();
  call->link = info ? info->socket_context : NULL;
  if (call->link)
    call->link->call = call;
  call->request = serve_request_new (method, path);
  call->request->client = dup_client (call);
  call->request->content_type = g_strdup (get_header (call, "Content-Type"));
  call->request->coding = g_strdup (get_header (call, "Content-Encoding"));
  call->route = serve_route_find (path);
  query.parameters = call->request->parameters;
  MHD_get_connection_values_n (connection, MHD_GET_ARGUMENT_KIND, add_parameter, &query);
  pthread_mutex_lock (&server->lock);
  server->n_calls++;
  pthread_mutex_unlock (&server->lock);
  set_deadline (call, call->start, 0);
  call->answer = check_call (call, query.bad);
  if (!call->answer && (call->route->kind == SERVE_FORM || call->route->form) && strcmp (method, "POST") == 0)
    begin_form (call);
  if (!call->answer && call->route->kind == SERVE_LINES)
    call->batch = serve_batch_new (server->kitchen, server->pool, call->request->parameters, resume, call);
  return call;
}

static enum MHD_Result
on_request (void *data, struct MHD_Connection *connection, const char *path, const char *method,
            const char *version, const char *upload, size_t *n_upload, void **context)
{
  Call *call = *context;
  if (!call) {
    *context = call = begin_call (data, connection, path, method);
    /* Answered before its body is read: the connection ends with the answer. */
    return call->answer ? send_answer (call) : MHD_YES;
  }
  if (call->paused > 0) {
    call->waited += g_get_monotonic_time () - call->paused;
    call->paused = 0;
  }
  if (*n_upload > 0) {
    gsize n = *n_upload;
    *n_upload = 0;
    return add_piece (call, upload, n) ? MHD_YES : MHD_NO;
  }
  if (call->answer)
    return send_answer (call);
  if (!call->batch)
    return begin_work (call);
  if (!call->ended) {
    call->ended = TRUE;
    serve_batch_end (call->batch);
  }
  if (serve_batch_is_busy (call->batch)) {
    wait_for_batch (call);
    return MHD_YES;
  }
  call->answer = serve_batch_answer (call->batch);
  return send_answer (call);
}

static void
end_call (Call *call)
{
  Server *server = call->server;
  double seconds = (double) (g_get_monotonic_time () - call->start) / G_USEC_PER_SEC;
  const ServeLogLine line = { call->request->client,
                              call->request->method,
                              call->request->path,
                              call->status,
                              call->received,
                              call->sent,
                              seconds };
  serve_log_write (server->log, &line);
  serve_metrics_count (server->metrics, call->route ? call->route->path : "other", call->status, seconds,
                       call->received, call->sent);
  if (call->entered)
    serve_clients_leave (server->clients, call->request->client);
  if (call->admitted)
    serve_pool_leave (server->pool);
  set_deadline (call, g_get_monotonic_time (), 0);
  if (call->link)
    call->link->call = NULL;
  pthread_mutex_lock (&server->lock);
  server->buffered -= call->buffered;
  if (--server->n_calls == 0)
    pthread_cond_broadcast (&server->idle);
  pthread_mutex_unlock (&server->lock);
  g_clear_pointer (&call->batch, serve_batch_free);
  if (call->form)
    MHD_destroy_post_processor (call->form);
  if (call->field)
    g_string_free (call->field, TRUE);
  g_free (call->field_name);
  g_clear_pointer (&call->answer, serve_answer_free);
  serve_input_clear (&call->input);
  serve_request_free (call->request);
  g_free (call);
}

static void
on_completed (void *data, struct MHD_Connection *connection, void **context,
              enum MHD_RequestTerminationCode code)
{
  if (*context)
    end_call (*context);
  *context = NULL;
}

static void
link_begin (Server *server, int fd, void **context)
{
  Link *link = g_new0 (Link, 1);
  link->fd = fd;
  link->deadline = g_get_monotonic_time () + server->options->milliseconds * (gint64) 1000;
  link->link.data = link;
  pthread_mutex_lock (&server->lock);
  g_queue_push_tail_link (&server->links, &link->link);
  pthread_mutex_unlock (&server->lock);
  *context = link;
}

static void
link_end (Server *server, Link *link)
{
  /* Where libmicrohttpd (1.0.1) has no room for the chunks of a body, it does not say that the request is
   * over. */
  if (link->call)
    end_call (link->call);
  pthread_mutex_lock (&server->lock);
  g_queue_unlink (&server->links, &link->link);
  pthread_mutex_unlock (&server->lock);
  g_free (link);
}

static void
on_connection (void *data, struct MHD_Connection *connection, void **context,
               enum MHD_ConnectionNotificationCode code)
{
  if (code == MHD_CONNECTION_NOTIFY_STARTED)
    link_begin (data, MHD_get_connection_info (connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
                context);
  else if (*context)
    link_end (data, g_steal_pointer (context));
}

/* ---- The server ------------------------------------------------------------------------------- */

Server *
server_new (const ServerOptions *options, int socket, ServeKitchen *kitchen, ServeLog *log, GError **error)
{
  Server *server = g_new0 (Server, 1);
  server->options = options;
  server->kitchen = kitchen;
  server->log = log;
  server->socket = socket;
  server->pool = serve_pool_new (options->jobs, FETCHERS, options->waiting);
  server->clients = serve_clients_new (options->per_client, options->rate);
  server->metrics = serve_metrics_new ();
  pthread_mutex_init (&server->lock, NULL);
  pthread_cond_init (&server->idle, NULL);
  pthread_cond_init (&server->watch_ends, NULL);
  g_queue_init (&server->links);
  /* poll, not epoll: there, libmicrohttpd (0.9.75) may end the program when a stop and a thread both take the
   * socket out of the set. A request costs the same, also beside a thousand connections. */
  server->daemon = MHD_start_daemon (
      MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO, 0, NULL, NULL, on_request,
      server, MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_THREAD_POOL_SIZE, THREADS,
      MHD_OPTION_CONNECTION_LIMIT, options->connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, HEAD_BYTES,
      MHD_OPTION_NOTIFY_COMPLETED, on_completed, server, MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
  if (!server->daemon) {
    cli_fail_errno (error, "the server cannot be started");
    server_free (server);
    return NULL;
  }
  server->watches = TRUE;
  if (pthread_create (&server->watch, NULL, watch, server) != 0)
    server->watches = FALSE;
  return server;
}

gboolean
server_stop (Server *server, guint milliseconds)
{
  gint64 end = g_get_real_time () + milliseconds * (gint64) 1000;
  const struct timespec until = { end / G_USEC_PER_SEC, end % G_USEC_PER_SEC * 1000 };
  g_atomic_int_set (&server->stopping, TRUE);
  MHD_socket socket = MHD_quiesce_daemon (server->daemon);
  if (socket != MHD_INVALID_SOCKET)
    close (socket);
  server->socket = -1;
  pthread_mutex_lock (&server->lock);
  int status = 0;
  while (server->n_calls > 0 && status == 0)
    status = pthread_cond_timedwait (&server->idle, &server->lock, &until);
  gboolean all = server->n_calls == 0;
  pthread_mutex_unlock (&server->lock);
  return all;
}

/* Whoever waits for a page is let go when the pool has come to its end. */
void
server_free (Server *server)
{
  if (server->watches) {
    pthread_mutex_lock (&server->lock);
    server->watches = FALSE;
    pthread_cond_signal (&server->watch_ends);
    pthread_mutex_unlock (&server->lock);
    pthread_join (server->watch, NULL);
  }
  serve_pool_close (server->pool);
  if (server->daemon)
    MHD_stop_daemon (server->daemon);
  serve_pool_free (server->pool);
  serve_clients_free (server->clients);
  serve_metrics_free (server->metrics);
  pthread_cond_destroy (&server->idle);
  pthread_cond_destroy (&server->watch_ends);
  pthread_mutex_destroy (&server->lock);
  g_free (server);
}
