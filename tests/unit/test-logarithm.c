/* SPDX-License-Identifier: MIT */
#include "libextract/feature/logarithm.h"

#include <math.h>
#include <string.h>

static guint32
to_bits (float x)
{
  guint32 bits = 0;

  memcpy (&bits, &x, sizeof bits);
  return bits;
}

/* Every path through the function; 6, 46 and 48 are among the first that the C library of Debian 13 rounds
 * otherwise. */
static void
test_bits (void)
{
  static const struct {
    float x;
    guint32 bits;
  } cases[] = {
    { 0, 0x00000000 },
    { 9.99999996e-13F, 0x2b8cbccc },
    { 9.99999972e-10F, 0x3089705f },
    { 0.25F, 0x3e647fbe },
    { 0.414200008F, 0x3eb170d6 },
    { 0.414229989F, 0x3eb1739e },
    { 0.5F, 0x3ecf991f },
    { 1, 0x3f317218 },
    { 2, 0x3f8c9f54 },
    { 3, 0x3fb17218 },
    { 6, 0x3ff91396 },
    { 46, 0x407668d2 },
    { 48, 0x40791396 },
    { 100, 0x4093af11 },
    { 178, 0x40a5ff10 },
    { 857, 0x40d825b8 },
    { 2047, 0x40f3fce1 },
    { 65535, 0x41317218 },
    { 1000000, 0x415d0c56 },
    { 4.2949673e+09F, 0x41b17218 },
    { 1.00000002e+20F, 0x423834f1 },
    { 3.00000001e+38F, 0x42b13196 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("ln (1 + %g)", (double) cases[i].x);
    g_assert_cmphex (to_bits (extract_log1p (cases[i].x)), ==, cases[i].bits);
  }
}

/* Within a unit of the last place, and never falling. */
static void
test_logarithms (void)
{
  float before = 0;

  for (guint i = 1; i < 300000; i++) {
    const float x = i < 150000 ? (float) i / 1000 : (float) (i - 149999), y = extract_log1p (x);
    const double exact = log1p ((double) x);

    g_assert_cmpfloat (fabs (y - exact), <=, exact * 1.2e-7);
    if (i != 150000) /* where fractions end */
      g_assert_cmpfloat (y, >=, before);
    before = y;
  }
}

static void
test_tanhs (void)
{
  for (guint n = 0; n < 1000; n++) {
    const double exact = tanh (n / 20.0);

    g_assert_cmpfloat (fabs (extract_tanh_of_twentieths (n) - exact), <=, exact * 1.2e-7);
  }
  g_assert_cmphex (to_bits (extract_tanh_of_twentieths (1)), ==, 0x3d4ca128);
  g_assert_cmpfloat (extract_tanh_of_twentieths (G_MAXUINT), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/logarithm/bits", test_bits);
  g_test_add_func ("/logarithm/one-plus", test_logarithms);
  g_test_add_func ("/logarithm/tanh", test_tanhs);
  return g_test_run ();
}
