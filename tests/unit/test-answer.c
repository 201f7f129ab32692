/* SPDX-License-Identifier: MIT */
/* Answers of drivers: those of the standard, and what none should give. */
#include "render/answer.h"

#include <string.h>

typedef struct {
  const char *name;
  guint status;
  const char *text;
  int error; /* RenderError; -1: none */
} AnswerCase;

static const AnswerCase cases[] = {
  { "value", 200, "{\"value\":{\"quiet\":5}}", -1 },
  { "null", 200, "{\"value\":null}", -1 },
  { "string", 200, "{\"value\":\"x\"}", -1 },
  { "lost", 404, "{\"value\":{\"error\":\"invalid session id\",\"message\":\"gone\"}}", RENDER_ERROR_LOST },
  { "crash", 500, "{\"value\":{\"error\":\"tab crashed\",\"message\":\"tab crashed\\n  (Session info)\"}}",
    RENDER_ERROR_LOST },
  { "script", 500, "{\"value\":{\"error\":\"javascript error\",\"message\":\"x\"}}", RENDER_ERROR_SCRIPT },
  { "slow-script", 500, "{\"value\":{\"error\":\"script timeout\",\"message\":\"x\"}}",
    RENDER_ERROR_TIMEOUT },
  { "slow-page", 500, "{\"value\":{\"error\":\"timeout\",\"message\":\"x\"}}", RENDER_ERROR_TIMEOUT },
  { "no-host", 500,
    "{\"value\":{\"error\":\"unknown error\",\"message\":\"unknown error: net::ERR_NAME_NOT_RESOLVED\"}}",
    RENDER_ERROR_ADDRESS },
  { "firefox", 500,
    "{\"value\":{\"error\":\"unknown error\",\"message\":\"Reached error page: about:neterror?e=x\"}}",
    RENDER_ERROR_ADDRESS },
  { "no-value", 200, "{\"x\":1}", RENDER_ERROR_LOST },
  { "list", 200, "[1]", RENDER_ERROR_LOST },
  { "html", 200, "<html>", RENDER_ERROR_LOST },
  { "empty", 200, "", RENDER_ERROR_LOST },
  { "cut", 200, "{\"value\":{\"quiet\":5}", RENDER_ERROR_LOST },
  { "error-is-a-number", 500, "{\"value\":{\"error\":5,\"message\":[]}}", RENDER_ERROR_LOST },
  { "value-is-a-string", 500, "{\"value\":\"x\"}", RENDER_ERROR_LOST },
  { "deep", 200,
    "{\"value\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}",
    RENDER_ERROR_LOST },
};

static void
test_answer (gconstpointer data)
{
  const AnswerCase *one = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) value = render_answer_parse (one->text, strlen (one->text), one->status, &error);

  if (one->error < 0) {
    g_assert_no_error (error);
    g_assert_nonnull (value);
  } else {
    g_assert_null (value);
    g_assert_error (error, RENDER_ERROR, one->error);
    g_assert_null (strchr (error->message, '\n'));
  }
}

/* Members of any kind, and none. */
static void
test_members (void)
{
  static const char text[] =
      "{\"value\":{\"n\":5,\"x\":1.5,\"s\":\"a\",\"t\":true,\"o\":{},\"z\":null,\"big\":1e999}}";
  g_autoptr (JsonNode) value = render_answer_parse (text, strlen (text), 200, NULL);
  static const char *const others[] = { "o", "z", "none" };

  g_assert_cmpfloat (render_answer_get_number (value, "n"), ==, 5);
  g_assert_cmpfloat (render_answer_get_number (value, "x"), ==, 1.5);
  g_assert_cmpfloat (render_answer_get_number (value, "big"), ==, 0);
  g_assert_cmpfloat (render_answer_get_number (value, "s"), ==, 0);
  g_assert_cmpstr (render_answer_get_string (value, "s"), ==, "a");
  g_assert_cmpstr (render_answer_get_string (value, "n"), ==, "");
  g_assert_true (render_answer_get_flag (value, "t"));
  g_assert_false (render_answer_get_flag (value, "n"));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_assert_cmpfloat (render_answer_get_number (value, others[i]), ==, 0);
    g_assert_cmpstr (render_answer_get_string (value, others[i]), ==, "");
    g_assert_false (render_answer_get_flag (value, others[i]));
  }
  g_assert_cmpstr (render_answer_get_string (NULL, "s"), ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *name = g_strconcat ("/answer/", cases[i].name, NULL);
    g_test_add_data_func (name, &cases[i], test_answer);
  }
  g_test_add_func ("/members", test_members);
  return g_test_run ();
}
