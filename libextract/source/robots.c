/* SPDX-License-Identifier: MIT */
#include "libextract/source/robots.h"

#include <string.h>

typedef struct {
  const char *pattern; /* normalised, without the $; in the store */
  gsize length;        /* of it */
  gsize weight;        /* with the $ */
  gboolean allows;
  gboolean anchored; /* it ends in $ */
} Rule;

/* Of all groups for one name. */
typedef struct {
  GArray *rules; /* Rule; owned */
  gboolean named;
  double delay;
} Group;

enum { OURS, ALL, N_GROUPS };

struct _ExtractRobots {
  GStringChunk *store; /* owned */
  Group groups[N_GROUPS];
};

/* A part of the text; not owned. */
typedef struct {
  const char *text;
  gsize n;
} Part;

/* ---- Reading -------------------------------------------------------------------------------- */

static Part
strip (Part part)
{
  while (part.n > 0 && g_ascii_isspace (part.text[0])) {
    part.text++;
    part.n--;
  }
  while (part.n > 0 && g_ascii_isspace (part.text[part.n - 1]))
    part.n--;
  return part;
}

static gboolean
is_word (Part part, const char *word)
{
  return part.n == strlen (word) && g_ascii_strncasecmp (part.text, word, part.n) == 0;
}

/* "Texttractor/2.0" names texttractor. */
static gboolean
is_our_name (Part value)
{
  gsize n = 0;

  while (n < value.n && (g_ascii_isalpha (value.text[n]) || value.text[n] == '_' || value.text[n] == '-'))
    n++;
  return is_word ((Part){ value.text, n }, EXTRACT_ROBOTS_TOKEN);
}

/* Whether the octet stands for itself in a path: what a URL needs no % for, and what it means something by.
 */
static gboolean
is_plain (guint8 c)
{
  return c > 0x20 && c < 0x7f && !strchr ("\"<>\\^`{|}", c);
}

static gboolean
is_unreserved (int c)
{
  return g_ascii_isalnum ((char) c) || (c > 0 && strchr ("-._~", c));
}

/* The same octets are always written in the same way. */
static void
append_normalised (GString *out, Part part)
{
  static const char digits[] = "0123456789ABCDEF";

  for (gsize i = 0; i < part.n; i++) {
    guint8 c = (guint8) part.text[i];
    gboolean escaped = c == '%' && i + 2 < part.n && g_ascii_isxdigit (part.text[i + 1]) &&
                       g_ascii_isxdigit (part.text[i + 2]);

    if (escaped) {
      c = (guint8) (g_ascii_xdigit_value (part.text[i + 1]) << 4 | g_ascii_xdigit_value (part.text[i + 2]));
      i += 2;
    }
    if (escaped ? is_unreserved (c) : is_plain (c))
      g_string_append_c (out, (char) c);
    else {
      const char code[] = { '%', digits[c >> 4], digits[c & 15], '\0' };
      g_string_append (out, code);
    }
  }
}

static void
add_rule (ExtractRobots *robots, Group *group, Part value, gboolean allows)
{
  g_autoptr (GString) pattern = g_string_new (NULL);
  Rule rule = { .allows = allows };

  if (value.n == 0)
    return; /* "Disallow:" forbids nothing */
  append_normalised (pattern, value);
  rule.weight = pattern->len;
  rule.anchored = pattern->str[pattern->len - 1] == '$';
  if (rule.anchored)
    g_string_truncate (pattern, pattern->len - 1);
  rule.length = pattern->len;
  rule.pattern = g_string_chunk_insert_len (robots->store, pattern->str, (gssize) pattern->len);
  g_array_append_val (group->rules, rule);
}

static void
set_delay (Group *group, Part value)
{
  g_autofree char *text = g_strndup (value.text, MIN (value.n, 32));
  double delay = g_ascii_strtod (text, NULL);

  if (delay > group->delay)
    group->delay = delay;
}

/* Where the parser is: which groups the lines at hand belong to. */
typedef struct {
  gboolean for_group[N_GROUPS];
  gboolean names; /* the last line named a group */
} State;

static void
read_line (ExtractRobots *robots, State *state, Part line)
{
  const char *comment = memchr (line.text, '#', line.n);
  const char *colon = NULL;
  Part name, value;

  if (comment)
    line.n = (gsize) (comment - line.text);
  colon = memchr (line.text, ':', line.n);
  if (!colon)
    return;
  name = strip ((Part){ line.text, (gsize) (colon - line.text) });
  value = strip ((Part){ colon + 1, line.n - (gsize) (colon + 1 - line.text) });
  if (is_word (name, "user-agent")) {
    if (!state->names)
      *state = (State){ .names = TRUE };
    state->for_group[OURS] |= is_our_name (value);
    state->for_group[ALL] |= is_word (value, "*");
    for (guint i = 0; i < N_GROUPS; i++)
      robots->groups[i].named |= state->for_group[i];
    return;
  }
  gboolean allows = is_word (name, "allow"), delays = is_word (name, "crawl-delay");
  if (!allows && !delays && !is_word (name, "disallow"))
    return; /* a Sitemap stands in no group */
  state->names = FALSE;
  for (guint i = 0; i < N_GROUPS; i++)
    if (state->for_group[i] && delays)
      set_delay (&robots->groups[i], value);
    else if (state->for_group[i])
      add_rule (robots, &robots->groups[i], value, allows);
}

ExtractRobots *
extract_robots_new (const char *text, gsize n)
{
  ExtractRobots *robots = g_new0 (ExtractRobots, 1);
  State state = { .names = FALSE };
  gsize at = 0;

  robots->store = g_string_chunk_new (1024);
  for (guint i = 0; i < N_GROUPS; i++)
    robots->groups[i].rules = g_array_new (FALSE, FALSE, sizeof (Rule));
  n = MIN (n, EXTRACT_ROBOTS_MAX_BYTES);
  if (n >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    at = 3;
  while (at < n) {
    gsize end = at;

    while (end < n && text[end] != '\n' && text[end] != '\r')
      end++;
    read_line (robots, &state, (Part){ text + at, end - at });
    at = end + 1;
  }
  return robots;
}

void
extract_robots_free (ExtractRobots *robots)
{
  for (guint i = 0; i < N_GROUPS; i++)
    g_array_unref (robots->groups[i].rules);
  g_string_chunk_free (robots->store);
  g_free (robots);
}

/* ---- Asking --------------------------------------------------------------------------------- */

static const Group *
get_group (const ExtractRobots *robots)
{
  return &robots->groups[robots->groups[OURS].named ? OURS : ALL];
}

/* Whether @path begins like the pattern, or with $, is like it. Of several * only the last one is tried
 * again: what the others took is as short as can be. */
static gboolean
rule_matches (const Rule *rule, const char *path, gsize n)
{
  gsize p = 0, s = 0, star = G_MAXSIZE, back = 0;

  for (;;) {
    if (p < rule->length && rule->pattern[p] == '*') {
      star = p++;
      back = s;
    } else if (p == rule->length && (!rule->anchored || s == n)) {
      return TRUE;
    } else if (p < rule->length && s < n && rule->pattern[p] == path[s]) {
      p++;
      s++;
    } else if (star != G_MAXSIZE && back < n) {
      p = star + 1;
      s = ++back;
    } else {
      return FALSE;
    }
  }
}

/* From the path on, without a fragment. */
static Part
find_path (const char *url)
{
  const char *host = strstr (url, "://");
  const char *path = host ? host + 3 : url;

  path += strcspn (path, "/?#");
  return (Part){ path, strcspn (path, "#") };
}

gboolean
extract_robots_allow (const ExtractRobots *robots, const char *url)
{
  const GArray *rules = get_group (robots)->rules;
  g_autoptr (GString) path = g_string_new (NULL);
  Part part = find_path (url);
  const Rule *best = NULL;

  if (part.n == 0 || part.text[0] != '/')
    g_string_append_c (path, '/');
  append_normalised (path, part);
  if (g_str_equal (path->str, "/robots.txt"))
    return TRUE;
  for (guint i = 0; i < rules->len; i++) {
    const Rule *rule = &g_array_index (rules, Rule, i);
    gboolean better = !best || rule->weight > best->weight || (rule->weight == best->weight && rule->allows);

    if (better && rule_matches (rule, path->str, path->len))
      best = rule;
  }
  return !best || best->allows;
}

double
extract_robots_get_delay (const ExtractRobots *robots)
{
  return get_group (robots)->delay;
}
