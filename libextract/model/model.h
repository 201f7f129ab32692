/* SPDX-License-Identifier: MIT */
/*
 * The door of this room for rooms above it and for programs: networks, how models are made of them, methods
 * of others, and classifiers with scores from elsewhere.
 */
#pragma once

#include "libextract/feature/feature.h"

typedef struct _ExtractNetwork ExtractNetwork;

/* ---- Network ------------------------------------------------------------------------------ */

/* ExtractActivation: the activation functions of FANN that a network may use; s = steepness x sum. */
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
  EXTRACT_ACTIVATION_RELU,                       /* max (s, 0); FANN does not have it */
  EXTRACT_N_ACTIVATIONS
} ExtractActivation;

/* EXTRACT_ACTIVATION_CASES: in a switch, CASE (LINEAR) and so on for each: loops that know their activation
 * are quicker. */
#define EXTRACT_ACTIVATION_CASES(CASE) \
  CASE (LINEAR);                       \
  CASE (SIGMOID);                      \
  CASE (SIGMOID_STEPWISE);             \
  CASE (SIGMOID_SYMMETRIC);            \
  CASE (SIGMOID_SYMMETRIC_STEPWISE);   \
  CASE (GAUSSIAN);                     \
  CASE (GAUSSIAN_SYMMETRIC);           \
  CASE (ELLIOT);                       \
  CASE (ELLIOT_SYMMETRIC);             \
  CASE (LINEAR_PIECE);                 \
  CASE (LINEAR_PIECE_SYMMETRIC);       \
  CASE (RELU)

/* ExtractActivationInfo: a row of the table of activations. */
typedef struct {
  const char *name; /* "gaussian-symmetric" */
  double minimum;   /* range of the values; infinite for "linear" */
  double maximum;
} ExtractActivationInfo;

const ExtractActivationInfo *extract_activation_get_info (ExtractActivation activation);

/* ExtractLayer: a layer after the inputs. */
typedef struct {
  guint size; /* neurons, the bias not counted */
  ExtractActivation activation;
  float steepness;
  guint reach; /* of a convolution: samples on each side of which a neuron reads the layer before, up to
                  EXTRACT_MAX_REACH; its kernel is 2 reach + 1. 0: the sample alone */
} ExtractLayer;

#define EXTRACT_MAX_REACH 8

/*
 * extract_network_new:
 * @n_inputs: 1..65536
 * @layers: (array length=n_layers): 1..16 layers of 1..65536 neurons, the last one gives the outputs
 * @weights: (array length=n_weights): for each layer, for each neuron: for each sample that it reads, from
 *   the first one on, the weight of each neuron of the layer before; then that of its bias (without
 *   convolutions, the order of FANN's connections). All finite.
 *
 * Returns: (transfer full) (nullable): a feed-forward network, or NULL with
 * EXTRACT_ERROR_MODEL_FORMAT if a size is out of range, a number is not finite, or @n_weights is
 * not what the sizes need.
 */
ExtractNetwork *extract_network_new (guint n_inputs, const ExtractLayer *layers, guint n_layers,
                                     const float *weights, gsize n_weights, GError **error);
ExtractNetwork *extract_network_ref (ExtractNetwork *network);
void extract_network_unref (ExtractNetwork *network);
guint extract_network_get_n_inputs (const ExtractNetwork *network);
guint extract_network_get_n_outputs (const ExtractNetwork *network);
guint extract_network_get_n_layers (const ExtractNetwork *network);
const ExtractLayer *extract_network_get_layer (const ExtractNetwork *network, guint i);
/* extract_network_get_weights: Returns: (transfer none) (array length=n): in the order of
 * extract_network_new (). */
const float *extract_network_get_weights (const ExtractNetwork *network, gsize *n);

/*
 * extract_network_run:
 * @inputs: (array): @n_samples x n_inputs, row by row
 * @outputs: (out caller-allocates): @n_samples x n_outputs
 *
 * The forward pass. The network is not changed, threads may share it. A sample's outputs do not
 * depend on the other samples. Equal to fann_run () within 1e-5. Not for networks of convolutions.
 */
void
extract_network_run (const ExtractNetwork *network, gsize n_samples, const float *inputs, float *outputs);

/*
 * extract_network_score: the first output of each sample as a score from 0 to 1: symmetric outputs, which run
 * from -1 to 1, are halved and shifted. @scores: (out caller-allocates): @n_samples
 */
void
extract_network_score (const ExtractNetwork *network, gsize n_samples, const float *inputs, float *scores);

/* extract_network_get_reach: samples on each side on which an output depends: the reaches of all layers
 * together. */
guint extract_network_get_reach (const ExtractNetwork *network);
/* extract_network_is_sequence: whether it reads samples one after another, because it has a convolution; or
 * gives an output for each label. Then it runs by the functions that follow. */
gboolean extract_network_is_sequence (const ExtractNetwork *network);

/*
 * extract_network_run_sequence: the forward pass over @n samples that follow each other, as the blocks of a
 * page; beyond both ends, all values of all layers are 0
 * @inputs: (array): @n x n_inputs, row by row
 * @outputs: (out caller-allocates): @n x n_outputs
 */
void
extract_network_run_sequence (const ExtractNetwork *network, gsize n, const float *inputs, float *outputs);

/* extract_network_score_sequence: scores as by extract_network_score (); of two outputs, which are those of
 * the labels bad and good, the share of the second one in the softmax. */
void
extract_network_score_sequence (const ExtractNetwork *network, gsize n, const float *inputs, float *scores);

/* extract_network_to_fann: Returns: (transfer full) (nullable): the network as fann_save () of FANN 2.2
 * writes it, for fann_create_from_file (); NULL if FANN has no such layers: convolutions, or the activation
 * relu. */
GBytes *extract_network_to_fann (ExtractNetwork *network);

/*
 * extract_network_from_fann:
 * @bytes: a network file of FANN (FANN_FLO_2.1)
 *
 * Numbers that are no floats are rounded. How FANN would train the network on is not kept.
 *
 * Returns: (transfer full) (nullable): NULL with EXTRACT_ERROR_MODEL_FORMAT if it is not such a file, or has
 * a network that extract_network_new () cannot make: sparse, with shortcuts, scaling, fixed-point weights, or
 * activations that are unknown or differ within a layer.
 */
ExtractNetwork *extract_network_from_fann (GBytes *bytes, GError **error);

#define EXTRACT_TYPE_NETWORK (extract_network_get_type ())
GType extract_network_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractNetwork, extract_network_unref)

/* ---- Chains of labels --------------------------------------------------------------------- */

/*
 * ExtractChain: a linear chain of @n places, each with one of @n_labels labels. With logarithms of potentials
 * u[i][y] and t[i][y][z], a sequence of labels y has the value
 *
 *   sum over i of u[i][y[i]] + sum over i of t[i][y[i]][y[i+1]]
 */
typedef struct {
  guint n;             /* > 0 */
  guint n_labels;      /* > 0 */
  const double *units; /* [n][n_labels]: u */
  const double *pairs; /* [n - 1][n_labels][n_labels]: t; or with pair_step 0 the same for all places */
  gsize pair_step;     /* from the pairs of a place to those of the next */
  double *before;      /* [n][n_labels] (out): over all labels of the places before i, u[i] counted in */
  double *after;       /* [n][n_labels] (out): over all labels of the places after i, u[i] not counted */
} ExtractChain;

typedef enum {
  EXTRACT_CHAIN_BEST, /* the value of the best sequence: A. Viterbi, 1967 */
  EXTRACT_CHAIN_SUM,  /* the logarithm of the sum of exp (value) of all sequences: forward and backward */
} ExtractChainKind;

/*
 * extract_chain_run: fills in what comes before and after; before[i][y] + after[i][y] is the value (or the
 * sum) of all sequences that have label y at place i.
 *
 * Returns: that of all sequences
 */
double extract_chain_run (const ExtractChain *chain, ExtractChainKind kind);

/* ExtractDecodingKind: how labels come from the scores of a page. */
typedef enum {
  EXTRACT_DECODING_THRESHOLD, /* each block by itself */
  EXTRACT_DECODING_VITERBI,   /* the most likely sequence of labels */
  EXTRACT_DECODING_CRF,       /* the most likely label of each block, over all sequences */
  EXTRACT_N_DECODINGS
} ExtractDecodingKind;

typedef struct {
  const char *name; /* "viterbi" */
  const char *sentence;
} ExtractDecodingInfo;

const ExtractDecodingInfo *extract_decoding_get_info (ExtractDecodingKind kind);

/* Labels bad and good. */
#define EXTRACT_N_LABELS 2
#define EXTRACT_N_PAIRS (EXTRACT_N_LABELS * EXTRACT_N_LABELS)

/*
 * ExtractDecoding: from the scores p of the blocks to the potentials of a chain, and from this to scores
 * again. With o = ln (p / (1 - p)),
 *
 *   u[i] = (0, slope o[i] + offset)     t[i] = weight x (the outputs of the network for edges, or
 * transitions)
 *
 * Of before + after = (b, g), the new score is 1 / (1 + exp (b - g)): at least 0.5 just where the block is
 * good in the best sequence, or where that is more likely than not.
 */
typedef struct {
  ExtractDecodingKind kind; /* THRESHOLD: the others are 0 */
  double slope, offset;
  double weight;                       /* >= 0 */
  gboolean has_transitions;            /* else there is a network for edges */
  double transitions[EXTRACT_N_PAIRS]; /* bad-bad, bad-good, good-bad, good-good */
} ExtractDecoding;

/* extract_decoding_apply:
 * @edges: (nullable): [n][EXTRACT_N_PAIRS]: outputs of the network for edges; those of the last block are not
 *   read
 * @scores: (inout) [n] */
void extract_decoding_apply (const ExtractDecoding *decoding, guint n, const float *edges, float *scores);

/*
 * ExtractClassDecoding: the same for any number of classes. With p[i][c] the probability that place i is of
 * class c,
 *
 *   u[i][c] = slope ln (p[i][c] / p[i][0]) + offsets[c]     t[c][d] = weight transitions[c][d]
 *
 * Of before + after = v, the new probability of c is exp v[c] / sum over d of exp v[d]. The class of a place
 * in the best sequence, or the one that is most likely there, has the largest one; of equal ones, whoever
 * chooses takes the first.
 */
typedef struct {
  ExtractDecodingKind kind;  /* THRESHOLD: the others are 0 and NULL */
  double slope, weight;      /* weight >= 0 */
  const double *offsets;     /* (array): one for each class; that of the first one is 0 */
  const double *transitions; /* (array): [classes][classes] */
} ExtractClassDecoding;

/* extract_class_decoding_apply: @probabilities: (inout): [@n][@n_classes], of places that follow each other
 */
void extract_class_decoding_apply (const ExtractClassDecoding *decoding, guint n, guint n_classes,
                                   float *probabilities);

/* ---- Classes of blocks -------------------------------------------------------------------- */

/*
 * ExtractModelClasses: what a model tells of blocks beside whether they are main text, such as content,
 * heading, boilerplate, comment. extract_class_name_is_content () says which of them are main text: at least
 * one is, and at least one is not. See model-classes.c for the formulas.
 */
typedef struct {
  const char *const *names;      /* (array zero-terminated=1) (nullable): 2 to EXTRACT_MAX_CLASSES */
  ExtractNetwork *network;       /* (nullable): NULL where a model tells no classes. Reads the features of the
                                    first stage by its scale, a row a block, and has a linear output for each
                                    class */
  ExtractClassDecoding decoding; /* of the probabilities of the blocks of a page */
} ExtractModelClasses;

#define EXTRACT_MAX_CLASSES 200

/*
 * extract_classes_join: probabilities of classes that agree with the scores
 * @names: (array zero-terminated=1): the classes
 * @n: blocks
 * @scores: [n]
 * @outputs: (inout): [n][classes]: of the network; then probabilities
 */
void extract_classes_join (const char *const *names, guint n, const float *scores, float *outputs);

/* extract_classes_decode: @probabilities: (inout): [n][classes]; @scores: (inout): [n], which stay as they
 * are with EXTRACT_DECODING_THRESHOLD */
void extract_classes_decode (const char *const *names, const ExtractClassDecoding *decoding, guint n,
                             float *probabilities, float *scores);

/* extract_classes_choose: @probabilities: [classes]: of a block. Returns: the likeliest class of main text,
 * or of the others; the first one of equal ones */
guint extract_classes_choose (const char *const *names, const float *probabilities, gboolean is_content);

/* ---- Model -------------------------------------------------------------------------------- */

/* ExtractCardKey: a row of the table of the card, the part of a model that people read. */
typedef struct {
  const char *key; /* "language" */
  gboolean required;
  const char *sentence; /* what it says */
} ExtractCardKey;

/* extract_model_get_card_keys: Returns: (transfer none) (array length=n): all keys, in file order. */
const ExtractCardKey *extract_model_get_card_keys (gsize *n);

/* ExtractStageKind: the stages of a model, in the order in which they run. */
typedef enum {
  EXTRACT_STAGE_FIRST,   /* features of blocks -> scores */
  EXTRACT_STAGE_CONTEXT, /* scores of the blocks around -> better scores */
  EXTRACT_STAGE_EDGES,   /* features of two neighbours -> how likely each pair of labels is */
  EXTRACT_STAGE_OUTCOME, /* scores of a page -> expected F1 and likelihood of no main text, both 0..1 */
  EXTRACT_N_STAGES
} ExtractStageKind;

/* ExtractStageInfo: a row of the table of stages. */
typedef struct {
  const char *name;    /* "context" */
  const char *network; /* what people call its network: "the network of the second stage" */
  guint n_outputs;
  const ExtractFeatureSet *(*get_set) (void); /* (nullable): the only set it reads; NULL: any set of blocks */
} ExtractStageInfo;

const ExtractStageInfo *extract_stage_get_info (ExtractStageKind kind);

/* ExtractStage: values of a feature set -> [scale] -> network. */
typedef struct {
  const ExtractFeatureSet *set; /* to make a model, only EXTRACT_STAGE_FIRST has to name it */
  const ExtractScale *scale;    /* (array): one for each feature of @set; (nullable) in EXTRACT_STAGE_FIRST */
  ExtractNetwork *network;      /* (nullable): NULL where the model does not have this stage */
} ExtractStage;

/* ExtractFavour: the threshold of a page for good blocks, by the best score of the page. */
typedef struct {
  double threshold; /* (0, 1]; 0 where the model has none */
  double share;     /* (0, 1]: no higher than this share of the best score; 0 where the model has none */
} ExtractFavour;

/* ExtractModelKind: what a model tells apart. A file says it by the name of its features. */
typedef enum {
  EXTRACT_MODEL_MAIN_TEXT, /* blocks of a page: what extract_model_load () and a classifier take */
  EXTRACT_MODEL_ELEMENTS,  /* what can be clicked on a page */
  EXTRACT_MODEL_N_KINDS
} ExtractModelKind;

/* Features of elements, which are computed outside of the library (element/feature.c): their name, their
 * version, which a change of any of them raises, and how many there are. */
#define EXTRACT_ELEMENT_FEATURES "element"
#define EXTRACT_ELEMENT_FEATURES_VERSION 1
#define EXTRACT_N_ELEMENT_FEATURES 127

/* ExtractElementClass: a class that a model of elements tells. */
typedef struct {
  const char *name; /* "revealer": a-z, then a-z, 0-9 and - */
  const char *like; /* what a browser does with it: a name of extract_element_deeds */
  double threshold; /* (0, 1]: from this probability on it is chosen even if another class is likelier; 1:
                       only the likeliest class is chosen */
} ExtractElementClass;

/* What a browser knows of elements, from which classes have their meaning; ends with NULL. */
extern const char *const extract_element_deeds[];

/*
 * ExtractElementParts: what a model of elements is made of beside its card. Output c of the network, from 0
 * to 1, is for class c; with the temperature T its probability is
 *
 *   p_c = o_c^(1/T) / sum over k of o_k^(1/T)
 */
typedef struct {
  ExtractNetwork *network;            /* takes EXTRACT_N_ELEMENT_FEATURES */
  const ExtractElementClass *classes; /* (array length=n_classes): one for each output; no name twice */
  guint n_classes;                    /* 2..EXTRACT_MAX_CLASSES */
  double temperature;                 /* [0.05, 20] */
  ExtractClassDecoding decoding;      /* of the probabilities of the elements of a page, in their order */
} ExtractElementParts;

/*
 * ExtractModelParts: what a model is made of beside its card.
 *
 *   features [of tables] -> first -> score -> [context -> score] -> labels
 *                                    [edges -> decoding]      -> [outcome -> confidence, verdict]
 *   features -> [network for classes -> class]
 */
typedef struct {
  ExtractStage stages[EXTRACT_N_STAGES];
  ExtractTokenTables *tables; /* (nullable): for the features of the family "token" */
  ExtractDecoding decoding;   /* of the scores, before there are labels */
  ExtractModelClasses classes;
  double good;              /* threshold in (0, 1]: blocks of this score and above are good */
  double near_good;         /* threshold in [0, @good]: below it blocks are bad */
  double no_text;           /* threshold in (0, 1] for the second output of EXTRACT_STAGE_OUTCOME: pages of
                               this and above have no main text; 1 without that stage */
  ExtractFavour precision;  /* for those who want more of the one than of the other: see */
  ExtractFavour recall;     /*   extract_classifier_favour () */
  const char *const *rules; /* (array zero-terminated=1): names of the rules that are on by default */
  const guint64 *pages;     /* (nullable) (array length=n_pages): which pages it was trained on: of each the
                               first 48 bits of the SHA-256 of its bytes; ascending, none twice */
  guint n_pages;            /* 0 if that is not known */
} ExtractModelParts;

/*
 * extract_model_new:
 * @card: (array zero-terminated=1): key, value, key, value ..., NULL; values are one line of UTF-8
 *
 * Returns: (transfer full) (nullable): NULL with EXTRACT_ERROR_MODEL_MISMATCH (network and set, or a rule
 * that this version does not have) or
 * EXTRACT_ERROR_MODEL_FORMAT (anything else that a model file could not hold).
 */
ExtractModel *extract_model_new (const char *const *card, const ExtractModelParts *parts, GError **error);

/* extract_model_new_for_elements: Returns: (transfer full) (nullable): as extract_model_new () */
ExtractModel *
extract_model_new_for_elements (const char *const *card, const ExtractElementParts *parts, GError **error);

ExtractModel *extract_model_load_bytes (GBytes *bytes, GError **error);
/*
 * extract_model_load_any, extract_model_load_any_bytes, extract_model_get_any_builtin: models of all kinds.
 * Those without "any" refuse what is no model for main text, with EXTRACT_ERROR_MODEL_MISMATCH.
 */
ExtractModel *extract_model_load_any (const char *path, GError **error);
ExtractModel *extract_model_load_any_bytes (GBytes *bytes, GError **error);
ExtractModel *extract_model_get_any_builtin (const char *name, GError **error);
ExtractModelKind extract_model_get_kind (ExtractModel *model);
/* extract_model_check_kind: Returns: FALSE with EXTRACT_ERROR_MODEL_MISMATCH if @model is of another kind */
gboolean extract_model_check_kind (ExtractModel *model, ExtractModelKind kind, GError **error);
/* extract_model_kind_get_name: "elements" */
const char *extract_model_kind_get_name (ExtractModelKind kind);
/* extract_model_get_element_parts: Returns: (transfer none) (nullable): NULL if it is of another kind */
const ExtractElementParts *extract_model_get_element_parts (ExtractModel *model);
/* extract_model_to_bytes: Returns: (transfer full): the model file; the same model gives the same bytes. */
GBytes *extract_model_to_bytes (ExtractModel *model);
/* extract_model_get_builtin_names: Returns: (transfer full) (array zero-terminated=1): of all kinds, sorted.
 */
char **extract_model_get_builtin_names (void);

/* extract_model_get_parts: Returns: (transfer none): what it was made of; lives as long as the model. Of main
 * text only. */
const ExtractModelParts *extract_model_get_parts (ExtractModel *model);
/* extract_model_get_stage: Returns: (transfer none) (nullable): NULL if the model does not have it. */
const ExtractStage *extract_model_get_stage (ExtractModel *model, ExtractStageKind kind);
double extract_model_get_good_threshold (ExtractModel *model);
double extract_model_get_near_good_threshold (ExtractModel *model);
/* extract_model_get_rules: Returns: (transfer none) (array zero-terminated=1): rules that are on by default.
 */
const char *const *extract_model_get_rules (ExtractModel *model);

/* ---- Methods ------------------------------------------------------------------------------ */

/* ExtractMethod: a row of the table of methods that others have published, to compare models with. */
typedef struct {
  const char *name;     /* "justext" */
  const char *sentence; /* what it does */
  const char *source;   /* the paper that describes it: names and year */
} ExtractMethod;

/* extract_method_get_all: Returns: (transfer none) (array length=n): the table. */
const ExtractMethod *extract_method_get_all (gsize *n);
/* extract_method_find: Returns: (transfer none) (nullable): the method of that name. */
const ExtractMethod *extract_method_find (const char *name);

/* ---- Classifier --------------------------------------------------------------------------- */

/*
 * extract_classifier_new_for_method:
 * @method: (transfer none): a row of the table
 *
 * Returns: (transfer full): a classifier whose scores come from @method: 1 for good, 0.5 for near-good
 * (where the method knows such blocks), 0 for bad. All rules are off; the name of the model is that of
 * the method. No features are computed.
 */
ExtractClassifier *extract_classifier_new_for_method (const ExtractMethod *method);

/* ExtractCombination: how several classifiers become one (Gottron 2008: CombinE). */
typedef enum {
  EXTRACT_COMBINATION_SERIAL,
  EXTRACT_COMBINATION_UNION,
  EXTRACT_COMBINATION_INTERSECTION,
  EXTRACT_COMBINATION_MAJORITY,
  EXTRACT_N_COMBINATIONS
} ExtractCombination;

typedef struct {
  const char *name;     /* "majority" */
  const char *sentence; /* what is main text of it */
} ExtractCombinationInfo;

/* extract_combination_get_info: Returns: (transfer none): a row of the table of combinations. */
const ExtractCombinationInfo *extract_combination_get_info (ExtractCombination combination);

/* More of them label no page better, and each takes its time. */
#define EXTRACT_MAX_MEMBERS 32

/*
 * extract_classifier_new_combined:
 * @members: (array length=n): that are no combinations; the new one keeps references, and none is changed
 *   after that
 * @n: 2 to EXTRACT_MAX_MEMBERS
 * @name: of the combination, where others have the name of the model
 *
 * Returns: (transfer full): a classifier whose score of a block is the share of @members that find it good,
 * by their own thresholds and rules; its threshold says how many that must be. With SERIAL, each member gets
 * the page with only those blocks that the one before found good, and the score is 1 for those of the last
 * one. Rules of the combination are off.
 */
ExtractClassifier *
extract_classifier_new_combined (ExtractCombination combination, ExtractClassifier *const *members, guint n,
                                 const char *name);

/* extract_classifier_get_threshold: the one for good blocks. */
double extract_classifier_get_threshold (ExtractClassifier *classifier);
/* extract_classifier_set_decoding: another way than that of the model. What joins labels is that of the
 * model; so without a decoding, as methods are, it has none but EXTRACT_DECODING_THRESHOLD. Returns: whether
 * it has this one */
gboolean extract_classifier_set_decoding (ExtractClassifier *classifier, ExtractDecodingKind kind);
/* extract_classifier_decode: as the model decodes scores, or another way that was set. @scores: (inout): one
 * for each block
 */
void extract_classifier_decode (ExtractClassifier *classifier, ExtractDocument *document, float *scores);
/* extract_classifier_get_rule: whether that rule is on; FALSE if there is no such rule. */
gboolean extract_classifier_get_rule (ExtractClassifier *classifier, const char *name);
/* extract_classifier_clear_rules: switches all rules off. */
void extract_classifier_clear_rules (ExtractClassifier *classifier);

/*
 * extract_classifier_label_scored:
 * @scores: (array): one for each block, 0..1
 *
 * As extract_classifier_label (), but with scores from elsewhere (cross-validation, another method), which
 * go through neither of the two stages.
 */
gboolean extract_classifier_label_scored (ExtractClassifier *classifier, ExtractDocument *document,
                                          const float *scores, GError **error);

/* ---- Explanation -------------------------------------------------------------------------- */

/* ExtractCause: how much a feature moved the score of a block. */
typedef struct {
  const ExtractFeature *feature;
  float value;   /* of the block itself; NAN if it is not known */
  float typical; /* what it was compared with */
  double before; /* how much the blocks before it moved the score by this feature, */
  double own;    /* the block itself, */
  double after;  /* and those after it */
} ExtractCause;

/* ExtractExplanation: score = typical + the sum of all causes. */
typedef struct {
  ExtractStageKind stage;
  double score;   /* that the stage gave the block */
  double typical; /* the score that it gives a typical block among typical blocks */
  ExtractCause *causes;
  guint n_causes; /* one for each feature, in the order of the set */
} ExtractExplanation;

void extract_explanation_free (ExtractExplanation *explanation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractExplanation, extract_explanation_free)

/* extract_cause_sum: before + own + after. */
double extract_cause_sum (const ExtractCause *cause);

typedef struct _ExtractExplainer ExtractExplainer;

/*
 * extract_explainer_new:
 *
 * Computes what the networks of the model of @classifier read of @document, which may be labelled or not. A
 * typical value is the mean of the pages that the model was trained on, where it has a scale, else the mean
 * of the blocks of the page.
 *
 * Returns: (transfer full) (nullable): NULL with EXTRACT_ERROR_OUT_OF_MEMORY or _OUT_OF_TIME. With a method
 * in place of a model it has no stages.
 */
ExtractExplainer *
extract_explainer_new (ExtractClassifier *classifier, ExtractDocument *document, GError **error);
void extract_explainer_free (ExtractExplainer *explainer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExtractExplainer, extract_explainer_free)
/* extract_explainer_get_n_stages: those that score blocks: the first, and EXTRACT_STAGE_CONTEXT; none from
 * the first one on that has convolutions. */
guint extract_explainer_get_n_stages (const ExtractExplainer *explainer);
/* extract_explainer_explain: @stage: below extract_explainer_get_n_stages (). Returns: (transfer full) */
ExtractExplanation *
extract_explainer_explain (const ExtractExplainer *explainer, ExtractStageKind stage, guint block);

/*
 * extract_network_explain: how each input moves the score on the straight way from @from to @to, both of
 * extract_network_get_n_inputs () values.
 * @moves: (out caller-allocates): [inputs]: they sum up to the difference of the two scores
 */
void
extract_network_explain (const ExtractNetwork *network, const float *from, const float *to, double *moves);
