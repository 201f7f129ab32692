/* SPDX-License-Identifier: MIT */
/*
 * The file of a model, a text:
 *
 *   texttractor-model 1                      the version of this format
 *   name: classic                            the card: keys of the table in model.c, in its order;
 *   language: cs                             some may be missing
 *   features: classic 1                      feature set and its version
 *   thresholds: good 0.35 near-good 0.2
 *   rules: main-text-start common-path       on by default; any number, even none
 *   networks: 1
 *   network: inputs 78 layers 4
 *   layer: 39 sigmoid-stepwise 0.65          [L] neurons, activation, steepness
 *   ...
 *   weights: 4031                            [W] in the order of extract_network_new (),
 *   -0.0416035466 0.107163839 ...                eight a line, the last line has the rest
 *   checksum: sha256 <64 hexadecimal digits> of all bytes before this line
 *
 * There is exactly one way to write a model, and the reader takes no other: one space between
 * words, LF at the end of lines, each number as the writer would write it. So reading a file and
 * writing it again gives the same bytes.
 *
 * A file is foreign ground. Nothing is allocated by a number in it that the size of the file does
 * not bear out, and every refusal is one sentence with the number of the line.
 * What a model may hold is checked by the functions of model.c, which extract_model_new () calls too.
 */
#include <errno.h>
#include <float.h>
#include <math.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "model-private.h"

#define FORMAT_VERSION "1"
#define MAGIC "texttractor-model "
#define CHECKSUM "checksum: sha256 "
#define CHECKSUM_DIGITS 64
#define WEIGHTS_PER_LINE 8

/* The longest weight, "-1.23456789e-38 ", has 16 bytes: no valid model is larger than MAX_BYTES. */
#define MAX_BYTES (64 * 1024 * 1024)

/* ---- Numbers ------------------------------------------------------------------------------ */

/*
 * The one way to write a number: by as few significant digits, but not fewer than @least, as bring
 * the same value back; at most @most, which always do. Whole numbers come out as such. Nothing here
 * depends on the locale.
 */
typedef struct {
  int least, most;
} Digits;

static const Digits exact_float = { FLT_DECIMAL_DIG, FLT_DECIMAL_DIG }; /* weights: in one try */
static const Digits short_float = { FLT_DIG, FLT_DECIMAL_DIG };
static const Digits short_double = { DBL_DIG, DBL_DECIMAL_DIG };

static const char *const formats[] = {
  [6] = "%.6g", [7] = "%.7g", [8] = "%.8g", [9] = "%.9g", [15] = "%.15g", [16] = "%.16g", [17] = "%.17g",
};

#define NUMBER_SIZE 32

static double
value_of (const char *text, Digits digits)
{
  double value = g_ascii_strtod (text, NULL);

  return digits.most == FLT_DECIMAL_DIG ? (double) (float) value : value;
}

static const char *
number_to_text (char text[NUMBER_SIZE], Digits digits, double value)
{
  int n = digits.least;

  g_ascii_formatd (text, NUMBER_SIZE, formats[n], value);
  while (n < digits.most && value_of (text, digits) != value)
    g_ascii_formatd (text, NUMBER_SIZE, formats[++n], value);
  return text;
}

/* FALSE unless @text is what number_to_text () writes for a finite value. */
static gboolean
number_from_text (const char *text, Digits digits, double *value)
{
  char again[NUMBER_SIZE];

  *value = value_of (text, digits);
  return isfinite (*value) && strcmp (text, number_to_text (again, digits, *value)) == 0;
}

/* ---- Writing ------------------------------------------------------------------------------ */

GBytes *
extract_model_to_bytes (ExtractModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  const ExtractNetwork *network = model->parts.network;
  const guint n_layers = extract_network_get_n_layers (network);
  gsize n_weights;
  const float *weights = extract_network_get_weights (network, &n_weights);
  GString *file = g_string_new (MAGIC FORMAT_VERSION "\n");
  gsize n_keys;
  const ExtractCardKey *keys = extract_model_get_card_keys (&n_keys);
  char text[NUMBER_SIZE];

  for (gsize i = 0; i < n_keys; i++)
    if (model->card[i] != NULL)
      g_string_append_printf (file, "%s: %s\n", keys[i].key, model->card[i]);
  g_string_append_printf (file, "features: %s %u\n", extract_feature_set_get_name (model->parts.set),
                          extract_feature_set_get_version (model->parts.set));
  g_string_append_printf (file, "thresholds: good %s",
                          number_to_text (text, short_double, model->parts.good));
  g_string_append_printf (file, " near-good %s\n",
                          number_to_text (text, short_double, model->parts.near_good));
  g_string_append (file, "rules:");
  for (guint i = 0; model->parts.rules[i] != NULL; i++)
    g_string_append_printf (file, " %s", model->parts.rules[i]);
  g_string_append_printf (file, "\nnetworks: 1\nnetwork: inputs %u layers %u\n",
                          extract_network_get_n_inputs (network), n_layers);
  for (guint l = 0; l < n_layers; l++) {
    const ExtractLayer *layer = extract_network_get_layer (network, l);
    g_string_append_printf (file, "layer: %u %s %s\n", layer->size,
                            extract_activation_get_info (layer->activation)->name,
                            number_to_text (text, short_float, layer->steepness));
  }
  g_string_append_printf (file, "weights: %" G_GSIZE_FORMAT "\n", n_weights);
  for (gsize i = 0; i < n_weights; i++) {
    gboolean ends_line = i % WEIGHTS_PER_LINE == WEIGHTS_PER_LINE - 1 || i == n_weights - 1;
    g_string_append (file, number_to_text (text, exact_float, weights[i]));
    g_string_append_c (file, ends_line ? '\n' : ' ');
  }
  g_autofree char *sum =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) file->str, file->len);
  g_string_append_printf (file, CHECKSUM "%s\n", sum);
  return g_string_free_to_bytes (file);
}

/* ---- Reading ------------------------------------------------------------------------------ */

/*
 * The lines of a file, cut in place. Errors are set without the number of the line; whoever called
 * puts the number of the current line before them.
 */
typedef struct {
  char *next; /* start of the next line */
  char *end;  /* of the text; *end is '\0' */
  char *word; /* next word of the current line, NULL if there is none; words may be empty */
  guint line; /* number of the current line, from 1 */
} Reader;

static gboolean
read_line (Reader *reader, GError **error)
{
  reader->line++;
  if (reader->next == reader->end)
    return extract_model_refuse (error, "the file ends before all of the model has come");
  reader->word = reader->next;
  char *end = strchr (reader->next, '\n');
  *end = '\0';
  reader->next = end + 1;
  return TRUE;
}

/* "KEY: WORDS" or "KEY:". */
static gboolean
enter_line (Reader *reader, const char *key, GError **error)
{
  const gsize length = strlen (key);

  if (strncmp (reader->word, key, length) != 0 || reader->word[length] != ':')
    return extract_model_refuse (error, "\"%s:\" is expected here", key);
  char *rest = reader->word + length + 1;
  if (*rest != '\0' && *rest != ' ')
    return extract_model_refuse (error, "there is no space after \"%s:\"", key);
  reader->word = *rest == ' ' ? rest + 1 : NULL;
  return TRUE;
}

static gboolean
read_key (Reader *reader, const char *key, GError **error)
{
  return read_line (reader, error) && enter_line (reader, key, error);
}

/* NULL at the end of the line. */
static const char *
take_word (Reader *reader)
{
  char *word = reader->word;

  if (word == NULL)
    return NULL;
  reader->word = strchr (word, ' ');
  if (reader->word != NULL)
    *reader->word++ = '\0';
  return word;
}

static gboolean
read_word (Reader *reader, const char *expected, GError **error)
{
  const char *word = take_word (reader);

  if (g_strcmp0 (word, expected) != 0)
    return extract_model_refuse (error, "the word \"%s\" is expected here", expected);
  return TRUE;
}

static gboolean
read_end (Reader *reader, GError **error)
{
  if (reader->word != NULL)
    return extract_model_refuse (error, "the line goes on where it should end");
  return TRUE;
}

/* @what is for the sentence: "the steepness of a layer". */
static gboolean
read_number (Reader *reader, const char *what, Digits digits, double *value, GError **error)
{
  const char *word = take_word (reader);

  if (word == NULL)
    return extract_model_refuse (error, "%s is missing", what);
  if (!number_from_text (word, digits, value))
    return extract_model_refuse (error, "%s is not a number written as a model file has it", what);
  return TRUE;
}

static gboolean
read_count (Reader *reader, const char *what, guint *value, GError **error)
{
  double number;

  if (!read_number (reader, what, short_double, &number, error))
    return FALSE;
  if (number < 0 || number > G_MAXUINT || number != floor (number))
    return extract_model_refuse (error, "%s is not a whole number from 0 to %u", what, G_MAXUINT);
  *value = (guint) number;
  return TRUE;
}

/* Reads the lines of the card and stops in the first line behind it. */
static gboolean
read_card (Reader *reader, char *card[N_CARD_KEYS], GError **error)
{
  gsize n_keys;
  const ExtractCardKey *keys = extract_model_get_card_keys (&n_keys);
  int last = -1;

  for (;;) {
    if (!read_line (reader, error))
      return FALSE;
    g_autofree char *key = g_strndup (reader->word, strcspn (reader->word, ":"));
    int i = extract_model_find_card_key (key);
    if (i < 0)
      return extract_model_check_card (card, error);
    if (!enter_line (reader, key, error) ||
        !extract_model_add_to_card (card, key, reader->word != NULL ? reader->word : "", error))
      return FALSE;
    if (i < last)
      return extract_model_refuse (error, "the key \"%s\" comes before \"%s\"", keys[i].key, keys[last].key);
    last = i;
  }
}

static gboolean
read_features (Reader *reader, const ExtractFeatureSet **set, GError **error)
{
  guint version;

  if (!enter_line (reader, "features", error))
    return FALSE;
  const char *name = take_word (reader);
  if (name == NULL || !extract_model_is_name (name))
    return extract_model_refuse (error, "the name of the feature set is not one word of a-z, 0-9 and -");
  if (!read_count (reader, "the version of the feature set", &version, error) || !read_end (reader, error))
    return FALSE;
  *set = extract_feature_set_find (name);
  if (*set == NULL) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH,
                 "the feature set \"%.64s\" is not known to this version", name);
    return FALSE;
  }
  if (extract_feature_set_get_version (*set) != version) {
    g_set_error (error, EXTRACT_ERROR, EXTRACT_ERROR_MODEL_MISMATCH,
                 "the model was made for version %u of the feature set \"%.64s\", which is now at version %u",
                 version, name, extract_feature_set_get_version (*set));
    return FALSE;
  }
  return TRUE;
}

static gboolean
read_thresholds (Reader *reader, double *good, double *near_good, GError **error)
{
  return read_key (reader, "thresholds", error) && read_word (reader, "good", error) &&
         read_number (reader, "the threshold for good blocks", short_double, good, error) &&
         read_word (reader, "near-good", error) &&
         read_number (reader, "the threshold for near-good blocks", short_double, near_good, error) &&
         read_end (reader, error) && extract_model_check_thresholds (*good, *near_good, error);
}

static gboolean
read_rules (Reader *reader, const char *const **rules, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (!read_key (reader, "rules", error))
    return FALSE;
  while ((name = take_word (reader)) != NULL)
    if (!extract_model_add_rule (names, name, error))
      return FALSE;
  *rules = (const char *const *) extract_model_steal_names (names);
  return TRUE;
}

static gboolean
read_layer (Reader *reader, ExtractLayer *layer, GError **error)
{
  double steepness;

  if (!read_key (reader, "layer", error) || !read_count (reader, "the size of a layer", &layer->size, error))
    return FALSE;
  const char *name = take_word (reader);
  guint a = 0;
  while (a < EXTRACT_N_ACTIVATIONS &&
         g_strcmp0 (name, extract_activation_get_info ((ExtractActivation) a)->name) != 0)
    a++;
  if (a == EXTRACT_N_ACTIVATIONS)
    return extract_model_refuse (error, "the activation of a layer is not known");
  layer->activation = (ExtractActivation) a;
  if (!read_number (reader, "the steepness of a layer", short_float, &steepness, error))
    return FALSE;
  layer->steepness = (float) steepness;
  return read_end (reader, error);
}

/* [W] weights, eight a line. */
static gboolean
read_weights (Reader *reader, float **weights, gsize *n_weights, GError **error)
{
  guint n;

  if (!read_key (reader, "weights", error) || !read_count (reader, "the number of weights", &n, error) ||
      !read_end (reader, error) || !extract_model_check_n_weights (n, error))
    return FALSE;
  /* Each takes a digit at least, and a space or the end of a line. */
  if (n > (gsize) (reader->end - reader->next) / 2)
    return extract_model_refuse (error, "the file is too short for %u weights", n);

  *weights = g_new (float, n);
  *n_weights = n;
  for (guint i = 0; i < n; i++) {
    double weight;
    if (i % WEIGHTS_PER_LINE == 0 && (!read_end (reader, error) || !read_line (reader, error)))
      return FALSE;
    if (!read_number (reader, "a weight", exact_float, &weight, error))
      return FALSE;
    (*weights)[i] = (float) weight;
  }
  return read_end (reader, error);
}

static gboolean
read_network (Reader *reader, const ExtractFeatureSet *set, ExtractNetwork **network, GError **error)
{
  g_autoptr (GArray) layers = g_array_new (FALSE, FALSE, sizeof (ExtractLayer));
  g_autofree float *weights = NULL;
  guint n_networks, n_inputs, n_layers;
  gsize n_weights = 0;

  if (!read_key (reader, "networks", error) ||
      !read_count (reader, "the number of networks", &n_networks, error) || !read_end (reader, error))
    return FALSE;
  if (n_networks != 1)
    return extract_model_refuse (error, "the model has %u networks, not one", n_networks);
  if (!read_key (reader, "network", error) || !read_word (reader, "inputs", error) ||
      !read_count (reader, "the number of inputs", &n_inputs, error) ||
      !read_word (reader, "layers", error) ||
      !read_count (reader, "the number of layers", &n_layers, error) || !read_end (reader, error))
    return FALSE;
  const guint network_line = reader->line;
  for (guint l = 0; l < n_layers; l++) {
    ExtractLayer layer;
    if (!read_layer (reader, &layer, error))
      return FALSE;
    g_array_append_val (layers, layer);
  }
  if (!read_weights (reader, &weights, &n_weights, error))
    return FALSE;

  /* What follows is about the network as a whole. */
  const guint last_line = reader->line;
  reader->line = network_line;
  *network = extract_network_new (n_inputs, (const ExtractLayer *) (gpointer) layers->data, n_layers, weights,
                                  n_weights, error);
  if (*network == NULL || !extract_model_check_fit (set, *network, error))
    return FALSE;
  reader->line = last_line;
  return TRUE;
}

static ExtractModel *
read_model (Reader *reader, GError **error)
{
  g_autoptr (ExtractModel) model = extract_model_alloc ();

  model->parts.no_text = 1;
  if (!read_card (reader, model->card, error) || !read_features (reader, &model->parts.set, error) ||
      !read_thresholds (reader, &model->parts.good, &model->parts.near_good, error) ||
      !read_rules (reader, &model->parts.rules, error) ||
      !read_network (reader, model->parts.set, &model->parts.network, error))
    return NULL;
  if (reader->next != reader->end) {
    reader->line++;
    extract_model_refuse (error, "the file goes on where it should end");
    return NULL;
  }
  return g_steal_pointer (&model);
}

static guint
line_of (const char *data, gsize offset)
{
  guint line = 1;

  for (gsize i = 0; i < offset; i++)
    line += data[i] == '\n';
  return line;
}

static gboolean
check_version (const char *data, gsize size, GError **error)
{
  const gsize start = strlen (MAGIC);
  gsize digits = 0;

  if (size < start || memcmp (data, MAGIC, start) != 0)
    return extract_model_refuse (error, "this is not a model file");
  while (start + digits < size && g_ascii_isdigit (data[start + digits]))
    digits++;
  if (digits == 0 || digits > 9 || start + digits == size || data[start + digits] != '\n')
    return extract_model_refuse (error, "the version of the format is not a number");
  if (digits != strlen (FORMAT_VERSION) || memcmp (data + start, FORMAT_VERSION, digits) != 0)
    return extract_model_refuse (error, "the file has version %.*s of the format, this version reads %s",
                                 (int) digits, data + start, FORMAT_VERSION);
  return TRUE;
}

/* The first and the last line, and that the bytes between them came whole. On failure, @line is where. */
static gboolean
check_frame (const char *data, gsize size, gsize *body_size, guint *line, GError **error)
{
  const gsize tail = strlen (CHECKSUM) + CHECKSUM_DIGITS + 1;

  *line = 1;
  if (size > MAX_BYTES)
    return extract_model_refuse (error, "the file has more than %d bytes", MAX_BYTES);
  if (!check_version (data, size, error))
    return FALSE;

  *line = line_of (data, size - 1);
  if (size < tail || memcmp (data + size - tail, CHECKSUM, strlen (CHECKSUM)) != 0 ||
      data[size - tail - 1] != '\n' || data[size - 1] != '\n')
    return extract_model_refuse (error, "the last line is not a checksum: the file is damaged or cut short");
  const gsize body = size - tail;
  g_autofree char *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) data, body);
  if (memcmp (data + body + strlen (CHECKSUM), sum, CHECKSUM_DIGITS) != 0)
    return extract_model_refuse (
        error, "the checksum is not that of the lines above: the file is damaged or was changed");

  const char *zero = memchr (data, '\0', body);
  if (zero != NULL) {
    *line = line_of (data, (gsize) (zero - data));
    return extract_model_refuse (error, "there is a zero byte");
  }
  *body_size = body;
  return TRUE;
}

ExtractModel *
extract_model_load_bytes (GBytes *bytes, GError **error)
{
  g_return_val_if_fail (bytes != NULL, NULL);

  gsize size, body_size = 0;
  guint line;
  const char *data = g_bytes_get_data (bytes, &size);
  if (!check_frame (data, size, &body_size, &line, error)) {
    g_prefix_error (error, "line %u: ", line);
    return NULL;
  }

  g_autofree char *text = g_strndup (data, body_size);
  Reader reader = { .next = strchr (text, '\n') + 1, .end = text + body_size, .line = 1 };
  ExtractModel *model = read_model (&reader, error);
  if (model == NULL)
    g_prefix_error (error, "line %u: ", reader.line);
  return model;
}

/* Stops soon after MAX_BYTES: extract_model_load_bytes () will say what is wrong. */
static GBytes *
read_file (const char *path, GError **error)
{
  g_autoptr (GByteArray) content = g_byte_array_new ();
  guint8 chunk[65536];
  gsize n;

  FILE *file = g_fopen (path, "rbe");
  if (file == NULL) {
    int code = errno;
    g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
    return NULL;
  }
  while (content->len <= MAX_BYTES && (n = fread (chunk, 1, sizeof chunk, file)) > 0)
    g_byte_array_append (content, chunk, (guint) n);
  int code = ferror (file) ? errno : 0;
  fclose (file);
  if (code != 0) {
    g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
    return NULL;
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&content));
}

ExtractModel *
extract_model_load (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (GBytes) bytes = read_file (path, error);
  ExtractModel *model = bytes != NULL ? extract_model_load_bytes (bytes, error) : NULL;
  if (model == NULL) {
    g_autofree char *shown = g_filename_display_name (path);
    g_prefix_error (error, "%s: ", shown);
  }
  return model;
}
