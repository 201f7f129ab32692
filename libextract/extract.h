/* SPDX-License-Identifier: MIT */
/*
 * libextract: finds the main text of a web page.
 *
 *   bytes -> ExtractParser -> ExtractDocument (blocks) -> ExtractClassifier (features, scores, labels, rules)
 *         -> extract_document_to_string ()
 *
 * The library never prints, exits, reads user configuration, calls setlocale () or opens a socket. Types are
 * opaque, with atomic reference counts. Threads may share parsers, models and classifiers once these are set
 * up. A document belongs to one thread until it is labelled; then it is sealed, and may be shared, too.
 *
 * A wrong call (NULL, a number out of range) logs a critical message and does nothing.
 */
#pragma once

#include <glib-object.h>
#include <libextract/version.h>

G_BEGIN_DECLS

#define EXTRACT_API __attribute__ ((visibility ("default")))

/**
 * extract_get_version:
 *
 * Gets the version of the library at run time; %EXTRACT_VERSION is the one that a program was built with.
 *
 * Returns: (transfer none): such as "0.1.0"
 */
EXTRACT_API const char *extract_get_version (void);

/* ---- Errors ------------------------------------------------------------------------------- */

#define EXTRACT_ERROR (extract_error_quark ())
EXTRACT_API GQuark extract_error_quark (void);

/**
 * ExtractError:
 * @EXTRACT_ERROR_TOO_LARGE: the page has more bytes than %EXTRACT_LIMIT_BYTES
 * @EXTRACT_ERROR_TOO_DEEP: elements of the page are nested deeper than %EXTRACT_LIMIT_DEPTH
 * @EXTRACT_ERROR_TOO_MANY_BLOCKS: the page has more blocks than %EXTRACT_LIMIT_BLOCKS
 * @EXTRACT_ERROR_OUT_OF_TIME: the page takes longer than %EXTRACT_LIMIT_MILLISECONDS
 * @EXTRACT_ERROR_OUT_OF_MEMORY: the page needs more than %EXTRACT_LIMIT_MEMORY, or the system is out of
 * memory
 * @EXTRACT_ERROR_NOT_HTML: the bytes are not a web page
 * @EXTRACT_ERROR_MARKUP: the HTML parser cannot read the page
 * @EXTRACT_ERROR_ENCODING: no encoding has this name
 * @EXTRACT_ERROR_MODEL_UNKNOWN: no built-in model has this name
 * @EXTRACT_ERROR_MODEL_FORMAT: a model file is damaged, or not a model file
 * @EXTRACT_ERROR_MODEL_MISMATCH: a model was made for another version of this library
 * @EXTRACT_ERROR_SEALED: the document is already labelled
 * @EXTRACT_ERROR_NOT_LABELLED: the document has not been labelled yet
 * @EXTRACT_ERROR_ANNOTATION: a labels file is damaged, or a label is invalid
 *
 * Errors that a caller may act upon. Failed reads and writes stay in %G_IO_ERROR or %G_FILE_ERROR.
 */
typedef enum {
  EXTRACT_ERROR_TOO_LARGE,
  EXTRACT_ERROR_TOO_DEEP,
  EXTRACT_ERROR_TOO_MANY_BLOCKS,
  EXTRACT_ERROR_OUT_OF_TIME,
  EXTRACT_ERROR_OUT_OF_MEMORY,
  EXTRACT_ERROR_NOT_HTML,
  EXTRACT_ERROR_MARKUP,
  EXTRACT_ERROR_ENCODING,
  EXTRACT_ERROR_MODEL_UNKNOWN,
  EXTRACT_ERROR_MODEL_FORMAT,
  EXTRACT_ERROR_MODEL_MISMATCH,
  EXTRACT_ERROR_SEALED,
  EXTRACT_ERROR_NOT_LABELLED,
  EXTRACT_ERROR_ANNOTATION,
} ExtractError;

/* ---- Types -------------------------------------------------------------------------------- */

/**
 * ExtractParser:
 *
 * Turns the bytes of a page into blocks, within limits.
 */
typedef struct _ExtractParser ExtractParser;
/**
 * ExtractDocument:
 *
 * A page as a sequence of blocks; after labelling, each has a score and a label.
 */
typedef struct _ExtractDocument ExtractDocument;
/**
 * ExtractBlock:
 *
 * A piece of text that belongs to one block-level element, such as a paragraph. It lives as long as its
 * document.
 */
typedef struct _ExtractBlock ExtractBlock;
/**
 * ExtractFeatureSet: (skip)
 *
 * The features that a model reads: a table that is part of the library.
 */
typedef struct _ExtractFeatureSet ExtractFeatureSet;
/**
 * ExtractModel:
 *
 * Trained networks, with thresholds, rules, and a card that says where they come from.
 */
typedef struct _ExtractModel ExtractModel;
/**
 * ExtractClassifier:
 *
 * A model with thresholds and rules, ready to label documents.
 */
typedef struct _ExtractClassifier ExtractClassifier;
/**
 * ExtractMetadata:
 *
 * The metadata of a page: title, authors, dates and more. It does not change.
 */
typedef struct _ExtractMetadata ExtractMetadata;

/**
 * ExtractItems:
 *
 * The items of a page: comments of readers, posts of a forum. They do not change.
 */
typedef struct _ExtractItems ExtractItems;

/**
 * ExtractAnnotation:
 *
 * Labels that people gave to the blocks of a page. It belongs to one thread while it is changed.
 */
typedef struct _ExtractAnnotation ExtractAnnotation;

#define EXTRACT_TYPE_PARSER (extract_parser_get_type ())
#define EXTRACT_TYPE_DOCUMENT (extract_document_get_type ())
#define EXTRACT_TYPE_BLOCK (extract_block_get_type ())
#define EXTRACT_TYPE_MODEL (extract_model_get_type ())
#define EXTRACT_TYPE_CLASSIFIER (extract_classifier_get_type ())
#define EXTRACT_TYPE_ANNOTATION (extract_annotation_get_type ())
#define EXTRACT_TYPE_METADATA (extract_metadata_get_type ())
#define EXTRACT_TYPE_ITEMS (extract_items_get_type ())
EXTRACT_API GType extract_parser_get_type (void);
EXTRACT_API GType extract_document_get_type (void);
EXTRACT_API GType extract_block_get_type (void);
EXTRACT_API GType extract_model_get_type (void);
EXTRACT_API GType extract_classifier_get_type (void);
EXTRACT_API GType extract_annotation_get_type (void);
EXTRACT_API GType extract_metadata_get_type (void);
EXTRACT_API GType extract_items_get_type (void);

/* ---- Parser: from bytes to blocks --------------------------------------------------------- */

/**
 * ExtractLimit:
 * @EXTRACT_LIMIT_BYTES: length of the page, in bytes
 * @EXTRACT_LIMIT_DEPTH: nesting of elements
 * @EXTRACT_LIMIT_BLOCKS: number of blocks
 * @EXTRACT_LIMIT_MEMORY: memory for the page and everything made from it, in bytes
 * @EXTRACT_LIMIT_MILLISECONDS: processor time, from bytes to output
 * @EXTRACT_N_LIMITS: the number of values
 *
 * What one page may take. Memory is counted before it is allocated. Features, labels and output of a document
 * may take the memory and time that parsing has left.
 */
typedef enum {
  EXTRACT_LIMIT_BYTES,
  EXTRACT_LIMIT_DEPTH,
  EXTRACT_LIMIT_BLOCKS,
  EXTRACT_LIMIT_MEMORY,
  EXTRACT_LIMIT_MILLISECONDS,
  EXTRACT_N_LIMITS
} ExtractLimit;

/**
 * ExtractLimitInfo:
 * @name: such as "max-bytes"
 * @unit: such as "bytes"
 * @default_value: the limit of a new parser
 * @maximum: the largest value that can be set; the smallest is 1
 * @sentence: what it limits
 *
 * A row of the table of limits.
 */
typedef struct {
  const char *name;
  const char *unit;
  guint64 default_value;
  guint64 maximum;
  const char *sentence;
} ExtractLimitInfo;

/**
 * extract_limit_get_info:
 * @limit: a limit
 *
 * Returns: (transfer none): its row of the table
 */
EXTRACT_API const ExtractLimitInfo *extract_limit_get_info (ExtractLimit limit);

/**
 * extract_parser_new:
 *
 * Returns: (transfer full): a parser with the default limits
 */
EXTRACT_API ExtractParser *extract_parser_new (void);

/**
 * extract_parser_ref:
 * @parser: a parser
 *
 * Returns: (transfer full): @parser
 */
EXTRACT_API ExtractParser *extract_parser_ref (ExtractParser *parser);

/**
 * extract_parser_unref:
 * @parser: (transfer full): a parser
 */
EXTRACT_API void extract_parser_unref (ExtractParser *parser);

/**
 * extract_parser_set_limit:
 * @parser: a parser that is not shared yet
 * @limit: which limit
 * @value: from 1 to the maximum of the limit; other values are clamped
 */
EXTRACT_API void extract_parser_set_limit (ExtractParser *parser, ExtractLimit limit, guint64 value);

/**
 * extract_parser_set_encoding:
 * @parser: a parser that is not shared yet
 * @label: (nullable): a label of the WHATWG Encoding Standard; %NULL to detect the encoding of each page
 * @error: return location for an error
 *
 * Decodes every page as this encoding, whatever the page declares.
 *
 * Returns: %FALSE with %EXTRACT_ERROR_ENCODING
 */
EXTRACT_API gboolean extract_parser_set_encoding (ExtractParser *parser, const char *label, GError **error);

/**
 * ExtractSelection:
 * @EXTRACT_SELECTION_KEEP: only what is in them may be main text
 * @EXTRACT_SELECTION_PRUNE: pages are read as if they did not have them
 * @EXTRACT_N_SELECTIONS: the number of values
 *
 * What becomes of elements that a selector names.
 */
typedef enum { EXTRACT_SELECTION_KEEP, EXTRACT_SELECTION_PRUNE, EXTRACT_N_SELECTIONS } ExtractSelection;

/**
 * extract_parser_add_selector:
 * @parser: a parser that is not shared yet
 * @selection: what becomes of the elements
 * @text: a selector of CSS, "div.note > p, #top, [data-x^=y]", or an XPath that begins with / or ./,
 *   "//div[@class='note' and contains(@id, 'x')]/p"
 * @error: return location for an error
 *
 * May be called several times; each adds elements.
 *
 * Returns: %FALSE with %G_IO_ERROR_INVALID_ARGUMENT: the parser is of no use then
 */
EXTRACT_API gboolean extract_parser_add_selector (ExtractParser *parser, ExtractSelection selection,
                                                  const char *text, GError **error);

/**
 * extract_parser_set_today:
 * @parser: a parser that no other thread uses yet
 * @date: (nullable): a day, "2020-03-04"; %NULL to ask the clock, as at first
 *
 * Sets the last day that a date of a page may be, so that the same page gives the same metadata at any time.
 *
 * Returns: whether @date is a day; if not, nothing changes
 */
EXTRACT_API gboolean extract_parser_set_today (ExtractParser *parser, const char *date);

/**
 * extract_parser_parse_bytes:
 * @parser: a parser
 * @bytes: the page as received, in any encoding
 * @content_type: (nullable): the Content-Type header, for its charset
 * @uri: (nullable): the URL of the page; relative links are resolved against it
 * @error: return location for an error
 *
 * Cuts a page into blocks. Invalid bytes and broken markup are no error.
 *
 * Returns: (transfer full) (nullable): a document, which may have no blocks; %NULL with
 * %EXTRACT_ERROR_TOO_LARGE, %EXTRACT_ERROR_TOO_DEEP, %EXTRACT_ERROR_TOO_MANY_BLOCKS,
 * %EXTRACT_ERROR_OUT_OF_TIME, %EXTRACT_ERROR_OUT_OF_MEMORY, %EXTRACT_ERROR_NOT_HTML or %EXTRACT_ERROR_MARKUP
 */
EXTRACT_API ExtractDocument *
extract_parser_parse_bytes (ExtractParser *parser, GBytes *bytes, const char *content_type, const char *uri,
                            GError **error);

/* ---- Document ----------------------------------------------------------------------------- */

/**
 * extract_document_ref:
 * @document: a document
 *
 * Returns: (transfer full): @document
 */
EXTRACT_API ExtractDocument *extract_document_ref (ExtractDocument *document);

/**
 * extract_document_unref:
 * @document: (transfer full): a document
 */
EXTRACT_API void extract_document_unref (ExtractDocument *document);

/**
 * extract_document_copy:
 * @document: a document
 *
 * Copies a document, to label a page again. Copies share texts and features.
 *
 * Returns: (transfer full): the same page without labels, not sealed
 */
EXTRACT_API ExtractDocument *extract_document_copy (ExtractDocument *document);

/**
 * extract_document_get_uri:
 * @document: a document
 *
 * Returns: (transfer none) (nullable): the URL given to the parser
 */
EXTRACT_API const char *extract_document_get_uri (ExtractDocument *document);

/**
 * extract_document_set_source:
 * @document: a document that no other thread uses
 * @source: (nullable): where the page was read from: a file name, an address, or any other text that
 *   identifies it
 *
 * Sets what the output names as the source of the page; it is not known at first. A user and password in an
 * address are removed, and bytes that are not UTF-8 are replaced by U+FFFD. Copies have the same source.
 */
EXTRACT_API void extract_document_set_source (ExtractDocument *document, const char *source);

/**
 * extract_document_get_source:
 * @document: a document
 *
 * Returns: (transfer none) (nullable): the source of the page, if it was set
 */
EXTRACT_API const char *extract_document_get_source (ExtractDocument *document);

/**
 * extract_document_get_title:
 * @document: a document
 *
 * Returns: (transfer none): the text of its title element, white space collapsed; "" if it has none
 */
EXTRACT_API const char *extract_document_get_title (ExtractDocument *document);

/**
 * extract_document_get_charset:
 * @document: a document
 *
 * Returns: (transfer none): the WHATWG name of the encoding of the page
 */
EXTRACT_API const char *extract_document_get_charset (ExtractDocument *document);

/**
 * extract_document_get_language:
 * @document: a document
 *
 * Returns: (transfer none) (nullable): the language tag that the page declares
 */
EXTRACT_API const char *extract_document_get_language (ExtractDocument *document);

/**
 * extract_document_get_n_blocks:
 * @document: a document
 *
 * Returns: the number of its blocks
 */
EXTRACT_API guint extract_document_get_n_blocks (ExtractDocument *document);

/**
 * extract_document_get_block:
 * @document: a document
 * @i: which block, in reading order, from 0
 *
 * Returns: (transfer none): that block; it lives as long as @document
 */
EXTRACT_API ExtractBlock *extract_document_get_block (ExtractDocument *document, guint i);

/**
 * extract_document_has_main_text:
 * @document: a document
 *
 * Returns: whether a block is labelled good; %FALSE before labelling
 */
EXTRACT_API gboolean extract_document_has_main_text (ExtractDocument *document);

/**
 * ExtractReason:
 * @EXTRACT_REASON_NONE: none is known, or the page has main text
 * @EXTRACT_REASON_EMPTY: it has no text, or hardly any
 * @EXTRACT_REASON_SCRIPTED: scripts make its text
 * @EXTRACT_REASON_LOGIN: it asks the reader to log in or to register
 * @EXTRACT_REASON_ERROR: it is an error page
 * @EXTRACT_REASON_ROBOT_CHECK: it checks whether its reader is a person
 * @EXTRACT_REASON_CONSENT: it asks the reader to accept cookies
 * @EXTRACT_REASON_REDIRECT: it leads to another page
 * @EXTRACT_REASON_FRAMES: its text is in frames
 * @EXTRACT_REASON_MEDIA: it has pictures, sound or video
 * @EXTRACT_REASON_LINKS: it has hardly more than links
 * @EXTRACT_REASON_ENCODING: its characters are damaged
 * @EXTRACT_REASON_RULED_OUT: rules or selectors leave out what reads like main text
 * @EXTRACT_REASON_UNLIKELY: nothing on it reads like main text
 * @EXTRACT_N_REASONS: how many there are
 *
 * Why a page has no main text; or what the page is whose main text is only a line or two.
 */
typedef enum {
  EXTRACT_REASON_NONE,
  EXTRACT_REASON_EMPTY,
  EXTRACT_REASON_SCRIPTED,
  EXTRACT_REASON_LOGIN,
  EXTRACT_REASON_ERROR,
  EXTRACT_REASON_ROBOT_CHECK,
  EXTRACT_REASON_CONSENT,
  EXTRACT_REASON_REDIRECT,
  EXTRACT_REASON_FRAMES,
  EXTRACT_REASON_MEDIA,
  EXTRACT_REASON_LINKS,
  EXTRACT_REASON_ENCODING,
  EXTRACT_REASON_RULED_OUT,
  EXTRACT_REASON_UNLIKELY,
  EXTRACT_N_REASONS
} ExtractReason;

/**
 * ExtractReasonInfo:
 * @name: its name in output: "scripted"
 * @sentence: what is the matter with the page
 * @advice: what to do next
 *
 * A row of the table of reasons.
 */
typedef struct {
  const char *name;
  const char *sentence;
  const char *advice;
} ExtractReasonInfo;

/**
 * extract_reason_get_info:
 * @reason: a reason
 *
 * Returns: (transfer none): its row of the table
 */
EXTRACT_API const ExtractReasonInfo *extract_reason_get_info (ExtractReason reason);

/**
 * extract_document_get_reason:
 * @document: a document
 *
 * Finds out why a labelled document has no main text. Where it has a little, not more than error pages and
 * the like have, the text itself must say so.
 *
 * Returns: the reason; %EXTRACT_REASON_NONE if none is known, as for all documents with more main text, for
 * those that are not labelled, and at a limit
 */
EXTRACT_API ExtractReason extract_document_get_reason (ExtractDocument *document);

/**
 * extract_document_detect_language:
 * @document: a labelled document
 * @share: (out) (optional): the share of the main text that is in this language, 0 if it is unknown
 * @error: return location for an error
 *
 * Finds the language of the main text, by CLD2, which the first call loads. What the page declares,
 * extract_document_get_language (), does not decide. The document keeps what is found.
 *
 * Returns: (transfer none) (nullable): a tag as of BCP 47, such as "en" or "zh-Hant"; "unknown" if the text
 * is too short, or in no language that can be told; %NULL with %G_IO_ERROR_NOT_SUPPORTED if there is no CLD2,
 *   with %EXTRACT_ERROR_NOT_LABELLED, %EXTRACT_ERROR_OUT_OF_MEMORY or %EXTRACT_ERROR_OUT_OF_TIME
 */
EXTRACT_API const char *
extract_document_detect_language (ExtractDocument *document, double *share, GError **error);

/**
 * extract_document_get_confidence:
 * @document: a labelled document
 *
 * Gets the page confidence. If the model judges pages as a whole, it is the expected F1 of the main text or,
 * if the model found none, the probability of that. Otherwise it is the mean over the words of the page of
 * |score - t| / (score < t ? t : 1 - t), where t is the threshold for good blocks: the certainty of the
 * classifier, not a calibrated probability.
 *
 * Returns: 0 to 1; 0 for a page without words
 */
EXTRACT_API double extract_document_get_confidence (ExtractDocument *document);

/**
 * extract_document_compute_features:
 * @document: a document that is not labelled yet
 * @model: a model, for its features
 * @error: return location for an error
 *
 * Computes the features that @model reads, for extract_block_get_features(). Labelling does not need this.
 *
 * Returns: %FALSE with %EXTRACT_ERROR_SEALED, %EXTRACT_ERROR_OUT_OF_MEMORY or %EXTRACT_ERROR_OUT_OF_TIME
 */
EXTRACT_API gboolean extract_document_compute_features (ExtractDocument *document, ExtractModel *model,
                                                        GError **error);

/* ---- Block -------------------------------------------------------------------------------- */

/**
 * ExtractLabel:
 * @EXTRACT_LABEL_NONE: not labelled yet
 * @EXTRACT_LABEL_BAD: boilerplate
 * @EXTRACT_LABEL_NEAR_GOOD: below the threshold, but a rule may make it good
 * @EXTRACT_LABEL_GOOD: main text
 *
 * The label of a block.
 */
typedef enum {
  EXTRACT_LABEL_NONE,
  EXTRACT_LABEL_BAD,
  EXTRACT_LABEL_NEAR_GOOD,
  EXTRACT_LABEL_GOOD,
} ExtractLabel;

/**
 * extract_label_get_nick:
 * @label: a label
 *
 * Returns: (transfer none): "none", "bad", "near-good" or "good"
 */
EXTRACT_API const char *extract_label_get_nick (ExtractLabel label);

/**
 * ExtractRole:
 * @EXTRACT_ROLE_TEXT: text
 * @EXTRACT_ROLE_HEADING: a heading
 * @EXTRACT_ROLE_CAPTION: the caption of a picture or a table
 * @EXTRACT_ROLE_COMMENT: a comment of a reader
 * @EXTRACT_ROLE_RELATED: part of a list of related articles or products
 * @EXTRACT_ROLE_HEADLINE: the headline of the text; only metadata know it
 * @EXTRACT_ROLE_BYLINE: the line that names the author; only metadata know it
 * @EXTRACT_ROLE_DATE: the line with the date; only metadata know it
 * @EXTRACT_N_ROLES: the number of values
 *
 * The role of a block on its page, whether it is main text or not.
 */
typedef enum {
  EXTRACT_ROLE_TEXT,
  EXTRACT_ROLE_HEADING,
  EXTRACT_ROLE_CAPTION,
  EXTRACT_ROLE_COMMENT,
  EXTRACT_ROLE_RELATED,
  EXTRACT_ROLE_HEADLINE,
  EXTRACT_ROLE_BYLINE,
  EXTRACT_ROLE_DATE,
  EXTRACT_N_ROLES
} ExtractRole;

/**
 * extract_block_get_text:
 * @block: a block
 *
 * Returns: (transfer none): UTF-8, never empty; white space is collapsed, except in preformatted text
 */
EXTRACT_API const char *extract_block_get_text (ExtractBlock *block);

/**
 * extract_block_get_tag:
 * @block: a block
 *
 * Returns: (transfer none): name of the block-level element that holds the text, such as "p"
 */
EXTRACT_API const char *extract_block_get_tag (ExtractBlock *block);

/**
 * extract_block_dup_path:
 * @block: a block
 *
 * Returns: (transfer full): XPath of that element, such as "/html/body/div[2]/p[1]"; "/…" replaces the
 * middle of a path of more than 64 steps
 */
EXTRACT_API char *extract_block_dup_path (ExtractBlock *block);

/**
 * extract_block_get_n_words:
 * @block: a block
 *
 * Returns: the number of words of its text, as defined in texttractor-features(7)
 */
EXTRACT_API guint extract_block_get_n_words (ExtractBlock *block);

/**
 * extract_block_get_role:
 * @block: a block
 *
 * Returns: its role, by the elements around it (texttractor-output(5)), never by its score
 */
EXTRACT_API ExtractRole extract_block_get_role (ExtractBlock *block);

/**
 * extract_block_detect_language:
 * @block: a block of a labelled document
 * @share: (out) (optional): the share of its text that is in this language, 0 if it is unknown
 * @error: return location for an error
 *
 * Finds the language of one block, as extract_document_detect_language () does for the main text.
 *
 * Returns: (transfer none) (nullable): as there
 */
EXTRACT_API const char *extract_block_detect_language (ExtractBlock *block, double *share, GError **error);

/**
 * extract_block_get_score:
 * @block: a block
 *
 * Returns: 0 to 1, how likely it is main text according to the model; 0 before labelling
 */
EXTRACT_API double extract_block_get_score (ExtractBlock *block);

/**
 * extract_block_get_label:
 * @block: a block
 *
 * Returns: its label
 */
EXTRACT_API ExtractLabel extract_block_get_label (ExtractBlock *block);

/**
 * extract_block_get_class:
 * @block: a block
 *
 * A model may tell classes of main text and of boilerplate apart, such as "heading" or "comment": those of
 * the labels that it was trained on. The class agrees with the label: "content" and "heading" are main text,
 * all others are not.
 *
 * Returns: (transfer none) (nullable): name of the class that the model gave the block; %NULL where it tells
 * no classes, before labelling, and after extract_block_set_label () changed the label
 */
EXTRACT_API const char *extract_block_get_class (ExtractBlock *block);

/**
 * extract_block_get_rule:
 * @block: a block
 *
 * Returns: (transfer none) (nullable): name of the rule that changed its label last
 */
EXTRACT_API const char *extract_block_get_rule (ExtractBlock *block);

/**
 * extract_block_get_features:
 * @block: a block
 * @n: (out): how many
 *
 * Returns: (transfer none) (nullable) (array length=n): its features, %NULL before they are computed; an
 * unknown feature is NaN
 */
EXTRACT_API const float *extract_block_get_features (ExtractBlock *block, gsize *n);

/* ---- Features ----------------------------------------------------------------------------- */

/**
 * ExtractFeature:
 * @name: such as "link-density"
 * @family: such as "text", "density", "tag", "position"
 * @unit: such as "share", "flag", "count/page maximum"
 * @minimum: the smallest value
 * @maximum: the largest value
 * @formula: in the letters of texttractor-features(7)
 * @sentence: what it measures
 *
 * A row of the table of features.
 */
typedef struct {
  const char *name;
  const char *family;
  const char *unit;
  float minimum;
  float maximum;
  const char *formula;
  const char *sentence;
} ExtractFeature;

/**
 * extract_feature_set_get_n_features: (skip)
 * @set: a feature set
 *
 * Returns: the number of features of a block
 */
EXTRACT_API guint extract_feature_set_get_n_features (const ExtractFeatureSet *set);

/**
 * extract_feature_set_get_feature: (skip)
 * @set: a feature set
 * @i: which feature, from 0
 *
 * Returns: (transfer none): its row of the table
 */
EXTRACT_API const ExtractFeature *extract_feature_set_get_feature (const ExtractFeatureSet *set, guint i);

/* ---- Model -------------------------------------------------------------------------------- */

/**
 * extract_model_get_default:
 * @error: return location for an error
 *
 * Gets the default model, the built-in model "rich".
 *
 * Returns: (transfer full): the model
 */
EXTRACT_API ExtractModel *extract_model_get_default (GError **error);

/**
 * extract_model_get_builtin:
 * @name: such as "rich" or "classic"
 * @error: return location for an error
 *
 * Returns: (transfer full): a model that is part of the library; %NULL with %EXTRACT_ERROR_MODEL_UNKNOWN
 */
EXTRACT_API ExtractModel *extract_model_get_builtin (const char *name, GError **error);

/**
 * extract_model_load:
 * @path: (type filename): a model file
 * @error: return location for an error
 *
 * Returns: (transfer full): the model; %NULL with %EXTRACT_ERROR_MODEL_FORMAT, %EXTRACT_ERROR_MODEL_MISMATCH,
 *   %G_IO_ERROR or %G_FILE_ERROR
 */
EXTRACT_API ExtractModel *extract_model_load (const char *path, GError **error);

/**
 * extract_model_ref:
 * @model: a model
 *
 * Returns: (transfer full): @model
 */
EXTRACT_API ExtractModel *extract_model_ref (ExtractModel *model);

/**
 * extract_model_unref:
 * @model: (transfer full): a model
 */
EXTRACT_API void extract_model_unref (ExtractModel *model);

/**
 * extract_model_get_name:
 * @model: a model
 *
 * Returns: (transfer none): its name
 */
EXTRACT_API const char *extract_model_get_name (ExtractModel *model);

/**
 * extract_model_get_card:
 * @model: a model
 * @key: a key of the card, such as "language"; texttractor-model(5) lists them
 *
 * Returns: (transfer none) (nullable): the value of @key on the card
 */
EXTRACT_API const char *extract_model_get_card (ExtractModel *model, const char *key);

/**
 * extract_model_get_feature_set: (skip)
 * @model: a model
 *
 * Returns: (transfer none): the features that it reads
 */
EXTRACT_API const ExtractFeatureSet *extract_model_get_feature_set (ExtractModel *model);

/* ---- Classifier --------------------------------------------------------------------------- */

/**
 * ExtractRule:
 * @name: such as "common-path"
 * @sentence: what it does
 *
 * A row of the table of post-analysis rules, in the order in which they run.
 */
typedef struct {
  const char *name;
  const char *sentence;
} ExtractRule;

/**
 * extract_rule_get_all:
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n): the table
 */
EXTRACT_API const ExtractRule *extract_rule_get_all (gsize *n);

/**
 * extract_classifier_new:
 * @model: a model
 *
 * Returns: (transfer full): a classifier with the thresholds and rules of @model, and the rules that are on
 * for every model
 */
EXTRACT_API ExtractClassifier *extract_classifier_new (ExtractModel *model);

/**
 * extract_classifier_ref:
 * @classifier: a classifier
 *
 * Returns: (transfer full): @classifier
 */
EXTRACT_API ExtractClassifier *extract_classifier_ref (ExtractClassifier *classifier);

/**
 * extract_classifier_unref:
 * @classifier: (transfer full): a classifier
 */
EXTRACT_API void extract_classifier_unref (ExtractClassifier *classifier);

/**
 * extract_classifier_set_threshold:
 * @classifier: a classifier that is not shared yet
 * @good: above 0, up to 1: blocks with at least this score are good
 *
 * Sets the threshold for good blocks. The one for near-good blocks is lowered to it if need be.
 */
EXTRACT_API void extract_classifier_set_threshold (ExtractClassifier *classifier, double good);

/**
 * extract_classifier_favour:
 * @classifier: a classifier that is not shared yet
 * @precision: %TRUE for precision, %FALSE for recall
 *
 * Sets the threshold of a page for those who want precision, or recall, more than both of them alike. With b,
 * the best score of the page:
 *
 *   precision   min (threshold, max (good, share b))     so the best blocks of a page stay
 *   recall      min (threshold, share b)
 *
 * For a model without these thresholds, and for methods: halfway from that for good blocks to 1, and half of
 * it. extract_classifier_set_threshold () undoes it.
 */
EXTRACT_API void extract_classifier_favour (ExtractClassifier *classifier, gboolean precision);

/**
 * extract_classifier_set_rule:
 * @classifier: a classifier that is not shared yet
 * @name: name of a rule
 * @on: whether it runs
 *
 * Returns: %FALSE if there is no such rule
 */
EXTRACT_API gboolean extract_classifier_set_rule (ExtractClassifier *classifier, const char *name,
                                                  gboolean on);

/**
 * extract_classifier_label:
 * @classifier: a classifier
 * @document: a document
 * @error: return location for an error
 *
 * Scores and labels the blocks, runs the rules, judges the page as a whole, and seals the document. On
 * failure, the document does not change.
 *
 * Returns: %FALSE with %EXTRACT_ERROR_SEALED, %EXTRACT_ERROR_OUT_OF_MEMORY or %EXTRACT_ERROR_OUT_OF_TIME
 */
EXTRACT_API gboolean extract_classifier_label (ExtractClassifier *classifier, ExtractDocument *document,
                                               GError **error);

/* ---- Output ------------------------------------------------------------------------------- */

/**
 * ExtractFormat:
 * @EXTRACT_FORMAT_TEXT: plain text
 * @EXTRACT_FORMAT_JSON: JSON, on several lines
 * @EXTRACT_FORMAT_JSONL: JSON on one line
 * @EXTRACT_FORMAT_HTML: HTML
 * @EXTRACT_FORMAT_MARKDOWN: Markdown
 * @EXTRACT_FORMAT_XML: XML
 * @EXTRACT_FORMAT_VERTICAL: vertical text for corpora, one token per line
 * @EXTRACT_FORMAT_TEI: TEI P5, with the metadata in its header
 * @EXTRACT_FORMAT_CSV: a row for each page: source, metadata, text
 * @EXTRACT_FORMAT_TSV: the same, separated by tabs
 * @EXTRACT_N_FORMATS: the number of values
 *
 * The output formats of a labelled document; see texttractor-output(5).
 */
typedef enum {
  EXTRACT_FORMAT_TEXT,
  EXTRACT_FORMAT_JSON,
  EXTRACT_FORMAT_JSONL,
  EXTRACT_FORMAT_HTML,
  EXTRACT_FORMAT_MARKDOWN,
  EXTRACT_FORMAT_XML,
  EXTRACT_FORMAT_VERTICAL,
  EXTRACT_FORMAT_TEI,
  EXTRACT_FORMAT_CSV,
  EXTRACT_FORMAT_TSV,
  EXTRACT_N_FORMATS
} ExtractFormat;

/**
 * ExtractFormatInfo:
 * @name: such as "markdown"
 * @suffix: such as ".md"
 * @sentence: what it looks like
 * @prologue: text before the first page of a stream or file; often ""
 * @epilogue: text after the last page
 * @alone: (nullable): in place of both, text before a page that is the only one of its stream or file; %NULL
 *   if there is no difference
 *
 * A row of the table of formats.
 */
typedef struct {
  const char *name;
  const char *suffix;
  const char *sentence;
  const char *prologue;
  const char *epilogue;
  const char *alone;
} ExtractFormatInfo;

/**
 * extract_format_get_info:
 * @format: a format
 *
 * Returns: (transfer none): its row of the table
 */
EXTRACT_API const ExtractFormatInfo *extract_format_get_info (ExtractFormat format);

/**
 * EXTRACT_JSON_VERSION:
 *
 * The version of the JSON output; it grows with incompatible changes.
 */
#define EXTRACT_JSON_VERSION 1

/**
 * ExtractWriteFlags:
 * @EXTRACT_WRITE_DEFAULT: the main text
 * @EXTRACT_WRITE_ALL: every block, with score, label and rule
 * @EXTRACT_WRITE_METADATA: also the metadata, in JSON, XML, Markdown (as front matter), HTML (in its head)
 * and vertical text; TEI, CSV and TSV always have them
 * @EXTRACT_WRITE_NO_LINKS: in HTML, Markdown, TEI and vertical text, the texts of links without their
 * addresses
 * @EXTRACT_WRITE_NO_FORMATTING: in HTML, Markdown and TEI, strong, em, code, sub and sup as plain text
 * @EXTRACT_WRITE_ITEMS: also the comments of readers, one by one, behind the text; in JSON and XML the posts
 * of a forum, too
 * @EXTRACT_WRITE_IMAGES: in HTML, Markdown and TEI, pictures with their captions, and links to videos; in
 * vertical text, the places of pictures
 * @EXTRACT_WRITE_STRUCTURE: in vertical text, what each paragraph is: heading, list, table, quote, code or
 * text
 * @EXTRACT_WRITE_FINGERPRINTS: in JSON, what duplicates of the main text are found by
 * @EXTRACT_WRITE_LANGUAGE: in all formats but text and Markdown, also the language that the main text is in
 * @EXTRACT_WRITE_LANGUAGES: in JSON, XML and vertical text, also that of each block
 */
typedef enum {
  EXTRACT_WRITE_DEFAULT = 0,
  EXTRACT_WRITE_ALL = 1 << 0,
  EXTRACT_WRITE_METADATA = 1 << 1,
  EXTRACT_WRITE_NO_LINKS = 1 << 2,
  EXTRACT_WRITE_NO_FORMATTING = 1 << 3,
  EXTRACT_WRITE_ITEMS = 1 << 4,
  EXTRACT_WRITE_IMAGES = 1 << 5,
  EXTRACT_WRITE_STRUCTURE = 1 << 6,
  EXTRACT_WRITE_FINGERPRINTS = 1 << 7,
  EXTRACT_WRITE_LANGUAGE = 1 << 8,
  EXTRACT_WRITE_LANGUAGES = 1 << 9,
} ExtractWriteFlags;

/**
 * EXTRACT_WRITE_FIELD_SHIFT:
 *
 * The bit of the flag of the first field.
 */
#define EXTRACT_WRITE_FIELD_SHIFT 16

/**
 * EXTRACT_WRITE_FIELD:
 * @field: an #ExtractField
 *
 * A flag for each field: if any of them is given, only these fields are written of the metadata.
 */
#define EXTRACT_WRITE_FIELD(field) ((ExtractWriteFlags) (1u << (EXTRACT_WRITE_FIELD_SHIFT + (guint) (field))))

/**
 * extract_format_dup_prologue:
 * @format: a format
 * @flags: what is written of each page
 *
 * Returns: (transfer full): the prologue of pages written with @flags: of CSV and TSV, names of the columns
 */
EXTRACT_API char *extract_format_dup_prologue (ExtractFormat format, ExtractWriteFlags flags);

/**
 * extract_document_to_string:
 * @document: a labelled document
 * @format: the format
 * @flags: what is written
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): UTF-8; "" if the format writes nothing for a page without main text;
 * %NULL with %EXTRACT_ERROR_NOT_LABELLED, %EXTRACT_ERROR_OUT_OF_MEMORY or %EXTRACT_ERROR_OUT_OF_TIME
 */
EXTRACT_API char *extract_document_to_string (ExtractDocument *document, ExtractFormat format,
                                              ExtractWriteFlags flags, GError **error);

/* ---- Metadata ----------------------------------------------------------------------------- */

/**
 * ExtractField:
 * @EXTRACT_FIELD_TITLE: the title of the article or item, without the name of the site
 * @EXTRACT_FIELD_AUTHOR: names of the authors: people, or an organization if no person is named
 * @EXTRACT_FIELD_PUBLISHED: date of publication: ISO 8601, as precise as the page states it
 * @EXTRACT_FIELD_MODIFIED: date of the last change, in the same form
 * @EXTRACT_FIELD_SITE_NAME: the name of the site
 * @EXTRACT_FIELD_URL: the canonical address of the page
 * @EXTRACT_FIELD_DESCRIPTION: the summary that the page declares
 * @EXTRACT_FIELD_LANGUAGE: the language tag that the page declares
 * @EXTRACT_FIELD_IMAGE: the address of the main image
 * @EXTRACT_FIELD_CATEGORY: sections of the site
 * @EXTRACT_FIELD_TAG: keywords
 * @EXTRACT_FIELD_LICENCE: the licence, usually an address
 * @EXTRACT_FIELD_KIND: the kind of page: "article", "product", "forum", "recipe", "video", "event", "job",
 *   "course", "software", "book", "question", "profile", "listing", "website" or "page"
 * @EXTRACT_N_FIELDS: how many there are
 *
 * The fields of metadata.
 */
typedef enum {
  EXTRACT_FIELD_TITLE,
  EXTRACT_FIELD_AUTHOR,
  EXTRACT_FIELD_PUBLISHED,
  EXTRACT_FIELD_MODIFIED,
  EXTRACT_FIELD_SITE_NAME,
  EXTRACT_FIELD_URL,
  EXTRACT_FIELD_DESCRIPTION,
  EXTRACT_FIELD_LANGUAGE,
  EXTRACT_FIELD_IMAGE,
  EXTRACT_FIELD_CATEGORY,
  EXTRACT_FIELD_TAG,
  EXTRACT_FIELD_LICENCE,
  EXTRACT_FIELD_KIND,
  EXTRACT_N_FIELDS
} ExtractField;

/**
 * ExtractFieldInfo:
 * @name: its key in output: "title", "authors", "date" ...
 * @many: whether a page may have several values
 * @sentence: what it is
 *
 * A row of the table of fields.
 */
typedef struct {
  const char *name;
  gboolean many;
  const char *sentence;
} ExtractFieldInfo;

/**
 * extract_field_get_info:
 * @field: a field
 *
 * Returns: (transfer none): its row of the table
 */
EXTRACT_API const ExtractFieldInfo *extract_field_get_info (ExtractField field);

/**
 * extract_document_get_metadata:
 * @document: a document, labelled or not
 * @error: return location for an error
 *
 * Gets the metadata of the page. The first call computes it, and the page keeps it; labels do not matter.
 * Dates are never later than the day of extract_parser_set_today (); by default, today.
 *
 * Returns: (transfer none) (nullable): the metadata, as long as a document of the page is there; %NULL with
 * %EXTRACT_ERROR_OUT_OF_MEMORY or %EXTRACT_ERROR_OUT_OF_TIME
 */
EXTRACT_API ExtractMetadata *extract_document_get_metadata (ExtractDocument *document, GError **error);

/**
 * extract_metadata_ref:
 * @metadata: metadata
 *
 * Returns: (transfer full): @metadata
 */
EXTRACT_API ExtractMetadata *extract_metadata_ref (ExtractMetadata *metadata);

/**
 * extract_metadata_unref:
 * @metadata: (transfer full): metadata
 */
EXTRACT_API void extract_metadata_unref (ExtractMetadata *metadata);

/**
 * extract_metadata_get_n_values:
 * @metadata: metadata
 * @field: a field
 *
 * Returns: how many values the field has; 0 if it is not known
 */
EXTRACT_API guint extract_metadata_get_n_values (ExtractMetadata *metadata, ExtractField field);

/**
 * extract_metadata_get_value:
 * @metadata: metadata
 * @field: a field
 * @i: which of its values, from 0
 *
 * Returns: (transfer none) (nullable): the value, plain text in UTF-8; %NULL if there are not so many
 */
EXTRACT_API const char *extract_metadata_get_value (ExtractMetadata *metadata, ExtractField field, guint i);

/**
 * extract_metadata_get_origin:
 * @metadata: metadata
 * @field: a field
 * @i: which of its values, from 0
 *
 * Returns: (transfer none) (nullable): the source of the value: "json-ld", "microdata", "rdfa",
 * "opengraph", "dublin-core", "citation", "meta", "link", "title", "heading", "time", "class", "address",
 * "text" or "html"; %NULL if there are not so many
 */
EXTRACT_API const char *extract_metadata_get_origin (ExtractMetadata *metadata, ExtractField field, guint i);

/**
 * extract_metadata_get_role:
 * @metadata: metadata
 * @block: number of a block of the page, from 0
 *
 * Returns: headline, by-line or date if the metadata were seen in the block; else what
 *   extract_block_get_role() says of it
 */
EXTRACT_API ExtractRole extract_metadata_get_role (ExtractMetadata *metadata, guint block);

/* ---- Items -------------------------------------------------------------------------------- */

/**
 * ExtractItemKind:
 * @EXTRACT_ITEM_COMMENT: a comment of a reader
 * @EXTRACT_ITEM_POST: a post of a forum, a question, an answer
 * @EXTRACT_N_ITEM_KINDS: the number of values
 *
 * What an item is.
 */
typedef enum { EXTRACT_ITEM_COMMENT, EXTRACT_ITEM_POST, EXTRACT_N_ITEM_KINDS } ExtractItemKind;

/**
 * extract_document_get_items:
 * @document: a document
 * @error: return location for an error
 *
 * Gets the comments and posts of the page, in its order. The first call finds them, and the page keeps them;
 * labels do not matter.
 *
 * Returns: (transfer none) (nullable): the items, as long as a document of the page is there; %NULL with
 *   %EXTRACT_ERROR_OUT_OF_MEMORY or %EXTRACT_ERROR_OUT_OF_TIME
 */
EXTRACT_API ExtractItems *extract_document_get_items (ExtractDocument *document, GError **error);

/**
 * extract_items_ref:
 * @items: items
 *
 * Returns: (transfer full): @items
 */
EXTRACT_API ExtractItems *extract_items_ref (ExtractItems *items);

/**
 * extract_items_unref:
 * @items: (transfer full): items
 */
EXTRACT_API void extract_items_unref (ExtractItems *items);

/**
 * extract_items_get_n_items:
 * @items: items
 *
 * Returns: how many there are
 */
EXTRACT_API guint extract_items_get_n_items (ExtractItems *items);

/**
 * extract_items_get_kind:
 * @items: items
 * @i: number of the item, from 0
 *
 * Returns: what it is
 */
EXTRACT_API ExtractItemKind extract_items_get_kind (ExtractItems *items, guint i);

/**
 * extract_items_get_author:
 * @items: items
 * @i: number of the item, from 0
 *
 * Returns: (transfer none) (nullable): the name that its author goes by; %NULL if it is not known
 */
EXTRACT_API const char *extract_items_get_author (ExtractItems *items, guint i);

/**
 * extract_items_get_date:
 * @items: items
 * @i: number of the item, from 0
 *
 * Returns: (transfer none) (nullable): when it was written, as ISO 8601; %NULL if it is not known
 */
EXTRACT_API const char *extract_items_get_date (ExtractItems *items, guint i);

/**
 * extract_items_get_text:
 * @items: items
 * @i: number of the item, from 0
 *
 * Returns: (transfer none): its text: blocks with an empty line between them
 */
EXTRACT_API const char *extract_items_get_text (ExtractItems *items, guint i);

/**
 * extract_items_get_reply_to:
 * @items: items
 * @i: number of the item, from 0
 *
 * Returns: number of the item that it lies in, as an answer to it: a smaller one; -1 if there is none
 */
EXTRACT_API int extract_items_get_reply_to (ExtractItems *items, guint i);

/* ---- Annotation --------------------------------------------------------------------------- */

/**
 * ExtractAnnotator:
 * @EXTRACT_ANNOTATOR_MODEL: a model
 * @EXTRACT_ANNOTATOR_PERSON: an annotator
 * @EXTRACT_ANNOTATOR_JUDGE: a person who decided where annotators disagree
 * @EXTRACT_N_ANNOTATORS: the number of values
 *
 * Who gave a label. Of two labels of a block, that of the later annotator in this list counts.
 */
typedef enum {
  EXTRACT_ANNOTATOR_MODEL,
  EXTRACT_ANNOTATOR_PERSON,
  EXTRACT_ANNOTATOR_JUDGE,
  EXTRACT_N_ANNOTATORS
} ExtractAnnotator;

/**
 * ExtractHow:
 * @EXTRACT_HOW_UNKNOWN: not known
 * @EXTRACT_HOW_CHOSEN: the annotator chose it for this block
 * @EXTRACT_HOW_ACCEPTED: a model proposed it
 * @EXTRACT_HOW_REMEMBERED: the annotator decided about the same text on another page
 * @EXTRACT_N_HOWS: the number of values
 *
 * How a label was given.
 */
typedef enum {
  EXTRACT_HOW_UNKNOWN,
  EXTRACT_HOW_CHOSEN,
  EXTRACT_HOW_ACCEPTED,
  EXTRACT_HOW_REMEMBERED,
  EXTRACT_N_HOWS
} ExtractHow;

/**
 * ExtractBlockLabel:
 * @fingerprint: identifies the block, together with @occurrence; see texttractor-dataset(5)
 * @occurrence: 1 for the first block of the page with this fingerprint
 * @place: number of the block in the page when it was labelled, from 1; for people
 * @class_name: such as "content"
 * @annotator: who gave it
 * @who: name of the person or the model
 * @when: UTC, such as "2026-01-31T12:00:00Z"
 * @score: 0 to 1, the score of the block then; NaN if not given
 * @excerpt: the beginning of the text of the block; for people
 * @how: how it was given
 *
 * A label of a block, owned by its annotation.
 */
typedef struct {
  const char *fingerprint;
  guint occurrence;
  guint place;
  const char *class_name;
  ExtractAnnotator annotator;
  const char *who;
  const char *when;
  double score;
  const char *excerpt;
  ExtractHow how;
} ExtractBlockLabel;

/**
 * extract_annotation_new:
 *
 * Returns: (transfer full): an annotation without labels
 */
EXTRACT_API ExtractAnnotation *extract_annotation_new (void);

/**
 * extract_annotation_ref:
 * @annotation: an annotation
 *
 * Returns: (transfer full): @annotation
 */
EXTRACT_API ExtractAnnotation *extract_annotation_ref (ExtractAnnotation *annotation);

/**
 * extract_annotation_unref:
 * @annotation: (transfer full): an annotation
 */
EXTRACT_API void extract_annotation_unref (ExtractAnnotation *annotation);

/**
 * extract_annotation_load:
 * @path: (type filename): a labels file
 * @error: return location for an error
 *
 * Returns: (transfer full): the labels; %NULL with %EXTRACT_ERROR_ANNOTATION, "line 3: sentence", or
 * %G_FILE_ERROR
 */
EXTRACT_API ExtractAnnotation *extract_annotation_load (const char *path, GError **error);

/**
 * extract_annotation_to_bytes:
 * @annotation: an annotation
 *
 * Returns: (transfer full): the labels file; the same labels give the same bytes
 */
EXTRACT_API GBytes *extract_annotation_to_bytes (ExtractAnnotation *annotation);

/**
 * extract_annotation_set:
 * @annotation: an annotation
 * @document: the page
 * @i: which block, from 0
 * @class_name: a-z, then a-z, 0-9 and -, 32 characters at most
 * @annotator: who gives it
 * @who: 1 to 64 characters, no control characters, no white space at its ends
 * @when: UTC, such as "2026-01-31T12:00:00Z"
 * @score: 0 to 1, kept with four decimals; NaN for none
 * @error: return location for an error
 *
 * Gives a block a label, in place of an earlier one by the same annotator.
 *
 * Returns: %FALSE with %EXTRACT_ERROR_ANNOTATION
 */
EXTRACT_API gboolean extract_annotation_set (ExtractAnnotation *annotation, ExtractDocument *document,
                                             guint i, const char *class_name, ExtractAnnotator annotator,
                                             const char *who, const char *when, double score, GError **error);

/**
 * extract_annotation_get:
 * @annotation: an annotation
 * @document: the page
 * @i: which block, from 0
 *
 * Gets the label of a block that counts: that of a judge, else of a person, else of a model; the latest of
 * these.
 *
 * Returns: (transfer none) (nullable): the label; it lives until the annotation is changed
 */
EXTRACT_API const ExtractBlockLabel *
extract_annotation_get (ExtractAnnotation *annotation, ExtractDocument *document, guint i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractParser, extract_parser_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractDocument, extract_document_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractModel, extract_model_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractClassifier, extract_classifier_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractAnnotation, extract_annotation_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractMetadata, extract_metadata_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractItems, extract_items_unref)

G_END_DECLS
