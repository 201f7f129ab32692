/* SPDX-License-Identifier: MIT */
#include "render/course.h"

#include <string.h>

/* A page is quiet when its tree has not changed for so long, and nothing is on its way; or when nothing has
 * come of what is on its way for longer. */
#define QUIET_MILLISECONDS 250
#define IDLE_MILLISECONDS 1500
/* Whoever is clicked may take so long to begin. */
#define START_MILLISECONDS 120
/* A page that never becomes quiet is not waited for longer: after loading, after a step. */
#define LOAD_MILLISECONDS 10000
#define STEP_MILLISECONDS 3000
#define LOOK_MICROSECONDS 25000
/* Of the time of a course, what is kept for taking the tree. */
#define TREE_SHARE 0.2
/* Elements judged at a time. */
#define MAX_JUDGED 2000
/* What leads away without an address: elements that are clicked for it, and how long each may take. */
#define MAX_DOORS 10
#define DOOR_MILLISECONDS 600
/* Pop-ups closed on a page. */
#define MAX_CLOSED 20

typedef struct {
  RenderSession *session; /* not owned */
  const RenderCourseOptions *options;
  RenderPage *page;    /* not owned */
  GHashTable *clicked; /* ids of what is not clicked again; owned */
  gint64 until;        /* of steps */
  gint64 end;          /* of all */
  guint step;          /* 0: loading */
  guint n_closed, n_revealed;
} Course;

void
render_target_clear (gpointer target)
{
  g_free (((RenderTarget *) target)->text);
}

static void
step_free (gpointer data)
{
  RenderStep *step = data;

  g_free (step->text);
  g_free (step->shot);
  g_free (step);
}

static void
door_free (gpointer data)
{
  RenderDoor *door = data;

  g_free (door->address);
  g_free (door->text);
  g_free (door);
}

void
render_page_free (RenderPage *page)
{
  g_clear_pointer (&page->steps, g_ptr_array_unref);
  g_clear_pointer (&page->doors, g_ptr_array_unref);
  g_free (page->html);
  g_free (page->address);
  g_free (page);
}

/* ---- Waiting --------------------------------------------------------------------------------------- */

static void
note_state (Course *course, JsonNode *state)
{
  const char *address = render_answer_get_string (state, "address");
  const double status = render_answer_get_number (state, "status");

  if (*address) {
    g_free (course->page->address);
    course->page->address = g_strdup (address);
  }
  if (status >= 100 && status < 1000)
    course->page->status = (guint) status;
}

static gboolean
is_quiet (Course *course, JsonNode *state, gint64 waited)
{
  const double quiet = render_answer_get_number (state, "quiet");
  const gboolean idle =
      render_answer_get_number (state, "inflight") <= 0 && render_answer_get_number (state, "timers") <= 0;

  if (render_answer_get_number (state, "elements") > course->options->max_elements ||
      render_answer_get_number (state, "characters") > (double) course->options->max_bytes)
    return TRUE;
  return strcmp (render_answer_get_string (state, "ready"), "loading") != 0 && waited >= START_MILLISECONDS &&
         ((idle && quiet >= QUIET_MILLISECONDS) || quiet >= IDLE_MILLISECONDS);
}

/* A script fails where one page has just taken the place of another: it is asked again. */
static gboolean
is_passing (const GError *error)
{
  return g_error_matches (error, RENDER_ERROR, RENDER_ERROR_SCRIPT);
}

/* Returns: FALSE with an error. */
static gboolean
settle (Course *course, guint milliseconds, GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  const gint64 until = MIN (course->until, start + milliseconds * (gint64) 1000);

  while (g_get_monotonic_time () < until) {
    g_autoptr (GError) local = NULL;
    g_autoptr (JsonNode) state = render_session_ask (course->session, "state ()", course->end, &local);

    if (local && !is_passing (local)) {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
    if (state)
      note_state (course, state);
    if (state && is_quiet (course, state, (g_get_monotonic_time () - start) / 1000))
      return TRUE;
    g_usleep (LOOK_MICROSECONDS);
  }
  return TRUE;
}

/* ---- Steps ----------------------------------------------------------------------------------------- */

static gboolean
has_time (const Course *course)
{
  return g_get_monotonic_time () < course->until;
}

/* @target: (nullable): what was clicked */
static void
keep_step (Course *course, const char *deed, const RenderTarget *target, JsonNode *seen)
{
  RenderStep *step = NULL;

  if (!course->page->steps)
    return;
  step = g_new0 (RenderStep, 1);
  step->deed = deed;
  step->text = target ? g_strdup (target->text) : NULL;
  step->class = target ? target->class : NULL;
  step->probability = target ? target->probability : 0;
  step->texts = (guint) CLAMP (render_answer_get_number (seen, "texts"), 0, G_MAXINT);
  step->characters = (guint) CLAMP (render_answer_get_number (seen, "characters"), 0, G_MAXINT);
  step->shot = render_session_shoot (course->session, course->end, NULL);
  g_ptr_array_add (course->page->steps, step);
}

/* Waits, and takes what a person sees now. @deed, @target: what was done before. @characters: (out): that are
 * new. Returns: FALSE with an error */
static gboolean
look (Course *course, const char *deed, const RenderTarget *target, double *characters, GError **error)
{
  g_autofree char *call = g_strdup_printf ("step (%u)", course->step);
  g_autoptr (JsonNode) seen = NULL;

  if (!settle (course, course->step == 0 ? LOAD_MILLISECONDS : STEP_MILLISECONDS, error) ||
      !(seen = render_session_ask (course->session, call, course->end, error)))
    return FALSE;
  *characters = render_answer_get_number (seen, "characters");
  keep_step (course, deed, target, seen);
  return TRUE;
}

/* Returns: (transfer full) (nullable) (element-type RenderTarget): what may be clicked now */
static GArray *
find_targets (Course *course, GError **error)
{
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (RenderTarget));
  g_autofree char *call = g_strdup_printf ("elements (%d)", MAX_JUDGED);
  g_autofree char *json = render_session_ask_text (course->session, call, course->end, error);
  const char *here = course->page->address ? course->page->address : "";

  g_array_set_clear_func (targets, render_target_clear);
  return json && course->options->judge (json, here, targets, course->options->judge_data, error)
             ? g_steal_pointer (&targets)
             : NULL;
}

/* Returns: FALSE with an error. @target: (out): its id is 0 if there is nothing to do; to be cleared */
static gboolean
find_target (Course *course, RenderTarget *target, GError **error)
{
  g_autoptr (GArray) targets = find_targets (course, error);

  *target = (RenderTarget){ 0 };
  if (!targets)
    return FALSE;
  for (RenderDeed deed = RENDER_DEED_CLOSE; deed <= RENDER_DEED_REVEAL; deed++)
    for (guint i = 0; i < targets->len; i++) {
      const RenderTarget *one = &g_array_index (targets, RenderTarget, i);

      if (one->deed != deed || g_hash_table_contains (course->clicked, GUINT_TO_POINTER (one->id)))
        continue;
      if (deed == RENDER_DEED_CLOSE ? course->n_closed < MAX_CLOSED
                                    : course->n_revealed < course->options->reveals) {
        *target = *one;
        target->text = g_strdup (one->text);
        return TRUE;
      }
    }
  return TRUE;
}

/* Clicks. Returns: FALSE with an error */
static gboolean
click (Course *course, const RenderTarget *target, double *characters, GError **error)
{
  g_autofree char *call = g_strdup_printf ("click (%u)", target->id);
  g_autoptr (JsonNode) done = render_session_ask (course->session, call, course->end, error);

  if (!done)
    return FALSE;
  course->step++;
  course->n_closed += target->deed == RENDER_DEED_CLOSE;
  course->n_revealed += target->deed == RENDER_DEED_REVEAL;
  if (!look (course, target->deed == RENDER_DEED_CLOSE ? "close" : "reveal", target, characters, error))
    return FALSE;
  /* "Show more" may be clicked as long as it shows more. */
  if (*characters <= 0 || target->once || target->deed == RENDER_DEED_CLOSE)
    g_hash_table_add (course->clicked, GUINT_TO_POINTER (target->id));
  return TRUE;
}

/* Clicks until nothing is left to be clicked. Returns: FALSE with an error */
static gboolean
click_all (Course *course, GError **error)
{
  RenderTarget target;
  double characters = 0;

  while (course->options->judge && has_time (course)) {
    if (!find_target (course, &target, error))
      return FALSE;
    if (target.id == 0)
      return TRUE;
    const gboolean good = click (course, &target, &characters, error);
    render_target_clear (&target);
    if (!good)
      return FALSE;
  }
  return TRUE;
}

/* @moved: (out): whether it was not at its end yet. Text that waits there counts as seen already, so new text
 * does not tell when to stop. Returns: FALSE with an error */
static gboolean
scroll (Course *course, gboolean *moved, GError **error)
{
  g_autoptr (JsonNode) answer = render_session_ask (course->session, "scroll ()", course->end, error);
  double characters = 0;

  *moved = answer && render_answer_get_flag (answer, "moved");
  course->step += *moved;
  return answer && (!*moved || look (course, "scroll", NULL, &characters, error));
}

static gboolean
walk (Course *course, GError **error)
{
  double characters = 0;
  gboolean moved = TRUE;

  if (!look (course, "load", NULL, &characters, error) || !click_all (course, error))
    return FALSE;
  for (guint i = 0; i < course->options->scrolls && moved && has_time (course); i++)
    if (!scroll (course, &moved, error) || (moved && !click_all (course, error)))
      return FALSE;
  return TRUE;
}

/* ---- The tree -------------------------------------------------------------------------------------- */

static gboolean
take_tree (Course *course, GError **error)
{
  g_autofree char *call = g_strdup_printf ("tree ('%s', %" G_GUINT64_FORMAT ")",
                                           course->options->collect == RENDER_COLLECT_STEPS ? "steps" : "end",
                                           course->options->max_bytes);
  g_autoptr (JsonNode) tree = render_session_ask (course->session, call, course->end, error);

  if (!tree)
    return FALSE;
  course->page->html = g_strdup (render_answer_get_string (tree, "html"));
  if (render_answer_get_flag (tree, "truncated")) {
    g_set_error_literal (error, RENDER_ERROR, RENDER_ERROR_ADDRESS,
                         "has more text or elements than a page may have in the browser");
    return FALSE;
  }
  if (*course->page->html)
    return TRUE;
  g_set_error_literal (error, RENDER_ERROR, RENDER_ERROR_SCRIPT, "the script in the page gave no tree");
  return FALSE;
}

/* Returns: FALSE with an error: it came to a page of the browser's own. */
static gboolean
check_place (const RenderPage *page, GError **error)
{
  static const char *const own[] = { "chrome-error:", "about:neterror", "about:certerror" };

  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (!page->address || g_str_has_prefix (page->address, own[i])) {
      g_set_error_literal (error, RENDER_ERROR, RENDER_ERROR_ADDRESS, "the browser cannot load it");
      return FALSE;
    }
  return TRUE;
}

/* ---- Doors ------------------------------------------------------------------------------------------- */

/* Clicks one, and takes the addresses that this would have led to: the page stays where it is, or has changed
 * its address by a script. */
static void
try_door (Course *course, const RenderTarget *target)
{
  g_autofree char *call = g_strdup_printf ("click (%u)", target->id);
  g_autofree char *before = g_strdup (course->page->address);
  g_autoptr (JsonNode) done = render_session_ask (course->session, call, course->end, NULL);
  g_autofree char *json = NULL;
  g_autoptr (JsonNode) addresses = NULL;

  if (!done || !settle (course, DOOR_MILLISECONDS, NULL))
    return;
  json = render_session_ask_text (course->session, "away ()", course->end, NULL);
  addresses = json ? json_from_string (json, NULL) : NULL;
  JsonArray *array = addresses && JSON_NODE_HOLDS_ARRAY (addresses) ? json_node_get_array (addresses) : NULL;
  for (guint i = 0; array && i <= json_array_get_length (array); i++) {
    const gboolean own = i == json_array_get_length (array);
    JsonNode *node = own ? NULL : json_array_get_element (array, i);
    const char *said = node && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
    const char *address = own ? course->page->address : said;

    if (!address || (own && g_strcmp0 (address, before) == 0))
      continue;
    RenderDoor *door = g_new0 (RenderDoor, 1);
    door->address = g_strdup (address);
    door->text = g_strdup (target->text);
    door->class = target->class;
    door->probability = target->probability;
    g_ptr_array_add (course->page->doors, door);
  }
  g_free (course->page->address);
  course->page->address = g_steal_pointer (&before);
}

/* When the tree is taken, nothing is lost by clicks that change the page. What fails here costs links, and
 * not the page. */
static void
try_doors (Course *course)
{
  g_autoptr (GArray) targets = find_targets (course, NULL);
  g_autofree char *json = render_session_ask_text (course->session, "away ()", course->end, NULL);
  guint n = 0;

  course->until = course->end;
  course->page->doors = g_ptr_array_new_with_free_func (door_free);
  for (guint i = 0; targets && i < targets->len && n < MAX_DOORS && has_time (course); i++) {
    const RenderTarget *target = &g_array_index (targets, RenderTarget, i);

    if (target->deed != RENDER_DEED_FOLLOW)
      continue;
    try_door (course, target);
    n++;
  }
}

RenderPage *
render_course_run (RenderSession *session, const char *address, const RenderCourseOptions *options,
                   GError **error)
{
  const gint64 start = g_get_monotonic_time (), whole = options->milliseconds * (gint64) 1000;
  g_autoptr (GHashTable) clicked = g_hash_table_new (NULL, NULL);
  g_autoptr (RenderPage) page = g_new0 (RenderPage, 1);
  g_autoptr (GError) local = NULL;
  page->steps = options->trace ? g_ptr_array_new_with_free_func (step_free) : NULL;
  Course course = {
    .session = session,
    .options = options,
    .page = page,
    .clicked = clicked,
    .until = start + (gint64) ((1 - TREE_SHARE) * (double) whole),
    .end = start + whole,
  };

  if (!render_session_open (session, address, course.until, &local) &&
      !g_error_matches (local, RENDER_ERROR, RENDER_ERROR_TIMEOUT)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return NULL;
  }
  /* If nothing has come by now, there is no page. */
  if (!walk (&course, error) || !check_place (page, error) || !take_tree (&course, error))
    return NULL;
  if (options->follow)
    try_doors (&course);
  return g_steal_pointer (&page);
}
