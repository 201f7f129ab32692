/* SPDX-License-Identifier: MIT */
/*
 * The inner loops of networks for one kind of vector registers; included by network.c once for each:
 *
 *   WIDTH        floats in a register
 *   COUNT        registers side by side
 *   NEURONS      neurons side by side: NEURONS x COUNT sums stay in registers all along
 *   MANY         neurons side by side where weights are ordered by inputs
 *   NAME (name)  what is defined here
 *   TARGET       attribute of what is compiled for these registers
 *
 * Vectors of the compiler that are wider than the registers would do for all, but go through memory. Lanes
 * know nothing of each other, no product is contracted with a sum, and the order of the terms is that of
 * FANN: so all widths give the same bits.
 */

G_STATIC_ASSERT (EXTRACT_LANES % (WIDTH * COUNT) == 0);

/* Samples begin anywhere in a column. */
typedef float NAME (Vector) __attribute__ ((vector_size (WIDTH * 4), aligned (4), may_alias));
typedef gint32 NAME (Mask) __attribute__ ((vector_size (WIDTH * 4), aligned (4), may_alias));
typedef guint32 NAME (Bits) __attribute__ ((vector_size (WIDTH * 4), aligned (4), may_alias));

#define Vector NAME (Vector)
#define Mask NAME (Mask)
#define Bits NAME (Bits)
#define INLINE TARGET static inline __attribute__ ((always_inline))

INLINE Vector
NAME (choose) (Mask mask, Vector yes, Vector no)
{
  return (Vector) ((mask & (Mask) yes) | (~mask & (Mask) no));
}

INLINE Vector
NAME (splat) (float value)
{
  return value - (Vector){ 0 };
}

/* NaN stays NaN: of two operands that cannot be compared, the instructions give the second one. */
INLINE Vector
NAME (clamp) (Vector x, float low, float high)
{
#if WIDTH == 16
  return (Vector) _mm512_max_ps (_mm512_set1_ps (low), _mm512_min_ps (_mm512_set1_ps (high), (__m512) x));
#elif WIDTH == 8
  return (Vector) _mm256_max_ps (_mm256_set1_ps (low), _mm256_min_ps (_mm256_set1_ps (high), (__m256) x));
#else
  x = NAME (choose) (x > high, NAME (splat) (high), x);
  return NAME (choose) (x < low, NAME (splat) (low), x);
#endif
}

INLINE Vector
NAME (absolute) (Vector x)
{
  return (Vector) ((Bits) x & 0x7fffffffU);
}

/*
 * exp (x) = 2^n exp (r) with n = round (x / ln 2) and r = x - n ln 2, |r| <= ln 2 / 2, where a
 * polynomial (of Cephes) comes within 1e-7 of exp (r). Adding 1.5 2^23 rounds to an integer and
 * leaves it in the low bits, from where it moves into the exponent. ln 2 is taken off in two parts
 * of which the first has few bits, so that n times it is exact. Beyond +-87 the result would not be
 * a normal number: x is cut to it, which changes the activations by less than 1e-37.
 */
INLINE Vector
NAME (exponential) (Vector x)
{
  const float magic = 0x1.8p23F;

  x = NAME (clamp) (x, -87, 87);
  Vector shifted = x * 1.44269504F + magic;
  Vector n = shifted - magic;
  Vector r = x - n * 0.693359375F - n * -2.12194440e-4F;
  Vector p = NAME (splat) (1.98756915e-4F);
  p = p * r + 1.39819995e-3F;
  p = p * r + 8.33345191e-3F;
  p = p * r + 4.16657959e-2F;
  p = p * r + 1.66666655e-1F;
  p = p * r + 5.00000012e-1F;
  p = p * r * r + r + 1.0F;
  Vector power = (Vector) (((Bits) shifted << 23) + 0x3f800000U);
  return p * power;
}

INLINE Vector
NAME (stepwise) (const Stepwise *f, Vector s)
{
  Vector y = NAME (splat) (f->minimum);

  for (guint i = 0; i < N_PIECES; i++)
    y = NAME (choose) (s >= f->pieces[i].v, (s - f->pieces[i].v) * f->pieces[i].slope + f->pieces[i].r, y);
  return NAME (choose) (s >= f->end, NAME (splat) (f->maximum), y);
}

INLINE Vector
NAME (activate_one) (ExtractActivation activation, Vector s)
{
  switch (activation) {
  case EXTRACT_ACTIVATION_SIGMOID:
    return 1.0F / (NAME (exponential) (-2.0F * s) + 1.0F);
  case EXTRACT_ACTIVATION_SIGMOID_STEPWISE:
    return NAME (stepwise) (&sigmoid_stepwise, s);
  case EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC:
    return 2.0F / (NAME (exponential) (-2.0F * s) + 1.0F) - 1.0F;
  case EXTRACT_ACTIVATION_SIGMOID_SYMMETRIC_STEPWISE:
    return NAME (stepwise) (&sigmoid_symmetric_stepwise, s);
  case EXTRACT_ACTIVATION_GAUSSIAN:
    return NAME (exponential) (-s * s);
  case EXTRACT_ACTIVATION_GAUSSIAN_SYMMETRIC:
    return NAME (exponential) (-s * s) * 2.0F - 1.0F;
  case EXTRACT_ACTIVATION_ELLIOT:
    return s / 2.0F / (NAME (absolute) (s) + 1.0F) + 0.5F;
  case EXTRACT_ACTIVATION_ELLIOT_SYMMETRIC:
    return s / (NAME (absolute) (s) + 1.0F);
  case EXTRACT_ACTIVATION_LINEAR_PIECE:
    return NAME (clamp) (s, 0, 1);
  case EXTRACT_ACTIVATION_LINEAR_PIECE_SYMMETRIC:
    return NAME (clamp) (s, -1, 1);
  case EXTRACT_ACTIVATION_RELU:
    return NAME (clamp) (s, 0, INFINITY);
  case EXTRACT_ACTIVATION_LINEAR:
  case EXTRACT_N_ACTIVATIONS:
    break;
  }
  return s;
}

/*
 * The sums of @R neurons for WIDTH x COUNT samples, each over @n_terms (the last one is the bias):
 *
 *   y[j] = w[j][0] x[0] + ... + w[j][m] x[m]
 *
 * in FANN's order: first the m + 1 mod 4 terms at the front, backwards, then the others by fours,
 * each four added up by themselves.
 */
INLINE void
NAME (weigh) (const guint R, guint n_terms, const float *x, const guint32 *at, const float *w, float *y)
{
  const guint n_front = n_terms % 4;
  Vector sums[NEURONS][COUNT] = { 0 };

  for (guint i = n_front; i-- > 0;) {
    const Vector *a = (const Vector *) (x + at[i]);

#pragma GCC unroll 4
    for (guint r = 0; r < R; r++)
#pragma GCC unroll 2
      for (guint v = 0; v < COUNT; v++)
        sums[r][v] += w[r * n_terms + i] * a[v];
  }
  for (guint i = n_front; i < n_terms; i += 4) {
    const Vector *a = (const Vector *) (x + at[i]), *b = (const Vector *) (x + at[i + 1]);
    const Vector *c = (const Vector *) (x + at[i + 2]), *d = (const Vector *) (x + at[i + 3]);

#pragma GCC unroll 4
    for (guint r = 0; r < R; r++) {
      const float *u = w + r * n_terms + i;

#pragma GCC unroll 2
      for (guint v = 0; v < COUNT; v++)
        sums[r][v] += u[0] * a[v] + u[1] * b[v] + u[2] * c[v] + u[3] * d[v];
    }
  }
#pragma GCC unroll 4
  for (guint r = 0; r < R; r++)
#pragma GCC unroll 2
    for (guint v = 0; v < COUNT; v++)
      ((Vector *) (y + r * EXTRACT_LANES))[v] = sums[r][v];
}

/* Whether any of EXTRACT_LANES floats is not 0. */
INLINE gboolean
NAME (is_any) (const float *x)
{
  const Bits *a = (const Bits *) x;

#if WIDTH == 16
  return _mm512_test_epi32_mask ((__m512i) a[0], (__m512i) a[0]) != 0;
#elif WIDTH == 8
  const __m256i any = (__m256i) (a[0] | a[1]);

  return !_mm256_testz_si256 (any, any);
#else
  const Bits any = a[0] | a[1] | a[2] | a[3];

  return (any[0] | any[1] | any[2] | any[3]) != 0;
#endif
}

TARGET static gboolean
NAME (is_any_row) (gsize n, const float *x)
{
  for (gsize i = 0; i < n; i += EXTRACT_LANES)
    if (NAME (is_any) (x + i))
      return TRUE;
  return FALSE;
}

TARGET static guint
NAME (choose_terms) (guint n, const ExtractTerm *terms, const float *x, ExtractTerm *left)
{
  guint n_left = 0;

  for (guint i = 0; i < n; i++) {
    left[n_left] = terms[i];
    n_left += NAME (is_any) (x + terms[i].at);
  }
  return n_left;
}

/* The sums of all neurons over those terms, one after the other: a term of 0 would not change them. */
TARGET static void
NAME (add_terms) (const ExtractInputLayer *layer, const float *base, guint n, const ExtractTerm *terms,
                  const float *x, float *y)
{
  for (guint lane = 0; lane < EXTRACT_LANES; lane += WIDTH * COUNT)
    for (guint j = 0; j < layer->size; j += MANY) {
      const float *weights =
          layer->weights + (gsize) (j / EXTRACT_NEURONS) * layer->stride + j % EXTRACT_NEURONS;
      Vector sums[MANY][COUNT];

#pragma GCC unroll 16
      for (guint r = 0; r < MANY; r++)
#pragma GCC unroll 2
        for (guint v = 0; v < COUNT; v++)
          sums[r][v] = NAME (splat) (base[j + r]);
      for (guint t = 0; t < n; t++) {
        const Vector *a = (const Vector *) (x + terms[t].at + lane);
        const float *w = weights + terms[t].weights;

#pragma GCC unroll 16
        for (guint r = 0; r < MANY; r++)
#pragma GCC unroll 2
          for (guint v = 0; v < COUNT; v++)
            sums[r][v] += w[r] * a[v];
      }
#pragma GCC unroll 16
      for (guint r = 0; r < MANY; r++)
#pragma GCC unroll 2
        for (guint v = 0; v < COUNT; v++)
          ((Vector *) (y + (j + r) * EXTRACT_LANES + lane))[v] = sums[r][v];
    }
}

/* From the sums of a layer to its values, in place: y = f (s), s = k y cut to [-150/k, 150/k]. */
INLINE void
NAME (activate) (ExtractActivation activation, float k, guint n, float *y)
{
  const float limit = 150 / k;

  for (guint i = 0; i < n; i += WIDTH) {
    Vector *s = (Vector *) (y + i);

    *s = NAME (activate_one) (activation, NAME (clamp) (*s * k, -limit, limit));
  }
}

/* The activation is known inside of each loop. */
TARGET static void
NAME (activate_layer) (const ExtractLayer *layer, float *y)
{
#define CASE(name)                                                                                 \
  case EXTRACT_ACTIVATION_##name:                                                                  \
    NAME (activate) (EXTRACT_ACTIVATION_##name, layer->steepness, layer->size * EXTRACT_LANES, y); \
    break
  switch (layer->activation) {
    EXTRACT_ACTIVATION_CASES (CASE);
  case EXTRACT_N_ACTIVATIONS:
    break;
  }
#undef CASE
}

TARGET static void
NAME (run_layer) (const ExtractLayer *layer, guint n_terms, const float *x, const guint32 *at, const float *w,
                  float *y)
{
  for (guint lane = 0; lane < EXTRACT_LANES; lane += WIDTH * COUNT) {
    guint j = 0;

    for (; j + NEURONS <= layer->size; j += NEURONS)
      NAME (weigh) (NEURONS, n_terms, x + lane, at, w + (gsize) j * n_terms, y + j * EXTRACT_LANES + lane);
    for (; j < layer->size; j++)
      NAME (weigh) (1, n_terms, x + lane, at, w + (gsize) j * n_terms, y + j * EXTRACT_LANES + lane);
  }
  NAME (activate_layer) (layer, y);
}

/* x = (x - mean) factor - zero, the product cut to [-limit, limit]; - zero where it is not known. @n: a
 * multiple of EXTRACT_LANES */
TARGET static void
NAME (standardise) (const ExtractColumn *of, guint n, float *x)
{
  /* What is stored to x cannot change a copy, which stays in registers. */
  const ExtractColumn column = *of;

  for (guint i = 0; i < n; i += WIDTH) {
    Vector *v = (Vector *) (x + i);
    Vector scaled = (*v - column.mean) * column.factor;

    scaled =
        NAME (choose) (scaled == scaled, NAME (clamp) (scaled, -column.limit, column.limit), (Vector){ 0 });
    *v = scaled - column.zero;
  }
}

#undef INLINE
#undef Bits
#undef Mask
#undef Vector
#undef TARGET
#undef NAME
#undef MANY
#undef NEURONS
#undef COUNT
#undef WIDTH
