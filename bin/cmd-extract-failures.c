/* SPDX-License-Identifier: MIT */
/* The list of pages that failed, for programs. */
#include "bin/cmd-extract-parts.h"
#include "bin/cmd.h"
#include "cli/json.h"
#include "libextract/base/url.h"

#include <unistd.h>

struct _CmdFailures {
  int fd;
  guint64 length;
};

typedef struct {
  int code;
  const char *name;
} Code;

/* THE tables of codes; texttractor-extract(1) lists them. */
static const Code page_codes[] = {
  { EXTRACT_ERROR_TOO_LARGE, "too-large" },
  { EXTRACT_ERROR_TOO_DEEP, "too-deep" },
  { EXTRACT_ERROR_TOO_MANY_BLOCKS, "too-many-blocks" },
  { EXTRACT_ERROR_OUT_OF_TIME, "out-of-time" },
  { EXTRACT_ERROR_OUT_OF_MEMORY, "out-of-memory" },
  { EXTRACT_ERROR_NOT_HTML, "not-html" },
  { EXTRACT_ERROR_MARKUP, "markup" },
};
static const Code read_codes[] = {
  { G_IO_ERROR_NOT_FOUND, "not-found" },
  { G_IO_ERROR_IS_DIRECTORY, "no-page" },
  { G_IO_ERROR_PERMISSION_DENIED, "permission-denied" },
  { G_IO_ERROR_TIMED_OUT, "out-of-time" },
  { G_IO_ERROR_INVALID_DATA, "damaged" },
  { G_IO_ERROR_PARTIAL_INPUT, "damaged" },
  { G_IO_ERROR_EXISTS, "not-written" },
};

static const char *
find_name (const Code *codes, guint n, int code, const char *otherwise)
{
  for (guint i = 0; i < n; i++)
    if (codes[i].code == code)
      return codes[i].name;
  return otherwise;
}

static const char *
name_of_error (const GError *error)
{
  if (error->domain == EXTRACT_ERROR)
    return find_name (page_codes, G_N_ELEMENTS (page_codes), error->code, "failed");
  if (error->domain == G_IO_ERROR)
    return find_name (read_codes, G_N_ELEMENTS (read_codes), error->code, "unreadable");
  return "failed";
}

CmdFailures *
cmd_failures_new (const char *path, guint64 length, GError **error)
{
  int fd = cli_open_log (path, length, error);
  if (fd < 0)
    return NULL;
  CmdFailures *failures = g_new (CmdFailures, 1);
  failures->fd = fd;
  failures->length = length;
  return failures;
}

gboolean
cmd_failures_add (CmdFailures *failures, const char *place, const GError *failure, GError **error)
{
  g_autofree char *page = extract_url_dup_without_user (place);
  g_autofree char *sentence = extract_url_dup_without_user (failure->message);
  g_autofree char *valid = g_utf8_make_valid (page, -1);
  g_autofree char *message = g_utf8_make_valid (sentence, -1);
  g_autoptr (GString) line = g_string_new ("{\"page\":");
  cli_json_append_quoted (line, valid);
  g_string_append (line, ",\"code\":");
  cli_json_append_quoted (line, name_of_error (failure));
  g_string_append (line, ",\"message\":");
  cli_json_append_quoted (line, message);
  g_string_append (line, "}\n");
  failures->length += line->len;
  return cli_write_fd (failures->fd, line->str, line->len, error);
}

guint64
cmd_failures_get_length (const CmdFailures *failures)
{
  return failures->length;
}

void
cmd_failures_free (CmdFailures *failures)
{
  close (failures->fd);
  g_free (failures);
}
