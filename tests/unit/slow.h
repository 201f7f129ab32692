/* SPDX-License-Identifier: MIT */
/*
 * Times of tests on machines that are slow as a whole, as one that is emulated: SLOW_MACHINE=N in the
 * environment says that they may be N times as long. Nothing else is let pass.
 */
#pragma once

#include <glib.h>

/* Returns: N, and 1 where nothing is said */
static inline guint
slowness (void)
{
  const char *said = g_getenv ("SLOW_MACHINE");
  guint64 n = 1;

  g_assert_true (!said || g_ascii_string_to_unsigned (said, 10, 1, 1000, &n, NULL));
  return (guint) n;
}

/* @start: of g_get_monotonic_time () */
static inline void
assert_seconds_since (gint64 start, guint seconds)
{
  g_assert_cmpint (g_get_monotonic_time () - start, <, (gint64) seconds * slowness () * G_USEC_PER_SEC);
}
