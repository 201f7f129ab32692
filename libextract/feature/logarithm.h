/* SPDX-License-Identifier: MIT */
/*
 * Functions of the C library whose last bit is not the same in every version of it, and on every machine.
 * Networks read it, so it is part of what a feature is.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* extract_log1p: ln (1 + @x), within one unit of the last place; @x: finite, at least 0. For each @x the same
 * bits everywhere: those of log1pf () of glibc up to 2.40. */
float extract_log1p (float x);

/* extract_tanh_of_twentieths: tanh (@n / 20), as tanhf () of the same library gives it. */
float extract_tanh_of_twentieths (guint n);

G_END_DECLS
