/* SPDX-License-Identifier: MIT */
/*
 * Files that programs read beside pages: what is imported, and what sets, training and labelling keep. The
 * first byte says which reader it is, as a letter of the table; what follows are its files, parted by form
 * feeds:
 *
 *   d{"1": {"articleBody": "Ducks"}} FF <p>Ducks      in/ground-truth.json, in/html/1.html
 *
 * What an importer makes is a set that can be read, whose pages are not imported a second time. What any
 * reader is given, it takes, or refuses with one sentence.
 */
#include "annotate/record/classes.h"
#include "annotate/tools/collect.h"
#include "annotate/tools/exchange.h"
#include "annotate/desk/keys.h"
#include "annotate/script.h"
#include "annotate/tools/survey.h"
#include "annotate/view/view.h"
#include "annotate/desk/work.h"
#include "cli/cli.h"
#include "element/feature.h"
#include "train/learn/checkpoint.h"
#include "train/data/dataset.h"
#include "train/data/element-set.h"
#include "train/data/import.h"
#include "train/learn/sweep.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_FILES 4
#define MAX_BYTES (256 * 1024)
#define PAGE "<!doctype html><title>Ducks</title><p>Ducks are birds.</p><ul><li>One<li>Two</ul><p>Geese.</p>"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static char *root;       /* a folder of our own, on a disk in memory if there is one */
static const char *only; /* (nullable): the letter of the reader that takes all inputs */

/* ---- Files ------------------------------------------------------------------------------------- */

static char *
dup_path (const char *name)
{
  return g_build_filename (root, name, NULL);
}

static void
write_file (const char *name, const char *data, gsize length)
{
  g_autofree char *path = dup_path (name);
  g_autofree char *folder = g_path_get_dirname (path);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  FILE *file = fopen (path, "we");
  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, length, file), ==, length);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
remove_all (const char *path)
{
  struct stat info;
  if (lstat (path, &info) == 0 && S_ISDIR (info.st_mode)) {
    g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
    for (const char *name; folder && (name = g_dir_read_name (folder));) {
      g_autofree char *inner = g_build_filename (path, name, NULL);
      remove_all (inner);
    }
  }
  g_remove (path);
}

static void
remove_root (void)
{
  remove_all (root);
}

static void
make_root (void)
{
  gboolean in_memory = g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR);
  root = g_build_filename (in_memory ? "/dev/shm" : g_get_tmp_dir (), "fuzz-files-XXXXXX", NULL);
  g_assert_nonnull (g_mkdtemp (root));
  g_setenv ("XDG_CACHE_HOME", root, TRUE);
  only = g_getenv ("FUZZ_READER");
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
  atexit (remove_root);
}

/* A message that a person could read. */
static void
check_error (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, !=, "");
}

/* ---- Importers --------------------------------------------------------------------------------- */

static void
read_dataset (void)
{
  g_autofree char *path = dup_path ("set");
  g_autoptr (GError) error = NULL;
  g_autoptr (TrainDataset) dataset = train_dataset_open (path, &error);
  if (!dataset) {
    check_error (error);
    return;
  }
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  train_dataset_assign_folds (dataset->entries, 3, 1);
  for (guint i = 0; i < dataset->entries->len; i++) {
    const TrainEntry *entry = dataset->entries->pdata[i];
    g_autoptr (ExtractDocument) document = train_entry_load_page (entry, parser, NULL);
    g_autoptr (ExtractAnnotation) labels = NULL;
    g_autofree char *truth = NULL;
    g_assert_true (train_id_is_safe (entry->id));
    train_entry_load_labels (entry, &labels, NULL);
    if (train_entry_load_truth (entry, &truth, NULL) && truth)
      g_assert_true (g_utf8_validate (truth, -1, NULL));
  }
}

/* No page is fetched here. */
static gboolean
has_url (const TrainImportFormat *format, char **sources)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) train_set_page_free);
  TrainImportList list = { .pages = pages };
  if (!format->list (sources, &list, NULL))
    return FALSE;
  for (guint i = 0; i < pages->len; i++)
    if (extract_source_is_url (((const TrainSetPage *) pages->pdata[i])->place))
      return TRUE;
  return FALSE;
}

static void
import (const char *format, const char *source)
{
  const ExtractSourceLimits limits = { .max_bytes = MAX_BYTES };
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  const TrainImportOptions options = { .format = train_import_find_format (format),
                                       .limits = &limits,
                                       .parser = parser,
                                       .jobs = 1,
                                       .append = TRUE };
  g_autofree char *place = dup_path (source);
  g_autofree char *set = dup_path ("set");
  char *sources[] = { place, NULL };
  TrainImportCounts counts, again;
  if (has_url (options.format, sources))
    return;
  train_import_run (&options, sources, set, &counts);
  if (counts.n_added == 0)
    return;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrainDataset) dataset = train_dataset_open (set, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dataset->entries->len, ==, counts.n_pages);
  read_dataset ();
  train_import_run (&options, sources, set, &again);
  g_assert_cmpuint (again.n_added, ==, 0);
}

static void
import_folder (void)
{
  import ("folder", "in");
}
static void
import_cleaneval (void)
{
  import ("cleaneval", "in");
}
static void
import_krdwrd (void)
{
  import ("krdwrd", "in");
}
static void
import_benchmark (void)
{
  import ("article-extraction-benchmark", "in");
}
static void
import_wcxb (void)
{
  import ("wcxb", "in");
}
static void
import_justext (void)
{
  import ("justext", "in");
}
static void
import_csv (void)
{
  import ("csv", "in/table.csv");
}
static void
import_pages (void)
{
  import ("pages", "in/page");
}

/* A list of places, as annotate takes it. */
static void
read_list (void)
{
  g_auto (CliPageOptions) page = { 0 };
  g_option_group_unref (cli_page_options_init (&page, CLI_PAGE_JOBS));
  g_autofree char *set = dup_path ("set");
  g_autofree char *list = dup_path ("in/list");
  g_autofree char *text = NULL;
  char *none[] = { NULL };
  g_assert_true (g_file_get_contents (list, &text, NULL, NULL));
  if (!strstr (text, "://") && !strchr (text, '-') && !strchr (text, '/'))
    collect_pages (set, none, list, &page);
}

/* ---- Labels ------------------------------------------------------------------------------------ */

/* A set of one page that is the same for all inputs. */
static TrainDataset *
make_set (void)
{
  static const char index[] = "{\"id\": \"a\", \"url\": \"http://ducks.example/\"}\n";
  g_autofree char *path = dup_path ("set");
  g_autoptr (GError) error = NULL;
  write_file ("set/index.jsonl", index, strlen (index));
  write_file ("set/html/a.html", PAGE, strlen (PAGE));
  TrainDataset *set = train_dataset_open (path, &error);
  g_assert_no_error (error);
  return set;
}

/* @source: from which labels come into the set; what is in the set then is written and read again */
static void
exchange (const char *source)
{
  g_autoptr (TrainDataset) set = make_set ();
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autofree char *place = dup_path (source);
  g_autoptr (GError) error = NULL;
  ExchangeCounts counts;
  if (!exchange_import (set, parser, place, "jan", &counts, &error)) {
    check_error (error);
    return;
  }
  for (guint format = 0; format < EXCHANGE_N_FORMATS; format++) {
    gboolean incomplete;
    g_autofree char *text = exchange_export (set, parser, (ExchangeFormat) format, &incomplete);
    static const char *const names[EXCHANGE_N_FORMATS] = { "out.tsv", "out.jsonl", "out.csv" };
    const char *name = names[format];
    g_autofree char *out = dup_path (name);
    g_assert_false (incomplete);
    g_assert_true (g_utf8_validate (text, -1, NULL));
    write_file (name, text, strlen (text));
    gboolean good = exchange_import (set, parser, out, "jan", &counts, &error);
    g_assert_no_error (error);
    g_assert_true (good);
    g_assert_cmpuint (counts.n_labels, ==, 0);
    g_assert_cmpuint (counts.n_failed, ==, 0);
  }
}

static void
labels_tsv (void)
{
  exchange ("in/labels.tsv");
}
static void
labels_jsonl (void)
{
  exchange ("in/labels.jsonl");
}
static void
labels_csv (void)
{
  exchange ("in/labels.csv");
}
static void
labels_folder (void)
{
  exchange ("in");
}

/* The lines below the first one get their right sums. */
static void
read_journal (void)
{
  g_autoptr (TrainDataset) set = make_set ();
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (Classes) classes = classes_load (NULL, NULL);
  g_autofree char *path = dup_path ("in/journal");
  g_autofree char *text = NULL;
  g_autoptr (GString) lines = g_string_new ("texttractor-journal 1\n");
  g_autoptr (GError) error = NULL;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_auto (GStrv) parts = g_strsplit (text, "\n", -1);
  for (char **part = parts; *part; part++) {
    g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, *part, -1);
    g_string_append_printf (lines, "%.8s%s\n", sum, *part);
  }
  write_file ("set/labels/person-jan.journal", lines->str, lines->len);

  g_autoptr (Journal) journal = journal_open (set->path, EXTRACT_ANNOTATOR_PERSON, "jan", &error);
  if (!journal) {
    check_error (error);
    return;
  }
  const WorkSetup setup = { .set = set, .parser = parser, .classes = classes, .journal = journal };
  g_autoptr (Work) work = work_open (&setup, set->entries->pdata[0], &error);
  g_assert_no_error (error);
  gboolean any = TRUE;
  int i;
  guint n_done = work_get_n_done (work), n_undone = 0;
  g_assert_cmpuint (work_get_place (work), <, MAX (1, work_get_n_blocks (work)));
  for (; any; n_undone += any)
    g_assert_true (work_undo (work, &any, &i, &error));
  g_assert_cmpuint (work_get_n_done (work), ==, 0);
  for (any = TRUE; n_undone > 0; n_undone--)
    g_assert_true (work_redo (work, &any, &i, &error));
  g_assert_cmpuint (work_get_n_done (work), ==, n_done);
  if (!work_save (work, &error)) /* its times may be none */
    check_error (error);
}

/* ---- Small files ------------------------------------------------------------------------------- */

static void
read_classes (void)
{
  g_autofree char *path = dup_path ("in");
  g_autofree char *keys_path = dup_path ("in/keys");
  g_autoptr (GError) error = NULL;
  g_autoptr (Classes) classes = classes_load (path, &error);
  if (!classes) {
    check_error (error);
    return;
  }
  g_autoptr (Keys) keys = keys_load (keys_path, classes, &error);
  if (!keys)
    check_error (error);
  for (guint a = 0; keys && a < KEYS_N_ACTIONS; a++)
    for (const char *const *key = keys_get (keys, (KeyAction) a); *key; key++)
      g_assert_true (keys_is_name (*key));
}

static void
read_sweep (void)
{
  g_autofree char *path = dup_path ("in/sweep");
  g_autoptr (GError) error = NULL;
  TrainPlan plan;
  train_plan_init (&plan);
  g_autoptr (GPtrArray) variants = train_sweep_load (path, &plan, &error);
  if (!variants) {
    check_error (error);
    return;
  }
  for (guint i = 0; i < variants->len; i++) {
    const TrainVariant *variant = variants->pdata[i];
    g_autofree char *sentence = train_plan_describe (&variant->plan);
    g_assert_true (train_plan_check (&variant->plan, NULL));
  }
}

/* Below the head that the table of this run has. */
static void
read_results (void)
{
  g_autofree char *path = dup_path ("in/results");
  g_autofree char *part = dup_path ("in/part");
  g_autofree char *head = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TrainSweepTable) empty = train_sweep_table_open (path, "run", &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &head, NULL, NULL));
  gsize length;
  g_assert_true (g_file_get_contents (part, &text, &length, NULL));
  g_autoptr (GString) whole = g_string_new (head);
  g_string_append_len (whole, text, (gssize) length);
  write_file ("in/results", whole->str, whole->len);
  g_autoptr (TrainSweepTable) table = train_sweep_table_open (path, "run", &error);
  if (!table) {
    check_error (error);
    return;
  }
  g_autofree char *ranking = train_sweep_table_rank (table);
}

/* As it is; and as the values of a file that has the right sum. */
static void
read_checkpoint (void)
{
  static const char *const types[] = { "ay", "(baya(udd)uday)", "ad" };
  g_autofree char *path = dup_path ("in/checkpoint");
  g_autofree char *run = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "run", -1);
  g_autofree char *data = NULL;
  gsize length;
  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  for (guint pass = 0; pass < 2; pass++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TrainCheckpoint) checkpoint = train_checkpoint_open (path, "run", &error);
    if (!checkpoint)
      check_error (error);
    for (guint t = 0; checkpoint && t < G_N_ELEMENTS (types); t++) {
      g_autoptr (GVariant) value = train_checkpoint_get (checkpoint, "a", G_VARIANT_TYPE (types[t]));
      g_autofree char *text = value ? g_variant_print (value, TRUE) : NULL;
    }
    g_autoptr (GBytes) bytes = g_bytes_new_static (data, length);
    g_autoptr (GVariant) values =
        g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE ("a{sv}"), bytes, FALSE));
    g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
    g_autoptr (GVariant) file = g_variant_ref_sink (g_variant_new (
        "(sss@a{sv})",
        G_BYTE_ORDER == G_LITTLE_ENDIAN ? "texttractor-checkpoint 1 little" : "texttractor-checkpoint 1 big",
        run, sum, values));
    write_file ("in/checkpoint", g_variant_get_data (file), g_variant_get_size (file));
  }
}

/* ---- The desk ---------------------------------------------------------------------------------- */

/* A person at a page. */
typedef struct {
  TrainDataset *set;
  ExtractParser *parser;
  Classes *classes;
  Journal *journal;
  Keys *keys;
  WorkSetup setup;
  Desk *desk;
  Canvas *canvas;
} Seat;

static void
seat_take (Seat *seat, const char *guide)
{
  seat->set = make_set ();
  seat->parser = extract_parser_new ();
  seat->classes = classes_load (NULL, NULL);
  seat->journal = journal_open (seat->set->path, EXTRACT_ANNOTATOR_PERSON, "jan", NULL);
  seat->keys = keys_load (NULL, seat->classes, NULL);
  g_assert_true (seat->classes && seat->journal && seat->keys);
  seat->setup = (WorkSetup){
    .set = seat->set, .parser = seat->parser, .classes = seat->classes, .journal = seat->journal
  };
  seat->desk = desk_new (&seat->setup, seat->keys, guide, NULL, NULL, "given");
  seat->canvas = canvas_new (60, 12);
}

static void
seat_leave (Seat *seat)
{
  desk_free (seat->desk);
  canvas_free (seat->canvas);
  keys_free (seat->keys);
  journal_free (seat->journal);
  classes_free (seat->classes);
  extract_parser_unref (seat->parser);
  train_dataset_free (seat->set);
}

/* The guidelines, from their top to their end, on a wide and on a narrow screen. */
static void
read_guide (void)
{
  static const char *const keys[] = { "g", "down", "pgdn", "end", "up", "q" };
  g_autofree char *path = dup_path ("in/guide");
  g_autofree char *text = NULL;
  gsize length;
  Seat seat;
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_autofree char *guide = g_utf8_make_valid (text, (gssize) length);
  seat_take (&seat, guide);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    desk_key (seat.desk, keys[i]);
    view_paint (seat.desk, seat.canvas);
    g_autofree char *shown = canvas_dump (seat.canvas);
    g_assert_true (g_utf8_validate (shown, -1, NULL));
    canvas_resize (seat.canvas, i % 2 ? 60 : 21, 12);
  }
  seat_leave (&seat);
}

static gboolean
go_on (gpointer data)
{
  return TRUE;
}

/* It may type what it wants; but it saves nothing, and waits for nothing. */
static void
read_script (void)
{
  g_autofree char *path = dup_path ("in/script");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  Seat seat;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  if (strstr (text, "screen") || strstr (text, "styles") || strstr (text, "wait"))
    return;
  g_autoptr (Script) script = script_load (path, &error);
  if (!script) {
    check_error (error);
    return;
  }
  seat_take (&seat, NULL);
  if (!script_run (script, seat.desk, seat.canvas, go_on, NULL, &error))
    check_error (error);
  seat_leave (&seat);
}

/* What was kept of the pages of a set. */
static void
read_survey (void)
{
  g_autoptr (TrainDataset) set = make_set ();
  g_autoptr (ExtractParser) parser = extract_parser_new ();
  g_autoptr (ExtractClassifier) classifier = extract_classifier_new_for_method (extract_method_find ("bte"));
  g_autofree char *key = g_strconcat (set->path, "\nfuzz", NULL);
  g_autofree char *name = g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);
  g_autofree char *cache = g_strconcat ("texttractor/survey/", name, NULL);
  g_autofree char *path = dup_path ("in/survey");
  g_autofree char *text = NULL;
  gsize length;
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  write_file (cache, text, length);
  g_autoptr (Survey) survey = survey_new (set, parser, classifier, survey_measure_uncertainty, "fuzz");
  g_assert_cmpuint (survey_get_n_done (survey), <=, 1);
  double measure = survey_get (survey, 0);
  g_assert_true (isnan (measure) || (measure >= 0 && measure <= 1));
}

/* ---- Elements ---------------------------------------------------------------------------------- */

/* A set of elements, labels of its page "a", and what annotate and training make of both. */
static void
read_elements (void)
{
  g_autofree char *path = dup_path ("set");
  g_autoptr (ElementClasses) classes = element_classes_new ();
  g_autoptr (GError) error = NULL;
  guint n_taken, n_disputed;
  g_autoptr (TrainElementSet) set = train_element_set_open (path, classes, &error);
  if (!set) {
    check_error (error);
    return;
  }
  g_autoptr (Classes) of_labels = classes_new_for_elements (classes);
  g_autofree float *values = g_new (float, element_features_get_n ());
  for (guint i = 0; i < set->pages->len; i++) {
    const ElementPage *page = set->pages->pdata[i];
    const TrainEntry *entry = set->dataset->entries->pdata[i];
    g_autoptr (ExtractDocument) document = train_entry_parse (entry, NULL, entry->page, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (extract_document_get_n_blocks (document), ==, page->elements->len);
    for (guint k = 0; k < page->elements->len; k++) {
      element_features_compute (page->elements->pdata[k], values);
      for (guint f = 0; f < element_features_get_n (); f++)
        g_assert_true (values[f] >= 0 && values[f] <= 1);
    }
  }
  if (!train_element_set_take_labels (set, classes, &n_taken, &n_disputed, &error))
    check_error (error);
}

/* ---- The table --------------------------------------------------------------------------------- */

static const struct {
  const char *files[MAX_FILES]; /* of which there are as many as there are parts of the input */
  void (*read) (void);
} readers[] = {
  /* a */ { { "in/a.html", "in/a.txt", "in/b.xhtml", "in/b.html.txt" }, import_folder },
  /* b */ { { "in/1.html", "in/1-cleaned.txt", "in/2.html", "in/2.txt" }, import_cleaneval },
  /* c */ { { "in/1.html", "in/2" }, import_krdwrd },
  /* d */ { { "in/ground-truth.json", "in/html/1.html", "in/html/2.html" }, import_benchmark },
  /* e */ { { "in/ground-truth/1.json", "in/html/1.html" }, import_wcxb },
  /* f */ { { "in/1.html", "in/1.txt" }, import_justext },
  /* g */ { { "in/table.csv", "in/1.html" }, import_csv },
  /* h */ { { "in/page" }, import_pages },
  /* i */
  { { "set/index.jsonl", "set/html/a.html", "set/truth/a.txt", "set/labels/a.labels" }, read_dataset },
  /* j */ { { "in/labels.tsv" }, labels_tsv },
  /* k */ { { "in/labels.jsonl" }, labels_jsonl },
  /* l */ { { "in/labels.csv" }, labels_csv },
  /* m */ { { "in/a.html" }, labels_folder },
  /* n */ { { "in/index.jsonl", "in/labels/a.labels" }, labels_folder },
  /* o */ { { "in/sweep" }, read_sweep },
  /* p */ { { "in/part" }, read_results },
  /* q */ { { "in/checkpoint" }, read_checkpoint },
  /* r */ { { "in/classes.tsv", "in/keys" }, read_classes },
  /* s */ { { "in/journal" }, read_journal },
  /* t */ { { "in/list" }, read_list },
  /* u */ { { "in/guide" }, read_guide },
  /* v */ { { "in/script" }, read_script },
  /* w */ { { "in/survey" }, read_survey },
  /* x */ { { "set/elements.jsonl", "set/classes.tsv", "set/labels/a.labels" }, read_elements },
};

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  if (size == 0 || size > MAX_BYTES)
    return 0;
  if (!root)
    make_root ();
  guint reader = (guint8) ((only ? *only : data[0]) - 'a') % G_N_ELEMENTS (readers);
  const char *part = (const char *) data + 1, *end = (const char *) data + size;
  for (guint i = 0; i < MAX_FILES && readers[reader].files[i]; i++) {
    const char *feed = part ? memchr (part, '\f', (gsize) (end - part)) : NULL;
    if (part)
      write_file (readers[reader].files[i], part, (gsize) ((feed ? feed : end) - part));
    part = feed ? feed + 1 : NULL;
  }
  readers[reader].read ();

  g_autofree char *in = dup_path ("in");
  g_autofree char *set = dup_path ("set");
  remove_all (in);
  remove_all (set);
  return 0;
}
