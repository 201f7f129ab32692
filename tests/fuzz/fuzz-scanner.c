/* SPDX-License-Identifier: MIT */
/* A page, read by gumbo alone and with the scanner in front of it: the same tree, the same document, if the
 * scanner knows this gumbo. */
#include <config.h>

#include "../unit/same-page.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  gboolean is_plain;
  /* In memory of its own, so that a read beyond its end is seen. */
  g_autofree char *text = g_memdup2 (data, size);
  g_autofree char *difference = find_difference (text ? text : "", size, &is_plain);

  /* libFuzzer keeps the input of an abort (), not of a breakpoint. */
#ifdef GUMBO_KNOWN
  if (difference) {
    g_printerr ("%s\n", difference);
    abort ();
  }
#endif
  return 0;
}
