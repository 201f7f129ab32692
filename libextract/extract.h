/* SPDX-License-Identifier: MIT */
/*
 * libextract: finds the main text of a web page.
 *
 *   bytes -> ExtractParser -> ExtractDocument (blocks) -> ExtractClassifier (features, scores,
 *   labels, rules) -> extract_document_to_string ()
 *
 * All values are reference counted (atomically) unless they are plain tables. The library never
 * prints, exits, reads user configuration, calls setlocale () or opens a socket. Parsers, models
 * and classifiers do not change once they are set up: threads may share them. A document belongs
 * to one thread until it is labelled; from then on it is sealed, and may be shared too.
 */
#pragma once

#include <glib-object.h>
#include <libextract/version.h>

G_BEGIN_DECLS

#define EXTRACT_API __attribute__ ((visibility ("default")))

/** extract_get_version: the version of the library at run time, as in EXTRACT_VERSION. */
EXTRACT_API const char *extract_get_version (void);

/* ---- Errors ------------------------------------------------------------------------------- */

#define EXTRACT_ERROR (extract_error_quark ())
EXTRACT_API GQuark extract_error_quark (void);

/**
 * ExtractError: what a caller would act upon. Failing reads and writes stay in G_IO_ERROR.
 */
typedef enum {
  EXTRACT_ERROR_TOO_LARGE,       /* more bytes than EXTRACT_LIMIT_BYTES */
  EXTRACT_ERROR_TOO_DEEP,        /* elements nested deeper than EXTRACT_LIMIT_DEPTH */
  EXTRACT_ERROR_TOO_MANY_BLOCKS, /* more text blocks than EXTRACT_LIMIT_BLOCKS */
  EXTRACT_ERROR_OUT_OF_TIME,     /* longer than EXTRACT_LIMIT_MILLISECONDS */
  EXTRACT_ERROR_OUT_OF_MEMORY,   /* more memory than EXTRACT_LIMIT_MEMORY */
  EXTRACT_ERROR_NOT_HTML,        /* the bytes are not a web page */
  EXTRACT_ERROR_MARKUP,          /* the HTML parser cannot read the page */
  EXTRACT_ERROR_ENCODING,        /* the name of an encoding is unknown */
  EXTRACT_ERROR_MODEL_UNKNOWN,   /* no model of that name is built in */
  EXTRACT_ERROR_MODEL_FORMAT,    /* a model file is damaged, or not a model file */
  EXTRACT_ERROR_MODEL_MISMATCH,  /* a model does not fit the feature set or the network in use */
  EXTRACT_ERROR_SEALED,          /* the document has been labelled before */
  EXTRACT_ERROR_NOT_LABELLED,    /* the document has not been labelled yet */
  EXTRACT_ERROR_ANNOTATION,      /* a file of labels is damaged, or a label is none that it could hold */
} ExtractError;

/* ---- Labels ------------------------------------------------------------------------------- */

/** ExtractLabel: what a block is. Only good blocks are main text. */
typedef enum {
  EXTRACT_LABEL_NONE,      /* not labelled yet */
  EXTRACT_LABEL_BAD,       /* boilerplate */
  EXTRACT_LABEL_NEAR_GOOD, /* below the threshold, but close enough for a rule to lift it */
  EXTRACT_LABEL_GOOD,      /* main text */
} ExtractLabel;

/** extract_label_get_nick: "none", "bad", "near-good" or "good". */
EXTRACT_API const char *extract_label_get_nick (ExtractLabel label);

/** ExtractRole: what part a block plays on its page, whether it is main text or not. */
typedef enum {
  EXTRACT_ROLE_TEXT,
  EXTRACT_ROLE_HEADING,
  EXTRACT_ROLE_CAPTION, /* of a picture or a table */
  EXTRACT_ROLE_COMMENT, /* of readers */
  EXTRACT_ROLE_RELATED, /* other things to read or to buy */
  EXTRACT_N_ROLES
} ExtractRole;

/** ExtractRoleInfo: a row of the table of roles. */
typedef struct {
  const char *name;     /* "comment" */
  const char *sentence; /* what it is */
} ExtractRoleInfo;

EXTRACT_API const ExtractRoleInfo *extract_role_get_info (ExtractRole role);

/* ---- Opaque types ------------------------------------------------------------------------- */

typedef struct _ExtractParser ExtractParser;
typedef struct _ExtractDocument ExtractDocument;
typedef struct _ExtractBlock ExtractBlock;
typedef struct _ExtractFeatureSet ExtractFeatureSet;
typedef struct _ExtractTokenCounts ExtractTokenCounts;
typedef struct _ExtractTokenTables ExtractTokenTables;
typedef struct _ExtractNetwork ExtractNetwork;
typedef struct _ExtractModel ExtractModel;
typedef struct _ExtractClassifier ExtractClassifier;
typedef struct _ExtractAnnotation ExtractAnnotation;

/* ---- Parser: bytes to blocks -------------------------------------------------------------- */

/**
 * ExtractLimit: what one page may take. Memory is counted before it is taken, from the bytes of the page to
 * its output, and so is time: a document takes what parsing has left of both, in computing features,
 * labelling and writing. Any of these fails with EXTRACT_ERROR_OUT_OF_MEMORY, also where the system has no
 * more, or with EXTRACT_ERROR_OUT_OF_TIME, and leaves all as it was.
 */
typedef enum {
  EXTRACT_LIMIT_BYTES,        /* length of the page, in bytes */
  EXTRACT_LIMIT_DEPTH,        /* nesting of elements */
  EXTRACT_LIMIT_BLOCKS,       /* number of text blocks */
  EXTRACT_LIMIT_MEMORY,       /* memory for the page and all that is made of it, in bytes */
  EXTRACT_LIMIT_MILLISECONDS, /* time of the processor, from bytes to output */
  EXTRACT_N_LIMITS
} ExtractLimit;

/** ExtractLimitInfo: a row of the table of limits. */
typedef struct {
  const char *name;      /* "max-bytes" */
  const char *unit;      /* "bytes" */
  guint64 default_value; /* what a new parser starts with */
  guint64 maximum;       /* the largest value that may be set; the smallest is 1 */
  const char *sentence;  /* what it limits */
} ExtractLimitInfo;

/** extract_limit_get_info: Returns: (transfer none): the row of @limit. */
EXTRACT_API const ExtractLimitInfo *extract_limit_get_info (ExtractLimit limit);

/** extract_parser_new: Returns: (transfer full): a parser with default limits. */
EXTRACT_API ExtractParser *extract_parser_new (void);
EXTRACT_API ExtractParser *extract_parser_ref (ExtractParser *parser);
EXTRACT_API void extract_parser_unref (ExtractParser *parser);

/**
 * extract_parser_set_limit: @value is clamped to [1, maximum of the limit].
 * Set limits before the parser is shared by threads.
 */
EXTRACT_API void extract_parser_set_limit (ExtractParser *parser, ExtractLimit limit, guint64 value);
EXTRACT_API guint64 extract_parser_get_limit (ExtractParser *parser, ExtractLimit limit);

/**
 * extract_parser_set_encoding:
 * @label: (nullable): a label of the WHATWG encoding standard, or NULL to find the encoding out
 *
 * Decodes every page by this encoding, whatever the page says of itself.
 * Fails with EXTRACT_ERROR_ENCODING.
 */
EXTRACT_API gboolean extract_parser_set_encoding (ExtractParser *parser, const char *label, GError **error);

/**
 * ExtractMarkupParser: how markup is read. Both give the same documents where the scanner knows the gumbo
 * that is linked; where it does not, PLAIN is the default.
 */
typedef enum {
  EXTRACT_MARKUP_PARSER_SCANNER,
  EXTRACT_MARKUP_PARSER_PLAIN,
  EXTRACT_N_MARKUP_PARSERS
} ExtractMarkupParser;

typedef struct {
  const char *name;
  const char *sentence;
} ExtractMarkupParserInfo;

/** extract_markup_parser_get_info: Returns: (transfer none): a row of the table of ways to read markup. */
EXTRACT_API const ExtractMarkupParserInfo *extract_markup_parser_get_info (ExtractMarkupParser parser);

EXTRACT_API void extract_parser_set_markup_parser (ExtractParser *parser, ExtractMarkupParser markup_parser);
EXTRACT_API ExtractMarkupParser extract_parser_get_markup_parser (ExtractParser *parser);

/**
 * extract_parser_parse_bytes:
 * @bytes: the page as it came, in any encoding
 * @content_type: (nullable): the Content-Type header, for its charset
 * @uri: (nullable): where the page came from; relative links are resolved against it
 *
 * Cuts a page into text blocks. Invalid bytes and broken markup never make it fail.
 *
 * Returns: (transfer full) (nullable): a document that may have no blocks, or NULL with
 * EXTRACT_ERROR_TOO_LARGE, _TOO_DEEP, _TOO_MANY_BLOCKS, _OUT_OF_TIME, _OUT_OF_MEMORY, _NOT_HTML or _MARKUP.
 */
EXTRACT_API ExtractDocument *
extract_parser_parse_bytes (ExtractParser *parser, GBytes *bytes, const char *content_type, const char *uri,
                            GError **error);

/* ---- Addresses ---------------------------------------------------------------------------- */

/**
 * extract_url_dup_without_user: @text: an address, or a sentence that has some. Names and passwords of users
 * ("https://jan:secret@site.example/") are for the server alone: they are left out before an address is kept
 * or shown. Returns: (transfer full)
 */
EXTRACT_API char *extract_url_dup_without_user (const char *text);

/* ---- Document ----------------------------------------------------------------------------- */

EXTRACT_API ExtractDocument *extract_document_ref (ExtractDocument *document);
EXTRACT_API void extract_document_unref (ExtractDocument *document);

/**
 * extract_document_copy: Returns: (transfer full): the same page without labels, not sealed.
 * Texts and features are shared between the copies; labels are not.
 */
EXTRACT_API ExtractDocument *extract_document_copy (ExtractDocument *document);

/** extract_document_get_uri: Returns: (nullable): as given to the parser. */
EXTRACT_API const char *extract_document_get_uri (ExtractDocument *document);
/** extract_document_get_base: Returns: (nullable): what relative links refer to (`<base href>`, else the
 * URI). */
EXTRACT_API const char *extract_document_get_base (ExtractDocument *document);
/** extract_document_get_title: Returns: the text of `<title>`, white space collapsed; "" if it has none. */
EXTRACT_API const char *extract_document_get_title (ExtractDocument *document);
/** extract_document_get_charset: Returns: the WHATWG name of the encoding it was decoded from. */
EXTRACT_API const char *extract_document_get_charset (ExtractDocument *document);
/** extract_document_get_language: Returns: (nullable): the language tag that the page declares. */
EXTRACT_API const char *extract_document_get_language (ExtractDocument *document);
/** extract_document_get_model: Returns: (nullable): name of the model that labelled it. */
EXTRACT_API const char *extract_document_get_model (ExtractDocument *document);

/**
 * extract_document_get_confidence: how sure the labels are, 0..1.
 *
 * If the model has a network for the outcome, the F1 that it expects of the text; or, if it found that the
 * page has no main text, how likely that is. If not, the mean over the words of the page of
 * |score - t| / (score < t ? t : 1 - t) with t the threshold for good blocks, 0 for a page without words:
 * the sureness of the classifier, not a calibrated probability.
 */
EXTRACT_API double extract_document_get_confidence (ExtractDocument *document);

/**
 * extract_document_has_main_text: whether a block is good; so FALSE before labelling. If the network for the
 * outcome found that the page as a whole has no main text, all blocks are bad, whatever their scores.
 */
EXTRACT_API gboolean extract_document_has_main_text (ExtractDocument *document);

EXTRACT_API gboolean extract_document_is_sealed (ExtractDocument *document);
EXTRACT_API guint extract_document_get_n_blocks (ExtractDocument *document);
/**
 * extract_document_get_block: Returns: (transfer none): block @i in reading order. It lives as
 * long as the document; a reference to it is a reference to the document.
 */
EXTRACT_API ExtractBlock *extract_document_get_block (ExtractDocument *document, guint i);

/**
 * extract_document_compute_features: fills in the features of every block, as @set defines them.
 * @tables: (nullable): for the features of the family "token"; without them these are unknown (NAN)
 *
 * extract_classifier_label () does not need it, and keeps no features. Fails with EXTRACT_ERROR_SEALED,
 * _OUT_OF_MEMORY, _OUT_OF_TIME.
 */
EXTRACT_API gboolean extract_document_compute_features (ExtractDocument *document,
                                                        const ExtractFeatureSet *set,
                                                        ExtractTokenTables *tables, GError **error);

/** ExtractScale: how a value is standardised: x' = (x - mean) / max (deviation, 0.03), cut to -6..6, and 0
 * for one that is not known (NAN). */
typedef struct {
  float mean;
  float deviation;
} ExtractScale;

/** extract_scale_apply: @values: (inout) (array): @n_rows x @n_columns, row by row; column k by @scale[k] */
EXTRACT_API void
extract_scale_apply (const ExtractScale *scale, guint n_columns, gsize n_rows, float *values);

/**
 * extract_inputs_gather: the inputs of a network for one block.
 * @rows: (array): features of the blocks of a page, in the order of @set, standardised where the model has a
 *   scale: @n x n_features
 * @inputs: (out caller-allocates): extract_feature_set_get_n_inputs () values
 *
 * For the blocks i-w .. i+w of the window in this order: all features of block @i, those of the core of the
 * others; zeros beyond both ends of the page.
 */
EXTRACT_API void
extract_inputs_gather (const ExtractFeatureSet *set, const float *rows, guint n, guint i, float *inputs);

/** extract_document_get_inputs: extract_inputs_gather () for block @i, with the features of the document,
 * which must have been computed; not standardised, 0 for what is not known. */
EXTRACT_API void extract_document_get_inputs (ExtractDocument *document, guint i, float *inputs);

/**
 * extract_document_compute_context: the inputs of a second network, from the scores of a first one.
 * @scores: (array): one for each block, 0..1
 * @values: (out caller-allocates): blocks x the features of extract_feature_set_get_context ()
 */
EXTRACT_API void
extract_document_compute_context (ExtractDocument *document, const float *scores, float *values);

/**
 * extract_document_compute_outcome: what the scores say of the page as a whole.
 * @scores: (array): the final ones
 * @threshold: for good blocks
 * @values: (out caller-allocates): the features of extract_feature_set_get_outcome ()
 */
EXTRACT_API void extract_document_compute_outcome (ExtractDocument *document, const float *scores,
                                                   double threshold, float *values);

/* ---- Block -------------------------------------------------------------------------------- */

EXTRACT_API ExtractBlock *extract_block_ref (ExtractBlock *block);
EXTRACT_API void extract_block_unref (ExtractBlock *block);

/** extract_block_get_text: Returns: UTF-8, white space collapsed but in preformatted text; never empty. */
EXTRACT_API const char *extract_block_get_text (ExtractBlock *block);
/** extract_block_get_tag: Returns: name of the block-level element that owns the text. */
EXTRACT_API const char *extract_block_get_tag (ExtractBlock *block);
/**
 * extract_block_dup_path: Returns: (transfer full): XPath of that element, as
 * "/html/body/div[2]/p[1]". Paths of more than 64 steps have "/…" in place of their middle.
 */
EXTRACT_API char *extract_block_dup_path (ExtractBlock *block);
/** extract_block_get_n_words: words of the text, counted as texttractor-features(7) says. */
EXTRACT_API guint extract_block_get_n_words (ExtractBlock *block);
/** extract_block_get_features: Returns: (nullable) (array length=n): NULL before they are computed. */
EXTRACT_API const float *extract_block_get_features (ExtractBlock *block, gsize *n);
/** extract_block_get_role: by the elements around it (see texttractor-output(5)), never by its score. */
EXTRACT_API ExtractRole extract_block_get_role (ExtractBlock *block);
/** extract_block_get_score: 0..1, how much the network takes it for main text. */
EXTRACT_API double extract_block_get_score (ExtractBlock *block);
EXTRACT_API ExtractLabel extract_block_get_label (ExtractBlock *block);
/** extract_block_get_rule: Returns: (nullable): the rule that changed the label last, NULL if none did. */
EXTRACT_API const char *extract_block_get_rule (ExtractBlock *block);

/* ---- Features ----------------------------------------------------------------------------- */

/** ExtractFeature: a row of the table of features. */
typedef struct {
  const char *name;   /* "link-density" */
  const char *family; /* "text", "density", "tag", "position" ... */
  const char *unit;   /* "share", "flag", "count/page maximum" ... */
  float minimum;      /* range of the value */
  float maximum;
  const char *formula;  /* in the letters of texttractor-features(7) */
  const char *sentence; /* what it measures */
} ExtractFeature;

/** extract_feature_set_find: Returns: (transfer none) (nullable): the feature set of that name. */
EXTRACT_API const ExtractFeatureSet *extract_feature_set_find (const char *name);
/** extract_feature_set_get_names: Returns: (transfer none): names of all sets, NULL-terminated. */
EXTRACT_API const char *const *extract_feature_set_get_names (void);
EXTRACT_API const char *extract_feature_set_get_name (const ExtractFeatureSet *set);
/** extract_feature_set_get_version: grows whenever a value of the set changes its meaning. */
EXTRACT_API guint extract_feature_set_get_version (const ExtractFeatureSet *set);
EXTRACT_API guint extract_feature_set_get_n_features (const ExtractFeatureSet *set);
/** extract_feature_set_get_window: how many blocks on each side belong to the inputs of a block. */
EXTRACT_API guint extract_feature_set_get_window (const ExtractFeatureSet *set);
/** extract_feature_set_get_n_core: the first so many features are given by the neighbours, too. */
EXTRACT_API guint extract_feature_set_get_n_core (const ExtractFeatureSet *set);
/** extract_feature_set_get_n_inputs: features + 2 x window x features of the core. */
EXTRACT_API guint extract_feature_set_get_n_inputs (const ExtractFeatureSet *set);
EXTRACT_API const ExtractFeature *extract_feature_set_get_feature (const ExtractFeatureSet *set, guint i);
/** extract_feature_set_get_context: what a second network reads of each block: nothing but scores. It is not
 * among the names. */
EXTRACT_API const ExtractFeatureSet *extract_feature_set_get_context (void);
/** extract_feature_set_get_outcome: what the network for the confidence reads of a page. */
EXTRACT_API const ExtractFeatureSet *extract_feature_set_get_outcome (void);

/* ---- Tables of tokens ---------------------------------------------------------------------- */

/**
 * extract_token_counts_new: Returns: (transfer full): counts of no pages. What is counted for a token (a tag,
 * a word of a class or id, a word of the text) is how much of the text that goes with it is main text.
 */
EXTRACT_API ExtractTokenCounts *extract_token_counts_new (void);
EXTRACT_API void extract_token_counts_free (ExtractTokenCounts *counts);
/** extract_token_counts_add: @shares: (array): share of the words of each block that is main text, 0..1; NAN
 * if nothing is known of it
 * @weight: of the page, > 0 */
EXTRACT_API void extract_token_counts_add (ExtractTokenCounts *counts, ExtractDocument *document,
                                           const float *shares, double weight);
/** extract_token_counts_merge: adds @other to @counts. */
EXTRACT_API void extract_token_counts_merge (ExtractTokenCounts *counts, const ExtractTokenCounts *other);

/** extract_token_tables_new: Returns: (transfer full): tables of the tokens that were counted on pages
 * enough. */
EXTRACT_API ExtractTokenTables *extract_token_tables_new (const ExtractTokenCounts *counts);
EXTRACT_API ExtractTokenTables *extract_token_tables_ref (ExtractTokenTables *tables);
EXTRACT_API void extract_token_tables_unref (ExtractTokenTables *tables);
/** extract_token_tables_get_n: tokens of all tables. */
EXTRACT_API guint extract_token_tables_get_n (const ExtractTokenTables *tables);

/* ---- Network ------------------------------------------------------------------------------ */

/** ExtractActivation: the activation functions of FANN that a network may use; s = steepness x sum. */
typedef enum {
  EXTRACT_ACTIVATION_LINEAR,                     /* s */
  EXTRACT_ACTIVATION_SIGMOID,                    /* 1 / (1 + exp (-2 s)) */
  EXTRACT_ACTIVATION_SIGMOID_STEPWISE,           /* the same, by straight pieces */
  EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC,          /* tanh s */
  EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC_STEPWISE, /* the same, by straight pieces */
  EXTRACT_ACTIVATION_GAUSSIAN,                   /* exp (-s^2) */
  EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC,         /* 2 exp (-s^2) - 1 */
  EXTRACT_ACTIVATION_ELLIOT,                     /* s / 2 / (1 + |s|) + 0.5 */
  EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC,           /* s / (1 + |s|) */
  EXTRACT_ACTIVATION_LINEAR_PIECE,               /* s, cut to [0, 1] */
  EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC,     /* s, cut to [-1, 1] */
  EXTRACT_N_ACTIVATIONS
} ExtractActivation;

/** ExtractActivationInfo: a row of the table of activations. */
typedef struct {
  const char *name; /* "gaussian-symmetric" */
  double minimum;   /* range of the values; infinite for "linear" */
  double maximum;
} ExtractActivationInfo;

EXTRACT_API const ExtractActivationInfo *extract_activation_get_info (ExtractActivation activation);

/** ExtractLayer: a layer after the inputs. */
typedef struct {
  guint size; /* neurons, the bias not counted */
  ExtractActivation activation;
  float steepness;
} ExtractLayer;

/**
 * extract_network_new:
 * @n_inputs: 1..65536
 * @layers: (array length=n_layers): 1..16 layers of 1..65536 neurons, the last one gives the outputs
 * @weights: (array length=n_weights): for each layer, for each neuron: the weight of each neuron of
 *   the layer before, then that of its bias (the order of FANN's connections). All finite.
 *
 * Returns: (transfer full) (nullable): a fully connected feed-forward network, or NULL with
 * EXTRACT_ERROR_MODEL_FORMAT if a size is out of range, a number is not finite, or @n_weights is
 * not what the sizes need.
 */
EXTRACT_API ExtractNetwork *extract_network_new (guint n_inputs, const ExtractLayer *layers, guint n_layers,
                                                 const float *weights, gsize n_weights, GError **error);
EXTRACT_API ExtractNetwork *extract_network_ref (ExtractNetwork *network);
EXTRACT_API void extract_network_unref (ExtractNetwork *network);
EXTRACT_API guint extract_network_get_n_inputs (const ExtractNetwork *network);
EXTRACT_API guint extract_network_get_n_outputs (const ExtractNetwork *network);
EXTRACT_API guint extract_network_get_n_layers (const ExtractNetwork *network);
EXTRACT_API const ExtractLayer *extract_network_get_layer (const ExtractNetwork *network, guint i);
/** extract_network_get_weights: Returns: (transfer none) (array length=n): in the order of
 * extract_network_new (). */
EXTRACT_API const float *extract_network_get_weights (const ExtractNetwork *network, gsize *n);

/**
 * extract_network_run:
 * @inputs: (array): @n_samples x n_inputs, row by row
 * @outputs: (out caller-allocates): @n_samples x n_outputs
 *
 * The forward pass. The network is not changed, threads may share it. A sample's outputs do not
 * depend on the other samples. Equal to fann_run () within 1e-5.
 */
EXTRACT_API void
extract_network_run (const ExtractNetwork *network, gsize n_samples, const float *inputs, float *outputs);

/**
 * extract_network_score: the first output of each sample as a score from 0 to 1: symmetric outputs, which run
 * from -1 to 1, are halved and shifted. @scores: (out caller-allocates): @n_samples
 */
EXTRACT_API void
extract_network_score (const ExtractNetwork *network, gsize n_samples, const float *inputs, float *scores);

/** extract_network_to_fann: Returns: (transfer full): the network as fann_save () of FANN 2.2 writes it, for
 * fann_create_from_file (). */
EXTRACT_API GBytes *extract_network_to_fann (ExtractNetwork *network);

/**
 * extract_network_from_fann:
 * @bytes: a network file of FANN (FANN_FLO_2.1)
 *
 * Numbers that are no floats are rounded. How FANN would train the network on is not kept.
 *
 * Returns: (transfer full) (nullable): NULL with EXTRACT_ERROR_MODEL_FORMAT if it is not such a file, or has
 * a network that extract_network_new () cannot make: sparse, with shortcuts, scaling, fixed-point weights, or
 * activations that are unknown or differ within a layer.
 */
EXTRACT_API ExtractNetwork *extract_network_from_fann (GBytes *bytes, GError **error);

/* ---- Model -------------------------------------------------------------------------------- */

/** ExtractCardKey: a row of the table of the card, the part of a model that people read. */
typedef struct {
  const char *key; /* "language" */
  gboolean required;
  const char *sentence; /* what it says */
} ExtractCardKey;

/** extract_model_get_card_keys: Returns: (transfer none) (array length=n): all keys, in file order. */
EXTRACT_API const ExtractCardKey *extract_model_get_card_keys (gsize *n);

/**
 * ExtractModelParts: what a model is made of beside its card.
 *
 *   features [of tables] -> [scale] -> network -> score -> [context -> score] -> labels
 *                                                       -> [outcome -> confidence, verdict]
 */
typedef struct {
  const ExtractFeatureSet *set;
  ExtractTokenTables *tables; /* (nullable): for the features of the family "token" */
  const ExtractScale *scale;  /* (nullable) (array): one for each feature of @set */
  ExtractNetwork *network;    /* takes the inputs of @set, has one output */
  ExtractNetwork *context;    /* (nullable): the second pass: takes extract_feature_set_get_context () */
  const ExtractScale *context_scale; /* (nullable) (array): there where @context is */
  ExtractNetwork *outcome; /* (nullable): takes extract_feature_set_get_outcome (); two outputs, 0..1:
                              how good the text will be (expected F1), and how likely the page has no
                              main text */
  const ExtractScale *outcome_scale; /* (nullable) (array): there where @outcome is */
  double good;                       /* threshold in (0, 1]: blocks of this score and above are good */
  double near_good;                  /* threshold in [0, @good]: below it blocks are bad */
  double no_text;           /* threshold in (0, 1] for the second output of @outcome: pages of this and
                               above have no main text; 1 without @outcome */
  const char *const *rules; /* (array zero-terminated=1): names of the rules that are on by default */
  const guint64 *pages;     /* (nullable) (array length=n_pages): which pages it was trained on: of each the
                               first 48 bits of the SHA-256 of its bytes; ascending, none twice */
  guint n_pages;            /* 0 if that is not known */
} ExtractModelParts;

/**
 * extract_model_new:
 * @card: (array zero-terminated=1): key, value, key, value ..., NULL; values are one line of UTF-8
 *
 * Returns: (transfer full) (nullable): NULL with EXTRACT_ERROR_MODEL_MISMATCH (network and set, or a rule
 * that this version does not have) or
 * EXTRACT_ERROR_MODEL_FORMAT (anything else that a model file could not hold).
 */
EXTRACT_API ExtractModel *
extract_model_new (const char *const *card, const ExtractModelParts *parts, GError **error);
EXTRACT_API ExtractModel *extract_model_ref (ExtractModel *model);
EXTRACT_API void extract_model_unref (ExtractModel *model);

/** extract_model_load: Fails with EXTRACT_ERROR_MODEL_FORMAT, _MODEL_MISMATCH, or G_IO_ERROR / G_FILE_ERROR.
 */
EXTRACT_API ExtractModel *extract_model_load (const char *path, GError **error);
EXTRACT_API ExtractModel *extract_model_load_bytes (GBytes *bytes, GError **error);
/** extract_model_to_bytes: Returns: (transfer full): the model file; the same model gives the same bytes. */
EXTRACT_API GBytes *extract_model_to_bytes (ExtractModel *model);

/** extract_model_get_builtin: a model that comes with the library. Fails with EXTRACT_ERROR_MODEL_UNKNOWN. */
EXTRACT_API ExtractModel *extract_model_get_builtin (const char *name, GError **error);
/** extract_model_get_builtin_names: Returns: (transfer full) (array zero-terminated=1): sorted. */
EXTRACT_API char **extract_model_get_builtin_names (void);
/** extract_model_get_default: Returns: (transfer full): the built-in model that is used when none is asked
 * for. */
EXTRACT_API ExtractModel *extract_model_get_default (GError **error);

EXTRACT_API const char *extract_model_get_name (ExtractModel *model);
/** extract_model_get_card: Returns: (nullable): value of a key of the card. */
EXTRACT_API const char *extract_model_get_card (ExtractModel *model, const char *key);
EXTRACT_API const ExtractFeatureSet *extract_model_get_feature_set (ExtractModel *model);
/** extract_model_get_parts: Returns: (transfer none): what it was made of; lives as long as the model. */
EXTRACT_API const ExtractModelParts *extract_model_get_parts (ExtractModel *model);
/** extract_model_get_network: Returns: (transfer none) */
EXTRACT_API ExtractNetwork *extract_model_get_network (ExtractModel *model);
EXTRACT_API double extract_model_get_good_threshold (ExtractModel *model);
EXTRACT_API double extract_model_get_near_good_threshold (ExtractModel *model);
/** extract_model_get_rules: Returns: (transfer none) (array zero-terminated=1): rules that are on by default.
 */
EXTRACT_API const char *const *extract_model_get_rules (ExtractModel *model);

/* ---- Rules -------------------------------------------------------------------------------- */

/** ExtractRule: a row of the table of post-analysis rules, in the order in which they run. */
typedef struct {
  const char *name;     /* "common-path" */
  const char *sentence; /* what it does */
} ExtractRule;

/** extract_rule_get_all: Returns: (transfer none) (array length=n): the table. */
EXTRACT_API const ExtractRule *extract_rule_get_all (gsize *n);

/* ---- Methods ------------------------------------------------------------------------------ */

/** ExtractMethod: a row of the table of methods that others have published, to compare models with. */
typedef struct {
  const char *name;     /* "justext" */
  const char *sentence; /* what it does */
  const char *source;   /* the paper that describes it: names and year */
} ExtractMethod;

/** extract_method_get_all: Returns: (transfer none) (array length=n): the table. */
EXTRACT_API const ExtractMethod *extract_method_get_all (gsize *n);
/** extract_method_find: Returns: (transfer none) (nullable): the method of that name. */
EXTRACT_API const ExtractMethod *extract_method_find (const char *name);

/* ---- Classifier --------------------------------------------------------------------------- */

/** extract_classifier_new: Returns: (transfer full): with the thresholds and rules of @model, and those rules
 * that mend the output and are on with every model. */
EXTRACT_API ExtractClassifier *extract_classifier_new (ExtractModel *model);
/**
 * extract_classifier_new_for_method:
 * @method: (transfer none): a row of the table
 *
 * Returns: (transfer full): a classifier whose scores come from @method: 1 for good, 0.5 for near-good
 * (where the method knows such blocks), 0 for bad. All rules are off; the name of the model is that of
 * the method. No features are computed.
 */
EXTRACT_API ExtractClassifier *extract_classifier_new_for_method (const ExtractMethod *method);
EXTRACT_API ExtractClassifier *extract_classifier_ref (ExtractClassifier *classifier);
EXTRACT_API void extract_classifier_unref (ExtractClassifier *classifier);

/** extract_classifier_set_threshold: for good blocks, (0, 1]; the one for near-good is lowered to it if need
 * be. Set up a classifier before it is shared by threads. */
EXTRACT_API void extract_classifier_set_threshold (ExtractClassifier *classifier, double good);
/** extract_classifier_get_threshold: the one for good blocks. */
EXTRACT_API double extract_classifier_get_threshold (ExtractClassifier *classifier);
/** extract_classifier_set_rule: Returns: FALSE if there is no such rule. */
EXTRACT_API gboolean extract_classifier_set_rule (ExtractClassifier *classifier, const char *name,
                                                  gboolean on);
/** extract_classifier_get_rule: whether that rule is on; FALSE if there is no such rule. */
EXTRACT_API gboolean extract_classifier_get_rule (ExtractClassifier *classifier, const char *name);
/** extract_classifier_clear_rules: switches all rules off. */
EXTRACT_API void extract_classifier_clear_rules (ExtractClassifier *classifier);

/**
 * extract_classifier_label: scores, labels, rules, verdict; then seals the document.
 * Fails with EXTRACT_ERROR_SEALED, _OUT_OF_MEMORY, _OUT_OF_TIME.
 */
EXTRACT_API gboolean extract_classifier_label (ExtractClassifier *classifier, ExtractDocument *document,
                                               GError **error);
/**
 * extract_classifier_label_scored:
 * @scores: (array): one for each block, 0..1
 *
 * As extract_classifier_label (), but with scores from elsewhere (cross-validation, another method), which
 * go through neither of the two passes.
 */
EXTRACT_API gboolean extract_classifier_label_scored (ExtractClassifier *classifier,
                                                      ExtractDocument *document, const float *scores,
                                                      GError **error);

/* ---- Writers ------------------------------------------------------------------------------ */

typedef enum {
  EXTRACT_FORMAT_TEXT,
  EXTRACT_FORMAT_JSON,
  EXTRACT_FORMAT_JSONL,
  EXTRACT_FORMAT_HTML,
  EXTRACT_FORMAT_MARKDOWN,
  EXTRACT_FORMAT_XML,
  EXTRACT_FORMAT_VERTICAL,
  EXTRACT_N_FORMATS
} ExtractFormat;

/** ExtractFormatInfo: a row of the table of formats. */
typedef struct {
  const char *name;     /* "markdown" */
  const char *suffix;   /* ".md" */
  const char *sentence; /* what it looks like */
  const char *prologue; /* what goes before the first page of a stream or file; often "" */
  const char *epilogue; /* what goes after the last one */
} ExtractFormatInfo;

EXTRACT_API const ExtractFormatInfo *extract_format_get_info (ExtractFormat format);

/** EXTRACT_JSON_VERSION: grows when a reader of the JSON output would have to change. */
#define EXTRACT_JSON_VERSION 1

/** ExtractWriteFlags: EXTRACT_WRITE_ALL writes every block, with score, label and rule. */
typedef enum {
  EXTRACT_WRITE_DEFAULT = 0,
  EXTRACT_WRITE_ALL = 1 << 0,
} ExtractWriteFlags;

/**
 * extract_document_to_string:
 * Returns: (transfer full) (nullable): the labelled document in @format, UTF-8; "" if the format
 * has nothing to say of a page without main text. NULL with EXTRACT_ERROR_NOT_LABELLED, _OUT_OF_MEMORY,
 * _OUT_OF_TIME.
 */
EXTRACT_API char *extract_document_to_string (ExtractDocument *document, ExtractFormat format,
                                              ExtractWriteFlags flags, GError **error);

/* ---- Annotation: what people say of the blocks of a page ----------------------------------- */

/**
 * extract_block_dup_fingerprint: Returns: (transfer full): 32 hexadecimal digits, the same for blocks of the
 * same tag and the same text, but for case, white space and compatibility forms; see texttractor-dataset(5).
 */
EXTRACT_API char *extract_block_dup_fingerprint (ExtractBlock *block);
/** extract_block_get_occurrence: 1 for the first block of the page that has its fingerprint, 2 for the second
 * ... */
EXTRACT_API guint extract_block_get_occurrence (ExtractBlock *block);

/** ExtractGiver: who gave a label. Of two labels of a block the one counts whose giver comes later here. */
typedef enum {
  EXTRACT_GIVER_MODEL,
  EXTRACT_GIVER_PERSON,
  EXTRACT_GIVER_JUDGE, /* a person who decided where others contradict each other */
  EXTRACT_N_GIVERS
} ExtractGiver;

/** extract_giver_get_nick: "model", "person" or "judge". */
EXTRACT_API const char *extract_giver_get_nick (ExtractGiver giver);

/** ExtractHow: how a giver came to a label. */
typedef enum {
  EXTRACT_HOW_UNKNOWN,
  EXTRACT_HOW_CHOSEN,     /* by the giver, for this block */
  EXTRACT_HOW_ACCEPTED,   /* a model proposed it */
  EXTRACT_HOW_REMEMBERED, /* the giver decided about the same text on another page */
  EXTRACT_N_HOWS
} ExtractHow;

/** extract_how_get_nick: "-", "chosen", "accepted" or "remembered". */
EXTRACT_API const char *extract_how_get_nick (ExtractHow how);

/** ExtractBlockLabel: a label of a block, as an annotation lends it. */
typedef struct {
  const char *fingerprint; /* together with occurrence: which block of the page */
  guint occurrence;
  guint place;            /* number of the block in the page when it was labelled, from 1; for people */
  const char *class_name; /* "content" */
  ExtractGiver giver;
  const char *who;     /* name of the person or the model */
  const char *when;    /* "2026-01-31T12:00:00Z" */
  double score;        /* 0..1, what a model thought of the block then; NAN if not given */
  const char *excerpt; /* how the text of the block begins, for people */
  ExtractHow how;
} ExtractBlockLabel;

/** extract_class_name_is_valid: a-z, then a-z, 0-9 and -, 32 characters at most. */
EXTRACT_API gboolean extract_class_name_is_valid (const char *class_name);
/** extract_class_name_is_content: whether blocks of that class are main text: "content" and "heading" are. */
EXTRACT_API gboolean extract_class_name_is_content (const char *class_name);

/**
 * extract_annotation_new: Returns: (transfer full): the labels of one page, none yet.
 * An annotation belongs to one thread as long as it is changed.
 */
EXTRACT_API ExtractAnnotation *extract_annotation_new (void);
EXTRACT_API ExtractAnnotation *extract_annotation_ref (ExtractAnnotation *annotation);
EXTRACT_API void extract_annotation_unref (ExtractAnnotation *annotation);

/** extract_annotation_load: Fails with EXTRACT_ERROR_ANNOTATION, "line 3: sentence", or G_FILE_ERROR. */
EXTRACT_API ExtractAnnotation *extract_annotation_load (const char *path, GError **error);
EXTRACT_API ExtractAnnotation *extract_annotation_load_bytes (GBytes *bytes, GError **error);
/** extract_annotation_to_bytes: Returns: (transfer full): the file; the same labels give the same bytes. */
EXTRACT_API GBytes *extract_annotation_to_bytes (ExtractAnnotation *annotation);

/**
 * extract_annotation_set:
 * @class_name: see extract_class_name_is_valid ()
 * @who: 1 to 64 characters, no control characters, no white space at its ends
 * @when: UTC, as "2026-01-31T12:00:00Z"
 * @score: 0..1, kept with four decimals; NAN for none
 *
 * Gives block @i of @document a label. It takes the place of the one that the same giver gave it before.
 * Fails with EXTRACT_ERROR_ANNOTATION.
 */
EXTRACT_API gboolean extract_annotation_set (ExtractAnnotation *annotation, ExtractDocument *document,
                                             guint i, const char *class_name, ExtractGiver giver,
                                             const char *who, const char *when, double score, GError **error);
/** extract_annotation_set_how: how @giver came to the label that she gave block @i; before, it is unknown. */
EXTRACT_API void extract_annotation_set_how (ExtractAnnotation *annotation, ExtractDocument *document,
                                             guint i, ExtractGiver giver, const char *who, ExtractHow how);
/**
 * extract_annotation_get: Returns: (transfer none) (nullable): the label of block @i that counts: that of a
 * judge, else of a person, else of a model; among them the latest. It lives until the annotation is changed.
 */
EXTRACT_API const ExtractBlockLabel *
extract_annotation_get (ExtractAnnotation *annotation, ExtractDocument *document, guint i);
/**
 * extract_annotation_remove: takes the labels of block @i away.
 * @who: (nullable): only those of this giver
 *
 * Returns: whether there was one.
 */
EXTRACT_API gboolean extract_annotation_remove (ExtractAnnotation *annotation, ExtractDocument *document,
                                                guint i, const char *who);
/** extract_annotation_get_n_labels: all labels of all givers. */
EXTRACT_API gsize extract_annotation_get_n_labels (ExtractAnnotation *annotation);
/** extract_annotation_dup_labels: Returns: (transfer container) (array length=n): all labels, in the order of
 * the file. They live until the annotation is changed. */
EXTRACT_API const ExtractBlockLabel **extract_annotation_dup_labels (ExtractAnnotation *annotation, gsize *n);

/** ExtractConflict: two labels of one block that contradict each other, and neither counts more. */
typedef struct {
  const ExtractBlockLabel *a; /* the one that extract_annotation_get () returns */
  const ExtractBlockLabel *b; /* if there are several, one that differs in being main text, too */
} ExtractConflict;

/**
 * extract_annotation_dup_conflicts: Returns: (transfer full) (array length=n): one for each block to which
 * several judges, or without a judge several people, gave different classes. Models never contradict.
 * The labels live until the annotation is changed.
 */
EXTRACT_API ExtractConflict *extract_annotation_dup_conflicts (ExtractAnnotation *annotation, gsize *n);

/**
 * extract_annotation_merge: the labels of two annotations of the same page. Of two labels of one block by
 * the same giver the later one stays. @a and @b can change places. What contradicts each other after that:
 * extract_annotation_dup_conflicts ().
 * Returns: (transfer full) (nullable): NULL with EXTRACT_ERROR_ANNOTATION if a file could not hold it.
 */
EXTRACT_API ExtractAnnotation *
extract_annotation_merge (ExtractAnnotation *a, ExtractAnnotation *b, GError **error);

/* ---- Types for g_autoptr and for bindings -------------------------------------------------- */

#define EXTRACT_TYPE_PARSER (extract_parser_get_type ())
#define EXTRACT_TYPE_DOCUMENT (extract_document_get_type ())
#define EXTRACT_TYPE_BLOCK (extract_block_get_type ())
#define EXTRACT_TYPE_NETWORK (extract_network_get_type ())
#define EXTRACT_TYPE_MODEL (extract_model_get_type ())
#define EXTRACT_TYPE_CLASSIFIER (extract_classifier_get_type ())
#define EXTRACT_TYPE_ANNOTATION (extract_annotation_get_type ())
EXTRACT_API GType extract_parser_get_type (void);
EXTRACT_API GType extract_document_get_type (void);
EXTRACT_API GType extract_block_get_type (void);
EXTRACT_API GType extract_network_get_type (void);
EXTRACT_API GType extract_model_get_type (void);
EXTRACT_API GType extract_classifier_get_type (void);
EXTRACT_API GType extract_annotation_get_type (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractParser, extract_parser_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractDocument, extract_document_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractBlock, extract_block_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractNetwork, extract_network_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractModel, extract_model_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractClassifier, extract_classifier_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractAnnotation, extract_annotation_unref)

G_END_DECLS
