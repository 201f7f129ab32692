/* SPDX-License-Identifier: MIT */
#include "libextract/page/selector.h"
#include "libextract/base/budget.h"

#include <gio/gio.h>
#include <string.h>

/* Each compound is a bit of a number; and so much is looked at for each element. */
#define MAX_COMPOUNDS 64
#define MAX_BYTES 2000
/* A value of so many bytes takes its time. */
#define LONG_VALUE 65536

typedef enum {
  TEST_THERE,    /* [a]   */
  TEST_EQUAL,    /* [a=v] */
  TEST_WORD,     /* [a~=v], .v */
  TEST_LANGUAGE, /* [a|=v]: v, or v and a hyphen in front */
  TEST_PREFIX,   /* [a^=v] */
  TEST_SUFFIX,   /* [a$=v] */
  TEST_PART,     /* [a*=v] */
} Test;

typedef struct {
  Test test;
  char *attribute;
  char *value; /* (nullable): NULL for TEST_THERE */
} Condition;

typedef enum { WHERE_ANY, WHERE_ROOT, WHERE_INSIDE, WHERE_CHILD } Where;

typedef struct {
  Where where;        /* the last two: of the compound before it */
  char *name;         /* (nullable): of the element, NULL for * */
  GArray *conditions; /* of Condition */
} Compound;

struct _ExtractSelectors {
  GArray *compounds;                  /* of Compound, those of a chain one after the other */
  guint64 last[EXTRACT_N_SELECTIONS]; /* the last ones of the chains of each selection */
  gsize n_bytes;
};

static void
condition_clear (gpointer data)
{
  Condition *condition = data;

  g_free (condition->attribute);
  g_free (condition->value);
}

static void
compound_clear (gpointer data)
{
  Compound *compound = data;

  g_free (compound->name);
  g_array_unref (compound->conditions);
}

ExtractSelectors *
extract_selectors_new (void)
{
  ExtractSelectors *selectors = g_new0 (ExtractSelectors, 1);

  selectors->compounds = g_array_new (FALSE, FALSE, sizeof (Compound));
  g_array_set_clear_func (selectors->compounds, compound_clear);
  return selectors;
}

void
extract_selectors_free (ExtractSelectors *selectors)
{
  g_array_unref (selectors->compounds);
  g_free (selectors);
}

/* ---- Reading -------------------------------------------------------------------------------- */

typedef struct {
  const char *text;
  const char *p;
  GArray *compounds;
  guint64 last; /* bits of the last ones of the chains so far */
  guint first;  /* number of the first of `compounds` among all */
} Reader;

/* @expected: "a name". Returns: FALSE */
static gboolean
fail (const Reader *reader, GError **error, const char *expected)
{
  glong position = g_utf8_strlen (reader->text, reader->p - reader->text) + 1;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               "the selector \"%s\" cannot be read: %s is expected at character %ld", reader->text, expected,
               position);
  return FALSE;
}

static void
skip_space (Reader *reader)
{
  while (g_ascii_isspace (*reader->p))
    reader->p++;
}

/* Returns: whether it came next */
static gboolean
take (Reader *reader, const char *sign)
{
  if (!g_str_has_prefix (reader->p, sign))
    return FALSE;
  reader->p += strlen (sign);
  return TRUE;
}

static gboolean
is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '-' || c == '_' || (guchar) c >= 0x80;
}

/* A backslash in CSS makes a part of the name of any character that is no digit of hexadecimal numbers.
 * Returns: (transfer full) (nullable): NULL if there is none */
static char *
read_name (Reader *reader, gboolean css)
{
  GString *name = g_string_new (NULL);

  for (;; reader->p++) {
    if (css && *reader->p == '\\' && reader->p[1] > ' ' && !g_ascii_isxdigit (reader->p[1]))
      reader->p++;
    else if (!is_name_char (*reader->p))
      break;
    g_string_append_c (name, *reader->p);
  }
  if (name->len == 0 || g_ascii_isdigit (name->str[0])) {
    reader->p -= name->len;
    g_string_free (name, TRUE);
    return NULL;
  }
  return g_string_free (name, FALSE);
}

/* Returns: (transfer full) (nullable) */
static char *
read_string (Reader *reader)
{
  const char quote = *reader->p;
  const char *end = quote == '"' || quote == '\'' ? strchr (reader->p + 1, quote) : NULL;
  char *string;

  if (!end)
    return NULL;
  string = g_strndup (reader->p + 1, end - reader->p - 1);
  reader->p = end + 1;
  return string;
}

/* Takes both. */
static void
add_condition (Compound *compound, Test test, char *attribute, char *value)
{
  Condition condition = { test, attribute, value };

  g_array_append_val (compound->conditions, condition);
}

static Compound *
add_compound (Reader *reader, Where where)
{
  Compound compound = { .where = where, .conditions = g_array_new (FALSE, FALSE, sizeof (Condition)) };

  g_array_set_clear_func (compound.conditions, condition_clear);
  g_array_append_val (reader->compounds, compound);
  return &g_array_index (reader->compounds, Compound, reader->compounds->len - 1);
}

static void
end_chain (Reader *reader)
{
  const guint number = reader->first + reader->compounds->len - 1;

  if (number < MAX_COMPOUNDS)
    reader->last |= G_GUINT64_CONSTANT (1) << number;
}

/* "name]", "name=value]" */
static gboolean
read_css_attribute (Reader *reader, Compound *compound, GError **error)
{
  static const struct {
    const char *sign;
    Test test;
  } signs[] = { { "=", TEST_EQUAL },   { "~=", TEST_WORD },   { "|=", TEST_LANGUAGE },
                { "^=", TEST_PREFIX }, { "$=", TEST_SUFFIX }, { "*=", TEST_PART } };
  g_autofree char *attribute = NULL, *value = NULL;
  Test test = TEST_THERE;

  skip_space (reader);
  if (!(attribute = read_name (reader, TRUE)))
    return fail (reader, error, "the name of an attribute");
  skip_space (reader);
  for (guint i = 0; i < G_N_ELEMENTS (signs) && test == TEST_THERE; i++)
    if (take (reader, signs[i].sign))
      test = signs[i].test;
  if (test != TEST_THERE) {
    skip_space (reader);
    value = strchr ("\"'", *reader->p) && *reader->p ? read_string (reader) : read_name (reader, TRUE);
    if (!value)
      return fail (reader, error, "a value, in quotes unless it is a name,");
    skip_space (reader);
  }
  if (!take (reader, "]"))
    return fail (reader, error, test == TEST_THERE ? "one of = ~= |= ^= $= *= or ]" : "]");
  add_condition (compound, test, g_steal_pointer (&attribute), g_steal_pointer (&value));
  return TRUE;
}

/* "div.note#top[lang]" */
static gboolean
read_css_compound (Reader *reader, Where where, GError **error)
{
  Compound *compound = add_compound (reader, where);
  const char *start = reader->p;
  char *name;

  if (!take (reader, "*"))
    compound->name = read_name (reader, TRUE);
  for (;;) {
    const char *attribute = *reader->p == '.' ? "class" : "id";

    if (take (reader, "[")) {
      if (!read_css_attribute (reader, compound, error))
        return FALSE;
    } else if (take (reader, ".") || take (reader, "#")) {
      if (!(name = read_name (reader, TRUE)))
        return fail (reader, error, "a name");
      add_condition (compound, *attribute == 'c' ? TEST_WORD : TEST_EQUAL, g_strdup (attribute), name);
    } else
      return reader->p > start || fail (reader, error, "the name of an element, *, ., # or [");
  }
}

static gboolean
read_css (Reader *reader, GError **error)
{
  Where where = WHERE_ANY;

  for (;;) {
    skip_space (reader);
    if (!read_css_compound (reader, where, error))
      return FALSE;
    const gboolean space = g_ascii_isspace (*reader->p);
    skip_space (reader);
    if (take (reader, ">"))
      where = WHERE_CHILD;
    else if (!*reader->p || *reader->p == ',') {
      end_chain (reader);
      where = WHERE_ANY;
      if (!take (reader, ","))
        return TRUE;
    } else if (space)
      where = WHERE_INSIDE;
    else
      return fail (reader, error, "one of . # [ > , or a space");
  }
}

/* "@class='x'", "@id", "contains(@class, 'x')", "starts-with(@id, 'x')" */
static gboolean
read_xpath_condition (Reader *reader, Compound *compound, GError **error)
{
  g_autofree char *attribute = NULL, *value = NULL;
  Test test = take (reader, "contains(")      ? TEST_PART
              : take (reader, "starts-with(") ? TEST_PREFIX
                                              : TEST_EQUAL;

  skip_space (reader);
  if (!take (reader, "@"))
    return fail (reader, error, "@, contains(@ or starts-with(@");
  if (!(attribute = read_name (reader, FALSE)))
    return fail (reader, error, "the name of an attribute");
  skip_space (reader);
  if (test == TEST_EQUAL && !take (reader, "="))
    test = TEST_THERE;
  else if (test != TEST_EQUAL && !take (reader, ","))
    return fail (reader, error, "a comma");
  skip_space (reader);
  if (test != TEST_THERE && !(value = read_string (reader)))
    return fail (reader, error, "a value in quotes");
  skip_space (reader);
  if (test != TEST_THERE && test != TEST_EQUAL && !take (reader, ")"))
    return fail (reader, error, ")");
  add_condition (compound, test, g_steal_pointer (&attribute), g_steal_pointer (&value));
  return TRUE;
}

/* "div[@class='x' and @id][...]" */
static gboolean
read_xpath_step (Reader *reader, Where where, GError **error)
{
  Compound *compound = add_compound (reader, where);

  if (!take (reader, "*") && !(compound->name = read_name (reader, FALSE)))
    return fail (reader, error, "the name of an element or *");
  while (take (reader, "["))
    do {
      skip_space (reader);
      if (!read_xpath_condition (reader, compound, error))
        return FALSE;
      skip_space (reader);
      if (take (reader, "]"))
        break;
      if (!take (reader, "and"))
        return fail (reader, error, "\"and\" or ]");
    } while (TRUE);
  return TRUE;
}

/* "//ul/li | /html" */
static gboolean
read_xpath (Reader *reader, GError **error)
{
  gboolean begins = TRUE;

  for (;;) {
    skip_space (reader);
    if (begins)
      take (reader, ".");
    Where where = take (reader, "//")  ? begins ? WHERE_ANY : WHERE_INSIDE
                  : take (reader, "/") ? begins ? WHERE_ROOT : WHERE_CHILD
                                       : WHERE_ANY;
    if (reader->p == reader->text || reader->p[-1] != '/')
      return fail (reader, error, "/ or //");
    if (!read_xpath_step (reader, where, error))
      return FALSE;
    skip_space (reader);
    begins = take (reader, "|");
    if (begins || !*reader->p)
      end_chain (reader);
    if (!begins && !*reader->p)
      return TRUE;
  }
}

gboolean
extract_selectors_add (ExtractSelectors *selectors, ExtractSelection selection, const char *text,
                       GError **error)
{
  g_autoptr (GArray) compounds = g_array_new (FALSE, FALSE, sizeof (Compound));
  Reader reader = { .text = text, .p = text, .compounds = compounds, .first = selectors->compounds->len };

  g_array_set_clear_func (compounds, compound_clear);
  selectors->n_bytes += strlen (text);
  if (selectors->n_bytes > MAX_BYTES) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "the selectors are longer than %d bytes",
                 MAX_BYTES);
    return FALSE;
  }
  if (!g_utf8_validate (text, -1, NULL)) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "the selector is not UTF-8");
    return FALSE;
  }
  if (!(*text == '/' || g_str_has_prefix (text, "./") ? read_xpath : read_css) (&reader, error))
    return FALSE;
  if (reader.first + compounds->len > MAX_COMPOUNDS) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "the selectors have more than %d parts",
                 MAX_COMPOUNDS);
    return FALSE;
  }
  g_array_append_vals (selectors->compounds, compounds->data, compounds->len);
  g_array_set_clear_func (compounds, NULL); /* they are there now */
  selectors->last[selection] |= reader.last;
  return TRUE;
}

/* ---- Matching ------------------------------------------------------------------------------- */

/* @n: bytes of @word, which are not 0 */
static gboolean
has_word (const char *value, const char *word, gsize n)
{
  for (const char *p = value; *p;) {
    gsize length = strcspn (p, " \t\n\f\r");

    if (length == n && memcmp (p, word, n) == 0)
      return TRUE;
    p += length;
    p += strspn (p, " \t\n\f\r");
  }
  return FALSE;
}

static gboolean
condition_holds (const Condition *condition, ExtractDom *dom)
{
  const char *value = extract_dom_find_attribute (dom, condition->attribute), *wanted = condition->value;

  if (!value || condition->test == TEST_THERE)
    return value != NULL;
  const gsize length = strlen (value), n = strlen (wanted);
  if (length >= LONG_VALUE)
    extract_budget_look ();
  /* As in CSS, nothing begins with nothing. */
  if (n == 0 && condition->test != TEST_EQUAL)
    return FALSE;
  switch (condition->test) {
  case TEST_EQUAL:
    return strcmp (value, wanted) == 0;
  case TEST_WORD:
    return has_word (value, wanted, n);
  case TEST_LANGUAGE:
    return strncmp (value, wanted, n) == 0 && (value[n] == '\0' || value[n] == '-');
  case TEST_PREFIX:
    return strncmp (value, wanted, n) == 0;
  case TEST_SUFFIX:
    return length >= n && memcmp (value + length - n, wanted, n) == 0;
  case TEST_PART:
    return strstr (value, wanted) != NULL;
  case TEST_THERE:
    break;
  }
  return TRUE;
}

static gboolean
compound_holds (const Compound *compound, ExtractDom *dom)
{
  gsize length;
  const char *name = extract_dom_get_name (dom, &length);

  if (compound->name &&
      (strlen (compound->name) != length || g_ascii_strncasecmp (compound->name, name, length) != 0))
    return FALSE;
  for (guint i = 0; i < compound->conditions->len; i++)
    if (!condition_holds (&g_array_index (compound->conditions, Condition, i), dom))
      return FALSE;
  return TRUE;
}

ExtractMatch
extract_selectors_match (const ExtractSelectors *selectors, ExtractDom *dom, const ExtractMatch *parent)
{
  static const ExtractMatch none = { 0 };
  ExtractMatch match = { 0 };

  for (guint c = 0; c < selectors->compounds->len; c++) {
    const Compound *compound = &g_array_index (selectors->compounds, Compound, c);
    const ExtractMatch *outer = parent ? parent : &none;
    const guint64 bit = G_GUINT64_CONSTANT (1) << c;
    gboolean may = compound->where == WHERE_ANY || (compound->where == WHERE_ROOT && !parent) ||
                   (compound->where == WHERE_INSIDE && (outer->around & bit >> 1)) ||
                   (compound->where == WHERE_CHILD && (outer->itself & bit >> 1));

    if (may && compound_holds (compound, dom))
      match.itself |= bit;
  }
  match.around = match.itself | (parent ? parent->around : 0);
  return match;
}

gboolean
extract_selectors_has (const ExtractSelectors *selectors, ExtractSelection selection)
{
  return selectors->last[selection] != 0;
}

gboolean
extract_selectors_selects (const ExtractSelectors *selectors, ExtractSelection selection,
                           const ExtractMatch *match)
{
  return (match->itself & selectors->last[selection]) != 0;
}
