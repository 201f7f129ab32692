/* SPDX-License-Identifier: MIT */
/* The plans of the networks of a chain, and their epochs. */
#include "train/learn/stack-work.h"
#include "train/learn/teacher.h"

#include <string.h>

gboolean
train_stack_is_nested (const TrainPlan *plan)
{
  return plan->passes > 1 || plan->outcome;
}

guint
train_stack_get_n_left_out (const TrainPlan *plan)
{
  return plan->passes > 1 || plan->outcome || plan->teacher != TRAIN_TEACHER_NONE ? 2 : 1;
}

void
train_stack_plan_context (const TrainPlan *plan, TrainPlan *context)
{
  *context = *plan;
  memcpy (context->layers, plan->context.layers, sizeof context->layers);
  context->n_layers = plan->context.n_layers;
  context->epochs = plan->context_epochs;
  context->held = 0;
  context->dropout = 0;
  context->restarts = 1;
  context->seed = plan->seed + TRAIN_CONTEXT_SEED;
}

gboolean
train_stack_has_edges (const TrainPlan *plan)
{
  return plan->decode != EXTRACT_DECODING_THRESHOLD && plan->edges == TRAIN_EDGES_NETWORK;
}

gboolean
train_stack_trains_edges (const TrainPlan *plan)
{
  return train_stack_has_edges (plan) && plan->decode == EXTRACT_DECODING_VITERBI;
}

/* Its batch counts snippets, as that of a first network of convolutions. */
void
train_stack_plan_edges (const TrainPlan *plan, TrainPlan *edges)
{
  *edges = *plan;
  memcpy (edges->layers, plan->edge_network.layers, sizeof edges->layers);
  edges->n_layers = plan->edge_network.n_layers;
  edges->held = 0;
  edges->restarts = 1;
  edges->seed = plan->seed + TRAIN_EDGES_SEED;
  if (!train_layers_are_sequence (plan->layers, plan->n_layers))
    edges->batch = MAX (plan->batch / plan->snippet, 1);
}

gsize
train_stack_count_steps (const TrainPlan *plan, gboolean with_final)
{
  gsize folds = plan->folds, chains = folds + (with_final ? 1 : 0), inner = folds * (folds - 1);
  gsize teachers = inner / 2 + (with_final ? folds : 0);
  gsize steps = chains * plan->epochs * plan->restarts;

  if (plan->passes > 1)
    steps += inner * plan->epochs * plan->restarts + chains * plan->context_epochs;
  if (plan->teacher != TRAIN_TEACHER_NONE)
    steps += teachers * train_teacher_count_steps (plan);
  if (train_stack_trains_edges (plan))
    steps += chains * plan->epochs;
  if (plan->classes)
    steps += chains * plan->class_epochs;
  return steps;
}
