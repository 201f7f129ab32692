/* SPDX-License-Identifier: MIT */
/*
 * The uncertainty of a figure, by resampling the pages, without assumptions about the distribution of their
 * scores. Random numbers come from a seed: the same pages give the same figures.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * train_bootstrap_mean: the interval of a mean (B. Efron, R. Tibshirani, An Introduction to the Bootstrap,
 * 1993): the means of as many values, drawn with replacement, 1000 times; 95 % of them are between @low and
 * @high.
 * @n: 1 or more
 */
void train_bootstrap_mean (const double *values, guint n, guint32 seed, double *low, double *high);

/*
 * train_bootstrap_harmonic: the same for the harmonic mean of two means. A NAN in @first or @second does not
 * count in the mean; the mean of nothing is 0.
 */
void train_bootstrap_harmonic (const double *first, const double *second, guint n, guint32 seed, double *low,
                               double *high);

/*
 * train_permutation_test: how likely a mean at least as far from 0 is if each of @differences might as well
 * have the other sign (R. A. Fisher, The Design of Experiments, 1935): all signs are tried if at most 13
 * differences are not 0, else 10000 random ones, with (1 + so far) / (1 + tried) as the estimate (B. Phipson,
 * G. Smyth, Permutation P-values Should Never Be Zero, 2010). Returns: the probability p, 0 < p <= 1
 */
double train_permutation_test (const double *differences, guint n, guint32 seed);

G_END_DECLS
