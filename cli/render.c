/* SPDX-License-Identifier: MIT */
#include "cli/render.h"
#include "libextract/model/model.h"
#include "libextract/source/renderer.h"

#include <string.h>

#define MAX_BROWSERS 64
#define MAX_REVEALS 1000
#define MAX_SCROLLS 1000
#define MAX_SECONDS 3600
#define MIN_MEMORY ((guint64) 64 << 20)

/* In the order of the bits of CliRenderBlock. */
static const char *const blocks[] = { "images", "fonts", "media", "trackers" };
#define ALL_BLOCKS ((1u << G_N_ELEMENTS (blocks)) - 1)

gboolean
cli_render_parse_blocks (const char *option, const char *text, guint *block, GError **error)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  *block = 0;
  if (strcmp (text, "none") == 0)
    return TRUE;
  for (char **name = names; *name; name++) {
    guint i = 0;
    while (i < G_N_ELEMENTS (blocks) && strcmp (*name, blocks[i]) != 0)
      i++;
    if (i == G_N_ELEMENTS (blocks))
      return cli_fail_value (error, option, "none or some of images, fonts, media, trackers", *name);
    *block |= 1u << i;
  }
  return TRUE;
}

char *
cli_render_dup_blocks (guint block)
{
  GString *text = g_string_new (block == 0 ? "none" : NULL);

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    if (block >> i & 1)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "," : "", blocks[i]);
  return g_string_free (text, FALSE);
}

static gboolean
parse_when (const char *option, const char *text, gpointer data, GError **error)
{
  CliRender *render = data;
  render->automatic = strcmp (text, "auto") == 0;
  render->wanted = render->automatic || strcmp (text, "always") == 0;
  return render->wanted || strcmp (text, "never") == 0 ||
         cli_fail_value (error, option, "always, auto or never", text);
}

static gboolean
parse_driver (const char *option, const char *text, gpointer data, GError **error)
{
  CliRender *render = data;
  if (!extract_source_is_url (text) || !g_uri_is_valid (text, G_URI_FLAGS_PARSE_RELAXED, NULL))
    return cli_fail_value (error, option, "the http or https URL of a driver", text);
  g_free (render->webdriver);
  render->webdriver = g_strdup (text);
  return TRUE;
}

static gboolean
parse_number (const char *option, const char *text, gpointer data, GError **error)
{
  CliRender *render = data;
  if (strcmp (option, "--browsers") == 0)
    return cli_parse_count (option, text, 1, MAX_BROWSERS, &render->browsers, error);
  if (strcmp (option, "--reveal") == 0)
    return cli_parse_count (option, text, 0, MAX_REVEALS, &render->reveals, error);
  if (strcmp (option, "--scroll") == 0)
    return cli_parse_count (option, text, 0, MAX_SCROLLS, &render->scrolls, error);
  if (strcmp (option, "--render-memory") == 0)
    return cli_parse_size (option, text, MIN_MEMORY, G_MAXINT64, &render->memory, error);
  return cli_parse_number (option, text, 1, MAX_SECONDS, &render->seconds, error);
}

static gboolean
parse_collect (const char *option, const char *text, gpointer data, GError **error)
{
  CliRender *render = data;
  render->end = strcmp (text, "end") == 0;
  return render->end || strcmp (text, "steps") == 0 || cli_fail_value (error, option, "steps or end", text);
}

static gboolean
parse_classifier (const char *option, const char *text, gpointer data, GError **error)
{
  CliRender *render = data;
  g_free (render->classifier);
  render->classifier = g_strdup (text);
  return *text || cli_fail_value (error, option, "a command", text);
}

static gboolean
parse_elements_model (const char *option, const char *text, gpointer data, GError **error)
{
  CliRender *render = data;
  g_free (render->elements_model);
  render->elements_model = g_strdup (text);
  return *text || cli_fail_value (error, option, "the name or the file of a model", text);
}

static gboolean
parse_block (const char *option, const char *text, gpointer data, GError **error)
{
  CliRender *render = data;
  return cli_render_parse_blocks (option, text, &render->block, error);
}

GOptionGroup *
cli_render_init (CliRender *render)
{
  static const GOptionEntry entries[] = {
    { "render", 0, 0, G_OPTION_ARG_CALLBACK, parse_when,
      "Render pages in a browser: always (also without a value), auto (those that look empty) or never "
      "(default)",
      "WHEN" },
    { "reveal", 0, 0, G_OPTION_ARG_CALLBACK, parse_number,
      "Click up to so many elements that show more of the page (default 0)", "N" },
    { "scroll", 0, 0, G_OPTION_ARG_CALLBACK, parse_number, "Scroll down up to so many screens (default 0)",
      "N" },
    { "collect", 0, 0, G_OPTION_ARG_CALLBACK, parse_collect,
      "Take text that was visible after any step (steps, the default), or only at the end (end)", "NAME" },
    { "no-load", 0, 0, G_OPTION_ARG_CALLBACK, parse_block,
      "Do not load these: images, fonts, media, trackers; or none (default: all of them)", "NAME,…" },
    { "browsers", 0, 0, G_OPTION_ARG_CALLBACK, parse_number, "Browsers at a time (default 2)", "N" },
    { "render-time", 0, 0, G_OPTION_ARG_CALLBACK, parse_number,
      "Limit: time for a page in the browser, with all steps (default 60 seconds)", "S" },
    { "render-memory", 0, 0, G_OPTION_ARG_CALLBACK, parse_number, "Limit: memory of a browser (default 2G)",
      "N" },
    { "classifier", 0, 0, G_OPTION_ARG_CALLBACK, parse_classifier,
      "Ask this command what elements do: JSON Lines in, classes out", "COMMAND" },
    { "elements-model", 0, 0, G_OPTION_ARG_CALLBACK, parse_elements_model,
      "Tell what to click by this model of elements (default: the built-in one)", "NAME|FILE" },
    { "webdriver", 0, 0, G_OPTION_ARG_CALLBACK, parse_driver,
      "Use this WebDriver server, instead of starting chromedriver", "URL" },
    { NULL },
  };

  *render = (CliRender){ .browsers = 2, .block = ALL_BLOCKS, .seconds = 60, .memory = (guint64) 2 << 30 };
  GOptionGroup *group =
      g_option_group_new ("render", "Pages that scripts make:", "Pages that scripts make", render, NULL);
  g_option_group_add_entries (group, entries);
  return group;
}

void
cli_render_end (CliRender *render)
{
  if (render)
    g_clear_pointer (&render->renderer, extract_renderer_free);
}

void
cli_render_clear (CliRender *render)
{
  cli_render_end (render);
  g_clear_pointer (&render->webdriver, g_free);
  g_clear_pointer (&render->classifier, g_free);
  g_clear_pointer (&render->elements_model, g_free);
}

/* Before any page, so that one that cannot be used is named once. */
static gboolean
check_elements_model (const CliRender *render, GError **error)
{
  g_autoptr (ExtractModel) model =
      render->elements_model ? cli_load_any_model (render->elements_model, error) : NULL;

  return !render->elements_model ||
         (model && extract_model_check_kind (model, EXTRACT_MODEL_ELEMENTS, error));
}

gboolean
cli_render_begin (CliRender *render, ExtractSourceLimits *limits, GError **error)
{
  if (render->classifier && render->elements_model) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                         "--classifier and --elements-model cannot be used together");
    return FALSE;
  }
  if (!check_elements_model (render, error))
    return FALSE;
  if (!render->wanted)
    return TRUE;
  g_autofree char *program = cli_find_program ("renderer");
  if (!program) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         "--render: the program texttractor-renderer is not installed");
    return FALSE;
  }
  g_autofree char *driver = g_find_program_in_path ("chromedriver");
  g_autofree char *other = g_find_program_in_path ("geckodriver");
  if (!render->webdriver && !driver && !other) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         "--render needs a browser: apt install chromium chromium-driver");
    return FALSE;
  }
  g_autofree char *blocks_named = cli_render_dup_blocks (render->block);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (arguments, g_strdup_printf ("--reveal=%u", (guint) render->reveals));
  g_ptr_array_add (arguments, g_strdup_printf ("--scroll=%u", (guint) render->scrolls));
  g_ptr_array_add (arguments, g_strdup_printf ("--collect=%s", render->end ? "end" : "steps"));
  g_ptr_array_add (arguments, g_strdup_printf ("--no-load=%s", blocks_named));
  g_ptr_array_add (arguments, g_strdup_printf ("--time=%u", (guint) (render->seconds * 1000)));
  g_ptr_array_add (arguments, g_strdup_printf ("--memory=%" G_GUINT64_FORMAT, render->memory));
  g_ptr_array_add (arguments, g_strdup_printf ("--max-bytes=%" G_GUINT64_FORMAT, limits->max_bytes));
  if (render->webdriver)
    g_ptr_array_add (arguments, g_strdup_printf ("--webdriver=%s", render->webdriver));
  if (render->classifier)
    g_ptr_array_add (arguments, g_strdup_printf ("--classifier=%s", render->classifier));
  if (render->links)
    g_ptr_array_add (arguments, g_strdup ("--links"));
  if (render->trace)
    g_ptr_array_add (arguments, g_strdup ("--trace"));
  if (render->elements_model)
    g_ptr_array_add (arguments, g_strdup_printf ("--elements-model=%s", render->elements_model));
  g_ptr_array_add (arguments, NULL);
  const ExtractRendererOptions options = {
    .program = program,
    .arguments = (const char *const *) arguments->pdata,
    .browsers = (guint) render->browsers,
    .milliseconds = (guint) (render->seconds * 1000),
    .all = !render->automatic,
  };
  limits->renderer = render->renderer = extract_renderer_new (&options);
  return TRUE;
}

char *
cli_render_describe (const CliRender *render)
{
  if (!render->wanted)
    return g_strdup ("");
  return g_strdup_printf (
      " render=%s,%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%s,%u%s%s%s%s",
      render->automatic ? "auto" : "always", render->reveals, render->scrolls, render->end ? "end" : "steps",
      render->block, render->classifier ? " classifier=" : "", render->classifier ? render->classifier : "",
      render->elements_model ? " elements-model=" : "", render->elements_model ? render->elements_model : "");
}
