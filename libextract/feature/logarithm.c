/* SPDX-License-Identifier: MIT AND SunPro */
/*
 * extract_log1p () is s_log1pf.c of fdlibm, for x >= 0, in the same order of operations:
 *
 *   Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 *   Developed at SunPro, a Sun Microsystems, Inc. business.
 *   Permission to use, copy, modify, and distribute this software is freely granted, provided that this
 * notice is preserved.
 */
#include "libextract/feature/logarithm.h"

#include <string.h>

/* The logarithm of 2 in two parts: k x LN2_HIGH is exact. */
#define LN2_HIGH 6.9313812256e-01F
#define LN2_LOW 9.0580006145e-06F

static guint32
to_bits (float x)
{
  guint32 bits = 0;

  memcpy (&bits, &x, sizeof bits);
  return bits;
}

static float
from_bits (guint32 bits)
{
  float x = 0;

  memcpy (&x, &bits, sizeof x);
  return x;
}

/*
 * 1 + x = 2^k (1 + f), where 1 + f is between sqrt (1/2) and sqrt (2); c is what rounding 1 + x lost.
 * With s = f / (2 + f): ln (1 + f) = f - (f^2/2 - s (f^2/2 + R (s^2))).
 */
float
extract_log1p (float x)
{
  const guint32 bits = to_bits (x);
  guint32 fraction = 1;
  int k = 0;
  float f = x, c = 0, half, s, z, r;

  if (bits < 0x31000000U) /* x < 2^-29 */
    return bits < 0x24800000U ? x : x - x * x * 0.5F;
  if (bits >= 0x3ed413d7U) { /* x >= 0.41422 */
    float u = x;

    if (bits < 0x5a000000U) {
      u = 1.0F + x;
      k = (int) (to_bits (u) >> 23) - 127;
      c = (k > 0 ? 1.0F - (u - x) : x - (u - 1.0F)) / u;
    } else
      k = (int) (bits >> 23) - 127;
    fraction = to_bits (u) & 0x007fffffU;
    if (fraction < 0x3504f7U)
      u = from_bits (fraction | 0x3f800000U);
    else {
      k++;
      u = from_bits (fraction | 0x3f000000U);
      fraction = (0x00800000U - fraction) >> 2;
    }
    f = u - 1.0F;
  }
  half = 0.5F * f * f;
  if (fraction == 0) { /* |f| < 2^-20 */
    if (f == 0)
      return k == 0 ? 0 : (float) k * LN2_HIGH + (c + (float) k * LN2_LOW);
    r = half * (1.0F - 0.66666666666666666F * f);
    return k == 0 ? f - r : (float) k * LN2_HIGH - ((r - ((float) k * LN2_LOW + c)) - f);
  }
  s = f / (2.0F + f);
  z = s * s;
  r = z * (6.6666668653e-01F +
           z * (4.0000000596e-01F +
                z * (2.8571429849e-01F +
                     z * (2.2222198546e-01F +
                          z * (1.8183572590e-01F + z * (1.5313838422e-01F + z * 1.4798198640e-01F))))));
  if (k == 0)
    return f - (half - s * (half + r));
  return (float) k * LN2_HIGH - ((half - (s * (half + r) + ((float) k * LN2_LOW + c))) - f);
}

/* clang-format off */
static const float tanhs[] = {
  0.00000000F, 0.0499583781F, 0.0996679962F, 0.148885041F, 0.197375327F, 0.244918659F, 0.291312605F, 0.336375535F,
  0.379948974F, 0.421898991F, 0.462117165F, 0.500520229F, 0.537049592F, 0.571669996F, 0.604367733F, 0.635148942F,
  0.664036751F, 0.691069484F, 0.716297865F, 0.739783108F, 0.761594176F, 0.781806350F, 0.800499022F, 0.817754090F,
  0.833654642F, 0.848283648F, 0.861723125F, 0.874053299F, 0.885351658F, 0.895692885F, 0.905148268F, 0.913785458F,
  0.921668530F, 0.928857625F, 0.935409069F, 0.941375554F, 0.946806014F, 0.951745987F, 0.956237435F, 0.960319400F,
  0.964027584F, 0.967395008F, 0.970451951F, 0.973226190F, 0.975743115F, 0.978026092F, 0.980096400F, 0.981973410F,
  0.983674884F, 0.985216916F, 0.986614287F, 0.987880409F, 0.989027381F, 0.990066409F, 0.991007447F, 0.991859734F,
  0.992631495F, 0.993330359F, 0.993963182F, 0.994536102F, 0.995054781F, 0.995524287F, 0.995949388F, 0.996334136F,
  0.996682405F, 0.996997654F, 0.997282982F, 0.997541189F, 0.997774899F, 0.997986436F, 0.998177886F, 0.998351157F,
  0.998507917F, 0.998649836F, 0.998778224F, 0.998894453F, 0.998999596F, 0.999094784F, 0.999180853F, 0.999258816F,
  0.999329329F, 0.999393106F, 0.999450862F, 0.999503076F, 0.999550343F, 0.999593139F, 0.999631882F, 0.999666870F,
  0.999698579F, 0.999727249F, 0.999753237F, 0.999776721F, 0.999797940F, 0.999817193F, 0.999834538F, 0.999850333F,
  0.999864578F, 0.999877453F, 0.999889076F, 0.999899685F, 0.999909222F, 0.999917865F, 0.999925673F, 0.999932706F,
  0.999939144F, 0.999944925F, 0.999950171F, 0.999954939F, 0.999959230F, 0.999963105F, 0.999966621F, 0.999969780F,
  0.999972641F, 0.999975264F, 0.999977589F, 0.999979734F, 0.999981642F, 0.999983430F, 0.999984980F, 0.999986410F,
  0.999987721F, 0.999988854F, 0.999989927F, 0.999990880F, 0.999991775F, 0.999992549F, 0.999993265F, 0.999993920F,
  0.999994457F, 0.999994993F, 0.999995470F, 0.999995887F, 0.999996305F, 0.999996662F, 0.999996960F, 0.999997258F,
  0.999997497F, 0.999997735F, 0.999997973F, 0.999998152F, 0.999998331F, 0.999998510F, 0.999998629F, 0.999998748F,
  0.999998868F, 0.999998987F, 0.999999106F, 0.999999166F, 0.999999225F, 0.999999344F, 0.999999404F, 0.999999464F,
  0.999999523F, 0.999999523F, 0.999999583F, 0.999999642F, 0.999999642F, 0.999999702F, 0.999999702F, 0.999999762F,
  0.999999762F, 0.999999821F, 0.999999821F, 0.999999821F, 0.999999821F, 0.999999881F, 0.999999881F, 0.999999881F,
  0.999999881F, 0.999999881F, 0.999999940F, 0.999999940F, 0.999999940F, 0.999999940F, 0.999999940F, 0.999999940F,
  0.999999940F, 0.999999940F, 0.999999940F, 0.999999940F, 0.999999940F,
};
/* clang-format on */

float
extract_tanh_of_twentieths (guint n)
{
  return n < G_N_ELEMENTS (tanhs) ? tanhs[n] : 1;
}
