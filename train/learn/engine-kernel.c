/* SPDX-License-Identifier: MIT */
/*
 * The inner loops of the matrix engine, in the vector registers: products of matrices, and activations.
 *
 * The same loops are compiled for registers of several widths. Multiplications are not contracted with
 * additions, and the order of sums does not depend on the width, so all give the same bits on any machine. (A
 * BLAS does neither; and the serial OpenBLAS of Debian sometimes gives the same buffer to two threads, which
 * makes products wrong silently.)
 *
 * Activations: with steepness k, s = k x sum
 * cut to ±150/k, and y = f (s), each as fann_run () has it (libextract/model/network.c has the same functions
 * without derivatives). The derivatives are those that FANN trains with, which are not always the true ones:
 *
 *   linear, linear-piece                 k, even where the piece is flat
 *   sigmoid, also stepwise               2 k y (1 - y), y cut to [0.01, 0.99]
 *   sigmoid-symmetric, also stepwise     k (1 - y^2), y cut to [-0.98, 0.98]
 *   gaussian                             -2 k^2 s y: one k too many
 *   gaussian-symmetric                   -2 k^2 s (y + 1)
 *   elliot                               k / (2 (1 + |s|)^2)
 *   elliot-symmetric                     k / (1 + |s|)^2
 *   relu                                 k where s > 0, else 0
 *
 * Each loop is one expression without branches.
 */
#include <string.h>

#include "train/learn/engine-private.h"
#include "libextract/model/model.h"

/* ---- Activations ------------------------------------------------------------------------------ */

/* The functions of one value get inlined into each loop. */
#define INLINE static inline __attribute__ ((always_inline))

typedef struct {
  float y, d;
} Value;

/* A choice by bits: a branch in a loop, or one that the compiler makes of "?:", keeps it out of the vectors.
 */
INLINE float
choose (gboolean condition, float yes, float no)
{
  guint32 mask = -(guint32) condition, y, n;
  float chosen;

  memcpy (&y, &yes, sizeof y);
  memcpy (&n, &no, sizeof n);
  y = (y & mask) | (n & ~mask);
  memcpy (&chosen, &y, sizeof chosen);
  return chosen;
}

INLINE float
least (float a, float b)
{
  return choose (a < b, a, b);
}

/* NaN stays NaN. */
INLINE float
cut (float x, float low, float high)
{
  x = choose (x > high, high, x);
  return choose (x < low, low, x);
}

/* exp (x) within 2e-7 for x <= 0; see exponential () in libextract/model/network.c. Below -87 it is exp
 * (-87). */
INLINE float
exponential (float x)
{
  const float magic = 0x1.8p23F;
  guint32 bits;
  float power;

  x = choose (x < -87, -87, x);
  float shifted = x * 1.44269504F + magic;
  float n = shifted - magic;
  float r = x - n * 0.693359375F - n * -2.12194440e-4F;
  float p = 1.98756915e-4F;
  p = p * r + 1.39819995e-3F;
  p = p * r + 8.33345191e-3F;
  p = p * r + 4.16657959e-2F;
  p = p * r + 1.66666655e-1F;
  p = p * r + 5.00000012e-1F;
  p = p * r * r + r + 1.0F;
  memcpy (&bits, &shifted, sizeof bits);
  bits = (bits << 23) + 0x3f800000U;
  memcpy (&power, &bits, sizeof power);
  return p * power;
}

/* 1 / (1 + exp (-2 s)), by exp (-2 |s|), which cannot overflow. */
INLINE float
sigmoid (float s)
{
  float e = exponential (-2 * __builtin_fabsf (s));

  return choose (s < 0, e, 1) / (1 + e);
}

/*
 * FANN's stepwise sigmoid. Right of 0 it is concave, so the least of its straight lines is the one that
 * counts; left of 0 it is 1 minus that. At the end it jumps to 1.
 */
INLINE float
sigmoid_stepwise (float s)
{
  const float a = 0.549306154F, b = 1.47221935F, c = 2.64665294F;
  float t = __builtin_fabsf (s);
  float y = least (0.5F + t * (0.25F / a), 0.75F + (t - a) * (0.2F / (b - a)));

  y = least (y, 0.95F + (t - b) * (0.045F / (c - b)));
  y = choose (t < c, y, 1);
  return choose (s < 0, 1 - y, y);
}

INLINE Value
sigmoid_value (float k, float y)
{
  float v = cut (y, 0.01F, 0.99F);

  return (Value){ y, 2 * k * v * (1 - v) };
}

INLINE Value
symmetric_value (float k, float y)
{
  float v = cut (y, -0.98F, 0.98F);

  return (Value){ y, k * (1 - v * v) };
}

INLINE Value
value_of (ExtractActivation activation, float k, float s)
{
  float t;

  switch (activation) {
  case EXTRACT_ACTIVATION_SIGMOID:
    return sigmoid_value (k, sigmoid (s));
  case EXTRACT_ACTIVATION_SIGMOID_STEPWISE:
    return sigmoid_value (k, sigmoid_stepwise (s));
  case EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC:
    return symmetric_value (k, 2 * sigmoid (s) - 1);
  case EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC_STEPWISE:
    return symmetric_value (k, 2 * sigmoid_stepwise (s) - 1);
  case EXTRACT_ACTIVATION_GAUSSIAN:
    t = exponential (-s * s);
    return (Value){ t, -2 * k * k * s * t };
  case EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC:
    t = exponential (-s * s) * 2;
    return (Value){ t - 1, -2 * k * k * s * t };
  case EXTRACT_ACTIVATION_ELLIOT:
    t = 1 / (1 + __builtin_fabsf (s));
    return (Value){ s * t / 2 + 0.5F, k / 2 * t * t };
  case EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC:
    t = 1 / (1 + __builtin_fabsf (s));
    return (Value){ s * t, k * t * t };
  case EXTRACT_ACTIVATION_LINEAR_PIECE:
    return (Value){ cut (s, 0, 1), k };
  case EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC:
    return (Value){ cut (s, -1, 1), k };
  case EXTRACT_ACTIVATION_RELU:
    return (Value){ choose (s > 0, s, 0), choose (s > 0, k, 0) };
  case EXTRACT_ACTIVATION_LINEAR:
  case EXTRACT_N_ACTIVATIONS:
    break;
  }
  return (Value){ s, k };
}

/* @activation is a constant wherever this is inlined: what remains of the switch is one expression. */
INLINE void
run_loop (ExtractActivation activation, float k, gsize n, float *restrict y, float *restrict d)
{
  const float limit = 150 / k;

#pragma omp simd
  for (gsize i = 0; i < n; i++) {
    Value value = value_of (activation, k, cut (k * y[i], -limit, limit));

    y[i] = value.y;
    d[i] = value.d;
  }
}

INLINE void
run (ExtractActivation activation, float k, gsize n, float *y, float *d)
{
#define CASE(a)                                    \
  case EXTRACT_ACTIVATION_##a:                     \
    run_loop (EXTRACT_ACTIVATION_##a, k, n, y, d); \
    break
  switch (activation) {
    EXTRACT_ACTIVATION_CASES (CASE);
  case EXTRACT_N_ACTIVATIONS:
    break;
  }
#undef CASE
}

/* ---- Products --------------------------------------------------------------------------------- */

#define WIDTH 4
#define COUNT 2
#define NAME(name) name##_4
#include "train/learn/engine-product.h"

#if defined(__x86_64__)
#define WIDTH 8
#define COUNT 2
#define NAME(name) name##_8
#include "train/learn/engine-product.h"

#define WIDTH 16
#define COUNT 1
#define NAME(name) name##_16
#include "train/learn/engine-product.h"
#endif

/* ---- Kernels ------------------------------------------------------------------------------------ */

#define KERNEL(name, width, attribute)                                                                    \
  attribute static void activate_##name (ExtractActivation activation, float steepness, gsize n,          \
                                         float *values, float *derivatives)                               \
  {                                                                                                       \
    run (activation, steepness, n, values, derivatives);                                                  \
  }                                                                                                       \
  attribute static void add_product_##name (gsize n_rows, gsize n_depth, gsize n_columns, const float *a, \
                                            gsize a_row, gsize a_depth, const float *b, float *c)         \
  {                                                                                                       \
    add_all_##width (n_rows, n_depth, n_columns, a, a_row, a_depth, b, c);                                \
  }

#if defined(__x86_64__)
KERNEL (avx512, 16, __attribute__ ((target ("avx512f"))))
KERNEL (avx2, 8, __attribute__ ((target ("avx2"))))
#endif
KERNEL (plain, 4, )

const TrainKernel *
train_kernel_get_all (guint *n)
{
  static const TrainKernel kernels[] = {
#if defined(__x86_64__)
    { "avx512", activate_avx512, add_product_avx512 },
    { "avx2", activate_avx2, add_product_avx2 },
#endif
    { "plain", activate_plain, add_product_plain },
  };
  guint first = 0;

#if defined(__x86_64__)
  first = __builtin_cpu_supports ("avx512f") ? 0 : __builtin_cpu_supports ("avx2") ? 1 : 2;
#endif
  *n = G_N_ELEMENTS (kernels) - first;
  return kernels + first;
}

gboolean
train_activation_is_symmetric (ExtractActivation activation)
{
  return extract_activation_get_info (activation)->minimum == -1;
}
