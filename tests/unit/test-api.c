/* SPDX-License-Identifier: MIT */
/*
 * Every function of the public face and of the doors of the rooms answers a wrong call with a critical
 * message, and goes on. The header lists the functions: a new one without a case here, or without an argument
 * that could be wrong, fails.
 */
#include <libextract/extract.h>
#include <libextract/base/url.h>
#include <libextract/feature/feature.h>
#include <libextract/html/html.h>
#include <libextract/model/model.h>
#include <libextract/page/page.h>
#include <libextract/write/write.h>
#include <libextract/text/language.h>

#include <math.h>
#include <string.h>

static const char page[] = "<title>One</title><p>One two three four five.<p>Six <a href=/>seven</a> eight.";
static guint n_criticals;
static GHashTable *called; /* set of names */

static void
count_critical (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  n_criticals += (level & G_LOG_LEVEL_CRITICAL) != 0;
}

static void
remember (const char *call)
{
  g_hash_table_add (called, g_strndup (call, strcspn (call, " (")));
}

static void
check_critical (const char *call)
{
  if (n_criticals == 0) {
    g_test_message ("no critical message: %s", call);
    g_test_fail ();
  }
  remember (call);
}

static void
check_nothing (gboolean nothing, const char *call)
{
  if (!nothing) {
    g_test_message ("returns something: %s", call);
    g_test_fail ();
  }
  check_critical (call);
}

/* A wrong call: of a function that returns nothing, or of one that returns nothing of worth then. */
#define WRONG(call) (n_criticals = 0, (void) (call), check_critical (#call))
#define WRONG_NULL(call) (n_criticals = 0, check_nothing ((call) == NULL, #call))
#define WRONG_ZERO(call) (n_criticals = 0, check_nothing ((call) == 0, #call))

/* Everything that functions take. */
typedef struct {
  ExtractParser *parser;
  GBytes *bytes;
  ExtractDocument *plain, *computed, *labelled;
  ExtractBlock *block;
  const ExtractFeatureSet *set;
  ExtractModel *model;
  ExtractNetwork *network;
  ExtractClassifier *classifier;
  ExtractAnnotation *annotation;
  ExtractTokenCounts *counts;
  float values[4096];
} World;

static void
world_init (World *world)
{
  world->parser = extract_parser_new ();
  world->bytes = g_bytes_new_static (page, strlen (page));
  world->plain = extract_parser_parse_bytes (world->parser, world->bytes, NULL, NULL, NULL);
  world->computed = extract_document_copy (world->plain);
  world->labelled = extract_document_copy (world->plain);
  world->block = extract_document_get_block (world->plain, 0);
  world->set = extract_feature_set_find ("classic");
  world->model = extract_model_get_builtin ("classic", NULL);
  world->network = extract_model_get_stage (world->model, EXTRACT_STAGE_FIRST)->network;
  world->classifier = extract_classifier_new (world->model);
  world->annotation = extract_annotation_new ();
  world->counts = extract_token_counts_new ();
  g_assert_true (extract_features_compute (world->computed, world->set, NULL, NULL));
  g_assert_true (extract_classifier_label (world->classifier, world->labelled, NULL));
}

static void
world_clear (World *world)
{
  extract_parser_unref (world->parser);
  g_bytes_unref (world->bytes);
  extract_document_unref (world->plain);
  extract_document_unref (world->computed);
  extract_document_unref (world->labelled);
  extract_model_unref (world->model);
  extract_classifier_unref (world->classifier);
  extract_annotation_unref (world->annotation);
  extract_token_counts_free (world->counts);
}

/* ---- Wrong calls ------------------------------------------------------------------------------ */

static void
call_languages (void)
{
  WRONG (extract_language_detect (NULL, 1, NULL));
  WRONG_NULL (extract_encoding_find (NULL));
  WRONG_NULL (extract_language_dup_code (NULL));
  WRONG_ZERO (extract_language_is (NULL, "en"));
  WRONG_ZERO (extract_language_is ("en", NULL));
}

static void
call_tables (void)
{
  static const ExtractCorpus corpus = { "a", "/a", NULL };

  WRONG_NULL (extract_label_get_nick (4));
  WRONG_NULL (extract_label_get_nick (-1));
  WRONG_NULL (extract_role_get_info (EXTRACT_N_ROLES));
  WRONG_NULL (extract_limit_get_info (EXTRACT_N_LIMITS));
  WRONG_NULL (extract_limit_get_info (-1));
  WRONG_NULL (extract_markup_parser_get_info (EXTRACT_N_MARKUP_PARSERS));
  WRONG_NULL (extract_activation_get_info (EXTRACT_N_ACTIVATIONS));
  WRONG_NULL (extract_format_get_info (EXTRACT_N_FORMATS));
  WRONG_NULL (extract_format_dup_prologue (EXTRACT_N_FORMATS, EXTRACT_WRITE_DEFAULT));
  WRONG_ZERO (extract_format_load (EXTRACT_N_FORMATS, NULL));
  WRONG_NULL (extract_registry_to_string (EXTRACT_N_REGISTRIES, &corpus, EXTRACT_WRITE_DEFAULT));
  WRONG_NULL (extract_registry_to_string (EXTRACT_REGISTRY_CWB, NULL, EXTRACT_WRITE_DEFAULT));
  WRONG_NULL (extract_annotator_get_nick (EXTRACT_N_ANNOTATORS));
  WRONG_NULL (extract_how_get_nick (EXTRACT_N_HOWS));
  WRONG_NULL (extract_url_dup_without_user (NULL));
  WRONG_NULL (extract_url_dup_site (NULL));
  WRONG_ZERO (extract_writer_get_step (NULL, 0));
  WRONG_NULL (extract_field_get_info (EXTRACT_N_FIELDS));
  WRONG_NULL (extract_field_get_info (-1));
  WRONG_NULL (extract_reason_get_info (EXTRACT_N_REASONS));
  WRONG_NULL (extract_reason_get_info (-1));
  WRONG_NULL (extract_model_get_card_keys (NULL));
  WRONG_NULL (extract_rule_get_all (NULL));
  WRONG_NULL (extract_method_get_all (NULL));
  WRONG_NULL (extract_method_find (NULL));
  WRONG_NULL (extract_combination_get_info (EXTRACT_N_COMBINATIONS));
}

static void
call_parser (World *w)
{
  WRONG_NULL (extract_parser_ref (NULL));
  WRONG (extract_parser_unref (NULL));
  WRONG (extract_parser_set_limit (NULL, EXTRACT_LIMIT_BYTES, 1));
  WRONG (extract_parser_set_limit (w->parser, EXTRACT_N_LIMITS, 1));
  WRONG_ZERO (extract_parser_get_limit (NULL, EXTRACT_LIMIT_BYTES));
  WRONG_ZERO (extract_parser_get_limit (w->parser, EXTRACT_N_LIMITS));
  WRONG_ZERO (extract_parser_set_encoding (NULL, "utf-8", NULL));
  WRONG_ZERO (extract_parser_set_today (NULL, "2020-03-04"));
  WRONG (extract_parser_set_markup_parser (NULL, EXTRACT_MARKUP_PARSER_PLAIN));
  WRONG (extract_parser_set_markup_parser (w->parser, EXTRACT_N_MARKUP_PARSERS));
  WRONG_ZERO (extract_parser_get_markup_parser (NULL));
  WRONG_ZERO (extract_parser_add_selector (NULL, EXTRACT_SELECTION_KEEP, "p", NULL));
  WRONG_ZERO (extract_parser_add_selector (w->parser, EXTRACT_N_SELECTIONS, "p", NULL));
  WRONG_ZERO (extract_parser_add_selector (w->parser, EXTRACT_SELECTION_KEEP, NULL, NULL));
  WRONG_NULL (extract_parser_parse_bytes (NULL, w->bytes, NULL, NULL, NULL));
  WRONG_NULL (extract_parser_parse_bytes (w->parser, NULL, NULL, NULL, NULL));
}

static void
call_document (World *w)
{
  guint n = extract_document_get_n_blocks (w->plain);

  WRONG_NULL (extract_document_ref (NULL));
  WRONG (extract_document_unref (NULL));
  WRONG_NULL (extract_document_copy (NULL));
  WRONG_NULL (extract_document_get_uri (NULL));
  WRONG_NULL (extract_document_get_base (NULL));
  WRONG (extract_document_set_source (NULL, "a.html"));
  WRONG (extract_document_set_fetched (NULL, "2026-11-23"));
  WRONG_NULL (extract_document_get_fetched (NULL));
  WRONG_NULL (extract_document_get_source (NULL));
  WRONG_NULL (extract_document_get_title (NULL));
  WRONG_NULL (extract_document_get_charset (NULL));
  WRONG_NULL (extract_document_get_language (NULL));
  WRONG_NULL (extract_document_get_model (NULL));
  WRONG_ZERO (extract_document_get_confidence (NULL));
  WRONG_ZERO (extract_document_has_main_text (NULL));
  WRONG_ZERO (extract_document_get_reason (NULL));
  WRONG_NULL (extract_document_detect_language (NULL, NULL, NULL));
  WRONG_ZERO (extract_document_is_sealed (NULL));
  WRONG (extract_document_drop_block (NULL, 0));
  WRONG (extract_document_drop_block (w->labelled, n));
  WRONG_ZERO (extract_document_get_threshold (NULL));
  WRONG_ZERO (extract_document_get_n_blocks (NULL));
  WRONG_NULL (extract_document_get_block (NULL, 0));
  WRONG_NULL (extract_document_get_block (w->plain, n));
  WRONG_NULL (extract_document_get_block (w->plain, G_MAXUINT));
  WRONG_ZERO (extract_document_compute_features (NULL, w->model, NULL));
  WRONG_ZERO (extract_document_compute_features (w->plain, NULL, NULL));
  WRONG_ZERO (extract_features_compute (NULL, w->set, NULL, NULL));
  WRONG_ZERO (extract_features_compute (w->plain, NULL, NULL, NULL));
  WRONG_ZERO (extract_features_compute (w->plain, extract_feature_set_get_context (), NULL, NULL));
  WRONG_ZERO (extract_features_compute (w->plain, extract_feature_set_get_outcome (), NULL, NULL));
  WRONG (extract_scale_apply (NULL, 1, 1, w->values));
  WRONG (extract_inputs_gather (NULL, w->values, 1, 0, w->values));
  WRONG (extract_inputs_gather (w->set, NULL, 1, 0, w->values));
  WRONG (extract_inputs_gather (w->set, w->values, 1, 0, NULL));
  WRONG (extract_inputs_gather (w->set, w->values, 1, 1, w->values));
  WRONG (extract_document_get_inputs (NULL, 0, w->values));
  WRONG (extract_document_get_inputs (w->plain, 0, w->values)); /* without features */
  WRONG (extract_document_get_inputs (w->labelled, 0, w->values));
  WRONG (extract_document_get_inputs (w->computed, n, w->values));
  WRONG (extract_document_get_inputs (w->computed, 0, NULL));
  WRONG (extract_document_compute_context (NULL, w->values, w->values));
  WRONG (extract_document_compute_context (w->plain, NULL, w->values));
  WRONG (extract_document_compute_context (w->plain, w->values, NULL));
  WRONG (extract_document_compute_edges (NULL, w->values));
  WRONG (extract_document_compute_edges (w->plain, NULL));
  WRONG_ZERO (extract_features_compute (w->plain, extract_feature_set_get_edges (), NULL, NULL));
  WRONG (extract_document_compute_outcome (NULL, w->values, 0.5, w->values));
  WRONG (extract_document_compute_outcome (w->plain, NULL, 0.5, w->values));
  WRONG (extract_document_compute_outcome (w->plain, w->values, 0.5, NULL));
  WRONG_NULL (extract_document_to_string (NULL, EXTRACT_FORMAT_TEXT, EXTRACT_WRITE_DEFAULT, NULL));
  WRONG_NULL (extract_document_to_string (w->labelled, EXTRACT_N_FORMATS, EXTRACT_WRITE_DEFAULT, NULL));
  WRONG_NULL (extract_document_to_original (NULL, w->parser, w->bytes, NULL, 1, NULL));
  WRONG_NULL (extract_document_to_original (w->plain, w->parser, w->bytes, NULL, 1, NULL));
  WRONG_NULL (extract_document_to_original (w->labelled, NULL, w->bytes, NULL, 1, NULL));
  WRONG_NULL (extract_document_to_original (w->labelled, w->parser, NULL, NULL, 1, NULL));
}

static void
call_metadata (World *w)
{
  ExtractMetadata *metadata = extract_document_get_metadata (w->plain, NULL);

  WRONG_NULL (extract_document_get_metadata (NULL, NULL));
  WRONG_NULL (extract_metadata_ref (NULL));
  WRONG (extract_metadata_unref (NULL));
  WRONG_ZERO (extract_metadata_get_n_values (NULL, EXTRACT_FIELD_TITLE));
  WRONG_ZERO (extract_metadata_get_n_values (metadata, EXTRACT_N_FIELDS));
  WRONG_NULL (extract_metadata_get_value (NULL, EXTRACT_FIELD_TITLE, 0));
  WRONG_NULL (extract_metadata_get_origin (NULL, EXTRACT_FIELD_TITLE, 0));
  WRONG_ZERO (extract_metadata_get_role (NULL, 0));
  WRONG_ZERO (extract_metadata_get_role (metadata, extract_document_get_n_blocks (w->plain)));
}

static void
call_items (World *w)
{
  ExtractItems *items = extract_document_get_items (w->plain, NULL);
  const guint n = extract_items_get_n_items (items);

  WRONG_NULL (extract_document_get_items (NULL, NULL));
  WRONG_NULL (extract_items_ref (NULL));
  WRONG (extract_items_unref (NULL));
  WRONG_ZERO (extract_items_get_n_items (NULL));
  WRONG_ZERO (extract_items_get_kind (NULL, 0));
  WRONG_ZERO (extract_items_get_kind (items, n));
  WRONG_NULL (extract_items_get_author (NULL, 0));
  WRONG_NULL (extract_items_get_author (items, n));
  WRONG_NULL (extract_items_get_date (NULL, 0));
  WRONG_NULL (extract_items_get_date (items, n));
  WRONG_NULL (extract_items_get_text (NULL, 0));
  WRONG_NULL (extract_items_get_text (items, n));
  WRONG_ZERO (extract_items_get_reply_to (NULL, 0) + 1);
  WRONG_ZERO (extract_items_get_reply_to (items, n) + 1);
}

static void
call_block (World *w)
{
  gsize n;

  WRONG_NULL (extract_block_ref (NULL));
  WRONG (extract_block_unref (NULL));
  WRONG (extract_document_drop_block (NULL, 0));
  WRONG (extract_document_drop_block (w->plain, G_MAXUINT));
  WRONG (extract_block_set_label (NULL, EXTRACT_LABEL_GOOD));
  WRONG (extract_block_set_label (w->block, EXTRACT_LABEL_NONE));
  WRONG (extract_block_set_label (w->block, EXTRACT_LABEL_GOOD));
  WRONG_NULL (extract_block_dup_links (NULL));
  WRONG_ZERO (extract_block_is_selected (NULL));
  WRONG_NULL (extract_block_get_text (NULL));
  WRONG_NULL (extract_block_get_tag (NULL));
  WRONG_NULL (extract_block_dup_path (NULL));
  WRONG_ZERO (extract_block_get_n_words (NULL));
  WRONG_NULL (extract_block_get_features (NULL, &n));
  WRONG_NULL (extract_block_get_features (w->block, NULL));
  WRONG_ZERO (extract_block_get_role (NULL));
  WRONG_NULL (extract_block_detect_language (NULL, NULL, NULL));
  WRONG_ZERO (extract_block_get_score (NULL));
  WRONG_ZERO (extract_block_get_label (NULL));
  WRONG_NULL (extract_block_get_class (NULL));
  WRONG_NULL (extract_block_get_rule (NULL));
  WRONG_NULL (extract_block_dup_fingerprint (NULL));
  WRONG_ZERO (extract_block_get_occurrence (NULL));
}

static void
call_features (World *w)
{
  WRONG_NULL (extract_feature_set_find (NULL));
  WRONG_NULL (extract_feature_set_get_name (NULL));
  WRONG_ZERO (extract_feature_set_get_version (NULL));
  WRONG_ZERO (extract_feature_set_get_n_features (NULL));
  WRONG_ZERO (extract_feature_set_get_window (NULL));
  WRONG_ZERO (extract_feature_set_get_n_core (NULL));
  WRONG_ZERO (extract_feature_set_get_n_inputs (NULL));
  WRONG_NULL (extract_feature_set_get_feature (NULL, 0));
  WRONG_NULL (extract_feature_set_get_feature (w->set, extract_feature_set_get_n_features (w->set)));
  WRONG (extract_token_counts_free (NULL));
  WRONG (extract_token_counts_add (NULL, w->plain, w->values, 1));
  WRONG (extract_token_counts_add (w->counts, NULL, w->values, 1));
  WRONG (extract_token_counts_add (w->counts, w->plain, NULL, 1));
  WRONG (extract_token_counts_add (w->counts, w->plain, w->values, 0));
  WRONG (extract_token_counts_add (w->counts, w->plain, w->values, NAN));
  WRONG (extract_token_counts_merge (NULL, w->counts));
  WRONG (extract_token_counts_merge (w->counts, NULL));
  WRONG (extract_token_counts_merge (w->counts, w->counts));
  WRONG_NULL (extract_token_tables_new (NULL));
  WRONG_NULL (extract_token_tables_ref (NULL));
  WRONG (extract_token_tables_unref (NULL));
  WRONG_ZERO (extract_token_tables_get_n (NULL));
}

static void
call_chain (World *w)
{
  double values[2] = { 0 };
  const ExtractDecoding none = { 0 }, viterbi = { .kind = EXTRACT_DECODING_VITERBI };
  const ExtractClassDecoding of_classes = { 0 }, no_numbers = { .kind = EXTRACT_DECODING_CRF };
  static const char *const names[] = { "boilerplate", "content", NULL };
  float probabilities[2] = { 0 };

  WRONG_ZERO (extract_chain_run (NULL, EXTRACT_CHAIN_SUM));
  WRONG_ZERO (
      extract_chain_run (&(ExtractChain){ 0, 2, values, values, 0, values, values }, EXTRACT_CHAIN_SUM));
  WRONG_ZERO (
      extract_chain_run (&(ExtractChain){ 1, 0, values, values, 0, values, values }, EXTRACT_CHAIN_SUM));
  WRONG_ZERO (
      extract_chain_run (&(ExtractChain){ 1, 2, NULL, values, 0, values, values }, EXTRACT_CHAIN_SUM));
  WRONG_ZERO (
      extract_chain_run (&(ExtractChain){ 2, 1, values, NULL, 0, values, values }, EXTRACT_CHAIN_SUM));
  WRONG_NULL (extract_decoding_get_info (EXTRACT_N_DECODINGS));
  WRONG (extract_decoding_apply (NULL, 1, NULL, w->values));
  WRONG (extract_decoding_apply (&none, 1, NULL, NULL));
  WRONG (extract_decoding_apply (&viterbi, 1, NULL, w->values));
  WRONG (extract_class_decoding_apply (NULL, 1, 2, w->values));
  WRONG (extract_class_decoding_apply (&of_classes, 1, 0, w->values));
  WRONG (extract_class_decoding_apply (&of_classes, 1, 2, NULL));
  WRONG (extract_class_decoding_apply (&no_numbers, 1, 2, w->values));
  WRONG (extract_classes_join (NULL, 1, w->values, probabilities));
  WRONG (extract_classes_join (names, 1, NULL, probabilities));
  WRONG (extract_classes_join (names, 1, w->values, NULL));
  WRONG (extract_classes_decode (NULL, &of_classes, 1, probabilities, w->values));
  WRONG (extract_classes_decode (names, NULL, 1, probabilities, w->values));
  WRONG (extract_classes_decode (names, &of_classes, 1, NULL, w->values));
  WRONG (extract_classes_decode (names, &of_classes, 1, probabilities, NULL));
  WRONG_ZERO (extract_classes_choose (NULL, probabilities, TRUE));
  WRONG_ZERO (extract_classes_choose (names, NULL, TRUE));
}

static void
call_network (World *w)
{
  const ExtractLayer layer = { 1, EXTRACT_ACTIVATION_SIGMOID, 0.5F };
  gsize n;

  WRONG_NULL (extract_network_new (1, NULL, 1, w->values, 2, NULL));
  WRONG_NULL (extract_network_new (1, &layer, 1, NULL, 2, NULL));
  WRONG_NULL (extract_network_ref (NULL));
  WRONG (extract_network_unref (NULL));
  WRONG_ZERO (extract_network_get_n_inputs (NULL));
  WRONG_ZERO (extract_network_get_n_outputs (NULL));
  WRONG_ZERO (extract_network_get_n_layers (NULL));
  WRONG_NULL (extract_network_get_layer (NULL, 0));
  WRONG_NULL (extract_network_get_layer (w->network, extract_network_get_n_layers (w->network)));
  WRONG_NULL (extract_network_get_weights (NULL, &n));
  WRONG_NULL (extract_network_get_weights (w->network, NULL));
  WRONG (extract_network_run (NULL, 1, w->values, w->values));
  WRONG (extract_network_run (w->network, 1, NULL, w->values));
  WRONG (extract_network_run (w->network, 1, w->values, NULL));
  WRONG (extract_network_score (NULL, 1, w->values, w->values));
  WRONG (extract_network_score (w->network, 1, NULL, w->values));
  WRONG (extract_network_score (w->network, 1, w->values, NULL));
  WRONG_ZERO (extract_network_get_reach (NULL));
  WRONG_ZERO (extract_network_is_sequence (NULL));
  WRONG (extract_network_run_sequence (NULL, 1, w->values, w->values));
  WRONG (extract_network_run_sequence (w->network, 1, NULL, w->values));
  WRONG (extract_network_run_sequence (w->network, 1, w->values, NULL));
  WRONG (extract_network_score_sequence (NULL, 1, w->values, w->values));
  WRONG (extract_network_score_sequence (w->network, 1, NULL, w->values));
  WRONG (extract_network_score_sequence (w->network, 1, w->values, NULL));
  WRONG_NULL (extract_network_to_fann (NULL));
  WRONG_NULL (extract_network_from_fann (NULL, NULL));
}

static void
call_model (World *w)
{
  static const char *const card[] = { "name", "x", NULL }, *const half[] = { "name", NULL, NULL };
  const ExtractModelParts whole = *extract_model_get_parts (w->model);
  ExtractModelParts parts = whole;

  WRONG_NULL (extract_model_new (NULL, &whole, NULL));
  WRONG_NULL (extract_model_new (card, NULL, NULL));
  WRONG_NULL (extract_model_new (half, &whole, NULL));
  parts.stages[EXTRACT_STAGE_FIRST].set = NULL;
  WRONG_NULL (extract_model_new (card, &parts, NULL));
  parts.stages[EXTRACT_STAGE_FIRST].set = extract_feature_set_get_outcome ();
  WRONG_NULL (extract_model_new (card, &parts, NULL));
  parts = whole;
  parts.stages[EXTRACT_STAGE_FIRST].network = NULL;
  WRONG_NULL (extract_model_new (card, &parts, NULL));
  parts = whole;
  parts.stages[EXTRACT_STAGE_CONTEXT] = (ExtractStage){ .network = w->network };
  WRONG_NULL (extract_model_new (card, &parts, NULL));
  parts = whole;
  parts.rules = NULL;
  WRONG_NULL (extract_model_new (card, &parts, NULL));
  parts = whole;
  parts.n_pages = 1;
  WRONG_NULL (extract_model_new (card, &parts, NULL));

  const ExtractElementClass classes[] = { { "yes", "revealer", 1 }, { "no", "none", 1 } };
  const ExtractElementParts elements = { w->network, classes, 2, 1 };
  const ExtractElementParts no_numbers = {
    w->network, classes, 2, 1, { .kind = EXTRACT_DECODING_CRF, .slope = 1 }
  };
  const ExtractElementParts no_network = { NULL, classes, 2, 1 }, no_classes = { w->network, NULL, 2, 1 };
  WRONG_NULL (extract_model_new_for_elements (NULL, &elements, NULL));
  WRONG_NULL (extract_model_new_for_elements (card, NULL, NULL));
  WRONG_NULL (extract_model_new_for_elements (half, &elements, NULL));
  WRONG_NULL (extract_model_new_for_elements (card, &no_network, NULL));
  WRONG_NULL (extract_model_new_for_elements (card, &no_classes, NULL));
  WRONG_NULL (extract_model_new_for_elements (card, &no_numbers, NULL));
  WRONG_NULL (extract_model_load_any (NULL, NULL));
  WRONG_NULL (extract_model_load_any_bytes (NULL, NULL));
  WRONG_NULL (extract_model_get_any_builtin (NULL, NULL));
  WRONG_ZERO (extract_model_get_kind (NULL));
  WRONG_ZERO (extract_model_check_kind (NULL, EXTRACT_MODEL_ELEMENTS, NULL));
  WRONG_ZERO (extract_model_check_kind (w->model, EXTRACT_MODEL_N_KINDS, NULL));
  WRONG_NULL (extract_model_kind_get_name (EXTRACT_MODEL_N_KINDS));
  WRONG_NULL (extract_model_get_element_parts (NULL));
  WRONG_NULL (extract_model_ref (NULL));
  WRONG (extract_model_unref (NULL));
  WRONG_NULL (extract_model_load (NULL, NULL));
  WRONG_NULL (extract_model_load_bytes (NULL, NULL));
  WRONG_NULL (extract_model_to_bytes (NULL));
  WRONG_NULL (extract_model_get_builtin (NULL, NULL));
  WRONG_NULL (extract_model_get_name (NULL));
  WRONG_NULL (extract_model_get_card (NULL, "name"));
  WRONG_NULL (extract_model_get_card (w->model, NULL));
  WRONG_NULL (extract_model_get_feature_set (NULL));
  WRONG_NULL (extract_model_get_parts (NULL));
  WRONG_NULL (extract_model_get_stage (NULL, EXTRACT_STAGE_FIRST));
  WRONG_NULL (extract_model_get_stage (w->model, EXTRACT_N_STAGES));
  WRONG_NULL (extract_stage_get_info (EXTRACT_N_STAGES));
  WRONG_ZERO (extract_model_get_good_threshold (NULL));
  WRONG_ZERO (extract_model_get_near_good_threshold (NULL));
  WRONG_NULL (extract_model_get_rules (NULL));
}

static void
call_classifier (World *w)
{
  WRONG_NULL (extract_classifier_new (NULL));
  WRONG_NULL (extract_classifier_new_for_method (NULL));
  ExtractClassifier *pair[2] = { w->classifier, w->classifier };
  WRONG_NULL (extract_classifier_new_combined (EXTRACT_N_COMBINATIONS, pair, 2, "x"));
  WRONG_NULL (extract_classifier_new_combined (EXTRACT_COMBINATION_UNION, NULL, 2, "x"));
  WRONG_NULL (extract_classifier_new_combined (EXTRACT_COMBINATION_UNION, pair, 1, "x"));
  WRONG_NULL (
      extract_classifier_new_combined (EXTRACT_COMBINATION_UNION, pair, EXTRACT_MAX_MEMBERS + 1, "x"));
  WRONG_NULL (extract_classifier_new_combined (EXTRACT_COMBINATION_UNION, pair, 2, NULL));
  WRONG_NULL (extract_classifier_ref (NULL));
  WRONG (extract_classifier_unref (NULL));
  WRONG (extract_classifier_set_threshold (NULL, 0.5));
  WRONG (extract_classifier_set_threshold (w->classifier, 0));
  WRONG (extract_classifier_set_threshold (w->classifier, 1.5));
  WRONG (extract_classifier_set_threshold (w->classifier, NAN));
  WRONG_ZERO (extract_classifier_get_threshold (NULL));
  WRONG (extract_classifier_favour (NULL, TRUE));
  WRONG_ZERO (extract_classifier_set_decoding (NULL, EXTRACT_DECODING_VITERBI));
  WRONG_ZERO (extract_classifier_set_decoding (w->classifier, EXTRACT_N_DECODINGS));
  WRONG (extract_classifier_decode (NULL, w->plain, w->values));
  WRONG (extract_classifier_decode (w->classifier, NULL, w->values));
  WRONG (extract_classifier_decode (w->classifier, w->plain, NULL));
  WRONG_ZERO (extract_classifier_get_rule (NULL, "headline"));
  WRONG_ZERO (extract_classifier_get_rule (w->classifier, NULL));
  WRONG_ZERO (extract_classifier_set_rule (NULL, "headline", TRUE));
  WRONG_ZERO (extract_classifier_set_rule (w->classifier, NULL, TRUE));
  WRONG (extract_classifier_clear_rules (NULL));
  WRONG_ZERO (extract_classifier_label (NULL, w->plain, NULL));
  WRONG_ZERO (extract_classifier_label (w->classifier, NULL, NULL));
  WRONG_ZERO (extract_classifier_label_scored (NULL, w->plain, w->values, NULL));
  WRONG_ZERO (extract_classifier_label_scored (w->classifier, NULL, w->values, NULL));
  WRONG_ZERO (extract_classifier_label_scored (w->classifier, w->plain, NULL, NULL));
}

static void
call_explanation (World *w)
{
  g_autoptr (ExtractExplainer) explainer = extract_explainer_new (w->classifier, w->plain, NULL);
  double moves[4096];

  WRONG_NULL (extract_explainer_new (NULL, w->plain, NULL));
  WRONG_NULL (extract_explainer_new (w->classifier, NULL, NULL));
  WRONG (extract_explainer_free (NULL));
  WRONG_ZERO (extract_explainer_get_n_stages (NULL));
  WRONG_NULL (extract_explainer_explain (NULL, EXTRACT_STAGE_FIRST, 0));
  WRONG_NULL (extract_explainer_explain (explainer, EXTRACT_STAGE_CONTEXT, 0));
  WRONG_NULL (extract_explainer_explain (explainer, EXTRACT_STAGE_FIRST, 100000));
  WRONG (extract_explanation_free (NULL));
  WRONG_ZERO (extract_cause_sum (NULL));
  WRONG (extract_network_explain (NULL, w->values, w->values, moves));
  WRONG (extract_network_explain (w->network, NULL, w->values, moves));
  WRONG (extract_network_explain (w->network, w->values, NULL, moves));
  WRONG (extract_network_explain (w->network, w->values, w->values, NULL));
}

static void
call_annotation (World *w)
{
  static const char when[] = "2026-01-31T12:00:00Z";
  const ExtractAnnotator annotator = EXTRACT_ANNOTATOR_PERSON;
  guint end = extract_document_get_n_blocks (w->plain);
  ExtractAnnotation *a = w->annotation;
  gsize n;

  WRONG_ZERO (extract_class_name_is_valid (NULL));
  WRONG_ZERO (extract_class_name_is_content (NULL));
  WRONG_NULL (extract_annotation_ref (NULL));
  WRONG (extract_annotation_unref (NULL));
  WRONG_NULL (extract_annotation_load (NULL, NULL));
  WRONG_NULL (extract_annotation_load_bytes (NULL, NULL));
  WRONG_NULL (extract_annotation_to_bytes (NULL));
  WRONG (extract_annotation_set_how (NULL, w->plain, 0, annotator, "x", EXTRACT_HOW_CHOSEN));
  WRONG (extract_annotation_set_how (a, NULL, 0, annotator, "x", EXTRACT_HOW_CHOSEN));
  WRONG (extract_annotation_set_how (a, w->plain, end, annotator, "x", EXTRACT_HOW_CHOSEN));
  WRONG (extract_annotation_set_how (a, w->plain, 0, annotator, NULL, EXTRACT_HOW_CHOSEN));
  WRONG (extract_annotation_set_how (a, w->plain, 0, annotator, "x", EXTRACT_N_HOWS));
  WRONG_ZERO (extract_label_dup_line (NULL, 1));
  WRONG_ZERO (extract_annotation_set (NULL, w->plain, 0, "content", annotator, "x", when, 0.5, NULL));
  WRONG_ZERO (extract_annotation_set (a, NULL, 0, "content", annotator, "x", when, 0.5, NULL));
  WRONG_ZERO (extract_annotation_set (a, w->plain, end, "content", annotator, "x", when, 0.5, NULL));
  WRONG_ZERO (extract_annotation_set (a, w->plain, 0, NULL, annotator, "x", when, 0.5, NULL));
  WRONG_ZERO (extract_annotation_set (a, w->plain, 0, "content", EXTRACT_N_ANNOTATORS, "x", when, 0.5, NULL));
  WRONG_ZERO (extract_annotation_set (a, w->plain, 0, "content", annotator, NULL, when, 0.5, NULL));
  WRONG_ZERO (extract_annotation_set (a, w->plain, 0, "content", annotator, "x", NULL, 0.5, NULL));
  WRONG_NULL (extract_annotation_get (NULL, w->plain, 0));
  WRONG_NULL (extract_annotation_get (a, NULL, 0));
  WRONG_NULL (extract_annotation_get (a, w->plain, end));
  WRONG_ZERO (extract_annotation_remove (NULL, w->plain, 0, NULL));
  WRONG_ZERO (extract_annotation_remove (a, NULL, 0, NULL));
  WRONG_ZERO (extract_annotation_remove (a, w->plain, end, NULL));
  WRONG_ZERO (extract_annotation_get_n_labels (NULL));
  WRONG_NULL (extract_annotation_dup_labels (NULL, &n));
  WRONG_NULL (extract_annotation_dup_labels (a, NULL));
  WRONG_NULL (extract_annotation_dup_conflicts (NULL, &n));
  WRONG_NULL (extract_annotation_dup_conflicts (a, NULL));
  WRONG_NULL (extract_annotation_merge (NULL, a, NULL));
  WRONG_NULL (extract_annotation_merge (a, NULL, NULL));
}

/* ---- All of them ------------------------------------------------------------------------------ */

/* The public face, and the doors of the rooms. */
static const char *const headers[] = {
  "extract.h",   "base/url.h",        "text/language.h", "html/html.h",
  "page/page.h", "feature/feature.h", "model/model.h",   "write/write.h"
};

/* Functions that take nothing, or nothing but an error, cannot be called wrongly. Returns: (transfer full) */
static GStrv
list_functions (void)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GRegex) regex =
      g_regex_new ("^(?:EXTRACT_API|\\w[\\w *]*?[ *])[^;(/#]*?\\b(extract_\\w+) \\(([^;]*)\\);",
                   G_REGEX_MULTILINE, G_REGEX_MATCH_DEFAULT, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++) {
    g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "libextract", headers[i], NULL);
    g_autofree char *header = NULL;
    g_autoptr (GMatchInfo) match = NULL;

    if (!g_file_get_contents (path, &header, NULL, NULL))
      g_error ("%s cannot be read", path);
    for (g_regex_match (regex, header, 0, &match); g_match_info_matches (match);
         g_match_info_next (match, NULL)) {
      g_autofree char *name = g_match_info_fetch (match, 1), *arguments = g_match_info_fetch (match, 2);

      if (!g_str_equal (arguments, "void") && !g_str_equal (arguments, "GError **error"))
        g_strv_builder_add (builder, name);
    }
  }
  return g_strv_builder_end (builder);
}

static void
test_wrong (void)
{
  g_auto (GStrv) functions = list_functions ();
  World *world = g_new0 (World, 1);

  called = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  world_init (world);
  n_criticals = 0;
  call_tables ();
  call_languages ();
  call_parser (world);
  call_document (world);
  call_metadata (world);
  call_items (world);
  call_block (world);
  call_features (world);
  call_network (world);
  call_chain (world);
  call_model (world);
  call_classifier (world);
  call_explanation (world);
  call_annotation (world);

  g_assert_cmpuint (g_strv_length (functions), >, 100);
  for (char **name = functions; *name; name++)
    if (!g_hash_table_contains (called, *name)) {
      g_test_message ("no wrong call of %s ()", *name);
      g_test_fail ();
    }

  /* Nothing came of it. */
  n_criticals = 0;
  g_assert_false (extract_document_is_sealed (world->plain));
  g_assert_true (extract_classifier_label (world->classifier, world->plain, NULL));
  g_assert_cmpuint (extract_annotation_get_n_labels (world->annotation), ==, 0);
  world_clear (world);
  g_assert_cmpuint (n_criticals, ==, 0);
  g_free (world);
  g_hash_table_unref (called);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_log_set_always_fatal (G_LOG_FATAL_MASK);
  g_log_set_default_handler (count_critical, NULL);
  g_test_add_func ("/api/wrong", test_wrong);
  return g_test_run ();
}
