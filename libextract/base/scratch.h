/* SPDX-License-Identifier: MIT */
/*
 * Temporary memory of a function, from a stack that each thread keeps from page to page:
 *
 *   ExtractScratch *scratch = extract_scratch_begin ();
 *   float *row = extract_scratch_take (scratch, n, sizeof (float));
 *   …                                   functions called here may do the same
 *   extract_scratch_end (scratch);      gives back what was taken since
 *
 * What is taken counts in the run at hand, see budget.h.
 */
#pragma once

#include <glib.h>

typedef struct _ExtractScratch ExtractScratch;

/* Returns: (transfer none): the store of this thread */
ExtractScratch *extract_scratch_begin (void);
/* Returns: (transfer none): room for @n things of @size bytes, not cleared; begins at a line of the cache */
gpointer extract_scratch_take (ExtractScratch *scratch, gsize n, gsize size);
/* The same, all zero. */
gpointer extract_scratch_take0 (ExtractScratch *scratch, gsize n, gsize size);
void extract_scratch_end (ExtractScratch *scratch);

/* For budget.c: what is taken after the first is given back by the second. */
void extract_scratch_remember (void);
void extract_scratch_go_back (void);
