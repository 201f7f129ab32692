/* SPDX-License-Identifier: MIT */
/*
 * The file of a journal, in columns separated by tabs:
 *
 *   texttractor-journal 1
 *   SUM  WHEN  label  PAGE  DONE/ALL  WAY  BLOCK  BLOCK  content:12 -:3
 *   SUM  WHEN  note   PAGE  DONE/ALL  BLOCK  TEXT
 *   SUM  WHEN  skip   PAGE  DONE/ALL  yes
 *   SUM  WHEN  at     PAGE  DONE/ALL  BLOCK
 *   SUM  WHEN  undo   PAGE  DONE/ALL              redo and saved alike
 *
 * SUM: the first eight hexadecimal digits of the SHA-256 of what follows it. BLOCK:
 * "PLACE:FINGERPRINT:OCCURRENCE", or "-". A file is good up to its last line feed, and from there on torn; so
 * is the last line if its sum is wrong.
 */
#include "annotate/record/journal.h"
#include "libextract/page/page.h"

#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "texttractor-journal 1\n"
#define SUM_DIGITS 8
#define MAX_BYTES ((gsize) 1024 * 1024 * 1024)
#define MAX_NUMBER 99999999
#define SUFFIX ".journal"

struct _Journal {
  char *path;
  ExtractAnnotator annotator;
  char *who;
  int fd;         /* -1 if it is only read */
  CliLock *lock;  /* (nullable): as fd */
  goffset size;   /* bytes that are good */
  gboolean dirty; /* the file may be longer, by a line that could not be written */
  gsize n_torn;

  GPtrArray *entries; /* of JournalEntry, owned */
  GHashTable *pages;  /* id, lent -> GPtrArray of JournalEntry, lent */
};

static const char *const kind_names[] = {
  [JOURNAL_LABEL] = "label", [JOURNAL_NOTE] = "note", [JOURNAL_SKIP] = "skip",   [JOURNAL_UNDO] = "undo",
  [JOURNAL_REDO] = "redo",   [JOURNAL_AT] = "at",     [JOURNAL_SAVED] = "saved",
};

static const char *const way_names[] = {
  [JOURNAL_BY_KEY] = "key",
  [JOURNAL_BY_PROPOSAL] = "proposal",
  [JOURNAL_BY_MEMORY] = "memory",
  [JOURNAL_BY_FILE] = "file",
};

/* ---- Entries ---------------------------------------------------------------------------------- */

JournalEntry *
journal_entry_new (JournalKind kind, const char *page)
{
  JournalEntry *entry = g_new0 (JournalEntry, 1);
  entry->kind = kind;
  entry->page = g_strdup (page);
  return entry;
}

void
journal_entry_add_run (JournalEntry *entry, guint n, const char *class_name)
{
  JournalRun run = { n, class_name ? g_intern_string (class_name) : NULL };

  if (!entry->runs)
    entry->runs = g_array_new (FALSE, FALSE, sizeof (JournalRun));
  if (entry->runs->len > 0) {
    JournalRun *last = &g_array_index (entry->runs, JournalRun, entry->runs->len - 1);
    if (last->class_name == run.class_name) {
      last->n += n;
      return;
    }
  }
  g_array_append_val (entry->runs, run);
}

void
journal_entry_free (JournalEntry *entry)
{
  if (!entry)
    return;
  g_free (entry->when);
  g_free (entry->page);
  g_free (entry->text);
  g_clear_pointer (&entry->runs, g_array_unref);
  g_free (entry);
}

static void
free_entry (gpointer entry)
{
  journal_entry_free (entry);
}

/* ---- Lines ------------------------------------------------------------------------------------ */

static void
append_block (GString *line, const JournalBlock *block)
{
  if (block->fingerprint[0] == '\0')
    g_string_append (line, "\t-");
  else
    g_string_append_printf (line, "\t%u:%s:%u", block->place, block->fingerprint, block->occurrence);
}

/* Returns: (transfer full): the line, with sum and line feed. */
static char *
entry_to_line (const JournalEntry *entry)
{
  g_autoptr (GString) line = g_string_new (NULL);

  g_string_printf (line, "\t%s\t%s\t%s\t%u/%u/%u/%u", entry->when, kind_names[entry->kind], entry->page,
                   entry->n_done, entry->n_all, entry->n_notes, entry->skipped ? 1U : 0U);
  switch (entry->kind) {
  case JOURNAL_LABEL:
    g_string_append_printf (line, "\t%s", way_names[entry->way]);
    append_block (line, &entry->first);
    append_block (line, &entry->last);
    for (guint i = 0; i < entry->runs->len; i++) {
      const JournalRun *run = &g_array_index (entry->runs, JournalRun, i);
      g_string_append_printf (line, "%c%s:%u", i == 0 ? '\t' : ' ', run->class_name ? run->class_name : "-",
                              run->n);
    }
    break;
  case JOURNAL_NOTE:
    append_block (line, &entry->first);
    g_string_append_printf (line, "\t%s", entry->text);
    break;
  case JOURNAL_AT:
    append_block (line, &entry->first);
    break;
  default: /* nothing more to say */
    break;
  }
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, line->str, -1);
  return g_strdup_printf ("%.*s%s\n", SUM_DIGITS, sum, line->str);
}

static int
find_name (const char *const *names, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (names[i], name) == 0)
      return (int) i;
  return -1;
}

static gboolean
read_number (const char *text, guint *number)
{
  guint64 value;
  gboolean good = g_ascii_string_to_unsigned (text, 10, 0, MAX_NUMBER, &value, NULL);
  *number = good ? (guint) value : 0;
  return good;
}

static gboolean
read_block (const char *text, JournalBlock *block)
{
  if (strcmp (text, "-") == 0)
    return TRUE;
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  if (g_strv_length (parts) != 3 || strlen (parts[1]) != sizeof block->fingerprint - 1)
    return FALSE;
  memcpy (block->fingerprint, parts[1], sizeof block->fingerprint);
  return read_number (parts[0], &block->place) && read_number (parts[2], &block->occurrence);
}

static gboolean
read_runs (const char *text, JournalEntry *entry)
{
  g_auto (GStrv) runs = g_strsplit (text, " ", -1);
  guint64 sum = 0;

  for (guint i = 0; runs[i]; i++) {
    char *colon = strchr (runs[i], ':');
    guint n;
    if (!colon || !read_number (colon + 1, &n) || n == 0 || (sum += n) > MAX_NUMBER)
      return FALSE;
    *colon = '\0';
    gboolean none = strcmp (runs[i], "-") == 0;
    if (!none && strcmp (runs[i], JOURNAL_KEEP) != 0 && !extract_class_name_is_valid (runs[i]))
      return FALSE;
    journal_entry_add_run (entry, n, none ? NULL : runs[i]);
  }
  return entry->runs != NULL;
}

static gboolean
read_counts (const char *text, JournalEntry *entry)
{
  g_auto (GStrv) parts = g_strsplit (text, "/", 4);
  guint skipped = 0;
  gboolean good = g_strv_length (parts) == 4 && read_number (parts[0], &entry->n_done) &&
                  read_number (parts[1], &entry->n_all) && read_number (parts[2], &entry->n_notes) &&
                  read_number (parts[3], &skipped);
  entry->skipped = skipped > 0;
  return good;
}

/* The columns that a kind has after the five that all have. */
static gboolean
read_rest (char **columns, guint n, JournalEntry *entry)
{
  switch (entry->kind) {
  case JOURNAL_LABEL: {
    int way = n == 4 ? find_name (way_names, G_N_ELEMENTS (way_names), columns[0]) : -1;
    entry->way = (JournalWay) MAX (way, 0);
    return way >= 0 && read_block (columns[1], &entry->first) && read_block (columns[2], &entry->last) &&
           read_runs (columns[3], entry);
  }
  case JOURNAL_NOTE:
    if (n == 2)
      entry->text = g_strdup (columns[1]);
    return n == 2 && read_block (columns[0], &entry->first);
  case JOURNAL_AT:
    return n == 1 && read_block (columns[0], &entry->first);
  default:
    return n == 0;
  }
}

/* Returns: (transfer full) (nullable): what a line says whose sum is right. */
static JournalEntry *
entry_from_line (const char *line)
{
  enum { SUM, WHEN, KIND, PAGE, COUNTS, N_COMMON };
  g_auto (GStrv) columns = g_strsplit (line, "\t", -1);
  guint n = g_strv_length (columns);
  int kind = n >= N_COMMON ? find_name (kind_names, G_N_ELEMENTS (kind_names), columns[KIND]) : -1;
  if (kind < 0)
    return NULL;

  g_autoptr (JournalEntry) entry = journal_entry_new ((JournalKind) kind, columns[PAGE]);
  entry->when = g_strdup (columns[WHEN]);
  if (!read_counts (columns[COUNTS], entry) || !read_rest (columns + N_COMMON, n - N_COMMON, entry))
    return NULL;
  return g_steal_pointer (&entry);
}

/* @line: without its line feed, but with NUL. */
static gboolean
has_right_sum (const char *line, gsize length)
{
  if (length <= SUM_DIGITS || memchr (line, '\0', length) || !g_utf8_validate (line, (gssize) length, NULL))
    return FALSE;
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, line + SUM_DIGITS, -1);
  return strncmp (sum, line, SUM_DIGITS) == 0;
}

/* ---- Files ------------------------------------------------------------------------------------ */

static char *
dup_path (const char *set, ExtractAnnotator annotator, const char *who)
{
  g_autofree char *safe = g_uri_escape_string (who, NULL, TRUE);
  g_autofree char *name = g_strconcat (extract_annotator_get_nick (annotator), "-", safe, SUFFIX, NULL);
  return g_build_filename (set, "labels", name, NULL);
}

static void
journal_take (Journal *journal, JournalEntry *entry)
{
  GPtrArray *of_page = g_hash_table_lookup (journal->pages, entry->page);

  g_ptr_array_add (journal->entries, entry);
  if (!of_page) {
    of_page = g_ptr_array_new ();
    g_hash_table_insert (journal->pages, entry->page, of_page);
  }
  g_ptr_array_add (of_page, entry);
}

static gboolean
refuse_line (Journal *journal, guint number, const char *sentence, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: line %u: %s", journal->path, number,
               sentence);
  return FALSE;
}

/* Reads @contents, which ends with NUL, as far as it is good. */
static gboolean
journal_parse (Journal *journal, char *contents, gsize length, GError **error)
{
  gsize magic = strlen (MAGIC);
  guint number = 2, wrong = 0; /* the line whose sum is wrong */

  if (strncmp (contents, MAGIC, MIN (length, magic)) != 0)
    return refuse_line (journal, 1, "this is no journal", error);
  if (length < magic) { /* torn in its first line */
    journal->n_torn = length;
    return TRUE;
  }

  journal->size = (goffset) magic;
  for (char *line = contents + magic, *feed; (feed = memchr (line, '\n', length - (gsize) (line - contents)));
       line = feed + 1, number++) {
    *feed = '\0';
    if (wrong)
      return refuse_line (journal, wrong, "is damaged, and not the last", error);
    if (!has_right_sum (line, (gsize) (feed - line))) {
      wrong = number;
      continue;
    }
    g_autoptr (JournalEntry) entry = entry_from_line (line);
    if (!entry)
      return refuse_line (journal, number, "is of a newer version of the program", error);
    journal_take (journal, g_steal_pointer (&entry));
    journal->size = feed + 1 - contents;
  }
  journal->n_torn = length - (gsize) journal->size;
  return TRUE;
}

static Journal *
journal_new (const char *set, ExtractAnnotator annotator, const char *who)
{
  Journal *journal = g_new0 (Journal, 1);
  journal->path = dup_path (set, annotator, who);
  journal->annotator = annotator;
  journal->who = g_strdup (who);
  journal->fd = -1;
  journal->entries = g_ptr_array_new_with_free_func (free_entry);
  journal->pages = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  return journal;
}

Journal *
journal_read (const char *path, ExtractAnnotator annotator, const char *who, GError **error)
{
  g_autoptr (Journal) journal = journal_new (path, annotator, who);
  g_autofree char *contents = NULL;
  g_autoptr (GError) local_error = NULL;
  gsize length;

  if (!g_file_test (journal->path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&journal);
  if (!cli_read_file (journal->path, MAX_BYTES, &contents, &length, &local_error)) {
    g_propagate_prefixed_error (error, g_steal_pointer (&local_error), "%s: ", journal->path);
    return NULL;
  }
  return journal_parse (journal, contents, length, error) ? g_steal_pointer (&journal) : NULL;
}

/* Writes all of @text at the end of what is good. */
static gboolean
write_at_end (Journal *journal, const char *text, GError **error)
{
  gsize length = strlen (text), done = 0;

  if (journal->dirty && ftruncate (journal->fd, journal->size) != 0)
    return cli_fail_errno (error, "cannot be cut to what is good");
  journal->dirty = TRUE;
  while (done < length) {
    gssize n = pwrite (journal->fd, text + done, length - done, journal->size + (goffset) done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    done += (gsize) n;
  }
  if (done == length && fsync (journal->fd) == 0) {
    journal->size += (goffset) length;
    journal->dirty = FALSE;
    return TRUE;
  }
  cli_fail_errno (error, "cannot be written");
  journal->dirty = ftruncate (journal->fd, journal->size) != 0;
  return FALSE;
}

/* A new file is there for good once its folder is on the disk. */
static void
sync_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return;
  (void) !fsync (fd); /* some file systems cannot sync a folder; the file itself is synced */
  close (fd);
}

static gboolean
journal_lock (Journal *journal, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (journal->path);
  g_autoptr (GError) local_error = NULL;

  if (g_mkdir_with_parents (folder, 0777) != 0) {
    cli_fail_errno (error, "cannot be created");
    g_prefix_error (error, "%s: ", folder);
    return FALSE;
  }
  journal->lock = cli_lock_new (journal->path, &local_error);
  if (journal->lock)
    return TRUE;
  if (g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_BUSY))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                 "%s: %s is labelling this set already, in another program", journal->path, journal->who);
  else
    g_propagate_prefixed_error (error, g_steal_pointer (&local_error), "%s: ", journal->path);
  return FALSE;
}

Journal *
journal_open (const char *path, ExtractAnnotator annotator, const char *who, GError **error)
{
  g_autofree char *place = dup_path (path, annotator, who);
  g_autoptr (Journal) empty = journal_new (path, annotator, who);
  g_autoptr (GError) local_error = NULL;

  if (!journal_lock (empty, error))
    return NULL;
  g_autoptr (Journal) journal = journal_read (path, annotator, who, error);
  if (!journal)
    return NULL;
  journal->lock = g_steal_pointer (&empty->lock);
  journal->fd = open (place, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  journal->dirty = journal->n_torn > 0;
  if (journal->fd < 0)
    cli_fail_errno (&local_error, "cannot be opened");
  else if (journal->size == 0 && write_at_end (journal, MAGIC, &local_error))
    sync_folder (place);
  if (local_error) {
    g_propagate_prefixed_error (error, g_steal_pointer (&local_error), "%s: ", place);
    return NULL;
  }
  return g_steal_pointer (&journal);
}

void
journal_free (Journal *journal)
{
  if (!journal)
    return;
  if (journal->fd >= 0)
    close (journal->fd);
  g_clear_pointer (&journal->lock, cli_lock_free);
  g_hash_table_unref (journal->pages);
  g_ptr_array_unref (journal->entries);
  g_free (journal->path);
  g_free (journal->who);
  g_free (journal);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
journal_list (const char *path, ExtractAnnotator annotator)
{
  g_autofree char *folder = g_build_filename (path, "labels", NULL);
  g_autofree char *prefix = g_strconcat (extract_annotator_get_nick (annotator), "-", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *names = g_ptr_array_new ();
  const char *name;

  while (dir && (name = g_dir_read_name (dir))) {
    if (!g_str_has_prefix (name, prefix) || !g_str_has_suffix (name, SUFFIX))
      continue;
    const char *begin = name + strlen (prefix);
    char *who = g_uri_unescape_segment (begin, begin + strlen (begin) - strlen (SUFFIX), NULL);
    if (who)
      g_ptr_array_add (names, who);
  }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

/* ---- Use -------------------------------------------------------------------------------------- */

gboolean
journal_add (Journal *journal, JournalEntry *taken, GError **error)
{
  g_autoptr (JournalEntry) entry = taken;
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

  g_return_val_if_fail (journal->fd >= 0, FALSE);
  g_free (entry->when);
  entry->when = g_date_time_format (now, "%Y-%m-%dT%H:%M:%SZ");
  g_autofree char *line = entry_to_line (entry);
  if (!write_at_end (journal, line, error)) {
    g_prefix_error (error, "%s: ", journal->path);
    return FALSE;
  }
  journal_take (journal, g_steal_pointer (&entry));
  return TRUE;
}

ExtractAnnotator
journal_get_annotator (const Journal *journal)
{
  return journal->annotator;
}

const char *
journal_get_who (const Journal *journal)
{
  return journal->who;
}

const GPtrArray *
journal_get_entries (const Journal *journal, const char *page)
{
  return g_hash_table_lookup (journal->pages, page);
}

const GPtrArray *
journal_get_all (const Journal *journal)
{
  return journal->entries;
}

const JournalEntry *
journal_get_last (const Journal *journal)
{
  for (guint i = journal->entries->len; i-- > 0;) {
    const JournalEntry *entry = journal->entries->pdata[i];
    if (entry->kind != JOURNAL_SAVED)
      return entry;
  }
  return NULL;
}

GPtrArray *
journal_get_pages (const Journal *journal)
{
  GPtrArray *pages = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer page;

  g_hash_table_iter_init (&iter, journal->pages);
  while (g_hash_table_iter_next (&iter, &page, NULL))
    g_ptr_array_add (pages, page);
  g_ptr_array_sort (pages, compare_names);
  return pages;
}

gsize
journal_get_n_torn (const Journal *journal)
{
  return journal->n_torn;
}
