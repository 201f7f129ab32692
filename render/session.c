/* SPDX-License-Identifier: MIT */
#include "render/session.h"
#include "cli/render.h"
#include "libextract/base/json.h"

#include <gio/gio.h>
#include <string.h>
#include <unistd.h>

/* A call in the page that takes longer than this has met a script without end. */
#define SCRIPT_MILLISECONDS 15000
/* A driver answers that a session is closed within this time, or is left alone. */
#define CLOSE_MICROSECONDS (2 * G_USEC_PER_SEC)

/* ---- What is not loaded -------------------------------------------------------------------------- */

static const char *const media[] = { "*.mp4*",  "*.webm*", "*.mp3*", "*.m4s*",
                                     "*.m3u8*", "*.ogv*",  "*.avi*", NULL };

/* Hosts that measure people and sell places for advertisements; no page has its text there. */
static const char *const trackers[] = {
  "*://*.2mdn.net/*",
  "*://*.adform.net/*",
  "*://*.adnxs.com/*",
  "*://*.adsrvr.org/*",
  "*://*.amazon-adsystem.com/*",
  "*://*.bing.com/bat*",
  "*://*.casalemedia.com/*",
  "*://*.chartbeat.com/*",
  "*://*.chartbeat.net/*",
  "*://*.clarity.ms/*",
  "*://*.criteo.com/*",
  "*://*.criteo.net/*",
  "*://*.demdex.net/*",
  "*://*.doubleclick.net/*",
  "*://*.doubleverify.com/*",
  "*://*.facebook.com/tr*",
  "*://*.google-analytics.com/*",
  "*://*.googleadservices.com/*",
  "*://*.googlesyndication.com/*",
  "*://*.googletagmanager.com/*",
  "*://*.googletagservices.com/*",
  "*://*.hotjar.com/*",
  "*://*.krxd.net/*",
  "*://*.mixpanel.com/*",
  "*://*.moatads.com/*",
  "*://*.nr-data.net/*",
  "*://*.omtrdc.net/*",
  "*://*.openx.net/*",
  "*://*.outbrain.com/*",
  "*://*.permutive.com/*",
  "*://*.pubmatic.com/*",
  "*://*.quantserve.com/*",
  "*://*.rubiconproject.com/*",
  "*://*.scorecardresearch.com/*",
  "*://*.segment.com/*",
  "*://*.segment.io/*",
  "*://*.smartadserver.com/*",
  "*://*.taboola.com/*",
  "*://*.teads.tv/*",
  "*://*.yieldlab.net/*",
  "*://connect.facebook.net/*",
  "*://mc.yandex.ru/*",
  NULL,
};

static const struct {
  CliRenderBlock block;
  const char *const *patterns; /* of addresses, NULL at the end */
} blocked[] = {
  { CLI_RENDER_MEDIA, media },
  { CLI_RENDER_TRACKERS, trackers },
};

/* ---- The script -------------------------------------------------------------------------------------- */

extern GResource *render_page_get_resource (void);

/* Returns: (transfer full): page.js as a string of JSON */
static char *
quote_script (void)
{
  g_autoptr (GBytes) script =
      g_resource_lookup_data (render_page_get_resource (), "/page.js", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char *text = g_strndup (g_bytes_get_data (script, NULL), g_bytes_get_size (script));

  return extract_json_quote (text);
}

/* ---- Start ----------------------------------------------------------------------------------------- */

struct _RenderSession {
  RenderWire *wire; /* not owned */
  char *path;       /* "/session/ID"; owned */
  gboolean chrome;  /* it has the commands of DevTools */
};

static const char *const chrome_switches[] = {
  "--headless=new",
  "--remote-debugging-pipe",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-breakpad",
  "--disable-background-networking",
  "--disable-extensions",
  "--disable-sync",
  "--mute-audio",
  "--no-first-run",
  "--window-size=1280,1024",
  "--disable-features=Translate,MediaRouter,OptimizationHints",
};

/* 2: nobody is asked, and the answer is no. */
static const char chrome_preferences[] =
    "\"download_restrictions\":3,\"profile.default_content_setting_values\":{\"geolocation\":2,"
    "\"media_stream\":2,\"notifications\":2,\"automatic_downloads\":2,\"midi_sysex\":2,\"usb_guard\":2,"
    "\"serial_guard\":2,\"bluetooth_guard\":2,\"clipboard\":2},"
    "\"credentials_enable_service\":false}";

/*
 * {"capabilities": {"alwaysMatch": {…}, "firstMatch": [Chromium, Firefox]}}: the driver takes what it knows.
 * Pages of the web run in a sandbox, which the superuser cannot have.
 */
static char *
make_capabilities (const char *folder, guint block)
{
  GString *json = g_string_new ("{\"capabilities\":{\"alwaysMatch\":{\"pageLoadStrategy\":\"eager\","
                                "\"unhandledPromptBehavior\":\"dismiss\"},\"firstMatch\":["
                                "{\"browserName\":\"chrome\",\"goog:chromeOptions\":{\"excludeSwitches\":"
                                "[\"disable-popup-blocking\",\"enable-logging\"],\"prefs\":");

  g_string_append_printf (json, "{\"profile.managed_default_content_settings.images\":%d,%s",
                          block & CLI_RENDER_IMAGES ? 2 : 1, chrome_preferences);
  g_string_append (json, ",\"args\":[\"--lang=en\"");
  for (guint i = 0; i < G_N_ELEMENTS (chrome_switches); i++)
    g_string_append_printf (json, ",\"%s\"", chrome_switches[i]);
  if (folder) {
    g_autofree char *profile = g_build_filename (folder, "profile", NULL);
    g_autofree char *argument = g_strconcat ("--user-data-dir=", profile, NULL);
    g_autofree char *quoted = extract_json_quote (argument);
    g_string_append_printf (json, ",%s", quoted);
  }
  if (folder && geteuid () == 0)
    g_string_append (json, ",\"--no-sandbox\"");
  if (block & CLI_RENDER_IMAGES)
    g_string_append (json, ",\"--blink-settings=imagesEnabled=false\"");
  if (block & CLI_RENDER_FONTS)
    g_string_append (json, ",\"--disable-remote-fonts\"");
  g_string_append (json, "]}},{\"browserName\":\"firefox\",\"moz:firefoxOptions\":{\"args\":[\"-headless\"],"
                         "\"prefs\":{\"browser.download.folderList\":2");
  if (block & CLI_RENDER_IMAGES)
    g_string_append (json, ",\"permissions.default.image\":2");
  if (block & CLI_RENDER_FONTS)
    g_string_append (json, ",\"gfx.downloadable_fonts.enabled\":false");
  g_string_append (json, "}}}]}}");
  return g_string_free (json, FALSE);
}

/* Returns: (transfer full) (nullable) */
static JsonNode *
call (RenderSession *session, const char *command, const char *body, gint64 until, GError **error)
{
  g_autofree char *path = g_strconcat (session->path, command, NULL);

  return render_wire_call (session->wire, body ? "POST" : "GET", path, body, until, error);
}

static gboolean
order (RenderSession *session, const char *command, const char *body, gint64 until, GError **error)
{
  g_autoptr (JsonNode) value = call (session, command, body, until, error);

  return value != NULL;
}

/* A command of DevTools. @parameters: JSON */
static gboolean
tell_chrome (RenderSession *session, const char *name, const char *parameters, gint64 until, GError **error)
{
  g_autofree char *body = g_strdup_printf ("{\"cmd\":\"%s\",\"params\":%s}", name, parameters);

  return order (session, "/goog/cdp/execute", body, until, error);
}

static gboolean
block_addresses (RenderSession *session, guint block, gint64 until, GError **error)
{
  g_autoptr (GString) json = g_string_new ("{\"urls\":[");

  for (guint i = 0; i < G_N_ELEMENTS (blocked); i++)
    for (guint k = 0; (block & blocked[i].block) && blocked[i].patterns[k]; k++)
      g_string_append_printf (json, "%s\"%s\"", g_str_has_suffix (json->str, "[") ? "" : ",",
                              blocked[i].patterns[k]);
  if (g_str_has_suffix (json->str, "["))
    return TRUE;
  g_string_append (json, "]}");
  return tell_chrome (session, "Network.enable", "{}", until, error) &&
         tell_chrome (session, "Network.setBlockedURLs", json->str, until, error);
}

/* The script is there before those of the page. */
static gboolean
plant (RenderSession *session, gint64 until, GError **error)
{
  g_autofree char *source = quote_script ();
  g_autofree char *parameters = g_strdup_printf ("{\"source\":%s}", source);

  return tell_chrome (session, "Page.addScriptToEvaluateOnNewDocument", parameters, until, error) &&
         tell_chrome (session, "Browser.setDownloadBehavior", "{\"behavior\":\"deny\"}", until, error);
}

static gboolean
set_up (RenderSession *session, guint block, gint64 until, GError **error)
{
  return !session->chrome ||
         (plant (session, until, error) && block_addresses (session, block, until, error));
}

RenderSession *
render_session_new (RenderWire *wire, const char *folder, guint block, gint64 until, GError **error)
{
  g_autofree char *capabilities = make_capabilities (folder, block);
  g_autoptr (JsonNode) value = render_wire_call (wire, "POST", "/session", capabilities, until, error);
  g_autoptr (RenderSession) session = NULL;
  JsonNode *got = NULL;

  if (!value)
    return NULL;
  if (!*render_answer_get_string (value, "sessionId")) {
    g_set_error_literal (error, RENDER_ERROR, RENDER_ERROR_LOST, "the driver opens no session");
    return NULL;
  }
  session = g_new0 (RenderSession, 1);
  session->wire = wire;
  session->path = g_strconcat ("/session/", render_answer_get_string (value, "sessionId"), NULL);
  got = json_object_get_member (json_node_get_object (value), "capabilities");
  session->chrome = strstr (render_answer_get_string (got, "browserName"), "chrom") != NULL;
  if (!set_up (session, block, until, error))
    return NULL;
  return g_steal_pointer (&session);
}

void
render_session_free (RenderSession *session)
{
  g_autoptr (JsonNode) value = render_wire_call (session->wire, "DELETE", session->path, NULL,
                                                 g_get_monotonic_time () + CLOSE_MICROSECONDS, NULL);

  g_free (session->path);
  g_free (session);
}

/* ---- Pages ----------------------------------------------------------------------------------------- */

static gboolean
set_times (RenderSession *session, gint64 until, GError **error)
{
  const gint64 left = MAX (1, (until - g_get_monotonic_time ()) / 1000);
  g_autofree char *body =
      g_strdup_printf ("{\"pageLoad\":%" G_GINT64_FORMAT ",\"script\":%" G_GINT64_FORMAT "}", left,
                       MIN (left, SCRIPT_MILLISECONDS));

  return order (session, "/timeouts", body, until + G_USEC_PER_SEC, error);
}

gboolean
render_session_open (RenderSession *session, const char *address, gint64 until, GError **error)
{
  g_autofree char *quoted = extract_json_quote (address);
  g_autofree char *body = g_strdup_printf ("{\"url\":%s}", quoted);

  /* The driver ends it in time; we wait a little longer for that. */
  return set_times (session, until, error) &&
         order (session, "/url", body, until + 2 * G_USEC_PER_SEC, error);
}

gboolean
render_session_leave (RenderSession *session, gint64 until, GError **error)
{
  static const char *const commands[][2] = {
    { "Storage.clearDataForOrigin", "{\"origin\":\"*\",\"storageTypes\":\"all\"}" },
    { "Network.clearBrowserCookies", "{}" },
    { "Network.clearBrowserCache", "{}" },
  };

  if (!session->chrome)
    return order (session, "/url", "{\"url\":\"about:blank\"}", until, error);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (!tell_chrome (session, commands[i][0], commands[i][1], until, error))
      return FALSE;
  return order (session, "/url", "{\"url\":\"about:blank\"}", until, error);
}

/* Not every driver can plant the script before the page comes: then it is planted when it is first needed. */
#define CALL_PAGE "const page = window[Symbol.for('texttractor')];"

static char *
make_script (const char *call, gboolean as_text)
{
  g_autofree char *script =
      g_strdup_printf (as_text ? CALL_PAGE "return page ? JSON.stringify(page.%s) : null;"
                               : CALL_PAGE "return page ? page.%s : null;",
                       call);
  g_autofree char *quoted = extract_json_quote (script);

  return g_strdup_printf ("{\"script\":%s,\"args\":[]}", quoted);
}

static JsonNode *
run (RenderSession *session, const char *body, gint64 until, GError **error)
{
  const gint64 script = g_get_monotonic_time () + (SCRIPT_MILLISECONDS + 3000) * (gint64) 1000;

  return call (session, "/execute/sync", body, MIN (until, script), error);
}

static gboolean
plant_late (RenderSession *session, gint64 until, GError **error)
{
  g_autofree char *source = quote_script ();
  g_autofree char *body = g_strdup_printf ("{\"script\":%s,\"args\":[]}", source);
  g_autoptr (JsonNode) value = run (session, body, until, error);

  return value != NULL;
}

static JsonNode *
ask (RenderSession *session, const char *name, gboolean as_text, gint64 until, GError **error)
{
  g_autofree char *body = make_script (name, as_text);
  JsonNode *value = run (session, body, until, error);

  if (!value || !JSON_NODE_HOLDS_NULL (value))
    return value;
  json_node_unref (value);
  if (!plant_late (session, until, error))
    return NULL;
  return run (session, body, until, error);
}

JsonNode *
render_session_ask (RenderSession *session, const char *name, gint64 until, GError **error)
{
  return ask (session, name, FALSE, until, error);
}

static char *
take_string (JsonNode *node, GError **error)
{
  g_autoptr (JsonNode) value = node;

  if (!value)
    return NULL;
  if (JSON_NODE_HOLDS_VALUE (value) && json_node_get_value_type (value) == G_TYPE_STRING)
    return json_node_dup_string (value);
  g_set_error_literal (error, RENDER_ERROR, RENDER_ERROR_SCRIPT, "the script in the page gave no answer");
  return NULL;
}

char *
render_session_ask_text (RenderSession *session, const char *name, gint64 until, GError **error)
{
  return take_string (ask (session, name, TRUE, until, error), error);
}

char *
render_session_shoot (RenderSession *session, gint64 until, GError **error)
{
  g_autoptr (JsonNode) value = NULL;

  if (!session->chrome)
    return take_string (call (session, "/screenshot", NULL, until, error), error);
  /* A tenth of the bytes of a PNG. */
  value = call (session, "/goog/cdp/execute",
                "{\"cmd\":\"Page.captureScreenshot\",\"params\":{\"format\":\"jpeg\",\"quality\":60}}", until,
                error);
  return value ? g_strdup (render_answer_get_string (value, "data")) : NULL;
}
