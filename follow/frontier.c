/* SPDX-License-Identifier: MIT */
#include "follow/frontier.h"
#include "cli/cli.h"
#include "follow/address.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD "texttractor frontier 1: "
#define MAX_FILE ((gsize) MIN (G_GUINT64_CONSTANT (4) << 30, G_MAXSSIZE))

struct _FollowFrontier {
  FollowOptions options;
  GPtrArray *pages;    /* FollowPage; owned */
  gsize n_given;       /* the first ones */
  GHashTable *seen;    /* keys of all pages; owned */
  GHashTable *visited; /* key of where a page came from in the end -> its number and one; owned */
  gsize n_taken;       /* records */
  int fd;              /* of the file; -1: none */
  char *path;          /* (nullable): owned, as the next one */
  char *settings;      /* (nullable) */
};

/* ---- Options ------------------------------------------------------------------------------------------- */

gboolean
follow_classes_parse (const char *text, FollowClasses *classes)
{
  static const struct {
    const char *name;
    FollowClasses classes;
  } names[] = {
    { "inner", FOLLOW_INNER },
    { "all", FOLLOW_INNER | FOLLOW_OUTER | FOLLOW_LANGUAGE | FOLLOW_PAGER },
    { "language", FOLLOW_LANGUAGE },
    { "pager", FOLLOW_PAGER },
  };
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  *classes = FOLLOW_NONE;
  for (char **word = words; *word; word++) {
    guint i = 0;
    while (i < G_N_ELEMENTS (names) && strcmp (*word, names[i].name) != 0)
      i++;
    if (i == G_N_ELEMENTS (names))
      return FALSE;
    *classes |= names[i].classes;
  }
  return *classes != FOLLOW_NONE;
}

/* ---- Pages --------------------------------------------------------------------------------------------- */

static void
page_free (gpointer data)
{
  FollowPage *page = data;

  g_free (page->address);
  g_free (page->text);
  g_free (page->site);
  g_free (page);
}

FollowFrontier *
follow_frontier_new (const FollowOptions *options)
{
  FollowFrontier *frontier = g_new0 (FollowFrontier, 1);

  frontier->options = *options;
  frontier->pages = g_ptr_array_new_with_free_func (page_free);
  frontier->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  frontier->visited = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  frontier->fd = -1;
  return frontier;
}

void
follow_frontier_free (FollowFrontier *frontier)
{
  if (frontier->fd >= 0)
    close (frontier->fd);
  g_free (frontier->path);
  g_free (frontier->settings);
  g_hash_table_unref (frontier->visited);
  g_hash_table_unref (frontier->seen);
  g_ptr_array_unref (frontier->pages);
  g_free (frontier);
}

/* Returns: (transfer full) (nullable): NULL if it is no address */
static char *
dup_key (const char *address)
{
  g_autofree char *clean = follow_address_dup (address);

  return clean ? follow_address_dup_key (clean) : NULL;
}

void
follow_frontier_give (FollowFrontier *frontier, const char *place)
{
  FollowPage *page = g_new0 (FollowPage, 1);
  char *key = dup_key (place);

  page->address = key ? g_strdup (place) : NULL;
  page->parent = G_MAXSIZE;
  page->class = ELEMENT_NONE;
  g_ptr_array_add (frontier->pages, page);
  if (key)
    g_hash_table_add (frontier->seen, key);
  frontier->n_given = frontier->pages->len;
}

gsize
follow_frontier_get_n (const FollowFrontier *frontier)
{
  return frontier->pages->len;
}

const FollowPage *
follow_frontier_get (const FollowFrontier *frontier, gsize i)
{
  return frontier->pages->pdata[i];
}

gboolean
follow_frontier_is_new (FollowFrontier *frontier, gsize i, const char *address)
{
  g_autofree char *key = dup_key (address);
  const gsize before = key ? GPOINTER_TO_SIZE (g_hash_table_lookup (frontier->visited, key)) : 0;

  return before == 0 || before == i + 1;
}

gboolean
follow_frontier_may_come_from (const FollowFrontier *frontier, gsize i, const char *address)
{
  const FollowPage *page = frontier->pages->pdata[i];

  return page->parent == G_MAXSIZE || ((!page->stays || follow_address_is_of_site (address, page->site)) &&
                                       !follow_address_is_deed (address));
}

/* ---- Links --------------------------------------------------------------------------------------------- */

/* @stays: (out): whether it is followed as a page of the site */
static gboolean
is_wanted (const FollowFrontier *frontier, const FollowPage *page, const FollowLink *link, gboolean *stays)
{
  const FollowClasses classes = frontier->options.classes;
  const gboolean of_site = page->site && follow_address_is_of_site (link->address, page->site);

  *stays = of_site && !(classes & FOLLOW_OUTER);
  switch (link->class) {
  case ELEMENT_INNER:
    return (classes & FOLLOW_INNER) && of_site;
  case ELEMENT_PAGER:
    return ((classes & FOLLOW_INNER) && of_site) || (classes & FOLLOW_PAGER);
  case ELEMENT_LANGUAGE:
    return ((classes & FOLLOW_INNER) && of_site) || (classes & FOLLOW_LANGUAGE);
  case ELEMENT_OUTER:
    return (classes & FOLLOW_OUTER) != 0;
  default:
    return FALSE;
  }
}

/* Returns: (transfer none) (nullable): the page that it leads to, if that is a new one */
static const FollowPage *
add_link (FollowFrontier *frontier, gsize parent, const FollowLink *link)
{
  const FollowPage *from = frontier->pages->pdata[parent];
  gboolean stays = FALSE;
  char *key = NULL;

  if (from->depth >= frontier->options.max_depth || frontier->pages->len >= frontier->options.max_pages ||
      !is_wanted (frontier, from, link, &stays))
    return NULL;
  key = follow_address_dup_key (link->address);
  if (!g_hash_table_add (frontier->seen, key))
    return NULL;
  FollowPage *page = g_new0 (FollowPage, 1);
  page->address = g_strdup (link->address);
  page->text = g_strdup (link->text);
  page->parent = parent;
  page->depth = from->depth + 1;
  page->class = link->class;
  page->probability = link->probability;
  page->site = stays ? g_strdup (from->site) : follow_address_dup_site (link->address);
  page->stays = stays;
  g_ptr_array_add (frontier->pages, page);
  return page;
}

/* Page @i came from @address in the end. */
static void
visit (FollowFrontier *frontier, gsize i, const char *address)
{
  FollowPage *page = frontier->pages->pdata[i];
  char *key = dup_key (address);

  if (!page->site)
    page->site = follow_address_dup_site (address);
  if (!key)
    return;
  g_hash_table_add (frontier->seen, g_strdup (key));
  if (g_hash_table_contains (frontier->visited, key))
    g_free (key);
  else
    g_hash_table_insert (frontier->visited, key, GSIZE_TO_POINTER (i + 1));
}

/* ---- Records ------------------------------------------------------------------------------------------- */

static char *
on_one_line (const char *text)
{
  return g_strdelimit (g_utf8_make_valid (text, -1), "\t\r\n", ' ');
}

static void
append_page (GString *record, const FollowPage *page)
{
  g_autofree char *text = on_one_line (page->text);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (number, sizeof number, "%.4f", page->probability);
  g_string_append_printf (record, "%s\t%s\t%s\t%s\n", element_class_get_info (page->class)->name, number,
                          text, page->address);
}

gboolean
follow_frontier_take (FollowFrontier *frontier, gsize i, const char *address, const GPtrArray *links,
                      GError **error)
{
  g_autoptr (GString) record = NULL;
  g_autoptr (GString) lines = g_string_new (NULL);
  guint n = 0;

  if (i < frontier->n_taken) /* an earlier run has had it */
    return TRUE;
  frontier->n_taken = i + 1;
  if (address)
    visit (frontier, i, address);
  for (guint k = 0; links && k < links->len; k++) {
    const FollowPage *page = add_link (frontier, i, links->pdata[k]);
    if (!page)
      continue;
    append_page (lines, page);
    n++;
  }
  if (frontier->fd < 0)
    return TRUE;
  g_autofree char *shown = on_one_line (address ? address : "");
  record = g_string_new (NULL);
  g_string_append_printf (record, "page %" G_GSIZE_FORMAT " %u %s\n", i, n, shown);
  g_string_append_len (record, lines->str, (gssize) lines->len);
  if (cli_write_fd (frontier->fd, record->str, record->len, error))
    return TRUE;
  g_prefix_error (error, "%s: ", frontier->path);
  return FALSE;
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static gboolean
refuse (const FollowFrontier *frontier, const char *sentence, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", frontier->path, sentence);
  return FALSE;
}

/* @line: without its end. Returns: (transfer full) (nullable) */
static FollowLink *
read_link (const char *line)
{
  g_auto (GStrv) columns = g_strsplit (line, "\t", 4);
  g_autofree char *address = NULL;
  const int class = columns[0] ? element_class_find (columns[0]) : -1;

  if (g_strv_length (columns) != 4 || class < 0)
    return NULL;
  address = follow_address_dup (columns[3]);
  return address ? follow_link_new (address, columns[2], (ElementClass) class,
                                    CLAMP (g_ascii_strtod (columns[1], NULL), 0, 1))
                 : NULL;
}

/* "page 3 12 https://…". Returns: FALSE if it is something else */
static gboolean
read_head (const char *line, gsize number, guint64 *n_links, const char **address)
{
  g_autofree char *expected = g_strdup_printf ("page %" G_GSIZE_FORMAT " ", number);
  char *end = NULL;

  if (!g_str_has_prefix (line, expected))
    return FALSE;
  line += strlen (expected);
  *n_links = g_ascii_strtoull (line, &end, 10);
  *address = end + 1;
  return end != line && *end == ' ';
}

/* The next record. @at: (inout): where it begins, and then the next one. Returns: FALSE if it is not whole,
 * or with an error */
static gboolean
load_record (FollowFrontier *frontier, char **at, GError **error)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func ((GDestroyNotify) follow_link_free);
  char *p = *at, *end = strchr (p, '\n');
  const char *address = NULL;
  guint64 n = 0;

  if (!end)
    return FALSE;
  *end = '\0';
  if (frontier->n_taken >= frontier->pages->len || !read_head (p, frontier->n_taken, &n, &address))
    return refuse (frontier, "is damaged; delete it to start over", error);
  for (p = end + 1; links->len < n; p = end + 1) {
    end = strchr (p, '\n');
    if (!end)
      return FALSE;
    *end = '\0';
    FollowLink *link = read_link (p);
    if (!link)
      return refuse (frontier, "is damaged; delete it to start over", error);
    g_ptr_array_add (links, link);
  }
  const gsize before = frontier->pages->len;
  const int fd = frontier->fd;
  frontier->fd = -1; /* it is written already */
  follow_frontier_take (frontier, frontier->n_taken, *address ? address : NULL, links, NULL);
  frontier->fd = fd;
  *at = p;
  return frontier->pages->len - before == n || refuse (frontier, "belongs to a run with other pages", error);
}

/* Only what is given is known. */
static void
forget (FollowFrontier *frontier)
{
  g_hash_table_remove_all (frontier->visited);
  g_hash_table_remove_all (frontier->seen);
  g_ptr_array_set_size (frontier->pages, (gint) frontier->n_given);
  frontier->n_taken = 0;
  for (gsize i = 0; i < frontier->n_given; i++) {
    FollowPage *page = frontier->pages->pdata[i];
    char *key = page->address ? dup_key (page->address) : NULL;

    g_clear_pointer (&page->site, g_free);
    if (key)
      g_hash_table_add (frontier->seen, key);
  }
}

/* @most: records. What stands behind them in the file is cut off. */
static gboolean
load (FollowFrontier *frontier, gsize most, GError **error)
{
  g_autofree char *head = g_strdup_printf (HEAD "%s\n", frontier->settings);
  g_autofree char *text = NULL;
  g_autoptr (GError) local = NULL;
  gsize n = 0;
  char *at;

  forget (frontier);
  if (!cli_read_file (frontier->path, MAX_FILE, &text, &n, error)) {
    g_prefix_error (error, "%s: ", frontier->path);
    return FALSE;
  }
  /* The run that made it may have ended within the first line. */
  if (n < strlen (head) && strncmp (text, head, n) == 0) {
    n = 0;
    if (ftruncate (frontier->fd, 0) == 0 && cli_write_fd (frontier->fd, head, strlen (head), error))
      return TRUE;
    g_prefix_error (error, "%s: ", frontier->path);
    return FALSE;
  }
  if (!g_str_has_prefix (text, HEAD))
    return refuse (frontier, "is not the frontier of a run", error);
  if (!g_str_has_prefix (text, head))
    return refuse (frontier, "belongs to a run with other options; delete it to start over", error);
  at = text + strlen (head);
  while (frontier->n_taken < most && load_record (frontier, &at, &local))
    ;
  if (local) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (ftruncate (frontier->fd, at - text) == 0)
    return TRUE;
  cli_fail_errno (error, "cannot be cut back to its last whole record");
  g_prefix_error (error, "%s: ", frontier->path);
  return FALSE;
}

gboolean
follow_frontier_open (FollowFrontier *frontier, const char *path, const char *settings, GError **error)
{
  struct stat status;

  frontier->path = g_strdup (path);
  frontier->settings = g_strdup (settings);
  frontier->fd =
      open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0666);
  if (frontier->fd < 0) {
    cli_fail_errno (error, "cannot be opened");
    g_prefix_error (error, "%s: ", path);
    return FALSE;
  }
  if (fstat (frontier->fd, &status) != 0 || !S_ISREG (status.st_mode))
    return refuse (frontier, "is not the frontier of a run", error);
  if (flock (frontier->fd, LOCK_EX | LOCK_NB) != 0) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY, "%s: is being written by another program", path);
    return FALSE;
  }
  return load (frontier, G_MAXSIZE, error);
}

gsize
follow_frontier_get_n_taken (const FollowFrontier *frontier)
{
  return frontier->n_taken;
}

gboolean
follow_frontier_cut (FollowFrontier *frontier, gsize n, GError **error)
{
  return n >= frontier->n_taken || load (frontier, n, error);
}
