/* SPDX-License-Identifier: MIT */
/*
 * How a network is trained: every hyperparameter is a row of one table (plan.c), from which designs, the
 * options of `texttractor train`, the keys of sweep files, cards, checkpoints and the manual are made.
 */
#pragma once

#include <libextract/extract.h>
#include <libextract/model/model.h>

G_BEGIN_DECLS

#define TRAIN_MAX_LAYERS 16

typedef enum {
  TRAIN_ENGINE_MATRIX, /* our own: whole blocks of samples at once */
  TRAIN_ENGINE_FANN,   /* the reference */
} TrainEngineKind;

typedef enum {
  TRAIN_ALGORITHM_RPROP,       /* iRPROP-: both engines */
  TRAIN_ALGORITHM_INCREMENTAL, /* these three: FANN only */
  TRAIN_ALGORITHM_BATCH,
  TRAIN_ALGORITHM_QUICKPROP,
  TRAIN_ALGORITHM_ADAM, /* mini-batches, one cycle of the learning rate: matrix only */
} TrainAlgorithm;

/* Loss functions. The error e of an output y with target t is t - y; half of it if the output is
 * symmetric. */
typedef enum {
  TRAIN_LOSS_SQUARE,        /* e^2: both engines */
  TRAIN_LOSS_TANH,          /* FANN's: errors count ln ((1 + e) / (1 - e)); FANN only */
  TRAIN_LOSS_CROSS_ENTROPY, /* -t ln y - (1 - t) ln (1 - y), sigmoid output: matrix only */
} TrainLoss;

/* By what a block weighs within its page. */
typedef enum {
  TRAIN_LENGTH_SQRT_WORDS,
  TRAIN_LENGTH_WORDS,
  TRAIN_LENGTH_EVEN,
  TRAIN_LENGTH_BLOCK, /* not within its page: each block of each page weighs the same */
} TrainLength;

/* What becomes of the learning rate of adam. */
typedef enum {
  TRAIN_SCHEDULE_CYCLE,    /* it grows to its peak, and falls to 0 */
  TRAIN_SCHEDULE_CONSTANT, /* it stays */
} TrainSchedule;

/* What joins the labels of neighbours, where scores are decoded. */
typedef enum {
  TRAIN_EDGES_TRANSITIONS, /* how often a label follows another */
  TRAIN_EDGES_NETWORK,     /* a network that reads features of both blocks */
} TrainEdges;

/* Who says beside the labels what a page teaches; see stack.h. */
typedef enum {
  TRAIN_TEACHER_NONE,
  TRAIN_TEACHER_NETWORKS,
} TrainTeacher;

/* Layers after the inputs, the output last. */
typedef struct {
  ExtractLayer layers[TRAIN_MAX_LAYERS];
  guint n_layers;
} TrainLayers;

typedef struct {
  /* The network, as in TrainLayers. */
  ExtractLayer layers[TRAIN_MAX_LAYERS];
  guint n_layers;

  /* The algorithm */
  TrainEngineKind engine;
  TrainAlgorithm algorithm;
  TrainLoss loss;
  double rprop_increase;     /* > 1: step grows by it while the sign of the slope stays */
  double rprop_decrease;     /* 0..1: and shrinks by it where the sign changes */
  double rprop_first_step;   /* > 0 */
  double rprop_minimum_step; /* >= 0 */
  double rprop_maximum_step; /* > 0 */
  double learning_rate;      /* >= 0: incremental, batch, quickprop, adam; 0: that of the algorithm */
  double momentum;           /* 0..1: incremental */
  double quickprop_decay;    /* <= 0 */
  double quickprop_mu;       /* > 1 */
  guint batch;               /* > 0: samples of a step of adam */
  TrainSchedule schedule;    /* of the learning rate of adam */
  double dropout; /* 0..0.9: dropout rate on the inputs, for adam; on the hidden layers of a network
                     of convolutions */
  double l2;      /* >= 0: penalty on the squares of weights; the rest is for networks of
                     convolutions, too, whose batch counts snippets */
  guint steps;    /* of an epoch; 0: as many as take all blocks once */
  guint snippet;  /* > 0: blocks of a snippet */

  /* What is trained on */
  guint samples;      /* blocks drawn from a page, by weight; 0: all blocks, with their weights */
  TrainLength length; /* by what a block weighs */
  double good_weight; /* > 0: weight of good blocks over that of bad ones */
  guint pages;        /* most pages that a network learns from, drawn at random; 0: all */

  /* When it ends */
  guint epochs;   /* at most */
  double held;    /* 0..0.5: validation share of the sites; 0: no early stopping */
  guint patience; /* epochs without a better validation F1 before training stops */
  guint restarts; /* networks with different first weights; the best is kept */
  guint folds;    /* of the cross-validation */
  guint32 seed;   /* of all random numbers */

  /* What is built of networks: stack.h */
  guint scale;                 /* flag: rows are standardised */
  guint passes;                /* Stages; 2: a second network reads the scores of the first */
  TrainLayers context;         /* of the second one */
  guint context_epochs;        /* that it is trained for; nothing is held back */
  TrainTeacher teacher;        /* whose scores make the labels soft */
  TrainLayers teacher_network; /* of each network of the teacher */
  guint teacher_count;         /* networks whose scores are averaged */
  guint teacher_epochs;        /* that they are trained for */
  double soft;                 /* 0..1: soft label = (1 - soft) label + soft x score of the teacher */
  ExtractDecodingKind decode;  /* how labels come from scores */
  double decode_weight;        /* >= 0: of what joins the labels of neighbours, for viterbi */
  TrainEdges edges;            /* what that is */
  TrainLayers edge_network;
  guint outcome;             /* flag: two more networks, for the confidence and the verdict on the page */
  guint classes;             /* flag: a network for the classes of people's labels; see class-stage.h */
  TrainLayers class_network; /* before its outputs */
  guint class_epochs;        /* that it is trained for; nothing is held back */
  ExtractDecodingKind class_decode; /* how classes come from probabilities; its weight is decode_weight */

  guint64 given; /* bit r: row r of the table was given as an option, so a design does not change it */
} TrainPlan;

/* Whether a network has convolutions, or several outputs: engine-sequence.c. */
static inline gboolean
train_layers_are_sequence (const ExtractLayer *layers, guint n_layers)
{
  for (guint l = 0; l < n_layers; l++)
    if (layers[l].reach > 0)
      return TRUE;
  return n_layers > 0 && layers[n_layers - 1].size > 1;
}

/* What the learning rate is if the plan leaves it to the algorithm. */
static inline double
train_plan_get_learning_rate (const TrainPlan *plan)
{
  if (plan->learning_rate > 0)
    return plan->learning_rate;
  return plan->algorithm == TRAIN_ALGORITHM_ADAM ? 0.004 : 0.7;
}

/* TrainParameter: a row of the table of parameters. */
typedef struct {
  const char *key;      /* "rprop-increase" */
  const char *argument; /* what its value looks like: "N", "NAME" */
  const char *sentence; /* what it is */
} TrainParameter;

/* train_plan_get_parameters: Returns: (transfer full): the table, in order; of TrainParameter */
GArray *train_plan_get_parameters (void);

/* train_plan_init: all parameters get their defaults, those of the design rich. */
void train_plan_init (TrainPlan *plan);

/* train_plan_set: @option: what the sentence calls the parameter, "--seed" or "seed".
 * Returns: FALSE with G_OPTION_ERROR_BAD_VALUE if there is no such key or @value is none of its values. */
gboolean
train_plan_set (TrainPlan *plan, const char *option, const char *key, const char *value, GError **error);

/* train_plan_dup_value: Returns: (transfer full): what train_plan_set () takes to get this value again. */
char *train_plan_dup_value (const TrainPlan *plan, const char *key);

/* train_plan_describe: Returns: (transfer full): "network 39:...; epochs 100": what differs from the
 * defaults, and the network; for cards and checkpoints. */
char *train_plan_describe (const TrainPlan *plan);

/* train_plan_give: as by an option: a design does not change it. @setting: "NAME=VALUE" */
gboolean train_plan_give (TrainPlan *plan, const char *setting, GError **error);

/* train_plan_dup_table: Returns: (transfer full): all hyperparameters with their sentences and defaults, a
 * line each */
char *train_plan_dup_table (void);

/* TrainDesign: a plan that has a name, and the feature set that goes with it. */
typedef struct {
  const char *name;
  const char *features; /* a feature set */
  const char *sentence;
} TrainDesign;

/* train_design_get_all: Returns: (transfer none) (array length=n): the table; the first one is the default.
 */
const TrainDesign *train_design_get_all (gsize *n);
/* train_design_find: Returns: (transfer none) (nullable) */
const TrainDesign *train_design_find (const char *name);
/* train_plan_apply_design: what was given as an option stays as it is. */
void train_plan_apply_design (TrainPlan *plan, const TrainDesign *design);

/* train_plan_is_given: whether the parameter was given as an option. */
gboolean train_plan_is_given (const TrainPlan *plan, const char *key);

/* train_plan_check: Returns: FALSE with G_OPTION_ERROR_BAD_VALUE if two parameters do not go together. */
gboolean train_plan_check (const TrainPlan *plan, GError **error);

/* train_plan_set_network: the layers of @network, which training is to start from. */
void train_plan_set_network (TrainPlan *plan, const ExtractNetwork *network);

/* train_plan_options_init: an option for each parameter. Returns: (transfer full) */
GOptionGroup *train_plan_options_init (TrainPlan *plan);

G_END_DECLS
