/* SPDX-License-Identifier: MIT */
/*
 * texttractor model export, import and install: files made from models and networks.
 *
 *   model --export--> network file of FANN --import, with the other parts of a model--> model
 *
 * Both keep every bit: exporting a network and importing it --like the same model gives the same file.
 */
#include "bin/cmd-model.h"
#include "libextract/feature/feature.h"
#include "libextract/model/model.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MAX_NET_BYTES (256 * 1024 * 1024) /* 4,000,000 weights of 40 bytes are less */

static gboolean
is_standard (const char *path)
{
  return !path || strcmp (path, "-") == 0;
}

/* Whether it can be written; before anything is read. */
static gboolean
guard_output (const ModelOptions *options, int *status)
{
  g_autoptr (GError) error = NULL;
  gboolean good = is_standard (options->output) ? cli_guard_stdout (&error)
                                                : cli_guard_output ("--output", options->output, &error);
  if (!good)
    *status = cli_fail (NULL, error);
  return good;
}

/* To the file of --output. */
static int
write_output (const ModelOptions *options, GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  gboolean standard = is_standard (options->output);
  gboolean ok = standard ? cli_write_stdout (data, size, &error)
                         : cli_write_file (options->output, data, (gssize) size, &error);
  return ok ? CLI_EXIT_DONE : cli_fail (standard ? "standard output" : options->output, error);
}

/* ---- export --------------------------------------------------------------------------------- */

int
model_export (const ModelOptions *options, char **operands)
{
  g_autoptr (GError) error = NULL;
  int status;
  if (!guard_output (options, &status))
    return status;
  g_autoptr (ExtractModel) model = cli_load_any_model (operands[0], &error);
  if (!model)
    return cli_fail (NULL, error);
  const ExtractElementParts *elements = extract_model_get_element_parts (model);
  if (elements && !options->network) {
    g_autoptr (GBytes) bytes = extract_network_to_fann (elements->network);
    return write_output (options, bytes);
  }
  if (!extract_model_check_kind (model, EXTRACT_MODEL_MAIN_TEXT, &error))
    return cli_fail (NULL, error);
  const char *name = options->network ? options->network : extract_stage_get_info (EXTRACT_STAGE_FIRST)->name;
  for (guint i = 0; i < EXTRACT_N_STAGES; i++) {
    if (strcmp (name, extract_stage_get_info ((ExtractStageKind) i)->name) != 0)
      continue;
    const ExtractStage *stage = extract_model_get_stage (model, (ExtractStageKind) i);
    if (!stage) {
      cli_error (operands[0], "the model has no network \"%s\"", name);
      return CLI_EXIT_FAILED;
    }
    g_autoptr (GBytes) bytes = extract_network_to_fann (stage->network);
    if (!bytes) {
      cli_error (operands[0], "FANN has no layers as those of the network \"%s\": convolutions, or relu",
                 name);
      return CLI_EXIT_FAILED;
    }
    return write_output (options, bytes);
  }
  cli_fail_value (&error, "--network", "first, context, edges or outcome", name);
  return cli_fail (NULL, error);
}

/* ---- import --------------------------------------------------------------------------------- */

/* @path: a file, or "-" for standard input. Stops soon after MAX_NET_BYTES. */
static GBytes *
read_net (const char *path, GError **error)
{
  g_autoptr (GByteArray) content = g_byte_array_new ();
  guint8 chunk[65536];
  gsize n;
  FILE *file = is_standard (path) ? stdin : fopen (path, "re");
  if (!file) {
    cli_fail_errno (error, "cannot be opened");
    return NULL;
  }
  while (content->len <= MAX_NET_BYTES && (n = fread (chunk, 1, sizeof chunk, file)) > 0)
    g_byte_array_append (content, chunk, (guint) n);
  gboolean ok = !ferror (file) || cli_fail_errno (error, "cannot be read");
  if (file != stdin)
    fclose (file);
  if (ok && content->len > MAX_NET_BYTES) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the file has more than %d bytes",
                 MAX_NET_BYTES);
    ok = FALSE;
  }
  return ok ? g_byte_array_free_to_bytes (g_steal_pointer (&content)) : NULL;
}

/* Sets a key of the @card, an array of values in the order of the table, without a look at the value. */
static gboolean
set_card (const char **card, const char *key, gsize length, const char *value)
{
  gsize n;
  const ExtractCardKey *keys = extract_model_get_card_keys (&n);
  for (gsize i = 0; i < n; i++) {
    if (strlen (keys[i].key) == length && memcmp (keys[i].key, key, length) == 0) {
      card[i] = *value ? value : NULL;
      return TRUE;
    }
  }
  return FALSE;
}

static gboolean
fail_card (GError **error, const char *text)
{
  gsize n;
  const ExtractCardKey *keys = extract_model_get_card_keys (&n);
  g_autoptr (GString) expected = g_string_new ("KEY=VALUE with one of the keys ");
  for (gsize i = 0; i < n; i++)
    g_string_append_printf (expected, "%s%s", i ? ", " : "", keys[i].key);
  return cli_fail_value (error, "--card", expected->str, text);
}

/* The card as extract_model_new () wants it. Returns: (transfer container) (nullable) */
static const char **
make_card (const ModelOptions *options, ExtractModel *like, GError **error)
{
  gsize n;
  const ExtractCardKey *keys = extract_model_get_card_keys (&n);
  g_autofree const char **values = g_new0 (const char *, n);
  for (gsize i = 0; like && i < n; i++)
    values[i] = extract_model_get_card (like, keys[i].key);
  for (guint i = 0; options->card && options->card[i]; i++) {
    const char *equals = strchr (options->card[i], '=');
    if (!equals || !set_card (values, options->card[i], equals - options->card[i], equals + 1)) {
      fail_card (error, options->card[i]);
      return NULL;
    }
  }
  if (options->name)
    set_card (values, "name", strlen ("name"), options->name);

  const char **card = g_new0 (const char *, 2 * n + 1);
  for (gsize i = 0, k = 0; i < n; i++) {
    if (values[i]) {
      card[k++] = keys[i].key;
      card[k++] = values[i];
    }
  }
  return card;
}

/* "a,b" as an array of names, all known; "" has none. Returns: (transfer full) (nullable) */
static char **
parse_rules (const char *text, GError **error)
{
  gsize n;
  const ExtractRule *rules = extract_rule_get_all (&n);
  g_auto (GStrv) names = g_strsplit (text, ",", -1);
  for (guint i = 0; names[i]; i++) {
    gsize k = 0;
    while (k < n && strcmp (rules[k].name, names[i]) != 0)
      k++;
    if (k == n) {
      g_autofree char *known = g_strdup (rules[0].name);
      for (k = 1; k < n; k++) {
        g_autofree char *shorter = known;
        known = g_strconcat (shorter, ",", rules[k].name, NULL);
      }
      g_autofree char *expected = g_strdup_printf ("names of rules (%s)", known);
      cli_fail_value (error, "--rules", expected, names[i]);
      return NULL;
    }
  }
  return g_steal_pointer (&names);
}

/* The model that @like and the options ask for, around @network. */
static ExtractModel *
build_model (const ModelOptions *options, ExtractModel *like, ExtractNetwork *network, GError **error)
{
  const ExtractFeatureSet *set = like ? extract_model_get_feature_set (like) : NULL;
  double good = like ? extract_model_get_good_threshold (like) : options->good;
  double near_good = like ? extract_model_get_near_good_threshold (like) : options->near_good;
  static const char *const none[] = { NULL };
  const char *const *rules = like ? extract_model_get_rules (like) : none;
  g_auto (GStrv) parsed = NULL;

  if (options->features && !(set = extract_feature_set_find (options->features))) {
    g_autofree char *names = g_strjoinv (", ", (char **) extract_feature_set_get_names ());
    g_autofree char *expected = g_strdup_printf ("the name of a feature set (%s)", names);
    cli_fail_value (error, "--features", expected, options->features);
    return NULL;
  }
  if (options->good >= 0)
    good = options->good;
  if (options->near_good >= 0)
    near_good = options->near_good;
  if (options->rules) {
    if (!(parsed = parse_rules (options->rules, error)))
      return NULL;
    rules = (const char *const *) parsed;
  }
  g_autofree const char **card = make_card (options, like, error);
  /* What else the other model has goes with its features. */
  ExtractModelParts parts = { .no_text = 1 };
  if (like && set == extract_model_get_feature_set (like))
    parts = *extract_model_get_parts (like);
  parts.stages[EXTRACT_STAGE_FIRST].set = set;
  parts.stages[EXTRACT_STAGE_FIRST].network = network;
  parts.good = good;
  parts.near_good = near_good;
  parts.precision = options->precision.threshold > 0 ? options->precision
                    : like                           ? extract_model_get_parts (like)->precision
                                                     : parts.precision;
  parts.recall = options->recall.threshold > 0 ? options->recall
                 : like                        ? extract_model_get_parts (like)->recall
                                               : parts.recall;
  parts.rules = rules;
  return card ? extract_model_new (card, &parts, error) : NULL;
}

int
model_import (const ModelOptions *options, char **operands)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) like = NULL;
  int status;
  if (!guard_output (options, &status))
    return status;
  if (!cli_guard_input (operands[0], &error))
    return cli_fail (NULL, error);
  if (options->like) {
    like = cli_load_model (options->like, &error);
    if (!like)
      return cli_fail (NULL, error);
  } else if (!options->features || !options->name || options->good < 0 || options->near_good < 0) {
    return cli_usage ("import needs --like, or --features, --good, --near-good and --name");
  }
  g_autoptr (GBytes) bytes = read_net (operands[0], &error);
  g_autoptr (ExtractNetwork) network = bytes ? extract_network_from_fann (bytes, &error) : NULL;
  g_autoptr (ExtractModel) model = network ? build_model (options, like, network, &error) : NULL;
  if (!model)
    return cli_fail (error->domain == G_OPTION_ERROR ? NULL : operands[0], error);
  g_autoptr (GBytes) file = extract_model_to_bytes (model);
  return write_output (options, file);
}

/* ---- install -------------------------------------------------------------------------------- */

int
model_install (const ModelOptions *options, char **operands)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExtractModel) model = extract_model_load_any (operands[0], &error);
  if (!model)
    return cli_fail (NULL, error);
  if (!model_try (model, &error))
    return cli_fail (operands[0], error);

  g_autofree char *folder = cli_get_model_folder ();
  g_autofree char *base = g_strconcat (extract_model_get_name (model), ".model", NULL);
  g_autofree char *path = g_build_filename (folder, base, NULL);
  if (!options->force && g_file_test (path, G_FILE_TEST_EXISTS)) {
    cli_error (path, "a model of that name exists (--force replaces it)");
    return CLI_EXIT_FAILED;
  }
  if (g_mkdir_with_parents (folder, 0700) != 0) {
    cli_fail_errno (&error, "cannot be made");
    return cli_fail (folder, error);
  }
  g_autoptr (GBytes) bytes = extract_model_to_bytes (model);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  if (!cli_write_file (path, data, (gssize) size, &error))
    return cli_fail (path, error);
  g_autofree char *safe = cli_escape (path);
  g_autofree char *line = g_strconcat (safe, "\n", NULL);
  return cli_print (line);
}
