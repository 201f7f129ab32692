/* SPDX-License-Identifier: MIT */
/* From the gradients of the weights to their next values: the algorithms of the matrix engine. */
#include "train/learn/engine-private.h"

#include <math.h>

/* ---- iRPROP- ------------------------------------------------------------------------------------ */

/* What FANN does not let steps and weights go beyond. */
#define LEAST_LAST_STEP 0.0001F
#define LARGEST_WEIGHT 1500.0F

/*
 * C. Igel, M. Hüsken, Improving the Rprop Learning Algorithm, 2000. With slope g, last slope h and last step
 * d of a weight:
 *
 *   g h >= 0:  d = min (d increase, maximum)
 *   g h < 0:   d = max (d decrease, minimum), and g = 0
 *   weight += sign (g) d
 *
 * As FANN has it: the sign of 0 is 1, no last step counts as less than 0.0001, and weights stay within ±1500.
 */
void
train_step_rprop (const TrainPlan *plan, gsize n, const double *sums, float *const *memory)
{
  const float increase = plan->rprop_increase, decrease = plan->rprop_decrease;
  const float minimum = plan->rprop_minimum_step, maximum = plan->rprop_maximum_step;
  float *weights = memory[TRAIN_MEMORY_WEIGHTS];
  float *steps = memory[TRAIN_MEMORY_STEPS];
  float *slopes = memory[TRAIN_MEMORY_SLOPES];

  for (gsize i = 0; i < n; i++) {
    float g = sums[i], d = MAX (steps[i], LEAST_LAST_STEP);

    if (slopes[i] * g >= 0)
      d = MIN (d * increase, maximum);
    else {
      d = MAX (d * decrease, minimum);
      g = isnan (g) ? g : 0; /* for the caller to see */
    }
    weights[i] = g < 0 ? MAX (weights[i] - d, -LARGEST_WEIGHT) : MIN (weights[i] + d, LARGEST_WEIGHT);
    steps[i] = d;
    slopes[i] = g;
  }
}

/* ---- Adam --------------------------------------------------------------------------------------- */

#define MEAN_DECAY 0.9
#define SQUARE_DECAY 0.999
#define EPSILON 1e-8F

/* Share of the steps in which the learning rate grows. */
#define WARM_UP 0.3

/* The product of @n factors @x; by multiplications alone, so it is the same on any machine. */
static double
power (double x, guint64 n)
{
  double product = 1;

  for (; n > 0; n /= 2, x *= x)
    if (n % 2)
      product *= x;
  return product;
}

/*
 * One cycle (L. N. Smith, N. Topin, Super-Convergence, 2018): with t = (step + 1/2) / n_steps,
 *
 *   t < w:   peak t / w                 w: the share of the warm-up
 *   t >= w:  peak (1 - t) / (1 - w)     0 beyond the last step
 *
 * or the same rate in all steps.
 */
static double
learning_rate (const TrainPlan *plan, guint64 step, guint64 n_steps)
{
  if (plan->schedule == TRAIN_SCHEDULE_CONSTANT)
    return train_plan_get_learning_rate (plan);

  double t = MIN (((double) step + 0.5) / (double) n_steps, 1);

  return train_plan_get_learning_rate (plan) * (t < WARM_UP ? t / WARM_UP : (1 - t) / (1 - WARM_UP));
}

/*
 * D. P. Kingma, J. Ba, Adam: A Method for Stochastic Optimization, 2015. With g the slope of a weight, its
 * running mean m and mean square v, and t steps taken with this one:
 *
 *   m = m + (1 - b1) (g - m)     v = v + (1 - b2) (g^2 - v)
 *   weight += rate m / (1 - b1^t) / (sqrt (v / (1 - b2^t)) + epsilon)
 */
void
train_step_adam (const TrainPlan *plan, gsize n, const double *sums, double scale, guint64 step,
                 guint64 n_steps, float *const *memory)
{
  const float rate = learning_rate (plan, step, n_steps) / (1 - power (MEAN_DECAY, step + 1));
  const float correction = 1 / (1 - power (SQUARE_DECAY, step + 1));
  float *restrict weights = memory[TRAIN_MEMORY_WEIGHTS];
  float *restrict means = memory[TRAIN_MEMORY_MEANS];
  float *restrict squares = memory[TRAIN_MEMORY_SQUARES];

  for (gsize i = 0; i < n; i++) {
    float g = (float) (scale * sums[i]);

    means[i] += (float) (1 - MEAN_DECAY) * (g - means[i]);
    squares[i] += (float) (1 - SQUARE_DECAY) * (g * g - squares[i]);
    weights[i] += rate * means[i] / (sqrtf (squares[i] * correction) + EPSILON);
  }
}
