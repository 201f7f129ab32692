/* SPDX-License-Identifier: MIT */
/*
 * What every program of Texttractor shares: exit codes, messages, options, progress, whole files,
 * and work in parallel. A program or verb begins like this:
 *
 *   cli_init ("texttractor train");
 *   g_autoptr (GOptionContext) context = cli_context_new ("SET…", "Trains a model.");
 *   g_option_context_add_main_entries (context, entries, NULL);
 *   g_auto (CliPageOptions) page = { 0 };
 *   g_option_context_add_group (context, cli_page_options_init (&page, CLI_PAGE_JOBS));
 *   if (!cli_parse (context, argv, &operands, &status))
 *     return status;
 *
 * Messages go to stderr as "texttractor: FILE-OR-URL: sentence"; data alone goes to stdout.
 */
#pragma once

#include <gio/gio.h>
#include <libextract/extract.h>
#include <sys/stat.h>
#include "libextract/source/source.h"

G_BEGIN_DECLS

typedef enum {
  CLI_EXIT_DONE = 0,
  CLI_EXIT_FAILED = 1,  /* some pages failed, the others were written; or the output could not be written */
  CLI_EXIT_USAGE = 2,   /* wrong usage: nothing was done */
  CLI_EXIT_NOTHING = 3, /* only with --exit-status: no page has main text */
} CliExit;

/* ---- Start ---------------------------------------------------------------------------------- */

/*
 * cli_init: @name: as the user calls it, "texttractor" or "texttractor train".
 * Only LC_CTYPE is taken from the environment: names print right, numbers and messages never vary.
 */
void cli_init (const char *name);

/* ---- Messages, from any thread, whole lines --------------------------------------------------- */

/* @place: (nullable): file name or URL as the user gave it. It and the sentence go through cli_escape (). */
void cli_error (const char *place, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* cli_fail: prints @error. Returns: CLI_EXIT_USAGE if it is about an argument, else CLI_EXIT_FAILED. */
CliExit cli_fail (const char *place, const GError *error);

/* cli_usage: prints a sentence and where to find help. Returns: CLI_EXIT_USAGE. */
CliExit cli_usage (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* cli_fail_errno: an error for errno: "@what: reason". Returns: FALSE */
gboolean cli_fail_errno (GError **error, const char *what);

/* cli_escape: Returns: (transfer full): @text on one line of valid UTF-8, without control characters, and
 * without passwords in addresses. */
char *cli_escape (const char *text);

/* ---- Standard output ------------------------------------------------------------------------ */

/* cli_write_stdout: all of @data, or FALSE with an error, as it is: texts of pages, models. Nothing is
 * buffered. */
gboolean cli_write_stdout (const char *data, gsize length, GError **error);

/* cli_write_fd: the same to another open file. */
gboolean cli_write_fd (int fd, const char *data, gsize length, GError **error);

/*
 * cli_print: lines, tables and JSON to stdout, whatever names of files, pages and people are in them: what
 * could play with a terminal is printed as \x1b or \u202e. A failure is reported. Returns: CLI_EXIT_DONE or
 * CLI_EXIT_FAILED.
 */
CliExit cli_print (const char *text);

/* cli_wants_colour: whether stdout is a terminal that has colours, and NO_COLOR is not set. */
gboolean cli_wants_colour (void);
/* cli_print_coloured: as cli_print (), but colours stay: ESC [ digits m. */
CliExit cli_print_coloured (const char *text);

/* ---- Options -------------------------------------------------------------------------------- */

/* cli_context_new: @operands: (nullable): "[PAGE…]"; @summary: one sentence. Returns: (transfer full) */
GOptionContext *cli_context_new (const char *operands, const char *summary);

/*
 * cli_parse: reads the options of @args (which begins with the program's name, as argv does), adds --help and
 * --version, and puts what is left into @operands (never NULL, NULL-terminated; free with g_strfreev).
 * The letters f, j, m, n and o are for options with a value: -j4 is -j 4.
 * Returns: FALSE if the program is to leave with @status: help was printed, or the usage was wrong.
 */
gboolean cli_parse (GOptionContext *context, char **args, char ***operands, int *status);

/* cli_parse_args: the options of @args, and nothing else. */
gboolean cli_parse_args (GOptionContext *context, char **args, GError **error);

/*
 * cli_parse_with_config: the same after the options of a file: --config, or texttractor/config in the folder
 * where the user keeps configurations. --config and --no-config are added. @verb: the section of the file
 */
gboolean
cli_parse_with_config (GOptionContext *context, const char *verb, char **args, char ***operands, int *status);

/*
 * Values of options: the whole of @text, within [@minimum, @maximum], never read by the locale.
 * cli_parse_size allows the suffixes K, M and G (powers of 1024). @option: "--threshold", for the sentence.
 */
gboolean cli_parse_number (const char *option, const char *text, double minimum, double maximum,
                           double *value, GError **error);
gboolean cli_parse_count (const char *option, const char *text, guint64 minimum, guint64 maximum,
                          guint64 *value, GError **error);
gboolean cli_parse_size (const char *option, const char *text, guint64 minimum, guint64 maximum,
                         guint64 *value, GError **error);

/* cli_dup_hint: @names: a text in which names stand, parted by anything but letters, digits and dashes
 * Returns: (transfer full): "; did you mean \"markdown\"?" if one of them is nearly @word, else "" */
char *cli_dup_hint (const char *word, const char *names);

/* cli_fail_value: an error about a value: "--threshold takes @expected, not \"@text\"", with a hint if a word
 * of @expected may be meant; of "KEY=VALUE" the key is compared. Returns: FALSE */
gboolean cli_fail_value (GError **error, const char *option, const char *expected, const char *text);
/* cli_usage_value: the same, printed by cli_usage (). Returns: CLI_EXIT_USAGE. */
CliExit cli_usage_value (const char *option, const char *expected, const char *text);

typedef enum {
  CLI_PAGE_DEFAULT = 0,    /* the limits of a page: --timeout, --max-bytes, --max-memory ... */
  CLI_PAGE_PLACE = 1 << 0, /* --url, --encoding, --select, --xpath and --prune as well */
  CLI_PAGE_JOBS = 1 << 1,  /* -j, --jobs as well; 1 by default */
  CLI_PAGE_BUSY = 1 << 2,  /* with CLI_PAGE_JOBS: by default one per processor */
} CliPageFlags;

/* How pages are read. Ready for use (with the defaults) after cli_page_options_init (). */
typedef struct {
  ExtractParser *parser;      /* owned; limits and encoding are set; share it between threads */
  ExtractSourceLimits source; /* for extract_source_new () */
  char *url;                  /* (nullable): base of the links of pages that have no URL of their own */
  char *encoding;             /* (nullable): label; the parser knows it */
  char *selectors;            /* (nullable): all of them, to compare runs by; the parser knows them */
  guint jobs;                 /* threads, 1 or more */
} CliPageOptions;

GOptionGroup *cli_page_options_init (CliPageOptions *options, CliPageFlags flags);
void cli_page_options_clear (CliPageOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliPageOptions, cli_page_options_clear)

/* cli_read_page: the (first) page at @place, cut into blocks. Returns: (transfer full) (nullable) */
ExtractDocument *cli_read_page (const CliPageOptions *options, const char *place, GError **error);
/* The two steps of it. An archive is no page: an error. */
ExtractRecord *cli_read_record (const CliPageOptions *options, const char *place, GError **error);
/* cli_read_only_record: the one of a @source that is no archive. */
ExtractRecord *cli_read_only_record (ExtractSource *source, GError **error);
ExtractDocument *
cli_parse_record (const CliPageOptions *options, const ExtractRecord *record, GError **error);

/*
 * The pages of a batch, in order: operands, lists, and the pages and archives of folders (*.html, *.htm,
 * *.xhtml, *.warc, *.arc, *.jsonl, also packed), with those of the folders in them, sorted by name. Hidden
 * ones are left out, and folders that are only linked there. A folder without a page is a page that fails.
 */
typedef struct _CliPlaces CliPlaces;

CliPlaces *cli_places_new (void);
void cli_places_free (CliPlaces *places);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliPlaces, cli_places_free)
/* cli_places_add: fails if the run is going to write to it, see cli_guard_output (). Pipes and devices that
 * are in a folder are named on standard error, and left out. */
gboolean cli_places_add (CliPlaces *places, const char *place, GError **error);
/* cli_places_add_list: one a line; @path: "-" is standard input. */
gboolean cli_places_add_list (CliPlaces *places, const char *path, GError **error);
/* cli_places_add_all: @operands; then standard input, if @or_stdin; then those of @list (nullable). Returns:
 * FALSE, after a message, with @status */
gboolean
cli_places_add_all (CliPlaces *places, char **operands, gboolean or_stdin, const char *list, int *status);
gsize cli_places_get_n (const CliPlaces *places);
const char *cli_places_get (const CliPlaces *places, gsize i);
/* cli_places_get_inside: Returns: (transfer none) (nullable): its name inside the folder that was named;
 * NULL if it was named itself. */
const char *cli_places_get_inside (const CliPlaces *places, gsize i);
/* cli_places_keep_share: keeps every @n-th place from number @i on, counted from 0. Before cli_places_find
 * (). */
void cli_places_keep_share (CliPlaces *places, gsize i, gsize n);
/* cli_places_add_address, cli_places_truncate: at the end, and down to the first @n. Not while another thread
 * reads them. */
void cli_places_add_address (CliPlaces *places, const char *address);
void cli_places_truncate (CliPlaces *places, gsize n);
/* cli_places_find: Returns: (transfer none) (nullable): the first one that is this file, also by a link. */
const char *cli_places_find (CliPlaces *places, const struct stat *status);

/* Models that have been loaded, for programs that need them again and again. From any thread. */
typedef struct _CliModels CliModels;

CliModels *cli_models_new (void);
void cli_models_free (CliModels *models);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliModels, cli_models_free)

/* How blocks are labelled: -m, --no-rules, --rule, --no-rule, --comments, --threshold, --precision,
 * --recall, --decode. */
typedef struct {
  char *name;        /* (nullable): --model */
  gboolean no_rules; /* --no-rules: before the two lists */
  char **rules;      /* (nullable): names, all known: --rule, --comments */
  char **rules_off;  /* (nullable): names, all known: --no-rule, --comments */
  double threshold;  /* 0 if not given */
  gboolean items;    /* --comments=only, --comments=separate: they are also printed one by one */
  guint decode;      /* 1 + ExtractDecodingKind; 0 if not given */
  gint favour;       /* > 0: --precision, < 0: --recall; without a threshold */
  CliModels *models; /* (nullable): not owned; no option */
} CliModelOptions;

/* cli_parse_decoding: the value of --decode. @decode: (out): 1 + ExtractDecodingKind */
gboolean cli_parse_decoding (const char *option, const char *text, guint *decode, GError **error);
GOptionGroup *cli_model_options_init (CliModelOptions *options);
void cli_model_options_clear (CliModelOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliModelOptions, cli_model_options_clear)

/* Where a model is. */
typedef struct {
  char *name;        /* the name that selects it: of the file, not of the card */
  char *path;        /* (nullable): its file; NULL if it is built in */
  const char *place; /* "user", "installed", "built-in", or "file" if it was named by its path */
  gboolean shadowed; /* the name finds another one */
} CliModelPlace;

void cli_model_place_free (CliModelPlace *place);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliModelPlace, cli_model_place_free)

/* cli_get_model_folder: Returns: (transfer full): where the user keeps models. */
char *cli_get_model_folder (void);

/* cli_is_model_name: whether a model can be found by @name: a-z, 0-9 and -. */
gboolean cli_is_model_name (const char *name);

/*
 * cli_find_models: every model that has a place where models are looked for, by name, and those of one name
 * in the order in which they are found: user, installed, built-in. Damaged ones too, and files that no name
 * finds. Returns: (transfer full) (element-type CliModelPlace)
 */
GPtrArray *cli_find_models (void);

/*
 * cli_find_model: @name: a file if it contains a slash or ends in .model, else the name of a model.
 * Returns: (transfer full) (nullable): NULL with EXTRACT_ERROR_MODEL_UNKNOWN.
 */
CliModelPlace *cli_find_model (const char *name, GError **error);
ExtractModel *cli_load_model_place (const CliModelPlace *place, GError **error);
/* cli_load_any_model_place, cli_load_any_model: the same of models of all kinds; @name: not NULL. Those
 * without "any" take models of main text alone. */
ExtractModel *cli_load_any_model_place (const CliModelPlace *place, GError **error);
ExtractModel *cli_load_any_model (const char *name, GError **error);

/*
 * cli_load_model: @name: (nullable): as for cli_find_model (); NULL is the default model, which is always the
 * built-in one. The error names the model itself: cli_fail (NULL, error).
 * Returns: (transfer full) (nullable)
 */
ExtractModel *cli_load_model (const char *name, GError **error);

/* cli_model_is_combined: whether @name, as --model takes it, is a combination:
 * "majority:bte,justext,boilerpipe".
 * @name: (nullable) */
gboolean cli_model_is_combined (const char *name);
/* cli_model_dup_members: Returns: (transfer full) (nullable): the names in a combination; NULL if it is none
 */
char **cli_model_dup_members (const char *name);

/*
 * cli_load_classifier: the model that was asked for, or the method if no model has that name, or the
 * combination of them, with its thresholds and rules as they were asked for. Members of a combination have
 * their own.
 * @name: (nullable): this one instead of that of @options
 * Returns: (transfer full) (nullable): errors as in cli_load_model ().
 */
ExtractClassifier *cli_load_classifier (const CliModelOptions *options, const char *name, GError **error);

/* What is written of a page: -f, -a, --metadata, --fields, --fingerprints, --detect-lang, --today, --links,
 * --formatting, --images, --structure. */
typedef struct {
  ExtractFormat format;
  ExtractWriteFlags flags;
  char *today; /* (nullable): --today */
} CliWriteOptions;

GOptionGroup *cli_write_options_init (CliWriteOptions *options);
void cli_write_options_clear (CliWriteOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliWriteOptions, cli_write_options_clear)
/* cli_write_options_set_today: the day of --today, or that at which the run begins: the same for all of it,
 * even if it ends tomorrow. */
void cli_write_options_set_today (const CliWriteOptions *options, ExtractParser *parser);

/* cli_describe_formats: the table of formats, for the end of --help. Returns: (transfer full) */
char *cli_describe_formats (void);

/* cli_fields_describe: the table of fields, for the end of --help. Returns: (transfer full) */
char *cli_fields_describe (void);

/* cli_fields_parse: adds EXTRACT_WRITE_FIELD () of each name of "title,date" to *@fields. Returns: FALSE with
 * an error that names @option */
gboolean cli_fields_parse (const char *option, const char *text, ExtractWriteFlags *fields, GError **error);

/* cli_fields_are_known: whether each of @fields has a value. */
gboolean cli_fields_are_known (ExtractMetadata *metadata, ExtractWriteFlags fields);

/* A row of a table that people see. */
typedef struct {
  const char *name;
  const char *sentence;
} CliName;

/* cli_names_join: for sentences: "a, b or c". Returns: (transfer full) */
char *cli_names_join (const CliName *names, gsize n);
/* cli_names_describe: for the end of --help: @title and a line for each. Returns: (transfer full) */
char *cli_names_describe (const char *title, const CliName *names, gsize n);
/* What --lang and models by language take. */
#define CLI_LANGUAGES "codes of languages that can be told, such as en,de,zh-Hant, or unknown"

/*
 * CliClassifiers: the model of --model, or those that it names by language, "el:greek,default": the last one
 * is the fallback, for all other languages, and decides what of a page its language is found by.
 */
typedef struct _CliClassifiers CliClassifiers;

/* cli_model_is_by_language: whether @name, as --model takes it, names models by language. */
gboolean cli_model_is_by_language (const char *name);
/* cli_classifiers_new: Returns: (transfer full) (nullable): errors as in cli_load_model (); G_IO_ERROR if
 * there are models by language, and no language can be told. */
CliClassifiers *cli_classifiers_new (const CliModelOptions *options, GError **error);
void cli_classifiers_free (CliClassifiers *classifiers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliClassifiers, cli_classifiers_free)
/* cli_classifiers_label: labels *@document, which becomes another one of the same page if it is labelled
 * twice. @used: (out) (optional) (transfer none): the one that gave its labels. From any thread. */
gboolean cli_classifiers_label (const CliClassifiers *classifiers, ExtractDocument **document,
                                ExtractClassifier **used, GError **error);
/* cli_classifiers_get_n: at least 1; the last one is the fallback. */
guint cli_classifiers_get_n (const CliClassifiers *classifiers);
/* Returns: (nullable): the code of the language of @i; NULL for the fallback */
const char *cli_classifiers_get_language (const CliClassifiers *classifiers, guint i);
/* Returns: (nullable): as for cli_load_model () */
const char *cli_classifiers_get_name (const CliClassifiers *classifiers, guint i);
/* Returns: (transfer none) */
ExtractClassifier *cli_classifiers_get (const CliClassifiers *classifiers, guint i);

/* cli_describe_rules: the table of rules, for the end of --help. Returns: (transfer full) */
char *cli_describe_rules (void);
/* cli_describe_methods: the same of the methods, and of their combinations. Returns: (transfer full) */
char *cli_describe_methods (void);

/* ---- Progress ------------------------------------------------------------------------------- */

/*
 * One line on stderr, and only on a terminal: items done, rate, errors, time left. One at a time; messages of
 * cli_error () go above it. cli_progress_free () clears it.
 */
typedef struct _CliProgress CliProgress;

/* @noun: "pages"; @total: 0 if not known. Returns: (transfer full) */
CliProgress *cli_progress_new (const char *noun, gsize total);
void cli_progress_step (CliProgress *progress, gboolean ok);
/* cli_progress_add_bytes: how much was read for it. */
void cli_progress_add_bytes (CliProgress *progress, guint64 n);
/* cli_progress_is_shown: whether there is a terminal to show it. */
gboolean cli_progress_is_shown (CliProgress *progress);
/* cli_progress_skip: @n items need no work after all. They count as done, but not for the rate. */
void cli_progress_skip (CliProgress *progress, gsize n);
/* cli_progress_set_share: how much of the work is done, between 0 and 1, where the number of items turns out
 * not to be known. */
void cli_progress_set_share (CliProgress *progress, double share);
/* cli_progress_set_note: what is said of the work at hand, at the end of the line. */
void cli_progress_set_note (CliProgress *progress, const char *note);
void cli_progress_free (CliProgress *progress);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliProgress, cli_progress_free)

/* cli_progress_abandon: clears the line, and lets no thread write on stderr again: before a signal ends the
 * program. */
void cli_progress_abandon (void);

/* ---- Whole files ---------------------------------------------------------------------------- */

/*
 * A file that appears whole or not at all: cli_file_commit () gives it its name. Until then nothing of it is
 * seen, and nothing stays if the program ends, however it ends. (Where the system knows no files without a
 * name it has a temporary one, which SIGINT, SIGTERM and SIGHUP remove, but not SIGKILL.) What exists and is
 * no regular file is written directly: a terminal, a device, a pipe, which somebody has to read already.
 */
typedef struct _CliFile CliFile;

CliFile *cli_file_open (const char *path, GError **error);
gboolean cli_file_write (CliFile *file, const char *data, gsize length, GError **error);

/*
 * cli_file_resume: a file that may take several runs of the program: until cli_file_commit () its name is
 * @part, and it stays there whatever happens. What it has from an earlier run is cut back to @length.
 * @begun: whether there was such a run; else a file of that name is somebody else's, and an error
 * cli_open_part: the same without a name to get in the end, for cli_write_fd (). Returns: -1 on failure
 * cli_file_flush () hands over to the system what was written so far, so that not even SIGKILL takes it back.
 */
CliFile *cli_file_resume (const char *path, const char *part, gboolean begun, guint64 length, GError **error);
int cli_open_part (const char *path, gboolean begun, guint64 length, GError **error);
gboolean cli_file_flush (CliFile *file, GError **error);
gboolean cli_file_commit (CliFile *file, GError **error);
void cli_file_free (CliFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliFile, cli_file_free)

/* cli_write_file: the three steps in one. @length: -1 if @data ends with NUL. */
gboolean cli_write_file (const char *path, const char *data, gssize length, GError **error);

/* cli_split_lines: without their ends, be they those of Unix or of Windows. Returns: (transfer full) */
char **cli_split_lines (const char *text);

/*
 * cli_open_log: a file that is seen while it is written: made if need be, cut back to @length, open for
 * cli_write_fd () to its end. What is not a regular file is as for cli_file_open (). Returns: -1 on failure
 */
int cli_open_log (const char *path, guint64 length, GError **error);

/*
 * cli_read_file: the regular file @path. Fails with G_IO_ERROR_NOT_FOUND if there is none, and before a byte
 * of it is read with G_IO_ERROR_NOT_REGULAR_FILE or, if it has more than @limit bytes,
 * G_IO_ERROR_INVALID_DATA.
 * @contents: (out) (transfer full): ends with a NUL that is not counted in @length
 */
gboolean cli_read_file (const char *path, gsize limit, char **contents, gsize *length, GError **error);

/*
 * What a run reads and what it writes: no file may be both, and none written twice. A program says first what
 * its options are going to write, then what it reads; both before it opens any of them. Files are compared by
 * device and inode, also through links. Errors are those of wrong usage, and name both files.
 */

/* cli_guard_output: @option: "--output"; @path: (nullable) */
gboolean cli_guard_output (const char *option, const char *path, GError **error);
/* cli_guard_stdout: standard output gets data, which may go to a file. */
gboolean cli_guard_stdout (GError **error);
/* cli_guard_input: @path: a file or folder; "-" is standard input. */
gboolean cli_guard_input (const char *path, GError **error);
/* cli_guard_input_folder: the folder @path, if it is there, and the files in it. */
gboolean cli_guard_input_folder (const char *path, GError **error);
/* cli_guard_input_status: the same for one of many, of which the status is known. Nothing is kept of it. */
gboolean cli_guard_input_status (const char *path, const struct stat *status, GError **error);
/* cli_guard_find: Returns: (transfer none) (nullable): what that file is called, if it was named above. */
const char *cli_guard_find (const struct stat *status);

/* What an option names. */
typedef struct {
  const char *option; /* "--card" */
  const char *path;   /* (nullable) */
  gboolean folder;    /* for files of other names */
} CliOutput;

/*
 * cli_check_outputs: cli_guard_output () for all of them; and whether they can be written: before work that
 * would be in vain. Returns: CLI_EXIT_DONE; else what to exit with, after saying why
 */
CliExit cli_check_outputs (const CliOutput *files, gsize n);

/*
 * A promise to be the only one that writes a file, for as long as the lock is held; a program that ends gives
 * it back, however it ends. cli_lock_new () fails with G_IO_ERROR_BUSY if another program has it.
 */
typedef struct _CliLock CliLock;

CliLock *cli_lock_new (const char *path, GError **error);
void cli_lock_free (CliLock *lock);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliLock, cli_lock_free)

/* ---- Other programs ------------------------------------------------------------------------- */

/* cli_build_folder: Returns: (transfer full) (nullable): the build tree, if the program is run inside it. */
char *cli_build_folder (void);

/*
 * cli_find_program: where texttractor-@word is: the folder that the user names, the build tree (so that an
 * installed version is not mixed up with it), the folder of the installation, PATH.
 * Returns: (transfer full) (nullable)
 */
char *cli_find_program (const char *word);

/*
 * cli_find_module: the same for what a program loads: the file @name, which the build tree has in @folder.
 * Returns: (transfer full) (nullable)
 */
char *cli_find_module (const char *folder, const char *name);

/* ---- Interruption --------------------------------------------------------------------------- */

/*
 * cli_interrupt_catch: from now on the first SIGINT, SIGTERM or SIGHUP does not end the program: it makes
 * cli_interrupted () TRUE, so that the work can stop and keep its results. The second one ends it as usual,
 * and so does the first one after @milliseconds; -1: never.
 */
gboolean cli_interrupt_catch (int milliseconds, GError **error);
gboolean cli_interrupted (void);
/* cli_interrupt_get_cancellable: Returns: (transfer none): what the first of these signals cancels. */
GCancellable *cli_interrupt_get_cancellable (void);
/* cli_interrupt_end: ends the program by the signal that interrupted it, once all is put in order. */
void cli_interrupt_end (void);

/* ---- Work in parallel ----------------------------------------------------------------------- */

/* In one of the worker threads. Returns: (nullable): the result of item @i. */
typedef gpointer (*CliWork) (gsize i, gpointer data);
/* In the thread that called cli_parallel (), in the order of the items. Takes @result. FALSE stops the work.
 */
typedef gboolean (*CliDone) (gsize i, gpointer result, gpointer data);

/*
 * cli_parallel: works on items 0 .. @n-1 in @jobs threads; @done sees the same calls in the same order
 * whatever @jobs is. At most a few items per thread are under way or waiting for @done.
 * @free_result: (nullable): for results that @done will not see because the work was stopped.
 * Returns: FALSE if @done stopped it.
 */
gboolean
cli_parallel (gsize n, guint jobs, CliWork work, CliDone done, GDestroyNotify free_result, gpointer data);

/* Bytes that a result holds. In one of the worker threads. */
typedef gsize (*CliSize) (gpointer result);

/*
 * cli_parallel_pages: for items that take longer or shorter, and may be many. Hundreds of results may wait
 * for an earlier one, but hold no more than some megabytes together, or a small part of @memory, the limit of
 * an item: each job keeps that, whatever waits. @unordered: they are delivered as they are ready. When
 * cli_interrupted () turns TRUE no further item is begun; those that were are worked on to their end and
 * delivered.
 */
gboolean cli_parallel_pages (gsize n, guint jobs, gboolean unordered, guint64 memory, CliWork work,
                             CliDone done, GDestroyNotify free_result, CliSize size, gpointer data);

G_END_DECLS
